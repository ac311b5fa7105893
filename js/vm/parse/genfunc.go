package parse

import "github.com/niso-engine/niso/js/vm/code"

// maxParams is up to how many parameters arrive in registers of their own; functions with more take them from an array.
const maxParams = 100

func (p *parser) compileRecord(row int32) *code.Func {
	r := p.prog.Records[row]
	p.outerRef, p.made = r.Scope, r.Made
	if r.Flags&code.DefaultCtor != 0 {
		g := p.newGen(nil, 0, 0)
		g.f.Record, g.f.Flags = row, r.Flags
		g.defaultCtor()
		return g.finish()
	}
	p.secondParse(row)
	t := p.root
	g := p.newGen(nil, 0, p.scopes[t.scope].parent)
	return g.twice(func() {
		g.f.Record = row
		g.f.Flags = t.flags | r.Flags
		g.f.Name = t.name
		g.f.Length = r.Length
		g.function(&t)
	})
}

// defaultCtor is the code of an implicit constructor.
func (g *gen) defaultCtor() {
	f := g.f
	g.pos = int(g.p.prog.Records[f.Record].Start)
	if f.Flags&code.Derived == 0 {
		if f.Flags&code.HasFields != 0 {
			r := g.alloc(2)
			g.emit(code.OpLoadThis, r, 0, 0)
			g.emit(code.OpLoadCallee, r+1, 0, 0)
			g.emit(code.OpInitFields, r, r+1, 0)
		}
		g.emit(code.OpReturnU, 0, 0, 0)
		return
	}
	args := g.alloc(1)
	f.RestReg = uint8(args)
	f.Flags |= code.HasRest
	fn := g.alloc(1)
	g.emit(code.OpLoadCallee, fn, 0, 0)
	r := g.alloc(3)
	g.emit(code.OpSuperCtor, r, fn, 0)
	g.emit(code.OpLoadNewT, r+1, 0, 0)
	g.move(r+2, args)
	g.emit(code.OpSuperSpr, r, 0, r)
	g.emit(code.OpInitFields, r, fn, 0)
	g.emit(code.OpReturn, r, 0, 0)
}

// function compiles parameters and body.
func (g *gen) function(t *funcTree) {
	p := g.p
	f := g.f
	sc := &p.scopes[t.scope]
	g.derived = f.Flags&code.Derived != 0
	g.thisVar = sc.thisVar - 1
	g.pos = int(t.start)
	var params []nid
	rest := nid(0)
	for i := t.params; i != 0; i = p.nodes[i].next {
		if p.nodes[i].kind == kSpread {
			rest = i
		} else {
			params = append(params, i)
		}
	}
	many := len(params) > maxParams
	np := len(params)
	if many {
		np = 0
	}
	f.NParams = uint8(np)
	if g.alloc(np); np > 0 {
		g.next = np
	}
	// the arguments object of a sloppy function with simple parameters shares them
	args := sc.argsVar - 1
	mapped := args >= 0 && f.Flags&code.Strict == 0 && f.Flags&code.SimpleParams != 0 && len(params) > 0
	for i, n := range params {
		id := g.paramIdent(n)
		if id == 0 {
			continue
		}
		x := &p.vars[int32(p.nodes[id].b)-1]
		x.fixed = false
		if mapped {
			x.captured = true
		}
		if !many && !x.captured && !g.needsHole(x) && p.nodes[id].b != 0 && x.kind == vParam {
			x.fixed, x.reg = true, uint8(i)
			g.isVar[i] = true
		}
	}
	argsReg := -1
	g.enter(t.scope)
	sc = &p.scopes[t.scope]
	if args >= 0 {
		f.Flags |= code.MakesArgs
		if x := &p.vars[args]; !x.captured {
			argsReg = int(x.reg)
		} else {
			argsReg = g.alloc(1)
		}
		f.ArgsReg = uint8(argsReg)
	}
	restReg := -1
	if rest != 0 || many {
		if rest != 0 && !many {
			if y := p.nodes[p.nodes[rest].a]; y.kind == kIdent {
				if x := &p.vars[int32(y.b)-1]; !x.captured && !g.needsHole(x) {
					restReg = int(x.reg)
				}
			}
		}
		if restReg < 0 {
			restReg = g.alloc(1)
		}
		f.RestReg = uint8(restReg)
		f.Flags |= code.HasRest
	}
	if args >= 0 {
		if p.vars[args].captured {
			g.setVar(args, argsReg)
		}
	}
	m := g.next
	g.base = m
	if f.Flags&code.ClassCtor != 0 && f.Flags&code.HasFields != 0 && !g.derived {
		r := g.alloc(2)
		g.emit(code.OpLoadThis, r, 0, 0)
		g.emit(code.OpLoadCallee, r+1, 0, 0)
		g.emit(code.OpInitFields, r, r+1, 0)
		g.next = m
	}
	g.pseudos(t.scope)
	for v := sc.vars.first; v != 0; v = p.vars[v].next {
		if x := &p.vars[v]; x.kind == vFnName && !x.dead {
			r := int(x.reg)
			if x.captured {
				r = g.alloc(1)
			}
			g.emit(code.OpLoadCallee, r, 0, 0)
			g.setVar(v, r)
			g.next = m
		}
	}
	// parameters
	for i, n := range params {
		r := i
		if many {
			r = g.alloc(1)
			if i < 256 {
				g.emit(code.OpGetIdx, r, restReg, i)
			} else {
				k := g.alloc(1)
				g.loadNumber(k, float64(i))
				g.emit(code.OpGetElem, r, restReg, k)
			}
		}
		g.param(n, r)
		g.next = m
	}
	if rest != 0 {
		if many {
			g.sliceRest(restReg, len(params))
		}
		a := nid(p.nodes[rest].a)
		if p.nodes[a].kind == kIdent {
			pl := g.resolve(a)
			g.storePlace(&pl, restReg, true)
		} else {
			g.pattern(a, restReg, 0)
		}
		g.next = m
	}
	if mapped {
		f.ArgMap = make([]uint16, len(params))
		for i, n := range params {
			x := &p.vars[int32(p.nodes[n].b)-1]
			f.ArgMap[i] = x.slot
			for _, o := range params[i+1:] {
				if p.nodes[o].a == p.nodes[n].a {
					f.ArgMap[i] = 0xffff
				}
			}
		}
		g.emit(code.OpMapArgs, argsReg, int(sc.cellReg), 0)
	}
	if t.inner != t.scope {
		g.enter(t.inner)
		g.sameNames(t.scope, t.inner)
	}
	g.hoist(t.inner)
	if f.Flags&code.Generator != 0 {
		g.emit(code.OpGenerator, 0, 0, 0)
	}
	if g.derived {
		// what is returned is checked behind all handlers
		g.retReg, g.retAt = g.alloc(1), newLabel()
		g.base = g.next
	}
	g.statements(t.body)
	g.pos = int(t.end) - 1
	if g.derived {
		if !g.ended() {
			g.emit(code.OpLoadUndef, g.retReg, 0, 0)
		}
		g.place(g.retAt)
		g.emit(code.OpReturnDrv, g.retReg, g.rawThis(), 0)
		return
	}
	if !g.ended() {
		g.returnFrom(-1, -1)
	}
}

// sliceRest turns the array of all arguments into that of those after the n parameters.
func (g *gen) sliceRest(r, n int) {
	m := g.next
	c := g.alloc(3)
	g.propOp(code.OpGetMethod, code.OpGetMethodW, c, r, "slice")
	g.loadNumber(c+2, float64(n))
	g.emit(code.OpCall, c, 1, r)
	g.next = m
}

// paramIdent returns the identifier of a parameter that is one, with or without default.
func (g *gen) paramIdent(n nid) nid {
	x := &g.p.nodes[n]
	if x.kind == kAssign {
		n = nid(x.a)
		x = &g.p.nodes[n]
	}
	if x.kind == kIdent && x.b != 0 {
		return n
	}
	return 0
}

// param binds the parameter n, whose argument is in register r.
func (g *gen) param(n nid, r int) {
	p := g.p
	x := p.nodes[n]
	target := n
	if x.kind == kAssign {
		target = nid(x.a)
		t := p.nodes[target]
		nm := ""
		if t.kind == kIdent {
			nm = p.str(name(t.a))
		}
		g.deflt(r, nid(x.b), nm, t.kind == kIdent)
	}
	if t := p.nodes[target]; t.kind == kIdent {
		pl := g.resolve(target)
		if pl.kind == pReg && p.vars[int32(t.b)-1].fixed && pl.reg != r {
			return // a later parameter of the same name
		}
		g.storePlace(&pl, r, true)
		return
	}
	g.pattern(target, r, 0)
}

// pseudos gives this, new.target and the active function their values.
func (g *gen) pseudos(s sid) {
	p := g.p
	sc := p.scopes[s]
	set := func(v int32, op code.Op) {
		if v == 0 {
			return
		}
		m := g.next
		x := &p.vars[v-1]
		r := int(x.reg)
		if x.captured {
			r = g.alloc(1)
		}
		g.emit(op, r, 0, 0)
		g.setVar(v-1, r)
		g.next = m
	}
	if g.derived && sc.kind == sFunction {
		set(sc.thisVar, code.OpLoadHole)
	} else {
		set(sc.thisVar, code.OpLoadThis)
	}
	set(sc.newtVar, code.OpLoadNewT)
	set(sc.funcVar, code.OpLoadCallee)
}

// sameNames copies to the vars of a body the values of the parameters of the same names.
func (g *gen) sameNames(params, body sid) {
	p := g.p
	for v := p.scopes[body].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.dead || x.kind != vVar && x.kind != vFunction {
			continue
		}
		for u := p.scopes[params].vars.first; u != 0; u = p.vars[u].next {
			y := &p.vars[u]
			if y.dead || y.name != x.name || y.kind != vParam && !(y.kind == vPseudo && y.name == nArguments) {
				continue
			}
			m := g.next
			r := int(y.reg)
			if y.captured {
				r = g.alloc(1)
				g.emitSlot(code.OpGetSlot, r, int(p.scopes[params].cellReg), int(y.slot))
			}
			g.setVar(v, r)
			g.next = m
		}
	}
}

// compileMain compiles the top level after the first parse.
func (p *parser) compileMain() {
	t := p.root
	s := t.scope
	g := p.newGen(nil, 0, 0)
	switch p.prog.Kind {
	case code.Script:
		p.scriptDecls(s)
	case code.Eval:
		p.checkEval(s)
	case code.Module:
		p.moduleRecord(s)
	}
	p.prog.Main = g.twice(func() {
		f := g.f
		f.Flags = t.flags
		g.pos = 0
		g.cv = -1
		if p.prog.Kind == code.Script || p.prog.Kind == code.Eval {
			g.cv = g.alloc(1)
		}
		g.bound = 0
		g.enter(s)
		switch p.prog.Kind {
		case code.FuncProg:
			r := g.expr(nid(p.nodes[t.body].a), -1)
			g.emit(code.OpReturn, r, 0, 0)
			return
		case code.Module:
			if p.tla {
				f.Flags |= code.Async
			}
		case code.Eval:
			g.evalDecls(s)
		}
		g.pseudos(s)
		if p.prog.Kind != code.Module {
			g.hoist(s)
		}
		g.statements(t.body)
		if g.cv >= 0 {
			g.emit(code.OpReturn, g.cv, 0, 0)
		} else {
			g.emit(code.OpReturnU, 0, 0, 0)
		}
	})
	if p.mod != nil {
		sc := &p.scopes[s]
		p.mod.rec.Scope = code.ScopeDesc{Slots: max(sc.nSlots, 1), TDZ: sc.nTDZ}
		p.exports(s)
		gi := p.newGen(nil, 0, 0)
		gi.scope = s
		gi.f.Flags = code.Strict | code.Main
		gi.hoist(s)
		if len(gi.f.Code) > 0 {
			gi.emit(code.OpReturnU, 0, 0, 0)
			p.mod.rec.Init = gi.finish()
		}
		p.mod.rec.HasTLA = p.tla
		p.prog.Module = p.mod.rec
	}
}

// scriptDecls lists what a script declares.
func (p *parser) scriptDecls(s sid) {
	d := &p.prog.Decls
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.dead {
			continue
		}
		t := p.str(x.name)
		switch x.kind {
		case vVar:
			annex := false
			for _, n := range p.annexNames {
				annex = annex || n == x.name
			}
			if annex {
				d.Annexed = append(d.Annexed, t)
			} else {
				d.Vars = append(d.Vars, t)
			}
		case vFunction:
			d.Funcs = append(d.Funcs, t)
		case vLet, vClass:
			d.Lets = append(d.Lets, code.LexDecl{Name: t})
		case vConst:
			d.Lets = append(d.Lets, code.LexDecl{Name: t, Const: true})
		}
	}
}

// checkEval finds where an eval's vars go, and conflicts with lexical declarations on the way.
func (p *parser) checkEval(s sid) {
	if p.strict {
		return
	}
	var prog *code.Program
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if x.dead || x.kind != vVar && x.kind != vFunction {
			continue
		}
		t := p.str(x.name)
		annex := false
		for _, n := range p.annexNames {
			annex = annex || n == x.name
		}
		global := true
		ref := p.prog.OuterScope
	walk:
		for prog = p.prog.Outer; prog != nil; prog, ref = prog.Outer, prog.OuterScope {
			prog.Mu.Lock()
			for ref.ID != 0 {
				info := prog.ScopeInfo(ref)
				if y, ok := prog.FindVar(ref, t); ok && (y.Flags&code.VarLexical != 0 || info.Flags&code.ScopeParams != 0) {
					prog.Mu.Unlock()
					if annex {
						x.dead = true
						global = false
						break walk
					}
					p.redeclared(x.name, x.pos)
				}
				if info.Kind == code.ScopeVarObj || info.Kind == code.ScopeFunction {
					global = false
					break
				}
				ref = info.Parent
			}
			prog.Mu.Unlock()
			if !global {
				break
			}
		}
		if global {
			d := &p.prog.Decls
			d.Deletable = true
			switch {
			case x.kind == vFunction:
				d.Funcs = append(d.Funcs, t)
			case annex:
				d.Annexed = append(d.Annexed, t)
			default:
				d.Vars = append(d.Vars, t)
			}
		}
	}
}

// evalDecls declares the vars of a sloppy eval in a function.
func (g *gen) evalDecls(s sid) {
	p := g.p
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		if x := &p.vars[v]; !x.dead && x.kind == vVar && g.evalVar(x) {
			g.evalDeclare(p.str(x.name), code.NoReg)
		}
	}
}

// moduleRecord marks the variables that other modules see.
func (p *parser) moduleRecord(s sid) {
	names := map[name]bool{}
	for _, e := range p.mod.exports {
		names[e.local] = true
	}
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		if x := &p.vars[v]; names[x.name] && !x.dead {
			x.exported = true
			if x.kind == vLet || x.kind == vConst || x.kind == vClass {
				x.early = true
			}
		}
	}
}

// exports fills the tables of the module record once slots are known.
func (p *parser) exports(s sid) {
	byName := map[name]int32{}
	for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
		if x := &p.vars[v]; !x.dead {
			byName[x.name] = v
			if x.kind == vImport {
				p.mod.rec.Imports[x.import_].Slot = x.slot
			}
		}
	}
	r := p.mod.rec
	for _, e := range p.mod.exports {
		x := &p.vars[byName[e.local]]
		if x.kind == vImport {
			im := r.Imports[x.import_]
			if !im.All {
				r.Indirect = append(r.Indirect, code.IndirectExport{Name: e.as, Request: im.Request, Import: im.Name, Pos: uint32(e.pos)})
				continue
			}
		}
		r.Exports = append(r.Exports, code.Export{Name: e.as, Slot: x.slot})
	}
}
