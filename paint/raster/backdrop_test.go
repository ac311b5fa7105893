package raster

import (
	"bytes"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// TestBackdrop checks what lies below a backdrop filter: inverted within the shape alone, under the group's own content, seen
// through the layers between, and mixed with opacity.
func TestBackdrop(t *testing.T) {
	r := New(Options{Workers: 1})
	invert := list.Filter{Kind: list.FilterInvert, Amount: 1}
	var l list.List
	l.FillRect(geom.RectF{W: 100, H: 100}, 0xff0000ff)
	l.PushBackdrop(list.RRect{Rect: geom.RectF{X: 10, Y: 10, W: 40, H: 40}}, 0, invert)
	l.FillRect(geom.RectF{X: 20, Y: 20, W: 10, H: 10}, 0x0000ffff)
	l.Pop()
	l.PushLayer(0.5, list.BlendNormal)
	l.PushBackdrop(list.RRect{Rect: geom.RectF{X: 60, Y: 60, W: 20, H: 20}}, 1, invert)
	l.Pop()
	l.Pop()
	s := NewSurface(100, 100)
	r.Draw(&l, geom.Identity, s, 0xffffffff)
	for _, c := range []struct {
		x, y int
		want [3]uint8
	}{{5, 5, [3]uint8{255, 0, 0}}, {12, 12, [3]uint8{0, 255, 255}}, {25, 25, [3]uint8{0, 0, 255}}, {49, 49, [3]uint8{0, 255, 255}}, {50, 50, [3]uint8{255, 0, 0}},
		{70, 70, [3]uint8{127, 128, 128}}, {81, 70, [3]uint8{255, 0, 0}}} {
		g, h, i, _ := s.At(c.x, c.y)
		if got := [3]uint8{g, h, i}; got != c.want {
			t.Errorf("at %d,%d: %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestBackdropTiles checks that tiles make the same picture as one.
func TestBackdropTiles(t *testing.T) {
	var l list.List
	for i := range 20 {
		l.FillRect(geom.RectF{X: float32(i * 10), Y: float32(i * 10), W: 7, H: 200}, list.RGBA(uint8(i*12), 100, uint8(255-i*10), 255))
	}
	k := list.Radius{X: 20, Y: 20}
	l.PushBackdrop(list.RRect{Rect: geom.RectF{X: 20, Y: 30, W: 150, H: 140}, Radii: [4]list.Radius{k, k, k, k}}, 0, list.Filter{Kind: list.FilterBlur, Amount: 6})
	l.FillRect(geom.RectF{X: 40, Y: 40, W: 30, H: 30}, 0xff000080)
	l.PushBackdrop(list.RRect{Rect: geom.RectF{X: 50, Y: 50, W: 90, H: 90}}, 1, list.Filter{Kind: list.FilterBlur, Amount: 3})
	l.Pop()
	l.Pop()
	var want []byte
	for i, size := range [][2]int{{200, 200}, {37, 23}, {200, 16}} {
		s := NewSurface(200, 200)
		New(Options{Workers: 1, TileW: size[0], TileH: size[1]}).Draw(&l, geom.Identity, s, 0xffffffff)
		if i == 0 {
			want = append(want, s.Bytes()...)
		} else if !bytes.Equal(want, s.Bytes()) {
			t.Errorf("tiles of %v make another picture", size)
		}
	}
}
