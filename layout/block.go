package layout

import (
	"math"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Block layout: https://www.w3.org/TR/CSS22/visuren.html#block-formatting and
// https://www.w3.org/TR/CSS22/box.html#collapsing-margins
//
// Margins that collapse through the top of a box are known before it is laid out (topStrut follows first children), so a
// box's place in its block formatting context is final when its content is laid out, and floats are placed once.

// strut is a set of margins that adjoin: the largest positive and the smallest negative, and the largest of those that do not count at the
// edges of body and of cells in quirks mode (see Length.IsQuirk).
type strut struct{ pos, neg, quirk geom.Unit }

// add puts the margin m of style l into the set.
func (s *strut) add(m geom.Unit, l style.Length) {
	if l.IsQuirk() {
		s.quirk = min(max(s.quirk, m), math.MaxUint16)
		return
	}
	s.pos, s.neg = max(s.pos, m), min(s.neg, m)
}

func (s *strut) merge(o strut) {
	s.pos, s.neg, s.quirk = max(s.pos, o.pos), min(s.neg, o.neg), max(s.quirk, o.quirk)
}

func (s strut) sum() geom.Unit { return max(s.pos, s.quirk) + s.neg }

func (s *saved) topStrut() strut { return strut{s.topPos, s.topNeg, geom.Unit(s.topQuirk)} }

func (s *saved) endStrut() strut { return strut{s.endPos, s.endNeg, geom.Unit(s.endQuirk)} }

// dropsQuirks reports whether quirky margins at the edges of b do not count (those at the end of body do).
// https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks
func (t *Tree) dropsQuirks(b BoxID) bool {
	l := &t.links[b]
	return t.doc.Mode == dom.Quirks && (l.kind == KindTableCell || l.flags&FlagBody != 0)
}

// blockScratch is the scratch memory of block layout.
type blockScratch struct {
	bfcs   []*bfc
	depth  int
	tops   []topMemo // by box
	pass   uint32
	list   []BoxID
	inside strut // of the last topStrut: what it found without the box's own bottom margin
}

type topMemo struct {
	pass    uint32
	cbW     geom.Unit
	strut   strut
	inside  strut // without the box's own bottom margin
	through bool
}

func (s *blockScratch) bytes() (n int64) {
	for _, b := range s.bfcs {
		n += int64(unsafe.Sizeof(*b)) + sizeOf(b.floats)
	}
	return n + sizeOf(s.tops) + sizeOf(s.list)
}

func (s *blockScratch) begin(rows int) {
	s.pass++
	s.depth = 0
	if len(s.tops) < rows {
		s.tops = make([]topMemo, rows+rows/8)
	}
}

// push begins a block formatting context; the caller sets depth back.
func (s *blockScratch) push() *bfc {
	if s.depth == len(s.bfcs) {
		s.bfcs = append(s.bfcs, new(bfc))
	}
	f := s.bfcs[s.depth]
	s.depth++
	f.reset()
	return f
}

// flow is the state of one block container while its content is laid out.
type flow struct {
	p           *pass
	b           BoxID
	cw          geom.Unit  // content width
	ch          geom.Unit  // content height, or Indefinite
	pctH        geom.Unit  // what percentages of children's heights refer to: ch, but for some boxes with an automatic height
	origin      geom.Point // content box in the border box
	bfc         *bfc
	pos         geom.Point // border box in the block formatting context
	y           geom.Unit  // bottom of what was placed, in the border box
	strut       strut      // margins below y that adjoin what comes next
	top         bool       // nothing was placed yet, and margins go through the top of the box
	empty       bool       // nothing was placed yet
	legend      BoxID      // of a fieldset: it is not part of the flow
	cuts        bool       // the last line that -webkit-line-clamp leaves, or the block with it, was placed
	cut         geom.Unit  // and ends here
	clearedEnd  bool       // strut is that of a box with clearance: it does not leave the container
	rtl         bool
	align       style.TextAlign
	first, last geom.Unit // baselines
}

// at is where a box without margins would be placed next.
func (f *flow) at() geom.Unit {
	if f.top {
		return f.origin.Y
	}
	return f.y + f.strut.sum()
}

func (f *flow) baselines(y, first, last geom.Unit) {
	if first != Indefinite {
		if f.first == Indefinite {
			f.first = y + first
		}
	}
	if last != Indefinite {
		f.last = y + last
	}
}

// usedWidth is the used border-box width of a box that is not replaced.
// https://www.w3.org/TR/CSS22/visudet.html#Computing_widths_and_margins
func (p *pass) usedWidth(b BoxID, c *Constraints, z *sizes) geom.Unit {
	switch {
	case c.FixedW != Indefinite:
		return c.FixedW
	case z.W != Indefinite:
		return z.clampW(z.W)
	}
	if z.Ratio.ok() {
		h := c.FixedH
		if h == Indefinite {
			h = z.H
		}
		if h != Indefinite {
			w := z.Ratio.width(z.clampH(h))
			if mn := p.autoMinWidth(b, z); w < mn {
				w = mn
			}
			return z.clampW(w)
		}
	}
	if c.Flags&ShrinkToFit != 0 || c.AvailW == Indefinite || c.Flags&(MinContent|MaxContent) != 0 || p.t.links[b].kind == KindTable {
		w := p.fitContent(b, c)
		if z.Ratio.ok() { // limits of the height carry over
			w = max(min(w, z.ratioMaxW()), z.ratioMinW())
		}
		return z.clampW(w)
	}
	m := &p.t.geo[b].margin
	w := max(p.frame(b).W, c.AvailW-m.Left-m.Right)
	if z.Ratio.ok() {
		w = max(min(w, z.ratioMaxW()), z.ratioMinW())
	}
	return z.clampW(w)
}

func (z *sizes) ratioMaxW() geom.Unit {
	if z.MaxH >= geom.Max {
		return geom.Max
	}
	return z.Ratio.width(z.MaxH)
}

func (z *sizes) ratioMinW() geom.Unit { return z.Ratio.width(z.MinH) }

// autoMinWidth is the automatic minimum of a box with a preferred aspect ratio.
// https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
func (p *pass) autoMinWidth(b BoxID, z *sizes) geom.Unit {
	st := p.style(b)
	if p.t.links[b].flags&FlagScroller != 0 || !st.Box.MinWidth.IsAuto() {
		return 0
	}
	mn, _ := p.minMax(b)
	return mn + p.frame(b).W
}

// layoutBlock lays out a block container.
func layoutBlock(p *pass, b BoxID, c *Constraints) {
	t := p.t
	st := t.Style(b)
	z := p.sizes(b, c)
	w := p.usedWidth(b, c, &z)
	fr := p.frame(b)
	g := &t.geo[b]
	g.size.W = w

	if t.links[b].kind == KindTableCell { // its height is the least, its limits do not count: https://www.w3.org/TR/CSS22/tables.html#height-layout
		z.MinH, z.MaxH, z.H = max(z.H, 0), geom.Max, Indefinite
	}

	// A height that children's percentages can refer to.
	h := Indefinite
	switch {
	case c.FixedH != Indefinite:
		h = c.FixedH
	case z.H != Indefinite:
		h = z.clampH(z.H)
	case z.Ratio.ok():
		h = z.clampH(z.Ratio.height(w))
	}
	l := &t.links[b]
	flags := l.flags
	fills := l.kind == KindBlock && t.doc.Mode == dom.Quirks && flags&(FlagRootElement|FlagBody) != 0 && h == Indefinite && c.AvailH != Indefinite
	if fills {
		z.MinH = max(z.MinH, c.AvailH-g.margin.Top-g.margin.Bottom) // https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk
	}
	f := flow{p: p, b: b, cw: max(0, w-fr.W), ch: Indefinite, origin: p.contentOrigin(b), empty: true, rtl: flags&FlagRTL != 0,
		align: st.Text.TextAlign, first: Indefinite, last: Indefinite}
	if h != Indefinite && c.Flags&FixedHIndefinite == 0 {
		f.ch = max(0, h-fr.H)
		if z.Ratio.ok() && c.FixedH == Indefinite && z.H == Indefinite {
			f.ch = max(0, h-fr.H)
		}
	}
	f.pctH = f.ch
	if h == Indefinite {
		switch {
		case l.kind != KindBlock:
		case t.doc.Mode == dom.Quirks && flags&(FlagRootElement|FlagBody) != 0:
			f.pctH = max(0, z.MinH-fr.H)
		case flags&FlagAnonymous != 0 || t.doc.Mode == dom.Quirks && flags&FlagAbsolute == 0 && st.Box.Height.IsAuto():
			f.pctH = c.PctH // https://quirks.spec.whatwg.org/#the-percentage-height-calculation-quirk
		}
	}
	own := flags&FlagFormatting != 0 || c.bfc == nil
	depth := p.block.depth
	var floatsBefore int
	if own {
		f.bfc = p.block.push()
		if n := st.Content.LineClamp; n.Set && st.Content.BoxOrient == style.WebkitBoxOrientVertical &&
			(st.Box.Display == style.DisplayFlowRoot || st.Box.Display == style.DisplayInlineBlock) {
			f.bfc.clamp = lineClamp{on: true, left: int(n.Value)}
		}
	} else {
		f.bfc, f.pos = c.bfc, c.bfcPos
		floatsBefore = len(f.bfc.floats)
		f.top = g.border.Top+g.padding.Top == 0
	}
	escape := !own && f.bfc.reaches(f.pos.Y)
	f.y = f.origin.Y

	ctl := t.extras[l.extra].control
	var legend geom.Unit // how far a legend reaches below the top border
	if l.kind == KindFieldset {
		legend = p.placeLegend(&f)
	}
	start := f
	switch {
	case ctl != controlNone && ctl != controlButton:
		p.layoutControl(b, &f, ctl)
	case own && isColumns(st) && l.kind == KindBlock:
		most := geom.Max
		if z.MaxH < geom.Max && c.FixedH == Indefinite {
			most = max(0, z.MaxH-fr.H)
		}
		inner := Indefinite
		if h != Indefinite {
			inner = max(0, h-fr.H)
		}
		p.layoutColumns(&f, inner, most)
	default:
		p.layoutFlow(&f)
	}
	if own && f.bfc.clamp.over { // again, now that it is known that something is cut off
		n := f.bfc
		f = start
		n.reset()
		n.clamp = lineClamp{on: true, left: int(st.Content.LineClamp.Value), over: true}
		p.layoutFlow(&f)
	}
	g = &t.geo[b]

	blank := t.lineIfEmpty(b)
	if blank != 0 {
		a, _ := lineBox(st, t.Font(st))
		f.first, f.last = f.origin.Y+a, f.origin.Y+a
	}

	// The height of the content, and the margins that go through the bottom.
	// https://www.w3.org/TR/CSS22/visudet.html#normal-block
	end := f.strut
	bottom := f.y
	through := false
	if own {
		if t.dropsQuirks(b) {
			end.quirk = 0
		}
		bottom = max(bottom+end.sum(), f.bfc.clearY(true, true))
		end = strut{}
	} else {
		marker := t.links[b].first != 0 && t.links[t.links[b].first].kind == KindMarker
		through = f.empty && f.top && !marker && blank == 0 && g.border.Bottom+g.padding.Bottom == 0 && (h == Indefinite || h == 0) && z.MinH == 0
		switch {
		case through:
		case f.clearedEnd:
			bottom += end.sum()
			end = strut{}
		case g.border.Bottom+g.padding.Bottom != 0:
			if !f.top {
				bottom += end.sum()
			}
			end = strut{}
		case h != Indefinite || f.top:
			end = strut{}
		}
	}
	if f.cuts && f.bfc.clamp.over {
		bottom, end = f.cut, strut{}
	}
	content := max(0, bottom-f.origin.Y, blank) + fr.H + legend
	if l = &t.links[b]; l.kind == KindBlock && l.first != 0 && t.links[l.first].kind == KindMarker {
		content = p.placeMarker(&f, l.first, content)
	}
	if h, ok := containedHeight(st.Content); ok {
		content = h + fr.H
	}
	used := h
	switch {
	case used == Indefinite && fills && !own: // body with the margins that went through its edges
		m := end
		m.add(g.margin.Bottom, st.Surround.MarginBottom)
		used = max(content, c.AvailH-(c.bfcPos.Y-p.contentOrigin(t.links[b].parent).Y)-m.sum())
	case used == Indefinite:
		used = z.clampH(content)
		if used != content && !through {
			end = strut{}
		}
	case c.FixedH == Indefinite && z.H == Indefinite && z.Ratio.ok() && flags&FlagScroller == 0 && st.Box.MinHeight.IsAuto():
		used = max(used, min(content, z.MaxH))
	}
	g = &t.geo[b]
	g.size.H = used
	g.first, g.last = f.first, f.last
	if ctl == controlButton && g.first == Indefinite { // an empty button stands on its content
		g.first = f.origin.Y + max(0, used-fr.H)
		g.last = g.first
	}
	if flags&FlagScroller != 0 && l.kind == KindBlock && flags&FlagInlineLevel != 0 && ctl != controlText {
		g.last = Indefinite
	}
	if own {
		p.block.depth = depth
		if ctl == controlButton || c.Flags&CellStretch != 0 {
			p.centerContent(b, used-content, ctl == controlButton)
		} else if a := st.Flex.AlignContent; alignsBlock(a) && flags&FlagFormatting != 0 {
			p.shiftContent(b, alignShift(a, used-content))
		}
	} else {
		escape = escape || len(f.bfc.floats) != floatsBefore
	}
	l = &t.links[b]
	l.flags &^= flagSelfCollapsing | flagFloatsEscape
	if through {
		l.flags |= flagSelfCollapsing
	}
	if escape {
		l.flags |= flagFloatsEscape
	}
	if flags&FlagAbsolute == 0 {
		s := &t.saved[b]
		if !own || flags&FlagFormatting != 0 {
			end.add(g.margin.Bottom, st.Surround.MarginBottom)
		}
		s.endPos, s.endNeg, s.endQuirk = end.pos, end.neg, uint16(end.quirk)
	}
}

// layoutFlow lays out the children of f's box.
func (p *pass) layoutFlow(f *flow) {
	if l := &p.t.links[f.b]; l.flags&FlagInlineContext != 0 {
		p.layoutInline(f)
	} else {
		p.layoutBlocks(f, l.first)
	}
}

// editingHost reports whether b's element can be edited and what is around it cannot.
func (t *Tree) editingHost(b BoxID) bool {
	return t.recs[b].UI.UserModify != style.WebkitUserModifyReadOnly && t.recs[t.links[b].parent].UI.UserModify == style.WebkitUserModifyReadOnly &&
		t.links[b].flags&FlagAnonymous == 0
}

// lineIfEmpty is the height of b without content: an editing host has room for a line.
func (t *Tree) lineIfEmpty(b BoxID) geom.Unit {
	if t.links[b].first != 0 || !t.editingHost(b) {
		return 0
	}
	st := t.Style(b)
	return lineHeight(st, t.Font(st))
}

// alignsBlock reports whether align-content moves the content of a block container.
// https://drafts.csswg.org/css-align-3/#distribution-block
func alignsBlock(a style.Align) bool { return a.Kind != style.AlignAuto && a.Kind != style.AlignNormal }

// alignShift is how far align-content moves content as a whole into the free space.
func alignShift(a style.Align, free geom.Unit) geom.Unit {
	if free < 0 && a.Safety != style.AlignUnsafe {
		return 0
	}
	switch a.Kind {
	case style.AlignCenter, style.AlignSpaceAround, style.AlignSpaceEvenly:
		return free / 2
	case style.AlignEnd, style.AlignFlexEnd, style.AlignLastBaseline:
		return free
	}
	return 0
}

// layoutBlocks lays out block-level children from c on.
func (p *pass) layoutBlocks(f *flow, c BoxID) {
	t := p.t
	for ; c != 0; c = t.links[c].next {
		switch l := &t.links[c]; {
		case l.flags&FlagAbsolute != 0:
			f.static(c)
		case l.kind == KindMarker || c == f.legend:
		case l.flags&FlagFloat != 0:
			f.float(c, f.at())
		default:
			f.child(c)
		}
	}
}

// static notes the static position of an absolutely positioned child.
func (f *flow) static(c BoxID) {
	x := f.origin.X
	if f.rtl {
		x += f.cw
	}
	f.p.setStatic(c, geom.Point{X: x, Y: f.at()})
}

// float lays out and places a float, not above y.
func (f *flow) float(c BoxID, y geom.Unit) {
	p, t := f.p, f.p.t
	p.layoutFloat(f, c)
	g := &t.geo[c]
	st := t.Style(c)
	y += f.pos.Y
	left, right := sides(st.Box.Clear, f.rtl)
	if left || right {
		y = max(y, f.bfc.clearY(left, right))
	}
	x0 := f.pos.X + f.origin.X
	m := g.margin
	at := f.bfc.place(y, x0, x0+f.cw, geom.Size{W: g.size.W + m.Left + m.Right, H: max(0, g.size.H+m.Top+m.Bottom)},
		floatsRight(style.Float(st.Box.Float), f.rtl))
	p.place(c, geom.Point{X: at.X - f.pos.X + m.Left, Y: at.Y - f.pos.Y + m.Top}, geom.Size{W: f.cw, H: f.ch})
}

func (p *pass) layoutFloat(f *flow, c BoxID) {
	cc := Constraints{AvailW: f.cw, AvailH: Indefinite, PctW: f.cw, PctH: f.pctH, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
	p.layout(c, &cc)
}

// topStrut is the set of margins that collapse to the top margin of b: its own, those of first children, and when
// margins go through the whole box (through) all of it. The chain of margins ends at a box that must clear a float, or does not
// fit beside the floats met on the way.
func (p *pass) topStrut(b BoxID, cbW geom.Unit, ch *chain) (s strut, through bool) {
	t := p.t
	l := &t.links[b]
	if int(b) < len(p.block.tops) {
		if m := &p.block.tops[b]; m.pass == p.block.pass && m.cbW == cbW {
			p.block.inside = m.inside
			return m.strut, m.through
		}
	}
	plain := true // the result depends on b alone
	p.edges(b, cbW)
	g := &t.geo[b]
	s.add(g.margin.Top, t.Style(b).Surround.MarginTop)
	if l.flags&FlagFormatting != 0 || l.kind != KindBlock || g.border.Top+g.padding.Top != 0 {
		return s, false
	}
	quirks := t.dropsQuirks(b)
	inner := cbW
	known := false
	children, marker := true, false
	visit := func(c BoxID) (more bool) { // a block-level child
		if !known {
			known = true
			cc := Constraints{AvailW: cbW, AvailH: Indefinite, PctW: cbW, PctH: Indefinite, FixedW: Indefinite, FixedH: Indefinite}
			z := p.sizes(b, &cc)
			inner = p.usedWidth(b, &cc, &z) - p.frame(b).W
		}
		if cl := t.Style(c).Box.Clear; cl != style.ClearNone {
			plain = false
			left, right := sides(cl, l.flags&FlagRTL != 0)
			if left && ch.left > 0 || right && ch.right > 0 || ch.bfc != nil && ch.bfc.clearY(left, right) > ch.minY {
				return false
			}
		}
		if ch.left+ch.right > 0 && t.links[c].flags&FlagFormatting != 0 {
			plain = false
			p.edges(c, inner)
			cc := Constraints{AvailW: inner, AvailH: Indefinite, PctW: inner, PctH: Indefinite, FixedW: Indefinite, FixedH: Indefinite}
			z := p.sizes(c, &cc)
			w := z.MinW
			if z.W != Indefinite {
				w = z.clampW(z.W)
			}
			if w > inner-ch.left-ch.right {
				return false
			}
		}
		before := *ch
		cs, th := p.topStrut(c, inner, ch)
		if *ch != before {
			plain = false
		}
		if quirks {
			cs.quirk = 0
		}
		s.merge(cs)
		return th
	}
	if l.flags&FlagInlineContext != 0 {
		p.collect(b)
		children = p.inlineTop(b, visit)
		l = &t.links[b]
	} else {
		for c := l.first; c != 0 && children; c = t.links[c].next {
			cl := &t.links[c]
			switch {
			case cl.flags&FlagAbsolute != 0:
			case cl.flags&FlagFloat != 0:
				plain = false
				p.edges(c, cbW)
				cc := Constraints{AvailW: cbW, AvailH: Indefinite, PctW: cbW, PctH: Indefinite, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
				z := p.sizes(c, &cc)
				w := z.W
				if w == Indefinite {
					w = p.fitContent(c, &cc)
				}
				m := &t.geo[c].margin
				w = max(1, z.clampW(w)+m.Left+m.Right)
				if floatsRight(style.Float(t.Style(c).Box.Float), l.flags&FlagRTL != 0) {
					ch.right += w
				} else {
					ch.left += w
				}
			case cl.kind == KindMarker:
				marker = true
			default:
				children = visit(c)
			}
		}
	}
	g = &t.geo[b]
	inside := s
	if children && !marker && t.lineIfEmpty(b) == 0 {
		bx, bs := t.Style(b).Box, t.Style(b).Surround
		zero := func(l style.Length) bool { return !l.IsLength() || l.IsZero() || l.HasPercent() }
		if g.border.Bottom+g.padding.Bottom == 0 && zero(bx.Height) && zero(bx.MinHeight) && bx.AspectRatio.W == 0 {
			s.add(g.margin.Bottom, bs.MarginBottom)
			through = true
		}
	}
	if plain && int(b) < len(p.block.tops) {
		p.block.tops[b] = topMemo{pass: p.block.pass, cbW: cbW, strut: s, inside: inside, through: through}
	}
	p.block.inside = inside
	return s, through
}

// chain is what topStrut knows of the floats around a chain of adjoining margins.
type chain struct {
	bfc         *bfc
	minY        geom.Unit // in bfc, where the chain begins
	left, right geom.Unit // widths of the floats met on the way
}

// child lays out and places a block-level box in flow.
func (f *flow) child(c BoxID) {
	p, t := f.p, f.p.t
	if m := &f.bfc.clamp; m.on && m.left <= 0 {
		m.over = true
	}
	p.edges(c, f.cw)
	ch := chain{bfc: f.bfc, minY: f.pos.Y + f.at()}
	s, through := p.topStrut(c, f.cw, &ch)
	inside := p.block.inside
	t.saved[c].topPos, t.saved[c].topNeg, t.saved[c].topQuirk = s.pos, s.neg, uint16(s.quirk)
	st := t.Style(c)
	l := &t.links[c]
	y := f.at()
	start := f.empty && t.dropsQuirks(f.b)
	if start {
		s.quirk, inside.quirk = 0, 0
	}
	if !f.top {
		m := f.strut
		m.merge(s)
		y = f.y + m.sum()
		if through { // as if it had a bottom border: https://www.w3.org/TR/CSS22/box.html#collapsing-margins
			m = f.strut
			m.merge(inside)
			y = f.y + m.sum()
		}
	}
	cleared := false // has clearance
	clears := false  // there is something to clear
	if left, right := sides(st.Box.Clear, f.rtl); left || right {
		clears = f.bfc.clearY(left, right) > -far
		cy := f.bfc.clearY(left, right) - f.pos.Y
		switch {
		case f.bfc.clearY(left, right) == -far:
		case f.top && f.bfc.adjoins(left, right): // the chain ended before this margin
			y, cleared = max(cy, f.origin.Y), true
		case f.top && cy > f.origin.Y:
			y = max(cy, f.origin.Y+s.sum())
			cleared = cy == y
		case cy > y:
			y, cleared = cy, true
		}
	}
	if f.top && !cleared && l.flags&FlagFormatting != 0 && f.bfc.adjoins(true, true) {
		// Beside a float of the same chain: where it does not fit its margin is its own.
		w := geom.Unit(0)
		cc := Constraints{AvailW: f.cw, AvailH: f.ch, PctW: f.cw, PctH: f.pctH, FixedW: Indefinite, FixedH: Indefinite}
		z := p.sizes(c, &cc)
		if w = z.MinW; z.W != Indefinite {
			w = z.clampW(z.W)
		}
		if a, b, _ := f.bfc.space(f.pos.Y+y, 0, f.pos.X+f.origin.X, f.pos.X+f.origin.X+f.cw); w > b-a {
			y += s.sum()
		}
	}
	if !f.top || cleared {
		f.bfc.chain = len(f.bfc.floats)
	}
	cc := Constraints{AvailW: f.cw, AvailH: f.ch, PctW: f.cw, PctH: f.pctH, FixedW: Indefinite, FixedH: Indefinite}
	if l.flags&FlagBody != 0 || l.flags&FlagRootElement != 0 {
		if f.ch == Indefinite && t.doc.Mode == dom.Quirks && l.flags&FlagBody != 0 {
			cc.AvailH = t.opt.Viewport.H - t.geo[f.b].margin.Top - t.geo[f.b].margin.Bottom - p.frame(f.b).H
		}
	}
	var x geom.Unit
	if l.flags&FlagFormatting != 0 || l.kind == KindReplaced {
		x, y = f.formatting(c, &cc, y)
	} else {
		x = f.plain(c, &cc, st, y)
	}
	g := &t.geo[c]
	p.place(c, geom.Point{X: x, Y: y}, geom.Size{W: f.cw, H: f.ch})
	if f.bfc.clamp.on && f.bfc.clamp.left <= 0 && !f.cuts {
		f.cuts, f.cut = true, y+g.size.H
	}
	last := g.last
	if t.links[c].flags&FlagScroller != 0 && t.links[c].flags&FlagReplaced == 0 && t.links[c].kind == KindBlock { // what shows in it depends on how far it is scrolled
		last = g.size.H + g.margin.Bottom
	}
	f.baselines(y, g.first, last)
	sv := &t.saved[c]
	end := sv.endStrut()
	if l = &t.links[c]; l.flags&FlagFormatting != 0 || l.kind == KindReplaced {
		end = strut{}
		end.add(g.margin.Bottom, st.Surround.MarginBottom)
	}
	if l.flags&flagSelfCollapsing != 0 && l.flags&FlagFormatting == 0 {
		if cleared || !f.top && clears {
			f.y, f.strut, f.top, f.empty, f.clearedEnd = y-g.margin.Top, end, false, false, true
			f.strut.merge(s)
			return
		}
		if start {
			end.quirk = 0
		}
		f.strut.merge(s)
		f.strut.merge(end)
		return
	}
	f.y = y + g.size.H
	f.strut, f.top, f.empty, f.clearedEnd = end, false, false, false
}

// plain lays out a block that takes part in the flow's block formatting context, and returns its x.
func (f *flow) plain(c BoxID, cc *Constraints, st *style.Computed, y geom.Unit) geom.Unit {
	p, t := f.p, f.p.t
	z := p.sizes(c, cc)
	w := p.usedWidth(c, cc, &z)
	x := f.blockX(c, w, f.origin.X, f.origin.X+f.cw)
	cc.bfc, cc.bfcPos = f.bfc, f.pos.Add(geom.Point{X: x, Y: y})
	m := t.geo[c].margin
	p.layoutInFlow(c, cc)
	t.geo[c].margin = m
	return x
}

// layoutInFlow is layout of a box that shares its parent's block formatting context: what was laid out before stays when no floats
// play a part.
func (p *pass) layoutInFlow(b BoxID, c *Constraints) {
	t := p.t
	l := &t.links[b]
	if l.flags&(flagDirty|flagChildDirty|flagFloatsEscape) == 0 && l.flags&flagLaidOut != 0 && !c.bfc.reaches(c.bfcPos.Y) && !c.bfc.clamp.on {
		sv := &t.saved[b]
		if sv.availW == c.AvailW && sv.availH == c.AvailH && sv.pctW == c.PctW && sv.pctH == c.PctH &&
			sv.fixedW == c.FixedW && sv.fixedH == c.FixedH && sv.flags == c.Flags {
			return
		}
	}
	p.layout(b, c)
}

// blockX is the x of a block of border-box width w between left and right, with automatic margins solved.
// https://www.w3.org/TR/CSS22/visudet.html#blockwidth
func (f *flow) blockX(c BoxID, w, left, right geom.Unit) geom.Unit {
	t := f.p.t
	st := t.Style(c)
	g := &t.geo[c]
	if t.links[c].flags&FlagAnonymous != 0 && t.links[c].kind != KindTable {
		if f.rtl {
			return right - w
		}
		return left
	}
	ml, mr := st.Surround.MarginLeft.IsAuto(), st.Surround.MarginRight.IsAuto()
	free := right - left - w - g.margin.Left - g.margin.Right
	if free > 0 {
		switch {
		case ml && mr:
			g.margin.Left = free / 2
			g.margin.Right = free - free/2
		case ml:
			g.margin.Left += free
		case mr:
			g.margin.Right += free
		case f.align == style.TextAlignWebkitCenter:
			return left + g.margin.Left + free/2
		case f.align == style.TextAlignWebkitRight:
			return right - g.margin.Right - w
		case f.align == style.TextAlignWebkitLeft:
			return left + g.margin.Left
		}
	}
	if f.rtl {
		return right - g.margin.Right - w
	}
	return left + g.margin.Left
}

// formatting lays out a box with a formatting context of its own, beside the floats where it fits.
// https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float
func (f *flow) formatting(c BoxID, cc *Constraints, y geom.Unit) (x, atY geom.Unit) {
	p, t := f.p, f.p.t
	left, right := f.origin.X, f.origin.X+f.cw
	if !f.bfc.reaches(f.pos.Y + y) {
		r := p.layout(c, cc)
		return f.blockX(c, r.Size.W, left, right), y
	}
	h := geom.Unit(0)
	for try := 0; ; try++ {
		l, r, next := f.bfc.space(f.pos.Y+y, h, f.pos.X+left, f.pos.X+right)
		l, r = l-f.pos.X, r-f.pos.X
		d := *cc
		p.edges(c, f.cw)
		m := t.geo[c].margin
		x0, x1 := max(left+m.Left, l), min(right-m.Right, r)
		if next == far {
			x0, x1 = left+m.Left, right-m.Right
		}
		d.AvailW = max(0, max(0, x1-x0)+m.Left+m.Right)
		res := p.layout(c, &d)
		fits := res.Size.W <= x1-x0 || next == far
		if fits && res.Size.H > h {
			l2, r2, _ := f.bfc.space(f.pos.Y+y, res.Size.H, f.pos.X+left, f.pos.X+right)
			if x0 < l2-f.pos.X && l2-f.pos.X > left || x1 > r2-f.pos.X && r2-f.pos.X < right {
				if try < 64 {
					h = res.Size.H // narrower further down
					continue
				}
			}
		}
		if fits || try >= 256 {
			m = t.geo[c].margin
			x = f.blockX(c, res.Size.W, x0-m.Left, x1+m.Right)
			return x, y
		}
		y, h = next-f.pos.Y, 0
	}
}

// blockMinMax is the min-content and max-content width of a block container's content.
func blockMinMax(p *pass, b BoxID) (mn, mx geom.Unit) {
	t := p.t
	l := &t.links[b]
	if st := t.Style(b); isColumns(st) && l.kind == KindBlock && l.flags&(FlagFormatting|FlagAnonymous) == FlagFormatting {
		mn, mx = p.flowMinMax(b)
		return columnsMinMax(st, mn, mx)
	}
	return p.flowMinMax(b)
}

// flowMinMax is blockMinMax of one column.
func (p *pass) flowMinMax(b BoxID) (mn, mx geom.Unit) {
	t := p.t
	l := &t.links[b]
	if ctl := t.extras[l.extra].control; ctl != controlNone {
		if mn, mx, ok := p.controlMinMax(b, ctl); ok {
			return mn, mx
		}
	}
	if l.flags&FlagInlineContext != 0 {
		return p.inlineMinMax(b)
	}
	var fl [2]geom.Unit // floats side by side
	rtl := l.flags&FlagRTL != 0
	for c := l.first; c != 0; c = t.links[c].next {
		cl := &t.links[c]
		if cl.flags&FlagAbsolute != 0 || cl.kind == KindMarker {
			continue
		}
		cmn, cmx := p.contribution(c)
		st := t.Style(c)
		mn = max(mn, cmn)
		left, right := sides(st.Box.Clear, rtl)
		if left || right {
			mx = max(mx, fl[0]+fl[1])
			if left {
				fl[0] = 0
			}
			if right {
				fl[1] = 0
			}
		}
		switch {
		case t.links[c].flags&FlagFloat != 0:
			if floatsRight(style.Float(st.Box.Float), rtl) {
				fl[1] += cmx
			} else {
				fl[0] += cmx
			}
		case t.links[c].flags&FlagFormatting != 0:
			mx = max(mx, fl[0]+fl[1]+cmx)
			fl = [2]geom.Unit{}
		default:
			mx = max(mx, fl[0]+fl[1], cmx)
			fl = [2]geom.Unit{}
		}
	}
	return mn, max(mx, fl[0]+fl[1])
}

// placeMarker places the outside marker of a list item beside its first line, and returns what border-box height the two take where the
// content alone takes h: where there is no line the marker makes one, and one that is too low for it moves the content down.
func (p *pass) placeMarker(f *flow, m BoxID, h geom.Unit) geom.Unit {
	t := p.t
	cc := Free()
	cc.Flags = ShrinkToFit
	r := p.layout(m, &cc)
	g := &t.geo[m]
	y := f.origin.Y
	if f.first != Indefinite && r.First != Indefinite {
		if y = f.first - r.First; y < f.origin.Y {
			d := f.origin.Y - y
			p.shiftContent(f.b, d)
			y, h, f.first, f.last = y+d, h+d, f.first+d, f.last+d
		}
	} else {
		h = max(h, y+r.Size.H+t.geo[f.b].padding.Bottom+t.geo[f.b].border.Bottom)
		f.first, f.last = y+r.First, y+r.First
	}
	x := f.origin.X - r.Size.W - g.margin.Right
	if f.rtl {
		x = f.origin.X + f.cw + g.margin.Left
	}
	g.offset = geom.Point{X: x, Y: y}
	return h
}

// centerContent moves the content of a button, or of a cell whose content is placed by vertical-align, down into the free space.
func (p *pass) centerContent(b BoxID, free geom.Unit, button bool) {
	if free <= 0 {
		return
	}
	d := free / 2
	if !button {
		switch p.style(b).Box.VerticalAlign.Kind {
		case style.VerticalMiddle:
		case style.VerticalBottom:
			d = free
		default:
			return
		}
	}
	p.shiftContent(b, d)
}

// shiftContent moves everything that lies in b's content box down by d.
func (p *pass) shiftContent(b BoxID, d geom.Unit) {
	if d == 0 {
		return
	}
	t := p.t
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		if t.links[c].flags&FlagAbsolute != 0 {
			t.saved[c].endNeg += d
		} else if !t.inFragments(c) {
			t.geo[c].offset.Y += d
		}
	}
	if i := t.links[b].inline; i != 0 {
		s := &t.inlines
		r := &s.rows[i]
		for k := r.lines.start; k < r.lines.end; k++ {
			s.lines[k].Rect.Y += d
		}
		for k := r.frags.start; k < r.frags.end; k++ {
			s.frags[k].Rect.Y += d
		}
		for _, it := range s.itemsOf(r) { // what lies in inline boxes
			switch {
			case t.links[it.box].parent == b:
			case it.kind == itemAtomic || it.kind == itemFloat || it.kind == itemBlock:
				t.geo[it.box].offset.Y += d
			case it.kind == itemAbsolute:
				t.saved[it.box].endNeg += d
			}
		}
	}
	g := &t.geo[b]
	if g.first != Indefinite {
		g.first += d
	}
	if g.last != Indefinite {
		g.last += d
	}
}

// placeLegend lays out the legend of a fieldset on its top border, and moves the content below it. It returns by how much.
// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
func (p *pass) placeLegend(f *flow) geom.Unit {
	t := p.t
	for c := t.links[f.b].first; c != 0; c = t.links[c].next {
		l := &t.links[c]
		if l.node == 0 || l.flags&(FlagFloat|FlagAbsolute|FlagInlineLevel|FlagAnonymous) != 0 || !t.doc.IsHTMLElement(l.node, atomLegend) {
			continue
		}
		f.legend = c
		l.flags |= FlagFormatting
		cc := Constraints{AvailW: f.cw, AvailH: Indefinite, PctW: f.cw, PctH: f.pctH, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
		r := p.layout(c, &cc)
		m := t.geo[c].margin
		border := t.geo[f.b].border.Top
		h := r.Size.H + m.Top + m.Bottom
		y := m.Top
		if h < border {
			y += (border - h) / 2
		}
		x := f.blockX(c, r.Size.W, f.origin.X, f.origin.X+f.cw)
		p.place(c, geom.Point{X: x, Y: y}, geom.Size{W: f.cw, H: f.ch})
		d := max(0, h-border)
		f.origin.Y += d
		f.y += d
		return d
	}
	return 0
}

// layoutViewport lays out the root element's box in the viewport.
func layoutViewport(p *pass, b BoxID, c *Constraints) {
	t := p.t
	v := t.opt.Viewport
	p.setSize(b, v.W, v.H)
	depth := p.block.depth
	port := t.scrollport(b)
	f := flow{p: p, b: b, cw: port.W, ch: port.H, pctH: port.H, origin: geom.Point{X: port.X, Y: port.Y}, y: port.Y, empty: true, bfc: p.block.push(),
		rtl: t.links[b].flags&FlagRTL != 0, first: Indefinite, last: Indefinite}
	p.layoutBlocks(&f, t.links[b].first)
	p.block.depth = depth
}
