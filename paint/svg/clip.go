package svg

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// clip applies the clip-path of an element. https://drafts.fxtf.org/css-masking-1/#ClipPathElement
func (p *Painter) clip(e *effect, c *scope) {
	v := &c.st.Effect.ClipPath
	switch v.Kind {
	case style.ShapeURL:
		t := p.target(v.Text)
		if t == 0 || !p.isNamed(t, atomClipPath) {
			return
		}
		if path, evenOdd, ok := p.simpleClip(t, e.el, c); ok {
			p.l.PushClipPath(p.l.AddPath(path), evenOdd)
			e.pops++
			return
		}
		for _, a := range p.active {
			if a == t {
				return
			}
		}
		e.clip = t
		p.l.PushMask(false)
	case style.ShapePath:
		var path list.Path
		AppendPath(&path, v.Shape.Path, 0, 0)
		p.l.PushClipPath(p.l.AddPath(&path), v.Shape.EvenOdd)
		e.pops++
	case style.ShapePolygon, style.ShapeCircleFn, style.ShapeEllipseFn, style.ShapeInset:
		box, ok := p.bounds(e.el, *c, false)
		if v.Box == "view-box" {
			box, ok = geom.RectF{W: c.vw, H: c.vh}, true
		}
		if !ok {
			return
		}
		var path list.Path
		basicShape(&path, v.Shape, v.Kind, box)
		p.l.PushClipPath(p.l.AddPath(&path), v.Shape.EvenOdd)
		e.pops++
	}
}

// basicShape writes a basic shape in a reference box. https://drafts.csswg.org/css-shapes/#basic-shape-functions
func basicShape(out *list.Path, s *style.BasicShape, kind style.ShapeKind, box geom.RectF) {
	switch kind {
	case style.ShapePolygon:
		for i := range s.Points {
			x, y := box.X+s.Points[i].X.ResolvePx(box.W), box.Y+s.Points[i].Y.ResolvePx(box.H)
			if i == 0 {
				out.MoveTo(x, y)
			} else {
				out.LineTo(x, y)
			}
		}
		out.Close()
	case style.ShapeInset:
		t, r, b, l := s.Inset[0].ResolvePx(box.H), s.Inset[1].ResolvePx(box.W), s.Inset[2].ResolvePx(box.H), s.Inset[3].ResolvePx(box.W)
		out.Rect(geom.RectF{X: box.X + l, Y: box.Y + t, W: max(0, box.W-l-r), H: max(0, box.H-t-b)})
	default:
		cx, cy := box.X+box.W/2, box.Y+box.H/2
		if s.HasCenter {
			cx, cy = box.X+s.Center.X.ResolvePx(box.W), box.Y+s.Center.Y.ResolvePx(box.H)
		}
		dx0, dx1, dy0, dy1 := cx-box.X, box.Right()-cx, cy-box.Y, box.Bottom()-cy
		side := func(l *style.Length, basis, near, far float32) float32 {
			switch {
			case l.IsLength():
				return l.ResolvePx(basis)
			case l.Kind == style.LengthNone:
				return far
			}
			return near
		}
		if kind == style.ShapeCircleFn {
			c := scope{vw: box.W, vh: box.H}
			r := side(&s.RadiusX, c.diagonal(), min(abs(dx0), abs(dx1), abs(dy0), abs(dy1)), max(abs(dx0), abs(dx1), abs(dy0), abs(dy1)))
			ellipse(out, cx, cy, r, r)
			return
		}
		ellipse(out, cx, cy, side(&s.RadiusX, box.W, min(abs(dx0), abs(dx1)), max(abs(dx0), abs(dx1))),
			side(&s.RadiusY, box.H, min(abs(dy0), abs(dy1)), max(abs(dy0), abs(dy1))))
	}
}

func abs(v float32) float32 { return max(v, -v) }

// simpleClip is the path of a clipPath element that has one shape and nothing else; its contents are a path then.
func (p *Painter) simpleClip(t, el dom.NodeID, c *scope) (path *list.Path, evenOdd, ok bool) {
	d := p.opt.Doc
	st := p.opt.Styler.Ensure(t, style.PseudoNone)
	if st == nil || st.Effect.ClipPath.Kind != style.ShapeNone {
		return nil, false, false
	}
	var one dom.NodeID
	for n := d.FirstChild(t); n != 0; n = d.Next(n) {
		if d.Kind(n) != dom.KindElement || d.ElementName(n).NS != dom.SVG {
			continue
		}
		if one != 0 || !isShape(d.LocalName(n)) {
			return nil, false, false
		}
		one = n
	}
	if one == 0 {
		return nil, false, false
	}
	cc := scope{st: st, vw: c.vw, vh: c.vh, scale: c.scale, depth: c.depth, copied: true}
	cc.st = p.style(one, &cc)
	if cc.st.Effect.ClipPath.Kind != style.ShapeNone || cc.st.Box.Display == style.DisplayNone || cc.st.Text.Visibility != style.VisibilityVisible {
		return nil, false, false
	}
	path = new(list.Path)
	p.outline(path, one, d.LocalName(one), &cc)
	m := p.units(t, el, c, p.attr(t, atomClipPathUnits) == "objectBoundingBox")
	if st.Flags&style.FlagHasTransform != 0 {
		tc := cc
		tc.st = st
		m = m.Mul(p.transform(t, &tc))
	}
	if cc.st.Flags&style.FlagHasTransform != 0 {
		m = m.Mul(p.transform(one, &cc))
	}
	for i := range path.Points {
		path.Points[i] = m.MapPoint(path.Points[i])
	}
	return path, cc.st.SVG.ClipRule == style.FillRuleEvenodd, true
}

// units is the map of the units of an element that el refers to: those of el's bounding box, or of its user space.
func (p *Painter) units(t, el dom.NodeID, c *scope, ofBox bool) geom.Matrix {
	if !ofBox {
		return geom.Identity
	}
	b, _ := p.bounds(el, *c, false)
	return geom.Matrix{A: float64(b.W), D: float64(b.H), E: float64(b.X), F: float64(b.Y)}
}

// clipContent draws the inside of a clipPath element in black.
func (p *Painter) clipContent(t, el dom.NodeID, c scope) {
	if !p.enter(t) {
		return
	}
	defer p.leave()
	st := p.opt.Styler.Ensure(t, style.PseudoNone)
	if st == nil {
		return
	}
	m := p.units(t, el, &c, p.attr(t, atomClipPathUnits) == "objectBoundingBox")
	c.st, c.only, c.copied = st, true, true
	e := effect{el: t}
	if !m.IsIdentity() {
		p.l.PushTransform(m)
		e.pops++
	}
	if st.Flags&style.FlagHasTransform != 0 {
		p.l.PushTransform(p.transform(t, &c))
		e.pops++
	}
	if st.Effect.ClipPath.Kind != style.ShapeNone {
		p.clip(&e, &c)
	}
	p.children(t, c)
	if e.clip != 0 {
		p.l.MaskContent()
		p.clipContent(e.clip, t, c)
		p.l.Pop()
	}
	for range e.pops {
		p.l.Pop()
	}
}

// mask draws the contents of a mask element. https://drafts.fxtf.org/css-masking-1/#MaskElement
func (p *Painter) mask(t, el dom.NodeID, c scope) {
	if !p.enter(t) {
		return
	}
	defer p.leave()
	st := p.opt.Styler.Ensure(t, style.PseudoNone)
	if st == nil {
		return
	}
	r := p.region(t, el, &c, p.attr(t, atomMaskUnits) != "userSpaceOnUse", "-10%", "120%")
	if r.Empty() {
		return
	}
	p.l.PushClipRect(r)
	m := p.units(t, el, &c, p.attr(t, atomMaskContentUnits) == "objectBoundingBox")
	if !m.IsIdentity() {
		p.l.PushTransform(m)
	}
	c.st, c.copied = st, true
	p.children(t, c)
	if !m.IsIdentity() {
		p.l.Pop()
	}
	p.l.Pop()
}

// region is the rectangle by x, y, width and height of a mask or pattern that el refers to. corner and size stand for missing attributes.
func (p *Painter) region(t, el dom.NodeID, c *scope, ofBox bool, corner, size string) geom.RectF {
	or := func(v, missing string) string {
		if v == "" {
			return missing
		}
		return v
	}
	x, y, w, h := or(p.attr(t, atomX), corner), or(p.attr(t, atomY), corner), or(p.attr(t, atomWidth), size), or(p.attr(t, atomHeight), size)
	if !ofBox {
		return p.rect(x, y, w, h, c.vw, c.vh, c.st)
	}
	b, _ := p.bounds(el, *c, false)
	r := p.rect(x, y, w, h, 1, 1, c.st)
	return geom.RectF{X: b.X + r.X*b.W, Y: b.Y + r.Y*b.H, W: r.W * b.W, H: r.H * b.H}
}

func (p *Painter) rect(x, y, w, h string, bw, bh float32, st *style.Computed) (r geom.RectF) {
	r.X, _ = lengthPx(x, bw, st)
	r.Y, _ = lengthPx(y, bh, st)
	r.W, _ = lengthPx(w, bw, st)
	r.H, _ = lengthPx(h, bh, st)
	return r
}
