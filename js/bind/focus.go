package bind

import (
	"github.com/niso-engine/niso/dom"
)

// Focus, keys and the pointer.
// https://html.spec.whatwg.org/multipage/interaction.html#focus

type focusState struct {
	el       dom.NodeID
	handle   dom.Handle
	initial  string       // value of the text control when it got the focus
	within   []dom.Handle // what :focus-within matches
	tabbable bool         // it had a tabindex, or is of a kind that has one
	frame    bool         // an iframe in whose document the focus is: it was told nothing
}

// focused is the focused element, 0 for none.
func (w *Window) focused() dom.NodeID {
	if w.focus.el != 0 && (w.Doc.Resolve(w.focus.handle) == 0 || !w.Doc.IsConnected(w.focus.el)) {
		w.setFocusState(w.focus.el, false, false)
		w.focus = focusState{}
	}
	return w.focus.el
}

// activeElement is the focused element, 0 if there is none, or if it is one that by its attributes cannot have the focus any more: the rendering will take
// it. What styles say is not asked for here, as in Chromium.
func (w *Window) activeElement() dom.NodeID {
	el := w.focused()
	if el == 0 || w.closed {
		return el
	}
	if w.World.forms.m.Disabled(el) || w.World.Store.HasAttr(el, atomHidden) {
		return 0
	}
	if _, ok := w.tabIndex(el); !ok && w.focus.tabbable {
		return 0
	}
	return el
}

// KeyInit are the properties of a keyboard event of the user.
type KeyInit struct {
	Key, Code         string
	Location          uint32
	KeyCode, CharCode uint32
	Modifiers         Modifiers
	Repeat            bool
}

// gone is called when an element leaves the document. https://html.spec.whatwg.org/multipage/interaction.html#focus-fixup-rule
func (w *Window) gone(el dom.NodeID) {
	if w.focus.el != 0 && (w.focus.el == el || w.Doc.Alive(w.focus.el) && w.Doc.Contains(el, w.focus.el)) {
		w.setFocusState(w.focus.el, false, false)
		w.focus = focusState{}
		w.Host.NeedFrame(w)
	}
}

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

// KeyUsed says that the user uses the keyboard.
func (w *Window) KeyUsed() { w.lastByPointer = false }

// DispatchKey dispatches an event of the keyboard.
func (w *Window) DispatchKey(el dom.NodeID, typ string, i KeyInit) bool {
	if w.closed || !w.Doc.Alive(el) {
		return true
	}
	return w.fire(&KeyboardEvent{UIEvent: UIEvent{Event: Event{typ: typ, bubbles: true, cancelable: true, composed: true}, view: w}, key: i.Key, code: i.Code, location: i.Location,
		mods: i.Modifiers, repeat: i.Repeat, charCode: i.CharCode, keyCode: i.KeyCode}, NodeTarget(el))
}

// KeyDefault does what a key does when the page does not prevent it, and reports whether it did anything.
func (w *Window) KeyDefault(i KeyInit) bool {
	if i.Key == "Tab" && i.Modifiers&^ModShift == 0 {
		if el := w.focused(); el != 0 && w.World.forms.m.Fielded(el) {
			d := 1
			if i.Modifiers&ModShift != 0 {
				d = -1
			}
			if w.World.forms.m.FieldMove(el, d) {
				return true
			}
		}
		return w.tab(i.Modifiers&ModShift != 0)
	}
	if i.Key == "Escape" && w.closeRequest() {
		return true
	}
	if i.Modifiers == ModAlt && w.accessKey(i.Key) {
		return true
	}
	el := w.focused()
	command := i.Modifiers&(ModControl|ModMeta) != 0 && i.Modifiers&ModAlt == 0
	if w.hostKey(el, i) {
		return true
	}
	if command && (el == 0 || !w.World.forms.m.TextControl(el)) && w.documentKey(i) {
		return true
	}
	if el == 0 {
		return false
	}
	m := w.World.forms.m
	if m.Fielded(el) {
		return w.fieldKey(el, i)
	}
	if m.TextControl(el) && w.editKey(el, i) {
		return true
	}
	s := w.World.Store
	if i.Modifiers&^ModShift != 0 {
		return false
	}
	switch {
	case i.Key == "Enter" && (s.IsHTMLElement(el, atomA) || s.IsHTMLElement(el, atomButton) || s.IsHTMLElement(el, atomSummary)):
		w.click(el, true)
		return true
	case i.Key == "Enter" && s.IsHTMLElement(el, atomInput):
		switch m.Type(el) {
		case "submit", "image", "reset", "button", "file", "color":
			w.click(el, true)
		default:
			w.implicitSubmit(el)
		}
		return true
	case i.Key == " " && (s.IsHTMLElement(el, atomButton) || s.IsHTMLElement(el, atomInput) || s.IsHTMLElement(el, atomSummary)):
		return true // when it goes up
	case s.IsHTMLElement(el, atomSelect):
		return w.selectKey(el, i)
	case s.IsHTMLElement(el, atomInput) && m.Type(el) == "radio":
		return w.radioKey(el, i)
	case s.IsHTMLElement(el, atomInput) && m.Type(el) == "range":
		return w.rangeKey(el, i)
	}
	return false
}

// KeyUpDefault does what releasing a key does.
func (w *Window) KeyUpDefault(i KeyInit) {
	el := w.focused()
	if el == 0 || i.Key != " " {
		return
	}
	s, m := w.World.Store, w.World.forms.m
	if s.IsHTMLElement(el, atomButton) || s.IsHTMLElement(el, atomSummary) || s.IsHTMLElement(el, atomInput) && !m.TextControl(el) && m.Type(el) != "range" {
		w.click(el, true)
	}
}

// implicitSubmit submits the form of a text field.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#implicit-submission
func (w *Window) implicitSubmit(el dom.NodeID) {
	m := w.World.forms.m
	if m.TextControl(el) && m.Value(el) != w.focus.initial && w.editedByUser {
		w.focus.initial = m.Value(el)
		w.FireNode(el, "change", true, false)
	}
	f := m.Owner(el)
	if f == 0 {
		return
	}
	if b := m.DefaultButton(f); b != 0 {
		if !m.Disabled(b) {
			w.click(b, true)
		}
		return
	}
	n := 0
	for _, o := range m.Elements(f) {
		if w.World.Store.IsHTMLElement(o, atomInput) && m.TextControl(o) {
			n++
		}
	}
	if n <= 1 {
		w.submit(f, 0, false)
	}
}

func (w *Window) selectKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	d := 0
	switch i.Key {
	case "ArrowDown", "ArrowRight":
		d = 1
	case "ArrowUp", "ArrowLeft":
		d = -1
	default:
		return w.selectLetter(el, i)
	}
	opts := m.Options(el)
	for n := m.SelectedIndex(el) + d; n >= 0 && n < len(opts); n += d {
		if !m.OptionDisabled(opts[n]) {
			m.SetSelectedIndex(el, n)
			w.fire(&Event{typ: "input", bubbles: true, composed: true}, NodeTarget(el))
			w.FireNode(el, "change", true, false)
			break
		}
	}
	return true
}

func (w *Window) radioKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	d := 0
	switch i.Key {
	case "ArrowDown", "ArrowRight":
		d = 1
	case "ArrowUp", "ArrowLeft":
		d = -1
	default:
		return false
	}
	g := m.RadioGroup(el)
	for at, o := range g {
		if o == el {
			for k := 1; k < len(g); k++ {
				n := g[((at+d*k)%len(g)+len(g))%len(g)]
				if !m.Disabled(n) {
					w.Focus(n)
					w.click(n, true)
					return true
				}
			}
		}
	}
	return true
}
