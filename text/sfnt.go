package text

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

// maxFontBytes bounds what a font may grow to when it is decompressed.
const maxFontBytes = 64 << 20

var (
	errShort     = errors.New("text: font is cut short")
	errNoFont    = errors.New("text: not a font")
	errNoOutline = errors.New("text: font has no glyphs")
)

func u16(b []byte, i int) int {
	if i < 0 || i+2 > len(b) {
		return 0
	}
	return int(b[i])<<8 | int(b[i+1])
}

func i16(b []byte, i int) int { return int(int16(u16(b, i))) }

func u32(b []byte, i int) uint32 {
	if i < 0 || i+4 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint32(b[i:])
}

// sub is b[off:off+n], empty where that is not inside b.
func sub(b []byte, off, n int) []byte {
	if off < 0 || n < 0 || off > len(b) || n > len(b)-off {
		return nil
	}
	return b[off : off+n : off+n]
}

// from is b[off:], empty where off is not inside b.
func from(b []byte, off int) []byte {
	if off < 0 || off > len(b) {
		return nil
	}
	return b[off:]
}

type sfntTable struct {
	tag      Tag
	off, len uint32
}

// sfnt is the table directory of one face of a file. Tables are read from data where they lie.
type sfnt struct {
	data   []byte
	flavor uint32
	tables []sfntTable // by tag
}

// sfntFaces is the number of faces in a file: more than 1 for a collection.
func sfntFaces(data []byte) int {
	if string(sub(data, 0, 4)) == "ttcf" {
		return int(min(u32(data, 8), 1024))
	}
	return 1
}

// openSFNT reads the directory of a TTF, OTF or TTC. Tables that reach out of the file are left out.
func openSFNT(data []byte, index int) (*sfnt, error) {
	at := 0
	if string(sub(data, 0, 4)) == "ttcf" {
		if index < 0 || index >= sfntFaces(data) {
			return nil, errNoFont
		}
		at = int(u32(data, 12+4*index))
	} else if index != 0 {
		return nil, errNoFont
	}
	if len(sub(data, at, 12)) == 0 {
		return nil, errShort
	}
	s := &sfnt{data: data, flavor: u32(data, at)}
	switch s.flavor {
	case 0x00010000, 0x4f54544f, 0x74727565: // 1.0, OTTO, true
	default:
		return nil, errNoFont
	}
	n := u16(data, at+4)
	if len(sub(data, at+12, 16*n)) == 0 {
		return nil, errShort
	}
	s.tables = make([]sfntTable, 0, n)
	for i := range n {
		e := data[at+12+16*i:]
		t := sfntTable{Tag(u32(e, 0)), u32(e, 8), u32(e, 12)}
		if uint64(t.off)+uint64(t.len) <= uint64(len(data)) {
			s.tables = append(s.tables, t)
		}
	}
	sort.Slice(s.tables, func(i, j int) bool { return s.tables[i].tag < s.tables[j].tag })
	return s, nil
}

// table is the contents of a table, nil where there is none.
func (s *sfnt) table(tag string) []byte {
	t := MakeTag(tag)
	i := sort.Search(len(s.tables), func(i int) bool { return s.tables[i].tag >= t })
	if i < len(s.tables) && s.tables[i].tag == t {
		e := s.tables[i]
		return s.data[e.off : e.off+e.len : e.off+e.len]
	}
	return nil
}

// check makes sure of the tables that nothing works without. Outlines in CFF2 are not read: such a font is refused, so
// that the next family shows the text.
func (s *sfnt) check() error {
	if len(s.table("head")) < 54 {
		return fmt.Errorf("text: font: no head table")
	}
	if upem := u16(s.table("head"), 18); upem < 16 || upem > 16384 {
		return fmt.Errorf("text: font: %d units per em", upem)
	}
	if len(s.table("maxp")) < 6 || u16(s.table("maxp"), 4) == 0 {
		return errNoOutline
	}
	if len(s.table("hhea")) < 36 || len(s.table("hmtx")) < 4 {
		return fmt.Errorf("text: font: no horizontal metrics")
	}
	if len(s.table("cmap")) < 4 {
		return fmt.Errorf("text: font: no cmap table")
	}
	for _, tag := range []string{"glyf", "CFF ", "CBDT", "sbix"} {
		if s.table(tag) != nil {
			return nil
		}
	}
	return errNoOutline
}

// cmap is the subtable of characters of a face, read in place.
type cmap struct {
	b      []byte
	format int
	symbol bool // a symbol font: characters live at U+F000 to U+F0FF
}

// openCmap chooses the best Unicode subtable.
func openCmap(table []byte) (c cmap) {
	best := -1
	for i := range u16(table, 2) {
		e := sub(table, 4+8*i, 8)
		if e == nil {
			break
		}
		platform, encoding, off := u16(e, 0), u16(e, 2), int(u32(e, 4))
		b := from(table, off)
		format := u16(b, 0)
		switch format {
		case 0, 4, 6, 10, 12, 13:
		default:
			continue
		}
		score := -1
		switch {
		case platform == 3 && encoding == 10, platform == 0 && (encoding == 4 || encoding == 6):
			score = 4
		case platform == 3 && encoding == 1:
			score = 3
		case platform == 0 && encoding != 5:
			score = 2
		case platform == 3 && encoding == 0:
			score = 1
		case platform == 1 && encoding == 0:
			score = 0
		}
		if score > best {
			best = score
			c = cmap{b: b, format: format, symbol: platform == 3 && encoding == 0}
		}
	}
	return c
}

// glyph is the glyph of a character, 0 where there is none.
func (c *cmap) glyph(r rune) uint16 {
	g := c.lookup(r)
	if g == 0 && c.symbol && r < 0x100 {
		g = c.lookup(0xf000 + r)
	}
	return g
}

func (c *cmap) lookup(r rune) uint16 {
	b := c.b
	switch c.format {
	case 0:
		if r >= 0 && r < 256 && len(b) >= 262 {
			return uint16(b[6+r])
		}
	case 4:
		if r > 0xffff {
			return 0
		}
		n := u16(b, 6) / 2
		ends := sub(b, 14, 2*n)
		if ends == nil {
			return 0
		}
		i := sort.Search(n, func(i int) bool { return u16(ends, 2*i) >= int(r) })
		if i == n {
			return 0
		}
		start := u16(b, 16+2*n+2*i)
		if int(r) < start {
			return 0
		}
		delta := u16(b, 16+4*n+2*i)
		at := 16 + 6*n + 2*i
		off := u16(b, at)
		if off == 0 {
			return uint16(int(r) + delta)
		}
		if g := u16(b, at+off+2*(int(r)-start)); g != 0 {
			return uint16(g + delta)
		}
	case 6:
		if i := int(r) - u16(b, 6); i >= 0 && i < u16(b, 8) {
			return uint16(u16(b, 10+2*i))
		}
	case 10:
		if i := int64(r) - int64(u32(b, 12)); i >= 0 && i < int64(u32(b, 16)) {
			return uint16(u16(b, 20+2*int(i)))
		}
	case 12, 13:
		n := min(int(u32(b, 12)), (len(b)-16)/12)
		i := sort.Search(max(n, 0), func(i int) bool { return u32(b, 16+12*i+4) >= uint32(r) })
		if i >= n {
			return 0
		}
		start := u32(b, 16+12*i)
		if uint32(r) < start {
			return 0
		}
		g := u32(b, 16+12*i+8)
		if c.format == 12 {
			g += uint32(r) - start
		}
		if g < 0xffff {
			return uint16(g)
		}
	}
	return 0
}

// ranges calls f for runs of characters that the subtable maps, in order; some of them may map to no glyph.
func (c *cmap) ranges(f func(first, last rune)) {
	b := c.b
	switch c.format {
	case 0:
		f(0x20, 0xff)
	case 4:
		n := u16(b, 6) / 2
		for i := range n {
			if start, end := u16(b, 16+2*n+2*i), u16(b, 14+2*i); start <= end && start < 0xffff {
				f(rune(start), rune(min(end, 0xfffe)))
			}
		}
	case 6:
		if n := u16(b, 8); n > 0 {
			f(rune(u16(b, 6)), rune(u16(b, 6)+n-1))
		}
	case 10:
		if n := min(u32(b, 16), 0x110000); n > 0 && u32(b, 12) < 0x110000 {
			f(rune(u32(b, 12)), rune(min(u32(b, 12)+n-1, 0x10ffff)))
		}
	case 12, 13:
		for i := range max(min(int(u32(b, 12)), (len(b)-16)/12), 0) {
			if start, end := u32(b, 16+12*i), u32(b, 16+12*i+4); start <= end && end <= 0x10ffff {
				f(rune(start), rune(end))
			}
		}
	}
}

// names reads the family, full and PostScript names of a face: typographic family first, in English where there is a choice.
func (s *sfnt) names() (families []string, full, postscript string) {
	b := s.table("name")
	n, base := u16(b, 2), u16(b, 4)
	var family, typo string
	rank := [17]int{}
	for i := range n {
		e := sub(b, 6+12*i, 12)
		if e == nil {
			break
		}
		platform, lang, id := u16(e, 0), u16(e, 4), u16(e, 6)
		if id != 1 && id != 4 && id != 6 && id != 16 {
			continue
		}
		score := 1
		if platform == 3 && lang == 0x409 {
			score = 3
		} else if platform == 3 || platform == 0 {
			score = 2
		}
		raw := sub(b, base+u16(e, 10), u16(e, 8))
		if score <= rank[id] || len(raw) == 0 || len(raw) > 512 {
			continue
		}
		var str string
		if platform == 1 {
			r := make([]rune, len(raw))
			for i, c := range raw {
				r[i] = rune(c)
			}
			str = string(r)
		} else {
			var r []rune
			for i := 0; i+2 <= len(raw); i += 2 {
				r = append(r, rune(u16(raw, i)))
			}
			str = string(r)
		}
		rank[id] = score
		switch id {
		case 1:
			family = str
		case 4:
			full = str
		case 6:
			postscript = str
		case 16:
			typo = str
		}
	}
	if typo != "" && typo != family {
		families = append(families, typo)
	}
	if family != "" {
		families = append(families, family)
	}
	return families, full, postscript
}

// style reads what the face says of its weight (1 to 1000), stretch (percent) and slope.
func (s *sfnt) style() (weight, stretch float32, slope Slope) {
	weight, stretch = 400, 100
	if b := s.table("OS/2"); len(b) >= 64 {
		if w := u16(b, 4); w >= 1 && w <= 1000 {
			weight = float32(w)
			if w < 10 {
				weight *= 100
			}
		}
		widths := [10]float32{100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200}
		if w := u16(b, 6); w < len(widths) {
			stretch = widths[w]
		}
		sel := u16(b, 62)
		switch {
		case sel&1 != 0:
			slope = Italic
		case sel&(1<<9) != 0:
			slope = Oblique
		}
	} else if mac := u16(s.table("head"), 44); mac != 0 {
		if mac&1 != 0 {
			weight = 700
		}
		if mac&2 != 0 {
			slope = Italic
		}
	}
	return weight, stretch, slope
}

// axis of a variable font.
type axis struct {
	tag           Tag
	min, def, max float32
}

func fixed(v uint32) float32 { return float32(int32(v)) / 65536 }

// axes reads fvar.
func (s *sfnt) axes() (a []axis) {
	b := s.table("fvar")
	off, n, size := u16(b, 4), u16(b, 8), u16(b, 10)
	if size < 20 || n > 64 {
		return nil
	}
	for i := range n {
		e := sub(b, off+i*size, 20)
		if e == nil {
			return nil
		}
		x := axis{Tag(u32(e, 0)), fixed(u32(e, 4)), fixed(u32(e, 8)), fixed(u32(e, 12))}
		if !(x.min <= x.def && x.def <= x.max) {
			return nil
		}
		a = append(a, x)
	}
	return a
}
