package bind

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
)

// DOMPointReadOnly is a point in homogeneous coordinates.
// https://drafts.fxtf.org/geometry/#DOMPoint
type DOMPointReadOnly struct {
	Object
	x, y, z, w float64
	of         svgOwner // that it is a part of, nil for none
}

func (p *DOMPointReadOnly) trace(t *js.Tracer) { mark(t, p.of) }

// told says that script changed the point.
func (p *DOMPointReadOnly) told() {
	if p.of != nil {
		p.of.changed()
	}
}

// DOMPoint is a point that can be changed.
type DOMPoint struct{ DOMPointReadOnly }

func newDOMPoint(x, y, z, w float64) *DOMPoint {
	return &DOMPoint{DOMPointReadOnly{x: x, y: y, z: z, w: w}}
}

// ConstructDOMPointReadOnly is new DOMPointReadOnly.
func ConstructDOMPointReadOnly(x, y, z, w float64) *DOMPointReadOnly {
	return &DOMPointReadOnly{x: x, y: y, z: z, w: w}
}

// ConstructDOMPoint is new DOMPoint.
func ConstructDOMPoint(x, y, z, w float64) *DOMPoint { return newDOMPoint(x, y, z, w) }

// DOMPointReadOnlyFromPoint is DOMPointReadOnly.fromPoint.
func DOMPointReadOnlyFromPoint(p DOMPointInit) *DOMPointReadOnly {
	return &DOMPointReadOnly{x: p.X, y: p.Y, z: p.Z, w: p.W}
}

// DOMPointFromPoint is DOMPoint.fromPoint.
func DOMPointFromPoint(p DOMPointInit) *DOMPoint { return newDOMPoint(p.X, p.Y, p.Z, p.W) }

// X is DOMPointReadOnly.x.
func (p *DOMPointReadOnly) X() float64 { return p.x }

// Y is DOMPointReadOnly.y.
func (p *DOMPointReadOnly) Y() float64 { return p.y }

// Z is DOMPointReadOnly.z.
func (p *DOMPointReadOnly) Z() float64 { return p.z }

// W is DOMPointReadOnly.w.
func (p *DOMPointReadOnly) W() float64 { return p.w }

// SetX sets DOMPoint.x.
func (p *DOMPoint) SetX(v float64) { p.x = v; p.told() }

// SetY sets DOMPoint.y.
func (p *DOMPoint) SetY(v float64) { p.y = v; p.told() }

// SetZ sets DOMPoint.z.
func (p *DOMPoint) SetZ(v float64) { p.z = v; p.told() }

// SetW sets DOMPoint.w.
func (p *DOMPoint) SetW(v float64) { p.w = v; p.told() }

// MatrixTransform is DOMPointReadOnly.matrixTransform.
func (p *DOMPointReadOnly) MatrixTransform(c *js.Call, m DOMMatrixInit) *DOMPoint {
	var x DOMMatrixReadOnly
	if !x.init(&c.Conv, m) {
		return nil
	}
	return x.transform(p.x, p.y, p.z, p.w)
}

// jsonObject makes an object of numbers.
func jsonObject(r *js.Realm, names []string, values ...float64) js.Value {
	o := r.NewObject()
	for i, n := range names {
		_ = r.Define(o, js.NameKey(n), js.Number(values[i]), js.DataDefault)
	}
	return o.Value()
}

var pointNames = []string{"x", "y", "z", "w"}

// ToJSON is DOMPointReadOnly.toJSON.
func (p *DOMPointReadOnly) ToJSON(c *js.Call) js.Value {
	return jsonObject(c.Realm(), pointNames, p.x, p.y, p.z, p.w)
}

// DOMRectReadOnly is a rectangle. https://drafts.fxtf.org/geometry/#DOMRect
type DOMRectReadOnly struct {
	Object
	x, y, width, height float64
	of                  svgOwner // that it is a part of, nil for none
}

func (r *DOMRectReadOnly) trace(t *js.Tracer) { mark(t, r.of) }

// now is the rectangle, brought up to what it is a part of.
func (r *DOMRectReadOnly) now() *DOMRectReadOnly {
	if r.of != nil {
		r.of.load()
	}
	return r
}

// told says that script changed the rectangle.
func (r *DOMRectReadOnly) told() {
	if r.of != nil {
		r.of.changed()
	}
}

// DOMRect is a rectangle that can be changed.
type DOMRect struct{ DOMRectReadOnly }

func newDOMRect(x, y, w, h float64) *DOMRect {
	return &DOMRect{DOMRectReadOnly{x: x, y: y, width: w, height: h}}
}

// domRect is a rectangle of layout as script sees it.
func domRect(r geom.RectF) *DOMRect {
	return newDOMRect(float64(r.X), float64(r.Y), float64(r.W), float64(r.H))
}

func domRectReadOnly(r geom.RectF) *DOMRectReadOnly {
	return &DOMRectReadOnly{x: float64(r.X), y: float64(r.Y), width: float64(r.W), height: float64(r.H)}
}

// ConstructDOMRectReadOnly is new DOMRectReadOnly.
func ConstructDOMRectReadOnly(x, y, w, h float64) *DOMRectReadOnly {
	return &DOMRectReadOnly{x: x, y: y, width: w, height: h}
}

// ConstructDOMRect is new DOMRect.
func ConstructDOMRect(x, y, w, h float64) *DOMRect { return newDOMRect(x, y, w, h) }

// DOMRectReadOnlyFromRect is DOMRectReadOnly.fromRect.
func DOMRectReadOnlyFromRect(r DOMRectInit) *DOMRectReadOnly {
	return &DOMRectReadOnly{x: r.X, y: r.Y, width: r.Width, height: r.Height}
}

// DOMRectFromRect is DOMRect.fromRect.
func DOMRectFromRect(r DOMRectInit) *DOMRect { return newDOMRect(r.X, r.Y, r.Width, r.Height) }

// X is DOMRectReadOnly.x.
func (r *DOMRectReadOnly) X() float64 { return r.now().x }

// Y is DOMRectReadOnly.y.
func (r *DOMRectReadOnly) Y() float64 { return r.now().y }

// Width is DOMRectReadOnly.width.
func (r *DOMRectReadOnly) Width() float64 { return r.now().width }

// Height is DOMRectReadOnly.height.
func (r *DOMRectReadOnly) Height() float64 { return r.now().height }

// nanMin and nanMax are the standard's NaN-safe minimum and maximum.
func nanMin(a, b float64) float64 { return math.Min(a, b) }

func nanMax(a, b float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.NaN()
	}
	return math.Max(a, b)
}

// Top is DOMRectReadOnly.top.
func (r *DOMRectReadOnly) Top() float64 { return nanMin(r.now().y, r.y+r.height) }

// Right is DOMRectReadOnly.right.
func (r *DOMRectReadOnly) Right() float64 { return nanMax(r.now().x, r.x+r.width) }

// Bottom is DOMRectReadOnly.bottom.
func (r *DOMRectReadOnly) Bottom() float64 { return nanMax(r.now().y, r.y+r.height) }

// Left is DOMRectReadOnly.left.
func (r *DOMRectReadOnly) Left() float64 { return nanMin(r.now().x, r.x+r.width) }

// SetX sets DOMRect.x.
func (r *DOMRect) SetX(v float64) { r.now().x = v; r.told() }

// SetY sets DOMRect.y.
func (r *DOMRect) SetY(v float64) { r.now().y = v; r.told() }

// SetWidth sets DOMRect.width.
func (r *DOMRect) SetWidth(v float64) { r.now().width = v; r.told() }

// SetHeight sets DOMRect.height.
func (r *DOMRect) SetHeight(v float64) { r.now().height = v; r.told() }

var rectNames = []string{"x", "y", "width", "height", "top", "right", "bottom", "left"}

// ToJSON is DOMRectReadOnly.toJSON.
func (r *DOMRectReadOnly) ToJSON(c *js.Call) js.Value {
	return jsonObject(c.Realm(), rectNames, r.now().x, r.y, r.width, r.height, r.Top(), r.Right(), r.Bottom(), r.Left())
}

// DOMRectList is what getClientRects gives.
type DOMRectList struct {
	Object
	rects []*DOMRect
}

// Length is DOMRectList.length.
func (l *DOMRectList) Length() uint32 { return uint32(len(l.rects)) }

// Item is DOMRectList.item.
func (l *DOMRectList) Item(i uint32) *DOMRect {
	if int(i) < len(l.rects) {
		return l.rects[i]
	}
	return nil
}

func (l *DOMRectList) trace(t *js.Tracer) { markAll(t, l.rects) }

// DOMQuad is four points. https://drafts.fxtf.org/geometry/#DOMQuad
type DOMQuad struct {
	Object
	p [4]*DOMPoint
}

// ConstructDOMQuad is new DOMQuad.
func ConstructDOMQuad(a, b, c, d DOMPointInit) *DOMQuad {
	q := &DOMQuad{}
	for i, p := range [4]DOMPointInit{a, b, c, d} {
		q.p[i] = DOMPointFromPoint(p)
	}
	return q
}

// DOMQuadFromRect is DOMQuad.fromRect.
func DOMQuadFromRect(r DOMRectInit) *DOMQuad {
	return &DOMQuad{p: [4]*DOMPoint{newDOMPoint(r.X, r.Y, 0, 1), newDOMPoint(r.X+r.Width, r.Y, 0, 1),
		newDOMPoint(r.X+r.Width, r.Y+r.Height, 0, 1), newDOMPoint(r.X, r.Y+r.Height, 0, 1)}}
}

// DOMQuadFromQuad is DOMQuad.fromQuad.
func DOMQuadFromQuad(c *js.Call) js.Value {
	d := readDOMQuadInit(&c.Conv, c.Arg(0))
	q := &DOMQuad{}
	for i, p := range []DOMPointInit{d.P1, d.P2, d.P3, d.P4} {
		q.p[i] = DOMPointFromPoint(p)
	}
	if c.Failed() {
		return js.Undefined
	}
	return objectValue(c.Realm(), q)
}

// P1 is DOMQuad.p1.
func (q *DOMQuad) P1() *DOMPoint { return q.p[0] }

// P2 is DOMQuad.p2.
func (q *DOMQuad) P2() *DOMPoint { return q.p[1] }

// P3 is DOMQuad.p3.
func (q *DOMQuad) P3() *DOMPoint { return q.p[2] }

// P4 is DOMQuad.p4.
func (q *DOMQuad) P4() *DOMPoint { return q.p[3] }

// GetBounds is DOMQuad.getBounds.
func (q *DOMQuad) GetBounds() *DOMRect {
	l, t, r, b := q.p[0].x, q.p[0].y, q.p[0].x, q.p[0].y
	for _, p := range q.p[1:] {
		l, r = nanMin(l, p.x), nanMax(r, p.x)
		t, b = nanMin(t, p.y), nanMax(b, p.y)
	}
	return newDOMRect(l, t, r-l, b-t)
}

// ToJSON is DOMQuad.toJSON.
func (q *DOMQuad) ToJSON(c *js.Call) js.Value {
	r := c.Realm()
	o := r.NewObject()
	for i, n := range []string{"p1", "p2", "p3", "p4"} {
		_ = r.Define(o, js.NameKey(n), objectValue(r, q.p[i]), js.DataDefault)
	}
	return o.Value()
}

func (q *DOMQuad) trace(t *js.Tracer) { markAll(t, q.p[:]) }
