package vm

// frame is a running script function.
type frame struct {
	c  *compiled
	pc uint32
	bp uint32
}

func (rt *Runtime) runFunction(at, n uint32, newTarget Value) (Value, bool) {
	panic("not yet")
}

func (rt *Runtime) captureStack(o Ref, skip int) {}

type Module struct{}

type site struct{}

func (rt *Runtime) proxyCall(o Ref, this Value, args []Value) (Value, bool) { return Undefined, false }
func (rt *Runtime) proxyConstruct(o Ref, args []Value, newTarget Value) (Value, bool) {
	return Undefined, false
}
