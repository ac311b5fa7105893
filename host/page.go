package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
	"github.com/niso-engine/niso/storage"
)

// Page is one top-level browsing context. Its methods may be called from any goroutine.
type Page struct {
	browser *Browser
	id      int

	loop   *loop
	ctx    context.Context // ends with the page
	cancel context.CancelFunc
	done   chan struct{}

	atoms   *atom.Table
	frames  map[*dom.Document]*frame
	session *storage.Session
	dom     *dom.Store
	runtime *js.Runtime
	world   *bind.World
	timers  *perf.Timers
	stop    *stop.Signal // ends the passes

	top           *frame
	history       history
	crash         error // why the page ended, other than Close
	width         int
	height        int
	scale         float64
	jsMemory      jsMemory
	interruptedMu sync.Mutex
	interruptedAt string
	callMu        sync.Mutex
	inCall        bool // a function of Do runs
	callInterrupt bool // interruptTask was called since the last call began
	watch         watch
	framesWarned  bool
	measureAgain  time.Time    // see measure
	calling       atomic.Int32 // depth of the embedder's functions that run on the page's goroutine
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
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, errBrowserClosed
	}
	id := b.nextID
	b.nextID++
	b.mu.Unlock()

	ctx, cancel := context.WithCancel(context.Background())
	p := &Page{
		browser: b, id: id, ctx: ctx, cancel: cancel, done: make(chan struct{}),
		width: b.opt.Width, height: b.opt.Height, scale: b.opt.Scale,
		timers: perf.NewTimers(b.opt.Record), frames: make(map[*dom.Document]*frame), session: b.store.NewSession(), jsMemory: newJSMemory(),
	}
	p.watch.grace = b.opt.Grace
	p.stop = &stop.Signal{Check: p.measure}
	p.loop = newLoop(newClock(b.opt.VirtualTime, b.opt.StartTime))
	p.loop.after = p.afterTask
	p.loop.render = p.render
	p.loop.begun = func() {
		select {
		case b.working <- struct{}{}:
		default:
		}
	}
	p.atoms = atom.NewTable()
	p.dom = dom.NewStore(p.atoms)
	var err error
	p.runtime, err = js.OpenRuntime(js.Options{
		HeapLimit: max(0, b.opt.Limits.ScriptHeapBytes), CallDepth: b.opt.Limits.CallDepth,
		Now: func() time.Time { return p.loop.clock.origin.Add(p.loop.clock.read()) }, Seed: b.opt.Seed,
		Uncaught: p.uncaught, Rejection: p.rejection, DOMException: bind.NewDOMException, Stopped: p.stop.Stopped,
	})
	if err != nil {
		cancel()
		return nil, err
	}
	p.world = bind.NewWorld(p.runtime, p.dom)
	p.loop.idle = func() bool {
		collected := p.world.Idle()
		if collected { // callbacks of FinalizationRegistry
			p.afterTask()
		}
		return collected
	}
	p.setHooks()
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		cancel()
		p.runtime.Close()
		return nil, errBrowserClosed
	}
	b.pages[id] = p
	b.mu.Unlock()

	started := make(chan struct{})
	go p.serve(started)
	<-started
	return p, nil
}

// serve is the page's goroutine.
func (p *Page) serve(started chan struct{}) {
	p.watch.goroutine.Store(goroutineID())
	defer close(p.done)
	defer p.release()
	defer func() {
		if r := recover(); r != nil {
			p.crash = &CrashError{URL: p.url(), Reason: fmt.Sprintf("internal error: %v", r), Stack: string(debug.Stack())}
			p.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: p.crash.Error() + "\n" + string(debug.Stack())})
		}
	}()
	func() {
		defer close(started)
		p.top = p.newFrame(nil, 0)
		p.top.showBlank()
	}()
	p.loop.run(p.ctx)
}

// release gives all of the page back. It runs last on the page's goroutine.
func (p *Page) release() {
	p.cancel()
	func() {
		defer func() { _ = recover() }() // after a crash the state may be anything
		if p.top != nil {
			p.top.destroy()
		}
	}()
	p.browser.blobs.release(p)
	if p.crash == nil {
		p.printJSMemory("freed")
	}
	p.runtime.Close()
	p.browser.mu.Lock()
	delete(p.browser.pages, p.id)
	p.browser.mu.Unlock()
	p.top, p.world, p.dom, p.atoms = nil, nil, nil, nil
	p.history = history{}
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

// inCallback reports whether a function runs that the page calls, and this is its goroutine.
func (p *Page) inCallback() bool {
	return p.calling.Load() > 0 && goroutineID() == p.watch.goroutine.Load()
}

// callback runs a function of the embedder on the page's goroutine.
func (p *Page) callback(f func()) {
	p.calling.Add(1)
	defer p.calling.Add(-1)
	f()
}

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

// Close ends the page and gives its memory back. It waits for that, but not for ever: a page that cannot be ended is a *StuckError,
// and gives its memory back when it comes to an end by itself. A second call does nothing. A function that the page calls does not wait.
func (p *Page) Close() error {
	p.cancel()
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

// interruptWith ends the script or the pass that runs when ctx does. end says where the script was that was ended, "" if none.
func (p *Page) interruptWith(ctx context.Context) (end func() string) {
	done := make(chan struct{})
	undo := context.AfterFunc(ctx, func() {
		p.stop.Set(stop.Call)
		p.runtime.Interrupt(ctx.Err())
		close(done)
	})
	return func() string {
		if !undo() { // what has begun is not to reach the next script
			<-done
		}
		p.stop.Clear(stop.Call)
		return p.takeInterrupted()
	}
}

// interruptTask ends the script or the pass that runs in a task of the page's own. While a call of somebody runs it does nothing: that one is not to end for
// another's time.
func (p *Page) interruptTask(reason error) {
	p.callMu.Lock()
	defer p.callMu.Unlock()
	if !p.inCall {
		p.stop.Set(stop.Task)
		p.runtime.Interrupt(reason)
		p.callInterrupt = true
	}
}

// enterCall begins a call. An interrupt of a task that met no script is not for it.
func (p *Page) enterCall() {
	p.watch.stuck.Store(false) // it answers
	p.callMu.Lock()
	p.inCall = true
	forget := p.callInterrupt
	p.callInterrupt = false
	p.callMu.Unlock()
	if forget {
		p.stop.Clear(stop.Task)
		p.forgetInterrupt()
	}
}

func (p *Page) leaveCall() {
	p.callMu.Lock()
	p.inCall = false
	p.callMu.Unlock()
}

// forgetInterrupt ends an interrupt that no script has met: it is not for the next. A script that does nothing meets it.
func (p *Page) forgetInterrupt() {
	if p.top != nil && p.top.window != nil && p.top.window.ScriptDepth() == 0 {
		_, _ = p.top.window.Realm.Run(nothing)
	}
}

var nothing = func() *js.Program {
	prog, err := js.CompileScript(js.Source{Name: "nothing", Text: "0"})
	if err != nil {
		panic(err)
	}
	return prog
}()

// takeInterrupted is where the last script that was interrupted was, and forgets it.
func (p *Page) takeInterrupted() string {
	p.interruptedMu.Lock()
	defer p.interruptedMu.Unlock()
	w := p.interruptedAt
	p.interruptedAt = ""
	return w
}

// afterTask is what follows each task: microtasks, then wrappers.
func (p *Page) afterTask() {
	p.checkpoint()
	p.world.EndTask()
	p.stop.Measured()
	if p.top != nil {
		p.top.afterTask()
	}
}

// checkpoint performs a microtask checkpoint.
func (p *Page) checkpoint() {
	t := p.timers.Begin(perf.Script)
	err := p.world.Checkpoint()
	t.End()
	p.interrupted(err)
	if p.jsMemory.every != 0 {
		p.printJSMemory("checkpoint")
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

// uncaught receives errors of jobs that nothing caught.
func (p *Page) uncaught(r *js.Report) {
	if w, ok := r.Realm.Data.(*bind.Window); ok {
		w.ReportUncaught(r)
	}
}

func (p *Page) rejection(r *js.Realm, promise js.Value, handled bool) {
	if w, ok := r.Data.(*bind.Window); ok {
		w.TrackRejection(promise, handled)
	}
}

// interrupted notes where a script was that was ended from outside. It reports whether err was such an end.
func (p *Page) interrupted(err error) bool {
	var in *js.Interrupted
	if !errors.As(err, &in) {
		return false
	}
	at := "unknown place"
	for _, f := range in.Stack {
		if f.Line > 0 {
			at = fmt.Sprintf("%s, line %d", f.File, f.Line)
			break
		}
		if at == "unknown place" && f.File != "" && !strings.HasPrefix(f.File, "<") {
			at = f.File
		}
	}
	p.interruptedMu.Lock()
	p.interruptedAt = at
	p.interruptedMu.Unlock()
	if errors.Is(in.Reason, js.ErrHeapLimit) {
		p.end(&CrashError{URL: p.url(), Reason: fmt.Sprintf("its script heap is larger than %d bytes (Limits.ScriptHeapBytes), in %s", p.browser.opt.Limits.ScriptHeapBytes, at)})
	}
	return true
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
	p.dom.ReportMemory(r, prefix)
	p.world.ReportMemory(r, prefix)
	p.runtime.ReportMemory(r, prefix+"/js-realm("+perf.Segment(p.url())+")")
	for _, h := range p.runtime.HeldHandles() {
		r.Count("held/"+h.Class.Name, h.Count, "Script objects of this interface.")
	}
	r.Count("live/timers", int64(len(p.loop.timers)), "Timers that wait.")
	if p.top != nil {
		p.top.reportMemory(r, prefix)
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
