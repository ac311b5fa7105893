package dom

import (
	"iter"
	"slices"
)

// Boundary is a boundary point: a node and an offset in it (children, or UTF-16 units).
type Boundary struct {
	Node   NodeID
	Offset int
}

// Range is a live range: the store moves its boundaries as the trees change, while it is live. Set and its like move them otherwise: the store finds ranges
// by the nodes of their boundaries.
// https://dom.spec.whatwg.org/#concept-live-range
type Range struct {
	Start, End Boundary

	store    *Store // nil: it is not live
	ends     [2]rangeEnd
	composed bool
}

// rangeEnd is the entry of a boundary among those at its node.
type rangeEnd struct {
	r          *Range
	node       NodeID
	prev, next *rangeEnd
}

// boundary is what the entry is for.
func (e *rangeEnd) boundary() *Boundary {
	if e == &e.r.ends[0] {
		return &e.r.Start
	}
	return &e.r.End
}

// NewRange returns a live range at the start of node, until ReleaseRange. What it costs are mutations of the nodes that its boundaries are in.
func (s *Store) NewRange(node NodeID) *Range {
	r := &Range{Boundary{node, 0}, Boundary{node, 0}, s, [2]rangeEnd{}, false}
	if s.rangeEnds == nil {
		s.rangeEnds = map[NodeID]*rangeEnd{}
	}
	s.liveRanges++
	for i := range r.ends {
		r.ends[i].r = r
		s.linkEnd(&r.ends[i], node)
	}
	return r
}

// NewComposedRange returns a live range whose boundaries may be in different trees of one shadow-including tree: it leaves a shadow tree whose host is removed.
func (s *Store) NewComposedRange(start, end Boundary) *Range {
	r := s.NewRange(start.Node)
	r.Set(start, end)
	r.composed = true
	s.composedRanges = append(s.composedRanges, r)
	return r
}

// ReleaseRange ends the life of r.
func (s *Store) ReleaseRange(r *Range) {
	if r.store != s {
		return
	}
	for i := range r.ends {
		s.unlinkEnd(&r.ends[i])
	}
	if r.composed {
		s.composedRanges = slices.DeleteFunc(s.composedRanges, func(x *Range) bool { return x == r })
	}
	r.store = nil
	if s.liveRanges--; s.liveRanges == 0 {
		s.rangeEnds, s.composedRanges = nil, nil
	}
}

// Set moves both boundaries.
func (r *Range) Set(start, end Boundary) {
	r.SetStart(start)
	r.SetEnd(end)
}

// SetStart moves the start alone, wherever the end is.
func (r *Range) SetStart(b Boundary) {
	r.Start = b
	r.relink(&r.ends[0], b.Node)
}

// SetEnd moves the end alone, wherever the start is.
func (r *Range) SetEnd(b Boundary) {
	r.End = b
	r.relink(&r.ends[1], b.Node)
}

func (r *Range) relink(e *rangeEnd, n NodeID) {
	if r.store != nil && e.node != n {
		r.store.unlinkEnd(e)
		r.store.linkEnd(e, n)
	}
}

// RangesAt are the live ranges that start in a node.
func (s *Store) RangesAt(n NodeID) iter.Seq[*Range] {
	return func(yield func(*Range) bool) {
		for e := s.rangeEnds[n]; e != nil; e = e.next {
			if e == &e.r.ends[0] && !yield(e.r) {
				return
			}
		}
	}
}

// LiveRanges is the number of live ranges.
func (s *Store) LiveRanges() int { return s.liveRanges }

func (s *Store) linkEnd(e *rangeEnd, n NodeID) {
	first := s.rangeEnds[n]
	e.node, e.prev, e.next = n, nil, first
	if first != nil {
		first.prev = e
	}
	s.rangeEnds[n] = e
}

func (s *Store) unlinkEnd(e *rangeEnd) {
	switch {
	case e.prev != nil:
		e.prev.next = e.next
	case e.next != nil:
		s.rangeEnds[e.node] = e.next
	default:
		delete(s.rangeEnds, e.node)
	}
	if e.next != nil {
		e.next.prev = e.prev
	}
	e.prev, e.next = nil, nil
}

// moveEnds moves all boundaries in a node to another place.
func (s *Store) moveEnds(from NodeID, to func(b Boundary) Boundary) {
	for e := s.rangeEnds[from]; e != nil; {
		next := e.next
		b := e.boundary()
		if *b = to(*b); b.Node != from {
			s.unlinkEnd(e)
			s.linkEnd(e, b.Node)
		}
		e = next
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

// CompareComposedPoints is ComparePoints in shadow-including tree order: a shadow tree comes before the children of its host.
// https://dom.spec.whatwg.org/#concept-shadow-including-tree-order
func (s *Store) CompareComposedPoints(a, b Boundary) int {
	up := func(p Boundary) (l []Boundary) { // the point, and where it is in the trees around
		for l = append(l, p); ; l = append(l, Boundary{Node: p.Node}) {
			if p.Node = s.hosts[s.Root(p.Node)]; p.Node == 0 {
				return l
			}
		}
	}
	x, y := up(a), up(b)
	i, j := len(x)-1, len(y)-1
	for i > 0 && j > 0 && x[i] == y[j] && s.Root(x[i-1].Node) == s.Root(y[j-1].Node) {
		i, j = i-1, j-1
	}
	switch c := s.ComparePoints(x[i], y[j]); {
	case c != 0 || i == j && i == 0:
		return c
	case i > 0: // in the shadow tree of the host that b is before the children of
		return 1
	default:
		return -1
	}
}

// rangesInserted moves boundaries for one node that is to be inserted before next.
func (s *Store) rangesInserted(parent, next NodeID) {
	index := -1
	for e := s.rangeEnds[parent]; e != nil; e = e.next {
		if b := e.boundary(); b.Offset > 0 {
			if index < 0 {
				index = s.Index(next)
			}
			if b.Offset > index {
				b.Offset++
			}
		}
	}
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
	for e := s.rangeEnds[parent]; e != nil; e = e.next {
		if b := e.boundary(); b.Offset > at() {
			b.Offset--
		}
	}
	out := func(Boundary) Boundary { return Boundary{parent, at()} }
	// The smaller set is looked through: the nodes of the subtree, or those that have boundaries.
	left := len(s.rangeEnds)
	n := id
	for ; n != 0 && left > 0; n = s.Following(n, id) {
		s.moveEnds(n, out)
		left--
	}
	if n != 0 {
		for m := range s.rangeEnds {
			if s.Contains(id, m) {
				s.moveEnds(m, out)
			}
		}
	}
	for _, r := range s.composedRanges {
		for i := range r.ends {
			for h := s.hosts[s.Root(r.ends[i].node)]; h != 0; h = s.hosts[s.Root(h)] {
				if s.Contains(id, h) {
					*r.ends[i].boundary() = out(Boundary{})
					r.relink(&r.ends[i], parent)
					break
				}
			}
		}
	}
}

// rangesReplaced moves boundaries in the data of id.
// https://dom.spec.whatwg.org/#concept-cd-replace
func (s *Store) rangesReplaced(id NodeID, offset, count, length int) {
	for e := s.rangeEnds[id]; e != nil; e = e.next {
		switch b := e.boundary(); {
		case b.Offset <= offset:
		case b.Offset <= offset+count:
			b.Offset = offset
		default:
			b.Offset += length - count
		}
	}
}

// rangesSplit moves boundaries that are after offset in id to its new sibling.
func (s *Store) rangesSplit(id, sibling NodeID, offset int) {
	parent := s.rows[id].parent
	if parent != 0 {
		index := s.Index(id)
		for e := s.rangeEnds[parent]; e != nil; e = e.next {
			if b := e.boundary(); b.Offset == index+1 {
				b.Offset++
			}
		}
	}
	s.moveEnds(id, func(b Boundary) Boundary {
		if b.Offset > offset {
			return Boundary{sibling, b.Offset - offset}
		}
		return b
	})
}

// rangesJoined moves boundaries in m, or at it in its parent, to n, whose data m's follows at length.
func (s *Store) rangesJoined(n, m NodeID, length int) {
	parent, index := s.rows[m].parent, s.Index(m)
	s.moveEnds(m, func(b Boundary) Boundary { return Boundary{n, b.Offset + length} })
	s.moveEnds(parent, func(b Boundary) Boundary {
		if b.Offset == index {
			return Boundary{n, length}
		}
		return b
	})
}
