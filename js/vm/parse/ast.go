package parse

// nid is a row of the syntax tree's arena; 0 is none.
type nid uint32

// node is one row. What a, b, c and d hold is said at each kind. next links the members of the one list that a node is in.
// Texts are not stored: pos and end find literals in the source when they are compiled.
type node struct {
	kind  nkind
	op    token
	flags nflags
	pos   uint32 // where it begins
	end   uint32
	a, b  uint32
	c, d  uint32
	next  nid
}

type nflags uint16

const (
	fParen     nflags = 1 << iota // stands in parentheses
	fOptional                     // member or call: after ?.
	fComputed                     // property: computed key
	fShorthand                    // property: {a}
	fStatic                       // class element
	fPrefix                       // update
	fAwaited                      // for await
	fEscapes                      // string or template part: cook it
	fBinding                      // identifier: declares (target of a binding pattern)
	fLexBind                      // identifier: initializes a lexical binding
	fStar                         // yield*
	fTrailing                     // array literal: comma after the last element; anonymous default export
	fAnnexB                       // function declaration in a block, copied to the var of the same name (d)
	fEvalCall                     // call that may be a direct eval
	fNoName                       // not to be named by what it is assigned to
	fBadCooked                    // template part with an invalid escape
)

type nkind uint8

const (
	_ nkind = iota

	// expressions
	kNumber   // literal
	kString   // literal
	kBigInt   // literal
	kRegExp   // literal; a: offset of the end of its body
	kTemplate // a: list of kQuasi and, between them, expressions
	kQuasi    // a part: units [pos, end) are its text
	kTagged   // a: tag, b: kTemplate
	kIdent    // a: name, b: variable + 1 when it was resolved in this function
	kNull     //
	kTrue     //
	kFalse    //
	kArray    // a: list of elements, kHole, kSpread
	kHole     //
	kObject   // a: list of kProp
	kProp     // a: key (kString, kNumber, kName, or an expression if fComputed), b: value; op: tColon, tGet, tSet, tMethod, tEllipsis
	kName     // property name; a: name
	kSpread   // a: operand; in a pattern: the rest element
	kFunc     // a: record, b: own name of an expression; function expression, arrow or method
	kClass    // a: heritage, b: list of kMember, c: class scope, d: kFunc of the constructor (a: record, b: the class's name)
	kMember   // a: key, b: value (kFunc, initializer, or kBlock of a static block), c: scope of a field initializer or static block; op: tMethod, tGet, tSet, tAssign (field), tLBrace (static block); d: kIdent of the hidden variable that keeps a private method's function or a computed key
	kUnary    // op, a; delete, typeof, void, + - ~ !
	kUpdate   // op tInc or tDec, a, fPrefix
	kBinary   // op, a, b
	kLogical  // op, a, b
	kAssign   // op, a: target, b: value; in a pattern: target with default
	kCond     // a ? b : c
	kSeq      // a: list
	kCall     // a: callee, b: list of arguments; c: scope of an eval call
	kNew      // a, b: list
	kDot      // a.b, b: name
	kIndex    // a[b]
	kPriv     // a.#x; b: kIdent of the private name
	kPrivIn   // #x in b; a: kIdent
	kSuperDot // super.b; a: kIdent of %func, c: kIdent of this
	kSuperIdx // super[b]; a, c likewise
	kSuperCal // super(b); a: kIdent of %func, c: kIdent of this, d: kIdent of new.target
	kChain    // a: the optional chain
	kYield    // a, fStar
	kAwait    // a
	kMeta     // import.meta
	kImport   // import(a, b)

	// statements
	kBlock    // a: list, c: scope
	kVar      // a: list of kDecl; op tVar, tLet (as tIdent), tConst
	kDecl     // a: target, b: initializer
	kExpr     // a
	kIf       // a, b, c
	kFor      // a: init, b: test, c: update, d: body; scope in kScoped around it
	kForIn    // a: target (kVar or pattern), b: object, d: body, c: scope of the head's expression, see kScoped
	kForOf    //
	kScoped   // a: statement, c: scope (of a for's let bindings)
	kWhile    // a, d: body
	kDoWhile  // a, d
	kReturn   // a
	kBreak    // a: label name
	kContinue // a
	kThrow    // a
	kTry      // a: block, b: kCatch, c: finally block
	kCatch    // a: parameter, b: block, c: scope
	kSwitch   // a, b: list of kCase, c: scope
	kCase     // a: test, or 0 for default; b: list
	kLabel    // a: name, b: statement
	kWith     // a: object, b: body, c: scope
	kEmpty    //
	kDebugger //
	kFuncDecl // b: kIdent of its variable, a: record; d: kIdent of the var of Annex B
	kClassDcl // a: kClass, b: kIdent of its variable
	kExportDf // a: expression, b: kIdent of *default*
)

// Operators of kProp and kMember that are no tokens of their own.
const (
	tGet    = tAt
	tSet    = tTilde
	tMethod = tLParen
)

func (p *parser) add(n node) nid {
	p.nodes = append(p.nodes, n)
	return nid(len(p.nodes) - 1)
}

func (p *parser) n(i nid) *node { return &p.nodes[i] }

// list builds a list of nodes in order.
type list struct{ first, last nid }

func (p *parser) push(l *list, n nid) {
	if l.first == 0 {
		l.first = n
	} else {
		p.nodes[l.last].next = n
	}
	l.last = n
}
