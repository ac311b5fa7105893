package parse

import "github.com/niso-engine/niso/js/vm/code"

// statementItem reads a StatementListItem.
func (p *parser) statementItem() nid {
	start := p.start
	switch p.tok {
	case tFunction:
		return p.functionDecl(start, 0, false)
	case tClass:
		return p.classDecl(false)
	case tConst:
		return p.lexical(vConst)
	case tImport:
		if t := p.peek(); t.tok == tLParen || t.tok == tDot {
			break
		}
		if !p.module || p.fn.parent != nil || p.scopes[p.scope].kind != sTop {
			if p.module {
				p.failTok("Unexpected token 'import'")
			}
			p.failTok("Cannot use import statement outside a module")
		}
		return p.importDecl()
	case tExport:
		if !p.module || p.fn.parent != nil || p.scopes[p.scope].kind != sTop {
			p.unexpected()
		}
		return p.exportDecl()
	case tIdent:
		switch {
		case p.name == nLet && !p.esc && p.letDeclares():
			return p.lexical(vLet)
		case p.name == nAsync && !p.esc:
			if t := p.peek(); t.tok == tFunction && !t.nl {
				p.next()
				return p.functionDecl(start, code.Async, false)
			}
		}
	}
	return p.statement(true)
}

// letDeclares reports whether the word let here begins a declaration.
func (p *parser) letDeclares() bool {
	t := p.peek()
	switch t.tok {
	case tLBrack, tLBrace:
		return true
	case tIdent:
		return true
	}
	// let followed by a reserved word is a declaration that fails, but for in and instanceof
	return t.tok >= tBreak && p.strict
}

func (p *parser) lexical(k varKind) nid {
	start := p.start
	p.next()
	n := p.varList(k, start, false)
	p.semicolon()
	return n
}

// varList reads the declarators of var, let or const after the word. In the head of a for, initializers may be missing.
func (p *parser) varList(k varKind, start int, inFor bool) nid {
	n := node{kind: kVar, op: tVar, pos: uint32(start)}
	switch k {
	case vLet:
		n.op = tIdent
	case vConst:
		n.op = tConst
	}
	var l list
	for {
		at := p.start
		first := int32(len(p.vars))
		t := p.bindingTarget(k)
		d := node{kind: kDecl, pos: uint32(at), a: uint32(t)}
		pattern := p.nodes[t].kind != kIdent
		if p.tok == tAssign {
			p.next()
			if inFor {
				old := p.noIn
				p.noIn = true
				d.b = uint32(p.assign())
				p.noIn = old
			} else {
				d.b = uint32(p.assignIn())
			}
		} else if !(inFor && (p.tok == tIn || p.isWord(nOf))) {
			if pattern {
				p.fail(at, p.prevEnd, "Missing initializer in destructuring declaration")
			}
			if k == vConst {
				p.fail(at, p.prevEnd, "Missing initializer in const declaration")
			}
		}
		d.end = uint32(p.prevEnd)
		if k != vVar {
			for v := first; int(v) < len(p.vars); v++ {
				if x := &p.vars[v]; x.scope == p.scope && x.kind == k {
					x.init = uint32(p.prevEnd)
				}
			}
		}
		p.push(&l, p.add(d))
		if p.tok != tComma {
			break
		}
		p.next()
	}
	n.a, n.end = uint32(l.first), uint32(p.prevEnd)
	return p.add(n)
}

func (p *parser) classDecl(exportDefault bool) nid {
	start := p.start
	t := p.peek()
	nm := nStarDefault
	pos := p.start
	if t.tok == tIdent {
		nm, pos = t.name, t.start
	} else if !exportDefault {
		save := p.lexState
		p.next()
		if p.tok != tIdent {
			p.unexpected()
		}
		p.lexState = save
	}
	v := p.declare(p.scope, nm, vClass, pos)
	if p.mod != nil && p.mod.exporting && p.scopes[p.scope].kind == sTop {
		p.exportName(nm, nm, pos, pos+1)
	}
	c := p.class(false)
	p.vars[v].init = uint32(p.prevEnd)
	id := p.ident(nm, pos, pos)
	p.refs[len(p.refs)-1].binding = true
	p.nodes[id].flags |= fBinding | fLexBind
	if nm == nStarDefault {
		p.nodes[c].flags |= fTrailing
	}
	return p.add(node{kind: kClassDcl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(c), b: uint32(id)})
}

// subStatement reads the body of an if, loop, with or label.
func (p *parser) subStatement(loop bool) nid {
	if loop {
		p.loops++
		p.breaks++
	}
	s := p.statement(false)
	if loop {
		p.loops--
		p.breaks--
	}
	return s
}

// ifBranch reads a branch of an if, where sloppy code may have a function declaration.
func (p *parser) ifBranch() nid {
	if p.tok == tFunction && !p.strict {
		s := p.openScope(sBlock)
		at := p.start
		if t := p.peek(); t.tok == tMul {
			p.fail(at, at+8, "Generators can only be declared at the top level or inside a block.")
		}
		f := p.functionDecl(at, 0, false)
		p.closeScope(s)
		return p.add(node{kind: kBlock, pos: uint32(at), end: uint32(p.prevEnd), a: uint32(f), c: uint32(s)})
	}
	return p.subStatement(false)
}

// statement reads a Statement. Where inList is set, it stands in a list, so that lexical declarations were seen before.
func (p *parser) statement(inList bool) nid {
	p.enter()
	s := p.statement1(inList)
	p.depth--
	return s
}

func (p *parser) statement1(inList bool) nid {
	start := p.start
	switch p.tok {
	case tLBrace:
		return p.block()
	case tSemi:
		p.next()
		return p.add(node{kind: kEmpty, pos: uint32(start)})
	case tVar:
		p.next()
		n := p.varList(vVar, start, false)
		p.semicolon()
		return n
	case tIf:
		return p.ifStatement()
	case tFor:
		return p.forStatement()
	case tWhile:
		p.next()
		p.expect(tLParen)
		a := p.expression()
		p.expect(tRParen)
		b := p.subStatement(true)
		return p.add(node{kind: kWhile, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a), d: uint32(b)})
	case tDo:
		p.next()
		b := p.subStatement(true)
		p.expect(tWhile)
		p.expect(tLParen)
		a := p.expression()
		p.expect(tRParen)
		p.eat(tSemi)
		return p.add(node{kind: kDoWhile, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a), d: uint32(b)})
	case tReturn:
		if !p.ctx.ret {
			p.failTok("Illegal return statement")
		}
		p.next()
		n := node{kind: kReturn, pos: uint32(start)}
		if p.tok != tSemi && p.tok != tRBrace && p.tok != tEOF && !p.nl {
			n.a = uint32(p.expression())
		}
		p.semicolon()
		n.end = uint32(p.prevEnd)
		return p.add(n)
	case tBreak, tContinue:
		return p.jump()
	case tThrow:
		p.next()
		if p.nl {
			p.fail(start, start+5, "Illegal newline after throw")
		}
		a := p.expression()
		p.semicolon()
		return p.add(node{kind: kThrow, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a)})
	case tTry:
		return p.tryStatement()
	case tSwitch:
		return p.switchStatement()
	case tWith:
		if p.strict {
			p.failTok("Strict mode code may not include a with statement")
		}
		p.next()
		p.expect(tLParen)
		a := p.expression()
		p.expect(tRParen)
		s := p.openScope(sWith)
		b := p.subStatement(false)
		p.closeScope(s)
		return p.add(node{kind: kWith, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a), b: uint32(b), c: uint32(s)})
	case tDebugger:
		p.next()
		p.semicolon()
		return p.add(node{kind: kDebugger, pos: uint32(start)})
	case tFunction:
		if p.strict {
			p.failTok("In strict mode code, functions can only be declared at top level or inside a block.")
		}
		p.failTok("In non-strict mode code, functions can only be declared at top level, inside a block, or as the body of an if statement.")
	case tClass:
		p.unexpected()
	case tIdent:
		if p.name == nLet && !p.esc && !inList {
			if t := p.peek(); t.tok == tLBrack || !t.nl && (t.tok == tLBrace || t.tok == tIdent) {
				p.failTok("Lexical declaration cannot appear in a single-statement context")
			}
		}
		if p.name == nAsync && !p.esc && !inList {
			if t := p.peek(); t.tok == tFunction && !t.nl {
				p.failTok("Async functions can only be declared at the top level or inside a block.")
			}
		}
		if t := p.peek(); t.tok == tColon {
			return p.labelled(inList)
		}
	case tConst:
		p.failTok("Lexical declaration cannot appear in a single-statement context")
	}
	e := p.expression()
	p.semicolon()
	return p.add(node{kind: kExpr, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e)})
}

// block reads a block with a scope of its own.
func (p *parser) block() nid {
	start := p.start
	s := p.openScope(sBlock)
	p.next()
	var l list
	for p.tok != tRBrace {
		if p.tok == tEOF {
			p.unexpected()
		}
		p.push(&l, p.statementItem())
	}
	p.closeScope(s)
	p.next()
	return p.add(node{kind: kBlock, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first), c: uint32(s)})
}

func (p *parser) ifStatement() nid {
	first, last := nid(0), nid(0)
	for {
		start := p.start
		p.next()
		p.expect(tLParen)
		a := p.expression()
		p.expect(tRParen)
		b := p.ifBranch()
		i := p.add(node{kind: kIf, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a), b: uint32(b)})
		if first == 0 {
			first = i
		} else {
			p.nodes[last].c = uint32(i)
		}
		last = i
		if !p.eat(tElse) {
			return first
		}
		if p.tok != tIf {
			c := p.ifBranch()
			p.nodes[last].c = uint32(c)
			return first
		}
	}
}

// labelled reads a labelled statement. A function may follow the label where the statement stands in a list.
func (p *parser) labelled(inList bool) nid {
	start, at := p.start, p.start
	p.checkIdent()
	nm := p.name
	if nm == nAwait && p.ctx.static {
		p.unexpected()
	}
	for _, l := range p.labels {
		if l.name == nm {
			p.failTok("Label '" + p.str(nm) + "' has already been declared")
		}
	}
	p.next()
	p.next()
	// a label names a loop where only labels stand between
	loop := p.tok == tFor || p.tok == tWhile || p.tok == tDo
	if loop {
		for i := len(p.labels) - 1; i >= 0 && p.labels[i].body == start; i-- {
			p.labels[i].loop = true
			start = p.labels[i].start
		}
	}
	p.labels = append(p.labels, label{nm, loop, at, p.start})
	var b nid
	if p.tok == tFunction {
		if p.strict {
			p.failTok("In strict mode code, functions can only be declared at top level or inside a block.")
		}
		if t := p.peek(); t.tok == tMul {
			p.fail(t.start, t.end, "Generators can only be declared at the top level or inside a block.")
		}
		if !inList {
			p.failTok("In non-strict mode code, functions can only be declared at top level, inside a block, or as the body of an if statement.")
		}
		b = p.functionDecl(p.start, 0, false)
	} else {
		b = p.labelBody(inList)
	}
	p.labels = p.labels[:len(p.labels)-1]
	return p.add(node{kind: kLabel, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(nm), b: uint32(b)})
}

// labelBody reads the statement of a label: labels of labels still count as standing in a list.
func (p *parser) labelBody(inList bool) nid {
	if p.tok == tIdent && inList {
		if t := p.peek(); t.tok == tColon {
			p.enter()
			n := p.labelled(true)
			p.depth--
			return n
		}
	}
	return p.statement(false)
}

func (p *parser) jump() nid {
	start, op := p.start, p.tok
	p.next()
	n := node{kind: kBreak, pos: uint32(start)}
	if op == tContinue {
		n.kind = kContinue
	}
	if p.tok == tIdent && !p.nl {
		p.checkIdent()
		nm := p.name
		found := -1
		for i := range p.labels {
			if p.labels[i].name == nm {
				found = i
			}
		}
		if found < 0 {
			p.failTok("Undefined label '" + p.str(nm) + "'")
		}
		if op == tContinue && !p.labels[found].loop {
			p.failTok("Illegal continue statement: '" + p.str(nm) + "' does not denote an iteration statement")
		}
		n.a = uint32(nm)
		p.next()
	} else if op == tBreak && p.breaks == 0 {
		p.fail(start, start+5, "Illegal break statement")
	} else if op == tContinue && p.loops == 0 {
		p.fail(start, start+8, "Illegal continue statement: no surrounding iteration statement")
	}
	p.semicolon()
	return p.add(n)
}

func (p *parser) tryStatement() nid {
	start := p.start
	p.next()
	if p.tok != tLBrace {
		p.unexpected()
	}
	n := node{kind: kTry, pos: uint32(start)}
	n.a = uint32(p.block())
	if p.tok == tCatch {
		c := node{kind: kCatch, pos: uint32(p.start)}
		p.next()
		s := p.openScope(sCatch)
		c.c = uint32(s)
		if p.eat(tLParen) {
			first := int32(len(p.vars))
			if p.tok == tIdent {
				c.a = uint32(p.bindingIdent(vCatch))
			} else {
				c.a = uint32(p.bindingTarget(vParam))
			}
			p.initVars(first)
			p.expect(tRParen)
		}
		if p.tok != tLBrace {
			p.unexpected()
		}
		b := p.block()
		c.b = uint32(b)
		if !p.skipping {
			p.catchClash(s, sid(p.nodes[b].c))
		}
		p.closeScope(s)
		n.b = uint32(p.add(c))
	}
	if p.eat(tFinally) {
		if p.tok != tLBrace {
			p.unexpected()
		}
		n.c = uint32(p.block())
	}
	if n.b == 0 && n.c == 0 {
		p.fail(p.prevEnd-1, p.prevEnd, "Missing catch or finally after try")
	}
	n.end = uint32(p.prevEnd)
	return p.add(n)
}

// catchClash fails where the block of a catch clause declares a name of its parameter.
func (p *parser) catchClash(params, body sid) {
	for v := p.scopes[body].vars.first; v != 0; v = p.vars[v].next {
		x := &p.vars[v]
		if !x.kind.lexical() {
			continue
		}
		for u := p.scopes[params].vars.first; u != 0; u = p.vars[u].next {
			if y := &p.vars[u]; y.name == x.name && (y.kind == vCatch || y.kind == vParam) {
				p.redeclared(x.name, x.pos)
			}
		}
	}
}

func (p *parser) switchStatement() nid {
	start := p.start
	p.next()
	p.expect(tLParen)
	n := node{kind: kSwitch, pos: uint32(start)}
	n.a = uint32(p.expression())
	p.expect(tRParen)
	if p.tok != tLBrace {
		p.unexpected()
	}
	s := p.openScope(sSwitch)
	p.next()
	p.breaks++
	n.c = uint32(s)
	var cases list
	hasDefault := false
	for p.tok != tRBrace {
		c := node{kind: kCase, pos: uint32(p.start)}
		if p.tok == tDefault {
			if hasDefault {
				p.failTok("More than one default clause in switch statement")
			}
			hasDefault = true
			p.next()
		} else {
			p.expect(tCase)
			c.a = uint32(p.expression())
		}
		p.expect(tColon)
		var l list
		for p.tok != tCase && p.tok != tDefault && p.tok != tRBrace {
			if p.tok == tEOF {
				p.unexpected()
			}
			p.push(&l, p.statementItem())
		}
		c.b = uint32(l.first)
		p.push(&cases, p.add(c))
	}
	p.breaks--
	n.b = uint32(cases.first)
	p.closeScope(s)
	p.next()
	n.end = uint32(p.prevEnd)
	return p.add(n)
}

func (p *parser) forStatement() nid {
	start := p.start
	p.next()
	n := node{kind: kFor, pos: uint32(start)}
	if p.tok == tIdent && p.name == nAwait && !p.esc {
		if !p.ctx.async {
			p.failTok("Unexpected reserved word")
		}
		if p.fn.parent == nil && p.module {
			p.tla = true
		}
		n.flags |= fAwaited
		p.next()
	}
	awaited := n.flags&fAwaited != 0
	p.expect(tLParen)
	s := p.openScope(sBlock)
	firstVar := int32(len(p.vars))
	at := p.start
	lexicalHead := false
	old := p.noIn
	switch {
	case p.tok == tSemi:
		if awaited {
			p.unexpected()
		}
	case p.tok == tVar, p.tok == tConst, p.tok == tIdent && p.name == nLet && !p.esc && p.letInFor():
		k := vVar
		if p.tok == tConst {
			k = vConst
		} else if p.tok == tIdent {
			k = vLet
		}
		lexicalHead = k != vVar
		p.next()
		d := p.varList(k, at, true)
		n.a = uint32(d)
		if p.tok == tIn || p.isWord(nOf) {
			kind := "for-in"
			if p.tok != tIn {
				kind = "for-of"
			}
			one := p.nodes[p.nodes[d].a]
			if one.next != 0 {
				p.fail(int(one.pos), p.prevEnd, "Invalid left-hand side in "+kind+" loop: Must have a single binding.")
			}
			if one.b != 0 && (p.strict || kind == "for-of" || k != vVar || p.nodes[one.a].kind != kIdent) {
				p.fail(int(one.pos), p.prevEnd, kind+" loop variable declaration may not have an initializer.")
			}
		}
	default:
		startsLet := p.tok == tIdent && p.name == nLet
		startsAsync := p.isWord(nAsync)
		asyncEnd := p.end
		p.noIn = true
		oldCover, oldDup := p.coverErr, p.coverDup
		p.coverErr, p.coverDup = 0, 0
		e := p.assignCover()
		if p.coverArrow {
			p.unexpected()
		}
		isOf := p.isWord(nOf)
		if p.tok == tIn || isOf {
			if isOf && startsLet {
				p.fail(at, at+3, "The left-hand side of a for-of loop may not start with 'let'.")
			}
			x := p.nodes[e]
			if isOf && !awaited && startsAsync && x.kind == kIdent && p.prevEnd == asyncEnd && x.flags&fParen == 0 {
				p.fail(at, at+5, "The left-hand side of a for-of loop may not be 'async'.")
			}
			if (x.kind == kArray || x.kind == kObject) && x.flags&fParen == 0 {
				p.coverErr, p.coverDup = 0, 0
				p.toPattern(e)
			} else {
				p.target(e, "Invalid left-hand side in for-loop", at)
			}
		}
		p.checkCover()
		p.coverErr, p.coverDup = oldCover, oldDup
		if p.tok == tComma && p.tok != tIn {
			var l list
			p.push(&l, e)
			for p.eat(tComma) {
				p.push(&l, p.assign())
			}
			e = p.add(node{kind: kSeq, pos: uint32(at), end: uint32(p.prevEnd), a: uint32(l.first)})
		}
		p.noIn = old
		n.a = uint32(e)
	}
	p.noIn = old
	switch {
	case p.tok == tIn && !awaited:
		n.kind = kForIn
		p.next()
		n.b = uint32(p.expression())
	case p.isWord(nOf):
		n.kind = kForOf
		p.next()
		n.b = uint32(p.assignIn())
	default:
		if awaited {
			p.unexpected()
		}
		p.expect(tSemi)
		if p.tok != tSemi {
			n.b = uint32(p.expression())
		}
		p.expect(tSemi)
		if p.tok != tRParen {
			n.c = uint32(p.expression())
		}
	}
	p.expect(tRParen)
	if n.kind != kFor && lexicalHead {
		for v := firstVar; int(v) < len(p.vars); v++ {
			if x := &p.vars[v]; x.scope == s {
				x.init = uint32(p.prevEnd)
			}
		}
	}
	b := p.subStatement(true)
	n.d = uint32(b)
	n.end = uint32(p.prevEnd)
	if n.kind != kFor {
		n.c = uint32(s)
	}
	p.closeScope(s)
	i := p.add(n)
	return p.add(node{kind: kScoped, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(i), c: uint32(s)})
}

// letInFor reports whether let in the head of a for begins a declaration.
func (p *parser) letInFor() bool {
	t := p.peek()
	switch t.tok {
	case tLBrack, tLBrace:
		return true
	case tIdent:
		if t.name == nOf && !t.esc {
			// for (let of x) fails; for (let of = 1; …) and for (let of of x) declare
			save := p.lexState
			p.next()
			n := p.peek()
			p.lexState = save
			return n.tok == tAssign || n.tok == tSemi || n.tok == tComma || n.tok == tIn || n.tok == tIdent && n.name == nOf
		}
		return true
	}
	return t.tok >= tBreak && p.strict
}
