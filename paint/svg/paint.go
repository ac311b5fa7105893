package svg

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// paint fills and strokes an outline. https://www.w3.org/TR/SVG2/painting.html
func (p *Painter) paint(el dom.NodeID, path *list.Path, c scope) {
	s := c.st.SVG
	box, ok := pathBounds(path)
	if !ok {
		return
	}
	const strokeFirst, fillBit = 2, 1
	if s.PaintOrder&strokeFirst != 0 && s.PaintOrder&fillBit == 0 {
		p.stroke(el, path, box, &c)
		p.fill(el, path, box, &c)
		return
	}
	p.fill(el, path, box, &c)
	p.stroke(el, path, box, &c)
}

func (p *Painter) fill(el dom.NodeID, path *list.Path, box geom.RectF, c *scope) {
	s := c.st.SVG
	evenOdd := s.FillRule == style.FillRuleEvenodd
	w := p.server(el, &s.Fill, float32(s.FillOpacity), box, c)
	switch w.kind {
	case plain:
		if w.paint.Gradient == 0 && w.paint.Color.Alpha() == 0 {
			return
		}
		p.l.FillPath(p.l.AddPath(path), evenOdd, w.paint)
	case mapped:
		p.l.PushClipPath(p.l.AddPath(path), evenOdd)
		p.cover(&w, box, *c)
		p.l.Pop()
	}
}

func (p *Painter) stroke(el dom.NodeID, path *list.Path, box geom.RectF, c *scope) {
	s := c.st.SVG
	width := s.StrokeWidth.ResolvePx(c.diagonal())
	if !(width > 0) || s.Stroke.Kind == style.PaintNone {
		return
	}
	if c.st.Effect.VectorEffect == style.VectorEffectNonScalingStroke && c.scale > 0 {
		width = float32(float64(width) / c.scale)
	}
	w := p.server(el, &s.Stroke, float32(s.StrokeOpacity), box, c)
	if w.kind == nothing || w.kind == plain && w.paint.Gradient == 0 && w.paint.Color.Alpha() == 0 {
		return
	}
	k := list.Stroke{Width: width, MiterLimit: float32(s.StrokeMiterlimit), DashOffset: s.StrokeDashoffset.ResolvePx(c.diagonal()), Cap: list.Cap(s.StrokeLinecap)}
	switch s.StrokeLinejoin {
	case style.StrokeLinejoinRound:
		k.Join = list.RoundJoin
	case style.StrokeLinejoinBevel:
		k.Join = list.BevelJoin
	}
	var buf [8]float32
	dashes := buf[:0]
	n := len(s.StrokeDasharray)
	if n%2 != 0 {
		n *= 2
	}
	unit := float32(1)
	if n > 0 {
		if v, _, ok := splitNumber(strings.Trim(p.attr(el, atomPathLength), spaces)); ok && v > 0 {
			unit = float32(pathLength(path) / v)
		}
	}
	for i := range min(n, 1024) {
		dashes = append(dashes, s.StrokeDasharray[i%len(s.StrokeDasharray)].ResolvePx(c.diagonal())*unit)
	}
	k.DashOffset *= unit
	ref := p.l.AddPath(path)
	if w.kind == plain {
		p.l.StrokePath(ref, k, w.paint, dashes...)
		return
	}
	p.l.PushMask(false)
	p.cover(&w, box.Outset(width*max(1, k.MiterLimit)), *c)
	p.l.MaskContent()
	p.l.StrokePath(ref, k, list.Paint{Color: 0x000000ff}, dashes...)
	p.l.Pop()
}

// pathLength is the length of an outline: curves in 16 pieces each.
func pathLength(p *list.Path) (sum float64) {
	var at, start geom.PointF
	to := func(q geom.PointF) {
		sum += math.Hypot(float64(q.X-at.X), float64(q.Y-at.Y))
		at = q
	}
	i := 0
	for _, v := range p.Verbs {
		q := p.Points[i : i+v.Points()]
		i += len(q)
		switch v {
		case list.MoveTo:
			at, start = q[0], q[0]
		case list.LineTo:
			to(q[0])
		case list.QuadTo, list.CubicTo:
			a, b, c, d := at, q[0], q[len(q)-2], q[len(q)-1]
			if v == list.QuadTo {
				b = geom.PointF{X: a.X + (q[0].X-a.X)*2/3, Y: a.Y + (q[0].Y-a.Y)*2/3}
				c = geom.PointF{X: d.X + (q[0].X-d.X)*2/3, Y: d.Y + (q[0].Y-d.Y)*2/3}
			}
			for k := 1; k <= 16; k++ {
				t := float32(k) / 16
				u := 1 - t
				e, f, g, h := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				to(geom.PointF{X: e*a.X + f*b.X + g*c.X + h*d.X, Y: e*a.Y + f*b.Y + g*c.Y + h*d.Y})
			}
		case list.Close:
			to(start)
		}
	}
	return sum
}

type serverKind uint8

const (
	nothing serverKind = iota
	plain              // paint says it all
	mapped             // a gradient in a space of its own, or a pattern: painted through the outline
)

// server is what a fill or stroke paints with. https://www.w3.org/TR/SVG2/pservers.html
type server struct {
	kind    serverKind
	paint   list.Paint
	m       geom.Matrix // of mapped: its space to the user's
	grad    list.Gradient
	stops   []list.Stop
	pattern dom.NodeID
	el      dom.NodeID
	opacity float32
}

func (p *Painter) server(el dom.NodeID, v *style.Paint, opacity float32, box geom.RectF, c *scope) server {
	kind := v.Kind
	if kind == style.PaintURL {
		if t := p.target(v.URL); t != 0 {
			d := p.opt.Doc
			if n := d.ElementName(t); n.NS == dom.SVG {
				switch n.Local {
				case atomLinearGradient, atomRadialGradient:
					return p.gradient(t, n.Local, opacity, box, c)
				case atomPattern:
					for _, a := range p.active {
						if a == t {
							return server{}
						}
					}
					return server{kind: mapped, pattern: t, el: el, opacity: opacity}
				}
			}
		}
		kind = v.Fallback
	}
	if kind != style.PaintColor {
		return server{}
	}
	return server{kind: plain, paint: list.Paint{Color: p.color(c.st, &v.Color, opacity)}}
}

// chain are a gradient or pattern and what it takes missing attributes from, by href.
func (p *Painter) chain(t dom.NodeID) (l []dom.NodeID) {
	for t != 0 && len(l) < 16 {
		for _, x := range l {
			if x == t {
				return l
			}
		}
		n := p.opt.Doc.ElementName(t)
		if n.NS != dom.SVG || n.Local != atomLinearGradient && n.Local != atomRadialGradient && n.Local != atomPattern {
			return l
		}
		l = append(l, t)
		t = p.target(p.href(t))
	}
	return l
}

// first is the attribute of the first of a chain that has it.
func (p *Painter) first(chain []dom.NodeID, a atom.Atom) (string, bool) {
	for _, el := range chain {
		if v, ok := p.opt.Doc.LookupAttr(el, a); ok {
			return v, true
		}
	}
	return "", false
}

// stops are the stops of the first of a chain that has any.
func (p *Painter) stops(chain []dom.NodeID, opacity float32) (l []list.Stop) {
	d := p.opt.Doc
	for _, el := range chain {
		var parent *style.Computed
		for n := d.FirstChild(el); n != 0 && len(l) < 1<<12; n = d.Next(n) {
			if d.Kind(n) != dom.KindElement || !p.isNamed(n, atomStop) {
				continue
			}
			if parent == nil {
				if parent = p.opt.Styler.Ensure(el, style.PseudoNone); parent == nil {
					return nil
				}
			}
			st := p.opt.Styler.EnsureUnder(n, parent)
			at, _ := lengthPx(p.attr(n, atomOffset), 1, nil)
			at = min(1, max(0, at))
			if len(l) > 0 {
				at = max(at, l[len(l)-1].Pos)
			}
			l = append(l, list.Stop{Pos: at, Color: p.color(st, &st.Effect.StopColor, float32(st.Effect.StopOpacity)*opacity)})
		}
		if len(l) > 0 {
			return straight(l)
		}
	}
	return nil
}

// straight are stops between which colours are mixed without regard to their alpha, as SVG does, in a list that mixes them premultiplied:
// between two of different alpha there are steps.
func straight(l []list.Stop) []list.Stop {
	const steps = 16
	same := true
	for i := 1; i < len(l); i++ {
		same = same && l[i].Color.Alpha() == l[i-1].Color.Alpha()
	}
	if same || len(l) > 1<<8 {
		return l
	}
	out := make([]list.Stop, 0, steps*len(l))
	for i, s := range l {
		if i > 0 && s.Color.Alpha() != l[i-1].Color.Alpha() && s.Pos > l[i-1].Pos {
			a := l[i-1]
			for k := 1; k < steps; k++ {
				t := float32(k) / steps
				mix := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*t + 0.5) }
				ar, ag, ab, aa := a.Color.Channels()
				br, bg, bb, ba := s.Color.Channels()
				out = append(out, list.Stop{Pos: a.Pos + (s.Pos-a.Pos)*t, Color: list.RGBA(mix(ar, br), mix(ag, bg), mix(ab, bb), mix(aa, ba))})
			}
		}
		out = append(out, s)
	}
	return out
}

// gradient makes the paint of a gradient element.
func (p *Painter) gradient(t dom.NodeID, local atom.Atom, opacity float32, box geom.RectF, c *scope) server {
	chain := p.chain(t)
	stops := p.stops(chain, opacity)
	if len(stops) == 0 {
		return server{}
	}
	last := server{kind: plain, paint: list.Paint{Color: stops[len(stops)-1].Color}}
	if len(stops) == 1 {
		return last
	}
	bw, bh, diag := c.vw, c.vh, c.diagonal()
	m := geom.Identity
	if v, _ := p.first(chain, atomGradientUnits); v != "userSpaceOnUse" {
		if !(box.W > 0 && box.H > 0) {
			return server{} // a box without area has no gradient
		}
		bw, bh, diag = 1, 1, 1
		m = geom.Matrix{A: float64(box.W), D: float64(box.H), E: float64(box.X), F: float64(box.Y)}
	}
	if v, ok := p.first(chain, atomGradientTransform); ok {
		g, _ := ParseTransform(v)
		m = m.Mul(g)
	}
	inv, ok := m.Invert()
	if !ok {
		return last
	}
	get := func(a atom.Atom, missing string, basis float32) float64 {
		v, ok := p.first(chain, a)
		if !ok {
			v = missing
		}
		x, ok := lengthPx(v, basis, c.st)
		if !ok {
			x, _ = lengthPx(missing, basis, c.st)
		}
		return float64(x)
	}
	spread, _ := p.first(chain, atomSpreadMethod)
	g := list.Gradient{Repeating: spread == "repeat" || spread == "reflect"}
	end := 1.0 // where the first period ends
	if spread == "reflect" {
		end = 2
		stops = reflect(stops)
	} else if g.Repeating {
		stops = whole(stops)
	}
	if local == atomLinearGradient {
		x1, y1, x2, y2 := get(atomX1, "0%", bw), get(atomY1, "0%", bh), get(atomX2, "100%", bw), get(atomY2, "0%", bh)
		dx, dy := (x2-x1)*end, (y2-y1)*end
		n := dx*dx + dy*dy
		if n == 0 {
			return last
		}
		// The parameter is linear in user space too: its gradient there is the transposed inverse applied to the one here.
		gx, gy := (inv.A*dx+inv.B*dy)/n, (inv.C*dx+inv.D*dy)/n
		q := gx*gx + gy*gy
		x, y := m.Apply(x1, y1)
		g.P0 = geom.PointF{X: float32(x), Y: float32(y)}
		g.P1 = geom.PointF{X: float32(x + gx/q), Y: float32(y + gy/q)}
		return server{kind: plain, paint: list.Paint{Gradient: p.l.AddGradient(g, stops...)}}
	}
	g.Kind = list.Radial
	cx, cy, r := get(atomCx, "50%", bw), get(atomCy, "50%", bh), get(atomR, "50%", diag)*end
	if !(r > 0) {
		return last
	}
	fx, fy := cx, cy
	if _, ok := p.first(chain, atomFx); ok {
		fx = get(atomFx, "50%", bw)
	}
	if _, ok := p.first(chain, atomFy); ok {
		fy = get(atomFy, "50%", bh)
	}
	// The focus in units of the circle; one outside of it is moved to its edge.
	u, v := (fx-cx)/r, (fy-cy)/r
	if h := math.Hypot(u, v); h > 0.999 {
		u, v = u/h*0.999, v/h*0.999
	}
	g.Focus = geom.PointF{X: float32(u), Y: float32(v)}
	if m.B == 0 && m.C == 0 && m.A > 0 && m.D > 0 {
		x, y := m.Apply(cx, cy)
		g.P0 = geom.PointF{X: float32(x), Y: float32(y)}
		g.P1 = geom.PointF{X: float32(r * m.A), Y: float32(r * m.D)}
		return server{kind: plain, paint: list.Paint{Gradient: p.l.AddGradient(g, stops...)}}
	}
	g.P0 = geom.PointF{X: float32(cx), Y: float32(cy)}
	g.P1 = geom.PointF{X: float32(r), Y: float32(r)}
	return server{kind: mapped, m: m, grad: g, stops: stops}
}

// whole are stops that begin at 0 and end at 1, so that they repeat with the gradient's length.
func whole(l []list.Stop) []list.Stop {
	if l[0].Pos > 0 {
		l = append([]list.Stop{{Pos: 0, Color: l[0].Color}}, l...)
	}
	if e := l[len(l)-1]; e.Pos < 1 {
		l = append(l, list.Stop{Pos: 1, Color: e.Color})
	}
	return l
}

// reflect are the stops of a period forth and back.
func reflect(l []list.Stop) []list.Stop {
	l = whole(l)
	out := make([]list.Stop, 0, 2*len(l))
	for _, s := range l {
		out = append(out, list.Stop{Pos: s.Pos / 2, Color: s.Color})
	}
	for i := len(l) - 1; i >= 0; i-- {
		out = append(out, list.Stop{Pos: 1 - l[i].Pos/2, Color: l[i].Color})
	}
	return out
}

// cover paints an area of user space with a mapped server.
func (p *Painter) cover(w *server, area geom.RectF, c scope) {
	if w.pattern != 0 {
		p.pattern(w, area, c)
		return
	}
	inv, ok := w.m.Invert()
	if !ok {
		return
	}
	r := inv.MapRect(area.Outset(1))
	g := w.grad
	g.P0.X, g.P0.Y = g.P0.X-r.X, g.P0.Y-r.Y // from the tile's corner
	p.l.PushTransform(w.m)
	p.l.DrawGradient(p.l.AddGradient(g, w.stops...), list.Tiling{Dest: r, Tile: r})
	p.l.Pop()
}

// pattern paints the tiles of a pattern that meet an area. https://www.w3.org/TR/SVG2/pservers.html#Patterns
func (p *Painter) pattern(w *server, area geom.RectF, c scope) {
	d := p.opt.Doc
	if !p.enter(w.pattern) {
		return
	}
	defer p.leave()
	chain := p.chain(w.pattern)
	or := func(a atom.Atom) string {
		v, ok := p.first(chain, a)
		if !ok {
			return "0"
		}
		return v
	}
	units, _ := p.first(chain, atomPatternUnits)
	box, _ := p.bounds(w.el, c, false)
	var tile geom.RectF
	if units == "userSpaceOnUse" {
		tile = p.rect(or(atomX), or(atomY), or(atomWidth), or(atomHeight), c.vw, c.vh, c.st)
	} else {
		r := p.rect(or(atomX), or(atomY), or(atomWidth), or(atomHeight), 1, 1, c.st)
		tile = geom.RectF{X: box.X + r.X*box.W, Y: box.Y + r.Y*box.H, W: r.W * box.W, H: r.H * box.H}
	}
	if tile.Empty() {
		return
	}
	m := geom.Identity
	if v, ok := p.first(chain, atomPatternTransform); ok {
		m, _ = ParseTransform(v)
	}
	inv, ok := m.Invert()
	if !ok {
		return
	}
	var source dom.NodeID // whose children are shown
	for _, el := range chain {
		if d.FirstElementChild(el) != 0 {
			source = el
			break
		}
	}
	st := p.opt.Styler.Ensure(source, style.PseudoNone)
	if source == 0 || st == nil {
		return
	}
	// The tile's content, once.
	var l list.List
	outer := p.l
	p.l = &l
	cc := c
	cc.st, cc.copied, cc.only = st, true, false
	content := geom.Identity
	if v, ok := p.first(chain, atomViewBox); ok {
		if b, ok := viewBox(v); ok && b.W > 0 && b.H > 0 {
			aspect, _ := p.first(chain, atomPreserveAspectRatio)
			content = fit(b, float64(tile.W), float64(tile.H), aspect)
		}
	} else if v, _ := p.first(chain, atomPatternContentUnits); v == "objectBoundingBox" { // as browsers do: from the tile's corner
		content = geom.Scale(float64(box.W), float64(box.H))
	}
	l.PushClipRect(geom.RectF{W: tile.W, H: tile.H})
	l.PushTransform(content)
	p.children(source, cc)
	l.Pop()
	l.Pop()
	p.l = outer
	if len(l.Items()) == 0 {
		return
	}
	r := inv.MapRect(area)
	x0, x1 := math.Floor(float64((r.X-tile.X)/tile.W)), math.Ceil(float64((r.Right()-tile.X)/tile.W))
	y0, y1 := math.Floor(float64((r.Y-tile.Y)/tile.H)), math.Ceil(float64((r.Bottom()-tile.Y)/tile.H))
	if n := (x1 - x0) * (y1 - y0); !(n <= maxTiles) || n*float64(len(l.Items())) > maxElements {
		return // TODO(spec) more tiles than can be listed
	} else if p.copied += int64(n) * l.MemoryBytes(); p.copied > maxCopied { // patterns in patterns multiply
		return
	}
	if w.opacity < 1 {
		p.l.PushLayer(w.opacity, list.BlendNormal)
	}
	if !m.IsIdentity() {
		p.l.PushTransform(m)
	}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			p.l.PushTransform(geom.Translate(float64(tile.X)+x*float64(tile.W), float64(tile.Y)+y*float64(tile.H)))
			p.l.AppendList(&l)
			p.l.Pop()
		}
	}
	if !m.IsIdentity() {
		p.l.Pop()
	}
	if w.opacity < 1 {
		p.l.Pop()
	}
}

// markers draws the markers on the vertices of an outline. https://www.w3.org/TR/SVG2/painting.html#Markers
func (p *Painter) markers(path *list.Path, c scope) {
	type vertex struct {
		at      geom.PointF
		in, out geom.PointF // directions; zero where there is none
	}
	var l []vertex
	var start int
	dir := func(a, b geom.PointF) geom.PointF { return geom.PointF{X: b.X - a.X, Y: b.Y - a.Y} }
	i := 0
	for _, v := range path.Verbs {
		q := path.Points[i : i+v.Points()]
		i += len(q)
		if len(l) > 1<<12 {
			return
		}
		switch v {
		case list.MoveTo:
			start = len(l)
			l = append(l, vertex{at: q[0]})
		case list.Close:
			if len(l) == 0 {
				continue
			}
			d := dir(l[len(l)-1].at, l[start].at)
			if d != (geom.PointF{}) {
				l[len(l)-1].out = d
				l = append(l, vertex{at: l[start].at, in: d, out: l[start].out})
			} else {
				l[len(l)-1].out = l[start].out
			}
			l[start].in = l[len(l)-1].in
		default:
			if len(l) == 0 {
				continue
			}
			end := q[len(q)-1]
			from := &l[len(l)-1]
			out, in := geom.PointF{}, geom.PointF{}
			for _, x := range q {
				if out = dir(from.at, x); out != (geom.PointF{}) {
					break
				}
			}
			for k := len(q) - 2; k >= 0 && in == (geom.PointF{}); k-- {
				in = dir(q[k], end)
			}
			if in == (geom.PointF{}) {
				in = dir(from.at, end)
			}
			from.out = out
			l = append(l, vertex{at: end, in: in})
		}
	}
	angle := func(v *vertex) float64 {
		switch {
		case v.in == (geom.PointF{}):
			return math.Atan2(float64(v.out.Y), float64(v.out.X))
		case v.out == (geom.PointF{}):
			return math.Atan2(float64(v.in.Y), float64(v.in.X))
		}
		a, b := math.Atan2(float64(v.in.Y), float64(v.in.X)), math.Atan2(float64(v.out.Y), float64(v.out.X))
		return math.Atan2(math.Sin(a)+math.Sin(b), math.Cos(a)+math.Cos(b))
	}
	s := c.st.SVG
	for k := range l {
		a := angle(&l[k])
		if k == 0 {
			p.marker(s.MarkerStart, l[k].at, a, true, c)
		}
		if k > 0 && k < len(l)-1 {
			p.marker(s.MarkerMid, l[k].at, a, false, c)
		}
		if k == len(l)-1 {
			p.marker(s.MarkerEnd, l[k].at, a, false, c)
		}
	}
}

// marker draws a marker at a vertex.
func (p *Painter) marker(url string, at geom.PointF, angle float64, start bool, c scope) {
	if url == "" {
		return
	}
	t := p.target(url)
	if t == 0 || !p.isNamed(t, atomMarker) || !p.enter(t) {
		return
	}
	defer p.leave()
	st := p.opt.Styler.Ensure(t, style.PseudoNone)
	if st == nil {
		return
	}
	w, h := float32(3), float32(3)
	if v, ok := lengthPx(p.attr(t, atomMarkerWidth), c.vw, st); ok {
		w = v
	}
	if v, ok := lengthPx(p.attr(t, atomMarkerHeight), c.vh, st); ok {
		h = v
	}
	if !(w > 0 && h > 0) {
		return
	}
	m := geom.Translate(float64(at.X), float64(at.Y))
	switch o := strings.Trim(p.attr(t, atomOrient), spaces); o {
	case "auto", "auto-start-reverse":
		if start && o != "auto" {
			angle += math.Pi
		}
		m = m.Mul(geom.Rotate(angle))
	default:
		if v, _, ok := splitNumber(o); ok {
			m = m.Mul(geom.Rotate(v * math.Pi / 180))
		}
	}
	if p.attr(t, atomMarkerUnits) != "userSpaceOnUse" {
		k := float64(c.st.SVG.StrokeWidth.ResolvePx(c.diagonal()))
		m = m.Mul(geom.Scale(k, k))
	}
	ref := func(a atom.Atom, basis float32) float64 {
		v, _ := lengthPx(p.attr(t, a), basis, st)
		return float64(v)
	}
	c.st, c.copied = st, true
	c.vw, c.vh = w, h
	if b, ok := viewBox(p.attr(t, atomViewBox)); ok {
		if b.W == 0 || b.H == 0 {
			return
		}
		f := fit(b, float64(w), float64(h), p.attr(t, atomPreserveAspectRatio))
		x, y := f.Apply(ref(atomRefX, b.W), ref(atomRefY, b.H))
		m = m.Mul(geom.Translate(-x, -y))
		p.l.PushTransform(m)
		p.clipMarker(st, w, h)
		p.l.PushTransform(f)
		c.vw, c.vh = b.W, b.H
		p.children(t, c)
		p.l.Pop()
	} else {
		p.l.PushTransform(m.Mul(geom.Translate(-ref(atomRefX, w), -ref(atomRefY, h))))
		p.clipMarker(st, w, h)
		p.children(t, c)
	}
	if st.Box.OverflowX != style.OverflowVisible {
		p.l.Pop()
	}
	p.l.Pop()
}

func (p *Painter) clipMarker(st *style.Computed, w, h float32) {
	if st.Box.OverflowX != style.OverflowVisible {
		p.l.PushClipRect(geom.RectF{W: w, H: h})
	}
}
