package vm

import (
	"math"
	"slices"
)

// --- elements by index, fast for dense arrays

// getIndex is Get(o, i).
func (rt *Runtime) getIndex(o Ref, i int64) (Value, bool) {
	if rt.kind(o) == KindArray {
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && i < int64(rt.high(e)) {
			if v := rt.At(e, uint32(i)); v != Hole {
				return v, true
			}
		}
	}
	rt.poll()
	return rt.Get(o, rt.IndexKey(uint64(i)))
}

// hasIndex is HasProperty(o, i).
func (rt *Runtime) hasIndex(o Ref, i int64) (has, ok bool) {
	if rt.kind(o) == KindArray {
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && i < int64(rt.high(e)) && rt.At(e, uint32(i)) != Hole {
			return true, true
		}
	}
	rt.poll()
	return rt.HasProperty(o, rt.IndexKey(uint64(i)))
}

// setIndex is Set(o, i, v, true).
func (rt *Runtime) setIndex(o Ref, i int64, v Value) bool {
	if rt.kind(o) == KindArray && rt.flags(o)&flagFrozenElems == 0 {
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && i < int64(rt.high(e)) && rt.At(e, uint32(i)) != Hole {
			rt.SetAt(e, uint32(i), v)
			return true
		}
	}
	rt.poll()
	return rt.Set(o, rt.IndexKey(uint64(i)), v)
}

func (rt *Runtime) setLength(o Ref, n int64) bool { return rt.Set(o, KeyLength, Int64(n)) }

// fastElems is the cell of a dense, extensible, unfrozen Array whose first n elements are all there; 0 where o is none such.
func (rt *Runtime) fastElems(o Ref, n int64) Ref {
	if rt.kind(o) != KindArray || rt.flags(o)&(flagNonExtensible|flagSealedElems|flagFrozenElems|flagExotic) != 0 || rt.aux(o)&auxFrozenLength != 0 {
		return 0
	}
	e := rt.elems(o)
	if e == 0 || rt.kind(e) != kindValues || int64(rt.high(e)) < n {
		return 0
	}
	for i := range uint32(n) {
		if rt.At(e, i) == Hole {
			return 0
		}
	}
	return e
}

// thisArray is ToObject(this) with its length.
func (c *Call) thisArray() (o Ref, n int64, ok bool) {
	if o, ok = c.Rt.ToObject(c.This); !ok {
		return 0, 0, false
	}
	if !c.This.IsObject() {
		c.Rt.KeepRef(o)
	}
	n, ok = c.Rt.LengthOf(o)
	return o, n, ok
}

// callback is argument 0, a function.
func (c *Call) callback() (Value, bool) {
	f := c.Arg(0)
	if !c.Rt.IsCallable(f) {
		c.TypeError("%s is not a function", c.Rt.display(f))
		return f, false
	}
	return f, true
}

// --- Array

// https://tc39.es/ecma262/#sec-array
func arrayConstructor(c *Call) Value {
	rt := c.Rt
	proto, ok := rt.ProtoFromCtor(c.NewTarget, ArrayPrototype)
	if !ok {
		return Undefined
	}
	if c.NArgs() == 1 {
		n := c.Arg(0)
		if n.IsNumber() {
			f := n.Num()
			if f < 0 || f > math.MaxUint32 || f != math.Trunc(f) {
				return c.RangeError("Invalid array length")
			}
			return objectValue(rt.ArrayCreate(uint32(f), proto))
		}
	}
	o := rt.ArrayCreate(0, proto)
	for _, v := range c.Args() {
		rt.ArrayAppend(o, v)
	}
	return objectValue(o)
}

func arrayIsArray(c *Call) Value {
	is, _ := c.Rt.IsArray(c.Arg(0))
	return Bool(is)
}

func arraySpecies(c *Call) Value { return c.This }

// constructArrayLike is Construct(C, n) where C is a constructor, else ArrayCreate(n). args is empty or the length.
func (c *Call) constructArrayLike(args ...Value) (Ref, bool) {
	rt := c.Rt
	if rt.IsConstructor(c.This) && c.This != objectValue(c.Realm.Intrinsic(ArrayCtor)) {
		v, ok := rt.Construct(c.This, Undefined, args...)
		rt.Keep(v)
		return v.ObjectRef(), ok
	}
	n := int64(0)
	if len(args) > 0 {
		n = int64(args[0].Num())
	}
	if n > math.MaxUint32 {
		c.RangeError("Invalid array length")
		return 0, false
	}
	o := c.Realm.NewArrayLen(uint32(n))
	rt.KeepRef(o)
	return o, true
}

// https://tc39.es/ecma262/#sec-array.from
func arrayFrom(c *Call) Value {
	rt := c.Rt
	items, f := c.Arg(0), c.Arg(1)
	if !f.IsUndefined() && !rt.IsCallable(f) {
		return c.TypeError("%s is not a function", rt.display(f))
	}
	method, ok := rt.GetMethod(items, SymIterator)
	if !ok {
		return Undefined
	}
	mapped := func(v Value, i int64) (Value, bool) {
		if f.IsUndefined() {
			return v, true
		}
		return rt.Call(f, c.Arg(2), v, Int64(i))
	}
	if !method.IsUndefined() {
		rt.Keep(method)
		a, ok := c.constructArrayLike()
		if !ok {
			return Undefined
		}
		i := int64(0)
		each := func(v Value) bool {
			v, ok := mapped(v, i)
			if ok {
				rt.Keep(v)
				ok = rt.CreateDataOrThrow(a, rt.IndexKey(uint64(i)), v)
			}
			i++
			return ok
		}
		if items.IsObject() && rt.plainIterable(items.Ref()) {
			ok = rt.Iterate(items, each)
		} else {
			var it iterator
			if it, ok = rt.iteratorFromMethod(items, method); ok {
				ok = rt.iterateRecord(it, each)
			}
		}
		if !ok || !rt.setLength(a, i) {
			return Undefined
		}
		return objectValue(a)
	}
	src, _ := rt.ToObject(items)
	rt.KeepRef(src)
	n, ok := rt.LengthOf(src)
	if !ok {
		return Undefined
	}
	a, ok := c.constructArrayLike(Int64(n))
	if !ok {
		return Undefined
	}
	mark := rt.KeptMark()
	for i := range n {
		rt.KeptReset(mark)
		v, ok := rt.getIndex(src, i)
		if !ok {
			return Undefined
		}
		rt.Keep(v)
		if v, ok = mapped(v, i); !ok {
			return Undefined
		}
		rt.Keep(v)
		if !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(i)), v) {
			return Undefined
		}
	}
	rt.setLength(a, n)
	return objectValue(a)
}

func arrayOf(c *Call) Value {
	rt := c.Rt
	a, ok := c.constructArrayLike(Int(int32(c.NArgs())))
	if !ok {
		return Undefined
	}
	for i, v := range c.Args() {
		if !rt.CreateDataOrThrow(a, IntKey(uint32(i)), v) {
			return Undefined
		}
	}
	rt.setLength(a, int64(c.NArgs()))
	return objectValue(a)
}

// speciesArray is ArraySpeciesCreate(o, n). https://tc39.es/ecma262/#sec-arrayspeciescreate
func (c *Call) speciesArray(o Ref, n int64) (Ref, bool) {
	rt := c.Rt
	is, ok := rt.IsArray(objectValue(o))
	if !ok {
		return 0, false
	}
	ctor := Undefined
	if is {
		if ctor, ok = rt.Get(o, KeyConstructor); !ok {
			return 0, false
		}
		if rt.IsConstructor(ctor) && ctor.Ref() != c.Realm.Intrinsic(ArrayCtor) {
			r, ok := rt.FunctionRealm(ctor.Ref())
			if !ok {
				return 0, false
			}
			if r != c.Realm && ctor.Ref() == r.Intrinsic(ArrayCtor) {
				ctor = Undefined
			}
		}
		if ctor.IsObject() {
			rt.Keep(ctor)
			if ctor, ok = rt.Get(ctor.Ref(), SymSpecies); !ok {
				return 0, false
			}
			if ctor.IsNull() {
				ctor = Undefined
			}
		}
	}
	if ctor.IsUndefined() || ctor == objectValue(c.Realm.Intrinsic(ArrayCtor)) {
		if n > math.MaxUint32 {
			c.RangeError("Invalid array length")
			return 0, false
		}
		a := c.Realm.NewArrayLen(uint32(n))
		rt.KeepRef(a)
		return a, true
	}
	if !rt.IsConstructor(ctor) {
		c.TypeError("object.constructor[Symbol.species] is not a constructor")
		return 0, false
	}
	v, ok := rt.Construct(ctor, Undefined, Int64(n))
	rt.Keep(v)
	return v.ObjectRef(), ok
}

func (rt *Runtime) createIndex(o Ref, i int64, v Value) bool {
	if rt.kind(o) == KindArray {
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && i < int64(rt.high(e)) && rt.flags(o)&(flagNonExtensible|flagSealedElems|flagFrozenElems) == 0 && i < int64(rt.ArrayLen(o)) {
			rt.SetAt(e, uint32(i), v)
			return true
		}
	}
	rt.poll()
	return rt.CreateDataOrThrow(o, rt.IndexKey(uint64(i)), v)
}

// --- Array.prototype

func arrayAt(c *Call) Value {
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	f, ok := c.Rt.ToIntegerOrInfinity(c.Arg(0))
	if f < 0 {
		f += float64(n)
	}
	if !ok || f < 0 || f >= float64(n) {
		return Undefined
	}
	v, _ := c.Rt.getIndex(o, int64(f))
	return v
}

// https://tc39.es/ecma262/#sec-array.prototype.concat
func arrayConcat(c *Call) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	rt.KeepRef(o)
	a, ok := c.speciesArray(o, 0)
	if !ok {
		return Undefined
	}
	n := int64(0)
	for i := -1; i < c.NArgs(); i++ {
		v := objectValue(o)
		if i >= 0 {
			v = c.Arg(i)
		}
		spread := false
		if v.IsObject() {
			s, ok := rt.Get(v.Ref(), SymIsConcatSpreadable)
			if !ok {
				return Undefined
			}
			if spread = rt.ToBoolean(s); s.IsUndefined() {
				if spread, ok = rt.IsArray(v); !ok {
					return Undefined
				}
			}
		}
		if !spread {
			if n >= 1<<53-1 {
				return c.TypeError("Array size exceeds limit")
			}
			if !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(n)), v) {
				return Undefined
			}
			n++
			continue
		}
		src := v.Ref()
		l, ok := rt.LengthOf(src)
		if !ok {
			return Undefined
		}
		if n+l > 1<<53-1 {
			return c.TypeError("Array size exceeds limit")
		}
		if e := rt.fastElems(src, l); e != 0 && rt.kind(a) == KindArray && int64(rt.ArrayLen(a)) == n && n+l < 1<<26 && rt.flags(a)&flagNonExtensible == 0 && (n == 0 || rt.isDense(a)) {
			if l > 0 {
				ae := rt.growElems(a, uint32(n+l))
				e = rt.elems(src)
				for j := range uint32(l) {
					rt.SetAt(ae, uint32(n)+j, rt.At(e, j))
				}
				n += l
				rt.setLen(a, uint32(n))
			}
			continue
		}
		mark := rt.KeptMark()
		for j := range l {
			has, ok := rt.hasIndex(src, j)
			if !ok {
				return Undefined
			}
			if has {
				x, ok := rt.getIndex(src, j)
				if !ok {
					return Undefined
				}
				rt.Keep(x)
				if !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(n+j)), x) {
					return Undefined
				}
				rt.KeptReset(mark)
			}
		}
		n += l
	}
	rt.setLength(a, n)
	return objectValue(a)
}

func arrayCopyWithin(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	to, ok := rt.RelativeIndex(c.Arg(0), n, 0)
	if !ok {
		return Undefined
	}
	from, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	end, ok := rt.RelativeIndex(c.Arg(2), n, n)
	if !ok {
		return Undefined
	}
	count := min(end-from, n-to)
	dir := int64(1)
	if from < to && to < from+count {
		dir = -1
		from += count - 1
		to += count - 1
	}
	for ; count > 0; count-- {
		if !rt.moveIndex(o, from, to) {
			return Undefined
		}
		from += dir
		to += dir
	}
	return objectValue(o)
}

// moveIndex copies the property from to to, or deletes to where there is none.
func (rt *Runtime) moveIndex(o Ref, from, to int64) bool {
	has, ok := rt.hasIndex(o, from)
	if !ok {
		return false
	}
	if !has {
		return rt.DeleteOrThrow(o, rt.IndexKey(uint64(to)))
	}
	v, ok := rt.getIndex(o, from)
	if !ok {
		return false
	}
	mark := rt.KeptMark()
	rt.Keep(v)
	ok = rt.setIndex(o, to, v)
	rt.KeptReset(mark)
	return ok
}

func arrayEntries(c *Call) Value { return arrayIterate(c, iterEntries) }
func arrayKeys(c *Call) Value    { return arrayIterate(c, iterKeys) }
func arrayValues(c *Call) Value  { return arrayIterate(c, iterValues) }

func arrayIterate(c *Call, kind int32) Value {
	o, ok := c.Rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	return c.newArrayIterator(o, kind)
}

// arrayEach runs the callback over the elements that are there, until stop says so.
func arrayEach(c *Call, stop func(i int64, v, r Value) bool) bool {
	o, n, ok := c.thisArray()
	if !ok {
		return false
	}
	f, ok := c.callback()
	if !ok {
		return false
	}
	return arrayEachOf(c, o, n, f, stop)
}

func arrayEachOf(c *Call, o Ref, n int64, f Value, stop func(i int64, v, r Value) bool) bool {
	rt := c.Rt
	mark := rt.KeptMark()
	for i := range n {
		has, ok := rt.hasIndex(o, i)
		if !ok {
			return false
		}
		if !has {
			continue
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return false
		}
		rt.Keep(v)
		r, ok := rt.Call(f, c.Arg(1), v, Int64(i), objectValue(o))
		if !ok {
			return false
		}
		if stop != nil && stop(i, v, r) {
			break
		}
		rt.KeptReset(mark)
		if rt.pending != 0 {
			return false
		}
	}
	return true
}

func arrayForEach(c *Call) Value {
	arrayEach(c, nil)
	return Undefined
}

func arrayEvery(c *Call) Value {
	r := True
	arrayEach(c, func(_ int64, _, x Value) bool {
		if !c.Rt.ToBoolean(x) {
			r = False
		}
		return r == False
	})
	return r
}

func arraySome(c *Call) Value {
	r := False
	arrayEach(c, func(_ int64, _, x Value) bool {
		if c.Rt.ToBoolean(x) {
			r = True
		}
		return r == True
	})
	return r
}

func arrayMap(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	f, ok := c.callback()
	if !ok {
		return Undefined
	}
	a, ok := c.speciesArray(o, n)
	if !ok {
		return Undefined
	}
	if n > 0 && n < 1<<20 && rt.kind(a) == KindArray && rt.elems(a) == 0 && rt.flags(a)&flagNonExtensible == 0 {
		rt.growElems(a, uint32(n))
	}
	if !arrayEachOf(c, o, n, f, func(i int64, _, r Value) bool {
		return !rt.createIndex(a, i, r)
	}) || rt.pending != 0 {
		return Undefined
	}
	return objectValue(a)
}

func arrayFilter(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	f, ok := c.callback()
	if !ok {
		return Undefined
	}
	a, ok := c.speciesArray(o, 0)
	if !ok {
		return Undefined
	}
	to := int64(0)
	if !arrayEachOf(c, o, n, f, func(i int64, v, r Value) bool {
		if rt.ToBoolean(r) {
			if !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(to)), v) {
				return true
			}
			to++
		}
		return false
	}) || rt.pending != 0 {
		return Undefined
	}
	return objectValue(a)
}

func arrayFill(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	from, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	end, ok := rt.RelativeIndex(c.Arg(2), n, n)
	if !ok {
		return Undefined
	}
	if rt.kind(o) == KindArray && from == 0 && end == n && n > 0 && n < 1<<24 && rt.elems(o) == 0 && int64(rt.ArrayLen(o)) == n && rt.flags(o)&flagNonExtensible == 0 {
		rt.growElems(o, uint32(n))
		e := rt.elems(o)
		if e != 0 && rt.kind(e) == kindValues && int64(rt.high(e)) >= n && rt.plainElementChain(o) {
			for i := range uint32(n) {
				rt.SetAt(e, i, c.Arg(0))
			}
			return objectValue(o)
		}
	}
	for i := from; i < end; i++ {
		if !rt.setIndex(o, i, c.Arg(0)) {
			return Undefined
		}
	}
	return objectValue(o)
}

// plainElementChain reports whether no prototype of o has elements or is exotic.
func (rt *Runtime) plainElementChain(o Ref) bool {
	for p := rt.shapeProto(rt.shape(o)); p != 0; p = rt.shapeProto(rt.shape(p)) {
		if rt.flags(p)&flagExotic != 0 || rt.elems(p) != 0 {
			return false
		}
	}
	return true
}

// arrayFindFrom is FindViaPredicate.
func arrayFindFrom(c *Call, last bool) (i int64, v Value) {
	o, n, ok := c.thisArray()
	if !ok {
		return -1, Undefined
	}
	f, ok := c.callback()
	if !ok {
		return -1, Undefined
	}
	return findIn(c, o, n, f, last)
}

func findIn(c *Call, o Ref, n int64, f Value, last bool) (i int64, v Value) {
	rt := c.Rt
	mark := rt.KeptMark()
	for k := range n {
		i := k
		if last {
			i = n - 1 - k
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return -1, Undefined
		}
		rt.Keep(v)
		r, ok := rt.Call(f, c.Arg(1), v, Int64(i), objectValue(o))
		if !ok {
			return -1, Undefined
		}
		if rt.ToBoolean(r) {
			return i, v
		}
		rt.KeptReset(mark)
	}
	return -1, Undefined
}

func arrayFind(c *Call) Value {
	_, v := arrayFindFrom(c, false)
	return v
}

func arrayFindIndex(c *Call) Value {
	i, _ := arrayFindFrom(c, false)
	return Int64(i)
}

func arrayFindLast(c *Call) Value {
	_, v := arrayFindFrom(c, true)
	return v
}

func arrayFindLastIndex(c *Call) Value {
	i, _ := arrayFindFrom(c, true)
	return Int64(i)
}

// flatten is FlattenIntoArray.
func flatten(c *Call, a, src Ref, n int64, at *int64, depth float64, f, this Value, level int) bool {
	rt := c.Rt
	if level > maxNative {
		rt.stackOverflow()
		return false
	}
	mark := rt.KeptMark()
	for i := range n {
		has, ok := rt.hasIndex(src, i)
		if !ok {
			return false
		}
		if !has {
			continue
		}
		v, ok := rt.getIndex(src, i)
		if !ok {
			return false
		}
		rt.Keep(v)
		if !f.IsUndefined() {
			if v, ok = rt.Call(f, this, v, Int64(i), objectValue(src)); !ok {
				return false
			}
			rt.Keep(v)
		}
		flat := false
		if depth > 0 {
			if flat, ok = rt.IsArray(v); !ok {
				return false
			}
		}
		if flat {
			l, ok := rt.LengthOf(v.Ref())
			if !ok || !flatten(c, a, v.Ref(), l, at, depth-1, Undefined, Undefined, level+1) {
				return false
			}
		} else {
			if *at >= 1<<53-1 {
				c.TypeError("Array size exceeds limit")
				return false
			}
			if !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(*at)), v) {
				return false
			}
			*at++
		}
		rt.KeptReset(mark)
	}
	return true
}

func arrayFlat(c *Call) Value {
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	depth := 1.0
	if !c.Arg(0).IsUndefined() {
		if depth, ok = c.Rt.ToIntegerOrInfinity(c.Arg(0)); !ok {
			return Undefined
		}
	}
	a, ok := c.speciesArray(o, 0)
	at := int64(0)
	if !ok || !flatten(c, a, o, n, &at, depth, Undefined, Undefined, 0) {
		return Undefined
	}
	return objectValue(a)
}

func arrayFlatMap(c *Call) Value {
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	if !c.Rt.IsCallable(c.Arg(0)) {
		return c.TypeError("flatMap mapper function is not callable")
	}
	a, ok := c.speciesArray(o, 0)
	at := int64(0)
	if !ok || !flatten(c, a, o, n, &at, 1, c.Arg(0), c.Arg(1), 0) {
		return Undefined
	}
	return objectValue(a)
}

func arrayIncludes(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok || n == 0 {
		return False
	}
	i, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	x := c.Arg(0)
	for ; i < n; i++ {
		v, ok := rt.getIndex(o, i)
		if !ok {
			return Undefined
		}
		if v == x || rt.SameValueZero(v, x) {
			return True
		}
	}
	return False
}

func arrayIndexOfMethod(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok || n == 0 {
		return Int(-1)
	}
	i, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	x := c.Arg(0)
	for ; i < n; i++ {
		has, ok := rt.hasIndex(o, i)
		if !ok {
			return Undefined
		}
		if has {
			v, ok := rt.getIndex(o, i)
			if !ok {
				return Undefined
			}
			if rt.StrictEquals(v, x) {
				return Int64(i)
			}
		}
	}
	return Int(-1)
}

// lastFrom is the start index of lastIndexOf.
func (c *Call) lastFrom(n int64) (int64, bool) {
	if c.NArgs() < 2 {
		return n - 1, true
	}
	f, ok := c.Rt.ToIntegerOrInfinity(c.Arg(1))
	if f < 0 {
		return int64(max(f+float64(n), -1)), ok
	}
	return int64(min(f, float64(n-1))), ok
}

func arrayLastIndexOf(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok || n == 0 {
		return Int(-1)
	}
	i, ok := c.lastFrom(n)
	if !ok {
		return Undefined
	}
	for ; i >= 0; i-- {
		has, ok := rt.hasIndex(o, i)
		if !ok {
			return Undefined
		}
		if has {
			v, ok := rt.getIndex(o, i)
			if !ok {
				return Undefined
			}
			if rt.StrictEquals(v, c.Arg(0)) {
				return Int64(i)
			}
		}
	}
	return Int(-1)
}

// joining reports whether o is being joined already (a cycle), and marks it.
func (rt *Runtime) joining(o Ref) bool {
	if slices.Contains(rt.joins, o) {
		return true
	}
	rt.joins = append(rt.joins, o)
	return false
}

func (rt *Runtime) joined() { rt.joins = rt.joins[:len(rt.joins)-1] }

// joinElements writes the elements with a separator.
func (c *Call) joinElements(o Ref, n int64, sep Value, locale bool) Value {
	rt := c.Rt
	if rt.joining(o) {
		return rt.EmptyString()
	}
	defer rt.joined()
	b := rt.builder()
	s := Str{L: []byte{','}}
	if sep.IsString() {
		s = rt.Str(sep).Copy()
	}
	if n > 1 && int64(s.Len())*(n-1) > maxStringLen {
		rt.tooLong()
		return Undefined
	}
	mark := rt.KeptMark()
	for i := range n {
		if i > 0 {
			if b.WriteStr(s); b.Full() {
				break
			}
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return Undefined
		}
		if v.IsNullish() {
			continue
		}
		if locale {
			rt.Keep(v)
			if v, ok = rt.Invoke(v, rt.InternASCII("toLocaleString")); !ok {
				return Undefined
			}
		}
		if v, ok = rt.ToString(v); !ok {
			return Undefined
		}
		b.WriteStr(rt.Str(v))
		rt.KeptReset(mark)
	}
	v, _ := b.Value(rt)
	return v
}

func arrayJoin(c *Call) Value {
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	sep := c.Arg(0)
	if !sep.IsUndefined() {
		if sep, ok = c.Rt.ToString(sep); !ok {
			return Undefined
		}
		c.Rt.Keep(sep)
	}
	return c.joinElements(o, n, sep, false)
}

func arrayToLocaleString(c *Call) Value {
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	return c.joinElements(o, n, Undefined, true)
}

func arrayToString(c *Call) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	rt.KeepRef(o)
	f, ok := rt.Get(o, KeyJoin)
	if !ok {
		return Undefined
	}
	if !rt.IsCallable(f) {
		return objectProtoToString(c)
	}
	v, _ := rt.Call(f, objectValue(o))
	return v
}

func arrayPop(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	if n == 0 {
		rt.setLength(o, 0)
		return Undefined
	}
	if rt.kind(o) == KindArray && rt.aux(o)&auxFrozenLength == 0 && rt.flags(o)&(flagSealedElems|flagFrozenElems|flagNonExtensible) == 0 {
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && n <= int64(rt.high(e)) {
			if v := rt.At(e, uint32(n-1)); v != Hole {
				rt.SetAt(e, uint32(n-1), Hole)
				rt.setLen(o, uint32(n-1))
				return v
			}
		}
	}
	v, ok := rt.getIndex(o, n-1)
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	if !rt.DeleteOrThrow(o, rt.IndexKey(uint64(n-1))) || !rt.setLength(o, n-1) {
		return Undefined
	}
	return v
}

func arrayPush(c *Call) Value {
	rt := c.Rt
	if rt.IsKind(c.This, KindArray) {
		o := c.This.Ref()
		e := rt.elems(o)
		if rt.flags(o)&(flagNonExtensible|flagSealedElems|flagFrozenElems) == 0 && rt.aux(o)&auxFrozenLength == 0 && (e == 0 && rt.ArrayLen(o) == 0 || e != 0 && rt.kind(e) == kindValues && rt.high(e) >= rt.ArrayLen(o)) &&
			rt.ArrayLen(o) < 1<<28 && rt.plainElementChain(o) {
			for _, v := range c.Args() {
				rt.ArrayAppend(o, v)
			}
			return Uint(rt.ArrayLen(o))
		}
	}
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	if n+int64(c.NArgs()) > 1<<53-1 {
		return c.TypeError("Pushing %d elements on an array-like of length %d is disallowed, as the total surpasses 2**53-1", c.NArgs(), n)
	}
	for _, v := range c.Args() {
		if !rt.setIndex(o, n, v) {
			return Undefined
		}
		n++
	}
	rt.setLength(o, n)
	return Int64(n)
}

func arrayReduceDir(c *Call, right bool) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	f, ok := c.callback()
	if !ok {
		return Undefined
	}
	acc, have := c.Arg(1), c.NArgs() > 1
	mark := rt.KeptMark()
	for k := range n {
		i := k
		if right {
			i = n - 1 - k
		}
		has, ok := rt.hasIndex(o, i)
		if !ok {
			return Undefined
		}
		if !has {
			continue
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return Undefined
		}
		if !have {
			acc, have = v, true
		} else if acc, ok = rt.Call(f, Undefined, acc, v, Int64(i), objectValue(o)); !ok {
			return Undefined
		}
		rt.KeptReset(mark)
		rt.Keep(acc)
	}
	if !have {
		return c.TypeError("Reduce of empty array with no initial value")
	}
	return acc
}

func arrayReduce(c *Call) Value      { return arrayReduceDir(c, false) }
func arrayReduceRight(c *Call) Value { return arrayReduceDir(c, true) }

func arrayReverse(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	if e := rt.fastElems(o, n); e != 0 {
		for i, j := uint32(0), uint32(n)-1; n > 0 && i < j; i, j = i+1, j-1 {
			a, b := rt.At(e, i), rt.At(e, j)
			rt.SetAt(e, i, b)
			rt.SetAt(e, j, a)
		}
		return objectValue(o)
	}
	mark := rt.KeptMark()
	for i, j := int64(0), n-1; i < j; i, j = i+1, j-1 {
		var lo, hi Value
		hasLo, ok := rt.hasIndex(o, i)
		if ok && hasLo {
			lo, ok = rt.getIndex(o, i)
			rt.Keep(lo)
		}
		if !ok {
			return Undefined
		}
		hasHi, ok := rt.hasIndex(o, j)
		if ok && hasHi {
			hi, ok = rt.getIndex(o, j)
			rt.Keep(hi)
		}
		if !ok {
			return Undefined
		}
		if hasHi {
			ok = rt.setIndex(o, i, hi)
		} else if hasLo {
			ok = rt.DeleteOrThrow(o, rt.IndexKey(uint64(i)))
		}
		if !ok {
			return Undefined
		}
		if hasLo {
			ok = rt.setIndex(o, j, lo)
		} else if hasHi {
			ok = rt.DeleteOrThrow(o, rt.IndexKey(uint64(j)))
		}
		if !ok {
			return Undefined
		}
		rt.KeptReset(mark)
	}
	return objectValue(o)
}

func arrayShift(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	if n == 0 {
		rt.setLength(o, 0)
		return Undefined
	}
	if e := rt.fastElems(o, n); e != 0 {
		v := rt.At(e, 0)
		rt.moveElems(e, 0, 1, uint32(n)-1)
		rt.SetAt(e, uint32(n)-1, Hole)
		rt.setLen(o, uint32(n)-1)
		return v
	}
	v, ok := rt.getIndex(o, 0)
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	for i := int64(1); i < n; i++ {
		if !rt.moveIndex(o, i, i-1) {
			return Undefined
		}
	}
	if !rt.DeleteOrThrow(o, rt.IndexKey(uint64(n-1))) || !rt.setLength(o, n-1) {
		return Undefined
	}
	return v
}

// moveElems copies n Values within a cell.
func (rt *Runtime) moveElems(e Ref, to, from, n uint32) {
	base := uint32(e) + 1
	copy(rt.mem[base+to:base+to+n], rt.mem[base+from:base+from+n])
}

func arrayUnshift(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	k := int64(c.NArgs())
	if k > 0 {
		if n+k > 1<<53-1 {
			return c.TypeError("Invalid array length")
		}
		if e := rt.fastElems(o, n); (e != 0 || n == 0 && rt.kind(o) == KindArray && rt.elems(o) == 0 && rt.flags(o)&flagNonExtensible == 0 && rt.aux(o)&auxFrozenLength == 0) && n+k < 1<<26 && rt.plainElementChain(o) {
			e = rt.growElems(o, uint32(n+k))
			rt.moveElems(e, uint32(k), 0, uint32(n))
			for i, v := range c.Args() {
				rt.SetAt(e, uint32(i), v)
			}
			rt.setLen(o, uint32(n+k))
			return Int64(n + k)
		}
		for i := n - 1; i >= 0; i-- {
			if !rt.moveIndex(o, i, i+k) {
				return Undefined
			}
		}
		for i, v := range c.Args() {
			if !rt.setIndex(o, int64(i), v) {
				return Undefined
			}
		}
	}
	rt.setLength(o, n+k)
	return Int64(n + k)
}

func arraySlice(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	from, ok := rt.RelativeIndex(c.Arg(0), n, 0)
	if !ok {
		return Undefined
	}
	end, ok := rt.RelativeIndex(c.Arg(1), n, n)
	if !ok {
		return Undefined
	}
	count := max(end-from, 0)
	a, ok := c.speciesArray(o, count)
	if !ok {
		return Undefined
	}
	if e := rt.fastElems(o, min(n, end)); e != 0 && count > 0 && a != o && rt.kind(a) == KindArray && rt.elems(a) == 0 && int64(rt.ArrayLen(a)) == count && rt.flags(a)&flagNonExtensible == 0 {
		ae := rt.growElems(a, uint32(count))
		e = rt.elems(o)
		for i := range uint32(count) {
			rt.SetAt(ae, i, rt.At(e, uint32(from)+i))
		}
		return objectValue(a)
	}
	to := int64(0)
	for i := from; i < end; i++ {
		has, ok := rt.hasIndex(o, i)
		if !ok {
			return Undefined
		}
		if has {
			v, ok := rt.getIndex(o, i)
			if !ok || !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(to)), v) {
				return Undefined
			}
		}
		to++
	}
	rt.setLength(a, to)
	return objectValue(a)
}

// spliceCounts reads start and delete count of splice and toSpliced.
func (c *Call) spliceCounts(n int64) (start, del int64, items []Value, ok bool) {
	rt := c.Rt
	if start, ok = rt.RelativeIndex(c.Arg(0), n, 0); !ok {
		return
	}
	switch c.NArgs() {
	case 0:
	case 1:
		del = n - start
	default:
		f, ok := rt.ToIntegerOrInfinity(c.Arg(1))
		if !ok {
			return 0, 0, nil, false
		}
		del = int64(min(max(f, 0), float64(n-start)))
		items = c.Args()[2:]
	}
	return start, del, items, true
}

func arraySplice(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	start, del, items, ok := c.spliceCounts(n)
	if !ok {
		return Undefined
	}
	k := int64(len(items))
	if n+k-del > 1<<53-1 {
		return c.TypeError("Invalid array length")
	}
	a, ok := c.speciesArray(o, del)
	if !ok {
		return Undefined
	}
	if e := rt.fastElems(o, n); e != 0 && n == int64(rt.ArrayLen(o)) && n+k < 1<<26 && a != o && rt.kind(a) == KindArray && rt.elems(a) == 0 && int64(rt.ArrayLen(a)) == del && rt.flags(a)&flagNonExtensible == 0 && rt.plainElementChain(o) {
		if del > 0 {
			ae := rt.growElems(a, uint32(del))
			for i := range uint32(del) {
				rt.SetAt(ae, i, rt.At(e, uint32(start)+i))
			}
		}
		if k > del {
			e = rt.growElems(o, uint32(n+k-del))
		}
		rt.moveElems(e, uint32(start+k), uint32(start+del), uint32(n-start-del))
		for i := n + k - del; i < n; i++ {
			rt.SetAt(e, uint32(i), Hole)
		}
		for i, v := range items {
			rt.SetAt(e, uint32(start)+uint32(i), v)
		}
		rt.setLen(o, uint32(n+k-del))
		return objectValue(a)
	}
	for i := range del {
		has, ok := rt.hasIndex(o, start+i)
		if !ok {
			return Undefined
		}
		if has {
			v, ok := rt.getIndex(o, start+i)
			if !ok || !rt.CreateDataOrThrow(a, rt.IndexKey(uint64(i)), v) {
				return Undefined
			}
		}
	}
	if !rt.setLength(a, del) {
		return Undefined
	}
	if k < del {
		for i := start; i < n-del; i++ {
			if !rt.moveIndex(o, i+del, i+k) {
				return Undefined
			}
		}
		for i := n; i > n-del+k; i-- {
			if !rt.DeleteOrThrow(o, rt.IndexKey(uint64(i-1))) {
				return Undefined
			}
		}
	} else if k > del {
		for i := n - del; i > start; i-- {
			if !rt.moveIndex(o, i+del-1, i+k-1) {
				return Undefined
			}
		}
	}
	for i, v := range items {
		if !rt.setIndex(o, start+int64(i), v) {
			return Undefined
		}
	}
	rt.setLength(o, n-del+k)
	return objectValue(a)
}

// newLength makes the result of the copying methods.
func (c *Call) newLength(n int64) (Ref, bool) {
	if n > math.MaxUint32 {
		c.RangeError("Invalid array length")
		return 0, false
	}
	a := c.Realm.NewArrayLen(uint32(n))
	c.Rt.KeepRef(a)
	if n > 0 && n < 1<<24 {
		c.Rt.growElems(a, uint32(n))
	}
	return a, true
}

func arrayToReversed(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	a, ok := c.newLength(n)
	if !ok {
		return Undefined
	}
	for i := range n {
		v, ok := rt.getIndex(o, n-1-i)
		if !ok || !rt.createIndex(a, i, v) {
			return Undefined
		}
	}
	return objectValue(a)
}

func arrayToSpliced(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	start, del, items, ok := c.spliceCounts(n)
	if !ok {
		return Undefined
	}
	k := int64(len(items))
	if n+k-del > 1<<53-1 {
		return c.TypeError("Invalid array length")
	}
	a, ok := c.newLength(n + k - del)
	if !ok {
		return Undefined
	}
	for i := range n + k - del {
		var v Value
		switch {
		case i < start:
			v, ok = rt.getIndex(o, i)
		case i < start+k:
			v = items[i-start]
		default:
			v, ok = rt.getIndex(o, i-k+del)
		}
		if !ok || !rt.createIndex(a, i, v) {
			return Undefined
		}
	}
	return objectValue(a)
}

func arrayWith(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	f, ok := rt.ToIntegerOrInfinity(c.Arg(0))
	if !ok {
		return Undefined
	}
	if f < 0 {
		f += float64(n)
	}
	if f < 0 || f >= float64(n) {
		return c.RangeError("Invalid index : %s", rt.display(c.Arg(0)))
	}
	a, ok := c.newLength(n)
	if !ok {
		return Undefined
	}
	for i := range n {
		v := c.Arg(1)
		if i != int64(f) {
			if v, ok = rt.getIndex(o, i); !ok {
				return Undefined
			}
		}
		if !rt.createIndex(a, i, v) {
			return Undefined
		}
	}
	return objectValue(a)
}

// --- sorting

// compareValues is SortCompare of values other than undefined. Without a function, keys are their strings.
func (c *Call) compareValues(f, a, b Value) (int, bool) {
	rt := c.Rt
	v, ok := rt.Call(f, Undefined, a, b)
	if !ok {
		return 0, false
	}
	if v.IsInt() {
		return int(v.Int32()), true
	}
	x, ok := rt.ToNumber(v)
	switch {
	case x > 0:
		return 1, ok
	case x < 0:
		return -1, ok
	}
	return 0, ok
}

// sortList sorts stably; undefined goes to the end. All values of the list are reachable.
func (c *Call) sortList(list []Value, f Value) ([]Value, bool) {
	rt := c.Rt
	n := 0
	for _, v := range list {
		if !v.IsUndefined() {
			list[n] = v
			n++
		}
	}
	for i := n; i < len(list); i++ {
		list[i] = Undefined
	}
	part := list[:n]
	if f.IsUndefined() {
		return list, c.sortByString(part)
	}
	mark := rt.KeptMark()
	ok := mergeSort(part, func(a, b Value) (int, bool) {
		r, ok := c.compareValues(f, a, b)
		rt.KeptReset(mark)
		return r, ok
	})
	return list, ok
}

func (c *Call) sortByString(list []Value) bool {
	rt := c.Rt
	ints := true
	for _, v := range list {
		if !v.IsString() {
			goto convert
		}
		ints = false
	}
	slices.SortStableFunc(list, func(a, b Value) int { rt.poll(); return rt.Str(a).Compare(rt.Str(b)) })
	return true
convert:
	_ = ints
	type pair struct{ v, s Value }
	rt.reserve(16 * len(list))
	pairs := make([]pair, len(list))
	for i, v := range list {
		s, ok := rt.ToString(v)
		if !ok {
			return false
		}
		rt.Keep(s)
		pairs[i] = pair{v, s}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { rt.poll(); return rt.Str(a.s).Compare(rt.Str(b.s)) })
	for i, p := range pairs {
		list[i] = p.v
	}
	return true
}

// mergeSort sorts stably with a comparison that may fail: runs of insertion, then merges.
func mergeSort(list []Value, cmp func(a, b Value) (int, bool)) bool {
	const run = 8
	n := len(list)
	for lo := 0; lo < n; lo += run {
		hi := min(lo+run, n)
		for i := lo + 1; i < hi; i++ {
			v := list[i]
			// Binary insertion after the last that is not greater.
			a, b := lo, i
			for a < b {
				m := (a + b) / 2
				r, ok := cmp(list[m], v)
				if !ok {
					return false
				}
				if r > 0 {
					b = m
				} else {
					a = m + 1
				}
			}
			copy(list[a+1:i+1], list[a:i])
			list[a] = v
		}
	}
	tmp := make([]Value, n)
	for w := run; w < n; w *= 2 {
		for lo := 0; lo+w < n; lo += 2 * w {
			mid, hi := lo+w, min(lo+2*w, n)
			r, ok := cmp(list[mid-1], list[mid])
			if !ok {
				return false
			}
			if r <= 0 {
				continue
			}
			copy(tmp[lo:mid], list[lo:mid])
			i, j, k := lo, mid, lo
			for i < mid && j < hi {
				r, ok := cmp(tmp[i], list[j])
				if !ok {
					// What was not merged yet stays, so that no value is lost.
					copy(list[k:], tmp[i:mid])
					return false
				}
				if r > 0 {
					list[k] = list[j]
					j++
				} else {
					list[k] = tmp[i]
					i++
				}
				k++
			}
			copy(list[k:], tmp[i:mid])
		}
	}
	return true
}

// sortArgument checks the comparison function.
func (c *Call) sortArgument() (Value, bool) {
	f := c.Arg(0)
	if !f.IsUndefined() && !c.Rt.IsCallable(f) {
		c.TypeError("The comparison function must be either a function or undefined")
		return f, false
	}
	return f, true
}

// gather reads the elements to be sorted; they are kept as a cell. Holes are left out, or read.
func (c *Call) gather(o Ref, n int64, holes bool) ([]Value, bool) {
	rt := c.Rt
	keep := c.Realm.NewArray()
	rt.KeepRef(keep)
	list := make([]Value, 0, min(n, 1<<20))
	for i := range n {
		if len(list) == cap(list) {
			rt.reserve(16 * len(list))
		}
		if !holes {
			has, ok := rt.hasIndex(o, i)
			if !ok {
				return nil, false
			}
			if !has {
				continue
			}
		}
		v, ok := rt.getIndex(o, i)
		if !ok {
			return nil, false
		}
		if v.isCell() {
			rt.ArrayAppend(keep, v)
		}
		list = append(list, v)
	}
	return list, true
}

func arraySort(c *Call) Value {
	rt := c.Rt
	f, ok := c.sortArgument()
	if !ok {
		return Undefined
	}
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	list, ok := c.gather(o, n, false)
	if !ok {
		return Undefined
	}
	if list, ok = c.sortList(list, f); !ok {
		return Undefined
	}
	for i, v := range list {
		if !rt.setIndex(o, int64(i), v) {
			return Undefined
		}
	}
	for i := int64(len(list)); i < n; i++ {
		has, ok := rt.hasIndex(o, i)
		if !ok || has && !rt.DeleteOrThrow(o, rt.IndexKey(uint64(i))) {
			return Undefined
		}
	}
	return objectValue(o)
}

func arrayToSorted(c *Call) Value {
	rt := c.Rt
	f, ok := c.sortArgument()
	if !ok {
		return Undefined
	}
	o, n, ok := c.thisArray()
	if !ok {
		return Undefined
	}
	a, ok := c.newLength(n)
	if !ok {
		return Undefined
	}
	list, ok := c.gather(o, n, true)
	if !ok {
		return Undefined
	}
	if list, ok = c.sortList(list, f); !ok {
		return Undefined
	}
	for i, v := range list {
		rt.createIndex(a, int64(i), v)
	}
	return objectValue(a)
}
