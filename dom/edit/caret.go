package edit

import (
	"unicode"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/text"
)

// Where a caret can be, and where it is a step further. A place is a boundary in a text, or before or behind what no caret goes into.

// atomic reports a node that a caret goes past as past a character.
func (e *Editor) atomic(n dom.NodeID) bool {
	if !e.isElement(n) {
		return false
	}
	return e.isBr(n) || e.replaced(n) || e.inHost(e.s.Parent(n)) && !e.inHost(n)
}

// leaf reports a node that a caret stops at: shown text, or what it cannot be in.
func (e *Editor) leaf(n dom.NodeID) bool {
	if e.isText(n) {
		return e.s.DataLength(n) > 0 && !e.collapsedWhitespace(n)
	}
	return e.atomic(n) && e.v.Display(n) != DisplayNone
}

// leafBeside is the first leaf behind, or the last before, a place in the host, other than the text that it is in; 0 for none.
func (e *Editor) leafBeside(b dom.Boundary, forward bool) dom.NodeID {
	n := b.Node
	if forward {
		if c := e.childAt(n, b.Offset); c != 0 {
			n = c
		} else {
			n = e.s.FollowingSkip(n, e.host)
		}
	} else if c := e.childAt(n, b.Offset-1); c != 0 {
		for n = c; !e.atomic(n) && e.s.LastChild(n) != 0; {
			n = e.s.LastChild(n)
		}
	} else {
		n = e.back(n)
	}
	for n != 0 && n != e.host {
		if e.leaf(n) {
			return n
		}
		switch {
		case !forward:
			n = e.back(n)
		case e.atomic(n):
			n = e.s.FollowingSkip(n, e.host)
		default:
			n = e.s.Following(n, e.host)
		}
	}
	return 0
}

// back is the node before one in tree order in the host, not one within what is atomic.
func (e *Editor) back(n dom.NodeID) dom.NodeID {
	p := e.s.Prev(n)
	if p == 0 {
		if p = e.s.Parent(n); p == e.host {
			return 0
		}
		return p
	}
	for !e.atomic(p) && e.s.LastChild(p) != 0 {
		p = e.s.LastChild(p)
	}
	return p
}

// edgeOf is the place at the end, or the start, of a leaf.
func (e *Editor) edgeOf(n dom.NodeID, end bool) dom.Boundary {
	switch {
	case e.isText(n) && end:
		return dom.Boundary{Node: n, Offset: e.shownEnd(n)}
	case e.isText(n):
		return dom.Boundary{Node: n, Offset: e.shownStart(n)}
	case end:
		return e.afterNode(n)
	}
	return e.beforeNode(n)
}

// shownStart and shownEnd leave out spaces at the edge of a line, which collapse.
func (e *Editor) shownStart(n dom.NodeID) int {
	if !e.collapses(n) || e.look(n, false) == content {
		return 0
	}
	u := units(e.s.Data(n))
	i := 0
	for i < len(u) && u[i] < 128 && collapsible(rune(u[i])) {
		i++
	}
	return i
}

func (e *Editor) shownEnd(n dom.NodeID) int {
	u := units(e.s.Data(n))
	if !e.collapses(n) || e.look(n, true) == content {
		return len(u)
	}
	i := len(u)
	for i > 0 && u[i-1] < 128 && collapsible(rune(u[i-1])) {
		i--
	}
	return i
}

// Granularity is how far a step goes.
type Granularity uint8

const (
	Character Granularity = iota
	CodePoint             // what Backspace deletes: not all of a character that accents were added to
	Word
	Line // to the edge of the line as the tree has it: a block or a br
	Everything
)

// Beside is the place a step further in the host, ok if there is one.
func (e *Editor) Beside(b dom.Boundary, forward bool, g Granularity) (dom.Boundary, bool) {
	switch g {
	case Word:
		return e.besideWord(b, forward)
	case Line:
		return e.besideLine(b, forward)
	case Everything:
		end := dom.Boundary{Node: e.host}
		if forward {
			end = e.endOf(e.host)
		}
		if n := e.leafBeside(end, !forward); n != 0 {
			end = e.edgeOf(n, forward)
		}
		return end, end != b
	}
	if e.isText(b.Node) {
		if to, ok := e.inText(b, forward, g); ok {
			return to, true
		}
	}
	n := e.leafBeside(b, forward)
	if n == 0 {
		return b, false
	}
	here, there := e.lineBlock(b.Node), e.lineBlock(n)
	if here != there {
		if e.isBr(n) && !forward { // it only ends that block's line
			return e.beforeNode(n), true
		}
		return e.edgeOf(n, !forward), true
	}
	if !e.isText(n) {
		if forward && e.isBr(n) && e.collapsedBreak(n) { // the line ends with the block
			return e.Beside(e.afterNode(n), true, g)
		}
		return e.edgeOf(n, forward), true
	}
	if to, ok := e.inText(e.edgeOf(n, !forward), forward, g); ok {
		return to, true
	}
	return e.edgeOf(n, forward), true
}

// lineBlock is the block that the lines of a node are in.
func (e *Editor) lineBlock(n dom.NodeID) dom.NodeID {
	for n != e.host && n != 0 && (!e.block(n) || e.atomic(n)) {
		n = e.s.Parent(n)
	}
	return n
}

// byteOffset is the offset in bytes of one in UTF-16 units, and unitOffset the other way round.
func byteOffset(t string, units int) int {
	n := 0
	for i, r := range t {
		if n >= units {
			return i
		}
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return len(t)
}

// inText is a step in a text: over the spaces that collapse to one, too.
func (e *Editor) inText(b dom.Boundary, forward bool, g Granularity) (dom.Boundary, bool) {
	t := e.s.Data(b.Node)
	at := byteOffset(t, b.Offset)
	to := at
	collapses := e.collapses(b.Node)
	if forward {
		if at >= len(t) {
			return b, false
		}
		to = text.NextGrapheme([]byte(t), at)
		if collapses && collapsible(rune(t[at])) {
			for to < len(t) && collapsible(rune(t[to])) {
				to++
			}
			if to == len(t) && e.look(b.Node, true) != content {
				return b, false
			}
		}
	} else {
		if at == 0 {
			return b, false
		}
		if g == CodePoint {
			to = backspace(t, at)
		} else {
			to = text.PrevGrapheme([]byte(t), at)
		}
		if collapses && collapsible(rune(t[to])) {
			for to > 0 && collapsible(rune(t[to-1])) {
				to--
			}
			if to == 0 && e.look(b.Node, false) != content {
				return b, false
			}
		}
	}
	return dom.Boundary{Node: b.Node, Offset: dom.UTF16Len(t[:to])}, true
}

// backspace is where Backspace deletes from: a code point, but all of an emoji sequence, a flag, a keycap, or a base with its variation selector.
func backspace(t string, at int) int {
	r, n := utf8.DecodeLastRuneInString(t[:at])
	to := at - n
	g := text.PrevGrapheme([]byte(t), at)
	if g == to || r == '\n' {
		return min(to, g)
	}
	for i, c := range t[g:at] {
		if i > 0 && (c == 0x200D || c >= 0xFE00 && c <= 0xFE0F || c == 0x20E3 || c >= 0x1F3FB && c <= 0x1F3FF || c >= 0x1F1E6 && c <= 0x1F1FF || c >= 0xE0020 && c <= 0xE007F) {
			return g
		}
	}
	return to
}

// besideWord is the next end of a word forward, the start of one backward; past other characters first.
func (e *Editor) besideWord(b dom.Boundary, forward bool) (dom.Boundary, bool) {
	at, moved := b, false
	inWord := false
	block := e.lineBlock(b.Node)
	for {
		to, ok := e.Beside(at, forward, Character)
		if !ok {
			return at, moved
		}
		if e.lineBlock(to.Node) != block {
			if moved {
				return at, true
			}
			return to, true
		}
		r := e.passed(at, to, forward)
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '\''
		if inWord && !word {
			return at, true
		}
		if r == '\n' && moved {
			return at, true
		}
		inWord = inWord || word
		at, moved = to, true
	}
}

// passed is the character that a step went past.
func (e *Editor) passed(from, to dom.Boundary, forward bool) rune {
	if !forward {
		from, to = to, from
	}
	if e.isText(from.Node) && from.Offset < e.s.DataLength(from.Node) {
		t := e.s.Data(from.Node)
		r, _ := utf8.DecodeRuneInString(t[byteOffset(t, from.Offset):])
		return r
	}
	if e.isText(to.Node) && to.Offset > 0 {
		t := e.s.Data(to.Node)
		r, _ := utf8.DecodeLastRuneInString(t[:byteOffset(t, to.Offset)])
		return r
	}
	return '\n'
}

// besideLine is the edge of the line in the tree: of the block, or at a br.
func (e *Editor) besideLine(b dom.Boundary, forward bool) (dom.Boundary, bool) {
	at := b
	block := e.lineBlock(b.Node)
	for {
		if e.isText(at.Node) {
			if forward {
				at.Offset = e.shownEnd(at.Node)
			} else {
				at.Offset = e.shownStart(at.Node)
			}
		}
		n := e.leafBeside(at, forward)
		if n == 0 || e.lineBlock(n) != block || e.isBr(n) {
			return at, at != b
		}
		at = e.edgeOf(n, forward)
	}
}

// First and Last are the first and the last place of the host.
func (e *Editor) First() dom.Boundary {
	at := e.deepStart(dom.Boundary{Node: e.host})
	return at
}

// Last is the last place of the host.
func (e *Editor) Last() dom.Boundary { return e.deepEnd(e.endOf(e.host)) }

// Leaf is the first leaf behind, or the last before, a place in the host, other than the text that it is in: a text, or what no caret goes into. 0 for none.
func (e *Editor) Leaf(b dom.Boundary, forward bool) dom.NodeID { return e.leafBeside(b, forward) }

// Edge is the place at the end, or the start, of a leaf.
func (e *Editor) Edge(leaf dom.NodeID, end bool) dom.Boundary { return e.edgeOf(leaf, end) }

// Block is the block that the lines of a node are in, at most the host.
func (e *Editor) Block(n dom.NodeID) dom.NodeID { return e.lineBlock(n) }

// Limit makes the work one within root, whatever is editable: for selections.
func (e *Editor) Limit(root dom.NodeID) { e.host = root }

// Settle is the place in a text beside one, where there is one in the line.
func (e *Editor) Settle(b dom.Boundary) dom.Boundary { return e.settle(b) }
