package text

import "math"

// Verb is a step of a path.
type Verb uint8

const (
	MoveTo    Verb = iota // 1 point
	LineTo                // 1 point
	QuadTo                // 2 points
	CubicTo               // 3 points
	ClosePath             // none
)

// Point of an outline.
type Point struct{ X, Y float32 }

// Path is an outline in font units, y up. Its memory is reused by Reset.
type Path struct {
	Verbs  []Verb
	Points []Point
}

// Reset empties the path and keeps its memory.
func (p *Path) Reset() { p.Verbs, p.Points = p.Verbs[:0], p.Points[:0] }

func (p *Path) add(v Verb, pts ...Point) {
	p.Verbs = append(p.Verbs, v)
	p.Points = append(p.Points, pts...)
}

// Bounds of a glyph in font units, y up. Empty where Min is not below Max.
type Bounds struct{ MinX, MinY, MaxX, MaxY float32 }

// outlines are the tables of a file's outlines, found once. The outlines themselves are read each time: a glyph cache
// above keeps what they look like.
type outlines struct {
	glyf, loca, gvar []byte
	longLoca         bool
	cff              *cffFont
}

func (f *fontFile) outline() *outlines {
	f.outlineOnce.Do(func() {
		o := &f.outlines
		o.glyf, o.loca = f.sf.table("glyf"), f.sf.table("loca")
		o.longLoca = u16(f.sf.table("head"), 50) == 1
		if len(f.axes) > 0 {
			o.gvar = f.sf.table("gvar")
		}
		if b := f.sf.table("CFF "); b != nil && o.glyf == nil {
			o.cff = openCFF(b)
		}
	})
	return &f.outlines
}

// Outline appends the outline of a glyph to p and returns the face's units per em. Variations and synthetic styles (bold
// and slanted) are applied. A glyph without outline, a broken one and a stale face append nothing; a stale face has 0 units.
func (c *Collection) Outline(p *Path, face FaceID, glyph uint16) (unitsPerEm float32) {
	f := c.face(face)
	if f == nil {
		return 0
	}
	first := len(p.Points)
	verbs := len(p.Verbs)
	o := f.file.outline()
	switch {
	case o.glyf != nil:
		r := glyfReader{f: f.file, o: o, coords: f.coords, left: maxGlyphPoints}
		r.read(p, int(glyph), 0)
	case o.cff != nil:
		if !o.cff.outline(p, int(glyph)) {
			p.Verbs, p.Points = p.Verbs[:verbs], p.Points[:first]
		}
	}
	if f.bold {
		embolden(p, verbs, first, f.file.upem/24)
	}
	if f.slant != 0 {
		for i := range p.Points[first:] {
			q := &p.Points[first+i]
			q.X += q.Y * f.slant
		}
	}
	return f.file.upem
}

// GlyphBounds is the box of the outline's points.
func (c *Collection) GlyphBounds(face FaceID, glyph uint16) (b Bounds, unitsPerEm float32) {
	var p Path
	unitsPerEm = c.Outline(&p, face, glyph)
	for i, q := range p.Points {
		if i == 0 {
			b = Bounds{q.X, q.Y, q.X, q.Y}
		}
		b = Bounds{min(b.MinX, q.X), min(b.MinY, q.Y), max(b.MaxX, q.X), max(b.MaxY, q.Y)}
	}
	return b, unitsPerEm
}

// embolden moves the points of each contour outwards by half of width, along the bisectors of its corners.
func embolden(p *Path, verb, point int, width float32) {
	// Which way is out: the sum of the signed areas tells.
	area := float32(0)
	pts := p.Points[point:]
	type span struct{ first, end int }
	var contours []span
	at := point
	for _, v := range p.Verbs[verb:] {
		switch v {
		case MoveTo:
			contours = append(contours, span{at, at + 1})
			at++
		case LineTo:
			at++
		case QuadTo:
			at += 2
		case CubicTo:
			at += 3
		}
		if len(contours) > 0 {
			contours[len(contours)-1].end = at
		}
	}
	for _, c := range contours {
		q := p.Points[c.first:c.end]
		for i := range q {
			a, b := q[i], q[(i+1)%len(q)]
			area += a.X*b.Y - b.X*a.Y
		}
	}
	d := width / 2
	if area < 0 {
		d = -d
	}
	old := append([]Point(nil), pts...)
	for _, c := range contours {
		q, was := p.Points[c.first:c.end], old[c.first-point:c.end-point]
		n := len(q)
		for i := range q {
			// The neighbours that differ from the point.
			dir := func(step int) (x, y float32, ok bool) {
				for k := 1; k < n; k++ {
					o := was[((i+step*k)%n+n)%n]
					x, y = float32(step)*(o.X-was[i].X), float32(step)*(o.Y-was[i].Y)
					if l := float32(math.Hypot(float64(x), float64(y))); l > 0 {
						return x / l, y / l, true
					}
				}
				return 0, 0, false
			}
			ix, iy, ok1 := dir(-1)
			ox, oy, ok2 := dir(1)
			if !ok1 || !ok2 {
				continue
			}
			// The miter of both edges' normals, which point right of the way; at most twice the width.
			nx, ny := iy+oy, -(ix + ox)
			l := nx*nx + ny*ny
			if l < 0.5 {
				l = 0.5
			}
			q[i].X += 2 * d * nx / l
			q[i].Y += 2 * d * ny / l
		}
	}
	// As in FreeType the letter grows to the right and up, and keeps its origin.
	for i := range pts {
		pts[i].X += width / 2
		pts[i].Y += width / 2
	}
}

const (
	maxGlyphPoints  = 1 << 16 // of a glyph with its components
	maxComponents   = 6       // nesting
	maxComponentsOf = 256
)

// glyfReader reads TrueType outlines. https://learn.microsoft.com/typography/opentype/spec/glyf
type glyfReader struct {
	f      *fontFile
	o      *outlines
	coords []int16
	left   int // points that may still be read
	parts  int
}

// glyfPoint is a point of a contour before it becomes a curve.
type glyfPoint struct {
	x, y    float32
	on, end bool
}

func (r *glyfReader) data(glyph int) []byte {
	var a, b int
	if r.o.longLoca {
		if 4*glyph+8 > len(r.o.loca) {
			return nil
		}
		a, b = int(u32(r.o.loca, 4*glyph)), int(u32(r.o.loca, 4*glyph+4))
	} else {
		if 2*glyph+4 > len(r.o.loca) {
			return nil
		}
		a, b = 2*u16(r.o.loca, 2*glyph), 2*u16(r.o.loca, 2*glyph+2)
	}
	return sub(r.o.glyf, a, b-a)
}

func (r *glyfReader) read(p *Path, glyph, depth int) {
	emitContours(p, r.points(glyph, depth))
}

// points are the points of a glyph, components placed.
func (r *glyfReader) points(glyph, depth int) []glyfPoint {
	b := r.data(glyph)
	if len(b) < 10 {
		return nil
	}
	if n := i16(b, 0); n >= 0 {
		return r.simple(b, n, glyph)
	}
	if depth >= maxComponents {
		return nil
	}
	return r.composite(b, glyph, depth)
}

func (r *glyfReader) simple(b []byte, contours, glyph int) []glyfPoint {
	if contours == 0 {
		return nil
	}
	ends := sub(b, 10, 2*contours)
	if ends == nil {
		return nil
	}
	n := u16(ends, 2*contours-2) + 1
	if n > r.left {
		return nil
	}
	r.left -= n
	at := 10 + 2*contours
	at += 2 + u16(b, at)
	if at > len(b) || n > (len(b)-at)*256 {
		return nil
	}
	pts := make([]glyfPoint, n)
	flags := make([]byte, 0, n)
	for len(flags) < n {
		if at >= len(b) {
			return nil
		}
		f := b[at]
		at++
		flags = append(flags, f)
		if f&8 != 0 {
			if at >= len(b) {
				return nil
			}
			for k := int(b[at]); k > 0 && len(flags) < n; k-- {
				flags = append(flags, f)
			}
			at++
		}
	}
	coord := func(short, same byte, set func(i int, v int)) bool {
		v := 0
		for i, f := range flags {
			switch {
			case f&short != 0:
				if at >= len(b) {
					return false
				}
				d := int(b[at])
				at++
				if f&same == 0 {
					d = -d
				}
				v += d
			case f&same == 0:
				if at+2 > len(b) {
					return false
				}
				v += i16(b, at)
				at += 2
			}
			set(i, v)
		}
		return true
	}
	if !coord(2, 16, func(i, v int) { pts[i].x = float32(v) }) || !coord(4, 32, func(i, v int) { pts[i].y = float32(v) }) {
		return nil
	}
	for i, f := range flags {
		pts[i].on = f&1 != 0
	}
	prev := -1
	for i := range contours {
		e := u16(ends, 2*i)
		if e <= prev || e >= n {
			return nil
		}
		pts[e].end = true
		prev = e
	}
	if r.coords != nil {
		r.vary(pts, glyph)
	}
	return pts
}

func (r *glyfReader) composite(b []byte, glyph, depth int) (out []glyfPoint) {
	type component struct {
		glyph          int
		m              [4]float32
		dx, dy         float32
		match          bool
		matchA, matchB int
	}
	var list []component
	at := 10
	for more := true; more; {
		if at+4 > len(b) || len(list) >= maxComponentsOf {
			return nil
		}
		flags := u16(b, at)
		c := component{glyph: u16(b, at+2), m: [4]float32{1, 0, 0, 1}}
		at += 4
		var a1, a2 int
		if flags&1 != 0 {
			a1, a2 = i16(b, at), i16(b, at+2)
			if flags&2 == 0 {
				a1, a2 = u16(b, at), u16(b, at+2)
			}
			at += 4
		} else {
			if at+2 > len(b) {
				return nil
			}
			a1, a2 = int(int8(b[at])), int(int8(b[at+1]))
			if flags&2 == 0 {
				a1, a2 = int(b[at]), int(b[at+1])
			}
			at += 2
		}
		if flags&2 != 0 {
			c.dx, c.dy = float32(a1), float32(a2)
		} else {
			c.match, c.matchA, c.matchB = true, a1, a2
		}
		f2 := func(i int) float32 { return float32(i16(b, i)) / 16384 }
		switch {
		case flags&8 != 0:
			c.m[0] = f2(at)
			c.m[3] = c.m[0]
			at += 2
		case flags&0x40 != 0:
			c.m[0], c.m[3] = f2(at), f2(at+2)
			at += 4
		case flags&0x80 != 0:
			c.m = [4]float32{f2(at), f2(at + 2), f2(at + 4), f2(at + 6)}
			at += 8
		}
		if flags&0x800 != 0 { // SCALED_COMPONENT_OFFSET
			c.dx *= float32(math.Hypot(float64(c.m[0]), float64(c.m[1])))
			c.dy *= float32(math.Hypot(float64(c.m[2]), float64(c.m[3])))
		}
		more = flags&0x20 != 0
		list = append(list, c)
	}
	if r.coords != nil {
		// Each component's offset varies as if it were a point.
		pts := make([]glyfPoint, len(list))
		for i, c := range list {
			pts[i] = glyfPoint{x: c.dx, y: c.dy, end: true}
		}
		r.vary(pts, glyph)
		for i := range list {
			list[i].dx, list[i].dy = pts[i].x, pts[i].y
		}
	}
	for _, c := range list {
		if r.parts++; r.parts > 2048 {
			return out
		}
		pts := r.points(c.glyph, depth+1)
		for i := range pts {
			x, y := pts[i].x, pts[i].y
			pts[i].x, pts[i].y = x*c.m[0]+y*c.m[2], x*c.m[1]+y*c.m[3]
		}
		dx, dy := c.dx, c.dy
		if c.match {
			if c.matchA >= len(out) || c.matchB >= len(pts) {
				continue
			}
			dx, dy = out[c.matchA].x-pts[c.matchB].x, out[c.matchA].y-pts[c.matchB].y
		}
		for i := range pts {
			pts[i].x += dx
			pts[i].y += dy
		}
		out = append(out, pts...)
	}
	return out
}

// emitContours turns points on and off the curve into lines and quadratic curves.
func emitContours(p *Path, pts []glyfPoint) {
	start := 0
	for i := range pts {
		if !pts[i].end {
			continue
		}
		c := pts[start : i+1]
		start = i + 1
		if len(c) < 2 {
			continue
		}
		mid := func(a, b glyfPoint) Point { return Point{(a.x + b.x) / 2, (a.y + b.y) / 2} }
		// Begin on the curve: at the first such point, or between two that are off it.
		k := 0
		for k < len(c) && !c[k].on {
			k++
		}
		var first Point
		if k == len(c) {
			k = len(c) - 1
			first = mid(c[k], c[0])
		} else {
			first = Point{c[k].x, c[k].y}
		}
		p.add(MoveTo, first)
		var ctrl glyfPoint
		have := false
		for j := 1; j <= len(c); j++ {
			q := c[(k+j)%len(c)]
			if j == len(c) && q.on {
				break // the first point again
			}
			switch {
			case q.on && have:
				p.add(QuadTo, Point{ctrl.x, ctrl.y}, Point{q.x, q.y})
				have = false
			case q.on:
				p.add(LineTo, Point{q.x, q.y})
			case have:
				p.add(QuadTo, Point{ctrl.x, ctrl.y}, mid(ctrl, q))
				ctrl = q
			default:
				ctrl, have = q, true
			}
		}
		if have {
			p.add(QuadTo, Point{ctrl.x, ctrl.y}, first)
		}
		p.add(ClosePath)
	}
}
