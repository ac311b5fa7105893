package host

import (
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
)

// windowHost is the page as its windows see it. Its methods are called on the page's goroutine.
type windowHost struct{ *Page }

var _ bind.Host = windowHost{}

// Post queues a task of a window; it is dropped when the window is gone by then.
func (p windowHost) Post(w *bind.Window, source bind.TaskSource, fn func()) {
	doc := w.Doc
	p.loop.post(source, func() {
		if f := p.frames[doc]; f != nil && f.window == w {
			fn()
		}
	})
}

// Begin counts work on another goroutine; done, which may be called there, queues a task.
func (p windowHost) Begin() (done func(func())) { return p.loop.begin() }

// After runs a timer task of a window.
func (p windowHost) After(w *bind.Window, delay time.Duration, fn func()) (cancel func()) {
	doc := w.Doc
	return p.loop.afterDelay(delay, func() {
		if f := p.frames[doc]; f != nil && f.window == w {
			t := p.timers.Begin(perf.Script)
			fn()
			t.End()
		}
	})
}

// Now is the page's clock in ms.
func (p windowHost) Now() float64 { return p.nowMs() }

// WallTime is the page's clock as time of day.
func (p windowHost) WallTime() time.Time { return p.loop.clock.origin.Add(p.loop.clock.read()) }

// NeedFrame asks for a rendering opportunity.
func (p windowHost) NeedFrame(w *bind.Window) { p.loop.needFrame() }

// UpdateViewport brings the size of a window's viewport up to the layouts around it.
func (p windowHost) UpdateViewport(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil {
		f.fit()
	}
}

// UpdateStyle brings a window's styles up to date.
func (p windowHost) UpdateStyle(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil {
		f.update(false)
	}
}

// UpdateLayout brings a window's styles and layout up to date.
func (p windowHost) UpdateLayout(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil {
		f.update(true)
	}
}

// Navigate starts a navigation of a window's frame, for the window by.
func (p windowHost) Navigate(w, by *bind.Window, u net.URL, o bind.NavigateOptions) bool {
	f, from := p.frames[w.Doc], p.frames[by.Doc]
	if f == nil || f.page.closing {
		return true
	}
	if from == nil { // gone since
		from = f
	}
	if why := from.mayNavigate(f); why != "" {
		from.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Unsafe attempt to initiate navigation for frame with URL '" + shortURL(f.url) + "' from frame with URL '" + shortURL(from.url) + "'. " + why, URL: from.url.Href()})
		return false
	}
	if !from.mayLoad(u) {
		from.refuse(u)
		return true
	}
	if f.parent == nil && u.Scheme() == "data" { // as browsers, for such a page can look like any other: only who uses the engine may
		from.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Not allowed to navigate top frame to data URL: " + shortURL(u), URL: from.url.Href()})
		return true
	}
	f.navigate(u, navigateOptions{replace: o.Replace && !o.Push, push: o.Push, form: o.Form, initiator: from, noReferrer: o.NoReferrer, navState: o.NavState, user: o.UserInvolved, source: o})
	return true
}

// mayLoad reports whether a document may have what is at a URL: files are for files. A document without an address of its own, as that of srcdoc, may what
// the one may that it is in.
func (f *frame) mayLoad(u net.URL) bool {
	if !u.IsFile() {
		return true
	}
	for f.url.Scheme() == "about" && f.parent != nil {
		f = f.parent
	}
	return f.url.IsFile()
}

// refuse tells the console of what mayLoad forbids.
func (f *frame) refuse(u net.URL) {
	f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "Not allowed to load local resource: " + shortURL(u), URL: f.url.Href()})
}

// Reload loads a window's document again.
func (p windowHost) Reload(w, by *bind.Window, o bind.NavigateOptions) {
	if f := p.frames[w.Doc]; f != nil && !f.page.closing {
		if from := p.frames[by.Doc]; from != nil && from.mayNavigate(f) != "" {
			return
		}
		f.reload(navigateOptions{initiator: f, navState: o.NavState})
	}
}

// Stop is window.stop: what the frame and those in it load ends. https://html.spec.whatwg.org/multipage/document-lifecycle.html#stop-loading
func (p windowHost) Stop(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil {
		f.stopLoading()
		f.cancelRefresh()
		f.abort()
	}
}

// reload loads the document again. https://html.spec.whatwg.org/multipage/browsing-the-web.html#reload
func (f *frame) reload(opt navigateOptions) {
	opt.replace, opt.reload = true, true
	e := f.current()
	opt.form = e.form
	if f.doc != nil {
		f.leave()
	}
	if e.srcdoc != nil && f.parent != nil {
		f.loadText(*e.srcdoc, opt)
		return
	}
	f.navigate(f.url, opt)
}

// Initial reports whether the window shows the about:blank with which its frame began.
func (p windowHost) Initial(w *bind.Window) bool {
	f := p.frames[w.Doc]
	return f == nil || f.initial
}

// Activation is how the window's document came to be shown.
func (p windowHost) Activation(w *bind.Window) (*bind.SessionEntry, string) {
	f := p.frames[w.Doc]
	if f == nil || f.activation.from == nil {
		return nil, ""
	}
	return &f.activation.from.SessionEntry, f.activation.typ
}

// ScrollToEntry scrolls as the end of a navigation does.
func (p windowHost) ScrollToEntry(w *bind.Window, back bool) {
	f := p.frames[w.Doc]
	switch {
	case f == nil:
	case back && f.current().left:
		f.restoreScroll(f.current())
	default:
		f.scrollToFragment()
	}
}

// Sheet is the style sheet of an element.
func (p windowHost) Sheet(el dom.NodeID) *style.Sheet {
	if f := p.frameOf(el); f != nil {
		if e := f.sheets.entries[el]; e != nil {
			return e.sheet
		}
	}
	return nil
}

// Sheets are the style sheets of a window's document.
func (p windowHost) Sheets(w *bind.Window) []*style.Sheet {
	f := p.frames[w.Doc]
	if f == nil {
		return nil
	}
	f.sheets.flush(f)
	return f.sheets.list
}

// AdoptedSheetsChanged says that the document or a shadow root adopted other sheets.
func (p windowHost) AdoptedSheetsChanged(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil {
		f.sheets.dirty = true
		p.loop.needFrame()
	}
}

// SheetChanged says that script edited a sheet.
func (p windowHost) SheetChanged(w *bind.Window, s *style.Sheet) {
	if f := p.frames[w.Doc]; f != nil {
		f.styler.SheetChanged(s)
		p.loop.needFrame()
	}
}

// FrameWindow is the window of an iframe.
func (p windowHost) FrameWindow(el dom.NodeID) *bind.Window {
	if f := p.frameOf(el); f != nil {
		if c := f.childOf(el); c != nil {
			return c.window
		}
	}
	return nil
}

// Console passes on what a page says.
func (p windowHost) Console(m bind.ConsoleMessage) { p.say(m) }

// Dialog answers alert, confirm, prompt, print and beforeunload.
func (p windowHost) Dialog(w *bind.Window, kind, message, def string) (ok bool, text string) {
	if f := p.browser.opt.Dialog; f != nil {
		p.callback(func() { ok, text = f(p.Page, kind, message, def) })
		return ok, text
	}
	return true, def
}

// TitleChanged tells a window's frame that its title changed.
func (p windowHost) TitleChanged(w *bind.Window) {
	if f := p.browser.opt.Frame; f != nil {
		p.loop.needFrame()
	}
}

// RunScriptElement prepares a script element that script inserted or changed.
func (p windowHost) RunScriptElement(el dom.NodeID) {
	if f := p.frameOf(el); f != nil {
		f.prepare(el, false, 0)
	}
}

// Scrolled says that script scrolled an element.
func (p windowHost) Scrolled(w *bind.Window, el dom.NodeID) {
	if f := p.frames[w.Doc]; f != nil {
		f.scrolled()
	}
}

// Interrupted notes where a script was that was ended from outside.
func (p windowHost) Interrupted(err *js.Interrupted) { p.interrupted(err) }
