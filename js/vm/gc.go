package vm

// collect marks what is reachable and frees the rest. Only at safe points.
func (rt *Runtime) collect() {
	h := rt.heap
	rt.markEpoch++
	h.BeginMark()
	clear(rt.hostCounts)
	rt.markRoots()
	rt.traceAll()
	rt.markEphemerons()
	rt.sweepTables()
	h.EndMark()
}

// Collect runs a collection and gives free pages back. It does nothing while a native runs.
func (rt *Runtime) Collect() {
	if rt.nativeDepth > 0 || rt.fp.prev != nil {
		rt.attention.Or(attendGC)
		return
	}
	rt.collect()
	rt.finishWeak()
	if !rt.stress {
		rt.attention.And(^attendGC)
	}
	rt.heap.GiveBack(256 << 10)
	rt.trimHosts()
}

// Turn says that the host's turn is over: Go code holds nothing of the heap but what roots and hooks mark. It is the best time for a collection that is due, and
// idle for one that is not. It reports whether there was one.
func (rt *Runtime) Turn(idle bool) bool {
	rt.kept = rt.kept[:0]
	if rt.nativeDepth > 0 || rt.fp.prev != nil {
		return false
	}
	switch {
	case idle && rt.heap.Slack():
		rt.Collect()
	case rt.attention.Load()&attendGC != 0 && !rt.heap.OverLimit: // else a script is to end for it
		rt.collect()
		rt.finishWeak()
		if !rt.stress {
			rt.attention.And(^attendGC)
		}
	default:
		return false
	}
	return true
}

// SetStress makes every safe point collect, and freed cells be overwritten.
func (rt *Runtime) SetStress(on bool) {
	rt.stress, rt.heap.Poison = on, on
	if on {
		rt.attention.Or(attendGC)
	}
}

func (rt *Runtime) markValue(v Value) {
	if v.isCell() {
		rt.heap.Mark(v.Ref())
	}
}

// Mark marks a value from a hook that traces what Go code holds.
func (rt *Runtime) Mark(v Value) { rt.markValue(v) }

// MarkKey marks the cell of a key that Go code holds, if it has one yet: to make one is not for a marking.
func (rt *Runtime) MarkKey(k Key) { rt.markKey(k) }

func (rt *Runtime) markKey(k Key) {
	if k.IsIndex() || k == 0 {
		return
	}
	if c := rt.keys.cells[k.row()]; c != 0 {
		rt.heap.Mark(c)
	}
}

func (rt *Runtime) markRoots() {
	h := rt.heap
	for i := uint32(16); i < rt.sp; i++ {
		rt.markValue(Value(rt.mem[i]))
	}
	for f := rt.fp; f != nil; f = f.prev {
		for i := rt.sp; i < f.top; i++ {
			rt.markValue(Value(rt.mem[i]))
		}
		rt.markValue(f.newT)
		h.Mark(f.gen)
		if f.c != nil {
			rt.markFunc(f.c.row)
		}
	}
	for _, v := range rt.kept {
		rt.markValue(v)
	}
	for i := range rt.roots {
		rt.markValue(rt.roots[i].v)
	}
	rt.markValue(rt.exc)
	rt.markValue(rt.ret)
	for _, c := range rt.calls[:rt.nativeDepth] {
		if c.fp != nil {
			h.Mark(c.Callee)
			rt.markValue(c.This)
			rt.markValue(c.NewTarget)
		}
	}
	for i := range rt.jobs[rt.jobHead:] {
		j := &rt.jobs[rt.jobHead+i]
		rt.reachRealm(j.realm)
		rt.markValue(j.a)
		rt.markValue(j.b)
		rt.markValue(j.c)
	}
	for _, v := range rt.reactions {
		rt.markValue(v)
	}
	for _, c := range rt.units {
		h.Mark(c)
	}
	for _, c := range rt.symbolFor {
		h.Mark(c)
	}
	// Static names keep their cells: there are few, and tables of built-ins hold their keys.
	for _, c := range rt.keys.cells[:rt.numStatic] {
		h.Mark(c)
	}
	if rt.nativeDepth > 0 {
		// Natives may hold keys in variables.
		for _, c := range rt.keys.cells[rt.numStatic:] {
			h.Mark(c)
		}
	}
	for i := range rt.natives {
		if n := &rt.natives[i]; n.name >= Key(rt.numStatic) {
			rt.markKey(n.name)
		}
	}
	for _, r := range rt.realms {
		if r != nil && !r.closed {
			rt.markRealm(r)
		}
	}
	rt.reachRealm(rt.realm)
	rt.markState()
	if rt.traceRoots != nil {
		rt.traceRoots()
	}
}

func (rt *Runtime) markRealm(r *Realm) {
	h := rt.heap
	for _, o := range r.intrinsics {
		h.Mark(o)
	}
	h.Mark(r.global)
	rt.markValue(r.globalThis)
	if r.Trace != nil {
		r.Trace()
	}
	h.Mark(r.objectShape)
	h.Mark(r.arrayShape)
	h.Mark(r.funcShape)
	h.Mark(r.nativeShape)
	h.Mark(r.iterResultShape)
	h.Mark(r.promiseShape)
	h.Mark(r.valuesFn)
	for k, l := range r.lexical {
		rt.markKey(k)
		h.Mark(l.cell)
	}
	for k := range r.varNames {
		rt.markKey(k)
	}
}

// markFunc marks what a row of funcs holds.
func (rt *Runtime) markFunc(row uint32) {
	in := rt.funcs[row]
	if in == nil || in.mark == rt.markEpoch {
		return
	}
	in.mark = rt.markEpoch
	rt.markKey(in.name)
	c := in.c
	if c == nil {
		return
	}
	for _, v := range c.consts {
		rt.markValue(v)
	}
	for _, v := range c.objects {
		rt.markValue(v)
	}
	for _, k := range c.keys {
		rt.markKey(k)
	}
	for _, s := range c.shapes {
		rt.heap.Mark(s)
	}
	for _, f := range c.funcs {
		if f != 0 {
			rt.markFunc(f)
		}
	}
}

func (rt *Runtime) traceAll() {
	for {
		r, ok := rt.heap.Pop()
		if !ok {
			return
		}
		rt.trace(r)
	}
}

// trace marks what a cell refers to.
func (rt *Runtime) trace(r Ref) {
	h, m := rt.heap, rt.mem
	w := m[r]
	switch kind := uint8(w); kind {
	case kindStr1, kindStr2:
		if k := Key(m[r+1] >> 32); k != 0 {
			rt.markKey(k)
		}
	case kindRope:
		h.Mark(Ref(m[r+2]))
		h.Mark(Ref(m[r+2] >> 32))
	case kindSlice:
		h.Mark(Ref(m[r+2]))
		if k := Key(m[r+1] >> 32); k != 0 {
			rt.markKey(k)
		}
	case kindSymbol:
		rt.markValue(Value(m[r+2]))
	case kindBigInt, kindBytes:
	case kindShape:
		h.Mark(Ref(m[r+1]))
		h.Mark(Ref(m[r+1] >> 32))
		rt.markKey(Key(m[r+2]))
		h.Mark(Ref(m[r+3]))
	case kindPropTable:
		for i := range uint32(w >> 32) {
			rt.markKey(Key(m[uint32(r)+2+i]))
		}
	case kindValues:
		for i := range uint32(w >> 32) {
			rt.markValue(Value(m[uint32(r)+1+i]))
		}
		if rt.anyClosed {
			for i := range uint32(w >> 32) {
				rt.reachLazy(Value(m[uint32(r)+1+i]))
			}
		}
	case kindSparse:
		for i := range uint32(m[r+1]) {
			rt.markValue(Value(m[uint32(r)+3+2*i]))
		}
	case kindAccessor:
		rt.markValue(Value(m[r+1]))
		rt.markValue(Value(m[r+2]))
	case kindScope:
		h.Mark(Ref(m[r+1]))
		for i := range uint32(w >> 32) {
			rt.markValue(Value(m[uint32(r)+2+i]))
		}
	case kindFrame:
		rt.markValue(Value(m[r+2]))
		rt.markValue(Value(m[r+3]))
		rt.markValue(Value(m[r+4]))
		rt.markValue(Value(m[r+5]))
		for i := range uint32(w >> 32) {
			rt.markValue(Value(m[uint32(r)+7+i]))
		}
	case kindReaction:
		for i := range uint32(6) {
			rt.markValue(Value(m[uint32(r)+1+i]))
		}
	case kindEphemeron:
		rt.traceEphemeron(r)
	default:
		rt.traceObject(r, kind)
	}
}

func (rt *Runtime) traceObject(r Ref, kind uint8) {
	h, m := rt.heap, rt.mem
	s := Ref(m[r] >> 32)
	h.Mark(s)
	h.Mark(Ref(m[r+1]))
	h.Mark(Ref(m[r+1] >> 32))
	base := uint32(r) + 2
	values := kinds[kind].values
	for i := range uint32(kinds[kind].words) {
		if values>>i&1 != 0 {
			rt.markValue(Value(m[base+i]))
		}
	}
	base = uint32(r) + rt.shapeBase(s)
	for i := range rt.shapeCap(s) {
		rt.markValue(Value(m[base+i]))
	}
	if rt.anyClosed {
		rt.reachRealmOf(r, kind)
	}
	switch kind {
	case KindFunction:
		rt.markFunc(uint32(m[r+2]))
		h.Mark(Ref(m[r+2] >> 32))
		h.Mark(Ref(m[r+3]))
		h.Mark(Ref(m[r+3] >> 32))
		rt.markKey(Key(m[r+4]))
	case KindNative:
		for i := range uint32(rt.aux(r)) {
			rt.markValue(Value(m[uint32(r)+3+i]))
		}
	case KindWeakMap, KindWeakSet:
		h.Mark(Ref(m[r+2]))
	case KindWeakRef, KindFinalizationRegistry:
		rt.traceWeak(r, kind)
	case KindHost, KindGlobal:
		rt.traceHostObject(r, kind)
	}
}

// sweepTables frees rows of Go tables whose cells are not marked, and drops what caches hold of them.
func (rt *Runtime) sweepTables() {
	h := rt.heap
	rt.sweepWeak()
	rt.sweepRealms()
	for k, s := range rt.transitions {
		if !h.Marked(s) || k.parent != 0 && !h.Marked(k.parent) {
			delete(rt.transitions, k)
		}
	}
	for o := range rt.lazyHost {
		if !h.Marked(o) {
			delete(rt.lazyHost, o)
		}
	}
	for o := range rt.lazyObjects {
		if !h.Marked(o) {
			delete(rt.lazyObjects, o)
		}
	}
	// Keys: the index is made again if any went.
	gone := false
	t := &rt.keys
	for r := rt.numStatic; int(r) < len(t.cells); r++ {
		if c := t.cells[r]; c != 0 && !h.Marked(c) {
			t.cells[r] = 0
			t.free = append(t.free, r)
			gone = true
		}
	}
	if gone {
		rt.rehashKeys()
	}
	n := 0
	for _, o := range rt.owners {
		if h.Marked(o.cell) {
			rt.owners[n] = o
			n++
			continue
		}
		rt.natives[o.row] = nativeInfo{}
		rt.freeNatives = append(rt.freeNatives, o.row)
	}
	clear(rt.owners[n:])
	rt.owners = rt.owners[:n]
	codeBytes := 0
	for row := 1; row < len(rt.funcs); row++ {
		in := rt.funcs[row]
		if in == nil {
			continue
		}
		if in.mark != rt.markEpoch {
			rt.funcs[row] = nil
			rt.freeFuncs = append(rt.freeFuncs, uint32(row))
			continue
		}
		codeBytes += funcBytes
		if in.prog.mark != rt.markEpoch {
			in.prog.mark = rt.markEpoch
			source, records, _, rest := in.prog.program.Bytes()
			codeBytes += source + records + rest
		}
		if c := in.c; c != nil {
			codeBytes += c.bytes()
			for i := range c.sites {
				s := &c.sites[i]
				if s.shape != 0 && !h.Marked(s.shape) || s.holder != 0 && !h.Marked(s.holder) {
					s.shape, s.holder, s.kind, s.epoch = 0, 0, 0, ^uint32(0)
				}
			}
			if c.ctorNew != 0 && (!h.Marked(c.ctorNew) || !h.Marked(c.ctorShape) || !h.Marked(c.ctorRoot)) {
				c.ctorNew = 0
			}
		}
	}
	rt.countCode(codeBytes - rt.codeBytes)
	rt.sweepState()
}
