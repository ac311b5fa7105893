package list

import (
	"math"
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
)

// List is a display list. The zero value is empty and ready to record.
type List struct {
	items     []Item
	rrects    []RRect
	colors    []Color // beside rrects
	matrices  []geom.Matrix
	layers    []Layer
	filters   []Filter
	paths     []pathRow // row 0 unused
	verbs     []Verb
	points    []geom.PointF
	fills     []Fill
	strokes   []StrokeRow
	dashes    []float32
	gradients []GradientRow // row 0 unused
	stops     []Stop
	tiled     []TiledRow
	shadows   []Shadow
	texts     []TextRow
	glyphs    []Glyph
	lines     []LineRow

	open  []openGroup // groups not yet closed, outermost first
	owner uint32
	top   geom.RectF // bounds of what lies outside of all groups
}

type pathRow struct {
	verbFrom, verbTo, pointFrom, pointTo uint32
	bounds                               geom.RectF
}

type openGroup struct {
	item  uint32
	inner geom.RectF // bounds of the content so far, in the content's space
	mask  bool       // MaskContent has been recorded: what follows does not add to the bounds
}

// Reset empties the list and keeps its memory.
func (l *List) Reset() {
	l.items, l.rrects, l.colors, l.matrices, l.layers = l.items[:0], l.rrects[:0], l.colors[:0], l.matrices[:0], l.layers[:0]
	l.filters, l.paths, l.verbs, l.points = l.filters[:0], l.paths[:0], l.verbs[:0], l.points[:0]
	l.fills, l.strokes, l.dashes, l.gradients, l.stops = l.fills[:0], l.strokes[:0], l.dashes[:0], l.gradients[:0], l.stops[:0]
	l.tiled, l.shadows, l.texts, l.glyphs, l.lines = l.tiled[:0], l.shadows[:0], l.texts[:0], l.glyphs[:0], l.lines[:0]
	l.open, l.owner, l.top = l.open[:0], 0, geom.RectF{}
}

// Release empties the list and gives its memory back.
func (l *List) Release() { *l = List{} }

// SetOwner tags the items that follow.
func (l *List) SetOwner(owner uint32) { l.owner = owner }

// Owner is the tag of the items that follow.
func (l *List) Owner() uint32 { return l.owner }

// Bounds is the rectangle around all that the closed groups and the items outside of groups paint.
func (l *List) Bounds() geom.RectF { return l.top }

// Depth is the number of open groups.
func (l *List) Depth() int { return len(l.open) }

// clampRect is r within ±MaxCoord, with no extent where it has a NaN or a negative one.
func clampRect(r geom.RectF) geom.RectF {
	if r.X != r.X || r.Y != r.Y || !(r.W > 0) || !(r.H > 0) {
		return geom.RectF{}
	}
	x0, y0 := float64(r.X), float64(r.Y)
	x1, y1 := x0+float64(r.W), y0+float64(r.H)
	if x0 >= -MaxCoord && y0 >= -MaxCoord && x1 <= MaxCoord && y1 <= MaxCoord {
		return r
	}
	if x1 != x1 { // -Inf + Inf
		x1 = MaxCoord
	}
	if y1 != y1 {
		y1 = MaxCoord
	}
	c := func(v float64) float64 { return max(-MaxCoord, min(MaxCoord, v)) }
	x0, y0, x1, y1 = c(x0), c(y0), c(x1), c(y1)
	return geom.RectF{X: float32(x0), Y: float32(y0), W: float32(x1 - x0), H: float32(y1 - y0)}
}

func clampRRect(r RRect) RRect {
	r.Rect = clampRect(r.Rect)
	for i, c := range r.Radii {
		if !(c.X > 0 && c.Y > 0) {
			r.Radii[i] = Radius{}
			continue
		}
		r.Radii[i] = Radius{min(c.X, MaxCoord), min(c.Y, MaxCoord)}
	}
	return r.Normalize()
}

func (l *List) include(b geom.RectF) {
	if n := len(l.open); n > 0 {
		if g := &l.open[n-1]; !g.mask {
			g.inner = g.inner.Union(b)
		}
	} else {
		l.top = l.top.Union(b)
	}
}

// add records an item that paints within b, unless that is nothing.
func (l *List) add(k Kind, flags uint8, b geom.RectF, arg int) {
	b = clampRect(b)
	if b.Empty() {
		return
	}
	l.include(b)
	l.items = append(l.items, Item{Bounds: b, Owner: l.owner, Arg: uint32(arg), Kind: k, Flags: flags})
}

func (l *List) push(k Kind, flags uint8, arg int) {
	l.open = append(l.open, openGroup{item: uint32(len(l.items))})
	l.items = append(l.items, Item{Owner: l.owner, Arg: uint32(arg), Kind: k, Flags: flags})
}

// PushClipRect clips what follows to r, anti-aliased at its edges.
func (l *List) PushClipRect(r geom.RectF) {
	l.rrects = append(l.rrects, RRect{Rect: clampRect(r)})
	l.colors = append(l.colors, 0)
	l.push(ClipRect, 0, len(l.rrects)-1)
}

// PushClipRRect clips what follows to r.
func (l *List) PushClipRRect(r RRect) {
	if r.IsRect() {
		l.PushClipRect(r.Rect)
		return
	}
	l.rrects = append(l.rrects, clampRRect(r))
	l.colors = append(l.colors, 0)
	l.push(ClipRRect, 0, len(l.rrects)-1)
}

// PushClipPath clips what follows to the inside of a path.
func (l *List) PushClipPath(p PathRef, evenOdd bool) {
	var f uint8
	if evenOdd {
		f = EvenOdd
	}
	l.push(ClipPath, f, int(p))
}

// PushTransform maps the coordinates of what follows. A map that has no inverse shows nothing.
func (l *List) PushTransform(m geom.Matrix) {
	if s := m.A + m.B + m.C + m.D + m.E + m.F; math.IsNaN(s) || math.IsInf(s, 0) {
		m = geom.Matrix{}
	}
	l.matrices = append(l.matrices, m)
	l.push(Transform, 0, len(l.matrices)-1)
}

// PushLayer paints what follows apart, runs the filters over it, and mixes the result in with opacity
// (0…1) and blend mode. Opacity 1 with BlendNormal and no filters is an isolated group.
func (l *List) PushLayer(opacity float32, blend Blend, filters ...Filter) {
	if !(opacity > 0) {
		opacity = 0
	}
	n := len(l.filters)
	l.filters = append(l.filters, filters...)
	for i := range l.filters[n:] {
		f := &l.filters[n+i]
		f.Amount, f.DX, f.DY = clampCoord(f.Amount), clampCoord(f.DX), clampCoord(f.DY)
		if f.Kind != FilterHueRotate {
			f.Amount = max(0, f.Amount)
		}
	}
	l.layers = append(l.layers, Layer{Opacity: min(opacity, 1), filterFrom: uint32(n), filterTo: uint32(len(l.filters)), Blend: blend})
	l.push(LayerGroup, 0, len(l.layers)-1)
}

// PushBackdrop paints what follows apart, over a filtered copy of the picture that lies below the group, cut to a shape. The picture is
// that of the layer around the group, or of the one further out by below, which counts the layers and masks between. A blur takes pixels
// beyond the shape's bounds from within, mirrored. https://drafts.fxtf.org/filter-effects-2/#BackdropFilterProperty
func (l *List) PushBackdrop(shape RRect, below int, filters ...Filter) {
	l.PushLayer(1, BlendNormal, filters...)
	y := &l.layers[len(l.layers)-1]
	y.backFrom, y.backTo, y.filterTo = y.filterFrom, y.filterTo, y.filterFrom
	y.shape, y.Below = uint32(len(l.rrects)), uint8(min(below, 255))
	l.rrects, l.colors = append(l.rrects, clampRRect(shape)), append(l.colors, 0)
}

// PushMask paints what follows apart; after MaskContent comes the mask that it is multiplied with: its alpha, or its
// luminance times alpha.
func (l *List) PushMask(luminance bool) {
	var f uint8
	if luminance {
		f = Luminance
	}
	l.push(MaskGroup, f, 0)
}

// PushInverseMask is PushMask with a mask that shows what its alpha leaves out.
func (l *List) PushInverseMask() { l.push(MaskGroup, Inverse, 0) }

// MaskContent ends the content of the mask group opened last and begins its mask.
func (l *List) MaskContent() {
	if n := len(l.open); n > 0 && l.items[l.open[n-1].item].Kind == MaskGroup && !l.open[n-1].mask {
		l.open[n-1].mask = true
		l.items[l.open[n-1].item].Arg = uint32(len(l.items))
		l.items = append(l.items, Item{Owner: l.owner, Kind: MaskContent})
	}
}

// Pop closes the group opened last. Without an open group it does nothing.
func (l *List) Pop() {
	n := len(l.open)
	if n == 0 {
		return
	}
	g := l.open[n-1]
	l.open = l.open[:n-1]
	it := &l.items[g.item]
	b := l.groupBounds(it, g.inner)
	if b.Empty() {
		// Nothing can be seen of it: forget the rows. (Its side rows stay until Reset.)
		l.items = l.items[:g.item]
		return
	}
	it.Bounds, it.End = b, uint32(len(l.items))
	if it.Kind == MaskGroup {
		if !g.mask { // no mask: nothing is masked out
			it.Arg = it.End
		} else {
			l.items[it.Arg].End = it.End
		}
	}
	l.items = append(l.items, Item{Owner: it.Owner, Kind: End, Arg: g.item})
	l.include(b)
}

// groupBounds is what a group shows of inner, in the space around it.
func (l *List) groupBounds(it *Item, inner geom.RectF) geom.RectF {
	switch it.Kind {
	case ClipRect, ClipRRect:
		return inner.Intersect(l.rrects[it.Arg].Rect)
	case ClipPath:
		if it.Arg == 0 || inner.Empty() {
			return geom.RectF{}
		}
		return inner.Intersect(l.paths[it.Arg].bounds)
	case Transform:
		m := l.matrices[it.Arg]
		if _, ok := m.Invert(); !ok || inner.Empty() {
			return geom.RectF{}
		}
		return clampRect(m.MapRect(inner))
	case LayerGroup:
		y := &l.layers[it.Arg]
		if y.backTo > y.backFrom {
			inner = inner.Union(l.rrects[y.shape].Rect)
		}
		if y.Opacity == 0 || inner.Empty() {
			return geom.RectF{}
		}
		return clampRect(FilterBounds(inner, l.filters[y.filterFrom:y.filterTo]))
	}
	return inner
}

// FilterBounds is where a filtered picture with bounds b may have pixels.
func FilterBounds(b geom.RectF, filters []Filter) geom.RectF {
	for _, f := range filters {
		switch f.Kind {
		case FilterBlur:
			b = b.Outset(BlurExtent(f.Amount))
		case FilterDropShadow:
			s := b.Outset(BlurExtent(f.Amount))
			s.X += f.DX
			s.Y += f.DY
			b = b.Union(s)
		}
	}
	return b
}

// BlurExtent is how far, in px, a blur with a standard deviation reaches.
func BlurExtent(sigma float32) float32 {
	if !(sigma > 0) {
		return 0
	}
	return float32(math.Ceil(float64(sigma)*3)) + 1
}

// FillRect fills r.
func (l *List) FillRect(r geom.RectF, c Color) {
	if c.Alpha() != 0 {
		l.add(FillRect, 0, r, int(c))
	}
}

// FillRRect fills a rounded rectangle.
func (l *List) FillRRect(r RRect, c Color) {
	if r.IsRect() {
		l.FillRect(r.Rect, c)
		return
	}
	if c.Alpha() == 0 {
		return
	}
	r = clampRRect(r)
	l.rrects, l.colors = append(l.rrects, r), append(l.colors, c)
	l.add(FillRRect, 0, r.Rect, len(l.rrects)-1)
}

// FillDRRect fills what lies in outer and not in inner, as a border of one colour.
func (l *List) FillDRRect(outer, inner RRect, c Color) {
	if c.Alpha() == 0 {
		return
	}
	l.rrects = append(l.rrects, clampRRect(outer), clampRRect(inner))
	l.colors = append(l.colors, c, c)
	l.add(FillDRRect, 0, l.rrects[len(l.rrects)-2].Rect, len(l.rrects)-2)
}

// AddPath stores a copy of p for the path operations.
func (l *List) AddPath(p *Path) PathRef {
	if len(l.paths) == 0 {
		l.paths = append(l.paths, pathRow{})
	}
	v, q := len(l.verbs), len(l.points)
	l.verbs = append(l.verbs, p.Verbs...)
	l.points = append(l.points, p.Points...)
	l.paths = append(l.paths, pathRow{uint32(v), uint32(len(l.verbs)), uint32(q), uint32(len(l.points)), pointBounds(l.points[q:])})
	return PathRef(len(l.paths) - 1)
}

// FillPath fills the inside of a path.
func (l *List) FillPath(p PathRef, evenOdd bool, paint Paint) {
	if p == 0 || paint.Gradient == 0 && paint.Color.Alpha() == 0 {
		return
	}
	var f uint8
	if evenOdd {
		f = EvenOdd
	}
	l.fills = append(l.fills, Fill{p, paint})
	l.add(FillPath, f, l.paths[p].bounds, len(l.fills)-1)
}

// StrokePath strokes a path. dashes are the lengths of dashes and gaps in turn; none, or only zeros, or a
// negative one: a solid stroke.
func (l *List) StrokePath(p PathRef, s Stroke, paint Paint, dashes ...float32) {
	if p == 0 || !(s.Width > 0) || paint.Gradient == 0 && paint.Color.Alpha() == 0 {
		return
	}
	s.Width, s.DashOffset = clampCoord(s.Width), clampCoord(s.DashOffset)
	if !(s.MiterLimit >= 1) {
		s.MiterLimit = 4
	}
	n := len(l.dashes)
	sum := float32(0)
	for _, d := range dashes {
		if !(d >= 0) {
			sum = 0
			break
		}
		sum += min(d, MaxCoord)
	}
	if sum > 0 {
		for range 1 + len(dashes)%2 { // an odd number is repeated to make it even
			for _, d := range dashes {
				l.dashes = append(l.dashes, min(d, MaxCoord))
			}
		}
	}
	l.strokes = append(l.strokes, StrokeRow{s, p, paint, uint32(n), uint32(len(l.dashes))})
	out := s.Width / 2
	if s.Join == MiterJoin {
		out *= s.MiterLimit
	}
	if s.Cap == SquareCap {
		out = max(out, s.Width*math.Sqrt2/2)
	}
	b := l.paths[p].bounds
	l.add(StrokePath, 0, geom.RectF{X: b.X - out, Y: b.Y - out, W: b.W + 2*out, H: b.H + 2*out}, len(l.strokes)-1)
}

// AddGradient stores a gradient with its stops for DrawGradient and Paint. Positions that decrease are raised to the
// one before. No stops: no gradient.
func (l *List) AddGradient(g Gradient, stops ...Stop) GradientRef {
	if len(stops) == 0 {
		return 0
	}
	if len(l.gradients) == 0 {
		l.gradients = append(l.gradients, GradientRow{})
	}
	n := len(l.stops)
	last := float32(-MaxCoord)
	for _, s := range stops {
		s.Pos = max(last, clampCoord(s.Pos))
		last = s.Pos
		l.stops = append(l.stops, s)
	}
	g.P0, g.P1 = clampPoint(g.P0.X, g.P0.Y), clampPoint(g.P1.X, g.P1.Y)
	l.gradients = append(l.gradients, GradientRow{g, uint32(n), uint32(len(l.stops))})
	return GradientRef(len(l.gradients) - 1)
}

func (l *List) drawTiled(k Kind, row TiledRow) {
	t := &row.Tiling
	t.Dest, t.Tile = clampRect(t.Dest), clampRect(t.Tile)
	if t.Tile.Empty() {
		return
	}
	t.StepX, t.StepY = max(0, clampCoord(t.StepX)), max(0, clampCoord(t.StepY))
	b := t.Dest
	if t.StepX == 0 {
		b = b.Intersect(geom.RectF{X: t.Tile.X, Y: b.Y, W: t.Tile.W, H: b.H})
	}
	if t.StepY == 0 {
		b = b.Intersect(geom.RectF{X: b.X, Y: t.Tile.Y, W: b.W, H: t.Tile.H})
	}
	l.tiled = append(l.tiled, row)
	l.add(k, 0, b, len(l.tiled)-1)
}

// DrawGradient paints a gradient, tiled where t has steps. The gradient's coordinates begin at the corner of
// each tile.
func (l *List) DrawGradient(g GradientRef, t Tiling) {
	if g != 0 {
		l.drawTiled(DrawGradient, TiledRow{Tiling: t, Gradient: g})
	}
}

// DrawImage paints the part src (in image px) of an image, tiled where t has steps.
func (l *List) DrawImage(id ImageID, src geom.RectF, t Tiling, q Quality) {
	src = clampRect(src)
	if id != 0 && !src.Empty() {
		l.drawTiled(DrawImage, TiledRow{Tiling: t, Src: src, Image: id, Quality: q})
	}
}

// BoxShadow paints the shadow of a box.
func (l *List) BoxShadow(s Shadow) {
	if s.Color.Alpha() == 0 {
		return
	}
	s.Box = clampRRect(s.Box)
	s.DX, s.DY, s.Spread, s.Blur = clampCoord(s.DX), clampCoord(s.DY), clampCoord(s.Spread), max(0, clampCoord(s.Blur))
	l.shadows = append(l.shadows, s)
	b := s.Box.Rect
	if !s.Inset {
		b = b.Outset(s.Spread)
		if b.Empty() {
			return
		}
		b = b.Outset(BlurExtent(s.Blur / 2))
		b.X += s.DX
		b.Y += s.DY
	}
	l.add(BoxShadow, 0, b, len(l.shadows)-1)
}

// Text draws glyphs. ink bounds what they cover; empty: a bound is taken from the size and the positions, which
// fits all but very unusual glyphs. Nothing is painted outside of it (but for the blur, which is added).
func (l *List) Text(s TextStyle, glyphs []Glyph, ink geom.RectF) {
	if len(glyphs) == 0 || s.Color.Alpha() == 0 || !(s.Size > 0) {
		return
	}
	s.Size, s.Origin, s.Blur = clampCoord(s.Size), clampPoint(s.Origin.X, s.Origin.Y), max(0, clampCoord(s.Blur))
	n := len(l.glyphs)
	l.glyphs = append(l.glyphs, glyphs...)
	x0, y0, x1, y1 := float32(MaxCoord), float32(MaxCoord), float32(-MaxCoord), float32(-MaxCoord)
	for i := range l.glyphs[n:] {
		g := &l.glyphs[n+i]
		g.X, g.Y = clampCoord(g.X), clampCoord(g.Y)
		x0, y0, x1, y1 = min(x0, g.X), min(y0, g.Y), max(x1, g.X), max(y1, g.Y)
	}
	if ink.Empty() {
		e := s.Size
		ink = geom.RectF{X: s.Origin.X + x0 - e, Y: s.Origin.Y + y0 - 1.5*e, W: x1 - x0 + 3*e, H: y1 - y0 + 2.5*e}
	}
	l.texts = append(l.texts, TextRow{s, uint32(n), uint32(len(l.glyphs))})
	l.add(Text, 0, ink.Outset(BlurExtent(s.Blur/2)), len(l.texts)-1)
}

// Line draws a line of a text decoration or of a dotted or dashed border side: see LineRow.
func (l *List) Line(r LineRow) {
	if r.Color.Alpha() == 0 || !(r.Thickness > 0) {
		return
	}
	r.P0, r.P1, r.Thickness = clampPoint(r.P0.X, r.P0.Y), clampPoint(r.P1.X, r.P1.Y), clampCoord(r.Thickness)
	out := r.Thickness / 2
	switch r.Style {
	case DoubleLine:
		out *= 5
	case WavyLine:
		out = WaveControl(r.Thickness) + r.Thickness
	}
	l.lines = append(l.lines, r)
	x0, y0 := min(r.P0.X, r.P1.X), min(r.P0.Y, r.P1.Y)
	w, h := max(r.P0.X, r.P1.X)-x0, max(r.P0.Y, r.P1.Y)-y0
	l.add(Line, 0, geom.RectF{X: x0 - out, Y: y0 - out, W: w + 2*out, H: h + 2*out}, len(l.lines)-1)
}

// WaveControl is how far the control points of a wavy line's curves lie from its centre line: Chromium's choice.
func WaveControl(thickness float32) float32 {
	return 0.5 + float32(math.Round(3*float64(thickness)+0.5))
}

// WaveStep is a quarter of the length of one wave: each half is a cubic curve of two steps.
func WaveStep(thickness float32) float32 {
	return 1 + float32(math.Round(2*float64(thickness)+0.5))
}

// Hit marks an area that paints nothing but receives hits for the owner.
func (l *List) Hit(r geom.RectF) {
	if r = clampRect(r); !r.Empty() {
		l.items = append(l.items, Item{Bounds: r, Owner: l.owner, Kind: Hit})
		l.include(r)
	}
}

// Items are the rows. The slice is valid until the next recording; readers do not write to it.
func (l *List) Items() []Item { return l.items }

// RRect is the shape of a ClipRect, ClipRRect or FillRRect.
func (l *List) RRect(it *Item) *RRect { return &l.rrects[it.Arg] }

// DRRect are the shapes of a FillDRRect.
func (l *List) DRRect(it *Item) (outer, inner *RRect) { return &l.rrects[it.Arg], &l.rrects[it.Arg+1] }

// ItemColor is the colour of a FillRect, FillRRect or FillDRRect.
func (l *List) ItemColor(it *Item) Color {
	if it.Kind == FillRect {
		return Color(it.Arg)
	}
	return l.colors[it.Arg]
}

// Matrix is the map of a Transform.
func (l *List) Matrix(it *Item) *geom.Matrix { return &l.matrices[it.Arg] }

// Layer is the row of a LayerGroup, with its filters.
func (l *List) Layer(it *Item) (*Layer, []Filter) {
	y := &l.layers[it.Arg]
	return y, l.filters[y.filterFrom:y.filterTo]
}

// Backdrop are the filters of the picture below a layer, with the shape that it shows in; none of most layers.
func (l *List) Backdrop(y *Layer) ([]Filter, *RRect) {
	if y.backTo == y.backFrom {
		return nil, nil
	}
	return l.filters[y.backFrom:y.backTo], &l.rrects[y.shape]
}

// Path are the verbs and points of a stored path.
func (l *List) Path(p PathRef) ([]Verb, []geom.PointF) {
	r := &l.paths[p]
	return l.verbs[r.verbFrom:r.verbTo], l.points[r.pointFrom:r.pointTo]
}

// Fill is the row of a FillPath.
func (l *List) Fill(it *Item) *Fill { return &l.fills[it.Arg] }

// Stroke is the row of a StrokePath, with its dashes.
func (l *List) Stroke(it *Item) (*StrokeRow, []float32) {
	s := &l.strokes[it.Arg]
	return s, l.dashes[s.dashFrom:s.dashTo]
}

// Gradient is a stored gradient with its stops.
func (l *List) Gradient(g GradientRef) (*GradientRow, []Stop) {
	r := &l.gradients[g]
	return r, l.stops[r.stopFrom:r.stopTo]
}

// Tiled is the row of a DrawImage or DrawGradient.
func (l *List) Tiled(it *Item) *TiledRow { return &l.tiled[it.Arg] }

// Shadow is the row of a BoxShadow.
func (l *List) Shadow(it *Item) *Shadow { return &l.shadows[it.Arg] }

// TextRun is the row of a Text, with its glyphs.
func (l *List) TextRun(it *Item) (*TextRow, []Glyph) {
	t := &l.texts[it.Arg]
	return t, l.glyphs[t.glyphFrom:t.glyphTo]
}

// LineOf is the row of a Line.
func (l *List) LineOf(it *Item) *LineRow { return &l.lines[it.Arg] }

func bytesOf[T any](s []T) int64 {
	var t T
	return int64(cap(s)) * int64(unsafe.Sizeof(t))
}

// MemoryBytes is what the list holds, used or not.
func (l *List) MemoryBytes() int64 {
	return bytesOf(l.items) + bytesOf(l.rrects) + bytesOf(l.colors) + bytesOf(l.matrices) + bytesOf(l.layers) + bytesOf(l.filters) +
		bytesOf(l.paths) + bytesOf(l.verbs) + bytesOf(l.points) + bytesOf(l.fills) + bytesOf(l.strokes) + bytesOf(l.dashes) +
		bytesOf(l.gradients) + bytesOf(l.stops) + bytesOf(l.tiled) + bytesOf(l.shadows) + bytesOf(l.texts) + bytesOf(l.glyphs) +
		bytesOf(l.lines) + bytesOf(l.open)
}
