// Package stop lets a pass over a page be ended from outside: because the page closes, because the time of the call is up that needs
// the pass, or because the page takes more memory than it may.
//
// A [Signal] is a word that anyone sets and the pass polls, an element, box, line or item at a time, so that a pass ends within
// milliseconds. [Signal.Poll] leaves the pass by a panic, for passes recurse; the pass's entry recovers it with [Catch] and
// makes its state that of one that never began. Code that a panic must not leave, as on another goroutine or under a
// script engine, asks [Signal.Stopped] and returns by itself.
package stop

import "sync/atomic"

// Reason is a bit of a signal.
type Reason uint32

const (
	Call    Reason = 1 << iota // the call that the page works for has ended
	Task                       // nobody waits any more for what a task of the page's own does
	Closing                    // the page ends; stays set
	Measure                    // no reason to stop: Signal.Check is to be called
)

const stops = uint32(Call | Task | Closing)

// Signal is the word. The zero value, and nil, stop nothing.
type Signal struct {
	word atomic.Uint32
	// Check is called by Poll, on the goroutine that polls, after Measure was set. It may Set a reason to stop.
	Check func()
}

// Set adds a reason; from any goroutine.
func (s *Signal) Set(r Reason) { s.word.Or(uint32(r)) }

// Clear takes reasons away.
func (s *Signal) Clear(r Reason) { s.word.And(^uint32(r)) }

// Stopped reports whether there is a reason to stop.
func (s *Signal) Stopped() bool { return s != nil && s.word.Load()&stops != 0 }

// Poll ends the pass if there is a reason to.
func (s *Signal) Poll() {
	if s != nil && s.word.Load() != 0 {
		s.poll()
	}
}

func (s *Signal) poll() {
	s.Measured()
	if s.Stopped() {
		panic(ended{})
	}
}

// Measured calls Check if that was asked for.
func (s *Signal) Measured() {
	if s.word.Load()&uint32(Measure) == 0 {
		return
	}
	s.Clear(Measure)
	if s.Check != nil {
		s.Check()
	}
}

// ended is what Poll leaves a pass with.
type ended struct{}

// Catch is to be deferred by the entry of a pass: undo is called if the pass was ended by Poll, and the panic ends there.
func Catch(undo func()) {
	switch v := recover(); v {
	case nil:
	case ended{}:
		undo()
	default:
		panic(v)
	}
}
