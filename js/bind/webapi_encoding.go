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
	out, ok := d.decode(b, !o.Stream)
	if !ok {
		return c.TypeError("The encoded data was not valid.")
	}
	return c.String(out)
}

// decode decodes bytes; end says that no more follow. It fails where the bytes are malformed and the decoder is fatal.
func (d *TextDecoder) decode(b []byte, end bool) (string, bool) {
	if d.dec == nil {
		d.dec = net.NewDecoder(d.enc)
		if d.ignoreBOM {
			d.dec.KeepBOM()
		}
	}
	dec := d.dec
	out := dec.Decode(b, end)
	if end {
		d.dec = nil
	}
	if d.fatal && dec.Malformed() {
		d.dec = nil
		return "", false
	}
	return string(out), true
}

// TextEncoderStream makes UTF-8 of chunks of text. https://encoding.spec.whatwg.org/#interface-textencoderstream
type TextEncoderStream struct {
	Object
	genericTransform
	high string // a lead surrogate that waits for its trail, in WTF-8
}

func (e *TextEncoderStream) trace(t *js.Tracer) { e.genericTransform.trace(t) }

// ConstructTextEncoderStream is new TextEncoderStream.
func ConstructTextEncoderStream(c *js.Call) *TextEncoderStream {
	e := &TextEncoderStream{}
	r := c.Realm()
	encode := func(s string) (js.Value, error) {
		if s == "" {
			return js.Undefined, nil
		}
		return r.NewTypedArray(js.Uint8Array, []byte(js.ToUSV(s))).Value(), nil
	}
	e.setUp(windowOf(r), func(v js.Value) (js.Value, error) {
		s, err := r.ToString(v)
		if err != nil || s == "" {
			return js.Undefined, err
		}
		s = js.WTF8FromUTF16(append(js.UTF16(e.high), js.UTF16(s)...))
		e.high = ""
		if n := len(s) - 3; n >= 0 && s[n] == 0xED && s[n+1] >= 0xA0 && s[n+1] < 0xB0 {
			s, e.high = s[:n], s[n:]
		}
		return encode(s)
	}, func() (js.Value, error) { return encode(e.high) }, nil)
	return e
}

// Encoding is TextEncoderStream.encoding.
func (e *TextEncoderStream) Encoding() string { return "utf-8" }

// TextDecoderStream makes text of chunks of bytes. https://encoding.spec.whatwg.org/#interface-textdecoderstream
type TextDecoderStream struct {
	Object
	genericTransform
	decoder TextDecoder
}

func (d *TextDecoderStream) trace(t *js.Tracer) { d.genericTransform.trace(t) }

// ConstructTextDecoderStream is new TextDecoderStream.
func ConstructTextDecoderStream(c *js.Call, label string, o TextDecoderOptions) *TextDecoderStream {
	dec := ConstructTextDecoder(c, label, o)
	if dec == nil {
		return nil
	}
	d := &TextDecoderStream{decoder: *dec}
	r := c.Realm()
	text := func(b []byte, end bool) (js.Value, error) {
		s, ok := d.decoder.decode(b, end)
		switch {
		case !ok:
			return js.Undefined, typeErr("The encoded data was not valid.")
		case s == "":
			return js.Undefined, nil
		}
		return r.String(s), nil
	}
	d.setUp(windowOf(r), func(v js.Value) (js.Value, error) {
		b, kind := js.Bytes(v)
		if kind == js.NotBuffer {
			return js.Undefined, typeErr("The provided value is not of type '(ArrayBuffer or ArrayBufferView)'")
		}
		return text(b, false)
	}, func() (js.Value, error) { return text(nil, true) }, nil)
	return d
}

// Encoding is TextDecoderStream.encoding.
func (d *TextDecoderStream) Encoding() string { return d.decoder.Encoding() }

// Fatal is TextDecoderStream.fatal.
func (d *TextDecoderStream) Fatal() bool { return d.decoder.fatal }

// IgnoreBOM is TextDecoderStream.ignoreBOM.
func (d *TextDecoderStream) IgnoreBOM() bool { return d.decoder.ignoreBOM }
