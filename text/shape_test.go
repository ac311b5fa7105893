package text

import (
	"math"
	"strings"
	"testing"
	"unsafe"
)

func embeddedSet() *FontSet { return NewCollection(Options{NoSystem: true}).NewSet() }

func sans(s *FontSet, px float32) *Font {
	return s.Font(&Query{Families: []Family{{Generic: SansSerif}}, SizePx: px})
}

func shapeString(s *Shaper, in Input, text string) *Buffer {
	in.Text, in.Start, in.End = []byte(text), 0, uint32(len(text))
	b := new(Buffer)
	s.Shape(b, &in)
	return b
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 0.002 }

func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(Glyph{}); n != 20 {
		t.Errorf("Glyph has %d bytes", n)
	}
	if n := unsafe.Sizeof(wordGlyph{}); n != wordGlyphSize {
		t.Errorf("wordGlyph has %d bytes", n)
	}
	if n := unsafe.Sizeof(wordEntry{}); n != wordEntrySize {
		t.Errorf("wordEntry has %d bytes", n)
	}
}

// Advances of Liberation Sans, which are Arial's, in 1/2048 em: A 1366, V 1366, a 1139, space 569; A V kerned by -152.
func TestShapeLatin(t *testing.T) {
	s := embeddedSet()
	sh := NewShaper(s)
	f := sans(s, 32) // 64 units a px
	for _, c := range []struct {
		text  string
		units float32
		in    Input
	}{
		{"a", 1139, Input{}},
		{"aa a", 3*1139 + 569, Input{}},
		{"AV", 2*1366 - 152, Input{}},
		{"AV", 2 * 1366, Input{NoKerning: true}},
		{"aa", 2*1139 + 128, Input{LetterSpacing: 1}},
		{"a a", 2*1139 + 569 + 192, Input{WordSpacing: 3}},
		{"a A", 1139 + 569 - 113 + 1366, Input{}}, // the space kerns with A
		{"A a", 1366 - 113 + 569 + 1139, Input{}},
		{"a\ta\n", 2 * 1139, Input{}},
		{"a\u00ada", 2 * 1139, Input{}},
		{"a\u00a0a", 2*1139 + 569, Input{}},
	} {
		c.in.Font = f
		b := shapeString(sh, c.in, c.text)
		if w := b.Width(0, len(b.Glyphs)); !near(w, c.units/64) {
			t.Errorf("%q: %v px, want %v", c.text, w, c.units/64)
		}
		for i, g := range b.Glyphs {
			if g.Flags&GlyphMissing != 0 {
				t.Errorf("%q: glyph %d is missing", c.text, i)
			}
		}
	}
	b := shapeString(sh, Input{Font: f}, "fi\u00adx")
	if len(b.Runs) != 1 || b.Runs[0].Stop != 5 {
		t.Errorf("%+v", b.Runs)
	}
	var soft int
	for _, g := range b.Glyphs {
		if g.Flags&GlyphSoftHyphen != 0 && g.Cluster == 2 {
			soft++
		}
	}
	if soft != 1 {
		t.Errorf("soft hyphen: %+v", b.Glyphs)
	}
}

// Right to left: glyphs in visual order, clusters falling.
func TestShapeRTL(t *testing.T) {
	s := embeddedSet()
	sh := NewShaper(s)
	b := shapeString(sh, Input{Font: sans(s, 16), RTL: true}, "ab c")
	var c []uint32
	for _, g := range b.Glyphs {
		c = append(c, g.Cluster)
	}
	if len(c) != 4 || c[0] != 3 || c[1] != 2 || c[2] != 1 || c[3] != 0 {
		t.Errorf("clusters %v", c)
	}
}

func TestShapeAllocatesNothing(t *testing.T) {
	s := embeddedSet()
	sh := NewShaper(s)
	f := sans(s, 16)
	text := []byte("The quick brown fox jumps — über den Zaun, voilà.")
	b := new(Buffer)
	in := &Input{Text: text, End: uint32(len(text)), Font: f}
	sh.Shape(b, in)
	if n := testing.AllocsPerRun(50, func() { b.Reset(); sh.Shape(b, in) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestGlyphsCoverText(t *testing.T) {
	s := embeddedSet()
	sh := NewShaper(s)
	f := sans(s, 16)
	for _, text := range []string{"", " ", "Ünïcödé", "漢字 and שלום", "e\u0301\u0302", "\xff\xfe", "\xed\xa0\x80x", "👨\u200d👩\u200d👧", strings.Repeat("x", 10000)} {
		for _, rtl := range []bool{false, true} {
			b := shapeString(sh, Input{Font: f, RTL: rtl}, text)
			if text != "" && (len(b.Runs) == 0 || len(b.Glyphs) == 0) {
				t.Errorf("%.20q: nothing", text)
			}
			for i, r := range b.Runs {
				if r.First >= r.End || i > 0 && r.First != b.Runs[i-1].End {
					t.Errorf("%.20q: runs %+v", text, b.Runs)
				}
			}
		}
	}
}

func BenchmarkShapeWordsCached(b *testing.B) {
	s := embeddedSet()
	sh := NewShaper(s)
	f := sans(s, 16)
	in := &Input{Text: latin, End: uint32(len(latin)), Font: f}
	var buf Buffer
	words := len(strings.Fields(string(latin)))
	b.ReportAllocs()
	for b.Loop() {
		buf.Reset()
		sh.Shape(&buf, in)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(words), "ns/word")
}

func BenchmarkShapeMixedCached(b *testing.B) {
	s := embeddedSet()
	sh := NewShaper(s)
	text := []byte(strings.Repeat("Größe ist nicht alles — naïve Привет мир, ", 100))
	in := &Input{Text: text, End: uint32(len(text)), Font: sans(s, 16)}
	var buf Buffer
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		buf.Reset()
		sh.Shape(&buf, in)
	}
}

func BenchmarkShapeWordsCold(b *testing.B) {
	s := embeddedSet()
	sh := NewShaper(s)
	f := sans(s, 16)
	in := &Input{Text: latin[:800], End: 800, Font: f}
	var buf Buffer
	words := len(strings.Fields(string(latin[:82])))
	for b.Loop() {
		buf.Reset()
		sh.words = wordTable{}
		sh.Shape(&buf, in)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(words), "ns/word")
}
