package css

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// dumpSheet writes the rules of a sheet as an indented outline.
func dumpSheet(s *Sheet) string {
	var b strings.Builder
	var walk func(id RuleID, indent string)
	walk = func(id RuleID, indent string) {
		for ; id != 0; id = s.Rules[id].Next {
			r := &s.Rules[id]
			b.WriteString(indent)
			switch r.Kind {
			case RuleStyle:
				b.WriteString(s.Sel.Serialize(ListID(r.Payload)))
			case RuleMedia:
				b.WriteString("@media " + s.Media[r.Payload].String())
			case RuleSupports:
				b.WriteString("@supports " + s.Supports[r.Payload].String())
			case RuleContainer:
				b.WriteString("@container " + s.Containers[r.Payload].String())
			case RuleNestedDecls:
				b.WriteString("decls")
			case RuleImport:
				m := s.Imports[r.Payload]
				fmt.Fprintf(&b, "@import %q layer=%v media=%q supports=%v", m.URL, m.HasLayer, m.Media.String(), m.Supports != nil)
			default:
				fmt.Fprintf(&b, "%d %s", r.Kind, s.Prelude(id))
			}
			for _, d := range s.DeclsOf(id) {
				fmt.Fprintf(&b, " {%s:%s", s.Name(d.Name), s.DeclText(d))
				if d.Flags&DeclImportant != 0 {
					b.WriteString(" !")
				}
				if d.Flags&DeclVar != 0 {
					b.WriteString(" var")
				}
				b.WriteString("}")
			}
			b.WriteByte('\n')
			walk(r.FirstChild, indent+"  ")
		}
	}
	walk(s.First(), "")
	return strings.TrimRight(b.String(), "\n")
}

func parse(src string) *Sheet { return ParseSheetString(src, Options{Atoms: atom.NewTable()}) }

func TestSheet(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"a{color:red;top : 1px !important}b{}", "a {color:red} {top:1px !}\nb"},
		{"a{color:red; b{top:0} left:0; &:hover{} @media print{right:0} bottom:0}",
			"a {color:red}\n  & b {top:0}\n  decls {left:0}\n  &:hover\n  @media print\n    decls {right:0}\n  decls {bottom:0}"},
		{"a{b:hover{top:0}; c:empty{e:f}; left:0}", "a\n  & b:hover {top:0}\n  & c:empty {e:f}\n  decls {left:0}"},
		{"a{--x:{y:z};--e:;--b:);top:var(--x) ! Important;w:}", "a {--x:{y:z}} {--e:} {top:var(--x) ! var}"},
		{"a{!{};left:0}", "a {left:0}"},
		{"--x:hover{} a{}", "a"},
		{"a{--x:hover{};top:0}", "a {--x:hover{}} {top:0}"},
		{"a{color:red", "a {color:red}"},
		{"a{color:rgb(1,2", "a {color:rgb(1,2}"},
		{"}a{} b{}", "b"},
		{"<!-- a{} --> b{}", "a\nb"},
		{"a{;;x:y;;}", "a {x:y}"},
		{"a{x:y z!;w:1}", "a {x:y z!} {w:1}"},
		{"@import 'a' layer(b.c) supports(x:y) print; @layer q; @import 'late'; a{}",
			"@import \"a\" layer=true media=\"print\" supports=true\n9 q\na"},
		{"@layer q; @import url(x) (width>3px); @namespace p url(n); p|a{} @import 'no'; @namespace 'no';",
			"9 q\n@import \"x\" layer=false media=\"(width > 3px)\" supports=false\n4 p url(n)\np|a"},
		{"@media (x){a{}} @unknown{b{}} @unknown; c{}", "@media (x)\n  a\nc"},
		{"@supports (a:b){c{}} @supports nonsense{d{}} @supports not (a:b){}", "@supports (a:b)\n  c\n@supports not (a:b)"},
		{"@container foo (width<5px){a{}} @container (style(x)){}", "@container foo (width < 5px)\n  a\n@container (style(x))"},
		{"@keyframes k{from{top:0}50%,to{top:1px}bad{}}", "13 k\n  14 from {top:0}\n  14 50%,to {top:1px}"},
		{"@font-face{font-family:x;src:url(y)} @page :first{margin:0;@top-left{content:''}size:a4}",
			"12  {font-family:x} {src:url(y)}\n15 :first {margin:0} {size:a4}\n  16  {content:''}"},
		{"@property --x{syntax:'*';inherits:false} @property y{}", "17 --x {syntax:'*'} {inherits:false}"},
		{"@scope (.a) to (> .b){c{} > d{} top:0; @media print{e{}}}", "10 (.a) to (> .b)\n  c\n  > d\n  decls {top:0}\n  @media print\n    e"},
		{"@layer a.b{c{}} @layer {d{}} @layer a b; @layer a,;", "8 a.b\n  c\n8 \n  d"},
		{"@starting-style{a{}} @view-transition{navigation:auto} @position-try --p{top:0} @counter-style c{system:cyclic} @font-feature-values F{@styleset{a:1}} @font-palette-values --q{}",
			"11 \n  a\n21  {navigation:auto}\n22 --p {top:0}\n18 c {system:cyclic}\n19 F\n  20  {a:1}\n23 --q"},
		{"a{@font-face{} @layer x; @layer y{b{}} @import 'x';}", "a\n  8 y\n    & b"},
		{"\\61{COLOR:Red}", "a {color:Red}"},
		{"a/**/,/**/b/**/{/**/c/**/:/**/d/**/}", "a, b {c:d}"},
	} {
		want := strings.ReplaceAll(c.want, "21  {nav", fmt.Sprint(int(RuleViewTransition))+"  {nav")
		want = strings.ReplaceAll(want, "22 --p", fmt.Sprint(int(RulePositionTry))+" --p")
		want = strings.ReplaceAll(want, "23 --q", fmt.Sprint(int(RuleFontPaletteValues))+" --q")
		if got := dumpSheet(parse(c.in)); got != want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", c.in, got, want)
		}
	}
}

func TestEdit(t *testing.T) {
	s := parse("a{top:0;left:1px} @media print{b{}}")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	media := s.Children(0)[1]
	_, err := s.InsertRule(0, "c{color:red}", 1)
	must(err)
	_, err = s.InsertRule(media, "d{}", 0)
	must(err)
	first := s.First()
	_, err = s.InsertRule(first, "&:hover{x:y}", 0)
	must(err)
	for _, bad := range []string{"", "x", "a{}b{}", "@import 'x';", "color:red", "{}"} {
		if _, err := s.InsertRule(0, bad, 2); err == nil {
			t.Errorf("inserting %q gives no error", bad)
		}
	}
	if _, err := s.InsertRule(0, "x{}", 9); err != ErrIndexSize {
		t.Errorf("index 9: %v", err)
	}
	_, err = s.InsertRule(0, "@import 'x';", 0)
	must(err)
	s.SetDecl(first, "TOP", " 5px ", true)
	s.SetDecl(first, "--v", "", false)
	if s.SetDecl(first, "right", "1px; bottom: 0", false) || s.SetDecl(first, "right", "1px !important", false) {
		t.Error("a value with ; or !important was set")
	}
	want := "@import \"x\" layer=false media=\"\" supports=false\na {top:5px !} {left:1px} {--v:}\n  &:hover {x:y}\nc {color:red}\n@media print\n  d\n  b"
	if got := dumpSheet(s); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if !s.SetSelector(first, "#i") || s.SetSelector(first, "!") {
		t.Error("SetSelector")
	}
	nested := s.Rules[s.Rules[first].FirstChild]
	if sel := s.Sel.List(ListID(nested.Payload))[0]; sel.Specificity != 1<<20|1<<10 || sel.KeyKind != KeyID {
		t.Errorf("a nested rule did not follow: specificity %#x key %d", sel.Specificity, sel.KeyKind)
	}
	must(s.DeleteRule(0, 0))
	must(s.DeleteRule(media, 1))
	s.RemoveDecl(first, atom.Static("left"))
	s.SetDecls(s.Children(0)[1], "x:y;z:w!important")
	want = "#i {top:5px !} {--v:}\n  &:hover {x:y}\nc {x:y} {z:w !}\n@media print\n  d"
	if got := dumpSheet(s); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	for len(s.Children(0)) > 0 {
		must(s.DeleteRule(0, len(s.Children(0))-1))
	}
	_, err = s.InsertRule(0, "z{}", 0)
	must(err)
	if got := dumpSheet(s); got != "z" {
		t.Errorf("after deleting all: %q", got)
	}
}

func TestPosition(t *testing.T) {
	s := parse("a\r\n\U0001F600b\nc{}")
	for off, want := range map[uint32][2]int{0: {1, 1}, 3: {2, 1}, 7: {2, 3}, 9: {3, 1}} {
		if l, c := s.Position(off); l != want[0] || c != want[1] {
			t.Errorf("offset %d: %d:%d, want %v", off, l, c, want)
		}
	}
}

// What is deep, long or many must neither overflow the stack nor take time that grows faster than the input.
func TestHostileSheets(t *testing.T) {
	n := 100_000
	for name, src := range map[string]string{
		"blocks":    strings.Repeat("a{", n),
		"parens":    "a{x:" + strings.Repeat("(", n),
		"functions": strings.Repeat(":is(", n) + "a{}",
		"not":       strings.Repeat(":not(", n) + "a{}",
		"has":       ":has(" + strings.Repeat(":is(", n) + "a{}",
		"media":     "@media " + strings.Repeat("(", n) + "x{}",
		"not media": "@media " + strings.Repeat("(not ", n) + "{}",
		"supports":  "@supports " + strings.Repeat("(", n) + "{}",
		"at-rules":  strings.Repeat("@media x{", n),
		"compounds": strings.Repeat("a>", n) + "a{}",
		"classes":   strings.Repeat(".a", n) + "{}",
		"list":      strings.Repeat("a,", n) + "a{}",
		"bad":       strings.Repeat("a:b{", n/2) + strings.Repeat("}", n/2),
		"comments":  strings.Repeat("/**/", n),
		"nest":      strings.Repeat("& & &{", 200),
		"url":       strings.Repeat("url(", n),
		"brackets":  strings.Repeat("[", n) + strings.Repeat("(", n) + "{}",
		"container": "@container " + strings.Repeat("style(", n) + "{}",
	} {
		start := perf.CPUTime()
		s := parse(src)
		for id := range s.Rules {
			if r := &s.Rules[id]; r.Kind == RuleStyle {
				for i := range s.Sel.List(ListID(r.Payload)) {
					sel := &s.Sel.List(ListID(r.Payload))[i]
					s.Sel.SerializeSelector(sel)
					s.Sel.EachFeature(sel, func(Feature) {})
				}
			}
		}
		p := NewValueParser(src)
		for p.Skip() {
		}
		if d := perf.CPUTime() - start; d > 3*time.Second {
			t.Errorf("%s: %v", name, d)
		}
		t.Logf("%s: %v", name, perf.CPUTime()-start)
	}
	for _, v := range []string{"calc(" + strings.Repeat("(", n), strings.Repeat("calc(", n), strings.Repeat("-1*", n), "calc(1" + strings.Repeat(" + 1px", n) + ")"} {
		p := NewValueParser(v)
		p.Numeric(AcceptLengthPercent|AcceptNumber, AnyRange)
		ParseColor(v)
	}
	ParseColor(strings.Repeat("color-mix(in srgb, ", n))
	ParseMedia(strings.Repeat("not ", n))
}

func TestMillionRules(t *testing.T) {
	if testing.Short() {
		t.Skip("a sheet of a million rules")
	}
	s := parse(strings.Repeat(".a .b{top:0}", 1_000_000))
	if n := len(s.Rules) - 1; n != 1_000_000 {
		t.Errorf("%d rules", n)
	}
}
