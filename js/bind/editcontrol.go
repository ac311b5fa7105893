package bind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/text"
)

// Editing the text of a control: keys, the clipboard, undoing. Places are in UTF-16 units of the value.

// editKey is a key in a text control.
func (w *Window) editKey(el dom.NodeID, i KeyInit) bool {
	m := w.World.forms.m
	v := m.Value(el)
	start, end, _ := m.Selection(el)
	n := dom.UTF16Len(v)
	area := w.World.Store.IsHTMLElement(el, atomTextarea)
	ctrl := i.Modifiers&(ModControl|ModMeta) != 0 && i.Modifiers&ModAlt == 0
	shift := i.Modifiers&ModShift != 0
	if (i.Key == "ArrowUp" || i.Key == "ArrowDown") && !area && m.Numeric(el) && m.Mutable(el) {
		w.stepNumber(el, i.Key == "ArrowUp")
		return true
	}
	if w.moveInControl(el, i) {
		return true
	}
	u := units(v)
	if ctrl {
		switch strings.ToLower(i.Key) {
		case "a":
			w.selectAll()
			return true
		case "z":
			w.undoEdit(!shift)
			return true
		case "y":
			w.undoEdit(false)
			return true
		case "backspace", "delete":
		default:
			return w.clipboardKey(i)
		}
	}
	if !m.Mutable(el) {
		return false
	}
	switch {
	case i.Key == "Backspace":
		kind := "deleteContentBackward"
		if start == end {
			if start == 0 {
				return true
			}
			if start = graphemeLeft(u, end, true); ctrl {
				start, kind = wordLeft(u, end), "deleteWordBackward"
			}
		}
		w.change(el, start, end, "", kind)
		return true
	case i.Key == "Delete" && shift && start != end:
		w.cut()
		return true
	case i.Key == "Delete":
		kind := "deleteContentForward"
		if start == end {
			if end == n {
				return true
			}
			if end = graphemeRight(u, start); ctrl {
				end, kind = wordRight(u, start), "deleteWordForward"
			}
		}
		w.change(el, start, end, "", kind)
		return true
	case i.Key == "Enter":
		if !area {
			w.implicitSubmit(el)
			return true
		}
		w.change(el, start, end, "\n", "insertLineBreak")
		return true
	case utf8.RuneCountInString(i.Key) == 1 && i.Modifiers&^(ModShift|modAltGraph|modCapsLock) == 0:
		w.change(el, start, end, i.Key, "insertText")
		return true
	}
	return false
}

// stepNumber is an arrow up or down in an input of type number.
func (w *Window) stepNumber(el dom.NodeID, up bool) {
	m := w.World.forms.m
	d := 1
	if !up {
		d = -1
	}
	if !w.beforeInput(el, inputInit{}) || !m.Mutable(el) {
		return
	}
	old := m.Value(el)
	if m.StepBy(el, d); m.Value(el) != old {
		w.input(el, inputInit{})
		w.FireNode(el, "change", true, false)
	}
}

// change replaces a part of a control's text as the user does, and tells of it before and after. It reports whether there was a change.
func (w *Window) change(el dom.NodeID, start, end int, t, kind string) bool {
	m := w.World.forms.m
	v := m.Value(el)
	if l, ok := dom.ParseInteger(w.World.Store.Attr(el, atomMaxlength)); ok && l >= 0 && t != "" {
		room := int(l) - (dom.UTF16Len(v) - (end - start))
		if room < dom.UTF16Len(t) {
			if room <= 0 {
				return false
			}
			t = dom.SubstringUTF16(t, 0, room)
		}
	}
	i := inputInit{kind: kind}
	switch kind {
	case "insertText", "insertFromPaste", "insertFromDrop", "insertCompositionText":
		i.data = Some(t)
	}
	if kind == "insertCompositionText" {
		i.composing, i.fixed = true, true
	}
	if !w.beforeInput(el, i) || kind != "insertFromDrop" && kind != "deleteByDrag" && w.focused() != el {
		return false
	}
	if cur := m.Value(el); cur != v { // the page changed it
		v = cur
		start, end, _ = m.Selection(el)
	}
	n := dom.UTF16Len(v)
	selStart, selEnd, _ := m.Selection(el)
	next := dom.Concat(dom.SubstringUTF16(v, 0, start), t, dom.SubstringUTF16(v, end, n))
	at := start + dom.UTF16Len(t)
	w.editedByUser = true
	m.Edit(el, next, at, at)
	w.recordText(el, textState{v, selStart, selEnd}, textState{next, at, at}, kind)
	w.editor().keepsColumn = false
	w.selectionChanged(el)
	w.input(el, i)
	return true
}

// selectionChanged tells of the selection of a text control in a task, once however often it changes before.
// https://w3c.github.io/selection-api/#dfn-schedule-a-selectionchange-event
func (w *Window) selectionChanged(el dom.NodeID) {
	e := w.editor()
	h := w.World.Store.Handle(el)
	if _, queued := e.changing[h]; queued || w.closed {
		return
	}
	if e.changing == nil {
		e.changing = map[dom.Handle]struct{}{}
	}
	e.changing[h] = struct{}{}
	w.Host.Post(w, SourceUser, func() {
		delete(e.changing, h)
		if n := w.World.Store.Resolve(h); n != 0 {
			w.FireNode(n, "selectionchange", true, false)
		}
	})
}

// moveInControl is a key that moves the caret of a text control: by characters, words, lines as they are shown, pages.
func (w *Window) moveInControl(el dom.NodeID, i KeyInit) bool {
	if i.Modifiers&^(ModShift|ModControl|modCapsLock) != 0 {
		return false
	}
	m := w.World.forms.m
	v := m.Value(el)
	start, end, dir := m.Selection(el)
	n := dom.UTF16Len(v)
	area := w.World.Store.IsHTMLElement(el, atomTextarea)
	anchor, caret := start, end
	if dir == "backward" {
		anchor, caret = end, start
	}
	shift, ctrl := i.Modifiers&ModShift != 0, i.Modifiers&ModControl != 0
	vertical := false
	to := 0
	u := units(v)
	switch i.Key {
	case "ArrowLeft", "ArrowRight":
		w.Host.UpdateStyle(w)
		right := (i.Key == "ArrowRight") != w.rightToLeft(el)
		switch {
		case ctrl && right:
			to = wordRight(u, caret)
		case ctrl:
			to = wordLeft(u, caret)
		case start != end && !shift && right:
			to = end
		case start != end && !shift:
			to = start
		case right:
			to = graphemeRight(u, caret)
		default:
			to = graphemeLeft(u, caret, false)
		}
	case "Home", "End":
		switch forward := i.Key == "End"; {
		case ctrl || !area:
			if forward {
				to = n
			}
		default:
			to = w.controlLineEdge(el, u, caret, forward)
		}
	case "ArrowUp", "ArrowDown", "PageUp", "PageDown":
		if i.Key[0] == 'P' && !area {
			return false
		}
		down := strings.HasSuffix(i.Key, "Down")
		if !area {
			if down {
				to = n
			}
			break
		}
		vertical = true
		to = w.controlLine(el, u, caret, down, i.Key[0] == 'P')
	default:
		return false
	}
	to = max(0, min(to, n))
	e := w.editor()
	if !vertical {
		e.keepsColumn = false
	}
	e.history.open = false
	changed := false
	if shift {
		d := "forward"
		if to < anchor {
			d = "backward"
		}
		changed = m.SetSelection(el, min(anchor, to), max(anchor, to), d)
	} else {
		changed = m.SetSelection(el, to, to, "none")
	}
	if changed {
		w.selectionChanged(el)
	}
	return true
}

// controlCaret is where the caret of a control's text is in the viewport.
func (w *Window) controlCaret(el dom.NodeID, at int) (x, y, h float32, ok bool) {
	v := w.World.forms.m.Value(el)
	shown, _ := w.World.forms.m.Text(el)
	byteAt := 0
	for k := utf8.RuneCountInString(dom.SubstringUTF16(v, 0, at)); k > 0 && byteAt < len(shown); k-- {
		_, size := utf8.DecodeRuneInString(shown[byteAt:])
		byteAt += size
	}
	r, ok := w.layout.ControlCaret(el, byteAt)
	return r.X, r.Y, r.H, ok
}

// controlLine is the place a line, or a page, up or down from one, at the x that the caret keeps.
func (w *Window) controlLine(el dom.NodeID, u []uint16, at int, down, page bool) int {
	w.Host.UpdateLayout(w)
	e := w.editor()
	x, y, h, ok := w.controlCaret(el, at)
	if !ok || h <= 0 {
		return hardLine(u, at, down)
	}
	if !e.keepsColumn {
		e.column, e.keepsColumn = x, true
	}
	dist := h
	if page {
		if r, ok := w.layout.BoundingClientRect(el); ok {
			dist = max(h, r.H-h)
		}
	}
	if !down {
		dist = -dist
	}
	target := y + h/2 + dist
	to := w.caretIn(el, e.column, target)
	if _, y2, h2, ok := w.controlCaret(el, to); ok && (down && y2 < y+h/2 || !down && y2+h2 > y+h/2) { // there is no line
		if down {
			return len(u)
		}
		return 0
	}
	return to
}

// hardLine is the place in the line before or behind that of one, by line feeds alone.
func hardLine(u []uint16, at int, down bool) int {
	ls := lineStart(u, at)
	col := at - ls
	if !down {
		if ls == 0 {
			return 0
		}
		return min(lineStart(u, ls-1)+col, ls-1)
	}
	le := lineEnd(u, at)
	if le == len(u) {
		return le
	}
	return min(le+1+col, lineEnd(u, le+1))
}

// controlLineEdge is the start or end of the line that a place is shown in.
func (w *Window) controlLineEdge(el dom.NodeID, u []uint16, at int, end bool) int {
	w.Host.UpdateLayout(w)
	_, y, h, ok := w.controlCaret(el, at)
	if !ok || h <= 0 {
		if end {
			return lineEnd(u, at)
		}
		return lineStart(u, at)
	}
	x := float32(-1e6)
	if end {
		x = 1e6
	}
	to := w.caretIn(el, x, y+h/2)
	lo, hi := lineStart(u, at), lineEnd(u, at)
	return max(lo, min(to, hi))
}

func units(v string) []uint16 {
	out := make([]uint16, 0, len(v))
	for _, r := range v {
		if r >= 0x10000 {
			r -= 0x10000
			out = append(out, uint16(0xD800+r>>10), uint16(0xDC00+r&0x3FF))
		} else {
			out = append(out, uint16(r))
		}
	}
	return out
}

// around are the bytes of a line about a place, and its offset in them: grapheme clusters and words end with lines.
func around(u []uint16, at int) (line []byte, first, offset int) {
	first = lineStart(u, at)
	last := lineEnd(u, at)
	for i := first; i < last; i++ {
		if i == at {
			offset = len(line)
		}
		r := rune(u[i])
		if r >= 0xD800 && r < 0xDC00 && i+1 < last && u[i+1] >= 0xDC00 && u[i+1] < 0xE000 {
			r = (r-0xD800)<<10 + rune(u[i+1]) - 0xDC00 + 0x10000
			i++
		}
		line = utf8.AppendRune(line, r)
	}
	if at >= last {
		offset = len(line)
	}
	return line, first, offset
}

// graphemeLeft and graphemeRight are the places a grapheme cluster further. point: only what Backspace deletes of one.
func graphemeLeft(u []uint16, at int, point bool) int {
	if at == 0 {
		return 0
	}
	line, first, o := around(u, at)
	if o == 0 {
		return at - 1
	}
	to := text.PrevGrapheme(line, o)
	if point {
		if r, size := utf8.DecodeLastRune(line[:o]); unicode.Is(unicode.M, r) && r != 0x20E3 && !(r >= 0xFE00 && r <= 0xFE0F) {
			to = max(to, o-size)
		}
	}
	return first + dom.UTF16Len(string(line[:to]))
}

func graphemeRight(u []uint16, at int) int {
	if at >= len(u) {
		return at
	}
	line, first, o := around(u, at)
	if o >= len(line) {
		return at + 1
	}
	return first + dom.UTF16Len(string(line[:text.NextGrapheme(line, o)]))
}

func wordUnit(c uint16) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c > 0x7F && c != 0xA0
}

func wordLeft(u []uint16, at int) int {
	for at > 0 && !wordUnit(u[at-1]) {
		at--
	}
	for at > 0 && wordUnit(u[at-1]) {
		at--
	}
	return at
}

func wordRight(u []uint16, at int) int {
	for at < len(u) && !wordUnit(u[at]) {
		at++
	}
	for at < len(u) && wordUnit(u[at]) {
		at++
	}
	return at
}

func lineStart(u []uint16, at int) int {
	for at > 0 && u[at-1] != '\n' {
		at--
	}
	return at
}

func lineEnd(u []uint16, at int) int {
	for at < len(u) && u[at] != '\n' {
		at++
	}
	return at
}
