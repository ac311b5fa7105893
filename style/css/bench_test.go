package css

import (
	"os"
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// benchSheet is a large sheet: the file named by NISO_BENCH_CSS, else the sheet of a generated page.
func benchSheet(tb testing.TB) string {
	if f := os.Getenv("NISO_BENCH_CSS"); f != "" {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		return string(b)
	}
	return strings.Repeat(`.card-12 > .title:hover, #main .row a[href^="http"]:not(.x) { color: rgba(12, 34, 56, .5); margin: 0 auto 12px; background: var(--bg, #fff) url(img/x.png) no-repeat }
@media (min-width: 600px) and (orientation: landscape) { .grid::before { content: "\201C"; width: calc(100% - 2 * 1.5em); --x: {a:b} } }
`, 3000)
}

func BenchmarkTokenize(b *testing.B) {
	s := benchSheet(b)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		t := NewTokenizer(s)
		for t.Next().Kind != EOF {
		}
	}
}

func BenchmarkParseSheet(b *testing.B) {
	src := benchSheet(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	var s *Sheet
	for b.Loop() {
		s = ParseSheetString(src, Options{Atoms: atom.NewTable()})
	}
	var r perf.Report
	s.ReportMemory(&r, "style")
	var own int64
	for _, w := range r.Rows {
		if w.Path != "style/source" {
			own += w.Amount
		}
	}
	b.ReportMetric(float64(len(s.Rules)-1), "rules")
	b.ReportMetric(float64(own)/float64(len(s.Rules)-1), "B/rule")
}
