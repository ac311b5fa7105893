package num

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"unsafe"
)

// Units is text as the engine keeps it: Latin-1 bytes or UTF-16 units.
type Units interface{ ~[]byte | ~[]uint16 }

// IsSpace says whether a code unit is WhiteSpace or LineTerminator.
func IsSpace(c uint16) bool {
	switch {
	case c < 0x80:
		return c == ' ' || c >= 9 && c <= 13
	case c == 0xa0, c == 0xfeff, c == 0x1680, c == 0x2028, c == 0x2029, c == 0x202f, c == 0x205f, c == 0x3000:
		return true
	}
	return c >= 0x2000 && c <= 0x200a
}

// TrimRange gives the part of s without leading (and, with end, trailing) white space.
func TrimRange[T byte | uint16](s []T, start, end bool) (from, to int) {
	to = len(s)
	if start {
		for from < to && IsSpace(uint16(s[from])) {
			from++
		}
	}
	if end {
		for to > from && IsSpace(uint16(s[to-1])) {
			to--
		}
	}
	return from, to
}

// decimalLen gives the length of the longest StrDecimalLiteral (without Infinity) at the start of s, 0 for none.
func decimalLen[T byte | uint16](s []T) int {
	i, n := 0, len(s)
	if i < n && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := 0
	for i < n && s[i]-'0' < 10 {
		i++
		digits++
	}
	if i < n && s[i] == '.' {
		j := i + 1
		for j < n && s[j]-'0' < 10 {
			j++
			digits++
		}
		if digits > 0 {
			i = j
		}
	}
	if digits == 0 {
		return 0
	}
	if i < n && s[i]|0x20 == 'e' {
		j := i + 1
		if j < n && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < n && s[j]-'0' < 10 {
			for j < n && s[j]-'0' < 10 {
				j++
			}
			i = j
		}
	}
	return i
}

// decimal reads a literal that decimalLen has measured.
func decimal[T byte | uint16](s []T) float64 {
	if len(s) <= 15 {
		// Small integers, by far the most frequent.
		var v int64
		for i, c := range s {
			if c-'0' >= 10 {
				break
			}
			v = v*10 + int64(c-'0')
			if i == len(s)-1 {
				return float64(v)
			}
		}
	}
	var tmp [64]byte
	b := tmp[:0]
	for _, c := range s {
		b = append(b, byte(c))
	}
	f, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(b), len(b)), 64) // out of range gives ±Inf or 0, as wanted
	return f
}

func infinityLen[T byte | uint16](s []T) (int, float64) {
	const word = "Infinity"
	i, sign := 0, 1
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		i = 1
	}
	if len(s)-i < len(word) {
		return 0, 0
	}
	for j := range len(word) {
		if s[i+j] != T(word[j]) {
			return 0, 0
		}
	}
	return i + len(word), math.Inf(sign)
}

// StringToNumber is the conversion of ToNumber for strings.
//
// https://tc39.es/ecma262/#sec-stringtonumber
func StringToNumber[T byte | uint16](s []T) float64 {
	from, to := TrimRange(s, true, true)
	s = s[from:to]
	if len(s) == 0 {
		return 0
	}
	if len(s) > 2 && s[0] == '0' {
		radix := 0
		switch s[1] | 0x20 {
		case 'x':
			radix = 16
		case 'o':
			radix = 8
		case 'b':
			radix = 2
		}
		if radix != 0 {
			if n := radixLen(s[2:], radix); n != len(s)-2 {
				return math.NaN()
			}
			return radixValue(s[2:], radix)
		}
	}
	if n := decimalLen(s); n == len(s) {
		return decimal(s)
	}
	if n, f := infinityLen(s); n == len(s) {
		return f
	}
	return math.NaN()
}

// ParseFloat is the global function of that name.
//
// https://tc39.es/ecma262/#sec-parsefloat-string
func ParseFloat[T byte | uint16](s []T) float64 {
	from, _ := TrimRange(s, true, false)
	s = s[from:]
	if n := decimalLen(s); n > 0 {
		return decimal(s[:n])
	}
	if n, f := infinityLen(s); n > 0 {
		return f
	}
	return math.NaN()
}

// ParseInt is the global function of that name; radix is as given, after ToInt32.
//
// https://tc39.es/ecma262/#sec-parseint-string-radix
func ParseInt[T byte | uint16](s []T, radix int32) float64 {
	from, _ := TrimRange(s, true, false)
	s = s[from:]
	neg := false
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	strip := radix == 0 || radix == 16
	if radix == 0 {
		radix = 10
	} else if radix < 2 || radix > 36 {
		return math.NaN()
	}
	if strip && len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
		radix = 16
	}
	n := radixLen(s, int(radix))
	if n == 0 {
		return math.NaN()
	}
	f := radixValue(s[:n], int(radix))
	if neg {
		f = -f
	}
	return f
}

func digitValue[T byte | uint16](c T) int {
	switch {
	case c-'0' < 10:
		return int(c - '0')
	case c >= 0x80:
		return 99
	case c|0x20-'a' < 26:
		return int(c|0x20-'a') + 10
	}
	return 99
}

func radixLen[T byte | uint16](s []T, radix int) int {
	i := 0
	for i < len(s) && digitValue(s[i]) < radix {
		i++
	}
	return i
}

// radixValue reads digits that are all valid, rounded to nearest, ties to even, in every radix.
func radixValue[T byte | uint16](s []T, radix int) float64 {
	for len(s) > 0 && s[0] == '0' {
		s = s[1:]
	}
	if len(s) <= 10 {
		var v uint64
		for _, c := range s {
			v = v*uint64(radix) + uint64(digitValue(c))
		}
		return float64(v)
	}
	if radix == 10 {
		return decimal(s)
	}
	if radix&(radix-1) == 0 {
		return powerOfTwoRadix(s, radix)
	}
	if float64(len(s))*math.Log2(float64(radix)) > 1100 {
		return math.Inf(1)
	}
	b := make([]byte, len(s))
	for i, c := range s {
		b[i] = byte(c)
	}
	v, _ := new(big.Int).SetString(string(b), radix)
	f, _ := new(big.Float).SetInt(v).Float64()
	return f
}

func powerOfTwoRadix[T byte | uint16](s []T, radix int) float64 {
	shift := uint(0)
	for 1<<shift < radix {
		shift++
	}
	var m uint64 // the leading bits, kept below 2^58, and whether anything but zeros follows
	exp, sticky := 0, false
	for _, c := range s {
		d := uint64(digitValue(c))
		if m < 1<<53 {
			m = m<<shift | d
			continue
		}
		exp += int(shift)
		sticky = sticky || d != 0
	}
	m <<= 1
	if sticky {
		m |= 1
	}
	// m has at most 60 bits; its conversion rounds once, the sticky bit decides ties.
	return math.Ldexp(float64(m), exp-1)
}

// StringToBigInt gives nil where s is no StringIntegerLiteral.
//
// https://tc39.es/ecma262/#sec-stringtobigint
func StringToBigInt[T byte | uint16](s []T) *big.Int {
	from, to := TrimRange(s, true, true)
	s = s[from:to]
	if len(s) == 0 {
		return new(big.Int)
	}
	radix, neg := 10, false
	switch {
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x':
		radix, s = 16, s[2:]
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'o':
		radix, s = 8, s[2:]
	case len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'b':
		radix, s = 2, s[2:]
	case s[0] == '+' || s[0] == '-':
		neg, s = s[0] == '-', s[1:]
	}
	if len(s) == 0 || radixLen(s, radix) != len(s) {
		return nil
	}
	return ParseBigDigits(s, radix, neg)
}

// ParseBigDigits reads digits that are all valid in radix. An integer far beyond MaxBigIntBits comes out as another beyond it.
func ParseBigDigits[T byte | uint16](s []T, radix int, neg bool) *big.Int {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	if len(s) > MaxBigIntBits+1 || len(s)*(bits.Len(uint(radix))-1) > MaxBigIntBits+64 {
		x := new(big.Int).Lsh(big.NewInt(1), MaxBigIntBits+1)
		if neg {
			x.Neg(x)
		}
		return x
	}
	b := make([]byte, 0, len(s)+1)
	if neg {
		b = append(b, '-')
	}
	for _, c := range s {
		b = append(b, byte(c))
	}
	v, ok := new(big.Int).SetString(unsafe.String(unsafe.SliceData(b), len(b)), radix)
	if !ok {
		return nil
	}
	return v
}
