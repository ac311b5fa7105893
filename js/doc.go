// Package js is the script engine as the rest of the browser sees it: the only package
// that bindings and the host import. Its types are concrete: no interface call stands
// between a script and the DOM. The engine behind them is package js/vm, whose terms (cells, kept values, pending exceptions) end here.
//
// # Who owns what
//
//	Program  compiled source; immutable, shared by realms, runtimes and goroutines
//	Table    interface definitions (Class); immutable once made, shared likewise
//	Runtime  heap, job queue, limits, clock; one per page group or worker
//	Realm    one global object and its built-ins
//	Value    any ECMAScript value, 16 bytes, passed by copy
//	Object   a reference to an object, 8 bytes, for slots that are stored in numbers
//	Host     what a platform object stands for: class, id, Go state
//	Call     one running native function: this, arguments, conversions, throwing
//	Root     keeps a value alive from Go
//
// A runtime and all that belongs to it is used by one goroutine at a time. Only
// [Runtime.Interrupt] may be called from any goroutine.
//
// # The two rules that keep values alive
//
// A Value or Object in a Go variable on the stack of a native function, or of the host between
// two calls into the runtime on the same stack, is safe until the native returns, or the host's turn ends
// ([Runtime.EndTurn]). One that outlives that must be kept by one of two things:
//
//  1. A [Root], until it is released. Roots are for pending activity only: a timer until it
//     fires, a request until its last event. A root that lives as long as an object of
//     the page is a leak.
//  2. The Go state of a host object ([Host.State]). The class's Trace hook marks each value
//     there. Such a value lives as long as the host object and makes nothing else live:
//     a listener whose closure holds its own target is collected with it. What belongs to
//     no object but to the host as a whole is marked by a hook of [Runtime.OnTrace].
//
// A Go function that becomes a function object, a reaction or a job names the values that it uses (keep of
// [Realm.NewFunction], [Realm.Then], [Runtime.EnqueueJob]).
//
// Go state that remembers the object that stands for it must forget it when that dies: [Runtime.OnDropped].
//
// A package variable, a map in the document, a closure handed to another goroutine keep
// nothing: they would hold stale references. NISO_VM_STRESS=1 in the environment has the engine collect at every safe point, and overwrite what is free: a
// missing Trace shows at once.
//
// # Strings
//
// DOM strings are Go strings in WTF-8: UTF-8, and a lone surrogate as its three-byte
// sequence. [Value.Str] and [Realm.String] convert; ASCII is not copied. Lengths that a
// page sees are UTF-16 units ([UTF16Len]).
//
// # Errors
//
// What runs script returns an error: an [*Exception] that script could have caught, or an
// [*Interrupted] that it could not. A native passes either on with [Call.Fail]. Natives and
// conversions do not panic for script errors: a conversion that fails makes the call
// failed, every later conversion of that call does nothing and returns zero, and the
// native checks [Conv.Failed] once:
//
//	func insertData(c *js.Call) js.Value {
//		offset, data := c.ULong(0), c.DOMString(1)
//		if c.Failed() {
//			return js.Undefined
//		}
//		…
//	}
//
// # Jobs
//
// Promise reactions and [Runtime.EnqueueJob] go to one first-in-first-out queue a
// runtime. Nothing runs it but [Runtime.RunJobs]: the host does so where HTML
// performs a microtask checkpoint (after a callback when no script is running).
package js
