package host

import (
	"context"
)

// abort ends what the document and those in its frames load: no events tell of it, and a document that is not whole has no load event.
// https://html.spec.whatwg.org/multipage/document-lifecycle.html#abort-a-document
func (f *frame) abort() {
	for _, c := range f.children {
		c.stopLoading()
		c.abort()
	}
	if f.doc == nil {
		return
	}
	f.cancel()
	f.ctx, f.cancel = context.WithCancel(f.page.ctx)
	for _, e := range f.sheets.entries {
		if e.done != nil {
			e.serial++
			e.done()
			e.loads = 0
		}
	}
	f.preloads.drop(true)
	f.pictures.abort()
	f.delaying, f.delays = 0, f.delays+1
	f.window.AbortLoads()
	if f.parser == nil {
		return
	}
	// https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser
	f.parserAborted = true
	f.parser.Abort()
	f.parser, f.byScript = nil, false
	f.scripts = scripts{imports: f.scripts.imports, inputEnded: true, ended: true, contentLoaded: true}
	f.loadFired = true
	if f.setReady(interactive) {
		f.setReady(complete)
	}
}

// abort forgets the images that are on their way: whoever wants them later loads them again.
func (ps *pictures) abort() {
	for u, p := range ps.byURL {
		if p.state == pictureLoading {
			delete(ps.byURL, u)
		}
	}
}
