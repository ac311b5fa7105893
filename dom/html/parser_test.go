package html_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

func newDoc() *dom.Document { return dom.NewStore(atom.NewTable()).NewDocument(true) }

func find(d *dom.Document, name string) dom.NodeID {
	for n := d.Node; n != 0; n = d.Following(n, d.Node) {
		if d.IsHTMLElement(n, d.Atoms.Intern(name)) {
			return n
		}
	}
	return 0
}

func outer(d *dom.Document) string {
	return string(html.Outer(nil, d.Store, d.DocumentElement(), html.SerializeOptions{}))
}

func TestExternalScriptBlocks(t *testing.T) {
	d := newDoc()
	var blocked dom.NodeID
	p := html.New(d, html.Options{Scripting: true, Script: func(el dom.NodeID) bool {
		blocked = el
		return true
	}})
	if s := p.Write("<p>a<script src=x></script>b"); s != html.Blocked || !d.IsHTMLElement(blocked, atom.Static("script")) {
		t.Fatalf("status %v, want Blocked at the script", s)
	}
	if s := p.Write("c"); s != html.Blocked {
		t.Errorf("status %v after another chunk, want Blocked", s)
	}
	if s := p.End(); s != html.Blocked {
		t.Errorf("status %v at the end, want Blocked", s)
	}
	if got := outer(d); got != `<html><head></head><body><p>a<script src="x"></script></p></body></html>` {
		t.Errorf("while blocked: %s", got)
	}
	s := p.Resume(func() {
		if !p.DocumentWrite("<i>w</i>") {
			t.Error("no insertion point while the script runs")
		}
		if got := outer(d); !strings.Contains(got, "<i>w</i>") {
			t.Errorf("what is written is not parsed at once: %s", got)
		}
	})
	if want := `<html><head></head><body><p>a<script src="x"></script><i>w</i>bc</p></body></html>`; s != html.Finished || outer(d) != want {
		t.Errorf("status %v, got %s, want %s", s, outer(d), want)
	}
	if p.DocumentWrite("x") || p.HasInsertionPoint() {
		t.Error("an insertion point after the end")
	}
}

// A written external script blocks; what the outer script writes after it comes after it, before the rest.
func TestWrittenScriptBlocks(t *testing.T) {
	d := newDoc()
	var p *html.Parser
	p = html.New(d, html.Options{Scripting: true, Script: func(el dom.NodeID) bool {
		if d.HasAttr(el, atom.Static("src")) {
			return true
		}
		p.DocumentWrite("1<script src=x></script>2")
		p.DocumentWrite("3<b")
		p.DocumentWrite(">")
		return false
	}})
	p.Write("<body><script>w</script>4")
	if s := p.End(); s != html.Blocked {
		t.Fatalf("status %v, want Blocked", s)
	}
	p.Resume(func() { p.DocumentWrite("!") })
	want := `<html><head></head><body><script>w</script>1<script src="x"></script>!23<b>4</b></body></html>`
	if got := outer(d); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A script that writes itself ends.
func TestEndlessWrite(t *testing.T) {
	d := newDoc()
	var p *html.Parser
	runs := 0
	p = html.New(d, html.Options{Scripting: true, Script: func(dom.NodeID) bool {
		runs++
		p.DocumentWrite("<script>again</script>")
		return false
	}})
	p.Write("<script>again</script>end")
	p.End()
	if runs < 10 || runs > 100 || !strings.Contains(outer(d), "end") {
		t.Errorf("the script ran %d times", runs)
	}
}

func TestAbortFromScript(t *testing.T) {
	d := newDoc()
	var p *html.Parser
	p = html.New(d, html.Options{Scripting: true, Script: func(dom.NodeID) bool { p.Abort(); return false }})
	p.Write("<p>a<script>x</script><b>gone</b>")
	if s := p.End(); s != html.Finished || strings.Contains(outer(d), "gone") {
		t.Errorf("status %v: %s", s, outer(d))
	}
}

func TestScriptPosition(t *testing.T) {
	for _, size := range []int{1, 5, 1000} {
		d := newDoc()
		var got []string
		var p *html.Parser
		p = html.New(d, html.Options{Scripting: true, Script: func(dom.NodeID) bool {
			l, c := p.Position()
			got = append(got, fmt.Sprint(l, ":", c))
			return false
		}})
		text := "<p>one\n<p>two\n  <script>a\nb</script><script\n>c</script>"
		for i := 0; i < len(text); i += size {
			p.Write(text[i:min(i+size, len(text))])
		}
		p.End()
		if want := "[3:11 5:2]"; fmt.Sprint(got) != want {
			t.Errorf("pieces of %d: script content at %v, want %v", size, got, want)
		}
	}
}

// A script removes what the parser has open: the nodes stay until the parser is done with them.
func TestOpenElementsAreHeld(t *testing.T) {
	d := newDoc()
	destroyed := 0
	d.Hooks.Detached = func(root dom.NodeID) {
		if d.Disposable(root) {
			destroyed++
			d.DestroyTree(root)
		}
	}
	p := html.New(d, html.Options{Scripting: true, Script: func(el dom.NodeID) bool {
		d.Remove(d.Body())
		if destroyed != 0 {
			t.Error("the open body was destroyed")
		}
		for range 50 { // rows are reused at once, if any are free
			d.CreateElement(d.HTMLName(atom.Static("b")))
		}
		return false
	}})
	p.Write("<body><div><b>x<script>s</script>y<p>z</b>q</div>")
	p.End()
	if destroyed != 1 {
		t.Errorf("%d trees destroyed, want the body's when the parser was done", destroyed)
	}
	if got := outer(d); got != "<html><head></head></html>" {
		t.Error(got)
	}
}

// A hook of an insertion runs script (a custom element's reaction) that takes the new element away, and aborts later on.
func TestHookRemovesWhatIsInserted(t *testing.T) {
	d := newDoc()
	destroyed, aborts := 0, 0
	d.Hooks.Detached = func(root dom.NodeID) {
		if d.Disposable(root) {
			destroyed++
			d.DestroyTree(root)
		}
	}
	var p *html.Parser
	d.Hooks.Connected = func(els []dom.NodeID) {
		for _, el := range els {
			switch {
			case d.IsHTMLElement(el, atom.Static("form")):
				d.Remove(el)
				d.DestroyTree(el) // as one would who does not look
			case d.IsHTMLElement(el, atom.Static("img")):
				if p.DocumentWrite("no") || p.HasInsertionPoint() {
					t.Error("an insertion point within a token")
				}
				p.Abort()
				aborts++
			}
		}
	}
	p = html.New(d, html.Options{Scripting: true, Script: func(dom.NodeID) bool { return false }})
	p.Write("<p>a<form><b>x</form>y</b><form>z</form><script>s</script>q<img>gone")
	if s := p.End(); s != html.Finished || aborts != 1 || strings.Contains(outer(d), "gone") {
		t.Errorf("status %v, %d aborts: %s", s, aborts, outer(d))
	}
	check(t, d.Store, d.Node)
	if destroyed == 0 {
		t.Error("the removed forms are still there")
	}
}

func TestDeepNesting(t *testing.T) {
	for _, tag := range []string{"div", "span", "b", "table", "svg", "template", "select", "p", "font color=x"} {
		start := perf.CPUTime()
		d := newDoc()
		html.Parse(d, strings.Repeat("<"+tag+">", 100000)+"x")
		if e := perf.CPUTime() - start; e > 20*time.Second {
			t.Errorf("100,000 nested %s took %v", tag, e)
		}
		depth := 0
		for n := d.Node; n != 0; n = d.Following(n, d.Node) {
			if d.FirstChild(n) == 0 {
				k := 0
				for m := n; m != 0; m = d.Parent(m) {
					k++
				}
				depth = max(depth, k)
			}
			if depth > html.MaxDepth+10 {
				break
			}
		}
		if depth > html.MaxDepth+10 {
			t.Errorf("%s: the tree is deeper than %d", tag, html.MaxDepth)
		}
	}
}

func TestHostileInput(t *testing.T) {
	distinct := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"a million formatting elements": strings.Repeat("<b>", 1000000),
		"distinct formatting elements":  "<p>" + distinct(100000, func(i int) string { return fmt.Sprintf("<b id=%d>", i) }) + strings.Repeat("<p>x", 20000),
		"formatting in paragraphs":      distinct(50000, func(i int) string { return fmt.Sprintf("<p><i class=%d>", i) }),
		"misnested":                     strings.Repeat("<a><div>", 20000) + strings.Repeat("</a>", 20000),
		"misnested formatting":          strings.Repeat("<b><p>", 20000) + strings.Repeat("</b>", 20000),
		"attributes":                    "<a " + distinct(100000, func(i int) string { return fmt.Sprintf("a%d=1 ", i) }) + ">",
		"unknown end tags":              strings.Repeat("<span>", 2000) + strings.Repeat("</x>", 200000),
		"a large attribute":             `<a title="` + strings.Repeat("x", 1<<20) + `">`,
		"table text":                    "<table>" + strings.Repeat("a<tr>", 100000),
		"references":                    strings.Repeat("&amp", 300000),
		"unclosed comment":              "<!--" + strings.Repeat("-", 1<<20),
		"script escapes":                "<script>" + strings.Repeat("<!--<script", 100000),
		"options":                       "<select><button><selectedcontent></button>" + strings.Repeat("<option selected>x", 50000),
	} {
		start := perf.CPUTime()
		d := newDoc()
		html.Parse(d, text)
		if e := perf.CPUTime() - start; e > 20*time.Second {
			t.Errorf("%s: %v", name, e)
		}
		if d.Live() > 3000000 {
			t.Errorf("%s: %d nodes", name, d.Live())
		}
		check(t, d.Store, d.Node)
	}
}

// A text that comes in many pieces takes time linear in its length.
func TestLongTextInPieces(t *testing.T) {
	d := newDoc()
	p := html.New(d, html.Options{})
	p.Write("<body>")
	start := perf.CPUTime()
	for range 1 << 18 {
		p.Write("abcd efgé")
	}
	p.End()
	if e := perf.CPUTime() - start; e > 20*time.Second {
		t.Errorf("2.5 MB in pieces of ten bytes took %v", e)
	}
	text := d.FirstChild(d.Body())
	if d.Next(text) != 0 || d.DataLength(text) != 9<<18 {
		t.Errorf("%d code units in one text, want %d", d.DataLength(text), 9<<18)
	}
}

func TestFragmentContexts(t *testing.T) {
	for _, c := range []struct{ context, in, want string }{
		{"div", "<td>a</td><p>b", "a<p>b</p>"},
		{"tr", "<td>a</td><p>b", "<td>a</td><p>b</p>"},
		{"table", "x<tr><td>y", "x<tbody><tr><td>y</td></tr></tbody>"},
		{"select", "<option>a<option>b", "<option>a</option><option>b</option>"},
		{"template", "<tr><td>a", "<tr><td>a</td></tr>"},
		{"textarea", "<b>&amp;</b>", "&lt;b&gt;&amp;&lt;/b&gt;"},
		{"script", "<b>&amp;", "&lt;b&gt;&amp;amp;"},
		{"pre", "\na", "\na"},
		{"div", "<pre>\n\na</pre>", "<pre>\na</pre>"},
		{"body", `<a b='"<>&' c=&nbsp;>&nbsp;&lt;</a><br></br>`, `<a b="&quot;&lt;&gt;&amp;" c="&nbsp;">&nbsp;&lt;</a><br><br>`},
		{"div", "<svg viewbox='0 0 1 1'><lineargradient/><a xlink:href=x></svg>", `<svg viewBox="0 0 1 1"><linearGradient></linearGradient><a xlink:href="x"></a></svg>`},
		{"div", "<noscript><b></noscript><template><p>a</template>", "<noscript><b></noscript><template><p>a</p></template>"},
		{"div", "<style>a>b</style><!--c--><xmp><i></xmp>", "<style>a>b</style><!--c--><xmp><i></xmp>"},
	} {
		d := newDoc()
		ctx := d.CreateElement(d.HTMLName(d.Atoms.Intern(c.context)))
		f := html.ParseFragment(d, ctx, c.in, true)
		if got := string(html.Inner(nil, d.Store, f, html.SerializeOptions{Scripting: true})); got != c.want {
			t.Errorf("in %s: %q gives\n%q, want\n%q", c.context, c.in, got, c.want)
		}
	}
}

func TestDeclarativeShadow(t *testing.T) {
	const text = `<body><div><template shadowrootmode="open" shadowrootserializable=""><slot></slot>s</template>light</div></body>`
	d := newDoc()
	p := html.New(d, html.Options{AllowDeclarativeShadow: true})
	p.Write(text)
	p.End()
	div := find(d, "div")
	root := d.ShadowRoot(div)
	if root == 0 || string(d.TextContent(nil, root)) != "s" || string(d.TextContent(nil, div)) != "light" {
		t.Fatalf("no shadow root, or with other content:\n%s", d.Dump(nil, d.Node))
	}
	if !d.IsConnected(d.FirstChild(root)) || d.FlatParent(d.FirstChild(div)) != d.FirstChild(root) {
		t.Error("the slot does not have the text")
	}
	if got := string(html.Outer(nil, d.Store, d.Body(), html.SerializeOptions{ShadowRoots: true})); got != text {
		t.Errorf("serialized as %s", got)
	}
}

// A form between the parts of a table owns the controls that follow, though it is not their ancestor.
func TestFormOwner(t *testing.T) {
	d := newDoc()
	var got []string
	p := html.New(d, html.Options{FormOwner: func(el, form dom.NodeID) {
		got = append(got, d.Attr(el, atom.Static("name"))+"→"+d.Attr(form, atom.Static("name")))
	}})
	p.Write("<table><tr><form name=f><td><input name=a><input name=b form=x></form></table><input name=c><form name=g><input name=d></form>")
	p.End()
	if fmt.Sprint(got) != "[a→f]" {
		t.Errorf("associated %v, want a with f", got)
	}
}

func TestScriptCreatedParser(t *testing.T) {
	d := newDoc()
	p := html.New(d, html.Options{Scripting: true, Script: func(dom.NodeID) bool { return false }})
	for _, s := range []string{"<p>a<scr", "ipt>x</script>", "b"} {
		if p.HasInsertionPoint() {
			t.Error("an insertion point, but no script runs")
		}
		p.Write(s)
	}
	if p.End() != html.Finished || outer(d) != "<html><head></head><body><p>a<script>x</script>b</p></body></html>" {
		t.Error(outer(d))
	}
}

func TestSplitCharacters(t *testing.T) {
	d := newDoc()
	p := html.New(d, html.Options{})
	for _, b := range []byte("<p title=日本>日本語😀") {
		p.Write(string([]byte{b}))
	}
	p.End()
	el := find(d, "p")
	if got := d.Data(d.FirstChild(el)); got != "日本語😀" || d.Attr(el, atom.Static("title")) != "日本" || d.DataLength(d.FirstChild(el)) != 5 {
		t.Errorf("got %q", got)
	}
}

// check fails where the links of a tree disagree.
func check(t testing.TB, s *dom.Store, root dom.NodeID) {
	for n := root; n != 0; n = s.Following(n, root) {
		prev := dom.NodeID(0)
		for c := s.FirstChild(n); c != 0; c = s.Next(c) {
			if s.Parent(c) != n || s.Prev(c) != prev || !s.Alive(c) {
				t.Fatalf("node %d: child %d has parent %d and previous sibling %d, want %d", n, c, s.Parent(c), s.Prev(c), prev)
			}
			if s.IsConnected(c) != s.IsConnected(n) {
				t.Fatalf("node %d and its child %d differ in being connected", n, c)
			}
			if prev != 0 && s.Kind(prev) == dom.KindText && s.Kind(c) == dom.KindText {
				t.Fatalf("two texts beside each other: %q and %q", s.Data(prev), s.Data(c))
			}
			prev = c
		}
		if s.LastChild(n) != prev {
			t.Fatalf("node %d: last child %d, want %d", n, s.LastChild(n), prev)
		}
		if c := s.TemplateContents(n); c != 0 {
			check(t, s, c)
		}
		if s.Flags(n)&dom.Held != 0 {
			t.Fatalf("node %d is still held", n)
		}
	}
}

// watch ends the process when an input takes longer than anything should: a fuzz worker reports no hang by itself.
func watch(input ...string) (stop func()) {
	t := time.AfterFunc(20*time.Second, func() { panic(fmt.Sprintf("hang: %q", input)) })
	return func() { t.Stop() }
}

// FuzzParse parses bytes whole and in pieces, with scripts that write and remove: the trees are sound and, without scripts, equal.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"<p>a<b>c<p>d</b>", "<table>x<tr><td><a><table><a>", "<svg><foreignObject><p></svg><math><mi><b>", "<template><tr></template>",
		"<!DOCTYPE html><!--a--><frameset><frame>", "<script><!--<script></script>--></script><select><option><hr>", "&notit;&#x80;&amp", "<script>w</script>",
		"<![CDATA[x]]><svg><![CDATA[x]]>", "<a><div><a></b></a>", "<nobr><marquee></nobr><i><form><p></form>"} {
		f.Add(s, 3, "<b>w<script>v</script>")
	}
	f.Fuzz(func(t *testing.T, text string, size int, written string) {
		if len(text) > 1<<14 || len(written) > 1<<10 {
			return
		}
		defer watch(text, written)()
		d := newDoc()
		html.Parse(d, text)
		check(t, d.Store, d.Node)
		if size = max(1, size&15); true {
			e := newDoc()
			p := html.New(e, html.Options{})
			for i := 0; i < len(text); i += size {
				p.Write(text[i:min(i+size, len(text))])
			}
			p.End()
			check(t, e.Store, e.Node)
			if a, b := string(d.Dump(nil, d.Node)), string(e.Dump(nil, e.Node)); a != b {
				t.Fatalf("whole:\n%s\nin pieces of %d:\n%s", a, size, b)
			}
		}
		g := newDoc()
		g.Hooks.Detached = func(root dom.NodeID) {
			if g.Disposable(root) {
				g.DestroyTree(root)
			}
		}
		runs := 0
		var p *html.Parser
		p = html.New(g, html.Options{Scripting: true, AllowDeclarativeShadow: true, Ahead: func(*html.Tag, bool) {}, Script: func(el dom.NodeID) bool {
			if runs++; runs > 20 {
				return false
			}
			p.DocumentWrite(written)
			if n := g.Parent(el); n != 0 && runs%2 == 0 && g.Parent(n) != 0 {
				g.Remove(n)
				g.DrainJournal()
			}
			return runs%3 == 0
		}})
		p.Write(text)
		for s := p.End(); s == html.Blocked; {
			s = p.Resume(nil)
		}
		check(t, g.Store, g.Node)
	})
}

// FuzzFragment parses fragments in any context and serializes what comes.
func FuzzFragment(f *testing.F) {
	f.Add("tr", "<td>a<table>b")
	f.Add("svg title", "<p>x</svg>")
	f.Add("template", "<col><td>")
	f.Fuzz(func(t *testing.T, context, text string) {
		if context == "" || len(text) > 1<<14 {
			return
		}
		defer watch(context, text)()
		d := newDoc()
		ns := dom.HTML
		if c, ok := strings.CutPrefix(context, "svg "); ok {
			ns, context = dom.SVG, c
		}
		ctx := d.CreateElement(d.Name(ns, atom.None, d.Atoms.Intern(context)))
		fragment := html.ParseFragment(d, ctx, text, len(text)%2 == 0)
		check(t, d.Store, fragment)
		html.Inner(nil, d.Store, fragment, html.SerializeOptions{})
		d.DestroyTree(fragment)
		d.DestroyTree(ctx)
		extra := 1
		if d.Documents() > 1 {
			extra = 2 // the document of template contents
		}
		if d.Live() != extra {
			t.Fatalf("%d nodes live, want %d", d.Live(), extra)
		}
	})
}

// What waits for a script is the parser's own: the caller's buffer has the next chunk by then.
func TestChunksAreCopiedWhileBlocked(t *testing.T) {
	d := newDoc()
	var p *html.Parser
	inline := 0
	p = html.New(d, html.Options{Scripting: true, Script: func(el dom.NodeID) bool {
		if d.HasAttr(el, atom.Static("src")) {
			return true
		}
		inline++
		return false
	}})
	buf := make([]byte, 0, 256)
	write := func(s string) {
		buf = append(buf[:0], s...)
		p.Write(unsafe.String(unsafe.SliceData(buf), len(buf)))
		for i := range buf {
			buf[i] = 'X'
		}
	}
	write("<body><p>1<script>i</script><p>2<script src=a></script><p>3<p>4<script src=b></script><p>5")
	write("<p>6<p>7")
	write("<p>8")
	p.Resume(nil)
	write("<p>9")
	p.Resume(nil)
	write("<p>10")
	p.End()
	const want = `<html><head></head><body><p>1<script>i</script></p><p>2<script src="a"></script></p><p>3</p><p>4<script src="b"></script></p>` +
		`<p>5</p><p>6</p><p>7</p><p>8</p><p>9</p><p>10</p></body></html>`
	if got := outer(d); got != want || inline != 1 {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
