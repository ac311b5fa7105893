package host

import (
	"fmt"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// Pages that scripts open. https://html.spec.whatwg.org/multipage/document-sequences.html#creating-a-new-auxiliary-browsing-context

// PopupPolicy says when scripts may open pages.
type PopupPolicy uint8

const (
	PopupsOfUser  PopupPolicy = iota // when the user did something on the page just before: a click, a key; and in Eval
	PopupsAlways                     // whenever they like
	PopupsBlocked                    // never
)

// maxPages bounds the pages that live in one agent: a script that opens windows without end must end.
const maxPages = 100

// Popup is a page that a script, a link or a form opened.
type Popup struct {
	Opener *Page
	Page   *Page
	URL    string // where it goes; "" for nowhere
	Name   string
	Popup  bool // it asks to be shown without the bars of a browser
	// Left and Top are where it asks to be on the screen, in px, if Placed.
	Left, Top int
	Placed    bool
}

// FindWindow is the window of a name that w can reach: within its document, then in its page, then in the pages that share its agent.
// https://html.spec.whatwg.org/multipage/document-sequences.html#find-a-navigable-by-target-name
func (p windowHost) FindWindow(w *bind.Window, name string) *bind.Window {
	f := p.frames[w.Doc]
	if f == nil || name == "" {
		return nil
	}
	named := func(in *frame) *frame {
		for _, c := range in.inOrder() {
			if c.window != nil && c.window.Name() == name && !c.page.closing && (c == f || f.knows(c)) {
				return c
			}
		}
		return nil
	}
	if c := named(f); c != nil {
		return c.window
	}
	if c := named(f.page.top); c != nil {
		return c.window
	}
	for _, q := range p.pages {
		if q != f.page && q.top != nil && q.session != nil {
			if c := named(q.top); c != nil {
				return c.window
			}
		}
	}
	return nil
}

// knows reports whether a frame is familiar with another: whether it may find that by its name.
// https://html.spec.whatwg.org/multipage/document-sequences.html#familiar-with
func (f *frame) knows(o *frame) bool {
	if f.page == o.page {
		return true
	}
	for t := o; t != nil; t = t.parent {
		if t.origin == f.origin {
			return true
		}
	}
	return o.parent == nil && o.page.openedBy != nil && (o.page.openedBy == f || f.knows(o.page.openedBy))
}

// inOrder is the frame and those within it, parents first.
func (f *frame) inOrder() []*frame {
	l := []*frame{f}
	for i := 0; i < len(l); i++ {
		l = append(l, l[i].children...)
	}
	return l
}

// Open opens a page for a window.
func (p windowHost) Open(w, by *bind.Window, o bind.Opening) *bind.Window {
	f, from := p.frames[w.Doc], p.frames[by.Doc]
	if f == nil || p.ending {
		return nil
	}
	if from == nil {
		from = f
	}
	about := "about:blank"
	if o.HasURL {
		about = shortURL(o.URL)
	}
	refused := func(format string, args ...any) *bind.Window {
		p.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: fmt.Sprintf(format, args...), URL: f.url.Href()})
		return nil
	}
	if f.sandbox&bind.SandboxPopups != 0 {
		return refused("Blocked opening '%s' in a new window because the request was made in a sandboxed frame whose 'allow-popups' permission is not set.", about)
	}
	switch policy := p.browser.opt.Popups; {
	case policy == PopupsBlocked:
		return refused("Blocked opening '%s' in a new window: pages may open none here.", about)
	case policy == PopupsOfUser && !w.TransientActivation():
		return refused("Blocked opening '%s' in a new window: the user did nothing that asks for one.", about)
	}
	if o.HasURL && !from.mayLoad(o.URL) {
		from.refuse(o.URL)
		return nil
	}
	if o.HasURL && o.URL.Scheme() == "data" {
		return refused("Not allowed to navigate top frame to data URL: %s", about)
	}
	p.consumeActivation()
	if len(p.browser.Pages()) >= maxPages {
		return refused("Blocked opening '%s' in a new window: %d pages are open, and no more are opened by scripts.", about, maxPages)
	}
	a, session := p.agent, p.session.Clone()
	if o.NoOpener {
		var err error
		if a, err = p.browser.newAgent(p.loop.clock.wall()); err != nil {
			return refused("%v", err)
		}
		session = p.browser.store.NewSession()
	}
	q := a.newPage(session)
	q.isPopup = o.Popup
	if o.Width.Set {
		q.width = min(max(o.Width.Value, smallestPopup), 1<<15)
	}
	if o.Height.Set {
		q.height = min(max(o.Height.Value, smallestPopup), 1<<15)
	}
	q.place = bind.Place{Left: o.Left.Value, Top: o.Top.Value, Width: q.width, Height: q.height}
	if f.sandbox&bind.SandboxPropagates != 0 {
		q.popupSandbox = f.sandbox
	}
	opt := navigateOptions{replace: true, form: o.Form, initiator: from, noReferrer: o.NoReferrer}
	event := Popup{Opener: p.Page, Page: q, Name: o.Name, Popup: o.Popup, Left: o.Left.Value, Top: o.Top.Value, Placed: o.Left.Set || o.Top.Set}
	if o.HasURL {
		event.URL = o.URL.Href()
	}
	if !q.register() {
		if a != p.agent {
			a.cancel()
			a.runtime.Close()
		}
		return nil
	}
	if o.NoOpener {
		started := make(chan struct{})
		go a.serve(q, started)
		<-started
		p.loop.lead(a.loop)
		// The frames of this agent are nothing to the other: what it needs of who navigates it is copied.
		opt.initiator, opt.from = nil, &initiator{origin: from.origin, url: from.url, base: from.baseURL()}
		q.loop.postFromAnywhere(func() {
			if q.top != nil && o.HasURL {
				q.top.window.SetName(o.Name)
				q.top.navigate(o.URL, opt)
			}
		})
		p.popup(event)
		return nil
	}
	q.opener, q.openedBy = p.Page, f
	q.top = q.newFrame(nil, 0)
	q.top.showBlank(documentOptions{creator: from, opener: w, name: o.Name})
	p.popup(event)
	switch {
	case q.top == nil: // the embedder closed it
		return nil
	case !o.HasURL:
	case o.URL.Scheme() == "about" && o.URL.Pathname() == "blank" && o.Form == nil:
		q.top.setURL(o.URL)
		q.top.window.FireLoad()
	default:
		q.top.navigate(o.URL, opt)
	}
	return q.top.window
}

// popup tells the embedder of a page.
func (p windowHost) popup(e Popup) {
	if h := p.browser.opt.Popup; h != nil {
		p.callback(func() { h(e) })
	}
}

// setURL gives the document another URL without a navigation.
func (f *frame) setURL(u net.URL) {
	f.url = u
	f.doc.URL = u.Href()
	f.window.SetURL(u)
}

// consumeActivation ends the transient activation of all windows of the page.
func (p *Page) consumeActivation() {
	for _, f := range p.framesInOrder() {
		if f.window != nil {
			f.window.ConsumeActivation()
		}
	}
}

// activated says that the user did something in the frame: it counts for the frame, those that it is in and those of its origin within it.
// https://html.spec.whatwg.org/multipage/interaction.html#activation-notification
func (f *frame) activated() {
	if f.window == nil {
		return
	}
	for p := f; p != nil; p = p.parent {
		p.window.Activate()
	}
	for _, c := range f.inOrder()[1:] {
		if c.window != nil && c.origin == f.origin {
			c.window.Activate()
		}
	}
}

// Closing reports whether a window's page is about to close.
func (p windowHost) Closing(w *bind.Window) bool {
	f := p.frames[w.Doc]
	return f != nil && f.page.closing
}

// smallestPopup is how small script can make a popup, in px a side.
const smallestPopup = 100

// Place is where the page's window is.
func (p windowHost) Place(*bind.Window) bind.Place {
	if !p.isPopup {
		return bind.Place{Width: p.width, Height: p.height}
	}
	return p.place
}

// SetPlace moves and resizes a popup.
func (p windowHost) SetPlace(_ *bind.Window, at bind.Place) {
	at.Width, at.Height = min(max(at.Width, smallestPopup), 1<<15), min(max(at.Height, smallestPopup), 1<<15)
	at.Left, at.Top = min(max(at.Left, 0), 1<<15), min(max(at.Top, 0), 1<<15)
	resized := at.Width != p.place.Width || at.Height != p.place.Height
	p.place = at
	if !resized {
		return
	}
	page := p.Page
	p.loop.post(bind.SourceDOM, func() {
		if page.top != nil && page.top.doc != nil {
			page.resize(page.place.Width, page.place.Height, page.scale)
		}
	})
}

// CloseWindow is window.close. https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-window-close
func (p windowHost) CloseWindow(w, by *bind.Window) {
	f, from := p.frames[w.Doc], p.frames[by.Doc]
	if f == nil || f.parent != nil || f.page.closing || from == nil {
		return
	}
	q := f.page
	if !from.knows(f) || from.mayNavigate(f) != "" {
		return
	}
	if q.openedBy == nil && !q.scriptMade && q.history.length() > 1 {
		q.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: "Scripts may close only the windows that were opened by them.", URL: f.url.Href()})
		return
	}
	q.closing = true
	p.loop.post(bind.SourceDOM, func() {
		if q.top == nil {
			return
		}
		if !q.top.mayUnload() {
			q.closing = false
			return
		}
		q.top.unload()
		if q.top != nil {
			q.closePage(q)
		}
	})
}

// dropOpener has pages forget a page that has closed.
func (a *agent) dropOpener(gone *Page) {
	for _, p := range a.pages {
		if p.openedBy != nil && p.openedBy.page == gone {
			p.openedBy = nil
			p.scriptMade = true
		}
	}
}
