package vm

import (
	"math"
	"math/big"
	"strings"

	"github.com/niso-engine/niso/js/vm/num"
)

// https://tc39.es/ecma262/#sec-number-constructor-number-value
func numberConstructor(c *Call) Value {
	rt := c.Rt
	v := Int(0)
	if c.NArgs() > 0 {
		p, ok := rt.ToNumeric(c.Arg(0))
		if !ok {
			return Undefined
		}
		if p.IsBigInt() {
			p = Number(num.BigToFloat(rt.BigInt(p)))
		}
		v = p
	}
	return c.wrap(v, KindNumberObj, NumberPrototype)
}

// wrap is the end of the constructors of wrappers: the primitive for a call, an object for new.
func (c *Call) wrap(v Value, kind uint8, proto Intrinsic) Value {
	if c.NewTarget.IsUndefined() {
		return v
	}
	o, ok := c.newFromConstructor(kind, proto)
	if !ok {
		return Undefined
	}
	c.Rt.SetWord(o, 0, v)
	return objectValue(o)
}

// thisPrimitive is the primitive of this or of a wrapper; TypeError for all else.
func (c *Call) thisPrimitive(is func(Value) bool, kind uint8, method, what string) (Value, bool) {
	if is(c.This) {
		return c.This, true
	}
	if c.Rt.IsKind(c.This, kind) {
		return c.Rt.Word(c.This.Ref(), 0), true
	}
	c.Rt.TypeError("%s requires that 'this' be a %s", method, what)
	return Undefined, false
}

func (c *Call) thisNumber(method string) (float64, bool) {
	v, ok := c.thisPrimitive(Value.IsNumber, KindNumberObj, method, "Number")
	return v.Num(), ok
}

func numberToString(c *Call) Value {
	rt := c.Rt
	v, ok := c.thisPrimitive(Value.IsNumber, KindNumberObj, "Number.prototype.toString", "Number")
	if !ok {
		return Undefined
	}
	radix := 10.0
	if a := c.Arg(0); !a.IsUndefined() {
		if radix, ok = rt.ToIntegerOrInfinity(a); !ok {
			return Undefined
		}
	}
	if radix < 2 || radix > 36 {
		rt.RangeError("toString() radix argument must be between 2 and 36")
		return Undefined
	}
	if radix == 10 {
		return rt.numberString(v)
	}
	var b [64]byte
	return rt.newLatin1(num.AppendRadix(b[:0], v.Num(), int(radix)))
}

// numberFormat are the options of Number.prototype.toLocaleString that are heeded: the locale is always en-US, as there is no Intl.
type numberFormat struct {
	minFraction, maxFraction int
	percent, noGroups        bool
}

func numberToLocaleString(c *Call) Value {
	x, ok := c.thisNumber("Number.prototype.toLocaleString")
	if !ok {
		return Undefined
	}
	f := numberFormat{maxFraction: 3}
	if o := c.Arg(1); !o.IsUndefined() {
		if f, ok = c.Rt.numberFormat(o); !ok {
			return Undefined
		}
	}
	return c.Rt.NewString(f.format(x))
}

func (rt *Runtime) numberFormat(options Value) (f numberFormat, ok bool) {
	get := func(name string) Value {
		v := Undefined
		if ok {
			v, ok = rt.GetV(options, rt.InternASCII(name))
		}
		return v
	}
	digits := func(name string, least, absent int) int {
		v := get(name)
		if !ok || v.IsUndefined() {
			return absent
		}
		var x float64
		if x, ok = rt.ToNumber(v); !ok {
			return 0
		}
		if !(x >= float64(least) && x <= 100) {
			rt.RangeError("%s value is out of range.", name)
			ok = false
			return 0
		}
		return int(x)
	}
	if ok = true; options == Null {
		rt.TypeError("Cannot convert undefined or null to object")
		return f, false
	}
	style := get("style")
	f.percent = style.IsString() && rt.GoString(style) == "percent"
	f.noGroups = get("useGrouping") == False
	absent := 3
	if f.percent {
		absent = 0
	}
	f.minFraction = digits("minimumFractionDigits", 0, -1)
	f.maxFraction = digits("maximumFractionDigits", max(f.minFraction, 0), max(f.minFraction, absent))
	if f.minFraction < 0 {
		f.minFraction = 0
	}
	return f, ok
}

// format is a number in the form of en-US: groups of three.
func (f numberFormat) format(x float64) string {
	switch {
	case x != x:
		return "NaN"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	if f.percent {
		x *= 100
	}
	var b []byte
	if a := math.Abs(x); a >= 1e21 {
		b = num.BigFromFloat(a).Append(nil, 10)
		if f.maxFraction > 0 {
			b = append(b, '.')
			b = append(b, strings.Repeat("0", f.maxFraction)...)
		}
	} else {
		b = num.AppendFixed(nil, a, f.maxFraction)
	}
	point, end := len(b), len(b)
	if f.maxFraction > 0 {
		point -= f.maxFraction + 1
		for end > point+1+f.minFraction && b[end-1] == '0' {
			end--
		}
		if end == point+1 {
			end--
		}
	}
	var out []byte
	if math.Signbit(x) {
		out = append(out, '-')
	}
	for i := range end {
		if i > 0 && i < point && (point-i)%3 == 0 && !f.noGroups {
			out = append(out, ',')
		}
		out = append(out, b[i])
	}
	if f.percent {
		out = append(out, '%')
	}
	return string(out)
}

func numberValueOf(c *Call) Value {
	v, _ := c.thisPrimitive(Value.IsNumber, KindNumberObj, "Number.prototype.valueOf", "Number")
	return v
}

func numberToFixed(c *Call) Value {
	rt := c.Rt
	x, ok := c.thisNumber("Number.prototype.toFixed")
	if !ok {
		return Undefined
	}
	d, ok := rt.ToIntegerOrInfinity(c.Arg(0))
	if !ok {
		return Undefined
	}
	if d < 0 || d > 100 {
		rt.RangeError("toFixed() digits argument must be between 0 and 100")
		return Undefined
	}
	var b [128]byte
	return rt.newLatin1(num.AppendFixed(b[:0], x, int(d)))
}

func numberToExponential(c *Call) Value {
	rt := c.Rt
	x, ok := c.thisNumber("Number.prototype.toExponential")
	if !ok {
		return Undefined
	}
	d, ok := rt.ToIntegerOrInfinity(c.Arg(0))
	if !ok {
		return Undefined
	}
	if math.IsInf(x, 0) || x != x {
		return rt.numberString(Number(x))
	}
	if d < 0 || d > 100 {
		rt.RangeError("toExponential() argument must be between 0 and 100")
		return Undefined
	}
	digits := int(d)
	if c.Arg(0).IsUndefined() {
		digits = -1
	}
	var b [128]byte
	return rt.newLatin1(num.AppendExponential(b[:0], x, digits))
}

func numberToPrecision(c *Call) Value {
	rt := c.Rt
	x, ok := c.thisNumber("Number.prototype.toPrecision")
	if !ok {
		return Undefined
	}
	if c.Arg(0).IsUndefined() {
		return rt.numberString(Number(x))
	}
	p, ok := rt.ToIntegerOrInfinity(c.Arg(0))
	if !ok {
		return Undefined
	}
	if math.IsInf(x, 0) || x != x {
		return rt.numberString(Number(x))
	}
	if p < 1 || p > 100 {
		rt.RangeError("toPrecision() argument must be between 1 and 100")
		return Undefined
	}
	var b [128]byte
	return rt.newLatin1(num.AppendPrecision(b[:0], x, int(p)))
}

func isIntegral(f float64) bool { return f == math.Trunc(f) && !math.IsInf(f, 0) }

func numberIsFinite(c *Call) Value {
	v := c.Arg(0)
	return Bool(v.IsNumber() && v.Num()-v.Num() == 0)
}

func numberIsInteger(c *Call) Value {
	v := c.Arg(0)
	return Bool(v.IsNumber() && isIntegral(v.Num()))
}

func numberIsNaN(c *Call) Value { return Bool(c.Arg(0) == NaN) }

func numberIsSafeInteger(c *Call) Value {
	v := c.Arg(0)
	return Bool(v.IsNumber() && isIntegral(v.Num()) && math.Abs(v.Num()) <= 1<<53-1)
}

func globalIsFinite(c *Call) Value {
	f, _ := c.Rt.ToNumber(c.Arg(0))
	return Bool(f-f == 0)
}

func globalIsNaN(c *Call) Value {
	f, _ := c.Rt.ToNumber(c.Arg(0))
	return Bool(f != f)
}

func globalParseFloat(c *Call) Value {
	if v := c.Arg(0); v.IsInt() {
		return v
	}
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	if s := c.Rt.Str(v); s.W != nil {
		return Number(num.ParseFloat(s.W))
	} else {
		return Number(num.ParseFloat(s.L))
	}
}

func globalParseInt(c *Call) Value {
	if v := c.Arg(0); v.IsInt() && c.NArgs() == 1 {
		return v
	}
	v, ok := c.Rt.ToString(c.Arg(0))
	if !ok {
		return Undefined
	}
	radix, ok := c.Rt.ToInt32(c.Arg(1))
	if !ok {
		return Undefined
	}
	if s := c.Rt.Str(v); s.W != nil {
		return Number(num.ParseInt(s.W, radix))
	} else {
		return Number(num.ParseInt(s.L, radix))
	}
}

// --- Boolean

func booleanConstructor(c *Call) Value {
	return c.wrap(Bool(c.Rt.ToBoolean(c.Arg(0))), KindBooleanObj, BooleanPrototype)
}

func booleanToString(c *Call) Value {
	v, ok := c.thisPrimitive(Value.IsBool, KindBooleanObj, "Boolean.prototype.toString", "Boolean")
	if !ok {
		return Undefined
	}
	return c.Rt.primitiveString(v)
}

func booleanValueOf(c *Call) Value {
	v, _ := c.thisPrimitive(Value.IsBool, KindBooleanObj, "Boolean.prototype.valueOf", "Boolean")
	return v
}

// symbolText is SymbolDescriptiveString.
func (rt *Runtime) symbolText(v Value) Value {
	b := rt.builder()
	b.WriteASCII("Symbol(")
	if d := rt.SymbolDescription(v); d.IsString() {
		b.WriteStr(rt.Str(d))
	}
	b.WriteUnit(')')
	r, _ := b.Value(rt)
	return r
}

// --- BigInt

// https://tc39.es/ecma262/#sec-bigint-constructor-number-value
func bigintConstructor(c *Call) Value {
	rt := c.Rt
	if !c.NewTarget.IsUndefined() {
		rt.TypeError("BigInt is not a constructor")
		return Undefined
	}
	p, ok := rt.ToPrimitive(c.Arg(0), HintNumber)
	if !ok {
		return Undefined
	}
	if p.IsNumber() {
		x := num.BigFromFloat(p.Num())
		if x == nil {
			rt.RangeError("The number %s cannot be converted to a BigInt because it is not an integer", num.NumberString(p.Num()))
			return Undefined
		}
		v, _ := rt.NewBigInt(x)
		return v
	}
	v, _ := rt.ToBigInt(p)
	return v
}

func bigintAs(c *Call, f func(uint64, *big.Int) *big.Int) Value {
	rt := c.Rt
	bits, ok := rt.ToIndex(c.Arg(0), "Invalid value: not (convertible to) a safe integer")
	if !ok {
		return Undefined
	}
	v, ok := rt.ToBigInt(c.Arg(1))
	if !ok {
		return Undefined
	}
	x := f(uint64(bits), rt.BigInt(v))
	if x == nil {
		rt.RangeError("Maximum BigInt size exceeded")
		return Undefined
	}
	r, _ := rt.NewBigInt(x)
	return r
}

func bigintAsIntN(c *Call) Value  { return bigintAs(c, num.AsIntN) }
func bigintAsUintN(c *Call) Value { return bigintAs(c, num.AsUintN) }

func bigintToString(c *Call) Value {
	rt := c.Rt
	v, ok := c.thisPrimitive(Value.IsBigInt, KindBigIntObj, "BigInt.prototype.toString", "BigInt")
	if !ok {
		return Undefined
	}
	radix := 10.0
	if a := c.Arg(0); !a.IsUndefined() {
		if radix, ok = rt.ToIntegerOrInfinity(a); !ok {
			return Undefined
		}
	}
	if radix < 2 || radix > 36 {
		rt.RangeError("toString() radix argument must be between 2 and 36")
		return Undefined
	}
	return rt.NewASCII(rt.BigInt(v).Text(int(radix)))
}

func bigintToLocaleString(c *Call) Value {
	v, ok := c.thisPrimitive(Value.IsBigInt, KindBigIntObj, "BigInt.prototype.toLocaleString", "BigInt")
	if !ok {
		return Undefined
	}
	s := c.Rt.BigInt(v).String()
	var out []byte
	for i := range len(s) {
		if i > 0 && s[i-1] != '-' && (len(s)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, s[i])
	}
	return c.Rt.newLatin1(out)
}

func bigintValueOf(c *Call) Value {
	v, _ := c.thisPrimitive(Value.IsBigInt, KindBigIntObj, "BigInt.prototype.valueOf", "BigInt")
	return v
}
