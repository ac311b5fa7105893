package layout

import (
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// fullAt is the share of boxes (one in fullAt) from which on a full pass is cheaper than an incremental one.
const fullAt = 8

// Update is the layout pass: it brings boxes and geometry up to the styles, reads and clears the style journal, and adds to
// the layout journal. It reports whether anything changed.
func (t *Tree) Update() (changed bool) {
	changes := t.styles.Changes()
	if !t.stale && len(changes) == 0 && len(t.dirty) == 0 && len(t.invalid) == 0 && !t.relayout {
		return false
	}
	defer stop.Catch(func() {
		t.abandon()
		changed = false
	})
	if n := t.doc.Rows(); len(t.byNode) < n {
		t.byNode = append(t.byNode, make([]BoxID, n-len(t.byNode))...)
	}
	if !t.stale {
		t.apply(changes)
	}
	t.remake()
	t.styles.ClearChanges()
	p := t.begin()
	if t.stale {
		t.buildAll()
		p.block.begin(len(t.links))
		t.stale, t.relayout = false, true
	}
	if t.relayout || len(t.dirty) > 64 && len(t.dirty)*fullAt > t.live {
		t.relayout = false
		for _, b := range t.dirty {
			t.markUp(b)
		}
		t.dirty, t.absLost = t.dirty[:0], t.absLost[:0]
		p.full()
		t.changes = append(t.changes[:0], Change{Kind: ChangeAll})
	} else {
		p.incremental()
	}
	p.end()
	t.regainScroll()
	t.inlines.pack(t)
	return true
}

// abandon makes the tree, which a pass was ended in the middle of, one that no pass has been over: the next makes all anew.
func (t *Tree) abandon() {
	t.reset()
	if s := t.pass.shaper; s != nil {
		s.Close()
	}
	t.pass = pass{}
	t.invalid, t.rebuildList = t.invalid[:0], nil
	t.changes = append(t.changes[:0], Change{Kind: ChangeAll})
}

// begin makes the pass ready.
func (t *Tree) begin() *pass {
	p := &t.pass
	p.t = t
	if p.shaper == nil {
		p.shaper = text.NewShaper(t.fonts)
		p.shaper.Stop = t.opt.Stop
	}
	p.laid = 0
	p.measures.begin(len(t.links))
	p.depth = 0
	p.flex.depth, p.grid.depth, p.table.depth = 0, 0, 0
	p.block.begin(len(t.links))
	p.inline.depth, p.inline.shaped = 0, 0
	return p
}

func (p *pass) end() {
	p.inline.trim()
}

// full lays out from the root. What is clean stays.
func (p *pass) full() {
	t := p.t
	v := t.opt.Viewport
	c := Constraints{AvailW: v.W, AvailH: v.H, PctW: v.W, PctH: v.H, FixedW: Indefinite, FixedH: Indefinite}
	t.links[t.root].flags |= flagDirty
	p.layout(t.root, &c)
}

// markDirty says that a box must be laid out.
func (t *Tree) markDirty(b BoxID) {
	if b == 0 {
		return
	}
	if t.links[b].flags&flagQueued == 0 {
		t.dirty = append(t.dirty, b)
	}
	t.links[b].flags |= flagDirty | flagQueued
}

// markUp makes the boxes above b look below them, and forgets their intrinsic widths.
func (t *Tree) markUp(b BoxID) {
	l := &t.links[b]
	if l.kind == KindNone {
		return
	}
	l.flags = l.flags&^flagQueued | flagDirty
	t.saved[b].minContent = Indefinite
	for a := l.parent; a != 0; a = t.links[a].parent {
		al := &t.links[a]
		if al.flags&flagChildDirty != 0 {
			return
		}
		al.flags |= flagChildDirty
		t.saved[a].minContent = Indefinite
	}
}

// dirtyText says that the text of an inline-level box changed, or that its boxes did.
func (t *Tree) dirtyText(b BoxID) {
	c := b
	for c != 0 && t.links[c].flags&FlagInlineContext == 0 {
		c = t.links[c].parent
	}
	if c == 0 {
		return
	}
	t.links[c].flags |= flagTextDirty
	t.markDirty(c)
}

// apply changes boxes as the style journal asks, and marks what must be laid out.
func (t *Tree) apply(changes []style.Change) {
	var roots []dom.NodeID
	n := 0
	for _, ch := range changes {
		if ch.Damage&(style.DamageRebuild|style.DamageChildren) != 0 {
			n++
		}
	}
	if n > 64 && n*fullAt > t.live { // at least as many boxes come or go
		t.stale = true
		return
	}
	for _, ch := range changes {
		t.opt.Stop.Poll()
		if !t.doc.Alive(ch.Node) || !t.doc.IsConnected(ch.Node) {
			continue
		}
		if svg, inside := t.drawingOf(ch.Node, ch.Damage); inside {
			t.changes = append(t.changes, Change{Box: svg, Kind: ChangePaint})
			continue
		}
		switch {
		case ch.Damage&style.DamageRebuild != 0:
			roots = append(roots, t.flatParent(ch.Node))
			if ch.Damage&style.DamageChildren != 0 {
				roots = append(roots, ch.Node)
			}
		case ch.Damage&style.DamageChildren != 0:
			if !t.restyle(ch.Node) {
				roots = append(roots, t.flatParent(ch.Node))
			}
			roots = append(roots, ch.Node)
		case ch.Damage&style.DamageText != 0:
			if !t.retext(ch.Node) {
				roots = append(roots, t.flatParent(ch.Node))
			}
		case ch.Damage&style.DamageLayout != 0:
			if !t.restyle(ch.Node) {
				roots = append(roots, t.flatParent(ch.Node))
				continue
			}
			t.dirtyNode(ch.Node)
		default:
			if !t.restyle(ch.Node) {
				roots = append(roots, t.flatParent(ch.Node))
			} else if b := t.Of(ch.Node); b != 0 {
				t.changes = append(t.changes, Change{Box: b, Kind: ChangePaint})
			}
		}
	}
	t.rebuild(roots)
}

// drawingOf is the box of the svg element whose picture a change of n is in; 0 where that has no box. inside is false where n is none of
// a picture's elements and texts: then it is a matter of boxes.
func (t *Tree) drawingOf(n dom.NodeID, damage style.Damage) (b BoxID, inside bool) {
	d := t.doc
	el := n
	if d.Kind(n).IsText() {
		el = d.Parent(n)
	}
	if el == 0 || d.Kind(el) != dom.KindElement || d.ElementName(el).NS != dom.SVG {
		return 0, false
	}
	if b := t.Of(el); b != 0 && t.links[b].kind == KindReplaced {
		return b, el != n || damage == style.DamageChildren // its own box, or what is in it
	}
	if d.LocalName(el) == atomSVG && el == n { // it may get a box
		if p := t.flatParent(el); p == 0 || d.ElementName(p).NS != dom.SVG {
			return 0, false
		}
	}
	for p := t.flatParent(el); p != 0; p = t.flatParent(p) {
		if b := t.Of(p); b != 0 {
			if t.links[b].kind == KindReplaced {
				return b, true
			}
			return 0, t.links[b].node == p && d.ElementName(p).NS != dom.SVG
		}
	}
	return 0, true
}

// retext takes up the new data of a Text node; false: boxes must be made again.
func (t *Tree) retext(n dom.NodeID) bool {
	b := t.Of(n)
	if b == 0 {
		return isSpaces(t.doc.Data(n)) && t.doc.Parent(n) != 0 && t.spacesGo(n)
	}
	data := t.doc.Data(n)
	if data == "" || isSpaces(data) {
		return false
	}
	t.dirtyText(b)
	return true
}

func (t *Tree) spacesGo(n dom.NodeID) bool { return t.doc.Data(n) == "" }

// dirtyNode marks the boxes of an element whose style asks for layout.
func (t *Tree) dirtyNode(n dom.NodeID) {
	b := t.Of(n)
	if b == 0 {
		return
	}
	l := &t.links[b]
	if l.flags&FlagInlineContext != 0 {
		l.flags |= flagTextDirty
	}
	if l.flags&FlagInlineLevel != 0 || l.kind == KindInline {
		t.dirtyText(b)
	}
	t.markDirty(b)
	t.dirtyAnonymous(b)
	// The parent's algorithm reads margins, sizes and alignment.
	t.markDirty(t.Container(b))
}

// dirtyAnonymous marks the anonymous boxes below b: their style came from it.
func (t *Tree) dirtyAnonymous(b BoxID) {
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		if l := &t.links[c]; l.flags&FlagAnonymous != 0 && l.kind != KindText {
			if l.flags&FlagInlineContext != 0 {
				l.flags |= flagTextDirty
			}
			t.markDirty(c)
			t.dirtyAnonymous(c)
		}
	}
}

// restyle gives the boxes of an element its new record; false: its boxes must be made again.
func (t *Tree) restyle(n dom.NodeID) bool {
	if t.doc.Kind(n) != dom.KindElement {
		return true
	}
	b := t.Of(n)
	st := t.styles.Style(n)
	if b == 0 {
		return st == nil || st.Box.Display == style.DisplayNone
	}
	if st == nil {
		return false
	}
	if base := t.extras[t.links[b].extra].base; base != nil {
		return base == st
	}
	if t.recs[b] == st {
		t.restyleInside(b, n, st)
		return true
	}
	old := t.recs[b]
	if old != nil && old != st {
		a, c := old.Box, st.Box
		if a != c && (a.Display != c.Display || a.Position != c.Position || a.Float != c.Float || a.OverflowX != c.OverflowX || a.OverflowY != c.OverflowY) ||
			(old.Flags^st.Flags)&style.FlagFixedContainer != 0 || isColumns(old) != isColumns(st) ||
			old.Text != st.Text && (old.Text.Direction != st.Text.Direction || old.Text.WhiteSpaceCollapse != st.Text.WhiteSpaceCollapse ||
				old.Text.ListStyleType != st.Text.ListStyleType || old.Text.ListStylePosition != st.Text.ListStylePosition) {
			return false
		}
	}
	t.recs[b] = st
	t.restyleInside(b, n, st)
	return true
}

// restyleInside gives new records to the texts, anonymous and generated boxes of an element.
func (t *Tree) restyleInside(b BoxID, n dom.NodeID, st *style.Computed) {
	for c := t.links[b].first; c != 0; c = t.links[c].next {
		l := &t.links[c]
		switch {
		case l.kind == KindText && (l.node == n || l.node != 0 && t.flatParent(l.node) == n):
			t.recs[c] = st
		case l.pseudo != 0 && l.node == n:
			if ps := t.styles.Pseudo(n, l.pseudo); ps != nil {
				t.recs[c] = ps
				t.restyleInside(c, n, ps)
			}
		case l.flags&FlagAnonymous != 0:
			t.recs[c] = t.styles.Anonymous(st, t.recs[c].Box.Display)
			t.restyleInside(c, n, st)
		}
	}
}

// rebuild makes again the boxes inside the block containers around the given elements.
func (t *Tree) rebuild(nodes []dom.NodeID) {
	if len(nodes) == 0 {
		return
	}
	boxes := t.rebuildList[:0]
	for _, n := range nodes {
		b := t.rebuildRoot(n)
		if b == 0 {
			t.stale = true
			return
		}
		boxes = append(boxes, b)
	}
	slices.SortFunc(boxes, func(a, b BoxID) int {
		if d := int(t.links[a].depth) - int(t.links[b].depth); d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	boxes = slices.Compact(boxes)
	type target struct {
		b BoxID
		n dom.NodeID
	}
	var list []target
	for _, b := range boxes {
		list = append(list, target{b, t.links[b].node})
	}
	t.rebuildList = boxes[:0]
	for _, x := range list {
		t.opt.Stop.Poll()
		if t.links[x.b].kind == KindNone || t.Of(x.n) != x.b || t.links[x.b].flags&flagRebuilt != 0 {
			continue // inside one that was made again
		}
		above := false
		for a := t.links[x.b].parent; a != 0; a = t.links[a].parent {
			if t.links[a].flags&flagRebuilt != 0 {
				above = true
				break
			}
		}
		if above {
			continue
		}
		t.rebuildInside(x.b, x.n)
	}
	for _, x := range list {
		if t.links[x.b].kind != KindNone {
			t.links[x.b].flags &^= flagRebuilt
		}
	}
	t.registerAbsolutes()
	t.resolveCounters()
}

// rebuildRoot is the nearest box of n or around it whose children can be made again without its siblings.
func (t *Tree) rebuildRoot(n dom.NodeID) BoxID {
	for ; n != 0; n = t.flatParent(n) {
		b := t.Of(n)
		if b == 0 {
			continue
		}
		switch l := &t.links[b]; l.kind {
		case KindBlock, KindFlex, KindGrid, KindTable, KindFieldset:
			if l.flags&FlagBlockInside == 0 {
				return b
			}
		}
	}
	return 0
}

func (t *Tree) rebuildInside(b BoxID, n dom.NodeID) {
	old := t.absRect(b)
	for a := t.links[b].parent; a != 0; a = t.links[a].parent {
		if len(t.absOf[a]) > 0 { // some of them may go now
			t.absLost = append(t.absLost, a)
		}
	}
	for t.links[b].first != 0 {
		t.remove(t.links[b].first)
	}
	l := &t.links[b]
	l.flags = l.flags&^FlagInlineContext | flagRebuilt
	if l.inline != 0 {
		t.inlines.release(l.inline)
		l.inline = 0
	}
	st := t.styles.Style(n)
	if st == nil {
		t.stale = true
		return
	}
	t.recs[b] = st
	if l.extra != 0 {
		t.buildControl(b, n, st)
	} else {
		t.buildInside(b, n, st)
	}
	t.markDirty(b)
	t.changes = append(t.changes, Change{Box: b, Kind: ChangeRebuilt, OldRect: old})
}

// absRect is a box's overflow area in document coordinates.
func (t *Tree) absRect(b BoxID) geom.Rect {
	if t.links[b].flags&flagLaidOut == 0 {
		return geom.Rect{}
	}
	return t.geo[b].overflow.Move(t.ToRoot(b))
}

// incremental lays out from each dirty box up to the nearest one whose size stays.
func (p *pass) incremental() {
	t := p.t
	list := append([]BoxID(nil), t.dirty...)
	t.dirty = t.dirty[:0]
	slices.SortFunc(list, func(a, b BoxID) int { return int(t.links[b].depth) - int(t.links[a].depth) })
	// Intrinsic widths that depend on a dirty box are not known until they are asked for again. What they were tells whether a
	// change goes further up.
	if p.intrinsics == nil {
		p.intrinsics = make(map[BoxID]minMax)
	}
	clear(p.intrinsics)
	for _, b := range list {
		for a := b; a != 0 && t.links[a].kind != KindNone; a = t.links[a].parent {
			sv := &t.saved[a]
			if _, ok := p.intrinsics[a]; ok {
				break
			}
			p.intrinsics[a] = minMax{sv.minContent, sv.maxContent}
			sv.minContent = Indefinite
			p.measures.drop(a)
		}
	}
	for _, abs := range [2]bool{false, true} { // static positions must be known
		for _, b := range list {
			if l := &t.links[b]; l.kind == KindNone || (l.flags&FlagAbsolute != 0) != abs {
				continue
			}
			t.links[b].flags &^= flagQueued
			if t.links[b].flags&flagDirty != 0 {
				p.climb(b)
			}
		}
	}
	for _, c := range t.absLost {
		if t.links[c].kind != KindNone {
			p.overflow(c)
			p.overflowUp(c)
		}
	}
	t.absLost = t.absLost[:0]
	for a, old := range p.intrinsics { // no change reached these
		if sv := &t.saved[a]; sv.minContent == Indefinite {
			sv.minContent, sv.maxContent = old.min, old.max
		}
	}
}

// minMax are intrinsic widths as they were.
type minMax struct{ min, max geom.Unit }

// unmeasure forgets what was measured of a box and of those around it, under whatever constraints.
func (p *pass) unmeasure(b BoxID) {
	for ; b != 0; b = p.t.links[b].parent {
		p.measures.drop(b)
	}
}

// climb lays out b and what is around it until nothing more depends on it.
func (p *pass) climb(b BoxID) {
	t := p.t
	p.unmeasure(b)
	for {
		// Up to a box with saved constraints that decides its own size.
		for b != t.root && !p.inPlace(b) {
			t.links[b].flags |= flagDirty
			t.saved[b].minContent = Indefinite
			delete(p.intrinsics, b)
			up := t.links[b].parent
			if up == 0 {
				return
			}
			t.links[up].flags |= flagChildDirty
			b = up
		}
		old := t.absRect(b)
		if b == t.root {
			p.block.begin(len(t.links))
			p.full()
			t.changes = append(t.changes, Change{Kind: ChangeLayout, Box: b, OldRect: old})
			return
		}
		g, sv, flags := t.geo[b], t.saved[b], t.links[b].flags
		c := Constraints{AvailW: sv.availW, AvailH: sv.availH, PctW: sv.pctW, PctH: sv.pctH, FixedW: sv.fixedW, FixedH: sv.fixedH, Flags: sv.flags}
		p.block.begin(len(t.links)) // margins that were followed before may have changed
		if flags&FlagFormatting == 0 {
			c.bfc = p.block.push()
		}
		was := p.intrinsics[b]
		if t.saved[b].minContent != Indefinite {
			was = minMax{t.saved[b].minContent, t.saved[b].maxContent}
			t.saved[b].minContent = Indefinite
		}
		if _, ok := p.intrinsics[b]; !ok && was == (minMax{}) {
			was.min = Indefinite
		}
		delete(p.intrinsics, b)
		p.measures.begin(len(t.links))
		t.links[b].flags |= flagDirty
		if flags&FlagAbsolute != 0 {
			p.layoutAbsolute(t.Container(b), b)
			t.changes = append(t.changes, Change{Kind: ChangeLayout, Box: b, OldRect: old})
			p.absolutesAbove(b)
			p.overflowUp(b)
			return
		}
		p.layout(b, &c)
		t.geo[b].offset = g.offset
		if flags&FlagInlineLevel == 0 { // automatic margins were solved by its parent
			t.geo[b].margin = g.margin
		}
		n := &t.geo[b]
		nf := t.links[b].flags
		changed := n.size != g.size || n.first != g.first || n.last != g.last || t.saved[b].endPos != sv.endPos || t.saved[b].endNeg != sv.endNeg || t.saved[b].endQuirk != sv.endQuirk ||
			(nf^flags)&(flagSelfCollapsing|flagFloatsEscape) != 0
		if !changed && flags&FlagFormatting == 0 {
			// The margins that go through its top must be as before.
			s, _ := p.topStrut(b, c.PctW, &chain{})
			changed = s != sv.topStrut() || nf&flagSelfCollapsing != 0
			t.geo[b].margin = g.margin
		}
		if was.min != Indefinite { // somebody asked for them
			mn, mx := p.minMax(b)
			changed = changed || mn != was.min || mx != was.max
		}
		if !changed {
			t.changes = append(t.changes, Change{Kind: ChangeLayout, Box: b, OldRect: old})
			p.absolutesAbove(b)
			p.overflowUp(b)
			return
		}
		up := t.links[b].parent
		t.links[up].flags |= flagChildDirty
		b = up
	}
}

// inPlace reports whether b can be laid out by itself under its saved constraints, and whether its parent looks at nothing
// but its size, baselines and margins.
func (p *pass) inPlace(b BoxID) bool {
	t := p.t
	l := &t.links[b]
	if l.flags&FlagAbsolute != 0 {
		return true
	}
	if len(t.columns) > 0 && t.inColumns(b) {
		return false
	}
	if l.flags&flagLaidOut == 0 || l.flags&(flagFloatsEscape|FlagItem) != 0 ||
		l.flags&FlagBody != 0 && t.doc.Mode == dom.Quirks { // it fills what its margins leave of the viewport
		return false
	}
	switch l.kind {
	case KindBlock, KindFlex, KindGrid, KindTable, KindReplaced, KindFieldset:
	default:
		return false
	}
	if l.flags&FlagFloat != 0 || l.flags&FlagFormatting == 0 && t.clamps && t.clamped(b) {
		return false
	}
	sv := &t.saved[b]
	switch t.links[l.parent].kind {
	case KindBlock, KindInline, KindTableCell, KindFieldset:
		if t.extras[t.links[l.parent].extra].control != controlNone {
			return false
		}
	default:
		return false
	}
	return sv.fixedW == Indefinite && sv.fixedH == Indefinite && sv.flags&(MeasureOnly|MinContent|MaxContent) == 0
}

// clamped reports whether the lines of b count for -webkit-line-clamp of a box around it.
func (t *Tree) clamped(b BoxID) bool {
	for b != 0 && t.links[b].flags&FlagFormatting == 0 {
		b = t.links[b].parent
	}
	return t.recs[b].Content.LineClamp.Set
}

// absolutesAbove places again the absolutely positioned boxes inside b whose containing block is outside and which stand where
// they would in flow.
func (p *pass) absolutesAbove(b BoxID) {
	t := p.t
	if len(t.absOf) == 0 {
		return
	}
	for c := t.links[b].parent; c != 0; c = t.links[c].parent {
		for _, x := range t.absOf[c] {
			l := &t.links[x]
			if l.flags&FlagAbsolute == 0 || l.depth <= t.links[b].depth {
				continue
			}
			bx := t.Style(x).Box
			if !(bx.Left.IsAuto() && bx.Right.IsAuto() || bx.Top.IsAuto() && bx.Bottom.IsAuto()) {
				continue
			}
			for a := l.parent; a != 0 && a != c; a = t.links[a].parent {
				if a == b {
					p.layoutAbsolute(c, x)
					p.overflowUp(x)
					break
				}
			}
		}
	}
}

// overflowUp brings the overflow areas around b up to date.
func (p *pass) overflowUp(b BoxID) {
	t := p.t
	for c := t.Container(b); c != 0; c = t.Container(c) {
		old := t.geo[c].overflow
		p.overflow(c)
		if t.geo[c].overflow == old {
			return
		}
	}
}

// SetViewport changes the size of the initial containing block.
func (t *Tree) SetViewport(size geom.Size) {
	if t.opt.Viewport != size {
		t.opt.Viewport, t.relayout = size, true
	}
}

// Invalidate says that the natural size, value or replacedness of an element's content changed (an image arrived, a field's
// value was set).
func (t *Tree) Invalidate(n dom.NodeID) {
	if n != 0 {
		// Boxes are made in the pass alone: until then styles may lag behind the document.
		t.invalid = append(t.invalid, t.doc.Handle(n))
	}
}

// remake does what Invalidate asked for: children of one parent make it anew once.
func (t *Tree) remake() {
	var parents []dom.NodeID
	for _, h := range t.invalid {
		n := t.doc.Resolve(h)
		if n == 0 || t.stale || !t.doc.IsConnected(n) { // what is not in the document has no boxes
			continue
		}
		b := t.Of(n)
		if b != 0 && t.links[b].kind == KindReplaced && t.isReplaced(n) {
			t.saved[b].minContent = Indefinite
			t.markDirty(b)
			if t.links[b].flags&FlagInlineLevel != 0 {
				t.markDirty(t.Container(b))
			}
			continue
		}
		if p := t.flatParent(n); p != 0 {
			parents = append(parents, p)
		}
	}
	t.invalid = t.invalid[:0]
	if !t.stale {
		t.rebuild(parents)
	}
}

// FontsChanged says that fonts arrived: texts are measured again.
func (t *Tree) FontsChanged() { t.stale = true }

// pack gives the columns of inline contexts their unused rows back when they are many.
func (s *inlineStore) pack(t *Tree) {
	total := len(s.text) + len(s.items) + len(s.glyph) + len(s.runs) + len(s.brk) + len(s.lines) + len(s.frags)
	if s.waste < 1<<16 || s.waste*2 < total {
		return
	}
	s.waste = 0
	n := *s
	n.text, n.items, n.glyph, n.runs, n.brk, n.lines, n.frags = nil, nil, nil, nil, nil, nil, nil
	for i := 1; i < len(s.rows); i++ {
		r := &n.rows[i]
		if b := r.box; int(b) >= len(t.links) || t.links[b].inline != uint32(i) {
			continue // free
		}
		move(&n.text, s.text, &r.text)
		move(&n.items, s.items, &r.items)
		move(&n.glyph, s.glyph, &r.glyphs)
		move(&n.runs, s.runs, &r.runs)
		move(&n.brk, s.brk, &r.breaks)
		move(&n.lines, s.lines, &r.lines)
		move(&n.frags, s.frags, &r.frags)
	}
	*s = n
	for i := 1; i < len(s.rows); i++ {
		if b := s.rows[i].box; int(b) < len(t.links) && t.links[b].inline == uint32(i) {
			t.linkFragments(&s.rows[i])
		}
	}
}

func move[T any](dst *[]T, src []T, sp *span) {
	at := uint32(len(*dst))
	*dst = append(*dst, src[sp.start:sp.end]...)
	n := sp.end - sp.start
	*sp = span{at, at + n, n}
}

// Verify lays everything out anew beside what incremental passes left, and reports the first difference, "" if none.
func (t *Tree) Verify() string {
	cold := New(t.doc, t.styles, t.fonts, t.opt)
	cold.byNode = make([]BoxID, len(t.byNode))
	p := cold.begin()
	cold.buildAll()
	p.block.begin(len(cold.links))
	p.full()
	return t.firstDifference(cold)
}
