package style

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// FuzzDeclarations: any text is read without a panic, computes, and its serialization reads as itself.
func FuzzDeclarations(f *testing.F) {
	text, _ := os.ReadFile("testdata/chromium156.json")
	var cases [][5]string
	if err := json.Unmarshal(text, &cases); err != nil {
		f.Fatal(err)
	}
	for _, c := range cases {
		f.Add(c[0] + ":" + c[1])
	}
	f.Add("--a:var(--b);--b:var(--a);width:var(--a,3px);margin:var(--a) env(safe-area-inset-top)")
	doc := dom.NewStore(atom.NewTable()).NewDocument(true)
	root := doc.CreateElement(doc.HTMLName(internStatic("html")))
	doc.Append(doc.Node, root)
	s := New(doc)
	s.maxWorkers = 1
	style := doc.AttrName(atomStyleAttr)
	f.Fuzz(func(t *testing.T, text string) {
		b := ParseDeclBlock(text, doc.Atoms)
		once := b.Text()
		twice := ParseDeclBlock(once, doc.Atoms).Text()
		if thrice := ParseDeclBlock(twice, doc.Atoms).Text(); thrice != twice {
			t.Errorf("%q gives %q, then %q", text, twice, thrice)
		}
		doc.SetAttr(root, style, text)
		s.Update()
		for _, n := range ComputedNames() {
			s.ComputedText(root, PseudoNone, n, nil)
		}
		s.ClearChanges()
	})
}

func TestQueries(t *testing.T) {
	doc, _ := load(t, `<!DOCTYPE html><body><div id=a class="x y"><p class=x>1</p><p>2<b title=Q></b></p><p class=y>3</p></div><ul><li><li class=x><li></ul>`)
	for _, c := range []struct {
		sel   string
		count int
	}{
		{"p", 3}, {".x", 3}, {"#a", 1}, {"#a > .x", 1}, {"p + p", 2}, {"p ~ .y", 1}, {"li:nth-child(odd)", 2}, {"li:nth-last-child(1)", 1}, {"*", 12},
		{"p:has(b)", 1}, {":is(#a, ul) > :first-child", 2}, {"p:not(.x)", 2}, {"[title=q i]", 1}, {"[title=q]", 0}, {"b:empty", 1}, {"li:nth-child(2 of li)", 1},
		{"div .x, ul .x", 2}, {":root", 1}, {"p:only-child", 0}, {"p:last-of-type", 1}, {"div:has(> p + p)", 1}, {"body:has(li.x) div", 1},
	} {
		sel, list, ok := css.ParseSelectorList(c.sel, doc.Atoms, nil)
		if !ok {
			t.Errorf("%s does not parse", c.sel)
			continue
		}
		all := QuerySelectorAll(nil, doc, doc.Node, sel, list)
		if len(all) != c.count {
			t.Errorf("%s: %d elements, want %d", c.sel, len(all), c.count)
		}
		first := QuerySelector(doc, doc.Node, sel, list)
		if len(all) > 0 && first != all[0] || len(all) == 0 && first != 0 {
			t.Errorf("%s: the first is %d of %v", c.sel, first, all)
		}
		for _, n := range all {
			if !Matches(doc, n, sel, list, 0) {
				t.Errorf("%s does not match node %d", c.sel, n)
			}
		}
	}
	sel, list, _ := css.ParseSelectorList("div .x", doc.Atoms, nil)
	dst := make([]dom.NodeID, 0, 16)
	if n := testing.AllocsPerRun(20, func() { dst = QuerySelectorAll(dst[:0], doc, doc.Node, sel, list) }); n > 0 {
		t.Errorf("a query allocates %v times", n)
	}
}
