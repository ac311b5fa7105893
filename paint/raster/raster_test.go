package raster

import (
	"bytes"
	stdimage "image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/paint/image"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/text"
)

const (
	black = list.Color(0x000000ff)
	white = list.Color(0xffffffff)
	red   = list.Color(0xff0000ff)
	green = list.Color(0x00ff00ff)
	blue  = list.Color(0x0000ffff)
)

func rc(x, y, w, h float32) geom.RectF { return geom.RectF{X: x, Y: y, W: w, H: h} }

func round(r geom.RectF, v float32) list.RRect {
	c := list.Radius{X: v, Y: v}
	return list.RRect{Rect: r, Radii: [4]list.Radius{c, c, c, c}}
}

// draw paints a list on white.
func draw(w, h int, record func(l *list.List)) *Surface {
	return drawOn(white, w, h, record)
}

func drawOn(bg list.Color, w, h int, record func(l *list.List)) *Surface {
	var l list.List
	record(&l)
	s := NewSurface(w, h)
	New(Options{Glyphs: boxFont{}, Images: testImages{}}).Draw(&l, geom.Identity, s, bg)
	return s
}

func want(t *testing.T, s *Surface, x, y int, c list.Color, tolerance int) {
	t.Helper()
	r, g, b, a := s.At(x, y)
	wr, wg, wb, wa := c.Channels()
	for _, d := range [4]int{int(r) - int(wr), int(g) - int(wg), int(b) - int(wb), int(a) - int(wa)} {
		if d < -tolerance || d > tolerance {
			t.Errorf("pixel (%d,%d) is #%02x%02x%02x%02x, want #%08x ± %d", x, y, r, g, b, a, uint32(c), tolerance)
			return
		}
	}
}

var (
	_ GlyphSource = (*text.Collection)(nil)
	_ ImageSource = (*image.Store)(nil)
)

// boxFont has glyphs of one em: glyph 1 is a full em square standing on the baseline, glyph 2 a triangle.
type boxFont struct{}

func (boxFont) Outline(p *text.Path, face text.FaceID, glyph uint16) float32 {
	switch glyph {
	case 1:
		p.Verbs = append(p.Verbs, text.MoveTo, text.LineTo, text.LineTo, text.LineTo, text.ClosePath)
		p.Points = append(p.Points, text.Point{}, text.Point{X: 1000}, text.Point{X: 1000, Y: 1000}, text.Point{Y: 1000})
	case 2:
		p.Verbs = append(p.Verbs, text.MoveTo, text.LineTo, text.QuadTo, text.ClosePath)
		p.Points = append(p.Points, text.Point{}, text.Point{X: 1000}, text.Point{X: 900, Y: 900}, text.Point{X: 100, Y: 1000})
	}
	return 1000
}

func (boxFont) ColorGlyph(dst *text.ColorGlyph, face text.FaceID, glyph uint16, sizePx float32) text.ColorKind {
	return text.NoColor
}

// testImages has image 1: 2×2 red, green / blue, black; image 2: 64×64 of black and white columns.
type testImages struct{}

var testBitmaps = func() (b [3]*image.Bitmap) {
	b[1] = &image.Bitmap{W: 2, H: 2, Pix: []uint32{premultiply(red), premultiply(green), premultiply(blue), premultiply(black)}}
	b[2] = &image.Bitmap{W: 64, H: 64, Pix: make([]uint32, 64*64)}
	for i := range b[2].Pix {
		b[2].Pix[i] = 0xff000000
		if i%2 == 0 {
			b[2].Pix[i] = 0xffffffff
		}
	}
	return
}()

func (testImages) Level(id image.ID, level int) *image.Bitmap {
	if int(id) >= len(testBitmaps) {
		return nil
	}
	b := testBitmaps[id]
	for range level {
		if b.W > 1 || b.H > 1 {
			b = b.Half()
		}
	}
	return b
}

func (testImages) Size(id image.ID) (int, int) {
	if int(id) >= len(testBitmaps) {
		return 0, 0
	}
	return testBitmaps[id].W, testBitmaps[id].H
}

func TestRectCoverage(t *testing.T) {
	s := draw(8, 8, func(l *list.List) { l.FillRect(rc(1.5, 2.25, 3, 3), black) })
	want(t, s, 0, 3, white, 0)
	want(t, s, 1, 3, 0x808080ff, 1) // half
	want(t, s, 2, 3, black, 0)
	want(t, s, 4, 3, 0x808080ff, 1)
	want(t, s, 2, 2, 0x404040ff, 1) // three quarters
	want(t, s, 2, 5, 0xbfbfbfff, 1) // a quarter
	want(t, s, 1, 2, 0xa0a0a0ff, 1) // 3/8
	want(t, s, 2, 6, white, 0)
}

func TestTriangleCoverage(t *testing.T) {
	s := draw(10, 10, func(l *list.List) {
		var p list.Path
		p.MoveTo(0, 0)
		p.LineTo(10, 10)
		p.LineTo(0, 10)
		l.FillPath(l.AddPath(&p), false, list.Paint{Color: black})
	})
	for i := range 10 {
		want(t, s, i, i, 0x808080ff, 1) // the diagonal cuts each of its pixels in half
		if i > 0 {
			want(t, s, i-1, i, black, 0)
			want(t, s, i, i-1, white, 0)
		}
	}
}

// TestCircleArea compares the sum of all coverages with π r².
func TestCircleArea(t *testing.T) {
	for _, r := range []float64{1, 3.3, 10, 40} {
		s := drawOn(0, 100, 100, func(l *list.List) {
			l.FillRRect(round(rc(50.2-float32(r), 49.7-float32(r), 2*float32(r), 2*float32(r)), float32(r)), black)
		})
		sum := 0.0
		for _, v := range s.Pix {
			sum += float64(v>>24) / 255
		}
		if area := math.Pi * r * r; math.Abs(sum-area) > 0.01+area*0.008 {
			t.Errorf("circle of radius %g covers %.3f px, want %.3f", r, sum, area)
		}
	}
}

func TestFillRules(t *testing.T) {
	rule := func(evenOdd bool) *Surface {
		return draw(30, 30, func(l *list.List) {
			var p list.Path
			p.Rect(rc(0, 0, 30, 30))
			p.Rect(rc(10, 10, 10, 10))
			l.FillPath(l.AddPath(&p), evenOdd, list.Paint{Color: black})
		})
	}
	want(t, rule(false), 15, 15, black, 0)
	want(t, rule(true), 15, 15, white, 0)
	want(t, rule(true), 5, 15, black, 0)
}

func TestStroke(t *testing.T) {
	stroke := func(s list.Stroke, closed bool, dashes ...float32) *Surface {
		return draw(40, 40, func(l *list.List) {
			var p list.Path
			p.MoveTo(10, 10)
			p.LineTo(30, 10)
			p.LineTo(30, 30)
			if closed {
				p.LineTo(10, 30)
				p.Close()
			}
			l.StrokePath(l.AddPath(&p), s, list.Paint{Color: black}, dashes...)
		})
	}
	s := stroke(list.Stroke{Width: 4}, false)
	want(t, s, 20, 8, black, 0)
	want(t, s, 20, 11, black, 0)
	want(t, s, 20, 7, white, 0)
	want(t, s, 20, 12, white, 0)
	want(t, s, 31, 8, black, 0) // the miter's corner
	want(t, s, 9, 10, white, 0) // butt cap
	want(t, s, 28, 28, black, 0)
	want(t, s, 28, 30, white, 0)
	s = stroke(list.Stroke{Width: 4, Join: list.BevelJoin, Cap: list.SquareCap}, false)
	want(t, s, 31, 8, white, 0)
	want(t, s, 30, 9, 0x808080ff, 130) // on the bevel
	want(t, s, 8, 10, black, 0)
	want(t, s, 7, 10, white, 0)
	s = stroke(list.Stroke{Width: 4, Join: list.RoundJoin, Cap: list.RoundCap}, false)
	want(t, s, 8, 10, 0x404040ff, 40) // the round cap's end
	want(t, s, 31, 8, 0xc0c0c0ff, 60)
	s = stroke(list.Stroke{Width: 4}, true)
	want(t, s, 8, 8, black, 0)
	want(t, s, 8, 20, black, 0)
	want(t, s, 20, 20, white, 0)
	s = stroke(list.Stroke{Width: 4}, false, 5, 3)
	want(t, s, 14, 10, black, 0)
	want(t, s, 15, 10, white, 0)
	want(t, s, 17, 10, white, 0)
	want(t, s, 18, 10, black, 0)
}

// TestStrokeArea: a stroked circle covers 2π r w.
func TestStrokeArea(t *testing.T) {
	s := drawOn(0, 100, 100, func(l *list.List) {
		var p list.Path
		p.RRect(round(rc(20, 20, 60, 60), 30))
		l.StrokePath(l.AddPath(&p), list.Stroke{Width: 3}, list.Paint{Color: black})
	})
	sum := 0.0
	for _, v := range s.Pix {
		sum += float64(v>>24) / 255
	}
	if area := 2 * math.Pi * 30 * 3; math.Abs(sum-area) > area*0.005 {
		t.Errorf("stroke covers %.2f px, want %.2f", sum, area)
	}
}

func TestLinearGradient(t *testing.T) {
	s := draw(100, 4, func(l *list.List) {
		g := l.AddGradient(list.Gradient{Kind: list.Linear, P1: geom.PointF{X: 100}}, list.Stop{Pos: 0, Color: black}, list.Stop{Pos: 1, Color: white})
		l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 100, 4), Tile: rc(0, 0, 100, 4)})
	})
	for x := range 100 {
		v := uint8((float64(x)+0.5)*2.55 + 0.5)
		want(t, s, x, 2, list.RGBA(v, v, v, 255), 1)
	}
}

func TestGradientIsPremultiplied(t *testing.T) {
	// From red to transparent: halfway there is half of red, and nothing of the transparent stop's black.
	s := draw(100, 1, func(l *list.List) {
		g := l.AddGradient(list.Gradient{Kind: list.Linear, P1: geom.PointF{X: 100}}, list.Stop{Pos: 0, Color: red}, list.Stop{Pos: 1, Color: 0})
		l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 100, 1), Tile: rc(0, 0, 100, 1)})
	})
	want(t, s, 50, 0, 0xff8080ff, 2)
}

func TestHardStopsAndRepeat(t *testing.T) {
	s := draw(80, 1, func(l *list.List) {
		g := l.AddGradient(list.Gradient{Kind: list.Linear, P1: geom.PointF{X: 80}, Repeating: true},
			list.Stop{Pos: 0, Color: red}, list.Stop{Pos: 0.125, Color: red}, list.Stop{Pos: 0.125, Color: blue}, list.Stop{Pos: 0.25, Color: blue})
		l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 80, 1), Tile: rc(0, 0, 80, 1)})
	})
	for x := range 80 {
		c := red
		if x/10%2 == 1 {
			c = blue
		}
		want(t, s, x, 0, c, 0)
	}
}

func TestRadialAndConic(t *testing.T) {
	s := draw(100, 100, func(l *list.List) {
		g := l.AddGradient(list.Gradient{Kind: list.Radial, P0: geom.PointF{X: 50, Y: 50}, P1: geom.PointF{X: 50, Y: 25}}, list.Stop{Pos: 0, Color: black}, list.Stop{Pos: 1, Color: white})
		l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 100, 100), Tile: rc(0, 0, 100, 100)})
	})
	want(t, s, 75, 50, 0x828282ff, 3) // halfway to the right
	want(t, s, 50, 62, 0x808080ff, 3) // halfway down
	want(t, s, 50, 90, white, 0)
	s = draw(100, 100, func(l *list.List) {
		g := l.AddGradient(list.Gradient{Kind: list.Conic, P0: geom.PointF{X: 50, Y: 50}}, list.Stop{Pos: 0, Color: black}, list.Stop{Pos: 1, Color: white})
		l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 100, 100), Tile: rc(0, 0, 100, 100)})
	})
	want(t, s, 90, 50, 0x404040ff, 2) // a quarter around, to the right
	want(t, s, 50, 90, 0x808080ff, 2)
	want(t, s, 10, 50, 0xbfbfbfff, 2)
}

func TestGradientTiles(t *testing.T) {
	for _, size := range []float32{10, 40} { // many copies, and few
		s := draw(100, 100, func(l *list.List) {
			g := l.AddGradient(list.Gradient{Kind: list.Linear, P1: geom.PointF{X: size}}, list.Stop{Pos: 0, Color: black}, list.Stop{Pos: 1, Color: white})
			l.DrawGradient(g, list.Tiling{Dest: rc(0, 0, 100, 100), Tile: rc(5, 5, size, size), StepX: size, StepY: size + 2})
		})
		for x := range 100 {
			v := float64(x) + 0.5 - 5
			v -= math.Floor(v/float64(size)) * float64(size)
			k := uint8(v/float64(size)*255 + 0.5)
			want(t, s, x, 7, list.RGBA(k, k, k, 255), 2)
		}
		want(t, s, 3, 4, white, 0) // the gap
	}
}

func TestOpacityGroup(t *testing.T) {
	// Two overlapping boxes in one group show no overlap.
	s := draw(30, 10, func(l *list.List) {
		l.PushLayer(0.5, list.BlendNormal)
		l.FillRect(rc(0, 0, 20, 10), black)
		l.FillRect(rc(10, 0, 20, 10), black)
		l.Pop()
	})
	for _, x := range []int{5, 15, 25} {
		want(t, s, x, 5, 0x7f7f7fff, 1)
	}
	s = draw(10, 10, func(l *list.List) { // the inline case
		l.PushLayer(0.25, list.BlendNormal)
		l.FillRect(rc(0, 0, 20, 10), black)
		l.Pop()
	})
	want(t, s, 5, 5, 0xbfbfbfff, 1)
}

func TestBlendModes(t *testing.T) {
	for _, c := range []struct {
		mode list.Blend
		want list.Color
	}{
		{list.BlendMultiply, 0x400000ff},   // 0.5·0.5, 0·1, 0
		{list.BlendScreen, 0xc0ff00ff},     // 1-0.5·0.5
		{list.BlendDarken, 0x800000ff},     //
		{list.BlendLighten, 0x80ff00ff},    //
		{list.BlendDifference, 0x00ff00ff}, //
		{list.BlendPlusLighter, 0xffff00ff},
		{list.BlendExclusion, 0x80ff00ff}, // .5+.5-.5 = .5
	} {
		s := drawOn(0x80ff00ff, 4, 4, func(l *list.List) {
			l.PushLayer(1, c.mode)
			l.FillRect(rc(0, 0, 4, 4), 0x800000ff)
			l.Pop()
		})
		want(t, s, 1, 1, c.want, 1)
	}
}

// TestIsolation: a blend mode within an isolated group does not see what lies outside of it.
func TestIsolation(t *testing.T) {
	s := drawOn(red, 4, 4, func(l *list.List) {
		l.PushLayer(1, list.BlendNormal)
		l.PushLayer(1, list.BlendMultiply)
		l.FillRect(rc(0, 0, 4, 4), green)
		l.Pop()
		l.Pop()
	})
	want(t, s, 1, 1, green, 0)
	s = drawOn(red, 4, 4, func(l *list.List) {
		l.PushLayer(1, list.BlendMultiply)
		l.FillRect(rc(0, 0, 4, 4), green)
		l.Pop()
	})
	want(t, s, 1, 1, black, 0)
}

func TestFilters(t *testing.T) {
	for _, c := range []struct {
		f    list.Filter
		want list.Color
	}{
		{list.Filter{Kind: list.FilterInvert, Amount: 1}, 0x00ffffff},
		{list.Filter{Kind: list.FilterGrayscale, Amount: 1}, 0x363636ff}, // 0.2126
		{list.Filter{Kind: list.FilterBrightness, Amount: 0.5}, 0x800000ff},
		{list.Filter{Kind: list.FilterContrast, Amount: 0}, 0x808080ff},
		{list.Filter{Kind: list.FilterOpacity, Amount: 0.5}, 0xff8080ff},
		{list.Filter{Kind: list.FilterSaturate, Amount: 1}, red},
		{list.Filter{Kind: list.FilterSepia, Amount: 1}, 0x645945ff}, // 0.393, 0.349, 0.272
		{list.Filter{Kind: list.FilterHueRotate, Amount: 0}, red},
	} {
		s := draw(4, 4, func(l *list.List) {
			l.PushLayer(1, list.BlendNormal, c.f)
			l.FillRect(rc(0, 0, 4, 4), red)
			l.Pop()
		})
		want(t, s, 1, 1, c.want, 1)
	}
}

func TestMask(t *testing.T) {
	s := draw(20, 10, func(l *list.List) {
		l.PushMask(false)
		l.FillRect(rc(0, 0, 20, 10), black)
		l.MaskContent()
		l.FillRect(rc(0, 0, 5, 10), red)
		l.FillRect(rc(5, 0, 5, 10), 0xff000080)
		l.Pop()
	})
	want(t, s, 2, 5, black, 0)
	want(t, s, 7, 5, 0x7f7f7fff, 1)
	want(t, s, 12, 5, white, 0)
}

func TestClips(t *testing.T) {
	s := draw(40, 40, func(l *list.List) {
		l.PushClipRRect(round(rc(0, 0, 40, 40), 20))
		l.PushClipRect(rc(0, 0, 20.5, 40))
		l.FillRect(rc(0, 0, 40, 40), black)
		l.Pop()
		l.Pop()
	})
	want(t, s, 1, 1, white, 0)
	want(t, s, 10, 20, black, 0)
	want(t, s, 20, 20, 0x808080ff, 1)
	want(t, s, 30, 20, white, 0)
	s = draw(40, 40, func(l *list.List) {
		l.PushTransform(geom.Translate(20, 20).Mul(geom.Rotate(math.Pi / 4)))
		l.PushClipRect(rc(-10, -10, 20, 20))
		l.FillRect(rc(-40, -40, 80, 80), black)
		l.Pop()
		l.Pop()
	})
	want(t, s, 20, 20, black, 0)
	want(t, s, 20, 8, black, 0) // the diamond's upper corner is at 5.86
	want(t, s, 11, 11, white, 0)
}

func TestBoxShadow(t *testing.T) {
	// The edge of a wide box's shadow is at half of its strength; the profile is that of the gaussian.
	for _, radius := range []float32{0, 4} {
		s := draw(200, 200, func(l *list.List) {
			l.BoxShadow(list.Shadow{Box: round(rc(60, 60, 80, 80), radius), DX: 0, DY: 0, Blur: 20, Color: black})
		})
		want(t, s, 100, 100, white, 0) // nothing inside of the box
		for d := range 25 {
			v := 255 * (1 - 0.5*math.Erfc((float64(d)+0.5)/10/math.Sqrt2))
			want(t, s, 140+d, 100, list.RGBA(uint8(v), uint8(v), uint8(v), 255), 5)
		}
	}
	s := draw(100, 100, func(l *list.List) {
		l.BoxShadow(list.Shadow{Box: list.RRect{Rect: rc(20, 20, 60, 60)}, DX: 5, DY: 5, Color: black, Inset: true})
	})
	want(t, s, 22, 50, black, 0)
	want(t, s, 25, 50, white, 0)
	want(t, s, 78, 78, white, 0)
	want(t, s, 19, 19, white, 0)
}

func TestImageSampling(t *testing.T) {
	at := func(q list.Quality) *Surface {
		return draw(8, 8, func(l *list.List) {
			l.DrawImage(1, rc(0, 0, 2, 2), list.Tiling{Dest: rc(0, 0, 8, 8), Tile: rc(0, 0, 8, 8)}, q)
		})
	}
	s := at(list.Pixelated)
	want(t, s, 3, 3, red, 0)
	want(t, s, 4, 3, green, 0)
	want(t, s, 3, 4, blue, 0)
	want(t, s, 4, 4, black, 0)
	s = at(list.Auto)
	want(t, s, 0, 0, red, 0)        // clamped at the edge
	want(t, s, 3, 0, 0x9f6000ff, 2) // 3/8 of the way
	want(t, s, 7, 7, black, 0)
	s = draw(8, 8, func(l *list.List) { // tiles with gaps
		l.DrawImage(1, rc(0, 0, 2, 2), list.Tiling{Dest: rc(0, 0, 8, 8), Tile: rc(0, 0, 2, 2), StepX: 3, StepY: 2}, list.Auto)
	})
	want(t, s, 0, 0, red, 0)
	want(t, s, 1, 0, green, 0)
	want(t, s, 2, 0, white, 0)
	want(t, s, 3, 4, red, 0)
	s = draw(8, 8, func(l *list.List) { // a picture shown small is averaged, not sampled
		l.DrawImage(2, rc(0, 0, 64, 64), list.Tiling{Dest: rc(0, 0, 8, 8), Tile: rc(0, 0, 8, 8)}, list.Auto)
	})
	for x := range 8 {
		want(t, s, x, 4, 0x808080ff, 2)
	}
}

func TestText(t *testing.T) {
	s := draw(60, 30, func(l *list.List) {
		l.Text(list.TextStyle{Face: 1, Size: 10, Origin: geom.PointF{X: 10, Y: 20}, Color: red}, []list.Glyph{{ID: 1}, {ID: 1, X: 20}}, geom.RectF{})
	})
	want(t, s, 10, 19, red, 0)
	want(t, s, 19, 10, red, 0)
	want(t, s, 20, 15, white, 0)
	want(t, s, 30, 15, red, 0)
	want(t, s, 15, 20, white, 0)
	// Turned by a quarter: drawn as a path.
	s = draw(60, 60, func(l *list.List) {
		l.PushTransform(geom.Translate(30, 30).Mul(geom.Rotate(math.Pi / 2)))
		l.Text(list.TextStyle{Face: 1, Size: 10, Color: red}, []list.Glyph{{ID: 1}}, geom.RectF{})
		l.Pop()
	})
	want(t, s, 35, 35, red, 0)
	want(t, s, 25, 35, white, 0)
}

func TestLines(t *testing.T) {
	s := draw(100, 20, func(l *list.List) {
		l.Line(list.LineRow{P0: geom.PointF{X: 0, Y: 5}, P1: geom.PointF{X: 94, Y: 5}, Thickness: 2, Color: black, Style: list.DottedLine})
	})
	// 94 px hold 24 dots of 2 px and 23 gaps of 2 px.
	for x := range 94 {
		c := black
		if x/2%2 == 1 {
			c = white
		}
		want(t, s, x, 5, c, 0)
	}
	s = draw(100, 20, func(l *list.List) {
		l.Line(list.LineRow{P0: geom.PointF{X: 0, Y: 5}, P1: geom.PointF{X: 94, Y: 5}, Thickness: 2, Color: black, Style: list.DoubleLine})
	})
	want(t, s, 50, 4, black, 0)
	want(t, s, 50, 6, white, 0)
	want(t, s, 50, 8, black, 0)
}

// busyList records one of everything, at odd places.
func busyList(l *list.List, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	f := func(n float64) float32 { return float32(r.Float64() * n) }
	col := func() list.Color { return list.Color(r.Uint32()) }
	box := func() geom.RectF { return rc(f(300)-20, f(300)-20, f(150)+1, f(150)+1) }
	var p list.Path
	depth := 0
	for range 120 {
		switch r.IntN(20) {
		case 0:
			l.FillRect(box(), col())
		case 1:
			l.FillRRect(round(box(), f(40)), col())
		case 2:
			b := round(box(), f(30))
			l.FillDRRect(b, b.Inset(f(9), f(9), f(9), f(9)), col())
		case 3, 4:
			p.Reset()
			p.MoveTo(f(300), f(300))
			for range r.IntN(6) + 1 {
				p.LineTo(f(300), f(300))
				p.QuadTo(f(300), f(300), f(300), f(300))
				p.CubicTo(f(300), f(300), f(300), f(300), f(300), f(300))
			}
			if r.IntN(2) == 0 {
				p.Close()
			}
			g := l.AddGradient(list.Gradient{Kind: list.GradientKind(r.IntN(3)), P0: geom.PointF{X: f(200), Y: f(200)}, P1: geom.PointF{X: f(200), Y: f(200)}, Repeating: r.IntN(2) == 0},
				list.Stop{Pos: 0, Color: col()}, list.Stop{Pos: f(0.5), Color: col()}, list.Stop{Pos: f(1), Color: col()})
			if r.IntN(2) == 0 {
				l.FillPath(l.AddPath(&p), r.IntN(2) == 0, list.Paint{Gradient: g})
			} else {
				l.StrokePath(l.AddPath(&p), list.Stroke{Width: f(12), Cap: list.Cap(r.IntN(3)), Join: list.Join(r.IntN(3))}, list.Paint{Gradient: g}, f(20), f(9))
			}
		case 5, 6:
			g := l.AddGradient(list.Gradient{Kind: list.GradientKind(r.IntN(3)), P0: geom.PointF{X: f(50), Y: f(50)}, P1: geom.PointF{X: f(100), Y: f(100)}, Repeating: r.IntN(2) == 0},
				list.Stop{Pos: 0, Color: col()}, list.Stop{Pos: 0.5, Color: col()}, list.Stop{Pos: 1, Color: col()})
			b := box()
			l.DrawGradient(g, list.Tiling{Dest: b, Tile: rc(b.X+f(20), b.Y+f(20), 3+f(60), 3+f(60)), StepX: f(80), StepY: f(80)})
		case 7, 8:
			b := box()
			l.DrawImage(list.ImageID(1+r.IntN(2)), rc(0, 0, 2, 2), list.Tiling{Dest: b, Tile: rc(b.X+f(20), b.Y+f(20), 3+f(60), 3+f(60)), StepX: f(80), StepY: f(80)}, list.Quality(r.IntN(2)))
		case 9, 10:
			l.BoxShadow(list.Shadow{Box: round(box(), f(20)*float32(r.IntN(2))), DX: f(20) - 10, DY: f(20) - 10, Blur: f(40), Spread: f(20) - 8, Color: col(), Inset: r.IntN(3) == 0})
		case 11, 12:
			gs := []list.Glyph{{ID: 1}, {ID: 2, X: f(40)}, {ID: 2, X: f(90), Y: f(10)}}
			l.Text(list.TextStyle{Face: 1, Size: 5 + f(30), Origin: geom.PointF{X: f(300), Y: f(300)}, Color: col(), Blur: f(9) * float32(r.IntN(2))}, gs, geom.RectF{})
		case 13:
			l.Line(list.LineRow{P0: geom.PointF{X: f(300), Y: f(300)}, P1: geom.PointF{X: f(300), Y: f(300)}, Thickness: f(8), Color: col(), Style: list.LineStyle(r.IntN(5))})
		case 14:
			l.PushClipRRect(round(box(), f(30)))
			depth++
		case 15:
			l.PushTransform(geom.Translate(float64(f(60)), float64(f(60))).Mul(geom.Rotate(float64(f(1)) * float64(r.IntN(2)))).Mul(geom.Scale(0.5+float64(f(1)), 0.5+float64(f(1)))))
			depth++
		case 16:
			l.PushLayer(0.2+f(0.8), list.Blend(r.IntN(17)))
			depth++
		case 17:
			l.PushLayer(1, list.BlendNormal, list.Filter{Kind: list.FilterKind(r.IntN(10)), Amount: f(6), DX: f(20) - 10, DY: f(20) - 10, Color: col()})
			depth++
		case 18:
			p.Reset()
			p.MoveTo(f(300), f(300))
			p.LineTo(f(300), f(300))
			p.CubicTo(f(300), f(300), f(300), f(300), f(300), f(300))
			l.PushClipPath(l.AddPath(&p), r.IntN(2) == 0)
			depth++
		case 19:
			if depth > 0 {
				l.Pop()
				depth--
			}
		}
		if depth > 4 {
			l.Pop()
			depth--
		}
	}
	for ; depth > 0; depth-- {
		l.Pop()
	}
}

func TestTiledEqualsUntiled(t *testing.T) {
	seeds := uint64(25)
	if testing.Short() { // as under the race detector
		seeds = 4
	}
	for seed := range seeds {
		var l list.List
		busyList(&l, seed)
		one, many, dirty := NewSurface(301, 299), NewSurface(301, 299), NewSurface(301, 299)
		o := Options{Glyphs: boxFont{}, Images: testImages{}}
		o.TileW, o.TileH = 301, 299
		New(o).Draw(&l, geom.Identity, one, white)
		o.TileW, o.TileH, o.Workers = 37, 23, 3
		r := New(o)
		r.Draw(&l, geom.Identity, many, white)
		r.Draw(&l, geom.Identity, dirty, white, stdimage.Rect(0, 0, 100, 150), stdimage.Rect(50, 20, 301, 200), stdimage.Rect(0, 150, 301, 299), stdimage.Rect(100, 0, 301, 60))
		for i := range one.Pix {
			if one.Pix[i] != many.Pix[i] || one.Pix[i] != dirty.Pix[i] {
				t.Errorf("seed %d: pixel (%d,%d) is %08x, tiled %08x, by dirty rectangles %08x", seed, i%301, i/301, one.Pix[i], many.Pix[i], dirty.Pix[i])
				break
			}
		}
		for i, v := range one.Pix { // channels never exceed alpha
			if a := v >> 24; v&255 > a || v>>8&255 > a || v>>16&255 > a || a != 255 {
				t.Fatalf("seed %d: pixel %d is %08x: not premultiplied, or not opaque on an opaque background", seed, i, v)
			}
		}
	}
}

func TestDirtyLeavesTheRest(t *testing.T) {
	var l list.List
	l.FillRect(rc(0, 0, 50, 50), red)
	s := NewSurface(50, 50)
	s.Fill(blue)
	New(Options{}).Draw(&l, geom.Identity, s, white, stdimage.Rect(10, 10, 20, 20))
	want(t, s, 9, 10, blue, 0)
	want(t, s, 10, 10, red, 0)
	want(t, s, 20, 19, blue, 0)
}

func TestHostile(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	values := []float32{0, 1, -1, inf, -inf, nan, 1e38, -1e38, 1e-38, 33554432, 0.5}
	var l list.List
	var p list.Path
	n := 0
	next := func() float32 { n = (n*7 + 3) % 1009; return values[n%len(values)] }
	for range 3000 {
		b := rc(next(), next(), next(), next())
		l.FillRect(b, red)
		l.FillRRect(round(b, next()), red)
		l.FillDRRect(round(b, next()), round(b, next()).Inset(next(), next(), next(), next()), blue)
		l.BoxShadow(list.Shadow{Box: round(b, next()), DX: next(), DY: next(), Blur: min(next(), 50), Spread: next(), Color: red})
		l.Line(list.LineRow{P0: geom.PointF{X: next(), Y: next()}, P1: geom.PointF{X: next(), Y: next()}, Thickness: next(), Color: red, Style: list.LineStyle(n % 5)})
		p.Reset()
		p.MoveTo(next(), next())
		p.CubicTo(next(), next(), next(), next(), next(), next())
		p.QuadTo(next(), next(), next(), next())
		l.StrokePath(l.AddPath(&p), list.Stroke{Width: next(), Cap: list.Cap(n % 3), Join: list.Join(n % 3)}, list.Paint{Color: red}, next(), next())
		l.PushTransform(geom.Matrix{A: float64(next()), B: float64(next()), C: float64(next()), D: float64(next()), E: float64(next()), F: float64(next())})
		l.FillPath(l.AddPath(&p), false, list.Paint{Color: red})
		l.Text(list.TextStyle{Face: 1, Size: next(), Origin: geom.PointF{X: next(), Y: next()}, Color: red}, []list.Glyph{{ID: 2, X: next(), Y: next()}}, geom.RectF{})
		g := l.AddGradient(list.Gradient{Kind: list.GradientKind(n % 3), P0: geom.PointF{X: next(), Y: next()}, P1: geom.PointF{X: next(), Y: next()}, Repeating: true}, list.Stop{Pos: next(), Color: red}, list.Stop{Pos: next(), Color: blue})
		l.DrawGradient(g, list.Tiling{Dest: rc(next(), next(), next(), next()), Tile: rc(next(), next(), next(), next()), StepX: next(), StepY: next()})
		l.DrawImage(1, rc(next(), next(), next(), next()), list.Tiling{Dest: rc(next(), next(), next(), next()), Tile: rc(next(), next(), next(), next()), StepX: next(), StepY: next()}, list.Auto)
		l.Pop()
	}
	New(Options{Glyphs: boxFont{}, Images: testImages{}}).Draw(&l, geom.Identity, NewSurface(64, 64), white)
}

type brokenFont struct{ boxFont }

func (brokenFont) Outline(p *text.Path, face text.FaceID, glyph uint16) float32 {
	if face == 2 {
		panic("broken font")
	}
	return boxFont{}.Outline(p, face, glyph)
}

// TestPanicComesOut: what goes wrong on a goroutine of a tile is the caller's to recover, and the next draw works.
func TestPanicComesOut(t *testing.T) {
	r := New(Options{Glyphs: brokenFont{}, Workers: 4, TileW: 8, TileH: 8})
	var l list.List
	l.Text(list.TextStyle{Face: 2, Size: 1000, Color: red}, []list.Glyph{{ID: 1}}, rc(0, 0, 64, 64))
	s := NewSurface(64, 64)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic got lost")
			}
		}()
		r.Draw(&l, geom.Identity, s, white)
	}()
	l.Reset()
	l.FillRect(rc(0, 0, 64, 64), red)
	r.Draw(&l, geom.Identity, s, white)
	want(t, s, 40, 40, red, 0)
}

func TestDeepNesting(t *testing.T) {
	var l list.List
	const depth = 100000
	for i := range depth {
		switch i % 4 {
		case 0:
			l.PushLayer(0.999, list.BlendNormal)
		case 1:
			l.PushClipRRect(round(rc(0, 0, 64, 64), 10))
		case 2:
			l.PushTransform(geom.Identity)
		case 3:
			l.PushMask(false)
		}
	}
	l.FillRect(rc(0, 0, 64, 64), red)
	l.FillRect(rc(0, 0, 64, 32), red)
	for range depth {
		l.Pop()
	}
	r := New(Options{})
	r.Draw(&l, geom.Identity, NewSurface(64, 64), white)
	var rep perf.Report
	r.ReportMemory(&rep, "explicit/raster")
	if n := rep.SumUnder("explicit/raster/surfaces"); n > 4<<20 {
		t.Errorf("%d bytes of surfaces for a 64x64 picture", n)
	}
}

func TestMillionSegments(t *testing.T) {
	var l list.List
	var p list.Path
	p.MoveTo(0, 0)
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000000 {
		p.LineTo(r.Float32()*1280, r.Float32()*800)
	}
	l.FillPath(l.AddPath(&p), true, list.Paint{Color: red})
	s := NewSurface(64, 64)
	New(Options{}).Draw(&l, geom.Identity, s, white)
}

// TestStrokeOfManyCurves: curves far larger than the surface are cut into lines that are kept until all are stroked.
func TestStrokeOfManyCurves(t *testing.T) {
	var l list.List
	var p list.Path
	p.MoveTo(0, 0)
	for range 50_000 {
		p.CubicTo(1e7, 1e7, -1e7, 1e7, 30, 30)
	}
	l.StrokePath(l.AddPath(&p), list.Stroke{Width: 1}, list.Paint{Color: red})
	s := NewSurface(64, 64)
	r := New(Options{Workers: 1})
	r.Draw(&l, geom.Identity, s, white)
	var rep perf.Report
	r.ReportMemory(&rep, "explicit/raster")
	if n := rep.SumUnder("explicit/raster"); n > 300<<20 {
		t.Errorf("%d MB for a path of %d MB", n>>20, l.MemoryBytes()>>20)
	}
}

func TestReleaseGivesBack(t *testing.T) {
	var l list.List
	busyList(&l, 3)
	r := New(Options{Glyphs: boxFont{}, Images: testImages{}})
	r.Draw(&l, geom.Identity, NewSurface(300, 300), white)
	var rep perf.Report
	r.ReportMemory(&rep, "explicit/raster")
	if rep.SumUnder("explicit/raster") == 0 || len(rep.Rows) != 3 {
		t.Errorf("rows %v", rep.Rows)
	}
	r.Release()
	rep = perf.Report{}
	r.ReportMemory(&rep, "explicit/raster")
	if n := rep.SumUnder("explicit/raster"); n != 0 {
		t.Errorf("%d bytes after Release", n)
	}
}

// FuzzPath fills and strokes any path: nothing may panic, nor depend on tiles.
func FuzzPath(f *testing.F) {
	f.Add([]byte("0 1 2 3 4 5 6 7 8 9 a b c d e f"))
	f.Add([]byte{0, 0, 0, 200, 10, 1, 1, 255, 255, 3, 9, 9, 9, 9, 9, 9})
	f.Fuzz(func(t *testing.T, d []byte) {
		if len(d) > 400 {
			return
		}
		var p list.Path
		next := func() float32 {
			if len(d) == 0 {
				return 0
			}
			v := float32(int8(d[0])) / 2
			if d[0] == 0x7f {
				v = 1e9
			}
			d = d[1:]
			return v
		}
		var l list.List
		for len(d) > 0 {
			switch int(next()*2) & 7 {
			case 0:
				p.MoveTo(next(), next())
			case 1, 2:
				p.LineTo(next(), next())
			case 3, 4:
				p.QuadTo(next(), next(), next(), next())
			case 5, 6:
				p.CubicTo(next(), next(), next(), next(), next(), next())
			case 7:
				p.Close()
			}
		}
		r := l.AddPath(&p)
		l.FillPath(r, len(p.Verbs)%2 == 0, list.Paint{Color: 0xff000080})
		l.StrokePath(r, list.Stroke{Width: 3, Cap: list.Cap(len(p.Points) % 3), Join: list.Join(len(p.Verbs) % 3)}, list.Paint{Color: 0x0000ff80}, 4, 2)
		l.StrokePath(r, list.Stroke{Width: 0.7, Cap: list.Cap(len(p.Verbs) % 3), Join: list.Join(len(p.Points) % 3)}, list.Paint{Color: 0x00ff0080})
		one, many := NewSurface(40, 40), NewSurface(40, 40)
		New(Options{TileW: 40, TileH: 40, Workers: 1}).Draw(&l, geom.Identity, one, white)
		New(Options{TileW: 11, TileH: 7, Workers: 1}).Draw(&l, geom.Identity, many, white)
		for i := range one.Pix {
			if one.Pix[i] != many.Pix[i] {
				t.Fatalf("pixel (%d,%d) is %08x, tiled %08x", i%40, i/40, one.Pix[i], many.Pix[i])
			}
		}
	})
}

func TestEncodePNG(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {300, 7}, {65, 400}} {
		for _, bg := range []list.Color{white, 0} {
			var l list.List
			busyList(&l, 5)
			s := NewSurface(size[0], size[1])
			New(Options{Glyphs: boxFont{}, Images: testImages{}}).Draw(&l, geom.Identity, s, bg)
			var b bytes.Buffer
			if err := EncodePNG(&b, s); err != nil {
				t.Fatal(err)
			}
			m, err := png.Decode(&b)
			if err != nil {
				t.Fatal(err)
			}
			for y := range s.H {
				for x := range s.W {
					want := color.NRGBAModel.Convert(s.Image().At(x, y)).(color.NRGBA)
					got := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
					d := func(a, b uint8) bool { return a-b <= 1 || b-a <= 1 }
					if got.A != want.A || got.A > 0 && !(d(got.R, want.R) && d(got.G, want.G) && d(got.B, want.B)) {
						t.Fatalf("%v: pixel (%d,%d) is %v, want %v", size, x, y, got, want)
					}
				}
			}
		}
	}
	if err := EncodePNG(&bytes.Buffer{}, NewSurface(0, 4)); err != ErrEmptySurface {
		t.Errorf("an empty surface: %v", err)
	}
}
