package heap

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
)

// Ref is a cell: the index of its header's word in the region; 0 is none.
type Ref uint32

const (
	// PageWords is the size of a page: 16 KB.
	PageWords = 1 << pageShift
	pageShift = 11
	// MaxSmall is the size in words of the largest cells that share a page.
	MaxSmall = 1024
	// MaxWords is the size in words of the largest cell.
	MaxWords = 1 << 28
	// commitWords is how much of the region is made accessible at once: 1 MB.
	commitWords = 1 << 17
	// minBudgetWords is the least that is allocated between collections: 4 MB.
	minBudgetWords = 1 << 19
	largeWords     = 1 << 17
)

// classWords are the sizes of small cells.
var classWords = [...]uint32{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 113, 128, 146, 170, 204, 256, 292, 341, 409, 512, 682, 1024}

const numClasses = len(classWords)

// classOf gives the class of a size in words.
var classOf [MaxSmall + 1]uint8

func init() {
	c := 0
	for n := range classOf {
		if n > int(classWords[c]) {
			c++
		}
		classOf[n] = uint8(c)
	}
}

const (
	pageFree  = 255 // no cell
	pageLarge = 254 // first page of a run
	pageRest  = 253 // further pages of a run
	pageStack = 252 // the value stack and word 0
)

// page is a row of the column of pages.
type page struct {
	class uint8
	dirty bool   // a free page that may hold other than zeros
	live  uint16 // cells reached by the last marking
	run   uint32 // pageLarge: pages of the run
	words uint32 // pageLarge: words asked for
}

// class is where cells of one size come from: the free run [cur, end).
type class struct {
	cur, end uint32
	size     uint32
	fresh    bool // the run is known to be zero

	scan  uint32   // the rest of the page being handed out starts here, 0 for none
	limit uint32   // end of the cells of that page
	avail []uint32 // pages that had free cells after the last marking
}

// Count is a number of cells and the bytes they take, as size classes round them.
type Count struct {
	Cells, Bytes int
}

// Heap is a region and its columns.
type Heap struct {
	Mem Mem

	classes [numClasses]class
	// Live counts cells by kind: those reached by the last marking and those made since.
	counts [256]Count

	region region
	pages  []page
	marks  []uint64
	free   []uint32 // free pages, a stack
	top    uint32   // pages below top are in use or free; those above were never used
	commit uint64   // words below are accessible

	stack   []uint32 // mark stack
	marking bool     // between BeginMark and EndMark

	since    int // words handed out since the last marking
	budget   int // words that raise Want
	limit    int // words of pages in use and external above which OverLimit is raised; 0 for none
	inUse    int // words of pages not free
	external int // bytes outside the region that cells keep

	// Want is raised when it is time to collect.
	Want bool
	// OverLimit is raised when pages in use exceed the limit.
	OverLimit bool
	// Poison makes EndMark overwrite dead cells.
	Poison bool
	// Large is the size in words from which on allocations call Past: 1 MB.
	Large uint32
	// Step makes them call Past always, and all that are small another way: a test of what that may do.
	Step bool

	// Wanted, when set, is called as Want or OverLimit is raised.
	Wanted func()
	// Past, when set, is called before a large allocation that takes the heap a quarter past its limit. It may not return.
	Past func()
	// TooMuch, when set, is called as small allocations have taken it there.
	TooMuch func()

	// Cycles counts collections.
	Cycles int

	cleanup runtime.Cleanup
}

// PoisonWord is what dead cells are filled with in stress mode. Its kind is PoisonKind, and its upper half is a
// reference beyond what is accessible.
const (
	PoisonWord = 0xF0DEADF0_DEAD00FF
	PoisonKind = 0xFF
)

// ErrLarge is the reason of a panic for a cell above MaxWords or a full region.
var ErrLarge = errors.New("heap: out of memory")

// New reserves a region whose first stackWords words are the value stack (with word 0,
// which is no one's). limitBytes bounds the pages in use and what External counts; 0 is no limit.
func New(stackWords int, limitBytes int) (*Heap, error) {
	h := &Heap{budget: minBudgetWords, limit: limitBytes / 8, Large: largeWords}
	if err := h.region.reserve(); err != nil {
		return nil, fmt.Errorf("heap: reserve: %w", err)
	}
	for i := range h.classes {
		h.classes[i].size = classWords[i]
	}
	h.Mem = h.region.mem()
	stackPages := (stackWords + PageWords - 1) / PageWords
	h.commitTo(uint64(stackPages+16) * PageWords)
	h.pages = make([]page, stackPages, stackPages+16)
	for i := range h.pages {
		h.pages[i].class = pageStack
	}
	h.top = uint32(stackPages)
	h.marks = make([]uint64, int(h.top)<<(pageShift-6), int(h.top+16)<<(pageShift-6))
	h.cleanup = runtime.AddCleanup(h, func(r region) { r.free() }, h.region)
	return h, nil
}

// Close gives the region back. No cell may be used after: Mem is nil.
func (h *Heap) Close() {
	if h.Mem == nil {
		return
	}
	h.cleanup.Stop()
	h.region.free()
	*h = Heap{}
}

func (h *Heap) commitTo(words uint64) {
	if words <= h.commit {
		return
	}
	words = (words + commitWords - 1) &^ (commitWords - 1)
	if words > h.region.size() {
		words = h.region.size()
	}
	if err := h.region.commit(h.commit, words); err != nil {
		h.full()
	}
	h.commit = words
}

// full is called when a cell cannot be made at all.
func (h *Heap) full() {
	if h.Past != nil {
		h.Past()
	}
	panic(ErrLarge)
}

// Alloc makes a cell of at least words words (at least 1), zero but for the kind in its header.
func (h *Heap) Alloc(kind uint8, words uint32) Ref {
	if words > MaxSmall {
		return h.allocLarge(kind, words)
	}
	cl := &h.classes[classOf[words]]
	r := cl.cur
	if r == cl.end {
		h.refill(cl)
		r = cl.cur
	}
	n := cl.size
	cl.cur = r + n
	m := h.Mem
	m[r] = uint64(kind)
	if !cl.fresh {
		for i := r + 1; i < r+n; i++ {
			m[i] = 0
		}
	}
	c := &h.counts[kind]
	c.Cells++
	c.Bytes += int(n) * 8
	return Ref(r)
}

// refill finds the next free run of a class.
func (h *Heap) refill(cl *class) {
	h.mustNotMark()
	if h.Step && cl.size >= h.Large {
		h.Past()
	}
	for {
		if cl.scan != 0 {
			// The next run of the page: from the first cell without a mark to the next with one.
			r, size := cl.scan, cl.size
			for r < cl.limit && h.marks[r>>6]&(1<<(r&63)) != 0 {
				r += size
			}
			start := r
			for r < cl.limit && h.marks[r>>6]&(1<<(r&63)) == 0 && !(h.Step && r > start) {
				h.marks[r>>6] |= 1 << (r & 63)
				r += size
			}
			cl.scan = r
			if r >= cl.limit {
				cl.scan = 0
			}
			if start < r {
				cl.cur, cl.end, cl.fresh = start, r, false
				h.use(int(r - start))
				return
			}
			continue
		}
		if n := len(cl.avail); n > 0 {
			p := cl.avail[n-1]
			cl.avail = cl.avail[:n-1]
			cl.scan = p << pageShift
			cl.limit = cl.scan + PageWords/cl.size*cl.size
			continue
		}
		p := h.takePage()
		row := &h.pages[p]
		row.class = uint8(classOf[cl.size])
		cl.cur = p << pageShift
		cl.end = cl.cur + PageWords/cl.size*cl.size
		if h.Step {
			cl.scan, cl.limit = cl.cur+cl.size, cl.end
			cl.end = cl.scan
		}
		cl.fresh = !row.dirty
		row.dirty = true
		for r := cl.cur; r < cl.end; r += cl.size {
			h.marks[r>>6] |= 1 << (r & 63)
		}
		h.use(PageWords)
		return
	}
}

// mustNotMark panics while a marking runs: marks are what tells free cells, and there are none yet, so that a cell that lives would be handed out.
func (h *Heap) mustNotMark() {
	if h.marking {
		panic("heap: a cell was asked for while a marking runs")
	}
}

func (h *Heap) use(words int) {
	h.since += words
	if h.since > h.budget && !h.Want {
		h.Want = true
		if h.Wanted != nil {
			h.Wanted()
		}
	}
}

// External counts bytes that live outside the region and die with cells: they count against the limit, and bring the next
// collection nearer. A negative number takes back what was counted.
func (h *Heap) External(bytes int) {
	h.external += bytes
	if bytes > 0 {
		h.use(bytes / 8)
		h.checkLimit()
	}
}

// ExternalBytes is what External counted.
func (h *Heap) ExternalBytes() int { return h.external }

// Room reports whether bytes more are within the limit.
func (h *Heap) Room(bytes int) bool {
	return h.limit == 0 || h.inUse+h.external/8+bytes/8 <= h.limit
}

// Reserve is called before bytes are allocated, in the region or for work outside it: see Past.
func (h *Heap) Reserve(bytes int) {
	if h.Past != nil && (h.IsPast(bytes) || h.Step) {
		h.Past()
	}
}

// IsPast reports whether bytes more take the heap a quarter past its limit.
func (h *Heap) IsPast(bytes int) bool {
	return h.limit > 0 && h.inUse+h.external/8+bytes/8 > h.limit+h.limit/4
}

// Slack reports whether a quarter of what brings the next collection has been handed out: enough to collect when there is time.
func (h *Heap) Slack() bool { return h.since > h.budget/4 }

func (h *Heap) countPages(n int) {
	if n*PageWords >= int(h.Large) {
		h.Reserve(n * PageWords * 8)
	} else if h.TooMuch != nil && h.IsPast(n*PageWords*8) {
		h.TooMuch()
	}
	h.inUse += n * PageWords
	h.checkLimit()
}

func (h *Heap) checkLimit() {
	if h.limit > 0 && !h.OverLimit && h.inUse+h.external/8 > h.limit {
		h.OverLimit, h.Want = true, true
		if h.Wanted != nil {
			h.Wanted()
		}
	}
}

func (h *Heap) takePage() uint32 {
	h.countPages(1)
	if n := len(h.free); n > 0 {
		p := h.free[n-1]
		h.free = h.free[:n-1]
		return p
	}
	return h.grow(1)
}

// grow appends n pages to the part in use.
func (h *Heap) grow(n uint32) uint32 {
	p := h.top
	end := (uint64(p) + uint64(n)) << pageShift
	if end > h.region.size() {
		h.full()
	}
	h.commitTo(end)
	h.top += n
	for range n {
		h.pages = append(h.pages, page{class: pageFree})
	}
	need := int(h.top) << (pageShift - 6)
	for len(h.marks) < need {
		h.marks = append(h.marks, 0)
	}
	return p
}

func (h *Heap) allocLarge(kind uint8, words uint32) Ref {
	h.mustNotMark()
	if words > MaxWords {
		h.full()
	}
	n := (words + PageWords - 1) >> pageShift
	h.countPages(int(n))
	p := h.findRun(n)
	h.pages[p] = page{class: pageLarge, run: n, words: words, dirty: h.pages[p].dirty}
	for i := range n {
		row := &h.pages[p+i]
		if i > 0 {
			row.class = pageRest
		}
		if row.dirty {
			clear(h.Mem[(p+i)<<pageShift : uint64(p+i+1)<<pageShift])
		}
		row.dirty = true
	}
	r := p << pageShift
	h.marks[r>>6] |= 1 << (r & 63)
	h.Mem[r] = uint64(kind)
	c := &h.counts[kind]
	c.Cells++
	c.Bytes += int(n) * PageWords * 8
	h.use(int(n) * PageWords)
	return Ref(r)
}

// findRun takes n free pages in a row. Free pages are sorted after a sweep, and those of the run leave the list.
func (h *Heap) findRun(n uint32) uint32 {
	if n == 1 {
		if k := len(h.free); k > 0 {
			p := h.free[k-1]
			h.free = h.free[:k-1]
			return p
		}
		return h.grow(1)
	}
	if uint32(len(h.free)) >= n {
		// The list descends (pages are taken from its end, lowest first).
		start := 0
		for i := 1; i <= len(h.free); i++ {
			if i == len(h.free) || h.free[i] != h.free[i-1]-1 {
				if uint32(i-start) >= n {
					p := h.free[i-1]
					k := i - int(n)
					h.free = append(h.free[:k], h.free[i:]...)
					return p
				}
				start = i
			}
		}
	}
	return h.grow(n)
}

// Size is the number of words a cell takes, as its class rounds them.
func (h *Heap) Size(r Ref) uint32 {
	row := &h.pages[r>>pageShift]
	switch {
	case int(row.class) < numClasses:
		return classWords[row.class]
	case row.class == pageLarge:
		return row.run * PageWords
	}
	return 0
}

// IsCell reports whether r is the first word of a cell that was allocated: a check for tests and the stress mode.
func (h *Heap) IsCell(r Ref) bool {
	p := uint32(r) >> pageShift
	if p >= h.top {
		return false
	}
	row := &h.pages[p]
	off := uint32(r) & (PageWords - 1)
	switch {
	case int(row.class) < numClasses:
		return off%classWords[row.class] == 0 && h.marks[r>>6]&(1<<(r&63)) != 0
	case row.class == pageLarge:
		return off == 0
	}
	return false
}

// BeginMark starts a marking: nothing is marked. No cell can be made until EndMark.
func (h *Heap) BeginMark() {
	h.marking = true
	for i := range h.classes {
		cl := &h.classes[i]
		cl.cur, cl.end, cl.scan = 0, 0, 0
		cl.avail = cl.avail[:0]
	}
	clear(h.marks)
	for i := range h.pages {
		h.pages[i].live = 0
	}
	h.counts = [256]Count{}
	h.stack = h.stack[:0]
}

// Mark marks a cell, to be traced if it was not marked before. 0 does nothing.
func (h *Heap) Mark(r Ref) {
	if r == 0 {
		return
	}
	w, b := r>>6, uint64(1)<<(r&63)
	if h.marks[w]&b != 0 {
		return
	}
	h.marks[w] |= b
	h.stack = append(h.stack, uint32(r))
}

// MarkLeaf marks a cell that refers to nothing.
func (h *Heap) MarkLeaf(r Ref) {
	if r == 0 {
		return
	}
	w, b := r>>6, uint64(1)<<(r&63)
	if h.marks[w]&b != 0 {
		return
	}
	h.marks[w] |= b
	h.count(uint32(r))
}

func (h *Heap) count(r uint32) {
	row := &h.pages[r>>pageShift]
	row.live++
	n := row.run * PageWords
	if int(row.class) < numClasses {
		n = classWords[row.class]
	}
	c := &h.counts[uint8(h.Mem[r])]
	c.Cells++
	c.Bytes += int(n) * 8
}

// Pop takes the next marked cell to trace; ok is false when there is none.
func (h *Heap) Pop() (r Ref, ok bool) {
	n := len(h.stack)
	if n == 0 {
		return 0, false
	}
	x := h.stack[n-1]
	h.stack = h.stack[:n-1]
	h.count(x)
	return Ref(x), true
}

// Marked reports whether the marking that runs (or the last one) reached a cell.
func (h *Heap) Marked(r Ref) bool { return h.marks[r>>6]&(1<<(r&63)) != 0 }

// EndMark ends a marking: what has no mark is free. It sets when the next collection is due.
func (h *Heap) EndMark() {
	h.marking = false
	h.free = h.free[:0]
	live, used := 0, 0
	for p := int(h.top) - 1; p >= 0; p-- {
		row := &h.pages[p]
		switch c := row.class; {
		case int(c) < numClasses:
			size := classWords[c]
			if row.live == 0 {
				if h.Poison {
					h.poison(uint32(p), size)
				}
				row.class = pageFree
				h.free = append(h.free, uint32(p))
				continue
			}
			used++
			live += int(row.live) * int(size)
			if int(row.live) < int(PageWords/size) {
				if h.Poison {
					h.poison(uint32(p), size)
				}
				h.classes[c].avail = append(h.classes[c].avail, uint32(p))
			}
		case c == pageLarge:
			if row.live == 0 {
				if h.Poison {
					h.poison(uint32(p), PageWords)
				}
				row.class = pageFree
				h.freeRest(p, row.run)
				continue
			}
			used += int(row.run)
			live += int(row.run) * PageWords
		case c == pageFree:
			h.free = append(h.free, uint32(p))
		}
	}
	h.inUse = used * PageWords
	h.since = 0
	h.budget = max(minBudgetWords, live+h.external/8)
	h.Want = false
	used = h.inUse + h.external/8
	h.OverLimit = h.limit > 0 && used > h.limit
	if h.limit > 0 {
		h.budget = min(h.budget, max(h.limit-used, minBudgetWords/8))
	}
	h.Cycles++
}

// freeRest frees a run whose further pages the walk of EndMark has already passed.
func (h *Heap) freeRest(p int, run uint32) {
	for i := int(run) - 1; i > 0; i-- {
		h.pages[p+i].class = pageFree
		h.free = append(h.free, uint32(p+i))
	}
	h.free = append(h.free, uint32(p))
}

// poison fills the cells of a page that have no mark.
func (h *Heap) poison(p, size uint32) {
	start := p << pageShift
	for r := start; r+size <= start+PageWords; r += size {
		if h.marks[r>>6]&(1<<(r&63)) == 0 {
			for i := range size {
				h.Mem[r+i] = PoisonWord
			}
		}
	}
}

// GiveBack returns the memory of free pages but for keep bytes to the system, and reports how much.
func (h *Heap) GiveBack(keep int) (bytes int) {
	skip := keep / (PageWords * 8)
	// Pages are taken from the end of the list, so that those at its start are wanted last.
	for i := 0; i < len(h.free)-skip; {
		j := i + 1
		for j < len(h.free)-skip && h.free[j] == h.free[j-1]-1 {
			j++
		}
		lo, hi := uint64(h.free[j-1])<<pageShift, (uint64(h.free[i])+1)<<pageShift
		dirty := false
		for _, p := range h.free[i:j] {
			dirty = dirty || h.pages[p].dirty
		}
		if dirty && h.region.release(lo, hi) {
			for _, p := range h.free[i:j] {
				h.pages[p].dirty = false
			}
			bytes += int(hi-lo) * 8
		}
		i = j
	}
	return bytes
}

// Release gives the memory of words [from, to) of the stack back: they are zero after.
func (h *Heap) Release(from, to uint32) {
	const osPage = 4096 / 8
	lo, hi := (uint64(from)+osPage-1)&^(osPage-1), uint64(to)&^(osPage-1)
	if lo >= hi || !h.region.release(lo, hi) {
		clear(h.Mem[from:to])
		return
	}
	clear(h.Mem[from:lo])
	clear(h.Mem[hi:to])
}

// Resize changes the size in words that a large cell is asked to have, within the run it has.
// It reports whether that was possible.
func (h *Heap) Resize(r Ref, words uint32) bool {
	row := &h.pages[r>>pageShift]
	if row.class != pageLarge || words > row.run*PageWords {
		return false
	}
	row.words = words
	return true
}

// Counts are the cells by kind.
func (h *Heap) Counts() *[256]Count { return &h.counts }

// Stats are sizes in bytes: pages in use, free pages that still hold memory, side columns.
func (h *Heap) Stats() (inUse, idle, columns int) {
	for _, p := range h.free {
		if h.pages[p].dirty {
			idle += PageWords * 8
		}
	}
	return h.inUse * 8, idle, cap(h.pages)*12 + cap(h.marks)*8 + cap(h.free)*4 + cap(h.stack)*4
}

// LimitBytes is the limit given to New.
func (h *Heap) LimitBytes() int { return h.limit * 8 }

// Walk calls f for each cell in order of address: those marked and those made since. Alloc must not be called meanwhile.
func (h *Heap) Walk(f func(r Ref, words uint32)) {
	for p := uint32(0); p < h.top; p++ {
		row := &h.pages[p]
		switch c := row.class; {
		case int(c) < numClasses:
			cl := &h.classes[c]
			start, size := p<<pageShift, classWords[c]
			// Marks of a page are one word after the other; a run handed out is marked whole.
			for w := uint32(0); w < PageWords/64; w++ {
				m := h.marks[start>>6+w]
				for m != 0 {
					r := start + w*64 + uint32(bits.TrailingZeros64(m))
					m &= m - 1
					if r >= cl.cur && r < cl.end {
						continue
					}
					f(Ref(r), size)
				}
			}
		case c == pageLarge:
			f(Ref(p<<pageShift), row.run*PageWords)
		}
	}
}
