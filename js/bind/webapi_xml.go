package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// explainXML makes the document of a text that is not well-formed.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-domparser-parsefromstring
func explainXML(d *dom.Document, err error) {
	el := d.CreateElement(d.Name(d.Namespace("http://www.mozilla.org/newlayout/xml/parsererror.xml"), atom.None, d.Atoms.Intern("parsererror")))
	d.InsertNew(d.Node, el, 0)
	d.InsertNew(el, d.CreateText(err.Error()), 0)
}
