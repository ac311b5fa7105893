package bind

import (
	"math"
	"strconv"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// HTMLAllCollection is document.all: all elements of the document, in an object that is callable and that looks undefined (Undetectable of
// its host class), so that pages which ask whether it is there take it for absent.
// https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#the-htmlallcollection-interface
type HTMLAllCollection struct{ HTMLCollection }

// All is Document.all.
func (d Document) All() *HTMLAllCollection {
	return Node(d).cached(cachedAll, "", func() platform {
		return &HTMLAllCollection{HTMLCollection{nodes: nodes{
			window: d.w, kind: listFilter, root: d.state(), filter: func(dom.NodeID) bool { return true },
		}}}
	}).(*HTMLAllCollection)
}

// allNamed are the elements whose name attribute counts. https://html.spec.whatwg.org/#all-named-elements
var allNamed = func() map[atom.Atom]bool {
	m := map[atom.Atom]bool{}
	for _, name := range []string{"a", "button", "embed", "form", "frame", "frameset", "iframe", "img", "input", "map", "meta", "object", "select", "textarea"} {
		m[atom.Static(name)] = true
	}
	return m
}()

// isAllNamed reports whether an element has the name in document.all.
func isAllNamed(s *dom.Store, id dom.NodeID, name string, a atom.Atom) bool {
	if a != atom.None && s.ID(id) == a {
		return true
	}
	e := s.ElementName(id)
	return e.NS == dom.HTML && allNamed[e.Local] && s.Attr(id, atomName) == name
}

// get is the element of a name, a collection of several, or null. https://html.spec.whatwg.org/#concept-get-all-named
func (l *HTMLAllCollection) get(r *js.Realm, name string) (js.Value, bool) {
	if name == "" {
		return js.Null, false
	}
	s := l.store()
	a := s.Atoms.Lookup(name)
	first, second := dom.NodeID(0), false
	for id := l.first(); id != 0 && !second; id = l.next(id) {
		if isAllNamed(s, id, name, a) {
			if second = first != 0; !second {
				first = id
			}
		}
	}
	switch {
	case first == 0:
		return js.Null, false
	case !second:
		return nodeValue(r, first), true
	}
	return objectValue(r, &HTMLCollection{nodes: nodes{window: l.window, kind: listFilter, root: l.root, filter: func(id dom.NodeID) bool {
		return isAllNamed(s, id, name, s.Atoms.Lookup(name))
	}}}), true
}

// indexOrName gets what an index or a name means. https://html.spec.whatwg.org/#concept-get-all-indexed-or-named
func (l *HTMLAllCollection) indexOrName(r *js.Realm, key string) js.Value {
	if n, err := strconv.ParseUint(key, 10, 32); err == nil && n < math.MaxUint32 && strconv.FormatUint(n, 10) == key {
		if id := l.item(int(n)); id != 0 {
			return nodeValue(r, id)
		}
		return js.Null
	}
	v, _ := l.get(r, key)
	return v
}

// NamedItem is HTMLAllCollection.namedItem.
func (l *HTMLAllCollection) NamedItem(c *js.Call) js.Value {
	v, _ := l.get(c.Realm(), c.DOMString(0))
	return v
}

// Item is HTMLAllCollection.item.
func (l *HTMLAllCollection) Item(c *js.Call) js.Value { return l.call(c) }

func (l *HTMLAllCollection) call(c *js.Call) js.Value {
	if c.NArgs() == 0 || c.Arg(0).IsUndefined() {
		return js.Null
	}
	return l.indexOrName(c.Realm(), c.DOMString(0))
}

// CallInstanceHTMLAllCollection is a call of document.all itself.
func CallInstanceHTMLAllCollection(c *js.Call) js.Value {
	return c.State().(*HTMLAllCollection).call(c)
}

// GetIndexed is the indexed getter.
func (l *HTMLAllCollection) GetIndexed(i uint32) dom.NodeID { return l.item(int(i)) }

// GetNamed looks up a named property.
func (l *HTMLAllCollection) GetNamed(c *js.Call, name string) (js.Value, bool) {
	return l.get(c.Realm(), name)
}

// NamedKeys are the supported property names.
func (l *HTMLAllCollection) NamedKeys() []string {
	return l.namesOf(func(local atom.Atom) bool { return allNamed[local] })
}
