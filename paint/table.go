package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// tablePart paints the background of a row, row group, column or column group: behind each of its cells.
// https://drafts.csswg.org/css-tables-3/#drawing-cell-backgrounds
func (p *Painter) tablePart(b layout.BoxID, st *style.Computed) {
	if st.Flags&style.FlagHasBackground == 0 {
		return
	}
	t := p.tree
	d := decoration{box: p.borderBox(b), sides: allSides}
	d.resolve(st)
	plain := !hasImage(st.Background.Image)
	c := p.color(st, &st.Background.Color)
	cell := func(x layout.BoxID) {
		r := p.borderBox(x).Snap()
		if plain {
			p.list.FillRect(r, c)
			return
		}
		p.list.PushClipRect(r)
		p.background(st, &d)
		p.list.Pop()
	}
	row := func(r layout.BoxID) {
		for x := t.First(r); x != 0; x = t.Next(x) {
			if t.Kind(x) == layout.KindTableCell {
				cell(x)
			}
		}
	}
	switch t.Kind(b) {
	case layout.KindTableRow:
		row(b)
	case layout.KindTableRowGroup:
		for r := t.First(b); r != 0; r = t.Next(r) {
			row(r)
		}
	default:
		table := t.Parent(b)
		for table != 0 && t.Kind(table) != layout.KindTable {
			table = t.Parent(table)
		}
		col := p.borderBox(b)
		for g := t.First(table); g != 0; g = t.Next(g) {
			if t.Kind(g) != layout.KindTableRowGroup {
				continue
			}
			for r := t.First(g); r != 0; r = t.Next(r) {
				for x := t.First(r); x != 0; x = t.Next(x) {
					if t.Kind(x) != layout.KindTableCell {
						continue
					}
					// The cell's place is known once the walk has been there: columns come before rows, and it has been everywhere.
					if at := p.box[x].at.X; at >= col.X && at < col.Right() {
						cell(x)
					}
				}
			}
		}
	}
}

// collapsedBorders paints the borders that the cells of a table share.
// https://drafts.csswg.org/css-tables-3/#drawing-collapsed-borders
func (p *Painter) collapsedBorders(b layout.BoxID) {
	t := p.tree
	if p.box[b].flags&rowHidden != 0 {
		return
	}
	p.list.SetOwner(uint32(b))
	o := p.box[b].at
	t.CollapsedBorders(b, func(c layout.CollapsedBorder) bool {
		st := t.Style(c.Box)
		bd := st.Border
		var s style.BorderStyle
		var col *style.Color
		switch int(c.Side) {
		case top:
			s, col = bd.TopStyle, &bd.TopColor
		case right:
			s, col = bd.RightStyle, &bd.RightColor
		case bottom:
			s, col = bd.BottomStyle, &bd.BottomColor
		default:
			s, col = bd.LeftStyle, &bd.LeftColor
		}
		r := c.Rect.Move(o).Snap()
		w := r.H
		if c.Vertical {
			w = r.W
		}
		p.strip(r, c.Vertical, s, w, p.color(st, col))
		return true
	})
}

// strip paints a straight piece of a border.
func (p *Painter) strip(r geom.RectF, vertical bool, s style.BorderStyle, w float32, c list.Color) {
	part := func(from, to float32, c list.Color) {
		if vertical {
			p.list.FillRect(geom.RectF{X: r.X + from, Y: r.Y, W: to - from, H: r.H}, c)
		} else {
			p.list.FillRect(geom.RectF{X: r.X, Y: r.Y + from, W: r.W, H: to - from}, c)
		}
	}
	first, second := top, bottom
	if vertical {
		first, second = left, right
	}
	switch s {
	case style.BorderStyleNone, style.BorderStyleHidden:
	case style.BorderStyleDotted, style.BorderStyleDashed:
		row := list.LineRow{Thickness: w, Color: c, Style: list.DashedLine}
		if s == style.BorderStyleDotted {
			row.Style = list.DottedLine
		}
		if vertical {
			row.P0, row.P1 = geom.PointF{X: r.X + w/2, Y: r.Y}, geom.PointF{X: r.X + w/2, Y: r.Bottom()}
		} else {
			row.P0, row.P1 = geom.PointF{X: r.X, Y: r.Y + w/2}, geom.PointF{X: r.Right(), Y: r.Y + w/2}
		}
		p.list.Line(row)
	case style.BorderStyleDouble:
		if w < 3 {
			part(0, w, c)
			return
		}
		part(0, third(w), c)
		part(w-third(w), w, c)
	case style.BorderStyleGroove, style.BorderStyleOutset: // outset is as groove, inset as ridge
		part(0, ceil32(w/2), sideColor(style.BorderStyleInset, first, c))
		part(ceil32(w/2), w, sideColor(style.BorderStyleInset, second, c))
	case style.BorderStyleRidge, style.BorderStyleInset:
		part(0, ceil32(w/2), sideColor(style.BorderStyleOutset, first, c))
		part(ceil32(w/2), w, sideColor(style.BorderStyleOutset, second, c))
	default:
		part(0, w, c)
	}
}
