package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
)

// ToRoot is where b's border box stands in the document: the viewport's box scrolled to the top left. Scroll offsets of other scroll
// containers on the way are taken off; transforms are not applied.
func (t *Tree) ToRoot(b BoxID) (pt geom.Point) {
	if t.inFragments(b) {
		if f := t.links[b].frag; f != 0 {
			r := &t.inlines.frags[f-1].Rect
			pt.X, pt.Y = r.X, r.Y
		}
		c := t.Container(b)
		return pt.Add(t.ToRoot(c)).Sub(t.scrollFor(b, c))
	}
	for b != 0 {
		pt = pt.Add(t.geo[b].offset)
		c := t.Container(b)
		if c != 0 && c != t.root {
			pt = pt.Sub(t.scrollFor(b, c))
		}
		b = c
	}
	return pt
}

func (t *Tree) scrollFor(b, c BoxID) geom.Point {
	if c == t.root || t.scroll == nil {
		return geom.Point{}
	}
	return t.scroll[c]
}

// inFragments reports whether b has its places in fragments alone.
func (t *Tree) inFragments(b BoxID) bool {
	switch t.links[b].kind {
	case KindInline, KindText, KindBreak, KindWordBreak:
		return true
	}
	return false
}

// Fragments of the same box: visits the fragments of an inline-level box in order.
func (t *Tree) FragmentsOf(b BoxID, yield func(f *Fragment) bool) {
	for i := t.links[b].frag; i != 0; {
		f := &t.inlines.frags[i-1]
		if !yield(f) {
			return
		}
		i = f.NextOfBox
	}
}

// Scroll is the scroll offset of a scroll container: how far its content is moved up and left. The viewport's box has the
// page's.
func (t *Tree) Scroll(b BoxID) geom.Point { return t.scroll[b] }

// SetScroll scrolls a scroll container, within its limits, and reports whether it moved. No layout is needed after it.
func (t *Tree) SetScroll(b BoxID, to geom.Point) bool {
	lo, hi := t.ScrollRange(b)
	to.X, to.Y = max(lo.X, min(to.X, hi.X)), max(lo.Y, min(to.Y, hi.Y))
	if t.scroll[b] == to {
		return false
	}
	if t.scroll == nil {
		t.scroll = make(map[BoxID]geom.Point)
	}
	t.scroll[b] = to
	return true
}

// ScrollRange is the smallest and largest scroll offset of a scroll container.
func (t *Tree) ScrollRange(b BoxID) (lo, hi geom.Point) {
	g := &t.geo[b]
	in := t.scrollport(b)
	if t.links[b].flags&FlagRTL != 0 {
		lo.X = min(0, g.overflow.X-in.X)
	} else {
		hi.X = max(0, g.overflow.Right()-in.Right())
	}
	hi.Y = max(0, g.overflow.Bottom()-in.Bottom())
	return lo, hi
}

// scrollport is b's padding box less its scrollbars, in its border box.
func (t *Tree) scrollport(b BoxID) geom.Rect {
	g := &t.geo[b]
	r := geom.Rect{W: g.size.W, H: g.size.H}.Inset(g.border)
	f := t.links[b].flags
	if f&FlagScrollbarY != 0 {
		bar := min(scrollbarWidth, max(0, r.W))
		r.W -= bar
		if f&FlagRTL != 0 {
			r.X += bar
		}
	}
	if f&FlagScrollbarX != 0 {
		r.H = max(0, r.H-scrollbarWidth)
	}
	return r
}

// ClientRects appends the rectangles of Element.getClientRects, in px from the viewport's top left, the page's scroll offset and transforms
// applied. https://drafts.csswg.org/cssom-view/#dom-element-getclientrects
func (t *Tree) ClientRects(dst []geom.RectF, n dom.NodeID) []geom.RectF {
	b := t.Of(n)
	if b == 0 {
		return t.vectorRect(dst, n)
	}
	return t.boxRects(dst, b)
}

// vectorRect is ClientRects of an element within an svg element: the host knows its geometry.
func (t *Tree) vectorRect(dst []geom.RectF, n dom.NodeID) []geom.RectF {
	h, ok := t.opt.Host.(VectorHost)
	if !ok || t.doc.Kind(n) != dom.KindElement || t.doc.ElementName(n).NS != dom.SVG {
		return dst
	}
	svg := t.doc.Parent(n)
	for ; svg != 0 && t.Of(svg) == 0; svg = t.doc.Parent(svg) {
		if t.doc.ElementName(svg).NS != dom.SVG {
			return dst
		}
	}
	b := t.Of(svg)
	if b == 0 || t.links[b].kind != KindReplaced || t.doc.ElementName(svg).NS != dom.SVG {
		return dst
	}
	g := &t.geo[b]
	in := geom.Rect{W: g.size.W, H: g.size.H}.Inset(g.border).Inset(g.padding)
	r, ok := h.VectorRect(svg, n, in.W.Px(), in.H.Px())
	if !ok {
		return dst
	}
	r.X, r.Y = r.X+in.X.Px(), r.Y+in.Y.Px()
	m := t.toViewport(b)
	return append(dst, m.rectF(r))
}

// ContentToViewport maps the content box of element n, in px, to the viewport, transforms and scrolling applied; ok is false when n has no box.
func (t *Tree) ContentToViewport(n dom.NodeID) (m geom.Matrix, ok bool) {
	b := t.Of(n)
	if b == 0 {
		return geom.Identity, false
	}
	g := &t.geo[b]
	in := geom.Rect{W: g.size.W, H: g.size.H}.Inset(g.border).Inset(g.padding)
	x := t.toViewport(b)
	m = geom.Translate(float64(x.d.X.Px()+in.X.Px()), float64(x.d.Y.Px()+in.Y.Px()))
	if x.matrix {
		m = geom.Matrix{A: x.m[0], B: x.m[1], C: x.m[2], D: x.m[3], E: x.m[4], F: x.m[5]}.Mul(m)
	}
	return m, true
}

func (t *Tree) boxRects(dst []geom.RectF, b BoxID) []geom.RectF {
	m := t.toViewport(b)
	if list := t.fragments[b]; list != nil {
		for _, r := range list {
			dst = append(dst, m.rect(r))
		}
		return dst
	}
	if !t.inFragments(b) {
		s := t.geo[b].size
		return append(dst, m.rect(geom.Rect{W: s.W, H: s.H}))
	}
	next := t.links[b].frag
	fragment := func() {
		dst = append(dst, m.rect(t.inlines.frags[next-1].Rect))
		next = t.inlines.frags[next-1].NextOfBox
	}
	if t.links[b].flags&FlagBlockInside != 0 {
		c := t.Container(b)
		g := &t.geo[c]
		in := geom.Rect{W: g.size.W, H: g.size.H}.Inset(g.border).Inset(g.padding)
		items := t.inlines.itemsOf(&t.inlines.rows[t.links[c].inline])
		for i := range items {
			it := &items[i]
			if it.kind != itemBlock || !t.within(it.box, b) {
				continue
			}
			for next != 0 && t.inlines.frags[next-1].Start <= it.start {
				fragment()
			}
			// The anonymous block around it is as wide as the container.
			dst = append(dst, m.rect(geom.Rect{X: in.X, Y: t.geo[it.box].offset.Y, W: in.W, H: t.geo[it.box].size.H}))
		}
	}
	for next != 0 {
		fragment()
	}
	return dst
}

// within reports whether b lies in inline box a.
func (t *Tree) within(b, a BoxID) bool {
	for b = t.links[b].parent; b != a && b != 0 && t.links[b].kind == KindInline; b = t.links[b].parent {
	}
	return b == a
}

// BoundingClientRect is the union of the ClientRects as getBoundingClientRect has it; ok is false when n has no box.
func (t *Tree) BoundingClientRect(n dom.NodeID) (r geom.RectF, ok bool) {
	var buf [8]geom.RectF
	rects := t.ClientRects(buf[:0], n)
	if len(rects) == 0 {
		return r, false
	}
	for _, s := range rects { // empty ones do not count; the last one does where all are
		switch {
		case r.W == 0 || r.H == 0:
			r = s
		case s.W != 0 && s.H != 0:
			r = r.Union(s)
		}
	}
	return r, true
}

// OffsetParent is HTMLElement.offsetParent. https://drafts.csswg.org/cssom-view/#dom-htmlelement-offsetparent
func (t *Tree) OffsetParent(n dom.NodeID) dom.NodeID {
	b := t.Of(n)
	if b == 0 || t.links[b].flags&(FlagRootElement|FlagBody|FlagFixed) != 0 {
		return 0
	}
	static := t.links[b].flags&(FlagAbsolute|FlagRelative) == 0
	for a := t.links[b].parent; a != 0; a = t.links[a].parent {
		l := &t.links[a]
		if l.node == 0 || l.pseudo != 0 || !t.sees(n, l.node) {
			continue
		}
		if l.flags&FlagBody != 0 || l.flags&FlagAbsContainer != 0 && a != t.root ||
			static && (l.kind == KindTable || l.kind == KindTableCell) {
			return l.node
		}
	}
	return 0
}

// sees reports whether a node of n's tree may know other: it is in that tree, or in the tree of one of its shadow-including ancestors.
func (t *Tree) sees(n, other dom.NodeID) bool {
	root := t.doc.ContainingShadowRoot(other)
	for r := t.doc.ContainingShadowRoot(n); r != root && root != 0; r = t.doc.ContainingShadowRoot(t.doc.Host(r)) {
		if r == 0 {
			return false
		}
	}
	return true
}

// OffsetOrigin is the point of the viewport that a MouseEvent's offsetX and offsetY count from, in px: the corner of the padding box of n;
// for an inline box that of its block container, inside the border that the inline box itself has, as browsers do.
// https://drafts.csswg.org/cssom-view/#dom-mouseevent-offsetx
func (t *Tree) OffsetOrigin(n dom.NodeID) (x, y float32, ok bool) {
	r, ok := t.BoundingClientRect(n)
	b := t.Of(n)
	if !ok || b == 0 {
		return 0, 0, false
	}
	g := &t.geo[b]
	x, y = r.X+g.border.Left.Px(), r.Y+g.border.Top.Px()
	if t.inFragments(b) {
		in := t.bounds(b)
		x, y = x-in.X.Px(), y-in.Y.Px()
	}
	return x, y, true
}

// OffsetRect has offsetLeft, offsetTop, offsetWidth and offsetHeight, in px.
func (t *Tree) OffsetRect(n dom.NodeID) (r geom.RectF) {
	b := t.Of(n)
	if b == 0 {
		return r
	}
	box := t.bounds(b)
	pt := t.ToRoot(t.boxOrContainer(b)).Add(geom.Point{X: box.X, Y: box.Y})
	r.W, r.H = box.W.Px(), box.H.Px()
	if op := t.Of(t.OffsetParent(n)); op != 0 && t.links[op].flags&FlagBody == 0 {
		q := t.ToRoot(op)
		g := &t.geo[op]
		pt = pt.Sub(q).Sub(geom.Point{X: g.border.Left, Y: g.border.Top})
		pt = pt.Add(t.scroll[op])
	} else if op != 0 && t.links[op].flags&FlagAbsContainer != 0 {
		pt = pt.Sub(t.ToRoot(op))
	}
	r.X, r.Y = pt.X.Px(), pt.Y.Px()
	return r
}

// boxOrContainer is b, or the block container whose coordinates b's fragments have.
func (t *Tree) boxOrContainer(b BoxID) BoxID {
	if t.inFragments(b) {
		return t.Container(b)
	}
	return b
}

// bounds is the border box of b in its own coordinates, or the union of its fragments in its block container's.
func (t *Tree) bounds(b BoxID) (r geom.Rect) {
	if !t.inFragments(b) {
		return geom.Rect{W: t.geo[b].size.W, H: t.geo[b].size.H}
	}
	first := true
	for i := t.links[b].frag; i != 0; i = t.inlines.frags[i-1].NextOfBox {
		f := t.inlines.frags[i-1].Rect
		if first {
			r, first = f, false
			continue
		}
		x, y := min(r.X, f.X), min(r.Y, f.Y)
		r = geom.Rect{X: x, Y: y, W: max(r.Right(), f.Right()) - x, H: max(r.Bottom(), f.Bottom()) - y}
	}
	return r
}

// ClientRect has clientLeft, clientTop, clientWidth and clientHeight, in px; zero for inline boxes. For the root element
// (in quirks mode: the body) width and height are the viewport's without scrollbars.
func (t *Tree) ClientRect(n dom.NodeID) (r geom.RectF) {
	b := t.Of(n)
	if b == 0 || t.links[b].kind == KindInline {
		return r
	}
	if t.isViewportElement(n) {
		p := t.scrollport(t.root)
		return geom.RectF{W: p.W.Px(), H: p.H.Px()}
	}
	return t.scrollport(b).F()
}

// isViewportElement: scrolling n scrolls the page.
func (t *Tree) isViewportElement(n dom.NodeID) bool {
	if t.doc.Mode == dom.Quirks {
		return n == t.doc.Body()
	}
	return n == t.doc.DocumentElement()
}

// ScrollBox is the scroll container that scrolling element n scrolls (the viewport's box for the root element), or 0.
func (t *Tree) ScrollBox(n dom.NodeID) BoxID {
	if t.isViewportElement(n) {
		return t.root
	}
	b := t.Of(n)
	if b != 0 && t.links[b].flags&FlagScroller != 0 {
		return b
	}
	return 0
}

// ContentSize is the size of the content box of element n, in px, without scrollbars; ok false: it has no box that size containment works on.
func (t *Tree) ContentSize(n dom.NodeID) (w, h float32, ok bool) {
	b := t.Of(n)
	if b == 0 || t.links[b].kind == KindInline || t.links[b].kind == KindTable || tablePart(t.links[b].kind) {
		return 0, 0, false
	}
	in := t.scrollport(b)
	p := &t.geo[b].padding
	return max(0, in.W-p.Left-p.Right).Px(), max(0, in.H-p.Top-p.Bottom).Px(), true
}

// ScrollSize is scrollWidth and scrollHeight, in px.
func (t *Tree) ScrollSize(n dom.NodeID) (w, h float32) {
	b := t.Of(n)
	if t.isViewportElement(n) {
		b = t.root
	}
	if b == 0 || t.links[b].kind == KindInline {
		return 0, 0
	}
	in := t.scrollport(b)
	g := &t.geo[b]
	w = max(in.W, g.overflow.Right()-in.X).Px()
	if t.links[b].flags&FlagRTL != 0 {
		w = max(in.W, in.Right()-g.overflow.X).Px()
	}
	return w, max(in.H, g.overflow.Bottom()-in.Y).Px()
}
