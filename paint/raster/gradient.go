package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

type shadeKind uint8

const (
	shadeNone shadeKind = iota
	shadeLinear
	shadeRadial
	shadeFocal // radial from another point than the centre
	shadeConic
	shadeImage
)

// shader gives a colour for each pixel of a row. Each pixel is a function of its place on the device alone.
type shader struct {
	kind      shadeKind
	repeating bool
	inv       geom.Matrix // device → gradient space, scaled so that the parameter is simple; linear: t = A·x + C·y + E
	fx, fy    float64     // of shadeFocal: the focus within the unit circle
	ramp      *ramp
	img       imageShader
}

// ramp are the colours of a gradient, from parameter t0 to t1.
type ramp struct {
	t0, t1 float64
	// lut has the colours at equal distances; empty where stops are too close together for that.
	lut   []uint32
	stops []rampStop
}

// rampStop is a stop with premultiplied channels in 0…255; pos is in 0…1 from t0 to t1.
type rampStop struct {
	pos float32
	c   [4]float32
}

// build makes the ramp of a gradient.
func (r *ramp) build(stops []list.Stop) {
	r.lut, r.stops = r.lut[:0], r.stops[:0]
	r.t0, r.t1 = float64(stops[0].Pos), float64(stops[len(stops)-1].Pos)
	span := r.t1 - r.t0
	exact := false
	for i, s := range stops {
		red, g, b, a := s.Color.Channels()
		k := float32(a) / 255
		st := rampStop{c: [4]float32{float32(red) * k, float32(g) * k, float32(b) * k, float32(a)}}
		if span > 0 {
			st.pos = float32((float64(s.Pos) - r.t0) / span)
		}
		if i > 0 && st.pos-r.stops[i-1].pos < 1.0/64 && st.c != r.stops[i-1].c {
			exact = true
		}
		r.stops = append(r.stops, st)
	}
	if span <= 0 || exact {
		return
	}
	n, k := 1024, 0
	for i := range n + 1 {
		r.lut = append(r.lut, r.at(float32(i)/float32(n), &k))
	}
}

// at is the colour at u in 0…1, by the stops. hint is the interval found last.
func (r *ramp) at(u float32, hint *int) uint32 {
	k, s := *hint, r.stops
	for k > 0 && u < s[k].pos {
		k--
	}
	for k+1 < len(s) && u >= s[k+1].pos {
		k++
	}
	*hint = k
	if k+1 == len(s) || u < s[k].pos {
		return packFloats(&s[k].c)
	}
	f := (u - s[k].pos) / (s[k+1].pos - s[k].pos)
	var c [4]float32
	for i := range c {
		c[i] = s[k].c[i] + f*(s[k+1].c[i]-s[k].c[i])
	}
	return packFloats(&c)
}

func packFloats(c *[4]float32) uint32 {
	return uint32(c[0]+0.5) | uint32(c[1]+0.5)<<8 | uint32(c[2]+0.5)<<16 | uint32(c[3]+0.5)<<24
}

// setGradient makes a gradient the source; m maps its coordinates to the device.
func (p *painter) setGradient(g list.GradientRef, m geom.Matrix) bool {
	row, _ := p.l.Gradient(g)
	s := &p.src.shader
	s.ramp = &p.prep.ramps[g]
	s.repeating = row.Repeating
	inv, ok := m.Invert()
	if !ok {
		return false
	}
	last := func() bool { // a gradient without extent shows its last colour
		p.src.shader.kind = shadeNone
		k := len(s.ramp.stops) - 1
		p.src.color = scalePixel(packFloats(&s.ramp.stops[k].c), p.alpha)
		return true
	}
	x0, y0, x1, y1 := float64(row.P0.X), float64(row.P0.Y), float64(row.P1.X), float64(row.P1.Y)
	switch row.Kind {
	case list.Linear:
		dx, dy := x1-x0, y1-y0
		l := dx*dx + dy*dy
		if l == 0 {
			return last()
		}
		s.kind = shadeLinear
		s.inv = geom.Matrix{A: dx / l, C: dy / l, E: -(dx*x0 + dy*y0) / l}.Mul(inv)
	case list.Radial:
		if x1 <= 0 || y1 <= 0 {
			return last()
		}
		s.kind = shadeRadial
		s.inv = geom.Scale(1/x1, 1/y1).Mul(geom.Translate(-x0, -y0)).Mul(inv)
		if f := row.Focus; f.X != 0 || f.Y != 0 {
			s.kind = shadeFocal
			s.fx, s.fy = float64(f.X), float64(f.Y)
		}
	case list.Conic:
		s.kind = shadeConic
		s.inv = geom.Rotate(-x1).Mul(geom.Translate(-x0, -y0)).Mul(inv)
	}
	if s.ramp.t1 > s.ramp.t0 {
		// Fold the stops' range into the parameter, where it is linear.
		if s.kind == shadeLinear {
			k := 1 / (s.ramp.t1 - s.ramp.t0)
			s.inv.A, s.inv.C, s.inv.E = s.inv.A*k, s.inv.C*k, (s.inv.E-s.ramp.t0)*k
		}
	} else if s.repeating {
		return last()
	}
	return true
}

// row shades the pixels from (x, y) to the right.
func (s *shader) row(dst []uint32, x, y int) {
	if s.kind == shadeImage {
		s.img.row(dst, x, y)
		return
	}
	px, py := float64(x)+0.5, float64(y)+0.5
	r, hint := s.ramp, 0
	if r.t1 <= r.t0 { // all stops in one place: before it the first colour, after it the last
		a, b := packFloats(&r.stops[0].c), packFloats(&r.stops[len(r.stops)-1].c)
		for i := range dst {
			dst[i] = b
			if s.param(px+float64(i), py) < r.t0 {
				dst[i] = a
			}
		}
		return
	}
	switch s.kind {
	case shadeLinear:
		base := s.inv.C*py + s.inv.E
		if s.inv.A == 0 {
			fillPixels(dst, s.color(base, &hint))
			return
		}
		if len(r.lut) > 0 && !s.repeating {
			n := float64(len(r.lut) - 1)
			for i := range dst {
				u := (s.inv.A*(px+float64(i)) + base) * n
				k := 0
				if u >= n {
					k = len(r.lut) - 1
				} else if u > 0 {
					k = int(u + 0.5)
				}
				dst[i] = r.lut[k]
			}
			return
		}
		for i := range dst {
			dst[i] = s.color(s.inv.A*(px+float64(i))+base, &hint)
		}
	default:
		k := 1 / (r.t1 - r.t0)
		for i := range dst {
			dst[i] = s.color((s.param(px+float64(i), py)-r.t0)*k, &hint)
		}
	}
}

// param is the gradient's parameter at a point of the device.
func (s *shader) param(x, y float64) float64 {
	switch s.kind {
	case shadeRadial:
		u, v := s.inv.Apply(x, y)
		return math.Sqrt(u*u + v*v)
	case shadeFocal:
		// 1/t is how often the way from the focus fits until the circle: |f + d/t| = 1.
		u, v := s.inv.Apply(x, y)
		u, v = u-s.fx, v-s.fy
		k, q := s.fx*u+s.fy*v, 1-s.fx*s.fx-s.fy*s.fy
		return (k + math.Sqrt(max(0, k*k+(u*u+v*v)*q))) / q
	case shadeConic:
		u, v := s.inv.Apply(x, y)
		return turn(u, -v)
	}
	return s.inv.A*x + s.inv.C*y + s.inv.E
}

// turn is the angle from up to the direction (x right, y up), clockwise, in turns. The polynomial for the arc tangent is within 1e-5
// of it, a thousandth of a step of 8-bit colour.
func turn(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	k := min(ax, ay) / max(ax, ay, 1e-300)
	q := k * k
	a := k * (0.99997726 + q*(-0.33262347+q*(0.19354346+q*(-0.11643287+q*(0.05265332-q*0.01172120))))) / (2 * math.Pi)
	if ax > ay {
		a = 0.25 - a
	}
	if y < 0 {
		a = 0.5 - a
	}
	if x < 0 {
		a = 1 - a
	}
	return a
}

// color is the colour at u, 0…1 being the range of the stops.
func (s *shader) color(u float64, hint *int) uint32 {
	if s.repeating {
		u -= math.Floor(u)
	}
	switch {
	case !(u > 0):
		u = 0
		*hint = 0
	case u > 1:
		u = 1
	}
	if l := s.ramp.lut; len(l) > 0 {
		return l[int(u*float64(len(l)-1)+0.5)]
	}
	return s.ramp.at(float32(u), hint)
}

// manyCopies is the number of copies of a tile above which it is drawn once into a picture and that is repeated.
const manyCopies = 16

func (p *painter) drawGradient(t *list.TiledRow, d rect) {
	at := p.m.Mul(geom.Translate(float64(t.Tile.X), float64(t.Tile.Y)))
	repX, repY := copies(t.StepX, t.Dest.W), copies(t.StepY, t.Dest.H)
	if repX*repY == 1 {
		if p.setGradient(t.Gradient, at) {
			p.fillRect(t.Dest.Intersect(t.Tile), d)
		}
		return
	}
	if repX*repY <= manyCopies {
		first := func(step, dest, tile float32) float32 {
			if step == 0 {
				return tile
			}
			return tile + step*float32(math.Floor(float64((dest-tile)/step)))
		}
		bx, by := first(t.StepX, t.Dest.X, t.Tile.X), first(t.StepY, t.Dest.Y, t.Tile.Y)
		for j := range repY {
			for i := range repX {
				c := geom.RectF{X: bx + float32(i)*t.StepX, Y: by + float32(j)*t.StepY, W: t.Tile.W, H: t.Tile.H}
				v := c.Intersect(t.Dest)
				if v.Empty() || !p.setGradient(t.Gradient, p.m.Mul(geom.Translate(float64(c.X), float64(c.Y)))) {
					continue
				}
				p.fillRect(v, d)
			}
		}
		return
	}
	// Draw one copy at the device's scale, and repeat that.
	sx, sy := math.Hypot(p.m.A, p.m.B), math.Hypot(p.m.C, p.m.D)
	w := int(max(1, min(maxTilePx, math.Ceil(float64(t.Tile.W)*sx-1.0/64))))
	h := int(max(1, min(maxTilePx, math.Ceil(float64(t.Tile.H)*sy-1.0/64))))
	if !p.setGradient(t.Gradient, geom.Scale(float64(w)/float64(t.Tile.W), float64(h)/float64(t.Tile.H))) {
		return
	}
	buf := p.pixels.get(w * h)
	for y := range h {
		if p.src.shader.kind == shadeNone {
			fillPixels(buf[y*w:y*w+w], p.src.color)
		} else {
			p.src.shader.row(buf[y*w:y*w+w], 0, y)
		}
	}
	p.src.shader.kind = shadeImage
	img := picture{pix: buf, w: w, h: h}
	if p.src.shader.img.set(p, &img, t, geom.RectF{W: float32(w), H: float32(h)}, d) {
		p.fillRect(t.Dest, d)
	}
	p.pixels.put(buf)
}

// maxTilePx bounds the picture of a gradient's tile: a larger one is stretched.
const maxTilePx = 2048

// copies is how many copies may meet an extent.
func copies(step, extent float32) int {
	if step <= 0 {
		return 1
	}
	n := math.Ceil(float64(extent/step)) + 1
	return int(min(n, 1<<20))
}
