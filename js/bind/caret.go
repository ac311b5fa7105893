package bind

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/edit"
)

// Moving the caret, and the end of a selection, by keys and by Selection.modify.
// https://w3c.github.io/selection-api/#dom-selection-modify

// readView is the view of selections: all of a tree is one place.
type readView struct {
	editView
	root dom.NodeID
}

// HostOf is edit.View.
func (v readView) HostOf(n dom.NodeID) dom.NodeID {
	if v.w.World.Store.Contains(v.root, n) {
		return v.root
	}
	return 0
}

// mover makes steps from a place: within the editing host that it is in, or the document's body.
func (w *Window) mover(at dom.Boundary) *edit.Editor {
	s := w.World.Store
	if h := (editView{w}).HostOf(at.Node); h != 0 {
		return edit.New(s, editView{w}, &w.editor().options, at, at)
	}
	root := w.Doc.Body()
	if root == 0 || !s.Contains(root, at.Node) {
		for root = at.Node; s.Parent(root) != 0 && s.Kind(s.Parent(root)) == dom.KindElement; {
			root = s.Parent(root)
		}
	}
	return edit.New(s, readView{editView{w}, root}, &w.editor().options, at, at)
}

var caretGranularities = map[string]bool{"character": true, "word": true, "sentence": true, "line": true, "paragraph": true, "page": true,
	"lineboundary": true, "sentenceboundary": true, "paragraphboundary": true, "documentboundary": true}

// Modify is Selection.modify.
func (s *Selection) Modify(alter, direction, granularity Opt[string]) {
	a, d, g := lowerASCII(alter.Value), lowerASCII(direction.Value), lowerASCII(granularity.Value)
	if a != "extend" && a != "move" || !caretGranularities[g] || g == "page" || s.rng == nil {
		return
	}
	switch d {
	case "forward", "backward", "left", "right":
		s.window.modify(a == "extend", d, g)
	}
}

// modify moves the focus of the selection, or all of it.
func (w *Window) modify(extend bool, direction, granularity string) {
	s := w.GetSelection()
	if s.rng == nil || w.closed {
		return
	}
	w.Host.UpdateLayout(w)
	at := s.focusPoint()
	if !w.World.Store.IsConnected(at.Node) {
		return
	}
	ed := w.mover(at)
	defer ed.Close()
	forward := direction == "forward" || direction == "right"
	if direction == "left" || direction == "right" {
		rtl := w.rtlAt(ed, at, granularity == "character")
		forward = (direction == "right") != rtl
	}
	if !extend && !s.IsCollapsed() && granularity == "character" {
		if forward {
			w.moveTo(ed, s.rng.r.End, false)
		} else {
			w.moveTo(ed, s.rng.r.Start, false)
		}
		return
	}
	column, keeps := w.editor().column, w.editor().keepsColumn
	to := w.stepped(ed, at, forward, granularity)
	vertical := granularity == "line" || granularity == "page" || granularity == "paragraph"
	if vertical {
		column, keeps = w.editor().column, w.editor().keepsColumn
	}
	w.moveTo(ed, to, extend)
	if vertical {
		w.editor().column, w.editor().keepsColumn = column, keeps
	}
}

// moveTo brings the focus of the selection somewhere, or all of it.
func (w *Window) moveTo(ed *edit.Editor, to dom.Boundary, extend bool) {
	s := w.GetSelection()
	if extend {
		if to != s.focusPoint() {
			s.set(s.anchor(), to)
		}
		return
	}
	if s.rng.r.Start != to || s.rng.r.End != to {
		s.set(to, to)
	}
}

// rtlAt reports whether the caret goes on to the left: by the direction of the characters beside it, or of its block.
func (w *Window) rtlAt(ed *edit.Editor, at dom.Boundary, byCharacter bool) bool {
	s := w.World.Store
	if byCharacter && s.Kind(at.Node).IsText() {
		t := s.Data(at.Node)
		i := len(dom.SubstringUTF16(t, 0, at.Offset))
		for _, part := range [...]func() (rune, int){func() (rune, int) { return utf8.DecodeRuneInString(t[i:]) }, func() (rune, int) { return utf8.DecodeLastRuneInString(t[:i]) }} {
			r, n := part()
			if n == 0 {
				continue
			}
			if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
				return true
			}
			if unicode.IsLetter(r) {
				return false
			}
		}
	}
	b := ed.Block(at.Node)
	for b != 0 && s.Kind(b) != dom.KindElement {
		b = s.Parent(b)
	}
	return b != 0 && w.rightToLeft(b)
}

// stepped is the place a step further.
func (w *Window) stepped(ed *edit.Editor, at dom.Boundary, forward bool, granularity string) dom.Boundary {
	switch granularity {
	case "character":
		to, _ := ed.Beside(at, forward, edit.Character)
		return to
	case "word":
		to, _ := ed.Beside(at, forward, edit.Word)
		return to
	case "documentboundary":
		if forward {
			return ed.Last()
		}
		return ed.First()
	case "paragraphboundary":
		to, _ := ed.Beside(at, forward, edit.Line)
		return to
	case "lineboundary":
		return w.lineEdge(ed, at, forward)
	case "line":
		return w.lineBeside(ed, at, forward, 0)
	case "page":
		return w.lineBeside(ed, at, forward, max(40, w.pageStep(ed)))
	case "paragraph":
		return w.paragraphBeside(ed, at, forward)
	}
	return w.sentenceBeside(ed, at, forward, granularity == "sentenceboundary")
}

// paragraphBeside is the start of the next paragraph, or of the one before.
func (w *Window) paragraphBeside(ed *edit.Editor, at dom.Boundary, forward bool) dom.Boundary {
	edge, _ := ed.Beside(at, forward, edit.Line)
	to, ok := ed.Beside(edge, forward, edit.Character)
	if !ok {
		return edge
	}
	if !forward {
		to, _ = ed.Beside(to, false, edit.Line)
	}
	return to
}

func sentenceEnd(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '。' || r == '…' }

// sentenceBeside is where the next sentence begins, or the one before; with boundary the edge of the one that a place is in.
func (w *Window) sentenceBeside(ed *edit.Editor, at dom.Boundary, forward, boundary bool) dom.Boundary {
	s := w.World.Store
	last, ended, spaces := at, false, false
	for to := at; ; {
		next, ok := ed.Beside(to, forward, edit.Character)
		if !ok {
			return to
		}
		from, until := to, next
		if !forward {
			from, until = next, to
		}
		r := '\n'
		if from.Node == until.Node && s.Kind(from.Node).IsText() {
			r, _ = utf8.DecodeRuneInString(dom.SubstringUTF16(s.Data(from.Node), from.Offset, until.Offset))
		}
		space := unicode.IsSpace(r)
		switch {
		case r == '\n' && ed.Block(from.Node) != ed.Block(until.Node):
			if boundary || !forward && to != at {
				return to
			}
			return next
		case forward && ended && boundary && !sentenceEnd(r):
			return to
		case forward && spaces && !space:
			return to
		case forward && ended && space:
			spaces = true
		case forward && sentenceEnd(r):
			ended = true
		case forward:
			ended = ended && !unicode.IsLetter(r)
		case !forward && sentenceEnd(r) && spaces && last != at:
			return last
		case !forward && space:
			spaces = true
		case !forward:
			spaces, last = false, next
		}
		to = next
	}
}

// caretBox is where a caret is in the viewport.
func (w *Window) caretBox(ed *edit.Editor, at dom.Boundary) (x, y, h float32, ok bool) {
	s := w.World.Store
	if s.Kind(at.Node).IsText() {
		r, ok := w.layout.CaretRect(at.Node, len(dom.SubstringUTF16(s.Data(at.Node), 0, at.Offset)))
		if ok {
			return r.X, r.Y, r.H, true
		}
	}
	if n := ed.Leaf(at, true); n != 0 && ed.Block(n) == ed.Block(at.Node) {
		if x, y, h, ok = w.leafBox(n, false); ok {
			return x, y, h, true
		}
	}
	if n := ed.Leaf(at, false); n != 0 && ed.Block(n) == ed.Block(at.Node) {
		if x, y, h, ok = w.leafBox(n, true); ok {
			return x, y, h, true
		}
	}
	if r, ok := w.layout.BoundingClientRect(ed.Block(at.Node)); ok {
		return r.X, r.Y, r.H, true
	}
	return 0, 0, 0, false
}

// leafBox is the edge of a leaf in the viewport.
func (w *Window) leafBox(n dom.NodeID, end bool) (x, y, h float32, ok bool) {
	s := w.World.Store
	if s.Kind(n).IsText() {
		o := 0
		if end {
			o = len(s.Data(n))
		}
		r, ok := w.layout.CaretRect(n, o)
		return r.X, r.Y, r.H, ok
	}
	r, ok := w.layout.BoundingClientRect(n)
	if end {
		r.X += r.W
	}
	return r.X, r.Y, r.H, ok
}

// lineBox is a piece of a leaf in a line.
type lineBox struct {
	leaf       dom.NodeID
	x, y, w, h float32
}

// boxesOf are the pieces of a leaf, one a line.
func (w *Window) boxesOf(n dom.NodeID) (l []lineBox) {
	s := w.World.Store
	if s.Kind(n).IsText() {
		for _, r := range w.layout.TextRects(nil, n, 0, len(s.Data(n))) {
			l = append(l, lineBox{n, r.X, r.Y, r.W, r.H})
		}
		return l
	}
	if r, ok := w.layout.BoundingClientRect(n); ok && r.H > 0 {
		return []lineBox{{n, r.X, r.Y, r.W, r.H}}
	}
	if p := s.Parent(n); p != 0 { // a br that is a line
		if r, ok := w.layout.BoundingClientRect(p); ok && r.H > 0 && s.FirstChild(p) == n {
			return []lineBox{{n, r.X, r.Y, 0, r.H}}
		}
	}
	return nil
}

// maxLeaves bounds the leaves that are looked at for a line.
const maxLeaves = 2000

// lineBeside is the place in the line above or below that is nearest to the x that the caret keeps; with dist in the line about so far away.
func (w *Window) lineBeside(ed *edit.Editor, at dom.Boundary, down bool, dist float32) dom.Boundary {
	e := w.editor()
	x, y, h, ok := w.caretBox(ed, at)
	if !ok {
		return at
	}
	if !e.keepsColumn {
		e.column, e.keepsColumn = x, true
	}
	x = e.column
	if h <= 0 {
		h = 1
	}
	middle := y + h/2
	var line []lineBox
	var top, bottom float32
	n := at.Node
	if !w.World.Store.Kind(n).IsText() {
		n = ed.Leaf(at, down)
	}
	beyond := func(b lineBox) bool { // whether a piece is in another line in this direction
		if down {
			return b.y+b.h/2 > middle+h/3+dist && b.y >= y+h/3
		}
		return b.y+b.h/2 < middle-h/3-dist && b.y+b.h <= y+h*2/3
	}
	for count := 0; n != 0 && count < maxLeaves; count++ {
		boxes := w.boxesOf(n)
		done := false
		for i := range boxes {
			b := boxes[i]
			if !down {
				b = boxes[len(boxes)-1-i]
			}
			if !beyond(b) {
				continue
			}
			mid := b.y + b.h/2
			switch {
			case line == nil:
				line, top, bottom = []lineBox{b}, b.y, b.y+b.h
			case mid > top && mid < bottom:
				line = append(line, b)
				top, bottom = min(top, b.y), max(bottom, b.y+b.h)
			default:
				done = true
			}
		}
		if done {
			break
		}
		n = ed.Leaf(ed.Edge(n, down), down)
	}
	if line == nil { // the first or last line: its edge
		if dist > 0 {
			if to := w.lineBeside(ed, at, down, 0); to != at {
				for next := to; ; to = next {
					if next = w.lineBeside(ed, to, down, 0); next == to {
						return to
					}
				}
			}
		}
		if down {
			return ed.Last()
		}
		return ed.First()
	}
	best := line[0]
	for _, b := range line[1:] {
		if gap(b, x) < gap(best, x) {
			best = b
		}
	}
	return w.placeIn(ed, best, x)
}

func gap(b lineBox, x float32) float32 { return max(b.x-x, x-b.x-b.w, 0) }

// placeIn is the place in a piece of a line that is nearest to x.
func (w *Window) placeIn(ed *edit.Editor, b lineBox, x float32) dom.Boundary {
	s := w.World.Store
	if !s.Kind(b.leaf).IsText() {
		return ed.Edge(b.leaf, b.w > 0 && x > b.x+b.w/2)
	}
	if n, offset, ok := w.layout.CaretAt(s.ParentElement(b.leaf), min(max(x, b.x), b.x+b.w), b.y+b.h/2); ok && n == b.leaf {
		return dom.Boundary{Node: n, Offset: dom.UTF16Len(s.Data(n)[:min(offset, len(s.Data(n)))])}
	}
	return ed.Edge(b.leaf, x > b.x+b.w/2)
}

// lineEdge is the start or end of the line as it is shown.
func (w *Window) lineEdge(ed *edit.Editor, at dom.Boundary, end bool) dom.Boundary {
	limit, _ := ed.Beside(at, end, edit.Line)
	_, y, h, ok := w.caretBox(ed, at)
	if !ok || h <= 0 {
		return limit
	}
	same := func(b lineBox) bool { m := b.y + b.h/2; return m > y && m < y+h || b.y < y+h/2 && b.y+b.h > y+h/2 }
	n := at.Node
	if !w.World.Store.Kind(n).IsText() {
		n = ed.Leaf(at, end)
	}
	to, found := at, false
	block := ed.Block(at.Node)
	for count := 0; n != 0 && count < maxLeaves && ed.Block(n) == block; count++ {
		boxes := w.boxesOf(n)
		out := false
		for i := range boxes {
			b := boxes[i]
			if !end {
				b = boxes[len(boxes)-1-i]
			}
			switch {
			case same(b):
				x := b.x
				if end != w.rightToLeft(block) {
					x += b.w
				}
				if w.World.Store.IsHTMLElement(n, atomBr) {
					if end {
						return ed.Edge(n, false)
					}
					out = found
					continue
				}
				to, found = w.placeIn(ed, b, x), true
			case found:
				out = true
			}
		}
		if out {
			break
		}
		n = ed.Leaf(ed.Edge(n, end), end)
	}
	if !found || n == 0 || ed.Block(n) != block {
		return limit
	}
	return to
}

// pageStep is how far a page is.
func (w *Window) pageStep(ed *edit.Editor) float32 {
	h := w.layout.Viewport().H.Px()
	if r, ok := w.layout.BoundingClientRect(ed.Host()); ok && r.H > 0 {
		h = min(h, r.H)
	}
	return h * 7 / 8
}

// moveKey is a key that moves the caret in an editing host.
func (w *Window) moveKey(i KeyInit) bool {
	if i.Modifiers&^(ModShift|ModControl|modCapsLock) != 0 {
		return false
	}
	extend, ctrl := i.Modifiers&ModShift != 0, i.Modifiers&ModControl != 0
	direction, granularity := "", ""
	switch i.Key {
	case "ArrowLeft", "ArrowRight":
		direction, granularity = strings.ToLower(strings.TrimPrefix(i.Key, "Arrow")), "character"
		if ctrl {
			granularity = "word"
		}
	case "ArrowUp", "ArrowDown":
		direction, granularity = "backward", "line"
		if i.Key == "ArrowDown" {
			direction = "forward"
		}
		if ctrl {
			granularity = "paragraph"
		}
	case "Home", "End":
		direction, granularity = "backward", "lineboundary"
		if i.Key == "End" {
			direction = "forward"
		}
		if ctrl {
			granularity = "documentboundary"
		}
	case "PageUp", "PageDown":
		if ctrl {
			return false
		}
		direction, granularity = "backward", "page"
		if i.Key == "PageDown" {
			direction = "forward"
		}
	default:
		return false
	}
	w.modify(extend, direction, granularity)
	w.Host.NeedFrame(w)
	return true
}
