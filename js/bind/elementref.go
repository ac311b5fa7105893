package bind

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// Attributes that refer to elements: by ids in the content attribute, or to those that script set.
// https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes

// elementRefs is what script set an attribute of an element, or of its ElementInternals, to.
type elementRefs struct {
	explicit bool         // the elements are those of set, and not what the content attribute says
	set      []dom.Handle // explicitly set attr-elements: they are not kept alive
	cached   js.Object    // the array that script got last
	of       []dom.NodeID // what it has
}

func (r *elementRefs) trace(t *js.Tracer) { t.MarkObject(r.cached) }

// forgetRefs is called when an attribute changed.
func (x *nodeExtra) forgetRefs(local string) {
	if r := x.refs[attrName(local)]; r != nil {
		r.explicit, r.set = false, nil
	}
}

// attrTarget is the element whose attribute a native is called for, and where what script set is kept.
func attrTarget(c *js.Call) (w *World, el *nodeState, refs *map[attrName]*elementRefs) {
	w = windowOf(c.Realm()).World
	if x := internalsOf(c); x != nil {
		return w, x.el, &x.refs
	}
	el = w.wrappers.state(c.Realm(), dom.NodeID(c.ID()))
	return w, el, &el.more().refs
}

func refsOf(m *map[attrName]*elementRefs, a attrName) *elementRefs {
	if *m == nil {
		*m = make(map[attrName]*elementRefs)
	}
	r := (*m)[a]
	if r == nil {
		r = &elementRefs{}
		(*m)[a] = r
	}
	return r
}

// inScope reports whether to is in the tree of an element, or in one that a shadow host above it is in.
func inScope(s *dom.Store, el, to dom.NodeID) bool {
	root := s.Root(to)
	if root == to { // an element that is no descendant of anything
		return false
	}
	for n := el; ; {
		r := s.Root(n)
		if r == root {
			return true
		}
		if n = s.Host(r); n == 0 {
			return false
		}
	}
}

// attrElement is the attr-associated element of an element's attribute, 0 for none.
func (w *World) attrElement(el dom.NodeID, a attrName) dom.NodeID {
	s := w.Store
	if st := w.wrappers.peek(el); st != nil && st.extra != nil {
		if r := st.extra.refs[a]; r != nil && r.explicit {
			return r.element(s, el)
		}
	}
	v, ok := s.LookupAttr(el, a.in(s))
	if !ok || v == "" {
		return 0
	}
	return s.ElementByIDIn(s.Root(el), s.Atoms.Lookup(v))
}

func (r *elementRefs) element(s *dom.Store, el dom.NodeID) dom.NodeID {
	if len(r.set) > 0 {
		if to := s.Resolve(r.set[0]); to != 0 && inScope(s, el, to) {
			return to
		}
	}
	return 0
}

// attrElements are the attr-associated elements; ok is false for null.
func (w *World) attrElements(el dom.NodeID, a attrName, r *elementRefs, content bool) (l []dom.NodeID, ok bool) {
	s := w.Store
	if r != nil && r.explicit {
		for _, h := range r.set {
			if to := s.Resolve(h); to != 0 && inScope(s, el, to) {
				l = append(l, to)
			}
		}
		return l, true
	}
	if !content {
		return nil, false
	}
	v, ok := s.LookupAttr(el, a.in(s))
	if !ok {
		return nil, false
	}
	root := s.Root(el)
	for _, id := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) }) {
		if to := s.ElementByIDIn(root, s.Atoms.Lookup(id)); to != 0 {
			l = append(l, to)
		}
	}
	return l, true
}

// reflectElement is an attribute that refers to an element.
func reflectElement(c *js.Call, a attrName) js.Value {
	w := windowOf(c.Realm()).World
	if x := internalsOf(c); x != nil {
		if r := x.refs[a]; r != nil {
			return nodeValue(c.Realm(), r.element(w.Store, x.el.id))
		}
		return js.Null
	}
	return nodeValue(c.Realm(), w.attrElement(dom.NodeID(c.ID()), a))
}

// reflectElements is an attribute that refers to a list of elements: script gets the same array until the list changes.
func reflectElements(c *js.Call, a attrName) js.Value {
	x := internalsOf(c)
	w := windowOf(c.Realm()).World
	el := dom.NodeID(c.ID())
	var r *elementRefs
	if x != nil {
		el, r = x.el.id, x.refs[a]
	} else if s := w.wrappers.peek(el); s != nil && s.extra != nil {
		r = s.extra.refs[a]
	}
	l, ok := w.attrElements(el, a, r, x == nil)
	if !ok {
		return js.Null
	}
	if r == nil {
		_, _, m := attrTarget(c)
		r = refsOf(m, a)
	}
	if r.cached.IsNone() || !slices.Equal(l, r.of) {
		arr := arrayOf(c.Realm(), l, func(n dom.NodeID) js.Value { return nodeValue(c.Realm(), n) })
		if err := c.Realm().Freeze(arr.Object()); err != nil {
			return c.Fail(err)
		}
		r.cached, r.of = arr.Object(), l
	}
	return r.cached.Value()
}

func setReflectElement(c *js.Call, a attrName) {
	if c.Arg(0).IsNullish() {
		unsetReflectElements(c, a)
		return
	}
	if h := c.HostArg(0, cls.Element); !h.IsNone() {
		setRefs(c, a, []dom.NodeID{dom.NodeID(h.ID())})
	}
}

func setReflectElements(c *js.Call, a attrName) {
	if c.Arg(0).IsNullish() {
		unsetReflectElements(c, a)
		return
	}
	l := []dom.NodeID{}
	c.Sequence(0, func(v js.Value) {
		if h := c.ToHost(v, cls.Element); !h.IsNone() {
			l = append(l, dom.NodeID(h.ID()))
		}
	})
	if !c.Failed() {
		setRefs(c, a, l)
	}
}

func setRefs(c *js.Call, a attrName, l []dom.NodeID) {
	w, el, m := attrTarget(c)
	s := w.Store
	if internalsOf(c) == nil {
		s.SetFlags(el.id, dom.Watched, true)
		s.SetAttr(el.id, s.AttrName(a.in(s)), "")
	}
	r := refsOf(m, a)
	r.explicit, r.set = true, nil
	for _, n := range l {
		r.set = append(r.set, s.Handle(n))
	}
}

func unsetReflectElements(c *js.Call, a attrName) {
	if x := internalsOf(c); x != nil {
		delete(x.refs, a)
		return
	}
	w, el, _ := attrTarget(c)
	el.extra.forgetRefs(string(a))
	s := w.Store
	s.RemoveAttr(el.id, s.AttrName(a.in(s)))
}
