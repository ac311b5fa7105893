package xpath

import (
	"errors"
	"strings"
)

// Expr is a compiled expression.
type Expr struct{ root expr }

// ErrSyntax says that a text is no expression.
var ErrSyntax = errors.New("not a valid XPath expression")

// ErrNamespace says that an expression uses a prefix that stands for no namespace.
var ErrNamespace = errors.New("unresolvable namespaces")

// maxNesting bounds how deep expressions are within each other.
const maxNesting = 1000

// Compile compiles an expression. resolve gives the namespace of a prefix, false for none; it may be nil. Its error is Compile's.
func Compile(text string, resolve func(prefix string) (uri string, ok bool, err error)) (*Expr, error) {
	toks, ok := lex(text)
	if !ok {
		return nil, ErrSyntax
	}
	p := &parser{toks: toks, resolve: resolve}
	e := p.or()
	if p.err == nil && p.pos < len(p.toks) {
		p.fail()
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Expr{e}, nil
}

type parser struct {
	toks    []token
	pos     int
	depth   int
	resolve func(string) (string, bool, error)
	err     error
}

func (p *parser) fail() {
	if p.err == nil {
		p.err = ErrSyntax
	}
}

func (p *parser) cur() token {
	if p.pos < len(p.toks) && p.err == nil {
		return p.toks[p.pos]
	}
	return token{}
}

func (p *parser) is(k kind, text string) bool {
	t := p.cur()
	return t.kind == k && t.text == text
}

func (p *parser) accept(k kind, text string) bool {
	if p.is(k, text) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.accept(punct, text) {
		p.fail()
	}
}

// levels are the binary operators, from those that bind least.
var levels = [...][]string{{"or"}, {"and"}, {"=", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "div", "mod"}}

func (p *parser) or() expr {
	if p.depth++; p.depth > maxNesting {
		p.fail()
	}
	defer func() { p.depth-- }()
	return p.binary(0)
}

func (p *parser) binary(level int) expr {
	if level == len(levels) {
		return p.unary()
	}
	e := p.binary(level + 1)
	for p.err == nil {
		op := ""
		for _, o := range levels[level] {
			if p.is(operator, o) {
				op = o
			}
		}
		if op == "" {
			break
		}
		p.pos++
		r := p.binary(level + 1)
		if l, ok := e.(*chain); ok && l.level == level { // a chain, so that long ones need no depth
			l.ops, l.rest = append(l.ops, op), append(l.rest, r)
		} else {
			e = &chain{level: level, first: e, ops: []string{op}, rest: []expr{r}}
		}
	}
	return e
}

func (p *parser) unary() expr {
	n := 0
	for p.accept(operator, "-") {
		n++
	}
	e := p.union()
	if n > 0 {
		e = &negation{e, n%2 == 1}
	}
	return e
}

func (p *parser) union() expr {
	e := p.path()
	if !p.is(operator, "|") {
		return e
	}
	u := &union{[]expr{e}}
	for p.err == nil && p.accept(operator, "|") {
		u.parts = append(u.parts, p.path())
	}
	return u
}

// path is a PathExpr: a location path, or a filter expression with one after it.
func (p *parser) path() expr {
	t := p.cur()
	switch {
	case t.kind == operator && (t.text == "/" || t.text == "//"):
		p.pos++
		l := &location{absolute: true}
		if t.text == "//" {
			l.steps = append(l.steps, anyDescendant())
			p.relative(l)
		} else if p.startsStep() {
			p.relative(l)
		}
		return l.optimized()
	case p.startsStep():
		l := &location{}
		p.relative(l)
		return l.optimized()
	}
	e := p.primary()
	preds := p.predicates()
	if len(preds) > 0 {
		e = &filter{e, preds}
	}
	t = p.cur()
	if t.kind == operator && (t.text == "/" || t.text == "//") {
		p.pos++
		l := &location{from: e}
		if t.text == "//" {
			l.steps = append(l.steps, anyDescendant())
		}
		p.relative(l)
		return l.optimized()
	}
	return e
}

func (p *parser) startsStep() bool {
	switch t := p.cur(); t.kind {
	case name, axis, nodeType:
		return true
	case punct:
		return t.text == "." || t.text == ".." || t.text == "@"
	}
	return false
}

func anyDescendant() *step { return &step{axis: descendantOrSelf, test: nodeTest{kind: testNode}} }

func (p *parser) relative(l *location) {
	for p.err == nil {
		p.step(l)
		switch {
		case p.accept(operator, "//"):
			l.steps = append(l.steps, anyDescendant())
		case p.accept(operator, "/"):
		default:
			return
		}
	}
}

func (p *parser) step(l *location) {
	if p.accept(punct, ".") {
		l.steps = append(l.steps, &step{axis: self, test: nodeTest{kind: testNode}})
		return
	}
	if p.accept(punct, "..") {
		l.steps = append(l.steps, &step{axis: parent, test: nodeTest{kind: testNode}})
		return
	}
	s := &step{axis: child}
	if p.accept(punct, "@") {
		s.axis = attribute
	} else if t := p.cur(); t.kind == axis {
		a, ok := axes[t.text]
		if !ok {
			p.fail()
			return
		}
		p.pos++
		p.expect("::")
		s.axis = a
	}
	s.test = p.nodeTest()
	s.preds = p.predicates()
	l.steps = append(l.steps, s)
}

func (p *parser) nodeTest() nodeTest {
	t := p.cur()
	switch t.kind {
	case name:
		p.pos++
		return p.nameTest(t.text)
	case nodeType:
		p.pos++
		p.expect("(")
		n := nodeTest{}
		switch t.text {
		case "comment":
			n.kind = testComment
		case "text":
			n.kind = testText
		case "node":
			n.kind = testNode
		default:
			n.kind = testPI
			if a := p.cur(); a.kind == literal {
				p.pos++
				n.name = a.text
			}
		}
		p.expect(")")
		return n
	}
	p.fail()
	return nodeTest{}
}

func (p *parser) nameTest(q string) nodeTest {
	prefix, local, has := strings.Cut(q, ":")
	if !has {
		return nodeTest{kind: testName, name: q}
	}
	uri := p.namespace(prefix)
	return nodeTest{kind: testName, name: local, uri: uri, qualified: true}
}

func (p *parser) namespace(prefix string) string {
	if p.err != nil {
		return ""
	}
	if p.resolve != nil {
		uri, ok, err := p.resolve(prefix)
		switch {
		case err != nil:
			p.err = err
			return ""
		case ok:
			return uri
		}
	}
	p.err = ErrNamespace
	return ""
}

func (p *parser) predicates() (l []expr) {
	for p.err == nil && p.accept(punct, "[") {
		l = append(l, p.or())
		p.expect("]")
	}
	return l
}

func (p *parser) primary() expr {
	t := p.cur()
	p.pos++
	switch t.kind {
	case variable:
		if prefix, _, has := strings.Cut(t.text, ":"); has {
			p.namespace(prefix)
		}
		return &constant{value: stringValue("")} // no variable has a value
	case literal:
		return &constant{value: stringValue(t.text)}
	case number:
		return &constant{value: numberValue(t.number)}
	case punct:
		if t.text == "(" {
			e := p.or()
			p.expect(")")
			return &group{e}
		}
	case function:
		p.expect("(")
		var args []expr
		for p.err == nil && !p.is(punct, ")") {
			args = append(args, p.or())
			if !p.accept(punct, ",") {
				break
			}
			if p.is(punct, ")") {
				p.fail()
			}
		}
		p.expect(")")
		f, ok := functions[t.text]
		if !ok || len(args) < f.min || f.max >= 0 && len(args) > f.max {
			p.fail()
			return &constant{}
		}
		return &call{name: t.text, fn: f, args: args}
	}
	p.fail()
	return &constant{} // the expression is given up
}
