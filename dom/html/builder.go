package html

import (
	"hash/maphash"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// mode is an insertion mode.
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	inHeadNoscript
	afterHead
	inBody
	inText
	inTable
	inTableText
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
)

type tokenKind uint8

const (
	tokText  tokenKind = iota // any characters
	tokSpace                  // white space only
	tokStart
	tokEnd
	tokComment
	tokDoctype
	tokEOF
)

type token struct {
	kind tokenKind
	tag  tag
	name atom.Atom
	text string
	*Tag
}

// open is an element on the stack of open elements.
type open struct {
	node dom.NodeID
	name atom.Atom
	tag  tag
	ns   dom.Namespace
}

func (o *open) is(t tag) bool { return o.tag == t && o.ns == dom.HTML }

// formatting is an entry of the list of active formatting elements; node 0 is a marker.
type formatting struct {
	node         dom.NodeID
	name         atom.Atom
	tag          tag
	attrs, nattr int // of the token that it was created for, in builder.fmtAttrs
	hash         uint64
}

// fmtAttr is an attribute of a formatting element's token; its value is in builder.fmtBytes.
type fmtAttr struct {
	name       dom.NameID
	start, end int
}

const (
	// maxOpen bounds the stack of open elements: beyond it the current node is popped when another is pushed.
	maxOpen = 1024
	// maxFormatting bounds the list of active formatting elements: the oldest is dropped.
	maxFormatting = 256
	// Elements made again from that list may be eightfold those in the input.
	reconstructFree, reconstructRatio = 1 << 16, 8
)

// builder is the tree construction stage.
// https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
type builder struct {
	doc *dom.Document
	tk  *Tokenizer
	opt *Options

	mode, original mode
	templates      []mode
	stack          []open
	active         []formatting
	fmtAttrs       []fmtAttr
	fmtBytes       []byte
	context        open // the context element, in the fragment case
	fragment       bool
	contextForm    dom.NodeID // the form around the context of a fragment, which is not the parser's to hold
	quirks         bool
	scripting      bool
	framesetOK     bool
	foster         bool
	skipNewline    bool
	done           bool // stopped parsing
	scripted       bool // a script ran
	head, form     dom.NodeID
	openP          int        // p elements on the stack
	script         dom.NodeID // ready to be run by the parser's loop
	scriptPos      int        // in the chunk, after the start tag of the last script

	selected selectedContent

	tok token

	// Characters that wait to become a text node: pend, after pendBuf.
	pend       string
	pendBuf    []byte
	pendFoster bool
	chunk      string // being tokenized

	tableText      []byte
	tableTextOther bool // it has characters that are not white space

	attrs         []dom.Attr
	tokens        int // start tags
	reconstructed int

	names *[256]nameEntry // of static atoms, so that they are true for every page
}

type nameEntry struct {
	name string
	atom atom.Atom
}

// internName is Atoms.Intern through a small cache in front of it.
func (b *builder) internName(s string) atom.Atom {
	if s == "" {
		return atom.Empty
	}
	h := uint(len(s))*31 + uint(s[0])*7 + uint(s[len(s)-1])*5 + uint(s[len(s)/2])
	e := &b.names[h&255]
	if e.name != s {
		a := b.doc.Atoms.Intern(s)
		if !atom.IsStatic(a) {
			return a
		}
		*e = nameEntry{atom.StaticString(a), a}
	}
	return e.atom
}

// seed is that of the hashes of formatting elements' attributes.
var seed = maphash.MakeSeed()

// start prepares a builder for doc.
func (b *builder) start(doc *dom.Document, opt *Options, tk *Tokenizer) {
	b.doc, b.opt, b.tk = doc, opt, tk
	b.scripting, b.framesetOK = opt.Scripting, true
	b.quirks = doc.Mode == dom.Quirks
	if b.names == nil {
		b.names = new([256]nameEntry)
	}
	if opt.Context != 0 {
		b.startFragment()
	}
}

// startFragment is the set-up of the fragment parsing algorithm. The root html element is Target itself: what it
// gets as children are the nodes of the fragment.
// https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm
func (b *builder) startFragment() {
	d := b.doc
	b.fragment = true
	n := d.ElementName(b.opt.Context)
	b.context = open{node: b.opt.Context, name: n.Local, tag: tagOf(n.Local), ns: n.NS}
	if n.NS == dom.HTML {
		b.tk.SetState(b.contentState(b.context.tag))
	}
	b.stack = append(b.stack, open{node: b.opt.Target, name: tagAtoms[tagHTML], tag: tagHTML, ns: dom.HTML})
	if b.context.is(tagTemplate) {
		b.templates = append(b.templates, inTemplate)
	}
	b.resetMode()
	for a := b.opt.Context; a != 0; a = d.Parent(a) {
		if d.IsHTMLElement(a, tagAtoms[tagForm]) {
			b.form, b.contextForm = a, a
			break
		}
	}
}

// contentState is the tokenizer state for the content of an HTML element.
func (b *builder) contentState(t tag) State {
	switch t {
	case tagTitle, tagTextarea:
		return RCDATA
	case tagStyle, tagXmp, tagIframe, tagNoembed, tagNoframes:
		return RawText
	case tagScript:
		return ScriptData
	case tagNoscript:
		if b.scripting {
			return RawText
		}
	case tagPlaintext:
		return PlainText
	}
	return Data
}

// Sink.

// Text takes characters.
func (b *builder) Text(s string) {
	if b.skipNewline {
		b.skipNewline = false
		if s[0] == '\n' {
			if s = s[1:]; s == "" {
				return
			}
		}
	}
	for s != "" && !b.done {
		if !b.useRules(tokText) {
			b.foreignText(s)
			return
		}
		switch b.mode {
		case inBody, inCaption, inCell, inTemplate:
			b.bodyText(s)
			return
		case inText:
			b.addText(s)
			return
		case inTableText:
			b.addTableText(s)
			return
		}
		n := 0
		for n < len(s) && isSpace(s[n]) {
			n++
		}
		b.tok = token{kind: tokSpace}
		if n == 0 {
			for n < len(s) && !isSpace(s[n]) {
				n++
			}
			b.tok.kind = tokText
		}
		b.tok.text = s[:n]
		s = s[n:]
		b.process()
	}
}

// StartTag takes a start tag.
func (b *builder) StartTag(t *Tag) {
	b.flushText()
	b.skipNewline = false
	b.tokens++
	a := b.internName(t.Name)
	b.tok = token{kind: tokStart, tag: tagOf(a), name: a, Tag: t}
	b.process()
}

// EndTag takes an end tag.
func (b *builder) EndTag(t *Tag) {
	b.flushText()
	b.skipNewline = false
	a := b.internName(t.Name)
	b.tok = token{kind: tokEnd, tag: tagOf(a), name: a, Tag: t}
	b.process()
}

// Comment takes a comment.
func (b *builder) Comment(data string) {
	b.flushText()
	b.skipNewline = false
	b.tok = token{kind: tokComment, text: data}
	b.process()
}

// Doctype takes a DOCTYPE.
func (b *builder) Doctype(d *Doctype) {
	b.flushText()
	b.skipNewline = false
	if b.done {
		return
	}
	switch b.mode {
	case initial:
		n := b.doc.CreateDoctype(d.Name, d.PublicID, d.SystemID)
		b.doc.InsertNew(b.doc.Node, n, 0)
		b.setMode(modeOf(d))
		b.mode = beforeHTML
	case inTableText:
		b.tok = token{kind: tokDoctype}
		b.process()
	}
}

func (b *builder) setMode(m dom.Mode) {
	b.doc.Mode = m
	b.quirks = m == dom.Quirks
}

// end takes the end of the file, and stops parsing.
func (b *builder) end() {
	b.flushText()
	b.tok = token{kind: tokEOF}
	b.process()
	b.stop()
}

// stop pops everything.
func (b *builder) stop() {
	b.flushText()
	b.done = true
	b.clearActive()
	for len(b.stack) > 0 {
		b.pop()
	}
	head, form := b.head, b.form
	b.head, b.form = 0, 0
	if head != 0 {
		b.release(head)
	}
	if form != 0 && form != b.contextForm {
		b.release(form)
	}
}

// CDATAAllowed reports whether the adjusted current node is foreign.
func (b *builder) CDATAAllowed() bool {
	return len(b.stack) > 0 && b.adjusted().ns != dom.HTML
}

// process is the tree construction dispatcher, for one token.
func (b *builder) process() {
	for again := true; again && !b.done; {
		if b.useRules(b.tok.kind) {
			again = b.rules(b.mode)
		} else {
			again = b.foreignContent()
		}
	}
}

// useRules reports whether the rules of the insertion mode apply, and not those for foreign content.
func (b *builder) useRules(k tokenKind) bool {
	if len(b.stack) == 0 {
		return true
	}
	n := b.adjusted()
	switch {
	case n.ns == dom.HTML || k == tokEOF:
		return true
	case n.ns == dom.MathML && mathTextTags.has(n.tag):
		if k == tokStart && b.tok.tag != tagMglyph && b.tok.tag != tagMalignmark || k <= tokSpace {
			return true
		}
	case n.ns == dom.MathML && n.tag == tagAnnotationXML:
		if k == tokStart && b.tok.tag == tagSVG {
			return true
		}
	}
	return (k == tokStart || k <= tokSpace) && b.isHTMLPoint(n)
}

// isHTMLPoint reports whether n is an HTML integration point.
func (b *builder) isHTMLPoint(n *open) bool {
	if n.ns == dom.SVG {
		return svgHTMLTags.has(n.tag)
	}
	if n.ns == dom.MathML && n.tag == tagAnnotationXML {
		e := lowerString(b.doc.Attr(n.node, atomEncoding))
		return e == "text/html" || e == "application/xhtml+xml"
	}
	return false
}

// The stack of open elements.

func (b *builder) current() *open { return &b.stack[len(b.stack)-1] }

// adjusted is the adjusted current node.
func (b *builder) adjusted() *open {
	if b.fragment && len(b.stack) == 1 {
		return &b.context
	}
	return &b.stack[len(b.stack)-1]
}

func (b *builder) currentIs(t tag) bool { return len(b.stack) > 0 && b.current().is(t) }

func (b *builder) push(o open) {
	if len(b.stack) >= maxOpen {
		b.pop()
	}
	if o.is(tagP) {
		b.openP++
	}
	b.doc.Hold(o.node)
	b.doc.SetFlags(o.node, dom.Open, true)
	b.stack = append(b.stack, o)
}

// doneTags are the elements whose end the host wants to know.
var doneTags = tags(tagScript, tagStyle, tagTitle, tagTextarea, tagSelect, tagOption, tagObject, tagApplet).and(tagOther)

func (b *builder) pop() {
	b.flushText()
	o := *b.current()
	b.stack = b.stack[:len(b.stack)-1]
	b.popped(o)
}

// popped does what follows when o left the stack for good.
func (b *builder) popped(o open) {
	if o.is(tagP) {
		b.openP--
	}
	d := b.doc
	if b.fragment && o.node == b.opt.Target {
		return
	}
	d.SetFlags(o.node, dom.Open, false)
	if doneTags.has(o.tag) {
		d.SetFlags(o.node, dom.ChildrenDone, true)
		if b.opt.Done != nil {
			b.opt.Done(o.node)
		}
	}
	switch {
	case o.is(tagOption):
		b.optionDone(o.node)
	case o.is(tagSelect):
		b.selected = selectedContent{}
	}
	if !isFormatting(o.tag) || b.activeIndex(o.node) < 0 {
		b.release(o.node)
	}
}

// selectedContent is the first selectedcontent element of the select that is open, which shows a copy of the selected option.
type selectedContent struct {
	node   dom.NodeID
	chosen bool // an option was copied
}

// noteSelectedContent remembers a selectedcontent element that was just inserted.
func (b *builder) noteSelectedContent(el dom.NodeID) {
	if b.selected.node == 0 && b.inScope(tagSelect) {
		b.selected.node = el
	}
}

// optionDone copies an option, when it is popped, into the selectedcontent element if it is the selected one so far: the first, or one with the attribute.
// https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent
func (b *builder) optionDone(option dom.NodeID) {
	c := b.selected.node
	if c == 0 || !b.inScope(tagSelect) || b.scripted {
		return // once scripts ran, the element itself keeps its content
	}
	d := b.doc
	if b.selected.chosen && !d.HasAttr(option, atomSelected) || d.HasAttr(option, atomDisabled) && !d.HasAttr(option, atomSelected) {
		return
	}
	for i := len(b.stack) - 1; i > 0; i-- {
		if b.stack[i].is(tagSelect) {
			if d.HasAttr(b.stack[i].node, atomMultiple) {
				return
			}
			break
		}
	}
	b.selected.chosen = true
	copies := d.Clone(option, d, true)
	d.ReplaceAll(c, 0)
	for n := d.FirstChild(copies); n != 0; n = d.FirstChild(copies) {
		d.Move(c, n, 0)
	}
	d.DestroyTree(copies)
}

// release says that the builder refers to n no more, unless it does by another pointer.
func (b *builder) release(n dom.NodeID) {
	if n == b.head || n == b.form {
		return
	}
	d := b.doc
	d.Unhold(n)
	if b.scripting && d.Hooks.Detached != nil && d.Alive(n) && !d.IsConnected(n) {
		if r := d.Root(n); d.Kind(r) == dom.KindElement { // a script removed it while it was open
			d.Hooks.Detached(r)
		}
	}
}

// releaseActive is release for an element that left the list of active formatting elements.
func (b *builder) releaseActive(n dom.NodeID) {
	if n != 0 && b.indexOf(n) < 0 {
		b.release(n)
	}
}

// removeAt takes entry i out of the stack.
func (b *builder) removeAt(i int) {
	o := b.stack[i]
	b.stack = append(b.stack[:i], b.stack[i+1:]...)
	b.popped(o)
}

func (b *builder) indexOf(n dom.NodeID) int {
	if b.doc.Flags(n)&dom.Open == 0 {
		return -1
	}
	for i := len(b.stack) - 1; i >= 0; i-- {
		if b.stack[i].node == n {
			return i
		}
	}
	return -1
}

// hasTemplate reports whether a template element is on the stack.
func (b *builder) hasTemplate() bool {
	for i := range b.stack {
		if b.stack[i].is(tagTemplate) {
			return true
		}
	}
	return false
}

// inScopeSet reports whether one of want is in the scope that bounds delimit.
// https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope
func (b *builder) inScopeSet(want, bounds *tagSet) bool {
	for i := len(b.stack) - 1; i >= 0; i-- {
		o := &b.stack[i]
		if o.ns == dom.HTML {
			if want.has(o.tag) {
				return true
			}
			if bounds.has(o.tag) {
				return false
			}
		} else if bounds != &tableScopeTags && foreignScope(o.ns, o.tag) {
			return false
		}
	}
	return false
}

func (b *builder) inScopeOf(t tag, bounds *tagSet) bool {
	if t == tagP && b.openP == 0 {
		return false
	}
	want := tags(t)
	return b.inScopeSet(&want, bounds)
}

func (b *builder) inScope(t tag) bool       { return b.inScopeOf(t, &scopeTags) }
func (b *builder) inButtonScope(t tag) bool { return b.inScopeOf(t, &buttonScopeTags) }
func (b *builder) inTableScope(t tag) bool  { return b.inScopeOf(t, &tableScopeTags) }

// nodeInScope is inScope for one element.
func (b *builder) nodeInScope(n dom.NodeID) bool {
	for i := len(b.stack) - 1; i >= 0; i-- {
		o := &b.stack[i]
		if o.node == n {
			return true
		}
		if o.ns == dom.HTML && scopeTags.has(o.tag) || o.ns != dom.HTML && foreignScope(o.ns, o.tag) {
			return false
		}
	}
	return false
}

// popUntil pops up to and with the first HTML element t.
func (b *builder) popUntil(t tag) {
	for len(b.stack) > 0 {
		is := b.current().is(t)
		b.pop()
		if is {
			return
		}
	}
}

func (b *builder) popUntilSet(s *tagSet) {
	for len(b.stack) > 0 {
		o := b.current()
		is := o.ns == dom.HTML && s.has(o.tag)
		b.pop()
		if is {
			return
		}
	}
}

// clearTo pops until the current node is one of s.
func (b *builder) clearTo(s *tagSet) {
	for len(b.stack) > 1 && !(b.current().ns == dom.HTML && s.has(b.current().tag)) {
		b.pop()
	}
}

// impliedEndTags pops elements whose end tags are implied, except t.
func (b *builder) impliedEndTags(except tag) {
	for len(b.stack) > 0 {
		o := b.current()
		if o.ns != dom.HTML || !impliedTags.has(o.tag) || o.tag == except {
			return
		}
		b.pop()
	}
}

// closeP closes a p element.
func (b *builder) closeP() {
	b.impliedEndTags(tagP)
	b.popUntil(tagP)
}

// closePInScope closes a p element in button scope, if there is one.
func (b *builder) closePInScope() {
	if b.inButtonScope(tagP) {
		b.closeP()
	}
}

// Creating and inserting nodes.

// place is the appropriate place for inserting a node: a parent, and the child before which to insert (0 = last).
// https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
func (b *builder) place(target *open, foster bool) (parent, before dom.NodeID) {
	d := b.doc
	if foster && target.ns == dom.HTML && fosterTags.has(target.tag) {
		for i := len(b.stack) - 1; ; i-- {
			if i <= 0 {
				return b.stack[0].node, 0 // fragment case
			}
			o := &b.stack[i]
			if o.is(tagTemplate) {
				return b.contents(o), 0
			}
			if o.is(tagTable) {
				if p := d.Parent(o.node); p != 0 {
					return p, o.node
				}
				target = &b.stack[i-1]
				break
			}
		}
	}
	if target.is(tagTemplate) {
		return b.contents(target), 0
	}
	return target.node, 0
}

// contents is where the content of a template on the stack goes: its contents, or the shadow root that it declared.
func (b *builder) contents(o *open) dom.NodeID {
	if b.doc.Kind(o.node) == dom.KindShadowRoot {
		return o.node
	}
	return b.doc.MakeTemplateContents(o.node)
}

// insert puts node at the current place, and higher where the tree is too deep.
func (b *builder) insert(node dom.NodeID) {
	b.flushText()
	d := b.doc
	parent, before := b.place(b.current(), b.foster)
	if len(b.stack) > MaxDepth {
		if p := d.Parent(parent); p != 0 {
			parent, before = p, 0
		}
	}
	b.insertBefore(parent, node, before)
}

func (b *builder) insertBefore(parent, node, before dom.NodeID) {
	d := b.doc
	if d.Kind(parent) == dom.KindDocument && d.DocumentElement() != 0 {
		return // a script moved things: the document has its element
	}
	if before != 0 && d.Parent(before) != parent {
		before = 0
	}
	d.InsertNew(parent, node, before)
}

// tokenAttrs makes b.attrs the attributes of the token, as an element of ns has them.
func (b *builder) tokenAttrs(ns dom.Namespace) {
	b.attrs = b.attrs[:0]
	for i := range b.tok.Attrs {
		a := &b.tok.Attrs[i]
		if ns == dom.HTML {
			b.attrs = append(b.attrs, dom.Attr{Name: b.doc.AttrName(b.internName(a.Name)), Value: a.Value})
		} else {
			b.attrs = append(b.attrs, dom.Attr{Name: b.foreignAttr(ns, a.Name), Value: a.Value})
		}
	}
}

// foreignAttr is the name of an attribute of a foreign element.
// https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes
func (b *builder) foreignAttr(ns dom.Namespace, name string) dom.NameID {
	d := b.doc
	switch name {
	case "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type":
		return d.Name(dom.XLink, d.Atoms.Intern("xlink"), d.Atoms.Intern(name[6:]))
	case "xml:lang", "xml:space":
		return d.Name(dom.XML, d.Atoms.Intern("xml"), d.Atoms.Intern(name[4:]))
	case "xmlns":
		return d.Name(dom.XMLNS, atom.None, d.Atoms.Intern("xmlns"))
	case "xmlns:xlink":
		return d.Name(dom.XMLNS, d.Atoms.Intern("xmlns"), d.Atoms.Intern("xlink"))
	case "definitionurl":
		if ns == dom.MathML {
			name = "definitionURL"
		}
	default:
		if ns == dom.SVG {
			if n, ok := svgAttrNames[name]; ok {
				name = n
			}
		}
	}
	return b.doc.AttrName(b.internName(name))
}

// create makes an element for the token.
func (b *builder) create(ns dom.Namespace, name atom.Atom) dom.NodeID {
	b.tokenAttrs(ns)
	id := b.doc.HTMLName(name)
	if ns != dom.HTML {
		id = b.doc.Name(ns, atom.None, name)
	}
	return b.make(id)
}

// insertForeign inserts an element for the token in ns and pushes it.
func (b *builder) insertForeign(ns dom.Namespace, name atom.Atom) dom.NodeID {
	el := b.create(ns, name)
	t := tagOf(name)
	if doneTags.has(t) {
		b.doc.SetFlags(el, dom.ParserMade, true)
	}
	if t == tagScript {
		b.scriptPos = b.tk.pos
		if b.fragment {
			b.doc.SetFlags(el, dom.ScriptStarted, true)
		}
	}
	b.insertMade(el, b.doc.NameIDOf(el))
	b.push(open{node: el, name: name, tag: t, ns: ns})
	if b.form != 0 && ns == dom.HTML && b.opt.FormOwner != nil {
		b.associate(el, t, name)
	}
	if t == tagOther && name == atomSelectedContent && ns == dom.HTML {
		b.noteSelectedContent(el)
	}
	return el
}

var formControlTags = tags(tagButton, tagFieldset, tagImg, tagInput, tagObject, tagSelect, tagTextarea)

// associate tells the host of a control whose form owner is the form element pointer.
// https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token
func (b *builder) associate(el dom.NodeID, t tag, name atom.Atom) {
	d := b.doc
	if (formControlTags.has(t) || name == atomOutput) && !b.hasTemplate() && (t == tagImg || !b.hasTokenAttr("form")) &&
		!d.Contains(b.form, el) && d.Root(b.form) == d.Root(el) {
		b.opt.FormOwner(el, b.form)
	}
}

// insertHTML inserts an HTML element for the token and pushes it.
func (b *builder) insertHTML() dom.NodeID { return b.insertForeign(dom.HTML, b.tok.name) }

// insertVoid inserts an HTML element for the token that has no content.
func (b *builder) insertVoid() {
	b.insertHTML()
	b.pop()
}

// insertImplied inserts an HTML element that no tag was written for, and pushes it.
func (b *builder) insertImplied(t tag) dom.NodeID {
	el := b.doc.CreateElement(b.doc.HTMLName(tagAtoms[t]))
	b.doc.Hold(el)
	b.insert(el)
	b.push(open{node: el, name: tagAtoms[t], tag: t, ns: dom.HTML})
	return el
}

// insertComment inserts the token as a comment at the current place, or as last child of parent.
func (b *builder) insertComment(parent dom.NodeID) {
	c := b.doc.CreateComment(b.tok.text)
	if parent != 0 {
		b.doc.InsertNew(parent, c, 0)
	} else {
		b.insert(c)
	}
}

// Characters. They wait until something else is inserted, or the chunk ends: most text nodes are made once, from the input.

func (b *builder) addText(s string) {
	if b.pendFoster != b.foster {
		b.flushText()
		b.pendFoster = b.foster
	}
	switch {
	case b.pend == "":
		if len(b.pendBuf) > 0 {
			b.pendBuf = append(b.pendBuf, s...)
		} else {
			b.pend = s
		}
	case b.adjacent(s):
		b.pend = unsafe.String(unsafe.StringData(b.pend), len(b.pend)+len(s))
	default:
		b.pendBuf = append(append(b.pendBuf, b.pend...), s...)
		b.pend = ""
	}
}

// adjacent reports whether s follows pend in the chunk.
func (b *builder) adjacent(s string) bool {
	if len(b.chunk) == 0 {
		return false
	}
	base := uintptr(unsafe.Pointer(unsafe.StringData(b.chunk)))
	p := uintptr(unsafe.Pointer(unsafe.StringData(b.pend)))
	q := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	return p >= base && q == p+uintptr(len(b.pend)) && q+uintptr(len(s)) <= base+uintptr(len(b.chunk))
}

// flushText inserts the characters that wait.
// https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character
func (b *builder) flushText() {
	s := b.pend
	if s == "" {
		if len(b.pendBuf) == 0 {
			return
		}
		s = view(b.pendBuf)
	}
	b.pend = ""
	if len(b.stack) > 0 {
		d := b.doc
		parent, before := b.place(b.current(), b.pendFoster)
		if d.Kind(parent) != dom.KindDocument {
			if before != 0 && d.Parent(before) != parent {
				before = 0
			}
			prev := d.LastChild(parent)
			if before != 0 {
				prev = d.Prev(before)
			}
			if prev != 0 && d.Kind(prev) == dom.KindText {
				d.AppendData(prev, s)
			} else {
				d.InsertNew(parent, d.CreateText(s), before)
			}
		}
	}
	b.pendBuf = b.pendBuf[:0]
	if cap(b.pendBuf) > keepBytes {
		b.pendBuf = nil
	}
}

// The list of active formatting elements.

func isFormatting(t tag) bool { return formattingTags.has(t) || t == tagA || t == tagNobr }

func (b *builder) addMarker() { b.active = append(b.active, formatting{}) }

func (b *builder) clearToMarker() {
	for len(b.active) > 0 {
		n := len(b.active) - 1
		node := b.active[n].node
		b.active = b.active[:n]
		if node == 0 {
			break
		}
		b.releaseActive(node)
	}
}

func (b *builder) clearActive() {
	for len(b.active) > 0 {
		b.clearToMarker()
	}
}

// trimFormatting forgets the tokens of a list that is empty.
func (b *builder) trimFormatting() {
	if len(b.active) > 0 {
		return
	}
	b.fmtAttrs, b.fmtBytes = b.fmtAttrs[:0], b.fmtBytes[:0]
	if cap(b.fmtBytes) > keepBytes {
		b.fmtBytes, b.fmtAttrs = nil, nil
	}
}

// addFormatting pushes the element that was just inserted for the token (its attributes are b.attrs).
// https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements
func (b *builder) addFormatting(el dom.NodeID) {
	b.trimFormatting()
	f := formatting{node: el, name: b.tok.name, tag: b.tok.tag, attrs: len(b.fmtAttrs), nattr: len(b.attrs)}
	for _, a := range b.attrs {
		f.hash += maphash.String(seed, a.Value) * (2*uint64(a.Name) + 1)
		start := len(b.fmtBytes)
		b.fmtBytes = append(b.fmtBytes, a.Value...)
		b.fmtAttrs = append(b.fmtAttrs, fmtAttr{a.Name, start, len(b.fmtBytes)})
	}
	// The Noah's Ark clause: three of a kind at most.
	same, first, oldest, since := 0, 0, -1, 0
	for i := len(b.active) - 1; i >= 0 && b.active[i].node != 0; i-- {
		o := &b.active[i]
		if o.name == f.name && o.hash == f.hash && o.nattr == f.nattr {
			same++
			first = i
		}
		oldest = i
		since++
	}
	switch {
	case same >= 3:
		b.removeActive(first)
	case since >= maxFormatting:
		b.removeActive(oldest)
	}
	b.active = append(b.active, f)
}

func (b *builder) activeIndex(n dom.NodeID) int {
	for i := len(b.active) - 1; i >= 0; i-- {
		if b.active[i].node == n {
			return i
		}
	}
	return -1
}

func (b *builder) removeActive(i int) {
	n := b.active[i].node
	b.active = append(b.active[:i], b.active[i+1:]...)
	b.releaseActive(n)
}

// createAgain makes an element for the token that f was created for.
func (b *builder) createAgain(f *formatting) dom.NodeID {
	b.attrs = b.attrs[:0]
	for _, a := range b.fmtAttrs[f.attrs : f.attrs+f.nattr] {
		b.attrs = append(b.attrs, dom.Attr{Name: a.name, Value: view(b.fmtBytes[a.start:a.end])})
	}
	b.reconstructed++
	return b.make(b.doc.HTMLName(f.name))
}

// reconstruct reconstructs the active formatting elements.
// https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements
func (b *builder) reconstruct() {
	n := len(b.active)
	if n == 0 {
		return
	}
	if f := &b.active[n-1]; f.node == 0 || b.indexOf(f.node) >= 0 {
		return
	}
	if b.reconstructed > reconstructFree && b.reconstructed > reconstructRatio*b.tokens {
		b.clearActive() // hostile: a few bytes would make elements without end
		return
	}
	i := n - 1
	for i > 0 && b.active[i-1].node != 0 && b.indexOf(b.active[i-1].node) < 0 {
		i--
	}
	b.flushText()
	for ; i < n; i++ {
		f := &b.active[i]
		el, old := b.createAgain(f), f.node
		b.insert(el)
		f.node = el
		b.push(open{node: el, name: f.name, tag: f.tag, ns: dom.HTML})
		b.release(old)
	}
}

// adoptionAgency runs the adoption agency algorithm for the end tag token (or an a or nobr start tag).
// https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
func (b *builder) adoptionAgency() {
	d, subject := b.doc, b.tok.tag
	if b.currentIs(subject) && b.activeIndex(b.current().node) < 0 {
		b.pop()
		return
	}
	for range 8 {
		// The formatting element.
		fi := len(b.active) - 1
		for fi >= 0 && b.active[fi].node != 0 && b.active[fi].tag != subject {
			fi--
		}
		if fi < 0 || b.active[fi].node == 0 {
			b.anyOtherEndTag()
			return
		}
		fmtNode := b.active[fi].node
		fs := b.indexOf(fmtNode)
		if fs < 0 {
			b.removeActive(fi)
			return
		}
		if !b.nodeInScope(fmtNode) {
			return
		}
		// The furthest block.
		block := -1
		for i := fs + 1; i < len(b.stack); i++ {
			if isSpecial(b.stack[i].ns, b.stack[i].tag) {
				block = i
				break
			}
		}
		if block < 0 {
			for len(b.stack) > fs {
				b.pop()
			}
			b.removeActive(fi)
			return
		}
		if fs == 0 {
			return // cannot be: the html element is no formatting element
		}
		blockEntry := b.stack[block]
		bookmark := fi
		last := blockEntry.node
		i := block
		for inner := 1; ; inner++ {
			i--
			node := b.stack[i]
			if node.node == fmtNode {
				break
			}
			ai := b.activeIndex(node.node)
			if inner > 3 && ai >= 0 { // popped releases it, below
				b.active = append(b.active[:ai], b.active[ai+1:]...)
				if ai < bookmark {
					bookmark--
				}
				if ai < fi {
					fi--
				}
				ai = -1
			}
			if ai < 0 {
				b.popped(node)
				b.stack[i].node = 0 // taken out below, with the others
				continue
			}
			el := b.createAgain(&b.active[ai])
			d.SetFlags(node.node, dom.Open, false)
			d.SetFlags(el, dom.Open, true)
			b.active[ai].node = el
			b.stack[i].node = el
			if last == blockEntry.node {
				bookmark = ai + 1
			}
			d.Move(el, last, 0)
			last = el
			b.release(node.node)
		}
		// Insert the last node at the appropriate place, with the common ancestor as override.
		parent, before := b.place(&b.stack[fs-1], b.foster)
		if before == last {
			before = d.Next(last)
		}
		if d.Kind(parent) != dom.KindDocument && !d.Contains(last, parent) { // else a script moved things
			if before != 0 && d.Parent(before) != parent {
				before = 0
			}
			d.Move(parent, last, before)
		}
		// The formatting element again, around the content of the furthest block.
		f := b.active[fi]
		el := b.createAgain(&f)
		content := blockEntry.node
		if blockEntry.is(tagTemplate) {
			content = b.contents(&blockEntry)
		}
		for c := d.FirstChild(content); c != 0; c = d.FirstChild(content) {
			d.Move(el, c, 0)
		}
		d.InsertNew(content, el, 0)
		f.node = el
		b.active = append(b.active[:fi], b.active[fi+1:]...)
		if bookmark > fi {
			bookmark--
		}
		b.active = append(b.active, formatting{})
		copy(b.active[bookmark+1:], b.active[bookmark:])
		b.active[bookmark] = f
		// Take the formatting element and the gaps out of the stack, put the new one below the furthest block.
		fmtOpen := b.stack[fs]
		n := fs
		for i := fs + 1; i < len(b.stack); i++ {
			if b.stack[i].node == 0 {
				continue
			}
			b.stack[n] = b.stack[i]
			n++
			if b.stack[n-1].node == blockEntry.node {
				// There is room: the formatting element left a gap.
				copy(b.stack[n+1:], b.stack[i+1:])
				rest := len(b.stack) - (i + 1)
				b.stack[n] = open{node: el, name: f.name, tag: f.tag, ns: dom.HTML}
				n += 1 + rest
				break
			}
		}
		b.stack = b.stack[:n]
		d.Hold(el)
		d.SetFlags(el, dom.Open, true)
		b.popped(fmtOpen)
	}
}

// anyOtherEndTag is the step of the "in body" mode with that name.
func (b *builder) anyOtherEndTag() {
	for i := len(b.stack) - 1; i > 0; i-- {
		o := b.stack[i]
		if o.ns == dom.HTML && o.name == b.tok.name {
			b.impliedEndTags(b.tok.tag)
			for len(b.stack) > i {
				b.pop()
			}
			return
		}
		if isSpecial(o.ns, o.tag) {
			return
		}
	}
}

// resetMode resets the insertion mode appropriately.
// https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
func (b *builder) resetMode() {
	for i := len(b.stack) - 1; i >= 0; i-- {
		o, last := &b.stack[i], i == 0
		if last && b.fragment {
			o = &b.context
		}
		if o.ns == dom.HTML {
			switch o.tag {
			case tagTd, tagTh:
				if !last {
					b.mode = inCell
					return
				}
			case tagTr:
				b.mode = inRow
				return
			case tagTbody, tagThead, tagTfoot:
				b.mode = inTableBody
				return
			case tagCaption:
				b.mode = inCaption
				return
			case tagColgroup:
				b.mode = inColumnGroup
				return
			case tagTable:
				b.mode = inTable
				return
			case tagTemplate:
				if len(b.templates) > 0 {
					b.mode = b.templates[len(b.templates)-1]
					return
				}
			case tagHead:
				if !last {
					b.mode = inHead
					return
				}
			case tagBody:
				b.mode = inBody
				return
			case tagFrameset:
				b.mode = inFrameset
				return
			case tagHTML:
				b.mode = afterHead
				if b.head == 0 {
					b.mode = beforeHead
				}
				return
			}
		}
	}
	b.mode = inBody
}

var (
	atomOutput          = atom.Static("output")
	atomEncoding        = atom.Static("encoding")
	atomSelected        = atom.Static("selected")
	atomDisabled        = atom.Static("disabled")
	atomMultiple        = atom.Static("multiple")
	atomSelectedContent = atom.Static("selectedcontent")
)

func lowerString(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			o := []byte(s)
			for j := range o {
				o[j] = lower(o[j])
			}
			return string(o)
		}
	}
	return s
}
