package parse

import "github.com/niso-engine/niso/js/vm/code"

type placeKind uint8

const (
	pGlobal placeKind = iota
	pReg
	pSlot
	pEnv
	pImport
)

// dynScope is a scope cell on the way to a name whose object may have the name.
type dynScope struct {
	with bool
	reg  int // scope operand
	hops int
}

// place is where a name is kept.
type place struct {
	kind    placeKind
	reg     int // pReg: the register; pSlot: the scope cell's
	hops    int
	slot    int
	check   bool // may be the hole
	konst   bool
	fnName  bool
	derived bool // this of a derived constructor
	name    name
	text    string
	dyn     []dynScope
}

// resolve finds the place of an identifier.
func (g *gen) resolve(i nid) place {
	n := &g.p.nodes[i]
	return g.find(name(n.a), int32(n.b)-1, n.pos)
}

func (g *gen) find(nm name, v int32, pos uint32) place {
	p := g.p
	pl := place{name: nm}
	pseudo := nm == nThis || nm == nNewTarget || nm == nFunc || nm == nStarDefault
	text := p.str(nm)
	pl.text = text
	if text[0] == '#' || text[0] == '%' {
		pseudo = true
	}
	if v >= 0 && g.evalVar(&p.vars[v]) {
		v = -1
	}
	inFn := true
	for s := g.scope; s != 0; s = p.scopes[s].parent {
		if s == g.bound {
			inFn = false
		}
		sc := &p.scopes[s]
		if v >= 0 && p.vars[v].scope == s {
			x := &p.vars[v]
			pl.check = g.needsHole(x) && (pos < x.init || sc.kind == sSwitch)
			pl.konst = x.kind == vConst || x.kind == vImport
			pl.fnName = x.kind == vFnName
			pl.derived = nm == nThis && sc.flags&code.Derived != 0
			switch {
			case g.isGlobalScope(s):
				pl.kind = pGlobal
			case x.kind == vImport:
				pl.kind, pl.slot = pImport, int(x.slot)
			case !x.captured:
				pl.kind, pl.reg = pReg, int(x.reg)
			case inFn:
				pl.kind, pl.reg, pl.slot = pSlot, int(sc.cellReg), int(x.slot)
			default:
				pl.kind, pl.slot = pEnv, int(x.slot)
			}
			return pl
		}
		if !pseudo && sc.hasCell && (sc.kind == sWith || g.varObj(s)) {
			d := dynScope{with: sc.kind == sWith, reg: code.NoReg, hops: pl.hops}
			if inFn {
				d.reg, d.hops = int(sc.cellReg), 0
			}
			pl.dyn = append(pl.dyn, d)
		}
		if !inFn && sc.hasCell {
			pl.hops++
		}
	}
	made := p.made
	for prog, ref := p.prog, p.outerRef; ; {
		if prog != p.prog {
			prog.Mu.Lock()
		}
		for ref.ID != 0 {
			info := prog.ScopeInfo(ref)
			if info.Kind == code.ScopeWith {
				if !pseudo {
					pl.dyn = append(pl.dyn, dynScope{true, code.NoReg, pl.hops})
				}
			} else if x, ok := prog.FindVar(ref, text); ok {
				pl.kind, pl.slot = pEnv, int(x.Slot)
				pl.check = x.Flags&code.VarTDZ != 0 && made < x.Init
				pl.konst = x.Flags&code.VarConst != 0
				pl.fnName = x.Flags&code.VarFuncName != 0
				pl.derived = x.Flags&code.VarThis != 0
				if x.Flags&code.VarImport != 0 {
					pl.kind = pImport
				}
				if prog != p.prog {
					prog.Mu.Unlock()
				}
				return pl
			} else if info.Kind == code.ScopeVarObj && !pseudo {
				pl.dyn = append(pl.dyn, dynScope{false, code.NoReg, pl.hops})
			}
			if info.Flags&code.ScopeOuter != 0 {
				made = info.Made
			}
			pl.hops++
			ref = info.Parent
		}
		if prog != p.prog {
			prog.Mu.Unlock()
		}
		if prog.Outer == nil {
			break
		}
		prog, ref = prog.Outer, prog.OuterScope
		made = 0
	}
	pl.kind = pGlobal
	return pl
}

// loadPlace loads the static part of a place into dst. quiet: a global that does not exist is undefined.
func (g *gen) loadPlace(pl *place, dst int, quiet bool) {
	switch pl.kind {
	case pReg:
		if pl.check {
			g.emitBx(code.OpCheckHole, pl.reg, g.str(pl.text))
		}
		g.move(dst, pl.reg)
	case pSlot:
		if pl.check && !pl.derived {
			g.nameCheck(pl.text)
			g.emitSlot(code.OpGetSlotT, dst, pl.reg, pl.slot)
		} else {
			g.emitSlot(code.OpGetSlot, dst, pl.reg, pl.slot)
		}
	case pEnv:
		if pl.check && !pl.derived {
			g.nameCheck(pl.text)
			g.emitEnv(code.OpGetEnvT, dst, pl.hops, pl.slot)
		} else {
			g.emitEnv(code.OpGetEnv, dst, pl.hops, pl.slot)
		}
	case pImport:
		g.nameCheck(pl.text)
		g.emitEnv(code.OpGetImport, dst, pl.hops, pl.slot)
	case pGlobal:
		switch pl.name {
		case nThis:
			g.emit(code.OpLoadThis, dst, 0, 0)
		case nNewTarget:
			g.emit(code.OpLoadNewT, dst, 0, 0)
		case nFunc:
			g.emit(code.OpLoadCallee, dst, 0, 0)
		default:
			op := code.OpGetGlobal
			if quiet {
				op = code.OpGetGlobalU
			}
			g.emitBx(op, dst, g.globalSite(pl.text))
		}
	}
	if pl.derived {
		g.emit(code.OpCheckThis, dst, 0, 0)
	}
}

// lookupDyn leaves in a new register the first object that has the name, or undefined.
func (g *gen) lookupDyn(pl *place) int {
	t := g.alloc(1)
	done := newLabel()
	for i, d := range pl.dyn {
		g.dynOp(d, t, pl.text)
		if i < len(pl.dyn)-1 {
			g.jumpIf(code.OpJNUndef, t, done)
		}
	}
	g.place(done)
	return t
}

func (g *gen) dynOp(d dynScope, t int, text string) {
	op := code.OpEvalLookup
	if d.with {
		op = code.OpWithLookup
	}
	g.emitX(op, t, d.reg, d.hops, g.str(text))
}

// loadName loads an identifier into dst.
func (g *gen) loadName(pl *place, dst int, quiet bool) {
	if len(pl.dyn) == 0 {
		g.loadPlace(pl, dst, quiet)
		return
	}
	m := g.next
	t := g.lookupDyn(pl)
	static, done := newLabel(), newLabel()
	g.jumpIf(code.OpJUndef, t, static)
	g.emitX(code.OpGetDyn, dst, t, 0, g.site(pl.text))
	g.jump(done)
	g.place(static)
	g.loadPlace(pl, dst, quiet)
	g.place(done)
	g.next = m
}

// storePlace assigns register r to the static part of a place; init initializes a lexical binding.
func (g *gen) storePlace(pl *place, r int, init bool) {
	if !init {
		if pl.konst && pl.kind != pGlobal {
			if pl.check {
				m := g.next
				q := *pl
				g.loadPlace(&q, g.alloc(1), false)
				g.next = m
			}
			g.emit(code.OpThrowConst, 0, 0, 0)
			return
		}
		if pl.fnName {
			if g.p.strict || g.strict() {
				g.emit(code.OpThrowConst, 0, 0, 0)
			}
			return
		}
	}
	check := pl.check && !init
	switch pl.kind {
	case pReg:
		if check {
			g.emitBx(code.OpCheckHole, pl.reg, g.str(pl.text))
		}
		g.move(pl.reg, r)
	case pSlot:
		op := code.OpSetSlot
		if check {
			op = code.OpSetSlotT
			g.nameCheck(pl.text)
		}
		g.emitSlot(op, r, pl.reg, pl.slot)
	case pEnv:
		op := code.OpSetEnv
		if check {
			op = code.OpSetEnvT
			g.nameCheck(pl.text)
		}
		g.emitEnv(op, r, pl.hops, pl.slot)
	case pGlobal:
		if init {
			g.emitBx(code.OpInitGlobal, r, g.globalSite(pl.text))
			return
		}
		g.emitBx(code.OpSetGlobal, r, g.globalSite(pl.text))
	}
}

func (g *gen) strict() bool { return g.f.Flags&code.Strict != 0 }

// --- references

type refKind uint8

const (
	rName  refKind = iota
	rProp          // base, text
	rElem          // base, key
	rPriv          // base, key (private name)
	rSuper         // base (and this behind it), key
	rBad           // a call: ReferenceError when it is assigned to
)

// lref is an assignment target whose parts are in registers.
type lref struct {
	kind refKind
	pl   place
	dyn  int // register of the object found by lookupDyn, or -1
	base int
	key  int
	text string
	init bool
	pos  uint32
}

// prepare evaluates the parts of target n. Registers it takes stay taken. rhs is what is evaluated before the store (0: anything).
func (g *gen) prepare(n nid, rhs nid) lref {
	p := g.p
	x := p.nodes[n]
	r := lref{dyn: -1, pos: x.pos}
	switch x.kind {
	case kIdent:
		r.kind = rName
		r.pl = g.resolve(n)
		r.init = x.flags&fLexBind != 0
		if len(r.pl.dyn) > 0 {
			r.dyn = g.lookupDyn(&r.pl)
		}
	case kDot:
		r.kind = rProp
		r.pos = x.c
		r.base = g.operand(nid(x.a), rhs)
		r.text = p.str(name(x.b))
	case kIndex:
		r.kind = rElem
		r.pos = x.c
		r.base = g.operand2(nid(x.a), nid(x.b), rhs)
		if s, ok := g.constKey(nid(x.b)); ok {
			r.kind, r.text = rProp, s
			break
		}
		r.key = g.operand(nid(x.b), rhs)
	case kPriv:
		r.kind = rPriv
		r.pos = x.c
		r.base = g.operand(nid(x.a), rhs)
		r.key = g.alloc(1)
		g.exprTo(nid(x.b), r.key)
		r.text = p.str(name(p.nodes[x.b].a))
	case kSuperDot, kSuperIdx:
		r.kind = rSuper
		g.pos = int(x.pos)
		r.base = g.alloc(2)
		g.exprTo(nid(x.c), r.base+1)
		r.key = g.alloc(1)
		if x.kind == kSuperDot {
			g.loadString(r.key, p.str(name(x.b)))
		} else {
			g.exprTo(nid(x.b), r.key)
		}
		g.exprTo(nid(x.a), r.base)
		g.emit(code.OpSuperBase, r.base, r.base, 0)
	default:
		r.kind = rBad
		g.effect(n)
		g.pos = int(x.pos)
		g.throwError(code.ReferenceError, "Invalid left-hand side in assignment")
	}
	return r
}

func (g *gen) loadRef(r *lref, dst int) {
	g.pos = int(r.pos)
	switch r.kind {
	case rName:
		if r.dyn < 0 {
			g.loadPlace(&r.pl, dst, false)
			return
		}
		static, done := newLabel(), newLabel()
		g.jumpIf(code.OpJUndef, r.dyn, static)
		g.emitX(code.OpGetDyn, dst, r.dyn, 0, g.site(r.pl.text))
		g.jump(done)
		g.place(static)
		g.loadPlace(&r.pl, dst, false)
		g.place(done)
	case rProp:
		g.getProp(dst, r.base, r.text)
	case rElem:
		g.emit(code.OpGetElem, dst, r.base, r.key)
	case rPriv:
		g.emitX(code.OpGetPriv, dst, r.base, r.key, g.site(r.text))
	case rSuper:
		g.emit(code.OpGetSuper, dst, r.base, r.key)
	}
}

func (g *gen) getProp(dst, base int, text string) {
	if text == "length" {
		if s := g.site(text); s < 256 {
			g.emit(code.OpGetLength, dst, base, int(s))
			return
		}
	}
	g.propOp(code.OpGetProp, code.OpGetPropW, dst, base, text)
}

func (g *gen) storeRef(r *lref, v int) {
	g.pos = int(r.pos)
	switch r.kind {
	case rName:
		if r.dyn < 0 {
			g.storePlace(&r.pl, v, r.init)
			return
		}
		static, done := newLabel(), newLabel()
		g.jumpIf(code.OpJUndef, r.dyn, static)
		g.emitX(code.OpSetDyn, v, r.dyn, 0, g.site(r.pl.text))
		g.jump(done)
		g.place(static)
		g.storePlace(&r.pl, v, r.init)
		g.place(done)
	case rProp:
		g.propOp(code.OpSetProp, code.OpSetPropW, v, r.base, r.text)
	case rElem:
		g.emit(code.OpSetElem, v, r.base, r.key)
	case rPriv:
		g.emitX(code.OpSetPriv, v, r.base, r.key, g.site(r.text))
	case rSuper:
		g.emit(code.OpSetSuper, v, r.base, r.key)
	}
}
