package layout

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// edges writes b's margins, borders and paddings. Automatic margins are 0 here; percentages refer to pctW, and are 0 when
// that is indefinite.
func (p *pass) edges(b BoxID, pctW geom.Unit) {
	p.t.opt.Stop.Poll()
	t := p.t
	g := &t.geo[b]
	l := &t.links[b]
	s := t.Style(b)
	if l.flags&FlagAnonymous != 0 && l.kind != KindTable && l.kind != KindTableCell {
		return
	}
	basis := pctW
	if basis == Indefinite {
		basis = 0
	}
	sur := s.Surround
	switch l.kind {
	case KindFrameset:
		if t.inFrameset(b) {
			return
		}
		g.margin = geom.Edges{Top: sur.MarginTop.Resolve(basis), Right: sur.MarginRight.Resolve(basis),
			Bottom: sur.MarginBottom.Resolve(basis), Left: sur.MarginLeft.Resolve(basis)}
		return
	case KindTableRow, KindTableRowGroup, KindTableColumn, KindTableColumnGroup:
		g.margin, g.border, g.padding = geom.Edges{}, geom.Edges{}, geom.Edges{}
		return
	case KindTableCell:
		g.margin = geom.Edges{}
	default:
		g.margin = geom.Edges{Top: sur.MarginTop.Resolve(basis), Right: sur.MarginRight.Resolve(basis),
			Bottom: sur.MarginBottom.Resolve(basis), Left: sur.MarginLeft.Resolve(basis)}
	}
	g.padding = geom.Edges{Top: max(0, sur.PaddingTop.Resolve(basis)), Right: max(0, sur.PaddingRight.Resolve(basis)),
		Bottom: max(0, sur.PaddingBottom.Resolve(basis)), Left: max(0, sur.PaddingLeft.Resolve(basis))}
	g.border = borderWidths(s)
	if l.flags&FlagScrollbarY != 0 { // classic scrollbars stand between border and padding
		if l.flags&FlagRTL != 0 {
			g.padding.Left += scrollbarWidth
		} else {
			g.padding.Right += scrollbarWidth
		}
	}
	if l.flags&FlagScrollbarX != 0 {
		g.padding.Bottom += scrollbarWidth
	}
	if (l.kind == KindTable || l.kind == KindTableCell) && s.Text.BorderCollapse == style.BorderCollapseCollapse {
		if e, ok := p.collapsedBorder(b); ok {
			g.border = e
		}
		if l.kind == KindTable {
			g.padding = geom.Edges{}
		}
	}
}

// scrollbarWidth is what a classic scrollbar takes. It is counted as padding of its box.
const scrollbarWidth = 15 * geom.One

func borderWidths(s *style.Computed) geom.Edges {
	b := s.Border
	return geom.Edges{Top: lineWidth(b.TopWidth, b.TopStyle), Right: lineWidth(b.RightWidth, b.RightStyle),
		Bottom: lineWidth(b.BottomWidth, b.BottomStyle), Left: lineWidth(b.LeftWidth, b.LeftStyle)}
}

func lineWidth(w float32, s style.BorderStyle) geom.Unit {
	if s <= style.BorderStyleHidden {
		return 0
	}
	return geom.FromPx(w)
}

// frame is the sum of b's borders and paddings in each axis.
func (p *pass) frame(b BoxID) geom.Size {
	g := &p.t.geo[b]
	return geom.Size{W: g.border.Left + g.border.Right + g.padding.Left + g.padding.Right,
		H: g.border.Top + g.border.Bottom + g.padding.Top + g.padding.Bottom}
}

// bars is the room that b's scrollbars take.
func (t *Tree) bars(b BoxID) (s geom.Size) {
	f := t.links[b].flags
	if f&FlagScrollbarY != 0 {
		s.W = scrollbarWidth
	}
	if f&FlagScrollbarX != 0 {
		s.H = scrollbarWidth
	}
	return s
}

// contentOrigin is where b's content box stands in its border box.
func (p *pass) contentOrigin(b BoxID) geom.Point {
	g := &p.t.geo[b]
	o := geom.Point{X: g.border.Left + g.padding.Left, Y: g.border.Top + g.padding.Top}
	if f := p.t.links[b].flags; f&FlagScrollbarY != 0 && f&FlagRTL != 0 { // a scrollbar is no wider than its box
		o.X -= scrollbarWidth - max(0, min(scrollbarWidth, g.size.W-g.border.Left-g.border.Right))
	}
	return o
}

// sizes are the size properties of a box as border-box sizes. W and H are Indefinite where the property behaves as auto;
// maxima are geom.Max where there is none.
type sizes struct {
	W, MinW, MaxW geom.Unit
	H, MinH, MaxH geom.Unit
	Ratio         ratio // preferred aspect ratio, if any
}

// ratio is a preferred aspect ratio of the border box (frame = 0) or the content box.
type ratio struct {
	w, h  float32
	frame geom.Size // what the box adds around the box that the ratio is of
}

func (r ratio) ok() bool { return r.w > 0 && r.h > 0 }

// width of the border box that goes with a border-box height.
func (r ratio) width(h geom.Unit) geom.Unit {
	return geom.Unit(float64(max(0, h-r.frame.H))*float64(r.w)/float64(r.h)) + r.frame.W
}

// height of the border box that goes with a border-box width.
func (r ratio) height(w geom.Unit) geom.Unit {
	return geom.Unit(float64(max(0, w-r.frame.W))*float64(r.h)/float64(r.w)) + r.frame.H
}

// clampW is w within the width's minimum and maximum.
func (s *sizes) clampW(w geom.Unit) geom.Unit { return max(min(w, s.MaxW), s.MinW) }

// clampH is h within the height's minimum and maximum.
func (s *sizes) clampH(h geom.Unit) geom.Unit { return max(min(h, s.MaxH), s.MinH) }

// sizes resolves the size properties of b. Its edges must have been written.
// https://drafts.csswg.org/css-sizing-3/
func (p *pass) sizes(b BoxID, c *Constraints) sizes {
	st := p.style(b)
	bx := st.Box
	f := p.frame(b)
	bars := p.t.bars(b)
	f.W, f.H = f.W-bars.W, f.H-bars.H // scrollbars take their room from the content
	z := sizes{W: p.sizeW(b, st, bx.Width, c, f), H: p.sizeH(b, bx.Height, c, f), MinW: f.W, MaxW: geom.Max, MinH: f.H, MaxH: geom.Max}
	if v := p.sizeW(b, st, bx.MinWidth, c, f); v != Indefinite {
		z.MinW = v
	}
	if v := p.sizeW(b, st, bx.MaxWidth, c, f); v != Indefinite {
		z.MaxW = v
	}
	if v := p.sizeH(b, bx.MinHeight, c, f); v != Indefinite {
		z.MinH = v
	}
	if v := p.sizeH(b, bx.MaxHeight, c, f); v != Indefinite {
		z.MaxH = v
	}
	if c.Flags&ContentH != 0 {
		z.H, z.MinH, z.MaxH = Indefinite, f.H, geom.Max
	}
	if a := bx.AspectRatio; a.W > 0 && a.H > 0 {
		z.Ratio = ratio{w: a.W, h: a.H}
		if bx.BoxSizing == style.BoxSizingContentBox || a.Auto {
			z.Ratio.frame = f
		}
	}
	return z
}

// sizeW is a width property as a border-box width, Indefinite where it behaves as auto (or none).
func (p *pass) sizeW(b BoxID, st *style.Computed, l style.Length, c *Constraints, f geom.Size) geom.Unit {
	switch l.Kind {
	case style.LengthFixed, style.LengthCalc:
		if l.HasPercent() && c.PctW == Indefinite {
			return Indefinite
		}
		v := max(0, l.Resolve(c.PctW))
		if st.Box.BoxSizing == style.BoxSizingContentBox {
			return v + f.W
		}
		return max(v, f.W)
	case style.LengthMinContent:
		mn, _ := p.minMax(b)
		return mn + p.frame(b).W
	case style.LengthMaxContent:
		_, mx := p.minMax(b)
		return mx + p.frame(b).W
	case style.LengthFitContent:
		if l.HasLimit {
			mn, mx := p.minMax(b)
			if l.Percent != 0 && c.PctW == Indefinite {
				return mx + f.W
			}
			return max(mn, min(mx, l.Resolve(c.PctW))) + f.W
		}
		return p.fitContent(b, c)
	case style.LengthStretch:
		if c.AvailW == Indefinite {
			return Indefinite
		}
		m := &p.t.geo[b].margin
		return max(f.W, c.AvailW-m.Left-m.Right)
	}
	return Indefinite
}

// sizeH is a height property as a border-box height, Indefinite where it behaves as auto.
func (p *pass) sizeH(b BoxID, l style.Length, c *Constraints, f geom.Size) geom.Unit {
	switch l.Kind {
	case style.LengthFixed, style.LengthCalc:
		if l.HasPercent() && c.PctH == Indefinite {
			return Indefinite
		}
		v := max(0, l.Resolve(c.PctH))
		if p.style(b).Box.BoxSizing == style.BoxSizingContentBox {
			return v + f.H
		}
		return max(v, f.H)
	case style.LengthStretch:
		if c.AvailH == Indefinite {
			return Indefinite
		}
		m := &p.t.geo[b].margin
		return max(f.H, c.AvailH-m.Top-m.Bottom)
	}
	return Indefinite
}

// fitContent is the shrink-to-fit border-box width of b in c's available width.
func (p *pass) fitContent(b BoxID, c *Constraints) geom.Unit {
	f := p.frame(b)
	mn, mx := p.minMax(b)
	switch {
	case c.Flags&MinContent != 0:
		return mn + f.W
	case c.AvailW == Indefinite:
		return mx + f.W
	}
	m := &p.t.geo[b].margin
	return max(mn, min(mx, c.AvailW-m.Left-m.Right-f.W)) + f.W
}

// minMax is the min-content and max-content width of b's content box, whatever its width property. Kept until b or a descendant changes.
func (p *pass) minMax(b BoxID) (mn, mx geom.Unit) {
	t := p.t
	if s := &t.saved[b]; s.minContent != Indefinite {
		return s.minContent, s.maxContent
	}
	if w, ok := containedWidth(t.recs[b].Content); ok && t.links[b].kind != KindInline {
		mn, mx = w, w
	} else if f := intrinsics[t.links[b].kind]; f != nil {
		mn, mx = f(p, b)
	}
	mx = max(mn, mx)
	s := &t.saved[b]
	s.minContent, s.maxContent = mn, mx
	return mn, mx
}

// contribution is the min-content and max-content contribution of b's margin box to the width of its container: its own width, minimum and
// maximum apply; percentages of what is not known count as auto. https://drafts.csswg.org/css-sizing-3/#intrinsic-contribution
func (p *pass) contribution(b BoxID) (mn, mx geom.Unit) {
	mn, mx = p.contributionBorder(b)
	m := &p.t.geo[b].margin
	return mn + m.Left + m.Right, mx + m.Left + m.Right
}

// contributionBorder is contribution of the border box. It writes b's edges, percentages as 0.
func (p *pass) contributionBorder(b BoxID) (mn, mx geom.Unit) {
	t := p.t
	p.edges(b, Indefinite)
	f := p.frame(b)
	st := p.style(b)
	bx := st.Box
	c := Free()
	bars := t.bars(b)
	all := f
	f.W, f.H = f.W-bars.W, f.H-bars.H
	w := p.sizeW(b, st, bx.Width, &c, f)
	if w == Indefinite && bx.AspectRatio.W > 0 && bx.Height.IsLength() && !bx.Height.HasPercent() && t.links[b].kind != KindReplaced {
		z := p.sizes(b, &c)
		w = z.Ratio.width(z.clampH(z.H))
	}
	if w != Indefinite {
		mn, mx = w, w
	} else {
		mn, mx = p.minMax(b)
		mn, mx = mn+all.W, mx+all.W
		if t.links[b].flags&FlagReplaced != 0 && (bx.Width.HasPercent() || bx.MaxWidth.HasPercent()) {
			mn = f.W // compressible: https://drafts.csswg.org/css-sizing-3/#min-content-contribution
		}
	}
	if v := p.sizeW(b, st, bx.MaxWidth, &c, f); v != Indefinite {
		mn, mx = min(mn, v), min(mx, v)
	}
	if v := p.sizeW(b, st, bx.MinWidth, &c, f); v != Indefinite {
		mn, mx = max(mn, v), max(mx, v)
	}
	return mn, mx
}

// relativeOffset is how far position: relative moves b.
// https://drafts.csswg.org/css-position-3/#relpos-insets
func (p *pass) relativeOffset(b BoxID, cb geom.Size) (d geom.Point) {
	bx := p.style(b).Box
	known := func(l style.Length, basis geom.Unit) bool {
		return l.IsLength() && !(l.HasPercent() && basis == Indefinite)
	}
	l, r := known(bx.Left, cb.W), known(bx.Right, cb.W)
	rtl := false
	if parent := p.t.links[b].parent; parent != 0 {
		rtl = p.t.links[parent].flags&FlagRTL != 0
	}
	switch {
	case l && !(r && rtl):
		d.X = bx.Left.Resolve(cb.W)
	case r:
		d.X = -bx.Right.Resolve(cb.W)
	}
	switch {
	case known(bx.Top, cb.H):
		d.Y = bx.Top.Resolve(cb.H)
	case known(bx.Bottom, cb.H):
		d.Y = -bx.Bottom.Resolve(cb.H)
	}
	return d
}
