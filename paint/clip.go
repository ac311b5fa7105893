package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"
)

// pushOverflowClip clips to what shows of the contents of b, and returns the number of groups.
// https://drafts.csswg.org/css-overflow-3/#overflow-properties
func (p *Painter) pushOverflowClip(b layout.BoxID) uint8 {
	p.list.SetOwner(uint32(b))
	p.list.PushClipRRect(p.overflowClip(b))
	return 1
}

func (p *Painter) overflowClip(b layout.BoxID) list.RRect {
	t := p.tree
	st := t.Style(b)
	var d decoration
	d.box, d.border, d.padding, d.sides = p.borderBox(b), t.Border(b), t.Padding(b), allSides
	d.resolve(st)
	r := d.inner
	if t.Has(b, layout.FlagScrollbarY) {
		if t.Has(b, layout.FlagRTL) {
			r = r.Inset(0, 0, 0, scrollbarWidth)
		} else {
			r = r.Inset(0, scrollbarWidth, 0, 0)
		}
	}
	if t.Has(b, layout.FlagScrollbarX) {
		r = r.Inset(0, 0, scrollbarWidth, 0)
	}
	const far = 1 << 24
	x, y := st.Box.OverflowX, st.Box.OverflowY
	if st.Content.Contain&(style.ContainPaint|style.ContainStrict|style.ContainContent) == 0 && !t.Has(b, layout.FlagScroller) {
		if x == style.OverflowVisible {
			r = list.RRect{Rect: geom.RectF{X: -far, Y: r.Rect.Y, W: 2 * far, H: r.Rect.H}}
		}
		if y == style.OverflowVisible {
			r = list.RRect{Rect: geom.RectF{X: r.Rect.X, Y: -far, W: r.Rect.W, H: 2 * far}}
		}
	}
	return r
}

// pushCSSClip clips to the clip property. https://drafts.fxtf.org/css-masking/#clip-property
func (p *Painter) pushCSSClip(b layout.BoxID) uint8 {
	p.list.SetOwner(uint32(b))
	p.list.PushClipRect(p.cssClip(b))
	return 1
}

func (p *Painter) cssClip(b layout.BoxID) geom.RectF {
	c := &p.tree.Style(b).Effect.Clip
	r := p.borderBox(b).F()
	x0, y0, x1, y1 := r.X, r.Y, r.Right(), r.Bottom()
	if c.Left.IsLength() {
		x0 = r.X + c.Left.ResolvePx(0)
	}
	if c.Top.IsLength() {
		y0 = r.Y + c.Top.ResolvePx(0)
	}
	if c.Right.IsLength() {
		x1 = r.X + c.Right.ResolvePx(0)
	}
	if c.Bottom.IsLength() {
		y1 = r.Y + c.Bottom.ResolvePx(0)
	}
	return geom.RectF{X: round32(x0), Y: round32(y0), W: max(0, round32(x1)-round32(x0)), H: max(0, round32(y1)-round32(y0))}
}

// referenceBox is the box that a clip path refers to; inline boxes: around their fragments.
func (p *Painter) referenceBox(b layout.BoxID, name string) geom.RectF {
	t := p.tree
	if p.box[b].flags&rowInFragments != 0 {
		var u geom.Rect
		t.FragmentsOf(b, func(f *layout.Fragment) bool {
			u = u.Union(f.Rect)
			return true
		})
		return u.Move(p.contentOrigin(p.box[b].cont)).F()
	}
	r := p.borderBox(b)
	switch name {
	case "margin-box":
		m := t.Margin(b)
		return geom.Rect{X: r.X - m.Left, Y: r.Y - m.Top, W: r.W + m.Horizontal(), H: r.H + m.Vertical()}.F()
	case "padding-box":
		return r.Inset(t.Border(b)).F()
	case "content-box", "fill-box":
		return r.Inset(t.Border(b)).Inset(t.Padding(b)).F()
	}
	return r.F()
}

// pushClipPath clips to a basic shape. It reports whether it opened a group: references to elements are not followed.
// https://drafts.fxtf.org/css-masking/#the-clip-path
func (p *Painter) pushClipPath(b layout.BoxID, v *style.ShapeValue) bool {
	box := p.referenceBox(b, v.Box)
	evenOdd, ok := p.shapePath(v, box)
	if !ok {
		return false
	}
	p.list.SetOwner(uint32(b))
	if len(p.path.Verbs) == 0 {
		p.list.PushClipPath(0, false)
		return true
	}
	p.list.PushClipPath(p.list.AddPath(&p.path), evenOdd)
	return true
}

// shapePath writes a basic shape in a reference box to p.path. https://drafts.csswg.org/css-shapes/#basic-shape-functions
func (p *Painter) shapePath(v *style.ShapeValue, box geom.RectF) (evenOdd, ok bool) {
	p.path.Reset()
	s := v.Shape
	switch v.Kind {
	case style.ShapeBox:
		p.path.Rect(box)
		return false, true
	case style.ShapeNone, style.ShapeURL, style.ShapeImage, style.ShapeText: // TODO(spec): url(), shape()
		return false, false
	}
	if s == nil {
		return false, false
	}
	center := func() (x, y float32) {
		if !s.HasCenter {
			return box.X + box.W/2, box.Y + box.H/2
		}
		return box.X + s.Center.X.ResolvePx(box.W), box.Y + s.Center.Y.ResolvePx(box.H)
	}
	side := func(l *style.Length, a, b, basis float32) float32 {
		a, b = max(a, -a), max(b, -b)
		switch l.Kind {
		case style.LengthAuto:
			return min(a, b)
		case style.LengthNone:
			return max(a, b)
		}
		return max(0, l.ResolvePx(basis))
	}
	ellipse := func(cx, cy, rx, ry float32) {
		if !(rx > 0 && ry > 0) {
			return
		}
		r := list.RRect{Rect: geom.RectF{X: cx - rx, Y: cy - ry, W: 2 * rx, H: 2 * ry}}
		for i := range r.Radii {
			r.Radii[i] = list.Radius{X: rx, Y: ry}
		}
		p.path.RRect(r)
	}
	switch v.Kind {
	case style.ShapeInset:
		t, r, b, l := s.Inset[0].ResolvePx(box.H), s.Inset[1].ResolvePx(box.W), s.Inset[2].ResolvePx(box.H), s.Inset[3].ResolvePx(box.W)
		in := geom.RectF{X: box.X + l, Y: box.Y + t, W: box.W - l - r, H: box.H - t - b}
		if in.Empty() {
			return false, true
		}
		rr := list.RRect{Rect: in}
		for i, c := range s.Corners {
			rr.Radii[i] = list.Radius{X: c.X.ResolvePx(box.W), Y: c.Y.ResolvePx(box.H)}
		}
		p.path.RRect(rr)
	case style.ShapeCircleFn:
		cx, cy := center()
		var r float32
		switch s.RadiusX.Kind {
		case style.LengthAuto:
			r = min(side(&s.RadiusX, cx-box.X, box.Right()-cx, 0), side(&s.RadiusX, cy-box.Y, box.Bottom()-cy, 0))
		case style.LengthNone:
			r = max(side(&s.RadiusX, cx-box.X, box.Right()-cx, 0), side(&s.RadiusX, cy-box.Y, box.Bottom()-cy, 0))
		default:
			r = s.RadiusX.ResolvePx(hypot32(box.W, box.H) / math.Sqrt2)
		}
		ellipse(cx, cy, r, r)
	case style.ShapeEllipseFn:
		cx, cy := center()
		ellipse(cx, cy, side(&s.RadiusX, cx-box.X, box.Right()-cx, box.W), side(&s.RadiusY, cy-box.Y, box.Bottom()-cy, box.H))
	case style.ShapePolygon:
		for i := range s.Points {
			x, y := box.X+s.Points[i].X.ResolvePx(box.W), box.Y+s.Points[i].Y.ResolvePx(box.H)
			if i == 0 {
				p.path.MoveTo(x, y)
			} else {
				p.path.LineTo(x, y)
			}
		}
		p.path.Close()
	case style.ShapePath:
		svg.AppendPath(&p.path, s.Path, box.X, box.Y)
	}
	return s.EvenOdd, true
}
