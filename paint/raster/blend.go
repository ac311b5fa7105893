package raster

import (
	"math"

	"github.com/niso-engine/niso/paint/list"
)

// blendModeRow mixes src into dst: co = cs·(1-ab) + cb·(1-as) + as·ab·B(cb/ab, cs/as).
// https://drafts.fxtf.org/compositing/#blending
func blendModeRow(dst, src []uint32, cov []uint8, mode list.Blend) {
	for i, s := range src {
		if cov != nil {
			s = scalePixel(s, uint32(cov[i]))
		}
		if s == 0 {
			continue
		}
		d := dst[i]
		if mode == list.BlendPlusLighter {
			dst[i] = addSaturated(s, d)
			continue
		}
		if d>>24 == 0 {
			dst[i] = over(s, d)
			continue
		}
		dst[i] = blendPixel(s, d, mode)
	}
}

func addSaturated(s, d uint32) uint32 {
	var o uint32
	for k := 0; k < 32; k += 8 {
		o |= min(255, (s>>k&255)+(d>>k&255)) << k
	}
	return o
}

func blendPixel(s, d uint32, mode list.Blend) uint32 {
	as, ab := float32(s>>24)/255, float32(d>>24)/255
	var cs, cb, b [3]float32
	for k := range 3 {
		cs[k] = float32(s>>(8*k)&255) / 255
		cb[k] = float32(d>>(8*k)&255) / 255
	}
	us, ub := cs, cb
	for k := range 3 {
		us[k] = min(1, cs[k]/as)
		ub[k] = min(1, cb[k]/ab)
	}
	switch mode {
	case list.BlendHue:
		b = setLum(setSat(us, sat(ub)), lum(ub))
	case list.BlendSaturation:
		b = setLum(setSat(ub, sat(us)), lum(ub))
	case list.BlendColor:
		b = setLum(us, lum(ub))
	case list.BlendLuminosity:
		b = setLum(ub, lum(us))
	default:
		for k := range 3 {
			b[k] = separable(ub[k], us[k], mode)
		}
	}
	ao := as + ab - as*ab
	out := uint32(ao*255+0.5) << 24
	for k := range 3 {
		v := cs[k]*(1-ab) + cb[k]*(1-as) + as*ab*b[k]
		out |= uint32(max(0, min(ao, v))*255+0.5) << (8 * k)
	}
	return out
}

func separable(cb, cs float32, mode list.Blend) float32 {
	switch mode {
	case list.BlendMultiply:
		return cb * cs
	case list.BlendScreen:
		return cb + cs - cb*cs
	case list.BlendOverlay:
		return separable(cs, cb, list.BlendHardLight)
	case list.BlendDarken:
		return min(cb, cs)
	case list.BlendLighten:
		return max(cb, cs)
	case list.BlendColorDodge:
		if cb == 0 {
			return 0
		}
		if cs >= 1 {
			return 1
		}
		return min(1, cb/(1-cs))
	case list.BlendColorBurn:
		if cb >= 1 {
			return 1
		}
		if cs <= 0 {
			return 0
		}
		return 1 - min(1, (1-cb)/cs)
	case list.BlendHardLight:
		if cs <= 0.5 {
			return cb * 2 * cs
		}
		return cb + (2*cs - 1) - cb*(2*cs-1)
	case list.BlendSoftLight:
		if cs <= 0.5 {
			return cb - (1-2*cs)*cb*(1-cb)
		}
		d := float32(math.Sqrt(float64(cb)))
		if cb <= 0.25 {
			d = ((16*cb-12)*cb + 4) * cb
		}
		return cb + (2*cs-1)*(d-cb)
	case list.BlendDifference:
		return max(cb, cs) - min(cb, cs)
	case list.BlendExclusion:
		return cb + cs - 2*cb*cs
	}
	return cs
}

// https://drafts.fxtf.org/compositing/#blendingnonseparable
func lum(c [3]float32) float32 { return 0.3*c[0] + 0.59*c[1] + 0.11*c[2] }

func sat(c [3]float32) float32 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

func setLum(c [3]float32, l float32) [3]float32 {
	d := l - lum(c)
	for k := range c {
		c[k] += d
	}
	l = lum(c)
	n, x := min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
	if n < 0 && l > n {
		for k := range c {
			c[k] = l + (c[k]-l)*l/(l-n)
		}
	}
	if x > 1 && x > l {
		for k := range c {
			c[k] = l + (c[k]-l)*(1-l)/(x-l)
		}
	}
	return c
}

func setSat(c [3]float32, s float32) [3]float32 {
	n, x := min(c[0], c[1], c[2]), max(c[0], c[1], c[2])
	if x <= n {
		return [3]float32{}
	}
	for k := range c {
		c[k] = (c[k] - n) * s / (x - n)
	}
	return c
}
