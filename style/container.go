package style

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// Container queries ask for sizes that layout finds out, so styles and layout take turns: a pass answers them with the sizes of the layout
// before, layout runs, [Styler.MeasureContainers] compares, and where a query has another answer now the container's subtree is styled again.
// Size containment keeps what is below a container from changing its size, so each turn settles one level of nested containers at least. A
// container that was never laid out counts as wide as the one around it, or as the viewport, which is often right at once.

// containerRule is a @container rule of an index; outer is the row of the one around it, 0 none.
type containerRule struct {
	queries css.ContainerQueryList
	needs   []css.ContainerNeeds // of each
	outer   uint16
}

const needsSize = css.NeedsInlineSize | css.NeedsBlockSize | css.NeedsWidth | css.NeedsHeight

// containerSize is the content box of a query container, in px.
type containerSize struct {
	w, h  float32
	boxed bool // it has a box
	fresh bool // its subtree was first styled by this size in the update under way: no transition starts from there
}

// addContainer adds a @container rule within the one that the builder is in.
func (b *indexBuilder) addContainer(l css.ContainerQueryList) uint16 {
	r := containerRule{queries: l, outer: b.container}
	for i := range l {
		n := l[i].Needs()
		r.needs = append(r.needs, n)
		b.s.sizeQueries = b.s.sizeQueries || n&needsSize != 0
		b.s.styleQueries = b.s.styleQueries || n&css.NeedsStyle != 0
	}
	b.x.containers = append(b.x.containers, r)
	return uint16(len(b.x.containers) - 1)
}

// deferred is a block for a pseudo-element whose container may be the element itself, of which there is no record yet.
type deferred struct {
	applied
	pseudo Pseudo
	index  *index
	row    uint16
}

// settleDeferred adds those blocks to the pseudo-elements' whose queries hold, now that the element has the record cs.
func (w *worker) settleDeferred(cs *Computed) {
	for i := range w.deferred {
		d := &w.deferred[i]
		if w.contained(d.index, d.row, w.element, cs) {
			w.pseudos[d.pseudo] = append(w.pseudos[d.pseudo], d.applied)
			w.present |= 1 << d.pseudo
			sortApplied(w.pseudos[d.pseudo])
		}
	}
	w.deferred = w.deferred[:0]
}

// contained reports whether row of x and the rules around it hold for what has its nearest possible container at start. own is the record of
// start if that is the element being styled.
// https://drafts.csswg.org/css-conditional-5/#container-rule
func (w *worker) contained(x *index, row uint16, start dom.NodeID, own *Computed) bool {
next:
	for ; row != 0; row = x.containers[row].outer {
		c := &x.containers[row]
		for i := range c.queries {
			q := &c.queries[i]
			el, cs := w.container(start, own, c.needs[i], q.Name)
			if el != 0 && w.answers(q, el, cs, w.s.sizeOf(el, cs)) {
				continue next
			}
		}
		return false
	}
	return true
}

// container is the nearest element from start upwards that answers what is needed, and its record.
func (w *worker) container(start dom.NodeID, own *Computed, needs css.ContainerNeeds, name atom.Atom) (dom.NodeID, *Computed) {
	s := w.s
	if needs&(css.NeedsUnknown|css.NeedsScrollState) != 0 {
		return 0, nil
	}
	for el := start; el != 0; el = containerParent(s.doc, el) {
		if s.doc.Kind(el) != dom.KindElement {
			continue
		}
		cs := own
		if el != start || own == nil {
			id := s.styles[el]
			if id == 0 {
				continue
			}
			cs = s.record(id)
		}
		if qualifies(cs, needs) && (name == atom.None || slices.Contains(cs.Content.ContainerName, s.doc.Atoms.String(name))) {
			return el, cs
		}
	}
	return 0, nil
}

// containerParent is the parent of n in the flat tree.
func containerParent(d *dom.Document, n dom.NodeID) dom.NodeID {
	if slot := d.AssignedSlot(n); slot != 0 {
		return slot
	}
	return flatParent(d.Store, n)
}

// qualifies reports whether an element with the record is a container that can answer what is needed.
func qualifies(cs *Computed, needs css.ContainerNeeds) bool {
	if needs&needsSize == 0 {
		return true
	}
	t := cs.Content.ContainerType
	if t&ContainerSize != 0 {
		return true
	}
	vertical := cs.Text.WritingMode != WritingModeHorizontalTb
	block := needs&css.NeedsBlockSize != 0 || vertical && needs&css.NeedsWidth != 0 || !vertical && needs&css.NeedsHeight != 0
	return t&ContainerInlineSize != 0 && !block
}

// isContainer reports whether elements with the record have a size that queries may ask for.
func isContainer(cs *Computed) bool {
	return cs.Content.ContainerType&(ContainerSize|ContainerInlineSize) != 0
}

// sizeOf is the size that queries see of a container.
func (s *Styler) sizeOf(el dom.NodeID, cs *Computed) containerSize {
	if z, ok := s.containers[el]; ok {
		return z
	}
	if !isContainer(cs) {
		return containerSize{}
	}
	return s.guess(el)
}

// guess is the size of a container that was not laid out yet.
func (s *Styler) guess(el dom.NodeID) containerSize {
	z := containerSize{w: float32(s.media.WidthPx), h: float32(s.media.HeightPx), boxed: true, fresh: true}
	for p := containerParent(s.doc, el); p != 0; p = containerParent(s.doc, p) {
		if around, ok := s.containers[p]; ok && around.boxed {
			z.w, z.h = around.w, around.h
			break
		}
	}
	return z
}

// answers evaluates a query against a container of a size.
func (w *worker) answers(q *css.ContainerQuery, el dom.NodeID, cs *Computed, z containerSize) bool {
	styled := w.element
	w.element = el
	defer func() { w.element = styled }()
	cx := computer{s: w.s, w: w, parent: cs, cs: &Computed{Groups: cs.Groups, Custom: cs.Custom}, fontSize: cs.Font.SizePx}
	env := css.ContainerEnv{Env: &cx, Style: cx.styleFeature}
	if z.boxed {
		inline, both := isContainer(cs), cs.Content.ContainerType&ContainerSize != 0
		vertical := cs.Text.WritingMode != WritingModeHorizontalTb
		env.WidthPx, env.HeightPx = float64(z.w), float64(z.h)
		env.InlinePx, env.BlockPx = env.WidthPx, env.HeightPx
		if vertical {
			env.InlinePx, env.BlockPx = env.HeightPx, env.WidthPx
		}
		env.HasInline, env.HasBlock = inline, both
		env.HasWidth, env.HasHeight = both || inline && !vertical, both || inline && vertical
	}
	return q.Matches(&env) == css.True
}

// styleFeature answers style(property: value) on the element whose record cx has: for custom properties alone.
// https://drafts.csswg.org/css-conditional-5/#style-container
func (cx *computer) styleFeature(property, value string, hasValue bool) css.Tri {
	if len(property) < 3 || property[:2] != "--" {
		return css.Unknown
	}
	is := func(b bool) css.Tri {
		if b {
			return css.True
		}
		return css.False
	}
	n := cx.s.doc.Atoms.Intern(property)
	initial, hasInitial := cx.s.initialCustom(n)
	have, ok := cx.inheritedCustom(n)
	if !hasValue {
		return is(ok && (!hasInitial || have != initial))
	}
	if kw := css.NewValueParser(value); !kw.AtEnd() {
		word, isWord := kw.Ident()
		switch word = strings.ToLower(word); {
		case !isWord || !kw.AtEnd():
		case word == "initial", word == "unset" && !cx.s.inheritsCustom(n):
			return is(ok == hasInitial && have == initial)
		case word == "inherit", word == "unset":
			want, has := initial, hasInitial
			if parent := cx.s.Style(containerParent(cx.s.doc, cx.w.element)); parent != nil {
				if v, set := parent.Custom.Get(n); set {
					want, has = v, true
				}
			}
			return is(ok == has && have == want)
		case word == "revert", word == "revert-layer":
			return css.False
		}
	}
	sub := substituter{cx: cx}
	text, fine := sub.substitute(nil, value, 0)
	if !fine {
		return css.False
	}
	want, fine := cx.s.computeCustom(cx, n, string(text))
	return is(fine && ok && want == have)
}

// containerPx is 1% of what a container unit refers to: axis by axis the nearest container that has a size there, else the small viewport.
// https://drafts.csswg.org/css-conditional-5/#container-lengths
func (cx *computer) containerPx(u css.Unit) float64 {
	cx.contRel = true
	cx.cs.Flags |= flagUnshared
	cx.s.containerUnits.Store(true)
	start, own := containerParent(cx.s.doc, cx.w.element), (*Computed)(nil)
	if cx.pseudo != PseudoNone {
		start, own = cx.w.element, cx.parent
	}
	size := func(needs css.ContainerNeeds) float64 {
		z := containerSize{}
		if el, cs := cx.w.container(start, own, needs, atom.None); el != 0 {
			z = cx.s.sizeOf(el, cs)
		}
		if !z.boxed {
			cx.vpRel = true
			z.w, z.h = float32(cx.s.media.WidthPx), float32(cx.s.media.HeightPx)
		}
		if needs == css.NeedsHeight {
			return float64(z.h) / 100
		}
		return float64(z.w) / 100
	}
	inline, block := css.NeedsWidth, css.NeedsHeight
	if cx.cs.Text.WritingMode != WritingModeHorizontalTb {
		inline, block = block, inline
	}
	switch u {
	case css.Cqw:
		return size(css.NeedsWidth)
	case css.Cqh:
		return size(css.NeedsHeight)
	case css.Cqi:
		return size(inline)
	case css.Cqb:
		return size(block)
	case css.Cqmin:
		return min(size(css.NeedsWidth), size(css.NeedsHeight))
	}
	return max(size(css.NeedsWidth), size(css.NeedsHeight))
}

// noteContainers keeps the containers that a pass met first.
func (s *Styler) noteContainers(list []dom.NodeID) {
	for _, el := range list {
		if _, ok := s.containers[el]; !ok {
			if s.containers == nil {
				s.containers = make(map[dom.NodeID]containerSize)
			}
			s.containers[el] = s.guess(el)
		}
	}
}

// AsksContainers reports whether styles depend on the sizes of boxes: layout then belongs to bringing styles up to date.
func (s *Styler) AsksContainers() bool {
	return len(s.containers) > 0 && (s.sizeQueries || s.containerUnits.Load())
}

// MeasureContainers takes the sizes of the query containers' content boxes, in px, after a layout; ok false: el has no box. It reports whether
// styles depend on one that changed: then Update and layout must run again, and so on until it reports false. The caller bounds the rounds.
func (s *Styler) MeasureContainers(size func(el dom.NodeID) (w, h float32, ok bool)) (again bool) {
	if len(s.containers) == 0 {
		return false
	}
	w := s.newWorker()
	defer s.recycle(w)
	if root := s.Style(s.doc.DocumentElement()); root != nil {
		w.rootFont = root.Font
	}
	for el, old := range s.containers {
		var cs *Computed
		if s.doc.Alive(el) && s.doc.Kind(el) == dom.KindElement {
			cs = s.Style(el)
		}
		if cs == nil || !isContainer(cs) {
			delete(s.containers, el)
			continue
		}
		z := containerSize{fresh: old.fresh}
		z.w, z.h, z.boxed = size(el)
		if z == old {
			continue
		}
		s.containers[el] = z
		if !s.containerUnits.Load() && !w.answersDiffer(el, cs, old, z) {
			continue
		}
		again, s.moved = true, true
		s.mark(el, dirtySelf|dirtySubtree)
		if z.fresh {
			s.markChildrenNew(el)
			if s.doc.Flags(el)&dom.HasShadow != 0 {
				s.markChildrenNew(s.doc.ShadowRoot(el))
			}
		}
	}
	if !again {
		for el, z := range s.containers {
			z.fresh = false
			s.containers[el] = z
		}
	}
	return again
}

func (s *Styler) markChildrenNew(parent dom.NodeID) {
	for c := s.doc.FirstElementChild(parent); c != 0; c = s.doc.NextElement(c) {
		s.mark(c, dirtyNew)
	}
}

// answersDiffer reports whether a query that el may be asked has another answer when its size is b instead of a.
func (w *worker) answersDiffer(el dom.NodeID, cs *Computed, a, b containerSize) bool {
	for _, x := range w.s.indexes {
		for i := 1; i < len(x.containers); i++ {
			c := &x.containers[i]
			for j, n := range c.needs {
				if q := &c.queries[j]; n&needsSize != 0 && qualifies(cs, n) && w.answers(q, el, cs, a) != w.answers(q, el, cs, b) {
					return true
				}
			}
		}
	}
	return false
}

// containerChanged reports whether what is below an element may find other containers, or others answers of style queries, after its record
// changed.
func (s *Styler) containerChanged(old, cs *Computed) bool {
	a, b := old.Content, cs.Content
	if a != b && (a.ContainerType != b.ContainerType || !slices.Equal(a.ContainerName, b.ContainerName)) {
		return s.sizeQueries || s.styleQueries || s.containerUnits.Load()
	}
	return s.styleQueries && !sameCustoms(old.Custom, cs.Custom)
}
