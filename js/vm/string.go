package vm

import (
	"bytes"
	"unicode/utf8"
	"unsafe"

	"github.com/niso-engine/niso/js/internal/wtf8"
)

// Str is a view of a flat string's units: one byte each (Latin-1) or two. W is set only when some unit is above 255 — but for a slice of
// a longer string, where it may be set all the same. A view of a cell is valid until the next safe point.
type Str struct {
	L []byte
	W []uint16
}

// Len is the number of units.
func (s Str) Len() int { return len(s.L) + len(s.W) }

// At is unit i.
func (s Str) At(i int) uint16 {
	if s.W != nil {
		return s.W[i]
	}
	return uint16(s.L[i])
}

// Slice is the view of units [i, j).
func (s Str) Slice(i, j int) Str {
	if s.W != nil {
		return Str{W: s.W[i:j]}
	}
	return Str{L: s.L[i:j]}
}

// Equal compares units.
func (s Str) Equal(t Str) bool {
	switch {
	case s.W == nil && t.W == nil:
		return string(s.L) == string(t.L)
	case s.Len() != t.Len():
		return false
	}
	for i := range s.Len() {
		if s.At(i) != t.At(i) {
			return false
		}
	}
	return true
}

// Compare orders by units: -1, 0, 1.
func (s Str) Compare(t Str) int {
	if s.W == nil && t.W == nil {
		return bytes.Compare(s.L, t.L)
	}
	n, m := s.Len(), t.Len()
	for i := range min(n, m) {
		if a, b := s.At(i), t.At(i); a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	switch {
	case n < m:
		return -1
	case n > m:
		return 1
	}
	return 0
}

// CodePointAt is the code point at unit i and how many units it takes: a lone surrogate is one.
func (s Str) CodePointAt(i int) (r rune, n int) {
	c := s.At(i)
	if c&0xFC00 == 0xD800 && i+1 < s.Len() {
		if d := s.At(i + 1); d&0xFC00 == 0xDC00 {
			return (rune(c)-0xD800)<<10 + rune(d) - 0xDC00 + 0x10000, 2
		}
	}
	return rune(c), 1
}

// String is the text in WTF-8, copied.
func (s Str) String() string {
	if s.W != nil {
		return wtf8.FromUTF16(s.W)
	}
	high := 0
	for _, c := range s.L {
		high += int(c >> 7)
	}
	if high == 0 {
		return string(s.L)
	}
	b := make([]byte, 0, len(s.L)+high)
	for _, c := range s.L {
		b = utf8.AppendRune(b, rune(c))
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// View is the text in WTF-8: ASCII is not copied, but read where it lies.
func (s Str) View() string {
	if s.W == nil {
		if t := unsafe.String(unsafe.SliceData(s.L), len(s.L)); wtf8.IsASCII(t) {
			return t
		}
	}
	return s.String()
}

// Copy is s in memory of its own.
func (s Str) Copy() Str { return Str{L: bytes.Clone(s.L), W: append([]uint16(nil), s.W...)} }

// narrow is units in the narrowest form.
func narrow(w []uint16) Str {
	if w == nil {
		return Str{}
	}
	or := uint16(0)
	for _, c := range w {
		or |= c
	}
	if or > 255 {
		return Str{W: w}
	}
	b := make([]byte, len(w))
	for i, c := range w {
		b[i] = byte(c)
	}
	return Str{L: b}
}

// maxStringLen is the longest string in units, as V8 has it: longer ones are a RangeError.
const maxStringLen = 1<<29 - 24

// tooLong throws what a String that would be longer gives.
func (rt *Runtime) tooLong() bool { return rt.RangeError("Invalid string length") }

// flatAt is the view of a cell that is flat (kindStr1 or kindStr2).
func (rt *Runtime) flatAt(c Ref) Str {
	h := rt.mem[c]
	n := int(h >> 32)
	if uint8(h) == kindStr1 {
		return Str{L: unsafe.Slice((*byte)(unsafe.Pointer(&rt.mem[c+2])), n)}
	}
	return Str{W: unsafe.Slice((*uint16)(unsafe.Pointer(&rt.mem[c+2])), n)}
}

// flat is the view of any string cell; a rope becomes flat.
func (rt *Runtime) flat(c Ref) Str {
	switch uint8(rt.mem[c]) {
	case kindStr1, kindStr2:
		return rt.flatAt(c)
	case kindRope:
		rt.flatten(c)
	}
	w := rt.mem[c+2]
	off := int(w >> 32)
	return rt.flatAt(Ref(w)).Slice(off, off+int(rt.high(c)))
}

// Str is the view of a String value's units.
func (rt *Runtime) Str(v Value) Str { return rt.flat(v.Ref()) }

// flatten copies a rope into a flat string, of which the rope's cell becomes a slice.
func (rt *Runtime) flatten(c Ref) {
	n := rt.high(c)
	wide := rt.ropeWide(c)
	var f Ref
	if wide {
		f = rt.heap.Alloc(kindStr2, 2+(n+3)/4)
	} else {
		f = rt.heap.Alloc(kindStr1, 2+(n+7)/8)
	}
	rt.setHigh(f, n)
	dst := rt.flatAt(f)
	// From the right end: chains of concatenation are deep on the left.
	stack := append(rt.ropeStack[:0], c)
	at := int(n)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for uint8(rt.mem[x]) == kindRope {
			w := rt.mem[x+2]
			stack = append(stack, Ref(w))
			x = Ref(w >> 32)
		}
		s := rt.flat(x)
		at -= s.Len()
		switch {
		case s.W != nil && wide:
			copy(dst.W[at:], s.W)
		case s.W != nil: // a slice of a wide string without wide units
			for i, u := range s.W {
				dst.L[at+i] = byte(u)
			}
		case wide:
			for i, u := range s.L {
				dst.W[at+i] = uint16(u)
			}
		default:
			copy(dst.L[at:], s.L)
		}
	}
	rt.ropeStack = stack[:0]
	rt.mem[c] = rt.mem[c]&^0xFF | uint64(kindSlice)
	rt.mem[c+2] = uint64(f)
}

// Flag of a rope's header: some unit of it is (or may be) above 255.
const ropeWide uint8 = 1

func (rt *Runtime) ropeWide(c Ref) bool { return rt.flags(c)&ropeWide != 0 }

// isWide reports whether a string may have units above 255.
func (rt *Runtime) isWide(c Ref) bool {
	switch rt.kind(c) {
	case kindStr1:
		return false
	case kindStr2:
		return true
	case kindRope:
		return rt.ropeWide(c)
	}
	return rt.kind(Ref(rt.mem[c+2])) == kindStr2
}

// newStr copies units into a cell in the narrowest form.
func (rt *Runtime) newStr(s Str) Ref {
	if s.W != nil {
		or := uint16(0)
		for _, u := range s.W {
			or |= u
		}
		n := uint32(len(s.W))
		if or > 255 {
			c := rt.heap.Alloc(kindStr2, 2+(n+3)/4)
			rt.setHigh(c, n)
			copy(rt.flatAt(c).W, s.W)
			return c
		}
		c := rt.heap.Alloc(kindStr1, 2+(n+7)/8)
		rt.setHigh(c, n)
		d := rt.flatAt(c).L
		for i, u := range s.W {
			d[i] = byte(u)
		}
		return c
	}
	n := uint32(len(s.L))
	c := rt.heap.Alloc(kindStr1, 2+(n+7)/8)
	rt.setHigh(c, n)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&rt.mem[c+2])), n), s.L)
	return c
}

// NewStr makes a String of units, copied.
func (rt *Runtime) NewStr(s Str) Value {
	switch s.Len() {
	case 0:
		return rt.EmptyString()
	case 1:
		return rt.unitString(s.At(0))
	}
	return stringValue(rt.newStr(s))
}

func (rt *Runtime) newLatin1(b []byte) Value { return rt.NewStr(Str{L: b}) }

// NewASCII makes a String of ASCII text.
func (rt *Runtime) NewASCII(s string) Value {
	return rt.NewStr(Str{L: unsafe.Slice(unsafe.StringData(s), len(s))})
}

// NewString makes a String of WTF-8 text.
func (rt *Runtime) NewString(s string) Value {
	if wtf8.IsASCII(s) {
		return rt.NewASCII(s)
	}
	return rt.NewStr(Str{W: wtf8.ToUTF16(s)})
}

// NewUTF16 makes a String of units.
func (rt *Runtime) NewUTF16(w []uint16) Value {
	if len(w) == 0 {
		return rt.EmptyString()
	}
	return rt.NewStr(Str{W: w})
}

// EmptyString is "".
func (rt *Runtime) EmptyString() Value { return stringValue(rt.keyCell(KeyEmpty)) }

// unitString is a String of one unit. Those of Latin-1 are made once.
func (rt *Runtime) unitString(u uint16) Value {
	if u > 255 {
		c := rt.heap.Alloc(kindStr2, 3)
		rt.setHigh(c, 1)
		rt.mem[c+2] = uint64(u)
		return stringValue(c)
	}
	c := rt.units[u]
	if c == 0 {
		c = rt.newStr(Str{L: []byte{byte(u)}})
		rt.units[u] = c
	}
	return stringValue(c)
}

// UnitString is a String of one unit.
func (rt *Runtime) UnitString(u uint16) Value { return rt.unitString(u) }

// StrLen is the length of a String in units.
func (rt *Runtime) StrLen(v Value) int { return int(rt.high(v.Ref())) }

// StrAt is unit i of a String.
func (rt *Runtime) StrAt(v Value, i int) uint16 { return rt.flat(v.Ref()).At(i) }

// GoString is a String's text in WTF-8, copied.
func (rt *Runtime) GoString(v Value) string { return rt.flat(v.Ref()).String() }

// StringView is a String's text in WTF-8: ASCII is not copied, but read where it lies. It is valid until script runs: within the native that was
// passed the String.
func (rt *Runtime) StringView(v Value) string { return rt.flat(v.Ref()).View() }

// Substring is the String of units [i, j) of v: a slice of its cell where it is long, else a copy.
func (rt *Runtime) Substring(v Value, i, j int) Value {
	n := j - i
	if n <= 0 {
		return rt.EmptyString()
	}
	c := v.Ref()
	if n == int(rt.high(c)) {
		return v
	}
	s := rt.flat(c)
	if n == 1 {
		return rt.unitString(s.At(i))
	}
	if n < 16 {
		return stringValue(rt.newStr(s.Slice(i, j)))
	}
	if rt.kind(c) == kindSlice {
		w := rt.mem[c+2]
		c = Ref(w)
		i += int(w >> 32)
	}
	r := rt.heap.Alloc(kindSlice, 3)
	rt.setHigh(r, uint32(n))
	rt.mem[r+2] = uint64(c) | uint64(i)<<32
	return stringValue(r)
}

// ropeMin is the length from which a concatenation is a rope.
const ropeMin = 24

// Concat is a + b for Strings; RangeError when it is too long.
func (rt *Runtime) Concat(a, b Value) (Value, bool) {
	x, y := a.Ref(), b.Ref()
	n, m := rt.high(x), rt.high(y)
	switch {
	case n == 0:
		return b, true
	case m == 0:
		return a, true
	case n+m > maxStringLen:
		return Undefined, rt.tooLong()
	case n+m < ropeMin:
		return rt.concatFlat(rt.flat(x), rt.flat(y)), true
	}
	r := rt.heap.Alloc(kindRope, 3)
	rt.setHigh(r, n+m)
	if rt.isWide(x) || rt.isWide(y) {
		rt.setFlag(r, ropeWide)
	}
	rt.mem[r+2] = uint64(x) | uint64(y)<<32
	return stringValue(r), true
}

func (rt *Runtime) concatFlat(s, t Str) Value {
	n := uint32(s.Len() + t.Len())
	if s.W == nil && t.W == nil {
		c := rt.heap.Alloc(kindStr1, 2+(n+7)/8)
		rt.setHigh(c, n)
		d := unsafe.Slice((*byte)(unsafe.Pointer(&rt.mem[c+2])), n)
		copy(d, s.L)
		copy(d[len(s.L):], t.L)
		return stringValue(c)
	}
	var b StringBuilder
	b.WriteStr(s)
	b.WriteStr(t)
	return rt.NewStr(b.Str())
}

// strEqual compares two Strings.
func (rt *Runtime) strEqual(x, y Ref) bool {
	if x == y {
		return true
	}
	if rt.high(x) != rt.high(y) {
		return false
	}
	kx, ky := rt.mem[x+1], rt.mem[y+1]
	if kx>>32 != 0 && ky>>32 != 0 {
		return kx>>32 == ky>>32
	}
	if hx, hy := uint32(kx), uint32(ky); hx != hy && hx != 0 && hy != 0 {
		return false
	}
	return rt.flat(x).Equal(rt.flat(y))
}

// StringBuilder gathers units in Go memory. The zero value is empty. One that would be longer than a String can be forgets what was written and
// takes no more: Value then throws.
type StringBuilder struct {
	l    []byte
	w    []uint16 // in use from the first unit above 255 on
	over bool
	rt   *Runtime // asked for room and polled as it grows; nil: by no one
}

// builder is a StringBuilder for as much as a String can hold.
func (rt *Runtime) builder() StringBuilder { return StringBuilder{rt: rt} }

// Len is the number of units written.
func (b *StringBuilder) Len() int { return len(b.l) + len(b.w) }

// Full reports whether too much was written.
func (b *StringBuilder) Full() bool { return b.over }

// grow makes room for n units more; false if they are too many.
func (b *StringBuilder) grow(n int) bool {
	have := b.Len()
	if b.over || have+n > maxStringLen {
		b.l, b.w, b.over = nil, nil, true
		return false
	}
	size := max(have+n, min(2*have, maxStringLen), 32)
	if b.w != nil {
		b.reserve(2 * size)
		b.w = append(make([]uint16, 0, size), b.w...)
	} else {
		b.reserve(size)
		b.l = append(make([]byte, 0, size), b.l...)
	}
	return true
}

func (b *StringBuilder) reserve(bytes int) {
	if b.rt != nil && bytes > 1<<16 {
		b.rt.poll()
		b.rt.reserve(bytes)
	}
}

func (b *StringBuilder) widen() {
	if b.w == nil && !b.over {
		b.reserve(4 * len(b.l))
		b.w = make([]uint16, len(b.l), min(2*len(b.l), maxStringLen)+16)
		for i, c := range b.l {
			b.w[i] = uint16(c)
		}
		b.l = nil
	}
}

// WriteUnit appends a unit.
func (b *StringBuilder) WriteUnit(u uint16) {
	if b.w == nil {
		if u < 256 {
			if len(b.l) == cap(b.l) && !b.grow(1) {
				return
			}
			b.l = append(b.l, byte(u))
			return
		}
		b.widen()
	}
	if len(b.w) == cap(b.w) && !b.grow(1) {
		return
	}
	b.w = append(b.w, u)
}

// WriteRune appends a code point.
func (b *StringBuilder) WriteRune(r rune) {
	if r > 0xFFFF {
		r -= 0x10000
		b.WriteUnit(uint16(0xD800 + r>>10))
		r = 0xDC00 + r&0x3FF
	}
	b.WriteUnit(uint16(r))
}

// WriteStr appends units.
func (b *StringBuilder) WriteStr(s Str) {
	if s.W != nil {
		b.widen()
	}
	switch {
	case b.w == nil:
		if len(b.l)+len(s.L) > cap(b.l) && !b.grow(len(s.L)) {
			return
		}
		b.l = append(b.l, s.L...)
	case len(b.w)+s.Len() > cap(b.w) && !b.grow(s.Len()):
	case s.W != nil:
		b.w = append(b.w, s.W...)
	default:
		for _, c := range s.L {
			b.w = append(b.w, uint16(c))
		}
	}
}

// WriteASCII appends ASCII text.
func (b *StringBuilder) WriteASCII(s string) {
	b.WriteStr(Str{L: unsafe.Slice(unsafe.StringData(s), len(s))})
}

// WriteString appends WTF-8 text.
func (b *StringBuilder) WriteString(s string) {
	if wtf8.IsASCII(s) {
		b.WriteASCII(s)
		return
	}
	b.WriteStr(Str{W: wtf8.ToUTF16(s)})
}

// Str is a view of what was written, valid until the next write.
func (b *StringBuilder) Str() Str {
	if b.w != nil {
		return Str{W: b.w}
	}
	return Str{L: b.l}
}

// Value makes the String; RangeError when it is too long.
func (b *StringBuilder) Value(rt *Runtime) (Value, bool) {
	if b.over {
		return Undefined, rt.tooLong()
	}
	return rt.NewStr(b.Str()), true
}
