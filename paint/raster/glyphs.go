package raster

import (
	"bytes"
	stdimage "image"
	"image/png"
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/text"
)

// GlyphSource gives the outlines of glyphs; *text.Collection is one. Its methods are called from many goroutines.
type GlyphSource interface {
	// Outline appends the outline of a glyph in font units, y up, and returns the units per em; 0: no such face.
	Outline(p *text.Path, face text.FaceID, glyph uint16) (unitsPerEm float32)
	// ColorGlyph reports how a glyph is coloured.
	ColorGlyph(dst *text.ColorGlyph, face text.FaceID, glyph uint16, sizePx float32) text.ColorKind
}

// glyphKey names a mask. Masks are made at quarters of a px in x and at whole px in y: text keeps its
// baseline on the pixel grid, as in Chromium.
type glyphKey struct {
	face  text.FaceID
	size  uint32     // device px, 1/64
	color list.Color // of glyphs in colours that have layers in the text's colour
	glyph uint16
	sub   uint8
}

// glyphMask is the picture of a glyph: coverage, or colours.
type glyphMask struct {
	pix       []uint8
	colors    []uint32 // premultiplied, of a glyph in colours
	left, top int16    // of the first pixel from the origin's
	w, h      int16
	inColor   bool // layers take the text's colour: look again with it
	big       bool // no mask was made: draw the outline
}

const (
	maxGlyphPx = 200     // larger glyphs are drawn as paths
	glyphBytes = 8 << 20 // masks kept; beyond it all are forgotten before the next draw
)

type glyphCache struct {
	m     map[glyphKey]uint32
	masks []glyphMask
	bytes int64
	gen   uint32
}

// trim forgets all masks when there are too many. Not during a draw.
func (c *glyphCache) trim() {
	if c.bytes > glyphBytes {
		c.release()
	}
}

func (c *glyphCache) release() { *c = glyphCache{gen: c.gen + 1} }

// memoryBytes counts the masks, their rows and the map over them.
func (c *glyphCache) memoryBytes() int64 {
	return c.bytes + int64(cap(c.masks))*64 + int64(len(c.m))*36
}

// runTransform is how a run is drawn under m: from masks of the given size, or as paths.
func runTransform(t *list.TextRow, m *geom.Matrix) (sizePx float64, masks bool) {
	sizePx = float64(t.Size) * m.D
	masks = scaleOnly(m) && math.Abs(m.A-m.D) < 1e-6*m.D && sizePx <= maxGlyphPx && sizePx >= 1.0/64
	return
}

// glyphPlace is the pixel and the quarter of it where a glyph's origin lies.
func glyphPlace(t *list.TextRow, g *list.Glyph, m *geom.Matrix) (x, y int, sub uint8) {
	fx, fy := m.Apply(float64(t.Origin.X)+float64(g.X), float64(t.Origin.Y)+float64(g.Y))
	q := int(math.Floor(max(-maxFix, min(maxFix, fx))*4 + 0.5))
	return q >> 2, int(math.Floor(max(-maxFix, min(maxFix, fy)) + 0.5)), uint8(q & 3)
}

// resolve finds or makes the masks of a run's glyphs and appends their rows to slots. It runs before the tiles.
func (r *Raster) resolve(slots []uint32, t *list.TextRow, glyphs []list.Glyph, sizePx float64, m *geom.Matrix) []uint32 {
	c := &r.glyphs
	if c.m == nil {
		c.m = map[glyphKey]uint32{}
	}
	key := glyphKey{face: t.Face, size: uint32(sizePx*64 + 0.5)}
	for i := range glyphs {
		g := &glyphs[i]
		_, _, key.sub = glyphPlace(t, g, m)
		key.glyph, key.color = g.ID, 0
		slot, ok := c.m[key]
		if !ok {
			slot = r.makeGlyph(key, list.RGBA(0, 0, 0, 255))
		}
		if c.masks[slot].inColor {
			key.color = t.Color | 1 // not 0
			if slot, ok = c.m[key]; !ok {
				slot = r.makeGlyph(key, t.Color)
			}
		}
		slots = append(slots, slot)
	}
	return slots
}

// makeGlyph draws a mask and stores it.
func (r *Raster) makeGlyph(key glyphKey, color list.Color) uint32 {
	c := &r.glyphs
	g := glyphMask{}
	switch {
	case c.bytes > 4*glyphBytes:
		g.big = true // a list with more different glyphs than memory allows
	case r.opt.Glyphs != nil:
		size := float64(key.size) / 64
		switch r.opt.Glyphs.ColorGlyph(&r.colorGlyph, key.face, key.glyph, float32(size)) {
		case text.ColorLayers:
			r.layeredGlyph(&g, key, size, color)
		case text.ColorBitmap:
			bitmapGlyph(&g, &r.colorGlyph, size, float64(key.sub)/4)
		default:
			r.outline.Reset()
			if upem := r.opt.Glyphs.Outline(&r.outline, key.face, key.glyph); upem > 0 {
				r.glyphCoverage(&g, &r.outline, size/float64(upem), float64(key.sub)/4)
			}
		}
	}
	c.bytes += int64(cap(g.pix)) + 4*int64(cap(g.colors))
	c.masks = append(c.masks, g)
	slot := uint32(len(c.masks) - 1)
	c.m[key] = slot
	return slot
}

// glyphCoverage draws an outline in font units at a scale, dx px right of a pixel's side.
func (r *Raster) glyphCoverage(g *glyphMask, p *text.Path, scale, dx float64) {
	if len(p.Points) == 0 {
		return
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range p.Points {
		x, y := float64(q.X)*scale+dx, -float64(q.Y)*scale
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	const most = 4 * maxGlyphPx
	if !(x0 > -most && y0 > -most && x1 < most && y1 < most) {
		g.big = true
		return
	}
	b := rect{int(math.Floor(x0 - 1.0/128)), int(math.Floor(y0 - 1.0/128)), int(math.Ceil(x1 + 1.0/128)), int(math.Ceil(y1 + 1.0/128))}
	if b.empty() {
		return
	}
	g.left, g.top, g.w, g.h = int16(b.x0), int16(b.y0), int16(b.w()), int16(b.h())
	g.pix = make([]uint8, b.w()*b.h())
	c := &r.glyphCov
	c.begin(b)
	pn := pen{c: c, m: geom.Matrix{A: scale, D: -scale, E: dx}}
	pn.glyph(p)
	if cap(r.glyphRow) < b.w()+2 {
		r.glyphRow = make([]uint8, 2*b.w()+64)
	}
	c.finish(false, r.glyphRow[:cap(r.glyphRow)], func(y, x0, x1 int, cov []uint8, all uint8) {
		o := (y-b.y0)*b.w() - b.x0
		dst := g.pix[o+x0 : o+x1]
		if cov != nil {
			copy(dst, cov)
			return
		}
		for i := range dst {
			dst[i] = all
		}
	})
}

// glyph adds an outline of package text.
func (p *pen) glyph(o *text.Path) {
	pts := o.Points
	for _, v := range o.Verbs {
		switch v {
		case text.MoveTo:
			p.moveTo(pts[0].X, pts[0].Y)
			pts = pts[1:]
		case text.LineTo:
			p.lineTo(pts[0].X, pts[0].Y)
			pts = pts[1:]
		case text.QuadTo:
			p.quadTo(pts[0].X, pts[0].Y, pts[1].X, pts[1].Y)
			pts = pts[2:]
		case text.CubicTo:
			p.cubicTo(pts[0].X, pts[0].Y, pts[1].X, pts[1].Y, pts[2].X, pts[2].Y)
			pts = pts[3:]
		case text.ClosePath:
			p.close()
		}
	}
	p.close()
}

// layeredGlyph draws the outlines of a glyph in palette colours one over the other.
func (r *Raster) layeredGlyph(g *glyphMask, key glyphKey, size float64, color list.Color) {
	type part struct {
		m glyphMask
		c uint32
	}
	var parts []part
	var b rect
	for _, l := range r.colorGlyph.Layers {
		c := list.RGBA(l.R, l.G, l.B, l.A)
		if l.Foreground {
			c = color
			g.inColor = key.color == 0
		}
		r.outline.Reset()
		upem := r.opt.Glyphs.Outline(&r.outline, key.face, l.Glyph)
		if upem <= 0 {
			continue
		}
		var m glyphMask
		r.glyphCoverage(&m, &r.outline, size/float64(upem), float64(key.sub)/4)
		if m.w > 0 {
			parts = append(parts, part{m, premultiply(c)})
			b = b.union(rect{int(m.left), int(m.top), int(m.left + m.w), int(m.top + m.h)})
		}
	}
	if g.inColor || b.empty() {
		return
	}
	g.left, g.top, g.w, g.h = int16(b.x0), int16(b.y0), int16(b.w()), int16(b.h())
	g.colors = make([]uint32, b.w()*b.h())
	for _, q := range parts {
		for y := range int(q.m.h) {
			o := (int(q.m.top)-b.y0+y)*b.w() + int(q.m.left) - b.x0
			blendMask(g.colors[o:o+int(q.m.w)], q.m.pix[y*int(q.m.w):(y+1)*int(q.m.w)], q.c)
		}
	}
}

// bitmapGlyph scales the PNG of a glyph.
func bitmapGlyph(g *glyphMask, cg *text.ColorGlyph, size, dx float64) {
	cfg, err := png.DecodeConfig(bytes.NewReader(cg.PNG))
	if err != nil || cfg.Width > 1024 || cfg.Height > 1024 || !(cg.PPEM > 0) {
		return
	}
	img, err := png.Decode(bytes.NewReader(cg.PNG))
	if err != nil {
		return
	}
	k := size / float64(cg.PPEM)
	x0, y0 := float64(cg.Left)*k+dx, -float64(cg.Top)*k
	w, h := float64(cfg.Width)*k, float64(cfg.Height)*k
	const most = 4 * maxGlyphPx
	if !(x0 > -most && y0 > -most && x0+w < most && y0+h < most) {
		return
	}
	b := rect{int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x0 + w)), int(math.Ceil(y0 + h))}
	if b.empty() {
		return
	}
	g.left, g.top, g.w, g.h = int16(b.x0), int16(b.y0), int16(b.w()), int16(b.h())
	g.colors = make([]uint32, b.w()*b.h())
	// Each pixel is the mean of the box of the bitmap that it covers.
	rgba, _ := img.(*stdimage.NRGBA)
	at := func(x, y int) (c [4]float64) {
		var r, gg, bb, a uint32
		if rgba != nil {
			o := rgba.PixOffset(x, y)
			q := rgba.Pix[o : o+4]
			a = uint32(q[3])
			r, gg, bb = uint32(q[0])*a/255, uint32(q[1])*a/255, uint32(q[2])*a/255
		} else {
			r, gg, bb, a = img.At(x, y).RGBA()
			r, gg, bb, a = r>>8, gg>>8, bb>>8, a>>8
		}
		return [4]float64{float64(r), float64(gg), float64(bb), float64(a)}
	}
	min0 := img.Bounds().Min
	for y := range b.h() {
		for x := range b.w() {
			u0, v0 := (float64(b.x0+x)-x0)/k, (float64(b.y0+y)-y0)/k
			u1, v1 := u0+1/k, v0+1/k
			var sum [4]float64
			area := (u1 - u0) * (v1 - v0)
			for j := max(0, int(math.Floor(v0))); j < min(cfg.Height, int(math.Ceil(v1))); j++ {
				for i := max(0, int(math.Floor(u0))); i < min(cfg.Width, int(math.Ceil(u1))); i++ {
					wgt := (min(u1, float64(i+1)) - max(u0, float64(i))) * (min(v1, float64(j+1)) - max(v0, float64(j))) / area
					c := at(min0.X+i, min0.Y+j)
					for n := range sum {
						sum[n] += wgt * c[n]
					}
				}
			}
			c := [4]float32{float32(sum[0]), float32(sum[1]), float32(sum[2]), float32(sum[3])}
			g.colors[y*b.w()+x] = packFloats(&c)
		}
	}
}

// text draws a run.
func (p *painter) text(i int, it *list.Item, d rect) {
	t, glyphs := p.l.TextRun(it)
	sizePx, masks := runTransform(t, &p.m)
	if t.Blur > 0 {
		p.blurredText(i, t, glyphs, sizePx, masks, d)
		return
	}
	p.setColor(t.Color)
	if !masks {
		for k := range glyphs {
			p.glyphPath(t, &glyphs[k], d, p.emitFn)
		}
		return
	}
	slots := p.prep.slots[p.prep.aux[i]:]
	lut := contrastTable(t.Color)
	for k := range glyphs {
		g := &p.r.glyphs.masks[slots[k]]
		if g.big {
			p.glyphPath(t, &glyphs[k], d, p.emitFn)
			continue
		}
		x, y, _ := glyphPlace(t, &glyphs[k], &p.m)
		b := rect{x + int(g.left), y + int(g.top), x + int(g.left) + int(g.w), y + int(g.top) + int(g.h)}
		v := b.intersect(d)
		if v.empty() {
			continue
		}
		if g.colors != nil {
			p.colorGlyph(g, b, v)
			continue
		}
		for y := v.y0; y < v.y1; y++ {
			o := (y-b.y0)*int(g.w) - b.x0
			m := g.pix[o+v.x0 : o+v.x1]
			dst := p.cv.row(y, v.x0, v.x1)
			if p.clip.mask.pix == nil {
				blendGlyph(dst, m, lut, p.src.color)
				continue
			}
			cov := p.cov[:len(m)]
			for i, c := range m {
				cov[i] = lut[c]
			}
			mulCov(cov, p.clip.mask.row(y, v.x0, v.x1))
			blendMask(dst, cov, p.src.color)
		}
	}
}

// blendGlyph is blendMask with the coverage looked up in a table.
func blendGlyph(dst []uint32, mask []uint8, lut *[256]uint8, color uint32) {
	dst = dst[:len(mask)]
	if color>>24 == 255 {
		for i, c := range mask {
			if c != 0 {
				dst[i] = mixPixel(color, dst[i], uint32(lut[c]))
			}
		}
		return
	}
	for i, c := range mask {
		if c != 0 {
			dst[i] = over(scalePixel(color, uint32(lut[c])), dst[i])
		}
	}
}

func (p *painter) colorGlyph(g *glyphMask, b, v rect) {
	alpha := p.src.color >> 24
	for y := v.y0; y < v.y1; y++ {
		o := (y-b.y0)*int(g.w) - b.x0
		row := p.shaded[:v.w()]
		copy(row, g.colors[o+v.x0:o+v.x1])
		if alpha != 255 {
			for i, c := range row {
				row[i] = scalePixel(c, alpha)
			}
		}
		var cov []uint8
		if p.clip.mask.pix != nil {
			cov = p.clip.mask.row(y, v.x0, v.x1)
		}
		blendRow(p.cv.row(y, v.x0, v.x1), row, cov)
	}
}

// tempPath is scratch for outlines.
type tempPath struct{ p text.Path }

// glyphPath draws a glyph's outline: of large glyphs, and of text that is turned or sheared.
func (p *painter) glyphPath(t *list.TextRow, g *list.Glyph, d rect, emit spanFunc) {
	src := p.r.opt.Glyphs
	if src == nil {
		return
	}
	p.tmp.p.Reset()
	upem := src.Outline(&p.tmp.p, t.Face, g.ID)
	if !(upem > 0) || len(p.tmp.p.Points) == 0 {
		return
	}
	s := float64(t.Size) / float64(upem)
	m := p.m.Mul(geom.Matrix{A: s, D: -s, E: float64(t.Origin.X) + float64(g.X), F: float64(t.Origin.Y) + float64(g.Y)})
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, q := range p.tmp.p.Points {
		x, y := m.Apply(float64(q.X), float64(q.Y))
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	if d = d.intersect(toDevice(x0, y0, x1, y1)); d.empty() {
		return
	}
	p.c.begin(d)
	pn := pen{c: &p.c, m: m}
	pn.glyph(&p.tmp.p)
	p.c.finish(false, p.cov, emit)
}

// blurredText paints the blurred coverage of a run: a text shadow.
func (p *painter) blurredText(i int, t *list.TextRow, glyphs []list.Glyph, sizePx float64, masks bool, d rect) {
	sigma := float64(t.Blur) / 2 * matrixScale(&p.m)
	n := min(blurReach(sigma), maxReach)
	// Beyond its own bounds the run has no ink, so the margin need not go there.
	b := d.outset(n).intersect(p.prep.dev[i].outset(1))
	m := maskBuf{p.bytes.get(b.w() * b.h()), b}
	clear(m.pix)
	add := func(y, x0, x1 int, cov []uint8, all uint8) {
		dst := m.row(y, x0, x1)
		for i, v := range dst {
			c := all
			if cov != nil {
				c = cov[i]
			}
			dst[i] = v + uint8(mul255(uint32(c), 255-uint32(v)))
		}
	}
	p.sizeRows(b.w())
	var slots []uint32
	if masks {
		slots = p.prep.slots[p.prep.aux[i]:]
	}
	for k := range glyphs {
		if slots == nil || p.r.glyphs.masks[slots[k]].big {
			p.glyphPath(t, &glyphs[k], b, add)
			continue
		}
		g := &p.r.glyphs.masks[slots[k]]
		x, y, _ := glyphPlace(t, &glyphs[k], &p.m)
		gb := rect{x + int(g.left), y + int(g.top), x + int(g.left) + int(g.w), y + int(g.top) + int(g.h)}
		v := gb.intersect(b)
		for y := v.y0; y < v.y1; y++ {
			o := (y-gb.y0)*int(g.w) - gb.x0
			if g.colors != nil {
				row := p.cov[:v.w()]
				for j, c := range g.colors[o+v.x0 : o+v.x1] {
					row[j] = uint8(c >> 24)
				}
				add(y, v.x0, v.x1, row, 0)
				continue
			}
			add(y, v.x0, v.x1, g.pix[o+v.x0:o+v.x1], 0)
		}
	}
	tmp := p.bytes.get(blurTemp(b.w(), b.h()))
	blurMask(m.pix, b.w(), b.h(), sigma, tmp)
	p.bytes.put(tmp)
	p.setColor(t.Color)
	for y := d.y0; y < d.y1; y++ {
		p.emit(y, d.x0, d.x1, m.row(y, d.x0, d.x1), 255)
	}
	p.bytes.put(m.pix)
}
