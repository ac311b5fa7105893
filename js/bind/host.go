package bind

import (
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
)

// TaskSource names a queue of the event loop.
// https://html.spec.whatwg.org/multipage/webappapis.html#generic-task-sources
type TaskSource uint8

const (
	SourceDOM TaskSource = iota
	SourceUser
	SourceNetwork
	SourceHistory
	SourceTimer
	SourceRendering
	SourceMessage
	SourceMedia
	SourceIdle
	TaskSourceCount
)

// ConsoleLevel of a message.
type ConsoleLevel uint8

const (
	ConsoleLog ConsoleLevel = iota
	ConsoleDebug
	ConsoleInfo
	ConsoleWarn
	ConsoleError
)

func (l ConsoleLevel) String() string {
	return [...]string{"log", "debug", "info", "warning", "error"}[l]
}

// ConsoleMessage is what a page said, or what the engine says of a page.
type ConsoleMessage struct {
	Level  ConsoleLevel
	Text   string // as a person reads it
	URL    string // of the script, "" if unknown
	Line   int    // 1-based; 0 if unknown
	Column int
	Stack  string // of an uncaught error
}

// Host is what the bindings ask of a page's host. All methods are called on the event loop.
type Host interface {
	// Post queues a task that runs fn on the event loop, with a microtask checkpoint after it.
	Post(w *Window, source TaskSource, fn func())
	// PostFromAnywhere is Post for other goroutines. While begin has been called and done has not, the page is not
	// idle: virtual time stands still for the network.
	Begin() (done func(fn func()))
	// After runs fn as a timer task once delay has passed on the page's clock; the result cancels it.
	After(w *Window, delay time.Duration, fn func()) (cancel func())
	// Now is the page's clock: the time of performance.now in ms since the window's time origin.
	Now() float64
	// WallTime is the time of Date.
	WallTime() time.Time
	// NeedFrame asks for a rendering opportunity: requestAnimationFrame callbacks wait, or something is to be seen.
	NeedFrame(w *Window)

	// UpdateViewport brings the size of the window's viewport up to the layouts around its frame.
	UpdateViewport(w *Window)
	// UpdateStyle and UpdateLayout bring the window's styles, or styles and layout, up to the document.
	UpdateStyle(w *Window)
	UpdateLayout(w *Window)

	// ElementsConnected, Disconnected, AttrChanged and ChildrenChanged forward the store's hooks for Watched elements.

	// Navigate follows a link or sets location, of w for the window by. It reports false where by may not navigate w.
	Navigate(w, by *Window, url net.URL, o NavigateOptions) bool
	Reload(w, by *Window, o NavigateOptions)
	// Stop ends what the window's frame and those in it load.
	Stop(w *Window)
	// Download hands what is at a URL to the embedder, under a name that the page suggests ("": none).
	Download(w *Window, url net.URL, name string)
	// History of the page's top window.
	HistoryLength(w *Window) int
	HistoryGo(w *Window, delta int)
	// HistoryPush adds or replaces an entry of the window's document.
	HistoryPush(w *Window, state, navState *js.Serialized, url net.URL, replace bool)
	// Entries are those of the window's frame, and the index of the current one: -1 where the window is gone.
	Entries(w *Window) (l []*SessionEntry, at int)
	// TraverseTo goes to one of them; gone is called where that does not come about.
	TraverseTo(w *Window, to *SessionEntry, gone func())
	// Activation is the entry that was shown before the window's document, and the type of the navigation that led to it, "" for none.
	Activation(w *Window) (from *SessionEntry, typ string)
	// Initial reports whether the window shows the about:blank with which its frame began.
	Initial(w *Window) bool
	// ScrollToEntry scrolls to the fragment of the window's URL or, if back, to where the entry was left.
	ScrollToEntry(w *Window, back bool)

	// DocumentParser is the state of the parser of the window's document. DocumentOpening stops a navigation that is under way. DocumentOpen gives the document, whose
	// tree is empty, a URL and a parser that script feeds: DocumentWrite inserts at its insertion point, DocumentClose ends its input.
	DocumentParser(w *Window) ParserState
	DocumentOpening(w *Window)
	DocumentOpen(w *Window, u net.URL)
	DocumentWrite(w *Window, text string)
	DocumentClose(w *Window)

	// Sheet is the style sheet that a style or link element owns, nil if none. Sheets are the document's, in order.
	Sheet(el dom.NodeID) *style.Sheet
	Sheets(w *Window) []*style.Sheet
	// SheetChanged says that a sheet was edited by script.
	SheetChanged(w *Window, s *style.Sheet)

	// Image is the state of an img element.
	Image(el dom.NodeID) ImageInfo
	// LoadImage starts loading an image for an element outside a document (new Image().src = …).
	LoadImage(w *Window, el dom.NodeID)
	// FrameWindow is the window of an iframe's document, nil if it has none.
	FrameWindow(el dom.NodeID) *Window

	// Scrolled says that script scrolled a box of the element (the document element for the viewport).
	Scrolled(w *Window, el dom.NodeID)

	// AddBlobURL makes a blob: URL of an origin for bytes; RevokeBlobURL ends it.
	AddBlobURL(origin string, body []byte, typ string) string
	RevokeBlobURL(url string)

	// ElementFromPoint is the topmost element at a place of the viewport, 0 for none.
	ElementFromPoint(w *Window, x, y float32) dom.NodeID
	// ElementsFromPoint are all elements there, topmost first.
	ElementsFromPoint(w *Window, x, y float32) []dom.NodeID

	// RuleFonts are the faces of the window's @font-face rules, in order. NewFont makes a face for script: of the sources of face, or
	// of data; it counts for texts while it is added. LoadFont begins to load a face. The host calls [Window.FontsChanged] when a
	// status changes.
	RuleFonts(w *Window) []RuleFont
	NewFont(w *Window, face style.FontFace, data []byte) FontID
	AddFont(w *Window, id FontID, add bool)
	LoadFont(w *Window, id FontID)
	FontStatus(w *Window, id FontID) FontStatus

	Console(m ConsoleMessage)
	// Interrupted tells of a script that was ended from outside: a time or heap limit.
	Interrupted(err *js.Interrupted)
	// Dialog shows alert, confirm or prompt and waits. Headless hosts answer at once.
	Dialog(w *Window, kind, message, def string) (ok bool, text string)
	// FindWindow is the window of a name that w can reach, nil for none.
	FindWindow(w *Window, name string) *Window
	// Open opens a top window for w and navigates it for the window by; nil where that is not allowed, and where neither shall know of the other.
	Open(w, by *Window, o Opening) *Window
	// CloseWindow is window.close, called by script of the window by. Closing reports whether it was called and w will close.
	CloseWindow(w, by *Window)
	Closing(w *Window) bool
	// Place is where the page's window is on the screen, and its size, px. SetPlace moves and resizes it, soon, where script may: a popup.
	Place(w *Window) Place
	SetPlace(w *Window, p Place)
	TitleChanged(w *Window)
	// ExecuteScriptElement prepares a script that script inserted, or whose src or text was set.
	RunScriptElement(el dom.NodeID)
}

// ImageInfo is what an img element shows.
type ImageInfo struct {
	NaturalWidth, NaturalHeight int
	Complete                    bool
	Broken                      bool
	CurrentSrc                  string
}

// Place is a rectangle on the screen, px.
type Place struct{ Left, Top, Width, Height int }

// NavigateOptions say how a navigation goes.
type NavigateOptions struct {
	FormData     *FormData      // what Form was made of, if it is a POST
	Replace      bool           // the current history entry
	Push         bool           // a new one, even for the same URL
	NavState     *js.Serialized // of the navigation API for the entry
	Form         *Submission    // nil: none
	NoReferrer   bool
	UserInvolved bool       // the user asked for it
	Source       *nodeState // the element that did, nil for none
}

// Submission is a form's data on its way.
type Submission struct {
	Method      string
	ContentType string
	Body        []byte
}
