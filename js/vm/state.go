package vm

import "sync/atomic"

// state is what the parts of the package beside the interpreter keep in a runtime.
type state struct {
	interruptReason atomic.Pointer[error]

	jobs      []job
	jobHead   int
	reactions []Value
	rejection func(p Ref, handled bool) // HostPromiseRejectionTracker

	iterShape Ref // shape of iterator results, last one made

	weak weakState

	modules      []*Module
	asyncModules int

	afterGC    func()
	traceRoots func()
	sweepHost  func()
}

func (rt *Runtime) initState() {}
