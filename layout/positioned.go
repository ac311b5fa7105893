package layout

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Absolutely positioned boxes. https://drafts.csswg.org/css-position-3/#abspos-layout

// registerAbsolutes notes the absolutely positioned boxes that were made with their containers, which are known when
// anonymous boxes are.
func (t *Tree) registerAbsolutes() {
	if t.absOf == nil && len(t.newAbs) > 0 {
		t.absOf = make(map[BoxID][]BoxID)
	}
	for _, b := range t.newAbs {
		if t.links[b].flags&FlagAbsolute == 0 {
			continue // gone again
		}
		c := t.Container(b)
		t.absOf[c] = append(t.absOf[c], b)
		if t.links[t.root].flags&flagLaidOut != 0 {
			t.markDirty(b)
		}
	}
	t.newAbs = t.newAbs[:0]
}

// layoutAbsolutes lays out the boxes that b is the container of. Boxes that are gone are dropped from the list.
func (p *pass) layoutAbsolutes(b BoxID) {
	t := p.t
	list := t.absOf[b]
	kept := list[:0]
	for i := 0; i < len(list); i++ {
		c := list[i]
		if t.links[c].flags&FlagAbsolute == 0 || t.Container(c) != b {
			continue
		}
		dup := false
		if len(kept) > 0 && kept[len(kept)-1] == c {
			dup = true
		}
		if dup {
			continue
		}
		kept = append(kept, c)
		p.layoutAbsolute(b, c)
	}
	t.absOf[b] = kept
}

// containingRect is the containing block of c within the border box of its container b: b's padding box, or that of the inline box that is the
// containing block.
func (p *pass) containingRect(b, c BoxID) geom.Rect {
	t := p.t
	fixed := t.links[c].flags&FlagFixed != 0
	for a := t.links[c].parent; a != 0 && a != b; a = t.links[a].parent {
		if t.links[a].kind == KindInline && t.links[a].flags&FlagAbsContainer != 0 && !fixed {
			f := t.links[a].frag
			if f == 0 {
				break
			}
			first := t.inlines.frags[f-1].Rect
			last := first
			for i := f; i != 0; i = t.inlines.frags[i-1].NextOfBox {
				last = t.inlines.frags[i-1].Rect
			}
			g := &t.geo[a]
			x0, y0 := first.X+g.border.Left, first.Y+g.border.Top
			return geom.Rect{X: x0, Y: y0, W: last.Right() - g.border.Right - x0, H: last.Bottom() - g.border.Bottom - y0}
		}
	}
	if t.links[b].kind == KindGrid {
		if r, ok := t.areas[c]; ok && t.links[c].parent == b {
			return r
		}
	}
	g := &t.geo[b]
	if b == t.root {
		return t.scrollport(b)
	}
	r := geom.Rect{W: g.size.W, H: g.size.H}.Inset(g.border)
	if t.links[b].flags&FlagScroller != 0 {
		return t.scrollport(b)
	}
	return r
}

// staticPosition is where c's margin box would stand, in b's border box.
func (p *pass) staticPosition(b, c BoxID) geom.Point {
	t := p.t
	s := &t.saved[c]
	pt := geom.Point{X: s.endPos, Y: s.endNeg}
	a := t.links[c].parent
	for a != 0 && t.links[a].kind == KindInline {
		a = t.links[a].parent
	}
	for a != 0 && a != b {
		pt = pt.Add(t.geo[a].offset)
		a = t.Container(a)
	}
	return pt
}

// axis solves one axis of an absolutely positioned box: start, size and end margins included.
type axis struct {
	start, end           geom.Unit // insets; Indefinite: auto
	size                 geom.Unit // border-box size; Indefinite: automatic
	before, after        geom.Unit // margins
	autoBefore, autoEnd  bool
	cb, static           geom.Unit // containing block's extent; static position within it
	min, max             geom.Unit
	reverse, staticAtEnd bool
	staticAtCenter       bool
	staticRoom           geom.Unit // with safe alignment: extent of the static-position rectangle; else Indefinite
}

// layoutAbsolute lays out c in the containing block of container b, and places it.
func (p *pass) layoutAbsolute(b, c BoxID) {
	t := p.t
	cb := p.containingRect(b, c)
	p.edges(c, cb.W)
	st := t.Style(c)
	bx, sur := st.Box, st.Surround
	sp := p.staticPosition(b, c).Sub(geom.Point{X: cb.X, Y: cb.Y})
	inset := func(l style.Length, basis geom.Unit) geom.Unit {
		if !l.IsLength() {
			return Indefinite
		}
		return l.Resolve(basis)
	}
	g := &t.geo[c]
	rtl := t.links[b].flags&FlagRTL != 0
	parentRTL := rtl
	if pa := t.links[c].parent; pa != 0 {
		parentRTL = t.links[pa].flags&FlagRTL != 0
	}
	x := axis{start: inset(bx.Left, cb.W), end: inset(bx.Right, cb.W), before: g.margin.Left, after: g.margin.Right,
		autoBefore: sur.MarginLeft.IsAuto(), autoEnd: sur.MarginRight.IsAuto(), cb: cb.W, static: sp.X, reverse: rtl, staticAtEnd: parentRTL}
	y := axis{start: inset(bx.Top, cb.H), end: inset(bx.Bottom, cb.H), before: g.margin.Top, after: g.margin.Bottom,
		autoBefore: sur.MarginTop.IsAuto(), autoEnd: sur.MarginBottom.IsAuto(), cb: cb.H, static: sp.Y}
	x.staticEdge(t.saved[c].staticX)
	y.staticEdge(t.saved[c].staticY)
	x.staticRoom, y.staticRoom = Indefinite, Indefinite
	if pa := t.links[c].parent; (t.saved[c].staticX|t.saved[c].staticY)&staticSafe != 0 { // the static-position rectangle is its parent's content box
		fr := p.frame(pa)
		if t.saved[c].staticX&staticSafe != 0 {
			x.staticRoom = t.geo[pa].size.W - fr.W
		}
		if t.saved[c].staticY&staticSafe != 0 {
			y.staticRoom = t.geo[pa].size.H - fr.H
		}
	}
	cc := Constraints{PctW: cb.W, PctH: cb.H, FixedW: Indefinite, FixedH: Indefinite, Flags: ShrinkToFit}
	// The inset-modified containing block is what is available.
	cc.AvailW, cc.AvailH = x.room(), y.room()
	z := p.sizes(c, &cc)
	replaced := t.links[c].kind == KindReplaced
	table := t.links[c].kind == KindTable
	if !replaced && z.W == Indefinite && x.start != Indefinite && x.end != Indefinite && !table && t.extras[t.links[c].extra].control == controlNone {
		if !(z.Ratio.ok() && z.H != Indefinite) {
			cc.FixedW = z.clampW(max(0, cc.AvailW-x.before-x.after))
		}
	}
	if !replaced && z.H == Indefinite && y.start != Indefinite && y.end != Indefinite && !table && t.extras[t.links[c].extra].control == controlNone && bx.Height.IsAuto() {
		if !(z.Ratio.ok()) {
			cc.FixedH = z.clampH(max(0, cc.AvailH-y.before-y.after))
		} else if z.W == Indefinite && !(x.start != Indefinite && x.end != Indefinite) {
			cc.FixedH = z.clampH(max(0, cc.AvailH-y.before-y.after))
		}
	}
	r := p.layout(c, &cc)
	px, m0, m1 := x.solve(r.Size.W)
	py, m2, m3 := y.solve(r.Size.H)
	g = &t.geo[c]
	g.margin = geom.Edges{Left: m0, Right: m1, Top: m2, Bottom: m3}
	g.offset = geom.Point{X: cb.X + px, Y: cb.Y + py}
}

// staticEdge takes up which part of the box stands at its static position.
func (a *axis) staticEdge(e uint8) {
	if e &^= staticSafe; e != staticDefault {
		a.staticAtEnd, a.staticAtCenter = e == staticEnd, e == staticCenter
	}
}

// room is the extent of the inset-modified containing block.
func (a *axis) room() geom.Unit {
	s, e := a.start, a.end
	switch {
	case s == Indefinite && e == Indefinite:
		if a.staticAtCenter {
			return max(0, 2*min(a.static, a.cb-a.static))
		}
		if a.staticAtEnd {
			return max(0, a.static)
		}
		return max(0, a.cb-a.static)
	case s == Indefinite:
		s = 0
	case e == Indefinite:
		e = 0
	}
	return max(0, a.cb-s-e)
}

// solve gives the place of the border box in the containing block, and the used margins.
func (a *axis) solve(size geom.Unit) (pos, before, after geom.Unit) {
	before, after = a.before, a.after
	switch {
	case a.start == Indefinite && a.end == Indefinite:
		if n := a.staticRoom; n != Indefinite && size+before+after > n { // https://drafts.csswg.org/css-align-3/#overflow-values
			switch {
			case a.staticAtCenter:
				return a.static - n/2 + before, before, after
			case a.staticAtEnd:
				return a.static - n + before, before, after
			}
		}
		if a.staticAtCenter {
			return a.static - (size+before+after)/2 + before, before, after
		}
		if a.staticAtEnd {
			return a.static - after - size, before, after
		}
		return a.static + before, before, after
	case a.end == Indefinite:
		return a.start + before, before, after
	case a.start == Indefinite:
		return a.cb - a.end - after - size, before, after
	}
	free := a.cb - a.start - a.end - size - before - after
	switch {
	case a.autoBefore && a.autoEnd:
		if free < 0 {
			if a.reverse {
				before += free
			} else {
				after += free
			}
		} else {
			before += free / 2
			after += free - free/2
		}
	case a.autoBefore:
		before += free
	case a.autoEnd:
		after += free
	default:
		if a.reverse {
			return a.cb - a.end - after - size, before, after
		}
	}
	return a.start + before, before, after
}

// finish does what follows an algorithm: absolutely positioned descendants and the overflow.
func (p *pass) finish(b BoxID) {
	t := p.t
	if len(t.absOf[b]) > 0 {
		p.layoutAbsolutes(b)
	}
	p.overflow(b)
}

// overflow computes b's scrollable overflow area. https://drafts.csswg.org/css-overflow-3/#scrollable
func (p *pass) overflow(b BoxID) {
	t := p.t
	g := &t.geo[b]
	own := geom.Rect{W: g.size.W, H: g.size.H}
	l := &t.links[b]
	scroller := l.flags&FlagScroller != 0
	if scroller {
		own = t.scrollport(b)
	}
	r := own
	var content geom.Rect // of a scroller: in-flow content's extent, for the padding after it
	grow := func(c BoxID) {
		cl := &t.links[c]
		cg := &t.geo[c]
		o := cg.overflow
		if cl.flags&FlagScroller != 0 || t.clips(c) {
			o = geom.Rect{W: cg.size.W, H: cg.size.H}
		}
		if o.W < cg.size.W || o.H < cg.size.H {
			o = geom.Rect{W: cg.size.W, H: cg.size.H}
		}
		o = o.Move(cg.offset)
		r = union(r, o)
		if scroller && cl.flags&FlagAbsolute == 0 {
			bb := geom.Rect{X: cg.offset.X, Y: cg.offset.Y, W: cg.size.W + cg.margin.Right, H: cg.size.H + cg.margin.Bottom}
			if cl.flags&FlagAnonymous != 0 {
				bb.W = 0
			}
			content = union(content, bb)
		}
	}
	if l.flags&FlagInlineContext != 0 {
		row := &t.inlines.rows[l.inline]
		s := &t.inlines
		for i := row.frags.start; i < row.frags.end; i++ {
			f := &s.frags[i]
			r = union(r, f.Rect)
			if scroller {
				content = union(content, f.Rect)
			}
		}
		for i := row.lines.start; i < row.lines.end && scroller; i++ {
			content = union(content, geom.Rect{X: s.lines[i].Rect.X, Y: s.lines[i].Rect.Y, W: 0, H: s.lines[i].Rect.H})
		}
		if row.flags&(inlineAtomics|inlineFloats) != 0 {
			for _, it := range s.itemsOf(row) {
				switch it.kind {
				case itemAtomic, itemFloat, itemBlock:
					grow(it.box)
				}
			}
		}
	} else {
		for c := l.first; c != 0; c = t.links[c].next {
			if t.links[c].flags&FlagAbsolute == 0 && t.links[c].kind != KindMarker {
				grow(c)
			}
		}
	}
	for _, c := range t.absOf[b] {
		if t.links[c].flags&FlagAbsolute != 0 && t.Container(c) == b && (b != t.root || t.links[c].flags&FlagFixed == 0) {
			grow(c)
		}
	}
	if scroller && b != t.root {
		bars := t.bars(b)
		r = union(r, geom.Rect{X: own.X, Y: own.Y, W: content.Right() + g.padding.Right - bars.W - own.X, H: content.Bottom() + g.padding.Bottom - bars.H - own.Y})
		// What lies before the scroll origin cannot be reached.
		if l.flags&FlagRTL == 0 && r.X < own.X {
			r.W -= own.X - r.X
			r.X = own.X
		}
		if r.Y < own.Y {
			r.H -= own.Y - r.Y
			r.Y = own.Y
		}
	}
	g.overflow = r
}

func union(r, s geom.Rect) geom.Rect {
	x, y := min(r.X, s.X), min(r.Y, s.Y)
	return geom.Rect{X: x, Y: y, W: max(r.Right(), s.Right()) - x, H: max(r.Bottom(), s.Bottom()) - y}
}

// clips reports whether a box clips its overflow without being a scroll container.
func (t *Tree) clips(b BoxID) bool {
	bx := t.Style(b).Box
	return bx.OverflowX == style.OverflowClip && bx.OverflowY == style.OverflowClip && t.links[b].kind != KindInline
}

// scrollbarsBefore gives a scroll container the scrollbars that it has whatever its content.
func (p *pass) scrollbarsBefore(b BoxID, c *Constraints) {
	t := p.t
	l := &t.links[b]
	if !t.opt.ClassicScrollbars {
		l.flags &^= FlagScrollbarX | FlagScrollbarY
		return
	}
	ox, oy := p.overflowOf(b)
	set := func(f Flags, o style.Overflow) {
		if o == style.OverflowScroll {
			l.flags |= f
		} else {
			l.flags &^= f
		}
	}
	set(FlagScrollbarX, ox)
	set(FlagScrollbarY, oy)
	p.edges(b, c.PctW)
}

// overflowOf is overflow-x and -y as they apply to b.
func (p *pass) overflowOf(b BoxID) (x, y style.Overflow) {
	t := p.t
	if b != t.root {
		bx := p.style(b).Box
		return bx.OverflowX, bx.OverflowY
	}
	x, y = style.OverflowAuto, style.OverflowAuto
	if n := t.viewportOverflowFrom(); n != 0 {
		if st := t.styles.Style(n); st != nil {
			if st.Box.OverflowX != style.OverflowVisible && st.Box.OverflowX != style.OverflowClip {
				x = st.Box.OverflowX
			}
			if st.Box.OverflowY != style.OverflowVisible && st.Box.OverflowY != style.OverflowClip {
				y = st.Box.OverflowY
			}
		}
	}
	return x, y
}

// scrollbarsAfter adds the automatic scrollbars that the content turned out to need, and reports whether any came.
func (p *pass) scrollbarsAfter(b BoxID) (again bool) {
	t := p.t
	if len(t.absOf[b]) > 0 {
		p.layoutAbsolutes(b)
	}
	p.overflow(b)
	ox, oy := p.overflowOf(b)
	g := &t.geo[b]
	l := &t.links[b]
	port := t.scrollport(b)
	if oy == style.OverflowAuto && l.flags&FlagScrollbarY == 0 && g.overflow.Bottom() > port.Bottom() {
		l.flags |= FlagScrollbarY
		again = true
		port = t.scrollport(b)
	}
	if ox == style.OverflowAuto && l.flags&FlagScrollbarX == 0 && (g.overflow.Right() > port.Right() && !again || l.flags&FlagRTL != 0 && g.overflow.X < port.X) {
		l.flags |= FlagScrollbarX
		again = true
	}
	return again
}
