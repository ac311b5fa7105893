package parse

import (
	"strconv"

	"github.com/niso-engine/niso/js/vm/code"
)

// class reads a class at the word class. The name of a declaration is in declared by the caller.
func (p *parser) class(expr bool) nid {
	p.enter()
	start := p.start
	p.next()
	oldStrict := p.strict
	p.strict = true
	var nm name
	nmPos := p.start
	if p.tok == tIdent {
		p.checkIdent()
		if p.name == nEval || p.name == nArguments {
			p.failTok("Unexpected eval or arguments in strict mode")
		}
		nm = p.name
		p.next()
	} else if p.tok != tExtends && p.tok != tLBrace {
		p.unexpected()
	}
	s := p.openScope(sClass)
	if nm != 0 {
		p.declare(s, nm, vConst, nmPos)
	}
	n := node{kind: kClass, pos: uint32(start), c: uint32(s)}
	derived := false
	if p.eat(tExtends) {
		derived = true
		e := p.postfix()
		p.checkCover()
		if p.coverArrow {
			p.unexpected()
		}
		n.a = uint32(e)
	}
	if p.tok != tLBrace {
		p.unexpected()
	}
	p.next()
	p.classes++
	privMark := len(p.privRefs)
	oldNoIn := p.noIn
	p.noIn = false
	instFn, statFn := int32(-1), int32(-1)
	ctor := int32(-1)
	hasFields := false
	var l list
	for p.tok != tRBrace {
		if p.eat(tSemi) {
			continue
		}
		m := p.classElement(s, derived, &ctor, &hasFields, &instFn, &statFn)
		if m != 0 {
			p.push(&l, m)
		}
	}
	n.b = uint32(l.first)
	end := p.end
	if ctor < 0 {
		if p.skipping {
			ctor = p.children[p.child]
			p.child++
		} else {
			fl := code.ClassCtor | code.DefaultCtor | code.Strict | code.SimpleParams | code.InClass
			if derived {
				fl |= code.Derived
			}
			p.records = append(p.records, code.Record{Start: uint32(start), Params: uint32(start), BodyEnd: uint32(end), First: uint32(len(p.records)), Flags: fl})
			ctor = int32(len(p.records) - 1)
		}
	}
	if !p.skipping {
		r := &p.records[ctor]
		r.Start, r.End = uint32(start), uint32(end)
		if hasFields {
			r.Flags |= code.HasFields
		}
	}
	n.d = uint32(p.add(node{kind: kFunc, pos: uint32(start), end: uint32(end), a: uint32(ctor), b: uint32(nm)}))
	n.end = uint32(end)
	// private names used in the class: those it declares are found
	p.classes--
	if !p.skipping {
		keep := privMark
		for _, r := range p.privRefs[privMark:] {
			found := false
			for v := p.scopes[s].vars.first; v != 0 && !found; v = p.vars[v].next {
				found = p.vars[v].kind == vPrivate && p.vars[v].name == r.name
			}
			if !found {
				p.privRefs[keep] = r
				keep++
			}
		}
		p.privRefs = p.privRefs[:keep]
		if p.classes == 0 {
			p.checkPrivRefs(privMark)
		}
	}
	if nm != 0 {
		p.vars[p.scopes[s].vars.first].init = uint32(end)
	}
	p.scopes[s].classEnd = uint32(end)
	p.closeScope(s)
	p.strict = oldStrict
	p.noIn = oldNoIn
	p.next()
	p.depth--
	return p.add(n)
}

// checkPrivRefs fails for a private name that no class around declares.
func (p *parser) checkPrivRefs(from int) {
	if p.evalOuter {
		return
	}
	if len(p.privRefs) > from {
		r := p.privRefs[from]
		t := p.str(r.name)
		p.fail(int(r.pos), int(r.pos)+len(t), "Private field '"+t+"' must be declared in an enclosing class")
	}
}

// classElement reads one member.
func (p *parser) classElement(s sid, derived bool, ctor *int32, hasFields *bool, instFn, statFn *int32) nid {
	start := p.start
	n := node{kind: kMember, op: tMethod, pos: uint32(start)}
	var flags code.Flags
	// modifier reports whether the current word is a modifier of what follows, and takes it.
	modifier := func(w name) bool {
		if !p.isWord(w) {
			return false
		}
		t := p.peek()
		ok := propertyStart(t.tok) || t.tok == tPrivate || w != nGet && w != nSet && t.tok == tMul || w == nStatic && t.tok == tLBrace
		if w == nAsync && t.nl {
			ok = false
		}
		if ok {
			p.next()
		}
		return ok
	}
	if modifier(nStatic) {
		n.flags |= fStatic
		if p.tok == tLBrace {
			return p.staticBlock(n, statFn)
		}
	}
	mstart := start
	if n.flags&fStatic != 0 {
		mstart = p.start
	}
	switch {
	case modifier(nAsync):
		flags = code.Async
	case modifier(nGet):
		n.op = tGet
	case modifier(nSet):
		n.op = tSet
	}
	if n.op == tMethod && p.tok == tMul {
		p.next()
		flags |= code.Generator
	}
	keyStart, keyEnd := p.start, p.end
	var keyName name
	private := p.tok == tPrivate
	var key nid
	var computed bool
	if private {
		keyName = p.name
		if keyName == nHashConstructor {
			p.failTok("Classes may not have a private field named '#constructor'")
		}
		p.next()
		key = p.ident(keyName, keyStart, keyEnd)
		p.refs[len(p.refs)-1].binding = true
	} else {
		key, computed = p.propertyKey()
		if !computed {
			switch k := p.nodes[key]; k.kind {
			case kName:
				keyName = name(k.a)
			case kString:
				switch p.stringValue(key) {
				case "constructor":
					keyName = nConstructor
				case "prototype":
					keyName = nPrototype
				}
			}
		}
	}
	if computed {
		n.flags |= fComputed
	}
	n.a = uint32(key)
	if n.flags&fStatic != 0 && keyName == nPrototype && !private {
		p.fail(keyStart, keyEnd, "Classes may not have a static property named 'prototype'")
	}
	if p.tok == tLParen || flags != 0 || n.op != tMethod {
		if p.tok != tLParen {
			p.unexpected()
		}
		c := ctx{superProp: true}
		isCtor := false
		if keyName == nConstructor && !private && n.flags&fStatic == 0 {
			switch {
			case n.op != tMethod:
				p.fail(keyStart, keyEnd, "Class constructor may not be an accessor")
			case flags&code.Generator != 0:
				p.fail(keyStart, keyEnd, "Class constructor may not be a generator")
			case flags&code.Async != 0:
				p.fail(keyStart, keyEnd, "Class constructor may not be an async method")
			case *ctor >= 0:
				p.fail(keyStart, keyEnd, "A class may only have one constructor")
			}
			isCtor = true
			flags |= code.ClassCtor
			if derived {
				flags |= code.Derived
				c.superCall = true
			}
		}
		switch n.op {
		case tGet:
			flags |= code.Getter
		case tSet:
			flags |= code.Setter
		}
		if private {
			op := n.op
			v := p.declare(s, keyName, vPrivate, keyStart)
			p.vars[v].priv, p.vars[v].static = op, n.flags&fStatic != 0
			p.vars[v].init = 0
			if n.flags&fStatic == 0 {
				p.refs[len(p.refs)-1].crossed = true // the instances' initializer uses it
				suffix := "%fn"
				if op == tGet {
					suffix = "%get"
				} else if op == tSet {
					suffix = "%set"
				}
				n.d = uint32(p.hidden(s, p.str(keyName)+suffix, keyStart))
				*hasFields = true
				if *instFn < 0 {
					p.nFuncs++
					*instFn = p.nFuncs
				}
			}
		}
		f := p.method(mstart, flags|code.Method, c)
		n.b = uint32(f)
		if isCtor {
			*ctor = int32(p.nodes[f].a)
			return 0
		}
		n.end = uint32(p.prevEnd)
		return p.add(n)
	}
	// a field
	n.op = tAssign
	if keyName == nConstructor && !private {
		p.fail(keyStart, keyEnd, "Classes may not have a field named 'constructor'")
	}
	if private {
		v := p.declare(s, keyName, vPrivate, keyStart)
		p.vars[v].priv, p.vars[v].static = tAssign, n.flags&fStatic != 0
		p.vars[v].init = 0
		// the initializer uses the name
		p.refs[len(p.refs)-1].crossed = true
	}
	if computed {
		n.d = uint32(p.hidden(s, "%key"+strconv.Itoa(keyStart), keyStart))
	}
	fn := instFn
	if n.flags&fStatic != 0 {
		fn = statFn
	} else {
		*hasFields = true
	}
	if *fn < 0 {
		p.nFuncs++
		*fn = p.nFuncs
	}
	old := p.ctx
	p.ctx = ctx{superProp: true, newTarget: true, noArgs: true}
	f := p.openScope(sStatic)
	p.scopes[f].fn = *fn
	mark := len(p.refs)
	n.c = uint32(f)
	if p.eat(tAssign) {
		n.b = uint32(p.assignIn())
	}
	p.closeScope(f)
	p.endFunctionRefs(mark, false)
	p.ctx = old
	n.end = uint32(p.prevEnd)
	p.semicolon()
	return p.add(n)
}

// hidden declares a variable of the class scope that only the class's initializers use.
func (p *parser) hidden(s sid, text string, pos int) nid {
	nm := p.names.addExtra([]byte(text))
	v := p.declare(s, nm, vPseudo, pos)
	p.vars[v].init = 0
	p.vars[v].captured = true
	return p.add(node{kind: kIdent, a: uint32(nm), b: uint32(v) + 1, pos: uint32(pos)})
}

func (p *parser) staticBlock(n node, statFn *int32) nid {
	p.next()
	n.op = tLBrace
	if *statFn < 0 {
		p.nFuncs++
		*statFn = p.nFuncs
	}
	oldCtx, oldLabels, oldLoops, oldBreaks := p.ctx, p.labels, p.loops, p.breaks
	p.ctx = ctx{superProp: true, newTarget: true, noArgs: true, static: true}
	p.labels, p.loops, p.breaks = p.labels[len(p.labels):], 0, 0
	f := p.openScope(sStatic)
	p.scopes[f].fn = *statFn
	mark := len(p.refs)
	n.c = uint32(f)
	var l list
	for p.tok != tRBrace {
		if p.tok == tEOF {
			p.unexpected()
		}
		p.push(&l, p.statementItem())
	}
	n.b = uint32(p.add(node{kind: kBlock, a: uint32(l.first), pos: n.pos}))
	p.closeScope(f)
	p.endFunctionRefs(mark, false)
	p.ctx, p.labels, p.loops, p.breaks = oldCtx, oldLabels, oldLoops, oldBreaks
	p.expect(tRBrace)
	n.end = uint32(p.prevEnd)
	return p.add(n)
}
