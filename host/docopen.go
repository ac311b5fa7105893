package host

import (
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// The parser as document.open, write and close drive it.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html

// DocumentParser is the state of the parser of a window's document.
func (p windowHost) DocumentParser(w *bind.Window) bind.ParserState {
	f := p.frames[w.Doc]
	if f == nil {
		return bind.ParserState{}
	}
	s := bind.ParserState{Aborted: f.parserAborted}
	if f.parser != nil {
		s.RunsScript = f.parser.Nesting() > 0
		s.ByScript = f.byScript
		s.Insertion = f.parser.HasInsertionPoint() || f.byScript && !f.scripts.inputEnded
	}
	return s
}

// DocumentOpening ends a navigation that is under way, and with it what the document loads.
// https://html.spec.whatwg.org/multipage/document-lifecycle.html#stop-loading
func (p windowHost) DocumentOpening(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil && (f.loading != nil || f.refreshQueued()) {
		f.stopLoading()
		f.cancelRefresh()
		f.abort()
	}
}

// DocumentOpen gives the document a parser that script feeds, in place of the one that it has.
// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps
func (p windowHost) DocumentOpen(w *bind.Window, u net.URL) {
	f := p.frames[w.Doc]
	if f == nil {
		return
	}
	p.HistoryPush(w, nil, nil, u, true)
	if f.parser != nil {
		f.parser.Abort()
	}
	f.dropParserScripts()
	f.scripts.inputEnded, f.scripts.ended, f.scripts.contentLoaded = false, false, false
	f.parser, f.byScript = f.newParser(), true
	f.loadFired = false
	f.muted = f.muted || f.firing
	f.setReady(loading)
}

// dropParserScripts lets go of the scripts that wait for the parser, or for its end.
func (f *frame) dropParserScripts() {
	l := f.scripts.deferred
	if b := f.scripts.blocking; b != nil {
		l = append(l[:len(l):len(l)], b)
	}
	f.scripts.blocking, f.scripts.deferred = nil, nil
	for _, s := range l {
		s.release()
	}
}

// DocumentWrite parses text at the insertion point.
func (p windowHost) DocumentWrite(w *bind.Window, text string) {
	f := p.frames[w.Doc]
	if f == nil || f.parser == nil {
		return
	}
	parser := f.parser
	if parser.HasInsertionPoint() {
		parser.DocumentWrite(text)
		return
	}
	if f.byScript && parser.Write(text) == html.Finished && f.parser == parser { // a script closed the document
		f.parsingDone()
	}
}

// DocumentClose ends the input of the parser that DocumentOpen made.
func (p windowHost) DocumentClose(w *bind.Window) {
	if f := p.frames[w.Doc]; f != nil && f.parser != nil && f.byScript && !f.scripts.inputEnded {
		f.finishParsing()
	}
}
