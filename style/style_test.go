package style

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// load parses html and makes a styler with the text of its style elements as author sheets.
func load(t testing.TB, text string) (*dom.Document, *Styler) {
	t.Helper()
	doc := dom.NewStore(atom.NewTable()).NewDocument(true)
	html.Parse(doc, text)
	s := New(doc)
	s.SetSheets(sheetsOf(doc))
	return doc, s
}

func sheetsOf(doc *dom.Document) []*Sheet {
	var list []*Sheet
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) == dom.KindElement && doc.IsHTMLElement(n, atomStyleEl) {
			src := doc.TextContent(nil, n)
			list = append(list, &Sheet{CSS: css.ParseSheet(src, css.Options{Atoms: doc.Atoms}), Origin: OriginAuthor, Owner: n})
		}
	}
	return list
}

func shared(t testing.TB, path string) []byte {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	b, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		t.Skipf("no shared data: %v", err)
	}
	return b
}

func TestInitialValues(t *testing.T) {
	initValues()
}

func BenchmarkFullPass(b *testing.B) {
	page := string(shared(b, "pages/p10k.html"))
	doc, s := load(b, page)
	s.Update()
	if doc.Live() < 10000 {
		b.Fatal("not parsed")
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, sh := range s.sheets {
			s.SheetChanged(sh)
		}
		s.Update()
		s.ClearChanges()
	}
}

func BenchmarkColdPass(b *testing.B) {
	page := string(shared(b, "pages/p10k.html"))
	doc, s := load(b, page)
	sheets := s.sheets
	b.ReportAllocs()
	for b.Loop() {
		s := New(doc)
		s.SetSheets(sheets)
		s.Update()
	}
}

// TestAcrossShadows: what rules of one tree scope say of elements of another, as Chromium has it.
// https://drafts.csswg.org/css-scoping-1/#slotted-pseudo https://drafts.csswg.org/css-shadow-parts-1/
func TestAcrossShadows(t *testing.T) {
	doc := dom.NewStore(atom.NewTable()).NewDocument(true)
	html.ParseUnsafe(doc, `<!DOCTYPE html><style>
		#h::part(label) { left: 1px; top: 1px } #h::part(label)::before { content: "p" } #h::part(label other) { right: 1px }
		#h.on::part(label) { bottom: 7px } #h::part(deep) { z-index: 4 } #h::part(hidden) { z-index: 9 } span { margin-left: 9px }
		</style><body><div id=h><template shadowrootmode=open><style>
		::slotted(.a) { left: 2px; margin-left: 2px } .w ::slotted(*) { top: 2px } slot[name=n]::slotted(b) { right: 2px } ::slotted(.a)::after { content: "s" }
		.u::slotted(.a) { bottom: 2px } ::slotted(p) { z-index: 2 !important } [part] { left: 3px; padding-left: 3px } :host::part(label) { padding-top: 5px }
		</style><div class=w><slot></slot></div><slot name=n id=n></slot><i part="label x" id=i></i><div id=in exportparts="d: deep, e"><template shadowrootmode=open><u part=d id=u></u><u part=hidden id=v></u></template></div>
		</template><span class=a id=a></span><b slot=n class=a id=b></b><p slot=none id=p></p></div>`)
	s := New(doc)
	var list []*Sheet
	ids := map[string]dom.NodeID{}
	var walk func(root dom.NodeID)
	walk = func(root dom.NodeID) {
		for n := doc.Following(root, root); n != 0; n = doc.Following(n, root) {
			if doc.Kind(n) != dom.KindElement {
				continue
			}
			if doc.IsHTMLElement(n, atomStyleEl) {
				list = append(list, &Sheet{CSS: css.ParseSheet(doc.TextContent(nil, n), css.Options{Atoms: doc.Atoms}), Origin: OriginAuthor, Owner: n, Root: root})
			}
			ids[doc.Attr(n, atom.Static("id"))] = n
			if doc.Flags(n)&dom.HasShadow != 0 {
				walk(doc.ShadowRoot(n))
			}
		}
	}
	walk(doc.Node)
	for _, sh := range list {
		if sh.Root == doc.Node {
			sh.Root = 0
		}
	}
	s.SetSheets(list)
	s.Update()
	check := func(what string, cases ...[3]string) {
		t.Helper()
		for _, c := range cases {
			p := PseudoNone
			id, pseudo, _ := strings.Cut(c[0], "::")
			switch pseudo {
			case "before":
				p = PseudoBefore
			case "after":
				p = PseudoAfter
			}
			if ids[id] == 0 {
				t.Fatalf("no element %s", id)
			}
			if got := s.ComputedText(ids[id], p, c[1], nil); got != c[2] {
				t.Errorf("%s: %s of %s is %s, should be %s", what, c[1], c[0], got, c[2])
			}
		}
		if d := s.Verify(); d != "" {
			t.Errorf("%s: verify: %s", what, d)
		}
	}
	check("first", [3]string{"a", "left", "2px"}, [3]string{"a", "margin-left", "9px"}, [3]string{"a", "top", "2px"}, [3]string{"b", "right", "2px"}, [3]string{"b", "top", "auto"},
		[3]string{"b", "left", "2px"}, [3]string{"a", "right", "auto"}, [3]string{"a::after", "content", `"s"`}, [3]string{"b", "bottom", "auto"},
		[3]string{"i", "left", "1px"}, [3]string{"i", "padding-left", "3px"}, [3]string{"i", "top", "1px"}, [3]string{"i::before", "content", `"p"`}, [3]string{"i", "right", "auto"},
		[3]string{"i", "padding-top", "5px"}, [3]string{"u", "z-index", "4"}, [3]string{"v", "z-index", "auto"}, [3]string{"p", "z-index", "auto"})
	set := func(id, name, v string) {
		doc.SetAttr(ids[id], doc.AttrName(atom.Static(name)), v)
		s.Update()
	}
	set("h", "class", "on")
	check("class of the host", [3]string{"i", "bottom", "7px"})
	set("n", "class", "u")
	check("class of the slot", [3]string{"b", "bottom", "2px"}, [3]string{"a", "bottom", "auto"})
	set("b", "class", "")
	check("class of what is slotted", [3]string{"b", "bottom", "auto"}, [3]string{"b", "left", "auto"})
	set("i", "part", "label other")
	check("part names", [3]string{"i", "right", "1px"})
	set("in", "exportparts", "hidden")
	check("exportparts", [3]string{"u", "z-index", "auto"}, [3]string{"v", "z-index", "9"})
	set("p", "slot", "n")
	check("slot", [3]string{"p", "z-index", "2"})
}

// Chromium serializes numbers with six digits, and computes with all.
func TestExactStyle(t *testing.T) {
	doc, s := load(t, "<body><div id=x>")
	s.Update()
	x := byID(t, doc, "x")
	b := &DeclBlock{}
	set := func(name, value string) {
		b.Set(name, value, false)
		s.SetExactStyle(x, b.Text(), b.Exact())
		doc.SetAttr(x, doc.AttrName(atomStyleAttr), b.Text())
		s.Update()
	}
	set("margin-top", "1234567.5px")
	set("color", "red")
	if got, want := b.Text(), "margin-top: 1.23457e+06px; color: red;"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	top := func() float32 { return s.Style(x).Surround.MarginTop.Px }
	if top() != 1234567.5 {
		t.Errorf("margin is %v", top())
	}
	set("margin-top", "1234568.5px") // the same text
	if top() != 1234568.5 {
		t.Errorf("margin is %v", top())
	}
	doc.SetAttr(x, doc.AttrName(atomStyleAttr), "margin-top: 2px")
	s.Update()
	if top() != 2 || len(s.exact) != 0 {
		t.Errorf("margin is %v, with %d exact attributes", top(), len(s.exact))
	}
}

// https://drafts.csswg.org/css-values-4/#position-serialization and Chromium: specified positions keep their keywords, computed ones have none.
func TestPositions(t *testing.T) {
	doc, s := load(t, "<body><div id=x>")
	x := byID(t, doc, "x")
	for _, c := range [][4]string{
		{"background-position", "right 10px bottom 1em", "right 10px bottom 1em", "calc(100% - 10px) calc(100% - 16px)"},
		{"background-position", "top", "center top", "50% 0%"},
		{"background-position", "1px", "1px center", "1px 50%"},
		{"background-position", "left 2px center", "left 2px center", "2px 50%"},
		{"background-position-x", "right 10%", "right 10%", "90%"},
		{"object-position", "top left", "left top", "0% 0%"},
		{"background-image", "radial-gradient(in srgb at left, red, blue)", "radial-gradient(at left center, red, blue)", "radial-gradient(at 0% 50%, rgb(255, 0, 0), rgb(0, 0, 255))"},
		{"background-image", "linear-gradient(in oklab, color(srgb 1 0 0), blue)", "linear-gradient(color(srgb 1 0 0), blue)", "linear-gradient(color(srgb 1 0 0), rgb(0, 0, 255))"},
		{"background-image", "conic-gradient(in xyz, red, blue)", "conic-gradient(in xyz-d65, red, blue)", "conic-gradient(in xyz-d65, rgb(255, 0, 0), rgb(0, 0, 255))"},
	} {
		b := ParseDeclBlock(c[0]+": "+c[1], doc.Atoms)
		if got := b.Get(c[0]); got != c[2] {
			t.Errorf("%s: %s is %q, want %q", c[0], c[1], got, c[2])
		}
		doc.SetAttr(x, doc.AttrName(atomStyleAttr), c[0]+": "+c[1])
		s.Update()
		if got := s.ComputedText(x, PseudoNone, c[0], nil); got != c[3] {
			t.Errorf("%s: %s computes to %q, want %q", c[0], c[1], got, c[3])
		}
	}
}

// A shadow tree's ::slotted() applies in a document without a sheet of its own, too.
func TestSlottedAlone(t *testing.T) {
	doc := dom.NewStore(atom.NewTable()).NewDocument(true)
	html.ParseUnsafe(doc, `<!DOCTYPE html><body><div><template shadowrootmode=open><slot></slot></template><p></p></div>`)
	host := doc.FirstElementChild(doc.Body())
	s := New(doc)
	s.SetSheets([]*Sheet{{CSS: css.ParseSheetString(`::slotted(p) { height: 10px }`, css.Options{Atoms: doc.Atoms}), Origin: OriginAuthor, Root: doc.ShadowRoot(host)}})
	s.Update()
	if got := s.ComputedText(doc.FirstElementChild(host), PseudoNone, "height", nil); got != "10px" {
		t.Errorf("the height of what is slotted is %s, should be 10px", got)
	}
}
