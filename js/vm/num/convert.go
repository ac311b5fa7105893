package num

import "math"

// ToInt32 is the modular conversion of |0.
//
// https://tc39.es/ecma262/#sec-toint32
func ToInt32(f float64) int32 {
	if i := int32(f); float64(i) == f {
		return i
	}
	return int32(ToInt64(f))
}

// ToInt64 truncates f and takes it modulo 2^64; NaN and infinities give 0.
func ToInt64(f float64) int64 {
	if f > -(1<<63) && f < 1<<63 {
		return int64(f)
	}
	b := math.Float64bits(f)
	e := int(b>>52&0x7ff) - 1075
	if e == 972 || e > 63 { // Inf, NaN, or a multiple of 2^64
		return 0
	}
	// |f| >= 2^63, so e >= 11.
	m := (b&(1<<52-1) | 1<<52) << uint(e)
	if b>>63 != 0 {
		m = -m
	}
	return int64(m)
}

// ToIntegerOrInfinity truncates; NaN and -0 give 0.
func ToIntegerOrInfinity(f float64) float64 {
	if f != f {
		return 0
	}
	return math.Trunc(f) + 0
}

// ToUint8Clamp rounds to the nearest byte, ties to even.
//
// https://tc39.es/ecma262/#sec-touint8clamp
func ToUint8Clamp(f float64) uint8 {
	switch {
	case !(f > 0):
		return 0
	case f >= 255:
		return 255
	}
	return uint8(math.RoundToEven(f))
}

// Float16Bits rounds f to the nearest half-precision number, ties to even.
func Float16Bits(f float64) uint16 {
	b := math.Float64bits(f)
	sign := uint16(b >> 48 & 0x8000)
	if f != f {
		return 0x7e00
	}
	a := math.Abs(f)
	switch {
	case a >= 65520: // halfway between the largest and the next power of two
		return sign | 0x7c00
	case a < 0x1p-14: // subnormal: multiples of 2^-24
		return sign | uint16(math.RoundToEven(a*0x1p24))
	}
	exp := int(b>>52&0x7ff) - 1023
	m := b & (1<<52 - 1)
	v := uint64(exp+15)<<10 | m>>42
	rest := m & (1<<42 - 1)
	if rest > 1<<41 || rest == 1<<41 && v&1 == 1 {
		v++
	}
	return sign | uint16(v)
}

// Float16 is the number whose half-precision bits are given.
func Float16(bits uint16) float64 {
	exp := int(bits >> 10 & 0x1f)
	m := float64(bits & 0x3ff)
	var f float64
	switch exp {
	case 0:
		f = m * 0x1p-24
	case 31:
		if m != 0 {
			return math.NaN()
		}
		f = math.Inf(1)
	default:
		f = math.Ldexp(1024+m, exp-25)
	}
	if bits&0x8000 != 0 {
		f = -f
	}
	return f
}
