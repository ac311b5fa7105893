package parse

import "github.com/niso-engine/niso/js/vm/code"

// class compiles a class into dst. Its name is its own, or nm, or where nameReg is not negative the property key in that register.
//
// https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation
func (g *gen) class(n nid, dst int, nm string, nameReg int) {
	p := g.p
	m := g.next
	x := p.nodes[n]
	ctor := p.nodes[x.d]
	if ctor.b != 0 {
		nm, nameReg = p.str(name(ctor.b)), -1
	}
	oldBase := g.base
	wasStrict := g.f.Flags & code.Strict
	s := sid(x.c)
	g.enter(s)
	// private names
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		y := &p.vars[v]
		if y.dead || y.kind != vPrivate {
			continue
		}
		k := g.next
		r := int(y.reg)
		if y.captured {
			r = g.alloc(1)
		}
		g.emitBx(code.OpNewPrivate, r, g.str(p.str(y.name)))
		g.setVar(v, r)
		g.next = k
	}
	c := g.alloc(2) // constructor and prototype
	h := code.NoReg
	if x.a != 0 {
		h = g.alloc(1)
		g.exprTo(nid(x.a), h)
	}
	g.pos = int(x.pos)
	nr := code.NoReg
	if nameReg >= 0 {
		nr = nameReg
	}
	ref := g.closureRef(int32(ctor.a), nm, x.end)
	g.emitX(code.OpClass, c, h, nr, ref|uint32(g.cell(s))<<24)
	g.next = c + 2
	inst, static := false, false
	pairs := map[uint32]int{}
	for i := nid(x.b); i != 0; i = p.nodes[i].next {
		y := p.nodes[i]
		g.pos = int(y.pos)
		k := g.next
		isStatic := y.flags&fStatic != 0
		target := c + 1
		if isStatic {
			target = c
		}
		key := p.nodes[y.a]
		private := y.a != 0 && y.flags&fComputed == 0 && key.kind == kIdent
		switch y.op {
		case tLBrace:
			static = true
		case tAssign:
			if isStatic {
				static = true
			} else {
				inst = true
			}
			if y.flags&fComputed != 0 {
				r := g.alloc(1)
				g.keyTo(nid(y.a), true, r)
				g.setVar(int32(p.nodes[y.d].b)-1, r)
			}
		default:
			f := p.nodes[y.b]
			kr := g.alloc(2)
			fr := kr + 1
			if !private {
				g.keyTo(nid(y.a), y.flags&fComputed != 0, kr)
				g.closure(fr, int32(f.a), "", x.end)
				fl := uint32(0)
				if y.op == tGet {
					fl = code.MethodGet
				} else if y.op == tSet {
					fl = code.MethodSet
				}
				g.emitX(code.OpDefMethod, fr, target, kr, fl)
				break
			}
			text := p.str(name(key.a))
			g.closure(fr, int32(f.a), "", x.end)
			g.emit(code.OpSetHome, fr, target, 0)
			g.loadString(kr, text)
			prefix := 0
			if y.op == tGet {
				prefix = 1
			} else if y.op == tSet {
				prefix = 2
			}
			g.emit(code.OpSetName, fr, kr, prefix)
			if !isStatic {
				inst = true
				g.setVar(int32(p.nodes[y.d].b)-1, fr)
				break
			}
			g.exprTo(nid(y.a), kr)
			switch y.op {
			case tMethod:
				g.emit(code.OpDefPrivFn, fr, c, kr)
			default:
				g.staticAccessor(i, fr, c, kr, pairs)
				if r, first := pairs[key.a]; first && r == kr {
					k = g.next // the first half waits there
				}
			}
		}
		g.next = k
	}
	// the class's own name within it
	if v := p.scopes[s].vars.first; v != 0 && p.vars[v].kind == vConst && !p.vars[v].dead {
		g.setVar(v, c)
	}
	if inst {
		r := g.alloc(1)
		g.initializer(nid(x.b), s, false, r)
		g.emit(code.OpSetHome, r, c+1, 0)
		g.emit(code.OpClassInit, c, r, 0)
		g.next = r
	}
	if static {
		r := g.alloc(2)
		g.initializer(nid(x.b), s, true, r)
		g.emit(code.OpSetHome, r, c, 0)
		g.move(r+1, c)
		g.pos = int(x.pos)
		g.emit(code.OpCall, r, 0, r)
		g.next = r
	}
	g.f.Flags = g.f.Flags&^code.Strict | wasStrict
	g.move(dst, c)
	g.leave(m)
	g.base = oldBase
}

// staticAccessor defines a static private accessor when both halves that there are have been made: pairs keeps the registers of a
// first half.
func (g *gen) staticAccessor(i nid, fr, target, kr int, pairs map[uint32]int) {
	p := g.p
	y := p.nodes[i]
	key := p.nodes[y.a].a
	half := 0
	if y.op == tSet {
		half = 1
	}
	r, second := pairs[key]
	if second {
		g.move(r+half, fr)
		g.emit(code.OpDefPrivAcc, r, target, kr)
		return
	}
	for j := y.next; j != 0; j = p.nodes[j].next {
		z := p.nodes[j]
		if z.a != 0 && z.flags&fComputed == 0 && z.flags&fStatic != 0 && (z.op == tGet || z.op == tSet) && p.nodes[z.a].kind == kIdent && p.nodes[z.a].a == key {
			// the registers of the pair stay taken: fr is the higher of two that were taken just now
			pairs[key] = kr
			if half == 0 {
				g.move(kr, fr)
			}
			return
		}
	}
	t := g.alloc(2)
	g.emit(code.OpLoadUndef, t, 0, 0)
	g.emit(code.OpLoadUndef, t+1, 0, 0)
	g.move(t+half, fr)
	k := g.alloc(1)
	g.exprTo(nid(y.a), k)
	g.emit(code.OpDefPrivAcc, t, target, k)
}

// initializer compiles the function that runs a class's field initializers, or its static ones and static blocks, and makes a closure
// of it in dst.
func (g *gen) initializer(members nid, s sid, static bool, dst int) {
	p := g.p
	// the scopes of the initializers know which function they belong to
	fn := int32(-1)
	for i := members; i != 0; i = p.nodes[i].next {
		if y := &p.nodes[i]; y.c != 0 && (y.flags&fStatic != 0) == static && (y.op == tAssign || y.op == tLBrace) {
			fn = p.scopes[y.c].fn
		}
	}
	q := p.newGen(g, fn, s)
	f := q.twice(func() {
		q.f.Flags = code.Strict | code.Method | code.FieldInit
		if static {
			q.f.Flags = code.Strict | code.Method | code.StaticInit
		}
		q.f.Name = "<instance_members_initializer>"
		if static {
			q.f.Name = "<static_initializer>"
		}
		q.scope = s
		q.initMembers(members, static)
	})
	g.f.Inner = append(g.f.Inner, f)
	g.f.Closures = append(g.f.Closures, code.ClosureRef{Record: int32(^(len(g.f.Inner) - 1)), Name: g.str(f.Name)})
	g.emitX(code.OpClosure, dst, g.cell(g.scope), 0, uint32(len(g.f.Closures)-1))
}

func (g *gen) initMembers(members nid, static bool) {
	p := g.p
	if !static {
		this := g.alloc(1)
		loaded := false
		accessors := map[uint32]bool{}
		for i := members; i != 0; i = p.nodes[i].next {
			y := p.nodes[i]
			if y.d == 0 || y.flags&fStatic != 0 || y.op == tAssign {
				continue
			}
			m := g.next
			if !loaded {
				g.emit(code.OpLoadThis, this, 0, 0)
				loaded = true
			}
			g.pos = int(y.pos)
			key := p.nodes[y.a].a
			k := g.alloc(1)
			g.exprTo(nid(y.a), k)
			if y.op == tMethod {
				r := g.alloc(1)
				g.exprTo(nid(y.d), r)
				g.emit(code.OpDefPrivFn, r, this, k)
			} else if !accessors[key] {
				accessors[key] = true
				r := g.alloc(2)
				g.emit(code.OpLoadUndef, r, 0, 0)
				g.emit(code.OpLoadUndef, r+1, 0, 0)
				for j := i; j != 0; j = p.nodes[j].next {
					z := p.nodes[j]
					if z.d != 0 && z.op != tAssign && p.nodes[z.a].a == key && z.flags&fStatic == 0 {
						if z.op == tGet {
							g.exprTo(nid(z.d), r)
						} else if z.op == tSet {
							g.exprTo(nid(z.d), r+1)
						}
					}
				}
				g.emit(code.OpDefPrivAcc, r, this, k)
			}
			g.next = m
		}
	}
	for i := members; i != 0; i = p.nodes[i].next {
		y := p.nodes[i]
		if (y.flags&fStatic != 0) != static || y.c == 0 || y.op != tAssign && y.op != tLBrace {
			continue
		}
		m := g.next
		s := sid(y.c)
		g.enter(s)
		g.pseudos(s)
		g.pos = int(y.pos)
		if y.op == tLBrace {
			g.hoist(s)
			g.statements(nid(p.nodes[y.b].a))
		} else {
			g.field(&y)
		}
		g.leave(m)
	}
	g.emit(code.OpReturnU, 0, 0, 0)
}

// field defines one field.
func (g *gen) field(y *node) {
	p := g.p
	this := g.alloc(1)
	g.emit(code.OpLoadThis, this, 0, 0)
	v := g.alloc(1)
	key := p.nodes[y.a]
	value := func(nm string, named bool) {
		if y.b == 0 {
			g.emit(code.OpLoadUndef, v, 0, 0)
		} else {
			g.named(nid(y.b), nm, named, v)
		}
	}
	switch {
	case y.flags&fComputed != 0:
		k := g.alloc(1)
		g.exprTo(nid(y.d), k)
		if y.b != 0 && g.anonymous(nid(y.b)) {
			g.namedByKey(nid(y.b), k, v)
			g.emitX(code.OpDefMethod, v, this, k, code.MethodAnonymous|code.MethodEnumerable)
			return
		}
		value("", false)
		g.pos = int(y.pos)
		g.emit(code.OpDefElem, v, this, k)
	case key.kind == kIdent:
		text := p.str(name(key.a))
		value(text, true)
		k := g.alloc(1)
		g.exprTo(nid(y.a), k)
		g.pos = int(y.pos)
		g.emitX(code.OpDefPriv, v, this, k, g.site(text))
	default:
		s, index := g.keyText(nid(y.a))
		if index {
			k := g.alloc(1)
			g.keyTo(nid(y.a), false, k)
			if key.kind == kNumber && y.b != 0 && g.anonymous(nid(y.b)) {
				g.namedByKey(nid(y.b), k, v)
				g.emitX(code.OpDefMethod, v, this, k, code.MethodAnonymous|code.MethodEnumerable)
				return
			}
			value(s, true)
			g.pos = int(y.pos)
			g.emit(code.OpDefElem, v, this, k)
			return
		}
		value(s, true)
		g.pos = int(y.pos)
		g.propOp(code.OpDefField, code.OpDefFieldW, v, this, s)
	}
}
