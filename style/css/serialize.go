package css

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// https://drafts.csswg.org/cssom/#common-serializing-idioms

var infinity = math.Inf(1)

// AppendNumber appends a number with at most 6 significant digits, and with an exponent where it is large or small, as
// Chromium does. (CSSOM asks for at most 6 decimals and no exponent; no engine writes that.)
func AppendNumber(b []byte, n float64) []byte {
	n = finite(n)
	if n == 0 {
		return append(b, '0')
	}
	if n == math.Trunc(n) && math.Abs(n) <= 999999 {
		return strconv.AppendInt(b, int64(n), 10)
	}
	return strconv.AppendFloat(b, n, 'g', 6, 64)
}

// AppendIdent appends s as an identifier. https://drafts.csswg.org/cssom/#serialize-an-identifier
func AppendIdent(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == 0:
			b = append(b, "\uFFFD"...)
		case c < 0x20 || c == 0x7f, c >= '0' && c <= '9' && (i == 0 || i == 1 && s[0] == '-'):
			b = appendCodePoint(b, c)
		case c == '-' && len(s) == 1:
			b = append(b, '\\', '-')
		case c >= 0x80 || class[c]&clsIdent != 0:
			b = append(b, c)
		default:
			b = append(b, '\\', c)
		}
	}
	return b
}

func appendCodePoint(b []byte, c byte) []byte {
	b = append(b, '\\')
	b = strconv.AppendUint(b, uint64(c), 16)
	return append(b, ' ')
}

// AppendString appends s as a quoted string. https://drafts.csswg.org/cssom/#serialize-a-string
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0:
			b = append(b, "\uFFFD"...)
		case c < 0x20 || c == 0x7f:
			b = appendCodePoint(b, c)
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// AppendURL appends url("s").
func AppendURL(b []byte, s string) []byte {
	b = append(b, "url("...)
	b = AppendString(b, s)
	return append(b, ')')
}

// EscapeIdent is CSS.escape(s).
func EscapeIdent(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(class[c]&clsIdentStart != 0 || c >= 0x80 || i > 1 && class[c]&clsIdent != 0) {
			return string(AppendIdent(make([]byte, 0, len(s)+4), s))
		}
	}
	return s
}

// utf16Len is the length of s in UTF-16 code units.
func utf16Len(s string) (n int) {
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && w == 1 && s[i] == 0xED && i+2 < len(s) {
			w = 3 // a lone surrogate
		}
		n++
		if w == 4 {
			n++
		}
		i += w
	}
	return n
}
