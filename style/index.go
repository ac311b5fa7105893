package style

import (
	"math"
	"sort"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// compiledSheet has the compiled declarations of a css.Sheet, by rule. It lives until the sheet is edited.
type compiledSheet struct {
	sheet  *css.Sheet
	d      decls
	blocks []block // by RuleID; d nil where not compiled
}

func newCompiledSheet(sh *css.Sheet, ctx parseCtx) *compiledSheet {
	c := &compiledSheet{sheet: sh, d: decls{ctx: ctx, intern: make(map[internKey][2]uint32)}}
	c.blocks = make([]block, len(sh.Rules))
	return c
}

func (c *compiledSheet) memoryBytes() int64 {
	return c.d.memoryBytes() + int64(cap(c.blocks))*int64(unsafe.Sizeof(block{}))
}

func (c *compiledSheet) block(r css.RuleID) block {
	b := &c.blocks[r]
	if b.d == nil {
		*b = c.d.compileRule(c.sheet, &c.sheet.Rules[r])
	}
	return *b
}

// entry is one selector in an index, with what it applies.
type entry struct {
	prog      uint32 // in the words of the sheet
	block     uint32 // row of index.blocks
	rank      uint32 // place in the cascade among normal declarations of the index
	impRank   uint32 // among important ones
	sheet     uint16 // row of index.sheets
	scope     uint16 // row of index.scopes, 0 none
	container uint16 // row of index.containers, 0 none
	element   css.PseudoElement
	start     bool      // in @starting-style
	anc       [4]uint32 // hashes that the ancestors must have
}

type span struct{ start, end uint32 }

// index finds the selectors that an element may match by what their rightmost compounds need.
type index struct {
	entries    []entry // grouped by bucket, ascending rank within one
	blocks     []block
	sheets     []*css.Selectors
	scopes     []scopeRule
	containers []containerRule // from row 1

	keys  []uint64 // open addressing: kind<<32 | atom; 0 is free
	spans []span
	mask  uint32

	universal span
	slotted   span              // of selectors with ::slotted()
	parts     span              // of selectors with ::part()
	pseudos   []css.PseudoClass // with a bucket of their own
	hasAttr   bool
	hasHost   bool
	elements  uint64   // pseudo-elements that occur, bit by css.PseudoElement (the first 64)
	tiers     []uint32 // by rank: equal where layer and specificity are; nil without @scope
	layerOf   []int32  // layer order by rank; nil without layers
}

type scopeRule struct {
	start, end css.ListID
	sels       *css.Selectors
	root       dom.NodeID // implicit scope root
	parent     uint16
}

func bucketKey(k css.KeyKind, a atom.Atom) uint64 { return uint64(k)<<32 | uint64(a) | 1<<40 }

func hashKey(k uint64) uint32 { return uint32((k * 0x9E3779B97F4A7C15) >> 32) }

func (x *index) find(k uint64) span {
	if x.mask == 0 {
		return span{}
	}
	for i := hashKey(k) & x.mask; x.keys[i] != 0; i = (i + 1) & x.mask {
		if x.keys[i] == k {
			return x.spans[i]
		}
	}
	return span{}
}

// pending is an entry before ranks and buckets are known.
type pending struct {
	entry
	layer       int32 // row of layerTree
	specificity uint32
	kind        css.KeyKind
	key         atom.Atom
}

// maxRows is how many sheets, @scope rules and @container rules entries can tell apart: rules of more of them do not apply.
const maxRows = math.MaxUint16

// layerTree has the cascade layers of one context. Row 0 is what is in no layer.
// https://drafts.csswg.org/css-cascade-5/#layering
type layerTree struct {
	nodes []layerNode
	named map[layerKey]int32 // rows of named layers
}

type layerKey struct {
	parent int32
	name   atom.Atom
}

type layerNode struct {
	children []int32
	order    int32
}

func (t *layerTree) child(parent int32, name atom.Atom) int32 {
	if id, ok := t.named[layerKey{parent, name}]; ok {
		return id
	}
	t.nodes = append(t.nodes, layerNode{})
	id := int32(len(t.nodes) - 1)
	t.nodes[parent].children = append(t.nodes[parent].children, id)
	if name != atom.None {
		if t.named == nil {
			t.named = make(map[layerKey]int32)
		}
		t.named[layerKey{parent, name}] = id
	}
	return id
}

func (t *layerTree) path(parent int32, name css.LayerName) int32 {
	if len(name) == 0 {
		return t.child(parent, atom.None)
	}
	for _, n := range name {
		parent = t.child(parent, n)
	}
	return parent
}

// number orders the layers: sublayers in order, then what stands in the layer itself.
func (t *layerTree) number(id int32, next *int32) {
	for _, c := range t.nodes[id].children {
		t.number(c, next)
	}
	t.nodes[id].order = *next
	*next++
}

// indexBuilder makes the index of one context from its sheets.
type indexBuilder struct {
	s         *Styler
	x         *index
	layers    layerTree
	list      []pending
	fold      bool // quirks mode: keys of ids and classes in lower case
	root      dom.NodeID
	depth     int
	start     bool   // inside @starting-style
	container uint16 // row of the @container rule around, 0 none

	scopeProg  uint32 // :scope, for declarations directly in @scope
	scopeSheet uint16 // 0: not made yet (row 0 is the first sheet)
}

func newIndexBuilder(s *Styler) *indexBuilder {
	b := &indexBuilder{s: s, x: &index{scopes: make([]scopeRule, 1), containers: make([]containerRule, 1)}}
	b.layers.nodes = append(b.layers.nodes, layerNode{})
	b.fold = s.quirks()
	return b
}

// sheet adds a sheet's rules; origin level by level the caller sorts.
func (b *indexBuilder) sheet(sh *Sheet, layer int32) {
	if sh.CSS == nil || sh.Disabled || b.depth > 32 || len(b.x.sheets) >= maxRows {
		return
	}
	if sh.Media != nil {
		b.s.mediaDeps |= sh.Media.Deps()
		if !sh.Media.Matches(&b.s.media) {
			return
		}
	}
	c := b.s.compiled(sh)
	row := uint16(len(b.x.sheets))
	b.x.sheets = append(b.x.sheets, &sh.CSS.Sel)
	b.depth++
	b.rules(sh, c, row, 0, layer, 0, 0)
	b.depth--
}

func (b *indexBuilder) rules(sh *Sheet, c *compiledSheet, row uint16, parent css.RuleID, layer int32, scope uint16, list css.ListID) {
	s := sh.CSS
	first := s.First()
	if parent != 0 {
		first = s.Rules[parent].FirstChild
	}
	for r := first; r != 0; r = s.Rules[r].Next {
		rule := &s.Rules[r]
		switch rule.Kind {
		case css.RuleStyle:
			b.style(c, row, r, css.ListID(rule.Payload), layer, scope)
			if rule.FirstChild != 0 {
				b.rules(sh, c, row, r, layer, scope, css.ListID(rule.Payload))
			}
		case css.RuleNestedDecls:
			if list != 0 {
				b.style(c, row, r, list, layer, scope)
			} else if scope != 0 {
				// declarations directly in @scope apply to :scope
				b.scopeDecls(c, row, r, layer, scope)
			}
		case css.RuleMedia:
			m := &s.Media[rule.Payload]
			b.s.mediaDeps |= m.Deps()
			if m.Matches(&b.s.media) {
				b.rules(sh, c, row, r, layer, scope, list)
			}
		case css.RuleSupports:
			if s.Supports[rule.Payload].Matches(SupportsEnv()) {
				b.rules(sh, c, row, r, layer, scope, list)
			}
		case css.RuleContainer:
			if len(b.x.containers) >= maxRows {
				continue
			}
			outer := b.container
			b.container = b.addContainer(s.Containers[rule.Payload])
			b.rules(sh, c, row, r, layer, scope, list)
			b.container = outer
		case css.RuleStartingStyle:
			outer := b.start
			b.start = true
			b.rules(sh, c, row, r, layer, scope, list)
			b.start = outer
		case css.RuleLayerBlock:
			var name css.LayerName
			if l := s.Layers[rule.Payload]; len(l) > 0 {
				name = l[0]
			}
			b.rules(sh, c, row, r, b.layers.path(layer, name), scope, list)
		case css.RuleLayerStatement:
			for _, n := range s.Layers[rule.Payload] {
				b.layers.path(layer, n)
			}
		case css.RuleScope:
			if len(b.x.scopes) >= maxRows {
				continue
			}
			sc := s.Scopes[rule.Payload]
			root := dom.NodeID(0)
			if sc.Start == 0 && sh.Owner != 0 {
				root = b.s.doc.ParentElement(sh.Owner)
			}
			b.x.scopes = append(b.x.scopes, scopeRule{sc.Start, sc.End, &s.Sel, root, scope})
			b.rules(sh, c, row, r, layer, uint16(len(b.x.scopes)-1), list)
		case css.RuleImport:
			im := &s.Imports[rule.Payload]
			l := layer
			if im.HasLayer {
				l = b.layers.path(layer, im.Layer)
			}
			in := sh.Imported[r]
			b.s.mediaDeps |= im.Media.Deps()
			if in == nil || !im.Media.Matches(&b.s.media) || im.Supports != nil && !im.Supports.Matches(SupportsEnv()) {
				continue
			}
			in.Origin = sh.Origin
			b.sheet(in, l)
		case css.RuleFontFace:
			b.s.addFontFace(sh, r)
		case css.RuleKeyframes:
			if b.s.keyframes == nil {
				b.s.keyframes = make(map[atom.Atom]keyframesRef)
			}
			b.s.keyframes[atom.Atom(rule.Payload)] = keyframesRef{s, r}
		case css.RuleProperty:
			b.s.register(s, r)
		}
	}
}

// style adds the selectors of a rule.
func (b *indexBuilder) style(c *compiledSheet, row uint16, r css.RuleID, list css.ListID, layer int32, scope uint16) {
	s := c.sheet
	rule := &s.Rules[r]
	if rule.DeclCount == 0 {
		return
	}
	blk := c.block(r)
	if blk.start == blk.end {
		return
	}
	id := uint32(len(b.x.blocks))
	b.x.blocks = append(b.x.blocks, blk)
	sels := s.Sel.List(list)
	for i := range sels {
		sel := &sels[i]
		if sel.Deps&css.DepNever != 0 {
			continue
		}
		if sel.Element != css.ElementNone && sel.Element != sel.Shadow && pseudoOf(sel.Element) == PseudoNone {
			continue // no such boxes
		}
		p := pending{entry: entry{prog: sel.Prog, block: id, sheet: row, scope: scope, container: b.container, element: sel.Element, start: b.start, anc: sel.Ancestors},
			layer: layer, specificity: sel.Specificity, kind: sel.KeyKind, key: sel.Key}
		switch sel.Shadow {
		case css.ElementSlotted:
			p.kind, p.key = keySlotted, 0
		case css.ElementPart:
			p.kind, p.key = keyPart, 0
		}
		if b.fold && (p.kind == css.KeyID || p.kind == css.KeyClass) {
			p.key = b.s.foldAtom(p.key)
		}
		b.list = append(b.list, p)
		if sel.Element < 64 {
			b.x.elements |= 1 << sel.Element
		}
		b.s.inv.add(&s.Sel, sel)
	}
}

// scopeDecls adds declarations for the scope root: as :where(:scope).
func (b *indexBuilder) scopeDecls(c *compiledSheet, row uint16, r css.RuleID, layer int32, scope uint16) {
	blk := c.block(r)
	if blk.start == blk.end {
		return
	}
	if b.scopeSheet == 0 { // a list of selectors for all of them
		sc, list, ok := css.ParseSelectorList(":scope", b.s.doc.Atoms, nil)
		if !ok || len(b.x.sheets) >= maxRows {
			return
		}
		b.scopeProg, b.scopeSheet = sc.List(list)[0].Prog, uint16(len(b.x.sheets))
		b.x.sheets = append(b.x.sheets, sc)
	}
	b.x.blocks = append(b.x.blocks, blk)
	b.list = append(b.list, pending{entry: entry{prog: b.scopeProg, block: uint32(len(b.x.blocks) - 1), sheet: b.scopeSheet, scope: scope, container: b.container, start: b.start}, layer: layer, kind: css.KeyUniversal})
}

// Buckets of selectors that look across a shadow boundary, beside those of css.KeyKind.
const (
	keySlotted css.KeyKind = 100 + iota
	keyPart
)

// pseudoOf maps the pseudo-elements of selectors to those with styles.
func pseudoOf(e css.PseudoElement) Pseudo {
	if e >= css.ElementBefore && e <= css.ElementFileSelectorButton {
		return Pseudo(e)
	}
	return PseudoNone
}

// finish ranks the entries and groups them.
func (b *indexBuilder) finish() *index {
	x := b.x
	n := int32(0)
	b.layers.number(0, &n)
	order := func(i int) int32 { return b.layers.nodes[b.list[i].layer].order }
	perm := make([]int, len(b.list))
	for i := range perm {
		perm[i] = i
	}
	sort.SliceStable(perm, func(i, j int) bool {
		p, q := perm[i], perm[j]
		if a, c := order(p), order(q); a != c {
			return a > c
		}
		return b.list[p].specificity < b.list[q].specificity
	})
	for r, i := range perm {
		b.list[i].impRank = uint32(r)
	}
	for i := range perm {
		perm[i] = i
	}
	sort.SliceStable(perm, func(i, j int) bool {
		p, q := perm[i], perm[j]
		if a, c := order(p), order(q); a != c {
			return a < c
		}
		return b.list[p].specificity < b.list[q].specificity
	})
	if len(x.scopes) > 1 {
		x.tiers = make([]uint32, len(b.list))
	}
	for r, i := range perm {
		b.list[i].rank = uint32(r)
		if x.tiers != nil && r > 0 {
			x.tiers[r] = x.tiers[r-1]
			if p := perm[r-1]; order(p) != order(i) || b.list[p].specificity != b.list[i].specificity {
				x.tiers[r]++
			}
		}
	}
	key := func(p *pending) uint64 { return bucketKey(p.kind, p.key) }
	sort.SliceStable(b.list, func(i, j int) bool {
		p, q := &b.list[i], &b.list[j]
		if a, c := key(p), key(q); a != c {
			return a < c
		}
		return p.rank < q.rank
	})
	x.entries = make([]entry, len(b.list))
	distinct := 0
	for i := range b.list {
		x.entries[i] = b.list[i].entry
		if i == 0 || key(&b.list[i]) != key(&b.list[i-1]) {
			distinct++
		}
	}
	size := uint32(4)
	for int(size) < distinct*2 {
		size *= 2
	}
	x.keys, x.spans, x.mask = make([]uint64, size), make([]span, size), size-1
	for i := 0; i < len(b.list); {
		k := key(&b.list[i])
		j := i
		for j < len(b.list) && key(&b.list[j]) == k {
			j++
		}
		sp := span{uint32(i), uint32(j)}
		switch b.list[i].kind {
		case css.KeyUniversal:
			x.universal = sp
		case keySlotted:
			x.slotted = sp
		case keyPart:
			x.parts = sp
		case css.KeyPseudo:
			if b.list[i].key == css.HostKey {
				x.hasHost = true
			} else {
				x.pseudos = append(x.pseudos, css.PseudoClass(b.list[i].key))
			}
		case css.KeyAttr:
			x.hasAttr = true
		}
		h := hashKey(k) & x.mask
		for x.keys[h] != 0 {
			h = (h + 1) & x.mask
		}
		x.keys[h], x.spans[h] = k, sp
		i = j
	}
	x.layerOf = nil
	if len(b.layers.nodes) > 1 {
		x.layerOf = make([]int32, len(b.list))
		for i := range b.list {
			x.layerOf[b.list[i].rank] = b.layers.nodes[b.list[i].layer].order
		}
	}
	b.list = nil
	return x
}

func (x *index) memoryBytes() (idx, blocks int64) {
	return int64(cap(x.entries))*int64(unsafe.Sizeof(entry{})) + int64(cap(x.keys))*16 + int64(cap(x.layerOf)+cap(x.tiers))*4 +
		int64(cap(x.containers))*int64(unsafe.Sizeof(containerRule{})) + int64(cap(x.scopes))*int64(unsafe.Sizeof(scopeRule{})), int64(cap(x.blocks)) * int64(unsafe.Sizeof(block{}))
}

// ---- invalidation

// reach says which elements must be looked at again when a feature of an element changes.
type reach uint8

const (
	reachSelf         reach = 1 << iota
	reachSubtree            // its descendants
	reachSiblings           // later siblings
	reachSiblingTrees       // and their descendants
	reachHas                // ancestors and earlier siblings, by :has()
	reachHost               // what is in the slots of the element's shadow tree, by ::slotted()
)

// invalidation is the index from features to reach.
type invalidation struct {
	class, id, attr map[atom.Atom]reach
	states          map[atom.Atom]reach // custom ones
	pseudo          [css.PseudoClassCount]reach
	structure       reach // of a change of the children of an element, for these children
	content         reach // of :empty, for the parent
	lang            reach
	has             bool
	hasTrees        bool // :has() stands left of a combinator
}

func (v *invalidation) reset() { *v = invalidation{} }

func reachOf(f css.Feature) (r reach) {
	if f.Subject {
		r |= reachSelf
	}
	if f.Descendant {
		r |= reachSubtree
	}
	if f.Sibling {
		r |= reachSiblings
		if f.Descendant {
			r |= reachSiblingTrees
		}
	}
	if f.InHas {
		r |= reachHas
	}
	return r
}

func (v *invalidation) add(sels *css.Selectors, sel *css.Selector) {
	if sel.Deps&css.DepHas != 0 {
		v.has = true
		if sel.Compounds > 1 {
			v.hasTrees = true
		}
	}
	if sel.Deps&css.DepSibling != 0 {
		v.structure |= reachSelf
		if sel.Deps&css.DepDescendant != 0 {
			v.structure |= reachSubtree
		}
	}
	set := func(m *map[atom.Atom]reach, a atom.Atom, r reach) {
		if *m == nil {
			*m = make(map[atom.Atom]reach)
		}
		(*m)[a] |= r
	}
	sels.EachFeature(sel, func(f css.Feature) {
		r := reachOf(f)
		switch sel.Shadow {
		case css.ElementSlotted:
			r |= reachHost
		case css.ElementPart:
			r |= reachSelf | reachSubtree
		}
		switch f.Kind {
		case css.FeatureClass:
			set(&v.class, f.Atom, r)
		case css.FeatureID:
			set(&v.id, f.Atom, r)
		case css.FeatureAttr:
			set(&v.attr, f.Atom, r)
		case css.FeatureState:
			set(&v.states, f.Atom, r)
		case css.FeaturePseudo:
			v.pseudo[f.Pseudo] |= r
			switch f.Pseudo {
			case css.PseudoFirstChild, css.PseudoLastChild, css.PseudoOnlyChild, css.PseudoFirstOfType, css.PseudoLastOfType, css.PseudoOnlyOfType:
				v.structure |= r
			case css.PseudoEmpty:
				v.content |= r
			}
		case css.FeatureNth:
			v.structure |= r | reachSelf
		case css.FeatureLang, css.FeatureDir:
			v.lang |= r | reachSelf | reachSubtree
		}
	})
}

func (v *invalidation) memoryBytes() int64 {
	return int64(len(v.class)+len(v.id)+len(v.attr)+len(v.states))*12 + 200
}

// SupportsEnv answers @supports and CSS.supports from the property table.
func SupportsEnv() *css.SupportsEnv { return &supportsEnv }

var supportsEnv = css.SupportsEnv{
	Declaration: func(property, value string) bool { return Supports(property, value) },
	FontTech: func(t string) bool {
		return t == "variations" || t == "features-opentype" || t == "color-colrv0" || t == "color-colrv1"
	},
	FontFormat: func(f string) bool {
		switch strings.ToLower(f) {
		case "woff", "woff2", "truetype", "opentype", "collection":
			return true
		}
		return false
	},
}
