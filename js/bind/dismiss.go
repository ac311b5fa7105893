package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
)

// Light dismiss: a press of the pointer outside of open popovers and dialogs closes them.
// https://html.spec.whatwg.org/multipage/popover.html#light-dismiss-open-popovers

// PointerDismiss runs the light dismiss activities of a pointer that goes down on an element, or up, at a place of the viewport in CSS px.
func (w *Window) PointerDismiss(el dom.NodeID, x, y float32, down bool) {
	w.lastByPointer = w.lastByPointer || down
	v := w.overlays
	if v == nil || w.closed || !w.Doc.Alive(el) {
		return
	}
	s := w.World.Store
	if len(v.autos)+len(v.hints) > 0 || !down {
		p := w.clickedPopover(el)
		h := dom.Handle{}
		if p != 0 {
			h = s.Handle(p)
		}
		if down {
			v.popoverDown = h
		} else {
			same := v.popoverDown == h
			v.popoverDown = dom.Handle{}
			if same && len(v.autos)+len(v.hints) > 0 {
				w.hideUntil(p, false, true)
			}
		}
	}
	if w.closed || !w.Doc.Alive(el) {
		return
	}
	d := w.clickedDialog(el, x, y)
	h := dom.Handle{}
	if d != 0 {
		h = s.Handle(d)
	}
	if down {
		v.dialogDown = h
		return
	}
	same := v.dialogDown == h
	v.dialogDown = dom.Handle{}
	if !same || len(v.dialogs) == 0 {
		return
	}
	top := s.Resolve(v.dialogs[len(v.dialogs)-1])
	if top == 0 || top == d || w.closedBy(top) != "any" {
		return
	}
	if o := w.World.overlayOf(top); o != nil && o.watcher != nil {
		o.watcher.requestClose(false)
	}
}

// clickedDialog is the "nearest clicked dialog": a press on the backdrop of a modal one is in none.
func (w *Window) clickedDialog(el dom.NodeID, x, y float32) dom.NodeID {
	s := w.World.Store
	if s.IsHTMLElement(el, atomDialog) && s.HasAttr(el, atomOpen) && s.State(el)&dom.StateModal != 0 {
		w.Host.UpdateLayout(w)
		if r, ok := w.layout.BoundingClientRect(el); ok && (x < r.X || y < r.Y || x > r.X+r.W || y > r.Y+r.H) {
			return 0
		}
	}
	for n := el; n != 0; n = s.FlatParent(n) {
		if s.Kind(n) == dom.KindElement && s.IsHTMLElement(n, atomDialog) && s.HasAttr(n, atomOpen) {
			return n
		}
	}
	return 0
}

// clickedPopover is the "topmost clicked popover": that a press on an element is in, or on a button of; 0 for none.
func (w *Window) clickedPopover(el dom.NodeID) dom.NodeID {
	s := w.World.Store
	at := func(p dom.NodeID) int {
		if p == 0 {
			return -1
		}
		if i := slices.Index(w.overlays.hints, s.Handle(p)); i >= 0 {
			return len(w.overlays.autos) + i
		}
		return slices.Index(w.overlays.autos, s.Handle(p))
	}
	in := w.openAncestor(el)
	by := dom.NodeID(0)
	for n := el; n != 0 && by == 0; n = s.FlatParent(n) {
		if s.Kind(n) == dom.KindElement {
			by = w.invokes(n)
		}
	}
	if at(by) > at(in) {
		return by
	}
	return in
}

// invokes is the open popover that a button shows or hides, 0 for none.
func (w *Window) invokes(button dom.NodeID) dom.NodeID {
	s := w.World.Store
	el := dom.NodeID(0)
	if s.IsHTMLElement(button, atomButton) && s.HasAttr(button, atomCommandFor) {
		switch w.commandOf(button) {
		case "toggle-popover", "show-popover", "hide-popover":
			el = w.World.attrElement(button, "commandfor")
		}
	}
	if el == 0 && s.HasAttr(button, atomPopoverTarget) {
		el = w.World.attrElement(button, "popovertarget")
	}
	if el != 0 && w.World.openedIn(el) != "" {
		return el
	}
	return 0
}
