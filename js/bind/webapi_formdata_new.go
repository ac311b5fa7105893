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
	f.entries = w.formEntries(m.Entries(id, submitter))
	return constructed(c, cls.FormData, f)
}

// formEntries are the entries of a form as those of a FormData.
func (w *Window) formEntries(list []form.Entry) (out []formEntry) {
	for _, e := range list {
		x := formEntry{name: js.ToUSV(e.Name), value: js.ToUSV(e.Value)}
		if e.File { // no file is chosen
			x.value, x.file = "", NewFile("", "application/octet-stream", nil, w.Host.WallTime())
		}
		out = append(out, x)
	}
	return out
}
