package js

// Tracer marks what Go state holds. See Class.Trace and [Runtime.OnTrace].
type Tracer struct {
	visit func(Value)
	epoch uint32
	seen  map[any]struct{}
}

// Mark keeps v and what it reaches.
func (t *Tracer) Mark(v Value) {
	if t != nil && t.visit != nil {
		t.visit(v)
	}
}

// MarkObject keeps o and what it reaches; none is nothing.
func (t *Tracer) MarkObject(o Object) {
	if !o.IsNone() {
		t.Mark(o.peek())
	}
}

// Once reports whether key was not asked for in this collection yet. State that has no object of its own, and which
// cannot be told as marked by that, is so traced once, cycles included.
func (t *Tracer) Once(key any) bool {
	if _, had := t.seen[key]; had {
		return false
	}
	if t.seen == nil {
		t.seen = make(map[any]struct{})
	}
	t.seen[key] = struct{}{}
	return true
}

// Epoch is the number of the collection, from 1.
func (t *Tracer) Epoch() uint32 { return t.epoch }

// begin is called before each marking.
func (t *Tracer) begin() {
	t.epoch++
	clear(t.seen)
}

// traceHooks are what the host has the collector do.
type traceHooks struct {
	trace     []func(*Tracer)
	dropped   []func(state any)
	collected []func()
}

// OnTrace has f called at each collection to mark what the host holds. It must not run script or change anything.
func (rt *Runtime) OnTrace(f func(t *Tracer)) { rt.hooks.trace = append(rt.hooks.trace, f) }

// OnDropped has f called with the Go state of each platform object that a collection found dead, before its reference can be that
// of another object: the state, which Go code may still hold, forgets it. f must not use the runtime.
func (rt *Runtime) OnDropped(f func(state any)) { rt.hooks.dropped = append(rt.hooks.dropped, f) }

// OnCollected has f called at the end of each collection. f must not use the runtime.
func (rt *Runtime) OnCollected(f func()) { rt.hooks.collected = append(rt.hooks.collected, f) }
