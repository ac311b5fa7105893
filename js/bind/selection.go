package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// https://w3c.github.io/selection-api/

// Selection is the state of the Selection of a document: one range at most. What is selected may begin and end in different trees of one shadow-including
// tree, where a range cannot be: then the range is collapsed, and the composed range is what is selected.
type Selection struct {
	Object
	window   *Window
	rng      *Range
	composed *dom.Range // nil: the range tells
	backward bool
	queued   bool
	releases bool // the composed range, when the window is closed
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

// selectionOf is the selection whose range is x, or nil.
func (w *Window) selectionOf(x *Range) *Selection {
	if s := w.selection; s != nil && s.rng == x {
		return s
	}
	return nil
}

// moved is called when script moved the range; what is selected is from start to end now, or nothing if that is in no document.
func (s *Selection) moved(start, end dom.Boundary) {
	if !s.inDocument(start.Node) || !s.inDocument(end.Node) {
		s.rng, s.backward = nil, false
		s.compose(dom.Boundary{}, dom.Boundary{})
	} else {
		s.compose(start, end)
	}
	s.changed()
}

// compose keeps what is selected beside the range, if that is another or in a shadow tree: the range stays in a tree whose host is removed.
func (s *Selection) compose(start, end dom.Boundary) {
	st, d := s.window.World.Store, s.window.Doc.Node
	if s.rng == nil || st.Root(start.Node) == d && st.Root(end.Node) == d && start == s.rng.r.Start && end == s.rng.r.End {
		if s.composed != nil {
			st.ReleaseRange(s.composed)
			s.composed = nil
		}
		return
	}
	if s.composed != nil {
		s.composed.Set(start, end)
		return
	}
	s.composed = st.NewComposedRange(start, end)
	if !s.releases {
		s.releases = true
		s.window.onClose(func() {
			if s.composed != nil {
				st.ReleaseRange(s.composed)
				s.composed = nil
			}
		})
	}
}

// span is what is selected; there is a range.
func (s *Selection) span() (start, end dom.Boundary) {
	if s.composed != nil {
		return s.composed.Start, s.composed.End
	}
	return s.rng.r.Start, s.rng.r.End
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

// anchor is where what is selected was begun.
func (s *Selection) anchor() (b dom.Boundary) {
	if s.rng == nil {
		return b
	}
	start, end := s.span()
	if s.backward {
		return end
	}
	return start
}

// focusPoint is the other end.
func (s *Selection) focusPoint() (b dom.Boundary) {
	if s.rng == nil {
		return b
	}
	start, end := s.span()
	if s.backward {
		return start
	}
	return end
}

// ends are the start and the end of the range, or none; script sees them.
func (s *Selection) ends() (anchor, focus dom.Boundary) {
	switch {
	case s.rng == nil:
	case s.backward:
		return s.rng.r.End, s.rng.r.Start
	default:
		return s.rng.r.Start, s.rng.r.End
	}
	return
}

// AnchorNode is Selection.anchorNode.
func (s *Selection) AnchorNode() dom.NodeID { a, _ := s.ends(); return a.Node }

// AnchorOffset is Selection.anchorOffset.
func (s *Selection) AnchorOffset() uint32 { a, _ := s.ends(); return uint32(a.Offset) }

// FocusNode is Selection.focusNode.
func (s *Selection) FocusNode() dom.NodeID { _, f := s.ends(); return f.Node }

// FocusOffset is Selection.focusOffset.
func (s *Selection) FocusOffset() uint32 { _, f := s.ends(); return uint32(f.Offset) }

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
	case s.nothing():
		return "Caret"
	}
	return "Range"
}

// nothing reports that no more than a place is selected.
func (s *Selection) nothing() bool {
	if s.rng == nil {
		return true
	}
	start, end := s.span()
	return start == end
}

// Direction is Selection.direction.
func (s *Selection) Direction() string {
	switch {
	case s.nothing():
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
	if s.rng != nil || !s.inDocument(r.r.Start.Node) {
		return
	}
	s.rng, s.backward = r, false
	s.moved(r.r.Start, r.r.End)
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
		s.compose(dom.Boundary{}, dom.Boundary{})
		s.changed()
	}
}

// set selects from one place to another: in one tree, or as the composed range alone, with a range at the end.
func (s *Selection) set(anchor, focus dom.Boundary) {
	s.window.selectionSet()
	st := s.window.World.Store
	s.backward = st.CompareComposedPoints(anchor, focus) > 0
	start, end := anchor, focus
	if s.backward {
		start, end = focus, anchor
	}
	r := s.window.newRange(end.Node)
	if st.Root(start.Node) == st.Root(end.Node) {
		r.r.Set(start, end)
	} else {
		r.r.Set(end, end)
	}
	s.rng = r
	r.keepTree()
	s.moved(start, end)
}

func (s *Selection) point(n Node, offset uint32) (dom.Boundary, error) {
	if n.store().Kind(n.ID) == dom.KindDoctype {
		return dom.Boundary{}, exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	if l := n.store().NodeLength(n.ID); int(offset) > l {
		return dom.Boundary{}, exception("IndexSizeError", "The offset "+itoa(int(offset))+" is larger than the node's length ("+itoa(l)+").")
	}
	return dom.Boundary{Node: n.ID, Offset: int(offset)}, nil
}

// inDocument reports whether a node is in the document or in a shadow tree of it.
func (s *Selection) inDocument(n dom.NodeID) bool {
	st := s.window.World.Store
	return n != 0 && st.IsConnected(n) && st.DocumentOf(n) == s.window.Doc
}

// Collapse is Selection.collapse.
func (s *Selection) Collapse(n Node, offset uint32) error {
	if n.ID == 0 {
		s.Empty()
		return nil
	}
	b, err := s.point(n, offset)
	if err != nil || !s.inDocument(n.ID) {
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
	start, _ := s.span()
	s.set(start, start)
	return nil
}

// CollapseToEnd is Selection.collapseToEnd.
func (s *Selection) CollapseToEnd() error {
	if err := s.none(); err != nil {
		return err
	}
	_, end := s.span()
	s.set(end, end)
	return nil
}

// Extend is Selection.extend.
func (s *Selection) Extend(n Node, offset uint32) error {
	if !s.inDocument(n.ID) {
		return nil
	}
	if s.rng == nil {
		return exception("InvalidStateError", "This Selection object doesn't have any Ranges.")
	}
	b, err := s.point(n, offset)
	switch st := n.store(); {
	case err != nil:
	case st.Root(s.rng.r.Start.Node) != st.Root(b.Node):
		s.set(b, b)
	default:
		a, _ := s.ends()
		s.set(a, b)
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
	if s.inDocument(a.ID) && s.inDocument(f.ID) {
		s.set(x, y)
	}
	return nil
}

// SelectAllChildren is Selection.selectAllChildren.
func (s *Selection) SelectAllChildren(n Node) error {
	if n.store().Kind(n.ID) == dom.KindDoctype {
		return exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	if s.inDocument(n.ID) {
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
	if s.rng == nil || !s.inDocument(n.ID) {
		return false
	}
	if partial {
		return s.selected().meets(n.ID)
	}
	return s.selected().contains(n.ID)
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
	if s.nothing() {
		return ""
	}
	st, in := s.window.World.Store, s.selected()
	root := in.start.Node
	for root != 0 && !shadowContains(st, root, in.end.Node) {
		root = st.ParentOrHost(root)
	}
	w := Node{nodeRef{s.window, root}}.laidOut()
	if w == nil {
		return s.rng.text()
	}
	t := innerText{w: w, rng: in}
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
	start, end := s.span()
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
	x := s.window.staticRange(dom.Range{Start: out(start, false), End: out(end, true)})
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

// selected is what is selected, for questions about nodes.
func (s *Selection) selected() *composedSpan {
	start, end := s.span()
	return &composedSpan{s.window.World.Store, start, end}
}

// composedSpan is what lies between two places of a shadow-including tree.
type composedSpan struct {
	s          *dom.Store
	start, end dom.Boundary
}

// contains reports whether all of a node is between them.
func (x *composedSpan) contains(n dom.NodeID) bool {
	s := x.s
	if s.CompareComposedPoints(dom.Boundary{Node: n}, x.start) > 0 && s.CompareComposedPoints(dom.Boundary{Node: n, Offset: s.NodeLength(n)}, x.end) < 0 {
		return true
	}
	p := s.Parent(n)
	if p == 0 {
		return false
	}
	i := s.Index(n)
	return s.CompareComposedPoints(dom.Boundary{Node: p, Offset: i}, x.start) >= 0 && s.CompareComposedPoints(dom.Boundary{Node: p, Offset: i + 1}, x.end) <= 0
}

// meets reports whether a part of a node is between them.
func (x *composedSpan) meets(n dom.NodeID) bool {
	s := x.s
	p := s.Parent(n)
	if p == 0 {
		return true
	}
	i := s.Index(n)
	return s.CompareComposedPoints(dom.Boundary{Node: p, Offset: i}, x.end) < 0 && s.CompareComposedPoints(dom.Boundary{Node: p, Offset: i + 1}, x.start) > 0
}

// part is what of a text is between them.
func (x *composedSpan) part(id dom.NodeID) string {
	s := x.s.Data(id)
	isStart, isEnd := id == x.start.Node, id == x.end.Node
	switch {
	case !isStart && !isEnd:
		if !x.contains(id) {
			return ""
		}
		return s
	case !isStart && isEnd:
		return dom.SubstringUTF16(s, 0, x.end.Offset)
	case isStart && !isEnd:
		return dom.SubstringUTF16(s, x.start.Offset, dom.UTF16Len(s))
	}
	return dom.SubstringUTF16(s, x.start.Offset, x.end.Offset)
}
