package js

import (
	"math"
	"time"

	"github.com/niso-engine/niso/js/vm"
)

// BufferKind is the kind of a buffer source.
type BufferKind uint8

const (
	NotBuffer BufferKind = iota
	ArrayBuffer
	DataView
	Int8Array
	Uint8Array
	Uint8ClampedArray
	Int16Array
	Uint16Array
	Int32Array
	Uint32Array
	Float32Array
	Float64Array
	BigInt64Array
	BigUint64Array
	Float16Array
	bufferKindCount
)

var bufferNames = [bufferKindCount]string{"", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray",
	"Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Float16Array"}

var elementSizes = [bufferKindCount]int{1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8, 2}

// String is the constructor's name.
func (k BufferKind) String() string { return bufferNames[k] }

// ElementSize is the number of bytes of an element; 1 for ArrayBuffer and DataView.
func (k BufferKind) ElementSize() int { return elementSizes[k] }

var viewCtors = [bufferKindCount]vm.Intrinsic{DataView: vm.DataViewCtor, Int8Array: vm.Int8ArrayCtor, Uint8Array: vm.Uint8ArrayCtor,
	Uint8ClampedArray: vm.Uint8ClampedArrayCtor, Int16Array: vm.Int16ArrayCtor, Uint16Array: vm.Uint16ArrayCtor, Int32Array: vm.Int32ArrayCtor,
	Uint32Array: vm.Uint32ArrayCtor, Float32Array: vm.Float32ArrayCtor, Float64Array: vm.Float64ArrayCtor, BigInt64Array: vm.BigInt64ArrayCtor,
	BigUint64Array: vm.BigUint64ArrayCtor, Float16Array: vm.Float16ArrayCtor}

func kindOfView(ctor vm.Intrinsic) BufferKind {
	for k, c := range viewCtors {
		if c == ctor && c != 0 {
			return BufferKind(k)
		}
	}
	return NotBuffer
}

// NewArrayBuffer makes an ArrayBuffer over b, which belongs to it from then on.
func (r *Realm) NewArrayBuffer(b []byte) Object { return r.made(r.vm.NewArrayBuffer(b)) }

// made is the reference of a new object, which is kept as a value is (see Runtime.wrap).
func (r *Realm) made(o vm.Ref) Object {
	r.rt.vm.KeepRef(o)
	return r.rt.object(o)
}

// NewTypedArray makes a typed array over a new ArrayBuffer of b. The length of b must be a multiple
// of the element size.
func (r *Realm) NewTypedArray(kind BufferKind, b []byte) Object {
	return r.NewView(kind, r.NewArrayBuffer(b), 0, len(b)/kind.ElementSize())
}

// NewView makes a typed array or DataView; length is in elements.
func (r *Realm) NewView(kind BufferKind, buf Object, offset, length int) Object {
	return r.made(r.vm.NewView(viewCtors[kind], buf.ref(), offset, length))
}

// Bytes is what a buffer source views, without copying; NotBuffer for all else, and for what shares its memory with other
// runtimes. A detached buffer gives nil. The view is valid until script runs.
func Bytes(v Value) (b []byte, kind BufferKind) {
	h := v.heap()
	if h == nil || !v.v.IsObject() {
		return nil, NotBuffer
	}
	o := v.v.Ref()
	if h.Kind(o) == vm.KindArrayBuffer {
		return h.Bytes(o), ArrayBuffer
	}
	w, ok := h.View(o)
	if !ok || w.Shared {
		return nil, NotBuffer
	}
	b = h.Bytes(o)
	return b[:len(b):len(b)], kindOfView(w.Ctor)
}

// View is the buffer of a view, its offset in bytes and its length in elements.
func (r *Realm) View(o Object) (Object, int, int) {
	w, ok := r.rt.vm.View(o.ref())
	if !ok {
		return Object{}, 0, 0
	}
	return r.made(w.Buffer), w.Offset, w.Length
}

// IsDetached reports whether v is a detached ArrayBuffer.
func IsDetached(v Value) bool {
	h := v.heap()
	return h != nil && v.v.IsObject() && h.IsDetached(v.v.Ref())
}

// DetachArrayBuffer detaches an ArrayBuffer and gives its bytes. It fails for what is no ArrayBuffer or
// is detached.
func (r *Realm) DetachArrayBuffer(buf Object) ([]byte, error) {
	h := r.rt.vm
	if o := r.rt.use(buf); o != 0 && h.Kind(o) == vm.KindArrayBuffer && !h.IsDetached(o) {
		return h.DetachBuffer(o), nil
	}
	return nil, r.NewException(r.NewError(TypeError, "Cannot perform DetachArrayBuffer on a detached ArrayBuffer"))
}

// NewDate makes a Date.
func (r *Realm) NewDate(t time.Time) Object {
	return r.newDate(float64(t.UnixMilli()))
}

func (r *Realm) newDate(ms float64) Object { return r.made(r.vm.NewDate(ms).Ref()) }

// DateOf is the time of a Date; ok is false for all else and for an invalid date.
func DateOf(v Value) (t time.Time, ok bool) {
	ms, ok := dateMS(v)
	if !ok || math.IsNaN(ms) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(ms)), true
}

// IsDate reports whether v is a Date, valid or not.
func IsDate(v Value) bool {
	_, ok := dateMS(v)
	return ok
}

// dateMS is the time value of a Date; ok is false for all else.
func dateMS(v Value) (float64, bool) {
	h := v.heap()
	if h == nil || !h.IsKind(v.v, vm.KindDate) {
		return 0, false
	}
	return h.Word(v.v.Ref(), 0).Num(), true
}
