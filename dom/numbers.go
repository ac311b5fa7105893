package dom

import "strings"

// ParseInteger parses an attribute by the rules for parsing integers; ok is false for an error. What is far beyond 32 bits stays so, but is not
// exact.
// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers
func ParseInteger(s string) (n int64, ok bool) {
	s = strings.TrimLeft(s, " \t\n\f\r")
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	i := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		if n < 1<<53 {
			n = n*10 + int64(s[i]-'0')
		}
	}
	if i == 0 {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, true
}
