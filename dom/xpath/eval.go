package xpath

import (
	"errors"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
)

// Node is a node of XPath's data model: a node of the tree, or an attribute of an element.
type Node struct {
	ID   dom.NodeID
	Attr dom.NameID // 0: the node itself
}

// Kind is the type of a value.
type Kind uint8

const (
	NodeSet Kind = iota
	Boolean
	Number
	String
)

// Value is what an expression gives. Nodes of a set are in document order once Sort was called.
type Value struct {
	Kind   Kind
	Bool   bool
	Number float64
	String string
	Nodes  []Node
	sorted bool
}

func boolValue(b bool) Value      { return Value{Kind: Boolean, Bool: b} }
func numberValue(f float64) Value { return Value{Kind: Number, Number: f} }
func stringValue(s string) Value  { return Value{Kind: String, String: s} }
func nodesValue(l []Node) Value   { return Value{Nodes: l} }
func orderedValue(l []Node) Value { return Value{Nodes: l, sorted: true} }

// ErrNotNodes says that a path goes on from a value that is no node set.
var ErrNotNodes = errors.New("the value is not a node set")

// ErrTooMuch says that an evaluation was given up: it would have looked at more than maxVisits nodes or maxTextBytes of text, or was stopped.
var ErrTooMuch = errors.New("the expression takes too long")

// What one evaluation may do.
const (
	maxVisits    = 500_000_000
	maxTextBytes = 4 << 30   // read
	maxHeldBytes = 256 << 20 // in one string, or one set of strings
)

// Evaluate evaluates an expression at a node of s. stopped is asked now and then whether to give up; nil for never. The result has no string
// that views the store's bytes.
func (e *Expr) Evaluate(s *dom.Store, at Node, stopped func() bool) (v Value, err error) {
	ev := &evaluator{s: s, stopped: stopped}
	v = e.root.eval(ev, &context{node: at, position: 1, size: 1})
	v.String = strings.Clone(v.String)
	return v, ev.err
}

// evaluator is one evaluation.
type evaluator struct {
	s       *dom.Store
	stopped func() bool
	visits  int
	bytes   int // of texts that were looked at
	err     error
}

func (ev *evaluator) fail(err error) {
	if ev.err == nil {
		ev.err = err
	}
}

func (ev *evaluator) visit() bool {
	if ev.visits++; ev.visits > maxVisits || ev.visits&0xFFFF == 0 && ev.stopped != nil && ev.stopped() {
		ev.fail(ErrTooMuch)
	}
	return ev.err == nil
}

// read counts n bytes of text: work that visits do not show.
func (ev *evaluator) read(n int) {
	before := ev.bytes
	if ev.bytes += n; ev.bytes > maxTextBytes || before>>24 != ev.bytes>>24 && ev.stopped != nil && ev.stopped() {
		ev.fail(ErrTooMuch)
	}
}

// context is what an expression is evaluated in.
type context struct {
	node           Node
	position, size int
}

// expr is a part of an expression.
type expr interface {
	eval(ev *evaluator, c *context) Value
	// positional reports whether the value depends on the context's position or size, or may be a number, which as a predicate does.
	positional() bool
}

type constant struct{ value Value }

func (e *constant) eval(*evaluator, *context) Value { return e.value }
func (e *constant) positional() bool                { return e.value.Kind == Number }

type group struct{ e expr }

func (e *group) eval(ev *evaluator, c *context) Value { return e.e.eval(ev, c) }
func (e *group) positional() bool                     { return e.e.positional() }

type negation struct {
	e   expr
	odd bool
}

func (e *negation) eval(ev *evaluator, c *context) Value {
	f := ev.number(e.e.eval(ev, c))
	if e.odd {
		f = -f
	}
	return numberValue(f)
}
func (e *negation) positional() bool { return true }

// chain is a row of binary operators of one level.
type chain struct {
	level int
	first expr
	ops   []string
	rest  []expr
}

func (e *chain) positional() bool {
	if e.level >= 4 {
		return true // a number
	}
	p := dependsOnPosition(e.first)
	for _, r := range e.rest {
		p = p || dependsOnPosition(r)
	}
	return p
}

// dependsOnPosition is positional for an operand whose own type does not matter.
func dependsOnPosition(e expr) bool {
	if _, ok := e.(*constant); ok {
		return false
	}
	return e.positional()
}

func (e *chain) eval(ev *evaluator, c *context) Value {
	v := e.first.eval(ev, c)
	for i, op := range e.ops {
		if ev.err != nil {
			return v
		}
		switch op {
		case "or":
			if ev.truth(v) {
				return boolValue(true)
			}
			v = boolValue(ev.truth(e.rest[i].eval(ev, c)))
		case "and":
			if !ev.truth(v) {
				return boolValue(false)
			}
			v = boolValue(ev.truth(e.rest[i].eval(ev, c)))
		case "=", "!=", "<", "<=", ">", ">=":
			v = boolValue(ev.compare(op, v, e.rest[i].eval(ev, c)))
		default:
			a, b := ev.number(v), ev.number(e.rest[i].eval(ev, c))
			switch op {
			case "+":
				a += b
			case "-":
				a -= b
			case "*":
				a *= b
			case "div":
				a /= b
			case "mod":
				a = math.Mod(a, b)
			}
			v = numberValue(a)
		}
	}
	return v
}

// compare is a comparison. https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans
func (ev *evaluator) compare(op string, a, b Value) bool {
	if a.Kind != NodeSet && b.Kind == NodeSet { // the set first
		a, b = b, a
		op = strings.NewReplacer("<", ">", ">", "<").Replace(op)
	}
	if a.Kind != NodeSet || b.Kind == Boolean {
		if a.Kind == NodeSet {
			a = boolValue(len(a.Nodes) > 0)
		}
		return ev.compareAtoms(op, a, b)
	}
	if b.Kind == NodeSet {
		return ev.compareSets(op, a.Nodes, b.Nodes)
	}
	for _, n := range a.Nodes {
		if !ev.visit() {
			return false
		}
		if ev.compareAtoms(op, stringValue(ev.text(n)), b) {
			return true
		}
	}
	return false
}

// compareSets reports whether any node of a compares with any of b.
func (ev *evaluator) compareSets(op string, a, b []Node) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	if op == "=" || op == "!=" {
		texts := make(map[string]bool, len(b))
		held := 0
		for _, n := range b {
			t := ev.text(n)
			if held += len(t); held > maxHeldBytes {
				ev.fail(ErrTooMuch)
				return false
			}
			texts[t] = true
		}
		for _, n := range a {
			if !ev.visit() {
				return false
			}
			has := texts[ev.text(n)]
			if op == "=" && has || op == "!=" && (!has || len(texts) > 1) {
				return true
			}
		}
		return false
	}
	extremes := func(l []Node) (lo, hi float64) {
		lo, hi = math.NaN(), math.NaN()
		for _, n := range l {
			f := parseNumber(ev.text(n))
			if f < lo || lo != lo {
				lo = f
			}
			if f > hi || hi != hi {
				hi = f
			}
		}
		return lo, hi
	}
	alo, ahi := extremes(a)
	blo, bhi := extremes(b)
	switch op {
	case "<":
		return alo < bhi
	case "<=":
		return alo <= bhi
	case ">":
		return ahi > blo
	}
	return ahi >= blo
}

func (ev *evaluator) compareAtoms(op string, a, b Value) bool {
	if op == "=" || op == "!=" {
		eq := false
		switch {
		case a.Kind == Boolean || b.Kind == Boolean:
			eq = ev.truth(a) == ev.truth(b)
		case a.Kind == Number || b.Kind == Number:
			x, y := ev.number(a), ev.number(b)
			eq = x == y
		default:
			eq = a.String == b.String
		}
		return eq == (op == "=")
	}
	x, y := ev.number(a), ev.number(b)
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

type union struct{ parts []expr }

func (e *union) positional() bool {
	for _, p := range e.parts {
		if p.positional() {
			return true
		}
	}
	return false
}

func (e *union) eval(ev *evaluator, c *context) Value {
	var l []Node
	seen := make(map[Node]bool)
	for _, p := range e.parts {
		v := p.eval(ev, c)
		if v.Kind != NodeSet {
			ev.fail(ErrNotNodes)
			return nodesValue(nil)
		}
		for _, n := range v.Nodes {
			if !seen[n] {
				seen[n] = true
				l = append(l, n)
			}
		}
	}
	return nodesValue(l)
}

// filter is a primary expression with predicates.
type filter struct {
	e     expr
	preds []expr
}

func (e *filter) positional() bool { return e.e.positional() }

func (e *filter) eval(ev *evaluator, c *context) Value {
	v := e.e.eval(ev, c)
	if v.Kind != NodeSet {
		ev.fail(ErrNotNodes)
		return nodesValue(nil)
	}
	v.Sort(ev.s)
	l := v.Nodes
	for _, p := range e.preds {
		l = ev.keep(append([]Node(nil), l...), p)
	}
	return orderedValue(l)
}

// keep are the nodes of l, which are in the order of their positions, for which the predicate is true. l is used again.
func (ev *evaluator) keep(l []Node, p expr) []Node {
	out := l[:0]
	c := &context{size: len(l)}
	for i, n := range l {
		if !ev.visit() {
			return nil
		}
		c.node, c.position = n, i+1
		v := p.eval(ev, c)
		if v.Kind == Number && v.Number == float64(i+1) || v.Kind != Number && ev.truth(v) {
			out = append(out, n)
		}
	}
	return out
}

type axisID uint8

const (
	child axisID = iota
	descendant
	descendantOrSelf
	parent
	ancestor
	ancestorOrSelf
	following
	followingSibling
	preceding
	precedingSibling
	attribute
	namespace
	self
)

var axes = map[string]axisID{
	"child": child, "descendant": descendant, "descendant-or-self": descendantOrSelf, "parent": parent, "ancestor": ancestor, "ancestor-or-self": ancestorOrSelf,
	"following": following, "following-sibling": followingSibling, "preceding": preceding, "preceding-sibling": precedingSibling,
	"attribute": attribute, "namespace": namespace, "self": self,
}

func (a axisID) reverse() bool {
	return a == ancestor || a == ancestorOrSelf || a == preceding || a == precedingSibling
}

type testKind uint8

const (
	testName testKind = iota
	testNode
	testText
	testComment
	testPI
)

type nodeTest struct {
	kind      testKind
	name, uri string
	qualified bool
}

type step struct {
	axis  axisID
	test  nodeTest
	preds []expr
}

func (s *step) positional() bool {
	for _, p := range s.preds {
		if p.positional() {
			return true
		}
	}
	return false
}

// location is a location path.
type location struct {
	absolute bool
	from     expr // nil: the context node, or the root
	steps    []*step
}

func (l *location) positional() bool { return l.from != nil && l.from.positional() }

// optimized makes //x the descendants x, where no predicate asks for a position.
func (l *location) optimized() *location {
	var out []*step
	for i := 0; i < len(l.steps); i++ {
		s := l.steps[i]
		if i+1 < len(l.steps) && s.axis == descendantOrSelf && s.test.kind == testNode && len(s.preds) == 0 {
			if n := l.steps[i+1]; n.axis == child && !n.positional() {
				out = append(out, &step{axis: descendant, test: n.test, preds: n.preds})
				i++
				continue
			}
		}
		out = append(out, s)
	}
	l.steps = out
	return l
}

func (l *location) eval(ev *evaluator, c *context) Value {
	var set []Node
	switch {
	case l.from != nil:
		v := l.from.eval(ev, c)
		if v.Kind != NodeSet {
			ev.fail(ErrNotNodes)
			return nodesValue(nil)
		}
		v.Sort(ev.s)
		set = v.Nodes
	case l.absolute:
		set = []Node{{ID: ev.root(c.node)}}
	default:
		set = []Node{c.node}
	}
	sorted := true
	for _, s := range l.steps {
		if ev.err != nil {
			return nodesValue(nil)
		}
		set, sorted = s.apply(ev, set, sorted)
	}
	return Value{Nodes: set, sorted: sorted}
}

func (ev *evaluator) root(n Node) dom.NodeID { return ev.s.Root(n.ID) }

// apply makes the step from each node of set; sorted says that they are in document order, and of the result that it is.
func (s *step) apply(ev *evaluator, set []Node, sorted bool) (out []Node, ordered bool) {
	if len(set) == 1 {
		l := s.from(ev, set[0], nil)
		if s.axis.reverse() {
			for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
				l[i], l[j] = l[j], l[i]
			}
		}
		return l, true
	}
	v := Value{Nodes: set, sorted: sorted}
	v.Sort(ev.s)
	set = v.Nodes
	whole := (s.axis == descendant || s.axis == descendantOrSelf) && !s.positional()
	seen := make(map[Node]bool)
	var last dom.NodeID // the last node whose descendants were all looked at
	for _, n := range set {
		if ev.err != nil {
			return nil, false
		}
		if whole && n.Attr == 0 {
			if last != 0 && ev.s.Contains(last, n.ID) {
				continue
			}
			last = n.ID
		}
		from := len(out)
		out = s.from(ev, n, out)
		if s.axis == child || s.axis == attribute || s.axis == self || whole {
			continue // no node comes twice
		}
		k := from
		for _, m := range out[from:] {
			if !seen[m] {
				seen[m] = true
				out[k] = m
				k++
			}
		}
		out = out[:k]
	}
	return out, s.axis == attribute || s.axis == self || whole || len(out) < 2
}

// from appends the nodes of the step from n in the order of the axis, with the predicates applied.
func (s *step) from(ev *evaluator, n Node, out []Node) []Node {
	from := len(out)
	add := func(m Node) bool {
		if !ev.visit() {
			return false
		}
		if s.test.matches(ev.s, s.axis, m) {
			out = append(out, m)
		}
		return true
	}
	d := ev.s
	id := n.ID
	isAttr := n.Attr != 0
	switch s.axis {
	case self:
		add(n)
	case child:
		if isAttr {
			break
		}
		for c := d.FirstChild(id); c != 0 && add(Node{ID: c}); c = d.Next(c) {
		}
	case descendantOrSelf, descendant:
		if s.axis == descendantOrSelf && !add(n) || isAttr {
			break
		}
		for c := d.Following(id, id); c != 0 && add(Node{ID: c}); c = d.Following(c, id) {
		}
	case parent:
		if isAttr {
			add(Node{ID: id})
		} else if p := d.Parent(id); p != 0 {
			add(Node{ID: p})
		}
	case ancestor, ancestorOrSelf:
		if s.axis == ancestorOrSelf && !add(n) {
			break
		}
		p := id
		if !isAttr {
			p = d.Parent(id)
		}
		for ; p != 0 && add(Node{ID: p}); p = d.Parent(p) {
		}
	case followingSibling:
		if isAttr {
			break
		}
		for c := d.Next(id); c != 0 && add(Node{ID: c}); c = d.Next(c) {
		}
	case precedingSibling:
		if isAttr {
			break
		}
		for c := d.Prev(id); c != 0 && add(Node{ID: c}); c = d.Prev(c) {
		}
	case following:
		c := dom.NodeID(0)
		if isAttr {
			c = d.Following(id, 0)
		} else {
			c = d.FollowingSkip(id, 0)
		}
		for ; c != 0 && add(Node{ID: c}); c = d.Following(c, 0) {
		}
	case preceding:
		anc := d.Parent(id)
		for c := d.Preceding(id, 0); c != 0; c = d.Preceding(c, 0) {
			if c == anc {
				anc = d.Parent(c)
				continue
			}
			if !add(Node{ID: c}) {
				break
			}
		}
	case attribute:
		if isAttr || d.Kind(id) != dom.KindElement {
			break
		}
		for a := range d.Attrs(id) {
			if !add(Node{ID: id, Attr: a.Name}) {
				break
			}
		}
	}
	for _, p := range s.preds {
		out = append(out[:from], ev.keep(out[from:], p)...)
	}
	return out
}

// matches is the node test.
func (t *nodeTest) matches(s *dom.Store, a axisID, n Node) bool {
	if n.Attr != 0 {
		switch t.kind {
		case testNode:
			return s.NameOf(n.Attr).NS != dom.XMLNS
		case testName:
			if a != attribute {
				return false
			}
			nm := s.NameOf(n.Attr)
			if nm.NS == dom.XMLNS {
				return false
			}
			if t.name == "*" {
				return !t.qualified || s.NamespaceURI(nm.NS) == t.uri
			}
			local := s.Atoms.String(nm.Local)
			if nm.NS == dom.NoNamespace && s.DocumentOf(n.ID).IsHTML && s.ElementName(n.ID).NS == dom.HTML {
				return !t.qualified && equalFold(local, t.name)
			}
			return local == t.name && s.NamespaceURI(nm.NS) == t.uri
		}
		return false
	}
	k := s.Kind(n.ID)
	switch t.kind {
	case testNode:
		return k != dom.KindDoctype
	case testText:
		return k.IsText()
	case testComment:
		return k == dom.KindComment
	case testPI:
		return k == dom.KindPI && (t.name == "" || s.NodeName(n.ID) == t.name)
	}
	if k != dom.KindElement {
		return false
	}
	nm := s.ElementName(n.ID)
	if t.name == "*" {
		return !t.qualified || s.NamespaceURI(nm.NS) == t.uri
	}
	local := s.Atoms.String(nm.Local)
	if s.DocumentOf(n.ID).IsHTML {
		if nm.NS == dom.HTML {
			return equalFold(local, t.name) && (!t.qualified || t.uri == s.NamespaceURI(nm.NS))
		}
		return t.qualified && local == t.name && t.uri == s.NamespaceURI(nm.NS)
	}
	return local == t.name && t.uri == s.NamespaceURI(nm.NS)
}

// equalFold compares ASCII letters in any case.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x >= 'A' && x <= 'Z' {
			x += 'a' - 'A'
		}
		if y >= 'A' && y <= 'Z' {
			y += 'a' - 'A'
		}
		if x != y {
			return false
		}
	}
	return true
}

// Sort puts the nodes of a set in document order.
func (v *Value) Sort(s *dom.Store) {
	if v.sorted || v.Kind != NodeSet {
		return
	}
	v.sorted = true
	l := v.Nodes
	if len(l) < 2 {
		return
	}
	attrs := func(a, b Node) bool { // of one element
		if a.Attr == 0 || b.Attr == 0 {
			return a.Attr == 0 && b.Attr != 0
		}
		for at := range s.Attrs(a.ID) {
			if at.Name == a.Attr || at.Name == b.Attr {
				return at.Name == a.Attr && a.Attr != b.Attr
			}
		}
		return false
	}
	if len(l) < 32 {
		sort.SliceStable(l, func(i, j int) bool {
			if l[i].ID == l[j].ID {
				return attrs(l[i], l[j])
			}
			return s.CompareOrder(l[i].ID, l[j].ID) < 0
		})
		return
	}
	place := make(map[dom.NodeID]int, len(l)) // one walk of the tree
	for _, n := range l {
		place[n.ID] = -1
	}
	left := len(place)
	i := 0
	for n := s.Root(l[0].ID); n != 0 && left > 0; n = s.Following(n, 0) {
		if _, ok := place[n]; ok {
			place[n] = i
			left--
		}
		i++
	}
	sort.SliceStable(l, func(i, j int) bool {
		if l[i].ID == l[j].ID {
			return attrs(l[i], l[j])
		}
		return place[l[i].ID] < place[l[j].ID]
	})
}

// Text is the string-value of a node. It may view the store's bytes.
func Text(s *dom.Store, n Node) string {
	if n.Attr != 0 {
		v, _ := s.GetAttr(n.ID, n.Attr)
		return v
	}
	switch k := s.Kind(n.ID); {
	case k.IsText(), k == dom.KindComment, k == dom.KindPI:
		return s.Data(n.ID)
	case k == dom.KindDocument:
		var b []byte
		for c := s.Following(n.ID, n.ID); c != 0; c = s.Following(c, n.ID) {
			if s.Kind(c).IsText() {
				b = append(b, s.Data(c)...)
			}
		}
		return string(b)
	}
	return string(s.TextContent(nil, n.ID))
}

func (ev *evaluator) text(n Node) string {
	if ev.err != nil {
		return ""
	}
	t := Text(ev.s, n)
	ev.read(len(t))
	return t
}

// first is the first node of a set in document order.
func (ev *evaluator) first(v Value) (Node, bool) {
	if len(v.Nodes) == 0 {
		return Node{}, false
	}
	v.Sort(ev.s)
	return v.Nodes[0], true
}

func (ev *evaluator) str(v Value) string {
	switch v.Kind {
	case NodeSet:
		if n, ok := ev.first(v); ok {
			return ev.text(n)
		}
		return ""
	case Boolean:
		return strconv.FormatBool(v.Bool)
	case Number:
		return FormatNumber(v.Number)
	}
	return v.String
}

func (ev *evaluator) number(v Value) float64 {
	switch v.Kind {
	case Boolean:
		if v.Bool {
			return 1
		}
		return 0
	case Number:
		return v.Number
	}
	return parseNumber(ev.str(v))
}

func (ev *evaluator) truth(v Value) bool {
	switch v.Kind {
	case NodeSet:
		return len(v.Nodes) > 0
	case Boolean:
		return v.Bool
	case Number:
		return v.Number != 0 && v.Number == v.Number
	}
	return v.String != ""
}

// ToString, ToNumber and ToBoolean convert a value as the functions string(), number() and boolean() do.
func (v Value) ToString(s *dom.Store) string { return strings.Clone((&evaluator{s: s}).str(v)) }

// ToNumber is number().
func (v Value) ToNumber(s *dom.Store) float64 { return (&evaluator{s: s}).number(v) }

// ToBoolean is boolean().
func (v Value) ToBoolean() bool { return (&evaluator{}).truth(v) }

// FormatNumber is a number as string() writes it.
func FormatNumber(f float64) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// parseNumber is number() of a string.
func parseNumber(s string) float64 {
	s = strings.Trim(s, " \t\n\r")
	digits, dots := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			dots++
		case c == '-' && i == 0:
		default:
			return math.NaN()
		}
	}
	if digits == 0 || dots > 1 {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(s, 64)
	return f
}
