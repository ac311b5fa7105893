package edit

import (
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
)

const nbsp = "\u00a0"

func isSpace(c uint16) bool { return c == ' ' || c == '\n' || c == '\t' || c == 0xA0 }

// units are the UTF-16 units of a text.
func units(t string) []uint16 {
	out := make([]uint16, 0, len(t))
	for _, r := range t {
		if r >= 0x10000 {
			r -= 0x10000
			out = append(out, uint16(0xD800+r>>10), uint16(0xDC00+r&0x3FF))
		} else {
			out = append(out, uint16(r))
		}
	}
	return out
}

// collapses reports whether spaces of a text collapse.
func (e *Editor) collapses(text dom.NodeID) bool {
	p := e.s.Parent(text)
	if !e.isElement(p) {
		return true
	}
	kept, _ := e.v.Spaces(p)
	return !kept
}

// rebalance makes the run of spaces around a place of a text one that shows as many spaces as it did: no-break spaces and spaces in turn, with a no-break
// space at the ends of a text, whatever is beside it: what is typed there next makes it a space. It gives where the place is then.
func (e *Editor) rebalance(b dom.Boundary) dom.Boundary {
	if !e.isText(b.Node) || !e.editable(b.Node) || !e.collapses(b.Node) {
		return b
	}
	u := units(e.s.Data(b.Node))
	at := min(b.Offset, len(u))
	from, to := at, at
	for from > 0 && isSpace(u[from-1]) {
		from--
	}
	for to < len(u) && isSpace(u[to]) {
		to++
	}
	if from == to {
		return b
	}
	kept, before := 0, 0 // spaces that show
	last := uint16(0)
	if from == 0 && e.look(b.Node, false) != content {
		last = ' '
	}
	end := to
	if to == len(u) && e.look(b.Node, true) != content {
		for end > from && u[end-1] != 0xA0 && u[end-1] < 128 {
			end--
		}
	}
	for i := from; i < end; i++ {
		if u[i] == 0xA0 || last != ' ' {
			kept++
			if i < at {
				before++
			}
		}
		if last = ' '; u[i] == 0xA0 {
			last = 0xA0
		}
	}
	out := spaces(kept, from == 0, to == len(u))
	if n := to - from; n != kept || dom.SubstringUTF16(e.s.Data(b.Node), from, to) != out {
		start, stop := e.r.Start, e.r.End
		e.replaceData(b.Node, from, n, out)
		e.r.Set(start, stop)
		for _, x := range [...]*dom.Boundary{&e.r.Start, &e.r.End} {
			if x.Node != b.Node {
				continue
			}
			switch {
			case x.Offset == b.Offset:
				x.Offset = from + before
			case x.Offset > to:
				x.Offset += kept - n
			case x.Offset > from:
				x.Offset = min(x.Offset, from+kept)
			}
		}
	}
	return dom.Boundary{Node: b.Node, Offset: from + before}
}

// spaces is a run of n spaces all of which show: no-break spaces and spaces in turn, with a no-break space at the start or end of a text.
func spaces(n int, start, end bool) string {
	if n == 1 && !start && !end {
		return " "
	}
	var out strings.Builder
	for i := range n {
		if i%2 == 0 || end && i == n-1 {
			out.WriteString(nbsp)
		} else {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// replaceKeeping replaces a part of a text by one of the same length, and leaves the range where it is.
func (e *Editor) replaceKeeping(text dom.NodeID, offset, count int, data string) {
	start, end := e.r.Start, e.r.End
	e.replaceData(text, offset, count, data)
	e.r.Set(start, end)
}

// side is the character beside a place in its line: 0 at its edge.
func (e *Editor) side(b dom.Boundary, forward bool) rune {
	if e.isText(b.Node) {
		u := units(e.s.Data(b.Node))
		if forward && b.Offset < len(u) {
			return rune(u[b.Offset])
		}
		if !forward && b.Offset > 0 {
			return rune(u[b.Offset-1])
		}
	}
	n := b.Node
	if !e.isText(n) {
		if c := e.childAt(n, b.Offset); c != 0 {
			if forward {
				if r, ok := e.edgeRune(c, true); ok {
					return r
				}
			} else if p := e.s.Prev(c); p != 0 {
				if r, ok := e.edgeRune(p, false); ok {
					return r
				}
			}
			n = c
			if !forward {
				if p := e.s.Prev(c); p != 0 {
					n = p
				} else {
					if e.block(b.Node) {
						return 0
					}
					n = b.Node
				}
			}
		} else if l := e.s.LastChild(n); l != 0 && !forward {
			if r, ok := e.edgeRune(l, false); ok {
				return r
			}
			n = l
		} else if e.block(n) {
			return 0
		}
	}
	for n != e.host {
		next := e.s.Prev(n)
		if forward {
			next = e.s.Next(n)
		}
		if next == 0 {
			n = e.s.Parent(n)
			if n == 0 || e.block(n) {
				return 0
			}
			continue
		}
		if r, ok := e.edgeRune(next, forward); ok {
			return r
		}
		n = next
	}
	return 0
}

// edgeRune is the first or last character of what a node shows, 0 for a line's edge; ok is false if it shows nothing.
func (e *Editor) edgeRune(n dom.NodeID, first bool) (r rune, ok bool) {
	top := n
	for {
		switch {
		case e.isText(n):
			if t := e.s.Data(n); t != "" {
				if first {
					r, _ = utf8.DecodeRuneInString(t)
				} else {
					r, _ = utf8.DecodeLastRuneInString(t)
				}
				return r, true
			}
		case e.isElement(n):
			if e.isBr(n) || e.block(n) {
				return 0, true
			}
			if e.replaced(n) || e.v.Display(n) == DisplayInlineBlock {
				return utf8.RuneError, true
			}
			c := e.s.LastChild(n)
			if first {
				c = e.s.FirstChild(n)
			}
			if c != 0 && e.v.Display(n) != DisplayNone {
				n = c
				continue
			}
		}
		for {
			if n == top {
				return 0, false
			}
			next := e.s.Prev(n)
			if first {
				next = e.s.Next(n)
			}
			if next != 0 {
				n = next
				break
			}
			n = e.s.Parent(n)
		}
	}
}

func collapsible(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }

// fixSpaces makes spaces beside a place, which what was deleted there let collapse, no-break spaces.
func (e *Editor) fixSpaces(b dom.Boundary) {
	before, after := e.side(b, false), e.side(b, true)
	if collapsible(before) && after == 0 {
		if t := e.spaceBeside(b, false); t.Node != 0 && e.collapses(t.Node) {
			e.replaceKeeping(t.Node, t.Offset, 1, nbsp)
		}
	}
	if collapsible(after) && (before == 0 || collapsible(before)) {
		if t := e.spaceBeside(b, true); t.Node != 0 && e.collapses(t.Node) {
			e.replaceKeeping(t.Node, t.Offset, 1, nbsp)
		}
	}
}

// spaceBeside is where the space beside a place is, in the text that it is in or next to it.
func (e *Editor) spaceBeside(b dom.Boundary, forward bool) dom.Boundary {
	at := func(n dom.NodeID, o int) dom.Boundary {
		u := units(e.s.Data(n))
		if o >= 0 && o < len(u) && u[o] < 128 && collapsible(rune(u[o])) && e.editable(n) {
			return dom.Boundary{Node: n, Offset: o}
		}
		return dom.Boundary{}
	}
	if e.isText(b.Node) {
		n := e.s.DataLength(b.Node)
		if forward && b.Offset < n {
			return at(b.Node, b.Offset)
		}
		if !forward && b.Offset > 0 {
			return at(b.Node, b.Offset-1)
		}
	}
	if forward {
		if t := e.textAfter(b); t != 0 {
			return at(t, 0)
		}
	} else if t := e.textBefore(b); t != 0 {
		return at(t, e.s.DataLength(t)-1)
	}
	return dom.Boundary{}
}

// textAfter and textBefore are the nearest text with data in the line behind, or before, a place: 0 if something else comes first.
func (e *Editor) textAfter(b dom.Boundary) dom.NodeID {
	n := b.Node
	if c := e.childAt(n, b.Offset); c != 0 {
		n = c
	} else {
		n = e.s.FollowingSkip(n, e.host)
	}
	for ; n != 0 && n != e.host; n = e.s.Following(n, e.host) {
		if e.isText(n) && e.s.DataLength(n) > 0 {
			return n
		}
		if e.isElement(n) && (e.isBr(n) || e.block(n) || e.replaced(n)) {
			return 0
		}
	}
	return 0
}

func (e *Editor) textBefore(b dom.Boundary) dom.NodeID {
	n := b.Node
	if c := e.childAt(n, b.Offset-1); c != 0 {
		for n = c; e.s.LastChild(n) != 0; {
			n = e.s.LastChild(n)
		}
	} else {
		n = e.s.Preceding(n, e.host)
	}
	for ; n != 0 && n != e.host; n = e.s.Preceding(n, e.host) {
		if e.isText(n) && e.s.DataLength(n) > 0 {
			return n
		}
		if e.isElement(n) && (e.isBr(n) || e.block(n) || e.replaced(n)) {
			return 0
		}
	}
	return 0
}
