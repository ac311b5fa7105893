package vm

import (
	"github.com/niso-engine/niso/js/vm/code"
)

// A generator object (KindGenerator, KindAsyncGenerator):
//
//	word 0   saved frame (internal value); undefined when it is completed
//	word 1   state (Int): gen*
//	word 2   async: queue of requests, an Array of cells of Values: mode, value, promise
//
// A saved frame (kindFrame; the header has the number of registers):
//
//	word 1   pc 32 | arguments 32
//	word 2   callee; word 3: this; word 4: new.target
//	word 5   generator object, or promise of an async function
//	word 6   instruction that suspended it (raw)
//	words    registers
const (
	genStart int32 = iota // not begun
	genYield              // at a yield
	genRuns
	genAwaitReturn // async: awaiting the value of a return
	genDone
)

// Modes of resumption.
const (
	resumeNext = iota
	resumeThrow
	resumeReturn
)

// saveFrame copies a frame into a cell (the given one if it fits).
func (rt *Runtime) saveFrame(f *frame, cell Ref, ins uint32) Ref {
	n := f.c.nregs
	if cell == 0 {
		cell = rt.heap.Alloc(kindFrame, 7+n)
		rt.setHigh(cell, n)
	}
	m := rt.mem
	m[cell+1] = uint64(f.pc) | uint64(f.nargs)<<32
	m[cell+2], m[cell+3] = m[f.bp-2], m[f.bp-1]
	m[cell+4] = uint64(f.newT)
	m[cell+5] = uint64(ObjectValue(f.gen))
	m[cell+6] = uint64(ins)
	for i := range n {
		m[uint32(cell)+7+i] = m[f.bp+i]
	}
	return cell
}

// restoreFrame pushes a saved frame as one that Go entered. The base frame is the caller's business.
func (rt *Runtime) restoreFrame(cell Ref, flags uint8) (*frame, bool) {
	f := rt.fp
	m := rt.mem
	callee := Ref(m[cell+2])
	c := rt.funcOf(callee).c
	bp := rt.sp + 2
	if bp+c.nregs+512 > rt.stackEnd || f.depth >= rt.maxDepth {
		rt.stackOverflow()
		return nil, false
	}
	m[bp-2], m[bp-1] = m[cell+2], m[cell+3]
	for i := range c.nregs {
		m[bp+i] = m[uint32(cell)+7+i]
	}
	g := f.next
	if g == nil {
		g = &frame{prev: f, depth: f.depth + 1}
		f.next = g
	}
	g.c, g.pc, g.bp, g.top = c, uint32(m[cell+1]), bp, bp+c.nregs
	g.nargs, g.flags, g.newT, g.dst = uint32(m[cell+1]>>32), flags|frameEntry, Value(m[cell+4]), 0
	g.gen = Value(m[cell+5]).ObjectRef()
	rt.fp = g
	rt.sp = g.top
	rt.realm = c.realm
	return g, true
}

// resume runs a saved frame until it suspends or ends: rt.ret is what it gave.
func (rt *Runtime) resume(cell Ref, flags uint8, mode int, v Value) (Value, bool) {
	if !rt.guarded {
		return rt.guardValue(func() (Value, bool) { return rt.resume(cell, flags, mode, v) })
	}
	if rt.nativeDepth >= maxNative {
		rt.stackOverflow()
		return Undefined, false
	}
	f := rt.fp
	b := f.next
	if b == nil {
		b = &frame{prev: f, depth: f.depth + 1}
		f.next = b
	}
	sp, realm := rt.sp, rt.realm
	b.c, b.top, b.flags, b.bp, b.gen, b.newT = nil, max(sp, f.top), 0, 0, 0, Undefined
	rt.sp = b.top
	rt.fp = b
	rt.nativeDepth++
	for len(rt.calls) < rt.nativeDepth {
		rt.calls = append(rt.calls, new(Call))
	}
	rt.calls[rt.nativeDepth-1].fp = nil
	g, ok := rt.restoreFrame(cell, flags)
	if ok {
		ins := uint32(rt.mem[cell+6])
		a := ins >> 8 & 0xFF
		regs := rt.window(g.bp)
		throw := mode == resumeThrow
		switch code.Op(uint8(ins)) {
		case code.OpGenerator:
			// Only next begins it.
		case code.OpYield:
			if !throw {
				regs[a] = v
				if mode == resumeReturn {
					g.pc += g.c.code[g.pc-1]
				}
			}
		case code.OpYieldRaw:
			regs[a], regs[ins>>16&0xFF] = v, Int(int32(mode))
			throw = false
		case code.OpAwait:
			if !throw {
				regs[a] = v
			}
		}
		if throw {
			rt.Throw(v)
			if ok = rt.unwind(); ok {
				ok = rt.run()
			} else {
				ok = rt.pending == 0
			}
		} else {
			ok = rt.run()
		}
	}
	rt.nativeDepth--
	rt.fp = f
	rt.sp = sp
	rt.realm = realm
	r := rt.ret
	rt.ret = Undefined
	return r, ok
}

// leave ends the run of a frame with a result for its caller.
func (rt *Runtime) leave(f *frame, v Value) uint8 {
	entry, dst := f.flags&frameEntry != 0, f.dst
	rt.pop()
	if entry {
		rt.ret = v
		return returnGo
	}
	rt.mem[dst] = uint64(v)
	return returnOn
}

// opSuspend runs the instructions that leave a frame other than by a plain return.
func (rt *Runtime) opSuspend(f *frame, ins uint32) uint8 {
	a, b := ins>>8&0xFF, ins>>16&0xFF
	regs := rt.window(f.bp)
	switch code.Op(uint8(ins)) {
	case code.OpReturnDrv:
		v, this := regs[a], regs[b]
		if !v.IsObject() {
			if !v.IsUndefined() {
				f.pc = 0 // no handler of this function sees it: the caller's [[Construct]] throws
				if f.prev.c != nil {
					rt.realm = f.prev.c.realm
				}
				rt.TypeError("Derived constructors may only return object or undefined")
				return returnThrow
			}
			if this == Hole {
				f.pc = 0
				if f.prev.c != nil {
					rt.realm = f.prev.c.realm
				}
				rt.throwNoThis()
				return returnThrow
			}
			v = this
		}
		return rt.opReturn(f, v)

	case code.OpGenerator:
		kind, def := uint8(KindGenerator), GeneratorPrototype
		if f.c.flags&code.Async != 0 {
			kind, def = KindAsyncGenerator, AsyncGeneratorPrototype
		}
		proto, ok := rt.ProtoFromCtor(Value(rt.mem[f.bp-2]), def)
		if !ok {
			return returnThrow
		}
		g := rt.NewKind(kind, proto)
		f.gen = g
		rt.SetWord(g, 0, internalValue(rt.saveFrame(f, 0, ins)))
		rt.SetWord(g, 1, Int(genStart))
		return rt.leave(f, objectValue(g))

	case code.OpYield, code.OpYieldRaw:
		g := f.gen
		v := regs[a]
		if code.Op(uint8(ins)) == code.OpYield {
			f.pc++
		}
		cell := rt.Word(g, 0).Ref()
		rt.saveFrame(f, cell, ins)
		rt.SetWord(g, 1, Int(genYield))
		if rt.kind(g) == KindAsyncGenerator {
			rt.pop()
			rt.asyncGenYield(g, v)
			rt.ret = Undefined
			return returnGo
		}
		if code.Op(uint8(ins)) == code.OpYield {
			v = f.c.realm.IterResult(v, false)
		}
		rt.pop()
		rt.ret = v
		return returnGo
	}
	// Await.
	v := regs[b]
	var cell Ref
	if f.flags&frameGen != 0 {
		cell = rt.Word(f.gen, 0).Ref()
	}
	cell = rt.saveFrame(f, cell, ins)
	kept := len(rt.kept)
	rt.Keep(internalValue(cell))
	ok := rt.awaitValue(cell, v)
	rt.kept = rt.kept[:kept]
	if !ok {
		return returnThrow
	}
	if f.flags&frameGen != 0 || f.flags&frameResumed != 0 {
		rt.pop()
		rt.ret = Undefined
		return returnGo
	}
	return rt.leave(f, objectValue(f.gen))
}

// resumeAwait goes on after an await.
func (rt *Runtime) resumeAwait(cell Ref, reject bool, v Value) bool {
	flags := frameResumed | frameAsync
	g := Value(rt.mem[cell+5]).ObjectRef()
	if rt.kind(g) != KindPromise {
		flags = frameResumed | frameGen
	}
	mode := resumeNext
	if reject {
		mode = resumeThrow
	}
	_, ok := rt.resume(cell, flags, mode, v)
	return ok
}

// returnAsync is Return in an async function or a generator.
func (rt *Runtime) returnAsync(f *frame, v Value) uint8 {
	if f.flags&frameGen == 0 {
		p := f.gen
		kept := len(rt.kept)
		rt.Keep(objectValue(p))
		rt.ResolvePromise(p, v)
		rt.kept = rt.kept[:kept]
		if rt.pending != 0 {
			return returnThrow
		}
		return rt.leave(f, objectValue(p))
	}
	g := f.gen
	rt.SetWord(g, 0, Undefined)
	rt.SetWord(g, 1, Int(genDone))
	r := f.c.realm
	rt.pop()
	if rt.kind(g) == KindAsyncGenerator {
		rt.SetWord(g, 1, Int(genAwaitReturn))
		rt.asyncGenComplete(g, v, true, false)
		rt.asyncGenDrain(g)
		rt.ret = Undefined
		return returnGo
	}
	rt.ret = r.IterResult(v, true)
	return returnGo
}

// generatorEnd is an exception that leaves a generator's frame. An async generator takes it.
func (rt *Runtime) generatorEnd(f *frame) {
	g := f.gen
	rt.SetWord(g, 0, Undefined)
	rt.SetWord(g, 1, Int(genDone))
	if rt.kind(g) == KindAsyncGenerator && rt.pending == pendingThrow {
		exc, _ := rt.TakeException()
		rt.SetWord(g, 1, Int(genAwaitReturn))
		rt.asyncGenComplete(g, exc, true, true)
		rt.asyncGenDrain(g)
	}
}

// generatorResume is GeneratorResume and GeneratorResumeAbrupt.
func (rt *Runtime) generatorResume(this Value, mode int, v Value, name string) (Value, bool) {
	if !rt.IsKind(this, KindGenerator) {
		return Undefined, rt.TypeError("%s method called on incompatible receiver %s", name, rt.brief(this))
	}
	g := this.Ref()
	state := rt.wordInt(g, 1)
	if state == genRuns {
		return Undefined, rt.TypeError("Generator is already running")
	}
	if state == genStart && mode != resumeNext {
		state = genDone
		rt.SetWord(g, 1, Int(genDone))
		rt.SetWord(g, 0, Undefined)
	}
	if state == genDone {
		switch mode {
		case resumeThrow:
			return Undefined, rt.Throw(v)
		case resumeReturn:
			return rt.realm.IterResult(v, true), true
		}
		return rt.realm.IterResult(Undefined, true), true
	}
	rt.SetWord(g, 1, Int(genRuns))
	return rt.resume(rt.Word(g, 0).Ref(), frameGen, mode, v)
}

// --- async generators. https://tc39.es/ecma262/#sec-asyncgenerator-objects

// asyncGenEnqueue is what next, throw and return do: the promise of the request.
func (rt *Runtime) asyncGenEnqueue(this Value, mode int, v Value, name string) Value {
	p := rt.newPromise(rt.realm)
	rt.KeepRef(p)
	if !rt.IsKind(this, KindAsyncGenerator) {
		rt.rejectPromise(p, rt.realm.NewError(TypeErrorPrototype, name+" method called on incompatible receiver "+rt.brief(this)))
		return objectValue(p)
	}
	g := this.Ref()
	state := rt.wordInt(g, 1)
	if mode == resumeNext && state == genDone {
		rt.ResolvePromise(p, rt.realm.IterResult(Undefined, true))
		return objectValue(p)
	}
	req := rt.NewValues(3)
	rt.SetAt(req, 0, Int(int32(mode)))
	rt.SetAt(req, 1, v)
	rt.SetAt(req, 2, objectValue(p))
	q := rt.Word(g, 2)
	if !q.IsObject() {
		q = objectValue(rt.realm.NewArrayLen(0))
		rt.SetWord(g, 2, q)
	}
	rt.ArrayAppend(q.Ref(), CellValue(req))
	switch {
	case state == genStart && mode != resumeNext:
		rt.SetWord(g, 0, Undefined)
		rt.SetWord(g, 1, Int(genDone))
		if mode == resumeReturn {
			rt.SetWord(g, 1, Int(genAwaitReturn))
			rt.asyncGenAwaitReturn(g)
		} else {
			rt.asyncGenComplete(g, v, true, true)
			rt.asyncGenDrain(g)
		}
	case state == genDone:
		if mode == resumeReturn {
			rt.SetWord(g, 1, Int(genAwaitReturn))
			rt.asyncGenAwaitReturn(g)
		} else {
			rt.SetWord(g, 1, Int(genAwaitReturn))
			rt.asyncGenComplete(g, v, true, true)
			rt.asyncGenDrain(g)
		}
	case state == genStart || state == genYield:
		rt.asyncGenResume(g)
	}
	return objectValue(p)
}

// asyncGenFirst is the first request of the queue, 0 for none.
func (rt *Runtime) asyncGenFirst(g Ref) Ref {
	q := rt.Word(g, 2)
	if !q.IsObject() || rt.ArrayLen(q.Ref()) == 0 {
		return 0
	}
	v, _, _ := rt.getElem(q.Ref(), 0)
	return v.Ref()
}

// asyncGenResume runs the generator for the first request.
func (rt *Runtime) asyncGenResume(g Ref) {
	req := rt.asyncGenFirst(g)
	rt.SetWord(g, 1, Int(genRuns))
	rt.KeepRef(g)
	rt.resume(rt.Word(g, 0).Ref(), frameGen|frameResumed, int(rt.At(req, 0).int()), rt.At(req, 1))
}

// asyncGenComplete takes the first request away and settles its promise.
func (rt *Runtime) asyncGenComplete(g Ref, v Value, done, thrown bool) {
	q := rt.Word(g, 2).Ref()
	n := rt.ArrayLen(q)
	if n == 0 {
		return
	}
	first, _, _ := rt.getElem(q, 0)
	e := rt.elems(q)
	for i := uint32(1); i < n; i++ {
		rt.SetAt(e, i-1, rt.At(e, i))
	}
	rt.SetAt(e, n-1, Hole)
	rt.setLen(q, n-1)
	p := rt.At(first.Ref(), 2).Ref()
	rt.KeepRef(g)
	if thrown {
		rt.rejectPromise(p, v)
		return
	}
	rt.ResolvePromise(p, rt.realm.IterResult(v, done))
}

// asyncGenYield settles the request that ran to a yield and goes on if there is another.
func (rt *Runtime) asyncGenYield(g Ref, v Value) {
	rt.asyncGenComplete(g, v, false, false)
	if rt.asyncGenFirst(g) != 0 {
		rt.asyncGenResume(g)
	}
}

// asyncGenDrain is AsyncGeneratorDrainQueue.
func (rt *Runtime) asyncGenDrain(g Ref) {
	for {
		req := rt.asyncGenFirst(g)
		if req == 0 {
			rt.SetWord(g, 1, Int(genDone))
			return
		}
		v := rt.At(req, 1)
		switch int(rt.At(req, 0).int()) {
		case resumeReturn:
			rt.SetWord(g, 1, Int(genAwaitReturn))
			rt.asyncGenAwaitReturn(g)
			return
		case resumeThrow:
			rt.asyncGenComplete(g, v, true, true)
		default:
			rt.asyncGenComplete(g, Undefined, true, false)
		}
	}
}

// asyncGenAwaitReturn is AsyncGeneratorAwaitReturn.
func (rt *Runtime) asyncGenAwaitReturn(g Ref) {
	req := rt.asyncGenFirst(g)
	rt.KeepRef(g)
	p, ok := rt.PromiseResolve(rt.realm.Intrinsic(PromiseCtor), rt.At(req, 1))
	if !ok {
		exc, ok := rt.TakeException()
		if !ok {
			return
		}
		rt.asyncGenComplete(g, exc, true, true)
		rt.asyncGenDrain(g)
		return
	}
	on := rt.realm.NewBuiltin(&asyncGenReturned, objectValue(g), False)
	off := rt.realm.NewBuiltin(&asyncGenReturned, objectValue(g), True)
	rt.PerformThen(p, objectValue(on), objectValue(off), nil)
}

var asyncGenReturned Helper

func init() {
	asyncGenReturned.is("", 1, func(c *Call) Value {
		g := c.Data(0).Ref()
		c.Rt.asyncGenComplete(g, c.Arg(0), true, c.Data(1) == True)
		c.Rt.asyncGenDrain(g)
		return Undefined
	})

	gen := func(name string, mode int) prop {
		return method(name, 1, func(c *Call) Value {
			v, _ := c.Rt.generatorResume(c.This, mode, c.Arg(0), name)
			return v
		})
	}
	async := func(name string, mode int) prop {
		return method(name, 1, func(c *Call) Value { return c.Rt.asyncGenEnqueue(c.This, mode, c.Arg(0), name) })
	}
	define(GeneratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		object("constructor", GeneratorFunctionPrototype).with(attrConfigurable),
		gen("next", resumeNext), gen("return", resumeReturn), gen("throw", resumeThrow), text("@@toStringTag", "Generator"),
	}})
	define(AsyncGeneratorPrototype, objectDef{proto: AsyncIteratorPrototype, props: []prop{
		object("constructor", AsyncGeneratorFunctionPrototype).with(attrConfigurable),
		async("next", resumeNext), async("return", resumeReturn), async("throw", resumeThrow), text("@@toStringTag", "AsyncGenerator"),
	}})
}
