package dom

import "iter"

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

// InsertBefore puts the subtree of id, which has no parent, among the children of parent before next
// (0 = last). It is the «insert» algorithm for one node without the pre-insertion
// checks; a fragment is inserted child by child by the caller.
// https://dom.spec.whatwg.org/#concept-node-insert
func (s *Store) InsertBefore(parent, id, next NodeID) {
	s.link(parent, id, next)
	if s.rows[id].doc != s.rows[parent].doc {
		s.adopt(id, s.rows[parent].doc)
	}
	s.inserted(parent, id)
}

// Append is InsertBefore at the end.
func (s *Store) Append(parent, id NodeID) { s.InsertBefore(parent, id, 0) }

func (s *Store) link(parent, id, next NodeID) {
	if s.rows[id].parent != 0 {
		panic("dom: a node that has a parent cannot be inserted")
	}
	p, n := &s.rows[parent], &s.rows[id]
	n.parent, n.next = parent, next
	if next != 0 {
		n.prev = s.rows[next].prev
		s.rows[next].prev = id
	} else {
		n.prev = p.lastChild
		p.lastChild = id
	}
	if n.prev != 0 {
		s.rows[n.prev].next = id
	} else {
		p.firstChild = id
	}
}

// inserted does what follows the linking of a node: records, the connected flag and the id table,
// and the calls that hooks asked for.
func (s *Store) inserted(parent, id NodeID) {
	p := &s.rows[parent]
	n := &s.rows[id]
	if h := s.Hooks.Observer; h != nil && p.flags&Observed != 0 {
		h.ChildList(parent, []NodeID{id}, nil, n.prev, n.next)
	}
	var watched []NodeID
	if p.flags&(Connected|InShadow) != 0 {
		watched = s.connect(id, p.flags&(Connected|InShadow))
		if p.flags&Connected != 0 {
			s.docs[p.doc].Journal.add(Mutation{Kind: Inserted, Node: id, Parent: parent, Next: n.next})
		}
	}
	if s.Hooks.Attached != nil {
		s.Hooks.Attached(id)
	}
	if len(watched) > 0 && s.Hooks.Connected != nil && s.rows[parent].flags&Connected != 0 {
		s.Hooks.Connected(append([]NodeID(nil), watched...))
	}
	if s.Alive(parent) && s.rows[parent].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(parent)
	}
}

// connect gives the flags to the subtree of id (and to the shadow trees in it) and enters its ids. The result is scratch.
func (s *Store) connect(id NodeID, f Flags) []NodeID {
	watched := s.scratch[:0]
	doc := s.docs[s.rows[id].doc]
	for n := id; n != 0; n = s.Following(n, id) {
		r := &s.rows[n]
		r.flags |= f
		if r.kind != KindElement {
			continue
		}
		if f&Connected != 0 {
			if r.c != 0 && r.flags&InShadow == 0 {
				doc.addID(atomOf(r.c), n)
			}
			if r.flags&Watched != 0 {
				watched = append(watched, n)
			}
			if r.flags&HasShadow != 0 {
				s.scratch = nil // the nested walk must not share it
				watched = append(watched, s.connect(s.shadows[n], Connected|InShadow)...)
			}
		}
	}
	s.scratch = watched
	return watched
}

// Remove takes id out of its parent. The subtree stays alive, without a parent.
// https://dom.spec.whatwg.org/#concept-node-remove
func (s *Store) Remove(id NodeID) {
	s.remove(id)
	if s.Hooks.Detached != nil && s.Alive(id) && s.rows[id].parent == 0 {
		s.Hooks.Detached(id)
	}
}

// Move takes id out of its parent, if it has one, and inserts it as InsertBefore does. It is not
// detached between the two: Hooks.Detached is not called.
func (s *Store) Move(parent, id, next NodeID) {
	s.remove(id)
	s.InsertBefore(parent, id, next)
}

func (s *Store) remove(id NodeID) {
	r := &s.rows[id]
	parent := r.parent
	if parent == 0 {
		return
	}
	if h := s.Hooks.Observer; h != nil && s.rows[parent].flags&Observed != 0 {
		h.ChildList(parent, nil, []NodeID{id}, r.prev, r.next)
	}
	next := r.next
	s.unlink(id)
	if f := r.flags; f&(Connected|InShadow) != 0 {
		if f&Connected != 0 {
			s.docs[r.doc].Journal.add(Mutation{Kind: Removed, Node: id, Parent: parent, Next: next})
		}
		if watched := s.disconnect(id); len(watched) > 0 && s.Hooks.Disconnected != nil && f&Connected != 0 {
			l := append([]NodeID(nil), watched...)
			s.Hooks.Disconnected(l)
		}
	}
	if s.rows[parent].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(parent)
	}
}

// unlink takes id out of its parent's children and nothing else.
func (s *Store) unlink(id NodeID) {
	r := &s.rows[id]
	p := &s.rows[r.parent]
	if r.prev != 0 {
		s.rows[r.prev].next = r.next
	} else {
		p.firstChild = r.next
	}
	if r.next != 0 {
		s.rows[r.next].prev = r.prev
	} else {
		p.lastChild = r.prev
	}
	r.parent, r.prev, r.next = 0, 0, 0
}

func (s *Store) disconnect(id NodeID) []NodeID {
	watched := s.scratch[:0]
	doc := s.docs[s.rows[id].doc]
	for n := id; n != 0; n = s.Following(n, id) {
		r := &s.rows[n]
		f := r.flags
		r.flags &^= Connected | InShadow
		if r.kind != KindElement {
			continue
		}
		r.state &^= StateHover | StateActive | StateFocus | StateFocusVisible | StateFocusWithin
		if f&Connected != 0 {
			if r.c != 0 && f&InShadow == 0 {
				doc.removeID(atomOf(r.c), n)
			}
			if f&Watched != 0 {
				watched = append(watched, n)
			}
		}
		if f&HasShadow != 0 && f&Connected != 0 {
			s.scratch = nil
			root := s.shadows[n]
			watched = append(watched, s.disconnect(root)...)
			for m := root; m != 0; m = s.Following(m, root) { // still in their shadow tree
				s.rows[m].flags |= InShadow
			}
		}
	}
	s.scratch = watched
	return watched
}

// Adopt gives the subtree of id, which has no parent, to doc.
// https://dom.spec.whatwg.org/#concept-node-adopt
func (s *Store) Adopt(id NodeID, doc *Document) {
	if s.rows[id].doc != doc.index {
		s.adopt(id, doc.index)
	}
}

func (s *Store) adopt(id NodeID, doc uint16) {
	from, to := s.docs[s.rows[id].doc], s.docs[doc]
	for n := id; n != 0; n = s.Following(n, id) {
		r := &s.rows[n]
		r.doc = doc
		if r.flags&HasShadow != 0 {
			s.adopt(s.shadows[n], doc)
		}
		if r.flags&HasTemplate != 0 {
			s.adopt(s.templates[n], to.TemplateDocument().index)
		}
		if s.Hooks.Adopted != nil {
			s.Hooks.Adopted(n, from, to)
		}
	}
}

// DestroyTree frees id, which has no parent, and its subtree, with shadow trees and template contents.
// It works by the tree's own links and needs no memory.
func (s *Store) DestroyTree(id NodeID) {
	if s.rows[id].parent != 0 {
		panic("dom: a node that has a parent cannot be destroyed")
	}
	for n := id; n != 0; {
		if c := s.rows[n].firstChild; c != 0 {
			n = c
			continue
		}
		// n is a leaf: free it, and go on with its sibling or its parent, which then is a leaf.
		next, parent := s.rows[n].next, s.rows[n].parent
		s.freeNode(n)
		switch {
		case n == id:
			return
		case next != 0:
			n = next
		default:
			s.rows[parent].firstChild = 0
			n = parent
		}
	}
}

func (s *Store) freeNode(id NodeID) {
	r := &s.rows[id]
	switch {
	case r.kind == KindElement:
		if r.flags&Connected != 0 && r.c != 0 && r.flags&InShadow == 0 {
			s.docs[r.doc].removeID(atomOf(r.c), id)
		}
		for a := AttrID(r.a); a != 0; {
			next := s.attrs[a].next
			s.freeAttrRow(a)
			a = next
		}
		if r.flags&HasShadow != 0 {
			root := s.shadows[id]
			delete(s.shadows, id)
			delete(s.hosts, root)
			s.DestroyTree(root)
		}
		if r.flags&HasTemplate != 0 {
			t := s.templates[id]
			delete(s.templates, id)
			delete(s.owners, t)
			s.DestroyTree(t)
		}
	case r.kind.IsCharacterData():
		s.heap.release(ref(r.a), int(r.b))
	}
	*r = row{gen: r.gen + 1, next: s.freeRow}
	s.freeRow = id
	s.liveRows--
}
