package main

import (
	"image"
	"sync"

	"gioui.org/op/paint"
)

// tileSize is the side of a tile in device pixels: small enough that a changed word uploads little, large enough that a window is a
// few dozen draws.
const tileSize = 256

// tiles are the picture of a page as the window shows it. The pane's goroutine writes pixels, Gio's goroutine draws: each tile has
// pixels that are shown, which nobody writes any more because Gio uploads them when it likes, and perhaps newer ones.
type tiles struct {
	mu         sync.Mutex
	size       image.Point // of the whole picture, in device pixels
	cols, rows int
	list       []tile
	free       []*image.RGBA // whole tiles for new pixels
	serial     uint32        // of the write that is under way
}

type tile struct {
	shown *image.RGBA   // what op refers to
	op    paint.ImageOp // its texture, as Gio knows it
	next  *image.RGBA   // newer pixels, or nil

	written uint32 // serial of the last write
}

// maxFree bounds the pixels that are kept for use again.
const maxFree = 32

// write takes over what changed of a picture. It copies whole tiles, each once.
func (t *tiles) write(img *image.RGBA, dirty []image.Rectangle) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if size := img.Rect.Size(); size != t.size {
		t.resize(size)
		dirty = []image.Rectangle{img.Rect}
	}
	t.serial++
	for _, d := range dirty {
		d = d.Sub(img.Rect.Min).Intersect(image.Rectangle{Max: t.size})
		if d.Empty() {
			continue
		}
		for row := d.Min.Y / tileSize; row*tileSize < d.Max.Y; row++ {
			for col := d.Min.X / tileSize; col*tileSize < d.Max.X; col++ {
				t.take(img, col, row)
			}
		}
	}
}

// take copies a tile, unless this write has.
func (t *tiles) take(img *image.RGBA, col, row int) {
	r := t.rect(col, row)
	ti := &t.list[row*t.cols+col]
	if ti.written == t.serial {
		return
	}
	ti.written = t.serial
	if ti.next == nil {
		ti.next = t.alloc(r.Size())
	}
	for y := range r.Dy() {
		from := img.PixOffset(img.Rect.Min.X+r.Min.X, img.Rect.Min.Y+r.Min.Y+y)
		copy(ti.next.Pix[y*ti.next.Stride:][:4*r.Dx()], img.Pix[from:])
	}
}

// rect is a tile's place in the picture.
func (t *tiles) rect(col, row int) image.Rectangle {
	r := image.Rect(col*tileSize, row*tileSize, (col+1)*tileSize, (row+1)*tileSize)
	return r.Intersect(image.Rectangle{Max: t.size})
}

func (t *tiles) resize(size image.Point) {
	for i := range t.list {
		t.recycle(t.list[i].next) // what is shown may be on its way to a texture: it is left to the collector
	}
	t.size = size
	t.cols, t.rows = (size.X+tileSize-1)/tileSize, (size.Y+tileSize-1)/tileSize
	t.list = make([]tile, t.cols*t.rows)
}

func (t *tiles) alloc(size image.Point) *image.RGBA {
	if n := len(t.free); n > 0 && size == image.Pt(tileSize, tileSize) {
		img := t.free[n-1]
		t.free = t.free[:n-1]
		return img
	}
	return image.NewRGBA(image.Rectangle{Max: size})
}

func (t *tiles) recycle(img *image.RGBA) {
	if img != nil && img.Rect.Size() == image.Pt(tileSize, tileSize) && len(t.free) < maxFree {
		t.free = append(t.free, img)
	}
}

// draw makes the newest pixels the shown ones, calls f with each tile that has been painted, and reports how many are new. Pixels that are
// replaced are used again only now, when the frame that showed them is done.
func (t *tiles) draw(f func(at image.Point, op paint.ImageOp)) (uploads int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.list {
		ti := &t.list[i]
		if ti.next != nil {
			t.recycle(ti.shown)
			ti.shown, ti.next = ti.next, nil
			ti.op = paint.NewImageOp(ti.shown)
			ti.op.Filter = paint.FilterNearest
			uploads++
		}
		if ti.shown != nil {
			f(image.Pt(i%t.cols*tileSize, i/t.cols*tileSize), ti.op)
		}
	}
	return uploads
}
