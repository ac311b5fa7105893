package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// Stacking contexts and layers. https://drafts.csswg.org/css-position-4/#painting-order
//
// Clips: which overflow clips a layer is under follows from its containers and not from where it is painted. The clips
// open at a moment are a stack, p.clips; withClips closes and opens what it takes for the next layer. A layer with effects or a
// transform is a group of its own: the clips around it stay open, and those within begin at clipBase.

// clipEntry is an open clip: a box, whether it is its overflow clip (and not its clip property), and how many groups it opened.
type clipEntry struct {
	box      layout.BoxID
	overflow bool
	groups   uint8
}

// openClips makes the clips around layer box b the open ones, with its own clip property where own is set.
func (p *Painter) openClips(b layout.BoxID, own bool) {
	r := &p.box[b]
	chain := p.chain[:0]
	if own && r.flags&rowCSSClip != 0 {
		chain = append(chain, clipEntry{box: b})
	}
	least := p.box[p.base].depth
	for c := r.clip; c != 0 && p.box[c].depth >= least; c = p.box[c].clip {
		f := p.box[c].flags
		if f&rowClips != 0 {
			chain = append(chain, clipEntry{box: c, overflow: true})
		}
		if f&rowCSSClip != 0 {
			chain = append(chain, clipEntry{box: c})
		}
		if c == p.base {
			break
		}
	}
	p.chain = chain
	// chain runs from the inside out.
	same, n := 0, len(chain)
	open := p.clips[p.clipBase:]
	for same < len(open) && same < n && open[same].box == chain[n-1-same].box && open[same].overflow == chain[n-1-same].overflow {
		same++
	}
	p.closeClips(p.clipBase + same)
	for i := n - 1 - same; i >= 0; i-- {
		e := chain[i]
		if e.overflow {
			e.groups = p.pushOverflowClip(e.box)
		} else {
			e.groups = p.pushCSSClip(e.box)
		}
		p.clips = append(p.clips, e)
	}
}

// closeClips closes all but the first n open clips.
func (p *Painter) closeClips(n int) {
	for i := len(p.clips) - 1; i >= n; i-- {
		for range p.clips[i].groups {
			p.list.Pop()
		}
	}
	p.clips = p.clips[:n]
}

// paintLayer paints a layer, and the layers in it when it is a stacking context.
func (p *Painter) paintLayer(row uint32) {
	l := &p.layers[row]
	b := l.box
	if row != 1 && p.facesAway(b) {
		return
	}
	if l.flags&layerStacking == 0 {
		p.paintSelf(row, b)
		p.paintContents(row, b, phaseBackground)
		p.paintContents(row, b, phaseFloat)
		p.paintContents(row, b, phaseForeground)
		p.paintContents(row, b, phaseOutline)
		return
	}
	base, clipBase := p.base, p.clipBase
	st := p.tree.Style(b)
	var fx effects
	area, whole := p.area, p.whole
	if l.flags&layerTop != 0 {
		p.backdrop(b)
	}
	if row != 1 {
		if st.Effect.Opacity <= 0 {
			return
		}
		if l.flags&(layerTransform|layerIsolate) != 0 || hasEffects(st) {
			p.openClips(b, false)
			fx = p.pushEffects(row, b, st)
			p.base, p.clipBase = b, len(p.clips)
			area, whole = p.enterSpace(l, st)
		}
	}
	p.paintSelf(row, b)
	i := l.from
	for ; i < l.to && p.layers[p.order[i]].z < 0; i++ {
		p.paintLayer(p.order[i])
	}
	p.paintContents(row, b, phaseBackground)
	p.paintContents(row, b, phaseFloat)
	p.paintContents(row, b, phaseForeground)
	p.paintContents(row, b, phaseOutline)
	for ; i < l.to; i++ {
		p.paintLayer(p.order[i])
	}
	if fx.any {
		p.closeClips(p.clipBase)
		p.popEffects(fx, b, st)
		p.area, p.whole = area, whole
		p.base, p.clipBase = base, clipBase
	}
}

// backdrop paints the ::backdrop of a box in the top layer: its colour, over the viewport.
func (p *Painter) backdrop(b layout.BoxID) {
	n := p.tree.Node(b)
	bs := p.tree.PseudoStyle(n, style.PseudoBackdrop)
	if bs == nil || bs.Box.Display == style.DisplayNone || bs.Text.Visibility != style.VisibilityVisible {
		return
	}
	c := p.color(bs, &bs.Background.Color)
	p.closeClips(p.clipBase)
	p.list.SetOwner(uint32(b))
	if bs.Effect.Opacity < 1 {
		p.list.PushLayer(bs.Effect.Opacity, list.BlendNormal)
		defer p.list.Pop()
	}
	p.list.FillRect(p.viewportNow(), c)
}

// enterSpace makes the area that is recorded that of the space of a layer, and returns what it was. A filter may bring anything into view.
func (p *Painter) enterSpace(l *layerRow, st *style.Computed) (area geom.RectF, whole int) {
	area, whole = p.area, p.whole
	if len(st.Effect.Filter) > 0 {
		p.whole++
	}
	if l.flags&layerTransform != 0 {
		inv, ok := p.transformOf(l.box).Invert()
		if !ok {
			p.whole++
		}
		p.area = inv.MapRect(p.area)
	}
	return area, whole
}

// transformOf maps the space of a transformed box to that around it.
func (p *Painter) transformOf(b layout.BoxID) geom.Matrix {
	o, m := p.spaceOrigin(b), p.tree.TransformOf(b)
	return geom.Translate(o.X.Px64(), o.Y.Px64()).Mul(geom.Matrix{A: m[0], B: m[1], C: m[2], D: m[3], E: m[4], F: m[5]})
}

// paintSelf paints the background and border of a layer's own box.
func (p *Painter) paintSelf(row uint32, b layout.BoxID) {
	if p.box[b].flags&rowInFragments != 0 || row == 1 || p.far(b) {
		return
	}
	p.openClips(b, true)
	p.decorations(b)
}

// paintContents paints one phase of what a layer holds, other layers aside.
func (p *Painter) paintContents(row uint32, b layout.BoxID, ph phase) {
	l := &p.layers[row]
	switch {
	case ph == phaseFloat && l.flags&layerFloats == 0, ph == phaseOutline && l.flags&layerOutlines == 0, row != 1 && p.far(b):
		return
	}
	p.openClips(b, true)
	if p.box[b].flags&rowInFragments != 0 {
		p.layerFragments(row, b, ph)
		return
	}
	p.contents(b, ph)
	if ph == phaseOutline {
		p.outline(b)
	}
}

// layerFragments paints an inline box that is a layer.
func (p *Painter) layerFragments(row uint32, b layout.BoxID, ph phase) {
	c := p.box[b].cont
	switch ph {
	case phaseForeground:
		fr := p.tree.Fragments(c)
		for i := p.layers[row].frags; i != 0; i = p.layerFrags[i].next {
			if j := p.layerFrags[i].frag; int(j) < len(fr) {
				p.fragment(c, fr, j, true)
				p.fragments(c, fr, j+1, j+1+fr[j].Children)
			}
		}
	case phaseFloat, phaseOutline:
		if ph == phaseOutline {
			p.inlineOutline(b)
		}
		p.inlineChildren(b, ph)
	}
}

// effects are the groups that a layer opened: from the outside a transform, opacity and blending, a mask, clip-path, filters.
type effects struct {
	any          bool
	mask         bool
	outer, inner uint8 // groups around the mask's, and within it
}

func hasEffects(st *style.Computed) bool {
	e := st.Effect
	return e.Opacity < 1 || e.MixBlendMode != style.BlendModeNormal || e.Isolation == style.IsolationIsolate || len(e.Filter) > 0 ||
		e.ClipPath.Kind != style.ShapeNone || hasImage(e.MaskImage) || len(e.BackdropFilter) > 0
}

func hasImage(l style.Images) bool {
	for i := range l {
		if l[i].Kind != style.ImageNone {
			return true
		}
	}
	return false
}

// pushEffects opens the groups of a layer.
func (p *Painter) pushEffects(row uint32, b layout.BoxID, st *style.Computed) (fx effects) {
	fx.any = true
	e := st.Effect
	fl := p.layers[row].flags
	p.list.SetOwner(uint32(b))
	if fl&layerTransform != 0 {
		p.list.PushTransform(p.transformOf(b))
		fx.outer++
	}
	shape := e.ClipPath.Kind != style.ShapeNone
	fx.mask = hasImage(e.MaskImage)
	back := len(e.BackdropFilter) > 0
	filters := p.filtersOf(st, e.Filter)
	blend := list.Blend(e.MixBlendMode)
	below := 0
	if e.Opacity < 1 || blend != list.BlendNormal || e.Isolation == style.IsolationIsolate || fl&layerIsolate != 0 || len(filters) > 0 && !shape && !fx.mask && !back {
		below++
		if shape || fx.mask || back {
			p.list.PushLayer(e.Opacity, blend)
		} else {
			p.list.PushLayer(e.Opacity, blend, filters...)
			filters = nil
		}
		fx.outer++
	}
	if fx.mask {
		p.list.PushMask(false)
		below++
	}
	if shape && p.pushClipPath(b, &e.ClipPath) {
		fx.inner++
	}
	if back {
		d := decoration{box: p.borderBox(b), sides: allSides}
		d.resolve(st)
		n := len(filters)
		if all := p.appendFilters(st, e.BackdropFilter); len(all) > n {
			p.list.PushBackdrop(d.outer, below, all[n:]...)
			fx.inner++
			filters = all[:n]
		}
	}
	if len(filters) > 0 {
		p.list.PushLayer(1, list.BlendNormal, filters...)
		fx.inner++
	}
	return fx
}

func (p *Painter) popEffects(fx effects, b layout.BoxID, st *style.Computed) {
	for range fx.inner {
		p.list.Pop()
	}
	if fx.mask {
		p.list.MaskContent()
		p.list.SetOwner(uint32(b))
		p.maskImages(b, st)
		p.list.Pop()
	}
	for range fx.outer {
		p.list.Pop()
	}
}

// spaceOrigin is where the space of a transformed box begins in the space around it: a whole px.
func (p *Painter) spaceOrigin(b layout.BoxID) geom.Point {
	t := p.tree
	r := &p.box[b]
	cr := &p.box[r.cont]
	at := cr.at
	if t.Has(r.cont, layout.FlagScroller) && r.cont != t.Root() {
		at = at.Sub(t.Scroll(r.cont))
	}
	if r.cont == t.Root() && t.Has(b, layout.FlagFixed) {
		at = at.Add(p.scroll)
	}
	at = at.Add(t.Offset(b))
	if t.Has(b, layout.FlagSticky) {
		at = at.Add(t.StickyOffset(b))
	}
	return at.Sub(r.at)
}

// filtersOf resolves filter. The slice is scratch.
func (p *Painter) filtersOf(st *style.Computed, l style.FilterList) []list.Filter {
	p.filters = p.filters[:0]
	return p.appendFilters(st, l)
}

// appendFilters adds to p.filters.
func (p *Painter) appendFilters(st *style.Computed, l style.FilterList) []list.Filter {
	for i := range l {
		f := &l[i]
		o := list.Filter{Amount: f.Amount}
		switch f.Kind {
		case style.FilterBlur:
			o.Kind = list.FilterBlur
		case style.FilterBrightness:
			o.Kind = list.FilterBrightness
		case style.FilterContrast:
			o.Kind = list.FilterContrast
		case style.FilterDropShadow:
			o = list.Filter{Kind: list.FilterDropShadow, Amount: f.Shadow.Blur, DX: f.Shadow.X, DY: f.Shadow.Y, Color: p.color(st, &f.Shadow.Color)}
		case style.FilterGrayscale:
			o.Kind = list.FilterGrayscale
		case style.FilterHueRotate:
			o.Kind, o.Amount = list.FilterHueRotate, f.Amount*math.Pi/180
		case style.FilterInvert:
			o.Kind = list.FilterInvert
		case style.FilterOpacity:
			o.Kind = list.FilterOpacity
		case style.FilterSaturate:
			o.Kind = list.FilterSaturate
		case style.FilterSepia:
			o.Kind = list.FilterSepia
		default: // url(): TODO(spec) SVG filters
			continue
		}
		p.filters = append(p.filters, o)
	}
	return p.filters
}
