package vm

import (
	"math"

	"github.com/niso-engine/niso/js/vm/heap"
)

// Value is an ECMAScript value in 8 bytes.
//
//	v >= 7<<48   the double with the bits ^v; NaN is canonical, and no int32 but -0 is stored so
//	v>>48 == 0   undefined 0, null 1, false 2, true 3, the hole 4
//	         1   an int32 in the low half
//	         2   object, 3 string, 4 symbol, 5 BigInt: a cell reference in the low half
//	         6   internal: bits 32–47 zero: a cell that is no language value; else a property that is made when it is read
//
// A number has one form, so that === of numbers other than NaN is ==. Zeroed memory is undefined.
type Value uint64

// Ref is a cell of the runtime's heap; 0 is none.
type Ref = heap.Ref

const (
	tagShift    = 48
	tagSpecial  = 0
	tagInt      = 1
	tagObject   = 2
	tagString   = 3
	tagSymbol   = 4
	tagBigInt   = 5
	tagInternal = 6

	minDouble = Value(7) << tagShift
)

const (
	Undefined Value = iota
	Null
	False
	True
	// Hole marks an uninitialized binding and a missing array element. Script never sees it.
	Hole

	// NaN is the canonical NaN.
	NaN = Value(^uint64(0x7FF8000000000000) & (1<<64 - 1))
)

var (
	// NegZero is -0.
	NegZero = Value(^(uint64(1) << 63))
	// Infinity is +∞.
	Infinity = Value(^math.Float64bits(math.Inf(1)))
)

// Int makes a Number of an int32.
func Int(i int32) Value { return Value(tagInt)<<tagShift | Value(uint32(i)) }

// Number makes a Number.
func Number(f float64) Value {
	if i := int32(f); float64(i) == f && (i != 0 || math.Float64bits(f) == 0) {
		return Int(i)
	}
	if f != f {
		return NaN
	}
	return Value(^math.Float64bits(f))
}

// Uint makes a Number of a uint32.
func Uint(i uint32) Value {
	if i <= math.MaxInt32 {
		return Int(int32(i))
	}
	return Value(^math.Float64bits(float64(i)))
}

// Int64 makes a Number of an integer, rounded beyond 2^53.
func Int64(i int64) Value {
	if i == int64(int32(i)) {
		return Int(int32(i))
	}
	return Value(^math.Float64bits(float64(i)))
}

// Bool makes a Boolean.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

func objectValue(r Ref) Value   { return Value(tagObject)<<tagShift | Value(r) }
func stringValue(r Ref) Value   { return Value(tagString)<<tagShift | Value(r) }
func symbolValue(r Ref) Value   { return Value(tagSymbol)<<tagShift | Value(r) }
func bigintValue(r Ref) Value   { return Value(tagBigInt)<<tagShift | Value(r) }
func internalValue(r Ref) Value { return Value(tagInternal)<<tagShift | Value(r) }

// ObjectValue makes the value of an object's cell; null for none.
func ObjectValue(r Ref) Value {
	if r == 0 {
		return Null
	}
	return objectValue(r)
}

func (v Value) tag() uint32 { return uint32(v >> tagShift) }

// Ref is the cell of an object, string, symbol or BigInt.
func (v Value) Ref() Ref { return Ref(v) }

// ObjectRef is the cell of an object, 0 for all else.
func (v Value) ObjectRef() Ref {
	if v.IsObject() {
		return Ref(v)
	}
	return 0
}

func (v Value) IsUndefined() bool { return v == Undefined }
func (v Value) IsNull() bool      { return v == Null }
func (v Value) IsNullish() bool   { return v <= Null }
func (v Value) IsBool() bool      { return v == True || v == False }
func (v Value) IsInt() bool       { return v>>32 == tagInt<<16 }
func (v Value) IsDouble() bool    { return v >= minDouble }
func (v Value) IsNumber() bool    { return v>>tagShift == tagInt || v >= minDouble }
func (v Value) IsObject() bool    { return v>>tagShift == tagObject }
func (v Value) IsString() bool    { return v>>tagShift == tagString }
func (v Value) IsSymbol() bool    { return v>>tagShift == tagSymbol }
func (v Value) IsBigInt() bool    { return v>>tagShift == tagBigInt }

// isCell reports whether v refers to a cell.
func (v Value) isCell() bool {
	t := v >> tagShift
	return t >= tagObject && (t < tagInternal || v>>32 == tagInternal<<16)
}

func (v Value) isInternal() bool { return v>>tagShift == tagInternal }

// isLazy reports whether v stands for a property that is made when it is first read.
func (v Value) isLazy() bool { return v>>tagShift == tagInternal && v>>32 != tagInternal<<16 }

func (v Value) int() int32 { return int32(uint32(v)) }

// Int32 is the integer of a number stored as int32 (see IsInt).
func (v Value) Int32() int32 { return int32(uint32(v)) }

func (v Value) double() float64 { return math.Float64frombits(^uint64(v)) }

// Num is the number of a Number, NaN for all else.
func (v Value) Num() float64 {
	if v.IsInt() {
		return float64(v.int())
	}
	if v >= minDouble {
		return v.double()
	}
	return math.NaN()
}

// bothInt reports whether a and b are numbers stored as int32.
func bothInt(a, b Value) bool { return (a>>32)&(b>>32) == tagInt<<16 && (a>>32)|(b>>32) == tagInt<<16 }
