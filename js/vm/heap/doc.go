// Package heap is the memory of a script runtime: cells in one reserved region of
// address space that holds no Go pointer, so that the Go collector never looks at
// it. It knows sizes, kinds as numbers, mark bits and counters; what a
// cell means is the business of package vm, which also drives marking.
//
// # The region
//
//	word 0            stack words         page n                       page n+1
//	| reserved (null) | value stack … … … | cell cell cell … (one size) | a run of pages is one large cell …
//
// A Ref is a word's index in the region; 0 is none. The region is 32 GB of
// address space (reserved, not committed), so that every 32-bit index lies inside
// it and the compiler proves the bounds of each access from its type (see Mem).
// Where so much cannot be reserved (32-bit systems) Mem is a slice and every access is checked.
// What is beyond the part in use cannot be read or written.
//
// # Cells
//
// The first word of a cell is its header; package heap writes the kind, the rest
// belongs to vm:
//
//	kind 8 | flags 8 | aux 16 | shape or length 32      (low bits first)
//
// Cells of up to MaxSmall words come from pages of one size class. Larger ones are runs of pages.
//
// # Columns
//
//	pages   one row a page: class, live cells after the last marking, length of a run
//	marks   one bit a word, set at the first word of cells that the last marking reached
//	         (and of those made since in pages that were handed out)
//
// One goroutine uses a Heap at a time. Rows are written by Alloc, Mark and Sweep alone.
//
// # Collection
//
// Alloc never collects. It raises Want when enough was allocated; at its next
// safe point vm calls BeginMark, Mark for its roots, traces what Pop gives until
// there is nothing more, and EndMark. Nothing visits dead cells after that: allocation finds
// free runs by the mark bits, counters by kind are those of the marking, and
// pages without a mark are free at once.
package heap
