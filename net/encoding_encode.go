package net

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// AppendEncoded appends s in the encoding e; what e does not have becomes a numeric
// character reference, as in forms and queries.
// https://encoding.spec.whatwg.org/#encode ("html" error mode)
func (e *Encoding) AppendEncoded(out []byte, s string) []byte {
	e = e.OutputEncoding()
	if e.IsUTF8() {
		return append(out, toScalar(s)...)
	}
	e.eachEncoded(s, func(_ rune, b []byte, ok bool) {
		out = append(out, b...)
	})
	return out
}

// appendPercentEncoded is "percent-encode after encoding" for an encoding other than UTF-8.
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
func (e *Encoding) appendPercentEncoded(out []byte, s string, set encodeSet) []byte {
	e = e.OutputEncoding()
	if e.IsUTF8() {
		return appendEncoded(out, s, set)
	}
	e.eachEncoded(s, func(_ rune, b []byte, ok bool) {
		if !ok { // a character reference: "&#", digits, ";"
			out = append(out, "%26%23"...)
			out = append(out, b[2:len(b)-1]...)
			out = append(out, "%3B"...)
			return
		}
		for _, c := range b {
			if c >= 0x80 || byteSets[c]&set != 0 {
				out = append(out, '%', upperHex[c>>4], upperHex[c&15])
			} else {
				out = append(out, c)
			}
		}
	})
	return out
}

// eachEncoded calls f with the bytes of each character of s; ok is false where they are a
// character reference.
func (e *Encoding) eachEncoded(s string, f func(r rune, b []byte, ok bool)) {
	var tr transform.Transformer
	if e.kind == multiByte {
		tr = e.encode.NewEncoder().Transformer
	}
	var dst [32]byte
	var src [4]byte
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = illFormedLen(s[i:])
		}
		i += n
		ok := true
		b := dst[:0]
		switch {
		case e.kind == singleByte:
			if r < 0x80 {
				b = append(b, byte(r))
			} else if c, found := e.single.EncodeRune(r); found && r != utf8.RuneError {
				b = append(b, c)
			} else {
				ok = false
			}
		case e.name == "ISO-2022-JP" && (r == 0x0E || r == 0x0F || r == 0x1B):
			r, ok = utf8.RuneError, false
		case e.encode == e.multi && e.name == "gb18030" && r == 0xE5E5, e.name == "GBK" && (r == 0xE5E5 || r > 0xFFFF):
			ok = false
		default:
			k := utf8.EncodeRune(src[:], r)
			nd, _, err := tr.Transform(dst[:], src[:k], false)
			b, ok = dst[:nd], err == nil
		}
		if !ok {
			b = strconv.AppendInt(append(b[:0], "&#"...), int64(r), 10)
			b = append(b, ';')
		}
		f(r, b, ok)
	}
	if tr != nil {
		if nd, _, err := tr.Transform(dst[:], nil, true); err == nil && nd > 0 {
			f(0, dst[:nd], true)
		}
	}
}
