package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// controls ties the model of form controls to the page.
type controls struct {
	m        *form.Model
	patterns patterns
}

func (f *controls) init(w *World) {
	f.m = form.New(w.Store)
	w.Store.Hooks.ControlText = f.m.DirectionText
	f.m.Match = f.patterns.match
	f.m.Color = controlColor
	f.m.Direction = w.directionality
	f.m.Wrapped = w.hardWrapped
	f.m.Changed = func(id dom.NodeID) {
		if win := w.WindowOf(id); win != nil && !win.closed && w.Store.IsConnected(id) {
			win.layout.Invalidate(id)
			if win.styler != nil {
				win.styler.TextDirectionChanged(id)
			}
			win.Host.NeedFrame(win)
		}
	}
}

// FormOwner is called when the parser associates a control with a form that is not its ancestor.
func (w *World) FormOwner(control, f dom.NodeID) { w.forms.m.SetOwner(control, f) }

func (f *controls) sweep(s *dom.Store) { f.m.Sweep() }

func (f *controls) connected(w *World, el dom.NodeID) {
	if w.Store.IsHTMLElement(el, atomInput) {
		f.m.Joined(el)
	}
	f.m.Sync(el)
	if w.Store.IsHTMLElement(el, atomOption) {
		f.m.OptionInserted(el)
		f.optionsChanged(w, el)
	}
	if w.Store.IsHTMLElement(el, atomAudio) || w.Store.IsHTMLElement(el, atomVideo) {
		w.mediaChanged(el, false)
	} else if p := w.Store.Parent(el); w.Store.IsHTMLElement(el, atomSource) && (w.Store.IsHTMLElement(p, atomAudio) || w.Store.IsHTMLElement(p, atomVideo)) {
		w.mediaChanged(p, false)
	}
	if w.Store.IsHTMLElement(el, atomDetails) || w.Store.IsHTMLElement(el, atomDialog) {
		w.Store.SetState(el, dom.StateOpen, w.Store.HasAttr(el, atomOpen))
	}
	if w.Store.IsHTMLElement(el, atomDetails) {
		w.detailsOpened(el, true)
	}
	win := w.WindowOf(el)
	if win == nil {
		return
	}
	if w.Store.IsHTMLElement(el, atomDialog) && w.Store.HasAttr(el, atomOpen) {
		win.dialogSetUp(el)
	}
	if w.Store.HasAttr(el, atomAutofocus) {
		win.wantsFocus(el)
	}
}

func (f *controls) optionsChanged(w *World, option dom.NodeID) {
	if sel := f.m.SelectOf(option); sel != 0 {
		f.m.Sync(sel)
		if f.m.Changed != nil {
			f.m.Changed(sel)
		}
	}
}

func (f *controls) attrChanged(w *World, el dom.NodeID, name atom.Atom, old string, had, has bool) {
	if name == atomPopover && w.popoverOpen(el) {
		if !has || popoverMode(w.Store, el) != popoverState(old) {
			w.popoverGone(el, true, true)
		}
	}
	switch w.Store.LocalName(el) {
	case atomOption, atomOptgroup:
		if name == atomSelected && had != has && w.Store.LocalName(el) == atomOption {
			f.m.SelectedAttr(el, has)
		}
		if name == atomSelected || name == atomDisabled || name == atomLabelName || name == atomValue {
			f.optionsChanged(w, el)
		}
	case atomTrack:
		if name == atomSrc {
			w.trackAttr(el)
		}
	case atomAudio, atomVideo:
		if name == atomSrc && has {
			w.mediaChanged(el, true)
		}
	case atomSelect:
		switch {
		case name == atomMultiple && had != has:
			f.m.MultipleAttr(el, has)
		case name == atomSize:
			f.m.SizeAttr(el, old)
		}
	case atomFieldset:
		if name == atomDisabled && had != has {
			for n := w.Store.Following(el, el); n != 0; n = w.Store.Following(n, el) {
				f.m.Sync(n)
			}
			w.facesChanged(el)
		}
	case atomDetails, atomDialog:
		if name == atomOpen {
			w.Store.SetState(el, dom.StateOpen, has)
			if win := w.WindowOf(el); win != nil && had != has && w.Store.LocalName(el) == atomDialog && w.Store.IsConnected(el) {
				if has {
					win.dialogSetUp(el)
				} else {
					win.dialogCleanUp(el)
				}
			}
		}
		if w.Store.LocalName(el) == atomDetails {
			w.detailsAttr(el, name, had, has)
		}
	case atomInput:
		if name == atomType {
			f.m.TypeChanged(el, old)
		}
		if had && (name == atomType || name == atomName) {
			f.m.LeftGroup(el, name, old)
		}
		if name == atomType || name == atomName || name == atomForm || name == atomChecked && has && !had {
			f.m.Joined(el)
		}
		switch name {
		case atomMultiple, atomMin, atomMax, atomStep:
			f.m.Resanitize(el)
		}
		if name == atomValue || name == atomType {
			f.m.Resanitize(el)
			if f.m.Changed != nil {
				f.m.Changed(el)
			}
		}
	}
	f.m.Sync(el)
}

func (f *controls) childrenChanged(w *World, el dom.NodeID) {
	switch w.Store.LocalName(el) {
	case atomOption: // it has another text
		f.optionsChanged(w, el)
	case atomOptgroup: // options came or went
		if sel := f.m.SelectOf(w.Store.FirstChild(el)); sel != 0 {
			f.m.OptionsChanged(sel)
		}
		f.optionsChanged(w, el)
	case atomSelect:
		f.m.OptionsChanged(el)
	case atomTextarea:
		f.m.ContentChanged(el)
	case atomAudio, atomVideo:
		w.tracksChanged(el)
	}
	f.m.Sync(el)
}

func (f *controls) owner(w *World, el dom.NodeID) dom.NodeID { return f.m.Owner(el) }

// ControlText is the text that a form control shows.
func (w *World) ControlText(n dom.NodeID) (value string, placeholder bool) { return w.forms.m.Text(n) }

var (
	atomPopover   = atom.Static("popover")
	atomInput     = atom.Static("input")
	atomTextarea  = atom.Static("textarea")
	atomSelect    = atom.Static("select")
	atomOption    = atom.Static("option")
	atomOptgroup  = atom.Static("optgroup")
	atomButton    = atom.Static("button")
	atomFieldset  = atom.Static("fieldset")
	atomLabel     = atom.Static("label")
	atomSummary   = atom.Static("summary")
	atomDetails   = atom.Static("details")
	atomDialog    = atom.Static("dialog")
	atomArea      = atom.Static("area")
	atomOpen      = atom.Static("open")
	atomDisabled  = atom.Static("disabled")
	atomSelected  = atom.Static("selected")
	atomValue     = atom.Static("value")
	atomChecked   = atom.Static("checked")
	atomMultiple  = atom.Static("multiple")
	atomSize      = atom.Static("size")
	atomLabelName = atom.Static("label")
	atomAutofocus = atom.Static("autofocus")
	atomTarget    = atom.Static("target")
	atomDownload  = atom.Static("download")
	atomTabindex  = atom.Static("tabindex")
	atomMaxlength = atom.Static("maxlength")
	atomMin       = atom.Static("min")
	atomMax       = atom.Static("max")
	atomStep      = atom.Static("step")

	atomPopoverTarget       = atom.Static("popovertarget")
	atomPopoverTargetAction = atom.Static("popovertargetaction")
)

func (w *Window) validity(id dom.NodeID) form.Validity { return w.World.forms.m.Check(id) }

// activationState is what a pre-activation behaviour changed.
type activationState struct {
	kind          string
	checked       bool
	indeterminate bool
	previous      dom.NodeID // radio button that was checked
}

// isActivation reports whether an event triggers activation behaviour.
func isActivation(ev eventState) bool {
	if ev.asEvent().typ != "click" {
		return false
	}
	_, ok := ev.(interface{ asMouseEvent() *MouseEvent })
	return ok
}

// hasActivation reports whether an element has activation behaviour.
func (w *World) hasActivation(el dom.NodeID) bool {
	s := w.Store
	if s.Kind(el) != dom.KindElement {
		return false
	}
	n := s.ElementName(el)
	if n.NS != dom.HTML {
		return n.NS == dom.SVG && n.Local == atomA && s.HasAttr(el, atomHref)
	}
	switch n.Local {
	case atomA, atomArea:
		return s.HasAttr(el, atomHref)
	case atomButton, atomLabel:
		return true
	case atomInput:
		return w.forms.m.Type(el) != "hidden"
	case atomSummary:
		return w.detailsOf(el) != 0
	}
	return false
}

// detailsOf is the details element that a summary is the summary of.
func (w *World) detailsOf(summary dom.NodeID) dom.NodeID {
	p := w.Store.Parent(summary)
	if p == 0 || w.Store.Kind(p) != dom.KindElement || !w.Store.IsHTMLElement(p, atomDetails) {
		return 0
	}
	for c := w.Store.FirstElementChild(p); c != 0; c = w.Store.NextElement(c) {
		if w.Store.IsHTMLElement(c, atomSummary) {
			if c == summary {
				return p
			}
			return 0
		}
	}
	return 0
}

// preActivate is legacy-pre-activation behaviour.
func (w *World) preActivate(win *Window, el dom.NodeID) (a activationState) {
	m := w.forms.m
	if !w.Store.IsHTMLElement(el, atomInput) {
		return a
	}
	switch a.kind = m.Type(el); a.kind {
	case "checkbox":
		a.checked = m.Checked(el)
		a.indeterminate = m.Indeterminate(el)
		m.SetIndeterminate(el, false)
		m.SetChecked(el, !a.checked)
	case "radio":
		a.checked = m.Checked(el)
		for _, o := range m.RadioGroup(el) {
			if m.Checked(o) {
				a.previous = o
			}
		}
		m.SetChecked(el, true)
	}
	return a
}

// cancelActivation is legacy-canceled-activation behaviour.
func (w *World) cancelActivation(win *Window, el dom.NodeID, a activationState) {
	if !w.Store.Alive(el) {
		return
	}
	m := w.forms.m
	switch a.kind {
	case "checkbox":
		m.SetChecked(el, a.checked)
		m.SetIndeterminate(el, a.indeterminate)
	case "radio":
		if a.previous != 0 && w.Store.Alive(a.previous) {
			m.SetChecked(a.previous, true)
		} else if !a.checked {
			m.SetChecked(el, false)
		}
	}
}

// activate is activation behaviour.
func (w *World) activate(win *Window, el dom.NodeID, ev eventState, a activationState) {
	s, m := w.Store, w.forms.m
	if !s.Alive(el) {
		return
	}
	if dw := w.WindowOf(el); dw != nil {
		win = dw
	}
	switch s.LocalName(el) {
	case atomA, atomArea:
		win.followLink(el, ev.asEvent().trusted)
	case atomLabel:
		win.activateLabel(el, ev)
	case atomSummary:
		if d := w.detailsOf(el); d != 0 {
			if s.HasAttr(d, atomOpen) {
				s.RemoveAttr(d, s.AttrName(atomOpen))
			} else {
				s.SetAttr(d, s.AttrName(atomOpen), "")
			}
		}
	case atomButton:
		if m.Disabled(el) {
			return
		}
		if f := m.Owner(el); f != 0 {
			switch m.ButtonType(el) {
			case "submit":
				win.submit(f, el, false)
				return
			case "reset":
				win.reset(f)
				return
			}
			if s.HasAttr(el, atomCommandFor) && !equalFold(s.Attr(el, atomType), "button") { // the Auto state
				return
			}
		}
		if !win.buttonCommand(el) {
			win.popoverTarget(el, ev.asEvent().clicked())
		}
	case atomInput:
		if m.Disabled(el) {
			return
		}
		switch m.Type(el) {
		case "checkbox", "radio":
			if s.IsConnected(el) && (a.kind != "radio" || !a.checked) {
				win.fire(&Event{typ: "input", bubbles: true, composed: true}, NodeTarget(el))
				if s.Alive(el) {
					win.FireNode(el, "change", true, false)
				}
			}
		case "submit", "image":
			if f := m.Owner(el); f != 0 {
				win.submitBy(f, el, ev)
			}
		case "reset":
			if f := m.Owner(el); f != 0 {
				win.reset(f)
			}
		}
		if t := m.Type(el); s.Alive(el) && (t == "button" || m.Owner(el) == 0 && (t == "submit" || t == "image" || t == "reset")) {
			win.popoverTarget(el, ev.asEvent().clicked())
		}
	}
}

// clicked is the node that an event is at, 0 for none.
func (e *Event) clicked() dom.NodeID { return e.target.node }

// activateLabel clicks the control of a label, unless the click was on something of its own.
func (w *Window) activateLabel(label dom.NodeID, ev eventState) {
	s, m := w.World.Store, w.World.forms.m
	c := m.LabeledControl(label)
	if c == 0 || m.Disabled(c) {
		return
	}
	for n := ev.asEvent().target.node; n != 0 && n != label; n = s.Parent(n) {
		if n == c || s.Kind(n) == dom.KindElement && w.interactive(n) {
			return
		}
	}
	if w.focusable(c) { // as in Chromium, whoever clicks; a host that delegates its focus is not
		w.focusFrom(c, false)
	}
	w.click(c, ev.asEvent().trusted)
}

// interactive reports interactive content. https://html.spec.whatwg.org/multipage/dom.html#interactive-content-2
func (w *Window) interactive(el dom.NodeID) bool {
	s := w.World.Store
	n := s.ElementName(el)
	if n.NS != dom.HTML {
		return false
	}
	switch n.Local {
	case atomA:
		return s.HasAttr(el, atomHref)
	case atomButton, atomSelect, atomTextarea, atomDetails, atomLabel, atomIframe, atomEmbed:
		return true
	case atomInput:
		return w.World.forms.m.Type(el) != "hidden"
	case atomAudio, atomVideo:
		return s.HasAttr(el, atomControls)
	case atomImg:
		return s.HasAttr(el, atomUsemap)
	}
	return false
}

// click fires a synthetic click at an element.
func (w *Window) click(el dom.NodeID, trusted bool) {
	e := &PointerEvent{}
	e.typ, e.bubbles, e.cancelable, e.composed, e.initialized = "click", true, true, true, true
	e.view, e.trusted = w, trusted
	e.timeStamp = w.Host.Now()
	e.opt.PointerId = -1
	w.World.Dispatch(w, e, NodeTarget(el))
}

// Click is HTMLElement.click.
func (e HTMLElement) Click() {
	m := e.w.World.forms.m
	if e.store().ElementName(e.ID).NS == dom.HTML && m.Listed(e.ID) && m.Disabled(e.ID) {
		return
	}
	h := e.store().Handle(e.ID)
	for _, c := range e.w.clicking {
		if c == h {
			return
		}
	}
	e.w.clicking = append(e.w.clicking, h)
	w := e.w
	if dw := w.World.WindowOf(e.ID); dw != nil {
		w = dw
	}
	w.click(e.ID, false)
	e.w.clicking = e.w.clicking[:len(e.w.clicking)-1]
}

// ValidityState is the state of a ValidityState.
type ValidityState struct {
	Object
	window *Window
	el     *nodeState
}

func (v *ValidityState) trace(t *js.Tracer) { v.el.mark(t) }

func (n Node) validityState() *ValidityState {
	return n.cached(cachedValidity, "", func() platform { return &ValidityState{window: n.w, el: n.state()} }).(*ValidityState)
}

func (v *ValidityState) flags() form.Validity { return v.window.validity(v.el.id) }

// ValueMissing is ValidityState.valueMissing.
func (v *ValidityState) ValueMissing() bool { return v.flags().ValueMissing }

// TypeMismatch is ValidityState.typeMismatch.
func (v *ValidityState) TypeMismatch() bool { return v.flags().TypeMismatch }

// PatternMismatch is ValidityState.patternMismatch.
func (v *ValidityState) PatternMismatch() bool { return v.flags().PatternMismatch }

// TooLong is ValidityState.tooLong.
func (v *ValidityState) TooLong() bool { return v.flags().TooLong }

// TooShort is ValidityState.tooShort.
func (v *ValidityState) TooShort() bool { return v.flags().TooShort }

// RangeUnderflow is ValidityState.rangeUnderflow.
func (v *ValidityState) RangeUnderflow() bool { return v.flags().RangeUnderflow }

// RangeOverflow is ValidityState.rangeOverflow.
func (v *ValidityState) RangeOverflow() bool { return v.flags().RangeOverflow }

// StepMismatch is ValidityState.stepMismatch.
func (v *ValidityState) StepMismatch() bool { return v.flags().StepMismatch }

// BadInput is ValidityState.badInput.
func (v *ValidityState) BadInput() bool { return v.flags().BadInput }

// CustomError is ValidityState.customError.
func (v *ValidityState) CustomError() bool { return v.flags().CustomError }

// Valid is ValidityState.valid.
func (v *ValidityState) Valid() bool { return v.flags().Valid() }

// mayAutofocus reports whether an element may get the focus by its attribute alone: not in sandboxed frames, nor in those of another origin than what
// they are in. https://html.spec.whatwg.org/multipage/interaction.html#the-autofocus-attribute
func (w *Window) mayAutofocus(el dom.NodeID) bool {
	why := ""
	if w.Sandboxed(SandboxAutomatic) {
		why = " because the element's frame is sandboxed and the 'allow-scripts' permission is not set."
	}
	for p := w.opt.Parent; p != nil && why == ""; p = p.opt.Parent {
		if !p.sameOrigin(w) {
			why = " in a cross-origin subframe."
		}
	}
	if why != "" {
		w.Host.Console(ConsoleMessage{Level: ConsoleError, Text: "Blocked autofocusing on a <" + w.Doc.Atoms.String(w.Doc.LocalName(el)) + "> element" + why})
	}
	return why == ""
}
