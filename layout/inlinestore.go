package layout

import (
	"unsafe"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/text"
)

// span is a range of rows of a column that belongs to one inline formatting context.
type span struct{ start, end, cap uint32 }

func (s span) len() int { return int(s.end - s.start) }

// inlineRow is an inline formatting context. 104 bytes.
type inlineRow struct {
	text, items, glyphs, runs, breaks, lines, frags span
	box                                             BoxID
	flags                                           inlineFlags
	minContent, maxContent                          int32
}

type inlineFlags uint8

const (
	inlineBidi     inlineFlags = 1 << iota // has levels other than 0
	inlineFloats                           // has floats among its items
	inlineNoLines                          // nothing in it makes a line box
	inlineAtomics                          // has atomic boxes
	inlineAbsolute                         // has absolutely positioned boxes
	inlineFallback                         // glyphs of other faces than the styles name, where they count for the height of lines
)

// inlineStore has the columns of all inline formatting contexts. A context that grows moves to the end of a column;
// columns are packed when a good part is unused.
type inlineStore struct {
	rows  []inlineRow // rows[0] is none
	free  uint32
	text  []byte
	items []item
	glyph []text.Glyph
	runs  []text.GlyphRun
	brk   []text.Break
	lines []Line
	frags []Fragment
	waste int // rows of columns that no context owns
}

func (s *inlineStore) reset() {
	s.rows = append(s.rows[:0], inlineRow{})
	s.free, s.waste = 0, 0
	s.text, s.items, s.glyph, s.runs, s.brk, s.lines, s.frags = s.text[:0], s.items[:0], s.glyph[:0], s.runs[:0], s.brk[:0], s.lines[:0], s.frags[:0]
}

func (s *inlineStore) add(b BoxID) uint32 {
	if id := s.free; id != 0 {
		s.free = uint32(s.rows[id].box)
		s.rows[id] = inlineRow{box: b}
		return id
	}
	s.rows = append(s.rows, inlineRow{box: b})
	return uint32(len(s.rows) - 1)
}

func (s *inlineStore) release(id uint32) {
	r := &s.rows[id]
	for _, sp := range [...]span{r.text, r.items, r.glyphs, r.runs, r.breaks, r.lines, r.frags} {
		s.waste += int(sp.cap)
	}
	*r = inlineRow{box: BoxID(s.free)}
	s.free = id
}

// put copies rows to the place of sp in a column, or to its end when they do not fit.
func put[T any](s *inlineStore, column *[]T, sp *span, rows []T) {
	n := uint32(len(rows))
	if n > sp.cap {
		s.waste += int(sp.cap)
		sp.start, sp.cap = uint32(len(*column)), n
		*column = append(*column, rows...)
	} else {
		copy((*column)[sp.start:], rows)
	}
	sp.end = sp.start + n
}

func (s *inlineStore) textOf(r *inlineRow) []byte  { return s.text[r.text.start:r.text.end] }
func (s *inlineStore) itemsOf(r *inlineRow) []item { return s.items[r.items.start:r.items.end] }
func (s *inlineStore) glyphsOf(r *inlineRow) []text.Glyph {
	return s.glyph[r.glyphs.start:r.glyphs.end]
}

// Lines are the line boxes of b's inline formatting context, top to bottom; nil where b has none. Valid until the next Update.
func (t *Tree) Lines(b BoxID) []Line {
	if i := t.links[b].inline; i != 0 {
		r := &t.inlines.rows[i]
		return t.inlines.lines[r.lines.start:r.lines.end]
	}
	return nil
}

// Fragments are the fragments of b's inline formatting context: those of a Line are First to End. Valid until the next Update.
func (t *Tree) Fragments(b BoxID) []Fragment {
	if i := t.links[b].inline; i != 0 {
		r := &t.inlines.rows[i]
		return t.inlines.frags[r.frags.start:r.frags.end]
	}
	return nil
}

// ContextText is the text of b's inline formatting context after white space processing and text-transform; an object replacement
// character stands for each atomic box.
func (t *Tree) ContextText(b BoxID) []byte {
	if i := t.links[b].inline; i != 0 {
		return t.inlines.textOf(&t.inlines.rows[i])
	}
	return nil
}

// TextRuns visits the glyphs of a text, hyphen or ellipsis fragment by face, left to right. The pen starts at the left edge of the fragment's rectangle, on its
// baseline; f.Justify is added after each glyph that is a space. runs' First and End do not matter.
func (t *Tree) TextRuns(f *Fragment, yield func(run *text.GlyphRun, glyphs []text.Glyph) bool) {
	if f.First >= f.End {
		return
	}
	c := f.Box
	if f.Kind != FragmentEllipsis {
		c = t.Container(c)
	}
	i := t.links[c].inline
	if i == 0 {
		return
	}
	s := &t.inlines
	r := &s.rows[i]
	g := s.glyphsOf(r)
	runs := s.runs[r.runs.start:r.runs.end]
	lo, hi := 0, len(runs) // the first run that ends after f.First
	for lo < hi {
		if m := (lo + hi) / 2; runs[m].End <= f.First {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for ; lo < len(runs) && runs[lo].First < f.End; lo++ {
		if !yield(&runs[lo], g[max(runs[lo].First, f.First):min(runs[lo].End, f.End)]) {
			return
		}
	}
}

func (s *inlineStore) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/contexts", int64(cap(s.rows))*int64(unsafe.Sizeof(inlineRow{})), "Inline formatting contexts.")
	r.Bytes(prefix+"/text", int64(cap(s.text)+cap(s.brk)), "Texts after white space processing, and where they break.")
	r.Bytes(prefix+"/items", int64(cap(s.items))*int64(unsafe.Sizeof(item{})), "Inline items.")
	r.Bytes(prefix+"/glyphs", int64(cap(s.glyph))*int64(unsafe.Sizeof(text.Glyph{})), "Shaped glyphs.")
	r.Bytes(prefix+"/runs", int64(cap(s.runs))*int64(unsafe.Sizeof(text.GlyphRun{})), "Runs of glyphs of one face.")
	r.Bytes(prefix+"/lines", int64(cap(s.lines))*int64(unsafe.Sizeof(Line{})), "Lines.")
	r.Bytes(prefix+"/fragments", int64(cap(s.frags))*int64(unsafe.Sizeof(Fragment{})), "Fragments.")
}
