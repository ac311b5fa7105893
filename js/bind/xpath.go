package bind

import (
	"errors"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/xpath"
	"github.com/niso-engine/niso/js"
)

// https://dom.spec.whatwg.org/#xpath

// XPathEvaluator compiles and evaluates expressions, as documents do too.
type XPathEvaluator struct{ Object }

// ConstructXPathEvaluator is new XPathEvaluator.
func ConstructXPathEvaluator() *XPathEvaluator { return &XPathEvaluator{} }

// XPathExpression is a compiled expression.
type XPathExpression struct {
	Object
	window *Window
	text   string
	expr   *xpath.Expr
}

// The types of results.
const (
	xpathAny uint16 = iota
	xpathNumber
	xpathString
	xpathBoolean
	xpathUnorderedIterator
	xpathOrderedIterator
	xpathUnorderedSnapshot
	xpathOrderedSnapshot
	xpathAnyNode
	xpathFirstNode
)

// XPathResult is what an expression gave.
type XPathResult struct {
	Object
	window  *Window
	typ     uint16
	value   xpath.Value
	nodes   []*nodeState
	next    int
	version uint64 // of the store when it was evaluated
}

func (x *XPathResult) trace(t *js.Tracer) {
	for _, n := range x.nodes {
		n.mark(t)
	}
}

// CreateExpression is XPathEvaluator.createExpression.
func (x *XPathEvaluator) CreateExpression(c *js.Call) js.Value { return createExpression(c) }

// CreateNSResolver is XPathEvaluator.createNSResolver.
func (x *XPathEvaluator) CreateNSResolver(n Node) dom.NodeID { return n.ID }

// Evaluate is XPathEvaluator.evaluate.
func (x *XPathEvaluator) Evaluate(c *js.Call) js.Value { return evaluateXPath(c) }

// CreateExpression is Document.createExpression.
func (d Document) CreateExpression(c *js.Call) js.Value { return createExpression(c) }

// CreateNSResolver is Document.createNSResolver.
func (d Document) CreateNSResolver(n Node) dom.NodeID { return n.ID }

// Evaluate is Document.evaluate.
func (d Document) Evaluate(c *js.Call) js.Value { return evaluateXPath(c) }

// compileXPath compiles argument 0 with the resolver that argument i is.
func compileXPath(c *js.Call, i int) (*xpath.Expr, string) {
	text := c.DOMString(0)
	var resolver js.Object
	if c.Has(i) && !c.Arg(i).IsNullish() {
		resolver = c.CallbackInterface(i)
	}
	if c.Failed() {
		return nil, ""
	}
	r := c.Realm()
	e, err := xpath.Compile(text, func(prefix string) (string, bool, error) {
		if resolver.IsNone() {
			return "", false, nil
		}
		v, err := r.InvokeCallback(resolver, "", "XPathNSResolver", "lookupNamespaceURI", js.Undefined, r.String(prefix))
		s := ""
		if err == nil && !v.IsNullish() {
			s, err = r.ToString(v)
		}
		if err != nil { // reported, and the prefix is of no namespace, as in Chromium
			var ex *js.Exception
			if !errors.As(err, &ex) {
				return "", false, err
			}
			windowOf(r).Report(err)
			return "", false, nil
		}
		return s, !v.IsNullish(), nil
	})
	switch {
	case err == nil:
		return e, text
	case errors.Is(err, xpath.ErrSyntax):
		c.DOMException("SyntaxError", "The string '%s' is not a valid XPath expression.", text)
	case errors.Is(err, xpath.ErrNamespace):
		c.DOMException("NamespaceError", "The string '%s' contains unresolvable namespaces.", text)
	default:
		c.Fail(err)
	}
	return nil, ""
}

func createExpression(c *js.Call) js.Value {
	e, text := compileXPath(c, 1)
	if e == nil {
		return js.Undefined
	}
	return objectValue(c.Realm(), &XPathExpression{window: windowOf(c.Realm()), text: text, expr: e})
}

func evaluateXPath(c *js.Call) js.Value {
	n, typ, result := xpathArgs(c, 1, 3)
	if c.Failed() {
		return js.Undefined
	}
	e, text := compileXPath(c, 2)
	if e == nil {
		return js.Undefined
	}
	x := &XPathExpression{window: windowOf(c.Realm()), text: text, expr: e}
	return x.evaluate(c, n, typ, result)
}

// Evaluate is XPathExpression.evaluate.
func (x *XPathExpression) Evaluate(c *js.Call) js.Value {
	n, typ, result := xpathArgs(c, 0, 1)
	if c.Failed() {
		return js.Undefined
	}
	return x.evaluate(c, n, typ, result)
}

// xpathArgs reads the context node, the type and the result to use again.
func xpathArgs(c *js.Call, node, rest int) (n Node, typ uint16, result *XPathResult) {
	h := c.HostArg(node, cls.Node)
	if h.IsNone() {
		return
	}
	n.bind(c.Realm(), h)
	if c.Has(rest) {
		typ = uint16(c.Int(rest, js.UnsignedShort, js.Modulo))
	}
	if h := c.NullableHostArg(rest+1, cls.XPathResult); !h.IsNone() {
		result, _ = h.State().(*XPathResult)
	}
	return
}

func (x *XPathExpression) evaluate(c *js.Call, n Node, typ uint16, result *XPathResult) js.Value {
	s := n.store()
	at := xpath.Node{ID: n.ID}
	switch k := s.Kind(n.ID); k {
	case dom.KindAttr:
		if d := (Attr{n.nodeRef}).data(); d.owner != nil {
			at = xpath.Node{ID: d.owner.id, Attr: d.name}
		}
	case dom.KindFragment, dom.KindShadowRoot, dom.KindDoctype:
		return c.DOMException("NotSupportedError", "The node provided is '%s', which is not a valid context node type.", s.NodeName(n.ID))
	}
	if typ > xpathFirstNode {
		return c.DOMException("NotSupportedError", "The result type provided (%d) is not supported.", typ)
	}
	v, err := x.expr.Evaluate(s, at, c.Realm().Runtime().Interrupted)
	switch {
	case errors.Is(err, xpath.ErrNotNodes):
		return c.DOMException("SyntaxError", "The string '%s' is not a valid XPath expression.", x.text)
	case err != nil:
		return c.DOMException("OperationError", "The string '%s': %s.", x.text, err)
	}
	if typ == xpathAny {
		typ = [...]uint16{xpath.NodeSet: xpathUnorderedIterator, xpath.Boolean: xpathBoolean, xpath.Number: xpathNumber, xpath.String: xpathString}[v.Kind]
	}
	if result == nil {
		result = &XPathResult{}
	}
	result.window, result.typ, result.nodes, result.next, result.version = windowOf(c.Realm()), typ, nil, 0, s.Version()
	switch typ {
	case xpathNumber:
		v = xpath.Value{Kind: xpath.Number, Number: v.ToNumber(s)}
	case xpathString:
		v = xpath.Value{Kind: xpath.String, String: v.ToString(s)}
	case xpathBoolean:
		v = xpath.Value{Kind: xpath.Boolean, Bool: v.ToBoolean()}
	default:
		if v.Kind != xpath.NodeSet {
			return c.TypeError("The result is not a node set, and therefore cannot be converted to the desired type.")
		}
		v.Sort(s)
		l := v.Nodes
		if typ >= xpathAnyNode {
			l = l[:min(1, len(l))]
		}
		for _, m := range l {
			id := m.ID
			if m.Attr != 0 {
				id = Element{nodeRef{n.w, m.ID}}.attrNode(m.Attr)
			}
			result.nodes = append(result.nodes, n.w.World.wrappers.state(c.Realm(), id))
		}
		v.Nodes = nil
		result.version = s.Version() // Attr nodes are made above
	}
	result.value = v
	return objectValue(c.Realm(), result)
}

// ResultType is XPathResult.resultType.
func (x *XPathResult) ResultType() uint16 { return x.typ }

// NumberValue is XPathResult.numberValue.
func (x *XPathResult) NumberValue(c *js.Call) float64 {
	if x.typ != xpathNumber {
		c.TypeError("The result type is not a number.")
	}
	return x.value.Number
}

// StringValue is XPathResult.stringValue.
func (x *XPathResult) StringValue(c *js.Call) string {
	if x.typ != xpathString {
		c.TypeError("The result type is not a string.")
	}
	return x.value.String
}

// BooleanValue is XPathResult.booleanValue.
func (x *XPathResult) BooleanValue(c *js.Call) bool {
	if x.typ != xpathBoolean {
		c.TypeError("The result type is not a boolean.")
	}
	return x.value.Bool
}

// SingleNodeValue is XPathResult.singleNodeValue.
func (x *XPathResult) SingleNodeValue(c *js.Call) dom.NodeID {
	if x.typ != xpathAnyNode && x.typ != xpathFirstNode {
		c.TypeError("The result type is not a single node.")
		return 0
	}
	return x.node(0)
}

func (x *XPathResult) node(i int) dom.NodeID {
	if i < 0 || i >= len(x.nodes) {
		return 0
	}
	return x.nodes[i].id
}

func (x *XPathResult) iterator() bool {
	return x.typ == xpathUnorderedIterator || x.typ == xpathOrderedIterator
}

// InvalidIteratorState is XPathResult.invalidIteratorState.
func (x *XPathResult) InvalidIteratorState() bool {
	return x.iterator() && x.window.World.Store.Version() != x.version
}

// SnapshotLength is XPathResult.snapshotLength.
func (x *XPathResult) SnapshotLength(c *js.Call) uint32 {
	if x.typ != xpathUnorderedSnapshot && x.typ != xpathOrderedSnapshot {
		c.TypeError("The result type is not a snapshot.")
	}
	return uint32(len(x.nodes))
}

// IterateNext is XPathResult.iterateNext.
func (x *XPathResult) IterateNext(c *js.Call) dom.NodeID {
	if !x.iterator() {
		c.TypeError("The result type is not an iterator.")
		return 0
	}
	if x.InvalidIteratorState() {
		c.DOMException("InvalidStateError", "The document has mutated since the result was returned.")
		return 0
	}
	x.next++
	return x.node(x.next - 1)
}

// SnapshotItem is XPathResult.snapshotItem.
func (x *XPathResult) SnapshotItem(c *js.Call, i uint32) dom.NodeID {
	if x.typ != xpathUnorderedSnapshot && x.typ != xpathOrderedSnapshot {
		c.TypeError("The result type is not a snapshot.")
		return 0
	}
	return x.node(int(min(i, 1<<30)))
}
