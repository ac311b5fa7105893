package parse

import (
	"encoding/binary"

	"github.com/niso-engine/niso/js/vm/code"
)

// funcTree is the tree of the function that is compiled.
type funcTree struct {
	params nid // list: kIdent, patterns, kAssign, kSpread
	body   nid // list of statements
	scope  sid // sFunction, sTop
	inner  sid // sBody, or scope
	flags  code.Flags
	name   string // of a function expression
	length uint16
	start  uint32
	end    uint32
}

// functionExpr reads a function expression at the word function.
func (p *parser) functionExpr(start int, flags code.Flags) nid {
	p.next()
	if p.eat(tMul) {
		flags |= code.Generator
	}
	flags |= code.Expression
	n := node{kind: kFunc, pos: uint32(start)}
	var nm name
	var at [2]int
	if p.tok != tLParen {
		if p.tok != tIdent {
			p.unexpected()
		}
		at = [2]int{p.start, p.end}
		old := p.ctx
		p.ctx.async, p.ctx.gen = flags&code.Async != 0, flags&code.Generator != 0
		p.ctx.noArgs, p.ctx.static = false, false
		p.checkIdent()
		p.ctx = old
		if p.strict && (p.name == nEval || p.name == nArguments) {
			p.failTok("Unexpected eval or arguments in strict mode")
		}
		nm = p.name
		n.b = uint32(nm)
		flags |= code.NamedExpr
		p.next()
	}
	if p.tok != tLParen {
		p.unexpected()
	}
	n.a = uint32(p.function(start, flags, ctx{newTarget: true}, nm, at))
	n.end = uint32(p.prevEnd)
	return p.add(n)
}

// functionDecl reads a function declaration at the word function. single is set where a statement, not a list of them, is read.
func (p *parser) functionDecl(start int, flags code.Flags, exportDefault bool) nid {
	fnWord := p.start
	p.next()
	if p.eat(tMul) {
		flags |= code.Generator
	}
	n := node{kind: kFuncDecl, pos: uint32(start)}
	nm := nStarDefault
	pos := [2]int{fnWord, fnWord + 8}
	if p.tok == tIdent || !exportDefault {
		if p.tok == tLParen {
			p.fail(p.start, p.end, "Function statements require a function name")
		}
		if p.tok != tIdent {
			p.unexpected()
		}
		p.checkIdent()
		if p.strict && (p.name == nEval || p.name == nArguments) {
			p.failTok("Unexpected eval or arguments in strict mode")
		}
		nm = p.name
		pos = [2]int{p.start, p.end}
	}
	k := vBlockFn
	sc := &p.scopes[p.scope]
	if sc.kind.isVar() {
		k = vFunction
		if p.module && sc.kind == sTop {
			k = vBlockFn
		}
	} else if nm == nLet && p.strict {
		p.unexpected()
	}
	v := p.declare(p.scope, nm, k, pos[0])
	p.vars[v].init = sc.pos
	if p.mod != nil && p.mod.exporting && sc.kind == sTop {
		p.exportName(nm, nm, pos[0], pos[1])
	}
	plain := flags&(code.Async|code.Generator) == 0
	p.vars[v].sloppyFn = k == vBlockFn && !p.strict && plain
	id := p.ident(nm, pos[0], pos[1])
	p.refs[len(p.refs)-1].binding = true
	p.nodes[id].flags |= fBinding
	n.b = uint32(id)
	if nm != nStarDefault {
		p.next()
	} else {
		pos = [2]int{}
	}
	if p.tok != tLParen {
		p.unexpected()
	}
	i := p.add(n)
	p.vars[v].node = i
	if p.vars[v].sloppyFn && !p.module {
		c := p.vars[v]
		p.declareAnnex(p.scopes[p.scope].parent, c)
	}
	if nm == nStarDefault {
		nm = nDefault
	}
	rec := p.function(start, flags, ctx{newTarget: true}, nm, pos)
	p.nodes[i].a = uint32(rec)
	p.nodes[i].end = uint32(p.prevEnd)
	return i
}

// method reads the parameters and body of a method.
func (p *parser) method(start int, flags code.Flags, c ctx) nid {
	c.newTarget = true
	c.superProp = true
	r := p.function(start, flags, c, 0, [2]int{})
	return p.add(node{kind: kFunc, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(r)})
}

// arrow reads an arrow function at its parameters.
func (p *parser) arrow(start int, flags code.Flags) nid {
	p.enter()
	c := p.ctx
	c.arrow, c.ret = true, true
	r := p.function(start, flags|code.Arrow, c, 0, [2]int{})
	p.depth--
	return p.add(node{kind: kFunc, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(r)})
}

// nextChild takes the record of the inner function that begins here, and jumps over it.
func (p *parser) nextChild() int32 {
	r := p.children[p.child]
	p.child++
	rec := &p.records[r]
	if rec.Flags&code.DirectEval != 0 {
		p.noteEval(true)
	}
	p.end = int(rec.BodyEnd)
	p.next()
	return r
}

// function reads an inner function from its parameters on and leaves its record.
func (p *parser) function(start int, flags code.Flags, c ctx, nm name, nmPos [2]int) int32 {
	if p.skipping {
		return p.nextChild()
	}
	p.enter()
	mark := p.save()
	f := &fnState{parent: p.fn}
	p.fn = f
	oldFlags := p.fnFlags
	p.fnFlags = 0
	params := p.start
	t := p.functionText(flags, c, nm, nmPos)
	if p.classes > 0 {
		t.flags |= code.InClass
	}
	rec := code.Record{Start: uint32(start), End: t.end, Params: uint32(params), BodyEnd: t.end, First: uint32(mark.recs), Flags: t.flags | p.fnFlags, Length: t.length}
	if len(f.caps) > 0 {
		rec.Captures = uint32(len(p.caps))
		p.caps = binary.AppendUvarint(p.caps, uint64(len(f.caps)))
		last := uint32(0)
		for _, s := range f.caps {
			p.caps = binary.AppendUvarint(p.caps, uint64(s-last))
			last = s
		}
	}
	p.fn = f.parent
	p.fnFlags = oldFlags | p.fnFlags&code.DirectEval
	if rec.Flags&code.DirectEval != 0 {
		p.scopes[p.scope].evals = true
	}
	p.endFunctionRefs(mark.refs, true)
	p.nodes, p.scopes, p.vars = p.nodes[:mark.nodes], p.scopes[:mark.scopes], p.vars[:mark.vars]
	p.records = append(p.records, rec)
	p.depth--
	return int32(len(p.records) - 1)
}

// captures begins the reading of captured-variable data.
func (f *fnState) captures(data []byte) {
	n, k := binary.Uvarint(data)
	f.capData = data[k:]
	f.seqLeft = int(n)
	f.nextCapture()
}

func (f *fnState) nextCapture() {
	if f.seqLeft == 0 {
		f.capNext = 0
		return
	}
	f.seqLeft--
	d, k := binary.Uvarint(f.capData)
	f.capData = f.capData[k:]
	f.capNext += uint32(d)
}

// functionText reads parameters and body of a function whose fnState is p.fn.
func (p *parser) functionText(flags code.Flags, c ctx, nm name, nmPos [2]int) (t funcTree) {
	oldCtx, oldStrict, oldLabels, oldLoops, oldBreaks, oldNoIn := p.ctx, p.strict, p.labels, p.loops, p.breaks, p.noIn
	oldCover, oldDup := p.coverErr, p.coverDup
	p.coverErr, p.coverDup = 0, 0
	oldAttempts := p.attempts
	if flags&code.Arrow == 0 {
		p.attempts = 0
	}
	p.labels, p.loops, p.breaks = p.labels[len(p.labels):], 0, 0
	s := p.openScope(sFunction)
	t.scope, t.inner = s, s
	arrow := flags&code.Arrow != 0
	async, gen := flags&code.Async != 0, flags&code.Generator != 0
	p.scopes[s].arrow = arrow
	p.scopes[s].async = async
	if flags&code.NamedExpr != 0 {
		p.declare(s, nm, vFnName, nmPos[0])
	}
	c.params = true
	if arrow {
		c.asyncArr = async || oldCtx.asyncArr && oldCtx.params
		c.async, c.gen = oldCtx.async && !async, oldCtx.gen
		if async {
			c.async = false
		}
	} else {
		c.async, c.gen = async, gen
	}
	c.ret = true
	p.ctx = c
	p.noIn = false
	t.start = uint32(p.start)
	// parameters
	simple := true
	var params list
	countLen := true
	paramsStart, paramsEnd := p.start, p.end
	if arrow && p.tok == tIdent {
		p.push(&params, p.bindingIdent(vParam))
		t.length = 1
		paramsEnd = p.prevEnd
	} else {
		p.expect(tLParen)
		for p.tok != tRParen {
			at := p.start
			first := int32(len(p.vars))
			if p.tok == tEllipsis {
				simple = false
				p.next()
				b := p.bindingTarget(vParam)
				e := p.add(node{kind: kSpread, pos: uint32(at), end: uint32(p.prevEnd), a: uint32(b)})
				p.push(&params, e)
				flags |= code.HasRest
				if p.tok == tAssign {
					p.failTok("Rest parameter may not have a default initializer")
				}
				if flags&code.Setter != 0 {
					p.fail(paramsStart, p.end, "Setter function argument must not be a rest parameter")
				}
				if p.tok != tRParen {
					p.failTok("Rest parameter must be last formal parameter")
				}
				p.initVars(first)
				break
			}
			e := p.bindingElement(vParam)
			if k := p.nodes[e].kind; k != kIdent {
				simple = false
				if k == kAssign {
					countLen = false
				}
			}
			if countLen {
				t.length++
			}
			p.push(&params, e)
			p.initVars(first)
			if p.tok == tRParen {
				break
			}
			if p.tok != tComma {
				if p.tok == tEOF {
					p.unexpected()
				}
				p.fail(p.start, p.end, "missing ) after formal parameters")
			}
			p.next()
		}
		if p.dynParams != 0 && p.fn.parent != nil && p.fn.parent.parent == nil && p.dynClose == 0 {
			p.dynClose = p.start
		}
		p.next()
		paramsEnd = p.prevEnd
	}
	np := 0
	for i := params.first; i != 0; i = p.nodes[i].next {
		np++
	}
	if np > 65000 {
		p.fail(paramsStart, paramsEnd, "Too many parameters in function definition (only 65534 allowed)")
	}
	if flags&code.Getter != 0 && np != 0 {
		p.fail(paramsStart, paramsEnd, "Getter must not have any formal parameters.")
	}
	if flags&code.Setter != 0 && np != 1 {
		p.fail(paramsStart, paramsEnd, "Setter must have exactly one formal parameter.")
	}
	if simple {
		flags |= code.SimpleParams
		for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
			p.vars[v].init = 0
		}
	}
	p.scopes[s].simple = simple
	t.params = params.first
	// body
	p.ctx.params, p.ctx.asyncArr = false, false
	if arrow {
		p.ctx.async, p.ctx.gen = async, false
		p.ctx.static = false
		if p.tok != tArrow || p.nl {
			p.unexpected()
		}
		if oldNoIn {
			flags |= code.NoIn
		}
		p.next()
	}
	if p.scopes[s].params {
		t.inner = p.openScope(sBody)
	}
	if arrow && p.tok != tLBrace {
		flags |= code.ExprBody
		p.noIn = flags&code.NoIn != 0
		at := p.start
		e := p.assign()
		p.noIn = false
		t.body = p.add(node{kind: kReturn, pos: uint32(at), end: uint32(p.prevEnd), a: uint32(e)})
		t.end = uint32(p.prevEnd)
	} else {
		if p.tok != tLBrace {
			p.unexpected()
		}
		p.next()
		t.body = p.body(tRBrace, simple)
		if p.tok != tRBrace {
			p.unexpected()
		}
		t.end = uint32(p.end)
	}
	if p.strict {
		flags |= code.Strict
	}
	if !p.skipping {
		p.checkParams(s, flags, oldStrict, simple, nm, nmPos)
	}
	if t.inner != s {
		if !p.skipping {
			for v := p.scopes[t.inner].vars.first; v != 0; v = p.vars[v].next {
				if x := &p.vars[v]; x.kind.lexical() && p.paramNamed(s, x.name) {
					p.redeclared(x.name, x.pos)
				}
			}
		}
		p.closeScope(t.inner)
	}
	t.flags = flags
	strict := p.strict
	p.scopes[s].strict = strict
	p.scopes[s].flags = flags
	p.closeScope(s)
	// the token after the function is read in the mode around it
	p.strict = oldStrict
	p.ctx, p.labels, p.loops, p.breaks, p.noIn = oldCtx, oldLabels, oldLoops, oldBreaks, oldNoIn
	p.coverErr, p.coverDup = oldCover, oldDup
	p.attempts = oldAttempts
	if flags&code.ExprBody == 0 && !p.oneFunction {
		p.next()
	}
	return
}

// initVars marks the variables declared from first on as initialized from here.
func (p *parser) initVars(first int32) {
	for v := first; int(v) < len(p.vars); v++ {
		if p.vars[v].scope == p.scope {
			p.vars[v].init = uint32(p.prevEnd)
		}
	}
}

// checkParams checks names of function and parameters once it is known whether the body is strict.
func (p *parser) checkParams(s sid, flags code.Flags, wasStrict, simple bool, nm name, nmPos [2]int) {
	strict := p.strict
	if strict && !wasStrict {
		check := func(n name, pos, end int) {
			if n == nEval || n == nArguments {
				p.fail(pos, end, "Unexpected eval or arguments in strict mode")
			}
			if strictReserved(n) {
				p.fail(pos, end, "Unexpected strict mode reserved word")
			}
		}
		if nmPos[1] != 0 {
			check(nm, nmPos[0], nmPos[1])
		}
		for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
			if x := &p.vars[v]; x.kind == vParam {
				check(x.name, int(x.pos), int(x.pos)+len(p.names.bytes(x.name)))
			}
		}
	}
	if strict || !simple || flags&(code.Arrow|code.Method) != 0 {
		var seen map[name]bool
		n := 0
		for v := p.scopes[s].vars.first; v != 0; v = p.vars[v].next {
			x := &p.vars[v]
			if x.kind != vParam {
				continue
			}
			n++
			dup := false
			if n < 12 {
				for u := p.scopes[s].vars.first; u != v; u = p.vars[u].next {
					dup = dup || p.vars[u].kind == vParam && p.vars[u].name == x.name
				}
			} else {
				if seen == nil {
					seen = map[name]bool{}
					for u := p.scopes[s].vars.first; u != v; u = p.vars[u].next {
						if p.vars[u].kind == vParam {
							seen[p.vars[u].name] = true
						}
					}
				}
				dup = seen[x.name]
				seen[x.name] = true
			}
			if dup {
				p.fail(int(x.pos), int(x.pos)+len(p.names.bytes(x.name)), "Duplicate parameter name not allowed in this context")
			}
		}
	}
}

// body reads a directive prologue and statements up to the token end, which it leaves.
func (p *parser) body(end token, simple bool) nid {
	var l list
	octal, octMsg := 0, ""
	for p.tok == tString {
		start, stop, esc := p.start, p.end, p.esc
		if p.octal != 0 && octal == 0 {
			octal, octMsg = p.octal, p.octMsg
		}
		isStrict := !esc && stop-start == 12 && string(p.src[start+1:stop-1]) == "use strict"
		st := p.statementItem()
		p.push(&l, st)
		n := p.nodes[st]
		if n.kind != kExpr || p.nodes[n.a].kind != kString || p.nodes[n.a].flags&fParen != 0 || int(p.nodes[n.a].end) != stop {
			break
		}
		if isStrict {
			if !simple {
				p.fail(start, stop, "Illegal 'use strict' directive in function with non-simple parameter list")
			}
			p.strict = true
			p.scopes[p.scope].strict = true
			// the token that was read ahead is strict already
			if (p.tok == tNumber || p.tok == tString) && p.octal != 0 {
				p.checkOctal()
			}
		}
		if p.strict && octal != 0 {
			p.fail(octal-1, octal, octMsg)
		}
	}
	for p.tok != end {
		if p.tok == tEOF {
			p.unexpected()
		}
		p.push(&l, p.statementItem())
	}
	return l.first
}
