package edit

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// changeKind says what a change did.
type changeKind uint8

const (
	inserted changeKind = iota // node below parent before next
	removed                    // node from below parent, where it was before next
	replaced                   // before by after at offset of the data of node
	setAttr                    // the attribute name from before to after
)

// change is one mutation.
type change struct {
	kind               changeKind
	hadBefore, isAfter bool // setAttr: the attribute was there, is there
	node, parent, next dom.Handle
	offset             int // UTF-16 units
	name               dom.NameID
	before, after      string
}

// Step is what one edit did.
type Step struct {
	changes []change
	// Before and After are the selection before and after it.
	Before, After Selection
	// Host is the editing host that it was in.
	Host  dom.Handle
	bytes int
}

// Selection is where a selection was, by nodes that may be gone.
type Selection struct {
	start, end             dom.Handle
	startOffset, endOffset int
}

// Empty reports that nothing was changed.
func (s *Step) Empty() bool { return len(s.changes) == 0 }

// Bytes is the size of a step.
func (s *Step) Bytes() int64 { return int64(cap(s.changes))*112 + int64(s.bytes) + 96 }

// Nodes are the nodes that undoing or redoing the step needs.
func (s *Step) Nodes(yield func(h dom.Handle) bool) {
	for i := range s.changes {
		if !yield(s.changes[i].node) {
			return
		}
	}
}

// Append adds what a step did after this one: both are undone at once.
func (s *Step) Append(t *Step) {
	s.changes = append(s.changes, t.changes...)
	s.After = t.After
	s.bytes += t.bytes
}

// RangeOf is the selection as boundaries, ok if its nodes are there.
func (s Selection) RangeOf(st *dom.Store) (start, end dom.Boundary, ok bool) {
	a, b := st.Resolve(s.start), st.Resolve(s.end)
	if a == 0 || b == 0 {
		return start, end, false
	}
	return dom.Boundary{Node: a, Offset: min(s.startOffset, st.NodeLength(a))}, dom.Boundary{Node: b, Offset: min(s.endOffset, st.NodeLength(b))}, true
}

// SelectionOf keeps a selection.
func SelectionOf(st *dom.Store, start, end dom.Boundary) Selection {
	return Selection{st.Handle(start.Node), st.Handle(end.Node), start.Offset, end.Offset}
}

// handle is a node's, the zero one for none.
func handle(st *dom.Store, n dom.NodeID) (h dom.Handle) {
	if n != 0 {
		h = st.Handle(n)
	}
	return h
}

// Undo takes a step back, and Redo does it again. What a page changed meanwhile stays: changes that it made impossible are left out.
func (s *Step) Undo(st *dom.Store) {
	for i := len(s.changes) - 1; i >= 0; i-- {
		s.changes[i].apply(st, true)
	}
}

// Redo does a step again.
func (s *Step) Redo(st *dom.Store) {
	for i := range s.changes {
		s.changes[i].apply(st, false)
	}
}

func (c *change) apply(st *dom.Store, undo bool) {
	n := st.Resolve(c.node)
	if n == 0 {
		return
	}
	switch c.kind {
	case inserted, removed:
		parent, next := st.Resolve(c.parent), st.Resolve(c.next)
		if parent == 0 {
			return
		}
		if (c.kind == inserted) == undo {
			if st.Parent(n) == parent {
				st.Remove(n)
			}
			return
		}
		if st.Contains(n, parent) {
			return
		}
		if next != 0 && st.Parent(next) != parent {
			next = 0
		}
		if st.Parent(n) != 0 {
			if st.Parent(n) != parent {
				return
			}
			st.Remove(n)
		}
		st.InsertBefore(parent, n, next)
	case replaced:
		from, to := c.before, c.after
		if undo {
			from, to = to, from
		}
		if c.offset <= st.DataLength(n) {
			st.ReplaceData(n, c.offset, dom.UTF16Len(from), to)
		}
	case setAttr:
		value, has := c.after, c.isAfter
		if undo {
			value, has = c.before, c.hadBefore
		}
		if has {
			st.SetAttr(n, c.name, value)
		} else {
			st.RemoveAttr(n, c.name)
		}
	}
}

func (e *Editor) record(c change) {
	e.step.changes = append(e.step.changes, c)
	e.step.bytes += len(c.before) + len(c.after)
}

// insert puts a node that has no parent before next below parent.
func (e *Editor) insert(parent, node, next dom.NodeID) {
	if d := e.s.DocumentOf(parent); d != e.s.DocumentOf(node) {
		e.s.Adopt(node, d)
	}
	e.s.InsertBefore(parent, node, next)
	e.record(change{kind: inserted, node: handle(e.s, node), parent: handle(e.s, parent), next: handle(e.s, next)})
}

func (e *Editor) append(parent, node dom.NodeID) { e.insert(parent, node, 0) }

// remove takes a node out of its parent.
func (e *Editor) remove(node dom.NodeID) {
	p := e.s.Parent(node)
	if p == 0 {
		return
	}
	e.record(change{kind: removed, node: handle(e.s, node), parent: handle(e.s, p), next: handle(e.s, e.s.Next(node))})
	e.s.Remove(node)
}

// move brings a node before next below parent, preserving ranges: boundaries in it stay in it.
// https://w3c.github.io/editing/docs/execCommand/#preserving-ranges
func (e *Editor) move(parent, node, next dom.NodeID) {
	old := e.s.Parent(node)
	if old == 0 {
		e.insert(parent, node, next)
		return
	}
	if next == node {
		next = e.s.Next(node)
	}
	if old == parent && e.s.Next(node) == next {
		return
	}
	e.record(change{kind: removed, node: handle(e.s, node), parent: handle(e.s, old), next: handle(e.s, e.s.Next(node))})
	e.record(change{kind: inserted, node: handle(e.s, node), parent: handle(e.s, parent), next: handle(e.s, next)})
	was := [...]dom.Boundary{e.r.Start, e.r.End}
	index := -1
	for _, b := range was {
		if b.Node == old {
			index = e.s.Index(node)
		}
	}
	e.s.Move(parent, node, next)
	for i, b := range was {
		switch {
		case e.s.Contains(node, b.Node):
			e.setEnd(i, b)
		case b.Node == old && (b.Offset == index || b.Offset == index+1):
			e.setEnd(i, dom.Boundary{Node: parent, Offset: e.s.Index(node) + b.Offset - index})
		}
	}
}

// replaceData replaces count units at offset of a text.
func (e *Editor) replaceData(text dom.NodeID, offset, count int, data string) {
	if count == 0 && data == "" {
		return
	}
	before := dom.SubstringUTF16(e.s.Data(text), offset, offset+count)
	e.record(change{kind: replaced, node: handle(e.s, text), offset: offset, before: strings.Clone(before), after: data})
	e.s.ReplaceData(text, offset, count, data)
}

// splitText makes what is behind offset a text of its own, and gives that.
func (e *Editor) splitText(text dom.NodeID, offset int) dom.NodeID {
	n := e.s.DataLength(text)
	rest := e.s.DocumentOf(text).CreateText(strings.Clone(dom.SubstringUTF16(e.s.Data(text), offset, n)))
	start, end := e.r.Start, e.r.End
	e.insert(e.s.Parent(text), rest, e.s.Next(text))
	e.replaceData(text, offset, n-offset, "")
	if start.Node == text && start.Offset > offset {
		e.r.SetStart(dom.Boundary{Node: rest, Offset: start.Offset - offset})
	}
	if end.Node == text && end.Offset > offset {
		e.r.SetEnd(dom.Boundary{Node: rest, Offset: end.Offset - offset})
	}
	return rest
}

// setAttr sets an attribute; removeAttr takes it away.
func (e *Editor) setAttr(el dom.NodeID, name atom.Atom, value string) {
	old, had := e.s.LookupAttr(el, name)
	if had && old == value {
		return
	}
	id := e.s.AttrName(name)
	e.record(change{kind: setAttr, node: handle(e.s, el), name: id, before: strings.Clone(old), hadBefore: had, after: value, isAfter: true})
	e.s.SetAttr(el, id, value)
}

func (e *Editor) removeAttr(el dom.NodeID, name atom.Atom) {
	old, had := e.s.LookupAttr(el, name)
	if !had {
		return
	}
	id := e.s.AttrName(name)
	e.record(change{kind: setAttr, node: handle(e.s, el), name: id, before: strings.Clone(old), hadBefore: true})
	e.s.RemoveAttr(el, id)
}

// create makes an element of HTML.
func (e *Editor) create(name atom.Atom) dom.NodeID {
	return e.s.DocumentOf(e.host).CreateElement(e.s.HTMLName(name))
}

// copyAttrs gives el the attributes of from.
func (e *Editor) copyAttrs(el, from dom.NodeID) {
	for a := range e.s.Attrs(from) {
		e.s.SetAttr(el, a.Name, strings.Clone(a.Value))
	}
}

// setTagName puts an element of another name in the place of one.
// https://w3c.github.io/editing/docs/execCommand/#set-the-tag-name
func (e *Editor) setTagName(el dom.NodeID, name atom.Atom) dom.NodeID {
	if e.s.IsHTMLElement(el, name) || e.s.Parent(el) == 0 {
		return el
	}
	repl := e.create(name)
	e.copyAttrs(repl, el)
	e.insert(e.s.Parent(el), repl, el)
	e.moveChildren(repl, el, 0)
	e.replaceBoundaries(el, repl)
	e.remove(el)
	return repl
}

// replaceBoundaries brings the ends of the range from one node into another.
func (e *Editor) replaceBoundaries(from, to dom.NodeID) {
	for i, b := range [...]dom.Boundary{e.r.Start, e.r.End} {
		if b.Node == from {
			e.setEnd(i, dom.Boundary{Node: to, Offset: min(b.Offset, e.s.NodeLength(to))})
		}
	}
}

// moveChildren moves all children of a node below parent before next.
func (e *Editor) moveChildren(parent, from, next dom.NodeID) {
	was := [...]dom.Boundary{e.r.Start, e.r.End}
	first := e.s.FirstChild(from)
	if first == 0 {
		return
	}
	for c := first; c != 0; c = e.s.FirstChild(from) {
		e.move(parent, c, next)
	}
	for i, b := range was { // by offsets, which moving one after the other would shift
		if b.Node == from {
			e.setEnd(i, dom.Boundary{Node: parent, Offset: e.s.Index(first) + b.Offset})
		}
	}
}
