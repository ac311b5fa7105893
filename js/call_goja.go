//go:build niso_goja || !niso_vm

package js

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

type nativeKind uint8

const (
	kindFunction nativeKind = iota // no class: Realm.NewFunction
	kindOperation
	kindGetter
	kindSetter
	kindConstructor
	kindHook // of Indexed, Named and Pairs
)

// nativeInfo is what a native function is, shared by realms.
type nativeInfo struct {
	f      NativeFunc
	class  *Class // that declares it, nil for none
	name   string
	kind   nativeKind
	length uint8
	flags  MemberFlags
	noThis bool // static, namespace
}

func (r *Realm) push() *Call {
	if r.ncalls == len(r.calls) {
		r.calls = append(r.calls, &Call{Conv: Conv{realm: r}})
	}
	c := r.calls[r.ncalls]
	r.ncalls++
	return c
}

func (r *Realm) pop(c *Call) {
	r.ncalls--
	c.this, c.backend, c.newTarget, c.host = Value{}, callBackend{}, Object{}, Host{}
	c.err, c.prefix, c.arg, c.fn = nil, "", 0, nil
}

// popTo drops calls that a panic ended.
func (r *Realm) popTo(n int) {
	for r.ncalls > n {
		r.pop(r.calls[r.ncalls-1])
	}
}

// native makes the function object of a nativeInfo.
func (r *Realm) native(info *nativeInfo, name string) *goja.Object {
	return gNewNativeFunc(r.vm, func(fc goja.FunctionCall) goja.Value {
		return r.invoke(info, fc.This, fc.Arguments)
	}, uniName(name), int(info.length))
}

func uniName(s string) unistring.String { return unistring.NewFromString(s) }

func (r *Realm) newFunction(name string, length int, f NativeFunc) Object {
	info := &nativeInfo{f: f, name: name, noThis: true}
	return Object{gNewNativeFunc(r.vm, func(fc goja.FunctionCall) goja.Value {
		return r.invoke(info, fc.This, fc.Arguments)
	}, uniName(name), length)}
}

// invoke runs a native function for script.
func (r *Realm) invoke(info *nativeInfo, this goja.Value, args []goja.Value) goja.Value {
	c := r.push()
	c.fn = info
	c.this.v = this
	c.backend.args = valuesOf(args)
	if !info.noThis {
		if o, ok := this.(*goja.Object); ok {
			c.host = hostOf(o)
		} else if this == nil || goja.IsUndefined(this) || goja.IsNull(this) {
			// Web IDL: a nullish this is the global object.
			c.this.v = r.global
			c.host = hostOf(r.global)
		}
		if !c.host.Is(info.class) {
			c.host = Host{}
			switch {
			case info.flags&AnyThis != 0:
			case info.flags&LenientThis != 0:
				r.pop(c)
				return goja.Undefined()
			default:
				c.Throw(r.NewError(TypeError, "Illegal invocation"))
			}
		}
	}
	if c.err == nil && len(args) < int(info.length) && info.kind != kindFunction {
		c.tooFew(int(info.length), len(args))
	}
	var v Value
	if c.err == nil {
		v = info.f(c)
	}
	err := c.err
	r.pop(c)
	if err != nil {
		if info.flags&ReturnsPromise != 0 {
			if ex, ok := err.(*Exception); ok {
				return r.RejectedPromise(ex.Value).v
			}
		}
		panic(r.thrown(err))
	}
	return v.raw()
}

// thrown is what to panic with so that goja throws err.
func (r *Realm) thrown(err error) any {
	switch e := err.(type) {
	case *Exception:
		if e.raw != nil {
			return e.raw
		}
		return e.Value.raw()
	case *Interrupted:
		return e.raw
	}
	return r.NewError(TypeError, err.Error()).v
}

// hook runs a hook of an exotic object and gives its result.
func (r *Realm) hook(h Host, this goja.Value, info *nativeInfo, f func(c *Call)) {
	c := r.push()
	c.fn, c.host, c.this.v = info, h, this
	f(c)
	err := c.err
	r.pop(c)
	if err != nil {
		panic(r.thrown(err))
	}
}

// NewThis makes the object of a constructor call: an instance of cl, the declaring class or a
// subclass of it, whose prototype is newTarget.prototype. State may be nil and be set later.
func (c *Call) NewThis(cl *Class, id uint32, state any) Object {
	r := c.realm
	proto := r.ClassPrototype(cl)
	if nt := c.newTarget; !nt.IsNone() && nt != r.classOf(cl).ctorIfMade() {
		p, err := r.Get(nt, "prototype")
		if err != nil {
			c.Fail(err)
			return Object{}
		}
		if p.IsObject() {
			proto = p.Object()
		}
	}
	return r.NewHostWithProto(cl, id, state, proto)
}

type callBackend struct{ args []Value }

// NArgs is the number of arguments passed.
func (c *Call) NArgs() int { return len(c.backend.args) }

// Arg is argument i, undefined if not passed.
func (c *Call) Arg(i int) Value {
	if uint(i) < uint(len(c.backend.args)) {
		return c.backend.args[i]
	}
	return Value{}
}

// Has reports whether argument i was passed and is not undefined: whether an optional argument
// is present.
func (c *Call) Has(i int) bool {
	return uint(i) < uint(len(c.backend.args)) && !c.backend.args[i].IsUndefined()
}

// Args are the arguments. The slice is valid until the function returns.
func (c *Call) Args() []Value { return c.backend.args }
