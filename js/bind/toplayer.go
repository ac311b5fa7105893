package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
)

// Dialogs, popovers and close watchers of a window, and what each element has of them.

// overlays are what lies over a document, nil in [Window] until something does.
type overlays struct {
	autos, hints []dom.Handle // the showing auto popover list, and the showing hint popover list; topmost last
	modals       []dom.Handle // dialogs that block the document, the last on top
	dialogs      []dom.Handle // the open dialogs list
	popoverDown  dom.Handle   // the popover pointerdown target
	dialogDown   dom.Handle   // the dialog pointerdown target
	watchers     watcherManager
}

// over are the window's overlays, made if there are none.
func (w *Window) over() *overlays {
	if w.overlays == nil {
		w.overlays = &overlays{}
	}
	return w.overlays
}

// overlay is what an element has that is, or was, a dialog or popover. It lives with the element's wrapper, which its tree keeps.
type overlay struct {
	returnValue   string     // of a dialog
	before        dom.Handle // the previously focused element
	watcher       *closeWatcher
	invoker       dom.Handle // the popover invoker
	list          string     // "opened in popover mode": "auto", "hint", or ""
	busy          bool       // popover showing or hiding
	requestValue  Opt[string]
	requestSource dom.Handle
	requesting    bool // "enable close watcher for request close"
}

// overlayOf is an element's overlay, nil if it has none.
func (w *World) overlayOf(el dom.NodeID) *overlay {
	if s := w.wrappers.peek(el); s != nil && s.extra != nil {
		return s.extra.overlay
	}
	return nil
}

// makeOverlay is overlayOf, made if there is none.
func (w *Window) makeOverlay(el dom.NodeID) *overlay {
	x := w.World.wrappers.state(w.Realm, el).more()
	if x.overlay == nil {
		x.overlay = &overlay{}
	}
	return x.overlay
}

// raise puts an element on top of the document's top layer. https://drafts.csswg.org/css-position-4/#add-an-element-to-the-top-layer
func (w *Window) raise(el dom.NodeID) {
	w.lower(el)
	w.Doc.TopLayer = append(w.Doc.TopLayer, el)
}

// lower takes an element out of the top layer.
func (w *Window) lower(el dom.NodeID) {
	if i := slices.Index(w.Doc.TopLayer, el); i >= 0 {
		w.Doc.TopLayer = slices.Delete(w.Doc.TopLayer, i, i+1)
	}
}

func dropHandle(l []dom.Handle, h dom.Handle) []dom.Handle {
	if i := slices.Index(l, h); i >= 0 {
		return slices.Delete(l, i, i+1)
	}
	return l
}

// toggleTask is a toggle event that is still to be fired.
type toggleTask struct {
	el     dom.Handle
	dialog bool         // it tells of the element as a dialog
	ev     *ToggleEvent // nil: another task took its place
}

// toggled queues a toggle event of a popover or details element; one that is queued for the element already becomes one with it.
// https://html.spec.whatwg.org/multipage/popover.html#queue-a-popover-toggle-event-task
func (w *Window) toggled(el dom.NodeID, old, new string, source dom.NodeID) {
	w.queueToggle(el, false, old, new, source)
}

func (w *Window) queueToggle(el dom.NodeID, dialog bool, old, new string, source dom.NodeID) {
	s := w.World.Store
	h := s.Handle(el)
	for i, t := range w.toggles {
		if t.el == h && t.dialog == dialog {
			old, t.ev = t.ev.oldState, nil
			w.toggles = append(w.toggles[:i], w.toggles[i+1:]...)
			break
		}
	}
	t := &toggleTask{el: h, dialog: dialog, ev: &ToggleEvent{Event: Event{typ: "toggle"}, oldState: old, newState: new, source: w.stateOf(source)}}
	w.toggles = append(w.toggles, t)
	w.Host.Post(w, SourceDOM, func() {
		for i, o := range w.toggles {
			if o == t {
				w.toggles = append(w.toggles[:i], w.toggles[i+1:]...)
				break
			}
		}
		if t.ev != nil && s.Resolve(h) != 0 {
			w.fire(t.ev, NodeTarget(el))
		}
	})
}

// stateOf is the state of an element for an event, nil for none.
func (w *Window) stateOf(el dom.NodeID) *nodeState {
	if el == 0 || !w.World.Store.Alive(el) {
		return nil
	}
	return w.World.wrappers.state(w.Realm, el)
}

// beforeToggle fires beforetoggle and reports whether it may be.
func (w *Window) beforeToggle(el dom.NodeID, old, new string, source dom.NodeID) bool {
	return w.fire(&ToggleEvent{Event: Event{typ: "beforetoggle", cancelable: new == "open"}, oldState: old, newState: new, source: w.stateOf(source)}, NodeTarget(el))
}

// flatContains reports whether b is in a, in the flat tree or with the shadow trees.
func flatContains(s *dom.Store, a, b dom.NodeID) bool {
	for n := b; n != 0; n = s.FlatParent(n) {
		if n == a {
			return true
		}
	}
	return shadowContains(s, a, b)
}

// sourceOf is the source attribute of an event: retargeted against what the event is at.
func (e *Event) sourceOf(w *World, source *nodeState) pathTarget {
	if source == nil {
		return pathTarget{}
	}
	return w.retarget(pathTarget{node: source.id}, e.current)
}
