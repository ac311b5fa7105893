package style

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style/css"
)

// TestLongSiblings compares what the caches of long lists of siblings give, in one pass over all elements, with what each element
// gives alone, and that with a count by hand.
func TestLongSiblings(t *testing.T) {
	rnd := rand.New(rand.NewSource(3))
	var b strings.Builder
	for k := range 200 {
		tag := []string{"p", "i", "b"}[rnd.Intn(3)]
		fmt.Fprintf(&b, "<%s class=c%d>", tag, rnd.Intn(6))
		if k%40 == 7 {
			for range 50 {
				fmt.Fprintf(&b, "<q class=c%d></q>", rnd.Intn(6))
			}
		}
		fmt.Fprintf(&b, "</%s>", tag)
	}
	doc, _ := load(t, "<body><div>"+b.String()+"</div>")
	for _, text := range []string{
		":nth-child(3n+1)", ":nth-last-child(3n+1)", "p:nth-of-type(2n)", "*:nth-of-type(5n+2)", "*:nth-last-of-type(4n+1)", ":nth-child(2n of .c1)",
		":nth-last-child(3n+2 of .c1, .c2)", ".c0 ~ .c1", ".c0:first-child ~ *", ".c3 + .c4 ~ p", "p > .c5 ~ q", ".c0 ~ .c1 ~ .c2 > q", ".zz ~ p",
		"div:has(.c1) *", ":has(~ .c1)", ":has(+ .c2)", ":has(> .c3)", ":has(.c4)", ":has(.zz)", ":not(:has(~ .c5))",
	} {
		sel, list, ok := css.ParseSelectorList(text, doc.Atoms, nil)
		if !ok {
			t.Fatal(text)
		}
		all := map[dom.NodeID]bool{}
		q := newMatcher(doc, sel, 0, 0)
		q.steps = havingAfter + 1 // the sets from the first one on
		for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
			if doc.Kind(n) == dom.KindElement {
				all[n] = q.matchList(list, n)
			}
		}
		found := 0
		for n, got := range all {
			m := newMatcher(doc, sel, 0, 0)
			if want := m.matchList(list, n); want != got {
				t.Errorf("%s on node %d: %v in a pass, %v alone", text, n, got, want)
			}
			if got {
				found++
			}
		}
		if (found == 0) != (strings.Contains(text, "zz")) {
			t.Errorf("%s matches %d elements", text, found)
		}
	}
	// by hand
	sel, list, _ := css.ParseSelectorList("div > p:nth-of-type(2n)", doc.Atoms, nil)
	got, i, want := len(QuerySelectorAll(nil, doc, doc.Node, sel, list)), 0, 0
	div := QuerySelector(doc, doc.Node, mustParse(t, doc, "div"), 1)
	for c := doc.FirstElementChild(div); c != 0; c = doc.NextElement(c) {
		if doc.Atoms.String(doc.LocalName(c)) == "p" {
			if i++; i%2 == 0 {
				want++
			}
		}
	}
	if got != want || want == 0 {
		t.Errorf("%d even paragraphs, want %d", got, want)
	}
}

func mustParse(t *testing.T, doc *dom.Document, text string) *css.Selectors {
	sel, list, ok := css.ParseSelectorList(text, doc.Atoms, nil)
	if !ok || list != 1 {
		t.Fatalf("%s: list %d, %v", text, list, ok)
	}
	return sel
}

// TestHostileSheets styles what takes minutes where anything is quadratic or worse.
func TestHostileSheets(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	for name, page := range map[string]string{
		"layers":           "<style>" + many(50_000, func(i int) string { return fmt.Sprintf("@layer l%d{p{color:red}}", i) }) + "</style><p>",
		"layers in layers": "<style>@layer " + many(50_000, func(i int) string { return fmt.Sprintf("l%d.", i) }) + "x;</style><p>",
		"nth of": "<style>" + many(50, func(i int) string { return fmt.Sprintf(":nth-child(3n+%d of .x){color:red}", i) }) + "</style>" +
			strings.Repeat("<p class=x></p>", 5000),
		"nth of type":    "<style>*:nth-of-type(2n), *:nth-last-of-type(3n){color:red}</style>" + strings.Repeat("<p></p><i></i>", 20_000),
		"siblings":       "<style>.q ~ p, i + .q ~ p, i:first-child ~ p{color:red}</style><i></i>" + strings.Repeat("<p></p>", 40_000),
		"has":            "<style>div:has(~ .zz), :has(.zz) p, div:has(+ .zz){color:red}</style>" + strings.Repeat("<div></div>", 40_000),
		"lists in lists": "<style>" + strings.Repeat(":is(", 8) + ".zz" + strings.Repeat(" div)", 8) + "{color:red}</style>" + strings.Repeat("<div>", 400),
		"nested rules":   "<style>p" + strings.Repeat("{&, & &", 40) + "{color:red}" + strings.Repeat("}", 40) + "</style><p><i>",
		"order":          "<style>" + strings.Repeat("p{top:0}", 50_000) + strings.Repeat("*{left:0}", 50_000) + "</style><p>",
	} {
		start := time.Now()
		doc, s := load(t, page)
		s.Update()
		_ = doc
		// A hundred times what it takes on a fast machine; without the care it is thousands.
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s takes %v", name, d)
		} else {
			t.Logf("%s %v", name, d)
		}
	}
}
