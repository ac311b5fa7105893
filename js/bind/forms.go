package bind

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// The interfaces of forms and controls. What several of them have is a method of HTMLElement.
// https://html.spec.whatwg.org/multipage/forms.html

func (n nodeRef) forms() *form.Model { return n.w.World.forms.m }

// win is the node's window, or the one whose script asks.
func (n nodeRef) win() *Window {
	if w := n.w.World.WindowOf(n.ID); w != nil {
		return w
	}
	return n.w
}

// Form is the form owner.
func (e HTMLElement) Form() dom.NodeID { return e.forms().Owner(e.ID) }

// Form is HTMLLabelElement.form.
func (e HTMLLabelElement) Form() dom.NodeID {
	if c := e.forms().LabeledControl(e.ID); c != 0 {
		return e.forms().Owner(c)
	}
	return 0
}

// Form is HTMLLegendElement.form.
func (e HTMLLegendElement) Form() dom.NodeID {
	if p := e.store().Parent(e.ID); p != 0 && e.store().IsHTMLElement(p, atomFieldset) {
		return e.forms().Owner(p)
	}
	return 0
}

// Control is HTMLLabelElement.control.
func (e HTMLLabelElement) Control() dom.NodeID { return e.forms().LabeledControl(e.ID) }

// Labels are the labels of a control.
func (e HTMLElement) Labels() *NodeList {
	return Node(e).cached(cachedLabels, "", func() platform {
		return &NodeList{nodes: nodes{window: e.w, kind: listGenerated, root: e.state(), make: func() []dom.NodeID { return e.forms().Labels(e.ID) }}}
	}).(*NodeList)
}

// Labels is HTMLInputElement.labels.
func (e HTMLInputElement) Labels() *NodeList {
	if e.forms().Type(e.ID) == "hidden" {
		return nil
	}
	return HTMLElement(e).Labels()
}

// WillValidate is willValidate.
func (e HTMLElement) WillValidate() bool { return e.forms().WillValidate(e.ID) }

// Validity is validity.
func (e HTMLElement) Validity() *ValidityState { return Node(e).validityState() }

// ValidationMessage is validationMessage.
func (e HTMLElement) ValidationMessage() string {
	if !e.forms().WillValidate(e.ID) {
		return ""
	}
	return form.Message(e.win().validity(e.ID), e.forms(), e.ID)
}

// CheckValidity is checkValidity.
func (e HTMLElement) CheckValidity() bool { return e.win().checkValidity(e.ID) }

// ReportValidity is reportValidity.
func (e HTMLElement) ReportValidity() bool { return e.win().reportValidity(e.ID) }

// SetCustomValidity is setCustomValidity.
func (e HTMLElement) SetCustomValidity(msg string) { e.forms().SetCustomValidity(e.ID, msg) }

// FormAction is formAction.
func (e HTMLElement) FormAction() string { return Node(e).actionOf("formaction") }

// FormEnctype is formEnctype.
func (e HTMLElement) FormEnctype() string {
	return e.enumerated("formenctype", "", encodings[0], encodings[:]...)
}

// SetFormEnctype sets formEnctype.
func (e HTMLElement) SetFormEnctype(v string) { e.setNamed("formenctype", v) }

// FormMethod is formMethod.
func (e HTMLElement) FormMethod() string {
	return e.enumerated("formmethod", "", "get", "get", "post", "dialog")
}

// SetFormMethod sets formMethod.
func (e HTMLElement) SetFormMethod(v string) { e.setNamed("formmethod", v) }

var encodings = [...]string{"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"}

func (n Node) actionOf(name string) string {
	v := n.attr(n.store().Atoms.Intern(name))
	if v == "" {
		return n.doc().URL
	}
	if u, ok := n.w.resolveURL(n.ID, v); ok {
		return u
	}
	return strings.Clone(v)
}

// Autocomplete is autocomplete of controls.
func (e HTMLElement) Autocomplete() string {
	return autofill(e.attr(e.store().Atoms.Intern("autocomplete")), e.is(atomInput) && e.forms().Type(e.ID) == "hidden")
}

// autofillFields are the field names of autocomplete by the most tokens that a value with them has.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#determine-a-field's-category
var autofillFields = sync.OnceValue(func() map[string]int {
	m := map[string]int{"off": 1, "on": 1, "webauthn": 5}
	for n, names := range map[int]string{
		3: "name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password current-password one-time-code organization-title organization street-address address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo",
		4: "tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp",
	} {
		for _, f := range strings.Fields(names) {
			m[f] = n
		}
	}
	return m
})

// autofill is the IDL-exposed autofill value of an autocomplete attribute; anchor: it is that of a hidden input.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-processing-model
func autofill(v string, anchor bool) string {
	tokens := strings.FieldsFunc(lowerASCII(v), isSpace)
	i := len(tokens) - 1
	if i < 0 {
		return ""
	}
	most := autofillFields()[tokens[i]]
	if most == 0 || len(tokens) > most || most == 1 && anchor {
		return ""
	}
	if most == 1 {
		return tokens[i]
	}
	if most == 5 && i > 0 { // webauthn, after a field
		i--
		if most = autofillFields()[tokens[i]]; most != 3 && most != 4 {
			return ""
		}
	}
	if i--; most == 4 && i >= 0 {
		switch tokens[i] {
		case "home", "work", "mobile", "fax", "pager":
			i--
		}
	}
	if i >= 0 && (tokens[i] == "shipping" || tokens[i] == "billing") {
		i--
	}
	if i >= 0 && strings.HasPrefix(tokens[i], "section-") {
		i--
	}
	if i >= 0 {
		return ""
	}
	return strings.Join(tokens, " ")
}

// forms

// Action is HTMLFormElement.action.
func (e HTMLFormElement) Action() string { return Node(e).actionOf("action") }

// Autocomplete is HTMLFormElement.autocomplete.
func (e HTMLFormElement) Autocomplete() string {
	return e.enumerated("autocomplete", "on", "on", "on", "off")
}

// SetAutocomplete sets HTMLFormElement.autocomplete.
func (e HTMLFormElement) SetAutocomplete(v string) { e.setNamed("autocomplete", v) }

// Enctype is HTMLFormElement.enctype.
func (e HTMLFormElement) Enctype() string {
	return e.enumerated("enctype", encodings[0], encodings[0], encodings[:]...)
}

// SetEnctype sets HTMLFormElement.enctype.
func (e HTMLFormElement) SetEnctype(v string) { e.setNamed("enctype", v) }

// Encoding is HTMLFormElement.encoding.
func (e HTMLFormElement) Encoding() string { return e.Enctype() }

// SetEncoding sets HTMLFormElement.encoding.
func (e HTMLFormElement) SetEncoding(v string) { e.SetEnctype(v) }

// Method is HTMLFormElement.method.
func (e HTMLFormElement) Method() string {
	return e.enumerated("method", "get", "get", "get", "post", "dialog")
}

// SetMethod sets HTMLFormElement.method.
func (e HTMLFormElement) SetMethod(v string) { e.setNamed("method", v) }

// HTMLFormControlsCollection is the state of an HTMLFormControlsCollection.
type HTMLFormControlsCollection struct{ HTMLCollection }

// RadioNodeList is the state of a RadioNodeList.
type RadioNodeList struct{ NodeList }

// Elements is HTMLFormElement.elements.
func (e HTMLFormElement) Elements() *HTMLFormControlsCollection {
	return Node(e).cached(cachedForm, "", func() platform {
		return &HTMLFormControlsCollection{HTMLCollection{nodes: nodes{window: e.w, kind: listGenerated, root: e.state(), make: func() []dom.NodeID { return e.forms().Elements(e.ID) }}}}
	}).(*HTMLFormControlsCollection)
}

// Elements is HTMLFieldSetElement.elements.
func (e HTMLFieldSetElement) Elements() *HTMLCollection {
	m := e.forms()
	return Node(e).filtered(cachedForm, "", func(id dom.NodeID) bool { return m.Listed(id) })
}

// named are the listed elements with an id or name.
func (l *HTMLFormControlsCollection) all2(name string) (out []dom.NodeID) {
	if m := l.index(); m != nil {
		return slices.Clone(m[name])
	}
	s := l.store()
	a := s.Atoms.Lookup(name)
	for i, n := 0, l.len(); i < n; i++ {
		id := l.item(i)
		if a != atom.None && s.ID(id) == a || s.Attr(id, atomName) == name {
			out = append(out, id)
		}
	}
	return out
}

func (l *HTMLFormControlsCollection) get(r *js.Realm, name string) (js.Value, bool) {
	if name == "" {
		return js.Null, false
	}
	switch ids := l.all2(name); len(ids) {
	case 0:
		return js.Null, false
	case 1:
		return nodeValue(r, ids[0]), true
	}
	x := &RadioNodeList{NodeList{nodes: nodes{window: l.window, kind: listGenerated, root: l.root, make: func() []dom.NodeID { return l.all2(name) }}}}
	return objectValue(r, x), true
}

// NamedItem is HTMLFormControlsCollection.namedItem.
func (l *HTMLFormControlsCollection) NamedItem(c *js.Call) js.Value {
	v, _ := l.get(c.Realm(), c.DOMString(0))
	return v
}

// GetNamed looks up a named property.
func (l *HTMLFormControlsCollection) GetNamed(c *js.Call, name string) (js.Value, bool) {
	return l.get(c.Realm(), name)
}

// Value is RadioNodeList.value.
func (l *RadioNodeList) Value() string {
	m := l.window.World.forms.m
	for _, id := range l.all() {
		if l.store().IsHTMLElement(id, atomInput) && m.Type(id) == "radio" && m.Checked(id) {
			return m.Value(id)
		}
	}
	return ""
}

// SetValue sets RadioNodeList.value.
func (l *RadioNodeList) SetValue(v string) {
	m := l.window.World.forms.m
	for _, id := range l.all() {
		if l.store().IsHTMLElement(id, atomInput) && m.Type(id) == "radio" && m.Value(id) == v {
			m.SetChecked(id, true)
			return
		}
	}
}

// Length is HTMLFormElement.length.
func (e HTMLFormElement) Length() uint32 { return uint32(len(e.forms().Elements(e.ID))) }

// Item is the indexed getter of HTMLFormElement.
func (e HTMLFormElement) Item(i uint32) dom.NodeID { return e.Elements().Item(i) }

// GetNamed is the named getter of HTMLFormElement.
func (e HTMLFormElement) GetNamed(c *js.Call, name string) (js.Value, bool) {
	return e.Elements().get(c.Realm(), name)
}

// NamedKeys are the supported property names.
func (e HTMLFormElement) NamedKeys() []string { return e.Elements().names() }

// Submit is HTMLFormElement.submit.
func (e HTMLFormElement) Submit() { e.win().submit(e.ID, 0, true) }

// RequestSubmit is HTMLFormElement.requestSubmit.
func (e HTMLFormElement) RequestSubmit(by HTMLElement) error {
	if by.ID != 0 {
		if !e.forms().SubmitButton(by.ID) {
			return typeError("The specified element is not a submit button.")
		}
		if e.forms().Owner(by.ID) != e.ID {
			return exception("NotFoundError", "The specified element is not owned by this form element.")
		}
	}
	e.win().submit(e.ID, by.ID, false)
	return nil
}

// Reset is HTMLFormElement.reset.
func (e HTMLFormElement) Reset() { e.win().reset(e.ID) }

// CheckValidity is HTMLFormElement.checkValidity.
func (e HTMLFormElement) CheckValidity() bool { return e.win().checkForm(e.ID) }

// ReportValidity is HTMLFormElement.reportValidity.
func (e HTMLFormElement) ReportValidity() bool { return e.win().reportForm(e.ID) }

// text controls

func (e HTMLElement) value() string { return e.forms().Value(e.ID) }

// setValue sets the value, which may move the caret of a text control behind it.
func (e HTMLElement) setValue(v string) {
	m := e.forms()
	if !m.TextControl(e.ID) {
		m.SetValue(e.ID, v)
		return
	}
	start, end, _ := m.Selection(e.ID)
	m.SetValue(e.ID, v)
	if s, n, _ := m.Selection(e.ID); s != start || n != end {
		e.win().selectionChanged(e.ID)
	}
}

// Value is HTMLInputElement.value.
func (e HTMLInputElement) Value() string { return HTMLElement(e).value() }

// SetValue sets HTMLInputElement.value.
func (e HTMLInputElement) SetValue(c *js.Call) js.Value {
	v := c.DOMStringNullEmpty(0)
	if c.Failed() {
		return js.Undefined
	}
	if e.forms().Type(e.ID) == "file" && v != "" {
		return c.DOMException("InvalidStateError", "This input element accepts a filename, which may only be programmatically set to the empty string.")
	}
	HTMLElement(e).setValue(v)
	return js.Undefined
}

// Type is HTMLInputElement.type.
func (e HTMLInputElement) Type() string { return e.forms().Type(e.ID) }

// SetType sets HTMLInputElement.type.
func (e HTMLInputElement) SetType(v string) { e.set(atomType, v) }

// Checked is HTMLInputElement.checked.
func (e HTMLInputElement) Checked() bool { return e.forms().Checked(e.ID) }

// SetChecked sets HTMLInputElement.checked.
func (e HTMLInputElement) SetChecked(v bool) { e.forms().SetChecked(e.ID, v) }

// Indeterminate is HTMLInputElement.indeterminate.
func (e HTMLInputElement) Indeterminate() bool {
	return e.forms().Indeterminate(e.ID)
}

// SetIndeterminate sets HTMLInputElement.indeterminate.
func (e HTMLInputElement) SetIndeterminate(v bool) {
	e.forms().SetIndeterminate(e.ID, v)
}

// List is HTMLInputElement.list.
func (e HTMLInputElement) List() dom.NodeID {
	id := e.store().Atoms.Lookup(e.attr(e.store().Atoms.Intern("list")))
	if id == atom.None {
		return 0
	}
	if d := e.store().ElementByIDIn(e.store().Root(e.ID), id); d != 0 && e.store().IsHTMLElement(d, atom.Static("datalist")) {
		return d
	}
	return 0
}

// ValueAsNumber is HTMLInputElement.valueAsNumber.
func (e HTMLInputElement) ValueAsNumber() float64 {
	if n, ok := e.forms().Number(e.ID, HTMLElement(e).value()); ok {
		return n
	}
	return math.NaN()
}

// SetValueAsNumber sets HTMLInputElement.valueAsNumber.
func (e HTMLInputElement) SetValueAsNumber(v float64) error {
	switch {
	case math.IsInf(v, 0):
		return typeError("The value provided is infinite.")
	case !e.forms().Numeric(e.ID):
		return exception("InvalidStateError", "This input element does not support Number values.")
	case math.IsNaN(v):
		e.forms().SetValue(e.ID, "")
	default:
		e.forms().SetValue(e.ID, e.forms().NumberText(e.ID, v))
	}
	return nil
}

// dateApplies reports whether valueAsDate applies.
func (e HTMLInputElement) dateApplies() bool {
	switch e.Type() {
	case "date", "month", "week", "time":
		return true
	}
	return false
}

// ValueAsDate is HTMLInputElement.valueAsDate.
func (e HTMLInputElement) ValueAsDate(c *js.Call) js.Value {
	n, ok := e.forms().Number(e.ID, HTMLElement(e).value())
	if !ok || !e.dateApplies() {
		return js.Null
	}
	if e.Type() == "month" {
		return c.Realm().NewDate(time.Date(1970, time.Month(int(n)+1), 1, 0, 0, 0, 0, time.UTC)).Value()
	}
	return c.Realm().NewDate(time.UnixMilli(int64(n))).Value()
}

// SetValueAsDate sets HTMLInputElement.valueAsDate.
func (e HTMLInputElement) SetValueAsDate(c *js.Call) js.Value {
	v := c.Arg(0)
	if !v.IsNullish() && !v.IsObject() {
		return c.TypeError("Failed to convert value to 'object'.")
	}
	if !e.dateApplies() {
		return c.DOMException("InvalidStateError", "This input element does not support Date values.")
	}
	text := ""
	if !v.IsNullish() {
		if !js.IsDate(v) {
			return c.TypeError("The provided value is not a Date.")
		}
		if t, ok := js.DateOf(v); ok {
			n := float64(t.UnixMilli())
			if e.Type() == "month" {
				n = float64((t.UTC().Year()-1970)*12 + int(t.UTC().Month()) - 1)
			}
			text = e.forms().NumberText(e.ID, n)
		}
	}
	e.forms().SetValue(e.ID, text)
	return js.Undefined
}

// step moves the value by steps.
func (e HTMLInputElement) step(n int32) error {
	if !e.forms().Numeric(e.ID) {
		return exception("InvalidStateError", "This form element is not steppable.")
	}
	if !e.forms().StepBy(e.ID, int(n)) {
		return exception("InvalidStateError", "This form element does not have an allowed value step.")
	}
	return nil
}

// StepUp is HTMLInputElement.stepUp.
func (e HTMLInputElement) StepUp(n int32) error { return e.step(n) }

// StepDown is HTMLInputElement.stepDown.
func (e HTMLInputElement) StepDown(n int32) error { return e.step(-max(n, -math.MaxInt32)) }

// Select is select() of text controls.
func (e HTMLElement) Select() {
	if m := e.forms(); m.TextControl(e.ID) {
		e.setRange(0, dom.UTF16Len(m.Value(e.ID)), "none")
	}
}

// selected tells of a new selection.
func (e HTMLElement) selected() {
	w := e.win()
	w.selectionChanged(e.ID)
	h := e.store().Handle(e.ID)
	if within(w.forms.selecting, h) {
		return
	}
	w.forms.selecting = append(w.forms.selecting, h)
	w.Host.Post(w, SourceUser, func() {
		w.forms.selecting = slices.DeleteFunc(w.forms.selecting, func(x dom.Handle) bool { return x == h })
		if w.World.Store.Resolve(h) != 0 {
			w.FireNode(e.ID, "select", true, false)
		}
	})
}

func (e HTMLInputElement) noSelection() error {
	if e.forms().HasSelection(e.ID) {
		return nil
	}
	return exception("InvalidStateError", "The input element's type ('"+e.Type()+"') does not support selection.")
}

func (e HTMLElement) setRange(start, end int, dir string) {
	if e.forms().SetSelection(e.ID, start, end, dir) {
		e.selected()
	}
}

// SelectionStart is HTMLInputElement.selectionStart.
func (e HTMLInputElement) SelectionStart() Opt[uint32] {
	if e.noSelection() != nil {
		return Opt[uint32]{}
	}
	s, _, _ := e.forms().Selection(e.ID)
	return Some(uint32(s))
}

// SelectionEnd is HTMLInputElement.selectionEnd.
func (e HTMLInputElement) SelectionEnd() Opt[uint32] {
	if e.noSelection() != nil {
		return Opt[uint32]{}
	}
	_, n, _ := e.forms().Selection(e.ID)
	return Some(uint32(n))
}

// SelectionDirection is HTMLInputElement.selectionDirection.
func (e HTMLInputElement) SelectionDirection() Opt[string] {
	if e.noSelection() != nil {
		return Opt[string]{}
	}
	_, _, d := e.forms().Selection(e.ID)
	return Some(d)
}

// SetSelectionStart sets HTMLInputElement.selectionStart.
func (e HTMLInputElement) SetSelectionStart(v Opt[uint32]) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	HTMLTextAreaElement(HTMLElement(e)).SetSelectionStart(v.Value)
	return nil
}

// SetSelectionEnd sets HTMLInputElement.selectionEnd.
func (e HTMLInputElement) SetSelectionEnd(v Opt[uint32]) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	HTMLTextAreaElement(HTMLElement(e)).SetSelectionEnd(v.Value)
	return nil
}

// SetSelectionDirection sets HTMLInputElement.selectionDirection.
func (e HTMLInputElement) SetSelectionDirection(v Opt[string]) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	HTMLTextAreaElement(HTMLElement(e)).SetSelectionDirection(v.Value)
	return nil
}

// SetSelectionRange is HTMLInputElement.setSelectionRange.
func (e HTMLInputElement) SetSelectionRange(start, end uint32, dir Opt[string]) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	HTMLElement(e).setRange(int(min(start, 1<<30)), int(min(end, 1<<30)), dir.Or("none"))
	return nil
}

// SetRangeText is HTMLInputElement.setRangeText.
func (e HTMLInputElement) SetRangeText(text string) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	HTMLElement(e).setRangeText(text)
	return nil
}

// SetRangeTextAt is HTMLInputElement.setRangeText of a given range.
func (e HTMLInputElement) SetRangeTextAt(text string, start, end uint32, mode string) error {
	if err := e.noSelection(); err != nil {
		return err
	}
	return HTMLElement(e).setRangeTextAt(text, start, end, mode)
}

// SelectionStart is HTMLTextAreaElement.selectionStart.
func (e HTMLTextAreaElement) SelectionStart() uint32 {
	s, _, _ := e.forms().Selection(e.ID)
	return uint32(s)
}

// SelectionEnd is HTMLTextAreaElement.selectionEnd.
func (e HTMLTextAreaElement) SelectionEnd() uint32 {
	_, n, _ := e.forms().Selection(e.ID)
	return uint32(n)
}

// SelectionDirection is HTMLTextAreaElement.selectionDirection.
func (e HTMLTextAreaElement) SelectionDirection() string {
	_, _, d := e.forms().Selection(e.ID)
	return d
}

// SetSelectionStart sets HTMLTextAreaElement.selectionStart.
func (e HTMLTextAreaElement) SetSelectionStart(v uint32) {
	_, end, d := e.forms().Selection(e.ID)
	s := int(min(v, 1<<30))
	HTMLElement(e).setRange(s, max(s, end), d)
}

// SetSelectionEnd sets HTMLTextAreaElement.selectionEnd.
func (e HTMLTextAreaElement) SetSelectionEnd(v uint32) {
	s, _, d := e.forms().Selection(e.ID)
	HTMLElement(e).setRange(s, int(min(v, 1<<30)), d)
}

// SetSelectionDirection sets HTMLTextAreaElement.selectionDirection.
func (e HTMLTextAreaElement) SetSelectionDirection(v string) {
	s, n, _ := e.forms().Selection(e.ID)
	HTMLElement(e).setRange(s, n, v)
}

// SetSelectionRange is HTMLTextAreaElement.setSelectionRange.
func (e HTMLTextAreaElement) SetSelectionRange(start, end uint32, dir Opt[string]) {
	HTMLElement(e).setRange(int(min(start, 1<<30)), int(min(end, 1<<30)), dir.Or("none"))
}

// SetRangeText is HTMLTextAreaElement.setRangeText.
func (e HTMLTextAreaElement) SetRangeText(text string) { HTMLElement(e).setRangeText(text) }

// SetRangeTextAt is HTMLTextAreaElement.setRangeText of a given range.
func (e HTMLTextAreaElement) SetRangeTextAt(text string, start, end uint32, mode string) error {
	return HTMLElement(e).setRangeTextAt(text, start, end, mode)
}

// setRangeText replaces the selection.
func (e HTMLElement) setRangeText(text string) {
	start, end, _ := e.forms().Selection(e.ID)
	_ = e.setRangeTextAt(text, uint32(start), uint32(end), "preserve") // a selection is in order
}

// setRangeTextAt replaces a range. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#dom-textarea/input-setrangetext
func (e HTMLElement) setRangeTextAt(text string, from, to uint32, mode string) error {
	m := e.forms()
	selStart, selEnd, dir := m.Selection(e.ID)
	oldStart, oldEnd := selStart, selEnd
	start, end := int(min(from, 1<<30)), int(min(to, 1<<30))
	if start > end {
		return exception("IndexSizeError", fmt.Sprintf("The provided start value (%d) is larger than the provided end value (%d).", start, end))
	}
	v := m.Value(e.ID)
	n := dom.UTF16Len(v)
	start, end = min(start, n), min(end, n)
	l := dom.UTF16Len(text)
	m.SetValue(e.ID, dom.Concat(dom.SubstringUTF16(v, 0, start), text, dom.SubstringUTF16(v, end, n)))
	newEnd := start + l
	switch mode {
	case "select":
		selStart, selEnd = start, newEnd
	case "start":
		selStart, selEnd = start, start
	case "end":
		selStart, selEnd = newEnd, newEnd
	default:
		delta := l - (end - start)
		if selStart > end {
			selStart += delta
		} else if selStart > start {
			selStart = start
		}
		if selEnd > end {
			selEnd += delta
		} else if selEnd > start {
			selEnd = newEnd
		}
	}
	m.SetSelection(e.ID, selStart, selEnd, dir)
	if s, n, _ := m.Selection(e.ID); s != oldStart || n != oldEnd {
		e.selected()
	}
	return nil
}

// Value is HTMLTextAreaElement.value.
func (e HTMLTextAreaElement) Value() string { return HTMLElement(e).value() }

// SetValue sets HTMLTextAreaElement.value.
func (e HTMLTextAreaElement) SetValue(v string) { HTMLElement(e).setValue(v) }

// DefaultValue is HTMLTextAreaElement.defaultValue.
func (e HTMLTextAreaElement) DefaultValue() string { return childText(e.store(), e.ID) }

// SetDefaultValue sets HTMLTextAreaElement.defaultValue.
func (e HTMLTextAreaElement) SetDefaultValue(v string) { e.store().SetTextContent(e.ID, v) }

// TextLength is HTMLTextAreaElement.textLength.
func (e HTMLTextAreaElement) TextLength() uint32 { return uint32(dom.UTF16Len(HTMLElement(e).value())) }

// Type is HTMLTextAreaElement.type.
func (e HTMLTextAreaElement) Type() string { return "textarea" }

// Type is HTMLButtonElement.type.
func (e HTMLButtonElement) Type() string { return e.forms().ButtonType(e.ID) }

// Type is HTMLFieldSetElement.type.
func (e HTMLFieldSetElement) Type() string { return "fieldset" }

// Type is HTMLOutputElement.type.
func (e HTMLOutputElement) Type() string { return "output" }

// Value is HTMLOutputElement.value.
func (e HTMLOutputElement) Value() string { return string(e.store().TextContent(nil, e.ID)) }

// SetValue sets HTMLOutputElement.value.
func (e HTMLOutputElement) SetValue(v string) { e.forms().SetOutput(e.ID, v) }

// DefaultValue is HTMLOutputElement.defaultValue.
func (e HTMLOutputElement) DefaultValue() string { return e.forms().DefaultValue(e.ID) }

// SetDefaultValue sets HTMLOutputElement.defaultValue.
func (e HTMLOutputElement) SetDefaultValue(v string) { e.forms().SetDefaultValue(e.ID, v) }

// select

// HTMLOptionsCollection is the state of an HTMLOptionsCollection.
type HTMLOptionsCollection struct{ HTMLCollection }

func (e HTMLSelectElement) opts() []dom.NodeID { return e.forms().Options(e.ID) }

// Type is HTMLSelectElement.type.
func (e HTMLSelectElement) Type() string {
	if e.forms().Multiple(e.ID) {
		return "select-multiple"
	}
	return "select-one"
}

// Options is HTMLSelectElement.options.
func (e HTMLSelectElement) Options() *HTMLOptionsCollection {
	return Node(e).cached(cachedOptions, "", func() platform {
		return &HTMLOptionsCollection{HTMLCollection{nodes: nodes{window: e.w, kind: listGenerated, root: e.state(), make: e.opts}}}
	}).(*HTMLOptionsCollection)
}

// SelectedOptions is HTMLSelectElement.selectedOptions: as selectedness is no part of the tree, it is looked at each time.
func (e HTMLSelectElement) SelectedOptions() *HTMLCollection {
	return Node(e).collection(cachedSelected, "", nodes{kind: listGenerated, volatile: true, make: func() []dom.NodeID { return e.forms().SelectedOptions(e.ID) }})
}

// Length is HTMLSelectElement.length.
func (e HTMLSelectElement) Length() uint32 { return uint32(len(e.opts())) }

// SetLength sets HTMLSelectElement.length.
func (e HTMLSelectElement) SetLength(n uint32) {
	if int64(n) <= max(maxOptions, int64(len(e.opts()))) {
		e.setLength(int(n))
	}
}

func (e HTMLSelectElement) setLength(n int) {
	l := e.opts()
	for i := len(l) - 1; i >= n; i-- {
		e.store().Remove(l[i])
	}
	for i := len(l); i < n; i++ {
		e.store().Append(e.ID, e.doc().CreateElement(e.doc().HTMLName(atomOption)))
	}
}

// Item is HTMLSelectElement.item.
func (e HTMLSelectElement) Item(i uint32) dom.NodeID { return e.Options().Item(i) }

// NamedItem is HTMLSelectElement.namedItem.
func (e HTMLSelectElement) NamedItem(name string) dom.NodeID { return e.Options().named(name) }

// maxOptions is how long script can make a select by its length.
const maxOptions = 100000

// SetItem is the indexed setter.
func (e HTMLSelectElement) SetItem(c *js.Call, i uint32, v js.Value) {
	if v.IsNullish() {
		if l := e.opts(); int64(i) < int64(len(l)) {
			e.store().Remove(l[i])
		}
		return
	}
	h := js.HostOf(v, cls.HTMLOptionElement)
	if h.IsNone() {
		c.TypeError("parameter 2 is not of type 'HTMLOptionElement'.")
		return
	}
	if i >= maxOptions {
		return
	}
	if int(i) > len(e.opts()) {
		e.setLength(int(i))
	}
	var err *dom.Exception
	if l := e.opts(); int(i) < len(l) {
		err = e.store().ReplaceChild(e.store().Parent(l[i]), dom.NodeID(h.ID()), l[i])
	} else {
		err = e.store().AppendChild(e.ID, dom.NodeID(h.ID()))
	}
	if err != nil {
		throwErr(c, err)
	}
}

// Add is HTMLSelectElement.add.
func (e HTMLSelectElement) Add(c *js.Call) js.Value {
	if c.NArgs() == 0 {
		return c.TypeError("1 argument required, but only 0 present.")
	}
	h := js.HostOf(c.Arg(0), cls.HTMLElement)
	if h.IsNone() || !h.Is(cls.HTMLOptionElement) && !h.Is(cls.HTMLOptGroupElement) {
		return c.TypeError("The provided value is not of type '(HTMLOptGroupElement or HTMLOptionElement)'.")
	}
	before := dom.NodeID(0)
	parent := e.ID
	if v := c.Arg(1); !v.IsNullish() {
		if b := js.HostOf(v, cls.HTMLElement); !b.IsNone() {
			before = dom.NodeID(b.ID())
			if !e.store().Contains(e.ID, before) || before == e.ID {
				return c.DOMException("NotFoundError", "The node before which the new node is to be inserted is not a child of this node.")
			}
		} else if n := c.Long(1); n >= 0 {
			if l := e.opts(); int(n) < len(l) {
				before = l[n]
			}
		}
	}
	if c.Failed() {
		return js.Undefined
	}
	if before == dom.NodeID(h.ID()) {
		return js.Undefined
	}
	if before != 0 {
		parent = e.store().Parent(before)
	}
	return Node(e).throwIf(c, e.store().PreInsert(parent, dom.NodeID(h.ID()), before), "add")
}

// Remove is HTMLSelectElement.remove, of the element or an option.
func (e HTMLSelectElement) Remove() { e.store().Remove(e.ID) }

// RemoveOption is HTMLSelectElement.remove of an option.
func (e HTMLSelectElement) RemoveOption(n int32) {
	if l := e.opts(); n >= 0 && int(n) < len(l) {
		e.store().Remove(l[n])
	}
}

// SelectedIndex is HTMLSelectElement.selectedIndex.
func (e HTMLSelectElement) SelectedIndex() int32 { return int32(e.forms().SelectedIndex(e.ID)) }

// SetSelectedIndex sets HTMLSelectElement.selectedIndex.
func (e HTMLSelectElement) SetSelectedIndex(i int32) { e.forms().SetSelectedIndex(e.ID, int(i)) }

// Value is HTMLSelectElement.value.
func (e HTMLSelectElement) Value() string { return HTMLElement(e).value() }

// SetValue sets HTMLSelectElement.value.
func (e HTMLSelectElement) SetValue(v string) { e.forms().SetValue(e.ID, v) }

func (l *HTMLOptionsCollection) sel() HTMLSelectElement {
	return HTMLSelectElement(HTMLElement(Element(Node{nodeRef{l.window, l.root.id}})))
}

// SetLength sets HTMLOptionsCollection.length.
func (l *HTMLOptionsCollection) SetLength(n uint32) { l.sel().SetLength(n) }

// SetItem is the indexed setter.
func (l *HTMLOptionsCollection) SetItem(c *js.Call, i uint32, v js.Value) { l.sel().SetItem(c, i, v) }

// Add is HTMLOptionsCollection.add.
func (l *HTMLOptionsCollection) Add(c *js.Call) js.Value { return l.sel().Add(c) }

// Remove is HTMLOptionsCollection.remove.
func (l *HTMLOptionsCollection) Remove(i int32) {
	if o := l.all(); i >= 0 && int(i) < len(o) {
		l.store().Remove(o[i])
	}
}

// SelectedIndex is HTMLOptionsCollection.selectedIndex.
func (l *HTMLOptionsCollection) SelectedIndex() int32 { return l.sel().SelectedIndex() }

// SetSelectedIndex sets HTMLOptionsCollection.selectedIndex.
func (l *HTMLOptionsCollection) SetSelectedIndex(i int32) { l.sel().SetSelectedIndex(i) }

// Options is HTMLDataListElement.options.
func (e HTMLDataListElement) Options() *HTMLCollection {
	s := e.store()
	return Node(e).filtered(cachedOptions, "", func(id dom.NodeID) bool { return s.IsHTMLElement(id, atomOption) })
}

// Selected is HTMLOptionElement.selected.
func (e HTMLOptionElement) Selected() bool { return e.forms().Selected(e.ID) }

// SetSelected sets HTMLOptionElement.selected.
func (e HTMLOptionElement) SetSelected(v bool) { e.forms().SelectOption(e.ID, v) }

// Value is HTMLOptionElement.value.
func (e HTMLOptionElement) Value() string { return HTMLElement(e).value() }

// Text is HTMLOptionElement.text.
func (e HTMLOptionElement) Text() string { return e.forms().OptionText(e.ID) }

// SetText sets HTMLOptionElement.text.
func (e HTMLOptionElement) SetText(v string) { e.store().SetTextContent(e.ID, v) }

// Label is HTMLOptionElement.label.
func (e HTMLOptionElement) Label() string {
	if v, ok := e.store().LookupAttr(e.ID, atomLabelName); ok {
		return strings.Clone(v)
	}
	return e.Text()
}

// Index is HTMLOptionElement.index.
func (e HTMLOptionElement) Index() int32 {
	if s := e.forms().SelectOf(e.ID); s != 0 {
		for i, o := range e.forms().Options(s) {
			if o == e.ID {
				return int32(i)
			}
		}
	}
	return 0
}

// progress and meter

func (n Node) float(name string, def float64) float64 {
	if f, ok := parseFloat(n.attr(n.store().Atoms.Intern(name))); ok {
		return f
	}
	return def
}

func (e HTMLProgressElement) max() float64 {
	if m := Node(e).float("max", 1); m > 0 {
		return m
	}
	return 1
}

// Value is HTMLProgressElement.value.
func (e HTMLProgressElement) Value() float64 { return min(max(0, Node(e).float("value", 0)), e.max()) }

// Position is HTMLProgressElement.position.
func (e HTMLProgressElement) Position() float64 {
	if !e.hasAttr(atomValue) {
		return -1
	}
	return e.Value() / e.max()
}

// Min is HTMLMeterElement.min.
func (e HTMLMeterElement) Min() float64 { return Node(e).float("min", 0) }

// Max is HTMLMeterElement.max.
func (e HTMLMeterElement) Max() float64 { return max(e.Min(), Node(e).float("max", 1)) }

// Value is HTMLMeterElement.value.
func (e HTMLMeterElement) Value() float64 {
	return min(max(e.Min(), Node(e).float("value", 0)), e.Max())
}

// Low is HTMLMeterElement.low.
func (e HTMLMeterElement) Low() float64 {
	return min(max(e.Min(), Node(e).float("low", e.Min())), e.Max())
}

// High is HTMLMeterElement.high.
func (e HTMLMeterElement) High() float64 {
	return min(max(e.Low(), Node(e).float("high", e.Max())), e.Max())
}

// Optimum is HTMLMeterElement.optimum.
func (e HTMLMeterElement) Optimum() float64 {
	return min(max(e.Min(), Node(e).float("optimum", (e.Min()+e.Max())/2)), e.Max())
}
