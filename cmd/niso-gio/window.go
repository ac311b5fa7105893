package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"gioui.org/app"
	"gioui.org/f32"
	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/system"
	"gioui.org/io/transfer"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/js/bind"
)

// window shows a page, or what keeps the page from being shown. Fields below mu are shared, those above it are Gio's goroutine's once the
// window runs.
type window struct {
	opt     *options
	target  string // the address to begin with
	browser *host.Browser
	win     *app.Window
	started time.Time
	log     io.Writer // of frames, or nil

	ops     op.Ops
	keys    keyboard
	wheel   float32         // CSS px a unit of Gio's scroll events
	at      f32.Point       // of the last pointer event, in device pixels
	buttons pointer.Buttons // that are down
	shown   string          // title that the window has
	frames  int
	focused bool // the focus was asked for

	mu       sync.Mutex
	stderr   io.Writer
	page     *pane // nil after a crash
	trouble  *pane // shown instead of page when something keeps it from being shown
	failure  failure
	loads    int // serial of loads that the window asked for
	size     action
	toCopy   *string // waits for a frame to go to the clipboard
	closing  bool
	closeErr error
}

// failure is what trouble tells of.
type failure struct{ url, reason string }

// run shows the window until it is closed or ctx ends.
func run(ctx context.Context, opt *options, stderr io.Writer) error {
	w := &window{opt: opt, started: time.Now(), win: new(app.Window), stderr: stderr, wheel: 1}
	w.size = action{kind: actResize, width: opt.width, height: opt.height, scale: 1}
	ho := host.Options{
		Width: opt.width, Height: opt.height, DarkScheme: opt.dark, Offline: opt.offline, ProfileDir: opt.profile, UserAgent: opt.userAgent, OwnClipboard: true,
		Popups: host.PopupsBlocked, // there is one window, and the console says what it did not open
		Frame:  w.wanted, LoadFailed: func(p *host.Page, url string, err error) { go w.fail(url, err) },
	}
	if !opt.quiet {
		ho.Console = w.console
	}
	var err error
	if w.target, err = ho.Target(opt.page, opt.root, opt.url); err != nil {
		return err
	}
	if opt.framesLog != "" {
		f, err := os.Create(opt.framesLog)
		if err != nil {
			return err
		}
		defer f.Close()
		w.log = f
	}
	if w.browser, err = host.NewBrowser(ho); err != nil {
		return err
	}
	if err := w.reopen(w.target); err != nil {
		w.browser.Close()
		return err
	}
	w.win.Option(app.Title(w.target), app.Size(unit.Dp(opt.width), unit.Dp(opt.height)))
	defer context.AfterFunc(ctx, func() { w.close(ctx.Err()) })()
	if opt.exitAfter > 0 {
		defer time.AfterFunc(opt.exitAfter, func() { w.close(nil) }).Stop()
	}
	err = w.loop()
	w.mu.Lock()
	panes := []*pane{w.page, w.trouble}
	err = errors.Join(err, w.closeErr)
	w.page, w.trouble = nil, nil
	w.mu.Unlock()
	for _, p := range panes {
		if p != nil {
			p.close()
		}
	}
	return errors.Join(err, w.browser.Close())
}

// close asks the window to close. It may be called from any goroutine.
func (w *window) close(err error) {
	w.mu.Lock()
	w.closing, w.closeErr = true, err
	w.mu.Unlock()
	w.win.Invalidate()
}

// console writes what pages say, a line each, with where it came from.
func (w *window) console(_ *host.Page, m bind.ConsoleMessage) {
	at := ""
	if m.URL != "" && m.Line > 0 {
		at = fmt.Sprintf(" (%s:%d:%d)", m.URL, m.Line, m.Column)
	}
	w.say("%s: %s%s", m.Level, m.Text, at)
}

func (w *window) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.stderr, format+"\n", args...)
}

// wanted is told by a page that it wants to be painted.
func (w *window) wanted(page *host.Page) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range []*pane{w.page, w.trouble} {
		if p != nil && p.page == page {
			p.poke()
		}
	}
}

// active is the pane that is shown.
func (w *window) active() *pane {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.trouble != nil {
		return w.trouble
	}
	return w.page
}

// open makes a pane with a new page in the window's size.
func (w *window) open() (*pane, error) {
	page, err := w.browser.NewPage()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	size := w.size
	w.mu.Unlock()
	var p *pane
	p = newPane(page, w.win.Invalidate, func(err error) { go w.crashed(p, err) })
	p.do(size)
	return p, nil
}

// reopen replaces the page, if there is one, by a new one that loads url.
func (w *window) reopen(url string) error {
	p, err := w.open()
	if err != nil {
		return err
	}
	w.mu.Lock()
	old := w.page
	w.page = p
	w.mu.Unlock()
	if old != nil {
		old.close()
	}
	w.load(url, func(ctx context.Context) error { return p.page.Navigate(ctx, url) })
	return nil
}

// load runs a navigation of the page without waiting for it. Once it is done, what kept the page from being shown is forgotten.
func (w *window) load(url string, f func(ctx context.Context) error) {
	w.mu.Lock()
	w.loads++
	serial := w.loads
	p := w.page
	w.mu.Unlock()
	go func() {
		err := f(p.ctx)
		w.mu.Lock()
		last := serial == w.loads
		w.mu.Unlock()
		var crash *host.CrashError
		switch {
		case !last || errors.Is(err, context.Canceled) || errors.Is(err, host.ErrClosed) || errors.As(err, &crash): // crashed tells of crashes
		case err != nil:
			w.fail(url, err)
		default:
			w.dismiss()
		}
		p.poke()
	}()
}

// fail shows why a page could not be loaded. The console has told of it.
func (w *window) fail(url string, err error) {
	reason := strings.TrimPrefix(err.Error(), url+": ")
	w.explain(failure{url, reason}, "This page cannot be shown", "F5 tries again; Alt+Left goes back to the page before.")
}

// crashed shows why a page ended.
func (w *window) crashed(p *pane, err error) {
	w.mu.Lock()
	current := w.page == p
	if current {
		w.page = nil
	}
	w.mu.Unlock()
	if !current {
		return
	}
	var crash *host.CrashError
	errors.As(err, &crash)
	w.explain(failure{crash.URL, crash.Reason}, "This page has ended", "F5 loads it again.")
	p.close()
}

// explain shows a message in place of the page.
func (w *window) explain(f failure, title, advice string) {
	w.mu.Lock()
	same := w.trouble != nil && w.failure == f
	w.mu.Unlock()
	if same {
		return
	}
	if w.opt.quiet {
		w.say("niso-gio: %s: %s", f.url, f.reason)
	}
	p, err := w.open()
	if err == nil {
		err = p.page.SetContent(p.ctx, troublePage(title, f.url, f.reason, advice), "")
	}
	if err != nil {
		w.say("niso-gio: cannot show a message: %v", err)
		return
	}
	w.mu.Lock()
	old := w.trouble
	w.trouble, w.failure = p, f
	w.mu.Unlock()
	p.poke()
	if old != nil {
		old.close()
	}
}

// dismiss shows the page again.
func (w *window) dismiss() bool {
	w.mu.Lock()
	old := w.trouble
	if old == nil || w.page == nil {
		w.mu.Unlock()
		return false
	}
	w.trouble, w.failure = nil, failure{}
	size := w.size
	w.mu.Unlock()
	w.page.do(size)
	w.win.Invalidate()
	old.close()
	return true
}

// reload loads the page again, or what could not be loaded.
func (w *window) reload() {
	w.mu.Lock()
	p, f, trouble := w.page, w.failure, w.trouble != nil
	w.mu.Unlock()
	switch {
	case p == nil:
		if err := w.reopen(f.url); err != nil {
			w.say("niso-gio: %v", err)
		}
	case trouble:
		w.load(f.url, func(ctx context.Context) error { return p.page.Navigate(ctx, f.url) })
	default:
		p.unhang()
		w.load("the page", p.page.ReloadPage)
	}
}

// travel goes through the history, in which what could not be loaded is too.
func (w *window) travel(delta int) {
	w.mu.Lock()
	p := w.page
	w.mu.Unlock()
	if p == nil {
		return
	}
	p.unhang()
	w.load("the page", func(ctx context.Context) error { _, err := p.page.Travel(ctx, delta); return err })
}

// loop is Gio's goroutine.
func (w *window) loop() error {
	for {
		switch e := w.win.Event().(type) {
		case app.DestroyEvent:
			if e.Err != nil && w.frames == 0 {
				return fmt.Errorf("no window can be shown: %w; is there a display (DISPLAY, WAYLAND_DISPLAY)?", e.Err)
			}
			return e.Err
		case app.ViewEvent:
			w.wheel = wheelScale(e)
		case app.FrameEvent:
			w.frame(e)
			w.settle()
		default:
			w.settle()
		}
	}
}

// settle does to the window what cannot be done in a frame: its title, and closing it.
func (w *window) settle() {
	w.mu.Lock()
	closing := w.closing
	w.mu.Unlock()
	if closing {
		w.win.Perform(system.ActionClose)
		return
	}
	if p := w.active(); p != nil {
		if title, _ := p.state(); title != w.shown && title != "" {
			w.shown = title
			w.win.Option(app.Title(title))
		}
	}
}

// frame takes input and draws.
func (w *window) frame(e app.FrameEvent) {
	w.resize(e)
	w.input(e)
	w.ops.Reset()
	uploads := 0
	area := clip.Rect{Max: e.Size}.Push(&w.ops)
	event.Op(&w.ops, w)
	if p := w.active(); p != nil {
		_, cursor := p.state()
		cursors[cursor].Add(&w.ops)
		uploads = p.tiles.draw(func(at image.Point, im paint.ImageOp) {
			off := op.Offset(at).Push(&w.ops)
			box := clip.Rect{Max: im.Size()}.Push(&w.ops)
			im.Add(&w.ops)
			paint.PaintOp{}.Add(&w.ops)
			box.Pop()
			off.Pop()
		})
	}
	area.Pop()
	e.Frame(&w.ops)
	w.frames++
	if w.log != nil {
		fmt.Fprintf(w.log, "%d %.1f %d %d %d\n", w.frames, float64(time.Since(w.started).Microseconds())/1000, uploads, e.Size.X, e.Size.Y)
	}
}

// resize tells the pages of a new size: CSS px are Gio's dp.
func (w *window) resize(e app.FrameEvent) {
	scale := float64(e.Metric.PxPerDp)
	if !(scale > 0) {
		scale = 1
	}
	scale = min(scale, 8)
	side := func(px int) int { return min(max(1, int(math.Ceil(float64(px)/scale))), maxSide) }
	size := action{kind: actResize, width: side(e.Size.X), height: side(e.Size.Y), scale: scale}
	w.mu.Lock()
	same := w.size.width == size.width && w.size.height == size.height && w.size.scale == size.scale
	w.size = size
	panes := []*pane{w.page, w.trouble}
	w.mu.Unlock()
	if same {
		return
	}
	for _, p := range panes {
		if p != nil {
			p.do(size)
		}
	}
}

// textType is what Gio calls the text of a clipboard.
const textType = "application/text"

// input hands what came to the page that is shown.
func (w *window) input(e app.FrameEvent) {
	src := e.Source
	far := pointer.ScrollRange{Min: math.MinInt32, Max: math.MaxInt32}
	anyMods := key.ModCtrl | key.ModCommand | key.ModShift | key.ModAlt | key.ModSuper
	filters := []event.Filter{
		pointer.Filter{Target: w, Kinds: pointer.Press | pointer.Release | pointer.Move | pointer.Drag | pointer.Enter | pointer.Leave | pointer.Cancel | pointer.Scroll, ScrollX: far, ScrollY: far},
		key.FocusFilter{Target: w},
		key.Filter{Focus: w, Optional: anyMods},
		key.Filter{Focus: w, Name: key.NameTab, Optional: anyMods},
		transfer.TargetFilter{Target: w, Type: textType},
	}
	do := func(a action) {
		if p := w.active(); p != nil {
			p.do(a)
		}
	}
	for {
		ev, ok := src.Event(filters...)
		if !ok {
			break
		}
		switch ev := ev.(type) {
		case pointer.Event:
			w.pointer(ev, do)
		case key.Event:
			if !w.shortcut(ev, src.Execute, do) {
				w.keys.event(ev, do)
			}
		case key.SelectionEvent:
			w.follow(key.Range(ev), src.Execute)
		case transfer.DataEvent:
			w.paste(ev, do)
		default:
			w.keys.event(ev, do)
		}
	}
	w.keys.commit(do)
	w.mu.Lock()
	text := w.toCopy
	w.toCopy = nil
	w.mu.Unlock()
	if text != nil {
		src.Execute(clipboard.WriteCmd{Type: textType, Data: io.NopCloser(strings.NewReader(*text))})
	}
	if !w.focused {
		w.focused = true
		src.Execute(key.FocusCmd{Tag: w})
	}
}

// follow tells the input method that its text is where it put it, near the place of the last click.
func (w *window) follow(r key.Range, execute func(input.Command)) {
	execute(key.SelectionCmd{Tag: w, Range: r, Caret: key.Caret{Pos: w.at, Ascent: 16, Descent: 4}})
}

// pointer hands a pointer event on.
func (w *window) pointer(e pointer.Event, do func(action)) {
	w.mu.Lock()
	scale := float32(w.size.scale)
	w.mu.Unlock()
	w.at = e.Position
	a := action{x: e.Position.X / scale, y: e.Position.Y / scale, mods: modifiers(e.Modifiers)}
	switch e.Kind {
	case pointer.Move, pointer.Drag, pointer.Enter:
		a.kind = actMove
		do(a)
	case pointer.Scroll:
		a.kind, a.dx, a.dy = actWheel, e.Scroll.X*w.wheel, e.Scroll.Y*w.wheel
		do(a)
	case pointer.Press, pointer.Release, pointer.Cancel:
		now := e.Buttons
		if e.Kind == pointer.Cancel {
			now = 0
		}
		for _, b := range buttons {
			switch was, is := w.buttons&b.gio != 0, now&b.gio != 0; {
			case !was && is:
				a.kind, a.button = actDown, b.page
				do(a)
			case was && !is:
				a.kind, a.button = actUp, b.page
				do(a)
			}
		}
		w.buttons = now
	}
}

var buttons = [...]struct {
	gio  pointer.Buttons
	page int
}{{pointer.ButtonPrimary, host.ButtonLeft}, {pointer.ButtonTertiary, host.ButtonMiddle}, {pointer.ButtonSecondary, host.ButtonRight}}

// shortcut does what a key of the window's own means, and reports whether the page is not to see the key.
func (w *window) shortcut(e key.Event, execute func(input.Command), do func(action)) bool {
	if e.State != key.Press {
		return false
	}
	switch {
	case e.Name == key.NameF5 && e.Modifiers&^key.ModCtrl == 0, e.Name == "R" && e.Modifiers == key.ModShortcut:
		w.reload()
	case e.Name == key.NameLeftArrow && e.Modifiers == key.ModAlt:
		w.travel(-1)
	case e.Name == key.NameRightArrow && e.Modifiers == key.ModAlt:
		w.travel(+1)
	case e.Modifiers == key.ModShortcut && (e.Name == "C" || e.Name == "X"):
		w.keys.event(e, do)
		w.copy(e.Name == "X", do)
		return true
	case e.Modifiers == key.ModShortcut && e.Name == "V":
		w.keys.event(e, do)
		execute(clipboard.ReadCmd{Tag: w})
		return true
	default:
		return false
	}
	return true
}

// copy puts what is selected on the clipboard once the page has said what it is, and takes it out of the page if cut.
func (w *window) copy(cut bool, do func(action)) {
	p := w.active()
	do(action{kind: actCall, call: func(ctx context.Context) error {
		text, err := p.page.SelectedText(ctx)
		if err != nil || text == "" {
			return err
		}
		w.mu.Lock()
		w.toCopy = &text
		w.mu.Unlock()
		w.win.Invalidate()
		if cut {
			return p.page.Press(ctx, "Delete")
		}
		return nil
	}})
}

// maxPaste bounds the text that is taken from the clipboard.
const maxPaste = 1 << 20

// paste types the text of the clipboard.
func (w *window) paste(e transfer.DataEvent, do func(action)) {
	r := e.Open()
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxPaste))
	if err != nil || len(text) == 0 {
		return
	}
	do(action{kind: actText, text: strings.ToValidUTF8(strings.ReplaceAll(string(text), "\r\n", "\n"), "\ufffd")})
}
