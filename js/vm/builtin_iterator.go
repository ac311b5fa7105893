package vm

import "math"

// --- the iteration protocol, for built-ins

// An iterator is an Iterator Record.
type iterator struct {
	obj  Ref
	next Value
}

// getIterator is GetIterator(v, sync).
func (rt *Runtime) getIterator(v Value) (it iterator, ok bool) {
	o, next, ok := rt.GetIterator(v)
	rt.Keep(o)
	rt.Keep(next)
	return iterator{o.ObjectRef(), next}, ok
}

// iteratorFromMethod is GetIteratorFromMethod.
func (rt *Runtime) iteratorFromMethod(v, f Value) (it iterator, ok bool) {
	o, next, ok := rt.GetIteratorFrom(v, f)
	rt.Keep(o)
	rt.Keep(next)
	return iterator{o.ObjectRef(), next}, ok
}

// directIterator is GetIteratorDirect.
func (rt *Runtime) directIterator(o Ref) (it iterator, ok bool) {
	next, ok := rt.Get(o, KeyNext)
	rt.Keep(next)
	return iterator{o, next}, ok
}

// step is IteratorStepValue: done is true at the end. Where it fails the iterator is not to be closed.
func (rt *Runtime) step(it iterator) (v Value, done, ok bool) {
	return rt.IterStep(objectValue(it.obj), it.next)
}

func (rt *Runtime) iterateRecord(it iterator, f func(Value) bool) bool {
	mark := rt.KeptMark()
	for {
		x, done, ok := rt.step(it)
		if !ok || done {
			return ok
		}
		rt.Keep(x)
		if !f(x) {
			rt.CloseOnError(objectValue(it.obj))
			return false
		}
		rt.KeptReset(mark)
	}
}

// iterateList is IterableToList. The values are kept.
func (rt *Runtime) iterateList(v Value) (list []Value, ok bool) {
	cell := rt.realm.NewArray()
	rt.KeepRef(cell)
	ok = rt.Iterate(v, func(x Value) bool {
		rt.ArrayAppend(cell, x)
		list = append(list, x)
		return true
	})
	return list, ok
}

// iterResult is CreateIterResultObject.
func (c *Call) iterResult(v Value, done bool) Value { return c.Realm.IterResult(v, done) }

// --- Array iterators

const (
	iterKeys = iota
	iterValues
	iterEntries
)

// newArrayIterator is CreateArrayIterator.
func (c *Call) newArrayIterator(o Ref, kind int32) Value {
	it := c.Rt.NewKind(KindArrayIterator, c.Realm.Intrinsic(ArrayIteratorPrototype))
	c.Rt.SetWord(it, 0, objectValue(o))
	c.Rt.SetWord(it, 1, Int(0))
	c.Rt.SetWord(it, 2, Int(kind))
	return objectValue(it)
}

// https://tc39.es/ecma262/#sec-%arrayiteratorprototype%.next
func arrayIteratorNext(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindArrayIterator) {
		return c.Incompatible("Array Iterator.prototype.next")
	}
	it := c.This.Ref()
	target := rt.Word(it, 0)
	if target.IsUndefined() {
		return c.iterResult(Undefined, true)
	}
	o := target.Ref()
	i := int64(rt.Word(it, 1).Num())
	var n int64
	if rt.kind(o) == KindTypedArray {
		l, ok := rt.typedLength(o)
		if !ok {
			return c.TypeError("Cannot perform %%ArrayIteratorPrototype%%.next on a detached ArrayBuffer")
		}
		n = int64(l)
	} else {
		var ok bool
		if n, ok = rt.LengthOf(o); !ok {
			return Undefined
		}
	}
	if i >= n {
		rt.SetWord(it, 0, Undefined)
		return c.iterResult(Undefined, true)
	}
	rt.SetWord(it, 1, Int64(i+1))
	kind := rt.Word(it, 2).Int32()
	if kind == iterKeys {
		return c.iterResult(Int64(i), false)
	}
	v, ok := rt.getIndex(o, i)
	if !ok {
		return Undefined
	}
	if kind == iterEntries {
		v = objectValue(c.Realm.NewArray(Int64(i), v))
	}
	return c.iterResult(v, false)
}

// --- %Iterator%

func iteratorSelf(c *Call) Value { return c.This }

// https://tc39.es/ecma262/#sec-iterator
func iteratorConstructor(c *Call) Value {
	if c.NewTarget.IsUndefined() {
		return c.TypeError("Constructor Iterator requires 'new'")
	}
	if c.NewTarget == objectValue(c.Callee) {
		return c.TypeError("Abstract class Iterator not directly constructable")
	}
	o, ok := c.newFromConstructor(KindObject, IteratorPrototype)
	if !ok {
		return Undefined
	}
	return objectValue(o)
}

// flattenable is GetIteratorFlattenable.
func (rt *Runtime) flattenable(v Value, strings bool) (it iterator, ok bool) {
	if !v.IsObject() && !(strings && v.IsString()) {
		rt.TypeError("%s is not an object", rt.display(v))
		return it, false
	}
	f, ok := rt.GetMethod(v, SymIterator)
	if !ok {
		return it, false
	}
	o := v
	if !f.IsUndefined() {
		if o, ok = rt.Call(f, v); !ok {
			return it, false
		}
	}
	if !o.IsObject() {
		rt.TypeError("%s is not an object", rt.display(o))
		return it, false
	}
	rt.Keep(o)
	return rt.directIterator(o.Ref())
}

// https://tc39.es/ecma262/#sec-iterator.from
func iteratorFrom(c *Call) Value {
	rt := c.Rt
	it, ok := rt.flattenable(c.Arg(0), true)
	if !ok {
		return Undefined
	}
	has, ok := rt.OrdinaryHasInstance(objectValue(c.Realm.Intrinsic(IteratorCtor)), objectValue(it.obj))
	if !ok {
		return Undefined
	}
	if has {
		return objectValue(it.obj)
	}
	w := rt.NewKind(KindWrapForValidIterator, c.Realm.Intrinsic(WrapForValidIteratorPrototype))
	rt.SetWord(w, 0, objectValue(it.obj))
	rt.SetWord(w, 1, it.next)
	return objectValue(w)
}

func wrapIteratorNext(c *Call) Value {
	if !c.Rt.IsKind(c.This, KindWrapForValidIterator) {
		return c.Incompatible("%WrapForValidIteratorPrototype%.next")
	}
	v, _ := c.Rt.Call(c.Rt.Word(c.This.Ref(), 1), c.Rt.Word(c.This.Ref(), 0))
	return v
}

func wrapIteratorReturn(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindWrapForValidIterator) {
		return c.Incompatible("%WrapForValidIteratorPrototype%.return")
	}
	it := rt.Word(c.This.Ref(), 0)
	f, ok := rt.GetMethod(it, KeyReturn)
	if !ok {
		return Undefined
	}
	if f.IsUndefined() {
		return c.iterResult(Undefined, true)
	}
	v, _ := rt.Call(f, it)
	return v
}

// Kinds of iterator helpers, in word 4 with the state of concat.
const (
	helpMap = iota
	helpFilter
	helpTake
	helpDrop
	helpFlatMap
	helpConcat
)

// An iterator helper:
//
//	word 0   underlying iterator; undefined once it is done
//	word 1   its next method
//	word 2   the function, or what is left of take and drop
//	word 3   cell: counter, inner iterator, its next method, state (0 not started, 1 suspended, 2 running, 3 done); of concat also the list of pairs
//	word 4   kind
const (
	helpCounter = iota
	helpInner
	helpInnerNext
	helpState
	helpCell
)

func (c *Call) newHelper(it iterator, arg Value, kind int32) Value {
	rt := c.Rt
	o := rt.NewKind(KindIteratorHelper, c.Realm.Intrinsic(IteratorHelperPrototype))
	if it.obj != 0 {
		rt.SetWord(o, 0, objectValue(it.obj))
	}
	rt.SetWord(o, 1, it.next)
	rt.SetWord(o, 2, arg)
	cell := rt.NewValues(helpCell)
	rt.SetAt(cell, helpCounter, Int(0))
	rt.SetAt(cell, helpState, Int(0))
	rt.SetWord(o, 3, CellValue(cell))
	rt.SetWord(o, 4, Int(kind))
	return objectValue(o)
}

// helperOf is the start of the helper methods: this is an object, the argument a function; the iterator is closed where it is not.
func helperOf(c *Call, name string, kind int32) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Iterator.prototype.%s called on non-object", name)
	}
	if f := c.Arg(0); !rt.IsCallable(f) {
		c.TypeError("%s is not a function", rt.display(f))
		rt.CloseOnError(objectValue(c.This.Ref()))
		return Undefined
	}
	it, ok := rt.directIterator(c.This.Ref())
	if !ok {
		return Undefined
	}
	return c.newHelper(it, c.Arg(0), kind)
}

func iteratorMap(c *Call) Value     { return helperOf(c, "map", helpMap) }
func iteratorFilter(c *Call) Value  { return helperOf(c, "filter", helpFilter) }
func iteratorFlatMap(c *Call) Value { return helperOf(c, "flatMap", helpFlatMap) }

func helperLimit(c *Call, name string, kind int32) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Iterator.prototype.%s called on non-object", name)
	}
	f, ok := rt.ToNumber(c.Arg(0))
	if ok && f != f {
		ok = false
		c.RangeError("%s must be positive", rt.display(c.Arg(0)))
	}
	if ok {
		f, _ = rt.ToIntegerOrInfinity(Number(f))
		if f < 0 || f > 1<<53-1 && !math.IsInf(f, 1) {
			ok = false
			c.RangeError("%s must be positive", rt.display(c.Arg(0)))
		}
	}
	if !ok {
		rt.CloseOnError(objectValue(c.This.Ref()))
		return Undefined
	}
	it, ok := rt.directIterator(c.This.Ref())
	if !ok {
		return Undefined
	}
	return c.newHelper(it, Number(f), kind)
}

func iteratorTake(c *Call) Value { return helperLimit(c, "take", helpTake) }
func iteratorDrop(c *Call) Value { return helperLimit(c, "drop", helpDrop) }

// https://tc39.es/ecma262/#sec-%iteratorhelperprototype%.next
func iteratorHelperNext(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindIteratorHelper) {
		return c.Incompatible("Iterator Helper.prototype.next")
	}
	h := c.This.Ref()
	cell := rt.Word(h, 3).Ref()
	switch rt.At(cell, helpState).Int32() {
	case 2:
		return c.TypeError("Generator is already running")
	case 3:
		return c.iterResult(Undefined, true)
	}
	rt.SetAt(cell, helpState, Int(2))
	v, done, ok := helperStep(c, h, cell)
	if !ok || done {
		rt.SetAt(cell, helpState, Int(3))
		if !ok {
			return Undefined
		}
		return c.iterResult(Undefined, true)
	}
	rt.SetAt(cell, helpState, Int(1))
	return c.iterResult(v, false)
}

func helperStep(c *Call, h, cell Ref) (v Value, done, ok bool) {
	rt := c.Rt
	it := iterator{rt.Word(h, 0).ObjectRef(), rt.Word(h, 1)}
	arg := rt.Word(h, 2)
	kind := rt.Word(h, 4).Int32()
	mark := rt.KeptMark()
	if kind == helpConcat {
		return concatStep(c, h, cell)
	}
	if kind == helpTake {
		left := arg.Num()
		if left <= 0 {
			return Undefined, true, rt.CloseIterator(objectValue(it.obj))
		}
		rt.SetWord(h, 2, Number(left-1))
		return rt.step(it)
	}
	if kind == helpDrop {
		for arg.Num() > 0 {
			if rt.Word(h, 2) != Infinity {
				rt.SetWord(h, 2, Number(arg.Num()-1))
			}
			arg = rt.Word(h, 2)
			if _, done, ok = rt.step(it); done || !ok {
				return Undefined, done, ok
			}
			rt.KeptReset(mark)
		}
		return rt.step(it)
	}
	for {
		rt.KeptReset(mark)
		if in := rt.At(cell, helpInner); in.IsObject() {
			v, done, ok := rt.step(iterator{in.Ref(), rt.At(cell, helpInnerNext)})
			if !ok {
				rt.CloseOnError(objectValue(it.obj))
				return Undefined, false, false
			}
			if !done {
				return v, false, true
			}
			rt.SetAt(cell, helpInner, Undefined)
		}
		v, done, ok = rt.step(it)
		if done || !ok {
			return Undefined, done, ok
		}
		rt.Keep(v)
		n := rt.At(cell, helpCounter)
		rt.SetAt(cell, helpCounter, Number(n.Num()+1))
		r, ok := rt.Call(arg, Undefined, v, n)
		if !ok {
			rt.CloseOnError(objectValue(it.obj))
			return Undefined, false, false
		}
		switch kind {
		case helpMap:
			return r, false, true
		case helpFilter:
			if rt.ToBoolean(r) {
				return v, false, true
			}
		case helpFlatMap:
			rt.Keep(r)
			in, ok := rt.flattenable(r, false)
			if !ok {
				rt.CloseOnError(objectValue(it.obj))
				return Undefined, false, false
			}
			rt.SetAt(cell, helpInner, objectValue(in.obj))
			rt.SetAt(cell, helpInnerNext, in.next)
		}
	}
}

// https://tc39.es/ecma262/#sec-%iteratorhelperprototype%.return
func iteratorHelperReturn(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindIteratorHelper) {
		return c.Incompatible("Iterator Helper.prototype.return")
	}
	h := c.This.Ref()
	cell := rt.Word(h, 3).Ref()
	state := rt.At(cell, helpState).Int32()
	if state == 2 {
		return c.TypeError("Generator is already running")
	}
	if state == 3 {
		return c.iterResult(Undefined, true)
	}
	rt.SetAt(cell, helpState, Int(2))
	ok := true
	if in := rt.At(cell, helpInner); in.IsObject() {
		if ok = rt.CloseIterator(objectValue(in.Ref())); !ok && rt.Word(h, 0).IsObject() {
			rt.CloseOnError(objectValue(rt.Word(h, 0).Ref()))
			rt.SetAt(cell, helpState, Int(3))
			return Undefined
		}
	}
	if o := rt.Word(h, 0); ok && o.IsObject() {
		ok = rt.CloseIterator(objectValue(o.Ref()))
	}
	rt.SetAt(cell, helpState, Int(3))
	if !ok {
		return Undefined
	}
	return c.iterResult(Undefined, true)
}

// https://tc39.es/proposal-iterator-sequencing/#sec-iterator.concat
func iteratorConcat(c *Call) Value {
	rt := c.Rt
	list := rt.NewValues(uint32(2 * c.NArgs()))
	rt.Keep(CellValue(list))
	for i, v := range c.Args() {
		if !v.IsObject() {
			return c.TypeError("%s is not an object", rt.display(v))
		}
		f, ok := rt.GetMethod(v, SymIterator)
		if !ok {
			return Undefined
		}
		if f.IsUndefined() {
			return c.TypeError("%s is not iterable", rt.display(v))
		}
		rt.SetAt(list, uint32(2*i), v)
		rt.SetAt(list, uint32(2*i+1), f)
	}
	return c.newHelper(iterator{next: CellValue(list)}, Undefined, helpConcat)
}

func concatStep(c *Call, h, cell Ref) (v Value, done, ok bool) {
	rt := c.Rt
	list := rt.Word(h, 1).Ref()
	for {
		if in := rt.At(cell, helpInner); in.IsObject() {
			v, done, ok := rt.step(iterator{in.Ref(), rt.At(cell, helpInnerNext)})
			if !ok || !done {
				return v, false, ok
			}
			rt.SetAt(cell, helpInner, Undefined)
		}
		i := uint32(rt.At(cell, helpCounter).Int32())
		if 2*i >= rt.CellLen(list) {
			return Undefined, true, true
		}
		rt.SetAt(cell, helpCounter, Int(int32(i+1)))
		it, ok := rt.iteratorFromMethod(rt.At(list, 2*i), rt.At(list, 2*i+1))
		if !ok {
			return Undefined, false, false
		}
		rt.SetAt(cell, helpInner, objectValue(it.obj))
		rt.SetAt(cell, helpInnerNext, it.next)
	}
}

// iteratorConsume is the start of the consuming methods. With function false the argument is not looked at.
func iteratorConsume(c *Call, name string, function bool) (it iterator, ok bool) {
	rt := c.Rt
	if !c.This.IsObject() {
		c.TypeError("Iterator.prototype.%s called on non-object", name)
		return it, false
	}
	if f := c.Arg(0); function && !rt.IsCallable(f) {
		c.TypeError("%s is not a function", rt.display(f))
		rt.CloseOnError(objectValue(c.This.Ref()))
		return it, false
	}
	return rt.directIterator(c.This.Ref())
}

// eachResult runs the callback over an iterator until want says so; then the iterator is closed.
func eachResult(c *Call, name string, stop func(v, r Value) bool) (stopped, ok bool) {
	rt := c.Rt
	it, ok := iteratorConsume(c, name, true)
	if !ok {
		return false, false
	}
	mark := rt.KeptMark()
	for i := int64(0); ; i++ {
		v, done, ok := rt.step(it)
		if done || !ok {
			return false, ok
		}
		rt.Keep(v)
		r, ok := rt.Call(c.Arg(0), Undefined, v, Int64(i))
		if !ok {
			rt.CloseOnError(objectValue(it.obj))
			return false, false
		}
		if stop(v, r) {
			rt.Keep(v)
			return true, rt.CloseIterator(objectValue(it.obj))
		}
		rt.KeptReset(mark)
	}
}

func iteratorForEach(c *Call) Value {
	eachResult(c, "forEach", func(v, r Value) bool { return false })
	return Undefined
}

func iteratorSome(c *Call) Value {
	stopped, _ := eachResult(c, "some", func(v, r Value) bool { return c.Rt.ToBoolean(r) })
	return Bool(stopped)
}

func iteratorEvery(c *Call) Value {
	stopped, _ := eachResult(c, "every", func(v, r Value) bool { return !c.Rt.ToBoolean(r) })
	return Bool(!stopped)
}

func iteratorFind(c *Call) Value {
	found := Undefined
	eachResult(c, "find", func(v, r Value) bool {
		if c.Rt.ToBoolean(r) {
			found = v
			return true
		}
		return false
	})
	return found
}

func iteratorToArray(c *Call) Value {
	it, ok := iteratorConsume(c, "toArray", false)
	if !ok {
		return Undefined
	}
	a := c.Realm.NewArray()
	c.Rt.KeepRef(a)
	if !c.Rt.iterateRecord(it, func(v Value) bool {
		c.Rt.ArrayAppend(a, v)
		return true
	}) {
		return Undefined
	}
	return objectValue(a)
}

// https://tc39.es/proposal-iterator-includes/
func iteratorIncludes(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Iterator.prototype.includes called on non-object")
	}
	skip := 0.0
	if v := c.Arg(1); !v.IsUndefined() {
		skip = v.Num()
		switch {
		case !v.IsNumber() || !isIntegral(skip) && !math.IsInf(skip, 0):
			c.TypeError("%s is not an integral number", rt.display(v))
		case skip < 0 || skip > 1<<53-1 && !math.IsInf(skip, 1):
			c.RangeError("%s must be positive", rt.display(v))
		}
		if rt.Pending() {
			rt.CloseOnError(c.This)
			return Undefined
		}
	}
	it, ok := rt.directIterator(c.This.Ref())
	if !ok {
		return Undefined
	}
	mark := rt.KeptMark()
	for n := 0.0; ; n++ {
		v, done, ok := rt.step(it)
		if done || !ok {
			return False
		}
		if n >= skip && rt.SameValueZero(v, c.Arg(0)) {
			rt.CloseIterator(objectValue(it.obj))
			return True
		}
		rt.KeptReset(mark)
	}
}

// https://tc39.es/proposal-iterator-join/
func iteratorJoin(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Iterator.prototype.join called on non-object")
	}
	sep := rt.NewASCII(",")
	if !c.Arg(0).IsUndefined() {
		var ok bool
		if sep, ok = c.argStr(0); !ok {
			rt.CloseOnError(c.This)
			return Undefined
		}
	}
	it, ok := rt.directIterator(c.This.Ref())
	if !ok {
		return Undefined
	}
	b := rt.builder()
	first := true
	if !rt.iterateRecord(it, func(v Value) bool {
		if !first {
			b.WriteStr(rt.Str(sep))
		}
		first = false
		if v.IsNullish() {
			return true
		}
		s, ok := rt.ToString(v)
		if ok {
			b.WriteStr(rt.Str(s))
		}
		return ok && (b.Len() <= maxStringLen || rt.RangeError("Invalid string length"))
	}) {
		return Undefined
	}
	v, _ := b.Value(rt)
	return v
}

func iteratorReduce(c *Call) Value {
	rt := c.Rt
	it, ok := iteratorConsume(c, "reduce", true)
	if !ok {
		return Undefined
	}
	acc, i := c.Arg(1), int64(0)
	if c.NArgs() < 2 {
		v, done, ok := rt.step(it)
		if !ok {
			return Undefined
		}
		if done {
			return c.TypeError("Reduce of a done iterator with no initial value")
		}
		acc, i = v, 1
	}
	mark := rt.KeptMark()
	for ; ; i++ {
		rt.KeptReset(mark)
		rt.Keep(acc)
		v, done, ok := rt.step(it)
		if !ok {
			return Undefined
		}
		if done {
			return acc
		}
		rt.Keep(v)
		if acc, ok = rt.Call(c.Arg(0), Undefined, acc, v, Int64(i)); !ok {
			rt.CloseOnError(objectValue(it.obj))
			return Undefined
		}
	}
}

// https://tc39.es/ecma262/#sec-SetterThatIgnoresPrototypeProperties
func (c *Call) setIgnoringProto(home Ref, k Key) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Iterator.prototype.%s setter called on non-object", rt.KeyString(k))
	}
	o := c.This.Ref()
	if o == home {
		return c.TypeError("Cannot assign to read only property '%s' of object '[object Object]'", rt.KeyString(k))
	}
	_, found, ok := rt.GetOwn(o, k)
	if !ok {
		return Undefined
	}
	if found {
		rt.Set(o, k, c.Arg(0))
	} else {
		rt.CreateDataOrThrow(o, k, c.Arg(0))
	}
	return Undefined
}

func iteratorGetTag(c *Call) Value { return c.Rt.NewASCII("Iterator") }
func iteratorSetTag(c *Call) Value {
	return c.setIgnoringProto(c.Realm.Intrinsic(IteratorPrototype), SymToStringTag)
}
func iteratorGetCtor(c *Call) Value { return objectValue(c.Realm.Intrinsic(IteratorCtor)) }
func iteratorSetCtor(c *Call) Value {
	return c.setIgnoringProto(c.Realm.Intrinsic(IteratorPrototype), KeyConstructor)
}

// https://tc39.es/ecma262/#sec-%iteratorprototype%-%symbol.dispose%
func iteratorDispose(c *Call) Value {
	f, ok := c.Rt.GetMethod(c.This, KeyReturn)
	if ok && !f.IsUndefined() {
		c.Rt.Call(f, c.This)
	}
	return Undefined
}

// https://tc39.es/ecma262/#sec-%asynciteratorprototype%-%symbol.asyncdispose%
func asyncIteratorDispose(c *Call) Value {
	rt := c.Rt
	ctor := c.Realm.Intrinsic(PromiseCtor)
	p, _ := rt.NewCapability(objectValue(ctor))
	reject := func() Value {
		if e, ok := rt.TakeException(); ok {
			rt.RejectCapability(p, e)
		}
		return p.Promise
	}
	f, ok := rt.GetMethod(c.This, KeyReturn)
	if !ok {
		return reject()
	}
	if f.IsUndefined() {
		rt.ResolveCapability(p, Undefined)
		return p.Promise
	}
	v, ok := rt.Call(f, c.This)
	if !ok {
		return reject()
	}
	w, ok := rt.PromiseResolve(ctor, v)
	if !ok {
		return reject()
	}
	rt.PerformThen(w, objectValue(c.Realm.NewBuiltin(&returnUndefined)), Undefined, p)
	return p.Promise
}

var returnUndefined Helper

func init() { returnUndefined.is("", 1, func(*Call) Value { return Undefined }) }
