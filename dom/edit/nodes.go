package edit

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

var (
	atomA          = atom.Static("a")
	atomAddress    = atom.Static("address")
	atomAlign      = atom.Static("align")
	atomB          = atom.Static("b")
	atomBlockquote = atom.Static("blockquote")
	atomBr         = atom.Static("br")
	atomCenter     = atom.Static("center")
	atomColor      = atom.Static("color")
	atomDd         = atom.Static("dd")
	atomDir        = atom.Static("dir")
	atomDiv        = atom.Static("div")
	atomDl         = atom.Static("dl")
	atomDt         = atom.Static("dt")
	atomEm         = atom.Static("em")
	atomFace       = atom.Static("face")
	atomFont       = atom.Static("font")
	atomHr         = atom.Static("hr")
	atomHref       = atom.Static("href")
	atomI          = atom.Static("i")
	atomID         = atom.Static("id")
	atomImg        = atom.Static("img")
	atomLi         = atom.Static("li")
	atomListing    = atom.Static("listing")
	atomOl         = atom.Static("ol")
	atomP          = atom.Static("p")
	atomPre        = atom.Static("pre")
	atomReversed   = atom.Static("reversed")
	atomS          = atom.Static("s")
	atomSize       = atom.Static("size")
	atomSpan       = atom.Static("span")
	atomSrc        = atom.Static("src")
	atomStart      = atom.Static("start")
	atomStrike     = atom.Static("strike")
	atomStrong     = atom.Static("strong")
	atomStyle      = atom.Static("style")
	atomSub        = atom.Static("sub")
	atomSup        = atom.Static("sup")
	atomTable      = atom.Static("table")
	atomTd         = atom.Static("td")
	atomTh         = atom.Static("th")
	atomType       = atom.Static("type")
	atomU          = atom.Static("u")
	atomUl         = atom.Static("ul")
)

// names is a set of element names.
type names map[atom.Atom]bool

func nameSet(list string) names {
	m := names{}
	for _, n := range strings.Fields(list) {
		m[atom.Static(n)] = true
	}
	return m
}

var (
	headings        = nameSet("h1 h2 h3 h4 h5 h6")
	tableParts      = nameSet("thead tbody tfoot tr th td")
	singleLine      = nameSet("address div h1 h2 h3 h4 h5 h6 listing p pre xmp")
	items           = nameSet("li dt dd")
	lists           = nameSet("ol ul")
	formattable     = nameSet("address dd div dt h1 h2 h3 h4 h5 h6 p pre")
	removeFormat    = nameSet("abbr acronym b bdi bdo big blink cite code dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt u var")
	inlineContents  = nameSet("a abbr b bdi bdo cite code dfn em h1 h2 h3 h4 h5 h6 i kbd mark p pre q rp rt ruby s samp small span strong sub sup u var acronym listing strike xmp big blink font marquee nobr tt")
	prohibited      = nameSet("address article aside blockquote caption center col colgroup dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing menu nav ol p plaintext pre section summary table tbody td tfoot th thead tr ul xmp")
	textOnly        = nameSet("script style plaintext xmp")
	noText          = nameSet("colgroup table tbody tfoot thead tr")
	wanderers       = nameSet("body caption col colgroup frame frameset head html tbody td tfoot th thead tr")
	modifiableNames = nameSet("a b em font i s span strike strong sub sup u")

	// onlyChildren are the names that an element of a name may have for children.
	onlyChildren = map[atom.Atom]names{
		atom.Static("colgroup"): nameSet("col"),
		atomTable:               nameSet("caption col colgroup tbody td tfoot th thead tr"),
		atom.Static("tbody"):    nameSet("td th tr"),
		atom.Static("tfoot"):    nameSet("td th tr"),
		atom.Static("thead"):    nameSet("td th tr"),
		atom.Static("tr"):       nameSet("td th"),
		atomDl:                  nameSet("dt dd"),
		atomDir:                 nameSet("dir li ol ul"),
		atomOl:                  nameSet("dir li ol ul"),
		atomUl:                  nameSet("dir li ol ul"),
		atom.Static("hgroup"):   nameSet("h1 h2 h3 h4 h5 h6"),
	}
)

// html is the local name of an element of HTML, 0 for other nodes.
func (e *Editor) html(n dom.NodeID) atom.Atom {
	if n == 0 || e.s.Kind(n) != dom.KindElement {
		return atom.None
	}
	if nm := e.s.ElementName(n); nm.NS == dom.HTML {
		return nm.Local
	}
	return atom.None
}

func (e *Editor) is(n dom.NodeID, set names) bool { return set[e.html(n)] }

func (e *Editor) isBr(n dom.NodeID) bool { return e.html(n) == atomBr }

func (e *Editor) isList(n dom.NodeID) bool { return lists[e.html(n)] }

func (e *Editor) isText(n dom.NodeID) bool { return n != 0 && e.s.Kind(n).IsText() }

func (e *Editor) isElement(n dom.NodeID) bool { return n != 0 && e.s.Kind(n) == dom.KindElement }

// editable reports a node that edits may change: one in the host, but not the host.
// https://w3c.github.io/editing/docs/execCommand/#editable
func (e *Editor) editable(n dom.NodeID) bool {
	if n == 0 || n == e.host {
		return false
	}
	h := e.v.HostOf(n)
	return h != 0 && h != n
}

// inHost reports whether a node is in the editing host of the range, or it.
func (e *Editor) inHost(n dom.NodeID) bool { return n != 0 && e.v.HostOf(n) == e.host }

func (e *Editor) attrCount(n dom.NodeID) int { return e.s.AttrCount(n) }

func (e *Editor) parent(n dom.NodeID) dom.NodeID { return e.s.Parent(n) }

// childAt is the child with an index, 0 for none.
func (e *Editor) childAt(n dom.NodeID, index int) dom.NodeID {
	if index < 0 || e.s.Kind(n).IsCharacterData() {
		return 0
	}
	c := e.s.FirstChild(n)
	for ; index > 0 && c != 0; index-- {
		c = e.s.Next(c)
	}
	return c
}

// beforeNode and afterNode are the boundaries around a node.
func (e *Editor) beforeNode(n dom.NodeID) dom.Boundary {
	return dom.Boundary{Node: e.s.Parent(n), Offset: e.s.Index(n)}
}

func (e *Editor) afterNode(n dom.NodeID) dom.Boundary {
	return dom.Boundary{Node: e.s.Parent(n), Offset: e.s.Index(n) + 1}
}

func (e *Editor) endOf(n dom.NodeID) dom.Boundary {
	return dom.Boundary{Node: n, Offset: e.s.NodeLength(n)}
}

// block reports a block node: an element that is not inline, a document or a fragment.
// https://w3c.github.io/editing/docs/execCommand/#block-node
func (e *Editor) block(n dom.NodeID) bool {
	if n == 0 {
		return false
	}
	switch e.s.Kind(n) {
	case dom.KindElement:
		return e.v.Display(n) == DisplayBlock
	case dom.KindDocument, dom.KindFragment:
		return true
	}
	return false
}

// inline reports a node that is not a block.
func (e *Editor) inline(n dom.NodeID) bool { return n != 0 && !e.block(n) }

// blockNode is the nearest block that a node is, or is in.
func (e *Editor) blockNode(n dom.NodeID) dom.NodeID {
	for n != 0 && !e.block(n) {
		n = e.s.Parent(n)
	}
	return n
}

func spaceOnly(t string) bool { return strings.Trim(t, "\t\n\r ") == "" }

// whitespace reports a text without anything but spaces that may collapse.
func (e *Editor) whitespace(n dom.NodeID) bool {
	if !e.isText(n) {
		return false
	}
	t := e.s.Data(n)
	if t == "" {
		return true
	}
	if !spaceOnly(t) {
		return false
	}
	p := e.s.Parent(n)
	if !e.isElement(p) {
		return true
	}
	kept, lines := e.v.Spaces(p)
	return !kept && !(lines && strings.Contains(t, "\n"))
}

// beside says what is found first when one goes on from a place.
type beside uint8

const (
	edge    beside = iota // the start or end of a block
	lineEnd               // a br
	content               // what is seen
)

// look goes on from a node in tree order and says what comes first, nodes without effect apart. It leaves the node's own descendants out.
func (e *Editor) look(n dom.NodeID, forward bool) beside {
	root := e.s.Parent(e.host)
	for {
		var next dom.NodeID
		if forward {
			next = e.s.Next(n)
		} else {
			next = e.s.Prev(n)
		}
		if next == 0 {
			n = e.s.Parent(n)
			if n == 0 || n == root || n == e.host || e.block(n) {
				return edge
			}
			continue
		}
		n = next
		for { // down to what comes first in it
			switch {
			case e.isText(n):
				if !e.whitespace(n) {
					return content
				}
			case e.isElement(n):
				if e.isBr(n) {
					return lineEnd
				}
				switch e.v.Display(n) {
				case DisplayBlock:
					return edge
				case DisplayInlineBlock:
					return content
				case DisplayInline:
					if e.replaced(n) {
						return content
					}
					c := e.s.FirstChild(n)
					if !forward {
						c = e.s.LastChild(n)
					}
					if c != 0 {
						n = c
						continue
					}
				}
			}
			break
		}
	}
}

var replacedNames = nameSet("audio button canvas embed iframe img input meter object progress select textarea video hr")

// replaced reports an element that is seen whatever is in it, and that no caret goes into.
func (e *Editor) replaced(n dom.NodeID) bool {
	return e.is(n, replacedNames) || e.isElement(n) && e.html(n) == atom.None
}

// collapsedBreak reports a br behind which the block ends: it makes no line of its own behind it.
// https://w3c.github.io/editing/docs/execCommand/#collapsed-line-break
func (e *Editor) collapsedBreak(n dom.NodeID) bool { return e.isBr(n) && e.look(n, true) == edge }

// extraneous reports a br that shows nothing.
// https://w3c.github.io/editing/docs/execCommand/#extraneous-line-break
func (e *Editor) extraneous(n dom.NodeID) bool {
	if !e.isBr(n) {
		return false
	}
	if p := e.s.Parent(n); e.html(p) == atomLi && e.s.FirstChild(p) == n && e.s.LastChild(p) == n {
		return false
	}
	return e.look(n, false) == content && e.look(n, true) == edge
}

// collapsedWhitespace reports a text of spaces that shows nothing.
// https://w3c.github.io/editing/docs/execCommand/#collapsed-whitespace-node
func (e *Editor) collapsedWhitespace(n dom.NodeID) bool {
	if !e.whitespace(n) {
		return false
	}
	return e.s.DataLength(n) == 0 || e.look(n, false) != content || e.look(n, true) != content
}

// visible reports a node that shows something.
// https://w3c.github.io/editing/docs/execCommand/#visible
func (e *Editor) visible(n dom.NodeID) bool {
	if n == 0 {
		return false
	}
	for a := n; a != 0 && a != e.host; a = e.s.Parent(a) {
		if e.isElement(a) && e.v.Display(a) == DisplayNone {
			return false
		}
	}
	for d := n; d != 0; d = e.s.Following(d, n) {
		switch {
		case e.isText(d):
			if !e.collapsedWhitespace(d) {
				return true
			}
		case e.isBr(d):
			if !e.extraneous(d) {
				return true
			}
		case e.isElement(d):
			if e.block(d) || e.replaced(d) {
				return true
			}
		}
	}
	return false
}

func (e *Editor) invisible(n dom.NodeID) bool { return n != 0 && !e.visible(n) }

// visibleChild reports whether a node has a child that shows something.
func (e *Editor) visibleChild(n dom.NodeID) bool {
	for c := e.s.FirstChild(n); c != 0; c = e.s.Next(c) {
		if e.visible(c) {
			return true
		}
	}
	return false
}

// collapsedProp reports a child that keeps nothing open: a collapsed line break that is extraneous, or inline elements about one.
// https://w3c.github.io/editing/docs/execCommand/#collapsed-block-prop
func (e *Editor) collapsedProp(n dom.NodeID) bool {
	for {
		if e.isBr(n) {
			return e.collapsedBreak(n) && !e.extraneous(n)
		}
		c := e.s.FirstChild(n)
		if !e.isElement(n) || e.block(n) || c == 0 || e.s.Next(c) != 0 {
			return false
		}
		n = c
	}
}

// allowedIn reports whether a child is allowed in a node; name is that of an element that the child is or would be, 0 for another node.
// https://w3c.github.io/editing/docs/execCommand/#allowed-child
func (e *Editor) allowedIn(parent dom.NodeID, child dom.NodeID, name atom.Atom) bool {
	pn := e.html(parent)
	if child != 0 {
		name = e.html(child)
		if noText[pn] && e.isText(child) && !spaceOnly(e.s.Data(child)) {
			return false
		}
		if textOnly[pn] && !e.isText(child) {
			return false
		}
		switch e.s.Kind(child) {
		case dom.KindDocument, dom.KindFragment, dom.KindDoctype:
			return false
		}
	}
	if name == atom.None {
		return true
	}
	if pn == atom.None {
		k := e.s.Kind(parent)
		return k == dom.KindElement || k == dom.KindFragment
	}
	for a := parent; a != 0; a = e.s.Parent(a) {
		an := e.html(a)
		if name == atomA && an == atomA || prohibited[name] && inlineContents[an] || headings[name] && headings[an] {
			return false
		}
		if !prohibited[name] && name != atomA {
			break
		}
	}
	return allowedName(pn, name)
}

// allowedName is the end of "allowed child", by names alone.
func allowedName(parent, child atom.Atom) bool {
	if only, ok := onlyChildren[parent]; ok {
		return only[child]
	}
	switch {
	case wanderers[child],
		(child == atomDd || child == atomDt) && parent != atomDl,
		child == atomLi && !lists[parent],
		parent == atomA && child == atomA,
		(parent == atomDd || parent == atomDt) && (child == atomDd || child == atomDt),
		headings[parent] && headings[child],
		parent == atomLi && child == atomLi,
		inlineContents[parent] && prohibited[child]:
		return false
	}
	return true
}

// allowedChild reports whether a node may be the child of an element of a name.
func (e *Editor) allowedChild(n dom.NodeID, parent atom.Atom) bool {
	if noText[parent] && e.isText(n) && !spaceOnly(e.s.Data(n)) || textOnly[parent] && !e.isText(n) {
		return false
	}
	switch e.s.Kind(n) {
	case dom.KindDocument, dom.KindFragment, dom.KindDoctype:
		return false
	}
	name := e.html(n)
	return name == atom.None || allowedName(parent, name)
}

// contained are the nodes contained in a range, in tree order. With top they are those of no other in the list.
func (e *Editor) contained(r dom.Range, keep func(n dom.NodeID) bool) (list []dom.NodeID) {
	e.eachContained(r, func(n dom.NodeID) {
		if keep(n) {
			list = append(list, n)
		}
	})
	return list
}

// top are the contained nodes that fit, without those below others of the list.
func (e *Editor) top(r dom.Range, keep func(n dom.NodeID) bool) (list []dom.NodeID) {
	e.eachContained(r, func(n dom.NodeID) {
		if len(list) > 0 && e.s.Contains(list[len(list)-1], n) {
			return
		}
		if keep(n) {
			list = append(list, n)
		}
	})
	return list
}

// eachContained visits the nodes contained in a range in tree order.
func (e *Editor) eachContained(r dom.Range, visit func(n dom.NodeID)) {
	n, stop := e.nodesOf(r)
	for n != 0 && n != stop {
		next := e.s.Following(n, 0)
		if !e.s.Contains(n, r.End.Node) {
			visit(n)
		}
		n = next
	}
}

// insideRange reports whether a node begins and ends in a range.
func (e *Editor) insideRange(n dom.NodeID, r dom.Range) bool {
	return e.s.Parent(n) != 0 && e.s.ComparePoints(dom.Boundary{Node: n}, r.Start) > 0 && e.s.ComparePoints(e.endOf(n), r.End) < 0
}

// nodesOf is the first node at or behind the start of a range, and the first behind its end.
func (e *Editor) nodesOf(r dom.Range) (first, stop dom.NodeID) {
	if first = e.childAt(r.Start.Node, r.Start.Offset); first == 0 {
		first = e.s.FollowingSkip(r.Start.Node, 0)
		if e.s.Kind(r.Start.Node).IsCharacterData() && e.s.Contains(r.Start.Node, r.End.Node) {
			return 0, 0
		}
	}
	if stop = e.childAt(r.End.Node, r.End.Offset); stop == 0 {
		if e.s.Kind(r.End.Node).IsCharacterData() {
			stop = r.End.Node
		} else {
			stop = e.s.FollowingSkip(r.End.Node, 0)
		}
	}
	return first, stop
}

// nextPoint and prevPoint are the next and previous equivalent point of a boundary, ok if there is one.
// https://w3c.github.io/editing/docs/execCommand/#next-equivalent-point
func (e *Editor) nextPoint(b dom.Boundary) (dom.Boundary, bool) {
	n := e.s.NodeLength(b.Node)
	if n == 0 {
		return b, false
	}
	if b.Offset == n && e.s.Parent(b.Node) != 0 && e.inline(b.Node) {
		return e.afterNode(b.Node), true
	}
	if c := e.childAt(b.Node, b.Offset); c != 0 && e.s.NodeLength(c) != 0 && e.inline(c) {
		return dom.Boundary{Node: c}, true
	}
	return b, false
}

func (e *Editor) prevPoint(b dom.Boundary) (dom.Boundary, bool) {
	if e.s.NodeLength(b.Node) == 0 {
		return b, false
	}
	if b.Offset == 0 && e.s.Parent(b.Node) != 0 && e.inline(b.Node) {
		return e.beforeNode(b.Node), true
	}
	if c := e.childAt(b.Node, b.Offset-1); c != 0 && e.s.NodeLength(c) != 0 && e.inline(c) {
		return e.endOf(c), true
	}
	return b, false
}

// firstPoint and lastPoint are the ends of the equivalent points of a boundary, in the host.
func (e *Editor) firstPoint(b dom.Boundary) dom.Boundary {
	for {
		p, ok := e.prevPoint(b)
		if !ok || !e.s.Contains(e.host, p.Node) {
			return b
		}
		b = p
	}
}

func (e *Editor) lastPoint(b dom.Boundary) dom.Boundary {
	for {
		p, ok := e.nextPoint(b)
		if !ok || !e.s.Contains(e.host, p.Node) {
			return b
		}
		b = p
	}
}
