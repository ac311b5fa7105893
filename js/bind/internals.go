package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/js"
)

// ElementInternals is what only a custom element itself can do: its form value and validity, its closed shadow root, its default
// semantics. https://html.spec.whatwg.org/multipage/custom-elements.html#element-internals
type ElementInternals struct {
	Object
	el     *nodeState
	face   form.Face
	aria   map[attrName]string // default semantics, by content attribute
	refs   map[attrName]*elementRefs
	states *CustomStateSet
	state  *faceState // for restoration, nil for none
}

// AttachInternals is HTMLElement.attachInternals.
func (e HTMLElement) AttachInternals() (*ElementInternals, error) {
	w := e.w.World
	n := e.store().ElementName(e.ID)
	s, cs := w.customOf(e.ID)
	var def *definition
	if s != nil {
		def = cs.def
	}
	if def == nil && e.store().IsValue(e.ID) == 0 {
		def = w.definitionOf(e.ID)
	}
	switch {
	case e.store().IsValue(e.ID) != 0, def == nil, def.local != n.Local, def.local != e.store().Atoms.Lookup(def.name):
		return nil, exception("NotSupportedError", "Unable to attach ElementInternals to non-custom elements.")
	case def.noInternals:
		return nil, exception("NotSupportedError", "ElementInternals is disabled by disabledFeature static field.")
	case s != nil && s.extra.internals != nil:
		return nil, exception("NotSupportedError", "ElementInternals for the specified element was already attached.")
	case s == nil || cs.state != customPre && cs.state != customDone:
		return nil, exception("NotSupportedError", "The attachInternals() function cannot be called prior to the execution of the custom element constructor.")
	}
	x := &ElementInternals{el: s}
	x.face.Reset = func() {
		if def.forms && !def.reset.IsNone() {
			w.enqueueReaction(s, reaction{callback: def.reset})
		}
	}
	s.extra.internals = x
	return x, nil
}

func (x *ElementInternals) trace(t *js.Tracer) {
	x.el.mark(t)
	for _, r := range x.refs {
		r.trace(t)
	}
	mark(t, x.states)
}

// element is the element, if it is form-associated.
func (x *ElementInternals) element() (e HTMLElement, err error) {
	e = HTMLElement{nodeRef{x.el.window, x.el.id}}
	if !x.el.extra.custom.def.forms {
		err = exception("NotSupportedError", "The target element is not a form-associated custom element.")
	}
	return e, err
}

// ShadowRoot is ElementInternals.shadowRoot.
func (x *ElementInternals) ShadowRoot() dom.NodeID {
	s := x.el.window.World.Store
	r := s.ShadowRoot(x.el.id)
	if r != 0 && !s.ShadowInit(r).Internals {
		return 0
	}
	return r
}

// faceState is the state of a form-associated custom element: a string, a file, or entries. It belongs to no window, so that an entry of
// the session history can keep it.
type faceState struct {
	text    string
	file    *fileCopy
	entries []faceEntry
	list    bool // entries is meant
}

// faceEntry is a string or, if file is not nil, a file.
type faceEntry struct {
	name, value string
	file        *fileCopy
}

// fileCopy is a file without an object.
type fileCopy struct {
	data            []byte
	typ, name, path string
	modified        int64
}

// readFaceState is the state that a value is; nil for null and undefined.
func readFaceState(c *js.Call, v js.Value) *faceState {
	if v.IsNullish() {
		return nil
	}
	if h := js.HostOf(v, cls.FormData); !h.IsNone() {
		s := &faceState{list: true}
		for _, e := range h.State().(*FormData).entries {
			s.entries = append(s.entries, faceEntry{e.name, e.value, e.file.copied()})
		}
		return s
	}
	if h := js.HostOf(v, cls.File); !h.IsNone() {
		return &faceState{file: h.State().(*File).copied()}
	}
	return &faceState{text: c.ToUSVString(v)}
}

func (f *File) copied() *fileCopy {
	if f == nil {
		return nil
	}
	return &fileCopy{f.data, f.typ, f.name, f.path, f.modified}
}

// file is a new File.
func (f *fileCopy) file() *File {
	if f == nil {
		return nil
	}
	return &File{Blob: Blob{data: f.data, typ: f.typ}, name: f.name, path: f.path, modified: f.modified}
}

// value is the state as formStateRestoreCallback gets it.
func (s *faceState) value(r *js.Realm) js.Value {
	switch {
	case s.list:
		d := &FormData{}
		for _, e := range s.entries {
			d.entries = append(d.entries, formEntry{e.name, e.value, e.file.file()})
		}
		return objectValue(r, d)
	case s.file != nil:
		return objectValue(r, s.file.file())
	}
	return r.String(s.text)
}

// SetFormValue is ElementInternals.setFormValue. https://html.spec.whatwg.org/multipage/custom-elements.html#dom-elementinternals-setformvalue
func (x *ElementInternals) SetFormValue(c *js.Call) js.Value {
	if _, err := x.element(); err != nil {
		return throwErr(c, err)
	}
	read := func(v js.Value) (out []form.Entry, single bool) {
		if v.IsNullish() {
			return nil, true
		}
		if h := js.HostOf(v, cls.FormData); !h.IsNone() {
			for _, e := range h.State().(*FormData).entries {
				out = append(out, form.Entry{Name: e.name, Value: e.value, File: e.file != nil})
			}
			return out, false
		}
		if !js.HostOf(v, cls.File).IsNone() {
			return []form.Entry{{File: true}}, true
		}
		return []form.Entry{{Value: c.ToUSVString(v)}}, true
	}
	entries, single := read(c.Arg(0))
	if c.Failed() {
		return js.Undefined
	}
	of := c.Arg(0)
	if c.Has(1) {
		of = c.Arg(1)
	}
	state := readFaceState(c, of)
	if c.Failed() {
		return js.Undefined
	}
	x.face.Entries, x.face.Single, x.state = entries, single, state
	return js.Undefined
}

// Form is ElementInternals.form.
func (x *ElementInternals) Form() (dom.NodeID, error) {
	e, err := x.element()
	if err != nil {
		return 0, err
	}
	return e.Form(), nil
}

// SetValidity is ElementInternals.setValidity.
func (x *ElementInternals) SetValidity(f ValidityStateFlags, message Opt[string], anchor HTMLElement) error {
	e, err := x.element()
	if err != nil {
		return err
	}
	v := form.Validity{ValueMissing: f.ValueMissing, TypeMismatch: f.TypeMismatch, PatternMismatch: f.PatternMismatch, TooLong: f.TooLong, TooShort: f.TooShort,
		RangeUnderflow: f.RangeUnderflow, RangeOverflow: f.RangeOverflow, StepMismatch: f.StepMismatch, BadInput: f.BadInput, CustomError: f.CustomError}
	if !v.Valid() && message.Value == "" {
		return typeError("The second argument should not be empty if one or more flags in the first argument are true.")
	}
	if s := e.store(); anchor.ID != 0 && !shadowContains(s, e.ID, anchor.ID) {
		return exception("NotFoundError", "The Element argument should be a shadow-including inclusive descendant of the target element.")
	}
	x.face.Flags, x.face.Message = v, message.Value
	if v.Valid() {
		x.face.Message = ""
	}
	e.forms().Sync(e.ID)
	return nil
}

// shadowContains reports whether a is a shadow-including ancestor of b.
func shadowContains(s *dom.Store, a, b dom.NodeID) bool {
	for ; b != 0; b = s.ParentOrHost(b) {
		if a == b {
			return true
		}
	}
	return false
}

// WillValidate is ElementInternals.willValidate.
func (x *ElementInternals) WillValidate() (bool, error) {
	e, err := x.element()
	return err == nil && e.WillValidate(), err
}

// Validity is ElementInternals.validity.
func (x *ElementInternals) Validity() (*ValidityState, error) {
	e, err := x.element()
	if err != nil {
		return nil, err
	}
	return e.Validity(), nil
}

// ValidationMessage is ElementInternals.validationMessage.
func (x *ElementInternals) ValidationMessage() (string, error) {
	_, err := x.element()
	return x.face.Message, err
}

// CheckValidity is ElementInternals.checkValidity.
func (x *ElementInternals) CheckValidity() (bool, error) {
	e, err := x.element()
	if err != nil {
		return false, err
	}
	return e.CheckValidity(), nil
}

// ReportValidity is ElementInternals.reportValidity.
func (x *ElementInternals) ReportValidity() (bool, error) { return x.CheckValidity() }

// Labels is ElementInternals.labels.
func (x *ElementInternals) Labels() (*NodeList, error) {
	e, err := x.element()
	if err != nil {
		return nil, err
	}
	return e.Labels(), nil
}

// internalsOf is the ElementInternals that a native runs on, nil for a node.
func internalsOf(c *js.Call) *ElementInternals {
	if c.ID() != 0 {
		return nil
	}
	x, _ := c.State().(*ElementInternals)
	return x
}

// Form-associated custom elements.

// watchFaces makes the model of controls ask for form-associated custom elements.
func (w *World) watchFaces() {
	w.forms.m.Face = func(id dom.NodeID) *form.Face {
		s, cs := w.customOf(id)
		if s == nil || cs.def == nil || !cs.def.forms || cs.state == customFailed {
			return nil
		}
		if s.extra.internals != nil {
			return &s.extra.internals.face
		}
		return &form.Face{Reset: func() {
			if !cs.def.reset.IsNone() {
				w.enqueueReaction(s, reaction{callback: cs.def.reset})
			}
		}}
	}
}

// faceChanged enqueues formAssociatedCallback and formDisabledCallback of an element whose form owner or disabledness is another than it
// was told.
func (w *World) faceChanged(s *nodeState) {
	cs := s.extra.custom
	w.forms.m.Sync(s.id)
	if cs == nil || cs.def == nil || !cs.def.forms || cs.state == customFailed || !w.Store.Alive(s.id) {
		return
	}
	cs.byForm = w.watchFaceForm(s.id, cs.byForm)
	m := w.forms.m
	owner := dom.NodeID(0)
	if cs.form != nil {
		owner = cs.form.id
	}
	if f := m.Owner(s.id); f != owner {
		cs.form = nil
		if f != 0 {
			cs.form = w.wrappers.state(s.window.Realm, f)
		}
		if to := cs.form; !cs.def.associated.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.associated, form: to, arg: func(r *js.Realm) js.Value { return to.value(r) }})
		}
	}
	if d := m.Disabled(s.id); d != cs.disabled {
		cs.disabled = d
		if !cs.def.disable.IsNone() {
			w.enqueueReaction(s, reaction{callback: cs.def.disable, arg: func(*js.Realm) js.Value { return js.Bool(d) }})
		}
	}
	w.noteApart(s)
}

// facesChanged is faceChanged for the elements in a tree.
func (w *World) facesChanged(root dom.NodeID) {
	if w.forms.m.Face == nil {
		return
	}
	s := w.Store
	for n := root; n != 0; n = s.Following(n, root) {
		if s.Kind(n) == dom.KindElement && s.Flags(n)&dom.Watched != 0 {
			if st, cs := w.customOf(n); st != nil && cs.def != nil && cs.def.forms {
				w.faceChanged(st)
			}
		}
	}
}
