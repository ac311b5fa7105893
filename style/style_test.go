package style

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// load parses html and makes a styler with the text of its style elements as author sheets.
func load(t testing.TB, text string) (*dom.Document, *Styler) {
	t.Helper()
	doc := dom.NewStore(atom.NewTable()).NewDocument(true)
	html.Parse(doc, text)
	s := New(doc)
	s.SetSheets(sheetsOf(doc))
	return doc, s
}

func sheetsOf(doc *dom.Document) []*Sheet {
	var list []*Sheet
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) == dom.KindElement && doc.IsHTMLElement(n, atomStyleEl) {
			src := doc.TextContent(nil, n)
			list = append(list, &Sheet{CSS: css.ParseSheet(src, css.Options{Atoms: doc.Atoms}), Origin: OriginAuthor, Owner: n})
		}
	}
	return list
}

func shared(t testing.TB, path string) []byte {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	b, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	return b
}

func TestInitialValues(t *testing.T) {
	initValues()
}

func BenchmarkFullPass(b *testing.B) {
	page := string(shared(b, "pages/p10k.html"))
	doc, s := load(b, page)
	s.Update()
	if doc.Live() < 10000 {
		b.Fatal("not parsed")
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, sh := range s.sheets {
			s.SheetChanged(sh)
		}
		s.Update()
		s.ClearChanges()
	}
}

func BenchmarkColdPass(b *testing.B) {
	page := string(shared(b, "pages/p10k.html"))
	doc, s := load(b, page)
	sheets := s.sheets
	b.ReportAllocs()
	for b.Loop() {
		s := New(doc)
		s.SetSheets(sheets)
		s.Update()
	}
}
