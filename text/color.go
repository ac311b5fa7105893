package text

import "sort"

// ColorKind says how a face colours a glyph.
type ColorKind uint8

const (
	NoColor     ColorKind = iota
	ColorLayers           // COLR version 0: outlines in palette colours, bottom first
	ColorBitmap           // CBDT or sbix: a PNG
)

// ColorLayer is an outline in one colour.
type ColorLayer struct {
	Glyph      uint16
	Foreground bool // the text's colour, in place of the palette's
	R, G, B, A uint8
}

// ColorGlyph is a glyph in colours.
type ColorGlyph struct {
	Kind   ColorKind
	Layers []ColorLayer // of ColorLayers
	PNG    []byte       // of ColorBitmap: part of the font's file, not to be changed
	// Where the bitmap's left and upper edge stand at PPEM pixels an em: px right of and above the origin.
	Left, Top float32
	PPEM      float32
}

// hasColor reports whether a file has tables that colour glyphs in a way that ColorGlyph reads.
func (f *fontFile) hasColor() bool {
	if f.sf.table("CBDT") != nil || f.sf.table("sbix") != nil {
		return true
	}
	return f.sf.table("CPAL") != nil && u16(f.sf.table("COLR"), 2) > 0
}

// ColorGlyph reports how a glyph is coloured; layers are appended to dst.Layers[:0]. sizePx chooses between bitmaps.
// COLR version 1 and SVG glyphs are not read: such glyphs are NoColor and show their outline.
func (c *Collection) ColorGlyph(dst *ColorGlyph, face FaceID, glyph uint16, sizePx float32) ColorKind {
	dst.Kind, dst.Layers, dst.PNG = NoColor, dst.Layers[:0], nil
	f := c.face(face)
	if f == nil {
		return NoColor
	}
	switch sf := f.file.sf; {
	case colorLayers(dst, sf.table("COLR"), sf.table("CPAL"), glyph):
		dst.Kind = ColorLayers
	case colorCBDT(dst, sf.table("CBLC"), sf.table("CBDT"), glyph, sizePx),
		colorSbix(dst, sf.table("sbix"), f.file, glyph, sizePx):
		dst.Kind = ColorBitmap
	}
	return dst.Kind
}

// colorLayers is version 0 of https://learn.microsoft.com/typography/opentype/spec/colr
func colorLayers(dst *ColorGlyph, colr, cpal []byte, glyph uint16) bool {
	n := u16(colr, 2)
	base := sub(colr, int(u32(colr, 4)), 6*n)
	if n == 0 || base == nil || cpal == nil {
		return false
	}
	i := sort.Search(n, func(i int) bool { return u16(base, 6*i) >= int(glyph) })
	if i == n || u16(base, 6*i) != int(glyph) {
		return false
	}
	first, count := u16(base, 6*i+2), u16(base, 6*i+4)
	layers := from(colr, int(u32(colr, 8)))
	entries := u16(cpal, 2)
	colours := from(cpal, int(u32(cpal, 8)))
	start := u16(cpal, 12) // first colour of palette 0
	for k := first; k < min(first+count, u16(colr, 12)); k++ {
		e := sub(layers, 4*k, 4)
		if e == nil {
			break
		}
		l := ColorLayer{Glyph: uint16(u16(e, 0)), A: 255}
		if c := u16(e, 2); c == 0xffff {
			l.Foreground = true
		} else if c < entries {
			if b := sub(colours, 4*(start+c), 4); b != nil {
				l.B, l.G, l.R, l.A = b[0], b[1], b[2], b[3]
			}
		}
		dst.Layers = append(dst.Layers, l)
	}
	return len(dst.Layers) > 0
}

// nearer reports whether bitmaps of ppem a serve a size better than those of b: the smallest that is large enough, else the largest.
func nearer(a, b, sizePx float32) bool {
	if (a >= sizePx) != (b >= sizePx) {
		return a >= sizePx
	}
	return a >= sizePx && a < b || a < sizePx && a > b
}

// colorCBDT is https://learn.microsoft.com/typography/opentype/spec/cblc
func colorCBDT(dst *ColorGlyph, cblc, cbdt []byte, glyph uint16, sizePx float32) bool {
	if cblc == nil || cbdt == nil {
		return false
	}
	var strike []byte
	best := float32(0)
	for i := range min(int(u32(cblc, 4)), 64) {
		s := sub(cblc, 8+48*i, 48)
		if s == nil {
			break
		}
		if u16(s, 40) > int(glyph) || u16(s, 42) < int(glyph) {
			continue
		}
		if ppem := float32(s[45]); strike == nil || nearer(ppem, best, sizePx) {
			strike, best = s, ppem
		}
	}
	if strike == nil || best == 0 {
		return false
	}
	list := from(cblc, int(u32(strike, 0)))
	for i := range min(int(u32(strike, 8)), 65536) {
		e := sub(list, 8*i, 8)
		if e == nil {
			return false
		}
		lo, hi := u16(e, 0), u16(e, 2)
		if int(glyph) < lo || int(glyph) > hi {
			continue
		}
		s := from(list, int(u32(e, 4)))
		indexFormat, imageFormat, at := u16(s, 0), u16(s, 2), int(u32(s, 4))
		k := int(glyph) - lo
		var a, b int
		switch indexFormat {
		case 1:
			a, b = int(u32(s, 8+4*k)), int(u32(s, 12+4*k))
		case 2:
			size := int(u32(s, 8))
			a, b = size*k, size*(k+1)
		case 3:
			a, b = u16(s, 8+2*k), u16(s, 10+2*k)
		case 4:
			n := int(u32(s, 8))
			found := false
			for j := range min(n, 65536) {
				if u16(s, 12+4*j) == int(glyph) {
					a, b, found = u16(s, 14+4*j), u16(s, 18+4*j), true
					break
				}
			}
			if !found {
				return false
			}
		case 5:
			size, n := int(u32(s, 8)), int(u32(s, 20))
			found := false
			for j := range min(n, 65536) {
				if u16(s, 24+2*j) == int(glyph) {
					a, b, found = size*j, size*(j+1), true
					break
				}
			}
			if !found {
				return false
			}
		default:
			return false
		}
		return cbdtImage(dst, sub(cbdt, at+a, b-a), imageFormat, s, indexFormat, best)
	}
	return false
}

func cbdtImage(dst *ColorGlyph, d []byte, format int, index []byte, indexFormat int, ppem float32) bool {
	var metrics []byte
	switch format {
	case 17: // small metrics
		metrics, d = sub(d, 0, 5), from(d, 5)
	case 18: // big metrics
		metrics, d = sub(d, 0, 8), from(d, 8)
	case 19: // metrics of the index
		if indexFormat == 2 || indexFormat == 5 {
			metrics = sub(index, 12, 8)
		}
	}
	png := sub(d, 4, int(u32(d, 0)))
	if metrics == nil || len(png) == 0 {
		return false
	}
	dst.PNG, dst.PPEM = png, ppem
	dst.Left, dst.Top = float32(int8(metrics[2])), float32(int8(metrics[3]))
	return true
}

// colorSbix is https://learn.microsoft.com/typography/opentype/spec/sbix
func colorSbix(dst *ColorGlyph, sbix []byte, f *fontFile, glyph uint16, sizePx float32) bool {
	var strike []byte
	best := float32(0)
	for i := range min(int(u32(sbix, 4)), 64) {
		s := from(sbix, int(u32(sbix, 8+4*i)))
		if ppem := float32(u16(s, 0)); ppem > 0 && (strike == nil || nearer(ppem, best, sizePx)) {
			strike, best = s, ppem
		}
	}
	for range 4 { // «dupe» names another glyph
		if strike == nil || int(glyph) >= f.numGlyphs {
			return false
		}
		a, b := int(u32(strike, 4+4*int(glyph))), int(u32(strike, 8+4*int(glyph)))
		d := sub(strike, a, b-a)
		if len(d) < 10 {
			return false
		}
		switch string(d[4:8]) {
		case "dupe":
			glyph = uint16(u16(d, 8))
			continue
		case "png ":
			// The origin is the lower left corner; the height stands in the picture's header.
			height := int32(u32(d, 8+20))
			if height <= 0 || height > 1<<15 {
				return false
			}
			dst.PNG, dst.PPEM = d[8:], best
			dst.Left, dst.Top = float32(i16(d, 0)), float32(i16(d, 2))+float32(height)
			return true
		}
		return false
	}
	return false
}
