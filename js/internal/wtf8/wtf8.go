// Package wtf8 converts between UTF-16, in which script measures strings, and WTF-8, in which the
// engine keeps them: UTF-8 in which a lone surrogate is its three-byte sequence, and a surrogate
// pair is always one four-byte sequence.
//
// https://simonsapin.github.io/wtf-8/
//
// Bytes that are no WTF-8 decode as U+FFFD each, as invalid UTF-8 does in Go.
package wtf8

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// IsASCII reports whether all bytes are below 0x80.
func IsASCII(s string) bool {
	n := len(s)
	p := unsafe.Pointer(unsafe.StringData(s))
	i := 0
	for ; i+8 <= n; i += 8 {
		if *(*uint64)(unsafe.Add(p, i))&0x8080808080808080 != 0 {
			return false
		}
	}
	for ; i < n; i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decode is the code point at s[i:], surrogates included, and its length in bytes.
func decode(s string) (r rune, n int) {
	if s[0] == 0xED && len(s) >= 3 && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}

// UTF16Len is the number of UTF-16 units of s.
func UTF16Len(s string) (n int) {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			n++
			continue
		}
		r, w := decode(s[i:])
		i += w
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// ToUTF16 are the UTF-16 units of s.
func ToUTF16(s string) []uint16 {
	u := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			u = append(u, uint16(c))
			i++
			continue
		}
		r, w := decode(s[i:])
		i += w
		if r >= 0x10000 {
			r -= 0x10000
			u = append(u, 0xD800|uint16(r>>10), 0xDC00|uint16(r&0x3FF))
		} else {
			u = append(u, uint16(r))
		}
	}
	if cap(u) > len(u)*3/2 {
		u = append(make([]uint16, 0, len(u)), u...)
	}
	return u
}

// FromUTF16 is the WTF-8 of u.
func FromUTF16(u []uint16) string {
	n := 0
	for i := 0; i < len(u); i++ {
		switch c := u[i]; {
		case c < 0x80:
			n++
		case c < 0x800:
			n += 2
		case c&0xFC00 == 0xD800 && i+1 < len(u) && u[i+1]&0xFC00 == 0xDC00:
			n += 4
			i++
		default:
			n += 3
		}
	}
	b := make([]byte, 0, n)
	for i := 0; i < len(u); i++ {
		switch c := u[i]; {
		case c < 0x80:
			b = append(b, byte(c))
		case c < 0x800:
			b = append(b, 0xC0|byte(c>>6), 0x80|byte(c&0x3F))
		case c&0xFC00 == 0xD800 && i+1 < len(u) && u[i+1]&0xFC00 == 0xDC00:
			b = utf8.AppendRune(b, 0x10000+rune(c&0x3FF)<<10+rune(u[i+1]&0x3FF))
			i++
		default:
			b = append(b, 0xE0|byte(c>>12), 0x80|byte(c>>6&0x3F), 0x80|byte(c&0x3F))
		}
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Valid reports whether s is WTF-8: what FromUTF16 can give.
func Valid(s string) bool {
	lead := false // the code point before was a lone lead surrogate
	for i := 0; i < len(s); {
		r, w := decode(s[i:])
		if r == utf8.RuneError && w == 1 {
			return false
		}
		if lead && r&^0x3FF == 0xDC00 {
			return false
		}
		lead = r&^0x3FF == 0xD800
		i += w
	}
	return true
}

// Join is a + b as the concatenation of their UTF-16: halves of a pair that meet become one.
func Join(a, b string) string {
	if len(a) >= 3 && len(b) >= 3 && a[len(a)-3] == 0xED && b[0] == 0xED {
		hi, _ := decode(a[len(a)-3:])
		lo, _ := decode(b)
		if hi&^0x3FF == 0xD800 && lo&^0x3FF == 0xDC00 {
			return a[:len(a)-3] + string(0x10000+(hi&0x3FF)<<10+lo&0x3FF) + b[3:]
		}
	}
	return a + b
}

// ToUSV replaces each lone surrogate, and each invalid byte, by U+FFFD. A string without any is
// returned as it is.
func ToUSV(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := make([]byte, 0, len(s)+bits.Len(uint(len(s))))
	for i := 0; i < len(s); {
		r, w := decode(s[i:])
		i += w
		if r&^0x7FF == 0xD800 {
			r = utf8.RuneError
		}
		b = utf8.AppendRune(b, r)
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}
