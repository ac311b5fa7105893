package host

import (
	"context"
	stdimage "image"
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/paint/raster"
)

// Picture of a window.

// Presented is what a window shows: the page's viewport in device pixels. It is valid until the next Present.
type Presented struct {
	Image *stdimage.RGBA
	// Dirty are the parts that differ from the last Present.
	Dirty []stdimage.Rectangle
}

// Present brings the page's surface up to the page and gives it to show while f runs, on the page's goroutine. Only what changed is painted: nothing when
// nothing did, and f is not called then.
func (p *Page) Present(ctx context.Context, f func(Presented)) error {
	return p.Do(ctx, func() error {
		top := p.top
		v := &top.view
		if top.renderBlocked() {
			return nil
		}
		top.display()
		w, h := int(float64(p.width)*p.scale+0.5), int(float64(p.height)*p.scale+0.5)
		scroll := top.layout.Scroll(top.layout.Root())
		full := v.stale || v.surface == nil || v.surface.W != w || v.surface.H != h || scroll != v.scroll
		if !full && len(v.damage) == 0 {
			return nil
		}
		if v.surface == nil {
			v.surface = raster.NewSurface(w, h)
		} else if v.surface.W != w || v.surface.H != h {
			v.surface.Resize(w, h)
		}
		base := geom.Scale(p.scale, p.scale).Mul(geom.Translate(-scroll.X.Px64(), -scroll.Y.Px64()))
		bounds := stdimage.Rect(0, 0, w, h)
		var dirty []stdimage.Rectangle
		if full {
			dirty = append(dirty, bounds)
		} else {
			for _, r := range v.damage {
				if d := deviceRect(base.MapRect(r)).Intersect(bounds); !d.Empty() {
					dirty = append(dirty, d)
				}
			}
		}
		v.damage = v.damage[:0]
		if len(dirty) == 0 {
			return nil
		}
		t := p.timers.Begin(perf.Raster)
		done := p.browser.raster.DrawUntil(p.stop, v.painter.List(), base, v.surface, v.painter.Canvas(), dirty...)
		t.End()
		if !done || p.stop.Stopped() {
			v.stale = true
			return errEnding
		}
		v.stale, v.scroll = false, scroll
		f(Presented{Image: v.surface.Image(), Dirty: dirty})
		return nil
	})
}

// deviceRect is the whole pixels that a rectangle touches.
func deviceRect(r geom.RectF) stdimage.Rectangle {
	f := func(v float32) int { return int(math.Floor(float64(v))) }
	c := func(v float32) int { return int(math.Ceil(float64(v))) }
	return stdimage.Rect(f(r.X), f(r.Y), c(r.Right()), c(r.Bottom()))
}
