package bind

import (
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// Drag and drop by the pointer, within a window. https://html.spec.whatwg.org/multipage/dnd.html#drag-and-drop-processing-model

// dragging is what the user drags, from the press on.
type dragging struct {
	source   *nodeState // the node that is dragged: an element, the text that a selection is pressed in, a text control with selected text
	x, y     float32    // of the press
	selected *Range     // what is dragged is a selection of the document
	from, to int        // what is dragged is a part of a text control's value, UTF-16 units
	active   bool       // the pointer went far enough
	transfer *DataTransfer
	store    *transferStore // what the source sees
	shown    *transferStore // what targets see
	over     *nodeState     // the current target element
	entered  bool           // nothing came after the dragenter of over
	effect   string         // the current drag operation
	image    *nodeState     // of setDragImage, nil otherwise
	imageX   int32          // where the pointer is in it
	imageY   int32
}

func (d *dragging) trace(t *js.Tracer) {
	if d == nil {
		return
	}
	d.source.mark(t)
	mark(t, d.selected)
	mark(t, d.transfer)
	d.store.trace(t)
	d.shown.trace(t)
	d.over.mark(t)
	d.image.mark(t)
}

// dragSlop is how far the pointer goes before what is pressed is dragged, CSS px.
const dragSlop = 3

var atomDraggable = atom.Static("draggable")

// draggableAt is the element that a press on el drags: the nearest one that is draggable, a link, or an image; 0 for none.
func (w *Window) draggableAt(el dom.NodeID) dom.NodeID {
	s := w.World.Store
	for n := el; n != 0; n = s.ParentOrHost(n) {
		if s.Kind(n) != dom.KindElement {
			continue
		}
		switch v, has := s.LookupAttr(n, atomDraggable); {
		case has && equalFold(v, "true"):
			return n
		case has && equalFold(v, "false"):
			return 0
		}
		if w.editingHost(n) == 0 && (s.IsHTMLElement(n, atomA) && s.HasAttr(n, atomHref) || s.IsHTMLElement(n, atomImg)) {
			return n
		}
	}
	return 0
}

// beginDrag readies a drag of what is pressed; false: the press selects.
func (w *Window) beginDrag(el dom.NodeID, x, y float32) bool {
	w.dragging = nil
	d := &dragging{x: x, y: y}
	ws := &w.World.wrappers
	switch n := w.draggableAt(el); {
	case n != 0:
		d.source = ws.state(w.Realm, n)
	case w.World.forms.m.TextControl(el):
		from, to, _ := w.World.forms.m.Selection(el)
		if w.World.forms.m.Type(el) == "password" || !w.insideControlSelection(el, x, y) {
			return false
		}
		d.source, d.from, d.to = ws.state(w.Realm, el), from, to
	default:
		s := w.GetSelection()
		if s.IsCollapsed() || !w.insideSelection(el, x, y) {
			return false
		}
		b, _ := w.caretAt(el, x, y)
		d.source, d.selected = ws.state(w.Realm, b.Node), w.newRange(b.Node)
		d.selected.r.Set(s.rng.r.Start, s.rng.r.End)
	}
	w.dragging = d
	return true
}

// insideSelection reports whether a point is on selected text.
func (w *Window) insideSelection(el dom.NodeID, x, y float32) bool {
	b, ok := w.caretAt(el, x, y)
	if !ok || w.GetSelection().rng == nil {
		return false
	}
	s, r := w.World.Store, w.GetSelection().rng.r
	if s.ComparePoints(b, r.Start) < 0 || s.ComparePoints(b, r.End) > 0 {
		return false
	}
	t := s.Data(b.Node)
	from, to := 0, len(t)
	if r.Start.Node == b.Node {
		from = len(dom.SubstringUTF16(t, 0, r.Start.Offset))
	}
	if r.End.Node == b.Node {
		to = len(dom.SubstringUTF16(t, 0, r.End.Offset))
	}
	for _, q := range w.layout.TextRects(nil, b.Node, from, to) {
		if x >= q.X && x < q.X+q.W && y >= q.Y && y < q.Y+q.H {
			return true
		}
	}
	return false
}

// insideControlSelection reports whether a point is on the selected text of a text control.
func (w *Window) insideControlSelection(el dom.NodeID, x, y float32) bool {
	from, to, _ := w.World.forms.m.Selection(el)
	at := w.caretIn(el, x, y)
	if from == to || at < from || at > to {
		return false
	}
	edge, _, _, ok := w.controlCaret(el, at)
	return ok && (at > from || x >= edge) && (at < to || x < edge)
}

// Dragging reports a drag under way: no events of pointers and keys tell of it.
func (w *Window) Dragging() bool { return w.dragging != nil && w.dragging.active }

// StartDrag begins the drag that a press readied once the pointer went far enough, and reports whether it is under way.
func (w *Window) StartDrag(i PointerInit) bool {
	d := w.dragging
	if d == nil || d.active || distance(i.ClientX-d.x) < dragSlop && distance(i.ClientY-d.y) < dragSlop {
		return false
	}
	s := w.World.Store
	if !s.Alive(d.source.id) || !s.IsConnected(d.source.id) {
		w.dragging = nil
		return false
	}
	d.store = &transferStore{mode: transferReadWrite}
	w.dragData(d)
	d.transfer = w.newDataTransfer(d.store)
	d.transfer.drag = d
	dx, dy := d.x-i.ClientX, d.y-i.ClientY
	i.ClientX, i.ClientY, i.PageX, i.PageY, i.ScreenX, i.ScreenY = d.x, d.y, i.PageX+dx, i.PageY+dy, i.ScreenX+dx, i.ScreenY+dy
	i.MovementX, i.MovementY = 0, 0
	ok := w.dragEvent("dragstart", d.source.id, 0, d.transfer, i)
	d.transfer.drag = nil
	if !ok || w.dragging != d || w.closed {
		if w.dragging == d {
			w.dragging = nil
		}
		return false
	}
	d.active = true
	d.effect = "none"
	d.store.mode = transferProtected
	d.shown = d.store.forTargets()
	return true
}

// DragImage is the element that a page shows of a drag under way, and where the pointer is in it, CSS px; 0: the page did not say.
func (w *Window) DragImage() (el dom.NodeID, x, y int32) {
	if d := w.dragging; d != nil && d.active && d.image != nil && w.Doc.Alive(d.image.id) {
		return d.image.id, d.imageX, d.imageY
	}
	return 0, 0, 0
}

// DragPress is where the pointer was pressed for the drag under way, in the viewport.
func (w *Window) DragPress() (x, y float32) {
	if w.dragging == nil {
		return 0, 0
	}
	return w.dragging.x, w.dragging.y
}

// DragSource is the node that is dragged, and the operation that a drop now would be; 0 for no drag.
func (w *Window) DragSource() (n dom.NodeID, effect string) {
	if !w.Dragging() || !w.Doc.Alive(w.dragging.source.id) {
		return 0, "none"
	}
	return w.dragging.source.id, w.dragging.effect
}

// forTargets is a store as those see it that something is dropped on: text, addresses and markup first, files last.
func (s *transferStore) forTargets() *transferStore {
	t := &transferStore{}
	first := [...]string{"text/plain", "text/uri-list", "text/html"}
	for _, typ := range first {
		if text, ok := s.text(typ); ok {
			t.items = append(t.items, &transferItem{typ: typ, text: text})
		}
	}
	for _, files := range [...]bool{false, true} {
		for _, i := range s.items {
			if (i.file != nil) == files && (files || i.typ != first[0] && i.typ != first[1] && i.typ != first[2]) {
				t.items = append(t.items, &transferItem{typ: i.typ, text: i.text, file: i.file})
			}
		}
	}
	return t
}

// dragData puts into the store what is dragged as it is.
func (w *Window) dragData(d *dragging) {
	s, n := w.World.Store, d.source.id
	switch {
	case d.selected != nil:
		d.store.setText("text/html", w.markupOf(d.selected))
		d.store.setText("text/plain", w.GetSelection().String())
	case d.to > d.from:
		d.store.setText("text/plain", dom.SubstringUTF16(w.World.forms.m.Value(n), d.from, d.to))
	case s.IsHTMLElement(n, atomA) && s.HasAttr(n, atomHref):
		if u, ok := w.parseURL(n, s.Attr(n, atomHref)); ok {
			d.store.setText("text/uri-list", u.Href())
			d.store.setText("text/plain", u.Href())
			d.store.setText("text/html", string(html.Outer(nil, s, n, html.SerializeOptions{})))
		}
	case s.IsHTMLElement(n, atomImg):
		address := s.Attr(n, atomSrc)
		for a := n; a != 0; a = s.ParentOrHost(a) { // of an image in a link the link's
			if s.IsHTMLElement(a, atomA) && s.HasAttr(a, atomHref) {
				address = s.Attr(a, atomHref)
				break
			}
		}
		if u, ok := w.parseURL(n, address); ok {
			d.store.setText("text/uri-list", u.Href())
			d.store.setText("text/html", string(html.Outer(nil, s, n, html.SerializeOptions{})))
		}
	}
}

// dragEvent fires an event of the drag; false: the page cancels it.
func (w *Window) dragEvent(typ string, n, related dom.NodeID, t *DataTransfer, i PointerInit) bool {
	if w.closed || !w.Doc.Alive(n) {
		return true
	}
	i.Button, i.Detail, i.Related = 0, 0, related
	e := &DragEvent{MouseEvent: w.mouseEvent(typ, &i), transfer: t}
	e.bubbles, e.composed, e.cancelable = true, true, typ != "dragleave" && typ != "dragend"
	return w.fire(e, NodeTarget(n))
}

// tellSource fires drag or dragend at what is dragged, while it is in a document.
func (w *Window) tellSource(d *dragging, typ, effect string, i PointerInit) {
	if n := d.source.id; w.Doc.Alive(n) && w.Doc.IsConnected(n) {
		d.transfer.effect = effect
		w.dragEvent(typ, n, 0, d.transfer, i)
	}
}

// targetTransfer is the DataTransfer of events at targets: of one update, or of the drop.
func (w *Window) targetTransfer(d *dragging, effect string) *DataTransfer {
	t := w.newDataTransfer(d.shown)
	t.effect, t.allowed = effect, d.transfer.allowed
	return t
}

// offered is the operation that effectAllowed and the keys begin with.
func (d *dragging) offered(mods Modifiers) string {
	a := d.transfer.allowed
	want := [...]string{"move", "copy", "link"}
	if a == "all" || a == "uninitialized" || mods&ModControl != 0 {
		want = [...]string{"copy", "move", "link"}
	}
	if mods&ModShift != 0 && mods&ModControl == 0 {
		want = [...]string{"move", "copy", "link"}
	}
	for _, e := range want {
		if d.allows(e) {
			return e
		}
	}
	return "none"
}

func (d *dragging) allows(effect string) bool {
	a := d.transfer.allowed
	return a == "all" || a == "uninitialized" || strings.Contains(strings.ToLower(a), effect)
}

// DragMove goes on with a drag: the pointer is over an element. A new element is entered, and dragover waits for the next move in it.
// Chromium's order: dragenter, then dragleave where the pointer was.
func (w *Window) DragMove(over dom.NodeID, i PointerInit) {
	d := w.dragging
	if d == nil || !d.active || !w.Doc.Alive(over) {
		return
	}
	old := d.over
	if enters := old == nil || old.id != over; enters || !d.entered {
		if w.tellSource(d, "drag", "none", i); w.dragging != d || w.closed || !w.Doc.Alive(over) {
			return
		}
	}
	t := w.targetTransfer(d, d.offered(i.Modifiers))
	if t.allowed == "uninitialized" {
		t.allowed = "all"
	}
	defer func() { t.store = nil }()
	if old != nil && old.id == over {
		d.entered = false
		w.ask(d, "dragover", over, 0, t, i)
		return
	}
	d.over, d.entered = w.World.wrappers.state(w.Realm, over), true
	related := dom.NodeID(0)
	if old != nil && w.Doc.Alive(old.id) {
		related = old.id
	}
	if w.ask(d, "dragenter", over, related, t, i); w.dragging == d && related != 0 && w.Doc.Alive(related) {
		t.effect = "none"
		w.dragEvent("dragleave", related, over, t, i)
	}
}

// ask fires dragenter or dragover: the page that cancels it takes what is dragged, or else text control and editing host take text.
func (w *Window) ask(d *dragging, typ string, over, related dom.NodeID, t *DataTransfer, i PointerInit) {
	prevented := !w.dragEvent(typ, over, related, t, i)
	if w.dragging != d || w.closed {
		return
	}
	d.effect = "none"
	switch {
	case prevented:
		d.effect = t.effect
	case w.Doc.Alive(over) && w.takesText(d, over, i):
		if d.effect = "copy"; i.Modifiers&ModControl == 0 && w.movable(d) {
			d.effect = "move"
		}
	}
	if !d.allows(d.effect) {
		d.effect = "none"
	}
}

// takesText reports an element that what is dragged can be dropped into as text.
func (w *Window) takesText(d *dragging, el dom.NodeID, i PointerInit) bool {
	_, plain := d.shown.text("text/plain")
	_, list := d.shown.text("text/uri-list")
	_, markup := d.shown.text("text/html")
	m := w.World.forms.m
	switch {
	case m.TextControl(el):
		return (plain || list) && m.Mutable(el) && !(d.source.id == el && w.insideControlSelection(el, i.ClientX, i.ClientY))
	case w.editingHost(el) == 0:
		return false
	}
	return (plain || list || markup) && !(d.selected != nil && w.insideSelection(el, i.ClientX, i.ClientY))
}

// movable reports what goes from where it was when it is dropped elsewhere: text of a control or an editing host.
func (w *Window) movable(d *dragging) bool {
	n := d.source.id
	if !w.Doc.Alive(n) || !w.Doc.IsConnected(n) {
		return false
	}
	if d.selected == nil {
		return d.to > d.from && w.World.forms.m.Mutable(n)
	}
	host := w.editingHost(d.selected.r.Start.Node)
	return host != 0 && w.editingHost(d.selected.r.End.Node) == host
}

// Drop ends a drag: the button is released where the pointer is.
func (w *Window) Drop(i PointerInit) {
	d := w.dragging
	if !w.Dragging() {
		return
	}
	if d.over == nil || d.effect == "none" {
		w.CancelDrag(i)
		return
	}
	if over := d.over.id; w.Doc.Alive(over) {
		t := w.targetTransfer(d, d.effect)
		d.shown.mode = transferReadOnly
		ok := w.dragEvent("drop", over, 0, t, i)
		t.store = nil
		if ok && w.dragging == d && !w.closed && w.Doc.Alive(over) && w.Doc.IsConnected(over) && w.takesText(d, over, i) {
			w.dropText(d, over, i)
		}
	}
	w.endDrag(d, i)
}

// CancelDrag ends a drag without a drop.
func (w *Window) CancelDrag(i PointerInit) {
	d := w.dragging
	if !w.Dragging() {
		return
	}
	d.effect = "none"
	if d.over != nil {
		w.tellSource(d, "drag", "none", i)
		if w.dragging == d && w.Doc.Alive(d.over.id) {
			t := w.targetTransfer(d, "none")
			w.dragEvent("dragleave", d.over.id, 0, t, i)
			t.store = nil
		}
	}
	w.endDrag(d, i)
}

// endDrag tells the source how the drag ended.
func (w *Window) endDrag(d *dragging, i PointerInit) {
	if w.dragging != d {
		return
	}
	if i.Buttons = 0; !w.closed {
		w.tellSource(d, "dragend", d.effect, i)
	}
	d.transfer.store = nil
	if w.dragging == d {
		w.dragging = nil
	}
}

// dropText puts what was dragged where it was dropped and selects it; what is moved goes from where it was.
func (w *Window) dropText(d *dragging, el dom.NodeID, i PointerInit) {
	w.Host.UpdateLayout(w)
	m := w.World.forms.m
	if m.TextControl(el) {
		text, ok := d.shown.text("text/plain")
		if !ok {
			text, _ = d.shown.text("text/uri-list")
		}
		at := w.caretIn(el, i.ClientX, i.ClientY)
		if w.deleteDragged(d) && d.source.id == el && at >= d.to {
			at -= d.to - d.from
		}
		if w.closed || !w.Doc.Alive(el) || !w.Focus(el) || !m.Mutable(el) {
			return
		}
		m.SetSelection(el, at, at, "none")
		if w.change(el, at, at, w.controlText(el, text), "insertFromDrop") && !w.closed && w.Doc.Alive(el) {
			if _, end, _ := m.Selection(el); end > at {
				m.SetSelection(el, at, end, "none")
			}
		}
		return
	}
	host := w.editingHost(el)
	b, ok := w.caretAt(el, i.ClientX, i.ClientY)
	if !ok || w.editingHost(b.Node) != host {
		b = dom.Boundary{Node: host, Offset: w.Doc.ChildCount(host)}
	}
	at := w.newRange(b.Node) // it moves with what is deleted
	at.r.Set(b, b)
	w.deleteDragged(d)
	if w.closed || !w.Doc.Alive(host) || !w.Doc.IsConnected(at.r.Start.Node) || w.editingHost(at.r.Start.Node) != host {
		return
	}
	w.Focus(host)
	if w.closed || !w.Doc.Alive(host) {
		return
	}
	w.GetSelection().set(at.r.Start, at.r.Start)
	if w.insertStore(host, "insertFromDrop", d.shown) && !w.closed {
		s := w.GetSelection()
		if f := s.focusPoint(); s.rng != nil && w.Doc.Alive(at.r.Start.Node) && w.Doc.IsConnected(at.r.Start.Node) && w.World.Store.ComparePoints(at.r.Start, f) < 0 {
			s.set(at.r.Start, f)
		}
	}
}

// deleteDragged deletes what is moved, and reports whether it did.
func (w *Window) deleteDragged(d *dragging) bool {
	if d.effect != "move" || !w.movable(d) {
		return false
	}
	if d.selected == nil {
		n := dom.UTF16Len(w.World.forms.m.Value(d.source.id))
		return d.to <= n && w.change(d.source.id, d.from, d.to, "", "deleteByDrag")
	}
	r := d.selected.r
	if d.selected.Collapsed() {
		return false
	}
	w.GetSelection().set(r.Start, r.End)
	return w.editOf(w.editingHost(r.Start.Node)).run(inputInit{kind: "deleteByDrag"}, func(ed *edit.Editor) { ed.DeleteKey(false, edit.Character) })
}

// distance is how far a coordinate is.
func distance(v float32) float32 { return max(v, -v) }
