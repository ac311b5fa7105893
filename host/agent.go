package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
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
)

// agent is what pages share that can reach each other: a page and those that its scripts opened, and theirs. It is one goroutine with an event loop, one
// script heap, one node store; a page of it has a viewport, a frame tree and a session history of its own. It ends with its last page.
//
// https://html.spec.whatwg.org/multipage/document-sequences.html#browsing-context-groups
type agent struct {
	browser *Browser

	loop   *loop
	ctx    context.Context // ends with the last page
	cancel context.CancelFunc

	atoms   *atom.Table
	frames  map[*dom.Document]*frame // of all pages
	dom     *dom.Store
	runtime *js.Runtime
	world   *bind.World
	timers  *perf.Timers
	stop    *stop.Signal // ends the passes

	pages  []*Page // in the order in which they were opened; written by the goroutine, with Browser.mu held
	ending bool    // all of it goes

	crash         error // why the pages ended, other than Close
	jsMemory      jsMemory
	interruptedMu sync.Mutex
	interruptedAt string
	callMu        sync.Mutex
	inCall        bool // a function of Do runs
	callInterrupt bool // interruptTask was called since the last call began
	watch         watch
	measureAgain  time.Time    // see measure
	calling       atomic.Int32 // depth of the embedder's functions that run on the goroutine
}

// newAgent makes an agent without pages, whose clock begins at a time of day; zero: now. Its goroutine is started by serve.
func (b *Browser) newAgent(start time.Time) (*agent, error) {
	ctx, cancel := context.WithCancel(context.Background())
	a := &agent{browser: b, ctx: ctx, cancel: cancel, timers: perf.NewTimers(b.opt.Record), frames: make(map[*dom.Document]*frame), jsMemory: newJSMemory()}
	a.watch.grace = b.opt.Grace
	a.stop = &stop.Signal{Check: a.measure}
	a.loop = newLoop(newClock(b.opt.VirtualTime, start))
	a.loop.after = a.afterTask
	a.loop.render = a.render
	a.loop.begun = func() {
		select {
		case b.working <- struct{}{}:
		default:
		}
	}
	a.atoms = atom.NewTable()
	a.dom = dom.NewStore(a.atoms)
	var err error
	a.runtime, err = js.OpenRuntime(js.Options{
		HeapLimit: max(0, b.opt.Limits.ScriptHeapBytes), CallDepth: b.opt.Limits.CallDepth,
		Now: func() time.Time { return a.loop.clock.origin.Add(a.loop.clock.read()) }, Seed: b.opt.Seed,
		Uncaught: a.uncaught, Rejection: a.rejection, DOMException: bind.NewDOMException, Stopped: a.stop.Stopped,
	})
	if err != nil {
		cancel()
		return nil, err
	}
	a.world = bind.NewWorld(a.runtime, a.dom)
	a.world.OnBroadcast = func(m *bind.Broadcast) { b.broadcast(a, m) }
	a.loop.idle = func() bool {
		collected := a.world.Idle()
		if collected { // callbacks of FinalizationRegistry
			a.afterTask()
		}
		return collected
	}
	a.setHooks()
	return a, nil
}

// serve is the goroutine.
func (a *agent) serve(first *Page, started chan struct{}) {
	a.watch.goroutine.Store(goroutineID())
	defer a.release()
	defer func() {
		if r := recover(); r != nil {
			a.crash = &CrashError{URL: a.url(), Reason: fmt.Sprintf("internal error: %v", r), Stack: string(debug.Stack())}
			a.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: a.crash.Error() + "\n" + string(debug.Stack())})
		}
	}()
	func() {
		defer close(started)
		first.top = first.newFrame(nil, 0)
		first.top.showBlank(documentOptions{})
	}()
	a.loop.run(a.ctx)
}

// release gives all back. It runs last on the goroutine.
func (a *agent) release() {
	a.ending = true
	a.cancel()
	pages := slices.Clone(a.pages)
	for _, p := range pages {
		p.cancel()
		func() {
			defer func() { _ = recover() }() // after a crash the state may be anything
			if p.top != nil {
				p.top.destroy()
			}
		}()
		a.browser.blobs.release(p)
	}
	if a.crash == nil {
		a.printJSMemory("freed")
	}
	a.runtime.Close()
	b := a.browser
	b.mu.Lock()
	a.pages = nil
	for _, p := range pages {
		delete(b.pages, p.id)
	}
	b.mu.Unlock()
	a.world, a.dom, a.atoms = nil, nil, nil
	for _, p := range pages {
		p.top, p.history, p.pointing = nil, history{}, pointing{}
		close(p.done)
	}
}

// closePage ends one of the pages, on the goroutine; the others go on. With the last one all ends.
func (a *agent) closePage(p *Page) {
	if p.top == nil {
		return
	}
	if len(a.pages) == 1 {
		a.cancel()
		a.stop.Set(stop.Closing)
		a.runtime.Interrupt(ErrClosed)
		return
	}
	p.cancel()
	p.top.destroy()
	p.top, p.history, p.pointing = nil, history{}, pointing{}
	a.browser.blobs.release(p)
	b := a.browser
	b.mu.Lock()
	a.pages = slices.DeleteFunc(slices.Clone(a.pages), func(o *Page) bool { return o == p })
	delete(b.pages, p.id)
	b.mu.Unlock()
	close(p.done)
	a.dropOpener(p)
	a.loop.answerWaiters() // its own
}

// first is the oldest page: it stands for all where one is to be named. nil at the very end.
func (a *agent) first() *Page {
	if len(a.pages) == 0 {
		return nil
	}
	return a.pages[0]
}

func (a *agent) url() string {
	if p := a.first(); p != nil {
		return p.url()
	}
	return "about:blank"
}

// say hands a message to the console that no page in particular says.
func (a *agent) say(m bind.ConsoleMessage) {
	if p := a.first(); p != nil {
		p.say(m)
	}
}

// shares reports whether other pages live in the agent.
func (p *Page) shares() bool {
	p.browser.mu.Lock()
	defer p.browser.mu.Unlock()
	return len(p.pages) > 1
}

// render is a rendering opportunity.
func (a *agent) render() {
	for _, p := range slices.Clone(a.pages) {
		if p.top != nil {
			p.render()
		}
	}
}

// inCallback reports whether a function runs that the page calls, and this is its goroutine.
func (a *agent) inCallback() bool {
	return a.calling.Load() > 0 && goroutineID() == a.watch.goroutine.Load()
}

// callback runs a function of the embedder on the page's goroutine.
func (a *agent) callback(f func()) {
	a.calling.Add(1)
	defer a.calling.Add(-1)
	f()
}

// interruptWith ends the script or the pass that runs when ctx does. end says where the script was that was ended, "" if none.
func (a *agent) interruptWith(ctx context.Context) (end func() string) {
	done := make(chan struct{})
	undo := context.AfterFunc(ctx, func() {
		a.stop.Set(stop.Call)
		a.runtime.Interrupt(ctx.Err())
		close(done)
	})
	return func() string {
		if !undo() { // what has begun is not to reach the next script
			<-done
		}
		a.stop.Clear(stop.Call)
		return a.takeInterrupted()
	}
}

// interruptTask ends the script or the pass that runs in a task of the page's own. While a call of somebody runs it does nothing: that one is not to end for
// another's time.
func (a *agent) interruptTask(reason error) {
	a.callMu.Lock()
	defer a.callMu.Unlock()
	if !a.inCall {
		a.stop.Set(stop.Task)
		a.runtime.Interrupt(reason)
		a.callInterrupt = true
	}
}

// enterCall begins a call. An interrupt of a task that met no script is not for it.
func (a *agent) enterCall() {
	a.watch.stuck.Store(false) // it answers
	a.callMu.Lock()
	a.inCall = true
	forget := a.callInterrupt
	a.callInterrupt = false
	a.callMu.Unlock()
	if forget {
		a.stop.Clear(stop.Task)
		a.forgetInterrupt()
	}
}

func (a *agent) leaveCall() {
	a.callMu.Lock()
	a.inCall = false
	a.callMu.Unlock()
}

// forgetInterrupt ends an interrupt that no script has met: it is not for the next. A script that does nothing meets it.
func (a *agent) forgetInterrupt() {
	if a.runtime.Running() {
		return
	}
	for _, p := range a.pages {
		if p.top != nil && p.top.window != nil {
			_, _ = p.top.window.Realm.Run(nothing)
			return
		}
	}
}

// takeInterrupted is where the last script that was interrupted was, and forgets it.
func (a *agent) takeInterrupted() string {
	a.interruptedMu.Lock()
	defer a.interruptedMu.Unlock()
	w := a.interruptedAt
	a.interruptedAt = ""
	return w
}

// afterTask is what follows each task: microtasks, then wrappers.
func (a *agent) afterTask() {
	a.checkpoint()
	a.world.EndTask()
	a.stop.Measured()
	for _, p := range a.pages {
		if p.top != nil {
			p.top.afterTask()
		}
	}
}

// checkpoint performs a microtask checkpoint.
func (a *agent) checkpoint() {
	t := a.timers.Begin(perf.Script)
	err := a.world.Checkpoint()
	t.End()
	a.interrupted(err)
	if a.jsMemory.every != 0 {
		a.printJSMemory("checkpoint")
	}
}

// uncaught receives errors of jobs that nothing caught.
func (a *agent) uncaught(r *js.Report) {
	if w, ok := r.Realm.Data.(*bind.Window); ok {
		w.ReportUncaught(r)
	}
}

func (a *agent) rejection(r *js.Realm, promise js.Value, handled bool) {
	if w, ok := r.Data.(*bind.Window); ok {
		w.TrackRejection(promise, handled)
	}
}

// interrupted notes where a script was that was ended from outside. It reports whether err was such an end.
func (a *agent) interrupted(err error) bool {
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
	a.interruptedMu.Lock()
	a.interruptedAt = at
	a.interruptedMu.Unlock()
	if errors.Is(in.Reason, js.ErrHeapLimit) {
		a.end(&CrashError{URL: a.url(), Reason: fmt.Sprintf("its script heap is larger than %d bytes (Limits.ScriptHeapBytes), in %s", a.browser.opt.Limits.ScriptHeapBytes, at)})
	}
	return true
}

var nothing = func() *js.Program {
	prog, err := js.CompileScript(js.Source{Name: "nothing", Text: "0"})
	if err != nil {
		panic(err)
	}
	return prog
}()
