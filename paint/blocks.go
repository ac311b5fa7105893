package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// phase is a step of painting a layer. https://www.w3.org/TR/CSS22/zindex.html#painting-order
type phase uint8

const (
	phaseBackground phase = iota // backgrounds and borders of in-flow blocks
	phaseFloat                   // floats, each as if it were a stacking context
	phaseForeground              // inline content, replaced content
	phaseOutline
)

// contents paints a phase of what is in b, layers aside.
func (p *Painter) contents(b layout.BoxID, ph phase) {
	p.opt.Stop.Poll()
	t := p.tree
	n := uint8(0)
	if p.box[b].flags&rowClips != 0 {
		p.list.SetOwner(uint32(b))
		n = p.pushOverflowClip(b)
	}
	if ph == phaseBackground && t.Style(b).Column.RuleStyle > style.BorderStyleHidden {
		p.columnRules(b)
	}
	columns := t.Columns(b)
	if columns {
		p.whole++ // what is in columns stands elsewhere
	}
	k := t.Kind(b)
	switch {
	case t.Has(b, layout.FlagInlineContext):
		switch ph {
		case phaseForeground:
			p.lines(b)
			if m := t.First(b); m != 0 && t.Kind(m) == layout.KindMarker && p.box[m].layer == 0 {
				p.atomic(m)
			}
		case phaseFloat, phaseOutline:
			p.inlineChildren(b, ph)
		}
	default:
		for c := p.first(b); c != 0; c = p.next(b, c) {
			p.child(c, ph)
		}
		if k == layout.KindTable && ph == phaseBackground && t.Collapses(b) {
			p.collapsedBorders(b)
		}
	}
	for range n {
		p.list.Pop()
	}
	if columns {
		p.whole--
	}
	if ph != phaseForeground {
		return
	}
	if k == layout.KindReplaced || t.Has(b, layout.FlagReplaced) {
		p.replaced(b)
	}
	if n != 0 && t.Has(b, layout.FlagScrollbarX|layout.FlagScrollbarY) {
		p.scrollbars(b)
	}
	if st := t.Style(b); st.Content.Resize != style.ResizeNone && st.Box.OverflowX != style.OverflowVisible && st.Box.OverflowX != style.OverflowClip && p.box[b].flags&rowHidden == 0 {
		p.resizer(b)
	}
}

// child paints a phase of a box in a block container.
func (p *Painter) child(c layout.BoxID, ph phase) {
	r := &p.box[c]
	if r.layer != 0 || r.flags&rowInFragments != 0 || p.far(c) {
		return
	}
	f := p.tree.Flags(c)
	switch {
	case f&layout.FlagFloat != 0:
		if ph == phaseFloat {
			p.atomic(c)
		}
	case f&(layout.FlagItem|layout.FlagInlineLevel) != 0:
		if ph == phaseForeground {
			p.atomic(c)
		}
	default:
		if ph == phaseBackground {
			p.decorations(c)
		}
		p.contents(c, ph)
		if ph == phaseOutline {
			p.outline(c)
		}
	}
}

// atomic paints all phases of a box as if it made a stacking context; layers in it belong to the stacking context around it.
func (p *Painter) atomic(b layout.BoxID) {
	if p.far(b) {
		return
	}
	p.decorations(b)
	p.contents(b, phaseBackground)
	fl := p.layers[p.box[b].own].flags
	if fl&layerFloats != 0 {
		p.contents(b, phaseFloat)
	}
	p.contents(b, phaseForeground)
	if fl&layerOutlines != 0 {
		p.contents(b, phaseOutline)
		p.outline(b)
	}
}

// inlineChildren paints the floats or outlines among inline-level boxes.
func (p *Painter) inlineChildren(b layout.BoxID, ph phase) {
	t := p.tree
	for c := t.First(b); c != 0; c = t.Next(c) {
		if p.box[c].layer != 0 {
			continue
		}
		switch {
		case t.Has(c, layout.FlagFloat):
			if ph == phaseFloat {
				p.atomic(c)
			}
		case t.Kind(c) == layout.KindInline:
			if ph == phaseOutline {
				p.inlineOutline(c)
			}
			p.inlineChildren(c, ph)
		}
	}
}

// borderBox is b's border box in its space.
func (p *Painter) borderBox(b layout.BoxID) geom.Rect {
	s := p.tree.Size(b)
	at := p.box[b].at
	return geom.Rect{X: at.X, Y: at.Y, W: s.W, H: s.H}
}

// decorations paints shadows, background and border of a box that has geometry of its own.
func (p *Painter) decorations(b layout.BoxID) {
	st := p.tree.Style(b)
	if p.box[b].flags&rowHidden != 0 {
		return
	}
	p.list.SetOwner(uint32(b))
	look := p.controlLook(b, st)
	if st.Flags&(style.FlagHasBackground|style.FlagHasBorder) == 0 && len(st.Background.Shadow) == 0 && st.Border.ImageSource.Kind == style.ImageNone && look == lookNone {
		return
	}
	t := p.tree
	switch t.Kind(b) {
	case layout.KindTableRow, layout.KindTableRowGroup, layout.KindTableColumn, layout.KindTableColumnGroup:
		p.tablePart(b, st)
		return
	}
	var d decoration
	d.box = p.borderBox(b)
	if t.Kind(b) == layout.KindTable {
		d.box = t.TableGrid(b).Move(p.box[b].at)
	}
	d.border, d.padding = t.Border(b), t.Padding(b)
	d.sides = allSides
	switch t.Kind(b) {
	case layout.KindTable, layout.KindTableCell:
		d.noBorder = t.Collapses(b)
	case layout.KindFieldset:
		p.legendGap(b, &d)
	}
	d.resolve(st)
	if look != lookNone && p.nativeLook(b, st, look, &d) {
		return
	}
	if t.Has(b, layout.FlagRootElement|layout.FlagBody) && b == p.canvasBox {
		d.noBackground = true // it is the canvas's
	}
	p.decorate(st, &d)
}
