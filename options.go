package niso

import (
	"io"
	"net/http"
	"time"

	"github.com/niso-engine/niso/host"
)

// Option configures a Browser.
type Option func(*config)

type config struct {
	host       host.Options
	console    func(Message)
	onDialog   func(Dialog) (ok bool, text string)
	onPopup    func(Popup)
	onDownload func(Download)
}

// WithRoot serves the folder dir as an origin such as "http://localhost", without a socket.
func WithRoot(dir, origin string) Option {
	return func(c *config) { c.host.Root, c.host.RootOrigin = dir, origin }
}

// WithHandler serves an origin by a handler, without a socket. The origin "*" is every http and https origin.
func WithHandler(origin string, h http.Handler) Option {
	return func(c *config) { c.host.Handler, c.host.HandlerOrigin = h, origin }
}

// WithFiles lets pages be loaded from file: URLs below dir, and lets those pages read there. Without it no file can be read.
func WithFiles(dir string) Option { return func(c *config) { c.host.FileRoot = dir } }

// WithViewport sets the size of pages in CSS px; 800×600 without it.
func WithViewport(width, height int) Option {
	return func(c *config) { c.host.Width, c.host.Height = width, height }
}

// WithScale sets the device pixels a CSS px; 1 without it.
func WithScale(scale float64) Option { return func(c *config) { c.host.Scale = scale } }

// WithVirtualTime gives pages a virtual clock that begins at start; the zero time is now.
func WithVirtualTime(start time.Time) Option {
	return func(c *config) { c.host.VirtualTime, c.host.StartTime = true, start }
}

// WithSeed makes Math.random repeatable. With virtual time it always is.
func WithSeed(seed uint64) Option { return func(c *config) { c.host.Seed = seed } }

// WithOffline allows no network: only roots, handlers, files, data: and blob: URLs load.
func WithOffline() Option { return func(c *config) { c.host.Offline = true } }

// WithoutPrivateNetworks refuses loopback, private and link-local addresses, checked on the address that is dialled.
func WithoutPrivateNetworks() Option { return func(c *config) { c.host.BlockPrivate = true } }

// WithProfile keeps localStorage in the folder dir. Without it nothing outlives the browser.
func WithProfile(dir string) Option { return func(c *config) { c.host.ProfileDir = dir } }

// WithUserAgent sets the User-Agent header and navigator.userAgent.
func WithUserAgent(ua string) Option { return func(c *config) { c.host.UserAgent = ua } }

// WithDarkScheme makes prefers-color-scheme dark.
func WithDarkScheme() Option { return func(c *config) { c.host.DarkScheme = true } }

// WithReducedMotion makes prefers-reduced-motion reduce.
func WithReducedMotion() Option { return func(c *config) { c.host.ReducedMotion = true } }

// WithClassicScrollbars makes scrollbars take 15 px of their box. Without it they lie over the content and take nothing.
func WithClassicScrollbars() Option { return func(c *config) { c.host.ClassicScrollbars = true } }

// Limits bound what a page may take: PageBytes all of it but what scripts hold, ScriptHeapBytes that, and the others single things. Zero is the default,
// negative is no limit.
type Limits struct {
	// ScriptHeapBytes ends a page whose script heap grows beyond it, with a *CrashError; 4 GB by default.
	ScriptHeapBytes int64
	// CallDepth is how many script calls may nest before a RangeError; 10,000 by default.
	CallDepth int
	// ImagePixels is the largest image that is decoded; 64 Mi pixels by default. A larger one is broken.
	ImagePixels int64
	// BodyBytes is the largest resource that is loaded; 512 MB by default. A larger one fails.
	BodyBytes int64
	// PageBytes ends a page whose document, styles, boxes, display lists, fonts and pictures take more together, with a *CrashError that says
	// which of them are the largest; 4 GB by default. What scripts hold is not part of it.
	PageBytes int64
	// SurfacePixels is the largest picture that Screenshot and Picture make; 256 Mi pixels by default. A larger one is a *PictureSizeError.
	SurfacePixels int64
}

// WithLimits sets the limits of pages.
func WithLimits(l Limits) Option { return func(c *config) { c.host.Limits = host.Limits(l) } }

// Message is what a page wrote to its console, or what the engine says of a page: errors that nothing caught, resources that do not load.
type Message struct {
	Page   *Page
	Level  string // log, debug, info, warning, error
	Text   string
	URL    string // of the script, "" if unknown
	Line   int    // from 1; 0 if unknown
	Column int
	Stack  string // of an error that nothing caught
}

// WithConsole calls f for each message. f runs on the page's goroutine: it must not call methods of the page.
func WithConsole(f func(Message)) Option { return func(c *config) { c.console = f } }

// Dialog is what a page asks the user.
type Dialog struct {
	Page    *Page
	Kind    string // alert, confirm, prompt, print, or beforeunload: whether the page may be left
	Message string
	Default string // of a prompt
}

// WithDialogs answers dialogs. Without it confirm is true, prompt gives its default and pages are left. f runs on the page's goroutine.
func WithDialogs(f func(Dialog) (ok bool, text string)) Option {
	return func(c *config) { c.onDialog = f }
}

// WithVerify compares each incremental pass with a cold one; differences are console errors. For tests of the engine.
func WithVerify() Option { return func(c *config) { c.host.Verify = true } }

// Popup is a page that a page opened: by window.open, or a link or a form with a target.
type Popup struct {
	Opener *Page
	Page   *Page  // who gets it closes it; it stays when Opener is closed
	URL    string // where it goes; "" for nowhere
	Name   string // of the window, as targets name it
	Popup  bool   // it asks to be shown without the bars of a browser
	// Left and Top are where it asks to be on the screen, in px, if Placed.
	Left, Top int
	Placed    bool
}

// WithPopups calls f for each page that a page opens, before that loads anything. f runs on the page's goroutine: it must not call methods of pages that
// wait, but may hand the page to another goroutine. Page.Opener and Browser.Pages tell of such pages too.
func WithPopups(f func(Popup)) Option { return func(c *config) { c.onPopup = f } }

// PopupPolicy says when pages may open pages.
type PopupPolicy uint8

const (
	// PopupsOfUser lets a page open one page after the user did something on it: a click or a key; an Eval counts as that.
	PopupsOfUser = PopupPolicy(host.PopupsOfUser)
	// PopupsAlways lets pages open pages whenever they like.
	PopupsAlways = PopupPolicy(host.PopupsAlways)
	// PopupsBlocked lets pages open none.
	PopupsBlocked = PopupPolicy(host.PopupsBlocked)
)

// WithPopupPolicy says when pages may open pages; PopupsOfUser without it.
func WithPopupPolicy(p PopupPolicy) Option {
	return func(c *config) { c.host.Popups = host.PopupPolicy(p) }
}

// Download is a resource that a page does not show: an attachment, a type that is none of pages, or what a link with a download attribute names.
type Download struct {
	Page *Page
	URL  string
	Name string // a file name to suggest, without folders
	MIME string // its type as the server names it
	Size int64  // in bytes; -1: unknown
	// Body is the resource. It may be read on any goroutine, and is closed by who got it.
	Body io.ReadCloser
}

// WithDownloads calls f for each download; without it they are dropped. f runs on the page's goroutine: it must not call methods of the page. It may read Body
// there, or hand it to another goroutine.
func WithDownloads(f func(Download)) Option { return func(c *config) { c.onDownload = f } }
