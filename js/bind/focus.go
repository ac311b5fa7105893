package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/style"
)

// Focus, keys and the pointer.
// https://html.spec.whatwg.org/multipage/interaction.html#focus

type focusState struct {
	el      dom.NodeID
	handle  dom.Handle
	initial string // value of the text control when it got the focus
}

// focused is the focused element, 0 for none.
func (w *Window) focused() dom.NodeID {
	if w.focus.el != 0 && (w.Doc.Resolve(w.focus.handle) == 0 || !w.Doc.IsConnected(w.focus.el)) {
		w.focus = focusState{}
	}
	return w.focus.el
}

// KeyInit are the properties of a keyboard event of the user.
type KeyInit struct {
	Key, Code         string
	Location          uint32
	KeyCode, CharCode uint32
	Modifiers         Modifiers
	Repeat            bool
}

// gone is called when an element leaves the document.
func (w *Window) gone(el dom.NodeID) {
	if w.focus.el != 0 && (w.focus.el == el || w.Doc.Alive(w.focus.el) && w.Doc.Contains(el, w.focus.el)) {
		w.setFocusState(w.focus.el, false, false)
		w.focus = focusState{}
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

// tabIndex is the tabindex attribute, or the default of the element; ok is false where the element has neither.
func (w *Window) tabIndex(el dom.NodeID) (n int, ok bool) {
	s := w.World.Store
	if v, has := s.LookupAttr(el, atomTabindex); has {
		if n, good := parseInteger(v); good {
			return int(n), true
		}
	}
	nm := s.ElementName(el)
	if nm.NS != dom.HTML {
		return -1, false
	}
	switch nm.Local {
	case atomA, atomArea:
		return 0, s.HasAttr(el, atomHref)
	case atomButton, atomSelect, atomTextarea, atomIframe:
		return 0, true
	case atomInput:
		return 0, w.World.forms.m.Type(el) != "hidden"
	case atomSummary:
		return 0, w.World.detailsOf(el) != 0
	}
	if v, has := s.LookupAttr(el, atomContenteditable); has && !equalFold(v, "false") {
		return 0, true
	}
	return -1, false
}

// focusable reports a focusable area.
func (w *Window) focusable(el dom.NodeID) bool {
	s := w.World.Store
	if !s.IsConnected(el) || s.Kind(el) != dom.KindElement || w.World.forms.m.Disabled(el) {
		return false
	}
	if _, ok := w.tabIndex(el); !ok {
		return false
	}
	w.Host.UpdateStyle(w)
	cs := w.styler.Style(el)
	return cs != nil && cs.Box.Display != style.DisplayNone && cs.Text.Visibility == style.VisibilityVisible
}

// Focus moves the focus to an element and reports whether it has it now.
func (w *Window) Focus(el dom.NodeID) bool { return w.focusFrom(el, true) }

// focusFrom moves the focus; visible: it is to be shown whatever the element is.
func (w *Window) focusFrom(el dom.NodeID, visible bool) bool {
	if !w.focusable(el) {
		return false
	}
	if w.focused() == el {
		return true
	}
	w.moveFocus(el, visible || w.World.forms.m.TextControl(el))
	return w.focused() == el
}

func (w *Window) setFocusState(el dom.NodeID, on, visible bool) {
	s := w.World.Store
	if !s.Alive(el) {
		return
	}
	s.SetState(el, dom.StateFocus, on)
	s.SetState(el, dom.StateFocusVisible, on && visible)
	for n := el; n != 0; n = s.ParentOrHost(n) {
		if s.Kind(n) == dom.KindElement {
			s.SetState(n, dom.StateFocusWithin, on)
		}
	}
}

// moveFocus is the focus update steps; el 0 leaves nothing focused.
func (w *Window) moveFocus(el dom.NodeID, visible bool) {
	if w.navigation != nil {
		w.navigation.focusChanged = true
	}
	old := w.focused()
	m := w.World.forms.m
	if old != 0 {
		w.setFocusState(old, false, false)
		initial := w.focus.initial
		w.focus = focusState{}
		if m.TextControl(old) && m.Value(old) != initial && w.Doc.Alive(old) && w.editedByUser {
			w.FireNode(old, "change", true, false)
		}
		w.editedByUser = false
		w.fireFocus(old, "blur", el, false)
		w.fireFocus(old, "focusout", el, true)
	}
	if el == 0 || w.closed || !w.Doc.Alive(el) || !w.focusable(el) {
		return
	}
	if w.focused() != 0 { // script moved it meanwhile
		return
	}
	w.focus = focusState{el: el, handle: w.Doc.Handle(el)}
	if m.TextControl(el) {
		w.focus.initial = m.Value(el)
	}
	w.letters = ""
	w.selectionSet()
	w.focusedHost(el)
	if m.Fielded(el) {
		m.FieldEnter(el, false)
	}
	w.setFocusState(el, true, visible)
	w.fireFocus(el, "focus", old, false)
	if w.focused() == el {
		w.fireFocus(el, "focusin", old, true)
	}
	w.Host.NeedFrame(w)
}

func (w *Window) fireFocus(el dom.NodeID, typ string, related dom.NodeID, bubbles bool) {
	if !w.Doc.Alive(el) {
		return
	}
	e := &FocusEvent{UIEvent{Event: Event{typ: typ, bubbles: bubbles, composed: true}, view: w}}
	if related != 0 && w.Doc.Alive(related) {
		e.relatedTarget = NodeTarget(related)
	}
	w.fire(e, NodeTarget(el))
}

// FocusByPointer moves the focus to what the pointer went down on, or away.
func (w *Window) FocusByPointer(el dom.NodeID) {
	for n := el; n != 0; n = w.Doc.FlatParent(n) {
		if w.Doc.Kind(n) != dom.KindElement {
			continue
		}
		if w.focusable(n) {
			if w.focused() != n {
				w.moveFocus(n, w.World.forms.m.TextControl(n))
			}
			return
		}
		if w.Doc.IsHTMLElement(n, atomLabel) {
			if c := w.World.forms.m.LabeledControl(n); c != 0 {
				return // the click moves it
			}
		}
	}
	if w.focused() != 0 {
		w.moveFocus(0, false)
	}
}

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
	if i.Key == "Escape" && len(w.popovers) > 0 { // a close request
		if p := w.Doc.Resolve(w.popovers[len(w.popovers)-1]); p != 0 {
			HTMLElement{nodeRef{w, p}}.hidePopover(true, true)
		}
		return true
	}
	if i.Key == "Escape" && w.closeModal() {
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

// tab moves the focus in tab order.
// https://html.spec.whatwg.org/multipage/interaction.html#sequential-focus-navigation
func (w *Window) tab(back bool) bool {
	type stop struct {
		el  dom.NodeID
		idx int
	}
	var stops []stop
	m := w.World.forms.m
	for n := w.Doc.Following(w.Doc.Node, w.Doc.Node); n != 0; n = w.Doc.Following(n, w.Doc.Node) {
		if w.Doc.Kind(n) != dom.KindElement {
			continue
		}
		idx, ok := w.tabIndex(n)
		if !ok || idx < 0 || !w.focusable(n) {
			continue
		}
		if w.Doc.IsHTMLElement(n, atomInput) && m.Type(n) == "radio" && !m.Checked(n) {
			skip := false
			for _, o := range m.RadioGroup(n) {
				skip = skip || m.Checked(o)
			}
			if skip {
				continue
			}
		}
		stops = append(stops, stop{n, idx})
	}
	if len(stops) == 0 {
		return false
	}
	key := func(s stop) int {
		if s.idx == 0 {
			return 1 << 30
		}
		return s.idx
	}
	for i := 1; i < len(stops); i++ { // stable: equal ones stay in tree order
		for j := i; j > 0 && key(stops[j]) < key(stops[j-1]); j-- {
			stops[j], stops[j-1] = stops[j-1], stops[j]
		}
	}
	cur := w.focused()
	at := -1
	for i, s := range stops {
		if s.el == cur {
			at = i
		}
	}
	next := 0
	switch {
	case at >= 0 && back:
		next = (at - 1 + len(stops)) % len(stops)
	case at >= 0:
		next = (at + 1) % len(stops)
	case back:
		next = len(stops) - 1
	}
	el := stops[next].el
	w.Focus(el)
	if m.TextControl(el) {
		m.SetSelection(el, 0, dom.UTF16Len(m.Value(el)), "none")
	}
	w.ScrollIntoView(el)
	return true
}
