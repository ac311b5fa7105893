// Package vm is an ECMAScript engine: values, heap objects, the interpreter of js/vm/code, the collector's roots and tracing,
// promises and modules, and the built-in objects (builtin_*.go, one a global).
//
// # Rows
//
//	Value     8 bytes: a number, or a tag and a cell reference (value.go)
//	cell      header word: kind 8 | flags 8 | aux 16 | shape or length 32, then the words of its kind (kinds.go)
//	object    header (shape) | slots 32, elements 32 | internal words of the kind | inline slots
//	shape     a cell: prototype, parent, key, attributes; its property table is built when it is worth it (shape.go)
//	Key       a property key: index (top bit), symbol (next bit) or string, as row of the runtime's keys (key.go)
//	frame     a row of Runtime.frames; its registers are a window of the value stack, which is the first part of the heap's region
//
// # Who writes
//
// One goroutine at a time uses a runtime. Programs (package code) are shared and read-only. Static tables of built-ins are made
// once a process (define.go); a realm makes an intrinsic object when it is first asked for, its properties when it is
// first touched, and each function when it is first read.
//
// # Errors
//
// What may throw returns ok as its last result. false: Runtime.exc holds what was thrown (or the script is being ended),
// and the caller returns at once. A native returns any value then (Undefined).
//
// # What keeps a cell alive
//
// Allocation never collects: it asks for a collection, which happens at the next safe point: entry of a script function, loop
// back edge, job boundary. So Go code that does not call into script may hold cell references in variables. Go code that
// may run script (Get, Set, Call, ToPrimitive, ToString of an object …) and uses a cell after that must have it reachable: this, the
// callee and the arguments of a Call are; anything else is passed to Runtime.Keep first. What a native kept is dropped when
// it returns. Keys in Go variables are safe while a native is on the stack.
package vm
