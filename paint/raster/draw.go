package raster

import (
	stdimage "image"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/paint/image"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/text"
)

// ImageSource gives decoded images; *image.Store is one. It is called by the goroutine that calls Draw.
type ImageSource interface {
	// Level is an image halved level times; nil while it is not decoded. The level given back may be a lower one.
	Level(id image.ID, level int) *image.Bitmap
	// Size is the intrinsic size, in which the display list's source rectangles are.
	Size(id image.ID) (w, h int)
}

// Options are what a Raster draws with.
type Options struct {
	Glyphs  GlyphSource // nil: no text
	Images  ImageSource // nil: no images
	Workers int         // goroutines; 0: GOMAXPROCS
	TileW   int         // px; 0: what suits the list
	TileH   int
}

// Raster draws display lists. Its methods may be called from any goroutine; one Draw runs at a time.
type Raster struct {
	mu       sync.Mutex
	opt      Options
	painters []*painter
	prep     prepared
	tiles    []rect

	glyphs     glyphCache
	glyphCov   coverage
	glyphRow   []uint8
	outline    text.Path
	colorGlyph text.ColorGlyph

	patches patchCache
}

// New makes a Raster.
func New(o Options) *Raster { return &Raster{opt: o} }

// Draw paints a list over what is in dst, within the dirty rectangles (all of dst where there are none), which
// are cleared to background first. base maps the list's coordinates to dst's pixels: scroll and device scale.
// All groups of the list must be closed. Nobody may write to the list meanwhile.
func (r *Raster) Draw(l *list.List, base geom.Matrix, dst *Surface, background list.Color, dirty ...stdimage.Rectangle) {
	r.DrawUntil(nil, l, base, dst, background, dirty...)
}

// DrawUntil is Draw that a signal may end: what dst shows is then undefined, and the result false.
func (r *Raster) DrawUntil(sig *stop.Signal, l *list.List, base geom.Matrix, dst *Surface, background list.Color, dirty ...stdimage.Rectangle) (done bool) {
	for wait := time.Microsecond; !r.mu.TryLock(); wait = min(2*wait, time.Millisecond) { // another page's picture may take long
		if sig.Stopped() {
			return false
		}
		time.Sleep(wait)
	}
	defer r.mu.Unlock()
	full := rect{0, 0, dst.W, dst.H}
	if full.empty() {
		return true
	}
	r.tiles = r.tiles[:0]
	var area rect
	if len(dirty) == 0 {
		area = full
	}
	for _, d := range dirty {
		area = area.union(full.intersect(rect{d.Min.X, d.Min.Y, d.Max.X, d.Max.Y}))
	}
	if area.empty() {
		return true
	}
	r.glyphs.trim()
	if !r.prepare(sig, l, base, area) {
		clear(r.prep.images)
		return false
	}
	tw, th := r.tileSize(area)
	if len(dirty) == 0 || len(dirty) > maxDirty {
		r.addTiles(area, tw, th)
		dirty = nil
	}
	for i, d := range dirty {
		r.addDirty(full.intersect(rect{d.Min.X, d.Min.Y, d.Max.X, d.Max.Y}), dirty[:i], tw, th)
	}
	workers := r.opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, len(r.tiles)))
	for len(r.painters) < workers {
		r.painters = append(r.painters, newPainter(r))
	}
	bg := premultiply(background)
	var next atomic.Int32
	var failed atomic.Pointer[any]
	work := func(p *painter) {
		// A bug in here ends the page that is drawn, so it must come out where Draw was called.
		defer func() {
			if v := recover(); v != nil {
				failed.Store(&v)
			}
		}()
		p.l, p.prep, p.stop = l, &r.prep, sig
		for !sig.Stopped() {
			n := int(next.Add(1)) - 1
			if n >= len(r.tiles) {
				break
			}
			t := r.tiles[n]
			cv := canvas{dst.Pix, dst.Stride, full}
			if a := r.prep.around(t).intersect(full); a != t { // what backdrops read of other tiles is drawn apart
				pix := p.pixels.get(a.w() * a.h())
				fillPixels(pix, bg)
				own := canvas{pix, a.w(), a}
				p.run(own, a)
				for y := t.y0; y < t.y1; y++ {
					copy(cv.row(y, t.x0, t.x1), own.row(y, t.x0, t.x1))
				}
				p.pixels.put(pix)
				continue
			}
			for y := t.y0; y < t.y1; y++ {
				fillPixels(cv.row(y, t.x0, t.x1), bg)
			}
			p.run(cv, t)
		}
		p.l, p.prep, p.stop, p.cv, p.clip = nil, nil, nil, canvas{}, clipState{}
		p.src = source{shader: shader{img: imageShader{cols: p.src.shader.img.cols}}}
		clear(p.frames[:cap(p.frames)]) // closed groups name the surface that they were drawn on
	}
	if workers == 1 {
		work(r.painters[0])
	} else {
		var wg sync.WaitGroup
		for _, p := range r.painters[1:workers] {
			wg.Go(func() { work(p) })
		}
		work(r.painters[0])
		wg.Wait()
	}
	clear(r.prep.images)
	if v := failed.Load(); v != nil {
		r.painters = nil // in an unknown state
		panic(*v)
	}
	return !sig.Stopped()
}

// maxDirty is the number of dirty rectangles above which what is around them all is drawn.
const maxDirty = 32

// addDirty adds the tiles of d without what earlier rectangles cover: a pixel is drawn once.
func (r *Raster) addDirty(d rect, earlier []stdimage.Rectangle, tw, th int) {
	if d.empty() {
		return
	}
	for i, e := range earlier {
		o := d.intersect(rect{e.Min.X, e.Min.Y, e.Max.X, e.Max.Y})
		if o.empty() {
			continue
		}
		rest := earlier[i+1:]
		r.addDirty(rect{d.x0, d.y0, d.x1, o.y0}, rest, tw, th)
		r.addDirty(rect{d.x0, o.y1, d.x1, d.y1}, rest, tw, th)
		r.addDirty(rect{d.x0, o.y0, o.x0, o.y1}, rest, tw, th)
		r.addDirty(rect{o.x1, o.y0, d.x1, o.y1}, rest, tw, th)
		return
	}
	r.addTiles(d, tw, th)
}

func (r *Raster) addTiles(d rect, tw, th int) {
	for y := d.y0; y < d.y1; y += th {
		for x := d.x0; x < d.x1; x += tw {
			r.tiles = append(r.tiles, rect{x, y, min(x+tw, d.x1), min(y+th, d.y1)})
		}
	}
}

// tileSize chooses the tiles: bands as wide as the picture. A list is run once a tile, so few tiles cost least; but
// there must be enough of them to share among the goroutines. Measured on a page of 1,000 rounded rectangles, 9,500
// glyphs and 40 cards of 1280×800 px: 256×256, 512×128 and bands of 32 to 400 rows all take 14 ms of processor
// time, within the noise, and so does the whole picture as one tile. Where filters read far around a pixel bands are higher, for each draws
// its margin again, and where paths are very long all is one tile.
func (r *Raster) tileSize(area rect) (w, h int) {
	if r.opt.TileW > 0 && r.opt.TileH > 0 {
		return r.opt.TileW, r.opt.TileH
	}
	if r.prep.heavy {
		return area.w(), area.h()
	}
	return area.w(), max(bandRows, 4*r.prep.reach)
}

// bandRows is the height of a tile.
const bandRows = 64

// prepared is what is found out about a list before the tiles are drawn, and shared by them: nobody writes to it then.
type prepared struct {
	base   geom.Matrix
	dev    []rect // of each item: the pixels it may touch; of an End: those of its layer's content before filters
	flags  []uint8
	aux    []uint32 // of a Text: its first slot; of a DrawImage: its row of images
	slots  []uint32 // rows of the glyph cache, by glyph
	ramps  []ramp   // by GradientRef
	images []levelImage
	stack  []prepFrame
	backs  []backdrop
	reach  int  // px that the furthest filter reads
	heavy  bool // tiling would cost more than it gains
}

type levelImage struct {
	picture
	sx, sy float32 // from px of the image to px of the level
}

type prepFrame struct {
	item    int
	m       geom.Matrix
	content rect // union of the children
	show    rect // what of them can be seen
	blends  bool // a descendant mixes with what is below it
}

const (
	flagInline uint8 = 1 << iota // a layer that needs no surface
)

// toDevice is the pixels that a box of the device touches, with a margin for rounding to fixed point.
func toDevice(x0, y0, x1, y1 float64) rect {
	const e = 1.0 / 128
	c := func(v float64) int {
		if v != v {
			return 0
		}
		return int(max(-maxFix>>fixShift, min(maxFix>>fixShift, v)))
	}
	return rect{c(math.Floor(x0 - e)), c(math.Floor(y0 - e)), c(math.Ceil(x1 + e)), c(math.Ceil(y1 + e))}
}

func deviceRect(m *geom.Matrix, b geom.RectF) rect {
	x0, y0 := float64(b.X), float64(b.Y)
	x1, y1 := x0+float64(b.W), y0+float64(b.H)
	if m.B == 0 && m.C == 0 {
		u0, u1 := m.A*x0+m.E, m.A*x1+m.E
		v0, v1 := m.D*y0+m.F, m.D*y1+m.F
		return toDevice(min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1))
	}
	ax, ay := m.Apply(x0, y0)
	bx, by := m.Apply(x1, y0)
	cx, cy := m.Apply(x1, y1)
	dx, dy := m.Apply(x0, y1)
	return toDevice(min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy))
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// heavyPath is the number of a path's verbs above which it is not drawn once a tile.
const heavyPath = 20000

// prepare finds the device bounds of all items, and makes what the tiles share for those that meet area. It reports false when sig ended it.
func (r *Raster) prepare(sig *stop.Signal, l *list.List, base geom.Matrix, area rect) bool {
	q := &r.prep
	items := l.Items()
	q.base, q.reach, q.heavy = base, 0, false
	if s := base.A + base.B + base.C + base.D + base.E + base.F; math.IsNaN(s) || math.IsInf(s, 0) {
		q.base = geom.Matrix{}
	}
	q.dev, q.flags, q.aux = resize(q.dev, len(items)), resize(q.flags, len(items)), resize(q.aux, len(items))
	clear(q.flags)
	q.slots, q.images, q.stack, q.backs = q.slots[:0], q.images[:0], q.stack[:0], q.backs[:0]
	for i := range q.ramps {
		q.ramps[i].stops = q.ramps[i].stops[:0]
	}
	m, show := q.base, area
	for i := range items {
		if sig.Stopped() {
			return false
		}
		it := &items[i]
		if it.Kind == list.End {
			q.dev[i] = rect{}
			if n := len(q.stack); n > 0 {
				f := &q.stack[n-1]
				q.dev[i] = f.content
				m, show = f.m, f.show
				g := &items[f.item]
				if g.Kind == list.LayerGroup {
					y, filters := l.Layer(g)
					back, _ := l.Backdrop(y)
					if back == nil && len(filters) == 0 && y.Blend == list.BlendNormal && !f.blends &&
						(y.Opacity == 1 || i == f.item+2 && alphaFolds(items[f.item+1].Kind)) {
						q.flags[f.item] |= flagInline
					}
					if y.Blend != list.BlendNormal {
						f.blends = true
					} else if q.flags[f.item]&flagInline == 0 {
						f.blends = false // its own surface keeps them in
					}
				}
				b, d := f.blends, q.dev[f.item]
				q.stack = q.stack[:n-1]
				if n > 1 {
					up := &q.stack[n-2]
					up.blends = up.blends || b
					up.content = up.content.union(d)
				}
			}
			continue
		}
		d := deviceRect(&m, it.Bounds)
		q.dev[i] = d
		if it.Kind.IsGroup() {
			q.stack = append(q.stack, prepFrame{item: i, m: m, show: show})
			show = show.intersect(d)
			switch it.Kind {
			case list.Transform:
				m = m.Mul(*l.Matrix(it))
			case list.LayerGroup:
				y, filters := l.Layer(it)
				if back, shape := l.Backdrop(y); back != nil && !show.empty() {
					n := filterReach(back, &m)
					q.backs = append(q.backs, backdrop{deviceRect(&m, shape.Rect), n})
					q.reach = max(q.reach, n)
				}
				if len(filters) > 0 && !show.empty() {
					n := filterReach(filters, &m)
					q.reach = max(q.reach, n)
					show = show.outset(n)
				}
			}
			continue
		}
		if n := len(q.stack); n > 0 {
			q.stack[n-1].content = q.stack[n-1].content.union(d)
		}
		if d.intersect(show).empty() {
			continue
		}
		switch it.Kind {
		case list.Text:
			t, glyphs := l.TextRun(it)
			q.aux[i] = uint32(len(q.slots))
			if size, masks := runTransform(t, &m); masks {
				q.slots = r.resolve(q.slots, t, glyphs, size, &m)
			}
			if t.Blur > 0 {
				q.reach = max(q.reach, blurReach(float64(t.Blur)/2*matrixScale(&m)))
			}
		case list.DrawGradient:
			r.ramp(l, l.Tiled(it).Gradient)
		case list.DrawImage:
			t := l.Tiled(it)
			q.aux[i] = uint32(len(q.images))
			q.images = append(q.images, r.level(t, &m))
		case list.FillPath:
			f := l.Fill(it)
			r.ramp(l, f.Paint.Gradient)
			r.weigh(l, f.Path)
		case list.StrokePath:
			s, dashes := l.Stroke(it)
			r.ramp(l, s.Paint.Gradient)
			r.weigh(l, s.Path)
			if len(dashes) > 0 {
				verbs, pts := l.Path(s.Path)
				if n := pathLength(verbs, pts) / dashCycle(dashes); n > heavyPath {
					q.heavy = true
				}
			}
		}
	}
	return true
}

// alphaFolds reports whether an item paints each pixel at most once, so that a layer's opacity may be its own.
func alphaFolds(k list.Kind) bool {
	switch k {
	case list.FillRect, list.FillRRect, list.FillDRRect, list.FillPath, list.DrawImage, list.BoxShadow:
		return true
	}
	return false
}

func (r *Raster) weigh(l *list.List, p list.PathRef) {
	if verbs, _ := l.Path(p); len(verbs) > heavyPath {
		r.prep.heavy = true
	}
}

func (r *Raster) ramp(l *list.List, g list.GradientRef) {
	if g == 0 {
		return
	}
	q := &r.prep
	for len(q.ramps) <= int(g) {
		q.ramps = append(q.ramps, ramp{})
	}
	if p := &q.ramps[g]; len(p.stops) == 0 {
		_, stops := l.Gradient(g)
		p.build(stops)
	}
}

func (r *Raster) level(t *list.TiledRow, m *geom.Matrix) (v levelImage) {
	if r.opt.Images == nil {
		return
	}
	b := r.opt.Images.Level(t.Image, mipLevel(t, m))
	w, h := r.opt.Images.Size(t.Image)
	if b == nil || b.W <= 0 || b.H <= 0 || w <= 0 || h <= 0 || len(b.Pix) < b.W*b.H {
		return
	}
	return levelImage{picture{b.Pix, b.W, b.H}, float32(b.W) / float32(w), float32(b.H) / float32(h)}
}
