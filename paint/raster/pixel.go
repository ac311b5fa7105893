package raster

import "github.com/niso-engine/niso/paint/list"

// Arithmetic on pixels: two channels at a time in the halves of a uint32. Products are divided by 255 with
// exact rounding: (v + 128 + (v+128)>>8) >> 8.

const laneMask = 0x00ff00ff

// scalePixel is p with each channel times a/255.
func scalePixel(p uint32, a uint32) uint32 {
	rb := (p&laneMask)*a + 0x00800080
	ag := (p>>8&laneMask)*a + 0x00800080
	rb = (rb + (rb >> 8 & laneMask)) >> 8 & laneMask
	ag = (ag + (ag >> 8 & laneMask)) & 0xff00ff00
	return rb | ag
}

// over is s over d.
func over(s, d uint32) uint32 { return s + scalePixel(d, 255-s>>24) }

// mixPixel is d moved towards the opaque pixel p by a/255, rounded once.
func mixPixel(p, d, a uint32) uint32 {
	k := 255 - a
	rb := (p&laneMask)*a + (d&laneMask)*k + 0x00800080
	ag := (p>>8&laneMask)*a + (d>>8&laneMask)*k + 0x00800080
	rb = (rb + (rb >> 8 & laneMask)) >> 8 & laneMask
	ag = (ag + (ag >> 8 & laneMask)) & 0xff00ff00
	return rb | ag
}

// mul255 is a·b/255, rounded.
func mul255(a, b uint32) uint32 {
	v := a*b + 128
	return (v + v>>8) >> 8
}

func premultiply(c list.Color) uint32 {
	r, g, b, a := c.Channels()
	p := uint32(r) | uint32(g)<<8 | uint32(b)<<16 | 0xff000000
	if a == 255 {
		return p
	}
	return scalePixel(p, uint32(a))
}

// fillPixels sets all of dst to p.
func fillPixels(dst []uint32, p uint32) {
	if len(dst) < 16 {
		for i := range dst {
			dst[i] = p
		}
		return
	}
	for i := range 8 {
		dst[i] = p
	}
	for n := 8; n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}

// blendSolid paints p over dst.
func blendSolid(dst []uint32, p uint32) {
	switch k := 255 - p>>24; k {
	case 0:
		fillPixels(dst, p)
	case 255:
	default:
		last, out := uint32(0), over(p, 0)
		for i, d := range dst {
			if d != last { // neighbours are mostly alike
				last, out = d, p+scalePixel(d, k)
			}
			dst[i] = out
		}
	}
}

// blendMask paints p over dst where cov says, 255 being all of it.
func blendMask(dst []uint32, cov []uint8, p uint32) {
	dst = dst[:len(cov)]
	if p>>24 == 255 {
		for i, c := range cov {
			switch c {
			case 0:
			case 255:
				dst[i] = p
			default:
				dst[i] = mixPixel(p, dst[i], uint32(c))
			}
		}
		return
	}
	for i, c := range cov {
		switch c {
		case 0:
		case 255:
			dst[i] = over(p, dst[i])
		default:
			dst[i] = over(scalePixel(p, uint32(c)), dst[i])
		}
	}
}

// blendRow paints src over dst; cov may be nil.
func blendRow(dst, src []uint32, cov []uint8) {
	dst = dst[:len(src)]
	if cov == nil {
		for i, s := range src {
			switch s >> 24 {
			case 255:
				dst[i] = s
			case 0:
			default:
				dst[i] = over(s, dst[i])
			}
		}
		return
	}
	cov = cov[:len(src)]
	for i, s := range src {
		switch c := cov[i]; {
		case c == 0 || s == 0:
		case c == 255:
			dst[i] = over(s, dst[i])
		default:
			dst[i] = over(scalePixel(s, uint32(c)), dst[i])
		}
	}
}

// mulCov multiplies the coverage a by b.
func mulCov(a, b []uint8) {
	b = b[:len(a)]
	for i, v := range b {
		if v != 255 {
			a[i] = uint8(mul255(uint32(a[i]), uint32(v)))
		}
	}
}
