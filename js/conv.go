package js

import "fmt"

// Conv converts values to Web IDL types. It remembers the first failure: every later conversion
// does nothing and returns zero, so that a native checks [Conv.Failed] once, before it
// acts. [Call] is one; [Realm.Conv] makes one for results of callbacks.
//
// https://webidl.spec.whatwg.org/#js-type-mapping
type Conv struct {
	realm  *Realm
	err    error
	prefix string // "Failed to execute 'x' on 'Y': ", made when first needed
	arg    int    // 1-based argument being converted, 0 for none
	fn     *nativeInfo
	path   []dictMember // the members of dictionaries that are being converted, the outermost first
	set    property     // that a hook sets
}

// property is an indexed or named property of an object, for messages.
type property struct {
	kind  propertyKind
	index uint32
	name  string // valid while the hook runs
}

type propertyKind uint8

const (
	noProperty propertyKind = iota
	indexedProperty
	namedProperty
)

// what is what a message calls the property.
func (p property) what() string {
	switch {
	case p.kind == indexedProperty:
		return fmt.Sprintf("an indexed property [%d]", p.index)
	case p.name == "":
		return "a named property"
	}
	return "a named property '" + p.name + "'"
}

// dictMember is a member of a dictionary type, for messages.
type dictMember struct{ dict, member string }

// IntType is an integer type of Web IDL.
type IntType uint8

const (
	Byte IntType = iota
	Octet
	Short
	UnsignedShort
	Long
	UnsignedLong
	LongLong
	UnsignedLongLong
)

// ErrorType is a constructor of native errors.
type ErrorType uint8

const (
	Error ErrorType = iota
	EvalError
	RangeError
	ReferenceError
	SyntaxErrorType
	TypeError
	URIError
	errorTypeCount
)

// Conv makes a converter outside a native function, for the results of callbacks.
func (r *Realm) Conv() *Conv { return &Conv{realm: r} }

// Failed reports whether a conversion failed or a Throw helper was called.
func (c *Conv) Failed() bool { return c.err != nil }

// Err is the failure: *Exception or *Interrupted, nil for none.
func (c *Conv) Err() error { return c.err }

// Realm is the realm of the function that runs.
func (c *Conv) Realm() *Realm { return c.realm }

// Runtime is Realm().Runtime().
func (c *Conv) Runtime() *Runtime { return c.realm.rt }

// Fail makes the call throw what err holds: an *Exception's value, or the end of the script for an
// *Interrupted; any other error becomes a TypeError of its text. nil does nothing. The result is
// undefined, for `return c.Fail(err)`. The first failure stays.
func (c *Conv) Fail(err error) Value {
	if err != nil && c.err == nil {
		switch err.(type) {
		case *Exception, *Interrupted:
			c.err = err
		default:
			c.TypeError("%v", err)
		}
	}
	return Undefined
}

// Throw makes the call throw v.
func (c *Conv) Throw(v Value) Value { return c.Fail(c.realm.NewException(v)) }

// TypeError makes the call throw a TypeError whose message begins with what was being done
// ("Failed to execute 'append' on 'Element': ").
func (c *Conv) TypeError(format string, args ...any) Value {
	return c.throwError(TypeError, format, args)
}

// RangeError makes the call throw a RangeError.
func (c *Conv) RangeError(format string, args ...any) Value {
	return c.throwError(RangeError, format, args)
}

func (c *Conv) throwError(t ErrorType, format string, args []any) Value {
	if c.err != nil {
		return Undefined
	}
	return c.Throw(c.realm.NewError(t, c.context()+fmt.Sprintf(format, args...)))
}

// DOMException makes the call throw a DOMException, made by the hook in [Options].
//
// https://webidl.spec.whatwg.org/#dfn-throw
func (c *Conv) DOMException(name, format string, args ...any) Value {
	if c.err != nil {
		return Undefined
	}
	return c.Throw(c.realm.newDOMException(name, c.context()+fmt.Sprintf(format, args...)))
}
