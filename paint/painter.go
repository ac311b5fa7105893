package paint

import (
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// Source gives paint what others load or draw.
type Source interface {
	// Image is the picture at a URL that a style names; ok is false while it is not there.
	Image(url string) (i Picture, ok bool)
	// Content is what a replaced element shows; ok is false when there is nothing (yet).
	Content(n dom.NodeID) (c Content, ok bool)
}

// Picture is an image that styles name.
type Picture struct {
	ID             list.ImageID // of pixels
	Vector         Vector       // instead of ID: drawn at any size
	W, H           float32      // natural size in px, of pixels their number; 0: none
	RatioW, RatioH float32      // natural ratio where there is no size; 0: none
}

// Vector is a picture that is drawn anew for each size.
type Vector interface {
	// List is the picture at a size in px, its corner at the origin; valid until the next call.
	List(w, h float32) *list.List
	// Bitmap is the picture at a size as an image of the store, with its size in pixels: for what repeats often. 0: there is none.
	Bitmap(w, h float32) (id list.ImageID, pixelW, pixelH float32)
}

// Content is what a replaced element shows: an image, or another display list.
type Content struct {
	Image          list.ImageID
	Vector         Vector     // instead of Image
	W, H           float32    // natural size in CSS px; 0 of a List or Vector that fills the content box (an iframe, an svg element)
	PixelW, PixelH float32    // size of the image in pixels, where that is not its natural size
	List           *list.List // copied when the element is recorded
	Background     list.Color // below List
	Overflows      bool       // the content is not cut off at the content box
}

// Options of a Painter.
type Options struct {
	Source Source // may be nil: no images
	// Cull leaves out of the list what lies farther from the viewport than the viewport's longer side, so that a long page costs no
	// more than a short one. What is to be shown beyond that: see Cover.
	Cull bool
	// Overlay, when it is set, records what lies over the page (a caret, a selection) at the end of each recording, in
	// document coordinates. When what it would record changes, call Invalidate.
	Overlay func(l *list.List)
	// Stop, when it is set, ends an Update from outside. The list is empty then, and the next Update records all anew.
	Stop *stop.Signal
}

// scrollRow is a scroll container and its offset when the list was recorded.
type scrollRow struct {
	box layout.BoxID
	at  geom.Point
}

// Painter keeps the display list of one box tree.
type Painter struct {
	inert func(dom.NodeID) bool // of SetInert
	tree  *layout.Tree
	opt   Options
	list  list.List
	all   bool // all must be recorded again

	PageSchemes style.KeywordSet // the page's supported color schemes, of boxes whose color-scheme is normal

	// What the list was recorded from.
	box        []boxRow // by BoxID
	layers     []layerRow
	order      []uint32 // rows of layers: those of a stacking context in painting order
	layerFrags []layerFrag
	scrollers  []scrollRow
	scroll     geom.Point // of the page
	// Of containers with rowReorders: the first and the last item; of items: those before and after.
	ends, beside map[layout.BoxID][2]layout.BoxID
	items        []layout.BoxID
	viewport     geom.Size
	area         geom.RectF     // what the list covers, of the document; with Cull
	more         geom.RectF     // what the next recording covers beside the viewport
	stale        bool           // the walk was made again since, for a hit test
	follows      bool           // something follows the page's scroll offset
	embedBoxes   []layout.BoxID // boxes that show other lists
	embedHash    uint32         // of those lists

	// While recording.
	textBytes  int          // of the texts of all lines
	canvasBox  layout.BoxID // its background is the canvas's
	base       layout.BoxID // box of the innermost open group
	clips      []clipEntry
	clipBase   int // clips from here on were opened within base's group
	inTextMask bool
	whole      int // open groups in which nothing is left out: transforms, filters, columns

	ink ink

	// Scratch.
	chain    []clipEntry
	path     list.Path
	glyphs   []list.Glyph
	runs     []glyphRun
	decos    []appliedDecoration
	gaps     []gap
	contour  text.Path
	extents  map[uint64]extent // of glyphs of underlined texts
	filters  []list.Filter
	stops    []colorStop
	outStops []list.Stop
	dirty    []geom.RectF
}

// New makes the painter of a box tree. Nothing is recorded before Update.
func New(tree *layout.Tree, o Options) *Painter {
	return &Painter{tree: tree, opt: o, all: true}
}

// Update brings the list up to the layout journal, which it clears, to the scroll offsets, and to what InvalidateAll said. It returns the
// rectangles that changed, in px of the document; nil when nothing did. The slice is valid until the next Update.
func (p *Painter) Update() (dirty []geom.RectF) {
	defer stop.Catch(func() {
		p.Release()
		dirty = nil
	})
	t := p.tree
	changes := t.Changes()
	for i := range changes {
		if changes[i].Kind == layout.ChangeAll {
			p.all = true
		}
	}
	if t.Viewport() != p.viewport {
		p.viewport = t.Viewport()
		p.all = true
	}
	if !p.all && !p.stale && len(changes) == 0 && !p.scrolled() && p.covered() && !p.embedsChanged() {
		return nil
	}
	p.dirty = p.dirty[:0]
	if p.all {
		old := p.list.Bounds()
		p.record()
		p.ink.valid = false
		p.all = false
		p.addDirty(old.Union(p.list.Bounds()).Union(p.viewportRect()))
	} else {
		if !p.ink.valid {
			p.ink.measure(&p.list)
		}
		p.record()
		p.ink.old, p.ink.now = p.ink.now, p.ink.old
		p.ink.measure(&p.list)
		p.diff()
	}
	t.ClearChanges()
	if len(p.dirty) == 0 {
		return nil
	}
	return p.dirty
}

// scrolled reports whether a scroll offset that the list depends on is another one now.
func (p *Painter) scrolled() bool {
	if s := p.tree.Scroll(p.tree.Root()); s != p.scroll {
		if p.follows {
			return true
		}
		p.scroll = s
	}
	for _, s := range p.scrollers {
		if p.tree.Scroll(s.box) != s.at {
			return true
		}
	}
	return false
}

// covered reports whether the list covers what it must show.
func (p *Painter) covered() bool {
	if !p.opt.Cull {
		return true
	}
	v := p.viewportNow().Union(p.more)
	return p.area.Union(v) == p.area
}

// Cover makes the next Update record an area of the document too, in px. It counts for that recording alone.
func (p *Painter) Cover(area geom.RectF) { p.more = area }

// viewportNow is the viewport in the document at the tree's scroll offset.
func (p *Painter) viewportNow() geom.RectF {
	v, s := p.tree.Viewport(), p.tree.Scroll(p.tree.Root())
	return geom.Rect{X: s.X, Y: s.Y, W: v.W, H: v.H}.F()
}

// far reports whether nothing of a box that has geometry of its own can be in the area that is recorded.
func (p *Painter) far(b layout.BoxID) bool {
	if !p.opt.Cull || p.whole > 0 || p.box[b].flags&rowInFragments != 0 {
		return false
	}
	r := p.tree.Overflow(b).Move(p.box[b].at).F()
	a := &p.area
	return (r.Y > a.Bottom() || r.Bottom() < a.Y || r.X > a.Right() || r.Right() < a.X) && p.tree.ColumnFragments(b) == nil
}

// record writes the whole list.
func (p *Painter) record() {
	p.prepare()
	p.stale = false
	p.list.Reset()
	p.whole = 0
	if p.opt.Cull {
		v := p.viewportNow()
		p.area, p.more = v.Outset(max(v.W, v.H)).Union(p.more), geom.RectF{}
	} else {
		p.list.Reserve(p.tree.Boxes()/2, p.textBytes*7/8) // about a space in eight
	}
	p.embedBoxes, p.embedHash = p.embedBoxes[:0], 0
	p.canvasBox = 0
	p.base, p.clipBase = p.tree.Root(), 0
	p.clips = p.clips[:0]
	p.paintCanvas()
	p.paintLayer(1)
	p.closeClips(0)
	if root := p.tree.Root(); p.tree.Has(root, layout.FlagScrollbarX|layout.FlagScrollbarY) {
		p.follows = true
		p.scrollbars(root)
	}
	if p.opt.Overlay != nil {
		p.list.SetOwner(0)
		p.opt.Overlay(&p.list)
	}
}

// List is the display list in document coordinates, valid until the next Update.
func (p *Painter) List() *list.List { return &p.list }

// Invalidate makes the next Update record again, and find out by comparison what is dirty.
func (p *Painter) Invalidate() { p.stale = true }

// InvalidateAll makes the next Update record everything anew and call all of it dirty.
func (p *Painter) InvalidateAll() { p.all = true }

// Release gives the memory back. The painter may be used again.
func (p *Painter) Release() { *p = Painter{tree: p.tree, opt: p.opt, all: true} }

func bytesOf[T any](s []T) int64 {
	var v T
	return int64(cap(s)) * int64(unsafe.Sizeof(v))
}

// ReportMemory adds the rows of the painter.
func (p *Painter) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/paint/list", p.list.MemoryBytes(), "Display list.")
	r.Bytes(prefix+"/paint/boxes", bytesOf(p.box), "Places and clips of boxes when the list was recorded.")
	r.Bytes(prefix+"/paint/layers", bytesOf(p.layers)+bytesOf(p.order)+bytesOf(p.layerFrags)+bytesOf(p.scrollers), "Stacking contexts and other layers.")
	r.Bytes(prefix+"/paint/ink", bytesOf(p.ink.now)+bytesOf(p.ink.old)+bytesOf(p.ink.a)+bytesOf(p.ink.b)+bytesOf(p.ink.match), "What each item painted last time, to find what changed.")
	r.Bytes(prefix+"/paint/scratch", bytesOf(p.chain)+bytesOf(p.clips)+bytesOf(p.path.Points)+bytesOf(p.path.Verbs)+bytesOf(p.glyphs)+bytesOf(p.runs)+
		bytesOf(p.decos)+bytesOf(p.filters)+bytesOf(p.stops)+bytesOf(p.outStops)+bytesOf(p.dirty), "Scratch memory of recording.")
}
