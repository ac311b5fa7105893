package atom

import (
	"sync"
	"testing"
)

func TestIntern(t *testing.T) {
	tab := NewTable()
	if a := tab.Intern(""); a != Empty {
		t.Errorf("the empty string is %d, want %d", a, Empty)
	}
	if a := tab.Intern("div"); a != Static("div") || tab.Len() != 0 {
		t.Errorf("div is %d (own atoms %d), want the static %d", a, tab.Len(), Static("div"))
	}
	a := tab.Intern("no-such-name")
	if tab.String(a) != "no-such-name" || tab.Lookup("no-such-name") != a || IsStatic(a) {
		t.Errorf("round trip of atom %d gives %q", a, tab.String(a))
	}
	if tab.Lookup("never seen") != None {
		t.Error("a name never interned has an atom")
	}
	seen := map[string]bool{}
	for _, n := range staticNames[1:] {
		if seen[n] {
			t.Errorf("static name %q stands twice", n)
		}
		seen[n] = true
	}
}

func TestInternParallel(t *testing.T) {
	tab := NewTable()
	var wg sync.WaitGroup
	got := make([][]Atom, 4)
	for g := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 1000 {
				got[g] = append(got[g], tab.Intern(string(rune('a'+i%26))+"-"+string(rune('a'+i/26%26))+"x"))
			}
		}()
	}
	wg.Wait()
	for g := range got {
		for i := range got[g] {
			if got[g][i] != got[0][i] {
				t.Fatalf("goroutine %d, name %d: atom %d, want %d", g, i, got[g][i], got[0][i])
			}
		}
	}
}

func BenchmarkIntern(b *testing.B) {
	tab := NewTable()
	tab.Intern("my-class")
	for b.Loop() {
		tab.Intern("my-class")
		tab.Intern("div")
	}
}
