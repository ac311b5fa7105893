package dom

import "github.com/niso-engine/niso/internal/atom"

// Results of CompareDocumentPosition.
const (
	PositionDisconnected           = 1
	PositionPreceding              = 2
	PositionFollowing              = 4
	PositionContains               = 8
	PositionContainedBy            = 16
	PositionImplementationSpecific = 32
)

// CompareDocumentPosition is where other is, seen from node.
// https://dom.spec.whatwg.org/#dom-node-comparedocumentposition
func (s *Store) CompareDocumentPosition(node, other NodeID) int {
	switch {
	case node == other:
		return 0
	case s.Contains(other, node):
		return PositionContains | PositionPreceding
	case s.Contains(node, other):
		return PositionContainedBy | PositionFollowing
	}
	switch c := s.CompareOrder(other, node); {
	case c < 0:
		return PositionPreceding
	case c > 0:
		return PositionFollowing
	}
	if s.Root(other) < s.Root(node) { // in some order that stays the same
		return PositionDisconnected | PositionImplementationSpecific | PositionPreceding
	}
	return PositionDisconnected | PositionImplementationSpecific | PositionFollowing
}

// IsEqualNode reports whether the trees of a and b are equal.
// https://dom.spec.whatwg.org/#concept-node-equals
func (s *Store) IsEqualNode(a, b NodeID) bool {
	x, y := a, b
	for {
		if !s.equalOne(x, y) {
			return false
		}
		cx, cy := s.rows[x].firstChild, s.rows[y].firstChild
		for cx == 0 && cy == 0 {
			if x == a {
				return true
			}
			cx, cy = s.rows[x].next, s.rows[y].next
			if cx == 0 && cy == 0 {
				x, y = s.rows[x].parent, s.rows[y].parent
			}
		}
		if cx == 0 || cy == 0 {
			return false
		}
		x, y = cx, cy
	}
}

func (s *Store) equalOne(a, b NodeID) bool {
	x, y := &s.rows[a], &s.rows[b]
	if x.kind != y.kind {
		return false
	}
	switch x.kind {
	case KindElement:
		if x.name != y.name || s.AttrCount(a) != s.AttrCount(b) {
			return false
		}
		for at := range s.Attrs(a) {
			n := s.names[at.Name]
			found := false
			for bt := range s.Attrs(b) { // prefixes do not count
				m := s.names[bt.Name]
				if m.NS == n.NS && m.Local == n.Local {
					found = bt.Value == at.Value
					break
				}
			}
			if !found {
				return false
			}
		}
		return true
	case KindDoctype:
		return x.name == y.name && x.a == y.a && x.b == y.b
	case KindPI:
		return x.name == y.name && s.Data(a) == s.Data(b)
	}
	return !x.kind.IsCharacterData() || s.Data(a) == s.Data(b)
}

// LookupNamespaceURI is the namespace that prefix ("" for the default) has at id; "" for none.
// https://dom.spec.whatwg.org/#locate-a-namespace
func (s *Store) LookupNamespaceURI(id NodeID, prefix string) string {
	for el := s.namespaceElement(id); el != 0; el = s.ParentElement(el) {
		switch prefix {
		case "xml":
			return namespaceURIs[XML]
		case "xmlns":
			return namespaceURIs[XMLNS]
		}
		n := s.ElementName(el)
		p := ""
		if n.Prefix != atom.None {
			p = s.Atoms.String(n.Prefix)
		}
		if n.NS != NoNamespace && p == prefix {
			return s.NamespaceURI(n.NS)
		}
		for a := range s.Attrs(el) {
			m := s.names[a.Name]
			if m.NS != XMLNS {
				continue
			}
			local := s.Atoms.String(m.Local)
			if m.Prefix != atom.None && local == prefix || m.Prefix == atom.None && local == "xmlns" && prefix == "" {
				return a.Value
			}
		}
	}
	return ""
}

// LookupPrefix is a prefix that has the namespace uri at id, or "".
// https://dom.spec.whatwg.org/#locate-a-namespace-prefix
func (s *Store) LookupPrefix(id NodeID, uri string) string {
	if uri == "" {
		return ""
	}
	for el := s.namespaceElement(id); el != 0; el = s.ParentElement(el) {
		n := s.ElementName(el)
		if n.Prefix != atom.None && s.NamespaceURI(n.NS) == uri {
			return s.Atoms.String(n.Prefix)
		}
		for a := range s.Attrs(el) {
			m := s.names[a.Name]
			if m.NS == XMLNS && m.Prefix != atom.None && a.Value == uri {
				return s.Atoms.String(m.Local)
			}
		}
	}
	return ""
}

// IsDefaultNamespace reports whether uri is the default namespace at id.
func (s *Store) IsDefaultNamespace(id NodeID, uri string) bool {
	return s.LookupNamespaceURI(id, "") == uri
}

// namespaceElement is the element where looking for namespaces begins at id.
func (s *Store) namespaceElement(id NodeID) NodeID {
	switch s.rows[id].kind {
	case KindElement:
		return id
	case KindDocument:
		return s.docs[s.rows[id].doc].DocumentElement()
	case KindDoctype, KindFragment, KindShadowRoot:
		return 0
	}
	return s.ParentElement(id)
}
