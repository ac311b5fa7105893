package css

import (
	"os"
	"strings"
	"testing"
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
