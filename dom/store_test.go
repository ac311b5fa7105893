package dom

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
)

func TestSizeofRows(t *testing.T) {
	if n := unsafe.Sizeof(row{}); n != 48 {
		t.Errorf("a node row takes %d bytes, want 48", n)
	}
	if n := unsafe.Sizeof(attrRow{}); n != 16 {
		t.Errorf("an attribute row takes %d bytes, want 16", n)
	}
}

func testDoc() *Document { return NewStore(atom.NewTable()).NewDocument(true) }

func (d *Document) el(name string) NodeID {
	return d.CreateElement(d.HTMLName(d.Atoms.Intern(name)))
}

func TestInsertRemoveDestroy(t *testing.T) {
	d := testDoc()
	div, p, text := d.el("div"), d.el("p"), d.CreateText("héllo")
	d.SetAttr(p, d.AttrName(atomID), "x")
	d.Append(p, text)
	d.Append(div, p)
	x := d.Atoms.Lookup("x")
	if d.ElementByID(x) != 0 {
		t.Error("an element that is not connected is found by its id")
	}
	d.Append(d.Node, div)
	if d.ElementByID(x) != p || !d.IsConnected(text) {
		t.Error("after insertion the subtree is not connected")
	}
	if got := d.DataLength(text); got != 5 {
		t.Errorf("héllo has %d code units, want 5", got)
	}
	if r := d.Journal.Records(); len(r) != 1 || r[0].Kind != Inserted || r[0].Node != div {
		t.Errorf("journal %v, want one insertion of the div", r)
	}
	h := d.Handle(p)
	d.Remove(div)
	if d.ElementByID(x) != 0 || d.IsConnected(p) {
		t.Error("after removal the subtree is still connected")
	}
	live := d.Live()
	d.DestroyTree(div)
	if d.Live() != live-3 || d.Resolve(h) != 0 {
		t.Errorf("%d nodes live after three of %d were destroyed", d.Live(), live)
	}
	if d.el("b") == 0 || d.Resolve(h) != 0 {
		t.Error("a stale handle resolves to the node that took its row")
	}
}

func TestDestroyDeepTree(t *testing.T) {
	d := testDoc()
	top := d.el("div")
	d.Append(d.Node, top)
	n := top
	for range 200000 {
		c := d.el("div")
		d.Append(n, c)
		n = c
	}
	d.Remove(top)
	d.DestroyTree(top)
	if d.Live() != 1 {
		t.Errorf("%d nodes live, want the document alone", d.Live())
	}
}

func TestAttributesAndClasses(t *testing.T) {
	d := testDoc()
	e := d.el("a")
	name := d.AttrName(atomClass)
	d.SetAttr(e, name, " b  a b ")
	if got := d.ClassesOf(e); len(got) != 2 || d.Atoms.String(got[0]) != "b" {
		t.Errorf("classes %v, want b and a", got)
	}
	long := strings.Repeat("x", 100000)
	d.SetAttr(e, name, long)
	if v, ok := d.GetAttr(e, name); !ok || v != long {
		t.Error("a long value does not come back")
	}
	if !d.RemoveAttr(e, name) || d.AttrCount(e) != 0 || d.ClassList(e) != 0 {
		t.Error("the attribute is still there")
	}
	if d.heap.live != 0 {
		t.Errorf("%d bytes of values live, want 0", d.heap.live)
	}
}

func TestHeapClasses(t *testing.T) {
	last := 0
	for n := 1; n <= heapLargest; n++ {
		c, size := classOf(n)
		if size < n || c < last || c >= heapClasses || size-n > max(15, n/4) || size%heapUnit != 0 {
			t.Fatalf("%d bytes: class %d of %d bytes", n, c, size)
		}
		last = c
	}
}

func TestHeapReuse(t *testing.T) {
	var h heap
	var refs []ref
	for i := range 1000 {
		refs = append(refs, h.alloc(strings.Repeat("a", i)))
	}
	before := h.memoryBytes()
	for range 10 {
		for i, r := range refs {
			if got := h.view(r, uint32(i)); len(got) != i || strings.Trim(got, "a") != "" {
				t.Fatalf("block of %d bytes reads %q", i, got)
			}
			h.release(r, i)
		}
		for i := range refs {
			refs[i] = h.alloc(strings.Repeat("a", i))
		}
	}
	if after := h.memoryBytes(); after > before*11/10+1<<16 {
		t.Errorf("the heap grew from %d to %d bytes by reuse", before, after)
	}
}

func BenchmarkBuildAndDestroy(b *testing.B) {
	d := testDoc()
	li, bName := d.HTMLName(atom.Static("li")), d.HTMLName(atom.Static("b"))
	ul := d.el("ul")
	d.Append(d.Node, ul)
	b.ReportAllocs()
	for b.Loop() {
		for range 2500 {
			l, s := d.CreateElement(li), d.CreateElement(bName)
			d.Append(s, d.CreateText("item 1"))
			d.Append(l, s)
			d.Append(ul, l)
		}
		for c := d.LastChild(ul); c != 0; c = d.LastChild(ul) {
			d.Remove(c)
			d.DestroyTree(c)
		}
		d.DrainJournal()
	}
}
