package dom

import (
	"math/bits"
	"unsafe"
)

// heap keeps the bytes of texts and attribute values outside Go's collector's
// sight: in chunks without pointers, cut into blocks of size classes (16 B steps up to 256 B,
// then four steps to each power of two). A block is named by a 32-bit reference;
// freed blocks go to the list of their class. Blocks larger than a quarter chunk get a chunk of their own,
// which is given back when freed.
type heap struct {
	chunks []([]byte)
	cut    []uint32 // units of each chunk that blocks were cut from, once it is not the current one
	owned  []uint32 // indices of chunks without memory, for reuse
	cur    uint32   // chunk blocks are cut from; 0 is never used
	next   uint32   // first free unit in it
	free   [heapClasses][]ref
	live   int64
	grown  func() // called after a chunk was added
}

// ref names a block: chunk<<chunkUnitBits | unit. 0 is no block.
type ref uint32

const (
	heapUnit      = 16
	chunkUnitBits = 12
	chunkBytes    = heapUnit << chunkUnitBits // 64 KiB
	heapLargest   = chunkBytes / 4
	heapClasses   = 64
)

// classOf is the size class of n bytes and the bytes of its blocks.
func classOf(n int) (class, size int) {
	if n <= 256 {
		c := (n + heapUnit - 1) / heapUnit
		return c, c * heapUnit
	}
	p := bits.Len(uint(n-1)) - 1 // 2^p < n <= 2^(p+1)
	step := 1 << (p - 2)
	q := (n - 1<<p + step - 1) / step // 1..4
	return 16 + (p-8)*4 + q, 1<<p + q*step
}

// alloc returns a block that holds s.
func (h *heap) alloc(s string) ref {
	if s == "" {
		return 0
	}
	r := h.allocSize(len(s))
	copy(h.bytes(r, len(s)), s)
	return r
}

// allocSize returns a block for n > 0 bytes, with any content.
func (h *heap) allocSize(n int) ref {
	c, size := classOf(n)
	h.live += int64(size)
	if size > heapLargest {
		return ref(h.addChunk(size) << chunkUnitBits)
	}
	if l := h.free[c]; len(l) > 0 {
		r := l[len(l)-1]
		h.free[c] = l[:len(l)-1]
		return r
	}
	units := uint32(size / heapUnit)
	if h.cur == 0 || h.next+units > 1<<chunkUnitBits {
		if h.cur != 0 {
			h.cut[h.cur] = h.next
		}
		h.cur, h.next = h.addChunk(chunkBytes), 0
	}
	r := ref(h.cur<<chunkUnitBits | h.next)
	h.next += units
	return r
}

// extend appends s to block r, which holds n bytes, and returns the block that has both.
func (h *heap) extend(r ref, n int, s string) ref {
	if r == 0 {
		return h.alloc(s)
	}
	_, old := classOf(n)
	if n+len(s) <= old {
		// n and n+len(s) are of one class: the block is released as the right one.
		copy(h.bytes(r, n+len(s))[n:], s)
		return r
	}
	b := h.allocSize(n + len(s))
	copy(h.bytes(b, n), h.bytes(r, n))
	copy(h.bytes(b, n+len(s))[n:], s)
	h.release(r, n)
	return b
}

func (h *heap) addChunk(size int) uint32 {
	if len(h.chunks) == 0 {
		h.chunks, h.cut = append(h.chunks, nil), append(h.cut, 0)
	}
	m := make([]byte, size)
	if n := len(h.owned); n > 0 {
		i := h.owned[n-1]
		h.owned = h.owned[:n-1]
		h.chunks[i], h.cut[i] = m, 0
		h.more()
		return i
	}
	if len(h.chunks) >= 1<<(32-chunkUnitBits) {
		panic("dom: the page holds more than 64 GiB of text")
	}
	h.chunks, h.cut = append(h.chunks, m), append(h.cut, 0)
	h.more()
	return uint32(len(h.chunks) - 1)
}

func (h *heap) more() {
	if h.grown != nil {
		h.grown()
	}
}

// release frees the block r that holds n bytes.
func (h *heap) release(r ref, n int) {
	if r == 0 {
		return
	}
	c, size := classOf(n)
	h.live -= int64(size)
	if size > heapLargest {
		i := uint32(r >> chunkUnitBits)
		h.chunks[i] = nil
		h.owned = append(h.owned, i)
		return
	}
	h.free[c] = append(h.free[c], r)
}

func (h *heap) bytes(r ref, n int) []byte {
	if r == 0 {
		return nil
	}
	off := int(r&(1<<chunkUnitBits-1)) * heapUnit
	return h.chunks[r>>chunkUnitBits][off : off+n]
}

// view is the block as a string without a copy: it is valid until the block is freed.
func (h *heap) view(r ref, n uint32) string {
	if r == 0 || n == 0 {
		return ""
	}
	b := h.bytes(r, int(n))
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// trim gives the memory of chunks back that have free blocks only. It reads every free block: for when idle.
func (h *heap) trim() {
	freeUnits := make([]uint32, len(h.chunks))
	for c, l := range h.free {
		for _, r := range l {
			freeUnits[r>>chunkUnitBits] += uint32(classSize(c) / heapUnit)
		}
	}
	gone := make([]bool, len(h.chunks))
	any := false
	for i, n := range freeUnits {
		// What was cut from a chunk is its length as used: the current one up to next, others wholly but the tail that no block fitted.
		if n > 0 && uint32(i) != h.cur && n == h.cut[i] {
			gone[i], any = true, true
		}
	}
	if any {
		for c, l := range h.free {
			kept := l[:0]
			for _, r := range l {
				if !gone[r>>chunkUnitBits] {
					kept = append(kept, r)
				}
			}
			h.free[c] = append([]ref(nil), kept...)
		}
		for i, g := range gone {
			if g {
				h.chunks[i] = nil
				h.owned = append(h.owned, uint32(i))
			}
		}
	}
}

// classSize is the bytes of blocks of a class.
func classSize(c int) int {
	if c <= 16 {
		return c * heapUnit
	}
	p, q := 8+(c-17)/4, (c-17)%4+1
	return 1<<p + q<<(p-2)
}

func (h *heap) memoryBytes() (n int64) {
	for _, c := range h.chunks {
		n += int64(cap(c))
	}
	for _, f := range h.free {
		n += int64(cap(f)) * 4
	}
	return n + int64(cap(h.chunks))*24 + int64(cap(h.owned)+cap(h.cut))*4
}
