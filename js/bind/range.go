package bind

import (
	"strings"
	"weak"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// https://dom.spec.whatwg.org/#ranges

// AbstractRange is the state of a StaticRange or, with live, of a Range.
type AbstractRange struct {
	Object
	window *Window
	r      *dom.Range // of a Range: the store moves it
	static dom.Range  // of a StaticRange
	keep   [2]*nodeState
	hold   *group // keeps the tree that a live range is in
	gone   bool   // the collector took its object
}

// dropped is called when the collector took the object.
func (a *AbstractRange) dropped() { a.gone = true }

func (a *AbstractRange) trace(t *js.Tracer) {
	a.keep[0].mark(t)
	a.keep[1].mark(t)
	a.hold.mark(t)
	if a.r != nil && a.hold == nil { // the tree is not sorted yet, or of a document
		w := &a.window.World.wrappers
		w.peek(a.r.Start.Node).mark(t)
		w.peek(a.r.End.Node).mark(t)
	}
}

// Range is the state of a Range.
type Range struct{ AbstractRange }

// StaticRange is the state of a StaticRange.
type StaticRange struct{ AbstractRange }

// newRange makes a live range at the start of a node.
func (w *Window) newRange(node dom.NodeID) *Range {
	x := &Range{AbstractRange{window: w, r: w.World.Store.NewRange(node)}}
	if w.World.ranges == nil {
		w.World.ranges = map[*dom.Range]weak.Pointer[Range]{}
	}
	w.World.ranges[x.r] = weak.Make(x)
	w.World.wrappers.state(w.Realm, node) // the tree is sorted once the task is done
	return x
}

// sweepRanges ends the ranges that nobody has.
func (w *World) sweepRanges() {
	for r, p := range w.ranges {
		if x := p.Value(); x == nil || x.gone {
			w.Store.ReleaseRange(r)
			delete(w.ranges, r)
		}
	}
}

// rangesAt appends the ranges of script that start in a node.
func (w *World) rangesAt(n dom.NodeID, l []*Range) []*Range {
	for r := range w.Store.RangesAt(n) {
		if x := w.ranges[r].Value(); x != nil && !x.gone {
			l = append(l, x)
		}
	}
	return l
}

func (a *AbstractRange) rng() *dom.Range {
	if a.r != nil {
		return a.r
	}
	return &a.static
}

// StartContainer is AbstractRange.startContainer.
func (a *AbstractRange) StartContainer() dom.NodeID { return a.rng().Start.Node }

// StartOffset is AbstractRange.startOffset.
func (a *AbstractRange) StartOffset() uint32 { return uint32(a.rng().Start.Offset) }

// EndContainer is AbstractRange.endContainer.
func (a *AbstractRange) EndContainer() dom.NodeID { return a.rng().End.Node }

// EndOffset is AbstractRange.endOffset.
func (a *AbstractRange) EndOffset() uint32 { return uint32(a.rng().End.Offset) }

// Collapsed is AbstractRange.collapsed.
func (a *AbstractRange) Collapsed() bool { return a.rng().Start == a.rng().End }

// ConstructStaticRange is new StaticRange.
func ConstructStaticRange(c *js.Call, i StaticRangeInit) (*StaticRange, error) {
	for _, n := range []Node{i.StartContainer, i.EndContainer} {
		if k := n.store().Kind(n.ID); k == dom.KindDoctype || k == dom.KindAttr {
			return nil, exception("InvalidNodeTypeError", "Neither startContainer nor endContainer can be a DocumentType or Attribute node.")
		}
	}
	return &StaticRange{AbstractRange{window: windowOf(c.Realm()), keep: [2]*nodeState{i.StartContainer.state(), i.EndContainer.state()},
		static: dom.Range{Start: dom.Boundary{Node: i.StartContainer.ID, Offset: int(i.StartOffset)}, End: dom.Boundary{Node: i.EndContainer.ID, Offset: int(i.EndOffset)}}}}, nil
}

// ConstructRange is new Range.
func ConstructRange(c *js.Call) *Range {
	w := windowOf(c.Realm())
	return w.newRange(w.Doc.Node)
}

// CreateRange is Document.createRange.
func (d Document) CreateRange() *Range { return d.w.newRange(d.ID) }

func (x *Range) store() *dom.Store { return x.window.World.Store }

// CommonAncestorContainer is Range.commonAncestorContainer.
func (x *Range) CommonAncestorContainer() dom.NodeID { return x.common() }

func (x *Range) common() dom.NodeID {
	s := x.store()
	n := x.r.Start.Node
	for n != 0 && !s.Contains(n, x.r.End.Node) {
		n = s.Parent(n)
	}
	return n
}

// check is the beginning of "set the start or end of a range".
func (x *Range) check(n Node, offset int) error {
	s := x.store()
	if s.Kind(n.ID) == dom.KindDoctype {
		return exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	if l := s.NodeLength(n.ID); offset > l {
		if offset > 1<<31-1 {
			return exception("IndexSizeError", "The offset "+itoa(offset)+" is invalid.")
		}
		if s.Kind(n.ID).IsCharacterData() {
			return exception("IndexSizeError", "The offset "+itoa(offset)+" is larger than the node's length ("+itoa(l)+").")
		}
		return exception("IndexSizeError", "There is no child at offset "+itoa(offset)+".")
	}
	return nil
}

// touched says that the boundaries moved: a tree that is not kept otherwise is sorted again.
func (x *Range) touched() {
	x.keepTree()
	if s := x.window.selectionOf(x); s != nil {
		s.moved(x.r.Start, x.r.End)
	}
}

func (x *Range) keepTree() {
	x.window.World.wrappers.state(x.window.Realm, x.r.Start.Node)
	x.hold = nil
	if st := x.window.World.wrappers.peek(x.r.Start.Node); st != nil {
		x.keep[0] = st
		x.hold = st.group
	}
}

func (x *Range) setStart(b dom.Boundary) {
	s, sel := x.store(), x.window.selectionOf(x)
	var end dom.Boundary
	if sel != nil {
		if _, end = sel.span(); s.CompareComposedPoints(b, end) > 0 {
			end = b
		}
	}
	if s.Root(b.Node) != s.Root(x.r.End.Node) || s.ComparePoints(b, x.r.End) > 0 {
		x.r.SetEnd(b)
	}
	x.r.SetStart(b)
	x.keepTree()
	if sel != nil {
		sel.moved(b, end)
	}
}

func (x *Range) setEnd(b dom.Boundary) {
	s, sel := x.store(), x.window.selectionOf(x)
	var start dom.Boundary
	if sel != nil {
		if start, _ = sel.span(); s.CompareComposedPoints(b, start) < 0 {
			start = b
		}
	}
	if s.Root(b.Node) != s.Root(x.r.Start.Node) || s.ComparePoints(b, x.r.Start) < 0 {
		x.r.SetStart(b)
	}
	x.r.SetEnd(b)
	x.keepTree()
	if sel != nil {
		sel.moved(start, b)
	}
}

// SetStart is Range.setStart.
func (x *Range) SetStart(n Node, offset uint32) error {
	if err := x.check(n, int(offset)); err != nil {
		return err
	}
	x.setStart(dom.Boundary{Node: n.ID, Offset: int(offset)})
	return nil
}

// SetEnd is Range.setEnd.
func (x *Range) SetEnd(n Node, offset uint32) error {
	if err := x.check(n, int(offset)); err != nil {
		return err
	}
	x.setEnd(dom.Boundary{Node: n.ID, Offset: int(offset)})
	return nil
}

// beside is the boundary point before a node, or after it.
func (x *Range) beside(n Node, after int) (dom.Boundary, error) {
	s := x.store()
	p := s.Parent(n.ID)
	if p == 0 {
		return dom.Boundary{}, exception("InvalidNodeTypeError", "the given Node has no parent.")
	}
	return dom.Boundary{Node: p, Offset: s.Index(n.ID) + after}, nil
}

// SetStartBefore is Range.setStartBefore.
func (x *Range) SetStartBefore(n Node) error {
	b, err := x.beside(n, 0)
	if err == nil {
		x.setStart(b)
	}
	return err
}

// SetStartAfter is Range.setStartAfter.
func (x *Range) SetStartAfter(n Node) error {
	b, err := x.beside(n, 1)
	if err == nil {
		x.setStart(b)
	}
	return err
}

// SetEndBefore is Range.setEndBefore.
func (x *Range) SetEndBefore(n Node) error {
	b, err := x.beside(n, 0)
	if err == nil {
		x.setEnd(b)
	}
	return err
}

// SetEndAfter is Range.setEndAfter.
func (x *Range) SetEndAfter(n Node) error {
	b, err := x.beside(n, 1)
	if err == nil {
		x.setEnd(b)
	}
	return err
}

// Collapse is Range.collapse.
func (x *Range) Collapse(toStart bool) {
	if toStart {
		x.r.SetEnd(x.r.Start)
	} else {
		x.r.SetStart(x.r.End)
	}
	x.touched()
}

// SelectNode is Range.selectNode.
func (x *Range) SelectNode(n Node) error {
	b, err := x.beside(n, 0)
	if err != nil {
		return err
	}
	x.r.Set(b, dom.Boundary{Node: b.Node, Offset: b.Offset + 1})
	x.touched()
	return nil
}

// SelectNodeContents is Range.selectNodeContents.
func (x *Range) SelectNodeContents(n Node) error {
	if err := x.check(n, 0); err != nil {
		return err
	}
	x.r.Set(dom.Boundary{Node: n.ID}, dom.Boundary{Node: n.ID, Offset: x.store().NodeLength(n.ID)})
	x.touched()
	return nil
}

// CompareBoundaryPoints is Range.compareBoundaryPoints.
func (x *Range) CompareBoundaryPoints(how uint16, o *Range) (int16, error) {
	if how > 3 {
		return 0, exception("NotSupportedError", "The comparison method provided must be one of 'START_TO_START', 'START_TO_END', 'END_TO_END', or 'END_TO_START'.")
	}
	s := x.store()
	if s.Root(x.r.Start.Node) != s.Root(o.r.Start.Node) {
		return 0, exception("WrongDocumentError", "The source range is in a different document than this range.")
	}
	a, b := x.r.Start, o.r.Start
	if how == 1 || how == 2 {
		a = x.r.End
	}
	if how == 2 || how == 3 {
		b = o.r.End
	}
	return sign(s.ComparePoints(a, b)), nil
}

func sign(n int) int16 {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// contains reports whether node n is contained in the range.
func (x *Range) contains(n dom.NodeID) bool {
	s := x.store()
	p := s.Parent(n)
	return s.ComparePoints(dom.Boundary{Node: n}, x.r.Start) > 0 && s.ComparePoints(dom.Boundary{Node: n, Offset: s.NodeLength(n)}, x.r.End) < 0 ||
		p != 0 && s.ComparePoints(dom.Boundary{Node: p, Offset: s.Index(n)}, x.r.Start) >= 0 && s.ComparePoints(dom.Boundary{Node: p, Offset: s.Index(n) + 1}, x.r.End) <= 0
}

// DeleteContents is Range.deleteContents. https://dom.spec.whatwg.org/#dom-range-deletecontents
func (x *Range) DeleteContents() error {
	if x.Collapsed() {
		return nil
	}
	s := x.store()
	start, end := x.r.Start, x.r.End
	if start.Node == end.Node && s.Kind(start.Node).IsCharacterData() {
		return domErr(s.ReplaceData(start.Node, start.Offset, end.Offset-start.Offset, ""))
	}
	var remove []dom.NodeID
	root := x.common()
	for n := s.Following(root, root); n != 0; {
		if s.ComparePoints(dom.Boundary{Node: n}, end) > 0 {
			break
		}
		if x.contains(n) {
			remove = append(remove, n)
			n = s.FollowingSkip(n, root)
			continue
		}
		n = s.Following(n, root)
	}
	at := start
	if !s.Contains(start.Node, end.Node) {
		ref := start.Node
		for p := s.Parent(ref); p != 0 && !s.Contains(p, end.Node); p = s.Parent(ref) {
			ref = p
		}
		at = dom.Boundary{Node: s.Parent(ref), Offset: s.Index(ref) + 1}
	}
	if s.Kind(start.Node).IsCharacterData() {
		s.ReplaceData(start.Node, start.Offset, s.DataLength(start.Node)-start.Offset, "")
	}
	for _, n := range remove {
		s.Remove(n)
	}
	if s.Kind(end.Node).IsCharacterData() {
		s.ReplaceData(end.Node, 0, end.Offset, "")
	}
	x.r.Set(at, at)
	x.touched()
	return nil
}

// extract is extractContents and cloneContents. https://dom.spec.whatwg.org/#concept-range-extract
func (x *Range) extract(clone bool) (dom.NodeID, error) {
	s := x.store()
	d := s.DocumentOf(x.r.Start.Node)
	frag := d.CreateFragment()
	if x.Collapsed() {
		return frag, nil
	}
	if err := x.extractInto(frag, x.r.Start, x.r.End, clone, 0); err != nil {
		x.window.World.wrappers.fresh = append(x.window.World.wrappers.fresh, frag)
		return 0, err
	}
	return frag, nil
}

// extractInto extracts from start to end into frag; only the outermost call moves the range.
func (x *Range) extractInto(frag dom.NodeID, start, end dom.Boundary, clone bool, depth int) error {
	s := x.store()
	d := s.DocumentOf(start.Node)
	if depth > 2000 {
		return exception("HierarchyRequestError", "The range is too deep.")
	}
	if start == end {
		return nil
	}
	cloneText := func(n dom.NodeID, from, to int) {
		c := s.Clone(n, d, false)
		part, _ := s.Substring(n, from, to-from)
		s.SetData(c, strings.Clone(part))
		s.Append(frag, c)
		if !clone {
			s.ReplaceData(n, from, to-from, "")
		}
	}
	if start.Node == end.Node && s.Kind(start.Node).IsCharacterData() {
		cloneText(start.Node, start.Offset, end.Offset)
		return nil
	}
	common := start.Node
	for !s.Contains(common, end.Node) {
		common = s.Parent(common)
	}
	childOf := func(n dom.NodeID) dom.NodeID {
		for s.Parent(n) != common {
			n = s.Parent(n)
		}
		return n
	}
	var first, last dom.NodeID
	if !s.Contains(start.Node, end.Node) {
		first = childOf(start.Node)
	}
	if !s.Contains(end.Node, start.Node) {
		last = childOf(end.Node)
	}
	var inner []dom.NodeID
	c := s.FirstChild(common)
	switch {
	case first != 0:
		c = s.Next(first)
	case start.Node == common:
		for i := 0; i < start.Offset && c != 0; i++ {
			c = s.Next(c)
		}
	}
	stop := last
	if last == 0 && end.Node == common {
		stop = s.FirstChild(common)
		for i := 0; i < end.Offset && stop != 0; i++ {
			stop = s.Next(stop)
		}
	}
	for ; c != 0 && c != stop; c = s.Next(c) {
		if s.Kind(c) == dom.KindDoctype {
			return exception("HierarchyRequestError", "The Range contains a doctype node.")
		}
		inner = append(inner, c)
	}
	at := start
	if !s.Contains(start.Node, end.Node) {
		ref := start.Node
		for p := s.Parent(ref); p != 0 && !s.Contains(p, end.Node); p = s.Parent(ref) {
			ref = p
		}
		at = dom.Boundary{Node: s.Parent(ref), Offset: s.Index(ref) + 1}
	}
	if first != 0 {
		if s.Kind(first).IsCharacterData() {
			cloneText(start.Node, start.Offset, s.DataLength(start.Node))
		} else {
			n := s.Clone(first, d, false)
			s.Append(frag, n)
			if err := x.extractInto(n, start, dom.Boundary{Node: first, Offset: s.NodeLength(first)}, clone, depth+1); err != nil {
				return err
			}
		}
	}
	for _, n := range inner {
		if clone {
			s.Append(frag, s.Clone(n, d, true))
		} else {
			s.AppendChild(frag, n)
		}
	}
	if last != 0 {
		if s.Kind(last).IsCharacterData() {
			cloneText(end.Node, 0, end.Offset)
		} else {
			n := s.Clone(last, d, false)
			s.Append(frag, n)
			if err := x.extractInto(n, dom.Boundary{Node: last}, end, clone, depth+1); err != nil {
				return err
			}
		}
	}
	if !clone && depth == 0 {
		x.r.Set(at, at)
		x.touched()
	}
	return nil
}

// ExtractContents is Range.extractContents.
func (x *Range) ExtractContents() (dom.NodeID, error) { return x.extract(false) }

// CloneContents is Range.cloneContents.
func (x *Range) CloneContents() (dom.NodeID, error) { return x.extract(true) }

// InsertNode is Range.insertNode. https://dom.spec.whatwg.org/#concept-range-insert
func (x *Range) InsertNode(n Node) error {
	s := x.store()
	start := x.r.Start
	k := s.Kind(start.Node)
	switch {
	case start.Node == n.ID:
		return exception("HierarchyRequestError", "Unable to insert a node into a Range starting from the node itself.")
	case k == dom.KindPI || k == dom.KindComment:
		return exception("HierarchyRequestError", "Nodes of type '"+n.name()+"' may not be inserted inside nodes of type '"+s.NodeName(start.Node)+"'.")
	case k.IsText() && s.Parent(start.Node) == 0:
		return exception("HierarchyRequestError", "This operation would split a text node, but there's no parent into which to insert.")
	}
	ref := dom.NodeID(0)
	parent := start.Node
	if k.IsText() {
		ref, parent = start.Node, s.Parent(start.Node)
	} else {
		ref = s.FirstChild(start.Node)
		for i := 0; i < start.Offset; i++ {
			ref = s.Next(ref)
		}
	}
	if e := s.EnsurePreInsert(parent, n.ID, ref); e != nil {
		return e
	}
	if k.IsText() {
		var e *dom.Exception
		if ref, e = s.SplitText(start.Node, start.Offset); e != nil {
			return e
		}
	}
	if n.ID == ref {
		ref = s.Next(ref)
	}
	if s.Parent(n.ID) != 0 {
		s.Remove(n.ID)
	}
	offset := s.NodeLength(parent)
	if ref != 0 {
		offset = s.Index(ref)
	}
	if s.Kind(n.ID) == dom.KindFragment {
		offset += s.NodeLength(n.ID)
	} else {
		offset++
	}
	if e := s.PreInsert(parent, n.ID, ref); e != nil {
		return e
	}
	if x.Collapsed() {
		x.r.SetEnd(dom.Boundary{Node: parent, Offset: offset})
	}
	x.touched()
	return nil
}

// SurroundContents is Range.surroundContents.
func (x *Range) SurroundContents(n Node) error {
	s := x.store()
	root := x.common()
	partly := func(b dom.NodeID) bool {
		for ; b != 0 && b != root; b = s.Parent(b) {
			if !s.Kind(b).IsText() {
				return true
			}
		}
		return false
	}
	if partly(x.r.Start.Node) || partly(x.r.End.Node) {
		return exception("InvalidStateError", "The Range has partially selected a non-Text node.")
	}
	switch s.Kind(n.ID) {
	case dom.KindDocument, dom.KindDoctype, dom.KindFragment, dom.KindShadowRoot:
		return exception("InvalidNodeTypeError", "The node provided is of type '"+n.name()+"'.")
	}
	frag, err := x.extract(false)
	if err != nil {
		return err
	}
	if s.FirstChild(n.ID) != 0 {
		s.ReplaceAll(n.ID, 0)
	}
	if err := x.InsertNode(n); err != nil {
		return err
	}
	if e := s.AppendChild(n.ID, frag); e != nil {
		return e
	}
	x.window.World.wrappers.dropFragment(frag)
	return x.SelectNode(n)
}

// CloneRange is Range.cloneRange.
func (x *Range) CloneRange() *Range {
	o := x.window.newRange(x.r.Start.Node)
	o.r.Set(x.r.Start, x.r.End)
	o.touched()
	return o
}

// Detach is Range.detach, whose steps are to do nothing.
func (x *Range) Detach() {}

// point checks arguments of comparePoint and isPointInRange.
func (x *Range) point(n Node, offset uint32) (dom.Boundary, error) {
	return dom.Boundary{Node: n.ID, Offset: int(offset)}, x.check(n, int(offset))
}

// IsPointInRange is Range.isPointInRange.
func (x *Range) IsPointInRange(n Node, offset uint32) (bool, error) {
	s := x.store()
	if s.Root(n.ID) != s.Root(x.r.Start.Node) {
		return false, nil
	}
	b, err := x.point(n, offset)
	if err != nil {
		return false, err
	}
	return s.ComparePoints(b, x.r.Start) >= 0 && s.ComparePoints(b, x.r.End) <= 0, nil
}

// ComparePoint is Range.comparePoint.
func (x *Range) ComparePoint(n Node, offset uint32) (int16, error) {
	s := x.store()
	if s.Root(n.ID) != s.Root(x.r.Start.Node) {
		return 0, exception("WrongDocumentError", "The node provided and the Range are not in the same tree.")
	}
	b, err := x.point(n, offset)
	if err != nil {
		return 0, err
	}
	switch {
	case s.ComparePoints(b, x.r.Start) < 0:
		return -1, nil
	case s.ComparePoints(b, x.r.End) > 0:
		return 1, nil
	}
	return 0, nil
}

// IntersectsNode is Range.intersectsNode.
func (x *Range) IntersectsNode(n Node) bool {
	s := x.store()
	if s.Root(n.ID) != s.Root(x.r.Start.Node) {
		return false
	}
	p := s.Parent(n.ID)
	if p == 0 {
		return true
	}
	i := s.Index(n.ID)
	return s.ComparePoints(dom.Boundary{Node: p, Offset: i}, x.r.End) < 0 && s.ComparePoints(dom.Boundary{Node: p, Offset: i + 1}, x.r.Start) > 0
}

// String is the stringifier of Range.
func (x *Range) String() string { return x.text() }

func (x *Range) text() string {
	s := x.store()
	start, end := x.r.Start, x.r.End
	part := func(n dom.NodeID, from, to int) string {
		v, _ := s.Substring(n, from, to-from)
		return v
	}
	if start.Node == end.Node && s.Kind(start.Node).IsText() {
		return strings.Clone(part(start.Node, start.Offset, end.Offset))
	}
	var parts []string
	if s.Kind(start.Node).IsText() {
		parts = append(parts, part(start.Node, start.Offset, s.DataLength(start.Node)))
	}
	root := x.common()
	for n := s.Following(root, root); n != 0; n = s.Following(n, root) {
		if s.Kind(n).IsText() && n != start.Node && n != end.Node && x.contains(n) {
			parts = append(parts, s.Data(n))
		}
	}
	if s.Kind(end.Node).IsText() {
		parts = append(parts, part(end.Node, 0, end.Offset))
	}
	return strings.Clone(dom.Concat(parts...))
}

// CreateContextualFragment is Range.createContextualFragment.
func (x *Range) CreateContextualFragment(c *js.Call) js.Value {
	text := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	s := x.store()
	n := x.r.Start.Node
	if s.Kind(n) != dom.KindElement {
		n = s.ParentElement(n)
	}
	d := s.DocumentOf(x.r.Start.Node)
	if n == 0 || s.IsHTMLElement(n, atomHTML) && d.IsHTML {
		n = d.CreateElement(s.HTMLName(atomBody))
		x.window.World.wrappers.fresh = append(x.window.World.wrappers.fresh, n)
	}
	frag, err := Node{nodeRef{x.window, n}}.parseFragment(n, text)
	if err != nil {
		return throwErr(c, err)
	}
	for e := s.Following(frag, frag); e != 0; e = s.Following(e, frag) {
		if s.Kind(e) == dom.KindElement && s.LocalName(e) == atomScript {
			s.SetFlags(e, dom.ScriptStarted|dom.ParserMade, false) // scripts of a contextual fragment run
		}
	}
	return nodeValue(c.Realm(), frag)
}
