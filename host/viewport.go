package host

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
)

// viewportSize is the size of the frame's viewport in CSS px: the page's, or that which the frame's element had when it was last looked at (fit).
func (f *frame) viewportSize() (w, h int) {
	if f.parent == nil {
		return f.page.width, f.page.height
	}
	return f.width, f.height
}

// viewportRect is the frame's viewport in its own coordinates.
func (f *frame) viewportRect() geom.RectF {
	w, h := f.viewportSize()
	return geom.RectF{W: float32(w), H: float32(h)}
}

// fit gives the frame's viewport the size of its element's content box, in whole px, once the layouts around it are up to date. An element without a box leaves
// it as it was, as in Chromium. The first look at a document is not a change: only later ones are resizes for script.
func (f *frame) fit() {
	if f.parent == nil || f.doc == nil || f.window == nil || f.parent.doc == nil || f.parent.window == nil || f.destroyed || f.page.closing {
		return
	}
	f.parent.update(true) // frames nest to a depth that is limited
	first := !f.fitted
	f.fitted = true
	w, h, ok := f.parent.layout.ContentSize(f.element)
	if !ok {
		return
	}
	width, height := int(math.Round(float64(w))), int(math.Round(float64(h)))
	if width == f.width && height == f.height {
		return
	}
	f.width, f.height = width, height
	f.resizeViewport(!first)
}

// resizeViewport tells everything of the frame's document the size of its viewport, and its window that it was resized if tell.
func (f *frame) resizeViewport(tell bool) {
	w, h := f.viewportSize()
	f.styler.SetMedia(f.media())
	f.layout.SetViewport(geom.Size{W: geom.FromInt(w), H: geom.FromInt(h)})
	f.window.SetViewport(w, h, f.page.scale)
	if tell {
		f.window.Resized()
	}
	f.view.resized()
}

// watchesViewports reports whether a frame within the frame's document may have to be told of a new size of its element.
func (f *frame) watchesViewports() bool {
	for _, c := range f.children {
		if c.window != nil && c.fitted && c.window.WatchesViewport() || c.watchesViewports() {
			return true
		}
	}
	return false
}
