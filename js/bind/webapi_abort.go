package bind

import (
	"math"
	"slices"
	"time"
	"weak"

	"github.com/niso-engine/niso/js"
)

// AbortController makes a signal aborted.
// https://dom.spec.whatwg.org/#interface-abortcontroller
type AbortController struct {
	Object
	signal *AbortSignal
}

// AbortSignal tells its followers that an operation is to end.
// https://dom.spec.whatwg.org/#interface-AbortSignal
type AbortSignal struct {
	EventTarget
	aborted    bool
	dependent  bool // of AbortSignal.any
	reason     js.Value
	algorithms []*abortAlgorithm
	sources    []*AbortSignal // of a dependent signal
	dependents []weak.Pointer[AbortSignal]
	compactAt  int // how many dependents there are before those that are gone are looked for
}

// abortAlgorithm is what runs when a signal aborts, and what that refers to.
type abortAlgorithm struct {
	f    func() error
	keep []traced
}

// ConstructAbortController is new AbortController.
func ConstructAbortController(c *js.Call) *AbortController {
	return &AbortController{signal: newAbortSignal(windowOf(c.Realm()))}
}

func newAbortSignal(w *Window) *AbortSignal {
	return &AbortSignal{EventTarget: EventTarget{window: w}, reason: js.Undefined}
}

// Signal is AbortController.signal.
func (a *AbortController) Signal() *AbortSignal { return a.signal }

// Abort is AbortController.abort.
func (a *AbortController) Abort(c *js.Call, reason js.Value) {
	if err := a.signal.abort(c.Realm(), reason); err != nil {
		c.Fail(err)
	}
}

func (a *AbortController) trace(t *js.Tracer) { mark(t, a.signal) }

// trace marks a dependent signal only while somebody would hear of it.
func (s *AbortSignal) trace(t *js.Tracer) {
	s.EventTarget.trace(t)
	t.Mark(s.reason)
	markAll(t, s.sources)
	for _, a := range s.algorithms {
		for _, k := range a.keep {
			k.trace(t)
		}
	}
	for _, p := range s.dependents {
		if d := p.Value(); d != nil && (d.listening() || len(d.algorithms) > 0) {
			mark(t, d)
		}
	}
}

// AbortSignalAbort is AbortSignal.abort.
func AbortSignalAbort(c *js.Call, reason js.Value) *AbortSignal {
	s := newAbortSignal(windowOf(c.Realm()))
	s.aborted, s.reason = true, abortReason(c.Realm(), reason)
	return s
}

// AbortSignalTimeout is AbortSignal.timeout.
func AbortSignalTimeout(c *js.Call, ms uint64) *AbortSignal {
	w := windowOf(c.Realm())
	s := newAbortSignal(w)
	// Only somebody who follows the signal can see the timer fire; the timer keeps the signal, as in the standard.
	d := time.Duration(min(ms, uint64(math.MaxInt64/time.Millisecond))) * time.Millisecond
	done := w.keepActive(objectValue(c.Realm(), s))
	w.Host.After(w, d, func() {
		done()
		if !s.aborted {
			s.abort(w.Realm, NewDOMException(w.Realm, "TimeoutError", "signal timed out"))
		}
	})
	return s
}

// AbortSignalAny is AbortSignal.any. https://dom.spec.whatwg.org/#create-a-dependent-abort-signal
func AbortSignalAny(c *js.Call, signals []*AbortSignal) *AbortSignal {
	return anySignal(windowOf(c.Realm()), signals)
}

func anySignal(w *Window, signals []*AbortSignal) *AbortSignal {
	s := newAbortSignal(w)
	for _, o := range signals {
		if o.aborted {
			s.aborted, s.reason = true, o.reason
			return s
		}
	}
	s.dependent = true
	follow := func(o *AbortSignal) {
		if !slices.Contains(s.sources, o) {
			s.sources = append(s.sources, o)
			if len(o.dependents) >= o.compactAt { // a signal that lives long has many short-lived ones
				o.dependents = slices.DeleteFunc(o.dependents, func(p weak.Pointer[AbortSignal]) bool { return p.Value() == nil })
				o.compactAt = 2*len(o.dependents) + 8
			}
			o.dependents = append(o.dependents, weak.Make(s))
		}
	}
	for _, o := range signals {
		if !o.dependent {
			follow(o)
			continue
		}
		for _, p := range o.sources {
			follow(p)
		}
	}
	return s
}

func abortReason(r *js.Realm, reason js.Value) js.Value {
	if reason.IsUndefined() {
		return NewDOMException(r, "AbortError", "signal is aborted without reason")
	}
	return reason
}

// abort is "signal abort". https://dom.spec.whatwg.org/#abortsignal-signal-abort
// The error is the first that an algorithm returned.
func (s *AbortSignal) abort(r *js.Realm, reason js.Value) (err error) {
	if s.aborted {
		return nil
	}
	s.aborted, s.reason = true, abortReason(r, reason)
	all := []*AbortSignal{s}
	for _, p := range s.dependents {
		if d := p.Value(); d != nil && !d.aborted {
			d.aborted, d.reason = true, s.reason
			all = append(all, d)
		}
	}
	defer s.window.hold(aborting(all))()
	for _, o := range all {
		l := o.algorithms
		defer s.window.hold(algorithms(l))()
		o.algorithms, o.sources, o.dependents = nil, nil, nil
		for _, a := range l {
			if a.f == nil {
				continue
			}
			if e := a.f(); err == nil {
				err = e
			}
		}
		if o.listening() {
			o.window.World.Dispatch(o.window, NewEvent("abort", false, false), pathTarget{other: o})
		}
	}
	return err
}

// aborting are signals whose steps run.
type aborting []*AbortSignal

func (l aborting) trace(t *js.Tracer) { markAll(t, l) }

type algorithms []*abortAlgorithm

func (l algorithms) trace(t *js.Tracer) {
	for _, a := range l {
		for _, k := range a.keep {
			k.trace(t)
		}
	}
}

// addAlgorithm has f called when the signal aborts; remove takes it back. https://dom.spec.whatwg.org/#abortsignal-add
func (s *AbortSignal) addAlgorithm(f func()) (remove func()) {
	return s.follow(func() error {
		f()
		return nil
	})
}

// follow is addAlgorithm for what may fail, and refers to values: the signal keeps them.
func (s *AbortSignal) follow(f func() error, keep ...traced) (remove func()) {
	if s.aborted {
		return func() {}
	}
	a := &abortAlgorithm{f, keep}
	s.algorithms = append(s.algorithms, a)
	return func() {
		if a.f != nil {
			a.f = nil
			s.algorithms = slices.DeleteFunc(s.algorithms, func(o *abortAlgorithm) bool { return o == a })
		}
	}
}

// Aborted is AbortSignal.aborted.
func (s *AbortSignal) Aborted() bool { return s.aborted }

// Reason is AbortSignal.reason.
func (s *AbortSignal) Reason() js.Value { return s.reason }

// ThrowIfAborted is AbortSignal.throwIfAborted.
func (s *AbortSignal) ThrowIfAborted(c *js.Call) {
	if s.aborted {
		c.Throw(s.reason)
	}
}
