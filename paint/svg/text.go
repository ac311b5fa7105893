package svg

import (
	"strings"
	"unicode/utf8"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// A text element is laid out in pieces: runs of characters in one style that follow each other. A character with an x or y of its own
// begins a chunk; text-anchor moves chunks. https://www.w3.org/TR/SVG2/text.html#TextLayoutAlgorithm

// maxText bounds the characters of a text element.
const maxText = 1 << 20

type textPiece struct {
	text  string
	st    *style.Computed
	el    dom.NodeID
	x, y  float32 // absolute, where has says so
	hasX  bool
	hasY  bool
	dx    float32
	dy    float32
	width float32
	at    geom.PointF
}

// positions are the attributes of a text or tspan element, with how many characters they have been used for.
type positions struct {
	x, y, dx, dy []float32
	next         int
}

type textWalk struct {
	p      *Painter
	pieces []textPiece
	open   []positions
	space  bool // the last character was a space that collapses
	chars  int
}

// pieces are the runs of a text element, placed.
func (p *Painter) textPieces(el dom.NodeID, c scope) []textPiece {
	if p.opt.Fonts == nil || p.opt.Font == nil {
		return nil
	}
	w := textWalk{p: p, space: true}
	w.element(el, c)
	if n := len(w.pieces); n > 0 { // white space at the end hangs
		q := &w.pieces[n-1]
		if !preserves(q.st) {
			q.text = strings.TrimRight(q.text, " ")
		}
	}
	if p.shaper == nil {
		p.shaper = text.NewShaper(p.opt.Fonts)
	}
	var x, y float32
	chunk := 0
	finish := func(end int) {
		l := w.pieces[chunk:end]
		if len(l) == 0 {
			return
		}
		var shift float32
		last := &l[len(l)-1]
		total := last.at.X + last.width - l[0].at.X
		rtl := l[0].st.Text.Direction == style.DirectionRtl
		switch l[0].st.UI.TextAnchor {
		case style.TextAnchorMiddle:
			shift = -total / 2
		case style.TextAnchorEnd:
			if shift = -total; rtl {
				shift = 0
			}
		default:
			if rtl {
				shift = -total
			}
		}
		for i := range l {
			l[i].at.X += shift
		}
	}
	for i := range w.pieces {
		q := &w.pieces[i]
		if q.hasX || q.hasY {
			finish(i)
			chunk = i
			if q.hasX {
				x = q.x
			}
			if q.hasY {
				y = q.y
			}
		}
		x, y = x+q.dx, y+q.dy
		q.width = p.advance(q)
		q.at = geom.PointF{X: x, Y: y}
		x += q.width
	}
	finish(len(w.pieces))
	return w.pieces
}

func preserves(st *style.Computed) bool {
	return st.Text.WhiteSpaceCollapse == style.WhiteSpaceCollapsePreserve || st.Text.WhiteSpaceCollapse == style.WhiteSpaceCollapseBreakSpaces
}

// element walks a text, tspan or a element.
func (w *textWalk) element(el dom.NodeID, c scope) {
	p := w.p
	d := p.opt.Doc
	if c.depth++; c.depth > maxDepth || p.left <= 0 {
		return
	}
	p.left--
	w.open = append(w.open, positions{
		x: lengths(p.attr(el, atomX), c.vw, c.st), y: lengths(p.attr(el, atomY), c.vh, c.st),
		dx: lengths(p.attr(el, atomDx), c.vw, c.st), dy: lengths(p.attr(el, atomDy), c.vh, c.st),
	})
	for n := d.FirstChild(el); n != 0; n = d.Next(n) {
		switch d.Kind(n) {
		case dom.KindText, dom.KindCDATA:
			w.characters(d.Data(n), el, c.st)
		case dom.KindElement:
			if nm := d.ElementName(n); nm.NS == dom.SVG && (nm.Local == atomTspan || nm.Local == atomA) {
				cc := c
				if cc.st = p.style(n, &c); cc.st.Box.Display != style.DisplayNone {
					w.element(n, cc)
				}
			}
		}
	}
	w.open = w.open[:len(w.open)-1]
}

// characters adds a text, cut where a character has a place of its own.
func (w *textWalk) characters(s string, el dom.NodeID, st *style.Computed) {
	keep := preserves(st)
	var b strings.Builder
	cur := textPiece{st: st, el: el}
	flush := func() {
		if b.Len() > 0 {
			cur.text = b.String()
			w.pieces = append(w.pieces, cur)
		}
		b.Reset()
		cur = textPiece{st: st, el: el}
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if w.chars++; w.chars > maxText {
			break
		}
		if r == '\n' || r == '\t' || r == '\r' {
			r = ' '
		}
		if r == ' ' && !keep {
			if w.space {
				continue
			}
			w.space = true
		} else {
			w.space = false
		}
		if q, placed := w.place(); placed {
			flush()
			q.st, q.el = st, el
			cur = q
		}
		b.WriteRune(r)
	}
	flush()
}

// place is where the next character is put by attributes; the innermost element that has one for it counts.
func (w *textWalk) place() (q textPiece, placed bool) {
	for i := len(w.open) - 1; i >= 0; i-- {
		o := &w.open[i]
		k := o.next
		o.next++
		if !q.hasX && k < len(o.x) {
			q.x, q.hasX = o.x[k], true
		}
		if !q.hasY && k < len(o.y) {
			q.y, q.hasY = o.y[k], true
		}
		if q.dx == 0 && k < len(o.dx) {
			q.dx = o.dx[k]
		}
		if q.dy == 0 && k < len(o.dy) {
			q.dy = o.dy[k]
		}
	}
	return q, q.hasX || q.hasY || q.dx != 0 || q.dy != 0
}

// shape sets a piece's glyphs in p.buf.
func (p *Painter) shapeText(q *textPiece) {
	p.buf.Reset()
	if q.text == "" {
		return
	}
	t := q.st.Text
	in := text.Input{Text: []byte(q.text), End: uint32(len(q.text)), Font: p.opt.Font(q.st), LetterSpacing: t.LetterSpacing.ResolvePx(0), WordSpacing: t.WordSpacing.ResolvePx(0),
		RTL: t.Direction == style.DirectionRtl && text.NeedsBidi([]byte(q.text))}
	p.shaper.Shape(&p.buf, &in)
}

func (p *Painter) advance(q *textPiece) float32 {
	p.shapeText(q)
	return p.buf.Width(0, len(p.buf.Glyphs))
}

// text draws a text element.
func (p *Painter) text(el dom.NodeID, c scope) {
	pieces := p.textPieces(el, c)
	var box geom.RectF // of all, for gradients
	has := false
	for i := range pieces {
		box, has = union(box, p.pieceBox(&pieces[i]), has), true
	}
	for i := range pieces {
		q := &pieces[i]
		if q.st.Text.Visibility != style.VisibilityVisible {
			continue
		}
		s := q.st.SVG
		cc := c
		cc.st = q.st
		at := geom.PointF{X: q.at.X, Y: q.at.Y + p.baseline(q.st)}
		if c.only {
			p.drawGlyphs(q, at, 0x000000ff)
			continue
		}
		w := p.server(el, &s.Fill, float32(s.FillOpacity), box, &cc)
		switch {
		case w.kind == plain && w.paint.Gradient == 0:
			p.drawGlyphs(q, at, w.paint.Color)
		case w.kind != nothing:
			p.l.PushMask(false)
			if w.kind == plain {
				var path list.Path
				path.Rect(box)
				p.l.FillPath(p.l.AddPath(&path), false, w.paint)
			} else {
				p.cover(&w, box, cc)
			}
			p.l.MaskContent()
			p.drawGlyphs(q, at, 0x000000ff)
			p.l.Pop()
		}
		if s.Stroke.Kind != style.PaintNone {
			p.strokeGlyphs(el, q, at, &cc)
		}
	}
}

// drawGlyphs records the glyphs of a piece from a point on its baseline.
func (p *Painter) drawGlyphs(q *textPiece, at geom.PointF, color list.Color) {
	p.shapeText(q)
	x := float32(0)
	for _, r := range p.buf.Runs {
		p.glyphs = p.glyphs[:0]
		from := x
		for _, g := range p.buf.Glyphs[r.First:r.End] {
			if g.Flags&(text.GlyphZeroWidth|text.GlyphSpace) == 0 {
				p.glyphs = append(p.glyphs, list.Glyph{X: x - from + g.XOffset, Y: g.YOffset, ID: g.ID})
			}
			x += g.Advance
		}
		p.l.Text(list.TextStyle{Face: r.Face, Size: r.SizePx, Origin: geom.PointF{X: at.X + from, Y: at.Y}, Color: color}, p.glyphs, geom.RectF{})
	}
}

// strokeGlyphs strokes the outlines of a piece.
func (p *Painter) strokeGlyphs(el dom.NodeID, q *textPiece, at geom.PointF, c *scope) {
	p.shapeText(q)
	var path list.Path
	var o text.Path
	fonts := p.opt.Fonts.Collection()
	x := at.X
	for _, r := range p.buf.Runs {
		for _, g := range p.buf.Glyphs[r.First:r.End] {
			o.Reset()
			em := fonts.Outline(&o, r.Face, g.ID)
			if em > 0 {
				k := r.SizePx / em
				pt := func(a text.Point) (float32, float32) { return x + g.XOffset + a.X*k, at.Y + g.YOffset - a.Y*k }
				i := 0
				for _, v := range o.Verbs {
					switch v {
					case text.MoveTo:
						path.MoveTo(pt(o.Points[i]))
						i++
					case text.LineTo:
						path.LineTo(pt(o.Points[i]))
						i++
					case text.QuadTo:
						ax, ay := pt(o.Points[i])
						bx, by := pt(o.Points[i+1])
						path.QuadTo(ax, ay, bx, by)
						i += 2
					case text.CubicTo:
						ax, ay := pt(o.Points[i])
						bx, by := pt(o.Points[i+1])
						ex, ey := pt(o.Points[i+2])
						path.CubicTo(ax, ay, bx, by, ex, ey)
						i += 3
					case text.ClosePath:
						path.Close()
					}
				}
			}
			x += g.Advance
		}
	}
	if b, ok := pathBounds(&path); ok {
		p.stroke(el, &path, b, c)
	}
}

// baseline is how far below the given point the alphabetic baseline lies. https://www.w3.org/TR/SVG2/text.html#DominantBaselineProperty
func (p *Painter) baseline(st *style.Computed) float32 {
	m := &p.opt.Font(st).Metrics
	switch st.UI.DominantBaseline {
	case style.DominantBaselineMiddle:
		return m.XHeight / 2
	case style.DominantBaselineCentral:
		return (m.Ascent - m.Descent) / 2
	case style.DominantBaselineHanging:
		return m.Ascent * 0.8
	case style.DominantBaselineTextBeforeEdge:
		return m.Ascent
	case style.DominantBaselineTextAfterEdge, style.DominantBaselineIdeographic:
		return -m.Descent
	case style.DominantBaselineMathematical:
		return m.Ascent / 2
	}
	return 0
}

// pieceBox is the box of a piece: its advance by ascent and descent.
func (p *Painter) pieceBox(q *textPiece) geom.RectF {
	m := &p.opt.Font(q.st).Metrics
	return geom.RectF{X: q.at.X, Y: q.at.Y + p.baseline(q.st) - m.Ascent, W: q.width, H: m.Ascent + m.Descent}
}

// textBounds is the box of a text element.
func (p *Painter) textBounds(el dom.NodeID, c scope) (b geom.RectF, ok bool) {
	l := p.textPieces(el, c)
	for i := range l {
		b, ok = union(b, p.pieceBox(&l[i]), ok), true
	}
	return b, ok
}
