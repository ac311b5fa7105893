package vm

import (
	"sync"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

var rootCollator = sync.OnceValue(func() *lockedCollator { return &lockedCollator{c: collate.New(language.English)} })

// A collator keeps buffers: one goroutine at a time.
type lockedCollator struct {
	mu sync.Mutex
	c  *collate.Collator
}

// collateText orders text as the root collation does; the data is loaded at the first use.
func collateText(a, b string) int {
	l := rootCollator()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.c.CompareString(a, b)
}

// localeCase maps case by the rules of a language.
func localeCase(lang, s string, upper bool) string {
	tag := language.Make(lang)
	if upper {
		return cases.Upper(tag).String(s)
	}
	return cases.Lower(tag).String(s)
}
