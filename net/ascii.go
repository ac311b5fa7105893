package net

import "strings"

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }

func hexVal(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// lowerASCII lower-cases A-Z only; it returns s itself where there is none.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; 'A' <= c && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; 'A' <= c && c <= 'Z' {
					b[i] = c + 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func upperASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; 'a' <= c && c <= 'z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; 'a' <= c && c <= 'z' {
					b[i] = c - 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x != y && !(isAlpha(x) && x|0x20 == y|0x20) {
			return false
		}
	}
	return true
}

// trimHTTPSpace trims space, tab, LF and CR.
func trimHTTPSpace(s string) string { return strings.Trim(s, " \t\n\r") }

// cutByte splits s at the first c, which neither half has.
func cutByte(s string, c byte) (before, after string) {
	if i := strings.IndexByte(s, c); i >= 0 {
		return s[:i], s[i+1:]
	}
	return s, ""
}
