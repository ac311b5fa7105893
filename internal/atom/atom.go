// Package atom interns the names of a page: element and attribute names, ids,
// classes, property names, font families.
//
// An [Atom] is a row of a table. Atoms below [StaticCount] are the same in
// every table of the process (they are the names that the engine itself
// knows, see static.go), so the user agent style sheet and the built-in tables
// can be shared by all pages; the others belong to one [Table], live as long as
// it does, and must not be compared across tables. A page owns one Table: what a hostile
// page interns goes when the page goes.
package atom

import (
	"sync"
	"unsafe"
)

// Atom is a row of a Table; 0 is the absent name, 1 is the empty string.
type Atom uint32

const (
	None  Atom = 0
	Empty Atom = 1
)

// Table maps strings to atoms and back. It may be used from several
// goroutines: a page's style and layout passes intern and look up in parallel.
type Table struct {
	mu    sync.RWMutex
	ids   map[string]Atom
	names []string // names[i] is Atom(StaticCount+i)
	bytes int64
}

// NewTable returns a table that holds the static atoms only, and costs nothing
// until a name that is not static is interned.
func NewTable() *Table { return &Table{} }

// Intern returns the atom of s, adding it if need be. s is copied when added.
func (t *Table) Intern(s string) Atom {
	if a, ok := staticIDs[s]; ok {
		return a
	}
	t.mu.RLock()
	a, ok := t.ids[s]
	t.mu.RUnlock()
	if ok {
		return a
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if a, ok := t.ids[s]; ok {
		return a
	}
	if t.ids == nil {
		t.ids = make(map[string]Atom)
	}
	s = string([]byte(s))
	a = Atom(len(staticNames) + len(t.names))
	t.names = append(t.names, s)
	t.ids[s] = a
	t.bytes += int64(len(s)) + 16 + 28 // name header, map entry
	return a
}

// InternBytes is Intern without a copy when the name is known already.
func (t *Table) InternBytes(b []byte) Atom {
	return t.Intern(unsafe.String(unsafe.SliceData(b), len(b)))
}

// Lookup returns the atom of s, or None if s was never interned: a selector or
// query that names it can match nothing.
func (t *Table) Lookup(s string) Atom {
	if a, ok := staticIDs[s]; ok {
		return a
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.ids[s]
}

// LookupBytes is Lookup of a name that is not a string yet.
func (t *Table) LookupBytes(b []byte) Atom {
	return t.Lookup(unsafe.String(unsafe.SliceData(b), len(b)))
}

// String returns the name of a.
func (t *Table) String(a Atom) string {
	if int(a) < len(staticNames) {
		return staticNames[a]
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.names[int(a)-len(staticNames)]
}

// Len is the number of atoms that are not static.
func (t *Table) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.names)
}

// MemoryBytes is what the table's own atoms take.
func (t *Table) MemoryBytes() int64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.bytes
}

// Static returns the static atom of s; it panics if s is not one, so it is
// for package-level variables only.
func Static(s string) Atom {
	a, ok := staticIDs[s]
	if !ok {
		panic("atom: " + s + " is not a static atom")
	}
	return a
}

// LookupStatic is the static atom of s, if there is one.
func LookupStatic(s string) (Atom, bool) {
	a, ok := staticIDs[s]
	return a, ok
}

// IsStatic reports whether a is shared by all tables.
func IsStatic(a Atom) bool { return int(a) < len(staticNames) }

// StaticString returns the name of a static atom.
func StaticString(a Atom) string { return staticNames[a] }

// StaticCount is the number of static atoms.
func StaticCount() int { return len(staticNames) }
