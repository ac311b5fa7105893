package layout

import (
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// What an algorithm is and may rely on
//
// An algorithm lays out the inside of one box: func(p *pass, b BoxID, c *Constraints). When it is called, the box's margins (auto
// ones as 0), borders and paddings are in geometry. It must
//
//   - decide the border-box size and write it to geometry (setSize): FixedW and FixedH win over the style's sizes;
//   - call p.layout once, last, with final constraints for each in-flow child and p.place to give it its position
//     (p.place adds position: relative);
//   - call p.setStatic for each absolutely positioned child: where its margin box would stand, relative to b's border box; p.layout
//     then lays them out when their containing block is done;
//   - write geometry.first and last (the baselines) where it has any.
//
// p.layout does the rest: edges before, absolutely positioned descendants, scrollable overflow and scrollbars after.
//
// To measure a child first, p.measure with MeasureOnly: results are kept for the pass, so that nested measuring stays linear.
// Intrinsic widths: p.contribution (margin box, what the child asks of its parent), p.minMax (content box). For containers of its own
// kind an algorithm gives a second function, func(p *pass, b BoxID) (min, max geom.Unit), the content box's sizes.

// algorithm lays out the inside of a box.
type algorithm func(p *pass, b BoxID, c *Constraints)

// intrinsic is the min-content and max-content width of a box's content box.
type intrinsic func(p *pass, b BoxID) (min, max geom.Unit)

var algorithms [KindCount]algorithm
var intrinsics [KindCount]intrinsic

func init() {
	algorithms = [KindCount]algorithm{
		KindViewport: layoutViewport, KindBlock: layoutBlock, KindReplaced: layoutReplaced, KindMarker: layoutBlock,
		KindFlex: layoutFlex, KindGrid: layoutGrid, KindTable: layoutTable, KindTableCell: layoutBlock, KindTableCaption: layoutBlock,
		KindTableRowGroup: layoutBlock, KindTableRow: layoutBlock, KindFieldset: layoutBlock,
		KindTableColumn: layoutNothing, KindTableColumnGroup: layoutNothing, KindFrameset: layoutFrameset,
	}
	intrinsics = [KindCount]intrinsic{
		KindViewport: blockMinMax, KindBlock: blockMinMax, KindReplaced: replacedMinMax, KindMarker: blockMinMax,
		KindFlex: flexMinMax, KindGrid: gridMinMax, KindTable: tableMinMax, KindTableCell: blockMinMax, KindTableCaption: blockMinMax,
		KindTableRowGroup: blockMinMax, KindTableRow: blockMinMax, KindFieldset: blockMinMax,
		KindFrameset: framesetMinMax,
	}
}

func layoutNothing(p *pass, b BoxID, c *Constraints) { p.setSize(b, 0, 0) }

// pass is the scratch memory of one layout pass. Its arenas are kept between passes at the size of the largest.
type pass struct {
	t          *Tree
	shaper     *text.Shaper
	measures   measures
	inline     inlineScratch
	block      blockScratch
	flex       flexScratch
	grid       gridScratch
	table      tableScratch
	columns    columnsScratch
	edgesAt    map[BoxID]uint32 // by table with collapsed borders: the pass that resolved them
	given      []*Constraints   // by nesting: what the boxes that are being laid out were given
	depth      int
	laid       int              // boxes laid out in this pass
	intrinsics map[BoxID]minMax // of an incremental pass: widths that may have changed, as they were
}

func (p *pass) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix, p.inline.bytes()+p.block.bytes()+p.flex.bytes()+p.grid.bytes()+p.table.bytes()+p.columns.bytes()+p.measures.bytes(), "Scratch memory of the layout pass, kept for the next.")
}

// style of b.
func (p *pass) style(b BoxID) *style.Computed { return p.t.Style(b) }

// layout lays out b under c, unless it is clean and was laid out under the same constraints.
func (p *pass) layout(b BoxID, c *Constraints) Result {
	t := p.t
	t.opt.Stop.Poll()
	l := &t.links[b]
	sv := &t.saved[b]
	if l.flags&(flagDirty|flagChildDirty) == 0 && l.flags&flagLaidOut != 0 && c.bfc == nil &&
		sv.availW == c.AvailW && sv.availH == c.AvailH && sv.pctW == c.PctW && sv.pctH == c.PctH &&
		sv.fixedW == c.FixedW && sv.fixedH == c.FixedH && sv.flags == c.Flags {
		return t.result(b)
	}
	p.measures.renew(b, l.flags)
	// The algorithms are called through a table: a copy of our own keeps the callers' constraints off the heap.
	if p.depth == len(p.given) {
		p.given = append(p.given, new(Constraints))
	}
	own := p.given[p.depth]
	p.depth++
	*own = *c
	p.edges(b, own.PctW)
	p.run(b, own)
	p.depth--
	sv = &t.saved[b]
	sv.availW, sv.availH, sv.pctW, sv.pctH = c.AvailW, c.AvailH, c.PctW, c.PctH
	sv.fixedW, sv.fixedH, sv.flags = c.FixedW, c.FixedH, c.Flags
	p.laid++
	if c.Flags&MeasureOnly == 0 {
		p.finish(b)
		t.links[b].flags = t.links[b].flags&^(flagDirty|flagChildDirty) | flagLaidOut
	} else {
		t.links[b].flags |= flagDirty
	}
	return t.result(b)
}

// run calls the algorithm, twice when a scrollbar turned out to be needed.
func (p *pass) run(b BoxID, c *Constraints) {
	t := p.t
	l := &t.links[b]
	if l.flags&FlagScroller != 0 {
		p.scrollbarsBefore(b, c)
	}
	algorithms[l.kind](p, b, c)
	// A second time where the room that one scrollbar takes makes the other necessary.
	for n := 0; n < 2 && t.links[b].flags&FlagScroller != 0 && t.opt.ClassicScrollbars && p.scrollbarsAfter(b); n++ {
		p.edges(b, c.PctW)
		t.saved[b].minContent = Indefinite
		algorithms[t.links[b].kind](p, b, c)
	}
	st := t.Style(b)
	g := &t.geo[b]
	switch {
	case st.Content.Contain&containsBaseline != 0 && t.links[b].kind != KindInline:
		g.first, g.last = Indefinite, Indefinite // https://drafts.csswg.org/css-contain-2/#containment-layout
	case t.links[b].flags&FlagScroller != 0: // https://drafts.csswg.org/css-align-3/#baseline-export
		if g.first != Indefinite {
			g.first = max(0, min(g.first, g.size.H))
		}
		if g.last != Indefinite {
			g.last = max(0, min(g.last, g.size.H))
		}
	}
}

func (t *Tree) result(b BoxID) Result {
	g := &t.geo[b]
	return Result{Size: g.size, First: g.first, Last: g.last}
}

// setSize writes b's border-box size.
func (p *pass) setSize(b BoxID, w, h geom.Unit) { p.t.geo[b].size = geom.Size{W: w, H: h} }

// place gives b's border box its position in the border box of its container (Container), of whose content box cb is the
// size. Relative positioning is added here.
func (p *pass) place(b BoxID, pos geom.Point, cb geom.Size) {
	t := p.t
	if f := t.links[b].flags; f&FlagRelative != 0 && f&FlagSticky == 0 {
		pos = pos.Add(p.relativeOffset(b, cb))
	}
	t.geo[b].offset = pos
}

// setStatic says where the margin box of an absolutely positioned box would stand in its parent's border box.
func (p *pass) setStatic(b BoxID, pos geom.Point) {
	p.setStaticAligned(b, pos, staticDefault, staticDefault)
}

// setStaticAligned says at which point the start edge, center or end edge of an absolutely positioned box's margin box would
// stand in each axis (staticStart, …).
func (p *pass) setStaticAligned(b BoxID, pos geom.Point, x, y uint8) {
	s := &p.t.saved[b]
	s.endPos, s.endNeg, s.staticX, s.staticY = pos.X, pos.Y, x, y
}

// measure keys and results: a few for each box that is measured. They hold as long as the box stays clean.
type measureRow struct {
	availW, availH, pctW, pctH, fixedW, fixedH geom.Unit
	flags                                      ConstraintFlags
	box                                        BoxID
	next                                       uint32
	serial                                     uint32 // of the pass that measured
	res                                        Result
}

type measures struct {
	rows []measureRow
	head []uint32 // by box
	// serial is that of the pass. A box that is dirty, and was not measured in this pass, has changed since it was measured.
	serial uint32
}

func (m *measures) reset() { m.rows = m.rows[:0]; clear(m.head) }

// begin starts a pass over boxes of which there are n rows.
func (m *measures) begin(n int) {
	m.serial++
	if len(m.rows) > 1024+2*n {
		m.reset()
	}
}

// drop forgets what was measured of a box.
func (m *measures) drop(b BoxID) {
	if int(b) < len(m.head) {
		m.head[b] = 0
	}
}

// renew drops what was measured of a box before it changed.
func (m *measures) renew(b BoxID, f Flags) {
	if f&(flagDirty|flagChildDirty) != 0 && int(b) < len(m.head) {
		if i := m.head[b]; i != 0 && m.rows[i-1].serial != m.serial {
			m.head[b] = 0
		}
	}
}

func (m *measures) bytes() int64 { return sizeOf(m.rows) + sizeOf(m.head) }

// sizeOf is the memory of a slice.
func sizeOf[T any](s []T) int64 {
	var t T
	return int64(cap(s)) * int64(unsafe.Sizeof(t))
}

// measure is the result of laying b out under c, for its size and baselines only. Results are kept until the box changes.
func (p *pass) measure(b BoxID, c *Constraints) Result {
	m := &p.measures
	if int(b) >= len(m.head) {
		m.head = append(m.head, make([]uint32, len(p.t.links)-len(m.head))...)
	}
	m.renew(b, p.t.links[b].flags)
	for i := m.head[b]; i != 0; {
		r := &m.rows[i-1]
		if r.availW == c.AvailW && r.availH == c.AvailH && r.pctW == c.PctW && r.pctH == c.PctH &&
			r.fixedW == c.FixedW && r.fixedH == c.FixedH && r.flags == c.Flags {
			return r.res
		}
		i = r.next
	}
	res := p.layout(b, c)
	m.rows = append(m.rows, measureRow{availW: c.AvailW, availH: c.AvailH, pctW: c.PctW, pctH: c.PctH, fixedW: c.FixedW,
		fixedH: c.FixedH, flags: c.Flags, box: b, serial: m.serial, res: res, next: m.head[b]})
	m.head[b] = uint32(len(m.rows))
	return res
}
