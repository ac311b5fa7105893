package dom

// Trim gives memory back that the store holds for a page that was larger: rows free at the end of the columns, and
// chunks of text that are free. It costs a pass over what is free: for when the page is idle, after the journals were drained.
func (s *Store) Trim() {
	s.releaseLimbo()
	s.trimRows()
	s.trimAttrs()
	s.heap.trim()
	s.scratch = nil
}

// trimRows cuts free rows off the end. Rows made later at their places have generations that no handle to the
// old ones has.
func (s *Store) trimRows() {
	if s.limbo != 0 {
		return // the list's links go anywhere
	}
	n := len(s.rows)
	base := s.baseGen
	for n > 1 && s.rows[n-1].kind == KindFree && s.rows[n-1].gen != 0 { // rows that are never used again stay
		base = max(base, s.rows[n-1].gen)
		n--
	}
	if len(s.rows)-n < 1024 && cap(s.rows)-len(s.rows) < len(s.rows)/2 || base > 1<<15 {
		return
	}
	s.baseGen = base
	s.rows = append(make([]row, 0, n+n/8), s.rows[:n]...)
	// The free list in the order of rows, so that used ones gather at the front.
	s.freeRow = 0
	for i := n - 1; i > 0; i-- {
		if r := &s.rows[i]; r.kind == KindFree && r.gen != 0 {
			r.next = s.freeRow
			s.freeRow = NodeID(i)
		}
	}
}

func (s *Store) trimAttrs() {
	free := make([]bool, len(s.attrs))
	count := 0
	for a := s.freeAttr; a != 0; a = s.attrs[a].next {
		free[a] = true
		count++
	}
	n := len(s.attrs)
	for n > 1 && free[n-1] {
		n--
	}
	if len(s.attrs)-n < 1024 && cap(s.attrs)-len(s.attrs) < len(s.attrs)/2 {
		return
	}
	s.attrs = append(make([]attrRow, 0, n+n/8), s.attrs[:n]...)
	s.freeAttr = 0
	for i := n - 1; i > 0; i-- {
		if free[i] {
			s.attrs[i].next = s.freeAttr
			s.freeAttr = AttrID(i)
		}
	}
}
