package svg

import (
	"math"
	"sort"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// What script asks of the geometry of elements.

// Place is where an element within an outermost svg element lies.
type Place struct {
	// Near maps the element's user space to the nearest viewport around it; of the outermost svg element, that of its content to its own viewport.
	Near geom.Matrix
	// Full maps it to the content box of the outermost svg element.
	Full geom.Matrix
	// W and H are the size of the nearest viewport around the element in user units: what percentages are of.
	W, H  float32
	scope scope
	shown bool
}

// Locate finds the place of el, which is svg or in it. svg is the outermost svg element, whose content box is w × h px; ok is false where something else than SVG
// lies between them, or too much.
func (p *Painter) Locate(svg, el dom.NodeID, w, h float32) (l Place, ok bool) {
	d := p.opt.Doc
	st := p.opt.Styler.Ensure(svg, style.PseudoNone)
	if st == nil {
		return l, false
	}
	p.left, p.active, p.root = maxElements, p.active[:0], d.Root(svg)
	var chain []dom.NodeID // from el up
	for n := el; n != svg; n = d.Parent(n) {
		if n == 0 || len(chain) == maxDepth || d.Kind(n) != dom.KindElement || d.ElementName(n).NS != dom.SVG {
			return l, false
		}
		chain = append(chain, n)
	}
	c := scope{st: st, scale: 1}
	l.W, l.H, l.shown = w, h, st.Box.Display != style.DisplayNone
	l.Near, _ = p.enterViewport(svg, &c, w, h)
	far := geom.Identity
	for i := len(chain) - 1; i >= 0; i-- {
		n := chain[i]
		if c.st = p.style(n, &c); c.st == nil {
			return l, false
		}
		if c.st.Box.Display == style.DisplayNone {
			l.shown = false
		}
		m := geom.Identity
		if c.st.Flags&style.FlagHasTransform != 0 {
			m = p.transform(n, &c)
		}
		l.W, l.H = c.vw, c.vh
		if d.LocalName(n) == atomSVG {
			x, y := c.st.Content.X.ResolvePx(c.vw), c.st.Content.Y.ResolvePx(c.vh)
			v, _ := p.enterViewport(n, &c, sizeOf(&c.st.Box.Width, c.vw, c.vw), sizeOf(&c.st.Box.Height, c.vh, c.vh))
			m = m.Mul(geom.Translate(float64(x), float64(y))).Mul(v)
			if n != el {
				far, l.Near = far.Mul(l.Near), m
				continue
			}
		}
		l.Near = l.Near.Mul(m)
	}
	l.Full, l.scope = far.Mul(l.Near), c
	return l, true
}

// Box is the bounding box of an element in its own user space, of the fill alone; ok is false for what is not rendered.
// https://www.w3.org/TR/SVG2/coords.html#BoundingBoxes
func (p *Painter) Box(svg, el dom.NodeID, w, h float32) (b geom.RectF, ok bool) {
	l, ok := p.Locate(svg, el, w, h)
	if !ok || !l.shown {
		return b, false
	}
	d, c := p.opt.Doc, l.scope
	switch d.LocalName(el) {
	case atomSVG:
		ok = false
		for k := d.FirstChild(el); k != 0; k = d.Next(k) {
			if r, has := p.childBounds(k, c); has {
				b, ok = union(b, r, ok), true
			}
		}
		return b, ok
	case atomTspan:
		ok = false
		p.textOf(svg, el, w, h, func(q *textPiece) { b, ok = union(b, p.pieceBox(q), ok), true })
		return b, ok
	}
	return p.bounds(el, c, false)
}

// textOf calls f for each piece of a text or tspan element.
func (p *Painter) textOf(svg, el dom.NodeID, w, h float32, f func(q *textPiece)) {
	d := p.opt.Doc
	t := el
	for t != svg && d.LocalName(t) != atomText {
		t = d.Parent(t)
	}
	if t == svg {
		return
	}
	l, ok := p.Locate(svg, t, w, h)
	if !ok || !l.shown {
		return
	}
	for _, q := range p.textPieces(t, l.scope) {
		if within(d, q.el, el) {
			f(&q)
		}
	}
}

// Advances are the advances in user units of the characters of a text or tspan element that are rendered, a UTF-16 unit each: a cluster's is that of its first.
// https://www.w3.org/TR/SVG2/text.html#TermAddressableCharacter
func (p *Painter) Advances(svg, el dom.NodeID, w, h float32) (l []float32) {
	p.textOf(svg, el, w, h, func(q *textPiece) {
		p.shapeText(q)
		at := make([]float32, len(q.text)+1) // by byte
		for _, g := range p.buf.Glyphs {
			at[min(int(g.Cluster), len(q.text))] += g.Advance
		}
		for i, r := range q.text {
			l = append(l, at[i])
			if r > 0xFFFF {
				l = append(l, 0)
			}
			for k := i + 1; k < i+utf8.RuneLen(r); k++ {
				l[len(l)-1] += at[k]
			}
		}
	})
	return l
}

// Outline is the geometry of a shape as line segments, with curves flattened.
type Outline struct {
	pts    []geom.PointF
	starts []int     // of subpaths in pts
	along  []float64 // length up to a point; the way to the start of a subpath does not count
}

const (
	maxOutline   = 1 << 20 // points
	curveSegment = 32      // lines of a curve
)

// Outline is the outline of a shape in its user space; ok is false for elements that are none.
func (p *Painter) Outline(svg, el dom.NodeID, w, h float32) (o *Outline, ok bool) {
	local := p.opt.Doc.LocalName(el)
	if !isShape(local) {
		return nil, false
	}
	l, ok := p.Locate(svg, el, w, h)
	if !ok {
		return nil, false
	}
	var path list.Path
	if !p.outline(&path, el, local, &l.scope) && local == atomRect { // one without area has a length
		r, _ := p.shapeBounds(el, &l.scope)
		path.Rect(r)
	}
	return flatten(&path), true
}

// OutlineOfPath is the outline of path data.
func OutlineOfPath(d string) *Outline {
	var path list.Path
	AppendPath(&path, d, 0, 0)
	return flatten(&path)
}

func flatten(p *list.Path) *Outline {
	o := &Outline{}
	var length float64
	add := func(x, y float64) {
		q := geom.PointF{X: float32(x), Y: float32(y)}
		if n := len(o.pts); n > 0 {
			length += math.Hypot(float64(q.X-o.pts[n-1].X), float64(q.Y-o.pts[n-1].Y))
		}
		o.pts, o.along = append(o.pts, q), append(o.along, length)
	}
	var start geom.PointF
	move := func(q geom.PointF) {
		o.starts = append(o.starts, len(o.pts))
		o.pts, o.along = append(o.pts, q), append(o.along, length)
		start = q
	}
	i := 0
	for _, v := range p.Verbs {
		q := p.Points[i : i+v.Points()]
		i += len(q)
		if v != list.MoveTo && len(o.pts) == 0 {
			continue
		}
		n := curveSegment
		if len(o.pts) > maxOutline {
			n = 1
		}
		switch v {
		case list.MoveTo:
			move(q[0])
		case list.LineTo:
			add(float64(q[0].X), float64(q[0].Y))
		case list.QuadTo:
			a := o.pts[len(o.pts)-1]
			for k := 1; k <= n; k++ {
				t := float64(k) / float64(n)
				u := 1 - t
				add(u*u*float64(a.X)+2*u*t*float64(q[0].X)+t*t*float64(q[1].X), u*u*float64(a.Y)+2*u*t*float64(q[0].Y)+t*t*float64(q[1].Y))
			}
		case list.CubicTo:
			a := o.pts[len(o.pts)-1]
			for k := 1; k <= n; k++ {
				t := float64(k) / float64(n)
				u := 1 - t
				b0, b1, b2, b3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				add(b0*float64(a.X)+b1*float64(q[0].X)+b2*float64(q[1].X)+b3*float64(q[2].X), b0*float64(a.Y)+b1*float64(q[0].Y)+b2*float64(q[1].Y)+b3*float64(q[2].Y))
			}
		case list.Close:
			if o.pts[len(o.pts)-1] != start {
				add(float64(start.X), float64(start.Y))
			}
		}
	}
	return o
}

// Empty reports whether nothing is drawn.
func (o *Outline) Empty() bool { return len(o.pts) == 0 }

// Bytes is the memory of the outline.
func (o *Outline) Bytes() int64 {
	return int64(cap(o.pts))*8 + int64(cap(o.along))*8 + int64(cap(o.starts))*8
}

// Length is the length of the outline, in user units.
func (o *Outline) Length() float64 {
	if len(o.along) == 0 {
		return 0
	}
	return o.along[len(o.along)-1]
}

// At is the point of the outline at a distance along it; beyond an end it is the end.
func (o *Outline) At(d float64) (x, y float64) {
	if len(o.pts) == 0 {
		return 0, 0
	}
	d = min(max(d, 0), o.Length())
	i := sort.SearchFloat64s(o.along, d) // the first point that is at least as far
	i = min(i, len(o.pts)-1)
	b := o.pts[i]
	if i == 0 || o.along[i] == o.along[i-1] {
		return float64(b.X), float64(b.Y)
	}
	a := o.pts[i-1]
	t := (d - o.along[i-1]) / (o.along[i] - o.along[i-1])
	return float64(a.X) + t*float64(b.X-a.X), float64(a.Y) + t*float64(b.Y-a.Y)
}

// Contains reports whether a point lies inside, or on the outline; open subpaths count as closed.
func (o *Outline) Contains(x, y float64, evenodd bool) bool {
	winding := 0
	for k, from := range o.starts {
		to := len(o.pts)
		if k+1 < len(o.starts) {
			to = o.starts[k+1]
		}
		if to-from < 2 {
			continue
		}
		a := o.pts[to-1]
		for _, b := range o.pts[from:to] {
			ax, ay, bx, by := float64(a.X), float64(a.Y), float64(b.X), float64(b.Y)
			side := (bx-ax)*(y-ay) - (x-ax)*(by-ay)
			if side == 0 && x >= min(ax, bx) && x <= max(ax, bx) && y >= min(ay, by) && y <= max(ay, by) {
				return true
			}
			switch {
			case ay <= y && by > y && side > 0:
				winding++
			case ay > y && by <= y && side < 0:
				winding--
			}
			a = b
		}
	}
	if evenodd {
		return winding&1 != 0
	}
	return winding != 0
}
