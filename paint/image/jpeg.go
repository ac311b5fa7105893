package image

import (
	"bytes"
	"encoding/binary"
	stdimage "image"
	"image/jpeg"
	"io"
)

// A JPEG file is a chain of segments: FF, marker, length, body; after SOS come entropy-coded bytes up to the
// next marker that is neither 00 nor a restart. https://www.w3.org/Graphics/JPEG/itu-t81.pdf
type jpegSegments struct {
	d []byte
	o int
}

// next takes a segment. The body is cut off where the file ends.
func (s *jpegSegments) next() (marker byte, at int, body []byte, ok bool) {
	for s.o+1 < len(s.d) {
		if s.d[s.o] != 0xff || s.d[s.o+1] == 0xff || s.d[s.o+1] == 0 {
			s.o++
			continue
		}
		at, marker = s.o, s.d[s.o+1]
		s.o += 2
		if marker == 0xd8 || marker == 0xd9 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 {
			return marker, at, nil, true
		}
		if s.o+2 > len(s.d) {
			return 0, at, nil, false
		}
		n := int(binary.BigEndian.Uint16(s.d[s.o:]))
		if n < 2 || s.o+n > len(s.d) {
			return 0, at, nil, false
		}
		body = s.d[s.o+2 : s.o+n]
		s.o += n
		return marker, at, body, true
	}
	return 0, len(s.d), nil, false
}

func isSOF(m byte) bool { return m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc }

func jpegHeader(d []byte) (Info, error) {
	i := Info{Format: JPEG, Orientation: 1}
	s := jpegSegments{d: d, o: 2}
	for {
		m, _, body, ok := s.next()
		if !ok {
			return i, ErrShort
		}
		switch {
		case m == 0xe1:
			if o := exifOrientation(body); o != 0 {
				i.Orientation = o
			}
		case isSOF(m):
			if len(body) < 6 {
				return i, ErrFormat
			}
			i.H, i.W = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
			if i.W == 0 || i.H == 0 {
				return i, ErrFormat
			}
			if i.Orientation >= 5 {
				i.W, i.H = i.H, i.W
			}
			return i, nil
		case m == 0xd9 || m == 0xda:
			return i, ErrFormat
		}
	}
}

// exifOrientation reads tag 0x0112 of the first directory of an APP1 segment; 0: none.
// https://www.cipa.jp/std/documents/e/DC-X008-Translation-2019-E.pdf 4.6.4
func exifOrientation(b []byte) uint8 {
	if len(b) < 14 || string(b[:6]) != "Exif\x00\x00" {
		return 0
	}
	t := b[6:]
	var o binary.ByteOrder
	switch string(t[:4]) {
	case "II*\x00":
		o = binary.LittleEndian
	case "MM\x00*":
		o = binary.BigEndian
	default:
		return 0
	}
	at := int(o.Uint32(t[4:]))
	if at < 0 || at+2 > len(t) {
		return 0
	}
	n := int(o.Uint16(t[at:]))
	for k := range n {
		e := at + 2 + 12*k
		if e+12 > len(t) {
			return 0
		}
		if o.Uint16(t[e:]) == 0x0112 && o.Uint16(t[e+2:]) == 3 {
			if v := o.Uint16(t[e+8:]); v >= 1 && v <= 8 {
				return uint8(v)
			}
			return 0
		}
	}
	return 0
}

// orient turns a picture upright: the meaning of the eight values is in the EXIF specification.
func orient(b *Bitmap, o uint8) *Bitmap {
	if o <= 1 || o > 8 {
		return b
	}
	w, h := b.W, b.H
	if o >= 5 {
		w, h = h, w
	}
	r := newBitmap(w, h)
	r.Opaque = b.Opaque
	for y := range h {
		for x := range w {
			sx, sy := x, y
			switch o {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, w-1-x
			case 7:
				sx, sy = h-1-y, w-1-x
			case 8:
				sx, sy = h-1-y, x
			}
			r.Pix[y*w+x] = b.Pix[sy*b.W+sx]
		}
	}
	return r
}

func decodeJPEG(d []byte, i Info) (*Bitmap, error) {
	m, err := jpeg.Decode(bytes.NewReader(d))
	if err == nil {
		if r := m.Bounds(); !sameSize(r, i) {
			return nil, ErrFormat
		}
		return orient(fromImage(m), i.Orientation), nil
	}
	b := salvageJPEG(d, i)
	if b == nil {
		return nil, ErrFormat
	}
	return orient(b, i.Orientation), ErrTruncated
}

func sameSize(r stdimage.Rectangle, i Info) bool {
	w, h := i.W, i.H
	if i.Orientation >= 5 {
		w, h = h, w
	}
	return r.Dx() == w && r.Dy() == h
}

// salvageJPEG gets what there is of a broken file. Of a progressive one that is all complete scans. Of a sequential one, the
// missing bytes are made up in two ways: the rows before the first one that comes out differently were decoded from the file.
func salvageJPEG(d []byte, i Info) *Bitmap {
	s := jpegSegments{d: d, o: 2}
	progressive, scans, last := false, 0, 0
	for {
		m, at, _, ok := s.next()
		if !ok {
			break
		}
		if m == 0xc2 {
			progressive = true
		}
		if m == 0xda {
			scans++
			last = at
		}
	}
	if scans == 0 {
		return nil
	}
	if progressive && scans > 1 {
		if m, err := jpeg.Decode(io.MultiReader(bytes.NewReader(d[:last]), bytes.NewReader([]byte{0xff, 0xd9}))); err == nil && sameSize(m.Bounds(), i) {
			return fromImage(m)
		}
	}
	// Making up a picture that a few bytes claim to be large would be a way to waste our time.
	if i.W*i.H > 16<<20 || i.W*i.H > len(d)*2048 {
		return nil
	}
	pad := func(fill byte) *Bitmap {
		body := d
		for len(body) > 0 && body[len(body)-1] == 0xff {
			body = body[:len(body)-1]
		}
		m, err := jpeg.Decode(io.MultiReader(bytes.NewReader(body), &padding{fill: fill, left: 8*i.W*i.H/8 + 1<<16}))
		if err != nil || !sameSize(m.Bounds(), i) {
			return nil
		}
		return fromImage(m)
	}
	a, b := pad(0x00), pad(0x55)
	if a == nil || b == nil {
		return nil
	}
	a.Opaque = false
	valid := a.H
	for k, v := range a.Pix {
		if v != b.Pix[k] {
			valid = k / a.W / 16 * 16 // the largest rows of blocks have 16 lines
			break
		}
	}
	if valid == 0 {
		return nil
	}
	clear(a.Pix[valid*a.W:])
	return a
}

// padding gives made-up bytes, and then ends the image again and again.
type padding struct {
	fill byte
	left int
	odd  bool
	ends int
}

func (p *padding) Read(b []byte) (int, error) {
	if p.left <= 0 && p.ends > 1<<16 {
		return 0, io.EOF
	}
	for i := range b {
		if p.left > 0 {
			b[i] = p.fill
			p.left--
			continue
		}
		b[i] = 0xd9
		if !p.odd {
			b[i] = 0xff
		}
		p.odd = !p.odd
		p.ends++
	}
	return len(b), nil
}
