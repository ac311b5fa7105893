package vm

import (
	"math"
	"math/big"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/num"
)

// arith is a binary operator other than the addition of strings.
func (rt *Runtime) arith(op code.Op, x, y Value) (Value, bool) {
	if !x.IsNumber() || !y.IsNumber() {
		var ok bool
		if x, ok = rt.ToNumeric(x); !ok {
			return Undefined, false
		}
		rt.Keep(x)
		if y, ok = rt.ToNumeric(y); !ok {
			return Undefined, false
		}
		if x.IsBigInt() || y.IsBigInt() {
			if !x.IsBigInt() || !y.IsBigInt() {
				return Undefined, rt.TypeError("Cannot mix BigInt and other types, use explicit conversions")
			}
			return rt.bigArith(op, x, y)
		}
	}
	switch op {
	case code.OpAdd:
		return Number(x.Num() + y.Num()), true
	case code.OpSub:
		return Number(x.Num() - y.Num()), true
	case code.OpMul:
		return Number(x.Num() * y.Num()), true
	case code.OpDiv:
		return Number(x.Num() / y.Num()), true
	case code.OpMod:
		return Number(floatMod(x.Num(), y.Num())), true
	case code.OpExp:
		return Number(num.Pow(x.Num(), y.Num())), true
	}
	i, j := x.int(), y.int()
	if !x.IsInt() {
		i = toInt32(x.Num())
	}
	if !y.IsInt() {
		j = toInt32(y.Num())
	}
	switch op {
	case code.OpAnd:
		return Int(i & j), true
	case code.OpOr:
		return Int(i | j), true
	case code.OpXor:
		return Int(i ^ j), true
	case code.OpShl:
		return Int(i << (uint32(j) & 31)), true
	case code.OpShr:
		return Int(i >> (uint32(j) & 31)), true
	}
	return Uint(uint32(i) >> (uint32(j) & 31)), true
}

func (rt *Runtime) negate(v Value) (Value, bool) {
	v, ok := rt.ToNumeric(v)
	if !ok {
		return Undefined, false
	}
	if v.IsBigInt() {
		x := rt.BigInt(v)
		return rt.NewBigInt(x.Neg(x))
	}
	return Number(-v.Num()), true
}

func (rt *Runtime) bitNot(v Value) (Value, bool) {
	v, ok := rt.ToNumeric(v)
	if !ok {
		return Undefined, false
	}
	if v.IsBigInt() {
		x := rt.BigInt(v)
		return rt.NewBigInt(x.Not(x))
	}
	return Int(^toInt32(v.Num())), true
}

func (rt *Runtime) bigAdd(v Value, d int64) (Value, bool) {
	x := rt.BigInt(v)
	return rt.NewBigInt(x.Add(x, big.NewInt(d)))
}

func (rt *Runtime) bigArith(op code.Op, a, b Value) (Value, bool) {
	x, y := rt.BigInt(a), rt.BigInt(b)
	z := new(big.Int)
	switch op {
	case code.OpAdd:
		z.Add(x, y)
	case code.OpSub:
		z.Sub(x, y)
	case code.OpMul:
		if x.BitLen()+y.BitLen()-1 > num.MaxBigIntBits {
			return Undefined, rt.RangeError("Maximum BigInt size exceeded")
		}
		z.Mul(x, y)
	case code.OpDiv, code.OpMod:
		if y.Sign() == 0 {
			return Undefined, rt.RangeError("Division by zero")
		}
		if op == code.OpDiv {
			z.Quo(x, y)
		} else {
			z.Rem(x, y)
		}
	case code.OpExp:
		if y.Sign() < 0 {
			return Undefined, rt.RangeError("Exponent must be non-negative")
		}
		z = num.PowBig(x, y)
	case code.OpAnd:
		z.And(x, y)
	case code.OpOr:
		z.Or(x, y)
	case code.OpXor:
		z.Xor(x, y)
	case code.OpShl:
		z = num.ShiftLeft(x, y)
	case code.OpShr:
		z = num.ShiftRight(x, y)
	default:
		return Undefined, rt.TypeError("BigInts have no unsigned right shift, use >> instead")
	}
	if z == nil {
		return Undefined, rt.RangeError("Maximum BigInt size exceeded")
	}
	return rt.NewBigInt(z)
}

// compareBig compares where one side is a BigInt and the other a primitive.
func (rt *Runtime) compareBig(how code.Op, x, y Value) (bool, bool) {
	if x.IsBigInt() && y.IsBigInt() {
		return ordered(how, rt.BigInt(x).Cmp(rt.BigInt(y))), true
	}
	swap := !x.IsBigInt()
	if swap {
		x, y = y, x
	}
	c := 0
	if y.IsString() {
		z, ok := rt.StringToBigInt(y)
		if !ok {
			return false, true
		}
		c = rt.BigInt(x).Cmp(z)
	} else {
		n, ok := rt.ToNumberValue(y)
		if !ok {
			return false, false
		}
		if math.IsNaN(n.Num()) {
			return false, true
		}
		c = num.CompareBigFloat(rt.BigInt(x), n.Num())
	}
	if swap {
		c = -c
	}
	return ordered(how, c), true
}

// parseBigLiteral is the integer of a BigInt literal's text.
func (rt *Runtime) parseBigLiteral(s string) (*big.Int, bool) {
	x := num.StringToBigInt([]byte(s))
	return x, x != nil
}
