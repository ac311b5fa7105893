package parse

import "github.com/niso-engine/niso/js/vm/code"

type ctlKind uint8

const (
	cLoop ctlKind = iota
	cSwitch
	cLabel   // a labelled statement that is no loop
	cIter    // a record to close where it is left
	cAsyncIt // the same, asynchronous
	cFinally
)

// ctl is an entry of the stack of statements around.
type ctl struct {
	kind   ctlKind
	labels []name
	brk    *mark
	cont   *mark
	rec    int // cIter: the record
	state  int // cFinally: registers of the completion: what to do, and the value
	value  int
	entry  *mark
	exits  []exit // cFinally: what to do after it, from state 2 on
}

// exit is a way out of a try statement with finally.
type exit struct {
	ret    bool
	target *mark
	depth  int // of the stack where the target is
}

// statements compiles a list.
func (g *gen) statements(first nid) {
	for i := first; i != 0; i = g.p.nodes[i].next {
		g.statement(i, nil)
	}
}

func (g *gen) undefCV() {
	if g.cv >= 0 {
		g.emit(code.OpLoadUndef, g.cv, 0, 0)
	}
}

// statement compiles n; labels are the ones right before it.
func (g *gen) statement(n nid, labels []name) {
	p := g.p
	m := g.next
	oldBase := g.base
	g.base = m
	x := p.nodes[n]
	switch x.kind {
	case kBlock:
		if x.c == 0 {
			g.statements(nid(x.a))
			break
		}
		g.enter(sid(x.c))
		g.hoist(sid(x.c))
		g.statements(nid(x.a))
		g.leave(m)
	case kVar:
		g.varDecls(&x)
	case kExpr:
		if g.cv >= 0 {
			g.exprTo(nid(x.a), g.cv)
		} else {
			g.effect(nid(x.a))
		}
	case kIf:
		g.ifStatement(n)
	case kScoped:
		g.scoped(&x, labels)
	case kWhile:
		g.undefCV()
		c := g.loop(labels)
		body, end := newLabel(), c.brk
		if p.nodes[x.a].kind != kTrue {
			if g.cheap(nid(x.a)) {
				// test at the top once, then at the bottom
				g.cond(nid(x.a), end, false)
				g.place(body)
				g.statement(nid(x.d), nil)
				g.place(c.cont)
				g.cond(nid(x.a), body, true)
			} else {
				g.place(c.cont)
				g.cond(nid(x.a), end, false)
				g.statement(nid(x.d), nil)
				g.jump(c.cont)
			}
		} else {
			g.place(c.cont)
			g.statement(nid(x.d), nil)
			g.jump(c.cont)
		}
		g.pop()
		g.place(end)
	case kDoWhile:
		g.undefCV()
		c := g.loop(labels)
		body := newLabel()
		g.place(body)
		g.statement(nid(x.d), nil)
		g.place(c.cont)
		g.cond(nid(x.a), body, true)
		g.pop()
		g.place(c.brk)
	case kReturn:
		g.pos = int(x.pos)
		if x.a == 0 {
			g.returnValue(-1, false)
			break
		}
		r := g.expr(nid(x.a), -1)
		if g.isLocal(r) && g.leaves() {
			t := g.alloc(1) // finally and return() may assign the variable
			g.move(t, r)
			r = t
		}
		g.returnValue(r, true)
	case kBreak, kContinue:
		g.breakTo(&x)
	case kThrow:
		r := g.expr(nid(x.a), -1)
		g.pos = int(x.pos)
		g.emit(code.OpThrow, r, 0, 0)
	case kTry:
		g.try(n)
	case kSwitch:
		g.switchStatement(n, labels)
	case kLabel:
		b := p.nodes[x.b]
		labels = append(labels[:len(labels):len(labels)], name(x.a))
		switch b.kind {
		case kLabel, kWhile, kDoWhile, kScoped, kSwitch:
			g.statement(nid(x.b), labels)
		default:
			end := newLabel()
			g.ctl = append(g.ctl, ctl{kind: cLabel, labels: labels, brk: end})
			g.statement(nid(x.b), nil)
			g.pop()
			g.place(end)
		}
	case kWith:
		g.undefCV()
		s := sid(x.c)
		o := g.alloc(1)
		g.exprTo(nid(x.a), o)
		g.pos = int(x.pos)
		g.emit(code.OpToObject, o, o, 0)
		g.layout(s)
		g.scope = s
		g.makeCell(s)
		g.emit(code.OpSetSlot, o, int(p.scopes[s].cellReg), 0)
		g.statement(nid(x.b), nil)
		g.leave(m)
	case kFuncDecl:
		if x.d != 0 {
			t := g.alloc(1)
			id := p.nodes[x.b]
			pl := g.find(name(id.a), int32(id.b)-1, x.end)
			g.loadPlace(&pl, t, false)
			d := p.nodes[x.d]
			// the var is looked up outside of the block
			q := g.find(name(d.a), int32(d.b)-1, x.end)
			if v := int32(d.b) - 1; g.isGlobalScope(p.vars[v].scope) {
				q.kind = pGlobal
			}
			if len(q.dyn) > 0 {
				r := lref{kind: rName, pl: q, pos: x.pos}
				r.dyn = g.lookupDyn(&q)
				g.storeRef(&r, t)
			} else {
				g.storePlace(&q, t, false)
			}
		}
	case kClassDcl:
		t := g.alloc(1)
		c := p.nodes[x.a]
		nm := ""
		if c.flags&fTrailing != 0 {
			nm = "default"
		}
		g.class(nid(x.a), t, nm, -1)
		r := g.prepare(nid(x.b), 0)
		g.storeRef(&r, t)
	case kExportDf:
		t := g.alloc(1)
		g.named(nid(x.a), "default", true, t)
		r := g.prepare(nid(x.b), 0)
		g.storeRef(&r, t)
	case kEmpty, kDebugger:
	default:
		panic("parse: not a statement")
	}
	g.next, g.base = m, oldBase
}

// cheap reports whether a loop's test is small enough to be compiled twice.
func (g *gen) cheap(n nid) bool {
	left := 8
	return g.small1(n, &left)
}

func (g *gen) small1(n nid, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	x := &g.p.nodes[n]
	switch x.kind {
	case kIdent, kNumber, kString, kNull, kTrue, kFalse:
		return true
	case kDot, kUnary:
		return g.small1(nid(x.a), left)
	case kBinary, kLogical, kIndex:
		return g.small1(nid(x.a), left) && g.small1(nid(x.b), left)
	case kUpdate:
		return true
	}
	return false
}

func (g *gen) varDecls(x *node) {
	p := g.p
	for i := nid(x.a); i != 0; i = p.nodes[i].next {
		d := p.nodes[i]
		m := g.next
		t := p.nodes[d.a]
		if d.b == 0 {
			if x.op == tIdent { // let x; is initialized here
				pl := g.resolve(nid(d.a))
				if pl.kind == pReg {
					g.emit(code.OpLoadUndef, pl.reg, 0, 0)
				} else {
					r := g.alloc(1)
					g.emit(code.OpLoadUndef, r, 0, 0)
					g.storePlace(&pl, r, true)
				}
				g.next = m
			}
			continue
		}
		if t.kind != kIdent {
			v := g.operand(nid(d.b), 0)
			g.pattern(nid(d.a), v, nid(d.b))
			g.next = m
			continue
		}
		nm := p.str(name(t.a))
		r := g.prepare(nid(d.a), nid(d.b))
		if r.kind == rName && r.dyn < 0 && r.pl.kind == pReg {
			// the variable itself takes the value, unless the initializer may look at it (and must see the hole)
			if pl := r.pl; r.init && g.p.vars[int32(t.b)-1].early {
				v := g.alloc(1)
				g.named(nid(d.b), nm, true, v)
				g.move(pl.reg, v)
			} else {
				g.named(nid(d.b), nm, true, pl.reg)
			}
		} else {
			v := 0
			if g.anonymous(nid(d.b)) {
				v = g.alloc(1)
				g.named(nid(d.b), nm, true, v)
			} else {
				v = g.expr(nid(d.b), -1)
			}
			g.storeRef(&r, v)
		}
		g.next = m
	}
}

func (g *gen) ifStatement(n nid) {
	p := g.p
	end := newLabel()
	for n != 0 {
		x := p.nodes[n]
		if x.kind != kIf {
			g.statement(n, nil)
			break
		}
		g.undefCV()
		other := newLabel()
		g.cond(nid(x.a), other, false)
		g.statement(nid(x.b), nil)
		if x.c != 0 && !g.ended() {
			g.jump(end)
		}
		g.place(other)
		n = nid(x.c)
	}
	g.place(end)
}

func (g *gen) loop(labels []name) *ctl {
	g.ctl = append(g.ctl, ctl{kind: cLoop, labels: labels, brk: newLabel(), cont: newLabel()})
	c := g.ctl[len(g.ctl)-1]
	return &c
}

func (g *gen) pop() { g.ctl = g.ctl[:len(g.ctl)-1] }

func has(l []name, n name) bool {
	for _, x := range l {
		if x == n {
			return true
		}
	}
	return false
}

func (g *gen) breakTo(x *node) {
	for i := len(g.ctl) - 1; i >= 0; i-- {
		c := &g.ctl[i]
		if x.kind == kContinue {
			if c.kind == cLoop && (x.a == 0 || has(c.labels, name(x.a))) {
				g.jumpOut(c.cont, i)
				return
			}
			continue
		}
		if c.brk != nil && (x.a == 0 && (c.kind == cLoop || c.kind == cSwitch) || x.a != 0 && has(c.labels, name(x.a))) {
			g.jumpOut(c.brk, i)
			return
		}
	}
}

// jumpOut jumps to a mark that belongs to entry depth of the stack, closing iterators and running finally blocks on the way.
func (g *gen) jumpOut(target *mark, depth int) {
	for i := len(g.ctl) - 1; i > depth; i-- {
		c := &g.ctl[i]
		switch c.kind {
		case cIter, cAsyncIt:
			g.closeIter(c)
		case cFinally:
			k := -1
			for j, e := range c.exits {
				if !e.ret && e.target == target {
					k = j
				}
			}
			if k < 0 {
				c.exits = append(c.exits, exit{target: target, depth: depth})
				k = len(c.exits) - 1
			}
			g.emitBx(code.OpLoadInt, c.state, uint32(2+k))
			g.jump(c.entry)
			return
		}
	}
	g.jump(target)
}

// closeIter closes the record of c for a completion that is no throw.
func (g *gen) closeIter(c *ctl) {
	if c.kind == cIter {
		g.emit(code.OpIterClose, c.rec, 0, 0)
		return
	}
	m := g.next
	t := g.alloc(1)
	skip := newLabel()
	g.link(g.emitX(code.OpIterRet, c.rec, t, 0, 0), skip)
	g.emit(code.OpAwait, t, t, 0)
	g.emit(code.OpCheckObject, t, 0, 0)
	g.place(skip)
	g.next = m
}

// closeThrow closes a record for a throw completion: exc stays the exception.
func (g *gen) closeThrow(async bool, rec, exc int) {
	if !async {
		g.emit(code.OpIterCloseT, rec, 0, 0)
		g.emit(code.OpThrow, exc, 0, 0)
		return
	}
	m := g.next
	t := g.alloc(1)
	start := g.here()
	skip := newLabel()
	g.link(g.emitX(code.OpIterRet, rec, t, 0, 0), skip)
	g.emit(code.OpAwait, t, t, 0)
	end := g.here()
	g.place(skip)
	g.handle(start, end, t)
	g.emit(code.OpThrow, exc, 0, 0)
	g.next = m
}

// returnValue returns register r (-1: undefined) through what is around. await: a return statement, which awaits in async generators.
func (g *gen) returnValue(r int, await bool) {
	m := g.next
	if await && g.f.Flags&(code.Async|code.Generator) == code.Async|code.Generator {
		t := g.alloc(1)
		if r < 0 {
			g.emit(code.OpLoadUndef, t, 0, 0)
			r = t
		}
		g.emit(code.OpAwait, t, r, 0)
		r = t
	}
	g.returnFrom(r, len(g.ctl)-1)
	g.next = m
}

// leaves reports whether a return runs code on its way out.
func (g *gen) leaves() bool {
	for i := range g.ctl {
		switch g.ctl[i].kind {
		case cIter, cAsyncIt, cFinally:
			return true
		}
	}
	return false
}

// returnFrom is returnValue at entry top of the stack.
func (g *gen) returnFrom(r, top int) {
	for i := top; i >= 0; i-- {
		c := &g.ctl[i]
		switch c.kind {
		case cIter, cAsyncIt:
			g.closeIter(c)
		case cFinally:
			k := -1
			for j, e := range c.exits {
				if e.ret {
					k = j
				}
			}
			if k < 0 {
				c.exits = append(c.exits, exit{ret: true})
				k = len(c.exits) - 1
			}
			if r < 0 {
				g.emit(code.OpLoadUndef, c.value, 0, 0)
			} else {
				g.move(c.value, r)
			}
			g.emitBx(code.OpLoadInt, c.state, uint32(2+k))
			g.jump(c.entry)
			return
		}
	}
	switch {
	case g.derived:
		if r < 0 {
			g.emit(code.OpLoadUndef, g.retReg, 0, 0)
		} else {
			g.move(g.retReg, r)
		}
		g.jump(g.retAt)
	case r < 0:
		g.emit(code.OpReturnU, 0, 0, 0)
	default:
		g.emit(code.OpReturn, r, 0, 0)
	}
}

// rawThis returns a register with the binding of this in a derived constructor, checked or not.
func (g *gen) rawThis() int {
	v := g.thisVar
	if v < 0 { // never used: super() was not called
		t := g.alloc(1)
		g.emit(code.OpLoadHole, t, 0, 0)
		return t
	}
	x := &g.p.vars[v]
	if !x.captured {
		return int(x.reg)
	}
	t := g.alloc(1)
	g.emitSlot(code.OpGetSlot, t, int(g.p.scopes[x.scope].cellReg), int(x.slot))
	return t
}

func (g *gen) try(n nid) {
	p := g.p
	x := p.nodes[n]
	g.undefCV()
	if x.c == 0 {
		g.tryCatch(n)
		return
	}
	state := g.alloc(2)
	value := state + 1
	entry := newLabel()
	g.ctl = append(g.ctl, ctl{kind: cFinally, state: state, value: value, entry: entry})
	start := g.here()
	if x.b != 0 {
		g.tryCatch(n)
	} else {
		g.statement(nid(x.a), nil)
	}
	end := g.here()
	exits := g.ctl[len(g.ctl)-1].exits
	g.pop()
	g.emitBx(code.OpLoadInt, state, 0)
	g.jump(entry)
	g.handle(start, end, value)
	g.emitBx(code.OpLoadInt, state, 1)
	g.place(entry)
	cv := -1
	if g.cv >= 0 {
		cv = g.alloc(1)
		g.move(cv, g.cv)
		g.undefCV()
	}
	g.statement(nid(x.c), nil)
	if cv >= 0 {
		g.move(g.cv, cv)
	}
	// what to do after it
	done := newLabel()
	g.jumpCmpI(code.OpJSeqI, state, 0, done)
	for k, e := range exits {
		next := newLabel()
		g.jumpCmpI(code.OpJSneI, state, int16(2+k), next)
		if e.ret {
			g.returnFrom(value, len(g.ctl)-1)
		} else {
			g.jumpOut(e.target, e.depth)
		}
		g.place(next)
	}
	g.emit(code.OpThrow, value, 0, 0)
	g.place(done)
}

func (g *gen) tryCatch(n nid) {
	p := g.p
	x := p.nodes[n]
	m := g.next
	start := g.here()
	g.statement(nid(x.a), nil)
	end := g.here()
	after := newLabel()
	g.jump(after)
	c := p.nodes[x.b]
	s := sid(c.c)
	exc := -1
	if c.a != 0 && p.nodes[c.a].kind == kIdent && p.nodes[c.a].b != 0 {
		if x := &p.vars[int32(p.nodes[c.a].b)-1]; !x.captured && g.next < maxLocals {
			exc = g.next // the variable is the first that enter gives a register
		}
	}
	own := exc < 0
	if own {
		exc = g.alloc(1)
	}
	g.handle(start, end, exc)
	g.undefCV()
	g.enter(s)
	if c.a != 0 {
		if p.nodes[c.a].kind == kIdent {
			if own {
				pl := g.resolve(nid(c.a))
				g.storePlace(&pl, exc, true)
			}
		} else {
			g.pattern(nid(c.a), exc, 0)
		}
	}
	g.statement(nid(c.b), nil)
	g.leave(m)
	g.place(after)
}

func (g *gen) switchStatement(n nid, labels []name) {
	p := g.p
	x := p.nodes[n]
	g.undefCV()
	d := g.alloc(1)
	g.exprTo(nid(x.a), d)
	m := g.next
	s := sid(x.c)
	g.enter(s)
	g.hoist(s)
	end := newLabel()
	g.ctl = append(g.ctl, ctl{kind: cSwitch, labels: labels, brk: end})
	var marks []*mark
	deflt := end
	g.intTable(nid(x.b), d)
	for i := nid(x.b); i != 0; i = p.nodes[i].next {
		c := p.nodes[i]
		l := newLabel()
		marks = append(marks, l)
		if c.a == 0 {
			deflt = l
			continue
		}
		k := g.next
		if v, ok := g.small(nid(c.a)); ok {
			g.jumpCmpI(code.OpJSeqI, d, int16(v), l)
		} else {
			r := g.expr(nid(c.a), -1)
			g.jumpCmp(code.OpJSeq, d, r, l)
		}
		g.next = k
	}
	g.jump(deflt)
	k := 0
	tab := g.lastTable
	for i := nid(x.b); i != 0; i = p.nodes[i].next {
		g.place(marks[k])
		g.tableCase(tab, p.nodes[i].a)
		k++
		g.statements(nid(p.nodes[i].b))
	}
	g.pop()
	g.leave(m)
	g.place(end)
}

// switchTable is the dense table of a switch whose cases are small integers.
type switchTable struct {
	at   int // the instruction
	row  int
	low  int
	seen []bool
}

// intTable emits a SwitchInt where the cases are mostly small integers, and notes it in lastTable.
func (g *gen) intTable(first nid, d int) {
	p := g.p
	g.lastTable = nil
	count, lo, hi := 0, 0, 0
	for i := first; i != 0; i = p.nodes[i].next {
		a := nid(p.nodes[i].a)
		if a == 0 {
			continue
		}
		v, ok := g.small(a)
		if !ok {
			return
		}
		if count == 0 || v < lo {
			lo = v
		}
		if count == 0 || v > hi {
			hi = v
		}
		count++
	}
	if count < 5 || hi-lo > 4*count+16 {
		return
	}
	g.f.Switches = append(g.f.Switches, code.Switch{Low: int32(lo), Offsets: make([]int32, hi-lo+1)})
	row := len(g.f.Switches) - 1
	at := g.emitBx(code.OpSwitchInt, d, uint32(row))
	g.lastTable = &switchTable{at: at, row: row, low: lo, seen: make([]bool, hi-lo+1)}
}

// tableCase notes in the table that the case with test a is here.
func (g *gen) tableCase(t *switchTable, a uint32) {
	if t == nil || a == 0 {
		return
	}
	v, _ := g.small(nid(a))
	if i := v - t.low; !t.seen[i] {
		t.seen[i] = true
		g.f.Switches[t.row].Offsets[i] = int32(g.here() - (t.at + 1))
	}
}

// scoped compiles a for statement of any kind with the scope of its head.
func (g *gen) scoped(x *node, labels []name) {
	p := g.p
	g.undefCV()
	m := g.next
	s := sid(x.c)
	n := p.nodes[x.a]
	if n.kind == kFor {
		g.enter(s)
		g.forLoop(&n, s, labels)
		g.leave(m)
		return
	}
	g.forEach(&n, s, labels)
}

func (g *gen) forLoop(n *node, s sid, labels []name) {
	p := g.p
	m := g.next
	if n.a != 0 {
		if p.nodes[n.a].kind == kVar {
			v := p.nodes[n.a]
			g.varDecls(&v)
		} else {
			g.effect(nid(n.a))
		}
		g.next = m
	}
	copies := p.scopes[s].hasCell && n.a != 0 && p.nodes[n.a].kind == kVar && p.nodes[n.a].op == tIdent
	if copies {
		g.emit(code.OpCopyScope, int(p.scopes[s].cellReg), 0, 0)
	}
	// a bound that no instruction can hold is kept in a register
	bound := -1
	if n.b != 0 && g.next < maxLocals {
		if t := p.nodes[n.b]; t.kind == kBinary && t.op == tLt && p.nodes[t.b].kind == kNumber && p.nodes[t.a].kind == kIdent {
			if _, ok := g.small(nid(t.b)); !ok {
				bound = g.alloc(1)
				g.base = max(g.base, g.next)
				g.loadNumber(bound, p.numberValue(nid(t.b)))
			}
		}
	}
	c := g.loop(labels)
	body := newLabel()
	if bound >= 0 {
		t := p.nodes[n.b]
		k := g.next
		r := g.expr(nid(t.a), -1)
		g.pos = int(t.c)
		g.jumpCmp(code.OpJNLt, r, bound, c.brk)
		g.next = k
		g.place(body)
		g.statement(nid(n.d), nil)
		g.place(c.cont)
		if copies {
			g.emit(code.OpCopyScope, int(p.scopes[s].cellReg), 0, 0)
		}
		if !g.countedTo(n, bound, body) {
			if n.c != 0 {
				g.effect(nid(n.c))
			}
			r := g.expr(nid(t.a), -1)
			g.pos = int(t.c)
			g.jumpCmp(code.OpJLt, r, bound, body)
		}
		g.pop()
		g.place(c.brk)
		g.next = m
		return
	}
	if n.b != 0 && !g.cheap(nid(n.b)) {
		top := newLabel()
		g.place(top)
		g.cond(nid(n.b), c.brk, false)
		g.statement(nid(n.d), nil)
		g.place(c.cont)
		if copies {
			g.emit(code.OpCopyScope, int(p.scopes[s].cellReg), 0, 0)
		}
		if n.c != 0 {
			g.effect(nid(n.c))
		}
		g.jump(top)
		g.pop()
		g.place(c.brk)
		return
	}
	if n.b != 0 {
		g.cond(nid(n.b), c.brk, false)
	}
	g.place(body)
	g.statement(nid(n.d), nil)
	g.place(c.cont)
	if copies {
		g.emit(code.OpCopyScope, int(p.scopes[s].cellReg), 0, 0)
	}
	if !g.countedLoop(n, body) {
		if n.c != 0 {
			g.effect(nid(n.c))
		}
		if n.b != 0 {
			g.cond(nid(n.b), body, true)
		} else {
			g.jump(body)
		}
	}
	g.pop()
	g.place(c.brk)
}

// countedTo is countedLoop with the bound in a register.
func (g *gen) countedTo(n *node, bound int, body *mark) bool {
	p := g.p
	t := p.nodes[n.b]
	if n.c == 0 {
		return false
	}
	u := p.nodes[n.c]
	if u.kind != kUpdate || u.op != tInc || p.nodes[u.a].kind != kIdent || p.nodes[u.a].a != p.nodes[t.a].a {
		return false
	}
	pl := g.resolve(nid(u.a))
	if pl.kind != pReg || pl.check || pl.konst || len(pl.dyn) > 0 {
		return false
	}
	g.pos = int(t.c)
	g.jumpCmp(code.OpIncJLt, pl.reg, bound, body)
	return true
}

// countedLoop emits the end of a loop for (…; i < n; i++) with i in a register as one instruction.
func (g *gen) countedLoop(n *node, body *mark) bool {
	p := g.p
	if n.b == 0 || n.c == 0 {
		return false
	}
	t, u := p.nodes[n.b], p.nodes[n.c]
	if t.kind != kBinary || t.op != tLt || u.kind != kUpdate || u.op != tInc || p.nodes[u.a].kind != kIdent || p.nodes[t.a].kind != kIdent ||
		p.nodes[u.a].a != p.nodes[t.a].a {
		return false
	}
	pl := g.resolve(nid(u.a))
	if pl.kind != pReg || pl.check || pl.konst || len(pl.dyn) > 0 {
		return false
	}
	m := g.next
	g.pos = int(t.c)
	if v, ok := g.small(nid(t.b)); ok {
		g.jumpCmpI(code.OpIncJLtI, pl.reg, int16(v), body)
		return true
	}
	if p.nodes[t.b].kind != kIdent {
		return false // the bound is read after i has been incremented
	}
	q := g.resolve(nid(t.b))
	if q.kind != pReg || q.check || q.reg == pl.reg || len(q.dyn) > 0 {
		return false
	}
	g.jumpCmp(code.OpIncJLt, pl.reg, q.reg, body)
	g.next = m
	return true
}

// closes reports whether evaluating n may make a closure of code within it.
func (g *gen) closes(n nid) bool {
	x := &g.p.nodes[n]
	switch x.kind {
	case kIdent, kNumber, kString:
		return false
	case kDot, kUnary:
		return g.closes(nid(x.a))
	case kIndex:
		return g.closes(nid(x.a)) || g.closes(nid(x.b))
	case kCall, kNew:
		for i := nid(x.b); i != 0; i = g.p.nodes[i].next {
			if g.closes(i) {
				return true
			}
		}
		return g.closes(nid(x.a))
	}
	return true
}

// forEach compiles for-in, for-of and for-await.
func (g *gen) forEach(n *node, s sid, labels []name) {
	p := g.p
	m := g.next
	head := p.nodes[n.a]
	lexical := head.kind == kVar && head.op != tVar
	await := n.flags&fAwaited != 0
	size := 3
	if n.kind == kForIn {
		size = 2
	}
	// for (var x = 1 in o)
	if head.kind == kVar && p.nodes[head.a].b != 0 && n.kind == kForIn {
		g.varDecls(&head)
	}
	rec := g.alloc(size + 1)
	val := rec + size
	g.base = g.next
	early := false
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		early = early || !x.dead && (x.direct || x.early && g.closes(nid(n.b)))
	}
	k := g.next
	obj := val
	if lexical && early {
		g.enter(s)
		g.exprTo(nid(n.b), val)
		g.leave(k)
	} else {
		obj = g.expr(nid(n.b), -1)
	}
	g.pos = int(p.nodes[n.b].pos)
	switch {
	case n.kind == kForIn:
		g.emit(code.OpForIn, rec, obj, 0)
	case await:
		g.emit(code.OpGetAIter, rec, obj, 0)
	default:
		g.emit(code.OpGetIter, rec, obj, 0)
	}
	g.next = k
	c := g.loop(labels)
	g.place(c.cont)
	end := newLabel()
	switch {
	case n.kind == kForIn:
		g.link(g.emitX(code.OpForInNext, rec, val, 0, 0), end)
	case await:
		g.emit(code.OpIterCall, rec, val, 0)
		g.emit(code.OpAwait, val, val, 0)
		t := g.alloc(1)
		g.emit(code.OpIterDone, t, val, 0)
		g.jumpIf(code.OpJTrue, t, end)
		g.next = k
		g.getProp(val, val, "value")
	default:
		g.link(g.emitX(code.OpIterNext, rec, val, 0, 0), end)
	}
	start := g.here()
	if n.kind == kForOf {
		kind := cIter
		if await {
			kind = cAsyncIt
		}
		// break closes the iterator, continue does not: the entry lies between the two marks
		l := g.ctl[len(g.ctl)-1]
		g.ctl[len(g.ctl)-1] = ctl{kind: cLabel, labels: l.labels, brk: l.brk}
		g.ctl[len(g.ctl)-1].kind = cSwitch
		g.ctl = append(g.ctl, ctl{kind: kind, rec: rec}, ctl{kind: cLoop, labels: l.labels, cont: l.cont})
	}
	g.enter(s)
	if head.kind == kVar {
		t := nid(p.nodes[head.a].a)
		if p.nodes[t].kind == kIdent {
			r := g.prepare(t, 0)
			g.storeRef(&r, val)
		} else {
			g.pattern(t, val, 0)
		}
	} else if h := p.nodes[n.a]; (h.kind == kArray || h.kind == kObject) && h.flags&fParen == 0 {
		g.pattern(nid(n.a), val, 0)
	} else {
		r := g.prepare(nid(n.a), 0)
		if r.kind != rBad {
			g.storeRef(&r, val)
		}
	}
	g.statement(nid(n.d), nil)
	g.leave(k)
	stop := g.here()
	g.jump(c.cont)
	if n.kind == kForOf {
		g.pop()
		g.pop()
	}
	g.pop()
	if n.kind == kForOf {
		g.handle(start, stop, val)
		g.closeThrow(await, rec, val)
	}
	g.place(end)
	g.place(c.brk)
	g.next = m
}
