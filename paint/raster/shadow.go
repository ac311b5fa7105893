package raster

import (
	"math"
	"sync"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// boxShadow paints a shadow: a mask of the blurred shape over d, without what lies on the wrong side of the
// box's edge. https://drafts.csswg.org/css-backgrounds/#shadow-layers
func (p *painter) boxShadow(s *list.Shadow, d rect) {
	if _, top, bottom, ok := p.bands(&s.Box); ok && !s.Inset {
		// Nothing shows inside of the box: leave out the rows between its corners.
		f := p.fixRect(s.Box.Rect)
		in := rect{f.x0 >> fixShift, max(top, (f.y0+fixOne-1)>>fixShift), f.x1 >> fixShift, min(bottom, f.y1>>fixShift)}.intersect(d)
		if !in.empty() {
			for _, r := range [4]rect{{d.x0, d.y0, d.x1, in.y0}, {d.x0, in.y0, in.x0, in.y1}, {in.x1, in.y0, d.x1, in.y1}, {d.x0, in.y1, d.x1, d.y1}} {
				if !r.empty() {
					p.shadowPart(s, r)
				}
			}
			return
		}
	}
	p.shadowPart(s, d)
}

// shadowPart paints the part of a shadow within d.
func (p *painter) shadowPart(s *list.Shadow, d rect) {
	box := &s.Box
	r := s.Box
	if s.Inset {
		r = r.Outset(-s.Spread)
	} else {
		r = r.Outset(s.Spread)
	}
	r.Rect.X += s.DX
	r.Rect.Y += s.DY
	r = r.Normalize()
	sigma := float64(s.Blur) / 2 * matrixScale(&p.m)

	m := maskBuf{p.bytes.get(d.w() * d.h()), d}
	if r.Rect.Empty() {
		clear(m.pix)
	} else {
		p.blurredShape(m, &r, sigma)
	}
	if s.Inset {
		for i, v := range m.pix {
			m.pix[i] = 255 - v
		}
	}
	edge := !(scaleOnly(&p.m) && s.Inset && p.covers(box, p.fixRect(box.Rect), d))
	if edge {
		b := p.maskOf(d, shape{rrect: box})
		if !s.Inset {
			for i, v := range b.pix {
				b.pix[i] = 255 - v
			}
		}
		mulCov(m.pix, b.pix)
		p.bytes.put(b.pix)
	}
	p.setColor(s.Color)
	p.paintMask(m)
	p.bytes.put(m.pix)
}

// paintMask paints the source where m says. m may be changed.
func (p *painter) paintMask(m maskBuf) {
	for y := m.r.y0; y < m.r.y1; y++ {
		p.emit(y, m.r.x0, m.r.x1, m.row(y, m.r.x0, m.r.x1), 255)
	}
}

// blurredShape fills m with the blurred coverage of a rounded rectangle.
func (p *painter) blurredShape(m maskBuf, r *list.RRect, sigma float64) {
	d := m.r
	if left, right := boxes(sigma); left[0]+right[0] == 0 {
		clear(m.pix)
		p.mask = m
		pen := p.begin(d)
		pen.rrect(r, false)
		p.c.finish(false, p.cov, p.maskFn)
		return
	}
	if !scaleOnly(&p.m) {
		n := blurReach(sigma)
		b := p.maskOf(d.outset(n), shape{rrect: r})
		tmp := p.bytes.get(blurTemp(b.r.w(), b.r.h()))
		blurMask(b.pix, b.r.w(), b.r.h(), sigma, tmp)
		for y := d.y0; y < d.y1; y++ {
			copy(m.row(y, d.x0, d.x1), b.row(y, d.x0, d.x1))
		}
		p.bytes.put(tmp)
		p.bytes.put(b.pix)
		return
	}
	x0, y0 := p.m.Apply(float64(r.Rect.X), float64(r.Rect.Y))
	w, h := float64(r.Rect.W)*p.m.A, float64(r.Rect.H)*p.m.D
	if r.IsRect() {
		p.blurredRect(m, x0, y0, x0+w, y0+h, sigma)
		return
	}
	var key patchKey
	q := func(v float64) int32 { return int32(max(-maxFix, min(maxFix, math.Floor(v*4+0.5)))) }
	key.sigma = int32(math.Round(sigma * 16))
	for i, c := range r.Radii {
		key.radii[2*i], key.radii[2*i+1] = q(float64(c.X)*p.m.A), q(float64(c.Y)*p.m.D)
	}
	ix, iy := int(math.Floor(math.Max(-maxFix, math.Min(maxFix, x0+0.125)))), int(math.Floor(math.Max(-maxFix, math.Min(maxFix, y0+0.125))))
	key.fx, key.fy = int8(q(x0-float64(ix))), int8(q(y0-float64(iy)))
	key.w, key.h = q(w), q(h)
	pt := p.r.patches.get(key, p)
	pt.paste(m, ix, iy)
}

// blurredRect is the exact gaussian of a sharp rectangle: the product of two edges' profiles.
func (p *painter) blurredRect(m maskBuf, x0, y0, x1, y1, sigma float64) {
	d := m.r
	n := d.w() + d.h()
	if cap(p.curve) < n {
		p.curve = make([]float64, n)
	}
	fx, fy := p.curve[:d.w()], p.curve[d.w():n]
	k := 1 / (sigma * math.Sqrt2)
	profile := func(dst []float64, from int, a, b float64) {
		for i := range dst {
			c := float64(from+i) + 0.5
			dst[i] = 0.5 * (math.Erf((c-a)*k) - math.Erf((c-b)*k))
		}
	}
	profile(fx, d.x0, x0, x1)
	profile(fy, d.y0, y0, y1)
	for y := range fy {
		row := m.pix[y*d.w() : (y+1)*d.w()]
		v := fy[y] * 255
		for x, u := range fx {
			row[x] = uint8(u*v + 0.5)
		}
	}
}

// A patch is the blurred picture of a rounded rectangle as small as its corners and the blur allow: larger ones repeat
// its middle row and column. Patches are kept, for the same shadows come back in every tile and frame.
type patchKey struct {
	sigma  int32 // 1/16 px
	radii  [8]int32
	w, h   int32 // 1/4 px
	fx, fy int8  // place of the corner within its pixel, 1/4 px
}

type patch struct {
	pix          []uint8
	w, h         int
	reach        int // device px from the patch's corner to the shape's
	midX, midY   int // the column and row that repeat, in device px of the patch
	addX, addY   int // how often more than once
	shrink       int // device px a pixel of the patch, a power of two: large blurs are made small
	used         uint32
	ready        sync.Once
	bytesCounted bool
}

const maxPatchBytes = 8 << 20

type patchCache struct {
	mu    sync.Mutex
	m     map[patchKey]*patch
	bytes int64
	clock uint32
}

func (c *patchCache) get(k patchKey, p *painter) *patch {
	c.mu.Lock()
	if c.m == nil {
		c.m = map[patchKey]*patch{}
	}
	pt := c.m[k]
	if pt == nil {
		pt = &patch{}
		c.m[k] = pt
	}
	c.clock++
	pt.used = c.clock
	c.mu.Unlock()
	pt.ready.Do(func() {
		pt.build(k, p)
		c.mu.Lock()
		pt.bytesCounted = true
		c.bytes += int64(cap(pt.pix))
		c.trim(pt)
		c.mu.Unlock()
	})
	return pt
}

// trim forgets patches until the rest fit, all but keep. One in use goes on living with its user.
func (c *patchCache) trim(keep *patch) {
	if c.bytes <= maxPatchBytes {
		return
	}
	// Half of the clock's range in one sweep: exact order is not worth a list.
	limit := c.clock - uint32(len(c.m)/2)
	for k, pt := range c.m {
		if pt != keep && pt.bytesCounted && (pt.used <= limit || c.bytes > 2*maxPatchBytes) {
			c.bytes -= int64(cap(pt.pix))
			delete(c.m, k)
		}
	}
}

func (pt *patch) build(k patchKey, p *painter) {
	sigma := float64(k.sigma) / 16
	pt.shrink = 1
	for sigma/float64(pt.shrink) > 24 {
		pt.shrink *= 2
	}
	s := float64(pt.shrink)
	reach := blurReach(sigma/s) * pt.shrink
	pt.reach = (reach + pt.shrink) / pt.shrink * pt.shrink
	r := func(i int) float64 { return float64(k.radii[i]) / 4 }
	w, h := float64(k.w)/4, float64(k.h)/4
	shorten := func(full, a, b float64) (length float64, mid, add int) {
		least := math.Ceil(a) + math.Ceil(b) + float64(2*pt.reach+2*pt.shrink)
		if full <= least+1 {
			return full, pt.reach + int(full/2), 0
		}
		cut := math.Floor((full-least)/s) * s
		return full - cut, pt.reach + int(math.Ceil(a)) + pt.reach + pt.shrink, int(cut)
	}
	var cw, ch float64
	cw, pt.midX, pt.addX = shorten(w, max(r(0), r(6)), max(r(2), r(4)))
	ch, pt.midY, pt.addY = shorten(h, max(r(1), r(3)), max(r(5), r(7)))
	pt.w = int(math.Ceil((cw+1)/s)) + 2*pt.reach/pt.shrink
	pt.h = int(math.Ceil((ch+1)/s)) + 2*pt.reach/pt.shrink
	const maxSide = 8192
	pt.w, pt.h = min(pt.w, maxSide), min(pt.h, maxSide)
	pt.pix = make([]uint8, pt.w*pt.h)
	shape := list.RRect{Rect: geom.RectF{X: float32(k.fx) / 4, Y: float32(k.fy) / 4, W: float32(cw), H: float32(ch)}}
	for i := range shape.Radii {
		shape.Radii[i] = list.Radius{X: float32(r(2 * i)), Y: float32(r(2*i + 1))}
	}
	var c coverage
	c.begin(rect{0, 0, pt.w, pt.h})
	n := float64(pt.reach / pt.shrink)
	pn := pen{c: &c, m: geom.Matrix{A: 1 / s, D: 1 / s, E: n, F: n}}
	pn.rrect(&shape, false)
	c.finish(false, make([]uint8, pt.w+2), func(y, x0, x1 int, cov []uint8, all uint8) {
		dst := pt.pix[y*pt.w+x0 : y*pt.w+x1]
		if cov != nil {
			copy(dst, cov)
			return
		}
		for i := range dst {
			dst[i] = all
		}
	})
	blurMask(pt.pix, pt.w, pt.h, sigma/s, make([]uint8, blurTemp(pt.w, pt.h)))
}

// paste writes what the shadow is within m; the shape's corner is in pixel (ix, iy).
func (pt *patch) paste(m maskBuf, ix, iy int) {
	fold := func(v, mid, add int) int {
		if v <= mid {
			return v
		}
		return max(mid, v-add)
	}
	for y := m.r.y0; y < m.r.y1; y++ {
		row := m.row(y, m.r.x0, m.r.x1)
		v := fold(y-iy+pt.reach, pt.midY, pt.addY)
		if v < 0 || v >= pt.h*pt.shrink {
			clear(row)
			continue
		}
		if pt.shrink == 1 {
			src := pt.pix[v*pt.w : (v+1)*pt.w]
			for i := range row {
				u := fold(m.r.x0+i-ix+pt.reach, pt.midX, pt.addX)
				if uint(u) < uint(pt.w) {
					row[i] = src[u]
				} else {
					row[i] = 0
				}
			}
			continue
		}
		for i := range row {
			u := fold(m.r.x0+i-ix+pt.reach, pt.midX, pt.addX)
			row[i] = pt.sample(u, v)
		}
	}
}

// sample reads a patch that was made smaller, between its pixels.
func (pt *patch) sample(u, v int) uint8 {
	s := pt.shrink
	u, v = 2*u+1-s, 2*v+1-s // in halves of device px from the first pixel's centre
	div := 2 * s
	x, y := floorDiv(u, div), floorDiv(v, div)
	fx, fy := u-x*div, v-y*div
	at := func(x, y int) int {
		if x < 0 || y < 0 || x >= pt.w || y >= pt.h {
			return 0
		}
		return int(pt.pix[y*pt.w+x])
	}
	a := at(x, y)*(div-fx) + at(x+1, y)*fx
	b := at(x, y+1)*(div-fx) + at(x+1, y+1)*fx
	return uint8((a*(div-fy) + b*fy + div*div/2) / (div * div))
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
