package image

import (
	"bytes"
	"encoding/binary"
	stdimage "image"
	"image/color"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// Decode makes the pixels of an image; of an animation, its first frame. The limits are checked against the header
// first. With ErrTruncated there is a bitmap too: what could be decoded, the rest transparent.
func Decode(data []byte, l Limits) (b *Bitmap, i Info, err error) {
	if i, err = Header(data); err != nil {
		return nil, i, err
	}
	if i.Format == SVG {
		return nil, i, ErrFormat
	}
	if err = l.check(i, len(data)); err != nil {
		return nil, i, err
	}
	// The libraries are fuzzed, but a panic in one must not end the page.
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, ErrFormat
		}
	}()
	switch i.Format {
	case PNG:
		b, err = decodePNG(data, i)
	case JPEG:
		b, err = decodeJPEG(data, i)
	case GIF:
		var a *Animation
		if a, err = newGIF(data, i); err == nil {
			var f *Bitmap
			if f, _, err = a.Next(); f != nil {
				b = f
			}
		}
	case WebP:
		b, err = decodeWebP(data, i)
	case BMP:
		b, err = decodeStd(bmp.Decode(bytes.NewReader(data)))
	case ICO:
		b, err = decodeICO(data, l)
	}
	if b == nil && err == nil {
		err = ErrFormat
	}
	return b, i, err
}

func decodeStd(m stdimage.Image, err error) (*Bitmap, error) {
	if err != nil {
		return nil, ErrFormat
	}
	return fromImage(m), nil
}

// fromImage converts a standard image.
func fromImage(m stdimage.Image) *Bitmap {
	r := m.Bounds()
	w, h := r.Dx(), r.Dy()
	b := newBitmap(w, h)
	b.Opaque = true
	switch m := m.(type) {
	case *stdimage.YCbCr:
		for y := range h {
			row := b.Pix[y*w : (y+1)*w]
			yo := m.YOffset(r.Min.X, r.Min.Y+y)
			for x := range row {
				co := m.COffset(r.Min.X+x, r.Min.Y+y)
				row[x] = ycc(m.Y[yo+x], m.Cb[co], m.Cr[co])
			}
		}
	case *stdimage.Gray:
		for y := range h {
			o := m.PixOffset(r.Min.X, r.Min.Y+y)
			for x, v := range m.Pix[o : o+w] {
				b.Pix[y*w+x] = uint32(v)*0x010101 | 0xff000000
			}
		}
	case *stdimage.NRGBA:
		for y := range h {
			o := m.PixOffset(r.Min.X, r.Min.Y+y)
			for x := range w {
				p := m.Pix[o+4*x : o+4*x+4]
				b.Pix[y*w+x] = premultiplied(p[0], p[1], p[2], p[3])
				b.Opaque = b.Opaque && p[3] == 255
			}
		}
	case *stdimage.RGBA:
		for y := range h {
			o := m.PixOffset(r.Min.X, r.Min.Y+y)
			copy(b.bytes()[4*y*w:4*(y+1)*w], m.Pix[o:o+4*w])
			for _, v := range b.Pix[y*w : (y+1)*w] {
				b.Opaque = b.Opaque && v>>24 == 255
			}
		}
	default:
		for y := range h {
			for x := range w {
				c := color.NRGBAModel.Convert(m.At(r.Min.X+x, r.Min.Y+y)).(color.NRGBA)
				b.Pix[y*w+x] = premultiplied(c.R, c.G, c.B, c.A)
				b.Opaque = b.Opaque && c.A == 255
			}
		}
	}
	return b
}

// ycc converts full range BT.601, as JFIF says, in 16-bit fixed point.
func ycc(y, cb, cr uint8) uint32 {
	yy, b, r := int32(y)<<16+1<<15, int32(cb)-128, int32(cr)-128
	clamp := func(v int32) uint32 {
		v >>= 16
		if uint32(v) > 255 {
			if v < 0 {
				return 0
			}
			return 255
		}
		return uint32(v)
	}
	return clamp(yy+91881*r) | clamp(yy-22554*b-46802*r)<<8 | clamp(yy+116130*b)<<16 | 0xff000000
}

// premultiplied is a pixel of the colour.
func premultiplied(r, g, b, a uint8) uint32 {
	switch a {
	case 255:
		return uint32(r) | uint32(g)<<8 | uint32(b)<<16 | 0xff000000
	case 0:
		return 0
	}
	m := func(v uint8) uint32 {
		t := uint32(v)*uint32(a) + 128
		return (t + t>>8) >> 8
	}
	return m(r) | m(g)<<8 | m(b)<<16 | uint32(a)<<24
}

// decodeWebP decodes a still, or the first frame of an animation: that is wrapped into a file of its own.
// https://developers.google.com/speed/webp/docs/riff_container
func decodeWebP(d []byte, i Info) (*Bitmap, error) {
	if !i.Animated {
		return decodeStd(webp.Decode(bytes.NewReader(d)))
	}
	for o := 12; o+8 <= len(d); {
		n := int(binary.LittleEndian.Uint32(d[o+4:]))
		if n < 0 || o+8+n > len(d) {
			break
		}
		if string(d[o:o+4]) == "ANMF" && n > 16 {
			u24 := func(p int) int { return int(d[p]) | int(d[p+1])<<8 | int(d[p+2])<<16 }
			x, y, w, h := 2*u24(o+8), 2*u24(o+11), u24(o+14)+1, u24(o+17)+1
			if x+w > i.W || y+h > i.H {
				return nil, ErrFormat
			}
			frame := d[o+24 : o+8+n]
			var file []byte
			file = append(file, "RIFF\x00\x00\x00\x00WEBP"...)
			if len(frame) >= 4 && string(frame[:4]) == "ALPH" {
				file = append(file, 'V', 'P', '8', 'X', 10, 0, 0, 0, 0x10, 0, 0, 0)
				for _, v := range [2]int{w - 1, h - 1} {
					file = append(file, byte(v), byte(v>>8), byte(v>>16))
				}
			}
			file = append(file, frame...)
			binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
			fi, err := webpHeader(append(file, make([]byte, 30)...))
			if err != nil || fi.W != w || fi.H != h { // what is decoded must be what the limits were checked for
				return nil, ErrFormat
			}
			f, err := decodeStd(webp.Decode(bytes.NewReader(file)))
			if err != nil || w == i.W && h == i.H {
				return f, err
			}
			b := newBitmap(i.W, i.H)
			for r := range h {
				copy(b.Pix[(y+r)*i.W+x:], f.Pix[r*w:(r+1)*w])
			}
			return b, nil
		}
		o += 8 + n + n&1
	}
	return nil, ErrTruncated
}
