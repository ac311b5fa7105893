package image

import "encoding/binary"

// An ICO or CUR file is a directory of pictures, each a PNG file or a Windows bitmap without its file header,
// of twice the height: the lower half is a mask. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)

type icoEntry struct {
	w, h int
	data []byte
}

// icoBest is the largest picture of the directory; among equals the one of most bits.
func icoBest(d []byte) (best icoEntry, ok bool) {
	n := int(binary.LittleEndian.Uint16(d[4:]))
	bestBits := -1
	for i := range n {
		o := 6 + 16*i
		if o+16 > len(d) {
			break
		}
		size, at := int(binary.LittleEndian.Uint32(d[o+8:])), int(binary.LittleEndian.Uint32(d[o+12:]))
		if at < 0 || at >= len(d) || size < 0 {
			continue
		}
		e := icoEntry{int(d[o]), int(d[o+1]), d[at:min(len(d), at+size)]}
		if e.w == 0 {
			e.w = 256
		}
		if e.h == 0 {
			e.h = 256
		}
		bits := int(binary.LittleEndian.Uint16(d[o+6:]))
		if Sniff(e.data) == PNG { // its own header is the one that counts
			if i, err := Header(e.data); err == nil {
				e.w, e.h = i.W, i.H
			}
		} else if len(e.data) >= 12 {
			e.w, e.h = int(int32(binary.LittleEndian.Uint32(e.data[4:]))), int(int32(binary.LittleEndian.Uint32(e.data[8:])))/2
		}
		if e.w <= 0 || e.h <= 0 || e.w > 1<<15 || e.h > 1<<15 {
			continue
		}
		if a, b := e.w*e.h, best.w*best.h; a > b || a == b && bits > bestBits {
			best, bestBits, ok = e, bits, true
		}
	}
	return best, ok
}

func decodeICO(d []byte, l Limits) (*Bitmap, error) {
	e, ok := icoBest(d)
	if !ok {
		return nil, ErrFormat
	}
	if Sniff(e.data) == PNG {
		b, _, err := Decode(e.data, l)
		return b, err
	}
	b := e.data
	if len(b) < 40 {
		return nil, ErrTruncated
	}
	head, bits := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint16(b[14:]))
	if head < 40 || head > len(b) || binary.LittleEndian.Uint32(b[16:]) != 0 {
		return nil, ErrFormat
	}
	colors := int(binary.LittleEndian.Uint32(b[32:]))
	p := b[head:]
	var palette []uint32
	switch bits {
	case 1, 4, 8:
		if colors <= 0 || colors > 1<<bits {
			colors = 1 << bits
		}
		if len(p) < 4*colors {
			return nil, ErrTruncated
		}
		for i := range colors {
			palette = append(palette, premultiplied(p[4*i+2], p[4*i+1], p[4*i], 255))
		}
		p = p[4*colors:]
	case 24, 32:
	default:
		return nil, ErrFormat
	}
	stride := (e.w*bits + 31) / 32 * 4
	maskStride := (e.w + 31) / 32 * 4
	if len(p) < stride*e.h {
		return nil, ErrTruncated
	}
	mask := p[stride*e.h:]
	out := newBitmap(e.w, e.h)
	alpha := false // a 32-bit picture all of whose alphas are 0 has none
	if bits == 32 {
		for i := 3; i < stride*e.h; i += 4 {
			alpha = alpha || p[i] != 0
		}
	}
	for y := range e.h {
		src := p[(e.h-1-y)*stride:]
		var m []byte
		if o := (e.h - 1 - y) * maskStride; o+maskStride <= len(mask) && !alpha {
			m = mask[o:]
		}
		for x := range e.w {
			v := uint32(0)
			switch bits {
			case 32:
				a := uint8(255)
				if alpha {
					a = src[4*x+3]
				}
				v = premultiplied(src[4*x+2], src[4*x+1], src[4*x], a)
			case 24:
				v = premultiplied(src[3*x+2], src[3*x+1], src[3*x], 255)
			default:
				o := x * bits
				if i := int(src[o/8]>>(8-bits-o%8)) & (1<<bits - 1); i < len(palette) {
					v = palette[i]
				}
			}
			if m != nil && m[x/8]>>(7-x%8)&1 != 0 {
				v = 0
			}
			out.Pix[y*e.w+x] = v
		}
	}
	return out, nil
}
