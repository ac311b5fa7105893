package vm

import (
	"bytes"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/niso-engine/niso/js/vm/num"
)

// --- text helpers

// indexStr is the first place of t in s from i on, -1 for none.
func indexStr(s, t Str, i int) int {
	n, m := s.Len(), t.Len()
	if i+m > n {
		return -1
	}
	if m == 0 {
		return i
	}
	if s.W == nil && t.W == nil {
		k := bytes.Index(s.L[i:], t.L)
		if k < 0 {
			return -1
		}
		return k + i
	}
	if s.W == nil {
		// A wide needle: a slice of a wide string may have narrow units only.
		t = narrow(t.W)
		if t.W != nil {
			return -1
		}
		return indexStr(s, t, i)
	}
	if m > longNeedle {
		if k := indexLong(s.W[i:], utf16Of(t)); k >= 0 {
			return k + i
		}
		return -1
	}
	first := t.At(0)
outer:
	for ; i+m <= n; i++ {
		if s.W[i] != first {
			continue
		}
		for j := 1; j < m; j++ {
			if s.W[i+j] != t.At(j) {
				continue outer
			}
		}
		return i
	}
	return -1
}

// longNeedle is the length from which texts are searched for in linear time.
const longNeedle = 64

// indexLong is the first place of t in s, by Rabin and Karp.
func indexLong(s, t []uint16) int {
	const prime = 16777619
	n, m := len(s), len(t)
	if n < m {
		return -1
	}
	h, x, pow := uint32(0), uint32(0), uint32(1)
	for i, u := range t {
		h = h*prime + uint32(u)
		x = x*prime + uint32(s[i])
		pow *= prime
	}
	for i := m; ; i++ {
		if x == h && slices.Equal(s[i-m:i], t) {
			return i - m
		}
		if i == n {
			return -1
		}
		x = x*prime + uint32(s[i]) - pow*uint32(s[i-m])
	}
}

func turned(s Str) []uint16 {
	w := slices.Clone(utf16Of(s))
	slices.Reverse(w)
	return w
}

func lastIndexStr(s, t Str, i int) int {
	m := t.Len()
	if s.W == nil && t.W == nil {
		return bytes.LastIndex(s.L[:min(i+m, len(s.L))], t.L)
	}
	if m > longNeedle {
		// Search backwards is search in what is turned round.
		n := min(i+m, s.Len())
		x, y := turned(s.Slice(0, n)), turned(t)
		if k := indexLong(x, y); k >= 0 {
			return n - m - k
		}
		return -1
	}
outer:
	for i = min(i, s.Len()-m); i >= 0; i-- {
		for j := range m {
			if s.At(i+j) != t.At(j) {
				continue outer
			}
		}
		return i
	}
	return -1
}

// thisStr is ToString(RequireObjectCoercible(this)).
func (c *Call) thisStr(method string) (Value, bool) {
	if c.This.IsString() {
		return c.This, true
	}
	if c.This.IsNullish() {
		c.TypeError("String.prototype.%s called on null or undefined", method)
		return Undefined, false
	}
	v, ok := c.Rt.ToString(c.This)
	c.Rt.Keep(v)
	return v, ok
}

// argStr is ToString of an argument, kept.
func (c *Call) argStr(i int) (Value, bool) {
	v, ok := c.Rt.ToString(c.Arg(i))
	c.Rt.Keep(v)
	return v, ok
}

// --- String

// https://tc39.es/ecma262/#sec-string-constructor-string-value
func stringConstructor(c *Call) Value {
	rt := c.Rt
	v := rt.EmptyString()
	if c.NArgs() > 0 {
		if c.NewTarget.IsUndefined() && c.Arg(0).IsSymbol() {
			return rt.symbolText(c.Arg(0))
		}
		var ok bool
		if v, ok = rt.ToString(c.Arg(0)); !ok {
			return Undefined
		}
		rt.Keep(v)
	}
	return c.wrap(v, KindStringObj, StringPrototype)
}

func stringFromCharCode(c *Call) Value {
	rt := c.Rt
	if c.NArgs() == 1 && c.Arg(0).IsInt() {
		return rt.UnitString(uint16(c.Arg(0).Int32()))
	}
	b := rt.builder()
	for _, v := range c.Args() {
		i, ok := rt.ToInt32(v)
		if !ok {
			return Undefined
		}
		b.WriteUnit(uint16(i))
	}
	r, _ := b.Value(rt)
	return r
}

func stringFromCodePoint(c *Call) Value {
	rt := c.Rt
	b := rt.builder()
	for _, v := range c.Args() {
		f, ok := rt.ToNumber(v)
		if !ok {
			return Undefined
		}
		if !isIntegral(f) || f < 0 || f > unicode.MaxRune {
			s, ok := rt.ToGoString(v)
			if !ok {
				return Undefined
			}
			return c.RangeError("Invalid code point %s", s)
		}
		b.WriteRune(rune(f))
	}
	r, _ := b.Value(rt)
	return r
}

// https://tc39.es/ecma262/#sec-string.raw
func stringRaw(c *Call) Value {
	rt := c.Rt
	cooked, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.KeepRef(cooked)
	raw, ok := rt.Get(cooked, KeyRaw)
	if !ok {
		return Undefined
	}
	lit, ok := rt.ToObject(raw)
	if !ok {
		return Undefined
	}
	rt.KeepRef(lit)
	n, ok := rt.LengthOf(lit)
	if !ok {
		return Undefined
	}
	b := rt.builder()
	for i := range n {
		v, ok := rt.getIndex(lit, i)
		if !ok {
			return Undefined
		}
		if v, ok = rt.ToString(v); !ok {
			return Undefined
		}
		b.WriteStr(rt.Str(v))
		if i+1 < n && int(i)+1 < c.NArgs() {
			if v, ok = rt.ToString(c.Arg(int(i) + 1)); !ok {
				return Undefined
			}
			b.WriteStr(rt.Str(v))
		}
	}
	r, _ := b.Value(rt)
	return r
}

// --- String.prototype

func stringAt(c *Call) Value {
	s, ok := c.thisStr("at")
	if !ok {
		return Undefined
	}
	f, ok := c.Rt.ToIntegerOrInfinity(c.Arg(0))
	n := float64(c.Rt.StrLen(s))
	if f < 0 {
		f += n
	}
	if !ok || f < 0 || f >= n {
		return Undefined
	}
	return c.Rt.UnitString(c.Rt.StrAt(s, int(f)))
}

// position reads an index into s; in is false where it lies outside.
func (c *Call) position(s Value, i int) (at int, in, ok bool) {
	v := c.Arg(i)
	if v.IsInt() {
		at = int(v.Int32())
		return at, at >= 0 && at < c.Rt.StrLen(s), true
	}
	f, ok := c.Rt.ToIntegerOrInfinity(v)
	if f < 0 || f >= float64(c.Rt.StrLen(s)) {
		return 0, false, ok
	}
	return int(f), true, ok
}

func stringCharAt(c *Call) Value {
	s, ok := c.thisStr("charAt")
	if !ok {
		return Undefined
	}
	i, in, ok := c.position(s, 0)
	if !ok {
		return Undefined
	}
	if !in {
		return c.Rt.EmptyString()
	}
	return c.Rt.UnitString(c.Rt.StrAt(s, i))
}

func stringCharCodeAt(c *Call) Value {
	s, ok := c.thisStr("charCodeAt")
	if !ok {
		return Undefined
	}
	i, in, ok := c.position(s, 0)
	if !ok {
		return Undefined
	}
	if !in {
		return NaN
	}
	return Int(int32(c.Rt.StrAt(s, i)))
}

func stringCodePointAt(c *Call) Value {
	s, ok := c.thisStr("codePointAt")
	if !ok {
		return Undefined
	}
	i, in, ok := c.position(s, 0)
	if !in || !ok {
		return Undefined
	}
	r, _ := c.Rt.Str(s).CodePointAt(i)
	return Int(r)
}

func stringConcat(c *Call) Value {
	s, ok := c.thisStr("concat")
	if !ok {
		return Undefined
	}
	for i := range c.NArgs() {
		v, ok := c.argStr(i)
		if !ok {
			return Undefined
		}
		if s, ok = c.Rt.Concat(s, v); !ok {
			return Undefined
		}
		c.Rt.Keep(s)
	}
	return s
}

// searchString is the argument of includes, startsWith and endsWith, which is no regular expression.
func (c *Call) searchString(method string) (s, t Value, ok bool) {
	if s, ok = c.thisStr(method); !ok {
		return
	}
	is, ok := c.Rt.isRegExp(c.Arg(0))
	if !ok {
		return s, t, false
	}
	if is {
		c.TypeError("First argument to String.prototype.%s must not be a regular expression", method)
		return s, t, false
	}
	t, ok = c.argStr(0)
	return s, t, ok
}

// clampArg clamps an integer argument to [0, n].
func (c *Call) clampArg(i, n, ifUndefined int) (int, bool) {
	v := c.Arg(i)
	if v.IsInt() {
		return min(max(int(v.Int32()), 0), n), true
	}
	if v.IsUndefined() {
		return ifUndefined, true
	}
	f, ok := c.Rt.ToIntegerOrInfinity(v)
	return int(min(max(f, 0), float64(n))), ok
}

func stringIncludes(c *Call) Value {
	s, t, ok := c.searchString("includes")
	if !ok {
		return Undefined
	}
	i, ok := c.clampArg(1, c.Rt.StrLen(s), 0)
	if !ok {
		return Undefined
	}
	return Bool(indexStr(c.Rt.Str(s), c.Rt.Str(t), i) >= 0)
}

func stringStartsWith(c *Call) Value {
	s, t, ok := c.searchString("startsWith")
	if !ok {
		return Undefined
	}
	i, ok := c.clampArg(1, c.Rt.StrLen(s), 0)
	if !ok {
		return Undefined
	}
	a, b := c.Rt.Str(s), c.Rt.Str(t)
	return Bool(i+b.Len() <= a.Len() && a.Slice(i, i+b.Len()).Equal(b))
}

func stringEndsWith(c *Call) Value {
	s, t, ok := c.searchString("endsWith")
	if !ok {
		return Undefined
	}
	n := c.Rt.StrLen(s)
	end, ok := c.clampArg(1, n, n)
	if !ok {
		return Undefined
	}
	a, b := c.Rt.Str(s), c.Rt.Str(t)
	return Bool(end >= b.Len() && a.Slice(end-b.Len(), end).Equal(b))
}

func stringIndexOf(c *Call) Value {
	s, ok := c.thisStr("indexOf")
	if !ok {
		return Undefined
	}
	t, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	i, ok := c.clampArg(1, c.Rt.StrLen(s), 0)
	if !ok {
		return Undefined
	}
	return Int(int32(indexStr(c.Rt.Str(s), c.Rt.Str(t), i)))
}

func stringLastIndexOf(c *Call) Value {
	s, ok := c.thisStr("lastIndexOf")
	if !ok {
		return Undefined
	}
	t, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	f, ok := c.Rt.ToNumber(c.Arg(1))
	if !ok {
		return Undefined
	}
	n := c.Rt.StrLen(s)
	if f == f {
		n = int(min(max(f, 0), float64(n)))
	}
	return Int(int32(lastIndexStr(c.Rt.Str(s), c.Rt.Str(t), n)))
}

func stringIsWellFormed(c *Call) Value {
	s, ok := c.thisStr("isWellFormed")
	if !ok {
		return Undefined
	}
	return Bool(loneSurrogate(c.Rt.Str(s), 0) < 0)
}

// loneSurrogate is the place of the first lone surrogate from i on.
func loneSurrogate(s Str, i int) int {
	if s.W == nil {
		return -1
	}
	for i < len(s.W) {
		r, n := s.CodePointAt(i)
		if r >= 0xD800 && r < 0xE000 {
			return i
		}
		i += n
	}
	return -1
}

func stringToWellFormed(c *Call) Value {
	v, ok := c.thisStr("toWellFormed")
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	i := loneSurrogate(s, 0)
	if i < 0 {
		return v
	}
	c.Rt.reserve(2 * len(s.W))
	w := append([]uint16(nil), s.W...)
	for ; i >= 0; i = loneSurrogate(Str{W: w}, i) {
		w[i] = 0xFFFD
	}
	return c.Rt.NewUTF16(w)
}

const (
	collateBefore = 64      // units before the first difference that take part
	collateMax    = 1 << 20 // units that are ordered by their collation: the data is slow to apply, and cannot be interrupted
)

// compareLocale orders text by the root collation; canonically equivalent text is equal.
func (rt *Runtime) compareLocale(a, b Str) int {
	if a.Equal(b) {
		return 0
	}
	// What both begin with makes no difference, but for marks that go with the character before them.
	i, n := 0, min(a.Len(), b.Len())
	for i < n && a.At(i) == b.At(i) {
		i++
	}
	i = max(i-collateBefore, 0)
	a, b = a.Slice(i, a.Len()), b.Slice(i, b.Len())
	if a.Len() <= collateMax && b.Len() <= collateMax {
		return collateText(a.String(), b.String())
	}
	if c := collateText(a.Slice(0, min(a.Len(), collateMax)).String(), b.Slice(0, min(b.Len(), collateMax)).String()); c != 0 {
		return c
	}
	return a.Compare(b)
}

func stringLocaleCompare(c *Call) Value {
	s, ok := c.thisStr("localeCompare")
	if !ok {
		return Undefined
	}
	t, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	return Int(int32(c.Rt.compareLocale(c.Rt.Str(s), c.Rt.Str(t))))
}

func stringNormalize(c *Call) Value {
	rt := c.Rt
	v, ok := c.thisStr("normalize")
	if !ok {
		return Undefined
	}
	form := "NFC"
	if a := c.Arg(0); !a.IsUndefined() {
		if form, ok = rt.ToGoString(a); !ok {
			return Undefined
		}
	}
	var f norm.Form
	switch form {
	case "NFC":
		f = norm.NFC
	case "NFD":
		f = norm.NFD
	case "NFKC":
		f = norm.NFKC
	case "NFKD":
		f = norm.NFKD
	default:
		return c.RangeError("The normalization form should be one of NFC, NFD, NFKC, NFKD.")
	}
	s := rt.Str(v)
	ascii := s.W == nil
	for _, b := range s.L {
		ascii = ascii && b < 0x80
	}
	if ascii {
		return v
	}
	// Lone surrogates take no part: normalize what lies between them.
	b := rt.builder()
	for i := 0; i < s.Len() && !b.Full(); {
		rt.poll()
		// A part at a time, up to where one may end.
		end := min(i+1<<16, s.Len())
		for end < s.Len() && !normBoundary(f, s, end) {
			end++
		}
		part := s.Slice(i, end)
		if j := loneSurrogate(part, 0); j >= 0 {
			part, end = part.Slice(0, j), i+j+1
			b.WriteString(f.String(part.String()))
			b.WriteUnit(s.At(end - 1))
		} else {
			b.WriteString(f.String(part.String()))
		}
		i = end
	}
	r, _ := b.Value(rt)
	return r
}

// normBoundary reports whether nothing before i changes by what stands there.
func normBoundary(f norm.Form, s Str, i int) bool {
	if i > 0 && s.At(i-1)&0xFC00 == 0xD800 {
		return false
	}
	r, _ := s.CodePointAt(i)
	return f.PropertiesString(string(r)).BoundaryBefore()
}

func stringPad(c *Call, start bool, method string) Value {
	rt := c.Rt
	v, ok := c.thisStr(method)
	if !ok {
		return Undefined
	}
	n, ok := rt.ToLength(c.Arg(0))
	if !ok {
		return Undefined
	}
	have := rt.StrLen(v)
	if n <= int64(have) {
		return v
	}
	fill := Str{L: []byte{' '}}
	if !c.Arg(1).IsUndefined() {
		f, ok := c.argStr(1)
		if !ok {
			return Undefined
		}
		fill = rt.Str(f)
	}
	if fill.Len() == 0 {
		return v
	}
	if n > maxStringLen {
		rt.tooLong()
		return Undefined
	}
	rt.reserve(int(n))
	b := rt.builder()
	if !start {
		b.WriteStr(rt.Str(v))
	}
	for left := int(n) - have; left > 0; {
		k := min(left, fill.Len())
		b.WriteStr(fill.Slice(0, k))
		left -= k
		if left&pollMask == 0 {
			rt.poll()
		}
	}
	if start {
		b.WriteStr(rt.Str(v))
	}
	r, _ := b.Value(rt)
	return r
}

func stringPadStart(c *Call) Value { return stringPad(c, true, "padStart") }
func stringPadEnd(c *Call) Value   { return stringPad(c, false, "padEnd") }

func stringRepeat(c *Call) Value {
	rt := c.Rt
	v, ok := c.thisStr("repeat")
	if !ok {
		return Undefined
	}
	f, ok := rt.ToIntegerOrInfinity(c.Arg(0))
	if !ok {
		return Undefined
	}
	if f < 0 || f > 1<<53 {
		return c.RangeError("Invalid count value: %s", rt.display(c.Arg(0)))
	}
	s := rt.Str(v)
	if f == 0 || s.Len() == 0 {
		return rt.EmptyString()
	}
	if f == 1 {
		return v
	}
	if f*float64(s.Len()) > maxStringLen {
		rt.tooLong()
		return Undefined
	}
	n := uint32(s.Len()) * uint32(f)
	if s.W == nil {
		r := rt.heap.Alloc(kindStr1, 2+(n+7)/8)
		rt.setHigh(r, n)
		fillRepeated(rt, rt.flatAt(r).L, s.L)
		return stringValue(r)
	}
	r := rt.heap.Alloc(kindStr2, 2+(n+3)/4)
	rt.setHigh(r, n)
	fillRepeated(rt, rt.flatAt(r).W, s.W)
	return stringValue(r)
}

// fillRepeated fills dst with copies of s, one after the other.
func fillRepeated[T byte | uint16](rt *Runtime, dst, s []T) {
	for n := copy(dst, s); n < len(dst); {
		n += copy(dst[n:], dst[:min(n, 1<<20/len(s)*len(s)+len(s))])
		if n > 1<<20 {
			rt.poll()
		}
	}
}

func stringSlice(c *Call) Value {
	rt := c.Rt
	s, ok := c.thisStr("slice")
	if !ok {
		return Undefined
	}
	n := int64(rt.StrLen(s))
	from, ok := rt.RelativeIndex(c.Arg(0), n, 0)
	if !ok {
		return Undefined
	}
	to, ok := rt.RelativeIndex(c.Arg(1), n, n)
	if !ok {
		return Undefined
	}
	return rt.Substring(s, int(from), int(to))
}

func stringSubstring(c *Call) Value {
	rt := c.Rt
	s, ok := c.thisStr("substring")
	if !ok {
		return Undefined
	}
	n := rt.StrLen(s)
	from, ok := c.clampArg(0, n, 0)
	if !ok {
		return Undefined
	}
	to, ok := c.clampArg(1, n, n)
	if !ok {
		return Undefined
	}
	return rt.Substring(s, min(from, to), max(from, to))
}

func stringSubstr(c *Call) Value {
	rt := c.Rt
	s, ok := c.thisStr("substr")
	if !ok {
		return Undefined
	}
	n := int64(rt.StrLen(s))
	from, ok := rt.RelativeIndex(c.Arg(0), n, 0)
	if !ok {
		return Undefined
	}
	count := n
	if !c.Arg(1).IsUndefined() {
		f, ok := rt.ToIntegerOrInfinity(c.Arg(1))
		if !ok {
			return Undefined
		}
		count = int64(min(max(f, 0), float64(n)))
	}
	return rt.Substring(s, int(from), int(min(from+count, n)))
}

// https://tc39.es/ecma262/#sec-string.prototype.split
func stringSplit(c *Call) Value {
	rt := c.Rt
	if c.This.IsNullish() {
		return c.TypeError("String.prototype.split called on null or undefined")
	}
	sep, limit := c.Arg(0), c.Arg(1)
	if sep.IsObject() {
		f, ok := rt.GetMethod(sep, SymSplit)
		if !ok {
			return Undefined
		}
		if !f.IsUndefined() {
			v, _ := rt.Call(f, sep, c.This, limit)
			return v
		}
	}
	v, ok := c.thisStr("split")
	if !ok {
		return Undefined
	}
	lim := uint32(0xFFFFFFFF)
	if !limit.IsUndefined() {
		if lim, ok = rt.ToUint32(limit); !ok {
			return Undefined
		}
	}
	t, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	a := c.Realm.NewArray()
	if lim == 0 {
		return objectValue(a)
	}
	if sep.IsUndefined() {
		rt.ArrayAppend(a, v)
		return objectValue(a)
	}
	s, d := rt.Str(v), rt.Str(t)
	if d.Len() == 0 {
		for i := 0; i < s.Len() && uint32(i) < lim; i++ {
			if i&pollMask == 0 {
				rt.poll()
			}
			rt.ArrayAppend(a, rt.UnitString(s.At(i)))
		}
		return objectValue(a)
	}
	from := 0
	for i := indexStr(s, d, 0); i >= 0; i = indexStr(s, d, from) {
		rt.poll()
		rt.ArrayAppend(a, rt.Substring(v, from, i))
		if rt.ArrayLen(a) >= lim {
			return objectValue(a)
		}
		from = i + d.Len()
	}
	rt.ArrayAppend(a, rt.Substring(v, from, s.Len()))
	return objectValue(a)
}

func stringTrimEnds(c *Call, start, end bool, method string) Value {
	v, ok := c.thisStr(method)
	if !ok {
		return Undefined
	}
	s := c.Rt.Str(v)
	var from, to int
	if s.W != nil {
		from, to = num.TrimRange(s.W, start, end)
	} else {
		from, to = num.TrimRange(s.L, start, end)
	}
	return c.Rt.Substring(v, from, to)
}

func stringTrim(c *Call) Value      { return stringTrimEnds(c, true, true, "trim") }
func stringTrimStart(c *Call) Value { return stringTrimEnds(c, true, false, "trimStart") }
func stringTrimEnd(c *Call) Value   { return stringTrimEnds(c, false, true, "trimEnd") }

func stringToString(c *Call) Value {
	v, _ := c.thisPrimitive(Value.IsString, KindStringObj, "String.prototype.toString", "String")
	return v
}

func stringValueOf(c *Call) Value {
	v, _ := c.thisPrimitive(Value.IsString, KindStringObj, "String.prototype.valueOf", "String")
	return v
}

// --- case

func stringToLowerCase(c *Call) Value {
	v, ok := c.thisStr("toLowerCase")
	if !ok {
		return Undefined
	}
	return c.Rt.changeCase(v, false)
}

func stringToUpperCase(c *Call) Value {
	v, ok := c.thisStr("toUpperCase")
	if !ok {
		return Undefined
	}
	return c.Rt.changeCase(v, true)
}

// localeTag is the language of the first locale argument; RangeError for what is no language tag.
func (c *Call) localeTag() (string, bool) {
	rt := c.Rt
	v := c.Arg(0)
	if v.IsUndefined() {
		return "", true
	}
	if v.IsObject() {
		n, ok := rt.LengthOf(v.Ref())
		if !ok || n == 0 {
			return "", ok
		}
		if v, ok = rt.getIndex(v.Ref(), 0); !ok {
			return "", false
		}
	}
	if !v.IsString() {
		c.TypeError("Incorrect locale information provided")
		return "", false
	}
	s := rt.GoString(v)
	lang := s
	for i := range len(s) {
		if s[i] == '-' {
			lang = s[:i]
			break
		}
	}
	if len(lang) < 2 || len(lang) > 8 || len(lang) == 4 {
		c.RangeError("Incorrect locale information provided")
		return "", false
	}
	for i := range len(s) {
		if x := s[i]; !(x == '-' || x|0x20 >= 'a' && x|0x20 <= 'z' || x >= '0' && x <= '9') {
			c.RangeError("Incorrect locale information provided")
			return "", false
		}
	}
	return lang, true
}

func stringToLocaleLowerCase(c *Call) Value {
	v, ok := c.thisStr("toLocaleLowerCase")
	if !ok {
		return Undefined
	}
	lang, ok := c.localeTag()
	if !ok {
		return Undefined
	}
	if lang == "tr" || lang == "az" || lang == "lt" {
		return c.Rt.NewString(localeCase(lang, c.Rt.GoString(v), false))
	}
	return c.Rt.changeCase(v, false)
}

func stringToLocaleUpperCase(c *Call) Value {
	v, ok := c.thisStr("toLocaleUpperCase")
	if !ok {
		return Undefined
	}
	lang, ok := c.localeTag()
	if !ok {
		return Undefined
	}
	if lang == "tr" || lang == "az" || lang == "lt" {
		return c.Rt.NewString(localeCase(lang, c.Rt.GoString(v), true))
	}
	return c.Rt.changeCase(v, true)
}

// changeCase is toLowerCase or toUpperCase with the mappings of SpecialCasing that depend on no language.
func (rt *Runtime) changeCase(v Value, upper bool) Value {
	s := rt.Str(v)
	if s.W == nil {
		// Latin-1: nothing to do, or ASCII alone.
		i := 0
		for i < len(s.L) {
			b := s.L[i]
			if b >= 0x80 || upper && b >= 'a' && b <= 'z' || !upper && b >= 'A' && b <= 'Z' {
				break
			}
			i++
		}
		if i == len(s.L) {
			return v
		}
		rt.reserve(len(s.L))
		out := make([]byte, len(s.L))
		copy(out, s.L[:i])
		for ; i < len(s.L); i++ {
			b := s.L[i]
			switch {
			case upper && b >= 'a' && b <= 'z':
				b -= 32
			case !upper && b >= 'A' && b <= 'Z':
				b += 32
			case b < 0x80:
			case upper && (b == 0xDF || b == 0xB5 || b == 0xFF): // ß, µ, ÿ leave Latin-1
				return rt.changeCaseWide(s, upper)
			case upper && b >= 0xE0 && b != 0xF7:
				b -= 32
			case !upper && b >= 0xC0 && b < 0xDF && b != 0xD7:
				b += 32
			}
			out[i] = b
		}
		return rt.newLatin1(out)
	}
	return rt.changeCaseWide(s, upper)
}

func (rt *Runtime) changeCaseWide(s Str, upper bool) Value {
	b := rt.builder()
	for i, k := 0, 0; i < s.Len(); k++ {
		if k&pollMask == 0 {
			rt.poll()
		}
		r, n := s.CodePointAt(i)
		if upper {
			if x, ok := specialUpper[r]; ok {
				b.WriteString(x)
			} else {
				b.WriteRune(toUpper(r))
			}
		} else {
			switch r {
			case 0x130:
				b.WriteString("i\u0307")
			case 0x3A3:
				if finalSigma(s, i) {
					b.WriteRune(0x3C2)
				} else {
					b.WriteRune(0x3C3)
				}
			default:
				b.WriteRune(toLower(r))
			}
		}
		i += n
	}
	v, _ := b.Value(rt)
	return v
}

func toUpper(r rune) rune {
	if r < 0x80 {
		if 'a' <= r && r <= 'z' {
			r -= 32
		}
		return r
	}
	return unicode.ToUpper(r)
}

func toLower(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 32
		}
		return r
	}
	return unicode.ToLower(r)
}

// finalSigma is the condition Final_Sigma for the sigma at i: a cased letter before it, none after, case-ignorable ones aside.
func finalSigma(s Str, i int) bool {
	before := false
	for j := i; j > 0; {
		j--
		if s.At(j)&0xFC00 == 0xDC00 && j > 0 && s.At(j-1)&0xFC00 == 0xD800 {
			j--
		}
		r, _ := s.CodePointAt(j)
		if caseIgnorable(r) {
			continue
		}
		before = cased(r)
		break
	}
	if !before {
		return false
	}
	for j := i + 1; j < s.Len(); {
		r, n := s.CodePointAt(j)
		j += n
		if caseIgnorable(r) {
			continue
		}
		return !cased(r)
	}
	return true
}

func cased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) || unicode.Is(unicode.Other_Lowercase, r) || unicode.Is(unicode.Other_Uppercase, r)
}

func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '^', '`', 0xA8, 0xAD, 0xAF, 0xB4, 0xB7, 0xB8, 0x2019, 0x2018, 0x2024, 0x2027, 0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A, 0x387, 0x55F, 0x5F4:
		return true
	}
	return r >= 0x80 && (unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk))
}

// specialUpper are the upper cases of more than one code point.
var specialUpper = map[rune]string{
	0xDF: "SS", 0x149: "\u02BCN", 0x1F0: "J\u030C", 0x390: "\u0399\u0308\u0301", 0x3B0: "\u03A5\u0308\u0301", 0x587: "\u0535\u0552",
	0x1E96: "H\u0331", 0x1E97: "T\u0308", 0x1E98: "W\u030A", 0x1E99: "Y\u030A", 0x1E9A: "A\u02BE", 0x1F50: "\u03A5\u0313", 0x1F52: "\u03A5\u0313\u0300",
	0x1F54: "\u03A5\u0313\u0301", 0x1F56: "\u03A5\u0313\u0342", 0x1FB2: "\u1FBA\u0399", 0x1FB3: "\u0391\u0399", 0x1FB4: "\u0386\u0399", 0x1FB6: "\u0391\u0342",
	0x1FB7: "\u0391\u0342\u0399", 0x1FBC: "\u0391\u0399", 0x1FC2: "\u1FCA\u0399", 0x1FC3: "\u0397\u0399", 0x1FC4: "\u0389\u0399", 0x1FC6: "\u0397\u0342",
	0x1FC7: "\u0397\u0342\u0399", 0x1FCC: "\u0397\u0399", 0x1FD2: "\u0399\u0308\u0300", 0x1FD3: "\u0399\u0308\u0301", 0x1FD6: "\u0399\u0342",
	0x1FD7: "\u0399\u0308\u0342", 0x1FE2: "\u03A5\u0308\u0300", 0x1FE3: "\u03A5\u0308\u0301", 0x1FE4: "\u03A1\u0313", 0x1FE6: "\u03A5\u0342",
	0x1FE7: "\u03A5\u0308\u0342", 0x1FF2: "\u1FFA\u0399", 0x1FF3: "\u03A9\u0399", 0x1FF4: "\u038F\u0399", 0x1FF6: "\u03A9\u0342", 0x1FF7: "\u03A9\u0342\u0399",
	0x1FFC: "\u03A9\u0399", 0xFB00: "FF", 0xFB01: "FI", 0xFB02: "FL", 0xFB03: "FFI", 0xFB04: "FFL", 0xFB05: "ST", 0xFB06: "ST", 0xFB13: "\u0544\u0546",
	0xFB14: "\u0544\u0535", 0xFB15: "\u0544\u053B", 0xFB16: "\u054E\u0546", 0xFB17: "\u0544\u053D",
}

func init() {
	// Greek letters with iota subscript: eight of each row, small and capital.
	for _, row := range []struct{ first, upper rune }{{0x1F80, 0x1F08}, {0x1F90, 0x1F28}, {0x1FA0, 0x1F68}} {
		for i := range rune(8) {
			s := string(row.upper+i) + "\u0399"
			specialUpper[row.first+i] = s
			specialUpper[row.first+8+i] = s
		}
	}
}

// --- iteration, HTML

func stringIterator(c *Call) Value {
	s, ok := c.thisStr("[Symbol.iterator]")
	if !ok {
		return Undefined
	}
	it := c.Rt.NewKind(KindStringIterator, c.Realm.Intrinsic(StringIteratorPrototype))
	c.Rt.SetWord(it, 0, s)
	c.Rt.SetWord(it, 1, Int(0))
	return objectValue(it)
}

func stringIteratorNext(c *Call) Value {
	rt := c.Rt
	if !rt.IsKind(c.This, KindStringIterator) {
		return c.Incompatible("String Iterator.prototype.next")
	}
	it := c.This.Ref()
	v := rt.Word(it, 0)
	if v.IsUndefined() {
		return c.iterResult(Undefined, true)
	}
	s := rt.Str(v)
	i := int(rt.Word(it, 1).Int32())
	if i >= s.Len() {
		rt.SetWord(it, 0, Undefined)
		return c.iterResult(Undefined, true)
	}
	_, n := s.CodePointAt(i)
	rt.SetWord(it, 1, Int(int32(i+n)))
	return c.iterResult(rt.Substring(v, i, i+n), false)
}

// https://tc39.es/ecma262/#sec-createhtml
func stringHTML(method, tag, attribute string) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		s, ok := c.thisStr(method)
		if !ok {
			return Undefined
		}
		b := rt.builder()
		b.WriteUnit('<')
		b.WriteASCII(tag)
		if attribute != "" {
			v, ok := c.argStr(0)
			if !ok {
				return Undefined
			}
			b.WriteUnit(' ')
			b.WriteASCII(attribute)
			b.WriteASCII(`="`)
			x := rt.Str(v)
			for i := range x.Len() {
				if u := x.At(i); u == '"' {
					b.WriteASCII("&quot;")
				} else {
					b.WriteUnit(u)
				}
			}
			b.WriteUnit('"')
		}
		b.WriteUnit('>')
		b.WriteStr(rt.Str(s))
		b.WriteASCII("</")
		b.WriteASCII(tag)
		b.WriteUnit('>')
		r, _ := b.Value(rt)
		return r
	}
}

// --- methods that regular expressions take over

// patternMethod calls the method of a pattern object, where it has one.
func (c *Call) patternMethod(method string, k Key, args ...Value) (v Value, done bool) {
	rt := c.Rt
	if c.This.IsNullish() {
		c.TypeError("String.prototype.%s called on null or undefined", method)
		return Undefined, true
	}
	p := c.Arg(0)
	if !p.IsObject() {
		return Undefined, false
	}
	f, ok := rt.GetMethod(p, k)
	if !ok {
		return Undefined, true
	}
	if f.IsUndefined() {
		return Undefined, false
	}
	v, _ = rt.Call(f, p, args...)
	return v, true
}

// viaRegExp makes a regular expression of the argument and invokes its method.
func (c *Call) viaRegExp(method, flags string, k Key) Value {
	rt := c.Rt
	s, ok := c.thisStr(method)
	if !ok {
		return Undefined
	}
	f := rt.EmptyString()
	if flags != "" {
		f = rt.NewASCII(flags)
	}
	re, ok := c.newRegExp(c.Arg(0), f)
	if !ok {
		return Undefined
	}
	rt.Keep(re)
	v, _ := rt.Invoke(re, k, s)
	return v
}

func stringMatch(c *Call) Value {
	if v, done := c.patternMethod("match", SymMatch, c.This); done {
		return v
	}
	return c.viaRegExp("match", "", SymMatch)
}

func stringSearch(c *Call) Value {
	if v, done := c.patternMethod("search", SymSearch, c.This); done {
		return v
	}
	return c.viaRegExp("search", "", SymSearch)
}

// requireGlobal is the check of matchAll and replaceAll.
func (c *Call) requireGlobal(method string) bool {
	rt := c.Rt
	p := c.Arg(0)
	is, ok := rt.isRegExp(p)
	if !ok || !is {
		return ok
	}
	f, ok := rt.Get(p.Ref(), KeyFlags)
	if !ok {
		return false
	}
	if f.IsNullish() {
		c.TypeError("String.prototype.%s called with a non-global RegExp argument", method)
		return false
	}
	s, ok := rt.ToString(f)
	if !ok {
		return false
	}
	if indexStr(rt.Str(s), Str{L: []byte{'g'}}, 0) < 0 {
		c.TypeError("String.prototype.%s called with a non-global RegExp argument", method)
		return false
	}
	return true
}

func stringMatchAll(c *Call) Value {
	if c.This.IsNullish() {
		return c.TypeError("String.prototype.matchAll called on null or undefined")
	}
	if c.Arg(0).IsObject() && !c.requireGlobal("matchAll") {
		return Undefined
	}
	if v, done := c.patternMethod("matchAll", SymMatchAll, c.This); done {
		return v
	}
	return c.viaRegExp("matchAll", "g", SymMatchAll)
}

func stringReplace(c *Call) Value {
	if v, done := c.patternMethod("replace", SymReplace, c.This, c.Arg(1)); done {
		return v
	}
	return c.replaceString("replace", false)
}

func stringReplaceAll(c *Call) Value {
	if c.This.IsNullish() {
		return c.TypeError("String.prototype.replaceAll called on null or undefined")
	}
	if c.Arg(0).IsObject() && !c.requireGlobal("replaceAll") {
		return Undefined
	}
	if v, done := c.patternMethod("replaceAll", SymReplace, c.This, c.Arg(1)); done {
		return v
	}
	return c.replaceString("replaceAll", true)
}

func (c *Call) replaceString(method string, all bool) Value {
	rt := c.Rt
	v, ok := c.thisStr(method)
	if !ok {
		return Undefined
	}
	pat, ok := c.argStr(0)
	if !ok {
		return Undefined
	}
	repl := c.Arg(1)
	fn := rt.IsCallable(repl)
	if !fn {
		if repl, ok = c.argStr(1); !ok {
			return Undefined
		}
	}
	at := indexStr(rt.Str(v), rt.Str(pat), 0)
	if at < 0 {
		return v
	}
	b := rt.builder()
	from, m := 0, rt.StrLen(pat)
	mark := rt.KeptMark()
	for at >= 0 {
		b.WriteStr(rt.Str(v).Slice(from, at))
		if fn {
			r, ok := rt.Call(repl, Undefined, pat, Int(int32(at)), v)
			if !ok {
				return Undefined
			}
			if r, ok = rt.ToString(r); !ok {
				return Undefined
			}
			b.WriteStr(rt.Str(r))
		} else if !rt.substitute(&b, rt.Str(v), at, m, nil, Undefined, rt.Str(repl)) {
			return Undefined
		}
		rt.KeptReset(mark)
		from = at + m
		if !all || b.Full() {
			break
		}
		rt.poll()
		at = indexStr(rt.Str(v), rt.Str(pat), at+max(m, 1))
	}
	s := rt.Str(v)
	b.WriteStr(s.Slice(from, s.Len()))
	r, _ := b.Value(rt)
	return r
}

// substitute is GetSubstitution: captures are String or undefined values from group 1 on, groups an object or undefined.
//
// https://tc39.es/ecma262/#sec-getsubstitution
func (rt *Runtime) substitute(b *StringBuilder, s Str, at, length int, captures []Value, groups Value, t Str) bool {
	n := t.Len()
	for i := 0; i < n; i++ {
		u := t.At(i)
		if u != '$' || i+1 == n {
			b.WriteUnit(u)
			continue
		}
		switch d := t.At(i + 1); {
		case d == '$':
			b.WriteUnit('$')
			i++
		case d == '&':
			b.WriteStr(s.Slice(at, at+length))
			i++
		case d == '`':
			b.WriteStr(s.Slice(0, at))
			i++
		case d == '\'':
			b.WriteStr(s.Slice(min(at+length, s.Len()), s.Len()))
			i++
		case d >= '0' && d <= '9':
			k, used := int(d-'0'), 1
			if i+2 < n {
				if e := t.At(i + 2); e >= '0' && e <= '9' && k*10+int(e-'0') <= len(captures) {
					k, used = k*10+int(e-'0'), 2
				}
			}
			if k < 1 || k > len(captures) {
				b.WriteUnit('$')
				continue
			}
			if x := captures[k-1]; x.IsString() {
				b.WriteStr(rt.Str(x))
			}
			i += used
		case d == '<' && !groups.IsUndefined():
			end := indexStr(t, Str{L: []byte{'>'}}, i+2)
			if end < 0 {
				b.WriteUnit('$')
				continue
			}
			x, ok := rt.Get(groups.Ref(), rt.internStr(narrowStr(t.Slice(i+2, end))))
			if !ok {
				return false
			}
			if !x.IsUndefined() {
				if x, ok = rt.ToString(x); !ok {
					return false
				}
				b.WriteStr(rt.Str(x))
			}
			i = end
		default:
			b.WriteUnit('$')
		}
	}
	return true
}

func narrowStr(s Str) Str {
	if s.W != nil {
		return narrow(s.W)
	}
	return s
}

// utf16Of is a string's units as UTF-16.
func utf16Of(s Str) []uint16 {
	if s.W != nil {
		return s.W
	}
	w := make([]uint16, len(s.L))
	for i, b := range s.L {
		w[i] = uint16(b)
	}
	return w
}

// --- String objects

func init() {
	// https://tc39.es/ecma262/#sec-string-exotic-objects
	own := func(rt *Runtime, o Ref, k Key) (d Desc, found bool) {
		v := rt.Word(o, 0)
		if k == KeyLength {
			return Desc{Value: Int(int32(rt.StrLen(v))), Flags: HasValue | HasWritable | HasEnumerable | HasConfigurable}, true
		}
		if x, ok := rt.stringOwn(v, k); ok {
			return Desc{Value: x, Flags: HasValue | HasWritable | HasEnumerable | HasConfigurable | DescEnumerable}, true
		}
		return d, false
	}
	exotics[KindStringObj] = &exotic{
		getOwn: func(rt *Runtime, o Ref, k Key) (d Desc, found, ok bool) {
			if d, found = own(rt, o, k); !found {
				d, found = rt.ordinaryGetOwn(o, k)
			}
			return d, found, true
		},
		define: func(rt *Runtime, o Ref, k Key, d *Desc) (done, ok bool) {
			if cur, found := own(rt, o, k); found {
				return rt.compatible(d, &cur), true
			}
			return rt.ordinaryDefine(o, k, d), true
		},
		ownKeys: func(rt *Runtime, o Ref) ([]Key, bool) {
			n := rt.StrLen(rt.Word(o, 0))
			rt.reserve(4 * n)
			keys := make([]Key, 0, n+4)
			for i := range n {
				keys = append(keys, IntKey(uint32(i)))
			}
			rest := rt.ordinaryKeys(o, nil)
			i := 0
			for i < len(rest) && rest[i].IsIndex() {
				i++
			}
			keys = append(keys, rest[:i]...)
			keys = append(keys, KeyLength)
			return append(keys, rest[i:]...), true
		},
	}
}
