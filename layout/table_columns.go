package layout

import (
	"slices"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Widths of columns. https://drafts.csswg.org/css-tables-3/#computing-column-measures

// widthOf reads a width property: a border-box length, or a percentage.
func (f *table) widthOf(b BoxID, l style.Length, frame geom.Unit) (w geom.Unit, percent float32, ok bool) {
	if l.Kind != style.LengthFixed {
		return 0, 0, false
	}
	if l.Percent > 0 {
		return 0, l.Percent, false
	}
	w = geom.FromPx(l.Px)
	if w <= 0 {
		return 0, 0, false
	}
	if f.p.style(b).Box.BoxSizing == style.BoxSizingContentBox {
		w += frame
	}
	return max(w, frame), 0, true
}

// columns computes what each column asks for.
func (f *table) columns() {
	t := f.p.t
	for i := range f.colBoxes {
		cb := &f.colBoxes[i]
		st := t.Style(cb.b)
		w, pct, ok := f.widthOf(cb.b, st.Box.Width, 0)
		if cb.group && t.links[cb.b].first != 0 { // columns without a width of their own have the group's
			continue
		}
		if !ok && pct == 0 && t.links[cb.b].kind == KindTableColumn {
			if pa := t.links[cb.b].parent; t.links[pa].kind == KindTableColumnGroup {
				w, pct, ok = f.widthOf(pa, t.Style(pa).Box.Width, 0)
			}
		}
		mw, _, _ := f.widthOf(cb.b, st.Box.MinWidth, 0)
		for k := cb.first; k < cb.end; k++ {
			c := &f.cols[k]
			c.hidden = st.Text.Visibility == style.VisibilityCollapse
			if ok {
				c.constrained = true
				c.max = max(c.max, w)
			}
			if mw > 0 {
				c.min, c.max = max(c.min, mw), max(c.max, mw)
			}
			c.percent = max(c.percent, pct)
		}
	}
	cells := f.cells
	if f.fixed { // the first row alone counts
		if len(f.rows) == 0 {
			return
		}
		cells = f.cells[:f.rows[0].cells[1]]
	}
	for i := range cells {
		c := &cells[i]
		f.cellWidths(c)
		if c.cols > 1 {
			f.wide = append(f.wide, int32(i))
			continue
		}
		col := &f.cols[c.col]
		if f.fixed {
			if !col.constrained && col.percent == 0 {
				col.percent = c.percent
				if c.fixed {
					col.constrained, col.max = true, c.max
				}
			}
			continue
		}
		col.min = max(col.min, c.min)
		if c.fixed && !col.constrained {
			col.constrained = true
			col.max = max(c.max, 0)
		} else if c.fixed == col.constrained {
			col.max = max(col.max, c.max)
		}
		col.percent = max(col.percent, c.percent)
		col.max = max(col.max, col.min)
	}
	// Fewer columns first.
	slices.SortStableFunc(f.wide, func(a, b int32) int { return cells[a].cols - cells[b].cols })
	for _, i := range f.wide {
		f.spread(&cells[i])
	}
	var total float32
	for i := range f.cols { // percentages add up to 100 at most
		c := &f.cols[i]
		c.percent = min(c.percent, max(0, 100-total))
		total += c.percent
		c.max = max(c.max, c.min)
	}
}

// cellWidths computes the outer widths that a cell asks for.
func (f *table) cellWidths(c *tableCell) {
	p, t := f.p, f.p.t
	p.edges(c.b, Indefinite)
	st := t.Style(c.b)
	frame := p.frame(c.b).W
	w, pct, ok := f.widthOf(c.b, st.Box.Width, frame)
	if t.links[c.b].flags&FlagAnonymous != 0 {
		w, pct, ok = 0, 0, false
	}
	c.percent, c.fixed = pct, ok
	if f.fixed {
		c.min, c.max = 0, frame
		if ok {
			c.max = w
		}
		return
	}
	mn, mx := p.minMax(c.b)
	c.min, c.max = mn+frame, mx+frame
	if v, _, has := f.widthOf(c.b, st.Box.MinWidth, frame); has {
		c.min, c.max = max(c.min, v), max(c.max, v)
	}
	if ok {
		c.max = max(c.min, w)
	}
	if v, _, has := f.widthOf(c.b, st.Box.MaxWidth, frame); has {
		c.max = max(c.min, min(c.max, v))
	}
	c.max = max(c.max, c.min)
}

// spread distributes what a cell that spans columns asks for. https://drafts.csswg.org/css-tables-3/#distributing-width-to-columns
func (f *table) spread(c *tableCell) {
	f.p.t.opt.Stop.Poll()
	cols := f.cols[c.col : c.col+c.cols]
	inner := f.spanGap(c.col, c.cols)
	mn, mx := max(0, c.min-inner), max(0, c.max-inner)
	if f.fixed {
		n := geom.Unit(len(cols))
		for i := range cols {
			col := &cols[i]
			if col.constrained || col.percent > 0 {
				continue
			}
			if c.fixed {
				col.constrained, col.max = true, mx/n
			}
			col.percent = c.percent / float32(n)
		}
		return
	}
	if c.percent > 0 {
		var have float32
		var width geom.Unit
		n := 0
		for i := range cols {
			have += cols[i].percent
			if cols[i].percent == 0 {
				width += cols[i].max
				n++
			}
		}
		if extra := c.percent - have; extra > 0 && n > 0 {
			for i := range cols {
				if cols[i].percent == 0 {
					if width > 0 {
						cols[i].percent = extra * float32(cols[i].max) / float32(width)
					} else {
						cols[i].percent = extra / float32(n)
					}
				}
			}
		}
	}
	f.sizes = f.distribute(cols, mn, c.fixed, f.sizes[:0])
	for i := range cols {
		cols[i].min = max(cols[i].min, f.sizes[i])
		cols[i].max = max(cols[i].max, cols[i].min)
	}
	f.sizes = f.distribute(cols, mx, c.fixed, f.sizes[:0])
	for i := range cols {
		if c.fixed || !cols[i].constrained { // a width that was asked for yields to another alone
			cols[i].max = max(cols[i].max, f.sizes[i])
		}
	}
}

// distribute gives each column its part of a width, by the guesses of
// https://drafts.csswg.org/css-tables-3/#width-distribution-algorithm
func (f *table) distribute(cols []tableColumn, target geom.Unit, constrained bool, dst []geom.Unit) []geom.Unit {
	var minG, pctG, specG, maxG geom.Unit
	var pctUp, specUp, maxUp float64
	var autoMax, fixedMax float64
	var percents float64
	autos, fixeds, pcts, empty := 0, 0, 0, 0
	pctW := func(c *tableColumn) geom.Unit {
		return max(c.min, geom.FromPx64(target.Px64()*float64(c.percent)/100))
	}
	for i := range cols {
		c := &cols[i]
		minG += c.min
		switch {
		case c.percent > 0:
			w := pctW(c)
			pctG, specG, maxG = pctG+w, specG+w, maxG+w
			pctUp += float64(w - c.min)
			percents += float64(c.percent)
			pcts++
		case c.constrained:
			pctG, specG, maxG = pctG+c.min, specG+c.max, maxG+c.max
			specUp += float64(c.max - c.min)
			fixedMax += float64(c.max)
			fixeds++
		default:
			pctG, specG, maxG = pctG+c.min, specG+c.min, maxG+c.max
			maxUp += float64(c.max - c.min)
			autoMax += float64(c.max)
			if autos++; c.max == 0 && !c.origin {
				empty++
			}
		}
	}
	if empty < autos || fixeds+pcts > 0 { // columns that no cell begins in take nothing from others
		autos -= empty
	} else {
		empty = 0
	}
	var sum geom.Unit
	add := func(w geom.Unit) { dst = append(dst, w); sum += w }
	// Rounding goes to the last column that grew.
	last := -1
	share := func(space geom.Unit, part, whole float64) geom.Unit {
		if whole <= 0 {
			return 0
		}
		return geom.Unit(float64(space) * part / whole)
	}
	switch {
	case target <= minG:
		for i := range cols {
			add(cols[i].min)
		}
		return dst
	case target <= pctG:
		for i := range cols {
			c := &cols[i]
			if c.percent > 0 {
				add(c.min + share(target-minG, float64(pctW(c)-c.min), pctUp))
				last = i
			} else {
				add(c.min)
			}
		}
	case target <= specG:
		for i := range cols {
			c := &cols[i]
			switch {
			case c.percent > 0:
				add(pctW(c))
			case c.constrained:
				add(c.min + share(target-pctG, float64(c.max-c.min), specUp))
				last = i
			default:
				add(c.min)
			}
		}
	case target <= maxG:
		for i := range cols {
			c := &cols[i]
			switch {
			case c.percent > 0:
				add(pctW(c))
			case c.constrained:
				add(c.max)
			default:
				add(c.min + share(target-specG, float64(c.max-c.min), maxUp))
				last = i
			}
		}
	default:
		space := target - maxG
		for i := range cols {
			c := &cols[i]
			w := c.max
			if c.percent > 0 {
				w = pctW(c)
			}
			grow := geom.Unit(0)
			switch {
			case autos > 0:
				if c.percent == 0 && !c.constrained && !(empty > 0 && c.max == 0 && !c.origin) {
					if autoMax > 0 {
						grow = share(space, float64(c.max), autoMax)
					} else {
						grow = share(space, 1, float64(autos))
					}
					last = i
				}
			case fixeds > 0 && !constrained:
				if c.constrained && c.percent == 0 {
					if fixedMax > 0 {
						grow = share(space, float64(c.max), fixedMax)
					} else {
						grow = share(space, 1, float64(fixeds))
					}
					last = i
				}
			case pcts > 0:
				if c.percent > 0 {
					grow = share(space, float64(c.percent), percents)
					last = i
				}
			default:
				if fixedMax > 0 {
					grow = share(space, float64(c.max), fixedMax)
				} else {
					grow = share(space, 1, float64(len(cols)))
				}
				last = i
			}
			add(w + grow)
		}
	}
	if last >= 0 {
		dst[last] += target - sum
	}
	return dst
}

// boundByCell reports whether table b stands in a cell that has to fit its content: percentages of its columns then ask nothing of what
// is around it, or they would make all as wide as can be.
func (t *Tree) boundByCell(b BoxID) bool {
	for ; b != t.root && t.links[b].kind != KindTableCell; b = t.links[b].parent {
		if w := t.Style(b).Box.Width; t.links[b].flags&FlagAbsolute != 0 || !w.IsAuto() && !w.HasPercent() {
			return false
		}
	}
	return b != t.root
}

// minMax is the width of the grid's content box. bound says that percentages make the maximum no larger.
func (f *table) minMax(bound bool) (mn, mx geom.Unit) {
	var rest, byPercent float64
	var percents float64
	for i := range f.cols {
		c := &f.cols[i]
		m := c.min
		if f.fixed && c.constrained {
			m = c.max
		}
		mn += m
		mx += max(c.max, m)
		if c.percent > 0 {
			byPercent = max(byPercent, float64(c.max)*100/float64(c.percent))
			percents += float64(c.percent)
		} else {
			rest += float64(c.max)
		}
	}
	if percents > 0 && !bound {
		v := byPercent
		switch {
		case percents < 100:
			v = max(v, rest*100/(100-percents))
		case rest > 0:
			v = float64(1000000 * geom.One)
		}
		mx = max(mx, geom.Unit(min(v, float64(1000000*geom.One))))
	}
	g := f.gapsX()
	return mn + g, mx + g
}

// distributeColumns gives the columns their used widths in a content box of width w.
func (f *table) distributeColumns(w geom.Unit) {
	w = max(0, w-f.gapsX())
	if f.fixed {
		f.fixedColumns(w)
		return
	}
	f.sizes = f.distribute(f.cols, w, false, f.sizes[:0])
	for i := range f.cols {
		f.cols[i].w = f.sizes[i]
	}
}

// fixedColumns is the fixed layout. https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout
func (f *table) fixedColumns(w geom.Unit) {
	var fixed, pct geom.Unit
	autos := 0
	for i := range f.cols {
		c := &f.cols[i]
		switch {
		case c.percent > 0:
			c.w = geom.FromPx64(w.Px64() * float64(c.percent) / 100)
			pct += c.w
		case c.constrained:
			c.w = c.max
			fixed += c.w
		default:
			c.w = 0
			autos++
		}
	}
	free := w - fixed - pct
	if autos > 0 {
		for i := range f.cols {
			c := &f.cols[i]
			if c.percent == 0 && !c.constrained && free > 0 {
				d := free / geom.Unit(autos)
				c.w = d
				free, autos = free-d, autos-1
			}
		}
		return
	}
	if free < 0 && pct > 0 { // percentages give way
		give := min(-free, pct)
		left := pct
		for i := range f.cols {
			c := &f.cols[i]
			if c.percent > 0 && left > 0 {
				d := geom.Unit(int64(give) * int64(c.w) / int64(left))
				left -= c.w
				give -= d
				c.w -= d
			}
		}
		return
	}
	// All have widths: they share what is left.
	whole, only := fixed, true
	if fixed == 0 {
		whole, only = pct, false
	}
	if whole <= 0 || free <= 0 {
		return
	}
	left := whole
	for i := range f.cols {
		c := &f.cols[i]
		if (c.percent > 0) == only || left <= 0 {
			continue
		}
		d := geom.Unit(int64(free) * int64(c.w) / int64(left))
		left -= c.w
		free -= d
		c.w += d
	}
}

// placeColumns gives the columns their places from the left edge of the content box.
func (f *table) placeColumns(w geom.Unit) {
	x := geom.Unit(0)
	for i := range f.cols {
		c := &f.cols[i]
		if c.hidden {
			c.w = 0
		}
		if c.origin && !c.hidden {
			x += f.gapX
		}
		c.x = x
		x += c.w
	}
	if f.rtl {
		for i := range f.cols {
			c := &f.cols[i]
			c.x = w - c.x - c.w
		}
	}
}

// spanX is the place and width of n columns from col on.
func (f *table) spanX(col, n int) (x, w geom.Unit) {
	a, b := &f.cols[col], &f.cols[col+n-1]
	x, end := a.x, b.x+b.w
	if f.rtl {
		x, end = b.x, a.x+a.w
	}
	return x, max(0, end-x)
}
