package js

import (
	"github.com/niso-engine/niso/js/vm"
)

// Call is one running native function. It is valid until the function returns, and reused after:
// keep the values, not the Call.
type Call struct {
	Conv

	this      Value
	newTarget Object
	host      Host

	call *vm.Call // nil for hooks: they have none
	args []Value  // made when all are asked for
}

// This is the this value: for operations and attributes of the global, with undefined
// and null replaced by the global object.
func (c *Call) This() Value { return c.this }

// Host is the host slot of this, an instance of the class that declares the member. It is none
// for static members, namespaces and constructors.
func (c *Call) Host() Host { return c.host }

// ID is Host().ID().
func (c *Call) ID() uint32 { return c.host.ID() }

// State is Host().State().
func (c *Call) State() any { return c.host.State() }

// Member is the name of the member that runs, without "get " or "set ": many members may share one native.
func (c *Call) Member() string { return c.fn.name }

// NewTarget is new.target: the constructor that `new` was applied to; none in a plain call.
func (c *Call) NewTarget() Object { return c.newTarget }

type nativeKind uint8

const (
	kindFunction nativeKind = iota // no class: Realm.NewFunction
	kindOperation
	kindGetter
	kindSetter
	kindConstructor
	kindHook // of Indexed, Named and Pairs
)

// nativeInfo is what a native function is, shared by realms and runtimes.
type nativeInfo struct {
	f      NativeFunc
	class  *Class // that declares it, nil for none
	name   string
	kind   nativeKind
	length uint8
	flags  MemberFlags
	noThis bool // static, namespace
	fn     vm.NativeFunc
}

// NArgs is the number of arguments passed.
func (c *Call) NArgs() int {
	if c.call == nil {
		return 0
	}
	return c.call.NArgs()
}

// Arg is argument i, undefined if not passed.
func (c *Call) Arg(i int) Value {
	if c.call == nil {
		return Value{}
	}
	return Value{v: c.call.Arg(i), rt: c.realm.rt}
}

// Has reports whether argument i was passed and is not undefined: whether an optional argument
// is present.
func (c *Call) Has(i int) bool {
	return c.call != nil && !c.call.Arg(i).IsUndefined()
}

// Args are the arguments. The slice is valid until the function returns.
func (c *Call) Args() []Value {
	if n := c.NArgs(); c.args == nil && n > 0 {
		list := make([]Value, n)
		for i := range list {
			list[i] = c.Arg(i)
		}
		c.args = list
	}
	return c.args
}

// push takes the Call of the next depth.
func (rt *Runtime) push(r *Realm, info *nativeInfo) *Call {
	if rt.ncalls == len(rt.calls) {
		rt.calls = append(rt.calls, new(Call))
	}
	c := rt.calls[rt.ncalls]
	rt.ncalls++
	c.realm, c.fn = r, info
	return c
}

// pop gives it back, with nothing in it that holds memory.
func (rt *Runtime) pop(c *Call) {
	rt.ncalls--
	c.call = nil
	if c.args != nil {
		c.args = nil
	}
	c.arg = 0
	if c.prefix != "" {
		c.prefix = ""
	}
	if len(c.path) > 0 {
		c.path = c.path[:0]
	}
	if c.set.kind != noProperty {
		c.set = property{}
	}
	c.host = Host{}
	c.newTarget = Object{}
	if c.err != nil {
		c.err = nil
	}
}

// native makes what the engine calls for a native function.
func (n *nativeInfo) native() vm.NativeFunc {
	if n.kind == kindConstructor {
		return func(vc *vm.Call) vm.Value { return n.construct(vc) }
	}
	return func(vc *vm.Call) vm.Value { return n.invoke(vc) }
}

// invoke runs a native function for script.
func (n *nativeInfo) invoke(vc *vm.Call) vm.Value {
	r := vc.Realm.Data.(*Realm)
	rt := r.rt
	c := rt.push(r, n)
	c.call = vc
	c.this = Value{v: vc.This, rt: rt}
	if !n.noThis && !c.receive(n) {
		if c.err == nil {
			rt.pop(c)
			return vm.Undefined
		}
	} else if n.length > 0 && vc.NArgs() < int(n.length) && n.kind != kindFunction {
		c.tooFew(int(n.length), vc.NArgs())
	}
	var v Value
	if c.err == nil {
		v = n.f(c)
	}
	return c.result(v)
}

// receive checks this and finds its host slot: Web IDL's brand check. false: the call is over.
func (c *Call) receive(n *nativeInfo) bool {
	rt := c.realm.rt
	if c.this.v <= vm.Null {
		// Web IDL: a nullish this is the global object.
		c.this.v = c.realm.vm.GlobalThis()
	}
	if number, _ := rt.vm.HostOf(c.this.v); number != 0 {
		if class := rt.classes[number]; class.Is(n.class) {
			c.host = Host{rt, rt.vm.GlobalBehind(c.this.v.Ref())}
			// https://webidl.spec.whatwg.org/#dfn-perform-a-security-check
			if g := class.Guard; g != nil && g.Foreign(c.realm, c.host) && !g.allows(n) {
				c.Throw(g.Denied(c.realm, c.host))
				return false
			}
			return true
		}
	}
	switch {
	case n.flags&AnyThis != 0:
		return true
	case n.flags&LenientThis != 0:
		return false
	}
	text := "Illegal invocation"
	if n.flags&ReturnsPromise != 0 { // the rejection says where
		text = c.context() + text
	}
	c.Throw(c.realm.NewError(TypeError, text))
	return false
}

// result ends the call: its value for the engine, or its error pending there.
func (c *Call) result(v Value) vm.Value {
	r, err, flags := c.realm, c.err, c.fn.flags
	rt := r.rt
	rt.pop(c)
	switch {
	case rt.ended != nil:
		err = rt.ended // whatever the native made of it
	case err == nil && v.rt != rt && v.v.HasCell():
		rt.vm.TypeError("Value of another runtime")
		return vm.Undefined
	case err == nil:
		return v.v
	}
	if ex, ok := err.(*Exception); ok && flags&ReturnsPromise != 0 {
		return r.RejectedPromise(ex.Value).v
	}
	rt.throw(err)
	return vm.Undefined
}

// hook runs a hook of an exotic object; false with an exception pending.
func (r *Realm) hook(h Host, this vm.Value, info *nativeInfo, f func(c *Call)) bool {
	rt := r.rt
	c := rt.push(r, info)
	c.host, c.this = h, Value{v: this, rt: rt}
	f(c)
	err := c.err
	rt.pop(c)
	if rt.ended != nil {
		err = rt.ended
	}
	if err != nil {
		rt.throw(err)
		return false
	}
	return true
}

// newFunction is NewFunction for what needs a NativeFunc without a class.
func (r *Realm) newFunction(name string, length int, f NativeFunc) Object {
	return r.NewFunction(name, length, f)
}

// NewFunction makes a function object without a class: callbacks that Go hands to script.
// length is its length property; fewer arguments do not throw. f's variables do not keep values alive: those of keep live as long as
// the function.
func (r *Realm) NewFunction(name string, length int, f NativeFunc, keep ...Value) Object {
	rt := r.rt
	if rt.closed {
		return Object{}
	}
	info := &nativeInfo{f: f, name: name, noThis: true}
	o := r.vm.NewKeeper(rt.vm.Intern(name), length, info.native(), raw(keep)...)
	rt.vm.KeepRef(o)
	return rt.object(o)
}

// NewThis makes the object of a constructor call: an instance of cl, the declaring class or a
// subclass of it, whose prototype is newTarget.prototype. State may be nil and be set later.
func (c *Call) NewThis(cl *Class, id uint32, state any) Object {
	r := c.realm
	proto := Object{}
	if nt := c.newTarget; !nt.IsNone() && nt.ref() != r.classOf(cl).ctor {
		p, err := r.Get(nt, "prototype")
		if err != nil {
			c.Fail(err)
			return Object{}
		}
		if p.IsObject() {
			proto = p.Object()
		} else if o := r.rt.FunctionRealm(nt); o != nil {
			proto = o.ClassPrototype(cl) // of the realm that the constructor is of
		}
	}
	if proto.IsNone() {
		proto = r.ClassPrototype(cl)
	}
	return r.NewHostWithProto(cl, id, state, proto)
}
