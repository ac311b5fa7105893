package bind

import (
	"github.com/niso-engine/niso/dom"
)

// Light dismiss: a press of the pointer outside of open popovers closes them.
// https://html.spec.whatwg.org/multipage/popover.html#light-dismiss-open-popovers

// PointerDismiss runs the light dismiss activities of a pointer that goes down on an element, or up.
func (w *Window) PointerDismiss(el dom.NodeID, down bool) {
	if w.closed || !w.Doc.Alive(el) || len(w.popovers) == 0 {
		w.dismissDown = dom.Handle{}
		return
	}
	p := w.clickedPopover(el)
	h := dom.Handle{}
	if p != 0 {
		h = w.Doc.Handle(p)
	}
	if down {
		w.dismissDown = h
		return
	}
	same := w.dismissDown == h
	w.dismissDown = dom.Handle{}
	if same {
		w.hidePopoversUntil(p, true)
	}
}

// clickedPopover is the topmost auto popover that a press on an element is in, or on a button of, 0 for none.
func (w *Window) clickedPopover(el dom.NodeID) dom.NodeID {
	s := w.World.Store
	best := -1
	at := func(p dom.NodeID) int {
		for i, h := range w.popovers {
			if s.Resolve(h) == p {
				return i
			}
		}
		return -1
	}
	for n := el; n != 0; n = s.FlatParent(n) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		if w.World.popoverOpen(n) {
			best = max(best, at(n))
		}
		if t := w.invokes(n); t != 0 {
			best = max(best, at(t))
		}
	}
	if best < 0 {
		return 0
	}
	return s.Resolve(w.popovers[best])
}

// invokes is the popover that a button shows or hides, 0 for none.
func (w *Window) invokes(button dom.NodeID) dom.NodeID {
	s := w.World.Store
	if el := w.World.attrElement(button, "popovertarget"); el != 0 && popoverMode(s, el) != "" {
		return el
	}
	return 0
}
