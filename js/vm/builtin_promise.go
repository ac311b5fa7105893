package vm

// https://tc39.es/ecma262/#sec-promise-objects
func init() {
	defineClass(PromiseCtor, PromisePrototype, "Promise", 1, promiseCtor, []prop{
		method("all", 1, promiseAll),
		method("allSettled", 1, promiseAllSettled),
		method("any", 1, promiseAny),
		method("race", 1, promiseRace),
		method("reject", 1, promiseReject),
		method("resolve", 1, promiseResolve),
		method("try", 1, promiseTry),
		method("withResolvers", 0, promiseWithResolvers),
		getter("@@species", func(c *Call) Value { return c.This }),
	}, []prop{
		method("catch", 1, promiseCatch),
		method("finally", 1, promiseFinally),
		method("then", 2, promiseThen),
		text("@@toStringTag", "Promise"),
	})
	thenFinally.is("", 1, func(c *Call) Value {
		// Data: onFinally, constructor, whether it is for a rejection.
		rt := c.Rt
		res, ok := rt.Call(c.Data(0), Undefined)
		if !ok {
			return Undefined
		}
		rt.Keep(res)
		p, ok := rt.PromiseResolve(c.Data(1).Ref(), res)
		if !ok {
			return Undefined
		}
		rt.KeepRef(p)
		f := c.Realm.NewBuiltin(&valueThunk, c.Arg(0), c.Data(2))
		v, _ := rt.Invoke(objectValue(p), KeyThen, objectValue(f))
		return v
	})
	valueThunk.is("", 0, func(c *Call) Value {
		if c.Data(1) == True {
			return c.Throw(c.Data(0))
		}
		return c.Data(0)
	})
	// Data: 0 index; 1 cell: state of the combinator (values Array, remaining, resolve or reject); 2 kind; 3 cell: called already
	allElement.is("", 1, func(c *Call) Value {
		rt := c.Rt
		if called := c.Data(3).Ref(); rt.At(called, 0) == True {
			return Undefined
		} else {
			rt.SetAt(called, 0, True)
		}
		st := c.Data(1).Ref()
		x := c.Arg(0)
		switch c.Data(2).int() {
		case elementFulfilled, elementRejected:
			o := c.Realm.NewObject()
			status, key := "fulfilled", KeyValue
			if c.Data(2).int() == elementRejected {
				status, key = "rejected", KeyReason
			}
			rt.addProp(o, KeyStatus, attrData, rt.NewASCII(status))
			rt.addProp(o, key, attrData, x)
			x = objectValue(o)
		}
		rt.defineElem(rt.At(st, 0).Ref(), uint32(c.Data(0).int()), x, attrData)
		if !rt.allDone(st, c.Data(2).int()) {
			return Undefined
		}
		return Undefined
	})
}

var thenFinally, valueThunk, allElement Helper

const (
	elementAll = iota
	elementFulfilled
	elementRejected
	elementAny
)

func promiseCtor(c *Call) Value {
	rt := c.Rt
	if !c.IsConstruct() {
		return c.TypeError("Promise constructor cannot be invoked without 'new'")
	}
	if !rt.IsCallable(c.Arg(0)) {
		return c.TypeError("Promise resolver %s is not a function", rt.brief(c.Arg(0)))
	}
	proto, ok := rt.ProtoFromCtor(c.NewTarget, PromisePrototype)
	if !ok {
		return Undefined
	}
	p := rt.NewKind(KindPromise, proto)
	rt.KeepRef(p)
	res, rej := rt.ResolvingFunctions(p)
	rt.Keep(rej)
	if _, ok := rt.Call(c.Arg(0), Undefined, res, rej); !ok {
		exc, ok := rt.TakeException()
		if !ok {
			return Undefined
		}
		if _, ok := rt.Call(rej, Undefined, exc); !ok {
			return Undefined
		}
	}
	return objectValue(p)
}

func promiseResolve(c *Call) Value {
	if !c.This.IsObject() {
		return c.TypeError("PromiseResolve called on non-object")
	}
	p, ok := c.Rt.PromiseResolve(c.This.Ref(), c.Arg(0))
	if !ok {
		return Undefined
	}
	return objectValue(p)
}

func promiseReject(c *Call) Value {
	cap, ok := c.Rt.NewCapability(c.This)
	if !ok || !c.Rt.RejectCapability(cap, c.Arg(0)) {
		return Undefined
	}
	return cap.Promise
}

func promiseTry(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Promise.try called on non-object")
	}
	cap, ok := rt.NewCapability(c.This)
	if !ok {
		return Undefined
	}
	var args []Value
	if c.NArgs() > 1 {
		args = c.args[1:]
	}
	v, ok := rt.Call(c.Arg(0), Undefined, args...)
	if !ok {
		exc, thrown := rt.TakeException()
		if !thrown || !rt.RejectCapability(cap, exc) {
			return Undefined
		}
		return cap.Promise
	}
	if !rt.ResolveCapability(cap, v) {
		return Undefined
	}
	return cap.Promise
}

func promiseWithResolvers(c *Call) Value {
	rt := c.Rt
	cap, ok := rt.NewCapability(c.This)
	if !ok {
		return Undefined
	}
	res, rej := rt.CapabilityFunctions(cap)
	o := c.Realm.NewObject()
	rt.addProp(o, KeyPromise, attrData, cap.Promise)
	rt.addProp(o, KeyResolve, attrData, res)
	rt.addProp(o, KeyReject, attrData, rej)
	return objectValue(o)
}

// https://tc39.es/ecma262/#sec-promise.prototype.then
func promiseThen(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindPromise) {
		return c.Incompatible("Promise.prototype.then")
	}
	p := c.This.Ref()
	ctor, ok := rt.SpeciesCtor(p, PromiseCtor)
	if !ok {
		return Undefined
	}
	cap, ok := rt.NewCapability(ctor)
	if !ok {
		return Undefined
	}
	on, off := c.Arg(0), c.Arg(1)
	if !rt.IsCallable(on) {
		on = Undefined
	}
	if !rt.IsCallable(off) {
		off = Undefined
	}
	rt.PerformThen(p, on, off, cap)
	return cap.Promise
}

// SpeciesCtor is SpeciesConstructor(o, default).
func (rt *Runtime) SpeciesCtor(o Ref, def Intrinsic) (Value, bool) {
	d := objectValue(rt.realm.Intrinsic(def))
	c, ok := rt.Get(o, KeyConstructor)
	if !ok || c.IsUndefined() {
		return d, ok
	}
	if !c.IsObject() {
		return Undefined, rt.TypeError("The .constructor property is not an object")
	}
	s, ok := rt.Get(c.Ref(), SymSpecies)
	if !ok || s.IsNullish() {
		return d, ok
	}
	if !rt.IsConstructor(s) {
		return Undefined, rt.TypeError("object.constructor[Symbol.species] is not a constructor")
	}
	return s, true
}

func promiseCatch(c *Call) Value {
	v, _ := c.Rt.Invoke(c.This, KeyThen, Undefined, c.Arg(0))
	return v
}

func promiseFinally(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Promise.prototype.finally called on a non-object")
	}
	ctor, ok := rt.SpeciesCtor(c.This.Ref(), PromiseCtor)
	if !ok {
		return Undefined
	}
	on, off := c.Arg(0), c.Arg(0)
	if rt.IsCallable(c.Arg(0)) {
		on = objectValue(c.Realm.NewBuiltin(&thenFinally, c.Arg(0), ctor, False))
		rt.Keep(on)
		off = objectValue(c.Realm.NewBuiltin(&thenFinally, c.Arg(0), ctor, True))
	}
	v, _ := rt.Invoke(c.This, KeyThen, on, off)
	return v
}

// combine is what the combinators share: f is called with each promise and its index.
func (c *Call) combine(f func(cap *Capability, resolve, next Value, i int) bool, end func(cap *Capability) bool) Value {
	rt := c.Rt
	cap, ok := rt.NewCapability(c.This)
	if !ok {
		return Undefined
	}
	rt.CapabilityFunctions(cap)
	rt.Keep(cap.Promise)
	rt.Keep(cap.Resolve)
	rt.Keep(cap.Reject)
	reject := func() Value {
		exc, ok := rt.TakeException()
		if !ok || !rt.RejectCapability(cap, exc) {
			return Undefined
		}
		return cap.Promise
	}
	resolve, ok := rt.Get(c.This.Ref(), KeyResolve)
	if !ok {
		return reject()
	}
	if !rt.IsCallable(resolve) {
		rt.TypeError("Promise resolve or reject function is not callable")
		return reject()
	}
	rt.Keep(resolve)
	i := 0
	ok = rt.Iterate(c.Arg(0), func(x Value) bool {
		next, ok := rt.Call(resolve, c.This, x)
		if !ok {
			return false
		}
		rt.Keep(next)
		ok = f(cap, resolve, next, i)
		i++
		return ok
	})
	if !ok || !end(cap) {
		return reject()
	}
	return cap.Promise
}

// newAll makes the state of a combinator: values, remaining elements and the function to call at the end.
func (c *Call) newAll() Ref {
	st := c.Rt.NewValues(3)
	c.Rt.Keep(CellValue(st))
	c.Rt.SetAt(st, 0, objectValue(c.Realm.NewArrayLen(0)))
	c.Rt.SetAt(st, 1, Int(1))
	return st
}

// allDone counts one element down; the last one settles.
func (rt *Runtime) allDone(st Ref, kind int32) bool {
	n := rt.At(st, 1).int() - 1
	rt.SetAt(st, 1, Int(n))
	if n > 0 {
		return true
	}
	v := rt.At(st, 0)
	if kind == elementAny {
		e := rt.realm.NewError(AggregateErrorPrototype, "All promises were rejected")
		rt.put(e.Ref(), KeyErrors, v, attrHidden)
		v = e
	}
	_, ok := rt.Call(rt.At(st, 2), Undefined, v)
	return ok
}

func (c *Call) allCombinator(kind int32) Value {
	rt := c.Rt
	st := c.newAll()
	return c.combine(func(cap *Capability, resolve, next Value, i int) bool {
		rt.SetAt(st, 2, cap.Resolve)
		if kind == elementAny {
			rt.SetAt(st, 2, cap.Reject)
		}
		rt.defineElem(rt.At(st, 0).Ref(), uint32(i), Undefined, attrData)
		rt.SetAt(st, 1, Int(rt.At(st, 1).int()+1))
		called := rt.NewValues(1)
		el := objectValue(c.Realm.NewBuiltin(&allElement, Int(int32(i)), CellValue(st), Int(kind), CellValue(called)))
		rt.Keep(el)
		on, off := el, cap.Reject
		switch kind {
		case elementFulfilled:
			off = objectValue(c.Realm.NewBuiltin(&allElement, Int(int32(i)), CellValue(st), Int(elementRejected), CellValue(called)))
		case elementAny:
			on, off = cap.Resolve, el
		}
		_, ok := rt.Invoke(next, KeyThen, on, off)
		return ok
	}, func(cap *Capability) bool {
		rt.SetAt(st, 2, cap.Resolve)
		if kind == elementAny {
			rt.SetAt(st, 2, cap.Reject)
		}
		return rt.allDone(st, kind)
	})
}

func promiseAll(c *Call) Value        { return c.allCombinator(elementAll) }
func promiseAllSettled(c *Call) Value { return c.allCombinator(elementFulfilled) }
func promiseAny(c *Call) Value        { return c.allCombinator(elementAny) }

func promiseRace(c *Call) Value {
	return c.combine(func(cap *Capability, resolve, next Value, i int) bool {
		_, ok := c.Rt.Invoke(next, KeyThen, cap.Resolve, cap.Reject)
		return ok
	}, func(*Capability) bool { return true })
}
