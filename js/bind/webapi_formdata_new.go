package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html/form"
	"github.com/niso-engine/niso/js"
)

// ConstructFormData is new FormData(form, submitter). https://xhr.spec.whatwg.org/#dom-formdata
func ConstructFormData(c *js.Call) js.Value {
	f := &FormData{}
	if !c.Has(0) {
		return constructed(c, cls.FormData, f)
	}
	w := windowOf(c.Realm())
	h := c.HostArg(0, cls.HTMLFormElement)
	if c.Failed() {
		return js.Undefined
	}
	id, submitter := dom.NodeID(h.ID()), dom.NodeID(0)
	m := w.World.forms.m
	if v := c.Arg(1); !v.IsNullish() {
		if b := c.HostArg(1, cls.HTMLElement); !b.IsNone() {
			submitter = dom.NodeID(b.ID())
		}
		switch {
		case c.Failed():
			return js.Undefined
		case !m.SubmitButton(submitter):
			return c.TypeError("The specified element is not a submit button.")
		case m.Owner(submitter) != id:
			return c.DOMException("NotFoundError", "The specified element is not owned by this form element.")
		}
	}
	list, ok := w.entryList(id, form.Submission{Submitter: submitter})
	if !ok {
		return c.DOMException("InvalidStateError", "The form is constructing entry list.")
	}
	f.entries = list
	return constructed(c, cls.FormData, f)
}
