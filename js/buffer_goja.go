//go:build niso_goja || !niso_vm

package js

import "time"

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
	bufferKindCount
)

// NewArrayBuffer makes an ArrayBuffer over b, which belongs to it from then on.
func (r *Realm) NewArrayBuffer(b []byte) Object { panic("TODO") }

// NewTypedArray makes a typed array over a new ArrayBuffer of b. The length of b must be a multiple
// of the element size.
func (r *Realm) NewTypedArray(kind BufferKind, b []byte) Object { panic("TODO") }

// Bytes is what a buffer source views, without copying; NotBuffer for all else. A
// detached buffer gives nil. The view is valid until script runs.
func Bytes(v Value) (b []byte, kind BufferKind) { panic("TODO") }

// DetachArrayBuffer detaches an ArrayBuffer and gives its bytes.
func (r *Realm) DetachArrayBuffer(buf Object) ([]byte, error) { panic("TODO") }

// NewDate makes a Date.
func (r *Realm) NewDate(t time.Time) Object { panic("TODO") }

// DateOf is the time of a Date; ok is false for all else and for an invalid date.
func DateOf(v Value) (t time.Time, ok bool) { panic("TODO") }
