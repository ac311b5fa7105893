package style

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// Bits of the dirty column.
const (
	dirtySelf    uint8 = 1 << iota // match and compute again
	dirtySubtree                   // and all descendants
	dirtyBelow                     // some descendant is dirty
	dirtyNew                       // inserted: it had no style
)

// worker is the state of one goroutine of a pass: scratch, the table of records made, and what is to be published.
type worker struct {
	s        *Styler
	rootFont *FontGroup // of the root element once it is known
	element  dom.NodeID // being styled
	m        matcher
	bloom    bloom
	cascade  cascadeScratch
	cx       computer

	list       []applied
	pseudos    [PseudoCount][]applied
	starts     [PseudoCount][]applied // of @starting-style; of the element itself under PseudoNone
	present    uint32                 // pseudo-elements with rules, a bit each
	deferred   []deferred             // of pseudo-elements in @container
	containers []dom.NodeID           // met first in this pass

	share   shareTable[*Computed]
	groups  shareTable[sharedGroup]
	markers shareTable[*pseudoSet]
	temp    decls // inline styles and hints of this pass
	inline  map[string]*block
	hints   map[string]*block
	hintKey []byte

	lastVar  *varValue
	lastText string
	lastOut  []longhand
	lastOK   bool

	customMemo customMemo

	// keep holds what was made and not used: addresses are parts of the tables' keys, and must not come again within a pass.
	keep    []unsafe.Pointer
	changes []Change
	images  []string
	ids     []StyleID // reserved
	stack   []frame
	serial  bool // runs alone: may look at columns of other elements
	tasks   *[]task
	limit   uint32
}

// task is a run of siblings for a worker: from first, weight worth.
type task struct {
	parent *Computed
	first  dom.NodeID
	end    dom.NodeID // the sibling after the last, or 0
	force  uint8
	host   dom.NodeID
}

// frame is an element whose children are being visited.
type frame struct {
	el    dom.NodeID
	cs    *Computed
	child dom.NodeID
	force uint8 // for the children
	light bool  // the light children of a host: each inherits from its slot
}

// ---- Bloom filter of ancestors

const bloomBits = 12

// bloom counts the hashes of the ancestors' names. A count that saturates stays.
type bloom struct{ n [1 << bloomBits]uint8 }

func (b *bloom) add(h uint32) {
	for _, i := range [2]uint32{h & (1<<bloomBits - 1), h >> bloomBits & (1<<bloomBits - 1)} {
		if b.n[i] != 255 {
			b.n[i]++
		}
	}
}

func (b *bloom) remove(h uint32) {
	for _, i := range [2]uint32{h & (1<<bloomBits - 1), h >> bloomBits & (1<<bloomBits - 1)} {
		if b.n[i] != 255 {
			b.n[i]--
		}
	}
}

func (b *bloom) has(h uint32) bool {
	return b.n[h&(1<<bloomBits-1)] != 0 && b.n[h>>bloomBits&(1<<bloomBits-1)] != 0
}

// hashes visits the hashes of what el has.
func (w *worker) hashes(el dom.NodeID, visit func(h uint32)) {
	d := w.s.doc
	visit(css.HashTag(w.s.lowerName(el)))
	if id := d.ID(el); id != atom.None {
		visit(css.HashID(id))
	}
	for _, c := range d.ClassesOf(el) {
		visit(css.HashClass(c))
	}
	for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
		visit(css.HashAttr(w.s.lowerAtom(d.NameOf(d.AttrAt(a).Name).Local)))
	}
}

func (w *worker) push(el dom.NodeID) { w.hashes(el, w.bloom.add) }
func (w *worker) pop(el dom.NodeID)  { w.hashes(el, w.bloom.remove) }

// ---- matching

// collect fills w.list and w.pseudos with the blocks that apply to el.
func (w *worker) collect(el dom.NodeID) {
	s := w.s
	d := s.doc
	w.list = w.list[:0]
	for p := range w.pseudos {
		w.pseudos[p], w.starts[p] = w.pseudos[p][:0], w.starts[p][:0]
	}
	w.present, w.deferred = 0, w.deferred[:0]
	w.m.scope, w.m.host = 0, 0
	w.collectFrom(s.uaIndex, el, levelUA, levelUAImportant, 1)
	if s.userIndex != nil {
		w.collectFrom(s.userIndex, el, levelUser, levelUserImportant, 1)
	}
	root := s.doc.Node
	if d.Flags(el)&dom.InShadow != 0 {
		root = d.Root(el)
	}
	if x := s.indexes[root]; x != nil {
		if root != s.doc.Node {
			w.m.host = d.Host(root)
		}
		w.collectFrom(x, el, levelAuthor, levelAuthorImportant, 2)
		w.m.host = 0
	}
	if d.Flags(el)&dom.HasShadow != 0 {
		if x := s.indexes[d.ShadowRoot(el)]; x != nil && x.hasHost {
			w.m.host = el
			w.bucket(x, x.find(bucketKey(css.KeyPseudo, css.HostKey)), el, levelAuthor, levelAuthorImportant, 1)
			w.m.host = 0
		}
	}
	if s.shadowIndexes || d.Flags(el)&dom.InShadow != 0 {
		w.collectAcross(el)
	}
	if b := w.hintBlock(el); b != nil {
		w.list = append(w.list, applied{key: appliedKey(levelHints, 1, 0), block: b})
	}
	if d.Flags(el)&dom.HasInlineStyle != 0 {
		if b := w.inlineBlock(el); b != nil {
			if b.start < b.imp {
				w.list = append(w.list, applied{key: appliedKey(levelInline, 1, 0), block: b})
			}
			if b.imp < b.end {
				w.list = append(w.list, applied{key: appliedKey(levelInlineImportant, 1, 0), block: b, important: true})
			}
		}
	}
	sortApplied(w.list)
	for p := Pseudo(1); p < PseudoCount; p++ {
		if w.present&(1<<p) != 0 {
			sortApplied(w.pseudos[p])
		}
	}
}

// collectAcross collects what other tree scopes say of el: ::slotted() of the shadow trees that it is slotted into, and ::part() of the trees
// outside its own.
// https://drafts.csswg.org/css-scoping-1/#slotted-pseudo https://drafts.csswg.org/css-shadow-parts-1/#part
func (w *worker) collectAcross(el dom.NodeID) {
	s, d := w.s, w.s.doc
	for slot := d.AssignedSlot(el); slot != 0; slot = d.AssignedSlot(slot) {
		root := d.Root(slot)
		if x := s.indexes[root]; x != nil && x.slotted.end > x.slotted.start {
			w.m.host, w.m.subject = d.Host(root), el
			w.bucket(x, x.slotted, slot, levelAuthor, levelAuthorImportant, 1)
		}
	}
	if d.Flags(el)&dom.InShadow != 0 {
		names := w.m.partNames[:0]
		for _, n := range strings.Fields(d.Attr(el, atomPart)) {
			names = append(names, d.Atoms.Intern(n))
		}
		for inner := d.Root(el); len(names) > 0; {
			host := d.Host(inner)
			root := s.doc.Node
			if d.Flags(host)&dom.InShadow != 0 {
				root = d.Root(host)
			}
			if x := s.indexes[root]; x != nil && x.parts.end > x.parts.start {
				w.m.host, w.m.subject, w.m.partNames = 0, el, names
				if root != s.doc.Node {
					w.m.host = d.Host(root)
				}
				w.bucket(x, x.parts, host, levelAuthor, levelAuthorImportant, 3)
			}
			// What is a part in the host's own tree too.
			if x := s.indexes[inner]; x != nil && x.parts.end > x.parts.start && inner == d.Root(el) {
				w.m.host, w.m.subject, w.m.partNames = host, el, names
				w.bucket(x, x.parts, host, levelAuthor, levelAuthorImportant, 2)
			}
			if root == s.doc.Node {
				break
			}
			names = exportedParts(d, host, names)
			inner = root
		}
		w.m.partNames = names[:0]
	}
	w.m.host, w.m.subject = 0, 0
}

// exportedParts are the names that the exportparts attribute of host gives to parts with the names.
// https://drafts.csswg.org/css-shadow-parts-1/#exportparts-attr
func exportedParts(d *dom.Document, host dom.NodeID, names []atom.Atom) (out []atom.Atom) {
	for _, e := range strings.Split(d.Attr(host, atomExportparts), ",") {
		in, as, mapped := strings.Cut(e, ":")
		in, as = strings.TrimSpace(in), strings.TrimSpace(as)
		if !mapped {
			as = in
		}
		if in != "" && as != "" && slices.Contains(names, d.Atoms.Intern(in)) {
			out = append(out, d.Atoms.Intern(as))
		}
	}
	return out
}

var atomExportparts = atom.Static("exportparts")

func (w *worker) collectFrom(x *index, el dom.NodeID, normal, important, context uint64) {
	if len(x.entries) == 0 {
		return
	}
	d := w.s.doc
	fold := w.s.quirks()
	if id := d.ID(el); id != atom.None {
		if fold {
			id = w.s.foldAtom(id)
		}
		w.bucket(x, x.find(bucketKey(css.KeyID, id)), el, normal, important, context)
	}
	for _, c := range d.ClassesOf(el) {
		if fold {
			c = w.s.foldAtom(c)
		}
		w.bucket(x, x.find(bucketKey(css.KeyClass, c)), el, normal, important, context)
	}
	w.bucket(x, x.find(bucketKey(css.KeyTag, w.s.lowerName(el))), el, normal, important, context)
	if x.hasAttr {
		for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
			w.bucket(x, x.find(bucketKey(css.KeyAttr, w.s.lowerAtom(d.NameOf(d.AttrAt(a).Name).Local))), el, normal, important, context)
		}
	}
	for _, p := range x.pseudos {
		if w.m.pseudoClass(el, p) {
			w.bucket(x, x.find(bucketKey(css.KeyPseudo, atom.Atom(p))), el, normal, important, context)
		}
	}
	w.bucket(x, x.universal, el, normal, important, context)
}

func (w *worker) bucket(x *index, sp span, el dom.NodeID, normal, important, context uint64) {
next:
	for i := sp.start; i < sp.end; i++ {
		e := &x.entries[i]
		if !w.s.noBloom {
			for _, h := range e.anc {
				if h == 0 {
					break
				}
				if !w.bloom.has(h) {
					continue next
				}
			}
		}
		w.m.sels, w.m.pseudo = x.sheets[e.sheet], e.element
		near, tier := uint16(0), uint32(0)
		if len(x.scopes) > 1 {
			near, tier = unscoped, x.tiers[e.rank]
		}
		if e.scope != 0 {
			ok := false
			if near, ok = w.matchScoped(x, e, el); !ok {
				continue
			}
		} else if w.m.match(w.m.sels.Words[e.prog:], el) != matched {
			continue
		}
		p := pseudoOf(e.element)
		if e.container != 0 && p == PseudoNone && !w.contained(x, e.container, containerParent(w.s.doc, w.element), nil) {
			continue
		}
		b := &x.blocks[e.block]
		a := applied{block: b, near: near, tier: tier}
		if x.layerOf != nil {
			a.layer = x.layerOf[e.rank]
		}
		if b.start < b.imp {
			a.key = appliedKey(normal, context, e.rank)
			w.apply(x, e, p, a)
		}
		if b.imp < b.end {
			a.key, a.important = appliedKey(important, 3-context, e.impRank), true
			w.apply(x, e, p, a)
		}
	}
}

// apply puts what matched where it belongs.
func (w *worker) apply(x *index, e *entry, p Pseudo, a applied) {
	switch {
	case e.start:
		w.starts[p] = append(w.starts[p], a)
	case p == PseudoNone:
		w.list = append(w.list, a)
	case e.container != 0:
		w.deferred = append(w.deferred, deferred{a, p, x, e.container})
	default:
		w.pseudos[p] = append(w.pseudos[p], a)
		w.present |= 1 << p
	}
}

// matchScoped matches a selector inside @scope, with :scope each root that el is in the scope of, the nearest first. near is how many
// generations the root is away.
// https://drafts.csswg.org/css-cascade-6/#scoped-styles
func (w *worker) matchScoped(x *index, e *entry, el dom.NodeID) (near uint16, ok bool) {
	sels, pseudo := w.m.sels, w.m.pseudo
	defer func() { w.m.scope, w.m.sels = 0, sels }()
	for r := el; r != 0; r = w.s.doc.ParentElement(r) {
		w.m.pseudo = css.ElementNone
		if w.inScope(x, e.scope, el, r) {
			w.m.sels, w.m.pseudo, w.m.scope = sels, pseudo, r
			if w.m.match(sels.Words[e.prog:], el) == matched {
				return near, true
			}
		}
		near = min(near+1, unscoped-1)
	}
	return 0, false
}

// unscoped is the proximity of what is in no @scope, beside what is.
const unscoped = 0xffff

// inScope reports whether r is a scoping root of row, and el in its scope: below it, and not at or below a scope limit.
func (w *worker) inScope(x *index, row uint16, el, r dom.NodeID) bool {
	sc := &x.scopes[row]
	d := w.s.doc
	root := func() bool {
		w.m.sels = sc.sels
		switch {
		case sc.start != 0:
			return w.m.matchList(sc.start, r)
		case sc.root != 0:
			return r == sc.root
		}
		return d.ParentElement(r) == 0
	}
	w.m.scope = 0
	found := false
	if sc.parent == 0 {
		found = root()
	} else {
		for q := r; q != 0 && !found; q = d.ParentElement(q) {
			if w.inScope(x, sc.parent, r, q) {
				w.m.scope = q
				found = root()
			}
		}
	}
	if !found || sc.end == 0 {
		return found
	}
	w.m.sels, w.m.scope = sc.sels, r
	for p := el; ; p = d.ParentElement(p) {
		if w.m.matchList(sc.end, p) {
			return false
		}
		if p == r {
			return true
		}
	}
}

// inlineBlock compiles the style attribute of el; equal texts share one block within the pass.
func (w *worker) inlineBlock(el dom.NodeID) *block {
	text := w.s.doc.Attr(el, atomStyleAttr)
	if e, ok := w.s.exact[el]; ok && e.attr == text {
		text = e.text
	}
	if b, ok := w.inline[text]; ok {
		return b
	}
	if w.inline == nil {
		w.inline = make(map[string]*block)
	}
	text = string([]byte(text)) // a view: it must live as long as the block
	d := &decls{ctx: w.s.parseCtx("", OriginAuthor)}
	b := d.compileText(text, w.s.doc.Atoms)
	w.inline[text] = &b
	return &b
}

// ---- records

// shareTable finds what equal inputs gave in this pass. Keys are words in one array.
type shareTable[T any] struct {
	slots []shareSlot[T]
	words []uint64
	n     int
	key   []uint64
}

type shareSlot[T any] struct {
	hash       uint64
	start, len uint32
	v          T
}

func hashWords(k []uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, w := range k {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h | 1
}

func (t *shareTable[T]) lookup(k []uint64, h uint64) (v T, ok bool) {
	if len(t.slots) == 0 {
		return v, false
	}
	m := uint64(len(t.slots) - 1)
	for i := h & m; t.slots[i].hash != 0; i = (i + 1) & m {
		if s := &t.slots[i]; s.hash == h && int(s.len) == len(k) && slices.Equal(t.words[s.start:s.start+s.len], k) {
			return s.v, true
		}
	}
	return v, false
}

func (t *shareTable[T]) insert(k []uint64, h uint64, v T) {
	if t.n*2 >= len(t.slots) {
		old := t.slots
		t.slots = make([]shareSlot[T], max(256, 2*len(old)))
		m := uint64(len(t.slots) - 1)
		for _, s := range old {
			if s.hash != 0 {
				i := s.hash & m
				for t.slots[i].hash != 0 {
					i = (i + 1) & m
				}
				t.slots[i] = s
			}
		}
	}
	m := uint64(len(t.slots) - 1)
	i := h & m
	for t.slots[i].hash != 0 {
		i = (i + 1) & m
	}
	t.slots[i] = shareSlot[T]{h, uint32(len(t.words)), uint32(len(k)), v}
	t.words = append(t.words, k...)
	t.n++
}

// reset empties the table, and gives back what an ordinary pass does not need.
func (t *shareTable[T]) reset() {
	if cap(t.words) > 1<<16 {
		*t = shareTable[T]{}
		return
	}
	clear(t.slots)
	t.words, t.n = t.words[:0], 0
}

// compute gives the record of el, whose matched blocks are in w.list, from its parent's.
func (w *worker) compute(el dom.NodeID, parent, old *Computed) *Computed {
	s := w.s
	root := parent == s.initial
	mo := s.motion.of(el, PseudoNone)
	rendered := old
	if mo != nil && !s.motion.frozen {
		old = mo.base
	}
	cs := w.computeShared(parent, old, root)
	if mo != nil || s.moves(cs) {
		return w.computeMoving(cs, parent, rendered, root)
	}
	return cs
}

// computeMoving is the record of an element on which something moves, or may.
func (w *worker) computeMoving(base, parent, old *Computed, root bool) *Computed {
	cs := w.animate(PseudoNone, w.list, base, parent, old, root)
	if cs == base {
		return base
	}
	cs.pseudo = w.computePseudos(cs, old)
	if old != nil && sameRecord(cs, old) {
		w.keep = append(w.keep, unsafe.Pointer(cs))
		return old
	}
	w.publish(cs)
	return cs
}

// computeShared gives the record that the blocks in w.list give, which elements with equal inputs share.
func (w *worker) computeShared(parent, old *Computed, root bool) *Computed {
	k := w.share.key[:0]
	k = append(k, uint64(parent.ID))
	if root {
		k[0] |= 1 << 63
	}
	for i := range w.list {
		a := &w.list[i]
		k = append(k, a.key, uint64(w.blockID(a)))
	}
	for p := Pseudo(1); p < PseudoCount && w.present != 0; p++ {
		if w.present&(1<<p) != 0 {
			k = append(k, 1<<62|uint64(p))
			for i := range w.pseudos[p] {
				a := &w.pseudos[p][i]
				k = append(k, a.key, uint64(w.blockID(a)))
			}
		}
	}
	w.share.key = k
	h := hashWords(k)
	if cs, ok := w.share.lookup(k, h); ok && len(w.deferred) == 0 {
		return cs
	}
	cs := w.computeRecord(w.list, parent, old, root, PseudoNone)
	if len(w.deferred) > 0 {
		w.settleDeferred(cs)
		cs.Flags |= flagUnshared
	}
	cs.pseudo = w.computePseudos(cs, old)
	if old != nil && sameRecord(cs, old) {
		w.keep = append(w.keep, unsafe.Pointer(cs))
		cs = old
	} else {
		w.publish(cs)
	}
	if cs.Flags&flagUnshared == 0 {
		w.share.insert(k, h, cs)
	}
	return cs
}

// blockID tells blocks apart within a pass.
func (w *worker) blockID(a *applied) uintptr { return blockAddr(a.block) }

// computeRecord applies a list of blocks.
func (w *worker) computeRecord(list []applied, parent, old *Computed, root bool, pseudo Pseudo) *Computed {
	cx := &w.cx
	cx.start(w.s, w, parent)
	cx.pseudo = pseudo
	cx.apply(list)
	cx.adjust(root, pseudo)
	if len(cx.images) > 0 {
		w.images = append(w.images, cx.images...)
	}
	cs := cx.cs
	if old != nil && cs.Custom != old.Custom && sameCustoms(cs.Custom, old.Custom) { // else all below would compare them, too
		cs.Custom = old.Custom
	}
	// A group that came out as it was, as the parent's or as the initial one, is shared with it.
	for g := range GroupCount {
		p := cs.Groups.ptr(g)
		q := p
		if old != nil && groupsEqual(g, p, old.Groups.ptr(g)) {
			q = old.Groups.ptr(g)
		} else if cx.own[g] {
			base := w.s.initial
			if groupInherited[g] {
				base = parent
			}
			if groupsEqual(g, p, base.Groups.ptr(g)) {
				q = base.Groups.ptr(g)
			}
		}
		if q != p {
			w.keep = append(w.keep, p)
			cs.Groups.setPtr(g, q)
		}
	}
	return cs
}

// pseudoSet are the records of an element's pseudo-elements.
type pseudoSet struct {
	which [PseudoCount]*Computed
}

// computePseudos makes the records that an element's pseudo-elements have.
func (w *worker) computePseudos(cs, old *Computed) *pseudoSet {
	item := cs.Box.Display == DisplayListItem || cs.Box.Display == DisplayInlineListItem
	if w.present == 0 && !item {
		return nil
	}
	if w.present == 0 { // a marker without rules of its own: it depends on what it inherits alone
		k := append(w.markers.key[:0], uint64(uintptr(unsafe.Pointer(cs.Custom))))
		for g := range GroupCount {
			if groupInherited[g] {
				k = append(k, uint64(uintptr(cs.Groups.ptr(g))))
			}
		}
		if old != nil && old.pseudo != nil { // and may be the one that was
			k = append(k, uint64(uintptr(unsafe.Pointer(old.pseudo))))
		}
		w.markers.key = k
		h := hashWords(k)
		if set, ok := w.markers.lookup(k, h); ok {
			return set
		}
		set := w.makePseudos(cs, old, item)
		if old != nil && samePseudos(set, old.pseudo) {
			set = old.pseudo
		}
		w.markers.insert(k, h, set)
		return set
	}
	return w.makePseudos(cs, old, item)
}

func (w *worker) makePseudos(cs, old *Computed, item bool) (set *pseudoSet) {
	for p := Pseudo(1); p < PseudoCount; p++ {
		if w.present&(1<<p) == 0 && !(item && p == PseudoMarker) {
			continue
		}
		if p == PseudoMarker && !item {
			continue
		}
		list := w.pseudos[p]
		if p == PseudoMarker {
			if len(list) == 0 { // the usual marker: as others of this parent's groups
				list = append(list, applied{block: markerBlock()})
			} else {
				list = append([]applied{{block: markerBlock()}}, list...)
			}
		}
		var was *Computed
		if old != nil && old.pseudo != nil {
			was = old.pseudo.which[p]
		}
		r := w.computeRecord(list, cs, was, false, p)
		if mo := w.s.motion.of(w.element, p); mo != nil || w.s.moves(r) {
			r = w.animate(p, list, r, cs, was, false)
		}
		if p == PseudoBefore || p == PseudoAfter {
			if c := &r.Content.Content; c.Normal || c.None || r.Box.Display == DisplayNone {
				r.Flags |= flagNoBox
			}
		}
		if p == PseudoMarker && r.Content.Content.None {
			r.Flags |= flagNoBox
		}
		if was != nil && sameRecord(r, was) {
			w.keep = append(w.keep, unsafe.Pointer(r))
			r = was
		} else {
			w.publish(r)
		}
		if set == nil {
			set = new(pseudoSet)
		}
		set.which[p] = r
	}
	return set
}

// sameRecord reports whether a record can stand for another.
func sameRecord(a, b *Computed) bool {
	return a.Groups == b.Groups && a.Flags == b.Flags && samePseudos(a.pseudo, b.pseudo) && sameCustoms(a.Custom, b.Custom)
}

func samePseudos(a, b *pseudoSet) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// publish gives a record its id.
func (w *worker) publish(cs *Computed) {
	if len(w.ids) == 0 {
		w.ids = w.s.reserve(w.ids)
	}
	cs.ID = w.ids[len(w.ids)-1]
	w.ids = w.ids[:len(w.ids)-1]
	w.s.recordPage(cs.ID)[cs.ID%recordPage] = cs
}

// ---- the walk

// visit styles el if it must be. It returns the record (nil: no style), and what its children are forced to.
func (w *worker) visit(el dom.NodeID, parent *Computed, force uint8) (cs *Computed, childForce uint8, below bool) {
	s := w.s
	d := s.dirty[el]
	s.dirty[el] = 0
	var old *Computed
	if id := s.styles[el]; id != 0 && d&dirtyNew == 0 {
		old = s.record(id)
	}
	need := d | force
	if old == nil {
		need |= dirtySubtree
	}
	if need&(dirtySelf|dirtySubtree) == 0 {
		if parent == s.initial {
			w.rootFont = old.Font
		}
		if old.Box.Display == DisplayNone && d&dirtyBelow != 0 { // what came into it has no styles either
			s.clearBelow(el)
			return old, 0, false
		}
		return old, 0, d&dirtyBelow != 0
	}
	w.element = el
	w.collect(el)
	cs = w.compute(el, parent, old)
	if parent == s.initial {
		w.rootFont = cs.Font
	}
	s.styles[el] = cs.ID
	below = d&dirtyBelow != 0
	if isContainer(cs) {
		w.containers = append(w.containers, el)
	}
	if need&dirtySubtree != 0 {
		childForce = dirtySubtree
	}
	switch {
	case old == nil:
		if force&dirtyNew == 0 {
			w.changes = append(w.changes, Change{el, DamageRebuild})
		}
		childForce |= dirtySubtree | dirtyNew
	case cs != old:
		dmg := damageOf(old, cs) | pseudoDamage(old, cs)
		if dmg != 0 {
			w.changes = append(w.changes, Change{el, dmg})
		}
		childForce |= childrenNeed(old, cs)
		if s.containerChanged(old, cs) {
			childForce |= dirtySubtree
		}
		if old.Box.Display == DisplayNone && cs.Box.Display != DisplayNone {
			childForce |= dirtySubtree | dirtyNew
		}
		if parent == s.initial && old.Font.SizePx != cs.Font.SizePx {
			childForce |= dirtySubtree // rem
		}
	}
	if cs.Box.Display == DisplayNone {
		if old != nil && old.Box.Display != DisplayNone || below {
			s.clearBelow(el)
		}
		return cs, 0, false
	}
	return cs, childForce, below || childForce != 0
}

// childrenNeed says whether the children of an element must be computed again when its record changes: for what they inherit.
func childrenNeed(old, cs *Computed) uint8 {
	for g := range GroupCount {
		if groupInherited[g] && old.Groups.ptr(g) != cs.Groups.ptr(g) && !groupsEqual(g, old.Groups.ptr(g), cs.Groups.ptr(g)) {
			return dirtySelf
		}
	}
	if !sameCustoms(old.Custom, cs.Custom) || (old.Flags^cs.Flags)&flagBlockifies != 0 {
		return dirtySelf
	}
	return dirtyInheritors
}

// dirtyInheritors forces those children only that take values of the parent that are not inherited by themselves.
const dirtyInheritors uint8 = 1 << 7

// pseudoDamage is what the change of pseudo-elements asks of the element's boxes.
func pseudoDamage(a, b *Computed) (d Damage) {
	if a.pseudo == b.pseudo {
		return 0
	}
	for p := Pseudo(1); p < PseudoCount; p++ {
		x, y := a.boxed(p), b.boxed(p)
		switch {
		case x == y:
		case x == nil || y == nil:
			if p == PseudoSelection || p == PseudoPlaceholder {
				d |= DamageRepaint
			} else {
				d |= DamageRebuild
			}
		default:
			d |= damageOf(x, y)
		}
	}
	return d
}

// walk visits the siblings from first up to end, and their descendants. The ancestors are in w.bloom.
func (w *worker) walk(t task) {
	s, d := w.s, w.s.doc
	base := len(w.stack)
	w.stack = append(w.stack, frame{el: t.host, cs: t.parent, child: t.first, force: t.force})
	for len(w.stack) > base {
		if s.Stop.Stopped() { // style leaves the pass, once all workers have
			w.stack = w.stack[:base]
			return
		}
		f := &w.stack[len(w.stack)-1]
		el := f.child
		if len(w.stack)-1 == base && el == t.end {
			el = 0
		}
		for el != 0 && d.Kind(el) != dom.KindElement {
			el = d.Next(el)
			if len(w.stack)-1 == base && el == t.end {
				el = 0
			}
		}
		if el == 0 {
			if len(w.stack)-1 == base {
				w.stack = w.stack[:base]
				break
			}
			done := f.el
			if f.cs != nil && !f.light && d.Flags(done)&dom.HasShadow != 0 { // the shadow tree is done: the light children
				f.light, f.child = true, d.FirstChild(done)
				if f.force == 0 {
					f.force = dirtySelf
				}
				continue
			}
			w.pop(done)
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		parent, force := f.cs, f.force
		if w.tasks != nil && (force|s.dirty[el])&dirtySubtree != 0 && d.Flags(f.el)&dom.HasShadow == 0 {
			// Split: runs of light siblings become tasks.
			if run, next := w.run(el); run > 0 {
				*w.tasks = append(*w.tasks, task{parent, el, next, force, f.el})
				f.child = next
				continue
			}
		}
		f.child = d.Next(el)
		if f.light {
			if parent = s.slotStyle(f.el, el); parent == nil {
				s.clearTree(el)
				continue
			}
		}
		if force&dirtyInheritors != 0 && force&(dirtySelf|dirtySubtree) == 0 {
			force = 0
			if id := s.styles[el]; id != 0 && s.record(id).Flags&flagInheritsReset != 0 {
				force = dirtySelf
			}
		}
		cs, childForce, below := w.visit(el, parent, force)
		if !below || cs == nil {
			continue
		}
		first := d.FirstChild(el)
		if d.Flags(el)&dom.HasShadow != 0 {
			first = d.FirstChild(d.ShadowRoot(el))
		} else if first == 0 {
			continue
		}
		w.push(el)
		w.stack = append(w.stack, frame{el: el, cs: cs, child: first, force: childForce})
	}
}

// run measures a run of siblings whose subtrees are together at most the limit. 0: the first alone is heavier.
func (w *worker) run(el dom.NodeID) (weight uint32, next dom.NodeID) {
	d := w.s.doc
	for n := el; n != 0; n = d.Next(n) {
		if d.Kind(n) != dom.KindElement {
			continue
		}
		k := w.s.weights[n]
		if weight+k > w.limit {
			return weight, n
		}
		weight += k
	}
	return weight, 0
}

// begin readies a worker for a task: the ancestors of the run in the filter.
func (w *worker) begin(host dom.NodeID) {
	w.bloom = bloom{}
	for p := host; p != 0; p = flatParent(w.s.doc.Store, p) {
		if w.s.doc.Kind(p) == dom.KindElement {
			w.push(p)
		}
	}
}

// style runs the pass over what is dirty, in parallel when it is much.
func (s *Styler) style(full bool) {
	root := s.doc.DocumentElement()
	if root == 0 {
		return
	}
	procs := runtime.GOMAXPROCS(0)
	if s.maxWorkers > 0 {
		procs = min(procs, s.maxWorkers)
	}
	s.doc.SettleSlots()
	main := s.newWorker()
	var tasks []task
	if procs > 1 && s.work > 1500 {
		s.weigh(root)
		main.tasks, main.limit = &tasks, max(256, s.weights[root]/uint32(procs*6))
	}
	force := uint8(0)
	if full {
		force = dirtySubtree
	}
	cs, childForce, below := main.visit(root, s.initial, force)
	if below {
		main.push(root)
		first := s.doc.FirstChild(root)
		if s.doc.Flags(root)&dom.HasShadow != 0 {
			first = s.doc.FirstChild(s.doc.ShadowRoot(root))
		}
		main.walk(task{cs, first, 0, childForce, root})
	}
	workers := []*worker{main}
	if len(tasks) > 0 {
		var next atomic.Int32
		var wg sync.WaitGroup
		for range procs - 1 {
			w := s.newWorker()
			w.rootFont = main.rootFont
			workers = append(workers, w)
			wg.Add(1)
			go func() {
				defer wg.Done()
				w.drain(tasks, &next)
			}()
		}
		main.tasks = nil
		main.drain(tasks, &next)
		wg.Wait()
	}
	for _, w := range workers {
		s.changes = append(s.changes, w.changes...)
		s.noteImages(w.images)
		s.noteContainers(w.containers)
		w.containers = w.containers[:0]
		s.release(w.ids)
		s.recycle(w)
	}
	s.Stop.Poll()
}

func (w *worker) drain(tasks []task, next *atomic.Int32) {
	for {
		i := int(next.Add(1)) - 1
		if i >= len(tasks) {
			return
		}
		w.begin(tasks[i].host)
		w.walk(tasks[i])
	}
}

// weigh counts the elements of each subtree.
func (s *Styler) weigh(root dom.NodeID) {
	d := s.doc
	if n := d.Rows(); len(s.weights) < n {
		s.weights = make([]uint32, n+n/8)
	}
	clear(s.weights)
	w := s.weights
	n := root
	for {
		if d.Kind(n) == dom.KindElement {
			w[n] = 1
		}
		if c := d.FirstChild(n); c != 0 {
			n = c
			continue
		}
		for n != root && d.Next(n) == 0 {
			p := d.Parent(n)
			w[p] += w[n]
			n = p
		}
		if n == root {
			return
		}
		w[d.Parent(n)] += w[n]
		n = d.Next(n)
	}
}
