package dom

import (
	"slices"
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/atom"
)

// build makes the tree that text describes: name(children…), quoted text, #fragment at the top.
func build(d *Document, text string) NodeID {
	pos := 0
	var node func() NodeID
	node = func() NodeID {
		if text[pos] == '"' {
			end := strings.IndexByte(text[pos+1:], '"') + pos + 1
			t := d.CreateText(text[pos+1 : end])
			pos = end + 1
			return t
		}
		start := pos
		for pos < len(text) && !strings.ContainsRune("(), ", rune(text[pos])) {
			pos++
		}
		var n NodeID
		switch name := text[start:pos]; name {
		case "#fragment":
			n = d.CreateFragment()
		case "!":
			n = d.CreateComment("c")
		default:
			n = d.el(name)
		}
		if pos < len(text) && text[pos] == '(' {
			for text[pos] != ')' {
				pos++
				if text[pos] == ')' {
					break
				}
				d.Append(n, node())
			}
			pos++
		}
		return n
	}
	return node()
}

// show is the way back.
func (s *Store) show(id NodeID) string {
	if s.Kind(id).IsText() {
		return `"` + s.Data(id) + `"`
	}
	name := s.NodeName(id)
	if s.Kind(id) == KindElement {
		name = s.Atoms.String(s.LocalName(id))
	}
	var kids []string
	for c := range s.Children(id) {
		kids = append(kids, s.show(c))
	}
	if len(kids) == 0 {
		return name
	}
	return name + "(" + strings.Join(kids, ",") + ")"
}

func TestPreInsertErrors(t *testing.T) {
	d := testDoc()
	div, p, text, doctype := d.el("div"), d.el("p"), d.CreateText("t"), d.CreateDoctype("html", "", "")
	d.Append(div, p)
	d.Append(d.Node, d.el("html"))
	other := testDocIn(d.Store)
	for _, c := range []struct {
		what          string
		err           *Exception
		name, message string
	}{
		{"into a text", d.PreInsert(text, p, 0), "HierarchyRequestError", "This node type does not support this method."},
		{"into itself", d.PreInsert(p, div, 0), "HierarchyRequestError", "The new child element contains the parent."},
		{"before no child", d.PreInsert(div, text, doctype), "NotFoundError", "The node before which the new node is to be inserted is not a child of this node."},
		{"a document", d.PreInsert(div, other.Node, 0), "HierarchyRequestError", "Nodes of type '#document' may not be inserted inside nodes of type 'DIV'."},
		{"text into a document", d.PreInsert(d.Node, text, 0), "HierarchyRequestError", "Nodes of type '#text' may not be inserted inside nodes of type '#document'."},
		{"a doctype into an element", d.PreInsert(div, doctype, 0), "HierarchyRequestError", "Nodes of type 'html' may not be inserted inside nodes of type 'DIV'."},
		{"a second root", d.PreInsert(d.Node, div, 0), "HierarchyRequestError", "Only one element on document allowed."},
		{"a doctype after the root", d.PreInsert(d.Node, doctype, 0), "HierarchyRequestError", "Can't insert a doctype after the root element."},
		{"two roots replace one", d.ReplaceChild(d.Node, build(d, "#fragment(a,b)"), d.DocumentElement()), "HierarchyRequestError", "Only one element on document allowed."},
		{"remove another's child", d.RemoveChild(div, text), "NotFoundError", "The node to be removed is not a child of this node."},
		{"replace another's child", d.ReplaceChild(div, text, doctype), "NotFoundError", "The node to be replaced is not a child of this node."},
	} {
		if c.err == nil || c.err.Name != c.name || c.err.Message != c.message {
			t.Errorf("%s: %v, want %s: %s", c.what, c.err, c.name, c.message)
		}
	}
	template := d.el("template")
	if err := d.PreInsert(d.MakeTemplateContents(template), template, 0); err == nil {
		t.Error("a template goes into its own contents")
	}
	if err := d.ReplaceChild(d.Node, div, d.DocumentElement()); err != nil || d.DocumentElement() != div {
		t.Errorf("one root replaces another: %v", err)
	}
	if err := d.PreInsert(d.Node, doctype, div); err != nil {
		t.Errorf("a doctype before the root: %v", err)
	}
}

func testDocIn(s *Store) *Document { return s.NewDocument(true) }

func TestInsertAndReplace(t *testing.T) {
	d := testDoc()
	top := build(d, "div(a,b,c)")
	a, b, c := d.FirstChild(top), d.Next(d.FirstChild(top)), d.LastChild(top)
	steps := []struct {
		do   func() *Exception
		want string
	}{
		{func() *Exception { return d.PreInsert(top, a, a) }, "div(a,b,c)"},
		{func() *Exception { return d.PreInsert(top, a, 0) }, "div(b,c,a)"},
		{func() *Exception { return d.PreInsert(top, a, b) }, "div(a,b,c)"},
		{func() *Exception { return d.PreInsert(top, build(d, `#fragment(x,"y")`), b) }, `div(a,x,"y",b,c)`},
		{func() *Exception { return d.PreInsert(top, build(d, `#fragment`), b) }, `div(a,x,"y",b,c)`},
		{func() *Exception { return d.ReplaceChild(top, c, b) }, `div(a,x,"y",c)`},
		{func() *Exception { return d.ReplaceChild(top, c, c) }, `div(a,x,"y",c)`},
		{func() *Exception { return d.ReplaceChild(top, build(d, "#fragment(p,q)"), a) }, `div(p,q,x,"y",c)`},
		{func() *Exception { return d.ReplaceChildren(top, c) }, `div(c)`},
		{func() *Exception { return d.ReplaceChildren(top, 0) }, `div`},
	}
	for i, s := range steps {
		if err := s.do(); err != nil || d.show(top) != s.want {
			t.Errorf("step %d: %s (%v), want %s", i, d.show(top), err, s.want)
		}
	}
	d.SetTextContent(top, "text")
	if d.show(top) != `div("text")` {
		t.Error(d.show(top))
	}
}

// log collects the mutation records of nodes that are Observed.
type recordLog struct {
	d    *Document
	list []string
}

func (l *recordLog) ChildList(target NodeID, added, removed []NodeID, prev, next NodeID) {
	names := func(ids []NodeID) string {
		var out []string
		for _, n := range ids {
			out = append(out, l.d.show(n))
		}
		return strings.Join(out, " ")
	}
	name := func(n NodeID) string {
		if n == 0 {
			return "-"
		}
		return l.d.show(n)
	}
	l.list = append(l.list, "+["+names(added)+"] -["+names(removed)+"] "+name(prev)+" "+name(next))
}
func (l *recordLog) Attribute(target NodeID, name NameID, old string, had bool) {}
func (l *recordLog) CharacterData(target NodeID, old string)                    { l.list = append(l.list, old) }

func TestMutationRecords(t *testing.T) {
	d := testDoc()
	l := &recordLog{d: d}
	d.Hooks.Observer = l
	top := build(d, "div(a,b,c)")
	d.SetFlags(top, Observed, true)
	b := d.Next(d.FirstChild(top))
	d.PreInsert(top, build(d, "#fragment(x,y)"), b)
	d.ReplaceChild(top, d.el("z"), b)
	d.ReplaceChildren(top, build(d, "#fragment(q)"))
	d.Remove(d.FirstChild(top))
	want := []string{"+[x y] -[] a b", "+[z] -[b] y c", "+[q] -[a x y z c] - -", "+[] -[q] - -"}
	if !slices.Equal(l.list, want) {
		t.Errorf("records\n%s\nwant\n%s", strings.Join(l.list, "\n"), strings.Join(want, "\n"))
	}
}

// Rows that a journal names are not reused until it is drained; others are at once.
func TestRowsWaitForTheJournal(t *testing.T) {
	d := testDoc()
	p := d.el("p")
	d.Append(d.Node, p)
	d.Remove(p)
	d.DestroyTree(p)
	if q := d.el("q"); q == p {
		t.Error("the row of a node that the journal names is reused")
	} else {
		d.DestroyTree(q)
		if r := d.el("r"); r != q {
			t.Errorf("row %d used, want %d again", r, q)
		}
	}
	d.DrainJournal()
	if q := d.el("q"); q != p {
		t.Errorf("after the drain row %d is used, want %d", q, p)
	}
}

// A handle never resolves to another node, however often its row is reused.
func TestGenerationsDoNotWrap(t *testing.T) {
	d := testDoc()
	first := d.el("p")
	h := d.Handle(first)
	d.DestroyTree(first)
	for range 200000 {
		n := d.el("p")
		if d.Resolve(h) != 0 {
			t.Fatal("a stale handle resolves")
		}
		d.DestroyTree(n)
	}
	if d.Rows() > 8 {
		t.Errorf("%d rows used for one node at a time", d.Rows())
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	d := testDoc()
	body := d.el("body")
	d.Append(d.Node, body)
	name, class := d.HTMLName(atom.Static("script")), d.AttrName(atomClass)
	cycle := func() {
		for range 20 {
			e := d.CreateElement(name)
			d.SetAttr(e, class, "a b")
			d.Append(e, d.CreateText("some text"))
			d.Append(body, e)
		}
		for c := d.FirstChild(body); c != 0; c = d.FirstChild(body) {
			d.Remove(c)
			d.DestroyTree(c)
		}
		d.DrainJournal()
	}
	cycle()
	cycle()
	if n := testing.AllocsPerRun(100, cycle); n != 0 {
		t.Errorf("%v allocations a cycle, want 0", n)
	}
}

func TestTrim(t *testing.T) {
	d := testDoc()
	body := d.el("body")
	d.Append(d.Node, body)
	keep := d.el("p")
	d.Append(body, keep)
	d.SetAttr(keep, d.AttrName(atomID), "kept")
	var handles []Handle
	for range 50000 {
		e := d.el("p")
		d.SetAttr(e, d.AttrName(atomClass), "c")
		d.Append(e, d.CreateText(strings.Repeat("x", 50)))
		d.Append(body, e)
		handles = append(handles, d.Handle(e))
	}
	for c := d.LastChild(body); c != keep; c = d.LastChild(body) {
		d.Remove(c)
		d.DestroyTree(c)
	}
	d.DrainJournal()
	d.Trim()
	if cap(d.rows) > 100 || cap(d.attrs) > 100 || d.heap.memoryBytes() > 4*chunkBytes {
		t.Errorf("%d rows, %d attributes, %d bytes of text are kept", cap(d.rows), cap(d.attrs), d.heap.memoryBytes())
	}
	for range 50000 {
		d.el("q")
	}
	for _, h := range handles {
		if d.Resolve(h) != 0 {
			t.Fatal("a handle from before Trim resolves")
		}
	}
	if d.Attr(keep, atomID) != "kept" {
		t.Error("what stays changed")
	}
}

func TestHeapTrimKeepsUsedBlocks(t *testing.T) {
	var h heap
	var keep []ref
	for i := range 20000 {
		r := h.alloc(strings.Repeat("a", 100))
		if i%1000 == 0 {
			keep = append(keep, r)
		} else {
			h.release(r, 100)
		}
	}
	var others []ref
	for range 20000 {
		others = append(others, h.alloc(strings.Repeat("b", 100)))
	}
	for _, r := range others {
		h.release(r, 100)
	}
	h.trim()
	for _, r := range keep {
		if h.view(r, 100) != strings.Repeat("a", 100) {
			t.Fatal("a block in use was given back")
		}
	}
	for range 20000 {
		r := h.alloc(strings.Repeat("c", 100))
		if slices.Contains(keep, r) {
			t.Fatal("a block in use was handed out")
		}
	}
}

func TestRangesFollowMutations(t *testing.T) {
	d := testDoc()
	top := build(d, `div("hello",b("x"),"world")`)
	hello, b := d.FirstChild(top), d.Next(d.FirstChild(top))
	r := d.NewRange(top)
	r.Set(Boundary{hello, 3}, Boundary{d.FirstChild(b), 1})
	if n, err := d.SplitText(hello, 2); err != nil || r.Start != (Boundary{n, 1}) {
		t.Errorf("after the split the start is %v", r.Start)
	}
	d.Remove(b)
	if r.End != (Boundary{top, 2}) {
		t.Errorf("after the removal the end is %v, want the third place of the top", r.End)
	}
	d.Normalize(top)
	if d.show(top) != `div("helloworld")` || r.Start != (Boundary{hello, 3}) || r.End != (Boundary{hello, 5}) {
		t.Errorf("after normalize: %s, %v", d.show(top), *r)
	}
	d.ReplaceData(hello, 1, 3, "EEEEEE")
	if r.Start != (Boundary{hello, 1}) || r.End != (Boundary{hello, 8}) {
		t.Errorf("after replaceData: %v", *r)
	}
	r.Set(Boundary{top, 0}, Boundary{top, 1})
	d.PreInsert(top, d.el("i"), hello)
	if r.End != (Boundary{top, 2}) || r.Start.Offset != 0 {
		t.Errorf("after an insertion: %v", *r)
	}
	d.ReleaseRange(r)
	if d.rangeEnds != nil || d.liveRanges != 0 {
		t.Error("the range is still kept")
	}
}

func TestNodeIteratorLeavesRemovedTrees(t *testing.T) {
	d := testDoc()
	top := build(d, "div(a(b,c),d)")
	all := func(NodeID) FilterResult { return FilterAccept }
	it := d.NewNodeIterator(top)
	name := func(n NodeID) string {
		if n == 0 {
			return "-"
		}
		return d.Atoms.String(d.LocalName(n))
	}
	var got []string
	for range 4 {
		got = append(got, name(d.IteratorMove(it, true, all)))
	}
	if strings.Join(got, " ") != "div a b c" {
		t.Errorf("visited %v", got)
	}
	d.Remove(d.FirstChild(top))
	if it.Reference != top || it.Before {
		t.Errorf("the reference is %s", name(it.Reference))
	}
	if n := d.IteratorMove(it, true, all); name(n) != "d" {
		t.Errorf("then %s, want d", name(n))
	}
	if d.IteratorMove(it, true, all) != 0 || name(d.IteratorMove(it, false, all)) != "d" || name(d.IteratorMove(it, false, all)) != "div" {
		t.Error("back from the end")
	}
}

func TestTreeWalker(t *testing.T) {
	d := testDoc()
	top := build(d, "div(skip(a,reject(x),b),c(d))")
	name := func(n NodeID) string {
		if n == 0 {
			return "-"
		}
		return d.Atoms.String(d.LocalName(n))
	}
	filter := func(n NodeID) FilterResult {
		switch name(n) {
		case "skip":
			return FilterSkip
		case "reject":
			return FilterReject
		}
		return FilterAccept
	}
	w := &TreeWalker{top, top}
	var got []string
	for n := w.NextNode(d.Store, filter); n != 0; n = w.NextNode(d.Store, filter) {
		got = append(got, name(n))
	}
	for n := w.PreviousNode(d.Store, filter); n != 0; n = w.PreviousNode(d.Store, filter) {
		got = append(got, name(n))
	}
	got = append(got, name(w.Child(d.Store, false, filter)), name(w.Sibling(d.Store, false, filter)), name(w.Sibling(d.Store, false, filter)),
		name(w.Child(d.Store, true, filter)), name(w.Parent(d.Store, filter)), name(w.Sibling(d.Store, true, filter)), name(w.Sibling(d.Store, false, filter)))
	if s := strings.Join(got, " "); s != "a b c d c b a div a b c d c b c" {
		t.Error(s)
	}
}

func TestUTF16(t *testing.T) {
	const face = "\U0001F600"
	high, low := "\xED\xA0\xBD", "\xED\xB8\x80"
	for _, c := range []struct {
		text       string
		start, end int
		want       string
	}{
		{"aé日" + face + "b", 1, 3, "é日"}, {"aé日" + face + "b", 3, 5, face}, {"aé日" + face + "b", 3, 4, high}, {"aé日" + face + "b", 4, 6, low + "b"},
		{face, 1, 1, ""}, {face, 1, 2, low}, {face + face, 1, 3, low + high}, {face, 0, 2, face}, {"ab", 1, 9, "b"},
	} {
		if got := SubstringUTF16(c.text, c.start, c.end); got != c.want {
			t.Errorf("%q from %d to %d: %q, want %q", c.text, c.start, c.end, got, c.want)
		}
	}
	if Concat("a"+high, low+"b") != "a"+face+"b" {
		t.Error("halves are not joined")
	}
	d := testDoc()
	n := d.CreateText("x" + face + "y")
	if d.ReplaceData(n, 1, 1, "-"); d.Data(n) != "x-"+low+"y" || d.DataLength(n) != 4 {
		t.Errorf("%q", d.Data(n))
	}
	if err := d.ReplaceData(n, 5, 0, ""); err == nil || err.Message != "The offset 5 is greater than the node's length (4)." {
		t.Errorf("offset error: %v", err)
	}
}

func TestCloneAndEqual(t *testing.T) {
	d := testDoc()
	top := build(d, `div(a("x",b),!,template)`)
	d.SetAttr(top, d.AttrName(atomID), "i")
	d.SetAttr(top, d.AttrName(atomClass), "c d")
	tmpl := d.LastChild(top)
	d.Append(d.MakeTemplateContents(tmpl), d.CreateText("in"))
	s := d.AttachShadowWith(d.FirstChild(top), ShadowInit{Clonable: true})
	d.Append(s, d.el("slot"))
	other := testDocIn(d.Store)
	c := d.Clone(top, other, true)
	if !d.IsEqualNode(top, c) || d.DocumentOf(d.LastChild(c)) != other || d.HasClass(c, d.Atoms.Lookup("d")) != true {
		t.Errorf("copy %s of %s", d.show(c), d.show(top))
	}
	if f := d.TemplateContents(d.LastChild(c)); f == 0 || string(d.TextContent(nil, f)) != "in" || d.DocumentOf(f) != other.TemplateDocument() {
		t.Error("template contents are not copied")
	}
	if r := d.ShadowRoot(d.FirstChild(c)); r == 0 || d.show(d.FirstChild(r)) != "slot" {
		t.Error("the clonable shadow root is not copied")
	}
	d.SetAttr(c, d.AttrName(atomClass), "c")
	if d.IsEqualNode(top, c) {
		t.Error("different attributes are equal")
	}
	if d.show(d.Clone(top, d, false)) != "div" {
		t.Error("a shallow copy has children")
	}
	deep := d.el("p")
	n := deep
	for range 100000 {
		m := d.el("p")
		d.Append(n, m)
		n = m
	}
	e := d.Clone(deep, d, true)
	if !d.IsEqualNode(deep, e) {
		t.Error("a deep copy differs")
	}
}

func TestCompareDocumentPosition(t *testing.T) {
	d := testDoc()
	top := build(d, "div(a(b),c)")
	a, c := d.FirstChild(top), d.LastChild(top)
	b := d.FirstChild(a)
	for _, x := range []struct {
		n, m NodeID
		want int
	}{{a, a, 0}, {a, c, 4}, {c, a, 2}, {a, b, 20}, {b, a, 10}, {b, c, 4}, {c, b, 2}} {
		if got := d.CompareDocumentPosition(x.n, x.m); got != x.want {
			t.Errorf("%s to %s: %d, want %d", d.show(x.n), d.show(x.m), got, x.want)
		}
	}
	if other := d.el("x"); d.CompareDocumentPosition(a, other)+d.CompareDocumentPosition(other, a) != 2*33+6 {
		t.Error("disconnected nodes are not in a consistent order")
	}
}

func TestNamespaces(t *testing.T) {
	d := testDoc()
	in := func(s string) atom.Atom { return d.Atoms.Intern(s) }
	root := d.CreateElement(d.Name(d.Namespace("urn:x"), in("p"), in("root")))
	d.SetAttr(root, d.Name(XMLNS, atom.None, in("xmlns")), "urn:default")
	d.SetAttr(root, d.Name(XMLNS, in("xmlns"), in("q")), "urn:q")
	child := d.CreateText("t")
	d.Append(root, child)
	if d.LookupNamespaceURI(child, "p") != "urn:x" || d.LookupNamespaceURI(child, "q") != "urn:q" || d.LookupNamespaceURI(child, "") != "urn:default" ||
		d.LookupPrefix(child, "urn:q") != "q" || d.LookupPrefix(child, "urn:x") != "p" || d.LookupPrefix(child, "urn:none") != "" || d.LookupNamespaceURI(child, "xml") != namespaceURIs[XML] {
		t.Error("lookups")
	}
}

func TestSlotsAndFlatTree(t *testing.T) {
	d := testDoc()
	host := build(d, `div(a,b,"t",!)`)
	d.Append(d.Node, host)
	a, b := d.FirstChild(host), d.Next(d.FirstChild(host))
	root := d.AttachShadow(host)
	named, plain := build(d, "slot(u)"), build(d, "slot(v)")
	d.SetAttr(named, d.AttrName(atomName), "n")
	d.Append(root, named)
	d.Append(root, plain)
	d.SetAttr(b, d.AttrName(atomSlot), "n")
	flat := func(n NodeID) string {
		var out []string
		for c := range d.FlatChildren(n) {
			out = append(out, d.show(c))
		}
		return strings.Join(out, " ")
	}
	if flat(host) != "slot(u) slot(v)" || flat(named) != "b" || flat(plain) != `a "t"` || d.AssignedSlot(a) != plain || d.FlatParent(b) != named || d.FlatParent(named) != host {
		t.Errorf("host %q, named %q, plain %q", flat(host), flat(named), flat(plain))
	}
	d.DrainJournal()
	d.RemoveAttr(b, d.AttrName(atomSlot))
	if r := d.Journal.Records(); !slices.ContainsFunc(r, func(m Mutation) bool { return m.Kind == SlotsChanged && m.Node == host }) {
		t.Errorf("records %v, want one that the slots changed", r)
	}
	if flat(named) != "u" || flat(plain) != `a b "t"` || d.FlatParent(d.FirstChild(plain)) != 0 {
		t.Errorf("named %q, plain %q", flat(named), flat(plain))
	}
	d.Remove(plain)
	if flat(named) != "u" || d.AssignedSlot(a) != 0 || d.IsConnected(plain) || d.Flags(plain)&InShadow != 0 {
		t.Error("after the slot went")
	}
	d.Remove(host)
	if d.IsConnected(named) || d.Flags(named)&InShadow == 0 {
		t.Error("the shadow tree goes with its host, and stays a shadow tree")
	}
	d.Append(d.Node, host)
	if !d.IsConnected(named) {
		t.Error("the shadow tree comes with its host")
	}
}

func TestElementLists(t *testing.T) {
	d := testDoc()
	top := build(d, "html(form(img,a),img)")
	d.Append(d.Node, top)
	link := d.LastChild(d.FirstChild(top))
	if len(d.Elements(Images)) != 2 || len(d.Elements(Forms)) != 1 || len(d.Elements(Links)) != 0 {
		t.Errorf("images %v, forms %v, links %v", d.Elements(Images), d.Elements(Forms), d.Elements(Links))
	}
	d.SetAttr(link, d.AttrName(atomHref), "x")
	img := d.el("img")
	d.InsertBefore(top, img, d.FirstChild(top))
	if l := d.Elements(Images); len(l) != 3 || l[0] != img || len(d.Elements(Links)) != 1 {
		t.Errorf("images %v, links %v", l, d.Elements(Links))
	}
	d.Remove(d.LastChild(top))
	d.RemoveAttr(link, d.AttrName(atomHref))
	if len(d.Elements(Images)) != 2 || len(d.Elements(Links)) != 0 {
		t.Error("after removals")
	}
}

// Nodes of a document that was destroyed stay usable until they go.
func TestDestroyedDocument(t *testing.T) {
	d := testDoc()
	other := testDocIn(d.Store)
	n, m := other.el("template"), other.el("p")
	other.Append(other.Node, other.el("html"))
	d.DestroyDocument(other)
	if d.Documents() != 1 {
		t.Errorf("%d documents, want 1", d.Documents())
	}
	d.SetAttr(m, d.AttrName(atomID), "x")
	d.MakeTemplateContents(n)
	d.Append(d.Node, m)
	if d.DocumentOf(m) != d || d.ElementByID(d.Atoms.Lookup("x")) != m {
		t.Error("a node of a destroyed document was not adopted")
	}
	d.DestroyTree(n)
	if d.DocumentOf(m) != d || d.docs[other.index] != nil {
		t.Error("the destroyed document's row is still used")
	}
}

// Hooks that run scripts may mutate: the tree is sound, and nested calls do not share scratch memory.
func TestHooksMayMutate(t *testing.T) {
	d := testDoc()
	body := d.el("body")
	d.Append(d.Node, body)
	calls := 0
	d.Hooks.Connected = func(els []NodeID) {
		before := slices.Clone(els)
		if calls++; calls < 10 {
			d.Append(body, build(d, "img(img)"))
			d.Remove(d.LastChild(body))
		}
		if !slices.Equal(before, els) {
			t.Error("the list changed under the hook")
		}
	}
	d.Append(body, build(d, "div(img,script)"))
	if d.show(body) != "body(div(img,script))" {
		t.Error(d.show(body))
	}
}

// A node that is moved keeps its state, stays connected for the hooks, and may only go where it is in the same tree.
func TestMoveBefore(t *testing.T) {
	d := testDoc()
	body := d.el("body")
	d.Append(d.Node, body)
	from, to := build(d, "div(b,img,i)"), build(d, "p(u)")
	d.Append(body, from)
	d.Append(body, to)
	img := d.Next(d.FirstChild(from))
	d.SetAttr(img, d.AttrName(atomID), "x")
	d.SetState(img, StateFocus, true)
	var calls []string
	d.Hooks.Connected = func([]NodeID) { calls = append(calls, "connected") }
	d.Hooks.Disconnected = func([]NodeID) { calls = append(calls, "disconnected") }
	d.Hooks.Detached = func(NodeID) { calls = append(calls, "detached") }
	d.Hooks.Attached = func(NodeID) { calls = append(calls, "attached") }
	d.Hooks.Moved = func(els []NodeID) {
		if !slices.Equal(els, []NodeID{img}) {
			t.Error("moved", els)
		}
		calls = append(calls, "moved")
	}
	if err := d.MoveBefore(to, img, d.FirstChild(to)); err != nil {
		t.Fatal(err)
	}
	if d.show(body) != "body(div(b,i),p(img,u))" || !slices.Equal(calls, []string{"moved"}) {
		t.Error(d.show(body), calls)
	}
	if d.State(img)&StateFocus == 0 || !d.IsConnected(img) || d.ElementByID(d.Atoms.Lookup("x")) != img {
		t.Error("the state of a moved element is lost")
	}
	fragment := d.CreateFragment()
	for _, x := range []struct {
		parent, node, child NodeID
		want                string
	}{
		{to, d.el("a"), 0, "HierarchyRequestError"},
		{fragment, img, 0, "HierarchyRequestError"},
		{img, to, 0, "HierarchyRequestError"},
		{to, img, d.FirstChild(from), "NotFoundError"},
		{to, fragment, 0, "HierarchyRequestError"},
	} {
		if err := d.MoveBefore(x.parent, x.node, x.child); err == nil || err.Name != x.want {
			t.Error(err, x.want)
		}
	}
	if d.show(body) != "body(div(b,i),p(img,u))" {
		t.Error(d.show(body))
	}
}
