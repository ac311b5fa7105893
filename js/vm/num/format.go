package num

import (
	"math"
	"math/bits"
	"strconv"
)

// AppendNumber appends Number::toString(f) in radix 10: the shortest digits that read back as f.
//
// https://tc39.es/ecma262/#sec-numeric-types-number-tostring
func AppendNumber(dst []byte, f float64) []byte {
	switch {
	case f != f:
		return append(dst, "NaN"...)
	case f == 0:
		return append(dst, '0')
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	if i := int64(f); float64(i) == f && i > -1<<53 && i < 1<<53 {
		return strconv.AppendInt(dst, i, 10)
	}
	var tmp [32]byte
	e := strconv.AppendFloat(tmp[:0], f, 'e', -1, 64)
	neg, digits, exp := splitExponent(e)
	if neg {
		dst = append(dst, '-')
	}
	k, n := len(digits), exp+1
	switch {
	case k <= n && n <= 21:
		dst = append(dst, digits...)
		return appendZeros(dst, n-k)
	case 0 < n && n <= 21:
		dst = append(dst, digits[:n]...)
		dst = append(dst, '.')
		return append(dst, digits[n:]...)
	case -6 < n && n <= 0:
		dst = append(dst, '0', '.')
		dst = appendZeros(dst, -n)
		return append(dst, digits...)
	}
	return appendExponential(dst, digits, exp)
}

// NumberString is AppendNumber as a string.
func NumberString(f float64) string {
	var tmp [32]byte
	return string(AppendNumber(tmp[:0], f))
}

// splitExponent takes Go's d.ddde±xx apart. The digits lose their point, in place.
func splitExponent(e []byte) (neg bool, digits []byte, exp int) {
	if e[0] == '-' {
		neg, e = true, e[1:]
	}
	i := len(e) - 1
	for e[i] != 'e' {
		i--
	}
	for _, c := range e[i+2:] {
		exp = exp*10 + int(c-'0')
	}
	if e[i+1] == '-' {
		exp = -exp
	}
	digits = e[:i]
	if len(digits) > 1 {
		digits[1] = digits[0]
		digits = digits[1:]
	}
	return neg, digits, exp
}

func appendZeros(dst []byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, '0')
	}
	return dst
}

func appendExponential(dst, digits []byte, exp int) []byte {
	dst = append(dst, digits[0])
	if len(digits) > 1 {
		dst = append(dst, '.')
		dst = append(dst, digits[1:]...)
	}
	dst = append(dst, 'e')
	if exp < 0 {
		dst = append(dst, '-')
		exp = -exp
	} else {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}

// lowestBit gives f = m * 2^q with m odd. f is finite and not zero.
func lowestBit(f float64) (m uint64, q int) {
	b := math.Float64bits(f)
	m = b & (1<<52 - 1)
	q = int(b>>52&0x7ff) - 1075
	if q == -1075 {
		q = -1074
	} else {
		m |= 1 << 52
	}
	z := bits.TrailingZeros64(m)
	return m >> z, q + z
}

// halfway says whether f lies exactly between two multiples of 10^k, where ECMAScript rounds up and strconv rounds to even.
// f = m*2^q is an odd multiple of 10^k/2 = 5^k * 2^(k-1) exactly when q = k-1 and, for positive k, 5^k divides m.
func halfway(f float64, k int) bool {
	m, q := lowestBit(f)
	if q != k-1 {
		return false
	}
	for ; k > 0; k-- {
		if m%5 != 0 {
			return false
		}
		m /= 5
	}
	return true
}

// AppendFixed appends Number.prototype.toFixed: f with the given count of fraction digits (0 to 100).
//
// https://tc39.es/ecma262/#sec-number.prototype.tofixed
func AppendFixed(dst []byte, f float64, digits int) []byte {
	if f != f || math.Abs(f) >= 1e21 {
		return AppendNumber(dst, f)
	}
	if f < 0 {
		dst = append(dst, '-')
		f = -f
	} else if f == 0 {
		f = 0
	}
	if f != 0 && halfway(f, -digits) {
		f = math.Nextafter(f, math.Inf(1))
	}
	return strconv.AppendFloat(dst, f, 'f', digits, 64)
}

// roundedDigits gives the count most significant digits of a positive f, ties away from zero, and the decimal exponent of the first.
func roundedDigits(tmp []byte, f float64, count int) (digits []byte, exp int) {
	_, exp = decimalExponent(f)
	if halfway(f, exp-count+1) {
		f = math.Nextafter(f, math.Inf(1))
	}
	_, digits, exp = splitExponent(strconv.AppendFloat(tmp, f, 'e', count-1, 64))
	return digits, exp
}

func decimalExponent(f float64) (digits, exp int) {
	var tmp [32]byte
	_, d, exp := splitExponent(strconv.AppendFloat(tmp[:0], f, 'e', -1, 64))
	return len(d), exp
}

// AppendExponential appends Number.prototype.toExponential: digits is the count of fraction digits (0 to 100), or -1 for as many as needed.
//
// https://tc39.es/ecma262/#sec-number.prototype.toexponential
func AppendExponential(dst []byte, f float64, digits int) []byte {
	if f != f || math.IsInf(f, 0) {
		return AppendNumber(dst, f)
	}
	if f < 0 {
		dst = append(dst, '-')
		f = -f
	}
	var tmp [128]byte
	if f == 0 {
		return appendExponential(dst, appendZeros(tmp[:0], max(digits, 0)+1), 0)
	}
	if digits < 0 {
		_, d, exp := splitExponent(strconv.AppendFloat(tmp[:0], f, 'e', -1, 64))
		return appendExponential(dst, d, exp)
	}
	d, exp := roundedDigits(tmp[:0], f, digits+1)
	return appendExponential(dst, d, exp)
}

// AppendPrecision appends Number.prototype.toPrecision with p significant digits (1 to 100).
//
// https://tc39.es/ecma262/#sec-number.prototype.toprecision
func AppendPrecision(dst []byte, f float64, p int) []byte {
	if f != f || math.IsInf(f, 0) {
		return AppendNumber(dst, f)
	}
	if f < 0 {
		dst = append(dst, '-')
		f = -f
	}
	var tmp [128]byte
	var d []byte
	e := 0
	if f == 0 {
		d = appendZeros(tmp[:0], p)
	} else {
		d, e = roundedDigits(tmp[:0], f, p)
		if e < -6 || e >= p {
			return appendExponential(dst, d, e)
		}
	}
	switch {
	case e == p-1:
		return append(dst, d...)
	case e >= 0:
		dst = append(dst, d[:e+1]...)
		dst = append(dst, '.')
		return append(dst, d[e+1:]...)
	}
	dst = append(dst, '0', '.')
	dst = appendZeros(dst, -(e + 1))
	return append(dst, d...)
}

const radixDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// AppendRadix appends Number::toString(f, radix), radix 2 to 36. For radixes other than 10 the fraction has as many digits as
// tell f from its neighbours, the last one rounded, which is what other engines print.
func AppendRadix(dst []byte, f float64, radix int) []byte {
	if radix == 10 || f != f || f == 0 || math.IsInf(f, 0) {
		return AppendNumber(dst, f)
	}
	if f < 0 {
		dst = append(dst, '-')
		f = -f
	}
	whole := math.Floor(f)
	frac := f - whole
	if frac == 0 && whole < 1<<53 {
		return strconv.AppendUint(dst, uint64(whole), radix)
	}
	r := float64(radix)
	// Half the gap to the next double: digits below it say nothing.
	gap := max(0.5*(math.Nextafter(f, math.Inf(1))-f), math.SmallestNonzeroFloat64)
	var fbuf [1100]byte
	nf := 0
	for frac >= gap {
		frac *= r
		gap *= r
		d := int(frac)
		fbuf[nf] = byte(d)
		nf++
		frac -= float64(d)
		if (frac > 0.5 || frac == 0.5 && d&1 == 1) && frac+gap > 1 {
			// Round up, carrying.
			for nf > 0 && int(fbuf[nf-1]) == radix-1 {
				nf--
			}
			if nf == 0 {
				whole++
			} else {
				fbuf[nf-1]++
			}
			break
		}
	}
	var ibuf [1100]byte
	ni := len(ibuf)
	// Digits that are worth less than half the gap to the next double are not known: zeros.
	for whole >= 1<<53 {
		if _, e := math.Frexp(whole); e-54 < 6 && 1<<max(e-54, 0) < radix {
			break
		}
		whole /= r
		ni--
		ibuf[ni] = '0'
	}
	for {
		rem := math.Mod(whole, r)
		ni--
		ibuf[ni] = radixDigits[int(rem)]
		whole = (whole - rem) / r
		if whole <= 0 {
			break
		}
	}
	dst = append(dst, ibuf[ni:]...)
	if nf > 0 {
		dst = append(dst, '.')
		for _, d := range fbuf[:nf] {
			dst = append(dst, radixDigits[d])
		}
	}
	return dst
}
