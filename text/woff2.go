package text

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sort"

	"github.com/andybalholm/brotli"
)

var errWOFF2 = errors.New("text: broken WOFF2 font")

// woff2Tags are the tables with a number of their own. https://www.w3.org/TR/WOFF2/#table_dir_format
const woff2Tags = "cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtxBASEGDEFGPOSGSUBEBSCJSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmortmorxopbdproptrakZapfSilfGlatGlocFeatSill"

// byteReader reads forward; past the end it fails and gives zeros.
type byteReader struct {
	b    []byte
	at   int
	fail bool
}

func (r *byteReader) u8() int {
	if r.at >= len(r.b) {
		r.fail = true
		return 0
	}
	r.at++
	return int(r.b[r.at-1])
}

func (r *byteReader) u16() int    { return r.u8()<<8 | r.u8() }
func (r *byteReader) u32() uint32 { return uint32(r.u16())<<16 | uint32(r.u16()) }

func (r *byteReader) bytes(n int) []byte {
	b := sub(r.b, r.at, n)
	if len(b) != n || n < 0 {
		r.fail = true
		return nil
	}
	r.at += n
	return b
}

// base128 is https://www.w3.org/TR/WOFF2/#UIntBase128-0
func (r *byteReader) base128() int {
	v := uint64(0)
	for i := range 5 {
		c := r.u8()
		if i == 0 && c == 0x80 {
			break
		}
		v = v<<7 | uint64(c&0x7f)
		if v > 1<<31 {
			break
		}
		if c&0x80 == 0 {
			return int(v)
		}
	}
	r.fail = true
	return 0
}

// u255 is https://www.w3.org/TR/WOFF2/#255UInt16-0
func (r *byteReader) u255() int {
	switch c := r.u8(); c {
	case 253:
		return r.u16()
	case 254:
		return r.u8() + 506
	case 255:
		return r.u8() + 253
	default:
		return c
	}
}

type woff2Table struct {
	tag         Tag
	transformed bool
	length      int // as stored
	orig        int
	body        []byte
}

// decodeWOFF2 unpacks a font; of a collection its first face. https://www.w3.org/TR/WOFF2/
func decodeWOFF2(data []byte) ([]byte, error) {
	r := &byteReader{b: data, at: 4}
	flavor := r.u32()
	r.u32()
	n := r.u16()
	r.u16()
	r.u32()
	compressed := int(r.u32())
	r.at = 48
	if n == 0 || len(data) < 48 {
		return nil, errWOFF2
	}
	var tables []woff2Table
	total := 0
	for range n {
		flags := r.u8()
		var t woff2Table
		if k := flags & 0x3f; k == 63 {
			t.tag = Tag(r.u32())
		} else {
			t.tag = MakeTag(woff2Tags[4*k:])
		}
		t.orig = r.base128()
		version := flags >> 6
		glyf := t.tag == MakeTag("glyf") || t.tag == MakeTag("loca")
		t.transformed = glyf && version == 0 || !glyf && version != 0
		t.length = t.orig
		if t.transformed {
			t.length = r.base128()
			if t.tag == MakeTag("loca") && t.length != 0 {
				return nil, errWOFF2
			}
		}
		total += t.length
		if r.fail || total > maxFontBytes || t.orig > maxFontBytes {
			return nil, errWOFF2
		}
		tables = append(tables, t)
	}
	var use []int // of the first face of a collection
	if flavor == 0x74746366 {
		r.u32()
		if r.u255() == 0 {
			return nil, errWOFF2
		}
		k := r.u255()
		flavor = r.u32()
		for range k {
			i := r.u255()
			if i >= len(tables) || r.fail {
				return nil, errWOFF2
			}
			use = append(use, i)
		}
	} else {
		for i := range tables {
			use = append(use, i)
		}
	}
	stream := sub(data, r.at, compressed)
	if r.fail || len(stream) == 0 {
		return nil, errWOFF2
	}
	all := make([]byte, 0, min(total, 1<<20))
	buf := bytes.NewBuffer(all)
	if m, err := io.Copy(buf, io.LimitReader(brotli.NewReader(bytes.NewReader(stream)), int64(total))); err != nil || m != int64(total) {
		return nil, errWOFF2
	}
	all = buf.Bytes()
	at := 0
	for i := range tables {
		tables[i].body = all[at : at+tables[i].length]
		at += tables[i].length
	}
	picked := make([]woff2Table, 0, len(use))
	for _, i := range use {
		picked = append(picked, tables[i])
	}
	if err := untransform(picked); err != nil {
		return nil, err
	}
	sort.Slice(picked, func(i, j int) bool { return picked[i].tag < picked[j].tag })
	return buildSFNT(flavor, len(picked), func(i int) (uint32, []byte) { return uint32(picked[i].tag), picked[i].body }), nil
}

// untransform rebuilds glyf, loca and hmtx.
func untransform(tables []woff2Table) error {
	find := func(tag string) *woff2Table {
		for i := range tables {
			if tables[i].tag == MakeTag(tag) {
				return &tables[i]
			}
		}
		return nil
	}
	glyf, loca, hmtx, head := find("glyf"), find("loca"), find("hmtx"), find("head")
	var xMin []int16
	if glyf != nil && glyf.transformed {
		if loca == nil || !loca.transformed || head == nil || len(head.body) < 54 {
			return errWOFF2
		}
		g, l, x, err := rebuildGlyf(glyf.body)
		if err != nil {
			return err
		}
		glyf.body, loca.body, xMin = g, l, x
		// loca is written in the long form.
		h := bytes.Clone(head.body)
		h[50], h[51] = 0, 1
		head.body = h
	}
	for i := range tables {
		t := &tables[i]
		switch {
		case !t.transformed, t == glyf, t == loca:
		case t == hmtx:
			hhea, maxp := find("hhea"), find("maxp")
			if hhea == nil || maxp == nil || xMin == nil {
				return errWOFF2
			}
			b, err := rebuildHmtx(t.body, u16(hhea.body, 34), u16(maxp.body, 4), xMin)
			if err != nil {
				return err
			}
			t.body = b
		default:
			return errWOFF2
		}
	}
	return nil
}

// rebuildHmtx is https://www.w3.org/TR/WOFF2/#hmtx_table_format
func rebuildHmtx(b []byte, long, glyphs int, xMin []int16) ([]byte, error) {
	r := &byteReader{b: b}
	flags := r.u8()
	if flags&3 == 0 || flags&^3 != 0 || long < 1 || long > glyphs || glyphs > len(xMin) {
		return nil, errWOFF2
	}
	adv := r.bytes(2 * long)
	lsb := make([]int16, glyphs)
	copy(lsb, xMin)
	if flags&1 == 0 {
		for i := range long {
			lsb[i] = int16(r.u16())
		}
	}
	if flags&2 == 0 {
		for i := long; i < glyphs; i++ {
			lsb[i] = int16(r.u16())
		}
	}
	if r.fail {
		return nil, errWOFF2
	}
	out := make([]byte, 0, 2*long+2*glyphs)
	for i := range glyphs {
		if i < long {
			out = append(out, adv[2*i], adv[2*i+1])
		}
		out = binary.BigEndian.AppendUint16(out, uint16(lsb[i]))
	}
	return out, nil
}

// rebuildGlyf is https://www.w3.org/TR/WOFF2/#glyf_table_format. Instructions are left out: nothing here hints.
func rebuildGlyf(b []byte) (glyf, loca []byte, xMin []int16, err error) {
	r := &byteReader{b: b}
	r.u16()
	r.u16()
	n := r.u16()
	r.u16()
	var size [7]int
	for i := range size {
		size[i] = int(r.u32())
	}
	var streams [7]*byteReader
	for i := range streams {
		streams[i] = &byteReader{b: r.bytes(size[i])}
	}
	if r.fail {
		return nil, nil, nil, errWOFF2
	}
	contours, points, flags, glyphs, composites, boxes := streams[0], streams[1], streams[2], streams[3], streams[4], streams[5]
	bitmap := boxes.bytes(4 * ((n + 31) >> 5))
	if boxes.fail {
		return nil, nil, nil, errWOFF2
	}
	loca = make([]byte, 0, 4*n+4)
	xMin = make([]int16, n)
	type point struct {
		x, y int
		on   bool
	}
	var pts []point
	var ends []int
	for g := range n {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		hasBox := bitmap[g>>3]&(0x80>>(g&7)) != 0
		count := contours.u16()
		if count == 0 {
			if hasBox {
				return nil, nil, nil, errWOFF2
			}
			continue
		}
		var box []byte
		if hasBox {
			box = boxes.bytes(8)
		}
		start := len(glyf)
		glyf = binary.BigEndian.AppendUint16(glyf, uint16(count))
		if count == 0xffff { // composite
			if box == nil {
				return nil, nil, nil, errWOFF2
			}
			glyf = append(glyf, box...)
			instructions := false
			for more := true; more; {
				from := composites.at
				f := composites.u16()
				skip := 4
				if f&1 != 0 {
					skip = 6
				}
				switch {
				case f&8 != 0:
					skip += 2
				case f&0x40 != 0:
					skip += 4
				case f&0x80 != 0:
					skip += 8
				}
				composites.bytes(skip)
				if composites.fail {
					return nil, nil, nil, errWOFF2
				}
				instructions = instructions || f&0x100 != 0
				more = f&0x20 != 0
				at := len(glyf)
				glyf = append(glyf, composites.b[from:composites.at]...)
				glyf[at] &^= 1 // no instructions
			}
			if instructions {
				glyphs.u255()
			}
		} else {
			pts, ends = pts[:0], ends[:0]
			total := 0
			for range count {
				total += points.u255()
				if points.fail || total > len(flags.b) || total > 65535 {
					return nil, nil, nil, errWOFF2
				}
				ends = append(ends, total-1)
			}
			x, y := 0, 0
			for range total {
				f := flags.u8()
				dx, dy := triplet(f&0x7f, glyphs)
				x += dx
				y += dy
				pts = append(pts, point{x, y, f&0x80 == 0})
			}
			glyphs.u255()
			if flags.fail || glyphs.fail {
				return nil, nil, nil, errWOFF2
			}
			if box == nil {
				var lo, hi point
				for i, p := range pts {
					if i == 0 {
						lo, hi = p, p
					}
					lo.x, lo.y, hi.x, hi.y = min(lo.x, p.x), min(lo.y, p.y), max(hi.x, p.x), max(hi.y, p.y)
				}
				for _, v := range [4]int{lo.x, lo.y, hi.x, hi.y} {
					glyf = binary.BigEndian.AppendUint16(glyf, uint16(v))
				}
			} else {
				glyf = append(glyf, box...)
			}
			for _, e := range ends {
				glyf = binary.BigEndian.AppendUint16(glyf, uint16(e))
			}
			glyf = append(glyf, 0, 0)
			// Flags, then the steps in x, then in y; a step of up to 255 in a byte.
			coord := func(d int, short, same byte) byte {
				switch {
				case d == 0:
					return same
				case d > 0 && d < 256:
					return short | same
				case d < 0 && d > -256:
					return short
				}
				return 0
			}
			px, py := 0, 0
			for _, p := range pts {
				f := coord(p.x-px, 2, 16) | coord(p.y-py, 4, 32)
				if p.on {
					f |= 1
				}
				glyf = append(glyf, f)
				px, py = p.x, p.y
			}
			write := func(d int) {
				switch {
				case d == 0:
				case d > -256 && d < 256:
					glyf = append(glyf, byte(max(d, -d)))
				default:
					glyf = binary.BigEndian.AppendUint16(glyf, uint16(d))
				}
			}
			px = 0
			for _, p := range pts {
				write(p.x - px)
				px = p.x
			}
			py = 0
			for _, p := range pts {
				write(p.y - py)
				py = p.y
			}
		}
		xMin[g] = int16(i16(glyf, start+2))
		for len(glyf)&3 != 0 {
			glyf = append(glyf, 0)
		}
		if contours.fail || boxes.fail || glyphs.fail || len(glyf) > maxFontBytes {
			return nil, nil, nil, errWOFF2
		}
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	return glyf, loca, xMin, nil
}

// triplet is https://www.w3.org/TR/WOFF2/#triplet_decoding
func triplet(f int, r *byteReader) (dx, dy int) {
	sign := func(bit, v int) int {
		if bit&1 == 0 {
			return -v
		}
		return v
	}
	switch {
	case f < 10:
		return 0, sign(f, f&14<<7+r.u8())
	case f < 20:
		return sign(f, (f-10)&14<<7+r.u8()), 0
	case f < 84:
		k, b := f-20, r.u8()
		return sign(f, 1+k&0x30+b>>4), sign(f>>1, 1+k&0x0c<<2+b&15)
	case f < 120:
		k := f - 84
		dx = sign(f, 1+k/12<<8+r.u8())
		return dx, sign(f>>1, 1+k%12>>2<<8+r.u8())
	case f < 124:
		a, b, c := r.u8(), r.u8(), r.u8()
		return sign(f, a<<4+b>>4), sign(f>>1, b&15<<8+c)
	}
	dx = sign(f, r.u16())
	return dx, sign(f>>1, r.u16())
}
