package vm

// A shape says which properties an object has, in the order they were added, and its prototype.
//
//	word 0   kind | flags | inline capacity 8, inline base 8 | number of properties 32
//	word 1   prototype 32 (0: null) | parent shape 32 (0: none)
//	word 2   key 32 of the last property | attributes 8
//	word 3   property table 32 (0: none)
//
// The property of index i is in slot i: an inline slot of the object below the inline capacity (word base+i of the object), else value
// i-capacity of its slots cell. A shared shape is immutable; objects that got the same properties in the same order
// share it. A unique shape (shapeUnique) belongs to one object, its table is all it has, and properties are added to it in place;
// any other change gives the object a new unique shape. So a shape that an inline cache found a property in keeps having it
// in that slot; only a unique shape may come to have one that was absent.
//
// A property table:
//
//	word 0   kind | entries in use 32
//	word 1   capacity 32 | live entries 32
//	words    entries: key 32 (0: deleted) | attributes 8
//	words    buckets, 32 bits each, a power of two of them: entry+1; 0 none
const shapeUnique uint8 = 1

// Attributes of a property.
const (
	attrWritable uint8 = 1 << iota
	attrEnumerable
	attrConfigurable
	attrAccessor // the slot holds an accessor cell
	attrData     = attrWritable | attrEnumerable | attrConfigurable
	attrHidden   = attrWritable | attrConfigurable // as methods of built-ins are
)

const (
	// linearProps is up to how many properties a shape is searched along its parents.
	linearProps = 6
	// maxShared is the number of properties from which an object has a unique shape.
	maxShared = 128
)

type transKey struct {
	parent Ref
	key    Key
	attrs  uint8
}

func (rt *Runtime) shapeProto(s Ref) Ref    { return Ref(rt.mem[s+1]) }
func (rt *Runtime) shapeParent(s Ref) Ref   { return Ref(rt.mem[s+1] >> 32) }
func (rt *Runtime) shapeCount(s Ref) uint32 { return rt.high(s) }
func (rt *Runtime) shapeTable(s Ref) Ref    { return Ref(rt.mem[s+3]) }
func (rt *Runtime) shapeCap(s Ref) uint32   { return uint32(uint8(rt.mem[s] >> 16)) }
func (rt *Runtime) shapeBase(s Ref) uint32  { return uint32(uint8(rt.mem[s] >> 24)) }
func (rt *Runtime) isUnique(s Ref) bool     { return rt.flags(s)&shapeUnique != 0 }

func (rt *Runtime) newShape(proto, parent Ref, base, capacity uint32) Ref {
	s := rt.heap.Alloc(kindShape, 4)
	rt.mem[s] |= uint64(capacity)<<16 | uint64(base)<<24
	rt.mem[s+1] = uint64(proto) | uint64(parent)<<32
	return s
}

// rootShape is the empty shape of objects of a kind with a prototype and an inline capacity.
func (rt *Runtime) rootShape(kind uint8, proto Ref, capacity uint32) Ref {
	return rt.rootShapeAt(proto, 2+uint32(kinds[kind].words), capacity)
}

func (rt *Runtime) rootShapeAt(proto Ref, base, capacity uint32) Ref {
	k := transKey{proto, keyIndex | Key(base<<8|capacity), 0}
	if s, ok := rt.transitions[k]; ok {
		return s
	}
	if proto != 0 {
		rt.setFlag(proto, flagProto)
	}
	s := rt.newShape(proto, 0, base, capacity)
	rt.transitions[k] = s
	return s
}

// uniqueShape makes a unique shape without properties, with room for n.
func (rt *Runtime) uniqueShape(proto Ref, base, capacity, n uint32) Ref {
	if proto != 0 {
		rt.setFlag(proto, flagProto)
	}
	s := rt.newShape(proto, 0, base, capacity)
	rt.setFlag(s, shapeUnique)
	rt.mem[s+3] = uint64(rt.newTable(max(n, 4)))
	return s
}

func buckets(capacity uint32) uint32 {
	b := uint32(8)
	for b < capacity+capacity/2 {
		b *= 2
	}
	return b
}

func (rt *Runtime) newTable(capacity uint32) Ref {
	t := rt.heap.Alloc(kindPropTable, 2+capacity+buckets(capacity)/2)
	rt.mem[t+1] = uint64(capacity)
	return t
}

func hashKey(k Key) uint32 { return uint32(uint64(k) * 0x9E3779B97F4A7C15 >> 32) }

// tableFind finds the entry of a key, -1 if there is none.
func (rt *Runtime) tableFind(t Ref, k Key) int {
	m := rt.mem
	capacity := uint32(m[t+1])
	mask := buckets(capacity) - 1
	first := uint32(t) + 2 + capacity
	for i := hashKey(k) & mask; ; i = (i + 1) & mask {
		e := uint32(m[first+i/2] >> (i & 1 * 32))
		if e == 0 {
			return -1
		}
		if Key(m[uint32(t)+1+e]) == k {
			return int(e - 1)
		}
	}
}

// tableAdd appends an entry. There must be room.
func (rt *Runtime) tableAdd(t Ref, k Key, attrs uint8) {
	m := rt.mem
	capacity := uint32(m[t+1])
	n := rt.high(t)
	m[uint32(t)+2+n] = uint64(k) | uint64(attrs)<<32
	mask := buckets(capacity) - 1
	first := uint32(t) + 2 + capacity
	i := hashKey(k) & mask
	for uint32(m[first+i/2]>>(i&1*32)) != 0 {
		i = (i + 1) & mask
	}
	m[first+i/2] |= uint64(n+1) << (i & 1 * 32)
	rt.setHigh(t, n+1)
	m[t+1] += 1 << 32
}

func (rt *Runtime) tableEntry(t Ref, i uint32) (Key, uint8) {
	w := rt.mem[uint32(t)+2+i]
	return Key(w), uint8(w >> 32)
}

// tableGrown is the table with room for one more: itself or a larger copy.
func (rt *Runtime) tableGrown(t Ref) Ref {
	n := rt.high(t)
	if n < uint32(rt.mem[t+1]) {
		return t
	}
	u := rt.newTable(n + n/2 + 4)
	for i := range n {
		k, a := rt.tableEntry(t, i)
		if k == 0 {
			rt.mem[uint32(u)+2+i] = 0
			rt.setHigh(u, i+1)
			continue
		}
		rt.tableAdd(u, k, a)
	}
	return u
}

// makeTable builds a shared shape's table from its parents.
func (rt *Runtime) makeTable(s Ref) Ref {
	n := rt.shapeCount(s)
	t := rt.newTable(n + n/4 + 2)
	// Entries come last to first.
	rows := rt.rows[:0]
	for x := s; rt.shapeCount(x) > 0; x = rt.shapeParent(x) {
		rows = append(rows, rt.mem[x+2])
	}
	for i := len(rows) - 1; i >= 0; i-- {
		rt.tableAdd(t, Key(rows[i]), uint8(rows[i]>>32))
	}
	rt.rows = rows[:0]
	rt.mem[s+3] = uint64(t)
	return t
}

// find finds a key in a shape: the property's index, -1 if it is absent.
func (rt *Runtime) find(s Ref, k Key) (int, uint8) {
	m := rt.mem
	t := Ref(m[s+3])
	if t == 0 {
		n := uint32(m[s] >> 32)
		if n <= linearProps {
			for x := s; n > 0; n-- {
				if w := m[x+2]; Key(w) == k {
					return int(n - 1), uint8(w >> 32)
				}
				x = Ref(m[x+1] >> 32)
			}
			return -1, 0
		}
		t = rt.makeTable(s)
	}
	i := rt.tableFind(t, k)
	if i < 0 {
		return -1, 0
	}
	return i, uint8(m[uint32(t)+2+uint32(i)] >> 32)
}

// entry is property i of a shape: key 0 for a deleted one.
func (rt *Runtime) shapeEntries(s Ref, f func(i uint32, k Key, attrs uint8)) {
	n := rt.shapeCount(s)
	if n == 0 {
		return
	}
	t := rt.shapeTable(s)
	if t == 0 {
		t = rt.makeTable(s)
	}
	for i := range n {
		if k, a := rt.tableEntry(t, i); k != 0 {
			f(i, k, a)
		}
	}
}

// transition is the shape s with one more property.
func (rt *Runtime) transition(s Ref, k Key, attrs uint8) Ref {
	tk := transKey{s, k, attrs}
	if c, ok := rt.transitions[tk]; ok {
		return c
	}
	c := rt.newShape(rt.shapeProto(s), s, rt.shapeBase(s), rt.shapeCap(s))
	rt.setHigh(c, rt.shapeCount(s)+1)
	rt.mem[c+2] = uint64(k) | uint64(attrs)<<32
	// The table goes on to the child: objects under construction pass through s.
	if t := rt.shapeTable(s); t != 0 {
		t = rt.tableGrown(t)
		rt.mem[s+3] = 0
		rt.tableAdd(t, k, attrs)
		rt.mem[c+3] = uint64(t)
	}
	rt.transitions[tk] = c
	return c
}

func (rt *Runtime) shape(o Ref) Ref { return Ref(rt.mem[o] >> 32) }

// setShape gives an object another shape.
func (rt *Runtime) setShape(o, s Ref) {
	rt.mem[o] = rt.mem[o]&0xFFFFFFFF | uint64(s)<<32
	if rt.flags(o)&flagProto != 0 {
		rt.protoEpoch++
	}
}

// slotAt is the word of property i of an object.
func (rt *Runtime) slotAt(o, s Ref, i uint32) uint32 {
	c := rt.shapeCap(s)
	if i < c {
		return uint32(o) + rt.shapeBase(s) + i
	}
	return uint32(rt.mem[o+1]) + 1 + i - c
}

// addProp appends a property that is known to be absent.
func (rt *Runtime) addProp(o Ref, k Key, attrs uint8, v Value) {
	s := rt.shape(o)
	if !rt.isUnique(s) && rt.shapeCount(s) >= maxShared {
		s = rt.makeUnique(o)
	}
	i := rt.shapeCount(s)
	if c := rt.shapeCap(s); i >= c {
		rt.growSlots(o, i-c+1)
	}
	if rt.isUnique(s) {
		t := rt.tableGrown(rt.shapeTable(s))
		rt.tableAdd(t, k, attrs)
		rt.mem[s+3] = uint64(t)
		rt.setHigh(s, i+1)
		if rt.flags(o)&flagProto != 0 {
			rt.protoEpoch++
		}
	} else {
		s = rt.transition(s, k, attrs)
		rt.setShape(o, s)
	}
	rt.mem[rt.slotAt(o, s, i)] = uint64(v)
}

// growSlots makes room for n slots outside of the object.
func (rt *Runtime) growSlots(o Ref, n uint32) {
	old := Ref(rt.mem[o+1])
	have := uint32(0)
	if old != 0 {
		have = rt.high(old)
	}
	if n <= have {
		return
	}
	c := rt.NewValues(max(n, have+have/2+3))
	for i := range have {
		rt.mem[uint32(c)+1+i] = rt.mem[uint32(old)+1+i]
	}
	rt.mem[o+1] = rt.mem[o+1]&^0xFFFFFFFF | uint64(c)
}

// makeUnique gives an object a unique shape with the same properties (a new one if it has one already), without
// deleted entries.
func (rt *Runtime) makeUnique(o Ref) Ref { return rt.rebuild(o, rt.shapeProto(rt.shape(o)), true, nil) }

// rebuild gives an object a new shape with another prototype, and changes attributes by edit (which may return keep=false to delete).
func (rt *Runtime) rebuild(o, proto Ref, unique bool, edit func(k Key, attrs uint8) (a uint8, keep bool)) Ref {
	s := rt.shape(o)
	n := rt.shapeCount(s)
	base, capacity := rt.shapeBase(s), rt.shapeCap(s)
	var u Ref
	unique = unique || rt.isUnique(s)
	if unique {
		u = rt.uniqueShape(proto, base, capacity, n)
	} else {
		u = rt.rootShapeAt(proto, base, capacity)
	}
	if n > 0 {
		t := rt.shapeTable(s)
		if t == 0 {
			t = rt.makeTable(s)
		}
		to := uint32(0)
		for i := range n {
			k, a := rt.tableEntry(t, i)
			if k == 0 {
				continue
			}
			if edit != nil {
				keep := true
				if a, keep = edit(k, a); !keep {
					continue
				}
			}
			if unique {
				ut := rt.tableGrown(rt.shapeTable(u))
				rt.tableAdd(ut, k, a)
				rt.mem[u+3] = uint64(ut)
				rt.setHigh(u, to+1)
			} else {
				u = rt.transition(u, k, a)
			}
			if to != i {
				rt.mem[rt.slotAt(o, s, to)] = rt.mem[rt.slotAt(o, s, i)]
			}
			to++
		}
		for ; to < n; to++ {
			rt.mem[rt.slotAt(o, s, to)] = 0
		}
	}
	rt.setShape(o, u)
	return u
}

// setAttrs changes the attributes of a property.
func (rt *Runtime) setAttrs(o Ref, k Key, attrs uint8) {
	rt.rebuild(o, rt.shapeProto(rt.shape(o)), rt.shapeCount(rt.shape(o)) > 32, func(x Key, a uint8) (uint8, bool) {
		if x == k {
			a = attrs
		}
		return a, true
	})
}

// removeProp deletes a property that is there.
func (rt *Runtime) removeProp(o Ref, k Key) {
	s := rt.shape(o)
	n := rt.shapeCount(s)
	if !rt.isUnique(s) {
		// The last one added: back to the parent.
		if Key(rt.mem[s+2]) == k {
			rt.mem[rt.slotAt(o, s, n-1)] = 0
			rt.setShape(o, rt.shapeParent(s))
			return
		}
		rt.rebuild(o, rt.shapeProto(s), true, func(x Key, a uint8) (uint8, bool) { return a, x != k })
		return
	}
	t := rt.shapeTable(s)
	if live := uint32(rt.mem[t+1] >> 32); live*2 < n && n > 16 {
		rt.rebuild(o, rt.shapeProto(s), true, func(x Key, a uint8) (uint8, bool) { return a, x != k })
		return
	}
	// The entry stays as a hole, under a new shape, so that caches of the old one miss.
	i := rt.tableFind(t, k)
	rt.mem[uint32(t)+2+uint32(i)] = 0
	rt.mem[t+1] -= 1 << 32
	rt.mem[rt.slotAt(o, s, uint32(i))] = 0
	u := rt.newShape(rt.shapeProto(s), 0, rt.shapeBase(s), rt.shapeCap(s))
	rt.setFlag(u, shapeUnique)
	rt.setHigh(u, n)
	rt.mem[u+3] = uint64(t)
	rt.mem[s+3] = 0
	rt.setShape(o, u)
}
