package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Attributes of elements that do not reflect by the plain rules.

var (
	atomAudio    = atom.Static("audio")
	atomVideo    = atom.Static("video")
	atomControls = atom.Static("controls")
	atomUsemap   = atom.Static("usemap")

	attrBlocking = attrName("blocking")
)

// Blocking is blocking of link, script and style.
func (e HTMLElement) Blocking() *DOMTokenList { return Node(e).tokens(attrBlocking, "render") }

// Areas is HTMLMapElement.areas.
func (e HTMLMapElement) Areas() *HTMLCollection {
	s := e.store()
	return Node(e).filtered(cachedRows, "", func(id dom.NodeID) bool { return s.IsHTMLElement(id, atomArea) })
}

// X is HTMLImageElement.x.
func (e HTMLImageElement) X() int32 { return e.corner(false) }

// Y is HTMLImageElement.y.
func (e HTMLImageElement) Y() int32 { return e.corner(true) }

func (e HTMLImageElement) corner(y bool) int32 {
	w := Node(e).laidOut()
	if w == nil {
		return 0
	}
	r, ok := w.layout.BoundingClientRect(e.ID)
	if !ok {
		return 0
	}
	if y {
		return round(r.Y + float32(w.ScrollY()))
	}
	return round(r.X + float32(w.ScrollX()))
}

// Kind is HTMLTrackElement.kind.
func (e HTMLTrackElement) Kind() string {
	return e.enumerated("kind", "subtitles", "metadata", "subtitles", "captions", "descriptions", "chapters", "metadata")
}

// SetKind sets HTMLTrackElement.kind.
func (e HTMLTrackElement) SetKind(v string) { e.setNamed("kind", v) }

// ShadowRootMode is HTMLTemplateElement.shadowRootMode.
func (e HTMLTemplateElement) ShadowRootMode() string {
	return e.enumerated("shadowrootmode", "", "", "open", "closed")
}

// SetShadowRootMode sets HTMLTemplateElement.shadowRootMode.
func (e HTMLTemplateElement) SetShadowRootMode(v string) { e.setNamed("shadowrootmode", v) }

// ShadowRootSlotAssignment is HTMLTemplateElement.shadowRootSlotAssignment.
func (e HTMLTemplateElement) ShadowRootSlotAssignment() string {
	return e.enumerated("shadowrootslotassignment", "named", "named", "named", "manual")
}

// SetShadowRootSlotAssignment sets HTMLTemplateElement.shadowRootSlotAssignment.
func (e HTMLTemplateElement) SetShadowRootSlotAssignment(v string) {
	e.setNamed("shadowrootslotassignment", v)
}

// Loop is HTMLMarqueeElement.loop.
func (e HTMLMarqueeElement) Loop() int32 {
	if n, ok := dom.ParseInteger(e.attr(e.store().Atoms.Intern("loop"))); ok && n > 0 && n <= 1<<31-1 {
		return int32(n)
	}
	return -1
}

// SetLoop sets HTMLMarqueeElement.loop.
func (e HTMLMarqueeElement) SetLoop(c *js.Call) js.Value {
	v := c.Long(0)
	switch {
	case c.Failed():
	case v <= 0 && v != -1:
		return c.DOMException("IndexSizeError", "The provided value (%d) is neither positive nor -1.", v)
	default:
		e.setNamed("loop", itoa(int(v)))
	}
	return js.Undefined
}

// Autocorrect is HTMLElement.autocorrect: off for the inputs whose text is none that is spelt.
// https://html.spec.whatwg.org/multipage/interaction.html#autocorrection
func (e HTMLElement) Autocorrect() bool {
	if e.is(atomInput) {
		switch e.forms().Type(e.ID) {
		case "url", "email", "password":
			return false
		}
	}
	switch v := e.enumerated("autocorrect", "inherit", "on", "on", "off", ""); v {
	case "off":
		return false
	case "inherit":
		if f := e.forms().Owner(e.ID); f != 0 && e.forms().Listed(e.ID) {
			return HTMLElement(Element(Node{nodeRef{e.w, f}})).Autocorrect()
		}
	}
	return true
}

// SetAutocorrect sets HTMLElement.autocorrect.
func (e HTMLElement) SetAutocorrect(v bool) {
	if v {
		e.setNamed("autocorrect", "on")
	} else {
		e.setNamed("autocorrect", "off")
	}
}

// WritingSuggestions is HTMLElement.writingSuggestions.
// https://html.spec.whatwg.org/multipage/interaction.html#writing-suggestions
func (e HTMLElement) WritingSuggestions() string {
	for n := Node(e); n.ID != 0; n.ID = n.store().ParentElement(n.ID) {
		switch n.enumerated("writingsuggestions", "default", "true", "true", "false", "") {
		case "true", "":
			return "true"
		case "false":
			return "false"
		}
	}
	return "true"
}

// pickable throws what showPicker throws before it would show a picker. There is none to be shown: a page cannot tell that from a user who looks at it.
// https://html.spec.whatwg.org/multipage/input.html#dom-input-showpicker
func (e HTMLElement) pickable(c *js.Call, framed bool) bool {
	w := e.win()
	name := "HTMLInputElement"
	if e.is(atomSelect) {
		name = "HTMLSelectElement"
	}
	switch {
	case e.forms().Disabled(e.ID) || e.is(atomInput) && !e.forms().Mutable(e.ID) && e.forms().ReadonlyApplies(e.ID):
		c.DOMException("InvalidStateError", "%s::showPicker() cannot be used on immutable controls.", name)
	case !framed && w.topWindow() != w && !w.sameOrigin(w.topWindow()):
		c.DOMException("SecurityError", "%s::showPicker() called from cross-origin iframe.", name)
	case !w.TransientActivation():
		c.DOMException("NotAllowedError", "%s::showPicker() requires a user gesture.", name)
	}
	return !c.Failed()
}

// ShowPicker is HTMLInputElement.showPicker.
func (e HTMLInputElement) ShowPicker(c *js.Call) js.Value {
	t := e.forms().Type(e.ID)
	HTMLElement(e).pickable(c, t == "file" || t == "color")
	return js.Undefined
}

// ShowPicker is HTMLSelectElement.showPicker.
func (e HTMLSelectElement) ShowPicker(c *js.Call) js.Value {
	if HTMLElement(e).pickable(c, false) {
		if w := Node(e).laidOut(); w == nil || w.layout.Of(e.ID) == 0 {
			return c.DOMException("NotSupportedError", "HTMLSelectElement::showPicker() requires the select is rendered.")
		}
	}
	return js.Undefined
}
