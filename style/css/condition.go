package css

import "github.com/niso-engine/niso/internal/atom"

// Conditions of @media, @supports, @container: not, and, or over leaves in parentheses.
// https://drafts.csswg.org/mediaqueries-5/#mq-syntax

type condKind uint8

const (
	condNone          condKind = iota
	condNot                    // child
	condAnd                    // children
	condOr                     // children
	condParen                  // child, in parentheses
	condGeneral                // <general-enclosed>: unknown; text
	condFeature                // a media or container feature
	condDecl                   // @supports (name: text)
	condSelector               // @supports selector(text)
	condFontTech               // @supports font-tech(text)
	condFontFormat             //
	condAtRule                 // @supports at-rule(text)
	condStyle                  // @container style(...): child is a condition of condStyleFeature
	condStyleFeature           // name, text
	condScroll                 // @container scroll-state(...)
	condScrollFeature          //
)

// condNode is a node of a condition; children are linked by next. Row 0 of a slice of nodes is none.
type condNode struct {
	name        string // of a feature in lower case, a property
	text        string // as written
	feature     *mediaFeature
	lo, hi      mediaValue // lo op name op2 hi; with one comparison it is hi
	child, next uint32
	kind        condKind
	op, op2     rangeOp
	prefix      uint8 // 1 min-, 2 max-
}

type rangeOp uint8

const (
	opNone rangeOp = iota // boolean context
	opColon
	opLT
	opLE
	opEQ
	opGT
	opGE
)

var rangeOpText = [...]string{opColon: ":", opLT: "<", opLE: "<=", opEQ: "=", opGT: ">", opGE: ">="}

// condParser builds the nodes of one condition.
type condParser struct {
	nodes []condNode
	// leaf reads what stands in parentheses where it is no condition; function reads a function. Both may refuse:
	// the whole is then a <general-enclosed>.
	leaf     func(c *condParser, in ValueParser) (condNode, bool)
	function func(c *condParser, name string, in ValueParser) (condNode, bool)
	strict   bool // <general-enclosed> is invalid (the condition of style())
}

func (c *condParser) add(n condNode) uint32 {
	if len(c.nodes) == 0 {
		c.nodes = append(c.nodes, condNode{})
	}
	c.nodes = append(c.nodes, n)
	return uint32(len(c.nodes) - 1)
}

// condition reads <condition>; without or where allowOr is false.
func (c *condParser) condition(v *ValueParser, allowOr bool) (uint32, bool) {
	if v.Keyword("not") {
		n, ok := c.inParens(v)
		if !ok {
			return 0, false
		}
		return c.add(condNode{kind: condNot, child: n}), true
	}
	first, ok := c.inParens(v)
	if !ok {
		return 0, false
	}
	kind, word := condAnd, "and"
	if v.PeekKeyword("or") && allowOr {
		kind, word = condOr, "or"
	}
	if !v.PeekKeyword(word) {
		return first, true
	}
	last := first
	for v.Keyword(word) {
		n, ok := c.inParens(v)
		if !ok {
			return 0, false
		}
		c.nodes[last].next = n
		last = n
	}
	return c.add(condNode{kind: kind, child: first}), true
}

func (c *condParser) inParens(v *ValueParser) (uint32, bool) {
	start := v.Pos()
	switch v.Peek().Kind {
	case LeftParen:
		in, ok := v.Block(LeftParen)
		if !ok {
			return 0, false
		}
		mark := len(c.nodes)
		cond := in
		if k := cond.Peek().Kind; k == LeftParen || k == Function || k == Ident {
			if n, ok := c.condition(&cond, true); ok && cond.AtEnd() {
				return c.add(condNode{kind: condParen, child: n}), true
			}
		}
		c.nodes = c.nodes[:mark]
		if n, ok := c.leaf(c, in); ok {
			return c.add(n), true
		}
		c.nodes = c.nodes[:mark]
		return c.general(v, start, in)
	case Function:
		name, in, ok := v.AnyFunction()
		if !ok {
			return 0, false
		}
		mark := len(c.nodes)
		if c.function != nil {
			if n, ok := c.function(c, lowerASCII(name), in); ok {
				return c.add(n), true
			}
		}
		c.nodes = c.nodes[:mark]
		return c.general(v, start, in)
	}
	return 0, false
}

// general makes a <general-enclosed> of what was taken from start on; in are its contents.
func (c *condParser) general(v *ValueParser, start int, in ValueParser) (uint32, bool) {
	if c.strict || !anyValue(in) {
		return 0, false
	}
	return c.add(condNode{kind: condGeneral, text: v.Source()[start:v.PrevEnd()]}), true
}

// anyValue reports whether in is an <any-value>; it may be empty.
func anyValue(in ValueParser) bool {
	var stack []TokenKind
	for !in.AtEnd() {
		switch tok := in.Next(); tok.Kind {
		case BadString, BadURL:
			return false
		case Function, LeftParen, LeftBracket, LeftBrace:
			stack = append(stack, closer(tok.Kind))
		case RightParen, RightBracket, RightBrace:
			if len(stack) == 0 || stack[len(stack)-1] != tok.Kind {
				return false
			}
			stack = stack[:len(stack)-1]
		}
	}
	return true
}

// evalCond evaluates a node with Kleene's logic. Conditions are at most maxDepth deep.
func evalCond(nodes []condNode, id uint32, leaf func(*condNode) Tri) Tri {
	n := &nodes[id]
	switch n.kind {
	case condNot:
		return evalCond(nodes, n.child, leaf).not()
	case condParen:
		return evalCond(nodes, n.child, leaf)
	case condAnd:
		res := True
		for c := n.child; c != 0; c = nodes[c].next {
			switch evalCond(nodes, c, leaf) {
			case False:
				return False
			case Unknown:
				res = Unknown
			}
		}
		return res
	case condOr:
		res := False
		for c := n.child; c != 0; c = nodes[c].next {
			switch evalCond(nodes, c, leaf) {
			case True:
				return True
			case Unknown:
				res = Unknown
			}
		}
		return res
	case condGeneral:
		return Unknown
	}
	return leaf(n)
}

func (t Tri) not() Tri {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Unknown
}

func tri(b bool) Tri {
	if b {
		return True
	}
	return False
}

// appendCond serializes a node.
func appendCond(b []byte, nodes []condNode, id uint32) []byte {
	n := &nodes[id]
	switch n.kind {
	case condNot:
		b = append(b, "not "...)
		return appendCond(b, nodes, n.child)
	case condParen:
		b = append(b, '(')
		b = appendCond(b, nodes, n.child)
		return append(b, ')')
	case condAnd, condOr:
		for c := n.child; c != 0; c = nodes[c].next {
			if c != n.child {
				if n.kind == condAnd {
					b = append(b, " and "...)
				} else {
					b = append(b, " or "...)
				}
			}
			b = appendCond(b, nodes, c)
		}
		return b
	case condFeature:
		return n.appendFeature(b)
	case condStyle:
		b = append(b, "style("...)
		b = appendStyleQuery(b, nodes, n.child)
		return append(b, ')')
	case condScroll:
		b = append(b, "scroll-state("...)
		b = appendStyleQuery(b, nodes, n.child)
		return append(b, ')')
	case condStyleFeature, condScrollFeature:
		b = append(b, '(')
		b = n.appendStyleFeature(b)
		return append(b, ')')
	}
	return append(b, n.text...)
}

// appendStyleQuery writes the inside of style(): a lone feature has no parentheses of its own.
func appendStyleQuery(b []byte, nodes []condNode, id uint32) []byte {
	if n := &nodes[id]; n.kind == condStyleFeature || n.kind == condScrollFeature {
		return n.appendStyleFeature(b)
	}
	return appendCond(b, nodes, id)
}

func (n *condNode) appendStyleFeature(b []byte) []byte {
	b = AppendIdent(b, n.name)
	if n.op == opColon {
		b = append(b, ": "...)
		b = append(b, n.text...)
	}
	return b
}

// ---- @supports

// ParseSupports parses a supports condition, as CSS.supports(text) does: a bare declaration is allowed.
// https://drafts.csswg.org/css-conditional-4/#at-supports
func ParseSupports(text string) (*SupportsCondition, bool) {
	v := NewValueParser(text)
	if s, ok := parseSupports(&v); ok && v.AtEnd() {
		return s, true
	}
	v = NewValueParser(text)
	return parseSupportsArgument(&v)
}

func supportsParser() condParser {
	return condParser{leaf: supportsDecl, function: supportsFunction}
}

func supportsDecl(_ *condParser, in ValueParser) (condNode, bool) {
	start := in.Pos()
	name := in.Peek()
	if name.Kind != Ident {
		return condNode{}, false
	}
	d := declScanner{t: in.t, tok: in.tok}
	tok, res := d.scan()
	if res != declOK || d.tok.Kind != EOF || d.t.src[max(int(d.tok.Start)-1, 0)] == ';' {
		return condNode{}, false
	}
	// The parentheses are part of the text, as it was written.
	return condNode{kind: condDecl, name: in.Text(tok), text: in.Source()[start:], lo: mediaValue{ident: in.Source()[d.decl.Start:d.decl.End]}}, true
}

func supportsFunction(_ *condParser, name string, in ValueParser) (condNode, bool) {
	kind := condNone
	switch name {
	case "selector":
		kind = condSelector
	case "font-tech":
		kind = condFontTech
	case "font-format":
		kind = condFontFormat
	case "at-rule":
		kind = condAtRule
	default:
		return condNode{}, false
	}
	text := trimSpace(in.Rest())
	if kind != condSelector {
		tok := in.Next()
		if tok.Kind != Ident && tok.Kind != AtKeyword || !in.AtEnd() {
			return condNode{}, false
		}
	} else if !anyValue(in) {
		return condNode{}, false
	}
	return condNode{kind: kind, name: name, text: text}, true
}

func trimSpace(s string) string {
	for len(s) > 0 && class[s[0]]&clsSpace != 0 {
		s = s[1:]
	}
	for len(s) > 0 && class[s[len(s)-1]]&clsSpace != 0 {
		s = s[:len(s)-1]
	}
	return s
}

func parseSupports(v *ValueParser) (*SupportsCondition, bool) {
	start := v.Pos()
	c := supportsParser()
	n, ok := c.condition(v, true)
	if !ok {
		return nil, false
	}
	return &SupportsCondition{cond: n, nodes: c.nodes, src: v.Source()[start:v.PrevEnd()]}, true
}

// parseSupportsArgument reads what stands in supports() of @import: a condition or a bare declaration.
func parseSupportsArgument(v *ValueParser) (*SupportsCondition, bool) {
	save := *v
	if s, ok := parseSupports(v); ok && v.AtEnd() {
		return s, true
	}
	n, ok := supportsDecl(nil, save)
	if !ok {
		return nil, false
	}
	c := condParser{}
	id := c.add(n)
	return &SupportsCondition{cond: id, nodes: c.nodes, src: trimSpace(save.Rest())}, true
}

// Matches evaluates the condition. What is unknown is not supported.
func (c *SupportsCondition) Matches(env *SupportsEnv) bool {
	return evalCond(c.nodes, c.cond, func(n *condNode) Tri {
		switch n.kind {
		case condDecl:
			if env.Declaration != nil {
				return tri(env.Declaration(n.name, n.lo.ident))
			}
		case condSelector:
			if env.Selector != nil {
				return tri(env.Selector(n.text))
			}
			s := &Selectors{Atoms: atom.NewTable()}
			p := selParser{s: s, t: Tokenizer{src: n.text}, ctx: &SelectorContext{}}
			l, ok := p.parse(n.text, 0, uint32(len(n.text)), p.ctx)
			return tri(ok && s.Lists[l].Count == 1 && !p.forgave)
		case condFontTech:
			return tri(env.FontTech != nil && env.FontTech(lowerASCII(n.text)))
		case condFontFormat:
			return tri(env.FontFormat != nil && env.FontFormat(lowerASCII(n.text)))
		case condAtRule:
			name := lowerASCII(n.text)
			if len(name) > 0 && name[0] == '@' {
				name = name[1:]
			}
			if env.AtRule != nil {
				return tri(env.AtRule(name))
			}
			_, ok := atRules[name]
			return tri(ok)
		}
		return False
	}) == True
}

// String is the condition as written.
func (c *SupportsCondition) String() string { return c.src }

// ---- @container

// containerQueries reads the prelude of @container. https://drafts.csswg.org/css-conditional-5/#container-rule
func (p *sheetParser) containerQueries(v *ValueParser) (l ContainerQueryList, ok bool) {
	for {
		q, ok := p.containerQuery(v)
		if !ok {
			return nil, false
		}
		l = append(l, q)
		if v.AtEnd() {
			return l, true
		}
		if !v.Comma() {
			return nil, false
		}
	}
}

func (p *sheetParser) containerQuery(v *ValueParser) (q ContainerQuery, ok bool) {
	if !v.PeekKeyword("not") {
		if name, isName := v.CustomIdent("and", "or", "none"); isName {
			if q.Name, ok = p.name(name); !ok {
				return q, false
			}
		}
	}
	q.name = p.s.Sel.name(q.Name)
	if v.AtEnd() || v.Peek().Kind == Comma {
		return q, q.Name != atom.None
	}
	c := condParser{leaf: containerFeature, function: containerFunction}
	q.cond, ok = c.condition(v, true)
	q.nodes = c.nodes
	return q, ok
}

func containerFeature(_ *condParser, in ValueParser) (condNode, bool) {
	return parseFeature(in, containerFeatures)
}

func containerFunction(c *condParser, name string, in ValueParser) (condNode, bool) {
	kind, feature := condStyle, condStyleFeature
	switch name {
	case "style":
	case "scroll-state":
		kind, feature = condScroll, condScrollFeature
	default:
		return condNode{}, false
	}
	leaf := func(_ *condParser, in ValueParser) (condNode, bool) {
		n, ok := styleFeature(in)
		n.kind = feature
		return n, ok
	}
	sub := condParser{nodes: c.nodes, leaf: leaf, strict: true}
	whole := in
	if n, ok := leaf(nil, whole); ok {
		id := sub.add(n)
		c.nodes = sub.nodes
		return condNode{kind: kind, child: id}, true
	}
	id, ok := sub.condition(&in, true)
	c.nodes = sub.nodes
	return condNode{kind: kind, child: id}, ok && in.AtEnd()
}

// styleFeature reads property: value, or a property alone.
func styleFeature(in ValueParser) (condNode, bool) {
	name, ok := in.Ident()
	if !ok {
		return condNode{}, false
	}
	n := condNode{name: name}
	if len(name) < 2 || name[:2] != "--" {
		n.name = lowerASCII(name)
	}
	if in.AtEnd() {
		return n, true
	}
	if in.Peek().Kind != Colon {
		return n, false
	}
	in.Next()
	n.op = opColon
	n.text = trimSpace(in.Rest())
	return n, anyValue(in)
}

// Matches evaluates the condition against one container.
func (c *ContainerQuery) Matches(env *ContainerEnv) Tri {
	if c.cond == 0 {
		return True
	}
	return evalCond(c.nodes, c.cond, func(n *condNode) Tri { return c.leaf(n, env) })
}

func (c *ContainerQuery) leaf(n *condNode, env *ContainerEnv) Tri {
	switch n.kind {
	case condStyle, condScroll:
		return evalCond(c.nodes, n.child, func(n *condNode) Tri { return c.leaf(n, env) })
	case condStyleFeature:
		if env.Style != nil {
			return env.Style(n.name, n.text, n.op == opColon)
		}
	case condScrollFeature:
		if env.ScrollState != nil {
			return env.ScrollState(n.name, n.text)
		}
	case condFeature:
		units := env.Env
		if units == nil {
			units = mediaUnits{em: 16}
		}
		var v float64
		var ok bool
		switch n.name {
		case "width":
			v, ok = env.WidthPx, env.HasWidth
		case "height":
			v, ok = env.HeightPx, env.HasHeight
		case "inline-size":
			v, ok = env.InlinePx, env.HasInline
		case "block-size":
			v, ok = env.BlockPx, env.HasBlock
		case "aspect-ratio":
			if env.HasWidth && env.HasHeight {
				return n.compareRatio(env.WidthPx, env.HeightPx)
			}
			return Unknown
		case "orientation":
			if env.HasWidth && env.HasHeight {
				return n.keyword(orientationOf(env.WidthPx, env.HeightPx))
			}
			return Unknown
		}
		if !ok {
			return Unknown
		}
		return n.compare(v, units)
	}
	return Unknown
}

// String serializes the queries.
func (l ContainerQueryList) String() string {
	var b []byte
	for i := range l {
		if i > 0 {
			b = append(b, ", "...)
		}
		c := &l[i]
		b = append(b, c.NameText()...)
		if c.Name != atom.None && c.cond != 0 {
			b = append(b, ' ')
		}
		b = append(b, c.Condition()...)
	}
	return string(b)
}

// NameText serializes the name, empty where there is none.
func (c *ContainerQuery) NameText() string {
	if c.Name == atom.None {
		return ""
	}
	return string(AppendIdent(nil, c.name))
}

// Condition serializes the condition without the name, empty where there is none.
func (c *ContainerQuery) Condition() string {
	if c.cond == 0 {
		return ""
	}
	return string(appendCond(nil, c.nodes, c.cond))
}

// ContainerNeeds says which container a query needs.
type ContainerNeeds uint8

const (
	NeedsInlineSize ContainerNeeds = 1 << iota
	NeedsBlockSize
	NeedsWidth
	NeedsHeight
	NeedsStyle
	NeedsScrollState
	NeedsUnknown // something that this package does not know: no container is chosen
)

// Needs is what the query asks of its container.
func (c *ContainerQuery) Needs() (n ContainerNeeds) {
	for i := range c.nodes {
		switch c.nodes[i].kind {
		case condGeneral:
			n |= NeedsUnknown
		case condStyle:
			n |= NeedsStyle
		case condScroll:
			n |= NeedsScrollState
		case condFeature:
			switch c.nodes[i].name {
			case "width":
				n |= NeedsWidth
			case "height":
				n |= NeedsHeight
			case "inline-size":
				n |= NeedsInlineSize
			case "block-size":
				n |= NeedsBlockSize
			default:
				n |= NeedsWidth | NeedsHeight
			}
		}
	}
	return n
}
