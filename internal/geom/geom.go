// Package geom has the geometry that layout, paint and input share.
//
// Lengths of layout are in [Unit], 1/64 of a CSS px, as integers: sums are exact, so an
// incremental layout equals a cold one to the last bit, and boxes are compact rows. (1/64 px is also
// what Chromium uses, so geometry can be compared without rounding noise.)
// Paint works in float32 px and maps with [Matrix].
package geom

import "math"

// Unit is a length of layout in 1/64 px. Arithmetic that may overflow goes
// through FromPx, which saturates.
type Unit int32

const (
	One Unit = 64
	// Max is the largest length: 2^25 px. It stands for «indefinite» nowhere; layout has Indefinite for that.
	Max Unit = 1 << 30
	// Indefinite is a size that is not known.
	Indefinite Unit = math.MinInt32
)

// FromPx rounds towards zero to 1/64 px, as Chromium does, and saturates at ±Max; NaN is 0.
func FromPx(px float32) Unit {
	v := float64(px) * 64
	switch {
	case v != v:
		return 0
	case v >= float64(Max):
		return Max
	case v <= -float64(Max):
		return -Max
	}
	return Unit(v)
}

// FromPx64 is FromPx of a float64.
func FromPx64(px float64) Unit {
	v := px * 64
	switch {
	case v != v:
		return 0
	case v >= float64(Max):
		return Max
	case v <= -float64(Max):
		return -Max
	}
	return Unit(v)
}

// FromPxRound rounds to the nearest 1/64 px.
func FromPxRound(px float64) Unit { return FromPx64((math.Round(px * 64)) / 64) }

// FromPxCeil rounds up to the next 1/64 px.
func FromPxCeil(px float64) Unit { return FromPx64(math.Ceil(px*64) / 64) }

// FromInt is n px.
func FromInt(n int) Unit { return FromPx64(float64(n)) }

// Px is u in px.
func (u Unit) Px() float32 { return float32(u) / 64 }

// Px64 is u in px.
func (u Unit) Px64() float64 { return float64(u) / 64 }

// Round is u rounded to whole px (half up), as for snapping to device pixels.
func (u Unit) Round() int { return int((u + 32) >> 6) }

// Floor is u rounded down to whole px.
func (u Unit) Floor() int { return int(u >> 6) }

// Ceil is u rounded up to whole px.
func (u Unit) Ceil() int { return int((u + 63) >> 6) }

// IsDefinite reports whether u is a known length.
func (u Unit) IsDefinite() bool { return u != Indefinite }

// Point is a position in px/64.
type Point struct{ X, Y Unit }

// Size is an extent in px/64.
type Size struct{ W, H Unit }

// Rect is a rectangle in px/64.
type Rect struct{ X, Y, W, H Unit }

// Edges are four widths, as of a border, in px/64.
type Edges struct{ Top, Right, Bottom, Left Unit }

// Horizontal is the sum of left and right.
func (e Edges) Horizontal() Unit { return e.Left + e.Right }

// Vertical is the sum of top and bottom.
func (e Edges) Vertical() Unit { return e.Top + e.Bottom }

// Add is p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub is p - q.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Right is the x of the right edge.
func (r Rect) Right() Unit { return r.X + r.W }

// Bottom is the y of the bottom edge.
func (r Rect) Bottom() Unit { return r.Y + r.H }

// Empty reports whether r covers nothing.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Move is r moved by p.
func (r Rect) Move(p Point) Rect { return Rect{r.X + p.X, r.Y + p.Y, r.W, r.H} }

// Inset is r made smaller by e.
func (r Rect) Inset(e Edges) Rect {
	return Rect{r.X + e.Left, r.Y + e.Top, max(0, r.W-e.Left-e.Right), max(0, r.H-e.Top-e.Bottom)}
}

// Union is the smallest rectangle around r and s; an empty one adds nothing.
func (r Rect) Union(s Rect) Rect {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	x, y := min(r.X, s.X), min(r.Y, s.Y)
	return Rect{x, y, max(r.Right(), s.Right()) - x, max(r.Bottom(), s.Bottom()) - y}
}

// Intersect is what r and s share.
func (r Rect) Intersect(s Rect) Rect {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	w, h := min(r.Right(), s.Right())-x, min(r.Bottom(), s.Bottom())-y
	if w <= 0 || h <= 0 {
		return Rect{}
	}
	return Rect{x, y, w, h}
}

// Contains reports whether p lies in r (right and bottom edges excluded).
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.Right() && p.Y < r.Bottom()
}

// F is r in float32 px.
func (r Rect) F() RectF { return RectF{r.X.Px(), r.Y.Px(), r.W.Px(), r.H.Px()} }

// Snap is r with each edge rounded to a whole px, as boxes are painted.
func (r Rect) Snap() RectF {
	x0, y0, x1, y1 := r.X.Round(), r.Y.Round(), r.Right().Round(), r.Bottom().Round()
	return RectF{float32(x0), float32(y0), float32(x1 - x0), float32(y1 - y0)}
}

// PointF is a position in px.
type PointF struct{ X, Y float32 }

// RectF is a rectangle in px.
type RectF struct{ X, Y, W, H float32 }

// Right is the x of the right edge.
func (r RectF) Right() float32 { return r.X + r.W }

// Bottom is the y of the bottom edge.
func (r RectF) Bottom() float32 { return r.Y + r.H }

// Empty reports whether r covers nothing.
func (r RectF) Empty() bool { return !(r.W > 0 && r.H > 0) }

// Intersect is what r and s share.
func (r RectF) Intersect(s RectF) RectF {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	w, h := min(r.Right(), s.Right())-x, min(r.Bottom(), s.Bottom())-y
	if !(w > 0 && h > 0) {
		return RectF{}
	}
	return RectF{x, y, w, h}
}

// Union is the smallest rectangle around r and s; an empty one adds nothing.
func (r RectF) Union(s RectF) RectF {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	x, y := min(r.X, s.X), min(r.Y, s.Y)
	return RectF{x, y, max(r.Right(), s.Right()) - x, max(r.Bottom(), s.Bottom()) - y}
}

// Outset is r made larger by d on each side.
func (r RectF) Outset(d float32) RectF { return RectF{r.X - d, r.Y - d, r.W + 2*d, r.H + 2*d} }
