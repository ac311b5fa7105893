package net

import (
	"cmp"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// The multi-byte encoders read the decoders' indexes the other way round.

// A pointers is an index by character, in order.
type pointers []pointerOf

// A pointerOf is a character and its pointer.
type pointerOf struct {
	r int32
	p uint16
}

// of finds the pointer of a character.
func (t pointers) of(r rune) (p int, ok bool) {
	i, ok := slices.BinarySearchFunc(t, r, func(e pointerOf, r rune) int { return cmp.Compare(e.r, r) })
	if !ok {
		return 0, false
	}
	return int(t[i].p), true
}

// invert turns an index around. Where several pointers have one character the first counts, or
// the last where last says so. use, if not nil, says which pointers count at all.
func invert(index []int32, use func(p int) bool, last func(r int32) bool) pointers {
	t := make(pointers, 0, len(index))
	for p, r := range index {
		if r != 0 && (use == nil || use(p)) {
			t = append(t, pointerOf{r, uint16(p)})
		}
	}
	slices.SortStableFunc(t, func(a, b pointerOf) int {
		if a.r == b.r && last != nil && last(a.r) {
			return cmp.Compare(b.p, a.p)
		}
		return cmp.Compare(a.r, b.r)
	})
	return slices.Clip(slices.CompactFunc(t, func(a, b pointerOf) bool {
		return a.r == b.r
	}))
}

var (
	pointersJIS0208 = sync.OnceValue(func() pointers { return invert(indexJIS0208(), nil, nil) })
	// https://encoding.spec.whatwg.org/#index-shift_jis-pointer
	pointersShiftJIS = sync.OnceValue(func() pointers {
		return invert(indexJIS0208(), func(p int) bool { return p < 8272 || p > 8835 }, nil)
	})
	pointersEUCKR   = sync.OnceValue(func() pointers { return invert(indexEUCKR(), nil, nil) })
	pointersGB18030 = sync.OnceValue(func() pointers { return invert(indexGB18030(), nil, nil) })
	// https://encoding.spec.whatwg.org/#index-big5-pointer: without the Hong Kong characters.
	pointersBig5 = sync.OnceValue(func() pointers {
		return invert(indexBig5(), func(p int) bool { return p >= (0xA1-0x81)*157 }, func(r int32) bool {
			switch r {
			case 0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345:
				return true
			}
			return false
		})
	})
)

// offsetFrom is first for trails before the gap, and second after it.
func offsetFrom(trail, gap, first, second int) byte {
	if trail < gap {
		return byte(trail + first)
	}
	return byte(trail + second)
}

// gbMoved are the characters of the private use area that GB 18030-2022 moved elsewhere; they
// keep the two bytes that they had. https://encoding.spec.whatwg.org/#gb18030-encoder
var gbMoved = map[rune][2]byte{
	0xE78D: {0xA6, 0xD9}, 0xE78E: {0xA6, 0xDA}, 0xE78F: {0xA6, 0xDB}, 0xE790: {0xA6, 0xDC}, 0xE791: {0xA6, 0xDD},
	0xE792: {0xA6, 0xDE}, 0xE793: {0xA6, 0xDF}, 0xE794: {0xA6, 0xEC}, 0xE795: {0xA6, 0xED}, 0xE796: {0xA6, 0xF3},
	0xE81E: {0xFE, 0x59}, 0xE826: {0xFE, 0x61}, 0xE82B: {0xFE, 0x66}, 0xE82C: {0xFE, 0x67}, 0xE832: {0xFE, 0x6D},
	0xE843: {0xFE, 0x7E}, 0xE854: {0xFE, 0x90}, 0xE864: {0xFE, 0xA0},
}

// encodeGB adds the two bytes of a character.
func encodeGB(b []byte, r rune) ([]byte, bool) {
	if r == 0xE5E5 { // it would become the ideographic space again
		return b, false
	}
	if m, ok := gbMoved[r]; ok {
		return append(b, m[0], m[1]), true
	}
	p, ok := pointersGB18030().of(r)
	return append(b, byte(p/190+0x81), offsetFrom(p%190, 0x3F, 0x40, 0x41)), ok
}

// encodeGBK: https://encoding.spec.whatwg.org/#gbk-encoder
func encodeGBK(b []byte, r rune) ([]byte, bool) {
	if r == 0x20AC {
		return append(b, 0x80), true
	}
	return encodeGB(b, r)
}

// encodeGB18030: https://encoding.spec.whatwg.org/#gb18030-encoder
func encodeGB18030(b []byte, r rune) ([]byte, bool) {
	n := len(b)
	if b, ok := encodeGB(b, r); ok || r == 0xE5E5 {
		return b, ok
	}
	if r == 0xE7C7 { // pointer 7457, which the ranges leave out
		return append(b[:n], 0x81, 0x35, 0xF4, 0x37), true
	}
	var src, dst [4]byte
	nd, _, err := simplifiedchinese.GB18030.NewEncoder().Transformer.Transform(dst[:], src[:utf8.EncodeRune(src[:], r)], true)
	return append(b[:n], dst[:nd]...), err == nil
}

// encodeBig5: https://encoding.spec.whatwg.org/#big5-encoder
func encodeBig5(b []byte, r rune) ([]byte, bool) {
	p, ok := pointersBig5().of(r)
	return append(b, byte(p/157+0x81), offsetFrom(p%157, 0x3F, 0x40, 0x62)), ok
}

// encodeEUCKR: https://encoding.spec.whatwg.org/#euc-kr-encoder
func encodeEUCKR(b []byte, r rune) ([]byte, bool) {
	p, ok := pointersEUCKR().of(r)
	return append(b, byte(p/190+0x81), byte(p%190+0x41)), ok
}

// encodeEUCJP: https://encoding.spec.whatwg.org/#euc-jp-encoder
func encodeEUCJP(b []byte, r rune) ([]byte, bool) {
	switch {
	case r == 0xA5:
		return append(b, '\\'), true
	case r == 0x203E:
		return append(b, '~'), true
	case 0xFF61 <= r && r <= 0xFF9F:
		return append(b, 0x8E, byte(r-0xFF61+0xA1)), true
	case r == 0x2212:
		r = 0xFF0D
	}
	p, ok := pointersJIS0208().of(r)
	return append(b, byte(p/94+0xA1), byte(p%94+0xA1)), ok
}

// encodeShiftJIS: https://encoding.spec.whatwg.org/#shift_jis-encoder
func encodeShiftJIS(b []byte, r rune) ([]byte, bool) {
	switch {
	case r == 0x80:
		return append(b, 0x80), true
	case r == 0xA5:
		return append(b, '\\'), true
	case r == 0x203E:
		return append(b, '~'), true
	case 0xFF61 <= r && r <= 0xFF9F:
		return append(b, byte(r-0xFF61+0xA1)), true
	case r == 0x2212:
		r = 0xFF0D
	}
	p, ok := pointersShiftJIS().of(r)
	return append(b, offsetFrom(p/188, 0x1F, 0x81, 0xC1), offsetFrom(p%188, 0x3F, 0x40, 0x41)), ok
}
