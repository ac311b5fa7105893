package js

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/niso-engine/niso/js/vm"
)

// How classes become objects. Every class of a table has a number, the same in the whole process. Of a class that script did not
// touch a realm has only the property of its global, whose value is made when it is read: it holds the class's number and what of the class it
// is (a slot). Prototype objects are lazy too: their properties appear when one of them is asked for, and each function is
// made when it is read.

// classMade is what was made of a class, for all runtimes.
type classMade struct {
	number uint32
	once   sync.Once
	rows   []memberRow // of Members, then of More and Pairs: made when a realm first needs one
	ctor   atomic.Pointer[nativeInfo]
	make   []atomic.Pointer[nativeInfo] // of Factories
}

// memberRow is a member with the functions made of it.
type memberRow struct {
	m         *Member
	call, set atomic.Pointer[nativeInfo]
	aliased   bool // another member is this operation's function
}

// classes are the classes of all tables by number, from 1.
var classes atomic.Pointer[[]*Class]

// register gives a class its number. NewTable's lock is held.
func register(c *Class) {
	list := []*Class{nil}
	if p := classes.Load(); p != nil {
		list = append([]*Class(nil), *p...)
	}
	c.made.number = uint32(len(list))
	list = append(list, c)
	classes.Store(&list)
}

// Slots of a class: what a lazy property holds. The low bits are a member's row or a factory's.
const (
	slotBits    = 12
	slotMembers = 0
	slotFactory = 0xF00
	slotClass   = 0xFFE // the interface object or namespace
	slotScopes  = 0xFFF // the prototype's @@unscopables
)

func (c *Class) slot(s int) uint32 { return c.made.number<<slotBits | uint32(s) }

// rows are the members of a class; which ones are on what is said by their flags.
func (c *Class) rows() []memberRow {
	b := &c.made
	b.once.Do(func() {
		list := make([]*Member, 0, len(c.Members))
		for i := range c.Members {
			list = append(list, &c.Members[i])
		}
		if c.More != nil {
			more := c.More()
			for i := range more {
				list = append(list, &more[i])
			}
		}
		if c.Pairs != nil {
			more := c.pairMembers()
			for i := range more {
				list = append(list, &more[i])
			}
		}
		if len(list) > slotFactory {
			panic("js: class " + c.Name + " has too many members")
		}
		rows := make([]memberRow, len(list))
		for i, m := range list {
			rows[i].m = m
			if m.Intrinsic != "" && !strings.Contains(m.Intrinsic, ".") {
				for j, n := range list {
					if n.Name == m.Intrinsic && n.Call != nil && n.Symbol == NoSymbol {
						rows[j].aliased = true
					}
				}
			}
		}
		b.make = make([]atomic.Pointer[nativeInfo], len(c.Factories))
		b.rows = rows
	})
	return b.rows
}

// realmClass are the objects of a class in a realm, made when first needed.
type realmClass struct {
	class     *Class
	host      uint16 // number of its host class
	proto     vm.Ref
	ctor      vm.Ref // interface object or namespace
	instance  []instanceProp
	functions map[int]vm.Ref // of aliased operations, by row
}

// instanceProp is an unforgeable member, which sits on each instance.
type instanceProp struct {
	key   vm.Key
	value vm.Value
	flags vm.DescFlags
}

// mark keeps the objects of the realm's classes.
func (r *Realm) mark() {
	h := r.rt.vm
	object := func(o vm.Ref) {
		if o != 0 {
			h.Mark(vm.ObjectValue(o))
		}
	}
	for _, rc := range r.classes {
		if rc == nil {
			continue
		}
		object(rc.proto)
		object(rc.ctor)
		for _, p := range rc.instance {
			h.Mark(p.value)
			h.MarkKey(p.key)
		}
		for _, f := range rc.functions {
			object(f)
		}
	}
	r.markExotic()
	r.markCross()
}

// hostClass is the number of a class's host class in the runtime.
func (rt *Runtime) hostClass(c *Class) uint16 {
	n := int(c.made.number)
	if n < len(rt.numbers) && rt.numbers[n] != 0 {
		return rt.numbers[n]
	}
	if len(c.ancestors) == 0 || n == 0 {
		panic("js: class " + c.Name + " is in no Table")
	}
	h := &vm.HostClass{Name: c.Name, Exotic: c.hostExotic(), Call: c.hostCall()}
	if c.Guard != nil && c.Flags&ClassGlobal == 0 {
		h.Exotic = rt.guarded()
	}
	h.Undetectable = h.Call != nil
	h.Error = c.Name == "DOMException"
	if c.Trace != nil {
		h.Trace = func(_ *vm.Runtime, o vm.Ref, _ any) { c.Trace(Host{rt, o}, &rt.tracer) }
	}
	for len(rt.numbers) <= n {
		rt.numbers = append(rt.numbers, 0)
	}
	rt.numbers[n] = rt.addHostClass(c, h)
	return rt.numbers[n]
}

func (rt *Runtime) addHostClass(c *Class, h *vm.HostClass) uint16 {
	rt.classes = append(rt.classes, c)
	return rt.vm.RegisterHostClass(h)
}

func (r *Realm) classOf(c *Class) *realmClass {
	n := int(c.made.number)
	if n < len(r.classes) && r.classes[n] != nil {
		return r.classes[n]
	}
	rc := &realmClass{class: c, host: r.rt.hostClass(c)}
	for len(r.classes) <= n {
		r.classes = append(r.classes, nil)
	}
	r.classes[n] = rc
	for _, a := range c.ancestors {
		if a.Flags&ClassGlobal != 0 {
			continue
		}
		rows := a.rows()
		for i := range rows {
			if m := rows[i].m; m.Flags&Unforgeable != 0 && m.Flags&Static == 0 {
				rc.instance = append(rc.instance, instanceProp{r.memberKey(m), r.memberValue(a, i), m.propFlags().desc()})
			}
		}
	}
	return rc
}

// propFlags are the attributes of the property of a member.
func (m *Member) propFlags() PropFlags {
	if m.Const != nil {
		return Enumerable
	}
	f := DataDefault
	if m.Flags&NotEnumerable != 0 || m.Symbol != NoSymbol {
		f &^= Enumerable
	}
	if m.Flags&(NotConfigurable|Unforgeable) != 0 {
		f &^= Configurable
	}
	if m.Flags&(NotWritable|Unforgeable) != 0 {
		f &^= Writable
	}
	return f
}

func (r *Realm) memberKey(m *Member) vm.Key {
	if m.Symbol != NoSymbol {
		return wellKnown[m.Symbol]
	}
	return r.rt.vm.Intern(m.Name)
}

// putMember gives an object the lazy property of a member.
func (r *Realm) putMember(o vm.Ref, c *Class, row int) {
	m := c.rows()[row].m
	if m.Const != nil {
		r.rt.vm.Put(o, r.memberKey(m), vm.Number(*m.Const), m.propFlags().desc())
		return
	}
	r.vm.PutLazy(o, r.memberKey(m), c.slot(slotMembers+row), m.propFlags().desc(), m.Get != nil)
}

// memberValue makes what the property of a member holds: a function, or an accessor.
func (r *Realm) memberValue(c *Class, row int) vm.Value {
	w := &c.rows()[row]
	m := w.m
	switch {
	case m.Const != nil:
		return vm.Number(*m.Const)
	case m.Intrinsic != "":
		return r.intrinsic(c, m.Intrinsic)
	case m.Get != nil:
		g := vm.ObjectValue(r.function(c.getter(w), "get "+m.Name))
		s := vm.Undefined
		if m.setter() != nil {
			s = vm.ObjectValue(r.function(c.setter(w), "set "+m.Name))
		}
		return r.rt.vm.NewAccessor(g, s)
	case m.Call != nil:
		return vm.ObjectValue(r.operation(c, row))
	}
	panic("js: member " + c.Name + "." + m.Name + " is nothing")
}

// getter is the native function that gets an attribute.
func (c *Class) getter(w *memberRow) *nativeInfo {
	return info(&w.call, func() *nativeInfo {
		n := c.info(w.m, w.m.Get, kindGetter)
		n.length = 0
		return n
	})
}

// setter is the native function that sets an attribute which can be set.
func (c *Class) setter(w *memberRow) *nativeInfo {
	return info(&w.set, func() *nativeInfo {
		n := c.info(w.m, w.m.setter(), kindSetter)
		n.length = 1
		n.flags &^= ReturnsPromise
		return n
	})
}

// setter is the function that sets an attribute, nil for none.
func (m *Member) setter() NativeFunc {
	switch {
	case m.Set != nil:
		return m.Set
	case m.Flags&Replaceable != 0:
		return func(c *Call) Value {
			return c.Fail(c.realm.Define(c.this.Object(), NameKey(m.Name), c.Arg(0), DataDefault))
		}
	case m.Flags&LenientSetter != 0:
		return func(c *Call) Value { return Undefined }
	}
	return nil
}

func (c *Class) info(m *Member, f NativeFunc, kind nativeKind) *nativeInfo {
	return &nativeInfo{f: f, class: c, name: m.Name, kind: kind, length: m.Length, flags: m.Flags,
		noThis: m.Flags&Static != 0 || c.Flags&ClassNamespace != 0}
}

// info is what p holds, made when it is first asked for. Runtimes on several goroutines may make it at once: any one will do.
func info(p *atomic.Pointer[nativeInfo], make func() *nativeInfo) *nativeInfo {
	n := p.Load()
	if n == nil {
		n = make()
		n.fn = n.native()
		p.Store(n)
	}
	return n
}

// function makes a function object of a native function.
func (r *Realm) function(n *nativeInfo, name string) vm.Ref {
	return r.vm.NewFunction(r.rt.vm.Intern(name), int(n.length), n.fn)
}

// operation is the function object of an operation; one a realm if it has aliases.
func (r *Realm) operation(c *Class, row int) vm.Ref {
	w := &c.rows()[row]
	rc := r.classOf(c)
	if f := rc.functions[row]; f != 0 {
		return f
	}
	f := r.function(info(&w.call, func() *nativeInfo { return c.info(w.m, w.m.Call, kindOperation) }), w.m.Name)
	if w.aliased {
		if rc.functions == nil {
			rc.functions = map[int]vm.Ref{}
		}
		rc.functions[row] = f
	}
	return f
}

// intrinsicObjects are the objects whose functions Member.Intrinsic names.
var intrinsicObjects = map[string]vm.Intrinsic{"Array.prototype": vm.ArrayPrototype, "Map.prototype": vm.MapPrototype, "Set.prototype": vm.SetPrototype}

// intrinsic is a built-in function or another operation of the class.
func (r *Realm) intrinsic(c *Class, name string) vm.Value {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		id, ok := intrinsicObjects[name[:i]]
		if !ok {
			panic("js: no intrinsic " + name)
		}
		h := r.rt.vm
		d, _ := h.OrdinaryGetOwn(r.vm.Intrinsic(id), h.Intern(name[i+1:]))
		return d.Value
	}
	rows := c.rows()
	for i := range rows {
		if m := rows[i].m; m.Name == name && m.Call != nil && m.Symbol == NoSymbol {
			return vm.ObjectValue(r.operation(c, i))
		}
	}
	panic("js: " + c.Name + " has no operation " + name)
}

// lazyMake makes the value of a lazy property.
func lazyMake(vr *vm.Realm, n uint32) vm.Value {
	r := realmOf(vr)
	c := (*classes.Load())[n>>slotBits]
	switch slot := int(n & (1<<slotBits - 1)); {
	case slot == slotClass:
		return vm.ObjectValue(r.classObject(c))
	case slot == slotScopes:
		return vm.ObjectValue(r.unscopables(c))
	case slot >= slotFactory:
		return vm.ObjectValue(r.factory(c, slot-slotFactory))
	default:
		return r.memberValue(c, slot)
	}
}

// prototype is the interface prototype object of c.
func (r *Realm) prototype(c *Class) vm.Ref {
	rc := r.classOf(c)
	if rc.proto == 0 {
		rc.proto = r.lazyObject(r.protoOfProto(c), func(o vm.Ref) { r.fillProto(c, o) })
		if g := r.opt.Global; g != nil && g.Is(c) { // https://webidl.spec.whatwg.org/#interface-prototype-object
			r.vm.FixPrototype(rc.proto)
		}
	}
	return rc.proto
}

// lazyObject makes an object of this realm whose properties fill gives when one is asked for.
func (r *Realm) lazyObject(proto vm.Ref, fill func(o vm.Ref)) vm.Ref {
	before := r.rt.vm.EnterRealm(r.vm)
	o := r.rt.vm.NewLazyObject(vm.KindObject, proto, fill)
	r.rt.vm.EnterRealm(before)
	return o
}

// protoOfProto is the prototype of c's prototype object.
func (r *Realm) protoOfProto(c *Class) vm.Ref {
	parent := vm.Ref(0)
	switch {
	case c.Parent != nil:
		parent = r.prototype(c.Parent)
	case c.Name == "DOMException":
		parent = r.vm.Intrinsic(vm.ErrorPrototype)
	case c.Flags&ClassAsyncIterator != 0:
		parent = r.vm.Intrinsic(vm.AsyncIteratorPrototype)
	default:
		parent = r.vm.Intrinsic(vm.ObjectPrototype)
	}
	if c.Flags&ClassGlobal != 0 && c.Named != nil {
		return r.namedPropertiesObject(c, parent)
	}
	return parent
}

// fillProto gives a prototype object its properties.
func (r *Realm) fillProto(c *Class, o vm.Ref) {
	h := r.rt.vm
	rows := c.rows()
	scopes := false
	for i := range rows {
		m := rows[i].m
		switch {
		case m.Flags&Static != 0:
		case c.Flags&ClassGlobal != 0:
			if m.Const != nil {
				r.putMember(o, c, i)
			}
		case m.Flags&Unforgeable == 0:
			r.putMember(o, c, i)
			scopes = scopes || m.Flags&Unscopable != 0
		}
	}
	if c.Flags&ClassNoInterfaceObject == 0 {
		r.vm.PutLazy(o, vm.KeyConstructor, c.slot(slotClass), vm.DescWritable|vm.DescConfigurable, false)
	}
	h.Put(o, vm.SymToStringTag, h.KeyOrString(c.Name), vm.DescConfigurable)
	if scopes {
		r.vm.PutLazy(o, vm.SymUnscopables, c.slot(slotScopes), vm.DescConfigurable, false)
	}
}

// unscopables is the value of a prototype's @@unscopables.
func (r *Realm) unscopables(c *Class) vm.Ref {
	h := r.rt.vm
	o := h.NewObjectProto(0)
	rows := c.rows()
	for i := range rows {
		if m := rows[i].m; m.Flags&Unscopable != 0 {
			h.PutData(o, h.Intern(m.Name), vm.True)
		}
	}
	return o
}

// ClassPrototype is the interface prototype object of c.
func (r *Realm) ClassPrototype(c *Class) Object { return r.made(r.prototype(c)) }

// ClassObject is the interface object of c, or the namespace object.
func (r *Realm) ClassObject(c *Class) Object { return r.made(r.classObject(c)) }

// classObject makes the interface object or the namespace object of c.
func (r *Realm) classObject(c *Class) vm.Ref {
	rc := r.classOf(c)
	if rc.ctor != 0 {
		return rc.ctor
	}
	h := r.rt.vm
	rows := c.rows()
	if c.Flags&ClassNamespace != 0 {
		proto := r.vm.Intrinsic(vm.ObjectPrototype)
		if c.Name == "console" { // https://console.spec.whatwg.org/#console-namespace
			proto = r.lazyObject(proto, func(vm.Ref) {})
		}
		rc.ctor = r.lazyObject(proto, func(o vm.Ref) {
			for i := range rows {
				r.putMember(o, c, i)
			}
			h.Put(o, vm.SymToStringTag, h.KeyOrString(c.Name), vm.DescConfigurable)
		})
		return rc.ctor
	}
	parent := vm.Ref(0)
	if c.Parent != nil && c.Parent.Flags&ClassNoInterfaceObject == 0 {
		parent = r.classObject(c.Parent)
	}
	proto := vm.Ref(0)
	if c.Flags&ClassCallbackInterface == 0 {
		proto = r.prototype(c)
	}
	n := info(&c.made.ctor, func() *nativeInfo { return c.constructor(c.Name, c.New, c.NewLength) })
	o := r.vm.NewConstructor(h.Intern(c.Name), int(c.NewLength), n.fn, proto, parent)
	rc.ctor = o
	for i := range rows {
		if m := rows[i].m; m.Const != nil || m.Flags&Static != 0 {
			h.Put(o, r.memberKey(m), r.memberValue(c, i), m.propFlags().desc())
		}
	}
	return o
}

// constructor is a function that can be called with new only.
func (c *Class) constructor(name string, f NativeFunc, length uint8) *nativeInfo {
	return &nativeInfo{f: f, class: c, name: name, kind: kindConstructor, length: length, noThis: true}
}

// construct runs a constructor for script.
func (n *nativeInfo) construct(vc *vm.Call) vm.Value {
	r := vc.Realm.Data.(*Realm)
	rt := r.rt
	c := rt.push(r, n)
	c.call = vc
	c.this = Undefined
	switch {
	case n.f == nil && !vc.IsConstruct():
		c.Throw(r.NewError(TypeError, "Illegal constructor"))
	case n.f == nil:
		c.TypeError("Illegal constructor")
	case !vc.IsConstruct():
		c.TypeError("Please use the 'new' operator, this DOM object constructor cannot be called as a function.")
	case vc.NArgs() < int(n.length):
		c.tooFew(int(n.length), vc.NArgs())
	}
	var v Value
	if c.err == nil {
		c.newTarget = rt.object(vc.NewTarget.ObjectRef())
		v = n.f(c)
	}
	if c.err == nil && !v.IsObject() {
		panic("js: constructor of " + n.name + " returned no object")
	}
	return c.result(v)
}

// factory makes a [LegacyFactoryFunction].
func (r *Realm) factory(c *Class, i int) vm.Ref {
	c.rows()
	f := &c.Factories[i]
	n := info(&c.made.make[i], func() *nativeInfo { return c.constructor(f.Name, f.New, f.Length) })
	return r.vm.NewConstructor(r.rt.vm.Intern(f.Name), int(f.Length), n.fn, r.prototype(c), 0)
}

func (r *Realm) table() *Table {
	if r.opt.Table == nil {
		return emptyTable
	}
	return r.opt.Table
}

var emptyTable = NewTable()

// initGlobal gives the realm's global object its class and its lazy properties.
func (r *Realm) initGlobal() {
	h := r.rt.vm
	g := r.vm.Global()
	hidden := vm.DescWritable | vm.DescConfigurable
	for _, c := range r.table().classes {
		if c.Flags&ClassNoInterfaceObject != 0 {
			continue
		}
		r.vm.PutLazy(g, h.Intern(c.Name), c.slot(slotClass), hidden, false)
		for _, a := range c.Aliases {
			r.vm.PutLazy(g, h.Intern(a), c.slot(slotClass), hidden, false)
		}
		for i := range c.Factories {
			r.vm.PutLazy(g, h.Intern(c.Factories[i].Name), c.slot(slotFactory+i), hidden, false)
		}
	}
	c := r.opt.Global
	if c == nil {
		return
	}
	for _, a := range c.ancestors {
		if a.Flags&ClassGlobal == 0 {
			continue
		}
		rows := a.rows()
		for i := range rows {
			if m := rows[i].m; m.Flags&Static == 0 && m.Const == nil {
				r.putMember(g, a, i)
			}
		}
	}
	r.vm.SetGlobalHost(r.rt.hostClass(c), r.opt.ID, r.opt.State)
	h.SetPrototype(g, r.prototype(c))
	if c.Guard != nil {
		r.vm.UseGlobalProxy(r.opt.Proxy.ref())
	}
}

// NewHost makes a platform object: an instance of c with c's prototype in this realm.
func (r *Realm) NewHost(c *Class, id uint32, state any) Object {
	return r.newHost(c, id, state, r.prototype(c))
}

// NewHostWithProto is NewHost with another prototype (custom elements, newTarget.prototype).
func (r *Realm) NewHostWithProto(c *Class, id uint32, state any, proto Object) Object {
	return r.newHost(c, id, state, r.rt.use(proto))
}

func (r *Realm) newHost(c *Class, id uint32, state any, proto vm.Ref) Object {
	h := r.rt.vm
	rc := r.classOf(c)
	o := r.vm.NewHost(rc.host, id, state, proto)
	for i := range rc.instance {
		p := &rc.instance[i]
		h.Put(o, p.key, p.value, p.flags)
	}
	return r.made(o)
}
