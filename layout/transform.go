package layout

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// transform maps a box's coordinates to the viewport's: an offset, and a matrix where a box on the way is transformed.
type transform struct {
	d      geom.Point
	m      [6]float64 // x' = a·x + c·y + e, y' = b·x + d·y + f
	matrix bool
}

func (x *transform) rect(r geom.Rect) geom.RectF {
	if !x.matrix {
		return r.Move(x.d).F()
	}
	return x.rectF(r.F())
}

// rectF is the rectangle around a rectangle that is mapped.
func (x *transform) rectF(r geom.RectF) geom.RectF {
	r.X, r.Y = r.X+x.d.X.Px(), r.Y+x.d.Y.Px()
	if !x.matrix {
		return r
	}
	l, t := float64(r.X), float64(r.Y)
	rt, bt := l+float64(r.W), t+float64(r.H)
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range [4][2]float64{{l, t}, {rt, t}, {l, bt}, {rt, bt}} {
		px := x.m[0]*p[0] + x.m[2]*p[1] + x.m[4]
		py := x.m[1]*p[0] + x.m[3]*p[1] + x.m[5]
		x0, y0, x1, y1 = min(x0, px), min(y0, py), max(x1, px), max(y1, py)
	}
	return geom.RectF{X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0)}
}

// then applies m after x.
func (x *transform) then(m [6]float64) {
	if !x.matrix {
		x.m = [6]float64{1, 0, 0, 1, x.d.X.Px64(), x.d.Y.Px64()}
		x.d, x.matrix = geom.Point{}, true
	}
	x.m = mul(m, x.m)
}

// inverse is the point that is mapped to (px, py); ok is false where everything is mapped to a line.
func (x *transform) inverse(px, py float32) (p geom.Point, ok bool) {
	if !x.matrix {
		return geom.Point{X: geom.FromPx(px) - x.d.X, Y: geom.FromPx(py) - x.d.Y}, true
	}
	m := geom.Matrix{A: x.m[0], B: x.m[1], C: x.m[2], D: x.m[3], E: x.m[4], F: x.m[5]}
	inv, ok := m.Invert()
	if !ok {
		return p, false
	}
	q := inv.MapPoint(geom.PointF{X: px, Y: py})
	return geom.Point{X: geom.FromPx(q.X), Y: geom.FromPx(q.Y)}, true
}

func (x *transform) move(d geom.Point) {
	if !x.matrix {
		x.d = x.d.Add(d)
		return
	}
	x.m[4] += d.X.Px64()
	x.m[5] += d.Y.Px64()
}

// mul is the matrix that applies b, then a.
func mul(a, b [6]float64) [6]float64 {
	return [6]float64{a[0]*b[0] + a[2]*b[1], a[1]*b[0] + a[3]*b[1], a[0]*b[2] + a[2]*b[3], a[1]*b[2] + a[3]*b[3],
		a[0]*b[4] + a[2]*b[5] + a[4], a[1]*b[4] + a[3]*b[5] + a[5]}
}

// toViewport maps the coordinates that b's rectangles have (its own, or of its fragments' block container) to the viewport.
func (t *Tree) toViewport(b BoxID) (x transform) {
	if c := t.boxOrContainer(b); c != b {
		return t.insideToViewport(c)
	}
	t.outwards(b, &x)
	return x
}

// insideToViewport maps the coordinates of what is in b, which b may have scrolled, to the viewport.
func (t *Tree) insideToViewport(b BoxID) (x transform) {
	if s := t.scroll[b]; b != t.root {
		x.move(geom.Point{X: -s.X, Y: -s.Y})
	}
	t.outwards(b, &x)
	return x
}

// outwards adds the way from b's border box to the viewport.
func (t *Tree) outwards(b BoxID, x *transform) {
	for b != 0 {
		if b != t.root && t.Style(b).Flags&style.FlagHasTransform != 0 {
			x.then(t.TransformOf(b))
		}
		x.move(t.geo[b].offset)
		fixed := t.links[b].flags&FlagFixed != 0
		c := t.Container(b)
		if c != 0 && !(c == t.root && fixed) {
			s := t.scroll[c]
			x.move(geom.Point{X: -s.X, Y: -s.Y})
		}
		if t.links[b].flags&FlagSticky != 0 {
			x.move(t.StickyOffset(b))
		}
		b = c
	}
}

// TransformOf is the two-dimensional matrix of b's transform properties in its border box's coordinates, transform-origin included.
// Parts that leave the plane are flattened. https://drafts.csswg.org/css-transforms-2/#ctm
func (t *Tree) TransformOf(b BoxID) [6]float64 {
	e := t.Style(b).Effect
	s := t.geo[b].size
	w, h := s.W.Px64(), s.H.Px64()
	ox := float64(e.TransformOrigin.X.ResolvePx(float32(w)))
	oy := float64(e.TransformOrigin.Y.ResolvePx(float32(h)))
	m := [6]float64{1, 0, 0, 1, ox, oy}
	if e.Translate.Set {
		m = mul(m, [6]float64{1, 0, 0, 1, float64(e.Translate.X.ResolvePx(float32(w))), float64(e.Translate.Y.ResolvePx(float32(h)))})
	}
	if e.Rotate.Set {
		m = mul(m, rotation(e.Rotate.X, e.Rotate.Y, e.Rotate.Z, e.Rotate.Deg))
	}
	if e.Scale.Set {
		m = mul(m, [6]float64{float64(e.Scale.X), 0, 0, float64(e.Scale.Y), 0, 0})
	}
	for i := range e.Transform {
		o := &e.Transform[i]
		switch o.Kind {
		case style.TransformTranslate:
			m = mul(m, [6]float64{1, 0, 0, 1, float64(o.L[0].ResolvePx(float32(w))), float64(o.L[1].ResolvePx(float32(h)))})
		case style.TransformScale:
			m = mul(m, [6]float64{float64(o.V[0]), 0, 0, float64(o.V[1]), 0, 0})
		case style.TransformRotate:
			m = mul(m, rotation(0, 0, 1, o.V[0]))
		case style.TransformRotate3D:
			m = mul(m, rotation(o.V[0], o.V[1], o.V[2], o.V[3]))
		case style.TransformSkew:
			m = mul(m, [6]float64{1, math.Tan(float64(o.V[1]) * math.Pi / 180), math.Tan(float64(o.V[0]) * math.Pi / 180), 1, 0, 0})
		case style.TransformMatrix:
			m = mul(m, [6]float64{float64(o.V[0]), float64(o.V[1]), float64(o.V[2]), float64(o.V[3]), float64(o.V[4]), float64(o.V[5])})
		case style.TransformMatrix3D:
			if o.M != nil {
				m = mul(m, [6]float64{float64(o.M[0]), float64(o.M[1]), float64(o.M[4]), float64(o.M[5]), float64(o.M[12]), float64(o.M[13])})
			}
		}
	}
	return mul(m, [6]float64{1, 0, 0, 1, -ox, -oy})
}

// rotation about an axis, flattened.
func rotation(x, y, z, deg float32) [6]float64 {
	a := float64(deg) * math.Pi / 180
	sin, cos := math.Sincos(a)
	if x == 0 && y == 0 {
		if z < 0 {
			sin = -sin
		}
		return [6]float64{cos, sin, -sin, cos, 0, 0}
	}
	n := math.Sqrt(float64(x*x + y*y + z*z))
	ux, uy, uz := float64(x)/n, float64(y)/n, float64(z)/n
	k := 1 - cos
	return [6]float64{cos + ux*ux*k, uy*ux*k + uz*sin, ux*uy*k - uz*sin, cos + uy*uy*k, 0, 0}
}

// StickyOffset is how far a sticky box is moved now, by the scroll offset of its nearest scroll container.
// https://drafts.csswg.org/css-position-3/#stickypos-insets
func (t *Tree) StickyOffset(b BoxID) (d geom.Point) {
	if t.inFragments(b) {
		return d
	}
	// The box and its containing block in the scroll container's coordinates.
	at := t.geo[b].offset
	cb := t.Container(b)
	var cbAt geom.Point
	sc := cb
	for sc != 0 && t.links[sc].flags&FlagScroller == 0 {
		at = at.Add(t.geo[sc].offset)
		cbAt = cbAt.Add(t.geo[sc].offset)
		sc = t.Container(sc)
	}
	if sc == 0 {
		return d
	}
	bx := t.Style(b).Box
	port := t.scrollport(sc)
	s := t.scroll[sc]
	g, cg := &t.geo[b], &t.geo[cb]
	inner := geom.Rect{X: cbAt.X, Y: cbAt.Y, W: cg.size.W, H: cg.size.H}.Inset(cg.border).Inset(cg.padding)
	if cb == sc {
		inner = geom.Rect{X: port.X, Y: port.Y, W: max(port.W, cg.overflow.Right()-port.X), H: max(port.H, cg.overflow.Bottom()-port.Y)}
	}
	if bx.Bottom.IsLength() {
		if over := at.Y + g.size.H - (port.Bottom() + s.Y - bx.Bottom.Resolve(port.H)); over > 0 {
			d.Y = -min(over, max(0, at.Y-g.margin.Top-inner.Y))
		}
	}
	if bx.Top.IsLength() {
		if under := port.Y + s.Y + bx.Top.Resolve(port.H) - at.Y; under > 0 {
			d.Y = min(under, max(0, inner.Bottom()-g.margin.Bottom-g.size.H-at.Y))
		}
	}
	if bx.Right.IsLength() {
		if over := at.X + g.size.W - (port.Right() + s.X - bx.Right.Resolve(port.W)); over > 0 {
			d.X = -min(over, max(0, at.X-g.margin.Left-inner.X))
		}
	}
	if bx.Left.IsLength() {
		if under := port.X + s.X + bx.Left.Resolve(port.W) - at.X; under > 0 {
			d.X = min(under, max(0, inner.Right()-g.margin.Right-g.size.W-at.X))
		}
	}
	return d
}
