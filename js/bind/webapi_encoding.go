package bind

import (
	"unicode/utf8"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// TextEncoder makes UTF-8. https://encoding.spec.whatwg.org/#interface-textencoder
type TextEncoder struct{ Object }

// ConstructTextEncoder is new TextEncoder.
func ConstructTextEncoder() *TextEncoder { return &TextEncoder{} }

// Encoding is TextEncoder.encoding.
func (e *TextEncoder) Encoding() string { return "utf-8" }

// Encode is TextEncoder.encode.
func (e *TextEncoder) Encode(c *js.Call) js.Value {
	s := ""
	if c.Has(0) {
		s = c.USVString(0)
	}
	if c.Failed() {
		return js.Undefined
	}
	return c.Realm().NewTypedArray(js.Uint8Array, []byte(s)).Value()
}

// EncodeInto is TextEncoder.encodeInto. https://encoding.spec.whatwg.org/#dom-textencoder-encodeinto
func (e *TextEncoder) EncodeInto(c *js.Call) js.Value {
	s := c.USVString(0)
	if c.Failed() {
		return js.Undefined
	}
	dst, kind := js.Bytes(c.Arg(1))
	if kind != js.Uint8Array {
		return c.TypeError("parameter 2 is not of type 'Uint8Array'.")
	}
	read, written := 0, 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if written+n > len(dst) {
			break
		}
		written += copy(dst[written:], s[i:i+n])
		i += n
		if read++; r > 0xFFFF {
			read++
		}
	}
	o := c.Realm().NewObject()
	_ = c.Realm().Set(o, "read", js.Int(read))
	_ = c.Realm().Set(o, "written", js.Int(written))
	return o.Value()
}

// TextDecoder makes text of bytes. https://encoding.spec.whatwg.org/#interface-textdecoder
type TextDecoder struct {
	Object
	enc              *net.Encoding
	dec              *net.Decoder // nil between streams
	fatal, ignoreBOM bool
}

// ConstructTextDecoder is new TextDecoder.
func ConstructTextDecoder(c *js.Call, label string, o TextDecoderOptions) *TextDecoder {
	enc := net.LookupEncoding(label)
	if enc == nil || enc.Name() == "replacement" {
		c.RangeError("The encoding label provided ('%s') is invalid.", label)
		return nil
	}
	return &TextDecoder{enc: enc, fatal: o.Fatal, ignoreBOM: o.IgnoreBOM}
}

// Encoding is TextDecoder.encoding.
func (d *TextDecoder) Encoding() string { return asciiLower(d.enc.Name()) }

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 32
		}
	}
	return string(b)
}

// Fatal is TextDecoder.fatal.
func (d *TextDecoder) Fatal() bool { return d.fatal }

// IgnoreBOM is TextDecoder.ignoreBOM.
func (d *TextDecoder) IgnoreBOM() bool { return d.ignoreBOM }

// Decode is TextDecoder.decode.
func (d *TextDecoder) Decode(c *js.Call) js.Value {
	o := readTextDecodeOptions(&c.Conv, c.Arg(1)) // first: the bytes are valid until script runs
	var b []byte
	if c.Has(0) {
		b = c.Bytes(0)
	}
	if c.Failed() {
		return js.Undefined
	}
	if d.dec == nil {
		d.dec = net.NewDecoder(d.enc)
		if d.ignoreBOM {
			d.dec.KeepBOM()
		}
	}
	dec := d.dec
	out := dec.Decode(b, !o.Stream)
	if !o.Stream {
		d.dec = nil
	}
	if d.fatal && dec.Malformed() {
		d.dec = nil
		return c.TypeError("The encoded data was not valid.")
	}
	return c.String(string(out))
}
