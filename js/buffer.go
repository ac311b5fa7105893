package js

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
	Float16Array // not with goja
	bufferKindCount
)

var bufferNames = [bufferKindCount]string{"", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray",
	"Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Float16Array"}

var elementSizes = [bufferKindCount]int{1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8, 2}

// String is the constructor's name.
func (k BufferKind) String() string { return bufferNames[k] }

// ElementSize is the number of bytes of an element; 1 for ArrayBuffer and DataView.
func (k BufferKind) ElementSize() int { return elementSizes[k] }
