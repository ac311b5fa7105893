package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/storage"
)

// Page is one top-level browsing context. Its methods may be called from any goroutine.
type Page struct {
	*agent
	id int

	ctx    context.Context // ends with the page
	cancel context.CancelFunc
	done   chan struct{}

	opener  *Page // that opened it by script and can be reached from it; it may have ended
	session *storage.Session

	top          *frame // nil once the page has ended
	history      history
	pointing     pointing
	width        int
	height       int
	scale        float64
	framesWarned bool
	isPopup      bool         // opened to be shown without the bars of a browser
	place        bind.Place   // on the screen, as far as script knows: what it asked for comes soon
	popupSandbox bind.Sandbox // of all its top documents
	openedBy     *frame       // whose script opened it and can be reached from it; nil once that page has closed
	scriptMade   bool         // it was opened by a script whose page is gone
	closing      bool         // window.close was called
}

// Errors of pages.
var (
	// ErrClosed: the page was closed.
	ErrClosed = errors.New("the page is closed")
	// ErrInCallback: a function that the page called, such as Options.Console, asked the page to do something and wait for it. Both would wait for ever; ask
	// from another goroutine.
	ErrInCallback = errors.New("a function that the page calls cannot wait for the page; ask from another goroutine")
)

// errBrowserClosed is ErrClosed in other words.
var errBrowserClosed error = browserClosed{}

type browserClosed struct{}

func (browserClosed) Error() string        { return "the browser is closed" }
func (browserClosed) Is(target error) bool { return target == ErrClosed }

// CrashError is why a page ended by itself: a bug of the engine, or a limit.
type CrashError struct {
	URL    string
	Reason string
	Stack  string // of the panic; "" otherwise
}

func (e *CrashError) Error() string { return fmt.Sprintf("the page %s ended: %s", e.URL, e.Reason) }

// ScriptTimeoutError: a script ran when the caller's time was up, and was ended.
type ScriptTimeoutError struct {
	Where string // script and line
	Err   error  // the context's
}

func (e *ScriptTimeoutError) Error() string { return "ended while a script was running: " + e.Where }
func (e *ScriptTimeoutError) Unwrap() error { return e.Err }

// ScriptError is an error that a script threw, in words: the exception itself stays with the page.
type ScriptError struct {
	Message string // as Error.toString gives it, with the stack
}

func (e *ScriptError) Error() string { return e.Message }

// scriptError makes what leaves the page of an error: a *ScriptError of what script threw and of source that does not parse.
func scriptError(err error) error {
	if ex, ok := errors.AsType[*js.Exception](err); ok {
		return &ScriptError{ex.Error()}
	}
	if e, ok := errors.AsType[*js.SyntaxError](err); ok {
		return &ScriptError{e.Error()}
	}
	return err
}

// NewPage opens a page that shows about:blank.
func (b *Browser) NewPage() (*Page, error) {
	a, err := b.newAgent(b.opt.StartTime)
	if err != nil {
		return nil, err
	}
	p := a.newPage(b.store.NewSession())
	if !p.register() {
		a.cancel()
		a.runtime.Close()
		return nil, errBrowserClosed
	}
	started := make(chan struct{})
	go a.serve(p, started)
	<-started
	return p, nil
}

// newPage makes a page of the agent, which is not known to anybody yet.
func (a *agent) newPage(s *storage.Session) *Page {
	o := &a.browser.opt
	p := &Page{agent: a, done: make(chan struct{}), session: s, history: history{pending: -1}, width: o.Width, height: o.Height, scale: o.Scale}
	p.ctx, p.cancel = context.WithCancel(a.ctx)
	return p
}

// register makes the page one of the agent's and the browser's. It reports false where the browser is closed.
func (p *Page) register() bool {
	b := p.browser
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		p.cancel()
		return false
	}
	p.id = b.nextID
	b.nextID++
	b.pages[p.id] = p
	p.pages = append(slices.Clip(p.pages), p)
	return true
}

func (p *Page) url() string {
	if p.top != nil {
		return p.top.url.Href()
	}
	return "about:blank"
}

// Do runs f on the page's goroutine, between tasks, and waits for it. When ctx ends first, a script that f runs is interrupted;
// f itself must return soon after: it is given a short time, and then the error is a *StuckError. What f writes is
// the caller's only if the error is none of those. For a function that the page calls, such as Options.Console, it is ErrInCallback.
func (p *Page) Do(ctx context.Context, f func() error) error {
	if p.inCallback() {
		return ErrInCallback
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	result := make(chan error, 1)
	begun := make(chan struct{})
	ok := p.loop.postFromAnywhere(func() {
		close(begun)
		p.enterCall()
		defer p.leaveCall()
		if ctx.Err() != nil {
			p.forgetInterrupt()
			result <- ctx.Err()
			return
		}
		if p.top == nil { // closed meanwhile
			result <- errEnding
			return
		}
		end := p.interruptWith(ctx)
		err := scriptError(f())
		p.afterTask()
		p.measureAgain = time.Time{} // what a call leaves counts, whenever the last look was
		if p.measure(); p.crash != nil && err == nil {
			err = errEnding
		}
		where := end()
		if ctx.Err() != nil {
			p.forgetInterrupt() // one that met no script is not for the next
		}
		switch {
		case where == "":
			if ctx.Err() != nil && (err == nil || err == errEnding) { // a pass may have been ended
				err = ctx.Err()
			}
		case ctx.Err() != nil:
			err = &ScriptTimeoutError{Where: where, Err: ctx.Err()}
		default: // nobody's time was up: the page is ending
			err = errEnding
		}
		result <- err
	})
	if !ok {
		return p.ended()
	}
	select {
	case err := <-result:
		if err == errEnding {
			return p.ended()
		}
		return err
	case <-ctx.Done():
		// The loop may be in a script of a task of its own: end that script.
		select {
		case <-begun:
		default:
			p.interruptTask(ctx.Err())
		}
		select {
		case err := <-result:
			if err == errEnding {
				return p.ended()
			}
			var st *ScriptTimeoutError
			if errors.As(err, &st) {
				return err
			}
			if err == nil || errors.Is(err, ctx.Err()) {
				if w := p.takeInterrupted(); w != "" {
					return &ScriptTimeoutError{Where: w, Err: ctx.Err()}
				}
				return ctx.Err()
			}
			return err
		case <-p.done:
			return p.ended()
		case <-time.After(p.watch.patience()):
			return p.stuck(ctx.Err())
		}
	case <-p.done:
		return p.ended()
	}
}

// errEnding: a script or a pass of a call was ended because the page ends, or the call's time is up.
var errEnding = errors.New("the page is ending")

func (p *Page) ended() error {
	<-p.done
	if p.crash != nil {
		return p.crash
	}
	return ErrClosed
}

// Crash is why the page ended by itself, or nil.
func (p *Page) Crash() error {
	select {
	case <-p.done:
		return p.crash
	default:
		return nil
	}
}

// Close ends the page and gives its memory back; what it shares with pages that its scripts opened, or that opened it, goes with the last of them. It waits
// for that, but not for ever: a page that cannot be ended is a *StuckError, and gives its memory back when it comes to an end by itself. A second call does
// nothing. A function that the page calls does not wait.
func (p *Page) Close() error {
	if p.shares() {
		return p.closeShared()
	}
	p.agent.cancel()
	p.stop.Set(stop.Closing)
	p.runtime.Interrupt(ErrClosed)
	if p.inCallback() {
		return nil
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(p.watch.patience()):
		return p.stuck(ErrClosed)
	}
}

// closeShared closes a page whose agent has others. A script of any of them is let end first, and is ended if it takes too long.
func (p *Page) closeShared() error {
	if p.inCallback() {
		p.loop.postFromAnywhere(func() { p.closePage(p) })
		return nil
	}
	for range 2 { // what ran when the first one's time was up was ended for it
		ctx, cancel := context.WithTimeout(context.Background(), p.watch.patience())
		err := p.Do(ctx, func() error { p.closePage(p); return nil })
		cancel()
		var stuck *StuckError
		if errors.As(err, &stuck) {
			return p.stuck(ErrClosed)
		}
		select {
		case <-p.done:
			return nil
		default:
		}
	}
	select {
	case <-p.done:
		return nil
	case <-time.After(p.watch.patience()):
		return p.stuck(ErrClosed)
	}
}

// Done is closed when the page has ended.
func (p *Page) Done() <-chan struct{} { return p.done }

// Opener is the page whose script opened this one; nil where there is none, or it was told not to be known.
func (p *Page) Opener() *Page { return p.opener }

// Wait lets the page run, and a virtual clock pass, until done reports true (asked on the page's goroutine after each task),
// until nothing more can happen within limit of the page's clock, or until ctx ends. idle: the page is left when nothing more
// happens, though done is not true; with a virtual clock always. It reports whether done was true.
func (p *Page) Wait(ctx context.Context, limit time.Duration, idle bool, done func() bool) (ok bool, err error) {
	if p.inCallback() {
		return false, ErrInCallback
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	res := make(chan struct{})
	met := false
	posted := p.loop.postFromAnywhere(func() {
		w := &waiter{
			idle: idle, until: p.loop.clock.Now() + limit, result: res,
			cancelled: func() bool {
				if p.top == nil { // closed
					return true
				}
				if ctx.Err() == nil {
					return false
				}
				p.stop.Clear(stop.Task)
				p.forgetInterrupt() // one that met no script is not for the next, the condition's included
				return true
			},
			done: func() bool {
				if done != nil && done() {
					met = true
				}
				return met
			},
		}
		p.loop.waiters = append(p.loop.waiters, w)
		if !p.loop.clock.virtual && limit > 0 { // the machine's clock: wake up at the limit
			p.loop.afterDelay(limit, func() { w.expired = true })
		}
	})
	if !posted {
		return false, p.ended()
	}
	select {
	case <-res:
	case <-p.done:
		return false, p.ended()
	case <-ctx.Done():
		p.interruptTask(ctx.Err())
		p.loop.postFromAnywhere(func() {})
		select {
		case <-res:
		case <-p.done:
			return false, p.ended()
		case <-time.After(p.watch.patience()):
			return false, p.stuck(ctx.Err())
		}
	}
	if err := ctx.Err(); err != nil && !met {
		if w := p.takeInterrupted(); w != "" {
			return false, &ScriptTimeoutError{Where: w, Err: err}
		}
		return false, err
	}
	if err := p.crashed(); err != nil {
		return met, err
	}
	return met, nil
}

func (p *Page) crashed() error {
	select {
	case <-p.done:
		return p.ended()
	default:
		return nil
	}
}

// say hands a message to the console.
func (p *Page) say(m bind.ConsoleMessage) {
	if f := p.browser.opt.Console; f != nil {
		p.callback(func() { f(p, m) })
	}
}

// warn tells of something that the engine met.
func (p *Page) warn(format string, args ...any) {
	p.say(bind.ConsoleMessage{Level: bind.ConsoleWarn, Text: fmt.Sprintf(format, args...)})
}

// ReportMemory adds the rows of the page. A page that is busy is asked between two of its tasks; if it does not come to that soon, it has a row that says so.
// For a function that the page calls there are none.
func (p *Page) ReportMemory(r *perf.Report) {
	if p.inCallback() {
		return
	}
	own := make(chan *perf.Report, 1)
	if !p.loop.postFromAnywhere(func() {
		o := &perf.Report{}
		p.reportMemory(o)
		own <- o
	}) {
		return
	}
	select {
	case o := <-own:
		r.Rows = append(r.Rows, o.Rows...)
	case <-p.done:
	case <-time.After(p.watch.patience()):
		r.Count("live/busy-pages", 1, "Pages that are in the middle of something long: their rows are missing.")
	}
}

func (p *Page) reportMemory(r *perf.Report) {
	prefix := fmt.Sprintf("explicit/window-objects/top(%s, id=%d)/active/window(%s)", perf.Segment(p.url()), p.id, perf.Segment(p.url()))
	if p == p.first() { // what pages share is the oldest one's
		p.dom.ReportMemory(r, prefix)
		p.world.ReportMemory(r, prefix)
		p.runtime.ReportMemory(r, prefix+"/js-realm("+perf.Segment(p.url())+")")
		for _, h := range p.runtime.HeldHandles() {
			r.Count("held/"+h.Class.Name, h.Count, "Script objects of this interface.")
		}
		r.Count("live/timers", int64(len(p.loop.timers)), "Timers that wait.")
	}
	if p.top != nil {
		p.top.reportMemory(r, prefix)
		r.Bytes(prefix+"/pointers", p.pointing.bytes(), "Pointing devices, what they are over, and what matches :hover and :active.")
	}
}

// Navigation timing and the like are in ms since the page's time origin.
func (p *Page) nowMs() float64 { return float64(p.loop.clock.read().Nanoseconds()) / 1e6 }

// URL is the address of the page's document. It may be asked for by functions that the page calls, such as Options.Console.
func (p *Page) URL() net.URL {
	if p.inCallback() {
		return p.top.url
	}
	var u net.URL
	_ = p.Do(context.Background(), func() error { u = p.top.url; return nil })
	return u
}
