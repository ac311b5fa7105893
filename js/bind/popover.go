package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// Popovers. https://html.spec.whatwg.org/multipage/popover.html

// popoverMode is the state of a popover attribute: "" (none), auto, hint or manual.
func popoverMode(s *dom.Store, el dom.NodeID) string {
	v, ok := s.LookupAttr(el, atomPopover)
	if !ok || s.ElementName(el).NS != dom.HTML {
		return ""
	}
	return popoverState(v)
}

func popoverState(v string) string {
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

// openedIn is the list that an open popover is in: "auto", "hint", or "" for none.
func (w *World) openedIn(el dom.NodeID) string {
	if o := w.overlayOf(el); o != nil && w.popoverOpen(el) {
		return o.list
	}
	return ""
}

// checkPopover is "check popover validity": false without an error where there is nothing to be done.
func (e HTMLElement) checkPopover(open bool, mode string) (bool, error) {
	s := e.store()
	switch {
	case popoverMode(s, e.ID) == "":
		return false, exception("NotSupportedError", "Not supported on elements that are not popovers.")
	case e.w.World.popoverOpen(e.ID) != open:
		return false, nil
	case !s.IsConnected(e.ID):
		return false, exception("InvalidStateError", "Invalid on disconnected popover elements.")
	case e.w.World.WindowOf(e.ID) == nil:
		return false, exception("InvalidStateError", "Invalid for popovers within documents that are not fully active.")
	case mode != "" && popoverMode(s, e.ID) != mode:
		return false, exception("InvalidStateError", "The `popover` attribute value was changed during the `beforetoggle` event handler.")
	case s.IsHTMLElement(e.ID, atomDialog) && s.State(e.ID)&dom.StateModal != 0:
		return false, exception("InvalidStateError", "The dialog is already open as modal, and therefore cannot be opened as a popover.")
	}
	return true, nil
}

// ShowPopover is HTMLElement.showPopover.
func (e HTMLElement) ShowPopover(o ShowPopoverOptions) error { return e.showPopover(o.Source.ID) }

// showPopover is "show popover". https://html.spec.whatwg.org/multipage/popover.html#show-popover
func (e HTMLElement) showPopover(source dom.NodeID) error {
	s := e.store()
	if ok, err := e.checkPopover(false, ""); !ok {
		return err
	}
	w := e.w.World.WindowOf(e.ID)
	h := s.Handle(e.ID)
	o := w.makeOverlay(e.ID)
	nested := o.busy
	o.busy = true
	defer func() { o.busy = nested }()
	mode := popoverMode(s, e.ID)
	if !w.beforeToggle(e.ID, "closed", "open", source) || s.Resolve(h) == 0 {
		return nil
	}
	if ok, err := e.checkPopover(false, mode); !ok {
		return err
	}
	restore, list := false, ""
	if mode != "manual" {
		v := w.over()
		if mode == "auto" {
			w.hideList(&v.hints, false, !nested)
			w.hideUntil(w.popoverAncestor(e.ID, source, v.autos, true), false, !nested)
			list = "auto"
		} else if a := w.popoverAncestor(e.ID, source, v.hints, true); a != 0 {
			w.hideUntil(a, false, !nested)
			list = "hint"
		} else {
			w.hideList(&v.hints, false, !nested)
			if a := w.popoverAncestor(e.ID, source, v.autos, true); a != 0 {
				w.hideUntil(a, false, !nested)
				list = "auto"
			} else {
				list = "hint"
			}
		}
		if s.Resolve(h) == 0 {
			return nil
		}
		if ok, err := e.checkPopover(false, mode); !ok {
			return err
		}
		restore = len(v.autos)+len(v.hints) == 0
		if o.list = list; list == "auto" {
			v.autos = append(v.autos, h)
		} else {
			v.hints = append(v.hints, h)
		}
		o.watcher = w.watchClose(closeWatcher{
			cancel:  func(bool) bool { return true },
			close:   func() { _ = e.hidePopover(true, true, 0) },
			enabled: func() bool { return true },
		})
	}
	o.before = dom.Handle{}
	before := w.focused()
	w.raise(e.ID)
	s.SetState(e.ID, dom.StatePopoverOpen, true)
	o.invoker = dom.Handle{}
	if source != 0 && s.Alive(source) {
		o.invoker = s.Handle(source)
	}
	w.popoverFocus(e.ID)
	if restore && before != 0 && s.Alive(before) && popoverMode(s, e.ID) != "" {
		o.before = s.Handle(before)
	}
	w.toggled(e.ID, "closed", "open", source)
	return nil
}

// popoverFocus is the popover focusing steps.
func (w *Window) popoverFocus(el dom.NodeID) {
	s := w.World.Store
	if s.IsHTMLElement(el, atomDialog) {
		w.dialogFocus(el)
		return
	}
	control := el
	if !s.HasAttr(el, atomAutofocus) {
		control = w.autofocusDelegate(el, false)
	}
	if control != 0 {
		w.focusFrom(control, !w.lastByPointer)
		w.autofocusDone()
	}
}

// openAncestor is the "nearest inclusive open popover".
func (w *Window) openAncestor(n dom.NodeID) dom.NodeID {
	for ; n != 0; n = w.World.Store.FlatParent(n) {
		if w.World.Store.Kind(n) == dom.KindElement && w.World.openedIn(n) != "" {
			return n
		}
	}
	return 0
}

// popoverAncestor is the "topmost popover ancestor" in a list of what is opened by source; 0 for none.
// https://html.spec.whatwg.org/multipage/popover.html#topmost-popover-ancestor
func (w *Window) popoverAncestor(el, source dom.NodeID, list []dom.Handle, popover bool) dom.NodeID {
	s := w.World.Store
	best := -1
	check := func(n dom.NodeID) {
		for {
			a := w.openAncestor(n)
			if a == 0 {
				return
			}
			at := slices.Index(list, s.Handle(a))
			if at < 0 {
				return
			}
			if !popover || popoverMode(s, el) == "hint" || popoverMode(s, a) == "auto" {
				best = max(best, at)
				return
			}
			n = s.FlatParent(a)
		}
	}
	check(s.FlatParent(el))
	if source != 0 && s.Alive(source) {
		check(source)
	}
	if best < 0 {
		return 0
	}
	return s.Resolve(list[best])
}

// maxHiding bounds how often lists are looked through again: handlers may open popovers for ever.
const maxHiding = 1000

// hideList is "close entire popover list".
func (w *Window) hideList(list *[]dom.Handle, focus, events bool) {
	for n := 0; len(*list) > 0; n++ {
		h := (*list)[len(*list)-1]
		if p := w.World.Store.Resolve(h); p != 0 && n < maxHiding {
			_ = HTMLElement{nodeRef{w, p}}.hidePopover(focus, events, 0)
		}
		if k := len(*list); k > 0 && (*list)[k-1] == h {
			*list = (*list)[:k-1]
		}
	}
}

// hideUntil is "hide all popovers until": those over an open popover, 0 for all.
// https://html.spec.whatwg.org/multipage/popover.html#hide-all-popovers-until
func (w *Window) hideUntil(end dom.NodeID, focus, events bool) {
	v := w.overlays
	if v == nil {
		return
	}
	h := dom.Handle{}
	if end != 0 {
		h = w.World.Store.Handle(end)
	}
	if end != 0 && slices.Contains(v.hints, h) {
		w.hideStack(h, &v.hints, focus, events)
		return
	}
	w.hideList(&v.hints, focus, events)
	switch {
	case end == 0:
		w.hideList(&v.autos, focus, events)
	case slices.Contains(v.autos, h):
		w.hideStack(h, &v.autos, focus, events)
	}
}

// hideStack is "hide popover stack until".
func (w *Window) hideStack(end dom.Handle, list *[]dom.Handle, focus, events bool) {
	for n := 0; n < maxHiding; n++ {
		at := slices.Index(*list, end)
		if at < 0 || at == len(*list)-1 {
			return
		}
		last := (*list)[at+1]
		for len(*list) > 0 && slices.Contains(*list, last) {
			h := (*list)[len(*list)-1]
			if p := w.World.Store.Resolve(h); p != 0 {
				_ = HTMLElement{nodeRef{w, p}}.hidePopover(focus, events, 0)
			}
			if k := len(*list); k > 0 && (*list)[k-1] == h {
				*list = (*list)[:k-1]
			}
			if n++; n > maxHiding {
				break
			}
		}
		events = false
	}
}

// HidePopover is HTMLElement.hidePopover.
func (e HTMLElement) HidePopover() error { return e.hidePopover(true, true, 0) }

// hidePopover is "hide a popover". https://html.spec.whatwg.org/multipage/popover.html#hide-popover-algorithm
func (e HTMLElement) hidePopover(focus, events bool, source dom.NodeID) error {
	if ok, err := e.checkPopover(true, ""); !ok {
		return err
	}
	e.hide(focus, events, source)
	return nil
}

// hide is hidePopover without the check, for what has left its document, or lost its attribute, too.
func (e HTMLElement) hide(focus, events bool, source dom.NodeID) {
	s := e.store()
	w := e.win()
	h := s.Handle(e.ID)
	o := w.makeOverlay(e.ID)
	nested := o.busy
	o.busy = true
	if nested {
		events = false
	}
	defer func() {
		if !nested {
			o.busy = false
			if !w.World.popoverOpen(e.ID) {
				o.watcher.destroy()
				o.watcher = nil
			}
		}
	}()
	gone := func() bool { return s.Resolve(h) == 0 || !w.World.popoverOpen(e.ID) }
	v := w.over()
	if o.list != "" {
		if w.hideUntil(e.ID, focus, events); gone() {
			return
		}
	}
	last := func() bool { return len(v.autos) > 0 && v.autos[len(v.autos)-1] == h }
	was := last()
	if events {
		w.beforeToggle(e.ID, "open", "closed", source)
		if gone() {
			return
		}
		if was && !last() {
			if w.hideUntil(e.ID, focus, false); gone() {
				return
			}
		}
	}
	v.autos, v.hints = dropHandle(v.autos, h), dropHandle(v.hints, h)
	w.lower(e.ID)
	o.list, o.invoker = "", dom.Handle{}
	s.SetState(e.ID, dom.StatePopoverOpen, false)
	if events {
		w.toggled(e.ID, "open", "closed", source)
	}
	before := s.Resolve(o.before)
	o.before = dom.Handle{}
	if f := w.focused(); focus && before != 0 && f != 0 && flatContains(s, e.ID, f) {
		w.focusFrom(before, !w.lastByPointer)
	}
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
func (w *World) popoverGone(el dom.NodeID, focus, events bool) {
	if w.popoverOpen(el) {
		if win := w.WindowOf(el); win != nil {
			HTMLElement{nodeRef{win, el}}.hide(focus, events, 0)
		}
	}
}

// popoverTarget is what a button with popovertarget does; target is what was clicked.
// https://html.spec.whatwg.org/multipage/popover.html#popover-target-attribute-activation-behavior
func (w *Window) popoverTarget(button, target dom.NodeID) {
	s := w.World.Store
	el := w.World.attrElement(button, "popovertarget")
	if el == 0 || popoverMode(s, el) == "" {
		return
	}
	if target != 0 && s.Alive(target) && shadowContains(s, el, target) && shadowContains(s, button, el) {
		return
	}
	action := lowerASCII(s.Attr(button, atomPopoverTargetAction))
	e := HTMLElement{nodeRef{w, el}}
	switch open := w.World.popoverOpen(el); {
	case open && action != "show":
		_ = e.hidePopover(true, true, button)
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
