package raster

import (
	"fmt"
	"io"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

func benchDraw(b *testing.B, o Options, record func(l *list.List)) {
	var l list.List
	record(&l)
	o.Glyphs, o.Images = boxFont{}, testImages{}
	r := New(o)
	s := NewSurface(1280, 800)
	r.Draw(&l, geom.Identity, s, white)
	b.ReportAllocs()
	for b.Loop() {
		r.Draw(&l, geom.Identity, s, white)
	}
}

func roundedRects(l *list.List) {
	for i := range 1000 {
		l.FillRRect(round(rc(float32(i%40)*32, float32(i/40)*32, 28, 28), 6), list.RGBA(uint8(i), uint8(i*3), 200, 255))
	}
}

func glyphs5000(l *list.List) {
	var gs []list.Glyph
	for y := range 50 {
		gs = gs[:0]
		for x := range 100 {
			gs = append(gs, list.Glyph{ID: uint16(1 + x%2), X: float32(x) * 12.3})
		}
		l.Text(list.TextStyle{Face: 1, Size: 14, Origin: geom.PointF{X: 5, Y: float32(y)*16 + 14}, Color: black}, gs, geom.RectF{})
	}
}

// mixedPage is something like a page: sections with backgrounds, borders, text, shadows.
func mixedPage(l *list.List) {
	l.FillRect(rc(0, 0, 1280, 800), 0xf8f8f8ff)
	for i := range 40 {
		b := round(rc(float32(i%8)*160+10, float32(i/8)*160+10, 140, 140), 8)
		l.BoxShadow(list.Shadow{Box: b, DY: 2, Blur: 8, Color: 0x00000040})
		l.FillRRect(b, white)
		l.FillDRRect(b, b.Inset(1, 1, 1, 1), 0xccccccff)
		for k := range 8 {
			var gs []list.Glyph
			for x := range 14 {
				gs = append(gs, list.Glyph{ID: 2, X: float32(x) * 8.6})
			}
			l.Text(list.TextStyle{Face: 1, Size: 12, Origin: geom.PointF{X: b.Rect.X + 8, Y: b.Rect.Y + 18 + float32(k)*15}, Color: 0x222222ff}, gs, geom.RectF{})
		}
	}
}

func BenchmarkRoundedRects1000(b *testing.B) { benchDraw(b, Options{}, roundedRects) }

func BenchmarkGlyphs5000(b *testing.B) { benchDraw(b, Options{}, glyphs5000) }

func BenchmarkPage(b *testing.B) { benchDraw(b, Options{}, mixedPage) }

func BenchmarkGradient(b *testing.B) {
	for k, name := range []string{"linear", "radial", "conic"} {
		b.Run(name, func(b *testing.B) {
			benchDraw(b, Options{}, func(l *list.List) {
				g := l.AddGradient(list.Gradient{Kind: list.GradientKind(k), P0: geom.PointF{X: 100, Y: 100}, P1: geom.PointF{X: 1000, Y: 700}}, list.Stop{Pos: 0, Color: red}, list.Stop{Pos: 0.4, Color: green}, list.Stop{Pos: 1, Color: blue})
				l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 1280, 800), Tile: rc(0, 0, 1280, 800)})
			})
		})
	}
}

// BenchmarkBlurFilter blurs all of the picture by 20 px.
func BenchmarkBlurFilter(b *testing.B) {
	benchDraw(b, Options{}, func(l *list.List) {
		l.PushLayer(1, list.BlendNormal, list.Filter{Kind: list.FilterBlur, Amount: 20})
		mixedPage(l)
		l.Pop()
	})
}

func BenchmarkShadow20(b *testing.B) {
	benchDraw(b, Options{}, func(l *list.List) {
		for i := range 20 {
			l.BoxShadow(list.Shadow{Box: round(rc(float32(i%5)*250+30, float32(i/5)*200+30, 180, 120), 10), Blur: 40, Color: black})
		}
	})
}

func BenchmarkImage(b *testing.B) {
	benchDraw(b, Options{}, func(l *list.List) {
		l.DrawImage(2, rc(0, 0, 64, 64), list.Tiling{Dest: rc(0, 0, 1280, 800), Tile: rc(0, 0, 1280, 800)}, list.Auto)
	})
}

// BenchmarkTiles compares sizes of tiles; the figures are at tileSize.
func BenchmarkTiles(b *testing.B) {
	for _, t := range [][2]int{{256, 256}, {512, 128}, {1280, 32}, {1280, 64}, {1024, 128}, {1280, 128}, {1280, 200}, {1280, 400}, {1280, 800}} {
		b.Run(fmt.Sprintf("%dx%d", t[0], t[1]), func(b *testing.B) {
			o := Options{TileW: t[0], TileH: t[1]}
			benchDraw(b, o, func(l *list.List) { mixedPage(l); roundedRects(l); glyphs5000(l) })
		})
	}
}

func BenchmarkEncodePNG(b *testing.B) {
	var l list.List
	mixedPage(&l)
	glyphs5000(&l)
	s := NewSurface(1280, 800)
	New(Options{Glyphs: boxFont{}}).Draw(&l, geom.Identity, s, white)
	var n countWriter
	b.ReportAllocs()
	for b.Loop() {
		n = 0
		EncodePNG(&n, s)
	}
	b.ReportMetric(float64(n), "bytes")
}

type countWriter int

func (c *countWriter) Write(p []byte) (int, error) { *c += countWriter(len(p)); return len(p), nil }

var _ io.Writer = (*countWriter)(nil)

func TestDrawAllocatesNothing(t *testing.T) {
	var l list.List
	mixedPage(&l)
	r := New(Options{Glyphs: boxFont{}, Workers: 1})
	s := NewSurface(1280, 800)
	r.Draw(&l, geom.Identity, s, white)
	if n := testing.AllocsPerRun(3, func() { r.Draw(&l, geom.Identity, s, white) }); n > 8 {
		t.Errorf("%v allocations in a draw whose caches are warm", n)
	}
}
