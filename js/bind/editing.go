package bind

import (
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style"
)

// Keys in what is contenteditable. https://w3c.github.io/input-events/ says which events tell of it; what becomes of the tree is what Chromium makes of it.

// editingHost is the editing host of a node, 0 for none. https://html.spec.whatwg.org/multipage/interaction.html#editing-host
func (w *Window) editingHost(n dom.NodeID) (host dom.NodeID) {
	for ; n != 0; n = w.Doc.Parent(n) {
		v, has := w.Doc.LookupAttr(n, atomContenteditable)
		switch {
		case w.Doc.Kind(n) != dom.KindElement || !has && host == 0:
		case has && equalFold(v, "false"):
			return host
		case has:
			host = n
		}
	}
	return host
}

// hostEdit is the keyboard's work in an editing host.
type hostEdit struct {
	w    *Window
	s    *dom.Store
	host dom.NodeID
	sel  *Selection
}

// hostKey is a key while an editing host, or something in it, has the focus; false: not for it.
func (w *Window) hostKey(el dom.NodeID, i KeyInit) bool {
	host := w.editingHost(el)
	if host == 0 || w.World.forms.m.TextControl(el) {
		return false
	}
	e := &hostEdit{w: w, s: w.World.Store, host: host, sel: w.GetSelection()}
	if r := e.sel.rng; r == nil || !e.s.Contains(host, r.r.Start.Node) || !e.s.Contains(host, r.r.End.Node) {
		e.caret(e.startOf(host))
	}
	command := i.Modifiers&(ModControl|ModMeta) != 0
	shift := i.Modifiers&ModShift != 0
	if command && i.Modifiers&ModAlt == 0 {
		switch strings.ToLower(i.Key) {
		case "a":
			e.sel.set(e.startOf(host), dom.Boundary{Node: host, Offset: e.s.ChildCount(host)})
			return true
		case "x":
			if w.opt.OwnClipboard || e.sel.IsCollapsed() {
				return true
			}
			w.clipboard = e.sel.String()
			return e.run("deleteByCut", Opt[string]{}, e.deleteSelected)
		case "v":
			if text := w.clipboard; !w.opt.OwnClipboard && text != "" {
				return e.run("insertFromPaste", Some(text), func() { e.insertLines(text) })
			}
			return true
		}
		return false
	}
	if i.Modifiers&^(ModShift|modAltGraph|modCapsLock) != 0 {
		return false
	}
	switch i.Key {
	case "ArrowLeft", "ArrowRight":
		return e.arrow(i.Key == "ArrowRight", shift)
	case "Backspace":
		return e.run("deleteContentBackward", Opt[string]{}, func() { e.deleteOr(e.deleteBackward) })
	case "Delete":
		return e.run("deleteContentForward", Opt[string]{}, func() { e.deleteOr(e.deleteForward) })
	case "Enter":
		if shift || equalFold(e.s.Attr(host, atomContenteditable), "plaintext-only") {
			return e.run("insertLineBreak", Opt[string]{}, func() { e.deleteSelected(); e.lineBreak() })
		}
		return e.run("insertParagraph", Opt[string]{}, func() { e.deleteSelected(); e.paragraph() })
	}
	if utf8.RuneCountInString(i.Key) != 1 {
		return false
	}
	return e.run("insertText", Some(i.Key), func() { e.deleteSelected(); e.insertText(i.Key) })
}

// run tells of an edit before and after it, and does it unless the page prevents it.
func (e *hostEdit) run(kind string, data Opt[string], edit func()) bool {
	w := e.w
	before := &InputEvent{UIEvent: UIEvent{Event: Event{typ: "beforeinput", bubbles: true, cancelable: true, composed: true}, view: w}, data: data, inputType: kind}
	ok := w.fire(before, NodeTarget(e.host))
	r := e.sel.rng
	if !ok || w.closed || !e.s.Alive(e.host) || !e.s.IsConnected(e.host) || r == nil || !e.s.Contains(e.host, r.r.Start.Node) || !e.s.Contains(e.host, r.r.End.Node) {
		return true
	}
	w.Host.UpdateStyle(w) // which elements are blocks
	version := e.s.Version()
	edit()
	if e.s.Version() == version || !e.s.Alive(e.host) {
		return true
	}
	w.fire(&InputEvent{UIEvent: UIEvent{Event: Event{typ: "input", bubbles: true, composed: true}, view: w}, data: data, inputType: kind}, NodeTarget(e.host))
	return true
}

func (e *hostEdit) caret(b dom.Boundary) { e.sel.set(b, b) }

func (e *hostEdit) at() dom.Boundary { return e.sel.rng.r.Start }

func (e *hostEdit) isText(n dom.NodeID) bool { return e.s.Kind(n).IsText() }

// startOf and endOf are the first and last place of a node's contents.
func (e *hostEdit) startOf(n dom.NodeID) dom.Boundary {
	for c := e.s.FirstChild(n); c != 0 && !e.atomic(c); c = e.s.FirstChild(n) {
		n = c
	}
	return dom.Boundary{Node: n}
}

func (e *hostEdit) endOf(n dom.NodeID) dom.Boundary {
	for c := e.s.LastChild(n); c != 0 && !e.atomic(c); c = e.s.LastChild(n) {
		n = c
	}
	return dom.Boundary{Node: n, Offset: e.s.NodeLength(n)}
}

var atomBr = atom.Static("br")

// atomicElements are those of HTML that the caret goes past as past a character.
var atomicElements = map[atom.Atom]bool{}

func init() {
	for _, n := range [...]string{"audio", "br", "button", "canvas", "embed", "hr", "iframe", "img", "input", "meter", "object", "progress", "select", "textarea", "video"} {
		atomicElements[atom.Static(n)] = true
	}
}

// atomic reports whether the caret cannot be in a node.
func (e *hostEdit) atomic(n dom.NodeID) bool {
	switch e.s.Kind(n) {
	case dom.KindText, dom.KindCDATA:
		return false
	case dom.KindElement:
		if v, has := e.s.LookupAttr(n, atomContenteditable); has && equalFold(v, "false") {
			return true
		}
		return e.s.ElementName(n).NS != dom.HTML || atomicElements[e.s.LocalName(n)]
	}
	return true
}

// block reports whether an element is a block.
func (e *hostEdit) block(n dom.NodeID) bool {
	if e.s.Kind(n) != dom.KindElement {
		return false
	}
	st := e.w.styler.Style(n)
	if st == nil {
		return false
	}
	switch st.Box.Display {
	case style.DisplayInline, style.DisplayInlineBlock, style.DisplayContents, style.DisplayNone, style.DisplayRuby, style.DisplayRubyText:
		return false
	}
	return true
}

// blockOf is the nearest block that a node is or is in, at most the host.
func (e *hostEdit) blockOf(n dom.NodeID) dom.NodeID {
	for n != e.host && !e.block(n) {
		n = e.s.Parent(n)
	}
	return n
}

// childAt is the child that a boundary is before, 0 for none.
func (e *hostEdit) childAt(b dom.Boundary) dom.NodeID {
	c := e.s.FirstChild(b.Node)
	for range b.Offset {
		c = e.s.Next(c)
	}
	return c
}

// leaf reports whether a node is one that the caret goes past: text, or what it cannot be in.
func (e *hostEdit) leaf(n dom.NodeID) bool {
	k := e.s.Kind(n)
	return k.IsText() && e.s.NodeLength(n) > 0 || k == dom.KindElement && e.atomic(n)
}

// leafBefore is the last leaf before the caret in the host, not the text that the caret is in; 0 for none.
func (e *hostEdit) leafBefore(b dom.Boundary) dom.NodeID {
	n := b.Node
	if !e.isText(n) {
		if c := e.childAt(b); c != 0 {
			n = c
		} else if c := e.s.LastChild(n); c != 0 {
			for n = c; e.s.LastChild(n) != 0 && !e.atomic(n); {
				n = e.s.LastChild(n)
			}
			if e.leaf(n) {
				return n
			}
		}
	}
	for n = e.s.Preceding(n, e.host); n != 0 && n != e.host; n = e.s.Preceding(n, e.host) {
		if e.leaf(n) {
			return e.outermost(n)
		}
	}
	return 0
}

// leafAfter is the first leaf after the caret in the host, not the text that the caret is in; 0 for none.
func (e *hostEdit) leafAfter(b dom.Boundary) dom.NodeID {
	n := b.Node
	if c := dom.NodeID(0); !e.isText(n) {
		if c = e.childAt(b); c == 0 {
			n = e.s.FollowingSkip(n, e.host)
		} else {
			n = c
		}
	} else {
		n = e.s.Following(n, e.host)
	}
	for ; n != 0; n = e.s.Following(n, e.host) {
		if e.leaf(n) {
			return n
		}
	}
	return 0
}

// outermost is the outermost atomic element that a node is in, or the node.
func (e *hostEdit) outermost(n dom.NodeID) dom.NodeID {
	out := n
	for p := e.s.Parent(n); p != 0 && p != e.host; p = e.s.Parent(p) {
		if e.atomic(p) {
			out = p
		}
	}
	return out
}

// past is the place after a leaf, and before is the one before it.
func (e *hostEdit) past(n dom.NodeID) dom.Boundary {
	if e.isText(n) {
		return dom.Boundary{Node: n, Offset: e.s.NodeLength(n)}
	}
	return dom.Boundary{Node: e.s.Parent(n), Offset: e.s.Index(n) + 1}
}

func (e *hostEdit) before(n dom.NodeID) dom.Boundary {
	if e.isText(n) {
		return dom.Boundary{Node: n}
	}
	return dom.Boundary{Node: e.s.Parent(n), Offset: e.s.Index(n)}
}

// step is the place a character further, false at the end of the host.
func (e *hostEdit) step(b dom.Boundary, forward bool) (dom.Boundary, bool) {
	if e.isText(b.Node) {
		u := units(e.s.Data(b.Node))
		if forward && b.Offset < len(u) {
			return dom.Boundary{Node: b.Node, Offset: stepRight(u, b.Offset)}, true
		}
		if !forward && b.Offset > 0 {
			return dom.Boundary{Node: b.Node, Offset: stepLeft(u, b.Offset)}, true
		}
	}
	n := e.leafBefore(b)
	if forward {
		n = e.leafAfter(b)
	}
	if n == 0 {
		return b, false
	}
	edge := e.past(n)
	if forward {
		edge = e.before(n)
	}
	if e.blockOf(n) != e.blockOf(b.Node) || !e.isText(n) {
		if e.blockOf(n) == e.blockOf(b.Node) { // past an image or line break
			if forward {
				return e.past(n), true
			}
			return e.before(n), true
		}
		return edge, true
	}
	return e.step(edge, forward)
}

func (e *hostEdit) arrow(forward, extend bool) bool {
	e.w.Host.UpdateStyle(e.w)
	if !extend && !e.sel.IsCollapsed() {
		if forward {
			e.caret(e.sel.rng.r.End)
		} else {
			e.caret(e.sel.rng.r.Start)
		}
		return true
	}
	b, _ := e.step(e.sel.focusPoint(), forward)
	if extend {
		e.sel.set(e.sel.anchor(), b)
	} else {
		e.caret(b)
	}
	return true
}

// deleteOr deletes what is selected, or else does what the key does with nothing selected.
func (e *hostEdit) deleteOr(f func()) {
	if e.sel.IsCollapsed() {
		f()
	} else {
		e.deleteSelected()
	}
}

// deleteSelected deletes what is selected and joins the blocks at both ends.
func (e *hostEdit) deleteSelected() {
	if e.sel.IsCollapsed() {
		return
	}
	r := e.sel.rng.r
	first, last := e.blockOf(r.Start.Node), e.blockOf(r.End.Node)
	if first == e.host { // all of the first block is selected
		if c := e.leafAfter(r.Start); c != 0 && !e.isText(r.Start.Node) {
			first = e.blockOf(c)
			e.sel.set(e.before(c), r.End)
		}
	}
	if last == e.host && !e.isText(r.End.Node) {
		if c := e.leafBefore(r.End); c != 0 && e.blockOf(c) != e.host {
			last = e.blockOf(c)
			e.sel.set(e.sel.rng.r.Start, e.past(c))
		}
	}
	start := e.sel.rng.r.Start
	if err := e.sel.DeleteFromDocument(); err != nil {
		return
	}
	e.caret(start) // not between the blocks, where the range is
	if first != last && e.s.Contains(e.host, last) && last != e.host && !e.s.Contains(last, first) {
		e.join(first, last, e.at())
	}
	e.fill(e.blockOf(e.at().Node))
}

// deleteBackward is Backspace with nothing selected.
func (e *hostEdit) deleteBackward() {
	b := e.at()
	if e.isText(b.Node) && b.Offset > 0 {
		to, _ := e.step(b, false)
		e.cut(b.Node, to.Offset, b.Offset)
		return
	}
	n := e.leafBefore(b)
	if n == 0 {
		return
	}
	block := e.blockOf(b.Node)
	if e.blockOf(n) == block && block != e.host && e.s.IsHTMLElement(n, atomBr) && e.s.FirstChild(block) == n && e.s.LastChild(block) == n { // it only keeps the block open
		only := n
		if n = e.leafBefore(e.before(n)); n == 0 {
			if e.leafAfter(e.past(only)) == 0 { // nothing else is there
				e.caret(dom.Boundary{Node: e.host})
				e.s.ReplaceAll(e.host, 0)
			}
			return
		}
	}
	if e.blockOf(n) == block {
		if e.isText(n) {
			u := units(e.s.Data(n))
			e.cut(n, stepLeft(u, len(u)), len(u))
			return
		}
		e.remove(n)
		return
	}
	if e.s.IsHTMLElement(n, atomBr) { // the line of the block before
		if c := e.leafBefore(e.before(n)); c == 0 || e.blockOf(c) != e.blockOf(n) {
			at := e.before(n)
			dest := e.blockOf(n)
			e.s.Remove(n)
			e.join(dest, block, at)
			e.fill(e.blockOf(e.at().Node))
			return
		}
	}
	e.join(e.blockOf(n), block, e.past(n))
}

// deleteForward is Delete with nothing selected.
func (e *hostEdit) deleteForward() {
	b := e.at()
	if e.isText(b.Node) && b.Offset < e.s.NodeLength(b.Node) {
		to, _ := e.step(b, true)
		e.cut(b.Node, b.Offset, to.Offset)
		return
	}
	n := e.leafAfter(b)
	if n == 0 {
		return
	}
	if e.blockOf(n) != e.blockOf(b.Node) {
		e.join(e.blockOf(b.Node), e.blockOf(n), b)
		return
	}
	if e.isText(n) {
		e.cut(n, 0, stepRight(units(e.s.Data(n)), 0))
		return
	}
	e.remove(n)
}

// cut takes units out of a text.
func (e *hostEdit) cut(text dom.NodeID, from, to int) {
	block := e.blockOf(text)
	e.s.ReplaceData(text, from, to-from, "")
	if e.s.NodeLength(text) > 0 {
		e.caret(dom.Boundary{Node: text, Offset: from})
		return
	}
	e.caret(e.before(text))
	e.removeEmpty(text)
	e.fill(block)
}

// remove takes an atomic element out.
func (e *hostEdit) remove(n dom.NodeID) {
	block := e.blockOf(e.s.Parent(n))
	prev, next := e.s.Prev(n), e.s.Next(n)
	switch {
	case prev != 0 && e.isText(prev):
		e.caret(e.past(prev))
	case next != 0 && e.isText(next):
		e.caret(dom.Boundary{Node: next})
	default:
		e.caret(e.before(n))
	}
	e.s.Remove(n)
	e.fill(block)
}

// removeEmpty removes a node, and the inline elements that are empty without it.
func (e *hostEdit) removeEmpty(n dom.NodeID) {
	for n != e.host {
		p := e.s.Parent(n)
		at := e.before(n)
		e.s.Remove(n)
		e.caret(dom.Boundary{Node: p, Offset: min(at.Offset, e.s.ChildCount(p))})
		if e.s.FirstChild(p) != 0 || e.block(p) {
			return
		}
		n = p
	}
}

// fill gives a block without content a line.
func (e *hostEdit) fill(block dom.NodeID) {
	for n := e.s.Following(block, block); n != 0; n = e.s.Following(n, block) {
		if e.leaf(n) {
			return
		}
	}
	for c := e.s.FirstChild(block); c != 0; c = e.s.FirstChild(block) {
		e.s.Remove(c)
	}
	e.s.Append(block, e.newElement(atomBr))
	e.caret(dom.Boundary{Node: block})
}

func (e *hostEdit) newElement(name atom.Atom) dom.NodeID {
	d := e.s.DocumentOf(e.host)
	return d.CreateElement(e.s.Name(dom.HTML, atom.None, name))
}

// join moves the content of the block from behind that of the block into, and brings the caret to at, where they meet.
func (e *hostEdit) join(into, from dom.NodeID, at dom.Boundary) {
	after := dom.NodeID(0) // the child of into before which the content goes
	if c := at.Node; c == into {
		after = e.childAt(at)
	} else {
		for e.s.Parent(c) != into && c != e.host {
			c = e.s.Parent(c)
		}
		after = e.s.Next(c)
	}
	if from == e.host { // the lines beside a block
		return
	}
	for c := e.s.FirstChild(from); c != 0; c = e.s.FirstChild(from) {
		if e.block(c) {
			break
		}
		e.s.Move(into, c, after)
	}
	for n := from; n != e.host && e.s.FirstChild(n) == 0; {
		p := e.s.Parent(n)
		e.s.Remove(n)
		n = p
	}
	e.caret(at)
	e.mergeText(at)
	if n := at.Node; !e.isText(n) && e.s.LastChild(into) != 0 { // the line that only kept the block open
		if l := e.s.LastChild(into); e.s.IsHTMLElement(l, atomBr) && e.s.Prev(l) != 0 {
			e.s.Remove(l)
		}
	} else if l := e.s.LastChild(into); l != 0 && l != at.Node && e.s.IsHTMLElement(l, atomBr) && e.s.Prev(l) == at.Node {
		e.s.Remove(l)
	}
}

// mergeText joins the text that a caret is at the end of with the one after it.
func (e *hostEdit) mergeText(b dom.Boundary) {
	if !e.isText(b.Node) {
		return
	}
	if n := e.s.Next(b.Node); n != 0 && e.isText(n) {
		e.s.ReplaceData(b.Node, e.s.NodeLength(b.Node), 0, strings.Clone(e.s.Data(n)))
		e.s.Remove(n)
		e.caret(b)
	}
}

const nbsp = "\u00a0"

// insertText puts text at the caret. Spaces that would collapse become no-break spaces, until something is beside them.
func (e *hostEdit) insertText(text string) {
	b := e.at()
	if !e.isText(b.Node) {
		next := e.childAt(b)
		prev := e.s.LastChild(b.Node)
		if next != 0 {
			prev = e.s.Prev(next)
		}
		switch {
		case prev != 0 && e.isText(prev):
			b = e.past(prev)
		case next != 0 && e.isText(next):
			b = dom.Boundary{Node: next}
		default:
			t := e.s.DocumentOf(e.host).CreateText("")
			e.s.InsertBefore(b.Node, t, next)
			if next != 0 && e.s.IsHTMLElement(next, atomBr) && e.s.Next(next) == 0 { // which kept the line open
				e.s.Remove(next)
			}
			b = dom.Boundary{Node: t}
		}
	}
	if !e.preserves(b.Node) {
		u := units(e.s.Data(b.Node))
		space := func(i int) bool {
			return i < 0 || i >= len(u) || u[i] == ' ' || u[i] == 0xA0 || u[i] == '\n' || u[i] == '\t'
		}
		switch {
		case text == " " && (space(b.Offset-1) || space(b.Offset)):
			text = nbsp
		case text != " " && b.Offset > 1 && u[b.Offset-1] == 0xA0 && !space(b.Offset-2):
			e.s.ReplaceData(b.Node, b.Offset-1, 1, " ")
		}
	}
	e.s.ReplaceData(b.Node, b.Offset, 0, text)
	e.caret(dom.Boundary{Node: b.Node, Offset: b.Offset + dom.UTF16Len(text)})
}

// preserves reports whether spaces of a text are kept as they are.
func (e *hostEdit) preserves(text dom.NodeID) bool {
	st := e.w.styler.Style(e.s.Parent(text))
	return st != nil && st.Text.WhiteSpaceCollapse != style.WhiteSpaceCollapseCollapse
}

// insertLines puts text at the caret in place of what is selected, a paragraph a line.
func (e *hostEdit) insertLines(text string) {
	e.deleteSelected()
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if i > 0 {
			e.w.Host.UpdateStyle(e.w)
			e.paragraph()
		}
		if line != "" {
			e.insertText(line)
		}
	}
}

// split makes the caret one between children of a node below root, and gives that child: all from it on, in root, is after the caret. 0: nothing is.
func (e *hostEdit) split(root dom.NodeID) dom.NodeID {
	b := e.at()
	n := b.Node
	at := dom.NodeID(0)
	switch {
	case e.isText(n):
		switch b.Offset {
		case 0:
			at = n
		case e.s.NodeLength(n):
			at = e.s.Next(n)
		default:
			rest := e.s.DocumentOf(n).CreateText(dom.SubstringUTF16(e.s.Data(n), b.Offset, e.s.NodeLength(n)))
			e.s.ReplaceData(n, b.Offset, e.s.NodeLength(n)-b.Offset, "")
			e.s.InsertBefore(e.s.Parent(n), rest, e.s.Next(n))
			at = rest
		}
		n = e.s.Parent(n)
	default:
		at = e.childAt(b)
	}
	for n != root { // inline elements are split where they have content on both sides
		p := e.s.Parent(n)
		switch {
		case at == 0:
			at = e.s.Next(n)
		case at == e.s.FirstChild(n):
			at = n
		default:
			second := e.s.Clone(n, e.s.DocumentOf(n), false)
			for c := at; c != 0; {
				next := e.s.Next(c)
				e.s.Move(second, c, 0)
				c = next
			}
			e.s.InsertBefore(p, second, e.s.Next(n))
			at = second
		}
		n = p
	}
	return at
}

// lineBreak puts a br at the caret.
func (e *hostEdit) lineBreak() {
	block := e.blockOf(e.at().Node)
	at := e.split(block)
	br := e.newElement(atomBr)
	e.s.InsertBefore(block, br, at)
	if at == 0 || e.block(at) { // a line needs something after the break
		e.s.InsertBefore(block, e.newElement(atomBr), at)
		e.caret(e.past(br))
		return
	}
	if e.isText(at) {
		e.caret(dom.Boundary{Node: at})
	} else {
		e.caret(e.past(br))
	}
}

// paragraph splits the block that the caret is in; what is in no block goes into a new div.
func (e *hostEdit) paragraph() {
	block := e.blockOf(e.at().Node)
	div := atomDiv
	var second dom.NodeID
	if block == e.host {
		if e.s.FirstChild(e.host) == 0 || e.s.FirstChild(e.host) == e.s.LastChild(e.host) && e.s.IsHTMLElement(e.s.FirstChild(e.host), atomBr) {
			for c := e.s.FirstChild(e.host); c != 0; c = e.s.FirstChild(e.host) {
				e.s.Remove(c)
			}
			first := e.newElement(div)
			e.s.Append(first, e.newElement(atomBr))
			e.s.Append(e.host, first)
			e.caret(dom.Boundary{Node: e.host, Offset: 1})
		}
		at := e.split(e.host)
		second = e.newElement(div)
		for c := at; c != 0 && !e.block(c); {
			next := e.s.Next(c)
			e.s.Move(second, c, 0)
			c = next
			at = c
		}
		e.s.InsertBefore(e.host, second, at)
	} else {
		at := e.split(block)
		rest := false
		for c := at; c != 0; c = e.s.Next(c) {
			rest = rest || !e.s.IsHTMLElement(c, atomBr) || e.s.Next(c) != 0
		}
		if classOfNode(e.s, block) == cls.HTMLHeadingElement && !rest {
			second = e.newElement(div)
		} else {
			second = e.s.Clone(block, e.s.DocumentOf(block), false)
			e.s.RemoveAttr(second, e.s.AttrName(atomID))
		}
		for c := at; c != 0; {
			next := e.s.Next(c)
			e.s.Move(second, c, 0)
			c = next
		}
		e.s.InsertBefore(e.s.Parent(block), second, e.s.Next(block))
		if !e.hasLine(block) {
			e.s.Append(block, e.newElement(atomBr))
		}
	}
	if !e.hasLine(second) {
		e.s.Append(second, e.newElement(atomBr))
	}
	e.caret(e.startOf(second))
}

// hasLine reports whether a block has content that makes a line.
func (e *hostEdit) hasLine(block dom.NodeID) bool {
	for n := e.s.Following(block, block); n != 0; n = e.s.Following(n, block) {
		if e.leaf(n) {
			return true
		}
	}
	return false
}
