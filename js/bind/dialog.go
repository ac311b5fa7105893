package bind

import (
	"github.com/niso-engine/niso/dom"
)

// The dialog element. https://html.spec.whatwg.org/multipage/interactive-elements.html#the-dialog-element

// ReturnValue is HTMLDialogElement.returnValue.
func (e HTMLDialogElement) ReturnValue() string {
	if o := e.w.World.overlayOf(e.ID); o != nil {
		return o.returnValue
	}
	return ""
}

// SetReturnValue sets HTMLDialogElement.returnValue.
func (e HTMLDialogElement) SetReturnValue(v string) { e.w.makeOverlay(e.ID).returnValue = v }

// ClosedBy is HTMLDialogElement.closedBy: the computed closed-by state.
func (e HTMLDialogElement) ClosedBy() string { return e.w.closedBy(e.ID) }

// SetClosedBy sets HTMLDialogElement.closedBy.
func (e HTMLDialogElement) SetClosedBy(v string) { e.setNamed("closedby", v) }

func (w *Window) closedBy(el dom.NodeID) string {
	e := Node{nodeRef{w, el}}
	switch v := e.enumerated("closedby", "auto", "auto", "any", "closerequest", "none"); {
	case v != "auto":
		return v
	case e.store().State(el)&dom.StateModal != 0:
		return "closerequest"
	}
	return "none"
}

// Show is HTMLDialogElement.show.
func (e HTMLDialogElement) Show() error {
	s := e.store()
	if e.hasAttr(atomOpen) {
		if s.State(e.ID)&dom.StateModal != 0 {
			return exception("InvalidStateError", "The dialog is already open as modal, and therefore cannot be opened as non-modal.")
		}
		return nil
	}
	w := e.win()
	h := s.Handle(e.ID)
	if !w.beforeToggle(e.ID, "closed", "open", 0) || s.Resolve(h) == 0 || e.hasAttr(atomOpen) {
		return nil
	}
	w.queueToggle(e.ID, true, "closed", "open", 0)
	e.set(atomOpen, "")
	w.openedDialog(e.ID)
	return nil
}

// openedDialog is the end of show and showModal: popovers go, the focus comes.
func (w *Window) openedDialog(el dom.NodeID) {
	s := w.World.Store
	o := w.makeOverlay(el)
	o.before = dom.Handle{}
	if f := w.focused(); f != 0 {
		o.before = s.Handle(f)
	}
	if v := w.overlays; v != nil && len(v.autos)+len(v.hints) > 0 {
		h := s.Handle(el)
		a := w.popoverAncestor(el, 0, v.hints, false)
		if a == 0 {
			a = w.popoverAncestor(el, 0, v.autos, false)
		}
		w.hideUntil(a, false, true)
		if s.Resolve(h) == 0 {
			return
		}
	}
	w.dialogFocus(el)
}

// ShowModal is HTMLDialogElement.showModal.
func (e HTMLDialogElement) ShowModal() error { return e.showModal(0) }

func (e HTMLDialogElement) showModal(source dom.NodeID) error {
	s := e.store()
	w := e.w.World.WindowOf(e.ID)
	switch {
	case e.hasAttr(atomOpen) && s.State(e.ID)&dom.StateModal != 0:
		return nil
	case e.hasAttr(atomOpen):
		return exception("InvalidStateError", "The dialog is already open as non-modal, and therefore cannot be opened as modal.")
	case !Node(e).IsConnected():
		return exception("InvalidStateError", "The element is not in a Document.")
	case w == nil || w.closed:
		return exception("InvalidStateError", "Invalid for dialogs within documents that are not fully active.")
	case w.World.popoverOpen(e.ID):
		return exception("InvalidStateError", "The dialog is already open as a Popover, and therefore cannot be opened as a modal dialog.")
	}
	h := s.Handle(e.ID)
	if !w.beforeToggle(e.ID, "closed", "open", source) || s.Resolve(h) == 0 || e.hasAttr(atomOpen) || !s.IsConnected(e.ID) || w.World.popoverOpen(e.ID) {
		return nil
	}
	w.queueToggle(e.ID, true, "closed", "open", source)
	e.set(atomOpen, "")
	s.SetState(e.ID, dom.StateModal, true)
	v := w.over()
	v.modals = append(dropHandle(v.modals, h), h)
	w.raise(e.ID)
	w.openedDialog(e.ID)
	return nil
}

// dialogSetUp is the "dialog setup steps", of a connected dialog that is open now.
// https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-setup-steps
func (w *Window) dialogSetUp(el dom.NodeID) {
	s := w.World.Store
	h := s.Handle(el)
	o := w.makeOverlay(el)
	if o.watcher != nil {
		return
	}
	v := w.over()
	v.dialogs = append(dropHandle(v.dialogs, h), h)
	d := HTMLDialogElement(HTMLElement{nodeRef{w, el}})
	alive := func() bool { return s.Resolve(h) != 0 }
	o.watcher = w.watchClose(closeWatcher{
		cancel: func(can bool) bool { return alive() && w.FireNode(el, "cancel", false, can) },
		close: func() {
			if alive() {
				d.close(o.requestValue, s.Resolve(o.requestSource))
			}
		},
		enabled: func() bool { return alive() && (o.requesting || w.closedBy(el) != "none") },
	})
}

// dialogCleanUp is the "dialog cleanup steps": it is no longer open, or in no document.
func (w *Window) dialogCleanUp(el dom.NodeID) {
	o := w.World.overlayOf(el)
	if o == nil {
		return
	}
	if v := w.overlays; v != nil {
		v.dialogs = dropHandle(v.dialogs, w.World.Store.Handle(el))
	}
	if !w.World.popoverOpen(el) {
		o.watcher.destroy()
		o.watcher = nil
	}
}

// dialogGone ends the modality of a dialog that left its document.
func (w *Window) dialogGone(el dom.NodeID) {
	w.dialogCleanUp(el)
	w.notModal(el)
}

// notModal takes a dialog out of the top layer.
func (w *Window) notModal(el dom.NodeID) {
	s := w.World.Store
	if s.State(el)&dom.StateModal == 0 {
		return
	}
	s.SetState(el, dom.StateModal, false)
	if v := w.overlays; v != nil {
		v.modals = dropHandle(v.modals, s.Handle(el))
	}
	w.lower(el)
}

// Modal is the topmost modal dialog, 0 for none: it blocks the rest of the document.
func (w *Window) Modal() dom.NodeID {
	v := w.overlays
	if v == nil {
		return 0
	}
	s := w.World.Store
	for len(v.modals) > 0 {
		d := s.Resolve(v.modals[len(v.modals)-1])
		if d != 0 && s.IsConnected(d) && s.State(d)&dom.StateModal != 0 {
			return d
		}
		v.modals = v.modals[:len(v.modals)-1]
	}
	return 0
}

// dialogFocus is the "dialog focusing steps".
// https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-focusing-steps
func (w *Window) dialogFocus(el dom.NodeID) {
	s := w.World.Store
	if !s.IsConnected(el) || w.closed {
		return
	}
	control := dom.NodeID(0)
	if s.HasAttr(el, atomAutofocus) {
		control = el
	}
	if control == 0 {
		control = w.focusDelegate(el, false)
	}
	if control == 0 {
		control = el
	}
	w.focusFrom(control, !w.lastByPointer)
	w.autofocusDone()
}

// Close is HTMLDialogElement.close.
func (e HTMLDialogElement) Close(v Opt[string]) { e.close(v, 0) }

// close is "close the dialog". https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog
func (e HTMLDialogElement) close(v Opt[string], source dom.NodeID) {
	if !e.hasAttr(atomOpen) {
		return
	}
	s, w := e.store(), e.win()
	h := s.Handle(e.ID)
	w.beforeToggle(e.ID, "open", "closed", source)
	if s.Resolve(h) == 0 || !e.hasAttr(atomOpen) {
		return
	}
	w.queueToggle(e.ID, true, "open", "closed", source)
	e.removeAttr(atomOpen)
	modal := s.State(e.ID)&dom.StateModal != 0
	w.notModal(e.ID)
	o := w.makeOverlay(e.ID)
	if v.Set {
		o.returnValue = v.Value
	}
	o.requestValue, o.requestSource = Opt[string]{}, dom.Handle{}
	before := s.Resolve(o.before)
	o.before = dom.Handle{}
	if before != 0 && !w.closed {
		if f := w.focused(); modal || f != 0 && flatContains(s, e.ID, f) {
			w.focusFrom(before, !w.lastByPointer)
		}
	}
	w.Host.Post(w, SourceDOM, func() {
		if w.World.Store.Resolve(h) != 0 {
			w.FireNode(e.ID, "close", false, false)
		}
	})
}

// RequestClose is HTMLDialogElement.requestClose.
func (e HTMLDialogElement) RequestClose(v Opt[string]) { e.requestClose(v, 0) }

func (e HTMLDialogElement) requestClose(v Opt[string], source dom.NodeID) {
	o := e.w.World.overlayOf(e.ID)
	if !e.hasAttr(atomOpen) || !Node(e).IsConnected() || o == nil || o.watcher == nil {
		return
	}
	o.requesting, o.requestValue = true, v
	if source != 0 {
		o.requestSource = e.store().Handle(source)
	}
	o.watcher.requestClose(false)
	o.requesting = false
}
