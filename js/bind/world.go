package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"weak"
)

// World is what the windows of one page share. It is used by the page's event loop alone.
type World struct {
	focusIn *Window       // the window that has the focus of the page; nil: a top one
	details detailsGroups // of all trees

	Runtime *js.Runtime
	Store   *dom.Store

	windows   map[*dom.Document]*Window
	wrappers  wrappers
	observers observers
	ranges    map[*dom.Range]weak.Pointer[Range] // the live ranges of script
	forms     controls
	selectors selectorCache
	rejected  []rejection
	custom    customElements
	observing bool // a mutation observer microtask is queued

	pointers    []pointerRow
	dispatching []eventState // the events that are being dispatched, innermost last
	paths       [][]pathItem // memory for the paths of further ones
	text        []byte       // memory for a text that is put together, see takeText
	eventTypes  map[string]string

	clipboard *clipboardData // what the user, or a page, copied here

	// OnBroadcast, if set, is given what a BroadcastChannel sends, for Deliver of the other worlds of the browser.
	OnBroadcast func(*Broadcast)
	channels    channels
}

// NewWorld makes the world of a page. It sets the store's hooks for wrappers; other hooks stay the host's.
func NewWorld(rt *js.Runtime, store *dom.Store) *World {
	w := &World{Runtime: rt, Store: store, windows: make(map[*dom.Document]*Window)}
	w.wrappers.init(w)
	w.observers.world = w
	w.forms.init(w)
	rt.OnTrace(w.trace)
	rt.OnDropped(dropped)
	rt.OnCollected(w.wrappers.afterCollection)
	store.Hooks.Cloned = w.cloned
	store.Hooks.Settle = w.forms.m.Settle
	store.Hooks.SettleTree = w.forms.m.SettleTree
	store.Hooks.Moved = w.moved
	return w
}

// cloned carries over what the copy of an element has of it beside attributes: the state of a control and the is value.
func (w *World) cloned(from, to dom.NodeID) {
	s := w.Store
	switch {
	case s.IsHTMLElement(from, atomInput), s.IsHTMLElement(from, atomTextarea):
		w.forms.m.Cloned(from, to)
	}
	if w.custom.active {
		w.tryUpgrade(to)
	}
}

// windowOf is the window of a realm.
func windowOf(r *js.Realm) *Window { return r.Data.(*Window) }

// WindowOf is the window whose document owns the node, or nil for documents without one.
func (w *World) WindowOf(id dom.NodeID) *Window { return w.windows[w.Store.DocumentOf(id)] }

// Checkpoint performs a microtask checkpoint, unless script is running. The error is a *js.Interrupted.
// https://html.spec.whatwg.org/multipage/webappapis.html#perform-a-microtask-checkpoint
func (w *World) Checkpoint() error {
	if w.Runtime.Running() {
		return nil
	}
	if err := w.Runtime.RunJobs(); err != nil {
		return err
	}
	w.notifyRejections()
	return nil
}

// Connected is called when a Watched element became connected.
func (w *World) Connected(el dom.NodeID) {
	w.forms.connected(w, el)
	w.formMoved(el)
	w.CustomConnected(el)
}

// moved is called when Watched elements were moved with their state.
func (w *World) moved(els []dom.NodeID) {
	for _, el := range els {
		w.forms.m.Sync(el)
		if w.Store.IsHTMLElement(el, atomOption) {
			w.forms.optionsChanged(w, el)
		}
		if w.custom.active {
			w.customMoved(el)
		}
	}
}

// Disconnected is called when a Watched element was removed from its document.
func (w *World) Disconnected(el dom.NodeID) {
	if win := w.WindowOf(el); win != nil {
		win.gone(el)
	}
	w.popoverGone(el, false, false)
	if w.Store.IsHTMLElement(el, atomDialog) {
		if win := w.WindowOf(el); win != nil {
			win.dialogGone(el)
		}
	}
	w.forms.m.Left(el)
	w.forms.m.Gone(el)
	w.CustomDisconnected(el)
	w.formMoved(el)
}

// AttrChanged is called after an attribute of a Watched element changed.
func (w *World) AttrChanged(el dom.NodeID, name dom.NameID, old string, had, has bool) {
	n := w.Store.NameOf(name)
	if n.NS == dom.NoNamespace {
		w.forms.attrChanged(w, el, n.Local, old, had, has)
		if en := w.Store.ElementName(el); en.NS == dom.HTML && (en.Local == atomBody || en.Local == atomFrameset) {
			w.bodyAttrChanged(el, n.Local)
		}
		w.formAttr(el, n.Local, old)
	}
	if s := w.wrappers.peek(el); s != nil && s.extra != nil {
		if len(s.extra.refs) > 0 && n.NS == dom.NoNamespace {
			s.extra.forgetRefs(w.Store.Atoms.String(n.Local))
		}
		if s.extra.custom != nil {
			w.customAttrChanged(s, name, old, had)
		}
	}
}

// ChildrenChanged is called after the children of a Watched element, or the text in them, changed.
func (w *World) ChildrenChanged(el dom.NodeID) { w.forms.childrenChanged(w, el) }

// ParserDone is called when the parser has seen the end of an element.
func (w *World) ParserDone(el dom.NodeID) { w.forms.childrenChanged(w, el) }
