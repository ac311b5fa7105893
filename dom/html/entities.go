package html

import (
	_ "embed"
	"strings"
	"sync"
)

// entityData has the named character references of the standard, a line each in byte order:
// the name (with its semicolon where it has one), a tab, the characters (a line feed is written \n).
// https://html.spec.whatwg.org/multipage/named-characters.html
//
//go:embed entities.txt
var entityData string

type entityTable struct {
	names, values []string
	first         [128][2]int16 // names that begin with a character: [lo, hi)
}

// entities is made when the first named reference is met: pages without one do not pay for it.
var entities = sync.OnceValue(func() *entityTable {
	t := &entityTable{}
	for line := range strings.Lines(entityData) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		switch value {
		case `\n`:
			value = "\n"
		case `\t`:
			value = "\t"
		}
		c, i := name[0], int16(len(t.names))
		if t.first[c][1] == 0 {
			t.first[c][0] = i
		}
		t.first[c][1] = i + 1
		t.names, t.values = append(t.names, name), append(t.values, value)
	}
	return t
})

// narrow returns the names among [lo, hi), which agree in their first n bytes, that have c next.
func (t *entityTable) narrow(lo, hi int16, n int, c byte) (int16, int16) {
	if n == 0 {
		if c >= 128 {
			return 0, 0
		}
		return t.first[c][0], t.first[c][1]
	}
	less := func(i int16, c int) bool { // name i comes before those with c
		s := t.names[i]
		return len(s) <= n || int(s[n]) < c
	}
	search := func(lo, hi int16, c int) int16 {
		for lo < hi {
			if m := (lo + hi) / 2; less(m, c) {
				lo = m + 1
			} else {
				hi = m
			}
		}
		return lo
	}
	lo = search(lo, hi, int(c))
	return lo, search(lo, hi, int(c)+1)
}
