package edit

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// breaksBefore removes a line break before a node that has no effect.
// https://w3c.github.io/editing/docs/execCommand/#remove-extraneous-line-breaks-before
func (e *Editor) breaksBefore(n dom.NodeID) {
	ref := e.s.Prev(n)
	if ref == 0 {
		return
	}
	parent := e.s.Parent(n)
	for c := e.s.LastChild(ref); c != 0; c = e.s.LastChild(ref) {
		ref = c
	}
	for ref != parent && !e.extraneous(ref) && e.invisible(ref) {
		ref = e.s.Preceding(ref, 0)
	}
	if ref != parent && e.editable(ref) && e.extraneous(ref) {
		e.remove(ref)
	}
}

// breaksAtEnd removes a line break at the end of a node that has no effect.
// https://w3c.github.io/editing/docs/execCommand/#remove-extraneous-line-breaks-at-the-end-of
func (e *Editor) breaksAtEnd(n dom.NodeID) {
	ref := n
	for c := e.s.LastChild(ref); c != 0; c = e.s.LastChild(ref) {
		ref = c
	}
	for ref != n && !e.extraneous(ref) && e.invisible(ref) {
		ref = e.s.Preceding(ref, 0)
	}
	if ref == n || !e.editable(ref) || !e.extraneous(ref) {
		return
	}
	for p := e.s.Parent(ref); e.editable(p) && p != n && e.s.FirstChild(p) == ref && e.s.LastChild(p) == ref && e.inline(p); p = e.s.Parent(ref) {
		ref = p
	}
	e.remove(ref)
}

func (e *Editor) extraBreaks(n dom.NodeID) {
	e.breaksBefore(n)
	e.breaksAtEnd(n)
}

// lineBreak puts a br before next below parent.
func (e *Editor) lineBreak(parent, next dom.NodeID) dom.NodeID {
	br := e.create(atomBr)
	e.insert(parent, br, next)
	return br
}

// wrap brings consecutive siblings into one parent: a sibling beside them that fits, or a new one. 0: nothing was done.
// https://w3c.github.io/editing/docs/execCommand/#wrap
func (e *Editor) wrap(list []dom.NodeID, fits func(n dom.NodeID) bool, make func() dom.NodeID) dom.NodeID {
	any := false
	for _, n := range list {
		any = any || e.isBr(n) || e.visible(n)
	}
	if !any || e.s.Parent(list[0]) == 0 {
		return 0
	}
	first, last := list[0], list[len(list)-1]
	if next := e.s.Next(last); e.inline(last) && !e.isBr(last) && e.isBr(next) && e.editable(next) {
		list = append(list, next)
		last = next
	}
	for p := e.s.Prev(first); p != 0 && e.invisible(p) && e.editable(p); p = e.s.Prev(first) {
		list = append([]dom.NodeID{p}, list...)
		first = p
	}
	for n := e.s.Next(last); n != 0 && e.invisible(n) && e.editable(n); n = e.s.Next(last) {
		list = append(list, n)
		last = n
	}
	if fits == nil {
		fits = func(dom.NodeID) bool { return false }
	}
	original := e.s.Parent(first)
	var parent dom.NodeID
	switch prev, next := e.s.Prev(first), e.s.Next(last); {
	case e.editable(prev) && fits(prev):
		parent = prev
	case e.editable(next) && fits(next):
		parent = next
	case make != nil:
		parent = make()
	}
	if parent == 0 {
		return 0
	}
	if e.s.Parent(parent) == 0 {
		index := e.s.Index(first)
		e.insert(original, parent, first)
		for _, b := range [...]*dom.Boundary{&e.r.Start, &e.r.End} {
			if b.Node == original && b.Offset == index {
				b.Offset++
			}
		}
	}
	if e.s.CompareOrder(parent, first) < 0 {
		if l := e.s.LastChild(parent); e.block(parent) && e.inline(l) && !e.isBr(l) && e.inline(e.firstVisible(list)) && e.inline(e.lastVisibleChild(parent)) {
			e.lineBreak(parent, 0)
		}
		for _, n := range list {
			e.move(parent, n, 0)
		}
	} else {
		if e.block(parent) && e.inline(e.firstVisibleChild(parent)) && e.inline(e.lastVisible(list)) && !e.isBr(last) {
			e.lineBreak(parent, e.s.FirstChild(parent))
		}
		for i := len(list) - 1; i >= 0; i-- {
			e.move(parent, list[i], e.s.FirstChild(parent))
		}
	}
	if e.s.FirstChild(original) == 0 && e.editable(original) {
		e.remove(original)
	}
	if next := e.s.Next(parent); e.editable(next) && fits(next) {
		if l := e.s.LastChild(parent); e.block(parent) && e.inline(l) && !e.isBr(l) && e.inline(e.s.FirstChild(next)) {
			e.lineBreak(parent, 0)
		}
		e.moveChildren(parent, next, 0)
		e.remove(next)
	}
	e.extraBreaks(parent)
	return parent
}

func (e *Editor) firstVisible(list []dom.NodeID) dom.NodeID {
	for _, n := range list {
		if e.visible(n) {
			return n
		}
	}
	return 0
}

func (e *Editor) lastVisible(list []dom.NodeID) dom.NodeID {
	for i := len(list) - 1; i >= 0; i-- {
		if e.visible(list[i]) {
			return list[i]
		}
	}
	return 0
}

func (e *Editor) firstVisibleChild(n dom.NodeID) dom.NodeID {
	c := e.s.FirstChild(n)
	for c != 0 && e.invisible(c) {
		c = e.s.Next(c)
	}
	return c
}

func (e *Editor) lastVisibleChild(n dom.NodeID) dom.NodeID {
	c := e.s.LastChild(n)
	for c != 0 && e.invisible(c) {
		c = e.s.Prev(c)
	}
	return c
}

// named is the sibling criteria of a name.
func (e *Editor) named(name atom.Atom) func(dom.NodeID) bool {
	return func(n dom.NodeID) bool { return e.html(n) == name }
}

// maker is the new parent instructions of a name.
func (e *Editor) maker(name atom.Atom) func() dom.NodeID {
	return func() dom.NodeID { return e.create(name) }
}

// follows and precedes report whether a node follows, or precedes, a line break.
// https://w3c.github.io/editing/docs/execCommand/#follows-a-line-break
func (e *Editor) follows(n dom.NodeID) bool  { return e.look(n, false) != content }
func (e *Editor) precedes(n dom.NodeID) bool { return !e.isBr(n) && e.look(n, true) == edge }

// splitParent takes consecutive siblings out of their parent, which goes on before and behind them where it has other children.
// https://w3c.github.io/editing/docs/execCommand/#split-the-parent
func (e *Editor) splitParent(list []dom.NodeID) {
	if len(list) == 0 {
		return
	}
	first, last := list[0], list[len(list)-1]
	original := e.s.Parent(first)
	if !e.editable(original) || e.s.Parent(original) == 0 {
		return
	}
	above := e.s.Parent(original)
	atStart, atEnd := e.s.Prev(first) == 0, e.s.Next(last) == 0
	block := e.block(original)
	follows, precedes := false, false
	if atStart {
		e.breaksBefore(original)
		follows = e.follows(original)
	}
	if atEnd {
		precedes = e.look(original, true) == edge
	}
	if !atStart && atEnd {
		next := e.s.Next(original)
		for _, n := range list {
			e.move(above, n, next)
		}
		if block && precedes && !e.precedes(last) && e.inline(last) {
			e.lineBreak(above, e.s.Next(last))
		} else if block && e.inline(last) && e.look(last, true) == content {
			e.lineBreak(above, e.s.Next(last))
		}
		e.breaksAtEnd(original)
		return
	}
	if !atStart {
		clone := e.s.Clone(original, e.s.DocumentOf(original), false)
		e.removeAttr(original, atomID)
		e.insert(above, clone, original)
		for c := e.s.FirstChild(original); c != first && c != 0; c = e.s.FirstChild(original) {
			e.move(clone, c, 0)
		}
	}
	for _, n := range list {
		e.move(above, n, original)
	}
	if block && follows && e.inline(first) && !e.follows(first) {
		e.lineBreak(above, first)
	} else if block && atStart && e.inline(first) && e.look(first, false) == content {
		e.lineBreak(above, first)
	}
	if c := e.s.FirstChild(original); e.inline(last) && !e.isBr(last) && e.isBr(c) && block {
		e.remove(c)
	}
	if e.s.FirstChild(original) == 0 {
		e.replaceBoundaries(original, original)
		e.remove(original)
		if block && e.inline(last) && e.look(last, true) == content {
			e.lineBreak(above, e.s.Next(last))
		}
	} else {
		e.breaksBefore(original)
	}
	if e.s.Next(last) == 0 && e.s.Parent(last) != 0 {
		e.breaksAtEnd(e.s.Parent(last))
	}
}

// unwrap removes a node, preserving its descendants.
// https://w3c.github.io/editing/docs/execCommand/#preserving-its-descendants
func (e *Editor) unwrap(n dom.NodeID) {
	if list := e.children(n); list != nil {
		e.splitParent(list)
		return
	}
	e.remove(n)
}

// dissolve puts the children of an inline element in its place.
func (e *Editor) dissolve(el dom.NodeID) {
	p := e.s.Parent(el)
	if p == 0 {
		return
	}
	e.moveChildren(p, el, el)
	e.remove(el)
}

func (e *Editor) children(n dom.NodeID) (list []dom.NodeID) {
	for c := e.s.FirstChild(n); c != 0; c = e.s.Next(c) {
		list = append(list, c)
	}
	return list
}

// fixAncestors splits what a node is not allowed in.
// https://w3c.github.io/editing/docs/execCommand/#fix-disallowed-ancestors
func (e *Editor) fixAncestors(n dom.NodeID) {
	if !e.editable(n) {
		return
	}
	allowed := false
	for a := e.s.Parent(n); a != 0 && e.inHost(a); a = e.s.Parent(a) {
		if e.allowedIn(a, n, 0) {
			allowed = true
			break
		}
	}
	if !allowed {
		switch name := e.html(n); {
		case name == atomDd || name == atomDt:
			e.wrap([]dom.NodeID{n}, func(l dom.NodeID) bool { return e.html(l) == atomDl && e.attrCount(l) == 0 }, e.maker(atomDl))
			return
		case !e.allowedIn(e.host, 0, atomP) || !prohibited[name]:
			return
		}
		n = e.setTagName(n, e.separator())
		e.fixAncestors(n)
		for _, c := range e.children(n) {
			if e.is(c, prohibited) {
				values := e.recordValues([]dom.NodeID{c})
				e.splitParent([]dom.NodeID{c})
				e.restoreValues(values)
			}
		}
		return
	}
	values := e.recordValues([]dom.NodeID{n})
	for p := e.s.Parent(n); e.s.Parent(n) != 0 && !e.allowedIn(p, n, 0); p = e.s.Parent(n) {
		e.splitParent([]dom.NodeID{n})
		if e.s.Parent(n) == p {
			break
		}
	}
	e.restoreValues(values)
}
