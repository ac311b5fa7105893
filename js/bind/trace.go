package bind

import (
	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/style"
)

// What keeps objects alive that Go code holds. doc.go has the rules.

// traced is Go state that marks the objects that it holds.
type traced interface {
	// trace marks what the state holds. It runs no script and changes nothing.
	trace(t *js.Tracer)
}

// traceState is the Trace of every class.
func traceState(h js.Host, t *js.Tracer) {
	if s, ok := h.State().(traced); ok {
		s.trace(t)
	}
}

// mark keeps the object of a state or, where script has not seen it, what the state holds. nil is nothing.
func mark[P interface {
	comparable
	platformOrNode
}](t *js.Tracer, x P) {
	var none P
	if x == none {
		return
	}
	if o := x.object(); !o.obj.IsNone() {
		t.MarkObject(o.obj)
	} else if t.Once(o) {
		x.trace(t)
	}
}

// markAll is mark for a list.
func markAll[P interface {
	comparable
	platformOrNode
}](t *js.Tracer, l []P) {
	for _, x := range l {
		mark(t, x)
	}
}

func markStates(t *js.Tracer, l []*nodeState) {
	for _, s := range l {
		s.mark(t)
	}
}

// markPromise keeps a promise; nil is none.
func markPromise(t *js.Tracer, p *js.Promise) {
	if p != nil {
		t.Mark(p.Value())
	}
}

// dropped has the state of an object that the collector took forget it.
func dropped(state any) {
	if s, ok := state.(platformOrNode); ok {
		s.object().obj = js.Object{}
		if d, ok := state.(interface{ dropped() }); ok {
			d.dropped()
		}
	}
}

// pending is something that will go on: a request, a task that was posted. What it marks lives until it is over.
type pending struct {
	v js.Value
	x traced
}

// hold keeps what x marks until release is called, or the window goes.
func (w *Window) hold(x traced) (release func()) { return w.await(&pending{x: x}) }

// keepActive keeps an object while something about it is pending; the result ends that. The window's end ends it too.
func (w *Window) keepActive(v js.Value) (done func()) { return w.await(&pending{v: v}) }

// Keep keeps a value until release is called, or the window goes.
func (w *Window) Keep(v js.Value) (release func()) { return w.keepActive(v) }

func (w *Window) await(p *pending) (release func()) {
	if w.closed {
		return func() {}
	}
	if w.pending == nil {
		w.pending = make(map[*pending]struct{})
	}
	w.pending[p] = struct{}{}
	return func() {
		delete(w.pending, p)
		*p = pending{}
	}
}

// post queues a task that needs a value.
func (w *Window) postWith(source TaskSource, v js.Value, fn func()) {
	done := w.keepActive(v)
	w.Host.Post(w, source, func() {
		defer done()
		fn()
	})
}

func (p *pending) trace(t *js.Tracer) {
	t.Mark(p.v)
	if p.x != nil {
		p.x.trace(t)
	}
}

// using holds an object by its state.
type using struct{ x platformOrNode }

func (u using) trace(t *js.Tracer) { mark(t, u.x) }

// trace marks what belongs to the page as a whole.
func (w *World) trace(t *js.Tracer) {
	w.wrappers.traceRoots(t)
	for _, d := range w.dispatching {
		w.traceDispatch(t, d)
	}
	o := &w.observers
	markAll(t, o.pending)
	markAll(t, o.telling)
	markStates(t, o.transient)
	markStates(t, o.slots)
	markStates(t, o.signaled)
	w.custom.trace(t, w.Store)
	w.channels.trace(t)
	for i := range w.rejected {
		t.Mark(w.rejected[i].promise)
	}
}

// traceDispatch marks what an event that is being dispatched passes by: the path knows nodes by their numbers.
func (w *World) traceDispatch(t *js.Tracer, ev eventState) {
	mark(t, ev.(platformOrNode))
	e := ev.asEvent()
	p := func(p pathTarget) {
		if p.node != 0 {
			w.wrappers.peek(p.node).mark(t)
		}
		mark(t, p.other)
	}
	p(e.target)
	p(e.relatedTarget)
	for i := range e.path {
		p(e.path[i].invocation)
		p(e.path[i].shadowTarget)
		p(e.path[i].relatedTarget)
	}
}

// trace marks what belongs to the window: it is the state of the global object.
func (w *Window) trace(t *js.Tracer) {
	w.EventTarget.trace(t)
	w.left.mark(t)
	t.Mark(w.opener)
	t.Mark(w.ownOpener.Value)
	t.Mark(w.currentEvent)
	for p := range w.pending {
		p.trace(t)
	}
	for _, x := range w.timers.active {
		x.trace(t)
	}
	for _, l := range [...][]frameCallback{w.frames.list, w.frames.running} {
		for _, f := range l {
			t.MarkObject(f.fn)
		}
	}
	for _, x := range w.idle.active {
		t.MarkObject(x.fn)
	}
	w.perf.trace(t)
	w.drag.el.mark(t)
	w.drag.text.mark(t)
	mark(t, w.location)
	mark(t, w.history)
	mark(t, w.navigation)
	mark(t, w.navigator)
	mark(t, w.performanceOb)
	mark(t, w.screen)
	mark(t, w.selection)
	w.editing.trace(t)
	w.dragging.trace(t)
	t.MarkObject(w.countSize)
	t.MarkObject(w.byteSize)
	mark(t, w.registry)
	mark(t, w.visual)
	mark(t, w.barProp)
	mark(t, w.fonts)
	mark(t, w.timeline)
	if w.styler != nil && !w.closed {
		w.styler.Clients(func(c style.AnimationClient) {
			if x, ok := c.(*Animation); ok {
				mark(t, x)
			}
		})
	}
	for _, x := range w.toggles {
		mark(t, x.ev)
	}
	if w.overlays != nil {
		for _, g := range w.overlays.watchers.groups {
			for _, c := range g {
				mark(t, c.object)
			}
		}
	}
	for _, s := range w.sheetObjects {
		mark(t, s)
	}
	for _, e := range w.media {
		mark(t, e.listened())
	}
	if s, ok := w.extra["web"].(*webState); ok {
		mark(t, s.crypto)
		mark(t, s.local)
		mark(t, s.session)
		markAll(t, s.telling)
	}
}
