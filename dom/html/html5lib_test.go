package html_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/tests/conformance/html5lib"
)

// suites is the folder of the suites' data; the test is skipped without it.
func suites(t testing.TB) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "suites", "html5lib")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the html5lib data is not there: set NISO_SHARED")
	}
	return dir
}

func TestHTML5LibTokenizer(t *testing.T) {
	passed, total, failures := html5lib.RunTokenizer(filepath.Join(suites(t), "tokenizer"))
	t.Logf("html5lib tokenizer: %d passed of %d", passed, total)
	if passed < 6810 {
		report(t, failures)
	}
}

// TestHTML5LibTree has the inputs parsed whole, byte by byte and in pieces of seven bytes.
func TestHTML5LibTree(t *testing.T) {
	html5lib.Script = runKnownScript
	defer func() { html5lib.Script, html5lib.Chunk = nil, 0 }()
	for _, html5lib.Chunk = range []int{0, 1, 7} {
		passed, total, failures := html5lib.RunTree(filepath.Join(suites(t), "tree-construction"))
		t.Logf("html5lib tree construction, pieces of %d: %d passed of %d", html5lib.Chunk, passed, total)
		if passed < 1796 {
			report(t, failures)
		}
	}
}

// runKnownScript does what the scripts of the suite do, as there is no script engine below this package.
func runKnownScript(p *html.Parser, d *dom.Document, el dom.NodeID) {
	switch string(d.TextContent(nil, el)) {
	case `document.getElementById("A").id = "B"`:
		d.SetAttr(d.ElementByID(d.Atoms.Intern("A")), d.AttrName(atom.Static("id")), "B")
	case `document.getElementsByTagName("font")[2].setAttribute("size", "5");`:
		n := d.Node
		for range 3 {
			for n = d.Following(n, d.Node); !d.IsHTMLElement(n, atom.Static("font")); n = d.Following(n, d.Node) {
			}
		}
		d.SetAttr(n, d.AttrName(atom.Static("size")), "5")
	case `document.write("2")`, `document.write('2')`:
		p.DocumentWrite("2")
	case `document.write('3')`:
		p.DocumentWrite("3")
	case `document.write("<script>document.write('2')</scr"+ "ipt><script>document.write('3')</scr" + "ipt>")`:
		p.DocumentWrite("<script>document.write('2')</script><script>document.write('3')</script>")
	}
}

func report(t *testing.T, failures []string) {
	for i, f := range failures {
		if i == 20 {
			t.Errorf("… and %d more", len(failures)-i)
			break
		}
		t.Error(f)
	}
}
