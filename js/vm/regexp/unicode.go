package regexp

import (
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:embed unicode.bin
var unicodeData string

type tableKey struct{ kind, name string }

type tableSpan struct{ at, length int }

// tableIndex maps kind and name to the data; it is read at the first use of a property or of a case mapping beyond ASCII.
var tableIndex = sync.OnceValues(func() (map[tableKey]tableSpan, string) {
	head, data, _ := strings.Cut(unicodeData, "\n\n")
	m := make(map[tableKey]tableSpan, 1200)
	for line := range strings.SplitSeq(head, "\n") {
		f := strings.Fields(line)
		at, _ := strconv.Atoi(f[1])
		length, _ := strconv.Atoi(f[2])
		for _, name := range f[3:] {
			m[tableKey{f[0], name}] = tableSpan{at, length}
		}
	}
	return m, data
})

type varints struct {
	s string
}

func (v *varints) next() (n int) {
	for shift := 0; ; shift += 7 {
		c := v.s[0]
		v.s = v.s[1:]
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
}

func table(kind, name string) (varints, bool) {
	m, data := tableIndex()
	span, ok := m[tableKey{kind, name}]
	return varints{data[span.at : span.at+span.length]}, ok
}

func tableSet(kind, name string) (set, bool) {
	v, ok := table(kind, name)
	if !ok {
		return nil, false
	}
	var s set
	end := 0
	for v.s != "" {
		lo := end + v.next()
		end = lo + v.next()
		s.add(rune(lo), rune(end-1))
	}
	return s, true
}

// property gives the set of \p{name} or \p{name=value}.
func property(name, value string, hasValue bool) (set, bool) {
	if !hasValue {
		if s, ok := tableSet("gc", name); ok {
			return s, true
		}
		return tableSet("bin", name)
	}
	switch name {
	case "General_Category", "gc":
		return tableSet("gc", value)
	case "Script", "sc":
		return tableSet("sc", value)
	case "Script_Extensions", "scx":
		return tableSet("scx", value)
	}
	return nil, false
}

var sequenceParts = []string{"Basic_Emoji", "Emoji_Keycap_Sequence", "RGI_Emoji_Modifier_Sequence", "RGI_Emoji_Flag_Sequence", "RGI_Emoji_Tag_Sequence", "RGI_Emoji_ZWJ_Sequence"}

// sequenceProperty gives the strings of a property of strings: single code points as a set, the others as strings.
func sequenceProperty(name string) (set, []string, bool) {
	if name == "RGI_Emoji" {
		var all set
		var strs []string
		for _, n := range sequenceParts {
			s, l, _ := sequenceProperty(n)
			all = append(all, s...)
			strs = append(strs, l...)
		}
		return all.normal(), strs, true
	}
	v, ok := table("seq", name)
	if !ok {
		return nil, nil, false
	}
	var s set
	var strs []string
	for v.s != "" {
		n := v.next()
		if n == 1 {
			c := rune(v.next())
			s.add(c, c)
			continue
		}
		r := make([]rune, n)
		for i := range r {
			r[i] = rune(v.next())
		}
		strs = append(strs, string(r))
	}
	return s.normal(), strs, true
}

// A folding is one of the two ways to canonicalize: simple case folding (u, v) or the upper case of single units.
type folding struct {
	to      map[rune]rune // only what changes
	members []rune        // all code points that are equivalent to another one, sorted
	classes map[rune][]rune
}

func makeFolding(name string) *folding {
	v, _ := table("fold", name)
	if name == "upper" {
		v, _ = table("upper", name)
	}
	f := &folding{to: make(map[rune]rune, 1600), classes: make(map[rune][]rune, 1600)}
	key := 0
	for v.s != "" {
		key += v.next()
		d := v.next()
		if d&1 == 1 {
			d = -(d + 1) / 2
		} else {
			d /= 2
		}
		f.to[rune(key)] = rune(key + d)
		f.classes[rune(key+d)] = append(f.classes[rune(key+d)], rune(key))
	}
	for to, from := range f.classes {
		// The target of the simple mappings is its own canonical form.
		f.classes[to] = append(from, to)
		f.members = append(f.members, from...)
		f.members = append(f.members, to)
	}
	sort.Slice(f.members, func(i, j int) bool { return f.members[i] < f.members[j] })
	return f
}

var (
	simpleFolding = sync.OnceValue(func() *folding { return makeFolding("fold") })
	upperFolding  = sync.OnceValue(func() *folding { return makeFolding("upper") })
)

func foldingOf(unicode bool) *folding {
	if unicode {
		return simpleFolding()
	}
	return upperFolding()
}

// canonicalize is the abstract operation Canonicalize for the flag i.
//
// https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch
func canonicalize(c rune, unicode bool) rune {
	if c < 0x80 {
		if unicode {
			if 'A' <= c && c <= 'Z' {
				return c + 32
			}
		} else if 'a' <= c && c <= 'z' {
			return c - 32
		}
		return c
	}
	if to, ok := foldingOf(unicode).to[c]; ok {
		return to
	}
	return c
}

// closeOver gives all code points that canonicalize to what a member of s canonicalizes to.
func closeOver(s set, unicode bool) set {
	if len(s) == 2 && s[0] == 0 && s[1] == maxRune {
		return s
	}
	if len(s) > 0 && s[len(s)-1] < 0x80 {
		// ASCII needs no tables.
		r := append(set(nil), s...)
		for i := 0; i < len(s); i += 2 {
			if lo, hi := max(s[i], 'A'), min(s[i+1], 'Z'); lo <= hi {
				r.add(lo+32, hi+32)
			}
			if lo, hi := max(s[i], 'a'), min(s[i+1], 'z'); lo <= hi {
				r.add(lo-32, hi-32)
			}
		}
		r = r.normal()
		if unicode && r.has('s') {
			r.add(0x17f, 0x17f)
		}
		if unicode && r.has('k') {
			r.add(0x212a, 0x212a)
		}
		return r
	}
	f := foldingOf(unicode)
	r := append(set(nil), s...)
	for i := 0; i < len(s); i += 2 {
		j := sort.Search(len(f.members), func(k int) bool { return f.members[k] >= s[i] })
		for ; j < len(f.members) && f.members[j] <= s[i+1]; j++ {
			c := f.members[j]
			if to, ok := f.to[c]; ok {
				c = to
			}
			for _, m := range f.classes[c] {
				r.add(m, m)
			}
		}
	}
	return r.normal()
}
