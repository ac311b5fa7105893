package num

import (
	"math"
	"math/big"
)

// MaxBigIntBits is the length beyond which a BigInt is refused with a RangeError: that of SpiderMonkey and JavaScriptCore. V8 goes
// to 1<<30, but an operation on such numbers takes minutes, and math/big cannot be interrupted.
const MaxBigIntBits = 1 << 20

// AsUintN is v modulo 2^bits. bits is at most 2^53-1. A result that would have more than MaxBigIntBits bits gives nil.
func AsUintN(bits uint64, v *big.Int) *big.Int {
	if bits == 0 {
		return new(big.Int)
	}
	if v.Sign() >= 0 && uint64(v.BitLen()) <= bits {
		return v
	}
	if bits > MaxBigIntBits {
		return nil
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	mask.Sub(mask, big.NewInt(1))
	return mask.And(v, mask)
}

// AsIntN is v wrapped to a signed integer of that many bits.
func AsIntN(bits uint64, v *big.Int) *big.Int {
	if bits == 0 {
		return new(big.Int)
	}
	if uint64(v.BitLen()) < bits {
		return v
	}
	// Here bits <= v.BitLen(), so it is small.
	r := AsUintN(bits, v)
	if r.Bit(int(bits-1)) == 1 {
		r = new(big.Int).Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return r
}

// ShiftLeft is x << y; nil where the result would be too large.
func ShiftLeft(x, y *big.Int) *big.Int {
	if y.Sign() < 0 {
		return ShiftRight(x, new(big.Int).Neg(y))
	}
	if x.Sign() == 0 {
		return x
	}
	if !y.IsUint64() || y.Uint64()+uint64(x.BitLen()) > MaxBigIntBits {
		return nil
	}
	return new(big.Int).Lsh(x, uint(y.Uint64()))
}

// ShiftRight is x >> y, rounding towards -∞; nil where the result would be too large.
func ShiftRight(x, y *big.Int) *big.Int {
	if y.Sign() < 0 {
		return ShiftLeft(x, new(big.Int).Neg(y))
	}
	if !y.IsUint64() || y.Uint64() > uint64(x.BitLen()) {
		if x.Sign() < 0 {
			return big.NewInt(-1)
		}
		return new(big.Int)
	}
	return new(big.Int).Rsh(x, uint(y.Uint64()))
}

// PowBig is x ** y for y >= 0; nil where the result would be too large.
func PowBig(x, y *big.Int) *big.Int {
	if y.Sign() == 0 {
		return big.NewInt(1)
	}
	switch {
	case x.Sign() == 0:
		return x
	case x.BitLen() == 1:
		if x.Sign() < 0 && y.Bit(0) == 0 {
			return big.NewInt(1)
		}
		return x
	}
	if !y.IsUint64() || y.Uint64() > MaxBigIntBits || uint64(x.BitLen()-1)*y.Uint64() > MaxBigIntBits {
		return nil
	}
	return new(big.Int).Exp(x, y, nil)
}

// BigFromFloat is the BigInt of an integral number; nil for others.
func BigFromFloat(f float64) *big.Int {
	if f != f || math.IsInf(f, 0) || f != math.Trunc(f) {
		return nil
	}
	if f > -(1<<63) && f < 1<<63 {
		return big.NewInt(int64(f))
	}
	v, _ := new(big.Float).SetFloat64(f).Int(nil)
	return v
}

// BigToFloat rounds v to the nearest number, ties to even.
func BigToFloat(v *big.Int) float64 {
	if v.IsInt64() {
		return float64(v.Int64())
	}
	f, _ := v.Float64()
	return f
}

// CompareBigFloat compares v with f, which is not NaN: -1, 0 or +1.
func CompareBigFloat(v *big.Int, f float64) int {
	if math.IsInf(f, 0) {
		if f > 0 {
			return -1
		}
		return 1
	}
	t := math.Trunc(f)
	if c := v.Cmp(BigFromFloat(t)); c != 0 {
		return c
	}
	switch {
	case f > t:
		return -1
	case f < t:
		return 1
	}
	return 0
}

// BigToInt64 is v modulo 2^64.
func BigToInt64(v *big.Int) int64 {
	if v.IsInt64() {
		return v.Int64()
	}
	var u uint64
	words := v.Bits()
	if len(words) > 0 {
		u = uint64(words[0])
		if big32 := ^uint(0)>>32 == 0; big32 && len(words) > 1 {
			u |= uint64(words[1]) << 32
		}
	}
	if v.Sign() < 0 {
		u = -u
	}
	return int64(u)
}
