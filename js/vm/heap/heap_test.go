package heap

import (
	"math/rand/v2"
	"testing"
)

func newHeap(t testing.TB, limit int) *Heap {
	t.Helper()
	h, err := New(4*PageWords, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// collect marks the roots and what chains of second words reach.
func collect(h *Heap, roots ...Ref) {
	h.BeginMark()
	for _, r := range roots {
		h.Mark(r)
	}
	for {
		r, ok := h.Pop()
		if !ok {
			break
		}
		h.Mark(Ref(h.Mem[r+1]))
	}
	h.EndMark()
}

func TestAlloc(t *testing.T) {
	h := newHeap(t, 0)
	seen := map[Ref]bool{}
	for _, n := range []uint32{1, 2, 3, 5, 9, 100, 1024, 1025, 2048, 2049, 10000} {
		for range 5 {
			r := h.Alloc(7, n)
			if seen[r] {
				t.Fatalf("%d twice", r)
			}
			seen[r] = true
			if h.Size(r) < n || !h.IsCell(r) {
				t.Fatalf("size %d of a cell of %d", h.Size(r), n)
			}
			if h.Mem[r] != 7 {
				t.Fatalf("header %x", h.Mem[r])
			}
			for i := uint32(1); i < n; i++ {
				if h.Mem[uint32(r)+i] != 0 {
					t.Fatalf("word %d of %d is not zero", i, n)
				}
				h.Mem[uint32(r)+i] = ^uint64(0)
			}
		}
	}
	walked := 0
	h.Walk(func(r Ref, words uint32) {
		if !seen[r] {
			t.Fatalf("walk found %d", r)
		}
		walked++
	})
	if walked != len(seen) || h.Counts()[7].Cells != len(seen) {
		t.Fatalf("walked %d, counted %d, made %d", walked, h.Counts()[7].Cells, len(seen))
	}
}

// TestCollect makes random lists, drops some and checks that the others keep their words.
func TestCollect(t *testing.T) {
	for _, poison := range []bool{false, true} {
		h := newHeap(t, 0)
		h.Poison = poison
		rnd := rand.New(rand.NewPCG(1, 2))
		var roots []Ref
		for round := range 30 {
			for range 2000 {
				n := 3 + rnd.Uint32N(12)
				if rnd.Uint32N(100) == 0 {
					n = 1000 + rnd.Uint32N(5000)
				}
				r := h.Alloc(uint8(1+n%3), n)
				for i := uint32(1); i < n; i++ {
					if h.Mem[uint32(r)+i] != 0 {
						t.Fatal("not zero")
					}
				}
				h.Mem[r+2] = uint64(r) * 3
				for i := uint32(3); i < n; i++ {
					h.Mem[uint32(r)+i] = 0xABCD
				}
				if len(roots) > 0 && rnd.Uint32N(3) > 0 {
					i := rnd.IntN(len(roots))
					h.Mem[r+1] = uint64(roots[i])
					roots[i] = r
				} else {
					roots = append(roots, r)
				}
			}
			for range len(roots) / 2 {
				i := rnd.IntN(len(roots))
				roots[i] = roots[len(roots)-1]
				roots = roots[:len(roots)-1]
			}
			collect(h, roots...)
			live := 0
			for _, r := range roots {
				for ; r != 0; r = Ref(h.Mem[r+1]) {
					live++
					if h.Mem[r+2] != uint64(r)*3 || !h.IsCell(r) {
						t.Fatalf("round %d: cell %d lost", round, r)
					}
				}
			}
			n, bytes := 0, 0
			for _, c := range h.Counts() {
				n += c.Cells
				bytes += c.Bytes
			}
			walked := 0
			h.Walk(func(r Ref, words uint32) { walked++; bytes -= int(words) * 8 })
			if n != live || walked != live || bytes != 0 {
				t.Fatalf("round %d: %d live, %d counted, %d walked, %d bytes over", round, live, n, walked, bytes)
			}
		}
		collect(h)
		if in, _, _ := h.Stats(); in != 0 {
			t.Fatalf("%d bytes in use after all was dropped", in)
		}
		h.GiveBack(0)
		if _, idle, _ := h.Stats(); idle != 0 {
			t.Skip("this system gives nothing back")
		}
	}
}

func TestLimit(t *testing.T) {
	h := newHeap(t, 8<<20)
	called := 0
	h.Wanted = func() { called++ }
	for range 12 {
		h.Alloc(1, 1<<17)
	}
	if !h.OverLimit || called == 0 {
		t.Fatal("12 MB within a limit of 8")
	}
	collect(h)
	if h.OverLimit {
		t.Fatal("over the limit when empty")
	}
}

func BenchmarkAlloc6(b *testing.B) {
	h := newHeap(b, 0)
	for b.Loop() {
		h.Alloc(1, 6)
		if h.Want {
			collect(h)
		}
	}
}

// TestAllocWhileMarking: what has no mark yet is not free while a marking runs, however small the cell that is asked for.
func TestAllocWhileMarking(t *testing.T) {
	for _, words := range []uint32{2, 3, MaxSmall, MaxSmall + 1} {
		h := newHeap(t, 0)
		live := h.Alloc(1, words)
		h.BeginMark()
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a cell of %d words was handed out while a marking ran", words)
				}
			}()
			h.Alloc(1, words)
		}()
		h.Mark(live)
		for _, ok := h.Pop(); ok; _, ok = h.Pop() {
		}
		h.EndMark()
		if c := h.Alloc(1, words); c == live {
			t.Errorf("a cell of %d words was handed out twice", words)
		}
	}
}
