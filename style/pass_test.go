package style

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/perf"
)

// TestP10k compares what Chromium says of each element of a page with 2,000 rules.
func TestP10k(t *testing.T) {
	page := string(shared(t, "pages/p10k.html"))
	zr, err := gzip.NewReader(bytes.NewReader(shared(t, "pages/chromium/p10k.geometry.json.gz")))
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Elements []map[string]any `json:"elements"`
	}
	if err := json.NewDecoder(zr).Decode(&want); err != nil {
		t.Fatal(err)
	}
	doc, s := load(t, page)
	s.Update()
	i, bad := 0, 0
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) != dom.KindElement {
			continue
		}
		if i >= len(want.Elements) {
			t.Fatalf("more elements than %d", len(want.Elements))
		}
		w := want.Elements[i]
		i++
		for prop, key := range map[string]string{"display": "display", "position": "position", "font-size": "fontSize", "line-height": "lineHeight", "color": "color"} {
			v, ok := w[key]
			if !ok {
				continue
			}
			got := s.ComputedText(n, PseudoNone, prop, nil)
			if str, ok := v.(string); ok && str != got {
				if bad++; bad < 10 {
					t.Errorf("element %d %v: %s is %q, Chromium has %q", i-1, w["tag"], prop, got, str)
				}
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d values differ", bad)
	}
	var r perf.Report
	s.ReportMemory(&r, "w")
	for _, row := range r.Rows {
		t.Logf("%s %d", row.Path, row.Amount)
	}
	if n := r.SumUnder("w/style/computed-values"); n > 4<<20 {
		t.Errorf("computed values take %d bytes", n)
	}
}

// TestGenerated checks that properties_gen.go is what properties.txt gives.
func TestGenerated(t *testing.T) {
	want, err := exec.Command("go", "run", "./internal/propgen", "-o", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("properties_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("properties_gen.go is stale: run go generate ./style")
	}
}

const fuzzSheet = `
.a { color: red } .b .a { color: green; font-size: 2em } .c > .d { display: flex } #x .a { margin: 1em }
.a + .b { padding: 3px } .a ~ .c { border: 1px solid } div:first-child { width: 10px } div:last-child { height: 10px }
div:nth-child(2n) { top: 1px } .c:empty { left: 2px } [title] { right: 3px } [title="v"] .d { bottom: 4px }
.d { display: none } .e { display: contents; --v: 3px } .e .a { width: var(--v) } div:hover { color: blue } div:hover .b { order: 2 }
.b::before { content: "x"; color: inherit } .a { border-color: inherit } .a .b { float: left; position: absolute }
.c:not(.a) { opacity: .5 } .d:is(.a, .b) > div { z-index: 3 } div:nth-last-child(3) { flex-grow: 2 } .b:has(> .c) { row-gap: 5px }
p:only-child { column-gap: 3px } div:first-of-type { text-indent: 4px } .c { font-family: monospace } .a { overflow: hidden inherit }
`

// TestPartialEqualsFull mutates a tree at random and compares each partial pass with a cold one.
func TestPartialEqualsFull(t *testing.T) {
	for seed := int64(0); seed < 6; seed++ {
		rnd := rand.New(rand.NewSource(seed))
		var b strings.Builder
		fmt.Fprintf(&b, "<!DOCTYPE html><style>%s</style><body>", fuzzSheet)
		for i := 0; i < 40; i++ {
			fmt.Fprintf(&b, "<div class='%c'>", 'a'+rune(rnd.Intn(5)))
			if rnd.Intn(3) > 0 {
				b.WriteString("<p>x</p></div>")
			}
		}
		doc, s := load(t, b.String())
		s.Update()
		body := doc.Body()
		class, id, title, styleName := doc.AttrName(atomClassAttr), doc.AttrName(atomIDAttr), doc.AttrName(doc.Atoms.Intern("title")), doc.AttrName(atomStyleAttr)
		pick := func() dom.NodeID {
			var all []dom.NodeID
			for n := doc.Following(body, body); n != 0; n = doc.Following(n, body) {
				if doc.Kind(n) == dom.KindElement {
					all = append(all, n)
				}
			}
			if len(all) == 0 {
				return body
			}
			return all[rnd.Intn(len(all))]
		}
		for step := 0; step < 120; step++ {
			for k := rnd.Intn(3); k >= 0; k-- {
				n := pick()
				switch rnd.Intn(9) {
				case 0, 1:
					var c []string
					for i := rnd.Intn(3); i >= 0; i-- {
						c = append(c, string('a'+rune(rnd.Intn(5))))
					}
					doc.SetAttr(n, class, strings.Join(c, " "))
				case 2:
					doc.SetAttr(n, id, []string{"x", "y", ""}[rnd.Intn(3)])
				case 3:
					doc.SetAttr(n, title, []string{"v", "w"}[rnd.Intn(2)])
				case 4:
					if n != body {
						doc.Remove(n)
					}
				case 5:
					doc.Append(n, doc.CreateElement(doc.HTMLName(doc.Atoms.Intern([]string{"div", "p"}[rnd.Intn(2)]))))
				case 6:
					doc.SetState(n, dom.StateHover, rnd.Intn(2) == 0)
				case 7:
					doc.SetAttr(n, styleName, []string{"color: teal", "font-size: 20px; --v: 9px", "display: block", ""}[rnd.Intn(4)])
				case 8:
					if m := pick(); m != n && n != body && !doc.Contains(n, m) {
						doc.Remove(n)
						doc.InsertBefore(m, n, doc.FirstChild(m))
					}
				}
			}
			s.Update()
			s.ClearChanges()
			if diff := s.Verify(); diff != "" {
				t.Fatalf("seed %d step %d: %s", seed, step, diff)
			}
		}
	}
}

// TestParallel runs the parallel pass; with -race it is the proof that workers share nothing they write.
func TestParallel(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><style>%s</style><body>", fuzzSheet)
	for i := 0; i < 3000; i++ {
		fmt.Fprintf(&b, "<div class='%c' title=v style='width:%dpx'><p class=a lang=en>x</p></div>", 'a'+rune(i%5), i%7)
	}
	doc, s := load(t, b.String())
	s.Update()
	one := New(doc)
	one.maxWorkers = 1
	one.SetSheets(s.sheets)
	one.Update()
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		x, y := s.Style(n), one.Style(n)
		if (x == nil) != (y == nil) {
			t.Fatalf("node %d", n)
		}
		if x != nil {
			if d := diffRecords(x, y); d != "" {
				t.Fatalf("node %d: %s", n, d)
			}
		}
	}
}

// BenchmarkRebuild is a frame of nodes10k: 2,500 li > span + b made again.
func BenchmarkRebuild(b *testing.B) {
	doc, s := load(b, `<!DOCTYPE html><style>body{margin:0;font:12px/1.2 sans-serif}ul{margin:0;padding:0;column-count:6}li{list-style:none}b{font-weight:bold}</style><ul></ul>`)
	ul := doc.FirstElementChild(doc.Body())
	li, span, bold := doc.HTMLName(internStatic("li")), doc.HTMLName(internStatic("span")), doc.HTMLName(internStatic("b"))
	s.Update()
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for c := doc.FirstChild(ul); c != 0; c = doc.FirstChild(ul) {
			doc.Remove(c)
			doc.DestroyTree(c)
		}
		for range 2500 {
			l := doc.CreateElement(li)
			doc.Append(l, doc.CreateElement(span))
			doc.Append(l, doc.CreateElement(bold))
			doc.Append(ul, l)
		}
		b.StartTimer()
		s.Update()
		s.ClearChanges()
	}
}

// Among declarations of equal specificity the one whose scoping root is nearer wins, whatever their order.
// https://drafts.csswg.org/css-cascade-6/#cascade-proximity
func TestScopeProximity(t *testing.T) {
	d, s := load(t, `<!DOCTYPE html><style>
		@scope (.light) { :scope p { color: rgb(1, 1, 1) } p { background-color: rgb(1, 1, 1) } }
		@scope (.dark) { :scope p { color: rgb(2, 2, 2) } p { background-color: rgb(2, 2, 2) } }
		@scope (.light) { p { border-top-color: rgb(3, 3, 3) } } p { border-top-color: rgb(4, 4, 4) }
		@scope (.light) { @scope (.dark) { p { border-left-color: rgb(5, 5, 5) } } }
		</style><div class=light><p id=a>x</p><div class=dark><p id=b>x</p><div class=light><p id=c>x</p></div></div></div><div class=dark><p id=d>x</p></div>`)
	for id, want := range map[string]string{
		"a": "rgb(1, 1, 1) rgb(1, 1, 1) rgb(3, 3, 3) rgb(1, 1, 1)",
		"b": "rgb(2, 2, 2) rgb(2, 2, 2) rgb(3, 3, 3) rgb(5, 5, 5)",
		"c": "rgb(1, 1, 1) rgb(1, 1, 1) rgb(3, 3, 3) rgb(5, 5, 5)",
		"d": "rgb(2, 2, 2) rgb(2, 2, 2) rgb(4, 4, 4) rgb(2, 2, 2)",
	} {
		got := ""
		for _, p := range []string{"color", "background-color", "border-top-color", "border-left-color"} {
			got = strings.TrimSpace(got + " " + s.ComputedText(byID(t, d, id), PseudoNone, p, nil))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
