package style

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// matcher runs selector programs on elements. It is used by one goroutine and holds until the tree changes.
type matcher struct {
	doc    *dom.Document
	sels   *css.Selectors
	scope  dom.NodeID // what :scope is; 0: the root element
	anchor dom.NodeID // of :has()
	host   dom.NodeID // of the shadow tree whose sheet it is: what :host is
	pseudo css.PseudoElement
	quirks bool
	steps  int // of :has(), against hostile combinations
	inner  int // how many lists inside of selectors are being matched

	subject   dom.NodeID  // of ::slotted() and ::part(): what the pseudo-element is; el is its slot or host
	partNames []atom.Atom // of subject

	// What long lists of siblings and large trees gave, so that asking each of their elements stays linear.
	nth      map[nthKey]nthCache
	siblings map[siblingsKey]siblingsCache
	having   map[havingKey][]uint64 // bit set of the nodes that :has() holds for
	lists    map[listKey]listCache  // what lists inside of lists gave: each level of :is(), :not() and & multiplies how often they are asked

	usesPosition bool // set when a result depended on position, state or content
}

type nthKey struct {
	parent dom.NodeID
	sels   *css.Selectors // of list
	list   css.ListID
	name   dom.NameID // of-type only
	kind   css.NthKind
}

// nthCache is the element that was asked for last, and its index.
type nthCache struct {
	el    dom.NodeID
	index int
}

type siblingsKey struct {
	parent, host, scope dom.NodeID
	rest                *uint32 // the program left of the combinator
}

// siblingsCache says that the program fails on the siblings after hit up to last, and gives result on hit; 0: there is none.
type siblingsCache struct {
	last, hit dom.NodeID
	result    matchResult
}

type havingKey struct {
	root, host, scope dom.NodeID
	sels              *css.Selectors
	prog              uint32
}

type listKey struct {
	el, host, scope dom.NodeID
	sels            *css.Selectors
	list            css.ListID
}

type listCache struct{ matched, usesPosition bool }

const (
	nearSiblings = 16      // that are looked at without asking a cache
	maxCached    = 1 << 16 // rows of a cache before it begins anew
	maxSteps     = 20_000_000
	maxHaving    = 64   // bit sets
	havingAfter  = 4096 // steps of :has() before bit sets are made
)

type matchResult uint8

const (
	matched matchResult = iota
	failedHere
	failedDescendant // try again from a farther ancestor
	failedAll        // nothing can match
)

var (
	atomHref      = atom.Static("href")
	atomXlinkHref = atom.Static("xlink:href")
	atomA         = atom.Static("a")
	atomArea      = atom.Static("area")
	atomLang      = atom.Static("lang")
	atomDir       = atom.Static("dir")
	atomDisabled  = atom.Static("disabled")
	atomRequired  = atom.Static("required")
	atomReadonly  = atom.Static("readonly")
	atomType      = atom.Static("type")
	atomOpen      = atom.Static("open")
	atomInput     = atom.Static("input")
	atomTextarea  = atom.Static("textarea")
	atomSelect    = atom.Static("select")
	atomButton    = atom.Static("button")
	atomOption    = atom.Static("option")
	atomOptgroup  = atom.Static("optgroup")
	atomFieldset  = atom.Static("fieldset")
	atomLegend    = atom.Static("legend")
	atomDetails   = atom.Static("details")
	atomDialog    = atom.Static("dialog")
	atomEditable  = atom.Static("contenteditable")
	atomReversed  = atom.Static("reversed")
	atomSlot      = atom.Static("slot")
	atomPart      = atom.Static("part")
	atomNameAttr  = atom.Static("name")
	atomStyleAttr = atom.Static("style")
)

// matchList reports whether el matches a selector of the list.
func (m *matcher) matchList(list css.ListID, el dom.NodeID) bool {
	for i := range m.sels.List(list) {
		if m.matchSelector(&m.sels.List(list)[i], el) {
			return true
		}
	}
	return false
}

// innerList matches a list that is part of a selector.
func (m *matcher) innerList(list css.ListID, el dom.NodeID) bool {
	m.inner++
	defer func() { m.inner-- }()
	if m.inner == 1 {
		return m.matchList(list, el)
	}
	k := listKey{el, m.host, m.scope, m.sels, list}
	c, ok := m.lists[k]
	if !ok {
		before := m.usesPosition
		m.usesPosition = false
		c = listCache{m.matchList(list, el), m.usesPosition}
		m.usesPosition = before
		if m.lists == nil || len(m.lists) >= maxCached {
			m.lists = make(map[listKey]listCache)
		}
		m.lists[k] = c
	}
	m.usesPosition = m.usesPosition || c.usesPosition
	return c.matched
}

// matchSelector runs one complex selector on el.
func (m *matcher) matchSelector(sel *css.Selector, el dom.NodeID) bool {
	return m.match(m.sels.Words[sel.Prog:], el) == matched
}

// match runs a program from its rightmost compound.
// https://drafts.csswg.org/selectors-4/#match-a-complex-selector-against-an-element
func (m *matcher) match(w []uint32, el dom.NodeID) matchResult {
	rest, ok := m.compound(w, el)
	if !ok {
		return failedHere
	}
	comb := css.Op(rest[0] & 0xFF)
	if comb == css.OpEnd {
		return matched
	}
	rest = rest[1:]
	switch comb {
	case css.OpChild:
		p := m.parentOf(el)
		if p == 0 {
			return failedAll
		}
		switch r := m.match(rest, p); r {
		case matched, failedAll:
			return r
		}
		return failedDescendant
	case css.OpDescendant:
		for p := m.parentOf(el); p != 0; p = m.parentOf(p) {
			if r := m.match(rest, p); r == matched || r == failedAll {
				return r
			}
		}
		return failedAll
	case css.OpNext:
		m.usesPosition = true
		p := m.doc.PrevElement(el)
		if p == 0 {
			return failedDescendant
		}
		return m.match(rest, p)
	case css.OpSubsequent:
		m.usesPosition = true
		return m.subsequent(rest, el)
	}
	return failedHere
}

// subsequent matches a program on the siblings before el, the nearest first.
func (m *matcher) subsequent(rest []uint32, el dom.NodeID) matchResult {
	d := m.doc
	first := d.PrevElement(el)
	p := first
	for range nearSiblings {
		if p == 0 {
			return failedDescendant
		}
		if r := m.match(rest, p); r != failedHere {
			return r
		}
		p = d.PrevElement(p)
	}
	if m.anchor != 0 { // what it gives depends on more than the key
		for ; p != 0; p = d.PrevElement(p) {
			if m.steps++; m.steps > maxSteps {
				break
			}
			if r := m.match(rest, p); r != failedHere {
				return r
			}
		}
		return failedDescendant
	}
	k := siblingsKey{d.Parent(el), m.host, m.scope, &rest[0]}
	c, known := m.siblings[k]
	now := siblingsCache{last: first, result: failedDescendant}
	near := known
	for q := first; near && q != p; q = d.PrevElement(q) {
		if q == c.last {
			now.hit, now.result = c.hit, c.result
			p, near = 0, false
		}
	}
	for ; p != 0; p = d.PrevElement(p) {
		if known && p == c.last {
			now.hit, now.result = c.hit, c.result
			break
		}
		if r := m.match(rest, p); r != failedHere {
			now.hit, now.result = p, r
			break
		}
	}
	if m.siblings == nil || len(m.siblings) >= maxCached {
		m.siblings = make(map[siblingsKey]siblingsCache)
	}
	m.siblings[k] = now
	return now.result
}

// parentOf is the parent element; for a child of a shadow root the host when the sheet is of that tree.
func (m *matcher) parentOf(el dom.NodeID) dom.NodeID {
	p := m.doc.Parent(el)
	if p == 0 {
		return 0
	}
	switch m.doc.Kind(p) {
	case dom.KindElement:
		return p
	case dom.KindShadowRoot:
		if m.host != 0 && m.doc.Host(p) == m.host {
			return m.host
		}
	}
	return 0
}

// compound tests the simple selectors of one compound and returns the words that follow it.
func (m *matcher) compound(w []uint32, el dom.NodeID) ([]uint32, bool) {
	inHost := m.host != 0 && el == m.host // only :host matches the host from inside
	ns := css.NSAny
	var nsURL atom.Atom
	hostOK := false
	d := m.doc
	for {
		op, aux, flags := css.DecodeOp(w[0])
		ok := true
		switch op {
		case css.OpEnd, css.OpDescendant, css.OpChild, css.OpNext, css.OpSubsequent:
			return w, !inHost || hostOK
		case css.OpUniversal:
			ok = m.namespace(el, ns, nsURL)
		case css.OpTag:
			name := d.ElementName(el)
			if d.IsHTML && name.NS == dom.HTML {
				ok = name.Local == atom.Atom(w[2])
			} else {
				ok = name.Local == atom.Atom(w[1])
			}
			ok = ok && m.namespace(el, ns, nsURL)
		case css.OpNamespace:
			ns, nsURL = int(aux), atom.Atom(w[1])
		case css.OpID:
			id := d.ID(el)
			ok = id == atom.Atom(w[1]) || m.quirks && id != atom.None && atom.Atom(w[1]) != css.NoAtom && strings.EqualFold(d.Atoms.String(id), d.Atoms.String(atom.Atom(w[1])))
			ok = ok && id != atom.None
		case css.OpClass:
			ok = m.class(el, atom.Atom(w[1]))
		case css.OpAttr:
			m.usesPosition = true
			ok = m.attr(el, w, css.AttrOp(aux), flags)
		case css.OpPseudo:
			ok = m.pseudoClass(el, css.PseudoClass(aux))
		case css.OpIs, css.OpWhere:
			ok = m.innerList(css.ListID(w[1]), el)
			if inHost && ok {
				hostOK = true
			}
		case css.OpNot:
			ok = !m.innerList(css.ListID(w[1]), el)
		case css.OpHas:
			ok = m.has(css.ListID(w[1]), el)
		case css.OpNth:
			ok = m.nthMatch(el, css.NthKind(aux), int(int32(w[1])), int(int32(w[2])), css.ListID(w[3]))
		case css.OpLang:
			ok = m.lang(el, w[2:2+w[1]])
		case css.OpDir:
			m.usesPosition = true
			ok = aux < 2 && int(aux) == directionOf(d.Store, el)
		case css.OpState:
			ok = d.HasCustomState(el, atom.Atom(w[1]))
		case css.OpHost:
			ok = m.host != 0 && el == m.host
			if ok && w[1] != 0 {
				host := m.host
				m.host = 0
				ok = m.matchList(css.ListID(w[1]), el)
				m.host = host
			}
			hostOK = true
		case css.OpHostContext:
			ok = false
			if m.host != 0 && el == m.host {
				host := m.host
				m.host = 0
				for p := el; p != 0 && !ok; p = flatParent(d.Store, p) {
					if d.Kind(p) == dom.KindElement {
						ok = m.matchList(css.ListID(w[1]), p)
					}
				}
				m.host = host
			}
			hostOK = true
		case css.OpNest:
			if w[1] != 0 {
				ok = m.innerList(css.ListID(w[1]), el)
			} else {
				ok = m.isScope(el)
			}
		case css.OpElement:
			switch css.PseudoElement(aux) {
			case css.ElementSlotted:
				if ok = m.subject != 0; ok {
					host := m.host
					m.host = 0 // the subject is no part of the shadow tree
					ok = m.matchList(css.ListID(w[1]), m.subject)
					m.host = host
				}
			case css.ElementPart:
				if ok = m.subject != 0 && m.part(w[1]); ok {
					el = m.subject // what follows is of the part
				}
			default:
				ok = m.pseudo != css.ElementNone && m.pseudo == css.PseudoElement(aux)
				if next := css.Op(w[css.OpWords(w)] & 0xFF); next == css.OpPseudo {
					ok = false // states of pseudo-elements are not tracked
				}
			}
		case css.OpAnchor:
			ok = el == m.anchor
		default:
			ok = false
		}
		if !ok {
			return w, false
		}
		w = w[css.OpWords(w):]
	}
}

func (m *matcher) namespace(el dom.NodeID, kind int, url atom.Atom) bool {
	switch kind {
	case css.NSAny:
		return true
	case css.NSNone:
		return m.doc.ElementName(el).NS == dom.NoNamespace
	}
	return m.doc.NamespaceURI(m.doc.ElementName(el).NS) == m.doc.Atoms.String(url)
}

func (m *matcher) class(el dom.NodeID, c atom.Atom) bool {
	for _, x := range m.doc.ClassesOf(el) {
		if x == c {
			return true
		}
	}
	if m.quirks && c != css.NoAtom {
		want := m.doc.Atoms.String(c)
		for _, x := range m.doc.ClassesOf(el) {
			if strings.EqualFold(m.doc.Atoms.String(x), want) {
				return true
			}
		}
	}
	return false
}

// attr compares an attribute. Words: name, lower, ns, prefix, value.
func (m *matcher) attr(el dom.NodeID, w []uint32, op css.AttrOp, flags uint16) bool {
	d := m.doc
	html := d.IsHTML && d.ElementName(el).NS == dom.HTML
	want := atom.Atom(w[1])
	if html {
		want = atom.Atom(w[2])
	}
	ns := flags >> css.AttrNSShift & 3
	ci := flags&css.AttrCaseI != 0 || flags&css.AttrHTMLCaseI != 0 && html && flags&css.AttrCaseS == 0
	for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
		at := d.AttrAt(a)
		n := d.NameOf(at.Name)
		if n.Local != want {
			continue
		}
		switch ns {
		case css.NSNone:
			if n.NS != dom.NoNamespace {
				continue
			}
		case css.NSURI:
			if d.NamespaceURI(n.NS) != d.Atoms.String(atom.Atom(w[3])) {
				continue
			}
		}
		if op == css.AttrExists {
			return true
		}
		if attrValue(at.Value, d.Atoms.String(atom.Atom(w[5])), op, ci) {
			return true
		}
	}
	return false
}

func attrValue(have, want string, op css.AttrOp, ci bool) bool {
	eq := func(a, b string) bool { return a == b || ci && len(a) == len(b) && asciiEqualFold(a, b) }
	switch op {
	case css.AttrEquals:
		return eq(have, want)
	case css.AttrIncludes:
		if want == "" || strings.ContainsAny(want, " \t\n\f\r") {
			return false
		}
		for i := 0; i < len(have); {
			for i < len(have) && isSpace(have[i]) {
				i++
			}
			j := i
			for j < len(have) && !isSpace(have[j]) {
				j++
			}
			if j > i && eq(have[i:j], want) {
				return true
			}
			i = j
		}
	case css.AttrDash:
		return eq(have, want) || len(have) > len(want) && have[len(want)] == '-' && eq(have[:len(want)], want)
	case css.AttrPrefix:
		return want != "" && len(have) >= len(want) && eq(have[:len(want)], want)
	case css.AttrSuffix:
		return want != "" && len(have) >= len(want) && eq(have[len(have)-len(want):], want)
	case css.AttrSubstring:
		if want == "" {
			return false
		}
		if !ci {
			return strings.Contains(have, want)
		}
		for i := 0; i+len(want) <= len(have); i++ {
			if asciiEqualFold(have[i:i+len(want)], want) {
				return true
			}
		}
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

func asciiEqualFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if 'A' <= x && x <= 'Z' {
			x += 32
		}
		if 'A' <= y && y <= 'Z' {
			y += 32
		}
		if x != y {
			return false
		}
	}
	return true
}

func (m *matcher) isScope(el dom.NodeID) bool {
	if m.scope != 0 {
		return el == m.scope
	}
	return m.isRoot(el)
}

func (m *matcher) isRoot(el dom.NodeID) bool {
	p := m.doc.Parent(el)
	return p != 0 && m.doc.Kind(p) == dom.KindDocument
}

// stateOf is the state bit of a pseudo-class that the owner of the page keeps.
var stateOf = map[css.PseudoClass]dom.State{
	css.PseudoHover: dom.StateHover, css.PseudoActive: dom.StateActive, css.PseudoFocus: dom.StateFocus, css.PseudoFocusVisible: dom.StateFocusVisible,
	css.PseudoFocusWithin: dom.StateFocusWithin, css.PseudoTarget: dom.StateTarget, css.PseudoChecked: dom.StateChecked,
	css.PseudoIndeterminate: dom.StateIndeterminate, css.PseudoDefault: dom.StateDefault, css.PseudoValid: dom.StateValid, css.PseudoInvalid: dom.StateInvalid,
	css.PseudoUserValid: dom.StateUserValid, css.PseudoUserInvalid: dom.StateUserInvalid, css.PseudoInRange: dom.StateInRange, css.PseudoOutOfRange: dom.StateOutOfRange,
	css.PseudoPlaceholderShown: dom.StatePlaceholderShown, css.PseudoAutofill: dom.StateAutofill, css.PseudoDefined: dom.StateDefined, css.PseudoModal: dom.StateModal,
	css.PseudoPopoverOpen: dom.StatePopoverOpen, css.PseudoFullscreen: dom.StateFullscreen,
	css.PseudoRequired: dom.StateRequired, css.PseudoOptional: dom.StateOptional, css.PseudoReadWrite: dom.StateReadWrite,
	css.PseudoDisabled: dom.StateDisabled, css.PseudoEnabled: dom.StateEnabled, css.PseudoOpen: dom.StateOpen,
}

var stateBits = func() (t [css.PseudoClassCount]dom.State) {
	for p, b := range stateOf {
		t[p] = b
	}
	return t
}()

func (m *matcher) pseudoClass(el dom.NodeID, p css.PseudoClass) bool {
	d := m.doc
	switch p {
	case css.PseudoRoot:
		return m.isRoot(el)
	case css.PseudoScope:
		return m.isScope(el)
	}
	m.usesPosition = true
	switch p {
	case css.PseudoEmpty:
		for c := d.FirstChild(el); c != 0; c = d.Next(c) {
			switch k := d.Kind(c); {
			case k == dom.KindElement, k.IsText() && d.DataLength(c) > 0:
				return false
			}
		}
		return true
	case css.PseudoFirstChild:
		return d.PrevElement(el) == 0
	case css.PseudoLastChild:
		return d.NextElement(el) == 0
	case css.PseudoOnlyChild:
		return d.PrevElement(el) == 0 && d.NextElement(el) == 0
	case css.PseudoFirstOfType:
		return m.nthMatch(el, css.NthOfType, 0, 1, 0)
	case css.PseudoLastOfType:
		return m.nthMatch(el, css.NthLastOfType, 0, 1, 0)
	case css.PseudoOnlyOfType:
		return m.nthMatch(el, css.NthOfType, 0, 1, 0) && m.nthMatch(el, css.NthLastOfType, 0, 1, 0)
	case css.PseudoLink, css.PseudoAnyLink:
		return isLink(d, el)
	case css.PseudoVisited:
		return false
	case css.PseudoRequired, css.PseudoOptional:
		n := d.ElementName(el)
		if n.NS != dom.HTML || n.Local != atomInput && n.Local != atomSelect && n.Local != atomTextarea {
			return false
		}
		return d.HasAttr(el, atomRequired) == (p == css.PseudoRequired)
	case css.PseudoDisabled:
		return canBeDisabled(d, el) && isDisabled(d, el)
	case css.PseudoEnabled:
		return canBeDisabled(d, el) && !isDisabled(d, el)
	case css.PseudoReadWrite:
		return isReadWrite(d, el)
	case css.PseudoReadOnly:
		return !isReadWrite(d, el)
	case css.PseudoOpen:
		n := d.ElementName(el)
		if n.NS == dom.HTML && (n.Local == atomDetails || n.Local == atomDialog) {
			return d.HasAttr(el, atomOpen)
		}
		return d.State(el)&dom.StateOpen != 0
	case css.PseudoPlaceholderShown:
		return d.State(el)&dom.StatePlaceholderShown != 0
	}
	if b := stateBits[p]; b != 0 {
		return d.State(el)&b != 0
	}
	return false
}

func isLink(d *dom.Document, el dom.NodeID) bool {
	n := d.ElementName(el)
	switch {
	case n.NS == dom.HTML && (n.Local == atomA || n.Local == atomArea):
		return d.HasAttr(el, atomHref)
	case n.NS == dom.SVG && n.Local == atomA:
		for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
			if d.NameOf(d.AttrAt(a).Name).Local == atomHref {
				return true
			}
		}
	}
	return false
}

func canBeDisabled(d *dom.Document, el dom.NodeID) bool {
	n := d.ElementName(el)
	if n.NS != dom.HTML {
		return false
	}
	switch n.Local {
	case atomInput, atomSelect, atomTextarea, atomButton, atomOption, atomOptgroup, atomFieldset:
		return true
	}
	return d.State(el)&(dom.StateDisabled|dom.StateEnabled) != 0 // a form-associated custom element
}

// isDisabled: https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled
func isDisabled(d *dom.Document, el dom.NodeID) bool {
	if d.HasAttr(el, atomDisabled) {
		return true
	}
	local := d.LocalName(el)
	if local == atomOption {
		p := d.ParentElement(el)
		return p != 0 && d.IsHTMLElement(p, atomOptgroup) && d.HasAttr(p, atomDisabled)
	}
	if local == atomOptgroup {
		return false
	}
	child := el
	for p := d.ParentElement(el); p != 0; child, p = p, d.ParentElement(p) {
		if d.IsHTMLElement(p, atomFieldset) && d.HasAttr(p, atomDisabled) {
			// not inside its first legend
			for c := d.FirstElementChild(p); c != 0; c = d.NextElement(c) {
				if d.IsHTMLElement(c, atomLegend) {
					if c == child {
						goto next
					}
					break
				}
			}
			return true
		}
	next:
	}
	return false
}

func isReadWrite(d *dom.Document, el dom.NodeID) bool {
	n := d.ElementName(el)
	if n.NS == dom.HTML {
		switch n.Local {
		case atomTextarea:
			return !d.HasAttr(el, atomReadonly) && !isDisabled(d, el)
		case atomInput:
			switch lower(d.Attr(el, atomType)) {
			case "hidden", "checkbox", "radio", "file", "submit", "image", "reset", "button", "color", "range":
				return false
			}
			return !d.HasAttr(el, atomReadonly) && !isDisabled(d, el)
		}
	}
	for p := el; p != 0; p = d.ParentElement(p) {
		if v, ok := d.LookupAttr(p, atomEditable); ok {
			switch lower(v) {
			case "", "true", "plaintext-only":
				return true
			case "false":
				return false
			}
		}
	}
	return false
}

// nthMatch: https://drafts.csswg.org/selectors-4/#the-nth-child-pseudo
func (m *matcher) nthMatch(el dom.NodeID, kind css.NthKind, a, b int, of css.ListID) bool {
	m.usesPosition = true
	if of != 0 && !m.matchList(of, el) {
		return false
	}
	i := m.nthIndex(el, kind, of)
	if a == 0 {
		return i == b
	}
	d := i - b
	return d%a == 0 && d/a >= 0
}

func (m *matcher) nthIndex(el dom.NodeID, kind css.NthKind, of css.ListID) int {
	d := m.doc
	ofType := kind == css.NthOfType || kind == css.NthLastOfType
	last := kind == css.NthLastChild || kind == css.NthLastOfType
	counts := func(e dom.NodeID) bool {
		switch {
		case ofType:
			return d.NameIDOf(e) == d.NameIDOf(el)
		case of != 0:
			return m.matchList(of, e)
		}
		return true
	}
	ahead := d.PrevElement
	if last {
		ahead = d.NextElement
	}
	i, p := 1, ahead(el)
	for range nearSiblings {
		if p == 0 {
			return i
		}
		if counts(p) {
			i++
		}
		p = ahead(p)
	}
	k := nthKey{parent: d.Parent(el), kind: kind, list: of}
	if of != 0 {
		k.sels = m.sels
	}
	if ofType {
		k.name = d.NameIDOf(el)
	}
	c, known := m.nth[k]
	if known && c.el == el {
		return c.index
	}
	// Elements are asked for in order: the one before was asked for last.
	i = 0
	if known {
		n := 1
		for p := d.PrevElement(el); p != 0; p = d.PrevElement(p) {
			if p == c.el {
				if i = c.index + n; last {
					i = c.index - n
				}
				break
			}
			if counts(p) {
				n++
			}
		}
		if i == 0 && !last { // it stands behind: all were counted
			i = n
		}
	}
	if i == 0 {
		i = 1
		for p := ahead(el); p != 0; p = ahead(p) {
			if counts(p) {
				i++
			}
		}
	}
	if m.nth == nil || len(m.nth) >= maxCached {
		m.nth = make(map[nthKey]nthCache)
	}
	m.nth[k] = nthCache{el, i}
	return i
}

// has matches :has(list) on el.
func (m *matcher) has(list css.ListID, el dom.NodeID) bool {
	m.usesPosition = true
	saved := m.anchor
	defer func() { m.anchor = saved }()
	for i := range m.sels.List(list) {
		sel := &m.sels.List(list)[i]
		// the combinator next to the anchor says where to look
		lead, single, any := m.leading(sel)
		if !any {
			continue
		}
		m.anchor = el
		if single && m.steps > havingAfter {
			if set := m.havingSet(sel, lead, el); set != nil {
				if w := int(el / 64); w < len(set) && set[w]>>(el%64)&1 != 0 {
					return true
				}
				continue
			}
		}
		from, within := m.doc.FirstChild(el), el
		if lead == css.OpNext || lead == css.OpSubsequent {
			from, within = m.doc.Next(el), m.doc.Parent(el)
		}
		for n := from; n != 0; n = m.doc.Following(n, within) {
			if m.steps++; m.steps > maxSteps {
				return false
			}
			if m.doc.Kind(n) == dom.KindElement && m.matchSelector(sel, n) {
				return true
			}
		}
	}
	return false
}

// havingSet has the nodes of el's tree that have a relative that matches the one compound of sel: those of all elements are found in
// one walk. nil: there are too many sets.
func (m *matcher) havingSet(sel *css.Selector, lead css.Op, el dom.NodeID) []uint64 {
	d := m.doc
	root := el
	for p := d.Parent(root); p != 0; p = d.Parent(root) {
		root = p
	}
	k := havingKey{root, m.host, m.scope, m.sels, sel.Prog}
	if set, ok := m.having[k]; ok {
		return set
	}
	if len(m.having) >= maxHaving {
		return nil
	}
	set := make([]uint64, 1)
	mark := func(n dom.NodeID) (fresh bool) {
		for int(n/64) >= len(set) {
			set = append(set, 0)
		}
		fresh = set[n/64]>>(n%64)&1 == 0
		set[n/64] |= 1 << (n % 64)
		return fresh
	}
	for n := d.Following(root, root); n != 0; n = d.Following(n, root) {
		if d.Kind(n) != dom.KindElement {
			continue
		}
		if _, ok := m.compound(m.sels.Words[sel.Prog:], n); !ok {
			continue
		}
		switch lead {
		case css.OpChild:
			mark(d.Parent(n))
		case css.OpDescendant:
			for p := d.Parent(n); p != 0 && mark(p); p = d.Parent(p) {
			}
		case css.OpNext:
			if p := d.PrevElement(n); p != 0 {
				mark(p)
			}
		case css.OpSubsequent:
			for p := d.PrevElement(n); p != 0 && mark(p); p = d.PrevElement(p) {
			}
		}
	}
	if m.having == nil {
		m.having = make(map[havingKey][]uint64)
	}
	m.having[k] = set
	return set
}

// leading is the combinator that stands before OpAnchor, and whether a single compound stands before that.
func (m *matcher) leading(sel *css.Selector) (comb css.Op, single, ok bool) {
	w := m.sels.Words[sel.Prog:]
	comb = css.OpDescendant
	n := 0
	for {
		op, _, _ := css.DecodeOp(w[0])
		switch op {
		case css.OpEnd:
			return comb, false, false
		case css.OpDescendant, css.OpChild, css.OpNext, css.OpSubsequent:
			comb = op
			n++
		case css.OpAnchor:
			return comb, n == 1, true
		}
		w = w[css.OpWords(w):]
	}
}

// lang: https://drafts.csswg.org/selectors-4/#the-lang-pseudo
func (m *matcher) lang(el dom.NodeID, ranges []uint32) bool {
	m.usesPosition = true
	tag := LanguageOf(m.doc, el)
	for _, r := range ranges {
		if langMatches(m.doc.Atoms.String(atom.Atom(r)), tag) {
			return true
		}
	}
	return false
}

// LanguageOf is the language of el: of its nearest xml:lang attribute, or lang of an HTML or SVG element, or what its document declares.
// https://html.spec.whatwg.org/multipage/dom.html#language
func LanguageOf(d *dom.Document, el dom.NodeID) string {
	for p := el; p != 0; p = flatParent(d.Store, p) {
		if d.Kind(p) != dom.KindElement {
			continue
		}
		if d.FirstAttr(p) == 0 {
			continue
		}
		ns := d.ElementName(p).NS
		lang, has := "", false
		for a := d.FirstAttr(p); a != 0; a = d.NextAttr(a) {
			at := d.AttrAt(a)
			n := d.NameOf(at.Name)
			switch {
			case n.Local != atomLang:
			case n.NS == dom.XML:
				return at.Value
			case n.NS == dom.NoNamespace && (ns == dom.HTML || ns == dom.SVG):
				lang, has = at.Value, true
			}
		}
		if has {
			return lang
		}
	}
	return d.DocumentOf(el).Language
}

// langMatches is extended filtering of RFC 4647.
func langMatches(rng, tag string) bool {
	if rng == "" {
		return tag == ""
	}
	if tag == "" {
		return false
	}
	rs, ts := strings.Split(rng, "-"), strings.Split(tag, "-")
	if rs[0] != "*" && !asciiEqualFold(rs[0], ts[0]) {
		return false
	}
	i, j := 1, 1
	for i < len(rs) {
		switch {
		case rs[i] == "*":
			i++
		case j >= len(ts):
			return false
		case asciiEqualFold(rs[i], ts[j]):
			i, j = i+1, j+1
		case len(ts[j]) == 1:
			return false
		default:
			j++
		}
	}
	return true
}

// part reports whether one of the names of ::part() is a part name of the subject as the scope of the sheet sees it.
func (m *matcher) part(row uint32) bool {
	for _, want := range m.sels.Names[row] {
		if !slices.Contains(m.partNames, want) {
			return false
		}
	}
	return true
}

// ---- queries

// newMatcher makes a matcher for the tree of a node.
func newMatcher(doc *dom.Document, sel *css.Selectors, scope, at dom.NodeID) matcher {
	if sel.ControlStates {
		doc.SettleTree(at)
	}
	return matcher{doc: doc, sels: sel, scope: scope, quirks: doc.Mode == dom.Quirks}
}

// Matches reports whether element el matches one of the selectors. scope is :scope, 0 for the root.
func Matches(doc *dom.Document, el dom.NodeID, sel *css.Selectors, list css.ListID, scope dom.NodeID) bool {
	m := newMatcher(doc, sel, scope, el)
	if scope == 0 {
		m.scope = el
	}
	return m.matchList(list, el)
}

// Closest is the nearest inclusive ancestor of el that matches, or 0.
func Closest(doc *dom.Document, el dom.NodeID, sel *css.Selectors, list css.ListID) dom.NodeID {
	m := newMatcher(doc, sel, el, el)
	for p := el; p != 0; p = doc.ParentElement(p) {
		if m.matchList(list, p) {
			return p
		}
	}
	return 0
}

// queryScope is :scope of a query from root.
func queryScope(doc *dom.Document, root dom.NodeID) dom.NodeID {
	if doc.Kind(root) == dom.KindElement {
		return root
	}
	return 0
}

// QuerySelector is the first descendant of root in tree order that matches, or 0.
func QuerySelector(doc *dom.Document, root dom.NodeID, sel *css.Selectors, list css.ListID) dom.NodeID {
	q := query{matcher: newMatcher(doc, sel, queryScope(doc, root), root), list: list}
	if l := sel.List(list); len(l) == 1 && l[0].KeyKind == css.KeyID && doc.Mode != dom.Quirks && doc.Flags(root)&(dom.Connected|dom.InShadow) == dom.Connected {
		var first dom.NodeID
		for _, e := range doc.ElementsByID(l[0].Key) {
			if doc.DocumentOf(e) == doc && e != root && doc.Contains(root, e) && q.matchSelector(&l[0], e) {
				if first == 0 || doc.CompareOrder(e, first) < 0 {
					first = e
				}
			}
		}
		return first
	}
	q.prepare()
	for n := q.next(root, root); n != 0; n = q.next(n, root) {
		if q.simple || q.matchList(list, n) {
			return n
		}
	}
	return 0
}

// query has the fast rejection of a selector list.
type query struct {
	matcher
	list   css.ListID
	kind   css.KeyKind
	key    atom.Atom
	simple bool // what has the key matches
}

func (q *query) prepare() {
	l := q.sels.List(q.list)
	if len(l) != 1 || q.quirks {
		return
	}
	q.kind, q.key = l[0].KeyKind, l[0].Key
	if w := q.sels.Words[l[0].Prog:]; q.kind == css.KeyClass && l[0].Element == css.ElementNone {
		op, _, _ := css.DecodeOp(w[0])
		end, _, _ := css.DecodeOp(w[2])
		q.simple = op == css.OpClass && end == css.OpEnd
	}
}

// next is the next element after n that may match.
func (q *query) next(n, root dom.NodeID) dom.NodeID {
	for {
		if q.kind == css.KeyClass {
			return q.doc.FollowingElement(n, root, q.key)
		}
		n = q.doc.FollowingElement(n, root, atom.None)
		switch {
		case n == 0:
			return 0
		case q.kind == css.KeyID && q.doc.ID(n) != q.key:
		case q.kind == css.KeyTag && q.doc.LocalName(n) != q.key && q.doc.ElementName(n).NS == dom.HTML:
		default:
			return n
		}
	}
}

// QuerySelectorAll appends all descendants of root that match, in tree order.
func QuerySelectorAll(dst []dom.NodeID, doc *dom.Document, root dom.NodeID, sel *css.Selectors, list css.ListID) []dom.NodeID {
	q := query{matcher: newMatcher(doc, sel, queryScope(doc, root), root), list: list}
	q.prepare()
	for n := q.next(root, root); n != 0; n = q.next(n, root) {
		if q.simple || q.matchList(list, n) {
			dst = append(dst, n)
		}
	}
	return dst
}
