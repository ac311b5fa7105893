package bind

import (
	"strings"

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

// SetFormValue is ElementInternals.setFormValue. (The state, for what a browser restores, is not kept.)
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
	x.face.Entries, x.face.Single = entries, single
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

// Popovers. https://html.spec.whatwg.org/multipage/popover.html

// popoverMode is the state of a popover attribute: "" (none), auto, hint or manual.
func popoverMode(s *dom.Store, el dom.NodeID) string {
	v, ok := s.LookupAttr(el, atomPopover)
	if !ok || s.ElementName(el).NS != dom.HTML {
		return ""
	}
	switch v = lowerASCII(v); v {
	case "", "auto":
		return "auto"
	case "hint":
		return "hint"
	}
	return "manual"
}

// Popover is HTMLElement.popover.
func (e HTMLElement) Popover() Opt[string] {
	if m := popoverMode(e.store(), e.ID); m != "" {
		return Some(strings.Clone(m))
	}
	return Opt[string]{}
}

// SetPopover sets HTMLElement.popover.
func (e HTMLElement) SetPopover(v Opt[string]) {
	if v.Set {
		e.set(atomPopover, v.Value)
	} else {
		e.removeAttr(atomPopover)
	}
}

func (w *World) popoverOpen(el dom.NodeID) bool {
	return w.Store.State(el)&dom.StatePopoverOpen != 0
}

// checkPopover is "check popover validity": false without an error where there is nothing to be done.
func (e HTMLElement) checkPopover(open bool, mode string) (bool, error) {
	s := e.store()
	switch {
	case popoverMode(s, e.ID) == "":
		return false, exception("NotSupportedError", "Not supported on elements that do not have a valid value for the 'popover' attribute.")
	case e.w.World.popoverOpen(e.ID) != open:
		return false, nil
	case !s.IsConnected(e.ID):
		return false, exception("InvalidStateError", "Invalid on disconnected popover elements.")
	case e.w.World.WindowOf(e.ID) == nil:
		return false, exception("InvalidStateError", "Invalid for popovers within documents that are not fully active.")
	case mode != "" && popoverMode(s, e.ID) != mode:
		return false, exception("InvalidStateError", "The popover's type changed while it was shown.")
	case s.IsHTMLElement(e.ID, atomDialog) && s.State(e.ID)&dom.StateModal != 0:
		return false, exception("InvalidStateError", "The dialog is already open as modal, and therefore cannot be opened as a popover.")
	}
	return true, nil
}

// ShowPopover is HTMLElement.showPopover.
func (e HTMLElement) ShowPopover(o ShowPopoverOptions) error { return e.showPopover(o.Source.ID) }

func (e HTMLElement) showPopover(source dom.NodeID) error {
	s := e.store()
	if ok, err := e.checkPopover(false, ""); !ok {
		return err
	}
	w := e.w.World.WindowOf(e.ID)
	h := s.Handle(e.ID)
	mode := popoverMode(s, e.ID)
	var by *nodeState
	if source != 0 {
		by = e.w.World.wrappers.state(w.Realm, source)
	}
	if !w.fire(&ToggleEvent{Event: Event{typ: "beforetoggle", cancelable: true}, oldState: "closed", newState: "open", source: by}, NodeTarget(e.ID)) || s.Resolve(h) == 0 {
		return nil
	}
	if ok, err := e.checkPopover(false, mode); !ok {
		return err
	}
	if mode != "manual" {
		w.hidePopoversUntil(w.popoverAncestor(e.ID, source), true)
		if s.Resolve(h) == 0 {
			return nil
		}
		if ok, err := e.checkPopover(false, mode); !ok {
			return err
		}
		w.popovers = append(w.popovers, h)
	}
	before := w.focused()
	s.SetState(e.ID, dom.StatePopoverOpen, true)
	if f := w.popoverFocus(e.ID); f != 0 {
		w.Focus(f)
		if mode != "manual" && len(w.popovers) == 1 {
			w.popoverBefore = s.Handle(before)
		}
	}
	w.toggled(e.ID, "closed", "open", by)
	return nil
}

// popoverFocus is what showing a popover moves the focus to, 0 for nothing.
func (w *Window) popoverFocus(el dom.NodeID) dom.NodeID {
	s := w.World.Store
	if s.HasAttr(el, atomAutofocus) && w.focusable(el) {
		return el
	}
	for n := s.Following(el, el); n != 0; n = s.Following(n, el) {
		if s.Kind(n) == dom.KindElement && s.HasAttr(n, atomAutofocus) && w.focusable(n) {
			return n
		}
	}
	return 0
}

// popoverAncestor is the open auto popover that a popover, opened by source, belongs in.
func (w *Window) popoverAncestor(el, source dom.NodeID) dom.NodeID {
	s := w.World.Store
	for i := len(w.popovers) - 1; i >= 0; i-- {
		p := s.Resolve(w.popovers[i])
		if p != 0 && p != el && (shadowContains(s, p, el) || source != 0 && shadowContains(s, p, source)) {
			return p
		}
	}
	return 0
}

// hidePopoversUntil hides the open auto popovers above an ancestor, 0 for all. https://html.spec.whatwg.org/multipage/popover.html#hide-all-popovers-until
func (w *Window) hidePopoversUntil(ancestor dom.NodeID, events bool) {
	s := w.World.Store
	for n := 0; len(w.popovers) > 0 && n < 1000; n++ {
		h := w.popovers[len(w.popovers)-1]
		p := s.Resolve(h)
		if p != 0 && p == ancestor {
			return
		}
		if p != 0 {
			HTMLElement{nodeRef{w, p}}.hidePopover(true, events)
		}
		if k := len(w.popovers); k > 0 && w.popovers[k-1] == h {
			w.popovers = w.popovers[:k-1]
		}
	}
}

// HidePopover is HTMLElement.hidePopover.
func (e HTMLElement) HidePopover() error {
	ok, err := e.checkPopover(true, "")
	if !ok {
		return err
	}
	e.hidePopover(true, true)
	return nil
}

// hidePopover is "hide a popover" without the check.
func (e HTMLElement) hidePopover(focus, events bool) {
	s := e.store()
	w := e.win()
	h := s.Handle(e.ID)
	if mode := popoverMode(s, e.ID); mode != "manual" {
		for _, o := range w.popovers {
			if o == h {
				w.hidePopoversUntil(e.ID, events)
				break
			}
		}
	}
	if events {
		w.fire(&ToggleEvent{Event: Event{typ: "beforetoggle"}, oldState: "open", newState: "closed"}, NodeTarget(e.ID))
		if s.Resolve(h) == 0 || !e.w.World.popoverOpen(e.ID) {
			return
		}
	}
	kept := w.popovers[:0]
	for _, o := range w.popovers {
		if o != h {
			kept = append(kept, o)
		}
	}
	w.popovers = kept
	s.SetState(e.ID, dom.StatePopoverOpen, false)
	if events {
		w.toggled(e.ID, "open", "closed", nil)
	}
	if before := s.Resolve(w.popoverBefore); len(w.popovers) == 0 {
		w.popoverBefore = dom.Handle{}
		if f := w.focused(); focus && before != 0 && f != 0 && shadowContains(s, e.ID, f) {
			w.Focus(before)
		}
	}
}

// toggleTask is a toggle event that is still to be fired.
type toggleTask struct {
	el dom.Handle
	ev *ToggleEvent // nil: another task took its place
}

// toggled queues a toggle event; one that is queued for the element already becomes one with it.
// https://html.spec.whatwg.org/multipage/popover.html#queue-a-popover-toggle-event-task
func (w *Window) toggled(el dom.NodeID, old, new string, source *nodeState) {
	s := w.World.Store
	h := s.Handle(el)
	for i, t := range w.toggles {
		if t.el == h {
			old, t.ev = t.ev.oldState, nil
			w.toggles = append(w.toggles[:i], w.toggles[i+1:]...)
			break
		}
	}
	t := &toggleTask{el: h, ev: &ToggleEvent{Event: Event{typ: "toggle"}, oldState: old, newState: new, source: source}}
	w.toggles = append(w.toggles, t)
	w.Host.Post(w, SourceDOM, func() {
		for i, o := range w.toggles {
			if o == t {
				w.toggles = append(w.toggles[:i], w.toggles[i+1:]...)
				break
			}
		}
		if t.ev != nil && s.Resolve(h) != 0 {
			w.fire(t.ev, NodeTarget(el))
		}
	})
}

// TogglePopover is HTMLElement.togglePopover.
func (e HTMLElement) TogglePopover(c *js.Call) js.Value {
	force, forced := false, false
	source := dom.NodeID(0)
	if v := c.Arg(0); v.IsBool() {
		force, forced = v.IsTrue(), true
	} else {
		d := readTogglePopoverOptions(&c.Conv, v)
		if c.Failed() {
			return js.Undefined
		}
		force, forced, source = d.Force.Value, d.Force.Set, d.Source.ID
	}
	open := e.w.World.popoverOpen(e.ID)
	var err error
	switch {
	case open && (!forced || !force):
		err = e.HidePopover()
	case !open && (!forced || force):
		err = e.showPopover(source)
	default:
		_, err = e.checkPopover(open, "")
	}
	if err != nil {
		return throwErr(c, err)
	}
	return js.Bool(e.w.World.popoverOpen(e.ID))
}

// popoverGone hides a popover that is no longer in its document, or has another popover attribute.
func (w *World) popoverGone(el dom.NodeID, events bool) {
	if w.popoverOpen(el) {
		if win := w.WindowOf(el); win != nil {
			HTMLElement{nodeRef{win, el}}.hidePopover(false, events)
		}
	}
}

// popoverTarget is what a button with popovertarget does. https://html.spec.whatwg.org/multipage/popover.html#popover-target-attribute-activation-behavior
func (w *Window) popoverTarget(button dom.NodeID) {
	s := w.World.Store
	el := w.World.attrElement(button, "popovertarget")
	if el == 0 || popoverMode(s, el) == "" {
		return
	}
	action := lowerASCII(s.Attr(button, atomPopoverTargetAction))
	e := HTMLElement{nodeRef{w, el}}
	switch open := w.World.popoverOpen(el); {
	case open && action != "show":
		_ = e.HidePopover()
	case !open && action != "hide":
		_ = e.showPopover(button)
	}
}

// PopoverTargetAction is popoverTargetAction of buttons.
func (e HTMLElement) PopoverTargetAction() string {
	return e.enumerated("popovertargetaction", "toggle", "toggle", "toggle", "show", "hide")
}

// SetPopoverTargetAction sets popoverTargetAction.
func (e HTMLElement) SetPopoverTargetAction(v string) { e.setNamed("popovertargetaction", v) }
