package layout

import (
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Grid layout. https://drafts.csswg.org/css-grid-2/
//
// grid_place.go gives items their lines, grid_tracks.go gives tracks their sizes; this file has the container, what items contribute, and
// alignment. Columns are counted from the start of the inline axis; right-to-left containers are mirrored when items are placed.

// gridScratch has a frame for each grid container that is being laid out.
type gridScratch struct {
	frames []*grid
	depth  int
}

func (s *gridScratch) push() *grid {
	if s.depth == len(s.frames) {
		s.frames = append(s.frames, new(grid))
	}
	g := s.frames[s.depth]
	s.depth++
	items, tracks, occ := g.items[:0], g.tracks, g.occ
	list, by := g.list[:0], g.bySpan[:0]
	c := [5]counts{g.flexIn[0], g.flexIn[1], g.intrIn, g.autoMin, g.fixedMax}
	*g = grid{items: items, tracks: tracks, occ: occ, list: list, bySpan: by,
		flexIn: [2]counts{c[0], c[1]}, intrIn: c[2], autoMin: c[3], fixedMax: c[4]}
	return g
}

func (s *gridScratch) bytes() (n int64) {
	for _, g := range s.frames {
		n += int64(unsafe.Sizeof(*g)) + sizeOf(g.items) + sizeOf(g.tracks[0]) + sizeOf(g.tracks[1]) + sizeOf(g.list) + sizeOf(g.bySpan) +
			int64(len(g.occ.cells))*16 + sizeOf(g.flexIn[0]) + sizeOf(g.flexIn[1]) + sizeOf(g.intrIn) + sizeOf(g.autoMin) + sizeOf(g.fixedMax)
	}
	return n
}

// grid is a grid container while it is laid out.
type grid struct {
	p        *pass
	b        BoxID
	st       *style.Computed
	rtl      bool
	cw, ch   geom.Unit // inner size; ch Indefinite: not known
	gap      [2]geom.Unit
	lists    [2]*style.TrackList
	repeats  [2]int // of repeat(auto-…)
	explicit [2]int // explicit tracks
	first    [2]int // the first explicit line, counted from the first line
	count    [2]int // tracks
	names    [2]map[string][]int32
	tracks   [2][]gridTrack
	items    []gridItem
	occ      occupied
	list     []int32
	bySpan   []int32
	flexIn   [2]counts
	intrIn   counts
	autoMin  counts
	fixedMax counts
	given    [2][]geom.Unit // of a subgrid: sizes of the tracks that it has from its parent
	parGap   [2]geom.Unit
}

// subTracks are the tracks that a subgrid has from its parent, by axis; nil where it has its own.
type subTracks struct {
	sizes [2][]geom.Unit
	gap   [2]geom.Unit
}

// gridItem is one item.
type gridItem struct {
	b        BoxID
	order    int32
	pos      [2]gridSpan
	c        contributions // of the axis that is being sized
	align    [2]style.Align
	stretch  [2]bool
	z        sizes
	m        geom.Edges
	autoM    [4]bool   // margins: top, right, bottom, left
	shim     geom.Unit // room above (or, last, below) the margin box for baseline alignment
	baseline uint8     // 0: none, 1: first, 2: last
	sub      [2]bool   // it is a subgrid in that axis
	virtual  bool      // an item of a subgrid, which takes part in the sizing of this grid's tracks alone
	extra    geom.Unit // of those: edges of the subgrid at the item's sides
	areaW    geom.Unit // of those, in row sizing: width of the item's area
}

// layoutGrid lays out a grid container.
func layoutGrid(p *pass, b BoxID, c *Constraints) {
	t := p.t
	z := p.sizes(b, c)
	w := p.usedWidth(b, c, &z)
	t.geo[b].size.W = w
	fr := p.frame(b)
	h, definite := p.usedHeight(b, c, &z, w)
	depth := p.grid.depth
	g := p.grid.push()
	defer func() { p.grid.depth = depth }()
	g.p, g.b, g.st = p, b, t.Style(b)
	g.rtl = t.links[b].flags&FlagRTL != 0
	g.cw, g.ch = max(0, w-fr.W), Indefinite
	ratioMin := c.FixedH == Indefinite && z.H == Indefinite && z.Ratio.ok() && t.links[b].flags&FlagScroller == 0 && g.st.Box.MinHeight.IsAuto()
	if definite {
		g.ch = max(0, h-fr.H)
	}
	least, most := max(0, z.MinH-fr.H), geom.Max
	if z.MaxH < geom.Max {
		most = max(least, z.MaxH-fr.H)
	}
	if c.FixedH != Indefinite {
		least, most = 0, geom.Max
		if g.ch == Indefinite {
			least = max(0, h-fr.H)
		}
	}
	g.adopt()
	minW, maxW := max(0, z.MinW-fr.W), geom.Max
	if z.MaxW < geom.Max {
		maxW = max(minW, z.MaxW-fr.W)
	}
	g.prepare(g.cw, g.ch, [2]geom.Unit{minW, least}, [2]geom.Unit{maxW, most})

	// https://drafts.csswg.org/css-grid-2/#algo-grid-sizing
	g.sizeTracks(columns, g.cw, sizeFinal, 0, geom.Max)
	g.position(columns, g.cw, g.st.Flex.JustifyContent)
	g.passDown(columns)
	g.sizeTracks(rows, g.ch, sizeFinal, least, most)
	content := g.extent(rows)
	inner := content
	if g.ch != Indefinite {
		inner = g.ch
		if ratioMin {
			inner = max(inner, content)
		}
	} else {
		inner = max(min(inner, most), least)
		if h != Indefinite {
			inner = max(0, h-fr.H)
		}
		if g.percentRows() { // now that they know what they refer to
			g.gap[rows] = gap(g.st.Flex.RowGap, inner)
			g.sizeTracks(rows, inner, sizeFinal, least, most)
		} else if s := g.flexSum(rows); s > 0 && s < 1 { // fractions of what the height turned out to be
			g.sizeTracks(rows, inner, sizeFinal, least, most)
		}
	}
	g.position(rows, inner, g.st.Flex.AlignContent)
	g.passDown(rows)
	if h == Indefinite || ratioMin {
		h = max(inner, p.t.lineIfEmpty(b)) + fr.H
		if c.FixedH == Indefinite {
			h = z.clampH(h)
		}
	}
	p.setSize(b, w, h)
	g.finish(c, geom.Size{W: g.cw, H: inner})
}

// prepare makes the explicit grid, places the items and lists the tracks.
func (g *grid) prepare(w, h geom.Unit, least, most [2]geom.Unit) {
	x := g.st.Flex
	g.gap = [2]geom.Unit{gap(x.ColumnGap, w), gap(x.RowGap, h)}
	g.lists = [2]*style.TrackList{&x.TemplateColumns, &x.TemplateRows}
	for a, avail := range [2]geom.Unit{w, h} {
		g.repeats[a] = g.autoRepeat(g.lists[a], a, avail, least[a], most[a])
		n := 0
		g.template(g.lists[a], g.repeats[a], func(*style.TrackSize) { n++ }, nil)
		if a == columns {
			n = max(n, x.TemplateAreas.Columns)
		} else {
			n = max(n, x.TemplateAreas.Rows)
		}
		g.explicit[a] = min(n, maxTracks)
		if g.given[a] != nil {
			g.explicit[a], g.gap[a] = len(g.given[a]), g.parGap[a]
		}
	}
	g.collect()
	g.place()
	g.makeTracks(columns)
	g.makeTracks(rows)
}

// collect lists the items in order-modified document order.
func (g *grid) collect() {
	t := g.p.t
	ordered := false
	for c := t.links[g.b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute != 0 {
			continue
		}
		x := t.Style(c).Flex
		it := gridItem{b: c}
		if t.links[c].flags&FlagAnonymous != 0 {
			it.pos = [2]gridSpan{{end: 1, auto: true}, {end: 1, auto: true}}
		} else {
			it.order = int32(x.Order)
			it.pos = [2]gridSpan{g.span(columns, &x.ColumnStart, &x.ColumnEnd), g.span(rows, &x.RowStart, &x.RowEnd)}
		}
		ordered = ordered || it.order != 0
		if t.links[c].kind == KindGrid {
			it.sub = [2]bool{x.TemplateColumns.Subgrid, x.TemplateRows.Subgrid}
		}
		g.items = append(g.items, it)
	}
	if ordered {
		slices.SortStableFunc(g.items, func(a, b gridItem) int { return int(a.order) - int(b.order) })
	}
	for i := range g.items {
		g.alignment(&g.items[i])
	}
}

// alignment resolves how an item is aligned and which sizes and margins are automatic.
func (g *grid) alignment(it *gridItem) {
	p, t := g.p, g.p.t
	st := t.Style(it.b)
	anon := t.links[it.b].flags&FlagAnonymous != 0
	x, c := st.Flex, g.st.Flex
	it.align = [2]style.Align{p.selfAlign(it.b, x.JustifySelf, c.JustifyItems), p.selfAlign(it.b, x.AlignSelf, c.AlignItems)}
	if !anon {
		s := st.Surround
		it.autoM = [4]bool{s.MarginTop.IsAuto(), s.MarginRight.IsAuto(), s.MarginBottom.IsAuto(), s.MarginLeft.IsAuto()}
	}
	replaced := t.links[it.b].kind == KindReplaced
	ratio := st.Box.AspectRatio.W > 0 && !anon
	for a := range 2 {
		k := &it.align[a]
		auto := st.Box.Width
		am := it.autoM[1] || it.autoM[3]
		if a == rows {
			auto, am = st.Box.Height, it.autoM[0] || it.autoM[2]
		}
		if anon {
			auto = style.Auto
		}
		switch k.Kind {
		case style.AlignAuto, style.AlignNormal:
			k.Kind = style.AlignStretch
			if replaced || ratio && (a == rows || !st.Box.Height.IsAuto()) {
				k.Kind = style.AlignStart
			}
		}
		it.stretch[a] = k.Kind == style.AlignStretch && auto.IsAuto() && !am
	}
	if k := it.align[rows].Kind; (k == style.AlignBaseline || k == style.AlignLastBaseline) && !it.autoM[0] && !it.autoM[2] {
		it.baseline = 1
		if k == style.AlignLastBaseline {
			it.baseline = 2
		}
	}
}

// extent is the sum of an axis' tracks and gutters.
func (g *grid) extent(axis int) (s geom.Unit) {
	for i := range g.tracks[axis] {
		s += g.tracks[axis][i].base + g.tracks[axis][i].gap
	}
	return s
}

// flexSum is the sum of an axis' flex factors.
func (g *grid) flexSum(axis int) (sum float32) {
	for i := range g.tracks[axis] {
		sum += g.tracks[axis][i].fr
	}
	return sum
}

// percentRows reports whether rows or their gutters depend on the height.
func (g *grid) percentRows() bool {
	if g.st.Flex.RowGap.IsLength() && g.st.Flex.RowGap.HasPercent() {
		return true
	}
	for i := range g.tracks[rows] {
		d := g.tracks[rows][i].def
		if d.Min.Kind == style.TrackLength && d.Min.Length.HasPercent() || d.Max.Kind == style.TrackLength && d.Max.Length.HasPercent() {
			return true
		}
	}
	return false
}

// position gives tracks their places by justify-content or align-content.
func (g *grid) position(axis int, avail geom.Unit, a style.Align) {
	tr := g.tracks[axis]
	n := 0
	for i := range tr {
		if !tr[i].collapsed {
			n++
		}
	}
	pos, between := distribute(a, avail-g.extent(axis), n, false, axis == columns && g.rtl)
	seen := false
	for i := range tr {
		t := &tr[i]
		pos += t.gap
		if !t.collapsed {
			if seen {
				pos += between
			}
			seen = true
		}
		t.pos = pos
		pos += t.base
	}
}

// area is the extent of an item's area in an axis.
func (g *grid) area(axis int, s gridSpan) (pos, size geom.Unit) {
	tr := g.tracks[axis]
	if len(tr) == 0 || int(s.start) >= len(tr) {
		return 0, 0
	}
	a, b := &tr[s.start], &tr[s.end-1]
	return a.pos, b.pos + b.base - a.pos
}

// fixedArea is the extent of the tracks of a span when they do not depend on content, or Indefinite.
func (g *grid) fixedArea(axis int, s gridSpan) (sum geom.Unit) {
	for k := s.start; k < s.end; k++ {
		t := &g.tracks[axis][k]
		if t.min != trackFixed || t.max != trackFixed {
			return Indefinite
		}
		sum += t.limit
		if k > s.start {
			sum += t.gap
		}
	}
	return sum
}

// constraints under which an item is laid out in its area; areaH may be Indefinite.
func (g *grid) constraints(it *gridItem, areaW, areaH geom.Unit) Constraints {
	p := g.p
	c := Constraints{AvailW: areaW, AvailH: areaH, PctW: areaW, PctH: areaH, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
	p.edges(it.b, areaW)
	it.m = p.t.geo[it.b].margin
	it.z = p.sizes(it.b, &c)
	if it.stretch[columns] && it.z.W == Indefinite {
		v := max(p.frame(it.b).W-p.t.bars(it.b).W, areaW-it.m.Left-it.m.Right)
		if it.z.Ratio.ok() && it.z.H == Indefinite { // limits of the height carry over
			v = max(min(v, it.z.ratioMaxW()), it.z.ratioMinW())
		}
		c.FixedW = it.z.clampW(v)
	}
	if it.stretch[rows] && areaH != Indefinite && it.z.H == Indefinite {
		c.FixedH = it.z.clampH(max(p.frame(it.b).H-p.t.bars(it.b).H, areaH-it.m.Top-it.m.Bottom))
	}
	return c
}

// contribute computes what an item asks of the axis that is being sized.
// https://drafts.csswg.org/css-grid-2/#algo-single-span-items
func (g *grid) contribute(axis int, it *gridItem) {
	p, t := g.p, g.p.t
	st := t.Style(it.b)
	s := it.pos[axis]
	if it.sub[axis] { // its items ask; it has its edges alone
		p.edges(it.b, Indefinite)
		m, f := &t.geo[it.b].margin, p.frame(it.b)
		v := m.Left + m.Right + f.W
		if axis == rows {
			v = m.Top + m.Bottom + f.H
		}
		it.c = contributions{v, v, v}
		return
	}
	scroller := t.links[it.b].flags&FlagScroller != 0
	anon := t.links[it.b].flags&FlagAnonymous != 0
	// Whether the automatic minimum size is that of the content. https://drafts.csswg.org/css-grid-2/#min-size-auto
	contentMin := !scroller && g.autoMin.any(s) && (s.span() == 1 || !g.flexIn[axis].any(s))
	fixedMax := Indefinite
	if g.fixedMax.in(s) == s.span() {
		fixedMax = 0
		for k := s.start; k < s.end; k++ {
			tk := &g.tracks[axis][k]
			v := tk.limit
			if tk.fit < geom.Max {
				fixedMax = Indefinite
				break
			}
			fixedMax += v
			if k > s.start {
				fixedMax += tk.gap
			}
		}
	}
	size, minSize := st.Box.Width, st.Box.MinWidth
	if axis == rows {
		size, minSize = st.Box.Height, st.Box.MinHeight
	}
	if anon {
		size, minSize = style.Auto, style.Auto
	}
	var mar, frame geom.Unit
	var floor geom.Unit // min-width, min-height
	if axis == columns {
		mn, mx := p.contribution(it.b)
		m := &t.geo[it.b].margin
		mar, frame = m.Left+m.Right, p.frame(it.b).W
		c := Free()
		c.PctH = g.fixedArea(rows, it.pos[rows])
		if c.PctH != Indefinite || t.links[it.b].kind == KindReplaced {
			// A known height and a ratio give the width.
			z := p.sizes(it.b, &c)
			rt := z.Ratio
			if t.links[it.b].kind == KindReplaced {
				n := t.natural(it.b)
				rt = p.replacedRatio(it.b, &n, &z)
			}
			if rt.ok() && z.W == Indefinite {
				h := z.H
				if h == Indefinite && it.stretch[rows] && c.PctH != Indefinite {
					h = max(0, c.PctH-m.Top-m.Bottom)
				}
				if h != Indefinite {
					w := z.clampW(rt.width(z.clampH(h)))
					mn, mx = w+mar, w+mar
				}
			}
		}
		it.c = contributions{min: mn, max: mx}
		if !minSize.IsAuto() {
			c := Free()
			f := p.frame(it.b)
			bars := t.bars(it.b)
			if v := p.sizeW(it.b, st, minSize, &c, geom.Size{W: f.W - bars.W, H: f.H - bars.H}); v != Indefinite {
				floor = v
			}
		}
	} else {
		_, areaW := g.area(columns, it.pos[columns])
		if it.virtual {
			areaW = it.areaW
		}
		areaH := g.fixedArea(rows, s)
		c := g.constraints(it, areaW, Indefinite)
		c.PctH = areaH
		c.Flags |= MeasureOnly
		r := p.measure(it.b, &c)
		mar, frame = it.m.Top+it.m.Bottom, p.frame(it.b).H
		v := r.Size.H + mar + it.shim
		mar += it.shim
		it.c = contributions{min: v, max: v}
		if !minSize.IsAuto() {
			floor = it.z.MinH
		}
	}
	if scroller { // scrollbars give way
		if bars := t.bars(it.b); axis == columns {
			frame -= bars.W
		} else {
			frame -= bars.H
		}
	}
	switch {
	case !(size.IsAuto() || size.IsLength() && size.HasPercent()):
		it.c.least = it.c.min
	case !minSize.IsAuto():
		it.c.least = min(it.c.min, max(floor, frame)+mar)
	case contentMin:
		it.c.least = it.c.min
		if fixedMax != Indefinite {
			it.c.least = min(it.c.least, max(fixedMax, frame+mar))
		}
	default:
		it.c.least = min(frame+mar, it.c.min)
	}
	it.c.min, it.c.max = max(it.c.min, it.c.least), max(it.c.max, it.c.least)
	if e := it.extra; e != 0 {
		it.c = contributions{it.c.least + e, it.c.min + e, it.c.max + e}
	}
}

// shims finds out how much room baseline-aligned items of a row need to share their baseline.
// https://drafts.csswg.org/css-grid-2/#algo-baseline-shims
func (g *grid) shims() {
	var up map[[2]int32]geom.Unit // by row and kind of baseline: the largest distance
	dist := func(it *gridItem) (key [2]int32, d geom.Unit) {
		_, areaW := g.area(columns, it.pos[columns])
		c := g.constraints(it, areaW, Indefinite)
		c.Flags |= MeasureOnly
		r := g.p.measure(it.b, &c)
		if it.baseline == 1 {
			d = r.First
			if d == Indefinite {
				d = r.Size.H
			}
			return [2]int32{it.pos[rows].start, 1}, it.m.Top + d
		}
		d = r.Last
		if d == Indefinite {
			d = r.Size.H
		}
		return [2]int32{it.pos[rows].end, 2}, r.Size.H - d + it.m.Bottom
	}
	for i := range g.items {
		it := &g.items[i]
		it.shim = 0
		if it.baseline == 0 {
			continue
		}
		if up == nil {
			up = map[[2]int32]geom.Unit{}
		}
		k, d := dist(it)
		if v, ok := up[k]; !ok || d > v {
			up[k] = d
		}
	}
	if up == nil {
		return
	}
	for i := range g.items {
		if it := &g.items[i]; it.baseline != 0 {
			k, d := dist(it)
			it.shim = up[k] - d
		}
	}
}

// itemShift is where an item's margin box stands in the free space of its area.
func itemShift(a style.Align, free geom.Unit, axis int, rtlContainer, rtlItem bool) geom.Unit {
	k := a.Kind
	if free < 0 && a.Safety == style.AlignSafe {
		return 0
	}
	switch k {
	case style.AlignCenter, style.AlignAnchorCenter:
		return free / 2
	case style.AlignEnd, style.AlignFlexEnd, style.AlignLastBaseline:
		return free
	case style.AlignSelfEnd:
		if axis == rows || rtlContainer == rtlItem {
			return free
		}
	case style.AlignSelfStart:
		if axis == columns && rtlContainer != rtlItem {
			return free
		}
	case style.AlignLeft:
		if axis == columns && rtlContainer {
			return free
		}
	case style.AlignRight:
		if axis == columns && !rtlContainer {
			return free
		}
	}
	return 0
}

// finish lays out and places the items, and gives the container its baselines.
func (g *grid) finish(c *Constraints, inner geom.Size) {
	p, t := g.p, g.p.t
	geo := &t.geo[g.b]
	geo.first, geo.last = Indefinite, Indefinite
	origin := p.contentOrigin(g.b)
	measure := c.Flags&MeasureOnly != 0
	first, last := g.baselineItem(false), g.baselineItem(true)
	for i := range g.items {
		if measure && i != first && i != last {
			continue
		}
		it := &g.items[i]
		x, w := g.area(columns, it.pos[columns])
		y, h := g.area(rows, it.pos[rows])
		cc := g.constraints(it, w, h)
		m := it.m
		var r Result
		if measure {
			cc.Flags |= MeasureOnly
			r = p.measure(it.b, &cc)
		} else {
			r = p.layout(it.b, &cc)
		}
		itemRTL := t.links[it.b].flags&FlagRTL != 0
		// https://drafts.csswg.org/css-grid-2/#auto-margins
		freeX, freeY := w-r.Size.W-m.Left-m.Right, h-r.Size.H-m.Top-m.Bottom
		var dx, dy geom.Unit
		if it.autoM[1] || it.autoM[3] {
			autoMargins(max(0, freeX), it.autoM[3], it.autoM[1], &m.Left, &m.Right)
		} else {
			dx = itemShift(it.align[columns], freeX, columns, g.rtl, itemRTL)
		}
		switch {
		case it.autoM[0] || it.autoM[2]:
			autoMargins(max(0, freeY), it.autoM[0], it.autoM[2], &m.Top, &m.Bottom)
		case it.baseline == 1:
			dy = it.shim
		case it.baseline == 2:
			dy = freeY - it.shim
		default:
			dy = itemShift(it.align[rows], freeY, rows, false, false)
		}
		x += dx
		if g.rtl {
			x = inner.W - x - r.Size.W - m.Right
		} else {
			x += m.Left
		}
		y += dy + m.Top
		geo = &t.geo[g.b]
		if i == first {
			bl := r.First
			if bl == Indefinite {
				bl = r.Size.H
			}
			geo.first = origin.Y + y + bl
		}
		if i == last {
			bl := r.Last
			if bl == Indefinite {
				bl = r.Size.H
			}
			geo.last = origin.Y + y + bl
		}
		if !measure {
			t.geo[it.b].margin = m
			p.place(it.b, origin.Add(geom.Point{X: x, Y: y}), geom.Size{W: w, H: h})
		}
	}
	if !measure {
		g.absolutes(origin, inner)
		g.keepTracks()
	}
}

// GridTracks are the tracks of a grid container after its layout, by axis: columns, rows.
type GridTracks struct {
	Sizes   [2][]geom.Unit // with the implicit tracks; collapsed ones are 0
	First   [2]int         // the first explicit track
	Repeats [2]int         // how often repeat(auto-fill) or repeat(auto-fit) repeats
	Sub     [2]bool        // the tracks are the parent's: the container is a subgrid
}

// GridTracks tells the tracks of a grid container, nil for another box. It stays the tree's.
func (t *Tree) GridTracks(b BoxID) *GridTracks { return t.grids[b] }

func (g *grid) keepTracks() {
	t := g.p.t
	d := t.grids[g.b]
	if d == nil {
		d = &GridTracks{}
		if t.grids == nil {
			t.grids = map[BoxID]*GridTracks{}
		}
		t.grids[g.b] = d
	}
	d.First, d.Repeats = g.first, g.repeats
	for a := range d.Sizes {
		d.Sub[a] = g.given[a] != nil
		d.Sizes[a] = d.Sizes[a][:0]
		for i := range g.tracks[a] {
			d.Sizes[a] = append(d.Sizes[a], g.tracks[a][i].base)
		}
	}
}

func autoMargins(free geom.Unit, a, b bool, before, after *geom.Unit) {
	switch {
	case a && b:
		*before, *after = free/2, free-free/2
	case a:
		*before = free
	default:
		*after = free
	}
}

// baselineItem is the item whose baseline is the container's: of the first (last) row that has items, one that takes part in baseline
// alignment, or else the first in order. -1: none. https://drafts.csswg.org/css-grid-2/#grid-baselines
func (g *grid) baselineItem(last bool) int {
	best := -1
	for i := range g.items {
		if best < 0 {
			best = i
			continue
		}
		a, b := &g.items[i], &g.items[best]
		ar, br := a.pos[rows].start, b.pos[rows].start
		if last {
			ar, br = -a.pos[rows].end, -b.pos[rows].end
		}
		if ar != br {
			if ar < br {
				best = i
			}
			continue
		}
		if (a.baseline != 0) != (b.baseline != 0) {
			if a.baseline != 0 {
				best = i
			}
			continue
		}
		if ac, bc := a.pos[columns].start, b.pos[columns].start; ac < bc && !last || last && ac > bc {
			best = i
		}
	}
	return best
}

// absolutes gives absolutely positioned children their containing blocks and static positions.
// https://drafts.csswg.org/css-grid-2/#abspos
func (g *grid) absolutes(origin geom.Point, inner geom.Size) {
	p, t := g.p, g.p.t
	for c := t.links[g.b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute == 0 {
			continue
		}
		st := t.Style(c)
		x := st.Flex
		geo := &t.geo[g.b]
		pad := geom.Rect{W: geo.size.W, H: geo.size.H}.Inset(geo.border)
		if t.links[g.b].flags&FlagScroller != 0 {
			pad = t.scrollport(g.b)
		}
		ax0, ax1 := g.absLines(columns, &x.ColumnStart, &x.ColumnEnd, origin.X-pad.X, pad.W, inner.W)
		ay0, ay1 := g.absLines(rows, &x.RowStart, &x.RowEnd, origin.Y-pad.Y, pad.H, inner.H)
		if g.rtl {
			ax0, ax1 = inner.W-ax1, inner.W-ax0
			if l, r := origin.X-pad.X, pad.Right()-origin.X-inner.W; l != r { // the auto edges are those of the padding box
				if autoLine(&x.ColumnEnd) {
					ax0 = -l
				}
				if autoLine(&x.ColumnStart) {
					ax1 = inner.W + r
				}
			}
		}
		area := geom.Rect{X: origin.X + ax0, Y: origin.Y + ay0, W: max(0, ax1-ax0), H: max(0, ay1-ay0)}
		if t.Container(c) == g.b {
			if t.areas == nil {
				t.areas = map[BoxID]geom.Rect{}
			}
			t.areas[c] = area
		}
		in := geom.Rect{X: origin.X, Y: origin.Y, W: inner.W, H: inner.H}
		ja, aa := p.selfAlign(c, x.JustifySelf, g.st.Flex.JustifyItems), p.selfAlign(c, x.AlignSelf, g.st.Flex.AlignItems)
		ex := staticEdge(itemShift(ja, 2, columns, g.rtl, t.links[c].flags&FlagRTL != 0))
		ey := staticEdge(itemShift(aa, 2, rows, false, false))
		if g.rtl {
			ex = staticEnd - ex + staticStart
		}
		if t.Container(c) == g.b {
			in = area
		}
		p.setStaticAligned(c, geom.Point{X: in.X + edgeAt(ex, in.W), Y: in.Y + edgeAt(ey, in.H)}, ex, ey)
	}
}

// autoLine reports whether a placement of an absolutely positioned box is automatic: spans are.
func autoLine(l *style.GridLine) bool { return l.Auto || l.Span }

// absLines is the extent of an absolutely positioned child's area from the content edge; automatic lines are the padding edges.
func (g *grid) absLines(axis int, a, b *style.GridLine, before, pad, inner geom.Unit) (start, end geom.Unit) {
	tr := g.tracks[axis]
	start, end = -before, pad-before
	if axis == columns && g.rtl {
		after := pad - before - inner
		start, end = -after, inner+before
	}
	la, lb := int32(-1), int32(-1)
	if !autoLine(a) {
		la = g.line(axis, a, false) + int32(g.first[axis])
	}
	if !autoLine(b) {
		lb = g.line(axis, b, true) + int32(g.first[axis])
	}
	if !autoLine(a) && !autoLine(b) {
		if la > lb {
			la, lb = lb, la
		} else if la == lb {
			lb = -1
		}
	}
	n := int32(len(tr))
	if la >= 0 && la <= n && n > 0 { // lines that do not exist are automatic
		if la == n {
			start = tr[n-1].pos + tr[n-1].base
		} else {
			start = tr[la].pos
		}
	}
	if lb >= 0 && lb <= n && n > 0 {
		if lb == 0 {
			end = tr[0].pos
		} else {
			end = tr[lb-1].pos + tr[lb-1].base
		}
	}
	return start, max(start, end)
}

// gridMinMax is the content box's min-content and max-content width. https://drafts.csswg.org/css-grid-2/#intrinsic-sizes
func gridMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	t := p.t
	depth := p.grid.depth
	g := p.grid.push()
	defer func() { p.grid.depth = depth }()
	g.p, g.b, g.st = p, b, t.Style(b)
	g.rtl = t.links[b].flags&FlagRTL != 0
	g.cw, g.ch = Indefinite, Indefinite
	c := Free()
	z := sizes{MaxW: geom.Max, MaxH: geom.Max}
	f := p.frame(b)
	bx := g.st.Box
	var h = Indefinite
	if bx.MinWidth.IsLength() {
		z.MinW = p.sizeW(b, g.st, bx.MinWidth, &c, f)
	}
	if bx.MaxWidth.IsLength() {
		if v := p.sizeW(b, g.st, bx.MaxWidth, &c, f); v != Indefinite {
			z.MaxW = v
		}
	}
	if v := p.sizeH(b, bx.Height, &c, f); v != Indefinite {
		h = max(0, v-f.H)
	}
	maxW := geom.Max
	if z.MaxW < geom.Max {
		maxW = max(0, z.MaxW-f.W)
	}
	g.prepare(Indefinite, h, [2]geom.Unit{max(0, z.MinW-f.W), 0}, [2]geom.Unit{maxW, geom.Max})
	g.initTracks(rows, h)
	g.sizeTracks(columns, Indefinite, sizeMin, 0, geom.Max)
	mn = g.extent(columns)
	g.initTracks(rows, h)
	g.sizeTracks(columns, Indefinite, sizeMax, 0, geom.Max)
	return mn, g.extent(columns)
}
