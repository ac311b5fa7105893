package host

import (
	"fmt"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/paint/image"
	"github.com/niso-engine/niso/paint/list"
)

// pictures are the images that a document shows: one for each URL, whoever refers to it.
type pictures struct {
	byURL    map[string]*picture
	elements map[dom.NodeID]*imgState
	kept     int          // entries after the last sweep
	lazy     []dom.Handle // images that wait until they are near the viewport
}

// picture is an image resource. The document has one reference to its row in the store.
type picture struct {
	url    string
	id     list.ImageID
	info   image.Info
	vector *svgImage // instead of id: an SVG image
	state  pictureState
	body   *net.Body // kept while the store refers to its bytes
	onDone []func()
	other  bool // broken, and of a type that is no image's
}

type pictureState uint8

const (
	pictureLoading pictureState = iota
	pictureReady
	pictureBroken
)

// imgState is what an img element shows. https://html.spec.whatwg.org/multipage/images.html#img-req-data
type imgState struct {
	handle  dom.Handle
	serial  int
	src     string
	current *picture
	done    bool
	lazy    bool    // not asked for before it comes near the viewport
	scale   float64 // density of the chosen source
}

// Image is the state of an img element for script.
func (p windowHost) Image(el dom.NodeID) bind.ImageInfo {
	f := p.frameOf(el)
	if f == nil {
		return bind.ImageInfo{Complete: true}
	}
	s := f.pictures.of(f, el)
	if s == nil {
		src, has := f.doc.LookupAttr(el, atomSrc)
		return bind.ImageInfo{Complete: !has || src == ""}
	}
	i := bind.ImageInfo{CurrentSrc: s.src, Complete: s.done}
	if s.current != nil {
		i.Broken = s.current.state == pictureBroken
		if s.current.state == pictureReady {
			i.NaturalWidth, i.NaturalHeight = int(float64(s.current.info.W)/s.scale), int(float64(s.current.info.H)/s.scale)
		}
	}
	return i
}

// LoadImage loads the image of an element that is in no document.
func (p windowHost) LoadImage(w *bind.Window, el dom.NodeID) {
	if f := p.frames[w.Doc]; f != nil {
		f.updateImage(el)
	}
}

// of is the state of an element, nil without one: rows are used again, so that the entry may be another element's.
func (ps *pictures) of(f *frame, el dom.NodeID) *imgState {
	s := ps.elements[el]
	if s == nil || f.doc.Resolve(s.handle) != el {
		return nil
	}
	return s
}

// sweep drops the entries of elements that are gone, when many came.
func (ps *pictures) sweep(f *frame) {
	if len(ps.elements) < 2*ps.kept+64 {
		return
	}
	for el, s := range ps.elements {
		if f.doc.Resolve(s.handle) != el {
			delete(ps.elements, el)
		}
	}
	ps.kept = len(ps.elements)
}

// updateImage is "update the image data" of an img element.
// https://html.spec.whatwg.org/multipage/images.html#updating-the-image-data
func (f *frame) updateImage(el dom.NodeID) {
	if f.pictures.elements == nil {
		f.pictures.elements = make(map[dom.NodeID]*imgState)
	}
	s := f.pictures.of(f, el)
	if s == nil {
		f.pictures.sweep(f)
		s = &imgState{handle: f.doc.Handle(el), scale: 1}
		f.pictures.elements[el] = s
	}
	s.serial++
	h := s.handle
	src, scale := f.chooseSource(el)
	s.done, s.lazy = false, false
	if src == "" {
		s.src, s.current, s.done = "", nil, true
		f.layout.Invalidate(el)
		if f.doc.HasAttr(el, atomSrc) {
			f.page.loop.post(bind.SourceDOM, func() { f.fireAt(h, "error") })
		}
		return
	}
	u, err := net.ParseWith(src, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding))
	if err != nil {
		s.src, s.current, s.done = src, nil, true
		f.layout.Invalidate(el)
		f.page.loop.post(bind.SourceDOM, func() { f.fireAt(h, "error") })
		return
	}
	s.src, s.scale = u.Href(), scale
	if f.doc.IsConnected(el) && strings.EqualFold(f.doc.Attr(el, atomLoading), "lazy") {
		s.lazy = true
		f.pictures.lazy = append(f.pictures.lazy, h)
		f.layout.Invalidate(el)
		f.page.loop.needFrame()
		return
	}
	f.loadImage(el, s, u, f.delayLoad())
}

// lazyMarginPx is how near the viewport an image with loading=lazy is loaded: Chromium's distance on a fast network.
const lazyMarginPx = 1250

// loadLazyImages loads the images that came near the viewport. They do not keep the load event back.
// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes
func (f *frame) loadLazyImages() {
	l := f.pictures.lazy
	if len(l) == 0 {
		return
	}
	f.pictures.lazy = nil
	near := f.viewportRect()
	near = geom.RectF{X: -lazyMarginPx, Y: -lazyMarginPx, W: near.W + 2*lazyMarginPx, H: near.H + 2*lazyMarginPx}
	kept := l[:0]
	for _, h := range l {
		el := f.doc.Resolve(h)
		if el == 0 {
			continue
		}
		s := f.pictures.of(f, el)
		if s == nil || !s.lazy {
			continue
		}
		r, ok := f.layout.BoundingClientRect(el)
		if !ok || r.Right() < near.X || r.X > near.Right() || r.Bottom() < near.Y || r.Y > near.Bottom() {
			kept = append(kept, h)
			continue
		}
		s.lazy = false
		if u, err := net.Parse(s.src, nil); err == nil {
			f.loadImage(el, s, u, func() {})
		}
	}
	f.pictures.lazy = append(kept, f.pictures.lazy...)
}

// loadImage loads what an img element shows; undelay is called when that is done.
func (f *frame) loadImage(el dom.NodeID, s *imgState, u net.URL, undelay func()) {
	serial, h := s.serial, s.handle
	unpin := func() {}
	if !f.doc.IsConnected(el) {
		unpin = f.page.world.Pin(el)
	}
	mode := net.NoCORS
	if f.doc.HasAttr(el, atomCrossorigin) {
		mode = net.CORSMode
	}
	pic := f.picture(u, mode)
	finish := func() {
		defer undelay()
		defer unpin()
		if f.doc.Resolve(h) == 0 || f.pictures.elements[el] != s || s.serial != serial {
			return
		}
		s.current, s.done = pic, true
		f.layout.Invalidate(el)
		f.page.loop.needFrame()
		if pic.state == pictureReady {
			f.fireAt(h, "load")
		} else {
			f.fireAt(h, "error")
		}
	}
	if pic.state != pictureLoading {
		f.page.loop.post(bind.SourceDOM, func() {
			if f.doc != nil {
				finish()
			}
		})
		return
	}
	pic.onDone = append(pic.onDone, finish)
}

// chooseSource is the URL that an img shows, by picture, srcset and sizes, with its pixel density.
// https://html.spec.whatwg.org/multipage/images.html#select-an-image-source
func (f *frame) chooseSource(el dom.NodeID) (src string, scale float64) {
	if p := f.doc.Parent(el); p != 0 && f.doc.IsHTMLElement(p, atomPicture) {
		for c := range f.doc.Children(p) {
			if c == el {
				break
			}
			if !f.doc.IsHTMLElement(c, atomSource) {
				continue
			}
			set := f.doc.Attr(c, atomSrcset)
			if set == "" || f.doc.HasAttr(c, atomMedia) && !f.mediaMatches(c) || !imageTypeKnown(f.doc.Attr(c, atomType)) {
				continue
			}
			if u, d := f.pickSource(parseSrcset(set), f.doc.Attr(c, atomSizes)); u != "" {
				return u, d
			}
		}
	}
	src, scale = f.imageSource(f.doc.Attr(el, atomSrc), f.doc.Attr(el, atomSrcset), f.doc.Attr(el, atomSizes))
	return strings.Clone(src), scale
}

func imageTypeKnown(t string) bool {
	t, _, _ = strings.Cut(t, ";")
	switch strings.ToLower(strings.TrimSpace(t)) {
	case "", "image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon", "image/apng", "image/svg+xml":
		return true
	}
	return false
}

func (f *frame) updatePicture(p dom.NodeID) {
	for c := range f.doc.Children(p) {
		if f.doc.IsHTMLElement(c, atomImg) {
			f.updateImage(c)
		}
	}
}

// picture is the image at a URL, which is loaded when it is new.
func (f *frame) picture(u net.URL, mode net.Mode) *picture {
	if f.pictures.byURL == nil {
		f.pictures.byURL = make(map[string]*picture)
	}
	if p := f.pictures.byURL[u.HrefWithoutFragment()]; p != nil {
		return p
	}
	pic := &picture{url: u.HrefWithoutFragment()}
	f.pictures.byURL[pic.url] = pic
	req := f.request(u, net.DestImage, "", mode == net.CORSMode)
	f.load(req, "img", func(res *net.Response, body []byte, err error) {
		if err == nil {
			if isSVG(res.MIME, body) {
				if pic.vector, err = newSVGImage(f.page.browser, body, f.page.scale, 0); err == nil {
					w, h := pic.vector.size()
					pic.info = image.Info{Format: image.SVG, W: int(w + 0.5), H: int(h + 0.5)}
				}
				res.Body.Release()
			} else {
				pic.id, pic.info, err = f.page.browser.images.Add(f.keep(res, body))
			}
		}
		if err != nil {
			pic.state, pic.other = pictureBroken, res != nil && res.Status < 400 && !res.MIME.IsZero() && !res.MIME.IsImage()
			f.page.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: fmt.Sprintf("Failed to load image %s: %s", shortURL(u), net.Reason(err, u)), URL: shortURL(u)})
		} else {
			pic.state = pictureReady
		}
		l := pic.onDone
		pic.onDone = nil
		for _, fn := range l {
			fn()
		}
	})
	return pic
}

// shortURL is a URL for messages: long data: URLs are cut.
func shortURL(u net.URL) string {
	s := u.Href()
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return s
}

// loadStyleImages loads the images that styles began to refer to.
func (f *frame) loadStyleImages() {
	for _, s := range f.styler.NewImages() {
		u, err := net.Parse(s, ptr(f.baseURL()))
		if err != nil {
			continue
		}
		pic := f.picture(u, net.NoCORS)
		if pic.state != pictureLoading {
			continue
		}
		undelay := f.delayLoad()
		pic.onDone = append(pic.onDone, func() {
			undelay()
			f.layout.ImageArrived(s)
			f.view.invalidateAll()
			f.page.loop.needFrame()
		})
	}
}

// imageByURL is the image that a style refers to; ok is false while it is not there.
func (f *frame) imageByURL(s string) (*picture, bool) {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s = s[:i]
	}
	p := f.pictures.byURL[s]
	return p, p != nil && p.state == pictureReady
}

// showImage makes the document of an image that was navigated to.
func (f *frame) showImage(res *net.Response) {
	u := f.url.Href()
	res.Body.Release()
	f.parser.Write(`<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width"></head><body style="margin:0;background:#0e0e0e"><img style="display:block;margin:auto" src="`)
	f.parser.Write(strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(u))
	f.parser.Write(`"></body></html>`)
	f.finishParsing()
}

// release gives the document's images back.
func (ps *pictures) release(f *frame) {
	for _, p := range ps.byURL {
		switch {
		case p.vector != nil:
			p.vector.release()
		case p.state == pictureReady:
			f.page.browser.images.Release(p.id)
		}
	}
	ps.byURL, ps.elements = nil, nil
}

// keep makes the bytes of a body live as long as the document refers to them: heap buffers do by themselves, mapped files until
// the document is closed.
func (f *frame) keep(res *net.Response, body []byte) []byte {
	if !res.Body.Mapped() {
		res.Body.Release()
		return body
	}
	f.bodies = append(f.bodies, res.Body)
	return body
}

// reportPixels adds what the store keeps of the document's images.
func (ps *pictures) reportPixels(r *perf.Report, s *image.Store) {
	var n int64
	for _, p := range ps.byURL {
		switch {
		case p.vector != nil:
			n += s.Bytes(p.vector.bitmap)
		case p.state == pictureReady:
			n += s.Bytes(p.id)
		}
	}
	r.Bytes("pictures", n, "Files and pixels of images.")
}

func (ps *pictures) reportMemory(r *perf.Report, prefix string) {
	r.Bytes(prefix+"/images", int64(len(ps.byURL))*160+int64(len(ps.elements))*80, "Which element shows which image.")
	for _, p := range ps.byURL {
		if p.vector != nil {
			p.vector.reportMemory(r, prefix+"/svg-images")
		}
	}
}
