package main

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/op/paint"
)

func fill(img *image.RGBA, r image.Rectangle, c color.RGBA) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetRGBA(x, y, c)
		}
	}
}

// drawn puts the tiles together again.
func drawn(t *tiles) (*image.RGBA, int) {
	out := image.NewRGBA(image.Rectangle{Max: t.size})
	i := 0
	uploads := t.draw(func(at image.Point, op paint.ImageOp) {
		for ; t.list[i].shown == nil; i++ {
		}
		src := t.list[i].shown
		i++
		for y := range src.Rect.Dy() {
			copy(out.Pix[out.PixOffset(at.X, at.Y+y):][:4*src.Rect.Dx()], src.Pix[y*src.Stride:])
		}
	})
	return out, uploads
}

func TestTiles(t *testing.T) {
	var ti tiles
	img := image.NewRGBA(image.Rect(0, 0, 600, 300)) // 3 by 2 tiles
	white, red := color.RGBA{255, 255, 255, 255}, color.RGBA{255, 0, 0, 255}
	fill(img, img.Rect, white)
	same := func(what string, wantUploads int) {
		t.Helper()
		got, uploads := drawn(&ti)
		if uploads != wantUploads {
			t.Errorf("%s: %d uploads, want %d", what, uploads, wantUploads)
		}
		if got.Rect != img.Rect || string(got.Pix) != string(img.Pix) {
			t.Errorf("%s: the tiles show something else than the picture", what)
		}
	}
	ti.write(img, []image.Rectangle{image.Rect(10, 10, 11, 11)}) // the first time all counts
	same("first", 6)
	same("nothing new", 0)

	r := image.Rect(250, 100, 260, 110) // in two tiles
	fill(img, r, red)
	ti.write(img, []image.Rectangle{r})
	same("two tiles", 2)
	fill(img, image.Rect(0, 0, 5, 5), red)
	ti.write(img, []image.Rectangle{image.Rect(0, 0, 5, 5)})
	fill(img, image.Rect(5, 5, 9, 9), red)
	ti.write(img, []image.Rectangle{image.Rect(5, 5, 9, 9)})
	same("two writes to a tile", 1)
	ti.write(img, nil)
	ti.write(img, []image.Rectangle{image.Rect(2000, 0, 3000, 10)})
	same("nothing of the picture", 0)

	img = image.NewRGBA(image.Rect(0, 0, 257, 1))
	fill(img, img.Rect, red)
	ti.write(img, nil)
	same("another size", 2)
}

// TestTilesKeepShown: what was drawn is not written to until the next draw, because the window may still upload it.
func TestTilesKeepShown(t *testing.T) {
	var ti tiles
	img := image.NewRGBA(image.Rect(0, 0, tileSize, tileSize))
	ti.write(img, []image.Rectangle{img.Rect})
	drawn(&ti)
	shown := ti.list[0].shown
	for i := range 4 {
		fill(img, img.Rect, color.RGBA{uint8(i + 1), 0, 0, 255})
		ti.write(img, []image.Rectangle{img.Rect})
		if shown.Pix[0] != 0 {
			t.Fatal("pixels that are shown were written to")
		}
	}
	ti.resize(image.Pt(2*tileSize, tileSize))
	if next := ti.alloc(image.Pt(tileSize, tileSize)); next == shown {
		t.Error("pixels that are shown are handed out after a change of size")
	}
}

func BenchmarkTilesWrite(b *testing.B) {
	var ti tiles
	img := image.NewRGBA(image.Rect(0, 0, 1280, 800))
	nop := func(image.Point, paint.ImageOp) {}
	b.SetBytes(int64(len(img.Pix)))
	b.ReportAllocs()
	all := []image.Rectangle{img.Rect}
	for b.Loop() {
		ti.write(img, all)
		ti.draw(nop)
	}
}
