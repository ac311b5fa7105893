package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// https://dom.spec.whatwg.org/#interface-element

var (
	atomID    = atom.Static("id")
	atomClass = atom.Static("class")
	atomSlot  = atom.Static("slot")

	attrClass = attrName("class")
)

// NamespaceURI is Element.namespaceURI.
func (e Element) NamespaceURI() Opt[string] {
	return orNull(e.store().NamespaceURI(e.store().ElementName(e.ID).NS))
}

func orNull(s string) Opt[string] {
	if s == "" {
		return Opt[string]{}
	}
	return Some(s)
}

// Prefix is Element.prefix.
func (e Element) Prefix() Opt[string] {
	p := e.store().ElementName(e.ID).Prefix
	if p == atom.None || p == atom.Empty {
		return Opt[string]{}
	}
	return Some(e.store().Atoms.String(p))
}

// LocalName is Element.localName.
func (e Element) LocalName() string { return e.store().Atoms.String(e.store().LocalName(e.ID)) }

// TagName is Element.tagName.
func (e Element) TagName() string { return e.store().NodeName(e.ID) }

// Id is Element.id.
func (e Element) Id() js.View { return e.store().Attr(e.ID, atomID) }

// SetId sets Element.id.
func (e Element) SetId(v js.View) { e.set(atomID, v) }

// ClassName is Element.className.
func (e Element) ClassName() js.View { return e.store().Attr(e.ID, atomClass) }

// SetClassName sets Element.className.
func (e Element) SetClassName(v js.View) { e.set(atomClass, v) }

// Slot is Element.slot.
func (e Element) Slot() string { return strings.Clone(e.store().Attr(e.ID, atomSlot)) }

// SetSlot sets Element.slot.
func (e Element) SetSlot(v string) { e.set(atomSlot, v) }

func (n nodeRef) set(local atom.Atom, v string) {
	n.store().SetAttr(n.ID, n.store().AttrName(local), v)
}

func (n nodeRef) attr(local atom.Atom) string { return n.store().Attr(n.ID, local) }

func (n nodeRef) hasAttr(local atom.Atom) bool { return n.store().HasAttr(n.ID, local) }

func (n nodeRef) removeAttr(local atom.Atom) {
	n.store().RemoveAttr(n.ID, n.store().AttrName(local))
}

// is reports whether the node is an HTML element with the name.
func (n nodeRef) is(local atom.Atom) bool { return n.store().IsHTMLElement(n.ID, local) }

// ClassList is Element.classList.
func (e Element) ClassList() *DOMTokenList { return Node(e).tokens(attrClass) }

// htmlNames reports whether attribute names are in lower case: an HTML element of an HTML document.
func (e Element) htmlNames() bool {
	return e.doc().IsHTML && e.store().ElementName(e.ID).NS == dom.HTML
}

// findAttr finds an attribute by its qualified name.
func (e Element) findAttr(qualified string) (dom.Attr, bool) {
	s := e.store()
	if e.htmlNames() {
		qualified = lowerASCII(qualified)
	}
	q := s.Atoms.Lookup(qualified)
	if q == atom.None {
		return dom.Attr{}, false
	}
	for a := s.FirstAttr(e.ID); a != 0; a = s.NextAttr(a) {
		at := s.AttrAt(a)
		if s.NameOf(at.Name).Qualified == q {
			return at, true
		}
	}
	return dom.Attr{}, false
}

func (e Element) findAttrNS(ns, local string) (dom.Attr, bool) {
	s := e.store()
	for a := s.FirstAttr(e.ID); a != 0; a = s.NextAttr(a) {
		at := s.AttrAt(a)
		n := s.NameOf(at.Name)
		if s.Atoms.String(n.Local) == local && s.NamespaceURI(n.NS) == ns {
			return at, true
		}
	}
	return dom.Attr{}, false
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x != y && (x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; c >= 'A' && c <= 'Z' {
					b[i] = c + 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

// HasAttributes is Element.hasAttributes.
func (e Element) HasAttributes() bool { return e.store().FirstAttr(e.ID) != 0 }

// GetAttributeNames is Element.getAttributeNames.
func (e Element) GetAttributeNames() []string {
	s := e.store()
	out := []string{}
	for a := range s.Attrs(e.ID) {
		out = append(out, s.Atoms.String(s.NameOf(a.Name).Qualified))
	}
	return out
}

// GetAttribute is Element.getAttribute.
func (e Element) GetAttribute(c *js.Call) js.Value {
	name := c.View(0)
	if c.Failed() {
		return js.Undefined
	}
	a, ok := e.findAttr(name)
	if !ok {
		return js.Null
	}
	return c.Realm().String(a.Value)
}

// GetAttributeNS is Element.getAttributeNS.
func (e Element) GetAttributeNS(ns Opt[string], local string) Opt[string] {
	a, ok := e.findAttrNS(ns.Value, local)
	if !ok {
		return Opt[string]{}
	}
	return Some(strings.Clone(a.Value))
}

// validAttrName reports a valid attribute local name. https://dom.spec.whatwg.org/#valid-attribute-local-name
func validAttrName(n string) bool {
	return n != "" && !strings.ContainsAny(n, notInAttrName)
}

const notInAttrName = " \t\n\f\r\x00/=>"

// SetAttribute is Element.setAttribute.
func (e Element) SetAttribute(c *js.Call) js.Value {
	name, v := c.View(0), c.View(1)
	if c.Failed() {
		return js.Undefined
	}
	if !validAttrName(name) {
		return c.DOMException("InvalidCharacterError", "'%s' is not a valid attribute name.", name)
	}
	e.setAttr(name, v)
	return js.Undefined
}

func (e Element) setAttr(name, v string) {
	s := e.store()
	if e.htmlNames() {
		name = lowerASCII(name)
	}
	if a, ok := e.findAttr(name); ok {
		s.SetAttr(e.ID, a.Name, v)
	} else {
		s.SetAttr(e.ID, s.AttrName(s.Atoms.Intern(name)), v)
	}
}

// SetAttributeNS is Element.setAttributeNS.
func (e Element) SetAttributeNS(c *js.Call) js.Value {
	ns, _ := c.NullableDOMString(0)
	qualified, v := c.DOMString(1), c.DOMString(2)
	if c.Failed() {
		return js.Undefined
	}
	name, err := e.w.World.extractName(ns, qualified, true)
	if err != nil {
		return throwErr(c, err)
	}
	s := e.store()
	n := s.NameOf(name)
	if a, ok := e.findAttrNS(ns, s.Atoms.String(n.Local)); ok {
		name = a.Name
	}
	s.SetAttr(e.ID, name, v)
	return js.Undefined
}

// extractName validates and extracts a namespace and qualified name.
// https://dom.spec.whatwg.org/#validate-and-extract
func (w *World) extractName(ns, qualified string, attr bool) (dom.NameID, error) {
	s := w.Store
	prefix, local := "", qualified
	if i := strings.IndexByte(qualified, ':'); i >= 0 {
		prefix, local = qualified[:i], qualified[i+1:]
		if prefix == "" || strings.ContainsAny(prefix, " \t\n\f\r\x00/>") {
			return 0, nameError(qualified, prefix, local, attr)
		}
	}
	if attr && !validAttrName(local) || !attr && !validElementName(local) {
		return 0, nameError(qualified, prefix, local, attr)
	}
	const xmlNS, xmlnsNS = "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"
	if prefix != "" && ns == "" || prefix == "xml" && ns != xmlNS || (qualified == "xmlns" || prefix == "xmlns") != (ns == xmlnsNS) {
		if attr {
			return 0, exception("NamespaceError", "'"+ns+"' is an invalid namespace for attributes.")
		}
		return 0, exception("NamespaceError", "The namespace URI provided ('"+ns+"') is not valid for the qualified name provided ('"+qualified+"').")
	}
	p := atom.None
	if prefix != "" {
		p = s.Atoms.Intern(prefix)
	}
	return s.Name(s.Namespace(ns), p, s.Atoms.Intern(local)), nil
}

// nameError says what is wrong with a qualified name.
func nameError(qualified, prefix, local string, attr bool) error {
	why := "has an empty namespace prefix."
	switch {
	case qualified == "":
		return exception("InvalidCharacterError", "The qualified name provided is empty.")
	case local == "":
		why = "has an empty local name."
	case prefix != "" || !strings.HasPrefix(qualified, ":"):
		for n, part := range []string{prefix, local} {
			for i, r := range part {
				valid := validElementName(part[:i+len(string(r))])
				if attr || n == 0 {
					valid = !strings.ContainsRune(" \t\n\f\r\x00/>", r) && !(attr && n == 1 && r == '=')
				}
				if !valid {
					return exception("InvalidCharacterError", "The qualified name provided ('"+qualified+"') contains the invalid character '"+string(r)+"'.")
				}
			}
		}
	}
	return exception("InvalidCharacterError", "The qualified name provided ('"+qualified+"') "+why)
}

// validElementName reports a valid element local name. https://dom.spec.whatwg.org/#valid-element-local-name
func validElementName(n string) bool {
	if n == "" {
		return false
	}
	if c := n[0]; c|0x20 >= 'a' && c|0x20 <= 'z' {
		return !strings.ContainsAny(n, " \t\n\f\r\x00/>")
	}
	for i, r := range n {
		if i == 0 {
			if r != ':' && r != '_' && r < 0x80 {
				return false
			}
			continue
		}
		if r < 0x80 && !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r == '-' || r == '.' || r == ':' || r == '_') {
			return false
		}
	}
	return true
}

// RemoveAttribute is Element.removeAttribute.
func (e Element) RemoveAttribute(name js.View) {
	if a, ok := e.findAttr(name); ok {
		e.dropAttr(a.Name)
	}
}

// RemoveAttributeNS is Element.removeAttributeNS.
func (e Element) RemoveAttributeNS(ns Opt[string], local string) {
	if a, ok := e.findAttrNS(ns.Value, local); ok {
		e.dropAttr(a.Name)
	}
}

// dropAttr removes an attribute; an Attr node of it goes on by itself with the value it had.
func (e Element) dropAttr(name dom.NameID) {
	e.detachAttrNode(name)
	e.store().RemoveAttr(e.ID, name)
}

// ToggleAttribute is Element.toggleAttribute.
func (e Element) ToggleAttribute(name js.View, force Opt[bool]) (bool, error) {
	if !validAttrName(name) {
		return false, exception("InvalidCharacterError", "'"+name+"' is not a valid attribute name.")
	}
	a, has := e.findAttr(name)
	switch {
	case !has && force.Or(true):
		e.setAttr(name, "")
		return true, nil
	case has && !force.Or(false):
		e.dropAttr(a.Name)
		return false, nil
	}
	return has, nil
}

// HasAttribute is Element.hasAttribute.
func (e Element) HasAttribute(name js.View) bool { _, ok := e.findAttr(name); return ok }

// HasAttributeNS is Element.hasAttributeNS.
func (e Element) HasAttributeNS(ns Opt[string], local string) bool {
	_, ok := e.findAttrNS(ns.Value, local)
	return ok
}

// selectorCache keeps the selectors that script uses again and again.
type selectorCache struct {
	m map[string]parsedSelector
}

type parsedSelector struct {
	sel  *css.Selectors
	list css.ListID
	ok   bool

	names int // of the page when it was parsed
}

func (w *World) parseSelector(text string) (parsedSelector, error) {
	p, ok := w.selectors.m[text]
	if ok && p.ok && p.sel.Unknown && p.names != w.Store.Atoms.Len() {
		ok = false // a name that no element had may be one by now
	}
	if !ok {
		text := strings.Clone(text)
		p.sel, p.list, p.ok = css.ParseSelectorList(text, w.Store.Atoms, &css.SelectorContext{})
		p.names = w.Store.Atoms.Len()
		if w.selectors.m == nil || len(w.selectors.m) >= 1024 {
			w.selectors.m = make(map[string]parsedSelector)
		}
		w.selectors.m[text] = p
	}
	if !p.ok {
		if text == "" {
			return p, exception("SyntaxError", "The provided selector is empty.")
		}
		return p, exception("SyntaxError", "'"+text+"' is not a valid selector.")
	}
	return p, nil
}

// QuerySelector is ParentNode.querySelector.
func (n Node) QuerySelector(text js.View) (dom.NodeID, error) {
	p, err := n.w.World.parseSelector(text)
	if err != nil {
		return 0, err
	}
	return style.QuerySelector(n.doc(), n.ID, p.sel, p.list), nil
}

// QuerySelectorAll is ParentNode.querySelectorAll.
func (n Node) QuerySelectorAll(text string) (*NodeList, error) {
	p, err := n.w.World.parseSelector(text)
	if err != nil {
		return nil, err
	}
	return n.w.staticList(style.QuerySelectorAll(nil, n.doc(), n.ID, p.sel, p.list)), nil
}

// Closest is Element.closest.
func (e Element) Closest(text js.View) (dom.NodeID, error) {
	p, err := e.w.World.parseSelector(text)
	if err != nil {
		return 0, err
	}
	return style.Closest(e.doc(), e.ID, p.sel, p.list), nil
}

// MatchesSelector is Element.matches.
func (e Element) Matches(text js.View) (bool, error) {
	p, err := e.w.World.parseSelector(text)
	if err != nil {
		return false, err
	}
	return style.Matches(e.doc(), e.ID, p.sel, p.list, e.ID), nil
}

// WebkitMatchesSelector is Element.webkitMatchesSelector.
func (e Element) WebkitMatchesSelector(text js.View) (bool, error) { return e.Matches(text) }

// GetElementById is NonElementParentNode.getElementById.
func (n Node) GetElementById(id js.View) dom.NodeID {
	s := n.store()
	a := s.Atoms.Lookup(id)
	if a == atom.None || id == "" {
		return 0
	}
	return s.ElementByIDIn(n.ID, a)
}

// insertAdjacent puts a node beside or into the element.
func (e Element) insertAdjacent(where string, node dom.NodeID) (dom.NodeID, error) {
	s := e.store()
	switch lowerASCII(where) {
	case "beforebegin":
		if p := s.Parent(e.ID); p != 0 {
			return node, domErr(s.PreInsert(p, node, e.ID))
		}
		return 0, nil
	case "afterbegin":
		return node, domErr(s.PreInsert(e.ID, node, s.FirstChild(e.ID)))
	case "beforeend":
		return node, domErr(s.PreInsert(e.ID, node, 0))
	case "afterend":
		if p := s.Parent(e.ID); p != 0 {
			return node, domErr(s.PreInsert(p, node, s.Next(e.ID)))
		}
		return 0, nil
	}
	return 0, exception("SyntaxError", "The value provided ('"+where+"') is not one of 'beforeBegin', 'afterBegin', 'beforeEnd', or 'afterEnd'.")
}

// InsertAdjacentElement is Element.insertAdjacentElement.
func (e Element) InsertAdjacentElement(where string, el Element) (dom.NodeID, error) {
	return e.insertAdjacent(where, el.ID)
}

// InsertAdjacentText is Element.insertAdjacentText.
func (e Element) InsertAdjacentText(where, data string) error {
	text := e.doc().CreateText(data)
	_, err := e.insertAdjacent(where, text)
	if e.store().Parent(text) == 0 {
		e.w.World.wrappers.fresh = append(e.w.World.wrappers.fresh, text) // it is nobody's
	}
	return err
}

// InnerHTML is Element.innerHTML.
func (n Node) InnerHTML() string {
	id := n.ID
	if tc := n.store().TemplateContents(id); tc != 0 {
		id = tc
	}
	if !n.doc().IsHTML {
		var b []byte
		for c := range n.store().Children(id) {
			b = html.AppendXML(b, n.store(), c)
		}
		return string(b)
	}
	return string(html.Inner(nil, n.store(), id, html.SerializeOptions{Scripting: n.w.World.windows[n.doc()] != nil}))
}

// parseFragment parses markup in the context of an element; what is not well-formed in an XML document is an error.
func (n Node) parseFragment(context dom.NodeID, text string) (dom.NodeID, error) {
	s := n.store()
	if d := s.DocumentOf(context); !d.IsHTML {
		frag, err := html.ParseXMLFragment(d, context, text, n.registryFor(context))
		if err != nil {
			return 0, exception("SyntaxError", "The provided markup is invalid XML, and therefore cannot be inserted into an XML document.")
		}
		n.w.World.tryUpgradeTree(frag)
		return frag, nil
	}
	return n.parseFragmentAs(context, text, false), nil
}

// parseFragmentAs parses HTML.
func (n Node) parseFragmentAs(context dom.NodeID, text string, unsafe bool) dom.NodeID {
	s := n.store()
	d := s.DocumentOf(context)
	frag := html.ParseFragmentWith(d, text, html.Options{Scripting: n.w.World.windows[d] != nil, Context: context, AllowDeclarativeShadow: unsafe, Registry: n.registryFor(context)})
	if !s.IsHTMLElement(context, atomTemplate) {
		n.w.World.tryUpgradeTree(frag)
	}
	return frag
}

// registryFor is the registry of the elements that markup in context gives: that of the shadow root whose content they are, else that of
// context.
func (n Node) registryFor(context dom.NodeID) dom.RegistryID {
	if s := n.store(); s.Kind(n.ID) == dom.KindShadowRoot {
		return s.Registry(n.ID)
	}
	return n.store().Registry(context)
}

// GetHTML is getHTML of elements and shadow roots.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-gethtml
func (n Node) GetHTML(o GetHTMLOptions) string {
	so := html.SerializeOptions{Scripting: n.w.World.windows[n.doc()] != nil, ShadowRoots: o.SerializableShadowRoots}
	for _, r := range o.ShadowRoots {
		so.ShadowList = append(so.ShadowList, r.ID)
	}
	return string(html.Inner(nil, n.store(), n.ID, so))
}

// SetInnerHTML sets Element.innerHTML. https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml
func (n Node) SetInnerHTML(c *js.Call) js.Value {
	text := c.DOMStringNullEmpty(0)
	if c.Failed() {
		return js.Undefined
	}
	if err := n.setInner(text, false); err != nil {
		return throwErr(c, err)
	}
	return js.Undefined
}

// SetHTMLUnsafe is setHTMLUnsafe of elements and shadow roots; nothing is sanitized.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtmlunsafe
func (n Node) SetHTMLUnsafe(c *js.Call) js.Value {
	text := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	if err := n.setInner(text, true); err != nil {
		return throwErr(c, err)
	}
	return js.Undefined
}

// DocumentParseHTMLUnsafe is Document.parseHTMLUnsafe.
func DocumentParseHTMLUnsafe(c *js.Call) js.Value {
	text := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	w := windowOf(c.Realm())
	d := w.parseDocument("", true, "text/html", "about:blank", false)
	for n := d.FirstChild(d.Node); n != 0; n = d.FirstChild(d.Node) {
		d.Remove(n)
	}
	html.ParseUnsafe(d, text)
	return nodeValue(c.Realm(), d.Node)
}

// setInner replaces the children by what text parses to; unsafe: with declarative shadow roots.
func (n Node) setInner(text string, unsafe bool) error {
	s := n.store()
	context, target := n.ID, n.ID
	if s.Kind(n.ID) == dom.KindShadowRoot {
		context = s.Host(n.ID)
	}
	if tc := s.TemplateContents(n.ID); tc != 0 {
		target = tc
	} else if n.is(atomTemplate) {
		target = s.MakeTemplateContents(n.ID)
	}
	if text == "" {
		s.ReplaceAll(target, 0)
		return nil
	}
	if !strings.ContainsAny(text, "<&\r\x00") && n.plainContext() {
		s.SetTextContent(target, text)
		return nil
	}
	var frag dom.NodeID
	if unsafe {
		frag = n.parseFragmentAs(context, text, true)
	} else {
		var err error
		if frag, err = n.parseFragment(context, text); err != nil {
			return err
		}
	}
	if target != n.ID && s.DocumentOf(target) != s.DocumentOf(frag) {
		s.Adopt(frag, s.DocumentOf(target))
	}
	s.ReplaceAll(target, frag)
	n.w.World.wrappers.dropFragment(frag)
	return nil
}

// plainContext reports whether text alone, as the content of the element, parses to a text node.
func (n Node) plainContext() bool {
	nm := n.store().ElementName(n.ID)
	if n.store().Kind(n.ID) != dom.KindElement || nm.NS != dom.HTML {
		return false
	}
	switch nm.Local {
	case atomDiv, atomSpan, atomP, atomA, atomTd, atomLi:
		return true
	}
	return false
}

var (
	atomTemplate = atom.Static("template")
	atomDiv      = atom.Static("div")
	atomSpan     = atom.Static("span")
	atomP        = atom.Static("p")
	atomA        = atom.Static("a")
	atomTd       = atom.Static("td")
	atomLi       = atom.Static("li")
	atomHTML     = atom.Static("html")
	atomStyle    = atom.Static("style")
)

// dropFragment frees a fragment that a call used up.
func (w *wrappers) dropFragment(frag dom.NodeID) {
	if s := w.world.Store; s.Alive(frag) && s.Parent(frag) == 0 && s.FirstChild(frag) == 0 && s.Disposable(frag) {
		s.DestroyTree(frag)
	}
}

// OuterHTML is Element.outerHTML.
func (e Element) OuterHTML() string {
	if !e.doc().IsHTML {
		return string(html.AppendXML(nil, e.store(), e.ID))
	}
	return string(html.Outer(nil, e.store(), e.ID, html.SerializeOptions{Scripting: e.w.World.windows[e.doc()] != nil}))
}

// SetOuterHTML sets Element.outerHTML.
func (e Element) SetOuterHTML(c *js.Call) js.Value {
	text := c.DOMStringNullEmpty(0)
	if c.Failed() {
		return js.Undefined
	}
	s := e.store()
	p := s.Parent(e.ID)
	if p == 0 {
		return js.Undefined
	}
	if s.Kind(p) == dom.KindDocument {
		return c.DOMException("NoModificationAllowedError", "This element's parent is of type '#document', which is not an element node.")
	}
	context := p
	if s.Kind(p) != dom.KindElement {
		context = s.DocumentOf(p).CreateElement(s.HTMLName(atomBody))
		e.w.World.wrappers.fresh = append(e.w.World.wrappers.fresh, context)
	}
	frag, err := Node(e).parseFragment(context, text)
	if err != nil {
		return throwErr(c, err)
	}
	ex := s.ReplaceChild(p, frag, e.ID)
	e.w.World.wrappers.dropFragment(frag)
	return Node(e).throwIf(c, ex, "outerHTML")
}

// InsertAdjacentHTML is Element.insertAdjacentHTML.
func (e Element) InsertAdjacentHTML(c *js.Call) js.Value {
	where, text := c.DOMString(0), c.DOMString(1)
	if c.Failed() {
		return js.Undefined
	}
	s := e.store()
	context := e.ID
	switch lowerASCII(where) {
	case "beforebegin", "afterend":
		context = s.Parent(e.ID)
		if context == 0 || s.Kind(context) == dom.KindDocument {
			return c.DOMException("NoModificationAllowedError", "The element has no parent.")
		}
	}
	if s.Kind(context) != dom.KindElement || s.IsHTMLElement(context, atomHTML) && s.DocumentOf(context).IsHTML {
		context = s.DocumentOf(e.ID).CreateElement(s.HTMLName(atomBody))
		e.w.World.wrappers.fresh = append(e.w.World.wrappers.fresh, context)
	}
	frag, err := Node(e).parseFragment(context, text)
	if err != nil {
		return throwErr(c, err)
	}
	_, err = e.insertAdjacent(where, frag)
	e.w.World.wrappers.dropFragment(frag)
	if err != nil {
		e.w.World.wrappers.fresh = append(e.w.World.wrappers.fresh, frag)
		return throwErr(c, err)
	}
	return js.Undefined
}

// AttachShadow is Element.attachShadow. https://dom.spec.whatwg.org/#dom-element-attachshadow
func (e Element) AttachShadow(i ShadowRootInit) (dom.NodeID, error) {
	s := e.store()
	n := s.ElementName(e.ID)
	local := s.Atoms.String(n.Local)
	d := e.doc()
	reg := s.Registry(d.Node)
	if i.CustomElementRegistry.Set {
		r := i.CustomElementRegistry.Value
		if err := checkRegistry(r, d); err != nil {
			return 0, err
		}
		switch {
		case r != nil:
			reg = r.id
		case d.GlobalRegistry:
			reg = dom.RegistryNull
		default:
			reg = dom.RegistryDefault
		}
	}
	if n.NS != dom.HTML || !(dom.ValidCustomName(local) || shadowHosts[local]) {
		return 0, exception("NotSupportedError", "This element does not support attachShadow")
	}
	if def := e.w.World.definitionOf(e.ID); def != nil && def.noShadow {
		return 0, exception("NotSupportedError", "attachShadow() is disabled by disabledFeatures static field.")
	}
	if sr := s.ShadowRoot(e.ID); sr != 0 {
		if init := s.ShadowInit(sr); init.Declarative && (init.Mode == dom.ShadowClosed) == (i.Mode == "closed") {
			s.ReplaceAll(sr, 0)
			s.ShadowUsed(sr)
			return sr, nil
		}
		return 0, exception("NotSupportedError", "Shadow root cannot be created on a host which already hosts a shadow tree.")
	}
	init := dom.ShadowInit{DelegatesFocus: i.DelegatesFocus, ManualSlots: i.SlotAssignment == "manual", Clonable: i.Clonable, Serializable: i.Serializable}
	if i.Mode == "closed" {
		init.Mode = dom.ShadowClosed
	}
	if _, cs := e.w.World.customOf(e.ID); cs != nil && (cs.state == customPre || cs.state == customDone) {
		init.Internals = true
	}
	root := s.AttachShadowWith(e.ID, init)
	s.SetRegistry(root, reg)
	if reg >= dom.RegistryScoped && s.IsConnected(root) {
		e.w.World.registryOf(root).connectedIn(d)
	}
	return root, nil
}

var shadowHosts = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span") {
		m[n] = true
	}
	return m
}()

// ShadowRoot is Element.shadowRoot.
func (e Element) ShadowRoot() dom.NodeID {
	s := e.store()
	if sr := s.ShadowRoot(e.ID); sr != 0 && s.ShadowInit(sr).Mode == dom.ShadowOpen {
		return sr
	}
	return 0
}

// AssignedSlot is Slottable.assignedSlot.
func (n Node) AssignedSlot() dom.NodeID {
	s := n.store()
	if sl := s.AssignedSlot(n.ID); sl != 0 {
		if sr := s.ContainingShadowRoot(sl); sr != 0 && s.ShadowInit(sr).Mode == dom.ShadowOpen {
			return sl
		}
	}
	return 0
}

// https://dom.spec.whatwg.org/#interface-shadowroot

// Mode is ShadowRoot.mode.
func (r ShadowRoot) Mode() string {
	if r.store().ShadowInit(r.ID).Mode == dom.ShadowOpen {
		return "open"
	}
	return "closed"
}

// DelegatesFocus is ShadowRoot.delegatesFocus.
func (r ShadowRoot) DelegatesFocus() bool { return r.store().ShadowInit(r.ID).DelegatesFocus }

// Serializable is ShadowRoot.serializable.
func (r ShadowRoot) Serializable() bool { return r.store().ShadowInit(r.ID).Serializable }

// Clonable is ShadowRoot.clonable.
func (r ShadowRoot) Clonable() bool { return r.store().ShadowInit(r.ID).Clonable }

// SlotAssignment is ShadowRoot.slotAssignment.
func (r ShadowRoot) SlotAssignment() string {
	if r.store().ShadowInit(r.ID).ManualSlots {
		return "manual"
	}
	return "named"
}

// Host is ShadowRoot.host.
func (r ShadowRoot) Host() dom.NodeID { return r.store().Host(r.ID) }

// https://dom.spec.whatwg.org/#interface-characterdata

// Data is CharacterData.data.
func (t CharacterData) Data() js.View { return t.store().Data(t.ID) }

// SetData sets CharacterData.data.
func (t CharacterData) SetData(v js.View) {
	t.store().ReplaceData(t.ID, 0, t.store().DataLength(t.ID), v)
}

// Length is CharacterData.length.
func (t CharacterData) Length() uint32 { return uint32(t.store().DataLength(t.ID)) }

// SubstringData is CharacterData.substringData.
func (t CharacterData) SubstringData(offset, count uint32) (string, error) {
	v, e := t.store().Substring(t.ID, int(offset), int(count))
	return strings.Clone(v), domErr(e)
}

// AppendData is CharacterData.appendData.
func (t CharacterData) AppendData(v string) error {
	return domErr(t.store().ReplaceData(t.ID, t.store().DataLength(t.ID), 0, v))
}

// InsertData is CharacterData.insertData.
func (t CharacterData) InsertData(offset uint32, v string) error {
	return domErr(t.store().ReplaceData(t.ID, int(offset), 0, v))
}

// DeleteData is CharacterData.deleteData.
func (t CharacterData) DeleteData(offset, count uint32) error {
	return domErr(t.store().ReplaceData(t.ID, int(offset), int(count), ""))
}

// ReplaceData is CharacterData.replaceData.
func (t CharacterData) ReplaceData(offset, count uint32, v string) error {
	return domErr(t.store().ReplaceData(t.ID, int(offset), int(count), v))
}

// SplitText is Text.splitText.
func (t Text) SplitText(offset uint32) (dom.NodeID, error) {
	n, e := t.store().SplitText(t.ID, int(offset))
	return n, domErr(e)
}

// WholeText is Text.wholeText.
func (t Text) WholeText() string {
	s := t.store()
	n := t.ID
	for p := s.Prev(n); p != 0 && s.Kind(p).IsText(); p = s.Prev(p) {
		n = p
	}
	var parts []string
	for ; n != 0 && s.Kind(n).IsText(); n = s.Next(n) {
		parts = append(parts, s.Data(n))
	}
	return strings.Clone(dom.Concat(parts...))
}

// constructNode makes the wrapper of a constructor call for a node.
func constructNode(c *js.Call, cl *js.Class, id dom.NodeID) js.Value {
	w := windowOf(c.Realm())
	s := w.World.wrappers.state(c.Realm(), id)
	s.obj = c.NewThis(cl, uint32(id), s)
	return s.obj.Value()
}

// ConstructText is new Text.
func ConstructText(c *js.Call) js.Value { return constructData(c, cls.Text) }

// ConstructComment is new Comment.
func ConstructComment(c *js.Call) js.Value { return constructData(c, cls.Comment) }

func constructData(c *js.Call, cl *js.Class) js.Value {
	data := ""
	if c.Has(0) {
		data = c.DOMString(0)
	}
	if c.Failed() {
		return js.Undefined
	}
	d := windowOf(c.Realm()).Doc
	if cl == cls.Text {
		return constructNode(c, cl, d.CreateText(data))
	}
	return constructNode(c, cl, d.CreateComment(data))
}

// ConstructDocumentFragment is new DocumentFragment.
func ConstructDocumentFragment(c *js.Call) js.Value {
	return constructNode(c, cls.DocumentFragment, windowOf(c.Realm()).Doc.CreateFragment())
}

// Target is ProcessingInstruction.target.
func (p ProcessingInstruction) Target() string { return p.store().NodeName(p.ID) }

// https://dom.spec.whatwg.org/#interface-documenttype

// Name is DocumentType.name.
func (d DocumentType) Name() string { n, _, _ := d.store().Doctype(d.ID); return n }

// PublicId is DocumentType.publicId.
func (d DocumentType) PublicId() string { _, p, _ := d.store().Doctype(d.ID); return p }

// SystemId is DocumentType.systemId.
func (d DocumentType) SystemId() string { _, _, s := d.store().Doctype(d.ID); return s }
