package svg

import (
	"math"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

const (
	maxDepth    = 256     // of elements within each other, uses counted
	maxElements = 1 << 17 // visited by one Record
	maxTiles    = 4096    // copies of a pattern
	maxCopied   = 1 << 28 // bytes of all copies in one Record
)

// Image is a picture that an image element shows: pixels, or a list.
type Image struct {
	ID     list.ImageID
	W, H   float32 // size in px: of the pixels of ID, or the natural size of List
	Vector func(w, h float32) *list.List
}

// Options of a Painter.
type Options struct {
	Doc    *dom.Document
	Styler *style.Styler
	Fonts  *text.FontSet                          // nil: no text
	Font   func(st *style.Computed) *text.Font    // the font that a record's text is set in
	Image  func(href string) (img Image, ok bool) // the picture of an image element; nil: none
	Base   string                                 // address of the document that fragments are resolved against, beside its URL
}

// Painter records the pictures of the svg elements of one document.
type Painter struct {
	opt    Options
	root   dom.NodeID // the tree that ids are looked up in
	l      *list.List
	path   list.Path
	shaper *text.Shaper
	left   int          // elements that may still be visited
	copied int64        // bytes of copies of patterns
	active []dom.NodeID // references being followed
	glyphs []list.Glyph
	buf    text.Buffer
}

// New makes the painter of a document.
func New(o Options) *Painter { return &Painter{opt: o} }

// Release gives the memory back. The painter may be used again.
func (p *Painter) Release() {
	if p.shaper != nil {
		p.shaper.Close()
	}
	*p = Painter{opt: p.opt}
}

// MemoryBytes is what the painter keeps between two Records.
func (p *Painter) MemoryBytes() int64 {
	return int64(cap(p.path.Verbs)) + int64(cap(p.path.Points))*8 + int64(cap(p.glyphs))*12 + int64(cap(p.buf.Glyphs))*20 + int64(cap(p.active))*4
}

// scope is what an element's children take from around them.
type scope struct {
	st     *style.Computed // of the parent
	vw, vh float32         // the nearest viewport's size in user units, for percentages
	scale  float64         // of user units to px, about
	depth  int
	copied bool // within a use element: styles are computed under st
	only   clipOnly
}

// clipOnly says that shapes are drawn as the inside of a clip.
type clipOnly bool

// Record draws an svg element, fitted to a viewport of w × h px, whose corner is the origin.
func (p *Painter) Record(l *list.List, el dom.NodeID, w, h float32) {
	d := p.opt.Doc
	st := p.opt.Styler.Ensure(el, style.PseudoNone)
	if st == nil || !(w > 0 && h > 0) {
		return
	}
	p.l, p.left, p.copied, p.active = l, maxElements, 0, p.active[:0]
	p.root = d.Root(el)
	depth := l.Depth()
	p.viewport(el, scope{st: st, scale: 1}, w, h)
	for l.Depth() > depth {
		l.Pop()
	}
	p.l = nil
}

// viewport draws the children of an svg or symbol element in a viewport of w × h at the origin.
func (p *Painter) viewport(el dom.NodeID, c scope, w, h float32) {
	c.vw, c.vh = w, h
	if b, ok := viewBox(p.attr(el, atomViewBox)); ok {
		if b.W == 0 || b.H == 0 {
			return // draws nothing
		}
		m := fit(b, float64(w), float64(h), p.attr(el, atomPreserveAspectRatio))
		c.vw, c.vh = b.W, b.H
		c.scale *= math.Sqrt(math.Abs(m.A * m.D))
		if !m.IsIdentity() {
			p.l.PushTransform(m)
			defer p.l.Pop()
		}
	}
	p.children(el, c)
}

// children draws the children of an element whose record is c.st.
func (p *Painter) children(el dom.NodeID, c scope) {
	if c.depth++; c.depth > maxDepth {
		return
	}
	for n := p.opt.Doc.FirstChild(el); n != 0; n = p.opt.Doc.Next(n) {
		p.element(n, c)
	}
}

// style is the record of an element whose parent's is parent.
func (p *Painter) style(el dom.NodeID, c *scope) *style.Computed {
	if !c.copied {
		if st := p.opt.Styler.Style(el); st != nil {
			return st
		}
	}
	return p.opt.Styler.EnsureUnder(el, c.st)
}

// enter begins following a reference; false where it is being followed already.
func (p *Painter) enter(el dom.NodeID) bool {
	if len(p.active) >= 64 {
		return false
	}
	for _, a := range p.active {
		if a == el {
			return false
		}
	}
	p.active = append(p.active, el)
	return true
}

func (p *Painter) leave() { p.active = p.active[:len(p.active)-1] }

// element draws an element of the tree.
func (p *Painter) element(el dom.NodeID, c scope) {
	d := p.opt.Doc
	if d.Kind(el) != dom.KindElement || p.left <= 0 {
		return
	}
	n := d.ElementName(el)
	if n.NS != dom.SVG {
		return
	}
	p.left--
	switch n.Local {
	case atomG, atomA, atomSVG, atomSwitch, atomUse, atomImage, atomText:
	default:
		if !isShape(n.Local) {
			return
		}
	}
	st := p.style(el, &c)
	if st.Box.Display == style.DisplayNone {
		return
	}
	c.st = st
	e := p.begin(el, &c)
	if e.hidden {
		p.end(&e, &c)
		return
	}
	switch n.Local {
	case atomG, atomA:
		p.children(el, c)
	case atomSwitch:
		p.choose(el, c)
	case atomSVG:
		p.nested(el, c, st.Content.X.ResolvePx(c.vw), st.Content.Y.ResolvePx(c.vh), sizeOf(&st.Box.Width, c.vw, c.vw), sizeOf(&st.Box.Height, c.vh, c.vh))
	case atomUse:
		p.use(el, c)
	case atomImage:
		p.image(el, c)
	case atomText:
		p.text(el, c)
	default:
		p.shape(el, n.Local, c)
	}
	p.end(&e, &c)
}

// sizeOf is a width or height; auto is the value of one that is automatic.
func sizeOf(l *style.Length, basis, auto float32) float32 {
	if !l.IsLength() {
		return auto
	}
	return l.ResolvePx(basis)
}

// choose draws the first child of a switch element whose conditions hold. https://www.w3.org/TR/SVG2/struct.html#ConditionalProcessing
func (p *Painter) choose(el dom.NodeID, c scope) {
	d := p.opt.Doc
	if c.depth++; c.depth > maxDepth {
		return
	}
	for n := d.FirstChild(el); n != 0; n = d.Next(n) {
		if d.Kind(n) != dom.KindElement || d.ElementName(n).NS != dom.SVG || d.LocalName(n) == atomForeignObject {
			continue
		}
		if v, ok := d.LookupAttr(n, atomSystemLanguage); ok && !matchesEnglish(v) {
			continue
		}
		if v, ok := d.LookupAttr(n, atomRequiredExtensions); ok && v != "" {
			continue
		}
		p.element(n, c)
		return
	}
}

// nested draws an svg or symbol element in a viewport of its own.
func (p *Painter) nested(el dom.NodeID, c scope, x, y, w, h float32) {
	if !(w > 0 && h > 0) {
		return
	}
	pops := 0
	if x != 0 || y != 0 {
		p.l.PushTransform(geom.Translate(float64(x), float64(y)))
		pops++
	}
	if o := c.st.Box.OverflowX; o != style.OverflowVisible && o != style.OverflowAuto {
		p.l.PushClipRect(geom.RectF{W: w, H: h})
		pops++
	}
	p.viewport(el, c, w, h)
	for range pops {
		p.l.Pop()
	}
}

// use draws what a use element refers to. https://www.w3.org/TR/SVG2/struct.html#UseElement
func (p *Painter) use(el dom.NodeID, c scope) {
	d := p.opt.Doc
	t := p.target(p.href(el))
	if t == 0 || d.ElementName(t).NS != dom.SVG || !p.enter(t) {
		return
	}
	defer p.leave()
	if c.depth++; c.depth > maxDepth {
		return
	}
	st := c.st
	x, y := st.Content.X.ResolvePx(c.vw), st.Content.Y.ResolvePx(c.vh)
	if x != 0 || y != 0 {
		p.l.PushTransform(geom.Translate(float64(x), float64(y)))
		defer p.l.Pop()
	}
	c.copied = true
	switch d.LocalName(t) {
	case atomSymbol, atomSVG:
		// https://www.w3.org/TR/SVG2/struct.html#UseLayout: the use element's width and height take the place of the target's.
		p.left--
		ts := p.style(t, &c)
		w, h := sizeOf(&ts.Box.Width, c.vw, c.vw), sizeOf(&ts.Box.Height, c.vh, c.vh)
		if st.Box.Width.IsLength() {
			w = st.Box.Width.ResolvePx(c.vw)
		}
		if st.Box.Height.IsLength() {
			h = st.Box.Height.ResolvePx(c.vh)
		}
		c.st = ts
		e := p.begin(t, &c)
		if !e.hidden {
			p.nested(t, c, ts.Content.X.ResolvePx(c.vw), ts.Content.Y.ResolvePx(c.vh), w, h)
		}
		p.end(&e, &c)
	default:
		p.element(t, c)
	}
}

// image draws the picture of an image element.
func (p *Painter) image(el dom.NodeID, c scope) {
	if p.opt.Image == nil || c.only || c.st.Text.Visibility != style.VisibilityVisible {
		return
	}
	img, ok := p.opt.Image(p.href(el))
	if !ok || !(img.W > 0 && img.H > 0) {
		return
	}
	r := p.imageRect(&c)
	if !r.Box.IsLength() && !r.H.IsLength() {
		r.Rect.W, r.Rect.H = img.W, img.H
	} else if !r.Box.IsLength() {
		r.Rect.W = r.Rect.H * img.W / img.H
	} else if !r.H.IsLength() {
		r.Rect.H = r.Rect.W * img.H / img.W
	}
	box := r.Rect
	if box.Empty() {
		return
	}
	m := fit(geom.RectF{W: img.W, H: img.H}, float64(box.W), float64(box.H), p.attr(el, atomPreserveAspectRatio))
	m = geom.Translate(float64(box.X), float64(box.Y)).Mul(m)
	p.l.PushClipRect(box)
	dst := m.MapRect(geom.RectF{W: img.W, H: img.H})
	if img.Vector != nil {
		if v := img.Vector(dst.W, dst.H); v != nil && v != p.l {
			p.l.PushTransform(geom.Translate(float64(dst.X), float64(dst.Y)))
			p.l.AppendList(v)
			p.l.Pop()
		}
	} else {
		q := list.Auto
		if c.st.UI.ImageRendering == style.ImageRenderingPixelated || c.st.UI.ImageRendering == style.ImageRenderingCrispEdges {
			q = list.Pixelated
		}
		p.l.DrawImage(img.ID, geom.RectF{W: img.W, H: img.H}, list.Tiling{Dest: dst, Tile: dst}, q)
	}
	p.l.Pop()
}

type imageBox struct {
	Rect   geom.RectF
	Box, H *style.Length
}

func (p *Painter) imageRect(c *scope) imageBox {
	st := c.st
	return imageBox{Box: &st.Box.Width, H: &st.Box.Height, Rect: geom.RectF{X: st.Content.X.ResolvePx(c.vw), Y: st.Content.Y.ResolvePx(c.vh),
		W: sizeOf(&st.Box.Width, c.vw, 0), H: sizeOf(&st.Box.Height, c.vh, 0)}}
}

// effect is what stands around an element while it is drawn.
type effect struct {
	el, mask, clip dom.NodeID
	pops           int  // groups outside of the clip's mask: transform, clip path
	layer          bool // innermost
	hidden         bool
}

// begin opens the groups of an element: transform, clip, mask, opacity. end closes them.
func (p *Painter) begin(el dom.NodeID, c *scope) (e effect) {
	st := c.st
	e.el = el
	fx := st.Effect
	var m geom.Matrix
	if st.Flags&style.FlagHasTransform != 0 {
		m = p.transform(el, c)
		if _, ok := m.Invert(); !ok {
			e.hidden = true
			return e
		}
		if !m.IsIdentity() {
			p.l.PushTransform(m)
			c.scale *= math.Sqrt(math.Abs(m.A*m.D - m.B*m.C))
			e.pops++
		}
	}
	if fx.ClipPath.Kind != style.ShapeNone {
		p.clip(&e, c)
	}
	if c.only {
		return e
	}
	if len(fx.MaskImage) > 0 && fx.MaskImage[0].Kind == style.ImageURL {
		if t := p.target(fx.MaskImage[0].URL); t != 0 && p.isNamed(t, atomMask) && p.enter(t) {
			mc := *c
			ms := p.opt.Styler.Ensure(t, style.PseudoNone)
			p.leave()
			if ms != nil {
				mc.st = ms
				e.mask = t
				p.l.PushMask(ms.Effect.MaskType == style.MaskTypeLuminance)
			}
		}
	}
	if o := fx.Opacity; o < 1 || fx.MixBlendMode != style.BlendModeNormal || fx.Isolation == style.IsolationIsolate {
		p.l.PushLayer(max(0, float32(o)), list.Blend(fx.MixBlendMode))
		e.layer = true
	}
	return e
}

// end closes what begin opened.
func (p *Painter) end(e *effect, c *scope) {
	if e.layer {
		p.l.Pop()
	}
	if e.mask != 0 {
		p.l.MaskContent()
		p.mask(e.mask, e.el, *c)
		p.l.Pop()
	}
	if e.clip != 0 {
		p.l.MaskContent()
		p.clipContent(e.clip, e.el, *c)
		p.l.Pop()
	}
	for range e.pops {
		p.l.Pop()
	}
}

func (p *Painter) isNamed(el dom.NodeID, local atom.Atom) bool {
	n := p.opt.Doc.ElementName(el)
	return n.NS == dom.SVG && n.Local == local
}

// transform is the map of an element's user space to that around it. https://drafts.csswg.org/css-transforms-1/#transform-box
func (p *Painter) transform(el dom.NodeID, c *scope) geom.Matrix {
	fx := c.st.Effect
	box := geom.RectF{W: c.vw, H: c.vh}
	switch fx.TransformBox {
	case style.TransformBoxFillBox, style.TransformBoxContentBox, style.TransformBoxStrokeBox, style.TransformBoxBorderBox:
		box, _ = p.bounds(el, *c, false)
	}
	ox, oy := float64(box.X+fx.TransformOrigin.X.ResolvePx(box.W)), float64(box.Y+fx.TransformOrigin.Y.ResolvePx(box.H))
	m := geom.Translate(ox, oy)
	if t := &fx.Translate; t.Set {
		m = m.Mul(geom.Translate(float64(t.X.ResolvePx(box.W)), float64(t.Y.ResolvePx(box.H))))
	}
	if r := &fx.Rotate; r.Set && r.X == 0 && r.Y == 0 {
		m = m.Mul(geom.Rotate(float64(r.Deg) * math.Pi / 180))
	}
	if k := &fx.Scale; k.Set {
		m = m.Mul(geom.Scale(float64(k.X), float64(k.Y)))
	}
	if len(fx.Transform) > 0 {
		t, _ := style.TransformMatrix4(fx.Transform, float64(box.W), float64(box.H))
		m = m.Mul(geom.Matrix{A: t[0], B: t[1], C: t[4], D: t[5], E: t[12], F: t[13]})
	}
	m = m.Mul(geom.Translate(-ox, -oy))
	for _, v := range [...]float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return geom.Matrix{}
		}
	}
	return m
}

// color is a colour as the list has it, with an opacity.
func (p *Painter) color(st *style.Computed, c *style.Color, opacity float32) list.Color {
	u := *c
	if u.Kind != css.ColorAbsolute {
		env := css.ColorEnv{Current: st.Font.Color}
		if env.Current.Kind != css.ColorAbsolute {
			env.Current = env.Current.Resolve(&css.ColorEnv{Current: css.RGBA(0, 0, 0, 1)})
		}
		u = u.Resolve(&env)
	}
	r, g, b, a := u.RGBA8()
	if opacity < 1 {
		a = uint8(float32(a)*max(0, opacity) + 0.5)
	}
	return list.RGBA(r, g, b, a)
}

// diagonal is what percentages of neither direction are of.
func (c *scope) diagonal() float32 {
	return float32(math.Hypot(float64(c.vw), float64(c.vh)) / math.Sqrt2)
}

var (
	atomSVG, atomG, atomA, atomSwitch        = atom.Static("svg"), atom.Static("g"), atom.Static("a"), atom.Static("switch")
	atomUse, atomSymbol, atomImage, atomText = atom.Static("use"), atom.Static("symbol"), atom.Static("image"), atom.Static("text")
	atomTspan, atomPath, atomRect            = atom.Static("tspan"), atom.Static("path"), atom.Static("rect")
	atomCircle, atomEllipse, atomLine        = atom.Static("circle"), atom.Static("ellipse"), atom.Static("line")
	atomPolyline, atomPolygon, atomMask      = atom.Static("polyline"), atom.Static("polygon"), atom.Static("mask")
	atomClipPath, atomMarker, atomPattern    = atom.Static("clipPath"), atom.Static("marker"), atom.Static("pattern")
	atomLinearGradient, atomRadialGradient   = atom.Static("linearGradient"), atom.Static("radialGradient")
	atomStop, atomForeignObject              = atom.Static("stop"), atom.Static("foreignObject")

	atomHref, atomWidth, atomHeight                 = atom.Static("href"), atom.Static("width"), atom.Static("height")
	atomViewBox, atomPreserveAspectRatio            = atom.Static("viewBox"), atom.Static("preserveAspectRatio")
	atomX, atomY, atomX1, atomY1, atomX2, atomY2    = atom.Static("x"), atom.Static("y"), atom.Static("x1"), atom.Static("y1"), atom.Static("x2"), atom.Static("y2")
	atomCx, atomCy, atomR, atomFx, atomFy, atomFr   = atom.Static("cx"), atom.Static("cy"), atom.Static("r"), atom.Static("fx"), atom.Static("fy"), atom.Static("fr")
	atomDx, atomDy, atomD, atomPoints, atomOffset   = atom.Static("dx"), atom.Static("dy"), atom.Static("d"), atom.Static("points"), atom.Static("offset")
	atomGradientUnits, atomGradientTransform        = atom.Static("gradientUnits"), atom.Static("gradientTransform")
	atomSpreadMethod, atomPathLength                = atom.Static("spreadMethod"), atom.Static("pathLength")
	atomPatternUnits, atomPatternContentUnits       = atom.Static("patternUnits"), atom.Static("patternContentUnits")
	atomPatternTransform, atomClipPathUnits         = atom.Static("patternTransform"), atom.Static("clipPathUnits")
	atomMaskUnits, atomMaskContentUnits             = atom.Static("maskUnits"), atom.Static("maskContentUnits")
	atomRefX, atomRefY, atomMarkerUnits, atomOrient = atom.Static("refX"), atom.Static("refY"), atom.Static("markerUnits"), atom.Static("orient")
	atomMarkerWidth, atomMarkerHeight               = atom.Static("markerWidth"), atom.Static("markerHeight")
	atomSystemLanguage, atomRequiredExtensions      = atom.Static("systemLanguage"), atom.Static("requiredExtensions")
)
