package html

import (
	"strings"

	"github.com/niso-engine/niso/dom"
)

// CustomElements makes the elements that script defined. Its methods may run scripts.
// https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token
type CustomElements interface {
	// CreateCustom makes the element of a token whose intended parent is parent, and sets its attributes; 0 where nobody defined it.
	CreateCustom(doc *dom.Document, parent dom.NodeID, name dom.NameID, attrs []dom.Attr) dom.NodeID
	// MayAttachShadow reports whether the definition of an element, if it has one, lets it have a shadow root.
	MayAttachShadow(el dom.NodeID) bool
	// BeginReactions pushes a new element queue; EndReactions pops it and invokes the reactions in it.
	BeginReactions() int
	EndReactions(mark int)
}

// definable reports whether script may define the element with the name and attributes.
func definable(d *dom.Document, n dom.Name, attrs []dom.Attr) bool {
	if n.NS != dom.HTML {
		return false
	}
	if strings.IndexByte(d.Atoms.String(n.Local), '-') > 0 {
		return true
	}
	for i := range attrs {
		if a := d.NameOf(attrs[i].Name); a.Local == atomIs && a.NS == dom.NoNamespace {
			return true
		}
	}
	return false
}

// make makes the element with the name and b.attrs, for the current place, and holds it: what is run by its making and insertion may be
// scripts.
func (b *builder) make(name dom.NameID) dom.NodeID {
	d := b.doc
	el := dom.NodeID(0)
	if b.opt.Custom != nil && !b.fragment && definable(d, d.NameOf(name), b.attrs) {
		b.flushText()
		parent := b.intended()
		el = b.opt.Custom.CreateCustom(d, parent, name, b.attrs)
	}
	if el == 0 {
		el = d.CreateElementWith(name, b.attrs)
		if d.HasRegistries() {
			if r := d.Registry(b.intended()); r != dom.RegistryDefault {
				d.SetRegistry(el, r)
			}
		}
	}
	d.Hold(el)
	return el
}

// intended is the node that the element of a token will be inserted in.
func (b *builder) intended() dom.NodeID {
	if len(b.stack) == 0 {
		return b.doc.Node
	}
	parent, _ := b.place(b.current(), b.foster)
	return parent
}

// insertMade is insert for an element that was made with make: it runs the reactions of its insertion.
func (b *builder) insertMade(el dom.NodeID, name dom.NameID) {
	if b.opt.Custom == nil || b.fragment || !definable(b.doc, b.doc.NameOf(name), b.attrs) {
		b.insert(el)
		return
	}
	mark := b.opt.Custom.BeginReactions()
	b.insert(el)
	b.opt.Custom.EndReactions(mark)
}
