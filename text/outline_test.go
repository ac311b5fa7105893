package text

import (
	"os"
	"testing"
)

func boundsOf(t *testing.T, path string, r rune) Bounds {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skip(err)
	}
	c := NewCollection(Options{NoSystem: true})
	f, err := openFontFile(data, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := c.instance(f, nil, false, 0)
	b, _ := c.GlyphBounds(x.id, f.cmap.glyph(r))
	return b
}

// The x of Liberation Sans reaches from the baseline to 1082 units: an outline of straight lines.
func TestOutline(t *testing.T) {
	c := NewCollection(Options{NoSystem: true})
	s := c.NewSet()
	f := sans(s, 16)
	x := c.face(f.Face)
	var p Path
	if u := c.Outline(&p, f.Face, x.file.cmap.glyph('x')); u != 2048 {
		t.Fatalf("%v units", u)
	}
	b, _ := c.GlyphBounds(f.Face, x.file.cmap.glyph('x'))
	if b.MinY != 0 || b.MaxY != 1082 {
		t.Errorf("bounds %+v", b)
	}
	for _, v := range p.Verbs {
		if v == QuadTo || v == CubicTo {
			t.Errorf("a curve in x: %v", p.Verbs)
		}
	}
	// A composite: é is e with an accent above it.
	e, _ := c.GlyphBounds(f.Face, x.file.cmap.glyph('e'))
	a, _ := c.GlyphBounds(f.Face, x.file.cmap.glyph('é'))
	if a.MaxY <= e.MaxY || a.MinY != e.MinY {
		t.Errorf("e %+v, é %+v", e, a)
	}
	// Synthetic styles change the outline and nothing else.
	bold := c.instance(x.file, nil, true, 0)
	bb, _ := c.GlyphBounds(bold.id, x.file.cmap.glyph('x'))
	if w := (bb.MaxY - bb.MinY) - (b.MaxY - b.MinY); w < 60 || w > 110 {
		t.Errorf("bold grows by %v units, want about 2048/24", w)
	}
	if c.Outline(&p, 12345, 3) != 0 {
		t.Error("a stale face has an outline")
	}
}

func FuzzOutline(f *testing.F) {
	for i := range 3 {
		f.Add([]byte(*embeddedData[i][0])[:8000], uint16(40))
	}
	if b, err := os.ReadFile("/usr/share/fonts/opentype/urw-base35/NimbusSans-Regular.otf"); err == nil {
		f.Add(b, uint16(30))
	}
	f.Fuzz(func(t *testing.T, data []byte, g uint16) {
		file, err := openFontFile(data, 0)
		if err != nil {
			return
		}
		c := NewCollection(Options{NoSystem: true})
		x := c.instance(file, nil, true, 0.25)
		var p Path
		for k := uint16(0); k < 8; k++ {
			p.Reset()
			c.Outline(&p, x.id, g+k)
		}
		if cff := openCFF(data); cff != nil {
			cff.outline(&p, int(g))
		}
		var cg ColorGlyph
		c.ColorGlyph(&cg, x.id, g, 16)
		colorLayers(&cg, data, data, g)
		colorCBDT(&cg, data, data, g, 16)
		colorSbix(&cg, data, file, g, 16)
		x.metrics(16, noOverrides)
	})
}
