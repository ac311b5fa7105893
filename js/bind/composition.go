package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
)

// Text that an input method composes. https://w3c.github.io/uievents/#events-compositionevents

// composition is the text that is being composed: in a text control, or in a text of an editing host.
type composition struct {
	on      bool
	text    string
	target  dom.Handle
	control *nodeState // nil: an editing host
	at      int        // of the text control: where it begins
	start   edit.Selection
}

// composeTarget is what a composition goes into: a text control that can be changed, or an editing host.
func (w *Window) composeTarget() (control, host dom.NodeID) {
	control, host = w.editTarget()
	if control != 0 && !w.World.forms.m.Mutable(control) {
		return 0, 0
	}
	if host == 0 && control == 0 {
		host = w.hostOf(w.focused())
	}
	return control, host
}

func (w *Window) compositionEvent(typ string, target dom.NodeID, data string) bool {
	e := &CompositionEvent{UIEvent: UIEvent{Event: Event{typ: typ, bubbles: true, composed: true, cancelable: typ != "compositionend"}, view: w}, data: data}
	return w.fire(e, NodeTarget(target)) && !w.closed
}

// Compose shows text that an input method composes in place of what it composed before, or of what is selected, with the selection in it from start to end, in
// UTF-16 units. An empty text ends the composition without any.
func (w *Window) Compose(t string, start, end int) {
	c := &w.editor().composition
	control, host := w.composeTarget()
	target := control
	if control == 0 {
		target = host
	}
	if c.on {
		target = w.World.Store.Resolve(c.target)
	}
	if target == 0 || t == "" && !c.on {
		return
	}
	if !c.on {
		old := ""
		if control != 0 {
			s, e, _ := w.World.forms.m.Selection(control)
			old = dom.SubstringUTF16(w.World.forms.m.Value(control), s, e)
		} else if w.GetSelection().rng != nil {
			old = w.GetSelection().String()
		}
		if !w.compositionEvent("compositionstart", target, old) || !w.Doc.Alive(target) {
			return
		}
		*c = composition{on: true, target: w.Doc.Handle(target)}
		if control != 0 {
			c.control = w.World.wrappers.state(w.Realm, control)
			c.at, _, _ = w.World.forms.m.Selection(control)
		} else {
			w.editOf(host)
		}
	}
	w.replaceComposed(t)
	if !c.on {
		return
	}
	if t == "" {
		w.endComposition("")
		return
	}
	n := dom.UTF16Len(t)
	start, end = max(0, min(start, n)), max(0, min(end, n))
	if c.control != nil {
		if w.World.forms.m.SetSelection(c.control.id, c.at+start, c.at+end, "none") {
			w.selectionChanged(c.control.id)
		}
	} else if from, _, ok := c.start.RangeOf(w.World.Store); ok && w.World.Store.Kind(from.Node).IsText() {
		limit := w.World.Store.DataLength(from.Node)
		w.GetSelection().set(dom.Boundary{Node: from.Node, Offset: min(from.Offset+start, limit)}, dom.Boundary{Node: from.Node, Offset: min(from.Offset+end, limit)})
	}
}

// replaceComposed puts text in place of what is composed.
func (w *Window) replaceComposed(t string) {
	c := &w.editor().composition
	s := w.World.Store
	target := s.Resolve(c.target)
	if target == 0 || !s.IsConnected(target) {
		*c = composition{}
		return
	}
	if c.control != nil {
		end := c.at + dom.UTF16Len(c.text)
		if c.text == "" {
			_, end, _ = w.World.forms.m.Selection(target)
		}
		w.World.forms.m.SetSelection(target, c.at, end, "none")
		if !w.compositionEvent("compositionupdate", target, t) {
			return
		}
		w.change(target, c.at, end, t, "insertCompositionText")
		c.text = t
		return
	}
	sel := w.GetSelection()
	if c.text != "" {
		if from, _, ok := c.start.RangeOf(s); ok && s.Kind(from.Node).IsText() {
			to := min(from.Offset+dom.UTF16Len(c.text), s.DataLength(from.Node))
			sel.set(from, dom.Boundary{Node: from.Node, Offset: to})
		}
	}
	e := w.editOf(target)
	i := inputInit{kind: "insertCompositionText", data: Some(t), composing: true, fixed: true}
	i.ranges = e.targets(false, false, 0)
	w.beforeInput(target, i)
	if !c.on || w.closed || !w.compositionEvent("compositionupdate", target, t) || !e.selected() {
		return
	}
	e.apply(i, func(ed *edit.Editor) {
		if t == "" {
			ed.DeleteKey(false, edit.Character)
		} else {
			ed.InsertText(t)
		}
	})
	c.text = t
	if sel.rng != nil {
		at := sel.rng.r.End
		if n := dom.UTF16Len(t); s.Kind(at.Node).IsText() && at.Offset >= n {
			at.Offset -= n
		}
		c.start = edit.SelectionOf(s, at, at)
	}
}

// CommitText ends a composition with a text; without one it puts the text in as if it was typed at once.
func (w *Window) CommitText(t string) {
	c := &w.editor().composition
	if c.on {
		if t != c.text {
			w.replaceComposed(t)
		}
		w.endComposition(t)
		return
	}
	control, host := w.composeTarget()
	switch {
	case control != 0:
		start, end, _ := w.World.forms.m.Selection(control)
		w.change(control, start, end, w.controlText(control, t), "insertText")
	case host != 0:
		w.editOf(host).insertText(t)
	}
}

// endComposition tells that what was composed stays.
func (w *Window) endComposition(t string) {
	c := &w.editor().composition
	target := w.World.Store.Resolve(c.target)
	control := c.control
	at := c.at + dom.UTF16Len(t)
	from, _, ok := c.start.RangeOf(w.World.Store)
	*c = composition{}
	w.editor().history.open = false
	if target == 0 || w.closed {
		return
	}
	if control != nil {
		w.World.forms.m.SetSelection(target, at, at, "none")
	} else if ok && t != "" && w.World.Store.Kind(from.Node).IsText() {
		end := dom.Boundary{Node: from.Node, Offset: min(from.Offset+dom.UTF16Len(t), w.World.Store.DataLength(from.Node))}
		w.GetSelection().set(end, end)
	}
	w.compositionEvent("compositionend", target, t)
}
