package col

import "testing"

func TestBits(t *testing.T) {
	var b Bits[uint32]
	if !b.Add(130) || b.Add(130) || !b.Add(3) {
		t.Error("Add does not report what was new")
	}
	var got []uint32
	b.All(func(id uint32) bool { got = append(got, id); return true })
	if len(got) != 2 || got[0] != 3 || got[1] != 130 || b.Count() != 2 {
		t.Errorf("rows %v, want [3 130]", got)
	}
	b.Remove(3)
	if b.Has(3) || !b.Has(130) || b.Has(100000) {
		t.Error("Has after Remove")
	}
}

func TestPagedIsStable(t *testing.T) {
	var p Paged[uint32, int]
	x := p.At(5)
	*x = 7
	*p.At(100000) = 1
	if p.At(5) != x || *p.Peek(5) != 7 || p.Peek(300) != nil || p.Pages() != 2 {
		t.Error("a row moved, or a page was made that nobody asked for")
	}
}

func TestArenaAllocatesOnce(t *testing.T) {
	var a Arena[int32]
	pass := func() {
		a.Reset()
		for i := range 100 {
			s := a.Alloc(i * 3)
			for j := range s {
				if s[j] != 0 {
					t.Fatal("row not zeroed")
				}
				s[j] = 1
			}
		}
	}
	pass()
	if n := testing.AllocsPerRun(10, pass); n != 0 {
		t.Errorf("%v allocations in a later pass, want 0", n)
	}
}
