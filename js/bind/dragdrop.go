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
	source   *nodeState // the node that is dragged, or that the selection begins in
	x, y     float32    // of the press
	selected *Range     // what is dragged is the selection
	active   bool       // the pointer went far enough
	transfer *DataTransfer
	store    *transferStore
	over     *nodeState // the current target element
	effect   string     // the current drag operation
}

func (d *dragging) trace(t *js.Tracer) {
	if d == nil {
		return
	}
	d.source.mark(t)
	mark(t, d.selected)
	mark(t, d.transfer)
	d.store.trace(t)
	d.over.mark(t)
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
	if n := w.draggableAt(el); n != 0 {
		d.source = ws.state(w.Realm, n)
	} else if s := w.GetSelection(); !s.IsCollapsed() && w.insideSelection(el, x, y) {
		d.source, d.selected = ws.state(w.Realm, el), s.rng
	} else {
		return false
	}
	w.dragging = d
	return true
}

// insideSelection reports whether a point is on selected text.
func (w *Window) insideSelection(el dom.NodeID, x, y float32) bool {
	b, ok := w.caretAt(el, x, y)
	if !ok {
		return false
	}
	s, r := w.World.Store, w.GetSelection().rng.r
	return s.ComparePoints(b, r.Start) > 0 && s.ComparePoints(b, r.End) < 0
}

// Dragging reports a drag under way: the pointer's own events rest.
func (w *Window) Dragging() bool { return w.dragging != nil && w.dragging.active }

// startDrag begins the drag that a press readied once the pointer went far enough.
func (w *Window) startDrag(over dom.NodeID, x, y float32) {
	d := w.dragging
	if distance(x-d.x) < dragSlop && distance(y-d.y) < dragSlop {
		return
	}
	s := w.World.Store
	if !s.Alive(d.source.id) || !s.IsConnected(d.source.id) {
		w.dragging = nil
		return
	}
	d.store = &transferStore{mode: transferReadWrite}
	w.dragData(d)
	d.transfer = w.newDataTransfer(d.store)
	if !w.dragEvent("dragstart", d.source.id, d.x, d.y, 0, true) || w.dragging != d {
		if w.dragging == d {
			w.dragging = nil
		}
		return
	}
	d.active = true
	d.store.mode = transferProtected
	w.DispatchPointer(d.source.id, "pointercancel", PointerInit{ClientX: x, ClientY: y})
	w.DragMove(over, x, y, 0)
}

// dragData puts into the store what is dragged as it is.
func (w *Window) dragData(d *dragging) {
	s, n := w.World.Store, d.source.id
	switch {
	case d.selected != nil:
		d.store.setText("text/plain", w.GetSelection().String())
		d.store.setText("text/html", w.markupOf(d.selected))
	case s.IsHTMLElement(n, atomA) && s.HasAttr(n, atomHref), s.IsHTMLElement(n, atomImg):
		attr := atomHref
		if s.IsHTMLElement(n, atomImg) {
			attr = atomSrc
		}
		if u, ok := w.parseURL(n, s.Attr(n, attr)); ok {
			d.store.setText("text/uri-list", u.Href())
			d.store.setText("text/html", string(html.Outer(nil, s, n, html.SerializeOptions{})))
			if attr == atomHref {
				d.store.setText("text/plain", u.Href())
			}
		}
	}
}

// dragEvent fires an event of the drag; false: the page cancels it.
func (w *Window) dragEvent(typ string, n dom.NodeID, x, y float32, mods Modifiers, cancelable bool) bool {
	if w.closed || !w.Doc.Alive(n) {
		return true
	}
	e := &DragEvent{MouseEvent: MouseEvent{UIEvent: UIEvent{Event: Event{typ: typ, bubbles: true, cancelable: cancelable, composed: true}, view: w},
		screenX: float64(x), screenY: float64(y), clientX: float64(x), clientY: float64(y), pageX: float64(x), pageY: float64(y), mods: mods}, transfer: w.dragging.transfer}
	return w.fire(e, NodeTarget(n))
}

// effectOf is the operation that effectAllowed begins with.
func (d *dragging) effectOf(mods Modifiers) string {
	want := []string{"copy", "move", "link"}
	if d.transfer.allowed == "uninitialized" && d.selected != nil && mods&ModControl == 0 || mods&ModShift != 0 {
		want = []string{"move", "copy", "link"}
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

// DragMove goes on with a drag: the pointer is over an element.
func (w *Window) DragMove(over dom.NodeID, x, y float32, mods Modifiers) {
	d := w.dragging
	d.transfer.effect = "none"
	if !w.dragEvent("drag", d.source.id, x, y, mods, true) {
		d.effect = "none"
		w.endDrag(x, y, mods)
		return
	}
	if w.dragging != d || w.closed || !w.Doc.Alive(over) {
		return
	}
	old := d.over
	if old == nil || old.id != over {
		d.over = w.World.wrappers.state(w.Realm, over)
		d.transfer.effect = d.effectOf(mods)
		w.dragEvent("dragenter", over, x, y, mods, true)
		if w.dragging != d {
			return
		}
		if old != nil && w.Doc.Alive(old.id) {
			d.transfer.effect = "none"
			w.dragEvent("dragleave", old.id, x, y, mods, false)
		}
		if w.dragging != d || !w.Doc.Alive(over) {
			return
		}
	}
	d.transfer.effect = d.effectOf(mods)
	if w.dragEvent("dragover", over, x, y, mods, true) { // what can be edited takes text
		d.effect = "none"
		if w.dropPlace(over) && w.hasDropText(d) {
			d.effect = d.effectOf(mods)
		}
	} else if d.effect = d.transfer.effect; d.effect != "none" && !d.allows(d.effect) {
		d.effect = "none"
	}
}

func (w *Window) hasDropText(d *dragging) bool {
	_, plain := d.store.text("text/plain")
	_, list := d.store.text("text/uri-list")
	return plain || list
}

// dropPlace reports an element that text can be dropped into.
func (w *Window) dropPlace(el dom.NodeID) bool {
	m := w.World.forms.m
	return m.TextControl(el) && m.Mutable(el) || w.editingHost(el) != 0
}

// Drop ends a drag: the button is released over an element.
func (w *Window) Drop(over dom.NodeID, x, y float32, mods Modifiers) {
	d := w.dragging
	if !d.active {
		w.dragging = nil
		return
	}
	if d.over == nil || d.over.id != over {
		if w.DragMove(over, x, y, mods); w.dragging != d {
			return
		}
	}
	switch {
	case d.over == nil || !w.Doc.Alive(d.over.id):
		d.effect = "none"
	case d.effect == "none":
		w.dragEvent("dragleave", d.over.id, x, y, mods, false)
	default:
		d.store.mode = transferReadOnly
		d.transfer.effect = d.effect
		if w.dragEvent("drop", d.over.id, x, y, mods, true) {
			if w.dragging == d && w.Doc.Alive(d.over.id) && w.dropPlace(d.over.id) {
				w.dropText(d, d.over.id, x, y)
			}
		} else if w.dragging == d {
			d.effect = d.transfer.effect
		}
		d.store.mode = transferProtected
	}
	if w.dragging == d {
		w.endDrag(x, y, mods)
	}
}

// endDrag tells the source how the drag ended.
func (w *Window) endDrag(x, y float32, mods Modifiers) {
	d := w.dragging
	d.transfer.effect = d.effect
	if d.effect == "" {
		d.transfer.effect = "none"
	}
	if w.Doc.Alive(d.source.id) && w.Doc.IsConnected(d.source.id) {
		w.dragEvent("dragend", d.source.id, x, y, mods, false)
	}
	d.transfer.store = nil
	w.dragging = nil
}

// dropText puts what was dragged where it was dropped; a selection that is moved goes from where it was.
func (w *Window) dropText(d *dragging, el dom.NodeID, x, y float32) {
	w.Host.UpdateLayout(w)
	text, ok := d.store.text("text/plain")
	if !ok {
		text, _ = d.store.text("text/uri-list")
	}
	markup, rich := d.store.text("text/html")
	m := w.World.forms.m
	if m.TextControl(el) {
		at := w.caretIn(el, x, y)
		w.deleteDragged(d)
		if w.Doc.Alive(el) && w.Focus(el) {
			m.SetSelection(el, at, at, "none")
			w.change(el, at, at, w.controlText(el, text), "insertFromDrop")
		}
		return
	}
	host := w.editingHost(el)
	b, ok := w.caretAt(el, x, y)
	if !ok || w.editingHost(b.Node) != host {
		b = dom.Boundary{Node: host, Offset: w.Doc.ChildCount(host)}
	}
	at := w.newRange(b.Node) // it moves with what is deleted
	at.r.Start, at.r.End = b, b
	w.deleteDragged(d)
	if w.closed || !w.Doc.Alive(host) || !w.Doc.IsConnected(at.r.Start.Node) || w.editingHost(at.r.Start.Node) != host {
		return
	}
	w.Focus(host)
	w.GetSelection().set(at.r.Start, at.r.Start)
	w.insertData(host, "insertFromDrop", text, markup, rich && !w.plaintextOnly(host))
}

// deleteDragged deletes a selection that is moved.
func (w *Window) deleteDragged(d *dragging) {
	if d.effect != "move" || d.selected == nil || d.selected.Collapsed() {
		return
	}
	r := d.selected.r
	host := w.editingHost(r.Start.Node)
	if host == 0 || w.editingHost(r.End.Node) != host {
		return
	}
	w.GetSelection().set(r.Start, r.End)
	w.editOf(host).run(inputInit{kind: "deleteByDrag"}, func(ed *edit.Editor) { ed.DeleteKey(false, edit.Character) })
}

// distance is how far a coordinate is.
func distance(v float32) float32 { return max(v, -v) }
