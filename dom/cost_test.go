package dom

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
)

// columnBytes is what the memory report says of the columns of nodes and attributes, and of texts.
func columnBytes(s *Store) int64 {
	r := &perf.Report{}
	s.ReportMemory(r, "x")
	return r.SumUnder("x/dom/node-columns") + r.SumUnder("x/dom/attributes") + r.SumUnder("x/dom/text-nodes")
}

// A node is at most 64 bytes of columns, by what the memory report counts.
func TestBytesPerNode(t *testing.T) {
	const n = 100000
	for _, c := range []struct {
		name string
		make func(d *Document, i int) NodeID
	}{
		{"elements", func(d *Document, _ int) NodeID { return d.CreateElement(d.HTMLName(atom.Static("li"))) }},
		{"texts of ten bytes", func(d *Document, i int) NodeID { return d.CreateText(strconv.Itoa(1000000000 + i)) }},
	} {
		d := testDoc()
		before := columnBytes(d.Store)
		d.Reserve(n + 1) // a column that grows step by step has room for more
		ul := d.el("ul")
		d.Append(d.Node, ul)
		for i := range n {
			d.Append(ul, c.make(d, i))
		}
		d.DrainJournal()
		if got := float64(columnBytes(d.Store)-before) / n; got > 64.5 { // texts come in chunks, of which the last has room
			t.Errorf("%s: %.1f bytes a node", c.name, got)
		} else {
			t.Logf("%s: %.1f bytes a node", c.name, got)
		}
	}
}

// shapes are trees of n nodes whose freeing is measured.
var shapes = []struct {
	name string
	make func(d *Document, n int) NodeID
}{
	{"flat", func(d *Document, n int) NodeID {
		root := d.el("ul")
		for range n - 1 {
			d.Append(root, d.el("li"))
		}
		return root
	}},
	{"deep", func(d *Document, n int) NodeID {
		root := d.el("div")
		at := root
		for range n - 1 {
			c := d.el("div")
			d.insertLinked(at, c, 0)
			at = c
		}
		return root
	}},
	{"wide", func(d *Document, n int) NodeID { // rows of four nodes
		root := d.el("ul")
		for range n / 4 {
			li, b := d.el("li"), d.el("b")
			d.SetAttr(li, d.AttrName(atomClass), "row")
			d.Append(b, d.CreateText("item"))
			d.Append(li, d.el("span"))
			d.Append(li, b)
			d.Append(root, li)
		}
		return root
	}},
}

// BenchmarkFreeMillion frees trees of a million nodes. ns/node is what a node takes, and the time of an operation that of the longest task.
func BenchmarkFreeMillion(b *testing.B) {
	const n = 1000000
	for _, c := range shapes {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				b.StopTimer()
				d := testDoc()
				root := c.make(d, n)
				b.StartTimer()
				d.DestroyTree(root)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/node")
		})
	}
}

// A tree is freed by its links, however deep it is, without memory but for the lists of free text blocks.
func TestFreeDeep(t *testing.T) {
	for _, c := range shapes {
		d := testDoc()
		live := d.Live()
		root := c.make(d, 200000)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.DestroyTree(root)
		runtime.ReadMemStats(&after)
		if a := after.Mallocs - before.Mallocs; a > 64 { // the lists of free text blocks grow
			t.Errorf("%s: %d allocations", c.name, a)
		}
		if d.Live() != live {
			t.Errorf("%s: %d nodes are left", c.name, d.Live()-live)
		}
	}
}
