package layout

import (
	"testing"
	"unsafe"
)

// TestRowSizes pins what a box costs: 200 bytes at most.
func TestRowSizes(t *testing.T) {
	l, g, s := unsafe.Sizeof(links{}), unsafe.Sizeof(geometry{}), unsafe.Sizeof(saved{})
	if n := l + g + s + 8 + 4; n > 200 || l != 44 || g != 88 || s != 56 {
		t.Errorf("links %d, geometry %d, saved %d: %d bytes a box with its record and node entry", l, g, s, n)
	}
	if n := unsafe.Sizeof(Fragment{}); n != 56 {
		t.Errorf("a fragment has %d bytes", n)
	}
	if n := unsafe.Sizeof(item{}); n != 24 {
		t.Errorf("an inline item has %d bytes", n)
	}
}
