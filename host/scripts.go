package host

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// scripts is a document's script elements on their way.
// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
type scripts struct {
	blocking      *script   // the pending parsing-blocking script
	deferred      []*script // when the document has finished parsing
	ordered       []*script // in order as soon as possible
	inputEnded    bool
	ended         bool
	contentLoaded bool
	imports       importMap
	external      int // depth of scripts that run
}

// script is one script element being fetched or waiting.
type script struct {
	el      dom.NodeID
	handle  dom.Handle
	unpin   func()
	module  bool
	async   bool
	url     net.URL // of an external one
	inline  bool
	text    string
	line    int
	ready   bool
	failed  bool
	program *js.Program
	syntax  error
	mod     *js.Module
	undelay func()
	forget  func() // ends what keeps the exception that syntax is
}

var (
	atomScript      = atom.Static("script")
	atomSrc         = atom.Static("src")
	atomType        = atom.Static("type")
	atomLanguage    = atom.Static("language")
	atomAsync       = atom.Static("async")
	atomDefer       = atom.Static("defer")
	atomNoModule    = atom.Static("nomodule")
	atomCharset     = atom.Static("charset")
	atomCrossorigin = atom.Static("crossorigin")
	atomIntegrity   = atom.Static("integrity")
	atomEvent       = atom.Static("event")
	atomFor         = atom.Static("for")
)

// bytesString views b as a string: b must not change while the string is used.
func bytesString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// parserScript is called at the end tag of a script that the parser made; it reports whether the parser has to wait.
func (f *frame) parserScript(el dom.NodeID) (block bool) {
	f.page.checkpoint()
	if f.parser == nil { // a microtask removed the frame
		return false
	}
	line, _ := f.parser.Position()
	s := f.prepare(el, true, line)
	if s == nil {
		return false
	}
	if s.ready && !f.sheetsBlock() {
		f.execute(s)
		return false
	}
	f.scripts.blocking = s
	return true
}

// scriptType classifies a script element: "classic", "module", "importmap", or "" for a data block.
func (f *frame) scriptType(el dom.NodeID) string {
	typ, has := f.doc.LookupAttr(el, atomType)
	return scriptKind(typ, has, f.doc.Attr(el, atomLanguage))
}

// scriptKind is scriptType by the values of the attributes type and language.
func scriptKind(typ string, has bool, lang string) string {
	if !has {
		if lang == "" {
			return "classic"
		}
		typ = "text/" + lang
	}
	if has {
		if typ == "" {
			return "classic"
		}
		typ = strings.Trim(typ, " \t\n\f\r")
	}
	switch t := strings.ToLower(typ); t {
	case "module", "importmap":
		return t
	case "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript", "text/ecmascript", "text/javascript",
		"text/javascript1.0", "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4", "text/javascript1.5",
		"text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript":
		return "classic"
	}
	return ""
}

// scriptSource is the src attribute of a script element, or the href of SVG's.
func (f *frame) scriptSource(el dom.NodeID) (string, bool) {
	d := f.doc
	if d.ElementName(el).NS != dom.SVG {
		return d.LookupAttr(el, atomSrc)
	}
	if v, ok := d.LookupAttr(el, atomHref); ok {
		return v, true
	}
	return d.GetAttr(el, d.Name(dom.XLink, d.Atoms.Intern("xlink"), atomHref))
}

// prepare starts a script element. It returns the script when the caller has to see to its execution: a parser-inserted script that blocks the parser, or
// an inline one that is to run at once.
func (f *frame) prepare(el dom.NodeID, parserInserted bool, line int) *script {
	d := f.doc
	if d.Flags(el)&dom.ScriptStarted != 0 || !d.IsConnected(el) || !f.scripting() {
		return nil
	}
	text := string(d.TextContent(nil, el))
	src, hasSrc := f.scriptSource(el)
	if !hasSrc && text == "" {
		d.SetFlags(el, dom.ParserMade, false) // it runs when it gets a text
		return nil
	}
	typ := f.scriptType(el)
	if typ == "" {
		d.SetFlags(el, dom.ParserMade, false)
		return nil
	}
	d.SetFlags(el, dom.ScriptStarted, true)
	if typ == "classic" && d.HasAttr(el, atomNoModule) {
		return nil
	}
	if ev, ok := d.LookupAttr(el, atomEvent); ok && typ == "classic" {
		if for_, ok := d.LookupAttr(el, atomFor); ok {
			ev = strings.ToLower(strings.TrimSpace(ev))
			if !strings.EqualFold(strings.TrimSpace(for_), "window") || ev != "onload" && ev != "onload()" {
				return nil
			}
		}
	}
	s := &script{el: el, handle: d.Handle(el), module: typ == "module", line: line, inline: !hasSrc}
	// Script-inserted scripts are async unless the page turned that off; parser-inserted ones if they say so.
	async := d.HasAttr(el, atomAsync) || !parserInserted && f.window.ForceAsync(el)
	s.async = async
	deferred := parserInserted && (s.module || hasSrc && d.HasAttr(el, atomDefer))

	if typ == "importmap" {
		if hasSrc {
			f.fireScript(s, "error")
			return nil
		}
		if err := f.scripts.imports.add(text, f.baseURL()); err != nil {
			f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: "import map: " + err.Error(), URL: f.url.Href(), Line: line})
		}
		return nil
	}
	if hasSrc {
		src = strings.Trim(src, " \t\n\f\r")
		u, err := net.ParseWith(src, ptr(f.baseURL()), net.LookupEncoding(f.doc.Encoding))
		if src == "" || err != nil {
			f.page.loop.post(bind.SourceDOM, func() { f.fireScript(s, "error") })
			return nil
		}
		s.url = u
	} else {
		s.text = text
	}

	if !s.module && s.inline { // classic, inline
		s.ready = true
		f.compile(s, js.Source{Name: f.url.Href(), Text: s.text, Line: max(0, line-1)})
		if parserInserted {
			return s
		}
		f.execute(s)
		return nil
	}
	switch {
	case async:
		f.delay(s)
		f.fetch(s, func() { f.execute(s) })
	case deferred:
		f.delay(s)
		f.scripts.deferred = append(f.scripts.deferred, s)
		f.fetch(s, func() { f.runDeferred() })
	case parserInserted:
		f.delay(s)
		f.fetch(s, func() { f.resumeParser() })
		return s
	default:
		f.delay(s)
		f.scripts.ordered = append(f.scripts.ordered, s)
		f.fetch(s, func() {
			for len(f.scripts.ordered) > 0 && f.scripts.ordered[0].ready {
				o := f.scripts.ordered[0]
				f.scripts.ordered = f.scripts.ordered[1:]
				f.execute(o)
			}
		})
	}
	return nil
}

func ptr[T any](v T) *T { return &v }

// delay makes a script that is on its way keep the load event back and its element alive.
func (f *frame) delay(s *script) {
	s.undelay = f.delayLoad()
	s.unpin = f.page.world.Pin(s.el)
}

// fetch loads a script; then is called on the loop when it is ready.
func (f *frame) fetch(s *script, then func()) {
	if s.module {
		f.fetchModule(s, then)
		return
	}
	cors, hasCORS := f.doc.LookupAttr(s.el, atomCrossorigin)
	req := f.request(s.url, net.DestScript, cors, hasCORS)
	req.Integrity = strings.Clone(f.doc.Attr(s.el, atomIntegrity))
	charset := net.LookupEncoding(f.doc.Attr(s.el, atomCharset))
	if charset == nil {
		charset = net.LookupEncoding(f.doc.Encoding)
	}
	f.load(req, "script", func(res *net.Response, body []byte, err error) {
		s.ready = true
		if err == nil && (res.Status < 200 || res.Status > 299) {
			err = fmt.Errorf("the server answered %d %s", res.Status, res.Text)
		}
		if err == nil && res.MIME.IsImage() {
			err = fmt.Errorf("its type is %s", res.MIME.Essence())
		}
		if err != nil {
			s.failed = true
			f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: fmt.Sprintf("Failed to load script %s: %s", s.url.Href(), net.Reason(err, s.url)), URL: s.url.Href()})
		} else {
			f.compile(s, js.Source{Name: res.URL.Href(), Text: bytesString(decode(body, res.MIME, charset))})
		}
		then()
	})
}

// decode is the bytes of a text resource as UTF-8: a byte order mark, the charset of its type, or the fallback decides.
func decode(body []byte, mime net.MIME, fallback *net.Encoding) []byte {
	if enc := net.LookupEncoding(mime.Param("charset")); enc != nil {
		fallback = enc
	}
	return net.DecodeText(body, cmp.Or(fallback, net.UTF8))
}

func (f *frame) compile(s *script, src js.Source) {
	t := f.page.timers.Begin(perf.Script)
	defer t.End()
	f.page.watch.compiling.Store(&src.Name)
	defer f.page.watch.compiling.Store(nil)
	s.program, s.syntax = f.window.Realm.Compile(src)
}

// fetchModule loads a module script and what it imports.
func (f *frame) fetchModule(s *script, then func()) {
	doc, win := f.doc, f.window
	finish := f.page.loop.begin()
	done := func(m *js.Module, err error) {
		forget := func() {}
		if ex := (*js.Exception)(nil); errors.As(err, &ex) {
			forget = win.Keep(ex.Value)
		}
		finish(func() {
			if f.doc != doc {
				return
			}
			s.ready, s.mod = true, m
			if err != nil {
				f.page.interrupted(err)
				s.failed = true
				var ex *js.Exception
				var syntax *js.SyntaxError
				if errors.As(err, &ex) || errors.As(err, &syntax) { // there is a script, whose error is reported where it would run
					s.failed = false
					s.syntax, s.forget = err, forget
				} else {
					f.page.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: fmt.Sprintf("Failed to load module %s: %s", orURL(s.url, f.url), net.Reason(err, s.url)), URL: f.url.Href()})
				}
			}
			then()
		})
	}
	if s.inline {
		f.window.Realm.LoadInlineModule(js.Source{Name: f.baseURL().Href(), Text: s.text, Line: max(0, s.line-1)}, done)
	} else {
		f.window.Realm.LoadModule(s.url.Href(), done)
	}
}

func orURL(u, v net.URL) string {
	if u.IsZero() {
		return v.Href()
	}
	return u.Href()
}

// resumeParser runs the script that blocks the parser if it can run now, and parses on.
func (f *frame) resumeParser() {
	s := f.scripts.blocking
	if s == nil || !s.ready || f.sheetsBlock() || f.parser == nil {
		return
	}
	f.scripts.blocking = nil
	t := f.page.timers.Begin(perf.Parse)
	parser := f.parser
	st := parser.Resume(func() { f.execute(s) }) // the script may end the document, or open it anew
	t.End()
	if st == html.Finished && f.parser == parser || f.scripts.inputEnded && f.parser != nil && f.parser.Status() == html.Finished {
		f.parsingDone()
	}
}

// runDeferred runs the scripts that wait for the end of parsing, in order, and then fires DOMContentLoaded.
func (f *frame) runDeferred() {
	if !f.scripts.ended || f.scripts.contentLoaded {
		return
	}
	for len(f.scripts.deferred) > 0 {
		s := f.scripts.deferred[0]
		if !s.ready || f.sheetsBlock() {
			return
		}
		f.scripts.deferred = f.scripts.deferred[1:]
		doc := f.doc
		f.execute(s)
		f.page.checkpoint()
		if f.doc != doc {
			return
		}
	}
	doc := f.doc
	f.page.loop.post(bind.SourceDOM, func() {
		if f.doc == doc && !f.scripts.contentLoaded {
			f.contentLoaded()
		}
	})
}

// release ends what keeps the script's element alive and the load event back.
func (s *script) release() {
	for _, f := range []*func(){&s.unpin, &s.undelay, &s.forget} {
		if *f != nil {
			(*f)()
			*f = nil
		}
	}
}

// execute runs a script that is ready. https://html.spec.whatwg.org/multipage/scripting.html#execute-the-script-element
func (f *frame) execute(s *script) {
	doc := f.doc
	defer s.release()
	if f.doc.Resolve(s.handle) == 0 || f.doc.DocumentOf(s.el) != f.doc {
		return
	}
	if s.failed {
		f.fireScript(s, "error")
		return
	}
	writes := func() {}
	if !s.inline || s.module {
		writes = f.window.IgnoreDestructiveWrites()
	}
	t := f.page.timers.Begin(perf.Script)
	switch {
	case s.syntax != nil:
		f.scriptError(s.syntax)
	case s.module:
		realm := f.window.Realm
		promise, err := s.mod.Evaluate()
		if err != nil {
			f.scriptError(err)
			break
		}
		if f.doc != doc {
			break
		}
		realm.Then(promise, nil, func(v js.Value) (js.Value, error) {
			if f.doc == doc {
				f.scriptError(realm.NewException(v))
			}
			return js.Undefined, nil
		})
	default:
		prev := f.window.SetCurrentScript(s.el)
		if _, err := f.window.Realm.Run(s.program); err != nil {
			f.scriptError(err)
		}
		f.page.checkpoint() // "clean up after running script": currentScript is what it was
		if f.doc == doc {
			f.window.SetCurrentScript(prev)
		}
	}
	t.End()
	if f.doc != doc {
		return
	}
	if f.window.ScriptDepth() == 0 {
		f.page.checkpoint()
		if f.doc != doc {
			return
		}
	}
	writes()
	if !s.inline && f.doc == doc {
		f.fireScript(s, "load")
	}
}

func (f *frame) fireScript(s *script, typ string) {
	if f.doc != nil && f.doc.Resolve(s.handle) != 0 {
		f.window.FireNode(s.el, typ, false, false)
	}
}

// baseURL is the document base URL. https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
func (f *frame) baseURL() net.URL { return f.window.BaseURL() }

// moduleRequest is the request for a module.
func (f *frame) moduleRequest(u net.URL) *net.Request {
	return f.request(u, net.DestScript, "", true)
}

// modules are the hooks of the realm's modules.
func (f *frame) modules() js.ModuleHooks {
	return js.ModuleHooks{
		Resolve: func(r *js.Realm, specifier, referrer string) (string, error) {
			base, err := net.Parse(referrer, nil)
			if err != nil {
				base = f.baseURL()
			}
			return f.scripts.imports.resolve(specifier, base)
		},
		Fetch: func(r *js.Realm, url, typ string, done func(js.ModuleSource, error)) {
			u, err := net.Parse(url, nil)
			if err != nil {
				done(js.ModuleSource{}, err)
				return
			}
			f.load(f.moduleRequest(u), "script", func(res *net.Response, body []byte, err error) {
				if err == nil && !res.OK() {
					err = fmt.Errorf("%s: the server answered %d %s", url, res.Status, res.Text)
				}
				if err == nil && typ == "" && !res.MIME.IsJavaScript() {
					err = fmt.Errorf("%s: expected a JavaScript module, but the server gave the type %q", url, res.MIME.Essence())
				}
				if err == nil && typ == "json" && !res.MIME.IsJSON() {
					err = fmt.Errorf("%s: expected a JSON module, but the server gave the type %q", url, res.MIME.Essence())
				}
				if err != nil {
					done(js.ModuleSource{}, err)
					return
				}
				done(js.ModuleSource{Source: js.Source{Name: res.URL.Href(), Text: bytesString(decode(body, net.MIME{}, net.UTF8))}, JSON: typ == "json"}, nil)
			})
		},
	}
}

// load fetches a subresource of the document, or takes what was preloaded of it; done runs on the loop unless the document is gone by then. The body is
// owned by the receiver.
func (f *frame) load(req *net.Request, initiator string, done func(res *net.Response, body []byte, err error)) {
	if f.take(req, done) {
		return
	}
	doc, p, ctx := f.doc, f.page, f.ctx
	finish := p.loop.begin()
	started := p.nowMs()
	if !f.mayLoad(req.URL) {
		finish(func() {
			if f.doc == doc {
				done(nil, nil, &net.Error{Kind: net.Other, URL: req.URL.Href(), Msg: "not allowed to load a file of this machine"})
			}
		})
		return
	}
	go func() {
		res, body, err := p.browser.loader.Load(ctx, req)
		finish(func() {
			if f.doc != doc || ctx.Err() != nil { // the document is gone, or its loads were aborted
				if err == nil {
					res.Body.Release()
				}
				return
			}
			if err == nil {
				f.window.AddResourceTiming(res, initiator, started, len(body))
			}
			done(res, body, err)
		})
	}()
}
