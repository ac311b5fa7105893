package dom

import (
	"iter"
	"slices"

	"github.com/niso-engine/niso/internal/atom"
)

// Kind is the type of node id.
func (s *Store) Kind(id NodeID) Kind { return s.rows[id].kind }

// Parent is the parent of id, or 0.
func (s *Store) Parent(id NodeID) NodeID { return s.rows[id].parent }

// FirstChild is the first child of id, or 0.
func (s *Store) FirstChild(id NodeID) NodeID { return s.rows[id].firstChild }

// LastChild is the last child of id, or 0.
func (s *Store) LastChild(id NodeID) NodeID { return s.rows[id].lastChild }

// Prev is the previous sibling of id, or 0.
func (s *Store) Prev(id NodeID) NodeID { return s.rows[id].prev }

// Next is the next sibling of id, or 0.
func (s *Store) Next(id NodeID) NodeID { return s.rows[id].next }

// Flags are the flags of id.
func (s *Store) Flags(id NodeID) Flags { return s.rows[id].flags }

// SetFlags sets or clears flags of id.
func (s *Store) SetFlags(id NodeID, f Flags, on bool) {
	if on {
		s.rows[id].flags |= f
	} else {
		s.rows[id].flags &^= f
	}
}

// IsConnected reports whether the shadow-including root of id is a document.
func (s *Store) IsConnected(id NodeID) bool { return s.rows[id].flags&Connected != 0 }

// Children visits the children of id in order. The next one is read before
// yield, so the visitor may remove the one that it was given.
func (s *Store) Children(id NodeID) iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		for c := s.rows[id].firstChild; c != 0; {
			next := s.rows[c].next
			if !yield(c) {
				return
			}
			c = next
		}
	}
}

// ParentElement is the parent of id if that is an element, or 0.
func (s *Store) ParentElement(id NodeID) NodeID {
	if p := s.rows[id].parent; p != 0 && s.rows[p].kind == KindElement {
		return p
	}
	return 0
}

// NextElement is the next sibling that is an element, or 0.
func (s *Store) NextElement(id NodeID) NodeID {
	n := s.rows[id].next
	for n != 0 && s.rows[n].kind != KindElement {
		n = s.rows[n].next
	}
	return n
}

// PrevElement is the previous sibling that is an element, or 0.
func (s *Store) PrevElement(id NodeID) NodeID {
	n := s.rows[id].prev
	for n != 0 && s.rows[n].kind != KindElement {
		n = s.rows[n].prev
	}
	return n
}

// FirstElementChild is the first child that is an element, or 0.
func (s *Store) FirstElementChild(id NodeID) NodeID {
	n := s.rows[id].firstChild
	for n != 0 && s.rows[n].kind != KindElement {
		n = s.rows[n].next
	}
	return n
}

// LastElementChild is the last child that is an element, or 0.
func (s *Store) LastElementChild(id NodeID) NodeID {
	n := s.rows[id].lastChild
	for n != 0 && s.rows[n].kind != KindElement {
		n = s.rows[n].prev
	}
	return n
}

// Following is the node after id in tree order within the subtree of root, or 0 at its end.
func (s *Store) Following(id, root NodeID) NodeID {
	if c := s.rows[id].firstChild; c != 0 {
		return c
	}
	return s.FollowingSkip(id, root)
}

// FollowingSkip is Following without the descendants of id.
func (s *Store) FollowingSkip(id, root NodeID) NodeID {
	for id != root && id != 0 {
		if n := s.rows[id].next; n != 0 {
			return n
		}
		id = s.rows[id].parent
	}
	return 0
}

// FollowingElement is the next element after id in tree order within the subtree of root that has a class (None: any), or 0.
func (s *Store) FollowingElement(id, root NodeID, class atom.Atom) NodeID {
	rows := s.rows
	had := ClassListID(0) // a list that does not have the class
	for {
		if c := rows[id].firstChild; c != 0 {
			id = c
		} else {
			for {
				if id == root || id == 0 {
					return 0
				}
				r := &rows[id]
				if r.next != 0 {
					id = r.next
					break
				}
				id = r.parent
			}
		}
		r := &rows[id]
		if r.kind != KindElement {
			continue
		}
		if class != atom.None {
			l := ClassListID(r.b)
			if l == 0 || l == had {
				continue
			}
			if !slices.Contains(s.Classes(l), class) {
				had = l
				continue
			}
		}
		return id
	}
}

// Preceding is the node before id in tree order within the subtree of root, or 0.
func (s *Store) Preceding(id, root NodeID) NodeID {
	if id == root {
		return 0
	}
	p := s.rows[id].prev
	if p == 0 {
		return s.rows[id].parent
	}
	for s.rows[p].lastChild != 0 {
		p = s.rows[p].lastChild
	}
	return p
}

// Root is the topmost ancestor of id (a document, fragment, shadow root, or id itself).
func (s *Store) Root(id NodeID) NodeID {
	for s.rows[id].parent != 0 {
		id = s.rows[id].parent
	}
	return id
}

// Contains reports whether anc is an inclusive ancestor of id.
func (s *Store) Contains(anc, id NodeID) bool {
	for id != 0 {
		if id == anc {
			return true
		}
		id = s.rows[id].parent
	}
	return false
}

// CompareOrder is negative when a precedes b in tree order, positive when it follows, 0 when they
// are the same or in different trees. An ancestor precedes its descendants.
func (s *Store) CompareOrder(a, b NodeID) int {
	if a == b {
		return 0
	}
	da, db := s.depth(a), s.depth(b)
	x, y := a, b
	for d := da; d > db; d-- {
		x = s.rows[x].parent
	}
	for d := db; d > da; d-- {
		y = s.rows[y].parent
	}
	if x == y {
		return da - db
	}
	for s.rows[x].parent != s.rows[y].parent {
		x, y = s.rows[x].parent, s.rows[y].parent
	}
	if s.rows[x].parent == 0 {
		return 0
	}
	// Walk both ways from x at once, so that near siblings cost little.
	f, p := s.rows[x].next, s.rows[x].prev
	for {
		switch {
		case f == y:
			return -1
		case p == y:
			return 1
		case f == 0:
			return 1
		case p == 0:
			return -1
		}
		f, p = s.rows[f].next, s.rows[p].prev
	}
}

func (s *Store) depth(id NodeID) (n int) {
	for s.rows[id].parent != 0 {
		id = s.rows[id].parent
		n++
	}
	return n
}

// Index is the number of siblings before id.
func (s *Store) Index(id NodeID) (n int) {
	for p := s.rows[id].prev; p != 0; p = s.rows[p].prev {
		n++
	}
	return n
}

// ChildCount is the number of children of id.
func (s *Store) ChildCount(id NodeID) (n int) {
	for c := s.rows[id].firstChild; c != 0; c = s.rows[c].next {
		n++
	}
	return n
}
