package paint_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint"
	"github.com/niso-engine/niso/paint/raster"
)

// TestCull checks that a list without what is far away shows the same in the viewport, and that it follows the scroll offset and Cover.
func TestCull(t *testing.T) {
	var s strings.Builder
	for i := range 120 {
		fmt.Fprintf(&s, `<div class=c><h3>Heading %d</h3><p>text and <b>bold</b> text</p><div style="float:left;width:30px;height:30px;background:rgb(%d,0,90)"></div>
			<div style="position:relative;left:20px;top:-10px;background:lime;opacity:.7">rel</div><div style="transform:translate(50px,30px) rotate(10deg);background:#fc8"><p>in a space</p></div>
			<div style="columns:2"><p style="background:#ddd;height:50px;margin:0">col</p></div><div style="overflow:auto;height:20px"><p>in a scroller</p></div>
			<div style="filter:drop-shadow(10px 10px 0 red)">x</div><table><tr><td style="background:pink">cell</table></div>`, i, i*2)
	}
	pg := load(t, 300, 200, s.String(), ".c{border:2px solid blue;margin:8px;outline:3px solid green;box-shadow:0 0 20px #000}p{margin:4px}", nil)
	whole := pg.p
	pg.p = paint.New(pg.tree, paint.Options{Cull: true})
	whole.Update()
	draw := func(p *paint.Painter, y float64) []byte {
		s := raster.NewSurface(300, 200)
		raster.New(raster.Options{Glyphs: fonts, Workers: 1}).Draw(p.List(), geom.Translate(0, -y), s, p.Canvas())
		return s.Bytes()
	}
	for _, y := range []int{0, 100, 600, 5000, 9000, 4000} {
		pg.tree.SetScroll(pg.tree.Root(), geom.Point{Y: geom.FromInt(y)})
		pg.p.Update()
		if a, b := len(pg.p.List().Items()), len(whole.List().Items()); a*4 > b {
			t.Errorf("at %d: %d of %d items", y, a, b)
		}
		if !bytes.Equal(draw(pg.p, float64(y)), draw(whole, float64(y))) {
			t.Errorf("another picture at %d", y)
		}
	}
	pg.p.Cover(geom.RectF{X: 0, Y: 2000, W: 300, H: 200})
	pg.p.Update()
	if !bytes.Equal(draw(pg.p, 2000), draw(whole, 2000)) {
		t.Error("another picture where Cover said")
	}
	if d := pg.p.Update(); d != nil {
		t.Errorf("dirty %v when nothing changed", d)
	}
}

// BenchmarkUpdateClass is an Update of a page of about 5,000 elements when one changed.
func BenchmarkUpdateClass(b *testing.B) {
	for _, cull := range []bool{false, true} {
		b.Run(fmt.Sprintf("cull=%v", cull), func(b *testing.B) {
			pg := benchPage(b)
			pg.p = paint.New(pg.tree, paint.Options{Cull: cull})
			pg.p.Update()
			pg.p.Invalidate()
			pg.p.Update()
			for b.Loop() {
				pg.p.Invalidate()
				pg.p.Update()
			}
		})
	}
}
