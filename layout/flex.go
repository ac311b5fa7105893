package layout

import (
	"math"
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Flex layout, in the order of https://drafts.csswg.org/css-flexbox-1/#layout-algorithm
//
// Positions are reckoned from the main-start and cross-start edges of the content box and become physical when items are placed.
// Sizes of items are those of border boxes. Items are measured with p.measure until their final sizes are known, and laid out once.

// flexScratch has a frame for each flex container that is being laid out.
type flexScratch struct {
	frames []*flex
	depth  int
}

func (s *flexScratch) push() *flex {
	if s.depth == len(s.frames) {
		s.frames = append(s.frames, new(flex))
	}
	f := s.frames[s.depth]
	s.depth++
	items, lines := f.items[:0], f.lines[:0]
	*f = flex{items: items, lines: lines}
	return f
}

func (s *flexScratch) bytes() (n int64) {
	for _, f := range s.frames {
		n += int64(unsafe.Sizeof(*f)) + sizeOf(f.items) + sizeOf(f.lines)
	}
	return n
}

// flex is a flex container while it is laid out.
type flex struct {
	p          *pass
	b          BoxID
	row        bool // the main axis is horizontal
	reverse    bool // row-reverse, column-reverse
	wrap       bool // multi-line
	wrapRev    bool
	balance    bool // lines are as long as each other: see balanceLines
	rtl        bool
	mainFlip   bool // main-start is at the right or bottom
	crossFlip  bool // cross-start is at the right or bottom
	cw, ch     geom.Unit
	main       geom.Unit // inner main size; Indefinite until it follows from the items
	cross      geom.Unit // inner cross size, likewise
	minC, maxC geom.Unit // limits of the inner cross size
	mainGap    geom.Unit
	crossGap   geom.Unit
	st         *style.Computed
	items      []flexItem
	lines      []flexLine
}

// flexItem is one item. 144 bytes.
type flexItem struct {
	b                      BoxID
	order                  int32
	z                      sizes
	base, hyp, min, max    geom.Unit // main axis
	target                 geom.Unit
	cross                  geom.Unit
	first, last            geom.Unit // baselines from the top
	m                      flexMargins
	pos, crossPos          geom.Unit // of the margin box
	grow, shrink           float32
	align                  style.Align
	autoStart, autoEnd     bool // main margins
	autoBefore, autoAfter  bool // cross margins
	frozen, low, high      bool
	stretch, mainDefinite  bool
	crossAuto, growsToLine bool
}

// flexMargins are the margins by flex-relative side.
type flexMargins struct{ start, end, before, after geom.Unit }

func (m *flexMargins) main() geom.Unit  { return m.start + m.end }
func (m *flexMargins) cross() geom.Unit { return m.before + m.after }

// flexLine is the items from first to end.
type flexLine struct {
	first, end    int
	cross, pos    geom.Unit
	ascent, desc  geom.Unit // of the items that share the first baseline
	lascent, last geom.Unit // of those that share the last one
}

// usedHeight is the border-box height of b where its content does not decide it, or Indefinite, and whether percentages of the content can
// refer to it.
func (p *pass) usedHeight(b BoxID, c *Constraints, z *sizes, w geom.Unit) (h geom.Unit, definite bool) {
	switch {
	case c.FixedH != Indefinite:
		return c.FixedH, c.Flags&FixedHIndefinite == 0
	case z.H != Indefinite:
		return z.clampH(z.H), true
	case z.Ratio.ok():
		return z.clampH(z.Ratio.height(w)), true
	}
	if h, ok := containedHeight(p.t.recs[b].Content); ok {
		return z.clampH(h + p.frame(b).H), false
	}
	return Indefinite, false
}

// layoutFlex lays out a flex container.
func layoutFlex(p *pass, b BoxID, c *Constraints) {
	t := p.t
	z := p.sizes(b, c)
	w := p.usedWidth(b, c, &z)
	t.geo[b].size.W = w
	fr := p.frame(b)
	h, definite := p.usedHeight(b, c, &z, w)
	depth := p.flex.depth
	f := p.flex.push()
	defer func() { p.flex.depth = depth }()
	f.p, f.b, f.st = p, b, t.Style(b)
	f.setAxes(t.links[b].flags)
	f.cw, f.ch = max(0, w-fr.W), Indefinite
	inner := Indefinite // height for the algorithm
	if h != Indefinite {
		inner = max(0, h-fr.H)
		if definite {
			f.ch = inner
		}
	}
	minH, maxH := max(0, z.MinH-fr.H), geom.Max
	if z.MaxH < geom.Max {
		maxH = max(0, z.MaxH-fr.H)
	}
	if c.FixedH != Indefinite {
		minH, maxH = 0, geom.Max
	}
	f.gaps(f.cw, f.ch)
	ratioMin := c.FixedH == Indefinite && z.H == Indefinite && z.Ratio.ok() && t.links[b].flags&FlagScroller == 0 && f.st.Box.MinHeight.IsAuto()
	if ratioMin { // the content may make it higher
		minH = max(minH, inner)
		inner = Indefinite
	}
	lineLimit := geom.Max
	if f.row {
		f.main, f.cross = f.cw, inner
		f.minC, f.maxC = minH, maxH
		lineLimit = f.cw
	} else {
		f.main, f.cross = inner, f.cw
		f.minC, f.maxC = 0, geom.Max
		if lineLimit = maxH; inner != Indefinite {
			lineLimit = inner
		}
	}

	f.collect()
	for i := range f.items { // 9.2 https://drafts.csswg.org/css-flexbox-1/#line-sizing
		f.baseSize(i, c)
	}
	f.breakLines(lineLimit) // 9.3
	if f.main == Indefinite {
		for i := range f.lines {
			f.main = max(f.main, f.lineLength(&f.lines[i]))
		}
		f.main = max(min(max(f.main, 0), maxH), minH)
	}
	for i := range f.lines {
		f.resolve(&f.lines[i]) // 9.7
	}
	f.crossSizes() // 9.4
	f.lineCross()
	// 9.4.9, 9.6.15: what the lines take, and the container.
	used := f.sumLines()
	if f.cross == Indefinite {
		f.cross = max(min(used, f.maxC), f.minC)
	}
	f.alignLines(f.cross - used)
	f.stretchItems()
	for i := range f.lines {
		f.justify(&f.lines[i]) // 9.5
		f.alignItems(&f.lines[i])
	}
	hh := f.cross
	if !f.row {
		hh = f.main
	}
	hh = max(hh, p.t.lineIfEmpty(b))
	if h == Indefinite || ratioMin {
		h = hh + fr.H
		if c.FixedH == Indefinite {
			h = z.clampH(h)
		}
	}
	p.setSize(b, w, h)
	f.finish(c)
}

func (f *flex) setAxes(flags Flags) {
	x := f.st.Flex
	f.row = x.Direction == style.FlexDirectionRow || x.Direction == style.FlexDirectionRowReverse
	f.reverse = x.Direction == style.FlexDirectionRowReverse || x.Direction == style.FlexDirectionColumnReverse
	f.wrap = x.Wrap != style.FlexWrapNowrap
	f.wrapRev = x.Wrap == style.FlexWrapWrapReverse || x.Wrap == style.FlexWrapWrapReverseBalance
	f.balance = x.Wrap >= style.FlexWrapBalance
	f.rtl = flags&FlagRTL != 0
	f.mainFlip, f.crossFlip = f.reverse, f.wrapRev
	if f.row {
		f.mainFlip = f.mainFlip != f.rtl
	} else {
		f.crossFlip = f.crossFlip != f.rtl
	}
}

// gap is a used gap: percentages of what is not known are 0.
func gap(l style.Length, basis geom.Unit) geom.Unit {
	if !l.IsLength() {
		return 0
	}
	if basis == Indefinite {
		basis = 0
	}
	return max(0, l.Resolve(basis))
}

func (f *flex) gaps(w, h geom.Unit) {
	col, row := gap(f.st.Flex.ColumnGap, w), gap(f.st.Flex.RowGap, h)
	f.mainGap, f.crossGap = col, row
	if !f.row {
		f.mainGap, f.crossGap = row, col
	}
}

// collect lists the items in order-modified document order. https://drafts.csswg.org/css-flexbox-1/#algo-anon-box
func (f *flex) collect() {
	t := f.p.t
	ordered := false
	for c := t.links[f.b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute != 0 {
			continue
		}
		x := t.Style(c).Flex
		it := flexItem{b: c, order: int32(x.Order), grow: float32(x.Grow), shrink: float32(x.Shrink)}
		if t.links[c].flags&FlagAnonymous != 0 {
			it.order, it.grow, it.shrink = 0, 0, 1
		}
		ordered = ordered || it.order != 0
		f.items = append(f.items, it)
	}
	if ordered {
		slices.SortStableFunc(f.items, func(a, b flexItem) int { return int(a.order) - int(b.order) })
	}
}

func (f *flex) mainOf(s geom.Size) geom.Unit {
	if f.row {
		return s.W
	}
	return s.H
}

func (f *flex) crossOf(s geom.Size) geom.Unit {
	if f.row {
		return s.H
	}
	return s.W
}

// selfAlign is align-self of an item, with auto and normal resolved.
func (p *pass) selfAlign(c BoxID, self, items style.Align) style.Align {
	if self.Kind == style.AlignAuto || p.t.links[c].flags&FlagAnonymous != 0 {
		self = items
	}
	return self
}

// constraints under which an item is laid out.
func (f *flex) constraints() Constraints {
	c := Constraints{AvailW: f.cw, AvailH: f.ch, PctW: f.cw, PctH: f.ch, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
	if n := f.leastLines(len(f.items)); f.balance && !f.row && n > 1 && f.cw != Indefinite { // the lines share the room
		c.AvailW = max(0, (f.cw-f.crossGap*geom.Unit(n-1))/geom.Unit(n))
	}
	return c
}

// baseSize determines the flex base size and hypothetical main size of an item.
// https://drafts.csswg.org/css-flexbox-1/#algo-main-item
func (f *flex) baseSize(i int, pc *Constraints) {
	p, t := f.p, f.p.t
	it := &f.items[i]
	b := it.b
	p.edges(b, f.cw)
	st := t.Style(b)
	g := t.geo[b]
	fr := p.frame(b)
	bars := t.bars(b)
	c := f.constraints()
	z := p.sizes(b, &c)
	it.z = z
	it.align = p.selfAlign(b, st.Flex.AlignSelf, f.st.Flex.AlignItems)
	if it.align.Kind == style.AlignNormal || it.align.Kind == style.AlignAuto {
		it.align.Kind = style.AlignStretch
	}
	sur := st.Surround
	m := g.margin
	al, ar, at, ab := sur.MarginLeft.IsAuto(), sur.MarginRight.IsAuto(), sur.MarginTop.IsAuto(), sur.MarginBottom.IsAuto()
	if t.links[b].flags&FlagAnonymous != 0 {
		al, ar, at, ab = false, false, false, false
	}
	if f.row {
		it.m = flexMargins{m.Left, m.Right, m.Top, m.Bottom}
		it.autoStart, it.autoEnd, it.autoBefore, it.autoAfter = al, ar, at, ab
	} else {
		it.m = flexMargins{m.Top, m.Bottom, m.Left, m.Right}
		it.autoStart, it.autoEnd, it.autoBefore, it.autoAfter = at, ab, al, ar
	}
	if f.mainFlip {
		it.m.start, it.m.end = it.m.end, it.m.start
		it.autoStart, it.autoEnd = it.autoEnd, it.autoStart
	}
	if f.crossFlip {
		it.m.before, it.m.after = it.m.after, it.m.before
		it.autoBefore, it.autoAfter = it.autoAfter, it.autoBefore
	}
	mainSize, crossSize := z.W, z.H
	frMain := fr.W
	basisProp, mainProp, minProp := st.Flex.Basis, st.Box.Width, st.Box.MinWidth
	it.max = z.MaxW
	minMain := z.MinW
	minCross, maxCross := z.MinH, z.MaxH
	crossProp := st.Box.Height
	if !f.row {
		mainSize, crossSize = z.H, z.W
		frMain = fr.H
		mainProp, minProp, crossProp = st.Box.Height, st.Box.MinHeight, st.Box.Width
		it.max, minMain = z.MaxH, z.MinH
		minCross, maxCross = z.MinW, z.MaxW
	}
	if t.links[b].flags&FlagAnonymous != 0 && t.links[b].kind == KindBlock {
		basisProp, minProp = style.Auto, style.Auto
	}
	it.crossAuto = crossSize == Indefinite && (crossProp.IsAuto() || crossProp.IsLength())
	it.stretch = it.align.Kind == style.AlignStretch && it.crossAuto && !it.autoBefore && !it.autoAfter
	// The cross size that is definite before layout. https://drafts.csswg.org/css-flexbox-1/#definite-sizes
	defCross := crossSize
	if defCross != Indefinite {
		defCross = max(min(defCross, maxCross), minCross)
	} else if it.stretch && !f.wrap && f.cross != Indefinite && !(f.row && f.ch == Indefinite) {
		defCross = max(min(f.cross-it.m.cross(), maxCross), minCross)
	}
	rt := z.Ratio
	replaced := t.links[b].kind == KindReplaced
	if replaced {
		n := t.natural(b)
		rt = p.replacedRatio(b, &n, &z)
	}
	fromCross := func(cross geom.Unit) geom.Unit {
		if f.row {
			return rt.width(cross)
		}
		return rt.height(cross)
	}
	contentMain := Indefinite
	content := func(max bool) geom.Unit { // content size in the main axis, without its own size properties
		if f.row {
			mn, mx := p.minMax(b)
			if replaced {
				mn, mx = p.replacedNatural(b, &c, rt)
			}
			if max {
				return mx + fr.W
			}
			return mn + fr.W
		}
		if contentMain == Indefinite {
			contentMain = f.contentHeight(it, defCross)
		}
		return contentMain
	}
	clampByCross := func(v geom.Unit) geom.Unit { // limits of the cross axis carry over
		if rt.ok() {
			if maxCross < geom.Max {
				v = min(v, fromCross(maxCross))
			}
			bars := fr.H
			if !f.row {
				bars = fr.W
			}
			if minCross > bars {
				v = max(v, fromCross(minCross))
			}
		}
		return v
	}

	// 9.2.3
	basis := basisProp
	if basis.IsAuto() {
		basis = mainProp
	}
	base := Indefinite
	if basis.Kind != style.LengthContent && !basis.IsAuto() {
		f2 := geom.Size{W: fr.W - bars.W, H: fr.H - bars.H}
		if f.row {
			base = p.sizeW(b, st, basis, &c, f2)
		} else {
			base = p.sizeH(b, basis, &c, f2)
			if base != Indefinite && !basis.IsLength() && basis.Kind != style.LengthStretch {
				base = Indefinite
			}
		}
		if base != Indefinite && basis.IsLength() {
			it.mainDefinite = true
		}
	}
	if base == Indefinite {
		switch {
		case rt.ok() && defCross != Indefinite:
			base = fromCross(defCross)
		case f.row && pc.Flags&MinContent != 0:
			base = clampByCross(content(false))
		default:
			base = clampByCross(content(true))
		}
	}
	it.base = max(base, frMain)

	// 4.5 https://drafts.csswg.org/css-flexbox-1/#min-size-auto
	it.min = minMain
	if minProp.IsAuto() && t.links[b].flags&FlagScroller == 0 {
		mn := clampByCross(content(false))
		switch {
		case mainSize != Indefinite:
			mn = min(mn, mainSize)
		case replaced && rt.ok() && defCross != Indefinite:
			mn = min(mn, fromCross(defCross))
		}
		it.min = max(min(mn, it.max), frMain)
	}
	it.hyp = max(min(it.base, it.max), it.min)
}

// replacedNatural is the content width that a replaced item has by its content alone.
func (p *pass) replacedNatural(b BoxID, c *Constraints, rt ratio) (mn, mx geom.Unit) {
	n := p.t.natural(b)
	if n.HasW {
		return geom.FromPx(n.W), geom.FromPx(n.W)
	}
	if mn, mx = p.minMax(b); rt.ok() && !n.HasH && mx == 0 && c.AvailW != Indefinite { // as wide as there is room
		m := &p.t.geo[b].margin
		mx = max(0, c.AvailW-m.Left-m.Right-p.frame(b).W)
	}
	return mn, mx
}

// contentHeight is the border-box height that a column's item has by its content.
func (f *flex) contentHeight(it *flexItem, cross geom.Unit) geom.Unit {
	b := it.b
	c := f.constraints()
	c.PctH = f.ch
	c.Flags |= MeasureOnly | ContentH
	if cross != Indefinite {
		c.FixedW = cross
	} else if it.stretch && !f.wrap {
		c.FixedW = it.z.clampW(f.cw - it.m.cross())
	}
	if f.p.t.links[b].kind == KindReplaced {
		if n := f.p.t.natural(b); n.HasH && cross == Indefinite {
			return geom.FromPx(n.H) + f.p.frame(b).H
		}
	}
	return f.p.measure(b, &c).Size.H
}

// breakLines collects items into lines. https://drafts.csswg.org/css-flexbox-1/#algo-line-break
func (f *flex) breakLines(limit geom.Unit) {
	f.lines = f.lines[:0]
	first := 0
	var sum geom.Unit
	for i := range f.items {
		it := &f.items[i]
		outer := it.hyp + it.m.main()
		if i > first {
			if f.wrap && sum+f.mainGap+outer > limit {
				f.lines = append(f.lines, flexLine{first: first, end: i})
				first, sum = i, 0
			} else {
				sum += f.mainGap
			}
		}
		sum += outer
	}
	if first < len(f.items) {
		f.lines = append(f.lines, flexLine{first: first, end: len(f.items)})
	}
	if f.balance {
		f.balanceLines(limit)
	}
}

// leastLines is the number of lines that a container with n items has at least.
func (f *flex) leastLines(n int) int { return max(1, min(int(f.st.Flex.LineCount), n)) }

// balanceLines makes as many lines as there are, or as flex-line-count asks for, whose lengths differ least: of all ways to break that fit, the
// one whose squares of lengths have the smallest sum, and of equal ones that with most items on the first lines.
// https://drafts.csswg.org/css-flexbox-2/#valdef-flex-wrap-balance
func (f *flex) balanceLines(limit geom.Unit) {
	n := len(f.items)
	lines := len(f.lines)
	lines = max(lines, f.leastLines(n))
	if lines <= 1 {
		return
	}
	const most = 1 << 22 // steps; beyond it the lines stay as they are
	if n*lines > most {
		return
	}
	const never = math.MaxFloat64
	// cost[k*(n+1)+i] is that of breaking the items from i on into k lines, next the end of the first of these.
	cost := make([]float64, (lines+1)*(n+1))
	next := make([]int32, (lines+1)*(n+1))
	for i := range n {
		cost[i] = never
	}
	steps := 0
	for k := 1; k <= lines; k++ {
		row, prev := cost[k*(n+1):(k+1)*(n+1)], cost[(k-1)*(n+1):k*(n+1)]
		row[n] = never
		for i := n - 1; i >= 0; i-- {
			best, at := never, 0
			var sum geom.Unit
			for e := i + 1; e <= n-(k-1); e++ {
				it := &f.items[e-1]
				sum += it.hyp + it.m.main()
				if e > i+1 {
					if sum += f.mainGap; sum > limit {
						break
					}
				}
				if prev[e] < never {
					if c := prev[e] + sum.Px64()*sum.Px64(); c <= best {
						best, at = c, e
					}
				}
				if steps++; steps > most {
					return
				}
			}
			row[i], next[k*(n+1)+i] = best, int32(at)
		}
	}
	if cost[lines*(n+1)] == never {
		return
	}
	f.lines = f.lines[:0]
	for i, k := 0, lines; k > 0; k-- {
		e := int(next[k*(n+1)+i])
		f.lines = append(f.lines, flexLine{first: i, end: e})
		i = e
	}
}

func (f *flex) lineLength(l *flexLine) (sum geom.Unit) {
	for i := l.first; i < l.end; i++ {
		it := &f.items[i]
		sum += it.hyp + it.m.main()
		if i > l.first {
			sum += f.mainGap
		}
	}
	return sum
}

// resolve is https://drafts.csswg.org/css-flexbox-1/#resolve-flexible-lengths
func (f *flex) resolve(l *flexLine) {
	items := f.items[l.first:l.end]
	gaps := f.mainGap * geom.Unit(len(items)-1)
	free := f.main - gaps
	for i := range items {
		free -= items[i].hyp + items[i].m.main()
	}
	growing := free > 0
	// 9.7.2: freeze inflexible items.
	for i := range items {
		it := &items[i]
		it.target = it.base
		it.frozen = false
		factor := it.shrink
		if growing {
			factor = it.grow
		}
		if factor == 0 || growing && it.base > it.hyp || !growing && it.base < it.hyp {
			it.frozen, it.target = true, it.hyp
		}
	}
	space := func() geom.Unit {
		s := f.main - gaps
		for i := range items {
			it := &items[i]
			s -= it.m.main()
			if it.frozen {
				s -= it.target
			} else {
				s -= it.base
			}
		}
		return s
	}
	initial := space()
	for range len(items) + 1 {
		var factors, scaled float64
		open := false
		for i := range items {
			it := &items[i]
			if it.frozen {
				continue
			}
			open = true
			if growing {
				factors += float64(it.grow)
			} else {
				factors += float64(it.shrink)
				scaled += float64(it.shrink) * float64(it.base-f.frameMain(it.b))
			}
		}
		if !open {
			break
		}
		remain := space()
		if factors < 1 {
			if v := geom.Unit(math.Round(float64(initial) * factors)); abs(v) < abs(remain) {
				remain = v
			}
		}
		var violation geom.Unit
		var share, given float64
		for i := range items {
			it := &items[i]
			if it.frozen {
				continue
			}
			it.target = it.base
			switch {
			case remain == 0:
			case growing:
				// Shares add up to the whole: each takes what the sum so far has not given.
				share += float64(remain) * float64(it.grow) / factors
				d := math.Round(share) - given
				given += d
				it.target += geom.Unit(d)
			case scaled > 0:
				share += float64(remain) * float64(it.shrink) * float64(it.base-f.frameMain(it.b)) / scaled
				d := math.Round(share) - given
				given += d
				it.target += geom.Unit(d)
			}
			v := max(min(it.target, it.max), it.min, f.frameMain(it.b))
			it.low, it.high = v > it.target, v < it.target
			violation += v - it.target
			it.target = v
		}
		for i := range items {
			it := &items[i]
			if !it.frozen && (violation == 0 || violation > 0 && it.low || violation < 0 && it.high) {
				it.frozen = true
			}
		}
	}
}

func abs(u geom.Unit) geom.Unit {
	if u < 0 {
		return -u
	}
	return u
}

func (f *flex) frameMain(b BoxID) geom.Unit { return f.mainOf(f.p.frame(b)) }

// itemConstraints are those of an item with its flexed main size.
func (f *flex) itemConstraints(it *flexItem, mainDefinite bool) Constraints {
	c := f.constraints()
	if f.row {
		c.FixedW = it.target
	} else {
		c.FixedH = it.target
		if !mainDefinite && !(it.mainDefinite && it.target == it.base && it.grow == 0 && it.shrink == 0) && f.ch == Indefinite {
			c.Flags |= FixedHIndefinite
		}
		if it.stretch && !f.wrap {
			c.FixedW = it.z.clampW(max(f.cross-it.m.cross(), f.p.frame(it.b).W))
		}
	}
	return c
}

// crossSizes determines the hypothetical cross size of each item. https://drafts.csswg.org/css-flexbox-1/#algo-cross-item
func (f *flex) crossSizes() {
	for i := range f.items {
		it := &f.items[i]
		c := f.itemConstraints(it, false)
		c.Flags |= MeasureOnly
		if f.row && it.stretch && !f.wrap && f.cross != Indefinite {
			it.cross = it.z.clampH(max(f.cross-it.m.cross(), f.p.frame(it.b).H))
			it.first, it.last = Indefinite, Indefinite
			continue
		}
		if !f.row && c.FixedW != Indefinite {
			it.cross, it.first, it.last = c.FixedW, Indefinite, Indefinite
			continue
		}
		r := f.p.measure(it.b, &c)
		it.cross = f.crossOf(r.Size)
		it.first, it.last = r.First, r.Last
	}
}

// sharesBaseline reports whether an item takes part in baseline alignment, and with its last baseline.
func (f *flex) sharesBaseline(it *flexItem) (yes, last bool) {
	k := it.align.Kind
	if k != style.AlignBaseline && k != style.AlignLastBaseline || !f.row || it.autoBefore || it.autoAfter {
		return false, false
	}
	return true, k == style.AlignLastBaseline
}

// ascent is the distance of an item's baseline from its cross-start margin edge at the top, and desc that to the bottom.
func (f *flex) ascent(it *flexItem, last bool) (asc, desc geom.Unit) {
	top, bottom := it.m.before, it.m.after
	if f.crossFlip {
		top, bottom = bottom, top
	}
	bl := it.first
	if last {
		bl = it.last
	}
	if bl == Indefinite {
		bl = it.cross
	}
	return top + bl, it.cross - bl + bottom
}

// lineCross determines the cross size of each line. https://drafts.csswg.org/css-flexbox-1/#algo-cross-line
func (f *flex) lineCross() {
	for i := range f.lines {
		l := &f.lines[i]
		l.ascent, l.desc, l.lascent, l.last = Indefinite, Indefinite, Indefinite, Indefinite
		l.cross = 0
		for k := l.first; k < l.end; k++ {
			it := &f.items[k]
			if yes, last := f.sharesBaseline(it); yes {
				a, d := f.ascent(it, last)
				if last {
					l.lascent, l.last = max(l.lascent, a), max(l.last, d)
				} else {
					l.ascent, l.desc = max(l.ascent, a), max(l.desc, d)
				}
				continue
			}
			l.cross = max(l.cross, it.cross+it.m.cross())
		}
		if l.ascent != Indefinite {
			l.cross = max(l.cross, l.ascent+l.desc)
		}
		if l.lascent != Indefinite {
			l.cross = max(l.cross, l.lascent+l.last)
		}
	}
	if !f.wrap && len(f.lines) == 1 {
		l := &f.lines[0]
		if f.cross != Indefinite {
			l.cross = f.cross
		} else {
			l.cross = max(min(l.cross, f.maxC), f.minC)
		}
	}
}

func (f *flex) sumLines() (sum geom.Unit) {
	for i := range f.lines {
		sum += f.lines[i].cross
		if i > 0 {
			sum += f.crossGap
		}
	}
	return sum
}

// alignLines stretches and packs the lines. https://drafts.csswg.org/css-flexbox-1/#algo-line-align
func (f *flex) alignLines(free geom.Unit) {
	a := f.st.Flex.AlignContent
	if !f.wrap {
		return
	}
	if a.Kind == style.AlignAuto || a.Kind == style.AlignNormal {
		a.Kind = style.AlignStretch
	}
	n := len(f.lines)
	if n == 0 {
		return
	}
	if a.Kind == style.AlignStretch && free > 0 {
		for i := range f.lines {
			d := free / geom.Unit(n-i)
			f.lines[i].cross += d
			free -= d
		}
	}
	pos, between := distribute(a, free, n, f.wrapRev, false)
	for i := range f.lines {
		f.lines[i].pos = pos
		pos += f.lines[i].cross + f.crossGap + between
	}
}

// distribute is where the first of n subjects stands in free space, and what is put between them besides gaps. rev says that the start of the
// axis is its end in the writing mode; leftEnd that left is the end of the axis.
// https://drafts.csswg.org/css-align-3/#content-distribution
func distribute(a style.Align, free geom.Unit, n int, rev, leftEnd bool) (pos, between geom.Unit) {
	if free < 0 && a.Safety == style.AlignSafe { // aligns to the start of the writing mode
		if rev {
			return free, 0
		}
		return 0, 0
	}
	switch a.Kind {
	case style.AlignSpaceBetween:
		if n > 1 && free > 0 {
			return 0, free / geom.Unit(n-1)
		}
	case style.AlignSpaceAround:
		if free > 0 && n > 0 {
			s := free / geom.Unit(n)
			return s / 2, s
		}
		return 0, 0
	case style.AlignSpaceEvenly:
		if free > 0 {
			s := free / geom.Unit(n+1)
			return s, s
		}
		return 0, 0
	case style.AlignCenter:
		return free / 2, 0
	case style.AlignFlexEnd:
		return free, 0
	case style.AlignStart, style.AlignBaseline:
		if rev {
			return free, 0
		}
	case style.AlignEnd, style.AlignLastBaseline:
		if !rev {
			return free, 0
		}
	case style.AlignLeft:
		if leftEnd {
			return free, 0
		}
	case style.AlignRight:
		if !leftEnd {
			return free, 0
		}
	}
	return 0, 0
}

// stretchItems determines the used cross sizes. https://drafts.csswg.org/css-flexbox-1/#algo-stretch
func (f *flex) stretchItems() {
	for i := range f.lines {
		l := &f.lines[i]
		for k := l.first; k < l.end; k++ {
			it := &f.items[k]
			if !it.stretch {
				continue
			}
			v := l.cross - it.m.cross()
			if f.row {
				v = it.z.clampH(max(v, f.p.frame(it.b).H))
			} else {
				v = it.z.clampW(max(v, f.p.frame(it.b).W))
			}
			it.cross, it.growsToLine = v, true
		}
	}
}

// justify places the items of a line along the main axis. https://drafts.csswg.org/css-flexbox-1/#main-alignment
func (f *flex) justify(l *flexLine) {
	items := f.items[l.first:l.end]
	free := f.main - f.mainGap*geom.Unit(len(items)-1)
	autos := 0
	for i := range items {
		it := &items[i]
		free -= it.target + it.m.main()
		if it.autoStart {
			autos++
		}
		if it.autoEnd {
			autos++
		}
	}
	var pos, between geom.Unit
	if autos > 0 {
		if free > 0 {
			for i := range items {
				it := &items[i]
				if it.autoStart {
					d := free / geom.Unit(autos)
					it.m.start = d
					free, autos = free-d, autos-1
				}
				if it.autoEnd {
					d := free / geom.Unit(autos)
					it.m.end = d
					free, autos = free-d, autos-1
				}
			}
		}
		free = min(free, 0)
	}
	a := f.st.Flex.JustifyContent
	pos, between = distribute(a, free, len(items), f.reverse, f.leftEnd())
	for i := range items {
		items[i].pos = pos
		pos += items[i].target + items[i].m.main() + f.mainGap + between
	}
}

// leftEnd reports whether justify-content: left is the end of the main axis.
func (f *flex) leftEnd() bool {
	if f.row {
		return f.mainFlip
	}
	return f.reverse // left behaves as start
}

// alignItems places the items of a line along the cross axis. https://drafts.csswg.org/css-flexbox-1/#cross-alignment
func (f *flex) alignItems(l *flexLine) {
	for k := l.first; k < l.end; k++ {
		it := &f.items[k]
		free := l.cross - it.cross - it.m.cross()
		if it.autoBefore || it.autoAfter {
			switch {
			case free <= 0: // 9.6.13: overflows at the end of the writing mode
				if f.wrapRev && free < 0 {
					it.crossPos = free
				}
			case it.autoBefore && it.autoAfter:
				it.m.before, it.m.after = free/2, free-free/2
			case it.autoBefore:
				it.m.before = free
			default:
				it.m.after = free
			}
			it.crossPos += l.pos
			continue
		}
		var d geom.Unit
		if yes, last := f.sharesBaseline(it); yes {
			a, desc := f.ascent(it, last)
			switch {
			case last && f.crossFlip:
				d = l.cross - l.lascent - desc
			case last:
				d = l.cross - (l.lascent + l.last) + l.lascent - a
			case f.crossFlip:
				d = l.desc - desc
			default:
				d = l.ascent - a
			}
		} else {
			d = f.alignShift(it, free)
		}
		it.crossPos = l.pos + d
	}
}

// alignShift is where an item stands in the free space of its line, from cross-start.
func (f *flex) alignShift(it *flexItem, free geom.Unit) geom.Unit {
	k := it.align.Kind
	if free < 0 && it.align.Safety == style.AlignSafe {
		k = style.AlignStart
	}
	atEnd := false
	switch k {
	case style.AlignCenter, style.AlignAnchorCenter:
		return free / 2
	case style.AlignFlexEnd:
		atEnd = true
	case style.AlignStart:
		atEnd = f.wrapRev
	case style.AlignBaseline:
		atEnd = f.wrapRev
		if !f.row && f.wrap { // lines of a column share the left edges
			atEnd = f.crossFlip
		}
	case style.AlignEnd, style.AlignLastBaseline:
		atEnd = !f.wrapRev
	case style.AlignSelfStart, style.AlignSelfEnd:
		atEnd = (k == style.AlignSelfEnd) != f.wrapRev
		if !f.row && (f.p.t.links[it.b].flags&FlagRTL != 0) != f.rtl {
			atEnd = !atEnd
		}
	}
	if atEnd {
		return free
	}
	return 0
}

// finish lays the items out with their final sizes, places them, and gives the container its baselines.
func (f *flex) finish(c *Constraints) {
	p, t := f.p, f.p.t
	b := f.b
	g := &t.geo[b]
	origin := p.contentOrigin(b)
	fr := p.frame(b)
	inner := geom.Size{W: g.size.W - fr.W, H: g.size.H - fr.H}
	measure := c.Flags&MeasureOnly != 0
	first, last := f.baselineItem(false), f.baselineItem(true)
	g.first, g.last = Indefinite, Indefinite
	for i := range f.items {
		it := &f.items[i]
		cc := f.itemConstraints(it, f.ch != Indefinite)
		if f.row {
			if it.growsToLine {
				cc.FixedH = it.cross
			}
		} else {
			cc.FixedW = it.cross
		}
		var r Result
		switch {
		case !measure:
			m := it.margins(f)
			r = p.layout(it.b, &cc)
			t.geo[it.b].margin = m
		case i == first || i == last:
			cc.Flags |= MeasureOnly
			r = p.measure(it.b, &cc)
		default:
			continue
		}
		pos := f.physical(it, inner)
		if !measure {
			p.place(it.b, origin.Add(pos), geom.Size{W: f.cw, H: f.ch})
		}
		g = &t.geo[b]
		if i == first {
			bl := r.First
			if bl == Indefinite {
				bl = r.Size.H
			}
			g.first = origin.Y + pos.Y + bl
		}
		if i == last {
			bl := r.Last
			if bl == Indefinite {
				bl = r.Size.H
			}
			g.last = origin.Y + pos.Y + bl
		}
	}
	if !measure {
		f.statics(origin, inner)
	}
}

// margins are the used physical margins of an item.
func (it *flexItem) margins(f *flex) geom.Edges {
	m := it.m
	if f.mainFlip {
		m.start, m.end = m.end, m.start
	}
	if f.crossFlip {
		m.before, m.after = m.after, m.before
	}
	if f.row {
		return geom.Edges{Left: m.start, Right: m.end, Top: m.before, Bottom: m.after}
	}
	return geom.Edges{Top: m.start, Bottom: m.end, Left: m.before, Right: m.after}
}

// physical is where the border box of an item stands in the content box.
func (f *flex) physical(it *flexItem, inner geom.Size) geom.Point {
	x := it.pos + it.m.start
	if f.mainFlip {
		x = f.main - x - it.target
	}
	y := it.crossPos + it.m.before
	if f.crossFlip {
		y = f.crossOf(inner) - y - it.cross
	}
	if f.row {
		return geom.Point{X: x, Y: y}
	}
	return geom.Point{X: y, Y: x}
}

// baselineItem is the item whose baseline is the container's, -1 when it has none.
// https://drafts.csswg.org/css-flexbox-1/#flex-baselines
func (f *flex) baselineItem(last bool) int {
	if len(f.lines) == 0 {
		return -1
	}
	at := 0
	if last {
		at = len(f.lines) - 1
	}
	if f.wrapRev {
		at = len(f.lines) - 1 - at
	}
	l := &f.lines[at]
	for k := l.first; k < l.end; k++ {
		if yes, lb := f.sharesBaseline(&f.items[k]); yes && lb == last {
			return k
		}
	}
	for k := l.first; k < l.end; k++ {
		if yes, _ := f.sharesBaseline(&f.items[k]); yes {
			return k
		}
	}
	if last != (!f.row && f.reverse) {
		return l.end - 1
	}
	return l.first
}

// statics gives absolutely positioned children their static positions: as the sole item of the container.
// https://drafts.csswg.org/css-flexbox-1/#abspos-items
func (f *flex) statics(origin geom.Point, inner geom.Size) {
	p, t := f.p, f.p.t
	for c := t.links[f.b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute == 0 {
			continue
		}
		const one = 2 // free space of two units tells the three edges apart
		pos, _ := distribute(f.st.Flex.JustifyContent, one, 1, f.reverse, f.leftEnd())
		it := flexItem{b: c, align: p.selfAlign(c, t.Style(c).Flex.AlignSelf, f.st.Flex.AlignItems)}
		me, ce := staticEdge(pos), staticEdge(f.alignShift(&it, one))
		if f.mainFlip {
			me = staticEnd - me + staticStart
		}
		if f.crossFlip {
			ce = staticEnd - ce + staticStart
		}
		ex, ey := me, ce
		if !f.row {
			ex, ey = ce, me
		}
		pt := geom.Point{X: origin.X + edgeAt(ex, inner.W), Y: origin.Y + edgeAt(ey, inner.H)}
		if it.align.Safety == style.AlignSafe {
			if f.row && !f.crossFlip {
				ey |= staticSafe
			} else if !f.row && !f.crossFlip {
				ex |= staticSafe
			}
		}
		p.setStaticAligned(c, pt, ex, ey)
	}
}

// Which part of an absolutely positioned box stands at its static position, in an axis.
const (
	staticDefault uint8 = iota // the start edge by the parent's direction
	staticStart
	staticCenter
	staticEnd
	staticSafe uint8 = 1 << 7 // with one of these: not beyond the start edge
)

func staticEdge(pos geom.Unit) uint8 { return staticStart + uint8(max(0, min(2, pos))) }

func edgeAt(e uint8, size geom.Unit) geom.Unit {
	switch e {
	case staticCenter:
		return size / 2
	case staticEnd:
		return size
	}
	return 0
}

// flexMinMax is the content box's min-content and max-content width. https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes
// Chromium's way: contributions of items by their width, flex factors left aside.
func flexMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	t := p.t
	f := flex{p: p, b: b, st: t.Style(b)}
	f.setAxes(t.links[b].flags)
	f.gaps(Indefinite, Indefinite)
	n := 0
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute != 0 {
			continue
		}
		cmn, cmx := p.contribution(c)
		if f.row {
			lmn, lmx := p.flexContribution(c, cmn, cmx)
			if cmx = lmx; !f.wrap {
				cmn = lmn
			}
		}
		switch {
		case !f.row:
			mn, mx = max(mn, cmn), max(mx, cmx)
		case f.wrap:
			mn, mx = max(mn, cmn), mx+cmx
		default:
			mn, mx = mn+cmn, mx+cmx
		}
		n++
	}
	if !f.row && f.wrap && n > 1 {
		return mn, max(mn, p.columnWrapMax(b, mx))
	}
	if lines := f.leastLines(n); f.row && f.balance && lines > 1 {
		return max(0, mn), max(0, mn, p.balancedMax(b))
	}
	if f.row && n > 1 {
		g := f.mainGap * geom.Unit(n-1)
		mx += g
		if !f.wrap {
			mn += g
		}
	}
	return max(0, mn), max(0, mx)
}

// balancedMax is the max-content width of a row whose items are balanced over a number of lines: that of the longest.
func (p *pass) balancedMax(b BoxID) (w geom.Unit) {
	depth := p.flex.depth
	f := p.flex.push()
	defer func() { p.flex.depth = depth }()
	f.p, f.b, f.st = p, b, p.t.Style(b)
	f.setAxes(p.t.links[b].flags)
	f.gaps(Indefinite, Indefinite)
	f.collect()
	for i := range f.items {
		it := &f.items[i]
		mn, mx := p.contribution(it.b)
		_, it.hyp = p.flexContribution(it.b, mn, mx)
	}
	f.breakLines(geom.Max)
	for i := range f.lines {
		w = max(w, f.lineLength(&f.lines[i]))
	}
	return w
}

// flexContribution limits the contributions of a row's item by its flex base size, where that is a length: a maximum for one that cannot
// grow, a minimum for one that cannot shrink. https://drafts.csswg.org/css-flexbox-1/#intrinsic-item-contributions
func (p *pass) flexContribution(b BoxID, mn, mx geom.Unit) (geom.Unit, geom.Unit) {
	t := p.t
	st := t.Style(b)
	x := st.Flex
	if t.links[b].flags&FlagAnonymous != 0 || !x.Basis.IsLength() || x.Basis.HasPercent() || x.Grow != 0 && x.Shrink != 0 {
		return mn, mx
	}
	c := Free()
	g := &t.geo[b]
	mar := g.margin.Left + g.margin.Right
	f, bars := p.frame(b), t.bars(b)
	f.W, f.H = f.W-bars.W, f.H-bars.H
	base := p.sizeW(b, st, x.Basis, &c, f) + mar
	if x.Grow == 0 {
		content, _ := p.minMax(b)
		floor := min(mn, content+p.frame(b).W+mar) // the automatic minimum size
		if t.links[b].flags&FlagScroller != 0 || !st.Box.MinWidth.IsAuto() {
			floor = 0
		}
		mn, mx = max(min(mn, base), floor), max(min(mx, base), floor)
	}
	if x.Shrink == 0 {
		mn, mx = max(mn, base), max(mx, base)
	}
	if v := p.sizeW(b, st, st.Box.MaxWidth, &c, f); v != Indefinite {
		mn, mx = min(mn, v+mar), min(mx, v+mar)
	}
	if v := p.sizeW(b, st, st.Box.MinWidth, &c, f); v != Indefinite {
		mn, mx = max(mn, v+mar), max(mx, v+mar)
	}
	return mn, mx
}

// columnWrapMax is the max-content width of a multi-line column container: its lines side by side, each as wide as its items ask for.
func (p *pass) columnWrapMax(b BoxID, single geom.Unit) geom.Unit {
	t := p.t
	c := Free()
	fr := p.frame(b)
	z := p.sizesNoWidth(b, &c)
	limit := geom.Max
	if z.MaxH < geom.Max {
		limit = max(0, z.MaxH-fr.H)
	}
	if z.H != Indefinite {
		limit = max(0, z.clampH(z.H)-fr.H)
	}
	if limit >= geom.Max {
		return single
	}
	depth := p.flex.depth
	f := p.flex.push()
	defer func() { p.flex.depth = depth }()
	f.p, f.b, f.st = p, b, t.Style(b)
	f.setAxes(t.links[b].flags)
	f.cw, f.ch = Indefinite, Indefinite
	if z.H != Indefinite {
		f.ch = limit
	}
	f.gaps(Indefinite, f.ch)
	f.main, f.cross, f.maxC = f.ch, Indefinite, geom.Max
	f.collect()
	for i := range f.items {
		f.baseSize(i, &c)
	}
	f.breakLines(limit)
	var sum geom.Unit
	for i := range f.lines {
		l := &f.lines[i]
		var w geom.Unit
		for k := l.first; k < l.end; k++ {
			_, mx := p.contribution(f.items[k].b)
			w = max(w, mx)
		}
		if i > 0 {
			sum += f.crossGap
		}
		sum += w
	}
	return sum
}
