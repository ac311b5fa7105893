package vm

// An ephemeron table (kindEphemeron) is what a WeakMap or WeakSet keeps: word 1: capacity 32 | entries in use 32 (deleted ones included); then
// pairs of words: key (an object or symbol Value; undefined: free; the hole: deleted), value. The value of an entry is reachable
// only while the key and the table are.

type weakState struct {
	tables     []Ref // ephemeron tables reached by the marking that runs
	refs       []Ref // WeakRefs and FinalizationRegistries reached
	keptInJob  []Value
	registries []Ref // with cells whose targets died: their callbacks are due
}

// CanBeHeldWeakly is CanBeHeldWeakly(v).
func (rt *Runtime) CanBeHeldWeakly(v Value) bool {
	return v.IsObject() || v.IsSymbol() && rt.flags(v.Ref())&symRegistry == 0
}

func hashRef(r Ref) uint32 { return uint32(r) * 0x9E3779B1 >> 8 }

func (rt *Runtime) newEphemerons(capacity uint32) Ref {
	t := rt.heap.Alloc(kindEphemeron, 2+2*capacity)
	rt.mem[t+1] = uint64(capacity)
	return t
}

func (rt *Runtime) weakFind(o Ref, k Value) uint32 {
	t := Ref(rt.mem[o+2])
	if t == 0 {
		return 0
	}
	mask := uint32(rt.mem[t+1]) - 1
	for i := hashRef(k.Ref()) & mask; ; i = (i + 1) & mask {
		at := uint32(t) + 2 + 2*i
		switch Value(rt.mem[at]) {
		case Undefined:
			return 0
		case k:
			return at
		}
	}
}

// WeakGet is the value of a key of a WeakMap; found is false for none.
func (rt *Runtime) WeakGet(o Ref, k Value) (v Value, found bool) {
	if !k.isCell() {
		return Undefined, false
	}
	at := rt.weakFind(o, k)
	if at == 0 {
		return Undefined, false
	}
	return Value(rt.mem[at+1]), true
}

// WeakSet sets it.
func (rt *Runtime) WeakPut(o Ref, k, v Value) {
	if at := rt.weakFind(o, k); at != 0 {
		rt.mem[at+1] = uint64(v)
		return
	}
	t := Ref(rt.mem[o+2])
	if t == 0 || 4*(uint32(rt.mem[t+1]>>32)+1) > 3*uint32(rt.mem[t+1]) {
		live, capacity := uint32(0), uint32(0)
		if t != 0 {
			capacity = uint32(rt.mem[t+1])
			for i := range capacity {
				if Value(rt.mem[uint32(t)+2+2*i]).isCell() {
					live++
				}
			}
		}
		n := uint32(4)
		for n < 2*(live+1) {
			n *= 2
		}
		u := rt.newEphemerons(n)
		for i := range capacity {
			at := uint32(t) + 2 + 2*i
			if x := Value(rt.mem[at]); x.isCell() {
				rt.weakInsert(u, x, Value(rt.mem[at+1]))
			}
		}
		rt.mem[o+2] = uint64(u)
		t = u
	}
	rt.weakInsert(t, k, v)
}

func (rt *Runtime) weakInsert(t Ref, k, v Value) {
	mask := uint32(rt.mem[t+1]) - 1
	i := hashRef(k.Ref()) & mask
	for Value(rt.mem[uint32(t)+2+2*i]) != Undefined {
		i = (i + 1) & mask
	}
	at := uint32(t) + 2 + 2*i
	rt.mem[at], rt.mem[at+1] = uint64(k), uint64(v)
	rt.mem[t+1] += 1 << 32
}

// WeakDelete deletes a key.
func (rt *Runtime) WeakDelete(o Ref, k Value) bool {
	if !k.isCell() {
		return false
	}
	at := rt.weakFind(o, k)
	if at == 0 {
		return false
	}
	rt.mem[at], rt.mem[at+1] = uint64(Hole), 0
	return true
}

func (rt *Runtime) traceEphemeron(t Ref) { rt.weak.tables = append(rt.weak.tables, t) }

// markEphemerons marks values whose keys are marked, until there are no more.
func (rt *Runtime) markEphemerons() {
	for {
		again := false
		for ti := 0; ti < len(rt.weak.tables); ti++ {
			t := rt.weak.tables[ti]
			for i := range uint32(rt.mem[t+1]) {
				at := uint32(t) + 2 + 2*i
				k, v := Value(rt.mem[at]), Value(rt.mem[at+1])
				if k.isCell() && rt.heap.Marked(k.Ref()) && v.isCell() && !rt.heap.Marked(v.Ref()) {
					rt.heap.Mark(v.Ref())
					again = true
				}
			}
		}
		if !again {
			return
		}
		rt.traceAll()
	}
}

// traceWeak notes a WeakRef (word 0: target, not traced) or a FinalizationRegistry (word 0: callback; word 1: Array of cells of
// Values: target, held, token; the targets and tokens are not traced).
func (rt *Runtime) traceWeak(o Ref, kind uint8) {
	rt.weak.refs = append(rt.weak.refs, o)
	if kind == KindFinalizationRegistry {
		rt.markValue(rt.Word(o, 0))
		rt.heap.Mark(rt.Word(o, 1).ObjectRef())
	}
}

// sweepWeak drops entries with dead keys, clears WeakRefs to dead targets, and finds registries with dead targets.
func (rt *Runtime) sweepWeak() {
	h := rt.heap
	for _, t := range rt.weak.tables {
		for i := range uint32(rt.mem[t+1]) {
			at := uint32(t) + 2 + 2*i
			if k := Value(rt.mem[at]); k.isCell() && !h.Marked(k.Ref()) {
				rt.mem[at], rt.mem[at+1] = uint64(Hole), 0
			}
		}
	}
	rt.weak.tables = rt.weak.tables[:0]
	for _, o := range rt.weak.refs {
		if rt.kind(o) == KindWeakRef {
			if v := rt.Word(o, 0); v.isCell() && !h.Marked(v.Ref()) {
				rt.SetWord(o, 0, Undefined)
			}
			continue
		}
		rt.sweepRegistry(o)
	}
	rt.weak.refs = rt.weak.refs[:0]
}

// Cells of a FinalizationRegistry are cells of bytes with 3 words (target, held value, token), so that the collector does
// not trace them; the Array in word 1 holds, at the same index plus one, the held value.
func (rt *Runtime) sweepRegistry(o Ref) {
	list := rt.Word(o, 1).ObjectRef()
	if list == 0 {
		return
	}
	h := rt.heap
	due := false
	n := rt.ArrayLen(list)
	for i := uint32(0); i+1 < n; i += 2 {
		c, _, _ := rt.getElem(list, i)
		if !c.isInternal() {
			continue
		}
		cell := c.Ref()
		if t := Value(rt.mem[cell+1]); t.isCell() && !h.Marked(t.Ref()) {
			rt.mem[cell+1] = 0
			due = true
		}
		if t := Value(rt.mem[cell+2]); t.isCell() && !h.Marked(t.Ref()) {
			rt.mem[cell+2] = 0
		}
	}
	if due {
		rt.weak.registries = append(rt.weak.registries, o)
	}
}

// finishWeak queues the callbacks of registries with dead targets.
func (rt *Runtime) finishWeak() {
	for _, o := range rt.weak.registries {
		reg := objectValue(o)
		rt.enqueue(job{kind: jobGo, a: reg, realm: rt.realm, fn: func() bool { return rt.cleanupRegistry(reg.Ref()) }})
	}
	rt.weak.registries = rt.weak.registries[:0]
}

// cleanupRegistry is CleanupFinalizationRegistry.
func (rt *Runtime) cleanupRegistry(o Ref) bool {
	list := rt.Word(o, 1).ObjectRef()
	for i := uint32(0); i+1 < rt.ArrayLen(list); {
		c, _, _ := rt.getElem(list, i)
		held, _, _ := rt.getElem(list, i+1)
		if !c.isInternal() || Value(rt.mem[c.Ref()+1]) != Undefined {
			i += 2
			continue
		}
		rt.registryRemove(list, i)
		if _, ok := rt.Call(rt.Word(o, 0), Undefined, held); !ok {
			return false
		}
	}
	return true
}

// registryRemove takes a pair out of a registry's list.
func (rt *Runtime) registryRemove(list Ref, i uint32) {
	n := rt.ArrayLen(list)
	e := rt.elems(list)
	rt.SetAt(e, i, rt.At(e, n-2))
	rt.SetAt(e, i+1, rt.At(e, n-1))
	rt.SetAt(e, n-2, Hole)
	rt.SetAt(e, n-1, Hole)
	rt.setLen(list, n-2)
}

// keepDuringJob is AddToKeptObjects.
func (rt *Runtime) keepDuringJob(v Value) { rt.weak.keptInJob = append(rt.weak.keptInJob, v) }

// clearKeptDuringJob is ClearKeptObjects: at the end of a job.
func (rt *Runtime) clearKeptDuringJob() {
	rt.weak.keptInJob = rt.weak.keptInJob[:0]
	if len(rt.weak.registries) > 0 {
		rt.finishWeak()
	}
}

// markState marks what state holds.
func (rt *Runtime) markState() {
	for _, v := range rt.weak.keptInJob {
		rt.markValue(v)
	}
	for _, o := range rt.weak.registries {
		rt.heap.Mark(o)
	}
	rt.markValue(rt.lastMatch.input)
	rt.markModules()
}

// sweepState drops rows of Go tables.
func (rt *Runtime) sweepState() {
	rt.sweepBuffers()
	rt.sweepHosts()
	if rt.iterShape != 0 && !rt.heap.Marked(rt.iterShape) { // its realm keeps it; it must not keep the realm
		rt.iterShape = 0
	}
	if rt.onDrop != nil {
		rt.onDrop(rt.heap.Marked)
	}
}

func init() {
	weakMap := func(c *Call, name string) (Ref, bool) {
		if !c.Rt.IsKind(c.This, KindWeakMap) {
			c.Incompatible("WeakMap.prototype." + name)
			return 0, false
		}
		return c.This.Ref(), true
	}
	weakSet := func(c *Call, name string) (Ref, bool) {
		if !c.Rt.IsKind(c.This, KindWeakSet) {
			c.Incompatible("WeakSet.prototype." + name)
			return 0, false
		}
		return c.This.Ref(), true
	}
	construct := func(kind uint8, proto Intrinsic, name string, adder Key) NativeFunc {
		return func(c *Call) Value {
			rt := c.Rt
			if !c.IsConstruct() {
				return c.TypeError("Constructor %s requires 'new'", name)
			}
			p, ok := rt.ProtoFromCtor(c.NewTarget, proto)
			if !ok {
				return Undefined
			}
			o := rt.NewKind(kind, p)
			if c.Arg(0).IsNullish() {
				return objectValue(o)
			}
			rt.KeepRef(o)
			add, ok := rt.Get(o, adder)
			if !ok {
				return Undefined
			}
			if !rt.IsCallable(add) {
				return c.TypeError("'%s' returned for property '%s' of object '#<%s>' is not a function", rt.brief(add), rt.KeyString(adder), name)
			}
			rt.Iterate(c.Arg(0), func(x Value) bool {
				if kind == KindWeakSet {
					_, ok := rt.Call(add, objectValue(o), x)
					return ok
				}
				if !x.IsObject() {
					return rt.TypeError("Iterator value %s is not an entry object", rt.brief(x))
				}
				k, ok := rt.Get(x.Ref(), IntKey(0))
				if !ok {
					return false
				}
				rt.Keep(k)
				v, ok := rt.Get(x.Ref(), IntKey(1))
				if !ok {
					return false
				}
				_, ok = rt.Call(add, objectValue(o), k, v)
				return ok
			})
			return objectValue(o)
		}
	}
	defineClass(WeakMapCtor, WeakMapPrototype, "WeakMap", 0, construct(KindWeakMap, WeakMapPrototype, "WeakMap", KeySet), nil, []prop{
		method("delete", 1, func(c *Call) Value {
			o, ok := weakMap(c, "delete")
			if !ok {
				return Undefined
			}
			return Bool(c.Rt.WeakDelete(o, c.Arg(0)))
		}),
		method("get", 1, func(c *Call) Value {
			o, ok := weakMap(c, "get")
			if !ok {
				return Undefined
			}
			v, _ := c.Rt.WeakGet(o, c.Arg(0))
			return v
		}),
		method("set", 2, func(c *Call) Value {
			o, ok := weakMap(c, "set")
			if !ok {
				return Undefined
			}
			if !c.Rt.CanBeHeldWeakly(c.Arg(0)) {
				return c.TypeError("Invalid value used as weak map key")
			}
			c.Rt.WeakPut(o, c.Arg(0), c.Arg(1))
			return c.This
		}),
		method("has", 1, func(c *Call) Value {
			o, ok := weakMap(c, "has")
			if !ok {
				return Undefined
			}
			_, found := c.Rt.WeakGet(o, c.Arg(0))
			return Bool(found)
		}),
		text("@@toStringTag", "WeakMap"),
	})
	defineClass(WeakSetCtor, WeakSetPrototype, "WeakSet", 0, construct(KindWeakSet, WeakSetPrototype, "WeakSet", KeyAdd), nil, []prop{
		method("delete", 1, func(c *Call) Value {
			o, ok := weakSet(c, "delete")
			if !ok {
				return Undefined
			}
			return Bool(c.Rt.WeakDelete(o, c.Arg(0)))
		}),
		method("add", 1, func(c *Call) Value {
			o, ok := weakSet(c, "add")
			if !ok {
				return Undefined
			}
			if !c.Rt.CanBeHeldWeakly(c.Arg(0)) {
				return c.TypeError("Invalid value used in weak set")
			}
			c.Rt.WeakPut(o, c.Arg(0), True)
			return c.This
		}),
		method("has", 1, func(c *Call) Value {
			o, ok := weakSet(c, "has")
			if !ok {
				return Undefined
			}
			_, found := c.Rt.WeakGet(o, c.Arg(0))
			return Bool(found)
		}),
		text("@@toStringTag", "WeakSet"),
	})
	defineClass(WeakRefCtor, WeakRefPrototype, "WeakRef", 1, func(c *Call) Value {
		rt := c.Rt
		if !c.IsConstruct() {
			return c.TypeError("Constructor WeakRef requires 'new'")
		}
		if !rt.CanBeHeldWeakly(c.Arg(0)) {
			return c.TypeError("WeakRef: target must be an object")
		}
		p, ok := rt.ProtoFromCtor(c.NewTarget, WeakRefPrototype)
		if !ok {
			return Undefined
		}
		o := rt.NewKind(KindWeakRef, p)
		rt.keepDuringJob(c.Arg(0))
		rt.SetWord(o, 0, c.Arg(0))
		return objectValue(o)
	}, nil, []prop{
		method("deref", 0, func(c *Call) Value {
			if !c.Rt.IsKind(c.This, KindWeakRef) {
				return c.Incompatible("WeakRef.prototype.deref")
			}
			v := c.Rt.Word(c.This.Ref(), 0)
			if v.isCell() {
				c.Rt.keepDuringJob(v)
			}
			return v
		}),
		text("@@toStringTag", "WeakRef"),
	})
	registry := func(c *Call, name string) (Ref, bool) {
		if !c.Rt.IsKind(c.This, KindFinalizationRegistry) {
			c.Incompatible("FinalizationRegistry.prototype." + name)
			return 0, false
		}
		return c.This.Ref(), true
	}
	defineClass(FinalizationRegistryCtor, FinalizationRegistryPrototype, "FinalizationRegistry", 1, func(c *Call) Value {
		rt := c.Rt
		if !c.IsConstruct() {
			return c.TypeError("Constructor FinalizationRegistry requires 'new'")
		}
		if !rt.IsCallable(c.Arg(0)) {
			return c.TypeError("FinalizationRegistry: cleanup must be callable")
		}
		p, ok := rt.ProtoFromCtor(c.NewTarget, FinalizationRegistryPrototype)
		if !ok {
			return Undefined
		}
		o := rt.NewKind(KindFinalizationRegistry, p)
		rt.SetWord(o, 0, c.Arg(0))
		rt.SetWord(o, 1, objectValue(rt.realm.NewArrayLen(0)))
		return objectValue(o)
	}, nil, []prop{
		method("register", 2, func(c *Call) Value {
			rt := c.Rt
			o, ok := registry(c, "register")
			if !ok {
				return Undefined
			}
			if !rt.CanBeHeldWeakly(c.Arg(0)) {
				return c.TypeError("FinalizationRegistry.prototype.register: invalid target")
			}
			if rt.SameValue(c.Arg(0), c.Arg(1)) {
				return c.TypeError("FinalizationRegistry.prototype.register: target and holdings must not be same")
			}
			if !c.Arg(2).IsUndefined() && !rt.CanBeHeldWeakly(c.Arg(2)) {
				return c.TypeError("Invalid unregisterToken ('%s')", rt.display(c.Arg(2)))
			}
			cell := rt.NewBytes(16)
			rt.mem[cell+1], rt.mem[cell+2] = uint64(c.Arg(0)), uint64(c.Arg(2))
			list := rt.Word(o, 1).Ref()
			rt.ArrayAppend(list, CellValue(cell))
			rt.ArrayAppend(list, c.Arg(1))
			return Undefined
		}),
		method("unregister", 1, func(c *Call) Value {
			rt := c.Rt
			o, ok := registry(c, "unregister")
			if !ok {
				return Undefined
			}
			if !rt.CanBeHeldWeakly(c.Arg(0)) {
				return c.TypeError("Invalid unregisterToken ('%s')", rt.display(c.Arg(0)))
			}
			list := rt.Word(o, 1).Ref()
			removed := false
			for i := uint32(0); i+1 < rt.ArrayLen(list); {
				x, _, _ := rt.getElem(list, i)
				if Value(rt.mem[x.Ref()+2]) == c.Arg(0) {
					rt.registryRemove(list, i)
					removed = true
					continue
				}
				i += 2
			}
			return Bool(removed)
		}),
		text("@@toStringTag", "FinalizationRegistry"),
	})
}
