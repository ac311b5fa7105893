package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
)

// Custom element registries. https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry
//
// Each window has one, the global registry of its document's elements; script makes others, which are scoped to what it gives them to. What has which
// is said in the node store (dom.RegistryID). A scoped registry lives while script holds it or a node has it.

// CustomElementRegistry is the state of a CustomElementRegistry.
type CustomElementRegistry struct {
	Object
	window   *Window
	id       dom.RegistryID // dom.RegistryDefault: the window's
	docs     []dom.Handle   // scoped document set, in order
	defs     map[atom.Atom]*definition
	byCtor   map[js.Object]*definition
	waiting  map[string]*js.Promise // whenDefined
	defining bool                   // element definition is running
}

func (w *Window) newRegistry() *CustomElementRegistry {
	return &CustomElementRegistry{window: w, defs: map[atom.Atom]*definition{}, byCtor: map[js.Object]*definition{}, waiting: map[string]*js.Promise{}}
}

// CustomElements is window.customElements.
func (w *Window) CustomElements() *CustomElementRegistry {
	if w.registry == nil {
		w.registry = w.newRegistry()
	}
	return w.registry
}

// ConstructCustomElementRegistry is new CustomElementRegistry.
func ConstructCustomElementRegistry(c *js.Call) *CustomElementRegistry {
	w := windowOf(c.Realm())
	r := w.newRegistry()
	ce := &w.World.custom
	i := slices.Index(ce.scoped, nil)
	if i < 0 {
		i = len(ce.scoped)
		ce.scoped = append(ce.scoped, nil)
	}
	ce.scoped[i] = r
	r.id = dom.RegistryScoped + dom.RegistryID(i)
	return r
}

// dropped frees the number of a scoped registry: neither script nor a node has it.
func (r *CustomElementRegistry) dropped() {
	if r.id != dom.RegistryDefault {
		r.window.World.custom.scoped[r.id-dom.RegistryScoped] = nil
	}
}

// trace marks the definitions and the promises of whenDefined.
func (r *CustomElementRegistry) trace(t *js.Tracer) {
	for _, d := range r.byCtor { // all that r.defs has
		d.trace(t)
	}
	for _, p := range r.waiting {
		markPromise(t, p)
	}
}

// trace marks what waits and what nodes have.
func (ce *customElements) trace(t *js.Tracer, s *dom.Store) {
	markStates(t, ce.queue)
	markStates(t, ce.backup)
	for _, r := range ce.scoped {
		if r != nil && s.RegistryUses(r.id) > 0 {
			mark(t, r)
		}
	}
	for c, r := range ce.constructing {
		t.MarkObject(c)
		mark(t, r)
	}
}

func (w *World) reportCustom(r *perf.Report, prefix string) {
	n, defs := 0, 0
	add := func(x *CustomElementRegistry) {
		if x != nil {
			n++
			defs += len(x.defs)
		}
	}
	for _, win := range w.windows {
		add(win.registry)
	}
	for _, x := range w.custom.scoped {
		add(x)
	}
	for _, set := range w.custom.byForm {
		n += 1 + len(set)/4
	}
	if n > 0 {
		r.Bytes(prefix+"/dom/custom-elements", int64(n)*128+int64(defs)*512+int64(cap(w.custom.queue)+cap(w.custom.backup))*8, "Custom element registries and their definitions.")
	}
}

// registryOf is "look up a custom element registry" for an element, a shadow root or a document; nil for none.
// https://html.spec.whatwg.org/multipage/custom-elements.html#look-up-a-custom-element-registry
func (w *World) registryOf(id dom.NodeID) *CustomElementRegistry {
	switch r := w.Store.Registry(id); r {
	case dom.RegistryDefault:
		if win := w.WindowOf(id); win != nil && w.Store.Kind(id) != dom.KindFragment {
			return win.registry
		}
		return nil
	case dom.RegistryNull:
		return nil
	default:
		return w.custom.scoped[r-dom.RegistryScoped]
	}
}

// customElementRegistry is what script sees of registryOf: the window's is made when it asks.
func (n Node) customElementRegistry() *CustomElementRegistry {
	if n.store().Registry(n.ID) != dom.RegistryDefault {
		return n.w.World.registryOf(n.ID)
	}
	d := n.doc()
	if !d.GlobalRegistry {
		return nil
	}
	if win := n.w.World.windows[d]; win != nil {
		return win.CustomElements()
	}
	if s := n.w.World.wrappers.peek(d.Node); s != nil && s.window != nil && s.window.Doc == d { // its window went
		return s.window.CustomElements()
	}
	return nil
}

// CustomElementRegistry is Element.customElementRegistry.
func (e Element) CustomElementRegistry() *CustomElementRegistry {
	return Node(e).customElementRegistry()
}

// CustomElementRegistry is Document.customElementRegistry.
func (d Document) CustomElementRegistry() *CustomElementRegistry {
	return Node(d).customElementRegistry()
}

// CustomElementRegistry is ShadowRoot.customElementRegistry.
func (r ShadowRoot) CustomElementRegistry() *CustomElementRegistry {
	return Node(r).customElementRegistry()
}

// checkRegistry reports the global registry of another document than d.
func checkRegistry(r *CustomElementRegistry, d *dom.Document) error {
	if r != nil && r.id == dom.RegistryDefault && !(d.GlobalRegistry && r.window.Doc == d) {
		return exception("NotSupportedError", "The registry provided is a global registry from another document")
	}
	return nil
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

// connectedIn is told that a node with the registry became connected in a document.
func (r *CustomElementRegistry) connectedIn(d *dom.Document) {
	h := d.Handle(d.Node)
	if n := len(r.docs); n > 0 && r.docs[n-1] == h || slices.Contains(r.docs, h) {
		return
	}
	r.docs = slices.DeleteFunc(r.docs, func(h dom.Handle) bool { return d.Resolve(h) == 0 })
	r.docs = append(r.docs, h)
}

// Define is CustomElementRegistry.define.
// https://html.spec.whatwg.org/multipage/custom-elements.html#dom-customelementregistry-define
func (r *CustomElementRegistry) Define(c *js.Call) js.Value {
	name := c.DOMString(0)
	ctor := c.Function(1)
	opts := c.Dict(2, "ElementDefinitionOptions")
	extends, isExtends := opts.Member("extends")
	e := ""
	if isExtends {
		e = c.ToDOMString(extends)
	}
	opts.End()
	if c.Failed() {
		return js.Undefined
	}
	w := r.window
	s := w.World.Store
	a := s.Atoms.Intern(name)
	switch {
	case !ctor.Value().IsConstructor():
		return c.TypeError("constructor argument is not a constructor")
	case !dom.ValidCustomName(name):
		return c.DOMException("SyntaxError", "\"%s\" is not a valid custom element name", name)
	case r.defs[a] != nil:
		return c.DOMException("NotSupportedError", "the name \"%s\" has already been used with this registry", name)
	case r.byCtor[ctor] != nil:
		return c.DOMException("NotSupportedError", "this constructor has already been used with this registry")
	}
	local := a
	if isExtends {
		local = s.Atoms.Intern(e)
		switch {
		case dom.ValidCustomName(e):
			return c.DOMException("NotSupportedError", "\"%s\" is a valid custom element name", e)
		case htmlClass(s, local) == cls.HTMLUnknownElement:
			return c.DOMException("NotSupportedError", "\"%s\" is an HTMLUnknownElement", e)
		}
	}
	if r.defining {
		return c.DOMException("NotSupportedError", "an element definition is already being processed")
	}
	def := &definition{name: name, local: local, constructor: ctor, observed: map[string]bool{}, registry: r}
	r.defining = true
	ok := def.read(c)
	r.defining = false
	if !ok {
		return js.Undefined
	}
	r.defs[a], r.byCtor[ctor] = def, def
	w.World.custom.active = true
	if def.forms {
		w.World.watchFaces()
	}
	if r.id != dom.RegistryDefault {
		for _, h := range r.docs {
			r.upgradeIn(s.Resolve(h), def, a)
		}
	} else if !w.closed {
		r.upgradeIn(w.Doc.Node, def, a)
	}
	if p := r.waiting[name]; p != nil {
		delete(r.waiting, name)
		p.Resolve(ctor.Value())
	}
	return js.Undefined
}

// upgradeIn is "upgrade particular elements within a document".
// https://html.spec.whatwg.org/multipage/custom-elements.html#upgrade-particular-elements-within-a-document
func (r *CustomElementRegistry) upgradeIn(doc dom.NodeID, def *definition, name atom.Atom) {
	w := r.window.World
	s := w.Store
	if doc == 0 || w.WindowOf(doc) == nil && s.DocumentOf(doc).GlobalRegistry { // it, or its window, is gone
		return
	}
	for n := doc; n != 0; n = nextShadowIncluding(s, n, doc) {
		if s.Kind(n) != dom.KindElement || s.Flags(n)&dom.Watched == 0 {
			continue
		}
		if nm := s.ElementName(n); nm.Local != def.local || nm.NS != dom.HTML || def.local != name && s.IsValue(n) != name {
			continue
		}
		if w.registryOf(n) == r {
			w.tryUpgrade(n)
		}
	}
}

// read reads what a constructor says of its elements.
func (d *definition) read(c *js.Call) bool {
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
	proto := get(d.constructor, "prototype")
	if c.Failed() {
		return false
	}
	if !proto.IsObject() {
		c.TypeError("constructor prototype is not an object")
		return false
	}
	type callback struct {
		name string
		at   *js.Object
	}
	callbacks := func(list ...callback) {
		for _, cb := range list {
			switch v := get(proto.Object(), cb.name); {
			case c.Failed() || v.IsUndefined():
			case !v.IsCallable():
				c.TypeError("\"" + cb.name + "\" is not a function")
			default:
				*cb.at = v.Object()
			}
		}
	}
	callbacks(callback{"connectedCallback", &d.connected}, callback{"disconnectedCallback", &d.gone}, callback{"connectedMoveCallback", &d.moved},
		callback{"adoptedCallback", &d.adopted}, callback{"attributeChangedCallback", &d.changed})
	if !d.changed.IsNone() {
		if v := get(d.constructor, "observedAttributes"); !c.Failed() && !v.IsUndefined() {
			c.ToSequence(v, func(v js.Value) { d.observed[c.ToDOMString(v)] = true })
		}
	}
	if v := get(d.constructor, "disabledFeatures"); !c.Failed() && !v.IsUndefined() {
		c.ToSequence(v, func(v js.Value) {
			switch c.ToDOMString(v) {
			case "internals":
				d.noInternals = true
			case "shadow":
				d.noShadow = true
			}
		})
	}
	if v := get(d.constructor, "formAssociated"); !c.Failed() && !v.IsUndefined() {
		d.forms = v.Truthy()
	}
	if d.forms {
		callbacks(callback{"formAssociatedCallback", &d.associated}, callback{"formResetCallback", &d.reset}, callback{"formDisabledCallback", &d.disable},
			callback{"formStateRestoreCallback", &d.restore})
	}
	return !c.Failed()
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
	if d := r.byCtor[f]; d != nil {
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
	if !dom.ValidCustomName(name) {
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
func (r *CustomElementRegistry) Upgrade(root Node) {
	w := r.window.World
	if !w.custom.active {
		return
	}
	s := w.Store
	for n := root.ID; n != 0; n = nextShadowIncluding(s, n, root.ID) {
		if s.Kind(n) == dom.KindElement && s.Flags(n)&dom.Watched != 0 && w.registryOf(n) == r {
			w.tryUpgrade(n)
		}
	}
}

// Initialize is CustomElementRegistry.initialize.
// https://html.spec.whatwg.org/multipage/custom-elements.html#dom-customelementregistry-initialize
func (r *CustomElementRegistry) Initialize(root Node) error {
	d := root.doc()
	if err := checkRegistry(r, d); err != nil {
		return err
	}
	s := root.store()
	none := func(n dom.NodeID) bool {
		code := s.Registry(n)
		return code == dom.RegistryNull || code == dom.RegistryDefault && !d.GlobalRegistry
	}
	if k := s.Kind(root.ID); (k == dom.KindDocument || k == dom.KindShadowRoot) && none(root.ID) {
		s.SetRegistry(root.ID, r.id)
	}
	w := root.w.World
	for n := root.ID; n != 0; n = s.Following(n, root.ID) {
		if s.Kind(n) != dom.KindElement || !none(n) {
			continue
		}
		s.SetRegistry(n, r.id)
		if r.id != dom.RegistryDefault && s.IsConnected(n) {
			r.connectedIn(d)
		}
		if w.custom.active && s.Flags(n)&dom.Watched != 0 {
			w.tryUpgrade(n)
		}
	}
	return nil
}
