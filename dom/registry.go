package dom

import (
	"strings"

	"github.com/niso-engine/niso/internal/atom"
)

// Custom element registries, as far as nodes have them: a number, which the bindings give a meaning. Most elements have that of their
// document, which needs no memory; others are in a table of the store.
// https://dom.spec.whatwg.org/#element-custom-element-registry

// RegistryID says which custom element registry an element, a shadow root or a document has.
type RegistryID uint32

const (
	RegistryDefault RegistryID = iota // the global registry of the document, none where it has none (Document.GlobalRegistry)
	RegistryNull                      // none, in a document that has a global one
	RegistryScoped                    // the first of those that script made
)

// special is what few nodes have beside their row.
type special struct {
	registry RegistryID
	is       atom.Atom // is value, None where there is none
}

// HasRegistries reports whether a node has another registry than its document's.
func (s *Store) HasRegistries() bool { return s.registries > 0 }

// Registry is the custom element registry that a node was given.
func (s *Store) Registry(id NodeID) RegistryID {
	if s.registries == 0 {
		return RegistryDefault
	}
	return s.special[id].registry
}

// SetRegistry gives an element, a shadow root, a document or the target of a fragment parser a registry.
func (s *Store) SetRegistry(id NodeID, r RegistryID) {
	x := s.special[id]
	if x.registry == r {
		return
	}
	s.countRegistry(x.registry, -1)
	s.countRegistry(r, 1)
	x.registry = r
	s.setSpecial(id, x)
}

func (s *Store) countRegistry(r RegistryID, n int) {
	if r == RegistryDefault {
		return
	}
	s.registries += n
	for int(r) >= len(s.registryUses) {
		s.registryUses = append(s.registryUses, 0)
	}
	s.registryUses[r] += n
}

// RegistryUses is the number of nodes that have a registry which is not the default.
func (s *Store) RegistryUses(r RegistryID) int {
	if int(r) >= len(s.registryUses) {
		return 0
	}
	return s.registryUses[r]
}

func (s *Store) setSpecial(id NodeID, x special) {
	switch {
	case x != special{}:
		if s.special == nil {
			s.special = make(map[NodeID]special)
		}
		s.special[id] = x
	case s.special != nil:
		delete(s.special, id)
	}
}

// IsValue is the is value of an element, None where there is none. https://dom.spec.whatwg.org/#concept-element-is-value
func (s *Store) IsValue(id NodeID) atom.Atom {
	if len(s.special) == 0 {
		return atom.None
	}
	return s.special[id].is
}

// SetIsValue gives an HTML element its is value, when it is made: it is Watched and not yet defined.
func (s *Store) SetIsValue(id NodeID, is atom.Atom) {
	x := s.special[id]
	x.is = is
	s.setSpecial(id, x)
	if is != atom.None {
		s.rows[id].flags |= Watched
		s.rows[id].state &^= StateDefined
	}
}

func (s *Store) freeSpecial(id NodeID) {
	if x, ok := s.special[id]; ok {
		s.countRegistry(x.registry, -1)
		delete(s.special, id)
	}
}

// noRegistry reports whether a node of the document with the registry r has none.
func (d *Document) noRegistry(r RegistryID) bool {
	return r == RegistryNull || r == RegistryDefault && !d.GlobalRegistry
}

// normalRegistry is the number of r for a node of the document.
func (d *Document) normalRegistry(r RegistryID) RegistryID {
	if r == RegistryNull && !d.GlobalRegistry {
		return RegistryDefault
	}
	return r
}

// adoptRegistry is what «adopt» does with the registry of a node, which has its new document; its parent, where it is not the top of what is
// adopted, was adopted before.
func (s *Store) adoptRegistry(id NodeID, top bool, from, to *Document) {
	r := s.Registry(id)
	switch kind := s.rows[id].kind; {
	case r >= RegistryScoped:
	case kind == KindShadowRoot:
		if r == RegistryNull && !s.shadows[s.hosts[id]].KeepRegistryNull {
			s.SetRegistry(id, RegistryDefault)
		}
	case kind == KindElement:
		p := s.rows[id].parent
		if !from.noRegistry(r) || top || s.rows[p].kind == KindFragment || s.Registry(p) == RegistryDefault {
			r = RegistryDefault
		} else {
			r = RegistryNull
		}
		s.SetRegistry(id, to.normalRegistry(r))
	}
}

// ValidCustomName reports a valid custom element name.
// https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name
func ValidCustomName(n string) bool {
	if n == "" || n[0] < 'a' || n[0] > 'z' || strings.IndexByte(n, '-') < 0 {
		return false
	}
	for i := 0; i < len(n); i++ {
		switch c := n[i]; {
		case c >= 'A' && c <= 'Z', c == 0, c == '\t', c == '\n', c == '\f', c == '\r', c == ' ', c == '/', c == '>':
			return false
		}
	}
	switch n {
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph":
		return false
	}
	return true
}

// Touch says that what lists of elements go by has changed though the tree has not.
func (s *Store) Touch() { s.version++ }

// Rename gives an element that is not connected another qualified name with the same local name: a prefix.
func (s *Store) Rename(id NodeID, name NameID) {
	s.rows[id].name = name
	s.version++
}
