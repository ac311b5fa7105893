package num

import (
	"math"
	"math/big"
)

// Pow is Number::exponentiate: as math.Pow but NaN for a base of ±1 with an infinite or NaN exponent.
//
// https://tc39.es/ecma262/#sec-numeric-types-number-exponentiate
func Pow(x, y float64) float64 {
	if y != y || (x == 1 || x == -1) && math.IsInf(y, 0) {
		return math.NaN()
	}
	if y == 2 {
		return x * x
	}
	if y == 0.5 && x >= 0 && !math.IsInf(x, 0) {
		return math.Sqrt(x + 0)
	}
	if x == 10 && y == math.Trunc(y) && y > -324 && y < 309 {
		return math.Pow10(int(y))
	}
	return math.Pow(x, y)
}

// Round is Math.round: to the nearest integer, ties towards +∞, the sign of zero kept.
func Round(f float64) float64 {
	if f == 0 || math.Abs(f) >= 1<<52 || f != f {
		return f
	}
	r := math.Floor(f)
	if f-r >= 0.5 {
		r++
	}
	return math.Copysign(r, f)
}

// Hypot is Math.hypot of numbers.
func Hypot(v []float64) float64 {
	largest, nan := 0.0, false
	for _, x := range v {
		a := math.Abs(x)
		if math.IsInf(a, 0) {
			return a
		}
		if a != a {
			nan = true
		}
		largest = max(largest, a)
	}
	if nan {
		return math.NaN()
	}
	if largest == 0 {
		return 0
	}
	sum, comp := 0.0, 0.0 // compensated
	for _, x := range v {
		n := x / largest
		y := n*n - comp
		t := sum + y
		comp = (t - sum) - y
		sum = t
	}
	return math.Sqrt(sum) * largest
}

// A Sum adds numbers exactly, for Math.sumPrecise. The zero Sum is the sum of nothing, -0.
type Sum struct {
	acc              big.Int // in units of 2^-1074
	tmp              big.Int
	some             bool // a value other than -0 was added
	nan, plus, minus bool
}

// Add adds one number.
func (s *Sum) Add(f float64) {
	switch {
	case f != f:
		s.nan = true
		return
	case math.IsInf(f, 1):
		s.plus = true
		return
	case math.IsInf(f, -1):
		s.minus = true
		return
	case f == 0:
		s.some = s.some || !math.Signbit(f)
		return
	}
	s.some = true
	m, q := lowestBit(f)
	s.tmp.SetUint64(m)
	s.tmp.Lsh(&s.tmp, uint(q+1074))
	if f < 0 {
		s.acc.Sub(&s.acc, &s.tmp)
	} else {
		s.acc.Add(&s.acc, &s.tmp)
	}
}

// Value is the sum, rounded once.
func (s *Sum) Value() float64 {
	switch {
	case s.nan || s.plus && s.minus:
		return math.NaN()
	case s.plus:
		return math.Inf(1)
	case s.minus:
		return math.Inf(-1)
	case !s.some:
		return math.Copysign(0, -1)
	}
	f := new(big.Float).SetInt(&s.acc)
	f.SetMantExp(f, -1074)
	v, _ := f.Float64()
	return v + 0
}
