package vm

// --- Map and Set

func collectionConstructor(kind uint8, proto Intrinsic, name string, adder Key) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		if c.NewTarget.IsUndefined() {
			return c.TypeError("Constructor %s requires 'new'", name)
		}
		o, ok := c.newFromConstructor(kind, proto)
		if !ok {
			return Undefined
		}
		rt.initMap(o, mapStrideOf(kind))
		if c.Arg(0).IsNullish() {
			return objectValue(o)
		}
		if v := c.Arg(0); v.IsNumber() || v.IsBool() {
			if f, ok := rt.GetV(v, SymIterator); ok && f.IsNullish() {
				return c.TypeError("%s %s is not iterable (cannot read property Symbol(Symbol.iterator))", rt.TypeOf(v), rt.display(v))
			}
		}
		add, ok := rt.Get(o, adder)
		if !ok {
			return Undefined
		}
		if !rt.IsCallable(add) {
			return c.TypeError("'%s' returned for property '%s' of object '#<%s>' is not a function", rt.display(add), rt.KeyString(adder), name)
		}
		rt.Keep(add)
		plain := c.Realm.intact(proto, adder) && rt.protoRef(o) == c.Realm.Intrinsic(proto)
		if kind == KindMap {
			ok = rt.iterateEntries(c.Arg(0), func(k, v Value) bool {
				if plain {
					rt.MapPut(o, k, v)
					return true
				}
				_, ok := rt.Call(add, objectValue(o), k, v)
				return ok
			})
		} else {
			ok = rt.Iterate(c.Arg(0), func(v Value) bool {
				if plain {
					rt.MapPut(o, v, v)
					return true
				}
				_, ok := rt.Call(add, objectValue(o), v)
				return ok
			})
		}
		if !ok {
			return Undefined
		}
		return objectValue(o)
	}
}

// thisKind is this, of a kind.
func (c *Call) thisKind(kind uint8, method string) (Ref, bool) {
	if c.Rt.IsKind(c.This, kind) {
		return c.This.Ref(), true
	}
	c.Incompatible(method)
	return 0, false
}

func mapGet(c *Call) Value {
	o, ok := c.thisKind(KindMap, "Map.prototype.get")
	if !ok {
		return Undefined
	}
	v, _ := c.Rt.MapGet(o, c.Arg(0))
	return v
}

func mapSet(c *Call) Value {
	o, ok := c.thisKind(KindMap, "Map.prototype.set")
	if !ok {
		return Undefined
	}
	c.Rt.MapPut(o, c.Arg(0), c.Arg(1))
	return c.This
}

func setAdd(c *Call) Value {
	o, ok := c.thisKind(KindSet, "Set.prototype.add")
	if !ok {
		return Undefined
	}
	c.Rt.MapPut(o, c.Arg(0), Undefined)
	return c.This
}

// https://tc39.es/proposal-upsert/
func mapGetOrInsert(c *Call) Value {
	o, ok := c.thisKind(KindMap, "Map.prototype.getOrInsert")
	if !ok {
		return Undefined
	}
	if v, found := c.Rt.MapGet(o, c.Arg(0)); found {
		return v
	}
	c.Rt.MapPut(o, c.Arg(0), c.Arg(1))
	return c.Arg(1)
}

func mapGetOrInsertComputed(c *Call) Value {
	rt := c.Rt
	o, ok := c.thisKind(KindMap, "Map.prototype.getOrInsertComputed")
	if !ok {
		return Undefined
	}
	f := c.Arg(1)
	if !rt.IsCallable(f) {
		return c.TypeError("%s is not a function", rt.display(f))
	}
	if v, found := rt.MapGet(o, c.Arg(0)); found {
		return v
	}
	v, ok := rt.Call(f, Undefined, canonicalKey(c.Arg(0)))
	if ok {
		rt.MapPut(o, c.Arg(0), v)
	}
	return v
}

// weakGetOrInsert is getOrInsert and getOrInsertComputed of WeakMap.
func weakGetOrInsert(computed bool) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, ok := c.thisKind(KindWeakMap, "WeakMap.prototype.getOrInsert")
		if !ok {
			return Undefined
		}
		if computed && !rt.IsCallable(c.Arg(1)) {
			return c.TypeError("%s is not a function", rt.display(c.Arg(1)))
		}
		if !rt.CanBeHeldWeakly(c.Arg(0)) {
			return c.TypeError("Invalid value used as weak map key")
		}
		if v, found := rt.WeakGet(o, c.Arg(0)); found {
			return v
		}
		v := c.Arg(1)
		if computed {
			if v, ok = rt.Call(v, Undefined, c.Arg(0)); !ok {
				return Undefined
			}
		}
		rt.WeakPut(o, c.Arg(0), v)
		return v
	}
}

func collectionHas(kind uint8, name string) NativeFunc {
	method := name + ".prototype.has"
	return func(c *Call) Value {
		o, ok := c.thisKind(kind, method)
		return Bool(ok && c.Rt.MapHas(o, c.Arg(0)))
	}
}

func collectionDelete(kind uint8, name string) NativeFunc {
	method := name + ".prototype.delete"
	return func(c *Call) Value {
		o, ok := c.thisKind(kind, method)
		return Bool(ok && c.Rt.MapDelete(o, c.Arg(0)))
	}
}

func collectionClear(kind uint8, name string) NativeFunc {
	method := name + ".prototype.clear"
	return func(c *Call) Value {
		if o, ok := c.thisKind(kind, method); ok {
			c.Rt.MapClear(o)
		}
		return Undefined
	}
}

func collectionSize(kind uint8, name string) NativeFunc {
	method := "get " + name + ".prototype.size"
	return func(c *Call) Value {
		o, ok := c.thisKind(kind, method)
		if !ok {
			return Undefined
		}
		return Int(int32(c.Rt.MapSize(o)))
	}
}

func collectionForEach(kind uint8, name string) NativeFunc {
	method := name + ".prototype.forEach"
	return func(c *Call) Value {
		o, ok := c.thisKind(kind, method)
		if !ok {
			return Undefined
		}
		f := c.Arg(0)
		if !c.Rt.IsCallable(f) {
			return c.TypeError("%s %s is not a function", c.Rt.TypeOf(f), c.Rt.display(f))
		}
		c.Rt.MapEach(o, func(k, v Value) bool {
			_, ok := c.Rt.Call(f, c.Arg(1), v, k, c.This)
			return ok
		})
		return Undefined
	}
}

// A Map or Set iterator: word 0 the table (internal; undefined at the end), word 1 the index of the next entry, word 2 what it gives.
func collectionIterate(kind, iter uint8, proto Intrinsic, name string, what int32) NativeFunc {
	return func(c *Call) Value {
		o, ok := c.thisKind(kind, name)
		if !ok {
			return Undefined
		}
		it := c.Rt.NewKind(iter, c.Realm.Intrinsic(proto))
		c.Rt.SetWord(it, 0, CellValue(c.Rt.mapTable(o)))
		c.Rt.SetWord(it, 1, Int(0))
		c.Rt.SetWord(it, 2, Int(what))
		return objectValue(it)
	}
}

func collectionNext(iter uint8, stride uint32, name string) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		it, ok := c.thisKind(iter, name)
		if !ok {
			return Undefined
		}
		w := rt.Word(it, 0)
		if w.IsUndefined() {
			return c.iterResult(Undefined, true)
		}
		t, i, at := rt.mapNext(w.Ref(), uint32(rt.Word(it, 1).Int32()), stride)
		if at == 0 {
			rt.SetWord(it, 0, Undefined)
			return c.iterResult(Undefined, true)
		}
		rt.SetWord(it, 0, CellValue(t))
		rt.SetWord(it, 1, Int(int32(i)))
		k := rt.At(t, at)
		v := k
		if stride == mapStride {
			v = rt.At(t, at+1)
		}
		switch rt.Word(it, 2).Int32() {
		case iterKeys:
			v = k
		case iterEntries:
			v = objectValue(c.Realm.NewArray(k, v))
		}
		return c.iterResult(v, false)
	}
}

func mapGroupBy(c *Call) Value {
	rt := c.Rt
	m := rt.NewKind(KindMap, c.Realm.Intrinsic(MapPrototype))
	rt.initMap(m, mapStride)
	rt.KeepRef(m)
	if !groupBy(c, func(k, v Value) bool {
		if l, found := rt.MapGet(m, k); found {
			rt.ArrayAppend(l.Ref(), v)
		} else {
			rt.MapPut(m, k, objectValue(c.Realm.NewArray(v)))
		}
		return true
	}) {
		return Undefined
	}
	return objectValue(m)
}

// --- set methods

// A setRecord is a Set Record: what the set methods need of their argument.
type setRecord struct {
	obj       Ref
	size      float64
	has, keys Value
}

// https://tc39.es/ecma262/#sec-getsetrecord
func (c *Call) setRecord(v Value) (r setRecord, ok bool) {
	rt := c.Rt
	if !v.IsObject() {
		c.TypeError("%s is not an object", rt.display(v))
		return r, false
	}
	r.obj = v.Ref()
	s, ok := rt.Get(r.obj, KeySize)
	if !ok {
		return r, false
	}
	f, ok := rt.ToNumber(s)
	if !ok {
		return r, false
	}
	if f != f {
		c.TypeError("The 'size' property must be a number")
		return r, false
	}
	if r.size, _ = rt.ToIntegerOrInfinity(Number(f)); r.size < 0 {
		c.RangeError("'%s' is an invalid size", rt.display(s))
		return r, false
	}
	if r.has, ok = rt.Get(r.obj, KeyHas); !ok {
		return r, false
	}
	if !rt.IsCallable(r.has) {
		c.TypeError("The 'has' property must be a function")
		return r, false
	}
	rt.Keep(r.has)
	if r.keys, ok = rt.Get(r.obj, KeyKeys); !ok {
		return r, false
	}
	if !rt.IsCallable(r.keys) {
		c.TypeError("The 'keys' property must be a function")
		return r, false
	}
	rt.Keep(r.keys)
	return r, true
}

func (c *Call) recordHas(r setRecord, v Value) (has, ok bool) {
	x, ok := c.Rt.Call(r.has, objectValue(r.obj), v)
	return ok && c.Rt.ToBoolean(x), ok
}

func (c *Call) recordKeys(r setRecord) (it iterator, ok bool) {
	rt := c.Rt
	o, ok := rt.Call(r.keys, objectValue(r.obj))
	if !ok {
		return it, false
	}
	if !o.IsObject() {
		c.TypeError("%s is not an object", rt.display(o))
		return it, false
	}
	rt.Keep(o)
	return rt.directIterator(o.Ref())
}

// copySet makes a Set with the elements of another.
func (c *Call) copySet(o Ref) Ref {
	rt := c.Rt
	s := rt.NewKind(KindSet, c.Realm.Intrinsic(SetPrototype))
	rt.initMap(s, setStride)
	rt.KeepRef(s)
	if o != 0 {
		rt.MapEach(o, func(k, _ Value) bool {
			rt.MapPut(s, k, k)
			return true
		})
	}
	return s
}

// setArgs is the start of the set methods.
func (c *Call) setArgs(name string) (o Ref, r setRecord, ok bool) {
	if o, ok = c.thisKind(KindSet, "Set.prototype."+name); !ok {
		return
	}
	r, ok = c.setRecord(c.Arg(0))
	return o, r, ok
}

func (c *Call) eachKey(r setRecord, f func(v Value) bool) bool {
	it, ok := c.recordKeys(r)
	if !ok {
		return false
	}
	return c.Rt.iterateRecord(it, f)
}

func setUnion(c *Call) Value {
	o, r, ok := c.setArgs("union")
	if !ok {
		return Undefined
	}
	it, ok := c.recordKeys(r)
	if !ok {
		return Undefined
	}
	s := c.copySet(o)
	if !c.Rt.iterateRecord(it, func(v Value) bool {
		c.Rt.MapPut(s, v, v)
		return true
	}) {
		return Undefined
	}
	return objectValue(s)
}

func setIntersection(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("intersection")
	if !ok {
		return Undefined
	}
	s := c.copySet(0)
	if float64(rt.MapSize(o)) <= r.size {
		ok = rt.MapEach(o, func(k, _ Value) bool {
			rt.Keep(k)
			has, ok := c.recordHas(r, k)
			if ok && has {
				rt.MapPut(s, k, k)
			}
			return ok
		})
	} else {
		ok = c.eachKey(r, func(v Value) bool {
			if rt.MapHas(o, v) {
				rt.MapPut(s, v, v)
			}
			return true
		})
	}
	if !ok {
		return Undefined
	}
	return objectValue(s)
}

func setDifference(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("difference")
	if !ok {
		return Undefined
	}
	s := c.copySet(o)
	if float64(rt.MapSize(o)) <= r.size {
		ok = rt.MapEach(o, func(k, _ Value) bool {
			rt.Keep(k)
			has, ok := c.recordHas(r, k)
			if ok && has {
				rt.MapDelete(s, k)
			}
			return ok
		})
	} else {
		ok = c.eachKey(r, func(v Value) bool {
			rt.MapDelete(s, v)
			return true
		})
	}
	if !ok {
		return Undefined
	}
	return objectValue(s)
}

func setSymmetricDifference(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("symmetricDifference")
	if !ok {
		return Undefined
	}
	it, ok := c.recordKeys(r)
	if !ok {
		return Undefined
	}
	s := c.copySet(o)
	if !rt.iterateRecord(it, func(v Value) bool {
		if rt.MapHas(o, v) {
			rt.MapDelete(s, v)
		} else {
			rt.MapPut(s, v, v)
		}
		return true
	}) {
		return Undefined
	}
	return objectValue(s)
}

func setIsSubsetOf(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("isSubsetOf")
	if !ok {
		return Undefined
	}
	if float64(rt.MapSize(o)) > r.size {
		return False
	}
	res := true
	if !rt.MapEach(o, func(k, _ Value) bool {
		rt.Keep(k)
		has, ok := c.recordHas(r, k)
		res = has
		return ok && has
	}) {
		res = false
	}
	return Bool(res)
}

// untilKey runs f over the keys of the record until it says stop; then the iterator is closed.
func (c *Call) untilKey(r setRecord, stop func(v Value) bool) (stopped bool) {
	rt := c.Rt
	it, ok := c.recordKeys(r)
	if !ok {
		return false
	}
	mark := rt.KeptMark()
	for {
		v, done, ok := rt.step(it)
		if !ok || done {
			return false
		}
		if stop(v) {
			rt.CloseIterator(objectValue(it.obj))
			return true
		}
		rt.KeptReset(mark)
	}
}

func setIsSupersetOf(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("isSupersetOf")
	if !ok {
		return Undefined
	}
	if float64(rt.MapSize(o)) < r.size {
		return False
	}
	return Bool(!c.untilKey(r, func(v Value) bool { return !rt.MapHas(o, v) }))
}

func setIsDisjointFrom(c *Call) Value {
	rt := c.Rt
	o, r, ok := c.setArgs("isDisjointFrom")
	if !ok {
		return Undefined
	}
	if float64(rt.MapSize(o)) <= r.size {
		res := true
		rt.MapEach(o, func(k, _ Value) bool {
			rt.Keep(k)
			has, ok := c.recordHas(r, k)
			res = !has
			return ok && res
		})
		return Bool(res)
	}
	return Bool(!c.untilKey(r, func(v Value) bool { return rt.MapHas(o, v) }))
}

func init() {
	species := getter("@@species", arraySpecies).named("[Symbol.species]")
	defineClass(MapCtor, MapPrototype, "Map", 0, collectionConstructor(KindMap, MapPrototype, "Map", KeySet),
		[]prop{method("groupBy", 2, mapGroupBy), species}, []prop{
			method("get", 1, mapGet),
			method("set", 2, mapSet),
			method("has", 1, collectionHas(KindMap, "Map")),
			method("delete", 1, collectionDelete(KindMap, "Map")),
			method("clear", 0, collectionClear(KindMap, "Map")),
			method("entries", 0, collectionIterate(KindMap, KindMapIterator, MapIteratorPrototype, "Map.prototype.entries", iterEntries)),
			method("forEach", 1, collectionForEach(KindMap, "Map")),
			method("keys", 0, collectionIterate(KindMap, KindMapIterator, MapIteratorPrototype, "Map.prototype.keys", iterKeys)),
			getter("size", collectionSize(KindMap, "Map")),
			method("values", 0, collectionIterate(KindMap, KindMapIterator, MapIteratorPrototype, "Map.prototype.values", iterValues)),
			method("getOrInsert", 2, mapGetOrInsert),
			method("getOrInsertComputed", 2, mapGetOrInsertComputed),
			text("@@toStringTag", "Map"),
			alias("@@iterator", "entries"),
		})
	defineClass(SetCtor, SetPrototype, "Set", 0, collectionConstructor(KindSet, SetPrototype, "Set", KeyAdd), []prop{species}, []prop{
		method("has", 1, collectionHas(KindSet, "Set")),
		method("add", 1, setAdd),
		method("delete", 1, collectionDelete(KindSet, "Set")),
		method("clear", 0, collectionClear(KindSet, "Set")),
		method("entries", 0, collectionIterate(KindSet, KindSetIterator, SetIteratorPrototype, "Set.prototype.entries", iterEntries)),
		method("forEach", 1, collectionForEach(KindSet, "Set")),
		getter("size", collectionSize(KindSet, "Set")),
		method("values", 0, collectionIterate(KindSet, KindSetIterator, SetIteratorPrototype, "Set.prototype.values", iterValues)),
		alias("keys", "values"),
		method("union", 1, setUnion),
		method("intersection", 1, setIntersection),
		method("difference", 1, setDifference),
		method("symmetricDifference", 1, setSymmetricDifference),
		method("isSubsetOf", 1, setIsSubsetOf),
		method("isSupersetOf", 1, setIsSupersetOf),
		method("isDisjointFrom", 1, setIsDisjointFrom),
		text("@@toStringTag", "Set"),
		alias("@@iterator", "values"),
	})
	define(MapIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, collectionNext(KindMapIterator, mapStride, "Map Iterator.prototype.next")), text("@@toStringTag", "Map Iterator")}})
	define(SetIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, collectionNext(KindSetIterator, setStride, "Set Iterator.prototype.next")), text("@@toStringTag", "Set Iterator")}})
}
