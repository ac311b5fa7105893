package niso

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
)

// Browser is what pages share. Close gives everything back.
type Browser struct {
	b *host.Browser

	mu    sync.Mutex
	pages map[*host.Page]*Page
}

// New makes a browser. An option that cannot be is an error that says why.
func New(opts ...Option) (*Browser, error) {
	var c config
	for _, o := range opts {
		o(&c)
	}
	b := &Browser{pages: make(map[*host.Page]*Page)}
	if f := c.console; f != nil {
		c.host.Console = func(p *host.Page, m bind.ConsoleMessage) {
			f(Message{Page: b.pageOf(p), Level: m.Level.String(), Text: m.Text, URL: m.URL, Line: m.Line, Column: m.Column, Stack: m.Stack})
		}
	}
	if f := c.onDialog; f != nil {
		c.host.Dialog = func(p *host.Page, kind, message, def string) (bool, string) {
			return f(Dialog{Page: b.pageOf(p), Kind: kind, Message: message, Default: def})
		}
	}
	if f := c.onPopup; f != nil {
		c.host.Popup = func(e host.Popup) {
			f(Popup{Opener: b.pageOf(e.Opener), Page: b.pageOf(e.Page), URL: e.URL, Name: e.Name, Popup: e.Popup, Left: e.Left, Top: e.Top, Placed: e.Placed})
		}
	}
	if f := c.onDownload; f != nil {
		c.host.Download = func(p *host.Page, d *host.Download) {
			f(Download{Page: b.pageOf(p), URL: d.URL, Name: d.Name, MIME: d.MIME, Size: d.Size, Body: d.Body})
		}
	}
	hb, err := host.NewBrowser(c.host)
	if err != nil {
		return nil, err
	}
	b.b = hb
	return b, nil
}

// pageOf is the page of the library for one of the engine's; nil for nil. A page that has ended is nobody's any more.
func (b *Browser) pageOf(hp *host.Page) *Page {
	if hp == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.pages[hp]; p != nil {
		return p
	}
	p := &Page{p: hp, browser: b}
	select {
	case <-hp.Done():
		return p
	default:
	}
	b.pages[hp] = p
	go func() {
		<-hp.Done()
		b.mu.Lock()
		delete(b.pages, hp)
		b.mu.Unlock()
	}()
	return p
}

// NewPage opens a page that shows about:blank.
func (b *Browser) NewPage(ctx context.Context) (*Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hp, err := b.b.NewPage()
	if err != nil {
		return nil, err
	}
	return b.pageOf(hp), nil
}

// Pages are the open pages, those that pages opened too, in the order in which they were opened.
func (b *Browser) Pages() []*Page {
	var l []*Page
	for _, hp := range b.b.Pages() {
		l = append(l, b.pageOf(hp))
	}
	return l
}

// Close closes all pages and the browser.
func (b *Browser) Close() error { return wrap(b.b.Close()) }

// MemoryReport says what each byte of the browser and its pages is for. What only the collector knows, such as the heap of scripts, has rows when the heap
// profile is fine enough: with runtime.MemProfileRate set to 512 or less as the first thing that the program does. Otherwise it is part of heap-unclassified.
func (b *Browser) MemoryReport() *MemoryReport {
	r := &perf.Report{Process: "niso"}
	b.b.ReportMemory(r)
	r.AddProcess()
	return &MemoryReport{r}
}

// Page is one tab.
type Page struct {
	p       *host.Page
	browser *Browser
}

// Close ends the page and gives its memory back. A second call does nothing. A page that does not stop, such as one in the middle of compiling
// a large script, is a *StuckError; it gives its memory back when it stops.
func (p *Page) Close() error {
	return wrap(p.p.Close())
}

// Closed is closed when the page has ended: by Close, by its scripts' window.close, or by a crash.
func (p *Page) Closed() <-chan struct{} { return p.p.Done() }

// Opener is the page that opened this one and can be reached from it; nil where there is none.
func (p *Page) Opener() *Page { return p.browser.pageOf(p.p.Opener()) }

// Navigate loads a URL and waits for the load event. A page that does not load is a *LoadError; a page that answers with
// an HTTP error is loaded: see Status.
func (p *Page) Navigate(ctx context.Context, url string) error { return wrap(p.p.Navigate(ctx, url)) }

// SetContent replaces the page's document by an HTML text and waits for its load event. Relative URLs in it resolve against baseURL,
// which is about:blank if empty.
func (p *Page) SetContent(ctx context.Context, html, baseURL string) error {
	return wrap(p.p.SetContent(ctx, html, baseURL))
}

// Reload loads the document again.
func (p *Page) Reload(ctx context.Context) error { return wrap(p.p.ReloadPage(ctx)) }

// Back goes back in the page's history; ok is false where there is nothing to go back to.
func (p *Page) Back(ctx context.Context) (ok bool, err error) {
	ok, err = p.p.Travel(ctx, -1)
	return ok, wrap(err)
}

// Forward goes forward in the page's history.
func (p *Page) Forward(ctx context.Context) (ok bool, err error) {
	ok, err = p.p.Travel(ctx, 1)
	return ok, wrap(err)
}

// URL is the address of the page's document.
func (p *Page) URL() string { u := p.p.URL(); return u.Href() }

// Title is the document's title.
func (p *Page) Title(ctx context.Context) (string, error) {
	t, err := p.p.Title(ctx)
	return t, wrap(err)
}

// Status is the HTTP status of the document; 200 where there was no HTTP.
func (p *Page) Status(ctx context.Context) (int, error) {
	s, err := p.p.Status(ctx)
	return s, wrap(err)
}

// Eval runs a script and stores its completion value in result, which is a pointer, or nil for none. A promise is waited for; one that is
// rejected, and a script that throws, is a *ScriptError.
//
// The value comes as JSON.stringify gives it and goes where json.Unmarshal puts it: a number into an int or a float64, a string, a
// bool, an array into a slice, an object into a struct or a map; into an any as float64, string, bool, []any, map[string]any or nil. NaN
// and the infinities are null, a Date is its ISO string, an element is an empty object: return what you need of it. undefined, symbols and functions, which JSON
// has no form for, set result to its zero value. A BigInt and an object that holds itself are a *ScriptError.
func (p *Page) Eval(ctx context.Context, script string, result any) error {
	text, err := p.p.Eval(ctx, script)
	if err != nil || result == nil {
		return wrap(err)
	}
	if text == "" { // undefined
		if v := reflect.ValueOf(result); v.Kind() == reflect.Pointer && !v.IsNil() {
			v.Elem().SetZero()
			return nil
		}
		text = "null" // for Unmarshal's error
	}
	return json.Unmarshal([]byte(text), result)
}

// Condition is what WaitFor waits for: Selector, Script, Loaded or Idle.
type Condition struct {
	wait func(ctx context.Context, p *host.Page, limit time.Duration) error
}

// Selector is fulfilled when an element matches a CSS selector.
func Selector(css string) Condition {
	return Condition{func(ctx context.Context, p *host.Page, limit time.Duration) error {
		return p.WaitSelector(ctx, css, limit)
	}}
}

// Script is fulfilled when a JavaScript expression is truthy.
func Script(expr string) Condition {
	return Condition{func(ctx context.Context, p *host.Page, limit time.Duration) error {
		return p.WaitScript(ctx, expr, limit)
	}}
}

// Loaded is fulfilled by the load event of what is loading.
func Loaded() Condition {
	return Condition{func(ctx context.Context, p *host.Page, limit time.Duration) error { return p.WaitLoad(ctx, limit) }}
}

// Idle is fulfilled when nothing more happens on the page, or after limit of the page's clock.
func Idle(limit time.Duration) Condition {
	return Condition{func(ctx context.Context, p *host.Page, _ time.Duration) error { return p.WaitIdle(ctx, limit) }}
}

// WaitFor lets the page run until a condition is fulfilled; ErrNotReached when the page comes to rest before, or a minute of its clock has passed.
func (p *Page) WaitFor(ctx context.Context, c Condition) error {
	if c.wait == nil {
		return errors.New("a condition is Selector, Script, Loaded or Idle")
	}
	return wrap(c.wait(ctx, p.p, host.DefaultLoadLimit))
}

// Click scrolls the first element that matches into view and clicks its middle: the pointer moves there and real events are sent.
// Then the page runs what is due.
func (p *Page) Click(ctx context.Context, selector string) error {
	return p.act(ctx, func() error { return p.p.Click(ctx, selector) })
}

// Type clicks the first element that matches and types a text, key by key.
func (p *Page) Type(ctx context.Context, selector, text string) error {
	return p.act(ctx, func() error {
		if err := p.p.Click(ctx, selector); err != nil {
			return err
		}
		return p.p.TypeText(ctx, text)
	})
}

// Hover scrolls the first element that matches into view and moves the pointer to its middle.
func (p *Page) Hover(ctx context.Context, selector string) error {
	return p.act(ctx, func() error { return p.p.Hover(ctx, selector) })
}

// Select chooses the options of the first element that matches, a <select>: those that have one of the values, and no others. The page gets input and
// change events if that is another choice.
func (p *Page) Select(ctx context.Context, selector string, values ...string) error {
	return p.act(ctx, func() error { return p.p.Select(ctx, selector, values...) })
}

// Press presses a key, named as KeyboardEvent.key: "a", "Enter", "ArrowDown", "Control+a".
func (p *Page) Press(ctx context.Context, key string) error {
	return p.act(ctx, func() error { return p.p.Press(ctx, key) })
}

// Focus gives an element the focus.
func (p *Page) Focus(ctx context.Context, selector string) error {
	return p.act(ctx, func() error { return p.p.Focus(ctx, selector) })
}

// SetInputFiles chooses files, by their names, for the first element that matches, an <input type=file>: the page gets input and change events, and can
// read these files and no others. Without names nothing is chosen any more. Several files need the attribute multiple.
func (p *Page) SetInputFiles(ctx context.Context, selector string, files ...string) error {
	return p.act(ctx, func() error { return p.p.SetInputFiles(ctx, selector, files...) })
}

// Scroll scrolls the viewport to a place of the document, in CSS px.
func (p *Page) Scroll(ctx context.Context, x, y float64) error {
	return p.act(ctx, func() error { return p.p.ScrollTo(ctx, float32(x), float32(y)) })
}

func (p *Page) act(ctx context.Context, f func() error) error {
	if err := f(); err != nil {
		return wrap(err)
	}
	return wrap(p.p.Settle(ctx))
}

// Resize changes the viewport, in CSS px.
func (p *Page) Resize(ctx context.Context, width, height int, scale float64) error {
	return wrap(p.p.Resize(ctx, width, height, scale))
}

// ScreenshotOption varies a picture.
type ScreenshotOption func(*screenshot) error

type screenshot struct{ host.ScreenshotOptions }

func screenshotOf(opts []ScreenshotOption) (s screenshot, err error) {
	for _, f := range opts {
		if err = f(&s); err != nil {
			break
		}
	}
	return s, err
}

// FullPage shows the whole document and not the viewport alone.
func FullPage() ScreenshotOption {
	return func(s *screenshot) error { s.FullPage = true; return nil }
}

// Clip shows a part of the document, in CSS px. One without pixels is a *PictureSizeError.
func Clip(x, y, width, height float64) ScreenshotOption {
	return func(s *screenshot) error {
		s.Clip = &geom.RectF{X: float32(x), Y: float32(y), W: float32(width), H: float32(height)}
		return nil
	}
}

// Element shows the first element that matches a CSS selector, and nothing else: its border box, in whole CSS px. The page is scrolled so that it
// is in view. Where none matches the error is a *NoElementError.
func Element(selector string) ScreenshotOption {
	return func(s *screenshot) error { s.Selector = selector; return nil }
}

// JPEG makes Screenshot a JPEG of a quality from 1 to 100.
func JPEG(quality int) ScreenshotOption {
	return func(s *screenshot) error {
		if quality < 1 || quality > 100 {
			return fmt.Errorf("a JPEG's quality is 1 to 100, not %d", quality)
		}
		s.JPEGQuality = quality
		return nil
	}
}

// Screenshot is the page as PNG, or as JPEG with JPEG. A picture that is too large or shows nothing is a *PictureSizeError.
func (p *Page) Screenshot(ctx context.Context, opts ...ScreenshotOption) ([]byte, error) {
	s, err := screenshotOf(opts)
	if err != nil {
		return nil, err
	}
	b, err := p.p.Screenshot(ctx, s.ScreenshotOptions)
	return b, wrap(err)
}

// Picture is the page as pixels.
func (p *Page) Picture(ctx context.Context, opts ...ScreenshotOption) (*image.RGBA, error) {
	s, err := screenshotOf(opts)
	if err != nil {
		return nil, err
	}
	img, err := p.p.Picture(ctx, s.ScreenshotOptions)
	return img, wrap(err)
}

// DOM is the document as HTML.
func (p *Page) DOM(ctx context.Context) (string, error) {
	t, err := p.p.HTML(ctx)
	return t, wrap(err)
}

// Text is what a reader reads on the page: innerText of the body.
func (p *Page) Text(ctx context.Context) (string, error) {
	t, err := p.p.Dump(ctx, "text")
	return strings.TrimSuffix(t, "\n"), wrap(err)
}

// MemoryReport says what each byte of the page is for.
func (p *Page) MemoryReport(ctx context.Context) (*MemoryReport, error) {
	r, err := p.p.MemoryReport(ctx)
	if err != nil {
		return nil, wrap(err)
	}
	return &MemoryReport{r}, nil
}

// Collect frees what nobody holds, of the page's scripts and of the program. A MemoryReport after it tells what is alive, and not what waits
// for the collector too.
func (p *Page) Collect(ctx context.Context) error { return wrap(p.p.Collect(ctx)) }

// MemoryReport is a tree of memory: rows with paths such as explicit/window-objects/…/dom/node-columns.
type MemoryReport struct{ r *perf.Report }

// MemoryRow is one row of a report.
type MemoryRow struct {
	Path        string
	Amount      int64 // in Unit
	Unit        Unit
	Description string
}

// Unit is what the amount of a row is in.
type Unit string

const (
	Bytes   Unit = "bytes"
	Count   Unit = "count"
	Percent Unit = "percent/100" // hundredths of a percent
)

var units = [...]Unit{perf.Bytes: Bytes, perf.Count: Count, perf.CountCumulative: Count, perf.Percentage: Percent}

// Rows are the rows of the report.
func (m *MemoryReport) Rows() []MemoryRow {
	l := make([]MemoryRow, len(m.r.Rows))
	for i, r := range m.r.Rows {
		l[i] = MemoryRow{r.Path, r.Amount, units[r.Units], r.Description}
	}
	return l
}

// Bytes is the sum of the rows under a path.
func (m *MemoryReport) Bytes(prefix string) int64 { return m.r.SumUnder(prefix) }

// String is the report as about:memory shows it.
func (m *MemoryReport) String() string {
	var b bytes.Buffer
	_ = m.r.WriteText(&b)
	return b.String()
}

// JSON is the report in the format that Firefox's about:memory loads.
func (m *MemoryReport) JSON() []byte {
	var b bytes.Buffer
	_ = m.r.WriteJSON(&b)
	return b.Bytes()
}
