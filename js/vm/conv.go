package vm

import (
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/niso-engine/niso/js/vm/num"
)

// TypeOf is typeof v.
func (rt *Runtime) TypeOf(v Value) string {
	switch {
	case v.IsUndefined():
		return "undefined"
	case v.IsNull():
		return "object"
	case v.IsBool():
		return "boolean"
	case v.IsNumber():
		return "number"
	case v.IsString():
		return "string"
	case v.IsSymbol():
		return "symbol"
	case v.IsBigInt():
		return "bigint"
	}
	if rt.isHTMLDDA(v.Ref()) {
		return "undefined"
	}
	if rt.IsCallable(v) {
		return "function"
	}
	return "object"
}

// IsCallable is IsCallable(v).
func (rt *Runtime) IsCallable(v Value) bool {
	return v.IsObject() && rt.flags(v.Ref())&flagCallable != 0
}

// IsConstructor is IsConstructor(v).
func (rt *Runtime) IsConstructor(v Value) bool {
	return v.IsObject() && rt.flags(v.Ref())&flagConstructor != 0
}

// ToBoolean is ToBoolean(v).
func (rt *Runtime) ToBoolean(v Value) bool {
	switch {
	case v <= True:
		return v == True
	case v.IsInt():
		return v.int() != 0
	case v.IsDouble():
		return v != NaN && v != NegZero
	case v.IsString():
		return rt.StrLen(v) != 0
	case v.IsBigInt():
		return rt.high(v.Ref()) != 0
	case v.IsObject():
		return !rt.isHTMLDDA(v.Ref())
	}
	return true
}

// Hint of ToPrimitive.
type Hint uint8

const (
	HintDefault Hint = iota
	HintNumber
	HintString
)

// ToPrimitive is ToPrimitive(v, hint). https://tc39.es/ecma262/#sec-toprimitive
func (rt *Runtime) ToPrimitive(v Value, hint Hint) (Value, bool) {
	if !v.IsObject() {
		return v, true
	}
	f, ok := rt.GetMethod(v, SymToPrimitive)
	if !ok {
		return Undefined, false
	}
	if !f.IsUndefined() {
		name := KeyDefault
		switch hint {
		case HintNumber:
			name = KeyNumber
		case HintString:
			name = KeyString
		}
		r, ok := rt.Call(f, v, rt.KeyValue(name))
		if ok && r.IsObject() {
			rt.TypeError("Cannot convert object to primitive value")
			return Undefined, false
		}
		return r, ok
	}
	names := [2]Key{KeyValueOf, KeyToString}
	if hint == HintString {
		names = [2]Key{KeyToString, KeyValueOf}
	}
	for _, k := range names {
		f, ok := rt.Get(v.Ref(), k)
		if !ok {
			return Undefined, false
		}
		if rt.IsCallable(f) {
			r, ok := rt.Call(f, v)
			if !ok || !r.IsObject() {
				return r, ok
			}
		}
	}
	rt.TypeError("Cannot convert object to primitive value")
	return Undefined, false
}

// ToNumeric is ToNumeric(v): a Number or a BigInt.
func (rt *Runtime) ToNumeric(v Value) (Value, bool) {
	if v.IsNumber() {
		return v, true
	}
	v, ok := rt.ToPrimitive(v, HintNumber)
	if !ok || v.IsBigInt() {
		return v, ok
	}
	return rt.ToNumberValue(v)
}

// ToNumberValue is ToNumber(v) as a Value.
func (rt *Runtime) ToNumberValue(v Value) (Value, bool) {
	switch {
	case v.IsNumber():
		return v, true
	case v.IsUndefined():
		return NaN, true
	case v <= True:
		return Int(int32(v & 1 & (v >> 1))), true
	case v.IsString():
		return Number(rt.stringToNumber(v)), true
	case v.IsSymbol():
		rt.TypeError("Cannot convert a Symbol value to a number")
		return Undefined, false
	case v.IsBigInt():
		rt.TypeError("Cannot convert a BigInt value to a number")
		return Undefined, false
	}
	v, ok := rt.ToPrimitive(v, HintNumber)
	if !ok {
		return Undefined, false
	}
	return rt.ToNumberValue(v)
}

// stringToNumber is StringToNumber. https://tc39.es/ecma262/#sec-stringtonumber
func (rt *Runtime) stringToNumber(v Value) float64 {
	s := rt.Str(v)
	if i, ok := arrayIndexOf(s); ok {
		return float64(i)
	}
	return strNumber(s)
}

func strNumber(s Str) float64 {
	if s.W != nil {
		return num.StringToNumber(s.W)
	}
	return num.StringToNumber(s.L)
}

// ToNumber is ToNumber(v).
func (rt *Runtime) ToNumber(v Value) (float64, bool) {
	if v.IsInt() {
		return float64(v.int()), true
	}
	v, ok := rt.ToNumberValue(v)
	return v.Num(), ok
}

// ToIntegerOrInfinity is ToIntegerOrInfinity(v).
func (rt *Runtime) ToIntegerOrInfinity(v Value) (float64, bool) {
	if v.IsInt() {
		return float64(v.int()), true
	}
	f, ok := rt.ToNumber(v)
	if f != f {
		return 0, ok
	}
	return math.Trunc(f) + 0, ok
}

// ToInt32 is ToInt32(v).
func (rt *Runtime) ToInt32(v Value) (int32, bool) {
	if v.IsInt() {
		return v.int(), true
	}
	f, ok := rt.ToNumber(v)
	return toInt32(f), ok
}

// ToUint32 is ToUint32(v).
func (rt *Runtime) ToUint32(v Value) (uint32, bool) {
	i, ok := rt.ToInt32(v)
	return uint32(i), ok
}

func toInt32(f float64) int32 {
	if i := int64(f); float64(i) == f || math.Abs(f) < 1<<62 {
		return int32(i)
	}
	if f != f || math.IsInf(f, 0) {
		return 0
	}
	b := math.Float64bits(f)
	e := int(b>>52&0x7FF) - 1075 // f = m·2^e, e > 0 here
	if e > 31 {
		return 0
	}
	m := int32(uint32(b) << e)
	if b>>63 != 0 {
		m = -m
	}
	return m
}

// ToLength is ToLength(v).
func (rt *Runtime) ToLength(v Value) (int64, bool) {
	if v.IsInt() {
		return max(0, int64(v.int())), true
	}
	f, ok := rt.ToIntegerOrInfinity(v)
	return int64(min(max(f, 0), 1<<53-1)), ok
}

// ToIndex is ToIndex(v): RangeError with the message when it is none.
func (rt *Runtime) ToIndex(v Value, message string) (int64, bool) {
	f, ok := rt.ToIntegerOrInfinity(v)
	if ok && (f < 0 || f > 1<<53-1) {
		rt.RangeError("%s", message)
		return 0, false
	}
	return int64(f), ok
}

// RelativeIndex clamps a relative index (as slice and splice take) to [0, n].
func (rt *Runtime) RelativeIndex(v Value, n int64, ifUndefined int64) (int64, bool) {
	if v.IsUndefined() {
		return ifUndefined, true
	}
	f, ok := rt.ToIntegerOrInfinity(v)
	if f < 0 {
		return int64(max(f+float64(n), 0)), ok
	}
	return int64(min(f, float64(n))), ok
}

// ToString is ToString(v) as a String value.
func (rt *Runtime) ToString(v Value) (Value, bool) {
	if v.IsString() {
		return v, true
	}
	if v.IsSymbol() {
		rt.TypeError("Cannot convert a Symbol value to a string")
		return Undefined, false
	}
	if v.IsObject() {
		p, ok := rt.ToPrimitive(v, HintString)
		if !ok {
			return Undefined, false
		}
		return rt.ToString(p)
	}
	return rt.primitiveString(v), true
}

// ToGoString is ToString(v) in WTF-8.
func (rt *Runtime) ToGoString(v Value) (string, bool) {
	s, ok := rt.ToString(v)
	if !ok {
		return "", false
	}
	return rt.GoString(s), true
}

// primitiveString is ToString of a primitive that is no symbol.
func (rt *Runtime) primitiveString(v Value) Value {
	switch {
	case v.IsString():
		return v
	case v.IsNumber():
		return rt.numberString(v)
	case v.IsUndefined():
		return rt.KeyValue(KeyUndefined)
	case v.IsNull():
		return rt.KeyValue(KeyNull)
	case v.IsBool():
		if v == True {
			return rt.KeyValue(KeyTrue)
		}
		return rt.KeyValue(KeyFalse)
	case v.IsBigInt():
		return rt.NewASCII(rt.BigInt(v).String())
	}
	return rt.EmptyString()
}

func (rt *Runtime) numberString(v Value) Value {
	if v.IsInt() && v.int() >= 0 {
		return rt.indexString(uint32(v.int()))
	}
	return rt.NewASCII(num.NumberString(v.Num()))
}

// ToPropertyKey is ToPropertyKey(v).
func (rt *Runtime) ToPropertyKey(v Value) (Key, bool) {
	if v.IsObject() {
		p, ok := rt.ToPrimitive(v, HintString)
		if !ok {
			return 0, false
		}
		v = p
	}
	return rt.primitiveKey(v), true
}

// ToObject is ToObject(v).
func (rt *Runtime) ToObject(v Value) (Ref, bool) {
	if v.IsObject() {
		return v.Ref(), true
	}
	r := rt.realm
	var kind uint8
	var proto Intrinsic
	switch {
	case v.IsString():
		kind, proto = KindStringObj, StringPrototype
	case v.IsNumber():
		kind, proto = KindNumberObj, NumberPrototype
	case v.IsBool():
		kind, proto = KindBooleanObj, BooleanPrototype
	case v.IsSymbol():
		kind, proto = KindSymbolObj, SymbolPrototype
	case v.IsBigInt():
		kind, proto = KindBigIntObj, BigIntPrototype
	default:
		rt.TypeError("Cannot convert undefined or null to object")
		return 0, false
	}
	o := rt.NewKind(kind, r.Intrinsic(proto))
	rt.SetWord(o, 0, v)
	return o, true
}

// --- equality

// SameValue is SameValue(a, b).
func (rt *Runtime) SameValue(a, b Value) bool {
	return a == b || a.IsString() && b.IsString() && rt.strEqual(a.Ref(), b.Ref()) || a.IsBigInt() && b.IsBigInt() && rt.bigEqual(a, b)
}

// SameValueZero is SameValueZero(a, b).
func (rt *Runtime) SameValueZero(a, b Value) bool {
	if a == NegZero {
		a = Int(0)
	}
	if b == NegZero {
		b = Int(0)
	}
	return rt.SameValue(a, b)
}

// StrictEquals is a === b.
func (rt *Runtime) StrictEquals(a, b Value) bool {
	if a == b {
		return a != NaN
	}
	if a == NegZero {
		return b == Int(0)
	}
	if b == NegZero {
		return a == Int(0)
	}
	if a.tag() != b.tag() {
		return false
	}
	if a.IsString() {
		return rt.strEqual(a.Ref(), b.Ref())
	}
	return a.IsBigInt() && rt.bigEqual(a, b)
}

// LooseEquals is a == b. https://tc39.es/ecma262/#sec-islooselyequal
func (rt *Runtime) LooseEquals(a, b Value) (eq, ok bool) {
	for {
		switch {
		case a.IsNumber() && b.IsNumber(), a.IsString() && b.IsString(), a.IsObject() && b.IsObject(), a.IsBool() && b.IsBool(),
			a.IsSymbol() && b.IsSymbol(), a.IsBigInt() && b.IsBigInt():
			return rt.StrictEquals(a, b), true
		case a.IsNullish() || b.IsNullish():
			if a.IsNullish() && b.IsNullish() {
				return true, true
			}
			return a.IsObject() && rt.isHTMLDDA(a.Ref()) || b.IsObject() && rt.isHTMLDDA(b.Ref()), true
		case a.IsBool():
			a, _ = rt.ToNumberValue(a)
		case b.IsBool():
			b, _ = rt.ToNumberValue(b)
		case a.IsObject():
			if a, ok = rt.ToPrimitive(a, HintDefault); !ok {
				return false, false
			}
		case b.IsObject():
			if b, ok = rt.ToPrimitive(b, HintDefault); !ok {
				return false, false
			}
		case a.IsSymbol() || b.IsSymbol():
			return false, true
		case a.IsBigInt() || b.IsBigInt():
			if b.IsBigInt() {
				a, b = b, a
			}
			if b.IsString() {
				n, ok := rt.StringToBigInt(b)
				return ok && rt.BigInt(a).Cmp(n) == 0, true
			}
			return b != NaN && num.CompareBigFloat(rt.BigInt(a), b.Num()) == 0, true
		default: // a number and a string
			a, _ = rt.ToNumberValue(a)
			b, _ = rt.ToNumberValue(b)
		}
	}
}

// --- BigInt

const bigNegative uint8 = 1

// NewBigInt makes a BigInt. RangeError when it is too large.
func (rt *Runtime) NewBigInt(x *big.Int) (Value, bool) {
	words := x.Bits()
	if len(words) >= num.MaxBigIntBits/bits.UintSize && x.BitLen() > num.MaxBigIntBits {
		return Undefined, rt.RangeError("Maximum BigInt size exceeded")
	}
	n := uint32(len(words))
	c := rt.heap.Alloc(kindBigInt, 1+n)
	rt.setHigh(c, n)
	for i, w := range words {
		rt.mem[uint32(c)+1+uint32(i)] = uint64(w)
	}
	if x.Sign() < 0 {
		rt.setFlag(c, bigNegative)
	}
	return bigintValue(c), true
}

// BigInt is the integer of a BigInt, copied.
func (rt *Runtime) BigInt(v Value) *big.Int {
	c := v.Ref()
	n := rt.high(c)
	x := new(big.Int)
	if big64 {
		w := make([]big.Word, n)
		for i := range w {
			w[i] = big.Word(rt.mem[uint32(c)+1+uint32(i)])
		}
		x.SetBits(w)
	} else {
		for i := int(n) - 1; i >= 0; i-- {
			x.Lsh(x, 32)
			x.Or(x, new(big.Int).SetUint64(rt.mem[uint32(c)+1+uint32(i)]))
		}
	}
	if rt.flags(c)&bigNegative != 0 {
		x.Neg(x)
	}
	return x
}

const big64 = ^uint(0)>>32 != 0

func (rt *Runtime) bigEqual(a, b Value) bool {
	x, y := a.Ref(), b.Ref()
	if rt.mem[x]>>8&0xFF != rt.mem[y]>>8&0xFF || rt.high(x) != rt.high(y) {
		return false
	}
	for i := range rt.high(x) {
		if rt.mem[uint32(x)+1+i] != rt.mem[uint32(y)+1+i] {
			return false
		}
	}
	return true
}

// StringToBigInt is StringToBigInt; ok is false for a string that is none.
func (rt *Runtime) StringToBigInt(v Value) (*big.Int, bool) {
	s := rt.Str(v)
	var x *big.Int
	if s.W != nil {
		x = num.StringToBigInt(s.W)
	} else {
		x = num.StringToBigInt(s.L)
	}
	return x, x != nil
}

// ToBigInt is ToBigInt(v). https://tc39.es/ecma262/#sec-tobigint
func (rt *Runtime) ToBigInt(v Value) (Value, bool) {
	v, ok := rt.ToPrimitive(v, HintNumber)
	if !ok {
		return Undefined, false
	}
	switch {
	case v.IsBigInt():
		return v, true
	case v.IsBool():
		x := big.NewInt(0)
		if v == True {
			x.SetInt64(1)
		}
		return rt.NewBigInt(x)
	case v.IsString():
		x, ok := rt.StringToBigInt(v)
		if !ok {
			rt.SyntaxError("Cannot convert %s to a BigInt", strings.TrimSpace(rt.GoString(v)))
			return Undefined, false
		}
		return rt.NewBigInt(x)
	}
	rt.TypeError("Cannot convert %s to a BigInt", rt.brief(v))
	return Undefined, false
}

func (rt *Runtime) bigInt64(i int64) Value {
	v, _ := rt.NewBigInt(big.NewInt(i))
	return v
}

func (rt *Runtime) bigUint64(i uint64) Value {
	v, _ := rt.NewBigInt(new(big.Int).SetUint64(i))
	return v
}
