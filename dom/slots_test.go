package dom

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// slotModel is slot assignment as the standard words it: every slot is asked at every step.
type slotModel struct {
	d        *Document
	assigned map[NodeID][]NodeID
	manual   map[NodeID][]NodeID // of slots
	signals  []NodeID
}

func (m *slotModel) signal(slot NodeID) {
	if !slices.Contains(m.signals, slot) {
		m.signals = append(m.signals, slot)
	}
}

func (m *slotModel) slottables(slot NodeID) (out []NodeID) {
	d := m.d
	root := d.Root(slot)
	host := d.Host(root)
	if host == 0 {
		return nil
	}
	if d.ShadowInit(root).ManualSlots {
		for _, n := range m.manual[slot] {
			if d.Parent(n) == host {
				out = append(out, n)
			}
		}
		return out
	}
	for n := d.Following(root, root); n != slot; n = d.Following(n, root) {
		if d.IsHTMLElement(n, atomSlot) && d.Attr(n, atomName) == d.Attr(slot, atomName) {
			return nil
		}
	}
	for c := range d.Children(host) {
		k := d.Kind(c)
		if k.IsText() && d.Attr(slot, atomName) == "" || k == KindElement && d.Attr(c, atomSlot) == d.Attr(slot, atomName) {
			out = append(out, c)
		}
	}
	return out
}

func (m *slotModel) assign(slot NodeID) {
	l := m.slottables(slot)
	if !slices.Equal(l, m.assigned[slot]) {
		m.signal(slot)
	}
	m.assigned[slot] = l
}

func (m *slotModel) assignTree(root NodeID) {
	for n := root; n != 0; n = m.d.Following(n, root) {
		if m.d.IsHTMLElement(n, atomSlot) {
			m.assign(n)
		}
	}
}

func (m *slotModel) fallback(parent NodeID) {
	if m.d.IsHTMLElement(parent, atomSlot) && m.d.ContainingShadowRoot(parent) != 0 && len(m.assigned[parent]) == 0 {
		m.signal(parent)
	}
}

// TestSlotsAgainstModel compares assignment and the order of signals with the standard's steps.
func TestSlotsAgainstModel(t *testing.T) {
	for seed := range int64(400) {
		manual := seed%3 == 2
		r := rand.New(rand.NewSource(seed))
		d := testDoc()
		m := &slotModel{d: d, assigned: map[NodeID][]NodeID{}, manual: map[NodeID][]NodeID{}}
		host := build(d, "div")
		d.Append(d.Node, host)
		root := d.AttachShadowWith(host, ShadowInit{ManualSlots: manual})
		var got []NodeID
		d.WatchSlots(func(s NodeID) {
			if !slices.Contains(got, s) {
				got = append(got, s)
			}
		})
		names := []string{"", "a", "b"}
		var slots, kids []NodeID
		inTree := []NodeID{root}
		for range 6 {
			n := build(d, "slot")
			slots = append(slots, n)
			k := build(d, "p")
			kids = append(kids, k, d.CreateText("x"))
			inTree = append(inTree, build(d, "div"), n)
		}
		parents := inTree
		for step := range 80 {
			got, m.signals = nil, nil
			what := ""
			switch op := r.Intn(6); op {
			case 0: // a child of the host comes, or moves
				k := kids[r.Intn(len(kids))]
				if old := d.Parent(k); old != 0 {
					d.Remove(k)
					for s, l := range m.assigned {
						if slices.Contains(l, k) {
							m.assign(s)
						}
					}
				}
				var next NodeID
				if n := d.ChildCount(host); n > 0 && r.Intn(2) == 0 {
					next = d.FirstChild(host)
					for range r.Intn(n) {
						next = d.Next(next)
					}
				}
				d.InsertBefore(host, k, next)
				m.assignTree(root) // of one slot alone, or none
				what = fmt.Sprint("child ", k)
			case 1:
				if k := kids[r.Intn(len(kids))]; d.Parent(k) != 0 {
					d.Remove(k)
					for s, l := range m.assigned {
						if slices.Contains(l, k) {
							m.assign(s)
						}
					}
				}
				what = "child goes"
			case 2: // something comes into the shadow tree
				n, p := inTree[1+r.Intn(len(inTree)-1)], parents[r.Intn(len(parents))]
				if d.Parent(n) != 0 || d.Contains(n, p) {
					continue
				}
				var next NodeID
				if r.Intn(2) == 0 {
					next = d.FirstChild(p)
				}
				d.InsertBefore(p, n, next)
				m.fallback(p)
				m.assignTree(d.Root(n))
				what = fmt.Sprint("slot ", n, " into ", p)
			case 3:
				n := inTree[1+r.Intn(len(inTree)-1)]
				p := d.Parent(n)
				if p == 0 {
					continue
				}
				old := d.Root(p)
				d.Remove(n)
				m.fallback(p)
				m.assignTree(old)
				m.assignTree(n)
				what = fmt.Sprint("slot ", n, " goes")
			case 4:
				if r.Intn(2) == 0 {
					s := slots[r.Intn(len(slots))]
					d.SetAttr(s, d.AttrName(atomName), names[r.Intn(3)])
					m.assignTree(d.Root(s))
					what = fmt.Sprint("slot ", s, " renamed")
				} else if k := kids[r.Intn(len(kids))]; d.Kind(k) == KindElement {
					d.SetAttr(k, d.AttrName(atomSlot), names[r.Intn(3)])
					for s, l := range m.assigned {
						if slices.Contains(l, k) {
							m.assign(s)
						}
					}
					m.assignTree(root)
					what = fmt.Sprint("child ", k, " renamed")
				}
			case 5:
				s := slots[r.Intn(len(slots))]
				var l []NodeID
				for range r.Intn(4) {
					if k := kids[r.Intn(len(kids))]; !slices.Contains(l, k) {
						l = append(l, k)
					}
				}
				d.AssignSlot(s, l)
				for o, have := range m.manual {
					m.manual[o] = slices.DeleteFunc(slices.Clone(have), func(n NodeID) bool { return slices.Contains(l, n) })
				}
				m.manual[s] = l
				m.assignTree(root)
				what = fmt.Sprint("assign ", s, l)
			}
			if !slices.Equal(got, m.signals) {
				t.Fatalf("seed %d step %d, %s: signals %v, want %v", seed, step, what, got, m.signals)
			}
			for _, s := range slots {
				want := m.slottables(s)
				if have := slices.Collect(d.Assigned(s)); !slices.Equal(have, want) || d.HasAssigned(s) != (len(want) > 0) {
					t.Fatalf("seed %d step %d, %s: slot %d has %v, want %v", seed, step, what, s, have, want)
				}
				for _, n := range want {
					if d.AssignedSlot(n) != s {
						t.Fatalf("seed %d step %d: node %d is in slot %d, want %d", seed, step, n, d.AssignedSlot(n), s)
					}
				}
			}
		}
		if sl := d.slotting(host); sl != nil {
			in := 0
			for _, g := range sl.names {
				in += g.nodes
			}
			if !manual && in != len(sl.nodes) {
				t.Fatalf("seed %d: %d nodes in groups, %d known", seed, in, len(sl.nodes))
			}
		}
	}
}

// TestSlotsForgotten: what script assigned goes with the slot and with the node.
func TestSlotsForgotten(t *testing.T) {
	d := testDoc()
	host := build(d, "div(p,p)")
	root := d.AttachShadowWith(host, ShadowInit{ManualSlots: true})
	slot := build(d, "slot")
	d.Append(root, slot)
	a, b := d.FirstChild(host), d.LastChild(host)
	d.AssignSlot(slot, []NodeID{b, a, b})
	if l := slices.Collect(d.Assigned(slot)); !slices.Equal(l, []NodeID{b, a}) {
		t.Errorf("assigned %v, want %v", l, []NodeID{b, a})
	}
	d.Remove(b)
	d.DestroyTree(b)
	if len(d.manualSlot) != 1 {
		t.Errorf("%d nodes are assigned, want 1", len(d.manualSlot))
	}
	d.Remove(slot)
	d.DestroyTree(slot)
	if len(d.manualSlot)+len(d.manual) != 0 || d.AssignedSlot(a) != 0 {
		t.Error("the slot is gone, its nodes are still assigned")
	}
	d.DestroyTree(host)
	if len(d.shadows)+len(d.unslotted) != 0 {
		t.Error("the host is gone, its slots are not")
	}
}

// The benchmarks do N changes to one host: time for a change must not grow with N.

func slotsDoc(b *testing.B) (d *Document, host, root NodeID) {
	d = testDoc()
	host = build(d, "div")
	d.Append(d.Node, host)
	root = d.AttachShadow(host)
	d.WatchSlots(func(NodeID) {})
	return d, host, root
}

func BenchmarkSlotChildren(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				d, host, root := slotsDoc(b)
				d.Append(root, build(d, "slot"))
				for range n {
					d.Append(host, d.CreateText("x"))
				}
				for c := d.FirstChild(host); c != 0; c = d.FirstChild(host) {
					d.Remove(c)
				}
				d.DrainJournal()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/child")
		})
	}
}

func BenchmarkSlots(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				d, host, root := slotsDoc(b)
				d.Append(host, d.CreateText("x"))
				for range n {
					d.Append(root, d.CreateElement(d.HTMLName(atomSlot)))
				}
				for c := d.FirstChild(root); c != 0; c = d.FirstChild(root) {
					d.Remove(c)
				}
				d.DrainJournal()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/slot")
		})
	}
}
