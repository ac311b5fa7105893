package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// beginGroup opens a group that shows within d; false: nothing of it can be seen.
func (p *painter) beginGroup(i int, it *list.Item, d rect) bool {
	f := frame{item: i, kind: it.Kind, clip: p.clip, m: p.m, cv: p.cv, alpha: p.alpha}
	switch it.Kind {
	case list.Transform:
		p.m = p.m.Mul(*p.l.Matrix(it))
	case list.ClipRect, list.ClipRRect:
		r := p.l.RRect(it)
		if scaleOnly(&p.m) {
			x := p.fixRect(r.Rect)
			if aligned(x) {
				if d = d.intersect(x.pixels()); d.empty() {
					return false
				}
			}
			if p.covers(r, x, d) {
				p.clip.r = d
				break
			}
		}
		p.clipTo(&f, d, shape{rrect: r})
	case list.ClipPath:
		p.clipTo(&f, d, shape{path: list.PathRef(it.Arg), evenOdd: it.Flags&list.EvenOdd != 0})
	case list.LayerGroup:
		y, filters := p.l.Layer(it)
		if p.prep.flags[i]&flagInline != 0 {
			if y.Opacity < 1 {
				p.alpha = mul255(p.alpha, uint32(y.Opacity*255+0.5))
			}
			break
		}
		if p.layers >= maxLayers {
			break
		}
		inner := d
		if len(filters) > 0 {
			// The margin is needed around the content too: the passes of a blur spread into it.
			n := filterReach(filters, &p.m)
			if inner = d.outset(n).intersect(p.prep.dev[it.End].outset(n)); inner.empty() {
				return false
			}
			inner = inner.union(d)
		}
		p.openSurface(&f, inner, d)
		if back, shape := p.l.Backdrop(y); back != nil {
			p.backdrop(p.below(&f, int(y.Below)), back, shape, d)
		}
	case list.MaskGroup:
		if it.Arg == it.End || p.layers >= maxLayers {
			break
		}
		p.openSurface(&f, d, d)
	}
	p.frames = append(p.frames, f)
	return true
}

// covers reports whether all pixels of d lie within the rounded rectangle whose device rectangle is x.
func (p *painter) covers(r *list.RRect, x, d rect) bool {
	f := rect{d.x0 << fixShift, d.y0 << fixShift, d.x1 << fixShift, d.y1 << fixShift}
	if !f.in(x) {
		return false
	}
	if r.IsRect() {
		return true
	}
	c := &r.Radii
	sx := func(v float32) int { return int(math.Ceil(float64(v)*p.m.A*fixOne)) + 1 }
	sy := func(v float32) int { return int(math.Ceil(float64(v)*p.m.D*fixOne)) + 1 }
	left, right := sx(max(c[0].X, c[3].X)), sx(max(c[1].X, c[2].X))
	top, bottom := sy(max(c[0].Y, c[1].Y)), sy(max(c[2].Y, c[3].Y))
	return f.y0 >= x.y0+top && f.y1 <= x.y1-bottom || f.x0 >= x.x0+left && f.x1 <= x.x1-right
}

// shape is a rounded rectangle or a path.
type shape struct {
	rrect   *list.RRect
	path    list.PathRef
	evenOdd bool
}

// clipTo narrows the clip to d and to a shape.
func (p *painter) clipTo(f *frame, d rect, s shape) {
	if p.masks >= maxMasks {
		p.clip.r = d
		return
	}
	old := p.clip.mask
	m := p.maskOf(d, s)
	if old.pix != nil {
		for y := d.y0; y < d.y1; y++ {
			mulCov(m.row(y, d.x0, d.x1), old.row(y, d.x0, d.x1))
		}
	}
	p.clip = clipState{r: d, mask: m}
	f.cmask = m.pix
	p.masks++
}

// maskOf is the coverage of a shape within d, in memory from the pool.
func (p *painter) maskOf(d rect, s shape) maskBuf {
	m := maskBuf{p.bytes.get(d.w() * d.h()), d}
	clear(m.pix)
	p.mask = m
	pen := p.begin(d)
	if s.rrect != nil {
		pen.rrect(s.rrect, false)
	} else {
		pen.path(p.l.Path(s.path))
	}
	p.c.finish(s.evenOdd, p.cov, p.maskFn)
	return m
}

// openSurface makes the painter draw into a transparent surface of its own.
func (p *painter) openSurface(f *frame, inner, show rect) {
	f.own, f.ownR, f.show = p.pixels.get(inner.w()*inner.h()), inner, show
	clear(f.own)
	p.cv = canvas{f.own, inner.w(), inner}
	p.clip = clipState{r: inner}
	p.alpha = 255
	p.sizeRows(inner.w())
	p.layers++
}

// maskContent changes from the content of a mask group to its mask.
func (p *painter) maskContent() {
	if len(p.frames) == 0 {
		return
	}
	f := &p.frames[len(p.frames)-1]
	if f.kind != list.MaskGroup || f.own == nil || f.under != nil {
		return
	}
	f.under = f.own
	f.own = p.pixels.get(len(f.under))
	clear(f.own)
	p.cv.pix = f.own
}

func (p *painter) endGroup() {
	f := &p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	from := p.cv
	p.clip, p.m, p.cv, p.alpha = f.clip, f.m, f.cv, f.alpha
	if f.cmask != nil {
		p.bytes.put(f.cmask)
		p.masks--
	}
	if f.own == nil {
		return
	}
	it := &p.l.Items()[f.item]
	switch f.kind {
	case list.LayerGroup:
		y, filters := p.l.Layer(it)
		s := matrixScale(&p.m)
		for i := 0; i < len(filters) && !p.stop.Stopped(); i++ {
			p.filter(&from, &filters[i], s, &p.m)
		}
		p.mix(&from, f.show, mul255(p.alpha, uint32(y.Opacity*255+0.5)), y.Blend)
	case list.MaskGroup:
		if f.under != nil {
			applyMask(f.under, f.own, it.Flags)
			from.pix = f.under
		}
		p.mix(&from, f.show, p.alpha, list.BlendNormal)
	}
	p.pixels.put(f.own)
	if f.under != nil {
		p.pixels.put(f.under)
	}
	p.layers--
}

// applyMask multiplies pix by the alpha of mask, by its luminance, or by what the alpha leaves of 1.
func applyMask(pix, mask []uint32, flags uint8) {
	luminance, inverse := flags&list.Luminance != 0, flags&list.Inverse != 0
	mask = mask[:len(pix)]
	for i, v := range pix {
		if v == 0 {
			continue
		}
		m := mask[i]
		k := m >> 24
		if luminance { // of premultiplied linear-ish sRGB values, as browsers do: 0.2125 R + 0.7154 G + 0.0721 B
			k = ((m&0xff)*54 + (m>>8&0xff)*183 + (m>>16&0xff)*19 + 128) >> 8
		}
		if inverse {
			k = 255 - k
		}
		switch k {
		case 255:
		case 0:
			pix[i] = 0
		default:
			pix[i] = scalePixel(v, k)
		}
	}
}

// mix paints the part d of a layer onto the canvas, through the clip.
func (p *painter) mix(from *canvas, d rect, alpha uint32, mode list.Blend) {
	p.sizeRows(d.w())
	for y := d.y0; y < d.y1; y++ {
		src := from.row(y, d.x0, d.x1)
		dst := p.cv.row(y, d.x0, d.x1)
		if alpha != 255 {
			for i, v := range src {
				if v != 0 {
					src[i] = scalePixel(v, alpha)
				}
			}
		}
		var cov []uint8
		if p.clip.mask.pix != nil {
			cov = p.clip.mask.row(y, d.x0, d.x1)
		}
		if mode == list.BlendNormal {
			blendRow(dst, src, cov)
		} else {
			blendModeRow(dst, src, cov, mode)
		}
	}
}

// matrixScale is the mean scale of m: of lengths such as a blur's.
func matrixScale(m *geom.Matrix) float64 {
	return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C))
}

// filterReach is how many device pixels around a pixel the filters may read.
func filterReach(filters []list.Filter, m *geom.Matrix) int {
	n, scale := 0, matrixScale(m)
	for _, f := range filters {
		switch f.Kind {
		case list.FilterBlur:
			n += blurReach(float64(f.Amount) * scale)
		case list.FilterDropShadow:
			x, y := shadowOffset(&f, m)
			n += blurReach(float64(f.Amount)*scale) + max(x, -x, y, -y)
		}
	}
	return min(n, maxReach)
}

// shadowOffset is where a drop shadow falls, in device px.
func shadowOffset(f *list.Filter, m *geom.Matrix) (x, y int) {
	clamp := func(v float64) int { return int(math.Round(max(-maxReach, min(maxReach, v)))) }
	return clamp(m.A*float64(f.DX) + m.C*float64(f.DY)), clamp(m.B*float64(f.DX) + m.D*float64(f.DY))
}

// maxReach bounds the margin of a layer in px. A shadow farther away than that is lost.
const maxReach = 2048
