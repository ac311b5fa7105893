package dom

import "strings"

// NodeName is the value of Node.nodeName.
func (s *Store) NodeName(id NodeID) string {
	r := &s.rows[id]
	switch r.kind {
	case KindElement:
		n := &s.names[r.name]
		q := s.Atoms.String(n.Qualified)
		if n.NS == HTML && s.docs[r.doc].IsHTML {
			return s.upper(r.name, q)
		}
		return q
	case KindText:
		return "#text"
	case KindCDATA:
		return "#cdata-section"
	case KindComment:
		return "#comment"
	case KindDocument:
		return "#document"
	case KindFragment, KindShadowRoot:
		return "#document-fragment"
	case KindPI, KindDoctype:
		return s.Atoms.String(s.names[r.name].Local)
	}
	return ""
}

// upper is q, the qualified name of a row, in ASCII upper case: the tagName of HTML elements. It is made once.
func (s *Store) upper(id NameID, q string) string {
	if int(id) >= len(s.uppers) {
		s.uppers = append(s.uppers, make([]string, len(s.names)-len(s.uppers))...)
	}
	if s.uppers[id] == "" {
		s.uppers[id] = upperASCII(q)
	}
	return s.uppers[id]
}

func upperASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'a' && s[i] <= 'z' {
			return strings.Map(func(r rune) rune {
				if r >= 'a' && r <= 'z' {
					return r - 0x20
				}
				return r
			}, s)
		}
	}
	return s
}

// hostIncludes reports whether anc is a host-including inclusive ancestor of id: through template contents and shadow roots.
// https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor
func (s *Store) hostIncludes(anc, id NodeID) bool {
	for id != 0 {
		if id == anc {
			return true
		}
		r := &s.rows[id]
		switch {
		case r.parent != 0:
			id = r.parent
		case r.kind == KindShadowRoot:
			id = s.hosts[id]
		case r.kind == KindFragment:
			id = s.owners[id]
		default:
			id = 0
		}
	}
	return false
}

// checkInsert ensures that node may become a child of parent before child (0 = last). When replacing, child goes.
// https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity
// https://dom.spec.whatwg.org/#concept-node-replace
func (s *Store) checkInsert(parent, node, child NodeID, replacing bool) *Exception {
	p, n := &s.rows[parent], &s.rows[node]
	switch p.kind {
	case KindDocument, KindFragment, KindShadowRoot, KindElement:
	default:
		return hierarchyError("This node type does not support this method.")
	}
	// A node without children can only be an ancestor of itself.
	if node == parent || (n.firstChild != 0 || n.flags&(HasShadow|HasTemplate) != 0) && s.hostIncludes(node, parent) {
		return hierarchyError("The new child element contains the parent.")
	}
	if child != 0 && s.rows[child].parent != parent {
		if replacing {
			return notFoundError("The node to be replaced is not a child of this node.")
		}
		return notFoundError("The node before which the new node is to be inserted is not a child of this node.")
	}
	wrong := func() *Exception {
		return hierarchyError("Nodes of type '" + s.NodeName(node) + "' may not be inserted inside nodes of type '" + s.NodeName(parent) + "'.")
	}
	switch n.kind {
	case KindFragment, KindShadowRoot, KindDoctype, KindElement, KindText, KindCDATA, KindComment, KindPI:
	default:
		return wrong()
	}
	if p.kind != KindDocument {
		if n.kind == KindDoctype {
			return wrong()
		}
		return nil
	}
	other := func(k Kind) bool { // parent has another child of kind k
		for c := p.firstChild; c != 0; c = s.rows[c].next {
			if s.rows[c].kind == k && !(replacing && c == child) {
				return true
			}
		}
		return false
	}
	doctypeAfter := func() bool {
		c := child
		if c != 0 && replacing {
			c = s.rows[c].next
		}
		for ; c != 0; c = s.rows[c].next {
			if s.rows[c].kind == KindDoctype {
				return true
			}
		}
		return false
	}
	switch n.kind {
	case KindText, KindCDATA:
		return wrong()
	case KindFragment, KindShadowRoot, KindElement:
		elements := 1
		if n.kind != KindElement {
			elements = 0
			for c := n.firstChild; c != 0; c = s.rows[c].next {
				switch k := s.rows[c].kind; {
				case k == KindElement:
					elements++
				case k.IsText():
					return hierarchyError("Nodes of type '#text' may not be inserted inside nodes of type '#document'.")
				}
			}
			if elements == 0 {
				return nil
			}
		}
		if doctypeAfter() {
			return hierarchyError("Can't insert an element before a doctype.")
		}
		if elements > 1 || other(KindElement) {
			return hierarchyError("Only one element on document allowed.")
		}
	case KindDoctype:
		for c := p.firstChild; c != 0 && c != child; c = s.rows[c].next {
			if s.rows[c].kind == KindElement {
				return hierarchyError("Can't insert a doctype after the root element.")
			}
		}
		if other(KindDoctype) {
			return hierarchyError("Only one doctype on document allowed.")
		}
	}
	return nil
}

// PreInsert inserts node (the children of a fragment) into parent before child, 0 = last.
// https://dom.spec.whatwg.org/#concept-node-pre-insert
func (s *Store) PreInsert(parent, node, child NodeID) *Exception {
	if err := s.checkInsert(parent, node, child, false); err != nil {
		return err
	}
	if child == node {
		child = s.rows[node].next
	}
	s.insert(parent, s.unpackShadow(node), child)
	return nil
}

// EnsurePreInsert is "ensure pre-insertion validity" of node into parent before child, 0 = last.
// https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity
func (s *Store) EnsurePreInsert(parent, node, child NodeID) *Exception {
	return s.checkInsert(parent, node, child, false)
}

// shadowIncludingRoot is the root of id, or of the host of its shadow tree.
// https://dom.spec.whatwg.org/#concept-shadow-including-root
func (s *Store) shadowIncludingRoot(id NodeID) NodeID {
	for {
		id = s.Root(id)
		h := s.Host(id)
		if h == 0 {
			return id
		}
		id = h
	}
}

// MoveBefore moves node below parent before child, 0 = last, within its tree. Unlike with PreInsert it is not removed meanwhile: it keeps the focus, frames
// their documents, dialogs stay open; Hooks.Moved is called.
// https://dom.spec.whatwg.org/#dom-parentnode-movebefore
func (s *Store) MoveBefore(parent, node, child NodeID) *Exception {
	k := s.rows[node].kind
	switch {
	case s.rows[node].parent == 0, s.shadowIncludingRoot(parent) != s.shadowIncludingRoot(node):
		return hierarchyError("State-preserving atomic move cannot be performed on nodes participating in an invalid hierarchy.")
	case k != KindElement && !k.IsCharacterData():
		return hierarchyError("Nodes of type '" + s.NodeName(node) + "' cannot be moved.")
	}
	if err := s.checkInsert(parent, node, child, false); err != nil {
		return err
	}
	if child == node {
		child = s.rows[node].next
	}
	s.moveState(parent, node, child)
	return nil
}

func (s *Store) insert(parent, node, next NodeID) {
	if s.rows[node].kind == KindFragment {
		s.InsertChildren(parent, node, next)
		return
	}
	s.Move(parent, node, next)
}

// AppendChild is PreInsert at the end.
func (s *Store) AppendChild(parent, node NodeID) *Exception { return s.PreInsert(parent, node, 0) }

// RemoveChild removes child from parent.
// https://dom.spec.whatwg.org/#concept-node-pre-remove
func (s *Store) RemoveChild(parent, child NodeID) *Exception {
	if child == 0 || s.rows[child].parent != parent {
		switch s.rows[parent].kind {
		case KindElement, KindDocument, KindFragment, KindShadowRoot:
		default:
			return notFoundError("This node type does not support this method.")
		}
		return notFoundError("The node to be removed is not a child of this node.")
	}
	s.Remove(child)
	return nil
}

// ReplaceChild puts node (the children of a fragment) into parent in the place of child.
// https://dom.spec.whatwg.org/#concept-node-replace
func (s *Store) ReplaceChild(parent, node, child NodeID) *Exception {
	if err := s.checkInsert(parent, node, child, true); err != nil {
		return err
	}
	node = s.unpackShadow(node)
	if node == child {
		next := s.rows[child].next
		s.Move(parent, node, next)
		return nil
	}
	next, prev := s.rows[child].next, s.rows[child].prev
	if next == node {
		next = s.rows[node].next
	}
	observed := s.Hooks.Observer != nil && s.observed(parent)
	var added []NodeID
	if observed {
		added = s.insertedList(node)
		if prev == node {
			prev = s.rows[prev].prev
		}
		if s.rows[node].parent != 0 { // it leaves its old place with a record of its own
			s.remove(node)
		}
		s.suppress = true
	}
	s.Remove(child)
	s.insert(parent, node, next)
	if observed {
		s.suppress = false
		s.Hooks.Observer.ChildList(parent, added, []NodeID{child}, prev, next)
	}
	return nil
}

// insertedList are the nodes that inserting node inserts.
func (s *Store) insertedList(node NodeID) (l []NodeID) {
	if s.rows[node].kind != KindFragment {
		return []NodeID{node}
	}
	for c := s.rows[node].firstChild; c != 0; c = s.rows[c].next {
		l = append(l, c)
	}
	return l
}

// ReplaceChildren removes the children of parent and inserts node (0 = nothing) in their place.
// https://dom.spec.whatwg.org/#dom-parentnode-replacechildren
func (s *Store) ReplaceChildren(parent, node NodeID) *Exception {
	if node != 0 {
		if err := s.checkInsert(parent, node, 0, false); err != nil {
			return err
		}
		node = s.unpackShadow(node)
	}
	s.ReplaceAll(parent, node)
	return nil
}

// unpackShadow makes a shadow root that is inserted as a fragment one: its children leave their tree first.
func (s *Store) unpackShadow(node NodeID) NodeID {
	if s.rows[node].kind != KindShadowRoot {
		return node
	}
	f := s.DocumentOf(node).CreateFragment()
	for c := s.rows[node].firstChild; c != 0; c = s.rows[node].firstChild {
		s.Move(f, c, 0)
	}
	if s.Hooks.Detached != nil {
		s.Hooks.Detached(f) // nobody holds it
	}
	return f
}

// ReplaceAll is ReplaceChildren without checks.
// https://dom.spec.whatwg.org/#concept-node-replace-all
func (s *Store) ReplaceAll(parent, node NodeID) {
	if node != 0 && s.rows[node].parent == parent {
		s.remove(node) // without Hooks.Detached: it stays
	}
	observed := s.Hooks.Observer != nil && s.observed(parent)
	var added, removed []NodeID
	if observed {
		if first := s.rows[parent].firstChild; first != 0 {
			removed = s.childList(first, s.rows[parent].lastChild)
		}
		if node != 0 {
			added = s.insertedList(node)
			if s.rows[node].parent != 0 {
				s.remove(node)
			}
		}
		s.suppress = true
	}
	for c := s.rows[parent].firstChild; c != 0; c = s.rows[parent].firstChild {
		s.Remove(c)
	}
	if node != 0 {
		s.insert(parent, node, 0)
	}
	if observed {
		s.suppress = false
		if len(added)+len(removed) > 0 {
			s.Hooks.Observer.ChildList(parent, added, removed, 0, 0)
		}
	}
}

// SetTextContent replaces the children of id, or its data, by text.
// https://dom.spec.whatwg.org/#set-text-content
func (s *Store) SetTextContent(id NodeID, text string) {
	switch k := s.rows[id].kind; {
	case k.IsCharacterData():
		s.ReplaceData(id, 0, s.DataLength(id), text)
	case k == KindElement || k == KindFragment || k == KindShadowRoot:
		var t NodeID
		if text != "" {
			t = s.DocumentOf(id).CreateText(text)
		}
		s.ReplaceAll(id, t)
	}
}
