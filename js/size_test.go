package js

import (
	"testing"
	"unsafe"
)

func TestSizeof(t *testing.T) {
	for _, c := range []struct {
		name     string
		got, max uintptr
	}{
		{"Value", unsafe.Sizeof(Value{}), 16},
		{"Object", unsafe.Sizeof(Object{}), 8},
		{"Host", unsafe.Sizeof(Host{}), 16},
	} {
		if c.got > c.max {
			t.Errorf("%s has %d bytes, more than %d", c.name, c.got, c.max)
		}
	}
}

// TestCallAllocations: a native call allocates nothing of its own.
func TestCallAllocations(t *testing.T) {
	_, r := newTestRealm(t, Options{})
	f, err := r.Eval("f.js", "var e=Element.make(3);(function(){for(var i=0;i<100;i++)e.remove()})")
	if err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(20, func() { r.Call(f, Undefined) })
	if n > 20 {
		t.Errorf("100 native calls allocate %v times", n)
	}
}
