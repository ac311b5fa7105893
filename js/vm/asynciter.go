package vm

// getAsyncIter is GetIterator(v, async) into the record at register a.
func (rt *Runtime) getAsyncIter(f *frame, a uint32, v Value) bool {
	regs := rt.window(f.bp)
	m := Undefined
	if !v.IsNullish() {
		var ok bool
		if m, ok = rt.GetMethod(v, SymAsyncIterator); !ok {
			return false
		}
	}
	var it, next Value
	if m.IsUndefined() {
		s, n, ok := Undefined, Undefined, false
		if v.IsNullish() {
			return rt.TypeError("%s is not async iterable", rt.brief(v))
		}
		sm, ok := rt.GetMethod(v, SymIterator)
		if !ok {
			return false
		}
		if sm.IsUndefined() {
			return rt.TypeError("%s is not async iterable", rt.brief(v))
		}
		if s, n, ok = rt.GetIteratorFrom(v, sm); !ok {
			return false
		}
		o := rt.NewKind(KindAsyncFromSync, f.c.realm.Intrinsic(AsyncFromSyncIteratorPrototype))
		rt.SetWord(o, 0, s)
		rt.SetWord(o, 1, n)
		it = objectValue(o)
		rt.Keep(it)
		if next, ok = rt.Get(o, KeyNext); !ok {
			return false
		}
	} else {
		var ok bool
		if it, next, ok = rt.GetIteratorFrom(v, m); !ok {
			return false
		}
	}
	regs[a], regs[a+1] = it, next
	return true
}

// asyncFromSyncContinue is AsyncFromSyncIteratorContinuation.
// https://tc39.es/ecma262/#sec-asyncfromsynciteratorcontinuation
func (rt *Runtime) asyncFromSyncContinue(res Value, p Ref, sync Value, closeIt bool) {
	fail := func() {
		if exc, ok := rt.TakeException(); ok {
			rt.rejectPromise(p, exc)
		}
	}
	rt.Keep(res)
	d, ok := rt.Get(res.Ref(), KeyDone)
	if !ok {
		fail()
		return
	}
	done := rt.ToBoolean(d)
	v, ok := rt.Get(res.Ref(), KeyValue)
	if !ok {
		fail()
		return
	}
	w, ok := rt.PromiseResolve(rt.realm.Intrinsic(PromiseCtor), v)
	if !ok {
		if !done && closeIt {
			rt.CloseOnError(sync)
		}
		fail()
		return
	}
	on := rt.realm.NewBuiltin(&asyncFromSyncUnwrap, Bool(done))
	off := Undefined
	if !done && closeIt {
		off = objectValue(rt.realm.NewBuiltin(&asyncFromSyncClose, sync))
	}
	rt.PerformThen(w, objectValue(on), off, &Capability{Promise: objectValue(p)})
}

var asyncFromSyncUnwrap Helper

var asyncFromSyncClose Helper

func init() {
	call := func(k Key) NativeFunc {
		return func(c *Call) Value {
			rt := c.Rt
			p := rt.newPromise(c.Realm)
			rt.KeepRef(p)
			o := c.This.Ref()
			sync := rt.Word(o, 0)
			fail := func() Value {
				if exc, ok := rt.TakeException(); ok {
					rt.rejectPromise(p, exc)
				}
				return objectValue(p)
			}
			var res Value
			ok := true
			if k == KeyNext {
				if c.NArgs() > 0 {
					res, ok = rt.Call(rt.Word(o, 1), sync, c.Arg(0))
				} else {
					res, ok = rt.Call(rt.Word(o, 1), sync)
				}
			} else {
				m, got := rt.GetMethod(sync, k)
				if !got {
					return fail()
				}
				if m.IsUndefined() {
					if k == KeyReturn {
						rt.ResolvePromise(p, c.Realm.IterResult(c.Arg(0), true))
						return objectValue(p)
					}
					if !rt.CloseIterator(sync) {
						return fail()
					}
					rt.TypeError("The iterator does not provide a 'throw' method")
					return fail()
				}
				if c.NArgs() > 0 {
					res, ok = rt.Call(m, sync, c.Arg(0))
				} else {
					res, ok = rt.Call(m, sync)
				}
			}
			if !ok {
				return fail()
			}
			if !res.IsObject() {
				rt.TypeError("Iterator result %s is not an object", rt.display(res))
				return fail()
			}
			rt.asyncFromSyncContinue(res, p, sync, k != KeyReturn)
			return objectValue(p)
		}
	}
	define(AsyncFromSyncIteratorPrototype, objectDef{proto: AsyncIteratorPrototype, props: []prop{
		method("next", 1, call(KeyNext)), method("return", 1, call(KeyReturn)), method("throw", 1, call(KeyThrow)),
	}})
}

func init() {
	asyncFromSyncUnwrap.is("", 1, func(c *Call) Value {
		return c.Realm.IterResult(c.Arg(0), c.Data(0) == True)
	})
	asyncFromSyncClose.is("", 1, func(c *Call) Value {
		c.Rt.Throw(c.Arg(0))
		c.Rt.CloseOnError(c.Data(0))
		return Undefined
	})
}
