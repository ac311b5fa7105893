package vm

import (
	"encoding/base64"
	"encoding/hex"
	"math"
)

// https://tc39.es/ecma262/#sec-uint8array.prototype.tobase64 and its kin

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

var base64Values = func() (t [128]int8) {
	for i := range t {
		t[i] = -1
	}
	for i := range len(base64Alphabet) {
		t[base64Alphabet[i]] = int8(i)
	}
	return t
}()

// Ways to take a last chunk of less than four characters.
const (
	lastLoose = iota
	lastStrict
	lastStop
)

func skipASCIISpace(s Str, i int) int {
	for i < s.Len() {
		switch s.At(i) {
		case '\t', '\n', '\f', '\r', ' ':
			i++
		default:
			return i
		}
	}
	return i
}

// decodeBase64 is FromBase64: what was read and decoded before an error (bad is not "") counts.
func decodeBase64(s Str, url bool, last int, limit int) (read int, out []byte, bad string) {
	if limit == 0 {
		return 0, nil, ""
	}
	const invalid = "The input is not correctly encoded as base64"
	n, index := s.Len(), 0
	var chunk [4]byte
	k := 0
	// tail decodes a chunk of two or three characters.
	tail := func(strict bool) string {
		x := uint32(chunk[0])<<18 | uint32(chunk[1])<<12
		if k == 3 {
			x |= uint32(chunk[2]) << 6
		}
		if strict && (k == 2 && x&0xFFFF != 0 || k == 3 && x&0xFF != 0) {
			return "Extra bits in the last chunk of base64"
		}
		out = append(out, byte(x>>16))
		if k == 3 {
			out = append(out, byte(x>>8))
		}
		return ""
	}
	for {
		index = skipASCIISpace(s, index)
		if index == n {
			if k > 0 {
				switch {
				case last == lastStop:
					return read, out, ""
				case last == lastStrict || k == 1:
					return read, out, invalid
				}
				tail(false)
			}
			return n, out, ""
		}
		c := s.At(index)
		index++
		if c == '=' {
			if k < 2 {
				return read, out, invalid
			}
			index = skipASCIISpace(s, index)
			if k == 2 {
				if index == n {
					if last == lastStop {
						return read, out, ""
					}
					return read, out, invalid
				}
				if s.At(index) == '=' {
					index = skipASCIISpace(s, index+1)
				} else {
					return read, out, invalid
				}
			}
			if index < n {
				return read, out, invalid
			}
			if bad := tail(last == lastStrict); bad != "" {
				return read, out, bad
			}
			return n, out, ""
		}
		if url {
			switch c {
			case '+', '/':
				return read, out, invalid
			case '-':
				c = '+'
			case '_':
				c = '/'
			}
		}
		if c >= 128 || base64Values[c] < 0 {
			return read, out, invalid
		}
		left := limit - len(out)
		if left == 1 && k == 2 || left == 2 && k == 3 {
			return read, out, ""
		}
		chunk[k] = byte(base64Values[c])
		if k++; k == 4 {
			out = append(out, chunk[0]<<2|chunk[1]>>4, chunk[1]<<4|chunk[2]>>2, chunk[2]<<6|chunk[3])
			k = 0
			read = index
			if len(out) == limit {
				return read, out, ""
			}
		}
	}
}

// decodeHex is FromHex.
func decodeHex(s Str, limit int) (read int, out []byte, bad string) {
	if s.Len()%2 != 0 {
		return 0, nil, "The input is not correctly encoded as hexadecimal digits"
	}
	for read < s.Len() && len(out) < limit {
		x := hexUnits(s, read, 2)
		if x < 0 {
			return read, out, "The input is not correctly encoded as hexadecimal digits"
		}
		out = append(out, byte(x))
		read += 2
	}
	return read, out, ""
}

// thisBytes is this, a Uint8Array.
func (c *Call) thisBytes() (Ref, bool) {
	if c.Rt.IsKind(c.This, KindTypedArray) && c.Rt.elementType(c.This.Ref()) == elemUint8 {
		return c.This.Ref(), true
	}
	c.TypeError("this is not a Uint8Array")
	return 0, false
}

// option reads one of some strings from an options object; 0 where it is not given.
func (c *Call) option(opts Value, name string, values ...string) (int, bool) {
	rt := c.Rt
	if opts.IsUndefined() {
		return 0, true
	}
	v, ok := rt.Get(opts.Ref(), rt.InternASCII(name))
	if !ok || v.IsUndefined() {
		return 0, ok
	}
	if v.IsString() {
		s := rt.GoString(v)
		for i, x := range values {
			if s == x {
				return i, true
			}
		}
	}
	c.TypeError("Invalid option '%s'", name)
	return 0, false
}

func (c *Call) optionsObject(i int) (Value, bool) {
	v := c.Arg(i)
	if !v.IsUndefined() && !v.IsObject() {
		c.TypeError("Options is not an object")
		return v, false
	}
	return v, true
}

func (c *Call) base64Options(i int) (url bool, last int, ok bool) {
	opts, ok := c.optionsObject(i)
	if !ok {
		return
	}
	a, ok := c.option(opts, "alphabet", "base64", "base64url")
	if !ok {
		return
	}
	last, ok = c.option(opts, "lastChunkHandling", "loose", "strict", "stop-before-partial")
	return a == 1, last, ok
}

func (c *Call) stringArg() (Str, bool) {
	if !c.Arg(0).IsString() {
		c.TypeError("Input must be a string")
		return Str{}, false
	}
	return c.Rt.Str(c.Arg(0)), true
}

func (c *Call) newBytes(out []byte, bad string) Value {
	if bad != "" {
		c.Rt.SyntaxError("%s", bad)
		return Undefined
	}
	buf := c.Realm.NewArrayBuffer(out)
	return objectValue(c.Rt.newTyped(c.Realm.Intrinsic(Uint8ArrayPrototype), elemUint8, buf, 0, uint64(len(out))))
}

func bytesFromBase64(c *Call) Value {
	if _, ok := c.stringArg(); !ok {
		return Undefined
	}
	url, last, ok := c.base64Options(1)
	if !ok {
		return Undefined
	}
	_, out, bad := decodeBase64(c.Rt.Str(c.Arg(0)), url, last, math.MaxInt)
	return c.newBytes(out, bad)
}

func bytesFromHex(c *Call) Value {
	s, ok := c.stringArg()
	if !ok {
		return Undefined
	}
	_, out, bad := decodeHex(s, math.MaxInt)
	return c.newBytes(out, bad)
}

// setBytes writes what was decoded, throws where there was an error, and gives read and written.
func (c *Call) setBytes(o Ref, read int, out []byte, bad string) Value {
	rt := c.Rt
	copy(rt.Bytes(o), out)
	if bad != "" {
		rt.SyntaxError("%s", bad)
		return Undefined
	}
	r := c.Realm.NewObject()
	rt.PutData(r, rt.InternASCII("read"), Int(int32(read)))
	rt.PutData(r, rt.InternASCII("written"), Int(int32(len(out))))
	return objectValue(r)
}

func bytesSetFromBase64(c *Call) Value {
	o, ok := c.thisBytes()
	if !ok {
		return Undefined
	}
	if _, ok = c.stringArg(); !ok {
		return Undefined
	}
	url, last, ok := c.base64Options(1)
	if !ok {
		return Undefined
	}
	n, ok := c.Rt.typedLength(o)
	if !ok {
		return detachedError(c, "Uint8Array.prototype.setFromBase64")
	}
	read, out, bad := decodeBase64(c.Rt.Str(c.Arg(0)), url, last, n)
	return c.setBytes(o, read, out, bad)
}

func bytesSetFromHex(c *Call) Value {
	o, ok := c.thisBytes()
	if !ok {
		return Undefined
	}
	s, ok := c.stringArg()
	if !ok {
		return Undefined
	}
	n, ok := c.Rt.typedLength(o)
	if !ok {
		return detachedError(c, "Uint8Array.prototype.setFromHex")
	}
	read, out, bad := decodeHex(s, n)
	return c.setBytes(o, read, out, bad)
}

func bytesToBase64(c *Call) Value {
	rt := c.Rt
	o, ok := c.thisBytes()
	if !ok {
		return Undefined
	}
	opts, ok := c.optionsObject(0)
	if !ok {
		return Undefined
	}
	a, ok := c.option(opts, "alphabet", "base64", "base64url")
	if !ok {
		return Undefined
	}
	bare := false
	if opts.IsObject() {
		v, ok := rt.Get(opts.Ref(), rt.InternASCII("omitPadding"))
		if !ok {
			return Undefined
		}
		bare = rt.ToBoolean(v)
	}
	if _, ok := rt.typedLength(o); !ok {
		return detachedError(c, "Uint8Array.prototype.toBase64")
	}
	enc := base64.StdEncoding
	if a == 1 {
		enc = base64.URLEncoding
	}
	if bare {
		enc = enc.WithPadding(base64.NoPadding)
	}
	return rt.NewASCII(enc.EncodeToString(rt.Bytes(o)))
}

func bytesToHex(c *Call) Value {
	o, ok := c.thisBytes()
	if !ok {
		return Undefined
	}
	if _, ok := c.Rt.typedLength(o); !ok {
		return detachedError(c, "Uint8Array.prototype.toHex")
	}
	return c.Rt.NewASCII(hex.EncodeToString(c.Rt.Bytes(o)))
}
