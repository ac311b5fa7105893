package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

// lines paints the lines of an inline formatting context.
func (p *Painter) lines(b layout.BoxID) {
	fr := p.tree.Fragments(b)
	lines := p.tree.Lines(b)
	cull := p.opt.Cull && p.whole == 0 && len(lines) > 8
	o := p.contentOrigin(b)
	for i := range lines {
		ln := &lines[i]
		if cull {
			if y := (o.Y + ln.Rect.Y).Px(); y > p.area.Bottom() || y+ln.Rect.H.Px() < p.area.Y {
				continue
			}
		}
		p.fragments(b, fr, ln.First, min(ln.End, uint32(len(fr))))
	}
}

// fragments paints a range of fragments of block container c.
func (p *Painter) fragments(c layout.BoxID, fr []layout.Fragment, from, to uint32) {
	for i := from; i < to; {
		f := &fr[i]
		if f.Kind == layout.FragmentInline && p.box[f.Box].layer != 0 {
			i += 1 + f.Children
			continue
		}
		p.fragment(c, fr, i, false)
		i++
	}
}

// fragment paints one fragment, what lies in it aside. asLayer: it is painted by its own layer.
func (p *Painter) fragment(c layout.BoxID, fr []layout.Fragment, i uint32, asLayer bool) {
	p.opt.Stop.Poll()
	f := &fr[i]
	if f.Flags&layout.FragmentHidden != 0 {
		return
	}
	switch f.Kind {
	case layout.FragmentText, layout.FragmentHyphen, layout.FragmentEllipsis:
		p.textFragment(c, f)
	case layout.FragmentInline:
		p.inlineBox(c, f)
	case layout.FragmentAtomic:
		if p.box[f.Box].layer == 0 && f.Box != 0 {
			p.atomic(f.Box)
		}
	}
}

// contentOrigin is what the fragments of block container c are relative to.
func (p *Painter) contentOrigin(c layout.BoxID) geom.Point {
	at := p.box[c].at
	if p.tree.Has(c, layout.FlagScroller) && c != p.tree.Root() {
		at = at.Sub(p.tree.Scroll(c))
	}
	return at
}

// inlineBox paints the background and border of a part of an inline box.
func (p *Painter) inlineBox(c layout.BoxID, f *layout.Fragment) {
	st := p.tree.Style(f.Box)
	if st.Flags&(style.FlagHasBackground|style.FlagHasBorder) == 0 && len(st.Background.Shadow) == 0 && st.Border.ImageSource.Kind == style.ImageNone ||
		p.box[f.Box].flags&rowHidden != 0 {
		return
	}
	p.list.SetOwner(uint32(f.Box))
	d := p.inlineDecoration(c, f)
	d.resolve(st)
	p.decorate(st, &d)
}

func (p *Painter) inlineDecoration(c layout.BoxID, f *layout.Fragment) decoration {
	t := p.tree
	d := decoration{box: f.Rect.Move(p.contentOrigin(c)), border: t.Border(f.Box), padding: t.Padding(f.Box), sides: allSides}
	if t.Style(f.Box).Column.DecorationBreak != style.BoxDecorationBreakClone {
		left, right := layout.FragmentStart, layout.FragmentEnd
		if t.Has(f.Box, layout.FlagRTL) || t.Style(f.Box).Text.Direction == style.DirectionRtl {
			left, right = right, left
		}
		if f.Flags&left == 0 {
			d.sides &^= sideLeft
			d.border.Left, d.padding.Left = 0, 0
		}
		if f.Flags&right == 0 {
			d.sides &^= sideRight
			d.border.Right, d.padding.Right = 0, 0
		}
	}
	return d
}

// glyphRun is a run of p.glyphs of one face and size.
type glyphRun struct {
	face     text.FaceID
	size     float32
	from, to int
}

// textFragment paints text: shadows, lines under and over it, glyphs, lines through it.
// https://drafts.csswg.org/css-text-decor-4/#painting-order
func (p *Painter) textFragment(c layout.BoxID, f *layout.Fragment) {
	t := p.tree
	r := &p.box[f.Box]
	if r.flags&rowHidden != 0 {
		return
	}
	if t.Kind(f.Box) == layout.KindText && r.layer == 0 && r.own == 0 {
		return
	}
	st := t.Style(f.Box)
	p.list.SetOwner(uint32(f.Box))
	if p.symbolMarker(c, f, st) {
		return
	}
	box := f.Rect.Move(p.contentOrigin(c))
	x, y := box.X.Px(), (box.Y + f.Baseline).Px()
	p.glyphs, p.runs = p.glyphs[:0], p.runs[:0]
	pen := float32(0)
	t.TextRuns(f, func(run *text.GlyphRun, glyphs []text.Glyph) bool {
		from := len(p.glyphs)
		for i := range glyphs {
			g := &glyphs[i]
			if g.Flags&(text.GlyphSpace|text.GlyphZeroWidth|text.GlyphSoftHyphen) == 0 {
				p.glyphs = append(p.glyphs, list.Glyph{X: pen + g.XOffset, Y: g.YOffset, ID: g.ID})
			}
			pen += g.Advance
			if g.Flags&text.GlyphSpace != 0 {
				pen += f.Justify
			}
		}
		if len(p.glyphs) > from {
			p.runs = append(p.runs, glyphRun{run.Face, run.SizePx, from, len(p.glyphs)})
		}
		return true
	})
	fill := p.color(st, &st.UI.TextFillColor)
	if p.inTextMask {
		p.drawRuns(x, y, 0, 0x000000ff)
		return
	}
	decorated := r.flags&rowDecoration != 0
	if decorated {
		p.collectDecorations(f.Box, st)
	}
	w := box.W.Px()
	for i := len(st.Text.TextShadow) - 1; i >= 0; i-- {
		s := &st.Text.TextShadow[i]
		col := p.color(st, &s.Color)
		if col.Alpha() == 0 {
			continue
		}
		if decorated {
			p.lineDecorations(x+s.X, y+s.Y, w, s.Blur, col, true, style.DecorationUnderline|style.DecorationOverline|style.DecorationLineThrough)
		}
		p.drawRuns(x+s.X, y+s.Y, s.Blur, col)
	}
	if decorated {
		p.lineDecorations(x, y, w, 0, 0, false, style.DecorationUnderline|style.DecorationOverline)
	}
	p.drawRuns(x, y, 0, fill)
	if w := st.UI.TextStrokeWidth; w > 0 {
		p.strokeRuns(x, y, float32(w), p.color(st, &st.UI.TextStrokeColor))
	}
	if decorated {
		p.lineDecorations(x, y, w, 0, 0, false, style.DecorationLineThrough)
	}
}

func (p *Painter) drawRuns(x, y, blur float32, c list.Color) {
	for _, r := range p.runs {
		p.list.Text(list.TextStyle{Face: r.face, Size: r.size, Origin: geom.PointF{X: x, Y: y}, Blur: blur, Color: c}, p.glyphs[r.from:r.to], geom.RectF{})
	}
}

// strokeRuns strokes the outlines of the glyphs. https://compat.spec.whatwg.org/#the-webkit-text-stroke
func (p *Painter) strokeRuns(x, y, width float32, col list.Color) {
	c := p.tree.Fonts().Collection()
	p.path.Reset()
	for _, r := range p.runs {
		for i := range p.glyphs[r.from:r.to] {
			g := &p.glyphs[r.from+i]
			p.contour.Reset()
			em := c.Outline(&p.contour, r.face, g.ID)
			if em <= 0 {
				continue
			}
			k := r.size / em
			at := func(j int) (float32, float32) {
				q := p.contour.Points[j]
				return x + g.X + q.X*k, y + g.Y - q.Y*k
			}
			j := 0
			for _, v := range p.contour.Verbs {
				switch v {
				case text.MoveTo:
					p.path.MoveTo(at(j))
					j++
				case text.LineTo:
					p.path.LineTo(at(j))
					j++
				case text.QuadTo:
					ax, ay := at(j)
					bx, by := at(j + 1)
					p.path.QuadTo(ax, ay, bx, by)
					j += 2
				case text.CubicTo:
					ax, ay := at(j)
					bx, by := at(j + 1)
					ex, ey := at(j + 2)
					p.path.CubicTo(ax, ay, bx, by, ex, ey)
					j += 3
				case text.ClosePath:
					p.path.Close()
				}
			}
		}
	}
	if len(p.path.Verbs) > 0 {
		p.list.StrokePath(p.list.AddPath(&p.path), list.Stroke{Width: width, MiterLimit: 4}, list.Paint{Color: col})
	}
}

// appliedDecoration is a text decoration that an ancestor (or the box itself) gives a text.
type appliedDecoration struct {
	st        *style.Computed
	lines     style.KeywordSet
	color     list.Color
	thickness float32
	ascent    float32
	offset    float32 // of the underline's upper edge below the baseline
	style     list.LineStyle
}

// collectDecorations lists the decorations of a text box, outermost first.
func (p *Painter) collectDecorations(b layout.BoxID, st *style.Computed) {
	t := p.tree
	p.decos = p.decos[:0]
	var last *style.Computed // texts have their parent's record
	if t.Kind(b) == layout.KindText || t.Kind(b) == layout.KindBreak {
		b = t.Parent(b)
	}
	for ; b != 0 && p.box[b].flags&rowDecoration != 0; b = t.Parent(b) {
		s := t.Style(b)
		if s != last && s.Content.DecorationLine != 0 && !t.Has(b, layout.FlagAnonymous) {
			p.decos = append(p.decos, p.resolveDecoration(s))
			last = s
		}
		if t.Has(b, layout.FlagFloat|layout.FlagAbsolute) || t.Has(b, layout.FlagInlineLevel) && p.box[b].flags&rowInFragments == 0 {
			break
		}
	}
	for i, j := 0, len(p.decos)-1; i < j; i, j = i+1, j-1 {
		p.decos[i], p.decos[j] = p.decos[j], p.decos[i]
	}
}

func (p *Painter) resolveDecoration(s *style.Computed) appliedDecoration {
	font := p.tree.Font(s)
	c := s.Content
	d := appliedDecoration{st: s, lines: c.DecorationLine, color: p.color(s, &c.DecorationColor), ascent: font.Metrics.Ascent}
	if c.DecorationColor.Kind == css.ColorCurrent { // as Chromium: the colour that the text is filled with
		d.color = p.color(s, &s.UI.TextFillColor)
	}
	size := s.Font.SizePx
	switch th := &c.DecorationThickness; {
	case th.Kind == style.LengthFromFont && font.Metrics.UnderlineThickness > 0:
		d.thickness = max(1, font.Metrics.UnderlineThickness)
	case th.IsLength():
		d.thickness = max(1, round32(th.ResolvePx(size)))
	default:
		d.thickness = max(1, size/10)
	}
	switch c.DecorationStyle {
	case style.TextDecorationStyleDouble:
		d.style = list.DoubleLine
	case style.TextDecorationStyleDotted:
		d.style = list.DottedLine
	case style.TextDecorationStyleDashed:
		d.style = list.DashedLine
	case style.TextDecorationStyleWavy:
		d.style = list.WavyLine
	}
	off := &s.Text.UnderlineOffset
	gap := max(1, ceil32(d.thickness/2))
	switch {
	case off.IsLength():
		gap = round32(off.ResolvePx(size))
	case s.Text.UnderlinePosition == underFromFont && font.Metrics.UnderlineOffset > 0:
		gap = font.Metrics.UnderlineOffset - d.thickness/2
	case s.Text.UnderlinePosition == underUnder:
		gap = font.Metrics.Descent + 1
	}
	d.offset = gap
	return d
}

// Bits of text-underline-position, in the order of its parser.
const (
	underFromFont style.KeywordSet = 1 << 0
	underUnder    style.KeywordSet = 1 << 1
)

func round32(v float32) float32 { return float32(math.Floor(float64(v) + 0.5)) }
func ceil32(v float32) float32  { return float32(math.Ceil(float64(v))) }
func floor32(v float32) float32 { return float32(math.Floor(float64(v))) }

// lineDecorations draws some of the collected decorations along a text whose baseline begins at x, y. With shadow, all in one colour.
func (p *Painter) lineDecorations(x, y, w, blur float32, shadow list.Color, isShadow bool, which style.KeywordSet) {
	base := round32(y)
	for i := range p.decos {
		d := &p.decos[i]
		lines := d.lines & which
		if lines == 0 {
			continue
		}
		c := d.color
		layer := false
		if isShadow {
			c, layer = shadow, blur > 0
		}
		if layer {
			p.list.PushLayer(1, list.BlendNormal, list.Filter{Kind: list.FilterBlur, Amount: blur / 2})
		}
		skip := d.st.Text.SkipInk != style.SkipInkNone
		if lines&style.DecorationUnderline != 0 {
			top := base + d.offset
			if d.style == list.WavyLine {
				top += max(0, list.WaveControl(d.thickness)-1) / 2
			}
			p.decorationLine(d, x, base, w, top, c, skip, false)
		}
		if lines&style.DecorationOverline != 0 {
			p.decorationLine(d, x, base, w, base-round32(d.ascent)-max(1, floor32(d.thickness)), c, skip, true)
		}
		if lines&style.DecorationLineThrough != 0 {
			p.decorationLine(d, x, base, w, base-d.ascent+2*d.ascent/3-d.thickness/2, c, false, false)
		}
		if layer {
			p.list.Pop()
		}
	}
}

// decorationLine draws a line whose upper edge is at top, leaving out what glyphs cross. up: a double line grows upwards.
func (p *Painter) decorationLine(d *appliedDecoration, x, base, w, top float32, c list.Color, skip, up bool) {
	th := max(1, floor32(d.thickness))
	switch d.style {
	case list.WavyLine:
		th = d.thickness
	case list.DottedLine, list.DashedLine:
		th = max(1, round32(d.thickness))
	}
	top = round32(top)
	row := list.LineRow{Thickness: th, Color: c, Style: d.style}
	second := float32(0)
	lower := top + th
	switch d.style {
	case list.DoubleLine:
		row.Style = list.SolidLine
		second = round32(d.thickness + 1)
		if up {
			second = -second
		}
		lower += max(0, second)
	case list.WavyLine:
		lower += list.WaveControl(th)
	}
	p.gaps = p.gaps[:0]
	if skip {
		p.inkGaps(min(top, top+second)-base, lower-base, d.thickness)
	}
	cy := top + th/2
	if len(p.gaps) > 0 && d.style == list.WavyLine { // the wave goes on behind the gaps
		p.path.Reset()
		h := list.WaveControl(th) + th
		p.parts(x, w, func(from, to float32) { p.path.Rect(geom.RectF{X: from, Y: cy - h, W: to - from, H: 2 * h}) })
		p.list.PushClipPath(p.list.AddPath(&p.path), false)
		row.P0, row.P1 = geom.PointF{X: x, Y: cy}, geom.PointF{X: x + w, Y: cy}
		p.list.Line(row)
		p.list.Pop()
		return
	}
	p.parts(x, w, func(from, to float32) {
		row.P0, row.P1 = geom.PointF{X: from, Y: cy}, geom.PointF{X: to, Y: cy}
		p.list.Line(row)
		if second != 0 {
			row.P0.Y, row.P1.Y = cy+second, cy+second
			p.list.Line(row)
		}
	})
}

// parts visits what p.gaps leave of a line.
func (p *Painter) parts(x, w float32, yield func(from, to float32)) {
	at := float32(0)
	for _, g := range p.gaps {
		if g.from > at {
			yield(x+at, x+min(g.from, w))
		}
		if at = max(at, g.to); at >= w {
			return
		}
	}
	yield(x+at, x+w)
}

// symbolMarker paints a disc, circle, square or disclosure marker as a shape. https://drafts.csswg.org/css-lists-3/#text-markers
func (p *Painter) symbolMarker(c layout.BoxID, f *layout.Fragment, st *style.Computed) bool {
	t := p.tree
	m := t.Parent(f.Box)
	if t.Pseudo(f.Box) != style.PseudoMarker || m == 0 {
		return false
	}
	lst := &st.Text.ListStyleType
	if lst.String || lst.None || !st.Content.Content.Normal && len(st.Content.Content.Items) > 0 {
		return false
	}
	disclosure := false
	switch lst.Name {
	case "disc", "circle", "square":
	case "disclosure-open", "disclosure-closed":
		disclosure = true
	default:
		return false
	}
	font := t.Font(st)
	ascent := floor32(font.Metrics.Ascent)
	box := f.Rect.Move(p.contentOrigin(c))
	base := (box.Y + f.Baseline).Px()
	col := p.color(st, &st.Font.Color)
	if disclosure { // the triangles of Chromium's summary
		size := st.Font.SizePx * 0.66
		x, y := box.X.Px(), base-size
		p.path.Reset()
		switch {
		case lst.Name == "disclosure-open":
			p.path.MoveTo(x, y+size*0.07)
			p.path.LineTo(x+size/2, y+size*0.93)
			p.path.LineTo(x+size, y+size*0.07)
		case st.Text.Direction == style.DirectionRtl:
			p.path.MoveTo(x+size*0.93, y)
			p.path.LineTo(x+size*0.07, y+size/2)
			p.path.LineTo(x+size*0.93, y+size)
		default:
			p.path.MoveTo(x+size*0.07, y)
			p.path.LineTo(x+size*0.93, y+size/2)
			p.path.LineTo(x+size*0.07, y+size)
		}
		p.path.Close()
		p.list.FillPath(p.list.AddPath(&p.path), false, list.Paint{Color: col})
		return true
	}
	// Chromium's symbols: their size and place come from the ascent in whole px.
	off := floor32(ascent * 2 / 3)
	bullet := floor32((off + 1) / 2)
	top := base - ascent + floor32(3*(ascent-off)/2)
	x := box.X.Px()
	if t.Kind(m) == layout.KindMarker { // outside: at a distance from the content
		if st.Text.Direction == style.DirectionRtl {
			x += off + 7 - bullet
		} else {
			x = box.Right().Px() - off - 7
		}
	}
	r := geom.RectF{X: round32(x), Y: round32(top), W: bullet, H: bullet}
	rr := roundRect(r, bullet/2)
	switch lst.Name {
	case "disc":
		p.list.FillRRect(rr, col)
	case "circle":
		p.list.FillDRRect(rr.Outset(0.5), rr.Inset(0.5, 0.5, 0.5, 0.5), col)
	case "square":
		p.list.FillRect(r, col)
	}
	return true
}
