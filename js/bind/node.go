package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// https://dom.spec.whatwg.org/#interface-node

// NodeType is Node.nodeType.
func (n Node) NodeType() uint16 { return uint16(n.store().Kind(n.ID).NodeType()) }

// NodeName is Node.nodeName.
func (n Node) NodeName() string {
	if a, ok := n.asAttr(); ok {
		return a.Name()
	}
	return n.store().NodeName(n.ID)
}

// BaseURI is Node.baseURI.
func (n Node) BaseURI() string { return n.w.World.baseURLOf(n.doc()).Href() }

// IsConnected is Node.isConnected.
func (n Node) IsConnected() bool { return n.store().IsConnected(n.ID) }

// OwnerDocument is Node.ownerDocument.
func (n Node) OwnerDocument() dom.NodeID {
	if o := n.attrOwner(); o != 0 {
		n.ID = o
	}
	if d := n.doc(); d.Node != n.ID {
		return d.Node
	}
	return 0
}

// GetRootNode is Node.getRootNode.
func (n Node) GetRootNode(o GetRootNodeOptions) dom.NodeID {
	s := n.store()
	r := s.Root(n.ID)
	for o.Composed && s.Host(r) != 0 {
		r = s.Root(s.Host(r))
	}
	return r
}

// ParentNode is Node.parentNode.
func (n Node) ParentNode() dom.NodeID { return n.store().Parent(n.ID) }

// ParentElement is Node.parentElement.
func (n Node) ParentElement() dom.NodeID { return n.store().ParentElement(n.ID) }

// HasChildNodes is Node.hasChildNodes.
func (n Node) HasChildNodes() bool { return n.store().FirstChild(n.ID) != 0 }

// FirstChild is Node.firstChild.
func (n Node) FirstChild() dom.NodeID { return n.store().FirstChild(n.ID) }

// LastChild is Node.lastChild.
func (n Node) LastChild() dom.NodeID { return n.store().LastChild(n.ID) }

// PreviousSibling is Node.previousSibling.
func (n Node) PreviousSibling() dom.NodeID { return n.store().Prev(n.ID) }

// NextSibling is Node.nextSibling.
func (n Node) NextSibling() dom.NodeID { return n.store().Next(n.ID) }

// NodeValue is Node.nodeValue.
func (n Node) NodeValue() Opt[js.View] {
	if n.store().Kind(n.ID).IsCharacterData() {
		return Some(n.store().Data(n.ID))
	}
	if a, ok := n.asAttr(); ok {
		return Some(a.Value())
	}
	return Opt[string]{}
}

// SetNodeValue sets Node.nodeValue.
func (n Node) SetNodeValue(v Opt[js.View]) {
	if n.store().Kind(n.ID).IsCharacterData() {
		CharacterData(n).SetData(v.Value)
	} else if a, ok := n.asAttr(); ok {
		a.SetValue(strings.Clone(v.Value))
	}
}

// TextContent is Node.textContent.
func (n Node) TextContent() Opt[string] {
	switch n.store().Kind(n.ID) {
	case dom.KindDocument, dom.KindDoctype:
		return Opt[string]{}
	case dom.KindAttr:
		return Some(Attr(n).Value())
	}
	return Some(string(n.store().TextContent(nil, n.ID)))
}

// SetTextContent sets Node.textContent.
func (n Node) SetTextContent(v Opt[js.View]) {
	if a, ok := n.asAttr(); ok {
		a.SetValue(strings.Clone(v.Value))
		return
	}
	if n.store().Kind(n.ID).IsCharacterData() {
		CharacterData(n).SetData(v.Value)
		return
	}
	n.store().SetTextContent(n.ID, v.Value)
}

// Normalize is Node.normalize.
func (n Node) Normalize() { n.store().Normalize(n.ID) }

// CloneNode is Node.cloneNode.
func (n Node) CloneNode(deep bool) (dom.NodeID, error) {
	if n.store().Kind(n.ID) == dom.KindShadowRoot {
		return 0, exception("NotSupportedError", "ShadowRoot nodes are not clonable.")
	}
	switch n.store().Kind(n.ID) {
	case dom.KindAttr:
		return n.w.cloneAttr(n.doc(), n.ID), nil
	case dom.KindDocument:
		return n.w.cloneDocument(n.doc(), deep), nil
	}
	return n.store().Clone(n.ID, n.doc(), deep), nil
}

// IsEqualNode is Node.isEqualNode.
func (n Node) IsEqualNode(o Node) bool { return o.ID != 0 && n.store().IsEqualNode(n.ID, o.ID) }

// IsSameNode is Node.isSameNode.
func (n Node) IsSameNode(o Node) bool { return n.ID == o.ID }

// CompareDocumentPosition is Node.compareDocumentPosition.
func (n Node) CompareDocumentPosition(o Node) uint16 {
	return uint16(n.store().CompareDocumentPosition(n.ID, o.ID))
}

// Contains is Node.contains.
func (n Node) Contains(o Node) bool { return o.ID != 0 && n.store().Contains(n.ID, o.ID) }

// LookupPrefix is Node.lookupPrefix.
func (n Node) LookupPrefix(ns Opt[string]) Opt[string] {
	if p := n.store().LookupPrefix(n.ID, ns.Value); p != "" {
		return Some(p)
	}
	return Opt[string]{}
}

// LookupNamespaceURI is Node.lookupNamespaceURI.
func (n Node) LookupNamespaceURI(prefix Opt[string]) Opt[string] {
	at := n.ID
	if o := n.attrOwner(); o != 0 {
		at = o
	}
	if u := n.store().LookupNamespaceURI(at, prefix.Value); u != "" {
		return Some(u)
	}
	return Opt[string]{}
}

// IsDefaultNamespace is Node.isDefaultNamespace.
func (n Node) IsDefaultNamespace(ns Opt[string]) bool {
	return n.store().IsDefaultNamespace(n.ID, ns.Value)
}

// domErr is an exception of the DOM as an error. (The call that throws it puts its own name before the message.)
func domErr(e *dom.Exception) error {
	if e == nil {
		return nil
	}
	return e
}

// InsertBefore is Node.insertBefore.
func (n Node) InsertBefore(node, child Node) (dom.NodeID, error) {
	return node.ID, domErr(n.store().PreInsert(n.ID, node.ID, child.ID))
}

// AppendChild is Node.appendChild.
func (n Node) AppendChild(node Node) (dom.NodeID, error) {
	return node.ID, domErr(n.store().AppendChild(n.ID, node.ID))
}

// ReplaceChild is Node.replaceChild.
func (n Node) ReplaceChild(node, child Node) (dom.NodeID, error) {
	return child.ID, domErr(n.store().ReplaceChild(n.ID, node.ID, child.ID))
}

// RemoveChild is Node.removeChild.
func (n Node) RemoveChild(child Node) (dom.NodeID, error) {
	return child.ID, domErr(n.store().RemoveChild(n.ID, child.ID))
}

// https://dom.spec.whatwg.org/#interface-childnode

// nodesArg converts (Node or DOMString)... arguments from first on into one node.
func (n Node) nodesArg(c *js.Call, first int) (dom.NodeID, bool) {
	d := n.doc()
	var ids []dom.NodeID
	for i := first; i < c.NArgs(); i++ {
		if h := js.HostOf(c.Arg(i), cls.Node); !h.IsNone() {
			ids = append(ids, dom.NodeID(h.ID()))
		} else {
			text := c.DOMString(i)
			if c.Failed() {
				n.w.World.wrappers.fresh = append(n.w.World.wrappers.fresh, ids...) // the texts are nobody's
				return 0, false
			}
			ids = append(ids, d.CreateText(text))
		}
	}
	if len(ids) == 1 {
		return ids[0], true
	}
	frag := d.CreateFragment()
	for _, id := range ids {
		if e := n.store().AppendChild(frag, id); e != nil {
			n.w.World.wrappers.fresh = append(append(n.w.World.wrappers.fresh, frag), ids...)
			throwErr(c, e)
			return 0, false
		}
	}
	n.w.World.wrappers.fresh = append(n.w.World.wrappers.fresh, frag) // freed at the end of the task
	return frag, true
}

// inserted ends a call that inserts node, which nodesArg gave: where it failed, what was made for it is nobody's.
func (n Node) inserted(c *js.Call, node dom.NodeID, e *dom.Exception, call string) js.Value {
	if e != nil {
		n.w.World.wrappers.fresh = append(n.w.World.wrappers.fresh, node)
	}
	return n.throwIf(c, e, call)
}

func (n Node) throwIf(c *js.Call, e *dom.Exception, call string) js.Value {
	if e != nil {
		return throwErr(c, domErr(e))
	}
	return js.Undefined
}

func (n Node) className() string { return classOfNode(n.store(), n.ID).Name }

// onlyConvert converts (Node or DOMString)... arguments that nothing becomes of.
func (n Node) onlyConvert(c *js.Call) js.Value {
	for i, v := range c.Args() {
		if js.HostOf(v, cls.Node).IsNone() {
			c.DOMString(i)
		}
	}
	return js.Undefined
}

// inArgs reports whether a node is among the arguments.
func inArgs(c *js.Call, id dom.NodeID) bool {
	for _, v := range c.Args() {
		if h := js.HostOf(v, cls.Node); !h.IsNone() && dom.NodeID(h.ID()) == id {
			return true
		}
	}
	return false
}

// Before is ChildNode.before.
func (n Node) Before(c *js.Call) js.Value {
	s := n.store()
	parent := s.Parent(n.ID)
	if parent == 0 {
		return n.onlyConvert(c)
	}
	prev := s.Prev(n.ID)
	for prev != 0 && inArgs(c, prev) {
		prev = s.Prev(prev)
	}
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	next := s.FirstChild(parent)
	if prev != 0 {
		next = s.Next(prev)
	}
	return n.inserted(c, node, s.PreInsert(parent, node, next), "before")
}

// After is ChildNode.after.
func (n Node) After(c *js.Call) js.Value {
	s := n.store()
	parent := s.Parent(n.ID)
	if parent == 0 {
		return n.onlyConvert(c)
	}
	next := s.Next(n.ID)
	for next != 0 && inArgs(c, next) {
		next = s.Next(next)
	}
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	return n.inserted(c, node, s.PreInsert(parent, node, next), "after")
}

// ReplaceWith is ChildNode.replaceWith.
func (n Node) ReplaceWith(c *js.Call) js.Value {
	s := n.store()
	parent := s.Parent(n.ID)
	if parent == 0 {
		return n.onlyConvert(c)
	}
	next := s.Next(n.ID)
	for next != 0 && inArgs(c, next) {
		next = s.Next(next)
	}
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	if s.Parent(n.ID) == parent {
		return n.inserted(c, node, s.ReplaceChild(parent, node, n.ID), "replaceWith")
	}
	return n.inserted(c, node, s.PreInsert(parent, node, next), "replaceWith")
}

// Remove is ChildNode.remove.
func (n Node) Remove() { n.store().Remove(n.ID) }

// https://dom.spec.whatwg.org/#interface-parentnode

// Prepend is ParentNode.prepend.
func (n Node) Prepend(c *js.Call) js.Value {
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	return n.inserted(c, node, n.store().PreInsert(n.ID, node, n.store().FirstChild(n.ID)), "prepend")
}

// Append is ParentNode.append.
func (n Node) Append(c *js.Call) js.Value {
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	return n.inserted(c, node, n.store().AppendChild(n.ID, node), "append")
}

// ReplaceChildren is ParentNode.replaceChildren.
func (n Node) ReplaceChildren(c *js.Call) js.Value {
	node, ok := n.nodesArg(c, 0)
	if !ok {
		return js.Undefined
	}
	return n.inserted(c, node, n.store().ReplaceChildren(n.ID, node), "replaceChildren")
}

// MoveBefore is ParentNode.moveBefore.
func (n Node) MoveBefore(c *js.Call, node, child Node) {
	w := n.w.World.WindowOf(n.ID)
	focused := dom.NodeID(0)
	if w != nil {
		focused = w.focused()
	}
	if focused != 0 && n.store().Contains(node.ID, focused) { // its old ancestors are to lose the focus within
		visible := n.store().State(focused)&dom.StateFocusVisible != 0
		w.setFocusState(focused, false, false)
		defer w.setFocusState(focused, true, visible)
	}
	n.throwIf(c, n.store().MoveBefore(n.ID, node.ID, child.ID), "moveBefore")
}

// FirstElementChild is ParentNode.firstElementChild.
func (n Node) FirstElementChild() dom.NodeID { return n.store().FirstElementChild(n.ID) }

// LastElementChild is ParentNode.lastElementChild.
func (n Node) LastElementChild() dom.NodeID { return n.store().LastElementChild(n.ID) }

// ChildElementCount is ParentNode.childElementCount.
func (n Node) ChildElementCount() (count uint32) {
	s := n.store()
	for e := s.FirstElementChild(n.ID); e != 0; e = s.NextElement(e) {
		count++
	}
	return count
}

// PreviousElementSibling is NonDocumentTypeChildNode.previousElementSibling.
func (n Node) PreviousElementSibling() dom.NodeID { return n.store().PrevElement(n.ID) }

// NextElementSibling is NonDocumentTypeChildNode.nextElementSibling.
func (n Node) NextElementSibling() dom.NodeID { return n.store().NextElement(n.ID) }

// cloneDocument copies a document.
func (w *Window) cloneDocument(from *dom.Document, deep bool) dom.NodeID {
	d := w.newDocument(from.IsHTML, from.URL, from.ContentType)
	d.Mode, d.Encoding = from.Mode, from.Encoding
	if deep {
		for c := range from.Children(from.Node) {
			w.World.Store.Append(d.Node, w.World.Store.Clone(c, d, true))
		}
	}
	return d.Node
}
