package layout

import (
	"math"
	"slices"
	"sort"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// Inline layout. Lines are broken greedily over the glyphs of the items; each line's boxes are then put on their baselines.
// https://drafts.csswg.org/css-inline-3/ https://drafts.csswg.org/css-text-4/#line-breaking

// inlineScratch is the scratch memory of inline layout.
type inlineScratch struct {
	collector collector
	levels    []*lineScratch // by nesting of inline formatting contexts
	depth     int
	shaped    int // bytes of text shaped in the pass
}

// lineScratch is what one context needs while its lines are made.
type lineScratch struct {
	pieces  []piece
	lines   []Line
	frags   []Fragment
	open    []BoxID // inline boxes open at the start of the line
	boxes   []inlineBox
	floats  []BoxID        // to be placed below the line
	aligned []alignedRange // boxes aligned to the line's edges
	order   []int32
	levels  []uint8
	buf     text.Buffer // hyphens
}

func (s *inlineScratch) bytes() (n int64) {
	c := &s.collector
	n = sizeOf(c.text) + sizeOf(c.items) + sizeOf(c.levels) + sizeOf(c.split) + sizeOf(c.buf.Glyphs) + sizeOf(c.buf.Runs) + sizeOf(c.brk) + sizeOf(c.brk2)
	for _, l := range s.levels {
		n += sizeOf(l.pieces) + sizeOf(l.lines) + sizeOf(l.frags) + sizeOf(l.boxes)
	}
	return n
}

// trim gives back what an unusually large paragraph needed.
func (s *inlineScratch) trim() {
	const most = 1 << 18 // rows
	if c := &s.collector; cap(c.text) > most || cap(c.buf.Glyphs) > most {
		*c = collector{}
	}
	for _, l := range s.levels {
		if cap(l.pieces) > most || cap(l.frags) > most {
			*l = lineScratch{}
		}
	}
}

// piece is what of an item stands on a line.
type piece struct {
	item       int32
	start, end uint32 // glyphs in logical order, of texts
	width      geom.Unit
	hang       geom.Unit // of width: white space at the end that hangs
	space      float32   // px of trailing white space
	drop       bool      // white space at the line's end: no fragment
}

// cursor is a place among the items: k glyphs (in logical order) of item i are behind it.
type cursor struct {
	i int32
	k uint32
}

// lineMaker makes the lines of one context.
type lineMaker struct {
	*lineScratch
	p        *pass
	f        *flow
	b        BoxID
	st       *style.Computed
	items    []item
	text     []byte
	glyph    []text.Glyph
	brk      []text.Break
	bidi     bool
	fallback []text.GlyphRun // where faces other than the style's may make lines taller
	quirk    bool
	ellipsis bool // text-overflow: ellipsis applies

	// of the line that is broken
	pos         cursor
	y           geom.Unit
	left, right geom.Unit // edges of the line in the border box
	limit       geom.Unit // width that lines are broken at where it is less
	indent      geom.Unit
	start       uint32    // byte of the text
	width       geom.Unit // of the pieces, hanging white space left out
	hard        bool
	hyphen      bool
	made        bool  // the line makes a line box
	breakClear  BoxID // br that ended the line
	block       int32 // item of the block that ended the line, or -1
	// Floats at the line's start stay where they are when the line goes below them.
	lead    cursor    // behind them
	leadBFC bfc       // the formatting context with them
	next    geom.Unit // where the space beside floats changes
	tabStop geom.Unit
}

// n is the number of glyphs of item i.
func (m *lineMaker) n(i int32) uint32 { return m.items[i].last - m.items[i].first }

// g is the glyph at place k of item i in logical order.
func (m *lineMaker) g(i int32, k uint32) *text.Glyph {
	it := &m.items[i]
	if it.level&1 != 0 {
		return &m.glyph[it.last-1-k]
	}
	return &m.glyph[it.first+k]
}

// byteAt is the offset in the text of the cursor's place.
func (m *lineMaker) byteAt(i int32, k uint32) uint32 {
	if k >= m.n(i) {
		return m.items[i].end
	}
	return m.g(i, k).Cluster
}

func ceilPx(px float32) geom.Unit { return geom.Unit(math.Ceil(float64(px) * 64)) }

// layoutInline lays out the inline formatting context of f's box.
func (p *pass) layoutInline(f *flow) {
	t := p.t
	b := f.b
	p.collect(b)
	ctx := t.links[b].inline
	r := t.inlines.rows[ctx]
	sc := &p.inline
	if sc.depth == len(sc.levels) {
		sc.levels = append(sc.levels, new(lineScratch))
	}
	m := lineMaker{lineScratch: sc.levels[sc.depth], p: p, f: f, b: b, st: t.Style(b), items: t.inlines.itemsOf(&r), text: t.inlines.textOf(&r),
		glyph: t.inlines.glyphsOf(&r), brk: t.inlines.brk[r.breaks.start:r.breaks.end], bidi: r.flags&inlineBidi != 0, quirk: t.doc.Mode != dom.NoQuirks}
	sc.depth++
	if r.flags&inlineFallback != 0 {
		m.fallback = t.inlines.runs[r.runs.start:r.runs.end]
	}
	m.ellipsis = m.st.Content.TextOverflow == style.TextOverflowEllipsis && m.st.Box.OverflowX != style.OverflowVisible
	m.lines, m.frags, m.open = m.lines[:0], m.frags[:0], m.open[:0]
	m.buf.Reset()
	for i := range m.items {
		switch it := &m.items[i]; it.kind {
		case itemAtomic:
			p.layoutAtomic(f, it.box)
		case itemOpen:
			p.edges(it.box, f.cw)
		}
	}
	m.limit = geom.Max
	if m.st.Text.TextWrapStyle == style.TextWrapStyleBalance {
		m.limit = m.balanced()
	}
	for m.pos = (cursor{}); int(m.pos.i) < len(m.items); {
		m.line()
	}
	sc.depth--

	s := &t.inlines
	row := &s.rows[ctx]
	if len(m.buf.Glyphs) > 0 { // hyphens follow the glyphs of the text
		n := uint32(r.glyphs.len())
		gl := append(append([]text.Glyph(nil), m.glyph...), m.buf.Glyphs...)
		rn := append([]text.GlyphRun(nil), s.runs[r.runs.start:r.runs.end]...)
		for len(rn) > 0 && rn[len(rn)-1].First >= n { // of the layout before
			rn = rn[:len(rn)-1]
		}
		for _, x := range m.buf.Runs {
			x.First, x.End = x.First+n, x.End+n
			rn = append(rn, x)
		}
		put(s, &s.glyph, &row.glyphs, gl)
		put(s, &s.runs, &row.runs, rn)
	}
	put(s, &s.lines, &row.lines, m.lines)
	put(s, &s.frags, &row.frags, m.frags)
	t.linkFragments(row)
}

// linkFragments chains the fragments of each box of a context.
func (t *Tree) linkFragments(r *inlineRow) {
	s := &t.inlines
	for _, it := range s.itemsOf(r) {
		if it.kind != itemClose {
			t.links[it.box].frag = 0
		}
	}
	for i := r.frags.end; i > r.frags.start; i-- {
		f := &s.frags[i-1]
		if f.Kind == FragmentHyphen || f.Kind == FragmentEllipsis {
			continue
		}
		l := &t.links[f.Box]
		f.NextOfBox = l.frag
		l.frag = i
	}
}

// layoutAtomic lays out an atomic inline-level box for f's lines.
func (p *pass) layoutAtomic(f *flow, b BoxID) Result {
	c := Constraints{AvailW: f.cw, AvailH: Indefinite, PctW: f.cw, PctH: f.pctH, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
	return p.layout(b, &c)
}

// snapshot is the state of a line at a place where it may break.
type snapshot struct {
	ok     bool
	pos    cursor
	pieces int
	last   piece // the piece at pieces-1 as it was
	width  geom.Unit
	hyphen bool
}

// line makes the next line and advances m.pos.
func (m *lineMaker) line() {
	f, t := m.f, m.p.t
	t.opt.Stop.Poll()
	start := m.pos
	m.y = f.at()
	h := geom.Unit(0)
	if f.bfc.reaches(f.pos.Y + m.y) {
		a, d := m.strutOf(m.st)
		h = a + d
	}
	for try := 0; ; try++ {
		m.pos = start
		floats := len(f.bfc.floats)
		saved := *f.bfc
		m.lead = start
		m.space(h, &m.next)
		m.indent = m.indentOf(len(m.lines) == 0, len(m.lines) > 0 && m.lines[len(m.lines)-1].Hard)
		m.pieces, m.floats = m.pieces[:0], m.floats[:0]
		overflows := m.breakLine()
		next := m.next
		if overflows && next != far && try < 256 {
			// Nothing fits beside the floats: go below the next one.
			if m.lead != start {
				start, saved, floats = m.lead, m.leadBFC, len(m.leadBFC.floats)
			}
			f.bfc.floats = f.bfc.floats[:floats]
			*f.bfc = bfc{floats: f.bfc.floats, first: saved.first, chain: saved.chain, top: saved.top, bottom: saved.bottom, clamp: saved.clamp}
			m.y = next - f.pos.Y
			continue
		}
		nf, no := len(m.frags), len(m.open)
		height := m.place()
		if next != far || len(f.bfc.floats) > floats {
			if l, r, _ := f.bfc.space(f.pos.Y+m.y, height, f.pos.X+f.origin.X, f.pos.X+f.origin.X+f.cw); height > h && try < 256 &&
				(l-f.pos.X > m.left || r-f.pos.X < m.right) {
				// The line is taller than thought and meets another float.
				m.frags, m.open = m.frags[:nf], m.reopen(start, no)
				f.bfc.floats = f.bfc.floats[:floats]
				*f.bfc = bfc{floats: f.bfc.floats, first: saved.first, chain: saved.chain, top: saved.top, bottom: saved.bottom, clamp: saved.clamp}
				m.lines = m.lines[:len(m.lines)-1]
				h = height
				continue
			}
		}
		ln := &m.lines[len(m.lines)-1]
		if height > 0 || ln.Hard && m.breakClear != 0 || m.madeLine() {
			f.y, f.strut, f.top, f.empty, f.clearedEnd = m.y+height, strut{}, false, false, false
			if f.first == Indefinite {
				f.first = ln.Rect.Y + ln.Baseline
			}
			f.last = ln.Rect.Y + ln.Baseline
			if c := &f.bfc.clamp; c.on {
				c.left--
				c.over = c.over || c.left < 0
				if c.left == 0 {
					f.cuts, f.cut = true, f.y
				}
				for k := nf; c.left < 0 && k < len(m.frags); k++ {
					m.frags[k].Flags |= FragmentHidden
				}
			}
		} else if len(m.frags) == nf {
			m.lines = m.lines[:len(m.lines)-1]
		}
		break
	}
	for _, c := range m.floats {
		f.float(c, f.at())
	}
	if m.breakClear != 0 {
		if left, right := sides(t.Style(m.breakClear).Box.Clear, f.rtl); left || right {
			f.y = max(f.y, f.bfc.clearY(left, right)-f.pos.Y)
		}
	}
	if m.block >= 0 {
		f.child(m.items[m.block].box)
	}
}

// indentOf is the indent of a line. https://drafts.csswg.org/css-text-4/#text-indent-property
func (m *lineMaker) indentOf(first, afterBreak bool) geom.Unit {
	ti := m.st.Text.TextIndent
	if ti.Length.IsZero() || (first || ti.EachLine && afterBreak) == ti.Hanging {
		return 0
	}
	return ti.Length.Resolve(m.f.cw)
}

// mostBalanced is the number of lines that text-wrap: balance makes alike, as in Chromium.
const mostBalanced = 6

// balanced is the least width that takes no more lines than the whole width; the whole width where text-wrap: balance does nothing.
// https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-balance
func (m *lineMaker) balanced() geom.Unit {
	f := m.f
	if f.bfc.reaches(f.pos.Y + f.at()) {
		return geom.Max
	}
	for i := range m.items {
		switch m.items[i].kind {
		case itemFloat, itemBreak, itemTab, itemBlock:
			return geom.Max
		}
	}
	m.left, m.right = f.origin.X, f.origin.X+f.cw
	lines := func(limit geom.Unit) (n int) { // more than mostBalanced where something does not fit
		m.limit = limit
		for m.pos = (cursor{}); int(m.pos.i) < len(m.items) && n <= mostBalanced; n++ {
			m.indent = m.indentOf(n == 0, false)
			m.pieces, m.floats = m.pieces[:0], m.floats[:0]
			if m.breakLine() {
				return mostBalanced + 1
			}
		}
		return n
	}
	n := lines(geom.Max)
	if n < 2 || n > mostBalanced {
		return geom.Max
	}
	lo, hi := f.cw/geom.Unit(n)/2, f.cw
	for hi-lo > geom.One {
		if mid := (lo + hi) / 2; lines(mid) <= n {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// reopen is the list of inline boxes open at the place where a line started.
func (m *lineMaker) reopen(at cursor, n int) []BoxID {
	m.open = m.open[:0]
	for i := int32(0); i < at.i; i++ {
		switch it := &m.items[i]; it.kind {
		case itemOpen:
			m.open = append(m.open, it.box)
		case itemClose:
			m.open = m.open[:len(m.open)-1]
		}
	}
	return m.open
}

// hasMarker reports whether an outside list marker stands beside the line, if it makes a line box.
func (m *lineMaker) hasMarker() bool {
	c := m.p.t.links[m.b].first
	return c != 0 && len(m.lines) == 0 && m.p.t.links[c].kind == KindMarker && m.f.first == Indefinite
}

// madeLine reports whether the pieces of the line make a line box.
func (m *lineMaker) madeLine() bool {
	if m.block < 0 && (m.hasMarker() || len(m.lines) == 0 && m.f.empty && m.p.t.editingHost(m.b)) {
		return true
	}
	for i := range m.pieces {
		pc := &m.pieces[i]
		switch m.items[pc.item].kind {
		case itemText:
			if !pc.drop && pc.end > pc.start {
				return true
			}
		case itemAtomic, itemBreak, itemTab:
			return true
		case itemOpen, itemClose:
			it := &m.items[pc.item]
			if pc.width != 0 || hasInlineEdge(m.p.t.Style(it.box), m.leftEdge(it)) {
				return true
			}
		}
	}
	return false
}

// space finds the line's edges beside floats, for a height.
func (m *lineMaker) space(h geom.Unit, next *geom.Unit) {
	f := m.f
	l, r, n := f.bfc.space(f.pos.Y+m.y, h, f.pos.X+f.origin.X, f.pos.X+f.origin.X+f.cw)
	m.left, m.right = l-f.pos.X, r-f.pos.X
	*next = n
}

// breakLine fills m.pieces from m.pos on and advances it. It reports whether the first thing on the line is
// wider than the line.
func (m *lineMaker) breakLine() (overflows bool) {
	p, t, f := m.p, m.p.t, m.f
	m.hard, m.hyphen, m.breakClear, m.block, m.width = false, false, 0, -1, 0
	avail := min(m.right-m.left, m.limit) - m.indent
	var (
		base    = geom.Unit(0) // width of finished pieces
		cand    snapshot       // the last place where the line may break
		soft    snapshot       // the last place where it may break if nothing else helps
		openPos snapshot       // before the opening tags that come last
		content bool           // something other than dropped white space is on the line
		over    bool           // it is too wide already: the next opportunity ends it
		wrap    = m.st.Text.TextWrapMode == style.TextWrapModeWrap
	)
	take := func(i int32, k uint32, hy bool) snapshot {
		if openPos.ok {
			s := openPos
			s.hyphen = false
			return s
		}
		s := snapshot{ok: true, pos: cursor{i, k}, pieces: len(m.pieces), width: base, hyphen: hy}
		if s.pieces > 0 {
			s.last = m.pieces[s.pieces-1]
		}
		return s
	}
	finish := func(s *snapshot) {
		m.pos = s.pos
		m.pieces = m.pieces[:s.pieces]
		if s.pieces > 0 {
			m.pieces[s.pieces-1] = s.last
		}
		m.hyphen = s.hyphen
	}
	i, k := m.pos.i, m.pos.k
	for int(i) < len(m.items) {
		it := &m.items[i]
		t.opt.Stop.Poll()
		switch it.kind {
		case itemText:
			n := m.n(i)
			at := len(m.pieces)
			m.pieces = append(m.pieces, piece{item: i, start: k, end: k})
			var cur, trail float32
			st := t.Style(it.box)
			ow := st.Text.OverflowWrap
			if st.Text.WordBreak == style.WordBreakBreakWord {
				ow = style.OverflowWrapAnywhere
			}
			hangs := it.collapse || it.wrap && st.Text.WhiteSpaceCollapse != style.WhiteSpaceCollapseBreakSpaces
			update := func(k uint32) {
				pc := &m.pieces[at]
				pc.end, pc.width, pc.space = k, ceilPx(cur+trail), trail
			}
			if it.collapse && !content {
				for k < n && m.g(i, k).Flags&text.GlyphSpace != 0 && m.text[m.g(i, k).Cluster] == ' ' {
					k++
				}
				m.pieces[at].start, m.pieces[at].end = k, k
			}
			first := k
			var prev uint32 = math.MaxUint32
			for k < n {
				g := m.g(i, k)
				if g.Cluster != prev {
					prev = g.Cluster
					bk := m.brk[g.Cluster]
					if content || k > first {
						pw := wrap
						if k > 0 {
							pw = it.wrap
						}
						if bk&text.BreakAllowed != 0 && pw {
							update(k)
							if over {
								s := take(i, k, bk&text.BreakHyphen != 0)
								finish(&s)
								return overflows
							}
							cand = take(i, k, bk&text.BreakHyphen != 0)
							if k > first {
								cand = snapshot{ok: true, pos: cursor{i, k}, pieces: len(m.pieces), last: m.pieces[at], width: base, hyphen: bk&text.BreakHyphen != 0}
							}
						} else if bk&text.BreakGrapheme != 0 && it.wrap && ow != style.OverflowWrapNormal && k > first {
							update(k)
							soft = snapshot{ok: true, pos: cursor{i, k}, pieces: len(m.pieces), last: m.pieces[at]}
						}
					}
				}
				if g.Flags&text.GlyphSpace != 0 && hangs && m.text[g.Cluster] == ' ' {
					trail += g.Advance
					k++
					continue
				}
				cur += trail + g.Advance
				trail = 0
				k++
				openPos.ok = false
				content = true
				if !over && base+ceilPx(cur) > avail {
					if cand.ok {
						finish(&cand)
						return false
					}
					overflows = true
					if soft.ok {
						finish(&soft)
						return true
					}
					over = ow == style.OverflowWrapNormal || !it.wrap
				}
			}
			update(k)
			base += m.pieces[at].width
			if trail > 0 && content {
				openPos.ok = false
			}
			if k > first {
				openPos.ok = false
			}
			wrap = it.wrap
			i, k = i+1, 0
			continue

		case itemOpen, itemClose:
			w := m.edge(it)
			if it.kind == itemOpen && !openPos.ok {
				openPos = take(i, 0, false)
			}
			if it.kind == itemClose {
				openPos.ok = false
			}
			m.pieces = append(m.pieces, piece{item: i, width: w})
			base += w
			wrap = t.Style(t.links[it.box].parent).Text.TextWrapMode == style.TextWrapModeWrap
			if it.kind == itemOpen {
				wrap = t.Style(it.box).Text.TextWrapMode == style.TextWrapModeWrap
			}
			if w != 0 && !over && content && base > avail && cand.ok && m.trimmed(base) > avail {
				finish(&cand)
				return false
			}

		case itemAtomic:
			if content && m.brk[it.start]&text.BreakAllowed != 0 && wrap {
				if over {
					s := take(i, 0, false)
					finish(&s)
					return overflows
				}
				cand = take(i, 0, false)
			}
			g := &t.geo[it.box]
			w := g.size.W + g.margin.Left + g.margin.Right
			m.pieces = append(m.pieces, piece{item: i, width: w})
			base += w
			openPos.ok = false
			if base > avail && !over {
				if cand.ok {
					finish(&cand)
					return false
				}
				overflows = true
				if it.wrap {
					over = true
				}
			}
			content = true
			wrap = it.wrap

		case itemTab:
			st := t.Style(it.box)
			font := t.Font(st)
			stop := geom.FromPx(st.Text.TabSize.Value)
			if st.Text.TabSize.Number {
				in := p.shapeInput(st)
				stop = geom.FromPx(st.Text.TabSize.Value * (font.Metrics.SpaceAdvance + in.LetterSpacing + in.WordSpacing))
			}
			w := geom.Unit(0)
			if stop > 0 {
				x := m.left + m.indent + base - f.origin.X
				w = stop - x%stop
				if w < geom.FromPx(font.Metrics.ZeroAdvance/2) {
					w += stop
				}
			}
			if content && wrap && m.brk[it.start]&text.BreakAllowed != 0 {
				cand = take(i, 0, false)
			}
			m.pieces = append(m.pieces, piece{item: i, width: w})
			base += w
			content = true
			openPos.ok = false
			wrap = it.wrap

		case itemMark:
			m.pieces = append(m.pieces, piece{item: i})
			if it.wrap {
				wrap = true
			}

		case itemFloat:
			p.layoutFloat(f, it.box)
			g := &t.geo[it.box]
			w := g.size.W + g.margin.Left + g.margin.Right
			if len(m.floats) == 0 && (w <= avail-m.trimmed(base) || w <= 0 || !content && m.block < 0) {
				f.float(it.box, m.y)
				if !content {
					m.space(1, &m.next)
				} else {
					var next geom.Unit
					m.space(1, &next)
				}
				if len(m.pieces) == 0 && m.block < 0 {
					m.lead, m.leadBFC = cursor{i + 1, 0}, *f.bfc
				}
				avail = min(m.right-m.left, m.limit) - m.indent
			} else {
				m.floats = append(m.floats, it.box)
			}

		case itemAbsolute:
			m.pieces = append(m.pieces, piece{item: i})

		case itemBreak:
			m.pieces = append(m.pieces, piece{item: i})
			m.hard = true
			if t.links[it.box].kind == KindBreak {
				m.breakClear = it.box
			}
			// Boxes that end behind the break end on its line.
			for i++; int(i) < len(m.items) && m.items[i].kind == itemClose; i++ {
				m.pieces = append(m.pieces, piece{item: i, width: m.edge(&m.items[i])})
			}
			m.pos = cursor{i, 0}
			return overflows

		case itemBlock:
			m.block = i
			m.hard = true
			m.pos = cursor{i + 1, 0}
			return false
		}
		i, k = i+1, 0
	}
	m.hard = true
	m.pos = cursor{i, 0}
	return overflows
}

// trimmed is a line width without the white space that its pieces end in.
func (m *lineMaker) trimmed(w geom.Unit) geom.Unit {
	for i := len(m.pieces) - 1; i >= 0; i-- {
		pc := &m.pieces[i]
		switch m.items[pc.item].kind {
		case itemText:
			if pc.end == pc.start {
				continue
			}
			return w - ceilPx(pc.space)
		case itemOpen, itemClose, itemAbsolute, itemMark:
		default:
			return w
		}
	}
	return w
}

// edge is what the start or end of an inline box adds to the line.
func (m *lineMaker) edge(it *item) geom.Unit {
	g := &m.p.t.geo[it.box]
	if m.leftEdge(it) {
		return g.margin.Left + g.border.Left + g.padding.Left
	}
	return g.margin.Right + g.border.Right + g.padding.Right
}

// leftEdge reports whether the start or end of an inline box is its left edge.
func (m *lineMaker) leftEdge(it *item) bool {
	return (it.kind == itemOpen) != (m.p.t.links[it.box].flags&FlagRTL != 0)
}

// strutOf is the ascent and descent of a style's strut: its font's with half-leading, the part above the baseline rounded down to whole px.
// https://drafts.csswg.org/css-inline-3/#inline-height
func (m *lineMaker) strutOf(st *style.Computed) (a, d geom.Unit) {
	return lineBox(st, m.p.t.Font(st))
}

func lineBox(st *style.Computed, font *text.Font) (a, d geom.Unit) {
	mt := &font.Metrics
	a, d = geom.FromPx(mt.Ascent), geom.FromPx(mt.Descent)
	lh := lineHeight(st, font)
	up := geom.Unit((lh-a-d)/2) &^ 63 // floors
	return a + up, lh - a - up
}

// lineHeight is the used line-height of a style.
func lineHeight(st *style.Computed, font *text.Font) geom.Unit {
	switch l := st.Font.LineHeight; l.Kind {
	case style.LineHeightNumber:
		// As Chromium computes it: a percentage of the font size in 1/64 px.
		return geom.FromPx(geom.FromPxRound(float64(st.Font.SizePx)).Px() * (l.Value * 100) / 100)
	case style.LineHeightPx:
		return geom.FromPx(l.Value)
	}
	return geom.FromPx(font.Metrics.LineSpacing)
}

// inlineBox is an inline box open on a line; the first is the root inline box.
type inlineBox struct {
	box         BoxID
	st          *style.Computed
	font        *text.Font
	frag        int // its fragment, -1 of the root
	first       int // fragments from here on lie in it
	asc, desc   geom.Unit
	fasc, fdesc geom.Unit // of the font
	content     bool      // its own strut counts
}

// alignedRange are fragments of a box that is aligned to the line's top or bottom.
type alignedRange struct {
	first, end int
	asc, desc  geom.Unit
	bottom     bool
}

// trim drops white space at the end of the line, or lets it hang.
func (m *lineMaker) trim() {
	for i := len(m.pieces) - 1; i >= 0; i-- {
		pc := &m.pieces[i]
		it := &m.items[pc.item]
		switch it.kind {
		case itemText:
			if pc.end == pc.start {
				pc.drop = true
				continue
			}
			if pc.space == 0 {
				return
			}
			if !it.collapse {
				pc.hang = ceilPx(pc.space)
				return
			}
			var w float32
			for pc.end > pc.start && m.isSpace(pc.item, pc.end-1) {
				pc.end--
			}
			for k := pc.start; k < pc.end; k++ {
				w += m.g(pc.item, k).Advance
			}
			pc.width, pc.space = ceilPx(w), 0
			if pc.end > pc.start {
				return
			}
			pc.drop = true
		case itemBreak, itemOpen, itemClose, itemAbsolute, itemMark, itemFloat:
		default:
			return
		}
	}
}

func (m *lineMaker) isSpace(i int32, k uint32) bool {
	g := m.g(i, k)
	return g.Flags&text.GlyphSpace != 0 && m.text[g.Cluster] == ' '
}

// place makes the fragments of the line that was broken, appends the line, and returns its height.
func (m *lineMaker) place() geom.Unit {
	t, f := m.p.t, m.f
	m.trim()
	var w, hang geom.Unit
	for i := range m.pieces {
		w += m.pieces[i].width
		hang += m.pieces[i].hang
	}
	if m.hyphen {
		w += m.hyphenWidth()
	}
	w -= hang
	free := m.right - m.left - m.indent - w
	x := m.left + m.alignOffset(free)
	if m.st.Text.Direction == style.DirectionLtr {
		x += m.indent
	}
	justify := float32(0)
	if m.justified() && free > 0 {
		if n := m.justifyCount(); n > 0 {
			justify = free.Px() / float32(n)
		}
	}
	first := len(m.frags)
	m.aligned = m.aligned[:0]
	ra, rd := m.strutOf(m.st)
	root := inlineBox{st: m.st, font: t.Font(m.st), frag: -1, first: first, asc: ra, desc: rd}
	root.fasc, root.fdesc = geom.FromPx(root.font.Metrics.Ascent), geom.FromPx(root.font.Metrics.Descent)
	m.made = m.madeLine()
	if m.quirk && !m.hasMarker() || !m.made {
		root.asc, root.desc = -far, -far
	}
	root.content = root.asc != -far
	m.start = uint32(0)
	endByte := uint32(0)
	if len(m.pieces) > 0 {
		m.start = m.pieceByte(&m.pieces[0], false)
		endByte = m.pieceByte(&m.pieces[len(m.pieces)-1], true)
	} else if m.block >= 0 {
		m.start = m.items[m.block].start
	}
	m.boxes = append(m.boxes[:0], root)
	for _, b := range m.open {
		m.openBox(b, x, false)
	}
	if m.bidi {
		x = m.placeVisual(x, justify)
	} else {
		for i := range m.pieces {
			x = m.placePiece(&m.pieces[i], x, justify)
		}
	}
	if m.hyphen {
		x = m.placeHyphen(x)
	}
	// Boxes that go on on the next line.
	m.open = m.open[:0]
	for i := 1; i < len(m.boxes); i++ {
		m.open = append(m.open, m.boxes[i].box)
	}
	for n := len(m.boxes); n > 1; n = len(m.boxes) {
		if m.boxes[n-1].frag < 0 { // placeVisual has closed it
			m.boxes = m.boxes[:n-1]
			continue
		}
		m.closeBox(x, false)
	}
	rt := &m.boxes[0]
	if rt.asc == -far {
		rt.asc, rt.desc = 0, 0
	}
	slices.SortStableFunc(m.aligned, func(a, b alignedRange) int { return int(b.asc + b.desc - a.asc - a.desc) })
	for i := range m.aligned { // the tallest first
		e := &m.aligned[i]
		if h := e.asc + e.desc; h > rt.asc+rt.desc {
			if e.bottom {
				rt.asc = h - rt.desc
			} else {
				rt.desc = h - rt.asc
			}
		}
	}
	for i := range m.aligned {
		e := &m.aligned[i]
		d := e.asc - rt.asc
		if e.bottom {
			d = rt.desc - e.desc
		}
		for k := e.first; k < e.end; k++ {
			m.frags[k].Rect.Y += d
		}
	}
	height := rt.asc + rt.desc
	base := m.y + rt.asc
	for k := first; k < len(m.frags); k++ {
		fr := &m.frags[k]
		fr.Rect.Y += base
	}
	for k := first; k < len(m.frags); k++ {
		fr := &m.frags[k]
		switch fr.Kind {
		case FragmentInline:
			if t.links[fr.Box].flags&FlagRelative != 0 {
				d := m.p.relativeOffset(fr.Box, geom.Size{W: f.cw, H: f.ch})
				if d != (geom.Point{}) {
					for j := k; j <= k+int(fr.Children); j++ {
						m.frags[j].Rect = m.frags[j].Rect.Move(d)
					}
				}
			}
		case FragmentAtomic:
			m.p.place(fr.Box, geom.Point{X: fr.Rect.X, Y: fr.Rect.Y}, geom.Size{W: f.cw, H: f.ch})
			o := t.geo[fr.Box].offset
			fr.Rect.X, fr.Rect.Y = o.X, o.Y
		}
	}
	for i := range m.pieces {
		if it := &m.items[m.pieces[i].item]; it.kind == itemAbsolute {
			m.placeStatic(it.box, geom.Unit(m.pieces[i].start), height)
		}
	}
	if m.ellipsis && free < 0 || f.bfc.clamp.left == 1 && m.made && f.bfc.clamp.over {
		m.placeEllipsis(first, x)
	}
	m.lines = append(m.lines, Line{Rect: geom.Rect{X: m.left, Y: m.y, W: m.right - m.left, H: height}, Baseline: rt.asc,
		First: uint32(first), End: uint32(len(m.frags)), Start: m.start, Stop: endByte, Hard: m.hard})
	return height
}

// placeStatic notes the static position of an absolutely positioned box that was met at x on the line.
func (m *lineMaker) placeStatic(b BoxID, x, height geom.Unit) {
	t := m.p.t
	y := m.y
	if t.Style(b).Flags&style.FlagWasInline == 0 { // would be a block: below the line, at its start
		x = m.f.origin.X
		if m.f.rtl {
			x += m.f.cw
		}
		y += height
		if !m.madeLine() {
			y = m.f.at()
		} else if m.piecesBefore(b) == 0 {
			y = m.y
		}
	}
	m.p.setStatic(b, geom.Point{X: x, Y: y})
}

// piecesBefore counts what stands on the line before a box.
func (m *lineMaker) piecesBefore(b BoxID) (n int) {
	for i := range m.pieces {
		pc := &m.pieces[i]
		it := &m.items[pc.item]
		if it.box == b && it.kind == itemAbsolute {
			return n
		}
		if it.kind == itemAtomic || it.kind == itemTab || it.kind == itemText && pc.end > pc.start {
			n++
		}
	}
	return n
}

func (m *lineMaker) pieceByte(pc *piece, end bool) uint32 {
	it := &m.items[pc.item]
	if it.kind == itemText {
		if end {
			return m.byteAt(pc.item, pc.end)
		}
		return m.byteAt(pc.item, pc.start)
	}
	if end {
		return it.end
	}
	return it.start
}

// alignOffset is where the line's content begins in the free space. https://drafts.csswg.org/css-text-4/#text-align-property
func (m *lineMaker) alignOffset(free geom.Unit) geom.Unit {
	rtl := m.f.rtl
	a := m.st.Text.TextAlign
	if m.lastLine() {
		switch m.st.Text.TextAlignLast {
		case style.TextAlignLastStart:
			a = style.TextAlignStart
		case style.TextAlignLastEnd:
			a = style.TextAlignEnd
		case style.TextAlignLastLeft:
			a = style.TextAlignLeft
		case style.TextAlignLastRight:
			a = style.TextAlignRight
		case style.TextAlignLastCenter:
			a = style.TextAlignCenter
		case style.TextAlignLastAuto:
			if a == style.TextAlignJustify {
				a = style.TextAlignStart
			}
		}
	}
	right := false
	switch a {
	case style.TextAlignCenter, style.TextAlignWebkitCenter:
		if free < 0 {
			if rtl {
				return free
			}
			return 0
		}
		return free / 2
	case style.TextAlignRight, style.TextAlignWebkitRight:
		right = true
	case style.TextAlignEnd:
		right = !rtl
	case style.TextAlignLeft, style.TextAlignWebkitLeft:
	default:
		right = rtl
	}
	if right {
		if free < 0 && !rtl {
			return 0
		}
		return free
	}
	if rtl && free < 0 {
		return free
	}
	return 0
}

// lastLine reports whether the line is the last one of its block or of a paragraph that a forced break ends.
func (m *lineMaker) lastLine() bool { return m.hard }

func (m *lineMaker) justified() bool {
	if m.st.Text.TextJustify == style.TextJustifyNone {
		return false
	}
	if m.lastLine() {
		return m.st.Text.TextAlignLast == style.TextAlignLastJustify || m.st.Text.TextAlign == style.TextAlignJustifyAll
	}
	return m.st.Text.TextAlign == style.TextAlignJustify || m.st.Text.TextAlign == style.TextAlignJustifyAll
}

// justifyCount is the number of spaces of the line that take free space.
func (m *lineMaker) justifyCount() (n int) {
	for i := range m.pieces {
		pc := &m.pieces[i]
		if m.items[pc.item].kind != itemText {
			continue
		}
		end := pc.end
		if pc.hang > 0 {
			for end > pc.start && m.isSpace(pc.item, end-1) {
				end--
			}
		}
		for k := pc.start; k < end; k++ {
			if m.g(pc.item, k).Flags&text.GlyphSpace != 0 {
				n++
			}
		}
	}
	return n
}

// placePiece makes the fragment of a piece at x, and returns where the next one stands.
func (m *lineMaker) placePiece(pc *piece, x geom.Unit, justify float32) geom.Unit {
	t := m.p.t
	it := &m.items[pc.item]
	switch it.kind {
	case itemOpen:
		m.openBox(it.box, x, true)
		return x + pc.width
	case itemClose:
		m.closeBox(x, true)
		return x + pc.width
	case itemText, itemTab:
		if pc.drop || it.kind == itemText && pc.end == pc.start {
			return x
		}
		top := &m.boxes[len(m.boxes)-1]
		a, d := top.fasc, top.fdesc
		fr := Fragment{Kind: FragmentText, Box: it.box, Rect: geom.Rect{X: x, Y: -a, W: pc.width, H: a + d}, Baseline: a}
		if it.kind == itemTab {
			fr.Flags |= FragmentTab
			fr.Start, fr.Stop = it.start, it.end
		} else {
			if it.level&1 != 0 {
				fr.First, fr.End = it.last-pc.end, it.last-pc.start
				fr.Flags |= FragmentRTL
			} else {
				fr.First, fr.End = it.first+pc.start, it.first+pc.end
			}
			fr.Start, fr.Stop = m.byteAt(pc.item, pc.start), m.byteAt(pc.item, pc.end)
			if justify != 0 {
				n := 0
				for k := pc.start; k < pc.end; k++ {
					if m.g(pc.item, k).Flags&text.GlyphSpace != 0 {
						n++
					}
				}
				fr.Justify = justify
				fr.Rect.W += geom.FromPx(justify * float32(n))
			}
		}
		m.strut(top)
		if m.fallback != nil {
			m.otherFaces(top, &fr)
		}
		m.frags = append(m.frags, fr)
		return x + fr.Rect.W
	case itemBreak:
		top := &m.boxes[len(m.boxes)-1]
		fr := Fragment{Kind: FragmentBreak, Box: it.box, Rect: geom.Rect{X: x}, Start: it.start, Stop: it.end}
		// A box whose only content of its own is the break has no strut in quirks mode, unless nothing else is there.
		if top.content || top.asc == -far && len(m.aligned) == 0 {
			m.strut(top)
			fr.Rect.Y, fr.Rect.H, fr.Baseline = -top.fasc, top.fasc+top.fdesc, top.fasc
		}
		m.frags = append(m.frags, fr)
	case itemAtomic:
		g := &t.geo[it.box]
		h := g.size.H + g.margin.Top + g.margin.Bottom
		a := h
		if bl := m.p.inlineBaseline(it.box); bl != Indefinite {
			a = bl + g.margin.Top
		}
		m.frags = append(m.frags, Fragment{Kind: FragmentAtomic, Box: it.box, Rect: geom.Rect{X: x + g.margin.Left, Y: g.margin.Top - a, W: g.size.W, H: g.size.H},
			Baseline: a - g.margin.Top, Start: it.start, Stop: it.end})
		n := len(m.frags)
		m.align(len(m.boxes)-1, t.Style(it.box), n-1, n, a, h-a, a, h-a)
		return x + pc.width
	case itemAbsolute:
		pc.start = uint32(x)
	}
	return x
}

// strut adds a box's own strut to its ascent and descent, in modes where only text does.
func (m *lineMaker) strut(b *inlineBox) {
	if !b.content {
		a, d := m.strutOf(b.st)
		b.asc, b.desc, b.content = max(b.asc, a), max(b.desc, d), true
	}
}

// otherFaces makes room for the faces of a fragment's glyphs where line-height is normal.
// https://drafts.csswg.org/css-inline-3/#valdef-line-height-normal
func (m *lineMaker) otherFaces(b *inlineBox, fr *Fragment) {
	if b.st.Font.LineHeight.Kind != style.LineHeightNormal {
		return
	}
	var last text.FaceID
	first := sort.Search(len(m.fallback), func(i int) bool { return m.fallback[i].End > fr.First })
	for i := first; i < len(m.fallback) && m.fallback[i].First < fr.End; i++ {
		r := &m.fallback[i]
		if r.Face == b.font.Face || i > first && r.Face == last {
			continue
		}
		last = r.Face
		mt := m.p.t.fonts.Collection().Metrics(r.Face, r.SizePx)
		a, d := geom.FromPx(mt.Ascent), geom.FromPx(mt.Descent)
		lh := geom.FromPx(mt.LineSpacing)
		up := geom.Unit((lh-a-d)/2) &^ 63
		b.asc, b.desc = max(b.asc, a+up), max(b.desc, lh-a-up)
	}
}

// inlineBaseline is the baseline of an atomic box from the top of its border box.
// https://drafts.csswg.org/css-align-3/#baseline-export
func (p *pass) inlineBaseline(b BoxID) geom.Unit {
	t := p.t
	g := &t.geo[b]
	l := &t.links[b]
	if l.kind == KindReplaced {
		return Indefinite
	}
	if x := &t.extras[l.extra]; x.control != controlNone {
		return g.first
	} else if x.fallback.sized { // the lower edge of the frame
		in := &t.geo[l.first]
		return in.offset.Y + min(in.size.H, g.size.H-p.frame(b).H)
	}
	if l.flags&FlagScroller != 0 && l.kind == KindBlock {
		return Indefinite
	}
	if l.kind == KindBlock && p.style(b).Content.LineClamp.Set == false {
		return g.last
	}
	if l.kind == KindTable {
		return g.first
	}
	return g.first
}

// openBox begins the fragment of an inline box at x. start says that its start edge is here.
func (m *lineMaker) openBox(b BoxID, x geom.Unit, start bool) {
	t := m.p.t
	st := t.Style(b)
	g := &t.geo[b]
	font := t.Font(st)
	ib := inlineBox{box: b, st: st, font: font, frag: len(m.frags), asc: -far, desc: -far}
	ib.fasc, ib.fdesc = geom.FromPx(font.Metrics.Ascent), geom.FromPx(font.Metrics.Descent)
	if m.made && (!m.quirk || start && hasInlineEdges(st)) {
		ib.asc, ib.desc = lineBox(st, font)
		ib.content = true
	}
	fr := Fragment{Kind: FragmentInline, Box: b, Baseline: ib.fasc + g.padding.Top + g.border.Top, Start: m.start}
	if start {
		fr.Flags |= FragmentStart
		if t.links[b].flags&FlagRTL == 0 {
			x += g.margin.Left
		} else {
			x += g.margin.Right
		}
	}
	fr.Rect = geom.Rect{X: x, Y: -fr.Baseline, H: fr.Baseline + ib.fdesc + g.padding.Bottom + g.border.Bottom}
	if up := g.padding.Top + g.border.Top; !m.made && fr.Baseline-up == ib.fasc && up == 0 && fr.Rect.H == ib.fasc+ib.fdesc {
		fr.Rect.Y, fr.Rect.H, fr.Baseline = 0, 0, 0 // nothing stands on the line
	}
	m.frags = append(m.frags, fr)
	ib.first = len(m.frags)
	m.boxes = append(m.boxes, ib)
}

// closeBox ends the fragment of the innermost inline box at x. end says that its end edge is here.
func (m *lineMaker) closeBox(x geom.Unit, end bool) {
	t := m.p.t
	ib := m.boxes[len(m.boxes)-1]
	m.boxes = m.boxes[:len(m.boxes)-1]
	fr := &m.frags[ib.frag]
	g := &t.geo[ib.box]
	if end {
		fr.Flags |= FragmentEnd
		if t.links[ib.box].flags&FlagRTL == 0 {
			x += g.padding.Right + g.border.Right
		} else {
			x += g.padding.Left + g.border.Left
		}
	}
	fr.Rect.W = x - fr.Rect.X
	fr.Children = uint32(len(m.frags) - ib.first)
	m.align(len(m.boxes)-1, ib.st, ib.frag, len(m.frags), ib.asc, ib.desc, ib.fasc, ib.fdesc)
}

// align moves fragments first to end of a box from its parent's baseline to where vertical-align puts it, and makes the parent
// hold it. asc and desc are the box's extent with what is in it, own its extent by itself.
// https://drafts.csswg.org/css-inline-3/#transverse-alignment
func (m *lineMaker) align(parent int, st *style.Computed, first, end int, asc, desc, ownA, ownD geom.Unit) {
	pb := &m.boxes[parent]
	if asc == -far {
		asc, desc = -far, -far
	}
	var down geom.Unit // baseline shift
	va := st.Box.VerticalAlign
	switch va.Kind {
	case style.VerticalSub:
		down = geom.FromPx(pb.st.Font.SizePx/5 + 1)
	case style.VerticalSuper:
		down = -geom.FromPx(pb.st.Font.SizePx/3 + 1)
	case style.VerticalTextTop:
		if asc != -far {
			down = asc - pb.fasc
		}
	case style.VerticalTextBottom:
		if asc != -far {
			down = pb.fdesc - desc
		}
	case style.VerticalMiddle:
		if asc != -far {
			down = (asc-desc)/2 - geom.FromPxRound(float64(pb.font.Metrics.XHeight)/2)
		}
	case style.VerticalBaselineMiddle:
		if asc != -far {
			down = (asc - desc) / 2
		}
	case style.VerticalLength:
		down = -va.Length.Resolve(lineHeight(st, m.p.t.Font(st)))
	case style.VerticalTop, style.VerticalBottom:
		if asc == -far {
			asc, desc = 0, 0
		}
		m.aligned = append(m.aligned, alignedRange{first: first, end: end, asc: asc, desc: desc, bottom: va.Kind == style.VerticalBottom})
		return
	}
	if down != 0 {
		for k := first; k < end; k++ {
			m.frags[k].Rect.Y += down
		}
	}
	if asc != -far {
		pb.asc, pb.desc = max(pb.asc, asc-down), max(pb.desc, desc+down)
	}
}

// hyphenGlyphs shapes the hyphen for the style of the item that the line ends in.
func (m *lineMaker) hyphenStyle() *style.Computed {
	for i := len(m.pieces) - 1; i >= 0; i-- {
		if it := &m.items[m.pieces[i].item]; it.kind == itemText {
			return m.p.t.Style(it.box)
		}
	}
	return m.st
}

func hyphenText(st *style.Computed) string {
	if s := st.Text.HyphenateCharacter; s != "" {
		return s
	}
	return "\u2010"
}

func (m *lineMaker) hyphenWidth() geom.Unit {
	st := m.hyphenStyle()
	in := m.p.shapeInput(st)
	in.Text = []byte(hyphenText(st))
	in.End = uint32(len(in.Text))
	return ceilPx(m.p.shaper.Advance(&in))
}

func (m *lineMaker) placeHyphen(x geom.Unit) geom.Unit {
	st := m.hyphenStyle()
	in := m.p.shapeInput(st)
	in.Text = []byte(hyphenText(st))
	in.End = uint32(len(in.Text))
	first := len(m.buf.Glyphs)
	m.p.shaper.Shape(&m.buf, &in)
	w := ceilPx(m.buf.Width(first, len(m.buf.Glyphs)))
	top := &m.boxes[len(m.boxes)-1]
	n := uint32(len(m.glyph))
	box := m.b
	for i := len(m.pieces) - 1; i >= 0; i-- {
		if it := &m.items[m.pieces[i].item]; it.kind == itemText {
			box = it.box
			break
		}
	}
	m.frags = append(m.frags, Fragment{Kind: FragmentHyphen, Box: box, Rect: geom.Rect{X: x, Y: -top.fasc, W: w, H: top.fasc + top.fdesc},
		Baseline: top.fasc, First: n + uint32(first), End: n + uint32(len(m.buf.Glyphs))})
	return x + w
}

// placeEllipsis cuts what of the line does not fit beside an ellipsis, and puts one behind the rest. Only painting changes: rectangles
// stay. https://drafts.csswg.org/css-overflow-3/#text-overflow
func (m *lineMaker) placeEllipsis(first int, x geom.Unit) {
	in := m.p.shapeInput(m.st)
	in.Text = []byte("\u2026")
	in.End = uint32(len(in.Text))
	at := len(m.buf.Glyphs)
	m.p.shaper.Shape(&m.buf, &in)
	w := ceilPx(m.buf.Width(at, len(m.buf.Glyphs)))
	lo, hi := m.left, m.right // what may show
	if m.f.rtl {
		lo += w
	} else {
		hi -= w
	}
	edge := lo
	if m.f.rtl {
		edge = hi
	}
	for k := first; k < len(m.frags); k++ {
		f := &m.frags[k]
		if f.Kind == FragmentInline || f.Rect.X >= lo && f.Rect.Right() <= hi {
			if f.Kind != FragmentInline {
				if m.f.rtl {
					edge = min(edge, f.Rect.X)
				} else {
					edge = max(edge, f.Rect.Right())
				}
			}
			continue
		}
		if f.Kind != FragmentText || f.Rect.X >= hi || f.Rect.Right() <= lo {
			f.Flags |= FragmentHidden
			continue
		}
		gx := f.Rect.X
		n := f.First
		if m.f.rtl { // drop glyphs at the left; the fragment begins where the rest does
			gx = f.Rect.Right()
			n = f.End
			for n > f.First && gx-geom.FromPx(m.glyph[n-1].Advance) >= lo {
				n--
				gx -= geom.FromPx(m.glyph[n].Advance)
			}
			f.First, edge = n, min(edge, gx)
			f.Rect.W -= gx - f.Rect.X
			f.Rect.X = gx
		} else {
			for n < f.End && gx+geom.FromPx(m.glyph[n].Advance) <= hi {
				gx += geom.FromPx(m.glyph[n].Advance)
				n++
			}
			f.End, edge = n, max(edge, gx)
		}
		if f.First == f.End {
			f.Flags |= FragmentHidden
		}
	}
	root := &m.boxes[0]
	n := uint32(len(m.glyph))
	if m.f.rtl {
		edge -= w
	}
	m.frags = append(m.frags, Fragment{Kind: FragmentEllipsis, Box: m.b, Rect: geom.Rect{X: edge, Y: m.y + root.asc - root.fasc, W: w, H: root.fasc + root.fdesc},
		Baseline: root.fasc, First: n + uint32(at), End: n + uint32(len(m.buf.Glyphs))})
}

// placeVisual places the pieces of a line that has right-to-left content: in visual order, inline boxes cut where their content is
// not together. https://www.unicode.org/reports/tr9/#L2
func (m *lineMaker) placeVisual(x geom.Unit, justify float32) geom.Unit {
	t := m.p.t
	base := uint8(0)
	if m.f.rtl {
		base = 1
	}
	// The inline boxes around each piece: m.open, then the tags on the line.
	type leaf struct {
		piece int32
		chain int32 // row of chains
	}
	type link struct {
		box    BoxID
		parent int32
	}
	chains := make([]link, 1, 8)
	cur := int32(0)
	for i := 1; i < len(m.boxes); i++ { // reopened by place
		chains = append(chains, link{m.boxes[i].box, cur})
		cur = int32(len(chains) - 1)
	}
	// place opened them on the line already: begin anew.
	m.frags = m.frags[:m.boxes[0].first]
	m.boxes = m.boxes[:1]
	var leaves []leaf
	m.levels = m.levels[:0]
	openAt, closeAt := map[int32]int{}, map[int32]int{}
	filled := make([]bool, len(chains)) // whether a leaf is inside
	filled[0] = true
	fill := func(piece int32, level uint8) {
		leaves = append(leaves, leaf{piece, cur})
		m.levels = append(m.levels, level)
		for c := cur; !filled[c]; c = chains[c].parent {
			filled[c] = true
		}
	}
	for i := range m.pieces {
		it := &m.items[m.pieces[i].item]
		switch it.kind {
		case itemOpen:
			chains = append(chains, link{it.box, cur})
			cur = int32(len(chains) - 1)
			filled = append(filled, false)
			openAt[cur] = i
		case itemClose:
			if !filled[cur] { // empty on this line: stands for itself
				fill(-1, base)
			}
			closeAt[cur] = i
			cur = chains[cur].parent
		default:
			if it.kind == itemText && (m.pieces[i].drop || m.pieces[i].end == m.pieces[i].start) {
				continue
			}
			lv := it.level
			if it.kind == itemBreak || it.kind == itemAbsolute {
				lv = base
			}
			fill(int32(i), lv)
		}
	}
	if !filled[cur] {
		fill(-1, base)
	}
	// L1: white space at the end of the line has the paragraph's level.
	for i := len(leaves) - 1; i >= 0; i-- {
		if leaves[i].piece < 0 {
			continue
		}
		pc := &m.pieces[leaves[i].piece]
		it := &m.items[pc.item]
		if it.kind == itemText && !isSpaces(string(m.text[m.byteAt(pc.item, pc.start):m.byteAt(pc.item, pc.end)])) || it.kind == itemAtomic {
			break
		}
		m.levels[i] = base
	}
	m.order = m.order[:0]
	for i := range leaves {
		m.order = append(m.order, int32(i))
	}
	text.ReorderLine(m.order, m.levels)
	// First and last visual leaf of each chain row.
	firstOf, lastOf := make([]int, len(chains)), make([]int, len(chains))
	for i := range firstOf {
		firstOf[i], lastOf[i] = -1, -1
	}
	for v, o := range m.order {
		for c := leaves[o].chain; c != 0; c = chains[c].parent {
			if firstOf[c] < 0 {
				firstOf[c] = v
			}
			lastOf[c] = v
		}
	}
	var stack, want []int32
	for v, o := range m.order {
		lf := leaves[o]
		want = want[:0]
		for c := lf.chain; c != 0; c = chains[c].parent {
			want = append(want, c)
		}
		for i, j := 0, len(want)-1; i < j; i, j = i+1, j-1 {
			want[i], want[j] = want[j], want[i]
		}
		n := 0
		for n < len(stack) && n < len(want) && stack[n] == want[n] {
			n++
		}
		for len(stack) > n {
			x = m.closeVisual(chains[stack[len(stack)-1]].box, x, lastOf[stack[len(stack)-1]] < v, openAt, closeAt, stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		}
		for ; n < len(want); n++ {
			c := want[n]
			b := chains[c].box
			rtl := t.links[b].flags&FlagRTL != 0
			edge := openAt
			if rtl {
				edge = closeAt
			}
			_, here := edge[c]
			here = here && firstOf[c] == v
			g := &t.geo[b]
			m.openBox(b, x, false)
			if here {
				fr := &m.frags[len(m.frags)-1]
				fr.Rect.X += g.margin.Left
				x += g.margin.Left + g.border.Left + g.padding.Left
				if rtl {
					fr.Flags |= FragmentEnd
				} else {
					fr.Flags |= FragmentStart
				}
			}
			stack = append(stack, c)
		}
		if lf.piece >= 0 {
			x = m.placePiece(&m.pieces[lf.piece], x, justify)
		}
	}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		x = m.closeVisual(chains[c].box, x, true, openAt, closeAt, c)
		stack = stack[:len(stack)-1]
	}
	// The boxes that stay open for the next line.
	var rest []BoxID
	for c := cur; c != 0; c = chains[c].parent {
		rest = append(rest, chains[c].box)
	}
	for i := len(rest) - 1; i >= 0; i-- {
		m.boxes = append(m.boxes, inlineBox{box: rest[i], frag: -2, asc: -far, desc: -far})
	}
	m.open = m.open[:0]
	for i := 1; i < len(m.boxes); i++ {
		m.open = append(m.open, m.boxes[i].box)
	}
	m.boxes = m.boxes[:1]
	m.reopenFrom(m.open)
	return x
}

// reopenFrom puts boxes on the stack without fragments, so that place finds what stays open.
func (m *lineMaker) reopenFrom(open []BoxID) {
	for _, b := range open {
		m.boxes = append(m.boxes, inlineBox{box: b, frag: -2})
	}
}

func (m *lineMaker) closeVisual(b BoxID, x geom.Unit, last bool, openAt, closeAt map[int32]int, c int32) geom.Unit {
	t := m.p.t
	rtl := t.links[b].flags&FlagRTL != 0
	edge := closeAt
	if rtl {
		edge = openAt
	}
	_, here := edge[c]
	g := &t.geo[b]
	flag := FragmentEnd
	if rtl {
		flag = FragmentStart
	}
	if here && last {
		x += g.padding.Right + g.border.Right
		m.frags[m.boxes[len(m.boxes)-1].frag].Flags |= flag
	}
	m.closeBox(x, false)
	if here && last {
		x += g.margin.Right
	}
	return x
}

// inlineMinMax is the min-content and max-content width of an inline formatting context.
// https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
func (p *pass) inlineMinMax(b BoxID) (mn, mx geom.Unit) {
	t := p.t
	p.collect(b)
	r := t.inlines.rows[t.links[b].inline]
	m := lineMaker{p: p, b: b, st: t.Style(b), items: t.inlines.itemsOf(&r), text: t.inlines.textOf(&r), glyph: t.inlines.glyphsOf(&r),
		brk: t.inlines.brk[r.breaks.start:r.breaks.end]}
	var (
		seg, segTrail   geom.Unit // since the last opportunity
		line, lineTrail geom.Unit // since the last forced break
		floats          geom.Unit
		content         bool
		wrap            = m.st.Text.TextWrapMode == style.TextWrapModeWrap
		image           bool // stands before, and nothing breaks between
		// https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk
		sticky = t.doc.Mode == dom.Quirks && t.links[b].kind == KindTableCell && m.st.Box.Width.IsAuto()
	)
	if ti := m.st.Text.TextIndent; !ti.Length.IsZero() && !ti.Length.HasPercent() {
		seg = ti.Length.Resolve(0)
		line = seg
	}
	breakHere := func() {
		mn = max(mn, seg)
		seg, segTrail = 0, 0
	}
	endLine := func() {
		breakHere()
		mx = max(mx, line+floats)
		line, lineTrail, content = 0, 0, false
	}
	for i := range m.items {
		it := &m.items[i]
		switch it.kind {
		case itemText:
			st := t.Style(it.box)
			any := it.wrap && (st.Text.OverflowWrap == style.OverflowWrapAnywhere || st.Text.WordBreak == style.WordBreakBreakWord)
			n := m.n(int32(i))
			var cur, trail float32 // of the segment within this item
			var all, allTrail float32
			prev := uint32(math.MaxUint32)
			flush := func() {
				if cur > 0 {
					seg += segTrail + ceilPx(cur)
					segTrail = ceilPx(cur+trail) - ceilPx(cur)
				} else {
					segTrail += ceilPx(trail)
				}
				cur, trail = 0, 0
			}
			for k := uint32(0); k < n; k++ {
				g := m.g(int32(i), k)
				if g.Cluster != prev {
					prev = g.Cluster
					bk := m.brk[g.Cluster]
					pw := wrap
					if k > 0 {
						pw = it.wrap
					}
					if content && !(image && k == 0) && (bk&text.BreakAllowed != 0 && pw || any && bk&text.BreakGrapheme != 0) {
						flush()
						breakHere()
					}
				}
				if g.Flags&text.GlyphSpace != 0 && it.collapse && m.text[g.Cluster] == ' ' {
					if content {
						trail += g.Advance
						allTrail += g.Advance
					}
					continue
				}
				content = true
				cur += trail + g.Advance
				all += allTrail + g.Advance
				trail, allTrail = 0, 0
			}
			flush()
			if all > 0 {
				line += lineTrail + ceilPx(all)
				lineTrail = ceilPx(all+allTrail) - ceilPx(all)
			} else {
				lineTrail += ceilPx(allTrail)
			}
			wrap = it.wrap
			image = image && n == 0
		case itemOpen, itemClose:
			if it.kind == itemOpen {
				p.edges(it.box, Indefinite)
				wrap = t.Style(it.box).Text.TextWrapMode == style.TextWrapModeWrap
			} else {
				wrap = t.Style(t.links[it.box].parent).Text.TextWrapMode == style.TextWrapModeWrap
			}
			if w := m.edge(it); w != 0 {
				seg, segTrail = seg+segTrail+w, 0
				line, lineTrail = line+lineTrail+w, 0
			}
		case itemAtomic:
			cmn, cmx := p.contribution(it.box)
			is := sticky && t.links[it.box].kind == KindReplaced && t.doc.IsHTMLElement(t.links[it.box].node, atomImg)
			if content && wrap && !image && (!is || m.text[it.start-1] == ' ') {
				breakHere()
			}
			image = is
			seg, segTrail = seg+segTrail+cmn, 0
			line, lineTrail = line+lineTrail+cmx, 0
			content = true
			wrap = it.wrap
		case itemTab:
			st := t.Style(it.box)
			w := geom.FromPx(st.Text.TabSize.Value)
			if st.Text.TabSize.Number {
				w = geom.FromPx(st.Text.TabSize.Value * t.Font(st).Metrics.SpaceAdvance)
			}
			if w > 0 {
				w -= line % w
			}
			seg, segTrail = seg+segTrail+w, 0
			line, lineTrail = line+lineTrail+w, 0
			content = true
		case itemFloat:
			cmn, cmx := p.contribution(it.box)
			mn = max(mn, cmn)
			floats += cmx
		case itemBreak:
			endLine()
		case itemBlock:
			endLine()
			cmn, cmx := p.contribution(it.box)
			mn, mx = max(mn, cmn), max(mx, cmx, floats)
		}
	}
	endLine()
	return mn, max(mx, floats)
}
