package raster

import (
	stdimage "image"
	"unsafe"

	"github.com/niso-engine/niso/paint/list"
)

// Surface is a picture of premultiplied pixels. A pixel is 0xAABBGGRR: on the little-endian machines
// that the engine runs on, its bytes are R, G, B, A.
type Surface struct {
	Pix    []uint32
	W, H   int
	Stride int // pixels from a row to the next
}

// NewSurface makes a transparent surface. A side that is not positive gives an empty one.
func NewSurface(w, h int) *Surface {
	w, h = max(w, 0), max(h, 0)
	return &Surface{Pix: make([]uint32, w*h), W: w, H: h, Stride: w}
}

// Resize makes the surface w×h and transparent, in the memory it has where that is enough.
func (s *Surface) Resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if cap(s.Pix) < w*h {
		s.Pix = make([]uint32, w*h)
	} else {
		s.Pix = s.Pix[:w*h]
		clear(s.Pix)
	}
	s.W, s.H, s.Stride = w, h, w
}

// Bytes are the pixels as R, G, B, A bytes; shared, not copied.
func (s *Surface) Bytes() []uint8 {
	if len(s.Pix) == 0 {
		return nil
	}
	return unsafe.Slice((*uint8)(unsafe.Pointer(&s.Pix[0])), 4*len(s.Pix))
}

// Image is the surface as a standard image that shares its pixels.
func (s *Surface) Image() *stdimage.RGBA {
	return &stdimage.RGBA{Pix: s.Bytes(), Stride: 4 * s.Stride, Rect: stdimage.Rect(0, 0, s.W, s.H)}
}

// At is the pixel at (x, y), premultiplied; 0 outside.
func (s *Surface) At(x, y int) (r, g, b, a uint8) {
	if x < 0 || y < 0 || x >= s.W || y >= s.H {
		return
	}
	p := s.Pix[y*s.Stride+x]
	return uint8(p), uint8(p >> 8), uint8(p >> 16), uint8(p >> 24)
}

// Fill makes every pixel c.
func (s *Surface) Fill(c list.Color) {
	p := premultiply(c)
	for y := range s.H {
		fillPixels(s.Pix[y*s.Stride:y*s.Stride+s.W], p)
	}
}

// MemoryBytes is what the pixels take.
func (s *Surface) MemoryBytes() int64 { return 4 * int64(cap(s.Pix)) }

// canvas is what a painter draws into: a surface or a layer, with the place of its first pixel on the device.
type canvas struct {
	pix    []uint32
	stride int
	r      rect
}

// row is the part [x0, x1) of scanline y, in device px, which must lie within the canvas.
func (c *canvas) row(y, x0, x1 int) []uint32 {
	o := (y-c.r.y0)*c.stride - c.r.x0
	return c.pix[o+x0 : o+x1]
}

// rect is a rectangle of device pixels, half open.
type rect struct{ x0, y0, x1, y1 int }

func (r rect) empty() bool { return r.x0 >= r.x1 || r.y0 >= r.y1 }

func (r rect) intersect(s rect) rect {
	r = rect{max(r.x0, s.x0), max(r.y0, s.y0), min(r.x1, s.x1), min(r.y1, s.y1)}
	if r.empty() {
		return rect{}
	}
	return r
}

func (r rect) union(s rect) rect {
	if r.empty() {
		return s
	}
	if s.empty() {
		return r
	}
	return rect{min(r.x0, s.x0), min(r.y0, s.y0), max(r.x1, s.x1), max(r.y1, s.y1)}
}

func (r rect) outset(d int) rect { return rect{r.x0 - d, r.y0 - d, r.x1 + d, r.y1 + d} }

func (r rect) in(s rect) bool { return r.x0 >= s.x0 && r.y0 >= s.y0 && r.x1 <= s.x1 && r.y1 <= s.y1 }

func (r rect) w() int { return r.x1 - r.x0 }
func (r rect) h() int { return r.y1 - r.y0 }
