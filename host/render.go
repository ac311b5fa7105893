package host

import (
	"bytes"
	"context"
	"fmt"
	stdimage "image"
	"image/jpeg"
	"io"
	"math"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/paint"
	"github.com/niso-engine/niso/paint/raster"
	"github.com/niso-engine/niso/style"
)

// view is the painted side of a frame: its display list and, for the page's top frame in a window, the surface.
type view struct {
	painter *paint.Painter
	surface *raster.Surface
	stale   bool         // nothing of the surface is what the display list says
	damage  []geom.RectF // where it is not, in px of the document
	scroll  geom.Point
}

// render is a rendering opportunity: "update the rendering".
// https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering
func (p *Page) render() {
	for _, f := range p.framesInOrder() {
		f.renderFrame()
	}
	p.pointersRendered()
	if fn := p.browser.opt.Frame; fn != nil {
		p.callback(func() { fn(p) })
	}
}

// framesInOrder are the page's frames, parents first.
func (p *Page) framesInOrder() []*frame {
	l := []*frame{p.top}
	for i := 0; i < len(l); i++ {
		l = append(l, l[i].children...)
	}
	return l
}

func (f *frame) renderFrame() {
	if f.doc == nil || f.window == nil {
		return
	}
	doc := f.doc
	if !f.renderBlocked() {
		f.fit()
	}
	if f.parent == nil {
		f.window.FlushAutofocus(func(w *bind.Window) bool {
			c := f.page.frames[w.Doc]
			return c == nil || c.renderBlocked()
		})
		if f.doc != doc {
			return
		}
	}
	f.window.BeforeFrame() // resize, scroll, media query events
	if f.doc != doc {
		return
	}
	f.tickMotion()
	if f.doc != doc {
		return
	}
	if f.window.HasAnimationFrames() {
		t := f.page.timers.Begin(perf.Script)
		f.window.RunAnimationFrames(ms(f.page.loop.clock.Now()))
		t.End()
		if f.doc != doc {
			return
		}
	}
	if !f.renderBlocked() {
		f.update(true)
		f.loadLazyImages()
		f.updateObjects()
		for f.window.RunResizeObservers() { // they may change sizes: each round looks deeper
			if f.doc != doc {
				return
			}
			f.update(true)
		}
		if f.doc != doc {
			return
		}
		if f.window.FixFocus(); f.doc != doc {
			return
		}
		f.window.RunIntersectionObservers()
		if f.doc != doc {
			return
		}
		if !f.window.Painted() && f.doc.Body() != 0 {
			f.window.MarkPaint()
		}
	}
	if f.window.HasAnimationFrames() {
		f.page.loop.needFrame()
	}
	f.wantMotionFrame()
}

// tickMotion moves the timeline of transitions and animations to the page's clock and sends their events.
// https://drafts.csswg.org/web-animations-1/#update-animations-and-send-events
func (f *frame) tickMotion() {
	f.styler.Tick(ms(f.page.loop.clock.Now()))
	if !f.styler.Motion(0).Seen {
		return
	}
	doc := f.doc
	f.page.checkpoint() // promises of animations
	if f.doc != doc {
		return
	}
	for _, e := range f.styler.TakeMotionEvents() {
		if f.window.FireMotion(e); f.doc != doc {
			return
		}
	}
}

// motionSoon is how far ahead the end of a transition or animation may be so that a page with a virtual clock waits for it, in ms.
const motionSoon = 5000

// wantMotionFrame asks for the frames that transitions and animations need.
func (f *frame) wantMotionFrame() {
	switch st := f.styler.Motion(motionSoon); {
	case st.Pending || st.Soon:
		f.page.loop.needFrame()
	case st.Moves:
		f.page.loop.frame.ambient = true
	}
}

// renderBlocked reports whether nothing is shown yet: style sheets of the head are on their way.
func (f *frame) renderBlocked() bool { return f.sheets.pending > 0 && !f.loadFired }

// display brings the display list up to the document.
func (f *frame) display() *paint.Painter {
	f.update(true)
	if f.view.painter == nil {
		f.view.painter = paint.New(f.layout, paint.Options{Source: paintSource{f}, Cull: true, Stop: f.page.stop})
	}
	t := f.page.timers.Begin(perf.Paint)
	f.drawings.changed(f)
	f.view.painter.PageSchemes = f.styler.PageSchemes()
	f.view.damaged(f.view.painter.Update())
	t.End()
	return f.view.painter
}

// displayArea is display with the list covering an area of the document too.
func (f *frame) displayArea(a geom.RectF) *paint.Painter {
	f.display().Cover(a)
	return f.display()
}

// invalidateAll says that an image arrived that any item may show.
func (v *view) invalidateAll() {
	if v.painter != nil {
		v.painter.InvalidateAll()
	}
}

// maxDamage is how many rectangles are kept before the whole surface counts as damaged.
const maxDamage = 256

// damaged notes what the surface of a window does not show yet. Without one nothing is noted: it will be painted whole.
func (v *view) damaged(rects []geom.RectF) {
	if v.surface == nil || v.stale || len(v.damage)+len(rects) > maxDamage {
		v.stale, v.damage = true, v.damage[:0]
		return
	}
	v.damage = append(v.damage, rects...)
}

func (v *view) resized() { v.stale = true }

func (v *view) release() {
	if v.painter != nil {
		v.painter.Release()
	}
	*v = view{}
}

func (v *view) reportMemory(r *perf.Report, prefix string) {
	if v.painter != nil {
		v.painter.ReportMemory(r, prefix)
	}
	if v.surface != nil {
		r.Bytes(prefix+"/paint/surface", v.surface.MemoryBytes(), "The picture that a window shows.")
	}
}

// paintSource gives paint what the host loads.
type paintSource struct{ f *frame }

var _ paint.Source = paintSource{}

// Image is the picture at a URL that a style names.
func (s paintSource) Image(url string) (i paint.Picture, ok bool) {
	p, ok := s.f.imageByURL(url)
	if !ok {
		return i, false
	}
	if v := p.vector; v != nil {
		return paint.Picture{Vector: v, W: v.w, H: v.h, RatioW: v.ratioW, RatioH: v.ratioH}, true
	}
	return paint.Picture{ID: p.id, W: float32(p.info.W), H: float32(p.info.H)}, true
}

// Content is the picture that a replaced element shows.
func (s paintSource) Content(n dom.NodeID) (c paint.Content, ok bool) {
	f := s.f
	switch f.doc.LocalName(n) {
	case atomImg:
		st := f.pictures.of(f, n)
		if st == nil || st.current == nil || st.current.state != pictureReady {
			return paint.Content{}, false
		}
		if v := st.current.vector; v != nil {
			w, h := v.size()
			return paint.Content{Vector: v, W: w, H: h}, true
		}
		return paint.Content{Image: st.current.id, W: float32(float64(st.current.info.W) / st.scale), H: float32(float64(st.current.info.H) / st.scale),
			PixelW: float32(st.current.info.W), PixelH: float32(st.current.info.H)}, true
	case atomSVG:
		if f.doc.ElementName(n).NS == dom.SVG {
			o := f.styler.Style(n)
			return paint.Content{Vector: f.drawings.of(f, n), Overflows: o != nil && o.Box.OverflowX == style.OverflowVisible}, true
		}
	case atomObject, atomEmbed:
		if o := f.objects.of(f, n); o != nil && o.pic != nil && o.pic.state == pictureReady {
			if v := o.pic.vector; v != nil {
				w, h := v.size()
				return paint.Content{Vector: v, W: w, H: h}, true
			}
			w, h := float32(o.pic.info.W), float32(o.pic.info.H)
			return paint.Content{Image: o.pic.id, W: w, H: h, PixelW: w, PixelH: h}, true
		}
		fallthrough
	case atomIframe, atomFrame:
		if c := f.childOf(n); c != nil && c.doc != nil {
			return paint.Content{List: c.display().List(), Background: c.view.painter.FrameCanvas()}, true
		}
	}
	return paint.Content{}, false
}

// ScreenshotOptions say what a picture shows.
type ScreenshotOptions struct {
	FullPage bool // the whole document and not the viewport alone
	// Clip is the part to show in CSS px of the document; nil: all of it.
	Clip *geom.RectF
	// Selector shows the border box of the first element that matches, in whole CSS px, and nothing else. It is scrolled into view before.
	Selector string
	// JPEGQuality is that of a JPEG, 1 to 100; 0: the picture is a PNG.
	JPEGQuality int
}

// PictureSizeError: a picture would have no pixels, or more than Limits.SurfacePixels.
type PictureSizeError struct {
	Width, Height int   // of the picture, in device pixels
	Max           int64 // how many pixels it may have
}

func (e *PictureSizeError) Error() string {
	if e.Width < 1 || e.Height < 1 {
		return fmt.Sprintf("a picture of %d×%d pixels shows nothing", e.Width, e.Height)
	}
	return fmt.Sprintf("a picture of %d×%d pixels is larger than %d pixels (Limits.SurfacePixels); take a part of the page, or a smaller scale", e.Width, e.Height, e.Max)
}

// Screenshot is the page as PNG or JPEG, in device pixels.
func (p *Page) Screenshot(ctx context.Context, o ScreenshotOptions) (file []byte, err error) {
	if o.JPEGQuality < 0 || o.JPEGQuality > 100 {
		return nil, fmt.Errorf("a JPEG's quality is 1 to 100, not %d", o.JPEGQuality)
	}
	err = p.Do(ctx, func() error {
		s, err := p.picture(o)
		if err != nil {
			return err
		}
		t := p.timers.Begin(perf.Encode)
		defer t.End()
		var b bytes.Buffer
		if o.JPEGQuality > 0 {
			err = jpeg.Encode(stoppableWriter{&b, p.stop}, s.Image(), &jpeg.Options{Quality: o.JPEGQuality})
		} else if err = raster.EncodePNGUntil(p.stop, &b, s); err == raster.ErrStopped {
			err = errEnding
		}
		file = b.Bytes()
		return err
	})
	return file, err
}

// stoppableWriter ends an encoder.
type stoppableWriter struct {
	w    io.Writer
	stop *stop.Signal
}

func (s stoppableWriter) Write(p []byte) (int, error) {
	if s.stop.Stopped() {
		return 0, errEnding
	}
	return s.w.Write(p)
}

// Picture is the page as pixels.
func (p *Page) Picture(ctx context.Context, o ScreenshotOptions) (img *stdimage.RGBA, err error) {
	err = p.Do(ctx, func() error {
		s, err := p.picture(o)
		if err == nil {
			img = s.Image()
		}
		return err
	})
	return img, err
}

// picture paints the top frame to a new surface; on the page's goroutine.
func (p *Page) picture(o ScreenshotOptions) (*raster.Surface, error) {
	f := p.top
	for _, f := range p.framesInOrder() { // what moves without end is shown where it is now
		if f.doc != nil && f.window != nil && f.styler.Motion(0).Moves {
			f.styler.Tick(ms(p.loop.clock.Now()))
		}
	}
	f.display() // brings the layout up to date
	scroll := f.layout.Scroll(f.layout.Root())
	area := geom.RectF{X: scroll.X.Px(), Y: scroll.Y.Px(), W: float32(p.width), H: float32(p.height)}
	if o.FullPage {
		w, h := f.layout.ScrollSize(f.doc.DocumentElement())
		area = geom.RectF{W: max(w, float32(p.width)), H: max(h, float32(p.height))}
	}
	if o.Clip != nil {
		area = *o.Clip
	}
	if o.Selector != "" {
		var err error
		if area, err = f.areaOf(o.Selector); err != nil {
			return nil, err
		}
	}
	pixels := func(px float32) int {
		return int(min(max(0, float64(px)*p.scale+0.5), math.MaxInt32))
	}
	w, h := pixels(area.W), pixels(area.H)
	limit := p.browser.opt.Limits.SurfacePixels
	if limit < 0 {
		limit = math.MaxInt32 // what a surface can have
	}
	if w < 1 || h < 1 || int64(w)*int64(h) > limit {
		return nil, &PictureSizeError{w, h, limit}
	}
	painter := f.displayArea(area)
	t := p.timers.Begin(perf.Raster)
	defer t.End()
	s := raster.NewSurface(w, h)
	base := geom.Scale(p.scale, p.scale).Mul(geom.Translate(-float64(area.X), -float64(area.Y)))
	if !p.browser.raster.DrawUntil(p.stop, painter.List(), base, s, painter.Canvas()) || p.stop.Stopped() {
		return nil, errEnding
	}
	return s, nil
}

// areaOf is where the first element that matches is in the document, in whole px.
func (f *frame) areaOf(selector string) (a geom.RectF, err error) {
	in, el, err := f.page.find(selector)
	if err != nil {
		return a, err
	}
	in.scrollIntoView(el)
	r, ok := in.layout.BoundingClientRect(el)
	if !ok || r.Empty() {
		return a, fmt.Errorf("there is no picture of %q: it is not shown: it has no box, or an empty one", selector)
	}
	r.X, r.Y = in.toPage(r.X, r.Y)
	scroll := f.layout.Scroll(f.layout.Root())
	x, y := float64(r.X+scroll.X.Px()), float64(r.Y+scroll.Y.Px())
	x0, y0 := math.Floor(x), math.Floor(y)
	return geom.RectF{X: float32(x0), Y: float32(y0), W: float32(math.Ceil(x+float64(r.W)) - x0), H: float32(math.Ceil(y+float64(r.H)) - y0)}, nil
}

// Frame makes one rendering opportunity happen now, whatever the clock says: animation frame callbacks, styles, layout and the display list
// run once. A virtual clock moves by one frame interval before, and the tasks and timers that are due by then run.
func (p *Page) Frame(ctx context.Context) error {
	return p.Do(ctx, func() error {
		if p.loop.clock.virtual {
			p.loop.advance(p.loop.clock.now+frameInterval, func() bool { return ctx.Err() != nil || p.ctx.Err() != nil })
		}
		p.loop.frame.wanted = false
		p.render()
		p.top.display()
		return nil
	})
}
