package parse

import "github.com/niso-engine/niso/js/vm/code"

// moduleState collects the module record while a module is read.
type moduleState struct {
	rec       *code.ModuleRecord
	exporting bool // names declared now are exported
	exports   []localExport
	names     map[string]bool
	imports   map[name]int // local name -> row of rec.Imports
	vars      []int32
}

type localExport struct {
	local name
	as    string
	pos   int
	end   int
}

// exportName adds a local export.
func (p *parser) exportName(local, as name, pos, end int) {
	p.addExport(local, p.str(as), pos, end)
}

func (p *parser) addExport(local name, as string, pos, end int) {
	p.exportNamed(as, pos, end)
	p.mod.exports = append(p.mod.exports, localExport{local, as, pos, end})
}

func (p *parser) exportNamed(as string, pos, end int) {
	if p.mod.names[as] {
		p.fail(pos, end, "Duplicate export of '"+as+"'")
	}
	p.mod.names[as] = true
}

// request returns the row of a module request, after from: the specifier is the current token.
func (p *parser) request() int32 {
	if p.tok != tString {
		p.unexpected()
	}
	r := code.ModuleRequest{Pos: uint32(p.start)}
	n := node{kind: kString, pos: uint32(p.start), end: uint32(p.end)}
	if p.esc {
		n.flags = fEscapes
	}
	r.Specifier = p.stringOf(&n)
	p.next()
	if p.tok == tWith {
		p.next()
		p.expect(tLBrace)
		for p.tok != tRBrace {
			var k string
			at := p.start
			end := p.end
			switch {
			case p.tok == tString:
				m := node{kind: kString, pos: uint32(p.start), end: uint32(p.end)}
				if p.esc {
					m.flags = fEscapes
				}
				k = p.stringOf(&m)
			case p.tok == tIdent || p.isKeyword():
				k = p.str(p.name)
			default:
				p.unexpected()
			}
			p.next()
			p.expect(tColon)
			if p.tok != tString {
				p.unexpected()
			}
			m := node{kind: kString, pos: uint32(p.start), end: uint32(p.end)}
			if p.esc {
				m.flags = fEscapes
			}
			for _, a := range r.Attributes {
				if a.Key == k {
					p.fail(at, end, "Import attributes has a duplicate key '"+k+"'")
				}
			}
			r.Attributes = append(r.Attributes, code.Attribute{Key: k, Value: p.stringOf(&m)})
			p.next()
			if p.tok != tRBrace {
				p.expect(tComma)
			}
		}
		p.next()
	}
next:
	for i, q := range p.mod.rec.Requests {
		if q.Specifier != r.Specifier || len(q.Attributes) != len(r.Attributes) {
			continue
		}
		for _, a := range q.Attributes {
			found := false
			for _, b := range r.Attributes {
				found = found || a == b
			}
			if !found {
				continue next
			}
		}
		return int32(i)
	}
	p.mod.rec.Requests = append(p.mod.rec.Requests, r)
	return int32(len(p.mod.rec.Requests) - 1)
}

// moduleName reads a ModuleExportName: an identifier name or a string. ident is its name where it is no string.
func (p *parser) moduleName() (s string, ident name, reserved bool) {
	switch {
	case p.tok == tString:
		n := node{kind: kString, pos: uint32(p.start), end: uint32(p.end)}
		if p.esc {
			n.flags = fEscapes
		}
		s = p.stringOf(&n)
		for i := 0; i+2 < len(s); i++ {
			if s[i] == 0xed && s[i+1] >= 0xa0 {
				p.failTok("Invalid module export name: contains unpaired surrogate character")
			}
		}
	case p.tok == tIdent || p.isKeyword():
		ident = p.name
		s = p.str(ident)
		reserved = p.tok != tIdent || ident <= nameLastReserved || strictReserved(ident) || ident == nAwait
	default:
		p.unexpected()
	}
	p.next()
	return
}

func (p *parser) importBinding(n name, start, end int, im code.Import) {
	if n == nEval || n == nArguments {
		p.fail(start, end, "Unexpected eval or arguments in strict mode")
	}
	v := p.declare(p.scope, n, vImport, start)
	p.vars[v].init = 0
	p.vars[v].captured = true
	p.vars[v].import_ = int32(len(p.mod.rec.Imports))
	im.Pos = uint32(start)
	p.mod.imports[n] = len(p.mod.rec.Imports)
	p.mod.rec.Imports = append(p.mod.rec.Imports, im)
}

// localBinding reads the local name of an import.
func (p *parser) localBinding() (n name, start, end int) {
	if p.tok != tIdent {
		p.unexpected()
	}
	p.checkIdent()
	n, start, end = p.name, p.start, p.end
	p.next()
	return
}

func (p *parser) importDecl() nid {
	start := p.start
	p.next()
	type pending struct {
		n          name
		start, end int
		im         code.Import
	}
	var pend []pending
	if p.tok != tString {
		more := true
		if p.tok == tIdent {
			n, s, e := p.localBinding()
			pend = append(pend, pending{n, s, e, code.Import{Name: "default"}})
			more = p.eat(tComma)
			if more && p.tok != tMul && p.tok != tLBrace {
				p.unexpected()
			}
		}
		if more {
			switch p.tok {
			case tMul:
				p.next()
				if !p.isWord(nAs) {
					p.unexpected()
				}
				p.next()
				n, s, e := p.localBinding()
				pend = append(pend, pending{n, s, e, code.Import{Name: "*", All: true}})
			case tLBrace:
				p.next()
				for p.tok != tRBrace {
					st := p.lexState
					name_, id, reserved := p.moduleName()
					if p.isWord(nAs) {
						p.next()
						n, s, e := p.localBinding()
						pend = append(pend, pending{n, s, e, code.Import{Name: name_}})
					} else {
						if id == 0 || reserved {
							p.lexState = st
							p.checkIdent()
							p.unexpected()
						}
						pend = append(pend, pending{id, st.start, st.end, code.Import{Name: name_}})
					}
					if p.tok != tRBrace {
						p.expect(tComma)
					}
				}
				p.next()
			default:
				p.unexpected()
			}
		}
		if !p.isWord(nFrom) {
			p.unexpected()
		}
		p.next()
	}
	r := p.request()
	for _, q := range pend {
		q.im.Request = r
		p.importBinding(q.n, q.start, q.end, q.im)
	}
	p.semicolon()
	return p.add(node{kind: kEmpty, pos: uint32(start)})
}

func (p *parser) exportDecl() nid {
	start := p.start
	p.next()
	m := p.mod
	empty := func() nid { return p.add(node{kind: kEmpty, pos: uint32(start)}) }
	switch p.tok {
	case tMul:
		at, end := p.start, p.end
		p.next()
		if p.isWord(nAs) {
			p.next()
			at, end = p.start, p.end
			s, _, _ := p.moduleName()
			p.exportNamed(s, at, end)
			if !p.isWord(nFrom) {
				p.unexpected()
			}
			p.next()
			r := p.request()
			m.rec.Indirect = append(m.rec.Indirect, code.IndirectExport{Name: s, Request: r, Import: "*", All: true, Pos: uint32(at)})
		} else {
			if !p.isWord(nFrom) {
				p.unexpected()
			}
			p.next()
			m.rec.Stars = append(m.rec.Stars, p.request())
		}
		p.semicolon()
		return empty()
	case tLBrace:
		p.next()
		type item struct {
			s, as      string
			id         name
			reserved   bool
			start, end int
			as1, as2   int
			tok        token
		}
		var items []item
		for p.tok != tRBrace {
			it := item{start: p.start, end: p.end, as1: p.start, as2: p.end, tok: p.tok}
			it.s, it.id, it.reserved = p.moduleName()
			it.as = it.s
			if p.isWord(nAs) {
				p.next()
				it.as1, it.as2 = p.start, p.end
				it.as, _, _ = p.moduleName()
			}
			items = append(items, it)
			if p.tok != tRBrace {
				p.expect(tComma)
			}
		}
		p.next()
		if p.isWord(nFrom) {
			p.next()
			r := p.request()
			for _, it := range items {
				p.exportNamed(it.as, it.as1, it.as2)
				m.rec.Indirect = append(m.rec.Indirect, code.IndirectExport{Name: it.as, Request: r, Import: it.s, Pos: uint32(it.start)})
			}
		} else {
			for _, it := range items {
				if it.id == 0 {
					p.fail(it.start, it.end, "Unexpected string")
				}
				if it.reserved {
					switch {
					case it.id <= nameLastReserved:
						p.fail(it.start, it.end, "Unexpected token '"+it.s+"'")
					case it.id == nAwait:
						p.fail(it.start, it.end, "Unexpected reserved word")
					}
					p.fail(it.start, it.end, "Unexpected strict mode reserved word")
				}
				p.addExport(it.id, it.as, it.start, it.end)
			}
		}
		p.semicolon()
		return empty()
	case tDefault:
		at, end := p.start, p.end
		p.next()
		p.exportNamed("default", at, end)
		fs := p.start
		local := nStarDefault
		var n nid
		switch {
		case p.tok == tFunction:
			n = p.functionDecl(fs, 0, true)
			local = name(p.nodes[p.nodes[n].b].a)
		case p.tok == tClass:
			n = p.classDecl(true)
			local = name(p.nodes[p.nodes[n].b].a)
		case p.isWord(nAsync):
			if t := p.peek(); t.tok == tFunction && !t.nl {
				p.next()
				n = p.functionDecl(fs, code.Async, true)
				local = name(p.nodes[p.nodes[n].b].a)
				break
			}
			fallthrough
		default:
			v := p.declare(p.scope, nStarDefault, vLet, fs)
			e := p.assignIn()
			p.vars[v].init = uint32(p.prevEnd)
			id := p.ident(nStarDefault, fs, fs)
			p.refs[len(p.refs)-1].binding = true
			p.nodes[id].flags |= fBinding | fLexBind
			n = p.add(node{kind: kExportDf, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(id)})
			p.semicolon()
		}
		m.exports = append(m.exports, localExport{local, "default", at, end})
		return n
	case tVar, tConst, tClass, tFunction:
		return p.exported()
	case tIdent:
		if p.name == nLet && !p.esc {
			return p.exported()
		}
		if p.name == nAsync && !p.esc {
			if t := p.peek(); t.tok == tFunction && !t.nl {
				return p.exported()
			}
		}
	}
	p.unexpected()
	return 0
}

// exported reads a declaration whose names are exported.
func (p *parser) exported() nid {
	start := p.start
	p.mod.exporting = true
	defer func() { p.mod.exporting = false }()
	switch p.tok {
	case tVar:
		p.next()
		// initializers may hold functions, whose names are not exported
		n := p.varList(vVar, start, false)
		p.semicolon()
		return n
	case tFunction:
		return p.functionDecl(start, 0, false)
	case tClass:
		return p.classDecl(false)
	case tConst:
		return p.lexical(vConst)
	}
	if p.name == nAsync {
		p.next()
		return p.functionDecl(start, code.Async, false)
	}
	return p.lexical(vLet)
}
