package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// filter runs one filter function over a layer. Colour functions work on sRGB values that are not premultiplied.
// https://drafts.fxtf.org/filter-effects/#ShorthandEquivalents
func (p *painter) filter(c *canvas, f *list.Filter, scale float64, m *geom.Matrix) {
	w, h := c.r.w(), c.r.h()
	switch f.Kind {
	case list.FilterBlur:
		tmp := p.pixels.get(blurTemp(w, h))
		blurPixels(c.pix, w, h, float64(f.Amount)*scale, tmp)
		p.pixels.put(tmp)
	case list.FilterDropShadow:
		p.dropShadow(c, f, scale, m)
	default:
		t, ok := colorMatrix(f)
		if ok {
			t.apply(c.pix)
		}
	}
}

func (p *painter) dropShadow(c *canvas, f *list.Filter, scale float64, m *geom.Matrix) {
	w, h := c.r.w(), c.r.h()
	ox, oy := shadowOffset(f, m)
	mask := p.bytes.get(w * h)
	for i, v := range c.pix {
		mask[i] = uint8(v >> 24)
	}
	tmp := p.bytes.get(blurTemp(w, h))
	blurMask(mask, w, h, float64(f.Amount)*scale, tmp)
	color := premultiply(f.Color)
	for y := range h {
		if y-oy < 0 || y-oy >= h {
			continue
		}
		row := c.pix[y*w : y*w+w]
		from := mask[(y-oy)*w : (y-oy)*w+w]
		for x := max(0, ox); x < min(w, w+ox); x++ {
			if k := from[x-ox]; k != 0 {
				row[x] = over(row[x], scalePixel(color, uint32(k)))
			}
		}
	}
	p.bytes.put(tmp)
	p.bytes.put(mask)
}

// colorTable is a colour matrix: rows R, G, B of factors for R, G, B and a constant; alpha has a factor.
type colorTable struct {
	m     [3][4]float32
	alpha float32
}

func colorMatrix(f *list.Filter) (t colorTable, ok bool) {
	a := f.Amount
	t = colorTable{[3][4]float32{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, 1}
	one := func(k float32) [3][4]float32 { // towards grey by 1-k
		return [3][4]float32{
			{0.2126 + 0.7874*k, 0.7152 - 0.7152*k, 0.0722 - 0.0722*k, 0},
			{0.2126 - 0.2126*k, 0.7152 + 0.2848*k, 0.0722 - 0.0722*k, 0},
			{0.2126 - 0.2126*k, 0.7152 - 0.7152*k, 0.0722 + 0.9278*k, 0}}
	}
	switch f.Kind {
	case list.FilterBrightness:
		for k := range 3 {
			t.m[k][k] = a
		}
	case list.FilterContrast:
		for k := range 3 {
			t.m[k][k], t.m[k][3] = a, 127.5*(1-a)
		}
	case list.FilterGrayscale:
		t.m = one(1 - min(a, 1))
	case list.FilterHueRotate:
		sin, cos := math.Sincos(float64(a))
		s, c := float32(sin), float32(cos)
		t.m = [3][4]float32{
			{0.213 + c*0.787 - s*0.213, 0.715 - c*0.715 - s*0.715, 0.072 - c*0.072 + s*0.928, 0},
			{0.213 - c*0.213 + s*0.143, 0.715 + c*0.285 + s*0.140, 0.072 - c*0.072 - s*0.283, 0},
			{0.213 - c*0.213 - s*0.787, 0.715 - c*0.715 + s*0.715, 0.072 + c*0.928 + s*0.072, 0}}
	case list.FilterInvert:
		a = min(a, 1)
		for k := range 3 {
			t.m[k][k], t.m[k][3] = 1-2*a, 255*a
		}
	case list.FilterOpacity:
		t.alpha = min(a, 1)
	case list.FilterSaturate:
		k := a
		t.m = [3][4]float32{
			{0.213 + 0.787*k, 0.715 - 0.715*k, 0.072 - 0.072*k, 0},
			{0.213 - 0.213*k, 0.715 + 0.285*k, 0.072 - 0.072*k, 0},
			{0.213 - 0.213*k, 0.715 - 0.715*k, 0.072 + 0.928*k, 0}}
	case list.FilterSepia:
		k := 1 - min(a, 1)
		t.m = [3][4]float32{
			{0.393 + 0.607*k, 0.769 - 0.769*k, 0.189 - 0.189*k, 0},
			{0.349 - 0.349*k, 0.686 + 0.314*k, 0.168 - 0.168*k, 0},
			{0.272 - 0.272*k, 0.534 - 0.534*k, 0.131 + 0.869*k, 0}}
	default:
		return t, false
	}
	return t, true
}

func (t *colorTable) apply(pix []uint32) {
	last, out := uint32(0), uint32(0)
	for i, v := range pix {
		if v == 0 {
			continue
		}
		if v != last {
			last, out = v, t.pixel(v)
		}
		pix[i] = out
	}
}

func (t *colorTable) pixel(v uint32) uint32 {
	a := v >> 24
	k := 255 / float32(a)
	r, g, b := float32(v&255)*k, float32(v>>8&255)*k, float32(v>>16&255)*k
	var o uint32
	for c := range 3 {
		m := &t.m[c]
		x := m[0]*r + m[1]*g + m[2]*b + m[3]
		o |= uint32(max(0, min(255, x))+0.5) << (8 * c)
	}
	return scalePixel(o|0xff000000, uint32(float32(a)*t.alpha+0.5))
}
