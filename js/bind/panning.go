package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// What the user may scroll, by the styles of elements.

// UserScrolls reports in which directions the user may scroll an element: those in which what overflows is not hidden.
func (w *Window) UserScrolls(el dom.NodeID) (x, y bool) {
	cs := w.styler.Style(el)
	if cs == nil {
		return true, true
	}
	may := func(o style.Overflow) bool { return o != style.OverflowHidden && o != style.OverflowClip }
	return may(cs.Box.OverflowX), may(cs.Box.OverflowY)
}

// KeepsOverscroll reports in which directions scrolling that an element has no room for goes no further up.
func (w *Window) KeepsOverscroll(el dom.NodeID) (x, y bool) {
	cs := w.styler.Style(el)
	if cs == nil {
		return false, false
	}
	return cs.Content.OverscrollX != style.OverscrollBehaviorAuto, cs.Content.OverscrollY != style.OverscrollBehaviorAuto
}

// Bits of touch-action: none, manipulation, pan-x pan-left pan-right, pan-y pan-up pan-down, pinch-zoom.
const (
	touchNone         style.KeywordSet = 1 << 0
	touchManipulation style.KeywordSet = 1 << 1
	touchPanX         style.KeywordSet = 1<<2 | 1<<3 | 1<<4
	touchPanY         style.KeywordSet = 1<<5 | 1<<6 | 1<<7
)

// TouchPans reports in which directions a finger on an element may pan: touch-action of the element and its ancestors up to the container that it would scroll.
// https://w3c.github.io/pointerevents/#determining-supported-direct-manipulation-behavior
func (w *Window) TouchPans(el dom.NodeID) (x, y bool) {
	x, y = true, true
	w.Host.UpdateStyle(w)
	for n := el; n != 0 && w.Doc.Kind(n) == dom.KindElement; n = w.Doc.FlatParent(n) {
		cs := w.styler.Style(n)
		if cs == nil || cs.Box.Display == style.DisplayInline && w.layout.Of(n) != 0 && !w.replaced(n) {
			continue
		}
		switch a := cs.Content.TouchAction; {
		case a == 0 || a&touchManipulation != 0:
		case a&touchNone != 0:
			return false, false
		default:
			x, y = x && a&touchPanX != 0, y && a&touchPanY != 0
		}
		if b := w.layout.ScrollBox(n); b != 0 && b != w.layout.Root() && n != el {
			break
		}
	}
	return x, y
}

// replaced reports an element that is laid out as a whole, such as an image.
func (w *Window) replaced(el dom.NodeID) bool {
	nm := w.Doc.ElementName(el)
	return nm.NS == dom.HTML && (nm.Local == atomImg || nm.Local == atomIframe || nm.Local == atomInput || nm.Local == atomButton)
}
