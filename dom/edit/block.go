package edit

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// blockStart and blockEnd report boundaries at which a line begins, or ends, for block commands.
// https://w3c.github.io/editing/docs/execCommand/#block-start-point
func (e *Editor) blockStart(b dom.Boundary) bool {
	if e.s.Parent(b.Node) == 0 && b.Offset == 0 {
		return true
	}
	c := e.childAt(b.Node, b.Offset-1)
	return c != 0 && (e.block(c) || e.isBr(c)) && e.visible(c)
}

func (e *Editor) blockEnd(b dom.Boundary) bool {
	if e.s.Parent(b.Node) == 0 && b.Offset == e.s.NodeLength(b.Node) {
		return true
	}
	c := e.childAt(b.Node, b.Offset)
	return c != 0 && e.block(c) && e.visible(c)
}

// blockExtend is a range drawn to the lines, and the list items, that it begins and ends in. It stays in the host.
// https://w3c.github.io/editing/docs/execCommand/#block-extend
func (e *Editor) blockExtend(r dom.Range) dom.Range {
	start, end := r.Start, r.End
	if li := e.topItem(start.Node); li != 0 {
		start = e.beforeNode(li)
	}
	if !e.blockStart(start) {
		for {
			if start.Offset == 0 {
				if start.Node == e.host {
					break
				}
				start = e.beforeNode(start.Node)
			} else {
				start.Offset--
				if e.s.Kind(start.Node).IsCharacterData() {
					start.Offset = 0
				}
			}
			if e.blockStart(start) || e.blockEnd(start) {
				break
			}
		}
	}
	for start.Offset == 0 && start.Node != e.host && e.s.Parent(start.Node) != 0 {
		start = e.beforeNode(start.Node)
	}
	if li := e.topItem(end.Node); li != 0 {
		end = e.afterNode(li)
	}
	if !e.blockEnd(end) {
		for {
			if n := e.s.NodeLength(end.Node); end.Offset >= n {
				if end.Node == e.host {
					break
				}
				end = e.afterNode(end.Node)
			} else {
				end.Offset++
				if e.s.Kind(end.Node).IsCharacterData() {
					end.Offset = n
				}
			}
			if e.blockStart(end) || e.blockEnd(end) {
				break
			}
		}
	}
	for end.Node != e.host && e.s.Parent(end.Node) != 0 && end.Offset == e.s.NodeLength(end.Node) {
		end = e.afterNode(end.Node)
	}
	return dom.Range{Start: start, End: end}
}

// topItem is the last li in tree order that a node is, or is in, 0 for none.
func (e *Editor) topItem(n dom.NodeID) dom.NodeID {
	for ; n != 0 && n != e.host; n = e.s.Parent(n) {
		if e.html(n) == atomLi {
			return n
		}
	}
	return 0
}

// indentation reports an element that indents: a blockquote, or a div with a margin. simple: that does nothing else.
// https://w3c.github.io/editing/docs/execCommand/#indentation-element
func (e *Editor) indentation(n dom.NodeID) bool {
	switch e.html(n) {
	case atomBlockquote:
		return true
	case atomDiv:
		for _, p := range e.v.InlineNames(n) {
			if strings.HasPrefix(p, "margin") {
				return true
			}
		}
	}
	return false
}

func (e *Editor) simpleIndentation(n dom.NodeID) bool {
	if !e.indentation(n) {
		return false
	}
	for a := range e.s.Attrs(n) {
		if l := e.s.NameOf(a.Name).Local; l != atomStyle && l != atomDir {
			return false
		}
	}
	for _, p := range e.v.InlineNames(n) {
		if !strings.HasPrefix(p, "margin") && !strings.HasPrefix(p, "border") && !strings.HasPrefix(p, "padding") {
			return false
		}
	}
	return true
}

// normalizeSublists puts lists in an item behind it.
// https://w3c.github.io/editing/docs/execCommand/#normalize-sublists
func (e *Editor) normalizeSublists(item dom.NodeID) {
	if e.html(item) != atomLi || !e.editable(item) || !e.editable(e.s.Parent(item)) {
		return
	}
	hasList := func() bool {
		for c := e.s.FirstChild(item); c != 0; c = e.s.Next(c) {
			if e.isList(c) {
				return true
			}
		}
		return false
	}
	rest := dom.NodeID(0)
	for hasList() {
		child := e.s.LastChild(item)
		if e.isList(child) || rest == 0 && e.isText(child) && spaceOnly(e.s.Data(child)) {
			rest = 0
			e.move(e.s.Parent(item), child, e.s.Next(item))
			continue
		}
		if rest == 0 {
			rest = e.create(atomLi)
			e.insert(e.s.Parent(item), rest, e.s.Next(item))
		}
		e.move(rest, child, e.s.FirstChild(rest))
	}
}

// normalizeItems does that for the items that the ends of the range are in.
func (e *Editor) normalizeItems() {
	var list []dom.NodeID
	for _, n := range [...]dom.NodeID{e.r.Start.Node, e.r.End.Node} {
		for ; n != 0 && n != e.host; n = e.s.Parent(n) {
			if e.html(n) == atomLi {
				list = append(list, n)
			}
		}
	}
	for _, li := range list {
		e.normalizeSublists(li)
	}
}

func (e *Editor) listItem(n dom.NodeID) bool { return e.isList(e.s.Parent(n)) }

// listState is the selection's list state: "ol", "ul", "mixed", "mixed ol", "mixed ul", "none".
// https://w3c.github.io/editing/docs/execCommand/#selection's-list-state
func (e *Editor) listState() string {
	list := e.top(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.editable(n) && !e.indentation(n) && (e.isList(n) || e.listItem(n) || e.allowedChild(n, atomLi))
	})
	if len(list) == 0 {
		return "none"
	}
	of := func(n dom.NodeID, name atom.Atom) bool {
		p := e.s.Parent(n)
		return e.html(n) == name || e.html(p) == name || e.html(p) == atomLi && e.html(e.s.Parent(p)) == name
	}
	over := func(n dom.NodeID, name atom.Atom) bool {
		for d := n; d != 0; d = e.s.Following(d, n) {
			if e.html(d) == name {
				return true
			}
		}
		return false
	}
	all := map[atom.Atom]bool{atomOl: true, atomUl: true}
	some := map[atom.Atom]bool{}
	for _, n := range list {
		for name, other := range map[atom.Atom]atom.Atom{atomOl: atomUl, atomUl: atomOl} {
			all[name] = all[name] && of(n, name) && !over(n, other)
			some[name] = some[name] || of(n, name) || over(n, name)
		}
	}
	switch {
	case all[atomOl]:
		return "ol"
	case all[atomUl]:
		return "ul"
	case some[atomOl] && some[atomUl]:
		return "mixed"
	case some[atomOl]:
		return "mixed ol"
	case some[atomUl]:
		return "mixed ul"
	}
	return "none"
}

// run takes consecutive siblings from the front of a list.
func (e *Editor) run(list []dom.NodeID, join func(last, next dom.NodeID) bool) (run, rest []dom.NodeID) {
	n := 1
	for n < len(list) && e.s.Next(list[n-1]) == list[n] && (join == nil || join(list[n-1], list[n])) {
		n++
	}
	return append([]dom.NodeID(nil), list[:n]...), list[n:]
}

// indent indents consecutive siblings.
// https://w3c.github.io/editing/docs/execCommand/#indent
func (e *Editor) indent(list []dom.NodeID) {
	if len(list) == 0 {
		return
	}
	if p := e.s.Parent(list[0]); e.isList(p) {
		tag := e.html(p)
		e.wrap(list, e.named(tag), e.maker(tag))
		return
	}
	if q := e.wrap(list, e.simpleIndentation, func() dom.NodeID {
		q := e.create(atomBlockquote)
		e.s.SetAttr(q, e.s.AttrName(atomStyle), "margin: 0 0 0 40px; border: none; padding: 0px;")
		return q
	}); q != 0 {
		e.fixAncestors(q)
	}
}

func (e *Editor) indentCommand() {
	e.normalizeItems()
	list := e.top(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.editable(n) && (e.allowedChild(n, atomDiv) || e.allowedChild(n, atomOl))
	})
	if first := e.firstVisible(list); e.html(first) == atomLi && e.listItem(first) {
		sibling := e.s.Prev(first)
		for e.invisible(sibling) {
			sibling = e.s.Prev(sibling)
		}
		if e.html(sibling) == atomLi {
			e.normalizeSublists(sibling)
		}
	}
	for len(list) > 0 {
		var run []dom.NodeID
		run, list = e.run(list, nil)
		e.indent(run)
	}
}

// outdent takes a node out of one level of indentation.
// https://w3c.github.io/editing/docs/execCommand/#outdent
func (e *Editor) outdent(n dom.NodeID) {
	if !e.editable(n) {
		return
	}
	if e.simpleIndentation(n) {
		e.unwrap(n)
		return
	}
	if e.indentation(n) {
		e.removeAttr(n, atomDir)
		for _, p := range [...]string{"margin", "padding", "border"} {
			e.setInline(n, p, "")
		}
		e.setTagName(n, atomDiv)
		return
	}
	above := func(stop func(a dom.NodeID) bool) (list []dom.NodeID, a dom.NodeID) {
		for a = e.s.Parent(n); e.editable(a) && e.isElement(a) && !stop(a) && !e.isList(a); a = e.s.Parent(a) {
			list = append(list, a)
		}
		return list, a
	}
	list, at := above(e.simpleIndentation)
	if !e.editable(at) || !e.simpleIndentation(at) {
		list, at = above(e.indentation)
	}
	indented := e.editable(at) && e.indentation(at)
	if e.isList(n) && !indented {
		for _, a := range [...]atom.Atom{atomReversed, atomStart, atomType} {
			e.removeAttr(n, a)
		}
		children := e.children(n)
		if e.attrCount(n) > 0 && !e.listItem(n) {
			e.setTagName(n, atomDiv)
		} else {
			values := e.recordValues(children)
			e.unwrap(n)
			e.restoreValues(values)
		}
		for _, c := range children {
			e.fixAncestors(c)
		}
		return
	}
	if !indented {
		return
	}
	original := at
	list = append(list, at)
	for len(list) > 0 {
		a := list[len(list)-1]
		list = list[:len(list)-1]
		target := n
		if len(list) > 0 {
			target = list[len(list)-1]
		}
		if br := e.s.Next(target); e.inline(target) && !e.isBr(target) && e.isBr(br) {
			e.remove(br)
		}
		var before, after []dom.NodeID
		for c := e.s.FirstChild(a); c != target && c != 0; c = e.s.Next(c) {
			before = append(before, c)
		}
		for c := e.s.Next(target); c != 0; c = e.s.Next(c) {
			after = append(after, c)
		}
		e.indent(before)
		e.indent(after)
	}
	e.outdent(original)
}

func (e *Editor) outdentCommand() {
	e.normalizeItems()
	list := e.top(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.editable(n) && (e.s.FirstChild(n) == 0 || e.isList(n) || e.html(n) == atomLi && e.listItem(n))
	})
	for len(list) > 0 {
		for len(list) > 0 && (e.isList(list[0]) || !e.listItem(list[0])) {
			e.outdent(list[0])
			list = list[1:]
		}
		if len(list) == 0 {
			break
		}
		var run []dom.NodeID
		run, list = e.run(list, func(_, next dom.NodeID) bool { return !e.isList(next) })
		values := e.recordValues(run)
		e.splitParent(run)
		for _, n := range run {
			e.fixAncestors(n)
		}
		e.restoreValues(values)
	}
}

// toggleLists makes the lines of the range items of a list, or of none.
// https://w3c.github.io/editing/docs/execCommand/#toggle-lists
func (e *Editor) toggleLists(tag atom.Atom) {
	other := atomOl
	if tag == atomOl {
		other = atomUl
	}
	enable := e.listState() != e.s.Atoms.String(tag)
	e.normalizeItems()
	r := e.blockExtend(*e.r)
	if enable {
		for _, l := range e.contained(r, func(n dom.NodeID) bool { return e.editable(n) && e.html(n) == other }) {
			if p, n := e.s.Prev(l), e.s.Next(l); e.editable(p) && e.html(p) == tag || e.editable(n) && e.html(n) == tag {
				children := e.children(l)
				values := e.recordValues(children)
				e.splitParent(children)
				if len(children) > 0 {
					e.wrap(children, e.named(tag), nil)
				}
				e.restoreValues(values)
			} else {
				e.setTagName(l, tag)
			}
		}
		r = e.blockExtend(*e.r)
	}
	list := e.top(r, func(n dom.NodeID) bool {
		return e.editable(n) && !e.indentation(n) && (e.isList(n) || e.listItem(n) || e.allowedChild(n, atomLi))
	})
	if !enable {
		for len(list) > 0 {
			if e.html(list[0]) == tag {
				e.outdent(list[0])
				list = list[1:]
				continue
			}
			var run []dom.NodeID
			run, list = e.run(list, func(_, next dom.NodeID) bool { return e.html(next) != tag })
			values := e.recordValues(run)
			e.splitParent(run)
			for _, n := range run {
				e.fixAncestors(n)
			}
			e.restoreValues(values)
		}
		return
	}
	kept := list[:0]
	for _, n := range list {
		if !e.isList(n) || e.listItem(n) {
			kept = append(kept, n)
		}
	}
	list = kept
	if len(list) == 0 && e.s.FirstChild(e.host) == 0 { // an empty host gets an item
		l, li := e.create(tag), e.create(atomLi)
		e.s.Append(l, li)
		e.s.Append(li, e.create(atomBr))
		e.insert(e.host, l, 0)
		e.collapse(dom.Boundary{Node: li})
		return
	}
	for len(list) > 0 {
		var run []dom.NodeID
		for len(list) > 0 && (len(run) == 0 || e.s.Next(run[len(run)-1]) == list[0]) {
			switch n := list[0]; {
			case e.html(n) == atomP || e.html(n) == atomDiv:
				run = append(run, e.setTagName(n, atomLi))
				list = list[1:]
			case e.html(n) == atomLi || e.isList(n):
				run = append(run, n)
				list = list[1:]
			default:
				var wrap []dom.NodeID
				wrap, list = e.run(list, func(last, next dom.NodeID) bool { return e.inline(next) && e.inline(last) && !e.isBr(last) })
				if li := e.wrap(wrap, nil, e.maker(atomLi)); li != 0 {
					run = append(run, li)
				}
			}
			if len(run) == 0 {
				break
			}
		}
		if len(run) == 0 {
			continue
		}
		p := e.s.Parent(run[0])
		onlyLists := true
		for _, n := range run {
			onlyLists = onlyLists && e.isList(n)
		}
		if e.html(p) == tag || onlyLists {
			continue
		}
		if e.html(p) == other {
			values := e.recordValues(run)
			e.splitParent(run)
			e.wrap(run, e.named(tag), e.maker(tag))
			e.restoreValues(values)
			continue
		}
		l := e.wrap(run, e.named(tag), func() dom.NodeID {
			p := e.s.Parent(run[0])
			before := e.s.Prev(p)
			if !e.editable(p) || !e.simpleIndentation(p) || !e.editable(before) || e.html(before) != tag {
				return e.create(tag)
			}
			if last := e.s.LastChild(before); last != 0 {
				e.normalizeSublists(last)
			}
			if last := e.s.LastChild(before); !e.editable(last) || e.html(last) != tag {
				e.append(before, e.create(tag))
			}
			return e.s.LastChild(before)
		})
		if l != 0 {
			e.fixAncestors(l)
		}
	}
}

// alignment is the alignment value of a node.
// https://w3c.github.io/editing/docs/execCommand/#alignment-value
func (e *Editor) alignment(n dom.NodeID) string {
	for n != 0 && !(e.isElement(n) && (e.v.Display(n) == DisplayBlock || e.v.Display(n) == DisplayInlineBlock)) {
		n = e.s.Parent(n)
	}
	if n == 0 {
		return "left"
	}
	rtl := e.v.Value(n, "direction") == "rtl"
	switch v := strings.TrimPrefix(e.v.Value(n, "text-align"), "-webkit-"); v {
	case "start":
		if rtl {
			return "right"
		}
	case "end":
		if !rtl {
			return "right"
		}
	case "center", "justify", "right":
		return v
	}
	return "left"
}

// justify aligns the lines of the range.
// https://w3c.github.io/editing/docs/execCommand/#justify-the-selection
func (e *Editor) justify(align string) {
	for _, el := range e.contained(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		if !e.editable(n) || !e.isElement(n) {
			return false
		}
		return e.s.HasAttr(n, atomAlign) || e.v.Inline(n, "text-align") != "" || e.html(n) == atomCenter
	}) {
		if e.s.Parent(el) == 0 {
			continue
		}
		e.removeAttr(el, atomAlign)
		e.setInline(el, "text-align", "")
		switch name := e.html(el); {
		case (name == atomDiv || name == atomSpan || name == atomCenter) && e.attrCount(el) == 0:
			e.unwrap(el)
		case name == atomCenter:
			e.setTagName(el, atomDiv)
		}
	}
	list := e.top(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.editable(n) && e.allowedChild(n, atomDiv) && e.alignment(n) != align
	})
	for len(list) > 0 {
		if n := list[0]; e.block(n) && e.is(n, singleLine) { // a block is aligned itself, as Chromium does
			e.setInline(n, "text-align", align)
			list = list[1:]
			continue
		}
		var run []dom.NodeID
		run, list = e.run(list, func(_, next dom.NodeID) bool { return !e.is(next, singleLine) })
		e.wrap(run, func(n dom.NodeID) bool {
			if e.html(n) != atomDiv || e.attrCount(n) != 1 {
				return false
			}
			if a, ok := e.s.LookupAttr(n, atomAlign); ok {
				return strings.EqualFold(a, align)
			}
			p := e.v.InlineNames(n)
			return len(p) == 1 && e.v.Inline(n, "text-align") == align
		}, func() dom.NodeID {
			d := e.create(atomDiv)
			e.s.SetAttr(d, e.s.AttrName(atomStyle), "text-align: "+align+";")
			return d
		})
	}
}

// leaves are the visible editable nodes without children in the lines of the range.
func (e *Editor) leaves() []dom.NodeID {
	return e.contained(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.s.FirstChild(n) == 0 && e.editable(n) && e.visible(n)
	})
}

// formatBlock makes the lines of the range blocks of a name.
// https://w3c.github.io/editing/docs/execCommand/#the-formatblock-command
func (e *Editor) formatBlock(tag atom.Atom) {
	list := e.top(e.blockExtend(*e.r), func(n dom.NodeID) bool {
		return e.editable(n) && (e.is(n, singleLine) || e.allowedChild(n, atomP) || e.html(n) == atomDd || e.html(n) == atomDt) && !e.hasProhibited(n)
	})
	if len(list) == 0 && e.s.FirstChild(e.host) == 0 {
		b := e.create(tag)
		e.s.Append(b, e.create(atomBr))
		e.insert(e.host, b, 0)
		e.collapse(dom.Boundary{Node: b})
		return
	}
	values := e.recordValues(list)
	for _, n := range list {
		for {
			var split dom.NodeID
			for a := e.s.Parent(n); e.editable(a); a = e.s.Parent(a) {
				if e.is(a, formattable) && !e.hasProhibited(a) {
					split = e.s.Parent(n)
					break
				}
			}
			if split == 0 {
				break
			}
			e.splitParent([]dom.NodeID{n})
			if e.s.Parent(n) == split {
				break
			}
		}
	}
	e.restoreValues(values)
	for len(list) > 0 {
		var run []dom.NodeID
		if n := list[0]; e.is(n, singleLine) || e.html(n) == atomDd || e.html(n) == atomDt {
			list = list[1:]
			if e.html(n) == tag {
				continue
			}
			if run = e.children(n); run == nil {
				continue
			}
			values := e.recordValues(run)
			e.unwrap(n)
			e.restoreValues(values)
		} else {
			run, list = e.run(list, func(last, next dom.NodeID) bool {
				return !e.is(next, singleLine) && !e.is(next, items) && !e.isBr(last)
			})
		}
		var fits func(dom.NodeID) bool
		if tag != atomDiv && tag != atomP {
			fits = func(n dom.NodeID) bool { return e.html(n) == tag && e.attrCount(n) == 0 }
		}
		if b := e.wrap(run, fits, e.maker(tag)); b != 0 {
			e.fixAncestors(b)
		}
	}
}

// hasProhibited reports an ancestor of a prohibited paragraph child.
func (e *Editor) hasProhibited(n dom.NodeID) bool {
	for d := e.s.Following(n, n); d != 0; d = e.s.Following(d, n) {
		if e.is(d, prohibited) {
			return true
		}
	}
	return false
}

// blockName is the name of the block that formatBlock would change for a node, "" for none.
func (e *Editor) blockName(n dom.NodeID) string {
	for ; e.editable(n); n = e.s.Parent(n) {
		if e.is(n, formattable) {
			if e.hasProhibited(n) {
				return ""
			}
			return e.s.Atoms.String(e.html(n))
		}
	}
	return ""
}
