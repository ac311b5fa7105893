package bind

import (
	"time"

	"github.com/niso-engine/niso/js"
)

// https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers

// timers are a window's setTimeout and setInterval.
type timers struct {
	next    int32
	active  map[int32]*timer
	nesting int // of the timer task that runs
}

type timer struct {
	id       int32
	fn       js.Object // function, or none for a string
	code     string
	args     []js.Value
	interval bool
	delay    time.Duration
	nesting  int
	cancel   func()
}

func (t *timers) close() {
	for _, x := range t.active {
		x.release()
	}
	t.active = nil
}

func (x *timer) release() {
	if x.cancel != nil {
		x.cancel()
	}
	x.fn, x.args = js.Object{}, nil
}

func (x *timer) trace(t *js.Tracer) {
	t.MarkObject(x.fn)
	for _, v := range x.args {
		t.Mark(v)
	}
}

func (w *Window) setTimer(c *js.Call, interval bool) js.Value {
	x := &timer{interval: interval}
	if h := c.Arg(0); h.IsCallable() {
		x.fn = h.Object()
	} else {
		x.code = c.DOMString(0)
	}
	ms := int32(0)
	if c.Has(1) {
		ms = c.Long(1)
	}
	if c.Failed() || w.closed {
		return js.Undefined
	}
	for i := 2; i < c.NArgs(); i++ {
		x.args = append(x.args, c.Arg(i))
	}
	x.nesting = w.timers.nesting + 1
	x.delay = time.Duration(max(ms, 0)) * time.Millisecond
	if w.timers.active == nil {
		w.timers.active = make(map[int32]*timer)
	}
	w.timers.next++
	x.id = w.timers.next
	w.timers.active[x.id] = x
	w.startTimer(x)
	return js.Int(x.id)
}

func (w *Window) startTimer(x *timer) {
	d := x.delay
	if x.nesting > 5 && d < 4*time.Millisecond {
		d = 4 * time.Millisecond
	}
	x.cancel = w.Host.After(w, d, func() { w.runTimer(x) })
}

func (w *Window) runTimer(x *timer) {
	if w.timers.active[x.id] != x {
		return
	}
	x.cancel = nil
	if !x.interval {
		delete(w.timers.active, x.id)
	}
	w.timers.nesting = x.nesting
	r := w.Realm
	if !x.fn.IsNone() {
		if _, err := r.Call(x.fn.Value(), r.This().Value(), x.args...); err != nil {
			w.Report(err)
		}
	} else if _, err := r.Eval(w.url.Href(), x.code); err != nil {
		w.Report(err)
	}
	w.timers.nesting = 0
	switch {
	case w.closed:
	case !x.interval:
		x.release()
	case w.timers.active[x.id] == x:
		x.nesting++
		w.startTimer(x)
	}
}

func (w *Window) clearTimer(id int32) {
	if x := w.timers.active[id]; x != nil {
		delete(w.timers.active, id)
		x.release()
	}
}

// SetTimeout is setTimeout.
func (w *Window) SetTimeout(c *js.Call) js.Value { return w.setTimer(c, false) }

// SetInterval is setInterval.
func (w *Window) SetInterval(c *js.Call) js.Value { return w.setTimer(c, true) }

// ClearTimeout is clearTimeout.
func (w *Window) ClearTimeout(id int32) { w.clearTimer(id) }

// ClearInterval is clearInterval.
func (w *Window) ClearInterval(id int32) { w.clearTimer(id) }

// QueueMicrotask is queueMicrotask.
func (w *Window) QueueMicrotask(c *js.Call, fn js.Object) {
	r := c.Realm()
	v := fn.Value()
	w.World.Runtime.EnqueueJob(r, func() error {
		_, err := r.Call(v, js.Undefined)
		return err
	}, v)
}

// animationFrames are the callbacks of requestAnimationFrame.
// https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#animation-frames
type animationFrames struct {
	next    uint32
	list    []frameCallback
	running []frameCallback // of the frame that runs: they can be canceled still
}

type frameCallback struct {
	id uint32
	fn js.Object
}

func (f *animationFrames) close() { f.list = nil }

// RequestAnimationFrame is requestAnimationFrame.
func (w *Window) RequestAnimationFrame(fn js.Object) uint32 {
	w.frames.next++
	w.frames.list = append(w.frames.list, frameCallback{w.frames.next, fn})
	w.Host.NeedFrame(w)
	return w.frames.next
}

// CancelAnimationFrame is cancelAnimationFrame.
func (w *Window) CancelAnimationFrame(id uint32) {
	for i := range w.frames.list {
		if w.frames.list[i].id == id {
			w.frames.list = append(w.frames.list[:i:i], w.frames.list[i+1:]...)
			return
		}
	}
	for i := range w.frames.running {
		if w.frames.running[i].id == id {
			w.frames.running[i].fn = js.Object{}
		}
	}
}

// HasAnimationFrames reports whether callbacks wait for the next frame.
func (w *Window) HasAnimationFrames() bool { return len(w.frames.list) > 0 }

// RunAnimationFrames runs the callbacks that were there when the frame began. now is the frame's time in ms.
func (w *Window) RunAnimationFrames(now float64) {
	list := w.frames.list
	w.frames.list = nil
	w.frames.running = list
	for i := range list {
		if w.closed {
			break
		}
		fn := list[i].fn
		if fn.IsNone() {
			continue
		}
		list[i].fn = js.Object{}
		if _, err := w.Realm.Call(fn.Value(), js.Undefined, js.Number(now)); err != nil {
			w.Report(err)
		}
		w.afterCallback()
	}
	w.frames.running = nil
}

// idleCallbacks are the callbacks of requestIdleCallback. https://w3c.github.io/requestidlecallback/
type idleCallbacks struct {
	next   uint32
	active map[uint32]*idleCallback
}

type idleCallback struct {
	fn     js.Object
	cancel func()
}

// IdleDeadline is the state of an IdleDeadline.
type IdleDeadline struct {
	Object
	window  *Window
	end     float64
	timeout bool
}

func (x *idleCallbacks) close() {
	for _, cb := range x.active {
		if cb.cancel != nil {
			cb.cancel()
		}
	}
	x.active = nil
}

// RequestIdleCallback is requestIdleCallback.
func (w *Window) RequestIdleCallback(c *js.Call, fn js.Object, o IdleRequestOptions) uint32 {
	x := &w.idle
	x.next++
	id := x.next
	if x.active == nil {
		x.active = make(map[uint32]*idleCallback)
	}
	cb := &idleCallback{fn: fn}
	x.active[id] = cb
	run := func(timeout bool) {
		if x.active[id] != cb {
			return
		}
		delete(x.active, id)
		if cb.cancel != nil {
			cb.cancel()
		}
		d := &IdleDeadline{window: w, end: w.Host.Now() + 50, timeout: timeout}
		if _, err := w.Realm.Call(cb.fn.Value(), js.Undefined, objectValue(w.Realm, d)); err != nil {
			w.Report(err)
		}
	}
	w.Host.Post(w, SourceIdle, func() { run(false) })
	if o.Timeout.Set && o.Timeout.Value > 0 {
		cb.cancel = w.Host.After(w, time.Duration(o.Timeout.Value)*time.Millisecond, func() { run(true) })
	}
	return id
}

// CancelIdleCallback is cancelIdleCallback.
func (w *Window) CancelIdleCallback(id uint32) {
	if cb := w.idle.active[id]; cb != nil {
		delete(w.idle.active, id)
		if cb.cancel != nil {
			cb.cancel()
		}
	}
}

// TimeRemaining is IdleDeadline.timeRemaining.
func (d *IdleDeadline) TimeRemaining() float64 { return max(0, d.end-d.window.Host.Now()) }

// DidTimeout is IdleDeadline.didTimeout.
func (d *IdleDeadline) DidTimeout() bool { return d.timeout }
