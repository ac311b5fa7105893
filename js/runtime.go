package js

import (
	"time"
)

// Options of a runtime. The zero value is usable.
type Options struct {
	// HeapLimit ends a script with [*Interrupted] once the runtime's heap is larger, in bytes: its cells, the bytes of its ArrayBuffers, code. One during which
	// the heap of Go grows by as much ends too. 0 is none.
	HeapLimit int64
	// CallDepth is how many script calls may nest before a RangeError; 0 means 10,000.
	CallDepth int
	// Now is the clock of Date. nil means time.Now.
	Now func() time.Time
	// Seed makes Math.random repeatable; 0 draws a random seed.
	Seed uint64
	// Uncaught receives errors of jobs that nothing caught: Web IDL's "report the exception".
	// nil drops them.
	Uncaught func(*Report)
	// Rejection follows promises as HostPromiseRejectionTracker does: handled false when one
	// is rejected without a handler, true when a handler is added to one that was.
	Rejection func(r *Realm, promise Value, handled bool)
	// DOMException makes the exception that [Conv.DOMException] throws. nil: an Error with
	// that name.
	DOMException func(r *Realm, name, message string) Value
	// Stopped is asked once a script was ended by [Runtime.Interrupt]: while it reports true nothing else runs either, be it the next job of the queue or
	// the next listener of an event, and ends as that script did. nil: an interrupt is for one script.
	Stopped func() bool
}

// RealmOptions of a realm. The zero value is a bare ECMAScript global.
type RealmOptions struct {
	Name    string // label in reports: a URL or a worker's name
	Table   *Table // classes exposed as global properties
	Global  *Class // class of the global object, of Table; nil for none
	ID      uint32 // host slot of the global object
	State   any    // host slot of the global object
	Data    any    // see Realm.Data
	Modules ModuleHooks
	// Proxy is the global proxy of a realm that was, if this realm's global object takes the place of that one's: it stands for the new one from now
	// on. None makes another. Only for a Global with a Guard.
	Proxy Object
}
