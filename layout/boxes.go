package layout

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Box generation: from styled nodes of the flat tree to boxes.
// https://drafts.csswg.org/css-display-4/#box-generation

var (
	atomBr, atomWbr, atomImg, atomSVG, atomCanvas   = atom.Static("br"), atom.Static("wbr"), atom.Static("img"), atom.Static("svg"), atom.Static("canvas")
	atomVideo, atomIframe, atomObject, atomEmbed    = atom.Static("video"), atom.Static("iframe"), atom.Static("object"), atom.Static("embed")
	atomInput, atomTextarea, atomSelect, atomButton = atom.Static("input"), atom.Static("textarea"), atom.Static("select"), atom.Static("button")
	atomSlot, atomDetails, atomSummary, atomOpen    = atom.Static("slot"), atom.Static("details"), atom.Static("summary"), atom.Static("open")
	atomFieldset, atomLegend, atomName, atomBody    = atom.Static("fieldset"), atom.Static("legend"), atom.Static("name"), atom.Static("body")
	atomOption, atomOptgroup, atomAlt, atomType     = atom.Static("option"), atom.Static("optgroup"), atom.Static("alt"), atom.Static("type")
	atomSize, atomCols, atomRows, atomMultiple      = atom.Static("size"), atom.Static("cols"), atom.Static("rows"), atom.Static("multiple")
	atomWidth, atomHeight, atomViewBox, atomValue   = atom.Static("width"), atom.Static("height"), atom.Static("viewBox"), atom.Static("value")
	atomMeter, atomProgress, atomLabel, atomOl      = atom.Static("meter"), atom.Static("progress"), atom.Static("label"), atom.Static("ol")
	atomUl                                          = atom.Static("ul")
	atomTitle, atomData, atomParam, atomNoscript    = atom.Static("title"), atom.Static("data"), atom.Static("param"), atom.Static("noscript")
	atomAudio, atomControls, atomSrc, atomHTML      = atom.Static("audio"), atom.Static("controls"), atom.Static("src"), atom.Static("html")
)

// extra is what few boxes have: generated text, images of styles, form controls.
type extra struct {
	text     string // generated text of a KindText box without a node of its own
	url      string // image of content or list-style-image
	control  control
	counters bool            // text depends on counters or quotes
	broken   bool            // the icon of a missing image
	base     *style.Computed // of an element that shows something instead of its image: its record, which the box's may differ from
	fallback fallback
	next     uint32
}

func (t *Tree) newExtra(e extra) uint32 {
	if i := t.freeExtras; i != 0 {
		t.freeExtras = t.extras[i].next
		t.extras[i] = e
		return i
	}
	t.extras = append(t.extras, e)
	return uint32(len(t.extras) - 1)
}

func (t *Tree) freeExtra(i uint32) {
	t.extras[i] = extra{next: t.freeExtras}
	t.freeExtras = i
}

// GeneratedText is the text of a KindText box that no Text node stands behind.
func (t *Tree) GeneratedText(b BoxID) string { return t.extras[t.links[b].extra].text }

// GeneratedImage is the URL of the image that a KindReplaced box of generated content shows, "" else.
func (t *Tree) GeneratedImage(b BoxID) string { return t.extras[t.links[b].extra].url }

// textOf is the text of a KindText box.
func (t *Tree) textOf(b BoxID) string {
	l := &t.links[b]
	if l.extra != 0 {
		return t.extras[l.extra].text
	}
	return t.doc.Data(l.node)
}

// buildAll makes the boxes of the whole document.
func (t *Tree) buildAll() {
	had := t.live
	t.reset()
	if n := t.doc.Rows(); len(t.byNode) < n {
		t.byNode = append(t.byNode, make([]BoxID, n-len(t.byNode))...)
	}
	if had == 0 {
		t.reserve(t.doc.Live())
	} else { // about as many as before; a store may have many nodes that are not in the document
		t.reserve(had + had/8)
	}
	root := t.doc.DocumentElement()
	l := &t.links[t.root]
	t.recs[t.root] = t.styles.Initial()
	if root == 0 {
		return
	}
	st := t.styles.Style(root)
	if st == nil {
		return
	}
	if st.Text.Direction == style.DirectionRtl {
		l.flags |= FlagRTL
	}
	t.buildElement(t.root, root, st)
	t.registerAbsolutes()
	t.resolveCounters()
	t.inlines.reserve(t.textBytes, t.live)
}

// reserve makes room for n boxes, so that columns do not grow bit by bit.
func (t *Tree) reserve(n int) {
	t.links, t.geo, t.saved, t.recs = room(t.links, n), room(t.geo, n), room(t.saved, n), room(t.recs, n)
}

// reserve makes room for the contexts of a document of so many bytes of text and boxes.
func (s *inlineStore) reserve(text, boxes int) {
	s.text, s.brk, s.glyph = room(s.text, text+boxes), room(s.brk, text+boxes), room(s.glyph, text)
	s.items, s.frags, s.runs = room(s.items, boxes+boxes/4), room(s.frags, boxes+boxes/4), room(s.runs, boxes)
	s.lines = room(s.lines, text/64+boxes/4)
}

func room[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	if cap(s) > 0 { // what grew grows on
		n += n / 4
	}
	return append(make([]T, 0, n), s...)
}

// flatFirst is the first child of n in the flat tree; flatNext its next sibling within parent.
// https://drafts.csswg.org/css-scoping-1/#flattening
func (t *Tree) flatFirst(n dom.NodeID) dom.NodeID {
	d := t.doc
	f := d.Flags(n)
	if f&dom.HasShadow != 0 {
		return d.FirstChild(d.ShadowRoot(n))
	}
	if f&dom.InShadow != 0 && d.IsHTMLElement(n, atomSlot) {
		if c := d.FirstAssigned(n); c != 0 {
			return c
		}
	}
	return d.FirstChild(n)
}

func (t *Tree) flatNext(parent, c dom.NodeID) dom.NodeID {
	if t.doc.Parent(c) != parent && t.doc.Flags(parent)&dom.InShadow != 0 && t.doc.IsHTMLElement(parent, atomSlot) {
		return t.doc.NextAssigned(c)
	}
	return t.doc.Next(c)
}

// flatParent is the parent element of n in the flat tree, 0 of the document element.
func (t *Tree) flatParent(n dom.NodeID) dom.NodeID {
	d := t.doc
	p := d.Parent(n)
	if p == 0 {
		return 0
	}
	switch d.Kind(p) {
	case dom.KindShadowRoot:
		return d.Host(p)
	case dom.KindDocument:
		return 0
	case dom.KindElement:
		if d.Flags(p)&dom.HasShadow != 0 {
			return d.AssignedSlot(n)
		}
	}
	return p
}

// kindOf is the kind that a display makes, and whether the box is inline-level.
func kindOf(d style.Display) (k Kind, inline bool) {
	switch d {
	case style.DisplayInline, style.DisplayRuby, style.DisplayRubyText, style.DisplayInlineListItem:
		return KindInline, true
	case style.DisplayInlineBlock, style.DisplayMath:
		return KindBlock, true
	case style.DisplayFlex:
		return KindFlex, false
	case style.DisplayInlineFlex:
		return KindFlex, true
	case style.DisplayGrid:
		return KindGrid, false
	case style.DisplayInlineGrid:
		return KindGrid, true
	case style.DisplayTable:
		return KindTable, false
	case style.DisplayInlineTable:
		return KindTable, true
	case style.DisplayTableRowGroup, style.DisplayTableHeaderGroup, style.DisplayTableFooterGroup:
		return KindTableRowGroup, false
	case style.DisplayTableRow:
		return KindTableRow, false
	case style.DisplayTableCell:
		return KindTableCell, false
	case style.DisplayTableColumnGroup:
		return KindTableColumnGroup, false
	case style.DisplayTableColumn:
		return KindTableColumn, false
	case style.DisplayTableCaption:
		return KindTableCaption, false
	}
	return KindBlock, false
}

// makeBox makes the principal box of an element or pseudo-element as a child of p, without children.
func (t *Tree) makeBox(p BoxID, n dom.NodeID, pseudo style.Pseudo, st *style.Computed) BoxID {
	bx := st.Box
	k, inline := kindOf(bx.Display)
	var f Flags
	pk := t.links[p].kind
	item := pk == KindFlex || pk == KindGrid
	abs := bx.Position == style.PositionAbsolute || bx.Position == style.PositionFixed
	fl := style.Float(bx.Float)
	if abs || item || p == t.root {
		fl = style.FloatNone
	}
	if abs || fl != style.FloatNone || item || p == t.root {
		if inline || k == KindTableCell || k == KindTableRow || k == KindTableRowGroup || k == KindTableCaption || k == KindTableColumn || k == KindTableColumnGroup {
			if inline && k != KindInline {
				inline = false
			} else {
				k, inline = KindBlock, false
			}
		}
		f |= FlagFormatting
	}
	if item && !abs {
		f |= FlagItem
	}
	switch {
	case abs:
		f |= FlagAbsolute | FlagAbsContainer
		if bx.Position == style.PositionFixed {
			f |= FlagFixed
		}
	case fl != style.FloatNone:
		f |= FlagFloat
	}
	if bx.Position == style.PositionRelative || bx.Position == style.PositionSticky {
		f |= FlagRelative | FlagAbsContainer
		if bx.Position == style.PositionSticky {
			f |= FlagSticky
		}
	}
	if inline {
		f |= FlagInlineLevel
	}
	if k != KindInline && st.Flags&style.FlagFixedContainer != 0 {
		f |= FlagAbsContainer | FlagFixedContainer
	}
	if st.Text.Direction == style.DirectionRtl {
		f |= FlagRTL
	}
	if pseudo != 0 {
		f |= FlagGenerated
	}
	if p == t.root {
		f |= FlagRootElement | FlagFormatting
	} else if pseudo == 0 && t.links[p].flags&FlagRootElement != 0 && n == t.doc.Body() {
		f |= FlagBody
	}
	switch k {
	case KindBlock:
		if inline || bx.Display == style.DisplayFlowRoot || st.Column.Count.Set || st.Column.Width.Set || alignsBlock(st.Flex.AlignContent) ||
			st.Content.Contain&containsLayout != 0 || st.Content.ContainerType != 0 || st.Content.ContentVisibility != style.ContentVisibilityVisible {
			f |= FlagFormatting
		}
		if bx.Display == style.DisplayListItem {
			f |= FlagListItem
		}
		t.clamps = t.clamps || st.Content.LineClamp.Set
	case KindInline:
	default:
		f |= FlagFormatting
	}
	if ctl := t.controlOf(n, pseudo); ctl != controlNone {
		if k == KindInline {
			k, f = KindBlock, f|FlagFormatting|FlagInlineLevel
		}
		if ctl == controlText || ctl == controlArea {
			f |= FlagScroller
		}
		b := t.finishBox(p, n, pseudo, st, k, f|FlagReplaced|FlagFormatting)
		t.links[b].extra = t.newExtra(extra{control: ctl})
		return b
	}
	if pseudo == 0 && n != 0 {
		if t.isReplaced(n) {
			return t.finishBox(p, n, pseudo, st, KindReplaced, f|FlagReplaced|FlagFormatting)
		}
		if t.isFallback(n) {
			if k == KindInline {
				f |= FlagInlineLevel
			}
			fb := t.fallbackOf(n, st)
			b := t.finishBox(p, n, pseudo, t.fallbackStyle(st, &fb), KindBlock, f|FlagFormatting)
			t.links[b].extra = t.newExtra(extra{base: st, fallback: fb})
			return b
		}
	}
	if k != KindInline && k != KindTableRow && k != KindTableRowGroup && k != KindTable {
		ox, oy := t.usedOverflow(n, pseudo, st)
		if ox != style.OverflowVisible && ox != style.OverflowClip || oy != style.OverflowVisible && oy != style.OverflowClip {
			f |= FlagScroller | FlagFormatting
		}
	}
	if k == KindBlock && pseudo == 0 && t.doc.IsHTMLElement(n, atomFieldset) {
		k, f = KindFieldset, f|FlagFormatting
	}
	if pseudo == 0 && t.doc.IsHTMLElement(n, atomFrameset) {
		k, f = KindFrameset, (f|FlagFormatting)&^FlagScroller
	}
	return t.finishBox(p, n, pseudo, st, k, f)
}

func (t *Tree) finishBox(p BoxID, n dom.NodeID, pseudo style.Pseudo, st *style.Computed, k Kind, f Flags) BoxID {
	b := t.newBox(k, f)
	l := &t.links[b]
	l.node, l.pseudo = n, pseudo
	t.recs[b] = st
	t.append(p, b)
	if pseudo == 0 {
		t.byNode[n] = b
	}
	if f&FlagAbsolute != 0 {
		t.newAbs = append(t.newAbs, b)
	}
	return b
}

// usedOverflow is overflow-x and -y as they apply to the box: those of the root element and body go to the viewport.
// https://drafts.csswg.org/css-overflow-3/#overflow-propagation
func (t *Tree) usedOverflow(n dom.NodeID, pseudo style.Pseudo, st *style.Computed) (x, y style.Overflow) {
	if pseudo == 0 && n == t.viewportOverflowFrom() {
		return style.OverflowVisible, style.OverflowVisible
	}
	return st.Box.OverflowX, st.Box.OverflowY
}

// viewportOverflowFrom is the element whose overflow applies to the viewport.
func (t *Tree) viewportOverflowFrom() dom.NodeID {
	root := t.doc.DocumentElement()
	if root == 0 {
		return 0
	}
	st := t.styles.Style(root)
	if st == nil || st.Box.OverflowX != style.OverflowVisible || st.Box.OverflowY != style.OverflowVisible {
		return root
	}
	if body := t.doc.Body(); body != 0 {
		if bs := t.styles.Style(body); bs != nil && bs.Box.Display != style.DisplayNone {
			return body
		}
	}
	return root
}

// buildElement makes the boxes of an element in box p: none, its children's, or its principal box with all inside.
func (t *Tree) buildElement(p BoxID, n dom.NodeID, st *style.Computed) {
	d := t.doc
	switch st.Box.Display {
	case style.DisplayNone:
		return
	case style.DisplayContents:
		if !t.isReplaced(n) && !t.isFallback(n) && t.controlOf(n, 0) == controlNone {
			t.buildContents(p, n, st)
		}
		return
	}
	if nm := d.ElementName(n); nm.NS == dom.SVG && nm.Local != atomSVG {
		return // shapes are parts of a picture
	}
	if t.links[p].depth+1 >= MaxDepth || d.IsHTMLElement(n, atomNoscript) && t.styles.Scripting() ||
		d.IsHTMLElement(n, atomEmbed) && !d.HasAttr(n, atomSrc) && !d.HasAttr(n, atomType) {
		return
	}
	onLine := p != t.root // a root element is on none
	if onLine && d.IsHTMLElement(n, atomBr) {
		b := t.newBox(KindBreak, FlagInlineLevel)
		t.links[b].node, t.recs[b] = n, st
		t.append(p, b)
		t.byNode[n] = b
		return
	}
	if onLine && d.IsHTMLElement(n, atomWbr) {
		b := t.newBox(KindWordBreak, FlagInlineLevel)
		t.links[b].node, t.recs[b] = n, st
		t.append(p, b)
		t.byNode[n] = b
		return
	}
	b := t.makeBox(p, n, 0, st)
	l := &t.links[b]
	if l.kind == KindReplaced {
		return
	}
	if l.kind == KindFrameset {
		t.buildFrames(b, n)
		return
	}
	if l.extra != 0 {
		if x := &t.extras[l.extra]; x.base != nil {
			fb := x.fallback
			t.buildFallback(b, n, st, &fb)
			return
		}
		t.buildControl(b, n, st)
		return
	}
	t.buildInside(b, n, st)
}

// buildInside makes the children of the principal box of n.
func (t *Tree) buildInside(b BoxID, n dom.NodeID, st *style.Computed) {
	if t.links[b].flags&FlagListItem != 0 {
		t.buildMarker(b, n, st)
	}
	t.buildContents(b, n, st)
	t.arrange(b)
}

// buildContents makes the boxes of ::before, the children, and ::after of n in box p.
func (t *Tree) buildContents(p BoxID, n dom.NodeID, st *style.Computed) {
	d := t.doc
	t.buildPseudo(p, n, style.PseudoBefore)
	if d.IsHTMLElement(n, atomDetails) && !d.HasAttr(n, atomOpen) {
		for c := t.flatFirst(n); c != 0; c = t.flatNext(n, c) {
			if d.IsHTMLElement(c, atomSummary) {
				t.buildNode(p, c, st)
				break
			}
		}
	} else {
		for c := t.flatFirst(n); c != 0; c = t.flatNext(n, c) {
			t.buildNode(p, c, st)
		}
	}
	t.buildPseudo(p, n, style.PseudoAfter)
}

// buildNode makes the boxes of a child of an element whose style is st.
func (t *Tree) buildNode(p BoxID, c dom.NodeID, st *style.Computed) {
	t.opt.Stop.Poll()
	switch t.doc.Kind(c) {
	case dom.KindElement:
		if cs := t.styles.Style(c); cs != nil {
			t.buildElement(p, c, cs)
		}
	case dom.KindText, dom.KindCDATA:
		t.buildText(p, c, st)
	}
}

// buildText makes the box of a Text node, unless it is white space that nothing can show.
func (t *Tree) buildText(p BoxID, n dom.NodeID, st *style.Computed) {
	data := t.doc.Data(n)
	if data == "" {
		return
	}
	pk := t.links[p].kind
	if isSpaces(data) && collapsible(data, st) {
		switch pk {
		case KindFlex, KindGrid, KindTable, KindTableRowGroup, KindTableRow:
			if l := t.links[p].last; l == 0 || t.links[l].kind != KindText {
				return
			}
		case KindInline:
		default:
			// After a block, or at the start of a block container, the space begins a line or stands between blocks.
			l := t.links[p].last
			if l == 0 || t.links[l].flags&(FlagInlineLevel|FlagFloat|FlagAbsolute) == 0 {
				return
			}
		}
	}
	b := t.newBox(KindText, FlagInlineLevel)
	t.textBytes += len(data)
	t.links[b].node, t.recs[b] = n, st
	t.append(p, b)
	t.byNode[n] = b
}

// addText makes a box of generated text.
func (t *Tree) addText(p BoxID, pseudo style.Pseudo, n dom.NodeID, st *style.Computed, s string) BoxID {
	b := t.newBox(KindText, FlagInlineLevel|FlagAnonymous|FlagGenerated)
	x := t.newExtra(extra{text: s})
	l := &t.links[b]
	l.pseudo, l.extra, l.node = pseudo, x, n
	t.recs[b] = st
	t.append(p, b)
	return b
}

func isSpaces(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '\r', '\f':
		default:
			return false
		}
	}
	return true
}

// collapsible reports whether white space s goes where it begins or ends a line.
func collapsible(s string, st *style.Computed) bool {
	switch st.Text.WhiteSpaceCollapse {
	case style.WhiteSpaceCollapseCollapse:
		return true
	case style.WhiteSpaceCollapsePreserveBreaks:
		for i := 0; i < len(s); i++ {
			if s[i] == '\n' {
				return false
			}
		}
		return true
	}
	return false
}

// buildPseudo makes the boxes of ::before or ::after.
func (t *Tree) buildPseudo(p BoxID, n dom.NodeID, ps style.Pseudo) {
	st := t.styles.Pseudo(n, ps)
	if st == nil || st.Box.Display == style.DisplayNone {
		return
	}
	c := &st.Content.Content
	if c.None || c.Normal || t.links[p].depth+2 >= MaxDepth {
		return
	}
	if st.Box.Display == style.DisplayContents {
		t.addContent(p, n, ps, st, c.Items)
		return
	}
	b := t.makeBox(p, n, ps, st)
	if t.links[b].flags&FlagListItem != 0 {
		t.buildMarker(b, n, st)
	}
	t.addContent(b, n, ps, st, c.Items)
	t.arrange(b)
}

// addContent makes the boxes of the items of a content property. Runs of strings become one text.
func (t *Tree) addContent(p BoxID, n dom.NodeID, ps style.Pseudo, st *style.Computed, items []style.ContentItem) {
	for i := 0; i < len(items); i++ {
		if items[i].Kind == style.ContentImage {
			if items[i].Image == nil {
				continue
			}
			b := t.newBox(KindReplaced, FlagInlineLevel|FlagReplaced|FlagFormatting|FlagAnonymous|FlagGenerated)
			x := t.newExtra(extra{url: items[i].Image.URL})
			l := &t.links[b]
			l.node, l.pseudo, l.extra = n, ps, x
			t.recs[b] = t.styles.Anonymous(st, style.DisplayInline)
			t.append(p, b)
			continue
		}
		var s strings.Builder
		counters := false
		for ; i < len(items) && items[i].Kind != style.ContentImage; i++ {
			if k := items[i].Kind; k == style.ContentString || k == style.ContentAttr {
				s.WriteString(items[i].Text)
			} else {
				counters = true
			}
		}
		i--
		if s.Len() == 0 && !counters {
			continue
		}
		b := t.addText(p, ps, n, st, s.String())
		if counters {
			t.extras[t.links[b].extra].counters = true
			t.counted++
		}
	}
}

// arrange makes the children of b fit its kind: it wraps what does not in anonymous boxes, and decides whether b
// has an inline formatting context.
func (t *Tree) arrange(b BoxID) {
	l := &t.links[b]
	switch l.kind {
	case KindTable:
		t.wrapTableParts(b, func(k Kind) bool { return k == KindTableCell || k == KindText || !tablePart(k) }, KindTableRow, style.DisplayTableRow)
		t.wrapTableParts(b, func(k Kind) bool { return k == KindTableRow }, KindTableRowGroup, style.DisplayTableRowGroup)
		return
	case KindTableRowGroup:
		t.wrapTableParts(b, func(k Kind) bool { return k != KindTableRow }, KindTableRow, style.DisplayTableRow)
		return
	case KindTableRow:
		t.wrapTableParts(b, func(k Kind) bool { return k != KindTableCell }, KindTableCell, style.DisplayTableCell)
		return
	case KindTableColumnGroup, KindTableColumn:
		for c := l.first; c != 0; {
			next := t.links[c].next
			if t.links[c].kind != KindTableColumn {
				t.remove(c)
			}
			c = next
		}
		return
	}
	// Parts of tables outside one. https://drafts.csswg.org/css-tables-3/#fixup-algorithm
	for c := l.first; c != 0; c = t.links[c].next {
		if tablePart(t.links[c].kind) && t.links[c].flags&(FlagAbsolute|FlagFloat) == 0 {
			t.wrapTableParts(b, tablePart, KindTable, style.DisplayTable)
			break
		}
	}
	switch l = &t.links[b]; l.kind {
	case KindFlex, KindGrid:
		t.wrapInlineRuns(b, FlagItem|FlagFormatting)
		return
	case KindInline:
		for c := l.first; c != 0; c = t.links[c].next {
			cl := &t.links[c]
			if cl.flags&(FlagInlineLevel|FlagFloat|FlagAbsolute) == 0 && cl.kind != KindMarker || cl.kind == KindInline && cl.flags&FlagBlockInside != 0 {
				t.links[b].flags |= FlagBlockInside
				break
			}
		}
		return
	}
	blocks, inlines := false, false
	for c := l.first; c != 0; c = t.links[c].next {
		cl := &t.links[c]
		switch {
		case cl.flags&(FlagFloat|FlagAbsolute) != 0 || cl.kind == KindMarker:
		case cl.flags&FlagInlineLevel == 0:
			blocks = true
		case !t.isCollapsibleSpace(c):
			inlines = true
		}
	}
	switch {
	case inlines && !blocks:
		t.links[b].flags |= FlagInlineContext
	case inlines || t.links[b].first != 0:
		t.wrapInlineRuns(b, 0)
	}
}

// containsLayout are the values of contain that make an independent formatting context. https://drafts.csswg.org/css-contain-2/
const (
	containsLayout   = style.ContainStrict | style.ContainContent | style.ContainLayout | style.ContainPaint
	containsBaseline = style.ContainStrict | style.ContainContent | style.ContainLayout
)

// containsSize reports size containment. https://drafts.csswg.org/css-contain-2/#containment-size
func containsSize(g *style.ContentGroup) bool {
	return g.Contain&(style.ContainStrict|style.ContainSize) != 0 || g.ContainerType&style.ContainerSize != 0
}

// containedHeight is the height that the content of a box with size containment counts for.
func containedHeight(g *style.ContentGroup) (h geom.Unit, ok bool) {
	if !containsSize(g) {
		return 0, false
	}
	if v := g.ContainIntrinsicHeight; v.Set {
		h = geom.FromPx(v.Px)
	}
	return h, true
}

// containedWidth is the width that the content of a box with inline-size containment counts for.
func containedWidth(g *style.ContentGroup) (w geom.Unit, ok bool) {
	if !containsSize(g) && g.Contain&style.ContainInlineSize == 0 && g.ContainerType&style.ContainerInlineSize == 0 {
		return 0, false
	}
	if v := g.ContainIntrinsicWidth; v.Set {
		w = geom.FromPx(v.Px)
	}
	return w, true
}

func tablePart(k Kind) bool { return k >= KindTableRowGroup && k <= KindTableColumn }

func (t *Tree) isCollapsibleSpace(b BoxID) bool {
	if t.links[b].kind != KindText {
		return false
	}
	s := t.textOf(b)
	return isSpaces(s) && collapsible(s, t.Style(b))
}

// wrapInlineRuns puts each run of inline-level children of b in an anonymous block, and removes runs of white space.
// In a block container floats and absolutely positioned boxes beside inline content are part of its run.
func (t *Tree) wrapInlineRuns(b BoxID, flags Flags) {
	for c := t.links[b].first; c != 0; {
		if f := t.links[c].flags; f&FlagInlineLevel == 0 && (flags&FlagItem != 0 || f&(FlagFloat|FlagAbsolute) == 0) {
			c = t.links[c].next
			continue
		}
		end, seen := c, false
		for x := c; x != 0; x = t.links[x].next {
			f := t.links[x].flags
			if f&FlagInlineLevel == 0 && (flags&FlagItem != 0 || f&(FlagFloat|FlagAbsolute) == 0) {
				break
			}
			end = x
			seen = seen || f&FlagInlineLevel != 0 && !t.isCollapsibleSpace(x)
		}
		after := t.links[end].next
		if !seen {
			for x := c; x != after; {
				next := t.links[x].next
				if t.links[x].flags&FlagInlineLevel != 0 {
					t.remove(x)
				}
				x = next
			}
		} else {
			w := t.anonymous(b, c, KindBlock, style.DisplayBlock, flags|FlagInlineContext)
			t.moveRange(w, c, after)
		}
		c = after
	}
}

// anonymous makes an anonymous box in b before next.
func (t *Tree) anonymous(b, next BoxID, k Kind, d style.Display, f Flags) BoxID {
	w := t.newBox(k, f|FlagAnonymous|t.links[b].flags&FlagRTL)
	st := t.styles.Anonymous(t.Style(b), d)
	t.recs[w] = st
	t.insert(b, w, next)
	return w
}

// moveRange makes the siblings from c up to end (excluded) children of w.
func (t *Tree) moveRange(w, c, end BoxID) {
	for c != end {
		next := t.links[c].next
		t.unlink(c)
		t.append(w, c)
		c = next
	}
	// Depths below c are one short; they only serve as a bound.
}

// wrapTableParts puts each run of children of b for which in holds in an anonymous box of kind k. Runs of white space are removed.
func (t *Tree) wrapTableParts(b BoxID, in func(Kind) bool, k Kind, d style.Display) {
	for c := t.links[b].first; c != 0; {
		if !in(t.links[c].kind) || t.links[c].flags&FlagAbsolute != 0 {
			c = t.links[c].next
			continue
		}
		end, seen := c, false
		for x := c; x != 0; x = t.links[x].next {
			space := t.isCollapsibleSpace(x)
			if !space && !in(t.links[x].kind) {
				break
			}
			if !space {
				end, seen = x, true
			}
		}
		after := t.links[end].next
		if !seen {
			t.remove(c)
		} else {
			f := Flags(0)
			switch k {
			case KindTable:
				f |= FlagFormatting
				if t.links[b].kind == KindInline || t.inlineAround(c, end) {
					d, f = style.DisplayInlineTable, f|FlagInlineLevel
				}
			case KindTableCell:
				f |= FlagFormatting
			}
			w := t.anonymous(b, c, k, d, f)
			t.moveRange(w, c, after)
			t.arrange(w)
		}
		c = after
	}
}

// inlineAround reports whether inline-level content other than white space stands beside the siblings c to end.
func (t *Tree) inlineAround(c, end BoxID) bool {
	if p := t.links[c].prev; p != 0 && t.links[p].flags&FlagInlineLevel != 0 && !t.isCollapsibleSpace(p) {
		return true
	}
	n := t.links[end].next
	return n != 0 && t.links[n].flags&FlagInlineLevel != 0 && !t.isCollapsibleSpace(n)
}

// buildMarker makes the marker of a list item. https://drafts.csswg.org/css-lists-3/#markers
func (t *Tree) buildMarker(b BoxID, n dom.NodeID, st *style.Computed) {
	tx := st.Text
	ms := t.styles.Pseudo(n, style.PseudoMarker)
	if ms == nil {
		ms = t.styles.Anonymous(st, style.DisplayInlineBlock)
	}
	content := &ms.Content.Content
	given := !content.Normal && !content.None && len(content.Items) > 0
	image := st.UI.ListStyleImage.Kind == style.ImageURL
	if content.None || !given && !image && tx.ListStyleType.None {
		return
	}
	var m BoxID
	if tx.ListStylePosition == style.ListStylePositionInside {
		m = t.newBox(KindInline, FlagInlineLevel|FlagAnonymous|FlagGenerated)
	} else {
		m = t.newBox(KindMarker, FlagInlineContext|FlagFormatting|FlagAnonymous|FlagGenerated)
	}
	l := &t.links[m]
	l.node, l.pseudo = n, style.PseudoMarker
	t.recs[m] = ms
	l.flags |= t.links[b].flags & FlagRTL
	t.append(b, m)
	switch {
	case given:
		t.addContent(m, n, style.PseudoMarker, ms, content.Items)
	case image:
		w, h, ok := float32(0), float32(0), false
		if t.opt.Host != nil {
			w, h, ok = t.opt.Host.ImageSize(st.UI.ListStyleImage.URL)
		}
		if ok && w > 0 && h > 0 {
			i := t.newBox(KindReplaced, FlagInlineLevel|FlagReplaced|FlagFormatting|FlagAnonymous|FlagGenerated)
			x := t.newExtra(extra{url: st.UI.ListStyleImage.URL})
			t.links[i].extra, t.links[i].node = x, n
			t.recs[i] = t.styles.Anonymous(ms, style.DisplayInline)
			t.append(m, i)
			break
		}
		fallthrough
	default:
		if tx.ListStyleType.None {
			break
		}
		c := t.addText(m, style.PseudoMarker, n, ms, "")
		x := &t.extras[t.links[c].extra]
		if s, ok := symbolMarker(&tx.ListStyleType); ok {
			x.text = s
		} else {
			x.counters = true
			t.counted++
		}
	}
}
