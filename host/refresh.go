package host

import (
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// Declarative refreshes: documents that say when to go where, in a Refresh header or a meta element.
// https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps

// refresh is the declarative refresh of a document: one at most. Where the standard has the first of several win, this has the soonest, and of equal ones
// the last, as browsers do.
type refresh struct {
	set    bool // will declaratively refresh
	meta   bool // a meta element asked for it, and no header
	url    net.URL
	delay  time.Duration
	cancel func() // of the timer, once it runs
	loaded bool   // the document is completely loaded: timers run from then on
}

// Of refreshes that follow each other the first ones come as soon as they want; then they leave time between them, so that a clock that moves only
// when nothing else is to do gets on.
const (
	maxSwiftRefreshes = 20
	refreshPause      = time.Second
)

// maxRefreshSeconds bounds the delay: what wants more never comes.
const maxRefreshSeconds = (1<<31 - 1) / 1000

var (
	atomHTTPEquiv = atom.Static("http-equiv")
	atomContent   = atom.Static("content")
)

// parseRefresh is the parser of the steps: the delay in whole seconds, and the address if there is one.
func parseRefresh(input string) (seconds int, ref string, hasRef, ok bool) {
	const space = " \t\n\f\r"
	s := strings.TrimLeft(input, space)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits == 0 && !strings.HasPrefix(s, ".") {
		return 0, "", false, false
	}
	for _, d := range s[:digits] {
		seconds = min(seconds*10+int(d-'0'), maxRefreshSeconds+1)
	}
	s = strings.TrimLeft(s[digits:], "0123456789.")
	if s == "" {
		return seconds, "", false, true
	}
	if !strings.ContainsRune(space+";,", rune(s[0])) {
		return 0, "", false, false
	}
	s = strings.TrimLeft(s, space)
	if s != "" && (s[0] == ';' || s[0] == ',') {
		s = s[1:]
	}
	s = strings.TrimLeft(s, space)
	if s == "" {
		return seconds, "", false, true
	}
	ref = s
	if len(s) >= 3 && strings.EqualFold(s[:3], "url") {
		after, is := strings.CutPrefix(strings.TrimLeft(s[3:], space), "=")
		if !is {
			return seconds, ref, true, true
		}
		ref = strings.TrimLeft(after, space)
	} else if s[0]|0x20 == 'u' {
		return seconds, ref, true, true
	}
	if ref != "" && (ref[0] == '"' || ref[0] == '\'') {
		ref, _, _ = strings.Cut(ref[1:], ref[:1])
	}
	return seconds, ref, true, true
}

// declareRefresh is the shared declarative refresh steps. meta: a meta element's content, and no header's value.
func (f *frame) declareRefresh(input string, meta bool) {
	seconds, ref, hasRef, ok := parseRefresh(input)
	if !ok || seconds > maxRefreshSeconds {
		return
	}
	u := f.url
	if hasRef {
		var err error
		if u, err = net.ParseWith(strings.Clone(ref), ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding)); err != nil || u.Scheme() == "javascript" {
			return
		}
	}
	delay := time.Duration(seconds) * time.Second
	if r := &f.refresh; r.set && r.delay < delay {
		return
	}
	f.cancelRefresh()
	f.refresh = refresh{set: true, meta: meta, url: u, delay: delay, loaded: f.refresh.loaded}
	if f.refresh.loaded {
		f.startRefresh()
	}
}

// updateRefresh does what a meta element in the document asks for. https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
func (f *frame) updateRefresh(el dom.NodeID) {
	if f.doc == nil || !f.doc.IsConnected(el) || f.doc.Flags(el)&dom.InShadow != 0 || !strings.EqualFold(f.doc.Attr(el, atomHTTPEquiv), "refresh") {
		return
	}
	if c := f.doc.Attr(el, atomContent); c != "" {
		f.declareRefresh(c, true)
	}
}

// completelyLoaded is called when the document is completely loaded: its refresh is due from then on.
func (f *frame) completelyLoaded() {
	if !f.refresh.loaded {
		f.refresh.loaded = true
		f.startRefresh()
	}
}

func (f *frame) startRefresh() {
	r := &f.refresh
	if !r.set {
		return
	}
	delay := r.delay
	if f.refreshes >= maxSwiftRefreshes {
		delay = max(delay, refreshPause)
	}
	doc := f.doc
	r.cancel = f.page.loop.afterDelay(delay, func() {
		if f.doc != doc || !f.refresh.set {
			return
		}
		due := f.refresh
		f.refresh = refresh{loaded: true}
		if due.meta && f.sandbox&bind.SandboxAutomatic != 0 {
			return
		}
		n := f.refreshes + 1
		windowHost{f.page}.Navigate(f.window, f.window, due.url, bind.NavigateOptions{Replace: due.delay <= refreshReplaces})
		f.refreshes = n
	})
}

// refreshReplaces is the delay up to which a refresh replaces the entry of the session history, as in browsers; the standard has it replace always.
const refreshReplaces = time.Second

// cancelRefresh forgets the refresh that has not come due.
func (f *frame) cancelRefresh() {
	if c := f.refresh.cancel; c != nil {
		c()
	}
	f.refresh = refresh{loaded: f.refresh.loaded}
}

// refreshQueued reports whether a refresh is as good as begun.
func (f *frame) refreshQueued() bool { return f.refresh.set && f.refresh.delay == 0 }
