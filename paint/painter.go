package paint

import (
	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
)

// Source gives paint what others load or draw.
type Source interface {
	// Image is the picture at a URL that a style names, with its natural size in CSS px; ok is false while it is not there.
	Image(url string) (id list.ImageID, w, h float32, ok bool)
	// Content is what a replaced element shows; ok is false when there is nothing (yet).
	Content(n dom.NodeID) (c Content, ok bool)
}

// Content is what a replaced element shows: an image, or another display list.
type Content struct {
	Image      list.ImageID
	W, H       float32    // natural size in CSS px; 0 of a List that fills the content box unscaled (an iframe)
	List       *list.List // copied when the element is recorded
	Background list.Color // below List
}

// Options of a Painter.
type Options struct {
	Source Source // may be nil: no images
}

// Painter keeps the display list of one box tree.
type Painter struct {
	tree *layout.Tree
	opt  Options
	list list.List
	all  bool // all must be recorded again
}

// New makes the painter of a box tree. Nothing is recorded before Update.
func New(tree *layout.Tree, o Options) *Painter {
	return &Painter{tree: tree, opt: o, all: true}
}

// Update brings the list up to the layout journal, the scroll offsets and what InvalidateAll said. It returns the
// rectangles that changed, in px of the document; nil when nothing did. The slice is valid until the next Update.
func (p *Painter) Update() []geom.RectF { return nil }

// List is the display list in document coordinates, valid until the next Update.
func (p *Painter) List() *list.List { return &p.list }

// Canvas is the background colour of the canvas: opaque, white where the page sets none.
// https://drafts.csswg.org/css-backgrounds/#special-backgrounds
func (p *Painter) Canvas() list.Color { return 0xffffffff }

// Hit is the topmost node at a point in px of the viewport; 0 when there is none.
func (p *Painter) Hit(x, y float32) dom.NodeID { return 0 }

// InvalidateAll makes the next Update record everything.
func (p *Painter) InvalidateAll() { p.all = true }

// Release gives the memory back. The painter may be used again.
func (p *Painter) Release() { p.list.Release(); p.all = true }

// ReportMemory adds the rows of the painter.
func (p *Painter) ReportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/paint/list", p.list.MemoryBytes(), "Display list.")
}
