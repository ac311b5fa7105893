package vm

import "unicode/utf8"

const (
	uriAlpha      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	uriMark       = "-_.!~*'()"
	uriReserved   = ";/?:@&=+$,"
	uriUnescaped  = uriAlpha + uriMark
	escapeAllowed = uriAlpha + "@*_+-./"
)

type asciiSet [4]uint32

func makeASCIISet(s string) (a asciiSet) {
	for i := range len(s) {
		a[s[i]>>5] |= 1 << (s[i] & 31)
	}
	return a
}

func (a *asciiSet) has(u uint16) bool { return u < 128 && a[u>>5]>>(u&31)&1 != 0 }

var (
	encodeURISet          = makeASCIISet(uriUnescaped + uriReserved + "#")
	encodeURIComponentSet = makeASCIISet(uriUnescaped)
	decodeURISet          = makeASCIISet(uriReserved + "#")
	escapeSet             = makeASCIISet(escapeAllowed)
)

const upperHex = "0123456789ABCDEF"

// https://tc39.es/ecma262/#sec-encode
func uriEncode(c *Call, keep *asciiSet) Value {
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	n := s.Len()
	i := 0
	for i < n && keep.has(s.At(i)) {
		i++
	}
	if i == n {
		return v
	}
	b := c.Rt.builder()
	b.WriteStr(s.Slice(0, i))
	for k := 0; i < n; k++ {
		if k&pollMask == 0 {
			c.Rt.poll()
		}
		u := s.At(i)
		if keep.has(u) {
			b.WriteUnit(u)
			i++
			continue
		}
		r, w := s.CodePointAt(i)
		if r >= 0xD800 && r < 0xE000 {
			c.Rt.URIError("URI malformed")
			return Undefined
		}
		i += w
		var enc [4]byte
		for _, x := range enc[:utf8.EncodeRune(enc[:], r)] {
			b.WriteUnit('%')
			b.WriteUnit(uint16(upperHex[x>>4]))
			b.WriteUnit(uint16(upperHex[x&15]))
		}
	}
	r, _ := b.Value(c.Rt)
	return r
}

// https://tc39.es/ecma262/#sec-decode
func uriDecode(c *Call, reserved *asciiSet) Value {
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	n := s.Len()
	i := 0
	for i < n && s.At(i) != '%' {
		i++
	}
	if i == n {
		return v
	}
	b := c.Rt.builder()
	b.WriteStr(s.Slice(0, i))
	for k := 0; i < n; k++ {
		if k&pollMask == 0 {
			c.Rt.poll()
		}
		u := s.At(i)
		if u != '%' {
			b.WriteUnit(u)
			i++
			continue
		}
		start := i
		var enc [4]byte
		x := hexByte(s, i)
		if x < 0 {
			return uriMalformed(c)
		}
		i += 3
		if x < 0x80 {
			if reserved != nil && reserved.has(uint16(x)) {
				b.WriteStr(s.Slice(start, i))
			} else {
				b.WriteUnit(uint16(x))
			}
			continue
		}
		enc[0] = byte(x)
		size := 0
		switch {
		case x&0xE0 == 0xC0:
			size = 2
		case x&0xF0 == 0xE0:
			size = 3
		case x&0xF8 == 0xF0:
			size = 4
		default:
			return uriMalformed(c)
		}
		for k := 1; k < size; k++ {
			x := hexByte(s, i)
			if x < 0 || x&0xC0 != 0x80 {
				return uriMalformed(c)
			}
			enc[k] = byte(x)
			i += 3
		}
		r, w := utf8.DecodeRune(enc[:size])
		if r == utf8.RuneError && w < size {
			return uriMalformed(c)
		}
		b.WriteRune(r)
	}
	r, _ := b.Value(c.Rt)
	return r
}

func uriMalformed(c *Call) Value {
	c.Rt.URIError("URI malformed")
	return Undefined
}

// hexByte reads %XX at i, -1 where there is none.
func hexByte(s Str, i int) int {
	if i+3 > s.Len() || s.At(i) != '%' {
		return -1
	}
	return hexUnits(s, i+1, 2)
}

// hexUnits reads n hexadecimal digits, -1 where there are not that many.
func hexUnits(s Str, i, n int) int {
	if i+n > s.Len() {
		return -1
	}
	x := 0
	for ; n > 0; n-- {
		d := 0
		switch u := s.At(i); {
		case u >= '0' && u <= '9':
			d = int(u - '0')
		case u|0x20 >= 'a' && u|0x20 <= 'f':
			d = int(u|0x20-'a') + 10
		default:
			return -1
		}
		x = x<<4 | d
		i++
	}
	return x
}

func globalEncodeURI(c *Call) Value          { return uriEncode(c, &encodeURISet) }
func globalEncodeURIComponent(c *Call) Value { return uriEncode(c, &encodeURIComponentSet) }
func globalDecodeURI(c *Call) Value          { return uriDecode(c, &decodeURISet) }
func globalDecodeURIComponent(c *Call) Value { return uriDecode(c, nil) }

// https://tc39.es/ecma262/#sec-escape-string
func globalEscape(c *Call) Value {
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	b := c.Rt.builder()
	for i := range s.Len() {
		if i&pollMask == 0 {
			c.Rt.poll()
		}
		switch u := s.At(i); {
		case escapeSet.has(u):
			b.WriteUnit(u)
		case u < 256:
			b.WriteUnit('%')
			b.WriteUnit(uint16(upperHex[u>>4]))
			b.WriteUnit(uint16(upperHex[u&15]))
		default:
			b.WriteASCII("%u")
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteUnit(uint16(upperHex[u>>shift&15]))
			}
		}
	}
	r, _ := b.Value(c.Rt)
	return r
}

// https://tc39.es/ecma262/#sec-unescape-string
func globalUnescape(c *Call) Value {
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	b := c.Rt.builder()
	for i := 0; i < s.Len(); i++ {
		if i&pollMask == 0 {
			c.Rt.poll()
		}
		u := s.At(i)
		if u == '%' {
			if i+1 < s.Len() && s.At(i+1) == 'u' {
				if x := hexUnits(s, i+2, 4); x >= 0 {
					b.WriteUnit(uint16(x))
					i += 5
					continue
				}
			} else if x := hexUnits(s, i+1, 2); x >= 0 {
				b.WriteUnit(uint16(x))
				i += 2
				continue
			}
		}
		b.WriteUnit(u)
	}
	r, _ := b.Value(c.Rt)
	return r
}

// URIError throws a URIError.
func (rt *Runtime) URIError(format string, args ...any) bool {
	rt.throwError(URIErrorPrototype, format, args...)
	return false
}

func init() {
	globalProps = append(globalProps,
		method("isFinite", 1, globalIsFinite), method("isNaN", 1, globalIsNaN),
		method("decodeURI", 1, globalDecodeURI), method("decodeURIComponent", 1, globalDecodeURIComponent),
		method("encodeURI", 1, globalEncodeURI), method("encodeURIComponent", 1, globalEncodeURIComponent),
		method("escape", 1, globalEscape), method("unescape", 1, globalUnescape))
}
