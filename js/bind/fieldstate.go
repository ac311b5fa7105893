package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// FieldState is what was in a form control when its document was left.
type FieldState struct {
	Name    string // of the control, with its kind
	Value   string // of a text, or the indices of the chosen options
	Checked bool
	face    *faceState // of a form-associated custom element
}

var atomAutocomplete = atom.Static("autocomplete")

// maxFields bounds how many controls of a document are remembered.
const maxFields = 10000

// restorable reports whether what is in a control comes back with its document, and under which name.
func (w *Window) restorable(el dom.NodeID) (name string, ok bool) {
	s, m := w.World.Store, w.World.forms.m
	if strings.EqualFold(s.Attr(el, atomAutocomplete), "off") {
		return "", false
	}
	if f := m.Owner(el); f != 0 && strings.EqualFold(s.Attr(f, atomAutocomplete), "off") {
		return "", false
	}
	kind := "select"
	switch {
	case s.IsHTMLElement(el, atomInput):
		switch kind = m.Type(el); kind {
		case "password", "hidden", "file", "submit", "reset", "button", "image":
			return "", false
		}
	case s.IsHTMLElement(el, atomTextarea):
		kind = "textarea"
	case !s.IsHTMLElement(el, atomSelect):
		_, cs := w.World.customOf(el)
		if cs == nil || cs.def == nil || !cs.def.forms || cs.def.restore.IsNone() {
			return "", false
		}
		kind = cs.def.name
	}
	return kind + " " + strings.Clone(s.Attr(el, atomName)), true
}

// fields are the controls of the document that may be restored, in tree order.
func (w *Window) fields(each func(el dom.NodeID, name string) bool) {
	s := w.World.Store
	n := 0
	for el := s.Following(w.Doc.Node, w.Doc.Node); el != 0; el = s.Following(el, w.Doc.Node) {
		if s.Kind(el) != dom.KindElement {
			continue
		}
		if name, ok := w.restorable(el); ok {
			if n++; n > maxFields || !each(el, name) {
				return
			}
		}
	}
}

// SaveFields is what is in the controls of the document: nil where the user and the scripts changed none.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#persisted-user-state-restoration
func (w *Window) SaveFields() (l []FieldState) {
	if w.closed || w.World.forms.m.Rows() == 0 && w.World.forms.m.Face == nil {
		return nil
	}
	m := w.World.forms.m
	w.fields(func(el dom.NodeID, name string) bool {
		f := FieldState{Name: name}
		switch kind, _, _ := strings.Cut(name, " "); kind {
		case "checkbox", "radio":
			f.Checked = m.Checked(el)
		case "select":
			var b strings.Builder
			for _, o := range m.Options(el) {
				if m.Selected(o) {
					b.WriteByte('1')
				} else {
					b.WriteByte('0')
				}
			}
			f.Value = b.String()
		case "textarea":
			f.Value, f.Checked = strings.Clone(m.Value(el)), m.Dirty(el)
		default:
			if st, _ := w.World.customOf(el); st != nil {
				if x := st.extra.internals; x != nil {
					f.face = x.state
				}
				break
			}
			f.Value, f.Checked = strings.Clone(m.Value(el)), m.Dirty(el)
		}
		l = append(l, f)
		return true
	})
	return l
}

// RestoreFields puts back what SaveFields gave, as far as the controls are the same.
func (w *Window) RestoreFields(l []FieldState) {
	if w.closed {
		return
	}
	m := w.World.forms.m
	i := 0
	w.fields(func(el dom.NodeID, name string) bool {
		if i >= len(l) || l[i].Name != name {
			return false
		}
		f := l[i]
		i++
		switch kind, _, _ := strings.Cut(name, " "); kind {
		case "checkbox", "radio":
			if m.Checked(el) != f.Checked {
				m.SetChecked(el, f.Checked)
			}
		case "select":
			opts := m.Options(el)
			for j, o := range opts {
				if on := j < len(f.Value) && f.Value[j] == '1'; on != m.Selected(o) && (on || m.Multiple(el)) {
					m.SelectOption(o, on)
				}
			}
		default:
			if st, cs := w.World.customOf(el); st != nil && cs.def != nil && cs.def.forms {
				if f.face != nil && !cs.def.restore.IsNone() {
					w.World.enqueueReaction(st, reaction{callback: cs.def.restore, arg: f.face.value, restores: true})
				}
				break
			}
			if f.Checked && m.Value(el) != f.Value {
				m.SetValue(el, f.Value)
			}
		}
		return true
	})
}
