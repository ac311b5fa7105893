package net

import (
	"strconv"
	"unicode/utf8"
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

// percentEncode is "percent-encode after encoding" for an encoding other than UTF-8.
// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
func (e *Encoding) percentEncode(s string, set encodeSet) []byte {
	out := make([]byte, 0, 2*len(s))
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
	encode := e.encodeSingle
	if e.kind == multiByte {
		switch e.name {
		case "gb18030":
			encode = encodeGB18030
		case "GBK":
			encode = encodeGBK
		case "Big5":
			encode = encodeBig5
		case "EUC-JP":
			encode = encodeEUCJP
		case "Shift_JIS":
			encode = encodeShiftJIS
		case "EUC-KR":
			encode = encodeEUCKR
		case "ISO-2022-JP":
			encode2022(s, f)
			return
		}
	}
	var dst [32]byte
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = illFormedLen(s[i:])
		}
		i += n
		ok := true
		b := dst[:0]
		if r < 0x80 {
			b = append(b, byte(r))
		} else if b, ok = encode(b, r); !ok {
			b = reference(dst[:0], r)
		}
		f(r, b, ok)
	}
}

// encodeSingle: https://encoding.spec.whatwg.org/#single-byte-encoder
func (e *Encoding) encodeSingle(b []byte, r rune) ([]byte, bool) {
	c, found := e.single.EncodeRune(r)
	if !found && 0x80 <= r && r < 0xA0 && e.single.DecodeByte(byte(r)) == utf8.RuneError {
		c, found = byte(r), true // as the decoder has it
	}
	return append(b, c), found && r != utf8.RuneError
}

func reference(b []byte, r rune) []byte {
	return append(strconv.AppendInt(append(b, "&#"...), int64(r), 10), ';')
}

// wideKatakana are the full-width forms of U+FF61 to U+FF9F.
var wideKatakana = []rune("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")

// encode2022: https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
func encode2022(s string, f func(r rune, b []byte, ok bool)) {
	const (
		ascii = iota
		roman
		jis0208
	)
	escapes := [...]string{"\x1b(B", "\x1b(J", "\x1b$B"}
	state := ascii
	var buf [32]byte
	to := func(b []byte, want int) []byte {
		if state != want {
			state = want
			b = append(b, escapes[want]...)
		}
		return b
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = illFormedLen(s[i:])
		}
		i += n
		b := buf[:0]
		switch {
		case r == 0x0E || r == 0x0F || r == 0x1B:
			if state == jis0208 {
				f(r, to(b, ascii), true)
			}
			f(r, reference(buf[:0], utf8.RuneError), false)
			continue
		case r < 0x80:
			if state == jis0208 || state == roman && (r == '\\' || r == '~') {
				b = to(b, ascii)
			}
			f(r, append(b, byte(r)), true)
			continue
		case r == 0xA5 || r == 0x203E:
			b = to(b, roman)
			f(r, append(b, map[rune]byte{0xA5: '\\', 0x203E: '~'}[r]), true)
			continue
		case r == 0x2212:
			r = 0xFF0D
		case 0xFF61 <= r && r <= 0xFF9F:
			r = wideKatakana[r-0xFF61]
		}
		p, ok := pointersJIS0208().of(r)
		if !ok {
			if state == jis0208 {
				f(r, to(b, ascii), true)
			}
			f(r, reference(buf[:0], r), false)
			continue
		}
		b = to(b, jis0208)
		f(r, append(b, byte(p/94+0x21), byte(p%94+0x21)), true)
	}
	if state != ascii {
		f(0, to(buf[:0], ascii), true)
	}
}
