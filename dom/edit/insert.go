package edit

import (
	"strings"

	"github.com/niso-engine/niso/dom"
)

// place is a boundary between children where a text was cut at the caret, if it is in one.
func (e *Editor) place() (parent, next dom.NodeID) {
	b := e.r.Start
	if e.isText(b.Node) {
		switch n := e.s.DataLength(b.Node); b.Offset {
		case 0:
			return e.s.Parent(b.Node), b.Node
		case n:
			return e.s.Parent(b.Node), e.s.Next(b.Node)
		}
		rest := e.splitText(b.Node, b.Offset)
		return e.s.Parent(rest), rest
	}
	if e.s.Kind(b.Node).IsCharacterData() {
		return e.s.Parent(b.Node), b.Node
	}
	return b.Node, e.childAt(b.Node, b.Offset)
}

// insertText puts text at the caret in place of what is selected; a line feed is a paragraph.
// https://w3c.github.io/editing/docs/execCommand/#the-inserttext-command
func (e *Editor) insertText(t string) {
	e.deleteRange(false, true)
	if !e.inHost(e.r.Start.Node) {
		return
	}
	for i, line := range strings.Split(strings.ReplaceAll(t, "\r\n", "\n"), "\n") {
		if i > 0 {
			e.insertParagraph()
		}
		if line != "" {
			e.insertRun(line)
		}
	}
}

// insertRun puts text without line feeds at the caret.
func (e *Editor) insertRun(t string) {
	b := e.r.Start
	if !e.isText(b.Node) {
		next := e.childAt(b.Node, b.Offset)
		prev := e.s.LastChild(b.Node)
		if next != 0 {
			prev = e.s.Prev(next)
		}
		switch {
		case e.isText(prev) && e.editable(prev) && !e.whitespaceEdge(prev):
			b = e.endOf(prev)
		case e.isText(next) && e.editable(next):
			b = dom.Boundary{Node: next}
		default:
			if !e.allowsText(b.Node) {
				return
			}
			text := e.s.DocumentOf(e.host).CreateText("")
			prop := next != 0 && e.isBr(next) && e.editable(next) && e.look(next, false) != content && e.look(next, true) == edge
			e.insert(b.Node, text, next)
			if prop { // it kept the line open
				e.remove(next)
			}
			b = dom.Boundary{Node: text}
		}
	}
	b = e.squeeze(b)
	at := b
	e.collapse(b)
	e.replaceData(b.Node, b.Offset, 0, strings.ReplaceAll(t, " ", e.typedSpace(b.Node)))
	end := dom.Boundary{Node: b.Node, Offset: b.Offset + dom.UTF16Len(t)}
	e.collapse(end)
	end = e.rebalance(end)
	if strings.Trim(t, " \n\t\u00a0") != "" {
		at = e.rebalance(at)
		end = e.r.End
	}
	if len(e.o.Overrides) > 0 {
		overrides := e.o.Overrides
		e.o.Overrides = nil
		e.Select(at, end)
		e.applyOverrides(overrides)
		e.collapse(e.settleEnd(e.r.End))
	}
}

// typedSpace is a space as it is typed: one that shows beside others, until the run is balanced.
func (e *Editor) typedSpace(text dom.NodeID) string {
	if e.collapses(text) {
		return nbsp
	}
	return " "
}

// squeeze takes out spaces around a place that do not show: they would be between what is typed and what is there.
func (e *Editor) squeeze(b dom.Boundary) dom.Boundary {
	if !e.collapses(b.Node) || !e.editable(b.Node) {
		return b
	}
	u := units(e.s.Data(b.Node))
	blank := func(c uint16) bool { return c == ' ' || c == '\n' || c == '\t' }
	from, to := b.Offset, b.Offset
	for from > 0 && blank(u[from-1]) {
		from--
	}
	for to < len(u) && blank(u[to]) {
		to++
	}
	if from == to {
		return b
	}
	edgeBefore := from == 0 && e.look(b.Node, false) != content
	edgeAfter := to == len(u) && e.look(b.Node, true) != content
	switch {
	case edgeBefore || edgeAfter:
		e.replaceData(b.Node, from, to-from, "")
		b.Offset = from
	case to-from > 1:
		e.replaceData(b.Node, from, to-from, " ")
		if b.Offset > from {
			b.Offset = from + 1
		}
	}
	return b
}

func (e *Editor) settleEnd(b dom.Boundary) dom.Boundary {
	if t := e.textBefore(b); !e.isText(b.Node) && t != 0 {
		return e.endOf(t)
	}
	return b
}

// whitespaceEdge reports a text of spaces between blocks, which nothing is typed into.
func (e *Editor) whitespaceEdge(n dom.NodeID) bool {
	return e.whitespace(n) && e.collapsedWhitespace(n)
}

func (e *Editor) allowsText(n dom.NodeID) bool { return !noText[e.html(n)] && !e.isList(n) }

// splitTo cuts the tree at the caret up to, but not with, root; inline elements go on on both sides where there is content on both. It gives the child of
// root that is behind the cut, 0 for none.
func (e *Editor) splitTo(root dom.NodeID) dom.NodeID {
	n, at := e.place()
	for n != root {
		p := e.s.Parent(n)
		switch {
		case at == 0:
			at = e.s.Next(n)
		case at == e.s.FirstChild(n):
			at = n
		default:
			second := e.s.Clone(n, e.s.DocumentOf(n), false)
			e.s.RemoveAttr(second, e.s.AttrName(atomID))
			e.insert(p, second, e.s.Next(n))
			for c := at; c != 0; {
				next := e.s.Next(c)
				e.move(second, c, 0)
				c = next
			}
			at = second
		}
		n = p
	}
	return at
}

// insertLineBreak puts a br, or a line feed where these make lines, at the caret.
// https://w3c.github.io/editing/docs/execCommand/#the-insertlinebreak-command
func (e *Editor) insertLineBreak() { e.breakLine(false) }

// breakLine does that; always: with a br even where line feeds make lines.
func (e *Editor) breakLine(always bool) {
	e.deleteRange(false, true)
	b := e.r.Start
	if !e.inHost(b.Node) {
		return
	}
	el := b.Node
	if !e.isElement(el) {
		el = e.s.Parent(el)
	}
	if _, lines := e.v.Spaces(el); lines && !always {
		e.insertLineFeed()
		return
	}
	if !e.allowsText(el) {
		return
	}
	parent, next := e.place()
	if e.isBr(next) && e.editable(next) && e.extraneousAt(next) { // the line's end is there already: a second one makes the line
		e.lineBreak(parent, next)
		e.collapse(e.beforeNode(next))
		return
	}
	br := e.lineBreak(parent, next)
	if e.look(br, true) == edge {
		second := e.lineBreak(parent, e.s.Next(br))
		e.spacesBefore(br)
		e.collapse(e.beforeNode(second))
		return
	}
	e.spacesBefore(br)
	if n := e.s.Next(br); e.isText(n) {
		e.collapse(dom.Boundary{Node: n})
		if u := units(e.s.Data(n)); len(u) > 0 && isSpace(u[0]) {
			e.collapse(e.rebalance(dom.Boundary{Node: n}))
		}
	} else {
		e.collapse(e.afterNode(br))
	}
}

// spacesBefore makes spaces before a line break, which would not show, no-break spaces.
func (e *Editor) spacesBefore(br dom.NodeID) {
	if t := e.textBefore(e.beforeNode(br)); t != 0 {
		if u := units(e.s.Data(t)); isSpace(u[len(u)-1]) && e.collapses(t) {
			if u[len(u)-1] == ' ' && (len(u) < 2 || !isSpace(u[len(u)-2])) {
				e.replaceKeeping(t, len(u)-1, 1, nbsp)
			}
		}
	}
}

// extraneousAt reports a br at the end of a block.
func (e *Editor) extraneousAt(br dom.NodeID) bool { return e.look(br, true) == edge }

// insertLineFeed is a line break where white-space keeps line feeds.
func (e *Editor) insertLineFeed() {
	b := e.r.Start
	last := e.look(b.Node, true) == edge && e.isText(b.Node) && b.Offset == e.s.DataLength(b.Node)
	if !e.isText(b.Node) {
		parent, next := e.place()
		prev := e.s.LastChild(parent)
		if next != 0 {
			prev = e.s.Prev(next)
		}
		last = next == 0 || e.isBr(next) && e.look(next, true) == edge
		if last && next != 0 && (prev == 0 || e.isBr(prev) || e.block(prev)) {
			e.remove(next)
			next = 0
		}
		if e.isText(prev) {
			b = e.endOf(prev)
		} else {
			t := e.s.DocumentOf(e.host).CreateText("")
			e.insert(parent, t, next)
			b = dom.Boundary{Node: t}
		}
	}
	feed := "\n"
	if last && !(b.Offset > 0 && strings.HasSuffix(e.s.Data(b.Node), "\n")) { // the last one shows only if another one follows
		feed = "\n\n"
	}
	e.replaceData(b.Node, b.Offset, 0, feed)
	e.collapse(dom.Boundary{Node: b.Node, Offset: b.Offset + 1})
}

// insertParagraph splits the block that the caret is in. What is in no block goes into a new one.
// https://w3c.github.io/editing/docs/execCommand/#the-insertparagraph-command
func (e *Editor) insertParagraph() {
	e.deleteRange(true, true)
	b := e.r.Start
	if !e.inHost(b.Node) {
		return
	}
	block := e.lineBlock(b.Node)
	if name := e.html(block); !e.block(e.host) || name == atomTd || name == atomTh || block != e.host && e.v.Display(block) == DisplayInlineBlock {
		e.insertLineBreak()
		return
	}
	if name := e.html(block); block != e.host && (name == atomPre || name == atomListing) {
		e.breakLine(true)
		return
	}
	if e.breakOut() {
		return
	}
	states := e.caretStates()
	if name := e.html(block); name == atomP || name == atomDiv { // of an item that begins or ends with it
		if p := e.s.Parent(block); e.is(p, items) && e.editable(p) {
			block = p
		}
	}
	if block == e.host || !e.editable(block) || !e.is(block, singleLine) && !e.is(block, items) && e.html(block) != atomBlockquote {
		e.paragraphInHost(block)
		return
	}
	if e.isText(b.Node) {
		e.keepSpaces(b)
	}
	at := e.splitTo(block)
	rest := false
	for c := at; c != 0; c = e.s.Next(c) {
		rest = rest || !e.isBr(c) && !e.whitespace(c) || e.isBr(c) && e.s.Next(c) != 0
	}
	var second dom.NodeID
	if e.is(block, headings) && !rest {
		second = e.create(e.separator())
	} else {
		second = e.s.Clone(block, e.s.DocumentOf(block), false)
		e.s.RemoveAttr(second, e.s.AttrName(atomID))
	}
	e.insert(e.s.Parent(block), second, e.s.Next(block))
	for c := at; c != 0; {
		next := e.s.Next(c)
		e.move(second, c, 0)
		c = next
	}
	e.openLine(block)
	e.openLine(second)
	e.collapse(e.deepStart(dom.Boundary{Node: second}))
	e.restoreStates(states) // what is typed in a new line is as what it follows
}

// keepSpaces makes spaces beside a place, which are at the edge of a line soon, no-break spaces.
func (e *Editor) keepSpaces(b dom.Boundary) {
	u := units(e.s.Data(b.Node))
	if !e.collapses(b.Node) {
		return
	}
	if b.Offset > 0 && u[b.Offset-1] == ' ' {
		e.replaceKeeping(b.Node, b.Offset-1, 1, nbsp)
	}
	if b.Offset < len(u) && u[b.Offset] == ' ' {
		e.replaceKeeping(b.Node, b.Offset, 1, nbsp)
	}
}

// openLine gives the innermost block at the start of one a br, if it has no line.
func (e *Editor) openLine(block dom.NodeID) {
	for c := e.s.LastChild(block); c != 0 && e.s.FirstChild(block) == c && e.block(c) && e.editable(c) && !e.replaced(c) && !e.is(c, tableParts); c = e.s.LastChild(block) {
		block = c
	}
	if e.empty(block) {
		deep := block
		for c := e.s.FirstChild(deep); c != 0 && e.isElement(c) && e.s.Next(c) == 0; c = e.s.FirstChild(deep) {
			deep = c
		}
		e.append(deep, e.create(atomBr))
	}
}

// paragraphInHost makes the line of the caret, in no block but the host, two: what is behind the caret goes into a block.
func (e *Editor) paragraphInHost(host dom.NodeID) {
	name := e.separator()
	if !e.allowedIn(host, 0, name) {
		e.insertLineBreak()
		return
	}
	if b := e.r.Start; e.isText(b.Node) {
		e.keepSpaces(b)
	}
	if e.empty(host) || e.onlyBreak(host) {
		for c := e.s.FirstChild(host); c != 0; c = e.s.FirstChild(host) {
			e.remove(c)
		}
		first := e.create(name)
		e.s.Append(first, e.create(atomBr))
		e.insert(host, first, 0)
		e.collapse(dom.Boundary{Node: host, Offset: 1})
	}
	at := e.splitTo(host)
	second := e.create(name)
	e.insert(host, second, at)
	for c := at; c != 0 && e.inline(c); {
		next := e.s.Next(c)
		e.move(second, c, 0)
		if e.isBr(c) {
			break
		}
		c = next
	}
	e.openLine(second)
	if p := e.s.Prev(second); p == 0 { // an empty line before it
		first := e.create(name)
		e.s.Append(first, e.create(atomBr))
		e.insert(host, first, second)
	}
	e.collapse(e.deepStart(dom.Boundary{Node: second}))
}

// insertNode puts a node at the caret, which is then behind it.
func (e *Editor) insertNode(n dom.NodeID) {
	parent, next := e.place()
	if next != 0 && e.isBr(next) && e.editable(next) && e.look(next, false) != content && e.look(next, true) == edge {
		rest := e.s.Next(next)
		e.remove(next)
		next = rest
	}
	e.insert(parent, n, next)
	e.collapse(e.afterNode(n))
}

// insertImage puts an image at the caret.
// https://w3c.github.io/editing/docs/execCommand/#the-insertimage-command
func (e *Editor) insertImage(src string) {
	e.deleteRange(false, true)
	if !e.inHost(e.r.Start.Node) {
		return
	}
	img := e.create(atomImg)
	e.s.SetAttr(img, e.s.AttrName(atomSrc), src)
	e.insertNode(img)
}

// insertRule puts a horizontal rule at the caret, and splits the paragraph that it is in.
// https://w3c.github.io/editing/docs/execCommand/#the-inserthorizontalrule-command
func (e *Editor) insertRule(id string) {
	e.deleteRange(true, true)
	if !e.inHost(e.r.Start.Node) {
		return
	}
	hr := e.create(atomHr)
	if id != "" {
		e.s.SetAttr(hr, e.s.AttrName(atomID), id)
	}
	e.insertBlocks([]dom.NodeID{hr})
}

// insertBlocks puts blocks at the caret. The paragraph that this is in goes on behind them; it goes where it is empty.
func (e *Editor) insertBlocks(list []dom.NodeID) {
	root := e.lineBlock(e.r.Start.Node)
	for root != e.host && (e.is(root, inlineContents) || e.html(root) == atomP) {
		root = e.s.Parent(root)
		for root != e.host && !e.block(root) {
			root = e.s.Parent(root)
		}
	}
	was := e.lineBlock(e.r.Start.Node)
	gone := was != root && was != e.host && e.onlyBreak(was)
	at := e.splitTo(root)
	for _, n := range list {
		e.insert(root, n, at)
	}
	last := list[len(list)-1]
	if gone && e.s.Parent(was) != 0 {
		e.remove(was)
	} else if n := e.s.Next(last); n != 0 && was != root && e.html(n) == e.html(was) && e.empty(n) {
		e.remove(n)
	}
	if p := e.s.Prev(list[0]); p == was && was != root && e.empty(was) {
		e.remove(was)
	}
	if n := e.s.Next(last); e.isBr(n) && e.editable(n) && e.look(n, true) == edge {
		e.remove(n)
	}
	e.collapse(e.afterNode(last))
}

var unsafeNames = nameSet("script style link meta base title head noscript template")

// Sanitize takes out of a fragment what must not come with content: scripts, sheets, handlers, and links to scripts.
func Sanitize(s *dom.Store, frag dom.NodeID) {
	for n := s.Following(frag, frag); n != 0; {
		next := s.Following(n, frag)
		if s.Kind(n) == dom.KindElement {
			if nm := s.ElementName(n); nm.NS == dom.HTML && unsafeNames[nm.Local] && nm.Local != atomStyle {
				next = s.FollowingSkip(n, frag)
				s.Remove(n)
				n = next
				continue
			}
			SanitizeAttrs(s, n)
		}
		n = next
	}
}

// SanitizeAttrs takes handlers and links to scripts from an element.
func SanitizeAttrs(s *dom.Store, n dom.NodeID) {
	var drop []dom.NameID
	for a := range s.Attrs(n) {
		local := s.Atoms.String(s.NameOf(a.Name).Local)
		v := strings.ToLower(strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return r
		}, a.Value))
		if strings.HasPrefix(local, "on") || strings.HasPrefix(v, "javascript:") || local == "srcdoc" {
			drop = append(drop, a.Name)
		}
	}
	for _, name := range drop {
		s.RemoveAttr(n, name)
	}
}

// insertFragment puts the children of a fragment at the caret in place of what is selected. The first line of blocks joins the line before the caret, the
// last one that behind it.
// https://w3c.github.io/editing/docs/execCommand/#the-inserthtml-command
func (e *Editor) insertFragment(frag dom.NodeID) {
	e.deleteRange(true, true)
	if !e.inHost(e.r.Start.Node) {
		return
	}
	list := e.children(frag)
	for len(list) > 0 && e.isText(list[0]) && spaceOnly(e.s.Data(list[0])) && e.hasBlocks(list) {
		list = list[1:]
	}
	for len(list) > 0 && e.isText(list[len(list)-1]) && spaceOnly(e.s.Data(list[len(list)-1])) && e.hasBlocks(list) {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return
	}
	for _, n := range list {
		e.s.Remove(n)
	}
	if !e.hasBlocks(list) {
		parent, next := e.place()
		if next != 0 && e.isBr(next) && e.editable(next) && e.look(next, false) != content && e.look(next, true) == edge {
			rest := e.s.Next(next)
			e.remove(next)
			next = rest
		}
		for _, n := range list {
			e.insert(parent, n, next)
		}
		e.collapse(e.settleIn(list[len(list)-1]))
		return
	}
	e.insertParagraphs(list)
}

// settleIn is the place at the end of what was inserted.
func (e *Editor) settleIn(last dom.NodeID) dom.Boundary {
	n := last
	for !e.atomic(n) && e.s.LastChild(n) != 0 {
		n = e.s.LastChild(n)
	}
	if e.isText(n) {
		return e.endOf(n)
	}
	if e.atomic(n) {
		return e.afterNode(n)
	}
	if n == last && e.inline(n) {
		return e.afterNode(n)
	}
	return dom.Boundary{Node: n}
}

var blockNames = names{}

func init() {
	for n := range prohibited {
		blockNames[n] = true
	}
	for n := range items {
		blockNames[n] = true
	}
	for n := range tableParts {
		blockNames[n] = true
	}
}

// hasBlocks reports whether nodes that are nowhere yet have a block among them, by their names.
func (e *Editor) hasBlocks(list []dom.NodeID) bool {
	for _, n := range list {
		if e.is(n, blockNames) {
			return true
		}
	}
	return false
}

var mergeable = nameSet("p div h1 h2 h3 h4 h5 h6 address pre listing")

// insertParagraphs puts nodes with blocks among them at the caret.
func (e *Editor) insertParagraphs(list []dom.NodeID) {
	block := e.lineBlock(e.r.Start.Node)
	atStart, atEnd := e.atLineStart(e.r.Start), e.atBlockEnd(e.r.Start)
	lone := e.empty(block) || e.onlyBreak(block)
	// lists put into an item are its siblings
	if e.html(block) == atomLi && e.listItem(block) {
		var flat []dom.NodeID
		for _, n := range list {
			if e.isList(n) {
				for _, c := range e.children(n) {
					e.s.Remove(c)
					flat = append(flat, c)
				}
			} else {
				flat = append(flat, n)
			}
		}
		list = flat
	}
	if !lone && !atStart && e.is(list[0], mergeable) { // the first paragraph goes on behind the caret
		first := list[0]
		list = list[1:]
		last := dom.NodeID(0)
		parent, next := e.place()
		for _, c := range e.children(first) {
			e.s.Remove(c)
			e.insert(parent, c, next)
			last = c
		}
		if last != 0 {
			if next == 0 || e.s.Parent(next) != parent {
				e.collapse(e.afterNode(last))
			} else {
				e.collapse(e.beforeNode(next))
			}
		}
		if len(list) == 0 {
			if last != 0 {
				e.collapse(e.settleIn(last))
				e.mergeAround()
			}
			return
		}
	} else if !lone && !atStart { // what is inline goes there as it is
		parent, next := e.place()
		for len(list) > 0 && !e.is(list[0], blockNames) {
			e.insert(parent, list[0], next)
			e.collapse(e.afterNode(list[0]))
			list = list[1:]
		}
	}
	root := block
	item := e.html(block) == atomLi && e.is(list[0], items)
	if block != e.host && (e.is(block, singleLine) || item) && e.editable(block) {
		root = e.s.Parent(block)
	}
	at := e.splitTo(root)
	before := dom.NodeID(0)
	if at != 0 {
		before = e.s.Prev(at)
	} else {
		before = e.s.LastChild(root)
	}
	for _, n := range list {
		e.insert(root, n, at)
	}
	last := list[len(list)-1]
	if root != block { // halves that are empty are not needed
		if lone || before == block && e.empty(block) {
			if e.s.Parent(block) != 0 {
				e.remove(block)
			}
		}
		if at != 0 && at != block && e.s.Parent(at) == root && e.html(at) == e.html(block) && atEnd && e.empty(at) {
			e.remove(at)
			at = 0
		}
	} else if lone {
		for c := e.s.FirstChild(root); c != 0; {
			next := e.s.Next(c)
			if e.isBr(c) && !containsNode(list, c) {
				e.remove(c)
			}
			c = next
		}
	}
	end := e.settleIn(last)
	if e.is(last, mergeable) && !atEnd && !lone && at != 0 { // the last paragraph goes on with what is behind the caret
		var rest []dom.NodeID
		if e.is(at, mergeable) && e.s.Parent(at) == root && root != block {
			rest, _ = e.line(e.s.FirstChild(at))
			for _, n := range rest {
				e.move(last, n, 0)
			}
			if e.empty(at) {
				e.remove(at)
			}
		} else if root == block {
			rest, _ = e.line(at)
			for _, n := range rest {
				e.move(last, n, 0)
			}
		}
	}
	e.collapse(end)
	e.mergeAround()
}

func containsNode(list []dom.NodeID, n dom.NodeID) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// mergeAround makes the texts on both sides of the caret one.
func (e *Editor) mergeAround() {
	b := e.r.Start
	if !e.isText(b.Node) {
		return
	}
	if b.Offset == e.s.DataLength(b.Node) {
		if n := e.s.Next(b.Node); e.isText(n) {
			e.mergeTexts(b.Node)
		}
	}
	b = e.r.Start
	if p := e.s.Prev(b.Node); e.isText(p) && e.editable(p) {
		e.mergeTexts(p)
	}
}

// atBlockEnd reports a place with nothing behind it in its block.
func (e *Editor) atBlockEnd(b dom.Boundary) bool {
	if e.isText(b.Node) && b.Offset < e.shownEnd(b.Node) {
		return false
	}
	n := e.leafBeside(b, true)
	return n == 0 || e.lineBlock(n) != e.lineBlock(b.Node) || e.isBr(n) && e.collapsedBreak(n)
}
