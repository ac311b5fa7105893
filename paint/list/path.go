package list

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
)

// Verb is one step of a path.
type Verb uint8

const (
	MoveTo  Verb = iota // 1 point
	LineTo              // 1 point
	QuadTo              // 2 points
	CubicTo             // 3 points
	Close               // none
)

// Points is the number of points that a verb takes.
func (v Verb) Points() int { return [...]int{1, 1, 2, 3, 0}[v] }

// Path is an outline being built. The zero value is empty; Reset keeps the memory. Coordinates that
// are not finite are taken as 0, larger ones than MaxCoord are clamped.
type Path struct {
	Verbs  []Verb
	Points []geom.PointF
}

// Reset empties the path.
func (p *Path) Reset() { p.Verbs, p.Points = p.Verbs[:0], p.Points[:0] }

func clampCoord(v float32) float32 {
	switch {
	case v != v:
		return 0
	case v > MaxCoord:
		return MaxCoord
	case v < -MaxCoord:
		return -MaxCoord
	}
	return v
}

func clampPoint(x, y float32) geom.PointF { return geom.PointF{X: clampCoord(x), Y: clampCoord(y)} }

// MoveTo begins a subpath.
func (p *Path) MoveTo(x, y float32) {
	p.Verbs = append(p.Verbs, MoveTo)
	p.Points = append(p.Points, clampPoint(x, y))
}

// begin sees to it that a subpath is open: what follows a Close goes on from that subpath's start.
func (p *Path) begin() {
	n := len(p.Verbs)
	if n == 0 {
		p.MoveTo(0, 0)
	} else if p.Verbs[n-1] == Close {
		at := len(p.Points)
		for i := n - 1; i >= 0; i-- {
			at -= p.Verbs[i].Points()
			if p.Verbs[i] == MoveTo {
				break
			}
		}
		q := p.Points[at]
		p.MoveTo(q.X, q.Y)
	}
}

// LineTo adds a line.
func (p *Path) LineTo(x, y float32) {
	p.begin()
	p.Verbs = append(p.Verbs, LineTo)
	p.Points = append(p.Points, clampPoint(x, y))
}

// QuadTo adds a quadratic curve by its control point and its end.
func (p *Path) QuadTo(cx, cy, x, y float32) {
	p.begin()
	p.Verbs = append(p.Verbs, QuadTo)
	p.Points = append(p.Points, clampPoint(cx, cy), clampPoint(x, y))
}

// CubicTo adds a cubic curve by its control points and its end.
func (p *Path) CubicTo(ax, ay, bx, by, x, y float32) {
	p.begin()
	p.Verbs = append(p.Verbs, CubicTo)
	p.Points = append(p.Points, clampPoint(ax, ay), clampPoint(bx, by), clampPoint(x, y))
}

// Close ends the subpath with a line to its start.
func (p *Path) Close() {
	if n := len(p.Verbs); n > 0 && p.Verbs[n-1] != Close {
		p.Verbs = append(p.Verbs, Close)
	}
}

// Rect adds a closed rectangle.
func (p *Path) Rect(r geom.RectF) {
	p.MoveTo(r.X, r.Y)
	p.LineTo(r.Right(), r.Y)
	p.LineTo(r.Right(), r.Bottom())
	p.LineTo(r.X, r.Bottom())
	p.Close()
}

// Kappa is the length of the control arms with which a cubic curve approximates a quarter
// of a unit circle.
const Kappa = 0.5522847498

// RRect adds a closed rounded rectangle, clockwise from the top left corner's end.
func (p *Path) RRect(r RRect) {
	r = r.Normalize()
	b, c := r.Rect, r.Radii
	x0, y0, x1, y1 := b.X, b.Y, b.Right(), b.Bottom()
	const k = 1 - Kappa
	p.MoveTo(x0+c[0].X, y0)
	p.LineTo(x1-c[1].X, y0)
	if c[1].X > 0 {
		p.CubicTo(x1-k*c[1].X, y0, x1, y0+k*c[1].Y, x1, y0+c[1].Y)
	}
	p.LineTo(x1, y1-c[2].Y)
	if c[2].X > 0 {
		p.CubicTo(x1, y1-k*c[2].Y, x1-k*c[2].X, y1, x1-c[2].X, y1)
	}
	p.LineTo(x0+c[3].X, y1)
	if c[3].X > 0 {
		p.CubicTo(x0+k*c[3].X, y1, x0, y1-k*c[3].Y, x0, y1-c[3].Y)
	}
	p.LineTo(x0, y0+c[0].Y)
	if c[0].X > 0 {
		p.CubicTo(x0, y0+k*c[0].Y, x0+k*c[0].X, y0, x0+c[0].X, y0)
	}
	p.Close()
}

// Bounds is the rectangle around all points, control points too.
func (p *Path) Bounds() geom.RectF { return pointBounds(p.Points) }

func pointBounds(pts []geom.PointF) geom.RectF {
	if len(pts) == 0 {
		return geom.RectF{}
	}
	x0, y0 := float32(math.Inf(1)), float32(math.Inf(1))
	x1, y1 := -x0, -y0
	for _, q := range pts {
		x0, y0 = min(x0, q.X), min(y0, q.Y)
		x1, y1 = max(x1, q.X), max(y1, q.Y)
	}
	return geom.RectF{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}
