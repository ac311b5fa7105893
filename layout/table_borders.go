package layout

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
	"unsafe"
)

// Collapsed borders. https://drafts.csswg.org/css-tables-3/#border-collapsing

// tableData is what the tree keeps of a table that was laid out.
type tableData struct {
	grid   geom.Rect // the table grid's border box in the table's box
	edges  *tableEdges
	xs, ys []geom.Unit // of collapsed borders: lines of the grid in the table's box
}

// tableEdges are the resolved borders of a table with collapsed borders.
type tableEdges struct {
	cols, rows int
	vertical   []tableEdge // rows × (cols+1)
	horizontal []tableEdge // (rows+1) × cols
	cells      map[BoxID]geom.Edges
	table      geom.Edges
	rtl        bool
}

// tableEdge is a border that won. 12 bytes.
type tableEdge struct {
	width geom.Unit
	box   BoxID
	style style.BorderStyle
	side  uint8 // of the box: 0 top, 1 right, 2 bottom, 3 left
	rank  uint8 // cell, row, row group, column, column group, table
}

// maxTableEdges bounds the memory of collapsed borders; in larger tables each cell keeps half of its own borders.
const maxTableEdges = 1 << 22

// edgeRank orders border styles of the same width.
func edgeRank(s style.BorderStyle) int {
	switch s {
	case style.BorderStyleDouble:
		return 8
	case style.BorderStyleSolid:
		return 7
	case style.BorderStyleDashed:
		return 6
	case style.BorderStyleDotted:
		return 5
	case style.BorderStyleRidge:
		return 4
	case style.BorderStyleOutset:
		return 3
	case style.BorderStyleGroove:
		return 2
	case style.BorderStyleInset:
		return 1
	}
	return 0
}

// meet resolves the conflict of e with another border of the same edge.
// https://drafts.csswg.org/css-tables-3/#border-conflict-resolution-algorithm
func (e *tableEdge) meet(o tableEdge) {
	if o.style == style.BorderStyleNone || e.style == style.BorderStyleHidden && e.box != 0 {
		return
	}
	win := e.box == 0
	switch {
	case o.style == style.BorderStyleHidden:
		o.width, win = 0, true
	case win:
	case o.width != e.width:
		win = o.width > e.width
	case edgeRank(o.style) != edgeRank(e.style):
		win = edgeRank(o.style) > edgeRank(e.style)
	default:
		win = o.rank > e.rank
	}
	if win {
		*e = o
	}
}

func borderSide(st *style.Computed, b BoxID, side, rank uint8) tableEdge {
	x := st.Border
	e := tableEdge{box: b, side: side, rank: rank}
	var w float32
	switch side {
	case 0:
		w, e.style = x.TopWidth, x.TopStyle
	case 1:
		w, e.style = x.RightWidth, x.RightStyle
	case 2:
		w, e.style = x.BottomWidth, x.BottomStyle
	default:
		w, e.style = x.LeftWidth, x.LeftStyle
	}
	e.width = lineWidth(w, e.style)
	return e
}

// collapsed resolves the borders of a table, nil when it is too large.
func (f *table) collapsed() *tableEdges {
	t := f.p.t
	nc, nr := len(f.cols), len(f.rows)
	e := &tableEdges{cols: nc, rows: nr, cells: make(map[BoxID]geom.Edges, len(f.cells)), rtl: f.rtl}
	if int64(nc+1)*int64(nr+1)*2 > maxTableEdges {
		for i := range f.cells {
			w := borderWidths(t.Style(f.cells[i].b))
			e.cells[f.cells[i].b] = geom.Edges{Top: w.Top / 2, Right: w.Right / 2, Bottom: w.Bottom / 2, Left: w.Left / 2}
		}
		e.cols, e.rows = 0, 0
		return e
	}
	e.vertical = make([]tableEdge, nr*(nc+1))
	e.horizontal = make([]tableEdge, (nr+1)*nc)
	left, right := uint8(3), uint8(1) // sides at the start and end of the inline axis
	if f.rtl {
		left, right = right, left
	}
	// add lets the borders of a box around rows r0 to r1 and columns c0 to c1 take part.
	add := func(b BoxID, rank uint8, r0, r1, c0, c1 int) {
		st := t.Style(b)
		top, bottom := borderSide(st, b, 0, rank), borderSide(st, b, 2, rank)
		start, end := borderSide(st, b, left, rank), borderSide(st, b, right, rank)
		if top.style != style.BorderStyleNone || bottom.style != style.BorderStyleNone {
			for c := c0; c < c1; c++ {
				e.horizontal[r0*nc+c].meet(top)
				e.horizontal[r1*nc+c].meet(bottom)
			}
		}
		if start.style != style.BorderStyleNone || end.style != style.BorderStyleNone {
			for r := r0; r < r1; r++ {
				e.vertical[r*(nc+1)+c0].meet(start)
				e.vertical[r*(nc+1)+c1].meet(end)
			}
		}
	}
	for i := range f.cells {
		c := &f.cells[i]
		add(c.b, 6, c.row, c.row+c.rows, c.col, c.col+c.cols)
	}
	for i := range f.rows {
		if nc > 0 {
			add(f.rows[i].b, 5, i, i+1, 0, nc)
		}
	}
	for i := range f.sections {
		if s := &f.sections[i]; s.end > s.first && nc > 0 {
			add(s.b, 4, s.first, s.end, 0, nc)
		}
	}
	if nr > 0 {
		for i := range f.colBoxes {
			if cb := &f.colBoxes[i]; cb.end > cb.first && cb.end <= nc {
				rank := uint8(3)
				if cb.group {
					rank = 2
				}
				add(cb.b, rank, 0, nr, cb.first, cb.end)
			}
		}
		if nc > 0 {
			add(f.b, 1, 0, nr, 0, nc)
		}
	}
	// Edges inside of a cell are none.
	for i := range f.cells {
		c := &f.cells[i]
		for r := c.row; r < c.row+c.rows; r++ {
			for k := c.col + 1; k < c.col+c.cols; k++ {
				e.vertical[r*(nc+1)+k] = tableEdge{}
			}
		}
		for r := c.row + 1; r < c.row+c.rows; r++ {
			for k := c.col; k < c.col+c.cols; k++ {
				e.horizontal[r*nc+k] = tableEdge{}
			}
		}
	}
	around := func(r0, r1, c0, c1 int) (w geom.Edges) {
		for c := c0; c < c1; c++ {
			w.Top, w.Bottom = max(w.Top, e.horizontal[r0*nc+c].width), max(w.Bottom, e.horizontal[r1*nc+c].width)
		}
		var s, n geom.Unit
		for r := r0; r < r1; r++ {
			s, n = max(s, e.vertical[r*(nc+1)+c0].width), max(n, e.vertical[r*(nc+1)+c1].width)
		}
		w.Left, w.Right = s, n
		if f.rtl {
			w.Left, w.Right = n, s
		}
		return geom.Edges{Top: w.Top / 2, Right: w.Right / 2, Bottom: w.Bottom / 2, Left: w.Left / 2}
	}
	for i := range f.cells {
		c := &f.cells[i]
		e.cells[c.b] = around(c.row, c.row+c.rows, c.col, c.col+c.cols)
	}
	if nr > 0 && nc > 0 {
		e.table = around(0, nr, 0, nc)
	} else {
		w := borderWidths(f.st)
		e.table = geom.Edges{Top: w.Top / 2, Right: w.Right / 2, Bottom: w.Bottom / 2, Left: w.Left / 2}
	}
	return e
}

// collapsedEdges are the borders of a table with collapsed borders, resolved again when something in it changed.
func (p *pass) collapsedEdges(b BoxID) *tableEdges {
	t := p.t
	d := t.tables[b]
	l := &t.links[b]
	if d != nil && d.edges != nil && (l.flags&(flagDirty|flagChildDirty) == 0 || p.edgesAt[b] == p.block.pass) {
		return d.edges
	}
	depth := p.table.depth
	f := p.table.push()
	f.p, f.b = p, b
	f.build()
	e := f.collapsed()
	p.table.depth = depth
	if d == nil {
		d = &tableData{}
		if t.tables == nil {
			t.tables = map[BoxID]*tableData{}
		}
		t.tables[b] = d
	}
	d.edges = e
	if p.edgesAt == nil {
		p.edgesAt = map[BoxID]uint32{}
	}
	p.edgesAt[b] = p.block.pass
	return e
}

// tableOf is the table that a part of one lies in, 0 if none.
func (t *Tree) tableOf(b BoxID) BoxID {
	for b != 0 && t.links[b].kind != KindTable {
		b = t.links[b].parent
	}
	return b
}

// collapsedBorder is the part of the collapsed borders that a table or cell has; ok is false for separated borders.
func (p *pass) collapsedBorder(b BoxID) (e geom.Edges, ok bool) {
	t := p.t
	tb := t.tableOf(b)
	if tb == 0 || t.Style(tb).Text.BorderCollapse != style.BorderCollapseCollapse {
		return e, false
	}
	x := p.collapsedEdges(tb)
	if b == tb {
		return x.table, true
	}
	e, ok = x.cells[b]
	return e, ok
}

// keepTable stores what queries and paint ask of a table.
func (t *Tree) keepTable(f *table, grid geom.Rect) {
	d := t.tables[f.b]
	if d == nil {
		if grid.Y == 0 && len(f.captions) == 0 {
			return
		}
		d = &tableData{}
		if t.tables == nil {
			t.tables = map[BoxID]*tableData{}
		}
		t.tables[f.b] = d
	}
	d.grid = grid
	if !f.collapse {
		d.edges = nil
		return
	}
	o := f.p.contentOrigin(f.b)
	d.xs, d.ys = d.xs[:0], d.ys[:0]
	for i := range f.cols {
		c := &f.cols[i]
		x := c.x
		if f.rtl {
			x += c.w
		}
		d.xs = append(d.xs, o.X+x)
		if i == len(f.cols)-1 {
			if f.rtl {
				x -= c.w
			} else {
				x += c.w
			}
			d.xs = append(d.xs, o.X+x)
		}
	}
	for i := range f.sections {
		s := &f.sections[i]
		for k := s.first; k < s.end; k++ {
			d.ys = append(d.ys, s.y+f.rows[k].y)
			if k == len(f.rows)-1 {
				d.ys = append(d.ys, s.y+f.rows[k].y+f.rows[k].h)
			}
		}
	}
}

// TableGrid is the border box of the table grid, without captions, in the border box of a table: where its background and borders are
// painted.
func (t *Tree) TableGrid(b BoxID) geom.Rect {
	if d := t.tables[b]; d != nil && d.grid.W != 0 {
		return d.grid
	}
	return geom.Rect{W: t.geo[b].size.W, H: t.geo[b].size.H}
}

// Collapses reports whether b is a table, or a part of one, with collapsed borders: it paints no borders of its own, CollapsedBorders
// has them.
func (t *Tree) Collapses(b BoxID) bool {
	switch t.links[b].kind {
	case KindTable, KindTableCell, KindTableRow, KindTableRowGroup, KindTableColumn, KindTableColumnGroup:
	default:
		return false
	}
	tb := t.tableOf(b)
	return tb != 0 && t.Style(tb).Text.BorderCollapse == style.BorderCollapseCollapse
}

// BorderSide is a side of a box.
type BorderSide uint8

const (
	SideTop BorderSide = iota
	SideRight
	SideBottom
	SideLeft
)

// CollapsedBorder is a piece of a collapsed border: a line between two grid points of a table.
type CollapsedBorder struct {
	Rect     geom.Rect // what it covers, centered on the grid line, in the table's border box
	Vertical bool
	Box      BoxID      // whose border won: its style has colour and style
	Side     BorderSide // the side of that box
}

// CollapsedBorders visits the borders of a table with collapsed borders, row by row: horizontal edges, then vertical ones. Neighbouring
// pieces of one box's border are joined.
func (t *Tree) CollapsedBorders(b BoxID, yield func(c CollapsedBorder) bool) {
	d := t.tables[b]
	if d == nil || d.edges == nil || len(d.xs) != d.edges.cols+1 || len(d.ys) != d.edges.rows+1 {
		return
	}
	e := d.edges
	for r := 0; r <= e.rows; r++ {
		for c := 0; c < e.cols; {
			x := e.horizontal[r*e.cols+c]
			k := c + 1
			for k < e.cols && e.horizontal[r*e.cols+k] == x {
				k++
			}
			if x.width > 0 {
				x0, x1 := d.xs[c], d.xs[k]
				if e.rtl {
					x0, x1 = x1, x0
				}
				// The corners belong to it too.
				v0, v1 := geom.Unit(0), geom.Unit(0)
				for _, rr := range [2]int{r - 1, r} {
					if rr >= 0 && rr < e.rows {
						v0 = max(v0, e.vertical[rr*(e.cols+1)+c].width)
						v1 = max(v1, e.vertical[rr*(e.cols+1)+k].width)
					}
				}
				if e.rtl {
					v0, v1 = v1, v0
				}
				rect := geom.Rect{X: x0 - v0/2, Y: d.ys[r] - x.width/2, W: x1 - x0 + v0/2 + v1/2, H: x.width}
				if !yield(CollapsedBorder{Rect: rect, Box: x.box, Side: BorderSide(x.side)}) {
					return
				}
			}
			c = k
		}
	}
	for c := 0; c <= e.cols; c++ {
		for r := 0; r < e.rows; {
			x := e.vertical[r*(e.cols+1)+c]
			k := r + 1
			for k < e.rows && e.vertical[k*(e.cols+1)+c] == x {
				k++
			}
			if x.width > 0 {
				rect := geom.Rect{X: d.xs[c] - x.width/2, Y: d.ys[r], W: x.width, H: d.ys[k] - d.ys[r]}
				if !yield(CollapsedBorder{Rect: rect, Vertical: true, Box: x.box, Side: BorderSide(x.side)}) {
					return
				}
			}
			r = k
		}
	}
}

// containerBytes is what the tree keeps of tables, grids and columns beside their boxes.
func (t *Tree) containerBytes() (n int64) {
	for _, d := range t.tables {
		n += 96 + int64(cap(d.xs)+cap(d.ys))*4
		if e := d.edges; e != nil {
			n += int64(cap(e.vertical)+cap(e.horizontal))*12 + int64(len(e.cells))*40
		}
	}
	for _, d := range t.columns {
		n += 64 + int64(cap(d.sets))*48 + int64(cap(d.spanning))*4
	}
	for _, l := range t.fragments {
		n += 32 + int64(cap(l))*16
	}
	for _, d := range t.subgrids {
		n += 80 + int64(cap(d.sizes[0])+cap(d.sizes[1]))*4
	}
	for _, d := range t.grids {
		n += 24 + int64(unsafe.Sizeof(*d)) + int64(cap(d.Sizes[0])+cap(d.Sizes[1]))*4
	}
	return n + int64(len(t.areas))*40
}
