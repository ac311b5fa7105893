package bind

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Location is the state of the Location of a window.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
type Location struct {
	Object
	window *Window
}

// Location is window.location.
func (w *Window) Location() *Location {
	if w.location == nil {
		w.location = &Location{window: w}
		objectValue(w.Realm, w.location) // whoever asks, it is of the window's realm
	}
	return w.location
}

// navigate goes to a URL; before the load event it replaces the entry. It reports false where the script that runs may not navigate the window.
func (w *Window) navigate(u net.URL, replace bool) bool {
	if w.closed {
		return true
	}
	w.navigations++
	return w.Host.Navigate(w, w.entry(), u, NavigateOptions{Replace: replace || w.ready != "complete" && !w.entry().TransientActivation()})
}

// entry is the window whose script runs, w where none does. https://html.spec.whatwg.org/multipage/webappapis.html#entry-settings-object
func (w *Window) entry() *Window {
	if r := w.World.Runtime.Entry(); r != nil {
		if e := windowOf(r); e != nil {
			return e
		}
	}
	return w
}

func (l *Location) parse(c *js.Call, v string) (net.URL, bool) {
	b := l.window.entry().BaseURL()
	u, err := net.Parse(v, &b)
	if err != nil {
		c.DOMException("SyntaxError", "'%s' is not a valid URL.", invalidURL(v, b))
		return u, false
	}
	return u, true
}

// navigate goes to a URL; a javascript: URL runs with the rights of the one who names it, thus not in a window of another origin.
func (l *Location) navigate(c *js.Call, u net.URL, replace bool) {
	if u.Scheme() == "javascript" && !l.window.incumbent().sameOrigin(l.window) {
		return
	}
	if !l.window.navigate(u, replace) {
		if !replace && !windowOf(c.Realm()).sameOrigin(l.window) { // the setter, which is reached by name
			c.Throw(NewDOMException(c.Realm(), "SecurityError", "Failed to set a named property 'href' on 'Location': The current window does not have permission to navigate the target frame to '"+u.Href()+"'."))
			return
		}
		c.DOMException("SecurityError", "The current window does not have permission to navigate the target frame to '%s'.", u.Href())
	}
}

// Href is Location.href.
func (l *Location) Href() string { return l.window.url.Href() }

// SetHref sets Location.href.
func (l *Location) SetHref(c *js.Call, v string) {
	if u, ok := l.parse(c, v); ok {
		l.navigate(c, u, false)
	}
}

// Origin is Location.origin.
func (l *Location) Origin() string { return l.window.url.Origin().String() }

// Protocol is Location.protocol.
func (l *Location) Protocol() string { return l.window.url.Protocol() }

func (l *Location) change(f func(u *net.URL)) {
	u := l.window.url
	f(&u)
	l.window.navigate(u, false)
}

// SetProtocol sets Location.protocol.
func (l *Location) SetProtocol(c *js.Call, v string) {
	if scheme, _, _ := strings.Cut(v, ":"); !isScheme(scheme) {
		c.DOMException("SyntaxError", "'%s' is an invalid protocol.", v)
		return
	}
	u := l.window.url
	u.SetProtocol(v)
	if u.IsHTTP() {
		l.window.navigate(u, false)
	}
}

// isScheme reports whether s is the scheme of a URL. https://url.spec.whatwg.org/#url-scheme-string
func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i] | 0x20; {
		case c >= 'a' && c <= 'z':
		case i > 0 && (s[i] >= '0' && s[i] <= '9' || s[i] == '+' || s[i] == '-' || s[i] == '.'):
		default:
			return false
		}
	}
	return s != ""
}

// Host is Location.host.
func (l *Location) Host() string { return l.window.url.Host() }

// SetHost sets Location.host.
func (l *Location) SetHost(v string) { l.change(func(u *net.URL) { u.SetHost(v) }) }

// Hostname is Location.hostname.
func (l *Location) Hostname() string { return l.window.url.Hostname() }

// SetHostname sets Location.hostname.
func (l *Location) SetHostname(v string) { l.change(func(u *net.URL) { u.SetHostname(v) }) }

// Port is Location.port.
func (l *Location) Port() string { return l.window.url.Port() }

// SetPort sets Location.port.
func (l *Location) SetPort(v string) { l.change(func(u *net.URL) { u.SetPort(v) }) }

// Pathname is Location.pathname.
func (l *Location) Pathname() string { return l.window.url.Pathname() }

// SetPathname sets Location.pathname.
func (l *Location) SetPathname(v string) { l.change(func(u *net.URL) { u.SetPathname(v) }) }

// Search is Location.search.
func (l *Location) Search() string { return l.window.url.Search() }

// SetSearch sets Location.search.
func (l *Location) SetSearch(v string) { l.change(func(u *net.URL) { u.SetSearch(v) }) }

// Hash is Location.hash.
func (l *Location) Hash() string { return l.window.url.Hash() }

// SetHash sets Location.hash.
func (l *Location) SetHash(v string) {
	u := l.window.url
	old := u.Hash()
	u.SetHash(v)
	if v == "" {
		u = u.WithFragment("", true)
	}
	if u.Hash() == old {
		return
	}
	l.window.navigate(u, false)
}

// Assign is Location.assign.
func (l *Location) Assign(c *js.Call, v string) { l.SetHref(c, v) }

// Replace is Location.replace.
func (l *Location) Replace(c *js.Call, v string) {
	if u, ok := l.parse(c, v); ok {
		l.navigate(c, u, true)
	}
}

// Reload is Location.reload.
func (l *Location) Reload() {
	if !l.window.closed {
		l.window.Host.Reload(l.window, l.window.incumbent(), NavigateOptions{})
	}
}

// History is the state of the History of a window.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface
type History struct {
	Object
	window *Window
	state  js.Value
	known  bool // state is of the current entry
}

func (w *Window) historyObject() *History {
	if w.history == nil {
		w.history = &History{window: w, state: js.Null}
	}
	return w.history
}

// History is window.history.
func (w *Window) History() *History { return w.historyObject() }

// entry is the current entry; nil, with an exception, where the document is not shown any more.
func (h *History) entry(c *js.Call) *SessionEntry {
	if l, at := h.window.Host.Entries(h.window); !h.window.closed && at >= 0 {
		return l[at]
	}
	c.DOMException("SecurityError", "May not use a History object associated with a Document that is not fully active")
	return nil
}

// Length is History.length.
func (h *History) Length(c *js.Call) uint32 {
	if h.entry(c) == nil {
		return 0
	}
	return uint32(h.window.Host.HistoryLength(h.window))
}

// ScrollRestoration is History.scrollRestoration.
func (h *History) ScrollRestoration(c *js.Call) string {
	if e := h.entry(c); e != nil && e.Manual {
		return "manual"
	}
	return "auto"
}

// SetScrollRestoration sets History.scrollRestoration.
func (h *History) SetScrollRestoration(c *js.Call, v string) {
	if e := h.entry(c); e != nil {
		e.Manual = v == "manual"
	}
}

// restored says that the current entry is another one, with a serialized state.
func (h *History) restored(s *js.Serialized) {
	h.state, h.known = js.Null, true
	if s != nil {
		if v, _, err := h.window.Realm.StructuredDeserialize(s, cloneHooks); err == nil {
			h.state = v
		}
	}
}

// state is the value of the current entry's state.
func (h *History) value() js.Value {
	if !h.known {
		if l, at := h.window.Host.Entries(h.window); at >= 0 {
			h.restored(l[at].State)
		}
	}
	return h.state
}

// State is History.state.
func (h *History) State(c *js.Call) js.Value {
	if h.entry(c) == nil {
		return js.Undefined
	}
	return h.value()
}

// Go is History.go.
func (h *History) Go(c *js.Call, delta int32) {
	if h.entry(c) != nil {
		h.window.Host.HistoryGo(h.window, int(delta))
	}
}

// Back is History.back.
func (h *History) Back(c *js.Call) { h.Go(c, -1) }

// Forward is History.forward.
func (h *History) Forward(c *js.Call) { h.Go(c, 1) }

// PushState is History.pushState.
func (h *History) PushState(c *js.Call, data js.Value, unused string, url Opt[string]) {
	h.update(c, data, url, false)
}

// ReplaceState is History.replaceState.
func (h *History) ReplaceState(c *js.Call, data js.Value, unused string, url Opt[string]) {
	h.update(c, data, url, true)
}

// update is the shared history push/replace state steps.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#shared-history-push/replace-state-steps
func (h *History) update(c *js.Call, data js.Value, url Opt[string], replace bool) {
	w := h.window
	if h.entry(c) == nil {
		return
	}
	s, err := c.Realm().StructuredSerialize(data, nil, cloneHooks)
	if err != nil {
		c.Fail(err)
		return
	}
	u := w.url
	if url.Set && url.Value != "" {
		b := w.BaseURL()
		u, err = net.Parse(url.Value, &b)
		if err != nil || !canRewrite(w, u) {
			to := u.Href()
			if err != nil {
				to = invalidURL(url.Value, b)
			}
			c.DOMException("SecurityError", "A history state object with URL '%s' cannot be created in a document with origin '%s' and URL '%s'.", to, w.Origin(), w.url.Href())
			return
		}
	}
	if w.unloading && !replace {
		return
	}
	typ := "push"
	if replace || w.Host.Initial(w) {
		typ = "replace"
	}
	ok, finish := w.FireNavigate(Going{Type: typ, URL: u, SameDocument: true, Classic: s, HasClassic: true})
	if w.closed {
		return
	}
	if ok {
		w.Host.HistoryPush(w, s, nil, u, replace)
		h.restored(s)
		w.Navigated(typ)
	}
	if finish != nil && !w.closed {
		finish()
	}
	h.known = h.known && ok
}

// canRewrite is "can have its URL rewritten".
func canRewrite(w *Window, u net.URL) bool {
	d := w.url
	if u.Scheme() != d.Scheme() || u.Username() != d.Username() || u.Password() != d.Password() || u.Host() != d.Host() {
		return false
	}
	if u.IsHTTP() {
		return true
	}
	if u.IsFile() {
		return u.Pathname() == d.Pathname()
	}
	return u.Pathname() == d.Pathname() && u.Search() == d.Search()
}

// Navigator is the state of the Navigator.
// https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object
type Navigator struct {
	Object
	window     *Window
	langs      js.Value
	activation *UserActivation
}

// Navigator is window.navigator.
func (w *Window) Navigator() *Navigator {
	if w.navigator == nil {
		w.navigator = &Navigator{window: w}
	}
	return w.navigator
}

// ClientInformation is window.clientInformation.
func (w *Window) ClientInformation() *Navigator { return w.Navigator() }

// UserAgent is what pages are told they are in, if the host says nothing else.
const UserAgent = net.DefaultUserAgent

// AppCodeName is Navigator.appCodeName.
func (n *Navigator) AppCodeName() string { return "Mozilla" }

// AppName is Navigator.appName.
func (n *Navigator) AppName() string { return "Netscape" }

// AppVersion is Navigator.appVersion.
func (n *Navigator) AppVersion() string { return strings.TrimPrefix(n.UserAgent(), "Mozilla/") }

// Platform is Navigator.platform.
func (n *Navigator) Platform() string { return "Linux x86_64" }

// Product is Navigator.product.
func (n *Navigator) Product() string { return "Gecko" }

// ProductSub is Navigator.productSub.
func (n *Navigator) ProductSub() string { return "20030107" }

// UserAgent is Navigator.userAgent.
func (n *Navigator) UserAgent() string {
	if ua := n.window.opt.UserAgent; ua != "" {
		return ua
	}
	return UserAgent
}

// Vendor is Navigator.vendor.
func (n *Navigator) Vendor() string { return "" }

// VendorSub is Navigator.vendorSub.
func (n *Navigator) VendorSub() string { return "" }

// Language is Navigator.language.
func (n *Navigator) Language() string { return "en-US" }

// Languages is Navigator.languages.
func (n *Navigator) Languages(c *js.Call) js.Value {
	if !n.langs.IsObject() {
		r := c.Realm()
		n.langs = r.NewArray(r.String("en-US"), r.String("en")).Value()
		_ = r.Freeze(n.langs.Object())
	}
	return n.langs
}

// OnLine is Navigator.onLine.
func (n *Navigator) OnLine() bool { return true }

// CookieEnabled is Navigator.cookieEnabled.
func (n *Navigator) CookieEnabled() bool { return n.window.opt.Jar != nil }

// JavaEnabled is Navigator.javaEnabled.
func (n *Navigator) JavaEnabled() bool { return false }

// PdfViewerEnabled is Navigator.pdfViewerEnabled.
func (n *Navigator) PdfViewerEnabled() bool { return false }

// HardwareConcurrency is Navigator.hardwareConcurrency.
func (n *Navigator) HardwareConcurrency() int { return 4 }

// MaxTouchPoints is Navigator.maxTouchPoints.
func (n *Navigator) MaxTouchPoints() int32 { return 0 }

func (n *Navigator) trace(t *js.Tracer) {
	t.Mark(n.langs)
	mark(t, n.activation)
}

func (h *History) trace(t *js.Tracer) { t.Mark(h.state) }

// https://drafts.csswg.org/cssom-view/#extensions-to-the-window-interface

func number(f Opt[float64], def float64) float64 {
	if !f.Set || math.IsNaN(f.Value) || math.IsInf(f.Value, 0) {
		if f.Set {
			return 0
		}
		return def
	}
	return f.Value
}

// scrollXY are the options that two numbers stand for.
func scrollXY(x, y float64) ScrollToOptions { return ScrollToOptions{Left: Some(x), Top: Some(y)} }

// resolved is a promise that is fulfilled with undefined.
func resolved(c *js.Call) js.Value { return c.Realm().PromiseOf(js.Undefined) }

// ScrollTo is window.scrollTo, and window.scroll.
func (w *Window) ScrollTo(c *js.Call, o ScrollToOptions) js.Value {
	w.Host.UpdateLayout(w)
	s := w.scrollOffset()
	w.scrollTo(0, number(o.Left, s[0]), number(o.Top, s[1]))
	return resolved(c)
}

// ScrollToXY is window.scrollTo with numbers.
func (w *Window) ScrollToXY(c *js.Call, x, y float64) js.Value { return w.ScrollTo(c, scrollXY(x, y)) }

// ScrollBy is window.scrollBy.
func (w *Window) ScrollBy(c *js.Call, o ScrollToOptions) js.Value {
	w.Host.UpdateLayout(w)
	s := w.scrollOffset()
	w.scrollTo(0, s[0]+number(o.Left, 0), s[1]+number(o.Top, 0))
	return resolved(c)
}

// ScrollByXY is window.scrollBy with numbers.
func (w *Window) ScrollByXY(c *js.Call, x, y float64) js.Value { return w.ScrollBy(c, scrollXY(x, y)) }

// ScrollX is window.scrollX.
func (w *Window) ScrollX() float64 { w.Host.UpdateLayout(w); return w.scrollOffset()[0] }

// ScrollY is window.scrollY.
func (w *Window) ScrollY() float64 { w.Host.UpdateLayout(w); return w.scrollOffset()[1] }

// PageXOffset is window.pageXOffset.
func (w *Window) PageXOffset() float64 { return w.ScrollX() }

// PageYOffset is window.pageYOffset.
func (w *Window) PageYOffset() float64 { return w.ScrollY() }

// VisualViewport is the state of the VisualViewport.
type VisualViewport struct {
	EventTarget
}

// VisualViewport is window.visualViewport.
func (w *Window) VisualViewport() *VisualViewport {
	if w.visual == nil {
		w.visual = &VisualViewport{EventTarget{window: w}}
	}
	return w.visual
}

// OffsetLeft is VisualViewport.offsetLeft.
func (v *VisualViewport) OffsetLeft() float64 { return 0 }

// OffsetTop is VisualViewport.offsetTop.
func (v *VisualViewport) OffsetTop() float64 { return 0 }

// PageLeft is VisualViewport.pageLeft.
func (v *VisualViewport) PageLeft() float64 { return v.window.ScrollX() }

// PageTop is VisualViewport.pageTop.
func (v *VisualViewport) PageTop() float64 { return v.window.ScrollY() }

// Width is VisualViewport.width.
func (v *VisualViewport) Width() float64 { return float64(v.window.InnerWidth()) }

// Height is VisualViewport.height.
func (v *VisualViewport) Height() float64 { return float64(v.window.InnerHeight()) }

// Scale is VisualViewport.scale.
func (v *VisualViewport) Scale() float64 { return 1 }
