package paint

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// Hit testing walks the boxes in the opposite of the painting order, with the layers that the last recording found, or new ones where the
// boxes changed since.

// Hit is the topmost element under a point in px of the viewport: the root element where nothing else is there, 0 outside of the
// viewport. It honours pointer-events, visibility, clips, transforms, rounded corners and scroll offsets.
// https://drafts.csswg.org/cssom-view/#dom-document-elementfrompoint
func (p *Painter) Hit(x, y float32) dom.NodeID { return p.hit(x, y, nil) }

// SetInert says which elements receive no events, nor what is in them but for what inert says otherwise; nil for none.
func (p *Painter) SetInert(inert func(dom.NodeID) bool) { p.inert = inert }

// HitAll are the elements under a point, topmost first: each one that would be hit if those above it received no events. The root
// element is the last.
// https://drafts.csswg.org/cssom-view/#dom-document-elementsfrompoint
func (p *Painter) HitAll(x, y float32) (out []dom.NodeID) {
	root := p.tree.Doc().DocumentElement()
	skip := make(map[dom.NodeID]bool)
	for n := p.hit(x, y, skip); n != 0; n = p.hit(x, y, skip) {
		out = append(out, n)
		if skip[n] = true; n == root {
			break
		}
	}
	return out
}

// hit is Hit as if the elements of skip received no events.
func (p *Painter) hit(x, y float32, skip map[dom.NodeID]bool) dom.NodeID {
	t := p.tree
	v := t.Viewport()
	if !(x >= 0 && y >= 0 && x < v.W.Px() && y < v.H.Px()) {
		return 0
	}
	if p.all || len(t.Changes()) > 0 || p.scrolled() || len(p.layers) == 0 {
		p.prepare()
		p.stale = true
	}
	s := t.Scroll(t.Root())
	h := hitter{p: p, root: t.Root(), skip: skip}
	if b := h.layer(1, geom.PointF{X: x + s.X.Px(), Y: y + s.Y.Px()}, t.Root()); b != 0 {
		return p.elementOf(b)
	}
	return t.Doc().DocumentElement()
}

// HasBackdrop reports whether the ::backdrop of an element of the top layer covers the viewport.
func (p *Painter) HasBackdrop(n dom.NodeID) bool {
	bs := p.tree.PseudoStyle(n, style.PseudoBackdrop)
	return bs != nil && bs.Box.Display != style.DisplayNone && bs.UI.PointerEvents != style.PointerEventsNone && p.tree.Of(n) != 0
}

// elementOf is the element that b, or the nearest box around it that is not anonymous, belongs to.
func (p *Painter) elementOf(b layout.BoxID) dom.NodeID {
	t := p.tree
	d := t.Doc()
	for ; b != 0; b = t.Parent(b) {
		if n := t.Node(b); n != 0 && d.Kind(n) == dom.KindElement {
			return n
		}
	}
	return 0
}

type hitter struct {
	p    *Painter
	root layout.BoxID
	skip map[dom.NodeID]bool // elements that cannot be the target
}

// receives reports whether a box can be the target.
func (h *hitter) receives(b layout.BoxID) bool {
	if len(h.skip) > 0 && h.skip[h.p.elementOf(b)] {
		return false
	}
	if h.p.inert != nil {
		if n := h.p.elementOf(b); n != 0 && h.p.inert(n) {
			return false
		}
	}
	st := h.p.tree.Style(b)
	return st.UI.PointerEvents != style.PointerEventsNone && h.p.box[b].flags&rowHidden == 0
}

// layer is the box hit within a layer, 0 for none. pt is in the space around it; base is the box whose space that is.
func (h *hitter) layer(row uint32, pt geom.PointF, base layout.BoxID) layout.BoxID {
	p := h.p
	l := &p.layers[row]
	b := l.box
	t := p.tree
	if row != 1 {
		if !h.unclipped(b, pt, base) || p.facesAway(b) {
			return 0
		}
		if l.flags&layerTransform != 0 {
			inv, ok := p.transformOf(b).Invert()
			if !ok {
				return 0
			}
			pt = inv.MapPoint(pt)
			base = b
		}
		if c := &t.Style(b).Effect.ClipPath; c.Kind != style.ShapeNone {
			if evenOdd, ok := p.shapePath(c, p.referenceBox(b, c.Box)); ok && !inPath(&p.path, pt, evenOdd) {
				return 0
			}
		}
		if p.box[b].flags&rowCSSClip != 0 && !contains(p.cssClip(b), pt) {
			return 0
		}
	}
	i := int(l.to)
	if l.flags&layerStacking != 0 {
		for ; i > int(l.from) && p.layers[p.order[i-1]].z >= 0; i-- {
			if hit := h.layer(p.order[i-1], pt, base); hit != 0 {
				return hit
			}
		}
	}
	if p.box[b].flags&rowInFragments != 0 {
		if hit := h.layerFragments(row, b, pt); hit != 0 {
			return hit
		}
	} else {
		for ph := phaseForeground; ; ph-- {
			if ph != phaseFloat || l.flags&layerFloats != 0 {
				if hit := h.contents(b, pt, ph); hit != 0 {
					return hit
				}
			}
			if ph == phaseBackground {
				break
			}
		}
	}
	if l.flags&layerStacking != 0 {
		for ; i > int(l.from); i-- {
			if hit := h.layer(p.order[i-1], pt, base); hit != 0 {
				return hit
			}
		}
	}
	if row != 1 && h.self(b, pt) {
		return b
	}
	return 0
}

// unclipped reports whether no clip between a layer's box and the box of its space hides the point.
func (h *hitter) unclipped(b layout.BoxID, pt geom.PointF, base layout.BoxID) bool {
	p := h.p
	least := p.box[base].depth
	for c := p.box[b].clip; c != 0 && p.box[c].depth >= least; c = p.box[c].clip {
		if p.box[c].flags&rowClips != 0 {
			if r := p.overflowClip(c); !r.Contains(pt) {
				return false
			}
		}
		if c == base {
			break
		}
		if p.box[c].flags&rowCSSClip != 0 && !contains(p.cssClip(c), pt) {
			return false
		}
	}
	return true
}

func contains(r geom.RectF, pt geom.PointF) bool {
	return pt.X >= r.X && pt.Y >= r.Y && pt.X < r.Right() && pt.Y < r.Bottom()
}

// self reports whether a box that has geometry of its own is hit.
func (h *hitter) self(b layout.BoxID, pt geom.PointF) bool {
	p := h.p
	if p.box[b].flags&rowInFragments != 0 || !contains(p.borderBox(b).F(), pt) || !h.receives(b) {
		return false
	}
	switch p.tree.Kind(b) {
	case layout.KindTableRow, layout.KindTableRowGroup, layout.KindTableColumn, layout.KindTableColumnGroup, layout.KindViewport:
		return false
	}
	d := decoration{box: p.borderBox(b), sides: allSides}
	d.resolve(p.tree.Style(b))
	return d.outer.IsRect() || d.outer.Contains(pt)
}

// contents is the box hit in a phase of what is in b.
func (h *hitter) contents(b layout.BoxID, pt geom.PointF, ph phase) layout.BoxID {
	p := h.p
	t := p.tree
	if p.box[b].flags&rowClips != 0 {
		if r := p.overflowClip(b); !r.Contains(pt) {
			return 0
		}
	}
	if t.Has(b, layout.FlagInlineContext) {
		switch ph {
		case phaseForeground:
			if m := t.First(b); m != 0 && t.Kind(m) == layout.KindMarker && p.box[m].layer == 0 {
				if hit := h.atomic(m, pt); hit != 0 {
					return hit
				}
			}
			return h.fragments(b, 0, ^uint32(0), pt)
		case phaseFloat:
			return h.inlineFloats(b, pt)
		}
		return 0
	}
	for c := p.last(b); c != 0; c = p.prev(b, c) {
		if hit := h.child(c, pt, ph); hit != 0 {
			return hit
		}
	}
	return 0
}

func (h *hitter) child(c layout.BoxID, pt geom.PointF, ph phase) layout.BoxID {
	p := h.p
	r := &p.box[c]
	if r.layer != 0 || r.flags&rowInFragments != 0 {
		return 0
	}
	f := p.tree.Flags(c)
	switch {
	case f&layout.FlagFloat != 0:
		if ph == phaseFloat {
			return h.atomic(c, pt)
		}
	case f&(layout.FlagItem|layout.FlagInlineLevel) != 0:
		if ph == phaseForeground {
			return h.atomic(c, pt)
		}
	default:
		if !contains(p.tree.Overflow(c).Move(r.at).F(), pt) {
			return 0
		}
		if hit := h.contents(c, pt, ph); hit != 0 {
			return hit
		}
		if ph == phaseBackground && h.self(c, pt) {
			return c
		}
	}
	return 0
}

// atomic is the box hit in a box that is painted as if it made a stacking context.
func (h *hitter) atomic(b layout.BoxID, pt geom.PointF) layout.BoxID {
	p := h.p
	if !contains(p.tree.Overflow(b).Move(p.box[b].at).F(), pt) {
		return 0
	}
	for ph := phaseForeground; ; ph-- {
		if hit := h.contents(b, pt, ph); hit != 0 {
			return hit
		}
		if ph == phaseBackground {
			break
		}
	}
	if h.self(b, pt) {
		return b
	}
	return 0
}

func (h *hitter) inlineFloats(b layout.BoxID, pt geom.PointF) layout.BoxID {
	p := h.p
	if p.layers[p.box[b].own].flags&layerFloats == 0 {
		return 0
	}
	t := p.tree
	for c := t.Last(b); c != 0; c = t.Prev(c) {
		if p.box[c].layer != 0 {
			continue
		}
		hit := layout.BoxID(0)
		switch {
		case t.Has(c, layout.FlagFloat):
			hit = h.atomic(c, pt)
		case t.Kind(c) == layout.KindInline:
			hit = h.inlineFloats(c, pt)
		}
		if hit != 0 {
			return hit
		}
	}
	return 0
}

// fragments is the box hit among fragments from to to of block container c.
func (h *hitter) fragments(c layout.BoxID, from, to uint32, pt geom.PointF) layout.BoxID {
	p := h.p
	fr := p.tree.Fragments(c)
	to = min(to, uint32(len(fr)))
	o := p.contentOrigin(c)
	// A box that is a layer hides what lies in it: those are found by a walk from the left.
	hit := layout.BoxID(0)
	for i := from; i < to; i++ {
		f := &fr[i]
		if f.Flags&layout.FragmentHidden != 0 {
			continue
		}
		switch f.Kind {
		case layout.FragmentInline:
			if p.box[f.Box].layer != 0 {
				i += f.Children
				continue
			}
			if h.inFragment(f, o, pt) {
				hit = f.Box
			}
		case layout.FragmentText, layout.FragmentHyphen, layout.FragmentEllipsis:
			if h.inFragment(f, o, pt) {
				hit = f.Box
			}
		case layout.FragmentAtomic:
			if f.Box != 0 && p.box[f.Box].layer == 0 {
				if b := h.atomic(f.Box, pt); b != 0 {
					hit = b
				}
			}
		}
	}
	return hit
}

func (h *hitter) inFragment(f *layout.Fragment, o geom.Point, pt geom.PointF) bool {
	return contains(f.Rect.Move(o).F(), pt) && h.receives(f.Box)
}

// layerFragments is the box hit in an inline box that is a layer.
func (h *hitter) layerFragments(row uint32, b layout.BoxID, pt geom.PointF) (hit layout.BoxID) {
	p := h.p
	c := p.box[b].cont
	fr := p.tree.Fragments(c)
	o := p.contentOrigin(c)
	for i := p.layers[row].frags; i != 0; i = p.layerFrags[i].next {
		j := p.layerFrags[i].frag
		if int(j) >= len(fr) {
			break
		}
		if h.inFragment(&fr[j], o, pt) {
			hit = b
		}
		if x := h.fragments(c, j+1, j+1+fr[j].Children, pt); x != 0 {
			hit = x
		}
	}
	if hit == 0 {
		hit = h.inlineFloats(b, pt)
	}
	return hit
}

// inPath reports whether a point is inside of a path.
func inPath(p *list.Path, pt geom.PointF, evenOdd bool) bool {
	wind := 0
	line := func(a, b geom.PointF) {
		if (a.Y <= pt.Y) == (b.Y <= pt.Y) {
			return
		}
		if x := a.X + (pt.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X); x > pt.X {
			if a.Y <= pt.Y {
				wind++
			} else {
				wind--
			}
		}
	}
	var at, start geom.PointF
	k := 0
	const steps = 16
	for _, v := range p.Verbs {
		q := p.Points[k:]
		k += v.Points()
		switch v {
		case list.MoveTo:
			line(at, start)
			at, start = q[0], q[0]
		case list.LineTo:
			line(at, q[0])
			at = q[0]
		case list.QuadTo, list.CubicTo:
			from := at
			for s := 1; s <= steps; s++ {
				u := float32(s) / steps
				w := 1 - u
				var z geom.PointF
				if v == list.QuadTo {
					z = geom.PointF{X: w*w*from.X + 2*w*u*q[0].X + u*u*q[1].X, Y: w*w*from.Y + 2*w*u*q[0].Y + u*u*q[1].Y}
				} else {
					z = geom.PointF{X: w*w*w*from.X + 3*w*w*u*q[0].X + 3*w*u*u*q[1].X + u*u*u*q[2].X,
						Y: w*w*w*from.Y + 3*w*w*u*q[0].Y + 3*w*u*u*q[1].Y + u*u*u*q[2].Y}
				}
				line(at, z)
				at = z
			}
		case list.Close:
			line(at, start)
			at = start
		}
	}
	line(at, start)
	if evenOdd {
		return wind&1 != 0
	}
	return wind != 0
}
