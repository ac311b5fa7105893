package dom

// InsertBefore puts the subtree of id, which has no parent, among the children of parent before next
// (0 = last). It is the «insert» algorithm for one node, without the checks of PreInsert.
// https://dom.spec.whatwg.org/#concept-node-insert
func (s *Store) InsertBefore(parent, id, next NodeID) {
	s.insertLinked(parent, id, next)
	s.afterInsert(parent, id, id, inserted)
}

// Append is InsertBefore at the end.
func (s *Store) Append(parent, id NodeID) { s.InsertBefore(parent, id, 0) }

// InsertNew is InsertBefore for a node that was just made and that nobody has an object for: Hooks.Attached is not called.
func (s *Store) InsertNew(parent, id, next NodeID) {
	s.insertLinked(parent, id, next)
	s.afterInsert(parent, id, id, madeNew)
}

// InsertChildren moves the children of fragment among the children of parent before next (0 = last), as
// one mutation: hooks are called when all of them are there.
func (s *Store) InsertChildren(parent, fragment, next NodeID) {
	first, last := s.rows[fragment].firstChild, s.rows[fragment].lastChild
	if first == 0 {
		return
	}
	if h := s.Hooks.Observer; h != nil && s.observed(fragment) {
		h.ChildList(fragment, nil, s.childList(first, last), 0, 0)
	}
	for c := first; c != 0; c = s.rows[fragment].firstChild {
		s.beforeRemove(c)
		s.unlink(c)
		s.insertLinked(parent, c, next)
	}
	s.afterInsert(parent, first, last, inserted)
}

// insertLinked links id and adopts it.
func (s *Store) insertLinked(parent, id, next NodeID) {
	if s.liveRanges > 0 && next != 0 {
		s.rangesInserted(parent, next)
	}
	s.link(parent, id, next)
	if s.rows[id].doc != s.rows[parent].doc {
		s.adopt(id, s.rows[parent].doc)
	}
}

func (s *Store) childList(first, last NodeID) (l []NodeID) {
	for n := first; ; n = s.rows[n].next {
		l = append(l, n)
		if n == last {
			return l
		}
	}
}

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

// arrival is how nodes came where they are.
type arrival uint8

const (
	inserted arrival = iota
	madeNew          // nobody has an object for them yet
	moved            // with their state
)

// afterInsert does what follows the linking of the siblings first … last: records, the connected flag and the id
// table, and the calls that hooks asked for. Scripts run last, as the standard's post-connection steps do.
func (s *Store) afterInsert(parent, first, last NodeID, how arrival) {
	s.version++
	p := &s.rows[parent]
	if h := s.Hooks.Observer; h != nil && !s.suppress && s.observed(parent) {
		h.ChildList(parent, s.childList(first, last), nil, s.rows[first].prev, s.rows[last].next)
		p = &s.rows[parent]
	}
	if len(s.shadows) > 0 {
		s.slotsInserted(parent, first, last)
	}
	f := p.flags & (Connected | InShadow)
	watched := s.takeScratch()
	for id := first; f != 0; id = s.rows[id].next {
		watched = s.connect(id, f, watched)
		if f&Connected != 0 {
			s.docs[p.doc].Journal.add(Mutation{Kind: Inserted, Node: id, Parent: parent, Next: s.rows[id].next})
		}
		if id == last {
			break
		}
	}
	if s.Hooks.Attached != nil && how == inserted {
		for id := first; ; id = s.rows[id].next {
			s.Hooks.Attached(id)
			if id == last {
				break
			}
		}
	}
	if s.rows[parent].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(parent)
	}
	became := s.Hooks.Connected
	if how == moved {
		became = s.Hooks.Moved
	}
	if len(watched) > 0 && f&Connected != 0 && became != nil {
		became(watched)
	}
	s.giveScratch(watched)
}

// takeScratch lends the store's scratch list; a call that is nested in a hook gets one of its own.
func (s *Store) takeScratch() []NodeID {
	l := s.scratch
	s.scratch = nil
	return l[:0]
}

func (s *Store) giveScratch(l []NodeID) {
	if cap(l) > cap(s.scratch) && cap(l) <= 1<<14 {
		s.scratch = l[:0]
	}
}

// connect gives the flags to the subtree of id (and to the shadow trees in it), enters its ids, and appends the
// Watched elements to watched.
func (s *Store) connect(id NodeID, f Flags, watched []NodeID) []NodeID {
	doc := s.docs[s.rows[id].doc]
	for n := id; n != 0; n = s.Following(n, id) {
		r := &s.rows[n]
		r.flags |= f
		if f&Connected == 0 {
			continue
		}
		r.flags |= named
		if r.kind != KindElement {
			continue
		}
		if r.c != 0 && f&InShadow == 0 {
			doc.addID(atomOf(r.c), n)
		}
		if r.flags&Watched != 0 {
			watched = append(watched, n)
			doc.listed(s, n)
		}
		if r.flags&HasShadow != 0 {
			watched = s.connect(s.shadows[n].root, Connected|InShadow, watched)
		}
	}
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
	if s.rows[id].parent == 0 { // a hook that ran a script may have put it somewhere
		s.InsertBefore(parent, id, next)
	}
}

// moveState is the «move» algorithm: id goes below parent before next, in the same tree, and keeps its state.
// https://dom.spec.whatwg.org/#move
func (s *Store) moveState(parent, id, next NodeID) {
	old, after := s.rows[id].parent, s.rows[id].next
	s.version++
	s.beforeRemove(id)
	if h := s.Hooks.Observer; h != nil && s.observed(old) {
		h.ChildList(old, nil, []NodeID{id}, s.rows[id].prev, after)
	}
	s.unlink(id)
	if len(s.shadows) > 0 {
		s.slotsRemoved(old, id, after)
	}
	if s.rows[id].flags&(Connected|InShadow) != 0 {
		if s.rows[id].flags&Connected != 0 {
			s.docs[s.rows[id].doc].Journal.add(Mutation{Kind: Removed, Node: id, Parent: old, Next: after})
		}
		s.giveScratch(s.disconnect(id, false, 0, s.takeScratch()))
	}
	if s.rows[old].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(old)
	}
	s.insertLinked(parent, id, next)
	s.afterInsert(parent, id, id, moved)
}

// beforeRemove lets ranges and iterators leave the subtree of id.
func (s *Store) beforeRemove(id NodeID) {
	if s.liveRanges > 0 {
		s.rangesRemoving(id)
	}
	if len(s.iterators) > 0 {
		s.iteratorsRemoving(id)
	}
}

func (s *Store) remove(id NodeID) {
	r := &s.rows[id]
	parent := r.parent
	if parent == 0 {
		return
	}
	s.version++
	s.beforeRemove(id)
	if h := s.Hooks.Observer; h != nil && !s.suppress && s.observed(parent) {
		h.ChildList(parent, nil, []NodeID{id}, r.prev, r.next)
		r = &s.rows[id]
	}
	next := r.next
	s.unlink(id)
	if len(s.shadows) > 0 {
		s.slotsRemoved(parent, id, next)
	}
	f := r.flags & (Connected | InShadow)
	watched := s.takeScratch()
	if f != 0 {
		if f&Connected != 0 {
			s.docs[r.doc].Journal.add(Mutation{Kind: Removed, Node: id, Parent: parent, Next: next})
		}
		watched = s.disconnect(id, false, lostStates, watched)
	}
	if s.rows[parent].flags&Watched != 0 && s.Hooks.ChildrenChanged != nil {
		s.Hooks.ChildrenChanged(parent)
	}
	if len(watched) > 0 && s.Hooks.Disconnected != nil {
		s.Hooks.Disconnected(watched)
	}
	s.giveScratch(watched)
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

// lostStates are the states that an element has in a document alone.
const lostStates = StateHover | StateActive | StateFocus | StateFocusVisible | StateFocusWithin

// disconnect takes back what connect gave, and the states in lost. Nodes of a shadow tree, whose root goes with them, stay in it.
func (s *Store) disconnect(id NodeID, inShadow bool, lost State, watched []NodeID) []NodeID {
	doc := s.docs[s.rows[id].doc]
	clear := Connected | InShadow
	if inShadow {
		clear = Connected
	}
	for n := id; n != 0; n = s.Following(n, id) {
		r := &s.rows[n]
		f := r.flags
		r.flags &^= clear
		if r.kind != KindElement || f&Connected == 0 {
			continue
		}
		r.state &^= lost
		if r.c != 0 && f&InShadow == 0 {
			doc.removeID(atomOf(r.c), n)
		}
		if f&Watched != 0 {
			watched = append(watched, n)
			doc.listed(s, n)
		}
		if f&HasShadow != 0 {
			watched = s.disconnect(s.shadows[n].root, true, lost, watched)
		}
	}
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
		s.docs[r.doc].nodes--
		r.doc = doc
		to.nodes++
		if s.registries > 0 {
			s.adoptRegistry(n, n == id, from, to)
		}
		if s.Hooks.Adopted != nil {
			s.Hooks.Adopted(n, from, to)
		}
		if f := s.rows[n].flags; f&(HasShadow|HasTemplate) != 0 {
			if f&HasShadow != 0 {
				s.adopt(s.shadows[n].root, doc)
			}
			if f&HasTemplate != 0 {
				s.adopt(s.templates[n], to.TemplateDocument().index)
			}
		}
	}
	s.forget(from)
}

// Hold keeps the tree that id is in from being destroyed until Unhold: a parser refers to it. Holds do not nest.
func (s *Store) Hold(id NodeID) {
	if r := &s.rows[id]; r.flags&Held == 0 {
		r.flags |= Held
		s.held++
	}
}

// Unhold takes Hold back. Whoever does it calls Hooks.Detached for a tree that was removed meanwhile.
func (s *Store) Unhold(id NodeID) {
	if r := &s.rows[id]; r.flags&Held != 0 {
		r.flags &^= Held
		s.held--
	}
}

// anyHeld reports whether a node of the tree under root, of its shadow trees or template contents is held.
func (s *Store) anyHeld(root NodeID) bool {
	for n := root; n != 0; n = s.Following(n, root) {
		f := s.rows[n].flags
		if f&Held != 0 || f&HasShadow != 0 && s.anyHeld(s.shadows[n].root) || f&HasTemplate != 0 && s.anyHeld(s.templates[n]) {
			return true
		}
	}
	return false
}

// Disposable reports whether nobody holds a node of the detached tree under root: it has no Wrapped and no
// Held node, in shadow trees and template contents neither. Only then may Hooks.Detached destroy it.
func (s *Store) Disposable(root NodeID) bool {
	for n := root; n != 0; n = s.Following(n, root) {
		f := s.rows[n].flags
		if f&(Wrapped|Held) != 0 ||
			f&HasShadow != 0 && !s.Disposable(s.shadows[n].root) ||
			f&HasTemplate != 0 && !s.Disposable(s.templates[n]) {
			return false
		}
	}
	return true
}

// DestroyTree frees id, which has no parent, and its subtree, with shadow trees and template contents.
// It works by the tree's own links and needs no memory, but that of the lists of free text blocks. While a parser holds a node of it, it does nothing: Hooks.Detached
// is called for the tree again when the parser lets go.
func (s *Store) DestroyTree(id NodeID) {
	if s.rows[id].parent != 0 {
		panic("dom: a node that has a parent cannot be destroyed")
	}
	if s.held == 0 || !s.anyHeld(id) {
		s.destroyTree(id)
	}
}

func (s *Store) destroyTree(id NodeID) {
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
	doc := s.docs[r.doc]
	if r.flags&Held != 0 {
		s.held--
	}
	if len(s.special) > 0 {
		s.freeSpecial(id)
	}
	if len(s.customStates) > 0 {
		delete(s.customStates, id)
	}
	if len(s.manualSlot) > 0 {
		s.freeManual(id)
	}
	switch {
	case r.kind == KindElement:
		if r.flags&Connected != 0 && r.c != 0 && r.flags&InShadow == 0 {
			doc.removeID(atomOf(r.c), id)
		}
		for a := AttrID(r.a); a != 0; {
			next := s.attrs[a].next
			s.freeAttrRow(a)
			a = next
		}
		if r.flags&HasShadow != 0 {
			root := s.shadows[id].root
			delete(s.shadows, id)
			delete(s.hosts, root)
			delete(s.unslotted, id)
			s.destroyTree(root)
		}
		if r.flags&HasTemplate != 0 {
			t := s.templates[id]
			delete(s.templates, id)
			delete(s.owners, t)
			s.destroyTree(t)
		}
	case r.kind.IsCharacterData():
		s.heap.release(ref(r.a), int(r.b))
	}
	s.freeRowOf(id, r.flags&named != 0)
	doc.nodes--
	s.forget(doc)
}

// observed reports whether a mutation observer looks at id or an ancestor. It is asked only while there are observers.
func (s *Store) observed(id NodeID) bool {
	for ; id != 0; id = s.rows[id].parent {
		if s.rows[id].flags&Observed != 0 {
			return true
		}
	}
	return false
}
