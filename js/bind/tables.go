package bind

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// Tables. https://html.spec.whatwg.org/multipage/tables.html

var (
	atomTable   = atom.Static("table")
	atomCaption = atom.Static("caption")
	atomThead   = atom.Static("thead")
	atomTbody   = atom.Static("tbody")
	atomTfoot   = atom.Static("tfoot")
	atomTr      = atom.Static("tr")
	atomTh      = atom.Static("th")
)

// childNamed is the first HTML child element with one of the names.
func (n Node) childNamed(names ...atom.Atom) dom.NodeID {
	s := n.store()
	for c := s.FirstElementChild(n.ID); c != 0; c = s.NextElement(c) {
		if isAny(s, c, names...) {
			return c
		}
	}
	return 0
}

// isAny reports whether an element is an HTML element with one of the names.
func isAny(s *dom.Store, id dom.NodeID, names ...atom.Atom) bool {
	nm := s.ElementName(id)
	if nm.NS != dom.HTML {
		return false
	}
	for _, n := range names {
		if nm.Local == n {
			return true
		}
	}
	return false
}

// lastNamed is the last HTML child element with one of the names.
func (n Node) lastNamed(names ...atom.Atom) dom.NodeID {
	s := n.store()
	for c := s.LastChild(n.ID); c != 0; c = s.Prev(c) {
		if s.Kind(c) == dom.KindElement && isAny(s, c, names...) {
			return c
		}
	}
	return 0
}

func (n Node) childrenNamed(names ...atom.Atom) (out []dom.NodeID) {
	s := n.store()
	for c := s.FirstElementChild(n.ID); c != 0; c = s.NextElement(c) {
		if isAny(s, c, names...) {
			out = append(out, c)
		}
	}
	return out
}

func (n Node) htmlElement(local atom.Atom) dom.NodeID {
	return n.doc().CreateElement(n.store().HTMLName(local))
}

// generated is a live collection that belongs to the node.
func (n Node) generated(key string, make func() []dom.NodeID) *HTMLCollection {
	return n.collection(cachedRows, key, nodes{kind: listGenerated, make: make})
}

// Caption is HTMLTableElement.caption.
func (t HTMLTableElement) Caption() dom.NodeID { return Node(t).childNamed(atomCaption) }

// SetCaption sets HTMLTableElement.caption.
func (t HTMLTableElement) SetCaption(c HTMLTableCaptionElement) error {
	if old := t.Caption(); old != 0 {
		t.store().Remove(old)
	}
	if c.ID == 0 {
		return nil
	}
	return domErr(t.store().PreInsert(t.ID, c.ID, t.store().FirstChild(t.ID)))
}

// CreateCaption is HTMLTableElement.createCaption.
func (t HTMLTableElement) CreateCaption() dom.NodeID {
	c := t.Caption()
	if c == 0 {
		c = Node(t).htmlElement(atomCaption)
		t.store().InsertBefore(t.ID, c, t.store().FirstChild(t.ID))
	}
	return c
}

// DeleteCaption is HTMLTableElement.deleteCaption.
func (t HTMLTableElement) DeleteCaption() { Node(t).removeIf(t.Caption()) }

func (n Node) removeIf(id dom.NodeID) {
	if id != 0 {
		n.store().Remove(id)
	}
}

// THead is HTMLTableElement.tHead.
func (t HTMLTableElement) THead() dom.NodeID { return Node(t).childNamed(atomThead) }

// SetTHead sets HTMLTableElement.tHead.
func (t HTMLTableElement) SetTHead(h HTMLTableSectionElement) error {
	if h.ID != 0 && !h.is(atomThead) {
		return exception("HierarchyRequestError", "The element provided is not a 'thead' element.")
	}
	t.DeleteTHead()
	if h.ID == 0 {
		return nil
	}
	return domErr(t.store().PreInsert(t.ID, h.ID, t.headPlace()))
}

// headPlace is the child that a thead goes before: the first that is no caption or colgroup.
func (t HTMLTableElement) headPlace() dom.NodeID {
	s := t.store()
	for c := s.FirstElementChild(t.ID); c != 0; c = s.NextElement(c) {
		if !isAny(s, c, atomCaption, atomColgroup) {
			return c
		}
	}
	return 0
}

var atomColgroup = atom.Static("colgroup")

// CreateTHead is HTMLTableElement.createTHead.
func (t HTMLTableElement) CreateTHead() dom.NodeID {
	h := t.THead()
	if h == 0 {
		h = Node(t).htmlElement(atomThead)
		t.store().InsertBefore(t.ID, h, t.headPlace())
	}
	return h
}

// DeleteTHead is HTMLTableElement.deleteTHead.
func (t HTMLTableElement) DeleteTHead() { Node(t).removeIf(t.THead()) }

// TFoot is HTMLTableElement.tFoot.
func (t HTMLTableElement) TFoot() dom.NodeID { return Node(t).childNamed(atomTfoot) }

// SetTFoot sets HTMLTableElement.tFoot.
func (t HTMLTableElement) SetTFoot(f HTMLTableSectionElement) error {
	if f.ID != 0 && !f.is(atomTfoot) {
		return exception("HierarchyRequestError", "The element provided is not a 'tfoot' element.")
	}
	t.DeleteTFoot()
	if f.ID == 0 {
		return nil
	}
	return domErr(t.store().AppendChild(t.ID, f.ID))
}

// CreateTFoot is HTMLTableElement.createTFoot.
func (t HTMLTableElement) CreateTFoot() dom.NodeID {
	f := t.TFoot()
	if f == 0 {
		f = Node(t).htmlElement(atomTfoot)
		t.store().Append(t.ID, f)
	}
	return f
}

// DeleteTFoot is HTMLTableElement.deleteTFoot.
func (t HTMLTableElement) DeleteTFoot() { Node(t).removeIf(t.TFoot()) }

// TBodies is HTMLTableElement.tBodies.
func (t HTMLTableElement) TBodies() *HTMLCollection {
	return Node(t).generated("tBodies", func() []dom.NodeID { return Node(t).childrenNamed(atomTbody) })
}

// CreateTBody is HTMLTableElement.createTBody.
func (t HTMLTableElement) CreateTBody() dom.NodeID {
	b := Node(t).htmlElement(atomTbody)
	next := dom.NodeID(0)
	if l := Node(t).childrenNamed(atomTbody); len(l) > 0 {
		next = t.store().Next(l[len(l)-1])
	}
	t.store().InsertBefore(t.ID, b, next)
	return b
}

// tableRows are the rows of a table: those of heads, then those of bodies and its own, then those of feet.
func (n Node) tableRows() (out []dom.NodeID) {
	s := n.store()
	for _, pass := range [3]atom.Atom{atomThead, atomTbody, atomTfoot} {
		for c := s.FirstElementChild(n.ID); c != 0; c = s.NextElement(c) {
			switch {
			case isAny(s, c, pass):
				out = append(out, Node{nodeRef{n.w, c}}.childrenNamed(atomTr)...)
			case pass == atomTbody && isAny(s, c, atomTr):
				out = append(out, c)
			}
		}
	}
	return out
}

// lastRow is the last of tableRows.
func (n Node) lastRow() dom.NodeID {
	s := n.store()
	for _, pass := range [3]atom.Atom{atomTfoot, atomTbody, atomThead} {
		for c := s.LastChild(n.ID); c != 0; c = s.Prev(c) {
			switch {
			case s.Kind(c) != dom.KindElement:
			case isAny(s, c, pass):
				if r := (Node{nodeRef{n.w, c}}).lastNamed(atomTr); r != 0 {
					return r
				}
			case pass == atomTbody && isAny(s, c, atomTr):
				return c
			}
		}
	}
	return 0
}

// rowList is the live list of tableRows.
func (n Node) rowList() *HTMLCollection { return n.generated("rows", n.tableRows) }

// childList is the live list of the children with the names.
func (n Node) childList(key string, names ...atom.Atom) *HTMLCollection {
	return n.generated(key, func() []dom.NodeID { return n.childrenNamed(names...) })
}

// Rows is HTMLTableElement.rows.
func (t HTMLTableElement) Rows() *HTMLCollection { return Node(t).rowList() }

func indexError(index int32, most int) error {
	if index < -1 {
		return exception("IndexSizeError", "The index provided ("+itoa(int(index))+") is less than -1.")
	}
	return exception("IndexSizeError", "The index provided ("+itoa(int(index))+") is greater than the number of rows in the table ("+itoa(most)+").")
}

// InsertRow is HTMLTableElement.insertRow.
func (t HTMLTableElement) InsertRow(index int32) (dom.NodeID, error) {
	s := t.store()
	if index == -1 { // without the others, as tables grow there
		if last := Node(t).lastRow(); last != 0 {
			tr := Node(t).htmlElement(atomTr)
			s.Append(s.Parent(last), tr)
			return tr, nil
		}
	}
	rows := Node(t).tableRows()
	if index < -1 || int(index) > len(rows) {
		return 0, indexError(index, len(rows))
	}
	tr := Node(t).htmlElement(atomTr)
	switch {
	case len(rows) == 0:
		bodies := Node(t).childrenNamed(atomTbody)
		body := dom.NodeID(0)
		if len(bodies) > 0 {
			body = bodies[len(bodies)-1]
			s.Append(body, tr)
		} else {
			body = Node(t).htmlElement(atomTbody)
			s.Append(body, tr)
			s.Append(t.ID, body)
		}
	case int(index) == len(rows):
		s.Append(s.Parent(rows[len(rows)-1]), tr)
	default:
		s.InsertBefore(s.Parent(rows[index]), tr, rows[index])
	}
	return tr, nil
}

// DeleteRow is HTMLTableElement.deleteRow.
func (t HTMLTableElement) DeleteRow(index int32) error {
	if index == -1 {
		Node(t).removeIf(Node(t).lastRow())
		return nil
	}
	rows := Node(t).tableRows()
	if index < -1 || int(index) >= len(rows) {
		return indexError(index, len(rows))
	}
	t.store().Remove(rows[index])
	return nil
}

// sectionIndexError and cellIndexError are Chromium's words for an index outside of the rows of a section and the cells of a row.
func sectionIndexError(index int32, most int) error {
	return exception("IndexSizeError", "The provided index ("+itoa(int(index))+" is outside the range [-1, "+itoa(most)+"].")
}

func cellIndexError(index int32, most int) error {
	return exception("IndexSizeError", "The value provided ("+itoa(int(index))+") is outside the range [-1, "+itoa(most)+"].")
}

// deleteAt removes one of the children with the names; -1 is the last. The ends are found without the others, as tables are emptied from there.
func (n Node) deleteAt(index int32, outside func(index int32, most int) error, names ...atom.Atom) error {
	switch index {
	case -1:
		n.removeIf(n.lastNamed(names...))
		return nil
	case 0:
		if c := n.childNamed(names...); c != 0 {
			n.store().Remove(c)
			return nil
		}
	}
	l := n.childrenNamed(names...)
	if index < -1 || int(index) >= len(l) {
		return outside(index, len(l))
	}
	n.store().Remove(l[index])
	return nil
}

// insertAt makes an element among the children at the place of one of those with the names; -1 is behind all children.
func (n Node) insertAt(index int32, local atom.Atom, outside func(index int32, most int) error, names ...atom.Atom) (dom.NodeID, error) {
	next := dom.NodeID(0)
	switch index {
	case -1:
	case 0:
		next = n.childNamed(names...)
	default:
		l := n.childrenNamed(names...)
		if index < -1 || int(index) > len(l) {
			return 0, outside(index, len(l))
		}
		if int(index) < len(l) {
			next = l[index]
		}
	}
	el := n.htmlElement(local)
	n.store().InsertBefore(n.ID, el, next)
	return el, nil
}

// Rows is HTMLTableSectionElement.rows.
func (t HTMLTableSectionElement) Rows() *HTMLCollection {
	return Node(t).childList("rows", atomTr)
}

// InsertRow is HTMLTableSectionElement.insertRow.
func (t HTMLTableSectionElement) InsertRow(index int32) (dom.NodeID, error) {
	return Node(t).insertAt(index, atomTr, sectionIndexError, atomTr)
}

// DeleteRow is HTMLTableSectionElement.deleteRow.
func (t HTMLTableSectionElement) DeleteRow(index int32) error {
	return Node(t).deleteAt(index, sectionIndexError, atomTr)
}

// RowIndex is HTMLTableRowElement.rowIndex.
func (r HTMLTableRowElement) RowIndex() int32 {
	s := r.store()
	p := s.ParentElement(r.ID)
	if p != 0 && isAny(s, p, atomThead, atomTbody, atomTfoot) {
		p = s.ParentElement(p)
	}
	if p == 0 || !isAny(s, p, atomTable) {
		return -1
	}
	return int32(Node{nodeRef{r.w, p}}.rowList().indexOf(r.ID))
}

// SectionRowIndex is HTMLTableRowElement.sectionRowIndex.
func (r HTMLTableRowElement) SectionRowIndex() int32 {
	s := r.store()
	p := s.ParentElement(r.ID)
	switch {
	case p == 0:
		return -1
	case isAny(s, p, atomTable):
		return int32(Node{nodeRef{r.w, p}}.rowList().indexOf(r.ID))
	case isAny(s, p, atomThead, atomTbody, atomTfoot):
		return int32(Node{nodeRef{r.w, p}}.childList("rows", atomTr).indexOf(r.ID))
	}
	return -1
}

// Cells is HTMLTableRowElement.cells.
func (r HTMLTableRowElement) Cells() *HTMLCollection {
	return Node(r).childList("cells", atomTd, atomTh)
}

// InsertCell is HTMLTableRowElement.insertCell.
func (r HTMLTableRowElement) InsertCell(index int32) (dom.NodeID, error) {
	return Node(r).insertAt(index, atomTd, cellIndexError, atomTd, atomTh)
}

// DeleteCell is HTMLTableRowElement.deleteCell.
func (r HTMLTableRowElement) DeleteCell(index int32) error {
	return Node(r).deleteAt(index, func(index int32, most int) error { // an open end, in Chromium's words
		return exception("IndexSizeError", "The value provided ("+itoa(int(index))+") is outside the range [0, "+itoa(most)+").")
	}, atomTd, atomTh)
}

// CellIndex is HTMLTableCellElement.cellIndex.
func (c HTMLTableCellElement) CellIndex() int32 {
	p := c.store().ParentElement(c.ID)
	if p == 0 || !isAny(c.store(), p, atomTr) {
		return -1
	}
	return int32(Node{nodeRef{c.w, p}}.childList("cells", atomTd, atomTh).indexOf(c.ID))
}

// Scope is HTMLTableCellElement.scope.
func (c HTMLTableCellElement) Scope() string {
	return c.enumerated("scope", "", "", "row", "col", "rowgroup", "colgroup")
}

// SetScope sets HTMLTableCellElement.scope.
func (c HTMLTableCellElement) SetScope(v string) { c.setNamed("scope", v) }
