package vm

import (
	"math"
	"slices"

	"github.com/niso-engine/niso/js/vm/heap"
)

// Elements are the properties of an object whose keys are array indices. They are
//
//	none     elements reference 0
//	dense    a cell of Values, from index 0 on; the hole where there is none. All have the attributes of elemAttrs
//	sparse   a table (kindSparse): word 1: capacity 32 | entries in use 32; then pairs of words: index 32 | attributes 8 | used 1<<40, Value
//
// Dense elements of an Array may reach beyond its length: only holes do.

// maxDenseGap is how far beyond the elements in use an index may lie and still have dense ones made for it.
const maxDenseGap = 1024

// maxDense is how many dense elements there can be.
const maxDense = heap.MaxWords - 1

const (
	sparseUsed    = 1 << 40
	sparseDeleted = 1 << 41
)

func (rt *Runtime) elems(o Ref) Ref { return Ref(rt.mem[o+1] >> 32) }

func (rt *Runtime) setElems(o, e Ref) {
	rt.mem[o+1] = rt.mem[o+1]&0xFFFFFFFF | uint64(e)<<32
}

// ArrayLen is the length of an Array.
func (rt *Runtime) ArrayLen(o Ref) uint32 { return uint32(rt.mem[o+2]) }

func (rt *Runtime) setLen(o Ref, n uint32) { rt.mem[o+2] = uint64(n) }

// elemAttrs are the attributes of dense elements.
func (rt *Runtime) elemAttrs(o Ref) uint8 {
	f := rt.flags(o)
	switch {
	case f&flagFrozenElems != 0:
		return attrEnumerable
	case f&flagSealedElems != 0:
		return attrEnumerable | attrWritable
	}
	return attrData
}

// getElem is the own element i of an object that is not exotic in that.
func (rt *Runtime) getElem(o Ref, i uint32) (v Value, attrs uint8, found bool) {
	e := rt.elems(o)
	if e == 0 {
		return Undefined, 0, false
	}
	if rt.kind(e) == kindValues {
		if i < rt.high(e) {
			if v = rt.At(e, i); v != Hole {
				return v, rt.elemAttrs(o), true
			}
		}
		return Undefined, 0, false
	}
	at := rt.sparseFind(e, i)
	if at == 0 {
		return Undefined, 0, false
	}
	return Value(rt.mem[at+1]), uint8(rt.mem[at] >> 32), true
}

// putElem overwrites an element that is there.
func (rt *Runtime) putElem(o Ref, i uint32, v Value) {
	e := rt.elems(o)
	if rt.kind(e) == kindValues {
		rt.SetAt(e, i, v)
		return
	}
	rt.mem[rt.sparseFind(e, i)+1] = uint64(v)
}

// defineElem adds or overwrites an element with attributes, and lengthens an Array.
func (rt *Runtime) defineElem(o Ref, i uint32, v Value, attrs uint8) {
	if rt.kind(o) == KindArray && i >= rt.ArrayLen(o) {
		rt.setLen(o, i+1)
	}
	if rt.flags(o)&flagProto != 0 {
		rt.protoEpoch++
		rt.indexedProto = true
	}
	e := rt.elems(o)
	if e == 0 || rt.kind(e) == kindValues {
		n := uint32(0)
		if e != 0 {
			n = rt.high(e)
		}
		switch {
		case attrs != rt.elemAttrs(o):
			e = rt.makeSparse(o)
		case i < n:
			rt.SetAt(e, i, v)
			return
		case i < n+maxDenseGap || i < n+n/2:
			rt.SetAt(rt.growElems(o, i+1), i, v)
			return
		default:
			e = rt.makeSparse(o)
		}
	}
	rt.sparsePut(o, e, i, v, attrs)
}

// growElems makes the dense elements hold n at least.
func (rt *Runtime) growElems(o Ref, n uint32) Ref {
	e := rt.elems(o)
	have := uint32(0)
	if e != 0 {
		if have = rt.high(e); have >= n {
			return e
		}
	}
	size := max(min(n, maxDense+1), min(have+have/2+4, maxDense)) // more than maxDense: the heap ends the script
	if have == 0 {
		size = max(min(n, maxDense+1), 4)
	}
	// The whole cell: what its size class adds is capacity.
	c := rt.heap.Alloc(kindValues, size+1)
	size = rt.heap.Size(c) - 1
	rt.setHigh(c, size)
	m := rt.mem
	for i := uint32(0); i < have; i++ {
		m[uint32(c)+1+i] = m[uint32(e)+1+i]
	}
	for i := have; i < size; i++ {
		m[uint32(c)+1+i] = uint64(Hole)
	}
	rt.setElems(o, c)
	return c
}

// --- sparse

func hashIndex(i uint32) uint32 { return i * 0x9E3779B1 >> 7 }

func (rt *Runtime) newSparse(capacity uint32) Ref {
	e := rt.heap.Alloc(kindSparse, 2+2*capacity)
	rt.mem[e+1] = uint64(capacity)
	return e
}

func (rt *Runtime) sparseFind(e Ref, i uint32) uint32 {
	mask := uint32(rt.mem[e+1]) - 1
	for h := hashIndex(i) & mask; ; h = (h + 1) & mask {
		at := uint32(e) + 2 + 2*h
		w := rt.mem[at]
		if w == 0 {
			return 0
		}
		if uint32(w) == i && w&sparseDeleted == 0 {
			return at
		}
	}
}

func (rt *Runtime) sparseInsert(e Ref, i uint32, v Value, attrs uint8) {
	mask := uint32(rt.mem[e+1]) - 1
	h := hashIndex(i) & mask
	for rt.mem[uint32(e)+2+2*h] != 0 {
		h = (h + 1) & mask
	}
	at := uint32(e) + 2 + 2*h
	rt.mem[at] = uint64(i) | uint64(attrs)<<32 | sparseUsed
	rt.mem[at+1] = uint64(v)
	rt.mem[e+1] += 1 << 32
}

func (rt *Runtime) sparsePut(o, e Ref, i uint32, v Value, attrs uint8) {
	if at := rt.sparseFind(e, i); at != 0 {
		rt.mem[at] = uint64(i) | uint64(attrs)<<32 | sparseUsed
		rt.mem[at+1] = uint64(v)
		return
	}
	if used, capacity := uint32(rt.mem[e+1]>>32), uint32(rt.mem[e+1]); 4*(used+1) > 3*capacity {
		live := uint32(0)
		rt.sparseEach(e, func(uint32, Value, uint8) { live++ })
		n := uint32(8)
		for n < 2*(live+1) {
			n *= 2
		}
		f := rt.newSparse(n)
		rt.sparseEach(e, func(i uint32, v Value, a uint8) { rt.sparseInsert(f, i, v, a) })
		rt.setElems(o, f)
		e = f
	}
	rt.sparseInsert(e, i, v, attrs)
}

func (rt *Runtime) sparseEach(e Ref, f func(i uint32, v Value, attrs uint8)) {
	n := uint32(rt.mem[e+1])
	for h := range n {
		at := uint32(e) + 2 + 2*h
		if w := rt.mem[at]; w != 0 && w&sparseDeleted == 0 {
			f(uint32(w), Value(rt.mem[at+1]), uint8(w>>32))
		}
	}
}

// makeSparse makes an object's elements sparse.
func (rt *Runtime) makeSparse(o Ref) Ref {
	e := rt.elems(o)
	if e != 0 && rt.kind(e) == kindSparse {
		return e
	}
	live := uint32(0)
	n := uint32(0)
	if e != 0 {
		n = rt.high(e)
	}
	for i := range n {
		if rt.At(e, i) != Hole {
			live++
		}
	}
	size := uint32(8)
	for size < 2*(live+1) {
		size *= 2
	}
	f := rt.newSparse(size)
	attrs := rt.elemAttrs(o)
	for i := range n {
		if v := rt.At(e, i); v != Hole {
			rt.sparseInsert(f, i, v, attrs)
		}
	}
	rt.setElems(o, f)
	return f
}

// deleteElem is OrdinaryDelete of an element.
func (rt *Runtime) deleteElem(o Ref, i uint32) bool {
	_, attrs, found := rt.getElem(o, i)
	if !found {
		return true
	}
	if attrs&attrConfigurable == 0 {
		return false
	}
	e := rt.elems(o)
	if rt.kind(e) == kindValues {
		rt.SetAt(e, i, Hole)
		return true
	}
	at := rt.sparseFind(e, i)
	rt.mem[at] |= sparseDeleted
	rt.mem[at+1] = 0
	return true
}

// elemKeys appends the keys of elements, ascending.
func (rt *Runtime) elemKeys(o Ref, keys []Key) []Key {
	e := rt.elems(o)
	if e == 0 {
		return keys
	}
	if rt.kind(e) == kindValues {
		for i := range rt.high(e) {
			if rt.At(e, i) != Hole {
				keys = append(keys, keyIndex|Key(i))
			}
		}
		return keys
	}
	var list []uint32
	rt.sparseEach(e, func(i uint32, _ Value, _ uint8) { list = append(list, i) })
	slices.Sort(list)
	for _, i := range list {
		keys = append(keys, rt.IndexKey(uint64(i)))
	}
	return keys
}

// freezeElems makes elements not configurable, and not writable.
func (rt *Runtime) freezeElems(o Ref, frozen bool) {
	e := rt.elems(o)
	if e != 0 && rt.kind(e) == kindSparse {
		n := uint32(rt.mem[e+1])
		for h := range n {
			at := uint32(e) + 2 + 2*h
			if w := rt.mem[at]; w != 0 && w&sparseDeleted == 0 {
				a := uint8(w>>32) &^ attrConfigurable
				if frozen && a&attrAccessor == 0 {
					a &^= attrWritable
				}
				rt.mem[at] = w&^(0xFF<<32) | uint64(a)<<32
			}
		}
		return
	}
	rt.setFlag(o, flagSealedElems)
	if frozen {
		rt.setFlag(o, flagFrozenElems)
	}
}

// --- Arrays

// NewArray makes an Array of the values, which are copied.
func (r *Realm) NewArray(items ...Value) Ref {
	rt := r.rt
	o := r.NewArrayLen(uint32(len(items)))
	if len(items) > 0 {
		e := rt.growElems(o, uint32(len(items)))
		for i, v := range items {
			rt.SetAt(e, uint32(i), v)
		}
	}
	return o
}

// NewArrayLen makes an Array of holes.
func (r *Realm) NewArrayLen(n uint32) Ref {
	rt := r.rt
	if r.arrayShape == 0 {
		r.arrayShape = rt.rootShape(KindArray, r.Intrinsic(ArrayPrototype), 0)
	}
	o := rt.allocObject(KindArray, r.arrayShape)
	rt.setLen(o, n)
	return o
}

// ArrayCreate is ArrayCreate(length, proto).
func (rt *Runtime) ArrayCreate(n uint32, proto Ref) Ref {
	o := rt.NewKind(KindArray, proto)
	rt.setLen(o, n)
	return o
}

// IsPlainArray reports whether o is an Array with dense elements without attributes whose first n are no holes.
func (rt *Runtime) isDense(o Ref) bool {
	e := rt.elems(o)
	return rt.kind(o) == KindArray && (e != 0 && rt.kind(e) == kindValues || rt.ArrayLen(o) == 0)
}

// ArrayAppend appends to an Array made by Go code: dense, extensible.
func (rt *Runtime) ArrayAppend(o Ref, v Value) {
	n := rt.ArrayLen(o)
	if e := rt.elems(o); e == 0 || rt.kind(e) == kindValues {
		e = rt.growElems(o, n+1)
		rt.SetAt(e, n, v)
		rt.setLen(o, n+1)
		return
	}
	rt.defineElem(o, n, v, attrData)
}

// arrayDefine is [[DefineOwnProperty]] of Arrays. https://tc39.es/ecma262/#sec-array-exotic-objects-defineownproperty-p-desc
func (rt *Runtime) arrayDefine(o Ref, k Key, d *Desc) (done, ok bool) {
	if k == KeyLength {
		return rt.arraySetLength(o, d)
	}
	if i, is := rt.ArrayIndex(k); is {
		if i >= rt.ArrayLen(o) && rt.aux(o)&auxFrozenLength != 0 {
			return false, true
		}
	}
	return rt.ordinaryDefine(o, k, d), true
}

// https://tc39.es/ecma262/#sec-arraysetlength
func (rt *Runtime) arraySetLength(o Ref, d *Desc) (done, ok bool) {
	n := rt.ArrayLen(o)
	if d.Flags&HasValue != 0 {
		u, ok := rt.ToUint32(d.Value)
		if !ok {
			return false, false
		}
		f, ok := rt.ToNumber(d.Value)
		if !ok {
			return false, false
		}
		if float64(u) != f {
			rt.RangeError("Invalid array length")
			return false, false
		}
		n = u
	}
	if d.Flags&DescConfigurable != 0 || d.Flags&DescEnumerable != 0 || d.IsAccessor() {
		return false, true
	}
	frozen := rt.aux(o)&auxFrozenLength != 0
	if frozen && (d.Flags&DescWritable != 0 || n != rt.ArrayLen(o)) {
		return false, true
	}
	done = rt.truncate(o, n)
	if d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 {
		rt.setAux(o, rt.aux(o)|auxFrozenLength)
		// Caches of fast appends look at the shape.
		rt.makeUnique(o)
	}
	return done, true
}

// truncate sets an Array's length, deleting elements from the end; false when one of them cannot be.
func (rt *Runtime) truncate(o Ref, n uint32) bool {
	old := rt.ArrayLen(o)
	if n >= old {
		rt.setLen(o, n)
		return true
	}
	e := rt.elems(o)
	if e == 0 {
		rt.setLen(o, n)
		return true
	}
	if rt.kind(e) == kindValues {
		end := min(old, rt.high(e))
		if rt.elemAttrs(o)&attrConfigurable == 0 {
			for i := end; i > n; i-- {
				if rt.At(e, i-1) != Hole {
					rt.setLen(o, i)
					return false
				}
			}
		}
		for i := n; i < end; i++ {
			rt.SetAt(e, i, Hole)
		}
		// A large part of a large cell goes.
		if c := rt.high(e); c > 64 && n < c/4 {
			f := rt.NewValues(n)
			for i := range n {
				rt.SetAt(f, i, rt.At(e, i))
			}
			rt.setElems(o, f)
			if n == 0 {
				rt.setElems(o, 0)
			}
		}
		rt.setLen(o, n)
		return true
	}
	var list []uint32
	stop := n
	rt.sparseEach(e, func(i uint32, _ Value, a uint8) {
		if i >= n {
			list = append(list, i)
			if a&attrConfigurable == 0 {
				stop = max(stop, i+1)
			}
		}
	})
	for _, i := range list {
		if i >= stop {
			rt.deleteElem(o, i)
		}
	}
	rt.setLen(o, stop)
	return stop == n
}

// IsArray is IsArray(v); TypeError for a revoked proxy.
func (rt *Runtime) IsArray(v Value) (is, ok bool) {
	for v.IsObject() {
		switch rt.kind(v.Ref()) {
		case KindArray:
			return true, true
		case KindProxy:
			if rt.Word(v.Ref(), 1).IsNull() {
				rt.TypeError("Cannot perform 'IsArray' on a proxy that has been revoked")
				return false, false
			}
			v = rt.Word(v.Ref(), 0)
		default:
			return false, true
		}
	}
	return false, true
}

// LengthOf is LengthOfArrayLike(o).
func (rt *Runtime) LengthOf(o Ref) (n int64, ok bool) {
	if rt.kind(o) == KindArray {
		return int64(rt.ArrayLen(o)), true
	}
	v, ok := rt.Get(o, KeyLength)
	if !ok {
		return 0, false
	}
	return rt.ToLength(v)
}

// ArgumentsFromArrayLike is ListFromArrayLike of what is to be passed as arguments: more than the value stack holds are a RangeError at once.
func (rt *Runtime) ArgumentsFromArrayLike(v Value) ([]Value, bool) {
	if v.IsObject() {
		n, ok := rt.LengthOf(v.Ref())
		if !ok {
			return nil, false
		}
		if n > int64(rt.stackEnd) {
			rt.stackOverflow()
			return nil, false
		}
		if rt.kind(v.Ref()) != KindArray {
			return rt.listOf(v.Ref(), n)
		}
	}
	return rt.ListFromArrayLike(v)
}

// ListFromArrayLike is CreateListFromArrayLike for all types. The values are kept (Keep).
func (rt *Runtime) ListFromArrayLike(v Value) ([]Value, bool) {
	if !v.IsObject() {
		rt.TypeError("CreateListFromArrayLike called on non-object")
		return nil, false
	}
	o := v.Ref()
	n, ok := rt.LengthOf(o)
	if !ok {
		return nil, false
	}
	if n > math.MaxInt32/8 {
		return nil, rt.RangeError("Invalid array length")
	}
	return rt.listOf(o, n)
}

func (rt *Runtime) listOf(o Ref, n int64) ([]Value, bool) {
	list := make([]Value, 0, min(n, 1<<16))
	for i := range n {
		rt.poll()
		if len(list) == cap(list) {
			rt.reserve(32 * len(list))
		}
		x, ok := rt.Get(o, rt.IndexKey(uint64(i)))
		if !ok {
			return nil, false
		}
		rt.Keep(x)
		list = append(list, x)
	}
	return list, true
}
