package bind

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/text"
)

// testHost is a page without network, painting and frames: what the tests of bindings need.
type testHost struct {
	t       testing.TB
	rt      *js.Runtime
	store   *dom.Store
	world   *World
	win     *Window
	styler  *style.Styler
	layout  *layout.Tree
	fonts   *text.FontSet
	now     time.Duration
	tasks   []func()
	timers  []*testTimer
	seq     int
	frame   bool
	console []string
	history []*SessionEntry
	url     net.URL
	went    []string // navigations
	sheets  []*style.Sheet
	sheetOf map[dom.NodeID]*style.Sheet
	fontAt  map[FontID]FontStatus
	fontSeq int
}

type testTimer struct {
	at  time.Duration
	seq int
	fn  func()
}

func newTestHost(t testing.TB, markup string) *testHost {
	h := &testHost{t: t, url: net.MustParse("http://localhost/dir/page.html?q#h"), sheetOf: map[dom.NodeID]*style.Sheet{}}
	h.rt = js.NewRuntime(js.Options{
		Now: func() time.Time { return time.Unix(1000, 0).Add(h.now) }, Seed: 1, DOMException: NewDOMException,
		Uncaught:  func(r *js.Report) { r.Realm.Data.(*Window).ReportUncaught(r) },
		Rejection: func(r *js.Realm, p js.Value, handled bool) { r.Data.(*Window).TrackRejection(p, handled) },
	})
	h.store = dom.NewStore(atom.NewTable())
	h.world = NewWorld(h.rt, h.store)
	doc := h.store.NewDocument(true)
	doc.URL, doc.ContentType, doc.Encoding = h.url.Href(), "text/html", "UTF-8"
	h.fonts = text.Default().NewSet()
	h.styler = style.New(doc)
	h.layout = layout.New(doc, h.styler, h.fonts, layout.Options{Viewport: geom.Size{W: geom.FromInt(800), H: geom.FromInt(600)}, Host: h})
	hooks := &h.store.Hooks
	hooks.Connected = func(els []dom.NodeID) {
		for _, el := range els {
			if doc.IsHTMLElement(el, atomScript) && doc.Flags(el)&dom.ParserMade == 0 {
				h.RunScriptElement(el)
			}
			if doc.IsHTMLElement(el, atomStyle) {
				h.sheet(el)
			}
			if n := doc.LocalName(el); n == atom.Static("base") {
				h.win.BaseChanged()
			}
			h.world.Connected(el)
		}
	}
	hooks.Disconnected = func(els []dom.NodeID) {
		for _, el := range els {
			h.world.Disconnected(el)
			if s := h.sheetOf[el]; s != nil {
				delete(h.sheetOf, el)
				h.setSheets()
			}
		}
	}
	hooks.AttrChanged = h.world.AttrChanged
	hooks.ChildrenChanged = func(el dom.NodeID) {
		if doc.IsHTMLElement(el, atomStyle) && doc.IsConnected(el) {
			h.sheet(el)
		}
		h.world.ChildrenChanged(el)
	}
	h.win = h.world.NewWindow(WindowOptions{Doc: doc, URL: h.url, Origin: h.url.Origin(), Styler: h.styler, Layout: h.layout, Host: h, Width: 800, Height: 600, Scale: 1})
	p := html.New(doc, html.Options{Scripting: true, AllowDeclarativeShadow: true, Script: func(el dom.NodeID) bool { h.RunScriptElement(el); return false }, Done: func(el dom.NodeID) {
		if doc.IsHTMLElement(el, atomStyle) {
			h.sheet(el)
		}
		h.world.ParserDone(el)
	}})
	p.Write(markup)
	p.End()
	h.win.SetReadyState("interactive")
	h.win.FireNode(doc.Node, "DOMContentLoaded", true, false)
	h.win.SetReadyState("complete")
	h.win.FireLoad()
	h.world.Checkpoint()
	h.world.EndTask()
	return h
}

func (h *testHost) sheet(el dom.NodeID) {
	s := h.sheetOf[el]
	if s == nil {
		s = &style.Sheet{Owner: el}
		h.sheetOf[el] = s
	}
	s.CSS = parseTestSheet(string(h.store.TextContent(nil, el)), h.store.Atoms)
	h.setSheets()
	h.styler.SheetChanged(s)
}

func (h *testHost) setSheets() {
	h.sheets = h.sheets[:0:0]
	var els []dom.NodeID
	for el := range h.sheetOf {
		els = append(els, el)
	}
	sortNodes(h.store, els)
	for _, el := range els {
		h.sheets = append(h.sheets, h.sheetOf[el])
	}
	h.styler.SetSheets(append(h.sheets[:len(h.sheets):len(h.sheets)], h.win.AdoptedSheets()...))
}

func (h *testHost) AdoptedSheetsChanged(*Window) { h.setSheets() }

// run runs a script as the page would and what follows from it: microtasks, tasks, timers, frames.
func (h *testHost) run(src string) []string {
	h.eval(src)
	h.settle()
	out := h.console
	h.console = nil
	return out
}

func (h *testHost) eval(src string) js.Value {
	p, err := js.CompileScript(js.Source{Name: "test.js", Text: src})
	if err == nil {
		var v js.Value
		if v, err = h.win.Realm.Run(p); err == nil {
			h.world.Checkpoint()
			return v
		}
	}
	var ex *js.Exception
	if errors.As(err, &ex) {
		h.win.Report(err)
	} else {
		h.t.Error(err)
	}
	h.world.Checkpoint()
	return js.Undefined
}

// settle lets everything happen that can.
func (h *testHost) settle() {
	for n := 0; n < 10000; n++ {
		switch {
		case len(h.tasks) > 0:
			f := h.tasks[0]
			h.tasks = h.tasks[1:]
			f()
		case h.frame:
			h.frame = false
			h.now += 16 * time.Millisecond
			h.win.BeforeFrame()
			h.win.RunAnimationFrames(h.Now())
			h.UpdateLayout(h.win)
			for range 8 {
				if !h.win.RunResizeObservers() {
					break
				}
				h.UpdateLayout(h.win)
			}
			h.win.RunIntersectionObservers()
		case len(h.timers) > 0:
			sort.SliceStable(h.timers, func(i, j int) bool {
				return h.timers[i].at < h.timers[j].at || h.timers[i].at == h.timers[j].at && h.timers[i].seq < h.timers[j].seq
			})
			t := h.timers[0]
			h.timers = h.timers[1:]
			h.now = max(h.now, t.at)
			t.fn()
		default:
			h.world.Checkpoint()
			h.world.EndTask()
			return
		}
		h.world.Checkpoint()
		h.world.EndTask()
	}
}

func (h *testHost) close() {
	h.win.Close()
	h.layout.Close()
	h.fonts.Close()
	h.rt.Close()
}

func (h *testHost) Post(w *Window, _ TaskSource, fn func()) { h.tasks = append(h.tasks, fn) }
func (h *testHost) Begin() func(func())                     { return func(f func()) { h.tasks = append(h.tasks, f) } }
func (h *testHost) After(w *Window, d time.Duration, fn func()) func() {
	h.seq++
	t := &testTimer{h.now + d, h.seq, fn}
	h.timers = append(h.timers, t)
	return func() {
		for i, o := range h.timers {
			if o == t {
				h.timers = append(h.timers[:i:i], h.timers[i+1:]...)
				return
			}
		}
	}
}
func (h *testHost) Now() float64           { return float64(h.now) / 1e6 }
func (h *testHost) WallTime() time.Time    { return time.Unix(1000, 0).Add(h.now) }
func (h *testHost) NeedFrame(*Window)      { h.frame = true }
func (h *testHost) UpdateViewport(*Window) {}
func (h *testHost) UpdateStyle(*Window)    { h.styler.Update() }
func (h *testHost) UpdateLayout(*Window)   { h.styler.Update(); h.layout.Update() }
func (h *testHost) Navigate(w, _ *Window, u net.URL, o NavigateOptions) bool {
	s, form := u.Href(), o.Form
	if form != nil {
		s = form.Method + " " + s + " " + form.ContentType + " " + string(form.Body)
	}
	if u.EqualsWithoutFragment(w.url) && form == nil && u.Hash() != w.url.Hash() {
		old := w.url
		w.SetURL(u)
		w.Doc.URL = u.Href()
		w.FireHashChange(old.Href(), u.Href())
		return true
	}
	h.went = append(h.went, s)
	return true
}
func (h *testHost) Stop(*Window) {}
func (h *testHost) Download(_ *Window, u net.URL, name string) {
	h.went = append(h.went, "download "+u.Href()+" "+name)
}
func (h *testHost) FindWindow(*Window, string) *Window     { return nil }
func (h *testHost) Closing(*Window) bool                   { return false }
func (h *testHost) Place(w *Window) Place                  { return Place{Width: w.opt.Width, Height: w.opt.Height} }
func (h *testHost) SetPlace(*Window, Place)                {}
func (h *testHost) Reload(_, _ *Window, _ NavigateOptions) { h.went = append(h.went, "reload") }
func (h *testHost) HistoryLength(*Window) int              { return len(h.history) + 1 }
func (h *testHost) HistoryGo(*Window, int)                 {}
func (h *testHost) HistoryPush(w *Window, state, navState *js.Serialized, u net.URL, replace bool) {
	h.history = append(h.history, &SessionEntry{URL: u, State: state, NavState: navState})
	w.SetURL(u)
	w.Doc.URL = u.Href()
}
func (h *testHost) Entries(w *Window) ([]*SessionEntry, int) {
	l := append([]*SessionEntry{{URL: w.url}}, h.history...)
	return l, len(l) - 1
}
func (h *testHost) TraverseTo(*Window, *SessionEntry, func())  {}
func (h *testHost) Activation(*Window) (*SessionEntry, string) { return nil, "" }
func (h *testHost) Initial(*Window) bool                       { return false }
func (h *testHost) ScrollToEntry(*Window, bool)                {}
func (h *testHost) DocumentWrite(*Window, string)              {}
func (h *testHost) DocumentParser(*Window) ParserState         { return ParserState{} }
func (h *testHost) DocumentOpening(*Window)                    {}
func (h *testHost) DocumentOpen(*Window, net.URL)              {}
func (h *testHost) DocumentClose(*Window)                      {}
func (h *testHost) Sheet(el dom.NodeID) *style.Sheet           { return h.sheetOf[el] }
func (h *testHost) Sheets(*Window) []*style.Sheet              { return h.sheets }
func (h *testHost) SheetChanged(_ *Window, s *style.Sheet)     { h.styler.SheetChanged(s) }
func (h *testHost) Image(dom.NodeID) ImageInfo                 { return ImageInfo{Complete: true} }
func (h *testHost) LoadImage(*Window, dom.NodeID)              {}
func (h *testHost) FrameWindow(dom.NodeID) *Window             { return nil }
func (h *testHost) Scrolled(*Window, dom.NodeID)               {}
func (h *testHost) AddBlobURL(string, []byte, string) string   { return "blob:x" }
func (h *testHost) RevokeBlobURL(string)                       {}
func (h *testHost) ElementsFromPoint(w *Window, x, y float32) []dom.NodeID {
	if n := h.ElementFromPoint(w, x, y); n != 0 {
		return []dom.NodeID{n}
	}
	return nil
}

func (h *testHost) ElementFromPoint(w *Window, x, y float32) dom.NodeID {
	h.UpdateLayout(w)
	var best dom.NodeID
	for n := w.Doc.Following(w.Doc.Node, w.Doc.Node); n != 0; n = w.Doc.Following(n, w.Doc.Node) {
		if w.Doc.Kind(n) == dom.KindElement {
			if r, ok := h.layout.BoundingClientRect(n); ok && x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H {
				best = n
			}
		}
	}
	return best
}
func (h *testHost) Console(m ConsoleMessage) {
	s := m.Text
	if m.Level != ConsoleLog {
		s = m.Level.String() + ": " + s
	}
	h.console = append(h.console, s)
}
func (h *testHost) Dialog(_ *Window, kind, message, def string) (bool, string) {
	h.console = append(h.console, kind+": "+message)
	return true, def
}
func (h *testHost) Open(_, _ *Window, o Opening) *Window { return nil }
func (h *testHost) CloseWindow(_, _ *Window)             {}
func (h *testHost) TitleChanged(*Window)                 {}
func (h *testHost) RunScriptElement(el dom.NodeID) {
	if h.store.Flags(el)&dom.ScriptStarted != 0 {
		return
	}
	src := string(h.store.TextContent(nil, el))
	if src == "" {
		return
	}
	h.store.SetFlags(el, dom.ScriptStarted, true)
	prev := h.win.SetCurrentScript(el)
	h.eval(src)
	h.win.SetCurrentScript(prev)
}

// layout.Host
func (h *testHost) Replaced(dom.NodeID) (layout.Replaced, bool) { return layout.Replaced{}, false }
func (h *testHost) ImageSize(string) (float32, float32, bool)   { return 0, 0, false }
func (h *testHost) ControlValue(n dom.NodeID) (string, bool)    { return h.world.ControlText(n) }

var _ Host = (*testHost)(nil)

// expectLines runs a script in a page and compares what the console says, line by line.
func expectLines(t *testing.T, markup, script string, want ...string) {
	t.Helper()
	h := newTestHost(t, markup)
	defer h.close()
	got := strings.Join(h.run(script), "\n")
	if w := strings.Join(want, "\n"); got != w {
		t.Errorf("script %s\n got:\n%s\nwant:\n%s", short(script), indent(got), indent(w))
	}
}

func short(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}

func indent(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }

var _ = fmt.Sprint

func (h *testHost) Interrupted(err *js.Interrupted) {}

func (h *testHost) RuleFonts(w *Window) (out []RuleFont) {
	for i, f := range h.styler.FontFaces() {
		out = append(out, RuleFont{ID: FontID(i + 1), Face: f})
	}
	return out
}

func (h *testHost) NewFont(_ *Window, _ style.FontFace, data []byte) FontID {
	h.fontSeq++
	id := FontID(100 + h.fontSeq)
	if data != nil {
		h.fontStatus(id, FontLoaded)
	}
	return id
}

func (h *testHost) fontStatus(id FontID, s FontStatus) {
	if h.fontAt == nil {
		h.fontAt = map[FontID]FontStatus{}
	}
	h.fontAt[id] = s
}
func (h *testHost) AddFont(*Window, FontID, bool) {}

// LoadFont loads local fonts and fails to load others.
func (h *testHost) LoadFont(w *Window, id FontID) {
	h.fontStatus(id, FontLoading)
	to := FontError
	if f := h.styler.FontFaces(); int(id) <= len(f) && f[id-1].Src[0].Local != "" {
		to = FontLoaded
	}
	h.tasks = append(h.tasks, func() { h.fontStatus(id, to); w.FontsChanged() })
}
func (h *testHost) FontStatus(_ *Window, id FontID) FontStatus { return h.fontAt[id] }
