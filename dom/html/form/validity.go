package form

import (
	"regexp"
	"strings"
	"sync"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/net"
)

const space = " \t\n\f\r"

// Validity are the flags of a ValidityState.
type Validity struct {
	ValueMissing, TypeMismatch, PatternMismatch, TooLong, TooShort, RangeUnderflow, RangeOverflow, StepMismatch, BadInput, CustomError bool
}

// Valid reports whether no flag is set.
func (v Validity) Valid() bool { return v == Validity{} }

// WillValidate reports whether a control is a candidate for constraint validation.
func (m *Model) WillValidate(id dom.NodeID) bool {
	s := m.store
	if !m.Listed(id) || m.is(id, atomObject) || m.is(id, atomOutput) || m.is(id, atomFieldset) || m.Disabled(id) || m.inDatalist(id) {
		return false
	}
	if m.is(id, atomButton) {
		return m.ButtonType(id) == "submit"
	}
	if m.face(id) != nil {
		return !s.HasAttr(id, atomReadonly)
	}
	if m.is(id, atomInput) {
		switch m.Type(id) {
		case "hidden", "reset", "button":
			return false
		}
	}
	return !((m.is(id, atomInput) || m.is(id, atomTextarea)) && s.HasAttr(id, atomReadonly))
}

// ReadonlyApplies reports whether the readonly attribute applies to an input.
func (m *Model) ReadonlyApplies(id dom.NodeID) bool {
	switch m.Type(id) {
	case "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
		return false
	}
	return true
}

// Mutable reports whether the user can change a text control.
func (m *Model) Mutable(id dom.NodeID) bool {
	return !m.Disabled(id) && !m.store.HasAttr(id, atomReadonly)
}

// SetCustomValidity sets the custom validity message.
func (m *Model) SetCustomValidity(id dom.NodeID, msg string) {
	if msg == "" && m.peek(id) == nil {
		return
	}
	m.at(id).custom = newlines(msg)
	m.changes++
	m.Sync(id)
}

// CustomMessage is the custom validity message.
func (m *Model) CustomMessage(id dom.NodeID) string {
	if c := m.peek(id); c != nil {
		return c.custom
	}
	return ""
}

var emailPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_` + "`" + `{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`)
})

// addresses are the addresses in the value of an input of type email.
func (m *Model) addresses(id dom.NodeID, v string) []string {
	if m.store.HasAttr(id, atomMultiple) {
		return strings.Split(v, ",")
	}
	return []string{v}
}

// Check is the validity of a control.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#the-constraint-validation-api
func (m *Model) Check(id dom.NodeID) (v Validity) {
	if f := m.face(id); f != nil {
		return f.Flags
	}
	s := m.store
	c := m.peek(id)
	v.CustomError = c != nil && c.custom != ""
	switch {
	case m.is(id, atomSelect):
		if s.HasAttr(id, atomRequired) {
			i := m.SelectedIndex(id)
			v.ValueMissing = i < 0 || i == 0 && m.placeholderLabel(id) != 0
		}
		return v
	case m.is(id, atomTextarea), m.is(id, atomInput):
	default:
		return v
	}
	typ := "textarea"
	if m.is(id, atomInput) {
		typ = m.Type(id)
	}
	val := m.Value(id)
	if s.HasAttr(id, atomRequired) {
		switch typ {
		case "checkbox":
			v.ValueMissing = !m.Checked(id)
		case "file":
			v.ValueMissing = len(m.Files(id)) == 0
		case "hidden", "range", "color", "submit", "image", "reset", "button":
		case "radio":
		default:
			v.ValueMissing = val == "" && m.Mutable(id)
		}
	}
	if typ == "radio" {
		if x, ok := m.group(id); ok {
			v.ValueMissing = x.required && !x.checked
		}
	}
	if val == "" {
		v.BadInput = c != nil && c.fields != nil && c.fields.typ == typ && c.fields.filled && c.fields.value == ""
		return v
	}
	switch typ {
	case "email":
		for _, p := range m.addresses(id, val) {
			v.TypeMismatch = v.TypeMismatch || !emailPattern().MatchString(p)
		}
	case "url":
		_, err := net.Parse(val, nil)
		v.TypeMismatch = err != nil
	}
	switch typ {
	case "text", "search", "url", "tel", "email", "password", "textarea":
		if c != nil && c.user {
			n := dom.UTF16Len(val)
			if l, ok := ParseInt(s.Attr(id, atomMaxlen)); ok && l >= 0 {
				v.TooLong = n > l
			}
			if l, ok := ParseInt(s.Attr(id, atomMinlen)); ok && l >= 0 {
				v.TooShort = n < l
			}
		}
		if p, ok := s.LookupAttr(id, atomPattern); ok && typ != "textarea" && m.Match != nil {
			values := []string{val}
			if typ == "email" {
				values = m.addresses(id, val)
			}
			for _, x := range values {
				v.PatternMismatch = v.PatternMismatch || !m.Match(p, x)
			}
		}
	}
	if n, ok := m.Number(id, val); ok && m.Numeric(id) {
		lo, hi, hasLo, hasHi := m.Limits(id)
		v.RangeUnderflow = hasLo && n < lo
		v.RangeOverflow = hasHi && n > hi
		if typ == "time" && hasLo && hasHi && lo > hi { // the range goes over midnight
			outside := v.RangeUnderflow && v.RangeOverflow
			v.RangeUnderflow, v.RangeOverflow = outside, outside
		}
		v.StepMismatch = m.steps(id).mismatch(n)
	}
	return v
}

// Seen is called when the user has committed a value of a control: from then on it shows whether it is valid.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#user-validity
func (m *Model) Seen(id dom.NodeID) {
	if c := m.at(id); !c.shown {
		c.shown = true
		m.changes++
		m.Sync(id)
	}
}

// Submitted is called when the user, or requestSubmit, submits a form: all its controls show whether they are valid.
func (m *Model) Submitted(form dom.NodeID) {
	for _, id := range m.all(form) {
		if m.WillValidate(id) {
			m.Seen(id)
		}
	}
}

// controlStates are the states that Sync sets.
const controlStates = dom.StateChecked | dom.StateDisabled | dom.StateEnabled | dom.StateReadWrite | dom.StateRequired | dom.StateOptional | dom.StateValid |
	dom.StateInvalid | dom.StateUserValid | dom.StateUserInvalid | dom.StateInRange | dom.StateOutOfRange | dom.StatePlaceholderShown | dom.StateIndeterminate

// Sync brings the states that pseudo-classes select on up to the control. Those of selects, options and radio buttons, which depend on
// each other, wait for Settle.
func (m *Model) Sync(id dom.NodeID) {
	s := m.store
	if s.Kind(id) != dom.KindElement {
		return
	}
	n := s.ElementName(id)
	if n.NS != dom.HTML {
		return
	}
	switch n.Local {
	case atomInput:
		if m.Type(id) == "radio" {
			m.later(id)
			return
		}
	case atomSelect:
		m.later(id)
		return
	case atomOption:
		if sel := m.SelectOf(id); sel != 0 {
			m.later(sel)
			return
		}
	case atomTextarea, atomButton, atomFieldset, atomOptgroup, atomForm, atomProgress:
	default:
		if m.face(id) == nil {
			return
		}
	}
	m.sync(id, n.Local == atomOption && m.wants(id))
}

// sync does what Sync does. selected is for options.
func (m *Model) sync(id dom.NodeID, selected bool) {
	s := m.store
	n := s.ElementName(id)
	connected := s.IsConnected(id)
	var on dom.State
	isDefault := false
	switch n.Local {
	case atomProgress:
		if !s.HasAttr(id, atomValue) {
			on = dom.StateIndeterminate
		}
		m.setStates(id, dom.StateIndeterminate, on)
		return
	case atomForm:
		if connected {
			m.showValid(id, m.sets.count[s.Handle(id)] == 0)
		}
		return
	}
	if m.Disabled(id) {
		on |= dom.StateDisabled
	} else {
		on |= dom.StateEnabled
	}
	switch n.Local {
	case atomOption:
		if selected {
			on |= dom.StateChecked
		}
		isDefault = s.HasAttr(id, atomSelected)
	case atomInput:
		switch typ := m.Type(id); typ {
		case "checkbox", "radio":
			if m.Checked(id) {
				on |= dom.StateChecked
			}
			isDefault = s.HasAttr(id, atomChecked)
			if typ == "checkbox" && m.Indeterminate(id) {
				on |= dom.StateIndeterminate
			}
			if typ == "radio" {
				if x, ok := m.group(id); ok && !x.checked || !ok && !m.Checked(id) {
					on |= dom.StateIndeterminate
				}
			}
		}
		if m.HasPlaceholder(id) && s.HasAttr(id, atomPlace) && m.Value(id) == "" {
			on |= dom.StatePlaceholderShown
		}
		if m.ReadonlyApplies(id) && m.Mutable(id) {
			on |= dom.StateReadWrite
		}
		if m.Numeric(id) && m.WillValidate(id) {
			if _, _, lo, hi := m.Limits(id); lo || hi {
				v := m.Check(id)
				if v.RangeUnderflow || v.RangeOverflow {
					on |= dom.StateOutOfRange
				} else {
					on |= dom.StateInRange
				}
			}
		}
	case atomTextarea:
		if s.HasAttr(id, atomPlace) && m.Value(id) == "" {
			on |= dom.StatePlaceholderShown
		}
		if m.Mutable(id) {
			on |= dom.StateReadWrite
		}
	}
	switch n.Local {
	case atomInput, atomTextarea, atomSelect:
		if s.HasAttr(id, atomRequired) {
			on |= dom.StateRequired
		} else {
			on |= dom.StateOptional
		}
	}
	if m.WillValidate(id) {
		c := m.peek(id)
		shown := c != nil && c.shown
		switch valid := m.Check(id).Valid(); {
		case valid && shown:
			on |= dom.StateValid | dom.StateUserValid
		case valid:
			on |= dom.StateValid
		case shown:
			on |= dom.StateInvalid | dom.StateUserInvalid
		default:
			on |= dom.StateInvalid
		}
	}
	bits := controlStates
	switch submits := m.SubmitButton(id); {
	case submits && connected: // its form knows
		if f := m.Owner(id); f != 0 {
			m.later(f)
		} else if s.State(id)&dom.StateDefault != 0 {
			m.noDefault(id)
		}
	case submits:
		bits |= dom.StateDefault
	default:
		if isDefault {
			on |= dom.StateDefault
		}
		if bits |= dom.StateDefault; connected && !isDefault && s.State(id)&dom.StateDefault != 0 && n.Local != atomOption {
			m.noDefault(id)
		}
	}
	if n.Local == atomFieldset {
		if bits &^= dom.StateValid | dom.StateInvalid; connected {
			m.showValid(id, m.sets.count[s.Handle(id)] == 0)
		}
	} else if connected {
		m.invalidIn(id, on&dom.StateInvalid != 0)
	}
	m.setStates(id, bits, on)
	if s.HasAttr(id, atomForm) {
		m.sets.byAttr = true
	}
}
