package layout_test

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

var fonts = text.NewCollection(text.Options{NoSystem: true})

// page is a styled and laid out document.
type page struct {
	*dom.Document
	styler *style.Styler
	tree   *layout.Tree
}

func load(tb testing.TB, source string) *page {
	tb.Helper()
	store := dom.NewStore(atom.NewTable())
	doc := store.NewDocument(true)
	html.Parse(doc, source)
	return lay(tb, doc)
}

func lay(tb testing.TB, doc *dom.Document) *page {
	p := &page{Document: doc, styler: style.New(doc)}
	env := p.styler.Media()
	env.WidthPx, env.HeightPx = 800, 600
	p.styler.SetMedia(env)
	var sheets []*style.Sheet
	for n := doc.FirstChild(doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) == dom.KindElement && doc.IsHTMLElement(n, atom.Static("style")) {
			sheets = append(sheets, &style.Sheet{CSS: css.ParseSheetString(string(doc.TextContent(nil, n)), css.Options{Atoms: doc.Atoms}), Origin: style.OriginAuthor, Owner: n})
		}
	}
	p.styler.SetSheets(sheets)
	set := fonts.NewSet()
	p.tree = layout.New(doc, p.styler, set, layout.Options{Viewport: geom.Size{W: geom.FromInt(800), H: geom.FromInt(600)}})
	p.styler.SetFontMetrics(p.tree)
	p.update()
	tb.Cleanup(func() { p.tree.Close(); set.Close() })
	return p
}

func (p *page) update() {
	p.styler.Update()
	p.tree.Update()
}

func (p *page) id(s string) dom.NodeID { return p.ElementByID(p.Atoms.Intern(s)) }

func (p *page) rect(s string) geom.RectF {
	r, _ := p.tree.BoundingClientRect(p.id(s))
	return r
}

func TestBlocks(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0}div{margin:10px 0}</style>
<div id=a style="height:20px"></div><div id=b style="height:30px;width:50%;margin:0 auto"></div>
<div id=c><div id=d style="margin-top:25px;height:5px"></div></div>
<div id=e style="float:right;width:100px;height:40px;margin:0"></div><div id=f style="overflow:hidden;height:10px;margin:0"></div>`)
	for id, want := range map[string]geom.RectF{
		"a": {X: 0, Y: 10, W: 800, H: 20},
		"b": {X: 200, Y: 40, W: 400, H: 30},
		"c": {X: 0, Y: 95, W: 800, H: 5}, // the child's margin goes through
		"d": {X: 0, Y: 95, W: 800, H: 5},
		"e": {X: 700, Y: 110, W: 100, H: 40},
		"f": {X: 0, Y: 110, W: 700, H: 10}, // beside the float
	} {
		if got := p.rect(id); got != want {
			t.Errorf("#%s: %v, want %v", id, got, want)
		}
	}
}

func TestPositioned(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0}</style><div style="height:50px"></div>
<div id=cb style="position:relative;width:200px;height:100px;border:5px solid;padding:7px">
<div id=a style="position:absolute;right:10px;bottom:20px;width:30px;height:40px"></div>
<div id=b style="position:absolute;inset:0;width:50px;height:20px;margin:auto"></div>
<div id=c style="position:fixed;left:1px;top:2px;width:3px;height:4px"></div>
<div id=d style="position:absolute;width:10px;height:10px"></div></div>`)
	for id, want := range map[string]geom.RectF{
		"a": {X: 5 + 214 - 40, Y: 50 + 5 + 114 - 60, W: 30, H: 40},
		"b": {X: 5 + (214-50)/2, Y: 55 + (114-20)/2, W: 50, H: 20},
		"c": {X: 1, Y: 2, W: 3, H: 4},
		"d": {X: 12, Y: 62, W: 10, H: 10}, // static position
	} {
		if got := p.rect(id); got != want {
			t.Errorf("#%s: %v, want %v", id, got, want)
		}
	}
}

func TestScrolling(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0}</style><div id=s style="overflow:auto;width:100px;height:50px;padding:5px">
<div id=k style="height:200px;width:80px"></div></div>`)
	if w, h := p.tree.ScrollSize(p.id("s")); w != 110 || h != 210 {
		t.Errorf("scroll size %v %v, want 110 210", w, h)
	}
	b := p.tree.ScrollBox(p.id("s"))
	p.tree.SetScroll(b, geom.Point{Y: geom.FromInt(1000)})
	if got := p.tree.Scroll(b).Y.Px(); got != 150 {
		t.Errorf("scrolled to %v, want 150", got)
	}
	if got := p.rect("k").Y; got != 5-150 {
		t.Errorf("content at %v, want -145", got)
	}
}

func TestGenerated(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>ol{counter-reset:x}li::before{counter-increment:x;content:"[" counters(x,".") "] "}q::before{content:open-quote}q::after{content:close-quote}</style>
<ol><li>one<ol><li>two</ol><li>three</ol><p><q>out <q>in</q></q>`)
	var b strings.Builder
	p.tree.DumpText(&b)
	for _, want := range []string{"[1] one", "[1.1] two", "[2] three", "“out ‘in’”"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestListNumbers has the numbers that Chromium 156 shows.
func TestListNumbers(t *testing.T) {
	for source, want := range map[string]string{
		`<ol><li value=2147483647>a<li>b<li value=2147483648>c<li value=" 12abc">d<li value=+5>e<li value=-7.9>f</ol>`: "2147483647 2147483647 2147483647 12 5 -7",
		`<ol><li value=-2147483648>a<li>b</ol>`:                                                                          "-2147483648 -2147483647",
		`<ol start=2147483647><li>a<li>b</ol>`:                                                                           "2147483647 2147483647",
		`<ol start=-2147483648 reversed><li>a<li>b<li value=5>c</ol>`:                                                    "-2147483648 -2147483648 5",
		`<ol start=3x><li>a</ol><ol start=99999999999><li>a</ol>`:                                                        "3 1",
		`<ol reversed><li>a<li>b</ol>`:                                                                                   "2 1",
		`<ol reversed><div><li>a</div><li>b<ol><li>c</ol></ol>`:                                                          "2 1 1",
		`<style>li{counter-increment:x 2147483647;list-style:none}li::before{content:counter(x) ". "}</style><li>a<li>b`: "2147483647 2147483647",
	} {
		p := load(t, "<!DOCTYPE html>"+source)
		var b strings.Builder
		p.tree.DumpText(&b)
		var got []string
		for _, m := range regexp.MustCompile(`(-?\d+)\.`).FindAllStringSubmatch(b.String(), -1) {
			got = append(got, m[1])
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s in\n%s", source, s, want, b.String())
		}
	}
}

func TestFormatCounter(t *testing.T) {
	for _, c := range []struct {
		v     int32
		style string
		want  string
	}{
		{3, "decimal", "3"}, {7, "decimal-leading-zero", "07"}, {1994, "upper-roman", "MCMXCIV"}, {4000, "lower-roman", "4000"},
		{28, "lower-alpha", "ab"}, {702, "upper-latin", "ZZ"}, {24, "lower-greek", "ω"}, {15, "hebrew", "טו"}, {12, "arabic-indic", "١٢"},
		{123, "cjk-decimal", "一二三"}, {0, "lower-alpha", "0"}, {1234, "armenian", "ՌՄԼԴ"}, {1996, "georgian", "ჩშჟვ"},
	} {
		if got := layout.FormatCounter(c.v, c.style); got != c.want {
			t.Errorf("%d as %s: %q, want %q", c.v, c.style, got, c.want)
		}
	}
}

func TestTextPlaces(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0;font:20px/1.5 monospace}</style><p id=p style="margin:0;width:200px">  one   two three four five six</p>`)
	n := p.FirstChild(p.id("p"))
	adv := float32(0)
	if r := p.tree.TextRects(nil, n, 2, 3); len(r) != 1 || r[0].X != 0 || r[0].W <= 0 {
		t.Fatalf("first character: %v", r)
	} else {
		adv = r[0].W
	}
	if r := p.tree.TextRects(nil, n, 8, 11); len(r) != 1 || r[0].X < 4*adv-0.1 || r[0].X > 4*adv+0.1 {
		t.Errorf("«two» at %v, want x %v", r, 4*adv)
	}
	if r := p.tree.TextRects(nil, n, 0, len(p.Data(n))); len(r) < 2 || r[1].Y != r[0].Y+30 {
		t.Errorf("whole text: %v", r)
	}
	b := p.tree.Of(p.id("p"))
	if m, at := p.tree.TextAt(b, geom.Point{X: geom.FromPx(4.2 * adv), Y: geom.FromInt(3)}); m != n || p.Data(n)[at] != 't' {
		t.Errorf("character at x %v: node %d, offset %d", 4.2*adv, m, at)
	}
}

func TestEllipsis(t *testing.T) {
	p := load(t, `<!DOCTYPE html><p id=p style="width:100px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">a text that is wider than its box <b>bold</b></p>`)
	b := p.tree.Of(p.id("p"))
	n := 0
	for _, f := range p.tree.Fragments(b) {
		switch f.Kind {
		case layout.FragmentEllipsis:
			n++
			if f.Rect.Right() > geom.FromInt(100) {
				t.Errorf("the ellipsis ends at %v", f.Rect.Right().Px())
			}
			glyphs := 0
			p.tree.TextRuns(&f, func(_ *text.GlyphRun, g []text.Glyph) bool { glyphs += len(g); return true })
			if glyphs != 1 {
				t.Errorf("the ellipsis has %d glyphs", glyphs)
			}
		case layout.FragmentText:
			if f.Rect.X > geom.FromInt(100) && f.Flags&layout.FragmentHidden == 0 {
				t.Error("text beyond the ellipsis is not hidden")
			}
		}
	}
	if n != 1 {
		t.Errorf("%d ellipses", n)
	}
}

// TestIncremental changes a page in many ways and compares each time with a cold layout.
func TestIncremental(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewSource(int64(seed)))
		p := load(t, `<!DOCTYPE html><style>.f{float:left;width:40px}.ib{display:inline-block;padding:2px}.a{position:absolute;right:0;top:3px}
.r{position:relative}.bfc{overflow:hidden}.big{font-size:30px;margin:9px}.clear{clear:both}.hide{display:none}.w{width:50%}.flex{display:flex}.c::before{content:"«" counter(list-item) "»"}
.clamp{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;width:90px}</style>
<body><div id=root class=r><p>some text <b>bold</b> and more</p><div><span>span</span> tail<div class=f>float</div></div><ul><li>one<li>two</ul></div>`)
		root := p.id("root")
		elements := func() (l []dom.NodeID) {
			for n := root; n != 0; n = p.Following(n, root) {
				if p.Kind(n) == dom.KindElement {
					l = append(l, n)
				}
			}
			return l
		}
		texts := func() (l []dom.NodeID) {
			for n := root; n != 0; n = p.Following(n, root) {
				if p.Kind(n).IsText() {
					l = append(l, n)
				}
			}
			return l
		}
		words := []string{"x", "word ", "", " ", "a longer text that may wrap when it is in a narrow box ", "\n", "שלום "}
		classes := []string{"", "f", "ib", "a", "r", "bfc", "big", "clear", "hide", "w", "flex", "c", "clamp"}
		tags := []string{"div", "p", "span", "b", "li", "br", "ul", "table", "td"}
		var log []string
		for step := range 40 {
			for range 1 + rnd.Intn(3) {
				el := elements()
				n := el[rnd.Intn(len(el))]
				switch rnd.Intn(6) {
				case 0:
					if tx := texts(); len(tx) > 0 {
						w := words[rnd.Intn(len(words))]
						x := tx[rnd.Intn(len(tx))]
						p.SetData(x, w)
						log = append(log, fmt.Sprintf("text %d %q", x, w))
					}
				case 1, 2:
					c := classes[rnd.Intn(len(classes))]
					p.SetAttr(n, p.AttrName(atom.Static("class")), c)
					log = append(log, fmt.Sprintf("class %d %q", n, c))
				case 3:
					e := p.CreateElement(p.HTMLName(p.Atoms.Intern(tags[rnd.Intn(len(tags))])))
					p.Append(e, p.CreateText(words[rnd.Intn(len(words))]))
					p.InsertBefore(n, e, p.FirstChild(n))
					log = append(log, fmt.Sprintf("insert <%s> %d in %d", p.Atoms.String(p.LocalName(e)), e, n))
				case 4:
					x := p.CreateText(words[rnd.Intn(len(words))])
					p.Append(n, x)
					log = append(log, fmt.Sprintf("text %d %q into %d", x, p.Data(x), n))
				case 5:
					if n != root && len(el) > 4 {
						p.Remove(n)
						log = append(log, fmt.Sprintf("remove %d", n))
					}
				}
			}
			p.update()
			if diff := p.tree.Verify(); diff != "" {
				t.Fatalf("seed %d, step %d: %s\nafter %s", seed, step, diff, strings.Join(log[max(0, len(log)-6):], "; "))
			}
		}
	}
}

// TestHostile: large and deep input takes bounded time.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	build := func(fill func(d *dom.Document, body dom.NodeID)) *page {
		store := dom.NewStore(atom.NewTable())
		doc := store.NewDocument(true)
		html.Parse(doc, "<!DOCTYPE html><body>")
		fill(doc, doc.Body())
		return lay(t, doc)
	}
	deep := func(tag string) func(d *dom.Document, at dom.NodeID) {
		return func(d *dom.Document, at dom.NodeID) {
			for range 100_000 {
				e := d.CreateElement(d.HTMLName(d.Atoms.Intern(tag)))
				d.Append(at, e)
				at = e
			}
			d.Append(at, d.CreateText("bottom"))
		}
	}
	for name, fill := range map[string]func(d *dom.Document, body dom.NodeID){
		"a word of 10 MB": func(d *dom.Document, body dom.NodeID) { d.Append(body, d.CreateText(strings.Repeat("word", 10<<18))) },
		"10 MB of words":  func(d *dom.Document, body dom.NodeID) { d.Append(body, d.CreateText(strings.Repeat("word ", 10<<18))) },
		"300,000 inline boxes": func(d *dom.Document, body dom.NodeID) {
			for range 300_000 {
				e := d.CreateElement(d.HTMLName(atom.Static("b")))
				d.Append(e, d.CreateText("x "))
				d.Append(body, e)
			}
		},
		"100,000 floats": func(d *dom.Document, body dom.NodeID) {
			for range 100_000 {
				e := d.CreateElement(d.HTMLName(atom.Static("div")))
				d.SetAttr(e, d.AttrName(atom.Static("style")), "float:left;width:5px;height:5px")
				d.Append(body, e)
			}
		},
		"deep div":  deep("div"),
		"deep span": deep("span"),
		"deep li":   deep("li"),
	} {
		t.Run(name, func(t *testing.T) {
			begin := perf.CPUTime()
			p := build(fill)
			if d := perf.CPUTime() - begin; d > 20*time.Second {
				t.Errorf("took %v", d)
			} else {
				t.Logf("%v, %d boxes", d, p.tree.Boxes())
			}
		})
	}
}

// TestHostileSources lays out what takes minutes where anything is quadratic.
func TestHostileSources(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var names strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&names, " c%d", i)
	}
	for name, source := range map[string]string{
		"10,000 counters of 1,000 elements": "<style>div{counter-increment:" + names.String() + "}div::before{content:counter(c1)}</style>" + strings.Repeat("<div></div>", 1000),
		"content of 1,000,000 strings":      "<style>p::before{content:" + strings.Repeat(`"x" `, 1_000_000) + "}</style><p>",
		"20,000 large items, packed densely": "<style>div{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(10,1fr)}p{grid-row:span 500}p:nth-child(2n){grid-column:span 7}</style>" +
			"<div>" + strings.Repeat("<p>x</p>", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			begin := perf.CPUTime()
			load(t, "<!DOCTYPE html>"+source)
			if d := perf.CPUTime() - begin; d > 20*time.Second {
				t.Errorf("took %v", d)
			} else {
				t.Logf("%v", d)
			}
		})
	}
}

// TestDensePacking compares places of a dense grid with those that the specification's steps give one cell after the other.
func TestDensePacking(t *testing.T) {
	rnd := rand.New(rand.NewSource(5))
	for range 40 {
		type item struct{ rows, columns, column int } // column: from 1, or 0
		items := make([]item, 1+rnd.Intn(60))
		var b strings.Builder
		b.WriteString("<!DOCTYPE html><style>div{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(6,10px);grid-auto-rows:10px}</style><div>")
		for i := range items {
			it := &items[i]
			it.rows, it.columns = 1+rnd.Intn(3)*rnd.Intn(20), 1+rnd.Intn(6)
			at := "auto"
			if rnd.Intn(4) == 0 {
				it.column = 1 + rnd.Intn(7-it.columns)
				at = fmt.Sprint(it.column)
			}
			fmt.Fprintf(&b, `<p id=i%d style="margin:0;grid-row:span %d;grid-column:%s/span %d">`, i, it.rows, at, it.columns)
		}
		p := load(t, b.String())
		taken := map[[2]int]bool{}
		for i, it := range items {
			row, column := 0, 0
			fits := func() bool {
				for y := range it.rows {
					for x := range it.columns {
						if taken[[2]int{row + y, column + x}] {
							return false
						}
					}
				}
				return true
			}
		search:
			for row = 0; ; row++ {
				for column = 0; column+it.columns <= 6; column++ {
					if (it.column == 0 || it.column == column+1) && fits() {
						break search
					}
				}
			}
			for y := range it.rows {
				for x := range it.columns {
					taken[[2]int{row + y, column + x}] = true
				}
			}
			r := p.rect(fmt.Sprintf("i%d", i))
			if x, y := int(r.X-8)/10, int(r.Y-8)/10; x != column || y != row {
				t.Fatalf("item %d at row %d, column %d, want %d, %d in %s", i, y, x, row, column, b.String())
			}
		}
	}
}

// TestInlineAroundBlocks has heights that Chromium 156 gives inline boxes with blocks inside.
func TestInlineAroundBlocks(t *testing.T) {
	for source, want := range map[string]float32{
		// Lines before and after the block are there where the edge of that side is.
		`c<span style="margin-left:5px"><div>b</div></span>`:                     38,
		`<span style="margin-left:5px"><div>b</div></span>`:                      38,
		`<span style="margin-right:5px"><div>b</div></span>`:                     38,
		`<span style="border:3px solid"><div>b</div></span>`:                     57,
		`<span style="padding-right:5px;margin-right:-5px"><div>b</div></span>`:  38,
		`c<span style="line-height:40px"><p style="line-height:1">b</p></span>d`: 96,
		// The same, where the order of the line is visual: display:inline of a div isolates.
		`elit<div style="display:inline;line-height:40px">elit <div style="line-height:1">b</div></div>amet`: 96,
		`elit<div style="display:inline;line-height:40px"><div style="line-height:1">b</div></div>amet`:      96,
	} {
		p := load(t, `<!DOCTYPE html><style>body{margin:0;font:16px/19px sans-serif}p{margin:0}</style><body><div id=a>`+source+`</div>`)
		if got := p.rect("a").H; got != want {
			t.Errorf("%s: %v, want %v", source, got, want)
		}
	}
}

// TestCountersIncremental: the text of a counter is written when boxes are made, and what is around it can change afterwards.
func TestCountersIncremental(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>p{counter-increment:x;float:left}p::before{content:counter(x)}</style><p id=p>a</p>`)
	before := p.rect("p").W
	p.SetData(p.FirstChild(p.id("p")), "a much longer text")
	p.update()
	if after := p.rect("p").W; after < 5*before {
		t.Errorf("%v wide, was %v with one letter", after, before)
	}
	if diff := p.tree.Verify(); diff != "" {
		t.Error(diff)
	}
}

// TestBuiltAnew: nothing that waits for an incremental pass outlives the boxes that it names.
func TestBuiltAnew(t *testing.T) {
	p := load(t, `<!DOCTYPE html><div id=c>`+strings.Repeat("<p>x</p>", 40)+`</div><div style="position:relative"><div id=b><i style="position:absolute">y</i><b>z</b></div></div>`)
	for c := p.FirstChild(p.id("c")); c != 0; c = p.FirstChild(p.id("c")) {
		p.Remove(c)
	}
	p.InsertBefore(p.id("b"), p.CreateElement(p.HTMLName(atom.Static("p"))), p.FirstChild(p.id("b")))
	p.tree.FontsChanged() // all are made anew
	p.update()
	p.Append(p.id("b"), p.CreateText("more"))
	p.update()
	if diff := p.tree.Verify(); diff != "" {
		t.Error(diff)
	}
}

// TestInvalidateDetached: what is not in the document makes no work.
func TestInvalidateDetached(t *testing.T) {
	p := load(t, `<!DOCTYPE html><p>x</p>`)
	p.update()
	apart, img := p.CreateElement(p.HTMLName(atom.Static("p"))), p.CreateElement(p.HTMLName(atom.Static("img")))
	p.Append(apart, img)
	p.tree.ClearChanges()
	p.tree.Invalidate(img)
	p.update()
	if l := p.tree.Changes(); len(l) > 0 {
		t.Errorf("%d changes for an image that is not in the document", len(l))
	}
}

// TestListOptions: options of a list may be inline, or have no boxes: they are on lines then, as in Chromium.
func TestListOptions(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>select{font:13.3333px Arial}</style><select id=s size=4><option style="display:contents">x<option id=y style="display:inline">y<option id=z>z</select>
<select id=c size=4><option style="display:contents">x</select>`)
	s, y, z := p.rect("s"), p.rect("y"), p.rect("z")
	if y.X <= s.X+1 || z.X != s.X+1 || z.Y != y.Y+15 {
		t.Errorf("options at %v and %v in %v", y, z, s)
	}
}

// TestRootElements: any element may be the document's.
func TestRootElements(t *testing.T) {
	for _, tag := range []string{"br", "wbr", "option", "select", "input", "img", "rt", "col", "tr", "td", "legend", "li", "slot", "p"} {
		doc := dom.NewStore(atom.NewTable()).NewDocument(true)
		e := doc.CreateElement(doc.HTMLName(doc.Atoms.Intern(tag)))
		doc.Append(e, doc.CreateText("text"))
		doc.Append(doc.Node, e)
		p := lay(t, doc)
		p.Append(e, p.CreateText("more"))
		p.update()
		if diff := p.tree.Verify(); diff != "" {
			t.Errorf("<%s>: %s", tag, diff)
		}
	}
}
