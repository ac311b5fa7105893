package layout_test

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/geom"
)

// benchContainer measures the layout of a whole page at two viewport widths in turn.
func benchContainer(b *testing.B, source string) {
	p := load(b, source)
	b.ReportAllocs()
	wide := true
	for b.Loop() {
		w := 800
		if wide {
			w = 900
		}
		wide = !wide
		p.tree.SetViewport(geom.Size{W: geom.FromInt(w), H: geom.FromInt(600)})
		p.tree.Update()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.tree.Boxes()), "ns/box")
}

func BenchmarkFlex(b *testing.B) {
	benchContainer(b, `<!DOCTYPE html><style>.r{display:flex;gap:4px}i{flex:1}</style>`+strings.Repeat(`<div class=r>`+strings.Repeat(`<i>text</i>`, 10)+`</div>`, 500))
}

func BenchmarkFlexNested(b *testing.B) {
	row := strings.Repeat(`<a><b>`, 20) + "x" + strings.Repeat(`</b></a>`, 20)
	benchContainer(b, `<!DOCTYPE html><style>a{display:flex}b{display:flex;flex-direction:column;flex:1}</style>`+strings.Repeat(`<div>`+row+`</div>`, 50))
}

func BenchmarkGrid(b *testing.B) {
	benchContainer(b, `<!DOCTYPE html><style>.g{display:grid;grid-template-columns:1fr auto minmax(50px,2fr) 80px;gap:4px}</style><div class=g>`+strings.Repeat(`<i>text</i>`, 5000)+`</div>`)
}

func BenchmarkTable(b *testing.B) {
	benchContainer(b, `<!DOCTYPE html><table style="width:100%">`+strings.Repeat(`<tr><td>one<td>two three<td>four</tr>`, 1600)+`</table>`)
}

func BenchmarkTableCollapsed(b *testing.B) {
	benchContainer(b, `<!DOCTYPE html><table border=1 style="width:100%;border-collapse:collapse">`+strings.Repeat(`<tr><td>one<td>two three<td>four</tr>`, 1600)+`</table>`)
}

func BenchmarkColumns(b *testing.B) {
	benchContainer(b, `<!DOCTYPE html><style>ul{columns:6;column-gap:8px}</style><ul>`+strings.Repeat(`<li><span></span><b>item 0</b></li>`, 2500)+`</ul>`)
}

// benchOne measures the change of one text deep in a page.
func benchOne(b *testing.B, source string) {
	p := load(b, source)
	n := p.FirstChild(p.id("x"))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p.SetData(n, []string{"text", "more"}[i&1])
		i++
		p.update()
	}
}

func BenchmarkFlexOne(b *testing.B) {
	benchOne(b, `<!DOCTYPE html><style>.r{display:flex;gap:4px}i{flex:1}</style>`+strings.Repeat(`<div class=r>`+strings.Repeat(`<i>text</i>`, 10)+`</div>`, 250)+
		`<div class=r>`+strings.Repeat(`<i>text</i>`, 9)+`<i id=x>text</i></div>`+strings.Repeat(`<div class=r>`+strings.Repeat(`<i>text</i>`, 10)+`</div>`, 250))
}

func BenchmarkGridOne(b *testing.B) {
	benchOne(b, `<!DOCTYPE html><style>.g{display:grid;grid-template-columns:repeat(4,1fr)}</style><div class=g>`+strings.Repeat(`<i>text</i>`, 2500)+`<i id=x>text</i>`+strings.Repeat(`<i>text</i>`, 2500)+`</div>`)
}

func BenchmarkTableOne(b *testing.B) {
	row := `<tr><td>one<td>two three<td>four</tr>`
	benchOne(b, `<!DOCTYPE html><table style="width:100%">`+strings.Repeat(row, 800)+`<tr><td id=x>text<td>b<td>c</tr>`+strings.Repeat(row, 800)+`</table>`)
}
