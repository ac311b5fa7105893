package parse

import (
	"math"
	"slices"
	"strconv"

	"github.com/niso-engine/niso/js/vm/code"
)

// expr compiles expression n and returns the register of its value: dst, or where dst is -1 any, which may be a variable's own.
func (g *gen) expr(n nid, dst int) int {
	x := &g.p.nodes[n]
	if dst < 0 {
		if x.kind == kIdent {
			pl := g.resolve(n)
			if pl.kind == pReg && len(pl.dyn) == 0 {
				g.pos = int(x.pos)
				if pl.check {
					g.emitBx(code.OpCheckHole, pl.reg, g.str(pl.text))
				}
				if pl.derived {
					g.emit(code.OpCheckThis, pl.reg, 0, 0)
				}
				return pl.reg
			}
			dst = g.alloc(1)
			g.pos = int(x.pos)
			g.loadName(&pl, dst, false)
			return dst
		}
		dst = g.alloc(1)
	}
	g.exprTo(n, dst)
	return dst
}

// operand is expr, but the value stays what it is while node other is evaluated (0: any code).
func (g *gen) operand(n, other nid) int {
	if g.p.nodes[n].kind == kIdent && (other == 0 || g.assigns(other, 24) != 0) {
		d := g.alloc(1)
		g.exprTo(n, d)
		return d
	}
	return g.expr(n, -1)
}

// operand2 is operand for two nodes that follow.
func (g *gen) operand2(n, o1, o2 nid) int {
	if g.p.nodes[n].kind == kIdent && (o2 == 0 || g.assigns(o1, 24) != 0 || g.assigns(o2, 24) != 0) {
		d := g.alloc(1)
		g.exprTo(n, d)
		return d
	}
	return g.expr(n, -1)
}

// assigns reports by a number other than 0 whether evaluating n may assign to a variable in a register; it gives up (says so) after
// budget nodes.
func (g *gen) assigns(n nid, budget int) int {
	left := budget
	if g.assigns1(n, &left) {
		return 1
	}
	return 0
}

func (g *gen) assigns1(n nid, left *int) bool {
	if n == 0 {
		return false
	}
	if *left--; *left < 0 {
		return true
	}
	x := &g.p.nodes[n]
	list := func(i uint32) bool {
		for j := nid(i); j != 0; j = g.p.nodes[j].next {
			if g.assigns1(j, left) {
				return true
			}
		}
		return false
	}
	switch x.kind {
	case kNumber, kString, kBigInt, kRegExp, kIdent, kNull, kTrue, kFalse, kFunc, kHole, kName, kQuasi, kMeta:
		return false
	case kDot, kUnary, kSpread, kChain, kPriv, kAwait:
		return g.assigns1(nid(x.a), left)
	case kIndex, kBinary, kLogical:
		return g.assigns1(nid(x.a), left) || g.assigns1(nid(x.b), left)
	case kCond:
		return g.assigns1(nid(x.a), left) || g.assigns1(nid(x.b), left) || g.assigns1(nid(x.c), left)
	case kCall, kNew:
		return g.assigns1(nid(x.a), left) || list(x.b)
	case kArray, kTemplate, kSeq, kObject:
		return list(x.a)
	case kProp:
		return x.flags&fComputed != 0 && g.assigns1(nid(x.a), left) || g.assigns1(nid(x.b), left)
	}
	return true
}

// effect compiles n for its effects alone.
func (g *gen) effect(n nid) {
	m := g.next
	x := &g.p.nodes[n]
	switch x.kind {
	case kUpdate:
		g.update(n, -1)
	case kAssign:
		g.assign(n, -1)
	case kSeq:
		for i := nid(x.a); i != 0; i = g.p.nodes[i].next {
			g.effect(i)
		}
	case kUnary:
		if x.op == tVoid || x.op == tBang {
			g.effect(nid(x.a))
		} else {
			g.expr(n, -1)
		}
	case kNumber, kString, kNull, kTrue, kFalse, kFunc:
	case kLogical:
		end := newLabel()
		if x.op == tNullish {
			r := g.expr(nid(x.a), -1)
			g.jumpIf(code.OpJNNullish, r, end)
		} else {
			g.cond(nid(x.a), end, x.op == tOrOr)
		}
		g.next = m
		g.effect(nid(x.b))
		g.place(end)
	case kCond:
		other, end := newLabel(), newLabel()
		g.cond(nid(x.a), other, false)
		b, c := nid(x.b), nid(x.c)
		g.effect(b)
		g.jump(end)
		g.place(other)
		g.effect(c)
		g.place(end)
	default:
		g.expr(n, -1)
	}
	g.next = m
}

var binaryOps = map[token]code.Op{tAdd: code.OpAdd, tSub: code.OpSub, tMul: code.OpMul, tDiv: code.OpDiv, tMod: code.OpMod, tExp: code.OpExp, tAnd: code.OpAnd,
	tOr: code.OpOr, tXor: code.OpXor, tShl: code.OpShl, tShr: code.OpShr, tUshr: code.OpUshr, tLt: code.OpLt, tGt: code.OpGt, tLe: code.OpLe, tGe: code.OpGe,
	tEq: code.OpEq, tNe: code.OpNe, tSeq: code.OpSeq, tSne: code.OpSne, tIn: code.OpIn, tInstanceof: code.OpInstanceOf}

var assignOps = map[token]token{tAssignAdd: tAdd, tAssignSub: tSub, tAssignMul: tMul, tAssignDiv: tDiv, tAssignMod: tMod, tAssignExp: tExp, tAssignAnd: tAnd,
	tAssignOr: tOr, tAssignXor: tXor, tAssignShl: tShl, tAssignShr: tShr, tAssignUshr: tUshr}

var immOps = map[token]code.Op{tAdd: code.OpAddI, tSub: code.OpSubI, tMul: code.OpMulI, tAnd: code.OpAndI, tOr: code.OpOrI, tXor: code.OpXorI, tShl: code.OpShlI,
	tShr: code.OpShrI, tUshr: code.OpUshrI}

var constOps = map[token]code.Op{tAdd: code.OpAddK, tSub: code.OpSubK, tMul: code.OpMulK, tDiv: code.OpDivK, tMod: code.OpModK}

// exprTo compiles n into register dst.
func (g *gen) exprTo(n nid, dst int) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	if m > spillAt && x.kind >= kTemplate && x.kind != kQuasi && (x.kind < kIdent || x.kind > kFalse) && m-g.base >= 16 {
		g.spilled(n, dst)
		return
	}
	switch x.kind {
	case kNumber:
		g.loadNumber(dst, p.numberValue(n))
	case kString:
		g.loadString(dst, p.stringValue(n))
	case kBigInt:
		g.emitBx(code.OpLoadK, dst, g.constant(code.Const{Kind: code.ConstBigInt, Str: g.str(p.bigIntText(n))}))
	case kRegExp:
		g.pos = int(x.pos)
		g.emitBx(code.OpRegExp, dst, g.constant(code.Const{Kind: code.ConstRegExp, Str: g.str(p.text(int(x.pos)+1, int(x.a))), Flags: code.RegExpFlags(p.text(int(x.a)+1, int(x.end)))}))
	case kTemplate:
		g.template(n, dst)
	case kTagged:
		g.call(n, dst)
	case kIdent:
		pl := g.resolve(n)
		g.pos = int(x.pos)
		g.loadName(&pl, dst, false)
	case kNull:
		g.emit(code.OpLoadNull, dst, 0, 0)
	case kTrue:
		g.emit(code.OpLoadTrue, dst, 0, 0)
	case kFalse:
		g.emit(code.OpLoadFalse, dst, 0, 0)
	case kArray:
		g.array(n, dst)
	case kObject:
		g.object(n, dst)
	case kFunc:
		nm := ""
		if x.b != 0 {
			nm = p.str(name(x.b))
		}
		g.closure(dst, int32(x.a), nm, x.pos)
	case kClass:
		g.class(n, dst, "", -1)
	case kUnary:
		g.unary(n, dst)
	case kUpdate:
		g.update(n, dst)
	case kBinary:
		g.binary(n, dst)
	case kLogical:
		end := newLabel()
		// the left operand must not be seen in a variable before the whole is known
		t := dst
		if g.isLocal(dst) {
			t = g.alloc(1)
		}
		op := code.OpJNNullish
		switch x.op {
		case tAndAnd:
			op = code.OpJFalse
		case tOrOr:
			op = code.OpJTrue
		}
		for i, e := range g.operands(n) {
			if i > 0 {
				g.jumpIf(op, t, end)
			}
			g.exprTo(e, t)
		}
		g.place(end)
		g.move(dst, t)
	case kAssign:
		g.assign(n, dst)
	case kCond:
		other, end := newLabel(), newLabel()
		g.cond(nid(x.a), other, false)
		g.exprTo(nid(x.b), dst)
		g.jump(end)
		g.place(other)
		g.next = m
		g.exprTo(nid(x.c), dst)
		g.place(end)
	case kSeq:
		for i := nid(x.a); i != 0; i = p.nodes[i].next {
			if p.nodes[i].next == 0 {
				g.exprTo(i, dst)
			} else {
				g.effect(i)
			}
		}
	case kCall, kNew, kSuperCal:
		g.call(n, dst)
	case kDot, kIndex, kPriv, kSuperDot, kSuperIdx:
		g.member(n, dst)
	case kPrivIn:
		r := g.operand(nid(x.b), nid(x.a))
		k := g.expr(nid(x.a), -1)
		g.pos = int(x.pos)
		g.emit(code.OpHasPriv, dst, r, k)
	case kChain:
		g.optional(func() { g.exprTo(nid(x.a), dst) }, func() { g.emit(code.OpLoadUndef, dst, 0, 0) })
	case kYield:
		g.yield(n, dst)
	case kAwait:
		r := g.expr(nid(x.a), -1)
		g.pos = int(x.pos)
		g.emit(code.OpAwait, dst, r, 0)
	case kMeta:
		g.emit(code.OpImportMeta, dst, g.moduleHops(), 0)
	case kImport:
		r := g.alloc(2)
		g.exprTo(nid(x.a), r)
		if x.b != 0 {
			g.exprTo(nid(x.b), r+1)
		} else {
			g.emit(code.OpLoadUndef, r+1, 0, 0)
		}
		g.pos = int(x.pos)
		h := code.NoReg
		if p.module {
			h = g.moduleHops()
		}
		g.emit(code.OpImportCall, dst, r, h)
	default:
		panic("parse: expression of kind " + strconv.Itoa(int(x.kind)))
	}
	g.next = m
}

// spillAt is how many registers may be in use where an expression begins. Beyond it the temporaries so far move to a scope cell.
const spillAt = 170

// spilled compiles n with the temporaries from base on kept in a cell meanwhile, so that expressions may nest as deep as the parser
// lets them.
func (g *gen) spilled(n nid, dst int) {
	lo, hi := g.base, g.next
	g.f.Scopes = append(g.f.Scopes, code.ScopeDesc{Slots: uint16(hi - lo)})
	cell := g.alloc(1)
	g.emitX(code.OpNewScope, cell, code.NoReg, 0, uint32(len(g.f.Scopes)-1))
	for r := lo; r < hi; r++ {
		g.emit(code.OpSetSlot, r, cell, r-lo)
	}
	g.move(lo, cell)
	restore := func() {
		for r := lo + 1; r < hi; r++ {
			g.emit(code.OpGetSlot, r, lo, r-lo)
		}
		g.emit(code.OpGetSlot, lo, lo, 0)
	}
	oldChain := g.chain
	if oldChain != nil {
		g.chain = newLabel()
	}
	g.next, g.base = lo+1, lo+1
	t := g.alloc(1)
	g.exprTo(n, t)
	if dst >= lo && dst < hi {
		g.emit(code.OpSetSlot, t, lo, dst-lo)
	} else {
		g.move(dst, t)
	}
	restore()
	if oldChain != nil && len(g.chain.refs) > 0 {
		end := newLabel()
		g.jump(end)
		g.place(g.chain)
		restore()
		g.jump(oldChain)
		g.place(end)
	}
	g.chain, g.base, g.next = oldChain, lo, hi
}

// operands lists what a logical operator, repeated, joins: a, b and c of a && b && c.
func (g *gen) operands(n nid) []nid {
	op := g.p.nodes[n].op
	var list []nid
	for g.p.nodes[n].kind == kLogical && g.p.nodes[n].op == op {
		list = append(list, nid(g.p.nodes[n].b))
		n = nid(g.p.nodes[n].a)
	}
	list = append(list, n)
	slices.Reverse(list)
	return list
}

// optional compiles an optional chain: cut is compiled where it is cut short.
func (g *gen) optional(chain, cut func()) {
	old := g.chain
	short, end := newLabel(), newLabel()
	g.chain = short
	m := g.next
	chain()
	g.chain = old
	g.jump(end)
	g.place(short)
	g.next = m
	cut()
	g.place(end)
}

// isLocal reports whether register r is a variable's.
func (g *gen) isLocal(r int) bool { return g.isVar[r] }

// moduleHops counts the scope cells from Env to the module's.
func (g *gen) moduleHops() int {
	p := g.p
	h := 0
	in := true
	for s := g.scope; s != 0; s = p.scopes[s].parent {
		if s == g.bound {
			in = false
		}
		if sc := &p.scopes[s]; sc.hasCell {
			if sc.kind == sTop {
				return h
			}
			if !in {
				h++
			}
		}
	}
	for ref := p.outerRef; ref.ID != 0; h++ {
		info := p.prog.ScopeInfo(ref)
		if info.Kind == code.ScopeModule {
			return h
		}
		ref = info.Parent
	}
	return h
}

// constKey returns the property name of a key that is a string constant and no array index.
func (g *gen) constKey(n nid) (string, bool) {
	x := &g.p.nodes[n]
	if x.kind != kString {
		return "", false
	}
	s := g.p.stringValue(n)
	return s, !isIndex(s)
}

// isIndex reports whether s is a canonical array index (or may be taken for an integer key).
func isIndex(s string) bool {
	if s == "" || len(s) > 16 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s[0] != '0'
}

func (g *gen) small(n nid) (int, bool) {
	if g.p.nodes[n].kind != kNumber {
		if x := &g.p.nodes[n]; x.kind == kUnary && x.op == tSub && g.p.nodes[x.a].kind == kNumber {
			v := g.p.numberValue(nid(x.a))
			if v > 0 && v < 30000 && v == math.Trunc(v) {
				return -int(v), true
			}
		}
		return 0, false
	}
	v := g.p.numberValue(n)
	if v == math.Trunc(v) && v < 30000 {
		return int(v), true
	}
	return 0, false
}

// constNumber returns the value of an expression of number literals.
func (g *gen) constNumber(n nid, depth int) (float64, bool) {
	x := &g.p.nodes[n]
	switch x.kind {
	case kNumber:
		return g.p.numberValue(n), true
	case kUnary:
		if depth > 0 && (x.op == tSub || x.op == tAdd) {
			if v, ok := g.constNumber(nid(x.a), depth-1); ok {
				if x.op == tSub {
					v = -v
				}
				return v, true
			}
		}
	case kBinary:
		if depth == 0 {
			return 0, false
		}
		switch x.op {
		case tAdd, tSub, tMul, tDiv, tShl, tOr:
		default:
			return 0, false
		}
		a, ok := g.constNumber(nid(x.a), depth-1)
		if !ok {
			return 0, false
		}
		b, ok := g.constNumber(nid(x.b), depth-1)
		if !ok {
			return 0, false
		}
		switch x.op {
		case tAdd:
			return a + b, true
		case tSub:
			return a - b, true
		case tMul:
			return a * b, true
		case tDiv:
			return a / b, true
		}
		if a == math.Trunc(a) && b == math.Trunc(b) && math.Abs(a) < 1<<31 && b >= 0 && b < 32 && x.op == tShl {
			return float64(int32(a) << uint(b)), true
		}
	}
	return 0, false
}

func (g *gen) binary(n nid, dst int) {
	p := g.p
	if v, ok := g.constNumber(n, 6); ok && !math.IsNaN(v) {
		g.loadNumber(dst, v)
		return
	}
	// The left spine is walked without recursion: long sums are common.
	var spine []nid
	for i := n; ; i = nid(p.nodes[i].a) {
		spine = append(spine, i)
		if a := p.nodes[i].a; p.nodes[a].kind != kBinary || len(spine) > 1<<20 {
			break
		}
		if _, ok := g.constNumber(nid(p.nodes[i].a), 6); ok {
			break
		}
	}
	m := g.next
	last := spine[len(spine)-1]
	left := -1
	for k := len(spine) - 1; k >= 0; k-- {
		x := p.nodes[spine[k]]
		d := dst
		if k > 0 || g.isLocal(dst) && k != 0 {
			// partial results go to a temporary: dst may be a variable that the rest reads
			d = m
			if g.next == m {
				g.alloc(1)
			}
		}
		if spine[k] == last {
			left = g.operand(nid(x.a), nid(x.b))
		}
		g.binaryOp(x.op, d, left, nid(x.b), int(x.c))
		left = d
		g.next = m
		if d == m {
			g.next = m + 1
		}
	}
	g.next = m
}

// binaryOp emits d = left op b.
func (g *gen) binaryOp(op token, d, left int, b nid, pos int) {
	m := g.next
	if iop, ok := immOps[op]; ok {
		if v, ok := g.small(b); ok {
			fits := v >= -128 && v <= 127
			if op != tAdd && op != tSub && op != tMul {
				fits = v >= 0 && v <= 255
			}
			if fits {
				g.pos = pos
				g.emit(iop, d, left, v&0xff)
				return
			}
		}
	}
	if kop, ok := constOps[op]; ok {
		if v, ok := g.constNumber(b, 6); ok {
			if k := g.number(v); k < 256 {
				g.pos = pos
				g.emit(kop, d, left, int(k))
				return
			}
		}
	}
	r := g.expr(b, -1)
	g.pos = pos
	g.emit(binaryOps[op], d, left, r)
	g.next = m
}

func (g *gen) unary(n nid, dst int) {
	x := g.p.nodes[n]
	a := nid(x.a)
	switch x.op {
	case tTypeof:
		if y := &g.p.nodes[a]; y.kind == kIdent {
			pl := g.resolve(a)
			if pl.kind == pGlobal || len(pl.dyn) > 0 {
				g.loadName(&pl, dst, true)
				g.emit(code.OpTypeOf, dst, dst, 0)
				return
			}
		}
		r := g.expr(a, -1)
		g.emit(code.OpTypeOf, dst, r, 0)
	case tVoid:
		g.effect(a)
		g.emit(code.OpLoadUndef, dst, 0, 0)
	case tDelete:
		g.delete(a, dst)
	case tSub:
		if v, ok := g.constNumber(n, 6); ok {
			g.loadNumber(dst, v)
			return
		}
		r := g.expr(a, -1)
		g.pos = int(x.pos)
		g.emit(code.OpNeg, dst, r, 0)
	default:
		r := g.expr(a, -1)
		op := code.OpToNumber
		switch x.op {
		case tBang:
			op = code.OpNot
		case tTilde:
			op = code.OpBitNot
		}
		g.pos = int(x.pos)
		g.emit(op, dst, r, 0)
	}
}

func (g *gen) delete(a nid, dst int) {
	p := g.p
	x := p.nodes[a]
	switch x.kind {
	case kDot, kIndex:
		r := g.alloc(2)
		g.exprTo(nid(x.a), r)
		if x.flags&fOptional != 0 {
			g.jumpIf(code.OpJNullish, r, g.chain)
		}
		if x.kind == kDot {
			g.loadString(r+1, p.str(name(x.b)))
		} else {
			g.exprTo(nid(x.b), r+1)
		}
		g.pos = int(x.pos)
		g.emit(code.OpDelElem, dst, r, r+1)
	case kSuperDot, kSuperIdx:
		r := g.alloc(1)
		g.exprTo(nid(x.c), r)
		if x.kind == kSuperIdx {
			g.exprTo(nid(x.b), r)
		}
		g.pos = int(x.pos)
		g.throwError(code.ReferenceError, "Unsupported reference to 'super'")
	case kChain:
		g.optional(func() { g.delete(nid(x.a), dst) }, func() { g.emit(code.OpLoadTrue, dst, 0, 0) })
	case kIdent:
		pl := g.resolve(a)
		m := g.next
		end := newLabel()
		for _, d := range pl.dyn {
			t := g.alloc(1)
			next := newLabel()
			g.dynOp(d, t, pl.text)
			g.jumpIf(code.OpJUndef, t, next)
			g.emitX(code.OpDelDyn, dst, t, 0, g.site(pl.text))
			g.jump(end)
			g.place(next)
			g.next = m
		}
		switch {
		case pl.name == nThis || pl.name == nNewTarget:
			g.emit(code.OpLoadTrue, dst, 0, 0)
		case pl.kind != pGlobal:
			g.emit(code.OpLoadFalse, dst, 0, 0)
		default:
			g.emitBx(code.OpDelGlobal, dst, g.globalSite(pl.text))
		}
		g.place(end)
	default:
		g.effect(a)
		g.emit(code.OpLoadTrue, dst, 0, 0)
	}
}

// update compiles ++ and --; dst -1 drops the value.
func (g *gen) update(n nid, dst int) {
	x := g.p.nodes[n]
	op := code.OpInc
	if x.op == tDec {
		op = code.OpDec
	}
	prefix := x.flags&fPrefix != 0
	m := g.next
	r := g.prepare(nid(x.a), nid(x.a))
	if r.kind == rBad {
		if dst >= 0 {
			g.emit(code.OpLoadUndef, dst, 0, 0)
		}
		g.next = m
		return
	}
	if r.kind == rName && r.dyn < 0 && r.pl.kind == pReg && !r.pl.konst && !r.pl.fnName {
		v := r.pl.reg
		g.pos = int(x.pos)
		if r.pl.check {
			g.emitBx(code.OpCheckHole, v, g.str(r.pl.text))
		}
		if dst >= 0 && !prefix {
			if dst == v {
				g.emit(code.OpToNumeric, v, v, 0) // x = x++
				return
			}
			g.emit(code.OpToNumeric, dst, v, 0)
			g.emit(op, v, dst, 0)
			return
		}
		g.emit(op, v, v, 0)
		if dst >= 0 {
			g.move(dst, v)
		}
		return
	}
	t := g.alloc(1)
	g.loadRefKeyed(&r, t)
	g.pos = int(x.pos)
	switch {
	case dst < 0:
		g.emit(op, t, t, 0)
	case prefix:
		g.emit(op, t, t, 0)
	default:
		old := g.alloc(1)
		g.emit(code.OpToNumeric, old, t, 0)
		g.emit(op, t, old, 0)
		g.storeRef(&r, t)
		g.move(dst, old)
		g.next = m
		return
	}
	g.storeRef(&r, t)
	if dst >= 0 {
		g.move(dst, t)
	}
	g.next = m
}

// loadRefKeyed loads a reference that is stored to later: its key is converted once.
func (g *gen) loadRefKeyed(r *lref, dst int) {
	switch r.kind {
	case rElem:
		k := g.alloc(1)
		g.pos = int(r.pos)
		g.emit(code.OpToKeyOf, k, r.base, r.key)
		r.key = k
	case rSuper:
		g.emit(code.OpToKey, r.key, r.key, 0)
	}
	g.loadRef(r, dst)
}

// assign compiles an assignment; dst -1 drops its value.
func (g *gen) assign(n nid, dst int) {
	p := g.p
	x := p.nodes[n]
	m := g.next
	target, value := nid(x.a), nid(x.b)
	tk := p.nodes[target]
	if x.op == tAssign {
		if (tk.kind == kArray || tk.kind == kObject) && tk.flags&fParen == 0 {
			v := g.operand(value, 0)
			g.pattern(target, v, value)
			if dst >= 0 {
				g.move(dst, v)
			}
			g.next = m
			return
		}
		r := g.prepare(target, value)
		if r.kind == rBad {
			if dst >= 0 {
				g.emit(code.OpLoadUndef, dst, 0, 0)
			}
			g.next = m
			return
		}
		nm := ""
		named := tk.kind == kIdent && tk.flags&fParen == 0
		if named {
			nm = p.str(name(tk.a))
		}
		if r.kind == rName && r.dyn < 0 && r.pl.kind == pReg && !r.pl.konst && !r.pl.fnName && !r.pl.check {
			g.named(value, nm, named, r.pl.reg)
			if dst >= 0 {
				g.move(dst, r.pl.reg)
			}
			g.next = m
			return
		}
		var v int
		if dst >= 0 && !g.isLocal(dst) {
			v = dst
			g.named(value, nm, named, v)
		} else if named && g.anonymous(value) {
			v = g.alloc(1)
			g.named(value, nm, named, v)
		} else {
			v = g.expr(value, -1)
		}
		g.storeRef(&r, v)
		if dst >= 0 {
			g.move(dst, v)
		}
		g.next = m
		return
	}
	r := g.prepare(target, value)
	if r.kind == rBad {
		if dst >= 0 {
			g.emit(code.OpLoadUndef, dst, 0, 0)
		}
		g.next = m
		return
	}
	switch x.op {
	case tAssignAndAnd, tAssignOrOr, tAssignNullish:
		t := g.alloc(1)
		g.loadRefKeyed(&r, t)
		end := newLabel()
		op := code.OpJNNullish
		switch x.op {
		case tAssignAndAnd:
			op = code.OpJFalse
		case tAssignOrOr:
			op = code.OpJTrue
		}
		g.jumpIf(op, t, end)
		named := tk.kind == kIdent && tk.flags&fParen == 0
		nm := ""
		if named {
			nm = p.str(name(tk.a))
		}
		g.named(value, nm, named, t)
		g.storeRef(&r, t)
		g.place(end)
		if dst >= 0 {
			g.move(dst, t)
		}
		g.next = m
		return
	}
	op := assignOps[x.op]
	if r.kind == rName && r.dyn < 0 && r.pl.kind == pReg && !r.pl.konst && !r.pl.fnName {
		v := r.pl.reg
		if r.pl.check {
			g.emitBx(code.OpCheckHole, v, g.str(r.pl.text))
		}
		left := v
		if g.assigns(value, 24) != 0 {
			left = g.alloc(1)
			g.move(left, v)
		}
		g.binaryOp(op, v, left, value, int(x.pos))
		if dst >= 0 {
			g.move(dst, v)
		}
		g.next = m
		return
	}
	t := g.alloc(1)
	g.loadRefKeyed(&r, t)
	g.binaryOp(op, t, t, value, int(x.pos))
	g.storeRef(&r, t)
	if dst >= 0 {
		g.move(dst, t)
	}
	g.next = m
}

// anonymous reports whether n is an anonymous function definition.
func (g *gen) anonymous(n nid) bool {
	x := &g.p.nodes[n]
	switch x.kind {
	case kFunc:
		return x.b == 0
	case kClass:
		return g.p.nodes[x.d].b == 0
	}
	return false
}

// named compiles n into dst; an anonymous function gets the name.
func (g *gen) named(n nid, nm string, named bool, dst int) {
	if named && g.anonymous(n) {
		x := g.p.nodes[n]
		if x.kind == kFunc {
			g.closure(dst, int32(x.a), nm, x.pos)
		} else {
			g.class(n, dst, nm, -1)
		}
		return
	}
	g.exprTo(n, dst)
}

// member compiles a property access.
func (g *gen) member(n nid, dst int) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	// base compiles the object: where it is no variable, into dst
	base := func() int {
		if p.nodes[x.a].kind == kIdent || g.isLocal(dst) {
			return g.expr(nid(x.a), -1)
		}
		g.exprTo(nid(x.a), dst)
		return dst
	}
	switch x.kind {
	case kDot:
		b := base()
		g.optJump(&x, b)
		g.pos = int(x.c)
		g.getProp(dst, b, p.str(name(x.b)))
	case kIndex:
		if s, ok := g.constKey(nid(x.b)); ok {
			b := base()
			g.optJump(&x, b)
			g.pos = int(x.c)
			g.getProp(dst, b, s)
			break
		}
		if v, ok := g.small(nid(x.b)); ok && v >= 0 && v < 256 {
			b := base()
			g.optJump(&x, b)
			g.pos = int(x.c)
			g.emit(code.OpGetIdx, dst, b, v)
			break
		}
		b := g.operand(nid(x.a), nid(x.b))
		g.optJump(&x, b)
		k := g.expr(nid(x.b), -1)
		g.pos = int(x.c)
		g.emit(code.OpGetElem, dst, b, k)
	case kPriv:
		b := g.operand(nid(x.a), nid(x.b))
		g.optJump(&x, b)
		k := g.expr(nid(x.b), -1)
		g.pos = int(x.c)
		g.emitX(code.OpGetPriv, dst, b, k, g.site(p.str(name(p.nodes[x.b].a))))
	default:
		r := g.prepare(n, 0)
		g.loadRef(&r, dst)
	}
	g.next = m
}

// optJump leaves the optional chain where base is undefined or null.
func (g *gen) optJump(x *node, base int) {
	if x.flags&fOptional != 0 {
		g.jumpIf(code.OpJNullish, base, g.chain)
	}
}

// callee compiles what is called into register r and this into r+1.
func (g *gen) callee(n nid, r int) {
	p := g.p
	x := p.nodes[n]
	m := g.next
	// base compiles the object into r, or finds it in a variable's register. What is within may use the registers behind r, so that
	// long chains of calls need no more of them than short ones.
	base := func() int {
		if p.nodes[x.a].kind == kIdent {
			return g.expr(nid(x.a), -1)
		}
		if g.next == r+2 {
			g.next = r + 1
		}
		g.exprTo(nid(x.a), r)
		g.next = m
		return r
	}
	switch x.kind {
	case kDot:
		b := base()
		g.optJump(&x, b)
		g.pos = int(x.c)
		g.propOp(code.OpGetMethod, code.OpGetMethodW, r, b, p.str(name(x.b)))
	case kIndex:
		if s, ok := g.constKey(nid(x.b)); ok {
			b := base()
			g.optJump(&x, b)
			g.pos = int(x.c)
			g.propOp(code.OpGetMethod, code.OpGetMethodW, r, b, s)
			break
		}
		b := r
		if p.nodes[x.a].kind == kIdent {
			b = g.operand(nid(x.a), nid(x.b))
		} else {
			b = base()
		}
		g.optJump(&x, b)
		k := g.expr(nid(x.b), -1)
		g.pos = int(x.c)
		g.emit(code.OpGetElemM, r, b, k)
	case kPriv:
		b := base()
		g.move(r+1, b)
		b = r + 1
		g.optJump(&x, b)
		k := g.expr(nid(x.b), -1)
		g.pos = int(x.c)
		g.emitX(code.OpGetPriv, r, b, k, g.site(p.str(name(p.nodes[x.b].a))))
	case kSuperDot, kSuperIdx:
		q := g.prepare(n, 0)
		g.loadRef(&q, r)
		g.move(r+1, q.base+1)
	case kChain:
		g.optional(func() { g.callee(nid(x.a), r) }, func() {
			g.emit(code.OpLoadUndef, r, 0, 0)
			g.emit(code.OpLoadUndef, r+1, 0, 0)
		})
	case kIdent:
		pl := g.resolve(n)
		g.pos = int(x.pos)
		end := newLabel()
		for _, d := range pl.dyn {
			t := g.alloc(1)
			next := newLabel()
			g.dynOp(d, t, pl.text)
			g.jumpIf(code.OpJUndef, t, next)
			g.emitX(code.OpGetDyn, r, t, 0, g.site(pl.text))
			if d.with {
				g.move(r+1, t)
			} else {
				g.emit(code.OpLoadUndef, r+1, 0, 0)
			}
			g.jump(end)
			g.place(next)
			g.next = m
		}
		g.loadPlace(&pl, r, false)
		g.emit(code.OpLoadUndef, r+1, 0, 0)
		g.place(end)
	default:
		g.exprTo(n, r)
		g.emit(code.OpLoadUndef, r+1, 0, 0)
	}
	g.next = m
}

const maxArgs = 60

// args compiles arguments into the registers from r+2 on, or, with spread or too many of them, an array of them into r+2.
func (g *gen) args(first nid, r int) (count int, spread bool) {
	p := g.p
	for i := first; i != 0; i = p.nodes[i].next {
		count++
		spread = spread || p.nodes[i].kind == kSpread
	}
	if spread || count > maxArgs || g.next+count > 230 {
		if g.next < r+3 {
			g.alloc(r + 3 - g.next)
		}
		g.elements(first, r+2)
		return count, true
	}
	for i := first; i != 0; i = p.nodes[i].next {
		a := g.alloc(1)
		g.exprTo(i, a)
	}
	return count, false
}

// call compiles calls, new, super() and tagged templates.
func (g *gen) call(n nid, dst int) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	r := g.alloc(2)
	switch x.kind {
	case kCall:
		g.callee(nid(x.a), r)
		if x.flags&fOptional != 0 {
			g.jumpIf(code.OpJNullish, r, g.chain)
		}
		count, spread := g.args(nid(x.b), r)
		g.pos = int(x.d)
		switch {
		case spread:
			g.emit(code.OpCallSpread, r, 0, dst)
			if x.flags&fEvalCall != 0 {
				// eval(...args) is a direct eval too
				g.f.Code = g.f.Code[:len(g.f.Code)-1]
				g.evalSpread(r, dst)
			}
		case x.flags&fEvalCall != 0:
			g.emitX(code.OpCallEval, r, count, dst, g.evalSite())
		default:
			g.emit(code.OpCall, r, count, dst)
		}
	case kNew:
		g.exprTo(nid(x.a), r)
		count, spread := g.args(nid(x.b), r)
		g.pos = int(x.pos)
		if spread {
			g.emit(code.OpNewSpread, r, 0, dst)
		} else {
			g.emit(code.OpNew, r, count, dst)
		}
	case kTagged:
		g.callee(nid(x.a), r)
		t := g.alloc(1)
		var tm code.Template
		var exprs []nid
		for i := nid(p.nodes[x.b].a); i != 0; i = p.nodes[i].next {
			q := p.nodes[i]
			if q.kind != kQuasi {
				exprs = append(exprs, i)
				continue
			}
			s, ok := p.cook(int(q.pos), int(q.end), true)
			tm.Cooked = append(tm.Cooked, code.TemplateString{Str: s, Undefined: !ok})
			tm.Raw = append(tm.Raw, p.rawTemplate(int(q.pos), int(q.end)))
		}
		g.f.Templates = append(g.f.Templates, tm)
		g.emitBx(code.OpTemplate, t, uint32(len(g.f.Templates)-1))
		if len(exprs) > maxArgs {
			g.emit(code.OpNewArray, t, t, 1)
			for _, e := range exprs {
				v := g.expr(e, -1)
				g.emit(code.OpArrayAppend, t, v, 1)
				g.next = t + 1
			}
			g.pos = int(x.pos)
			g.emit(code.OpCallSpread, r, 0, dst)
			break
		}
		for _, e := range exprs {
			g.exprTo(e, g.alloc(1))
		}
		g.pos = int(x.pos)
		g.emit(code.OpCall, r, 1+len(exprs), dst)
	case kSuperCal:
		fn := g.expr(nid(x.a), -1)
		g.pos = int(x.pos)
		g.emit(code.OpSuperCtor, r, fn, 0)
		g.exprTo(nid(x.d), r+1)
		if g.next > r+2 {
			g.next = r + 2
		}
		count, spread := g.args(nid(x.b), r)
		g.pos = int(x.pos)
		if spread {
			g.emit(code.OpSuperSpr, r, 0, r)
		} else {
			g.emit(code.OpSuperCall, r, count, r)
		}
		g.next = r + 2
		pl := g.resolve(nid(x.c))
		pl.derived, pl.check = false, false
		g.loadPlace(&pl, r+1, false)
		g.emit(code.OpNotInit, r+1, 0, 0)
		if pl.kind != pGlobal {
			g.storePlace(&pl, r, true)
		}
		fn = g.expr(nid(x.a), -1)
		g.emit(code.OpInitFields, r, fn, 0)
		g.move(dst, r)
	}
	g.next = m
}

// evalSpread calls eval with spread arguments: the first of them, if it is eval.
func (g *gen) evalSpread(r, dst int) {
	t := g.alloc(3)
	// A direct eval takes one argument. It is called with the first; where r is another function it gets them all.
	g.move(t, r)
	g.move(t+1, r+1)
	end, other := newLabel(), newLabel()
	g.emitBx(code.OpGetGlobalU, t+2, g.globalSite("eval"))
	g.jumpCmp(code.OpJSne, t, t+2, other)
	g.emit(code.OpGetIdx, t+2, r+2, 0)
	g.emitX(code.OpCallEval, t, 1, dst, g.evalSite())
	g.jump(end)
	g.place(other)
	g.emit(code.OpCallSpread, r, 0, dst)
	g.place(end)
}

func (g *gen) evalSite() uint32 {
	p := g.p
	e := code.EvalSite{Scope: g.scopeRef(g.scope), Reg: uint8(g.cell(g.scope)), Strict: g.strict()}
	// what the eval may do is said by the functions around it
	for s := g.scope; s != 0; s = p.scopes[s].parent {
		sc := &p.scopes[s]
		if sc.kind == sStatic {
			e.Function, e.Method, e.FieldInit = true, true, true
			break
		}
		if sc.kind == sFunction && !sc.arrow {
			e.Function, e.Method, e.Ctor = true, sc.flags&code.Method != 0, sc.flags&code.Derived != 0
			break
		}
	}
	if !e.Function {
		if p.prog.Kind == code.Eval && p.evalSite != nil {
			e.Function, e.Method, e.Ctor, e.FieldInit = p.evalSite.Function, p.evalSite.Method, p.evalSite.Ctor, p.evalSite.FieldInit
		} else {
			g.outerEval(&e)
		}
	}
	g.f.Evals = append(g.f.Evals, e)
	return uint32(len(g.f.Evals) - 1)
}

// outerEval finds in the scopes around an arrow function what a direct eval may do.
func (g *gen) outerEval(e *code.EvalSite) {
	for prog, ref := g.p.prog, g.p.outerRef; prog != nil; prog, ref = prog.Outer, prog.OuterScope {
		if prog != g.p.prog {
			prog.Mu.Lock()
		}
		for ref.ID != 0 {
			s := prog.ScopeInfo(ref)
			if s.Flags&code.ScopeFuncTop != 0 && !e.Function {
				e.Function = true
				e.Method = s.Flags&code.ScopeMethod != 0
				e.Ctor = s.Flags&code.ScopeDerived != 0
				e.FieldInit = s.Flags&code.ScopeField != 0
			}
			ref = s.Parent
		}
		if prog != g.p.prog {
			prog.Mu.Unlock()
		}
	}
}

// array compiles an array literal.
func (g *gen) array(n nid, dst int) {
	t := dst
	first := nid(g.p.nodes[n].a)
	if g.isLocal(dst) && !g.plainArray(first) {
		t = g.alloc(1)
	}
	g.elements(first, t)
	g.move(dst, t)
}

// plainArray reports whether one instruction makes the array of a list, after its elements.
func (g *gen) plainArray(i nid) bool {
	n := 0
	for ; i != 0; i = g.p.nodes[i].next {
		if n++; n >= 24 || g.p.nodes[i].kind == kHole || g.p.nodes[i].kind == kSpread {
			return false
		}
	}
	return g.next+n < 190
}

// isPrimitive reports whether primitive takes n.
func (g *gen) isPrimitive(n nid) bool {
	switch g.p.nodes[n].kind {
	case kString, kNull, kTrue, kFalse, kHole:
		return true
	}
	_, ok := g.constNumber(n, 3)
	return ok
}

// primitive returns the constant of a literal.
func (g *gen) primitive(n nid) (code.Const, bool) {
	x := &g.p.nodes[n]
	switch x.kind {
	case kString:
		return code.Const{Kind: code.ConstString, Str: g.str(g.p.stringValue(n))}, true
	case kNull:
		return code.Const{Kind: code.ConstNull}, true
	case kTrue:
		return code.Const{Kind: code.ConstTrue}, true
	case kFalse:
		return code.Const{Kind: code.ConstFalse}, true
	case kHole:
		return code.Const{Kind: code.ConstHole}, true
	}
	if v, ok := g.constNumber(n, 3); ok {
		return code.Const{Kind: code.ConstNumber, Num: v}, true
	}
	return code.Const{}, false
}

// elements makes in register t the array of a list of elements.
func (g *gen) elements(first nid, t int) {
	p := g.p
	m := g.next
	// a table of constants is copied
	count := 0
	all := true
	for i := first; i != 0; i = p.nodes[i].next {
		count++
		if all {
			all = g.isPrimitive(i)
		}
	}
	if all && count > 4 {
		tab := make([]code.Const, 0, count)
		for i := first; i != 0; i = p.nodes[i].next {
			c, _ := g.primitive(i)
			tab = append(tab, c)
		}
		g.f.Arrays = append(g.f.Arrays, tab)
		g.emitBx(code.OpArrayLit, t, uint32(len(g.f.Arrays)-1))
		return
	}
	const chunk = 24
	started := false
	var base, have int
	flush := func() {
		if !started {
			g.emit(code.OpNewArray, t, base, have)
			started = true
		} else if have > 0 {
			g.emit(code.OpArrayAppend, t, base, have)
		}
		have = 0
		g.next = m
	}
	for i := first; i != 0; i = p.nodes[i].next {
		x := p.nodes[i]
		switch x.kind {
		case kHole:
			flush()
			k := 1
			for x.next != 0 && p.nodes[x.next].kind == kHole && k < 60000 {
				i = x.next
				x = p.nodes[i]
				k++
			}
			g.emitBx(code.OpArrayHole, t, uint32(k))
		case kSpread:
			flush()
			r := g.expr(nid(x.a), -1)
			g.pos = int(p.nodes[x.a].pos)
			g.emit(code.OpArraySpread, t, r, 0)
			g.next = m
		default:
			if have == 0 {
				base = g.next
			}
			g.exprTo(i, g.alloc(1))
			if have++; have == chunk || g.next > 200 {
				flush()
			}
		}
	}
	if have > 0 || !started {
		flush()
	}
	g.next = m
}

// keyText returns the name of a property key that is no expression, and whether it is an array index or the like.
func (g *gen) keyText(n nid) (s string, index bool) {
	x := &g.p.nodes[n]
	switch x.kind {
	case kName:
		return g.p.str(name(x.a)), false
	case kString:
		s = g.p.stringValue(n)
		return s, isIndex(s)
	}
	return "", true
}

// keyTo loads a property key that is a literal number, or an index, or computed.
func (g *gen) keyTo(n nid, computed bool, dst int) {
	x := &g.p.nodes[n]
	switch {
	case computed:
		g.exprTo(n, dst)
		if k := g.p.nodes[n].kind; k != kString && k != kNumber {
			g.pos = int(x.pos)
			g.emit(code.OpToKey, dst, dst, 0)
		}
	case x.kind == kName:
		g.loadString(dst, g.p.str(name(x.a)))
	case x.kind == kBigInt:
		g.exprTo(n, dst)
		g.emit(code.OpToKey, dst, dst, 0)
	default:
		g.exprTo(n, dst)
	}
}

// object compiles an object literal.
func (g *gen) object(n nid, dst int) {
	p := g.p
	m := g.next
	t := dst
	i := nid(p.nodes[n].a)
	if g.isLocal(dst) && !g.plainObject(i) {
		t = g.alloc(1)
	}
	// the first properties that are plain make the object at once
	var shape []uint32
	seen := map[string]bool{}
	base := g.next
	for ; i != 0 && len(shape) < 32 && g.next < 200; i = p.nodes[i].next {
		x := p.nodes[i]
		if x.op != tColon || x.flags&(fComputed|fStar) != 0 {
			break
		}
		s, index := g.keyText(nid(x.a))
		if index || seen[s] || s == "__proto__" {
			break
		}
		seen[s] = true
		shape = append(shape, g.str(s))
		g.named(nid(x.b), s, true, g.alloc(1))
	}
	if len(shape) > 0 {
		g.f.Shapes = append(g.f.Shapes, shape)
		g.emitX(code.OpObjectLit, t, base, 0, uint32(len(g.f.Shapes)-1))
	} else {
		g.emit(code.OpNewObject, t, 0, 0)
	}
	g.next = base
	for ; i != 0; i = p.nodes[i].next {
		x := p.nodes[i]
		g.pos = int(x.pos)
		computed := x.flags&fComputed != 0
		switch {
		case x.op == tEllipsis:
			r := g.expr(nid(x.b), -1)
			g.emit(code.OpCopyProps, t, r, 0)
		case x.op == tColon && x.flags&fStar != 0:
			r := g.expr(nid(x.b), -1)
			g.emit(code.OpSetProto, t, r, 0)
		case x.op == tColon:
			if !computed {
				if s, index := g.keyText(nid(x.a)); !index {
					r := 0
					if g.anonymous(nid(x.b)) {
						r = g.alloc(1)
						g.named(nid(x.b), s, true, r)
					} else {
						r = g.expr(nid(x.b), -1)
					}
					g.propOp(code.OpDefField, code.OpDefFieldW, r, t, s)
					break
				}
			}
			k := g.alloc(2)
			g.keyTo(nid(x.a), computed, k)
			if g.anonymous(nid(x.b)) {
				g.namedByKey(nid(x.b), k, k+1)
				g.emitX(code.OpDefMethod, k+1, t, k, code.MethodAnonymous|code.MethodEnumerable)
				break
			}
			g.exprTo(nid(x.b), k+1)
			g.emit(code.OpDefElem, k+1, t, k)
		default:
			k := g.alloc(2)
			g.keyTo(nid(x.a), computed, k)
			g.exprTo(nid(x.b), k+1)
			fl := uint32(code.MethodEnumerable)
			if x.op == tGet {
				fl |= code.MethodGet
			} else if x.op == tSet {
				fl |= code.MethodSet
			}
			g.emitX(code.OpDefMethod, k+1, t, k, fl)
		}
		g.next = base
	}
	g.next = m
	g.move(dst, t)
}

// plainObject reports whether one instruction makes the object of the list of properties i, after their values.
func (g *gen) plainObject(i nid) bool {
	p := g.p
	n := 0
	for ; i != 0; i = p.nodes[i].next {
		x := &p.nodes[i]
		if n++; n > 32 || x.op != tColon || x.flags&(fComputed|fStar) != 0 || p.nodes[x.a].kind != kName || name(p.nodes[x.a].a) == nProto {
			return false
		}
		for j := p.nodes[i].next; j != 0; j = p.nodes[j].next {
			if p.nodes[p.nodes[j].a].a == p.nodes[x.a].a {
				return false
			}
		}
	}
	return g.next+n < 200
}

// namedByKey compiles an anonymous function or class that is named by the key in register k.
func (g *gen) namedByKey(n nid, k, dst int) {
	if g.p.nodes[n].kind == kClass {
		g.class(n, dst, "", k)
		return
	}
	g.exprTo(n, dst)
}

// template compiles an untagged template.
func (g *gen) template(n nid, dst int) {
	p := g.p
	m := g.next
	base := g.next
	have := 0
	flush := func(more bool) {
		if have > 1 || !more {
			if have != 1 {
				g.emit(code.OpConcat, base, base, have)
			}
			g.next = base + 1
			have = 1
		}
	}
	for i := nid(p.nodes[n].a); i != 0; i = p.nodes[i].next {
		x := p.nodes[i]
		if x.kind == kQuasi {
			if x.pos == x.end {
				continue
			}
			s, _ := p.cook(int(x.pos), int(x.end), true)
			g.loadString(g.alloc(1), s)
			have++
		} else {
			r := g.alloc(1)
			v := g.expr(i, r)
			g.pos = int(x.pos)
			g.emit(code.OpToString, r, v, 0)
			have++
		}
		if have > 20 || g.next > 200 {
			flush(true)
		}
	}
	if have == 0 {
		g.loadString(dst, "")
		g.next = m
		return
	}
	flush(false)
	g.move(dst, base)
	g.next = m
}

var cmpJumps = map[token][2]code.Op{tLt: {code.OpJNLt, code.OpJLt}, tLe: {code.OpJNLe, code.OpJLe}, tGt: {code.OpJNGt, code.OpJGt}, tGe: {code.OpJNGe, code.OpJGe},
	tEq: {code.OpJNe, code.OpJEq}, tNe: {code.OpJEq, code.OpJNe}, tSeq: {code.OpJSne, code.OpJSeq}, tSne: {code.OpJSeq, code.OpJSne}}

var cmpJumpsI = map[token][2]code.Op{tLt: {code.OpJNLtI, code.OpJLtI}, tLe: {code.OpJNLeI, code.OpJLeI}, tGt: {code.OpJNGtI, code.OpJGtI}, tGe: {code.OpJNGeI, code.OpJGeI},
	tSeq: {code.OpJSneI, code.OpJSeqI}, tSne: {code.OpJSeqI, code.OpJSneI},
	tEq: {code.OpJNeI, code.OpJEqI}, tNe: {code.OpJEqI, code.OpJNeI}}

// tested is expr for a value that is looked at once, at once: an assignment to a variable in a register leaves it there.
func (g *gen) tested(n nid) int {
	x := &g.p.nodes[n]
	if x.kind == kAssign && x.op == tAssign && g.p.nodes[x.a].kind == kIdent {
		if pl := g.resolve(nid(x.a)); pl.kind == pReg && len(pl.dyn) == 0 && !pl.konst && !pl.fnName && !pl.check {
			g.effect(n)
			return pl.reg
		}
	}
	return g.expr(n, -1)
}

// cond jumps to l if the truth of n is sense, and falls through if not.
func (g *gen) cond(n nid, l *mark, sense bool) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	si := 0
	if sense {
		si = 1
	}
	switch x.kind {
	case kTrue, kFalse:
		if (x.kind == kTrue) == sense {
			g.jump(l)
		}
		return
	case kUnary:
		if x.op == tBang {
			g.cond(nid(x.a), l, !sense)
			return
		}
	case kLogical:
		if x.op == tNullish {
			break
		}
		list := g.operands(n)
		skip := newLabel()
		for i, e := range list {
			switch {
			case (x.op == tOrOr) == sense || i == len(list)-1:
				g.cond(e, l, sense)
			default:
				g.cond(e, skip, !sense)
			}
		}
		g.place(skip)
		return
	case kBinary:
		ops, ok := cmpJumps[x.op]
		if !ok {
			break
		}
		a, b := nid(x.a), nid(x.b)
		if p.nodes[b].kind == kNull && (x.op == tEq || x.op == tNe) {
			r := g.tested(a)
			op := code.OpJNull
			if (x.op == tEq) != sense {
				op = code.OpJNNull
			}
			g.jumpIf(op, r, l)
			g.next = m
			return
		}
		if u := p.nodes[b]; u.kind == kUnary && u.op == tVoid && p.nodes[u.a].kind == kNumber && (x.op == tSeq || x.op == tSne) {
			r := g.tested(a)
			op := code.OpJUndef
			if (x.op == tSeq) != sense {
				op = code.OpJNUndef
			}
			g.jumpIf(op, r, l)
			g.next = m
			return
		}
		if k, ok := g.typeofTest(x.op, a, b); ok {
			y := p.nodes[a]
			r := g.alloc(1)
			v := r
			if z := &p.nodes[y.a]; z.kind == kIdent {
				pl := g.resolve(nid(y.a))
				if pl.kind == pGlobal || len(pl.dyn) > 0 {
					g.loadName(&pl, r, true)
				} else {
					v = g.expr(nid(y.a), -1)
				}
			} else {
				v = g.expr(nid(y.a), -1)
			}
			g.emit(code.OpTypeOfIs, r, v, k)
			op := code.OpJTrue
			if (x.op == tEq || x.op == tSeq) != sense {
				op = code.OpJFalse
			}
			g.jumpIf(op, r, l)
			g.next = m
			return
		}
		if iops, ok := cmpJumpsI[x.op]; ok {
			if v, ok := g.small(b); ok {
				r := g.tested(a)
				g.pos = int(x.c)
				g.jumpCmpI(iops[si], r, int16(v), l)
				g.next = m
				return
			}
		}
		ra := g.operand(a, b)
		rb := g.expr(b, -1)
		g.pos = int(x.c)
		g.jumpCmp(ops[si], ra, rb, l)
		g.next = m
		return
	}
	r := g.tested(n)
	op := code.OpJFalse
	if sense {
		op = code.OpJTrue
	}
	g.jumpIf(op, r, l)
	g.next = m
}

// typeofTest recognizes typeof a == "type".
func (g *gen) typeofTest(op token, a, b nid) (int, bool) {
	if op != tEq && op != tNe && op != tSeq && op != tSne {
		return 0, false
	}
	x, y := &g.p.nodes[a], &g.p.nodes[b]
	if x.kind != kUnary || x.op != tTypeof || y.kind != kString {
		return 0, false
	}
	s := g.p.stringValue(b)
	for i, t := range code.TypeNames {
		if s == t {
			return i, true
		}
	}
	return 0, false
}

// yield compiles yield and yield*.
func (g *gen) yield(n nid, dst int) {
	x := g.p.nodes[n]
	async := g.f.Flags&code.Async != 0
	m := g.next
	r := g.alloc(1)
	if x.a != 0 {
		g.exprTo(nid(x.a), r)
	} else {
		g.emit(code.OpLoadUndef, r, 0, 0)
	}
	g.pos = int(x.pos)
	if x.flags&fStar != 0 {
		g.yieldStar(r, dst, async)
		g.next = m
		return
	}
	if async {
		g.emit(code.OpAwait, r, r, 0)
	}
	ret, end := newLabel(), newLabel()
	g.link(g.emitX(code.OpYield, r, 0, 0, 0), ret)
	g.jump(end)
	g.place(ret)
	if async {
		g.emit(code.OpAwait, r, r, 0)
	}
	g.returnValue(r, false)
	g.place(end)
	g.move(dst, r)
	g.next = m
}

// yieldStar delegates to the iterator of r. The value goes to dst.
//
// https://tc39.es/ecma262/#sec-generator-function-definitions-runtime-semantics-evaluation
func (g *gen) yieldStar(r, dst int, async bool) {
	rec := g.alloc(3)
	mode := g.alloc(1) // 0 next, 1 throw, 2 return
	call := g.alloc(3) // method, this, argument
	res := g.alloc(1)
	if async {
		g.emit(code.OpGetAIter, rec, r, 0)
	} else {
		g.emit(code.OpGetIter, rec, r, 0)
	}
	g.emit(code.OpLoadUndef, r, 0, 0)
	g.emitBx(code.OpLoadInt, mode, 0)
	loop, throw, ret, got, have, done, end := newLabel(), newLabel(), newLabel(), newLabel(), newLabel(), newLabel(), newLabel()
	await := func(v int) {
		if async {
			g.emit(code.OpAwait, v, v, 0)
		}
	}
	g.place(loop)
	g.jumpCmpI(code.OpJSeqI, mode, 1, throw)
	g.jumpCmpI(code.OpJSeqI, mode, 2, ret)
	g.move(res, r)
	g.emit(code.OpIterCall, rec, res, 1)
	g.jump(got)

	g.place(throw)
	g.propOp(code.OpGetMethod, code.OpGetMethodW, call, rec, "throw")
	noThrow := newLabel()
	g.jumpIf(code.OpJNullish, call, noThrow)
	g.move(call+2, r)
	g.emit(code.OpCall, call, 1, res)
	g.jump(got)
	g.place(noThrow)
	if async {
		skip := newLabel()
		g.link(g.emitX(code.OpIterRet, rec, res, 0, 0), skip)
		g.emit(code.OpAwait, res, res, 0)
		g.emit(code.OpCheckObject, res, 0, 0)
		g.place(skip)
	} else {
		g.emit(code.OpIterClose, rec, 0, 0)
	}
	g.throwError(code.TypeError, "The iterator does not provide a 'throw' method")

	g.place(ret)
	g.propOp(code.OpGetMethod, code.OpGetMethodW, call, rec, "return")
	noRet := newLabel()
	g.jumpIf(code.OpJNullish, call, noRet)
	g.move(call+2, r)
	g.emit(code.OpCall, call, 1, res)
	g.place(got)
	await(res)
	g.emit(code.OpIterDone, call, res, 0)
	g.jumpIf(code.OpJTrue, call, done)
	if async {
		g.getProp(r, res, "value")
		g.emit(code.OpYieldRaw, r, mode, 0)
		// a return is awaited first, and a rejection then is thrown into the iterator
		g.jumpCmpI(code.OpJSneI, mode, 2, loop)
		start := g.here()
		g.emit(code.OpAwait, r, r, 0)
		stop := g.here()
		g.jump(loop)
		g.handle(start, stop, r)
		g.emitBx(code.OpLoadInt, mode, 1)
		g.jump(loop)
	} else {
		g.move(r, res)
		g.emit(code.OpYieldRaw, r, mode, 0)
		g.jump(loop)
	}
	g.place(noRet)
	if async {
		g.emit(code.OpAwait, r, r, 0)
	}
	g.jump(have)
	g.place(done)
	g.getProp(r, res, "value")
	g.jumpCmpI(code.OpJSneI, mode, 2, end)
	g.place(have)
	g.returnValue(r, false)
	g.place(end)
	g.move(dst, r)
}
