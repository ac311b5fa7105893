package js

import (
	"math"
	"math/big"

	"github.com/niso-engine/niso/js/vm"
)

// Kind is a language type of ECMAScript.
type Kind uint8

const (
	KindUndefined Kind = iota
	KindNull
	KindBoolean
	KindNumber
	KindString
	KindSymbol
	KindBigInt
	KindObject
)

// TypeOf is typeof v.
func (v Value) TypeOf() string {
	switch v.Kind() {
	case KindUndefined:
		return "undefined"
	case KindBoolean:
		return "boolean"
	case KindNumber:
		return "number"
	case KindString:
		return "string"
	case KindSymbol:
		return "symbol"
	case KindBigInt:
		return "bigint"
	case KindObject:
		if v.IsCallable() {
			return "function"
		}
	}
	return "object"
}

// WellKnown names one of the well-known symbols as a property key.
type WellKnown uint8

const (
	NoSymbol WellKnown = iota
	SymIterator
	SymAsyncIterator
	SymToStringTag
	SymToPrimitive
	SymHasInstance
	SymUnscopables
	SymSpecies
	SymDispose
	wellKnownCount
)

// Value is an ECMAScript language value. The zero Value is undefined. It is two words,
// copied freely, and not comparable with ==: use [StrictEquals] or [SameValue]. See the
// package comment for what keeps it alive.
type Value struct {
	_  [0]func() // not comparable: equal strings need not be equal words
	v  vm.Value
	rt *Runtime // whose heap v's cell is in; it does not count for a value without one
}

// Object is a reference to an object in one word; the zero Object is none.
// Wrapper tables store it. Comparable: equal references are the same object.
type Object struct{ w uint64 } // number of the runtime 32 | cell 32

var (
	// Undefined is the value undefined, the zero Value.
	Undefined Value
	// Null is the value null.
	Null = Value{v: vm.Null}
	// True and False are the Boolean values.
	True, False = Bool(true), Bool(false)
)

// wrap makes the Value of a value of the heap, and keeps its cell until the running native returns or the host's turn ends.
func (rt *Runtime) wrap(v vm.Value) Value {
	rt.vm.Keep(v)
	return Value{v: v, rt: rt}
}

// val is v for the heap.
func val(v Value) vm.Value { return v.v }

// heap is the heap of v's cell; nil for a value without one and for one of a runtime that was closed.
func (v Value) heap() *vm.Runtime {
	if v.rt == nil || v.rt.closed || !v.v.HasCell() {
		return nil
	}
	return v.rt.vm
}

// Bool makes a Boolean.
func Bool(b bool) Value { return Value{v: vm.Bool(b)} }

// Int makes a Number from an integer. Integers beyond 2^53 are rounded.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](n T) Value {
	return Value{v: vm.Int64(int64(n))}
}

// Number makes a Number.
func Number(f float64) Value { return Value{v: vm.Number(f)} }

// IsUndefined reports whether v is undefined.
func (v Value) IsUndefined() bool { return v.v == vm.Undefined }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.v == vm.Null }

// IsNullish reports whether v is undefined or null.
func (v Value) IsNullish() bool { return v.v <= vm.Null }

// IsBool reports whether v is a Boolean primitive.
func (v Value) IsBool() bool { return v.v == vm.True || v.v == vm.False }

// IsTrue reports whether v is the primitive true (no conversion).
func (v Value) IsTrue() bool { return v.v == vm.True }

// IsNumber reports whether v is a Number primitive.
func (v Value) IsNumber() bool { return v.v.IsNumber() }

// IsString reports whether v is a String primitive.
func (v Value) IsString() bool { return v.v.IsString() }

// IsSymbol reports whether v is a Symbol primitive.
func (v Value) IsSymbol() bool { return v.v.IsSymbol() }

// IsBigInt reports whether v is a BigInt primitive.
func (v Value) IsBigInt() bool { return v.v.IsBigInt() }

// IsObject reports whether v is an object (functions are).
func (v Value) IsObject() bool { return v.v.IsObject() }

// IsCallable reports whether v is an object that can be called.
func (v Value) IsCallable() bool {
	h := v.heap()
	return h != nil && h.IsCallable(v.v)
}

// IsConstructor reports whether v can be used with new.
func (v Value) IsConstructor() bool {
	h := v.heap()
	return h != nil && h.IsConstructor(v.v)
}

// Num is the number of a Number primitive, NaN for all else. No script runs.
func (v Value) Num() float64 { return v.v.Num() }

// BigInt is the integer of a BigInt primitive, nil for all else.
func (v Value) BigInt() *big.Int {
	if h := v.heap(); h != nil && v.v.IsBigInt() {
		return h.BigInt(v.v)
	}
	return nil
}

// Object is the reference of an object value; none for a primitive.
func (v Value) Object() Object {
	if v.v.IsObject() {
		return v.rt.object(v.v.Ref())
	}
	return Object{}
}

// object is the reference of a cell.
func (rt *Runtime) object(o vm.Ref) Object {
	if o == 0 {
		return Object{}
	}
	return Object{uint64(rt.number)<<32 | uint64(o)}
}

// ref is the cell that o refers to in its runtime, 0 for none.
func (o Object) ref() vm.Ref { return vm.Ref(o.w) }

// peek is Value without keeping the object: for marking, and where it is used at once.
func (o Object) peek() Value {
	rt := o.runtime()
	if rt == nil {
		return Value{}
	}
	return Value{v: vm.ObjectValue(o.ref()), rt: rt}
}

// Value is the object as a value; undefined for none, and for one whose runtime was closed.
func (o Object) Value() Value {
	v := o.peek()
	if v.rt != nil {
		v.rt.vm.Keep(v.v)
	}
	return v
}

// IsNone reports whether o refers to no object.
func (o Object) IsNone() bool { return o.w == 0 }

// Truthy is ToBoolean(v). It runs no script.
func (v Value) Truthy() bool {
	if h := v.heap(); h != nil {
		return h.ToBoolean(v.v)
	}
	return v.v == vm.True || v.v.IsNumber() && v.v.Num() != 0 && !math.IsNaN(v.v.Num())
}

// StrictEquals is a === b.
func StrictEquals(a, b Value) bool {
	if h := sameHeap(a, b); h != nil {
		return h.StrictEquals(a.v, b.v)
	}
	return a.v.IsNumber() && a.v.Num() == b.v.Num() || a.v == b.v && !a.v.HasCell() && !a.v.IsNumber()
}

// SameValue is Object.is(a, b).
func SameValue(a, b Value) bool {
	if h := sameHeap(a, b); h != nil {
		return h.SameValue(a.v, b.v)
	}
	return a.v == b.v && !a.v.HasCell()
}

// sameHeap is the heap of two values with cells of the same runtime.
func sameHeap(a, b Value) *vm.Runtime {
	h := a.heap()
	if h == nil || h != b.heap() {
		return nil
	}
	return h
}

// Kind is the language type of v.
func (v Value) Kind() Kind {
	switch x := v.v; {
	case x.IsNumber():
		return KindNumber
	case x.IsObject():
		return KindObject
	case x.IsString():
		return KindString
	case x.IsSymbol():
		return KindSymbol
	case x.IsBigInt():
		return KindBigInt
	case x == vm.True || x == vm.False:
		return KindBoolean
	case x == vm.Null:
		return KindNull
	}
	return KindUndefined
}
