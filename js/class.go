package js

import "sync"

// NativeFunc is a function that script calls and Go runs. Its result is ignored when the call
// failed ([Conv.Failed]).
type NativeFunc func(*Call) Value

// Class describes one Web IDL interface or namespace: what Web IDL's "ECMAScript binding"
// makes of it in each realm. It is filled in once, handed to [NewTable], and never
// changed after: tables, runtimes and goroutines share it. Nothing of it is made in a realm
// before script or Go touches it.
//
// https://webidl.spec.whatwg.org/#js-interfaces
type Class struct {
	Name   string // qualified name: the property of the global, the default of @@toStringTag
	Parent *Class // inherited interface, nil for none

	// New runs for `new Name(…)` and makes its object with [Call.NewThis].
	// nil: calling the interface object throws "Illegal constructor".
	New NativeFunc
	// NewLength is the number of required arguments of New: the interface object's
	// length; fewer throw before New runs.
	NewLength uint8

	Members []Member
	// More are further members of the prototype object, asked for once, when a realm first needs that object:
	// members that are too many to be worth making at start. They have no [Unforgeable] or [Static].
	More  func() []Member
	Flags ClassFlags

	// Aliases are further global properties with the same interface object
	// ([LegacyWindowAlias]).
	Aliases []string
	// Factories are further constructors of the same prototype
	// ([LegacyFactoryFunction]: Image, Audio, Option).
	Factories []Factory

	Indexed *Indexed // indexed properties of instances, nil for none
	Named   *Named   // named properties of instances; of a ClassGlobal: of its named properties object
	Pairs   *Pairs   // iterable<K, V>: makes entries, forEach, keys, values, @@iterator

	// CallInstance makes instances callable (document.all).
	CallInstance NativeFunc

	// Trace marks every Value and Object that Go state of a host object holds. It must not
	// run script or change anything. nil: the state holds none.
	Trace func(h Host, t *Tracer)

	// Guard is for instances that script of other origins meets; nil for none.
	Guard *Guard

	ancestors []*Class // from the root to the class itself; set by NewTable
	made      classMade
}

// ClassFlags say how a class shows in a realm.
type ClassFlags uint8

const (
	// ClassNoInterfaceObject leaves the global property out ([LegacyNoInterfaceObject]).
	ClassNoInterfaceObject ClassFlags = 1 << iota
	// ClassNamespace: Name is an object with the members, without prototype and instances
	// (console, CSS).
	ClassNamespace
	// ClassGlobal: members sit on the global object itself ([Global]), and `this` may
	// be undefined or null for them.
	ClassGlobal
	// ClassAsyncIterator: instances are async iterators. Their prototype object inherits from %AsyncIteratorPrototype%.
	ClassAsyncIterator
	// ClassCallbackInterface: the interface object is a function with the constants, and no prototype object or instances.
	//
	// https://webidl.spec.whatwg.org/#legacy-callback-interface-object
	ClassCallbackInterface
)

// Factory is a [LegacyFactoryFunction].
type Factory struct {
	Name   string
	New    NativeFunc
	Length uint8
}

// Member is an attribute, operation or constant. Exactly one of Call, Get, Const and Intrinsic
// says which.
type Member struct {
	Name   string
	Symbol WellKnown // the key instead of Name; Name is then the function's name

	Call NativeFunc // operation
	Get  NativeFunc // attribute
	Set  NativeFunc // attribute that can be set; nil: read-only. Its argument 0 is the value

	// Const is the value of a constant (on interface object and prototype object).
	Const *float64
	// Intrinsic names a built-in function that the member is, such as
	// "Array.prototype.values" of a class with Indexed and a value iterator, or another
	// operation of the same class ("values" for @@iterator).
	Intrinsic string

	// Length is the number of required arguments of Call: the function's length. Fewer throw
	// before Call runs.
	Length uint8
	Flags  MemberFlags
}

// MemberFlags vary the property that a member becomes. Zero is Web IDL's default: enumerable,
// configurable, writable, on the prototype, this checked.
type MemberFlags uint16

const (
	// Static members sit on the interface object and check no this.
	Static MemberFlags = 1 << iota
	// Unforgeable members sit on each instance and are not configurable.
	Unforgeable
	NotEnumerable
	NotConfigurable
	NotWritable
	// LenientThis: an attribute returns undefined for a wrong this instead of throwing.
	LenientThis
	// Replaceable: setting an attribute (without Set) defines a data property on this.
	Replaceable
	// LenientSetter: setting an attribute (without Set) does nothing, in strict code too.
	LenientSetter
	// ReturnsPromise: an exception, a wrong this included, becomes a rejected promise.
	ReturnsPromise
	// Unscopable lists the name in @@unscopables.
	Unscopable
	// AnyThis skips the check of this: Host is none unless this has one of the class.
	AnyThis
)

// Indexed makes instances answer to array indices as legacy platform objects do.
//
// https://webidl.spec.whatwg.org/#legacy-platform-object
type Indexed struct {
	// Len is the number of supported property indices, 0 to Len-1.
	Len func(h Host) uint32
	// Get is the value at i, i < Len.
	Get func(c *Call, i uint32) Value
	// Set stores at i, which may be past Len. nil: indices are read-only.
	Set func(c *Call, i uint32, v Value)
	// Delete removes i; false: not allowed. nil: never allowed for a supported index.
	Delete func(c *Call, i uint32) bool
}

// Named makes instances answer to names. Order of visibility: own properties and
// the prototype chain win unless OverrideBuiltins.
type Named struct {
	// Get looks a name up; false: not a supported property name.
	Get func(c *Call, name string) (Value, bool)
	// Has says whether Get would find name, for where the value is not wanted. nil: Get is used.
	Has func(c *Call, name string) bool
	// Set stores a name, new or existing. nil: names are read-only.
	Set func(c *Call, name string, v Value)
	// Delete removes a supported name; false: not allowed. nil: never allowed.
	Delete func(c *Call, name string) bool
	// Keys are the supported names in order.
	Keys func(h Host) []string

	Unenumerable     bool // [LegacyUnenumerableNamedProperties]
	OverrideBuiltins bool // [LegacyOverrideBuiltIns]
	Views            bool // the names that Get and Set are passed are views: they are not kept
}

// Pairs is the list behind iterable<K, V>: its iterators look at it anew at each step.
type Pairs struct {
	// At is pair i; false: i is past the end.
	At func(c *Call, i int) (key, value Value, ok bool)
}

// Is reports whether instances of c are instances of base.
func (c *Class) Is(base *Class) bool {
	d := len(base.ancestors) - 1
	return d >= 0 && d < len(c.ancestors) && c.ancestors[d] == base
}

// Table is a set of classes that realms expose. Immutable; made once a global kind
// (window, dedicated worker …).
type Table struct {
	classes []*Class
	byName  map[string]*Class
}

var tableMu sync.Mutex // guards Class.ancestors while tables are made

// NewTable makes a table of the classes and whatever they inherit from. It panics for a class
// that is its own ancestor or names that clash: mistakes of the program.
func NewTable(classes ...*Class) *Table {
	tableMu.Lock()
	defer tableMu.Unlock()
	t := &Table{byName: map[string]*Class{}}
	seen := map[*Class]bool{}
	names := map[string]bool{}
	var add func(c *Class, depth int)
	add = func(c *Class, depth int) {
		if depth > 64 {
			panic("js: class " + c.Name + " inherits from itself")
		}
		if seen[c] {
			return
		}
		if c.Parent != nil {
			add(c.Parent, depth+1)
		}
		seen[c] = true
		if names[c.Name] {
			panic("js: two classes named " + c.Name)
		}
		names[c.Name] = true
		if c.ancestors == nil {
			if c.Parent != nil {
				c.ancestors = append(c.ancestors, c.Parent.ancestors...)
			}
			c.ancestors = append(c.ancestors, c)
		}
		t.classes = append(t.classes, c)
		t.byName[c.Name] = c
		if c.made.number == 0 {
			register(c)
		}
	}
	for _, c := range classes {
		add(c, 0)
	}
	return t
}
