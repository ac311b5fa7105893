package layout

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Table layout. https://drafts.csswg.org/css-tables-3/
//
// A KindTable box is the table wrapper and the table grid in one: captions are its children, and its borders and paddings are the
// grid's. table_columns.go distributes widths, table_rows.go heights, table_borders.go resolves collapsed borders.

// Limits of HTML's attributes, and of the columns of a table.
const (
	maxColspan      = 1000
	maxRowspan      = 65534
	maxTableColumns = 1 << 16
)

var atomColspan, atomRowspan, atomSpan = atom.Static("colspan"), atom.Static("rowspan"), atom.Static("span")

// tableScratch has a frame for each table that is being laid out.
type tableScratch struct {
	frames []*table
	depth  int
}

func (s *tableScratch) push() *table {
	if s.depth == len(s.frames) {
		s.frames = append(s.frames, new(table))
	}
	f := s.frames[s.depth]
	s.depth++
	*f = table{sections: f.sections[:0], rows: f.rows[:0], cells: f.cells[:0], cols: f.cols[:0], open: f.open[:0], wide: f.wide[:0],
		sizes: f.sizes[:0], captions: f.captions[:0], colBoxes: f.colBoxes[:0]}
	return f
}

func (s *tableScratch) bytes() (n int64) {
	for _, f := range s.frames {
		n += int64(unsafe.Sizeof(*f)) + sizeOf(f.sections) + sizeOf(f.rows) + sizeOf(f.cells) + sizeOf(f.cols) + sizeOf(f.open) + sizeOf(f.wide) + sizeOf(f.sizes)
	}
	return n
}

// table is a table while it is laid out.
type table struct {
	p        *pass
	b        BoxID
	st       *style.Computed
	rtl      bool
	collapse bool
	fixed    bool      // table-layout: fixed
	gapX     geom.Unit // border-spacing
	gapY     geom.Unit
	captions []BoxID
	sections []tableSection
	rows     []tableRow
	cells    []tableCell
	cols     []tableColumn
	colBoxes []tableColBox
	open     []int32 // by column: the row below the cell that reaches down into it
	wide     []int32 // cells that span columns
	sizes    []geom.Unit
}

type tableSection struct {
	b           BoxID
	first, end  int // rows
	y, h        geom.Unit
	min         geom.Unit // its height property
	percent     float32
	constrained bool
	body        bool
}

type tableRow struct {
	b             BoxID
	h, y          geom.Unit
	ascent, desc  geom.Unit
	percent       float32
	constrained   bool // has a height
	empty, hidden bool
	cells         [2]int // first and end
}

type tableCell struct {
	b          BoxID
	row, col   int
	rows, cols int // spans
	min, max   geom.Unit
	percent    float32
	fixed      bool // has a width
	h          geom.Unit
	baseline   geom.Unit // from its top, of those aligned to it; Indefinite: not so aligned
	percentH   float32
}

type tableColumn struct {
	min, max    geom.Unit
	percent     float32 // of 100; 0: none
	constrained bool
	origin      bool // a cell begins here, or a col stands for it
	hidden      bool
	w, x        geom.Unit
}

type tableColBox struct {
	b          BoxID
	first, end int
	group      bool
}

// span is an attribute's number, limited.
func (t *Tree) spanAttr(b BoxID, a atom.Atom, most int) (n int, ok bool) {
	l := &t.links[b]
	if l.node == 0 || l.flags&FlagAnonymous != 0 || l.pseudo != 0 {
		return 1, false
	}
	s := strings.TrimLeft(t.doc.Attr(l.node, a), " \t\n\f\r")
	if s == "" {
		return 1, false
	}
	e := 0
	if s[0] == '+' {
		s = s[1:]
	}
	for e < len(s) && s[e] >= '0' && s[e] <= '9' {
		e++
	}
	if e == 0 {
		return 1, false
	}
	if e > 9 {
		return most, true
	}
	n, _ = strconv.Atoi(s[:e])
	return min(n, most), true
}

// build reads the structure of the table. https://drafts.csswg.org/css-tables-3/#dimensioning-the-row-column-grid
func (f *table) build() {
	p, t := f.p, f.p.t
	f.st = t.Style(f.b)
	f.rtl = t.links[f.b].flags&FlagRTL != 0
	tx := f.st.Text
	f.collapse = tx.BorderCollapse == style.BorderCollapseCollapse
	if !f.collapse {
		f.gapX, f.gapY = geom.FromPx(tx.BorderSpacing.X), geom.FromPx(tx.BorderSpacing.Y)
	}
	var head, foot BoxID
	var bodies []BoxID
	colAt := 0
	for c := t.links[f.b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute != 0 {
			p.setStatic(c, p.contentOrigin(f.b))
			continue
		}
		switch t.links[c].kind {
		case KindTableCaption:
			f.captions = append(f.captions, c)
		case KindTableRowGroup:
			switch d := t.Style(c).Box.Display; {
			case d == style.DisplayTableHeaderGroup && head == 0:
				head = c
			case d == style.DisplayTableFooterGroup && foot == 0:
				foot = c
			default:
				bodies = append(bodies, c)
			}
		case KindTableColumnGroup:
			if t.links[c].first == 0 {
				n, _ := t.spanAttr(c, atomSpan, maxColspan)
				colAt = f.addCols(c, colAt, max(1, n), true)
				continue
			}
			i := len(f.colBoxes)
			f.colBoxes = append(f.colBoxes, tableColBox{b: c, first: colAt, group: true})
			for k := t.links[c].first; k != 0; k = t.links[k].next {
				if t.links[k].kind == KindTableColumn {
					n, _ := t.spanAttr(k, atomSpan, maxColspan)
					colAt = f.addCols(k, colAt, max(1, n), false)
				}
			}
			f.colBoxes[i].end = colAt
		case KindTableColumn:
			n, _ := t.spanAttr(c, atomSpan, maxColspan)
			colAt = f.addCols(c, colAt, max(1, n), false)
		}
	}
	if head != 0 {
		f.addSection(head, false)
	}
	for _, b := range bodies {
		f.addSection(b, true)
	}
	if foot != 0 {
		f.addSection(foot, false)
	}
}

func (f *table) addCols(b BoxID, at, n int, group bool) int {
	end := min(at+n, maxTableColumns)
	f.colBoxes = append(f.colBoxes, tableColBox{b: b, first: at, end: end, group: group})
	f.column(end - 1)
	for i := at; i < end; i++ {
		f.cols[i].origin = true
	}
	return end
}

// column makes the columns up to i.
func (f *table) column(i int) {
	for len(f.cols) <= i {
		f.cols = append(f.cols, tableColumn{})
	}
}

func (f *table) addSection(b BoxID, body bool) {
	t := f.p.t
	s := tableSection{b: b, first: len(f.rows), body: body}
	clear(f.open)
	for r := t.links[b].first; r != 0; r = t.links[r].next {
		if t.links[r].kind != KindTableRow || t.links[r].flags&FlagAbsolute != 0 {
			continue
		}
		row := len(f.rows)
		f.rows = append(f.rows, tableRow{b: r, cells: [2]int{len(f.cells), 0}, empty: true,
			hidden: t.Style(r).Text.Visibility == style.VisibilityCollapse})
		col := 0
		for c := t.links[r].first; c != 0; c = t.links[c].next {
			if t.links[c].kind != KindTableCell || t.links[c].flags&FlagAbsolute != 0 {
				continue
			}
			for col < len(f.open) && int(f.open[col]) > row {
				col++
			}
			t.opt.Stop.Poll()
			cs, _ := t.spanAttr(c, atomColspan, maxColspan)
			rs, ok := t.spanAttr(c, atomRowspan, maxRowspan)
			if ok && rs == 0 {
				rs = maxRowspan // to the end of the section
			}
			if col >= maxTableColumns {
				col = maxTableColumns - 1
			}
			cs = min(max(1, cs), maxTableColumns-col)
			f.column(col + cs - 1)
			f.cols[col].origin = true
			for len(f.open) < col+cs {
				f.open = append(f.open, 0)
			}
			for k := col; k < col+cs; k++ {
				f.open[k] = max(f.open[k], int32(row+max(1, rs)))
			}
			f.cells = append(f.cells, tableCell{b: c, row: row, col: col, rows: max(1, rs), cols: cs, baseline: Indefinite})
			col += cs
		}
		f.rows[row].cells[1] = len(f.cells)
	}
	s.end = len(f.rows)
	for i := range f.rows[s.first:s.end] { // spans end with the section
		r := &f.rows[s.first+i]
		for k := r.cells[0]; k < r.cells[1]; k++ {
			f.cells[k].rows = min(f.cells[k].rows, s.end-s.first-i)
		}
	}
	f.sections = append(f.sections, s)
}

// gapsX is the sum of the spacings between and around columns: columns without cells of their own have none.
func (f *table) gapsX() geom.Unit {
	n := 0
	for i := range f.cols {
		if f.cols[i].origin && !f.cols[i].hidden {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return f.gapX * geom.Unit(n+1)
}

// spanGap is the spacing inside of a span of columns.
func (f *table) spanGap(col, n int) geom.Unit {
	k := -1
	for i := col; i < col+n; i++ {
		if f.cols[i].origin {
			k++
		}
	}
	return f.gapX * geom.Unit(max(0, k))
}

// tableMinMax is the content box's min-content and max-content width: of the grid, and of captions at least.
func tableMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	depth := p.table.depth
	f := p.table.push()
	defer func() { p.table.depth = depth }()
	f.p, f.b = p, b
	f.build()
	f.fixed = p.tableFixed(b)
	f.columns()
	mn, mx = f.minMax(p.t.boundByCell(b))
	fr := p.frame(b).W
	for _, c := range f.captions {
		cmn, _ := p.contribution(c)
		mn = max(mn, cmn-fr)
	}
	return mn, max(mn, mx)
}

// tableFixed reports whether the fixed layout applies. https://drafts.csswg.org/css-tables-3/#table-layout-property
func (p *pass) tableFixed(b BoxID) bool {
	bx := p.style(b).Box
	return bx.TableLayout == style.TableLayoutFixed && !bx.Width.IsAuto() && bx.Width.Kind != style.LengthMaxContent
}

// layoutTable lays out a table with its captions.
func layoutTable(p *pass, b BoxID, c *Constraints) {
	t := p.t
	depth := p.table.depth
	f := p.table.push()
	defer func() { p.table.depth = depth }()
	f.p, f.b = p, b
	f.build()
	f.fixed = p.tableFixed(b)
	f.columns()
	mn, mx := f.minMax(false)
	fr := p.frame(b)
	z := p.sizes(b, c)
	w := p.usedWidth(b, c, &z)
	if z.W == Indefinite && c.FixedW == Indefinite && c.AvailW != Indefinite && c.Flags&(MinContent|MaxContent) == 0 { // percentages count here
		m := &t.geo[b].margin
		w = max(w, z.clampW(min(mx, c.AvailW-m.Left-m.Right-fr.W)+fr.W))
	}
	w = max(w, mn+fr.W)
	for _, cap := range f.captions {
		cmn, _ := p.contribution(cap)
		w = max(w, cmn)
	}
	g := &t.geo[b]
	g.size.W = w
	measure := c.Flags&MeasureOnly != 0
	f.distributeColumns(max(0, w-fr.W))
	f.placeColumns(max(0, w-fr.W))

	// Captions above.
	top := f.layoutCaptions(w, 0, style.CaptionSideTop, measure)

	f.rowHeights()
	h := Indefinite
	switch {
	case c.FixedH != Indefinite:
		h = c.FixedH
	case z.H != Indefinite:
		h = z.clampH(z.H)
	}
	var captions geom.Unit
	if len(f.captions) > 0 {
		captions = top + f.layoutCaptions(w, 0, style.CaptionSideBottom, true)
	}
	if c.FixedH != Indefinite {
		h -= captions // an imposed height is the wrapper's
	}
	least := max(0, z.MinH-fr.H)
	if h != Indefinite {
		least = max(least, h-fr.H)
	}
	f.distributeRows(least, h != Indefinite)
	grid := f.gridHeight()
	hh := max(least, grid) + fr.H
	f.finish(top, hh, measure, h != Indefinite)
	f.layoutCaptions(w, top+hh, style.CaptionSideBottom, measure)
	p.setSize(b, w, hh+captions)
	if !measure {
		t.keepTable(f, geom.Rect{Y: top, W: w, H: hh})
	}
}

// layoutCaptions lays out the captions of a side from y on, and returns the height that they take.
func (f *table) layoutCaptions(w, y geom.Unit, side style.CaptionSide, measure bool) (h geom.Unit) {
	p, t := f.p, f.p.t
	for _, b := range f.captions {
		if t.Style(b).Text.CaptionSide != side {
			continue
		}
		c := Constraints{AvailW: w, AvailH: Indefinite, PctW: w, PctH: Indefinite, FixedW: Indefinite, FixedH: Indefinite}
		var r Result
		if measure {
			c.Flags |= MeasureOnly
			r = p.measure(b, &c)
			p.edges(b, w)
		} else {
			r = p.layout(b, &c)
		}
		m := &t.geo[b].margin
		st := t.Style(b).Surround
		free := w - r.Size.W - m.Left - m.Right
		x := m.Left
		if free > 0 && st.MarginLeft.IsAuto() {
			if x += free; st.MarginRight.IsAuto() {
				x = m.Left + free/2
			}
		} else if f.rtl {
			x = w - m.Right - r.Size.W
		}
		if !measure {
			p.place(b, geom.Point{X: x, Y: y + h + m.Top}, geom.Size{W: w, H: Indefinite})
		}
		h += r.Size.H + m.Top + m.Bottom
	}
	return h
}

// settle ends the layout of a box whose geometry its table wrote.
func (p *pass) settle(b BoxID) {
	l := &p.t.links[b]
	l.flags = l.flags&^(flagDirty|flagChildDirty) | flagLaidOut
	p.finish(b)
}
