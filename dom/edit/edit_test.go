package edit_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// view is an edit.View of a document without sheets: what HTML's elements are, and the style attributes.
type view struct {
	s    *dom.Store
	host dom.NodeID
}

func (v view) HostOf(n dom.NodeID) dom.NodeID {
	if v.s.Contains(v.host, n) {
		return v.host
	}
	return 0
}

const blocks = " html body div p h1 h2 h3 ul ol li dl dt dd blockquote pre hr table tbody tr td address center "

func (v view) name(el dom.NodeID) string { return v.s.Atoms.String(v.s.LocalName(el)) }

func (v view) Display(el dom.NodeID) edit.Display {
	switch name := v.name(el); {
	case strings.Contains(blocks, " "+name+" "):
		return edit.DisplayBlock
	case name == "script" || name == "style":
		return edit.DisplayNone
	}
	return edit.DisplayInline
}

func (v view) Spaces(el dom.NodeID) (kept, lines bool) {
	for n := el; n != 0 && v.s.Kind(n) == dom.KindElement; n = v.s.Parent(n) {
		if v.name(n) == "pre" {
			return true, true
		}
	}
	return false, false
}

func (v view) block(el dom.NodeID) *style.DeclBlock {
	return style.ParseDeclBlock(v.s.Attr(el, v.s.Atoms.Intern("style")), v.s.Atoms)
}

// values are those that elements give properties, and those of the root.
var (
	values = map[string]map[string]string{
		"font-weight":          {"b": "700", "strong": "700", "h1": "700", "h2": "700", "h3": "700", "": "400"},
		"font-style":           {"i": "italic", "em": "italic", "": "normal"},
		"text-decoration-line": {"u": "underline", "strike": "line-through", "": "none"},
		"vertical-align":       {"sub": "sub", "sup": "super", "": "baseline"},
		"text-align":           {"center": "center", "": "start"},
		"direction":            {"": "ltr"},
		"color":                {"": "rgb(0, 0, 0)"},
		"background-color":     {"": "rgba(0, 0, 0, 0)"},
		"font-size":            {"": "16px"},
		"font-family":          {"": "serif"},
	}
	own = map[string]bool{"text-decoration-line": true, "vertical-align": true, "background-color": true} // not inherited
)

func (v view) Value(el dom.NodeID, property string) string {
	for n := el; n != 0 && v.s.Kind(n) == dom.KindElement; n = v.s.Parent(n) {
		if t := v.block(n).Get(property); t != "" {
			if property == "color" || property == "background-color" {
				if c, ok := css.ParseColor(t); ok {
					return c.String()
				}
			}
			return strings.NewReplacer("bold", "700", "normal", values[property][""]).Replace(t)
		}
		if t := values[property][v.name(n)]; t != "" {
			return t
		}
		if property == "font-size" && v.name(n) == "font" && v.s.Attr(n, v.s.Atoms.Intern("size")) == "4" {
			return "18px"
		}
		if property == "color" && v.name(n) == "font" && v.s.HasAttr(n, v.s.Atoms.Intern("color")) {
			return v.s.Attr(n, v.s.Atoms.Intern("color"))
		}
		if own[property] {
			break
		}
	}
	return values[property][""]
}

func (v view) Inline(el dom.NodeID, property string) string { return v.block(el).Get(property) }

func (v view) InlineNames(el dom.NodeID) (names []string) {
	b := v.block(el)
	for i := range b.Len() {
		names = append(names, b.Item(i))
	}
	return names
}

func (v view) WithInline(el dom.NodeID, property, value string) (string, bool) {
	b := v.block(el)
	if value != "" && v.Canonical(property, value) == "" {
		return "", false
	}
	b.Set(property, value, false)
	return b.Text(), true
}

func (v view) Color(text string) (r, g, b uint8, alpha float64, ok bool) {
	c, ok := css.ParseColor(strings.TrimSpace(text))
	if !ok || c.DependsOnElement() {
		return 0, 0, 0, 0, false
	}
	var a uint8
	r, g, b, a = c.RGBA8()
	return r, g, b, float64(a) / 255, true
}

func (v view) Canonical(property, value string) string {
	b := style.ParseDeclBlock("", v.s.Atoms)
	b.Set(property, value, false)
	return b.Get(property)
}

// load makes an editing host of markup. [ and ] are the selection in its text, or | the caret; without them it is all of the host.
func load(markup string) (v view, start, end dom.Boundary) {
	d := dom.NewStore(atom.NewTable()).NewDocument(true)
	html.Parse(d, "<!doctype html><body><div></div>")
	v = view{d.Store, d.FirstChild(d.Body())}
	frag := html.ParseFragment(d, v.host, markup, false)
	v.s.InsertChildren(v.host, frag, 0)
	find := func(mark string) (dom.Boundary, bool) {
		for n := v.s.Following(v.host, v.host); n != 0; n = v.s.Following(n, v.host) {
			t := v.s.Data(n)
			i := strings.Index(t, mark)
			if !v.s.Kind(n).IsText() || i < 0 {
				continue
			}
			if t == mark {
				p, k := v.s.Parent(n), v.s.Index(n)
				v.s.Remove(n)
				return dom.Boundary{Node: p, Offset: k}, true
			}
			v.s.SetData(n, strings.Clone(t[:i]+t[i+1:]))
			return dom.Boundary{Node: n, Offset: dom.UTF16Len(t[:i])}, true
		}
		return dom.Boundary{}, false
	}
	if b, ok := find("|"); ok {
		return v, b, b
	}
	start, ok := find("[")
	if end, ok2 := find("]"); ok && ok2 {
		return v, start, end
	}
	return v, dom.Boundary{Node: v.host}, dom.Boundary{Node: v.host, Offset: v.s.ChildCount(v.host)}
}

func (v view) markup() string { return string(html.Inner(nil, v.s, v.host, html.SerializeOptions{})) }

// TestCommands runs commands; what comes of each is what Chromium 156 makes of it.
func TestCommands(t *testing.T) {
	for _, c := range []struct{ markup, command, value, want string }{
		{`<p>a[b]c</p>`, "bold", "", `<p>a<b>b</b>c</p>`},
		{`<p>a<b>b[c]d</b></p>`, "bold", "", `<p>a<b>b</b>c<b>d</b></p>`},
		{`<p>[a<b>b]</b>c</p>`, "bold", "", `<p><b>ab</b>c</p>`},
		{`<p>[a</p><p>b]</p>`, "italic", "", `<p><i>a</i></p><p><i>b</i></p>`},
		{`<p>a<i>[b]</i></p>`, "italic", "", `<p>ab</p>`},
		{`<p>a<b>[b</b>c]</p>`, "removeformat", "", `<p>abc</p>`},
		{`a|b`, "insertparagraph", "", `a<div>b</div>`},
		{`<p>a|b</p>`, "insertparagraph", "", `<p>a</p><p>b</p>`},
		{`<p>a|</p>`, "insertparagraph", "", `<p>a</p><p><br></p>`},
		{`<p>|a</p>`, "insertparagraph", "", `<p><br></p><p>a</p>`},
		{`<ul><li>a|b</li></ul>`, "insertparagraph", "", `<ul><li>a</li><li>b</li></ul>`},
		{`<h1>a|</h1>`, "insertparagraph", "", `<h1>a</h1><div><br></div>`},
		{`<p>a|b</p>`, "insertlinebreak", "", `<p>a<br>b</p>`},
		{`<p>a|</p>`, "insertlinebreak", "", `<p>a<br><br></p>`},
		{`<p>a|b</p>`, "inserttext", "x", `<p>axb</p>`},
		{`<p>a[b</p><p>c]d</p>`, "inserttext", "x", `<p>axd</p>`},
		{`<p>a[b</p><p>c]d</p>`, "delete", "", `<p>ad</p>`},
		{`<p>ab|</p>`, "delete", "", `<p>a</p>`},
		{`<p>a</p><p>|b</p>`, "delete", "", `<p>ab</p>`},
		{`<p>a|</p><p>b</p>`, "forwarddelete", "", `<p>ab</p>`},
		{`<p>|ab</p>`, "forwarddelete", "", `<p>b</p>`},
		{`<p>a<br>|b</p>`, "delete", "", `<p>ab</p>`},
		{`<p>[a]</p>`, "indent", "", `<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><p>a</p></blockquote>`},
		{`<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><p>[a]</p></blockquote>`, "outdent", "", `<p>a</p>`},
		{`<ul><li>a</li><li>[b]</li></ul>`, "indent", "", `<ul><li>a</li><ul><li>b</li></ul></ul>`},
		{`<p>[a]</p>`, "formatblock", "h2", `<h2>a</h2>`},
		{`<p>[a]</p>`, "justifycenter", "", `<p style="text-align: center;">a</p>`},
		{`<p>a|b</p>`, "inserthorizontalrule", "", `<p>a</p><hr><p>b</p>`},
		{`<p>[ab]</p>`, "createlink", "u", `<p><a href="u">ab</a></p>`},
		{`<p><a href="u">[ab]</a></p>`, "unlink", "", `<p>ab</p>`},
		{`<p>a|b</p>`, "insertimage", "u", `<p>a<img src="u">b</p>`},
		{`<p>[ab]</p>`, "forecolor", "#00ff00", `<p><font color="#00ff00">ab</font></p>`},
		{`<p>[ab]</p>`, "fontsize", "4", `<p><font size="4">ab</font></p>`},
		{`<p>[ab]</p>`, "subscript", "", `<p><sub>ab</sub></p>`},
		{`<p><sub>a[b]</sub></p>`, "subscript", "", `<p><sub>a</sub>b</p>`},
	} {
		v, start, end := load(c.markup)
		ed := edit.New(v.s, v, &edit.Options{}, start, end)
		ed.Run(edit.Lookup(c.command), c.value)
		step := ed.Close()
		got := v.markup()
		if got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.markup, c.command, got, c.want)
		}
		step.Undo(v.s)
		if back := v.markup(); back != strings.NewReplacer("[", "", "]", "", "|", "").Replace(c.markup) {
			t.Errorf("%s, %s undone: %s", c.markup, c.command, back)
		}
		step.Redo(v.s)
		if again := v.markup(); again != got {
			t.Errorf("%s, %s done again: %s, want %s", c.markup, c.command, again, got)
		}
	}
}

var fuzzCommands = []struct{ name, value string }{{"bold", ""}, {"italic", ""}, {"underline", ""}, {"strikethrough", ""}, {"subscript", ""}, {"superscript", ""}, {"forecolor", "red"}, {"hilitecolor", "#0f0"},
	{"fontsize", "4"}, {"fontname", "Arial"}, {"removeformat", ""}, {"createlink", "u"}, {"unlink", ""}, {"formatblock", "h1"}, {"formatblock", "pre"}, {"indent", ""}, {"outdent", ""}, {"justifycenter", ""},
	{"justifyleft", ""}, {"insertorderedlist", ""}, {"insertunorderedlist", ""}, {"inserthorizontalrule", ""}, {"insertimage", "u"}, {"inserttext", "a b"}, {"insertparagraph", ""}, {"insertlinebreak", ""},
	{"delete", ""}, {"forwarddelete", ""}}

// edits runs commands that bytes choose, at places that they choose, and undoes them all: the tree is what it was. Done again it is what it became.
func edits(t *testing.T, markup string, program []byte) {
	v, _, _ := load(strings.NewReplacer("[", "", "]", "", "|", "").Replace(markup))
	first := v.markup()
	var steps []*edit.Step
	place := func(b byte, k byte) dom.Boundary {
		nodes := []dom.NodeID{v.host}
		for n := v.s.Following(v.host, v.host); n != 0 && len(nodes) < 256; n = v.s.Following(n, v.host) {
			nodes = append(nodes, n)
		}
		n := nodes[int(b)%len(nodes)]
		return dom.Boundary{Node: n, Offset: int(k) % (v.s.NodeLength(n) + 1)}
	}
	for ; len(program) >= 5 && len(steps) < 40; program = program[5:] {
		a, b := place(program[1], program[2]), place(program[3], program[4])
		if program[0]&0x80 != 0 {
			b = a
		}
		if v.s.ComparePoints(a, b) > 0 {
			a, b = b, a
		}
		c := fuzzCommands[int(program[0]&0x7f)%len(fuzzCommands)]
		ed := edit.New(v.s, v, &edit.Options{StyleWithCSS: program[4]&0x80 != 0}, a, b)
		ed.Run(edit.Lookup(c.name), c.value)
		start, end := ed.Range()
		for _, at := range []dom.Boundary{start, end} {
			if !v.s.Contains(v.host, at.Node) || at.Offset > v.s.NodeLength(at.Node) {
				t.Fatalf("%s on %s leaves the range outside of the host", c.name, first)
			}
		}
		steps = append(steps, ed.Close())
	}
	last := v.markup()
	for i := len(steps) - 1; i >= 0; i-- {
		steps[i].Undo(v.s)
	}
	if got := v.markup(); got != first {
		t.Fatalf("undone %q, was %q", got, first)
	}
	for _, s := range steps {
		s.Redo(v.s)
	}
	if got := v.markup(); got != last {
		t.Fatalf("done again %q, was %q", got, last)
	}
}

var fuzzMarkup = []string{"<p>abc</p><p>d<b>e<i>f</i></b>g</p>", "abc<br>def<div>ghi</div>jkl", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>x", "<table><tr><td>a</td><td>b</td></tr></table>",
	"<blockquote>a<blockquote><p>b</p></blockquote></blockquote>", "<pre>a  b\nc</pre><hr><p><a href=u>d</a> e </p>", "<span style='color: red; font-weight: bold'>a<u>b</u></span>", "<p></p><p><br></p><div><div></div></div>", "<img src=u>a<!--c--><script>d</script>", "<dl><dt>a<dd>b</dl>"}

// TestEditsUndone is a part of what FuzzEdits looks for.
func TestEditsUndone(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		program := make([]byte, 5*(1+r.Intn(12)))
		r.Read(program)
		edits(t, fuzzMarkup[r.Intn(len(fuzzMarkup))], program)
	}
}

// FuzzEdits runs commands anywhere and undoes them: no panic, nothing outside of the host, and the tree is what it was.
func FuzzEdits(f *testing.F) {
	for i, m := range fuzzMarkup {
		f.Add(m, []byte{byte(i), 1, 0, 3, 1, byte(i + 9), 2, 1, 2, 2, byte(i + 18), 0, 0, 4, 1})
	}
	f.Fuzz(func(t *testing.T, markup string, program []byte) {
		if len(markup) < 2000 {
			edits(t, strings.ToValidUTF8(markup, "\ufffd"), program) // as a decoder gives it: no text of a document has other bytes
		}
	})
}
