package parse

import (
	"math"

	"github.com/niso-engine/niso/js/vm/code"
)

// gen compiles one function's tree.
//
// Registers: parameters, then variables of the scopes around the place at hand, then temporaries; next is the first free one, and every
// construct that takes some gives them back by setting next to what it was. Variables that inner functions capture, and those that
// find no register, live in scope cells.
type gen struct {
	p      *parser
	f      *code.Func
	parent *gen // of the function that a class's initializers stand in
	fn     int32
	bound  sid // parent of the function's outermost scope
	scope  sid
	next   int
	base   int // first register that an expression may move away to have more, see spilled
	made   uint32

	pos, tabPos, tabPC int
	table              []byte

	strs   map[string]uint32
	nums   map[uint64]uint32
	strK   map[string]uint32
	global map[uint32]uint32

	ctl       []ctl
	chain     *mark // where the optional chain at hand ends when it is cut short
	cv        int   // completion value's register, or -1
	long      bool  // jumps on conditions are long
	far       bool  // a short one did not reach
	derived   bool
	retReg    int // derived constructor: the value returned, and where it is checked
	retAt     *mark
	isVar     [256]bool // registers that are variables'
	lastTable *switchTable
	lastAt    int // where the last one-word instruction is
	labelAt   int // where the last mark was placed
	thisVar   int32
}

// mark is a place in the code that jumps go to.
type mark struct {
	pc   int // or -1
	refs []int
}

// maxLocals is up to where variables get registers.
const maxLocals = 150

func (p *parser) newGen(parent *gen, fn int32, bound sid) *gen {
	g := &gen{p: p, parent: parent, fn: fn, bound: bound, cv: -1}
	g.reset()
	return g
}

func (g *gen) reset() {
	g.f = &code.Func{Program: g.p.prog, Record: -1, ArgsReg: code.NoReg, RestReg: code.NoReg}
	g.strs, g.nums, g.strK, g.global = map[string]uint32{}, map[uint64]uint32{}, map[string]uint32{}, map[uint32]uint32{}
	g.table, g.tabPos, g.tabPC, g.pos = nil, 0, 0, 0
	g.next, g.base, g.ctl, g.chain = 0, 0, nil, nil
	g.isVar = [256]bool{}
	g.far = false
	g.labelAt = -1
	if n := len(g.p.nodes); n > 1<<14 && g.parent == nil {
		g.f.Code = make([]uint32, 0, n*3/2)
	}
}

// finish trims the tables.
func (g *gen) finish() *code.Func {
	f := g.f
	f.SetPositions(trim(g.table))
	f.Code, f.Consts, f.Strings, f.Sites, f.Closures = trim(f.Code), trim(f.Consts), trim(f.Strings), trim(f.Sites), trim(f.Closures)
	f.Shapes, f.Names, f.Handlers, f.Scopes = trim(f.Shapes), trim(f.Names), trim(f.Handlers), trim(f.Scopes)
	return f
}

// twice runs the compilation, and again with long jumps where short ones did not reach.
func (g *gen) twice(run func()) *code.Func {
	nc := g.next
	run()
	if g.far {
		g.reset()
		g.next = nc
		g.long = true
		run()
	}
	return g.finish()
}

// --- emission

func (g *gen) emit(op code.Op, a, b, c int) int {
	g.note(op)
	g.lastAt = len(g.f.Code)
	g.f.Code = append(g.f.Code, code.W(op, uint8(a), uint8(b), uint8(c)))
	return len(g.f.Code) - 1
}

func (g *gen) emitX(op code.Op, a, b, c int, x uint32) int {
	g.note(op)
	g.f.Code = append(g.f.Code, code.W(op, uint8(a), uint8(b), uint8(c)), x)
	return len(g.f.Code) - 2
}

func (g *gen) emitBx(op code.Op, a int, bx uint32) int {
	g.note(op)
	if bx > 0xffff {
		g.f.Code = append(g.f.Code, code.WAx(code.OpWide, int32(bx>>16)))
	}
	g.f.Code = append(g.f.Code, code.WBx(op, uint8(a), uint16(bx)))
	return len(g.f.Code) - 1
}

// note adds to the position table where an instruction that may throw has another position than the one before.
func (g *gen) note(op code.Op) {
	if op <= code.OpLoadK || g.pos == g.tabPos && len(g.table) > 0 {
		return
	}
	switch op {
	case code.OpJump, code.OpNewScope, code.OpGetSlot, code.OpSetSlot, code.OpGetEnv, code.OpSetEnv, code.OpClosure, code.OpReturnU, code.OpJTrue, code.OpJFalse,
		code.OpLoadThis, code.OpLoadCallee, code.OpLoadNewT, code.OpReturn:
		return
	}
	pc := len(g.f.Code)
	g.table = code.AppendPos(g.table, pc-g.tabPC, g.pos-g.tabPos)
	g.tabPC, g.tabPos = pc, g.pos
}

func (g *gen) here() int { return len(g.f.Code) }

func newLabel() *mark { return &mark{pc: -1} }

// place puts l here and patches the jumps to it.
func (g *gen) place(l *mark) {
	l.pc = g.here()
	if len(l.refs) > 0 {
		g.labelAt = l.pc
	}
	for _, at := range l.refs {
		g.patch(at, l.pc)
	}
	l.refs = nil
}

func (g *gen) patch(at, target int) {
	w := g.f.Code[at]
	op := code.Op(w)
	if op.HasX() {
		g.f.Code[at+1] = uint32(int32(target - (at + 2)))
		return
	}
	d := target - (at + 1)
	if op == code.OpJump {
		g.f.Code[at] = code.WAx(op, int32(d))
		return
	}
	if d != int(int16(d)) {
		g.far = true
	}
	g.f.Code[at] = w&0xffff | uint32(uint16(int16(d)))<<16
}

func (g *gen) link(at int, l *mark) {
	if l.pc >= 0 {
		g.patch(at, l.pc)
		return
	}
	l.refs = append(l.refs, at)
}

func (g *gen) jump(l *mark) { g.link(g.emit(code.OpJump, 0, 0, 0), l) }

var inverse = map[code.Op]code.Op{code.OpJTrue: code.OpJFalse, code.OpJFalse: code.OpJTrue, code.OpJNullish: code.OpJNNullish, code.OpJNNullish: code.OpJNullish,
	code.OpJNull: code.OpJNNull, code.OpJNNull: code.OpJNull,
	code.OpJUndef: code.OpJNUndef, code.OpJNUndef: code.OpJUndef}

// jumpIf emits a jump on one register.
func (g *gen) jumpIf(op code.Op, a int, l *mark) {
	if g.long {
		g.emitBx(inverse[op], a, 1)
		g.jump(l)
		return
	}
	g.link(g.emitBx(op, a, 0), l)
}

// jumpCmp emits a comparing jump.
func (g *gen) jumpCmp(op code.Op, a, b int, l *mark) { g.link(g.emitX(op, a, b, 0, 0), l) }

func (g *gen) jumpCmpI(op code.Op, a int, imm int16, l *mark) {
	g.note(op)
	g.f.Code = append(g.f.Code, code.WBx(op, uint8(a), uint16(imm)), 0)
	g.link(len(g.f.Code)-2, l)
}

// alloc takes n consecutive registers.
func (g *gen) alloc(n int) int {
	r := g.next
	g.next += n
	if g.next > code.MaxRegs {
		panic(&Error{Kind: code.RangeError, Msg: "Maximum call stack size exceeded", Pos: g.pos, End: g.pos})
	}
	if g.next > int(g.f.NRegs) {
		g.f.NRegs = uint8(g.next)
	}
	return r
}

func (g *gen) str(s string) uint32 {
	if i, ok := g.strs[s]; ok {
		return i
	}
	i := uint32(len(g.f.Strings))
	g.f.Strings = append(g.f.Strings, s)
	g.strs[s] = i
	return i
}

func (g *gen) site(s string) uint32 {
	g.f.Sites = append(g.f.Sites, g.str(s))
	return uint32(len(g.f.Sites) - 1)
}

func (g *gen) globalSite(s string) uint32 {
	n := g.str(s)
	if i, ok := g.global[n]; ok {
		return i
	}
	g.f.Sites = append(g.f.Sites, n)
	i := uint32(len(g.f.Sites) - 1)
	g.global[n] = i
	return i
}

func (g *gen) constant(c code.Const) uint32 {
	g.f.Consts = append(g.f.Consts, c)
	return uint32(len(g.f.Consts) - 1)
}

func (g *gen) number(v float64) uint32 {
	b := math.Float64bits(v)
	if i, ok := g.nums[b]; ok {
		return i
	}
	i := g.constant(code.Const{Kind: code.ConstNumber, Num: v})
	g.nums[b] = i
	return i
}

func (g *gen) loadNumber(dst int, v float64) {
	if i := int16(v); float64(i) == v && !(v == 0 && math.Signbit(v)) {
		g.emitBx(code.OpLoadInt, dst, uint32(uint16(i)))
		return
	}
	g.emitBx(code.OpLoadK, dst, g.number(v))
}

func (g *gen) loadString(dst int, s string) {
	i, ok := g.strK[s]
	if !ok {
		i = g.constant(code.Const{Kind: code.ConstString, Str: g.str(s)})
		g.strK[s] = i
	}
	g.emitBx(code.OpLoadK, dst, i)
}

func (g *gen) move(dst, src int) {
	if dst != src {
		g.emit(code.OpMove, dst, src, 0)
	}
}

// propOp emits a property instruction whose site is in c, or wide.
func (g *gen) propOp(op, wide code.Op, a, b int, name string) {
	s := g.site(name)
	if s > 255 {
		g.emitX(wide, a, b, 0, s)
		return
	}
	g.emit(op, a, b, int(s))
}

func (g *gen) throwError(k code.ErrorKind, msg string) {
	g.emitBx(code.OpThrowError, int(k), g.str(msg))
}

// handle makes a handler for the instructions from start to here and returns its entry, with the exception in reg. Place it at once.
func (g *gen) handle(start, end, reg int) {
	if start < end {
		g.labelAt = g.here()
		g.f.Handlers = append(g.f.Handlers, code.Handler{Start: uint32(start), End: uint32(end), Target: uint32(g.here()), Reg: uint8(reg)})
	}
}

// --- scopes

// layout gives the variables of s registers or slots.
func (g *gen) layout(s sid) {
	p := g.p
	sc := &p.scopes[s]
	sc.hasCell, sc.nSlots, sc.nTDZ = false, 0, 0
	sc.cellReg = code.NoReg
	first := 0
	if sc.kind == sWith || g.varObj(s) {
		first = 1
		sc.hasCell = true
	}
	if g.isGlobalScope(s) {
		return
	}
	module := sc.kind == sTop && p.module
	if module {
		first = 1
		sc.hasCell = true
	}
	count := 0
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if g.evalVar(x) {
			continue
		}
		if module && (x.kind == vBlockFn || x.exported) {
			x.captured = true // made when the module is linked, or seen from outside
		}
		if !x.dead && !x.captured {
			count++
		}
	}
	if g.next+count > maxLocals {
		room := max(maxLocals-g.next, 0)
		for v := sc.vars.first; v != 0; v = p.vars[v].next {
			x := &p.vars[v]
			if x.dead || x.captured || g.evalVar(x) {
				continue
			}
			if room > 0 {
				room--
			} else {
				x.captured = true
			}
		}
	}
	n := first
	for pass := 0; pass < 2; pass++ {
		for v := sc.vars.first; v != 0; v = p.vars[v].next {
			x := &p.vars[v]
			if x.dead || !x.captured || x.kind == vImport || g.evalVar(x) || g.needsHole(x) != (pass == 0) {
				continue
			}
			if n > 65000 {
				panic(&Error{Kind: code.RangeError, Msg: "Too many variables", Pos: int(x.pos), End: int(x.pos)})
			}
			x.slot = uint16(n)
			n++
		}
		if pass == 0 {
			sc.nTDZ = uint16(n)
			if n == first {
				sc.nTDZ = 0
			}
		}
	}
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.kind == vImport && !x.dead {
			x.slot = uint16(n)
			n += 2
		}
	}
	if n > first {
		sc.hasCell = true
	}
	sc.nSlots = uint16(n)
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if !x.dead && !x.captured && !g.evalVar(x) && !x.fixed {
			x.reg = uint8(g.alloc(1))
			g.isVar[x.reg] = true
		}
	}
}

// needsHole reports whether the variable must start as the hole.
func (g *gen) needsHole(x *variable) bool {
	if !x.early && x.kind != vPseudo {
		return false
	}
	switch x.kind {
	case vLet, vConst, vClass:
		return true
	case vParam:
		return x.init != 0
	}
	return false
}

// varObj reports whether scope s keeps variables that evals declare.
func (g *gen) varObj(s sid) bool {
	sc := &g.p.scopes[s]
	return sc.sloppyEv && !sc.strict && sc.kind != sTop
}

// isGlobalScope reports whether the variables of s are not in registers or cells: a script's, and the vars of a sloppy eval (its
// lexical declarations are its own).
func (g *gen) isGlobalScope(s sid) bool {
	return g.p.scopes[s].kind == sTop && (g.p.prog.Kind != code.Module && g.p.prog.Kind != code.Eval)
}

// evalVar reports whether x is a var of a sloppy eval, which lands outside of it.
func (g *gen) evalVar(x *variable) bool {
	return g.p.prog.Kind == code.Eval && g.p.scopes[x.scope].kind == sTop && !g.p.scopes[x.scope].strict && (x.kind == vVar || x.kind == vFunction)
}

// enter lays out scope s, makes its cell, and sets what must start as the hole. Give back registers by leave.
func (g *gen) enter(s sid) {
	g.layout(s)
	g.scope = s
	g.makeCell(s)
	g.base = max(g.base, g.next)
	p := g.p
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if !x.dead && !x.captured && g.needsHole(x) {
			g.emit(code.OpLoadHole, int(x.reg), 0, 0)
		}
	}
}

func (g *gen) makeCell(s sid) {
	sc := &g.p.scopes[s]
	if !sc.hasCell {
		return
	}
	if sc.kind == sTop && g.p.module {
		sc.cellReg = code.NoReg
		return
	}
	if sc.cellReg == code.NoReg {
		sc.cellReg = uint8(g.alloc(1))
	}
	g.emitX(code.OpNewScope, int(sc.cellReg), g.cell(sc.parent), 0, g.scopeDesc(s))
}

func (g *gen) scopeDesc(s sid) uint32 {
	sc := &g.p.scopes[s]
	d := code.ScopeDesc{Slots: sc.nSlots, TDZ: sc.nTDZ}
	if d.Slots == 0 {
		d.Slots = 1
	}
	for i, x := range g.f.Scopes {
		if x == d {
			return uint32(i)
		}
	}
	g.f.Scopes = append(g.f.Scopes, d)
	return uint32(len(g.f.Scopes) - 1)
}

// cell returns the scope operand for scope s: the register of the nearest cell in this function, or NoReg.
func (g *gen) cell(s sid) int {
	for ; s != g.bound && s != 0; s = g.p.scopes[s].parent {
		if sc := &g.p.scopes[s]; sc.hasCell {
			return int(sc.cellReg)
		}
	}
	return code.NoReg
}

// leave ends the current scope; next is what it was before enter.
func (g *gen) leave(next int) {
	g.scope = g.p.scopes[g.scope].parent
	for r := next; r < g.next; r++ {
		g.isVar[r] = false
	}
	g.next = next
}

// hoist makes the functions declared in scope s.
func (g *gen) hoist(s sid) {
	p := g.p
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.dead || x.node == 0 || x.kind != vFunction && x.kind != vBlockFn && x.kind != vVar && x.kind != vParam && x.kind != vPseudo {
			continue
		}
		n := p.nodes[x.node]
		if n.kind != kFuncDecl {
			continue
		}
		nm := p.str(x.name)
		if x.name == nStarDefault {
			nm = "default"
		}
		m := g.next
		if !x.captured && !g.isGlobalScope(s) && !g.evalVar(x) {
			g.closure(int(x.reg), int32(n.a), nm, p.scopes[s].pos)
			continue
		}
		r := g.alloc(1)
		g.closure(r, int32(n.a), nm, p.scopes[s].pos)
		switch {
		case g.isGlobalScope(s):
			g.emitBx(code.OpInitGlobalFn, r, g.globalSite(nm))
		case g.evalVar(x):
			g.evalDeclare(nm, r)
		default:
			g.setVar(v, r)
		}
		g.next = m
	}
}

// evalDeclare declares a var of a sloppy eval with the value of register r, or without one where r is NoReg.
func (g *gen) evalDeclare(nm string, r int) {
	hops, known, static := g.evalTarget(nm)
	switch {
	case !known: // global: declared by the runtime
		if r != code.NoReg {
			g.emitBx(code.OpInitGlobalFn, r, g.globalSite(nm))
		}
	case static != nil:
		if r != code.NoReg {
			g.emitEnv(code.OpSetEnv, r, hops, int(static.Slot))
		}
	default:
		g.emitX(code.OpEvalVar, r, code.NoReg, hops, g.str(nm))
	}
}

// evalTarget finds where a sloppy eval's vars land: the nearest scope that keeps an object for them; known is false where it is the
// global one. static is the function's own variable of that name.
func (g *gen) evalTarget(nm string) (hops int, known bool, static *code.ScopeVar) {
	p := g.p
	for prog, ref := p.prog.Outer, p.prog.OuterScope; prog != nil; prog, ref = prog.Outer, prog.OuterScope {
		prog.Mu.Lock()
		for ref.ID != 0 {
			info := prog.ScopeInfo(ref)
			if info.Kind == code.ScopeVarObj {
				vars := prog.ScopeVars(info)
				for i := range vars {
					if vars[i].Name == nm {
						v := vars[i]
						prog.Mu.Unlock()
						return hops, true, &v
					}
				}
				prog.Mu.Unlock()
				return hops, true, nil
			}
			hops++
			ref = info.Parent
		}
		prog.Mu.Unlock()
	}
	return 0, false, nil
}

func (g *gen) emitEnv(op code.Op, a, hops, slot int) {
	if hops < 256 && slot < 256 {
		g.emit(op, a, hops, slot)
		return
	}
	check := 0
	wide := code.OpGetEnvW
	switch op {
	case code.OpGetEnvT:
		check = 1
	case code.OpSetEnv:
		wide = code.OpSetEnvW
	case code.OpSetEnvT:
		wide, check = code.OpSetEnvW, 1
	case code.OpGetImport:
		wide = code.OpGetImportW
	}
	g.emitX(wide, a, 0, check, uint32(hops)<<16|uint32(slot))
}

func (g *gen) emitSlot(op code.Op, a, cell, slot int) {
	if cell == code.NoReg {
		e := map[code.Op]code.Op{code.OpGetSlot: code.OpGetEnv, code.OpGetSlotT: code.OpGetEnvT, code.OpSetSlot: code.OpSetEnv, code.OpSetSlotT: code.OpSetEnvT}[op]
		g.emitEnv(e, a, 0, slot)
		return
	}
	if slot < 256 {
		g.emit(op, a, cell, slot)
		return
	}
	check := 0
	if op == code.OpGetSlotT || op == code.OpSetSlotT {
		check = 1
	}
	wide := code.OpGetSlotW
	if op == code.OpSetSlot || op == code.OpSetSlotT {
		wide = code.OpSetSlotW
	}
	g.emitX(wide, a, cell, check, uint32(slot))
}

// setVar initializes variable v with register r. v is a variable of this function that has a place.
func (g *gen) setVar(v int32, r int) {
	x := &g.p.vars[v]
	if !x.captured {
		g.move(int(x.reg), r)
		return
	}
	sc := &g.p.scopes[x.scope]
	g.emitSlot(code.OpSetSlot, r, int(sc.cellReg), int(x.slot))
}

// ended reports whether control cannot come here.
func (g *gen) ended() bool {
	n := g.here()
	if n == 0 || g.labelAt == n || g.lastAt != n-1 {
		return false
	}
	switch code.Op(g.f.Code[n-1]) {
	case code.OpReturn, code.OpReturnU, code.OpReturnDrv, code.OpThrow, code.OpThrowError, code.OpJump:
		return true
	}
	return false
}

// nameCheck notes the name for a checked instruction that is emitted next.
func (g *gen) nameCheck(n string) {
	g.f.Names = append(g.f.Names, code.PCName{PC: uint32(g.here()), Str: g.str(n)})
}

// scopeRef returns the scope info of the nearest cell from s on upwards, making infos as needed; made tells of the function.
func (g *gen) scopeRef(s sid) code.ScopeRef {
	p := g.p
	for ; s != 0 && !p.scopes[s].hasCell; s = p.scopes[s].parent {
	}
	if s == 0 {
		return p.outerRef
	}
	sc := &p.scopes[s]
	if sc.infoMade {
		return sc.info
	}
	parent := g.scopeRef(sc.parent)
	sc = &p.scopes[s]
	info := code.ScopeInfo{Parent: parent, Kind: code.ScopeBlock}
	switch {
	case sc.kind == sWith:
		info.Kind = code.ScopeWith
	case g.varObj(s):
		info.Kind = code.ScopeVarObj
	case sc.kind == sTop && p.module:
		info.Kind = code.ScopeModule
	case sc.kind.isVar():
		info.Kind = code.ScopeFunction
	}
	if sc.kind == sCatch {
		info.Flags |= code.ScopeCatch
	}
	if sc.kind == sFunction && !sc.arrow {
		info.Flags |= code.ScopeFuncTop
		if sc.flags&code.Method != 0 {
			info.Flags |= code.ScopeMethod
		}
		if sc.flags&code.Derived != 0 {
			info.Flags |= code.ScopeDerived
		}
	}
	if sc.kind == sStatic {
		info.Flags |= code.ScopeFuncTop | code.ScopeField | code.ScopeMethod
	}
	if sc.params {
		info.Flags |= code.ScopeParams
	}
	if sc.fn == 0 {
		outer := true
		for q := sc.parent; q != 0; q = p.scopes[q].parent {
			outer = outer && !p.scopes[q].hasCell
		}
		if outer {
			info.Flags |= code.ScopeOuter
			info.Made = p.made
		}
	}
	var vars []code.ScopeVar
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.dead || !x.captured || g.evalVar(x) {
			continue
		}
		sv := code.ScopeVar{Name: p.str(x.name), Slot: x.slot, Init: x.init}
		if sc.kind == sSwitch || sc.evals {
			sv.Init = math.MaxUint32 // order in the text says nothing, or code comes that has no place in it
		}
		switch x.kind {
		case vConst:
			sv.Flags = code.VarConst | code.VarLexical
		case vImport:
			sv.Flags = code.VarConst | code.VarImport | code.VarLexical
		case vLet, vClass, vBlockFn:
			sv.Flags = code.VarLexical
		case vFnName:
			sv.Flags = code.VarFuncName
		case vPseudo:
			if x.name == nThis && sc.flags&code.Derived != 0 {
				sv.Flags = code.VarThis
			}
		}
		if g.needsHole(x) {
			sv.Flags |= code.VarTDZ
		}
		vars = append(vars, sv)
	}
	ref := p.prog.AddScope(info, vars)
	sc.info, sc.infoMade = ref, true
	return ref
}

// closure emits the making of function row rec. made is the place in the text before which no closure of it exists.
func (g *gen) closure(dst int, rec int32, nm string, made uint32) {
	g.emitX(code.OpClosure, dst, g.cell(g.scope), 0, g.closureRef(rec, nm, made))
}

func (g *gen) closureRef(rec int32, nm string, made uint32) uint32 {
	p := g.p
	r := &p.prog.Records[rec]
	r.Scope = g.scopeRef(g.scope)
	r.Made = made
	own := false
	for s := g.scope; s != 0; s = p.scopes[s].parent {
		own = own || p.scopes[s].hasCell
	}
	if !own {
		r.Made = p.made
	}
	g.f.Closures = append(g.f.Closures, code.ClosureRef{Record: rec, Name: g.str(nm)})
	return uint32(len(g.f.Closures) - 1)
}
