package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Attr nodes. The store has attributes, but not as nodes: script that asks for one gets a row of its own, whose state knows the
// element, or the value once there is no element.
// https://dom.spec.whatwg.org/#interface-attr

// Attr is an Attr node.
type Attr struct{ nodeRef }

// attrState is what an Attr node is.
type attrState struct {
	name  dom.NameID
	owner *nodeState // the element; nil: the value is here
	value string
}

func (a Attr) data() *attrState {
	s := a.state()
	if s.extra == nil || s.extra.attr == nil {
		s.extra = &nodeExtra{attr: &attrState{name: a.store().NameIDOf(a.ID)}}
	}
	return s.extra.attr
}

// NamespaceURI is Attr.namespaceURI.
func (a Attr) NamespaceURI() Opt[string] {
	return orNull(a.store().NamespaceURI(a.store().NameOf(a.data().name).NS))
}

// Prefix is Attr.prefix.
func (a Attr) Prefix() Opt[string] {
	p := a.store().NameOf(a.data().name).Prefix
	if p == atom.None || p == atom.Empty {
		return Opt[string]{}
	}
	return Some(a.store().Atoms.String(p))
}

// LocalName is Attr.localName.
func (a Attr) LocalName() string {
	return a.store().Atoms.String(a.store().NameOf(a.data().name).Local)
}

// Name is Attr.name.
func (a Attr) Name() string { return a.store().Atoms.String(a.store().NameOf(a.data().name).Qualified) }

// Value is Attr.value.
func (a Attr) Value() string {
	d := a.data()
	if d.owner == nil {
		return d.value
	}
	v, _ := a.store().GetAttr(d.owner.id, d.name)
	return strings.Clone(v)
}

// SetValue sets Attr.value.
func (a Attr) SetValue(v string) {
	d := a.data()
	if d.owner == nil {
		d.value = v
		return
	}
	a.store().SetAttr(d.owner.id, d.name, v)
}

// OwnerElement is Attr.ownerElement.
func (a Attr) OwnerElement() dom.NodeID {
	if o := a.data().owner; o != nil {
		return o.id
	}
	return 0
}

// attrOwner is the element of an Attr node; 0 for other nodes.
func (n Node) attrOwner() dom.NodeID {
	if n.store().Kind(n.ID) != dom.KindAttr {
		return 0
	}
	return Attr(n).OwnerElement()
}

// Specified is Attr.specified.
func (a Attr) Specified() bool { return true }

// attrNode is the Attr node of an element's attribute, made if there is none.
func (e Element) attrNode(name dom.NameID) dom.NodeID {
	s := e.state()
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	for _, a := range s.extra.attrs {
		if a.extra.attr.name == name {
			return a.id
		}
	}
	id := e.doc().CreateAttrNode(name)
	as := e.w.World.wrappers.state(e.w.Realm, id)
	as.extra = &nodeExtra{attr: &attrState{name: name, owner: s}}
	s.extra.attrs = append(s.extra.attrs, as)
	return id
}

// detachAttrNode makes the Attr node of an attribute that is about to go one without an element.
func (e Element) detachAttrNode(name dom.NameID) {
	s := e.w.World.wrappers.peek(e.ID)
	if s == nil || s.extra == nil {
		return
	}
	for i, a := range s.extra.attrs {
		if at := a.extra.attr; at.name == name {
			v, _ := e.store().GetAttr(e.ID, name)
			at.owner, at.value = nil, strings.Clone(v)
			s.extra.attrs = append(s.extra.attrs[:i:i], s.extra.attrs[i+1:]...)
			return
		}
	}
}

// GetAttributeNode is Element.getAttributeNode.
func (e Element) GetAttributeNode(name string) dom.NodeID {
	if a, ok := e.findAttr(name); ok {
		return e.attrNode(a.Name)
	}
	return 0
}

// GetAttributeNodeNS is Element.getAttributeNodeNS.
func (e Element) GetAttributeNodeNS(ns Opt[string], local string) dom.NodeID {
	if a, ok := e.findAttrNS(ns.Value, local); ok {
		return e.attrNode(a.Name)
	}
	return 0
}

// SetAttributeNode is Element.setAttributeNode. https://dom.spec.whatwg.org/#concept-element-attributes-set
func (e Element) SetAttributeNode(a Attr) (dom.NodeID, error) {
	d := a.data()
	s := e.state()
	if d.owner != nil {
		if d.owner == s {
			return a.ID, nil
		}
		return 0, exception("InUseAttributeError", "The node provided is an attribute node that is already an attribute of another Element; attribute nodes must be explicitly cloned.")
	}
	st := e.store()
	n := st.NameOf(d.name)
	old := dom.NodeID(0)
	if have, ok := e.findAttrNS(st.NamespaceURI(n.NS), st.Atoms.String(n.Local)); ok {
		old = e.attrNode(have.Name)
		e.detachAttrNode(have.Name)
		if have.Name != d.name {
			st.RemoveAttr(e.ID, have.Name)
		}
	}
	st.Adopt(a.ID, e.doc())
	st.SetAttr(e.ID, d.name, d.value)
	d.owner, d.value = s, ""
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	s.extra.attrs = append(s.extra.attrs, a.state())
	return old, nil
}

// SetAttributeNodeNS is Element.setAttributeNodeNS.
func (e Element) SetAttributeNodeNS(a Attr) (dom.NodeID, error) { return e.SetAttributeNode(a) }

// RemoveAttributeNode is Element.removeAttributeNode.
func (e Element) RemoveAttributeNode(a Attr) (dom.NodeID, error) {
	if d := a.data(); d.owner == nil || d.owner.id != e.ID {
		return 0, exception("NotFoundError", "The node provided is owned by another element.")
	}
	e.dropAttr(a.data().name)
	return a.ID, nil
}

// CreateAttribute is Document.createAttribute.
func (d Document) CreateAttribute(local string) (dom.NodeID, error) {
	if !validAttrName(local) {
		return 0, exception("InvalidCharacterError", "The localName provided ('"+local+"') contains an invalid character.")
	}
	if d.doc().IsHTML {
		local = lowerASCII(local)
	}
	return d.w.newAttr(d.doc(), d.store().AttrName(d.store().Atoms.Intern(local)), ""), nil
}

// CreateAttributeNS is Document.createAttributeNS.
func (d Document) CreateAttributeNS(ns Opt[string], qualified string) (dom.NodeID, error) {
	name, err := d.w.World.extractName(ns.Value, qualified, true)
	if err != nil {
		return 0, err
	}
	return d.w.newAttr(d.doc(), name, ""), nil
}

func (w *Window) newAttr(d *dom.Document, name dom.NameID, value string) dom.NodeID {
	id := d.CreateAttrNode(name)
	w.World.wrappers.state(w.Realm, id).extra = &nodeExtra{attr: &attrState{name: name, value: value}}
	return id
}

func (w *Window) cloneAttr(d *dom.Document, id dom.NodeID) dom.NodeID {
	a := Attr(Node{nodeRef{w, id}})
	return w.newAttr(d, a.data().name, a.Value())
}

// NamedNodeMap is the state of a NamedNodeMap.
type NamedNodeMap struct {
	Object
	window *Window
	el     *nodeState
}

func (m *NamedNodeMap) trace(t *js.Tracer) { m.el.mark(t) }

// Attributes is Element.attributes.
func (e Element) Attributes() *NamedNodeMap {
	return Node(e).cached(cachedAttributes, "", func() platform { return &NamedNodeMap{window: e.w, el: e.state()} }).(*NamedNodeMap)
}

func (m *NamedNodeMap) element() Element { return Element(Node{nodeRef{m.window, m.el.id}}) }

// Length is NamedNodeMap.length.
func (m *NamedNodeMap) Length() uint32 { return uint32(m.window.World.Store.AttrCount(m.el.id)) }

// Item is NamedNodeMap.item.
func (m *NamedNodeMap) Item(i uint32) dom.NodeID {
	s := m.window.World.Store
	a := s.FirstAttr(m.el.id)
	for ; a != 0 && i > 0; i-- {
		a = s.NextAttr(a)
	}
	if a == 0 {
		return 0
	}
	return m.element().attrNode(s.AttrAt(a).Name)
}

// GetNamedItem is NamedNodeMap.getNamedItem.
func (m *NamedNodeMap) GetNamedItem(name string) dom.NodeID {
	return m.element().GetAttributeNode(name)
}

// GetNamedItemNS is NamedNodeMap.getNamedItemNS.
func (m *NamedNodeMap) GetNamedItemNS(ns Opt[string], local string) dom.NodeID {
	return m.element().GetAttributeNodeNS(ns, local)
}

// SetNamedItem is NamedNodeMap.setNamedItem.
func (m *NamedNodeMap) SetNamedItem(a Attr) (dom.NodeID, error) {
	return m.element().SetAttributeNode(a)
}

// SetNamedItemNS is NamedNodeMap.setNamedItemNS.
func (m *NamedNodeMap) SetNamedItemNS(a Attr) (dom.NodeID, error) {
	return m.element().SetAttributeNode(a)
}

// RemoveNamedItem is NamedNodeMap.removeNamedItem.
func (m *NamedNodeMap) RemoveNamedItem(name string) (dom.NodeID, error) {
	return m.remove(m.GetNamedItem(name), name)
}

// RemoveNamedItemNS is NamedNodeMap.removeNamedItemNS.
func (m *NamedNodeMap) RemoveNamedItemNS(ns Opt[string], local string) (dom.NodeID, error) {
	return m.remove(m.GetNamedItemNS(ns, local), ns.Value+"::"+local)
}

func (m *NamedNodeMap) remove(id dom.NodeID, name string) (dom.NodeID, error) {
	if id == 0 {
		return 0, exception("NotFoundError", "No item with name '"+name+"' was found.")
	}
	return m.element().RemoveAttributeNode(Attr(Node{nodeRef{m.window, id}}))
}

// GetNamed is the named getter.
func (m *NamedNodeMap) GetNamed(name string) (dom.NodeID, bool) {
	if m.element().htmlNames() && name != lowerASCII(name) {
		return 0, false
	}
	n := m.GetNamedItem(name)
	return n, n != 0
}

// NamedKeys are the supported property names.
func (m *NamedNodeMap) NamedKeys() (out []string) {
	for _, n := range m.element().GetAttributeNames() {
		if (!m.element().htmlNames() || n == lowerASCII(n)) && indexOf(out, n) < 0 {
			out = append(out, n)
		}
	}
	return out
}

// value of attribute nodes as nodes.
func (n Node) asAttr() (Attr, bool) {
	if n.store().Kind(n.ID) == dom.KindAttr {
		return Attr(n), true
	}
	return Attr{}, false
}
