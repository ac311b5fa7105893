package geometry

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/tests/conformance/taffysuite"
	"github.com/niso-engine/niso/text"
)

func benchPage(b *testing.B, name string) *taffysuite.Page {
	src, err := os.ReadFile(filepath.Join(shared(b), "pages", name))
	if err != nil {
		b.Skip(err)
	}
	p := taffysuite.Load(string(src), 1280, 800, text.Default(), layout.Options{})
	b.Cleanup(p.Close)
	return p
}

func perBox(b *testing.B, t *layout.Tree) {
	var r perf.Report
	t.ReportMemory(&r, "x")
	n := float64(t.Boxes())
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/box")
	b.ReportMetric(float64(r.SumUnder("x/layout/boxes"))/n, "B/box")
	b.ReportMetric(float64(r.SumUnder("x/layout"))/n, "B/box-with-text")
}

// BenchmarkCold makes and lays out all boxes of p10k.
func BenchmarkCold(b *testing.B) {
	p := benchPage(b, "p10k.html")
	b.ReportAllocs()
	for b.Loop() {
		p.Tree.FontsChanged() // everything anew
		p.Tree.Update()
	}
	perBox(b, p.Tree)
}

// BenchmarkFirst is BenchmarkCold with a new tree each time.
func BenchmarkFirst(b *testing.B) {
	p := benchPage(b, "p10k.html")
	b.ReportAllocs()
	for b.Loop() {
		t := layout.New(p.Doc, p.Styler, p.Fonts, layout.Options{Viewport: p.Tree.Viewport()})
		t.Update()
		t.Close()
	}
}

// BenchmarkResize lays p10k out for another width: texts stay shaped.
func BenchmarkResize(b *testing.B) {
	p := benchPage(b, "p10k.html")
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		p.Tree.SetViewport(geom.Size{W: geom.FromInt(1200 + i%2*80), H: geom.FromInt(800)})
		p.Tree.Update()
	}
	perBox(b, p.Tree)
}

// BenchmarkText changes one text of the mutation page.
func BenchmarkText(b *testing.B) {
	p := benchPage(b, "mutation.html")
	d := p.Doc
	n := d.FirstChild(d.Node)
	last := n
	for ; n != 0; n = d.Following(n, d.Node) {
		if d.Kind(n).IsText() && p.Tree.Of(n) != 0 && len(d.Data(n)) > 3 {
			last = n
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		d.SetData(last, []string{"changed text", "other text"}[i&1])
		p.Styler.Update()
		p.Tree.Update()
		p.Tree.ClearChanges()
	}
}
