package host

import (
	"slices"
	"unsafe"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// history is the joint session history of a page: how many steps there are, and which one is shown. Each frame has a list of entries of its own, in the
// order of the steps at which they came; at a step it shows the last that is not later.
//
// https://html.spec.whatwg.org/multipage/document-sequences.html#session-history
type history struct {
	step    int // that is shown
	last    int // the greatest
	pending int // where a traversal goes whose documents are on their way, -1: none
	docs    uint64
}

// maxHistory is how many steps there are at most; the first ones go.
const maxHistory = 50

// entry is one of a frame's session history.
type entry struct {
	bind.SessionEntry
	step   int
	form   *bind.Submission // that the document is the answer to
	srcdoc *string
	from   *initiator // who navigated there
	scroll geom.Point // where the viewport was when it was left
	left   bool       // it was left: scroll and fields are known
	fields []bind.FieldState
	nested [][]*entry // of the document's frames, in tree order, once it is gone
}

// length is the number of steps.
func (h *history) length() int { return h.last + 1 }

func (f *frame) current() *entry { return f.entries[f.at] }

// index is the entry that the frame shows at a step.
func (f *frame) index(step int) int {
	i := len(f.entries) - 1
	for i > 0 && f.entries[i].step > step {
		i--
	}
	return i
}

// begin gives a new frame its first entry, that of its initial document.
func (f *frame) beginHistory() {
	f.entries = []*entry{{SessionEntry: bind.SessionEntry{URL: f.url, Origin: f.origin, Document: f.docID}, step: f.page.history.step}}
	f.at = 0
}

// put makes e the frame's current entry: a new step, or in place of the one before.
func (f *frame) put(e *entry, replace bool) {
	if replace {
		e.step = f.current().step
		f.entries[f.at] = e
		return
	}
	h := &f.page.history
	for _, o := range f.page.framesInOrder() { // what was ahead is no more
		o.entries = o.entries[:o.index(h.step)+1]
		o.at = min(o.at, len(o.entries)-1)
	}
	h.step++
	h.last = h.step
	e.step = h.step
	f.entries = append(f.entries, e)
	f.at = len(f.entries) - 1
	if h.length() > maxHistory {
		h.step--
		h.last--
		for _, o := range f.page.framesInOrder() {
			o.forgetFirst()
		}
	}
}

// forgetFirst moves the entries of the frame one step back; what is before the first step goes.
func (f *frame) forgetFirst() {
	drop := 0
	for i, e := range f.entries {
		e.step--
		if e.step <= 0 {
			drop = i
		}
		for _, l := range e.nested {
			for _, n := range l {
				n.step--
			}
		}
	}
	drop = min(drop, f.at)
	f.entries = slices.Clone(f.entries[drop:])
	f.entries[0].step = max(f.entries[0].step, 0)
	f.at -= drop
}

// committed notes that the frame has a new document.
func (f *frame) committed(opt navigateOptions, first bool) {
	h := &f.page.history
	if to := opt.to; to != nil {
		if i := slices.Index(f.entries, to); i >= 0 {
			for _, e := range f.entries { // those that share the document share the new one
				if e.Document == to.Document && e != to {
					e.Document = f.docID
				}
			}
			to.URL, to.Origin, to.Document = f.url, f.origin, f.docID
			f.at = i
			if h.pending >= 0 {
				h.step, h.pending = h.pending, -1
			}
			return
		}
	}
	e := &entry{SessionEntry: bind.SessionEntry{URL: f.url, Origin: f.origin, Document: f.docID, NavState: opt.navState}, form: opt.form, srcdoc: opt.srcdoc, from: opt.from}
	replace := opt.replace || first
	if replace {
		old := f.current()
		switch {
		case opt.reload:
			e.Continue(&old.SessionEntry)
			e.scroll, e.left, e.fields = old.scroll, old.left, old.fields
			e.srcdoc = old.srcdoc
			if opt.navState != nil {
				e.NavState = opt.navState
			}
		case old.Origin == e.Origin && !first:
			e.Succeed(&old.SessionEntry)
		}
	}
	f.put(e, replace)
}

// leave notes in the current entry what is to be there again when it is shown the next time.
func (f *frame) leave() {
	if f.doc == nil || len(f.entries) == 0 {
		return
	}
	e := f.current()
	e.scroll, e.left = f.layout.Scroll(f.layout.Root()), true
}

// leaveDocument is leave, with the state of the fields and the histories of the document's frames.
func (f *frame) leaveDocument() {
	if f.doc == nil || len(f.entries) == 0 || f.page.ending {
		return
	}
	f.leave()
	e := f.current()
	if f.parent == nil || !f.parent.closing {
		e.fields = f.window.SaveFields()
	}
	e.nested = nil
	for _, c := range f.children {
		e.nested = append(e.nested, c.entries)
	}
}

// restoreScroll scrolls to where the entry was left, once the document is so far.
func (f *frame) restoreScroll(e *entry) {
	if !e.left || e.Manual {
		return
	}
	f.update(true)
	if f.layout.SetScroll(f.layout.Root(), e.scroll) {
		f.window.ScrolledElement(f.doc.DocumentElement())
		f.scrolled()
	}
}

// HistoryLength is the number of steps of the page.
func (p windowHost) HistoryLength(w *bind.Window) int { return p.history.length() }

// Entries are the entries of the window's frame, and which one is current.
func (p windowHost) Entries(w *bind.Window) (l []*bind.SessionEntry, at int) {
	f := p.frames[w.Doc]
	if f == nil {
		return nil, -1
	}
	for _, e := range f.entries {
		l = append(l, &e.SessionEntry)
	}
	return l, f.at
}

// HistoryPush adds or replaces an entry of the same document.
func (p windowHost) HistoryPush(w *bind.Window, state, navState *js.Serialized, u net.URL, replace bool) {
	if f := p.frames[w.Doc]; f != nil {
		f.pushSame(u, state, navState, replace)
	}
}

// pushSame adds or replaces an entry of the same document. The initial document's is always replaced.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#url-and-history-update-steps
func (f *frame) pushSame(u net.URL, state, navState *js.Serialized, replace bool) {
	old := f.current()
	replace = replace || f.initial
	if !replace {
		f.leave()
	}
	f.err = nil
	f.setURL(u)
	e := &entry{SessionEntry: bind.SessionEntry{URL: u, Origin: f.origin, Document: f.docID, State: state, NavState: navState, Manual: old.Manual}, form: old.form, srcdoc: old.srcdoc, from: old.from}
	if replace {
		e.Succeed(&old.SessionEntry)
		e.scroll, e.left = old.scroll, old.left
	}
	f.put(e, replace)
}

// HistoryGo travels by delta entries, in a task.
func (p windowHost) HistoryGo(w *bind.Window, delta int) {
	if delta == 0 {
		p.Reload(w, w, bind.NavigateOptions{})
		return
	}
	page := p.Page
	p.loop.post(bind.SourceHistory, func() {
		if page.top != nil {
			page.travel(delta, false)
		}
	})
}

// TraverseTo travels to an entry of the window's frame, in a task; it reports false through done where that does not come about.
func (p windowHost) TraverseTo(w *bind.Window, to *bind.SessionEntry, gone func()) {
	page, doc := p.Page, w.Doc
	p.loop.post(bind.SourceHistory, func() {
		f := page.frames[doc]
		if f == nil || page.top == nil {
			return
		}
		i := slices.IndexFunc(f.entries, func(e *entry) bool { return &e.SessionEntry == to })
		if i < 0 || i == f.at && page.history.pending < 0 {
			gone()
			return
		}
		step := f.entries[i].step
		if i < f.at && i+1 < len(f.entries) { // the last step at which it is shown, as one goes back
			step = max(step, min(f.entries[i+1].step-1, page.history.step))
		}
		if !page.travelTo(step, false) {
			gone()
		}
	})
}

// travel goes delta steps back or forward and reports whether there was such a step. answered: see navigateOptions.
func (p *Page) travel(delta int, answered bool) bool {
	h := &p.history
	from := h.step
	if h.pending >= 0 {
		from = h.pending
	}
	return p.travelTo(from+delta, answered)
}

// travelTo is "apply the traverse history step".
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#apply-the-history-step
func (p *Page) travelTo(step int, answered bool) bool {
	h := &p.history
	if step < 0 || step > h.last || p.closing {
		return false
	}
	type change struct {
		f    *frame
		to   *entry
		same bool
	}
	var changes []change
	for l := []*frame{p.top}; len(l) > 0; l = l[1:] {
		f := l[0]
		if len(f.entries) == 0 || f.doc == nil {
			continue
		}
		to := f.entries[f.index(step)]
		if to == f.current() && (f.loading == nil || f.loading.to == nil) {
			l = append(l, f.children...)
			continue
		}
		same := to.Document == f.docID
		changes = append(changes, change{f, to, same})
		if same {
			l = append(l, f.children...)
		}
	}
	asked := false
	for _, c := range changes {
		if !c.same && !asked { // each fires it at what is within it
			if !c.f.mayUnload() {
				return true
			}
			asked = c.f.parent == nil
		}
	}
	for _, c := range changes {
		if !c.f.destroyed && c.f.window != nil && !c.f.window.FireTraverse(&c.to.SessionEntry, c.same, c.f.parent == nil) {
			return true // prevented
		}
	}
	if step > h.last { // script of those events cut off what was ahead
		return false
	}
	for _, f := range p.framesInOrder() { // a traversal ends one that is under way
		if f.loading != nil && f.loading.to != nil {
			f.stopLoading()
		}
	}
	h.pending = -1
	waits := false
	for _, c := range changes {
		if !c.same {
			waits = true
		}
	}
	if waits {
		h.pending = step
	} else {
		h.step = step
	}
	for _, c := range changes {
		switch f := c.f; {
		case f.destroyed || f.doc == nil || !slices.Contains(f.entries, c.to): // by script of another's events
		case c.same:
			f.updateFor(c.to)
		default:
			f.loadEntry(c.to, navigateOptions{reload: true, answered: answered, asked: true})
		}
	}
	return true
}

// loadEntry navigates the frame to an entry of its history whose document is gone.
func (f *frame) loadEntry(to *entry, opt navigateOptions) {
	opt.to, opt.form, opt.from, opt.reload = to, to.form, to.from, true
	if to.srcdoc != nil && f.parent != nil {
		f.loadText(*to.srcdoc, opt)
		return
	}
	f.navigate(to.URL, opt)
}

// updateFor is "update document for history step application" for a document that stays.
// https://html.spec.whatwg.org/multipage/browsing-the-web.html#update-document-for-history-step-application
func (f *frame) updateFor(to *entry) {
	f.leave()
	f.err = nil
	f.stopLoading()
	old := f.url
	doc := f.doc
	at := slices.Index(f.entries, to)
	if at < 0 { // what was stopped told script, which cut it off
		return
	}
	f.at = at
	f.setURL(to.URL)
	scroll := f.window.Traversed(&to.SessionEntry)
	if f.doc != doc {
		return
	}
	if !scroll {
		f.setTarget()
	} else if to.left && !to.Manual {
		f.setTarget()
		f.restoreScroll(to)
	} else if !to.Manual {
		f.scrollToFragment()
	} else {
		f.setTarget()
	}
	if old.Hash() != to.URL.Hash() {
		f.window.FireHashChange(old.Href(), to.URL.Href())
	}
}

// reportHistory adds what the entries of the frame hold.
func (f *frame) reportHistory(r *perf.Report, prefix string) {
	var n int64
	count := func(e *entry) {
		n += int64(unsafe.Sizeof(*e)) + int64(len(e.URL.Href()))
		for _, s := range []*js.Serialized{e.State, e.NavState} {
			if s != nil {
				n += int64(s.Size())
			}
		}
		for _, x := range e.fields {
			n += int64(unsafe.Sizeof(x)) + int64(len(x.Name)+len(x.Value))
		}
		if e.form != nil {
			n += int64(len(e.form.Body))
		}
	}
	for _, e := range f.entries {
		count(e)
		for _, l := range e.nested {
			for _, x := range l {
				count(x)
			}
		}
	}
	r.Bytes(prefix+"/session-history", n, "Entries of the session history, with their states and what was in fields.")
}
