package bind

import (
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
)

// Keys in editing hosts. https://w3c.github.io/input-events/ says which events tell of it, dom/edit what becomes of the tree.

// hostEdit is an edit of an editing host on its way.
type hostEdit struct {
	w    *Window
	s    *dom.Store
	host dom.NodeID
	sel  *Selection
}

// hostOf is the editing host that has the focus, or the selection in designMode; 0 for none.
func (w *Window) hostOf(el dom.NodeID) dom.NodeID {
	if el != 0 {
		if w.World.forms.m.TextControl(el) {
			return 0
		}
		if h := w.editingHost(el); h != 0 {
			return h
		}
	}
	if r := w.GetSelection().rng; r != nil && w.designMode() {
		return w.editingHost(r.r.Start.Node)
	}
	return 0
}

// editOf begins an edit of an editing host. A selection that is elsewhere comes to its start.
func (w *Window) editOf(host dom.NodeID) *hostEdit {
	e := &hostEdit{w: w, s: w.World.Store, host: host, sel: w.GetSelection()}
	if !e.selected() {
		ed := e.begin(dom.Boundary{Node: host}, dom.Boundary{Node: host})
		at := ed.First()
		ed.Close()
		e.sel.set(at, at)
	}
	return e
}

// selected reports a selection in the host.
func (e *hostEdit) selected() bool {
	r := e.sel.rng
	return r != nil && e.s.Contains(e.host, r.r.Start.Node) && e.s.Contains(e.host, r.r.End.Node)
}

func (e *hostEdit) begin(start, end dom.Boundary) *edit.Editor {
	return edit.New(e.s, editView{e.w}, &e.w.editor().options, start, end)
}

// focusedHost brings the selection to the start of an editing host that gets the focus, unless it is in it.
func (w *Window) focusedHost(el dom.NodeID) {
	if el != 0 && w.editingHost(el) == el && !w.World.forms.m.TextControl(el) && w.styler != nil {
		w.editOf(el)
	}
}

// hostKey is a key while an editing host, or something in it, has the focus; false: not for it.
func (w *Window) hostKey(el dom.NodeID, i KeyInit) bool {
	host := w.hostOf(el)
	if host == 0 {
		return false
	}
	command := i.Modifiers&(ModControl|ModMeta) != 0 && i.Modifiers&ModAlt == 0
	shift := i.Modifiers&ModShift != 0
	if el != host && el != 0 && !command && w.keyOfControl(el, i) {
		return false
	}
	e := w.editOf(host)
	if command {
		switch strings.ToLower(i.Key) {
		case "a":
			w.selectAll()
			return true
		case "b":
			return w.shortcut("bold")
		case "i":
			return w.shortcut("italic")
		case "u":
			return w.shortcut("underline")
		case "z":
			w.undoEdit(!shift)
			return true
		case "y":
			w.undoEdit(false)
			return true
		case "backspace":
			return e.deleteKey("deleteWordBackward", false, edit.Word)
		case "delete":
			return e.deleteKey("deleteWordForward", true, edit.Word)
		}
		if w.clipboardKey(i) {
			return true
		}
	}
	if w.moveKey(i) {
		return true
	}
	if i.Modifiers&^(ModShift|modAltGraph|modCapsLock) != 0 {
		return false
	}
	switch i.Key {
	case "Backspace":
		return e.deleteKey("deleteContentBackward", false, edit.CodePoint)
	case "Delete":
		if shift {
			return w.cut()
		}
		return e.deleteKey("deleteContentForward", true, edit.Character)
	case "Enter":
		if shift || w.plaintextOnly(host) {
			return e.run(inputInit{kind: "insertLineBreak"}, (*edit.Editor).InsertLineBreak)
		}
		return e.run(inputInit{kind: "insertParagraph"}, (*edit.Editor).InsertParagraph)
	}
	if utf8.RuneCountInString(i.Key) != 1 {
		return false
	}
	return e.insertText(i.Key)
}

// keyOfControl reports a key that a control in an editing host takes itself.
func (w *Window) keyOfControl(el dom.NodeID, i KeyInit) bool {
	s := w.World.Store
	return s.IsHTMLElement(el, atomSelect) || s.IsHTMLElement(el, atomInput) || s.IsHTMLElement(el, atomButton) || s.IsHTMLElement(el, atomSummary) && (i.Key == "Enter" || i.Key == " ")
}

// shortcut runs a command by a key.
func (w *Window) shortcut(name string) bool {
	w.runCommand(edit.Lookup(name), "", false)
	return true
}

// insertText types text in place of what is selected.
func (e *hostEdit) insertText(t string) bool {
	return e.run(inputInit{kind: "insertText", data: Some(t)}, func(ed *edit.Editor) { ed.InsertText(t) })
}

// deleteKey deletes what is selected, or what is beside the caret. With something selected the unit is none.
func (e *hostEdit) deleteKey(kind string, forward bool, g edit.Granularity) bool {
	if !e.sel.IsCollapsed() {
		kind = "deleteContentBackward"
		if forward {
			kind = "deleteContentForward"
		}
	}
	return e.run(inputInit{kind: kind, ranges: e.targets(true, forward, g)}, func(ed *edit.Editor) { ed.DeleteKey(forward, g) })
}

// targets are the target ranges of an edit: what is selected, or, with extend, what a deletion at the caret takes.
func (e *hostEdit) targets(extend, forward bool, g edit.Granularity) []dom.Range {
	r := e.sel.rng.r
	if !extend || r.Start != r.End {
		return []dom.Range{{Start: r.Start, End: r.End}}
	}
	ed := e.begin(r.Start, r.End)
	ed.Extend(forward, g)
	start, end := ed.Range()
	ed.Close()
	return []dom.Range{{Start: start, End: end}}
}

// run tells of an edit before and after it, and does it unless the page prevents it.
func (e *hostEdit) run(i inputInit, f func(*edit.Editor)) bool {
	if i.ranges == nil && e.selected() {
		i.ranges = e.targets(false, false, 0)
	}
	if !e.w.beforeInput(e.host, i) {
		return true
	}
	e.apply(i, f)
	return true
}

// apply does an edit and tells of it. It reports whether there was one.
func (e *hostEdit) apply(i inputInit, f func(*edit.Editor)) bool {
	if !e.selected() || e.w.editingHost(e.sel.rng.r.Start.Node) != e.host {
		return false
	}
	changed, _ := e.change(i.kind, func(ed *edit.Editor) bool { f(ed); return true })
	if changed {
		i.ranges = nil
		e.w.input(e.host, i)
	}
	return changed
}

// change does an edit on what is selected and keeps it for undoing.
func (e *hostEdit) change(kind string, f func(*edit.Editor) bool) (changed, ok bool) {
	w := e.w
	w.Host.UpdateStyle(w)
	r := e.sel.rng.r
	start, end, backward := r.Start, r.End, e.sel.backward
	ed := e.begin(start, end)
	ok = f(ed)
	newStart, newEnd := ed.Range()
	step := ed.Close()
	if w.closed {
		return false, ok
	}
	w.recordStep(step, kind)
	if e.s.IsConnected(newStart.Node) && e.s.IsConnected(newEnd.Node) && e.sel.rng != nil {
		if now := e.sel.rng.r; now.Start != newStart || now.End != newEnd {
			options := w.editor().options.Overrides // the caret is where the text goes that they are for
			if backward && newStart != newEnd {
				e.sel.set(newEnd, newStart)
			} else {
				e.sel.set(newStart, newEnd)
			}
			w.editor().options.Overrides = options
		}
	}
	w.editor().history.open = true
	w.editor().keepsColumn = false
	if !step.Empty() {
		w.revealCaret()
	}
	return !step.Empty(), ok
}

// revealCaret scrolls to where the caret is.
func (w *Window) revealCaret() {
	w.Host.NeedFrame(w)
}

// selectionSet is called when the selection is somewhere else: what is typed then is a step of its own, without the values that were set before.
func (w *Window) selectionSet() {
	if e := w.editing; e != nil {
		e.history.open = false
		e.options.Overrides = nil
		e.keepsColumn = false
	}
}

// documentKey is a key with Control where nothing that can be edited has the focus.
func (w *Window) documentKey(i KeyInit) bool {
	switch strings.ToLower(i.Key) {
	case "a":
		w.selectAll()
		return true
	case "z", "y":
		return w.undoEdit(strings.ToLower(i.Key) == "z" && i.Modifiers&ModShift == 0)
	}
	return w.clipboardKey(i)
}
