package parse

import "github.com/niso-engine/niso/js/vm/code"

// pattern destructures register v by the pattern n. value is the expression that v came from, for messages, or 0.
func (g *gen) pattern(n nid, v int, value nid) {
	if g.p.nodes[n].kind == kArray {
		g.arrayPattern(n, v)
	} else {
		g.objectPattern(n, v, value)
	}
}

// element destructures into target n, which may have a default, the value that get puts into a register.
func (g *gen) element(n nid, get func(dst int)) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	target, deflt := n, nid(0)
	if x.kind == kAssign && x.flags&fParen == 0 {
		target, deflt = nid(x.a), nid(x.b)
	}
	t := p.nodes[target]
	if (t.kind == kArray || t.kind == kObject) && t.flags&fParen == 0 {
		v := g.alloc(1)
		get(v)
		g.deflt(v, deflt, "", false)
		g.pattern(target, v, 0)
		g.next = m
		return
	}
	if t.kind == kIdent && t.flags&fParen == 0 {
		if pl := g.resolve(target); pl.kind == pReg && len(pl.dyn) == 0 && !pl.check && !pl.fnName &&
			(t.flags&fBinding != 0 && t.b != 0 && !p.vars[int32(t.b)-1].early || deflt == 0 && !pl.konst) {
			// straight into the variable
			get(pl.reg)
			g.deflt(pl.reg, deflt, p.str(name(t.a)), true)
			return
		}
	}
	r := g.prepare(target, 0)
	named, nm := t.kind == kIdent && t.flags&fParen == 0, ""
	if named {
		nm = p.str(name(t.a))
	}
	v := g.alloc(1)
	get(v)
	g.deflt(v, deflt, nm, named)
	if r.kind != rBad {
		g.storeRef(&r, v)
	}
	g.next = m
}

// deflt replaces undefined in v by the default.
func (g *gen) deflt(v int, d nid, nm string, named bool) {
	if d == 0 {
		return
	}
	end := newLabel()
	g.jumpIf(code.OpJNUndef, v, end)
	g.named(d, nm, named, v)
	g.place(end)
}

func (g *gen) arrayPattern(n nid, v int) {
	p := g.p
	m := g.next
	rec := g.alloc(4)
	exc := rec + 3
	g.pos = int(p.nodes[n].pos)
	g.emit(code.OpGetIter, rec, v, 0)
	oldBase := g.base
	g.base = g.next
	start := g.here()
	g.ctl = append(g.ctl, ctl{kind: cIter, rec: rec})
	for i := nid(p.nodes[n].a); i != 0; i = p.nodes[i].next {
		x := p.nodes[i]
		g.pos = int(x.pos)
		switch x.kind {
		case kHole:
			t := g.alloc(1)
			g.emit(code.OpIterStep, rec, t, 0)
			g.next = t
		case kSpread:
			g.element(nid(x.a), func(d int) { g.emit(code.OpIterRest, rec, d, 0) })
		default:
			g.element(i, func(d int) { g.emit(code.OpIterStep, rec, d, 0) })
		}
	}
	g.pop()
	stop := g.here()
	g.emit(code.OpIterClose, rec, 0, 0)
	end := newLabel()
	g.jump(end)
	g.handle(start, stop, exc)
	g.closeThrow(false, rec, exc)
	g.place(end)
	g.next, g.base = m, oldBase
}

func (g *gen) objectPattern(n nid, v int, value nid) {
	p := g.p
	m := g.next
	first := nid(p.nodes[n].a)
	// the message names the first property and what was destructured
	msg := "Cannot destructure '"
	text := "undefined"
	if value != 0 {
		x := &p.nodes[value]
		text = p.text(int(x.pos), int(x.end))
		if len(text) > 60 {
			text = "(intermediate value)"
		}
	}
	if first != 0 {
		if x := p.nodes[first]; x.op == tColon && x.flags&fComputed == 0 {
			if s, index := g.keyText(nid(x.a)); !index {
				msg = "Cannot destructure property '" + s + "' of '"
			}
		}
	}
	g.pos = int(p.nodes[n].pos)
	if first != 0 {
		g.pos = int(p.nodes[first].pos)
	}
	g.emitBx(code.OpCheckDestr, v, g.str(msg+text+"' as it is "))
	rest, count := false, 0
	for i := first; i != 0; i = p.nodes[i].next {
		if p.nodes[i].op == tEllipsis {
			rest = true
		} else {
			count++
		}
	}
	keys := 0
	if rest {
		keys = g.alloc(max(count, 1))
	}
	k := 0
	for i := first; i != 0; i = p.nodes[i].next {
		x := p.nodes[i]
		g.pos = int(x.pos)
		mm := g.next
		if x.op == tEllipsis {
			g.element(nid(x.b), func(d int) { g.emitX(code.OpCopyRest, d, v, keys, uint32(count)) })
			continue
		}
		computed := x.flags&fComputed != 0
		s, index := "", true
		if !computed {
			s, index = g.keyText(nid(x.a))
		}
		if !index {
			if rest {
				g.loadString(keys+k, s)
			}
			g.element(nid(x.b), func(d int) { g.getProp(d, v, s) })
		} else {
			key := keys + k
			if !rest {
				key = g.alloc(1)
			}
			g.keyTo(nid(x.a), computed, key)
			g.element(nid(x.b), func(d int) { g.emit(code.OpGetElem, d, v, key) })
		}
		k++
		g.next = mm
	}
	g.next = m
}
