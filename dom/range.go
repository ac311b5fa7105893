package dom

// Boundary is a boundary point: a node and an offset in it (children, or UTF-16 units).
type Boundary struct {
	Node   NodeID
	Offset int
}

// Range is a live range: the store moves its boundaries as the trees change, while it is live.
// https://dom.spec.whatwg.org/#concept-live-range
type Range struct {
	Start, End Boundary
	row        int // in Store.ranges, while it is live
}

// NewRange returns a live range at the start of node. It costs every mutation a little until ReleaseRange.
func (s *Store) NewRange(node NodeID) *Range {
	r := &Range{Boundary{node, 0}, Boundary{node, 0}, len(s.ranges)}
	s.ranges = append(s.ranges, r)
	return r
}

// ReleaseRange ends the life of r.
func (s *Store) ReleaseRange(r *Range) {
	if n := len(s.ranges) - 1; r.row <= n && s.ranges[r.row] == r {
		last := s.ranges[n]
		s.ranges[r.row], last.row = last, r.row
		s.ranges[n] = nil
		s.ranges = s.ranges[:n]
	}
	if len(s.ranges) == 0 {
		s.ranges = nil
	}
}

// NodeLength is the length of a node: its data's in UTF-16 units, or the number of its children.
// https://dom.spec.whatwg.org/#concept-node-length
func (s *Store) NodeLength(id NodeID) int {
	switch k := s.rows[id].kind; {
	case k == KindDoctype || k == KindAttr:
		return 0
	case k.IsCharacterData():
		return s.DataLength(id)
	}
	return s.ChildCount(id)
}

// ComparePoints is negative when a is before b, positive when it is after, 0 when they are equal or in different trees.
// https://dom.spec.whatwg.org/#concept-range-bp-position
func (s *Store) ComparePoints(a, b Boundary) int {
	if a.Node == b.Node {
		return a.Offset - b.Offset
	}
	if s.Contains(a.Node, b.Node) {
		return s.compareInside(a, b.Node)
	}
	if s.Contains(b.Node, a.Node) {
		return -s.compareInside(b, a.Node)
	}
	return s.CompareOrder(a.Node, b.Node)
}

// compareInside compares a with a point in n, a descendant of a's node.
func (s *Store) compareInside(a Boundary, n NodeID) int {
	for s.rows[n].parent != a.Node {
		n = s.rows[n].parent
	}
	if s.Index(n) < a.Offset {
		return 1
	}
	return -1
}

func (s *Store) eachBoundary(f func(b *Boundary)) {
	for _, r := range s.ranges {
		f(&r.Start)
		f(&r.End)
	}
}

// rangesInserted moves boundaries for one node that is to be inserted before next.
func (s *Store) rangesInserted(parent, next NodeID) {
	index := -1
	s.eachBoundary(func(b *Boundary) {
		if b.Node == parent && b.Offset > 0 {
			if index < 0 {
				index = s.Index(next)
			}
			if b.Offset > index {
				b.Offset++
			}
		}
	})
}

// rangesRemoving moves boundaries out of the subtree of id, which is to be removed.
func (s *Store) rangesRemoving(id NodeID) {
	parent, index := s.rows[id].parent, -1
	at := func() int {
		if index < 0 {
			index = s.Index(id)
		}
		return index
	}
	s.eachBoundary(func(b *Boundary) {
		if s.Contains(id, b.Node) {
			*b = Boundary{parent, at()}
		} else if b.Node == parent && b.Offset > at() {
			b.Offset--
		}
	})
}

// rangesReplaced moves boundaries in the data of id.
// https://dom.spec.whatwg.org/#concept-cd-replace
func (s *Store) rangesReplaced(id NodeID, offset, count, length int) {
	s.eachBoundary(func(b *Boundary) {
		if b.Node != id || b.Offset <= offset {
			return
		}
		if b.Offset <= offset+count {
			b.Offset = offset
		} else {
			b.Offset += length - count
		}
	})
}

// rangesSplit moves boundaries that are after offset in id to its new sibling.
func (s *Store) rangesSplit(id, sibling NodeID, offset int) {
	parent := s.rows[id].parent
	index := 0
	if parent != 0 {
		index = s.Index(id)
	}
	s.eachBoundary(func(b *Boundary) {
		switch {
		case b.Node == id && b.Offset > offset:
			*b = Boundary{sibling, b.Offset - offset}
		case parent != 0 && b.Node == parent && b.Offset == index+1:
			b.Offset++
		}
	})
}
