package text

//go:generate sh -c "go run ./ucdgen $UCD > props_gen.go"

// A record of propRecords packs what segmentation asks of a character; the layout is ucdgen's.
const (
	propEastAsian  = 1 << 22 // East Asian width F, W or H
	propPi         = 1 << 23 // general category Pi
	propPf         = 1 << 24 // Pf
	propPict       = 1 << 25 // Extended_Pictographic
	propUnassigned = 1 << 26
	propEmoji      = 1 << 27 // Emoji_Presentation
)

func propsOf(r rune) uint32 {
	if uint32(r) > 0x10ffff {
		r = 0xfffd
	}
	return propRecords[propBlocks[int(propIndex[r>>7])<<7|int(r&127)]]
}

func lineClass(p uint32) uint8     { return uint8(p & 63) }
func graphemeClass(p uint32) uint8 { return uint8(p >> 6 & 15) }
func indicClass(p uint32) uint8    { return uint8(p >> 10 & 3) }
func wordClass(p uint32) uint8     { return uint8(p >> 12 & 31) }
func bidiClass(p uint32) uint8     { return uint8(p >> 17 & 31) }

// decode reads the character at offset i, which is inside text. Bytes that are no UTF-8 are U+FFFD each; a
// lone surrogate is U+FFFD in three bytes.
func decode(text []byte, i int) (r rune, size int) {
	c := text[i]
	if c < 0x80 {
		return rune(c), 1
	}
	n := len(text) - i
	switch {
	case c >= 0xc2 && c < 0xe0 && n >= 2:
		if d := text[i+1]; d&0xc0 == 0x80 {
			return rune(c&31)<<6 | rune(d&63), 2
		}
	case c >= 0xe0 && c < 0xf0 && n >= 3:
		if d, e := text[i+1], text[i+2]; d&0xc0 == 0x80 && e&0xc0 == 0x80 {
			if r := rune(c&15)<<12 | rune(d&63)<<6 | rune(e&63); r >= 0x800 {
				if r >= 0xd800 && r < 0xe000 {
					r = 0xfffd
				}
				return r, 3
			}
		}
	case c >= 0xf0 && c < 0xf5 && n >= 4:
		if d, e, f := text[i+1], text[i+2], text[i+3]; d&0xc0 == 0x80 && e&0xc0 == 0x80 && f&0xc0 == 0x80 {
			if r := rune(c&7)<<18 | rune(d&63)<<12 | rune(e&63)<<6 | rune(f&63); r >= 0x10000 && r <= 0x10ffff {
				return r, 4
			}
		}
	}
	return 0xfffd, 1
}

// decodeLast reads the character that ends at offset i > 0.
func decodeLast(text []byte, i int) (r rune, size int) {
	for n := 1; n <= 4 && n <= i; n++ {
		if text[i-n]&0xc0 != 0x80 {
			if r, size := decode(text[:i], i-n); size == n {
				return r, n
			}
			break
		}
	}
	return 0xfffd, 1
}
