package layout

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Multi-column layout. https://drafts.csswg.org/css-multicol-1/
//
// The content is laid out as one flow, a column wide; then it is cut where it may break: between lines and between blocks. What lies in a
// later column is moved there, so that places are as seen: a box within one column moves as a whole; of a box that
// spans columns its lines and children move, and what it covers in each column is kept (Tree.ColumnFragments).
// The flow's own coordinates are those of the container's border box.

// columnAtom is a part of the flow that does not break inside: a line, a monolithic box, or empty space that can be cut anywhere.
type columnAtom struct {
	top, bottom geom.Unit
	column      int32
	allowed     bool // the flow may break before it
	forced      bool // it must
	cuts        bool // it can be cut at any height
}

// columnRecord is a box of the flow and the atoms that it consists of, in document order.
type columnRecord struct {
	box      BoxID
	parent   int32 // record; -1: the container
	first    int32 // atoms
	end      int32
	lines    int32 // atoms of lines begin here; -1: none
	top      geom.Unit
	bottom   geom.Unit
	spanning bool
}

// columnsScratch is the scratch memory of multi-column layout.
type columnsScratch struct {
	atoms   []columnAtom
	records []columnRecord
	starts  []geom.Unit
}

func (s *columnsScratch) bytes() int64 {
	return sizeOf(s.atoms) + sizeOf(s.records) + sizeOf(s.starts)
}

// columnSet is a row of columns of a container.
type columnSet struct {
	rect  geom.Rect // of the columns, gaps and all, in the container's border box
	width geom.Unit
	gap   geom.Unit
	n     int   // used number of columns
	count int32 // columns with content
	rtl   bool
}

// x is where column k begins, from the left edge of the columns. What division leaves over is spread.
func (s *columnSet) x(k int32) geom.Unit {
	x := geom.Unit(int64(k) * (int64(s.rect.W) + int64(s.gap)) / int64(s.n))
	if s.rtl {
		x = s.rect.W - s.width - x
	}
	return x
}

// columnsData is what the tree keeps of a multi-column container.
type columnsData struct {
	sets     []columnSet
	spanning []BoxID // boxes that span columns
}

// isColumns reports whether a block container is a multi-column container.
func isColumns(st *style.Computed) bool { return st.Column.Count.Set || st.Column.Width.Set }

// columnsOf is the used number, width and gap of columns in a width. https://drafts.csswg.org/css-multicol-1/#pseudo-algorithm
func columnsOf(st *style.Computed, avail geom.Unit) (n int, w, gp geom.Unit) {
	x := st.Column
	gp = geom.FromPx(st.Font.SizePx)
	if st.Flex.ColumnGap.IsLength() {
		gp = gap(st.Flex.ColumnGap, avail)
	}
	const most = 1000
	if !x.Width.Set {
		n = int(max(1, min(most, x.Count.Value)))
		return n, max(0, (avail-gp*geom.Unit(n-1))/geom.Unit(n)), gp
	}
	cw := max(geom.One, geom.FromPx(x.Width.Px))
	n = int(max(1, min(int64(most), (int64(avail)+int64(gp))/max(1, int64(cw)+int64(gp)))))
	if x.Count.Set {
		n = min(n, int(max(1, x.Count.Value)))
	}
	return n, max(0, (avail+gp)/geom.Unit(n)-gp), gp
}

// columnsMinMax turns the intrinsic widths of a column's content into those of the container.
// https://drafts.csswg.org/css-multicol-1/#intrinsic-sizes
func columnsMinMax(st *style.Computed, mn, mx geom.Unit) (geom.Unit, geom.Unit) {
	x := st.Column
	gp := geom.FromPx(st.Font.SizePx)
	if st.Flex.ColumnGap.IsLength() {
		gp = gap(st.Flex.ColumnGap, Indefinite)
	}
	n := geom.Unit(1)
	if x.Count.Set {
		n = geom.Unit(max(1, min(1000, x.Count.Value)))
	}
	if x.Width.Set {
		w := geom.FromPx(x.Width.Px)
		mn = min(mn, w)
		mx = max(mx, w)
		if !x.Count.Set {
			return mn, mx
		}
		return mn, mx*n + gp*(n-1)
	}
	return mn*n + gp*(n-1), mx*n + gp*(n-1)
}

// layoutColumns lays out the content of a multi-column container. h is the content height if it is definite, most its maximum.
func (p *pass) layoutColumns(f *flow, h, most geom.Unit) {
	t := p.t
	st := t.Style(f.b)
	d := t.columns[f.b]
	if d == nil {
		d = &columnsData{}
		if t.columns == nil {
			t.columns = map[BoxID]*columnsData{}
		}
		t.columns[f.b] = d
	}
	// What an earlier pass moved is laid out again.
	for _, b := range d.spanning {
		if t.links[b].kind == KindNone {
			continue
		}
		delete(t.fragments, b)
		for a := b; a != 0 && a != f.b; a = t.links[a].parent {
			t.links[a].flags |= flagDirty
		}
	}
	d.spanning, d.sets = d.spanning[:0], d.sets[:0]

	outer := f.cw
	n, w, gp := columnsOf(st, outer)
	f.cw = w
	limit := min(most, geom.Max)
	if h != Indefinite {
		limit = h
	}
	set := columnSet{width: w, gap: gp, n: n, rtl: f.rtl}
	total := geom.Unit(0) // heights of the sets before
	run := func(first BoxID) (next BoxID) {
		at := f.y
		if t.links[f.b].flags&FlagInlineContext != 0 {
			p.layoutInline(f)
		} else {
			for next = first; next != 0; next = t.links[next].next {
				if p.isSpanner(next) {
					break
				}
				f.lay(next)
			}
		}
		bottom := max(f.y+f.strut.sum(), f.bfc.clearY(true, true))
		f.strut = strut{}
		left := max(geom.One, limit-total)
		balance := st.Column.Fill != style.ColumnFillAuto || h == Indefinite && most >= geom.Max || next != 0
		used := p.cutColumns(f, d, &set, first, next, at, bottom, n, left, balance, outer)
		total += used
		f.y = at + used
		f.bfc.reset()
		return next
	}
	c := t.links[f.b].first
	for {
		c = run(c)
		for c != 0 && p.isSpanner(c) { // https://drafts.csswg.org/css-multicol-1/#spanning-columns
			f.cw = outer
			y := f.y
			f.lay(c)
			f.cw = w
			total += f.y - y
			if nx := t.links[c].next; nx == 0 || !p.isSpanner(nx) {
				f.y += f.strut.sum()
				total += f.strut.sum()
				f.strut = strut{}
			}
			f.bfc.reset()
			c = t.links[c].next
		}
		if c == 0 {
			break
		}
	}
	f.cw = outer
	f.empty, f.top = false, false
}

// isSpanner reports whether a child spans all columns.
func (p *pass) isSpanner(c BoxID) bool {
	f := p.t.links[c].flags
	return p.style(c).Column.Span == style.ColumnSpanAll && f&(FlagAbsolute|FlagFloat|FlagInlineLevel|FlagAnonymous) == 0
}

// lay lays out one child of a block container.
func (f *flow) lay(c BoxID) {
	switch l := &f.p.t.links[c]; {
	case l.flags&FlagAbsolute != 0:
		f.static(c)
	case l.kind == KindMarker:
	case l.flags&FlagFloat != 0:
		f.float(c, f.at())
	default:
		f.child(c)
	}
}

// columnsWalk collects atoms and records.
type columnsWalk struct {
	p      *pass
	s      *columnsScratch
	forced bool // the next atom begins a column
	avoid  bool // no break before the next atom
	top    geom.Unit
	has    bool // top is that of a box whose first atom is to come
}

func (w *columnsWalk) atom(top, bottom geom.Unit, allowed, cuts bool) {
	if w.has {
		top, w.has = min(top, w.top), false
	}
	a := columnAtom{top: top, bottom: max(top, bottom), allowed: allowed && !w.avoid, forced: w.forced, cuts: cuts}
	w.forced, w.avoid = false, false
	w.s.atoms = append(w.s.atoms, a)
}

func forcesColumn(b style.BreakBetween) bool {
	return b == style.BreakBetweenColumn || b == style.BreakBetweenAlways || b == style.BreakBetweenAll
}

func avoidsColumn(b style.BreakBetween) bool {
	return b == style.BreakBetweenAvoid || b == style.BreakBetweenAvoidColumn
}

// box adds a box whose border box begins at y of the flow. https://drafts.csswg.org/css-break-3/#possible-breaks
func (w *columnsWalk) box(b BoxID, parent int32, y geom.Unit) {
	t := w.p.t
	st := t.Style(b)
	l, g := &t.links[b], &t.geo[b]
	x := st.Column
	anon := l.flags&FlagAnonymous != 0
	if !anon {
		w.forced = w.forced || forcesColumn(x.BreakBefore)
		w.avoid = w.avoid || avoidsColumn(x.BreakBefore)
	}
	r := int32(len(w.s.records))
	bottom := y + g.size.H
	w.s.records = append(w.s.records, columnRecord{box: b, parent: parent, first: int32(len(w.s.atoms)), lines: -1, top: y, bottom: bottom})
	whole := l.kind != KindBlock || l.flags&(FlagScroller|FlagReplaced) != 0 || isColumns(st) || t.extras[l.extra].control != controlNone ||
		!anon && (x.BreakInside == style.BreakInsideAvoid || x.BreakInside == style.BreakInsideAvoidColumn) || containsSize(st.Content)
	switch {
	case whole:
		w.atom(y, bottom, true, false)
	case l.flags&FlagInlineContext != 0:
		w.mark(y)
		w.lines(b, r, y, st)
		w.rest(r, bottom)
	default:
		w.mark(y)
		w.children(b, r, y)
		w.rest(r, bottom)
	}
	w.s.records[r].end = int32(len(w.s.atoms))
	if !anon {
		w.forced = w.forced || forcesColumn(x.BreakAfter)
		w.avoid = w.avoid || avoidsColumn(x.BreakAfter)
	}
}

// mark says that a box begins at y: a break before its first atom is a break before the box.
func (w *columnsWalk) mark(y geom.Unit) {
	if !w.has {
		w.top, w.has = y, true
	}
}

// rest adds what a box is higher than its content.
func (w *columnsWalk) rest(r int32, bottom geom.Unit) {
	rec := &w.s.records[r]
	at := rec.top
	if n := int32(len(w.s.atoms)); n > rec.first {
		at = w.s.atoms[n-1].bottom
		g := &w.p.t.geo[rec.box]
		if end := bottom - g.border.Bottom - g.padding.Bottom; end <= at { // edges stay with the last atom
			w.s.atoms[n-1].bottom = max(at, bottom)
			return
		}
	}
	if bottom > at || int32(len(w.s.atoms)) == rec.first {
		w.atom(at, bottom, int32(len(w.s.atoms)) == rec.first, true)
	}
}

func (w *columnsWalk) lines(b BoxID, r int32, y geom.Unit, st *style.Computed) {
	t := w.p.t
	i := t.links[b].inline
	if i == 0 {
		return
	}
	row := &t.inlines.rows[i]
	w.s.records[r].lines = int32(len(w.s.atoms))
	n := int(row.lines.end - row.lines.start)
	orphans, widows := int(max(1, st.UI.Orphans)), int(max(1, st.UI.Widows))
	for k := range n {
		ln := &t.inlines.lines[int(row.lines.start)+k]
		allowed := k == 0 || k >= orphans && n-k >= widows
		w.atom(y+ln.Rect.Y, y+ln.Rect.Bottom(), allowed, false)
	}
}

func (w *columnsWalk) children(b BoxID, r int32, y geom.Unit) {
	t := w.p.t
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		if f := t.links[c].flags; f&(FlagAbsolute|FlagFloat) != 0 || t.links[c].kind == KindMarker {
			continue
		}
		w.box(c, r, y+t.geo[c].offset.Y)
	}
}

// fill puts atoms into columns of height h, and returns how many columns that takes, and the least by which something did not fit.
func (s *columnsScratch) fill(top, h geom.Unit, limit int) (n int, short geom.Unit) {
	short = geom.Max
	a := s.atoms
	s.starts = append(s.starts[:0], top)
	start := top
	first := 0 // atom that begins the column
	best := -1 // last atom before which the column may end
	for i := 0; i < len(a); i++ {
		if a[i].forced && i > 0 && i > first {
			start, first, best = a[i].top, i, -1
			s.starts = append(s.starts, start)
		}
		if i > first && a[i].allowed {
			best = i
		}
		for a[i].bottom-start > h {
			if a[i].cuts && a[i].top-start < h { // cut it
				short = min(short, a[i].bottom-start-h)
				a[i].column = int32(len(s.starts) - 1)
				start += h
				s.starts = append(s.starts, start)
				first, best = i, -1
				if len(s.starts) > limit {
					return len(s.starts), short
				}
				continue
			}
			at := best
			if at < 0 && i > first { // no allowed break: break all the same
				at = i
			}
			if at < 0 {
				break // alone in the column and too high
			}
			short = min(short, a[i].bottom-start-h)
			i = at
			start, first, best = a[i].top, i, -1
			s.starts = append(s.starts, start)
			if len(s.starts) > limit {
				return len(s.starts), short
			}
		}
		a[i].column = int32(len(s.starts) - 1)
	}
	return len(s.starts), short
}

// cutColumns cuts the flow from top to bottom, of the children first up to end, into n columns, and returns their height.
func (p *pass) cutColumns(f *flow, d *columnsData, set *columnSet, first, end BoxID, top, bottom geom.Unit, n int, limit geom.Unit, balance bool,
	outer geom.Unit) geom.Unit {
	t := p.t
	if bottom <= top && first == 0 {
		return 0
	}
	s := &p.columns
	s.atoms, s.records = s.atoms[:0], s.records[:0]
	w := columnsWalk{p: p, s: s}
	inline := t.links[f.b].flags&FlagInlineContext != 0
	if inline {
		s.records = append(s.records, columnRecord{box: f.b, parent: -1, lines: -1})
		w.lines(f.b, 0, 0, t.Style(f.b))
		s.records[0].end = int32(len(s.atoms))
	} else {
		for c := first; c != end; c = t.links[c].next {
			if fl := t.links[c].flags; fl&(FlagAbsolute|FlagFloat) != 0 || t.links[c].kind == KindMarker {
				continue
			}
			w.box(c, -1, t.geo[c].offset.Y)
		}
	}
	h := limit
	if balance { // https://drafts.csswg.org/css-multicol-1/#cf
		h = geom.Unit(0)
		for i := range s.atoms {
			if a := &s.atoms[i]; !a.cuts {
				h = max(h, a.bottom-a.top)
			}
		}
		h = max(h, (bottom-top+geom.Unit(n)-1)/geom.Unit(n), 1)
		forced := 1
		for i := range s.atoms {
			if i > 0 && s.atoms[i].forced {
				forced++
			}
		}
		if forced > 1 {
			h = 1
			for i := range s.atoms {
				if a := &s.atoms[i]; !a.cuts {
					h = max(h, a.bottom-a.top)
				}
			}
		}
		if len(s.atoms) > 0 && !s.atoms[0].cuts { // no break before the first
			h = max(h, s.atoms[0].bottom-top)
		}
		most := max(n, forced)
		tries := 0
		for h < limit {
			k, short := s.fill(top, h, most)
			if k <= most || short >= geom.Max || short <= 0 {
				break
			}
			if tries++; tries > 64 { // many small steps: halve instead
				lo, hi := h, min(limit, bottom-top)
				for lo < hi {
					mid := lo + (hi-lo)/2
					if k, _ := s.fill(top, mid, most); k <= most {
						hi = mid
					} else {
						lo = mid + 1
					}
				}
				h = lo
				break
			}
			h += short
		}
		h = min(h, limit)
	}
	if h >= geom.Max {
		h = bottom - top
	}
	k, _ := s.fill(top, h, 1<<20)
	set.rect = geom.Rect{X: f.origin.X, Y: top, W: outer, H: h}
	set.count = int32(k)
	d.sets = append(d.sets, *set)
	if f.last != Indefinite && f.last >= top {
		for k > 1 && s.starts[k-1] > f.last {
			k--
		}
		f.last += top - s.starts[k-1]
	}
	p.moveColumns(f, d, set, inline, top, outer, first, end)
	return h
}

// moveColumns moves what lies in later columns there.
func (p *pass) moveColumns(f *flow, d *columnsData, set *columnSet, inline bool, top, outer geom.Unit, firstBox, endBox BoxID) {
	t := p.t
	s := &p.columns
	shift := func(k int32) geom.Point {
		return geom.Point{X: set.x(k), Y: top - s.starts[k]}
	}
	columnAt := func(y geom.Unit) int32 {
		lo, hi := 0, len(s.starts)
		for hi-lo > 1 {
			if m := (lo + hi) / 2; s.starts[m] <= y {
				lo = m
			} else {
				hi = m
			}
		}
		return int32(lo)
	}
	if !inline { // floats and static positions of the container's own children
		p.moveOthers(firstBox, endBox, 0, geom.Point{}, columnAt, shift)
	}
	home := func(r *columnRecord) int32 { // the column of a box's first part
		if r.first < r.end {
			// A box that was cut begins where its top lies.
			if a := &s.atoms[r.first]; a.cuts {
				return columnAt(max(r.top, s.starts[0]))
			}
			return s.atoms[r.first].column
		}
		return columnAt(r.top)
	}
	for i := range s.records {
		r := &s.records[i]
		if r.parent >= 0 && !s.records[r.parent].spanning {
			continue
		}
		first := home(r)
		last := first
		if r.first < r.end {
			last = max(first, s.atoms[r.end-1].column)
		}
		base := geom.Point{}
		if i == 0 && inline {
			r.spanning = true
		} else {
			to := shift(first)
			from := geom.Point{}
			if r.parent >= 0 {
				from = shift(home(&s.records[r.parent]))
			}
			g := &t.geo[r.box]
			g.offset = g.offset.Add(to.Sub(from))
			r.spanning = last > first
			base = to
		}
		if !r.spanning {
			continue
		}
		if r.lines >= 0 {
			p.moveLines(r, base, shift)
		}
		if i == 0 && inline {
			continue
		}
		d.spanning = append(d.spanning, r.box)
		p.moveOthers(t.links[r.box].first, 0, r.top, base, columnAt, shift)
		// What the box covers in each column.
		if t.fragments == nil {
			t.fragments = map[BoxID][]geom.Rect{}
		}
		var list []geom.Rect
		w := t.geo[r.box].size.W
		for k := first; k <= last; k++ {
			y0 := max(r.top, s.starts[k])
			if k > first {
				y0 = s.starts[k]
			}
			y1 := r.bottom
			if k < last {
				y1 = s.starts[k] + set.rect.H // it fills the rest of the column
			}
			dlt := shift(k).Sub(base)
			list = append(list, geom.Rect{X: dlt.X, Y: y0 - r.top + dlt.Y, W: w, H: max(0, y1-y0)})
		}
		t.fragments[r.box] = list
	}
	for i := len(s.records) - 1; i >= 0; i-- {
		if r := &s.records[i]; r.spanning && !(i == 0 && inline) {
			p.overflow(r.box)
		}
	}
}

// moveOthers moves floats and static positions among the children c up to end of a box whose top is at y of the flow.
func (p *pass) moveOthers(c, end BoxID, y geom.Unit, base geom.Point, columnAt func(geom.Unit) int32, shift func(int32) geom.Point) {
	t := p.t
	for ; c != end && c != 0; c = t.links[c].next {
		switch l := &t.links[c]; {
		case l.flags&FlagAbsolute != 0:
			sv := &t.saved[c]
			m := shift(columnAt(y + sv.endNeg)).Sub(base)
			sv.endPos, sv.endNeg = sv.endPos+m.X, sv.endNeg+m.Y
		case l.flags&FlagFloat != 0 && l.flags&FlagInlineLevel == 0:
			g := &t.geo[c]
			g.offset = g.offset.Add(shift(columnAt(y + g.offset.Y)).Sub(base))
		}
	}
}

// moveLines moves the lines of an inline formatting context that spans columns.
func (p *pass) moveLines(r *columnRecord, base geom.Point, shift func(int32) geom.Point) {
	t := p.t
	i := t.links[r.box].inline
	if i == 0 {
		return
	}
	st := &t.inlines
	row := st.rows[i]
	for k := row.lines.start; k < row.lines.end; k++ {
		ln := &st.lines[k]
		d := shift(p.columns.atoms[r.lines+int32(k-row.lines.start)].column).Sub(base)
		if d == (geom.Point{}) {
			continue
		}
		ln.Rect = ln.Rect.Move(d)
		for x := row.frags.start + ln.First; x < row.frags.start+ln.End; x++ {
			fr := &st.frags[x]
			fr.Rect = fr.Rect.Move(d)
			if fr.Kind == FragmentAtomic {
				g := &t.geo[fr.Box]
				g.offset = g.offset.Add(d)
			}
		}
	}
}

// ColumnFragments are what a box that spans columns covers in each of them, in its own border box's coordinates; nil for all others.
// Its size is that of the flow, uncut.
func (t *Tree) ColumnFragments(b BoxID) []geom.Rect { return t.fragments[b] }

// ColumnRules visits the places of the column rules of a multi-column container, in its border box: rules stand between columns that
// both have content. https://drafts.csswg.org/css-multicol-1/#column-gaps-and-rules
func (t *Tree) ColumnRules(b BoxID, yield func(r geom.Rect) bool) {
	d := t.columns[b]
	if d == nil {
		return
	}
	x := t.Style(b).Column
	w := lineWidth(x.RuleWidth, x.RuleStyle)
	if w == 0 {
		return
	}
	for i := range d.sets {
		s := &d.sets[i]
		for k := int32(1); k < s.count; k++ {
			c := s.x(k) - s.gap/2
			if s.rtl {
				c = s.x(k) + s.width + s.gap/2
			}
			if !yield(geom.Rect{X: s.rect.X + c - w/2, Y: s.rect.Y, W: w, H: s.rect.H}) {
				return
			}
		}
	}
}

// Columns reports whether b is a multi-column container.
func (t *Tree) Columns(b BoxID) bool { return len(t.columns) > 0 && t.columns[b] != nil }

// inColumns reports whether b is a part of the flow of a multi-column container, which may cut it anywhere: it cannot be laid out by itself.
func (t *Tree) inColumns(b BoxID) bool {
	for a := t.links[b].parent; a != 0; a = t.links[a].parent {
		if t.columns[a] != nil {
			return true
		}
		if l := &t.links[a]; l.kind != KindBlock && l.kind != KindInline || l.flags&(FlagScroller|FlagAbsolute) != 0 {
			return false
		}
	}
	return false
}
