package host

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"
)

// What object and embed elements show: an image, a document in a frame, or what is in the object element instead.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-object-element
//
// Which of these it is, the type attribute says, or the address, as in Chromium: what comes later shows in the frame whatever it is. Nothing is loaded for an element that is
// not rendered; one that was loaded stays.

// objects are the object and embed elements of a document.
type objects struct {
	byNode map[dom.NodeID]*object
	posted bool // a task is queued that looks at those that are stale
}

// object is one of them.
type object struct {
	handle  dom.Handle
	kind    objectKind
	stale   bool // its attributes changed, or it was not rendered yet
	serial  int  // of the load: an older one is dropped
	pic     *picture
	undelay func() // of the document's load event; nil when it does not wait for the element
}

type objectKind uint8

const (
	objectNew      objectKind = iota // nothing is known yet
	objectNothing                    // an embed element that shows nothing
	objectImage                      // pic
	objectFrame                      // the document in its frame
	objectFallback                   // what is in the object element
)

var (
	atomObject = atom.Static("object")
	atomEmbed  = atom.Static("embed")
	atomData   = atom.Static("data")
	atomAudio  = atom.Static("audio")
	atomVideo  = atom.Static("video")
)

// of is the state of an element, nil without one.
func (l *objects) of(f *frame, el dom.NodeID) *object {
	o := l.byNode[el]
	if o == nil || f.doc.Resolve(o.handle) != el {
		return nil
	}
	return o
}

// objectChanged is called when an element came into the document, was parsed, or has other attributes. What it shows is decided in a task.
func (f *frame) objectChanged(el dom.NodeID) {
	if f.doc == nil || !f.doc.IsConnected(el) || f.doc.Flags(el)&dom.ParserMade != 0 && f.doc.Flags(el)&dom.ChildrenDone == 0 && f.parser != nil && f.doc.LocalName(el) == atomObject {
		return
	}
	o := f.objects.of(f, el)
	if o == nil {
		if f.objects.byNode == nil {
			f.objects.byNode = make(map[dom.NodeID]*object)
		}
		o = &object{handle: f.doc.Handle(el)}
		f.objects.byNode[el] = o
	}
	o.stale = true
	o.delay(f)
	f.postObjects()
}

// delay keeps the document's load event back until the element is decided on.
func (o *object) delay(f *frame) {
	if o.undelay == nil && !f.loadFired {
		o.undelay = f.delayLoad()
	}
}

func (o *object) release() {
	if fn := o.undelay; fn != nil {
		o.undelay = nil
		fn()
	}
}

func (f *frame) postObjects() {
	if f.objects.posted {
		return
	}
	f.objects.posted = true
	doc := f.doc
	f.page.loop.post(bind.SourceDOM, func() {
		if f.doc == doc {
			f.objects.posted = false
			f.updateObjects()
		}
	})
}

// updateObjects decides on the elements that are stale, in tree order: on an object before what is in it.
func (f *frame) updateObjects() {
	if f.doc == nil || f.renderBlocked() {
		return
	}
	var l []dom.NodeID
	for el, o := range f.objects.byNode {
		if o.stale {
			l = append(l, el)
		}
	}
	if len(l) == 0 {
		return
	}
	slices.SortFunc(l, func(a, b dom.NodeID) int {
		if c := f.doc.CompareOrder(a, b); c != 0 {
			return c
		}
		return int(a) - int(b)
	})
	f.update(false)
	doc := f.doc
	for _, el := range l {
		if o := f.objects.of(f, el); o != nil && o.stale {
			f.updateObject(el, o)
		}
		if f.doc != doc {
			return
		}
	}
}

// objectRendered reports whether an element is rendered, and in no element that shows something else.
func (f *frame) objectRendered(el dom.NodeID) bool {
	for n := el; n != 0; n = f.doc.FlatParent(n) {
		if f.doc.Kind(n) != dom.KindElement {
			return n == f.doc.Node
		}
		if st := f.styler.Style(n); st == nil || st.Box.Display == style.DisplayNone {
			return false
		}
		if name := f.doc.ElementName(n); n != el && name.NS == dom.HTML {
			switch name.Local {
			case atomAudio, atomVideo:
				return false
			case atomObject:
				if o := f.objects.of(f, n); o == nil || o.kind != objectFallback {
					return false
				}
			}
		}
		if n == f.doc.DocumentElement() {
			return true
		}
	}
	return false
}

// objectType is the kind of what an element asks for, before anything is loaded.
func (f *frame) objectType(u net.URL, hasURL bool, typ string, embed bool) objectKind {
	none := objectFallback
	if embed {
		none = objectNothing
	}
	m, ok := net.ParseMIME(typ)
	switch {
	case typ == "" && !hasURL:
		return none
	case typ != "":
	case u.Scheme() == "data":
		head, _, _ := strings.Cut(u.Href()[len("data:"):], ",")
		if head, _, _ = strings.Cut(head, ";"); head == "" {
			head = "text/plain"
		}
		m, ok = net.ParseMIME(head)
	default:
		guess := net.TypeByExtension(u.Pathname())
		if guess == "" {
			return objectFrame
		}
		m, ok = net.ParseMIME(guess)
	}
	switch {
	case !ok:
		return none
	case m.Essence() == "image/svg+xml":
		return objectFrame
	case m.IsImage():
		if !hasURL || !imageTypeKnown(m.Essence()) {
			return none
		}
		return objectImage
	case shown(m), embed && (m.Type == "audio" || m.Type == "video"):
		return objectFrame
	}
	return none
}

// updateObject decides what an element shows, and begins to load it.
func (f *frame) updateObject(el dom.NodeID, o *object) {
	if !f.objectRendered(el) {
		o.release()
		return
	}
	embed := f.doc.LocalName(el) == atomEmbed
	name := atomData
	if embed {
		name = atomSrc
	}
	o.stale = false
	o.serial++
	o.delay(f)
	o.pic = nil
	u := aboutBlank
	ref := strings.Trim(strings.Clone(f.doc.Attr(el, name)), " \t\n\f\r")
	if ref != "" {
		v, err := net.ParseWith(ref, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding))
		switch {
		case err == nil:
			u = v
		case !embed:
			f.objectFailed(el, true)
			return
		}
	}
	kind := f.objectType(u, ref != "", f.doc.Attr(el, atomType), embed)
	if u.Scheme() == "javascript" {
		kind = objectFallback
	}
	if !f.mayLoad(u) {
		f.refuse(u)
		kind = objectFallback
	}
	for p := f; p != nil; p = p.parent { // a page within itself
		if p.url.EqualsWithoutFragment(u) && u != aboutBlank {
			kind = objectFallback
		}
	}
	if kind == objectFallback || kind == objectNothing {
		f.objectFailed(el, ref != "")
		return
	}
	if o.kind == objectFallback {
		f.hideFallback(el)
	}
	if kind == objectFrame {
		f.loadObjectFrame(el, o, u)
		return
	}
	f.closeIframe(el)
	o.kind = objectImage
	f.layout.Invalidate(el)
	pic, serial, doc := f.picture(u, net.NoCORS), o.serial, f.doc
	o.pic = pic
	finish := func() {
		if f.doc != doc || f.objects.of(f, el) != o || o.serial != serial {
			return
		}
		f.layout.Invalidate(el)
		f.page.loop.needFrame()
		switch {
		case pic.state == pictureReady:
			f.fireAt(o.handle, "load")
			o.release()
		case embed:
			f.fireAt(o.handle, "error")
			o.release()
		case pic.other: // it is a document, whatever it was said to be
			o.pic = nil
			f.loadObjectFrame(el, o, u)
		default:
			f.objectFailed(el, true)
		}
	}
	if pic.state == pictureLoading {
		pic.onDone = append(pic.onDone, finish)
	} else {
		f.page.loop.post(bind.SourceDOM, finish)
	}
}

// loadObjectFrame loads a document in the element's frame.
func (f *frame) loadObjectFrame(el dom.NodeID, o *object, u net.URL) {
	c := f.childOf(el)
	if c == nil {
		if c = f.nest(el); c == nil {
			f.objectFailed(el, true)
			return
		}
	}
	o.kind = objectFrame
	f.layout.Invalidate(el)
	f.page.loop.needFrame()
	if u == aboutBlank && c.initial { // its document is there
		o.release()
		f.iframeLoaded(c)
		return
	}
	replace := c.initial || !c.loadFired
	c.loadFired = false
	c.navigate(u, navigateOptions{replace: replace, initiator: f})
	o.release()
}

// objectFailed has an element show what it shows where nothing can be loaded; tell: an object element is told of it.
func (f *frame) objectFailed(el dom.NodeID, tell bool) {
	o := f.objects.of(f, el)
	if o == nil {
		return
	}
	o.kind, o.pic = objectFallback, nil
	if f.doc.LocalName(el) == atomEmbed {
		o.kind, tell = objectNothing, false
	}
	f.layout.Invalidate(el)
	f.page.loop.needFrame()
	for _, d := range f.objects.byNode {
		if d.stale { // those that are in it may show now
			d.delay(f)
			f.postObjects()
		}
	}
	doc := f.doc
	if tell {
		f.fireAt(o.handle, "error")
	}
	if f.doc != doc {
		return
	}
	f.closeIframe(el)
	o.release()
}

// hideFallback unloads the elements in an object element that shows something else now.
func (f *frame) hideFallback(el dom.NodeID) {
	var within []dom.NodeID
	for d, o := range f.objects.byNode {
		for n := f.doc.FlatParent(d); n != 0 && o.kind != objectNew; n = f.doc.FlatParent(n) {
			if n == el {
				within = append(within, d)
				break
			}
		}
	}
	slices.Sort(within)
	for _, d := range within {
		if o := f.objects.of(f, d); o != nil {
			o.kind, o.pic, o.stale = objectNew, nil, true
			o.serial++
			f.closeIframe(d)
		}
	}
}

// dropObject forgets an element that left the document.
func (f *frame) dropObject(el dom.NodeID) {
	o := f.objects.byNode[el]
	if o == nil {
		return
	}
	delete(f.objects.byNode, el)
	o.serial++
	f.closeIframe(el)
	o.release()
}

// inObject reports whether the frame is that of an object element, which shows its fallback where a document cannot be had.
func (f *frame) inObject() bool {
	return f.parent != nil && f.parent.doc != nil && f.parent.doc.LocalName(f.element) == atomObject
}

// replacedObject is the content of an element for layout.
func (f *frame) replacedObject(el dom.NodeID) (layout.Replaced, bool) {
	embed := f.doc.LocalName(el) == atomEmbed
	frame := layout.Replaced{W: 300, H: 150, HasW: true, HasH: true}
	o := f.objects.of(f, el)
	if o == nil || o.kind == objectNew {
		return frame, embed || f.doc.Attr(el, atomData) != ""
	}
	switch o.kind {
	case objectFallback:
		return layout.Replaced{}, false
	case objectFrame:
		if c := f.childOf(el); c != nil && c.doc != nil {
			if root := c.doc.DocumentElement(); root != 0 && c.doc.ElementName(root).NS == dom.SVG && c.doc.LocalName(root) == atomSVG {
				w, h, rw, rh := svg.NaturalSize(c.doc, root)
				return layout.Replaced{W: w, H: h, HasW: w > 0, HasH: h > 0, RatioW: rw, RatioH: rh}, true
			}
		}
	case objectImage:
		if o.pic == nil || o.pic.state != pictureReady {
			return layout.Replaced{HasW: true, HasH: true}, true
		}
		if v := o.pic.vector; v != nil {
			return layout.Replaced{W: v.w, H: v.h, HasW: v.w > 0, HasH: v.h > 0, RatioW: v.ratioW, RatioH: v.ratioH}, true
		}
		w, h := float32(o.pic.info.W), float32(o.pic.info.H)
		return layout.Replaced{W: w, H: h, HasW: true, HasH: true, RatioW: w, RatioH: h}, true
	}
	return frame, true
}

func (l *objects) reportMemory(r *perf.Report, prefix string) {
	if n := len(l.byNode); n > 0 {
		r.Bytes(prefix+"/objects", int64(n)*96, "What object and embed elements show.")
	}
}
