package vm

import "unsafe"

// Call is one running native function. It is valid until the function returns.
type Call struct {
	Rt        *Runtime
	Realm     *Realm // of the function
	This      Value
	NewTarget Value // undefined for a call, a constructor for new
	Callee    Ref
	args      []Value
	fp        *frame // the script frame that called it; nil for what is no native
}

// Arg is argument i, undefined if not passed.
func (c *Call) Arg(i int) Value {
	if i < len(c.args) {
		return c.args[i]
	}
	return Undefined
}

// NArgs is the number of arguments passed.
func (c *Call) NArgs() int { return len(c.args) }

// Args are the arguments; the slice is valid until the function returns.
func (c *Call) Args() []Value { return c.args }

// IsConstruct reports whether the function runs as a constructor.
func (c *Call) IsConstruct() bool { return !c.NewTarget.IsUndefined() }

// Data is data word i of the function.
func (c *Call) Data(i int) Value { return c.Rt.Data(c.Callee, i) }

// TypeError throws a TypeError; the result is undefined, for return.
func (c *Call) TypeError(format string, args ...any) Value {
	c.Rt.TypeError(format, args...)
	return Undefined
}

// RangeError throws a RangeError.
func (c *Call) RangeError(format string, args ...any) Value {
	c.Rt.RangeError(format, args...)
	return Undefined
}

// Incompatible throws the TypeError of a method that was called on an object of another kind.
func (c *Call) Incompatible(method string) Value {
	return c.TypeError("Method %s called on incompatible receiver %s", method, c.Rt.brief(c.This))
}

// Keep keeps a value alive until the running native returns; called by the host, until the host's KeptReset.
func (rt *Runtime) Keep(v Value) {
	if v.isCell() {
		rt.kept = append(rt.kept, v)
	}
}

// KeepRef keeps an object.
func (rt *Runtime) KeepRef(o Ref) { rt.kept = append(rt.kept, internalValue(o)) }

// KeptMark and KeptReset bracket what a loop keeps for one of its turns.
func (rt *Runtime) KeptMark() int   { return len(rt.kept) }
func (rt *Runtime) KeptReset(n int) { rt.kept = rt.kept[:n] }

// maxNative bounds the nesting of natives and of calls from Go into script, and so the goroutine's stack.
const maxNative = 2000

// stackSlice is the words of the value stack from at on.
func (rt *Runtime) stackSlice(at, n uint32) []Value {
	return unsafe.Slice((*Value)(unsafe.Pointer(&rt.mem[at])), n)
}

// Call is Call(f, this, args): f is any value; TypeError for what cannot be called.
func (rt *Runtime) Call(f, this Value, args ...Value) (Value, bool) {
	at := rt.sp
	if !rt.room(uint32(len(args)) + 2) {
		return Undefined, false
	}
	m := rt.mem
	m[at], m[at+1] = uint64(f), uint64(this)
	for i, v := range args {
		m[at+2+uint32(i)] = uint64(v)
	}
	rt.sp = at + 2 + uint32(len(args))
	v, ok := rt.callAt(at, uint32(len(args)), Undefined)
	rt.sp = at
	return v, ok
}

// Construct is Construct(f, args, newTarget); newTarget undefined is f. f must be a constructor.
func (rt *Runtime) Construct(f, newTarget Value, args ...Value) (Value, bool) {
	if newTarget.IsUndefined() {
		newTarget = f
	}
	at := rt.sp
	if !rt.room(uint32(len(args)) + 2) {
		return Undefined, false
	}
	m := rt.mem
	m[at], m[at+1] = uint64(f), uint64(Undefined)
	for i, v := range args {
		m[at+2+uint32(i)] = uint64(v)
	}
	rt.sp = at + 2 + uint32(len(args))
	kept := len(rt.kept)
	rt.Keep(newTarget)
	v, ok := rt.callAt(at, uint32(len(args)), newTarget)
	rt.kept = rt.kept[:kept]
	rt.sp = at
	return v, ok
}

// room reports whether the value stack has room for n more words; RangeError if not.
func (rt *Runtime) room(n uint32) bool {
	if rt.sp+n+512 > rt.stackEnd || rt.sp+n < rt.sp {
		rt.stackOverflow()
		return false
	}
	return true
}

func (rt *Runtime) stackOverflow() {
	rt.RangeError("Maximum call stack size exceeded")
}

// callAt calls the callee at stack word at with this and n arguments after it. Everything up to rt.sp is kept. newTarget is undefined for a
// call. It does not change rt.sp.
func (rt *Runtime) callAt(at, n uint32, newTarget Value) (Value, bool) {
	if !rt.guarded {
		return rt.guardValue(func() (Value, bool) { return rt.callAt(at, n, newTarget) })
	}
	f := Value(rt.mem[at])
	if !f.IsObject() {
		rt.TypeError("%s is not a function", rt.brief(f))
		return Undefined, false
	}
	o := f.Ref()
	switch rt.kind(o) {
	case KindNative:
		// A native's loop that calls natives alone would pass no safe point.
		if rt.attention.Load() != 0 && !rt.safepoint() {
			return Undefined, false
		}
		return rt.callNative(o, at+2, n, newTarget)
	case KindFunction:
		return rt.runFunction(at, n, newTarget)
	}
	return rt.callOther(o, at, n, newTarget)
}

// callNative calls a native function whose n arguments are at stack word bp.
func (rt *Runtime) callNative(o Ref, bp, n uint32, newTarget Value) (Value, bool) {
	if rt.nativeDepth >= maxNative {
		rt.stackOverflow()
		return Undefined, false
	}
	w := rt.mem[o+2]
	info := &rt.natives[uint32(w)]
	if rt.nativeDepth == len(rt.calls) {
		rt.calls = append(rt.calls, new(Call))
	}
	c := rt.calls[rt.nativeDepth]
	rt.nativeDepth++
	realm, kept := rt.realm, len(rt.kept)
	c.Rt = rt
	c.Realm = rt.realms[w>>32]
	c.This = Value(rt.mem[bp-1])
	c.NewTarget = newTarget
	c.Callee = o
	c.args = rt.stackSlice(bp, n)
	c.fp = rt.fp
	rt.realm = c.Realm
	var v Value
	if uint32(w) < uint32(len(staticNatives)) {
		v = info.fn(c)
	} else {
		v = rt.hostCall(info.fn, c)
	}
	rt.realm = realm
	rt.kept = rt.kept[:kept]
	rt.nativeDepth--
	return v, rt.pending == 0
}

// callOther calls bound functions, proxies and what cannot be called.
func (rt *Runtime) callOther(o Ref, at, n uint32, newTarget Value) (Value, bool) {
	if rt.flags(o)&flagCallable == 0 {
		rt.TypeError("%s is not a function", rt.brief(objectValue(o)))
		return Undefined, false
	}
	if rt.nativeDepth >= maxNative {
		rt.stackOverflow()
		return Undefined, false
	}
	rt.nativeDepth++
	defer func() { rt.nativeDepth-- }()
	for len(rt.calls) < rt.nativeDepth {
		rt.calls = append(rt.calls, new(Call))
	}
	rt.calls[rt.nativeDepth-1].fp = nil
	if rt.kind(o) == KindBound {
		return rt.callBound(o, at, n, newTarget)
	}
	if rt.kind(o) == KindProxy {
		args := append([]Value(nil), rt.stackSlice(at+2, n)...)
		if newTarget.IsUndefined() {
			return rt.proxyCall(o, Value(rt.mem[at+1]), args)
		}
		return rt.proxyConstruct(o, args, newTarget)
	}
	if rt.kind(o) == KindHost && newTarget.IsUndefined() {
		class, _ := rt.HostOf(objectValue(o))
		c := rt.calls[rt.nativeDepth-1]
		*c = Call{Rt: rt, Realm: rt.HostRealm(o), This: Value(rt.mem[at+1]), Callee: o, args: rt.stackSlice(at+2, n)}
		realm, kept := rt.realm, len(rt.kept)
		rt.realm = c.Realm
		v := rt.hostCall(rt.hostClasses[class].Call, c)
		rt.realm = realm
		rt.kept = rt.kept[:kept]
		return v, rt.pending == 0
	}
	rt.TypeError("%s is not a function", rt.brief(objectValue(o)))
	return Undefined, false
}

// callBound calls a bound function: its arguments go before those passed. https://tc39.es/ecma262/#sec-bound-function-exotic-objects-call-thisargument-argumentslist
func (rt *Runtime) callBound(o Ref, at, n uint32, newTarget Value) (Value, bool) {
	if newTarget == objectValue(o) {
		newTarget = rt.Word(o, 0)
	}
	bound, m := Ref(0), uint32(0)
	if w := rt.Word(o, 2); w.isInternal() {
		bound = w.Ref()
		m = rt.high(bound)
	}
	to := rt.sp
	if !rt.room(2 + m + n) {
		return Undefined, false
	}
	mem := rt.mem
	mem[to], mem[to+1] = uint64(rt.Word(o, 0)), uint64(rt.Word(o, 1))
	for i := range m {
		mem[to+2+i] = uint64(rt.At(bound, i))
	}
	for i := range n {
		mem[to+2+m+i] = mem[at+2+i]
	}
	rt.sp = to + 2 + m + n
	v, ok := rt.callAt(to, m+n, newTarget)
	rt.sp = to
	return v, ok
}

// Invoke is Invoke(v, k, args).
func (rt *Runtime) Invoke(v Value, k Key, args ...Value) (Value, bool) {
	f, ok := rt.GetV(v, k)
	if !ok {
		return Undefined, false
	}
	if !rt.IsCallable(f) {
		rt.TypeError("%s.%s is not a function", rt.brief(v), rt.KeyString(k))
		return Undefined, false
	}
	return rt.Call(f, v, args...)
}
