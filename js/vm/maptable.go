package vm

// The hash table of a Map or Set keeps the order of insertion. It is a cell of Values:
//
//	0          number of buckets (a power of two); once the table was replaced, the table that took its place
//	1          number of entries in use, deleted ones included
//	2          number of entries alive
//	3          1 where it was replaced by clear
//	4…         buckets: index + 1 of the first entry, 0 for none
//	then       entries: key, (value,) index + 1 of the next entry of the bucket; the key of a deleted one is a hole
//
// Iterators hold a table and an index. A table that was replaced stays as it was, so that an iterator can count how many
// deleted entries before its index have gone.
const (
	tabBuckets = iota
	tabUsed
	tabLive
	tabCleared
	tabHead
)

const (
	setStride = 2
	mapStride = 3
)

// Word 0 of a Map or Set is its table.
func (rt *Runtime) mapTable(o Ref) Ref { return rt.Word(o, 0).Ref() }

func (rt *Runtime) newMapTable(buckets, stride uint32) Ref {
	t := rt.NewValues(tabHead + buckets + 2*buckets*stride)
	rt.SetAt(t, tabBuckets, Int(int32(buckets)))
	rt.SetAt(t, tabUsed, Int(0))
	rt.SetAt(t, tabLive, Int(0))
	for i := range buckets {
		rt.SetAt(t, tabHead+i, Int(0))
	}
	return t
}

func (rt *Runtime) initMap(o Ref, stride uint32) {
	rt.SetWord(o, 0, CellValue(rt.newMapTable(2, stride)))
}

func mapStrideOf(kind uint8) uint32 {
	if kind == KindSet {
		return setStride
	}
	return mapStride
}

func mix(x uint64) uint32 {
	x *= 0x9E3779B97F4A7C15
	return uint32(x >> 32)
}

// hashValue is equal for values that are the same by SameValueZero.
func (rt *Runtime) hashValue(v Value) uint32 {
	switch {
	case v == NegZero:
		return mix(uint64(Int(0)))
	case v.IsString():
		c := v.Ref()
		if h := uint32(rt.mem[c+1]); h != 0 {
			return h
		}
		h := hashStr(rt.flat(c))
		rt.mem[c+1] |= uint64(h)
		return h
	case v.IsBigInt():
		h := uint64(0)
		for _, w := range rt.BigInt(v).Bits() {
			h = h*31 + uint64(w)
		}
		return mix(h)
	}
	return mix(uint64(v))
}

func (rt *Runtime) sameKey(a, b Value) bool {
	if a == b {
		return true
	}
	if a.IsString() && b.IsString() {
		return rt.strEqual(a.Ref(), b.Ref())
	}
	return a.IsBigInt() && b.IsBigInt() && rt.BigInt(a).Cmp(rt.BigInt(b)) == 0
}

func canonicalKey(v Value) Value {
	if v == NegZero {
		return Int(0)
	}
	return v
}

// entryAt is where entry i of a table begins.
func (rt *Runtime) entryAt(t Ref, i, stride uint32) uint32 {
	return tabHead + uint32(rt.At(t, tabBuckets).Int32()) + i*stride
}

// mapFind gives where the entry of a key begins, 0 for none.
func (rt *Runtime) mapFind(t Ref, k Value, stride uint32) uint32 {
	k = canonicalKey(k)
	buckets := uint32(rt.At(t, tabBuckets).Int32())
	i := uint32(rt.At(t, tabHead+rt.hashValue(k)&(buckets-1)).Int32())
	for i != 0 {
		at := tabHead + buckets + (i-1)*stride
		if rt.sameKey(rt.At(t, at), k) {
			return at
		}
		i = uint32(rt.At(t, at+stride-1).Int32())
	}
	return 0
}

// MapGet is the value of a key of a Map; found is false where it has none.
func (rt *Runtime) MapGet(o Ref, k Value) (v Value, found bool) {
	t := rt.mapTable(o)
	at := rt.mapFind(t, k, mapStride)
	if at == 0 {
		return Undefined, false
	}
	return rt.At(t, at+1), true
}

// MapHas reports whether a Map or Set has a key.
func (rt *Runtime) MapHas(o Ref, k Value) bool {
	return rt.mapFind(rt.mapTable(o), k, mapStrideOf(rt.kind(o))) != 0
}

// MapSize is the number of entries of a Map or Set.
func (rt *Runtime) MapSize(o Ref) int { return int(rt.At(rt.mapTable(o), tabLive).Int32()) }

// MapPut sets a key of a Map, or adds one to a Set (v is not looked at).
func (rt *Runtime) MapPut(o Ref, k, v Value) {
	stride := mapStrideOf(rt.kind(o))
	k = canonicalKey(k)
	t := rt.mapTable(o)
	if at := rt.mapFind(t, k, stride); at != 0 {
		if stride == mapStride {
			rt.SetAt(t, at+1, v)
		}
		return
	}
	buckets, used := uint32(rt.At(t, tabBuckets).Int32()), uint32(rt.At(t, tabUsed).Int32())
	if used == 2*buckets {
		t = rt.mapRehash(o, t, stride)
		buckets, used = uint32(rt.At(t, tabBuckets).Int32()), uint32(rt.At(t, tabUsed).Int32())
	}
	rt.mapAppend(t, k, v, buckets, used, stride)
}

func (rt *Runtime) mapAppend(t Ref, k, v Value, buckets, used, stride uint32) {
	at := tabHead + buckets + used*stride
	head := tabHead + rt.hashValue(k)&(buckets-1)
	rt.SetAt(t, at, k)
	if stride == mapStride {
		rt.SetAt(t, at+1, v)
	}
	rt.SetAt(t, at+stride-1, rt.At(t, head))
	rt.SetAt(t, head, Int(int32(used+1)))
	rt.SetAt(t, tabUsed, Int(int32(used+1)))
	rt.SetAt(t, tabLive, Int(rt.At(t, tabLive).Int32()+1))
}

// mapRehash gives o a table with room, without deleted entries.
func (rt *Runtime) mapRehash(o, t Ref, stride uint32) Ref {
	buckets, used := uint32(rt.At(t, tabBuckets).Int32()), uint32(rt.At(t, tabUsed).Int32())
	live := uint32(rt.At(t, tabLive).Int32())
	n := uint32(2)
	for 2*n <= live+live/4 {
		n *= 2
	}
	nt := rt.newMapTable(n, stride)
	for i := range used {
		at := tabHead + buckets + i*stride
		if k := rt.At(t, at); k != Hole {
			rt.mapAppend(nt, k, rt.At(t, at+1), n, uint32(rt.At(nt, tabUsed).Int32()), stride)
		}
	}
	// Entries of the old table are found behind its number of buckets, which its size tells.
	rt.SetAt(t, tabBuckets, CellValue(nt))
	rt.SetWord(o, 0, CellValue(nt))
	return nt
}

// MapDelete removes a key of a Map or Set.
func (rt *Runtime) MapDelete(o Ref, k Value) bool {
	stride := mapStrideOf(rt.kind(o))
	t := rt.mapTable(o)
	at := rt.mapFind(t, k, stride)
	if at == 0 {
		return false
	}
	rt.SetAt(t, at, Hole)
	if stride == mapStride {
		rt.SetAt(t, at+1, Undefined)
	}
	live := rt.At(t, tabLive).Int32() - 1
	rt.SetAt(t, tabLive, Int(live))
	if used := rt.At(t, tabUsed).Int32(); used > 32 && live < used/4 {
		rt.mapRehash(o, t, stride)
	}
	return true
}

// MapClear removes all entries.
func (rt *Runtime) MapClear(o Ref) {
	t := rt.mapTable(o)
	if rt.At(t, tabUsed).Int32() == 0 {
		return
	}
	nt := rt.newMapTable(2, mapStrideOf(rt.kind(o)))
	rt.SetAt(t, tabBuckets, CellValue(nt))
	rt.SetAt(t, tabCleared, Int(1))
	rt.SetWord(o, 0, CellValue(nt))
}

// tableBuckets is the number of buckets of a table, of a replaced one too.
func (rt *Runtime) tableBuckets(t Ref, stride uint32) uint32 {
	if v := rt.At(t, tabBuckets); v.IsInt() {
		return uint32(v.Int32())
	}
	return (rt.CellLen(t) - tabHead) / (1 + 2*stride)
}

// mapNext moves a cursor (a table and the index of the next entry) on to the next entry. at is where it begins in t, 0 at the end.
func (rt *Runtime) mapNext(t Ref, index, stride uint32) (nt Ref, next, at uint32) {
	for !rt.At(t, tabBuckets).IsInt() {
		// Replaced.
		if rt.At(t, tabCleared) == Int(1) {
			index = 0
		} else {
			base, gone := tabHead+rt.tableBuckets(t, stride), uint32(0)
			for i := range index {
				if rt.At(t, base+i*stride) == Hole {
					gone++
				}
			}
			index -= gone
		}
		t = rt.At(t, tabBuckets).Ref()
	}
	used, base := uint32(rt.At(t, tabUsed).Int32()), tabHead+uint32(rt.At(t, tabBuckets).Int32())
	for index < used {
		at := base + index*stride
		index++
		if rt.At(t, at) != Hole {
			return t, index, at
		}
	}
	return t, index, 0
}

// MapEach calls f with the entries of a Map (or the elements of a Set, twice) in order, those added meanwhile included, until it returns false.
// What f keeps is kept for its own turn only.
func (rt *Runtime) MapEach(o Ref, f func(k, v Value) bool) bool {
	stride := mapStrideOf(rt.kind(o))
	t, i, at := rt.mapTable(o), uint32(0), uint32(0)
	mark := rt.KeptMark()
	for {
		if t, i, at = rt.mapNext(t, i, stride); at == 0 {
			return true
		}
		rt.KeptReset(mark)
		rt.Keep(CellValue(t))
		k := rt.At(t, at)
		v := k
		if stride == mapStride {
			v = rt.At(t, at+1)
		}
		if !f(k, v) {
			return false
		}
	}
}
