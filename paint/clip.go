package paint

import (
	"math"
	"strconv"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// pushOverflowClip clips to what shows of the contents of b, and returns the number of groups.
// https://drafts.csswg.org/css-overflow-3/#overflow-properties
func (p *Painter) pushOverflowClip(b layout.BoxID) uint8 {
	p.list.SetOwner(uint32(b))
	p.list.PushClipRRect(p.overflowClip(b))
	return 1
}

func (p *Painter) overflowClip(b layout.BoxID) list.RRect {
	t := p.tree
	st := t.Style(b)
	var d decoration
	d.box, d.border, d.padding, d.sides = p.borderBox(b), t.Border(b), t.Padding(b), allSides
	d.resolve(st)
	r := d.inner
	if t.Has(b, layout.FlagScrollbarY) {
		r.Rect.W = max(0, r.Rect.W-scrollbarWidth)
		if t.Has(b, layout.FlagRTL) {
			r.Rect.X += scrollbarWidth
		}
	}
	if t.Has(b, layout.FlagScrollbarX) {
		r.Rect.H = max(0, r.Rect.H-scrollbarWidth)
	}
	const far = 1 << 24
	x, y := st.Box.OverflowX, st.Box.OverflowY
	if st.Content.Contain&(style.ContainPaint|style.ContainStrict|style.ContainContent) == 0 && !t.Has(b, layout.FlagScroller) {
		if x == style.OverflowVisible {
			r = list.RRect{Rect: geom.RectF{X: -far, Y: r.Rect.Y, W: 2 * far, H: r.Rect.H}}
		}
		if y == style.OverflowVisible {
			r = list.RRect{Rect: geom.RectF{X: r.Rect.X, Y: -far, W: r.Rect.W, H: 2 * far}}
		}
	}
	return r
}

// pushCSSClip clips to the clip property. https://drafts.fxtf.org/css-masking/#clip-property
func (p *Painter) pushCSSClip(b layout.BoxID) uint8 {
	p.list.SetOwner(uint32(b))
	p.list.PushClipRect(p.cssClip(b))
	return 1
}

func (p *Painter) cssClip(b layout.BoxID) geom.RectF {
	c := &p.tree.Style(b).Effect.Clip
	r := p.borderBox(b).F()
	x0, y0, x1, y1 := r.X, r.Y, r.Right(), r.Bottom()
	if c.Left.IsLength() {
		x0 = r.X + c.Left.ResolvePx(0)
	}
	if c.Top.IsLength() {
		y0 = r.Y + c.Top.ResolvePx(0)
	}
	if c.Right.IsLength() {
		x1 = r.X + c.Right.ResolvePx(0)
	}
	if c.Bottom.IsLength() {
		y1 = r.Y + c.Bottom.ResolvePx(0)
	}
	return geom.RectF{X: round32(x0), Y: round32(y0), W: max(0, round32(x1)-round32(x0)), H: max(0, round32(y1)-round32(y0))}
}

// referenceBox is the box that a clip path refers to; inline boxes: around their fragments.
func (p *Painter) referenceBox(b layout.BoxID, name string) geom.RectF {
	t := p.tree
	if p.box[b].flags&rowInFragments != 0 {
		var u geom.Rect
		t.FragmentsOf(b, func(f *layout.Fragment) bool {
			u = u.Union(f.Rect)
			return true
		})
		return u.Move(p.contentOrigin(p.box[b].cont)).F()
	}
	r := p.borderBox(b)
	switch name {
	case "margin-box":
		m := t.Margin(b)
		return geom.Rect{X: r.X - m.Left, Y: r.Y - m.Top, W: r.W + m.Horizontal(), H: r.H + m.Vertical()}.F()
	case "padding-box":
		return r.Inset(t.Border(b)).F()
	case "content-box", "fill-box":
		return r.Inset(t.Border(b)).Inset(t.Padding(b)).F()
	}
	return r.F()
}

// pushClipPath clips to a basic shape. It reports whether it opened a group: references to elements are not followed.
// https://drafts.fxtf.org/css-masking/#the-clip-path
func (p *Painter) pushClipPath(b layout.BoxID, v *style.ShapeValue) bool {
	box := p.referenceBox(b, v.Box)
	evenOdd, ok := p.shapePath(v, box)
	if !ok {
		return false
	}
	p.list.SetOwner(uint32(b))
	if len(p.path.Verbs) == 0 {
		p.list.PushClipPath(0, false)
		return true
	}
	p.list.PushClipPath(p.list.AddPath(&p.path), evenOdd)
	return true
}

// shapePath writes a basic shape in a reference box to p.path. https://drafts.csswg.org/css-shapes/#basic-shape-functions
func (p *Painter) shapePath(v *style.ShapeValue, box geom.RectF) (evenOdd, ok bool) {
	p.path.Reset()
	s := v.Shape
	switch v.Kind {
	case style.ShapeBox:
		p.path.Rect(box)
		return false, true
	case style.ShapeNone, style.ShapeURL, style.ShapeImage, style.ShapeText: // TODO(spec): url(), shape()
		return false, false
	}
	if s == nil {
		return false, false
	}
	center := func() (x, y float32) {
		if !s.HasCenter {
			return box.X + box.W/2, box.Y + box.H/2
		}
		return box.X + s.Center.X.ResolvePx(box.W), box.Y + s.Center.Y.ResolvePx(box.H)
	}
	side := func(l *style.Length, a, b, basis float32) float32 {
		a, b = max(a, -a), max(b, -b)
		switch l.Kind {
		case style.LengthAuto:
			return min(a, b)
		case style.LengthNone:
			return max(a, b)
		}
		return max(0, l.ResolvePx(basis))
	}
	ellipse := func(cx, cy, rx, ry float32) {
		if !(rx > 0 && ry > 0) {
			return
		}
		r := list.RRect{Rect: geom.RectF{X: cx - rx, Y: cy - ry, W: 2 * rx, H: 2 * ry}}
		for i := range r.Radii {
			r.Radii[i] = list.Radius{X: rx, Y: ry}
		}
		p.path.RRect(r)
	}
	switch v.Kind {
	case style.ShapeInset:
		t, r, b, l := s.Inset[0].ResolvePx(box.H), s.Inset[1].ResolvePx(box.W), s.Inset[2].ResolvePx(box.H), s.Inset[3].ResolvePx(box.W)
		in := geom.RectF{X: box.X + l, Y: box.Y + t, W: box.W - l - r, H: box.H - t - b}
		if in.Empty() {
			return false, true
		}
		rr := list.RRect{Rect: in}
		for i, c := range s.Corners {
			rr.Radii[i] = list.Radius{X: c.X.ResolvePx(box.W), Y: c.Y.ResolvePx(box.H)}
		}
		p.path.RRect(rr)
	case style.ShapeCircleFn:
		cx, cy := center()
		var r float32
		switch s.RadiusX.Kind {
		case style.LengthAuto:
			r = min(side(&s.RadiusX, cx-box.X, box.Right()-cx, 0), side(&s.RadiusX, cy-box.Y, box.Bottom()-cy, 0))
		case style.LengthNone:
			r = max(side(&s.RadiusX, cx-box.X, box.Right()-cx, 0), side(&s.RadiusX, cy-box.Y, box.Bottom()-cy, 0))
		default:
			r = s.RadiusX.ResolvePx(hypot32(box.W, box.H) / math.Sqrt2)
		}
		ellipse(cx, cy, r, r)
	case style.ShapeEllipseFn:
		cx, cy := center()
		ellipse(cx, cy, side(&s.RadiusX, cx-box.X, box.Right()-cx, box.W), side(&s.RadiusY, cy-box.Y, box.Bottom()-cy, box.H))
	case style.ShapePolygon:
		for i := range s.Points {
			x, y := box.X+s.Points[i].X.ResolvePx(box.W), box.Y+s.Points[i].Y.ResolvePx(box.H)
			if i == 0 {
				p.path.MoveTo(x, y)
			} else {
				p.path.LineTo(x, y)
			}
		}
		p.path.Close()
	case style.ShapePath:
		svgPath(&p.path, s.Path, box.X, box.Y)
	}
	return s.EvenOdd, true
}

// svgPath appends SVG path data, moved by dx, dy; what follows an error is left out. https://www.w3.org/TR/SVG2/paths.html#PathData
func svgPath(out *list.Path, d string, dx, dy float32) {
	i := 0
	space := func() {
		for i < len(d) && (d[i] == ' ' || d[i] == ',' || d[i] == '\n' || d[i] == '\t' || d[i] == '\r' || d[i] == '\f') {
			i++
		}
	}
	num := func() (float32, bool) {
		space()
		j := i
		if j < len(d) && (d[j] == '+' || d[j] == '-') {
			j++
		}
		digits := 0
		for j < len(d) && d[j] >= '0' && d[j] <= '9' {
			j, digits = j+1, digits+1
		}
		if j < len(d) && d[j] == '.' {
			for j++; j < len(d) && d[j] >= '0' && d[j] <= '9'; j++ {
				digits++
			}
		}
		if digits == 0 {
			return 0, false
		}
		if j < len(d) && (d[j] == 'e' || d[j] == 'E') {
			k := j + 1
			if k < len(d) && (d[k] == '+' || d[k] == '-') {
				k++
			}
			if k < len(d) && d[k] >= '0' && d[k] <= '9' {
				for j = k; j < len(d) && d[j] >= '0' && d[j] <= '9'; j++ {
				}
			}
		}
		v, err := strconv.ParseFloat(d[i:j], 32)
		i = j
		return float32(v), err == nil
	}
	flag := func() (bool, bool) {
		space()
		if i < len(d) && (d[i] == '0' || d[i] == '1') {
			i++
			return d[i-1] == '1', true
		}
		return false, false
	}
	var x, y, sx, sy, cx, cy float32 // current point, start of the subpath, last control point
	var cmd, last byte
	for {
		space()
		if i >= len(d) {
			return
		}
		if c := d[i]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			cmd = c
			i++
		} else if cmd == 0 {
			return
		}
		rel := cmd >= 'a'
		var v [6]float32
		get := func(n int) bool {
			for k := range n {
				var ok bool
				if v[k], ok = num(); !ok {
					return false
				}
			}
			return true
		}
		ox, oy := float32(0), float32(0)
		if rel {
			ox, oy = x, y
		}
		op := cmd &^ 0x20
		if last == 0 && op != 'M' {
			return
		}
		switch op {
		case 'M':
			if !get(2) {
				return
			}
			x, y = ox+v[0], oy+v[1]
			sx, sy = x, y
			out.MoveTo(dx+x, dy+y)
			cmd = 'L' | cmd&0x20
		case 'L', 'H', 'V':
			switch op {
			case 'L':
				if !get(2) {
					return
				}
				x, y = ox+v[0], oy+v[1]
			case 'H':
				if !get(1) {
					return
				}
				x = ox + v[0]
			case 'V':
				if !get(1) {
					return
				}
				y = oy + v[0]
			}
			out.LineTo(dx+x, dy+y)
		case 'C', 'S':
			ax, ay := 2*x-cx, 2*y-cy
			if last != 'C' {
				ax, ay = x, y
			}
			k := 0
			if op == 'C' {
				if !get(6) {
					return
				}
				ax, ay, k = ox+v[0], oy+v[1], 2
			} else if !get(4) {
				return
			}
			cx, cy = ox+v[k], oy+v[k+1]
			x, y = ox+v[k+2], oy+v[k+3]
			out.CubicTo(dx+ax, dy+ay, dx+cx, dy+cy, dx+x, dy+y)
			op = 'C'
		case 'Q', 'T':
			ax, ay := 2*x-cx, 2*y-cy
			if last != 'Q' {
				ax, ay = x, y
			}
			k := 0
			if op == 'Q' {
				if !get(4) {
					return
				}
				ax, ay, k = ox+v[0], oy+v[1], 2
			} else if !get(2) {
				return
			}
			cx, cy = ax, ay
			x, y = ox+v[k], oy+v[k+1]
			out.QuadTo(dx+cx, dy+cy, dx+x, dy+y)
			op = 'Q'
		case 'A':
			if !get(3) {
				return
			}
			large, ok1 := flag()
			sweep, ok2 := flag()
			rx, ry, rot := v[0], v[1], v[2]
			if !ok1 || !ok2 || !get(2) {
				return
			}
			nx, ny := ox+v[0], oy+v[1]
			arcTo(out, dx, dy, x, y, nx, ny, rx, ry, rot, large, sweep)
			x, y = nx, ny
		case 'Z':
			out.Close()
			x, y = sx, sy
			cmd = 0
		default:
			return
		}
		last = op
	}
}

// arcTo appends an elliptical arc as cubic curves. https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter
func arcTo(out *list.Path, dx, dy, x0, y0, x1, y1, rx, ry, rot float32, large, sweep bool) {
	a, b := math.Abs(float64(rx)), math.Abs(float64(ry))
	if a == 0 || b == 0 || x0 == x1 && y0 == y1 {
		out.LineTo(dx+x1, dy+y1)
		return
	}
	sin, cos := math.Sincos(float64(rot) * math.Pi / 180)
	hx, hy := float64(x0-x1)/2, float64(y0-y1)/2
	px, py := cos*hx+sin*hy, -sin*hx+cos*hy
	if l := px*px/(a*a) + py*py/(b*b); l > 1 {
		a, b = a*math.Sqrt(l), b*math.Sqrt(l)
	}
	f := math.Sqrt(max(0, (a*a*b*b-a*a*py*py-b*b*px*px)/(a*a*py*py+b*b*px*px)))
	if large == sweep {
		f = -f
	}
	qx, qy := f*a*py/b, -f*b*px/a
	cx, cy := cos*qx-sin*qy+float64(x0+x1)/2, sin*qx+cos*qy+float64(y0+y1)/2
	from := math.Atan2((py-qy)/b, (px-qx)/a)
	to := math.Atan2((-py-qy)/b, (-px-qx)/a)
	d := to - from
	if sweep && d < 0 {
		d += 2 * math.Pi
	} else if !sweep && d > 0 {
		d -= 2 * math.Pi
	}
	n := int(math.Ceil(math.Abs(d) / (math.Pi / 2)))
	if n < 1 || n > 8 {
		n = max(1, min(n, 8))
	}
	step := d / float64(n)
	k := 4.0 / 3 * math.Tan(step/4)
	pt := func(u, v float64) (float32, float32) {
		return dx + float32(cx+cos*a*u-sin*b*v), dy + float32(cy+sin*a*u+cos*b*v)
	}
	for i := range n {
		t0 := from + float64(i)*step
		s0, c0 := math.Sincos(t0)
		s1, c1 := math.Sincos(t0 + step)
		ax, ay := pt(c0-k*s0, s0+k*c0)
		bx, by := pt(c1+k*s1, s1-k*c1)
		ex, ey := pt(c1, s1)
		if i == n-1 {
			ex, ey = dx+x1, dy+y1
		}
		out.CubicTo(ax, ay, bx, by, ex, ey)
	}
}
