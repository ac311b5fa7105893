package paint

import (
	"cmp"
	"math"
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// boxRow is what the first walk finds out of a box. 36 bytes.
type boxRow struct {
	at    geom.Point   // origin of its border box (inline boxes and texts: of their block container's) in the space of the nearest transformed box around it
	cont  layout.BoxID // Container
	clip  layout.BoxID // nearest box around it, by containers, that clips it; 0: none
	layer uint32       // row of layers, when it is one
	ctx   uint32       // the stacking context that its layers belong to
	own   uint32       // the layer that paints it
	depth uint16       // number of boxes around it
	flags boxRowFlags
}

type boxRowFlags uint16

const (
	rowClips       boxRowFlags = 1 << iota // clips its contents
	rowCSSClip                             // has clip: rect(…), which applies
	rowDecoration                          // text decorations apply to its texts
	rowHidden                              // visibility is not visible
	rowReorders                            // a flex or grid container whose items go by order: see reorder
	rowInFragments                         // has its places in fragments alone
)

// layerRow is a box that paints by itself: positioned, or a stacking context. 40 bytes.
type layerRow struct {
	box      layout.BoxID
	ctx      uint32 // the stacking context that it is painted in; 0 of the viewport
	from, to uint32 // of a stacking context: its layers, rows of order
	z        int32
	frags    uint32 // of inline boxes: first row+1 of layerFrags
	lastFrag uint32
	flags    layerFlags
}

type layerFlags uint8

const (
	layerStacking  layerFlags = 1 << iota // stacking context
	layerFloats                           // paints floats
	layerTop                              // in the top layer, above all else, with a backdrop
	layerOutlines                         // paints outlines
	layerTransform                        // has a space of its own
	layerIsolate                          // a layer within has a blend mode
)

// layerFrag is a fragment of an inline box that is a layer.
type layerFrag struct{ frag, next uint32 }

// stacks reports whether a box makes a stacking context. https://drafts.csswg.org/css-position-4/#painting-order
func stacks(f layout.Flags, st *style.Computed) bool {
	return st.Flags&style.FlagStackingContext != 0 || f&(layout.FlagFixed|layout.FlagSticky|layout.FlagRootElement) != 0 ||
		st.Box.ZIndex.Set && f&(layout.FlagAbsolute|layout.FlagRelative|layout.FlagItem) != 0
}

// prepare walks the boxes once: places, clips, and layers by stacking context.
func (p *Painter) prepare() {
	t := p.tree
	p.box = slices.Grow(p.box[:0], t.Rows())[:t.Rows()]
	p.layers = append(p.layers[:0], layerRow{})
	p.layerFrags = p.layerFrags[:0]
	p.textBytes = 0
	p.scrollers = p.scrollers[:0]
	clear(p.ends)
	clear(p.beside)
	root := t.Root()
	p.scroll, p.follows = t.Scroll(root), false
	p.layers = append(p.layers, layerRow{box: root, flags: layerStacking})
	p.box[root] = boxRow{layer: 1, ctx: 1, own: 1}
	inlineLayers := false
	for b := t.First(root); b != 0; {
		if p.prepareBox(b) {
			inlineLayers = true
		}
		if c := p.first(b); c != 0 {
			b = c
			continue
		}
		n := layout.BoxID(0)
		for b != root {
			par := t.Parent(b)
			if n = p.next(par, b); n != 0 {
				break
			}
			b = par
		}
		if n == 0 {
			break
		}
		b = n
	}
	p.sortLayers()
	if inlineLayers {
		p.findLayerFragments()
	}
}

// prepareBox reports whether b is an inline box with a layer.
func (p *Painter) prepareBox(b layout.BoxID) (inlineLayer bool) {
	p.opt.Stop.Poll()
	t := p.tree
	par := t.Parent(b)
	pr := &p.box[par]
	f, k := t.Flags(b), t.Kind(b)
	r := &p.box[b]
	*r = boxRow{ctx: pr.ctx, own: pr.own, depth: pr.depth + 1, flags: pr.flags & rowDecoration}
	switch {
	case f&layout.FlagAbsolute != 0:
		r.cont = t.Container(b)
	case t.Kind(par) == layout.KindInline:
		r.cont = pr.cont
	default:
		r.cont = par
	}
	st := t.Style(b)
	root := t.Root()
	cr := &p.box[r.cont]
	at := cr.at
	if t.Has(r.cont, layout.FlagScroller) && r.cont != root {
		at = at.Sub(t.Scroll(r.cont))
	}
	switch {
	case r.cont == root && f&layout.FlagFixed != 0:
		at = at.Add(p.scroll)
		p.follows = true
	case r.cont == root || cr.flags&(rowClips|rowCSSClip) == 0:
		r.clip = cr.clip
	default:
		r.clip = r.cont
	}
	if st.Text.Visibility != style.VisibilityVisible {
		r.flags |= rowHidden
	}
	switch k {
	case layout.KindText, layout.KindBreak, layout.KindWordBreak:
		r.at = at
		r.flags |= rowInFragments
		return false
	case layout.KindInline:
		r.flags |= rowInFragments
	default:
		at = at.Add(t.Offset(b))
		if f&(layout.FlagFloat|layout.FlagAbsolute) != 0 || f&layout.FlagInlineLevel != 0 {
			r.flags &^= rowDecoration
		}
		if f&layout.FlagInlineContext != 0 {
			p.textBytes += len(t.ContextText(b))
		}
		if f&layout.FlagScroller != 0 {
			p.scrollers = append(p.scrollers, scrollRow{b, t.Scroll(b)})
		}
		if f&layout.FlagFloat != 0 {
			p.layers[r.own].flags |= layerFloats
		}
		if k == layout.KindFlex || k == layout.KindGrid {
			p.reorder(b)
		}
		if clipsContents(f, k, st) {
			r.flags |= rowClips
		}
		if st.Effect.Clip.Set && f&layout.FlagAbsolute != 0 {
			r.flags |= rowCSSClip
		}
	}
	r.at = at
	if st.Content.DecorationLine != 0 {
		r.flags |= rowDecoration
	}
	stacking := stacks(f, st)
	top := k != layout.KindInline && p.inTopLayer(b)
	if top {
		stacking, r.clip, p.follows = true, 0, true
	}
	if stacking || f&(layout.FlagAbsolute|layout.FlagRelative) != 0 {
		if f&layout.FlagSticky != 0 {
			r.at = r.at.Add(t.StickyOffset(b))
			p.follows = true
		}
		row := uint32(len(p.layers))
		l := layerRow{box: b, ctx: r.ctx, lastFrag: 0}
		if st.Box.ZIndex.Set && f&(layout.FlagAbsolute|layout.FlagRelative|layout.FlagItem) != 0 {
			l.z = st.Box.ZIndex.Value
		}
		if top {
			l.ctx, l.z = 1, p.topRank(p.tree.Node(b))
			l.flags |= layerTop
		}
		if st.Effect.MixBlendMode != style.BlendModeNormal {
			p.layers[r.ctx].flags |= layerIsolate
		}
		r.layer, r.own = row, row
		if stacking {
			l.flags |= layerStacking
			r.ctx = row
		}
		if st.Flags&style.FlagHasTransform != 0 && k != layout.KindInline {
			l.flags |= layerTransform
			p.layers = append(p.layers, l)
			r.at = r.at.Sub(snapPoint(r.at))
		} else {
			p.layers = append(p.layers, l)
		}
		inlineLayer = k == layout.KindInline
	}
	if outlined(st) {
		p.layers[r.own].flags |= layerOutlines
	}
	return inlineLayer
}

// inTopLayer reports whether b is the box of an element in the top layer: a modal dialog or an open popover.
// https://drafts.csswg.org/css-position-4/#top-layer
func (p *Painter) inTopLayer(b layout.BoxID) bool {
	n := p.tree.Node(b)
	if n == 0 || p.tree.Pseudo(b) != style.PseudoNone || p.tree.Doc().Kind(n) != dom.KindElement {
		return false
	}
	return p.tree.Doc().State(n)&(dom.StateModal|dom.StatePopoverOpen) != 0 && p.tree.Of(n) == b
}

// topRank is the z-index, above all that styles have, by which elements of the top layer stand in the order in which they were shown.
func (p *Painter) topRank(n dom.NodeID) int32 {
	l := p.tree.Doc().TopLayer
	return math.MaxInt32 - int32(len(l)) + int32(slices.Index(l, n))
}

// reorder notes the order of the boxes of a flex or grid container where the order property changes it. Absolute ones have order 0.
// https://drafts.csswg.org/css-display-4/#order-modified-document-order
func (p *Painter) reorder(b layout.BoxID) {
	t := p.tree
	order := func(c layout.BoxID) int32 {
		if t.Flags(c)&(layout.FlagAbsolute|layout.FlagAnonymous) != 0 {
			return 0
		}
		return int32(t.Style(c).Flex.Order)
	}
	c := t.First(b)
	for c != 0 && order(c) == 0 {
		c = t.Next(c)
	}
	if c == 0 {
		return
	}
	p.items = p.items[:0]
	for c := t.First(b); c != 0; c = t.Next(c) {
		p.items = append(p.items, c)
	}
	slices.SortStableFunc(p.items, func(a, b layout.BoxID) int { return cmp.Compare(order(a), order(b)) })
	if p.ends == nil {
		p.ends, p.beside = map[layout.BoxID][2]layout.BoxID{}, map[layout.BoxID][2]layout.BoxID{}
	}
	p.box[b].flags |= rowReorders
	n := len(p.items)
	p.ends[b] = [2]layout.BoxID{p.items[0], p.items[n-1]}
	for i, c := range p.items {
		var s [2]layout.BoxID
		if i > 0 {
			s[0] = p.items[i-1]
		}
		if i < n-1 {
			s[1] = p.items[i+1]
		}
		p.beside[c] = s
	}
}

// first is the first box in b in order-modified document order.
func (p *Painter) first(b layout.BoxID) layout.BoxID {
	if p.box[b].flags&rowReorders != 0 {
		return p.ends[b][0]
	}
	return p.tree.First(b)
}

// next is the box after c in b.
func (p *Painter) next(b, c layout.BoxID) layout.BoxID {
	if p.box[b].flags&rowReorders != 0 {
		return p.beside[c][1]
	}
	return p.tree.Next(c)
}

// last is the last box in b.
func (p *Painter) last(b layout.BoxID) layout.BoxID {
	if p.box[b].flags&rowReorders != 0 {
		return p.ends[b][1]
	}
	return p.tree.Last(b)
}

// prev is the box before c in b.
func (p *Painter) prev(b, c layout.BoxID) layout.BoxID {
	if p.box[b].flags&rowReorders != 0 {
		return p.beside[c][0]
	}
	return p.tree.Prev(c)
}

// snapPoint is q moved to whole px.
func snapPoint(q geom.Point) geom.Point {
	return geom.Point{X: geom.Unit(q.X.Round()) * geom.One, Y: geom.Unit(q.Y.Round()) * geom.One}
}

func outlined(st *style.Computed) bool {
	c := st.Content
	return c.OutlineStyle > style.BorderStyleHidden && c.OutlineWidth > 0
}

// clipsContents reports whether overflow outside of the padding box is cut off.
func clipsContents(f layout.Flags, k layout.Kind, st *style.Computed) bool {
	if k == layout.KindReplaced {
		return false
	}
	if f&layout.FlagScroller != 0 {
		return true
	}
	if f&(layout.FlagRootElement|layout.FlagBody) != 0 {
		return false
	}
	return k == layout.KindBlock && st.Box.OverflowX == style.OverflowHidden || st.Box.OverflowX == style.OverflowClip || st.Box.OverflowY == style.OverflowClip ||
		st.Content.Contain&(style.ContainPaint|style.ContainStrict|style.ContainContent) != 0
}

// sortLayers orders the layers of each stacking context by z-index, then tree order.
func (p *Painter) sortLayers() {
	n := len(p.layers)
	p.order = slices.Grow(p.order[:0], n)[:n]
	for i := 2; i < n; i++ {
		p.layers[p.layers[i].ctx].to++ // a count, for now
	}
	at := uint32(0)
	for i := 1; i < n; i++ {
		l := &p.layers[i]
		c := l.to
		l.from, l.to = at, at
		at += c
	}
	for i := 2; i < n; i++ {
		c := &p.layers[p.layers[i].ctx]
		p.order[c.to] = uint32(i)
		c.to++
	}
	for i := 1; i < n; i++ {
		c := p.order[p.layers[i].from:p.layers[i].to]
		sorted := true
		for j := 1; j < len(c) && sorted; j++ {
			sorted = p.layers[c[j-1]].z <= p.layers[c[j]].z
		}
		if !sorted {
			slices.SortStableFunc(c, func(a, b uint32) int { return cmp.Compare(p.layers[a].z, p.layers[b].z) })
		}
	}
}

// findLayerFragments lists the fragments of each inline box that is a layer.
func (p *Painter) findLayerFragments() {
	t := p.tree
	p.layerFrags = append(p.layerFrags, layerFrag{})
	for i := 2; i < len(p.layers); i++ {
		l := &p.layers[i]
		if l.frags != 0 || t.Kind(l.box) != layout.KindInline {
			continue
		}
		fr := t.Fragments(p.box[l.box].cont)
		for j := range fr {
			if fr[j].Kind != layout.FragmentInline {
				continue
			}
			row := p.box[fr[j].Box].layer
			if row == 0 {
				continue
			}
			p.layerFrags = append(p.layerFrags, layerFrag{frag: uint32(j)})
			at := uint32(len(p.layerFrags) - 1)
			if m := &p.layers[row]; m.lastFrag == 0 {
				m.frags, m.lastFrag = at, at
			} else {
				p.layerFrags[m.lastFrag].next = at
				m.lastFrag = at
			}
		}
	}
}
