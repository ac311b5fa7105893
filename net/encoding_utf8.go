package net

import "unicode/utf8"

// utf8Step looks at the beginning of b, which does not begin with a complete valid
// sequence: bad is how many bytes one U+FFFD replaces (the maximal subpart), and more says
// that b ends within a sequence that could still become valid.
func utf8Step(b []byte) (bad int, more bool) {
	c := b[0]
	var need int
	lo, hi := byte(0x80), byte(0xBF)
	switch {
	case 0xC2 <= c && c <= 0xDF:
		need = 1
	case 0xE0 <= c && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case 0xF0 <= c && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	default:
		return 1, false
	}
	for i := 1; i <= need; i++ {
		if i == len(b) {
			return i, true
		}
		if b[i] < lo || b[i] > hi {
			return i, false
		}
		lo, hi = 0x80, 0xBF
	}
	return need + 1, false // valid: not called for this
}

// validPrefix returns how many bytes at the beginning of b are valid UTF-8.
func validPrefix(b []byte) int {
	// Whole blocks first: utf8.Valid goes eight bytes at a time through ASCII.
	const block = 4096
	i := 0
	for len(b)-i > block {
		end := i + block
		for j := 0; j < 3 && end > i && !utf8.RuneStart(b[end]); j++ {
			end--
		}
		if !utf8.Valid(b[i:end]) {
			break
		}
		i = end
	}
	if utf8.Valid(b[i:]) {
		return len(b)
	}
	for i < len(b) {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return i
}

// appendUTF8 appends b with U+FFFD for each maximal subpart that is not UTF-8.
// https://encoding.spec.whatwg.org/#utf-8-decoder
func appendUTF8(out, b []byte) []byte {
	for len(b) > 0 {
		n := validPrefix(b)
		out = append(out, b[:n]...)
		if b = b[n:]; len(b) == 0 {
			break
		}
		bad, _ := utf8Step(b)
		out = append(out, "\uFFFD"...)
		b = b[bad:]
	}
	return out
}
