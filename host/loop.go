package host

import (
	"container/heap"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/js/bind"
)

// loop is the event loop of a page.
// https://html.spec.whatwg.org/multipage/webappapis.html#event-loops
//
// Tasks wait in one queue a source; the order within a source is kept, and sources are served by priority. Other goroutines hand
// tasks in through a mutex-guarded list (a lock-free queue was measured elsewhere against a mutex, and lost).
type loop struct {
	clock clock

	queues [bind.TaskSourceCount]taskQueue
	timers timerHeap
	seq    uint64

	mu       sync.Mutex
	incoming []func()
	wake     chan struct{}

	pending int // loads and the like begun and not done

	starved int // how often a virtual clock went on by itself since it skipped time: see starve
	atOnce  int // tasks since a virtual clock skipped time, modulo maxTasksAtOnce: see starve

	frame frameState

	// after runs when a task is done: microtasks, wrappers.
	after func()
	// render is the rendering opportunity.
	render func()
	// idle runs before the loop sleeps for longer than idleTime, or without a time. It reports whether it did anything.
	idle func() bool

	waiters []*waiter
	stopped bool

	// A virtual clock that follows another one: time passes up to follow, in ns of this clock, also where nobody waits. followers are the loops that
	// follow this one; they are of other goroutines.
	follow    atomic.Int64
	followers []follower

	working atomic.Bool // the loop does not sleep
	begun   func()      // called when it wakes up
}

type taskQueue struct {
	list []func()
	head int
}

func (q *taskQueue) push(f func()) { q.list = append(q.list, f) }

func (q *taskQueue) pop() func() {
	if q.head == len(q.list) {
		return nil
	}
	f := q.list[q.head]
	q.list[q.head] = nil
	if q.head++; q.head == len(q.list) {
		q.list, q.head = q.list[:0], 0
	}
	return f
}

func (q *taskQueue) empty() bool { return q.head == len(q.list) }

// order is the priority of the sources.
var order = [...]bind.TaskSource{bind.SourceUser, bind.SourceDOM, bind.SourceNetwork, bind.SourceHistory, bind.SourceMessage, bind.SourceMedia, bind.SourceRendering, bind.SourceTimer}

// timer is a task that becomes runnable at a time of the page's clock.
type timer struct {
	at    time.Duration
	seq   uint64
	fn    func()
	index int // in the heap; -1 when gone
	idle  bool
}

type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].seq < h[j].seq
}
func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *timerHeap) Push(x any) { t := x.(*timer); t.index = len(*h); *h = append(*h, t) }
func (h *timerHeap) Pop() any {
	o := *h
	t := o[len(o)-1]
	o[len(o)-1] = nil
	*h = o[:len(o)-1]
	t.index = -1
	return t
}

// frameState says when the next rendering opportunity is.
type frameState struct {
	wanted bool
	// ambient: something moves without end. Time that passes shows it, but nobody waits for it.
	ambient bool
	next    time.Duration
}

// frameInterval is the time between rendering opportunities: 60 Hz.
const frameInterval = time.Second / 60

// idleTime is how long nothing may be due for garbage to be collected meanwhile.
const idleTime = 50 * time.Millisecond

// clock is the page's time, since its start.
type clock struct {
	virtual bool
	origin  time.Time // wall time of 0
	now     time.Duration
	begun   time.Time // real time of 0
}

func newClock(virtual bool, origin time.Time) clock {
	now := time.Now()
	if origin.IsZero() {
		origin = now
	}
	return clock{virtual: virtual, origin: origin, begun: now}
}

// readCost is how much a virtual clock moves each time that script reads it, so that a loop that waits for
// time to pass ends, the same way in each run.
const readCost = 5 * time.Microsecond

// read is Now for script.
func (c *clock) read() time.Duration {
	if c.virtual {
		c.now += readCost
	}
	return c.Now()
}

// Now is the time since the page's start.
func (c *clock) Now() time.Duration {
	if !c.virtual {
		return time.Since(c.begun)
	}
	return c.now
}

func (c *clock) wall() time.Time { return c.origin.Add(c.Now()) }

// waiter is somebody who waits for a condition of the page: time passes for it.
type waiter struct {
	done   func() bool // asked after each task and whenever the loop is about to sleep
	idle   bool        // nothing left but what lies after the deadline is enough
	until  time.Duration
	result chan struct{}

	cancelled func() bool // asked first: whether nobody waits any more
	expired   bool        // until was reached on the machine's clock, or on a virtual one with tasks left
}

func newLoop(c clock) *loop {
	return &loop{clock: c, wake: make(chan struct{}, 1), after: func() {}, render: func() {}, idle: func() bool { return false }, begun: func() {}}
}

// post queues a task; on the loop's goroutine.
func (l *loop) post(s bind.TaskSource, f func()) { l.queues[s].push(f) }

// postFromAnywhere hands a function to the loop from any goroutine. It reports false once the loop has stopped.
func (l *loop) postFromAnywhere(f func()) bool {
	l.mu.Lock()
	if l.stopped {
		l.mu.Unlock()
		return false
	}
	l.incoming = append(l.incoming, f)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
	return true
}

// begin counts something that will come: the clock stands still for it. done may be called from any goroutine, once.
func (l *loop) begin() (done func(func())) {
	l.pending++
	return func(f func()) {
		l.postFromAnywhere(func() {
			l.pending--
			if f != nil {
				l.post(bind.SourceNetwork, f)
			}
		})
	}
}

// afterDelay runs f once delay has passed.
func (l *loop) afterDelay(delay time.Duration, f func()) (cancel func()) {
	l.seq++
	t := &timer{at: l.clock.Now() + max(0, delay), seq: l.seq, fn: f}
	heap.Push(&l.timers, t)
	return func() {
		if t.index >= 0 {
			heap.Remove(&l.timers, t.index)
		}
		t.fn = nil
	}
}

// needFrame asks for a rendering opportunity.
func (l *loop) needFrame() { l.frame.wanted = true }

// run serves the loop until ctx ends.
func (l *loop) run(ctx context.Context) {
	defer func() {
		l.mu.Lock()
		l.stopped, l.incoming = true, nil
		l.mu.Unlock()
		for _, w := range l.waiters {
			close(w.result)
		}
		l.waiters = nil
	}()
	sleep := time.NewTimer(time.Hour)
	defer sleep.Stop()
	l.working.Store(true)
	l.begun()
	for ctx.Err() == nil {
		l.takeIncoming()
		if l.step() {
			continue
		}
		l.answerWaiters()
		d, timed := l.untilNext()
		if timed && d <= 0 {
			continue
		}
		if (!timed || d > idleTime) && l.idle() {
			continue
		}
		if timed {
			sleep.Reset(d)
		}
		l.working.Store(false)
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-sleep.C:
		}
		l.working.Store(true)
		l.begun()
		if timed && !sleep.Stop() {
			select {
			case <-sleep.C:
			default:
			}
		}
	}
}

func (l *loop) takeIncoming() {
	l.mu.Lock()
	in := l.incoming
	l.incoming = nil
	l.mu.Unlock()
	for _, f := range in {
		f()
		l.answerWaiters()
	}
}

// step runs one task, timer or frame that is due, and reports whether there was one.
func (l *loop) step() bool {
	if (l.frame.wanted || l.frame.ambient && !l.clock.virtual) && l.clock.Now() >= l.frame.next && (!l.clock.virtual || l.timeMayPass() || l.frame.next == 0) {
		l.runFrame()
		return true
	}
	due := len(l.timers) > 0 && l.timers[0].at <= l.clock.Now() && (!l.clock.virtual || l.timeMayPass())
	if fair := l.atOnce%tasksATimer == tasksATimer-1; !(due && fair) && l.runQueued() {
		return true
	}
	if due {
		l.atOnce++
		t := heap.Pop(&l.timers).(*timer)
		l.runTask(t.fn)
		return true
	}
	if f := l.queues[bind.SourceIdle].pop(); f != nil {
		l.runTask(f)
		return true
	}
	return l.skipTime()
}

// runQueued runs the first task of the queues, and reports whether there was one.
func (l *loop) runQueued() bool {
	for _, s := range order {
		if f := l.queues[s].pop(); f != nil {
			l.starve()
			l.runTask(f)
			return true
		}
	}
	return false
}

func (l *loop) runTask(f func()) {
	if f != nil {
		f()
		l.after()
	}
	l.answerWaiters()
}

// starve is called for each task of the queues. It lets a virtual clock go on by itself where tasks post the next one without end, such as two windows
// that send each other messages, or an image whose error handler gives it another address that fails: nobody's time would come. Each time
// it goes on by more, so that limits of the clock are reached soon.
func (l *loop) starve() {
	if l.atOnce++; l.atOnce < maxTasksAtOnce {
		return
	}
	l.atOnce = 0
	if !l.clock.virtual || l.pending > 0 {
		return
	}
	for _, w := range l.waiters {
		if w.until > l.clock.now {
			l.clock.now += time.Millisecond << min(l.starved, 12)
			l.starved++
			l.tellFollowers()
			return
		}
	}
	for _, w := range l.waiters {
		w.expired = true
	}
}

func (l *loop) runFrame() {
	l.frame.wanted, l.frame.ambient = false, false
	l.frame.next = l.clock.Now() + frameInterval
	l.render()
	l.after()
	l.answerWaiters()
}

// follower is a loop whose virtual clock goes as far as that of another one, which is ahead by offset.
type follower struct {
	l      *loop
	offset time.Duration
}

// lead has another loop, which begins now, follow this one.
func (l *loop) lead(o *loop) {
	if l.clock.virtual {
		l.followers = append(l.followers, follower{o, l.clock.now})
	}
}

// tellFollowers lets time pass for those that follow, as far as it has passed here. Those that have ended go.
func (l *loop) tellFollowers() {
	kept := l.followers[:0]
	for _, f := range l.followers {
		f.l.mu.Lock()
		stopped := f.l.stopped
		f.l.mu.Unlock()
		if stopped {
			continue
		}
		kept = append(kept, f)
		if to := int64(l.clock.now - f.offset); to > f.l.follow.Load() {
			f.l.follow.Store(to)
			select {
			case f.l.wake <- struct{}{}:
			default:
			}
		}
	}
	clear(l.followers[len(kept):])
	l.followers = kept
}

// timeMayPass reports whether a waiter, or a clock that it follows, wants a virtual clock to run.
func (l *loop) timeMayPass() bool {
	return len(l.waiters) > 0 || time.Duration(l.follow.Load()) > l.clock.now
}

// skipTime moves a virtual clock to the next timer or frame when nothing else can happen.
func (l *loop) skipTime() bool {
	if !l.clock.virtual || l.pending > 0 || !l.timeMayPass() {
		return false
	}
	next, ok := l.nextEvent()
	limit := time.Duration(l.follow.Load())
	for _, w := range l.waiters {
		limit = max(limit, w.until)
	}
	if !ok {
		return false
	}
	if len(l.followers) > 0 {
		defer l.tellFollowers()
	}
	if next > limit {
		if l.clock.now < limit {
			l.clock.now = limit
		}
		return false
	}
	l.clock.now, l.atOnce, l.starved = max(l.clock.now, next), 0, 0
	return true
}

func (l *loop) nextEvent() (at time.Duration, ok bool) {
	if len(l.timers) > 0 {
		at, ok = l.timers[0].at, true
	}
	if l.frame.wanted && (!ok || l.frame.next < at) {
		at, ok = l.frame.next, true
	}
	return at, ok
}

// untilNext is the real time until something is due; a virtual clock never waits for time.
func (l *loop) untilNext() (d time.Duration, timed bool) {
	if l.clock.virtual {
		return 0, false
	}
	at, ok := l.nextEvent()
	if l.frame.ambient && (!ok || l.frame.next < at) {
		at, ok = l.frame.next, true
	}
	if !ok {
		return 0, false
	}
	return at - l.clock.Now(), true
}

// quiet reports whether nothing can happen any more before the time limit.
func (l *loop) quiet(until time.Duration) bool {
	if l.pending > 0 {
		return false
	}
	for i := range l.queues {
		if !l.queues[i].empty() {
			return false
		}
	}
	at, ok := l.nextEvent()
	return !ok || at > until
}

// tasksATimer is how many queued tasks may run before a timer that is due.
const tasksATimer = 64

// maxTasksAtOnce bounds the tasks that run while a virtual clock stands.
const maxTasksAtOnce = 10000

// advance lets the tasks and timers run that are due until a time of the virtual clock, which is then the clock's.
func (l *loop) advance(until time.Duration, stop func() bool) {
	for n := 0; n < maxTasksAtOnce && !stop(); n++ { // a task may post the next without end
		if l.runQueued() {
			continue
		}
		if len(l.timers) == 0 || l.timers[0].at > until {
			break
		}
		t := heap.Pop(&l.timers).(*timer)
		l.clock.now = max(l.clock.now, t.at)
		l.runTask(t.fn)
	}
	l.clock.now = max(l.clock.now, until)
	l.tellFollowers()
}

// answerWaiters ends the waits whose condition holds.
func (l *loop) answerWaiters() {
	for i := 0; i < len(l.waiters); {
		w := l.waiters[i]
		if w.cancelled() || w.done != nil && w.done() || w.expired || l.quiet(w.until) && (w.idle || l.clock.virtual) {
			l.waiters = append(l.waiters[:i], l.waiters[i+1:]...)
			close(w.result)
			continue
		}
		i++
	}
}
