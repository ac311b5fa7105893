package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// faceForms are the connected form-associated custom elements whose form attribute names a form, by what it says: they get another form
// owner when a form of that id comes, goes or changes its name.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#association-of-controls-and-forms
type faceForms map[string]map[dom.Handle]struct{}

// watchFaceForm enters el for the value of its form attribute, or takes it out; old is what it was entered for. It returns what it is entered for now.
func (w *World) watchFaceForm(el dom.NodeID, old string) string {
	s := w.Store
	now := ""
	if s.IsConnected(el) {
		now = s.Attr(el, atomForm)
	}
	if now == old {
		return old
	}
	h := s.Handle(el)
	if set := w.custom.byForm[old]; old != "" && set != nil {
		if delete(set, h); len(set) == 0 {
			delete(w.custom.byForm, old)
		}
	}
	if now == "" {
		return ""
	}
	now = strings.Clone(now)
	if w.custom.byForm == nil {
		w.custom.byForm = make(faceForms)
	}
	if w.custom.byForm[now] == nil {
		w.custom.byForm[now] = make(map[dom.Handle]struct{})
	}
	w.custom.byForm[now][h] = struct{}{}
	return now
}

// formNamed tells the custom elements whose form attribute is id that another element has that id.
func (w *World) formNamed(id string) {
	if id == "" {
		return
	}
	set := w.custom.byForm[id]
	if len(set) == 0 {
		return
	}
	list := make([]dom.NodeID, 0, len(set))
	for h := range set {
		if n := w.Store.Resolve(h); n != 0 {
			list = append(list, n)
		} else {
			delete(set, h)
		}
	}
	slices.SortFunc(list, w.Store.CompareOrder)
	for _, n := range list {
		if s, cs := w.customOf(n); s != nil && cs.def != nil && cs.def.forms {
			w.faceChanged(s)
		}
	}
}

// formMoved is called when an element came into its document, or left it.
func (w *World) formMoved(el dom.NodeID) {
	if !w.Store.IsHTMLElement(el, atomForm) {
		return
	}
	w.forms.m.FormsChanged()
	if len(w.custom.byForm) > 0 {
		w.formNamed(w.Store.Attr(el, atomID))
	}
}

// formAttr is called when an attribute of an element changed.
func (w *World) formAttr(el dom.NodeID, name atom.Atom, old string) {
	if name != atomID || !w.Store.IsHTMLElement(el, atomForm) {
		return
	}
	w.forms.m.FormsChanged()
	if len(w.custom.byForm) > 0 {
		old = strings.Clone(old)
		w.formNamed(old)
		if now := w.Store.Attr(el, atomID); now != old {
			w.formNamed(now)
		}
	}
}

// facesJoined is called when a tree was inserted: in a document the elements are told of their connection instead.
func (w *World) facesJoined(root dom.NodeID) {
	s := w.Store
	if s.IsConnected(root) {
		return
	}
	for p := s.Parent(root); p != 0; p = s.Parent(p) {
		if s.IsHTMLElement(p, atomForm) || s.IsHTMLElement(p, atomFieldset) {
			w.facesChanged(root)
			return
		}
	}
}

// facesLeft is called when a tree was removed.
func (w *World) facesLeft(root dom.NodeID) {
	var l []dom.NodeID
	for h := range w.custom.apart {
		switch n := w.Store.Resolve(h); {
		case n == 0:
			delete(w.custom.apart, h)
		case w.Store.Root(n) == root:
			l = append(l, n)
		}
	}
	slices.SortFunc(l, w.Store.CompareOrder)
	for _, n := range l {
		if st, _ := w.customOf(n); st != nil {
			w.faceChanged(st)
		}
	}
}

// noteApart keeps apart up.
func (w *World) noteApart(s *nodeState) {
	cs := s.extra.custom
	if (cs.form != nil || cs.disabled) && !w.Store.IsConnected(s.id) {
		if w.custom.apart == nil {
			w.custom.apart = make(map[dom.Handle]struct{})
		}
		w.custom.apart[w.Store.Handle(s.id)] = struct{}{}
	} else if len(w.custom.apart) > 0 {
		delete(w.custom.apart, w.Store.Handle(s.id))
	}
}
