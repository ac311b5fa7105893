package parse

import (
	"unsafe"

	"strconv"

	"github.com/niso-engine/niso/js/vm/code"
)

// Error is a SyntaxError (or, for nesting beyond all measure, a RangeError).
type Error struct {
	Kind      code.ErrorKind
	Msg       string // as V8 words it
	Pos, End  int    // where, in units of the source
	Line, Col int    // from 1
}

// Error returns the message with its place.
func (e *Error) Error() string {
	kind := "SyntaxError: "
	if e.Kind == code.RangeError {
		kind = "RangeError: "
	}
	return kind + e.Msg + " (" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Col) + ")"
}

// maxDepth bounds the nesting of statements and expressions.
const maxDepth = 3500

// ctx is what the code at hand may do.
type ctx struct {
	async     bool // await is an operator
	gen       bool // yield is an operator
	arrow     bool
	superProp bool
	superCall bool
	newTarget bool
	noArgs    bool // field initializer or static block: arguments is an error
	static    bool // directly in a static block: await is reserved
	ret       bool // return is allowed
	params    bool // in formal parameters
	asyncArr  bool // in the parameters of an async arrow function
}

// label is an entry of the label stack.
type label struct {
	name  name
	loop  bool
	start int // where it stands, and where its statement begins
	body  int
}

// fnState is the function being parsed, as far as records go.
type fnState struct {
	parent  *fnState
	seq     uint32   // variables numbered so far, see closeScope
	caps    []uint32 // numbers of the captured ones
	capNext uint32   // second parse: the next of them
	capData []byte
	seqLeft int
}

type parser struct {
	lexState
	src    []byte   // the source, or its byte image
	wide   []uint16 // the source's units where they do not fit a byte
	source code.Source
	prog   *code.Program
	names  nameTable
	module bool // no HTML-like comments, await reserved
	strict bool
	ctx    ctx
	depth  int
	poll   func(bytes int) // Options.Poll
	left   int             // tokens until it is called

	nodes     []node
	scopes    []scope
	vars      []variable
	refs      []ref
	scope     sid
	bind      []int32
	seen      []uint32
	seenRound uint32

	fn         *fnState
	fnPool     []*fnState
	nFuncs     int32 // compiled functions in this tree: the main one and initializers
	records    []code.Record
	caps       []byte
	labels     []label
	loops      int // loops around, in this function
	breaks     int // loops and switches around
	coverErr   int // 1 + offset of an = in {a = 1} that needs a pattern
	coverDup   int // 1 + offset of a second __proto__ in such a literal
	coverArrow bool
	paren      [2]int       // range of the last parenthesized expression
	arrows     map[int]bool // starts of arrow functions found by reading them once
	parenMemo  map[int]bool
	attempts   int // parentheses around that were begun as expressions and may be parameters
	pre        nid // a call that was read ahead, see asyncArrow
	preStart   int
	fnFlags    code.Flags
	reBody     int
	noIn       bool
	topThis    bool
	annexNames []name
	evalOuter  bool // direct eval: unresolved private names may be outside

	skipping bool    // second parse: inner functions are jumped over
	children []int32 // their rows
	child    int

	privRefs    []privRef
	tla         bool
	mod         *moduleState
	classes     int // classes around
	root        funcTree
	outerRef    code.ScopeRef // the scope that the compiled function stands in
	made        uint32        // its Made
	evalSite    *code.EvalSite
	dynParams   int // Function(): where the ) of the parameters stands
	dynClose    int
	units       []uint16
	oneFunction bool // second parse: stop at the end of the function
}

// privRef is a use of a private name that no class declared yet.
type privRef struct {
	name name
	pos  uint32
}

func (p *parser) isModule() bool { return p.module }

func (p *parser) fail(start, end int, msg string) {
	panic(&Error{Kind: code.SyntaxError, Msg: msg, Pos: start, End: end})
}

// failTok fails at the current token.
func (p *parser) failTok(msg string) { p.fail(p.start, p.end, msg) }

// enter bounds the recursion; leave by p.depth--.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(&Error{Kind: code.RangeError, Msg: "Maximum call stack size exceeded", Pos: p.start, End: p.end})
	}
}

func (p *parser) text(start, end int) string { return p.source.Slice(start, end) }

// unexpected fails at the current token with V8's words for it.
func (p *parser) unexpected() {
	switch p.tok {
	case tEOF:
		p.failTok("Unexpected end of input")
	case tNumber, tBigInt:
		p.failTok("Unexpected number")
	case tString:
		p.failTok("Unexpected string")
	case tTemplate:
		p.failTok("Unexpected template string")
	case tEnum:
		p.failTok("Unexpected reserved word")
	case tPrivate:
		p.failTok("Unexpected identifier '" + p.str(p.name) + "'")
	case tIdent:
		if p.name <= nameLastReserved {
			p.failTok("Keyword must not contain escaped characters")
		}
		if p.strict && (strictReserved(p.name)) {
			p.failTok("Unexpected strict mode reserved word")
		}
		if p.name == nAwait && (p.module || p.ctx.async || p.ctx.static) {
			p.failTok("Unexpected reserved word")
		}
		p.failTok("Unexpected identifier '" + p.str(p.name) + "'")
	}
	p.failTok("Unexpected token '" + p.text(p.start, p.end) + "'")
}

func (p *parser) expect(t token) {
	if p.tok != t {
		p.unexpected()
	}
	p.next()
}

func (p *parser) eat(t token) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

// isWord reports whether the current token is the contextual keyword n, without escapes.
func (p *parser) isWord(n name) bool { return p.tok == tIdent && p.name == n && !p.esc }

// semicolon ends a statement, by a semicolon or automatically.
func (p *parser) semicolon() {
	if p.tok == tSemi {
		p.next()
		return
	}
	if p.tok == tRBrace || p.tok == tEOF || p.nl {
		return
	}
	if p.tok == tIdent || p.tok == tNumber || p.tok == tString {
		// await x outside of an async function
		if b := p.nodes[len(p.nodes)-1]; b.kind == kIdent && name(b.a) == nAwait && int(b.end) == p.prevEnd {
			p.fail(int(b.pos), int(b.end), "await is only valid in async functions and the top level bodies of modules")
		}
	}
	p.unexpected()
}

// peek returns the token after the current one.
func (p *parser) peek() lexState {
	save := p.lexState
	p.next()
	t := p.lexState
	p.lexState = save
	return t
}

// checkOctal fails for a legacy octal in the current token of strict code.
func (p *parser) checkOctal() {
	if p.octal != 0 && p.strict {
		p.fail(p.octal-1, p.octal, p.octMsg)
	}
}

// checkIdent fails if the current identifier may not be used as a reference or binding here.
func (p *parser) checkIdent() {
	n := p.name
	if n >= nameCount {
		return
	}
	if n <= nameLastReserved {
		p.failTok("Keyword must not contain escaped characters")
	}
	switch {
	case n == nAwait:
		if p.ctx.asyncArr {
			p.failTok("'await' is not a valid identifier name in an async function")
		}
		if p.module || p.ctx.async || p.ctx.static {
			p.failTok("Unexpected reserved word")
		}
	case n == nYield:
		if p.ctx.gen || p.strict {
			if p.strict {
				p.failTok("Unexpected strict mode reserved word")
			}
			p.failTok("Unexpected identifier 'yield'")
		}
	case strictReserved(n):
		if p.strict {
			p.failTok("Unexpected strict mode reserved word")
		}
	case n == nArguments:
		if p.ctx.noArgs {
			p.failTok("'arguments' is not allowed in class field initializer or static initialization block")
		}
	}
}

// bindingIdent reads an identifier that is declared with kind k in the current scope, and returns its node.
func (p *parser) bindingIdent(k varKind) nid {
	if p.tok != tIdent {
		p.unexpected()
	}
	n, start, end := p.name, p.start, p.end
	if n == nArguments && p.ctx.noArgs && k != vPass {
		// a binding named arguments is an error of its own in strict code
		p.failTok("Unexpected eval or arguments in strict mode")
	}
	p.checkIdent()
	if p.strict && (n == nEval || n == nArguments) {
		p.failTok("Unexpected eval or arguments in strict mode")
	}
	if n == nLet && (k == vLet || k == vConst || k == vClass) {
		p.failTok("let is disallowed as a lexically bound name")
	}
	p.next()
	return p.bindName(n, k, start, end)
}

func (p *parser) bindName(n name, k varKind, start, end int) nid {
	if k == vVar {
		p.declareVar(n, start)
	} else {
		p.declare(p.scope, n, k, start)
	}
	id := p.ident(n, start, end)
	p.refs[len(p.refs)-1].binding = true
	p.nodes[id].flags |= fBinding
	if k != vVar {
		p.nodes[id].flags |= fLexBind
	}
	if p.mod != nil && p.mod.exporting && p.scopes[p.scope].kind == sTop {
		p.exportName(n, n, start, end)
	}
	return id
}

// bindingTarget reads a binding identifier or pattern.
func (p *parser) bindingTarget(k varKind) nid {
	switch p.tok {
	case tLBrack:
		return p.arrayPattern(k)
	case tLBrace:
		return p.objectPattern(k)
	}
	return p.bindingIdent(k)
}

// bindingElement reads a binding target with an optional default.
func (p *parser) bindingElement(k varKind) nid {
	start := p.start
	t := p.bindingTarget(k)
	if p.tok == tAssign {
		p.next()
		p.paramExpr(k)
		v := p.assignIn()
		return p.add(node{kind: kAssign, op: tAssign, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(t), b: uint32(v)})
	}
	return t
}

// paramExpr notes that the parameter list has an expression.
func (p *parser) paramExpr(k varKind) {
	if k == vParam && p.scopes[p.scope].kind == sFunction {
		p.scopes[p.scope].params = true
	}
}

func (p *parser) arrayPattern(k varKind) nid {
	p.enter()
	start := p.start
	p.next()
	var l list
	for p.tok != tRBrack {
		switch p.tok {
		case tComma:
			p.push(&l, p.add(node{kind: kHole, pos: uint32(p.start)}))
			p.next()
			continue
		case tEllipsis:
			s := p.start
			p.next()
			t := p.bindingTarget(k)
			p.push(&l, p.add(node{kind: kSpread, pos: uint32(s), end: uint32(p.prevEnd), a: uint32(t)}))
			if p.tok == tAssign {
				p.unexpected()
			}
			if p.tok != tRBrack {
				p.fail(s, p.prevEnd, "Rest element must be last element")
			}
			continue
		}
		p.push(&l, p.bindingElement(k))
		if p.tok != tRBrack {
			p.expect(tComma)
		}
	}
	p.next()
	p.depth--
	return p.add(node{kind: kArray, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
}

func (p *parser) objectPattern(k varKind) nid {
	p.enter()
	start := p.start
	p.next()
	var l list
	for p.tok != tRBrace {
		s := p.start
		if p.tok == tEllipsis {
			p.next()
			if p.tok == tLBrace || p.tok == tLBrack {
				p.failTok("`...` must be followed by an identifier in declaration contexts")
			}
			t := p.bindingIdent(k)
			p.push(&l, p.add(node{kind: kProp, op: tEllipsis, pos: uint32(s), end: uint32(p.prevEnd), b: uint32(t)}))
			if p.tok != tRBrace {
				p.fail(s, p.prevEnd, "Rest element must be last element")
			}
			break
		}
		pr := node{kind: kProp, op: tColon, pos: uint32(s)}
		if p.tok == tIdent {
			st := p.peek()
			if st.tok != tColon {
				n, end := p.name, p.end
				t := p.bindingIdent(k)
				if p.tok == tAssign {
					p.next()
					p.paramExpr(k)
					v := p.assignIn()
					t = p.add(node{kind: kAssign, op: tAssign, pos: uint32(s), end: uint32(p.prevEnd), a: uint32(t), b: uint32(v)})
				}
				pr.a = uint32(p.add(node{kind: kName, pos: uint32(s), end: uint32(end), a: uint32(n)}))
				pr.b, pr.flags = uint32(t), fShorthand
				pr.end = uint32(p.prevEnd)
				p.push(&l, p.add(pr))
				if p.tok != tRBrace {
					p.expect(tComma)
				}
				continue
			}
		}
		key, computed := p.propertyKey()
		if computed {
			pr.flags |= fComputed
			p.paramExpr(k)
		}
		if p.tok != tColon {
			if p.tok == tRBrace || p.tok == tComma || p.tok == tAssign {
				if kn := p.n(key).kind; !computed && kn == kName && name(p.n(key).a) <= nameLastReserved {
					p.fail(int(p.n(key).pos), int(p.n(key).end), "Unexpected token '"+p.str(name(p.n(key).a))+"'")
				}
			}
			p.unexpected()
		}
		p.next()
		pr.a, pr.b = uint32(key), uint32(p.bindingElement(k))
		pr.end = uint32(p.prevEnd)
		p.push(&l, p.add(pr))
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.expect(tRBrace)
	p.depth--
	return p.add(node{kind: kObject, pos: uint32(start), end: uint32(p.prevEnd), a: uint32(l.first)})
}

// propertyKey reads a property name of a literal, pattern or class.
func (p *parser) propertyKey() (key nid, computed bool) {
	start, end := p.start, p.end
	switch p.tok {
	case tString:
		p.checkOctal()
		n := node{kind: kString, pos: uint32(start), end: uint32(end)}
		if p.esc {
			n.flags = fEscapes
		}
		p.next()
		return p.add(n), false
	case tNumber:
		p.checkOctal()
		p.next()
		return p.add(node{kind: kNumber, pos: uint32(start), end: uint32(end)}), false
	case tBigInt:
		p.next()
		return p.add(node{kind: kBigInt, pos: uint32(start), end: uint32(end)}), false
	case tLBrack:
		p.next()
		e := p.assignIn()
		p.expect(tRBrack)
		return e, true
	case tIdent:
	default:
		if !p.isKeyword() {
			p.unexpected()
		}
	}
	n := p.name
	p.next()
	return p.add(node{kind: kName, pos: uint32(start), end: uint32(end), a: uint32(n)}), false
}

// isKeyword reports whether the token is a reserved word.
func (p *parser) isKeyword() bool {
	return p.tok >= tBreak || p.tok == tIn || p.tok == tInstanceof
}

// state is all that looking ahead by parsing has to undo.
type state struct {
	lex                                   lexState
	nodes, scopes, vars, refs, recs, caps int
	privs                                 int
	seq                                   uint32
	fnCaps                                int
	strict                                bool
	ctx                                   ctx
	coverErr, coverDup                    int
	depth                                 int
	child                                 int
	nFuncs                                int32
}

func (p *parser) save() state {
	return state{p.lexState, len(p.nodes), len(p.scopes), len(p.vars), len(p.refs), len(p.records), len(p.caps), len(p.privRefs), p.fn.seq, len(p.fn.caps),
		p.strict, p.ctx, p.coverErr, p.coverDup, p.depth, p.child, p.nFuncs}
}

func (p *parser) restore(s *state) {
	p.lexState = s.lex
	p.nodes, p.scopes, p.vars, p.refs = p.nodes[:s.nodes], p.scopes[:s.scopes], p.vars[:s.vars], p.refs[:s.refs]
	p.records, p.caps, p.privRefs = p.records[:s.recs], p.caps[:s.caps], p.privRefs[:s.privs]
	p.fn.seq, p.fn.caps = s.seq, p.fn.caps[:s.fnCaps]
	p.strict, p.ctx, p.coverErr, p.coverDup, p.depth, p.child, p.nFuncs = s.strict, s.ctx, s.coverErr, s.coverDup, s.depth, s.child, s.nFuncs
}

// pollEvery is the number of tokens between calls of Options.Poll.
const pollEvery = 1 << 12

func (p *parser) pollNow() {
	p.left = pollEvery
	if p.poll != nil {
		p.poll(cap(p.nodes)*int(unsafe.Sizeof(node{})) + cap(p.scopes)*int(unsafe.Sizeof(scope{})) + cap(p.vars)*int(unsafe.Sizeof(variable{})) + cap(p.refs)*int(unsafe.Sizeof(ref{})))
	}
}
