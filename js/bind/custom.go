package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Custom elements. https://html.spec.whatwg.org/multipage/custom-elements.html
//
// A definition belongs to a registry (registry.go); what an element has of it is in its state. Operations that the IDL marks [CEReactions]
// run what they enqueued when they end ([ceReactions]), the parser when it has made or inserted an element; other changes of script run
// theirs with the next microtasks, those of the user at once.

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
	forms       bool // instances are form-associated
	registry    *CustomElementRegistry
	noInternals bool         // disabledFeatures has "internals"
	noShadow    bool         // disabledFeatures has "shadow"
	stack       []dom.NodeID // construction stack; 0: already constructed
}

// customState is what an element with a definition has.
type customState struct {
	def       *definition
	state     customPhase
	reactions []reaction
	byForm    string     // what byForm of customElements has the element for
	form      *nodeState // form owner that formAssociatedCallback was told
	disabled  bool       // what formDisabledCallback was told
}

type customPhase uint8

const (
	customUndefined customPhase = iota // its upgrade is in the queue
	customPre                          // its constructor runs
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
	restores      bool                       // of formStateRestoreCallback: the mode is restore
}

// customElements are what the windows of a page share.
type customElements struct {
	active bool // some registry has a definition
	depth  int  // operations with [CEReactions] on the stack
	queue  []*nodeState
	backup []*nodeState // the backup element queue, which a microtask runs
	busy   bool         // that microtask is queued

	byForm       faceForms
	apart        map[dom.Handle]struct{}              // form-associated elements in no document that have a form owner or are disabled
	scoped       []*CustomElementRegistry             // by dom.RegistryID, from RegistryScoped on
	constructing map[js.Object]*CustomElementRegistry // active custom element constructor map
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
	mark := w.BeginReactions()
	v := f(c)
	w.EndReactions(mark)
	return v
}

// BeginReactions pushes an element queue. It is html.CustomElements.
func (w *World) BeginReactions() int {
	w.custom.depth++
	return len(w.custom.queue)
}

// EndReactions pops the element queue and invokes the reactions of its elements. It is html.CustomElements.
func (w *World) EndReactions(mark int) {
	w.custom.depth--
	if len(w.custom.queue) > mark {
		w.runReactions(mark)
	}
}

// runReactions invokes the reactions of the elements of the queue from an index on, and takes them off it.
func (w *World) runReactions(from int) {
	ce := &w.custom
	for i := from; i < len(ce.queue); i++ {
		w.invokeReactions(ce.queue[i])
	}
	clear(ce.queue[from:])
	ce.queue = ce.queue[:from]
}

// invokeReactions empties the reaction queue of an element.
// https://html.spec.whatwg.org/multipage/custom-elements.html#invoke-custom-element-reactions
func (w *World) invokeReactions(s *nodeState) {
	for s.extra != nil && s.extra.custom != nil && len(s.extra.custom.reactions) > 0 {
		cs := s.extra.custom
		r := cs.reactions[0]
		cs.reactions = cs.reactions[1:]
		if len(cs.reactions) == 0 {
			cs.reactions = nil
		}
		if !w.Store.Alive(s.id) {
			return
		}
		if r.upgrade != nil {
			w.upgrade(s, r.upgrade)
		} else {
			w.react(s, &r)
		}
	}
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
	if r.restores {
		args = append(args, realm.String("restore"))
	}
	if r.adoptCallback {
		args = append(args, nodeValue(realm, r.from.Node), nodeValue(realm, r.to.Node))
	}
	if _, err := realm.Call(r.callback.Value(), w.wrappers.object(realm, s).Value(), args...); err != nil {
		w.reportFor(r.callback, win, err)
	}
}

// reportFor reports an exception to the global object of a function's realm.
func (w *World) reportFor(fn js.Object, win *Window, err error) {
	if r := w.Runtime.FunctionRealm(fn); r != nil {
		if x, ok := r.Data.(*Window); ok {
			win = x
		}
	}
	win.Report(err)
}

// enqueueReaction puts a reaction in an element's queue and the element in the current one.
// https://html.spec.whatwg.org/multipage/custom-elements.html#enqueue-an-element-on-the-appropriate-element-queue
func (w *World) enqueueReaction(s *nodeState, r reaction) {
	cs := s.extra.custom
	cs.reactions = append(cs.reactions, r)
	ce := &w.custom
	if ce.depth > 0 || !w.Runtime.Running() {
		ce.queue = append(ce.queue, s)
		if ce.depth == 0 { // what the user does
			w.runReactions(0)
		}
		return
	}
	ce.backup = append(ce.backup, s)
	if ce.busy {
		return
	}
	ce.busy = true
	win := s.window
	if win == nil || win.closed {
		win = s.extra.custom.window()
	}
	if win == nil {
		ce.backup, ce.busy = nil, false
		return
	}
	w.Runtime.EnqueueJob(win.Realm, func() error {
		for i := 0; i < len(ce.backup); i++ {
			w.invokeReactions(ce.backup[i])
		}
		clear(ce.backup)
		ce.backup, ce.busy = ce.backup[:0], false
		return nil
	})
}

// window is the window of the definition of an element, or of what is to come.
func (s *customState) window() *Window {
	if s.def != nil {
		return s.def.registry.window
	}
	for i := range s.reactions {
		if d := s.reactions[i].upgrade; d != nil {
			return d.registry.window
		}
	}
	return nil
}

// definitionOf is the definition that an element without one could get.
func (w *World) definitionOf(el dom.NodeID) *definition {
	n := w.Store.ElementName(el)
	if n.NS != dom.HTML {
		return nil
	}
	if r := w.registryOf(el); r != nil {
		return r.lookup(n.Local, w.Store.IsValue(el))
	}
	return nil
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
	s := w.wrappers.state(def.registry.window.Realm, el)
	s.more().custom = &customState{}
	w.enqueueReaction(s, reaction{upgrade: def})
}

// tryUpgradeTree is tryUpgrade for the elements of a tree and its shadow trees.
func (w *World) tryUpgradeTree(root dom.NodeID) {
	if !w.custom.active {
		return
	}
	s := w.Store
	for n := root; n != 0; n = nextShadowIncluding(s, n, root) { // nothing runs meanwhile
		if s.Kind(n) == dom.KindElement && s.Flags(n)&dom.Watched != 0 {
			w.tryUpgrade(n)
		}
	}
}

// nextShadowIncluding is the node after n below root in shadow-including tree order.
func nextShadowIncluding(s *dom.Store, n, root dom.NodeID) dom.NodeID {
	if sr := s.ShadowRoot(n); sr != 0 {
		return sr
	}
	if c := s.FirstChild(n); c != 0 {
		return c
	}
	for n != root {
		if x := s.Next(n); x != 0 {
			return x
		}
		p := s.Parent(n)
		if p == 0 {
			if p = s.Host(n); p == 0 {
				return 0
			}
			if c := s.FirstChild(p); c != 0 {
				return c
			}
		}
		n = p
	}
	return 0
}

// upgrade is "upgrade an element".
// https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades
func (w *World) upgrade(s *nodeState, def *definition) {
	cs := s.extra.custom
	if cs.state != customUndefined {
		return
	}
	win, store := def.registry.window, w.Store
	if win.closed {
		return
	}
	cs.def, cs.state = def, customFailed
	for a := range store.Attrs(s.id) {
		w.attrReaction(s, a.Name, "", false)
	}
	if store.IsConnected(s.id) && !def.connected.IsNone() {
		cs.reactions = append(cs.reactions, reaction{callback: def.connected})
	}
	store.SetFlags(s.id, dom.Watched, true)
	obj := w.wrappers.object(win.Realm, s)
	def.stack = append(def.stack, s.id)
	var o js.Object
	var err error
	if def.noShadow && store.ShadowRoot(s.id) != 0 {
		err = win.Realm.NewException(NewDOMException(win.Realm, "NotSupportedError", "The element already has a ShadowRoot though it is disabled by disabledFeatures static field."))
	} else {
		cs.state = customPre
		o, err = w.construct(def)
	}
	def.stack = def.stack[:len(def.stack)-1]
	if err == nil && o != obj {
		err = w.typeErrorOf(win, "custom element constructors must call super() first and must not return a different object")
	}
	if err != nil {
		cs.def, cs.state, cs.reactions = nil, customFailed, nil
		w.reportFor(def.constructor, win, err)
		return
	}
	cs.state = customDone
	if store.Alive(s.id) {
		store.SetState(s.id, dom.StateDefined, true)
		if def.forms {
			store.Touch()
		}
		w.faceChanged(s)
	}
}

// construct runs a definition's constructor: what it makes is of the definition's registry.
func (w *World) construct(def *definition) (js.Object, error) {
	ce := &w.custom
	before := ce.constructing[def.constructor]
	if ce.constructing == nil {
		ce.constructing = make(map[js.Object]*CustomElementRegistry)
	}
	ce.constructing[def.constructor] = def.registry
	o, err := def.registry.window.Realm.Construct(def.constructor.Value())
	if before == nil {
		delete(ce.constructing, def.constructor)
	} else {
		ce.constructing[def.constructor] = before
	}
	return o, err
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
func (w *World) customAttrChanged(s *nodeState, name dom.NameID, old string, had bool) {
	cs := s.extra.custom
	if cs.state != customDone {
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

// CustomConnected is what Connected does where the document has no window.
func (w *World) CustomConnected(el dom.NodeID) {
	ce := &w.custom
	if !ce.active && len(ce.scoped) == 0 {
		return
	}
	if w.Store.HasRegistries() {
		if r := w.Store.Registry(el); r >= dom.RegistryScoped {
			ce.scoped[r-dom.RegistryScoped].connectedIn(w.Store.DocumentOf(el))
		}
	}
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

// CustomDisconnected is what Disconnected does where the document has no window.
func (w *World) CustomDisconnected(el dom.NodeID) {
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

// ConstructHTMLElement is what super() calls in the constructor of a custom element.
// https://html.spec.whatwg.org/multipage/dom.html#html-element-constructors
func ConstructHTMLElement(c *js.Call) js.Value { return constructHTML(c, cls.HTMLElement) }

// constructHTML is the constructor of the interface of HTML elements that cl is.
func constructHTML(c *js.Call, cl *js.Class) js.Value {
	w := windowOf(c.Realm())
	world := w.World
	reg := world.custom.constructing[c.NewTarget()]
	if reg == nil {
		reg = w.registry
	}
	var def *definition
	if reg != nil && c.NewTarget() != c.Realm().ClassObject(cl) {
		def = reg.byCtor[c.NewTarget()]
	}
	if def == nil {
		return c.TypeError("Illegal constructor")
	}
	name := world.Store.Atoms.Lookup(def.name)
	switch builtin := def.local != name; {
	case !builtin && cl != cls.HTMLElement:
		return c.TypeError("Illegal constructor: autonomous custom elements must extend HTMLElement")
	case builtin && cl != htmlClass(world.Store, def.local):
		return c.TypeError("Illegal constructor: localName does not match the HTML element interface")
	}
	n := len(def.stack)
	if n == 0 {
		id := w.Doc.CreateElement(world.Store.HTMLName(def.local))
		if reg.id != dom.RegistryDefault {
			world.Store.SetRegistry(id, reg.id)
		}
		v := constructNode(c, cl, id)
		if c.Failed() {
			return js.Undefined
		}
		world.wrappers.state(c.Realm(), id).more().custom = &customState{def: def, state: customDone}
		if def.local != name {
			world.Store.SetIsValue(id, name)
		}
		world.Store.SetState(id, dom.StateDefined, true)
		return v
	}
	proto, err := c.Realm().Get(c.NewTarget(), "prototype")
	if err != nil {
		return c.Fail(err)
	}
	if !proto.IsObject() {
		r := world.Runtime.FunctionRealm(c.NewTarget())
		if r == nil {
			return c.TypeError("The realm of the constructor is gone.")
		}
		proto = r.ClassPrototype(cl).Value()
	}
	id := def.stack[n-1]
	if id == 0 {
		return c.TypeError("This instance is already constructed")
	}
	obj := world.Wrapper(c.Realm(), id)
	if err := c.Realm().SetPrototype(obj, proto.Object()); err != nil {
		return c.Fail(err)
	}
	def.stack[n-1] = 0
	return obj.Value()
}

// createCustom is "create an element" for a name with a definition, which runs its constructor at once; none where there is none. where names the
// operation in messages.
// https://dom.spec.whatwg.org/#concept-create-element
func (w *World) createCustom(r *js.Realm, doc *dom.Document, name dom.NameID, is atom.Atom, reg *CustomElementRegistry, where string) dom.NodeID {
	s := w.Store
	n := s.NameOf(name)
	if n.NS != dom.HTML || reg == nil {
		return 0
	}
	def := reg.lookup(n.Local, is)
	if def == nil {
		return 0
	}
	win := def.registry.window
	if s.Atoms.Lookup(def.name) != def.local { // customized built-in
		id := doc.CreateElement(name)
		s.SetIsValue(id, is)
		w.giveRegistry(id, reg)
		st := w.wrappers.state(r, id)
		st.more().custom = &customState{}
		w.upgrade(st, def)
		if len(st.extra.custom.reactions) > 0 { // of its attributes that the constructor set
			w.custom.queue = append(w.custom.queue, st)
			if w.custom.depth == 0 {
				w.runReactions(len(w.custom.queue) - 1)
			}
		}
		return id
	}
	o, err := w.construct(def)
	if err == nil {
		var id dom.NodeID
		if id, err = w.checkConstructed(win, o, doc, n, where); err == nil {
			if prefixed := s.NameIDOf(id); prefixed != name {
				s.Rename(id, name)
			}
			w.giveRegistry(id, reg)
			return id
		}
	}
	w.reportFor(def.constructor, win, err)
	id := doc.CreateElement(name)
	w.giveRegistry(id, reg)
	st := w.wrappers.state(r, id)
	st.obj = r.NewHost(cls.HTMLUnknownElement, uint32(id), st)
	st.more().custom = &customState{state: customFailed}
	return id
}

// checkConstructed checks what a constructor made for a document and a name.
func (w *World) checkConstructed(win *Window, o js.Object, doc *dom.Document, n dom.Name, where string) (dom.NodeID, error) {
	h := js.HostOf(o.Value(), cls.HTMLElement)
	if h.IsNone() {
		return 0, w.typeErrorOf(win, where+"The result must implement HTMLElement interface")
	}
	msg := ""
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
		return id, nil
	}
	return 0, win.Realm.NewException(NewDOMException(win.Realm, "NotSupportedError", where+msg))
}

// giveRegistry makes reg the registry of a new element of its document.
func (w *World) giveRegistry(id dom.NodeID, reg *CustomElementRegistry) {
	r := dom.RegistryNull
	if reg != nil {
		r = reg.id
	}
	if r == dom.RegistryNull && !w.Store.DocumentOf(id).GlobalRegistry {
		r = dom.RegistryDefault
	}
	w.Store.SetRegistry(id, r)
}

// CreateCustom makes an element for the parser: its constructor runs with nothing else of script on the stack, then it gets its
// attributes. It is html.CustomElements. https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token
func (w *World) CreateCustom(doc *dom.Document, parent dom.NodeID, name dom.NameID, attrs []dom.Attr) dom.NodeID {
	if !w.custom.active {
		return 0
	}
	reg := w.registryOf(parent)
	if reg == nil {
		return 0
	}
	s := w.Store
	is := atom.None
	for i := range attrs {
		if a := s.NameOf(attrs[i].Name); a.Local == atomIs && a.NS == dom.NoNamespace {
			is = s.Atoms.Intern(attrs[i].Value)
		}
	}
	win := reg.window
	if win.closed || reg.lookup(s.NameOf(name).Local, is) == nil {
		return 0
	}
	if at := w.windows[doc]; at != nil {
		defer at.throwOnInsertion()()
	}
	if w.Checkpoint() != nil {
		return 0
	}
	mark := w.BeginReactions()
	id := w.createCustom(win.Realm, doc, name, is, reg, "")
	if id != 0 {
		for i := range attrs {
			s.SetAttr(id, attrs[i].Name, attrs[i].Value)
		}
	}
	w.EndReactions(mark)
	if id != 0 && !s.Alive(id) {
		return 0
	}
	return id
}

// MayAttachShadow is html.CustomElements.
func (w *World) MayAttachShadow(el dom.NodeID) bool {
	def := w.definitionOf(el)
	return def == nil || !def.noShadow
}

var atomIs = atom.Static("is")
