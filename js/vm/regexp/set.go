package regexp

import "sort"

// maxRune is the largest code point.
const maxRune = 0x10ffff

// A set holds code points as sorted, disjoint, non-adjacent ranges: lo, hi, lo, hi, both ends included. Sets that have been normalized are never
// written again.
type set []rune

func (s *set) add(lo, hi rune) { *s = append(*s, lo, hi) }

// normal sorts and joins ranges that were added in any order.
func (s set) normal() set {
	if len(s) <= 2 {
		return s
	}
	ordered := true
	for i := 2; i < len(s); i += 2 {
		if s[i] <= s[i-1]+1 {
			ordered = false
			break
		}
	}
	if ordered {
		return s
	}
	sort.Sort(byLow(s))
	n := 2
	for i := 2; i < len(s); i += 2 {
		if s[i] <= s[n-1]+1 {
			s[n-1] = max(s[n-1], s[i+1])
			continue
		}
		s[n], s[n+1] = s[i], s[i+1]
		n += 2
	}
	return s[:n]
}

type byLow set

func (b byLow) Len() int           { return len(b) / 2 }
func (b byLow) Less(i, j int) bool { return b[2*i] < b[2*j] }
func (b byLow) Swap(i, j int) {
	b[2*i], b[2*j] = b[2*j], b[2*i]
	b[2*i+1], b[2*j+1] = b[2*j+1], b[2*i+1]
}

func (s set) has(c rune) bool {
	lo, hi := 0, len(s)/2
	for lo < hi {
		m := (lo + hi) / 2
		switch {
		case c < s[2*m]:
			hi = m
		case c > s[2*m+1]:
			lo = m + 1
		default:
			return true
		}
	}
	return false
}

func (s set) invert() set {
	r := make(set, 0, len(s)+2)
	next := rune(0)
	for i := 0; i < len(s); i += 2 {
		if s[i] > next {
			r.add(next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= maxRune {
		r.add(next, maxRune)
	}
	return r
}

func union(a, b set) set {
	r := make(set, 0, len(a)+len(b))
	r = append(r, a...)
	return append(r, b...).normal()
}

func intersect(a, b set) set {
	var r set
	for i, j := 0, 0; i < len(a) && j < len(b); {
		lo, hi := max(a[i], b[j]), min(a[i+1], b[j+1])
		if lo <= hi {
			r.add(lo, hi)
		}
		if a[i+1] < b[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return r
}

func subtract(a, b set) set { return intersect(a, b.invert()) }

var (
	digitSet = set{'0', '9'}
	spaceSet = set{9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff}
	wordSet  = set{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	// wordSetFolded is what \w has with both of the flags i and (u or v).
	wordSetFolded = set{'0', '9', 'A', 'Z', '_', '_', 'a', 'z', 0x17f, 0x17f, 0x212a, 0x212a}
	newlineSet    = set{'\n', '\n', '\r', '\r', 0x2028, 0x2029}
	allSet        = set{0, maxRune}
)
