package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// Windows of several origins in one page.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#cross-origin-objects

// sameOrigin reports whether script of one window may look into the other: whether they are "same origin-domain".
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#isplatformobjectsameorigin-(-o-)
func (w *Window) sameOrigin(o *Window) bool {
	switch {
	case w == o || w.domain == o.domain && w.domain != nil:
		return true
	case w.relaxed() == "" && o.relaxed() == "":
		return w.opt.Origin == o.opt.Origin
	}
	return w.relaxed() == o.relaxed() && w.opt.Origin.Scheme() == o.opt.Origin.Scheme()
}

// relaxed is what script set document.domain to, "" for nothing.
func (w *Window) relaxed() string {
	if w.domain == nil {
		return ""
	}
	return *w.domain
}

// inheritDomain lets a document that is of another's origin, as that of about:blank, share its domain: when one sets that, both have it.
func (w *Window) inheritDomain(from *Window) {
	if w.url.Scheme() != "about" || from == nil || from.opt.Origin != w.opt.Origin || w.opt.Origin.IsOpaque() {
		return
	}
	if from.domain == nil {
		from.domain = new(string)
	}
	w.domain, w.opt.SiteKeyed = from.domain, from.opt.SiteKeyed
}

func init() {
	classWindow.Guard = &js.Guard{
		Foreign: func(r *js.Realm, h js.Host) bool { return !windowOf(r).sameOrigin(h.State().(*Window)) },
		Denied:  func(r *js.Realm, h js.Host) js.Value { return windowOf(r).denied() },
		Members: []js.CrossOrigin{{Name: "window", Get: true}, {Name: "self", Get: true}, {Name: "location", Get: true, Set: true}, {Name: "close"}, {Name: "closed", Get: true},
			{Name: "focus"}, {Name: "blur"}, {Name: "frames", Get: true}, {Name: "length", Get: true}, {Name: "top", Get: true}, {Name: "opener", Get: true},
			{Name: "parent", Get: true}, {Name: "postMessage"}},
		Child: func(h js.Host, i uint32) (js.Value, bool) {
			f := h.State().(*Window).frameAt(i)
			return windowValue(f), f != nil
		},
		Children: func(h js.Host) uint32 { return h.State().(*Window).Length() },
		Named: func(h js.Host, name string) (js.Value, bool) {
			f := h.State().(*Window).childNamed(name)
			return windowValue(f), f != nil
		},
	}
	classLocation.Guard = &js.Guard{
		Foreign: func(r *js.Realm, h js.Host) bool { return !windowOf(r).sameOrigin(h.State().(*Location).window) },
		Denied:  func(r *js.Realm, h js.Host) js.Value { return windowOf(r).denied() },
		Members: []js.CrossOrigin{{Name: "href", Set: true}, {Name: "replace"}},
	}
}

// denied is what script of the window gets that reaches for what is another origin's.
func (w *Window) denied() js.Value {
	return NewDOMException(w.Realm, "SecurityError", "Blocked a frame with origin \""+w.Origin()+"\" from accessing a cross-origin frame.")
}

// frameAt is the window of a frame of the document, in tree order; nil for none.
func (w *Window) frameAt(i uint32) *Window {
	if w.closed {
		return nil
	}
	for _, el := range w.Doc.Elements(dom.Frames) {
		if f := w.Host.FrameWindow(el); f != nil {
			if i == 0 {
				return f
			}
			i--
		}
	}
	return nil
}

// childNamed is the window of the document's frame with a name; nil for none.
func (w *Window) childNamed(name string) *Window {
	if w.closed || name == "" {
		return nil
	}
	for _, el := range w.Doc.Elements(dom.Frames) {
		if f := w.Host.FrameWindow(el); f != nil && f.name == name {
			return f
		}
	}
	return nil
}

// incumbent is the window whose script runs, w where none does.
func (w *Window) incumbent() *Window {
	if r := w.World.Runtime.Incumbent(); r != nil {
		return windowOf(r)
	}
	return w
}
