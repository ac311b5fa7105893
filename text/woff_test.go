package text

import (
	"bytes"
	"encoding/base64"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
)

// Packed and unpacked again, a font has the same outlines, advances and characters.
func TestWOFF(t *testing.T) {
	c := NewCollection(Options{NoSystem: true})
	want := c.instance(c.embeddedFace(embeddedMono, false, false), nil, false, 0)
	for _, name := range []string{"niso-mono.woff", "niso-mono.woff2"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parseWebFont(data)
		if err != nil {
			t.Fatal(name, err)
		}
		got := c.instance(f, nil, false, 0)
		if f.numGlyphs != want.file.numGlyphs {
			t.Fatalf("%s: %d glyphs, want %d", name, f.numGlyphs, want.file.numGlyphs)
		}
		for g := range f.numGlyphs {
			var a, b Path
			c.Outline(&a, want.id, uint16(g))
			c.Outline(&b, got.id, uint16(g))
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: outline of glyph %d differs", name, g)
			}
			if f.advance(uint16(g)) != want.file.advance(uint16(g)) {
				t.Fatalf("%s: advance of glyph %d differs", name, g)
			}
		}
		if f.cmap.glyph('é') != want.file.cmap.glyph('é') {
			t.Errorf("%s: cmap differs", name)
		}
		for n := 0; n < len(data); n += 1 + len(data)/200 {
			parseWebFont(data[:n]) // must not panic
		}
	}
}

// The font of the layout suite: Ahem, whose X is a square of an em.
func TestAhem(t *testing.T) {
	shared := os.Getenv("NISO_SHARED")
	if shared == "" {
		shared = "../../shared"
	}
	css, err := os.ReadFile(filepath.Join(shared, "suites/taffy/base.css"))
	if err != nil {
		t.Skip("no suites: set NISO_SHARED")
	}
	m := regexp.MustCompile(`base64,([A-Za-z0-9+/=]+)`).FindSubmatch(css)
	if m == nil {
		t.Fatal("no data URL in base.css")
	}
	data, err := base64.StdEncoding.DecodeString(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	s := embeddedSet()
	v := s.Version()
	id := s.Declare(NewFaceDesc("ahem"))
	q := &Query{Families: []Family{{Name: "Ahem"}}, SizePx: 10}
	sh := NewShaper(s)
	shapeString(sh, Input{Font: s.Font(q)}, "X")
	if w := s.TakeWanted(nil); len(w) != 1 || w[0] != id || s.Status(id) != Loading {
		t.Errorf("wanted %v", w)
	}
	if err := s.Load(id, data); err != nil {
		t.Fatal(err)
	}
	if s.Version() == v {
		t.Error("version stays")
	}
	f := s.Font(q)
	b := shapeString(sh, Input{Font: f}, "HH\u200bHHH")
	if w := b.Width(0, len(b.Glyphs)); w != 50 {
		t.Errorf("five squares are %v px wide, want 50: %+v", w, b.Glyphs)
	}
	if f.Metrics.Ascent != 8 || f.Metrics.Descent != 2 {
		t.Errorf("%+v", f.Metrics)
	}
	face := f.Face
	s.Close()
	var p Path
	if u := s.Collection().Outline(&p, face, 3); u != 0 {
		t.Error("the face outlives its set")
	}
	b.Reset()
	sh.Shape(b, &Input{Text: []byte("X"), End: 1, Font: f})
	if len(b.Glyphs) != 0 {
		t.Error("a shaper outlives its set")
	}
}

func FuzzWebFont(f *testing.F) {
	for _, name := range []string{"niso-mono.woff", "niso-mono.woff2"} {
		if b, err := os.ReadFile("testdata/" + name); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := parseWebFont(data)
		if err != nil {
			return
		}
		s := embeddedSet()
		id := s.Declare(NewFaceDesc("x"))
		if s.Load(id, data) != nil {
			return
		}
		font := s.Font(&Query{Families: []Family{{Name: "x"}}, SizePx: 16})
		b := shapeString(NewShaper(s), Input{Font: font}, "AVfi é שלום")
		var p Path
		for _, g := range b.Glyphs {
			for _, r := range b.Runs {
				s.c.Outline(&p, r.Face, g.ID)
			}
		}
		_ = file
	})
}

// rebuildGlyf alone: the fuzzer cannot make brotli streams by chance.
func FuzzRebuildGlyf(f *testing.F) {
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, b []byte) { rebuildGlyf(b) })
}

// TestSpoiledTables loads a font of which one table after the other is spoiled: its numbers, its first bytes, any bytes.
func TestSpoiledTables(t *testing.T) {
	src, err := os.ReadFile("testdata/niso-mono.woff")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := parseWebFont(src)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewSource(1))
	for _, table := range whole.sf.tables {
		for k := range 60 {
			data := bytes.Clone(whole.sf.data)
			in := data[table.off : table.off+table.len]
			switch n := min(len(in), 64); {
			case k*2+1 < n && k < 24: // a zero for each number of a header
				in[k*2], in[k*2+1] = 0, 0
			default:
				for range 1 + rnd.Intn(8) {
					in[rnd.Intn(len(in))] = byte(rnd.Intn(256))
				}
			}
			s := embeddedSet()
			id := s.Declare(NewFaceDesc("x"))
			if s.Load(id, data) != nil {
				continue
			}
			font := s.Font(&Query{Families: []Family{{Name: "x"}}, SizePx: 16})
			b := shapeString(NewShaper(s), Input{Font: font}, "AVfi é שלום")
			var p Path
			for _, g := range b.Glyphs {
				for _, r := range b.Runs {
					s.c.Outline(&p, r.Face, g.ID)
				}
			}
		}
	}
}
