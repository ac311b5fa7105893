package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// https://w3c.github.io/selection-api/

// Selection is the state of the Selection of a document: one range at most.
type Selection struct {
	Object
	window   *Window
	rng      *Range
	backward bool
	queued   bool
}

func (s *Selection) trace(t *js.Tracer) { mark(t, s.rng) }

// GetSelection is window.getSelection.
func (w *Window) GetSelection() *Selection {
	if w.selection == nil {
		w.selection = &Selection{window: w}
	}
	return w.selection
}

// GetSelection is Document.getSelection.
func (d Document) GetSelection() *Selection {
	if w := d.win(); w != nil {
		return w.GetSelection()
	}
	return nil
}

// selectionMoved is called when a range was moved by script.
func (w *Window) selectionMoved(x *Range) {
	if w.selection != nil && w.selection.rng == x {
		w.selection.changed()
	}
}

// changed queues selectionchange.
func (s *Selection) changed() {
	if s.queued {
		return
	}
	s.queued = true
	w := s.window
	w.Host.Post(w, SourceUser, func() {
		s.queued = false
		w.FireNode(w.Doc.Node, "selectionchange", false, false)
	})
}

func (s *Selection) anchor() (b dom.Boundary) {
	if s.rng == nil {
		return b
	}
	if s.backward {
		return s.rng.r.End
	}
	return s.rng.r.Start
}

func (s *Selection) focusPoint() (b dom.Boundary) {
	if s.rng == nil {
		return b
	}
	if s.backward {
		return s.rng.r.Start
	}
	return s.rng.r.End
}

// AnchorNode is Selection.anchorNode.
func (s *Selection) AnchorNode() dom.NodeID { return s.anchor().Node }

// AnchorOffset is Selection.anchorOffset.
func (s *Selection) AnchorOffset() uint32 { return uint32(s.anchor().Offset) }

// FocusNode is Selection.focusNode.
func (s *Selection) FocusNode() dom.NodeID { return s.focusPoint().Node }

// FocusOffset is Selection.focusOffset.
func (s *Selection) FocusOffset() uint32 { return uint32(s.focusPoint().Offset) }

// IsCollapsed is Selection.isCollapsed.
func (s *Selection) IsCollapsed() bool { return s.rng == nil || s.rng.Collapsed() }

// RangeCount is Selection.rangeCount.
func (s *Selection) RangeCount() uint32 {
	if s.rng == nil {
		return 0
	}
	return 1
}

// Type is Selection.type.
func (s *Selection) Type() string {
	switch {
	case s.rng == nil:
		return "None"
	case s.rng.Collapsed():
		return "Caret"
	}
	return "Range"
}

// Direction is Selection.direction.
func (s *Selection) Direction() string {
	switch {
	case s.IsCollapsed():
		return "none"
	case s.backward:
		return "backward"
	}
	return "forward"
}

// GetRangeAt is Selection.getRangeAt.
func (s *Selection) GetRangeAt(i uint32) (*Range, error) {
	if s.rng == nil || i != 0 {
		return nil, exception("IndexSizeError", itoa(int(i))+" is not a valid index.")
	}
	return s.rng, nil
}

// AddRange is Selection.addRange.
func (s *Selection) AddRange(r *Range) {
	if s.rng != nil || s.window.Doc.Root(r.r.Start.Node) != s.window.Doc.Node {
		return
	}
	s.rng, s.backward = r, false
	s.changed()
}

// RemoveRange is Selection.removeRange.
func (s *Selection) RemoveRange(r *Range) error {
	if s.rng != r {
		return exception("NotFoundError", "The given range isn't in document.")
	}
	s.Empty()
	return nil
}

// RemoveAllRanges is Selection.removeAllRanges.
func (s *Selection) RemoveAllRanges() { s.Empty() }

// Empty is Selection.empty.
func (s *Selection) Empty() {
	if s.rng != nil {
		s.window.selectionSet()
		s.rng, s.backward = nil, false
		s.changed()
	}
}

func (s *Selection) set(anchor, focus dom.Boundary) {
	s.window.selectionSet()
	r := s.window.newRange(anchor.Node)
	st := s.window.World.Store
	s.backward = st.ComparePoints(anchor, focus) > 0
	if s.backward {
		r.r.Start, r.r.End = focus, anchor
	} else {
		r.r.Start, r.r.End = anchor, focus
	}
	s.rng = r
	r.touched()
}

func (s *Selection) point(n Node, offset uint32) (dom.Boundary, error) {
	if l := n.store().NodeLength(n.ID); int(offset) > l {
		return dom.Boundary{}, exception("IndexSizeError", "The offset "+itoa(int(offset))+" is larger than the node's length ("+itoa(l)+").")
	}
	if n.store().Kind(n.ID) == dom.KindDoctype {
		return dom.Boundary{}, exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	return dom.Boundary{Node: n.ID, Offset: int(offset)}, nil
}

func (s *Selection) inDocument(n Node) bool { return n.store().Root(n.ID) == s.window.Doc.Node }

// Collapse is Selection.collapse.
func (s *Selection) Collapse(n Node, offset uint32) error {
	if n.ID == 0 {
		s.Empty()
		return nil
	}
	b, err := s.point(n, offset)
	if err != nil || !s.inDocument(n) {
		return err
	}
	s.set(b, b)
	return nil
}

// SetPosition is Selection.setPosition.
func (s *Selection) SetPosition(n Node, offset uint32) error { return s.Collapse(n, offset) }

func (s *Selection) none() error {
	if s.rng == nil {
		return exception("InvalidStateError", "there is no selection.")
	}
	return nil
}

// CollapseToStart is Selection.collapseToStart.
func (s *Selection) CollapseToStart() error {
	if err := s.none(); err != nil {
		return err
	}
	s.set(s.rng.r.Start, s.rng.r.Start)
	return nil
}

// CollapseToEnd is Selection.collapseToEnd.
func (s *Selection) CollapseToEnd() error {
	if err := s.none(); err != nil {
		return err
	}
	s.set(s.rng.r.End, s.rng.r.End)
	return nil
}

// Extend is Selection.extend.
func (s *Selection) Extend(n Node, offset uint32) error {
	if !s.inDocument(n) {
		return nil
	}
	if s.rng == nil {
		return exception("InvalidStateError", "This Selection object doesn't have any Ranges.")
	}
	b, err := s.point(n, offset)
	if err == nil {
		s.set(s.anchor(), b)
	}
	return err
}

// SetBaseAndExtent is Selection.setBaseAndExtent.
func (s *Selection) SetBaseAndExtent(a Node, ao uint32, f Node, fo uint32) error {
	x, err := s.point(a, ao)
	if err != nil {
		return err
	}
	y, err := s.point(f, fo)
	if err != nil {
		return err
	}
	if s.inDocument(a) && s.inDocument(f) {
		s.set(x, y)
	}
	return nil
}

// SelectAllChildren is Selection.selectAllChildren.
func (s *Selection) SelectAllChildren(n Node) error {
	if n.store().Kind(n.ID) == dom.KindDoctype {
		return exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	if s.inDocument(n) {
		s.set(dom.Boundary{Node: n.ID}, dom.Boundary{Node: n.ID, Offset: n.store().ChildCount(n.ID)})
	}
	return nil
}

// DeleteFromDocument is Selection.deleteFromDocument.
func (s *Selection) DeleteFromDocument() error {
	if s.rng != nil {
		return s.rng.DeleteContents()
	}
	return nil
}

// ContainsNode is Selection.containsNode.
func (s *Selection) ContainsNode(n Node, partial bool) bool {
	if s.rng == nil || !s.inDocument(n) {
		return false
	}
	if partial {
		return s.rng.IntersectsNode(n)
	}
	return s.rng.contains(n.ID)
}

// String is the stringifier of Selection: the text of what is rendered in its range, in lines as innerText has them.
func (s *Selection) String() string {
	if w := s.window; w.focus.el != 0 { // what is selected in the text control that has the focus, as in Chromium
		if f := w.focused(); f != 0 && w.World.forms.m.TextControl(f) && !w.secret(f) {
			start, end, _ := w.World.forms.m.Selection(f)
			if start != end {
				return dom.SubstringUTF16(w.World.forms.m.Value(f), start, end)
			}
		}
	}
	if s.IsCollapsed() {
		return ""
	}
	root := s.rng.common()
	w := Node{nodeRef{s.window, root}}.laidOut()
	if w == nil {
		return s.rng.text()
	}
	t := innerText{w: w, rng: s.rng}
	if w.Doc.Kind(root).IsText() {
		t.node(root, 0)
	} else {
		for c := range w.Doc.FlatChildren(root) {
			t.node(c, 0)
		}
	}
	return t.String()
}

// GetComposedRanges is Selection.getComposedRanges: boundaries in shadow trees that are not asked for are at their hosts.
// https://w3c.github.io/selection-api/#dom-selection-getcomposedranges
func (s *Selection) GetComposedRanges(c *js.Call) js.Value {
	r := c.Realm()
	var roots []dom.NodeID
	add := func(v js.Value) {
		if h := js.HostOf(v, cls.ShadowRoot); !h.IsNone() {
			roots = append(roots, dom.NodeID(h.ID()))
		} else {
			c.TypeError("Failed to execute 'getComposedRanges' on 'Selection': Failed to convert value to 'ShadowRoot'.")
		}
	}
	if h := js.HostOf(c.Arg(0), cls.ShadowRoot); !h.IsNone() { // as the method was first called: the roots as arguments
		for i := range c.Args() {
			add(c.Arg(i))
		}
	} else {
		o := readGetComposedRangesOptions(&c.Conv, c.Arg(0))
		for _, n := range o.ShadowRoots {
			roots = append(roots, n.ID)
		}
	}
	if c.Failed() || s.rng == nil {
		return r.NewArray().Value()
	}
	st := s.window.World.Store
	out := func(b dom.Boundary, after bool) dom.Boundary {
		for {
			root := st.Root(b.Node)
			if host := st.Host(root); host != 0 {
				known := false
				for _, x := range roots {
					known = known || x == root || inShadowOf(st, x, root)
				}
				if !known {
					b = dom.Boundary{Node: st.Parent(host), Offset: st.Index(host)}
					if after {
						b.Offset++
					}
					continue
				}
			}
			return b
		}
	}
	x := s.window.staticRange(dom.Range{Start: out(s.rng.r.Start, false), End: out(s.rng.r.End, true)})
	return r.NewArray(objectValue(r, x)).Value()
}

// inShadowOf reports whether the tree of root holds, through its hosts, the shadow tree of x.
func inShadowOf(s *dom.Store, x, root dom.NodeID) bool {
	for x != 0 {
		if x == root {
			return true
		}
		h := s.Host(s.Root(x))
		if h == 0 {
			return false
		}
		x = s.Root(h)
	}
	return false
}
