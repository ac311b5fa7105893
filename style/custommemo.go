package style

// customMemo has the custom properties that were computed last in a pass: siblings to which the same rules apply have the same, and rules that set many are
// those of components, of which there are many.
type customMemo struct {
	entries [8]customEntry
	next    int
}

// customEntry is what the declarations of blocks make of inherited custom properties.
type customEntry struct {
	parent *CustomProperties
	blocks []applied // those of the cascade with custom properties
	out    *CustomProperties
}

func (m *customMemo) find(parent *CustomProperties, list []applied) (*CustomProperties, bool) {
	for i := range m.entries {
		if e := &m.entries[i]; len(e.blocks) > 0 && e.parent == parent && e.madeOf(list) {
			return e.out, true
		}
	}
	return nil, false
}

// madeOf reports whether the blocks with custom properties in list are those of the entry.
func (e *customEntry) madeOf(list []applied) bool {
	n := 0
	for i := range list {
		a := &list[i]
		if a.block.flags&blockCustom == 0 {
			continue
		}
		if n == len(e.blocks) {
			return false
		}
		// What revert goes back to depends on level and layer.
		if b := &e.blocks[n]; a.block != b.block || a.important != b.important || a.layer != b.layer || a.key>>56 != b.key>>56 {
			return false
		}
		n++
	}
	return n == len(e.blocks)
}

func (m *customMemo) keep(parent *CustomProperties, list []applied, out *CustomProperties) {
	e := &m.entries[m.next]
	m.next = (m.next + 1) % len(m.entries)
	e.parent, e.out, e.blocks = parent, out, e.blocks[:0]
	for i := range list {
		if list[i].block.flags&blockCustom != 0 {
			e.blocks = append(e.blocks, list[i])
		}
	}
}

// forget lets go of everything, for the next pass.
func (m *customMemo) forget() {
	for i := range m.entries {
		e := &m.entries[i]
		clear(e.blocks[:cap(e.blocks)])
		*e = customEntry{blocks: e.blocks[:0]}
	}
}
