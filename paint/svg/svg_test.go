package svg_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"

	"github.com/niso-engine/niso/dom/html"
)

// draw records the svg element of an XML document at a size.
func draw(t testing.TB, src string, w, h float32) *list.List {
	t.Helper()
	d := dom.NewStore(atom.NewTable()).NewDocument(false)
	if err := html.ParseXML(d, src); err != nil {
		t.Fatal(err)
	}
	s := style.New(d)
	s.Update()
	var l list.List
	svg.New(svg.Options{Doc: d, Styler: s}).Record(&l, d.DocumentElement(), w, h)
	return &l
}

const ns = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`

func TestLists(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"view box", `<svg ` + ns + ` viewBox="0 0 10 10"><rect x="1" y="2" width="3" height="4" fill="red"/></svg>`, "M1,2 L4,2 L4,6 L1,6 Z"},
		{"line", `<svg ` + ns + `><line x1="1" y1="2" x2="30" y2="40" stroke="#00f" stroke-width="3"/></svg>`, "stroke M1,2 L30,40 width=3 #0000ffff"},
		{"use inherits", `<svg ` + ns + `><defs><path id="p" d="M0 0h5v5z"/></defs><use href="#p" fill="#00ff00" x="7"/></svg>`, "#00ff00ff"},
		{"use keeps its own", `<svg ` + ns + `><defs><path id="p" fill="#000" d="M0 0h5v5z"/></defs><use xlink:href="#p" fill="#00ff00"/></svg>`, "#000000ff"},
		{"current colour", `<svg ` + ns + ` style="color:#123456"><path fill="currentColor" d="M0 0h5v5z"/></svg>`, "#123456ff"},
		{"gradient", `<svg ` + ns + `><linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect width="10" height="20" fill="url(#a)"/></svg>`, "linear"},
		{"alpha does not weigh colours", `<svg ` + ns + `><linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity="0"/></linearGradient><rect width="10" height="20" fill="url(#a)"/></svg>`, "#80008080@0.5"},
		{"a pattern's content begins at its tile", `<svg ` + ns + `><pattern id="a" width=".5" height=".5"><rect width="3" height="4" fill="lime"/></pattern><rect x="40" y="20" width="10" height="10" fill="url(#a)"/></svg>`, "transform 1 0 0 1 40 20"},
		{"fallback", `<svg ` + ns + `><rect width="10" height="20" fill="url(#none) lime"/></svg>`, "#00ff00ff"},
	} {
		if got := draw(t, c.src, 100, 100).Dump(); !strings.Contains(got, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, got)
		}
	}
}

// What refers to itself, and uses of uses, end.
func TestHostile(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<svg ` + ns + `><g id="a0"><rect width="1" height="1"/></g>`)
	for i := 1; i < 40; i++ {
		n, m := string(rune('a'+i/26))+string(rune('a'+i%26)), string(rune('a'+(i-1)/26))+string(rune('a'+(i-1)%26))
		if i == 1 {
			m = "a0"
		}
		b.WriteString(`<g id="` + n + `"><use href="#` + m + `"/><use href="#` + m + `"/><use href="#` + m + `"/></g>`)
	}
	b.WriteString(`</svg>`)
	var patterns strings.Builder
	for i := range 20 {
		fill := fmt.Sprintf(`<rect fill="url(#p%d)" width="9" height="9"/>`, i+1)
		fmt.Fprintf(&patterns, `<pattern id="p%d" width=".5" height=".5" viewBox="0 0 9 9">%s%s</pattern>`, i, fill, fill)
	}
	deep := strings.Repeat("<g>", 20000) + strings.Repeat("</g>", 20000)
	for _, src := range []string{
		`<svg ` + ns + `><g id="a"><use href="#a"/></g></svg>`,
		`<svg ` + ns + `><pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/></svg>`,
		`<svg ` + ns + `><mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/></svg>`,
		`<svg ` + ns + `><clipPath id="c" clip-path="url(#c)"><rect width="9" height="9" clip-path="url(#c)"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/></svg>`,
		`<svg ` + ns + `><linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect width="9" height="9" fill="url(#g)"/></svg>`,
		`<svg ` + ns + `><path d="M0 0L1e38 1e38A1e38 1e-38 1 1 1 4 4" stroke="red" stroke-dasharray="1e-30"/></svg>`,
		`<svg ` + ns + `>` + deep + `</svg>`,
		`<svg ` + ns + `>` + patterns.String() + `<rect fill="url(#p0)" width="80" height="60"/></svg>`,
		b.String(),
	} {
		l := draw(t, src, 100, 100)
		if l.Depth() != 0 {
			t.Errorf("groups are left open in %.80s", src)
		}
	}
}

func FuzzPath(f *testing.F) {
	for _, s := range []string{"M0 0h5v5z", "m1-2.5.5l1e3,4A1 2 30 0110 10", "M0,0C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T5 6Z", "M0 0 A 1e38 1e38 0 1 1 3 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var p list.Path
		svg.AppendPath(&p, s, 0, 0)
		n := 0
		for _, v := range p.Verbs {
			n += v.Points()
		}
		if n != len(p.Points) {
			t.Fatalf("%d points for verbs that take %d", len(p.Points), n)
		}
	})
}

func FuzzTransform(f *testing.F) {
	for _, s := range []string{"translate(1 2) rotate(45,1,2)", "matrix(1,0,0,1,5,6)", "scale(2)skewX(3)", "scale()", "rotate(1 2", ")("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { svg.ParseTransform(s) })
}

// FuzzRecord records documents that need not make sense.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`<rect width="10" height="1e30" fill="url(#a)" stroke="red" stroke-dasharray="1 2"/><linearGradient id="a" gradientTransform="scale(0)"><stop/><stop offset="1" stop-opacity=".5"/></linearGradient>`,
		`<pattern id="p" width="1" height="1" patternTransform="rotate(3)"><circle r="2"/></pattern><path d="M0 0h9v9z" fill="url(#p)" marker-end="url(#m)"/><marker id="m" orient="auto"><path d="M0 0h1"/></marker>`,
		`<svg viewBox="0 0 1 1" preserveAspectRatio="none slice"><use href="#s" width="5%"/><symbol id="s"><g mask="url(#k)" clip-path="url(#c)" opacity=".3"/></symbol></svg>`,
		`<text x="1 2" dy="3" rotate="4">ab<tspan textLength="9">c</tspan></text><image href="data:," width="3"/><switch><g systemLanguage="en"/></switch>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := dom.NewStore(atom.NewTable()).NewDocument(false)
		if html.ParseXML(d, `<svg `+ns+`>`+s+`</svg>`) != nil {
			return
		}
		st := style.New(d)
		st.Update()
		var l list.List
		svg.New(svg.Options{Doc: d, Styler: st}).Record(&l, d.DocumentElement(), 100, 100)
		if l.Depth() != 0 {
			t.Fatal("groups are left open")
		}
	})
}
