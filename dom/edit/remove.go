package edit

import (
	"github.com/niso-engine/niso/dom"
)

// deepStart is where the content behind a boundary begins: in the first text or before the first leaf, of the same line where there is one.
func (e *Editor) deepStart(b dom.Boundary) dom.Boundary {
	for {
		n := e.s.NodeLength(b.Node)
		if e.s.Kind(b.Node).IsCharacterData() {
			if b.Offset < n && e.isText(b.Node) && !e.collapsedWhitespace(b.Node) {
				return b
			}
			if b.Node == e.host {
				return b
			}
			after := e.afterNode(b.Node)
			if b.Offset == n && e.isText(b.Node) && n > 0 && e.look(b.Node, true) != content {
				return b // the end of a line
			}
			b = after
			continue
		}
		c := e.childAt(b.Node, b.Offset)
		switch {
		case c == 0 && b.Node != e.host && e.inline(b.Node):
			if e.look(b.Node, true) != content {
				return b
			}
			b = e.afterNode(b.Node)
		case c == 0 || e.atomic(c):
			return b
		case e.isElement(c) || e.s.Kind(c).IsCharacterData():
			if e.isElement(c) && e.s.FirstChild(c) == 0 && e.block(c) {
				return dom.Boundary{Node: c}
			}
			b = dom.Boundary{Node: c}
		default:
			b = e.afterNode(c)
		}
	}
}

// deepEnd is where the content before a boundary ends.
func (e *Editor) deepEnd(b dom.Boundary) dom.Boundary {
	for {
		if e.s.Kind(b.Node).IsCharacterData() {
			if b.Offset > 0 && e.isText(b.Node) && !e.collapsedWhitespace(b.Node) {
				return b
			}
			if b.Node == e.host {
				return b
			}
			if b.Offset == 0 && e.isText(b.Node) && e.s.DataLength(b.Node) > 0 && e.look(b.Node, false) != content {
				return b // the start of a line
			}
			b = e.beforeNode(b.Node)
			continue
		}
		c := e.childAt(b.Node, b.Offset-1)
		switch {
		case c == 0 && b.Node != e.host && e.inline(b.Node):
			if e.look(b.Node, false) != content {
				return b
			}
			b = e.beforeNode(b.Node)
		case c == 0 || e.atomic(c):
			return b
		default:
			b = e.endOf(c)
		}
	}
}

// cell is the table cell that a node is in, 0 for none.
func (e *Editor) cell(n dom.NodeID) dom.NodeID {
	for ; n != 0 && n != e.host; n = e.s.Parent(n) {
		if name := e.html(n); name == atomTd || name == atomTh {
			return n
		}
	}
	return 0
}

// onlyBreak reports a block with nothing but a br that keeps it open.
func (e *Editor) onlyBreak(block dom.NodeID) bool {
	br := false
	for n := e.s.Following(block, block); n != 0; n = e.s.Following(n, block) {
		switch {
		case e.isBr(n):
			if br {
				return false
			}
			br = true
		case e.isText(n) && !e.whitespace(n), e.isElement(n) && (e.block(n) || e.replaced(n)):
			return false
		}
	}
	return br
}

// empty reports a block that shows no line.
func (e *Editor) empty(block dom.NodeID) bool {
	for n := e.s.Following(block, block); n != 0; n = e.s.Following(n, block) {
		if e.isText(n) && !e.whitespace(n) || e.isElement(n) && (e.isBr(n) || e.replaced(n) || e.atomic(n)) || e.is(n, tableParts) {
			return false
		}
	}
	return true
}

// deleteRange deletes what is selected. strip: inline elements that are empty without it go too. merge: the lines at both ends become one.
// https://w3c.github.io/editing/docs/execCommand/#delete-the-selection
func (e *Editor) deleteRange(strip, merge bool) {
	if e.collapsed() || !e.inHost(e.r.Start.Node) || !e.inHost(e.r.End.Node) {
		return
	}
	start, end := e.deepStart(e.r.Start), e.deepEnd(e.r.End)
	if e.s.ComparePoints(start, end) >= 0 {
		e.collapse(e.r.Start)
		return
	}
	startBlock, endBlock := e.lineBlock(start.Node), e.lineBlock(end.Node)
	startsEmpty := startBlock != endBlock && e.onlyBreak(startBlock)
	endAtStart := e.atLineStart(end)
	e.Select(start, end)
	overrides := e.recordStates()
	if start.Node == end.Node && e.isText(start.Node) && !(start.Offset == 0 && end.Offset == e.s.NodeLength(end.Node)) {
		e.replaceData(start.Node, start.Offset, end.Offset-start.Offset, "")
		e.collapse(start)
		if strip { // else text comes there
			e.fixSpaces(start)
			e.balanceAround()
		}
		e.restoreStates(overrides)
		return
	}
	from, to := start, end
	if e.isText(from.Node) && from.Offset == 0 {
		from = e.beforeNode(from.Node)
	}
	if e.isText(to.Node) && to.Offset == e.s.NodeLength(to.Node) {
		to = e.afterNode(to.Node)
	}
	cells := e.cell(from.Node) != e.cell(to.Node)
	list := e.top(dom.Range{Start: from, End: to}, func(n dom.NodeID) bool {
		return (e.editable(n) || e.inHost(e.s.Parent(n))) && !(cells && e.is(n, tableParts))
	})
	e.Select(from, to)
	if e.isText(from.Node) {
		e.replaceData(from.Node, from.Offset, e.s.NodeLength(from.Node)-from.Offset, "")
	}
	if e.isText(to.Node) && to.Node != from.Node {
		e.replaceData(to.Node, 0, to.Offset, "")
	}
	for _, n := range list {
		parent := e.s.Parent(n)
		if parent == 0 {
			continue
		}
		e.remove(n)
		for strip && e.editable(parent) && e.inline(parent) && e.s.FirstChild(parent) == 0 {
			up := e.s.Parent(parent)
			e.remove(parent)
			parent = up
		}
	}
	at := e.r.Start
	switch {
	case !merge || startBlock == endBlock || !e.s.IsConnected(startBlock) || !e.s.IsConnected(endBlock) || cells && e.cell(endBlock) != 0:
	case startsEmpty && endAtStart && startBlock != e.host && !e.s.Contains(startBlock, endBlock) && !e.s.Contains(endBlock, startBlock):
		at = e.r.End
		e.prune(startBlock)
	default:
		at = e.join(startBlock, endBlock, at)
	}
	if strip || !e.inline(at.Node) || !e.isElement(at.Node) || e.s.FirstChild(at.Node) != 0 {
		at = e.settle(at)
	}
	e.collapse(at)
	if b := e.lineBlock(e.r.Start.Node); e.empty(b) {
		e.fill(b)
	}
	if cells && e.s.IsConnected(endBlock) && e.empty(endBlock) {
		at := e.r.Start
		e.fill(endBlock)
		e.collapse(at)
	}
	if strip {
		e.fixSpaces(e.r.Start)
		e.balanceAround()
	}
	e.restoreStates(overrides)
}

// balanceAround makes the spaces on both sides of the caret runs of which all show.
func (e *Editor) balanceAround() {
	b := e.r.Start
	if e.isText(b.Node) {
		u := units(e.s.Data(b.Node))
		if b.Offset > 0 && isSpace(u[b.Offset-1]) || b.Offset < len(u) && isSpace(u[b.Offset]) {
			e.rebalance(b)
		}
		b = e.r.Start
	}
	if !e.isText(b.Node) || b.Offset == e.s.DataLength(b.Node) {
		if t := e.textAfter(b); t != 0 && t != b.Node && isSpace(units(e.s.Data(t))[0]) {
			e.rebalance(dom.Boundary{Node: t})
		}
	}
	if !e.isText(b.Node) || b.Offset == 0 {
		if t := e.textBefore(b); t != 0 && t != b.Node {
			if u := units(e.s.Data(t)); isSpace(u[len(u)-1]) {
				e.rebalance(e.endOf(t))
			}
		}
	}
}

// atLineStart reports a place with nothing before it in its block.
func (e *Editor) atLineStart(b dom.Boundary) bool {
	n := e.leafBeside(b, false)
	if e.isText(b.Node) && b.Offset > e.shownStart(b.Node) {
		return false
	}
	return n == 0 || e.isBr(n) || e.lineBlock(n) != e.lineBlock(b.Node)
}

// prune removes a node, and the ancestors in the host that are empty without it.
func (e *Editor) prune(n dom.NodeID) {
	for n != e.host {
		p := e.s.Parent(n)
		e.remove(n)
		if p == 0 || !e.editable(p) || e.is(p, tableParts) {
			return
		}
		for c := e.s.FirstChild(p); c != 0; c = e.s.Next(c) {
			if !e.whitespace(c) {
				return
			}
		}
		n = p
	}
}

// fill gives a block without a line a br, with the caret before it.
func (e *Editor) fill(block dom.NodeID) {
	for c := e.s.FirstChild(block); c != 0; {
		next := e.s.Next(c)
		if e.inline(c) && e.editable(c) {
			e.remove(c)
		}
		c = next
	}
	e.insert(block, e.create(atomBr), e.s.FirstChild(block))
	e.collapse(dom.Boundary{Node: block})
}

// settle is a boundary in the text beside one, where there is one in the line.
func (e *Editor) settle(b dom.Boundary) dom.Boundary {
	if e.s.Kind(b.Node).IsCharacterData() {
		return b
	}
	if t := e.textBefore(b); t != 0 && e.lineBlock(t) == e.lineBlock(b.Node) && e.editable(t) {
		return e.endOf(t)
	}
	if t := e.textAfter(b); t != 0 && e.lineBlock(t) == e.lineBlock(b.Node) && e.editable(t) {
		return dom.Boundary{Node: t, Offset: e.shownStart(t)}
	}
	return b
}

// line are consecutive siblings from first on that make a line: up to a br, which is not among them, or a block.
func (e *Editor) line(first dom.NodeID) (list []dom.NodeID, br dom.NodeID) {
	for n := first; n != 0 && (e.inline(n) || e.s.Kind(n) == dom.KindComment); n = e.s.Next(n) {
		if e.isBr(n) {
			return list, n
		}
		list = append(list, n)
	}
	return list, 0
}

// join moves the first line of the block from behind what is left of the block into, and gives the place where they meet.
func (e *Editor) join(into, from dom.NodeID, at dom.Boundary) dom.Boundary {
	if e.onlyBreak(into) || e.empty(into) {
		for c := e.s.FirstChild(into); c != 0; {
			next := e.s.Next(c)
			if e.editable(c) && e.inline(c) {
				e.remove(c)
			}
			c = next
		}
		at = dom.Boundary{Node: into}
		if into == e.host || e.s.Contains(into, from) {
			at = e.r.Start
		}
	}
	e.collapse(at)
	switch {
	case e.s.Contains(into, from):
		ref := from
		for e.s.Parent(ref) != into {
			ref = e.s.Parent(ref)
		}
		list, br := e.line(e.s.FirstChild(from))
		if p := e.s.Prev(ref); e.isBr(p) && e.editable(p) && len(list) > 0 && e.extraneous(p) {
			e.remove(p)
		}
		rest := e.s.FirstChild(from) != 0 && (br != 0 || len(list) > 0 && e.s.Next(list[len(list)-1]) != 0 || len(list) == 0)
		for _, n := range list {
			e.move(into, n, ref)
		}
		if br != 0 {
			if e.s.Next(br) == 0 {
				rest = false
			}
			e.remove(br)
		}
		if !rest {
			next := e.s.Next(ref)
			e.prune(from)
			if e.s.Parent(ref) == 0 && e.inline(next) && len(list) > 0 { // what followed the block is a line of its own
				e.lineBreak(into, next)
			}
		}
	case e.s.Contains(from, into):
		ref := into
		for e.s.Parent(ref) != from {
			ref = e.s.Parent(ref)
		}
		list, br := e.line(e.s.Next(ref))
		e.dropLastBreak(into, len(list) > 0)
		for _, n := range list {
			e.move(into, n, 0)
		}
		if br != 0 {
			e.remove(br)
		}
	default:
		list, br := e.line(e.s.FirstChild(from))
		e.dropLastBreak(into, len(list) > 0)
		tail := dom.NodeID(0)
		if at.Node == into && at.Offset < e.s.ChildCount(into) {
			tail = e.childAt(into, at.Offset)
		} else if at.Node != into {
			n := at.Node
			for e.s.Parent(n) != into && n != 0 {
				n = e.s.Parent(n)
			}
			if n != 0 {
				tail = e.s.Next(n)
			}
		}
		for _, n := range list {
			e.move(into, n, tail)
		}
		if br != 0 {
			e.remove(br)
		}
		if e.s.FirstChild(from) == 0 || br == 0 && e.empty(from) {
			e.prune(from)
		}
	}
	return e.r.Start
}

// dropLastBreak removes a br at the end of a block that only ended its last line.
func (e *Editor) dropLastBreak(block dom.NodeID, follows bool) {
	if l := e.s.LastChild(block); follows && e.isBr(l) && e.editable(l) && e.extraneous(l) {
		e.remove(l)
	}
}

// Extend draws a collapsed range over what a deletion takes; false: there is nothing to take in that direction.
func (e *Editor) Extend(forward bool, g Granularity) bool {
	if !e.collapsed() {
		return true
	}
	at := e.beforeProp(e.r.Start)
	e.collapse(at)
	if !forward && g == Character {
		g = CodePoint
	}
	to, ok := e.Beside(at, forward, g)
	if !ok || e.cell(to.Node) != e.cell(at.Node) && (e.cell(at.Node) != 0 || forward) {
		return false
	}
	if forward {
		e.r.SetEnd(to)
	} else {
		e.r.SetStart(to)
	}
	return true
}

// beforeProp is the place before a br that keeps an empty line open, for one behind it.
func (e *Editor) beforeProp(b dom.Boundary) dom.Boundary {
	if c := e.childAt(b.Node, b.Offset-1); e.isBr(c) && e.look(c, true) == edge && e.look(c, false) != content {
		return e.beforeNode(c)
	}
	return b
}

// deleteKey is Backspace and Delete, by characters or more.
// https://w3c.github.io/editing/docs/execCommand/#the-delete-command
func (e *Editor) deleteKey(forward bool, g Granularity) {
	if e.collapsed() {
		if !e.Extend(forward, g) {
			if !forward && !e.breakOut() {
				e.emptyHost()
			}
			return
		}
	}
	e.deleteRange(true, true)
}

// emptyHost removes what is left in a host in which there is no place but the caret's.
func (e *Editor) emptyHost() {
	first := e.s.FirstChild(e.host)
	if first == 0 || e.leafBeside(dom.Boundary{Node: e.host}, true) != 0 && !e.onlyBreak(e.host) && !e.onlyBlockBreak() {
		return
	}
	if e.isBr(first) && e.s.Next(first) == 0 {
		return
	}
	for c := first; c != 0; c = e.s.FirstChild(e.host) {
		e.remove(c)
	}
	e.collapse(dom.Boundary{Node: e.host})
}

// onlyBlockBreak reports a host whose one place is in a block that is empty.
func (e *Editor) onlyBlockBreak() bool {
	b := e.lineBlock(e.r.Start.Node)
	if b == e.host || !e.onlyBreak(b) {
		return false
	}
	for n := b; n != e.host; n = e.s.Parent(n) {
		if e.s.Prev(n) != 0 || e.s.Next(n) != 0 {
			return false
		}
	}
	return true
}

// breakOut takes an empty item out of its list: into a list that this is in, or out of all; false: there is none.
func (e *Editor) breakOut() bool {
	item := e.lineBlock(e.r.Start.Node)
	for item != e.host && !e.is(item, items) {
		if p := e.s.Parent(item); e.s.FirstChild(p) != item || e.s.LastChild(p) != item {
			return false
		}
		item = e.s.Parent(item)
	}
	list := e.s.Parent(item)
	if item == e.host || !e.editable(list) || !e.empty(item) && !e.onlyBreak(item) {
		return false
	}
	outer := e.s.Parent(list)
	name, nested := e.separator(), false
	switch {
	case e.is(outer, items) && e.editable(outer): // an item behind the one that the list is in
		name, nested = e.html(outer), true
	case e.isList(outer) && e.editable(outer):
		name = e.html(item)
	}
	block := e.create(name)
	e.s.Append(block, e.create(atomBr))
	if e.s.Next(item) != 0 { // the items behind become a list of their own
		rest := e.s.Clone(list, e.s.DocumentOf(list), false)
		e.s.RemoveAttr(rest, e.s.AttrName(atomID))
		e.insert(outer, rest, e.s.Next(list))
		for n := e.s.Next(item); n != 0; n = e.s.Next(item) {
			e.move(rest, n, 0)
		}
	}
	if nested {
		e.insert(e.s.Parent(outer), block, e.s.Next(outer))
		for n := e.s.Next(list); n != 0; n = e.s.Next(list) {
			e.move(block, n, 0)
		}
	} else {
		e.insert(outer, block, e.s.Next(list))
	}
	if e.s.Prev(item) == 0 {
		e.remove(list)
	} else {
		e.remove(item)
	}
	e.collapse(dom.Boundary{Node: block})
	return true
}
