package paint_test

import (
	"testing"

	"github.com/niso-engine/niso/paint/list"
)

// TestMaskComposite checks how two mask layers are put together: the upper one covers x < 60, the one below y < 60 with half its alpha.
// https://drafts.fxtf.org/css-masking/#the-mask-composite
func TestMaskComposite(t *testing.T) {
	const both = "mask-image:linear-gradient(90deg,#000 60px,transparent 60px),linear-gradient(#00000080 60px,transparent 60px);"
	mix := func(a int) list.Color { // black with alpha on white
		v := uint8(255 - a)
		return list.RGBA(v, v, v, 255)
	}
	for _, c := range []struct {
		style                     string
		both, upper, lower, other int // alpha at the four corners
	}{
		{both, 255, 255, 128, 0},
		{both + "mask-composite:intersect", 128, 0, 0, 0},
		{both + "mask-composite:subtract", 127, 255, 0, 0},
		{both + "mask-composite:exclude", 127, 255, 128, 0},
		{"mask-image:linear-gradient(90deg,#fff 60px,#000 60px);mask-mode:luminance", 255, 255, 0, 0},
	} {
		pg := load(t, 100, 100, `<div style="width:100px;height:100px;background:#000;`+c.style+`"></div>`, "", nil)
		pg.p.Update()
		s := pg.picture(100, 100)
		for _, q := range [][3]int{{10, 10, c.both}, {10, 90, c.upper}, {90, 10, c.lower}, {90, 90, c.other}} {
			got, want := at(s, q[0], q[1]), mix(q[2])
			g, _, _, _ := got.Channels()
			w, _, _, _ := want.Channels()
			if d := int(g) - int(w); d < -1 || d > 1 {
				t.Errorf("%s: at %d,%d %08x, want %08x", c.style, q[0], q[1], uint32(got), uint32(want))
			}
		}
	}
}

// TestBackface checks the two sides of a card that turns: one of them shows. https://drafts.csswg.org/css-transforms-2/#backface-visibility-property
func TestBackface(t *testing.T) {
	const sheet = `.card{width:50px;height:50px;position:relative;transform-style:preserve-3d}.card div{position:absolute;inset:0;backface-visibility:hidden}
		#f{background:red}#b{background:lime;transform:rotateY(180deg)}`
	for _, c := range []struct {
		turn string
		want list.Color
		hit  string
	}{{"", 0xff0000ff, "f"}, {"transform:rotateY(180deg)", 0x00ff00ff, "b"}, {"rotate:y 170deg", 0x00ff00ff, "b"}, {"transform:rotateY(30deg)", 0xff0000ff, "f"},
		{"transform:scaleX(-1)", 0xff0000ff, "f"}} {
		pg := load(t, 100, 100, `<div class=card style="`+c.turn+`"><div id=f></div><div id=b></div></div>`, sheet, nil)
		pg.p.Update()
		if got := at(pg.picture(100, 100), 25, 25); got != c.want {
			t.Errorf("%q: %08x, want %08x", c.turn, uint32(got), uint32(c.want))
		}
		if got := pg.p.Hit(25, 25); got != pg.byID(c.hit) {
			t.Errorf("%q: the other side is hit", c.turn)
		}
	}
}
