// Package bind connects script to the engine: the interfaces that a page sees, generated from
// the Web IDL files in idl/ (see internal/bindgen), and the Go code that implements them.
//
// A [World] is what the windows of one page share: a script runtime, the node store, the wrappers. A [Window] is
// one global object: a realm with its document, styles and layout. Natives find their Window in Realm.Data.
//
// # Nodes in script
//
// Interfaces of nodes are Go values (Node, Element, HTMLElement …: a window and a NodeID), made for a call
// and kept nowhere. The object that script holds for a node, its wrapper, has a [nodeState] as its host slot: its listeners,
// the lists that script asked for, its group. See wrappers.go for how wrappers and trees live and die.
//
// # Other objects
//
// Other interfaces are Go structs that embed [Object] and are the host slot's state: *Event, *URL, *MutationObserver …
//
// # What Go state holds
//
// The engine's collector does not see Go memory: a js.Value, js.Object or *js.Promise in a field keeps nothing. Each is marked
// by one of these, or it is a stale reference after the next collection:
//
//   - The state's method trace, which the class calls (traceState). It marks the values in the state, and the objects of other states that it
//     holds, by mark, or *nodeState.mark: of a state that script has not seen it marks what that holds. A type with fields of its own hides the trace of
//     what it embeds, and calls it.
//   - Window.trace, for what a window has one of, and its tables: timers, frame and idle callbacks, entries of the timeline, what is pending.
//   - World.trace, for the page: wrappers of the nodes of shown documents and of nodes not sorted yet, pinned nodes, the events that are being
//     dispatched, the queues of mutation observers, custom elements and rejected promises.
//   - Pending activity, until it is over or the window goes: Window.keepActive for an object or promise, Window.hold for whatever has a trace method,
//     Window.postWith for a task. A closure that waits for a load, a timer or a task keeps what it captures in no other way.
//   - keep of [js.Realm.NewFunction], [js.Realm.Then] and [js.Runtime.EnqueueJob], for closures that script or the job queue holds.
//
// A value on Go's stack is safe until the native returns, or the task ends. A state on Go's stack that script may make unreachable meanwhile is not: what
// runs script for several objects holds them somewhere that is traced (observers.telling, World.dispatching).
//
// When an object dies its state forgets it (dropped). State that Go reaches weakly (alive, World.ranges, mediaEntry) is then gone too.
//
// To add state: embed Object or EventTarget, and write trace where a field can hold an object. TestTraceCovers finds the fields that were forgotten.
//
// # To add an interface
//
// Write it in a file of idl/, write a Go type of that name with the methods, run go generate ./js/bind. ValidityState in short:
//
//	[Exposed=Window]
//	interface ValidityState {
//		readonly attribute boolean valueMissing;
//	};
//
//	type ValidityState struct{ Object … }
//
//	func (v *ValidityState) ValueMissing() bool { … }
//
// An attribute a is the methods A and SetA, an operation o the method O, a constructor the function ConstructX; arguments come converted, after *js.Call if the
// method wants it, and an error that it returns is thrown. Overloads are written as Web IDL has them, each with a method of its own:
//
//	boolean supports(CSSOMString property, CSSOMString value);
//	[ImplementedAs=supportsCondition] boolean supports(CSSOMString conditionText);
//
// A member without a method does not exist in script and is listed in idl/missing.txt. What conversions throw is worded as Chromium does (TestErrorWords).
package bind

//go:generate go run ./internal/bindgen
