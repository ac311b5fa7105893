package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Custom elements. https://html.spec.whatwg.org/multipage/custom-elements.html
//
// A definition belongs to a window's registry; what an element has of it is in its state. Operations that the IDL marks [CEReactions]
// run what they enqueued when they end ([ceReactions]); other changes of script run theirs with the next microtasks, and the parser's at
// once. A customized built-in element has the name of its definition, its is value, in the is attribute that it was made with, or in its state
// when createElement was told it.

// CustomElementRegistry is the state of window.customElements.
type CustomElementRegistry struct {
	Object
	window   *Window
	defs     map[atom.Atom]*definition
	waiting  map[string]*js.Promise
	defining bool
}

// definition is a custom element definition.
type definition struct {
	name        string
	local       atom.Atom
	constructor js.Object
	connected   js.Object
	gone        js.Object
	moved       js.Object // connectedMoveCallback
	adopted     js.Object
	changed     js.Object
	associated  js.Object // formAssociatedCallback
	reset       js.Object // formResetCallback
	disable     js.Object // formDisabledCallback
	restore     js.Object // formStateRestoreCallback
	observed    map[string]bool
	forms       bool         // instances are form-associated
	noInternals bool         // disabledFeatures has "internals"
	noShadow    bool         // disabledFeatures has "shadow"
	stack       []dom.NodeID // construction stack; 0: already constructed
}

// customState is what an element with a definition has.
type customState struct {
	def       *definition
	state     customPhase
	reactions []reaction
	form      *nodeState // form owner that formAssociatedCallback was told
	disabled  bool       // what formDisabledCallback was told
}

type customPhase uint8

const (
	customUpgrading customPhase = iota
	customDone
	customFailed
)

// reaction is an entry of an element's reaction queue: an upgrade, or a callback with its arguments.
type reaction struct {
	upgrade       *definition
	callback      js.Object
	args          [4]string // of attributeChangedCallback: local name, old value, new value, namespace
	has           [4]bool
	nargs         int
	from, to      *dom.Document // of adoptedCallback
	adoptCallback bool
	form          *nodeState                 // of formAssociatedCallback
	arg           func(r *js.Realm) js.Value // the argument of a form callback
}

// customElements are what the windows of a page share.
type customElements struct {
	active bool // some window has a definition
	depth  int  // operations with [CEReactions] on the stack
	queue  []*nodeState
	backup bool // a microtask runs the queue
}

// CustomElements is window.customElements.
func (w *Window) CustomElements() *CustomElementRegistry {
	if w.registry == nil {
		w.registry = &CustomElementRegistry{window: w, defs: map[atom.Atom]*definition{}, waiting: map[string]*js.Promise{}}
	}
	return w.registry
}

// trace marks the definitions and the promises of whenDefined.
func (r *CustomElementRegistry) trace(t *js.Tracer) {
	for _, d := range r.defs {
		d.trace(t)
	}
	for _, p := range r.waiting {
		markPromise(t, p)
	}
}

func (d *definition) trace(t *js.Tracer) {
	for _, o := range [...]js.Object{d.constructor, d.connected, d.gone, d.moved, d.adopted, d.changed, d.associated, d.reset, d.disable, d.restore} {
		t.MarkObject(o)
	}
}

// trace marks what an element with a definition has: the definition outlives its window with the elements.
func (s *customState) trace(t *js.Tracer) {
	if s.def != nil {
		s.def.trace(t)
	}
	s.form.mark(t)
	for i := range s.reactions {
		r := &s.reactions[i]
		if r.upgrade != nil {
			r.upgrade.trace(t)
		}
		t.MarkObject(r.callback)
		r.form.mark(t)
	}
}

// ceReactions calls an operation that is marked [CEReactions]: what it enqueued runs when it ends.
// https://html.spec.whatwg.org/multipage/custom-elements.html#cereactions
func ceReactions(c *js.Call, f js.NativeFunc) js.Value {
	w := windowOf(c.Realm()).World
	ce := &w.custom
	if !ce.active {
		v := f(c)
		if len(ce.queue) > 0 && ce.depth == 0 { // it was the first definition
			w.runReactions(0)
		}
		return v
	}
	from := len(ce.queue)
	ce.depth++
	v := f(c)
	ce.depth--
	if len(ce.queue) > from {
		w.runReactions(from)
	}
	return v
}

// runReactions invokes the reactions of the elements of the queue from an index on, and takes them off it.
func (w *World) runReactions(from int) {
	ce := &w.custom
	for i := from; i < len(ce.queue); i++ {
		s := ce.queue[i]
		for s.extra != nil && s.extra.custom != nil && len(s.extra.custom.reactions) > 0 {
			cs := s.extra.custom
			r := cs.reactions[0]
			cs.reactions = cs.reactions[1:]
			if len(cs.reactions) == 0 {
				cs.reactions = nil
			}
			if !w.Store.Alive(s.id) {
				break
			}
			if r.upgrade != nil {
				w.upgrade(s, r.upgrade)
			} else {
				w.react(s, &r)
			}
		}
	}
	clear(ce.queue[from:])
	ce.queue = ce.queue[:from]
}

// runOf runs the reactions of an element that is in no queue.
func (w *World) runOf(s *nodeState) {
	if len(s.extra.custom.reactions) > 0 {
		from := len(w.custom.queue)
		w.custom.queue = append(w.custom.queue, s)
		w.runReactions(from)
	}
}

// react calls a callback of a custom element.
func (w *World) react(s *nodeState, r *reaction) {
	win := s.window
	if win == nil || win.closed {
		return
	}
	realm := win.Realm
	var args []js.Value
	for i := range r.nargs {
		if r.has[i] {
			args = append(args, realm.String(r.args[i]))
		} else {
			args = append(args, js.Null)
		}
	}
	if r.arg != nil {
		args = append(args, r.arg(realm))
	}
	if r.adoptCallback {
		args = append(args, nodeValue(realm, r.from.Node), nodeValue(realm, r.to.Node))
	}
	if _, err := realm.Call(r.callback.Value(), w.wrappers.object(realm, s).Value(), args...); err != nil {
		win.Report(err)
	}
}

// enqueueReaction puts a reaction in an element's queue and the element in the current one.
func (w *World) enqueueReaction(s *nodeState, r reaction) {
	cs := s.extra.custom
	cs.reactions = append(cs.reactions, r)
	ce := &w.custom
	ce.queue = append(ce.queue, s)
	switch {
	case ce.depth > 0: // the operation runs it
	case !w.Runtime.Running():
		w.runReactions(0) // the parser, or what the user does
	case !ce.backup:
		ce.backup = true
		w.Runtime.EnqueueJob(s.window.Realm, func() error {
			ce.backup = false
			if ce.depth == 0 {
				w.runReactions(0)
			}
			return nil
		})
	}
}

// definitionOf is the definition that an element without one could get.
func (w *World) definitionOf(el dom.NodeID) *definition {
	n := w.Store.ElementName(el)
	if n.NS != dom.HTML {
		return nil
	}
	win := w.WindowOf(el)
	if win == nil || win.registry == nil {
		return nil
	}
	return win.registry.lookup(n.Local, w.isValue(el))
}

// lookup is "look up a custom element definition" for a local name and an is value.
func (r *CustomElementRegistry) lookup(local, is atom.Atom) *definition {
	if d := r.defs[local]; d != nil && d.local == local {
		return d
	}
	if is != atom.None {
		if d := r.defs[is]; d != nil && d.local == local {
			return d
		}
	}
	return nil
}

var atomIs = atom.Static("is")

// isText is the is value that an element was told, "" for none.
func (w *World) isText(el dom.NodeID) string {
	if s := w.wrappers.peek(el); s != nil && s.extra != nil {
		return w.Store.Atoms.String(s.extra.is)
	}
	return ""
}

// isValue is the is value of an element, None for none.
func (w *World) isValue(el dom.NodeID) atom.Atom {
	if s := w.wrappers.peek(el); s != nil && s.extra != nil && s.extra.is != atom.None {
		return s.extra.is
	}
	if v, ok := w.Store.LookupAttr(el, atomIs); ok {
		return w.Store.Atoms.Lookup(v)
	}
	return atom.None
}

// custom is what an element has of a definition, nil for nothing.
func (w *World) customOf(el dom.NodeID) (*nodeState, *customState) {
	if s := w.wrappers.peek(el); s != nil && s.extra != nil && s.extra.custom != nil {
		return s, s.extra.custom
	}
	return nil, nil
}

// tryUpgrade enqueues the upgrade of an element that has a definition and is not upgraded yet.
func (w *World) tryUpgrade(el dom.NodeID) {
	if s, _ := w.customOf(el); s != nil {
		return
	}
	def := w.definitionOf(el)
	if def == nil {
		return
	}
	s := w.wrappers.state(nil, el)
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	s.extra.custom = &customState{}
	w.enqueueReaction(s, reaction{upgrade: def})
}

// tryUpgradeTree is tryUpgrade for the elements of a tree that belong to its document.
func (w *World) tryUpgradeTree(root dom.NodeID) {
	if !w.custom.active {
		return
	}
	s := w.Store
	var els []dom.NodeID
	doc := s.DocumentOf(root)
	for n := root; n != 0; n = nextInTree(s, n, root) {
		if s.Kind(n) == dom.KindElement && s.DocumentOf(n) == doc && w.definitionOf(n) != nil {
			els = append(els, n)
		}
	}
	for _, n := range els {
		w.tryUpgrade(n)
	}
}

// upgrade is "upgrade an element".
// https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades
func (w *World) upgrade(s *nodeState, def *definition) {
	cs := s.extra.custom
	if cs.def != nil {
		return
	}
	win, store := s.window, w.Store
	if win == nil || win.closed {
		return
	}
	cs.def = def
	for a := range store.Attrs(s.id) {
		w.attrReaction(s, a.Name, "", false)
	}
	if store.IsConnected(s.id) && !def.connected.IsNone() {
		cs.reactions = append(cs.reactions, reaction{callback: def.connected})
	}
	w.Store.SetFlags(s.id, dom.Watched, true)
	obj := w.wrappers.object(win.Realm, s)
	def.stack = append(def.stack, s.id)
	var o js.Object
	var err error
	if def.noShadow && store.ShadowRoot(s.id) != 0 {
		err = win.Realm.NewException(NewDOMException(win.Realm, "NotSupportedError", "The element has a shadow root, which its definition disables."))
	} else {
		o, err = win.Realm.Construct(def.constructor.Value())
	}
	def.stack = def.stack[:len(def.stack)-1]
	if err == nil && o != obj {
		err = w.typeErrorOf(win, "The custom element constructor did not produce the element being upgraded.")
	}
	if err != nil {
		cs.state = customFailed
		cs.reactions = nil
		win.Report(err)
		return
	}
	cs.state = customDone
	if store.Alive(s.id) {
		store.SetState(s.id, dom.StateDefined, true)
		w.faceChanged(s)
	}
}

func (w *World) typeErrorOf(win *Window, msg string) error {
	return win.Realm.NewException(win.Realm.NewError(js.TypeError, msg))
}

// attrReaction enqueues attributeChangedCallback without putting the element in the current queue.
func (w *World) attrReaction(s *nodeState, name dom.NameID, old string, had bool) bool {
	cs := s.extra.custom
	n := w.Store.NameOf(name)
	local := w.Store.Atoms.String(n.Local)
	if cs.def == nil || cs.def.changed.IsNone() || !cs.def.observed[local] {
		return false
	}
	v, has := w.Store.GetAttr(s.id, name)
	r := reaction{callback: cs.def.changed, nargs: 4}
	ns := w.Store.NamespaceURI(n.NS)
	r.args = [4]string{local, cloneString(old), cloneString(v), ns}
	r.has = [4]bool{true, had, has, ns != ""}
	cs.reactions = append(cs.reactions, r)
	return true
}

func cloneString(s string) string { return string(append([]byte(nil), s...)) }

// customAttrChanged is called after an attribute of an element changed.
func (w *World) customAttrChanged(el dom.NodeID, name dom.NameID, old string, had bool) {
	s, cs := w.customOf(el)
	if s == nil || cs.def == nil || cs.state == customFailed {
		return
	}
	if n := w.Store.NameOf(name); cs.def.forms && n.NS == dom.NoNamespace && (n.Local == atomForm || n.Local == atomDisabled) {
		w.faceChanged(s)
	}
	if !w.attrReaction(s, name, old, had) {
		return
	}
	r := cs.reactions[len(cs.reactions)-1]
	cs.reactions = cs.reactions[:len(cs.reactions)-1]
	w.enqueueReaction(s, r)
}

// customConnected is called when an element became connected.
func (w *World) customConnected(el dom.NodeID) {
	s, cs := w.customOf(el)
	switch {
	case s == nil:
		w.tryUpgrade(el)
	case cs.state == customDone:
		if !cs.def.connected.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.connected})
		}
		w.faceChanged(s)
	}
}

// customDisconnected is called when an element was removed from its document.
func (w *World) customDisconnected(el dom.NodeID) {
	if s, cs := w.customOf(el); s != nil && cs.state == customDone {
		if !cs.def.gone.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.gone})
		}
		w.faceChanged(s)
	}
}

// customMoved is called when an element was moved with its state.
func (w *World) customMoved(el dom.NodeID) {
	s, cs := w.customOf(el)
	if s == nil || cs.state != customDone {
		return
	}
	if !cs.def.moved.IsNone() {
		w.enqueueReaction(s, reaction{callback: cs.def.moved})
	} else {
		if !cs.def.gone.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.gone})
		}
		if !cs.def.connected.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.connected})
		}
	}
	w.faceChanged(s)
}

// customAdopted is called when an element has another document.
func (w *World) customAdopted(s *nodeState, from, to *dom.Document) {
	if cs := s.extra.custom; cs.state == customDone && cs.def != nil && !cs.def.adopted.IsNone() {
		w.enqueueReaction(s, reaction{callback: cs.def.adopted, adoptCallback: true, from: from, to: to})
	}
}

// Define is CustomElementRegistry.define.
// https://html.spec.whatwg.org/multipage/custom-elements.html#dom-customelementregistry-define
func (r *CustomElementRegistry) Define(c *js.Call) js.Value {
	name := c.DOMString(0)
	ctor := c.Arg(1)
	c.Function(1)
	opts := c.Dict(2, "ElementDefinitionOptions")
	var e string
	extends, isExtends := opts.Member("extends")
	if isExtends {
		e = c.ToDOMString(extends)
	}
	opts.End()
	if c.Failed() {
		return js.Undefined
	}
	if !ctor.IsConstructor() {
		return c.TypeError("constructor argument is not a constructor")
	}
	w := r.window
	a := w.World.Store.Atoms.Intern(name)
	switch {
	case !isCustomName(name):
		return c.DOMException("SyntaxError", "\"%s\" is not a valid custom element name", name)
	case r.defs[a] != nil:
		return c.DOMException("NotSupportedError", "the name \"%s\" has already been used with this registry", name)
	case r.byConstructor(ctor.Object()) != nil:
		return c.DOMException("NotSupportedError", "this constructor has already been used with this registry")
	}
	local := a
	if isExtends {
		local = w.World.Store.Atoms.Intern(e)
		if isCustomName(e) {
			return c.DOMException("NotSupportedError", "\"%s\" is a valid custom element name", e)
		}
		if htmlClass(w.World.Store, local) == cls.HTMLUnknownElement {
			return c.DOMException("NotSupportedError", "\"%s\" is an HTMLUnknownElement", e)
		}
	}
	if r.defining {
		return c.DOMException("NotSupportedError", "an element definition is being processed")
	}
	def := &definition{name: name, local: local, constructor: ctor.Object(), observed: map[string]bool{}}
	r.defining = true
	ok := r.read(c, def)
	r.defining = false
	if !ok {
		return js.Undefined
	}
	r.defs[a] = def
	w.World.custom.active = true
	if def.forms {
		w.World.watchFaces()
	}
	w.World.tryUpgradeTree(w.Doc.Node)
	if p := r.waiting[name]; p != nil {
		delete(r.waiting, name)
		p.Resolve(ctor)
	}
	return js.Undefined
}

// read reads what a constructor says of its elements.
func (r *CustomElementRegistry) read(c *js.Call, def *definition) bool {
	realm := c.Realm()
	get := func(o js.Object, name string) js.Value {
		if c.Failed() {
			return js.Undefined
		}
		v, err := realm.Get(o, name)
		if err != nil {
			c.Fail(err)
		}
		return v
	}
	proto := get(def.constructor, "prototype")
	if c.Failed() {
		return false
	}
	if !proto.IsObject() {
		c.TypeError("The prototype of the constructor is not an object.")
		return false
	}
	for _, cb := range []struct {
		name string
		at   *js.Object
	}{{"connectedCallback", &def.connected}, {"connectedMoveCallback", &def.moved}, {"disconnectedCallback", &def.gone}, {"adoptedCallback", &def.adopted}, {"attributeChangedCallback", &def.changed}} {
		if v := get(proto.Object(), cb.name); !c.Failed() && !v.IsUndefined() {
			*cb.at = c.ToFunction(v)
		}
	}
	if !def.changed.IsNone() {
		if v := get(def.constructor, "observedAttributes"); !c.Failed() && !v.IsUndefined() {
			c.ToSequence(v, func(v js.Value) { def.observed[c.ToDOMString(v)] = true })
		}
	}
	if v := get(def.constructor, "disabledFeatures"); !c.Failed() && !v.IsUndefined() {
		c.ToSequence(v, func(v js.Value) {
			switch c.ToDOMString(v) {
			case "internals":
				def.noInternals = true
			case "shadow":
				def.noShadow = true
			}
		})
	}
	if v := get(def.constructor, "formAssociated"); !c.Failed() && !v.IsUndefined() {
		def.forms = v.Truthy()
	}
	if def.forms {
		for _, cb := range []struct {
			name string
			at   *js.Object
		}{{"formAssociatedCallback", &def.associated}, {"formResetCallback", &def.reset}, {"formDisabledCallback", &def.disable}, {"formStateRestoreCallback", &def.restore}} {
			if v := get(proto.Object(), cb.name); !c.Failed() && !v.IsUndefined() {
				*cb.at = c.ToFunction(v)
			}
		}
	}
	return !c.Failed()
}

func (r *CustomElementRegistry) byConstructor(o js.Object) *definition {
	for _, d := range r.defs {
		if d.constructor == o {
			return d
		}
	}
	return nil
}

// Get is CustomElementRegistry.get.
func (r *CustomElementRegistry) Get(name string) js.Value {
	if d := r.defs[r.window.World.Store.Atoms.Lookup(name)]; d != nil {
		return d.constructor.Value()
	}
	return js.Undefined
}

// GetName is CustomElementRegistry.getName.
func (r *CustomElementRegistry) GetName(c *js.Call) js.Value {
	f := c.Function(0)
	if c.Failed() {
		return js.Undefined
	}
	if d := r.byConstructor(f); d != nil {
		return c.Realm().String(d.name)
	}
	return js.Null
}

// WhenDefined is CustomElementRegistry.whenDefined.
func (r *CustomElementRegistry) WhenDefined(c *js.Call) js.Value {
	name := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	if !isCustomName(name) {
		return c.DOMException("SyntaxError", "\"%s\" is not a valid custom element name", name)
	}
	if v := r.Get(name); !v.IsUndefined() {
		return c.Realm().PromiseOf(v)
	}
	p := r.waiting[name]
	if p == nil {
		p = c.Realm().NewPromise()
		r.waiting[name] = p
	}
	return p.Value()
}

// Upgrade is CustomElementRegistry.upgrade.
func (r *CustomElementRegistry) Upgrade(root Node) { r.window.World.tryUpgradeTree(root.ID) }

// ConstructHTMLElement is what super() calls in the constructor of a custom element.
// https://html.spec.whatwg.org/multipage/dom.html#html-element-constructors
func ConstructHTMLElement(c *js.Call) js.Value { return constructHTML(c, cls.HTMLElement) }

// constructHTML is the constructor of the interface of HTML elements that cl is.
func constructHTML(c *js.Call, cl *js.Class) js.Value {
	w := windowOf(c.Realm())
	var def *definition
	if w.registry != nil {
		def = w.registry.byConstructor(c.NewTarget())
	}
	if def == nil {
		return c.TypeError("Illegal constructor")
	}
	world := w.World
	want, name := cls.HTMLElement, world.Store.Atoms.Lookup(def.name)
	if def.local != name {
		want = htmlClass(world.Store, def.local)
	}
	if cl != want {
		return c.TypeError("Illegal constructor")
	}
	n := len(def.stack)
	if n == 0 {
		id := w.Doc.CreateElement(world.Store.HTMLName(def.local))
		v := constructNode(c, cl, id)
		if c.Failed() {
			return js.Undefined
		}
		x := world.wrappers.state(c.Realm(), id).more()
		x.custom = &customState{def: def, state: customDone}
		if def.local != name {
			x.is = name
			world.Store.SetFlags(id, dom.Watched, true)
		}
		world.Store.SetState(id, dom.StateDefined, true)
		return v
	}
	id := def.stack[n-1]
	if id == 0 {
		return c.TypeError("This instance is already constructed")
	}
	def.stack[n-1] = 0
	proto, err := c.Realm().Get(c.NewTarget(), "prototype")
	if err != nil {
		return c.Fail(err)
	}
	obj := world.Wrapper(c.Realm(), id)
	if proto.IsObject() {
		if err := c.Realm().SetPrototype(obj, proto.Object()); err != nil {
			return c.Fail(err)
		}
	}
	return obj.Value()
}

// createCustom is "create an element" for a name with a definition, which runs its constructor at once; ok is false where there is none.
// https://dom.spec.whatwg.org/#concept-create-element
func (w *World) createCustom(r *js.Realm, doc *dom.Document, name dom.NameID, is atom.Atom) (js.Value, bool) {
	n := w.Store.NameOf(name)
	win := w.windows[doc]
	if n.NS != dom.HTML || win == nil || win.registry == nil {
		return js.Undefined, false
	}
	def := win.registry.lookup(n.Local, is)
	if def == nil {
		return js.Undefined, false
	}
	if is != atom.None && n.Local == def.local && w.Store.Atoms.Lookup(def.name) != def.local { // customized built-in
		id := doc.CreateElement(name)
		w.Store.SetFlags(id, dom.Watched, true)
		w.Store.SetState(id, dom.StateDefined, false)
		s := w.wrappers.state(r, id)
		s.more().is = is
		s.extra.custom = &customState{}
		w.upgrade(s, def)
		w.runOf(s)
		return nodeValue(r, id), true
	}
	o, err := win.Realm.Construct(def.constructor.Value())
	if err == nil {
		msg := ""
		if h := js.HostOf(o.Value(), cls.HTMLElement); !h.IsNone() {
			id, s := dom.NodeID(h.ID()), w.Store
			switch {
			case s.FirstAttr(id) != 0:
				msg = "The result must not have attributes"
			case s.FirstChild(id) != 0:
				msg = "The result must not have children"
			case s.Parent(id) != 0:
				msg = "The result must not have a parent"
			case s.DocumentOf(id) != doc:
				msg = "The result must be in the same document"
			case s.LocalName(id) != n.Local:
				msg = "The result must have the same localName"
			default:
				return o.Value(), true
			}
		}
		if msg == "" {
			err = w.typeErrorOf(win, "Failed to construct 'CustomElement': The result must implement HTMLElement interface")
		} else {
			err = win.Realm.NewException(NewDOMException(win.Realm, "NotSupportedError", "Failed to construct 'CustomElement': "+msg))
		}
	}
	win.Report(err)
	id := doc.CreateElement(name)
	s := w.wrappers.state(r, id)
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	s.extra.custom = &customState{def: def, state: customFailed}
	return nodeValue(r, id), true
}
