package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style"
)

// What can have the focus, and moving it.
// https://html.spec.whatwg.org/multipage/interaction.html#focusable-area

var (
	atomInert = atom.Static("inert")
)

// tabIndex is the tabindex attribute, or the default of the element; ok is false where the element has neither.
func (w *Window) tabIndex(el dom.NodeID) (n int, ok bool) {
	s := w.World.Store
	if v, has := s.LookupAttr(el, atomTabindex); has {
		if n, good := dom.ParseInteger(v); good {
			return int(n), true
		}
	}
	nm := s.ElementName(el)
	if nm.NS == dom.SVG && nm.Local == atomA {
		return 0, s.HasAttr(el, atomHref)
	}
	if nm.NS != dom.HTML {
		return -1, false
	}
	switch nm.Local {
	case atomA, atomArea:
		return 0, s.HasAttr(el, atomHref)
	case atomButton, atomSelect, atomTextarea, atomIframe:
		return 0, true
	case atomInput:
		return 0, w.World.forms.m.Type(el) != "hidden"
	case atomSummary:
		return 0, w.World.detailsOf(el) != 0
	case atomVideo, atomAudio:
		if s.HasAttr(el, atomControls) {
			return 0, true
		}
	}
	if v, has := s.LookupAttr(el, atomContenteditable); has && !equalFold(v, "false") {
		return 0, true
	}
	return -1, false
}

// Inert reports a node that the user can neither reach nor use, nor any in its subtree but for modal dialogs.
// https://html.spec.whatwg.org/multipage/interaction.html#inert
func (w *Window) Inert(n dom.NodeID) bool {
	s := w.World.Store
	modal := w.Modal()
	if modal != 0 || s.SeenInert() {
		for ; n != 0; n = s.FlatParent(n) {
			if s.Kind(n) == dom.KindElement && s.HasAttr(n, atomInert) && s.ElementName(n).NS == dom.HTML {
				return true
			}
			if n == modal {
				modal = 0
				break
			}
		}
		if modal != 0 {
			return true
		}
	}
	if p := w.opt.Parent; p != nil && !p.closed && s.Alive(w.opt.Frame) {
		return p.Inert(w.opt.Frame)
	}
	return false
}

// MayBeInert reports whether anything in the window can be inert.
func (w *Window) MayBeInert() bool {
	return w.World.Store.SeenInert() || w.Modal() != 0 || w.opt.Parent != nil && !w.opt.Parent.closed && w.opt.Parent.MayBeInert()
}

// delegates reports a shadow host whose focus goes into its shadow tree.
func (w *Window) delegates(el dom.NodeID) bool {
	s := w.World.Store
	root := s.ShadowRoot(el)
	return root != 0 && s.ShadowInit(root).DelegatesFocus
}

// focusable reports a focusable area.
func (w *Window) focusable(el dom.NodeID) bool {
	s := w.World.Store
	if !s.IsConnected(el) || s.Kind(el) != dom.KindElement || w.World.forms.m.Disabled(el) || w.delegates(el) {
		return false
	}
	_, ok := w.tabIndex(el)
	if !ok && !s.IsHTMLElement(el, atomDialog) {
		w.Host.UpdateStyle(w)
		if !w.scrolls(el) {
			return false
		}
	}
	if w.MayBeInert() && w.Inert(el) {
		return false
	}
	w.Host.UpdateStyle(w)
	return w.shown(el)
}

// shown reports an element that has a box that is not hidden, or is fallback content of a canvas. Styles are up to date.
func (w *Window) shown(el dom.NodeID) bool {
	cs := w.styler.Style(el)
	if cs == nil || cs.Box.Display == style.DisplayNone || cs.Text.Visibility != style.VisibilityVisible {
		return false
	}
	for n := w.Doc.FlatParent(el); n != 0; n = w.Doc.FlatParent(n) {
		if w.Doc.Kind(n) == dom.KindElement {
			if cs := w.styler.Style(n); cs != nil && cs.Content.ContentVisibility == style.ContentVisibilityHidden {
				return false
			}
		}
	}
	return true
}

// scrolls reports an element that the user can scroll and that therefore has the focus of the keyboard if nothing in it has.
func (w *Window) scrolls(el dom.NodeID) bool {
	cs := w.styler.Style(el)
	if cs == nil || cs.Box.OverflowX == style.OverflowVisible || w.Doc.HasAttr(el, atomTabindex) || el == w.Doc.DocumentElement() || el == w.Doc.Body() {
		return false
	}
	if x, y := cs.Box.OverflowX, cs.Box.OverflowY; x != style.OverflowScroll && x != style.OverflowAuto && y != style.OverflowScroll && y != style.OverflowAuto {
		return false
	}
	w.Host.UpdateLayout(w)
	b := w.layout.ScrollBox(el)
	if b == 0 || b == w.layout.Root() {
		return false
	}
	if lo, hi := w.layout.ScrollRange(b); lo == hi {
		return false
	}
	s := w.World.Store
	for n := s.Following(el, el); n != 0; n = s.Following(n, el) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		if i, ok := w.tabIndex(n); ok && i >= 0 && w.shown(n) && !w.World.forms.m.Disabled(n) {
			return false
		}
	}
	return true
}

// focusTarget is the focusable area that the focus goes to for an element, 0 for none. click: by a pointer.
// https://html.spec.whatwg.org/multipage/interaction.html#get-the-focusable-area
func (w *Window) focusTarget(el dom.NodeID, click bool) dom.NodeID {
	if w.focusable(el) {
		return el
	}
	if !w.delegates(el) {
		return 0
	}
	if f := w.focused(); f != 0 && f != el && shadowContains(w.World.Store, el, f) {
		return f
	}
	return w.focusDelegate(el, click)
}

// focusDelegate is the "focus delegate" of an element: what in it, or in its shadow tree, gets the focus for it.
// https://html.spec.whatwg.org/multipage/interaction.html#focus-delegate
func (w *Window) focusDelegate(el dom.NodeID, click bool) dom.NodeID {
	s := w.World.Store
	root := el
	if sh := s.ShadowRoot(el); sh != 0 {
		if !s.ShadowInit(sh).DelegatesFocus {
			if !s.IsHTMLElement(el, atomDialog) {
				return 0
			}
		} else {
			root = sh
		}
	}
	if a := w.autofocusDelegate(root, click); a != 0 {
		return a
	}
	dialog := s.IsHTMLElement(el, atomDialog)
	for n := s.Following(root, root); n != 0; n = s.Following(n, root) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		if !dialog {
			if t := w.delegateIn(n, click); t != 0 {
				return t
			}
			continue
		}
		if w.focusable(n) {
			if i, ok := w.tabIndex(n); ok && i >= 0 && !s.IsHTMLElement(n, atomDialog) {
				return n
			}
		} else if t := w.delegateIn(n, click); t != 0 {
			return t
		}
	}
	return 0
}

// delegateIn is focusTarget for what is looked at within a shadow tree: without what has the focus already.
func (w *Window) delegateIn(n dom.NodeID, click bool) dom.NodeID {
	if w.focusable(n) && !(click && w.Doc.IsHTMLElement(n, atomDialog)) {
		return n
	}
	if w.delegates(n) && w.delegating < maxDelegating {
		w.delegating++
		defer func() { w.delegating-- }()
		return w.focusDelegate(n, click)
	}
	return 0
}

// maxDelegating bounds how deep shadow trees that delegate their focus are looked into.
const maxDelegating = 256

// autofocusDelegate is the "autofocus delegate" in a tree.
func (w *Window) autofocusDelegate(root dom.NodeID, click bool) dom.NodeID {
	s := w.World.Store
	for n := s.Following(root, root); n != 0; n = s.Following(n, root) {
		if s.Kind(n) == dom.KindElement && s.HasAttr(n, atomAutofocus) {
			if t := w.delegateIn(n, click); t != 0 {
				return t
			}
		}
	}
	return 0
}

// Focus moves the focus to an element and reports whether it has it now.
func (w *Window) Focus(el dom.NodeID) bool { return w.focusFrom(el, true) }

// focusFrom moves the focus; visible: it is to be shown whatever the element is.
func (w *Window) focusFrom(el dom.NodeID, visible bool) bool { return w.focusAs(el, visible, false) }

// focusAs is focusFrom; asked: visible is what script wants, of text controls too.
func (w *Window) focusAs(el dom.NodeID, visible, asked bool) bool {
	if w.activeElement() == 0 {
		w.FixFocus()
	}
	if w.closed || !w.Doc.Alive(el) {
		return false
	}
	if el = w.focusTarget(el, false); el == 0 {
		return false
	}
	if w.focused() == el && w.hasFocus() {
		return true
	}
	w.moveFocus(el, visible || !asked && w.World.forms.m.TextControl(el))
	return w.focused() == el
}

// setFocusState gives :focus and :focus-within to an element and what it is in, or takes it from what had it.
func (w *Window) setFocusState(el dom.NodeID, on, visible bool) {
	s := w.World.Store
	for _, h := range w.focus.within {
		if n := s.Resolve(h); n != 0 {
			s.SetState(n, dom.StateFocus, false)
			s.SetState(n, dom.StateFocusVisible, false)
			s.SetState(n, dom.StateFocusWithin, false)
		}
	}
	w.focus.within = w.focus.within[:0]
	if !on || !s.Alive(el) {
		return
	}
	s.SetState(el, dom.StateFocus, true)
	s.SetState(el, dom.StateFocusVisible, visible)
	in := func(n dom.NodeID) {
		s.SetState(n, dom.StateFocusWithin, true)
		w.focus.within = append(w.focus.within, s.Handle(n))
	}
	for n := el; n != 0; n = s.FlatParent(n) {
		if s.Kind(n) == dom.KindElement {
			in(n)
		}
	}
	// A host whose shadow tree has the focus is :focus. https://html.spec.whatwg.org/multipage/semantics-other.html#selector-focus
	for h := s.Host(s.Root(el)); h != 0; h = s.Host(s.Root(h)) {
		s.SetState(h, dom.StateFocus, true)
		s.SetState(h, dom.StateFocusVisible, visible && w.delegates(h))
		in(h)
	}
}

// hasFocus reports whether the window, or one in it, has the focus of the page.
// https://html.spec.whatwg.org/multipage/interaction.html#has-focus-steps
func (w *Window) hasFocus() bool {
	for x := w.World.focusWindow(w); x != nil; x = x.opt.Parent {
		if x == w {
			return true
		}
	}
	return false
}

// focusWindow is the window that has the focus of the page, among those of w's top window.
func (wd *World) focusWindow(w *Window) *Window {
	if f := wd.focusIn; f != nil && !f.closed && wd.windows[f.Doc] == f && f.topmost() == w.topmost() {
		return f
	}
	return w.topmost()
}

func (w *Window) topmost() *Window {
	for w.opt.Parent != nil {
		w = w.opt.Parent
	}
	return w
}

// enterWindow gives the focus of the page to a window: what had it before loses it, and the iframes around it are the focused elements of their documents.
func (w *Window) enterWindow() {
	old := w.World.focusWindow(w)
	w.World.focusIn = w
	if old == w {
		return
	}
	if el := old.focused(); el != 0 && !old.focus.frame && !w.framedBy(old, el) {
		old.blurElement(el, 0)
		if w.closed || w.World.focusIn != w {
			return
		}
	}
	for x := old; x != nil; x = x.opt.Parent {
		if x.focus.frame && (x == w || !x.hasFocus()) {
			x.setFocusState(0, false, false)
			x.focus = focusState{}
		}
	}
	for x := w; x.opt.Parent != nil; x = x.opt.Parent {
		p := x.opt.Parent
		if el := x.opt.Frame; !p.closed && p.Doc.Alive(el) && p.focus.el != el {
			p.setFocusState(0, false, false)
			p.focus = focusState{el: el, handle: p.Doc.Handle(el), frame: true}
		}
	}
	old.fireSelf(focusEvent(old, "blur", 0))
	if w.closed || w.World.focusIn != w {
		return
	}
	w.fireSelf(focusEvent(w, "focus", 0))
}

// framedBy reports whether the window is in that of frame, an element of in.
func (w *Window) framedBy(in *Window, frame dom.NodeID) bool {
	for x := w; x.opt.Parent != nil; x = x.opt.Parent {
		if x.opt.Parent == in {
			return x.opt.Frame == frame
		}
	}
	return false
}

// blurElement takes the focus from an element that has it.
func (w *Window) blurElement(old, related dom.NodeID) {
	m := w.World.forms.m
	w.setFocusState(old, false, false)
	initial, frame := w.focus.initial, w.focus.frame
	w.focus = focusState{}
	if frame {
		return
	}
	if m.TextControl(old) && m.Value(old) != initial && w.Doc.Alive(old) && w.editedByUser {
		w.FireNode(old, "change", true, false)
	}
	w.editedByUser = false
	w.fireFocus(old, "blur", related, false)
	if w.focused() != 0 { // script moved it meanwhile
		related = 0
	}
	w.fireFocus(old, "focusout", related, true)
}

// moveFocus is the focus update steps; el 0 leaves nothing focused.
// https://html.spec.whatwg.org/multipage/interaction.html#focus-update-steps
func (w *Window) moveFocus(el dom.NodeID, visible bool) {
	if w.navigation != nil {
		w.navigation.focusChanged = true
	}
	w.enterWindow()
	old := w.focused()
	m := w.World.forms.m
	if old != 0 {
		w.blurElement(old, el)
	}
	if el == 0 || w.closed || !w.Doc.Alive(el) || !w.focusable(el) {
		return
	}
	if w.focused() != 0 { // script moved it meanwhile
		return
	}
	w.World.Store.SetFlags(el, dom.Watched, true)
	w.focus = focusState{el: el, handle: w.Doc.Handle(el)}
	_, w.focus.tabbable = w.tabIndex(el)
	w.startAt(el)
	if m.TextControl(el) {
		w.selectionChanged(el)
		w.focus.initial = m.Value(el)
	}
	w.letters = ""
	w.selectionSet()
	w.focusedHost(el)
	if m.Fielded(el) {
		m.FieldEnter(el, false)
	}
	w.setFocusState(el, true, visible)
	if w.Doc.IsHTMLElement(el, atomIframe) {
		if c := w.Host.FrameWindow(el); c != nil && !c.closed {
			c.enterWindow()
		}
	}
	if w.focused() == el {
		w.fireFocus(el, "focus", old, false)
	}
	if w.focused() == el {
		w.fireFocus(el, "focusin", old, true)
	}
	w.Host.NeedFrame(w)
}

func focusEvent(w *Window, typ string, related dom.NodeID) *FocusEvent {
	e := &FocusEvent{UIEvent{Event: Event{typ: typ, composed: true}, view: w}}
	if related != 0 && w.Doc.Alive(related) {
		e.relatedTarget = NodeTarget(related)
	}
	return e
}

func (w *Window) fireFocus(el dom.NodeID, typ string, related dom.NodeID, bubbles bool) {
	if w.Doc.Alive(el) {
		e := focusEvent(w, typ, related)
		e.bubbles = bubbles
		w.fire(e, NodeTarget(el))
	}
}

// FocusByPointer moves the focus to what the pointer went down on, or away.
func (w *Window) FocusByPointer(el dom.NodeID) {
	w.lastByPointer = true
	w.startAt(el)
	for n := el; n != 0; n = w.Doc.FlatParent(n) {
		if w.Doc.Kind(n) != dom.KindElement {
			continue
		}
		if t := w.focusTarget(n, true); t != 0 && !(t == n && w.Doc.IsHTMLElement(n, atomDialog)) {
			if w.focused() != t || !w.hasFocus() {
				w.moveFocus(t, w.World.forms.m.TextControl(t))
			}
			return
		}
	}
	if w.focused() != 0 || !w.hasFocus() {
		w.moveFocus(0, false)
	}
	w.enterWindow()
}

// FixFocus is the focus fixup of "update the rendering": what cannot have the focus any more loses it.
// https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-rule
func (w *Window) FixFocus() {
	if w.focus.el == 0 || w.closed {
		return
	}
	if el := w.focused(); el != 0 && !w.focus.frame && !w.focusable(el) {
		w.blurElement(el, 0)
	}
}

// Autofocus. https://html.spec.whatwg.org/multipage/interaction.html#the-autofocus-attribute

// autofocusing is what a top window has of elements that want the focus.
type autofocusing struct {
	candidates []dom.Handle
	done       bool // the autofocus processed flag
}

// autofocusDone ends the processing of autofocus: something else has given the focus.
func (w *Window) autofocusDone() {
	for x := w; x != nil; x = x.opt.Parent {
		if !x.sameOrigin(w) {
			return
		}
	}
	w.topmost().autofocus = autofocusing{done: true}
}

// wantsFocus is called for an element with autofocus that was inserted.
func (w *Window) wantsFocus(el dom.NodeID) {
	a := &w.topmost().autofocus
	if w.closed || a.done || !w.mayAutofocus(el) {
		return
	}
	h := w.World.Store.Handle(el)
	a.candidates = append(dropHandle(a.candidates, h), h)
	w.topmost().Host.NeedFrame(w.topmost())
}

// FlushAutofocus is "flush autofocus candidates", of a top window. blocked reports windows whose style sheets are on their way.
// https://html.spec.whatwg.org/multipage/interaction.html#flush-autofocus-candidates
func (w *Window) FlushAutofocus(blocked func(*Window) bool) {
	a := &w.autofocus
	if a.done || len(a.candidates) == 0 {
		return
	}
	if w.focused() != 0 || w.hasTarget() {
		*a = autofocusing{done: true}
		return
	}
	s := w.World.Store
	for len(a.candidates) > 0 {
		el := s.Resolve(a.candidates[0])
		var x *Window
		if el != 0 && s.IsConnected(el) {
			x = w.World.WindowOf(el)
		}
		if x == nil || x.closed || x.topmost() != w {
			a.candidates = a.candidates[1:]
			continue
		}
		if blocked(x) {
			return
		}
		a.candidates = a.candidates[1:]
		target := false
		for p := x; p != nil; p = p.opt.Parent {
			target = target || p.hasTarget()
		}
		if target {
			continue
		}
		if t := x.focusTarget(el, false); t != 0 {
			*a = autofocusing{done: true}
			x.focusFrom(t, !x.lastByPointer)
			return
		}
	}
}

// hasTarget reports whether the fragment of the document's URL names an element.
func (w *Window) hasTarget() bool {
	frag, ok := w.url.Fragment()
	return ok && frag != "" && w.World.Store.ElementByIDIn(w.Doc.Node, w.World.Store.Atoms.Lookup(frag)) != 0
}

// accessKey does what an access key does: it clicks the element that has it, or gives it the focus.
// https://html.spec.whatwg.org/multipage/interaction.html#the-accesskey-attribute
func (w *Window) accessKey(key string) bool {
	s := w.World.Store
	a := s.Atoms.Lookup("accesskey")
	for n := s.Following(w.Doc.Node, w.Doc.Node); n != 0; n = s.Following(n, w.Doc.Node) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		v, ok := s.LookupAttr(n, a)
		if !ok || !slices.ContainsFunc(strings.Fields(v), func(k string) bool { return equalFold(k, key) }) || w.Inert(n) {
			continue
		}
		w.focusFrom(n, true)
		if e := w.World; e.hasActivation(n) && !e.forms.m.TextControl(n) && !e.forms.m.Disabled(n) {
			w.click(n, true)
		}
		return true
	}
	return false
}
