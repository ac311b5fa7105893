package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// stroker turns lines into the outline of their stroke. Curves are cut into lines first; points within a curve
// are smooth: they join round, whatever the stroke's joins.
type stroker struct {
	poly []strokePoint // the current subpath
	dash []strokePoint // the current dash of it
	out  []float64
	half float64
	tol  float64
	most int // lines of one curve
	s    *list.Stroke
}

type strokePoint struct {
	x, y   float64
	smooth bool
}

// maxDashes bounds the dashes of one path: one with more is stroked solid.
const maxDashes = 100000

// maxPoly is about how many lines the curves of one path are cut into, each into 8 at least.
const maxPoly = 1 << 20

// strokePath strokes a path of the list's space with the source.
func (p *painter) strokePath(verbs []list.Verb, pts []geom.PointF, s *list.Stroke, dashes []float32, d rect) {
	pen := p.begin(d)
	p.addStroke(&pen, verbs, pts, s, dashes)
	p.fill(false)
}

func (p *painter) addStroke(pen *pen, verbs []list.Verb, pts []geom.PointF, s *list.Stroke, dashes []float32) {
	k := &p.stroker
	k.s, k.half = s, float64(s.Width)/2
	scale := math.Sqrt(pen.m.A*pen.m.A+pen.m.B*pen.m.B+pen.m.C*pen.m.C+pen.m.D*pen.m.D) / math.Sqrt2
	k.tol = flattenTolerance / max(scale, 1e-6)
	k.most = min(maxSegments, max(8, maxPoly/max(1, len(verbs))))
	if len(dashes) > 0 && pathLength(verbs, pts)/dashCycle(dashes)*float64(len(dashes)/2) > maxDashes {
		dashes = nil
	}
	k.poly = k.poly[:0]
	flush := func(closed bool) {
		if len(k.poly) > 0 {
			if len(dashes) > 0 {
				k.dashed(pen, closed, dashes)
			} else {
				k.stroke(pen, k.poly, closed)
			}
		}
		k.poly = k.poly[:0]
	}
	var start geom.PointF
	for _, v := range verbs {
		switch v {
		case list.MoveTo:
			flush(false)
			start = pts[0]
			k.add(float64(pts[0].X), float64(pts[0].Y), false)
		case list.LineTo:
			k.add(float64(pts[0].X), float64(pts[0].Y), false)
		case list.QuadTo:
			k.quad(pts[0], pts[1])
		case list.CubicTo:
			k.cubic(pts[0], pts[1], pts[2])
		case list.Close:
			k.add(float64(start.X), float64(start.Y), false)
			flush(true)
		}
		pts = pts[v.Points():]
	}
	flush(false)
}

func dashCycle(dashes []float32) (sum float64) {
	for _, d := range dashes {
		sum += float64(d)
	}
	return sum
}

// pathLength is an upper bound of a path's length.
func pathLength(verbs []list.Verb, pts []geom.PointF) (n float64) {
	for i := 1; i < len(pts); i++ {
		n += math.Hypot(float64(pts[i].X)-float64(pts[i-1].X), float64(pts[i].Y)-float64(pts[i-1].Y))
	}
	return 2 * n
}

func (k *stroker) add(x, y float64, smooth bool) {
	if n := len(k.poly); n > 0 && k.poly[n-1].x == x && k.poly[n-1].y == y {
		if n > 1 || len(k.poly) == 1 && k.poly[0].smooth == smooth && n == 1 {
			// A line without length adds nothing, but a subpath of nothing else is a dot: keep one more point for it.
			if n == 1 {
				k.poly = append(k.poly, strokePoint{x, y, smooth})
			}
		}
		return
	}
	if n := len(k.poly); n == 2 && k.poly[0].x == k.poly[1].x && k.poly[0].y == k.poly[1].y {
		k.poly = k.poly[:1]
	}
	k.poly = append(k.poly, strokePoint{x, y, smooth})
}

func (k *stroker) count(dd, factor float64) int {
	// The outer side of a wide stroke is longer than its centre.
	n := math.Ceil(math.Sqrt(dd*factor/k.tol) * math.Sqrt(1+k.half/max(dd, 1e-3)/4))
	if !(n > 1) {
		return 1
	}
	return int(min(n, float64(k.most)))
}

func (k *stroker) quad(c, e geom.PointF) {
	b := k.poly[len(k.poly)-1]
	cx, cy, ex, ey := float64(c.X), float64(c.Y), float64(e.X), float64(e.Y)
	ax, ay := b.x-2*cx+ex, b.y-2*cy+ey
	n := k.count(math.Hypot(ax, ay), 0.25)
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		k.add(b.x+t*(2*(cx-b.x)+t*ax), b.y+t*(2*(cy-b.y)+t*ay), true)
	}
	k.add(ex, ey, false)
}

func (k *stroker) cubic(c1, c2, e geom.PointF) {
	q := k.poly[len(k.poly)-1]
	x1, y1, x2, y2, x3, y3 := float64(c1.X), float64(c1.Y), float64(c2.X), float64(c2.Y), float64(e.X), float64(e.Y)
	n := k.count(max(math.Hypot(q.x-2*x1+x2, q.y-2*y1+y2), math.Hypot(x1-2*x2+x3, y1-2*y2+y3)), 0.75)
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		k.add(a*q.x+b*x1+c*x2+d*x3, a*q.y+b*y1+c*y2+d*y3, true)
	}
	k.add(x3, y3, false)
}

// dashed strokes the dashes of the current subpath. https://svgwg.org/svg2-draft/painting.html#StrokeDashing
func (k *stroker) dashed(pen *pen, closed bool, dashes []float32) {
	cycle := dashCycle(dashes)
	at := math.Mod(float64(k.s.DashOffset), cycle)
	if at < 0 {
		at += cycle
	}
	i := 0
	for at >= float64(dashes[i]) {
		at -= float64(dashes[i])
		i = (i + 1) % len(dashes)
	}
	left := float64(dashes[i]) - at
	on := i%2 == 0
	k.dash = k.dash[:0]
	if on {
		k.dash = append(k.dash, k.poly[0])
	}
	for n := 1; n < len(k.poly); n++ {
		a, b := k.poly[n-1], k.poly[n]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		pos := 0.0
		for length-pos > left {
			pos += left
			t := pos / length
			q := strokePoint{x: a.x + (b.x-a.x)*t, y: a.y + (b.y-a.y)*t}
			if on {
				k.dash = append(k.dash, q)
				k.stroke(pen, k.dash, false)
				k.dash = k.dash[:0]
			} else {
				k.dash = append(k.dash[:0], q)
			}
			on = !on
			i = (i + 1) % len(dashes)
			left = float64(dashes[i])
			if left == 0 && !on {
				// A gap without length: go on with the next dash at once.
				i = (i + 1) % len(dashes)
				left = float64(dashes[i])
				on = true
				k.dash = append(k.dash[:0], q)
			}
		}
		left -= length - pos
		if on {
			k.dash = append(k.dash, b)
		}
	}
	if on && len(k.dash) > 1 {
		k.stroke(pen, k.dash, false)
	}
}

// stroke adds the outline of a polyline.
func (k *stroker) stroke(pen *pen, pts []strokePoint, closed bool) {
	if closed && len(pts) > 1 && pts[0].x == pts[len(pts)-1].x && pts[0].y == pts[len(pts)-1].y {
		pts = pts[:len(pts)-1]
	}
	if len(pts) == 1 || len(pts) == 2 && pts[0].x == pts[1].x && pts[0].y == pts[1].y {
		k.dot(pen, pts[0])
		return
	}
	k.out = k.out[:0]
	if closed && len(pts) > 2 {
		k.side(pts, true, 1)
		k.flush(pen)
		k.side(pts, true, -1)
		k.flush(pen)
		return
	}
	k.side(pts, false, 1)
	k.cap(pts[len(pts)-2], pts[len(pts)-1])
	k.side(pts, false, -1)
	k.cap(pts[1], pts[0])
	k.flush(pen)
}

// dot is the stroke of a subpath without length. https://svgwg.org/svg2-draft/painting.html#LineCaps
func (k *stroker) dot(pen *pen, c strokePoint) {
	if k.s.Cap == list.ButtCap {
		return
	}
	k.out = k.out[:0]
	a, b := strokePoint{x: c.x - 1, y: c.y}, strokePoint{x: c.x + 1, y: c.y}
	k.cap(a, c)
	k.cap(b, c)
	k.flush(pen)
}

func (k *stroker) flush(pen *pen) {
	o := k.out
	for i := 0; i < len(o); i += 2 {
		x, y := pen.m.Apply(o[i], o[i+1])
		if i == 0 {
			pen.x, pen.y = toFix(x), toFix(y)
			pen.sx, pen.sy = pen.x, pen.y
		} else {
			pen.to(toFix(x), toFix(y))
		}
	}
	pen.close()
	k.out = k.out[:0]
}

func (k *stroker) put(x, y float64) { k.out = append(k.out, x, y) }

// side adds the left side of a polyline walked forwards (dir 1) or backwards (dir -1).
func (k *stroker) side(pts []strokePoint, closed bool, dir int) {
	n := len(pts)
	at := func(i int) *strokePoint {
		if dir < 0 {
			i = n - 1 - i
		}
		return &pts[(i%n+n)%n]
	}
	normal := func(a, b *strokePoint) (nx, ny, length float64) {
		dx, dy := b.x-a.x, b.y-a.y
		l := math.Hypot(dx, dy)
		if l == 0 {
			return 0, 0, 0
		}
		return dy / l * k.half, -dx / l * k.half, l
	}
	segs := n - 1
	if closed {
		segs = n
	}
	var nx, ny, nl float64
	for i := range segs {
		a, b := at(i), at(i+1)
		mx, my, ml := normal(a, b)
		if i > 0 {
			k.join(a, nx, ny, mx, my, min(nl, ml))
		} else if closed {
			px, py, pl := normal(at(-1), a)
			k.join(a, px, py, mx, my, min(pl, ml))
		} else {
			k.put(a.x+mx, a.y+my)
		}
		nx, ny, nl = mx, my, ml
	}
	if !closed {
		e := at(n - 1)
		k.put(e.x+nx, e.y+ny)
	}
}

// join goes around a point from one segment's side to the next one's; the arguments are the normals, of half the width,
// and the length of the shorter segment.
func (k *stroker) join(c *strokePoint, ax, ay, bx, by, length float64) {
	cross, dot := ax*by-ay*bx, ax*bx+ay*by
	h2 := k.half * k.half
	if cross <= 0 && !(cross == 0 && dot < 0) { // the inner side, or straight on
		if cross == 0 {
			k.put(c.x+ax, c.y+ay)
			return
		}
		// Where the sides cross within both segments, that is the corner: nothing is covered twice.
		if f := h2 / (h2 + dot); h2+dot > 0 && h2*(h2-dot) <= length*length*(h2+dot) {
			k.put(c.x+(ax+bx)*f, c.y+(ay+by)*f)
			return
		}
		k.put(c.x+ax, c.y+ay)
		k.put(c.x, c.y)
		k.put(c.x+bx, c.y+by)
		return
	}
	k.put(c.x+ax, c.y+ay)
	switch {
	case c.smooth || k.s.Join == list.RoundJoin:
		k.arc(c, ax, ay, math.Atan2(cross, dot))
	case k.s.Join == list.MiterJoin:
		// The miter's length over the width is 1/sin(half the angle between the segments).
		if s := (h2 + dot) / 2; s > 0 && h2/s <= float64(k.s.MiterLimit)*float64(k.s.MiterLimit) {
			f := h2 / (h2 + dot)
			k.put(c.x+(ax+bx)*f, c.y+(ay+by)*f)
		}
	}
	k.put(c.x+bx, c.y+by)
}

// arc adds points around c from the normal (ax, ay) through an angle, ends excluded.
func (k *stroker) arc(c *strokePoint, ax, ay, angle float64) {
	step := 2 * math.Acos(max(0, 1-k.tol/max(k.half, k.tol)))
	n := int(min(64, math.Ceil(math.Abs(angle)/max(step, 0.05))))
	for i := 1; i < n; i++ {
		s, co := math.Sincos(angle * float64(i) / float64(n))
		k.put(c.x+ax*co-ay*s, c.y+ax*s+ay*co)
	}
}

// cap ends a stroke that came from a at e; the last point put is the left side.
func (k *stroker) cap(a, e strokePoint) {
	dx, dy := e.x-a.x, e.y-a.y
	l := math.Hypot(dx, dy)
	if l == 0 {
		return
	}
	dx, dy = dx/l*k.half, dy/l*k.half
	nx, ny := dy, -dx
	switch k.s.Cap {
	case list.RoundCap:
		k.put(e.x+nx, e.y+ny)
		k.arc(&e, nx, ny, math.Pi)
		k.put(e.x-nx, e.y-ny)
	case list.SquareCap:
		k.put(e.x+nx+dx, e.y+ny+dy)
		k.put(e.x-nx+dx, e.y-ny+dy)
	}
}
