package vm

import (
	"encoding/binary"
	"math"
	"sync"
	"sync/atomic"

	"github.com/niso-engine/niso/js/vm/num"
)

// Bytes of ArrayBuffers lie outside of the heap, in rows of Runtime.buffers; word 0 of a buffer object is its row. Sweep frees the rows of buffers
// that have died. A typed array or DataView:
//
//	word 0   buffer object
//	word 1   offset in bytes
//	word 2   length in elements (bytes of a DataView), tracking: as long as the buffer
//	word 3   elementType

type bufferRow struct {
	cell     Ref
	data     []byte // its length is that of the buffer; of a shared one, see shared
	max      int    // greatest length of a resizable buffer, -1 for others
	detached bool
	fixed    bool // cannot be detached by script: memory of WebAssembly
	shared   *SharedBytes
}

// SharedBytes is the memory of a SharedArrayBuffer, which runtimes share.
type SharedBytes struct {
	data    []byte // as long as it can grow
	length  atomic.Int64
	max     int // -1: cannot grow
	mu      sync.Mutex
	waiters map[int][]*waiter // by offset
}

// A waiter waits at a place of shared memory: in Atomics.wait, or fire settles the promise of Atomics.waitAsync.
type waiter struct {
	wake chan struct{}
	fire func()
}

const tracking = ^uint64(0)

// maxBufferLen is the longest buffer.
const maxBufferLen = 1 << 32

func (b *bufferRow) bytes() []byte {
	if b.shared != nil {
		return b.shared.data[:b.shared.length.Load()]
	}
	return b.data
}

func (rt *Runtime) bufferOf(o Ref) *bufferRow { return rt.buffers[rt.Raw(o, 0)] }

func (rt *Runtime) isBuffer(v Value) bool {
	return rt.IsKind(v, KindArrayBuffer) || rt.IsKind(v, KindSharedArrayBuffer)
}

// allocBytes makes the bytes of a buffer; RangeError where there is no room for them. It may collect: callers keep what they hold, as if it ran
// script.
func (rt *Runtime) allocBytes(n int64) ([]byte, bool) {
	if n <= maxBufferLen {
		if rt.stress || !rt.heap.Room(int(n)) {
			rt.collect()
		}
		if rt.heap.Room(int(n)) {
			return make([]byte, n), true
		}
	}
	return nil, rt.RangeError("Array buffer allocation failed")
}

// size is the memory that a row keeps.
func (b *bufferRow) size() int {
	if b.shared != nil {
		return cap(b.shared.data)
	}
	return cap(b.data)
}

// take gives the bytes away and detaches the buffer.
func (rt *Runtime) take(b *bufferRow) []byte {
	rt.heap.External(-b.size())
	d := b.data
	b.data, b.detached = nil, true
	return d
}

// newBuffer makes a buffer object of bytes; max is -1 for a fixed length.
func (rt *Runtime) newBuffer(proto Ref, row *bufferRow) Ref {
	kind := uint8(KindArrayBuffer)
	if row.shared != nil {
		kind = KindSharedArrayBuffer
	}
	o := rt.NewKind(kind, proto)
	row.cell = o
	i := len(rt.buffers)
	if n := len(rt.freeBuffers); n > 0 {
		i = rt.freeBuffers[n-1]
		rt.freeBuffers = rt.freeBuffers[:n-1]
		rt.buffers[i] = row
	} else {
		if i == 0 {
			rt.buffers = append(rt.buffers, nil)
			i = 1
		}
		rt.buffers = append(rt.buffers, row)
	}
	rt.SetRaw(o, 0, uint64(i))
	rt.heap.External(row.size())
	return o
}

// sweepBuffers frees the rows of buffers that were not reached.
func (rt *Runtime) sweepBuffers() {
	for i, b := range rt.buffers {
		if b != nil && !rt.heap.Marked(b.cell) {
			rt.heap.External(-b.size())
			rt.buffers[i] = nil
			rt.freeBuffers = append(rt.freeBuffers, i)
		}
	}
}

// BufferBytes is what the buffers of the runtime hold.
func (rt *Runtime) BufferBytes() (n int) {
	for _, b := range rt.buffers {
		if b != nil {
			n += b.size()
		}
	}
	return n
}

// NewArrayBuffer makes an ArrayBuffer of bytes, which it takes over.
func (r *Realm) NewArrayBuffer(data []byte) Ref {
	return r.rt.newBuffer(r.Intrinsic(ArrayBufferPrototype), &bufferRow{data: data, max: -1})
}

// Shared is the memory of a SharedArrayBuffer, to be handed to another runtime.
func (rt *Runtime) Shared(o Ref) *SharedBytes { return rt.bufferOf(o).shared }

// NewSharedArrayBuffer makes a SharedArrayBuffer of memory that another runtime has.
func (r *Realm) NewSharedArrayBuffer(s *SharedBytes) Ref {
	return r.rt.newBuffer(r.Intrinsic(SharedArrayBufferPrototype), &bufferRow{max: s.max, shared: s})
}

// Bytes are the bytes of an ArrayBuffer, SharedArrayBuffer or view: nil for other objects and for detached ones.
func (rt *Runtime) Bytes(o Ref) []byte {
	switch rt.kind(o) {
	case KindArrayBuffer, KindSharedArrayBuffer:
		return rt.bufferOf(o).bytes()
	case KindTypedArray:
		if n, ok := rt.typedLength(o); ok {
			at := int(rt.Raw(o, 1))
			return rt.viewBuffer(o).bytes()[at : at+n*rt.elementType(o).size()]
		}
	case KindDataView:
		if n, ok := rt.viewLength(o); ok {
			at := int(rt.Raw(o, 1))
			return rt.viewBuffer(o).bytes()[at : at+n]
		}
	}
	return nil
}

// DetachBuffer detaches an ArrayBuffer and gives its bytes.
func (rt *Runtime) DetachBuffer(o Ref) []byte {
	return rt.take(rt.bufferOf(o))
}

// --- element types

type elementType uint8

const (
	elemInt8 elementType = iota
	elemUint8
	elemUint8Clamped
	elemInt16
	elemUint16
	elemInt32
	elemUint32
	elemFloat16
	elemFloat32
	elemFloat64
	elemBigInt64
	elemBigUint64
	numElementTypes
)

var elementSizes = [numElementTypes]int{1, 1, 1, 2, 2, 4, 4, 2, 4, 8, 8, 8}
var elementNames = [numElementTypes]string{"Int8", "Uint8", "Uint8Clamped", "Int16", "Uint16", "Int32", "Uint32", "Float16", "Float32", "Float64", "BigInt64", "BigUint64"}

func (t elementType) size() int { return elementSizes[t] }
func (t elementType) big() bool { return t >= elemBigInt64 }
func (t elementType) ctor() Intrinsic {
	return Int8ArrayCtor + Intrinsic(t)*2
}

func (rt *Runtime) elementType(o Ref) elementType { return elementType(rt.Raw(o, 3)) }

func (rt *Runtime) viewBuffer(o Ref) *bufferRow { return rt.bufferOf(rt.Word(o, 0).Ref()) }

// viewLength is the length in bytes of a view; false where it is out of bounds or detached.
func (rt *Runtime) viewLength(o Ref) (int, bool) {
	b := rt.viewBuffer(o)
	if b.detached {
		return 0, false
	}
	size, at := len(b.bytes()), int(rt.Raw(o, 1))
	if n := rt.Raw(o, 2); n != tracking {
		return int(n), at+int(n) <= size
	}
	return max(size-at, 0), at <= size
}

// typedLength is the length of a typed array; false where it is out of bounds or detached.
func (rt *Runtime) typedLength(o Ref) (int, bool) {
	b := rt.viewBuffer(o)
	if b.detached {
		return 0, false
	}
	size, at, es := len(b.bytes()), int(rt.Raw(o, 1)), rt.elementType(o).size()
	if n := rt.Raw(o, 2); n != tracking {
		return int(n), at+int(n)*es <= size
	}
	return max(size-at, 0) / es, at <= size
}

// element reads an element at the start of b.
func (rt *Runtime) element(t elementType, b []byte) Value {
	switch t {
	case elemInt8:
		return Int(int32(int8(b[0])))
	case elemUint8, elemUint8Clamped:
		return Int(int32(b[0]))
	case elemInt16:
		return Int(int32(int16(binary.LittleEndian.Uint16(b))))
	case elemUint16:
		return Int(int32(binary.LittleEndian.Uint16(b)))
	case elemInt32:
		return Int(int32(binary.LittleEndian.Uint32(b)))
	case elemUint32:
		return Uint(binary.LittleEndian.Uint32(b))
	case elemFloat16:
		return Number(num.Float16(binary.LittleEndian.Uint16(b)))
	case elemFloat32:
		return Number(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	case elemFloat64:
		return Number(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case elemBigInt64:
		return rt.bigInt64(int64(binary.LittleEndian.Uint64(b)))
	}
	return rt.bigUint64(binary.LittleEndian.Uint64(b))
}

// putElement writes an element: v is a Number, or a BigInt for the types of BigInts.
func (rt *Runtime) putElement(t elementType, b []byte, v Value) {
	switch t {
	case elemInt8, elemUint8:
		if v.IsInt() {
			b[0] = byte(v.Int32())
		} else {
			b[0] = byte(num.ToInt32(v.Num()))
		}
	case elemUint8Clamped:
		b[0] = num.ToUint8Clamp(v.Num())
	case elemInt16, elemUint16:
		binary.LittleEndian.PutUint16(b, uint16(num.ToInt32(v.Num())))
	case elemInt32, elemUint32:
		if v.IsInt() {
			binary.LittleEndian.PutUint32(b, uint32(v.Int32()))
		} else {
			binary.LittleEndian.PutUint32(b, uint32(num.ToInt32(v.Num())))
		}
	case elemFloat16:
		binary.LittleEndian.PutUint16(b, num.Float16Bits(v.Num()))
	case elemFloat32:
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(v.Num())))
	case elemFloat64:
		binary.LittleEndian.PutUint64(b, math.Float64bits(v.Num()))
	default:
		binary.LittleEndian.PutUint64(b, uint64(num.BigToInt64(rt.BigInt(v))))
	}
}

// toElement converts a value to what putElement takes.
func (rt *Runtime) toElement(t elementType, v Value) (Value, bool) {
	if t.big() {
		return rt.ToBigInt(v)
	}
	return rt.ToNumberValue(v)
}

// typedGet is TypedArrayGetElement.
func (rt *Runtime) typedGet(o Ref, i int) Value {
	n, ok := rt.typedLength(o)
	if !ok || uint(i) >= uint(n) {
		return Undefined
	}
	t := rt.elementType(o)
	return rt.element(t, rt.viewBuffer(o).bytes()[int(rt.Raw(o, 1))+i*t.size():])
}

// typedPut writes a converted element, if the index is there.
func (rt *Runtime) typedPut(o Ref, i int, v Value) {
	n, ok := rt.typedLength(o)
	if !ok || uint(i) >= uint(n) {
		return
	}
	t := rt.elementType(o)
	rt.putElement(t, rt.viewBuffer(o).bytes()[int(rt.Raw(o, 1))+i*t.size():], v)
}

// typedSet is TypedArraySetElement.
func (rt *Runtime) typedSet(o Ref, i int, v Value) bool {
	v, ok := rt.toElement(rt.elementType(o), v)
	if ok {
		rt.typedPut(o, i, v)
	}
	return ok
}

// typedFast is the element at an index of a typed array; false where there is none.
func (rt *Runtime) typedFast(o Ref, i uint32) (Value, bool) {
	if rt.kind(o) != KindTypedArray {
		return Undefined, false
	}
	n, ok := rt.typedLength(o)
	if !ok || int(i) >= n {
		return Undefined, false
	}
	t := rt.elementType(o)
	return rt.element(t, rt.viewBuffer(o).bytes()[int(rt.Raw(o, 1))+int(i)*t.size():]), true
}

// typedSetFast writes a Number to an index; false where it is to be done the long way.
func (rt *Runtime) typedSetFast(o Ref, i uint32, v Value) bool {
	if rt.kind(o) != KindTypedArray || !v.IsNumber() {
		return false
	}
	t := rt.elementType(o)
	n, ok := rt.typedLength(o)
	if !ok || int(i) >= n || t.big() {
		return false
	}
	rt.putElement(t, rt.viewBuffer(o).bytes()[int(rt.Raw(o, 1))+int(i)*t.size():], v)
	return true
}

// numericKey is CanonicalNumericIndexString: the index is -1 where it is no integer that a typed array can have.
func (rt *Runtime) numericKey(k Key) (i int, numeric bool) {
	if k.IsIndex() {
		return int(k.Index()), true
	}
	if k.IsSymbol() {
		return 0, false
	}
	s := rt.KeyStr(k)
	if s.W != nil || len(s.L) == 0 {
		return 0, false
	}
	switch c := s.L[0]; {
	case c == '-' || c == 'I' || c == 'N' || c >= '0' && c <= '9':
	default:
		return 0, false
	}
	if string(s.L) == "-0" {
		return -1, true
	}
	f := num.StringToNumber(s.L)
	if num.NumberString(f) != string(s.L) {
		return 0, false
	}
	if !isIntegral(f) || f < 0 || f > 1<<53 {
		return -1, true
	}
	return int(f), true
}

func init() {
	// https://tc39.es/ecma262/#sec-typedarray-exotic-objects
	valid := func(rt *Runtime, o Ref, i int) bool {
		n, ok := rt.typedLength(o)
		return ok && i >= 0 && i < n
	}
	exotics[KindTypedArray] = &exotic{
		preventExt: func(rt *Runtime, o Ref) (done, ok bool) {
			if rt.Raw(o, 2) == tracking || rt.viewBuffer(o).max >= 0 && rt.viewBuffer(o).shared == nil {
				return false, true
			}
			rt.ordinaryPreventExt(o)
			return true, true
		},
		getOwn: func(rt *Runtime, o Ref, k Key) (d Desc, found, ok bool) {
			if i, numeric := rt.numericKey(k); numeric {
				if !valid(rt, o, i) {
					return d, false, true
				}
				return DataDesc(rt.typedGet(o, i)), true, true
			}
			d, found = rt.ordinaryGetOwn(o, k)
			return d, found, true
		},
		has: func(rt *Runtime, o Ref, k Key) (has, ok bool) {
			if i, numeric := rt.numericKey(k); numeric {
				return valid(rt, o, i), true
			}
			if rt.hasOwnOrdinary(o, k) {
				return true, true
			}
			if p := rt.shapeProto(rt.shape(o)); p != 0 {
				return rt.HasProperty(p, k)
			}
			return false, true
		},
		define: func(rt *Runtime, o Ref, k Key, d *Desc) (done, ok bool) {
			i, numeric := rt.numericKey(k)
			if !numeric {
				return rt.ordinaryDefine(o, k, d), true
			}
			bad := func(has, bit DescFlags) bool { return d.Flags&has != 0 && d.Flags&bit == 0 }
			if !valid(rt, o, i) || bad(HasConfigurable, DescConfigurable) || bad(HasEnumerable, DescEnumerable) || d.IsAccessor() || bad(HasWritable, DescWritable) {
				return false, true
			}
			if d.Flags&HasValue != 0 {
				return true, rt.typedSet(o, i, d.Value)
			}
			return true, true
		},
		get: func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool) {
			if i, numeric := rt.numericKey(k); numeric {
				if i < 0 {
					return Undefined, true
				}
				return rt.typedGet(o, i), true
			}
			d, found := rt.ordinaryGetOwn(o, k)
			if found {
				return rt.descGet(&d, receiver)
			}
			if p := rt.shapeProto(rt.shape(o)); p != 0 {
				return rt.GetReceiver(p, k, receiver)
			}
			return Undefined, true
		},
		set: func(rt *Runtime, o Ref, k Key, v, receiver Value) (done, ok bool) {
			if i, numeric := rt.numericKey(k); numeric {
				if receiver == objectValue(o) {
					return true, rt.typedSet(o, i, v)
				}
				if !valid(rt, o, i) {
					return true, true
				}
				d := DataDesc(rt.typedGet(o, i))
				return rt.setFound(&d, k, v, receiver)
			}
			d, found := rt.ordinaryGetOwn(o, k)
			if found {
				return rt.setFound(&d, k, v, receiver)
			}
			if p := rt.shapeProto(rt.shape(o)); p != 0 {
				return rt.SetReceiver(p, k, v, receiver)
			}
			d = Desc{Value: Undefined, Flags: descData}
			return rt.setFound(&d, k, v, receiver)
		},
		del: func(rt *Runtime, o Ref, k Key) (done, ok bool) {
			if i, numeric := rt.numericKey(k); numeric {
				return !valid(rt, o, i), true
			}
			return rt.ordinaryDelete(o, k), true
		},
		ownKeys: func(rt *Runtime, o Ref) ([]Key, bool) {
			n, _ := rt.typedLength(o)
			if _, ok := rt.typedLength(o); !ok {
				n = 0
			}
			rt.reserve(4 * n)
			keys := make([]Key, 0, n+2)
			for i := range n {
				if i&pollMask == 0 {
					rt.poll()
				}
				keys = append(keys, rt.IndexKey(uint64(i)))
			}
			return rt.ordinaryKeys(o, keys), true
		},
	}
}
