package image

import "unsafe"

// Bitmap is a picture of premultiplied pixels, each 0xAABBGGRR: R, G, B, A as bytes. It does not change
// once it is made.
type Bitmap struct {
	Pix    []uint32 // W·H
	W, H   int
	Opaque bool // no pixel is translucent
}

func newBitmap(w, h int) *Bitmap { return &Bitmap{Pix: make([]uint32, w*h), W: w, H: h} }

// bytes are the pixels as bytes, shared.
func (b *Bitmap) bytes() []uint8 {
	if len(b.Pix) == 0 {
		return nil
	}
	return unsafe.Slice((*uint8)(unsafe.Pointer(&b.Pix[0])), 4*len(b.Pix))
}

// MemoryBytes is what the pixels take.
func (b *Bitmap) MemoryBytes() int64 {
	if b == nil {
		return 0
	}
	return 4 * int64(cap(b.Pix))
}

// Half is the picture at half the size, rounded up: each pixel the mean of four.
func (b *Bitmap) Half() *Bitmap {
	w, h := max(1, (b.W+1)/2), max(1, (b.H+1)/2)
	o := newBitmap(w, h)
	o.Opaque = b.Opaque
	for y := range h {
		r0 := b.Pix[2*y*b.W : (2*y+1)*b.W]
		r1 := r0
		if 2*y+1 < b.H {
			r1 = b.Pix[(2*y+1)*b.W : (2*y+2)*b.W]
		}
		dst := o.Pix[y*w : (y+1)*w]
		for x := range dst {
			i, j := 2*x, min(2*x+1, b.W-1)
			dst[x] = mean4(r0[i], r0[j], r1[i], r1[j])
		}
	}
	return o
}

func mean4(a, b, c, d uint32) uint32 {
	const m = 0x00ff00ff
	rb := (a & m) + (b & m) + (c & m) + (d & m) + 0x00020002
	ag := (a >> 8 & m) + (b >> 8 & m) + (c >> 8 & m) + (d >> 8 & m) + 0x00020002
	return rb>>2&m | ag>>2&m<<8
}
