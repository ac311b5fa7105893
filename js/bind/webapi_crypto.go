package bind

import (
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/niso-engine/niso/js"
)

func base64Text(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// Crypto is window.crypto. https://w3c.github.io/webcrypto/#crypto-interface
type Crypto struct {
	Object
	subtle *SubtleCrypto
}

// SubtleCrypto digests. https://w3c.github.io/webcrypto/#subtlecrypto-interface
type SubtleCrypto struct{ Object }

// Crypto is window.crypto.
func (w *Window) Crypto() *Crypto {
	s := w.web()
	if s.crypto == nil {
		s.crypto = &Crypto{}
	}
	return s.crypto
}

// Subtle is Crypto.subtle, where the context is secure.
func (x *Crypto) Subtle(c *js.Call) js.Value {
	if !windowOf(c.Realm()).IsSecureContext() {
		return js.Undefined
	}
	if x.subtle == nil {
		x.subtle = &SubtleCrypto{}
	}
	return objectValue(c.Realm(), x.subtle)
}

func (x *Crypto) trace(t *js.Tracer) { mark(t, x.subtle) }

// GetRandomValues is Crypto.getRandomValues.
func (x *Crypto) GetRandomValues(c *js.Call) js.Value {
	b, kind := js.Bytes(c.Arg(0))
	switch kind {
	case js.NotBuffer, js.ArrayBuffer:
		return c.TypeError("parameter 1 is not of type 'ArrayBufferView'.")
	case js.Float32Array, js.Float64Array, js.DataView:
		return c.DOMException("TypeMismatchError", "The provided ArrayBufferView is of type '%s', which is not an integer array type.", kind)
	}
	if len(b) > 65536 {
		return c.DOMException("QuotaExceededError", "The ArrayBufferView's byte length (%d) exceeds the number of bytes of entropy available via this API (65536).", len(b))
	}
	_, _ = rand.Read(b)
	return c.Arg(0)
}

// RandomUUID is Crypto.randomUUID.
func (x *Crypto) RandomUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Digest is SubtleCrypto.digest.
func (s *SubtleCrypto) Digest(c *js.Call) js.Value {
	alg := c.Arg(0)
	if alg.IsObject() {
		d := c.ToDict(alg, "Algorithm")
		defer d.End()
		alg = d.Required("name")
	}
	name := c.ToDOMString(alg)
	b := c.Bytes(1)
	if c.Failed() {
		return js.Undefined
	}
	b = append([]byte(nil), b...)
	var sum func([]byte) []byte
	switch strings.ToUpper(name) {
	case "SHA-1":
		sum = func(b []byte) []byte { s := sha1.Sum(b); return s[:] }
	case "SHA-256":
		sum = func(b []byte) []byte { s := sha256.Sum256(b); return s[:] }
	case "SHA-384":
		sum = func(b []byte) []byte { s := sha512.Sum384(b); return s[:] }
	case "SHA-512":
		sum = func(b []byte) []byte { s := sha512.Sum512(b); return s[:] }
	default:
		return c.DOMException("NotSupportedError", "Algorithm: Unrecognized name")
	}
	w := windowOf(c.Realm())
	p := c.Realm().NewPromise()
	if len(b) < 64<<10 {
		p.Resolve(c.Realm().NewArrayBuffer(sum(b)).Value())
	} else {
		end := w.keepActive(p.Value())
		later(w, func() []byte { return sum(b) }, func(d []byte) {
			p.Resolve(w.Realm.NewArrayBuffer(d).Value())
			end()
		})
	}
	return p.Value()
}
