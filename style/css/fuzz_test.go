package css

import (
	"testing"

	"github.com/niso-engine/niso/internal/atom"
)

func seeds(f *testing.F, list ...string) {
	for _, s := range list {
		f.Add(s)
	}
}

// Tokens cover the input without gaps but comments, and decode without panic.
func FuzzTokenizer(f *testing.F) {
	seeds(f, "a{color:red}", "url(a\\)", "'a\\\nb", "u+1-2", "-1e3px#id@x<!---->\\", "\x00\xed\xa0\x80\xff", "url( 'x')", "1e+", "--\\41 x", "/*")
	f.Fuzz(func(t *testing.T, s string) {
		z := NewTokenizer(s)
		end := uint32(0)
		for {
			tok := z.Next()
			if tok.Start < end || tok.End < tok.Start || int(tok.End) > len(s) {
				t.Fatalf("token %+v after %d in %q", tok, end, s)
			}
			if tok.Start > end && tok.Flags&FlagComment == 0 {
				t.Fatalf("gap before %+v in %q", tok, s)
			}
			z.Text(tok)
			end = tok.End
			if tok.Kind == EOF {
				break
			}
			if tok.End == tok.Start {
				t.Fatalf("empty token %+v in %q", tok, s)
			}
		}
	})
}

// A sheet parses, and each of its selectors, queries and values can be used.
func FuzzSheet(f *testing.F) {
	seeds(f, "a{b:c;d{e:f}g:h!important}", "@media (min-width:1px) and (not (x)){a{}}", "@import 'x' layer(a.b) supports(c:d) print;", "@scope(a)to(>b){c{}d:e}",
		"@container a (b<1px) or style(--x:1){}", "@keyframes a{from{}1%{}}", "@page a:first{@top-left{b:c}}", "@supports selector(a) and (b:c){}", "@layer a.b,c;@layer{}", "--x:{}")
	f.Fuzz(func(t *testing.T, src string) {
		s := ParseSheetString(src, Options{Atoms: atom.NewTable()})
		env := &MediaEnv{WidthPx: 100, HeightPx: 50}
		for i := range s.Media {
			s.Media[i].Matches(env)
			_ = s.Media[i].String()
		}
		for _, c := range s.Supports {
			c.Matches(&SupportsEnv{})
		}
		for i := range s.Containers {
			for j := range s.Containers[i] {
				s.Containers[i][j].Matches(&ContainerEnv{})
			}
			_ = s.Containers[i].String()
		}
		for _, d := range s.Decls {
			p := s.Value(d)
			for p.Skip() {
			}
		}
		out := dumpSheet(s)
		if len(s.Rules) > 1 {
			s.InsertRule(0, src, 0)
			s.SetDecls(s.First(), src)
			s.DeleteRule(0, 0)
		}
		_ = out
	})
}

// What a selector serializes to parses again, and serializes the same.
func FuzzSelector(f *testing.F) {
	seeds(f, "a>b+c~d e", ":is(a,.b):not(#c)", ":nth-child(2n+1 of .a)", "::part(a b):hover", "[a|='b' i]", ":has(> a)", "*|*", "::slotted(a)::before", ":host(.a)", "&.b", ":lang(a,'b')", "a::before", "::view-transition-group(*.a)", "::-webkit-x")
	f.Fuzz(func(t *testing.T, src string) {
		s := &Selectors{Atoms: atom.NewTable()}
		l, ok := s.Parse(src, nil)
		if !ok {
			return
		}
		for i := range s.List(l) {
			sel := s.List(l)[i]
			s.EachFeature(&sel, func(Feature) {})
			again := sel
			s.refresh(&again)
			if again != sel {
				t.Fatalf("%q: refresh gives %+v, want %+v", src, again, sel)
			}
		}
		one := s.Serialize(l)
		for i, r := range one {
			if r >= 0x80 && !identRune(r) || r == 0xFFFD && one[i] != 0xEF {
				return // CSSOM writes such code points as they are, although css-syntax reads no identifier of them
			}
		}
		m, ok := s.Parse(one, nil)
		if !ok {
			t.Fatalf("%q serializes to %q, which does not parse", src, one)
		}
		if two := s.Serialize(m); two != one {
			t.Fatalf("%q serializes to %q, and that to %q", src, one, two)
		}
	})
}

// What calc() serializes to parses again, and computes the same.
func FuzzCalc(f *testing.F) {
	seeds(f, "calc(1px + 2em*3 - 10%/4)", "min(1px,2em,3%)", "clamp(none,1px,2px)", "round(up,1px,2px)", "calc(1px*sin(30deg))", "calc(-1*(1px - 2em))", "hypot(1px,2px)", "calc(1/0*1px)", "calc(NaN*1px)", "pow(2,3)", "calc(1em/(2/3))")
	f.Fuzz(func(t *testing.T, src string) {
		const accept = AcceptLengthPercent | AcceptNumber | AcceptAngle
		p := NewValueParser(src)
		n, ok := p.Numeric(accept, AnyRange)
		if !ok || n.Calc == nil {
			return
		}
		one := string(n.AppendTo(nil))
		q := NewValueParser(one)
		m, ok := q.Numeric(accept, AnyRange)
		if !ok || m.Type != n.Type {
			t.Fatalf("%q serializes to %q, which is %v of type %v, not %v", src, one, ok, m.Type, n.Type)
		}
		units := mediaUnits{16, 100, 50}
		n.Eval(units, 200)
		n.Calc.Linear(units)
		_ = n.Calc.Resolve(units).String()
	})
}

// What a colour serializes to parses again.
func FuzzColor(f *testing.F) {
	seeds(f, "red", "#abcd", "rgb(1 2 3 / .5)", "hsl(120deg 10% 20%)", "color-mix(in hsl longer hue, red 10%, blue)", "oklch(from red calc(l*2) c h)", "color(display-p3 1 none 0)", "light-dark(red,blue)", "lab(from currentcolor l a b / alpha)")
	f.Fuzz(func(t *testing.T, src string) {
		c, ok := ParseColor(src)
		if !ok {
			return
		}
		one := string(c.AppendTo(nil, true))
		if _, ok := ParseColor(one); !ok {
			t.Fatalf("%q serializes to %q, which does not parse", src, one)
		}
		r := c.Resolve(&ColorEnv{Current: RGBA(1, 0, 0, 1)})
		if r.Kind != ColorAbsolute {
			t.Fatalf("%q does not resolve", src)
		}
		r.RGBA8()
		if _, ok := ParseColor(r.String()); !ok {
			t.Fatalf("%q computes to %q, which does not parse", src, r.String())
		}
	})
}
