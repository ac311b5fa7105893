package style

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/style/css"
)

// TestCascade has pages with one element #t, and values that it must have.
func TestCascade(t *testing.T) {
	for _, c := range []struct{ css, body, want string }{
		{"#t{color:red} div{color:blue}", "", "color: rgb(255, 0, 0)"},
		{"div{color:red!important} #t{color:blue}", "", "color: rgb(255, 0, 0)"},
		{"#t{color:red}", "style='color:blue'", "color: rgb(0, 0, 255)"},
		{"#t{color:red!important}", "style='color:blue'", "color: rgb(255, 0, 0)"},
		{"#t{color:red!important}", "style='color:blue!important'", "color: rgb(0, 0, 255)"},
		{"@layer a,b; @layer b{#t{color:red}} @layer a{#t{color:blue}}", "", "color: rgb(255, 0, 0)"},
		{"@layer a{#t{color:red}} div{color:blue}", "", "color: rgb(0, 0, 255)"},
		{"@layer a{#t{color:red!important}} @layer b{#t{color:green!important}} div{color:blue!important}", "", "color: rgb(255, 0, 0)"},
		{"@layer a{@layer x{#t{color:red}} div{color:blue}}", "", "color: rgb(0, 0, 255)"},
		{"@layer a{#t{color:red}} #t{color:blue;color:revert-layer}", "", "color: rgb(255, 0, 0)"},
		{"#t{display:inline} div{display:flex}", "", "display: inline"},
		{"#t{display:revert}", "", "display: block"},
		{"#t{display:unset}", "", "display: inline"},
		{"#t{display:initial}", "", "display: inline"},
		{"body{padding-left:7px} #t{padding-left:inherit}", "", "padding-left: 7px"},
		{"body{color:red} #t{all:unset}", "", "color: rgb(255, 0, 0); display: inline"},
		{"#t{--a:3px; width:var(--a)}", "", "width: 3px"},
		{"#t{width:var(--a, 4px)}", "", "width: 4px"},
		{"#t{--a:var(--b); --b:var(--a); width:var(--a, 5px)}", "", "width: 5px"},
		{"body{--a:1px} #t{--a:calc(var(--a) + 2px); width:var(--a, 6px)}", "", "width: 6px"},
		{"body{--a:1px} #t{--b:calc(var(--a) + 2px); width:var(--b)}", "", "width: 3px"},
		{"body{color:red} #t{color:var(--nope)}", "", "color: rgb(255, 0, 0)"},
		{"#t{--m:1px 2px; margin:var(--m)}", "", "margin-top: 1px; margin-right: 2px"},
		{"#t{margin-inline-start:3px;direction:rtl}", "", "margin-right: 3px; margin-left: 0px"},
		{"#t{margin-left:1px;margin-inline-start:2px}", "", "margin-left: 2px"},
		{"#t{margin-inline-start:2px;margin-left:1px}", "", "margin-left: 1px"},
		{"#t{block-size:5px;writing-mode:vertical-rl}", "", "width: 5px"},
		{"@media (min-width:1000px){#t{color:red}} @media (max-width:900px){#t{color:blue}}", "", "color: rgb(255, 0, 0)"},
		{"@supports (display:grid) and (not (foo:bar)){#t{color:red}}", "", "color: rgb(255, 0, 0)"},
		{"body{&>#t{color:red} .x{color:blue}}", "", "color: rgb(255, 0, 0)"},
		{"@scope (body) to (.no){:scope > div{color:red}}", "", "color: rgb(255, 0, 0)"},
		{"#t{font-size:20px;width:2em;height:1rem}", "", "width: 40px; height: 16px"},
		{"html{font-size:10px} #t{width:2rem;font-size:1.5rem}", "", "width: 20px; font-size: 15px"},
		{"#t{font-family:monospace}", "", "font-size: 13px"},
		{"#t{font-family:monospace, monospace}", "", "font-size: 16px"},
		{"body{font-size:20px} #t{font-family:monospace}", "", "font-size: 20px"},
		{"body{font-size:150%} #t{font-family:monospace}", "", "font-size: 19.5px"},
		{"#t{width:10vw;height:10vh}", "", "width: 128px; height: 80px"},
		{"#t{border:1.7px solid}", "", "border-top-width: 1px; border-top-color: rgb(0, 0, 0)"},
		{"#t{border:0.2px solid}", "", "border-top-width: 1px"},
		{"#t{float:left;position:absolute;display:inline}", "", "float: none; display: block"},
		{"body{display:flex} #t{display:inline-flex;float:left}", "", "display: flex; float: none"},
		{"#t{overflow-x:hidden}", "", "overflow-y: auto"},
		{"#t{font-weight:bolder} body{font-weight:600}", "", "font-weight: 900"},
		{"@property --p{syntax:'<length>';inherits:false;initial-value:3px} body{--p:9px} #t{width:var(--p)}", "", "width: 3px"},
		{"#t{width:attr(data-w px, 2px)}", "data-w=12", "width: 12px"},
		{"#t:is(.a,#t){color:red} div#t{color:blue}", "", "color: rgb(255, 0, 0)"},
		{"", "align=center", "text-align: -webkit-center"},
		{"", "dir=rtl", "direction: rtl"},
		{"", "hidden", "display: none"},
	} {
		doc, s := load(t, fmt.Sprintf("<!DOCTYPE html><style>%s</style><body><div id=t %s></div>", c.css, c.body))
		s.Update()
		el := doc.FirstElementChild(doc.Body())
		for _, w := range strings.Split(c.want, "; ") {
			prop, want, _ := strings.Cut(w, ": ")
			if got := s.ComputedText(el, PseudoNone, prop, nil); got != want {
				t.Errorf("%s (%s): %s is %q, want %q", c.css, c.body, prop, got, want)
			}
		}
	}
}

// TestVarBomb: exponential expansion is invalid at computed-value time, in bounded time and memory.
func TestVarBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("#t{--x0:aaaaaaaaaa;")
	for i := 1; i <= 30; i++ {
		fmt.Fprintf(&b, "--x%d:var(--x%d) var(--x%d);", i, i-1, i-1)
	}
	b.WriteString("width:var(--x30, 5px);height:var(--x30)}")
	start := perf.CPUTime()
	doc, s := load(t, "<!DOCTYPE html><style>"+b.String()+"</style><body><div id=t></div>")
	s.Update()
	if got := s.ComputedText(doc.FirstElementChild(doc.Body()), PseudoNone, "width", nil); got != "5px" {
		t.Errorf("width is %q, want the fallback", got)
	}
	if d := perf.CPUTime() - start; d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}

// TestDeepTree: 20,000 levels, built by script as the parser bounds depth.
func TestDeepTree(t *testing.T) {
	doc, s := load(t, "<!DOCTYPE html><style>div div{color:red}</style><body>")
	name := doc.HTMLName(internStatic("div"))
	top := doc.CreateElement(name)
	at := top
	for range 20000 {
		n := doc.CreateElement(name)
		doc.Append(at, n)
		at = n
	}
	doc.Append(doc.Body(), top)
	s.Update()
	if s.Style(at) == nil {
		t.Fatal("the deepest has no style")
	}
}

func TestNoWorkWhenNothingChanged(t *testing.T) {
	doc, s := load(t, "<!DOCTYPE html><body><div class=a></div>")
	s.Update()
	s.ClearChanges()
	if n := testing.AllocsPerRun(100, func() { s.Update() }); n != 0 || len(s.Changes()) != 0 {
		t.Errorf("%v allocations, %d changes", n, len(s.Changes()))
	}
	_ = doc
}

func BenchmarkToggleClass(b *testing.B) {
	doc, s := load(b, string(shared(b, "pages/mutation_class.html")))
	s.Update()
	el := doc.FirstElementChild(doc.Body())
	class := doc.AttrName(atomClassAttr)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		doc.SetAttr(el, class, []string{"on", ""}[i&1])
		s.Update()
		s.ClearChanges()
	}
}

// TestUserAgentSheets: each rule has valid selectors and declarations that all compile.
func TestUserAgentSheets(t *testing.T) {
	for _, u := range []*uaCompiled{uaSheet(), quirksSheet()} {
		sh := u.c.sheet
		for id := range sh.Rules {
			r := &sh.Rules[id]
			if r.Kind != css.RuleStyle {
				continue
			}
			for _, dc := range sh.Decls[r.DeclStart : r.DeclStart+r.DeclCount] {
				d := &decls{ctx: parseCtx{ua: true}}
				b := d.begin()
				d.add(&b, dc.Name, sh.DeclText(dc), sh.Value(dc), dc.Flags)
				d.end(&b)
				if b.start == b.end {
					t.Errorf("%s: %s: %s does not compile", sh.Prelude(css.RuleID(id)), atom.StaticString(dc.Name), sh.DeclText(dc))
				}
			}
		}
		want := strings.Count(map[bool]string{true: uaText, false: quirksText}[u == uaSheet()], "{")
		got := 0
		for id := range sh.Rules {
			if sh.Rules[id].Kind == css.RuleStyle {
				got++
			}
		}
		if got != want {
			t.Errorf("%d rules of %d parsed", got, want)
		}
	}
}
