package list

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
)

func rc(x, y, w, h float32) geom.RectF { return geom.RectF{X: x, Y: y, W: w, H: h} }

func TestSizeof(t *testing.T) {
	if n := unsafe.Sizeof(Item{}); n != 32 {
		t.Errorf("Item has %d bytes, want 32", n)
	}
	if n := unsafe.Sizeof(Glyph{}); n != 12 {
		t.Errorf("Glyph has %d bytes, want 12", n)
	}
}

func record(l *List) {
	l.SetOwner(3)
	l.FillRect(rc(0, 0, 100, 50), 0xff0000ff)
	l.SetOwner(4)
	r := RRect{Rect: rc(10, 10, 80, 40), Radii: [4]Radius{{8, 8}, {8, 8}, {8, 8}, {8, 8}}}
	l.PushClipRRect(r)
	l.SetOwner(5)
	l.Text(TextStyle{Face: 1, Size: 16, Origin: geom.PointF{X: 10, Y: 30}, Color: 0x000000ff}, []Glyph{{ID: 36}, {ID: 37, X: 8.5}}, geom.RectF{})
	l.Pop()
	l.SetOwner(6)
	l.PushTransform(geom.Translate(100, 0))
	l.PushLayer(0.5, BlendMultiply, Filter{Kind: FilterBlur, Amount: 2})
	l.FillDRRect(r, r.Inset(2, 2, 2, 2), 0x00ff00ff)
	l.Pop()
	l.Pop()
	l.PushMask(true)
	l.BoxShadow(Shadow{Box: r, DX: 1, DY: 2, Blur: 6, Spread: 1, Color: 0x00000080})
	l.MaskContent()
	g := l.AddGradient(Gradient{P1: geom.PointF{X: 100}}, Stop{0, 0xff}, Stop{1, 0})
	l.DrawGradient(g, Tiling{Dest: rc(0, 0, 100, 100), Tile: rc(0, 0, 20, 20), StepX: 20, StepY: 25})
	l.Pop()
	l.Line(LineRow{P0: geom.PointF{X: 0, Y: 5}, P1: geom.PointF{X: 50, Y: 5}, Thickness: 2, Color: 0xff, Style: DashedLine})
}

func TestDump(t *testing.T) {
	var l List
	record(&l)
	const want = `rect 0,0 100x50 #ff0000ff owner=3
clip-rrect 10,10 80x40 radii=8 owner=4
  text face=1 size=16 at=10,30 #000000ff glyphs=36@0 37@8.5 owner=5
transform 1 0 0 1 100 0 owner=6
  layer opacity=0.5 blend=multiply blur(2) owner=6
    drrect 10,10 80x40 radii=8 without 12,12 76x36 radii=6 #00ff00ff owner=6
mask luminance owner=6
  shadow 10,10 80x40 radii=8 by=1,2 blur=6 spread=1 #00000080 owner=6
mask-content owner=6
  gradient 0,0 100x100 tile=0,0,20x20 step=20,25 linear(0,0 100,0 #000000ff@0 #00000000@1) owner=6
line dashed 0,5 50,5 thickness=2 #000000ff owner=6
`
	if got := l.Dump(); got != want {
		t.Errorf("dump:\n%s\nwant:\n%s", got, want)
	}
}

func TestBounds(t *testing.T) {
	var l List
	l.PushTransform(geom.Translate(100, 0).Mul(geom.Scale(2, 2)))
	l.PushClipRect(rc(0, 0, 10, 10))
	l.FillRect(rc(5, 5, 100, 100), 0xff)
	l.Pop()
	l.Pop()
	if b := l.Bounds(); b != rc(110, 10, 10, 10) {
		t.Errorf("bounds %v", b)
	}
	l.Reset()
	l.PushLayer(1, BlendNormal, Filter{Kind: FilterDropShadow, DX: 20, Color: 0xff})
	l.FillRect(rc(0, 0, 10, 10), 0xff)
	l.Pop()
	if b := l.Bounds(); b != rc(0, 0, 30, 10) {
		t.Errorf("bounds of a drop shadow %v", b)
	}
}

// TestNothingLeavesNothing: groups without visible content leave no rows.
func TestNothingLeavesNothing(t *testing.T) {
	var l List
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	l.FillRect(rc(0, 0, 0, 5), 0xff)
	l.FillRect(rc(0, 0, 5, 5), 0)
	l.FillRect(rc(nan, 0, 5, 5), 0xff)
	l.FillRect(rc(0, 0, nan, 5), 0xff)
	l.PushClipRect(rc(0, 0, 5, 5))
	l.FillRect(rc(10, 0, 5, 5), 0xff)
	l.Pop()
	l.PushTransform(geom.Matrix{A: 1}) // no inverse
	l.FillRect(rc(0, 0, 5, 5), 0xff)
	l.Pop()
	l.PushLayer(0, BlendNormal)
	l.FillRect(rc(0, 0, 5, 5), 0xff)
	l.Pop()
	l.PushClipPath(0, false)
	l.FillRect(rc(0, 0, 5, 5), 0xff)
	l.Pop()
	l.Pop() // one too many
	if n := len(l.Items()); n != 0 {
		t.Errorf("%d rows:\n%s", n, l.Dump())
	}
	l.FillRect(rc(-inf, -inf, inf, inf), 0xff)
	if b := l.Items()[0].Bounds; b.X != -MaxCoord || b.W != 2*MaxCoord {
		t.Errorf("an infinite rectangle is clamped to %v", b)
	}
}

func TestRecordsWithoutAllocation(t *testing.T) {
	var l List
	record(&l)
	if n := testing.AllocsPerRun(20, func() { l.Reset(); record(&l) }); n != 0 {
		t.Errorf("%v allocations in a list that is reused", n)
	}
	l.Release()
	if n := l.MemoryBytes(); n != 0 {
		t.Errorf("%d bytes after Release", n)
	}
}

func TestHitTest(t *testing.T) {
	var l List
	l.SetOwner(1)
	l.FillRect(rc(0, 0, 100, 100), 0xff)
	l.SetOwner(2)
	l.PushTransform(geom.Translate(50, 50).Mul(geom.Rotate(math.Pi / 2))) // x to the right becomes down
	l.FillRect(rc(0, 0, 40, 10), 0xff)                                    // 40..50 × 50..90
	l.Pop()
	l.SetOwner(3)
	l.PushClipRect(rc(0, 0, 10, 10))
	l.Hit(rc(0, 0, 50, 50))
	l.Pop()
	l.SetOwner(4)
	l.FillRRect(RRect{Rect: rc(80, 80, 20, 20), Radii: [4]Radius{{10, 10}, {10, 10}, {10, 10}, {10, 10}}}, 0xff)
	for _, c := range []struct {
		x, y float32
		want []uint32
	}{{5, 5, []uint32{3, 1}}, {20, 20, []uint32{1}}, {45, 80, []uint32{2, 1}}, {60, 55, []uint32{1}}, {81, 81, []uint32{1}}, {90, 90, []uint32{4, 1}}, {200, 1, nil}} {
		var got []uint32
		for _, i := range l.HitTest(c.x, c.y, nil) {
			got = append(got, l.Items()[i].Owner)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("at %v,%v: owners %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestNormalizeRadii(t *testing.T) {
	// https://drafts.csswg.org/css-backgrounds/#corner-overlap: all radii shrink by the smallest ratio.
	r := RRect{Rect: rc(0, 0, 100, 50), Radii: [4]Radius{{100, 100}, {0, 0}, {50, 50}, {0, 0}}}.Normalize()
	if r.Radii[0] != (Radius{50, 50}) || r.Radii[2] != (Radius{25, 25}) {
		t.Errorf("radii %v", r.Radii)
	}
}

func BenchmarkRecord(b *testing.B) {
	var l List
	b.ReportAllocs()
	for b.Loop() {
		l.Reset()
		for i := range 1000 {
			l.SetOwner(uint32(i))
			l.PushClipRect(rc(float32(i), 0, 100, 100))
			l.FillRect(rc(float32(i), 0, 100, 100), 0xff)
			l.Text(TextStyle{Face: 1, Size: 16, Color: 0xff}, []Glyph{{ID: 1}, {ID: 2, X: 9}}, geom.RectF{})
			l.Pop()
		}
	}
	b.ReportMetric(float64(l.MemoryBytes())/4000, "bytes/item")
}
