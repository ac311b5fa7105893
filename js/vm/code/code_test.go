package code

import (
	"testing"
	"unsafe"
)

func TestForms(t *testing.T) {
	for o := Op(0); o < OpCount; o++ {
		if ops[o].name == "" {
			t.Errorf("op %d has no mnemonic", o)
		}
	}
	if n := unsafe.Sizeof(Record{}); n > 56 {
		t.Errorf("a record has %d bytes", n)
	}
}

func TestPositions(t *testing.T) {
	var f Func
	table := AppendPos(nil, 0, 10)
	table = AppendPos(table, 3, 500)
	table = AppendPos(table, 1, -505)
	f.SetPositions(table)
	for pc, want := range map[int]int{0: 10, 2: 10, 3: 510, 4: 5, 900: 5} {
		if got := f.PosAt(pc); got != want {
			t.Errorf("PosAt(%d) = %d, want %d", pc, got, want)
		}
	}
}

func TestPosition(t *testing.T) {
	p := &Program{Source: Source{Latin1: []byte("a\r\nbc\n\nd")}, Line: 2, Col: 7}
	for off, want := range map[int][2]int{0: {3, 8}, 3: {4, 1}, 4: {4, 2}, 6: {5, 1}, 7: {6, 1}} {
		if l, c := p.Position(off); l != want[0] || c != want[1] {
			t.Errorf("Position(%d) = %d:%d, want %v", off, l, c, want)
		}
	}
}
