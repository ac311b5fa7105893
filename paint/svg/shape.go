package svg

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

func isShape(n atom.Atom) bool {
	switch n {
	case atomPath, atomRect, atomCircle, atomEllipse, atomLine, atomPolyline, atomPolygon:
		return true
	}
	return false
}

// outline writes the geometry of a shape to out; false where it is not rendered. https://www.w3.org/TR/SVG2/shapes.html
func (p *Painter) outline(out *list.Path, el dom.NodeID, local atom.Atom, c *scope) bool {
	out.Reset()
	x := c.st.Content
	switch local {
	case atomPath:
		AppendPath(out, p.attr(el, atomD), 0, 0)
	case atomRect:
		r := geom.RectF{X: x.X.ResolvePx(c.vw), Y: x.Y.ResolvePx(c.vh), W: sizeOf(&c.st.Box.Width, c.vw, 0), H: sizeOf(&c.st.Box.Height, c.vh, 0)}
		if r.Empty() {
			return false
		}
		rx, ry := radii(c, &x.Rx, &x.Ry)
		if rx, ry = min(rx, r.W/2), min(ry, r.H/2); rx > 0 && ry > 0 {
			q := list.Radius{X: rx, Y: ry}
			out.RRect(list.RRect{Rect: r, Radii: [4]list.Radius{q, q, q, q}})
		} else {
			out.Rect(r)
		}
	case atomCircle:
		r := x.R.ResolvePx(c.diagonal())
		if !(r > 0) {
			return false
		}
		ellipse(out, x.Cx.ResolvePx(c.vw), x.Cy.ResolvePx(c.vh), r, r)
	case atomEllipse:
		rx, ry := radii(c, &x.Rx, &x.Ry)
		if !(rx > 0 && ry > 0) {
			return false
		}
		ellipse(out, x.Cx.ResolvePx(c.vw), x.Cy.ResolvePx(c.vh), rx, ry)
	case atomLine:
		get := func(a atom.Atom, basis float32) float32 {
			v, _ := lengthPx(p.attr(el, a), basis, c.st)
			return v
		}
		out.MoveTo(get(atomX1, c.vw), get(atomY1, c.vh))
		out.LineTo(get(atomX2, c.vw), get(atomY2, c.vh))
	case atomPolyline, atomPolygon:
		l, _ := numbers(nil, p.attr(el, atomPoints))
		for i := 0; i+1 < len(l); i += 2 {
			if i == 0 {
				out.MoveTo(float32(l[i]), float32(l[i+1]))
			} else {
				out.LineTo(float32(l[i]), float32(l[i+1]))
			}
		}
		if local == atomPolygon && len(l) > 1 {
			out.Close()
		}
	}
	return len(out.Verbs) > 0
}

// radii are rx and ry; an automatic one is the other.
func radii(c *scope, lx, ly *style.Length) (rx, ry float32) {
	ax, ay := !lx.IsLength(), !ly.IsLength()
	if !ax {
		rx = max(0, lx.ResolvePx(c.vw))
	}
	if !ay {
		ry = max(0, ly.ResolvePx(c.vh))
	}
	switch {
	case ax && !ay:
		rx = ry
	case ay && !ax:
		ry = rx
	}
	return rx, ry
}

// ellipse is a closed ellipse from its rightmost point clockwise.
func ellipse(out *list.Path, cx, cy, rx, ry float32) {
	const k = list.Kappa
	out.MoveTo(cx+rx, cy)
	out.CubicTo(cx+rx, cy+k*ry, cx+k*rx, cy+ry, cx, cy+ry)
	out.CubicTo(cx-k*rx, cy+ry, cx-rx, cy+k*ry, cx-rx, cy)
	out.CubicTo(cx-rx, cy-k*ry, cx-k*rx, cy-ry, cx, cy-ry)
	out.CubicTo(cx+k*rx, cy-ry, cx+rx, cy-k*ry, cx+rx, cy)
	out.Close()
}

// pathBounds is the rectangle around an outline: that of the curves, not of their control points.
func pathBounds(p *list.Path) (b geom.RectF, ok bool) {
	if len(p.Points) == 0 {
		return b, false
	}
	x0, y0, x1, y1 := float32(math.Inf(1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.Inf(-1))
	add := func(q geom.PointF) { x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y) }
	var at, start geom.PointF
	i := 0
	for _, v := range p.Verbs {
		q := p.Points[i : i+v.Points()]
		i += len(q)
		switch v {
		case list.MoveTo:
			start = q[0]
			add(q[0])
		case list.LineTo:
			add(q[0])
		case list.QuadTo:
			add(q[1])
			for _, t := range [2]float32{extremum(at.X, q[0].X, q[1].X), extremum(at.Y, q[0].Y, q[1].Y)} {
				if t > 0 && t < 1 {
					u := 1 - t
					add(geom.PointF{X: u*u*at.X + 2*u*t*q[0].X + t*t*q[1].X, Y: u*u*at.Y + 2*u*t*q[0].Y + t*t*q[1].Y})
				}
			}
		case list.CubicTo:
			add(q[2])
			tx, ty := extrema(at.X, q[0].X, q[1].X, q[2].X), extrema(at.Y, q[0].Y, q[1].Y, q[2].Y)
			for _, t := range [4]float32{tx[0], tx[1], ty[0], ty[1]} {
				if t > 0 && t < 1 {
					u := 1 - t
					a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
					add(geom.PointF{X: a*at.X + b*q[0].X + c*q[1].X + d*q[2].X, Y: a*at.Y + b*q[0].Y + c*q[1].Y + d*q[2].Y})
				}
			}
		case list.Close:
			at = start
			continue
		}
		at = q[len(q)-1]
	}
	return geom.RectF{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}, true
}

func extremum(a, b, c float32) float32 {
	if d := a - 2*b + c; d != 0 {
		return (a - b) / d
	}
	return -1
}

func extrema(p0, p1, p2, p3 float32) (t [2]float32) {
	a, b, c := float64(-p0+3*p1-3*p2+p3), float64(2*p0-4*p1+2*p2), float64(p1-p0)
	t = [2]float32{-1, -1}
	if math.Abs(a) < 1e-9 {
		if b != 0 {
			t[0] = float32(-c / b)
		}
		return t
	}
	if d := b*b - 4*a*c; d >= 0 {
		s := math.Sqrt(d)
		t[0], t[1] = float32((-b+s)/(2*a)), float32((-b-s)/(2*a))
	}
	return t
}

// bounds is the bounding box of an element's geometry in its own user space, without its transform, or with it.
// https://www.w3.org/TR/SVG2/coords.html#BoundingBoxes
func (p *Painter) bounds(el dom.NodeID, c scope, outside bool) (b geom.RectF, ok bool) {
	d := p.opt.Doc
	if c.depth++; c.depth > maxDepth || p.left <= 0 {
		return b, false
	}
	p.left--
	n := d.LocalName(el)
	switch {
	case isShape(n):
		b, ok = p.shapeBounds(el, &c)
	case n == atomImage, n == atomForeignObject:
		r := p.imageRect(&c)
		b, ok = r.Rect, true
	case n == atomText:
		b, ok = p.textBounds(el, c)
	case n == atomUse:
		t := p.target(p.href(el))
		if t == 0 || !p.enter(t) {
			return b, false
		}
		x, y := c.st.Content.X.ResolvePx(c.vw), c.st.Content.Y.ResolvePx(c.vh)
		c.copied = true
		if local := d.LocalName(t); local == atomSymbol || local == atomSVG {
			ts := p.style(t, &c)
			w, h := sizeOf(&ts.Box.Width, c.vw, c.vw), sizeOf(&ts.Box.Height, c.vh, c.vh)
			w, h = sizeOf(&c.st.Box.Width, c.vw, w), sizeOf(&c.st.Box.Height, c.vh, h)
			tc := c
			tc.st = ts
			b, ok = p.viewportBounds(t, tc, ts.Content.X.ResolvePx(c.vw), ts.Content.Y.ResolvePx(c.vh), w, h)
		} else {
			b, ok = p.childBounds(t, c)
		}
		p.leave()
		b.X, b.Y = b.X+x, b.Y+y
	case n == atomSVG:
		b, ok = p.viewportBounds(el, c, c.st.Content.X.ResolvePx(c.vw), c.st.Content.Y.ResolvePx(c.vh), sizeOf(&c.st.Box.Width, c.vw, c.vw), sizeOf(&c.st.Box.Height, c.vh, c.vh))
	case n == atomG, n == atomA, n == atomSwitch:
		for k := d.FirstChild(el); k != 0; k = d.Next(k) {
			if r, has := p.childBounds(k, c); has {
				b, ok = union(b, r, ok), true
			}
		}
	}
	if ok && outside && c.st.Flags&style.FlagHasTransform != 0 && c.st.Effect.TransformBox == style.TransformBoxViewBox {
		b = p.transform(el, &c).MapRect(b)
	}
	return b, ok
}

// childBounds is the box of a child in the space of its parent, whose scope is c.
func (p *Painter) childBounds(el dom.NodeID, c scope) (geom.RectF, bool) {
	d := p.opt.Doc
	if d.Kind(el) != dom.KindElement || d.ElementName(el).NS != dom.SVG {
		return geom.RectF{}, false
	}
	st := p.style(el, &c)
	if st.Box.Display == style.DisplayNone {
		return geom.RectF{}, false
	}
	c.st = st
	return p.bounds(el, c, true)
}

// union is a with b, where a counts; boxes without area count too.
func union(a, b geom.RectF, has bool) geom.RectF {
	if !has {
		return b
	}
	x0, y0, x1, y1 := min(a.X, b.X), min(a.Y, b.Y), max(a.Right(), b.Right()), max(a.Bottom(), b.Bottom())
	return geom.RectF{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

// shape draws a basic shape or path.
func (p *Painter) shape(el dom.NodeID, local atom.Atom, c scope) {
	if c.st.Text.Visibility != style.VisibilityVisible || !p.outline(&p.path, el, local, &c) {
		return
	}
	if c.only {
		p.l.FillPath(p.l.AddPath(&p.path), c.st.SVG.ClipRule == style.FillRuleEvenodd, list.Paint{Color: 0x000000ff})
		return
	}
	path := p.path
	p.path = list.Path{} // what the paint needs may draw shapes itself
	p.paint(el, &path, c)
	if local == atomPath || local == atomLine || local == atomPolyline || local == atomPolygon {
		if s := c.st.SVG; s.MarkerStart != "" || s.MarkerMid != "" || s.MarkerEnd != "" {
			p.markers(&path, c)
		}
	}
	path.Reset()
	p.path = path
}

// matchesEnglish reports whether a list of languages has one of English.
func matchesEnglish(v string) bool {
	for _, l := range strings.Split(v, ",") {
		l = strings.ToLower(strings.Trim(l, spaces))
		if l == "en" || strings.HasPrefix(l, "en-") {
			return true
		}
	}
	return false
}
