package raster

import (
	"github.com/niso-engine/niso/paint/list"
)

// A backdrop filter reads pixels of the picture around those that it changes, which may be other tiles'. So a tile that meets
// one is drawn with as much around it as the filter reads, in memory of its own, and then copied.

// backdrop is a filter of what lies below, in device px.
type backdrop struct {
	r     rect // where it shows
	reach int  // how far around a pixel it reads, within r
}

// around is tile t with all that backdrops read for it.
func (q *prepared) around(t rect) rect {
	for i := len(q.backs) - 1; i >= 0; i-- { // those drawn last read first
		b := &q.backs[i]
		if !b.r.intersect(t).empty() {
			t = t.union(b.r.intersect(t.outset(b.reach)))
		}
	}
	return t
}

// below is the canvas that lies n layers and masks below the group that is being opened.
func (p *painter) below(f *frame, n int) *canvas {
	cv := &f.cv
	for i := len(p.frames) - 1; i >= 0 && n > 0; i-- {
		if g := &p.frames[i]; g.kind == list.LayerGroup || g.kind == list.MaskGroup {
			cv = &g.cv
			n--
		}
	}
	return cv
}

// backdrop fills the part d of the surface that was opened last with what is below, filtered and cut to a shape.
func (p *painter) backdrop(from *canvas, filters []list.Filter, shape *list.RRect, d rect) {
	e := deviceRect(&p.m, shape.Rect)
	if d = d.intersect(e); d.empty() {
		return
	}
	src := e.intersect(from.r)
	if src.empty() {
		return
	}
	t := d.outset(filterReach(filters, &p.m))
	c := canvas{p.pixels.get(t.w() * t.h()), t.w(), t}
	for y := t.y0; y < t.y1; y++ {
		row := c.row(y, t.x0, t.x1)
		sy := mirror(y, e.y0, e.y1, src.y0, src.y1)
		in := from.row(sy, src.x0, src.x1)
		for x := t.x0; x < t.x1; x++ {
			row[x-t.x0] = in[mirror(x, e.x0, e.x1, src.x0, src.x1)-src.x0]
		}
	}
	s := matrixScale(&p.m)
	for i := 0; i < len(filters) && !p.stop.Stopped(); i++ {
		p.filter(&c, &filters[i], s, &p.m)
	}
	m := p.maskOf(d, backShape(shape))
	for y := d.y0; y < d.y1; y++ {
		out, in := p.cv.row(y, d.x0, d.x1), c.row(y, d.x0, d.x1)
		for x, k := range m.row(y, d.x0, d.x1) {
			if k == 255 {
				out[x] = in[x]
			} else if k != 0 {
				out[x] = scalePixel(in[x], uint32(k))
			}
		}
	}
	p.bytes.put(m.pix)
	p.pixels.put(c.pix)
}

func backShape(r *list.RRect) shape { return shape{rrect: r} }

// mirror is v reflected at the ends of [lo, hi), and then within [min, max).
func mirror(v, lo, hi, least, end int) int {
	if n := hi - lo; v < lo || v >= hi {
		if v = (v - lo) % (2 * n); v < 0 {
			v += 2 * n
		}
		if v >= n {
			v = 2*n - 1 - v
		}
		v += lo
	}
	return max(least, min(end-1, v))
}
