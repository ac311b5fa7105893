package js

import (
	"github.com/niso-engine/niso/js/vm"
)

// PromiseState is the state of a promise.
type PromiseState uint8

const (
	NotPromise PromiseState = iota // the value is no promise
	Pending
	Fulfilled
	Rejected
)

// Promise is a promise with the means to settle it. It does not keep the promise object alive: who holds a Promise keeps its Value.
type Promise struct {
	realm *Realm
	obj   Object
	done  bool // was settled, or resolved with a promise
}

// NewPromise makes a pending promise.
func (r *Realm) NewPromise() *Promise { return &Promise{realm: r, obj: r.made(r.vm.NewPromise())} }

// Value is the promise object.
func (p *Promise) Value() Value { return p.obj.Value() }

// Resolve resolves the promise with v, which may be a thenable. The second settling does nothing.
func (p *Promise) Resolve(v Value) { p.settle(v, false) }

// Reject rejects the promise with v.
func (p *Promise) Reject(v Value) { p.settle(v, true) }

func (p *Promise) settle(v Value, reject bool) {
	if p.done {
		return
	}
	p.done = true
	r := p.realm
	// The then getter of v may run script; what it throws rejects the promise.
	r.on(p.obj, func(o vm.Ref) bool {
		h := r.rt.vm
		if reject {
			h.RejectPromise(o, r.rt.own(v))
		} else {
			h.ResolvePromise(o, r.rt.own(v))
		}
		return !h.Pending()
	})
}

// RejectError rejects with what err holds, as [Conv.Fail] does.
func (p *Promise) RejectError(err error) { p.Reject(p.realm.ErrorValue(err)) }

// ErrorValue is what err holds as a value that can be thrown: an *Exception's value, or a new error.
func (r *Realm) ErrorValue(err error) Value {
	switch e := err.(type) {
	case *Exception:
		return e.Value
	case *SyntaxError:
		return r.NewError(e.errorType(), e.Message)
	}
	return r.NewError(TypeError, err.Error())
}

// PromiseOf is a promise resolved with v, or v itself if it is a promise.
func (r *Realm) PromiseOf(v Value) Value {
	if promiseRef(v) != 0 {
		return v
	}
	p := r.NewPromise()
	p.Resolve(v)
	return p.Value()
}

// RejectedPromise is a promise rejected with v.
func (r *Realm) RejectedPromise(v Value) Value {
	p := r.NewPromise()
	p.Reject(v)
	return p.Value()
}

// promiseRef is the cell of a promise, 0 for all else.
func promiseRef(v Value) vm.Ref {
	if h := v.heap(); h != nil && h.IsKind(v.v, vm.KindPromise) {
		return v.v.Ref()
	}
	return 0
}

// PromiseState is the state and result of a promise; NotPromise for all else.
func (r *Realm) PromiseState(v Value) (PromiseState, Value) {
	p := promiseRef(v)
	if p == 0 {
		return NotPromise, Undefined
	}
	s, res := v.rt.vm.PromiseState(p)
	return Pending + PromiseState(s), v.rt.wrap(res)
}

// Then reacts to a promise from Go ("upon fulfillment", "upon rejection"). A nil function
// passes the outcome on. An error that a function returns rejects the result. It marks the
// promise handled. The functions' variables do not keep values alive: those of keep live until the promise is settled.
//
// https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
func (r *Realm) Then(promise Value, fulfilled, rejected func(v Value) (Value, error), keep ...Value) Value {
	p := promiseRef(promise)
	if p == 0 || promise.rt != r.rt {
		return r.RejectedPromise(r.NewError(TypeError, describe(promise)+" is not a promise"))
	}
	function := func(f func(Value) (Value, error)) vm.Value {
		if f == nil {
			return vm.Undefined
		}
		return r.NewFunction("", 1, func(c *Call) Value {
			v, err := f(c.Arg(0))
			if err != nil {
				return c.Fail(err)
			}
			return v
		}, keep...).peek().v
	}
	res := r.NewPromise()
	h := r.rt.vm
	before := h.EnterRealm(r.vm)
	h.PerformThen(p, function(fulfilled), function(rejected), &vm.Capability{Promise: res.obj.peek().v})
	h.EnterRealm(before)
	return res.Value()
}

// MarkHandled keeps a promise's rejection from being reported.
func (r *Realm) MarkHandled(promise Value) {
	if p := promiseRef(promise); p != 0 {
		promise.rt.vm.PerformThen(p, vm.Undefined, vm.Undefined, nil)
	}
}
