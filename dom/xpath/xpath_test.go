package xpath

import (
	"errors"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// sample is <r><a id=x n=1>one</a><a n=2>two<b/>2</a><!--c--></r> in a document that is not of HTML.
func sample() (*dom.Store, Node) {
	s := dom.NewStore(atom.NewTable())
	d := s.NewDocument(false)
	el := func(parent dom.NodeID, name string, attrs ...string) dom.NodeID {
		a := s.Atoms.Intern(name)
		e := d.CreateElement(s.Name(dom.NoNamespace, atom.None, a))
		for i := 0; i < len(attrs); i += 2 {
			s.SetAttr(e, s.Name(dom.NoNamespace, atom.None, s.Atoms.Intern(attrs[i])), attrs[i+1])
		}
		s.InsertBefore(parent, e, 0)
		return e
	}
	text := func(parent dom.NodeID, t string) { s.InsertBefore(parent, d.CreateText(t), 0) }
	r := el(d.Node, "r")
	a := el(r, "a", "id", "x", "n", "1")
	text(a, "one")
	a = el(r, "a", "n", "2")
	text(a, "two")
	el(a, "b")
	text(a, "2")
	s.InsertBefore(r, d.CreateComment("c"), 0)
	return s, Node{ID: d.Node}
}

// The results are Chromium's, but for numbers of more than six digits and characters beyond U+FFFF, where Chromium leaves the specification.
func TestEvaluate(t *testing.T) {
	s, at := sample()
	for _, c := range []struct{ text, want string }{
		{"string(/r/a)", "one"},
		{"string(/r/a[2])", "two2"},
		{"count(//a)", "2"},
		{"count(//a/@*)", "3"},
		{"string(//a[@n > 1]/@n)", "2"},
		{"name(//b/..)", "a"},
		{"count(//b/ancestor-or-self::*)", "3"},
		{"count(//b/preceding::node())", "3"},
		{"string(//b/following-sibling::text())", "2"},
		{"string((//a)[last()])", "two2"},
		{"count(//a[position() = 1] | //b)", "2"},
		{"1 + 2 * 3 - -4 div 2", "9"},
		{"7 mod -3", "1"},
		{"-7 mod 3", "-1"},
		{"0.1 + 0.2", "0.30000000000000004"},
		{"1 div 0", "Infinity"},
		{"string(0 div 0)", "NaN"},
		{"1000000000000000000000", "1000000000000000000000"},
		{"//a = 'two2'", "true"},
		{"//a != 'two2'", "true"},
		{"not(//c = //c)", "true"},
		{"2 > 1 = true()", "true"},
		{"substring('12345', 1.5, 2.6)", "234"},
		{"substring('12345', 0 div 0, 3)", ""},
		{"substring('12345', -42, 1 div 0)", "12345"},
		{"translate('bar', 'abc', 'AB')", "BAr"},
		{"normalize-space('  a  b ')", "a b"},
		{"string-length('a\U0001F600')", "2"},
		{"concat('a', 1, true())", "a1true"},
		{"round(-0.5) = 0 and round(2.5) = 3", "true"},
		{"sum(//@n)", "3"},
		{"string(id('x'))", "one"},
		{"div div div", "NaN"},
		{"count(/r/child::comment())", "1"},
		{"count(//processing-instruction('x'))", "0"},
		{"local-name(//@id)", "id"},
		{"boolean('')", "false"},
		{"number('  12 ') + number('-.5')", "11.5"},
		{"number('1e3')", "NaN"},
	} {
		e, err := Compile(c.text, nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		v, err := e.Evaluate(s, at, nil)
		if got := v.ToString(s); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "/r/", "//", "a b", "1 +", "'x", "foo()", "count()", "count(1, 2)", "@", "a[", "a]", "::a", "nosuch::a", "$", "(a", "a(b)", "..a", "!", "a!=", strings.Repeat("(", 100000)} {
		if _, err := Compile(text, nil); !errors.Is(err, ErrSyntax) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := Compile("p:a", nil); !errors.Is(err, ErrNamespace) {
		t.Error(err)
	}
	for _, text := range []string{"1/a", "count(1)", "1 | //a"} {
		e, err := Compile(text, nil)
		if err == nil {
			_, err = e.Evaluate(s, at, nil)
		}
		if !errors.Is(err, ErrNotNodes) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An evaluation that would take for ever is given up when it is told to.
func TestStopped(t *testing.T) {
	s, at := sample()
	d := s.DocumentOf(at.ID)
	name := s.Name(dom.NoNamespace, atom.None, s.Atoms.Intern("a"))
	for range 300 {
		s.InsertBefore(s.FirstChild(at.ID), d.CreateElement(name), 0)
	}
	e, err := Compile("//a[//a[//a[//a[//a[. = 'no']]]]]", nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	_, err = e.Evaluate(s, at, func() bool { asked++; return asked > 3 })
	if !errors.Is(err, ErrTooMuch) || asked != 4 {
		t.Error(err, asked)
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"//a[@b='c']/..", "count(a|b) div 2 mod -3", "p:*[last()]", "id('x')//text()", "substring(., 1 div 0)"} {
		f.Add(s)
	}
	s, at := sample()
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Compile(text, func(p string) (string, bool, error) { return "urn:" + p, p != "n", nil })
		if err == nil {
			n := 0
			e.Evaluate(s, at, func() bool { n++; return n > 8 })
		}
	})
}
