package vm

import "sync/atomic"

// state is what built-ins and the host keep in a runtime.
type state struct {
	interruptReason atomic.Pointer[error]
}

func (rt *Runtime) initState() {}
