package bind

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Windows that script opens. https://html.spec.whatwg.org/multipage/nav-history-apis.html#window-open-steps

// Opening is a new top-level window that script, a hyperlink or a form asks for.
type Opening struct {
	URL        net.URL
	HasURL     bool
	Form       *Submission // what is sent there, nil for nothing
	Name       string      // of the window; "" for none
	NoOpener   bool        // it shall not know who opened it, nor the other way round
	NoReferrer bool        // likewise for where it was opened from
	Popup      bool        // shown without the bars of a browser
	Left, Top  Opt[int]    // on the screen, px
	Width      Opt[int]    // of the viewport, px
	Height     Opt[int]
}

// windowFeatures is the third argument of window.open, in lower case.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#concept-window-open-features-tokenize
func windowFeatures(s string) map[string]string {
	m := map[string]string{}
	separator := func(c byte) bool { return c == '=' || c == ',' || isSpaceByte(c) }
	for i := 0; i < len(s); {
		for i < len(s) && separator(s[i]) {
			i++
		}
		start := i
		for i < len(s) && !separator(s[i]) {
			i++
		}
		name, value := lowerASCII(s[start:i]), ""
		for i < len(s) && s[i] != '=' && s[i] != ',' && separator(s[i]) {
			i++
		}
		if i < len(s) && separator(s[i]) {
			for i < len(s) && separator(s[i]) && s[i] != ',' {
				i++
			}
			start = i
			for i < len(s) && !separator(s[i]) {
				i++
			}
			value = lowerASCII(s[start:i])
		}
		switch name {
		case "":
			continue
		case "screenx":
			name = "left"
		case "screeny":
			name = "top"
		case "innerwidth":
			name = "width"
		case "innerheight":
			name = "height"
		}
		m[name] = value
	}
	return m
}

func isSpaceByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// featureBool is "parse a boolean feature". https://html.spec.whatwg.org/multipage/nav-history-apis.html#concept-window-open-features-parse-boolean
func featureBool(v string) bool {
	switch v {
	case "", "yes", "true":
		return true
	}
	n, _ := featureInt(v)
	return n != 0
}

// featureInt is "rules for parsing integers", within 32 bits.
func featureInt(v string) (int, bool) {
	v = strings.TrimLeft(v, " \t\n\f\r")
	end := 0
	if end < len(v) && (v[0] == '-' || v[0] == '+') {
		end++
	}
	for end < len(v) && v[end] >= '0' && v[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(v[:end], 10, 32)
	return int(n), err == nil
}

// popupFeatures is "check if a popup window is requested".
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#popup-window-is-requested
func popupFeatures(m map[string]string) bool {
	if len(m) == 0 {
		return false
	}
	on := func(name string, def bool) bool {
		if v, ok := m[name]; ok {
			return featureBool(v)
		}
		return def
	}
	if _, ok := m["popup"]; ok {
		return on("popup", false)
	}
	return !on("location", false) && !on("toolbar", false) || !on("menubar", false) || !on("resizable", true) || !on("scrollbars", false) || !on("status", false)
}

// OpenWindow is window.open.
func (w *Window) OpenWindow(c *js.Call, url, name, features string) js.Value {
	by := w.entry()
	if w.closed || by.unloading || w.unloading {
		return js.Null
	}
	o := Opening{}
	if url != "" {
		b := by.BaseURL()
		u, err := net.Parse(url, &b)
		if err != nil {
			return c.DOMException("SyntaxError", "Unable to open a window with invalid URL '%s'.\n", invalidURL(url, b))
		}
		o.URL, o.HasURL = u, true
	}
	m := windowFeatures(features)
	if v, ok := m["noopener"]; ok {
		o.NoOpener = featureBool(v)
		delete(m, "noopener")
	}
	if v, ok := m["noreferrer"]; ok {
		o.NoReferrer = featureBool(v)
		o.NoOpener = o.NoOpener || o.NoReferrer
		delete(m, "noreferrer")
	}
	o.Popup = popupFeatures(m)
	for name, p := range map[string]*Opt[int]{"left": &o.Left, "top": &o.Top, "width": &o.Width, "height": &o.Height} {
		if v, ok := m[name]; ok {
			if n, ok := featureInt(v); ok {
				*p = Some(n)
			}
		}
	}
	if name == "" {
		name = "_blank"
	}
	if to := w.findWindow(name); to != nil {
		if o.HasURL && (o.URL.Scheme() != "javascript" || by.sameOrigin(to)) {
			if !to.Host.Navigate(to, by, o.URL, NavigateOptions{}) {
				return js.Null
			}
		}
		if o.NoOpener {
			return js.Null
		}
		if to.opt.Parent == nil && to != w && to.topWindow() != w.topWindow() {
			to.opener = w.obj.Value()
		}
		return windowValue(to)
	}
	o.setName(name)
	to := w.Host.Open(w, by, o)
	if o.NoOpener {
		return js.Null
	}
	return windowValue(to)
}

func (o *Opening) setName(name string) {
	if lowerASCII(name) != "_blank" {
		o.Name = name
	}
}

// findWindow is the window that a target names; nil where a new one is to be opened.
// https://html.spec.whatwg.org/multipage/document-sequences.html#the-rules-for-choosing-a-navigable
func (w *Window) findWindow(name string) *Window {
	switch lowerASCII(name) {
	case "", "_self":
		return w
	case "_parent":
		if p := w.opt.Parent; p != nil {
			return p
		}
		return w
	case "_top":
		return w.topWindow()
	case "_blank":
		return nil
	}
	return w.Host.FindWindow(w, name)
}

// navigateTarget navigates what a hyperlink or a form names by its target, in a task: what script does meanwhile comes first.
// rel is the element's.
func (w *Window) navigateTarget(u net.URL, target, rel string, opt NavigateOptions) {
	if w.Sandboxed(SandboxNone) || w.closed {
		return
	}
	o := Opening{URL: u, HasURL: true, Form: opt.Form}
	opener := false
	for _, t := range strings.Fields(lowerASCII(rel)) {
		switch t {
		case "noopener":
			o.NoOpener = true
		case "noreferrer":
			o.NoOpener, o.NoReferrer = true, true
		case "opener":
			opener = true
		}
	}
	if lowerASCII(target) == "_blank" && !opener {
		o.NoOpener = true
	}
	opt.NoReferrer = o.NoReferrer
	opt.Replace = false
	to := w.findWindow(target)
	if to == nil {
		o.setName(target)
		w.Host.Open(w, w, o)
		return
	}
	if u.Scheme() == "javascript" && !w.sameOrigin(to) {
		return
	}
	to.Host.Post(to, SourceDOM, func() { to.Host.Navigate(to, w, u, opt) })
}

// followLink follows a hyperlink. https://html.spec.whatwg.org/multipage/links.html#following-hyperlinks-2
func (w *Window) followLink(el dom.NodeID, user bool) {
	s := w.World.Store
	u, ok := w.parseURL(el, strings.Clone(s.Attr(el, atomHref)))
	if !ok || !s.IsConnected(el) {
		return
	}
	target, has := s.LookupAttr(el, atomTarget)
	if !has {
		target = w.baseTarget()
	}
	opt := NavigateOptions{Source: w.World.wrappers.state(nil, el), UserInvolved: user}
	if name, ok := s.LookupAttr(el, atomDownload); ok {
		w.download(u, strings.Clone(name))
		return
	}
	w.navigateTarget(u, cleanTarget(strings.Clone(target)), strings.Clone(s.Attr(el, atomRel)), opt)
}

// baseTarget is the target that the document's first base element with one gives.
func (w *Window) baseTarget() string {
	for _, el := range w.Doc.Elements(dom.Bases) {
		if v, ok := w.Doc.LookupAttr(el, atomTarget); ok {
			return strings.Clone(v)
		}
	}
	return ""
}

// cleanTarget makes a target that may be what an injected attribute swallowed one of nobody.
// https://html.spec.whatwg.org/multipage/semantics.html#get-an-element's-target
func cleanTarget(v string) string {
	if strings.ContainsAny(v, "\t\n\r") && strings.Contains(v, "<") {
		return "_blank"
	}
	return v
}

// download hands what is at a URL to the host as a download.
// https://html.spec.whatwg.org/multipage/links.html#downloading-hyperlinks
func (w *Window) download(u net.URL, name string) {
	if w.Sandboxed(SandboxDownloads) {
		w.Host.Console(ConsoleMessage{Level: ConsoleWarn, Text: "Download is disallowed. The frame initiating or instantiating the download is sandboxed, but the flag ‘allow-downloads’ is not set. See https://www.chromestatus.com/feature/5706745674465280 for more details."})
		return
	}
	w.Host.Post(w, SourceDOM, func() { w.Host.Download(w, u, name) })
}
