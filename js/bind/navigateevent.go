package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// NavigateEvent is the state of a NavigateEvent.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-navigateevent-interface
type NavigateEvent struct {
	Event
	typ2          string // NavigateEvent.navigationType
	destination   *NavigationDestination
	canIntercept  bool
	userInitiated bool
	hashChange    bool
	abort         *AbortController
	signal        *AbortSignal
	formData      *FormData
	download      Opt[string]
	info          js.Value
	source        *nodeState
	classic       *js.Serialized

	state    interception
	handlers []js.Object
	focus    string
	scroll   string

	precommit []js.Object    // handlers that run before the navigation is committed
	target    net.URL        // what is committed
	navState  *js.Serialized // likewise its state
}

// interception is how far an intercepted navigation is.
type interception uint8

const (
	notIntercepted interception = iota
	intercepted
	interceptCommitted
	interceptScrolled
	interceptFinished
)

// ConstructNavigateEvent is new NavigateEvent.
func ConstructNavigateEvent(c *js.Call, typ string, i NavigateEventInit) *NavigateEvent {
	e := &NavigateEvent{typ2: i.NavigationType, destination: i.Destination, canIntercept: i.CanIntercept, userInitiated: i.UserInitiated, hashChange: i.HashChange,
		signal: i.Signal, formData: i.FormData, download: i.DownloadRequest, info: i.Info, source: i.SourceElement.state()}
	e.init(c, typ, i.EventInit)
	return e
}

func (e *NavigateEvent) trace(t *js.Tracer) {
	e.Event.trace(t)
	mark(t, e.destination)
	mark(t, e.abort)
	mark(t, e.signal)
	mark(t, e.formData)
	t.Mark(e.info)
	e.source.mark(t)
	for _, h := range e.handlers {
		t.MarkObject(h)
	}
	for _, h := range e.precommit {
		t.MarkObject(h)
	}
}

func (e *NavigateEvent) NavigationType() string              { return e.typ2 }
func (e *NavigateEvent) Destination() *NavigationDestination { return e.destination }
func (e *NavigateEvent) CanIntercept() bool                  { return e.canIntercept }
func (e *NavigateEvent) UserInitiated() bool                 { return e.userInitiated }
func (e *NavigateEvent) HashChange() bool                    { return e.hashChange }
func (e *NavigateEvent) Signal() *AbortSignal                { return e.signal }
func (e *NavigateEvent) FormData() *FormData                 { return e.formData }
func (e *NavigateEvent) DownloadRequest() Opt[string]        { return e.download }
func (e *NavigateEvent) Info() js.Value                      { return e.info }
func (e *NavigateEvent) HasUAVisualTransition() bool         { return false }
func (e *NavigateEvent) SourceElement(c *js.Call) js.Value   { return e.source.value(c.Realm()) }

// check is "perform shared checks".
func (e *NavigateEvent) check(c *js.Call, name string) bool {
	switch w := windowOf(c.Realm()); {
	case w.closed:
		c.DOMException("InvalidStateError", "%s() may not be called in a detached window.", name)
	case !e.trusted:
		c.DOMException("SecurityError", "%s() may only be called on a trusted event.", name)
	case e.canceled:
		c.DOMException("InvalidStateError", "%s() may not be called if the event has been canceled.", name)
	default:
		return true
	}
	return false
}

// Intercept is NavigateEvent.intercept.
func (e *NavigateEvent) Intercept(c *js.Call, o NavigationInterceptOptions) {
	if !e.check(c, "intercept") {
		return
	}
	switch {
	case !e.canIntercept:
		c.DOMException("SecurityError", "A navigation with URL '%s' cannot be intercepted by in a window with origin '%s' and URL '%s'.", e.destination.Url(), windowOf(c.Realm()).Origin(), windowOf(c.Realm()).url.Href())
		return
	case !e.dispatching:
		c.DOMException("InvalidStateError", "intercept() may only be called while the navigate event is being dispatched.")
		return
	}
	if !o.PrecommitHandler.IsNone() {
		if !e.cancelable {
			c.DOMException("InvalidStateError", "precommitHandler may only be used if the navigate event is cancelable.")
			return
		}
		if e.typ2 == "traverse" {
			c.DOMException("NotSupportedError", "precommitHandler is not supported for traversals.")
			return
		}
		e.precommit = append(e.precommit, o.PrecommitHandler)
	}
	e.state = intercepted
	if !o.Handler.IsNone() {
		e.handlers = append(e.handlers, o.Handler)
	}
	if o.FocusReset.Set {
		e.focus = o.FocusReset.Value
	}
	if o.Scroll.Set {
		e.scroll = o.Scroll.Value
	}
}

// Scroll is NavigateEvent.scroll.
func (e *NavigateEvent) Scroll(c *js.Call) {
	if !e.check(c, "scroll") {
		return
	}
	switch e.state {
	case notIntercepted:
		c.DOMException("InvalidStateError", "intercept() must be called before scroll()")
	case intercepted:
		c.DOMException("InvalidStateError", "scroll() may not be called before commit.")
	case interceptScrolled:
		c.DOMException("InvalidStateError", "scroll() already called")
	case interceptFinished:
		c.DOMException("InvalidStateError", "scroll() may not be called after transition completes")
	default:
		e.doScroll(windowOf(c.Realm()))
	}
}

// doScroll is "process scroll behavior".
func (e *NavigateEvent) doScroll(w *Window) {
	e.state = interceptScrolled
	w.Host.ScrollToEntry(w, e.typ2 == "traverse" || e.typ2 == "reload")
}

// Going is a navigation that is about to begin, as its event tells of it.
type Going struct {
	Type         string // push, replace, reload, traverse
	URL          net.URL
	SameDocument bool
	To           *SessionEntry // of a traversal
	Top          bool
	NavState     *js.Serialized
	Classic      *js.Serialized // of pushState
	HasClassic   bool
	UserInvolved bool
	Source       *nodeState
	FormData     *FormData
	Download     Opt[string]
}

// FireNavigate fires the navigate event of a navigation of the window, and reports whether it is to go on: not where script prevented it, and
// not where script took it over, which is then done. finish, nil for nothing, is to be called once a navigation within the document is done.
//
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#inner-navigate-event-firing-algorithm
func (w *Window) FireNavigate(g Going) (ok bool, finish func()) {
	n := w.navigation
	if n == nil || w.closed {
		return true, nil
	}
	if !n.enabled() {
		if m := n.upcoming; m != nil {
			n.upcoming = nil
		}
		return true, nil
	}
	d := &NavigationDestination{url: g.URL, state: g.NavState, same: g.SameDocument}
	key := ""
	if g.To != nil {
		key = g.To.Key()
		if i := slices.IndexFunc(n.list, func(x *NavigationHistoryEntry) bool { return x.entry == g.To }); i >= 0 {
			d.entry = n.list[i]
		}
	}
	var m *navigationMethod
	if key != "" {
		m = n.traverses[key]
		delete(n.traverses, key)
	} else {
		m, n.upcoming = n.upcoming, nil
	}
	n.abort(js.Undefined)
	if w.closed {
		return false, nil
	}
	n.method = m
	e := &NavigateEvent{typ2: g.Type, destination: d, userInitiated: g.UserInvolved, info: js.Undefined, source: g.Source, classic: g.Classic, download: g.Download}
	e.typ = "navigate"
	e.canIntercept = canRewrite(w, g.URL) && (g.SameDocument || g.Type != "traverse")
	e.cancelable = g.Type != "traverse" || g.Top && g.SameDocument && (g.UserInvolved == false || w.TransientActivation())
	if m != nil {
		e.info = m.info
	}
	old := w.url
	e.hashChange = g.SameDocument && !g.HasClassic && g.URL.EqualsWithoutFragment(old) && g.URL.Hash() != old.Hash()
	e.formData = g.FormData
	e.signal = newAbortSignal(w)
	e.abort = &AbortController{signal: e.signal}
	n.ongoing, n.focusChanged, n.keepScroll = e, false, false
	e.dispatching = true
	if !w.fireAt(n, e) {
		e.dispatching = false
		if !w.closed && !e.signal.aborted {
			n.abort(js.Undefined)
		}
		return false, nil
	}
	if w.closed || n.ongoing != e {
		return false, nil
	}
	same := e.state != notIntercepted || g.SameDocument
	if e.state != notIntercepted {
		r := w.Realm
		e.target, e.navState = g.URL, g.NavState
		t := &NavigationTransition{typ: g.Type, from: n.current(), to: d, committed: r.NewPromise(), finished: r.NewPromise()}
		r.MarkHandled(t.committed.Value())
		r.MarkHandled(t.finished.Value())
		n.transition = t
		if len(e.precommit) > 0 {
			n.runPrecommit(e, m)
			return false, nil
		}
		if !n.commitIntercepted(e) {
			return false, nil
		}
	}
	if !same {
		return true, nil
	}
	run := func() { n.runHandlers(e, m) }
	if e.state != notIntercepted && g.Type != "traverse" {
		run()
		return false, nil
	}
	return true, run
}

// commitIntercepted makes the entry of a navigation that an event handler took over. It reports whether that is still the one that goes on.
func (n *Navigation) commitIntercepted(e *NavigateEvent) bool {
	w := n.window
	e.state = interceptCommitted
	switch e.typ2 {
	case "push", "replace":
		w.Host.HistoryPush(w, e.classic, e.navState, e.target, e.typ2 == "replace")
		w.historyObject().known = false
		w.Navigated(e.typ2)
	case "traverse":
		n.keepScroll = true
	case "reload":
		w.Navigated(e.typ2)
	}
	return !w.closed && n.ongoing == e
}

// runPrecommit calls the handlers that come before the commit, and goes on once their promises are fulfilled.
func (n *Navigation) runPrecommit(e *NavigateEvent, m *navigationMethod) {
	r := n.window.Realm
	controller := objectValue(r, &NavigationPrecommitController{navigation: n, event: e, method: m})
	n.await(e, m, e.precommit, func() {
		if n.commitIntercepted(e) {
			n.runHandlers(e, m)
		}
	}, controller)
}

// runHandlers calls the handlers of an event and waits for their promises.
func (n *Navigation) runHandlers(e *NavigateEvent, m *navigationMethod) {
	n.await(e, m, e.handlers, func() { n.succeeded(e, m) })
}

// await calls handlers of an event, and done once all their promises are fulfilled; where one is rejected the navigation fails.
func (n *Navigation) await(e *NavigateEvent, m *navigationMethod, handlers []js.Object, done func(), args ...js.Value) {
	w := n.window
	if w.closed || n.ongoing != e {
		return
	}
	r := w.Realm
	var promises []js.Value
	for _, h := range handlers {
		v, err := r.Call(h.Value(), js.Undefined, args...)
		if w.closed {
			return
		}
		if err != nil {
			promises = append(promises, r.RejectedPromise(r.ErrorValue(err)))
		} else {
			promises = append(promises, r.PromiseOf(v))
		}
	}
	if len(promises) == 0 {
		promises = append(promises, r.PromiseOf(js.Undefined))
	}
	left, over := len(promises), false
	keep := []js.Value{objectValue(r, e), objectValue(r, n)}
	for _, p := range promises {
		r.Then(p, func(js.Value) (js.Value, error) {
			if left--; left == 0 && !over {
				over = true
				if !w.closed && n.ongoing == e && !e.signal.aborted {
					done()
				}
			}
			return js.Undefined, nil
		}, func(v js.Value) (js.Value, error) {
			if !over {
				over = true
				n.failed(e, m, v)
			}
			return js.Undefined, nil
		}, keep...)
	}
}

// succeeded ends a navigation within the document.
func (n *Navigation) succeeded(e *NavigateEvent, m *navigationMethod) {
	w := n.window
	if w.closed || n.ongoing != e || e.signal.aborted {
		return
	}
	n.ongoing = nil
	e.finish(n, true)
	if w.closed {
		return
	}
	t := n.transition
	w.fireSimple(n, "navigatesuccess")
	if w.closed {
		return
	}
	if m != nil {
		if m.entry != nil {
			m.finished.Resolve(objectValue(w.Realm, m.entry))
		} else if cur := n.current(); cur != nil {
			m.commit(w, cur)
			m.finished.Resolve(objectValue(w.Realm, cur))
		}
		if n.method == m {
			n.method = nil
		}
	}
	if t != nil && n.transition == t {
		t.finished.Resolve(js.Undefined)
		n.transition = nil
	}
}

// failed ends a navigation within the document whose handler failed.
func (n *Navigation) failed(e *NavigateEvent, m *navigationMethod, v js.Value) {
	w := n.window
	if w.closed || n.ongoing != e || e.signal.aborted {
		return
	}
	e.signal.abort(w.Realm, v)
	n.ongoing = nil
	e.finish(n, false)
	n.tellError(v, m)
}

// tellError is the end of a navigation that failed or was aborted.
func (n *Navigation) tellError(v js.Value, m *navigationMethod) {
	w := n.window
	t := n.transition
	rep := w.Realm.MakeReport(w.Realm.NewException(v))
	w.fireAt(n, &ErrorEvent{Event: Event{typ: "navigateerror"}, message: rep.Message, filename: rep.File, line: uint32(rep.Line), column: uint32(rep.Column), err: v})
	if m != nil {
		m.committed.Reject(v)
		m.finished.Reject(v)
		if n.method == m {
			n.method = nil
		}
	}
	if t != nil {
		t.committed.Reject(v)
		t.finished.Reject(v)
		if n.transition == t {
			n.transition = nil
		}
	}
}

// finish is "finish" of a NavigateEvent: what was left to the end of the navigation.
func (e *NavigateEvent) finish(n *Navigation, ok bool) {
	if e.state == notIntercepted || e.state == interceptFinished {
		return
	}
	w := n.window
	if e.focus != "manual" && !n.focusChanged {
		w.resetFocus()
	}
	if ok && e.scroll != "manual" && e.state == interceptCommitted && !w.closed {
		e.doScroll(w)
	}
	e.state = interceptFinished
}

// abort ends the navigation that is under way, with an AbortError if why is undefined.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#abort-the-ongoing-navigation
func (n *Navigation) abort(why js.Value) {
	e := n.ongoing
	if e == nil {
		return
	}
	w := n.window
	if why.IsUndefined() {
		why = NewDOMException(w.Realm, "AbortError", "Navigation was aborted")
	}
	n.ongoing, n.focusChanged, n.keepScroll = nil, false, false
	if e.dispatching {
		e.canceled = true
	}
	m := n.method
	e.signal.abort(w.Realm, why)
	if !w.closed {
		n.tellError(why, m)
	}
}

// AbortNavigation tells script that the navigation that is under way ends: its loading was stopped.
func (w *Window) AbortNavigation() {
	if n := w.navigation; n != nil && !w.closed {
		n.abort(js.Undefined)
	}
}

// FireTraverse is FireNavigate for a traversal to an entry.
func (w *Window) FireTraverse(to *SessionEntry, same, top bool) bool {
	ok, finish := w.FireNavigate(Going{Type: "traverse", URL: to.URL, SameDocument: same, To: to, Top: top})
	if n := w.navigation; n != nil {
		n.after = nil
		if finish != nil {
			n.after = n.ongoing
		}
	}
	return ok
}

// Traversed says that the current entry is another one of the same document, by a traversal. It reports whether the host may scroll.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#update-document-for-history-step-application
func (w *Window) Traversed(e *SessionEntry) (scroll bool) {
	w.historyObject().restored(e.State)
	w.Navigated("traverse")
	keep := w.navigation != nil && w.navigation.keepScroll
	if w.closed {
		return false
	}
	if n := w.navigation; n != nil && n.after != nil {
		e := n.after
		n.after = nil
		n.runHandlers(e, n.method)
	}
	if !w.closed {
		w.fireSelf(&PopStateEvent{Event: Event{typ: "popstate"}, state: w.historyObject().value()})
	}
	return !keep && !w.closed
}

// resetFocus gives the focus back to the document, or to the element that has autofocus, as after a navigation.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#potentially-reset-the-focus
func (w *Window) resetFocus() {
	s := w.World.Store
	for el := s.Following(w.Doc.Node, w.Doc.Node); el != 0; el = s.Following(el, w.Doc.Node) {
		if s.Kind(el) == dom.KindElement && s.HasAttr(el, atomAutofocus) && w.focusable(el) {
			w.Focus(el)
			return
		}
	}
	w.moveFocus(0, false)
}

// NavigationPrecommitController is the state of a NavigationPrecommitController: what a handler may change before the navigation is committed.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigationprecommitcontroller
type NavigationPrecommitController struct {
	Object
	navigation *Navigation
	event      *NavigateEvent
	method     *navigationMethod
}

func (p *NavigationPrecommitController) trace(t *js.Tracer) {
	mark(t, p.navigation)
	mark(t, p.event)
	p.method.trace(t)
}

// check reports whether the navigation is still to be committed.
func (p *NavigationPrecommitController) check(c *js.Call) bool {
	switch e := p.event; {
	case p.navigation.window.closed:
		c.DOMException("InvalidStateError", "Window is detached.")
	case e.state != intercepted || p.navigation.ongoing != e && !e.signal.aborted:
		c.DOMException("InvalidStateError", "navigation has already committed.")
	case e.signal.aborted:
		c.DOMException("InvalidStateError", "navigation was aborted.")
	default:
		return true
	}
	return false
}

// Redirect is NavigationPrecommitController.redirect.
func (p *NavigationPrecommitController) Redirect(c *js.Call, url string, o NavigationNavigateOptions) {
	if !p.check(c) {
		return
	}
	w, e := p.navigation.window, p.event
	if e.typ2 != "push" && e.typ2 != "replace" {
		c.DOMException("InvalidStateError", "redirect() may only be used with push or replace navigations.")
		return
	}
	b := w.BaseURL()
	u, err := net.Parse(url, &b)
	switch {
	case err != nil:
		c.DOMException("SyntaxError", "Invalid URL '%s'.", invalidURL(url, b))
		return
	case !canRewrite(w, u):
		c.DOMException("SecurityError", "Cannot redirect to '%s' in a document with origin '%s' and URL '%s'.", u.Href(), w.Origin(), w.url.Href())
		return
	}
	if !o.State.IsUndefined() {
		s, err := c.Realm().StructuredSerialize(o.State, nil, cloneHooks)
		if err != nil {
			c.Fail(err)
			return
		}
		e.navState, e.destination.state = s, s
		if p.method != nil {
			p.method.state = s
		}
	}
	if o.History == "push" || o.History == "replace" {
		e.typ2 = o.History
		if t := p.navigation.transition; t != nil {
			t.typ = o.History
		}
	}
	e.target, e.destination.url = u, u
	if !o.Info.IsUndefined() {
		e.info = o.Info
	}
}

// AddHandler is NavigationPrecommitController.addHandler.
func (p *NavigationPrecommitController) AddHandler(c *js.Call, handler js.Object) {
	if p.check(c) {
		p.event.handlers = append(p.event.handlers, handler)
	}
}
