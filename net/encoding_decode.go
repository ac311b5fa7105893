package net

import (
	"bytes"
	"unicode/utf8"
)

// Decoder turns the bytes of a stream into UTF-8, with U+FFFD for what is no text.
type Decoder struct {
	enc       *Encoding
	keepBOM   bool
	started   bool // the BOM question is settled
	malformed bool
	out       []byte

	tail  [4]byte // UTF-8, UTF-16: an incomplete sequence at the end of the last chunk
	ntail int
	lead  uint16 // UTF-16: a lead surrogate that waits for its trail; 0 is none

	high [128]rune // single-byte: what 0x80 to 0xFF are
	cjk  cjk       // multi-byte
}

// NewDecoder makes a decoder for e; nil is UTF-8. A byte order mark of e at the beginning is dropped.
func NewDecoder(e *Encoding) *Decoder {
	if e == nil {
		e = UTF8
	}
	d := &Decoder{enc: e}
	switch e.kind {
	case singleByte:
		for i := range d.high {
			d.high[i] = e.single.DecodeByte(byte(0x80 + i))
			if i < 0x20 && d.high[i] == utf8.RuneError { // the standard has the C1 controls there
				d.high[i] = rune(0x80 + i)
			}
		}
	case multiByte:
		d.initCJK()
	}
	return d
}

// KeepBOM makes the decoder keep a byte order mark, as U+FEFF (TextDecoder's ignoreBOM).
func (d *Decoder) KeepBOM() *Decoder { d.keepBOM = true; return d }

// Encoding is what the decoder decodes.
func (d *Decoder) Encoding() *Encoding { return d.enc }

// Malformed reports whether anything so far was replaced by U+FFFD.
func (d *Decoder) Malformed() bool { return d.malformed }

// Decode decodes the next chunk; final says that it is the last. The result is valid until
// the next call: it is src itself where that is valid UTF-8 (nothing is copied then), else
// the decoder's own buffer.
func (d *Decoder) Decode(src []byte, final bool) []byte {
	d.out = d.out[:0]
	switch d.enc.kind {
	case utf8Kind:
		return d.utf8(src, final)
	case utf16LE, utf16BE:
		d.utf16(src, final)
	case singleByte:
		d.single(src)
	case multiByte:
		d.multi(src, final)
	case replacementKind:
		if !d.started && len(src) > 0 {
			d.started, d.malformed = true, true
			d.out = append(d.out, "\uFFFD"...)
		}
	}
	return d.out
}

var bomUTF8 = []byte("\xEF\xBB\xBF")

func (d *Decoder) utf8(src []byte, final bool) []byte {
	if d.ntail > 0 { // go on with the sequence that the last chunk began
		for d.ntail > 0 && len(src) > 0 {
			d.tail[d.ntail] = src[0]
			d.ntail++
			src = src[1:]
			seq := d.tail[:d.ntail]
			if utf8.FullRune(seq) {
				if utf8.Valid(seq) {
					d.emit(seq)
				} else {
					bad, _ := utf8Step(seq) // everything but the last byte, which is looked at again
					d.replace()
					rest := d.ntail - bad
					src = d.unread(seq[d.ntail-rest:], src)
				}
				d.ntail = 0
			}
		}
		if d.ntail > 0 { // src is used up
			if final {
				d.replace()
				d.ntail = 0
			}
			return d.out
		}
	}
	if !d.started && !d.keepBOM {
		switch {
		case bytes.HasPrefix(src, bomUTF8):
			src, d.started = src[3:], true
		case len(src) < 3 && bytes.HasPrefix(bomUTF8, src) && !final:
			d.ntail = copy(d.tail[:], src)
			return d.out
		}
	}
	if len(src) > 0 {
		d.started = true
	}
	for len(src) > 0 {
		n := validPrefix(src)
		if n == len(src) && len(d.out) == 0 {
			return src
		}
		if n < len(src) {
			bad, more := utf8Step(src[n:])
			if more && !final {
				d.ntail = copy(d.tail[:], src[n:])
				if len(d.out) == 0 {
					return src[:n]
				}
				return append2(d, src[:n])
			}
			d.out = append(d.out, src[:n]...)
			d.replace()
			src = src[n+bad:]
			continue
		}
		d.out = append(d.out, src...)
		break
	}
	return d.out
}

func append2(d *Decoder, b []byte) []byte {
	d.out = append(d.out, b...)
	return d.out
}

// emit writes a sequence that came in two chunks; it may be the byte order mark.
func (d *Decoder) emit(seq []byte) {
	if !d.started && !d.keepBOM && bytes.Equal(seq, bomUTF8) {
		d.started = true
		return
	}
	d.started = true
	d.out = append(d.out, seq...)
}

func (d *Decoder) replace() {
	d.started, d.malformed = true, true
	d.out = append(d.out, "\uFFFD"...)
}

// unread puts up to three bytes back before src.
func (d *Decoder) unread(b, src []byte) []byte {
	if len(b) == 0 {
		return src
	}
	n := make([]byte, 0, len(b)+len(src))
	return append(append(n, b...), src...)
}

// utf16: https://encoding.spec.whatwg.org/#shared-utf-16-decoder
func (d *Decoder) utf16(src []byte, final bool) {
	if need := len(d.out) + len(src)*3/2 + 8; cap(d.out) < need {
		d.out = make([]byte, 0, need)
	}
	for {
		var u uint16
		switch {
		case d.ntail == 1 && len(src) >= 1:
			u = d.unit(d.tail[0], src[0])
			d.ntail = 0
			src = src[1:]
		case len(src) >= 2:
			u = d.unit(src[0], src[1])
			src = src[2:]
		default:
			if len(src) == 1 {
				d.tail[0], d.ntail = src[0], 1
			}
			if final && (d.ntail > 0 || d.lead != 0) {
				d.ntail, d.lead = 0, 0
				d.replace()
			}
			return
		}
		if d.lead != 0 {
			if u&0xFC00 == 0xDC00 {
				r := rune(d.lead&0x3FF)<<10 | rune(u&0x3FF)
				d.out = utf8.AppendRune(d.out, r+0x10000)
				d.lead = 0
				continue
			}
			d.lead = 0
			d.replace()
		}
		switch {
		case u&0xFC00 == 0xD800:
			d.lead = u
		case u&0xFC00 == 0xDC00:
			d.replace()
		case u == 0xFEFF && !d.started && !d.keepBOM:
			d.started = true
		default:
			d.started = true
			d.out = utf8.AppendRune(d.out, rune(u))
		}
	}
}

func (d *Decoder) unit(a, b byte) uint16 {
	if d.enc.kind == utf16LE {
		return uint16(a) | uint16(b)<<8
	}
	return uint16(a)<<8 | uint16(b)
}

func (d *Decoder) single(src []byte) {
	if need := len(src) + len(src)/4 + 8; cap(d.out) < need {
		d.out = make([]byte, 0, need)
	}
	for len(src) > 0 {
		n := 0
		for n < len(src) && src[n] < 0x80 {
			n++
		}
		d.out = append(d.out, src[:n]...)
		for src = src[n:]; len(src) > 0 && src[0] >= 0x80; src = src[1:] {
			r := d.high[src[0]-0x80]
			if r == utf8.RuneError {
				d.malformed = true
			}
			d.out = utf8.AppendRune(d.out, r)
		}
	}
}

// DecodeAll decodes a whole text. Valid UTF-8 is returned without a copy.
func DecodeAll(b []byte, e *Encoding) []byte { return NewDecoder(e).Decode(b, true) }

// DecodeText decodes b whole, in the encoding of its byte order mark or else in fallback.
// https://encoding.spec.whatwg.org/#decode
func DecodeText(b []byte, fallback *Encoding) []byte {
	if e := BOM(b); e != nil {
		fallback = e
	}
	return DecodeAll(b, fallback)
}
