package bind

import (
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// NodeList and HTMLCollection. A live list holds no nodes: it walks, and remembers its length and where it was last, which are right while the store's
// version is the same.
// https://dom.spec.whatwg.org/#old-style-collections

// listKind says how a list finds its nodes.
type listKind uint8

const (
	listStatic listKind = iota
	listChildNodes
	listChildren
	listTag       // getElementsByTagName: key is the qualified name
	listTagNS     // key is namespace and local name
	listClass     // key is the classes
	listName      // getElementsByName
	listDocument  // one of the document's lists
	listFilter    // descendants that a function accepts, in tree order
	listGenerated // whatever a function gives
)

// nodes is what a NodeList or HTMLCollection holds.
type nodes struct {
	window *Window
	kind   listKind
	root   *nodeState
	static []*nodeState

	match    dom.TagMatcher
	classes  []atom.Atom
	quirks   bool
	name     string
	list     dom.ElementList
	filter   func(id dom.NodeID) bool
	make     func() []dom.NodeID
	volatile bool // what make gives depends on more than the tree

	version uint64
	valid   bool // length, at and node are of version
	length  int  // -1: not counted
	at      int
	node    dom.NodeID
	made    []dom.NodeID
	asked   bool                    // a name was looked up
	byName  map[string][]dom.NodeID // made when another name is
}

func (l *nodes) trace(t *js.Tracer) {
	l.root.mark(t)
	markStates(t, l.static)
}

func (l *nodes) store() *dom.Store { return l.window.World.Store }

func (l *nodes) first() dom.NodeID {
	s := l.store()
	switch l.kind {
	case listChildNodes:
		return s.FirstChild(l.root.id)
	case listChildren:
		return s.FirstElementChild(l.root.id)
	}
	return l.advance(l.root.id)
}

func (l *nodes) next(id dom.NodeID) dom.NodeID {
	s := l.store()
	switch l.kind {
	case listChildNodes:
		return s.Next(id)
	case listChildren:
		return s.NextElement(id)
	}
	return l.advance(id)
}

// advance is the next descendant of the root that the list has.
func (l *nodes) advance(id dom.NodeID) dom.NodeID {
	s := l.store()
	for id = s.Following(id, l.root.id); id != 0; id = s.Following(id, l.root.id) {
		if s.Kind(id) == dom.KindElement && l.has(id) {
			return id
		}
	}
	return 0
}

func (l *nodes) has(id dom.NodeID) bool {
	s := l.store()
	switch l.kind {
	case listTag:
		return s.Matches(l.match, id)
	case listClass:
		return len(l.classes) > 0 && s.HasAllClasses(id, l.classes, l.quirks)
	case listName:
		v, ok := s.LookupAttr(id, atomName)
		return ok && v == l.name && s.ElementName(id).NS == dom.HTML
	}
	return l.filter(id)
}

var atomName = atom.Static("name")

func (l *nodes) refresh() {
	if v := l.store().Version(); !l.valid || v != l.version || l.volatile {
		l.version, l.valid, l.length, l.at, l.node, l.made = v, true, -1, -1, 0, nil
		l.asked, l.byName = false, nil
		switch l.kind {
		case listDocument:
			l.made = l.store().DocumentOf(l.root.id).Elements(l.list)
			l.length = len(l.made)
		case listGenerated:
			l.made = l.make()
			l.length = len(l.made)
		}
	}
}

func (l *nodes) len() int {
	if l.kind == listStatic {
		return len(l.static)
	}
	l.refresh()
	if l.length < 0 {
		n, id, i := 0, l.first(), 0
		if l.node != 0 {
			n, id, i = l.at, l.node, l.at
		}
		_ = i
		for ; id != 0; id = l.next(id) {
			n++
		}
		l.length = n
	}
	return l.length
}

func (l *nodes) item(i int) dom.NodeID {
	if i < 0 {
		return 0
	}
	if l.kind == listStatic {
		if i < len(l.static) {
			return l.static[i].id
		}
		return 0
	}
	l.refresh()
	if l.kind == listDocument || l.kind == listGenerated {
		if i < len(l.made) {
			return l.made[i]
		}
		return 0
	}
	if l.length >= 0 && i >= l.length {
		return 0
	}
	if l.kind == listChildNodes && l.length >= 0 && l.node == 0 && i > l.length/2 {
		id := l.store().LastChild(l.root.id)
		for n := l.length - 1; n > i; n-- {
			id = l.store().Prev(id)
		}
		l.at, l.node = i, id
		return id
	}
	at, id := l.at, l.node
	if id == 0 || i < at {
		if id != 0 && at-i < i && (l.kind == listChildNodes || l.kind == listChildren) {
			for ; at > i; at-- {
				if l.kind == listChildNodes {
					id = l.store().Prev(id)
				} else {
					id = l.store().PrevElement(id)
				}
			}
			l.at, l.node = at, id
			return id
		}
		at, id = 0, l.first()
	}
	for ; id != 0 && at < i; at++ {
		id = l.next(id)
	}
	if id == 0 {
		l.length = at
		return 0
	}
	l.at, l.node = at, id
	return id
}

// all are the nodes of the list.
func (l *nodes) all() (out []dom.NodeID) {
	for i, n := 0, l.len(); i < n; i++ {
		out = append(out, l.item(i))
	}
	return out
}

// index are the nodes by their ids and, of HTML elements, names: made when a second name is looked up in a long list, for as long as the tree stays. It is nil
// where looking through the list is better. Its keys are parts of the store, which is why none may be looked at once the version is another.
func (l *nodes) index() map[string][]dom.NodeID {
	const short = 16
	if l.kind == listStatic || l.len() < short {
		return nil
	}
	if !l.asked {
		l.asked = true
		return nil
	}
	if l.byName != nil {
		return l.byName
	}
	s := l.store()
	m := make(map[string][]dom.NodeID, l.length)
	for i, n := 0, l.length; i < n; i++ {
		el := l.item(i)
		id := ""
		if a := s.ID(el); a != atom.None {
			id = s.Atoms.String(a)
			m[id] = append(m[id], el)
		}
		if v, ok := s.LookupAttr(el, atomName); ok && v != id && s.ElementName(el).NS == dom.HTML {
			m[v] = append(m[v], el)
		}
	}
	l.byName = m
	return m
}

// listBytes is about what the list remembers of the tree.
func (l *nodes) listBytes() int64 {
	n := int64(cap(l.made)) * 4
	for _, ids := range l.byName {
		n += 48 + int64(cap(ids))*4
	}
	return n
}

// indexOf is where the node is in a list that a function gives, -1: nowhere. It begins where it was last, as script asks for one after the other.
func (l *nodes) indexOf(id dom.NodeID) int {
	n := l.len()
	for k, i := 0, max(l.at, 0); k < n; k, i = k+1, i+1 {
		if i >= n {
			i = 0
		}
		if l.made[i] == id {
			l.at = i
			return i
		}
	}
	return -1
}

// named is the first element with the id, or the name (HTML elements).
func (l *nodes) named(name string) dom.NodeID {
	if name == "" {
		return 0
	}
	if m := l.index(); m != nil {
		if ids := m[name]; len(ids) > 0 {
			return ids[0]
		}
		return 0
	}
	s := l.store()
	a := s.Atoms.Lookup(name)
	if a == atom.None && l.kind != listGenerated {
		// No id is that; a name may be, as attribute values are no atoms.
		a = atom.None
	}
	for i, n := 0, l.len(); i < n; i++ {
		id := l.item(i)
		if a != atom.None && s.ID(id) == a {
			return id
		}
		if v, ok := s.LookupAttr(id, atomName); ok && v == name && s.ElementName(id).NS == dom.HTML {
			return id
		}
	}
	return 0
}

// names are the ids of the list's elements and the names of those that are of HTML.
func (l *nodes) names() []string { return l.namesOf(func(atom.Atom) bool { return true }) }

// namesOf is names where only the name attributes of some HTML elements count.
func (l *nodes) namesOf(counts func(local atom.Atom) bool) (out []string) {
	s := l.store()
	seen := map[string]bool{}
	add := func(v string) {
		if v != "" && !seen[v] {
			seen[v] = true
			out = append(out, strings.Clone(v))
		}
	}
	for i, n := 0, l.len(); i < n; i++ {
		id := l.item(i)
		if a := s.ID(id); a != atom.None {
			add(s.Atoms.String(a))
		}
		if e := s.ElementName(id); e.NS == dom.HTML && counts(e.Local) {
			add(s.Attr(id, atomName))
		}
	}
	return out
}

// NodeList is the state of a NodeList.
type NodeList struct {
	Object
	nodes
}

func (l *NodeList) trace(t *js.Tracer) { l.nodes.trace(t) }

// Length is NodeList.length.
func (l *NodeList) Length() uint32 { return uint32(l.len()) }

// Item is NodeList.item.
func (l *NodeList) Item(i uint32) dom.NodeID { return l.item(int(i)) }

// HTMLCollection is the state of an HTMLCollection.
type HTMLCollection struct {
	Object
	nodes
}

func (l *HTMLCollection) trace(t *js.Tracer) { l.nodes.trace(t) }

// Length is HTMLCollection.length.
func (l *HTMLCollection) Length() uint32 { return uint32(l.len()) }

// Item is HTMLCollection.item.
func (l *HTMLCollection) Item(i uint32) dom.NodeID { return l.item(int(i)) }

// NamedItem is HTMLCollection.namedItem.
func (l *HTMLCollection) NamedItem(name string) dom.NodeID { return l.named(name) }

// GetNamed looks up a named property.
func (l *HTMLCollection) GetNamed(name string) (dom.NodeID, bool) {
	n := l.named(name)
	return n, n != 0
}

// NamedKeys are the supported property names.
func (l *HTMLCollection) NamedKeys() []string { return l.names() }

// staticList makes a NodeList of the nodes, which it keeps alive.
func (w *Window) staticList(ids []dom.NodeID) *NodeList {
	l := &NodeList{nodes: nodes{window: w}}
	if len(ids) > 0 {
		l.static = make([]*nodeState, len(ids))
		for i, id := range ids {
			l.static[i] = w.World.wrappers.state(w.Realm, id)
		}
	}
	return l
}

// cached is the list of a kind and key that belongs to a node, made if there is none.
func (n Node) cached(kind uint8, key string, make func() platform) platform {
	s := n.state()
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	for _, l := range s.extra.lists {
		if l.kind == kind && l.key == key {
			return l.object
		}
	}
	o := make()
	s.extra.lists = append(s.extra.lists, cachedList{kind, key, o})
	return o
}

// Kinds of objects that a node has one of.
const (
	cachedChildNodes uint8 = iota
	cachedChildren
	cachedTag
	cachedTagNS
	cachedClass
	cachedByName
	cachedDocumentList
	cachedClassList
	cachedTokens
	cachedAttributes
	cachedStyle
	cachedDataset
	cachedImplementation
	cachedForm
	cachedOptions
	cachedRows
	cachedLabels
	cachedValidity
	cachedSheets
	cachedAll
	cachedInternals
	cachedFiles
	cachedSelected
	cachedSVG
)

// ChildNodes is Node.childNodes.
func (n Node) ChildNodes() *NodeList {
	return n.cached(cachedChildNodes, "", func() platform {
		return &NodeList{nodes: nodes{window: n.w, kind: listChildNodes, root: n.state()}}
	}).(*NodeList)
}

func (n Node) collection(kind uint8, key string, l nodes) *HTMLCollection {
	return n.cached(kind, key, func() platform {
		l.window, l.root = n.w, n.state()
		return &HTMLCollection{nodes: l}
	}).(*HTMLCollection)
}

// filtered is a collection of the descendants that f accepts.
func (n Node) filtered(kind uint8, key string, f func(id dom.NodeID) bool) *HTMLCollection {
	return n.collection(kind, key, nodes{kind: listFilter, filter: f})
}

// Children is ParentNode.children.
func (n Node) Children() *HTMLCollection {
	return n.collection(cachedChildren, "", nodes{kind: listChildren})
}

// GetElementsByTagName is getElementsByTagName of Document and Element.
func (n Node) GetElementsByTagName(name string) *HTMLCollection {
	return n.collection(cachedTag, name, nodes{kind: listTag, match: n.doc().NewTagMatcher(name)})
}

// GetElementsByTagNameNS is getElementsByTagNameNS.
func (n Node) GetElementsByTagNameNS(ns Opt[string], local string) *HTMLCollection {
	s := n.store()
	return n.filtered(cachedTagNS, ns.Value+"\x00"+local, func(id dom.NodeID) bool {
		e := s.ElementName(id)
		return (ns.Value == "*" || s.NamespaceURI(e.NS) == ns.Value) && (local == "*" || s.Atoms.String(e.Local) == local)
	})
}

// GetElementsByClassName is getElementsByClassName.
func (n Node) GetElementsByClassName(names string) *HTMLCollection {
	s := n.store()
	quirks := n.doc().Mode == dom.Quirks
	var classes []atom.Atom
	for _, t := range orderedSet(names) {
		classes = append(classes, s.Atoms.Intern(t))
	}
	return n.collection(cachedClass, names, nodes{kind: listClass, classes: classes, quirks: quirks})
}

// orderedSet is the ordered set parser. https://dom.spec.whatwg.org/#concept-ordered-set-parser
func orderedSet(v string) []string { return appendTokens(nil, v) }

// appendTokens appends the tokens of v, which are parts of it, to out, where no token is twice.
func appendTokens(out []string, v string) []string {
	var seen map[string]bool
	for i := 0; i < len(v); {
		for i < len(v) && isSpace(rune(v[i])) {
			i++
		}
		start := i
		for i < len(v) && !isSpace(rune(v[i])) {
			i++
		}
		t := v[start:i]
		switch {
		case t == "":
		case seen != nil:
			if !seen[t] {
				seen[t] = true
				out = append(out, t)
			}
		case indexOf(out, t) < 0:
			if out = append(out, t); len(out) == 64 { // a long list is not looked through for each of its tokens
				seen = make(map[string]bool)
				for _, o := range out {
					seen[o] = true
				}
			}
		}
	}
	return out
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r' }

// DOMTokenList is the state of a DOMTokenList. https://dom.spec.whatwg.org/#interface-domtokenlist
type DOMTokenList struct {
	Object
	window *Window
	el     *nodeState
	attr   attrName
	known  []string // supported tokens, nil: not defined
}

func (l *DOMTokenList) trace(t *js.Tracer) { l.el.mark(t) }

func (n Node) tokens(attr attrName, known ...string) *DOMTokenList {
	return n.cached(cachedTokens, string(attr), func() platform {
		return &DOMTokenList{window: n.w, el: n.state(), attr: attr, known: known}
	}).(*DOMTokenList)
}

func (l *DOMTokenList) store() *dom.Store { return l.window.World.Store }

// Value is DOMTokenList.value.
func (l *DOMTokenList) Value() string {
	s := l.store()
	return strings.Clone(s.Attr(l.el.id, l.attr.in(s)))
}

// SetValue sets DOMTokenList.value.
func (l *DOMTokenList) SetValue(v js.View) {
	s := l.store()
	s.SetAttr(l.el.id, s.AttrName(l.attr.in(s)), v)
}

// tokenBuffer is room for the tokens of ordinary lists, on the stack of who asks for them.
type tokenBuffer [16]string

// tokens are the tokens in b or, where there are more, in memory of their own. They are parts of the attribute's value, valid until it changes.
func (l *DOMTokenList) tokens(b *tokenBuffer) []string {
	s := l.store()
	return appendTokens(b[:0], s.Attr(l.el.id, l.attr.in(s)))
}

// Length is DOMTokenList.length.
func (l *DOMTokenList) Length() uint32 {
	if l.attr == attrClass {
		return uint32(len(l.store().ClassesOf(l.el.id)))
	}
	var b tokenBuffer
	return uint32(len(l.tokens(&b)))
}

// Item is DOMTokenList.item.
func (l *DOMTokenList) Item(i uint32) Opt[string] {
	if l.attr == attrClass { // whose tokens the store has
		if s, t := l.store(), l.store().ClassesOf(l.el.id); int64(i) < int64(len(t)) {
			return Some(s.Atoms.String(t[i]))
		}
		return Opt[string]{}
	}
	var b tokenBuffer
	if t := l.tokens(&b); int(i) < len(t) {
		return Some(strings.Clone(t[i]))
	}
	return Opt[string]{}
}

// Contains is DOMTokenList.contains.
func (l *DOMTokenList) Contains(t js.View) bool {
	s := l.store()
	if l.attr == attrClass {
		a := s.Atoms.Lookup(t)
		return a != atom.None && s.HasClass(l.el.id, a)
	}
	var b tokenBuffer
	return indexOf(l.tokens(&b), t) >= 0
}

func checkToken(t string) error {
	if t == "" {
		return exception("SyntaxError", "The token provided must not be empty.")
	}
	if strings.ContainsAny(t, " \t\n\f\r") {
		return exception("InvalidCharacterError", "The token provided ('"+t+"') contains HTML space characters, which are not valid in tokens.")
	}
	return nil
}

// update is the update steps.
func (l *DOMTokenList) update(t []string) {
	s := l.store()
	if len(t) == 0 && !s.HasAttr(l.el.id, l.attr.in(s)) {
		return
	}
	b := l.window.World.takeText()
	for i, x := range t {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, x...)
	}
	l.SetValue(unsafe.String(unsafe.SliceData(b), len(b))) // which copies it
	l.window.World.giveText(b)
}

// Add is DOMTokenList.add.
func (l *DOMTokenList) Add(tokens []js.View) error {
	for _, t := range tokens {
		if err := checkToken(t); err != nil {
			return err
		}
	}
	var b tokenBuffer
	set := l.tokens(&b)
	for _, t := range tokens {
		if indexOf(set, t) < 0 {
			set = append(set, t)
		}
	}
	l.update(set)
	return nil
}

// Remove is DOMTokenList.remove.
func (l *DOMTokenList) Remove(tokens []js.View) error {
	for _, t := range tokens {
		if err := checkToken(t); err != nil {
			return err
		}
	}
	var b tokenBuffer
	set := l.tokens(&b)
	for _, t := range tokens {
		if i := indexOf(set, t); i >= 0 {
			set = append(set[:i], set[i+1:]...)
		}
	}
	l.update(set)
	return nil
}

// Toggle is DOMTokenList.toggle.
func (l *DOMTokenList) Toggle(t js.View, force Opt[bool]) (bool, error) {
	if err := checkToken(t); err != nil {
		return false, err
	}
	var b tokenBuffer
	set := l.tokens(&b)
	if i := indexOf(set, t); i >= 0 {
		if force.Set && force.Value {
			return true, nil
		}
		l.update(append(set[:i], set[i+1:]...))
		return false, nil
	}
	if force.Set && !force.Value {
		return false, nil
	}
	l.update(append(set, t))
	return true, nil
}

// Replace is DOMTokenList.replace.
func (l *DOMTokenList) Replace(t, with js.View) (bool, error) {
	if t == "" || with == "" {
		return false, checkToken("")
	}
	if err := checkToken(t); err != nil {
		return false, err
	}
	if err := checkToken(with); err != nil {
		return false, err
	}
	var b tokenBuffer
	set := l.tokens(&b)
	i := indexOf(set, t)
	if i < 0 {
		return false, nil
	}
	out := set[:0:0]
	done := false
	for _, o := range set {
		if o == t || o == with {
			if !done {
				out = append(out, with)
				done = true
			}
			continue
		}
		out = append(out, o)
	}
	l.update(out)
	return true, nil
}

// Supports is DOMTokenList.supports.
func (l *DOMTokenList) Supports(c *js.Call, t string) bool {
	if l.known == nil {
		c.TypeError("DOMTokenList has no supported tokens.")
		return false
	}
	return indexOf(l.known, strings.ToLower(t)) >= 0
}

func indexOf(l []string, v string) int {
	for i, x := range l {
		if x == v {
			return i
		}
	}
	return -1
}
