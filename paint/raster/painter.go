package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/paint/list"
)

// painter is the state of one goroutine that draws: it runs the list over one tile at a time. Its
// scratch memory stays between draws.
type painter struct {
	r    *Raster
	l    *list.List
	prep *prepared
	stop *stop.Signal

	cv   canvas
	clip clipState
	m    geom.Matrix // from the list's current space to the device

	src   source
	alpha uint32 // 255, or the opacity of a layer that needs no surface of its own

	c       coverage
	cov     []uint8  // one scanline of coverage
	shaded  []uint32 // one scanline of a shader
	emitFn  spanFunc // p.emit, bound once
	maskFn  spanFunc // p.emitMask, bound once
	mask    maskBuf  // what emitMask writes
	frames  []frame
	layers  int // live surfaces of groups
	masks   int // live clip masks
	pixels  pool[uint32]
	bytes   pool[uint8]
	stroker stroker
	curve   []float64
	tmp     tempPath
}

// clipState is what may be painted: a rectangle, and within it a mask.
type clipState struct {
	r    rect
	mask maskBuf // pix nil: all of r
}

// maskBuf is one coverage a pixel of a rectangle.
type maskBuf struct {
	pix []uint8
	r   rect
}

func (m *maskBuf) row(y, x0, x1 int) []uint8 {
	o := (y-m.r.y0)*m.r.w() - m.r.x0
	return m.pix[o+x0 : o+x1]
}

// frame is an open group.
type frame struct {
	item  int
	kind  list.Kind
	clip  clipState
	m     geom.Matrix
	cv    canvas
	alpha uint32
	own   []uint32 // surface that the group draws into
	ownR  rect
	under []uint32 // of a mask group: the content, while the mask is drawn
	show  rect     // what of it comes out, on the parent's canvas
	cmask []uint8  // mask that a clip made
}

const (
	// Hostile nesting is bounded: groups deeper than this draw into the surface around them, and clips that are not rectangles
	// become their bounding rectangles.
	maxLayers = 64
	maxMasks  = 128
)

func newPainter(r *Raster) *painter {
	p := &painter{r: r, alpha: 255}
	p.emitFn = p.emit
	p.maskFn = p.emitMask
	return p
}

func (p *painter) sizeRows(w int) {
	if len(p.cov) < w+2 {
		p.cov = make([]uint8, w+64)
		p.shaded = make([]uint32, w+64)
	}
}

// run draws the list into cv where clip is.
func (p *painter) run(cv canvas, clip rect) {
	p.cv, p.clip, p.m, p.alpha = cv, clipState{r: clip}, p.prep.base, 255
	p.sizeRows(clip.w())
	p.frames = p.frames[:0]
	items := p.l.Items()
	for i := 0; i < len(items) && !p.stop.Stopped(); i++ {
		it := &items[i]
		switch it.Kind {
		case list.End:
			if len(p.frames) > 0 {
				p.endGroup()
			}
			continue
		case list.MaskContent:
			p.maskContent()
			continue
		case list.Hit:
			continue
		}
		d := p.prep.dev[i].intersect(p.clip.r)
		if d.empty() {
			if it.Kind.IsGroup() {
				if int(it.End) <= i {
					break // a group that was never closed
				}
				i = int(it.End)
			}
			continue
		}
		if it.Kind.IsGroup() {
			if int(it.End) <= i {
				break
			}
			if !p.beginGroup(i, it, d) {
				i = int(it.End)
			}
			continue
		}
		p.item(i, it, d)
	}
	for len(p.frames) > 0 {
		p.endGroup()
	}
}

func (p *painter) item(i int, it *list.Item, d rect) {
	l := p.l
	switch it.Kind {
	case list.FillRect:
		p.setColor(l.ItemColor(it))
		p.fillRect(it.Bounds, d)
	case list.FillRRect:
		p.setColor(l.ItemColor(it))
		p.fillRRect(l.RRect(it), d)
	case list.FillDRRect:
		p.setColor(l.ItemColor(it))
		o, n := l.DRRect(it)
		p.fillDRRect(o, n, d)
	case list.FillPath:
		f := l.Fill(it)
		if !p.setPaint(f.Paint) {
			return
		}
		p.fillPath(f.Path, it.Flags&list.EvenOdd != 0, d)
	case list.StrokePath:
		s, dashes := l.Stroke(it)
		if !p.setPaint(s.Paint) {
			return
		}
		verbs, pts := l.Path(s.Path)
		p.strokePath(verbs, pts, &s.Stroke, dashes, d)
	case list.DrawGradient:
		p.drawGradient(l.Tiled(it), d)
	case list.DrawImage:
		p.drawImage(i, l.Tiled(it), d)
	case list.BoxShadow:
		p.boxShadow(l.Shadow(it), d)
	case list.Text:
		p.text(i, it, d)
	case list.Line:
		p.line(l.LineOf(it), d)
	}
}

// source is what spans are filled with.
type source struct {
	color  uint32 // premultiplied, the painter's alpha applied; of a solid source
	shader shader // kind shadeNone: solid
}

func (p *painter) setColor(c list.Color) {
	p.src.shader.kind = shadeNone
	p.src.color = premultiply(c)
	if p.alpha != 255 {
		p.src.color = scalePixel(p.src.color, p.alpha)
	}
}

// setPaint reports whether there is anything to paint with.
func (p *painter) setPaint(t list.Paint) bool {
	if t.Gradient == 0 {
		p.setColor(t.Color)
		return true
	}
	return p.setGradient(t.Gradient, p.m)
}

// emit paints a span with the source through the clip. cov may be changed.
func (p *painter) emit(y, x0, x1 int, cov []uint8, all uint8) {
	if p.clip.mask.pix != nil {
		m := p.clip.mask.row(y, x0, x1)
		switch {
		case cov != nil:
			mulCov(cov, m)
		case all == 255:
			cov = m
		default:
			cov = p.cov[len(p.cov)-len(m):]
			copy(cov, m)
			for i, v := range cov {
				cov[i] = uint8(mul255(uint32(v), uint32(all)))
			}
		}
	}
	dst := p.cv.row(y, x0, x1)
	if p.src.shader.kind == shadeNone {
		switch {
		case cov != nil:
			blendMask(dst, cov, p.src.color)
		case all == 255:
			blendSolid(dst, p.src.color)
		default:
			blendSolid(dst, scalePixel(p.src.color, uint32(all)))
		}
		return
	}
	row := p.shaded[:x1-x0]
	p.src.shader.row(row, x0, y)
	if k := mul255(p.alpha, uint32(max(all, btoi(cov != nil)*255))); k != 255 {
		for i, v := range row {
			row[i] = scalePixel(v, k)
		}
	}
	blendRow(dst, row, cov)
}

func btoi(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// emitMask writes a span's coverage to p.mask.
func (p *painter) emitMask(y, x0, x1 int, cov []uint8, all uint8) {
	dst := p.mask.row(y, x0, x1)
	if cov != nil {
		copy(dst, cov)
		return
	}
	for i := range dst {
		dst[i] = all
	}
}

// begin starts a shape within d and returns the pen for it.
func (p *painter) begin(d rect) pen {
	p.sizeRows(d.w())
	p.c.begin(d)
	return pen{c: &p.c, m: p.m}
}

// fill paints the shape begun last.
func (p *painter) fill(evenOdd bool) { p.c.finish(evenOdd, p.cov, p.emitFn) }

// scaleOnly reports whether m keeps axes and directions.
func scaleOnly(m *geom.Matrix) bool { return m.B == 0 && m.C == 0 && m.A > 0 && m.D > 0 }

// fixRect is the device rectangle of r in fixed point, where the matrix keeps axes.
func (p *painter) fixRect(r geom.RectF) rect {
	x0, y0 := p.m.Apply(float64(r.X), float64(r.Y))
	x1, y1 := p.m.Apply(float64(r.X)+float64(r.W), float64(r.Y)+float64(r.H))
	return rect{toFix(x0), toFix(y0), toFix(x1), toFix(y1)}
}

func aligned(f rect) bool { return (f.x0|f.y0|f.x1|f.y1)&(fixOne-1) == 0 }

func (f rect) pixels() rect {
	return rect{f.x0 >> fixShift, f.y0 >> fixShift, f.x1 >> fixShift, f.y1 >> fixShift}
}

// fillBox paints whole pixels.
func (p *painter) fillBox(b rect) {
	for y := b.y0; y < b.y1; y++ {
		p.emit(y, b.x0, b.x1, nil, 255)
	}
}

func (p *painter) fillRect(r geom.RectF, d rect) {
	if scaleOnly(&p.m) {
		f := p.fixRect(r)
		if aligned(f) {
			if b := f.pixels().intersect(d); !b.empty() {
				p.fillBox(b)
			}
			return
		}
		p.c.begin(d)
		p.c.rect(f)
		p.fill(false)
		return
	}
	pen := p.begin(d)
	pen.rrect(&list.RRect{Rect: r}, false)
	p.fill(false)
}

// rect adds a rectangle in fixed point.
func (c *coverage) rect(f rect) {
	c.line(f.x0, f.y1, f.x0, f.y0)
	c.line(f.x1, f.y0, f.x1, f.y1)
}

// bands splits d at the rows where the corners of a rounded rectangle end: between top and bottom it has vertical
// sides. ok is false where its sides do not fall on whole pixels.
func (p *painter) bands(r *list.RRect) (f rect, top, bottom int, ok bool) {
	if !scaleOnly(&p.m) {
		return
	}
	f = p.fixRect(r.Rect)
	if (f.x0|f.x1)&(fixOne-1) != 0 {
		return
	}
	t := max(r.Radii[0].Y, r.Radii[1].Y)
	b := max(r.Radii[2].Y, r.Radii[3].Y)
	_, yt := p.m.Apply(0, float64(r.Rect.Y)+float64(t))
	_, yb := p.m.Apply(0, float64(r.Rect.Y)+float64(r.Rect.H)-float64(b))
	return f, int(math.Ceil(yt + 1.0/128)), int(math.Floor(yb - 1.0/128)), true
}

func (p *painter) fillRRect(r *list.RRect, d rect) {
	f, top, bottom, ok := p.bands(r)
	if !ok || bottom-top < 4 {
		pen := p.begin(d)
		pen.rrect(r, false)
		p.fill(false)
		return
	}
	band := func(y0, y1 int) {
		if b := d.intersect(rect{d.x0, y0, d.x1, y1}); !b.empty() {
			pen := p.begin(b)
			pen.rrect(r, false)
			p.fill(false)
		}
	}
	band(d.y0, top)
	if b := d.intersect(rect{f.x0 >> fixShift, top, f.x1 >> fixShift, bottom}); !b.empty() {
		p.fillBox(b)
	}
	band(bottom, d.y1)
}

func (p *painter) fillDRRect(o, n *list.RRect, d rect) {
	if n.Rect.Empty() {
		p.fillRRect(o, d)
		return
	}
	fo, to, bo, ok1 := p.bands(o)
	fn, tn, bn, ok2 := p.bands(n)
	if ok1 && ok2 && o.IsRect() && n.IsRect() && aligned(fo) && aligned(fn) {
		a, b := fo.pixels(), fn.pixels().intersect(fo.pixels())
		if b.empty() {
			b = rect{a.x0, a.y1, a.x1, a.y1}
		}
		for _, s := range [4]rect{{a.x0, a.y0, a.x1, b.y0}, {a.x0, b.y0, b.x0, b.y1}, {b.x1, b.y0, a.x1, b.y1}, {a.x0, b.y1, a.x1, a.y1}} {
			if s = s.intersect(d); !s.empty() {
				p.fillBox(s)
			}
		}
		return
	}
	ring := func(b rect) {
		if b.empty() {
			return
		}
		pen := p.begin(b)
		pen.rrect(o, false)
		pen.rrect(n, true)
		p.fill(false)
	}
	top, bottom := max(to, tn), min(bo, bn)
	if !ok1 || !ok2 || bottom-top < 4 || fn.x0 < fo.x0 || fn.x1 > fo.x1 || fn.y0 < fo.y0 || fn.y1 > fo.y1 {
		ring(d)
		return
	}
	ring(d.intersect(rect{d.x0, d.y0, d.x1, top}))
	for _, s := range [2]rect{{fo.x0 >> fixShift, top, fn.x0 >> fixShift, bottom}, {fn.x1 >> fixShift, top, fo.x1 >> fixShift, bottom}} {
		if s = s.intersect(d); !s.empty() {
			p.fillBox(s)
		}
	}
	ring(d.intersect(rect{d.x0, bottom, d.x1, d.y1}))
}

func (p *painter) fillPath(path list.PathRef, evenOdd bool, d rect) {
	pen := p.begin(d)
	verbs, pts := p.l.Path(path)
	pen.path(verbs, pts)
	p.fill(evenOdd)
}

// pool keeps slices for reuse, by powers of two.
type pool[T any] struct {
	free [28][][]T
	held int64 // elements in all slices made, in use or not
}

func (q *pool[T]) class(n int) int {
	k := 8
	for n > 1<<k {
		k++
	}
	return k - 8
}

// get returns n elements that are not cleared.
func (q *pool[T]) get(n int) []T {
	k := q.class(n)
	if f := q.free[k]; len(f) > 0 {
		s := f[len(f)-1]
		q.free[k] = f[:len(f)-1]
		return s[:n]
	}
	q.held += 1 << (k + 8)
	return make([]T, n, 1<<(k+8))
}

func (q *pool[T]) put(s []T) {
	if cap(s) > 0 {
		k := q.class(cap(s))
		q.free[k] = append(q.free[k], s)
	}
}
