package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// colorStop is a colour stop with a resolved position.
type colorStop struct {
	pos   float32
	color css.Color
	hint  bool
	fixed bool // pos is known
}

// spaceSteps is how many parts an interpolation outside of sRGB is cut into between two stops.
const spaceSteps = 24

// gradient stores the gradient of an image for a tile of w × h. https://drafts.csswg.org/css-images-4/#gradients
func (p *Painter) gradient(st *style.Computed, img *style.Image, w, h float32) list.GradientRef {
	g := img.Gradient
	row := list.Gradient{Repeating: g.Repeating}
	length := float32(1) // of the gradient line, which lengths of stops refer to
	switch img.Kind {
	case style.ImageLinearGradient:
		row.Kind = list.Linear
		row.P0, row.P1 = linearEnds(g, w, h)
		length = hypot32(row.P1.X-row.P0.X, row.P1.Y-row.P0.Y)
	case style.ImageRadialGradient:
		row.Kind = list.Radial
		c := geom.PointF{X: g.Center.X.ResolvePx(w), Y: g.Center.Y.ResolvePx(h)}
		rx, ry := radialRadii(g, c, w, h)
		row.P0, row.P1 = c, geom.PointF{X: rx, Y: ry}
		length = rx
	default:
		row.Kind = list.Conic
		row.P0 = geom.PointF{X: g.Center.X.ResolvePx(w), Y: g.Center.Y.ResolvePx(h)}
		row.P1.X = g.Angle * math.Pi / 180
		length = 360
	}
	p.resolveStops(st, g, length, img.Kind == style.ImageConicGradient)
	return p.list.AddGradient(row, p.expandStops(g)...)
}

// linearEnds are the start and end of the gradient line. https://drafts.csswg.org/css-images-4/#linear-gradient-syntax
func linearEnds(g *style.Gradient, w, h float32) (a, b geom.PointF) {
	cx, cy := w/2, h/2
	switch {
	case g.ToX != 0 && g.ToY != 0 && !g.Legacy: // the line through the centre across which the two other corners have the middle colour
		dx, dy := float32(g.ToX)*h, float32(g.ToY)*w
		k := w * h / (dx*dx + dy*dy)
		dx, dy = dx*k, dy*k
		return geom.PointF{X: cx - dx, Y: cy - dy}, geom.PointF{X: cx + dx, Y: cy + dy}
	case g.ToX != 0 || g.ToY != 0:
		dx, dy := float32(g.ToX)*cx, float32(g.ToY)*cy
		return geom.PointF{X: cx - dx, Y: cy - dy}, geom.PointF{X: cx + dx, Y: cy + dy}
	}
	deg := math.Mod(float64(g.Angle), 360)
	sin, cos := math.Sincos(deg * math.Pi / 180)
	switch deg { // exact for the four sides
	case 0:
		sin, cos = 0, 1
	case 90, -270:
		sin, cos = 1, 0
	case 180, -180:
		sin, cos = 0, -1
	case 270, -90:
		sin, cos = -1, 0
	}
	half := (math.Abs(float64(w)*sin) + math.Abs(float64(h)*cos)) / 2
	dx, dy := float32(sin*half), float32(-cos*half)
	return geom.PointF{X: cx - dx, Y: cy - dy}, geom.PointF{X: cx + dx, Y: cy + dy}
}

// radialRadii are the half axes of the ending shape. https://drafts.csswg.org/css-images-4/#radial-size
func radialRadii(g *style.Gradient, c geom.PointF, w, h float32) (rx, ry float32) {
	abs := func(v float32) float32 { return max(v, -v) }
	l, r, t, b := abs(c.X), abs(w-c.X), abs(c.Y), abs(h-c.Y)
	corner := func(x, y float32, ratioX, ratioY float32) (float32, float32) {
		if g.Shape == style.ShapeCircle {
			d := hypot32(x, y)
			return d, d
		}
		// An ellipse through the corner with the ratio of the matching side sizes.
		if !(ratioX > 0 && ratioY > 0) {
			return 0, 0
		}
		k := hypot32(x/ratioX, y/ratioY)
		return ratioX * k, ratioY * k
	}
	switch g.Extent {
	case style.ExtentExplicit:
		return max(g.RadiusX.ResolvePx(w), 1e-5), max(g.RadiusY.ResolvePx(h), 1e-5)
	case style.ClosestSide:
		rx, ry = min(l, r), min(t, b)
		if g.Shape == style.ShapeCircle {
			rx = min(rx, ry)
			ry = rx
		}
	case style.FarthestSide:
		rx, ry = max(l, r), max(t, b)
		if g.Shape == style.ShapeCircle {
			rx = max(rx, ry)
			ry = rx
		}
	case style.ClosestCorner:
		rx, ry = corner(min(l, r), min(t, b), min(l, r), min(t, b))
	default:
		rx, ry = corner(max(l, r), max(t, b), max(l, r), max(t, b))
	}
	return max(rx, 1e-5), max(ry, 1e-5)
}

// resolveStops gives each stop a position as a part of the gradient line. https://drafts.csswg.org/css-images-4/#color-stop-fixup
func (p *Painter) resolveStops(st *style.Computed, g *style.Gradient, length float32, conic bool) {
	s := p.stops[:0]
	for i := range g.Stops {
		q := &g.Stops[i]
		o := colorStop{hint: q.IsHint}
		if !q.IsHint {
			o.color = p.absolute(st, &q.Color)
		}
		if q.Pos.IsLength() {
			o.fixed = true
			if q.Pos.Kind == style.LengthFixed {
				o.pos = q.Pos.Percent / 100
				if q.Pos.Px != 0 && length > 0 {
					o.pos += q.Pos.Px / length
				}
			} else if length > 0 {
				o.pos = q.Pos.ResolvePx(length) / length
			}
		}
		s = append(s, o)
	}
	p.stops = s
	n := len(s)
	if n == 0 {
		return
	}
	if !s[0].fixed {
		s[0].pos, s[0].fixed = 0, true
	}
	if !s[n-1].fixed {
		s[n-1].pos, s[n-1].fixed = 1, true
	}
	last := s[0].pos
	for i := range s {
		if s[i].fixed {
			last = max(last, s[i].pos)
			s[i].pos = last
		}
	}
	for i := 1; i < n; i++ {
		if s[i].fixed {
			continue
		}
		j := i
		for !s[j].fixed {
			j++
		}
		a, b := s[i-1].pos, s[j].pos
		for k := i; k < j; k++ {
			s[k].pos = a + (b-a)*float32(k-i+1)/float32(j-i+1)
			s[k].fixed = true
		}
	}
}

// expandStops makes stops that can be interpolated in premultiplied sRGB out of p.stops: hints and other spaces become
// more stops. The slice is scratch.
func (p *Painter) expandStops(g *style.Gradient) []list.Stop {
	out := p.outStops[:0]
	add := func(pos float32, c css.Color) {
		r, gr, b, a := c.RGBA8()
		out = append(out, list.Stop{Pos: pos, Color: list.RGBA(r, gr, b, a)})
	}
	s := p.stops
	if len(s) > 0 && !g.Repeating && s[0].pos > 0 {
		add(0, s[0].color)
	}
	for i := 0; i < len(s); {
		a := &s[i]
		j := i + 1
		hint := float32(-1)
		for j < len(s) && s[j].hint {
			hint = s[j].pos
			j++
		}
		add(a.pos, a.color)
		if j >= len(s) {
			break
		}
		b := &s[j]
		d := b.pos - a.pos
		if plain := g.Space == css.SpaceSRGB && a.color.Missing == 0 && b.color.Missing == 0; d > 0 && (!plain || hint >= 0) {
			var mid float64
			if hint >= 0 {
				mid = float64((hint - a.pos) / d)
			}
			for k := 1; k < spaceSteps; k++ {
				t := float64(k) / spaceSteps
				u := t
				if hint >= 0 { // https://drafts.csswg.org/css-images-4/#color-interpolation-hint
					switch {
					case mid <= 0:
						u = 1
					case mid >= 1:
						u = 0
					default:
						u = math.Pow(t, math.Log(0.5)/math.Log(mid))
					}
				}
				add(a.pos+d*float32(t), mixIn(a.color, b.color, u, g.Space, g.HueMethod))
			}
		}
		i = j
	}
	p.outStops = out
	return out
}

// mixIn interpolates with a hue method. https://drafts.csswg.org/css-color-4/#hue-interpolation
func mixIn(a, b css.Color, t float64, space css.ColorSpace, hueMethod uint8) css.Color {
	hue := -1
	switch space {
	case css.SpaceHSL, css.SpaceHWB:
		hue = 0
	case css.SpaceLCH, css.SpaceOKLCH:
		hue = 2
	}
	if hueMethod == 0 || hue < 0 {
		return css.MixColors(a, b, t, space)
	}
	m := css.MixColors(a, b, t, space)
	if m.Space != space {
		m = m.To(space)
	}
	ca, cb := a.To(space), b.To(space)
	h1, h2 := float64(ca.C[hue]), float64(cb.C[hue])
	if (ca.Missing|cb.Missing)&(1<<hue) != 0 {
		return m
	}
	d := math.Mod(h2-h1, 360)
	switch hueMethod {
	case 1: // longer
		if d > 0 && d < 180 {
			d -= 360
		} else if d > -180 && d <= 0 {
			d += 360
		}
	case 2: // increasing
		if d < 0 {
			d += 360
		}
	case 3: // decreasing
		if d > 0 {
			d -= 360
		}
	}
	m.C[hue] = float32(math.Mod(h1+d*t+720, 360))
	return m
}
