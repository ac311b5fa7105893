package dom

// What a NodeFilter says.
type FilterResult uint8

const (
	FilterStop   FilterResult = 0 // an exception: the traversal ends where it began
	FilterAccept FilterResult = 1
	FilterReject FilterResult = 2
	FilterSkip   FilterResult = 3
)

// Filter decides about one node. It includes the test of whatToShow.
type Filter func(NodeID) FilterResult

// NodeIterator is the state of a NodeIterator. The store moves it out of trees that are removed, while it is live.
// https://dom.spec.whatwg.org/#nodeiterator
type NodeIterator struct {
	Root, Reference NodeID
	Before          bool // the pointer is before the reference
	row             int  // in Store.iterators
}

// NewNodeIterator returns a live iterator over the subtree of root, until ReleaseNodeIterator.
func (s *Store) NewNodeIterator(root NodeID) *NodeIterator {
	it := &NodeIterator{root, root, true, len(s.iterators)}
	s.iterators = append(s.iterators, it)
	return it
}

// ReleaseNodeIterator ends the life of it.
func (s *Store) ReleaseNodeIterator(it *NodeIterator) {
	if n := len(s.iterators) - 1; it.row <= n && s.iterators[it.row] == it {
		last := s.iterators[n]
		s.iterators[it.row], last.row = last, it.row
		s.iterators[n] = nil
		s.iterators = s.iterators[:n]
	}
	if len(s.iterators) == 0 {
		s.iterators = nil
	}
}

// Next moves to the next node that f accepts (or the previous one) and returns it; 0 where there is none.
// https://dom.spec.whatwg.org/#concept-nodeiterator-traverse
func (s *Store) IteratorMove(it *NodeIterator, forward bool, f Filter) NodeID {
	node, before := it.Reference, it.Before
	for {
		switch {
		case forward && before:
			before = false
		case forward:
			if node = s.Following(node, it.Root); node == 0 {
				return 0
			}
		case !before:
			before = true
		default:
			if node = s.Preceding(node, it.Root); node == 0 {
				return 0
			}
		}
		switch f(node) {
		case FilterAccept:
			it.Reference, it.Before = node, before
			return node
		case FilterStop:
			return 0
		}
	}
}

// iteratorsRemoving is the pre-removing steps of NodeIterators.
// https://dom.spec.whatwg.org/#nodeiterator-pre-removing-steps
func (s *Store) iteratorsRemoving(id NodeID) {
	for _, it := range s.iterators {
		if id == it.Root || !s.Contains(id, it.Reference) || !s.Contains(it.Root, id) {
			continue
		}
		if it.Before {
			if n := s.FollowingSkip(id, it.Root); n != 0 {
				it.Reference = n
				continue
			}
			it.Before = false
		}
		it.Reference = s.Preceding(id, it.Root)
	}
}

// TreeWalker is the state of a TreeWalker. Its methods move Current to the node that they return; 0 leaves it.
// https://dom.spec.whatwg.org/#interface-treewalker
type TreeWalker struct{ Root, Current NodeID }

func (w *TreeWalker) to(n NodeID) NodeID {
	w.Current = n
	return n
}

// Parent moves to the closest ancestor that f accepts.
func (w *TreeWalker) Parent(s *Store, f Filter) NodeID {
	for n := w.Current; n != 0 && n != w.Root; {
		if n = s.Parent(n); n != 0 {
			switch f(n) {
			case FilterAccept:
				return w.to(n)
			case FilterStop:
				return 0
			}
		}
	}
	return 0
}

// Child moves to the first child (or the last) that f accepts, looking into what it skips.
func (w *TreeWalker) Child(s *Store, last bool, f Filter) NodeID {
	down, side := s.FirstChild, s.Next
	if last {
		down, side = s.LastChild, s.Prev
	}
	n := down(w.Current)
	for n != 0 {
		switch f(n) {
		case FilterAccept:
			return w.to(n)
		case FilterStop:
			return 0
		case FilterSkip:
			if c := down(n); c != 0 {
				n = c
				continue
			}
		}
		for {
			if next := side(n); next != 0 {
				n = next
				break
			}
			n = s.Parent(n)
			if n == 0 || n == w.Root || n == w.Current {
				return 0
			}
		}
	}
	return 0
}

// Sibling moves to the next sibling (or the previous) that f accepts, looking into what it skips.
func (w *TreeWalker) Sibling(s *Store, previous bool, f Filter) NodeID {
	down, side := s.FirstChild, s.Next
	if previous {
		down, side = s.LastChild, s.Prev
	}
	n := w.Current
	if n == w.Root {
		return 0
	}
	for {
		for sib := side(n); sib != 0; {
			n = sib
			r := f(n)
			switch r {
			case FilterAccept:
				return w.to(n)
			case FilterStop:
				return 0
			}
			sib = down(n)
			if r == FilterReject || sib == 0 {
				sib = side(n)
			}
		}
		n = s.Parent(n)
		if n == 0 || n == w.Root {
			return 0
		}
		switch f(n) {
		case FilterAccept, FilterStop:
			return 0
		}
	}
}

// NextNode moves to the next node in tree order that f accepts.
func (w *TreeWalker) NextNode(s *Store, f Filter) NodeID {
	n, r := w.Current, FilterAccept
	for {
		for r != FilterReject {
			c := s.FirstChild(n)
			if c == 0 {
				break
			}
			n = c
			switch r = f(n); r {
			case FilterAccept:
				return w.to(n)
			case FilterStop:
				return 0
			}
		}
		if n = s.FollowingSkip(n, w.Root); n == 0 {
			return 0
		}
		switch r = f(n); r {
		case FilterAccept:
			return w.to(n)
		case FilterStop:
			return 0
		}
	}
}

// PreviousNode moves to the previous node in tree order that f accepts.
func (w *TreeWalker) PreviousNode(s *Store, f Filter) NodeID {
	n := w.Current
	for n != w.Root {
		for sib := s.Prev(n); sib != 0; sib = s.Prev(n) {
			n = sib
			r := f(n)
			for r != FilterReject && r != FilterStop {
				c := s.LastChild(n)
				if c == 0 {
					break
				}
				n = c
				r = f(n)
			}
			switch r {
			case FilterAccept:
				return w.to(n)
			case FilterStop:
				return 0
			}
		}
		p := s.Parent(n)
		if n == w.Root || p == 0 {
			return 0
		}
		n = p
		switch f(n) {
		case FilterAccept:
			return w.to(n)
		case FilterStop:
			return 0
		}
	}
	return 0
}
