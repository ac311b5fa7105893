package vm

import (
	"math"
	"math/bits"

	"github.com/niso-engine/niso/js/vm/num"
)

// https://tc39.es/ecma262/#sec-math-object

// math1 is a function of one number.
func math1(f func(float64) float64) NativeFunc {
	return func(c *Call) Value {
		x, ok := c.Rt.ToNumber(c.Arg(0))
		if !ok {
			return Undefined
		}
		return Number(f(x))
	}
}

func math2(f func(x, y float64) float64) NativeFunc {
	return func(c *Call) Value {
		x, ok := c.Rt.ToNumber(c.Arg(0))
		if !ok {
			return Undefined
		}
		y, ok := c.Rt.ToNumber(c.Arg(1))
		if !ok {
			return Undefined
		}
		return Number(f(x, y))
	}
}

func mathAbs(c *Call) Value {
	if v := c.Arg(0); v.IsInt() && v.Int32() >= 0 {
		return v
	}
	return math1(math.Abs)(c)
}

func mathFloor(c *Call) Value {
	v := c.Arg(0)
	if v.IsInt() {
		return v
	}
	if v.IsDouble() {
		return Number(math.Floor(v.Num()))
	}
	return math1(math.Floor)(c)
}

func mathAtan2(y, x float64) float64 { return math.Atan2(y, x) }

func mathClz32(c *Call) Value {
	x, ok := c.Rt.ToNumber(c.Arg(0))
	if !ok {
		return Undefined
	}
	return Int(int32(bits.LeadingZeros32(uint32(num.ToInt32(x)))))
}

func mathImul(c *Call) Value {
	x, ok := c.Rt.ToNumber(c.Arg(0))
	if !ok {
		return Undefined
	}
	y, ok := c.Rt.ToNumber(c.Arg(1))
	if !ok {
		return Undefined
	}
	return Int(num.ToInt32(x) * num.ToInt32(y))
}

func mathSign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

func mathFround(x float64) float64 { return float64(float32(x)) }

func mathF16round(x float64) float64 { return num.Float16(num.Float16Bits(x)) }

// mathNumbers converts all arguments before it looks at any.
func mathNumbers(c *Call, buf []float64) ([]float64, bool) {
	for _, v := range c.Args() {
		x, ok := c.Rt.ToNumber(v)
		if !ok {
			return nil, false
		}
		buf = append(buf, x)
	}
	return buf, true
}

func mathMax(c *Call) Value {
	if a, b := c.Arg(0), c.Arg(1); c.NArgs() == 2 && a.IsInt() && b.IsInt() {
		return Int(max(a.Int32(), b.Int32()))
	}
	var buf [8]float64
	l, ok := mathNumbers(c, buf[:0])
	if !ok {
		return Undefined
	}
	r := math.Inf(-1)
	for _, x := range l {
		if x != x {
			return NaN
		}
		r = math.Max(r, x)
	}
	return Number(r)
}

func mathMin(c *Call) Value {
	if a, b := c.Arg(0), c.Arg(1); c.NArgs() == 2 && a.IsInt() && b.IsInt() {
		return Int(min(a.Int32(), b.Int32()))
	}
	var buf [8]float64
	l, ok := mathNumbers(c, buf[:0])
	if !ok {
		return Undefined
	}
	r := math.Inf(1)
	for _, x := range l {
		if x != x {
			return NaN
		}
		r = math.Min(r, x)
	}
	return Number(r)
}

func mathHypot(c *Call) Value {
	var buf [8]float64
	l, ok := mathNumbers(c, buf[:0])
	if !ok {
		return Undefined
	}
	return Number(num.Hypot(l))
}

func mathRandom(c *Call) Value { return Number(c.Rt.random()) }

// https://tc39.es/ecma262/#sec-math.sumprecise
func mathSumPrecise(c *Call) Value {
	var sum num.Sum
	if c.Arg(0).IsNullish() {
		c.Rt.TypeError("%s is not iterable", c.Rt.brief(c.Arg(0)))
		return Undefined
	}
	n := 0
	if !c.Rt.Iterate(c.Arg(0), func(v Value) bool {
		if n++; !v.IsNumber() {
			c.Rt.TypeError("Math.sumPrecise: %s is not a number", c.Rt.brief(v))
			return false
		}
		sum.Add(v.Num())
		return true
	}) {
		return Undefined
	}
	return Number(sum.Value())
}
