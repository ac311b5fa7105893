package bind

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/storage"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// webHost is a page's host for tests of the Web APIs: a loop with a virtual clock, no parser and no navigation.
type webHost struct {
	Host // what is not below is not called
	t    testing.TB

	world   *World
	windows []*Window
	loader  *net.Loader
	store   *storage.Store
	queue   []func()
	timers  []*webTimer
	now     float64 // ms
	pending int
	frame   bool

	mu       sync.Mutex
	incoming []func()
	wake     chan struct{}
	blobs    map[string]webBlob

	out     []string // what scripts gave to out()
	console []string
}

type webBlob struct {
	body []byte
	typ  string
}

type webTimer struct {
	at   float64
	fn   func()
	gone bool
}

func (h *webHost) Post(w *Window, _ TaskSource, fn func()) {
	h.queue = append(h.queue, func() {
		if !w.closed {
			fn()
		}
	})
}

func (h *webHost) Begin() func(func()) {
	h.pending++
	return func(f func()) {
		h.mu.Lock()
		h.incoming = append(h.incoming, func() {
			h.pending--
			if f != nil {
				f()
			}
		})
		h.mu.Unlock()
		select {
		case h.wake <- struct{}{}:
		default:
		}
	}
}

func (h *webHost) After(w *Window, d time.Duration, fn func()) func() {
	t := &webTimer{at: h.now + float64(d)/float64(time.Millisecond), fn: func() {
		if !w.closed {
			fn()
		}
	}}
	h.timers = append(h.timers, t)
	return func() { t.gone = true }
}

func (h *webHost) Now() float64 { return h.now }
func (h *webHost) WallTime() time.Time {
	return time.UnixMilli(1700000000000).Add(time.Duration(h.now * float64(time.Millisecond)))
}
func (h *webHost) NeedFrame(*Window)      { h.frame = true }
func (h *webHost) UpdateStyle(w *Window)  { w.styler.Update() }
func (h *webHost) UpdateViewport(*Window) {}
func (h *webHost) UpdateLayout(w *Window) { w.styler.Update(); w.layout.Update() }
func (h *webHost) Console(m ConsoleMessage) {
	h.console = append(h.console, m.Level.String()+": "+m.Text)
}
func (h *webHost) TitleChanged(*Window)             {}
func (h *webHost) FrameWindow(dom.NodeID) *Window   { return nil }
func (h *webHost) RunScriptElement(dom.NodeID)      {}
func (h *webHost) Image(dom.NodeID) ImageInfo       { return ImageInfo{} }
func (h *webHost) LoadImage(*Window, dom.NodeID)    {}
func (h *webHost) Sheets(*Window) []*style.Sheet    { return nil }
func (h *webHost) Sheet(el dom.NodeID) *style.Sheet { return nil }
func (h *webHost) AddBlobURL(origin string, body []byte, typ string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	u := fmt.Sprintf("blob:%s/%d", origin, len(h.blobs)+1)
	h.blobs[u] = webBlob{body, typ}
	return u
}
func (h *webHost) RevokeBlobURL(u string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.blobs, u)
}

// ResolveBlob is net.BlobStore.
func (h *webHost) ResolveBlob(u string) ([]byte, string, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b, ok := h.blobs[u]
	return b.body, b.typ, ok
}

// newWebHost makes a page at http://site.test/dir/page.html. mounts serve origins.
func newWebHost(t testing.TB, mounts map[string]http.Handler) *webHost {
	h := &webHost{t: t, wake: make(chan struct{}, 1), blobs: map[string]webBlob{}}
	o := net.Options{Offline: true, Blobs: h, Jar: net.NewJar(nil)}
	for origin, m := range mounts {
		o.Mounts = append(o.Mounts, net.Mount{Origin: origin, Handler: m})
	}
	var err error
	if h.loader, err = net.NewLoader(o); err != nil {
		t.Fatal(err)
	}
	if h.store, err = storage.Open(storage.Options{Quota: 1000}); err != nil {
		t.Fatal(err)
	}
	st := dom.NewStore(atom.NewTable())
	rt := js.NewRuntime(js.Options{
		Now:          h.WallTime,
		DOMException: NewDOMException,
		Uncaught:     func(r *js.Report) { windowOf(r.Realm).ReportUncaught(r) },
		Rejection:    func(r *js.Realm, p js.Value, handled bool) { windowOf(r).TrackRejection(p, handled) },
	})
	h.world = NewWorld(rt, st)
	h.store.Listen(func(e storage.Event) {
		for _, w := range h.windows {
			h.Post(w, SourceDOM, func() { w.StorageChanged(e) })
		}
	})
	t.Cleanup(func() {
		for _, w := range h.windows {
			w.Close()
		}
		rt.Close()
		h.loader.Close()
		_ = h.store.Close()
	})
	return h
}

// open makes a window at a URL with an HTML text.
func (h *webHost) open(url, text string) *Window {
	h.t.Helper()
	d := h.world.Store.NewDocument(true)
	u := net.MustParse(url)
	d.URL = url
	d.Encoding, d.ContentType = "UTF-8", "text/html"
	styler := style.New(d)
	fonts := textFonts()
	lay := layout.New(d, styler, fonts, layout.Options{Viewport: geom.Size{W: geom.FromInt(800), H: geom.FromInt(600)}})
	local, err := h.store.Local(u.Origin())
	if err != nil {
		h.t.Fatal(err)
	}
	session, _ := h.store.NewSession().Area(u.Origin())
	w := h.world.NewWindow(WindowOptions{Doc: d, URL: u, Origin: u.Origin(), Styler: styler, Layout: lay, Host: h, Loader: h.loader,
		Local: local, Session: session, Width: 800, Height: 600, Scale: 1})
	html.Parse(d, text)
	w.SetReadyState("complete")
	r := w.Realm
	err = r.Set(r.Global(), "out", r.NewFunction("out", 1, func(c *js.Call) js.Value {
		var parts []string
		for i := range c.NArgs() {
			s, err := r.ToString(c.Arg(i))
			if err != nil {
				return c.Fail(err)
			}
			parts = append(parts, s)
		}
		h.out = append(h.out, strings.Join(parts, " "))
		return js.Undefined
	}).Value())
	if err != nil {
		h.t.Fatal(err)
	}
	h.windows = append(h.windows, w)
	return w
}

var textFonts = func() *text.FontSet { return text.NewCollection(text.Options{NoSystem: true}).NewSet() }

// eval runs a script in a window.
func (h *webHost) eval(w *Window, code string) {
	h.t.Helper()
	if _, err := w.Realm.Eval("test.js", code); err != nil {
		h.t.Errorf("script failed: %v", err)
	}
	h.task(nil)
}

func (h *webHost) task(f func()) {
	if f != nil {
		f()
	}
	h.world.Checkpoint()
	h.world.EndTask()
}

// run lets the page run until nothing is left, at most 20 s of its clock.
func (h *webHost) run() {
	h.t.Helper()
	limit := time.After(20 * time.Second)
	for h.now < 20000 {
		h.mu.Lock()
		in := h.incoming
		h.incoming = nil
		h.mu.Unlock()
		for _, f := range in {
			h.task(f)
		}
		if len(h.queue) > 0 {
			f := h.queue[0]
			h.queue = h.queue[1:]
			h.task(f)
			continue
		}
		if len(in) > 0 {
			continue
		}
		if h.frame {
			h.frame = false
			h.now += 16
			h.render()
			continue
		}
		if h.pending > 0 {
			select {
			case <-h.wake:
				continue
			case <-limit:
				h.t.Fatal("the page does not come to rest")
			case <-time.After(50 * time.Millisecond): // a response that does not come: let time pass
			}
		}
		var first *webTimer
		for _, t := range h.timers {
			if !t.gone && (first == nil || t.at < first.at) {
				first = t
			}
		}
		if first == nil {
			if h.pending > 0 {
				continue
			}
			return
		}
		first.gone = true
		h.now = max(h.now, first.at)
		h.task(first.fn)
	}
}

// render is a rendering opportunity.
func (h *webHost) render() {
	for _, w := range h.windows {
		if w.closed {
			continue
		}
		w.BeforeFrame()
		if w.HasAnimationFrames() {
			w.RunAnimationFrames(h.now)
		}
		h.UpdateLayout(w)
		for range 20 {
			if !w.RunResizeObservers() {
				break
			}
			h.UpdateLayout(w)
		}
		w.RunIntersectionObservers()
		if w.HasAnimationFrames() {
			h.frame = true
		}
	}
	h.task(nil)
}

// expectOut runs a script in a new window and compares what it gave to out().
func expectOut(t *testing.T, mounts map[string]http.Handler, code string, want ...string) *webHost {
	t.Helper()
	h := newWebHost(t, mounts)
	w := h.open("http://site.test/dir/page.html", "<!doctype html><body>")
	h.eval(w, code)
	h.run()
	h.compare(want...)
	return h
}

// asyncOut is expectOut for code that awaits.
func asyncOut(t *testing.T, mounts map[string]http.Handler, code string, want ...string) *webHost {
	t.Helper()
	return expectOut(t, mounts, "(async () => {"+code+"\n})().catch(e => out('thrown', e.name + ': ' + e.message))", want...)
}

func (h *webHost) compare(want ...string) {
	h.t.Helper()
	for i := 0; i < max(len(h.out), len(want)); i++ {
		g, w := "(nothing)", "(nothing)"
		if i < len(h.out) {
			g = h.out[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			h.t.Errorf("line %d\n got %s\nwant %s", i+1, g, w)
		}
	}
	if h.t.Failed() {
		for _, c := range h.console {
			h.t.Log(c)
		}
	}
}

// collect runs the collector until cleanups had their turn.
func (h *webHost) collect() {
	for range 4 {
		h.world.Runtime.Collect()
		runtime.GC()
		time.Sleep(2 * time.Millisecond)
		h.task(nil)
	}
}

func (h *webHost) Interrupted(err *js.Interrupted) {}
