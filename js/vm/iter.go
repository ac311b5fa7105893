package vm

// An iterator record is three registers: iterator, next method, and one for the interpreter. For an Array whose iteration
// cannot be observed they are: the Array, the hole, the next index.

// plainIterable reports whether iterating o by its @@iterator visits its elements in order and nothing can tell.
func (rt *Runtime) plainIterable(o Ref) bool {
	if rt.kind(o) != KindArray {
		return false
	}
	r := rt.realm
	if rt.shape(o) != r.arrayShape || r.arrayShape == 0 {
		return false
	}
	return r.arrayIterIntact()
}

// arrayIterIntact reports whether Array.prototype[@@iterator] and %ArrayIteratorPrototype%.next are the original ones.
func (r *Realm) arrayIterIntact() bool {
	return r.intact(ArrayPrototype, SymIterator) && r.intact(ArrayIteratorPrototype, KeyNext)
}

// intact reports whether a method of an intrinsic object is the one it was defined with.
func (r *Realm) intact(id Intrinsic, k Key) bool {
	rt := r.rt
	o := r.Intrinsic(id)
	if rt.flags(o)&flagLazy != 0 {
		return true
	}
	d := defs[id]
	if d == nil {
		return false
	}
	s := rt.shape(o)
	i, a := rt.find(s, k)
	if i < 0 || a&attrAccessor != 0 {
		return false
	}
	v := Value(rt.mem[rt.slotAt(o, s, uint32(i))])
	if v.isLazy() {
		return true
	}
	for j := range d.props {
		if p := &d.props[j]; p.key == k {
			row := p.row
			if p.alias != "" {
				row = d.props[p.aliasOf].row
			}
			return rt.isBuiltin(v, row)
		}
	}
	return false
}

func (rt *Runtime) getIter(f *frame, a uint32, v Value) bool {
	regs := rt.window(f.bp)
	if v.IsObject() && rt.plainIterable(v.Ref()) {
		regs[a], regs[a+1], regs[a+2] = v, Hole, Int(0)
		return true
	}
	m, ok := Undefined, true
	if !v.IsNullish() {
		m, ok = rt.GetMethod(v, SymIterator)
		if !ok {
			return false
		}
	}
	if m.IsUndefined() {
		text := rt.calleeText(f)
		if text == "" || v.IsNullish() && text == rt.brief(v) {
			text = rt.brief(v)
			if v.IsNullish() {
				return rt.TypeError("%s is not iterable", text)
			}
		}
		if v.IsNullish() || true {
			return rt.TypeError("%s is not iterable", text)
		}
	}
	it, ok := rt.Call(m, v)
	if !ok {
		return false
	}
	if !it.IsObject() {
		return rt.TypeError("Result of the Symbol.iterator method is not an object")
	}
	regs[a] = Undefined
	rt.Keep(it)
	next, ok := rt.Get(it.Ref(), KeyNext)
	if !ok {
		return false
	}
	regs[a], regs[a+1] = it, next
	return true
}

// realIter makes a record that is in the short form an ordinary one.
func (rt *Runtime) realIter(f *frame, a uint32) {
	regs := rt.window(f.bp)
	if regs[a+1] != Hole {
		return
	}
	it := rt.NewKind(KindArrayIterator, f.c.realm.Intrinsic(ArrayIteratorPrototype))
	rt.SetWord(it, 0, regs[a])
	rt.SetWord(it, 1, regs[a+2])
	rt.SetWord(it, 2, Int(1))
	regs[a] = objectValue(it)
	next, _ := rt.Get(it, KeyNext)
	regs[a+1] = next
}

// iterNext steps the record in registers a …
func (rt *Runtime) iterNext(f *frame, a uint32) (v Value, done, ok bool) {
	regs := rt.window(f.bp)
	if regs[a+1] == Hole {
		o := regs[a].Ref()
		i := uint32(regs[a+2].int())
		if i >= rt.ArrayLen(o) {
			regs[a], regs[a+1] = Undefined, Undefined
			return Undefined, true, true
		}
		regs[a+2] = Int(int32(i + 1))
		if e := rt.elems(o); e != 0 && rt.kind(e) == kindValues && i < rt.high(e) {
			if v = rt.At(e, i); v != Hole {
				return v, false, true
			}
		}
		v, ok = rt.Get(o, IntKey(i))
		if !ok {
			regs[a], regs[a+1] = Undefined, Undefined
		}
		return v, false, ok
	}
	it, next := regs[a], regs[a+1]
	res, ok := rt.Call(next, it)
	if ok && !res.IsObject() {
		ok = rt.TypeError("Iterator result %s is not an object", rt.display(res))
	}
	if !ok {
		regs[a] = Undefined
		return Undefined, false, false
	}
	v, done, ok = rt.iterResult(res)
	if !ok || done {
		regs[a] = Undefined
	}
	return v, done, ok
}

// iterResult reads done and value of an iterator result object.
func (rt *Runtime) iterResult(res Value) (v Value, done, ok bool) {
	o := res.Ref()
	if s := rt.shape(o); s == rt.iterShape {
		// Made by createIterResult and not changed since: value, done.
		if rt.mem[o+3] == uint64(True) {
			return Undefined, true, true
		}
		if rt.mem[o+3] == uint64(False) {
			return Value(rt.mem[o+2]), false, true
		}
	}
	rt.Keep(res)
	d, ok := rt.Get(o, KeyDone)
	if !ok {
		return Undefined, false, false
	}
	if rt.ToBoolean(d) {
		return Undefined, true, true
	}
	v, ok = rt.Get(o, KeyValue)
	return v, false, ok
}

// IterResult is CreateIterResultObject(v, done).
func (r *Realm) IterResult(v Value, done bool) Value {
	rt := r.rt
	if r.iterResultShape == 0 {
		s := rt.rootShape(KindObject, r.Intrinsic(ObjectPrototype), 2)
		r.iterResultShape = rt.transition(rt.transition(s, KeyValue, attrData), KeyDone, attrData)
		rt.iterShape = r.iterResultShape
	}
	o := rt.allocObject(KindObject, r.iterResultShape)
	rt.mem[o+2], rt.mem[o+3] = uint64(v), uint64(Bool(done))
	return objectValue(o)
}

// iterClose closes the record in registers a …, if it is not done.
func (rt *Runtime) iterClose(f *frame, a uint32, thrown bool) bool {
	regs := rt.window(f.bp)
	it := regs[a]
	if it.IsUndefined() {
		return true
	}
	short := regs[a+1] == Hole
	if short {
		if m, ok := rt.Get(f.c.realm.Intrinsic(ArrayIteratorPrototype), KeyReturn); ok && m.IsUndefined() {
			regs[a] = Undefined
			return true
		}
		rt.TakeException()
		rt.realIter(f, a)
		it = regs[a]
	}
	regs[a] = Undefined
	return rt.closeIterator(it, thrown)
}

// closeIterator is IteratorClose with a normal completion, or a throw completion whose exception is not pending.
func (rt *Runtime) closeIterator(it Value, thrown bool) bool {
	rt.Keep(it)
	m, ok := rt.GetMethod(it, KeyReturn)
	if ok && m.IsUndefined() {
		return true
	}
	var v Value
	if ok {
		v, ok = rt.Call(m, it)
	}
	if thrown {
		if !ok {
			_, caught := rt.TakeException()
			return caught
		}
		return true
	}
	if ok && !v.IsObject() {
		return rt.TypeError("%s is not an object", rt.display(v))
	}
	return ok
}

// CloseOnError is IteratorClose with the pending exception as completion: it stays pending.
func (rt *Runtime) CloseOnError(it Value) {
	exc, ok := rt.TakeException()
	if !ok {
		return
	}
	rt.Keep(exc)
	if rt.closeIterator(it, true) {
		rt.Throw(exc)
	}
}

// Iterate calls f with each value of an iterable. f returns false when an exception is pending: the iterator is then closed.
func (rt *Runtime) Iterate(v Value, f func(x Value) bool) bool {
	return rt.iterate(v, func(x Value) (bool, bool) { ok := f(x); return true, ok })
}

// IterateUntil is Iterate whose f may stop: more is false; the iterator is then closed.
func (rt *Runtime) IterateUntil(v Value, f func(x Value) (more, ok bool)) bool {
	return rt.iterate(v, f)
}

func (rt *Runtime) iterate(v Value, f func(x Value) (more, ok bool)) bool {
	if v.IsObject() && rt.plainIterable(v.Ref()) {
		o := v.Ref()
		rt.Keep(v)
		for i := uint32(0); i < rt.ArrayLen(o); i++ {
			rt.poll()
			x, ok := rt.Get(o, IntKey(i))
			if !ok {
				return false
			}
			mark := len(rt.kept)
			rt.Keep(x)
			more, ok := f(x)
			rt.kept = rt.kept[:mark]
			if !ok || !more {
				return ok
			}
		}
		return true
	}
	it, next, ok := rt.GetIterator(v)
	return ok && rt.drain(it, next, f)
}

// IterateMethod is IterateUntil with the value's @@iterator method, which has been read.
func (rt *Runtime) IterateMethod(v, method Value, f func(x Value) (more, ok bool)) bool {
	if v.IsObject() && rt.plainIterable(v.Ref()) {
		return rt.iterate(v, f)
	}
	it, next, ok := rt.GetIteratorFrom(v, method)
	return ok && rt.drain(it, next, f)
}

// drain gives f what an iterator gives, and closes the iterator where f wants no more.
func (rt *Runtime) drain(it, next Value, f func(x Value) (more, ok bool)) bool {
	rt.Keep(it)
	rt.Keep(next)
	for {
		mark := len(rt.kept)
		x, done, ok := rt.IterStep(it, next)
		if !ok || done {
			return ok
		}
		rt.Keep(x)
		more, ok := f(x)
		rt.kept = rt.kept[:mark]
		if !ok {
			rt.CloseOnError(it)
			return false
		}
		if !more {
			return rt.closeIterator(it, false)
		}
	}
}

// GetIterator is GetIterator(v, sync): the iterator and its next method.
func (rt *Runtime) GetIterator(v Value) (it, next Value, ok bool) {
	m, ok := Undefined, true
	if !v.IsNullish() {
		if m, ok = rt.GetMethod(v, SymIterator); !ok {
			return
		}
	}
	if m.IsUndefined() {
		return Undefined, Undefined, rt.TypeError("%s is not iterable", rt.brief(v))
	}
	return rt.GetIteratorFrom(v, m)
}

// GetIteratorFrom is GetIteratorFromMethod(v, m).
func (rt *Runtime) GetIteratorFrom(v, m Value) (it, next Value, ok bool) {
	if it, ok = rt.Call(m, v); !ok {
		return
	}
	if !it.IsObject() {
		return Undefined, Undefined, rt.TypeError("Result of the Symbol.iterator method is not an object")
	}
	rt.Keep(it)
	next, ok = rt.Get(it.Ref(), KeyNext)
	return
}

// IterStep is IteratorStepValue.
func (rt *Runtime) IterStep(it, next Value) (v Value, done, ok bool) {
	res, ok := rt.Call(next, it)
	if !ok {
		return Undefined, false, false
	}
	if !res.IsObject() {
		return Undefined, false, rt.TypeError("Iterator result %s is not an object", rt.display(res))
	}
	return rt.iterResult(res)
}

// CloseIterator is IteratorClose with a normal completion.
func (rt *Runtime) CloseIterator(it Value) bool { return rt.closeIterator(it, false) }

// --- for-in: A holds an enumerator object: words 0: object that is being visited, 1: Array of the keys left, 2: next index

func (rt *Runtime) forIn(f *frame, a uint32, v Value) bool {
	regs := rt.window(f.bp)
	if v.IsNullish() {
		regs[a] = Undefined
		return true
	}
	o, ok := rt.ToObject(v)
	if !ok {
		return false
	}
	rt.KeepRef(o)
	list := f.c.realm.NewArrayLen(0)
	rt.KeepRef(list)
	// What an object has hides what its prototypes have. That is looked up when a prototype has something to list, which is rare, and
	// before a proxy is asked, which sees it.
	var earlier []Key
	var seen map[Key]bool
	hidden := func(k Key) bool {
		if seen == nil {
			seen = make(map[Key]bool, len(earlier))
			for _, k := range earlier {
				seen[k] = true
			}
		}
		return seen[k]
	}
	for p := o; p != 0; {
		proxy := rt.kind(p) == KindProxy
		keys, ok := rt.OwnKeys(p)
		if !ok {
			return false
		}
		for _, k := range keys {
			rt.poll()
			if k.IsSymbol() || p != o && proxy && hidden(k) {
				continue
			}
			d, found, ok := rt.GetOwn(p, k)
			if !ok {
				return false
			}
			if !found {
				continue
			}
			enumerable := d.Flags&DescEnumerable != 0
			if p != o && enumerable && hidden(k) {
				continue
			}
			if seen != nil {
				seen[k] = true
			} else {
				earlier = append(earlier, k)
			}
			if enumerable {
				rt.ArrayAppend(list, rt.KeyValue(k))
			}
		}
		q, ok := rt.Prototype(p)
		if !ok {
			return false
		}
		if p = q.ObjectRef(); p != 0 {
			rt.KeepRef(p)
		}
	}
	e := rt.NewKind(KindForIn, 0)
	rt.SetWord(e, 0, objectValue(o))
	rt.SetWord(e, 1, objectValue(list))
	rt.SetWord(e, 2, Int(0))
	regs[a] = objectValue(e)
	return true
}

func (rt *Runtime) forInNext(f *frame, a uint32) (v Value, done, ok bool) {
	v = rt.window(f.bp)[a]
	if !v.IsObject() {
		return Undefined, true, true
	}
	e := v.Ref()
	o, list := rt.Word(e, 0).Ref(), rt.Word(e, 1).Ref()
	for {
		i := uint32(rt.Word(e, 2).int())
		if i >= rt.ArrayLen(list) {
			return Undefined, true, true
		}
		rt.SetWord(e, 2, Int(int32(i+1)))
		v, _, _ := rt.getElem(list, i)
		// Deleted meanwhile, anywhere on the chain?
		k := rt.stringKey(v.Ref())
		has, ok := rt.forInHas(o, k)
		if !ok {
			return Undefined, false, false
		}
		if has {
			return v, false, true
		}
	}
}

// forInHas asks each object of the chain by [[GetOwnProperty]] for an enumerable property.
func (rt *Runtime) forInHas(o Ref, k Key) (bool, bool) {
	for p := o; p != 0; {
		d, found, ok := rt.GetOwn(p, k)
		if !ok {
			return false, false
		}
		if found {
			return d.Flags&DescEnumerable != 0, true
		}
		q, ok := rt.Prototype(p)
		if !ok {
			return false, false
		}
		p = q.ObjectRef()
	}
	return false, true
}
