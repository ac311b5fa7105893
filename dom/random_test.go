package dom

import (
	"math/rand/v2"
	"testing"

	"github.com/niso-engine/niso/internal/atom"
)

// checkStore fails where links, flags, the id tables or the counts disagree with the trees.
func checkStore(t *testing.T, s *Store) {
	t.Helper()
	live, nodesOf := 0, map[uint16]int{}
	for id := NodeID(1); int(id) < len(s.rows); id++ {
		r := &s.rows[id]
		if r.kind == KindFree {
			continue
		}
		live++
		nodesOf[r.doc]++
		prev := NodeID(0)
		for c := r.firstChild; c != 0; c = s.rows[c].next {
			if s.rows[c].parent != id || s.rows[c].prev != prev || s.rows[c].doc != r.doc {
				t.Fatalf("child %d of %d: parent %d, previous %d, document %d", c, id, s.rows[c].parent, s.rows[c].prev, s.rows[c].doc)
			}
			prev = c
		}
		if r.lastChild != prev {
			t.Fatalf("last child of %d is %d, want %d", id, r.lastChild, prev)
		}
		root := s.Root(id)
		inShadow := s.rows[root].kind == KindShadowRoot
		top := root
		for s.rows[top].kind == KindShadowRoot {
			top = s.Root(s.hosts[top])
		}
		if got, want := r.flags&Connected != 0, s.rows[top].kind == KindDocument; got != want {
			t.Fatalf("node %d: connected is %v, want %v", id, got, want)
		}
		if got := r.flags&InShadow != 0; got != inShadow {
			t.Fatalf("node %d: in a shadow tree is %v, want %v", id, got, inShadow)
		}
	}
	if live != s.liveRows {
		t.Fatalf("%d nodes live, counted %d", live, s.liveRows)
	}
	for _, d := range s.docs {
		if d == nil {
			continue
		}
		if d.nodes != nodesOf[d.index] {
			t.Fatalf("document %d has %d nodes, counted %d", d.index, nodesOf[d.index], d.nodes)
		}
		ids := 0
		for n := d.Node; n != 0; n = s.Following(n, d.Node) {
			if s.rows[n].kind == KindElement && s.rows[n].c != 0 {
				ids++
				if first := d.ElementByID(atomOf(s.rows[n].c)); first == 0 || s.rows[first].c != s.rows[n].c || s.CompareOrder(first, n) > 0 {
					t.Fatalf("the element with the id of %d is %d", n, first)
				}
			}
		}
		for _, l := range d.byID {
			ids -= len(l)
		}
		if ids != 0 {
			t.Fatalf("the id table of document %d is off by %d", d.index, ids)
		}
	}
}

func TestRandomMutations(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		s := NewStore(atom.NewTable())
		docs := []*Document{s.NewDocument(true), s.NewDocument(true)}
		idName := docs[0].AttrName(atomID)
		nodes := []NodeID{}
		var ranges []*Range
		pick := func() NodeID { return nodes[rnd.IntN(len(nodes))] }
		add := func(n NodeID) { nodes = append(nodes, n) }
		for _, d := range docs {
			add(d.Node)
			add(d.CreateElement(d.HTMLName(atomHTML)))
			s.AppendChild(d.Node, nodes[len(nodes)-1])
		}
		for step := range 400 {
			d := docs[rnd.IntN(2)]
			switch rnd.IntN(14) {
			case 0, 1:
				add(d.CreateElement(d.HTMLName([]atom.Atom{atomBody, atomSlot, atomScript}[rnd.IntN(3)])))
			case 2:
				add(d.CreateText("some text"))
			case 3:
				add(d.CreateFragment())
			case 4, 5, 6:
				s.AppendChild(pick(), pick())
			case 7:
				p := pick()
				s.PreInsert(p, pick(), s.FirstChild(p))
			case 8:
				p := pick()
				if c := s.LastChild(p); c != 0 {
					s.ReplaceChild(p, pick(), c)
				}
			case 9:
				if n := pick(); s.Kind(n) == KindElement {
					s.SetAttr(n, idName, string(rune('a'+rnd.IntN(4))))
				}
			case 10:
				if n := pick(); s.Kind(n) == KindElement && s.ShadowRoot(n) == 0 {
					add(s.AttachShadowWith(n, ShadowInit{Clonable: true}))
				}
			case 11:
				s.Remove(pick())
			case 12:
				if n := pick(); s.Kind(n) != KindDocument && s.Kind(n) != KindShadowRoot && rnd.IntN(3) == 0 {
					add(s.Clone(n, d, true))
				} else if s.Kind(n) == KindText {
					s.SplitText(n, rnd.IntN(s.DataLength(n)+1))
				}
			case 13:
				n := pick()
				if s.Kind(n) == KindDocument || s.Kind(n) == KindShadowRoot || len(ranges) > 0 && rnd.IntN(2) == 0 {
					r := s.NewRange(n)
					r.End.Offset = s.NodeLength(n)
					ranges = append(ranges, r)
				} else if len(ranges) == 0 {
					s.Remove(n)
					s.DestroyTree(n)
					kept := nodes[:0]
					for _, m := range nodes {
						if s.Alive(m) {
							kept = append(kept, m)
						}
					}
					nodes = kept
				}
			}
			for _, r := range ranges {
				for _, b := range []Boundary{r.Start, r.End} {
					if b.Offset < 0 || b.Offset > s.NodeLength(b.Node) {
						t.Fatalf("seed %d, step %d: boundary %v in a node of length %d", seed, step, b, s.NodeLength(b.Node))
					}
				}
				if s.Root(r.Start.Node) == s.Root(r.End.Node) && s.ComparePoints(r.Start, r.End) > 0 {
					t.Fatalf("seed %d, step %d: the start of a range is after its end", seed, step)
				}
			}
			if step%20 == 0 {
				checkStore(t, s)
			}
		}
		checkStore(t, s)
	}
}
