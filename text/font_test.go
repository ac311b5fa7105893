package text

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/perf"
)

// Line heights, ascents and widths that Chromium 156 on Linux shows for Arial, Times New Roman and Courier New (Liberation
// fonts), measured: height of line-height: normal, baseline below the upper edge of the inline box, width of the
// sample, in px.
func TestMetricsAsChromium(t *testing.T) {
	const sample = "AVATAR To. We, fi office A Yes y 1.1 Hamburgefonstiv P. A"
	s := embeddedSet()
	sh := NewShaper(s)
	for _, line := range strings.Split(strings.TrimSpace(chromiumMetrics), "\n") {
		f := strings.Split(line, "\t")
		var v [5]float32
		for i := range v {
			fmt.Sscan(f[i+1], &v[i])
		}
		font := s.Font(&Query{Families: []Family{{Name: f[0]}}, SizePx: v[0]})
		m := font.Metrics
		b := shapeString(sh, Input{Font: font}, sample)
		w := b.Width(0, len(b.Glyphs))
		if m.LineSpacing != v[1] || m.Ascent != v[2] || m.Ascent+m.Descent != v[3] || w < v[4]-0.02 || w > v[4]+0.02 {
			t.Errorf("%s: height %v ascent %v inline %v width %v", line, m.LineSpacing, m.Ascent, m.Ascent+m.Descent, w)
		}
	}
}

const chromiumMetrics = `
Arial	7	7	6.0	7	180.296875
Arial	8	9	7.0	9	206.046875
Arial	9	10	8.0	10	231.796875
Arial	10	11	9.0	11	257.5625
Arial	11	12	10.0	12	283.3125
Arial	12	14	11.0	14	309.0625
Arial	13	15	12.0	15	334.828125
Arial	14	16	13.0	16	360.578125
Arial	15	17	14.0	17	386.328125
Arial	16	18	14.0	17	412.078125
Arial	18	21	16.0	20	463.59375
Arial	20	23	18.0	22	515.109375
Arial	24	28	22.0	27	618.125
Arial	32	37	29.0	36	824.15625
Arial	64	74	58.0	72	1648.3125
Times New Roman	7	8	6.0	8	170.296875
Times New Roman	8	9	7.0	9	194.625
Times New Roman	9	10	8.0	10	218.953125
Times New Roman	10	11	9.0	11	243.28125
Times New Roman	11	12	10.0	12	267.609375
Times New Roman	12	15	11.0	14	291.9375
Times New Roman	13	16	12.0	15	316.265625
Times New Roman	14	16	12.0	15	340.59375
Times New Roman	15	17	13.0	16	364.921875
Times New Roman	16	18	14.0	17	389.234375
Times New Roman	18	21	16.0	20	437.890625
Times New Roman	20	23	18.0	22	486.546875
Times New Roman	24	27	21.0	26	583.859375
Times New Roman	32	37	29.0	36	778.46875
Times New Roman	64	74	57.0	71	1556.9375
Courier New	7	8	6.0	8	239.453125
Courier New	8	9	7.0	9	273.65625
Courier New	9	10	7.0	10	307.859375
Courier New	10	11	8.0	11	342.0625
Courier New	11	12	9.0	12	376.265625
Courier New	12	14	10.0	14	410.46875
Courier New	13	15	11.0	15	444.6875
Courier New	14	16	12.0	16	478.890625
Courier New	15	17	12.0	17	513.09375
Courier New	16	18	13.0	18	547.296875
Courier New	18	20	15.0	20	615.703125
Courier New	20	23	17.0	23	684.125
Courier New	24	27	20.0	27	820.9375
Courier New	32	37	27.0	37	1094.578125
Courier New	64	72	53.0	72	2189.15625
`

func TestGenericFamilies(t *testing.T) {
	s := embeddedSet()
	c := s.c
	for _, k := range []struct {
		f    Family
		want string
	}{
		{Family{Generic: Serif}, "Niso Serif"}, {Family{Generic: SansSerif}, "Niso Sans"}, {Family{Generic: Monospace}, "Niso Mono"},
		{Family{Generic: SystemUI}, "Niso Sans"}, {Family{Name: "serif"}, "Niso Serif"}, {Family{Name: "Nowhere"}, "Niso Serif"},
		{Family{Name: "Arial"}, "Niso Sans"}, {Family{Name: "helvetica"}, "Niso Sans"}, {Family{Name: "TIMES new roman"}, "Niso Serif"}, {Family{Name: "Courier"}, "Niso Mono"},
	} {
		f := s.Font(&Query{Families: []Family{k.f}, SizePx: 16})
		if got := c.Family(f.Face); got != k.want {
			t.Errorf("%+v: %s, want %s", k.f, got, k.want)
		}
	}
	q := &Query{Families: []Family{{Generic: SansSerif}}, SizePx: 16, Weight: 700, Slope: Italic}
	f := c.face(s.Font(q).Face)
	if f.file != c.embeddedFace(embeddedSans, true, true) || f.bold || f.slant != 0 {
		t.Error("bold italic is synthetic")
	}
	if s.Font(q) != s.Font(q) {
		t.Error("fonts are not interned")
	}
}

// A web font of a bold italic file without descriptors is drawn as it is for bold italic text, as in Chromium.
func TestBoldFileIsNotEmboldened(t *testing.T) {
	s := embeddedSet()
	file, err := os.ReadFile("embedded/niso-serif-bolditalic.ttf")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Load(s.Declare(NewFaceDesc("W")), file); err != nil {
		t.Fatal(err)
	}
	f := s.c.face(s.Font(&Query{Families: []Family{{Name: "W"}}, SizePx: 16, Weight: 700, Slope: Italic}).Face)
	if f.bold || f.slant != 0 {
		t.Errorf("bold %v, slant %v", f.bold, f.slant)
	}
}

// https://drafts.csswg.org/css-fonts-4/#font-style-matching
func TestStyleMatching(t *testing.T) {
	at := func(w, s float32, slope Slope) offer {
		return offer{weight: [2]float32{w, w}, stretch: [2]float32{s, s}, slope: slope, angle: [2]float32{14, 14}}
	}
	variable := offer{weight: [2]float32{100, 900}, stretch: [2]float32{100, 100}}
	for _, c := range []struct {
		r    request
		list []offer
		want int
	}{
		{request{400, 100, Upright, 0}, []offer{at(300, 100, Upright), at(500, 100, Upright)}, 1},
		{request{450, 100, Upright, 0}, []offer{at(400, 100, Upright), at(600, 100, Upright)}, 0},
		{request{500, 100, Upright, 0}, []offer{at(400, 100, Upright), at(600, 100, Upright)}, 0},
		{request{300, 100, Upright, 0}, []offer{at(400, 100, Upright), at(200, 100, Upright)}, 1},
		{request{600, 100, Upright, 0}, []offer{at(500, 100, Upright), at(900, 100, Upright)}, 1},
		{request{700, 100, Italic, 0}, []offer{at(700, 100, Upright), at(400, 100, Italic)}, 1},
		{request{400, 100, Italic, 0}, []offer{at(400, 100, Upright), at(400, 100, Oblique)}, 1},
		{request{400, 75, Upright, 0}, []offer{at(400, 100, Upright), at(700, 62.5, Upright)}, 1},
		{request{400, 125, Upright, 0}, []offer{at(400, 100, Upright), at(700, 150, Upright)}, 1},
		{request{650, 100, Upright, 0}, []offer{at(700, 100, Upright), variable}, 1},
	} {
		best := 0
		for i := range c.list {
			if c.r.better(c.list[i], c.list[best]) {
				best = i
			}
		}
		if best != c.want {
			t.Errorf("%+v takes %+v", c.r, c.list[best])
		}
	}
}

// Web faces of one style share the characters by their ranges, the last rule first; others are asked in order.
func TestWebFaces(t *testing.T) {
	mono, err := os.ReadFile("testdata/niso-mono.woff2")
	if err != nil {
		t.Fatal(err)
	}
	s := embeddedSet()
	d := NewFaceDesc("W")
	d.UnicodeRange = []RuneRange{{'a', 'm'}}
	a := s.Declare(d)
	d.UnicodeRange = []RuneRange{{'n', 'z'}}
	b := s.Declare(d)
	q := &Query{Families: []Family{{Name: "w"}, {Generic: SansSerif}}, SizePx: 32}
	sh := NewShaper(s)
	shapeString(sh, Input{Font: s.Font(q)}, "abc 123")
	if w := s.TakeWanted(nil); len(w) != 1 || w[0] != a {
		t.Fatalf("wanted %v, want the first alone", w)
	}
	if err := s.Load(a, mono); err != nil {
		t.Fatal(err)
	}
	buf := shapeString(sh, Input{Font: s.Font(q)}, "abz")
	if len(buf.Runs) != 2 || s.c.Family(buf.Runs[0].Face) != "W" || s.c.Family(buf.Runs[1].Face) != "Niso Sans" {
		t.Errorf("%+v", buf.Runs)
	}
	if err := s.Load(b, []byte("no font")); err == nil || s.Status(b) != Failed {
		t.Error("a broken font loads")
	}
	d = NewFaceDesc("O")
	d.AscentOverride, d.DescentOverride, d.LineGapOverride, d.SizeAdjust = 0.5, 0.25, 0.25, 0.5
	o := s.Declare(d)
	if err := s.Load(o, mono); err != nil {
		t.Fatal(err)
	}
	f := s.Font(&Query{Families: []Family{{Name: "o"}}, SizePx: 32, Weight: 700})
	if f.FacePx != 16 || f.Metrics.Ascent != 8 || f.Metrics.Descent != 4 || f.Metrics.LineGap != 4 {
		t.Errorf("overrides: %v %+v", f.FacePx, f.Metrics)
	}
	if x := s.c.face(f.Face); !x.bold {
		t.Error("no synthetic bold")
	}
	var r perf.Report
	s.ReportMemory(&r, "explicit")
	if r.SumUnder("explicit/fonts/files-copied") < 80000 {
		t.Errorf("%+v", r.Rows)
	}
	old := f.Face
	s.Remove(o)
	if s.c.face(old) != nil {
		t.Error("a removed face stays")
	}
	s.Close()
	r = perf.Report{}
	s.ReportMemory(&r, "explicit")
	if len(r.Rows) != 0 {
		t.Errorf("a closed set holds %+v", r.Rows)
	}
}

// The index of system fonts, on a folder of our own.
func TestSystemFonts(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	data := []byte(strings.ReplaceAll(*embeddedData[embeddedMono][0], "N\x00i\x00s\x00o", "T\x00e\x00s\x00t"))
	data = []byte(strings.ReplaceAll(string(data), "\x00N\x00i\x00s\x00o", "\x00T\x00e\x00s\x00t"))
	path := filepath.Join(dir, "test.ttf")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "broken.ttf"), []byte("\x00\x01\x00\x00\x00\xff broken"), 0o644)
	o := Options{Dirs: []string{dir, filepath.Join(dir, "absent")}, CacheDir: cache}
	for range 2 { // the second time from the cache
		c := NewCollection(o)
		s := c.NewSet()
		f := s.Font(&Query{Families: []Family{{Name: "test mono"}}, SizePx: 16})
		if got := c.Family(f.Face); got != "Test Mono" {
			t.Fatalf("family %q of %+v", got, c.system().byFamily)
		}
		d := s.Declare(NewFaceDesc("L"))
		if !s.LoadLocal(d, "Test Mono") || s.LoadLocal(d, "Nowhere") {
			t.Error("local()")
		}
		var r perf.Report
		c.ReportMemory(&r, "explicit")
		if runtime.GOOS == "linux" && r.SumUnder("explicit/fonts/files-mapped") < int64(len(data)) {
			t.Errorf("%+v", r.Rows)
		}
	}
	files, _ := filepath.Glob(filepath.Join(cache, "*.index"))
	if len(files) != 1 {
		t.Fatalf("cache: %v", files)
	}
	b, _ := os.ReadFile(files[0])
	for n := range b {
		os.WriteFile(files[0], b[:n], 0o644)
		readIndex(files[0]) // must not panic
	}
	// No place for a cache is no error.
	if c := NewCollection(Options{Dirs: []string{dir}, CacheDir: filepath.Join(path, "x")}); len(c.system().faces) != 1 {
		t.Error("an unwritable cache")
	}
}

func TestParallelShaping(t *testing.T) {
	s := embeddedSet()
	done := make(chan float32)
	for range 4 {
		go func() {
			sh := NewShaper(s)
			var w float32
			for px := float32(8); px < 40; px++ {
				b := shapeString(sh, Input{Font: sans(s, px)}, "Ünïcödé and AVATAR 漢字")
				w += b.Width(0, len(b.Glyphs))
				var p Path
				s.c.Outline(&p, b.Runs[0].Face, b.Glyphs[0].ID)
			}
			sh.Close()
			done <- w
		}()
	}
	first := <-done
	for range 3 {
		if w := <-done; w != first {
			t.Errorf("%v and %v", first, w)
		}
	}
}
