package host

import (
	"errors"
	"fmt"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/paint"
	"github.com/niso-engine/niso/paint/image"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/paint/raster"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

var atomSVG = atom.Static("svg")

// drawings are the pictures of the svg elements of a document.
type drawings struct {
	painter *svg.Painter
	byNode  map[dom.NodeID]*drawing
	path    struct { // of the last path that script measured
		d       string
		outline *svg.Outline
	}
}

// drawing is the picture of an svg element at the size of its box. It is a paint.Vector.
type drawing struct {
	f      *frame
	handle dom.Handle
	list   list.List
	w, h   float32
	stale  bool
}

var _ paint.Vector = (*drawing)(nil)

// of is the picture of an svg element.
func (ds *drawings) of(f *frame, el dom.NodeID) *drawing {
	if d := ds.byNode[el]; d != nil && f.doc.Resolve(d.handle) == el {
		return d
	}
	if ds.byNode == nil {
		ds.byNode = make(map[dom.NodeID]*drawing)
	}
	ds.begin(f)
	d := &drawing{f: f, handle: f.doc.Handle(el), stale: true}
	ds.byNode[el] = d
	return d
}

// begin makes the painter.
func (ds *drawings) begin(f *frame) *svg.Painter {
	if ds.painter == nil {
		ds.painter = svg.New(svg.Options{Doc: f.doc, Styler: f.styler, Fonts: f.fonts, Font: f.layout.Font, Image: f.drawingImage, Base: f.baseURL().Href()})
	}
	return ds.painter
}

// changed notes the pictures that the layout journal names, and drops those of elements that are gone.
func (ds *drawings) changed(f *frame) {
	if len(ds.byNode) == 0 {
		return
	}
	for _, ch := range f.layout.Changes() {
		switch {
		case ch.Kind == layout.ChangeAll || ch.Box == 0 && ch.Kind == layout.ChangePaint:
			ds.allStale()
			ds.sweep(f)
			return
		case ch.Box != 0 && int(ch.Box) < f.layout.Rows() && f.layout.Kind(ch.Box) == layout.KindReplaced:
			if d := ds.byNode[f.layout.Node(ch.Box)]; d != nil {
				d.stale = true
			}
		case ch.Kind == layout.ChangeRebuilt:
			ds.sweep(f)
		}
	}
}

func (ds *drawings) allStale() {
	for _, d := range ds.byNode {
		d.stale = true
	}
}

func (ds *drawings) sweep(f *frame) {
	for el, d := range ds.byNode {
		if f.doc.Resolve(d.handle) != el || f.layout.Of(el) == 0 {
			delete(ds.byNode, el)
		}
	}
}

func (ds *drawings) release() {
	if ds.painter != nil {
		ds.painter.Release()
	}
	*ds = drawings{}
}

func (ds *drawings) reportMemory(r *perf.Report, prefix string) {
	if ds.painter == nil && ds.path.outline == nil {
		return
	}
	var n int64
	if ds.painter != nil {
		n = ds.painter.MemoryBytes()
	}
	for _, d := range ds.byNode {
		n += d.list.MemoryBytes() + 512
	}
	if o := ds.path.outline; o != nil {
		n += o.Bytes() + int64(len(ds.path.d))
	}
	r.Bytes(prefix+"/paint/svg", n, "Display lists of svg elements.")
}

// List is paint.Vector.
func (d *drawing) List(w, h float32) *list.List {
	el := d.f.doc.Resolve(d.handle)
	if el == 0 {
		return nil
	}
	if d.stale || d.w != w || d.h != h {
		d.list.Reset()
		d.f.drawings.painter.Record(&d.list, el, w, h)
		d.w, d.h, d.stale = w, h, false
	}
	return &d.list
}

// Bitmap is paint.Vector: an element does not repeat.
func (d *drawing) Bitmap(w, h float32) (id list.ImageID, pixelW, pixelH float32) { return 0, 0, 0 }

// drawingImage is the picture of an image element; it is loaded when it is new.
func (f *frame) drawingImage(href string) (img svg.Image, ok bool) {
	if href == "" {
		return img, false
	}
	u, err := net.Parse(href, ptr(f.baseURL()))
	if err != nil {
		return img, false
	}
	pic := f.picture(u, net.NoCORS)
	switch pic.state {
	case pictureLoading:
		pic.onDone = append(pic.onDone, func() {
			if f.doc != nil {
				f.drawings.allStale()
				f.view.invalidateAll()
				f.page.loop.needFrame()
			}
		})
		return img, false
	case pictureBroken:
		return img, false
	}
	img = svg.Image{ID: pic.id, W: float32(pic.info.W), H: float32(pic.info.H)}
	if pic.vector != nil {
		img.Vector = pic.vector.List
	}
	return img, true
}

// svgImage is an SVG document that is shown as an image: without scripts, and without anything that it would have to load.
// https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
type svgImage struct {
	b       *Browser
	doc     *dom.Document
	styler  *style.Styler
	fonts   *text.FontSet
	painter *svg.Painter
	root    dom.NodeID
	scale   float64 // device pixels to a px, of bitmaps
	nested  int     // images within images

	w, h, ratioW, ratioH float32 // natural size and ratio; 0: none

	list         list.List
	listW, listH float32
	bitmap       list.ImageID
	bitmapW      float32
	bitmapH      float32
	inner        map[string]innerImage // of data: URLs
}

type innerImage struct {
	svg.Image
	vector *svgImage
}

var _ paint.Vector = (*svgImage)(nil)

const maxNestedImages = 4

// newSVGImage parses an SVG document.
func newSVGImage(b *Browser, data []byte, scale float64, nested int) (*svgImage, error) {
	atoms := atom.NewTable()
	i := &svgImage{b: b, scale: scale, nested: nested}
	i.doc = dom.NewStore(atoms).NewDocument(false)
	if err := html.ParseXML(i.doc, string(net.DecodeText(data, net.UTF8))); err != nil {
		return nil, fmt.Errorf("the SVG is not well-formed: %w", err)
	}
	i.root = i.doc.DocumentElement()
	if nm := i.doc.ElementName(i.root); nm.NS != dom.SVG || nm.Local != atomSVG {
		return nil, errors.New("the document is not SVG: its root is not an svg element in the namespace http://www.w3.org/2000/svg")
	}
	i.fonts = b.fonts.NewSet()
	i.styler = style.New(i.doc)
	i.styler.SetMedia(css.MediaEnv{WidthPx: 300, HeightPx: 150, DeviceWidthPx: 300, DeviceHeightPx: 150, DPR: scale, Dark: b.opt.DarkScheme, ReducedMotion: b.opt.ReducedMotion})
	var sheets []*style.Sheet
	for el := i.root; el != 0; el = i.doc.Following(el, i.root) {
		if i.doc.Kind(el) != dom.KindElement || i.doc.ElementName(el).NS != dom.SVG || i.doc.LocalName(el) != atomStyle {
			continue
		}
		if t := i.doc.Attr(el, atomType); t != "" && !strings.EqualFold(t, "text/css") {
			continue
		}
		var src strings.Builder
		for c := range i.doc.Children(el) {
			if i.doc.Kind(c).IsText() {
				src.WriteString(i.doc.Data(c))
			}
		}
		sheets = append(sheets, &style.Sheet{CSS: css.ParseSheetString(src.String(), css.Options{Atoms: atoms}), Origin: style.OriginAuthor, Owner: el})
	}
	i.styler.SetSheets(sheets)
	i.styler.Update()
	i.styler.ClearChanges()
	i.painter = svg.New(svg.Options{Doc: i.doc, Styler: i.styler, Fonts: i.fonts, Font: i.font, Image: i.image})
	i.w, i.h, i.ratioW, i.ratioH = svg.NaturalSize(i.doc, i.root)
	return i, nil
}

func (i *svgImage) font(st *style.Computed) *text.Font {
	q := layout.FontQuery(st.Font, i.doc.Atoms.String)
	return i.fonts.Font(&q)
}

// size is the natural size in px, or that of what has none. https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width
func (i *svgImage) size() (w, h float32) {
	switch {
	case i.w > 0 && i.h > 0:
		return i.w, i.h
	case i.ratioW > 0 && i.ratioH > 0:
		if k := i.ratioW / i.ratioH; k > 2 {
			return 300, 300 / k
		} else {
			return 150 * k, 150
		}
	case i.w > 0:
		return i.w, 150
	case i.h > 0:
		return 300, i.h
	}
	return 300, 150
}

// List is paint.Vector.
func (i *svgImage) List(w, h float32) *list.List {
	if i.listW != w || i.listH != h {
		i.list.Reset()
		if st := i.styler.Style(i.root); st != nil && st.Flags&style.FlagHasBackground != 0 && st.Background.Color.Kind == css.ColorAbsolute {
			r, g, b, a := st.Background.Color.RGBA8()
			i.list.FillRect(geom.RectF{W: w, H: h}, list.RGBA(r, g, b, a))
		}
		i.list.PushClipRect(geom.RectF{W: w, H: h})
		i.painter.Record(&i.list, i.root, w, h)
		i.list.Pop()
		i.listW, i.listH = w, h
	}
	return &i.list
}

// Bitmap is paint.Vector: the last size that was asked for is kept.
func (i *svgImage) Bitmap(w, h float32) (id list.ImageID, pixelW, pixelH float32) {
	pw, ph := int(float64(w)*i.scale+0.5), int(float64(h)*i.scale+0.5)
	if pw < 1 || ph < 1 || int64(pw)*int64(ph) > 1<<24 {
		return 0, 0, 0
	}
	if i.bitmap == 0 || i.bitmapW != w || i.bitmapH != h {
		s := raster.NewSurface(pw, ph)
		i.b.raster.Draw(i.List(w, h), geom.Scale(float64(pw)/float64(w), float64(ph)/float64(h)), s, 0)
		if i.bitmap != 0 {
			i.b.images.Release(i.bitmap)
		}
		i.bitmap = i.b.images.AddBitmap(&image.Bitmap{Pix: s.Pix, W: pw, H: ph})
		i.bitmapW, i.bitmapH = w, h
	}
	return i.bitmap, float32(pw), float32(ph)
}

// image is the picture of an image element in the document: of data: URLs alone.
func (i *svgImage) image(href string) (svg.Image, bool) {
	if !strings.HasPrefix(href, "data:") {
		return svg.Image{}, false
	}
	if in, ok := i.inner[href]; ok {
		return in.Image, in.W > 0
	}
	var in innerImage
	if u, err := net.Parse(href, nil); err == nil {
		if d, err := net.DataURL(u); err == nil {
			in = i.open(d)
		}
	}
	if i.inner == nil {
		i.inner = make(map[string]innerImage)
	}
	i.inner[strings.Clone(href)] = in
	return in.Image, in.W > 0
}

func (i *svgImage) open(d net.Data) (in innerImage) {
	if isSVG(d.MIME, d.Body) {
		if i.nested >= maxNestedImages {
			return in
		}
		v, err := newSVGImage(i.b, d.Body, i.scale, i.nested+1)
		if err != nil {
			return in
		}
		in.vector = v
		in.Vector = v.List
		in.W, in.H = v.size()
		return in
	}
	id, info, err := i.b.images.Add(d.Body)
	if err == nil {
		in.ID, in.W, in.H = id, float32(info.W), float32(info.H)
	}
	return in
}

// isSVG reports whether an image's bytes are an SVG document.
func isSVG(m net.MIME, data []byte) bool {
	return m.Essence() == "image/svg+xml" || m.IsZero() && image.Sniff(data) == image.SVG
}

func (i *svgImage) release() {
	for _, in := range i.inner {
		if in.ID != 0 {
			i.b.images.Release(in.ID)
		}
		if in.vector != nil {
			in.vector.release()
		}
	}
	if i.bitmap != 0 {
		i.b.images.Release(i.bitmap)
	}
	i.painter.Release()
	i.fonts.Close()
	i.list.Release()
	*i = svgImage{b: i.b}
}

func (i *svgImage) reportMemory(r *perf.Report, prefix string) {
	i.doc.ReportMemory(r, prefix)
	i.styler.ReportMemory(r, prefix)
	r.Bytes(prefix+"/paint/display-list", i.list.MemoryBytes()+i.painter.MemoryBytes(), "What the image shows at the size last asked for.")
	for _, in := range i.inner {
		if in.vector != nil {
			in.vector.reportMemory(r, prefix)
		}
	}
}
