package bind

import (
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
	"github.com/niso-engine/niso/style"
)

// Selecting with the pointer.

// selectionDrag is a selection that the pointer makes: in a text control, or in the document from a place on.
type selectionDrag struct {
	el    *nodeState // the control; nil: the document
	text  *nodeState // of the document: where it began
	at    int        // UTF-16 units
	begun bool

	slider bool   // no selection but the thumb of el, an input of type range
	value  string // of it before
}

// caretIn is the place in the text of a control that is nearest to a point of the viewport, in UTF-16 units of its value.
func (w *Window) caretIn(el dom.NodeID, x, y float32) int {
	v := w.World.forms.m.Value(el)
	shown, placeholder := w.World.forms.m.Text(el)
	if placeholder || v == "" {
		return 0
	}
	_, offset, ok := w.layout.CaretAt(el, x, y)
	if !ok {
		return dom.UTF16Len(v)
	}
	n := utf8.RuneCountInString(shown[:min(offset, len(shown))]) // a password shows other characters than it has
	for i := range v {
		if n == 0 {
			return dom.UTF16Len(v[:i])
		}
		n--
	}
	return dom.UTF16Len(v)
}

// caretAt is the place in the document's text that is nearest to a point of the viewport.
func (w *Window) caretAt(el dom.NodeID, x, y float32) (b dom.Boundary, ok bool) {
	n, offset, ok := w.layout.CaretAt(el, x, y)
	if !ok || n == 0 {
		return b, false
	}
	data := w.Doc.Data(n)
	return dom.Boundary{Node: n, Offset: dom.UTF16Len(data[:min(offset, len(data))])}, true
}

// BeginSelection begins selecting with the pointer, in a text control or the document. A double click selects a word, a triple click the
// control's text or the block. Other buttons than the first move the caret alone, and the third nothing that is selected where it went down.
func (w *Window) BeginSelection(el dom.NodeID, x, y float32, button, clicks int, mods Modifiers) {
	m := w.World.forms.m
	w.drag = selectionDrag{}
	if !w.Doc.Alive(el) {
		return
	}
	w.Host.UpdateLayout(w)
	if button != 0 {
		if m.Fielded(el) || w.Doc.IsHTMLElement(el, atomInput) && !m.TextControl(el) {
			return
		}
		if button == 2 && mods&ModShift == 0 && (m.TextControl(el) && w.insideControlSelection(el, x, y) || !m.TextControl(el) && !w.GetSelection().nothing() && w.insideSelection(el, x, y)) {
			return
		}
		defer func() { w.drag = selectionDrag{} }()
		if clicks = 1; !m.TextControl(el) {
			w.beginText(el, x, y, clicks, mods)
			return
		}
	}
	if w.Doc.IsHTMLElement(el, atomInput) && m.Type(el) == "range" {
		w.beginSlide(el, x, y)
		return
	}
	if m.Fielded(el) {
		return
	}
	if button == 0 && clicks < 2 && mods&ModShift == 0 && w.beginDrag(el, x, y) {
		return
	}
	if !m.TextControl(el) {
		w.beginText(el, x, y, clicks, mods)
		return
	}
	v := m.Value(el)
	at := w.caretIn(el, x, y)
	u := units(v)
	switch {
	case clicks >= 3:
		m.SetSelection(el, 0, len(u), "none")
	case clicks == 2:
		start, end := wordAt(u, at)
		m.SetSelection(el, start, end, "none")
	case mods&ModShift != 0:
		start, end, _ := m.Selection(el)
		if at < start {
			m.SetSelection(el, at, end, "backward")
		} else {
			m.SetSelection(el, start, at, "forward")
		}
	default:
		m.SetSelection(el, at, at, "none")
		w.drag = selectionDrag{el: w.World.wrappers.state(w.Realm, el), at: at, begun: true}
	}
	w.selectionChanged(el)
}

// beginText begins selecting in the document.
func (w *Window) beginText(el dom.NodeID, x, y float32, clicks int, mods Modifiers) {
	for n := el; n != 0 && w.editingHost(el) == 0; n = w.Doc.ParentElement(n) { // auto is what the parent has; what can be edited can be selected
		if st := w.styler.Style(n); st != nil && st.Content.UserSelect != style.UserSelectAuto {
			if st.Content.UserSelect == style.UserSelectNone {
				return
			}
			break
		}
	}
	b, ok := w.caretAt(el, x, y)
	if !ok && w.editingHost(el) != 0 { // an empty line
		b, ok = dom.Boundary{Node: w.emptyLine(el, y)}, true
	}
	if !ok || !w.selectStart(b.Node) {
		return
	}
	s := w.GetSelection()
	switch {
	case clicks >= 2:
		ed := w.mover(b)
		from, to := b, b
		if clicks == 2 {
			u := units(w.Doc.Data(b.Node))
			from.Offset, to.Offset = wordAt(u, b.Offset)
		} else {
			from, _ = ed.Beside(b, false, edit.Line)
			to, _ = ed.Beside(b, true, edit.Line)
		}
		ed.Close()
		if w.World.Store.Alive(from.Node) && w.World.Store.Alive(to.Node) {
			s.set(from, to)
		}
	case mods&ModShift != 0 && s.rng != nil:
		s.set(s.anchor(), b)
	default:
		s.set(b, b)
	}
	if a := s.anchor(); clicks < 2 && a.Node != 0 {
		w.drag = selectionDrag{text: w.World.wrappers.state(w.Realm, a.Node), at: a.Offset, begun: true}
	}
}

// emptyLine is the block without text in el that is at a height of the viewport, or el.
func (w *Window) emptyLine(el dom.NodeID, y float32) dom.NodeID {
	for c := w.Doc.FirstChild(el); c != 0; c = w.Doc.Next(c) {
		if r, ok := w.layout.BoundingClientRect(c); ok && w.Doc.Kind(c) == dom.KindElement && !w.Doc.IsHTMLElement(c, atomBr) && y >= r.Y && y < r.Y+r.H && r.H > 0 {
			return c
		}
	}
	return el
}

// wordAt is the word around a place, or the run of other characters there.
func wordAt(u []uint16, at int) (start, end int) {
	if at == len(u) && at > 0 {
		at--
	}
	start, end = at, at
	if at >= len(u) {
		return start, end
	}
	word := wordUnit(u[at])
	for start > 0 && wordUnit(u[start-1]) == word {
		start--
	}
	for end < len(u) && wordUnit(u[end]) == word {
		end++
	}
	return start, end
}

// DragSelection extends the selection to where the pointer is, over element over.
func (w *Window) DragSelection(over dom.NodeID, x, y float32) {
	d := &w.drag
	if w.dragging != nil || !d.begun {
		return
	}
	m := w.World.forms.m
	switch {
	case d.slider:
		if w.Doc.Alive(d.el.id) && w.Doc.IsConnected(d.el.id) {
			w.slide(d.el.id, x)
		}
	case d.el != nil:
		if !w.Doc.Alive(d.el.id) {
			break
		}
		w.Host.UpdateLayout(w)
		if at := w.caretIn(d.el.id, x, y); at < d.at {
			m.SetSelection(d.el.id, at, d.at, "backward")
		} else {
			m.SetSelection(d.el.id, d.at, at, "forward")
		}
		w.selectionChanged(d.el.id)
	case w.Doc.Alive(d.text.id) && w.Doc.IsConnected(d.text.id) && d.at <= w.Doc.NodeLength(d.text.id):
		w.Host.UpdateLayout(w)
		if b, ok := w.caretAt(over, x, y); ok {
			w.GetSelection().set(dom.Boundary{Node: d.text.id, Offset: d.at}, b)
		}
	}
}

// EndSelection ends a selection with the pointer.
func (w *Window) EndSelection() {
	if g := w.dragging; g != nil && !g.active { // a press on what is selected, without a move
		w.dragging = nil
		w.Host.UpdateLayout(w)
		switch n := g.source.id; {
		case !w.Doc.Alive(n) || !w.Doc.IsConnected(n):
		case g.selected != nil:
			if b, ok := w.caretAt(w.Doc.ParentElement(n), g.x, g.y); ok {
				w.GetSelection().set(b, b)
			}
		case g.to > g.from:
			at := w.caretIn(n, g.x, g.y)
			w.World.forms.m.SetSelection(n, at, at, "none")
			w.selectionChanged(n)
		}
	}
	d := w.drag
	w.drag = selectionDrag{}
	if d.slider && w.Doc.Alive(d.el.id) && w.World.forms.m.Value(d.el.id) != d.value {
		w.FireNode(d.el.id, "change", true, false)
	}
}
