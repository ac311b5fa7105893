package host

import (
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// history is the session history of a page.
// https://html.spec.whatwg.org/multipage/document-sequences.html#session-history
type history struct {
	entries []historyEntry
	current int
	docs    int // serial of documents, so that entries of one document are told
}

type historyEntry struct {
	url   net.URL
	state any // serialized by the bindings
	doc   int
}

// committed notes that a new document is shown. at is the entry that was travelled to, -1 or less than the first for a new one.
func (h *history) committed(u net.URL, replace bool, at int) {
	h.docs++
	e := historyEntry{url: u, doc: h.docs}
	switch {
	case at > 0 && at-1 < len(h.entries):
		h.current = at - 1
		e.state = h.entries[h.current].state
		h.entries[h.current] = e
	case len(h.entries) == 0 || replace:
		if len(h.entries) == 0 {
			h.entries = append(h.entries, e)
			h.current = 0
		} else {
			h.entries[h.current] = e
		}
	default:
		h.push(e)
	}
}

const maxHistory = 50

func (h *history) push(e historyEntry) {
	h.entries = append(h.entries[:min(h.current+1, len(h.entries))], e)
	if len(h.entries) > maxHistory {
		h.entries = append([]historyEntry(nil), h.entries[len(h.entries)-maxHistory:]...)
	}
	h.current = len(h.entries) - 1
}

// pushSame adds or replaces an entry of the same document.
func (h *history) pushSame(u net.URL, state any, replace bool) {
	e := historyEntry{url: u, state: state, doc: h.docs}
	if len(h.entries) == 0 || replace {
		if len(h.entries) == 0 {
			h.entries = append(h.entries, e)
			return
		}
		h.entries[h.current] = e
		return
	}
	h.push(e)
}

// length is the number of entries.
func (h *history) length() int { return max(1, len(h.entries)) }

// HistoryLength is the number of entries.
func (p windowHost) HistoryLength(w *bind.Window) int { return p.history.length() }

// HistoryState is the state of the current entry.
func (p windowHost) HistoryState(w *bind.Window) any {
	if len(p.history.entries) == 0 {
		return nil
	}
	return p.history.entries[p.history.current].state
}

// HistoryPush adds or replaces an entry of the same document.
func (p windowHost) HistoryPush(w *bind.Window, state any, u net.URL, replace bool) {
	f := p.frames[w.Doc]
	if f == nil {
		return
	}
	f.url = u
	f.doc.URL = u.Href()
	w.SetURL(u)
	if f.parent == nil {
		p.history.pushSame(u, state, replace)
	}
}

// HistoryGo travels by delta entries, in a task.
func (p windowHost) HistoryGo(w *bind.Window, delta int) {
	if delta == 0 {
		p.Reload(w, w)
		return
	}
	p.loop.post(bind.SourceHistory, func() { p.travel(delta, false) })
}

// travel goes delta entries back or forward and reports whether there was such an entry. answered: see navigateOptions.
func (p *Page) travel(delta int, answered bool) bool {
	h := &p.history
	to := h.current + delta
	if to < 0 || to >= len(h.entries) {
		return false
	}
	e := h.entries[to]
	f := p.top
	if e.doc != h.entries[h.current].doc {
		f.navigate(e.url, navigateOptions{history: to + 1, reload: true, answered: answered})
		return true
	}
	h.current = to
	f.err = nil
	old := f.url
	f.url = e.url
	f.doc.URL = e.url.Href()
	f.window.SetURL(e.url)
	f.window.FirePopState(e.state)
	if old.Hash() != e.url.Hash() {
		f.scrollToFragment()
		f.window.FireHashChange(old.Href(), e.url.Href())
	}
	return true
}
