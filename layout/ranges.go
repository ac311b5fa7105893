package layout

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
)

// Places of characters: ranges, carets, and the character at a point.

// trace maps the bytes of one box's text to the text of its context. It is filled when the context is collected again.
type trace struct {
	box BoxID
	at  []uint32 // by byte of the box's text, and its end
}

// mapText gives, for each byte of the text of a KindText box, where it stands in the text of its inline formatting context. Collapsed
// white space stands where what follows it does.
func (t *Tree) mapText(b BoxID) (ctx BoxID, at []uint32) {
	ctx = b
	for ctx != 0 && t.links[ctx].flags&FlagInlineContext == 0 {
		ctx = t.links[ctx].parent
	}
	if ctx == 0 || t.links[ctx].inline == 0 {
		return 0, nil
	}
	c := collector{p: &pass{t: t}, space: true, trace: &trace{box: b}}
	for k := t.links[ctx].first; k != 0; k = t.links[k].next {
		c.box(k)
	}
	return ctx, c.trace.at
}

// TextRects appends the rectangles of bytes start to end of a Text node's data, a line and direction each, as
// Range.getClientRects has them. https://drafts.csswg.org/cssom-view/#dom-range-getclientrects
func (t *Tree) TextRects(dst []geom.RectF, n dom.NodeID, start, end int) []geom.RectF {
	b := t.Of(n)
	if b == 0 || t.links[b].kind != KindText {
		return dst
	}
	ctx, at := t.mapText(b)
	if ctx == 0 || len(at) == 0 {
		return dst
	}
	last := len(at) - 1
	lo, hi := at[min(max(0, start), last)], at[min(max(0, end), last)]
	m := t.insideToViewport(ctx)
	t.FragmentsOf(b, func(f *Fragment) bool {
		if f.Kind == FragmentText || f.Kind == FragmentBreak {
			x, y := max(lo, f.Start), min(hi, f.Stop)
			if x < y || lo == hi && lo >= f.Start && lo <= f.Stop {
				r := f.Rect
				a, z := t.advanceTo(f, x), t.advanceTo(f, y)
				if a > z {
					a, z = z, a
				}
				r.X, r.W = f.Rect.X+a, z-a
				dst = append(dst, m.rect(r))
				return lo != hi
			}
		}
		return true
	})
	return dst
}

// CaretRect is where a caret before byte offset of a Text node's data stands: a rectangle without width.
func (t *Tree) CaretRect(n dom.NodeID, offset int) (r geom.RectF, ok bool) {
	var buf [1]geom.RectF
	if l := t.TextRects(buf[:0], n, offset, offset); len(l) > 0 {
		return l[0], true
	}
	return r, false
}

// advanceTo is how far from the left edge of a text fragment the character at byte i of the context's text begins.
func (t *Tree) advanceTo(f *Fragment, i uint32) geom.Unit {
	rtl := f.Flags&FragmentRTL != 0
	if i <= f.Start != rtl && (i <= f.Start || i >= f.Stop) {
		return 0
	}
	if i >= f.Stop || i <= f.Start {
		return f.Rect.W
	}
	c := t.Container(f.Box)
	s := &t.inlines
	gl := s.glyphsOf(&s.rows[t.links[c].inline])
	var w float32
	for k := f.First; k < f.End; k++ {
		g := &gl[k]
		if !rtl && g.Cluster >= i || rtl && g.Cluster < i {
			break
		}
		w += g.Advance
		if g.Flags&1 != 0 {
			w += f.Justify
		}
	}
	return min(geom.FromPx(w), f.Rect.W)
}

// TextAt is the Text node and the byte offset in its data that are nearest to a point, in the coordinates of the border box of ctx, a
// box with an inline formatting context; 0 when it has no text.
func (t *Tree) TextAt(ctx BoxID, pt geom.Point) (n dom.NodeID, offset int) {
	return t.textAt(ctx, pt, false)
}

// CaretAt is the place in a text that is nearest to a point of the viewport, in the text of element el or of the block that el is in a
// line of: the Text node and the byte offset in its data. In a text control n is 0 and the offset is one of the text that it
// shows. ok is false where there is no text.
func (t *Tree) CaretAt(el dom.NodeID, x, y float32) (n dom.NodeID, offset int, ok bool) {
	b := t.Of(el)
	if b == 0 {
		return 0, 0, false
	}
	top := b
	for t.links[top].kind == KindInline && t.links[top].flags&FlagInlineContext == 0 && t.links[top].parent != 0 {
		top = t.links[top].parent
	}
	best := BoxID(0)
	var dist float32
	for c := top; c != 0; c = t.following(c, top) {
		if t.links[c].flags&FlagInlineContext == 0 || t.links[c].inline == 0 || len(t.Lines(c)) == 0 {
			continue
		}
		m := t.toViewport(c)
		r := m.rect(geom.Rect{W: t.geo[c].size.W, H: t.geo[c].size.H})
		d := max(r.Y-y, y-r.Bottom(), 0)*1000 + max(r.X-x, x-r.Right(), 0)
		if best == 0 || d < dist {
			best, dist = c, d
		}
	}
	if best == 0 {
		return 0, 0, false
	}
	m := t.insideToViewport(best)
	pt, ok := m.inverse(x, y)
	if !ok {
		return 0, 0, false
	}
	control := t.links[b].extra != 0 && t.extras[t.links[b].extra].control != 0
	n, offset = t.textAt(best, pt, control)
	return n, offset, n != 0 || control
}

// following is the next box in tree order below top.
func (t *Tree) following(b, top BoxID) BoxID {
	if c := t.links[b].first; c != 0 {
		return c
	}
	for b != top {
		if k := t.links[b].next; k != 0 {
			return k
		}
		b = t.links[b].parent
	}
	return 0
}

// textAt is TextAt. With generated it looks at generated text alone: what a control shows.
func (t *Tree) textAt(ctx BoxID, pt geom.Point, generated bool) (n dom.NodeID, offset int) {
	lines := t.Lines(ctx)
	if len(lines) == 0 {
		return 0, 0
	}
	ln := &lines[len(lines)-1]
	for i := range lines {
		if pt.Y < lines[i].Rect.Bottom() {
			ln = &lines[i]
			break
		}
	}
	var best *Fragment
	dist := far
	frags := t.Fragments(ctx)[ln.First:ln.End]
	for i := range frags {
		f := &frags[i]
		if f.Kind != FragmentText || (t.links[f.Box].extra != 0) != generated {
			continue
		}
		d := geom.Unit(0)
		switch {
		case pt.X < f.Rect.X:
			d = f.Rect.X - pt.X
		case pt.X >= f.Rect.Right():
			d = pt.X - f.Rect.Right() + 1
		}
		if d < dist {
			best, dist = f, d
		}
	}
	if best == nil {
		return 0, 0
	}
	s := &t.inlines
	gl := s.glyphsOf(&s.rows[t.links[ctx].inline])
	x := best.Rect.X
	at := best.Stop
	if best.Flags&FragmentRTL != 0 {
		at = best.Stop
	}
	for k := best.First; k < best.End; k++ {
		g := &gl[k]
		w := geom.FromPx(g.Advance)
		if g.Flags&1 != 0 {
			w += geom.FromPx(best.Justify)
		}
		if pt.X < x+w/2 {
			at = g.Cluster
			if best.Flags&FragmentRTL != 0 { // the left half is the end of the character
				at = best.Stop
				if k > best.First {
					at = gl[k-1].Cluster
				}
			}
			break
		}
		x += w
		if best.Flags&FragmentRTL != 0 {
			at = g.Cluster
		}
	}
	_, m := t.mapText(best.Box)
	lo, hi := 0, len(m)
	for lo < hi { // the last byte that stands there: collapsed spaces come before it
		mid := (lo + hi) / 2
		if m[mid] <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if n = t.links[best.Box].node; generated {
		n = 0
	}
	return n, max(lo-1, 0)
}
