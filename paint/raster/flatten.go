package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// toFix is a device coordinate in fixed point, rounded and clamped.
func toFix(v float64) int {
	v = v*fixOne + 0.5
	switch {
	case v >= maxFix:
		return maxFix
	case v <= -maxFix || v != v:
		return -maxFix
	}
	return int(math.Floor(v))
}

// pen feeds a path to a coverage: it maps the points to the device, and cuts curves into lines
// that stay within tolerance of them. How a curve is cut depends on the curve alone.
type pen struct {
	c      *coverage
	m      geom.Matrix
	sx, sy int // start of the subpath
	x, y   int
	px, py float64 // as x, y but not rounded
}

const (
	flattenTolerance = 0.01 // px; a chord loses up to two thirds of it along its length, which small text would show
	maxSegments      = 512  // of one curve
)

func (p *pen) moveTo(x, y float32) {
	p.close()
	p.px, p.py = p.m.Apply(float64(x), float64(y))
	p.x, p.y = toFix(p.px), toFix(p.py)
	p.sx, p.sy = p.x, p.y
}

func (p *pen) close() {
	p.c.line(p.x, p.y, p.sx, p.sy)
	p.x, p.y = p.sx, p.sy
}

func (p *pen) lineTo(x, y float32) {
	p.px, p.py = p.m.Apply(float64(x), float64(y))
	p.to(toFix(p.px), toFix(p.py))
}

func (p *pen) to(x, y int) {
	p.c.line(p.x, p.y, x, y)
	p.x, p.y = x, y
}

// outside reports whether a curve within the given hull cannot be seen but for the cover that its ends decide.
func (p *pen) outside(x0, y0, x1, y1 float64) bool {
	k := &p.c.clip
	return x1 < float64(k.x0-1) || y1 < float64(k.y0-1) || x0 > float64(k.x1+1) || y0 > float64(k.y1+1)
}

func segments(dd float64, factor float64) int {
	n := math.Ceil(math.Sqrt(dd * factor / flattenTolerance))
	if !(n > 1) {
		return 1
	}
	return int(min(n, maxSegments))
}

func (p *pen) quadTo(cx, cy, x, y float32) {
	x0, y0 := p.px, p.py
	x1, y1 := p.m.Apply(float64(cx), float64(cy))
	x2, y2 := p.m.Apply(float64(x), float64(y))
	p.px, p.py = x2, y2
	if p.outside(min(x0, x1, x2), min(y0, y1, y2), max(x0, x1, x2), max(y0, y1, y2)) {
		p.to(toFix(x2), toFix(y2))
		return
	}
	ax, ay := x0-2*x1+x2, y0-2*y1+y2
	n := segments(math.Hypot(ax, ay), 0.25)
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		p.to(toFix(x0+t*(2*(x1-x0)+t*ax)), toFix(y0+t*(2*(y1-y0)+t*ay)))
	}
	p.to(toFix(x2), toFix(y2))
}

func (p *pen) cubicTo(ax, ay, bx, by, x, y float32) {
	x0, y0 := p.px, p.py
	x1, y1 := p.m.Apply(float64(ax), float64(ay))
	x2, y2 := p.m.Apply(float64(bx), float64(by))
	x3, y3 := p.m.Apply(float64(x), float64(y))
	p.px, p.py = x3, y3
	if p.outside(min(x0, x1, x2, x3), min(y0, y1, y2, y3), max(x0, x1, x2, x3), max(y0, y1, y2, y3)) {
		p.to(toFix(x3), toFix(y3))
		return
	}
	n := segments(max(math.Hypot(x0-2*x1+x2, y0-2*y1+y2), math.Hypot(x1-2*x2+x3, y1-2*y2+y3)), 0.75)
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		p.to(toFix(a*x0+b*x1+c*x2+d*x3), toFix(a*y0+b*y1+c*y2+d*y3))
	}
	p.to(toFix(x3), toFix(y3))
}

// path adds a whole path; open subpaths are closed, as for filling.
func (p *pen) path(verbs []list.Verb, pts []geom.PointF) {
	for _, v := range verbs {
		switch v {
		case list.MoveTo:
			p.moveTo(pts[0].X, pts[0].Y)
			pts = pts[1:]
		case list.LineTo:
			p.lineTo(pts[0].X, pts[0].Y)
			pts = pts[1:]
		case list.QuadTo:
			p.quadTo(pts[0].X, pts[0].Y, pts[1].X, pts[1].Y)
			pts = pts[2:]
		case list.CubicTo:
			p.cubicTo(pts[0].X, pts[0].Y, pts[1].X, pts[1].Y, pts[2].X, pts[2].Y)
			pts = pts[3:]
		case list.Close:
			p.close()
			// The next subpath, if it has no MoveTo, goes on from here; Path adds one.
		}
	}
	p.close()
}

const arcArm = list.Kappa

// rrect adds a rounded rectangle, clockwise, or counterclockwise for a hole.
func (p *pen) rrect(r *list.RRect, hole bool) {
	b, c := r.Rect, &r.Radii
	x0, y0, x1, y1 := b.X, b.Y, b.Right(), b.Bottom()
	const k = 1 - arcArm
	if !hole {
		p.moveTo(x0+c[0].X, y0)
		p.lineTo(x1-c[1].X, y0)
		if c[1].X > 0 {
			p.cubicTo(x1-k*c[1].X, y0, x1, y0+k*c[1].Y, x1, y0+c[1].Y)
		}
		p.lineTo(x1, y1-c[2].Y)
		if c[2].X > 0 {
			p.cubicTo(x1, y1-k*c[2].Y, x1-k*c[2].X, y1, x1-c[2].X, y1)
		}
		p.lineTo(x0+c[3].X, y1)
		if c[3].X > 0 {
			p.cubicTo(x0+k*c[3].X, y1, x0, y1-k*c[3].Y, x0, y1-c[3].Y)
		}
		p.lineTo(x0, y0+c[0].Y)
		if c[0].X > 0 {
			p.cubicTo(x0, y0+k*c[0].Y, x0+k*c[0].X, y0, x0+c[0].X, y0)
		}
		p.close()
		return
	}
	p.moveTo(x0+c[0].X, y0)
	if c[0].X > 0 {
		p.cubicTo(x0+k*c[0].X, y0, x0, y0+k*c[0].Y, x0, y0+c[0].Y)
	}
	p.lineTo(x0, y1-c[3].Y)
	if c[3].X > 0 {
		p.cubicTo(x0, y1-k*c[3].Y, x0+k*c[3].X, y1, x0+c[3].X, y1)
	}
	p.lineTo(x1-c[2].X, y1)
	if c[2].X > 0 {
		p.cubicTo(x1-k*c[2].X, y1, x1, y1-k*c[2].Y, x1, y1-c[2].Y)
	}
	p.lineTo(x1, y0+c[1].Y)
	if c[1].X > 0 {
		p.cubicTo(x1, y0+k*c[1].Y, x1-k*c[1].X, y0, x1-c[1].X, y0)
	}
	p.close()
}
