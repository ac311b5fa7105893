package bind

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// https://html.spec.whatwg.org/multipage/dom.html#htmlelement

var (
	atomContenteditable = atom.Static("contenteditable")
	atomHidden          = atom.Static("hidden")
	atomFor             = atom.Static("for")
	atomRel             = atom.Static("rel")
	atomType            = atom.Static("type")
	atomAsync           = atom.Static("async")
	atomWidth           = atom.Static("width")
	atomHeight          = atom.Static("height")
	atomSrc             = atom.Static("src")

	attrRel     = attrName("rel")
	attrSizes   = attrName("sizes")
	attrSandbox = attrName("sandbox")
	attrHTMLFor = attrName("for")
)

// enumerated is a content attribute limited to known values.
func (n nodeRef) enumerated(name, missing, invalid string, known ...string) string {
	s := n.store()
	a := s.Atoms.Lookup(name)
	v, ok := s.LookupAttr(n.ID, a)
	if a == atom.None || !ok {
		return missing
	}
	for _, k := range known {
		if equalFold(k, v) {
			return k
		}
	}
	return invalid
}

func (n nodeRef) setNamed(name, v string) { n.set(n.store().Atoms.Intern(name), v) }

// Dir is HTMLElement.dir.
func (e HTMLElement) Dir() string { return e.enumerated("dir", "", "", "ltr", "rtl", "auto") }

// SetDir sets HTMLElement.dir.
func (e HTMLElement) SetDir(v string) { e.set(atomDir, v) }

// Translate is HTMLElement.translate.
func (e HTMLElement) Translate() bool {
	for n := Node(e); n.ID != 0; n.ID = n.store().ParentElement(n.ID) {
		switch n.enumerated("translate", "inherit", "inherit", "yes", "no", "") {
		case "yes", "":
			return true
		case "no":
			return false
		}
	}
	return true
}

// SetTranslate sets HTMLElement.translate.
func (e HTMLElement) SetTranslate(v bool) {
	if v {
		e.setNamed("translate", "yes")
	} else {
		e.setNamed("translate", "no")
	}
}

// Hidden is HTMLElement.hidden.
func (e HTMLElement) Hidden(c *js.Call) js.Value {
	v, ok := e.store().LookupAttr(e.ID, atomHidden)
	if ok && equalFold(v, "until-found") {
		return c.Realm().String("until-found")
	}
	return js.Bool(ok)
}

// SetHidden sets HTMLElement.hidden.
func (e HTMLElement) SetHidden(c *js.Call) js.Value {
	v := c.Arg(0)
	switch {
	case v.IsString() && equalFold(v.Str(), "until-found"):
		e.set(atomHidden, "until-found")
	case !v.Truthy():
		e.removeAttr(atomHidden)
	default:
		e.set(atomHidden, "")
	}
	return js.Undefined
}

// Draggable is HTMLElement.draggable.
func (e HTMLElement) Draggable() bool {
	switch e.enumerated("draggable", "auto", "auto", "true", "false") {
	case "true":
		return true
	case "false":
		return false
	}
	return e.is(atomImg) || e.is(atomA) && e.hasAttr(atomHref)
}

// SetDraggable sets HTMLElement.draggable.
func (e HTMLElement) SetDraggable(v bool) { e.setNamed("draggable", boolText(v)) }

func boolText(v bool) string {
	if v {
		return "true"
	}
	return "false"
}

// Spellcheck is HTMLElement.spellcheck.
func (e HTMLElement) Spellcheck() bool {
	for n := Node(e); n.ID != 0; n.ID = n.store().ParentElement(n.ID) {
		switch n.enumerated("spellcheck", "default", "default", "true", "false", "") {
		case "true", "":
			return true
		case "false":
			return false
		}
	}
	return true
}

// SetSpellcheck sets HTMLElement.spellcheck.
func (e HTMLElement) SetSpellcheck(v bool) { e.setNamed("spellcheck", boolText(v)) }

// Autocapitalize is HTMLElement.autocapitalize.
func (e HTMLElement) Autocapitalize() string {
	switch v := e.enumerated("autocapitalize", "", "sentences", "off", "none", "on", "sentences", "words", "characters"); v {
	case "off":
		return "none"
	case "on":
		return "sentences"
	default:
		return v
	}
}

// AccessKeyLabel is HTMLElement.accessKeyLabel.
func (e HTMLElement) AccessKeyLabel() string { return "" }

// ContentEditable is ElementContentEditable.contentEditable.
func (e HTMLElement) ContentEditable() string {
	switch v := e.enumerated("contenteditable", "inherit", "inherit", "true", "false", "plaintext-only", ""); v {
	case "":
		return "true"
	default:
		return v
	}
}

// SetContentEditable sets ElementContentEditable.contentEditable.
func (e HTMLElement) SetContentEditable(v string) error {
	switch l := strings.ToLower(v); l {
	case "inherit":
		e.removeAttr(atomContenteditable)
	case "true", "false", "plaintext-only":
		e.set(atomContenteditable, l)
	default:
		return exception("SyntaxError", "The value provided ('"+v+"') is not one of 'true', 'false', 'plaintext-only', or 'inherit'.")
	}
	return nil
}

// IsContentEditable is ElementContentEditable.isContentEditable.
func (e HTMLElement) IsContentEditable() bool {
	for n := Node(e); n.ID != 0; n.ID = n.store().ParentElement(n.ID) {
		switch n.enumerated("contenteditable", "inherit", "inherit", "true", "false", "plaintext-only", "") {
		case "true", "plaintext-only", "":
			return true
		case "false":
			return false
		}
	}
	return false
}

// EnterKeyHint is ElementContentEditable.enterKeyHint.
func (e HTMLElement) EnterKeyHint() string {
	return e.enumerated("enterkeyhint", "", "", "enter", "done", "go", "next", "previous", "search", "send")
}

// SetEnterKeyHint sets ElementContentEditable.enterKeyHint.
func (e HTMLElement) SetEnterKeyHint(v string) { e.setNamed("enterkeyhint", v) }

// InputMode is ElementContentEditable.inputMode.
func (e HTMLElement) InputMode() string {
	return e.enumerated("inputmode", "", "", "none", "text", "tel", "url", "email", "numeric", "decimal", "search")
}

// SetInputMode sets ElementContentEditable.inputMode.
func (e HTMLElement) SetInputMode(v string) { e.setNamed("inputmode", v) }

// TabIndex is HTMLOrSVGElement.tabIndex.
func (e Element) TabIndex() int32 {
	if v, has := e.store().LookupAttr(e.ID, atomTabindex); has {
		if n, ok := dom.ParseInteger(v); ok {
			return int32(n)
		}
	}
	return e.defaultTabIndex()
}

// defaultTabIndex is what tabIndex has without the attribute: by the kind of element, whether it can have the focus or not.
// https://html.spec.whatwg.org/multipage/interaction.html#dom-tabindex
func (e Element) defaultTabIndex() int32 {
	switch n := e.store().ElementName(e.ID); {
	case n.NS == dom.SVG && n.Local == atomA:
		return 0
	case n.NS == dom.HTML:
		switch n.Local {
		case atomA, atomArea, atomButton, atomFrame, atomIframe, atomInput, atomObject, atomSelect, atomTextarea, atomAudio, atomVideo:
			return 0
		case atomSummary:
			if e.w.World.detailsOf(e.ID) != 0 {
				return 0
			}
		}
	}
	return -1
}

// Nonce is HTMLOrSVGElement.nonce.
func (e Element) Nonce() string { return strings.Clone(e.attr(e.store().Atoms.Intern("nonce"))) }

// SetNonce sets HTMLOrSVGElement.nonce.
func (e Element) SetNonce(v string) { e.setNamed("nonce", v) }

// Focus is HTMLOrSVGElement.focus.
func (e Element) Focus(o FocusOptions) {
	w := e.w.World.WindowOf(e.ID)
	if w == nil || w.closed {
		return
	}
	if e.is(atomLabel) && !w.focusable(e.ID) { // a label sends the focus to its control, as in Chromium
		if c := w.World.forms.m.LabeledControl(e.ID); c != 0 {
			e.ID = c
		}
	}
	if w.focusAs(e.ID, o.FocusVisible.Or(true), o.FocusVisible.Set) && !o.PreventScroll {
		w.ScrollIntoView(w.focused())
	}
}

// Blur is HTMLOrSVGElement.blur.
func (e Element) Blur() {
	w := e.w.World.WindowOf(e.ID)
	if w == nil {
		return
	}
	if f := w.focused(); f != 0 && (f == e.ID || w.delegates(e.ID) && shadowContains(e.store(), e.store().ShadowRoot(e.ID), f)) {
		w.moveFocus(0, false)
	}
}

// SetInnerText sets HTMLElement.innerText.
func (e HTMLElement) SetInnerText(c *js.Call) js.Value {
	v := c.DOMStringNullEmpty(0)
	if !c.Failed() {
		e.store().ReplaceAll(e.ID, e.renderedText(v))
	}
	return js.Undefined
}

// renderedText is the rendered text fragment of a text.
func (e HTMLElement) renderedText(v string) dom.NodeID {
	d := e.doc()
	v = strings.ReplaceAll(strings.ReplaceAll(v, "\r\n", "\n"), "\r", "\n")
	if v == "" {
		return 0
	}
	if !strings.Contains(v, "\n") {
		return d.CreateText(v)
	}
	frag := d.CreateFragment()
	for i, l := range strings.Split(v, "\n") {
		if i > 0 {
			d.Append(frag, d.CreateElement(d.HTMLName(atomBR)))
		}
		if l != "" {
			d.Append(frag, d.CreateText(l))
		}
	}
	e.w.World.wrappers.fresh = append(e.w.World.wrappers.fresh, frag)
	return frag
}

// SetOuterText sets HTMLElement.outerText.
func (e HTMLElement) SetOuterText(c *js.Call) js.Value {
	v := c.DOMStringNullEmpty(0)
	p := e.store().Parent(e.ID)
	if c.Failed() {
		return js.Undefined
	}
	if p == 0 {
		return c.DOMException("NoModificationAllowedError", "The element has no parent.")
	}
	n := e.renderedText(v)
	if n == 0 {
		n = e.doc().CreateText("")
	}
	st := e.store()
	before, after := st.Prev(e.ID), st.Next(e.ID)
	if Node(e).throwIf(c, st.ReplaceChild(p, n, e.ID), "outerText"); c.Failed() {
		return js.Undefined
	}
	if after != 0 && st.Parent(after) == p {
		if t := st.Prev(after); t != 0 {
			mergeNextText(st, t)
		}
	}
	if before != 0 && st.Parent(before) == p {
		mergeNextText(st, before)
	}
	return js.Undefined
}

// mergeNextText is "merge with the next text node". https://html.spec.whatwg.org/multipage/dom.html#merge-with-the-next-text-node
func mergeNextText(s *dom.Store, n dom.NodeID) {
	next := s.Next(n)
	if next == 0 || !s.Kind(n).IsText() || !s.Kind(next).IsText() {
		return
	}
	s.ReplaceData(n, s.DataLength(n), 0, s.Data(next))
	s.Remove(next)
}

// DOMStringMap is the state of a dataset.
type DOMStringMap struct {
	Object
	window *Window
	el     *nodeState
}

func (m *DOMStringMap) trace(t *js.Tracer) { m.el.mark(t) }

// Dataset is HTMLOrSVGElement.dataset.
func (e Element) Dataset() *DOMStringMap {
	return Node(e).cached(cachedDataset, "", func() platform { return &DOMStringMap{window: e.w, el: e.state()} }).(*DOMStringMap)
}

// dataAttr appends the attribute of a dataset name to b.
func dataAttr(b []byte, name string) []byte {
	b = append(b, "data-"...)
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= 'A' && c <= 'Z' {
			b = append(b, '-', c+0x20)
		} else {
			b = append(b, c)
		}
	}
	return b
}

// dataName is the dataset name of an attribute.
func dataName(attr string) (string, bool) {
	if !strings.HasPrefix(attr, "data-") || attr != lowerASCII(attr) {
		return "", false
	}
	attr = attr[5:]
	var b strings.Builder
	for i := 0; i < len(attr); i++ {
		if attr[i] == '-' && i+1 < len(attr) && attr[i+1] >= 'a' && attr[i+1] <= 'z' {
			i++
			b.WriteByte(attr[i] - 0x20)
			continue
		}
		b.WriteByte(attr[i])
	}
	return b.String(), true
}

func badDataName(name string) bool {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '-' && name[i+1] >= 'a' && name[i+1] <= 'z' {
			return true
		}
	}
	return false
}

// GetNamed is the named getter.
func (m *DOMStringMap) GetNamed(name js.View) (js.View, bool) {
	if badDataName(name) {
		return "", false
	}
	s := m.window.World.Store
	var b [64]byte
	a := s.Atoms.LookupBytes(dataAttr(b[:0], name))
	if a == atom.None {
		return "", false
	}
	return s.LookupAttr(m.el.id, a)
}

// NamedKeys are the supported property names.
func (m *DOMStringMap) NamedKeys() (out []string) {
	s := m.window.World.Store
	for a := range s.Attrs(m.el.id) {
		if n := s.NameOf(a.Name); n.NS == dom.NoNamespace {
			if k, ok := dataName(s.Atoms.String(n.Local)); ok {
				out = append(out, k)
			}
		}
	}
	return out
}

// SetNamed is the named setter.
func (m *DOMStringMap) SetNamed(c *js.Call, name js.View, v js.Value) {
	t := c.ToView(v)
	if c.Failed() {
		return
	}
	if badDataName(name) {
		c.DOMException("SyntaxError", "'%s' is not a valid property name.", name)
		return
	}
	w := m.window.World
	a := dataAttr(w.takeText(), name)
	defer w.giveText(a)
	if bytes.ContainsAny(a, notInAttrName) {
		c.DOMException("InvalidCharacterError", "'%s' is not a valid attribute name.", string(a))
		return
	}
	n := Node{nodeRef{m.window, m.el.id}}
	n.set(n.store().Atoms.InternBytes(a), t)
}

// DeleteNamed is the named deleter.
func (m *DOMStringMap) DeleteNamed(c *js.Call, name string) bool {
	Element(Node{nodeRef{m.window, m.el.id}}).RemoveAttribute(string(dataAttr(nil, name)))
	return true
}

// URL decomposition of a and area. https://html.spec.whatwg.org/multipage/links.html#api-for-a-and-area-elements

func (n Node) link() (net.URL, bool) {
	v, ok := n.store().LookupAttr(n.ID, atomHref)
	if !ok {
		return net.URL{}, false
	}
	return n.w.parseURL(n.ID, v)
}

func (n Node) linkPart(f func(u net.URL) string) string {
	if u, ok := n.link(); ok {
		return f(u)
	}
	return ""
}

func (n Node) setLinkPart(f func(u *net.URL)) {
	if u, ok := n.link(); ok {
		f(&u)
		n.set(atomHref, u.Href())
	}
}

// Href is the URL of a link.
func (e HTMLAnchorElement) Href() string { return Node(e).hrefOf() }

// Href is the URL of a link.
func (e HTMLAreaElement) Href() string { return Node(e).hrefOf() }

func (n Node) hrefOf() string {
	if u, ok := n.link(); ok {
		return u.Href()
	}
	return strings.Clone(n.attr(atomHref))
}

// Origin is the origin of the link's URL.
func (e HTMLElement) Origin() string {
	return Node(e).linkPart(func(u net.URL) string { return u.Origin().String() })
}

// Protocol is the scheme of the link's URL.
func (e HTMLElement) Protocol() string {
	if u, ok := Node(e).link(); ok {
		return u.Protocol()
	}
	return ":"
}

// SetProtocol sets the scheme.
func (e HTMLElement) SetProtocol(v string) {
	Node(e).setLinkPart(func(u *net.URL) { u.SetProtocol(v) })
}

// Username is the user name of the link's URL.
func (e HTMLElement) Username() string { return Node(e).linkPart(net.URL.Username) }

// SetUsername sets the user name.
func (e HTMLElement) SetUsername(v string) {
	Node(e).setLinkPart(func(u *net.URL) { u.SetUsername(v) })
}

// Password is the password of the link's URL.
func (e HTMLElement) Password() string { return Node(e).linkPart(net.URL.Password) }

// SetPassword sets the password.
func (e HTMLElement) SetPassword(v string) {
	Node(e).setLinkPart(func(u *net.URL) { u.SetPassword(v) })
}

// Host is the host and port of the link's URL.
func (e HTMLElement) Host() string { return Node(e).linkPart(net.URL.Host) }

// SetHost sets host and port.
func (e HTMLElement) SetHost(v string) { Node(e).setLinkPart(func(u *net.URL) { u.SetHost(v) }) }

// Hostname is the host of the link's URL.
func (e HTMLElement) Hostname() string { return Node(e).linkPart(net.URL.Hostname) }

// SetHostname sets the host.
func (e HTMLElement) SetHostname(v string) {
	Node(e).setLinkPart(func(u *net.URL) { u.SetHostname(v) })
}

// Port is the port of the link's URL.
func (e HTMLElement) Port() string { return Node(e).linkPart(net.URL.Port) }

// SetPort sets the port.
func (e HTMLElement) SetPort(v string) { Node(e).setLinkPart(func(u *net.URL) { u.SetPort(v) }) }

// Pathname is the path of the link's URL.
func (e HTMLElement) Pathname() string { return Node(e).linkPart(net.URL.Pathname) }

// SetPathname sets the path.
func (e HTMLElement) SetPathname(v string) {
	Node(e).setLinkPart(func(u *net.URL) { u.SetPathname(v) })
}

// Search is the query of the link's URL.
func (e HTMLElement) Search() string { return Node(e).linkPart(net.URL.Search) }

// SetSearch sets the query.
func (e HTMLElement) SetSearch(v string) { Node(e).setLinkPart(func(u *net.URL) { u.SetSearch(v) }) }

// Hash is the fragment of the link's URL.
func (e HTMLElement) Hash() string { return Node(e).linkPart(net.URL.Hash) }

// SetHash sets the fragment.
func (e HTMLElement) SetHash(v string) { Node(e).setLinkPart(func(u *net.URL) { u.SetHash(v) }) }

// RelList is relList of links.
func (e HTMLElement) RelList() *DOMTokenList {
	return Node(e).tokens(attrRel, "stylesheet", "alternate", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "noreferrer", "noopener", "opener", "manifest")
}

// Sizes is HTMLLinkElement.sizes.
func (e HTMLLinkElement) Sizes() *DOMTokenList { return Node(e).tokens(attrSizes) }

// As is HTMLLinkElement.as.
func (e HTMLLinkElement) As() string {
	return e.enumerated("as", "", "", "fetch", "audio", "document", "embed", "font", "image", "manifest", "object", "report", "script", "sharedworker", "style", "track", "video", "worker", "xslt")
}

// SetAs sets HTMLLinkElement.as.
func (e HTMLLinkElement) SetAs(v string) { e.setNamed("as", v) }

// Sandbox is HTMLIFrameElement.sandbox.
func (e HTMLIFrameElement) Sandbox() *DOMTokenList {
	return Node(e).tokens(attrSandbox, "allow-scripts")
}

// HtmlFor is HTMLOutputElement.htmlFor.
func (e HTMLOutputElement) HtmlFor() *DOMTokenList { return Node(e).tokens(attrHTMLFor) }

// Text is the text of a link.
func (e HTMLAnchorElement) Text() string { return string(e.store().TextContent(nil, e.ID)) }

// SetText sets the text of a link.
func (e HTMLAnchorElement) SetText(v string) { e.store().SetTextContent(e.ID, v) }

// CrossOrigin is crossOrigin of the elements that have it.
func (e HTMLElement) CrossOrigin() Opt[string] {
	if v := e.enumerated("crossorigin", "\x00", "anonymous", "anonymous", "use-credentials"); v != "\x00" {
		return Some(v)
	}
	return Opt[string]{}
}

// SetCrossOrigin sets crossOrigin.
func (e HTMLElement) SetCrossOrigin(v Opt[string]) {
	if !v.Set {
		e.removeAttr(e.store().Atoms.Intern("crossorigin"))
		return
	}
	e.setNamed("crossorigin", v.Value)
}

// ReferrerPolicy is referrerPolicy of the elements that have it.
func (e HTMLElement) ReferrerPolicy() string {
	return e.enumerated("referrerpolicy", "", "", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url")
}

// SetReferrerPolicy sets referrerPolicy.
func (e HTMLElement) SetReferrerPolicy(v string) { e.setNamed("referrerpolicy", v) }

// FetchPriority is fetchPriority.
func (e HTMLElement) FetchPriority() string {
	return e.enumerated("fetchpriority", "auto", "auto", "high", "low", "auto")
}

// SetFetchPriority sets fetchPriority.
func (e HTMLElement) SetFetchPriority(v string) { e.setNamed("fetchpriority", v) }

// Loading is loading of img and iframe.
func (e HTMLElement) Loading() string {
	return e.enumerated("loading", "eager", "eager", "lazy", "eager")
}

// SetLoading sets loading.
func (e HTMLElement) SetLoading(v string) { e.setNamed("loading", v) }

// Text is HTMLTitleElement.text.
func (e HTMLTitleElement) Text() string { return childText(e.store(), e.ID) }

// SetText sets HTMLTitleElement.text.
func (e HTMLTitleElement) SetText(v string) { e.store().SetTextContent(e.ID, v) }

// Href is HTMLBaseElement.href.
func (e HTMLBaseElement) Href() string {
	v := e.attr(atomHref)
	d := e.doc()
	base, err := net.Parse(d.URL, nil)
	if err != nil {
		base = aboutBlank
	}
	if u, err := net.Parse(v, &base); err == nil {
		return u.Href()
	}
	return strings.Clone(v)
}

// Text is HTMLScriptElement.text.
func (e HTMLScriptElement) Text() string { return childText(e.store(), e.ID) }

// SetText sets HTMLScriptElement.text.
func (e HTMLScriptElement) SetText(v string) { e.store().SetTextContent(e.ID, v) }

// Async is HTMLScriptElement.async.
func (e HTMLScriptElement) Async() bool {
	if e.hasAttr(atomAsync) {
		return true
	}
	return e.store().Flags(e.ID)&dom.ParserMade == 0 && !e.w.forceSync[e.store().Handle(e.ID)]
}

// SetAsync sets HTMLScriptElement.async.
func (e HTMLScriptElement) SetAsync(v bool) {
	if e.w.forceSync == nil {
		e.w.forceSync = make(map[dom.Handle]bool)
	}
	e.w.forceSync[e.store().Handle(e.ID)] = true
	if v {
		e.set(atomAsync, "")
	} else {
		e.removeAttr(atomAsync)
	}
}

// HTMLScriptElementSupports is HTMLScriptElement.supports.
func HTMLScriptElementSupports(c *js.Call, typ string) bool {
	return typ == "classic" || typ == "module" || typ == "importmap"
}

// Content is HTMLTemplateElement.content.
func (e HTMLTemplateElement) Content() dom.NodeID {
	if c := e.store().TemplateContents(e.ID); c != 0 {
		return c
	}
	return e.store().MakeTemplateContents(e.ID)
}

// AssignedNodes is HTMLSlotElement.assignedNodes.
func (e HTMLSlotElement) AssignedNodes(o AssignedNodesOptions) []dom.NodeID {
	if o.Flatten {
		return flattenSlot(e.store(), e.ID)
	}
	return slices.AppendSeq([]dom.NodeID{}, e.store().Assigned(e.ID))
}

// flattenSlot is "find flattened slottables". https://dom.spec.whatwg.org/#find-flattened-slotables
func flattenSlot(s *dom.Store, slot dom.NodeID) []dom.NodeID {
	out := []dom.NodeID{}
	if s.ContainingShadowRoot(slot) == 0 {
		return out
	}
	stack := []dom.NodeID{slot}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !s.IsHTMLElement(n, atomSlot) || s.ContainingShadowRoot(n) == 0 {
			out = append(out, n)
			continue
		}
		l := slices.Collect(s.Assigned(n))
		if len(l) == 0 {
			for c := range s.Children(n) {
				if k := s.Kind(c); k.IsText() || k == dom.KindElement {
					l = append(l, c)
				}
			}
		}
		for i := len(l) - 1; i >= 0; i-- {
			stack = append(stack, l[i])
		}
	}
	return out
}

// AssignedElements is HTMLSlotElement.assignedElements.
func (e HTMLSlotElement) AssignedElements(o AssignedNodesOptions) []dom.NodeID {
	out := []dom.NodeID{}
	for _, n := range e.AssignedNodes(o) {
		if e.store().Kind(n) == dom.KindElement {
			out = append(out, n)
		}
	}
	return out
}

// Assign is HTMLSlotElement.assign.
func (e HTMLSlotElement) Assign(c *js.Call) js.Value {
	var ids []dom.NodeID
	for i := range c.NArgs() {
		h := js.HostOf(c.Arg(i), cls.Node)
		id := dom.NodeID(0)
		if !h.IsNone() {
			id = dom.NodeID(h.ID())
		}
		if k := e.store().Kind(id); k != dom.KindElement && !k.IsText() {
			return c.TypeError("The provided value is not of type '(Element or Text)'.")
		}
		ids = append(ids, id)
	}
	if !c.Failed() {
		e.store().AssignSlot(e.ID, ids)
	}
	return js.Undefined
}

// contentWindow is the window of the element's content navigable.
func (e nodeRef) contentWindow() js.Value { return windowValue(e.w.Host.FrameWindow(e.ID)) }

// contentDocument is the document of the element's content navigable, for script of its origin.
// https://html.spec.whatwg.org/multipage/document-sequences.html#concept-bcc-content-document
func (e nodeRef) contentDocument(c *js.Call) js.Value {
	f := e.w.Host.FrameWindow(e.ID)
	if f == nil || !windowOf(c.Realm()).sameOrigin(f) {
		return js.Null
	}
	return nodeValue(f.Realm, f.Doc.Node)
}

// svgDocument is getSVGDocument: the content document if it was loaded as SVG.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#dom-media-getsvgdocument
func (e nodeRef) svgDocument(c *js.Call) js.Value {
	if f := e.w.Host.FrameWindow(e.ID); f == nil || f.Doc.ContentType != "image/svg+xml" {
		return js.Null
	}
	return e.contentDocument(c)
}

// ContentWindow is HTMLObjectElement.contentWindow.
func (e HTMLObjectElement) ContentWindow(c *js.Call) js.Value { return e.contentWindow() }

// ContentDocument is HTMLObjectElement.contentDocument.
func (e HTMLObjectElement) ContentDocument(c *js.Call) js.Value { return e.contentDocument(c) }

// GetSVGDocument is HTMLObjectElement.getSVGDocument.
func (e HTMLObjectElement) GetSVGDocument(c *js.Call) js.Value { return e.svgDocument(c) }

// GetSVGDocument is HTMLEmbedElement.getSVGDocument.
func (e HTMLEmbedElement) GetSVGDocument(c *js.Call) js.Value { return e.svgDocument(c) }

// GetSVGDocument is HTMLIFrameElement.getSVGDocument.
func (e HTMLIFrameElement) GetSVGDocument(c *js.Call) js.Value { return e.svgDocument(c) }

// ContentWindow is HTMLFrameElement.contentWindow.
func (e HTMLFrameElement) ContentWindow(c *js.Call) js.Value { return e.contentWindow() }

// ContentDocument is HTMLFrameElement.contentDocument.
func (e HTMLFrameElement) ContentDocument(c *js.Call) js.Value { return e.contentDocument(c) }

// ContentWindow is HTMLIFrameElement.contentWindow.
func (e HTMLIFrameElement) ContentWindow(c *js.Call) js.Value {
	return e.contentWindow()
}

// ContentDocument is HTMLIFrameElement.contentDocument.
func (e HTMLIFrameElement) ContentDocument(c *js.Call) js.Value { return e.contentDocument(c) }

// Srcdoc is HTMLIFrameElement.srcdoc.
func (e HTMLIFrameElement) Srcdoc() string {
	return strings.Clone(e.attr(e.store().Atoms.Intern("srcdoc")))
}

// SetSrcdoc sets HTMLIFrameElement.srcdoc.
func (e HTMLIFrameElement) SetSrcdoc(c *js.Call) js.Value {
	if v := c.DOMString(0); !c.Failed() {
		e.setNamed("srcdoc", v)
	}
	return js.Undefined
}

// images

func (e HTMLImageElement) info() ImageInfo { return e.w.Host.Image(e.ID) }

// NaturalWidth is HTMLImageElement.naturalWidth.
func (e HTMLImageElement) NaturalWidth() uint32 { return uint32(e.info().NaturalWidth) }

// NaturalHeight is HTMLImageElement.naturalHeight.
func (e HTMLImageElement) NaturalHeight() uint32 { return uint32(e.info().NaturalHeight) }

// Complete is HTMLImageElement.complete.
func (e HTMLImageElement) Complete() bool { return e.info().Complete }

// CurrentSrc is HTMLImageElement.currentSrc.
func (e HTMLImageElement) CurrentSrc() string { return e.info().CurrentSrc }

// Width is HTMLImageElement.width.
func (e HTMLImageElement) Width() uint32 { return e.extent(atomWidth, true) }

// Height is HTMLImageElement.height.
func (e HTMLImageElement) Height() uint32 { return e.extent(atomHeight, false) }

// Width is HTMLInputElement.width: of an image button.
func (e HTMLInputElement) Width() uint32 { return e.extent(atomWidth, true) }

// Height is HTMLInputElement.height.
func (e HTMLInputElement) Height() uint32 { return e.extent(atomHeight, false) }

func (e HTMLInputElement) extent(a atom.Atom, width bool) uint32 {
	if e.forms().Type(e.ID) != "image" {
		return 0
	}
	return HTMLImageElement(e).extent(a, width)
}

func (e HTMLImageElement) extent(a atom.Atom, width bool) uint32 {
	if w := Node(e).laidOut(); w != nil && w.layout.Of(e.ID) != 0 {
		if r, ok := w.layout.BoundingClientRect(e.ID); ok {
			if width {
				return uint32(math.Round(float64(r.W)))
			}
			return uint32(math.Round(float64(r.H)))
		}
	}
	if n, ok := dom.ParseInteger(e.attr(a)); ok && n >= 0 {
		return uint32(n)
	}
	if width {
		return e.NaturalWidth()
	}
	return e.NaturalHeight()
}

// Decoding is HTMLImageElement.decoding.
func (e HTMLImageElement) Decoding() string {
	return e.enumerated("decoding", "auto", "auto", "sync", "async", "auto")
}

// SetDecoding sets HTMLImageElement.decoding.
func (e HTMLImageElement) SetDecoding(v string) { e.setNamed("decoding", v) }

// Decode is HTMLImageElement.decode.
func (e HTMLImageElement) Decode(c *js.Call) js.Value {
	r := c.Realm()
	p := r.NewPromise()
	done := func() bool {
		i := e.info()
		switch {
		case i.Broken || i.Complete && i.NaturalWidth == 0:
			p.Reject(NewDOMException(r, "EncodingError", "The source image cannot be decoded."))
		case i.Complete:
			p.Resolve(js.Undefined)
		default:
			return false
		}
		return true
	}
	if !done() {
		s := e.state()
		end := e.w.keepActive(p.Value())
		var stop, stop2 func()
		f := func(*Event) { done(); stop(); stop2(); end() }
		stop, stop2 = s.Listen("load", f), s.Listen("error", f)
	}
	return p.Value()
}

// ConstructImage is new Image.
func ConstructImage(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	e := Element(Node{nodeRef{w, w.Doc.CreateElement(w.Doc.HTMLName(atomImg))}})
	if c.Has(0) {
		e.set(atomWidth, itoa(int(c.ULong(0))))
	}
	if c.Has(1) {
		e.set(atomHeight, itoa(int(c.ULong(1))))
	}
	if c.Failed() {
		return js.Undefined
	}
	return constructNode(c, cls.HTMLImageElement, e.ID)
}

// ConstructOption is new Option.
func ConstructOption(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	e := Element(Node{nodeRef{w, w.Doc.CreateElement(w.Doc.HTMLName(atomOption))}})
	if c.Has(0) {
		if t := c.DOMString(0); t != "" {
			w.Doc.Append(e.ID, w.Doc.CreateText(t))
		}
	}
	if c.Has(1) {
		e.set(atomValue, c.DOMString(1))
	}
	if c.Bool(2) {
		e.set(atomSelected, "")
	}
	if c.Failed() {
		return js.Undefined
	}
	w.World.forms.m.NewOption(e.ID, c.Bool(3))
	return constructNode(c, cls.HTMLOptionElement, e.ID)
}
