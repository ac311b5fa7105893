package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// at is the value of a list of layers' values for layer i: shorter lists repeat.
func at[T any](l []T, i int) (v T) {
	if len(l) == 0 {
		return v
	}
	return l[i%len(l)]
}

// clipShape is the edge that a background is cut off at.
func (d *decoration) clipShape(c style.BackgroundBox) list.RRect {
	switch c {
	case style.BackgroundBoxPaddingBox:
		return d.inner
	case style.BackgroundBoxContentBox:
		return d.content()
	}
	return d.outer
}

// background paints the colour and the images of a box. https://drafts.csswg.org/css-backgrounds/#backgrounds
func (p *Painter) background(st *style.Computed, d *decoration) {
	bg := st.Background
	n := max(1, len(bg.Image))
	last := at(bg.Clip, n-1)
	if c := p.color(st, &bg.Color); c.Alpha() != 0 {
		if last == style.BackgroundBoxText {
			if p.pushTextMask() {
				p.list.FillRRect(d.outer, c)
				p.finishTextMask()
			}
		} else {
			p.list.FillRRect(d.clipShape(last), c)
		}
	}
	for i := len(bg.Image) - 1; i >= 0; i-- {
		if bg.Image[i].Kind != style.ImageNone {
			p.backgroundImage(st, d, i)
		}
	}
}

func (p *Painter) backgroundImage(st *style.Computed, d *decoration, i int) {
	bg := st.Background
	clip := at(bg.Clip, i)
	var area geom.RectF
	switch at(bg.Origin, i) {
	case style.BackgroundBoxBorderBox:
		area = d.outer.Rect
	case style.BackgroundBoxContentBox:
		c := d.content()
		area = c.Rect
	default:
		area = d.inner.Rect
	}
	if at(bg.Attachment, i) == style.BackgroundAttachmentFixed {
		area = p.viewportRect()
		p.follows = true
	}
	shape := d.clipShape(clip)
	text := clip == style.BackgroundBoxText
	if text {
		shape = d.outer
		if !p.pushTextMask() {
			return
		}
	}
	blend := at(bg.Blend, i)
	if blend != style.BlendModeNormal {
		p.list.PushLayer(1, list.Blend(blend))
	}
	round := !shape.IsRect()
	if round {
		p.list.PushClipRRect(shape)
	}
	p.tiledImage(st, &bg.Image[i], area, shape.Rect, at(bg.PositionX, i), at(bg.PositionY, i), at(bg.Size, i), at(bg.Repeat, i))
	if round {
		p.list.Pop()
	}
	if blend != style.BlendModeNormal {
		p.list.Pop()
	}
	if text {
		p.finishTextMask()
	}
}

// viewportRect is the viewport in the document.
func (p *Painter) viewportRect() geom.RectF {
	v := p.tree.Viewport()
	return geom.Rect{X: p.scroll.X, Y: p.scroll.Y, W: v.W, H: v.H}.F()
}

// picture is an image with its natural size, 0 where it has none.
func (p *Painter) picture(img *style.Image) (i Picture, ok bool) {
	if img.Kind != style.ImageURL {
		return i, img.Gradient != nil
	}
	if p.opt.Source == nil {
		return i, false
	}
	i, ok = p.opt.Source.Image(img.URL)
	if r := img.Resolution; r > 0 && ok && i.Vector == nil {
		i.W, i.H = i.W/r, i.H/r
	}
	return i, ok && (i.Vector != nil || i.W > 0 && i.H > 0)
}

// tiledImage paints an image, positioned within area and cut off at dest.
func (p *Painter) tiledImage(st *style.Computed, img *style.Image, area, dest geom.RectF, px, py style.Length, size style.BackgroundSize, rep style.BackgroundRepeat) {
	pic, ok := p.picture(img)
	if !ok || dest.Empty() {
		return
	}
	nw, nh := pic.W, pic.H
	ratioOnly := !(nw > 0 && nh > 0) && pic.RatioW > 0 && pic.RatioH > 0
	if ratioOnly { // sized as by contain
		k := min(area.W/pic.RatioW, area.H/pic.RatioH)
		nw, nh = pic.RatioW*k, pic.RatioH*k
	}
	// https://drafts.csswg.org/css-backgrounds/#the-background-size
	w, h := nw, nh
	natural := nw > 0 && nh > 0
	autoW, autoH := !size.W.IsLength(), !size.H.IsLength()
	switch {
	case size.Cover || size.Contain:
		w, h = area.W, area.H
		if natural {
			k := area.W / nw
			if l := area.H / nh; size.Cover == (l > k) {
				k = l
			}
			w, h = nw*k, nh*k
		}
	case autoW && autoH:
		if !natural {
			w, h = area.W, area.H
		}
	default:
		if !autoW {
			w = size.W.ResolvePx(area.W)
		}
		if !autoH {
			h = size.H.ResolvePx(area.H)
		}
		if autoW {
			if w = area.W; natural {
				w = nw * h / nh
			}
		}
		if autoH {
			if h = area.H; natural {
				h = nh * w / nw
			}
		}
	}
	if !(w > 0 && h > 0) {
		return
	}
	// https://drafts.csswg.org/css-backgrounds/#the-background-repeat
	if rep.X == style.RepeatRound {
		n := max(1, round32(area.W/w))
		if k := area.W / n; k != w {
			if rep.Y != style.RepeatRound && autoH && !autoW && !size.Cover && !size.Contain {
				h *= k / w
			}
			w = k
		}
	}
	if rep.Y == style.RepeatRound {
		h = area.H / max(1, round32(area.H/h))
	}
	t := list.Tiling{Dest: dest, Tile: geom.RectF{W: w, H: h}}
	t.Tile.X = area.X + px.ResolvePx(area.W-w)
	t.Tile.Y = area.Y + py.ResolvePx(area.H-h)
	switch rep.X {
	case style.Repeat, style.RepeatRound:
		t.StepX = w
	case style.RepeatSpace:
		if n := floor32(area.W / w); n >= 2 {
			t.Tile.X = area.X
			t.StepX = (area.W-n*w)/(n-1) + w
		}
	}
	switch rep.Y {
	case style.Repeat, style.RepeatRound:
		t.StepY = h
	case style.RepeatSpace:
		if n := floor32(area.H / h); n >= 2 {
			t.Tile.Y = area.Y
			t.StepY = (area.H-n*h)/(n-1) + h
		}
	}
	if t.StepX == w && t.Tile.X <= dest.X && t.Tile.Right() >= dest.Right() { // one copy covers all
		t.StepX = 0
	}
	if t.StepY == h && t.Tile.Y <= dest.Y && t.Tile.Bottom() >= dest.Bottom() {
		t.StepY = 0
	}
	p.drawImage(st, img, &pic, t)
}

// drawImage paints an image or gradient into the tiles of t.
func (p *Painter) drawImage(st *style.Computed, img *style.Image, pic *Picture, t list.Tiling) {
	switch {
	case img.Kind != style.ImageURL:
		p.list.DrawGradient(p.gradient(st, img, t.Tile.W, t.Tile.H), t)
	case pic.Vector != nil:
		p.drawVector(st, pic.Vector, t)
	default:
		w, h := pic.W, pic.H
		if r := img.Resolution; r > 0 {
			w, h = w*r, h*r
		}
		p.list.DrawImage(pic.ID, geom.RectF{W: w, H: h}, t, quality(st))
	}
}

// maxVectorTiles is up to how many copies of a vector image are recorded one by one.
const maxVectorTiles = 16

// drawVector paints the copies of a vector image that meet t.Dest: as lists when they are few, else as pixels.
func (p *Painter) drawVector(st *style.Computed, v Vector, t list.Tiling) {
	first := func(at, step, from, size float32) (a, n float32) { // of the copies that meet the area
		if !(step > 0) {
			return at, 1
		}
		return at + floor32((from-at)/step)*step, floor32((from+size-at)/step) - floor32((from-at)/step) + 1
	}
	x0, nx := first(t.Tile.X, t.StepX, t.Dest.X, t.Dest.W)
	y0, ny := first(t.Tile.Y, t.StepY, t.Dest.Y, t.Dest.H)
	if !(nx*ny <= maxVectorTiles) {
		if id, w, h := v.Bitmap(t.Tile.W, t.Tile.H); id != 0 {
			p.list.DrawImage(id, geom.RectF{W: w, H: h}, t, quality(st))
		}
		return
	}
	p.list.PushClipRect(t.Dest)
	for y := range int(ny) {
		for x := range int(nx) {
			r := geom.RectF{X: x0 + float32(x)*t.StepX, Y: y0 + float32(y)*t.StepY, W: t.Tile.W, H: t.Tile.H}
			if r.Intersect(t.Dest).Empty() {
				continue
			}
			p.list.PushClipRect(r)
			p.vector(v, r)
			p.list.Pop()
		}
	}
	p.list.Pop()
}

func quality(st *style.Computed) list.Quality {
	switch st.UI.ImageRendering {
	case style.ImageRenderingPixelated, style.ImageRenderingCrispEdges:
		return list.Pixelated
	}
	return list.Auto
}

// Canvas is the background colour of the canvas: opaque, white where the page sets none.
// https://drafts.csswg.org/css-backgrounds/#special-backgrounds
func (p *Painter) Canvas() list.Color {
	b := p.canvasSource()
	if b == 0 {
		return 0xffffffff
	}
	st := p.tree.Style(b)
	base := list.Color(0xffffffff)
	if p.dark(p.tree.Style(p.tree.First(p.tree.Root()))) {
		base = 0x121212ff
	}
	return over(p.color(st, &st.Background.Color), base)
}

// FrameCanvas is the background colour of the canvas in a frame: transparent where the page sets none, so that what is below the frame shows,
// but for a dark page, which is opaque. https://drafts.csswg.org/css-color-adjust/#color-scheme-effect
func (p *Painter) FrameCanvas() list.Color {
	b := p.canvasSource()
	if b == 0 {
		return 0
	}
	if p.dark(p.tree.Style(p.tree.First(p.tree.Root()))) {
		return p.Canvas()
	}
	st := p.tree.Style(b)
	return p.color(st, &st.Background.Color)
}

// canvasSource is the box whose background is the canvas's: the root element's, or the body's where that has none.
func (p *Painter) canvasSource() layout.BoxID {
	t := p.tree
	root := t.First(t.Root())
	for root != 0 && !t.Has(root, layout.FlagRootElement) {
		root = t.Next(root)
	}
	if root == 0 {
		return 0
	}
	if t.Style(root).Flags&style.FlagHasBackground != 0 && p.visibleBackground(t.Style(root)) {
		return root
	}
	for c := t.First(root); c != 0; c = t.Next(c) {
		if t.Has(c, layout.FlagBody) {
			return c
		}
	}
	return root
}

func (p *Painter) visibleBackground(st *style.Computed) bool {
	return hasImage(st.Background.Image) || p.color(st, &st.Background.Color).Alpha() != 0
}

// paintCanvas paints the background of the canvas, positioned on the root element's box and without end.
func (p *Painter) paintCanvas() {
	t := p.tree
	b := p.canvasSource()
	p.canvasBox = b
	if b == 0 {
		return
	}
	st := t.Style(b)
	if !hasImage(st.Background.Image) {
		return // the colour is Canvas()
	}
	root := t.First(t.Root())
	for !t.Has(root, layout.FlagRootElement) {
		root = t.Next(root)
	}
	p.list.SetOwner(uint32(b))
	d := decoration{box: p.borderBox(root), border: t.Border(root), padding: t.Padding(root), sides: allSides}
	d.resolve(t.Style(root))
	d.outer.Radii, d.inner.Radii = [4]list.Radius{}, [4]list.Radius{}
	all := t.Overflow(t.Root()).F().Union(p.viewportRect())
	bg := st.Background
	for i := len(bg.Image) - 1; i >= 0; i-- {
		if bg.Image[i].Kind == style.ImageNone {
			continue
		}
		area := d.inner.Rect
		switch at(bg.Origin, i) {
		case style.BackgroundBoxBorderBox:
			area = d.outer.Rect
		case style.BackgroundBoxContentBox:
			c := d.content()
			area = c.Rect
		}
		if at(bg.Attachment, i) == style.BackgroundAttachmentFixed {
			area = p.viewportRect()
			p.follows = true
		}
		p.tiledImage(st, &bg.Image[i], area, all, at(bg.PositionX, i), at(bg.PositionY, i), at(bg.Size, i), at(bg.Repeat, i))
	}
}

// pushTextMask begins what background-clip: text cuts out of the glyphs of the box that is being decorated; finishTextMask records
// them.
func (p *Painter) pushTextMask() bool {
	if p.inTextMask {
		return false
	}
	p.list.PushMask(false)
	return true
}

func (p *Painter) finishTextMask() {
	b := layout.BoxID(p.list.Owner())
	p.list.MaskContent()
	p.inTextMask = true
	p.maskText(b)
	p.inTextMask = false
	p.list.SetOwner(uint32(b))
	p.list.Pop()
}

// maskText records the glyphs in b in black.
func (p *Painter) maskText(b layout.BoxID) {
	t := p.tree
	if t.Kind(b) == layout.KindInline {
		c := p.box[b].cont
		fr := t.Fragments(c)
		for i := range fr {
			if fr[i].Kind == layout.FragmentInline && fr[i].Box == b {
				p.maskFragments(c, fr, uint32(i), uint32(i)+1+fr[i].Children)
			}
		}
		return
	}
	if t.Has(b, layout.FlagInlineContext) {
		fr := t.Fragments(b)
		p.maskFragments(b, fr, 0, uint32(len(fr)))
		return
	}
	for c := t.First(b); c != 0; c = t.Next(c) {
		if !t.Has(c, layout.FlagAbsolute) {
			p.maskText(c)
		}
	}
}

func (p *Painter) maskFragments(c layout.BoxID, fr []layout.Fragment, from, to uint32) {
	for i := from; i < to; i++ {
		switch f := &fr[i]; f.Kind {
		case layout.FragmentText, layout.FragmentHyphen, layout.FragmentEllipsis:
			p.textFragment(c, f)
		case layout.FragmentAtomic:
			p.maskText(f.Box)
		}
	}
}

// maskImages records mask-image. https://drafts.fxtf.org/css-masking/#the-mask-image
func (p *Painter) maskImages(b layout.BoxID, st *style.Computed) {
	t := p.tree
	var d decoration
	d.box, d.border, d.padding, d.sides = p.borderBox(b), t.Border(b), t.Padding(b), allSides
	if p.box[b].flags&rowInFragments != 0 {
		d.box = geom.Rect{}
		t.FragmentsOf(b, func(f *layout.Fragment) bool {
			d.box = d.box.Union(f.Rect)
			return true
		})
		d.box = d.box.Move(p.contentOrigin(p.box[b].cont))
	}
	d.resolve(st)
	p.maskLayers(st, &d, 0)
}

// maxMaskLayers is how many mask layers are composed by operators: each may draw those below it twice.
const maxMaskLayers = 6

// maskLayers records mask layer i with those below it. https://drafts.fxtf.org/css-masking/#the-mask-composite
func (p *Painter) maskLayers(st *style.Computed, d *decoration, i int) {
	e := st.Effect
	if i == len(e.MaskImage)-1 {
		p.maskLayer(st, d, i)
		return
	}
	op := at(e.MaskComposite, i)
	if i >= maxMaskLayers {
		op = style.MaskCompositeAdd
	}
	switch op {
	case style.MaskCompositeIntersect:
		p.list.PushMask(false)
		p.maskLayers(st, d, i+1)
		p.list.MaskContent()
		p.maskLayer(st, d, i)
		p.list.Pop()
		return
	case style.MaskCompositeExclude:
		p.list.PushInverseMask()
		p.maskLayers(st, d, i+1)
		p.list.MaskContent()
		p.maskLayer(st, d, i)
		p.list.Pop()
		fallthrough
	case style.MaskCompositeSubtract:
		p.list.PushInverseMask()
		p.maskLayer(st, d, i)
		p.list.MaskContent()
		p.maskLayers(st, d, i+1)
		p.list.Pop()
		return
	}
	p.maskLayers(st, d, i+1)
	p.maskLayer(st, d, i)
}

// maskLayer records one mask layer.
func (p *Painter) maskLayer(st *style.Computed, d *decoration, i int) {
	e := st.Effect
	if e.MaskImage[i].Kind == style.ImageNone {
		return
	}
	area := d.outer.Rect
	switch at(e.MaskOrigin, i) {
	case style.BackgroundBoxPaddingBox:
		area = d.inner.Rect
	case style.BackgroundBoxContentBox:
		c := d.content()
		area = c.Rect
	}
	shape := d.clipShape(at(e.MaskClip, i))
	luminance := at(e.MaskMode, i) == style.MaskModeLuminance
	if luminance {
		p.list.PushMask(true)
		p.list.FillRRect(shape, 0x000000ff)
		p.list.MaskContent()
	}
	p.list.PushClipRRect(shape)
	p.tiledImage(st, &e.MaskImage[i], area, shape.Rect, at(e.MaskPositionX, i), at(e.MaskPositionY, i), at(e.MaskSize, i), at(e.MaskRepeat, i))
	p.list.Pop()
	if luminance {
		p.list.Pop()
	}
}

func hypot32(x, y float32) float32 { return float32(math.Hypot(float64(x), float64(y))) }
