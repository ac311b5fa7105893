//go:build niso_goja || !niso_vm

package js

import (
	"math"
	"math/big"

	"github.com/dop251/goja"
)

// Value is an ECMAScript language value. The zero Value is undefined. It is two words,
// copied freely, and not comparable with ==: use [StrictEquals] or [SameValue]. See the
// package comment for what keeps it alive.
type Value struct {
	_ [0]func() // not comparable: equal strings need not be equal words
	v goja.Value
}

// Object is a reference to an object in one word; the zero Object is none.
// Wrapper tables store it. Comparable: equal references are the same object.
type Object struct{ o *goja.Object }

var (
	// Undefined is the value undefined, the zero Value.
	Undefined Value
	// Null is the value null.
	Null = Value{v: goja.Null()}
	// True and False are the Boolean values.
	True, False = Bool(true), Bool(false)
)

// raw gives the goja value, never nil.
func (v Value) raw() goja.Value {
	if v.v == nil {
		return goja.Undefined()
	}
	return v.v
}

var noRuntime *goja.Runtime // conversions of primitives touch no runtime

var gojaTrue, gojaFalse = noRuntime.ToValue(true), noRuntime.ToValue(false)

// Bool makes a Boolean.
func Bool(b bool) Value {
	if b {
		return Value{v: gojaTrue}
	}
	return Value{v: gojaFalse}
}

// Int makes a Number from an integer. Integers beyond 2^53 are rounded.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](n T) Value {
	return Value{v: noRuntime.ToValue(int64(n))}
}

// Number makes a Number.
func Number(f float64) Value { return Value{v: noRuntime.ToValue(f)} }

// IsUndefined reports whether v is undefined.
func (v Value) IsUndefined() bool { return v.v == nil || goja.IsUndefined(v.v) }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.v != nil && goja.IsNull(v.v) }

// IsNullish reports whether v is undefined or null.
func (v Value) IsNullish() bool { return v.v == nil || goja.IsUndefined(v.v) || goja.IsNull(v.v) }

// IsBool reports whether v is a Boolean primitive.
func (v Value) IsBool() bool { return v.v == gojaTrue || v.v == gojaFalse }

// IsTrue reports whether v is the primitive true (no conversion).
func (v Value) IsTrue() bool { return v.v == gojaTrue }

// IsNumber reports whether v is a Number primitive.
func (v Value) IsNumber() bool { return v.v != nil && goja.IsNumber(v.v) && v.Kind() == KindNumber }

// IsString reports whether v is a String primitive.
func (v Value) IsString() bool {
	_, ok := v.v.(goja.String)
	return ok
}

// IsSymbol reports whether v is a Symbol primitive.
func (v Value) IsSymbol() bool {
	_, ok := v.v.(*goja.Symbol)
	return ok
}

// IsBigInt reports whether v is a BigInt primitive.
func (v Value) IsBigInt() bool { return v.Kind() == KindBigInt }

// IsObject reports whether v is an object (functions are).
func (v Value) IsObject() bool {
	_, ok := v.v.(*goja.Object)
	return ok
}

// IsCallable reports whether v is an object that can be called.
func (v Value) IsCallable() bool {
	_, ok := goja.AssertFunction(v.v)
	return ok
}

// IsConstructor reports whether v can be used with new.
func (v Value) IsConstructor() bool {
	_, ok := goja.AssertConstructor(v.v)
	return ok
}

// Num is the number of a Number primitive, NaN for all else. No script runs.
func (v Value) Num() float64 {
	if v.Kind() == KindNumber {
		return v.v.ToFloat()
	}
	return math.NaN()
}

// BigInt is the integer of a BigInt primitive, nil for all else.
func (v Value) BigInt() *big.Int {
	if v.Kind() != KindBigInt {
		return nil
	}
	n, _ := v.v.Export().(*big.Int)
	return n
}

// Object is the reference of an object value; none for a primitive.
func (v Value) Object() Object {
	o, _ := v.v.(*goja.Object)
	return Object{o}
}

// Value is the object as a value; undefined for none.
func (o Object) Value() Value {
	if o.o == nil {
		return Value{}
	}
	return Value{v: o.o}
}

// peek is Value, where the engine need not know that Go code has it.
func (o Object) peek() Value { return o.Value() }

// IsNone reports whether o refers to no object.
func (o Object) IsNone() bool { return o.o == nil }

// Truthy is ToBoolean(v). It runs no script.
func (v Value) Truthy() bool { return v.v != nil && v.v.ToBoolean() }

// StrictEquals is a === b.
func StrictEquals(a, b Value) bool { return a.raw().StrictEquals(b.raw()) }

// SameValue is Object.is(a, b).
func SameValue(a, b Value) bool { return a.raw().SameAs(b.raw()) }

// Kind is the language type of v.
func (v Value) Kind() Kind {
	switch x := v.v.(type) {
	case nil:
		return KindUndefined
	case *goja.Object:
		return KindObject
	case goja.String:
		return KindString
	case *goja.Symbol:
		return KindSymbol
	default:
		switch {
		case x == gojaTrue || x == gojaFalse:
			return KindBoolean
		case goja.IsUndefined(x):
			return KindUndefined
		case goja.IsNull(x):
			return KindNull
		case goja.IsBigInt(x):
			return KindBigInt
		}
		return KindNumber
	}
}
