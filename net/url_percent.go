package net

import (
	"strings"
	"unicode/utf8"
)

// encodeSet holds for each byte below 0x80 which percent-encode sets have it; every set has
// all the others. https://url.spec.whatwg.org/#percent-encoded-bytes
type encodeSet uint16

const (
	setC0 encodeSet = 1 << iota
	setFragment
	setQuery
	setSpecialQuery
	setPath
	setUserinfo
	setComponent
	setForm
	forbiddenHost   // not a percent-encode set: forbidden host code points
	forbiddenDomain // forbidden domain code points
)

var byteSets = func() (t [128]encodeSet) {
	add := func(s encodeSet, chars string) {
		for i := 0; i < len(chars); i++ {
			t[chars[i]] |= s
		}
	}
	const all = setC0 | setFragment | setQuery | setSpecialQuery | setPath | setUserinfo | setComponent | setForm
	for c := range 0x20 {
		t[c] |= all | forbiddenDomain
	}
	t[0x7f] |= all | forbiddenDomain
	add(setFragment, " \"<>`")
	query := setQuery | setSpecialQuery | setPath | setUserinfo | setComponent | setForm
	add(query, " \"#<>")
	add(setSpecialQuery, "'")
	add(setPath|setUserinfo|setComponent|setForm, "?^`{}")
	add(setUserinfo|setComponent|setForm, "/:;=@[\\]|")
	add(setComponent|setForm, "$%&+,")
	add(setForm, "!'()~")
	add(forbiddenHost|forbiddenDomain, "\x00\t\n\r #/:<>?@[\\]^|")
	add(forbiddenDomain, "%")
	return t
}()

const upperHex = "0123456789ABCDEF"

// appendEncoded appends s, percent-encoding UTF-8 by the set.
// https://url.spec.whatwg.org/#string-utf-8-percent-encode
func appendEncoded(out []byte, s string, set encodeSet) []byte {
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < 0x80 {
			if byteSets[c]&set == 0 {
				i++
				continue
			}
			out = append(out, s[start:i]...)
			out = append(out, '%', upperHex[c>>4], upperHex[c&15])
			i++
			start = i
			continue
		}
		out = append(out, s[start:i]...)
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 { // a lone surrogate, or bytes that are no text
			out = append(out, "%EF%BF%BD"...)
			n = illFormedLen(s[i:])
		} else {
			for j := i; j < i+n; j++ {
				out = append(out, '%', upperHex[s[j]>>4], upperHex[s[j]&15])
			}
		}
		i += n
		start = i
	}
	return append(out, s[start:]...)
}

// illFormedLen is how many bytes one U+FFFD stands for: a lone surrogate's three, else one.
func illFormedLen(s string) int {
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 3
	}
	return 1
}

// needsEncoding reports whether appendEncoded would change s.
func needsEncoding(s string, set encodeSet) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x80 || byteSets[c]&set != 0 {
			return true
		}
	}
	return false
}

// PercentDecode replaces %XX by its byte. https://url.spec.whatwg.org/#string-percent-decode
func PercentDecode(s string) []byte { return appendDecoded(make([]byte, 0, len(s)), s) }

func appendDecoded(out []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(out, s...)
		}
		out = append(out, s[:i]...)
		if i+2 < len(s) {
			if h, l := hexVal(s[i+1]), hexVal(s[i+2]); h >= 0 && l >= 0 {
				out = append(out, byte(h<<4|l))
				s = s[i+3:]
				continue
			}
		}
		out = append(out, '%')
		s = s[i+1:]
	}
}

// EncodeComponent percent-encodes by the component set: encodeURIComponent but for
// which of !'()* it leaves alone.
func EncodeComponent(s string) string {
	if !needsEncoding(s, setComponent) {
		return s
	}
	return string(appendEncoded(nil, s, setComponent))
}
