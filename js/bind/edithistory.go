package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/js"
)

// editHistory is what undo takes back and redo does again: edits of the window's text controls and editing hosts in the order in which the user made them.
type editHistory struct {
	undo, redo []*historyEntry
	open       bool // what is typed next belongs to the last entry
}

// historyEntry is one step: of a text control, or of an editing host.
type historyEntry struct {
	step          *edit.Step
	control       *nodeState // of a text control
	before, after textState
	keep          []*nodeState // nodes of the step, which undoing needs
	kind          string       // typing or deleting, which go on
}

// textState is the text of a control with its selection.
type textState struct {
	value      string
	start, end int
}

const maxUndo = 200

func (h *historyEntry) trace(t *js.Tracer) {
	h.control.mark(t)
	markStates(t, h.keep)
}

func (e *editing) trace(t *js.Tracer) {
	if e == nil {
		return
	}
	for _, l := range [...][]*historyEntry{e.history.undo, e.history.redo} {
		for _, h := range l {
			h.trace(t)
		}
	}
	e.composition.control.mark(t)
}

// bytes is the size of the history.
func (e *editing) bytes() (n int64) {
	if e == nil {
		return 0
	}
	n = 256
	for _, l := range [...][]*historyEntry{e.history.undo, e.history.redo} {
		for _, h := range l {
			n += 160 + int64(len(h.before.value)+len(h.after.value)+8*cap(h.keep))
			if h.step != nil {
				n += h.step.Bytes()
			}
		}
	}
	return n
}

func (h *editHistory) push(x *historyEntry) {
	if len(h.undo) >= maxUndo {
		h.undo = append(h.undo[:0], h.undo[1:]...)
	}
	h.undo = append(h.undo, x)
	h.redo = nil
}

// last is the entry that an edit of a kind goes on with, nil for none.
func (h *editHistory) last(kind string) *historyEntry {
	if !h.open || kind == "" || len(h.undo) == 0 || h.undo[len(h.undo)-1].kind != kind {
		return nil
	}
	return h.undo[len(h.undo)-1]
}

// typingKind is the kind of run that an edit belongs to, "" for one by itself.
func typingKind(inputType string) string {
	switch inputType {
	case "insertText", "insertParagraph", "insertLineBreak", "insertCompositionText":
		return "typing"
	case "deleteContentBackward", "deleteContentForward":
		return inputType
	}
	return ""
}

// recordStep keeps a step of an editing host.
func (w *Window) recordStep(s *edit.Step, inputType string) {
	if s.Empty() {
		return
	}
	h := &w.editor().history
	kind := typingKind(inputType)
	x := h.last(kind)
	if x != nil && x.step != nil && x.step.Host == s.Host {
		x.step.Append(s)
		h.redo = nil
	} else {
		x = &historyEntry{step: s, kind: kind}
		h.push(x)
	}
	for n := range s.Nodes {
		if id := w.World.Store.Resolve(n); id != 0 {
			st := w.World.wrappers.state(w.Realm, id)
			if len(x.keep) == 0 || x.keep[len(x.keep)-1] != st {
				x.keep = append(x.keep, st)
			}
		}
	}
	h.open = true
}

// recordText keeps a step of a text control.
func (w *Window) recordText(el dom.NodeID, before, after textState, inputType string) {
	h := &w.editor().history
	kind := typingKind(inputType)
	if x := h.last(kind); x != nil && x.control != nil && x.control.id == el && x.after == before {
		x.after = after
		h.redo = nil
	} else {
		h.push(&historyEntry{control: w.World.wrappers.state(w.Realm, el), before: before, after: after, kind: kind})
	}
	h.open = true
}

// fits reports whether an entry can be taken back (or done again) where the focus and the selection are.
func (w *Window) fits(x *historyEntry, undo bool) bool {
	s := w.World.Store
	if x.control != nil {
		state := x.after
		if !undo {
			state = x.before
		}
		return s.IsConnected(x.control.id) && w.World.forms.m.Value(x.control.id) == state.value
	}
	host := s.Resolve(x.step.Host)
	return host != 0 && s.IsConnected(host) && w.editingHost(host) == host
}

// canUndo and canRedo report whether there is something to take back, or to do again.
func (w *Window) canUndo(undo bool) bool {
	if w.editing == nil {
		return false
	}
	h := &w.editing.history
	list := &h.undo
	if !undo {
		list = &h.redo
	}
	for len(*list) > 0 { // what cannot be taken back any more is forgotten
		if w.fits((*list)[len(*list)-1], undo) {
			return true
		}
		*list = (*list)[:len(*list)-1]
	}
	return false
}

// undoEdit takes the last step back, or does it again, and tells of it. It reports whether there was one.
func (w *Window) undoEdit(undo bool) bool {
	if !w.canUndo(undo) {
		return false
	}
	h := &w.editing.history
	from, to, kind := &h.undo, &h.redo, "historyUndo"
	if !undo {
		from, to, kind = to, from, "historyRedo"
	}
	x := (*from)[len(*from)-1]
	target := dom.NodeID(0)
	if x.control != nil {
		target = x.control.id
	} else {
		target = w.World.Store.Resolve(x.step.Host)
	}
	if !w.beforeInput(target, inputInit{kind: kind}) || !w.canUndo(undo) || (*from)[len(*from)-1] != x {
		return true
	}
	*from = (*from)[:len(*from)-1]
	*to = append(*to, x)
	h.open = false
	if x.control != nil {
		state := x.before
		if !undo {
			state = x.after
		}
		w.editedByUser = true
		w.World.forms.m.Edit(target, state.value, state.start, state.end)
	} else {
		s, sel := w.World.Store, x.step.Before
		if undo {
			x.step.Undo(s)
		} else {
			x.step.Redo(s)
			sel = x.step.After
		}
		if start, end, ok := sel.RangeOf(s); ok && s.IsConnected(start.Node) && s.IsConnected(end.Node) {
			w.GetSelection().set(start, end)
		}
		target = w.World.Store.Resolve(x.step.Host)
	}
	h.open = false
	if target != 0 {
		w.input(target, inputInit{kind: kind})
	}
	return true
}
