package css

import (
	"testing"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
)

func one(t *testing.T, s *Selectors, text string) Selector {
	t.Helper()
	l, ok := s.Parse(text, nil)
	if !ok {
		t.Fatalf("%s does not parse", text)
	}
	return s.List(l)[0]
}

// https://drafts.csswg.org/selectors-4/#specificity-rules and the examples of :is(), :has(), :nth-child() there.
func TestSpecificity(t *testing.T) {
	s := &Selectors{Atoms: atom.NewTable()}
	for text, want := range map[string][3]uint32{
		"*": {0, 0, 0}, "li": {0, 0, 1}, "ul li": {0, 0, 2}, "ul ol+li": {0, 0, 3},
		"h1 + *[rel=up]": {0, 1, 1}, "ul ol li.red": {0, 1, 3}, "li.red.level": {0, 2, 1}, "#x34y": {1, 0, 0},
		"#s12:not(foo)": {1, 0, 1}, ".foo :is(.bar, #baz)": {1, 1, 0}, ":is(em, #foo)": {1, 0, 0}, ":where(em, #foo)": {0, 0, 0},
		".qux:where(em, #foo#bar#baz)": {0, 1, 0}, ":nth-child(even of li, .item)": {0, 2, 0}, ":nth-child(2n+1)": {0, 1, 0},
		":not(em, strong#foo)": {1, 0, 1}, ":has(> #a)": {1, 0, 0}, "a::before": {0, 0, 2}, "::slotted(.a)": {0, 1, 1},
		":host": {0, 1, 0}, ":host(#a)": {1, 1, 0}, "::part(x):hover": {0, 1, 1}, ":is()": {0, 0, 0}, "&": {0, 0, 0},
	} {
		if got := one(t, s, text).Specificity; got != want[0]<<20|want[1]<<10|want[2] {
			t.Errorf("%s: %d,%d,%d, want %v", text, got>>20, got>>10&1023, got&1023, want)
		}
	}
}

func TestKeys(t *testing.T) {
	s := &Selectors{Atoms: atom.NewTable()}
	a := s.Atoms.Intern
	for _, c := range []struct {
		text      string
		kind      KeyKind
		key       atom.Atom
		ancestors []uint32
	}{
		{"div", KeyTag, a("div"), nil},
		{"DIV", KeyTag, a("div"), nil},
		{"div.a[href]", KeyClass, a("a"), nil},
		{"div.a#b:hover", KeyID, a("b"), nil},
		{"[href]", KeyAttr, a("href"), nil},
		{":root", KeyPseudo, atom.Atom(PseudoRoot), nil},
		{":host(.x)", KeyPseudo, HostKey, nil},
		{"*:hover", KeyUniversal, 0, nil},
		{":is(.a)", KeyClass, a("a"), nil},
		{":is(.a, .b)", KeyUniversal, 0, nil},
		{":not(.a)", KeyUniversal, 0, nil},
		{"#p > .q r.s", KeyClass, a("s"), []uint32{HashClass(a("q")), HashID(a("p"))}},
		{".x + .y .z", KeyClass, a("z"), []uint32{HashClass(a("y"))}},
		{".w .x ~ .z", KeyClass, a("z"), []uint32{HashClass(a("w"))}},
		{".w :is(.v .x) .z", KeyClass, a("z"), []uint32{HashClass(a("x")), HashClass(a("v")), HashClass(a("w"))}},
		{".a::before", KeyClass, a("a"), nil},
		{".w .s::slotted(.a)", KeyUniversal, 0, nil},
	} {
		sel := one(t, s, c.text)
		if sel.KeyKind != c.kind || sel.Key != c.key {
			t.Errorf("%s: key %d %d, want %d %d", c.text, sel.KeyKind, sel.Key, c.kind, c.key)
		}
		var want [4]uint32
		copy(want[:], c.ancestors)
		if sel.Ancestors != want {
			t.Errorf("%s: ancestors %v, want %v", c.text, sel.Ancestors, want)
		}
	}
	if sel := one(t, s, "linearGradient"); sel.Key != a("lineargradient") || sel.KeyAlt != a("linearGradient") {
		t.Errorf("linearGradient: %d, %d", sel.Key, sel.KeyAlt)
	}
}

func TestFeatures(t *testing.T) {
	s := &Selectors{Atoms: atom.NewTable()}
	sel := one(t, s, ".a:hover > .b + #c:not([d]) ~ e:has(.f)")
	got := map[string]Feature{}
	s.EachFeature(&sel, func(f Feature) {
		name := f.Pseudo.String()
		if f.Atom != 0 {
			name = s.Atoms.String(f.Atom)
		}
		f.Atom, f.Kind, f.Pseudo = 0, 0, 0
		got[name] = f
	})
	want := map[string]Feature{
		"a": {Descendant: true, Sibling: true}, "hover": {Descendant: true, Sibling: true},
		"b": {Sibling: true}, "c": {Sibling: true}, "d": {Sibling: true, Negated: true},
		"e": {Subject: true}, "f": {Subject: true, InHas: true},
	}
	for k, w := range want {
		if got[k] != w {
			t.Errorf("%s: %+v, want %+v", k, got[k], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("features: %v", got)
	}
}

func TestNamespaces(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"@namespace s url(u); s|a{} s|*.b{} *|c{} |d{} [s|e]{} t|f{}", "s|a\ns|*.b\nc\n|d\n[s|e]"},
		{"@namespace url(u); @namespace s url(u); @namespace o url(v); a{} *{} .b{} *|a{} *|*{} s|a{} o|a{} |a{}", "a\n*\n.b\n*|a\n*|*\na\no|a\n|a"},
	} {
		s := parse(c.in)
		got := ""
		for _, id := range s.Children(0) {
			if r := s.Rules[id]; r.Kind == RuleStyle {
				if got != "" {
					got += "\n"
				}
				got += s.Sel.Serialize(ListID(r.Payload))
			}
		}
		if got != c.want {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", c.in, got, c.want)
		}
	}
}

func TestLookup(t *testing.T) {
	atoms := atom.NewTable()
	before := atoms.Len()
	s, l, ok := ParseSelectorList(".never-seen > div", atoms, nil)
	if !ok || !s.Unknown || atoms.Len() != before || s.List(l)[0].Key != atom.Static("div") {
		t.Errorf("ok %v, unknown %v, %d names added", ok, s.Unknown, atoms.Len()-before)
	}
}

func TestSizeof(t *testing.T) {
	for name, c := range map[string][2]uintptr{
		"Rule": {unsafe.Sizeof(Rule{}), 48}, "Decl": {unsafe.Sizeof(Decl{}), 16}, "Selector": {unsafe.Sizeof(Selector{}), 44},
		"Token": {unsafe.Sizeof(Token{}), 24},
	} {
		if c[0] != c[1] {
			t.Errorf("%s takes %d bytes, want %d", name, c[0], c[1])
		}
	}
}

func TestValueParser(t *testing.T) {
	const src = `a, f(1px  2%) "s\41" url( x ) U+4?? /**/ --b / 3`
	read := func() bool {
		p := NewValueParser(src)
		if !p.Keyword("a") || !p.Comma() {
			return false
		}
		in, ok := p.Function("f")
		x, ok1 := in.Numeric(AcceptLength, NonNegative)
		y, ok2 := in.Numeric(AcceptPercent, AnyRange)
		if !ok || !ok1 || !ok2 || !in.AtEnd() || x.Unit != Px || x.Num != 1 || y.Num != 2 {
			return false
		}
		p.Next()
		if u, ok := p.URLValue(); !ok || u != "x" {
			return false
		}
		lo, hi, ok := p.UnicodeRange()
		if !ok || lo != 0x400 || hi != 0x4FF {
			return false
		}
		if d, ok := p.DashedIdent(); !ok || d != "--b" || !p.Delim('/') {
			return false
		}
		n, ok := p.Integer()
		return ok && n == 3 && p.AtEnd()
	}
	if !read() {
		t.Fatal("values are read wrong")
	}
	if n := testing.AllocsPerRun(100, func() { read() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	z := NewTokenizer(src)
	if n := testing.AllocsPerRun(100, func() {
		t := z
		for t.Next().Kind != EOF {
		}
	}); n != 0 {
		t.Errorf("tokenizing allocates %v times", n)
	}
}

func BenchmarkSelector(b *testing.B) {
	s := &Selectors{Atoms: atom.NewTable()}
	const text = `.monaco-workbench > .part.sidebar .row:not(.selected):hover > a[href^="x"]::before`
	b.ReportAllocs()
	for b.Loop() {
		s.Words, s.Rows, s.Lists = s.Words[:0], s.Rows[:0], s.Lists[:0]
		if _, ok := s.Parse(text, nil); !ok {
			b.Fatal()
		}
	}
}

func BenchmarkColor(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseColor("#a1b2c3")
		ParseColor("rgba(1, 2, 3, .5)")
	}
}

func BenchmarkCalc(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		p := NewValueParser("calc(100% - 2 * (1.5em + 3px))")
		if n, ok := p.Numeric(AcceptLengthPercent, AnyRange); !ok || n.Eval(mediaUnits{16, 100, 100}, 100) == 0 {
			b.Fatal()
		}
	}
}

func BenchmarkMedia(b *testing.B) {
	b.ReportAllocs()
	l := ParseMedia("screen and (min-width: 600px) and (orientation: landscape)")
	env := &MediaEnv{WidthPx: 1280, HeightPx: 800}
	for b.Loop() {
		l.Matches(env)
	}
}
