package image

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zlib"
)

// decodePNG decodes PNG row by row, so that a truncated file gives the rows that it has.
// https://www.w3.org/TR/png-3/
func decodePNG(data []byte, info Info) (*Bitmap, error) {
	if len(data) < 33 {
		return nil, ErrTruncated
	}
	d := pngDecoder{depth: int(data[24]), kind: data[25], rest: data[8:]}
	interlace := data[28]
	if data[26] != 0 || data[27] != 0 || interlace > 1 {
		return nil, ErrFormat
	}
	// https://www.w3.org/TR/png-3/#table111
	channels, depths := 0, 0
	switch d.kind {
	case 0:
		channels, depths = 1, 1|2|4|8|16
	case 2:
		channels, depths = 3, 8|16
	case 3:
		channels, depths = 1, 1|2|4|8
	case 4:
		channels, depths = 2, 8|16
	case 6:
		channels, depths = 4, 8|16
	}
	if channels == 0 || d.depth&(d.depth-1) != 0 || d.depth&depths == 0 {
		return nil, ErrFormat
	}
	d.bits = channels * d.depth
	if !d.header() {
		if d.kind == 3 && len(d.palette) == 0 && d.broken {
			return nil, ErrFormat
		}
		return nil, ErrTruncated
	}
	if d.kind == 3 && len(d.palette) == 0 {
		return nil, ErrFormat
	}
	b := newBitmap(info.W, info.H)
	b.Opaque = d.kind&4 == 0 && !d.keyed && !d.translucent
	z, err := zlib.NewReader(&d)
	if err != nil {
		return b, ErrTruncated
	}
	defer z.Close()
	if interlace == 0 {
		err = d.pass(z, b, info.W, info.H, 0, 0, 1, 1)
	} else {
		// https://www.w3.org/TR/png-3/#8InterlaceMethods
		for _, p := range [7][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
			w, h := (info.W-p[0]+p[2]-1)/p[2], (info.H-p[1]+p[3]-1)/p[3]
			if w > 0 && h > 0 {
				if err = d.pass(z, b, w, h, p[0], p[1], p[2], p[3]); err != nil {
					break
				}
			}
		}
	}
	if err != nil {
		b.Opaque = false
	}
	return b, err
}

type pngDecoder struct {
	rest        []byte // what follows the chunk being read
	idat        []byte // what is left of the current IDAT
	kind        byte
	depth, bits int
	palette     []uint32
	translucent bool // the palette has alpha
	keyed       bool
	key         [3]uint16
	broken      bool
}

// chunk takes the next chunk; a truncated one gives what there is.
func (d *pngDecoder) chunk() (name string, body []byte, ok bool) {
	if len(d.rest) < 8 {
		return "", nil, false
	}
	n := int(binary.BigEndian.Uint32(d.rest))
	name = string(d.rest[4:8])
	body = d.rest[8:]
	if n < 0 || n+4 > len(body) {
		d.rest = nil
		return name, body[:min(max(n, 0), len(body))], true
	}
	d.rest = body[n+4:]
	return name, body[:n], true
}

// header reads up to the first IDAT.
func (d *pngDecoder) header() bool {
	for {
		name, body, ok := d.chunk()
		if !ok {
			return false
		}
		switch name {
		case "PLTE":
			if len(body)%3 != 0 || len(body) > 768 {
				d.broken = true
				return false
			}
			d.palette = d.palette[:0]
			for ; len(body) >= 3; body = body[3:] {
				d.palette = append(d.palette, premultiplied(body[0], body[1], body[2], 255))
			}
		case "tRNS":
			switch d.kind {
			case 3:
				for i, a := range body[:min(len(body), len(d.palette))] {
					p := d.palette[i]
					d.palette[i] = premultiplied(uint8(p), uint8(p>>8), uint8(p>>16), a)
					d.translucent = d.translucent || a != 255
				}
			case 0:
				if len(body) >= 2 {
					d.keyed, d.key[0] = true, binary.BigEndian.Uint16(body)
				}
			case 2:
				if len(body) >= 6 {
					d.keyed = true
					for k := range d.key {
						d.key[k] = binary.BigEndian.Uint16(body[2*k:])
					}
				}
			}
		case "IDAT":
			d.idat = body
			return true
		case "IEND":
			d.broken = true
			return false
		}
	}
}

// Read gives the bytes of the IDAT chunks.
func (d *pngDecoder) Read(p []byte) (int, error) {
	for len(d.idat) == 0 {
		name, body, ok := d.chunk()
		if !ok || name == "IEND" {
			return 0, io.EOF
		}
		if name == "IDAT" {
			d.idat = body
		}
	}
	n := copy(p, d.idat)
	d.idat = d.idat[n:]
	return n, nil
}

// pass decodes a w×h picture to the pixels (x0 + i·dx, y0 + j·dy).
func (d *pngDecoder) pass(z io.Reader, b *Bitmap, w, h, x0, y0, dx, dy int) error {
	size := (w*d.bits + 7) / 8
	bpp := max(1, d.bits/8)
	cur, prev := make([]byte, size+1), make([]byte, size+1)
	line := make([]uint32, w)
	for y := range h {
		if _, err := io.ReadFull(z, cur); err != nil {
			return ErrTruncated
		}
		if !unfilter(cur[0], cur[1:], prev[1:], bpp) {
			return ErrTruncated
		}
		d.convert(line, cur[1:])
		row := b.Pix[(y0+y*dy)*b.W : (y0+y*dy+1)*b.W]
		if dx == 1 {
			copy(row, line)
		} else {
			for i, v := range line {
				row[x0+i*dx] = v
			}
		}
		cur, prev = prev, cur
	}
	return nil
}

// https://www.w3.org/TR/png-3/#9Filters
func unfilter(kind byte, cur, prev []byte, bpp int) bool {
	prev = prev[:len(cur)]
	switch kind {
	case 0:
	case 1:
		for i := bpp; i < len(cur); i++ {
			cur[i] += cur[i-bpp]
		}
	case 2:
		for i, p := range prev {
			cur[i] += p
		}
	case 3:
		for i := range min(bpp, len(cur)) {
			cur[i] += prev[i] / 2
		}
		for i := bpp; i < len(cur); i++ {
			cur[i] += uint8((int(cur[i-bpp]) + int(prev[i])) / 2)
		}
	case 4:
		for i := range min(bpp, len(cur)) {
			cur[i] += prev[i]
		}
		for i := bpp; i < len(cur); i++ {
			a, b, c := int(cur[i-bpp]), int(prev[i]), int(prev[i-bpp])
			pa, pb, pc := b-c, a-c, a+b-2*c
			pa, pb, pc = max(pa, -pa), max(pb, -pb), max(pc, -pc)
			switch {
			case pa <= pb && pa <= pc:
				cur[i] += uint8(a)
			case pb <= pc:
				cur[i] += uint8(b)
			default:
				cur[i] += uint8(c)
			}
		}
	default:
		return false
	}
	return true
}

// convert makes pixels of a row of samples.
func (d *pngDecoder) convert(dst []uint32, s []byte) {
	u16 := func(i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }
	switch {
	case d.kind == 3:
		for i := range dst {
			if v := d.sample(s, i); v < len(d.palette) {
				dst[i] = d.palette[v]
			} else {
				dst[i] = 0xff000000
			}
		}
	case d.kind == 0 && d.depth == 16:
		for i := range dst {
			v := u16(2 * i)
			dst[i] = gray(uint8(v>>8), d.keyed && v == d.key[0])
		}
	case d.kind == 0:
		most := 1<<d.depth - 1
		for i := range dst {
			v := d.sample(s, i)
			dst[i] = gray(uint8(v*255/most), d.keyed && v == int(d.key[0]))
		}
	case d.kind == 4:
		n := d.bits / 8
		for i := range dst {
			v, a := s[i*n], s[i*n+n/2]
			dst[i] = premultiplied(v, v, v, a)
		}
	case d.kind == 2 && d.depth == 8:
		for i := range dst {
			p := s[3*i : 3*i+3]
			dst[i] = uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | 0xff000000
			if d.keyed && uint16(p[0]) == d.key[0] && uint16(p[1]) == d.key[1] && uint16(p[2]) == d.key[2] {
				dst[i] = 0
			}
		}
	case d.kind == 2:
		for i := range dst {
			dst[i] = premultiplied(s[6*i], s[6*i+2], s[6*i+4], 255)
			if d.keyed && u16(6*i) == d.key[0] && u16(6*i+2) == d.key[1] && u16(6*i+4) == d.key[2] {
				dst[i] = 0
			}
		}
	default: // 6
		n := d.depth / 8
		for i := range dst {
			p := s[4*n*i : 4*n*i+4*n]
			dst[i] = premultiplied(p[0], p[n], p[2*n], p[3*n])
		}
	}
}

func (d *pngDecoder) sample(s []byte, i int) int {
	o := i * d.depth
	return int(s[o/8]>>(8-d.depth-o%8)) & (1<<d.depth - 1)
}

func gray(v uint8, clear bool) uint32 {
	if clear {
		return 0
	}
	return uint32(v)*0x010101 | 0xff000000
}
