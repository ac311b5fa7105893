package bind

import (
	"slices"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
)

// Adopted style sheets. https://drafts.csswg.org/cssom/#dom-documentorshadowroot-adoptedstylesheets
//
// The list belongs to the state of the document or shadow root; script has an observable array of it.

// adoptedSheet is a sheet that a root adopted: the styles get one of their own for each root, with the same rules.
type adoptedSheet struct {
	from *CSSStyleSheet
	used *style.Sheet
}

// AdoptingHost is what a host does more where documents adopt style sheets: it adds AdoptedSheets to the sheets of
// the document after those of its elements.
type AdoptingHost interface {
	AdoptedSheetsChanged(w *Window)
}

// AdoptedSheets are the style sheets that the window's document and its shadow roots adopted, in the order of adopting.
func (w *Window) AdoptedSheets() (list []*style.Sheet) {
	kept := w.adopting[:0]
	for _, h := range w.adopting {
		id := w.Doc.Resolve(h)
		if id == 0 {
			continue
		}
		s := w.World.wrappers.peek(id)
		if s == nil || s.extra == nil || len(s.extra.adopted) == 0 {
			continue
		}
		kept = append(kept, h)
		for _, a := range s.extra.adopted {
			list = append(list, a.used)
		}
	}
	w.adopting = kept
	return list
}

// adoptedSheets is the array that script has of the list.
func (n Node) adoptedSheets(c *js.Call) js.Value {
	x := n.state().more()
	if x.adoptedArray == nil {
		a, err := c.Realm().NewObservableArray(x.adoptedValues(c.Realm()), func(c *js.Call, items []js.Value) error {
			var l []*CSSStyleSheet
			for _, v := range items {
				if h := c.ToHost(v, cls.CSSStyleSheet); !h.IsNone() {
					l = append(l, h.State().(*CSSStyleSheet))
				}
			}
			if c.Failed() {
				return nil
			}
			return n.adopt(l)
		}, nodeValue(c.Realm(), n.ID))
		if err != nil {
			return c.Fail(err)
		}
		x.adoptedArray = a
	}
	return x.adoptedArray.Value()
}

func (x *nodeExtra) adoptedValues(r *js.Realm) (l []js.Value) {
	for _, a := range x.adopted {
		l = append(l, objectValue(r, a.from))
	}
	return l
}

// assignAdopted is an assignment of script: the array stays the same.
func (n Node) assignAdopted(l []*CSSStyleSheet) error {
	if err := n.adopt(l); err != nil {
		return err
	}
	if x := n.state().more(); x.adoptedArray != nil {
		return x.adoptedArray.Replace(x.adoptedValues(n.w.Realm))
	}
	return nil
}

func (n Node) setAdoptedSheets(l []*CSSStyleSheet) error {
	win := n.w.World.WindowOf(n.ID)
	for _, s := range l {
		if !s.own {
			return exception("NotAllowedError", "Can't adopt non-constructed stylesheets.")
		}
		if s.window != win {
			return exception("NotAllowedError", "Sharing constructed stylesheets in multiple documents is not allowed")
		}
	}
	host, ok := win.Host.(AdoptingHost)
	if !ok {
		return exception("NotSupportedError", "Style sheets cannot be adopted here.")
	}
	s := n.state()
	if s.extra == nil {
		s.extra = &nodeExtra{}
	}
	root := n.ID
	if n.store().Kind(root) == dom.KindDocument {
		root = 0
	}
	old := s.extra.adopted
	s.extra.adopted = nil
	for _, x := range l {
		a := adoptedSheet{from: x}
		for _, o := range old {
			if o.from == x && !slices.ContainsFunc(s.extra.adopted, func(b adoptedSheet) bool { return b.used == o.used }) {
				a.used = o.used
				break
			}
		}
		if a.used == nil {
			a.used = &style.Sheet{CSS: x.sheet.CSS, Root: root, URL: x.sheet.URL, Disabled: x.sheet.Disabled, Media: x.sheet.Media}
		}
		s.extra.adopted = append(s.extra.adopted, a)
	}
	if h := n.store().Handle(n.ID); len(l) > 0 && !slices.Contains(win.adopting, h) {
		win.adopting = append(win.adopting, h)
	}
	host.AdoptedSheetsChanged(win)
	return nil
}

// adoptedEdited carries the rules of a constructed sheet to the roots that adopted it.
func (w *Window) adoptedEdited(sheet *style.Sheet) {
	for _, h := range w.adopting {
		id := w.Doc.Resolve(h)
		if id == 0 {
			continue
		}
		s := w.World.wrappers.peek(id)
		if s == nil || s.extra == nil {
			continue
		}
		for _, a := range s.extra.adopted {
			if a.from.sheet == sheet {
				a.used.CSS, a.used.Disabled, a.used.Media = sheet.CSS, sheet.Disabled, sheet.Media
				w.Host.SheetChanged(w, a.used)
			}
		}
	}
}

// AdoptedStyleSheets is Document.adoptedStyleSheets.
func (d Document) AdoptedStyleSheets(c *js.Call) js.Value { return Node(d).adoptedSheets(c) }

// SetAdoptedStyleSheets sets Document.adoptedStyleSheets.
func (d Document) SetAdoptedStyleSheets(l []*CSSStyleSheet) error { return Node(d).assignAdopted(l) }

// AdoptedStyleSheets is ShadowRoot.adoptedStyleSheets.
func (r ShadowRoot) AdoptedStyleSheets(c *js.Call) js.Value { return Node(r).adoptedSheets(c) }

// SetAdoptedStyleSheets sets ShadowRoot.adoptedStyleSheets.
func (r ShadowRoot) SetAdoptedStyleSheets(l []*CSSStyleSheet) error { return Node(r).assignAdopted(l) }

func (n Node) adopt(l []*CSSStyleSheet) error {
	if n.w.World.WindowOf(n.ID) == nil {
		return exception("NotAllowedError", "Sharing constructed stylesheets in multiple documents is not allowed")
	}
	return n.setAdoptedSheets(l)
}
