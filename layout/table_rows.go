package layout

import (
	"slices"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Heights of rows. https://drafts.csswg.org/css-tables-3/#row-layout

// heightOf reads a height property of a row or section.
func (f *table) heightOf(b BoxID) (h geom.Unit, percent float32, ok bool) {
	l := f.p.style(b).Box.Height
	if l.Kind != style.LengthFixed || f.p.t.links[b].flags&FlagAnonymous != 0 {
		return 0, 0, false
	}
	if l.Percent > 0 {
		return 0, l.Percent, false
	}
	return geom.FromPx(l.Px), 0, l.Px > 0
}

// measureCell gives a cell its own height and baseline at its width.
func (f *table) measureCell(c *tableCell) {
	p, t := f.p, f.p.t
	_, w := f.spanX(c.col, c.cols)
	st := t.Style(c.b)
	v := st.Box.VerticalAlign.Kind
	baseline := v != style.VerticalTop && v != style.VerticalMiddle && v != style.VerticalBottom
	l, sv := &t.links[c.b], &t.saved[c.b]
	var first geom.Unit
	if l.flags&(flagDirty|flagChildDirty) == 0 && l.flags&flagLaidOut != 0 && sv.fixedW == w && sv.flags&CellStretch != 0 {
		c.h, first = sv.endPos, sv.endNeg // as when it was last laid out
	} else {
		cc := Constraints{AvailW: w, AvailH: Indefinite, PctW: w, PctH: Indefinite, FixedW: w, FixedH: Indefinite, Flags: MeasureOnly}
		r := p.measure(c.b, &cc)
		c.h, first = r.Size.H, r.First
	}
	c.baseline = Indefinite
	if baseline {
		if c.baseline = first; first == Indefinite { // without a line: the bottom of the content box
			g := &t.geo[c.b]
			c.baseline = max(0, c.h-g.border.Bottom-g.padding.Bottom)
		}
	}
	if bl := st.Box.Height; bl.Kind == style.LengthFixed && bl.Percent > 0 {
		c.percentH = bl.Percent
	}
}

// rowHeights computes the least height of each row.
func (f *table) rowHeights() {
	t := f.p.t
	f.wide = f.wide[:0]
	for i := range f.rows {
		r := &f.rows[i]
		h, pct, ok := f.heightOf(r.b)
		r.percent, r.constrained = pct, ok
		r.ascent, r.desc = Indefinite, Indefinite
		for k := r.cells[0]; k < r.cells[1]; k++ {
			c := &f.cells[k]
			f.measureCell(c)
			if c.baseline != Indefinite {
				r.ascent = max(r.ascent, c.baseline)
				if c.rows == 1 {
					r.desc = max(r.desc, c.h-c.baseline)
				}
			}
			if c.rows > 1 {
				f.wide = append(f.wide, int32(k))
				continue
			}
			r.empty = false
			h = max(h, c.h)
			r.percent = max(r.percent, c.percentH)
			if l := t.Style(c.b).Box.Height; l.IsLength() && !l.HasPercent() && l.Px > 0 && t.links[c.b].flags&FlagAnonymous == 0 {
				r.constrained = true
			}
		}
		if r.ascent != Indefinite {
			h = max(h, r.ascent+max(0, r.desc))
		}
		r.h = h
		if r.h > 0 {
			r.empty = false
		}
		if r.hidden {
			r.h = 0
		}
	}
	// Cells that span rows: fewer rows first.
	slices.SortStableFunc(f.wide, func(a, b int32) int { return f.cells[a].rows - f.cells[b].rows })
	for _, i := range f.wide {
		c := &f.cells[i]
		f.growRows(c.row, c.row+c.rows, c.h, Indefinite, true)
	}
	for i := range f.sections {
		s := &f.sections[i]
		h, pct, ok := f.heightOf(s.b)
		s.percent, s.constrained = pct, ok
		if ok {
			f.growRows(s.first, s.end, h, h, false)
		}
		s.min = h
	}
}

// rowsHeight is the height of rows with the spacings between them.
func (f *table) rowsHeight(first, end int) (h geom.Unit) {
	n := 0
	for i := first; i < end; i++ {
		if !f.rows[i].hidden {
			h += f.rows[i].h
			n++
		}
	}
	return h + f.gapY*geom.Unit(max(0, n-1))
}

// growRows distributes height to rows that have less. https://drafts.csswg.org/css-tables-3/#height-distribution-algorithm
// basis is what percentages refer to.
func (f *table) growRows(first, end int, want, basis geom.Unit, spanned bool) {
	free := want - f.rowsHeight(first, end)
	if free <= 0 || first >= end {
		return
	}
	rows := f.rows[first:end]
	if basis != Indefinite { // rows with percentages grow to them
		for i := range rows {
			r := &rows[i]
			if r.percent > 0 && !r.hidden {
				w := geom.FromPx64(basis.Px64() * float64(r.percent) / 100)
				if d := min(free, w-r.h); d > 0 {
					r.h += d
					free -= d
				}
			}
		}
		if free <= 0 {
			return
		}
	}
	give := func(in func(*tableRow) bool, equal bool) bool {
		var sum int64
		for i := range rows {
			if r := &rows[i]; !r.hidden && in(r) {
				if equal {
					sum++
				} else {
					sum += int64(r.h)
				}
			}
		}
		if sum == 0 {
			return false
		}
		for i := range rows {
			r := &rows[i]
			if r.hidden || !in(r) || sum == 0 {
				continue
			}
			part := int64(r.h)
			if equal {
				part = 1
			}
			d := geom.Unit(int64(free) * part / sum)
			r.h += d
			free -= d
			sum -= part
		}
		return true
	}
	pct := func(r *tableRow) bool { return r.percent > 0 && basis != Indefinite }
	if give(func(r *tableRow) bool { return !r.constrained && r.h > 0 && !pct(r) }, false) {
		return
	}
	empty := true
	for i := range rows {
		empty = empty && rows[i].h == 0
	}
	if empty {
		if spanned { // the last row takes all
			for i := len(rows) - 1; i >= 0; i-- {
				if !rows[i].hidden {
					rows[i].h += free
					return
				}
			}
			return
		}
		if give(func(r *tableRow) bool { return !r.constrained && !pct(r) }, true) {
			return
		}
	}
	if spanned {
		if give(func(r *tableRow) bool { return r.h == 0 && !r.constrained }, true) {
			return
		}
	}
	if give(func(r *tableRow) bool { return true }, false) {
		return
	}
	give(func(r *tableRow) bool { return true }, true)
}

// gridHeight is the height of the grid's content box.
func (f *table) gridHeight() (h geom.Unit) {
	n := 0
	for i := range f.sections {
		s := &f.sections[i]
		s.h = max(f.rowsHeight(s.first, s.end), s.min)
		if s.h == 0 && s.end == s.first {
			continue
		}
		h += s.h
		n++
	}
	if n > 0 {
		h += f.gapY * geom.Unit(n+1)
	}
	return h
}

// distributeRows makes the grid at least least high.
func (f *table) distributeRows(least geom.Unit, definite bool) {
	free := least - f.gridHeight()
	if len(f.rows) == 0 {
		return
	}
	if definite { // percentages of sections refer to the table
		basis := least
		for i := range f.sections {
			if s := &f.sections[i]; s.end > s.first {
				basis -= f.gapY
			}
		}
		basis -= f.gapY
		for i := range f.sections {
			s := &f.sections[i]
			if s.percent > 0 && free > 0 {
				w := geom.FromPx64(basis.Px64() * float64(s.percent) / 100)
				have := f.rowsHeight(s.first, s.end)
				if d := min(free, w-have); d > 0 {
					f.growRows(s.first, s.end, have+d, have+d, false)
					free -= d
				}
			}
		}
	}
	if free <= 0 {
		return
	}
	// Bodies without a height first, then any.
	for _, in := range []func(*tableSection) bool{
		func(s *tableSection) bool { return s.body && !s.constrained && s.percent == 0 && s.end > s.first },
		func(s *tableSection) bool { return s.body && s.end > s.first },
		func(s *tableSection) bool { return s.end > s.first },
	} {
		var sum int64
		n := 0
		for i := range f.sections {
			if s := &f.sections[i]; in(s) {
				sum += int64(f.rowsHeight(s.first, s.end))
				n++
			}
		}
		if n == 0 {
			continue
		}
		for i := range f.sections {
			s := &f.sections[i]
			if !in(s) {
				continue
			}
			have := f.rowsHeight(s.first, s.end)
			d := free / geom.Unit(n)
			if sum > 0 {
				d = geom.Unit(int64(free) * int64(have) / sum)
			}
			basis := Indefinite
			if definite {
				basis = have + d
			}
			f.growRows(s.first, s.end, have+d, basis, false)
			free -= d
			sum -= int64(have)
			n--
		}
		return
	}
}

// finish places sections, rows and cells, and lays the cells out with their final sizes. top is where the grid begins in the box.
func (f *table) finish(top, height geom.Unit, measure, definite bool) {
	p, t := f.p, f.p.t
	g := &t.geo[f.b]
	o := p.contentOrigin(f.b)
	y := top + o.Y
	inner := g.size.W - p.frame(f.b).W
	rowW := max(0, inner-2*f.gapX)
	if len(f.cols) == 0 {
		rowW = inner
	}
	g.first, g.last = Indefinite, Indefinite
	for i := range f.sections {
		s := &f.sections[i]
		if !(s.h == 0 && s.end == s.first) {
			y += f.gapY
		}
		s.h = max(f.rowsHeight(s.first, s.end), s.min)
		s.y = y
		ry := geom.Unit(0)
		for k := s.first; k < s.end; k++ {
			r := &f.rows[k]
			r.y = ry
			if !r.hidden {
				ry += r.h + f.gapY
			}
		}
		y += s.h
	}
	// Baselines: those of the first and last row.
	for i := range f.sections {
		s := &f.sections[i]
		for k := s.first; k < s.end; k++ {
			r := &f.rows[k]
			bl := r.ascent
			if bl == Indefinite { // the lowest content edge: https://www.w3.org/TR/CSS22/tables.html#height-layout
				if r.cells[0] == r.cells[1] {
					continue
				}
				for k := r.cells[0]; k < r.cells[1]; k++ {
					cg := &t.geo[f.cells[k].b]
					bl = max(bl, r.h-cg.border.Bottom-cg.padding.Bottom)
				}
			}
			if g.first == Indefinite {
				g.first = s.y + r.y + bl
			}
			g.last = s.y + r.y + bl
		}
	}
	if measure {
		return
	}
	for i := range f.sections {
		s := &f.sections[i]
		p.setSize(s.b, rowW, s.h)
		_, _, sectionH := f.heightOf(s.b)
		for k := s.first; k < s.end; k++ {
			r := &f.rows[k]
			_, _, rowH := f.heightOf(r.b)
			p.setSize(r.b, rowW, r.h)
			for x := r.cells[0]; x < r.cells[1]; x++ {
				f.finishCell(&f.cells[x], o.X, rowW, definite || sectionH || rowH)
			}
			p.settle(r.b)
			rg := &t.geo[r.b]
			rg.first, rg.last = r.ascent, r.ascent
			p.place(r.b, geom.Point{Y: r.y}, geom.Size{W: rowW, H: s.h})
		}
		p.settle(s.b)
		p.place(s.b, geom.Point{X: o.X + f.sideX(), Y: s.y}, geom.Size{W: rowW, H: s.h})
	}
	f.placeCols(o.X, top+o.Y)
}

// sideX is where rows begin in the content box.
func (f *table) sideX() geom.Unit {
	if len(f.cols) == 0 {
		return 0
	}
	return f.gapX
}

func (f *table) finishCell(c *tableCell, x0, rowW geom.Unit, definite bool) {
	p, t := f.p, f.p.t
	r := &f.rows[c.row]
	h := f.rowsHeight(c.row, c.row+c.rows)
	x, w := f.spanX(c.col, c.cols)
	cc := Constraints{AvailW: w, AvailH: h, PctW: w, PctH: Indefinite, FixedW: w, FixedH: h, Flags: CellStretch}
	if !definite && !(t.Style(c.b).Box.Height.IsLength() && t.links[c.b].flags&FlagAnonymous == 0) {
		cc.Flags |= FixedHIndefinite
	}
	sv := &t.saved[c.b]
	natural, first := c.h, c.baseline
	l := &t.links[c.b]
	clean := l.flags&(flagDirty|flagChildDirty) == 0 && l.flags&flagLaidOut != 0
	keptH, keptB := sv.endPos, sv.endNeg
	before := p.laid
	p.layout(c.b, &cc)
	g := &t.geo[c.b]
	if clean && p.laid == before {
		natural = keptH
	} else {
		keptB = g.first
		if first != Indefinite && g.first == Indefinite {
			keptB = Indefinite
		}
	}
	if c.baseline != Indefinite && r.ascent != Indefinite {
		if at := g.first; at != Indefinite {
			p.shiftContent(c.b, r.ascent-at)
		}
	}
	sv = &t.saved[c.b]
	sv.endPos, sv.endNeg = natural, keptB
	p.place(c.b, geom.Point{X: x - f.sideX(), Y: 0}, geom.Size{W: rowW, H: r.h})
}

// placeCols gives col and colgroup boxes their geometry: they span all rows.
func (f *table) placeCols(x0, y0 geom.Unit) {
	p, t := f.p, f.p.t
	var top, bottom geom.Unit
	if len(f.sections) > 0 {
		top = f.sections[0].y
		last := &f.sections[len(f.sections)-1]
		bottom = last.y + last.h
	}
	var group geom.Point
	for i := range f.colBoxes {
		cb := &f.colBoxes[i]
		var x, w geom.Unit
		if cb.end > cb.first && cb.end <= len(f.cols) {
			x, w = f.spanX(cb.first, cb.end-cb.first)
		}
		at := geom.Point{X: x0 + x, Y: top}
		p.setSize(cb.b, w, bottom-top)
		if t.links[cb.b].kind == KindTableColumnGroup {
			group = at
			t.geo[cb.b].offset = at
		} else if t.links[t.links[cb.b].parent].kind == KindTableColumnGroup {
			t.geo[cb.b].offset = at.Sub(group)
		} else {
			t.geo[cb.b].offset = at
		}
		p.settle(cb.b)
	}
}
