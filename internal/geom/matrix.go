package geom

import "math"

// Matrix is a 2D affine map in the order of CSS matrix(a, b, c, d, e, f):
// x' = A·x + C·y + E, y' = B·x + D·y + F.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity maps each point to itself.
var Identity = Matrix{A: 1, D: 1}

// Translate is the map by (x, y).
func Translate(x, y float64) Matrix { return Matrix{1, 0, 0, 1, x, y} }

// Scale is the map by factors x and y.
func Scale(x, y float64) Matrix { return Matrix{A: x, D: y} }

// Rotate is the clockwise rotation (y down) by an angle in radians.
func Rotate(rad float64) Matrix {
	s, c := math.Sincos(rad)
	return Matrix{c, s, -s, c, 0, 0}
}

// Mul is the map that applies n first and then m, as CSS transform lists multiply.
func (m Matrix) Mul(n Matrix) Matrix {
	return Matrix{
		m.A*n.A + m.C*n.B, m.B*n.A + m.D*n.B,
		m.A*n.C + m.C*n.D, m.B*n.C + m.D*n.D,
		m.A*n.E + m.C*n.F + m.E, m.B*n.E + m.D*n.F + m.F,
	}
}

// Apply maps (x, y).
func (m Matrix) Apply(x, y float64) (float64, float64) {
	return m.A*x + m.C*y + m.E, m.B*x + m.D*y + m.F
}

// MapPoint maps p.
func (m Matrix) MapPoint(p PointF) PointF {
	x, y := m.Apply(float64(p.X), float64(p.Y))
	return PointF{float32(x), float32(y)}
}

// MapRect is the bounding box of the mapped rectangle.
func (m Matrix) MapRect(r RectF) RectF {
	if m.IsTranslation() {
		return RectF{r.X + float32(m.E), r.Y + float32(m.F), r.W, r.H}
	}
	x0, y0 := m.Apply(float64(r.X), float64(r.Y))
	x1, y1 := m.Apply(float64(r.Right()), float64(r.Y))
	x2, y2 := m.Apply(float64(r.Right()), float64(r.Bottom()))
	x3, y3 := m.Apply(float64(r.X), float64(r.Bottom()))
	lx, ly := min(x0, x1, x2, x3), min(y0, y1, y2, y3)
	return RectF{float32(lx), float32(ly), float32(max(x0, x1, x2, x3) - lx), float32(max(y0, y1, y2, y3) - ly)}
}

// IsIdentity reports whether m maps each point to itself.
func (m Matrix) IsIdentity() bool { return m == Identity }

// IsTranslation reports whether m only moves.
func (m Matrix) IsTranslation() bool { return m.A == 1 && m.B == 0 && m.C == 0 && m.D == 1 }

// Invert is the inverse map; ok is false where there is none.
func (m Matrix) Invert() (inv Matrix, ok bool) {
	det := m.A*m.D - m.B*m.C
	if det == 0 || math.IsNaN(det) || math.IsInf(det, 0) {
		return Identity, false
	}
	inv = Matrix{A: m.D / det, B: -m.B / det, C: -m.C / det, D: m.A / det}
	inv.E = -(inv.A*m.E + inv.C*m.F)
	inv.F = -(inv.B*m.E + inv.D*m.F)
	return inv, true
}
