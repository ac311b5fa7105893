package form

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
)

// Listed reports whether id is a listed element. https://html.spec.whatwg.org/multipage/forms.html#category-listed
func (m *Model) Listed(id dom.NodeID) bool {
	n := m.store.ElementName(id)
	if n.NS != dom.HTML {
		return false
	}
	switch n.Local {
	case atomButton, atomFieldset, atomInput, atomObject, atomOutput, atomSelect, atomTextarea:
		return true
	}
	return m.face(id) != nil
}

// Owner is the form owner of a control, or 0. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-owner
func (m *Model) Owner(id dom.NodeID) dom.NodeID {
	s := m.store
	if s.Kind(id) != dom.KindElement {
		return 0
	}
	if m.is(id, atomOption) {
		if sel := m.SelectOf(id); sel != 0 {
			return m.Owner(sel)
		}
		return 0
	}
	if m.Listed(id) {
		if v, ok := s.LookupAttr(id, atomForm); ok && s.IsConnected(id) {
			if f := s.ElementByIDIn(s.Root(id), s.Atoms.Lookup(v)); v != "" && f != 0 && m.is(f, atomForm) {
				return f
			}
			return 0
		}
	}
	if c := m.peek(id); c != nil && c.owner != (dom.Handle{}) {
		if f := s.Resolve(c.owner); f != 0 && s.Root(f) == s.Root(id) {
			return f
		}
		c.owner = dom.Handle{} // no longer in one tree
	}
	for p := s.Parent(id); p != 0; p = s.Parent(p) {
		if s.Kind(p) == dom.KindElement && m.is(p, atomForm) {
			return p
		}
	}
	return 0
}

// SetOwner associates a control with a form, as the parser does, until they are in different trees or the control is moved.
func (m *Model) SetOwner(id, form dom.NodeID) { m.at(id).owner = m.store.Handle(form) }

// Left is called when a control was taken from its place: with a form that the parser gave it and that did not go with it, it has nothing to do any more.
func (m *Model) Left(id dom.NodeID) {
	if c := m.peek(id); c != nil && c.owner != (dom.Handle{}) {
		m.Owner(id)
	}
}

// Elements are the listed elements of a form but image buttons, in tree order.
func (m *Model) Elements(form dom.NodeID) (out []dom.NodeID) {
	for _, id := range m.all(form) {
		if !(m.is(id, atomInput) && m.Type(id) == "image") {
			out = append(out, id)
		}
	}
	return out
}

// all are the listed elements whose owner is the form.
func (m *Model) all(form dom.NodeID) (out []dom.NodeID) {
	s := m.store
	root := form
	if s.IsConnected(form) {
		root = s.Root(form)
	}
	for n := root; n != 0; n = s.Following(n, root) {
		if s.Kind(n) == dom.KindElement && m.Listed(n) && m.Owner(n) == form {
			out = append(out, n)
		}
	}
	return out
}

// Disabled reports whether a control is disabled, by itself or a fieldset around it.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled
func (m *Model) Disabled(id dom.NodeID) bool {
	s := m.store
	n := s.ElementName(id)
	if n.NS != dom.HTML {
		return false
	}
	switch n.Local {
	case atomButton, atomInput, atomSelect, atomTextarea, atomFieldset:
	case atomOption:
		return m.OptionDisabled(id)
	case atomOptgroup:
		return s.HasAttr(id, atomDisabled)
	default:
		if m.face(id) == nil {
			return false
		}
	}
	if s.HasAttr(id, atomDisabled) {
		return true
	}
	below := id
	for p := s.Parent(id); p != 0; p = s.Parent(p) {
		if s.Kind(p) == dom.KindElement && m.is(p, atomFieldset) && s.HasAttr(p, atomDisabled) {
			first := dom.NodeID(0)
			for c := s.FirstElementChild(p); c != 0; c = s.NextElement(c) {
				if m.is(c, atomLegend) {
					first = c
					break
				}
			}
			if first == 0 || below != first {
				return true
			}
		}
		below = p
	}
	return false
}

// Labelable reports whether a label can be of the element.
func (m *Model) Labelable(id dom.NodeID) bool {
	n := m.store.ElementName(id)
	if n.NS != dom.HTML {
		return false
	}
	switch n.Local {
	case atomInput:
		return m.Type(id) != "hidden"
	case atomButton, atomMeter, atomOutput, atomProgress, atomSelect, atomTextarea:
		return true
	}
	return m.face(id) != nil
}

// LabeledControl is the control of a label, or 0.
func (m *Model) LabeledControl(label dom.NodeID) dom.NodeID {
	s := m.store
	if v, ok := s.LookupAttr(label, atomFor); ok {
		if v == "" {
			return 0
		}
		if c := s.ElementByIDIn(s.Root(label), s.Atoms.Lookup(v)); c != 0 && m.Labelable(c) {
			return c
		}
		return 0
	}
	for n := s.Following(label, label); n != 0; n = s.Following(n, label) {
		if s.Kind(n) == dom.KindElement && m.Labelable(n) {
			return n
		}
	}
	return 0
}

// Labels are the labels of a control, in tree order.
func (m *Model) Labels(id dom.NodeID) (out []dom.NodeID) {
	s := m.store
	root := s.Root(id)
	for n := root; n != 0; n = s.Following(n, root) {
		if s.Kind(n) == dom.KindElement && m.is(n, atomLabel) && m.LabeledControl(n) == id {
			out = append(out, n)
		}
	}
	return out
}

// SubmitButton reports whether id submits its form.
func (m *Model) SubmitButton(id dom.NodeID) bool {
	switch {
	case m.is(id, atomButton):
		return m.ButtonType(id) == "submit"
	case m.is(id, atomInput):
		t := m.Type(id)
		return t == "submit" || t == "image"
	}
	return false
}

// ButtonType is the type of a button element.
func (m *Model) ButtonType(id dom.NodeID) string {
	switch t := lower(m.store.Attr(id, atomType)); t {
	case "reset", "button", "submit":
		return t
	}
	if m.store.HasAttr(id, atomCommand) || m.store.HasAttr(id, atomCmdFor) { // the auto state
		return "button"
	}
	return "submit"
}

// DefaultButton is the first submit button of a form, or 0.
func (m *Model) DefaultButton(form dom.NodeID) dom.NodeID {
	for _, id := range m.all(form) {
		if m.SubmitButton(id) {
			return id
		}
	}
	return 0
}

// Entry is a name and value of a form's entry list. File: the value is a file, of a file input; Of is what it is made of, nil where none was chosen.
type Entry struct {
	Name, Value string
	File        bool
	Of          any
}

// Submission says how a form is submitted.
type Submission struct {
	Submitter dom.NodeID // 0 for none
	X, Y      int        // where an image button was clicked, CSS px of it
	Charset   string     // name of the encoding, "" for UTF-8
}

// Entries is the entry list of a form. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-form-data-set
func (m *Model) Entries(form dom.NodeID, by Submission) (out []Entry) {
	s := m.store
	submitter := by.Submitter
	for _, id := range m.all(form) {
		if m.Disabled(id) || m.inDatalist(id) {
			continue
		}
		if f := m.face(id); f != nil {
			if name := strings.Clone(s.Attr(id, atomName)); !f.Single {
				out = append(out, f.Entries...)
			} else if name != "" {
				for _, e := range f.Entries {
					e.Name = name
					out = append(out, e)
				}
			}
			continue
		}
		typ := ""
		if m.is(id, atomInput) {
			typ = m.Type(id)
		}
		if (m.SubmitButton(id) || typ == "reset" || typ == "button" || m.is(id, atomButton)) && id != submitter {
			continue
		}
		if (typ == "checkbox" || typ == "radio") && !m.Checked(id) || m.is(id, atomObject) || m.is(id, atomFieldset) || m.is(id, atomOutput) {
			continue
		}
		name := strings.Clone(s.Attr(id, atomName))
		if typ == "image" {
			prefix := name
			if prefix != "" {
				prefix += "."
			}
			out = append(out, Entry{Name: prefix + "x", Value: strconv.Itoa(by.X)}, Entry{Name: prefix + "y", Value: strconv.Itoa(by.Y)})
			continue
		}
		if name == "" {
			continue
		}
		switch {
		case m.is(id, atomSelect):
			for _, o := range m.SelectedOptions(id) {
				if !m.OptionDisabled(o) {
					out = append(out, Entry{Name: name, Value: m.Value(o)})
				}
			}
		case typ == "file":
			files := m.Files(id)
			if len(files) == 0 {
				out = append(out, Entry{Name: name, File: true})
			}
			for _, f := range files {
				out = append(out, Entry{Name: name, File: true, Of: f.Of})
			}
		case typ == "hidden" && equalFold(name, "_charset_"):
			charset := by.Charset
			if charset == "" {
				charset = "UTF-8"
			}
			out = append(out, Entry{Name: name, Value: charset})
		default:
			v := m.Value(id)
			if m.is(id, atomTextarea) && m.Wrapped != nil && equalFold(s.Attr(id, atomWrap), "hard") {
				v = m.Wrapped(id, v)
			}
			out = append(out, Entry{Name: name, Value: v})
		}
		if d := s.Attr(id, atomDirname); d != "" && (m.is(id, atomTextarea) || m.is(id, atomInput) && dirnameApplies(typ)) {
			dir := "ltr"
			if m.Direction != nil {
				dir = m.Direction(id)
			}
			out = append(out, Entry{Name: strings.Clone(d), Value: dir})
		}
	}
	return out
}

// DirectionText is the value of a control that its direction can depend on; false for other elements.
// https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements
func (m *Model) DirectionText(id dom.NodeID) (string, bool) {
	if m.is(id, atomTextarea) || m.is(id, atomInput) && dirnameApplies(m.Type(id)) {
		return m.Value(id), true
	}
	return "", false
}

// dirnameApplies reports whether the dirname attribute applies to an input type.
func dirnameApplies(typ string) bool {
	switch typ {
	case "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button":
		return true
	}
	return false
}

func equalFold(a, b string) bool { return lower(a) == b }

func (m *Model) inDatalist(id dom.NodeID) bool {
	for p := m.store.Parent(id); p != 0; p = m.store.Parent(p) {
		if m.is(p, atomDatalist) {
			return true
		}
	}
	return false
}

// Reset makes a form's controls what their attributes say.
func (m *Model) Reset(form dom.NodeID) {
	for _, id := range m.all(form) {
		m.ResetControl(id)
	}
}

// ResetControl is the reset algorithm of a control.
func (m *Model) ResetControl(id dom.NodeID) {
	if f := m.face(id); f != nil {
		f.Reset()
		return
	}
	if m.is(id, atomSelect) {
		m.resetSelect(id)
	}
	if m.is(id, atomOutput) {
		m.resetOutput(id)
	}
	if c := m.peek(id); c != nil {
		c.dirty, c.dirtyChecked, c.user, c.shown, c.files, c.fields = false, false, false, false, nil, nil
		n := dom.UTF16Len(m.Value(id))
		c.start, c.end = min(c.start, n), min(c.end, n)
		m.changed(id)
	}
	m.Joined(id)
	m.Sync(id)
}

// Cloned copies the state of a control to its clone.
func (m *Model) Cloned(from, to dom.NodeID) {
	if c := m.peek(from); c != nil {
		n := *c
		n.handle = m.store.Handle(to)
		n.start, n.end, n.backward, n.forward = 0, 0, false, false
		n.custom, n.user, n.shown, n.fields, n.owner, n.override = "", false, false, nil, dom.Handle{}, nil
		m.rows[to] = &n
	}
}

// DefaultValue is the default value of an output element.
// https://html.spec.whatwg.org/multipage/form-elements.html#concept-output-default-value
func (m *Model) DefaultValue(output dom.NodeID) string {
	if c := m.peek(output); c != nil && c.override != nil {
		return *c.override
	}
	return string(m.store.TextContent(nil, output))
}

// SetDefaultValue sets the default value of an output element.
func (m *Model) SetDefaultValue(output dom.NodeID, v string) {
	if c := m.peek(output); c != nil && c.override != nil {
		c.override = &v
		return
	}
	m.store.SetTextContent(output, v)
}

// SetOutput sets the value of an output element.
func (m *Model) SetOutput(output dom.NodeID, v string) {
	def := m.DefaultValue(output)
	m.at(output).override = &def
	m.store.SetTextContent(output, v)
}

func (m *Model) resetOutput(output dom.NodeID) {
	if c := m.peek(output); c != nil && c.override != nil {
		v := *c.override
		c.override = nil
		m.store.SetTextContent(output, v)
	}
}
