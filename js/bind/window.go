package bind

import (
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/storage"
	"github.com/niso-engine/niso/style"
)

// WindowOptions are what a window is made of.
type WindowOptions struct {
	Doc    *dom.Document
	URL    net.URL
	Origin net.Origin
	Styler *style.Styler
	Layout *layout.Tree
	Host   Host
	Loader *net.Loader
	Jar    *net.Jar
	// UserAgent is navigator.userAgent; "" is UserAgent.
	UserAgent string
	// OwnClipboard: Host's embedder has a clipboard and cuts, copies and pastes; the keys do nothing of it here.
	OwnClipboard bool
	Local        *storage.Area // localStorage of the origin; nil: access throws SecurityError
	Session      *storage.Area
	Modules      js.ModuleHooks
	Parent       *Window // of an iframe
	Previous     *Window // what the frame showed before, which is closed: its WindowProxy is the new window's
	Frame        dom.NodeID
	// Width, Height of the viewport and Scale of device pixels, in CSS px.
	Width, Height int
	Scale         float64
	Referrer      string
	// Opener is what opened a top window, with its first document.
	Opener *Window
	Name   string // of a top window that was opened with one
	// Popup: the window is shown without the bars of a browser.
	Popup bool
	// AboutBase is the fallback base URL of a document at about:blank or about:srcdoc: that of who made it.
	AboutBase net.URL
	Sandbox   Sandbox
	// SiteKeyed: the server asked that documents of the site may be let in by document.domain.
	SiteKeyed bool
}

// Window is a global object with its document.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
type Window struct {
	EventTarget
	World *World
	Realm *js.Realm
	Doc   *dom.Document
	Host  Host

	opt        WindowOptions
	url        net.URL
	base       net.URL
	baseOK     bool
	styler     *style.Styler
	timeline   *DocumentTimeline // made when script asks
	layout     *layout.Tree
	closed     bool
	bodySeen   dom.NodeID // whose handlers of the window are known; see syncBody
	left       *nodeState // of the document of a window that was detached
	name       string
	domain     *string // what script set document.domain to; documents at about: URLs share it with whose origin they have
	ready      string
	modified   time.Time     // of the source of the document; zero: unknown
	opener     js.Value      // the WindowProxy of who opened the window, or null
	ownOpener  Opt[js.Value] // what script set window.opener to
	navigation *Navigation
	hidden     bool // the document is on its way out
	unloading  bool // the events with which a document goes are being fired
	printLater bool // window.print was called before the document was loaded
	activation userActivation
	depth      int  // scripts on the stack that the host runs
	reporting  bool // an error event is being dispatched

	currentEvent  js.Value
	currentScript dom.NodeID
	insertions    insertionCounters

	timers    timers
	frames    animationFrames
	idle      idleCallbacks
	perf      performance
	focus     focusState
	drag      selectionDrag
	letters   string              // typed into the focused select
	lettersAt float64             // when, ms
	editing   *editing            // what the user edits, nil before that
	dragging  *dragging           // what the user drags and drops, nil otherwise
	forceSync map[dom.Handle]bool // script elements whose async property was set to false

	// Objects that a window has one of, made when script asks.
	location      *Location
	history       *History
	navigator     *Navigator
	performanceOb *Performance
	screen        *Screen
	selection     *Selection
	countSize     js.Object // the size function of CountQueuingStrategy, once asked for
	byteSize      js.Object // likewise of ByteLengthQueuingStrategy
	registry      *CustomElementRegistry
	adopting      []dom.Handle // documents and shadow roots that adopted style sheets
	visual        *VisualViewport
	console       consoleState
	barProp       *BarProp
	status        string
	fonts         *FontFaceSet
	start         *dom.Range // the sequential focus navigation starting point, nil before there was one
	startEl       dom.NodeID // what it was set to
	autofocus     autofocusing
	delegating    int       // how deep focusDelegate is
	overlays      *overlays // dialogs, popovers and close watchers, nil before the first
	lastByPointer bool      // the user used a pointer last, not the keyboard
	toggles       []*toggleTask
	forms         submissions
	navigations   int  // how often something has navigated it
	editedByUser  bool // the focused text control was
	clicking      []dom.Handle
	sheetObjects  map[*style.Sheet]*CSSStyleSheet
	media         []*mediaEntry
	scrolledEls   []dom.NodeID
	resized       bool

	// resizeObservers and intersectionObservers run at rendering opportunities, where there are such observers.
	resizeObservers       func() bool
	intersectionObservers func()
	pending               map[*pending]struct{} // what is going on

	// closers run when the window goes.
	closers []func()

	extra map[string]any // objects of the other Web APIs that a window has one of, by name
}

var windowTable = sync.OnceValue(func() *js.Table { return js.NewTable(classesWindow...) })

// NewWindow makes the global object of a document that is shown.
func (w *World) NewWindow(o WindowOptions) *Window {
	win := &Window{World: w, Doc: o.Doc, Host: o.Host, opt: o, url: o.URL, styler: o.Styler, layout: o.Layout, ready: "loading", opener: js.Null, currentEvent: js.Undefined}
	win.window = win
	o.Doc.GlobalRegistry = true
	w.windows[o.Doc] = win
	var proxy js.Object
	if o.Previous != nil {
		proxy, win.name = o.Previous.obj, o.Previous.name
		win.activation.sticky = o.Previous.activation.sticky && o.Previous.opt.Origin == o.Origin
		win.activation.consumed = true
		win.opt.Previous = nil
	} else if o.Parent != nil {
		win.name, _ = o.Parent.Doc.LookupAttr(o.Frame, atomName)
		win.name = strings.Clone(win.name)
	}
	if o.Opener != nil {
		win.opener = o.Opener.obj.Value()
		win.opt.Opener = nil
	} else if o.Previous != nil {
		win.opener = o.Previous.opener
	}
	if o.Name != "" {
		win.name = o.Name
	}
	if o.Parent != nil {
		win.inheritDomain(o.Parent)
	} else {
		win.inheritDomain(o.Opener)
	}
	win.Realm = w.Runtime.NewRealm(js.RealmOptions{Proxy: proxy, Name: o.URL.Href(), Table: windowTable(), Global: cls.Window, State: win, Data: win, Modules: o.Modules})
	win.obj = win.Realm.This()
	_, _ = win.Realm.Delete(win.Realm.Global(), js.NameKey("SharedArrayBuffer")) // of isolated windows only, and none is
	win.perf.init(win)
	if win.styler != nil && win.styler.ResolveURL == nil {
		win.styler.ResolveURL = win.resolveStyleURL
	}
	return win
}

// Close ends the window: its realm, timers and all that script holds of it. The nodes of its document, which the host destroys, are nobody's.
func (w *Window) Close() { w.end(w.World.wrappers.closeDocument) }

// Detach is Close for a window that script of another one may hold something of: its document lives as long as script holds a node of it, and is destroyed then.
func (w *Window) Detach() { w.end(w.World.wrappers.detachDocument) }

func (w *Window) end(document func(*dom.Document)) {
	if w.closed {
		return
	}
	w.closed = true
	for _, f := range w.closers {
		f()
	}
	w.closers = nil
	w.timers.close()
	w.idle.close()
	w.frames.close()
	w.World.observers.close(w)
	w.World.channels.end(w)
	document(w.Doc)
	w.Realm.Close()
	delete(w.World.windows, w.Doc)
	w.reg = nil
	w.media = nil
	w.extra = nil
	w.pending = nil
	w.dragging = nil
	w.currentEvent = js.Undefined
}

// onClose has f called when the window goes.
func (w *Window) onClose(f func()) { w.closers = append(w.closers, f) }

// resolveStyleURL makes a URL of a style sheet absolute.
func (w *Window) resolveStyleURL(base, url string) string {
	b := w.BaseURL()
	if base != "" {
		if u, err := net.Parse(base, nil); err == nil {
			b = u
		}
	}
	u, err := net.Parse(url, &b)
	if err != nil {
		return url
	}
	return u.Href()
}

var (
	atomHref = atom.Static("href")
	atomBody = atom.Static("body")
)

// BaseURL is the document base URL.
// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
func (w *Window) BaseURL() net.URL {
	if !w.baseOK {
		w.baseOK = true
		w.base = w.fallbackBase()
		for _, el := range w.Doc.Elements(dom.Bases) {
			if href, ok := w.Doc.LookupAttr(el, atomHref); ok {
				fallback := w.fallbackBase()
				if u, err := net.Parse(strings.Clone(href), &fallback); err == nil && u.Scheme() != "data" && u.Scheme() != "javascript" {
					w.base = u
				}
				break
			}
		}
	}
	return w.base
}

func (w *Window) fallbackBase() net.URL {
	if w.url.Scheme() == "about" && w.opt.AboutBase.Scheme() != "" {
		return w.opt.AboutBase
	}
	return w.url
}

// BaseChanged says that a base element came, went or changed.
func (w *Window) BaseChanged() { w.baseOK = false }

// SetURL changes the document's URL without a navigation.
func (w *Window) SetURL(u net.URL) {
	w.url = u
	w.baseOK = false
}

// URL is the document's URL.
func (w *Window) docURL() net.URL { return w.url }

// baseURLOf is the base URL of a document; those without a window have that of their own URL.
func (w *World) baseURLOf(d *dom.Document) net.URL {
	if win := w.windows[d]; win != nil {
		return win.BaseURL()
	}
	u, err := net.Parse(d.URL, nil)
	if err != nil {
		u = aboutBlank
	}
	for _, el := range d.Elements(dom.Bases) {
		if href, ok := d.LookupAttr(el, atomHref); ok {
			if b, err := net.Parse(strings.Clone(href), &u); err == nil {
				return b
			}
			break
		}
	}
	return u
}

var aboutBlank = net.MustParse("about:blank")

// resolveURL resolves the value of an element's attribute.
func (w *Window) resolveURL(el dom.NodeID, v string) (string, bool) {
	u, ok := w.parseURL(el, v)
	if !ok {
		return "", false
	}
	return u.Href(), true
}

func (w *Window) parseURL(el dom.NodeID, v string) (net.URL, bool) {
	d := w.World.Store.DocumentOf(el)
	b := w.World.baseURLOf(d)
	u, err := net.ParseWith(strings.Clone(v), &b, net.LookupEncoding(d.Encoding))
	return u, err == nil
}

// SetReadyState sets document.readyState and tells script.
func (w *Window) SetReadyState(s string) {
	if w.ready == s {
		return
	}
	w.ready = s
	switch s {
	case "interactive":
		w.MarkTiming("domInteractive")
	case "complete":
		w.MarkTiming("domComplete")
	}
	w.FireNode(w.Doc.Node, "readystatechange", false, false)
}

// FireNode fires a trusted event at a node.
func (w *Window) FireNode(id dom.NodeID, typ string, bubbles, cancelable bool) bool {
	return w.fire(NewEvent(typ, bubbles, cancelable), NodeTarget(id))
}

// fire dispatches a trusted event.
func (w *Window) fire(ev eventState, t pathTarget) bool {
	e := ev.asEvent()
	e.trusted, e.initialized = true, true
	if e.timeStamp == 0 {
		e.timeStamp = w.Host.Now()
	}
	return w.World.Dispatch(w, ev, t)
}

func (w *Window) fireSelf(ev eventState) bool { return w.fire(ev, pathTarget{other: w}) }

// FireLoad fires load at the window, with the document as target, and pageshow.
func (w *Window) FireLoad() {
	w.World.loadEvent(w)
	if w.closed {
		return
	}
	w.fireSelf(&PageTransitionEvent{Event: Event{typ: "pageshow", bubbles: true, cancelable: true, targetOverride: pathTarget{node: w.Doc.Node}}})
	if w.printLater && !w.closed {
		w.print()
	}
}

// loadEvent fires load at the window; its target is the document.
func (w *World) loadEvent(win *Window) {
	e := NewEvent("load", false, false)
	e.targetOverride = pathTarget{node: win.Doc.Node}
	win.fireSelf(e)
}

// FireBeforeUnload asks the document whether it may go; it reports false where that wants to be asked about.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#steps-to-fire-beforeunload
func (w *Window) FireBeforeUnload() bool {
	if w.closed {
		return true
	}
	was := w.unloading
	w.unloading = true
	ev := &BeforeUnloadEvent{Event: Event{typ: "beforeunload", cancelable: true}}
	ok := w.fireSelf(ev)
	w.unloading = was
	return ok && ev.text == ""
}

// FireUnload fires what a document gets before it goes. https://html.spec.whatwg.org/multipage/document-lifecycle.html#unload-a-document
func (w *Window) FireUnload() {
	if w.closed || w.hidden {
		return
	}
	w.unloading = true
	w.fireSelf(&PageTransitionEvent{Event: Event{typ: "pagehide", bubbles: true, cancelable: true, targetOverride: pathTarget{node: w.Doc.Node}}})
	if !w.closed {
		w.hidden = true
		w.FireNode(w.Doc.Node, "visibilitychange", true, false)
	}
	if !w.closed {
		w.fireSelf(NewEvent("unload", false, false))
	}
	w.unloading = false
}

// FirePopState tells script that the history entry changed. state is what HistoryPush was given.
func (w *Window) FirePopState(state *js.Serialized) {
	w.historyObject().restored(state)
	w.fireSelf(&PopStateEvent{Event: Event{typ: "popstate"}, state: w.historyObject().value()})
}

// FireHashChange tells script that the fragment changed.
func (w *Window) FireHashChange(old, new string) {
	w.Host.Post(w, SourceDOM, func() {
		w.fireSelf(&HashChangeEvent{Event: Event{typ: "hashchange"}, oldURL: old, newURL: new})
	})
}

// SetCurrentScript says which classic script element runs; it returns the one before.
func (w *Window) SetCurrentScript(el dom.NodeID) (prev dom.NodeID) {
	prev = w.currentScript
	w.currentScript = el
	if el != 0 {
		w.depth++
	}
	if prev != 0 || el == 0 {
		w.depth = max(0, w.depth-1)
	}
	return prev
}

// ScriptDepth is how many scripts are on the stack.
func (w *Window) ScriptDepth() int {
	if w.World.Runtime.Running() {
		return 1
	}
	return 0
}

// ForceAsync reports whether a script element that script made is async without saying so.
// https://html.spec.whatwg.org/multipage/scripting.html#script-force-async
func (w *Window) ForceAsync(el dom.NodeID) bool { return !w.forceSync[w.Doc.Handle(el)] }

// afterCallback is "clean up after running script".
func (w *Window) afterCallback() { w.World.Checkpoint() }

// SetViewport says what size the viewport has, in CSS px, and device pixels a px.
func (w *Window) SetViewport(width, height int, scale float64) {
	w.opt.Width, w.opt.Height, w.opt.Scale = width, height, scale
}

// WatchesViewport reports whether script may notice a resize that it does not ask about.
func (w *Window) WatchesViewport() bool {
	return len(w.media) > 0 || w.resizeObservers != nil || w.intersectionObservers != nil || w.visual != nil || hasListener(&w.EventTarget, "resize", func(*listener) bool { return true })
}

// Resized says that the viewport changed: the window gets a resize event with the next frame.
func (w *Window) Resized() {
	w.resized = true
	w.Host.NeedFrame(w)
}

// scrollOffset is the viewport's scroll offset in px.
func (w *Window) scrollOffset() [2]float64 {
	if w.layout == nil {
		return [2]float64{}
	}
	s := w.layout.Scroll(w.layout.Root())
	return [2]float64{float64(s.X.Px()), float64(s.Y.Px())}
}

// ScrolledElement says that the user scrolled a box: the element gets a scroll event with the next frame.
func (w *Window) ScrolledElement(el dom.NodeID) {
	for _, e := range w.scrolledEls {
		if e == el {
			return
		}
	}
	w.scrolledEls = append(w.scrolledEls, el)
	w.Host.NeedFrame(w)
}

// BeforeFrame runs what "update the rendering" does before animation frame callbacks: resize, scroll and media query events.
func (w *Window) BeforeFrame() {
	if w.resized {
		w.resized = false
		w.fireSelf(NewEvent("resize", false, false))
		if w.visual != nil {
			w.fire(NewEvent("resize", false, false), pathTarget{other: w.visual})
		}
	}
	if len(w.scrolledEls) > 0 {
		els := w.scrolledEls
		w.scrolledEls = nil
		for _, typ := range []string{"scroll", "scrollend"} {
			for _, el := range els {
				if !w.Doc.Alive(el) {
					continue
				}
				if el == w.Doc.DocumentElement() {
					w.FireNode(w.Doc.Node, typ, true, false)
				} else {
					w.FireNode(el, typ, false, false)
				}
				if w.closed {
					return
				}
			}
		}
	}
	w.evaluateMedia()
}

// RunResizeObservers delivers one round of ResizeObserver notifications and reports whether there was one.
func (w *Window) RunResizeObservers() bool { return w.resizeObservers != nil && w.resizeObservers() }

// RunIntersectionObservers queues IntersectionObserver notifications.
func (w *Window) RunIntersectionObservers() {
	if w.intersectionObservers != nil {
		w.intersectionObservers()
	}
}

// scrollTo scrolls the box of an element, or the viewport for the document element, and reports whether it moved.
func (w *Window) scrollTo(el dom.NodeID, x, y float64) bool {
	b := w.layout.ScrollBox(el)
	if el == w.Doc.DocumentElement() || el == 0 {
		b = w.layout.Root()
		el = w.Doc.DocumentElement()
	}
	if b == 0 {
		return false
	}
	if !w.layout.SetScroll(b, geom.Point{X: geom.FromPx(float32(x)), Y: geom.FromPx(float32(y))}) {
		return false
	}
	w.ScrolledElement(el)
	w.Host.Scrolled(w, el)
	return true
}
