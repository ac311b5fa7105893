package layout_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/layout"
)

// TestContainersIncremental changes pages of flex and grid containers, tables and columns at random, and compares each time with a
// cold layout.
func TestContainersIncremental(t *testing.T) {
	seeds := 30
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		rnd := rand.New(rand.NewSource(int64(seed)))
		p := load(t, `<!DOCTYPE html><style>.fx{display:flex;flex-wrap:wrap;gap:3px;align-items:baseline}.col{display:flex;flex-direction:column}
.g{display:grid;grid-template-columns:1fr auto 50px;gap:2px 5px}.dense{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(3,1fr)}
.sp{grid-column:span 2;flex-grow:1}.cc{columns:3;column-gap:5px}.t{display:table;border-collapse:collapse;border:1px solid}
.cell{display:table-cell;border:3px solid;vertical-align:baseline}.big{font-size:30px;margin:5px}.a{position:absolute;right:0}.r{position:relative}
.h{height:100px}.w{width:50%}.all{column-span:all}.hide{display:none}.ar{aspect-ratio:2}.end{align-self:end;margin:auto}.sub{display:grid;grid-template:subgrid/subgrid;grid-column:1/-1}</style>
<body><div id=root class=r><div class=fx><p>some text</p><p>more text <b>bold</b></p></div><div class=g><i>1</i><i>2</i><i>3</i><i>4</i></div>
<table><tr><td>a<td>b<tr><td colspan=2>wide cell</table><div class=cc><p>one two three four five six seven</p><p>eight nine ten</p></div></div>`)
		root := p.id("root")
		list := func(in func(n dom.NodeID) bool) (l []dom.NodeID) {
			for n := root; n != 0; n = p.Following(n, root) {
				if in(n) {
					l = append(l, n)
				}
			}
			return l
		}
		words := []string{"x", "word ", "", " ", "a longer text that may wrap when it is in a narrow box "}
		classes := []string{"", "fx", "col", "g", "dense", "sp", "cc", "t", "cell", "big", "a", "r", "h", "w", "all", "hide", "ar", "end", "sub"}
		tags := []string{"div", "p", "span", "table", "tr", "td", "th", "caption", "button"}
		var log []string
		for step := range 30 {
			for range 1 + rnd.Intn(3) {
				el := list(func(n dom.NodeID) bool { return p.Kind(n) == dom.KindElement })
				n := el[rnd.Intn(len(el))]
				switch rnd.Intn(6) {
				case 0:
					if tx := list(func(n dom.NodeID) bool { return p.Kind(n).IsText() }); len(tx) > 0 {
						x := tx[rnd.Intn(len(tx))]
						p.SetData(x, words[rnd.Intn(len(words))])
						log = append(log, fmt.Sprintf("text %d %q", x, p.Data(x)))
					}
				case 1, 2:
					c := classes[rnd.Intn(len(classes))]
					p.SetAttr(n, p.AttrName(atom.Static("class")), c)
					log = append(log, fmt.Sprintf("class %d %q", n, c))
				case 3, 4:
					e := p.CreateElement(p.HTMLName(p.Atoms.Intern(tags[rnd.Intn(len(tags))])))
					p.Append(e, p.CreateText(words[rnd.Intn(len(words))]))
					p.InsertBefore(n, e, p.FirstChild(n))
					log = append(log, fmt.Sprintf("insert <%s> %d in %d", p.Atoms.String(p.LocalName(e)), e, n))
				case 5:
					if n != root && len(el) > 6 {
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

// hostile lays out a page within a time that only runaway work exceeds.
func hostile(t *testing.T, name, source string) *page {
	t.Helper()
	start := perf.CPUTime()
	p := load(t, source)
	if d := perf.CPUTime() - start; d > 20*time.Second {
		t.Errorf("%s: %v", name, d)
	} else {
		t.Logf("%s: %v", name, d)
	}
	return p
}

func TestContainersHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, kind := range []string{"flex", "flex;flex-direction:column", "grid", "table", "inline-flex", "flex;columns:2", "block;columns:2"} {
		hostile(t, "nested "+kind, `<!DOCTYPE html><style>div{display:`+kind+`}</style>`+strings.Repeat("<div>", 100000))
	}
	hostile(t, "nested row and column", `<!DOCTYPE html><style>a{display:flex}b{display:flex;flex-direction:column}</style>`+strings.Repeat("<a><b>", 1000)+"x")
	hostile(t, "50,000 columns", `<!DOCTYPE html><style>#g{display:grid;grid-auto-flow:column}</style><div id=g>`+strings.Repeat("<i>x</i>", 50000))
	p := hostile(t, "repeat(100000,1px)", `<!DOCTYPE html><style>#g{display:grid;grid-template-columns:repeat(100000,1px)}#a{grid-column:99999}#b{grid-column:1/-1;grid-row:2}</style><div id=g><p id=a></p><p id=b></p>`)
	if r := p.rect("b"); r.W != 100000 {
		t.Errorf("an item across 100,000 columns is %v wide", r.W)
	}
	hostile(t, "far lines", `<!DOCTYPE html><style>#g{display:grid;grid-auto-flow:dense}p{margin:0}</style><div id=g><p style="grid-column:9000000/span 1000000;grid-row:-9000000"></p><p style="grid-column:span 1000000"></p>`+strings.Repeat(`<p style="grid-row:span 1000000"></p>`, 20))
	hostile(t, "spans", `<!DOCTYPE html><style>#g{display:grid}p{margin:0;grid-column:span 100000}</style><div id=g>`+strings.Repeat(`<p>x</p>`, 100))
	hostile(t, "table spans", `<!DOCTYPE html><table style="border-collapse:collapse" border=1>`+strings.Repeat(`<tr><td colspan=1000 rowspan=65534>x<td colspan=1000>y`, 500)+`</table>`)
	hostile(t, "columns", `<!DOCTYPE html><div style="columns:100000;height:1px;column-fill:auto">`+strings.Repeat(`<p>x</p>`, 2000)+`<div style="height:1000000px"></div></div>`)
}

func TestCollapsedBorders(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0}td{padding:0;width:20px;height:10px}</style>
<table id=t style="border-collapse:collapse"><tr><td id=a style="border:2px solid"><td id=b style="border:6px solid"><tr><td><td style="border:hidden"></table>`)
	b := p.tree.Of(p.id("t"))
	cell := p.tree.Of(p.id("b"))
	if !p.tree.Collapses(b) || !p.tree.Collapses(cell) {
		t.Fatal("borders do not collapse")
	}
	if got := p.tree.Border(cell); got != (geom.Edges{Top: 3 * geom.One, Right: 3 * geom.One, Left: 3 * geom.One}) {
		t.Errorf("half of the borders around the wide cell: %v", got)
	}
	n, hidden := 0, 0
	p.tree.CollapsedBorders(b, func(c layout.CollapsedBorder) bool {
		n++
		if c.Vertical && c.Rect.W == 6*geom.One {
			hidden++
			if c.Box != cell || c.Side != layout.SideLeft && c.Side != layout.SideRight {
				t.Errorf("a wide border is side %d of box %d", c.Side, c.Box)
			}
		}
		return true
	})
	if n != 6 || hidden != 2 {
		t.Errorf("%d pieces, %d of them wide and vertical", n, hidden)
	}
}

func TestColumnFragments(t *testing.T) {
	p := load(t, `<!DOCTYPE html><style>body{margin:0}p{margin:0;font:10px/20px monospace;border:1px solid}</style>
<div id=c style="width:310px;columns:3;column-gap:5px;column-rule:1px solid"><p id=p>a<br>b<br>c<br>d<br>e<br>f</div>`)
	b := p.tree.Of(p.id("p"))
	if l := p.tree.ColumnFragments(b); len(l) != 3 {
		t.Fatalf("%d fragments", len(l))
	}
	if r := p.tree.ClientRects(nil, p.id("p")); len(r) != 3 || r[1].X != 105 || r[0].Y != 0 || r[2].X != 210 {
		t.Errorf("rectangles %v", r)
	}
	n := 0
	p.tree.ColumnRules(p.tree.Of(p.id("c")), func(r geom.Rect) bool {
		if n++; r.W != geom.One || r.X != geom.FromPx(102) && r.X != geom.FromPx(207) {
			t.Errorf("rule at %v", r)
		}
		return true
	})
	if n != 2 {
		t.Errorf("%d rules", n)
	}
}
