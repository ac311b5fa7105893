package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
	"github.com/niso-engine/niso/text"
)

// frame is a browsing context's active document: its window, its passes, and what it is loading.
type frame struct {
	page    *Page
	parent  *frame
	element dom.NodeID // iframe

	url      net.URL
	origin   net.Origin
	doc      *dom.Document
	window   *bind.Window
	previous *bind.Window // the window before, when there is none
	styler   *style.Styler
	layout   *layout.Tree
	fonts    *text.FontSet
	view     view // paint

	loading *navigation // a navigation that has not replaced the document yet
	ctx     context.Context
	cancel  context.CancelFunc // ends the document's loads

	parser    parser
	initial   bool // the document is the about:blank with which the frame began
	sandbox   bind.Sandbox
	aboutBase net.URL // fallback base URL of documents at about: URLs
	byScript  bool    // the parser is one that document.open made
	firing    bool    // load is being fired at the element
	muted     bool    // it was while the document was opened: the frame's element has no load event any more
	// parserAborted: a parser was aborted, and the document is what it was then: document.open does nothing ("active parser was aborted").
	parserAborted bool
	entries       []*entry // of its session history
	at            int      // the current one
	docID         uint64   // serial of the document
	activation    activation
	restoring     *entry // whose fields and scroll are to be there once the document is loaded
	hops          int    // documents in a row that went on to the next by script before they were loaded

	ready    readiness
	scripts  scripts
	sheets   sheets
	preloads preloads
	refresh  refresh

	metaSchemes, metaLanguage bool   // the document has meta elements for these
	httpLanguage              string // of the Content-Language header, "" for none
	refreshes                 int    // navigations by refresh since another one
	pictures                  pictures
	objects                   objects
	drawings                  drawings // of svg elements
	webfonts                  webfonts
	fragment                  dom.NodeID // the element that :target matches
	delaying                  int        // things that delay the load event
	delays                    int        // goes up when they were aborted
	loadFired                 bool
	err                       error // why the last navigation failed
	cut                       error // why the document is not whole
	status                    int
	children                  []*frame
	destroyed                 bool // the frame is no more; its document is closed
	fitted                    bool // the viewport of the document has a size
	width                     int  // of the viewport of a frame that has a parent, in CSS px; see viewportSize
	height                    int
	closing                   bool        // the document is being closed
	bodies                    []*net.Body // mapped files that the document refers to
}

// parser is what builds the document: an [html.Parser] or an [html.XMLParser].
type parser interface {
	Write(chunk string) html.Status
	End() html.Status
	Resume(run func()) html.Status
	DocumentWrite(text string) bool
	HasInsertionPoint() bool
	Status() html.Status
	Nesting() int
	Position() (line, column int)
	Abort()
}

// readiness is document.readyState.
type readiness uint8

const (
	loading readiness = iota
	interactive
	complete
)

func (r readiness) String() string { return [...]string{"loading", "interactive", "complete"}[r] }

// navigation is a document on its way.
type navigation struct {
	url    net.URL
	to     *entry // of a traversal
	early  bool   // script of the document began it before that was loaded
	cancel context.CancelFunc
}

// activation is how the document came to be shown.
type activation struct {
	typ  string // of the navigation; "": it is the first
	from *entry // what was shown before
}

func (p *Page) newFrame(parent *frame, el dom.NodeID) *frame {
	return &frame{page: p, parent: parent, element: el}
}

// documentOptions say what a document is made of.
type documentOptions struct {
	url       net.URL
	origin    net.Origin
	xml       bool
	referrer  string
	aboutBase net.URL      // see frame.aboutBase
	creator   *frame       // of an initial about:blank
	opener    *bind.Window // who opened the page, with its first document
	name      string       // of its window, likewise
	initial   bool
	siteKeyed bool // see bind.WindowOptions
}

// open makes the frame's next document. The old one is gone by then.
func (f *frame) open(o documentOptions) {
	p, u, origin := f.page, o.url, o.origin
	f.sandbox, f.initial, f.aboutBase = f.creationSandbox(), o.initial, o.aboutBase
	if f.sandbox&bind.SandboxOrigin != 0 {
		origin = net.NewOpaqueOrigin()
	}
	if f.parent == nil && f.previous != nil && f.origin != origin && f.page.openedBy == nil {
		f.previous.SetName("") // https://html.spec.whatwg.org/multipage/browsing-the-web.html#resetBCName
	}
	f.url, f.origin = u, origin
	f.metaSchemes, f.metaLanguage, f.httpLanguage = false, false, ""
	f.ctx, f.cancel = context.WithCancel(p.ctx)
	f.doc = p.dom.NewDocument(!o.xml)
	f.doc.URL = u.Href()
	f.fonts = p.browser.fonts.NewSet()
	f.styler = style.New(f.doc)
	f.styler.Stop = p.stop
	f.styler.ResolveURL = f.resolveStyleURL
	f.styler.SetMedia(f.media())
	f.styler.SetFontMetrics(f.fontMetrics())
	f.fitted = false
	width, height := f.viewportSize()
	f.layout = layout.New(f.doc, f.styler, f.fonts, layout.Options{
		Viewport: geom.Size{W: geom.FromInt(width), H: geom.FromInt(height)}, ClassicScrollbars: p.browser.opt.ClassicScrollbars, Host: layoutHost{f}, Stop: p.stop,
	})
	f.ready, f.loadFired, f.delaying, f.err, f.cut = loading, false, 0, nil, nil
	f.scripts, f.sheets, f.pictures, f.webfonts = scripts{}, sheets{}, pictures{}, webfonts{}
	f.byScript, f.parserAborted, f.muted = false, false, false
	f.refresh, f.objects = refresh{}, objects{}
	local, session := p.areas(origin)
	opt := bind.WindowOptions{
		Doc: f.doc, URL: u, Origin: origin, Styler: f.styler, Layout: f.layout, Host: windowHost{p}, Loader: p.browser.loader, Jar: p.browser.jar, UserAgent: p.browser.opt.UserAgent, OwnClipboard: p.browser.opt.OwnClipboard,
		Local: local, Session: session, Modules: f.modules(), Frame: f.element,
		Width: width, Height: height, Scale: p.scale, Referrer: o.referrer,
		Opener: o.opener, Name: o.name, Popup: p.isPopup, AboutBase: f.aboutBase, Sandbox: f.sandbox, SiteKeyed: o.siteKeyed,
	}
	if f.parent != nil {
		opt.Parent = f.parent.window
	}
	opt.Previous, f.previous = f.previous, nil
	p.history.docs++
	f.docID = p.history.docs
	f.window = p.world.NewWindow(opt)
	p.frames[f.doc] = f
	if len(f.entries) == 0 {
		f.beginHistory()
	}
}

// media is the environment of media queries.
func (f *frame) media() css.MediaEnv {
	p := f.page
	w, h := f.viewportSize()
	return css.MediaEnv{WidthPx: float64(w), HeightPx: float64(h), DeviceWidthPx: float64(p.width), DeviceHeightPx: float64(p.height), DPR: p.scale, Dark: p.browser.opt.DarkScheme, ReducedMotion: p.browser.opt.ReducedMotion}
}

// resolveStyleURL makes a URL of a style sheet absolute; what does not parse stays as it is.
func (f *frame) resolveStyleURL(base, ref string) string {
	b := f.baseURL()
	if base != "" {
		if u, err := net.Parse(base, nil); err == nil {
			b = u
		}
	}
	u, err := net.ParseWith(ref, &b, net.LookupEncoding(f.doc.Encoding))
	if err != nil {
		return ref
	}
	return u.Href()
}

// destroy ends the document and gives back all that it owns.
func (f *frame) destroy() {
	f.destroyed = true
	f.stopLoading()
	f.closeDocument()
}

// stopLoading ends the navigation that has not replaced the document yet. The clock no longer stands still for it.
func (f *frame) stopLoading() {
	if f.loading != nil {
		f.loading.cancel()
		f.loading = nil
		f.page.loop.pending--
	}
}

// reachable reports whether a window stays that may hold something of the frame's document: not where all of the page's go.
func (f *frame) reachable() bool {
	if f.page.ending {
		return false
	}
	for f.parent != nil {
		f = f.parent
	}
	return !f.closing || len(f.page.pages) > 1
}

func (f *frame) closeDocument() {
	if f.doc == nil {
		return
	}
	p := f.page
	f.leaveDocument()
	f.closing = true
	children := f.children
	f.children = nil
	for _, c := range children {
		c.destroy()
	}
	f.cancel()
	f.cancelRefresh()
	if f.parser != nil {
		f.parser.Abort()
		f.parser = nil
	}
	f.preloads.drop(true)
	f.pictures.release(f)
	f.drawings.release()
	f.view.release()
	reachable := f.reachable()
	if reachable {
		f.window.Detach()
	} else {
		f.window.Close()
	}
	for _, b := range f.bodies {
		b.Release()
	}
	f.bodies = nil
	f.layout.Close()
	f.fonts.Close()
	delete(p.frames, f.doc)
	if !reachable {
		p.dom.DestroyDocument(f.doc)
	}
	p.world.EndTask()
	f.previous = f.window
	f.doc, f.window, f.styler, f.layout, f.fonts = nil, nil, nil, nil, nil
	f.closing = false
	f.scripts, f.sheets, f.webfonts, f.objects, f.fragment = scripts{}, sheets{}, webfonts{}, objects{}, 0
}

// showBlank makes an empty about:blank document at once, the initial one of the frame: of o counts who made it.
// https://html.spec.whatwg.org/multipage/document-sequences.html#creating-a-new-browsing-context
func (f *frame) showBlank(o documentOptions) {
	o.url, o.origin, o.initial = aboutBlank, net.NewOpaqueOrigin(), true
	if c := o.creator; c != nil {
		o.origin, o.aboutBase, o.referrer = c.origin, c.baseURL(), c.url.Href()
	}
	f.open(o)
	f.doc.Mode = dom.Quirks
	html.Parse(f.doc, "<html><head></head><body></body></html>")
	f.doc.DrainJournal()
	f.ready = complete
	f.loadFired = true
	f.window.SetReadyState(complete.String())
	f.completelyLoaded()
}

var aboutBlank = net.MustParse("about:blank")

// maxHops bounds the documents in a row that go on to the next one by script before they are loaded: a page that does so for ever is never there.
const maxHops = 200

// navigate starts loading a document. https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate
func (f *frame) navigate(u net.URL, opt navigateOptions) {
	p := f.page
	f.stopLoading()
	if f.destroyed {
		return
	}
	if u.Scheme() == "javascript" {
		if i := opt.initiator; (i == nil && opt.from == nil || i == f || i != nil && i.origin == f.origin) && f.scripting() { // not into a document of another origin
			f.runJavascriptURL(u)
		}
		return
	}
	if opt.initiator != nil && f.window != nil && opt.form == nil && !opt.push && !opt.replace && u.Href() == f.url.Href() && opt.initiator.origin == f.origin {
		opt.replace = true
	}
	opt.replace = opt.replace || f.initial
	if f.doc != nil && opt.form == nil && !opt.reload && u.EqualsWithoutFragment(f.url) {
		if _, has := u.Fragment(); has {
			f.navigateToFragment(u, opt)
			return
		}
	}
	if opt.to == nil {
		if w := f.window; w != nil && opt.initiator != nil && opt.initiator.origin == f.origin && u.Scheme() != "javascript" {
			g := opt.source
			if ok, _ := w.FireNavigate(bind.Going{Type: opt.typ(), URL: u, NavState: opt.navState, FormData: g.FormData, UserInvolved: opt.user, Source: g.Source, Top: f.parent == nil}); !ok || f.destroyed || f.window != w {
				return
			}
		}
		f.page.history.pending = -1
	}
	if opt.initiator != nil {
		opt.from = &initiator{origin: opt.initiator.origin, url: opt.initiator.url, base: opt.initiator.baseURL()}
	}
	if !opt.asked && !f.mayUnload() {
		return
	}
	if f.destroyed { // by what beforeunload ran
		return
	}
	f.stopLoading()
	f.err = nil
	ctx, cancel := context.WithCancel(p.ctx)
	nav := &navigation{url: u, to: opt.to, early: opt.initiator == f && !f.loadFired, cancel: cancel}
	f.loading = nav
	f.cancelRefresh()
	f.refreshes = 0
	if u.Href() == "about:blank" || u.Scheme() == "about" && f.parent != nil {
		p.loop.pending++
		p.loop.post(bind.SourceNetwork, func() {
			if f.loading == nav {
				p.loop.pending--
				f.loading = nil
				cancel()
				f.commit(nav, nil, net.MIME{Type: "text", Subtype: "html"}, nil, opt)
			}
		})
		return
	}
	req := &net.Request{URL: u, Destination: net.DestDocument, Mode: net.Navigate, Credentials: net.CredInclude}
	if f.parent != nil {
		req.Destination = f.destination()
	}
	if opt.form != nil {
		req.Method, req.Body = opt.form.Method, opt.form.Body
		if opt.form.ContentType != "" {
			req.Header = map[string][]string{"Content-Type": {opt.form.ContentType}}
		}
	}
	if opt.from != nil {
		req.Origin = opt.from.origin
		if !opt.noReferrer {
			req.Referrer = opt.from.url
		}
	}
	p.loop.pending++
	p.browser.loader.Go(ctx, req, func(res *net.Response, err error) {
		var first []byte
		if err == nil {
			first, err = res.Body.Next()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			if err != nil {
				res.Body.Release()
			}
		}
		p.loop.postFromAnywhere(func() {
			if f.loading != nav { // superseded: its pending was taken back then
				if err == nil {
					res.Body.Release()
				}
				cancel()
				return
			}
			p.loop.pending--
			f.loading = nil
			switch {
			case err != nil && f.inObject():
				f.parent.objectFailed(f.element, true)
			case err != nil:
				cancel()
				f.fail(nav, err, opt)
			case res.Status >= 400 && f.inObject():
				res.Body.Release()
				f.parent.objectFailed(f.element, true)
			case res.Status == 204 || res.Status == 205: // https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fetch
				cancel()
				res.Body.Release()
				f.stay(u, opt, &net.Error{Kind: net.Other, URL: u.Href(), Msg: fmt.Sprintf("the answer is %d %s: there is no page to show", res.Status, res.Text)})
			default:
				name, keep := attachment(res)
				mime := net.SniffMIME(res.MIME, res.Header.Get("Content-Type"), strings.EqualFold(res.Header.Get("X-Content-Type-Options"), "nosniff"), first, net.SniffNavigation)
				if !shown(mime) && f.inObject() {
					res.Body.Release()
					f.parent.objectFailed(f.element, true)
					return
				}
				if keep || !shown(mime) {
					why := "the resource is " + mime.Essence() + ", which is no page; give a document, an image or a text"
					if keep {
						why = "the resource is an attachment, which is a download and no page"
					}
					f.downloadInstead(res, first, name, cancel)
					f.stay(res.URL, opt, &net.Error{Kind: net.Other, URL: res.URL.Href(), Msg: why})
					return
				}
				f.commit(nav, res, mime, first, opt)
			}
		})
	})
}

type navigateOptions struct {
	replace    bool
	reload     bool
	form       *bind.Submission
	initiator  *frame     // whose script or link it is; nil: the embedder
	from       *initiator // what is known of it, whatever becomes of it
	noReferrer bool
	to         *entry // of the session history to go to; nil: a new one
	asked      bool   // the documents may be unloaded
	push       bool   // a new entry, even for the URL that is shown
	user       bool   // the user asked for it
	srcdoc     *string
	navState   *js.Serialized
	source     bind.NavigateOptions
	answered   bool // whoever asked for it is told of an error, which the console need not be
}

// initiator is what a navigation needs of the document that began it.
type initiator struct {
	origin net.Origin
	url    net.URL
	base   net.URL
}

// typ is the navigation's type, as script sees it.
func (o *navigateOptions) typ() string {
	switch {
	case o.to != nil:
		return "traverse"
	case o.reload:
		return "reload"
	case o.replace:
		return "replace"
	}
	return "push"
}

// fail shows an empty document at the address that could not be loaded, and tells of the error. It is of no origin.
func (f *frame) fail(nav *navigation, err error, opt navigateOptions) {
	p := f.page
	f.unload()
	if f.destroyed {
		return
	}
	f.stopLoading()
	first := f.initial
	f.closeDocument()
	f.open(documentOptions{url: nav.url, origin: net.NewOpaqueOrigin()})
	html.Parse(f.doc, "<!DOCTYPE html><html><head></head><body></body></html>")
	f.ready, f.loadFired = complete, true
	f.window.SetReadyState(complete.String())
	f.committed(opt, first)
	f.status = 0
	p.loop.needFrame()
	f.stay(nav.url, opt, err)
}

// stay tells that a navigation did not lead to a page.
func (f *frame) stay(u net.URL, opt navigateOptions, err error) {
	f.err = err
	if !opt.answered {
		f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Failed to load " + err.Error(), URL: u.Href()})
	}
	f.loadFailed(u.Href(), err)
	if f.element != 0 && f.parent != nil && f.parent.window != nil {
		if f.ready != complete { // the document goes on loading
			f.maybeLoaded()
			return
		}
		f.loadFired = true // there is no more to come, and the page does not wait for it
		f.parent.iframeLoaded(f)
	}
}

// shown reports whether a page shows resources of a type.
func shown(m net.MIME) bool {
	return m.IsHTML() || m.IsXML() || m.IsImage() || strings.HasPrefix(m.Essence(), "text/") || m.IsJSON() || m.IsJavaScript()
}

// downloadInstead hands a response to the embedder that is no document. over is called when its body is closed.
func (f *frame) downloadInstead(res *net.Response, first []byte, name string, over func()) {
	if f.creationSandbox()&bind.SandboxDownloads != 0 {
		res.Body.Release()
		over()
		f.page.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: "Download is disallowed. The frame initiating or instantiating the download is sandboxed, but the flag ‘allow-downloads’ is not set. See https://www.chromestatus.com/feature/5706745674465280 for more details.", URL: res.URL.Href()})
		return
	}
	f.page.download(res.URL, res, first, name, over)
}

// commit replaces the document by that of a response (nil: about:blank) of a type that pages show, whose first bytes are there.
func (f *frame) commit(nav *navigation, res *net.Response, mime net.MIME, first []byte, opt navigateOptions) {
	p, u := f.page, nav.url
	if !nav.early {
		f.hops = 0
	} else {
		if f.hops++; f.hops > maxHops {
			f.hops = 0
			if res != nil {
				res.Body.Release()
			}
			f.stay(u, opt, &net.Error{Kind: net.Other, URL: u.Href(), Msg: fmt.Sprintf("%d documents in a row went on to the next one before they were loaded", maxHops)})
			return
		}
	}
	next := documentOptions{}
	if res != nil {
		u = res.URL
		next.siteKeyed = strings.TrimSpace(res.Header.Get("Origin-Agent-Cluster")) == "?0"
	}
	next.url, next.origin = u, u.Origin()
	if from := opt.from; from != nil {
		if !opt.noReferrer {
			next.referrer = net.Referrer(from.url, u, net.StrictOriginWhenCrossOrigin)
		}
		if u.Scheme() == "about" {
			next.origin, next.aboutBase = from.origin, from.base
		}
	}
	f.unload()
	if f.destroyed { // by what unload ran
		if res != nil {
			res.Body.Release()
		}
		nav.cancel()
		return
	}
	f.stopLoading() // what the old document began when it went is not for the new one
	f.status = 200
	if res != nil {
		f.status = res.Status
	}
	first1, was := f.initial, f.current()
	f.closeDocument()
	next.xml = !mime.IsHTML() && mime.IsXML()
	f.open(next)
	loads := f.cancel
	f.cancel = func() { // the body of the document is among what it loads
		loads()
		nav.cancel()
	}
	f.doc.ContentType = mime.Essence()
	if f.parent == nil {
		p.framesWarned = false
	}
	f.committed(opt, first1)
	f.activation = activation{typ: opt.typ(), from: was}
	f.restoring = opt.to
	if opt.reload {
		f.restoring = f.current()
	}
	f.window.SetNavigationTiming(res)
	if res != nil {
		f.readHeaders(res.Header)
		if v := res.Header.Get("Refresh"); v != "" {
			f.declareRefresh(v, false)
		}
	}
	f.window.SetReadyState(loading.String())
	if mime.IsXML() {
		f.parser = f.newXMLParser()
		f.stream(res, first, mime)
		return
	}
	f.parser = f.newParser()
	if res == nil {
		f.parser.Write("")
		f.finishParsing()
		return
	}
	switch {
	case mime.IsHTML():
		f.stream(res, first, mime)
	case mime.IsImage():
		f.showImage(res)
	default:
		f.doc.Mode = dom.NoQuirks
		f.parser.Write("<!DOCTYPE html><html><head><meta name=\"color-scheme\" content=\"light dark\"></head><body><pre style=\"word-wrap: break-word; white-space: pre-wrap;\">")
		f.streamText(res, first, mime)
	}
}

// stream feeds the parser with the body's chunks as they come. One chunk is read ahead.
func (f *frame) stream(res *net.Response, first []byte, mime net.MIME) {
	doc, parser := f.doc, f.parser
	s := &sniffer{charset: mime.Param("charset"), xml: mime.IsXML(), file: f.url.IsFile(), inherit: f.inherited(), decided: func(e *net.Encoding) { doc.Encoding = e.Name() }}
	f.pump(res, first, func(chunk []byte, final bool) {
		if f.parser != parser { // aborted, or the document was opened anew
			return
		}
		t := f.page.timers.Begin(perf.Parse)
		parser.Write(bytesString(s.decode(chunk, final))) // the parser copies what it keeps
		t.End()
	}, func() {
		if f.parser == parser {
			f.finishParsing()
		}
	})
}

func (f *frame) streamText(res *net.Response, first []byte, mime net.MIME) {
	enc := cmp.Or(net.BOM(first), net.LookupEncoding(mime.Param("charset")), net.UTF8)
	f.doc.Encoding = enc.Name()
	d := net.NewDecoder(enc)
	pre := f.doc.LastChild(f.doc.Body())
	var b strings.Builder
	f.pump(res, first, func(chunk []byte, final bool) { b.Write(d.Decode(chunk, final)) }, func() {
		f.doc.Append(pre, f.doc.CreateText(b.String()))
		f.finishParsing()
	})
}

// pump hands the chunks of a body to write, each in a task of its own.
func (f *frame) pump(res *net.Response, first []byte, write func(chunk []byte, final bool), done func()) {
	p, doc := f.page, f.doc
	var next func()
	deliver := func(chunk []byte, err error) {
		if f.doc != doc { // the document is gone
			res.Body.Release()
			return
		}
		if err != nil && !errors.Is(err, io.EOF) {
			f.cut = err
			p.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Failed to load all of " + err.Error(), URL: f.url.Href()})
		}
		write(chunk, err != nil)
		if err != nil || f.doc != doc { // a script may have ended the document
			res.Body.Release()
			if f.doc == doc {
				done()
			}
			return
		}
		next()
	}
	next = func() {
		finish := p.loop.begin()
		go func() {
			chunk, err := res.Body.Next()
			finish(func() { deliver(chunk, err) })
		}()
	}
	deliver(first, nil)
}

// finishParsing is called when no more input will come: the end of the document once nothing blocks it.
func (f *frame) finishParsing() {
	f.scripts.inputEnded = true
	if parser := f.parser; parser != nil && parser.End() == html.Finished && f.parser == parser { // scripts may end the document, or open it anew
		f.parsingDone()
	}
}

// parsingDone is "the end". https://html.spec.whatwg.org/multipage/parsing.html#the-end
func (f *frame) parsingDone() {
	if f.ready != loading || f.scripts.ended {
		return
	}
	f.scripts.ended = true
	f.parser, f.byScript = nil, false
	f.preloads.drop(false)
	if f.setReady(interactive) {
		f.runDeferred()
	}
}

// setReady sets document.readyState, which fires an event; it reports whether the document is still there then.
func (f *frame) setReady(r readiness) bool {
	doc := f.doc
	f.ready = r
	f.window.SetReadyState(r.String())
	return f.doc == doc
}

// contentLoaded follows the deferred scripts.
func (f *frame) contentLoaded() {
	f.window.MarkTiming("domContentLoadedEventStart")
	doc := f.doc
	if e := f.restoring; e != nil && len(e.fields) > 0 {
		f.window.RestoreFields(e.fields)
	}
	f.window.FireNode(f.doc.Node, "DOMContentLoaded", true, false)
	if f.doc != doc {
		return
	}
	f.window.MarkTiming("domContentLoadedEventEnd")
	f.scripts.contentLoaded = true
	f.maybeLoaded()
}

// delayLoad keeps the load event back until the result is called.
func (f *frame) delayLoad() (done func()) {
	f.delaying++
	doc, delays := f.doc, f.delays
	called := false
	return func() {
		if called {
			return
		}
		called = true
		if f.doc == doc && f.delays == delays {
			f.delaying--
			f.maybeLoaded()
		}
	}
}

// maybeLoaded fires load when nothing delays it any more.
func (f *frame) maybeLoaded() {
	if f.doc == nil || f.loadFired || !f.scripts.contentLoaded || f.delaying > 0 {
		return
	}
	if f.parent != nil && f.loading != nil { // its element has its load event when the next document is loaded
		return
	}
	for _, c := range f.children {
		if c.loading != nil || !c.loadFired && c.doc != nil {
			return
		}
	}
	f.loadFired = true
	doc := f.doc
	f.page.loop.post(bind.SourceDOM, func() {
		if f.doc != doc {
			return
		}
		// What styles and layout ask for (background images, fonts) belongs to the load.
		f.update(true)
		if f.page.stop.Stopped() { // once more when somebody waits again
			f.loadFired = false
			f.page.loop.post(bind.SourceDOM, f.maybeLoaded)
			return
		}
		if f.delaying > 0 || f.parent != nil && f.loading != nil {
			f.loadFired = false
			return
		}
		if !f.setReady(complete) {
			return
		}
		f.window.MarkTiming("loadEventStart")
		if e := f.restoring; e != nil {
			f.restoring = nil
			f.setTarget()
			f.restoreScroll(e)
		} else if _, has := f.url.Fragment(); has {
			f.scrollToFragment()
		}
		f.window.FireLoad()
		if f.doc != doc {
			return
		}
		f.window.MarkTiming("loadEventEnd")
		f.preloads.drop(true)
		f.completelyLoaded()
		if f.parent != nil {
			f.parent.iframeLoaded(f)
		}
		f.page.loop.needFrame()
	})
}

// unload fires the events with which a document goes.
func (f *frame) unload() {
	for _, c := range f.inOrder() {
		if c.window != nil && !c.initial && !c.destroyed {
			c.window.FireUnload()
		}
	}
}

// mayUnload fires beforeunload at the document and those within it, and asks the embedder where one of them wants that.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#checking-if-unloading-is-user-canceled
func (f *frame) mayUnload() bool {
	asked := false
	for _, c := range f.inOrder() {
		if c.window == nil || c.initial || c.destroyed {
			continue
		}
		w := c.window
		if w.FireBeforeUnload() || asked || w.Sandboxed(bind.SandboxModals) {
			continue
		}
		if !w.StickyActivation() {
			c.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Blocked attempt to show a 'beforeunload' confirmation panel for a frame that never had a user gesture since its load. https://www.chromestatus.com/feature/5082396709879808", URL: c.url.Href()})
			continue
		}
		asked = true
		if ok, _ := (windowHost{f.page}).Dialog(w, "beforeunload", "", ""); !ok {
			return false
		}
	}
	return true
}

// navigateToFragment goes to a fragment of the same document.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
func (f *frame) navigateToFragment(u net.URL, opt navigateOptions) {
	doc := f.doc
	typ := opt.typ()
	ok, finish := f.window.FireNavigate(bind.Going{Type: typ, URL: u, SameDocument: true, NavState: opt.navState, UserInvolved: opt.user, Source: opt.source.Source, Top: f.parent == nil})
	if !ok || f.doc != doc {
		return
	}
	old := f.url
	f.page.history.pending = -1
	f.pushSame(u, nil, opt.navState, opt.replace)
	f.window.Navigated(typ)
	if f.doc != doc {
		return
	}
	f.window.FirePopState(nil)
	if f.doc != doc {
		return
	}
	f.scrollToFragment()
	if old.Hash() != u.Hash() {
		f.window.FireHashChange(old.Href(), u.Href())
	}
	if finish != nil {
		finish()
	}
}

// setTarget sets :target to the element that the fragment of the URL names, 0 for none.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
func (f *frame) setTarget() (el dom.NodeID) {
	if f.fragment != 0 && f.doc.Alive(f.fragment) {
		f.doc.SetState(f.fragment, dom.StateTarget, false)
	}
	f.fragment = 0
	frag, has := f.url.Fragment()
	if !has || frag == "" {
		return 0
	}
	for _, name := range []string{frag, string(net.PercentDecode(frag))} {
		if el = f.doc.ElementByID(f.doc.Atoms.Lookup(name)); el != 0 {
			break
		}
		for _, a := range f.doc.Elements(dom.Anchors) {
			if v, ok := f.doc.LookupAttr(a, atomName); ok && v == name {
				el = a
				break
			}
		}
		if el != 0 {
			break
		}
	}
	if el != 0 {
		f.fragment = el
		f.doc.SetState(el, dom.StateTarget, true)
		if doc := f.doc; f.window != nil {
			if f.window.Reveal(el); f.doc != doc || !doc.Alive(el) {
				return 0
			}
			f.window.StartAt(el)
		}
	}
	return el
}

// scrollToFragment scrolls to the indicated part of the document and sets :target.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-the-fragment-identifier
func (f *frame) scrollToFragment() {
	frag, has := f.url.Fragment()
	el := f.setTarget()
	root := f.layout.Root()
	switch {
	case !has:
		return
	case el != 0:
		f.update(true)
		r, ok := f.layout.BoundingClientRect(el)
		if !ok {
			return
		}
		s := f.layout.Scroll(root)
		if !f.layout.SetScroll(root, geom.Point{X: s.X, Y: s.Y + geom.FromPx(r.Y)}) {
			return
		}
	case frag == "" || strings.EqualFold(string(net.PercentDecode(frag)), "top"):
		f.update(true)
		if !f.layout.SetScroll(root, geom.Point{X: f.layout.Scroll(root).X}) {
			return
		}
	default:
		return
	}
	f.window.ScrolledElement(f.doc.DocumentElement())
	f.scrolled()
}

// runJavascriptURL is "navigate to a javascript: URL".
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case
func (f *frame) runJavascriptURL(u net.URL) {
	if f.window == nil {
		return
	}
	src := string(net.PercentDecode(strings.TrimPrefix(u.Href(), "javascript:")))
	w := f.window
	f.page.loop.post(bind.SourceDOM, func() {
		if f.window != w {
			return
		}
		v, err := w.Realm.Eval(f.url.Href(), src)
		switch {
		case err != nil:
			f.scriptError(err)
		case f.window == w && v.IsString(): // the document is what the script gives
			f.replaceText(v.Str(), documentOptions{url: f.url, origin: f.origin, aboutBase: f.aboutBase}, navigateOptions{replace: true})
		}
	})
}

// maxContainerRounds bounds how often styles and layout take turns for container queries: each settles one level of nested containers.
const maxContainerRounds = 64

// update brings styles, and layout if asked, up to the document.
func (f *frame) update(withLayout bool) {
	f.fit()
	moved := false
	for round := 0; ; round++ {
		f.updateStyles()
		if !withLayout && !f.styler.AsksContainers() {
			break
		}
		t := f.page.timers.Begin(perf.Layout)
		changed := f.layout.Update()
		moved = moved || changed
		t.End()
		if !changed || round == maxContainerRounds || !f.styler.MeasureContainers(f.layout.ContentSize) {
			break
		}
	}
	if moved {
		f.loadWantedFonts()
		if f.page.browser.opt.Verify {
			if d := f.layout.Verify(); d != "" {
				f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "verify: layout: " + d})
			}
		}
	}
}

// updateStyles brings styles up to the document, and to the sizes that the last layout found.
func (f *frame) updateStyles() {
	p := f.page
	t := p.timers.Begin(perf.Style)
	changed := f.sheets.flush(f)
	changed = f.styler.Update() || changed
	t.End()
	if f.styler.Motion(0).Pending {
		p.loop.needFrame()
	}
	if !changed {
		return
	}
	f.loadStyleImages()
	f.syncFontFaces()
	if p.browser.opt.Verify {
		if d := f.styler.Verify(); d != "" {
			p.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "verify: styles: " + d})
		}
	}
}

// afterTask is called when a task of the page is done.
func (f *frame) afterTask() {
	if f.doc == nil {
		return
	}
	if f.window.HasAnimationFrames() || !f.doc.Journal.Empty() && (f.page.browser.opt.Frame != nil || f.styler.Motion(0).Seen) {
		f.page.loop.needFrame()
	}
	if len(f.children) > 0 && !f.doc.Journal.Empty() && !f.renderBlocked() && f.watchesViewports() {
		f.page.loop.needFrame()
	}
	for _, c := range f.children {
		c.afterTask()
	}
}

// scriptError reports an error that script threw to where uncaught errors go, and notes interrupts.
func (f *frame) scriptError(err error) {
	if f.page.interrupted(err) || f.window == nil { // the script ended its own frame
		return
	}
	f.window.Report(err)
}

func (f *frame) reportMemory(r *perf.Report, prefix string) {
	if f.window == nil { // between two documents
		return
	}
	f.styler.ReportMemory(r, prefix)
	f.layout.ReportMemory(r, prefix)
	f.fonts.ReportMemory(r, prefix)
	f.view.reportMemory(r, prefix)
	f.reportHistory(r, prefix)
	f.sheets.reportMemory(r, prefix)
	f.preloads.reportMemory(r, prefix)
	if p, ok := f.parser.(*html.Parser); ok {
		p.ReportMemory(r, prefix)
	}
	f.pictures.reportMemory(r, prefix)
	f.objects.reportMemory(r, prefix)
	f.drawings.reportMemory(r, prefix)
	r.Count("live/frames", 1, "Documents that are shown, in pages and frames.")
	for _, c := range f.children {
		c.reportMemory(r, prefix)
	}
}

// sinceStart is a time of the page's clock in ms.
func ms(d time.Duration) float64 { return float64(d) / 1e6 }
