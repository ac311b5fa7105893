package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// EventTarget is embedded by the state of every object that receives events: it holds the listeners, which therefore
// live and die with the object.
// https://dom.spec.whatwg.org/#interface-eventtarget
type EventTarget struct {
	Object
	window *Window
	reg    *registry // nil without listeners
}

// eventTarget is the state of an object that receives events.
type eventTarget interface {
	platformOrNode
	target() *EventTarget
}

// platformOrNode is the state of any object.
type platformOrNode interface {
	object() *Object
	traced
}

func (t *EventTarget) target() *EventTarget { return t }

// path is t as a target of events. t has a script object.
func (t *EventTarget) path() pathTarget {
	if t == nil {
		return pathTarget{}
	}
	h := t.obj.Host()
	if h.IsNone() {
		return pathTarget{}
	}
	switch s := h.State().(type) {
	case *nodeState:
		return pathTarget{node: s.id}
	case eventTarget:
		return pathTarget{other: s}
	}
	return pathTarget{}
}

func (t *EventTarget) ensure() *registry {
	if t.reg == nil {
		t.reg = &registry{}
	}
	return t.reg
}

// listener is an event listener. https://dom.spec.whatwg.org/#concept-event-listener
type listener struct {
	typ      string
	callback js.Object
	native   func(*Event) // of the engine's own, instead of callback
	handler  *handler     // that of an event handler attribute, or of EventTarget.when
	capture  bool
	once     bool
	passive  bool
	removed  bool
	unfollow func() // takes the listener from its signal; nil without one
}

// handler is an event handler. https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers
type handler struct {
	typ      string
	value    js.Object // callback; none for null or not compiled yet
	source   string    // of a content attribute that is not compiled yet
	compile  bool
	listener *listener
	attr     string // the content attribute when it was last looked at
	hasAttr  bool

	subscriber *Subscriber // of EventTarget.when, instead of all this
}

// EventPhase of a dispatch.
const (
	phaseNone uint16 = iota
	phaseCapturing
	phaseAtTarget
	phaseBubbling
)

// Event is the state of an Event object.
// https://dom.spec.whatwg.org/#interface-event
type Event struct {
	Object
	typ            string
	bubbles        bool
	cancelable     bool
	composed       bool
	trusted        bool
	initialized    bool
	dispatching    bool
	stop           bool // stop propagation
	stopNow        bool // stop immediate propagation
	canceled       bool
	passive        bool // in a passive listener
	byUser         bool // a press or click of the user's, which no disabled control lets pass
	phase          uint16
	timeStamp      float64
	target         pathTarget
	relatedTarget  pathTarget
	current        pathTarget
	path           []pathItem
	targetOverride pathTarget    // what target is in place of the object that the event is dispatched at ("legacy target override flag")
	onAttr         atom.Atom     // the name of the handlers' content attribute
	keep           [2]*nodeState // what target and relatedTarget refer to
}

// pathTarget is an event target: a node by its id, made into an object only when script asks, or the state of another object.
type pathTarget struct {
	node  dom.NodeID
	other eventTarget
}

func (p pathTarget) none() bool { return p.node == 0 && p.other == nil }

// pathItem is one step of an event's path. https://dom.spec.whatwg.org/#event-path-items
type pathItem struct {
	invocation    pathTarget
	inShadow      bool
	shadowTarget  pathTarget
	relatedTarget pathTarget
	rootOfClosed  bool
	slotInClosed  bool
	target        int32 // index of the last step up to this one with a shadowTarget
}

// eventOf is the *Event that the state of any event object holds.
type eventState interface{ asEvent() *Event }

// NewEvent makes a trusted event of the engine's own.
func NewEvent(typ string, bubbles, cancelable bool) *Event {
	return &Event{typ: typ, bubbles: bubbles, cancelable: cancelable, trusted: true, initialized: true}
}

// NodeTarget is a node as an event target.
func NodeTarget(id dom.NodeID) pathTarget { return pathTarget{node: id} }

// targetState is the listeners' holder of a target for an event of a type; nil where nothing can listen. on is the name of the handler's content attribute, None where no element
// has it: an element that has it gets a state.
func (w *World) targetState(p pathTarget, typ string, on atom.Atom) *EventTarget {
	if p.node != 0 {
		s := w.wrappers.peek(p.node)
		if on != atom.None && w.Store.Kind(p.node) == dom.KindElement {
			if v, has := w.Store.LookupAttr(p.node, on); has || s != nil && s.reg != nil {
				if s == nil {
					if w.WindowOf(p.node) == nil {
						return nil
					}
					s = w.wrappers.state(nil, p.node)
				}
				s.syncHandler(typ, v, has)
			}
		}
		if s != nil {
			return &s.EventTarget
		}
		return nil
	}
	if win, ok := p.other.(*Window); ok {
		win.syncBody()
	}
	if p.other != nil {
		return p.other.target()
	}
	return nil
}

// value is the target as script sees it.
func (p pathTarget) value(r *js.Realm) js.Value {
	switch {
	case p.node != 0:
		return nodeValue(r, p.node)
	case p.other != nil:
		return objectOf(r, p.other)
	}
	return js.Null
}

// retarget is a node as seen from another target's tree. https://dom.spec.whatwg.org/#retarget
func (w *World) retarget(a, b pathTarget) pathTarget {
	s := w.Store
	for a.node != 0 {
		root := s.Root(a.node)
		host := s.Host(root)
		if host == 0 || b.node != 0 && shadowIncludingContains(s, root, b.node) {
			return a
		}
		a.node = host
	}
	return a
}

// shadowIncludingContains reports whether root is a shadow-including inclusive ancestor of n.
func shadowIncludingContains(s *dom.Store, root, n dom.NodeID) bool {
	for {
		if s.Contains(root, n) {
			return true
		}
		h := s.Host(s.Root(n))
		if h == 0 {
			return false
		}
		n = h
	}
}

// Dispatch dispatches an event and reports whether its default action is not prevented.
// https://dom.spec.whatwg.org/#concept-event-dispatch
func (w *World) Dispatch(win *Window, ev eventState, target pathTarget) bool {
	e := ev.asEvent()
	e.dispatching = true
	w.dispatching = append(w.dispatching, ev)
	defer func() {
		w.dispatching[len(w.dispatching)-1] = nil
		w.dispatching = w.dispatching[:len(w.dispatching)-1]
	}()
	e.onAttr = w.onAttr(e.typ)
	e.path = w.takePath()
	related := w.retarget(e.relatedTarget, target)
	clearTargets := false
	activation := dom.NodeID(0)
	var act activationState
	if target != related || target == e.relatedTarget {
		w.buildPath(win, e, target, related)
		for i := len(e.path) - 1; i >= 0; i-- {
			if it := e.path[i]; !it.shadowTarget.none() {
				in := func(p pathTarget) bool { return p.node != 0 && w.Store.Host(w.Store.Root(p.node)) != 0 }
				clearTargets = in(it.shadowTarget) || in(it.relatedTarget)
				break
			}
		}
		// Activation behaviour: the target's own or, for events that bubble, an ancestor's.
		if isActivation(ev) {
			for i, it := range e.path {
				if it.invocation.node != 0 && (i == 0 || e.bubbles) && w.hasActivation(it.invocation.node) {
					activation = it.invocation.node
					break
				}
			}
		}
		if activation != 0 {
			act = w.preActivate(win, activation)
		}
		w.invokePath(win, ev)
	}
	e.phase = phaseNone
	e.current = pathTarget{}
	w.givePath(e.path)
	e.path = nil
	e.dispatching, e.stop, e.stopNow = false, false, false
	if clearTargets {
		e.target, e.relatedTarget = pathTarget{}, pathTarget{}
	}
	if !e.obj.IsNone() { // script may ask for them in a later task
		e.keep = [2]*nodeState{w.keepTarget(e.target), w.keepTarget(e.relatedTarget)}
	}
	if activation != 0 {
		if e.canceled {
			w.cancelActivation(win, activation, act)
		} else {
			w.activate(win, activation, ev, act)
		}
	}
	return !e.canceled
}

func (w *World) keepTarget(p pathTarget) *nodeState {
	if p.node == 0 || !w.Store.Alive(p.node) {
		return nil
	}
	return w.wrappers.state(nil, p.node)
}

// onName is the name of the event handler content attribute of a type.
func onName(typ string) string {
	if n, ok := onNames[typ]; ok {
		return n
	}
	return "on" + typ
}

// onAttr is the atom of onName; None where no element has such an attribute.
func (w *World) onAttr(typ string) atom.Atom {
	if a, ok := onAtoms[typ]; ok {
		return a
	}
	var b [64]byte
	return w.Store.Atoms.LookupBytes(append(append(b[:0], "on"...), typ...))
}

// takePath lends memory for the path of an event that is dispatched.
func (w *World) takePath() []pathItem {
	n := len(w.paths)
	if n == 0 {
		return make([]pathItem, 0, 16)
	}
	p := w.paths[n-1]
	w.paths = w.paths[:n-1]
	return p[:0]
}

// givePath takes it back. That of very deep trees, and of dispatches within dispatches within dispatches, is not kept.
func (w *World) givePath(p []pathItem) {
	clear(p)
	if cap(p) <= 256 && len(w.paths) < 8 {
		w.paths = append(w.paths, p)
	}
}

// takeText lends memory for a text that is put together and copied at once; giveText takes it back. What runs meanwhile gets memory of its own.
func (w *World) takeText() []byte {
	b := w.text[:0]
	w.text = nil
	return b
}

func (w *World) giveText(b []byte) {
	if cap(b) <= 1<<12 {
		w.text = b
	}
}

// eventType is the name of an event type in memory that lasts; a few are what pages listen to over and over.
func (w *World) eventType(typ js.View) string {
	if t, ok := w.eventTypes[typ]; ok {
		return t
	}
	t := strings.Clone(typ)
	if w.eventTypes == nil {
		w.eventTypes = make(map[string]string)
	}
	if len(w.eventTypes) < 256 && len(t) < 64 {
		w.eventTypes[t] = t
	}
	return t
}

// buildPath is steps 5.3 to 5.9 of dispatch.
//
// What it asks about trees (their roots, what contains what) it asks once a tree, not once a node: paths may be long.
func (w *World) buildPath(win *Window, e *Event, target, related pathTarget) {
	s := w.Store
	root := dom.NodeID(0) // of parent, or of target
	if target.node != 0 {
		root = s.Root(target.node)
	}
	targetRoot := root
	e.appendPath(w, target, target, related, root, false)
	slottable := dom.NodeID(0)
	if target.node != 0 && s.AssignedSlot(target.node) != 0 {
		slottable = target.node
	}
	slotInClosed := false
	inside := true // the tree of target contains that of parent
	orig, child := target, target
	rel := related
	parent := w.eventParent(win, e, orig, target)
	for !parent.none() {
		if parent.node == 0 {
			root, inside = 0, false
			rel = w.retarget(e.relatedTarget, parent)
		} else if child.node == 0 || s.Parent(child.node) != parent.node { // another tree
			root = s.Root(parent.node)
			inside = target.node != 0 && (root == targetRoot || shadowIncludingContains(s, targetRoot, parent.node))
			rel = w.retarget(e.relatedTarget, parent)
		}
		if slottable != 0 {
			slottable = 0
			if s.Host(root) != 0 && s.ShadowInit(root).Mode != dom.ShadowOpen {
				slotInClosed = true
			}
		}
		if parent.node != 0 && s.AssignedSlot(parent.node) != 0 {
			slottable = parent.node
		}
		switch {
		case parent.other != nil && parent.other == eventTarget(win), inside:
			e.appendPath(w, parent, pathTarget{}, rel, root, slotInClosed)
		case parent == rel:
			parent = pathTarget{}
		default:
			target, targetRoot, inside = parent, root, parent.node != 0
			e.appendPath(w, parent, target, rel, root, slotInClosed)
		}
		if !parent.none() {
			child = parent
			parent = w.eventParent(win, e, orig, parent)
		}
		slotInClosed = false
	}
}

// appendPath adds a step. root is that of the tree of inv, 0 if that is no node.
func (e *Event) appendPath(w *World, inv, shadowTarget, related pathTarget, root dom.NodeID, slotInClosed bool) {
	it := pathItem{invocation: inv, shadowTarget: shadowTarget, relatedTarget: related, slotInClosed: slotInClosed, target: int32(len(e.path))}
	if shadowTarget.none() && len(e.path) > 0 {
		it.target = e.path[len(e.path)-1].target
	}
	if root != 0 {
		it.inShadow = w.Store.Host(root) != 0
		it.rootOfClosed = root == inv.node && it.inShadow && w.Store.ShadowInit(root).Mode != dom.ShadowOpen
	}
	e.path = append(e.path, it)
}

// eventParent is "get the parent". A press or click of the user's does not get past a disabled control.
func (w *World) eventParent(win *Window, e *Event, orig, p pathTarget) pathTarget {
	up := w.parentOf(win, e, orig, p)
	if e.byUser && up.node != 0 && w.Store.Kind(up.node) == dom.KindElement && win.disabledControl(up.node) {
		return pathTarget{}
	}
	return up
}

func (w *World) parentOf(win *Window, e *Event, orig, p pathTarget) pathTarget {
	s := w.Store
	if p.node == 0 {
		if g, ok := p.other.(interface{ eventParent() pathTarget }); ok {
			return g.eventParent()
		}
		return pathTarget{}
	}
	switch s.Kind(p.node) {
	case dom.KindDocument:
		if e.typ == "load" {
			return pathTarget{}
		}
		if dw := w.windows[s.DocumentOf(p.node)]; dw != nil {
			return pathTarget{other: dw}
		}
		return pathTarget{}
	case dom.KindShadowRoot:
		if !e.composed && orig.node != 0 && s.Root(orig.node) == p.node {
			return pathTarget{}
		}
		return pathTarget{node: s.Host(p.node)}
	}
	if slot := s.AssignedSlot(p.node); slot != 0 {
		return pathTarget{node: slot}
	}
	return pathTarget{node: s.Parent(p.node)}
}

func (w *World) invokePath(win *Window, ev eventState) {
	e := ev.asEvent()
	for i := len(e.path) - 1; i >= 0; i-- {
		if e.path[i].shadowTarget.none() {
			e.phase = phaseCapturing
		} else {
			e.phase = phaseAtTarget
		}
		w.invoke(win, ev, i, true)
	}
	for i := range e.path {
		if !e.path[i].shadowTarget.none() {
			e.phase = phaseAtTarget
		} else {
			if !e.bubbles {
				continue
			}
			e.phase = phaseBubbling
		}
		w.invoke(win, ev, i, false)
	}
}

// invoke calls the listeners of one step. https://dom.spec.whatwg.org/#concept-event-listener-invoke
func (w *World) invoke(win *Window, ev eventState, i int, capturing bool) {
	e := ev.asEvent()
	if e.stop {
		return
	}
	it := e.path[i]
	e.target = e.path[it.target].shadowTarget
	if !e.targetOverride.none() {
		e.target = e.targetOverride
	}
	e.relatedTarget = it.relatedTarget
	e.current = it.invocation
	st := w.targetState(it.invocation, e.typ, e.onAttr)
	if st == nil || st.reg == nil || len(st.reg.listeners) == 0 {
		return
	}
	found := w.callListeners(win, ev, st, e.typ, capturing, it.inShadow)
	if !found && e.trusted {
		if legacy, ok := legacyTypes[e.typ]; ok {
			typ := e.typ
			e.typ = legacy
			w.callListeners(win, ev, st, legacy, capturing, it.inShadow)
			e.typ = typ
		}
	}
}

var legacyTypes = map[string]string{
	"animationend": "webkitAnimationEnd", "animationiteration": "webkitAnimationIteration",
	"animationstart": "webkitAnimationStart", "transitionend": "webkitTransitionEnd", "wheel": "mousewheel",
}

func (w *World) callListeners(win *Window, ev eventState, st *EventTarget, typ string, capturing, inShadow bool) (found bool) {
	e := ev.asEvent()
	list := st.reg.listeners[:len(st.reg.listeners):len(st.reg.listeners)] // those added meanwhile are not called
	for _, l := range list {
		if st.reg == nil {
			break
		}
		if l.removed || l.typ != typ || l.capture != capturing {
			continue
		}
		found = true
		if l.once {
			st.removeListener(l)
		}
		if l.native != nil {
			l.native(e)
		} else {
			w.callListener(win, ev, st, l, inShadow)
		}
		if e.stopNow {
			break
		}
	}
	return found
}

func (w *World) callListener(win *Window, ev eventState, st *EventTarget, l *listener, inShadow bool) {
	e := ev.asEvent()
	lw := st.window
	if lw == nil {
		lw = win
	}
	obj := lw.eventObject(ev)
	fn := l.callback
	if h := l.handler; h != nil && h.subscriber == nil {
		if lw.closed {
			return
		}
		if fn = lw.handlerFunction(st, h); fn.IsNone() || !fn.Value().IsCallable() {
			return
		}
	}
	if !fn.IsNone() { // the callback's own window sees the event, and its exceptions
		if r := lw.Realm.Runtime().RealmOf(fn); r != nil {
			lw = windowOf(r)
		}
	}
	if lw.closed {
		return
	}
	r := lw.Realm
	prev := lw.currentEvent
	if !inShadow {
		lw.currentEvent = obj
	}
	e.passive = l.passive
	switch {
	case l.handler == nil:
		_, err := r.InvokeCallback(l.callback, "", "EventListener", "handleEvent", e.current.value(r), obj)
		if err != nil {
			lw.Report(err)
		}
	case l.handler.subscriber != nil:
		l.handler.subscriber.Next(obj)
	default:
		w.callHandler(lw, ev, obj, fn)
	}
	e.passive = false
	lw.afterCallback() // what runs then still sees the event
	lw.currentEvent = prev
}

// callHandler is the event handler processing algorithm; win is the window of the function.
// https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm
func (w *World) callHandler(win *Window, ev eventState, obj js.Value, fn js.Object) {
	e := ev.asEvent()
	r := win.Realm
	args := []js.Value{obj}
	special := false
	if ee, ok := ev.(*ErrorEvent); ok && e.typ == "error" && isWindow(e.current) {
		special = true
		args = ee.handlerArgs(r)
	}
	ret, err := r.Call(fn.Value(), e.current.value(r), args...)
	if err != nil {
		win.Report(err)
		return
	}
	switch {
	case special:
		if ret.IsTrue() {
			e.cancel()
		}
	case e.typ == "beforeunload":
		if be, ok := ev.(*BeforeUnloadEvent); ok && !ret.IsNullish() {
			e.cancel()
			be.setReturn(r, ret)
		}
	case ret.IsBool() && !ret.IsTrue():
		e.cancel()
	}
}

func isWindow(t pathTarget) bool {
	_, ok := t.other.(*Window)
	return ok
}

func (e *Event) cancel() {
	if e.cancelable && !e.passive {
		e.canceled = true
	}
}

// addListener is "add an event listener". https://dom.spec.whatwg.org/#add-an-event-listener
func (t *EventTarget) addListener(l *listener, signal *AbortSignal) {
	if signal != nil && signal.aborted {
		return
	}
	if l.typ == "slotchange" && t.window != nil {
		t.window.World.observers.watchSlots()
	}
	reg := t.ensure()
	if l.native == nil && l.handler == nil {
		if l.callback.IsNone() {
			return
		}
		if reg.find(l.typ, l.callback, l.capture) != nil {
			return
		}
	}
	reg.add(l)
	if signal != nil {
		l.unfollow = signal.addAlgorithm(func() { t.removeListener(l) })
	}
}

func (t *EventTarget) removeListener(l *listener) {
	if l.unfollow != nil {
		l.unfollow()
	}
	if !l.removed && t.reg != nil {
		t.reg.remove(l)
	}
}

// listening reports whether somebody listens to any event.
func (t *EventTarget) listening() bool { return t.reg != nil && len(t.reg.listeners) > 0 }

// listens reports whether somebody listens to events of a type.
func (t *EventTarget) listens(typ string) bool {
	if t.reg != nil {
		for _, l := range t.reg.listeners {
			if l.typ == typ && !l.removed {
				return true
			}
		}
	}
	return false
}

// Listen adds a listener of the engine's own.
func (t *EventTarget) Listen(typ string, f func(*Event)) (stop func()) {
	l := &listener{typ: typ, native: f}
	t.ensure().add(l)
	return func() { t.removeListener(l) }
}

// handlerOf is the event handler of a type, made if wanted.
func (t *EventTarget) handlerOf(typ string, make bool) *handler {
	if t.reg != nil {
		for _, h := range t.reg.handlers {
			if h.typ == typ {
				return h
			}
		}
	}
	if !make {
		return nil
	}
	h := &handler{typ: typ}
	t.ensure().handlers = append(t.reg.handlers, h)
	return h
}

// setHandler sets or clears an event handler and its listener: the listener keeps its place when the value changes.
func (t *EventTarget) setHandler(h *handler, value js.Object, source string, compile bool) {
	h.value, h.source, h.compile = value, source, compile
	on := compile || !value.IsNone()
	switch {
	case on && h.listener == nil:
		h.listener = &listener{typ: h.typ, handler: h}
		t.ensure().add(h.listener)
	case !on && h.listener != nil:
		t.removeListener(h.listener)
		h.listener = nil
	}
}

// trace marks what listeners and handlers hold.
func (t *EventTarget) trace(tr *js.Tracer) {
	if t.reg == nil {
		return
	}
	for _, l := range t.reg.listeners {
		if l.removed {
			continue
		}
		tr.MarkObject(l.callback)
		if l.handler != nil {
			mark(tr, l.handler.subscriber)
		}
	}
	for _, h := range t.reg.handlers {
		tr.MarkObject(h.value)
	}
}

// trace marks the targets. The path is only there during the dispatch, which the world knows of.
func (e *Event) trace(t *js.Tracer) {
	mark(t, e.target.other)
	mark(t, e.relatedTarget.other)
	mark(t, e.current.other)
	mark(t, e.targetOverride.other)
	e.keep[0].mark(t)
	e.keep[1].mark(t)
}
