package parse

import "github.com/niso-engine/niso/js/vm/code"

// prec is the precedence of binary operators; 0 for other tokens.
var prec = [256]uint8{tNullish: 1, tOrOr: 2, tAndAnd: 3, tOr: 4, tXor: 5, tAnd: 6, tEq: 7, tNe: 7, tSeq: 7, tSne: 7, tLt: 8, tGt: 8, tLe: 8, tGe: 8,
	tIn: 8, tInstanceof: 8, tShl: 9, tShr: 9, tUshr: 9, tAdd: 10, tSub: 10, tMul: 11, tDiv: 11, tMod: 11, tExp: 12}

// expression reads an Expression, with in allowed.
func (p *parser) expression() nid {
	old := p.noIn
	p.noIn = false
	e := p.comma()
	p.noIn = old
	return e
}

// comma reads an Expression.
func (p *parser) comma() nid {
	start := p.start
	e := p.assign()
	if p.tok != tComma {
		return e
	}
	var l list
	p.push(&l, e)
	for p.eat(tComma) {
		p.push(&l, p.assign())
	}
	return p.add(node{kind: kSeq, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
}

// assignIn reads an AssignmentExpression with in allowed.
func (p *parser) assignIn() nid {
	old := p.noIn
	p.noIn = false
	e := p.assign()
	p.noIn = old
	return e
}

// assign reads an AssignmentExpression that is no pattern.
func (p *parser) assign() nid {
	old := p.coverErr
	oldDup := p.coverDup
	p.coverErr, p.coverDup = 0, 0
	e := p.assignCover()
	p.checkCover()
	p.coverErr, p.coverDup = old, oldDup
	return e
}

func (p *parser) checkCover() {
	if p.coverErr != 0 {
		p.fail(p.coverErr-1, p.coverErr, "Invalid shorthand property initializer")
	}
	if p.coverDup != 0 {
		p.fail(p.coverDup-1, p.coverDup+8, "Duplicate __proto__ fields are not allowed in object literals")
	}
}

// assignCover reads an AssignmentExpression that may turn out to be a pattern: what only a pattern may have is noted in coverErr.
func (p *parser) assignCover() nid {
	p.enter()
	start := p.start
	var before state
	switch {
	case p.tok == tIdent:
		if p.name <= nYield || p.name == nAsync { // await, yield, async
			if p.name == nYield && p.ctx.gen && !p.esc {
				p.depth--
				return p.yield()
			}
			if p.name == nAsync && !p.esc {
				if e := p.asyncArrow(); e != 0 {
					p.depth--
					return e
				}
			}
		}
		if p.pre == 0 && p.arrowFollows(p.end) {
			if !(p.name == nAwait && p.ctx.async) {
				p.depth--
				return p.arrow(start, 0)
			}
		}
	case p.tok == tLParen:
		if p.skipping {
			if p.child < len(p.children) {
				if r := &p.records[p.children[p.child]]; r.Flags&code.Arrow != 0 && int(r.Start) == start {
					p.depth--
					return p.arrow(start, 0)
				}
			}
		} else if p.arrows[start] || p.arrowParens(p.end) || p.likelyArrow(start) {
			p.depth--
			return p.arrow(start, 0)
		}
		before = p.save()
	}
	isParen := p.tok == tLParen && p.pre == 0
	oldCover, oldDup := p.coverErr, p.coverDup
	p.coverErr, p.coverDup = 0, 0
	p.coverArrow = false
	if isParen {
		p.attempts++
	}
	e := p.conditional()
	if isParen {
		p.attempts--
	}
	if p.tok == tArrow {
		if isParen && p.paren[0] == start && p.paren[1] == p.prevEnd && !p.nl {
			p.restore(&before)
			if p.arrows == nil {
				p.arrows = map[int]bool{}
			}
			p.arrows[start] = true
			p.depth--
			return p.arrow(start, 0)
		}
		if p.coverArrow || !isParen {
			p.unexpected()
		}
	}
	if p.coverArrow {
		p.coverArrow = false
		p.unexpected()
	}
	n := p.nodes[e]
	if p.tok >= tAssign && p.tok <= tAssignExp {
		op := p.tok
		if (n.kind == kArray || n.kind == kObject) && n.flags&fParen == 0 && op == tAssign {
			p.coverErr, p.coverDup = 0, 0
			p.toPattern(e)
		} else {
			p.checkCover()
			if n.kind == kCall && op >= tAssignNullish && op <= tAssignAndAnd {
				p.fail(start, p.prevEnd, "Invalid left-hand side in assignment")
			}
			p.target(e, "Invalid left-hand side in assignment", start)
		}
		p.next()
		v := p.assign()
		e = p.add(node{kind: kAssign, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(v)})
	} else if n.kind != kArray && n.kind != kObject || n.flags&fParen != 0 {
		p.checkCover()
	}
	if p.coverErr == 0 {
		p.coverErr = oldCover
	}
	if p.coverDup == 0 {
		p.coverDup = oldDup
	}
	p.depth--
	return e
}

// target fails unless e may be assigned to.
func (p *parser) target(e nid, msg string, start int) {
	n := &p.nodes[e]
	switch n.kind {
	case kIdent:
		if nm := name(n.a); p.strict && (nm == nEval || nm == nArguments) {
			p.fail(int(n.pos), int(n.end), "Unexpected eval or arguments in strict mode")
		} else if nm == nThis || nm == nNewTarget {
			break
		}
		return
	case kDot, kIndex, kPriv, kSuperDot, kSuperIdx:
		return
	case kCall:
		if !p.strict && n.flags&fOptional == 0 {
			return
		}
	}
	p.fail(start, p.prevEnd, msg)
}

// arrowFollows reports whether => comes next, on the same line, after a plain identifier that ends at i.
func (p *parser) arrowFollows(i int) bool {
	for i < len(p.src) {
		switch c := p.src[i]; {
		case c == ' ' || c == '\t':
			i++
			continue
		case c == '=':
			return i+1 < len(p.src) && p.src[i+1] == '>'
		case c == '/' || c >= 0x80 || c == '\f' || c == '\v' || c == '<' || c == '-':
			save := p.lexState
			p.end = i
			p.next()
			found := p.tok == tArrow && !p.nl
			p.lexState = save
			return found
		}
		return false
	}
	return false
}

// arrowParens reports whether a list of plain identifiers, ) and => follow the ( that ends at i. False does not say that they don't.
func (p *parser) arrowParens(i int) bool {
	src := p.src
	for i < len(src) {
		c := src[i]
		switch {
		case class[c]&(cIdent|cSpace) != 0 || c == ',':
			i++
		case c == ')':
			return p.arrowFollows(i + 1)
		default:
			return false
		}
	}
	return false
}

// likelyArrow reports whether => follows the parenthesis that closes the one at i, as a scan of the tokens tells that cannot know
// regular expressions for sure. It is asked only deep within parentheses that were read as expressions and may turn out to be
// parameters, where reading each of them twice would take time quadratic in their depth; one scan answers for all of them.
func (p *parser) likelyArrow(i int) bool {
	if p.attempts < 8 {
		return false
	}
	if yes, ok := p.parenMemo[i]; ok {
		return yes
	}
	if p.parenMemo == nil {
		p.parenMemo = map[int]bool{}
	}
	save := p.lexState
	var open []int // of parentheses their places, of templates -1, of other braces -2
	defer func() {
		p.lexState = save
		for _, at := range open {
			if at >= 0 {
				p.parenMemo[at] = false // nothing closes it
			}
		}
		if r := recover(); r != nil {
			if _, ok := r.(*Error); !ok {
				panic(r)
			}
		}
	}()
	p.parenMemo[i] = false
	p.end = i
	before := tEOF
	for {
		p.next()
		switch p.tok {
		case tEOF:
			return p.parenMemo[i]
		case tLParen:
			open = append(open, p.start)
		case tLBrace:
			open = append(open, -2)
		case tTemplate:
			if !p.tail {
				open = append(open, -1)
			}
		case tRBrace:
			if n := len(open); n > 0 {
				if open[n-1] == -1 {
					p.template(p.start)
					if !p.tail {
						break
					}
				}
				open = open[:n-1]
			}
		case tRParen:
			if n := len(open); n > 0 && open[n-1] >= 0 {
				at := open[n-1]
				open = open[:n-1]
				p.parenMemo[at] = p.arrowFollows(p.end)
			}
		case tDiv, tAssignDiv:
			switch before {
			case tIdent, tPrivate, tNumber, tBigInt, tString, tTemplate, tRParen, tRBrack, tRBrace, tThis, tNull, tTrue, tFalse, tSuper:
			default:
				p.rescanRegExp()
			}
		}
		if len(open) == 0 {
			return p.parenMemo[i]
		}
		before = p.tok
	}
}

// asyncArrow reads async x => or async (…) => at the word async, if that is what follows.
func (p *parser) asyncArrow() nid {
	start, end := p.start, p.end
	t := p.peek()
	if t.nl {
		return 0
	}
	switch t.tok {
	case tIdent:
		if !p.arrowFollows(t.end) {
			return 0
		}
		p.next()
		return p.arrow(start, code.Async)
	case tLParen:
		if p.skipping {
			if p.child >= len(p.children) {
				return 0
			}
			if r := &p.records[p.children[p.child]]; r.Flags&code.Arrow == 0 || int(r.Start) != start {
				return 0
			}
		} else if !p.arrows[start] && !p.arrowParens(t.end) && !p.likelyArrow(t.start) {
			// read it as a call, and again if => follows
			before := p.save()
			p.next()
			oldCover, oldDup := p.coverErr, p.coverDup
			p.coverErr, p.coverDup = 0, 0
			id := p.ident(nAsync, start, end)
			p.attempts++
			args := p.arguments(true)
			p.attempts--
			if p.tok == tArrow && !p.nl {
				p.restore(&before)
				if p.arrows == nil {
					p.arrows = map[int]bool{}
				}
				p.arrows[start] = true
			} else {
				// it is a call: what follows goes on from there
				p.checkCover()
				p.coverErr, p.coverDup = oldCover, oldDup
				p.pre = p.add(node{kind: kCall, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(id), b: uint32(args), d: uint32(start)})
				p.preStart = start
				return 0
			}
		}
		p.next()
		return p.arrow(start, code.Async)
	}
	return 0
}

func (p *parser) yield() nid {
	start := p.start
	if p.ctx.params {
		p.failTok("Yield expression not allowed in formal parameter")
	}
	p.next()
	n := node{kind: kYield, pos: uint32(start)}
	if !p.nl {
		switch p.tok {
		case tMul:
			p.next()
			n.flags |= fStar
			n.a = uint32(p.assign())
		case tRParen, tRBrack, tRBrace, tComma, tSemi, tColon, tEOF, tIn:
		case tTemplate:
			if p.start < len(p.src) && p.src[p.start] == '`' {
				n.a = uint32(p.assign())
			}
		default:
			n.a = uint32(p.assign())
		}
	}
	n.end = uint32(p.prevEnd)
	return p.add(n)
}

func (p *parser) conditional() nid {
	start := p.begin()
	e := p.binary(1)
	if p.tok != tQuestion {
		return e
	}
	p.checkCover()
	p.next()
	old := p.noIn
	p.noIn = false
	a := p.assign()
	p.noIn = old
	p.expect(tColon)
	b := p.assign()
	return p.add(node{kind: kCond, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(a), c: uint32(b)})
}

func (p *parser) binary(min uint8) nid {
	start := p.begin()
	var left nid
	if p.tok == tPrivate && p.pre == 0 {
		id := p.privateRef()
		if p.tok != tIn || min > prec[tIn] || p.noIn {
			n := p.nodes[id]
			p.fail(int(n.pos), int(n.end), "Unexpected identifier '"+p.str(name(n.a))+"'")
		}
		p.next()
		r := p.binary(prec[tIn] + 1)
		left = p.add(node{kind: kPrivIn, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(id), b: uint32(r)})
	} else {
		left = p.unary()
	}
	for {
		op := p.tok
		pr := prec[op]
		if pr < min || pr == 0 || op == tIn && p.noIn {
			return left
		}
		if p.coverErr|p.coverDup != 0 {
			p.checkCover()
		}
		opPos := p.start
		ln := p.nodes[left]
		if op == tExp {
			if ln.kind == kUnary && ln.flags&fParen == 0 {
				p.fail(int(ln.pos), p.prevEnd, "Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence")
			}
			p.next()
			p.enter()
			r := p.binary(pr)
			p.depth--
			left = p.add(node{kind: kBinary, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(left), b: uint32(r), c: uint32(opPos)})
			continue
		}
		p.next()
		if pr == 1 || pr == 2 || pr == 3 {
			if op == tNullish && ln.kind == kLogical && ln.op != tNullish && ln.flags&fParen == 0 {
				p.fail(opPos, opPos+2, "Unexpected token '??'")
			}
			p.enter()
			r := p.binary(pr + 1)
			p.depth--
			if rn := p.nodes[r]; op == tNullish && rn.kind == kLogical && rn.op != tNullish && rn.flags&fParen == 0 {
				p.fail(int(rn.c), int(rn.c)+2, "Unexpected token '"+p.text(int(rn.c), int(rn.c)+2)+"'")
			}
			left = p.add(node{kind: kLogical, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(left), b: uint32(r), c: uint32(opPos)})
			continue
		}
		p.enter()
		r := p.binary(pr + 1)
		p.depth--
		left = p.add(node{kind: kBinary, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(left), b: uint32(r), c: uint32(opPos)})
	}
}

// begin returns where the expression that is read now began: here, or where a call that was read ahead did.
func (p *parser) begin() int {
	if p.pre != 0 {
		return p.preStart
	}
	return p.start
}

func (p *parser) unary() nid {
	start, op := p.begin(), p.tok
	if p.pre != 0 {
		op = tEOF
	}
	switch op {
	case tBang, tTilde, tAdd, tSub, tTypeof, tVoid, tDelete:
		p.enter()
		p.next()
		a := p.unary()
		p.depth--
		p.checkCover()
		if op == tDelete {
			p.deleteCheck(a)
		}
		return p.add(node{kind: kUnary, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a)})
	case tInc, tDec:
		p.enter()
		p.next()
		s := p.start
		a := p.unary()
		p.depth--
		p.checkCover()
		p.target(a, "Invalid left-hand side expression in prefix operation", s)
		return p.add(node{kind: kUpdate, op: op, flags: fPrefix, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a)})
	case tIdent:
		if p.name == nAwait && p.ctx.async && !p.esc {
			return p.await()
		}
	}
	e := p.postfix()
	if (p.tok == tInc || p.tok == tDec) && !p.nl {
		p.checkCover()
		p.target(e, "Invalid left-hand side expression in postfix operation", start)
		op := p.tok
		p.next()
		return p.add(node{kind: kUpdate, op: op, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e)})
	}
	return e
}

func (p *parser) deleteCheck(a nid) {
	n := &p.nodes[a]
	switch n.kind {
	case kIdent:
		if p.strict && name(n.a) != nThis && name(n.a) != nNewTarget {
			p.fail(int(n.pos), int(n.end), "Delete of an unqualified identifier in strict mode.")
		}
	case kPriv:
		b := p.nodes[n.b]
		p.fail(int(b.pos), int(b.end), "Private fields can not be deleted")
	case kChain:
		p.deleteCheck(nid(n.a))
	}
}

func (p *parser) await() nid {
	start := p.start
	if p.ctx.params {
		p.failTok("Illegal await-expression in formal parameters of async function")
	}
	p.enter()
	p.next()
	a := p.unary()
	p.depth--
	p.checkCover()
	if p.fn.parent == nil && p.module {
		p.tla = true
	}
	return p.add(node{kind: kAwait, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a)})
}

// postfix reads a LeftHandSideExpression.
func (p *parser) postfix() nid {
	start := p.begin()
	if e := p.pre; e != 0 {
		p.pre = 0
		return p.chain(e, start, true)
	}
	e := p.primary()
	if p.coverArrow {
		return e
	}
	return p.chain(e, start, true)
}

// maxChain bounds the length of a chain of members and calls, which the compiler walks by recursion.
const maxChain = 20000

// chain reads what follows a primary expression: members, calls, templates, optional chains.
func (p *parser) chain(e nid, start int, calls bool) nid {
	inChain := false
	for length := 0; ; length++ {
		if length > maxChain {
			panic(&Error{Kind: code.RangeError, Msg: "Maximum call stack size exceeded", Pos: p.start, End: p.end})
		}
		switch p.tok {
		case tDot, tLBrack, tLParen, tOptDot, tTemplate:
			if p.coverErr|p.coverDup != 0 {
				p.checkCover()
			}
		}
		switch p.tok {
		case tDot:
			p.next()
			e = p.member(e, start, 0)
		case tOptDot:
			if !calls {
				p.failTok("Invalid optional chain from new expression")
			}
			inChain = true
			p.next()
			switch p.tok {
			case tLBrack:
				e = p.index(e, start, fOptional)
			case tLParen:
				e = p.call(e, start, fOptional)
			case tTemplate:
				p.failTok("Invalid tagged template on optional chain")
			default:
				e = p.member(e, start, fOptional)
			}
		case tLBrack:
			e = p.index(e, start, 0)
		case tLParen:
			if !calls {
				return e
			}
			e = p.call(e, start, 0)
		case tTemplate:
			if p.src[p.start] != '`' {
				return p.wrap(e, start, inChain)
			}
			if inChain {
				p.failTok("Invalid tagged template on optional chain")
			}
			t := p.templateLit(true)
			e = p.add(node{kind: kTagged, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(t)})
		default:
			return p.wrap(e, start, inChain)
		}
	}
}

func (p *parser) wrap(e nid, start int, inChain bool) nid {
	if inChain {
		return p.add(node{kind: kChain, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e)})
	}
	return e
}

func (p *parser) member(e nid, start int, fl nflags) nid {
	if p.tok == tPrivate {
		id := p.privateRef()
		return p.add(node{kind: kPriv, flags: fl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(id), c: uint32(p.nodes[id].pos)})
	}
	if p.tok != tIdent && !p.isKeyword() {
		p.unexpected()
	}
	n, at := p.name, p.start
	p.next()
	return p.add(node{kind: kDot, flags: fl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(n), c: uint32(at)})
}

func (p *parser) index(e nid, start int, fl nflags) nid {
	p.next()
	k := p.expression()
	at := p.prevEnd
	p.expect(tRBrack)
	_ = at
	return p.add(node{kind: kIndex, flags: fl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(k), c: p.nodes[k].pos})
}

func (p *parser) call(e nid, start int, fl nflags) nid {
	at := p.nodes[e]
	args := p.arguments(false)
	n := node{kind: kCall, flags: fl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(args), d: uint32(start)}
	switch at.kind {
	case kDot, kIndex, kPriv:
		n.d = at.c
	case kIdent:
		if name(at.a) == nEval && fl == 0 && at.flags&fParen == 0 {
			n.flags |= fEvalCall
			n.c = uint32(p.scope)
			p.noteEval(p.strict)
		}
	}
	return p.add(n)
}

// noteEval marks the scopes that a direct eval here can see into.
func (p *parser) noteEval(strict bool) {
	p.scopes[p.scope].evals = true
	if !strict {
		p.scopes[p.varScope()].sloppyEv = true
	}
	p.fnFlags |= code.DirectEval
}

// arguments reads an argument list. With cover, elements may be patterns of an async arrow function's parameters.
func (p *parser) arguments(cover bool) nid {
	p.next()
	old := p.noIn
	p.noIn = false
	var l list
	for p.tok != tRParen {
		s := p.start
		spread := p.eat(tEllipsis)
		var e nid
		if cover {
			e = p.assignCover()
		} else {
			e = p.assign()
		}
		if spread {
			e = p.add(node{kind: kSpread, pos: uint32(s), end: uint32(p.prevEnd), a: uint32(e)})
		}
		p.push(&l, e)
		if p.tok == tRParen {
			break
		}
		if p.tok != tComma {
			s := p.nodes[l.last]
			p.fail(int(s.pos), p.prevEnd, "missing ) after argument list")
		}
		p.next()
	}
	p.next()
	p.noIn = old
	return l.first
}

// privateRef reads a private name that is used.
func (p *parser) privateRef() nid {
	n, start, end := p.name, p.start, p.end
	p.next()
	if !p.skipping {
		p.privRefs = append(p.privRefs, privRef{n, uint32(start)})
	}
	return p.ident(n, start, end)
}

func (p *parser) templateLit(tagged bool) nid {
	p.enter()
	start := p.start
	var l list
	for {
		q := node{kind: kQuasi, pos: uint32(p.start + 1), end: uint32(p.end - 1)}
		if !p.tail {
			q.end = uint32(p.end - 2)
		}
		if p.badEsc != 0 {
			if !tagged {
				p.fail(p.badEsc-1, p.badEnd, p.badMsg)
			}
			q.flags |= fBadCooked
		}
		p.push(&l, p.add(q))
		tail := p.tail
		if tail {
			p.next()
			p.depth--
			return p.add(node{kind: kTemplate, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
		}
		p.next()
		p.push(&l, p.expression())
		if p.tok != tRBrace {
			if p.tok == tEOF {
				p.fail(p.prevEnd-1, p.prevEnd, "Missing } in template expression")
			}
			p.failTok("Missing } in template expression")
		}
		p.nl, p.octal = false, 0
		p.prevEnd = p.end
		p.template(p.start)
	}
}

func (p *parser) primary() nid {
	start, end := p.start, p.end
	switch p.tok {
	case tIdent:
		if p.name == nAsync && !p.esc {
			if t := p.peek(); t.tok == tFunction && !t.nl {
				p.next()
				return p.functionExpr(start, code.Async)
			}
		}
		p.checkIdent()
		n := p.name
		p.next()
		return p.ident(n, start, end)
	case tNumber:
		p.checkOctal()
		p.next()
		return p.add(node{kind: kNumber, pos: uint32(start), end: uint32(end)})
	case tString:
		p.checkOctal()
		var fl nflags
		if p.esc {
			fl = fEscapes
		}
		p.next()
		return p.add(node{kind: kString, flags: fl, pos: uint32(start), end: uint32(end)})
	case tBigInt:
		p.next()
		return p.add(node{kind: kBigInt, pos: uint32(start), end: uint32(end)})
	case tTemplate:
		if p.src[start] != '`' {
			p.unexpected()
		}
		return p.templateLit(false)
	case tThis:
		p.next()
		return p.ident(nThis, start, end)
	case tNull:
		p.next()
		return p.add(node{kind: kNull, pos: uint32(start), end: uint32(end)})
	case tTrue:
		p.next()
		return p.add(node{kind: kTrue, pos: uint32(start), end: uint32(end)})
	case tFalse:
		p.next()
		return p.add(node{kind: kFalse, pos: uint32(start), end: uint32(end)})
	case tFunction:
		return p.functionExpr(start, 0)
	case tClass:
		return p.class(true)
	case tLBrack:
		return p.arrayLit()
	case tLBrace:
		return p.objectLit()
	case tLParen:
		return p.parens()
	case tDiv, tAssignDiv:
		p.rescanRegExp()
		n := node{kind: kRegExp, pos: uint32(start), end: uint32(p.end), a: uint32(p.reBody)}
		p.next()
		return p.add(n)
	case tNew:
		return p.newExpr()
	case tSuper:
		return p.super()
	case tImport:
		return p.importExpr(false)
	}
	p.unexpected()
	return 0
}

func (p *parser) parens() nid {
	p.enter()
	start := p.start
	p.next()
	old := p.noIn
	p.noIn = false
	if p.tok == tRParen {
		at := p.start
		p.next()
		if p.tok != tArrow || p.nl {
			p.fail(at, at+1, "Unexpected token ')'")
		}
		return p.coverDone(start, old)
	}
	var l list
	first := p.start
	for {
		if p.tok == tEllipsis {
			at := p.start
			p.next()
			e := p.assignCover()
			_ = e
			if p.tok == tComma {
				p.fail(p.start-1, p.start, "Rest parameter must be last formal parameter")
			}
			p.expect(tRParen)
			if p.tok != tArrow || p.nl {
				p.fail(at, at+3, "Unexpected token '...'")
			}
			return p.coverDone(start, old)
		}
		p.push(&l, p.assignCover())
		if p.tok != tComma {
			break
		}
		p.next()
		if p.tok == tRParen {
			at := p.start
			p.next()
			if p.tok != tArrow || p.nl {
				p.fail(at, at+1, "Unexpected token ')'")
			}
			return p.coverDone(start, old)
		}
	}
	p.expect(tRParen)
	p.noIn = old
	p.depth--
	e := l.first
	if l.first != l.last {
		e = p.add(node{kind: kSeq, pos: uint32(first), end: uint32(p.prevEnd - 1), a: uint32(l.first)})
	}
	p.nodes[e].flags |= fParen
	p.paren = [2]int{start, p.prevEnd}
	if p.tok != tArrow {
		p.checkCover()
	}
	return e
}

// coverDone ends what can only be the parameters of an arrow function.
func (p *parser) coverDone(start int, oldNoIn bool) nid {
	p.noIn = oldNoIn
	p.depth--
	p.paren = [2]int{start, p.prevEnd}
	p.coverArrow = true
	return p.add(node{kind: kNull, pos: uint32(start), flags: fParen})
}

func (p *parser) arrayLit() nid {
	p.enter()
	start := p.start
	p.next()
	old := p.noIn
	p.noIn = false
	var l list
	fl := nflags(0)
	for p.tok != tRBrack {
		switch p.tok {
		case tComma:
			p.push(&l, p.add(node{kind: kHole, pos: uint32(p.start)}))
			p.next()
			continue
		case tEllipsis:
			s := p.start
			p.next()
			e := p.assignCover()
			p.push(&l, p.add(node{kind: kSpread, pos: uint32(s), end: uint32(p.prevEnd), a: uint32(e)}))
			if p.tok == tComma {
				p.nodes[l.last].flags |= fTrailing
			}
		default:
			p.push(&l, p.assignCover())
		}
		if p.tok != tRBrack {
			p.expect(tComma)
		}
	}
	p.next()
	p.noIn = old
	p.depth--
	return p.add(node{kind: kArray, flags: fl, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
}

func (p *parser) objectLit() nid {
	p.enter()
	start := p.start
	p.next()
	old := p.noIn
	p.noIn = false
	var l list
	proto := false
	for p.tok != tRBrace {
		e := p.property(&proto)
		p.push(&l, e)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.next()
	p.noIn = old
	p.depth--
	return p.add(node{kind: kObject, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
}

func (p *parser) property(proto *bool) nid {
	start := p.start
	n := node{kind: kProp, op: tColon, pos: uint32(start)}
	if p.tok == tEllipsis {
		p.next()
		n.op = tEllipsis
		n.b = uint32(p.assignCover())
		n.end = uint32(p.prevEnd)
		if p.tok == tComma {
			n.flags |= fTrailing
		}
		return p.add(n)
	}
	var flags code.Flags
	if p.tok == tIdent && !p.esc && (p.name == nAsync || p.name == nGet || p.name == nSet) {
		word := p.name
		t := p.peek()
		if propertyStart(t.tok) || t.tok == tMul && word == nAsync && !t.nl {
			if word != nAsync || !t.nl {
				p.next()
				switch word {
				case nAsync:
					flags = code.Async
				case nGet:
					n.op = tGet
				case nSet:
					n.op = tSet
				}
			}
		}
	}
	if p.tok == tMul && n.op == tColon {
		p.next()
		flags |= code.Generator
	}
	tok, esc := p.tok, p.esc
	nameTok, keyStart, keyEnd := p.name, p.start, p.end
	keyState := p.lexState
	key, computed := p.propertyKey()
	n.a = uint32(key)
	if computed {
		n.flags |= fComputed
	}
	switch {
	case n.op == tGet || n.op == tSet:
		fl := code.Method | code.Getter
		if n.op == tSet {
			fl = code.Method | code.Setter
		}
		if p.tok != tLParen {
			p.unexpected()
		}
		n.b = uint32(p.method(start, fl, ctx{superProp: true}))
	case p.tok == tLParen || flags != 0:
		if p.tok != tLParen {
			p.unexpected()
		}
		n.op = tMethod
		n.b = uint32(p.method(start, flags|code.Method, ctx{superProp: true}))
	case p.tok == tColon:
		p.next()
		if !computed && p.isProtoKey(key) {
			if *proto && p.coverDup == 0 {
				p.coverDup = keyStart + 1
			}
			*proto = true
			n.flags |= fStar
		}
		n.b = uint32(p.assignCover())
	case tok == tIdent:
		// shorthand
		after := p.lexState
		p.lexState = keyState
		p.checkIdent()
		p.lexState = after
		_ = esc
		v := p.ident(nameTok, keyStart, keyEnd)
		n.flags |= fShorthand
		if p.tok == tAssign {
			if p.coverErr == 0 {
				p.coverErr = p.start + 1
			}
			if p.strict && (nameTok == nEval || nameTok == nArguments) {
				p.fail(keyStart, keyEnd, "Unexpected eval or arguments in strict mode")
			}
			p.next()
			d := p.assign()
			v = p.add(node{kind: kAssign, op: tAssign, pos: uint32(keyStart), end: uint32(p.prevEnd), a: uint32(v), b: uint32(d)})
		}
		n.b = uint32(v)
	default:
		if p.tok == tRBrace || p.tok == tComma {
			if p.nodes[key].kind == kName {
				p.lexState = keyState
				p.unexpected()
			}
		}
		p.unexpected()
	}
	n.end = uint32(p.prevEnd)
	return p.add(n)
}

// propertyStart reports whether a property name can begin with the token (so that get, set, async or static before it is a modifier).
func propertyStart(t token) bool {
	return t == tIdent || t == tString || t == tNumber || t == tBigInt || t == tLBrack || t >= tBreak || t == tIn || t == tInstanceof
}

func (p *parser) isProtoKey(key nid) bool {
	n := &p.nodes[key]
	switch n.kind {
	case kName:
		return name(n.a) == nProto
	case kString:
		return p.stringValue(key) == "__proto__"
	}
	return false
}

func (p *parser) newExpr() nid {
	p.enter()
	start := p.start
	p.next()
	if p.tok == tDot {
		p.next()
		if !p.isWord(nTarget) {
			if p.tok == tIdent && p.name == nTarget {
				p.failTok("'new.target' must not contain escaped characters")
			}
			p.unexpected()
		}
		if !p.ctx.newTarget {
			p.failTok("new.target expression is not allowed here")
		}
		end := p.end
		p.next()
		p.depth--
		return p.ident(nNewTarget, start, end)
	}
	s := p.start
	var e nid
	switch p.tok {
	case tNew:
		e = p.newExpr()
	case tImport:
		e = p.importExpr(true)
	case tSuper:
		e = p.super()
		if p.nodes[e].kind == kSuperCal {
			p.fail(s, s+5, "'super' keyword unexpected here")
		}
	default:
		e = p.primary()
		if p.coverArrow {
			p.depth--
			return e
		}
	}
	e = p.chain(e, s, false)
	var args nid
	if p.tok == tLParen {
		args = p.arguments(false)
	}
	p.depth--
	return p.add(node{kind: kNew, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(e), b: uint32(args)})
}

func (p *parser) super() nid {
	start, end := p.start, p.end
	p.next()
	n := node{pos: uint32(start)}
	switch p.tok {
	case tDot:
		if !p.ctx.superProp {
			break
		}
		p.next()
		if p.tok == tPrivate {
			p.failTok("Unexpected private field")
		}
		if p.tok != tIdent && !p.isKeyword() {
			p.unexpected()
		}
		n.kind, n.b = kSuperDot, uint32(p.name)
		p.next()
		n.c = uint32(p.ident(nThis, start, end))
		n.a = uint32(p.ident(nFunc, start, end))
		n.end = uint32(p.prevEnd)
		return p.add(n)
	case tLBrack:
		if !p.ctx.superProp {
			break
		}
		p.next()
		n.c = uint32(p.ident(nThis, start, end))
		n.kind, n.b = kSuperIdx, uint32(p.expression())
		p.expect(tRBrack)
		n.a = uint32(p.ident(nFunc, start, end))
		n.end = uint32(p.prevEnd)
		return p.add(n)
	case tLParen:
		if !p.ctx.superCall {
			break
		}
		n.kind = kSuperCal
		n.a = uint32(p.ident(nFunc, start, end))
		n.d = uint32(p.ident(nNewTarget, start, end))
		n.b = uint32(p.arguments(false))
		n.c = uint32(p.ident(nThis, start, end))
		n.end = uint32(p.prevEnd)
		return p.add(n)
	}
	p.fail(start, end, "'super' keyword unexpected here")
	return 0
}

func (p *parser) importExpr(inNew bool) nid {
	start := p.start
	esc := p.esc
	_ = esc
	p.next()
	switch p.tok {
	case tDot:
		p.next()
		if p.tok != tIdent || p.name != nMeta {
			p.unexpected()
		}
		if p.esc {
			p.failTok("'import.meta' must not contain escaped characters")
		}
		if !p.module {
			p.failTok("Cannot use 'import.meta' outside a module")
		}
		p.next()
		return p.add(node{kind: kMeta, pos: uint32(start), end: uint32(p.prevEnd)})
	case tLParen:
		if inNew {
			p.fail(start, start+6, "Cannot use new with import")
		}
		at := p.start
		p.next()
		if p.tok == tRParen {
			p.fail(at, at+1, "import() requires a specifier")
		}
		if p.tok == tEllipsis {
			p.unexpected()
		}
		a := p.assignIn()
		var b nid
		if p.eat(tComma) && p.tok != tRParen {
			b = p.assignIn()
			p.eat(tComma)
		}
		p.expect(tRParen)
		return p.add(node{kind: kImport, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(a), b: uint32(b)})
	}
	if p.fn.parent == nil && p.module {
		p.unexpected()
	}
	p.fail(start, start+6, "Cannot use import statement outside a module")
	return 0
}
