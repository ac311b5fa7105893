package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// line draws a line of a text decoration or of a dotted or dashed border side, with the dashes that Chromium chooses.
func (p *painter) line(r *list.LineRow, d rect) {
	dx, dy := float64(r.P1.X)-float64(r.P0.X), float64(r.P1.Y)-float64(r.P0.Y)
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	p.setColor(r.Color)
	ux, uy := dx/length, dy/length
	t := float64(r.Thickness)
	switch r.Style {
	case list.SolidLine:
		p.bar(r, ux, uy, 0, length, 0, d)
	case list.DoubleLine:
		p.bar(r, ux, uy, 0, length, 0, d)
		p.bar(r, ux, uy, 0, length, 2*t, d)
	case list.DottedLine, list.DashedLine:
		on, gap := 2*t, t
		round := false
		if r.Style == list.DottedLine {
			on, gap = t, t
			round = t > 3
		} else if t < 3 {
			on, gap = 3*t, 2*t
		}
		gap = fitGap(length, on, gap)
		if !(gap > 0) {
			p.bar(r, ux, uy, 0, length, 0, d)
			return
		}
		p.dashes(r, ux, uy, length, on, on+gap, round, d)
	case list.WavyLine:
		p.wave(r, ux, uy, length, d)
	}
}

// fitGap is the gap nearest to the wanted one with which whole dashes fill a length, a dash at each end.
func fitGap(length, on, gap float64) float64 {
	least := math.Floor((length + gap) / (on + gap))
	fit := func(n float64) float64 {
		if n < 2 {
			return 0
		}
		return (length - n*on) / (n - 1)
	}
	a, b := fit(least), fit(least+1)
	if b <= 0 || math.Abs(a-gap) < math.Abs(b-gap) && a > 0 {
		return a
	}
	return b
}

// bar is the part of a line from one distance to another, moved to its right.
func (p *painter) bar(r *list.LineRow, ux, uy, from, to, right float64, d rect) {
	h := float64(r.Thickness) / 2
	ox, oy := float64(r.P0.X)-uy*right, float64(r.P0.Y)+ux*right
	if uy == 0 && ux > 0 {
		p.fillRect(geom.RectF{X: float32(ox + from), Y: float32(oy - h), W: float32(to - from), H: r.Thickness}, d)
		return
	}
	if ux == 0 && uy > 0 {
		p.fillRect(geom.RectF{X: float32(ox - h), Y: float32(oy + from), W: r.Thickness, H: float32(to - from)}, d)
		return
	}
	pen := p.begin(d)
	x0, y0, x1, y1 := ox+ux*from, oy+uy*from, ox+ux*to, oy+uy*to
	nx, ny := -uy*h, ux*h
	pen.moveTo(float32(x0+nx), float32(y0+ny))
	pen.lineTo(float32(x1+nx), float32(y1+ny))
	pen.lineTo(float32(x1-nx), float32(y1-ny))
	pen.lineTo(float32(x0-nx), float32(y0-ny))
	pen.close()
	p.fill(false)
}

// visible is the range of distances along a line that may show in d.
func (p *painter) visible(r *list.LineRow, ux, uy, length, margin float64, d rect) (from, to float64) {
	inv, ok := p.m.Invert()
	if !ok {
		return 0, 0
	}
	from, to = math.Inf(1), math.Inf(-1)
	for _, c := range [4][2]int{{d.x0, d.y0}, {d.x1, d.y0}, {d.x0, d.y1}, {d.x1, d.y1}} {
		x, y := inv.Apply(float64(c[0]), float64(c[1]))
		t := (x-float64(r.P0.X))*ux + (y-float64(r.P0.Y))*uy
		from, to = min(from, t), max(to, t)
	}
	return max(0, from-margin), min(length, to+margin)
}

func (p *painter) dashes(r *list.LineRow, ux, uy, length, on, cycle float64, round bool, d rect) {
	from, to := p.visible(r, ux, uy, length, cycle, d)
	if !(from < to) {
		return
	}
	if (to-from)*matrixScale(&p.m)/cycle > 1<<16 || cycle*matrixScale(&p.m) < 1.0/16 {
		p.bar(r, ux, uy, 0, length, 0, d) // too fine to tell apart
		return
	}
	h := float64(r.Thickness) / 2
	pen := p.begin(d)
	for i := math.Floor(from / cycle); i*cycle < to; i++ {
		a := i * cycle
		b := min(a+on, length)
		if a >= length-1e-6 {
			break
		}
		x0, y0 := float64(r.P0.X)+ux*a, float64(r.P0.Y)+uy*a
		x1, y1 := float64(r.P0.X)+ux*b, float64(r.P0.Y)+uy*b
		if round {
			cx, cy := float32((x0+x1)/2), float32((y0+y1)/2)
			rad := list.Radius{X: float32(h), Y: float32(h)}
			pen.rrect(&list.RRect{Rect: geom.RectF{X: cx - float32(h), Y: cy - float32(h), W: 2 * float32(h), H: 2 * float32(h)},
				Radii: [4]list.Radius{rad, rad, rad, rad}}, false)
			continue
		}
		nx, ny := -uy*h, ux*h
		pen.moveTo(float32(x0+nx), float32(y0+ny))
		pen.lineTo(float32(x1+nx), float32(y1+ny))
		pen.lineTo(float32(x1-nx), float32(y1-ny))
		pen.lineTo(float32(x0-nx), float32(y0-ny))
		pen.close()
	}
	p.fill(false)
}

// wave draws a wavy line: two cubic curves a wave, cut off at the line's ends.
func (p *painter) wave(r *list.LineRow, ux, uy, length float64, d rect) {
	step, control := float64(list.WaveStep(r.Thickness)), float64(list.WaveControl(r.Thickness))
	from, to := p.visible(r, ux, uy, length, 4*step, d)
	if !(from < to) || (to-from)/step > 1<<16 {
		return
	}
	first := math.Floor(from/(2*step)) - 1
	verbs, pts := []list.Verb{list.MoveTo}, []geom.PointF{}
	at := func(t, off float64) {
		pts = append(pts, geom.PointF{X: r.P0.X + float32(ux*t-uy*off), Y: r.P0.Y + float32(uy*t+ux*off)})
	}
	at(first*2*step, 0)
	for i := first; i*2*step < to+2*step; i++ {
		t := i * 2 * step
		verbs = append(verbs, list.CubicTo)
		at(t+step, control)
		at(t+step, -control)
		at(t+2*step, 0)
	}
	s := list.Stroke{Width: r.Thickness, MiterLimit: 4}
	// Clip to the line's ends.
	var f frame
	old := p.clip
	h := control + float64(r.Thickness)
	b := geom.RectF{X: min(r.P0.X, r.P1.X), Y: min(r.P0.Y, r.P1.Y), W: float32(math.Abs(ux) * length), H: float32(math.Abs(uy) * length)}
	if uy == 0 {
		b.Y, b.H = b.Y-float32(h), float32(2*h)
	} else if ux == 0 {
		b.X, b.W = b.X-float32(h), float32(2*h)
	}
	p.clipTo(&f, d, shape{rrect: &list.RRect{Rect: b}})
	p.strokePath(verbs, pts, &s, nil, d)
	p.clip = old
	if f.cmask != nil {
		p.bytes.put(f.cmask)
		p.masks--
	}
}
