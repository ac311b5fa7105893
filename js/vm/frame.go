package vm

import (
	"unsafe"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// frame is a running script function. Frames are linked in both directions and used again. Its registers are the words of the value
// stack from bp on; the word before is this, the one before that the callee.
type frame struct {
	c     *compiled
	prev  *frame
	next  *frame // free, or nil
	pc    uint32 // next word of code; while a call runs, that after the call
	bp    uint32
	top   uint32 // words of the stack below are those of this frame and of its callers
	dst   uint32 // word of the stack that gets the result
	nargs uint32
	flags uint8
	gen   Ref // generator object, or promise of an async function
	newT  Value
	depth uint32
	wide  uint32 // what an OpWide adds to the bx operand of the instruction that runs
}

const (
	frameEntry     uint8 = 1 << iota // called from Go: run returns when it does
	frameConstruct                   // a result that is no object gives way to this
	frameAsync                       // an async function: gen is its promise
	frameGen                         // a generator (or async generator) past OpGenerator
	frameResumed                     // resumed by a job: there is no one who gets a result
	frameDone                        // of an async function: do not settle again
)

// window is the registers at a word of the stack.
func (rt *Runtime) window(bp uint32) *[256]Value {
	return (*[256]Value)(unsafe.Pointer(&rt.mem[bp]))
}

func (f *frame) callee(rt *Runtime) Ref { return Ref(rt.mem[f.bp-2]) }

// compile makes the instance of a function that is called for the first time.
func (rt *Runtime) compile(in *funcInst, row uint32) (*compiled, bool) {
	fn := in.fn
	if fn == nil {
		p := in.prog.program
		if fn = p.Func(int(in.record)); fn == nil {
			var err error
			if fn, err = parse.Compile(p, int(in.record)); err != nil {
				rt.throwSyntax(err)
				return nil, false
			}
		}
		in.fn = fn
	}
	c := rt.instantiate(in, fn, row)
	return c, rt.pending == 0 // a constant may be too large
}

func (rt *Runtime) instantiate(in *funcInst, fn *code.Func, row uint32) *compiled {
	c := &compiled{code: fn.Code, nregs: uint32(fn.NRegs), nparams: uint32(fn.NParams), flags: fn.Flags, fn: fn, inst: in, realm: in.prog.realm, row: row}
	c.slots = plainSlots
	if len(fn.Consts) > 0 {
		c.consts = make([]Value, len(fn.Consts))
		for i := range fn.Consts {
			c.consts[i] = rt.constant(fn, &fn.Consts[i])
		}
	}
	c.keys = make([]Key, len(fn.Strings))
	c.sites = make([]site, len(fn.Sites))
	for i, s := range fn.Sites {
		k := rt.Intern(fn.Strings[s])
		c.keys[s] = k
		c.sites[i].key = k
	}
	if len(fn.Closures) > 0 {
		c.funcs = make([]uint32, len(fn.Closures))
	}
	if len(fn.Shapes) > 0 {
		c.shapes = make([]Ref, len(fn.Shapes))
	}
	if len(fn.Templates) > 0 {
		c.objects = make([]Value, len(fn.Templates))
	}
	if fn.Flags&(code.MakesArgs|code.HasRest) != 0 {
		c.entry |= entryArgs
	}
	if fn.Flags&(code.Async|code.Generator) == code.Async {
		c.entry |= entryAsync
	}
	if fn.Flags&code.ClassCtor != 0 {
		c.entry |= entryClass
	}
	if fn.Flags&code.Arrow != 0 {
		c.entry |= entryArrow
	}
	in.c = c
	rt.countCode(c.bytes())
	return c
}

const (
	entryArgs uint8 = 1 << iota
	entryAsync
	entryClass
	entryArrow
)

// constant is the value of a constant of the source.
func (rt *Runtime) constant(fn *code.Func, k *code.Const) Value {
	switch k.Kind {
	case code.ConstNumber:
		return Number(k.Num)
	case code.ConstString:
		return rt.KeyOrString(fn.Strings[k.Str])
	case code.ConstBigInt:
		x, _ := rt.parseBigLiteral(fn.Strings[k.Str])
		v, _ := rt.NewBigInt(x)
		return v
	case code.ConstNull:
		return Null
	case code.ConstTrue:
		return True
	case code.ConstFalse:
		return False
	case code.ConstHole:
		return Hole
	}
	return Undefined
}

// KeyOrString is a string of WTF-8 that will be compared or used as a key: short ones are interned.
func (rt *Runtime) KeyOrString(s string) Value {
	if len(s) <= 32 {
		if k := rt.Intern(s); !k.IsIndex() {
			return rt.KeyValue(k)
		}
	}
	return rt.NewString(s)
}

// key is the key of a row of Func.Strings.
func (rt *Runtime) nameKey(c *compiled, i uint32) Key {
	if k := c.keys[i]; k != 0 {
		return k
	}
	k := rt.Intern(c.fn.Strings[i])
	c.keys[i] = k
	return k
}

// closureRow is the row of Runtime.funcs for a closure of c.
func (rt *Runtime) closureRow(c *compiled, i uint32) uint32 {
	if row := c.funcs[i]; row != 0 {
		return row
	}
	ref := &c.fn.Closures[i]
	in := &funcInst{prog: c.inst.prog, record: ref.Record, name: rt.nameKey(c, ref.Name)}
	if ref.Record >= 0 {
		rec := &in.prog.program.Records[ref.Record]
		in.flags, in.length = rec.Flags, rec.Length
	} else {
		in.record, in.fn = -1, c.fn.Inner[^ref.Record]
		in.flags, in.length = in.fn.Flags, in.fn.Length
	}
	row := rt.addFunc(in)
	c.funcs[i] = row
	return row
}

func (rt *Runtime) addFunc(in *funcInst) uint32 {
	if n := len(rt.freeFuncs); n > 0 {
		row := rt.freeFuncs[n-1]
		rt.freeFuncs = rt.freeFuncs[:n-1]
		rt.funcs[row] = in
		return row
	}
	rt.funcs = append(rt.funcs, in)
	return uint32(len(rt.funcs) - 1)
}

// push makes a frame for the closure o whose n arguments are at bp, with callee and this before them. The caller has set f.pc.
// Errors of the call itself are thrown in the caller's frame.
func (rt *Runtime) push(o Ref, bp, n uint32, newTarget Value, dst uint32, flags uint8) bool {
	row := uint32(rt.mem[o+2])
	in := rt.funcs[row]
	c := in.c
	if c == nil {
		var ok bool
		if c, ok = rt.compile(in, row); !ok {
			return false
		}
	}
	if c.entry&entryClass != 0 && flags&frameConstruct == 0 {
		rt.classCall(o)
		return false
	}
	f := rt.fp
	top := bp + c.nregs
	if top < f.top {
		top = f.top
	}
	if top+64 > rt.stackEnd || f.depth >= rt.maxDepth {
		rt.stackOverflow()
		return false
	}
	g := f.next
	if g == nil {
		g = &frame{prev: f, depth: f.depth + 1}
		f.next = g
	}
	g.c = c
	g.pc = 0
	g.bp = bp
	g.top = top
	g.dst = dst
	g.nargs = n
	g.flags = flags
	g.gen = 0
	g.newT = newTarget
	var extra []Value
	if c.entry&entryArgs != 0 {
		extra = rt.argValues(c, o, bp, n)
	}
	m := rt.mem
	from := bp + min(n, c.nparams)
	for i := from; i < bp+c.nregs; i++ {
		m[i] = 0
	}
	for i := bp + c.nregs; i < bp+n; i++ {
		m[i] = 0 // beyond the window: dead, but seen by the collector
	}
	rt.fp = g
	rt.sp = top
	rt.realm = c.realm
	if extra != nil {
		if c.flags&code.MakesArgs != 0 {
			m[bp+uint32(c.fn.ArgsReg)] = uint64(extra[0])
		}
		if c.flags&code.HasRest != 0 {
			m[bp+uint32(c.fn.RestReg)] = uint64(extra[1])
		}
	}
	if c.entry&entryArrow != 0 {
		m[bp-1] = uint64(c.realm.globalThis) // for arrows that no function is around
	}
	if c.entry&entryAsync != 0 {
		g.flags |= frameAsync
		g.gen = rt.newPromise(c.realm)
	}
	if rt.attention.Load() != 0 {
		return rt.safepoint()
	}
	return true
}

// argValues makes the arguments object and the rest array at entry.
func (rt *Runtime) argValues(c *compiled, o Ref, bp, n uint32) []Value {
	out := make([]Value, 2)
	if c.flags&code.MakesArgs != 0 {
		out[0] = rt.newArguments(c, o, bp, n)
	}
	if c.flags&code.HasRest != 0 {
		if n > c.nparams {
			out[1] = objectValue(c.realm.NewArray(rt.stackSlice(bp+c.nparams, n-c.nparams)...))
		} else {
			out[1] = objectValue(c.realm.NewArrayLen(0))
		}
	}
	return out
}

func (rt *Runtime) classCall(o Ref) {
	realm := rt.realm
	rt.realm = rt.funcOf(o).prog.realm
	name := rt.funcName(o)
	rt.TypeError("Class constructor %s cannot be invoked without 'new'", name)
	rt.realm = realm
}

// pop ends the running frame: its caller goes on.
func (rt *Runtime) pop() {
	f := rt.fp
	p := f.prev
	rt.fp = p
	rt.sp = p.top
	if p.c != nil {
		rt.realm = p.c.realm
	}
}

// runFunction calls the closure at stack word at from Go. For a construction it makes this.
func (rt *Runtime) runFunction(at, n uint32, newTarget Value) (Value, bool) {
	if rt.nativeDepth >= maxNative {
		rt.stackOverflow()
		return Undefined, false
	}
	o := Ref(rt.mem[at])
	flags := frameEntry
	if !newTarget.IsUndefined() {
		if rt.flags(o)&flagConstructor == 0 {
			rt.TypeError("%s is not a constructor", rt.brief(objectValue(o)))
			return Undefined, false
		}
		flags |= frameConstruct
		this, ok := rt.thisFor(o, newTarget)
		if !ok {
			return Undefined, false
		}
		rt.mem[at+1] = uint64(this)
	}
	return rt.enter(o, at+2, n, newTarget, flags)
}

// enter runs a closure whose arguments are on the stack, from Go.
func (rt *Runtime) enter(o Ref, bp, n uint32, newTarget Value, flags uint8) (Value, bool) {
	if !rt.guarded {
		return rt.guardValue(func() (Value, bool) { return rt.enter(o, bp, n, newTarget, flags) })
	}
	// A base frame keeps what Go code below has on the stack.
	f := rt.fp
	b := f.next
	if b == nil {
		b = &frame{prev: f, depth: f.depth + 1}
		f.next = b
	}
	sp, realm := rt.sp, rt.realm
	b.c, b.top, b.flags, b.bp, b.gen, b.newT = nil, max(sp, f.top), 0, 0, 0, Undefined
	rt.fp = b
	rt.nativeDepth++
	for len(rt.calls) < rt.nativeDepth {
		rt.calls = append(rt.calls, new(Call))
	}
	rt.calls[rt.nativeDepth-1].fp = nil
	ok := rt.push(o, bp, n, newTarget, 0, flags|frameEntry)
	if ok {
		ok = rt.run()
	} else if rt.fp != b {
		// A safe point ended the script, or the exception is the async function's.
		if ok = rt.unwind(); ok {
			ok = rt.run()
		} else {
			ok = rt.pending == 0
		}
	}
	rt.nativeDepth--
	rt.fp = f
	rt.sp = sp
	rt.realm = realm
	v := rt.ret
	rt.ret = Undefined
	return v, ok
}

// thisFor is this of a construction at entry: a new object, or the hole for derived constructors.
func (rt *Runtime) thisFor(o Ref, newTarget Value) (Value, bool) {
	in := rt.funcOf(o)
	if in.flags&code.Derived != 0 {
		return Hole, true
	}
	nt := newTarget.Ref()
	c := in.c
	if c != nil && c.ctorNew == nt && rt.shape(nt) == c.ctorShape {
		// The same constructor again: its prototype property is where it was.
		at := rt.slotAt(nt, c.ctorShape, c.ctorSlot)
		if rt.mem[at] == uint64(c.ctorProto) {
			return objectValue(rt.allocObject(KindObject, c.ctorRoot)), true
		}
	}
	proto, ok := rt.ProtoFromCtor(newTarget, ObjectPrototype)
	if !ok {
		return Undefined, false
	}
	if c = in.c; c != nil && rt.kind(nt) == KindFunction {
		s := rt.shape(nt)
		if i, a := rt.find(s, KeyPrototype); i >= 0 && a&attrAccessor == 0 && Value(rt.mem[rt.slotAt(nt, s, uint32(i))]) == objectValue(proto) {
			c.ctorNew, c.ctorShape, c.ctorSlot, c.ctorProto = nt, s, uint32(i), objectValue(proto)
			c.ctorRoot = rt.rootShape(KindObject, proto, c.slots)
			return objectValue(rt.allocObject(KindObject, c.ctorRoot)), true
		}
	}
	return objectValue(rt.NewObjectProto(proto)), true
}

// learnSlots remembers how many properties objects of a constructor come to have, for the next ones.
func (rt *Runtime) learnSlots(c *compiled, o Ref) {
	if rt.kind(o) != KindObject {
		return
	}
	s := rt.shape(o)
	if n := rt.shapeCount(s); n != c.slots && n > 0 && n <= 24 && !rt.isUnique(s) && (n > c.slots || !c.learned) {
		c.slots = n
		c.learned = true
		c.ctorNew = 0
	}
}

// unwind finds who catches the pending exception. true: the running frame goes on at its handler, or its caller goes on because it was
// an async function, which rejected its promise. false: the exception leaves the frame that Go called, which is popped.
func (rt *Runtime) unwind() bool {
	if f := rt.fp; rt.pending == pendingThrow && rt.thrown.fn == nil {
		rt.thrown = Thrown{f.c.fn, f.pc}
	}
	for {
		f := rt.fp
		if rt.pending == pendingThrow {
			if h, ok := f.c.fn.HandlerAt(int(f.pc) - 1); ok {
				rt.mem[f.bp+uint32(h.Reg)] = uint64(rt.exc)
				rt.exc, rt.pending = Undefined, pendingNone
				f.pc = h.Target
				rt.sp = f.top
				rt.realm = f.c.realm
				return true
			}
		}
		flags, dst := f.flags, f.dst
		switch {
		case flags&frameGen != 0:
			rt.generatorEnd(f)
		case flags&frameAsync != 0 && rt.pending == pendingThrow:
			exc := rt.exc
			rt.exc, rt.pending = Undefined, pendingNone
			p := objectValue(f.gen)
			rt.rejectPromise(f.gen, exc)
			rt.pop()
			if flags&frameEntry != 0 {
				rt.ret = p
				return false // no exception is pending: that is a return
			}
			rt.mem[dst] = uint64(p)
			return true
		}
		rt.pop()
		if flags&frameEntry != 0 {
			rt.ret = Undefined
			return false
		}
	}
}

// throwSyntax throws what the parser reported.
func (rt *Runtime) throwSyntax(err error) {
	if e, ok := err.(*parse.Error); ok {
		rt.throwParse(e)
		return
	}
	rt.SyntaxError("%s", err.Error())
}

// safepoint does what attention asks for. false: the script ends.
func (rt *Runtime) safepoint() bool {
	if err := rt.interrupted(); err != nil {
		return rt.end(err)
	}
	if bits := rt.attention.Load(); bits&attendGC != 0 || bits&attendLimit != 0 && !rt.heap.Step {
		rt.attention.And(^(attendGC | attendLimit))
		rt.collect()
		if rt.heap.OverLimit {
			return rt.end(ErrHeapLimit)
		}
		if rt.stress {
			rt.attention.Or(attendGC)
		}
	}
	return true
}

// endFrames is how many frames are kept of the stack of a script that was ended.
const endFrames = 100

// end makes the end of the script pending.
func (rt *Runtime) end(reason error) bool { return rt.endAt(reason, rt.stackFrames(endFrames, 0)) }

// endAt is end with the stack of where the script was.
func (rt *Runtime) endAt(reason error, stack []Frame) bool {
	rt.exc, rt.pending, rt.endReason, rt.endStack = Undefined, pendingEnd, reason, stack
	return false
}
