package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// edge is a side of a border.
type edge struct {
	style style.BorderStyle
	width float32
	color list.Color
}

func (e *edge) visible() bool {
	return e.style > style.BorderStyleHidden && e.width > 0 && e.color.Alpha() != 0
}

// Sides by index.
const (
	top = iota
	right
	bottom
	left
)

// border paints the four sides. https://drafts.csswg.org/css-backgrounds/#borders
func (p *Painter) border(st *style.Computed, d *decoration) {
	b := st.Border
	e := [4]edge{
		{b.TopStyle, d.w[top], 0}, {b.RightStyle, d.w[right], 0}, {b.BottomStyle, d.w[bottom], 0}, {b.LeftStyle, d.w[left], 0},
	}
	for i, c := range [4]*style.Color{&b.TopColor, &b.RightColor, &b.BottomColor, &b.LeftColor} {
		if d.sides&(1<<i) == 0 {
			e[i].width = 0
		}
		if e[i].style > style.BorderStyleHidden && e[i].width > 0 {
			if e[i].color = p.color(st, c); c.Kind == css.ColorCurrent && e[i].style >= style.BorderStyleGroove {
				e[i].color = 0xeeeeeeff // Chromium: shaded borders do not take the text's colour
			}
		}
	}
	p.borderEdges(d.outer, d.inner, &e)
}

// borderEdges paints a border between two edges.
func (p *Painter) borderEdges(outer, inner list.RRect, e *[4]edge) {
	seen, same := 0, true
	first := -1
	for i := range e {
		if e[i].width <= 0 || e[i].style <= style.BorderStyleHidden {
			continue
		}
		seen++
		if first < 0 {
			first = i
		}
		same = same && e[i].style == e[first].style && e[i].color == e[first].color
	}
	if seen == 0 {
		return
	}
	if same {
		if e[first].color.Alpha() == 0 {
			return
		}
		switch e[first].style {
		case style.BorderStyleSolid:
			p.list.FillDRRect(outer, inner, e[first].color)
			return
		case style.BorderStyleDouble:
			p.doubleBorder(outer, inner, e, e[first].color)
			return
		}
	}
	for _, i := range [4]int{top, bottom, left, right} {
		if e[i].visible() {
			p.side(outer, inner, e, i)
		}
	}
}

// columnRules paints the rules between the columns of b. https://drafts.csswg.org/css-multicol-1/#column-gaps-and-rules
func (p *Painter) columnRules(b layout.BoxID) {
	st := p.tree.Style(b)
	if p.box[b].flags&rowHidden != 0 {
		return
	}
	p.list.SetOwner(uint32(b))
	rule := edge{st.Column.RuleStyle, 0, p.color(st, &st.Column.RuleColor)}
	switch rule.style {
	case style.BorderStyleInset:
		rule.style = style.BorderStyleRidge
	case style.BorderStyleOutset:
		rule.style = style.BorderStyleGroove
	}
	o := p.contentOrigin(b)
	p.tree.ColumnRules(b, func(r geom.Rect) bool {
		outer := list.RRect{Rect: r.Move(o).Snap()}
		inner := outer
		rule.width = outer.Rect.W
		inner.Rect.X, inner.Rect.W = outer.Rect.Right(), 0
		p.borderEdges(outer, inner, &[4]edge{left: rule})
		return true
	})
}

// third is the width of the two lines of a double border.
func third(w float32) float32 { return floor32((w + 1) / 3) }

func (p *Painter) doubleBorder(outer, inner list.RRect, e *[4]edge, c list.Color) {
	if e[top].width < 3 && e[right].width < 3 && e[bottom].width < 3 && e[left].width < 3 {
		p.list.FillDRRect(outer, inner, c)
		return
	}
	w := [4]float32{third(e[top].width), third(e[right].width), third(e[bottom].width), third(e[left].width)}
	p.list.FillDRRect(outer, outer.Inset(w[0], w[1], w[2], w[3]), c)
	p.list.FillDRRect(outer.Inset(e[0].width-w[0], e[1].width-w[1], e[2].width-w[2], e[3].width-w[3]), inner, c)
}

// side paints one side, cut off at the mitres.
func (p *Painter) side(outer, inner list.RRect, e *[4]edge, i int) {
	s := &e[i]
	round := !outer.IsRect()
	switch s.style {
	case style.BorderStyleDotted, style.BorderStyleDashed:
		if !round {
			p.dashedSide(outer.Rect, e, i)
			return
		}
		p.pushMitre(outer, inner, i)
		p.roundDashes(outer, s)
		p.list.Pop()
		return
	case style.BorderStyleDouble:
		if s.width >= 3 {
			p.pushMitre(outer, inner, i)
			p.doubleBorder(outer, inner, e, s.color)
			p.list.Pop()
			return
		}
	case style.BorderStyleGroove, style.BorderStyleRidge:
		a, b := sideColor(style.BorderStyleInset, i, s.color), sideColor(style.BorderStyleOutset, i, s.color)
		if s.style == style.BorderStyleRidge {
			a, b = b, a
		}
		half := func(w float32) float32 { return ceil32(w / 2) }
		mid := outer.Inset(half(e[0].width), half(e[1].width), half(e[2].width), half(e[3].width))
		if round || a != b && s.width < 2 {
			p.pushMitre(outer, inner, i)
			p.list.FillDRRect(outer, mid, a)
			p.list.FillDRRect(mid, inner, b)
			p.list.Pop()
			return
		}
		p.fillSide(outer.Rect, mid.Rect, e, i, a)
		p.fillSide(mid.Rect, inner.Rect, e, i, b)
		return
	}
	c := s.color
	if s.style == style.BorderStyleInset || s.style == style.BorderStyleOutset {
		c = sideColor(s.style, i, c)
	}
	if round {
		p.pushMitre(outer, inner, i)
		p.list.FillDRRect(outer, inner, c)
		p.list.Pop()
		return
	}
	p.fillSide(outer.Rect, inner.Rect, e, i, c)
}

// fillSide fills a side of straight edges: a rectangle where the neighbours have no width or the same look, else a trapezium.
func (p *Painter) fillSide(o, n geom.RectF, e *[4]edge, i int, c list.Color) {
	prev, next := &e[(i+3)%4], &e[(i+1)%4]
	if prev.width <= 0 && next.width <= 0 {
		switch i {
		case top:
			p.list.FillRect(geom.RectF{X: o.X, Y: o.Y, W: o.W, H: n.Y - o.Y}, c)
		case right:
			p.list.FillRect(geom.RectF{X: n.Right(), Y: o.Y, W: o.Right() - n.Right(), H: o.H}, c)
		case bottom:
			p.list.FillRect(geom.RectF{X: o.X, Y: n.Bottom(), W: o.W, H: o.Bottom() - n.Bottom()}, c)
		case left:
			p.list.FillRect(geom.RectF{X: o.X, Y: o.Y, W: n.X - o.X, H: o.H}, c)
		}
		return
	}
	p.path.Reset()
	p.mitre(o, n, i)
	p.list.FillPath(p.list.AddPath(&p.path), false, list.Paint{Color: c})
}

// mitre adds the area of a side to p.path: from the corners of the border edge to those of the padding edge.
func (p *Painter) mitre(o, n geom.RectF, i int) {
	ox := [4]float32{o.X, o.Right(), o.Right(), o.X}
	oy := [4]float32{o.Y, o.Y, o.Bottom(), o.Bottom()}
	nx := [4]float32{n.X, n.Right(), n.Right(), n.X}
	ny := [4]float32{n.Y, n.Y, n.Bottom(), n.Bottom()}
	j := (i + 1) % 4
	p.path.MoveTo(ox[i], oy[i])
	p.path.LineTo(ox[j], oy[j])
	p.path.LineTo(nx[j], ny[j])
	p.path.LineTo(nx[i], ny[i])
	p.path.Close()
}

// pushMitre clips to a side of a border with round corners: the lines between the sides go on to where they meet.
func (p *Painter) pushMitre(outer, inner list.RRect, i int) {
	o, n := outer.Rect, inner.Rect
	p.path.Reset()
	ox := [4]float32{o.X, o.Right(), o.Right(), o.X}
	oy := [4]float32{o.Y, o.Y, o.Bottom(), o.Bottom()}
	nx := [4]float32{n.X, n.Right(), n.Right(), n.X}
	ny := [4]float32{n.Y, n.Y, n.Bottom(), n.Bottom()}
	j := (i + 1) % 4
	cx, cy := n.X+n.W/2, n.Y+n.H/2
	// Lengthen the lines from the outer through the inner corner to the middle of the box, so that the whole curve is within.
	reach := func(k int) (x, y float32) {
		dx, dy := nx[k]-ox[k], ny[k]-oy[k]
		f := float32(math.Inf(1))
		if dx != 0 {
			f = min(f, (cx-ox[k])/dx)
		}
		if dy != 0 {
			f = min(f, (cy-oy[k])/dy)
		}
		if f != f || f > 1e6 || f < 1 {
			return nx[k], ny[k]
		}
		return ox[k] + dx*f, oy[k] + dy*f
	}
	p.path.MoveTo(ox[i], oy[i])
	p.path.LineTo(ox[j], oy[j])
	x, y := reach(j)
	p.path.LineTo(x, y)
	x, y = reach(i)
	p.path.LineTo(x, y)
	p.path.Close()
	p.list.PushClipPath(p.list.AddPath(&p.path), false)
}

// dashedSide draws a dotted or dashed side along the middle of a straight border.
func (p *Painter) dashedSide(o geom.RectF, e *[4]edge, i int) {
	s := &e[i]
	row := list.LineRow{Thickness: s.width, Color: s.color, Style: list.DashedLine}
	if s.style == style.BorderStyleDotted {
		row.Style = list.DottedLine
	}
	h := s.width / 2
	switch i {
	case top:
		row.P0, row.P1 = geom.PointF{X: o.X, Y: o.Y + h}, geom.PointF{X: o.Right(), Y: o.Y + h}
	case right:
		row.P0, row.P1 = geom.PointF{X: o.Right() - h, Y: o.Y}, geom.PointF{X: o.Right() - h, Y: o.Bottom()}
	case bottom:
		row.P0, row.P1 = geom.PointF{X: o.X, Y: o.Bottom() - h}, geom.PointF{X: o.Right(), Y: o.Bottom() - h}
	case left:
		row.P0, row.P1 = geom.PointF{X: o.X + h, Y: o.Y}, geom.PointF{X: o.X + h, Y: o.Bottom()}
	}
	if row.Style == list.DottedLine && s.width == 1 {
		p.fineDots(row)
		return
	}
	p.list.Line(row)
}

// fineDots draws a dotted line of 1 px as Chromium does: a px at each end, and every second one between them from the second on.
func (p *Painter) fineDots(row list.LineRow) {
	dx, dy := row.P1.X-row.P0.X, row.P1.Y-row.P0.Y
	length := dx + dy
	if length < 4 {
		p.list.Line(row)
		return
	}
	px := func(at float32) {
		if dy == 0 {
			p.list.FillRect(geom.RectF{X: row.P0.X + at, Y: row.P0.Y - 0.5, W: 1, H: 1}, row.Color)
		} else {
			p.list.FillRect(geom.RectF{X: row.P0.X - 0.5, Y: row.P0.Y + at, W: 1, H: 1}, row.Color)
		}
	}
	px(0)
	px(length - 1)
	n := length - 2
	if int(n)%2 == 0 {
		n--
	}
	in := row
	if dy == 0 {
		in.P0.X, in.P1.X = row.P0.X+1, row.P0.X+1+n
	} else {
		in.P0.Y, in.P1.Y = row.P0.Y+1, row.P0.Y+1+n
	}
	p.list.Line(in)
}

// roundDashes strokes the middle of a border with round corners.
func (p *Painter) roundDashes(outer list.RRect, s *edge) {
	mid := outer.Inset(s.width/2, s.width/2, s.width/2, s.width/2)
	p.path.Reset()
	p.path.RRect(mid)
	length := 2 * (mid.Rect.W + mid.Rect.H)
	for _, c := range mid.Radii {
		length -= (c.X + c.Y) * (1 - math.Pi/4)
	}
	stroke := list.Stroke{Width: s.width}
	on, gap := 2*s.width, s.width
	if s.style == style.BorderStyleDotted {
		if s.width > 3 {
			on, gap = 0.01, 2*s.width
			stroke.Cap = list.RoundCap
		} else {
			on, gap = s.width, s.width
		}
	} else if s.width < 3 {
		on, gap = 3*s.width, 2*s.width
	}
	if n := floor32(length / (on + gap)); n >= 1 { // whole dashes around, with the gap that is nearer
		wide, narrow := length/n-on, length/(n+1)-on
		if narrow <= 0 || wide-gap < gap-narrow {
			gap = wide
		} else {
			gap = narrow
		}
	}
	p.list.StrokePath(p.list.AddPath(&p.path), stroke, list.Paint{Color: s.color}, on, gap)
}

// sideColor is what Chromium makes of a colour for a side of an inset or outset border: darker on the sides in the shade, lighter on the
// others; a very dark colour is made lighter first.
func sideColor(s style.BorderStyle, i int, c list.Color) list.Color {
	r, g, b, _ := c.Channels()
	dist := func(from uint8) int {
		x, y, z := int(r)-int(from), int(g)-int(from), int(b)-int(from)
		return x*x + y*y + z*z
	}
	dim := dist(0) <= 3*0x20*0x20
	if (i == top || i == left) == (s == style.BorderStyleInset) {
		if dim {
			return lightened(c)
		}
		return darkened(c)
	}
	if dim {
		c = lightened(c)
	}
	if dist(255) <= 3*0x14*0x14 {
		return c
	}
	return lightened(c)
}

func lightened(c list.Color) list.Color {
	r, g, b, a := c.Channels()
	v := max(r, g, b)
	if v == 0 {
		return list.RGBA(0x54, 0x54, 0x54, a)
	}
	f := float32(v) / 255
	k := min(1, f+0.33) / f
	return list.RGBA(scaled(r, k), scaled(g, k), scaled(b, k), a)
}

func scaled(v uint8, k float32) uint8 { return uint8(min(255, float32(v)/255*k*255.99998)) }

func darkened(c list.Color) list.Color {
	r, g, b, a := c.Channels()
	if r == 255 && g == 255 && b == 255 {
		return list.RGBA(0xab, 0xab, 0xab, a)
	}
	v := float32(max(r, g, b)) / 255
	if v == 0 {
		return c
	}
	k := max(0, (v-0.33)/v)
	return list.RGBA(scaled(r, k), scaled(g, k), scaled(b, k), a)
}

// borderImage paints border-image and reports whether there was an image. https://drafts.csswg.org/css-backgrounds/#border-images
func (p *Painter) borderImage(st *style.Computed, d *decoration) bool {
	b := st.Border
	pic, ok := p.picture(&b.ImageSource)
	if !ok {
		return false
	}
	id, w, h := pic.ID, pic.W, pic.H
	box := d.outer.Rect
	side := func(l *style.Length, i int, basis float32) float32 {
		if l.Kind == style.LengthNumber {
			return l.Px * d.w[i]
		}
		return l.ResolvePx(basis)
	}
	o := &b.ImageOutset
	ot, or, ob, ol := side(&o.Top, top, 0), side(&o.Right, right, 0), side(&o.Bottom, bottom, 0), side(&o.Left, left, 0)
	box = geom.RectF{X: box.X - ol, Y: box.Y - ot, W: box.W + ol + or, H: box.H + ot + ob}
	if !(w > 0 && h > 0) { // a gradient is as large as the image area
		w, h = box.W, box.H
	}
	slice := func(l *style.Length, basis float32) float32 {
		if l.Kind == style.LengthNumber {
			return min(l.Px, basis)
		}
		return min(l.ResolvePx(basis), basis)
	}
	s := &b.ImageSlice
	s4 := [4]float32{slice(&s.Top, h), slice(&s.Right, w), slice(&s.Bottom, h), slice(&s.Left, w)}
	iw := &b.ImageWidth
	var w4 [4]float32
	for i, l := range [4]*style.Length{&iw.Top, &iw.Right, &iw.Bottom, &iw.Left} {
		basis := box.H
		if i == right || i == left {
			basis = box.W
		}
		if l.IsAuto() {
			w4[i] = s4[i]
			if b.ImageSource.Kind != style.ImageURL {
				w4[i] = d.w[i]
			}
		} else {
			w4[i] = side(l, i, basis)
		}
	}
	if pic.Vector != nil { // from here on in pixels
		var pw, ph float32
		if id, pw, ph = pic.Vector.Bitmap(w, h); id == 0 {
			return false
		}
		s4[top], s4[bottom], s4[left], s4[right] = s4[top]*ph/h, s4[bottom]*ph/h, s4[left]*pw/w, s4[right]*pw/w
		w, h = pw, ph
	}
	if f := min(box.W/max(w4[left]+w4[right], 1e-6), box.H/max(w4[top]+w4[bottom], 1e-6)); f < 1 {
		for i := range w4 {
			w4[i] *= f
		}
	}
	var x0, y0 = [4]float32{box.X, box.X + w4[left], box.Right() - w4[right], box.Right()}, [4]float32{box.Y, box.Y + w4[top], box.Bottom() - w4[bottom], box.Bottom()}
	sx, sy := [4]float32{0, s4[left], w - s4[right], w}, [4]float32{0, s4[top], h - s4[bottom], h}
	rx, ry := style.BorderImageRepeatOf(b.ImageRepeat)
	for row := range 3 {
		for col := range 3 {
			if row == 1 && col == 1 && !s.Fill {
				continue
			}
			dst := geom.RectF{X: x0[col], Y: y0[row], W: x0[col+1] - x0[col], H: y0[row+1] - y0[row]}
			src := geom.RectF{X: sx[col], Y: sy[row], W: sx[col+1] - sx[col], H: sy[row+1] - sy[row]}
			if dst.Empty() || src.Empty() {
				continue
			}
			tw, th := dst.W, dst.H
			kx, ky := uint8(0), uint8(0)
			if col == 1 {
				kx = rx
				switch {
				case row == 0:
					tw = src.W * w4[top] / src.H
				case row == 2:
					tw = src.W * w4[bottom] / src.H
				case w4[top] > 0 && s4[top] > 0:
					tw = src.W * w4[top] / s4[top]
				case w4[bottom] > 0 && s4[bottom] > 0:
					tw = src.W * w4[bottom] / s4[bottom]
				default:
					tw = src.W
				}
			}
			if row == 1 {
				ky = ry
				switch {
				case col == 0:
					th = src.H * w4[left] / src.W
				case col == 2:
					th = src.H * w4[right] / src.W
				case w4[left] > 0 && s4[left] > 0:
					th = src.H * w4[left] / s4[left]
				case w4[right] > 0 && s4[right] > 0:
					th = src.H * w4[right] / s4[right]
				default:
					th = src.H
				}
			}
			t := list.Tiling{Dest: dst, Tile: dst}
			t.Tile.X, t.Tile.W, t.StepX = repeatAlong(kx, dst.X, dst.W, tw)
			t.Tile.Y, t.Tile.H, t.StepY = repeatAlong(ky, dst.Y, dst.H, th)
			if b.ImageSource.Kind == style.ImageURL {
				k := float32(1)
				if r := b.ImageSource.Resolution; r > 0 {
					k = r
				}
				p.list.DrawImage(id, geom.RectF{X: src.X * k, Y: src.Y * k, W: src.W * k, H: src.H * k}, t, quality(st))
				continue
			}
			// A part of a gradient: the whole in a space where the part fills the tile.
			p.list.PushClipRect(dst)
			fx, fy := t.Tile.W/src.W, t.Tile.H/src.H
			p.list.PushTransform(geom.Matrix{A: float64(fx), D: float64(fy), E: float64(t.Tile.X - src.X*fx), F: float64(t.Tile.Y - src.Y*fy)})
			all := geom.RectF{W: w, H: h}
			p.list.DrawGradient(p.gradient(st, &b.ImageSource, w, h), list.Tiling{Dest: all, Tile: all})
			p.list.Pop()
			p.list.Pop()
		}
	}
	return true
}

// repeatAlong is where tiles of a size go along one axis: stretch 0, repeat 1, round 2, space 3.
func repeatAlong(kind uint8, at, length, size float32) (tileAt, tile, step float32) {
	if !(size > 0) {
		return at, length, 0
	}
	switch kind {
	case 1:
		return at + (length-size)/2, size, size
	case 2:
		n := max(1, round32(length/size))
		return at, length / n, length / n
	case 3:
		n := floor32(length / size)
		if n < 1 {
			return at, 0, 0
		}
		gap := (length - n*size) / (n + 1)
		return at + gap, size, size + gap
	}
	return at, length, 0
}

// outlineAround paints an outline. https://drafts.csswg.org/css-ui/#outline-props
func (p *Painter) outlineAround(st *style.Computed, box list.RRect) {
	c := st.Content
	w := c.OutlineWidth
	col := p.color(st, &st.Font.Color)
	if !c.OutlineColor.Auto {
		col = p.color(st, &c.OutlineColor.Color)
	} else if c.OutlineStyle == style.BorderStyleAuto {
		col = 0x101010ff
	}
	s := c.OutlineStyle
	off := c.OutlineOffset
	if m := min(box.Rect.W, box.Rect.H) / 2; off < -m {
		off = -m
	}
	if s == style.BorderStyleAuto { // Chromium's focus ring: it also covers a px within the edge
		outer := box.Outset(off + w)
		if box.IsRect() {
			outer = roundRect(outer.Rect, w+2)
		}
		p.list.FillDRRect(outer, outer.Inset(w+1, w+1, w+1, w+1), col)
		return
	}
	inner := box.Outset(off)
	outer := inner.Outset(w)
	e := edge{s, w, col}
	p.borderEdges(outer, inner, &[4]edge{e, e, e, e})
}
