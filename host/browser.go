package host

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/paint/image"
	"github.com/niso-engine/niso/paint/raster"
	"github.com/niso-engine/niso/storage"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// Limits bound what a page may take. Zero values are the defaults of DefaultLimits; negative values lift a limit.
type Limits struct {
	// ScriptHeapBytes ends a page whose script heap grows beyond it.
	ScriptHeapBytes int64
	// CallDepth is how many script calls may nest before a RangeError.
	CallDepth int
	// ImagePixels is the largest image that is decoded, in pixels.
	ImagePixels int64
	// BodyBytes is the largest resource that is loaded.
	BodyBytes int64
	// PageBytes ends a page whose document, styles, boxes, display list, fonts and pictures take more together.
	PageBytes int64
	// SurfacePixels is the largest picture that Screenshot makes.
	SurfacePixels int64
}

// DefaultLimits are what a page may take if nobody says otherwise.
func DefaultLimits() Limits {
	return Limits{ScriptHeapBytes: 4 << 30, CallDepth: 10000, ImagePixels: 64 << 20, BodyBytes: 512 << 20, SurfacePixels: 256 << 20, PageBytes: 4 << 30}
}

// Options of a Browser.
type Options struct {
	// Root is a folder that is served as the origin RootOrigin without a socket.
	Root       string
	RootOrigin string // "http://localhost" if empty
	// Handler serves HandlerOrigin ("*": every http and https origin) without a socket.
	Handler       http.Handler
	HandlerOrigin string
	// FileRoot is the folder under which file: pages may read; "" allows none.
	FileRoot string

	Offline      bool // no network
	BlockPrivate bool // no loopback, private or link-local addresses

	Width, Height int     // viewport in CSS px; 0: 800×600
	Scale         float64 // device pixels a CSS px; 0: 1
	// VirtualTime: pages have a virtual clock that starts at StartTime (zero: the machine's time).
	VirtualTime bool
	StartTime   time.Time
	Seed        uint64 // of Math.random; 0: random, or 1 with VirtualTime
	UserAgent   string // of requests and navigator.userAgent; "": bind.UserAgent
	Language    string
	// OwnClipboard: the embedder cuts, copies and pastes, with the clipboard of the system; else each window has a clipboard of its own.
	OwnClipboard bool

	ClassicScrollbars bool
	DarkScheme        bool
	ReducedMotion     bool

	// Grace is how long a page that was told to stop may take for it, before that is a *StuckError; 0: DefaultGrace. Scripts, loads and waits end at once;
	// what cannot be interrupted is the compilation of a script and the work of a Web API within one call.
	Grace time.Duration

	Limits     Limits
	ProfileDir string // where storage is kept; "": in memory

	// Console receives what pages and the engine say; nil drops it. Called on a page's goroutine.
	Console func(p *Page, m bind.ConsoleMessage)
	// Verify compares each incremental pass with a cold one and reports differences to Console.
	Verify bool
	// Record keeps spans of phases for a trace.
	Record bool
	// Fonts: nil is the process's collection.
	Fonts *text.Collection
	// Dialog answers alert, confirm, prompt, print, and beforeunload, where ok is that the page may be left; nil: alert and confirm give OK, prompt its
	// default, and pages are left.
	Dialog func(p *Page, kind, message, def string) (ok bool, text string)
	// Popups says when scripts may open pages. Popup is called on the goroutine of the opener, and of the page unless it was opened without an opener, when
	// one was opened: before it loads anything.
	Popups PopupPolicy
	Popup  func(Popup)
	// Download is called on the page's goroutine when something is to be downloaded: a response that is an attachment or nothing that a page shows, and
	// what a link with a download attribute names. It may take Body and read it on another goroutine; nil: downloads are dropped.
	Download func(p *Page, d *Download)
	// Frame is called on the page's goroutine when the page wants to be painted anew: a window presents it.
	Frame func(p *Page)
	// LoadFailed is called on the page's goroutine when the page's own document could not be loaded: by Navigate, a link, a script or the history.
	LoadFailed func(p *Page, url string, err error)
}

// Browser is what pages share. It may be used from any goroutine.
type Browser struct {
	opt    Options
	loader *net.Loader
	jar    *net.Jar
	store  *storage.Store
	blobs  *blobs
	fonts  *text.Collection
	images *image.Store
	raster *raster.Raster

	working chan struct{} // a page began to work
	ended   chan struct{} // closed by Close

	mu     sync.Mutex
	pages  map[int]*Page
	nextID int
	closed bool
}

// NewBrowser makes a browser. The error says which option cannot be.
func NewBrowser(opt Options) (*Browser, error) {
	def := DefaultLimits()
	set := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	set(&opt.Limits.ScriptHeapBytes, def.ScriptHeapBytes)
	set(&opt.Limits.ImagePixels, def.ImagePixels)
	set(&opt.Limits.BodyBytes, def.BodyBytes)
	set(&opt.Limits.SurfacePixels, def.SurfacePixels)
	set(&opt.Limits.PageBytes, def.PageBytes)
	if opt.Limits.CallDepth == 0 {
		opt.Limits.CallDepth = def.CallDepth
	}
	if opt.Width == 0 {
		opt.Width = 800
	}
	if opt.Height == 0 {
		opt.Height = 600
	}
	if opt.Scale == 0 {
		opt.Scale = 1
	}
	if opt.Width < 1 || opt.Height < 1 || opt.Width > 1<<15 || opt.Height > 1<<15 {
		return nil, fmt.Errorf("the viewport %d×%d px is not within 1 to 32,768 px a side", opt.Width, opt.Height)
	}
	if !(opt.Scale > 0 && opt.Scale <= 8) {
		return nil, fmt.Errorf("the scale %v is not within 0 to 8", opt.Scale)
	}
	if opt.Seed == 0 && opt.VirtualTime {
		opt.Seed = 1
	}
	if opt.Grace == 0 {
		opt.Grace = DefaultGrace
	}
	if opt.UserAgent == "" {
		opt.UserAgent = bind.UserAgent
	}
	b := &Browser{opt: opt, pages: make(map[int]*Page), jar: net.NewJar(nil), blobs: newBlobs(), working: make(chan struct{}, 1), ended: make(chan struct{})}
	no := net.Options{
		FileRoot: opt.FileRoot, Blobs: b.blobs, Jar: b.jar, Offline: opt.Offline, BlockPrivate: opt.BlockPrivate,
		UserAgent: opt.UserAgent, AcceptLanguage: opt.Language, MaxBody: opt.Limits.BodyBytes,
	}
	if opt.Root != "" {
		origin := opt.RootOrigin
		if origin == "" {
			origin = "http://localhost"
		}
		no.Mounts = append(no.Mounts, net.Mount{Origin: origin, Dir: opt.Root})
	}
	if opt.Handler != nil {
		origin := opt.HandlerOrigin
		if origin == "" {
			origin = "*"
		}
		no.Mounts = append(no.Mounts, net.Mount{Origin: origin, Handler: opt.Handler})
	}
	var err error
	if b.loader, err = net.NewLoader(no); err != nil {
		return nil, err
	}
	if b.store, err = storage.Open(storage.Options{Dir: opt.ProfileDir, OnError: b.storageFailed}); err != nil {
		b.loader.Close()
		return nil, err
	}
	b.fonts = opt.Fonts
	if b.fonts == nil {
		b.fonts = text.Default()
	}
	b.images = image.NewStore(image.Options{Limits: image.Limits{MaxPixels: int(max(0, opt.Limits.ImagePixels))}})
	b.store.Listen(b.storageChanged)
	b.raster = raster.New(raster.Options{Glyphs: b.fonts, Images: b.images})
	if opt.Limits.PageBytes > 0 {
		go b.watchMemory()
	}
	return b, nil
}

// Pages are the open pages.
func (b *Browser) Pages() []*Page {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := make([]*Page, 0, len(b.pages))
	for i := 0; i < b.nextID; i++ {
		if p := b.pages[i]; p != nil {
			l = append(l, p)
		}
	}
	return l
}

// Close closes all pages and gives everything back. A page that cannot be ended is a *StuckError; what the pages share is then given back when it ends.
func (b *Browser) Close() error {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.ended)
	}
	b.mu.Unlock()
	pages := b.Pages()
	var err error
	for _, p := range pages {
		err = errors.Join(err, p.Close())
	}
	release := func() error {
		b.loader.Close()
		b.images.Close()
		b.raster.Release()
		return b.store.Close()
	}
	if err == nil {
		return release()
	}
	go func() { // a page that does not end still uses what it shares
		for _, p := range pages {
			<-p.done
		}
		_ = release()
	}()
	return err
}

// ReportMemory adds what the pages share, and each page.
func (b *Browser) ReportMemory(r *perf.Report) {
	for _, p := range b.Pages() {
		p.ReportMemory(r)
	}
	b.loader.ReportMemory(r, "explicit/network")
	b.store.ReportMemory(r, "explicit/storage")
	b.fonts.ReportMemory(r, "explicit")
	b.images.ReportMemory(r, "explicit/images")
	b.raster.ReportMemory(r, "explicit/raster")
	style.ReportShared(r, "explicit/style")
	r.Count("live/pages", int64(len(b.Pages())), "Pages that are open.")
	r.AddHeapProfile(heapOwners)
}

// heapOwners are those whose bytes nobody counts while they live.
var heapOwners = []perf.HeapOwner{
	{Packages: []string{"github.com/niso-engine/niso/js", "github.com/niso-engine/niso/js/bind"}, Path: "explicit/script-engine/bindings",
		Counted:     []string{"/dom/wrapper-slots", "/dom/wrappers/", "/dom/detached/groups", "/dom/editing", "/dom/broadcast-channels", "/glue", "/js-realm("},
		Description: "Web API objects and their glue, of all pages, without what other rows count."},
	{Packages: []string{"github.com/go-text/typesetting"}, Path: "explicit/fonts/tables", Counted: []string{"/fonts/shaping"},
		Description: "Parsed tables of fonts beyond what fonts/shaping estimates."},
}

// areas are the storage areas of an origin in a page: nil where it has none.
func (p *Page) areas(o net.Origin) (local, session *storage.Area) {
	if o.StorageKey() == "" {
		return nil, nil
	}
	local, err := p.browser.store.Local(o)
	if err != nil {
		p.warn("localStorage of %s: %v", o, err)
		local = nil
	}
	session, err = p.session.Area(o)
	if err != nil {
		p.warn("sessionStorage of %s: %v", o, err)
		session = nil
	}
	return local, session
}

// storageFailed tells all pages of what went wrong with the profile in the background.
func (b *Browser) storageFailed(err error) {
	for _, p := range b.Pages() {
		p.loop.postFromAnywhere(func() {
			if p.top != nil {
				p.warn("%v", err)
			}
		})
	}
}

// storageChanged tells the windows of all pages that a storage area changed.
func (b *Browser) storageChanged(ev storage.Event) {
	for _, p := range b.Pages() {
		p.loop.postFromAnywhere(func() {
			for _, f := range p.frames {
				if f.page == p && f.window != nil {
					f.window.StorageChanged(ev)
				}
			}
		})
	}
}

// broadcast hands what a BroadcastChannel sent to the other agents.
func (b *Browser) broadcast(from *agent, m *bind.Broadcast) {
	told := map[*agent]bool{from: true}
	for _, p := range b.Pages() {
		if a := p.agent; !told[a] && a.world.HasChannels() {
			told[a] = true
			a.loop.postFromAnywhere(func() { a.world.Deliver(m) })
		}
	}
}
