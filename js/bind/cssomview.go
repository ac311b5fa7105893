package bind

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// https://drafts.csswg.org/cssom-view/

// laidOut is the window of the node with its layout up to date; nil for nodes that are not shown.
func (n Node) laidOut() *Window {
	w := n.w.World.WindowOf(n.ID)
	if w == nil || w.closed || !n.store().IsConnected(n.ID) {
		return nil
	}
	w.Host.UpdateLayout(w)
	return w
}

func rectObject(r geom.RectF) *DOMRect {
	return newDOMRect(float64(r.X), float64(r.Y), float64(r.W), float64(r.H))
}

// GetBoundingClientRect is Element.getBoundingClientRect.
func (e Element) GetBoundingClientRect() *DOMRect {
	if w := Node(e).laidOut(); w != nil {
		if r, ok := w.layout.BoundingClientRect(e.ID); ok {
			return rectObject(r)
		}
	}
	return newDOMRect(0, 0, 0, 0)
}

// GetClientRects is Element.getClientRects.
func (e Element) GetClientRects() *DOMRectList {
	var l DOMRectList
	if w := Node(e).laidOut(); w != nil {
		for _, r := range w.layout.ClientRects(nil, e.ID) {
			l.rects = append(l.rects, rectObject(r))
		}
	}
	return &l
}

func round(f float32) int32 { return int32(math.Floor(float64(f) + 0.5)) }

func (e Element) client() (r geom.RectF) {
	if w := Node(e).laidOut(); w != nil {
		r = w.layout.ClientRect(e.ID)
	}
	return r
}

// ClientTop is Element.clientTop.
func (e Element) ClientTop() int32 { return round(e.client().Y) }

// ClientLeft is Element.clientLeft.
func (e Element) ClientLeft() int32 { return round(e.client().X) }

// ClientWidth is Element.clientWidth.
func (e Element) ClientWidth() int32 { return round(e.client().W) }

// ClientHeight is Element.clientHeight.
func (e Element) ClientHeight() int32 { return round(e.client().H) }

// ScrollWidth is Element.scrollWidth.
func (e Element) ScrollWidth() int32 {
	if w := Node(e).laidOut(); w != nil {
		x, _ := w.layout.ScrollSize(e.ID)
		return round(x)
	}
	return 0
}

// ScrollHeight is Element.scrollHeight.
func (e Element) ScrollHeight() int32 {
	if w := Node(e).laidOut(); w != nil {
		_, y := w.layout.ScrollSize(e.ID)
		return round(y)
	}
	return 0
}

// scroller is the window and the box that scrolling the element scrolls.
func (e Element) scroller() (*Window, layout.BoxID) {
	w := Node(e).laidOut()
	if w == nil {
		return nil, 0
	}
	if w.Doc.Mode == dom.Quirks && e.ID == w.Doc.Body() || e.ID == w.Doc.DocumentElement() && w.Doc.Mode != dom.Quirks {
		return w, w.layout.Root()
	}
	return w, w.layout.ScrollBox(e.ID)
}

func (e Element) scroll() (x, y float64) {
	w, b := e.scroller()
	if b == 0 {
		return 0, 0
	}
	s := w.layout.Scroll(b)
	return float64(s.X.Px()), float64(s.Y.Px())
}

func (e Element) setScroll(x, y float64) {
	w, b := e.scroller()
	if b == 0 {
		return
	}
	if w.layout.SetScroll(b, geom.Point{X: geom.FromPx(float32(x)), Y: geom.FromPx(float32(y))}) {
		el := e.ID
		if b == w.layout.Root() {
			el = w.Doc.DocumentElement()
		}
		w.ScrolledElement(el)
		w.Host.Scrolled(w, el)
	}
}

// ScrollTop is Element.scrollTop.
func (e Element) ScrollTop() float64 { _, y := e.scroll(); return y }

// ScrollLeft is Element.scrollLeft.
func (e Element) ScrollLeft() float64 { x, _ := e.scroll(); return x }

// SetScrollTop sets Element.scrollTop.
func (e Element) SetScrollTop(v float64) { x, _ := e.scroll(); e.setScroll(x, number(Some(v), 0)) }

// SetScrollLeft sets Element.scrollLeft.
func (e Element) SetScrollLeft(v float64) { _, y := e.scroll(); e.setScroll(number(Some(v), 0), y) }

// ScrollTo is Element.scrollTo, and Element.scroll.
func (e Element) ScrollTo(c *js.Call, o ScrollToOptions) js.Value {
	x, y := e.scroll()
	e.setScroll(number(o.Left, x), number(o.Top, y))
	return resolved(c)
}

// ScrollToXY is Element.scrollTo with numbers.
func (e Element) ScrollToXY(c *js.Call, x, y float64) js.Value { return e.ScrollTo(c, scrollXY(x, y)) }

// ScrollBy is Element.scrollBy.
func (e Element) ScrollBy(c *js.Call, o ScrollToOptions) js.Value {
	x, y := e.scroll()
	e.setScroll(x+number(o.Left, 0), y+number(o.Top, 0))
	return resolved(c)
}

// ScrollByXY is Element.scrollBy with numbers.
func (e Element) ScrollByXY(c *js.Call, x, y float64) js.Value { return e.ScrollBy(c, scrollXY(x, y)) }

// ScrollIntoView is Element.scrollIntoView.
func (e Element) ScrollIntoView(c *js.Call) js.Value {
	block, inline := "start", "nearest"
	if a := c.Arg(0); a.IsObject() {
		o := readScrollIntoViewOptions(&c.Conv, a)
		block, inline = o.Block, o.Inline
	} else if !a.IsUndefined() && !a.Truthy() {
		block = "end"
	}
	if c.Failed() {
		return js.Undefined
	}
	if w := Node(e).laidOut(); w != nil {
		w.scrollIntoView(e.ID, block, inline)
	}
	return resolved(c)
}

// ScrollIntoView scrolls an element into view, as little as is needed.
func (w *Window) ScrollIntoView(el dom.NodeID) {
	w.Host.UpdateLayout(w)
	w.scrollIntoView(el, "nearest", "nearest")
}

// scrollIntoView scrolls every scroll container around an element.
func (w *Window) scrollIntoView(el dom.NodeID, block, inline string) {
	w.reveal(w.Doc.FlatParent(el), block, inline, func() (geom.RectF, bool) { return w.layout.BoundingClientRect(el) })
}

// reveal scrolls the scroll containers from n outwards to a target in them, a rectangle of the viewport.
// https://drafts.csswg.org/cssom-view/#scroll-a-target-into-view
func (w *Window) reveal(n dom.NodeID, block, inline string, target func() (geom.RectF, bool)) {
	for ; ; n = w.Doc.FlatParent(n) {
		root := n == 0 || n == w.Doc.Node
		b := w.layout.Root()
		view := geom.RectF{W: float32(w.opt.Width), H: float32(w.opt.Height)}
		if !root {
			if b = w.layout.ScrollBox(n); b == 0 || b == w.layout.Root() {
				continue
			}
			r, ok := w.layout.BoundingClientRect(n)
			if !ok {
				continue
			}
			c := w.layout.ClientRect(n)
			view = geom.RectF{X: r.X + c.X, Y: r.Y + c.Y, W: c.W, H: c.H}
		}
		t, ok := target()
		if !ok {
			return
		}
		dx := alignDelta(inline, t.X, t.X+t.W, view.X, view.X+view.W)
		dy := alignDelta(block, t.Y, t.Y+t.H, view.Y, view.Y+view.H)
		if dx != 0 || dy != 0 {
			s := w.layout.Scroll(b)
			if w.layout.SetScroll(b, geom.Point{X: s.X + geom.FromPx(dx), Y: s.Y + geom.FromPx(dy)}) {
				scrolled := n
				if root {
					scrolled = w.Doc.DocumentElement()
				}
				w.ScrolledElement(scrolled)
				w.Host.Scrolled(w, scrolled)
			}
		}
		if root {
			return
		}
	}
}

// RevealCaret scrolls the caret of what the user edits into view, as little as is needed.
func (w *Window) RevealCaret() {
	if w.closed {
		return
	}
	if el := w.focused(); el != 0 && w.World.forms.m.TextControl(el) {
		w.Host.UpdateLayout(w)
		w.reveal(el, "nearest", "nearest", func() (geom.RectF, bool) {
			start, end, direction := w.World.forms.m.Selection(el)
			if direction == "backward" {
				end = start
			}
			if x, y, h, ok := w.controlCaret(el, end); ok {
				return geom.RectF{X: x, Y: y, W: 1, H: h}, true
			}
			return w.layout.BoundingClientRect(el)
		})
		return
	}
	s := w.selection
	if s == nil || s.rng == nil {
		return
	}
	at := s.focusPoint()
	if w.editingHost(at.Node) == 0 || !w.World.Store.IsConnected(at.Node) {
		return
	}
	w.Host.UpdateLayout(w)
	ed := w.mover(at)
	defer ed.Close()
	w.reveal(at.Node, "nearest", "nearest", func() (geom.RectF, bool) {
		x, y, h, ok := w.caretBox(ed, at)
		return geom.RectF{X: x, Y: y, W: 1, H: h}, ok
	})
}

// alignDelta is how far to scroll for [a, b] to stand in [lo, hi].
func alignDelta(how string, a, b, lo, hi float32) float32 {
	switch how {
	case "start":
		return a - lo
	case "end":
		return b - hi
	case "center":
		return (a+b)/2 - (lo+hi)/2
	}
	switch {
	case a >= lo && b <= hi, a <= lo && b >= hi:
		return 0
	case a < lo && b-a <= hi-lo, b > hi && b-a > hi-lo:
		return a - lo
	}
	return b - hi
}

// CheckVisibility is Element.checkVisibility.
func (e Element) CheckVisibility(o CheckVisibilityOptions) bool {
	w := Node(e).laidOut()
	if w == nil {
		return false
	}
	cs := w.styler.Style(e.ID)
	if cs == nil || cs.Box.Display == style.DisplayNone || cs.Box.Display == style.DisplayContents {
		return false
	}
	if (o.VisibilityProperty || o.CheckVisibilityCSS) && w.styler.ComputedText(e.ID, style.PseudoNone, "visibility", nil) != "visible" {
		return false
	}
	if o.OpacityProperty || o.CheckOpacity {
		for n := e.ID; n != 0; n = w.Doc.FlatParent(n) {
			if c := w.styler.Style(n); c != nil && c.Effect.Opacity == 0 {
				return false
			}
		}
	}
	return true
}

// CurrentCSSZoom is Element.currentCSSZoom.
func (e Element) CurrentCSSZoom() float64 { return 1 }

func (e HTMLElement) offset() (r geom.RectF) {
	if w := Node(e).laidOut(); w != nil {
		r = w.layout.OffsetRect(e.ID)
	}
	return r
}

// OffsetParent is HTMLElement.offsetParent.
func (e HTMLElement) OffsetParent() dom.NodeID {
	if w := Node(e).laidOut(); w != nil {
		return w.layout.OffsetParent(e.ID)
	}
	return 0
}

// OffsetTop is HTMLElement.offsetTop.
func (e HTMLElement) OffsetTop() int32 { return round(e.offset().Y) }

// OffsetLeft is HTMLElement.offsetLeft.
func (e HTMLElement) OffsetLeft() int32 { return round(e.offset().X) }

// OffsetWidth is HTMLElement.offsetWidth.
func (e HTMLElement) OffsetWidth() int32 { return round(e.offset().W) }

// OffsetHeight is HTMLElement.offsetHeight.
func (e HTMLElement) OffsetHeight() int32 { return round(e.offset().H) }

// GetBoundingClientRect is Range.getBoundingClientRect: the union of the rectangles of the elements and texts in it.
func (x *Range) GetBoundingClientRect() *DOMRect {
	var u geom.RectF
	first := true
	for _, r := range x.rects() {
		if first {
			u, first = r, false
		} else if !r.Empty() {
			u = u.Union(r)
		}
	}
	return rectObject(u)
}

// GetClientRects is Range.getClientRects.
func (x *Range) GetClientRects() *DOMRectList {
	var l DOMRectList
	for _, r := range x.rects() {
		l.rects = append(l.rects, rectObject(r))
	}
	return &l
}

// rects are the border boxes of the elements in the range whose parents are not, and the parts of texts in it, in tree order.
// https://drafts.csswg.org/cssom-view/#dom-range-getclientrects
func (x *Range) rects() (out []geom.RectF) {
	n := Node{nodeRef{x.window, x.common()}}
	w := n.laidOut()
	if w == nil {
		return nil
	}
	s := x.store()
	for id := n.ID; id != 0; id = s.Following(id, n.ID) {
		switch {
		case s.Kind(id).IsText():
			start, end := 0, len(s.Data(id))
			at := func(b dom.Boundary) int { return len(dom.SubstringUTF16(s.Data(id), 0, b.Offset)) }
			switch isStart, isEnd := id == x.r.Start.Node, id == x.r.End.Node; {
			case !isStart && !isEnd && !x.contains(id):
				continue
			default:
				if isStart {
					start = at(x.r.Start)
				}
				if isEnd {
					end = at(x.r.End)
				}
			}
			out = w.layout.TextRects(out, id, start, end)
		case s.Kind(id) == dom.KindElement && id != n.ID && x.contains(id) && (s.Parent(id) == n.ID || !x.contains(s.Parent(id))):
			out = w.layout.ClientRects(out, id)
		}
	}
	return out
}

// innerText. https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute

// InnerText is HTMLElement.innerText.
func (e HTMLElement) InnerText() string {
	w := Node(e).laidOut()
	if w == nil || !w.rendered(e.ID) {
		return string(e.store().TextContent(nil, e.ID))
	}
	t := innerText{w: w}
	for c := w.Doc.FirstChild(e.ID); c != 0; c = w.Doc.Next(c) {
		t.node(c, 0)
	}
	return t.String()
}

// OuterText is HTMLElement.outerText.
func (e HTMLElement) OuterText() string { return e.InnerText() }

// rendered reports whether an element has a box, or would have one but for display: contents.
func (w *Window) rendered(el dom.NodeID) bool {
	for n := el; n != 0; n = w.Doc.FlatParent(n) {
		if w.layout.Of(n) != 0 {
			return true
		}
		if cs := w.styler.Style(n); cs == nil || cs.Box.Display != style.DisplayContents {
			return false
		}
	}
	return false
}

// Text is the innerText of the document's body: what a reader reads.
func (w *Window) Text() string {
	b := w.Doc.Body()
	if b == 0 {
		b = w.Doc.DocumentElement()
	}
	if b == 0 {
		return ""
	}
	return HTMLElement(Element(Node{nodeRef{w, b}})).InnerText()
}

type innerText struct {
	w       *Window
	rng     *composedSpan // only what is in it; nil: all
	b       strings.Builder
	breaks  int  // required line breaks that wait
	space   bool // a collapsed space waits
	started bool
	inside  bool // at the beginning of an atomic inline
}

// collapsed writes text whose white space collapses.
func (t *innerText) collapsed(s string) {
	words := strings.FieldsFunc(s, isSpace)
	open := t.started && t.breaks == 0 && !t.inside
	if len(words) == 0 {
		if s != "" && open && !strings.HasSuffix(t.b.String(), "\n") {
			t.space = true
		}
		return
	}
	if isSpace(rune(s[0])) && open && !strings.HasSuffix(t.b.String(), "\n") {
		t.space = true
	}
	t.write(strings.Join(words, " "))
	if isSpace(rune(s[len(s)-1])) {
		t.space = true
	}
}

func (t *innerText) lineBreak(n int) {
	t.space = false
	t.breaks = max(t.breaks, n)
}

func (t *innerText) write(s string) {
	if t.breaks > 0 {
		if t.started {
			t.b.WriteString(strings.Repeat("\n", t.breaks))
		}
		t.breaks = 0
	}
	if t.space {
		t.b.WriteByte(' ')
		t.space = false
	}
	t.b.WriteString(s)
	t.started, t.inside = true, false
}

func (t *innerText) String() string { return t.b.String() }

func (t *innerText) node(id dom.NodeID, depth int) {
	d := t.w.Doc
	if depth > 2000 {
		return
	}
	if d.Kind(id).IsText() {
		cs := t.w.styler.Style(d.FlatParent(id))
		if cs == nil || t.w.layout.Of(id) == 0 && !(t.rng != nil && d.ElementName(d.ParentElement(id)).NS == dom.SVG) { // text of SVG has no box of its own
			return
		}
		if cs.Text.Visibility != style.VisibilityVisible {
			return
		}
		s := d.Data(id)
		if t.rng != nil {
			if t.w.MayBeInert() && t.w.Inert(id) { // the user cannot select it
				return
			}
			if s = t.rng.part(id); s == "" {
				return
			}
		}
		switch cs.Text.TextTransform {
		case style.TextTransformUppercase:
			s = strings.ToUpper(s)
		case style.TextTransformLowercase:
			s = strings.ToLower(s)
		}
		switch cs.Text.WhiteSpaceCollapse {
		case style.WhiteSpaceCollapseCollapse:
			t.collapsed(s)
		case style.WhiteSpaceCollapsePreserveBreaks:
			for i, l := range strings.Split(s, "\n") {
				if i > 0 {
					t.space = false
					t.write("\n")
				}
				t.collapsed(l)
			}
		default:
			t.write(s)
		}
		return
	}
	if d.Kind(id) != dom.KindElement {
		return
	}
	if d.IsHTMLElement(id, atomBR) {
		if t.rng != nil && !t.rng.contains(id) {
			return
		}
		t.space = false
		t.write("\n")
		return
	}
	if t.rng != nil && !t.rng.meets(id) {
		return
	}
	if d.IsHTMLElement(id, atomSelect) {
		t.options(id)
		return
	}
	cs := t.w.styler.Style(id)
	if cs == nil {
		return
	}
	n := 0
	switch cs.Box.Display {
	case style.DisplayBlock, style.DisplayFlowRoot, style.DisplayListItem, style.DisplayFlex, style.DisplayGrid, style.DisplayTable, style.DisplayTableCaption:
		n = 1
	}
	if d.IsHTMLElement(id, atomP) {
		n = 2
	}
	if n > 0 {
		t.lineBreak(n)
	}
	atomic := false
	switch cs.Box.Display {
	case style.DisplayInlineBlock, style.DisplayInlineFlex, style.DisplayInlineGrid:
		atomic = true
	case style.DisplayInline:
		atomic = t.w.layout.Of(id) != 0 && t.w.layout.Kind(t.w.layout.Of(id)) != layout.KindInline // replaced
	}
	if atomic { // spaces beside it stay, those at its own edges do not
		if t.breaks == 0 {
			t.write("")
		}
		t.inside = true
	}
	for c := range d.FlatChildren(id) {
		t.node(c, depth+1)
	}
	if atomic {
		t.space, t.inside = false, false
	}
	switch cs.Box.Display {
	case style.DisplayTableCell:
		if d.NextElement(id) != 0 {
			t.space = false
			t.write("\t")
		}
	case style.DisplayTableRow:
		t.lineBreak(1)
	}
	if n > 0 {
		t.lineBreak(n)
	}
}

// options writes the texts of a select's options, each on a line of its own. They are no part of a selection.
func (t *innerText) options(sel dom.NodeID) {
	if t.rng != nil || !t.w.rendered(sel) {
		return
	}
	m := t.w.World.forms.m
	for _, o := range m.Options(sel) {
		t.lineBreak(1)
		t.collapsed(m.OptionText(o))
		t.lineBreak(1)
	}
}

var atomBR = atom.Static("br")
