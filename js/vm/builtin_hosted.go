package vm

// Built-ins that are written in script, because they await. They reach what they need through one native function, whose first argument says what to do.

// hostedName is the name of their programs.
const hostedName = "<built-in>"

const hostedFromAsync = `'use strict';
((h, iterator, asyncIterator) => ({
	async fromAsync(items, mapfn = undefined, thisArg = undefined) {
		const mapping = mapfn !== undefined;
		if (mapping) h(7, mapfn);
		let method = h(0, items, asyncIterator), k = 0, name = asyncIterator;
		if (method === undefined) {
			method = h(0, items, iterator);
			name = iterator;
		}
		if (method !== undefined) {
			const A = h(1, this);
			for await (let v of { __proto__: null, [name]: () => h(6, method, items) }) {
				if (mapping) v = await h(6, mapfn, thisArg, v, k);
				h(2, A, k++, v);
			}
			h(5, A, k);
			return A;
		}
		const o = h(4, items), n = h(3, o), A = h(1, this, n);
		for (; k < n; k++) {
			let v = await o[k];
			if (mapping) v = await h(6, mapfn, thisArg, v, k);
			h(2, A, k, v);
		}
		h(5, A, n);
		return A;
	},
}).fromAsync)`

var hostedHelper Helper

func init() {
	hostedHelper.is("", 0, func(c *Call) Value {
		rt := c.Rt
		a, b := c.Arg(1), c.Arg(2)
		switch c.Arg(0).Int32() {
		case 0:
			k, ok := rt.ToPropertyKey(b)
			if !ok {
				return Undefined
			}
			v, _ := rt.GetMethod(a, k)
			return v
		case 1:
			if rt.IsConstructor(a) {
				v, _ := rt.Construct(a, Undefined, c.Args()[2:]...)
				return v
			}
			n := int64(0)
			if c.NArgs() > 2 {
				n = int64(b.Num())
			}
			o, _ := c.newLength(n)
			return objectValue(o)
		case 2:
			rt.CreateDataOrThrow(a.Ref(), rt.IndexKey(uint64(b.Num())), c.Arg(3))
		case 3:
			n, _ := rt.LengthOf(a.Ref())
			return Int64(n)
		case 4:
			o, _ := rt.ToObject(a)
			return objectValue(o)
		case 5:
			rt.setLength(a.Ref(), int64(b.Num()))
		case 6:
			var args []Value
			if c.NArgs() > 3 {
				args = c.Args()[3:]
			}
			v, _ := rt.Call(a, b, args...)
			return v
		case 7:
			if !rt.IsCallable(a) {
				return c.TypeError("%s is not a function", rt.display(a))
			}
		}
		return Undefined
	})
}

// hosted makes a function that is written in script.
func (r *Realm) hosted(source string) Value {
	rt := r.rt
	f, ok := r.RunString(hostedName, source)
	if !ok {
		return Undefined
	}
	rt.Keep(f)
	v, ok := rt.Call(f, Undefined, objectValue(r.NewBuiltin(&hostedHelper)), rt.WellKnown(SymIterator), rt.WellKnown(SymAsyncIterator))
	if ok {
		rt.SetPrototype(v.Ref(), r.Intrinsic(FunctionPrototype))
	}
	return v
}
