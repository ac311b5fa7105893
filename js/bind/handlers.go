package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Event handlers: IDL attributes and content attributes.
// https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-attributes
//
// Content attributes are looked at when somebody could see the difference: at a dispatch, and when script reads or writes the
// handler or adds a listener. Setting thousands of attributes costs nothing, and needs no hook.

// onNames are the handler names of the event types that the interfaces have.
var onNames = func() map[string]string {
	m := make(map[string]string)
	for i := 1; i < atom.StaticCount(); i++ {
		if n := atom.StaticString(atom.Atom(i)); strings.HasPrefix(n, "on") {
			m[n[2:]] = n
		}
	}
	return m
}()

// onAtoms are the atoms of the same.
var onAtoms = func() map[string]atom.Atom {
	m := make(map[string]atom.Atom, len(onNames))
	for typ, n := range onNames {
		m[typ] = atom.Static(n)
	}
	return m
}()

// windowReflecting are the handlers of body and frameset that are the window's.
// https://html.spec.whatwg.org/multipage/webappapis.html#window-reflecting-body-element-event-handler-set
var windowReflecting = map[string]bool{
	"blur": true, "error": true, "focus": true, "load": true, "resize": true, "scroll": true,
	"afterprint": true, "beforeprint": true, "beforeunload": true, "hashchange": true, "languagechange": true, "message": true, "messageerror": true,
	"offline": true, "online": true, "pagehide": true, "pageshow": true, "popstate": true, "rejectionhandled": true, "storage": true,
	"unhandledrejection": true, "unload": true,
}

// syncHandler brings the handler of a type up to the element's content attribute.
func (s *nodeState) syncHandler(typ, value string, has bool) {
	if windowReflecting[typ] && s.isBody() {
		return
	}
	s.sync(typ, value, has)
}

func (t *EventTarget) sync(typ, value string, has bool) {
	h := t.handlerOf(typ, has)
	if h == nil || h.hasAttr == has && h.attr == value {
		return
	}
	h.hasAttr, h.attr = has, strings.Clone(value)
	t.setHandler(h, js.Object{}, h.attr, has)
}

func (s *nodeState) isBody() bool {
	st := s.window.World.Store
	if st.Kind(s.id) != dom.KindElement {
		return false
	}
	n := st.ElementName(s.id)
	return n.NS == dom.HTML && (n.Local == atomBody || n.Local == atomFrameset)
}

var atomFrameset = atom.Static("frameset")

// syncBody gives the window the handlers that the attributes of its body set, once a body: what changes later comes through bodyAttrChanged, so that
// a handler that script has set since, or that another element's attribute has, stays.
func (w *Window) syncBody() {
	if w.closed {
		return
	}
	b := w.Doc.Body()
	if b == 0 || b == w.bodySeen {
		return
	}
	w.bodySeen = b
	for a := range w.Doc.Attrs(b) {
		n := w.World.Store.NameOf(a.Name)
		if n.NS != dom.NoNamespace {
			continue
		}
		if typ, ok := strings.CutPrefix(w.World.Store.Atoms.String(n.Local), "on"); ok && windowReflecting[typ] {
			w.sync(strings.Clone(typ), a.Value, true)
		}
	}
}

// bodyAttrChanged brings a handler of the window up to an attribute of a body or frameset element of its document that was set or removed, wherever the element is.
func (w *World) bodyAttrChanged(el dom.NodeID, on atom.Atom) {
	name := w.Store.Atoms.String(on)
	if len(name) <= 2 || name[:2] != "on" || !windowReflecting[name[2:]] {
		return
	}
	if win := w.WindowOf(el); win != nil && !win.closed {
		win.syncBody()
		v, has := w.Store.LookupAttr(el, on)
		win.sync(strings.Clone(name[2:]), v, has)
	}
}

// syncFor brings the handler of a type up to the content attribute that sets it.
func (t *EventTarget) syncFor(typ string) {
	if t.window == nil {
		return
	}
	on := t.window.World.Store.Atoms.Lookup(onName(typ))
	if on == atom.None {
		return
	}
	switch p := t.path(); {
	case p.node != 0:
		st := t.window.World.Store
		if st.Kind(p.node) == dom.KindElement {
			s := t.window.World.wrappers.state(nil, p.node)
			if v, has := st.LookupAttr(p.node, on); has || s.reg != nil {
				s.syncHandler(typ, v, has)
			}
		}
	default:
		if w, ok := p.other.(*Window); ok {
			w.syncBody()
		}
	}
}

// handlerTarget is the object whose handler an IDL attribute of this is.
func handlerTarget(c *js.Call, typ string) *EventTarget {
	if s, ok := c.State().(*nodeState); ok {
		if windowReflecting[typ] && s.isBody() {
			if w := s.window.World.WindowOf(s.id); w != nil {
				return &w.EventTarget
			}
			return nil
		}
		return &s.EventTarget
	}
	if t, ok := c.State().(eventTarget); ok {
		return t.target()
	}
	return nil
}

// getHandler is the getter of an event handler IDL attribute.
func getHandler(c *js.Call, typ string) js.Value {
	t := handlerTarget(c, typ)
	if t == nil {
		return js.Null
	}
	t.syncFor(typ)
	h := t.handlerOf(typ, false)
	if h == nil {
		return js.Null
	}
	return objectOrNull(windowOf(c.Realm()).handlerFunction(t, h))
}

// setHandler is the setter of an event handler IDL attribute.
func setHandler(c *js.Call, typ string) js.Value {
	t := handlerTarget(c, typ)
	if t == nil {
		return js.Undefined
	}
	t.syncFor(typ)
	v := c.ToHandler(c.Arg(0))
	h := t.handlerOf(typ, !v.IsNone())
	if h != nil {
		t.setHandler(h, v, "", false)
	}
	return js.Undefined
}

// handlerFunction is the callback of a handler, compiled now if it is a content attribute's.
// https://html.spec.whatwg.org/multipage/webappapis.html#getting-the-current-value-of-the-event-handler
func (w *Window) handlerFunction(t *EventTarget, h *handler) js.Object {
	if !h.compile {
		return h.value
	}
	h.compile = false
	win := t.window
	if win == nil || win.closed || win.Sandboxed(SandboxScripts) {
		return js.Object{}
	}
	fn, err := win.compileHandler(t, h)
	if err != nil {
		t.setHandler(h, js.Object{}, "", false)
		win.Report(err)
		return js.Object{}
	}
	h.value = fn
	h.source = ""
	return fn
}

func (w *Window) compileHandler(t *EventTarget, h *handler) (js.Object, error) {
	r := w.Realm
	params := "event"
	p := t.path()
	_, isWindow := p.other.(*Window)
	if h.typ == "error" && isWindow {
		params = "event, source, lineno, colno, error"
	}
	src := js.Source{Name: w.url.Href(), Text: h.source}
	if _, err := r.CompileFunction(src, "on"+h.typ, strings.Split(params, ", ")...); err != nil {
		return js.Object{}, err // what does not parse by itself must not end the functions around it
	}
	src.Text = "with($d){with($f){with($e){return function on" + h.typ + "(" + params + ") {\n" + h.source + "\n}}}}"
	src.Line = -1
	outer, err := r.CompileFunction(src, "", "$d", "$f", "$e")
	if err != nil {
		return js.Object{}, err
	}
	empty := r.NewObjectWithProto(js.Object{}).Value()
	d, f, e := empty, empty, empty
	if p.node != 0 {
		d, e = nodeValue(r, w.Doc.Node), nodeValue(r, p.node)
		if o := w.World.forms.owner(w.World, p.node); o != 0 {
			f = nodeValue(r, o)
		}
	}
	v, err := r.Call(outer.Value(), js.Undefined, d, f, e)
	return v.Object(), err
}

// https://dom.spec.whatwg.org/#interface-eventtarget

// ConstructEventTarget is new EventTarget.
func ConstructEventTarget(c *js.Call) *EventTarget { return &EventTarget{window: windowOf(c.Realm())} }

// signalOption is the member signal of options; nil if absent.
func signalOption(c *js.Call, d js.Dict) *AbortSignal {
	v, ok := d.Member("signal")
	if !ok {
		return nil
	}
	if h := c.ToHost(v, cls.AbortSignal); !h.IsNone() {
		return h.State().(*AbortSignal)
	}
	return nil
}

// AddEventListener is EventTarget.addEventListener.
func (t *EventTarget) AddEventListener(c *js.Call) js.Value {
	l := &listener{typ: windowOf(c.Realm()).World.eventType(c.View(0))}
	cb := c.Arg(1)
	if !cb.IsNullish() {
		l.callback = c.CallbackInterface(1)
	}
	passiveSet := false
	var signal *AbortSignal
	if o := c.Arg(2); o.IsObject() || o.IsNullish() {
		d := c.Dict(2, "AddEventListenerOptions")
		l.capture = d.Bool("capture", false)
		l.once = d.Bool("once", false)
		if v, ok := d.Member("passive"); ok {
			l.passive, passiveSet = v.Truthy(), true
		}
		signal = signalOption(c, d)
		d.End()
	} else {
		l.capture = o.Truthy()
	}
	if c.Failed() {
		return js.Undefined
	}
	if !passiveSet {
		l.passive = t.passiveDefault(l.typ)
	}
	if !cb.IsNullish() {
		t.syncFor(l.typ) // a handler's content attribute was there before
		t.addListener(l, signal)
	}
	return js.Undefined
}

// passiveDefault is the default passive value. https://dom.spec.whatwg.org/#default-passive-value
func (t *EventTarget) passiveDefault(typ string) bool {
	switch typ {
	case "touchstart", "touchmove", "wheel", "mousewheel":
	default:
		return false
	}
	p := t.path()
	if _, ok := p.other.(*Window); ok {
		return true
	}
	if p.node == 0 || t.window == nil {
		return false
	}
	d := t.window.World.Store.DocumentOf(p.node)
	return p.node == d.Node || p.node == d.DocumentElement() || p.node == d.Body()
}

// RemoveEventListener is EventTarget.removeEventListener.
func (t *EventTarget) RemoveEventListener(c *js.Call) js.Value {
	typ := c.View(0)
	var cb js.Object
	if !c.Arg(1).IsNullish() {
		cb = c.CallbackInterface(1)
	}
	capture := false
	if o := c.Arg(2); o.IsObject() || o.IsNullish() {
		capture = c.Dict(2, "EventListenerOptions").Bool("capture", false)
	} else {
		capture = o.Truthy()
	}
	if c.Failed() || t.reg == nil || cb.IsNone() {
		return js.Undefined
	}
	if l := t.reg.find(typ, cb, capture); l != nil {
		t.removeListener(l)
	}
	return js.Undefined
}

// DispatchEvent is EventTarget.dispatchEvent.
func (t *EventTarget) DispatchEvent(c *js.Call) js.Value {
	h := c.HostArg(0, cls.Event)
	if h.IsNone() {
		return js.Undefined
	}
	ev := h.State().(eventState)
	e := ev.asEvent()
	if e.dispatching || !e.initialized {
		if !e.initialized {
			return c.DOMException("InvalidStateError", "The event provided is uninitialized.")
		}
		return c.DOMException("InvalidStateError", "The event is already being dispatched.")
	}
	e.trusted = false
	w := windowOf(c.Realm())
	return js.Bool(w.World.Dispatch(w, ev, t.path()))
}
