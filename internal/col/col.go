// Package col has the containers that the engine's columns are made of: bit
// sets over rows, lists with inline capacity, scratch arenas that are reset and not freed,
// and pointer-stable paged columns.
package col

import "math/bits"

// Bits is a set of rows. The zero value is empty; it grows as rows are added.
type Bits[ID ~uint32] struct{ words []uint64 }

// Add puts id in the set and reports whether it was not there.
func (b *Bits[ID]) Add(id ID) bool {
	w := int(id >> 6)
	if w >= len(b.words) {
		b.words = append(b.words, make([]uint64, w+1-len(b.words))...)
	}
	m := uint64(1) << (id & 63)
	was := b.words[w]&m != 0
	b.words[w] |= m
	return !was
}

// Remove takes id out of the set.
func (b *Bits[ID]) Remove(id ID) {
	if w := int(id >> 6); w < len(b.words) {
		b.words[w] &^= 1 << (id & 63)
	}
}

// Has reports whether id is in the set.
func (b *Bits[ID]) Has(id ID) bool {
	w := int(id >> 6)
	return w < len(b.words) && b.words[w]&(1<<(id&63)) != 0
}

// Clear empties the set and keeps its memory.
func (b *Bits[ID]) Clear() { clear(b.words) }

// Count is the number of rows in the set.
func (b *Bits[ID]) Count() (n int) {
	for _, w := range b.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// All visits the rows in order until yield returns false.
func (b *Bits[ID]) All(yield func(ID) bool) {
	for i, w := range b.words {
		for ; w != 0; w &= w - 1 {
			if !yield(ID(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// MemoryBytes is what the set takes.
func (b *Bits[ID]) MemoryBytes() int64 { return int64(cap(b.words)) * 8 }

// PageSize is the number of rows of a page of Paged.
const PageSize = 256

// Paged is a column whose rows never move: At stays valid while the column
// grows. Rows are zero when first reached.
type Paged[ID ~uint32, T any] struct{ pages []*[PageSize]T }

// At returns the row of id, growing the column to hold it.
func (p *Paged[ID, T]) At(id ID) *T {
	n := int(id / PageSize)
	if n >= len(p.pages) {
		p.pages = append(p.pages, make([]*[PageSize]T, n+1-len(p.pages))...)
	}
	if p.pages[n] == nil {
		p.pages[n] = new([PageSize]T)
	}
	return &p.pages[n][id%PageSize]
}

// Peek returns the row of id, or nil where the column was never grown to it.
func (p *Paged[ID, T]) Peek(id ID) *T {
	n := int(id / PageSize)
	if n >= len(p.pages) || p.pages[n] == nil {
		return nil
	}
	return &p.pages[n][id%PageSize]
}

// All visits the rows of the pages that exist, in order.
func (p *Paged[ID, T]) All(yield func(id ID, row *T) bool) {
	for n, q := range p.pages {
		if q == nil {
			continue
		}
		for i := range q {
			if !yield(ID(n*PageSize+i), &q[i]) {
				return
			}
		}
	}
}

// Pages is the number of pages that exist.
func (p *Paged[ID, T]) Pages() (n int) {
	for _, q := range p.pages {
		if q != nil {
			n++
		}
	}
	return n
}

// Arena hands out slices of scratch memory for one pass. Reset makes all of it
// free again without giving it back: after the largest pass it allocates no more.
type Arena[T any] struct {
	blocks [][]T
	block  int // the one in use
	used   int // rows of it handed out
}

const arenaBlock = 4096

// Alloc returns n zeroed rows that are valid until Reset.
func (a *Arena[T]) Alloc(n int) []T {
	for a.block < len(a.blocks) && a.used+n > len(a.blocks[a.block]) {
		a.block, a.used = a.block+1, 0
	}
	if a.block == len(a.blocks) {
		a.blocks, a.used = append(a.blocks, make([]T, max(n, arenaBlock))), 0
	}
	s := a.blocks[a.block][a.used : a.used+n : a.used+n]
	a.used += n
	clear(s)
	return s
}

// Reset makes every slice handed out invalid.
func (a *Arena[T]) Reset() { a.block, a.used = 0, 0 }

// Release gives the memory back, as when idle.
func (a *Arena[T]) Release() { *a = Arena[T]{} }

// Rows is the number of rows that the arena holds, used or not.
func (a *Arena[T]) Rows() (n int) {
	for _, b := range a.blocks {
		n += cap(b)
	}
	return n
}
