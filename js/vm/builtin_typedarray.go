package vm

import (
	"math"
	"slices"
)

// thisTyped is ValidateTypedArray(this).
func (c *Call) thisTyped(method string) (o Ref, n int64, ok bool) {
	return c.validTyped(c.This, "%TypedArray%.prototype."+method)
}

func (c *Call) validTyped(v Value, method string) (o Ref, n int64, ok bool) {
	if !c.Rt.IsKind(v, KindTypedArray) {
		c.TypeError("this is not a typed array.")
		return 0, 0, false
	}
	l, ok := c.Rt.typedLength(v.Ref())
	if !ok {
		detachedError(c, method)
		return 0, 0, false
	}
	return v.Ref(), int64(l), true
}

// newTyped makes a typed array on a buffer.
func (rt *Runtime) newTyped(proto Ref, t elementType, buf Ref, at, length uint64) Ref {
	o := rt.NewKind(KindTypedArray, proto)
	rt.SetWord(o, 0, objectValue(buf))
	rt.SetRaw(o, 1, at)
	rt.SetRaw(o, 2, length)
	rt.SetRaw(o, 3, uint64(t))
	rt.KeepRef(o)
	return o
}

// allocTyped makes a typed array with a buffer of its own.
func (c *Call) allocTyped(proto Ref, t elementType, n int64) (Ref, bool) {
	if n > maxBufferLen {
		return 0, c.Rt.RangeError("Invalid typed array length: %d", n)
	}
	c.Rt.KeepRef(proto)
	data, ok := c.Rt.allocBytes(n * int64(t.size()))
	if !ok {
		return 0, false
	}
	buf := c.Rt.newBuffer(c.Realm.Intrinsic(ArrayBufferPrototype), &bufferRow{data: data, max: -1})
	return c.Rt.newTyped(proto, t, buf, 0, uint64(n)), true
}

// https://tc39.es/ecma262/#sec-typedarray
func typedConstructor(t elementType) NativeFunc {
	name := elementNames[t] + "Array"
	return func(c *Call) Value {
		rt := c.Rt
		if c.NewTarget.IsUndefined() {
			return c.TypeError("Constructor %s requires 'new'", name)
		}
		arg := c.Arg(0)
		if !arg.IsObject() {
			n, ok := rt.ToIndex(arg, "Invalid typed array length: "+rt.display(arg))
			if !ok {
				return Undefined
			}
			proto, ok := rt.ProtoFromCtor(c.NewTarget, t.ctor()+1)
			if !ok {
				return Undefined
			}
			o, ok := c.allocTyped(proto, t, n)
			if !ok {
				return Undefined
			}
			return objectValue(o)
		}
		proto, ok := rt.ProtoFromCtor(c.NewTarget, t.ctor()+1)
		if !ok {
			return Undefined
		}
		rt.KeepRef(proto)
		src := arg.Ref()
		switch rt.kind(src) {
		case KindTypedArray:
			n, ok := rt.typedLength(src)
			if !ok {
				return detachedError(c, "Construct")
			}
			st := rt.elementType(src)
			if st.big() != t.big() {
				return c.TypeError("Cannot mix BigInt and other types, use explicit conversions")
			}
			o, ok := c.allocTyped(proto, t, int64(n))
			if !ok {
				return Undefined
			}
			if st == t {
				copy(rt.Bytes(o), rt.Bytes(src))
			} else {
				for i := range n {
					if i&pollMask == 0 {
						rt.poll()
					}
					rt.typedPut(o, i, rt.typedGet(src, i))
				}
			}
			return objectValue(o)
		case KindArrayBuffer, KindSharedArrayBuffer:
			b := rt.bufferOf(src)
			at, ok := rt.ToIndex(c.Arg(1), "Start offset is too large:")
			if !ok {
				return Undefined
			}
			es := int64(t.size())
			if at%es != 0 {
				return c.RangeError("start offset of %s should be a multiple of %d", name, es)
			}
			n := int64(0)
			if !c.Arg(2).IsUndefined() {
				if n, ok = rt.ToIndex(c.Arg(2), "Invalid typed array length: "+rt.display(c.Arg(2))); !ok {
					return Undefined
				}
			}
			if b.detached {
				return detachedError(c, "Construct")
			}
			size := int64(len(b.bytes()))
			if c.Arg(2).IsUndefined() {
				if b.max >= 0 {
					if at > size {
						return c.RangeError("Start offset %d is outside the bounds of the buffer", at)
					}
					return objectValue(rt.newTyped(proto, t, src, uint64(at), tracking))
				}
				if size%es != 0 {
					return c.RangeError("byte length of %s should be a multiple of %d", name, es)
				}
				if at > size {
					return c.RangeError("Start offset %d is outside the bounds of the buffer", at)
				}
				n = (size - at) / es
			} else if at+n*es > size {
				return c.RangeError("Invalid typed array length: %d", n)
			}
			return objectValue(rt.newTyped(proto, t, src, uint64(at), uint64(n)))
		}
		f, ok := rt.GetMethod(arg, SymIterator)
		if !ok {
			return Undefined
		}
		if !f.IsUndefined() {
			var list []Value
			if rt.plainIterable(src) {
				list, ok = rt.ListFromArrayLike(arg)
			} else {
				var it iterator
				if it, ok = rt.iteratorFromMethod(arg, f); ok {
					list, ok = c.listOf(it)
				}
			}
			if !ok {
				return Undefined
			}
			o, ok := c.allocTyped(proto, t, int64(len(list)))
			if !ok {
				return Undefined
			}
			for i, v := range list {
				if !rt.typedSet(o, i, v) {
					return Undefined
				}
			}
			return objectValue(o)
		}
		n, ok := rt.LengthOf(src)
		if !ok {
			return Undefined
		}
		o, ok := c.allocTyped(proto, t, n)
		if !ok {
			return Undefined
		}
		for i := range n {
			v, ok := rt.getIndex(src, i)
			if !ok || !rt.typedSet(o, int(i), v) {
				return Undefined
			}
		}
		return objectValue(o)
	}
}

// listOf is IteratorToList; the values are kept.
func (c *Call) listOf(it iterator) (list []Value, ok bool) {
	keep := c.Realm.NewArray()
	c.Rt.KeepRef(keep)
	ok = c.Rt.iterateRecord(it, func(v Value) bool {
		c.Rt.ArrayAppend(keep, v)
		list = append(list, v)
		return true
	})
	return list, ok
}

// typedCreate is TypedArrayCreateFromCtor with a length.
func (c *Call) typedCreate(ctor Value, n int64) (Ref, bool) {
	v, ok := c.Rt.Construct(ctor, Undefined, Int64(n))
	if !ok {
		return 0, false
	}
	c.Rt.Keep(v)
	o, l, ok := c.validTyped(v, "%TypedArray%")
	if ok && l < n {
		c.TypeError("Derived TypedArray constructor created an array which was too small")
		return 0, false
	}
	return o, ok
}

// typedSpecies is the constructor that TypedArraySpeciesCreate uses.
func (c *Call) typedSpecies(o Ref) (Value, bool) {
	return c.speciesOf(o, objectValue(c.Realm.Intrinsic(c.Rt.elementType(o).ctor())))
}

func (c *Call) typedSpeciesCreate(o Ref, n int64) (Ref, bool) {
	ctor, ok := c.typedSpecies(o)
	if !ok {
		return 0, false
	}
	r, ok := c.typedCreate(ctor, n)
	if ok && c.Rt.elementType(r).big() != c.Rt.elementType(o).big() {
		c.TypeError("Content type of the result differs from that of the typed array")
		return 0, false
	}
	return r, ok
}

// sameType makes a typed array of the same type (TypedArrayCreateSameType).
func (c *Call) sameType(o Ref, n int64) (Ref, bool) {
	t := c.Rt.elementType(o)
	return c.allocTyped(c.Realm.Intrinsic(t.ctor()+1), t, n)
}

func typedOf(c *Call) Value {
	if !c.Rt.IsConstructor(c.This) {
		return c.TypeError("%s is not a constructor", c.Rt.display(c.This))
	}
	o, ok := c.typedCreate(c.This, int64(c.NArgs()))
	if !ok {
		return Undefined
	}
	for i, v := range c.Args() {
		if !c.Rt.setIndex(o, int64(i), v) {
			return Undefined
		}
	}
	return objectValue(o)
}

func typedFrom(c *Call) Value {
	rt := c.Rt
	if !rt.IsConstructor(c.This) {
		return c.TypeError("%s is not a constructor", rt.display(c.This))
	}
	src, f := c.Arg(0), c.Arg(1)
	if !f.IsUndefined() && !rt.IsCallable(f) {
		return c.TypeError("%s is not a function", rt.display(f))
	}
	m, ok := rt.GetMethod(src, SymIterator)
	if !ok {
		return Undefined
	}
	var list []Value
	n := int64(0)
	var like Ref
	if !m.IsUndefined() {
		it, ok := rt.iteratorFromMethod(src, m)
		if !ok {
			return Undefined
		}
		if list, ok = c.listOf(it); !ok {
			return Undefined
		}
		n = int64(len(list))
	} else {
		if like, ok = rt.ToObject(src); !ok {
			return Undefined
		}
		rt.KeepRef(like)
		if n, ok = rt.LengthOf(like); !ok {
			return Undefined
		}
	}
	o, ok := c.typedCreate(c.This, n)
	if !ok {
		return Undefined
	}
	for i := range n {
		var v Value
		if like != 0 {
			if v, ok = rt.getIndex(like, i); !ok {
				return Undefined
			}
		} else {
			v = list[i]
		}
		if !f.IsUndefined() {
			rt.Keep(v)
			if v, ok = rt.Call(f, c.Arg(2), v, Int64(i)); !ok {
				return Undefined
			}
		}
		if !rt.setIndex(o, i, v) {
			return Undefined
		}
	}
	return objectValue(o)
}

// --- %TypedArray%.prototype

func typedGetter(get func(rt *Runtime, o Ref) Value) NativeFunc {
	return func(c *Call) Value {
		if !c.Rt.IsKind(c.This, KindTypedArray) {
			return c.TypeError("Receiver should be a typed array")
		}
		return get(c.Rt, c.This.Ref())
	}
}

func typedAt(c *Call) Value {
	o, n, ok := c.thisTyped("at")
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
	return c.Rt.typedGet(o, int(f))
}

func typedCopyWithin(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("copyWithin")
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
	if count <= 0 {
		return c.This
	}
	l, ok := rt.typedLength(o)
	if !ok {
		return detachedError(c, "%TypedArray%.prototype.copyWithin")
	}
	m := int64(l)
	to, from = min(to, m), min(from, m)
	count = min(count, m-to, m-from)
	b, es := rt.Bytes(o), int64(rt.elementType(o).size())
	copy(b[to*es:(to+count)*es], b[from*es:(from+count)*es])
	return c.This
}

func typedIterate(kind int32, name string) NativeFunc {
	return func(c *Call) Value {
		o, _, ok := c.thisTyped(name)
		if !ok {
			return Undefined
		}
		return c.newArrayIterator(o, kind)
	}
}

// typedEach runs the callback over the elements until stop says so.
func typedEach(c *Call, name string, stop func(o Ref, i int64, v, r Value) bool) bool {
	rt := c.Rt
	o, n, ok := c.thisTyped(name)
	if !ok {
		return false
	}
	f, ok := c.callback()
	if !ok {
		return false
	}
	return typedEachOf(c, o, n, f, func(i int64, v, r Value) bool { return stop(o, i, v, r) }) && rt.pending == 0
}

func typedEachOf(c *Call, o Ref, n int64, f Value, stop func(i int64, v, r Value) bool) bool {
	rt := c.Rt
	mark := rt.KeptMark()
	for i := range n {
		v := rt.typedGet(o, int(i))
		rt.Keep(v)
		r, ok := rt.Call(f, c.Arg(1), v, Int64(i), objectValue(o))
		if !ok {
			return false
		}
		if stop(i, v, r) {
			return true
		}
		rt.KeptReset(mark)
	}
	return true
}

func typedEvery(c *Call) Value {
	r := True
	typedEach(c, "every", func(_ Ref, _ int64, _, x Value) bool {
		if !c.Rt.ToBoolean(x) {
			r = False
		}
		return r == False
	})
	return r
}

func typedSome(c *Call) Value {
	r := False
	typedEach(c, "some", func(_ Ref, _ int64, _, x Value) bool {
		if c.Rt.ToBoolean(x) {
			r = True
		}
		return r == True
	})
	return r
}

func typedForEach(c *Call) Value {
	typedEach(c, "forEach", func(Ref, int64, Value, Value) bool { return false })
	return Undefined
}

func typedFill(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("fill")
	if !ok {
		return Undefined
	}
	v, ok := rt.toElement(rt.elementType(o), c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	from, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	end, ok := rt.RelativeIndex(c.Arg(2), n, n)
	if !ok {
		return Undefined
	}
	l, ok := rt.typedLength(o)
	if !ok {
		return detachedError(c, "%TypedArray%.prototype.fill")
	}
	end = min(end, int64(l))
	if from < end {
		// One element, then what is filled is copied behind itself.
		es := int64(rt.elementType(o).size())
		rt.typedPut(o, int(from), v)
		b := rt.Bytes(o)[from*es : end*es]
		for n := int(es); n < len(b); n += copy(b[n:], b[:min(n, 1<<20)]) {
			rt.poll()
		}
	}
	return c.This
}

func typedFilter(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("filter")
	if !ok {
		return Undefined
	}
	f, ok := c.callback()
	if !ok {
		return Undefined
	}
	keep := c.Realm.NewArray()
	rt.KeepRef(keep)
	var list []Value
	if !typedEachOf(c, o, n, f, func(_ int64, v, r Value) bool {
		if rt.ToBoolean(r) {
			rt.ArrayAppend(keep, v)
			list = append(list, v)
		}
		return false
	}) {
		return Undefined
	}
	a, ok := c.typedSpeciesCreate(o, int64(len(list)))
	if !ok {
		return Undefined
	}
	for i, v := range list {
		if !rt.typedSet(a, i, v) {
			return Undefined
		}
	}
	return objectValue(a)
}

func typedFindFrom(name string, last, index bool) NativeFunc {
	return func(c *Call) Value {
		o, n, ok := c.thisTyped(name)
		if !ok {
			return Undefined
		}
		f, ok := c.callback()
		if !ok {
			return Undefined
		}
		i, v := findIn(c, o, n, f, last)
		if index {
			return Int64(i)
		}
		return v
	}
}

func typedIncludes(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("includes")
	if !ok || n == 0 {
		return False
	}
	i, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	for ; i < n; i++ {
		if i&pollMask == 0 {
			rt.poll()
		}
		if rt.SameValueZero(rt.typedGet(o, int(i)), c.Arg(0)) {
			return True
		}
	}
	return False
}

func typedIndexOf(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("indexOf")
	if !ok || n == 0 {
		return Int(-1)
	}
	i, ok := rt.RelativeIndex(c.Arg(1), n, 0)
	if !ok {
		return Undefined
	}
	l, ok := rt.typedLength(o)
	if !ok {
		return Int(-1)
	}
	for n = min(n, int64(l)); i < n; i++ {
		if i&pollMask == 0 {
			rt.poll()
		}
		if rt.StrictEquals(rt.typedGet(o, int(i)), c.Arg(0)) {
			return Int64(i)
		}
	}
	return Int(-1)
}

func typedLastIndexOf(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("lastIndexOf")
	if !ok || n == 0 {
		return Int(-1)
	}
	i, ok := c.lastFrom(n)
	if !ok {
		return Undefined
	}
	l, ok := rt.typedLength(o)
	if !ok {
		return Int(-1)
	}
	for i = min(i, int64(l)-1); i >= 0; i-- {
		if i&pollMask == 0 {
			rt.poll()
		}
		if rt.StrictEquals(rt.typedGet(o, int(i)), c.Arg(0)) {
			return Int64(i)
		}
	}
	return Int(-1)
}

func typedJoin(c *Call) Value {
	o, n, ok := c.thisTyped("join")
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

func typedToLocaleString(c *Call) Value {
	o, n, ok := c.thisTyped("toLocaleString")
	if !ok {
		return Undefined
	}
	return c.joinElements(o, n, Undefined, true)
}

func typedMap(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("map")
	if !ok {
		return Undefined
	}
	f, ok := c.callback()
	if !ok {
		return Undefined
	}
	a, ok := c.typedSpeciesCreate(o, n)
	if !ok {
		return Undefined
	}
	if !typedEachOf(c, o, n, f, func(i int64, _, r Value) bool { return !rt.typedSet(a, int(i), r) }) || rt.pending != 0 {
		return Undefined
	}
	return objectValue(a)
}

func typedReduceDir(name string, right bool) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, n, ok := c.thisTyped(name)
		if !ok {
			return Undefined
		}
		f, ok := c.callback()
		if !ok {
			return Undefined
		}
		acc, have := c.Arg(1), c.NArgs() > 1
		if !have && n == 0 {
			return c.TypeError("Reduce of empty array with no initial value")
		}
		mark := rt.KeptMark()
		for k := range n {
			i := k
			if right {
				i = n - 1 - k
			}
			v := rt.typedGet(o, int(i))
			if !have {
				acc, have = v, true
			} else if acc, ok = rt.Call(f, Undefined, acc, v, Int64(i), objectValue(o)); !ok {
				return Undefined
			}
			rt.KeptReset(mark)
			rt.Keep(acc)
		}
		return acc
	}
}

func (rt *Runtime) reverseTyped(o Ref) {
	b, es := rt.Bytes(o), rt.elementType(o).size()
	var tmp [8]byte
	for i, j := 0, len(b)-es; i < j; i, j = i+es, j-es {
		if i&(8*pollMask) == 0 {
			rt.poll()
		}
		copy(tmp[:es], b[i:])
		copy(b[i:i+es], b[j:])
		copy(b[j:j+es], tmp[:])
	}
}

func typedReverse(c *Call) Value {
	o, _, ok := c.thisTyped("reverse")
	if !ok {
		return Undefined
	}
	c.Rt.reverseTyped(o)
	return c.This
}

func typedToReversed(c *Call) Value {
	o, n, ok := c.thisTyped("toReversed")
	if !ok {
		return Undefined
	}
	a, ok := c.sameType(o, n)
	if !ok {
		return Undefined
	}
	copy(c.Rt.Bytes(a), c.Rt.Bytes(o))
	c.Rt.reverseTyped(a)
	return objectValue(a)
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.set
func typedSetMethod(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindTypedArray) {
		return c.TypeError("this is not a typed array.")
	}
	o := c.This.Ref()
	at, ok := rt.ToIntegerOrInfinity(c.Arg(1))
	if !ok {
		return Undefined
	}
	if at < 0 {
		return c.RangeError("offset is out of bounds")
	}
	n, ok := rt.typedLength(o)
	if !ok {
		return detachedError(c, "%TypedArray%.prototype.set")
	}
	if src := c.Arg(0); rt.IsKind(src, KindTypedArray) {
		s := src.Ref()
		m, ok := rt.typedLength(s)
		if !ok {
			return detachedError(c, "%TypedArray%.prototype.set")
		}
		if rt.elementType(s).big() != rt.elementType(o).big() {
			return c.TypeError("Cannot mix BigInt and other types, use explicit conversions")
		}
		if float64(m)+at > float64(n) {
			return c.RangeError("offset is out of bounds")
		}
		t, st := rt.elementType(o), rt.elementType(s)
		dst, from := rt.Bytes(o)[int(at)*t.size():], rt.Bytes(s)
		if t == st {
			copy(dst, from)
			return Undefined
		}
		if rt.viewBuffer(o) == rt.viewBuffer(s) || rt.viewBuffer(o).shared != nil {
			rt.reserve(len(from))
			from = append([]byte(nil), from...)
		}
		for i := range m {
			if i&pollMask == 0 {
				rt.poll()
			}
			rt.putElement(t, dst[i*t.size():], rt.element(st, from[i*st.size():]))
		}
		return Undefined
	}
	s, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.KeepRef(s)
	m, ok := rt.LengthOf(s)
	if !ok {
		return Undefined
	}
	if float64(m)+at > float64(n) {
		return c.RangeError("offset is out of bounds")
	}
	for i := range m {
		v, ok := rt.getIndex(s, i)
		if !ok || !rt.typedSet(o, int(at)+int(i), v) {
			return Undefined
		}
	}
	return Undefined
}

func typedSlice(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("slice")
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
	a, ok := c.typedSpeciesCreate(o, count)
	if !ok {
		return Undefined
	}
	if count == 0 {
		return objectValue(a)
	}
	l, ok := rt.typedLength(o)
	if !ok {
		return detachedError(c, "%TypedArray%.prototype.slice")
	}
	end = min(end, int64(l))
	if rt.elementType(a) == rt.elementType(o) {
		es := int64(rt.elementType(o).size())
		if from < end {
			// The same buffer may be behind both: bytes are copied one after the other, upwards.
			dst, src := rt.Bytes(a), rt.Bytes(o)[from*es:end*es]
			for i := range min(len(dst), len(src)) {
				if i&pollMask == 0 {
					rt.poll()
				}
				dst[i] = src[i]
			}
		}
		return objectValue(a)
	}
	for i := from; i < end; i++ {
		if !rt.setIndex(a, i-from, rt.typedGet(o, int(i))) {
			return Undefined
		}
	}
	return objectValue(a)
}

func typedSubarray(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindTypedArray) {
		return c.TypeError("this is not a typed array.")
	}
	o := c.This.Ref()
	l, _ := rt.typedLength(o)
	if _, ok := rt.typedLength(o); !ok {
		l = 0
	}
	n := int64(l)
	from, ok := rt.RelativeIndex(c.Arg(0), n, 0)
	if !ok {
		return Undefined
	}
	es := int64(rt.elementType(o).size())
	args := []Value{rt.Word(o, 0), Int64(int64(rt.Raw(o, 1)) + from*es)}
	if !(rt.Raw(o, 2) == tracking && c.Arg(1).IsUndefined()) {
		end, ok := rt.RelativeIndex(c.Arg(1), n, n)
		if !ok {
			return Undefined
		}
		args = append(args, Int64(max(end-from, 0)))
	}
	ctor, ok := c.typedSpecies(o)
	if !ok {
		return Undefined
	}
	v, ok := rt.Construct(ctor, Undefined, args...)
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	a, _, ok := c.validTyped(v, "%TypedArray%.prototype.subarray")
	if !ok {
		return Undefined
	}
	if rt.elementType(a).big() != rt.elementType(o).big() {
		return c.TypeError("Content type of the result differs from that of the typed array")
	}
	return v
}

// sortTyped sorts a list of elements: numerically, or by the function.
func (c *Call) sortTyped(list []Value, f Value) bool {
	rt := c.Rt
	if f.IsUndefined() {
		slices.SortStableFunc(list, func(a, b Value) int {
			rt.poll()
			if a.IsBigInt() {
				return rt.BigInt(a).Cmp(rt.BigInt(b))
			}
			x, y := a.Num(), b.Num()
			switch {
			case x != x && y != y:
				return 0
			case x != x:
				return 1
			case y != y || x < y:
				return -1
			case x > y:
				return 1
			case x == 0:
				if math.Signbit(x) != math.Signbit(y) {
					if math.Signbit(x) {
						return -1
					}
					return 1
				}
			}
			return 0
		})
		return true
	}
	mark := rt.KeptMark()
	return mergeSort(list, func(a, b Value) (int, bool) {
		r, ok := c.compareValues(f, a, b)
		rt.KeptReset(mark)
		return r, ok
	})
}

func (c *Call) typedValues(o Ref, n int64) []Value {
	keep := c.Realm.NewArray()
	c.Rt.KeepRef(keep)
	c.Rt.reserve(8 * int(n))
	list := make([]Value, n)
	for i := range list {
		if i&pollMask == 0 {
			c.Rt.poll()
		}
		list[i] = c.Rt.typedGet(o, i)
		if list[i].isCell() {
			c.Rt.ArrayAppend(keep, list[i])
		}
	}
	return list
}

func typedSort(c *Call) Value {
	f, ok := c.sortArgument()
	if !ok {
		return Undefined
	}
	o, n, ok := c.thisTyped("sort")
	if !ok {
		return Undefined
	}
	list := c.typedValues(o, n)
	if !c.sortTyped(list, f) {
		return Undefined
	}
	for i, v := range list {
		if i&pollMask == 0 {
			c.Rt.poll()
		}
		c.Rt.typedPut(o, i, v)
	}
	return c.This
}

func typedToSorted(c *Call) Value {
	f, ok := c.sortArgument()
	if !ok {
		return Undefined
	}
	o, n, ok := c.thisTyped("toSorted")
	if !ok {
		return Undefined
	}
	a, ok := c.sameType(o, n)
	if !ok {
		return Undefined
	}
	list := c.typedValues(o, n)
	if !c.sortTyped(list, f) {
		return Undefined
	}
	for i, v := range list {
		if i&pollMask == 0 {
			c.Rt.poll()
		}
		c.Rt.typedPut(a, i, v)
	}
	return objectValue(a)
}

func typedWith(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.thisTyped("with")
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
	v, ok := rt.toElement(rt.elementType(o), c.Arg(1))
	if !ok {
		return Undefined
	}
	rt.Keep(v)
	if l, ok := rt.typedLength(o); !ok || f < 0 || f >= float64(l) {
		return c.RangeError("Invalid typed array index")
	}
	a, ok := c.sameType(o, n)
	if !ok {
		return Undefined
	}
	copy(rt.Bytes(a), rt.Bytes(o))
	if l, _ := rt.typedLength(o); int64(l) < n && rt.elementType(o).size() > 0 {
		// What the array lost meanwhile reads as undefined: NaN, or 0 in the integer types.
		for i := l; i < int(n); i++ {
			if rt.elementType(o).big() {
				_, ok := rt.ToBigInt(Undefined)
				if !ok {
					return Undefined
				}
			}
			rt.typedPut(a, i, NaN)
		}
	}
	rt.typedPut(a, int(f), v)
	return objectValue(a)
}

func typedTag(c *Call) Value {
	if !c.Rt.IsKind(c.This, KindTypedArray) {
		return Undefined
	}
	return c.Rt.NewASCII(elementNames[c.Rt.elementType(c.This.Ref())] + "Array")
}

func init() {
	define(TypedArrayCtor, objectDef{name: "TypedArray", ctor: true, of: TypedArrayPrototype,
		fn: func(c *Call) Value { return c.TypeError("Abstract class TypedArray not directly constructable") },
		props: []prop{
			{name: "prototype", obj: TypedArrayPrototype},
			method("of", 0, typedOf),
			method("from", 1, typedFrom),
			getter("@@species", arraySpecies).named("[Symbol.species]"),
		}})
	define(TypedArrayPrototype, objectDef{props: []prop{
		object("constructor", TypedArrayCtor),
		getter("buffer", typedGetter(func(rt *Runtime, o Ref) Value { return rt.Word(o, 0) })),
		getter("byteLength", typedGetter(func(rt *Runtime, o Ref) Value {
			n, ok := rt.typedLength(o)
			if !ok {
				return Int(0)
			}
			return Int64(int64(n * rt.elementType(o).size()))
		})),
		getter("byteOffset", typedGetter(func(rt *Runtime, o Ref) Value {
			if _, ok := rt.typedLength(o); !ok {
				return Int(0)
			}
			return Int64(int64(rt.Raw(o, 1)))
		})),
		getter("length", typedGetter(func(rt *Runtime, o Ref) Value {
			n, ok := rt.typedLength(o)
			if !ok {
				return Int(0)
			}
			return Int64(int64(n))
		})),
		method("entries", 0, typedIterate(iterEntries, "entries")),
		method("keys", 0, typedIterate(iterKeys, "keys")),
		method("values", 0, typedIterate(iterValues, "values")),
		method("at", 1, typedAt),
		method("copyWithin", 2, typedCopyWithin),
		method("every", 1, typedEvery),
		method("fill", 1, typedFill),
		method("filter", 1, typedFilter),
		method("find", 1, typedFindFrom("find", false, false)),
		method("findIndex", 1, typedFindFrom("findIndex", false, true)),
		method("findLast", 1, typedFindFrom("findLast", true, false)),
		method("findLastIndex", 1, typedFindFrom("findLastIndex", true, true)),
		method("forEach", 1, typedForEach),
		method("includes", 1, typedIncludes),
		method("indexOf", 1, typedIndexOf),
		method("join", 1, typedJoin),
		method("lastIndexOf", 1, typedLastIndexOf),
		method("map", 1, typedMap),
		method("reverse", 0, typedReverse),
		method("reduce", 1, typedReduceDir("reduce", false)),
		method("reduceRight", 1, typedReduceDir("reduceRight", true)),
		method("set", 1, typedSetMethod),
		method("slice", 2, typedSlice),
		method("some", 1, typedSome),
		method("sort", 1, typedSort),
		method("subarray", 2, typedSubarray),
		method("toReversed", 0, typedToReversed),
		method("toSorted", 1, typedToSorted),
		method("with", 2, typedWith),
		method("toLocaleString", 0, typedToLocaleString),
		value("toString", func(r *Realm) Value {
			d, _ := r.rt.ordinaryGetOwn(r.Intrinsic(ArrayPrototype), KeyToString)
			return d.Value
		}),
		alias("@@iterator", "values"),
		getter("@@toStringTag", typedTag).named("[Symbol.toStringTag]"),
	}})
	for t := range numElementTypes {
		ctor := t.ctor()
		size := constant("BYTES_PER_ELEMENT", Int(int32(t.size())))
		statics, props := []prop{{name: "prototype", obj: ctor + 1}, size}, []prop{object("constructor", ctor), size}
		if t == elemUint8 {
			statics = append(statics, method("fromBase64", 1, bytesFromBase64), method("fromHex", 1, bytesFromHex))
			props = append(props, method("toBase64", 0, bytesToBase64), method("toHex", 0, bytesToHex),
				method("setFromBase64", 1, bytesSetFromBase64), method("setFromHex", 1, bytesSetFromHex))
		}
		define(ctor, objectDef{fn: typedConstructor(t), name: elementNames[t] + "Array", len: 3, ctor: true, of: ctor + 1, proto: TypedArrayCtor, props: statics})
		define(ctor+1, objectDef{proto: TypedArrayPrototype, props: props})
	}
}
