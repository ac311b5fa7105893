package bind

import (
	"slices"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Navigation is the state of window.navigation: nothing of it is kept before script asks for it.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-navigation-interface
type Navigation struct {
	EventTarget
	list         []*NavigationHistoryEntry // entries of the window's origin around the current one
	at           int
	transition   *NavigationTransition
	activation   *NavigationActivation
	activated    bool // activation was asked for
	ongoing      *NavigateEvent
	after        *NavigateEvent               // of the traversal under way: its handlers run once that is done
	method       *navigationMethod            // whose navigation is under way
	upcoming     *navigationMethod            // that has been called and whose navigation has not begun
	traverses    map[string]*navigationMethod // by key, likewise
	focusChanged bool                         // while a navigation was under way
	keepScroll   bool                         // the traversal under way leaves scrolling to its event
}

// navigationMethod is "navigation API method tracker": a call of navigate, reload, traverseTo, back or forward.
type navigationMethod struct {
	info                js.Value
	state               *js.Serialized
	key                 string // where it traverses to, "" for others
	committed, finished *js.Promise
	entry               *NavigationHistoryEntry // once committed
}

func (m *navigationMethod) trace(t *js.Tracer) {
	if m != nil {
		t.Mark(m.info)
		markPromise(t, m.committed)
		markPromise(t, m.finished)
		mark(t, m.entry)
	}
}

func (n *Navigation) trace(t *js.Tracer) {
	n.EventTarget.trace(t)
	markAll(t, n.list)
	mark(t, n.transition)
	mark(t, n.activation)
	mark(t, n.ongoing)
	mark(t, n.after)
	n.method.trace(t)
	n.upcoming.trace(t)
	for _, m := range n.traverses {
		m.trace(t)
	}
}

// Navigation is window.navigation.
func (w *Window) Navigation() *Navigation {
	if w.navigation == nil {
		w.navigation = &Navigation{EventTarget: EventTarget{window: w}, at: -1}
		objectValue(w.Realm, w.navigation)
		w.navigation.refresh()
	}
	return w.navigation
}

// enabled is the opposite of "has entries and events disabled".
func (n *Navigation) enabled() bool {
	w := n.window
	return !w.closed && !w.Host.Initial(w) && !w.opt.Origin.IsOpaque()
}

// refresh makes the list of what the host has, and returns the entries that are no more.
func (n *Navigation) refresh() (gone []*NavigationHistoryEntry) {
	w := n.window
	old := n.list
	entries, at := w.Host.Entries(w)
	if at < 0 {
		return nil
	}
	from, to := at, at+1
	for from > 0 && entries[from-1].Origin == w.opt.Origin {
		from--
	}
	for to < len(entries) && entries[to].Origin == w.opt.Origin {
		to++
	}
	n.list, n.at = nil, at-from
	for _, e := range entries[from:to] {
		i := slices.IndexFunc(old, func(x *NavigationHistoryEntry) bool { return x.entry == e })
		if i >= 0 {
			n.list = append(n.list, old[i])
		} else {
			n.list = append(n.list, &NavigationHistoryEntry{EventTarget: EventTarget{window: w}, navigation: n, entry: e})
		}
	}
	for _, x := range old {
		if !slices.Contains(n.list, x) {
			gone = append(gone, x)
		}
	}
	return gone
}

func (n *Navigation) current() *NavigationHistoryEntry {
	if !n.enabled() || n.at < 0 || n.at >= len(n.list) {
		return nil
	}
	return n.list[n.at]
}

// Navigated says that the window's current entry is another one of the same document.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#update-the-navigation-api-entries-for-a-same-document-navigation
func (w *Window) Navigated(typ string) {
	n := w.navigation
	if n == nil || !n.enabled() {
		return
	}
	from := n.current()
	gone := n.refresh()
	cur := n.current()
	if m := n.method; m != nil && cur != nil {
		m.commit(w, cur)
	}
	if t := n.transition; t != nil {
		t.committed.Resolve(js.Undefined)
	}
	if from != nil {
		w.fireAt(n, &NavigationCurrentEntryChangeEvent{Event: Event{typ: "currententrychange"}, navigationType: typ, from: from})
	}
	for _, e := range gone {
		if w.closed {
			return
		}
		w.fireSimple(e, "dispose")
	}
}

// commit is "notify about the committed-to entry".
func (m *navigationMethod) commit(w *Window, e *NavigationHistoryEntry) {
	if m.entry != nil {
		return
	}
	m.entry = e
	if m.state != nil {
		e.entry.NavState = m.state
	}
	m.committed.Resolve(objectValue(w.Realm, e))
}

// Entries is Navigation.entries.
func (n *Navigation) Entries() []*NavigationHistoryEntry {
	if !n.enabled() {
		return nil
	}
	return n.list
}

// CurrentEntry is Navigation.currentEntry.
func (n *Navigation) CurrentEntry() *NavigationHistoryEntry { return n.current() }

// Transition is Navigation.transition.
func (n *Navigation) Transition() *NavigationTransition { return n.transition }

// Activation is Navigation.activation.
func (n *Navigation) Activation() *NavigationActivation {
	if !n.enabled() {
		return nil
	}
	if !n.activated {
		n.activated = true
		from, typ := n.window.Host.Activation(n.window)
		cur := n.current()
		if typ == "" || cur == nil {
			return nil
		}
		a := &NavigationActivation{typ: typ, entry: cur}
		if from != nil && from.Origin == n.window.opt.Origin {
			i := slices.IndexFunc(n.list, func(x *NavigationHistoryEntry) bool { return x.entry == from })
			if i >= 0 {
				a.from = n.list[i]
			} else {
				a.from = &NavigationHistoryEntry{EventTarget: EventTarget{window: n.window}, navigation: n, entry: from}
			}
		}
		n.activation = a
	}
	return n.activation
}

// CanGoBack is Navigation.canGoBack.
func (n *Navigation) CanGoBack() bool { return n.current() != nil && n.at > 0 }

// CanGoForward is Navigation.canGoForward.
func (n *Navigation) CanGoForward() bool { return n.current() != nil && n.at < len(n.list)-1 }

// UpdateCurrentEntry is Navigation.updateCurrentEntry.
func (n *Navigation) UpdateCurrentEntry(c *js.Call, o NavigationUpdateCurrentEntryOptions) {
	cur := n.current()
	if cur == nil {
		c.DOMException("InvalidStateError", "updateCurrent() cannot be called when navigation.current is null.")
		return
	}
	s, err := c.Realm().StructuredSerialize(o.State, nil, cloneHooks)
	if err != nil {
		c.Fail(err)
		return
	}
	cur.entry.NavState = s
	n.window.fireAt(n, &NavigationCurrentEntryChangeEvent{Event: Event{typ: "currententrychange"}, from: cur})
}

// newMethod begins a call of a method.
func (n *Navigation) newMethod(info js.Value, state *js.Serialized, key string) *navigationMethod {
	r := n.window.Realm
	m := &navigationMethod{info: info, state: state, key: key, committed: r.NewPromise(), finished: r.NewPromise()}
	r.MarkHandled(m.finished.Value())
	return m
}

func (m *navigationMethod) result(r *js.Realm) js.Value {
	return navigationResult(r, m.committed.Value(), m.finished.Value())
}

func navigationResult(r *js.Realm, committed, finished js.Value) js.Value {
	o := r.NewObject()
	_ = r.Set(o, "committed", committed)
	_ = r.Set(o, "finished", finished)
	return o.Value()
}

// early is the result of a call that fails at once.
func (n *Navigation) early(v js.Value) js.Value {
	r := n.window.Realm
	return navigationResult(r, r.RejectedPromise(v), r.RejectedPromise(v))
}

func (n *Navigation) earlyError(name, message string) js.Value {
	return n.early(NewDOMException(n.window.Realm, name, message))
}

// inactive is the error of a call where the document cannot navigate any more.
func (n *Navigation) inactive(method string) (js.Value, bool) {
	switch w := n.window; {
	case w.closed:
		return n.earlyError("InvalidStateError", method+" cannot be called when the Window is detached."), true
	case w.unloading:
		return n.earlyError("InvalidStateError", method+" cannot be called during unload or beforeunload."), true
	}
	return js.Undefined, false
}

// Navigate is Navigation.navigate. https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigation-navigate
func (n *Navigation) Navigate(c *js.Call, url string, o NavigationNavigateOptions) js.Value {
	w := n.window
	b := w.BaseURL()
	u, err := net.Parse(url, &b)
	if err != nil {
		return n.earlyError("SyntaxError", "Invalid URL '"+invalidURL(url, b)+"'.")
	}
	if u.Scheme() == "javascript" {
		return n.earlyError("NotSupportedError", "The javascript: protocol is not supported")
	}
	if o.History == "push" && !w.closed && w.Host.Initial(w) {
		return n.earlyError("NotSupportedError", "A \"push\" navigation was explicitly requested, but only a \"replace\" navigation is possible while on the initial about:blank document.")
	}
	state, err := c.Realm().StructuredSerialize(o.State, nil, cloneHooks)
	if err != nil {
		return n.early(c.Realm().ErrorValue(err))
	}
	if v, bad := n.inactive("navigate()"); bad {
		return v
	}
	m := n.newMethod(o.Info, state, "")
	n.upcoming = m
	w.Host.Navigate(w, w, u, NavigateOptions{Replace: o.History == "replace", Push: o.History == "push", NavState: state})
	return n.called(m)
}

// called is the result of a method whose navigation has begun.
func (n *Navigation) called(m *navigationMethod) js.Value {
	if n.upcoming == m { // it did not come to an event
		n.upcoming = nil
		if n.enabled() {
			return n.earlyError("AbortError", "Navigation was aborted")
		}
	}
	return m.result(n.window.Realm)
}

// Reload is Navigation.reload.
func (n *Navigation) Reload(c *js.Call, o NavigationReloadOptions) js.Value {
	w := n.window
	state, err := c.Realm().StructuredSerialize(o.State, nil, cloneHooks)
	if err != nil {
		return n.early(c.Realm().ErrorValue(err))
	}
	if cur := n.current(); cur != nil && o.State.IsUndefined() {
		state = cur.entry.NavState
	}
	if v, bad := n.inactive("reload()"); bad {
		return v
	}
	m := n.newMethod(o.Info, state, "")
	n.upcoming = m
	w.Host.Reload(w, w, NavigateOptions{NavState: state})
	return n.called(m)
}

// TraverseTo is Navigation.traverseTo.
func (n *Navigation) TraverseTo(c *js.Call, key string, o NavigationOptions) js.Value {
	if v, bad := n.inactive("traverseTo()/back()/forward()"); bad {
		return v
	}
	if n.current() == nil {
		return n.earlyError("InvalidStateError", "Invalid key")
	}
	i := slices.IndexFunc(n.list, func(e *NavigationHistoryEntry) bool { return e.entry.Key() == key })
	if i < 0 {
		return n.earlyError("InvalidStateError", "Invalid key")
	}
	return n.traverse(i, o)
}

// Back is Navigation.back.
func (n *Navigation) Back(c *js.Call, o NavigationOptions) js.Value {
	if !n.CanGoBack() {
		return n.earlyError("InvalidStateError", "Cannot go back")
	}
	return n.traverse(n.at-1, o)
}

// Forward is Navigation.forward.
func (n *Navigation) Forward(c *js.Call, o NavigationOptions) js.Value {
	if !n.CanGoForward() {
		return n.earlyError("InvalidStateError", "Cannot go forward")
	}
	return n.traverse(n.at+1, o)
}

// traverse is "perform a navigation API traversal".
func (n *Navigation) traverse(i int, o NavigationOptions) js.Value {
	w := n.window
	if v, bad := n.inactive("traverseTo()/back()/forward()"); bad {
		return v
	}
	r := w.Realm
	e := n.list[i]
	if i == n.at {
		v := objectValue(r, e)
		return navigationResult(r, r.PromiseOf(v), r.PromiseOf(v))
	}
	key := e.entry.Key()
	if m := n.traverses[key]; m != nil {
		return m.result(r)
	}
	m := n.newMethod(o.Info, nil, key)
	if n.traverses == nil {
		n.traverses = make(map[string]*navigationMethod)
	}
	n.traverses[key] = m
	w.Host.TraverseTo(w, e.entry, func() { n.traverseGone(key) })
	return m.result(r)
}

// traverseGone says that a traversal does not come about.
func (n *Navigation) traverseGone(key string) {
	m := n.traverses[key]
	if m == nil {
		return
	}
	delete(n.traverses, key)
	v := NewDOMException(n.window.Realm, "AbortError", "Navigation was aborted")
	m.committed.Reject(v)
	m.finished.Reject(v)
}

// Onnavigate is Navigation.onnavigate, and so on.
func (n *Navigation) Onnavigate(c *js.Call) js.Value        { return getHandler(c, "navigate") }
func (n *Navigation) SetOnnavigate(c *js.Call) js.Value     { return setHandler(c, "navigate") }
func (n *Navigation) Onnavigatesuccess(c *js.Call) js.Value { return getHandler(c, "navigatesuccess") }
func (n *Navigation) SetOnnavigatesuccess(c *js.Call) js.Value {
	return setHandler(c, "navigatesuccess")
}
func (n *Navigation) Onnavigateerror(c *js.Call) js.Value    { return getHandler(c, "navigateerror") }
func (n *Navigation) SetOnnavigateerror(c *js.Call) js.Value { return setHandler(c, "navigateerror") }
func (n *Navigation) Oncurrententrychange(c *js.Call) js.Value {
	return getHandler(c, "currententrychange")
}
func (n *Navigation) SetOncurrententrychange(c *js.Call) js.Value {
	return setHandler(c, "currententrychange")
}
func (e *NavigationHistoryEntry) Ondispose(c *js.Call) js.Value    { return getHandler(c, "dispose") }
func (e *NavigationHistoryEntry) SetOndispose(c *js.Call) js.Value { return setHandler(c, "dispose") }

// NavigationHistoryEntry is the state of a NavigationHistoryEntry.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-navigationhistoryentry-interface
type NavigationHistoryEntry struct {
	EventTarget
	navigation *Navigation
	entry      *SessionEntry
}

func (e *NavigationHistoryEntry) trace(t *js.Tracer) {
	e.EventTarget.trace(t)
	mark(t, e.navigation)
}

func (e *NavigationHistoryEntry) dead() bool { return e.window.closed }

// Url is NavigationHistoryEntry.url.
func (e *NavigationHistoryEntry) Url() Opt[string] {
	if e.dead() {
		return Some("")
	}
	return Some(e.entry.URL.Href())
}

// Key is NavigationHistoryEntry.key.
func (e *NavigationHistoryEntry) Key() string {
	if e.dead() {
		return ""
	}
	return e.entry.Key()
}

// Id is NavigationHistoryEntry.id.
func (e *NavigationHistoryEntry) Id() string {
	if e.dead() {
		return ""
	}
	return e.entry.ID()
}

// Index is NavigationHistoryEntry.index.
func (e *NavigationHistoryEntry) Index() int64 {
	if e.dead() {
		return -1
	}
	return int64(slices.Index(e.navigation.list, e))
}

// SameDocument is NavigationHistoryEntry.sameDocument.
func (e *NavigationHistoryEntry) SameDocument() bool {
	cur := e.navigation.current()
	return !e.dead() && cur != nil && cur.entry.Document == e.entry.Document
}

// GetState is NavigationHistoryEntry.getState.
func (e *NavigationHistoryEntry) GetState(c *js.Call) js.Value {
	if e.dead() {
		return js.Undefined
	}
	return readState(c, e.entry.NavState)
}

// readState is a state of the navigation API as a new value.
func readState(c *js.Call, s *js.Serialized) js.Value {
	if s == nil {
		return js.Undefined
	}
	v, _, err := c.Realm().StructuredDeserialize(s, cloneHooks)
	if err != nil {
		return c.Fail(err)
	}
	return v
}

// NavigationTransition is the state of a NavigationTransition.
type NavigationTransition struct {
	Object
	typ                 string
	from                *NavigationHistoryEntry
	to                  *NavigationDestination
	committed, finished *js.Promise
}

func (t *NavigationTransition) NavigationType() string        { return t.typ }
func (t *NavigationTransition) From() *NavigationHistoryEntry { return t.from }
func (t *NavigationTransition) To() *NavigationDestination    { return t.to }
func (t *NavigationTransition) Committed() js.Value           { return t.committed.Value() }
func (t *NavigationTransition) Finished() js.Value            { return t.finished.Value() }

func (t *NavigationTransition) trace(tr *js.Tracer) {
	mark(tr, t.from)
	mark(tr, t.to)
	markPromise(tr, t.committed)
	markPromise(tr, t.finished)
}

// NavigationActivation is the state of a NavigationActivation.
type NavigationActivation struct {
	Object
	from, entry *NavigationHistoryEntry
	typ         string
}

func (a *NavigationActivation) From() *NavigationHistoryEntry  { return a.from }
func (a *NavigationActivation) Entry() *NavigationHistoryEntry { return a.entry }
func (a *NavigationActivation) NavigationType() string         { return a.typ }

func (a *NavigationActivation) trace(t *js.Tracer) {
	mark(t, a.from)
	mark(t, a.entry)
}

// NavigationDestination is the state of a NavigationDestination.
type NavigationDestination struct {
	Object
	url   net.URL
	entry *NavigationHistoryEntry // of a traversal
	state *js.Serialized
	same  bool
}

func (d *NavigationDestination) trace(t *js.Tracer) { mark(t, d.entry) }

// Url is NavigationDestination.url.
func (d *NavigationDestination) Url() string { return d.url.Href() }

// Key is NavigationDestination.key.
func (d *NavigationDestination) Key() string {
	if d.entry == nil {
		return ""
	}
	return d.entry.Key()
}

// Id is NavigationDestination.id.
func (d *NavigationDestination) Id() string {
	if d.entry == nil {
		return ""
	}
	return d.entry.Id()
}

// Index is NavigationDestination.index.
func (d *NavigationDestination) Index() int64 {
	if d.entry == nil {
		return -1
	}
	return d.entry.Index()
}

// SameDocument is NavigationDestination.sameDocument.
func (d *NavigationDestination) SameDocument() bool { return d.same }

// GetState is NavigationDestination.getState.
func (d *NavigationDestination) GetState(c *js.Call) js.Value {
	if d.entry != nil {
		return readState(c, d.entry.entry.NavState)
	}
	return readState(c, d.state)
}

// NavigationCurrentEntryChangeEvent is the state of a NavigationCurrentEntryChangeEvent.
type NavigationCurrentEntryChangeEvent struct {
	Event
	navigationType string // "": null
	from           *NavigationHistoryEntry
}

// ConstructNavigationCurrentEntryChangeEvent is new NavigationCurrentEntryChangeEvent.
func ConstructNavigationCurrentEntryChangeEvent(c *js.Call, typ string, i NavigationCurrentEntryChangeEventInit) *NavigationCurrentEntryChangeEvent {
	e := &NavigationCurrentEntryChangeEvent{navigationType: i.NavigationType.Value, from: i.From}
	e.init(c, typ, i.EventInit)
	return e
}

// NavigationType is NavigationCurrentEntryChangeEvent.navigationType.
func (e *NavigationCurrentEntryChangeEvent) NavigationType(c *js.Call) js.Value {
	if e.navigationType == "" {
		return js.Null
	}
	return c.String(e.navigationType)
}

// From is NavigationCurrentEntryChangeEvent.from.
func (e *NavigationCurrentEntryChangeEvent) From() *NavigationHistoryEntry { return e.from }

func (e *NavigationCurrentEntryChangeEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.from)
}
