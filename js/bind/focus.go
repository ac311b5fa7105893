package bind

import (
	"unicode/utf8"

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
	w.letters, w.edits = "", textHistory{}
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
	if el != 0 && w.hostKey(el, i) {
		return true
	}
	if command && (el == 0 || !w.World.forms.m.TextControl(el)) && w.documentCommand(i) {
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

// editKey edits the text of a control. Places are in UTF-16 units.
func (w *Window) editKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	v := m.Value(el)
	start, end, dir := m.Selection(el)
	n := dom.UTF16Len(v)
	area := w.World.Store.IsHTMLElement(el, atomTextarea)
	anchor, caret := start, end
	if dir == "backward" {
		anchor, caret = end, start
	}
	move := func(to int) bool {
		to = max(0, min(to, n))
		if i.Modifiers&ModShift != 0 {
			d := "forward"
			if to < anchor {
				d = "backward"
			}
			if m.SetSelection(el, min(anchor, to), max(anchor, to), d) {
				w.selectionChanged(el)
			}
		} else if m.SetSelection(el, to, to, "none") {
			w.selectionChanged(el)
		}
		return true
	}
	ctrl := i.Modifiers&(ModControl|ModMeta) != 0
	u := units(v)
	switch i.Key {
	case "ArrowLeft":
		switch {
		case ctrl:
			return move(wordLeft(u, caret))
		case start != end && i.Modifiers&ModShift == 0:
			return move(start)
		}
		return move(stepLeft(u, caret))
	case "ArrowRight":
		switch {
		case ctrl:
			return move(wordRight(u, caret))
		case start != end && i.Modifiers&ModShift == 0:
			return move(end)
		}
		return move(stepRight(u, caret))
	case "Home":
		if area && !ctrl {
			return move(lineStart(u, caret))
		}
		return move(0)
	case "End":
		if area && !ctrl {
			return move(lineEnd(u, caret))
		}
		return move(n)
	case "ArrowUp", "ArrowDown":
		if !area {
			if m.Numeric(el) && m.Mutable(el) {
				d := 1
				if i.Key == "ArrowDown" {
					d = -1
				}
				old := m.Value(el)
				if m.StepBy(el, d); m.Value(el) != old {
					w.fire(&InputEvent{UIEvent: UIEvent{Event: Event{typ: "input", bubbles: true, composed: true}}}, NodeTarget(el))
					w.FireNode(el, "change", true, false)
				}
				return true
			}
			if i.Key == "ArrowUp" {
				return move(0)
			}
			return move(n)
		}
		ls := lineStart(u, caret)
		col := caret - ls
		if i.Key == "ArrowUp" {
			if ls == 0 {
				return move(0)
			}
			ps := lineStart(u, ls-1)
			return move(min(ps+col, ls-1))
		}
		le := lineEnd(u, caret)
		if le == n {
			return move(n)
		}
		return move(min(le+1+col, lineEnd(u, le+1)))
	}
	if ctrl {
		if i.Key == "a" || i.Key == "A" {
			if m.SetSelection(el, 0, n, "none") {
				w.selectionChanged(el)
			}
			return true
		}
		if i.Key != "Backspace" && i.Key != "Delete" {
			return w.editCommand(el, i)
		}
	}
	if !m.Mutable(el) {
		return false
	}
	switch {
	case i.Key == "Backspace":
		if start == end {
			if start == 0 {
				return true
			}
			if start = stepLeft(u, end); ctrl {
				start = wordLeft(u, end)
			}
		}
		return w.edit(el, start, end, "", "deleteContentBackward")
	case i.Key == "Delete":
		if start == end {
			if end == n {
				return true
			}
			if end = stepRight(u, start); ctrl {
				end = wordRight(u, start)
			}
		}
		return w.edit(el, start, end, "", "deleteContentForward")
	case i.Key == "Enter":
		if !area {
			w.implicitSubmit(el)
			return true
		}
		return w.edit(el, start, end, "\n", "insertLineBreak")
	case utf8.RuneCountInString(i.Key) == 1 && i.Modifiers&^(ModShift|modAltGraph|modCapsLock) == 0:
		return w.edit(el, start, end, i.Key, "insertText")
	}
	return false
}

// edit replaces a part of a control's text as the user does.
func (w *Window) edit(el dom.NodeID, start, end int, text, kind string) bool {
	m := w.World.forms.m
	v := m.Value(el)
	if l, ok := parseInteger(w.World.Store.Attr(el, atomMaxlength)); ok && l >= 0 && text != "" {
		room := int(l) - (dom.UTF16Len(v) - (end - start))
		if room < dom.UTF16Len(text) {
			if room <= 0 {
				return true
			}
			text = dom.SubstringUTF16(text, 0, room)
		}
	}
	data := Opt[string]{}
	if kind == "insertText" {
		data = Some(text)
	}
	before := &InputEvent{UIEvent: UIEvent{Event: Event{typ: "beforeinput", bubbles: true, cancelable: true, composed: true}, view: w}, data: data, inputType: kind}
	if !w.fire(before, NodeTarget(el)) || !w.Doc.Alive(el) || w.focused() != el {
		return true
	}
	if cur := m.Value(el); cur != v {
		v = cur
		start, end, _ = m.Selection(el)
	}
	n := dom.UTF16Len(v)
	next := dom.Concat(dom.SubstringUTF16(v, 0, start), text, dom.SubstringUTF16(v, end, n))
	at := start + dom.UTF16Len(text)
	w.editedByUser = true
	w.edits.record(kind, textState{v, start, end})
	m.Edit(el, next, at, at)
	w.fire(&InputEvent{UIEvent: UIEvent{Event: Event{typ: "input", bubbles: true, composed: true}, view: w}, data: data, inputType: kind}, NodeTarget(el))
	return true
}

// selectionChanged tells of the selection of a text control in a task.
func (w *Window) selectionChanged(el dom.NodeID) {
	h := w.Doc.Handle(el)
	w.Host.Post(w, SourceUser, func() {
		if w.Doc.Resolve(h) != 0 {
			w.FireNode(el, "selectionchange", true, false)
		}
	})
}

func units(v string) []uint16 {
	out := make([]uint16, 0, len(v))
	for _, r := range v {
		if r >= 0x10000 {
			r -= 0x10000
			out = append(out, uint16(0xD800+r>>10), uint16(0xDC00+r&0x3FF))
		} else {
			out = append(out, uint16(r))
		}
	}
	return out
}

func stepLeft(u []uint16, at int) int {
	if at > 0 {
		at--
		if at > 0 && at < len(u) && u[at] >= 0xDC00 && u[at] < 0xE000 {
			at--
		}
	}
	return at
}

func stepRight(u []uint16, at int) int {
	if at < len(u) {
		if u[at] >= 0xD800 && u[at] < 0xDC00 && at+1 < len(u) {
			at++
		}
		at++
	}
	return at
}

func wordUnit(c uint16) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c > 0x7F
}

func wordLeft(u []uint16, at int) int {
	for at > 0 && !wordUnit(u[at-1]) {
		at--
	}
	for at > 0 && wordUnit(u[at-1]) {
		at--
	}
	return at
}

func wordRight(u []uint16, at int) int {
	for at < len(u) && !wordUnit(u[at]) {
		at++
	}
	for at < len(u) && wordUnit(u[at]) {
		at++
	}
	return at
}

func lineStart(u []uint16, at int) int {
	for at > 0 && u[at-1] != '\n' {
		at--
	}
	return at
}

func lineEnd(u []uint16, at int) int {
	for at < len(u) && u[at] != '\n' {
		at++
	}
	return at
}

// selectionDrag is a selection that the pointer makes: in a text control, or in the document from a place on.
type selectionDrag struct {
	el    *nodeState // the control; nil: the document
	text  *nodeState // of the document: where it began
	at    int        // UTF-16 units
	begun bool

	slider bool   // no selection but the thumb of el, an input of type range
	value  string // of it before
}

// caretIn is the place in the text of a control that is nearest to a point of the viewport, in UTF-16 units of its value.
func (w *Window) caretIn(el dom.NodeID, x, y float32) int {
	v := w.World.forms.m.Value(el)
	shown, placeholder := w.World.forms.m.Text(el)
	if placeholder || v == "" {
		return 0
	}
	_, offset, ok := w.layout.CaretAt(el, x, y)
	if !ok {
		return dom.UTF16Len(v)
	}
	n := utf8.RuneCountInString(shown[:min(offset, len(shown))]) // a password shows other characters than it has
	for i := range v {
		if n == 0 {
			return dom.UTF16Len(v[:i])
		}
		n--
	}
	return dom.UTF16Len(v)
}

// caretAt is the place in the document's text that is nearest to a point of the viewport.
func (w *Window) caretAt(el dom.NodeID, x, y float32) (b dom.Boundary, ok bool) {
	n, offset, ok := w.layout.CaretAt(el, x, y)
	if !ok || n == 0 {
		return b, false
	}
	data := w.Doc.Data(n)
	return dom.Boundary{Node: n, Offset: dom.UTF16Len(data[:min(offset, len(data))])}, true
}

// BeginSelection begins selecting with the pointer, in a text control or the document. A double click selects a word, a triple click the
// control's text or the block.
func (w *Window) BeginSelection(el dom.NodeID, x, y float32, clicks int, mods Modifiers) {
	m := w.World.forms.m
	w.drag = selectionDrag{}
	if !w.Doc.Alive(el) {
		return
	}
	w.Host.UpdateLayout(w)
	if w.Doc.IsHTMLElement(el, atomInput) && m.Type(el) == "range" {
		w.beginSlide(el, x, y)
		return
	}
	if m.Fielded(el) {
		return
	}
	if !m.TextControl(el) {
		w.beginText(el, x, y, clicks, mods)
		return
	}
	v := m.Value(el)
	at := w.caretIn(el, x, y)
	u := units(v)
	switch {
	case clicks >= 3:
		m.SetSelection(el, 0, len(u), "none")
	case clicks == 2:
		start, end := wordAt(u, at)
		m.SetSelection(el, start, end, "none")
	case mods&ModShift != 0:
		start, end, _ := m.Selection(el)
		if at < start {
			m.SetSelection(el, at, end, "backward")
		} else {
			m.SetSelection(el, start, at, "forward")
		}
	default:
		m.SetSelection(el, at, at, "none")
		w.drag = selectionDrag{el: w.World.wrappers.state(w.Realm, el), at: at, begun: true}
	}
	w.selectionChanged(el)
}

// beginText begins selecting in the document.
func (w *Window) beginText(el dom.NodeID, x, y float32, clicks int, mods Modifiers) {
	for n := el; n != 0; n = w.Doc.ParentElement(n) { // auto is what the parent has
		if st := w.styler.Style(n); st != nil && st.Content.UserSelect != style.UserSelectAuto {
			if st.Content.UserSelect == style.UserSelectNone {
				return
			}
			break
		}
	}
	b, ok := w.caretAt(el, x, y)
	if !ok {
		return
	}
	s := w.GetSelection()
	u := units(w.Doc.Data(b.Node))
	switch {
	case clicks >= 3:
		s.set(dom.Boundary{Node: b.Node}, dom.Boundary{Node: b.Node, Offset: len(u)})
	case clicks == 2:
		start, end := wordAt(u, b.Offset)
		s.set(dom.Boundary{Node: b.Node, Offset: start}, dom.Boundary{Node: b.Node, Offset: end})
	case mods&ModShift != 0 && s.rng != nil:
		s.set(s.anchor(), b)
	default:
		s.set(b, b)
	}
	if a := s.anchor(); clicks < 2 && a.Node != 0 {
		w.drag = selectionDrag{text: w.World.wrappers.state(w.Realm, a.Node), at: a.Offset, begun: true}
	}
}

// wordAt is the word around a place, or the run of other characters there.
func wordAt(u []uint16, at int) (start, end int) {
	if at == len(u) && at > 0 {
		at--
	}
	start, end = at, at
	if at >= len(u) {
		return start, end
	}
	word := wordUnit(u[at])
	for start > 0 && wordUnit(u[start-1]) == word {
		start--
	}
	for end < len(u) && wordUnit(u[end]) == word {
		end++
	}
	return start, end
}

// DragSelection extends the selection to where the pointer is, over element over.
func (w *Window) DragSelection(over dom.NodeID, x, y float32) {
	d := &w.drag
	if !d.begun {
		return
	}
	m := w.World.forms.m
	switch {
	case d.slider:
		if w.Doc.Alive(d.el.id) && w.Doc.IsConnected(d.el.id) {
			w.slide(d.el.id, x)
		}
	case d.el != nil:
		if !w.Doc.Alive(d.el.id) {
			break
		}
		w.Host.UpdateLayout(w)
		if at := w.caretIn(d.el.id, x, y); at < d.at {
			m.SetSelection(d.el.id, at, d.at, "backward")
		} else {
			m.SetSelection(d.el.id, d.at, at, "forward")
		}
		w.selectionChanged(d.el.id)
	case w.Doc.Alive(d.text.id) && w.Doc.IsConnected(d.text.id) && d.at <= w.Doc.DataLength(d.text.id):
		w.Host.UpdateLayout(w)
		if b, ok := w.caretAt(over, x, y); ok {
			w.GetSelection().set(dom.Boundary{Node: d.text.id, Offset: d.at}, b)
		}
	}
}

// EndSelection ends a selection with the pointer.
func (w *Window) EndSelection() {
	d := w.drag
	w.drag = selectionDrag{}
	if d.slider && w.Doc.Alive(d.el.id) && w.World.forms.m.Value(d.el.id) != d.value {
		w.FireNode(d.el.id, "change", true, false)
	}
}
