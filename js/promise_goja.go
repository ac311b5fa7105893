//go:build niso_goja || !niso_vm

package js

import "github.com/dop251/goja"

// Promise is a promise with the means to settle it. It keeps the promise object no more than a Value does: what
// settles it later has a [Root] of its Value, or Go state whose Trace marks that.
type Promise struct {
	realm           *Realm
	promise         *goja.Object
	resolve, reject func(any) error
}

// NewPromise makes a pending promise.
func (r *Realm) NewPromise() *Promise {
	p, resolve, reject := r.vm.NewPromise()
	return &Promise{r, r.vm.ToValue(p).(*goja.Object), resolve, reject}
}

// Value is the promise object.
func (p *Promise) Value() Value { return Value{v: p.promise} }

// Resolve resolves the promise with v, which may be a thenable. The second settling does nothing.
func (p *Promise) Resolve(v Value) { p.settle(p.resolve, v) }

// Reject rejects the promise with v.
func (p *Promise) Reject(v Value) { p.settle(p.reject, v) }

func (p *Promise) settle(f func(any) error, v Value) {
	if p.resolve == nil {
		return
	}
	p.resolve, p.reject = nil, nil
	// The then getter of v may run script; what it throws rejects the promise.
	p.realm.try(func() { must(f(v.raw())) })
}

// RejectError rejects with what err holds, as [Conv.Fail] does.
func (p *Promise) RejectError(err error) { p.Reject(p.realm.ErrorValue(err)) }

// ErrorValue is what err holds as a value that can be thrown: an *Exception's value, or a new error.
func (r *Realm) ErrorValue(err error) Value {
	switch e := err.(type) {
	case *Exception:
		return e.Value
	case *SyntaxError:
		return r.NewError(SyntaxErrorType, e.Message)
	}
	return r.NewError(TypeError, err.Error())
}

// PromiseOf is a promise resolved with v, or v itself if it is a promise of this realm.
func (r *Realm) PromiseOf(v Value) Value {
	if s, _ := r.PromiseState(v); s != NotPromise {
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

func promiseOf(v Value) *goja.Promise {
	o, ok := v.v.(*goja.Object)
	if !ok || !hostOf(o).IsNone() || objectOf(o).self.tab != tabPromise {
		return nil
	}
	return (*goja.Promise)(objectOf(o).self.data)
}

// PromiseState is the state and result of a promise; NotPromise for all else.
func (r *Realm) PromiseState(v Value) (PromiseState, Value) {
	p := promiseOf(v)
	if p == nil {
		return NotPromise, Undefined
	}
	switch p.State() {
	case goja.PromiseStateFulfilled:
		return Fulfilled, Value{v: p.Result()}
	case goja.PromiseStateRejected:
		return Rejected, Value{v: p.Result()}
	}
	return Pending, Undefined
}

// Then reacts to a promise from Go ("upon fulfillment", "upon rejection"). A nil function
// passes the outcome on. An error that a function returns rejects the result. It marks the
// promise handled. keep are values that the functions use: they live until one was called, or neither can be.
//
// https://webidl.spec.whatwg.org/#dfn-perform-steps-once-promise-is-settled
func (r *Realm) Then(promise Value, fulfilled, rejected func(v Value) (Value, error), keep ...Value) Value {
	wrap := func(f func(Value) (Value, error)) Value {
		if f == nil {
			return Undefined
		}
		return r.NewFunction("", 1, func(c *Call) Value {
			v, err := f(c.Arg(0))
			if err != nil {
				return c.Fail(err)
			}
			return v
		}).Value()
	}
	if r.errors.then == nil {
		proto := r.vm.Get("Promise").(*goja.Object).Get("prototype").(*goja.Object)
		r.errors.then, _ = goja.AssertFunction(proto.Get("then"))
	}
	var res Value
	args := []Value{wrap(fulfilled), wrap(rejected)}
	if err := r.try(func() { res.v = f2(r.errors.then, promise.raw(), rawArgs(args)) }); err != nil {
		return r.RejectedPromise(r.ErrorValue(err))
	}
	return res
}

// MarkHandled keeps a promise's rejection from being reported.
func (r *Realm) MarkHandled(promise Value) {
	r.Then(promise, nil, func(Value) (Value, error) { return Undefined, nil })
}
