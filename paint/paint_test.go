package paint_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint"
	"github.com/niso-engine/niso/paint/list"
)

var update = flag.Bool("update", false, "rewrite the wanted lists of testdata")

// faces are numbered by when a test first used them.
var faces = regexp.MustCompile(` face=\d+`)

// TestLists compares display lists with testdata: sections «-- html --», «-- css --» and «-- want --».
func TestLists(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) == 0 {
		t.Fatal("no testdata")
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			head, want, _ := strings.Cut(string(b), "-- want --\n")
			body, sheet, _ := strings.Cut(strings.TrimPrefix(head, "-- html --\n"), "-- css --\n")
			pg := load(t, 400, 300, body, sheet, nil)
			pg.p.Update()
			got := ""
			for _, l := range strings.SplitAfter(pg.p.List().Dump(), "\n") {
				if i := strings.LastIndex(l, " owner="); i >= 0 { // rows of boxes say nothing
					l = l[:i] + "\n"
				}
				if i := strings.Index(l, " glyphs="); i >= 0 {
					l = fmt.Sprintf("%s glyphs=%d\n", l[:i], strings.Count(l, "@"))
				}
				got += l
			}
			got = faces.ReplaceAllString(got, "")
			if *update {
				if err := os.WriteFile(f, []byte(head+"-- want --\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// fills are the colours of the rectangles of a list, in painting order.
func fills(l *list.List) (s []string) {
	names := map[list.Color]string{0xff0000ff: "red", 0x008000ff: "green", 0x0000ffff: "blue", 0xffff00ff: "yellow", 0xffa500ff: "orange",
		0x800080ff: "purple", 0x00ffffff: "aqua", 0x808080ff: "gray"}
	items := l.Items()
	for i := range items {
		if it := &items[i]; it.Kind == list.FillRect {
			s = append(s, names[l.ItemColor(it)])
		} else if it.Kind == list.Text {
			s = append(s, "text")
		}
	}
	return s
}

// TestOrder checks CSS 2 appendix E: the steps of a stacking context, and who makes one.
// https://www.w3.org/TR/CSS22/zindex.html
func TestOrder(t *testing.T) {
	const pos = "div,span{width:20px;height:20px}.p{position:absolute}"
	for _, c := range []struct{ name, body, want string }{
		{"steps", `<div style="background:gray;position:relative;z-index:0">
			<div class=p style="background:purple;z-index:1"></div>
			<div class=p style="background:aqua"></div>
			<span style="background:blue">x</span>
			<div style="float:left;background:green"></div>
			<div style="background:yellow"></div>
			<div class=p style="background:red;z-index:-1"></div></div>`, "gray red yellow green blue text aqua purple"},
		{"z-index before tree order", `<div class=p style="background:red;z-index:2"></div><div class=p style="background:green;z-index:1"></div>
			<div class=p style="background:blue;z-index:2"></div>`, "green red blue"},
		{"auto is no context", `<div class=p style="background:red"><div class=p style="background:green;z-index:5"></div></div>
			<div class=p style="background:blue;z-index:1"></div>`, "red blue green"},
		{"a context keeps its own in", `<div class=p style="background:red;z-index:0"><div class=p style="background:green;z-index:5"></div></div>
			<div class=p style="background:blue;z-index:1"></div>`, "red green blue"},
		{"opacity makes one at level 0", `<div style="background:red;opacity:0.5"><div class=p style="background:green;z-index:5"></div></div>
			<div style="background:blue"></div><div class=p style="background:yellow;z-index:1"></div>`, "blue red green yellow"},
		{"transform makes one", `<div style="background:red;transform:rotate(0)"></div><div style="background:blue"></div>`, "blue red"},
		{"negative goes under the parent that is no context", `<div style="background:red"><div class=p style="background:green;z-index:-1"></div></div>`, "green red"},
		{"flex items take z-index", `<div style="display:flex;width:60px"><div style="background:red;z-index:1"></div><div style="background:green"></div></div>`, "green red"},
		{"flex items go by order", `<div style="display:flex"><div style="background:red;order:2"></div><div style="background:green"></div><div style="background:blue;order:-1"></div></div>`, "blue green red"},
		{"grid items go by order, absolute ones have none", `<div style="display:grid"><div style="background:red;order:1"></div><div class=p style="background:yellow;order:-1"></div>
			<div style="position:relative;background:green"></div></div>`, "red yellow green"},
		{"positioned items go by order", `<div style="display:flex;width:60px"><div style="position:relative;background:red;order:2"></div><div style="position:relative;background:green;order:1">
			<div style="display:flex"><div style="background:blue;order:1"></div><div style="background:yellow"></div></div></div></div>`, "green yellow blue red"},
		{"a float is atomic, its positioned children are not", `<div style="float:left;background:red"><div style="background:green"></div><div class=p style="background:blue"></div></div>
			<div style="background:yellow"></div>`, "yellow red green blue"},
		{"inline blocks are atomic", `<div style="width:90px"><span style="display:inline-block;background:red"><div style="background:green"></div></span></div><div style="background:blue"></div>`, "blue red green"},
		{"inline boxes under their text", `<div><span style="background:red">x</span></div>`, "red text"},
		{"relative inline box over later text", `<div style="width:100px"><span style="position:relative;background:red"></span>x</div><div style="background:blue"></div>`, "blue text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pg := load(t, 400, 300, c.body, pos, nil)
			pg.p.Update()
			if got := strings.Join(fills(pg.p.List()), " "); got != c.want {
				t.Errorf("got %s, want %s\n%s", got, c.want, pg.p.List().Dump())
			}
		})
	}
}

func TestHit(t *testing.T) {
	const sheet = `.p{position:absolute}`
	for _, c := range []struct {
		name, body string
		x, y       float32
		want       string
	}{
		{"topmost by z-index", `<div id=a class=p style="z-index:2;width:50px;height:50px"></div><div id=b class=p style="z-index:1;width:50px;height:50px"></div>`, 10, 10, "a"},
		{"order", `<div style="display:flex"><div id=a style="width:50px;height:50px;order:1;margin-left:-50px"></div><div id=b style="width:50px;height:50px"></div></div>`, 10, 10, "a"},
		{"later on equal level", `<div id=a class=p style="width:50px;height:50px"></div><div id=b class=p style="width:50px;height:50px"></div>`, 10, 10, "b"},
		{"nothing there: the root", `<div id=a style="width:50px;height:50px"></div>`, 100, 200, "html"},
		{"pointer-events", `<div id=a style="width:50px;height:50px"><div id=b style="height:50px;pointer-events:none"></div></div>`, 10, 10, "a"},
		{"visibility", `<div id=a style="width:50px;height:50px"><div id=b style="height:50px;visibility:hidden"><i id=c style="display:block;height:20px;visibility:visible"></i></div></div>`, 10, 10, "c"},
		{"hidden", `<div id=a style="width:50px;height:50px"><div id=b style="height:50px;visibility:hidden"></div></div>`, 10, 10, "a"},
		{"clipped by overflow", `<div id=a style="width:50px;height:50px;overflow:hidden"><div id=b style="width:200px;height:20px"></div></div>`, 100, 10, "body"},
		{"abs escapes the clip", `<div id=a style="width:50px;height:50px;overflow:hidden"><div id=b class=p style="left:90px;width:20px;height:20px"></div></div>`, 100, 10, "b"},
		{"radius", `<div id=a style="width:60px;height:60px"><div id=b style="width:60px;height:60px;border-radius:30px"></div></div>`, 2, 2, "a"},
		{"radius inside", `<div id=a style="width:60px;height:60px"><div id=b style="width:60px;height:60px;border-radius:30px"></div></div>`, 30, 2, "b"},
		{"transform", `<div id=a style="width:40px;height:40px;transform:translate(100px,50px) rotate(45deg)"></div>`, 120, 45, "a"},
		{"out of transform", `<div id=a style="width:40px;height:40px;transform:translate(100px,50px) rotate(45deg)"></div>`, 101, 51, "html"},
		{"scale 0", `<div id=a style="width:40px;height:40px;transform:scale(0)"></div>`, 20, 20, "body"},
		{"clip-path", `<div id=a style="width:40px;height:40px;clip-path:circle(10px)"></div>`, 3, 3, "body"},
		{"clip-path inside", `<div id=a style="width:40px;height:40px;clip-path:circle(10px)"></div>`, 20, 20, "a"},
		{"inline box", `<p id=a style="margin:0">text <b id=b>bold</b></p>`, 50, 10, "b"},
		{"float over block", `<div id=a style="float:left;width:50px;height:50px"></div><div id=b style="height:50px"></div>`, 10, 10, "a"},
		{"negative under", `<div id=a style="height:50px"><div id=b class=p style="z-index:-1;width:50px;height:50px"></div></div>`, 10, 10, "a"},
		{"opacity 0 is hit", `<div id=a style="opacity:0;width:50px;height:50px"></div>`, 10, 10, "a"},
		{"inline-block in line", `<div><span id=a style="display:inline-block;width:20px;height:20px"></span></div>`, 10, 10, "a"},
		{"relative inline", `<div id=a style="height:60px">x<span id=b style="position:relative;top:30px;left:30px">moved</span></div>`, 50, 40, "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pg := load(t, 400, 300, c.body, sheet, nil)
			pg.p.Update()
			n := pg.p.Hit(c.x, c.y)
			got := "nothing"
			if n != 0 {
				if got = pg.doc.Atoms.String(pg.doc.ID(n)); got == "" {
					got = pg.doc.Atoms.String(pg.doc.LocalName(n))
				}
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestHitScrolled(t *testing.T) {
	pg := load(t, 400, 300, `<div id=f style="position:fixed;left:0;top:0;width:50px;height:50px"></div>
		<div id=s style="margin-left:100px;width:100px;height:100px;overflow:scroll"><div style="height:150px"></div><div id=i style="height:200px"></div></div><div style="height:2000px"></div>`, "", nil)
	pg.p.Update()
	id := func(x, y float32) string { return pg.doc.Atoms.String(pg.doc.ID(pg.p.Hit(x, y))) }
	if got := id(10, 10); got != "f" {
		t.Errorf("fixed: %s", got)
	}
	pg.tree.SetScroll(pg.tree.Of(pg.byID("s")), geom.Point{Y: geom.FromInt(100)})
	if got := id(110, 60); got != "i" {
		t.Errorf("in the scrolled box: %s", got)
	}
	if got := id(110, 40); got == "i" {
		t.Errorf("above: %s", got)
	}
	pg.tree.SetScroll(pg.tree.Root(), geom.Point{Y: geom.FromInt(50)})
	if got := id(110, 20); got != "i" {
		t.Errorf("with the page scrolled: %s", got)
	}
	if got := id(10, 10); got != "f" {
		t.Errorf("fixed, with the page scrolled: %s", got)
	}
	pg.p.Update()
	if got := at(pg.picture(400, 300), 10, 60); got != 0xffffffff {
		t.Errorf("a box without background painted %x", got)
	}
}

// TestPixels checks pictures where the specification leaves no choice.
func TestPixels(t *testing.T) {
	const red, green, blue, white = list.Color(0xff0000ff), list.Color(0x008000ff), list.Color(0x0000ffff), list.Color(0xffffffff)
	type px struct {
		x, y int
		want list.Color
	}
	for _, c := range []struct {
		name, body, css string
		px              []px
	}{
		{"border and background", `<div></div>`, `div{width:20px;height:20px;border:5px solid red;background:blue}`, []px{{2, 2, red}, {15, 15, blue}, {29, 29, red}, {30, 30, white}}},
		{"background-clip", `<div></div>`, `div{width:20px;height:20px;padding:5px;background:blue content-box}`, []px{{2, 2, white}, {15, 15, blue}}},
		{"snapped edges", `<div></div>`, `div{margin:10.4px;width:20.2px;height:20px;background:red}`, []px{{9, 15, white}, {10, 15, red}, {30, 15, red}, {31, 15, white}}},
		{"mitre", `<div></div>`, `div{width:0;height:0;border:20px solid transparent;border-bottom-color:red}`, []px{{20, 35, red}, {3, 20, white}, {36, 20, white}, {20, 5, white}}},
		{"background position and repeat", `<div></div>`, `div{width:40px;height:40px;background:linear-gradient(red,red) 10px 10px/10px 10px no-repeat blue}`, []px{{5, 5, blue}, {15, 15, red}, {25, 15, blue}}},
		{"repeat-x", `<div></div>`, `div{width:40px;height:40px;background:linear-gradient(90deg,red 50%,blue 50%) 0 0/20px 10px repeat-x}`, []px{{5, 5, red}, {15, 5, blue}, {25, 5, red}, {5, 15, white}}},
		{"hard stops", `<div></div>`, `div{width:40px;height:10px;background:linear-gradient(to right,red 10px,blue 10px 30px,green 30px)}`, []px{{5, 5, red}, {20, 5, blue}, {35, 5, green}}},
		{"corner gradient", `<div></div>`, `div{width:40px;height:20px;background:linear-gradient(to bottom right,red 50%,blue 50%)}`, []px{{36, 1, red}, {2, 16, red}, {38, 6, blue}, {6, 19, blue}, {2, 2, red}, {38, 18, blue}}},
		{"conic", `<div></div>`, `div{width:40px;height:40px;background:conic-gradient(red 25%,blue 25% 50%,green 50%)}`, []px{{30, 10, red}, {30, 30, blue}, {10, 30, green}, {10, 10, green}}},
		{"overflow clip", `<div><p></p></div>`, `div{width:20px;height:20px;border:5px solid blue;overflow:hidden}p{margin:0;width:99px;height:99px;background:red}`, []px{{10, 10, red}, {24, 10, red}, {27, 10, blue}, {40, 10, white}}},
		{"clip property", `<div></div>`, `div{position:absolute;width:40px;height:40px;background:red;clip:rect(10px,30px,30px,10px)}`, []px{{5, 15, white}, {15, 15, red}, {35, 15, white}}},
		{"inset shadow", `<div></div>`, `div{width:40px;height:40px;box-shadow:inset 5px 0 0 red}`, []px{{2, 20, red}, {10, 20, white}}},
		{"spread shadow is under nothing", `<div></div>`, `div{margin:20px;width:20px;height:20px;box-shadow:0 0 0 5px red}`, []px{{17, 30, red}, {30, 30, white}}},
		{"opacity groups", `<div><p></p></div>`, `div{width:40px;height:40px;background:red;opacity:.5}p{width:40px;height:40px;margin:0;background:blue}`, []px{{20, 20, 0x8080ffff}}},
		{"mask", `<div></div>`, `div{width:40px;height:40px;background:red;mask-image:linear-gradient(90deg,#000 50%,transparent 50%)}`, []px{{10, 10, red}, {30, 10, white}}},
		{"canvas from body", `x`, `body{background:green}`, []px{{300, 250, green}}},
		{"canvas from root", `<div></div>`, `html{background:blue}body{background:red;height:20px}`, []px{{10, 10, red}, {10, 100, blue}}},
		{"canvas image", `<div></div>`, `body{background:linear-gradient(blue,blue) 0 0/10px 10px repeat-y}`, []px{{5, 280, blue}, {15, 280, white}}},
		{"translate", `<div></div>`, `div{width:20px;height:20px;background:red;transform:translate(30px,10px)}`, []px{{10, 5, white}, {40, 20, red}}},
		{"transform origin", `<div></div>`, `div{width:20px;height:20px;background:red;transform:scale(2);transform-origin:0 0}`, []px{{35, 35, red}}},
		{"table rows behind cells", `<table><tr><td></td><td></td></tr></table>`, `table{border-spacing:10px}tr{background:red}td{padding:0;width:20px;height:20px}`, []px{{15, 15, red}, {35, 15, white}, {45, 15, red}}},
		{"collapsed borders", `<table><tr><td></td></tr></table>`, `table{border-collapse:collapse}td{padding:0;width:20px;height:20px;border:4px solid red}`, []px{{1, 10, red}, {3, 10, red}, {10, 10, white}}},
		{"outline", `<div></div>`, `div{margin:20px;width:20px;height:20px;outline:4px solid red;outline-offset:2px}`, []px{{15, 30, red}, {19, 30, white}, {30, 30, white}}},
		{"isolated blending", `<div><p></p></div>`, `div{width:40px;height:40px;background:#ff0}p{margin:0;width:20px;height:40px;background:#0ff;mix-blend-mode:multiply}`, []px{{10, 10, 0x00ff00ff}, {30, 10, 0xffff00ff}}},
		{"filter", `<div></div>`, `div{width:20px;height:20px;background:red;filter:invert(1)}`, []px{{10, 10, 0x00ffffff}}},
		{"border image", `<div></div>`, `div{width:20px;height:20px;border:10px solid;border-image:linear-gradient(red,red) 1}`, []px{{5, 5, red}, {20, 20, white}}},
		{"double", `<div></div>`, `div{width:20px;height:20px;border:9px double red}`, []px{{1, 20, red}, {4, 20, white}, {7, 20, red}}},
		{"text mask", `<div>█</div>`, `div{font-size:40px;color:transparent;background:red;background-clip:text;-webkit-background-clip:text;width:200px}`, []px{{150, 20, white}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pg := load(t, 400, 300, c.body, c.css, nil)
			pg.p.Update()
			s := pg.picture(400, 300)
			for _, q := range c.px {
				if got := at(s, q.x, q.y); !near(got, q.want) {
					t.Errorf("(%d,%d): %08x, want %08x", q.x, q.y, uint32(got), uint32(q.want))
				}
			}
			if t.Failed() {
				t.Log(pg.p.List().Dump())
			}
		})
	}
}

// near allows for one step in each channel.
func near(a, b list.Color) bool {
	for i := 0; i < 32; i += 8 {
		if d := int(a>>i&255) - int(b>>i&255); d < -1 || d > 1 {
			return false
		}
	}
	return true
}

type fakeSource struct{ content paint.Content }

func (f fakeSource) Image(string) (paint.Picture, bool) {
	return paint.Picture{ID: 7, W: 20, H: 10}, true
}
func (f fakeSource) Content(dom.NodeID) (paint.Content, bool) { return f.content, true }

func TestReplaced(t *testing.T) {
	src := fakeSource{paint.Content{Image: 3, W: 100, H: 50}}
	pg := load(t, 400, 300, `<canvas></canvas>`, `canvas{display:block;width:100px;height:100px;object-fit:contain}`, src)
	pg.p.Update()
	if got := pg.p.List().Dump(); !strings.HasPrefix(got, "image 0,25 100x50 image=3 src=0,0,100x50") {
		t.Errorf("contain: %s", got)
	}
	pg = load(t, 400, 300, `<canvas></canvas>`, `canvas{display:block;width:100px;height:100px;object-fit:cover;object-position:0 0}`, src)
	pg.p.Update()
	if got := pg.p.List().Dump(); !strings.HasPrefix(got, "image 0,0 100x100 tile=0,0,200x100 image=3 src=0,0,100x50") {
		t.Errorf("cover: %s", got)
	}
	var in list.List
	in.FillRect(geom.RectF{W: 10, H: 10}, 0xff0000ff)
	in.PushClipRect(geom.RectF{W: 5, H: 5})
	in.FillRRect(list.RRect{Rect: geom.RectF{W: 10, H: 10}, Radii: [4]list.Radius{{X: 3, Y: 3}}}, 0x00ff00ff)
	in.Pop()
	pg = load(t, 400, 300, `<canvas></canvas>`, `canvas{display:block;width:100px;height:100px;margin:20px}`, fakeSource{paint.Content{List: &in, Background: 0xffffffff}})
	pg.p.Update()
	want := `clip-rect 20,20 100x100
  rect 20,20 100x100 #ffffffff
  transform 1 0 0 1 20 20
    rect 0,0 10x10 #ff0000ff
    clip-rect 0,0 5x5
      rrect 0,0 10x10 radii=3,0,0,0 #00ff00ff
`
	got := ""
	for _, l := range strings.SplitAfter(pg.p.List().Dump(), "\n") {
		if i := strings.LastIndex(l, " owner="); i >= 0 {
			l = l[:i] + "\n"
		}
		got += l
	}
	if got != want {
		t.Errorf("embedded:\n%s", got)
	}
	if pg.p.Update() != nil {
		t.Error("nothing changed, but something is dirty")
	}
	in.FillRect(geom.RectF{X: 20, W: 10, H: 10}, 0xff0000ff)
	if pg.p.Update() == nil {
		t.Error("the embedded list changed, but nothing is dirty")
	}
}

// TestDirty checks that a change makes its own box dirty and no other.
func TestDirty(t *testing.T) {
	pg := load(t, 400, 300, `<div id=a style="width:50px;height:50px;background:red"></div><div id=b style="width:50px;height:50px;background:blue"></div>
		<div id=c style="position:absolute;left:200px;top:0;width:50px;height:50px;background:green">text</div>`, "", nil)
	if d := pg.p.Update(); len(d) != 1 || d[0].W < 400 {
		t.Errorf("at first: %v", d)
	}
	if d := pg.update(); d != nil {
		t.Errorf("nothing changed: %v", d)
	}
	pg.setStyle("b", "width:50px;height:50px;background:yellow")
	if d := pg.update(); len(d) != 1 || d[0] != (geom.RectF{Y: 50, W: 50, H: 50}) {
		t.Errorf("a colour: %v", d)
	}
	pg.setStyle("c", "position:absolute;left:200px;top:0;width:50px;height:50px;background:green;transform:translateX(60px)")
	if d := pg.update(); len(d) == 0 || union(d).X < 150 || union(d).X > 200 || union(d).Right() < 310 {
		t.Errorf("a transform: %v", d)
	}
	pg.setStyle("a", "width:50px;height:80px;background:red")
	if d := pg.update(); len(d) == 0 || union(d) != (geom.RectF{W: 50, H: 130}) {
		t.Errorf("a height moves what is below: %v", d)
	}
	pg.p.InvalidateAll()
	if d := pg.update(); len(d) != 1 || d[0].W < 400 {
		t.Errorf("all: %v", d)
	}
}

func TestOverlay(t *testing.T) {
	pg := load(t, 400, 300, `<div id=a style="width:50px;height:50px;background:red"></div>`, "", nil)
	caret := geom.RectF{X: 100, Y: 20, W: 1, H: 16}
	pg.p = paint.New(pg.tree, paint.Options{Overlay: func(l *list.List) { l.FillRect(caret, 0x000000ff) }})
	pg.p.Update()
	caret.X = 200
	pg.p.Invalidate()
	if d := pg.p.Update(); len(d) != 2 || union(d) != (geom.RectF{X: 100, Y: 20, W: 101, H: 16}) {
		t.Errorf("dirty: %v", d)
	}
	if n := len(pg.p.List().Items()); n != 2 {
		t.Errorf("%d items", n)
	}
}

func union(d []geom.RectF) (u geom.RectF) {
	for _, r := range d {
		u = u.Union(r)
	}
	return u
}

// TestDirtyCoversChange changes pages at random, and checks that no pixel outside of the dirty rectangles changed.
func TestDirtyCoversChange(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var body strings.Builder
	for i := range 12 {
		fmt.Fprintf(&body, `<div id=d%d><span>text %d</span></div>`, i, i)
	}
	pg := load(t, 300, 300, body.String(), "div{width:60px;background:#eee}", nil)
	pg.p.Update()
	old := pg.picture(300, 300)
	props := []string{"position:relative;left:30px;z-index:1", "opacity:.5", "transform:rotate(10deg)", "background:red", "height:40px", "display:none", "float:left",
		"filter:blur(2px)", "box-shadow:2px 2px 4px", "overflow:hidden;height:10px", "color:blue", "position:absolute;top:20px;left:100px;z-index:-1", "outline:2px solid", "mix-blend-mode:multiply"}
	for round := range 150 {
		for range 1 + rnd.IntN(2) {
			v := ""
			if rnd.IntN(4) > 0 {
				v = props[rnd.IntN(len(props))]
			}
			pg.setStyle(fmt.Sprintf("d%d", rnd.IntN(12)), v)
		}
		dirty := pg.update()
		now := pg.picture(300, 300)
		for y := range 300 {
			for x := range 300 {
				if at(old, x, y) == at(now, x, y) {
					continue
				}
				in := false
				for _, r := range dirty {
					in = in || float32(x)+1 > r.X && float32(x) < r.Right() && float32(y)+1 > r.Y && float32(y) < r.Bottom()
				}
				if !in {
					t.Fatalf("round %d: (%d,%d) changed outside of %v", round, x, y, dirty)
				}
			}
		}
		old = now
	}
}

// TestHostile paints what nobody should write.
func TestHostile(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for name, body := range map[string]string{
		"nested contexts": strings.Repeat(`<div style="position:relative;z-index:1;opacity:.9;overflow:hidden">`, n),
		"nested inlines":  strings.Repeat(`<span style="position:relative;background:red">x`, n),
		"nested floats":   strings.Repeat(`<div style="float:left;transform:scale(.99)">`, n),
		"many contexts":   strings.Repeat(`<div style="position:relative;z-index:-1;background:red">x</div>`, n),
		"transforms": `<div style="transform:scale(1e30) rotate(1e30deg);width:1e30px;height:9px;background:red"><div style="transform:matrix(0,0,0,0,0,0)">x</div></div>
			<div style="transform:perspective(0) rotate3d(0,0,0,1deg) translateZ(1e30px);box-shadow:1e30px 1e30px 1e30px 1e30px red;border-radius:1e30px">x</div>
			<div style="background:linear-gradient(red,blue) 1e30px 1e30px/1e-30px 1e-30px space;width:50px;height:50px;clip-path:path('M 1e39 1e39 A 0 0 0 0 0 1 1 z L');filter:blur(1e30px) brightness(1e30)">x</div>
			<div style="background:repeating-radial-gradient(1e-30px 1e-30px at 1e30px 1e30px,red,blue 1e-30px);width:50px;height:50px;clip:rect(1e30px,-1e30px,0,0);position:absolute">x</div>
			<div style="border:1e30px dotted red;outline:1e30px auto;outline-offset:-1e30px;text-shadow:1e30px 1e30px 1e30px red">x</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			pg := load(t, 300, 200, body, "", nil)
			pg.p.Update()
			for i := range pg.p.List().Items() {
				b := pg.p.List().Items()[i].Bounds
				if s := float64(b.X + b.Y + b.W + b.H); math.IsNaN(s) || math.IsInf(s, 0) {
					t.Fatalf("bounds %v", b)
				}
			}
			pg.p.Hit(10, 10)
			pg.p.InvalidateAll()
			pg.p.Update()
		})
	}
}

// TestNoAllocations: a page that is recorded again asks for no memory.
func TestNoAllocations(t *testing.T) {
	pg := load(t, 400, 300, strings.Repeat(`<p>some <b style="text-decoration:underline">text</b> and <span style="background:red;border-radius:3px">more</span></p>
		<div style="position:relative;z-index:1;background:linear-gradient(red,blue);opacity:.5;overflow:hidden;border:2px dashed red">x</div>`, 20), "", nil)
	pg.p.Update()
	n := testing.AllocsPerRun(5, func() {
		pg.p.InvalidateAll()
		pg.p.Update()
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func benchPage(b *testing.B) *page {
	var s strings.Builder
	for i := range 500 {
		fmt.Fprintf(&s, `<div class=c><h3>Heading %d</h3><p>Lorem ipsum dolor sit amet <a href=x>consectetur</a> adipiscing elit, sed do <b>eiusmod</b> tempor incididunt ut labore et dolore magna aliqua.</p><ul><li>one<li>two<li>three</ul></div>`, i)
	}
	return load(b, 1280, 800, s.String(), ".c{border:1px solid #ccc;margin:8px;padding:4px;border-radius:4px;background:#fff}", nil)
}

// BenchmarkRecord records a page of about 5,000 elements.
func BenchmarkRecord(b *testing.B) {
	pg := benchPage(b)
	pg.p.Update()
	b.ReportMetric(float64(len(pg.p.List().Items())), "items")
	b.ReportMetric(float64(pg.p.List().MemoryBytes()), "list-bytes")
	for b.Loop() {
		pg.p.InvalidateAll()
		pg.p.Update()
	}
}

// BenchmarkUpdateNothing is an Update of an unchanged page.
func BenchmarkUpdateNothing(b *testing.B) {
	pg := benchPage(b)
	pg.p.Update()
	for b.Loop() {
		pg.p.Update()
	}
}

// BenchmarkHit finds the element under a point.
func BenchmarkHit(b *testing.B) {
	pg := benchPage(b)
	pg.p.Update()
	for b.Loop() {
		pg.p.Hit(400, 500)
	}
}

// TestColumnRules checks the place of a rule: in the middle of the gap, as high as the columns.
func TestColumnRules(t *testing.T) {
	pg := load(t, 400, 300, `<div style="columns:2;column-gap:20px;column-rule:4px solid red;width:220px;height:50px;column-fill:auto"><p style="margin:0;height:80px">`, "", nil)
	pg.p.Update()
	s := pg.picture(400, 300)
	for _, c := range []struct {
		x, y int
		want list.Color
	}{{107, 25, 0xffffffff}, {108, 0, 0xff0000ff}, {111, 49, 0xff0000ff}, {112, 25, 0xffffffff}, {110, 50, 0xffffffff}} {
		if got := at(s, c.x, c.y); got != c.want {
			t.Errorf("at %d,%d: %08x, want %08x", c.x, c.y, uint32(got), uint32(c.want))
		}
	}
}

// TestStyledControls checks that a button or field loses its native look with a background or a border colour of its own, as in Chromium: the
// outset or inset border shows.
func TestStyledControls(t *testing.T) {
	const sheet = `button{appearance:auto;border:2px outset ButtonBorder;width:60px;height:30px;padding:0;display:block;background:#efefef}
input{appearance:auto;border:2px inset #767676;width:60px;height:30px;padding:0;display:block;background:Field}`
	for _, c := range []struct{ html, want string }{
		{"<button>", "drrect"}, {"<button style='background:red'>", "path"}, {"<button style='border-color:red'>", "path"},
		{"<button style='border-color:currentcolor'>", "path"},
		{"<input>", "drrect"}, {"<input style='background:#eee'>", "path"}, {"<input style='border-color:red'>", "path"},
		{"<input style='border-left-color:red'>", "path"}, {"<input style='border-color:rgba(118, 118, 118, 0.3)'>", "drrect"},
	} {
		pg := load(t, 400, 300, c.html, sheet, nil)
		pg.p.Update()
		if d := pg.p.List().Dump(); !strings.Contains(d, c.want) {
			t.Errorf("%q: no %s in\n%s", c.html, c.want, d)
		}
	}
}

// TestResizer checks the handle of a box that users can resize: the pixels of two lines across its corner.
func TestResizer(t *testing.T) {
	pg := load(t, 400, 300, `<div style="resize:both;overflow:hidden;width:50px;height:40px"></div>`, "", nil)
	pg.p.Update()
	s := pg.picture(400, 300)
	for _, c := range []struct {
		x, y int
		want list.Color
	}{{47, 31, 0x666666ff}, {41, 37, 0x666666ff}, {47, 35, 0x666666ff}, {45, 37, 0x666666ff}, {46, 37, 0xffffffff}, {47, 37, 0xffffffff}, {47, 30, 0xffffffff}} {
		if got := at(s, c.x, c.y); got != c.want {
			t.Errorf("at %d,%d: %08x, want %08x", c.x, c.y, uint32(got), uint32(c.want))
		}
	}
}

// TestScrollbars checks a classic scrollbar as Chromium draws it on Linux: track, arrows, thumb.
func TestScrollbars(t *testing.T) {
	pg := loadWith(t, 400, 300, `<div style="width:100px;height:80px;overflow-y:scroll"><div style="height:400px"></div></div>`, "", nil, layout.Options{ClassicScrollbars: true})
	pg.p.Update()
	s := pg.picture(400, 300)
	for _, c := range []struct {
		x, y int
		want list.Color
	}{{85, 0, 0xfcfcfcff}, {92, 6, 0x8b8b8bff}, {91, 6, 0xfcfcfcff}, {88, 10, 0x8b8b8bff}, {96, 10, 0x8b8b8bff}, {92, 72, 0x8b8b8bff}, {88, 68, 0x8b8b8bff}, {92, 73, 0xfcfcfcff},
		{89, 26, 0x8b8b8bff}, {96, 26, 0x8b8b8bff}, {97, 26, 0xfcfcfcff}, {92, 36, 0xfcfcfcff}} {
		if got := at(s, c.x, c.y); got != c.want {
			t.Errorf("at %d,%d: %08x, want %08x", c.x, c.y, uint32(got), uint32(c.want))
		}
	}
}

// TestScrollStays checks that an element whose box is made again keeps its scroll offset.
func TestScrollStays(t *testing.T) {
	pg := load(t, 400, 300, `<div id=a><div id=s style="width:100px;height:80px;overflow:auto"><div style="height:400px"></div></div></div>`, "", nil)
	pg.tree.SetScroll(pg.tree.ScrollBox(pg.byID("s")), geom.Point{Y: geom.FromInt(50)})
	for _, v := range []string{"display:flex", "display:block", "position:relative;display:grid"} {
		pg.setStyle("a", v)
		pg.update()
		if got := pg.tree.Scroll(pg.tree.ScrollBox(pg.byID("s"))); got.Y != geom.FromInt(50) {
			t.Errorf("%s: scrolled to %v", v, got.Y)
		}
	}
}
