package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// DefaultLoadLimit is how long, on the page's clock, a navigation waits for the load event.
const DefaultLoadLimit = 60 * time.Second

// Navigate loads a URL into the page and waits for its load event, or until nothing more can happen. The error is that of the load.
func (p *Page) Navigate(ctx context.Context, url string) error {
	u, err := net.Parse(url, nil)
	if err != nil {
		return err
	}
	if err := p.loadAndWait(ctx, func() { p.top.navigate(u, navigateOptions{answered: true}) }); err != nil || u.Scheme() != "javascript" {
		return err
	}
	if err := p.Settle(ctx); err != nil { // the script is a task
		return err
	}
	return p.awaitLoad(ctx)
}

// SetContent replaces the page's document by an HTML text, at the URL base (about:blank if empty), and waits for its load event.
func (p *Page) SetContent(ctx context.Context, text, base string) error {
	u := aboutBlank
	if base != "" {
		var err error
		if u, err = net.Parse(base, nil); err != nil {
			return err
		}
	}
	return p.loadAndWait(ctx, func() {
		f := p.top
		f.unload()
		f.stopLoading()
		first := f.initial
		f.closeDocument()
		f.open(documentOptions{url: u, origin: u.Origin()})
		f.committed(navigateOptions{replace: true}, first)
		f.startText(text)
	})
}

// startText feeds the frame's new document with a text.
func (f *frame) startText(text string) {
	doc := f.doc
	f.parser = f.newParser()
	f.setReady(loading)
	f.feedText(doc, f.parser, text)
}

// textChunk is how much of a text is parsed at once: the parser is not interrupted.
const textChunk = 64 << 10

func (f *frame) feedText(doc *dom.Document, parser parser, text string) {
	p := f.page
	for text != "" && f.doc == doc && f.parser == parser {
		if p.stop.Stopped() { // the rest when somebody waits again
			p.loop.post(bind.SourceNetwork, func() {
				if f.doc == doc {
					f.feedText(doc, parser, text)
				}
			})
			return
		}
		n := min(textChunk, len(text))
		t := p.timers.Begin(perf.Parse)
		parser.Write(text[:n])
		t.End()
		text = text[n:]
	}
	if f.doc == doc && f.parser == parser {
		f.finishParsing()
	}
}

func (f *frame) newParser() *html.Parser {
	return html.New(f.doc, html.Options{Scripting: f.scripting(), AllowDeclarativeShadow: true, Script: f.parserScript, Done: f.elementDone, Ahead: f.ahead, FormOwner: f.page.world.FormOwner, Custom: f.page.world})
}

func (f *frame) newXMLParser() *html.XMLParser {
	return html.NewXML(f.doc, html.Options{Scripting: f.scripting(), AllowDeclarativeShadow: true, Script: f.parserScript, Done: f.elementDone, Custom: f.page.world, Instruction: f.updateInstruction})
}

func (p *Page) loadAndWait(ctx context.Context, start func()) error {
	if err := p.Do(ctx, func() error {
		p.top.err, p.top.cut = nil, nil // of the load before: a javascript: URL, and one that differs in its fragment, begin none
		start()
		return nil
	}); err != nil {
		return err
	}
	return p.awaitLoad(ctx)
}

// awaitLoad waits for the load that has begun; the error is that of the load.
func (p *Page) awaitLoad(ctx context.Context) error {
	_, err := p.Wait(ctx, DefaultLoadLimit, false, p.loaded)
	if err != nil {
		return err
	}
	return p.Do(ctx, func() error { return cmp.Or(p.top.err, p.top.cut) })
}

// loaded reports whether no navigation is under way and the document's load event was fired; on the page's goroutine.
func (p *Page) loaded() bool {
	f := p.top
	return f.loading == nil && (f.err != nil || f.ready == complete)
}

// ReloadPage loads the document again.
func (p *Page) ReloadPage(ctx context.Context) error {
	return p.loadAndWait(ctx, func() { p.top.reload(navigateOptions{answered: true}) })
}

// Travel goes by delta entries in the session history: -1 is back. It reports false where there is no such entry.
func (p *Page) Travel(ctx context.Context, delta int) (ok bool, err error) {
	err = p.Do(ctx, func() error { ok = p.travel(delta, true); return nil })
	if err != nil || !ok {
		return ok, err
	}
	return true, p.awaitLoad(ctx)
}

// WaitLoad waits for the load event of what is loading.
func (p *Page) WaitLoad(ctx context.Context, limit time.Duration) error {
	return p.waitFor(ctx, limit, "the load", p.loaded)
}

// ErrNotReached: nothing more happens on the page, or the time limit was reached, and what was waited for did not come about. The error that
// wraps it says which.
var ErrNotReached = errors.New("what was waited for did not come about")

// notReached is why a wait of limit ended without its condition.
func (p *Page) notReached(ctx context.Context, limit time.Duration, what string) error {
	return p.Do(ctx, func() error {
		if p.loop.quiet(math.MaxInt64) {
			return fmt.Errorf("waiting for %s: the page came to rest: %w", what, ErrNotReached)
		}
		return fmt.Errorf("waiting for %s: %v passed on the page's clock: %w", what, limit, ErrNotReached)
	})
}

// WaitIdle lets the page run until nothing more happens within limit of its clock.
func (p *Page) WaitIdle(ctx context.Context, limit time.Duration) error {
	_, err := p.Wait(ctx, limit, true, nil)
	return err
}

func (p *Page) waitFor(ctx context.Context, limit time.Duration, what string, done func() bool) error {
	ok, err := p.Wait(ctx, limit, false, done)
	if err == nil && !ok {
		return p.notReached(ctx, limit, what)
	}
	return err
}

// WaitScript waits until an expression is truthy; it is evaluated after each task. An expression that throws is an error.
func (p *Page) WaitScript(ctx context.Context, expr string, limit time.Duration) error {
	prog, err := js.CompileScript(js.Source{Name: "wait-until", Text: expr})
	if err != nil {
		return scriptError(err)
	}
	var fail error
	err = p.waitFor(ctx, limit, "the script "+expr, func() bool {
		v, err := p.top.window.Realm.Run(prog)
		if p.interrupted(err) { // by the end of ctx, which ends the wait, or of the page
			return false
		}
		fail = scriptError(err)
		return err != nil || v.Truthy()
	})
	if fail != nil {
		return fail
	}
	return err
}

// Eval runs a script in the page and gives the completion value as JSON; a promise is waited for. undefined gives "".
func (p *Page) Eval(ctx context.Context, script string) (jsonText string, err error) {
	var root *js.Root // of a promise
	err = p.Do(ctx, func() error {
		p.top.activated() // who calls it acts for the user
		r := p.top.window.Realm
		v, err := r.Eval("eval", script)
		if err != nil {
			p.interrupted(err)
			return err
		}
		if st, _ := r.PromiseState(v); st == js.NotPromise {
			jsonText, err = r.JSONStringify(v)
			return err
		}
		root = p.runtime.NewRoot(v)
		r.MarkHandled(v)
		return nil
	})
	if err != nil || root == nil {
		return jsonText, err
	}
	defer p.loop.postFromAnywhere(root.Release)
	settled := func() bool {
		st, _ := p.top.window.Realm.PromiseState(root.Value())
		return st != js.Pending
	}
	_, err = p.Wait(ctx, DefaultLoadLimit, false, settled)
	if err != nil {
		return "", err
	}
	pending := false
	err = p.Do(ctx, func() error {
		r := p.top.window.Realm
		st, v := r.PromiseState(root.Value())
		switch st {
		case js.Fulfilled:
			var err error
			jsonText, err = r.JSONStringify(v)
			return err
		case js.Rejected:
			return r.NewException(v)
		}
		pending = true
		return nil
	})
	if pending {
		return "", p.notReached(ctx, DefaultLoadLimit, "the promise")
	}
	return jsonText, err
}

// Resize changes the viewport.
func (p *Page) Resize(ctx context.Context, width, height int, scale float64) error {
	if width < 1 || height < 1 || width > 1<<15 || height > 1<<15 || !(scale > 0 && scale <= 8) {
		return fmt.Errorf("the viewport %d×%d px at scale %v is not within 1 to 32,768 px a side and a scale of 8", width, height, scale)
	}
	return p.Do(ctx, func() error {
		p.place.Width, p.place.Height = width, height
		p.resize(width, height, scale)
		return nil
	})
}

func (p *Page) resize(width, height int, scale float64) {
	if p.width == width && p.height == height && p.scale == scale {
		return
	}
	p.width, p.height, p.scale = width, height, scale
	for _, f := range p.framesInOrder() { // those of frames see the scale
		if f.doc != nil && f.window != nil {
			f.resizeViewport(f == p.top)
		}
	}
	p.loop.needFrame()
}

// Title is the document's title. It may be asked for by functions that the page calls, such as Options.Console.
func (p *Page) Title(ctx context.Context) (title string, err error) {
	if p.inCallback() {
		return p.top.title(), nil
	}
	err = p.Do(ctx, func() error { title = p.top.title(); return nil })
	return title, err
}

func (f *frame) title() string {
	if f.doc == nil {
		return ""
	}
	if l := f.doc.Elements(dom.Titles); len(l) > 0 {
		return strings.Join(strings.Fields(string(f.doc.TextContent(nil, l[0]))), " ")
	}
	return ""
}

// HTML is the serialized document.
func (p *Page) HTML(ctx context.Context) (text string, err error) {
	err = p.Do(ctx, func() error {
		text = string(html.Inner(nil, p.dom, p.top.doc.Node, html.SerializeOptions{Scripting: true}))
		return nil
	})
	return text, err
}

// Status is the HTTP status of the document.
func (p *Page) Status(ctx context.Context) (status int, err error) {
	err = p.Do(ctx, func() error { status = p.top.status; return nil })
	return status, err
}

// MemoryReport is the page's rows of the memory report.
func (p *Page) MemoryReport(ctx context.Context) (*perf.Report, error) {
	r := &perf.Report{Process: "niso"}
	return r, p.Do(ctx, func() error { p.reportMemory(r); return nil })
}

// Timers are the times of the page's passes.
func (p *Page) Timers(ctx context.Context) (t perf.Timers, err error) {
	err = p.Do(ctx, func() error { t = *p.timers; return nil })
	return t, err
}

// Collect runs the collectors, the script engine's and Go's, and frees what nobody holds.
func (p *Page) Collect(ctx context.Context) error {
	for range 2 { // what dies with the trees that died first
		if err := p.Do(ctx, func() error { p.runtime.Collect(); return nil }); err != nil {
			return err
		}
	}
	runtime.GC()
	runtime.GC() // pools keep what they have for one collection
	return nil
}

// ScrollTo scrolls the viewport.
func (p *Page) ScrollTo(ctx context.Context, x, y float32) error {
	return p.Do(ctx, func() error {
		f := p.top
		f.update(true)
		if f.layout.SetScroll(f.layout.Root(), geom.Point{X: geom.FromPx(x), Y: geom.FromPx(y)}) {
			f.window.ScrolledElement(f.doc.DocumentElement())
			f.scrolled()
		}
		return nil
	})
}
