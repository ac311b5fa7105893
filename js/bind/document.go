package bind

import (
	"slices"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// https://dom.spec.whatwg.org/#interface-document
// https://html.spec.whatwg.org/multipage/dom.html#the-document-object

// win is the document's window, nil for documents without one.
func (d Document) win() *Window { return d.w.World.windows[d.doc()] }

// newDocument makes a document that lives while script holds it.
func (w *Window) newDocument(isHTML bool, url, contentType string) *dom.Document {
	d := w.World.Store.NewDocument(isHTML)
	d.URL, d.ContentType, d.Encoding = url, contentType, "UTF-8"
	d.Journal.Overflow = true
	w.World.ownDocument(d)
	return d
}

// ConstructDocument is new Document.
func ConstructDocument(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	d := w.newDocument(false, "about:blank", "application/xml")
	return constructNode(c, cls.Document, d.Node)
}

// DOMImplementation is the state of a DOMImplementation.
type DOMImplementation struct {
	Object
	window *Window
	doc    *nodeState
}

func (i *DOMImplementation) trace(t *js.Tracer) { i.doc.mark(t) }

// Implementation is Document.implementation.
func (d Document) Implementation() *DOMImplementation {
	return Node(d).cached(cachedImplementation, "", func() platform { return &DOMImplementation{window: d.w, doc: d.state()} }).(*DOMImplementation)
}

// CreateDocumentType is DOMImplementation.createDocumentType.
func (i *DOMImplementation) CreateDocumentType(name, public, system string) (dom.NodeID, error) {
	if strings.ContainsAny(name, " \t\n\f\r\x00>") {
		return 0, exception("InvalidCharacterError", "The provided doctype name ('"+name+"') contains an invalid character.")
	}
	return i.window.World.Store.DocumentOf(i.doc.id).CreateDoctype(name, public, system), nil
}

// CreateDocument is DOMImplementation.createDocument.
func (i *DOMImplementation) CreateDocument(ns Opt[string], qualified string, doctype DocumentType) (dom.NodeID, error) {
	w := i.window
	mime := "application/xml"
	switch ns.Value {
	case "http://www.w3.org/1999/xhtml":
		mime = "application/xhtml+xml"
	case "http://www.w3.org/2000/svg":
		mime = "image/svg+xml"
	}
	var name dom.NameID
	if qualified != "" {
		var err error
		if name, err = w.World.extractName(ns.Value, qualified, false); err != nil {
			return 0, err
		}
	}
	d := w.newDocument(false, "about:blank", mime)
	s := w.World.Store
	if doctype.ID != 0 {
		if e := s.AppendChild(d.Node, doctype.ID); e != nil {
			return 0, e
		}
	}
	if name != 0 {
		s.Append(d.Node, d.CreateElement(name))
	}
	return d.Node, nil
}

// CreateHTMLDocument is DOMImplementation.createHTMLDocument.
func (i *DOMImplementation) CreateHTMLDocument(title Opt[string]) dom.NodeID {
	w := i.window
	d := w.newDocument(true, "about:blank", "text/html")
	html.Parse(d, "<!DOCTYPE html><html><head></head><body></body></html>")
	if title.Set {
		t := d.CreateElement(d.HTMLName(atomTitle))
		w.World.Store.Append(d.Head(), t)
		w.World.Store.Append(t, d.CreateText(title.Value))
	}
	return d.Node
}

// HasFeature is DOMImplementation.hasFeature.
func (i *DOMImplementation) HasFeature() bool { return true }

var atomTitle = atom.Static("title")

// URL is Document.URL.
func (d Document) URL() string { return d.doc().URL }

// DocumentURI is Document.documentURI.
func (d Document) DocumentURI() string { return d.doc().URL }

// CompatMode is Document.compatMode.
func (d Document) CompatMode() string {
	if d.doc().Mode == dom.Quirks {
		return "BackCompat"
	}
	return "CSS1Compat"
}

// CharacterSet is Document.characterSet.
func (d Document) CharacterSet() string {
	if e := d.doc().Encoding; e != "" {
		return e
	}
	return "UTF-8"
}

// Charset is Document.charset.
func (d Document) Charset() string { return d.CharacterSet() }

// InputEncoding is Document.inputEncoding.
func (d Document) InputEncoding() string { return d.CharacterSet() }

// ContentType is Document.contentType.
func (d Document) ContentType() string {
	if t := d.doc().ContentType; t != "" {
		return t
	}
	return "text/html"
}

// Doctype is Document.doctype.
func (d Document) Doctype() dom.NodeID {
	for c := range d.store().Children(d.ID) {
		if d.store().Kind(c) == dom.KindDoctype {
			return c
		}
	}
	return 0
}

// DocumentElement is Document.documentElement.
func (d Document) DocumentElement() dom.NodeID { return d.doc().DocumentElement() }

// CreateElement is Document.createElement.
func (d Document) CreateElement(c *js.Call) js.Value {
	local := c.View(0)
	if c.Failed() {
		return js.Undefined
	}
	doc := d.doc()
	s := d.store()
	if a, ok := atom.LookupStatic(local); ok && doc.IsHTML && htmlClasses[a] != nil { // a name of HTML is valid, and in lower case
		return d.newElement(c, doc, s.HTMLName(a), 1)
	}
	if !validElementName(local) {
		return c.DOMException("InvalidCharacterError", "The tag name provided ('%s') is not a valid name.", local)
	}
	var name dom.NameID
	switch {
	case doc.IsHTML:
		name = s.HTMLName(s.Atoms.Intern(lowerASCII(local)))
	case doc.ContentType == "application/xhtml+xml":
		name = s.HTMLName(s.Atoms.Intern(local))
	default:
		name = s.Name(dom.NoNamespace, atom.None, s.Atoms.Intern(local))
	}
	return d.newElement(c, doc, name, 1)
}

// elementOptions are what an argument with ElementCreationOptions says: an is value and a registry.
// https://dom.spec.whatwg.org/#flatten-element-creation-options
func (d Document) elementOptions(c *js.Call, arg int) (is atom.Atom, reg *CustomElementRegistry) {
	w := d.w.World
	reg = w.registryOf(d.ID)
	if !c.Has(arg) {
		return
	}
	v := c.Arg(arg)
	if !v.IsNullish() && !v.IsObject() { // a string, which older pages give, is ignored
		c.DOMString(arg)
		return
	}
	o := readElementCreationOptions(&c.Conv, v)
	if o.Is.Set {
		is = d.store().Atoms.Intern(o.Is.Value)
	}
	if r := o.CustomElementRegistry; r.Set && !c.Failed() {
		reg = r.Value
		if o.Is.Set {
			c.DOMException("NotSupportedError", "The custom element registry and \"is\" option can't be set at the same time.")
		} else if err := checkRegistry(reg, d.doc()); err != nil {
			throwErr(c, err)
		}
		if reg == nil {
			reg = noRegistry
		}
	}
	return
}

// noRegistry stands for null where script asked for it.
var noRegistry = &CustomElementRegistry{id: dom.RegistryNull}

// newElement makes an element with its wrapper.
func (d Document) newElement(c *js.Call, doc *dom.Document, name dom.NameID, options int) js.Value {
	s, w := d.store(), d.w.World
	is, reg := atom.None, (*CustomElementRegistry)(nil)
	if c.Has(options) {
		if is, reg = d.elementOptions(c, options); c.Failed() {
			return js.Undefined
		}
	} else if w.custom.active {
		reg = w.registryOf(d.ID)
	}
	if w.custom.active && reg != nil {
		where := "Failed to execute '" + c.Member() + "' on 'Document': "
		if id := w.createCustom(c.Realm(), doc, name, is, reg, where); id != 0 {
			return nodeValue(c.Realm(), id)
		}
	}
	id := doc.CreateElement(name)
	if is != atom.None && s.NameOf(name).NS == dom.HTML {
		s.SetIsValue(id, is)
	}
	if reg != nil && reg.id != dom.RegistryDefault {
		w.giveRegistry(id, reg)
	} else if reg == nil && s.HasRegistries() {
		s.SetRegistry(id, s.Registry(d.ID))
	}
	return nodeValue(c.Realm(), id)
}

// CreateElementNS is Document.createElementNS.
func (d Document) CreateElementNS(c *js.Call) js.Value {
	ns, _ := c.NullableDOMString(0)
	qualified := c.DOMString(1)
	if c.Failed() {
		return js.Undefined
	}
	name, err := d.w.World.extractName(ns, qualified, false)
	if err != nil {
		return throwErr(c, err)
	}
	return d.newElement(c, d.doc(), name, 2)
}

// CreateDocumentFragment is Document.createDocumentFragment.
func (d Document) CreateDocumentFragment() dom.NodeID { return d.doc().CreateFragment() }

// CreateTextNode is Document.createTextNode.
func (d Document) CreateTextNode(data js.View) dom.NodeID { return d.doc().CreateText(data) }

// CreateComment is Document.createComment.
func (d Document) CreateComment(data js.View) dom.NodeID { return d.doc().CreateComment(data) }

// CreateCDATASection is Document.createCDATASection.
func (d Document) CreateCDATASection(data string) (dom.NodeID, error) {
	if d.doc().IsHTML {
		return 0, exception("NotSupportedError", "This operation is not supported for HTML documents.")
	}
	if strings.Contains(data, "]]>") {
		return 0, exception("InvalidCharacterError", "String cannot contain ']]>' since that is the end delimiter of a CData section.")
	}
	return d.doc().CreateCDATA(data), nil
}

// CreateProcessingInstruction is Document.createProcessingInstruction.
func (d Document) CreateProcessingInstruction(target, data string) (dom.NodeID, error) {
	if !validXMLName(target) {
		return 0, exception("InvalidCharacterError", "The target provided ('"+target+"') is not a valid name.")
	}
	if strings.Contains(data, "?>") {
		return 0, exception("InvalidCharacterError", "The data provided ('"+data+"') contains '?>'.")
	}
	return d.doc().CreatePI(d.store().Atoms.Intern(target), data), nil
}

// validXMLName reports a Name of XML.
func validXMLName(n string) bool {
	for i, r := range n {
		start := r == ':' || r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z' && r < 0x80 || r >= 0xC0 && r != 0xD7 && r != 0xF7 && r != 0x37E && (r < 0x2000 || r >= 0x200C && r <= 0x200D || r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xFFFD || r >= 0x10000)
		if !start && (i == 0 || !(r == '-' || r == '.' || r >= '0' && r <= '9' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040)) {
			return false
		}
	}
	return n != ""
}

// ImportNode is Document.importNode.
func (d Document) ImportNode(c *js.Call) js.Value {
	h := c.HostArg(0, cls.Node)
	s := d.store()
	deep, fallback := false, s.Registry(d.ID)
	if o := c.Arg(1); o.IsObject() {
		o := readImportNodeOptions(&c.Conv, o)
		deep = !o.SelfOnly
		if r := o.CustomElementRegistry; r != nil && !c.Failed() {
			if err := checkRegistry(r, d.doc()); err != nil {
				return throwErr(c, err)
			}
			fallback = r.id
		}
	} else {
		deep = c.Bool(1)
	}
	if c.Failed() {
		return js.Undefined
	}
	n := dom.NodeID(h.ID())
	switch s.Kind(n) {
	case dom.KindDocument:
		return c.DOMException("NotSupportedError", "The node provided is a document, which may not be imported.")
	case dom.KindShadowRoot:
		return c.DOMException("NotSupportedError", "The node provided is a shadow root, which may not be imported.")
	case dom.KindAttr:
		return nodeValue(c.Realm(), d.w.cloneAttr(d.doc(), n))
	}
	return nodeValue(c.Realm(), s.CloneWith(n, d.doc(), deep, fallback))
}

// AdoptNode is Document.adoptNode.
func (d Document) AdoptNode(n Node) (dom.NodeID, error) {
	s := d.store()
	switch s.Kind(n.ID) {
	case dom.KindDocument:
		return 0, exception("NotSupportedError", "The node provided is of type '#document', which may not be adopted.")
	case dom.KindShadowRoot:
		return 0, exception("HierarchyRequestError", "The node provided is a shadow root, which may not be adopted.")
	case dom.KindAttr:
		return n.ID, nil
	}
	s.Remove(n.ID)
	s.Adopt(n.ID, d.doc())
	return n.ID, nil
}

// CreateEvent is Document.createEvent.
func (d Document) CreateEvent(c *js.Call) js.Value {
	name := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	f := createEvent[lowerASCII(name)]
	if f == nil {
		return c.DOMException("NotSupportedError", "The provided event type ('%s') is invalid.", name)
	}
	ev := f()
	ev.asEvent().timeStamp = d.w.Host.Now()
	return objectOf(c.Realm(), ev.(platformOrNode))
}

// Location is Document.location.
func (d Document) Location(c *js.Call) js.Value {
	if w := d.win(); w != nil {
		return objectValue(c.Realm(), w.Location())
	}
	return js.Null
}

// Domain is Document.domain.
func (d Document) Domain() string {
	w := d.win()
	if w == nil { // that of who made it
		w = d.w
	}
	switch {
	case w == nil || w.opt.Origin.IsOpaque():
		return ""
	case w.relaxed() != "":
		return w.relaxed()
	}
	return w.opt.Origin.Host()
}

// SetDomain sets Document.domain. Documents that set it to the same domain may look into each other, where agent clusters are not keyed by origin.
// https://html.spec.whatwg.org/multipage/browsers.html#dom-document-domain
func (d Document) SetDomain(v string) error {
	w, own := d.win(), d.Domain()
	refuse := func(why string) error { return exception("SecurityError", why) }
	if w == nil || w.closed {
		return refuse("A browsing context is required to set a domain.")
	}
	if w.Sandboxed(SandboxDomain) {
		return refuse("Assignment is forbidden for sandboxed iframes.")
	}
	if v == "" {
		return refuse("'' is an empty domain.")
	}
	u, err := net.Parse("http://"+v, nil)
	switch {
	case err != nil:
		return refuse("'" + v + "' could not be parsed properly.")
	case u.Hostname() != own && !strings.HasSuffix(own, "."+u.Hostname()) || own == "":
		return refuse("'" + v + "' is not a suffix of '" + own + "'.")
	case u.Hostname() != own && net.IsPublicSuffix(u.Hostname()):
		return refuse("'" + v + "' is a top-level domain.")
	case w.OriginAgentCluster():
		w.Host.Console(ConsoleMessage{Level: ConsoleWarn, Text: "document.domain mutation is ignored because the surrounding agent cluster is origin-keyed."})
		return nil
	}
	if w.domain == nil {
		w.domain = new(string)
	}
	*w.domain = u.Hostname()
	return nil
}

// Referrer is Document.referrer.
func (d Document) Referrer() string {
	if w := d.win(); w != nil {
		return w.opt.Referrer
	}
	return ""
}

// Cookie is Document.cookie.
func (d Document) Cookie(c *js.Call) js.Value {
	w := d.win()
	if w != nil && w.storageDenied(c, "Cookies are") {
		return js.Undefined
	}
	if w == nil || w.opt.Jar == nil || !w.url.IsHTTP() {
		return c.Realm().String("")
	}
	return c.Realm().String(w.opt.Jar.Header(w.url, w.cookieContext()))
}

// storageDenied throws, and reports true, in documents of an opaque origin that may keep nothing; what is how the reason begins.
func (w *Window) storageDenied(c *js.Call, what string) bool {
	switch {
	case !w.opt.Origin.IsOpaque():
		return false
	case w.Sandboxed(SandboxOrigin):
		c.DOMException("SecurityError", "The document is sandboxed and lacks the 'allow-same-origin' flag.")
	case w.url.Scheme() == "data":
		c.DOMException("SecurityError", "%s disabled inside 'data:' URLs.", what)
	default:
		return false
	}
	return true
}

func (w *Window) cookieContext() net.CookieContext { return net.CookieContext{SameSite: true} }

// SetCookie sets Document.cookie.
func (d Document) SetCookie(c *js.Call, v string) {
	if w := d.win(); w != nil && !w.storageDenied(c, "Cookies are") && w.opt.Jar != nil && w.url.IsHTTP() {
		w.opt.Jar.Set(w.url, v, w.cookieContext())
	}
}

// LastModified is Document.lastModified.
func (d Document) LastModified() string {
	t := d.w.Host.WallTime()
	if w := d.win(); w != nil && !w.modified.IsZero() {
		t = w.modified
	}
	return t.Format("01/02/2006 15:04:05")
}

// SetLastModified says when the source of the window's document was modified, in the time zone of the page.
func (w *Window) SetLastModified(t time.Time) { w.modified = t }

// ReadyState is Document.readyState.
func (d Document) ReadyState() string {
	if w := d.win(); w != nil {
		return w.ready
	}
	return "complete"
}

// Title is Document.title. https://html.spec.whatwg.org/multipage/dom.html#document.title
func (d Document) Title() string {
	t := d.titleElement()
	if t == 0 {
		return ""
	}
	return strings.Join(strings.FieldsFunc(childText(d.store(), t), isSpace), " ")
}

func (d Document) titleElement() dom.NodeID {
	s := d.store()
	root := d.doc().DocumentElement()
	if n := s.ElementName(root); root != 0 && n.NS == dom.SVG && n.Local == atomSVG {
		for c := s.FirstElementChild(root); c != 0; c = s.NextElement(c) {
			if n := s.ElementName(c); n.NS == dom.SVG && n.Local == atomTitle {
				return c
			}
		}
		return 0
	}
	if l := d.doc().Elements(dom.Titles); len(l) > 0 {
		return l[0]
	}
	return 0
}

// childText is the child text content.
func childText(s *dom.Store, id dom.NodeID) string {
	var parts []string
	for c := range s.Children(id) {
		if s.Kind(c).IsText() {
			parts = append(parts, s.Data(c))
		}
	}
	return strings.Clone(dom.Concat(parts...))
}

// SetTitle sets Document.title.
func (d Document) SetTitle(v string) {
	s := d.store()
	root := d.doc().DocumentElement()
	if root == 0 {
		return
	}
	t := d.titleElement()
	switch n := s.ElementName(root); {
	case n.NS == dom.SVG && n.Local == atomSVG:
		if t == 0 {
			t = d.doc().CreateElement(s.Name(dom.SVG, atom.None, atomTitle))
			s.InsertBefore(root, t, s.FirstChild(root))
		}
	case n.NS == dom.HTML:
		if t == 0 {
			h := d.doc().Head()
			if h == 0 {
				return
			}
			t = d.doc().CreateElement(s.HTMLName(atomTitle))
			s.Append(h, t)
		}
	default:
		return
	}
	s.SetTextContent(t, v)
}

// Dir is Document.dir.
func (d Document) Dir() string {
	if r := d.doc().DocumentElement(); r != 0 && d.store().IsHTMLElement(r, atomHTML) {
		return HTMLElement(Element(Node{nodeRef{d.w, r}})).Dir()
	}
	return ""
}

// SetDir sets Document.dir.
func (d Document) SetDir(v string) {
	if r := d.doc().DocumentElement(); r != 0 && d.store().IsHTMLElement(r, atomHTML) {
		Node{nodeRef{d.w, r}}.set(atomDir, v)
	}
}

var atomDir = atom.Static("dir")

// Body is Document.body.
func (d Document) Body() dom.NodeID { return d.doc().Body() }

// SetBody sets Document.body.
func (d Document) SetBody(e HTMLElement) error {
	s := d.store()
	if e.ID == 0 || !(e.is(atomBody) || e.is(atomFrameset)) {
		return exception("HierarchyRequestError", "The new body element is of type '"+Node{nodeRef{d.w, e.ID}}.name()+"'. It must be either a 'BODY' or 'FRAMESET' element.")
	}
	old := d.doc().Body()
	switch {
	case old == e.ID:
		return nil
	case old != 0:
		return domErr(s.ReplaceChild(s.Parent(old), e.ID, old))
	case d.doc().DocumentElement() == 0:
		return exception("HierarchyRequestError", "No document element exists.")
	}
	return domErr(s.AppendChild(d.doc().DocumentElement(), e.ID))
}

func (n Node) name() string {
	if n.ID == 0 {
		return "null"
	}
	return n.store().NodeName(n.ID)
}

// Head is Document.head.
func (d Document) Head() dom.NodeID { return d.doc().Head() }

func (d Document) docList(l dom.ElementList) *HTMLCollection {
	return Node(d).collection(cachedDocumentList, string(rune('a'+int(l))), nodes{kind: listDocument, list: l})
}

// Images is Document.images.
func (d Document) Images() *HTMLCollection { return d.docList(dom.Images) }

// Embeds is Document.embeds.
func (d Document) Embeds() *HTMLCollection { return d.docList(dom.Embeds) }

// Plugins is Document.plugins.
func (d Document) Plugins() *HTMLCollection { return d.docList(dom.Embeds) }

// Links is Document.links.
func (d Document) Links() *HTMLCollection { return d.docList(dom.Links) }

// Forms is Document.forms.
func (d Document) Forms() *HTMLCollection { return d.docList(dom.Forms) }

// Scripts is Document.scripts.
func (d Document) Scripts() *HTMLCollection { return d.docList(dom.Scripts) }

// Anchors is Document.anchors.
func (d Document) Anchors() *HTMLCollection { return d.docList(dom.Anchors) }

// Applets is Document.applets: always empty.
func (d Document) Applets() *HTMLCollection {
	return Node(d).collection(cachedDocumentList, "applets", nodes{kind: listGenerated, make: func() []dom.NodeID { return nil }})
}

// GetElementsByName is Document.getElementsByName.
func (d Document) GetElementsByName(name string) *NodeList {
	return Node(d).cached(cachedByName, name, func() platform {
		return &NodeList{nodes: nodes{window: d.w, kind: listName, root: d.state(), name: name}}
	}).(*NodeList)
}

// CurrentScript is Document.currentScript.
func (d Document) CurrentScript() dom.NodeID {
	if w := d.win(); w != nil && w.currentScript != 0 && d.store().Alive(w.currentScript) && d.store().ContainingShadowRoot(w.currentScript) == 0 {
		return w.currentScript
	}
	return 0
}

// DefaultView is Document.defaultView.
func (d Document) DefaultView(c *js.Call) js.Value {
	if w := d.win(); w != nil {
		return windowValue(w)
	}
	return js.Null
}

// HasFocus is Document.hasFocus.
func (d Document) HasFocus() bool { return d.win() != nil && d.win().hasFocus() }

// Hidden is Document.hidden.
func (d Document) Hidden() bool { return d.win() == nil || d.win().hidden }

// VisibilityState is Document.visibilityState.
func (d Document) VisibilityState() string {
	if d.Hidden() {
		return "hidden"
	}
	return "visible"
}

// ActiveElement is Document.activeElement.
func (d Document) ActiveElement() dom.NodeID {
	w := d.win()
	if w == nil {
		return d.doc().Body()
	}
	if f := w.World.retarget(pathTarget{node: w.activeElement()}, pathTarget{node: d.ID}); f.node != 0 {
		return f.node
	}
	if b := d.doc().Body(); b != 0 {
		return b
	}
	return d.doc().DocumentElement()
}

// ActiveElement is ShadowRoot.activeElement.
func (r ShadowRoot) ActiveElement() dom.NodeID {
	w := r.w.World.WindowOf(r.ID)
	if w == nil {
		return 0
	}
	f := w.World.retarget(pathTarget{node: w.activeElement()}, pathTarget{node: r.ID})
	if f.node != 0 && r.store().Root(f.node) == r.ID {
		return f.node
	}
	return 0
}

// ElementFromPoint is DocumentOrShadowRoot.elementFromPoint.
func (d Document) ElementFromPoint(x, y float64) dom.NodeID {
	return d.w.elementFromPoint(d.ID, float32(x), float32(y))
}

// ElementsFromPoint is DocumentOrShadowRoot.elementsFromPoint.
func (d Document) ElementsFromPoint(x, y float64) []dom.NodeID {
	return d.w.elementsFromPoint(d.ID, float32(x), float32(y))
}

// ElementFromPoint is DocumentOrShadowRoot.elementFromPoint: what lies outside of the shadow tree is an element there too.
func (r ShadowRoot) ElementFromPoint(x, y float64) dom.NodeID {
	return r.w.elementFromPoint(r.ID, float32(x), float32(y))
}

// ElementsFromPoint is DocumentOrShadowRoot.elementsFromPoint.
func (r ShadowRoot) ElementsFromPoint(x, y float64) []dom.NodeID {
	return r.w.elementsFromPoint(r.ID, float32(x), float32(y))
}

// elementFromPoint is the topmost element at a place of the viewport, seen from a document or shadow root.
func (w *Window) elementFromPoint(root dom.NodeID, x, y float32) dom.NodeID {
	win := w.World.WindowOf(root)
	if win == nil {
		return 0
	}
	return w.World.retarget(pathTarget{node: win.Host.ElementFromPoint(win, x, y)}, pathTarget{node: root}).node
}

// elementsFromPoint are the elements at a place of the viewport, seen from a document or shadow root: each once.
func (w *Window) elementsFromPoint(root dom.NodeID, x, y float32) []dom.NodeID {
	out := []dom.NodeID{}
	win := w.World.WindowOf(root)
	if win == nil {
		return out
	}
	for _, n := range win.Host.ElementsFromPoint(win, x, y) {
		if n = w.World.retarget(pathTarget{node: n}, pathTarget{node: root}).node; n != 0 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// ScrollingElement is Document.scrollingElement.
func (d Document) ScrollingElement() dom.NodeID {
	if d.doc().Mode == dom.Quirks {
		return d.doc().Body()
	}
	return d.doc().DocumentElement()
}

// GetNamed is the named getter of Document. https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
func (d Document) GetNamed(c *js.Call, name string) (js.Value, bool) {
	list := d.namedElements(name)
	if len(list) == 0 {
		return js.Undefined, false
	}
	if len(list) == 1 {
		if d.store().IsHTMLElement(list[0], atomIframe) {
			if w := d.w.Host.FrameWindow(list[0]); w != nil {
				return windowValue(w), true
			}
		}
		return nodeValue(c.Realm(), list[0]), true
	}
	l := &HTMLCollection{nodes: nodes{window: d.w, kind: listGenerated, root: d.state(), make: func() []dom.NodeID { return d.namedElements(name) }}}
	return objectValue(c.Realm(), l), true
}

var (
	atomFrame  = atom.Static("frame")
	atomIframe = atom.Static("iframe")
	atomEmbed  = atom.Static("embed")
	atomForm   = atom.Static("form")
	atomImg    = atom.Static("img")
	atomObject = atom.Static("object")
)

func (d Document) namedElements(name string) (out []dom.NodeID) {
	s := d.store()
	doc := d.doc()
	if name == "" {
		return nil
	}
	if len(doc.Elements(dom.Frames))+len(doc.Elements(dom.Forms))+len(doc.Elements(dom.Images)) == 0 {
		return nil // asked for every property of a document that script reads
	}
	byID := s.Atoms.Lookup(name)
	for _, l := range [...]dom.ElementList{dom.Frames, dom.Forms, dom.Images} {
		for _, el := range doc.Elements(l) {
			n := s.ElementName(el)
			if n.NS != dom.HTML {
				continue
			}
			v, hasName := s.LookupAttr(el, atomName)
			switch n.Local {
			case atomObject:
				if (hasName && v == name || byID != atom.None && s.ID(el) == byID) && exposed(s, el) {
					out = append(out, el)
				}
			case atomEmbed:
				if hasName && v == name && exposed(s, el) {
					out = append(out, el)
				}
			case atomImg:
				if hasName && v != "" && (v == name || byID != atom.None && s.ID(el) == byID) {
					out = append(out, el)
				}
			default:
				if hasName && v == name {
					out = append(out, el)
				}
			}
		}
	}
	if len(out) > 1 {
		slices.SortFunc(out, s.CompareOrder)
	}
	return out
}

// exposed reports whether an object or embed element is exposed. https://html.spec.whatwg.org/multipage/dom.html#exposed
func exposed(s *dom.Store, el dom.NodeID) bool {
	for p := s.ParentElement(el); p != 0; p = s.ParentElement(p) {
		if s.IsHTMLElement(p, atomObject) && !holdsObjects(s, p) { // no object is around that one
			return false
		}
	}
	return !s.IsHTMLElement(el, atomObject) || !holdsObjects(s, el)
}

func holdsObjects(s *dom.Store, el dom.NodeID) bool {
	for n := s.Following(el, el); n != 0; n = s.Following(n, el) {
		if s.Kind(n) == dom.KindElement && (s.IsHTMLElement(n, atomObject) || s.IsHTMLElement(n, atomEmbed)) {
			return true
		}
	}
	return false
}

// NamedKeys are the supported property names of the document.
func (d Document) NamedKeys() (out []string) {
	s := d.store()
	var els []dom.NodeID
	for _, l := range []dom.ElementList{dom.Frames, dom.Forms, dom.Images} {
		els = append(els, d.doc().Elements(l)...)
	}
	slices.SortFunc(els, s.CompareOrder)
	seen := map[string]bool{}
	add := func(v string) {
		if v != "" && !seen[v] {
			v = strings.Clone(v)
			seen[v] = true
			out = append(out, v)
		}
	}
	for _, el := range els {
		n := s.ElementName(el)
		if n.NS != dom.HTML || (n.Local == atomObject || n.Local == atomEmbed) && !exposed(s, el) {
			continue
		}
		name := s.Attr(el, atomName)
		add(name)
		if n.Local == atomObject || n.Local == atomImg && name != "" {
			add(s.Attr(el, atomID))
		}
	}
	return out
}

// CaptureEvents is Document.captureEvents, whose steps are to do nothing.
func (d Document) CaptureEvents() {}

// ReleaseEvents is Document.releaseEvents, whose steps are to do nothing.
func (d Document) ReleaseEvents() {}

// Clear is Document.clear, whose steps are to do nothing.
func (d Document) Clear() {}

// FullscreenEnabled is Document.fullscreenEnabled.
func (d Document) FullscreenEnabled() bool { return false }

// bodyAttr is an attribute of the document that reflects one of its body, when that is a body element.
// https://html.spec.whatwg.org/multipage/obsolete.html#dom-document-fgcolor
func (d Document) bodyAttr(name string) string {
	if b := d.doc().Body(); b != 0 && d.store().IsHTMLElement(b, atomBody) {
		return strings.Clone(d.store().Attr(b, d.store().Atoms.Lookup(name)))
	}
	return ""
}

func (d Document) setBodyAttr(name, v string) {
	if b := d.doc().Body(); b != 0 && d.store().IsHTMLElement(b, atomBody) {
		d.store().SetAttr(b, d.store().AttrName(d.store().Atoms.Intern(name)), v)
	}
}

// FgColor is Document.fgColor.
func (d Document) FgColor() string { return d.bodyAttr("text") }

// SetFgColor sets Document.fgColor.
func (d Document) SetFgColor(v string) { d.setBodyAttr("text", v) }

// BgColor is Document.bgColor.
func (d Document) BgColor() string { return d.bodyAttr("bgcolor") }

// SetBgColor sets Document.bgColor.
func (d Document) SetBgColor(v string) { d.setBodyAttr("bgcolor", v) }

// LinkColor is Document.linkColor.
func (d Document) LinkColor() string { return d.bodyAttr("link") }

// SetLinkColor sets Document.linkColor.
func (d Document) SetLinkColor(v string) { d.setBodyAttr("link", v) }

// VlinkColor is Document.vlinkColor.
func (d Document) VlinkColor() string { return d.bodyAttr("vlink") }

// SetVlinkColor sets Document.vlinkColor.
func (d Document) SetVlinkColor(v string) { d.setBodyAttr("vlink", v) }

// AlinkColor is Document.alinkColor.
func (d Document) AlinkColor() string { return d.bodyAttr("alink") }

// SetAlinkColor sets Document.alinkColor.
func (d Document) SetAlinkColor(v string) { d.setBodyAttr("alink", v) }
