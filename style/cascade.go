package style

import (
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// The levels of the cascade, ascending.
// https://drafts.csswg.org/css-cascade-5/#cascade-sort
const (
	levelUA uint64 = iota
	levelUser
	levelHints
	levelAuthor
	levelInline
	levelAnimations
	levelAuthorImportant
	levelInlineImportant
	levelUserImportant
	levelUAImportant
	levelTransitions
)

// applied is one block of declarations that applies to an element, with its place in the cascade.
type applied struct {
	key       uint64 // level<<56 | context<<48 | rank
	block     *block
	important bool
	near      uint16 // generations to the scoping root, where scopes are
	layer     int32
	tier      uint32 // of layer and specificity, where scopes are
}

func appliedKey(level uint64, context uint64, rank uint32) uint64 {
	return level<<56 | context<<48 | uint64(rank)
}

// after reports whether a wins over b: by their keys, but among equal specificities the nearer scoping root.
// https://drafts.csswg.org/css-cascade-6/#cascade-proximity
func (a *applied) after(b *applied) bool {
	if a.near != b.near && a.tier == b.tier && a.key>>48 == b.key>>48 {
		return a.near < b.near
	}
	return a.key > b.key
}

// sortApplied sorts ascending; lists are short and nearly sorted, where nobody means harm.
func sortApplied(l []applied) {
	if len(l) > 64 {
		slices.SortStableFunc(l, func(a, b applied) int {
			switch {
			case a.after(&b):
				return 1
			case b.after(&a):
				return -1
			}
			return 0
		})
		return
	}
	for i := 1; i < len(l); i++ {
		x := l[i]
		j := i
		for j > 0 && l[j-1].after(&x) {
			l[j] = l[j-1]
			j--
		}
		l[j] = x
	}
}

// winner is the declaration that wins for a property.
type winner struct {
	d  *decls
	c  decl
	at int32 // row of the list of applied blocks
}

// cascadeScratch is a worker's scratch for one element.
type cascadeScratch struct {
	win     []winner
	mark    []uint32
	epoch   uint32
	touched []PropertyID

	groups    [GroupCount][]PropertyID
	shareable bool
	hash      uint64
}

// phase of a property: what others depend on comes first.
func phaseOf(p PropertyID) uint8 {
	switch p {
	case PropWritingMode, PropDirection, PropColorScheme, PropFontFamily, PropTextOrientation, PropNisoLang:
		return 0
	case PropFontSize:
		return 1
	case PropLineHeight, PropColor:
		return 3
	}
	if propertyTable[p].Group == GroupFont {
		return 2
	}
	return 4
}

var phases = func() (t [PropertyCount]uint8) { return }()

func init() {
	for p := PropNone + 1; p < PropertyCount; p++ {
		phases[p] = phaseOf(p)
	}
}

func (a *applied) decls() []decl {
	b := a.block
	if a.important {
		return b.d.list[b.imp:b.end]
	}
	return b.d.list[b.start:b.imp]
}

// apply computes cx.cs from the blocks that apply, in ascending order. cs has inherited and initial groups.
func (cx *computer) apply(list []applied) {
	sc := &cx.w.cascade
	if sc.win == nil {
		sc.win, sc.mark = make([]winner, PropertyCount), make([]uint32, PropertyCount)
	}
	sc.epoch++
	sc.touched = sc.touched[:0]
	var flags blockFlags
	for i := range list {
		flags |= list[i].block.flags
	}
	if flags&blockCustom != 0 {
		cx.customs(list)
	}
	wm, dir := cx.cs.Text.WritingMode, cx.cs.Text.Direction
	if flags&blockLogical != 0 && flags&blockFlow != 0 {
		wm, dir = cx.flow(list)
	}
	for i := range list {
		a := &list[i]
		d := a.block.d
		for _, c := range a.decls() {
			if c.prop == propCustom {
				continue
			}
			p := c.prop
			if p >= PropertyCount {
				p = p.physical(wm, dir)
			}
			if sc.mark[p] != sc.epoch {
				sc.mark[p] = sc.epoch
				sc.touched = append(sc.touched, p)
			}
			sc.win[p] = winner{d, c, int32(i)}
		}
	}
	for g := range sc.groups {
		sc.groups[g] = sc.groups[g][:0]
	}
	early := false // writing mode or colour scheme: other groups' values may depend on them
	for _, p := range sc.touched {
		g := propertyTable[p].Group
		sc.groups[g] = append(sc.groups[g], p)
		if g == GroupText && phases[p] == 0 {
			early = true
		}
	}
	setAll := func(props []PropertyID, ph uint8) {
		for _, p := range props {
			if phases[p] == ph {
				w := &sc.win[p]
				cx.setWinner(list, p, w.d.value(w.c), w.at, wm, dir)
			}
		}
	}
	if early {
		setAll(sc.groups[GroupText], 0)
	}
	if props := sc.groups[GroupFont]; len(props) > 0 {
		if !cx.sharedGroup(GroupFont, props) {
			setAll(props, 0)
			setAll(props, 1)
			cx.monospaceSize(sc.mark[PropFontSize] == sc.epoch, sc.mark[PropFontFamily] == sc.epoch)
			cx.fontSize = cx.cs.Font.SizePx
			setAll(props, 2)
			setAll(props, 3)
			cx.shareGroup(GroupFont)
		}
		cx.fontSize = cx.cs.Font.SizePx
	}
	for g := GroupFont + 1; g < GroupCount; g++ {
		props := sc.groups[g]
		if len(props) == 0 {
			continue
		}
		if early && g == GroupText {
			setAll(props, 4)
			continue
		}
		if !cx.sharedGroup(g, props) {
			for _, p := range props {
				w := &sc.win[p]
				cx.setWinner(list, p, w.d.value(w.c), w.at, wm, dir)
			}
			cx.shareGroup(g)
		}
	}
}

// sharedGroup is a group that a set of declarations gave, with the flags that they raised.
type sharedGroup struct {
	p              unsafe.Pointer
	fontRel, vpRel bool
}

// sharedGroup looks for a group that the same declarations made on the same base in this pass, and takes it. Its key is left in the
// table for shareGroup.
func (cx *computer) sharedGroup(g GroupID, props []PropertyID) bool {
	sc := &cx.w.cascade
	t := &cx.w.groups
	sc.shareable = false
	cx.savedFont, cx.savedVP = cx.fontRel, cx.vpRel
	cx.contRel = false
	k := append(t.key[:0], uint64(g), uint64(uintptr(cx.cs.Groups.ptr(g))))
	depends, inherits := false, false
	for _, p := range props {
		w := &sc.win[p]
		c := w.c
		switch c.kind {
		case valueVar:
			return false
		case valueWide:
			if c.n >= wideRevert {
				return false
			}
			if !groupInherited[g] && c.n == wideInherit {
				inherits = true
				cx.cs.Flags |= flagInheritsReset
			}
		case valueBox:
			depends = true
		case valueLength:
			if c.unit != css.Px && c.unit != css.UnitPercent && c.unit != css.UnitNumber {
				depends = true
			}
		}
		k = append(k, uint64(p)<<32|uint64(c.kind)<<8|uint64(c.unit), uint64(c.n), uint64(uintptr(unsafe.Pointer(w.d))))
	}
	if depends {
		scheme := uint64(cx.cs.Text.ColorScheme)<<8 | uint64(cx.cs.Text.WritingMode)
		font := cx.cs.Groups.ptr(GroupFont)
		k = append(k, 1, scheme, uint64(uintptr(font)))
		if cx.w.rootFont == nil {
			return false
		}
	}
	if inherits {
		k = append(k, 2, uint64(uintptr(cx.parent.Groups.ptr(g))))
	}
	t.key = k
	sc.shareable = true
	sc.hash = hashWords(k)
	if v, ok := t.lookup(k, sc.hash); ok {
		cx.cs.Groups.setPtr(g, v.p)
		cx.fontRel, cx.vpRel = cx.fontRel || v.fontRel, cx.vpRel || v.vpRel
		return true
	}
	cx.fontRel, cx.vpRel = false, false
	return false
}

// shareGroup puts the group that was just computed into the table.
func (cx *computer) shareGroup(g GroupID) {
	sc := &cx.w.cascade
	if sc.shareable && !cx.contRel {
		cx.w.groups.insert(cx.w.groups.key, sc.hash, sharedGroup{cx.cs.Groups.ptr(g), cx.fontRel, cx.vpRel})
		cx.own[g] = false // from now on it is shared: who writes it takes a copy
	}
	cx.fontRel, cx.vpRel = cx.fontRel || cx.savedFont, cx.vpRel || cx.savedVP
}

// flow finds writing mode and direction before flow-relative properties are mapped.
func (cx *computer) flow(list []applied) (WritingMode, Direction) {
	for i := range list {
		a := &list[i]
		for _, c := range a.decls() {
			if c.prop == PropWritingMode || c.prop == PropDirection {
				cx.setWinner(list, c.prop, a.block.d.value(c), int32(i), 0, 0)
			}
		}
	}
	return cx.cs.Text.WritingMode, cx.cs.Text.Direction
}

// setWinner applies the winning value of a property; at is its row in list.
func (cx *computer) setWinner(list []applied, p PropertyID, v value, at int32, wm WritingMode, dir Direction) {
	for v.kind == valueVar {
		var ok bool
		if v, ok = cx.substituted(p, v.box.(*varValue), list[at].block, wm, dir); !ok {
			v = value{kind: valueWide, n: wideUnset} // invalid at computed-value time
		}
	}
	if v.kind == valueWide && v.n >= wideRevert {
		cx.revert(list, p, v.n, at, wm, dir)
		return
	}
	cx.set(p, v)
}

// revert rolls the cascade back to what wins below the origin or layer of row at.
// https://drafts.csswg.org/css-cascade-5/#default
func (cx *computer) revert(list []applied, p PropertyID, kw wideKeyword, at int32, wm WritingMode, dir Direction) {
	level := list[at].key >> 56
	layer := list[at].layer
	for i := at - 1; i >= 0; i-- {
		a := &list[i]
		l := a.key >> 56
		switch {
		case kw == wideRevert:
			if originOf(l) >= originOf(level) {
				continue
			}
		case l == level && a.layer == layer && l != levelInline && l != levelHints:
			continue
		case l == level && (l == levelInline || l == levelHints):
			continue
		}
		ds := a.decls()
		for j := len(ds) - 1; j >= 0; j-- {
			q := ds[j].prop
			if q == propCustom {
				continue
			}
			if q >= PropertyCount {
				q = q.physical(wm, dir)
			}
			if q == p {
				cx.setWinner(list, p, a.block.d.value(ds[j]), i, wm, dir)
				return
			}
		}
	}
	cx.set(p, value{kind: valueWide, n: wideUnset})
}

// originOf ranks the origins that revert goes through.
func originOf(level uint64) int {
	switch level {
	case levelUA, levelUAImportant:
		return 0
	case levelUser, levelUserImportant:
		return 1
	}
	return 2
}

// set gives a property its computed value.
func (cx *computer) set(p PropertyID, v value) {
	f := &fieldTable[p]
	if v.kind == valueComputed {
		cx.grp(f.group)
		f.ops.copy(cx.cs.Groups.at(p), v.box.(*Computed).Groups.at(p))
		if p == PropFontSize {
			cx.cs.Font.SizeBasis = basisAbsolute
		}
		return
	}
	if v.kind == valueWide {
		inherit := v.n == wideInherit || v.n == wideUnset && propertyTable[p].Inherited
		var from *Groups
		if inherit {
			from = &cx.parent.Groups
			if !propertyTable[p].Inherited {
				cx.cs.Flags |= flagInheritsReset
			}
		} else {
			from = &cx.s.initial.Groups
		}
		if cx.own[f.group] || (*from).ptr(f.group) != cx.cs.Groups.ptr(f.group) {
			cx.grp(f.group)
			f.ops.copy(cx.cs.Groups.at(p), from.at(p))
		}
		if p == PropFontSize {
			cx.grp(GroupFont)
			if inherit {
				cx.cs.Font.SizeBasis = cx.parent.Font.SizeBasis
			} else {
				cx.cs.Font.SizeBasis = 4
				cx.cs.Font.SizePx = cx.keywordSize(3)
			}
		}
		return
	}
	cx.grp(f.group)
	f.ops.compute(cx.cs.Groups.at(p), v, cx, p)
	if p == PropFontSize {
		cx.cs.Font.SizeBasis = sizeBasis(v, cx.parent.Font.SizeBasis)
	}
}

// Bits of FontGroup.SizeBasis: 1 + the keyword that font-size was given as (through inheritance), and whether it comes from an
// absolute length. With them a change to or from monospace alone changes the size, as browsers do.
const (
	basisKeyword  = 15
	basisAbsolute = 16
)

func sizeBasis(v value, parent int32) int32 {
	switch v.kind {
	case valueKeyword:
		if v.n < 8 {
			return int32(v.n) + 1
		}
		return parent & basisAbsolute
	case valueLength:
		if v.unit == css.UnitPercent || v.unit.Relative() {
			return parent & basisAbsolute
		}
	}
	return basisAbsolute
}

// monospaceSize adapts the font size where the family changed to or from monospace alone.
func (cx *computer) monospaceSize(sizeSet, familySet bool) {
	if !familySet {
		return
	}
	f, pf := cx.cs.Font, cx.parent.Font
	mono, was := isMonospaceAlone(f.Families), isMonospaceAlone(pf.Families)
	if mono == was || f.SizeBasis&basisAbsolute != 0 {
		return
	}
	cx.grp(GroupFont)
	f = cx.cs.Font
	if k := f.SizeBasis & basisKeyword; k != 0 {
		f.SizePx = cx.keywordSize(int(k) - 1)
		return
	}
	ratio := cx.s.monoSize / cx.s.defaultSize
	if mono {
		f.SizePx *= ratio
	} else {
		f.SizePx /= ratio
	}
}

// substituted is the value of p after var() and the like are replaced.
func (cx *computer) substituted(p PropertyID, v *varValue, b *block, wm WritingMode, dir Direction) (value, bool) {
	sub := substituter{cx: cx}
	buf, ok := sub.substitute(nil, v.text, 0)
	if sub.usedAttr {
		cx.cs.Flags |= flagUnshared
	}
	if !ok {
		return value{}, false
	}
	text := string(buf)
	vp := css.NewValueParser(text)
	ctx := *v.ctx
	if v.short == 0 {
		return parseProperty(&vp, &ctx, p)
	}
	l, ok := cx.w.expandVar(v, text, &ctx)
	if !ok {
		return value{}, false
	}
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].prop == p || l[i].prop.isLogical() && l[i].prop.physical(wm, dir) == p {
			return l[i].v, true
		}
	}
	return value{}, false
}

// expandVar expands a substituted shorthand; its longhands ask one after another, so the last result is kept.
func (w *worker) expandVar(v *varValue, text string, ctx *parseCtx) ([]longhand, bool) {
	if w.lastVar == v && w.lastText == text {
		return w.lastOut, w.lastOK
	}
	vp := css.NewValueParser(text)
	w.lastVar, w.lastText = v, text
	w.lastOut, w.lastOK = parseShorthand(nil, &vp, ctx, v.short)
	return w.lastOut, w.lastOK
}

// customs computes the custom properties declared on the element.
func (cx *computer) customs(list []applied) {
	memo := &cx.w.customMemo
	if c, ok := memo.find(cx.cs.Custom, list); ok {
		cx.cs.Custom = c
		return
	}
	parent := cx.cs.Custom
	if attr := cx.computeCustoms(list); !attr && len(cx.s.props) == 0 { // registered ones may be relative to the element's font
		memo.keep(parent, list, cx.cs.Custom)
	}
}

// computeCustoms is customs, and reports whether a value came from an attribute.
func (cx *computer) computeCustoms(list []applied) (usedAttr bool) {
	sub := substituter{cx: cx, pending: map[atom.Atom]customDecl{}, cyclic: map[atom.Atom]bool{}, done: map[atom.Atom]string{}, invalid: map[atom.Atom]bool{}}
	var names []atom.Atom
	wide := map[atom.Atom]wideKeyword{}
	at := map[atom.Atom]int{}
	for i := range list {
		a := &list[i]
		if a.block.flags&blockCustom == 0 {
			continue
		}
		for _, c := range a.decls() {
			if c.prop != propCustom {
				continue
			}
			k := a.block.d.customs[c.n]
			if _, had := at[k.name]; !had {
				names = append(names, k.name)
			}
			at[k.name] = i
			if k.wide >= wideKind(wideRevert) {
				if r, ok := revertCustom(list, i, k); ok {
					k = r
				} else {
					k.wide = int8(wideUnset)
				}
			}
			if k.wide >= 0 {
				wide[k.name] = wideKeyword(k.wide)
				delete(sub.pending, k.name)
			} else {
				delete(wide, k.name)
				sub.pending[k.name] = k
			}
		}
	}
	for n, k := range wide {
		if k == wideInherit || k == wideUnset && cx.s.inheritsCustom(n) {
			continue // what the parent has
		}
		if v, ok := cx.s.initialCustom(n); ok {
			sub.done[n] = v
		} else {
			sub.invalid[n] = true
		}
	}
	for _, n := range names {
		if d, ok := sub.pending[n]; ok {
			sub.compute(n, d)
		}
	}
	if sub.usedAttr {
		cx.cs.Flags |= flagUnshared
	}
	out := &CustomProperties{parent: cx.cs.Custom}
	for _, n := range names {
		v, ok := sub.done[n]
		if !ok && !sub.invalid[n] && !sub.cyclic[n] {
			continue
		}
		ok = ok && !sub.cyclic[n]
		if ok {
			v, ok = cx.s.computeCustom(cx, n, v)
		}
		if !ok { // invalid at computed-value time: unset where it is registered, else guaranteed-invalid
			if _, is := cx.s.props[n]; is && cx.s.inheritsCustom(n) && !sub.isWideInitial(wide, n) {
				if iv, has := cx.cs.Custom.Get(n); has {
					v, ok = iv, true
				}
			}
			if !ok {
				v, ok = cx.s.initialCustom(n)
			}
		}
		if had, is := cx.cs.Custom.Get(n); is == ok && had == v {
			continue // as inherited: nothing of its own
		}
		out.add(n, v, !ok)
	}
	if len(out.names) == 0 {
		return sub.usedAttr
	}
	if out.parent != nil {
		out.depth = out.parent.depth + 1
	}
	if out.depth > maxCustomDepth || out.parent != nil && len(out.parent.names) < len(out.names)/2 {
		out.order()
		flat := &CustomProperties{}
		out.each(func(n atom.Atom, v string) bool { flat.add(n, v, false); return true })
		out = flat
	}
	out.order()
	cx.cs.Custom = out
	return sub.usedAttr
}

func (s *substituter) isWideInitial(wide map[atom.Atom]wideKeyword, n atom.Atom) bool {
	k, ok := wide[n]
	return ok && k == wideInitial
}

func wideKind(k wideKeyword) int8 { return int8(k) }

// revertCustom finds what a custom property was below row at.
func revertCustom(list []applied, at int, k customDecl) (customDecl, bool) {
	level, layer := list[at].key>>56, list[at].layer
	for i := at - 1; i >= 0; i-- {
		a := &list[i]
		l := a.key >> 56
		if k.wide == int8(wideRevert) && originOf(l) >= originOf(level) || k.wide == int8(wideRevertLayer) && l == level && a.layer == layer {
			continue
		}
		ds := a.decls()
		for j := len(ds) - 1; j >= 0; j-- {
			if ds[j].prop == propCustom {
				if c := a.block.d.customs[ds[j].n]; c.name == k.name && c.wide < wideKind(wideRevert) {
					return c, true
				}
			}
		}
	}
	return customDecl{}, false
}

// inheritedCustom is the value of a custom property that the element does not declare.
func (cx *computer) inheritedCustom(n atom.Atom) (string, bool) {
	if cx.cs.Custom != nil {
		if v, ok := cx.cs.Custom.Get(n); ok {
			return v, true
		}
	}
	return cx.s.initialCustom(n)
}

// start makes cs a record that inherits from the parent and is initial else.
func (cx *computer) start(s *Styler, w *worker, parent *Computed) {
	*cx = computer{s: s, w: w, parent: parent, images: cx.images[:0]}
	cs := new(Computed)
	cs.Groups = s.initial.Groups
	for g := range GroupCount {
		if groupInherited[g] {
			cs.Groups.setPtr(g, parent.Groups.ptr(g))
		}
	}
	cs.Custom = s.inheritCustoms(parent.Custom)
	cx.cs = cs
	cx.fontSize = cs.Font.SizePx
}

var groupInherited = func() (t [GroupCount]bool) {
	for g := range GroupCount {
		t[g] = propertyTable[groupProps[g][0]].Inherited
	}
	return t
}()

// adjust applies what computed values owe each other, and sets the flags.
func (cx *computer) adjust(root bool, pseudo Pseudo) {
	cs := cx.cs
	s := cx.s
	if pseudo == PseudoNone && cs.Content.Content.None {
		cx.grp(GroupContent)
		cs.Content.Content = ContentList{Normal: true}
	}
	b := cs.Box
	if cs.Content.LineClamp.Set && cs.Content.BoxOrient == WebkitBoxOrientVertical { // -webkit-box with -webkit-line-clamp lays out as a block
		switch b.Display {
		case DisplayFlex:
			cx.setDisplay(DisplayFlowRoot)
		case DisplayInlineFlex:
			cx.setDisplay(DisplayInlineBlock)
		}
		b = cs.Box
	}
	if b.Display != DisplayNone && b.Display != DisplayContents {
		out := b.Position == PositionAbsolute || b.Position == PositionFixed
		if out && b.Float != FloatNone {
			cx.grp(GroupBox)
			b = cs.Box
			b.Float = FloatNone
		}
		item := cx.parent != nil && cx.parent.Flags&flagBlockifies != 0 && pseudo != PseudoMarker && !root
		if out || b.Float != FloatNone || root || item {
			if d := blockify(b.Display); d != b.Display {
				if b.Display <= DisplayInlineTable {
					cs.Flags |= FlagWasInline
				}
				cx.setDisplay(d)
				b = cs.Box
			}
		}
		if item && b.Float != FloatNone {
			cx.grp(GroupBox)
			b = cs.Box
			b.Float = FloatNone
		}
	} else if b.Display == DisplayContents && root {
		cx.setDisplay(DisplayBlock)
		b = cs.Box
	}
	// https://drafts.csswg.org/css-overflow-3/#overflow-properties
	if x, y := b.OverflowX, b.OverflowY; x != y {
		scrolls := func(o Overflow) bool { return o != OverflowVisible && o != OverflowClip }
		fix := func(o Overflow) Overflow {
			switch o {
			case OverflowVisible:
				return OverflowAuto
			case OverflowClip:
				return OverflowHidden
			}
			return o
		}
		if scrolls(x) != scrolls(y) {
			cx.grp(GroupBox)
			b = cs.Box
			b.OverflowX, b.OverflowY = fix(x), fix(y)
		}
	}
	switch cs.Text.TextAlign {
	case TextAlignMatchParent:
		cx.grp(GroupText)
		a := cx.parent.Text.TextAlign
		rtl := cx.parent.Text.Direction == DirectionRtl
		if a == TextAlignStart || a == TextAlignEnd {
			if (a == TextAlignStart) != rtl {
				a = TextAlignLeft
			} else {
				a = TextAlignRight
			}
		}
		cs.Text.TextAlign = a
	case TextAlignInternalCenter: // of th: centred where nothing else was asked for. https://html.spec.whatwg.org/multipage/rendering.html#tables-2
		cx.grp(GroupText)
		cs.Text.TextAlign = TextAlignCenter
		if a := cx.parent.Text.TextAlign; a != TextAlignStart {
			cs.Text.TextAlign = a
		}
	case TextAlignInternalTable: // of table: what aligns blocks too does not go into it
		cx.grp(GroupText)
		cs.Text.TextAlign = cx.parent.Text.TextAlign
		switch cs.Text.TextAlign {
		case TextAlignWebkitLeft, TextAlignWebkitRight, TextAlignWebkitCenter:
			cs.Text.TextAlign = TextAlignStart
		}
	}
	switch b.Display {
	case DisplayFlex, DisplayInlineFlex, DisplayGrid, DisplayInlineGrid:
		cs.Flags |= flagBlockifies
	case DisplayContents:
		if cx.parent != nil {
			cs.Flags |= cx.parent.Flags & flagBlockifies
		}
	}
	e := cs.Effect
	if e != s.initial.Effect {
		transforms := e.Transform != nil || e.Translate.Set || e.Rotate.Set || e.Scale.Set || e.Perspective.Set || e.OffsetPath != "" && e.OffsetPath != "none"
		if transforms {
			cs.Flags |= FlagHasTransform
		}
		if transforms || e.TransformStyle == TransformStylePreserve3d || e.Filter != nil || e.BackdropFilter != nil {
			cs.Flags |= FlagStackingContext | FlagFixedContainer
		}
		if e.Opacity < 1 || e.MixBlendMode != BlendModeNormal || e.Isolation == IsolationIsolate || e.ClipPath.Kind != ShapeNone || hasImage(e.MaskImage) || e.WillChange.StackingContext {
			cs.Flags |= FlagStackingContext
		}
		for _, n := range e.WillChange.Names {
			switch n {
			case "transform", "-webkit-transform", "translate", "rotate", "scale", "perspective", "filter", "backdrop-filter", "transform-style":
				cs.Flags |= FlagFixedContainer
			}
		}
	}
	if c := cs.Content; c != s.initial.Content {
		k := c.Contain
		if k&(ContainStrict|ContainContent|ContainLayout|ContainPaint) != 0 {
			cs.Flags |= FlagStackingContext | FlagFixedContainer
		}
		if c.ContainerType != 0 {
			cs.Flags |= FlagStackingContext
		}
		if c.ContentVisibility != ContentVisibilityVisible {
			cs.Flags |= FlagStackingContext | FlagFixedContainer
		}
	}
	if b.Position == PositionFixed || b.Position == PositionSticky {
		cs.Flags |= FlagStackingContext
	}
	bg := cs.Background
	if bg != s.initial.Background && (bg.Color.Kind != css.ColorAbsolute || bg.Color.Alpha > 0 || hasImage(bg.Image)) {
		cs.Flags |= FlagHasBackground
	}
	if bd := cs.Border; bd != s.initial.Border {
		has := func(st BorderStyle, w float32) bool { return st > BorderStyleHidden && w > 0 }
		if has(bd.TopStyle, bd.TopWidth) || has(bd.RightStyle, bd.RightWidth) || has(bd.BottomStyle, bd.BottomWidth) || has(bd.LeftStyle, bd.LeftWidth) {
			cs.Flags |= FlagHasBorder
		}
	}
	if cx.fontRel {
		cs.Flags |= FlagFontRelative
	}
	if cx.vpRel {
		cs.Flags |= FlagViewportRelative
	}
}

func hasImage(l []Image) bool {
	for i := range l {
		if l[i].Kind != ImageNone {
			return true
		}
	}
	return false
}

func (cx *computer) setDisplay(d Display) {
	cx.grp(GroupBox)
	cx.cs.Box.Display = d
}

// blockify: https://drafts.csswg.org/css-display-3/#blockify
func blockify(d Display) Display {
	switch d {
	case DisplayInline, DisplayInlineBlock, DisplayRubyText, DisplayTableRowGroup, DisplayTableHeaderGroup, DisplayTableFooterGroup,
		DisplayTableRow, DisplayTableCell, DisplayTableColumnGroup, DisplayTableColumn, DisplayTableCaption, DisplayRuby:
		return DisplayBlock
	case DisplayInlineFlex:
		return DisplayFlex
	case DisplayInlineGrid:
		return DisplayGrid
	case DisplayInlineTable:
		return DisplayTable
	case DisplayInlineListItem:
		return DisplayListItem
	}
	return d
}

// Flags of records that only the style pass reads.
const (
	flagInheritsReset ComputedFlags = 1 << (31 - iota) // takes a value of the parent's that is not inherited by itself
	flagUnshared                                       // made for its element alone
	flagBlockifies                                     // its children's boxes are blockified
	flagNoBox                                          // of a pseudo-element that generates nothing
	flagMask          = flagInheritsReset | flagUnshared | flagBlockifies
)

// damageOf compares two records by groups.
func damageOf(a, b *Computed) Damage {
	if a == b {
		return DamageNone
	}
	var d Damage
	for g := range GroupCount {
		p, q := a.Groups.ptr(g), b.Groups.ptr(g)
		if p == q {
			continue
		}
		for k := groupProps[g][0]; k <= groupProps[g][1]; k++ {
			f := &fieldTable[k]
			if !f.ops.equal(unsafe.Add(p, f.off), unsafe.Add(q, f.off)) {
				d |= propertyTable[k].Damage
			}
		}
	}
	if (a.Flags^b.Flags)&(FlagStackingContext|FlagFixedContainer|FlagHasTransform) != 0 {
		d |= DamageRepaint
		if (a.Flags^b.Flags)&FlagFixedContainer != 0 {
			d |= DamageLayout
		}
	}
	return d
}

// groupsEqual compares one group of two records.
func groupsEqual(g GroupID, p, q unsafe.Pointer) bool {
	if p == q {
		return true
	}
	for k := groupProps[g][0]; k <= groupProps[g][1]; k++ {
		f := &fieldTable[k]
		if !f.ops.equal(unsafe.Add(p, f.off), unsafe.Add(q, f.off)) {
			return false
		}
	}
	return true
}
