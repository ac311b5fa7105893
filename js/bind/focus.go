package bind

import "github.com/niso-engine/niso/dom"

type focusState struct{ el dom.NodeID }

func (w *Window) focused() dom.NodeID {
	if w.focus.el != 0 && !w.Doc.Alive(w.focus.el) {
		w.focus.el = 0
	}
	return w.focus.el
}

type selectionDrag struct{}

// PointerInit are the properties of a pointer, mouse or wheel event of the user.
type PointerInit struct {
	ClientX, ClientY     float32
	PageX, PageY         float32
	MovementX, MovementY float32
	DeltaX, DeltaY       float32 // wheel
	Button               int16
	Buttons              uint16
	Detail               int32 // clicks
	Modifiers            Modifiers
	Related              dom.NodeID
}

// KeyInit are the properties of a keyboard event of the user.
type KeyInit struct {
	Key, Code         string
	KeyCode, CharCode uint32
	Modifiers         Modifiers
	Repeat            bool
}

// gone is called when an element leaves the document.
func (w *Window) gone(el dom.NodeID) {}

// KeyTarget is the element that keyboard events go to.
func (w *Window) KeyTarget() dom.NodeID {
	if f := w.focused(); f != 0 {
		return f
	}
	if b := w.Doc.Body(); b != 0 {
		return b
	}
	return w.Doc.DocumentElement()
}

// KeyDefault does what a key does when the page does not prevent it, and reports whether it did anything.
func (w *Window) KeyDefault(i KeyInit) bool { return false }

// KeyUpDefault does what releasing a key does.
func (w *Window) KeyUpDefault(i KeyInit) {}

// Focus moves the focus to an element and reports whether it has it now.
func (w *Window) Focus(el dom.NodeID) bool { w.focus.el = el; return true }

// FocusByPointer moves the focus to what the pointer went down on.
func (w *Window) FocusByPointer(el dom.NodeID) {}

// BeginSelection begins selecting with the pointer.
func (w *Window) BeginSelection(el dom.NodeID, x, y float32, clicks int, mods Modifiers) {}

// DragSelection extends the selection to where the pointer is.
func (w *Window) DragSelection(x, y float32) {}

// WheelScrollable reports whether the wheel scrolls an element.
func (w *Window) WheelScrollable(el dom.NodeID) bool { return true }

// ScrollIntoView scrolls an element into view.
func (w *Window) ScrollIntoView(el dom.NodeID) {}

// DispatchMouse dispatches an event of the user's pointer; false: the page prevents what it would do.
func (w *Window) DispatchMouse(el dom.NodeID, typ string, i PointerInit) bool { return true }

// DispatchKey dispatches an event of the keyboard.
func (w *Window) DispatchKey(el dom.NodeID, typ string, i KeyInit) bool { return true }

type Selection struct{ Object }

func (w *Window) selectionMoved(x *Range) {}

// activationState is what a pre-activation behaviour changed.
type activationState struct{}

func isActivation(ev eventState) bool {
	_, ok := ev.(*MouseEvent)
	return ok && ev.asEvent().typ == "click"
}
func (w *World) hasActivation(el dom.NodeID) bool                                      { return false }
func (w *World) preActivate(win *Window, el dom.NodeID) activationState                { return activationState{} }
func (w *World) cancelActivation(win *Window, el dom.NodeID, s activationState)        {}
func (w *World) activate(win *Window, el dom.NodeID, ev eventState, s activationState) {}

// Dir is HTMLElement.dir.
func (e HTMLElement) Dir() string { return "" }
