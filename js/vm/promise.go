package vm

import "unsafe"

// A promise (KindPromise):
//
//	word 0   state (Int): promise* bits
//	word 1   result; while it is pending: the list of reactions, as a chain of cells, last one first
//	word 2   for the host
//
// A reaction (kindReaction, 6 words):
//
//	word 1   next reaction (internal value) or undefined
//	word 2   on fulfilled: a callable, undefined, or the saved frame of an await (internal value)
//	word 3   on rejected: a callable or undefined
//	word 4   promise of the capability, or undefined
//	word 5   its resolve function, undefined where the promise is resolved by the engine itself
//	word 6   its reject function
const (
	promisePending   = 0
	promiseFulfilled = 1
	promiseRejected  = 2
	promiseState     = 3
	promiseHandled   = 4
)

// Capability is a PromiseCapability Record. Resolve and Reject are undefined for a promise of the engine's own class.
type Capability struct {
	Promise, Resolve, Reject Value
}

// jobKind says what a job runs.
type jobKind uint8

const (
	jobReaction jobKind = iota // a, the reaction; b the result
	jobThenable                // resolve promise a with thenable b, whose then is c
	jobGo                      // fn
	jobAwait                   // resume frame a with b
)

type job struct {
	kind    jobKind
	reject  bool
	a, b, c Value
	realm   *Realm
	fn      func() bool // false: an exception is pending
}

// newPromise makes a pending promise.
func (rt *Runtime) newPromise(r *Realm) Ref {
	if r.promiseShape == 0 {
		r.promiseShape = rt.rootShape(KindPromise, r.Intrinsic(PromisePrototype), 0)
	}
	return rt.allocObject(KindPromise, r.promiseShape)
}

// NewPromise makes a pending promise of the realm.
func (r *Realm) NewPromise() Ref { return r.rt.newPromise(r) }

// PromiseState is the state of a promise (0 pending, 1 fulfilled, 2 rejected) and its result.
func (rt *Runtime) PromiseState(p Ref) (state int, result Value) {
	s := rt.Word(p, 0).int() & promiseState
	if s == promisePending {
		return 0, Undefined
	}
	return int(s), rt.Word(p, 1)
}

// SetHandled is [[PromiseIsHandled]] = true.
func (rt *Runtime) SetHandled(p Ref) { rt.SetWord(p, 0, Int(rt.wordInt(p, 0)|promiseHandled)) }

func (rt *Runtime) wordInt(o Ref, i uint32) int32 { return rt.Word(o, i).int() }

// ResolvePromise does what a promise's resolve function does. https://tc39.es/ecma262/#sec-promise-resolve-functions
func (rt *Runtime) ResolvePromise(p Ref, v Value) {
	if !v.IsObject() {
		rt.settle(p, promiseFulfilled, v)
		return
	}
	if v.Ref() == p {
		rt.rejectPromise(p, rt.realm.NewError(TypeErrorPrototype, "Chaining cycle detected for promise #<Promise>"))
		return
	}
	rt.Keep(objectValue(p))
	then, ok := rt.Get(v.Ref(), KeyThen)
	if !ok {
		if exc, ok := rt.TakeException(); ok {
			rt.rejectPromise(p, exc)
		}
		return
	}
	if !rt.IsCallable(then) {
		rt.settle(p, promiseFulfilled, v)
		return
	}
	r := rt.realm
	if fr, ok := rt.FunctionRealm(then.Ref()); ok {
		r = fr
	} else {
		rt.TakeException()
	}
	rt.enqueue(job{kind: jobThenable, a: objectValue(p), b: v, c: then, realm: r})
}

// RejectPromise rejects a pending promise.
func (rt *Runtime) RejectPromise(p Ref, reason Value) { rt.rejectPromise(p, reason) }

func (rt *Runtime) rejectPromise(p Ref, reason Value) { rt.settle(p, promiseRejected, reason) }

// settle fulfills or rejects a pending promise: its reactions become jobs.
func (rt *Runtime) settle(p Ref, state int32, v Value) {
	s := rt.wordInt(p, 0)
	if s&promiseState != promisePending {
		return
	}
	list := rt.Word(p, 1)
	rt.SetWord(p, 0, Int(s|state))
	rt.SetWord(p, 1, v)
	if state == promiseRejected && s&promiseHandled == 0 && rt.rejection != nil {
		rt.tellRejection(p, false)
	}
	// The chain is last to first.
	n := len(rt.reactions)
	for list.isInternal() {
		rt.reactions = append(rt.reactions, list)
		list = Value(rt.mem[list.Ref()+1])
	}
	for i := len(rt.reactions) - 1; i >= n; i-- {
		rt.react(rt.reactions[i], state == promiseRejected, v)
	}
	rt.reactions = rt.reactions[:n]
}

// react makes the job of a reaction.
func (rt *Runtime) react(reaction Value, reject bool, v Value) {
	c := reaction.Ref()
	h := Value(rt.mem[c+2])
	if h.isInternal() {
		rt.enqueue(job{kind: jobAwait, reject: reject, a: h, b: v, realm: rt.realm})
		return
	}
	if reject {
		h = Value(rt.mem[c+3])
	}
	r := rt.realm
	if h.IsObject() {
		if fr, ok := rt.FunctionRealm(h.Ref()); ok {
			r = fr
		} else {
			rt.TakeException()
		}
	}
	rt.enqueue(job{kind: jobReaction, reject: reject, a: reaction, b: v, realm: r})
}

// PerformThen is PerformPromiseThen(p, onFulfilled, onRejected, result): handlers that are not callable are undefined; c is nil for none.
func (rt *Runtime) PerformThen(p Ref, onFulfilled, onRejected Value, c *Capability) {
	re := rt.heap.Alloc(kindReaction, 7)
	m := rt.mem
	m[re+2], m[re+3] = uint64(onFulfilled), uint64(onRejected)
	if c != nil {
		m[re+4], m[re+5], m[re+6] = uint64(c.Promise), uint64(c.Resolve), uint64(c.Reject)
	}
	rt.addReaction(p, re)
}

func (rt *Runtime) tellRejection(p Ref, handled bool) {
	g := rt.unguard()
	rt.rejection(p, handled)
	rt.guarded = g
}

func (rt *Runtime) addReaction(p, re Ref) {
	s := rt.wordInt(p, 0)
	switch s & promiseState {
	case promisePending:
		rt.mem[re+1] = uint64(rt.Word(p, 1))
		rt.SetWord(p, 1, internalValue(re))
	default:
		if s&promiseState == promiseRejected && s&promiseHandled == 0 && rt.rejection != nil {
			rt.tellRejection(p, true)
		}
		rt.react(internalValue(re), s&promiseState == promiseRejected, rt.Word(p, 1))
	}
	rt.SetWord(p, 0, Int(s|promiseHandled))
}

// awaitValue makes the frame cell resume when v is settled; ok is false when PromiseResolve throws.
func (rt *Runtime) awaitValue(cell Ref, v Value) bool {
	p, ok := rt.PromiseResolve(rt.realm.Intrinsic(PromiseCtor), v)
	if !ok {
		return false
	}
	re := rt.heap.Alloc(kindReaction, 7)
	rt.mem[re+2] = uint64(internalValue(cell))
	rt.addReaction(p, re)
	return true
}

// PromiseResolve is PromiseResolve(C, x): the promise's object.
func (rt *Runtime) PromiseResolve(ctor Ref, x Value) (Ref, bool) {
	if rt.IsKind(x, KindPromise) {
		o := x.Ref()
		r := rt.realm
		if rt.shape(o) == r.promiseShape && ctor == r.intrinsics[PromiseCtor] && r.intact2(PromisePrototype, KeyConstructor) {
			return o, true
		}
		c, ok := rt.Get(o, KeyConstructor)
		if !ok {
			return 0, false
		}
		if c == objectValue(ctor) {
			return o, true
		}
	}
	c, ok := rt.NewCapability(objectValue(ctor))
	if !ok {
		return 0, false
	}
	if !rt.ResolveCapability(c, x) {
		return 0, false
	}
	return c.Promise.Ref(), true
}

// intact2 reports whether a property that is another intrinsic still is.
func (r *Realm) intact2(id Intrinsic, k Key) bool {
	rt := r.rt
	o := r.Intrinsic(id)
	if rt.flags(o)&flagLazy != 0 {
		return true
	}
	s := rt.shape(o)
	i, a := rt.find(s, k)
	if i < 0 || a&attrAccessor != 0 {
		return false
	}
	v := Value(rt.mem[rt.slotAt(o, s, uint32(i))])
	return v.isLazy() || v == objectValue(r.intrinsics[PromiseCtor])
}

// NewCapability is NewPromiseCapability(c).
func (rt *Runtime) NewCapability(ctor Value) (*Capability, bool) {
	r := rt.realm
	if ctor.IsObject() && ctor.Ref() == r.intrinsics[PromiseCtor] {
		p := objectValue(rt.newPromise(r))
		rt.Keep(p)
		return &Capability{Promise: p}, true
	}
	if !rt.IsConstructor(ctor) {
		return nil, rt.TypeError("%s is not a constructor", rt.brief(ctor))
	}
	ex := r.NewBuiltin(&capabilityExecutor, Undefined, Undefined)
	rt.KeepRef(ex)
	p, ok := rt.Construct(ctor, Undefined, objectValue(ex))
	if !ok {
		return nil, false
	}
	c := &Capability{p, rt.Data(ex, 0), rt.Data(ex, 1)}
	if !rt.IsCallable(c.Resolve) || !rt.IsCallable(c.Reject) {
		return nil, rt.TypeError("Promise resolve or reject function is not callable")
	}
	rt.Keep(p)
	rt.Keep(c.Resolve)
	rt.Keep(c.Reject)
	return c, true
}

var capabilityExecutor Helper

// ResolveCapability calls a capability's resolve.
func (rt *Runtime) ResolveCapability(c *Capability, v Value) bool {
	if c.Resolve.IsUndefined() {
		rt.ResolvePromise(c.Promise.Ref(), v)
		return rt.pending == 0
	}
	_, ok := rt.Call(c.Resolve, Undefined, v)
	return ok
}

// RejectCapability calls a capability's reject.
func (rt *Runtime) RejectCapability(c *Capability, v Value) bool {
	if c.Reject.IsUndefined() {
		rt.rejectPromise(c.Promise.Ref(), v)
		return true
	}
	_, ok := rt.Call(c.Reject, Undefined, v)
	return ok
}

// CapabilityFunctions gives a capability whose promise is the engine's real functions.
func (rt *Runtime) CapabilityFunctions(c *Capability) (resolve, reject Value) {
	if c.Resolve.IsUndefined() {
		c.Resolve, c.Reject = rt.ResolvingFunctions(c.Promise.Ref())
	}
	return c.Resolve, c.Reject
}

// ResolvingFunctions is CreateResolvingFunctions(p).
func (rt *Runtime) ResolvingFunctions(p Ref) (resolve, reject Value) {
	done := rt.NewValues(1)
	res := rt.realm.NewBuiltin(&promiseResolveFn, objectValue(p), CellValue(done))
	rej := rt.realm.NewBuiltin(&promiseRejectFn, objectValue(p), CellValue(done))
	return objectValue(res), objectValue(rej)
}

var promiseResolveFn Helper

var promiseRejectFn Helper

// --- jobs

func (rt *Runtime) enqueue(j job) {
	if n := len(rt.jobs); n == cap(rt.jobs) && n >= 1024 {
		// A long queue counts against the heap's limit.
		const row = int(unsafe.Sizeof(job{}))
		rt.jobs = append(make([]job, 0, 2*n), rt.jobs...)
		rt.heap.External(n * row)
		rt.jobBytes += n * row
	}
	rt.jobs = append(rt.jobs, j)
}

// EnqueueJob puts a Go function into the job queue. What is in keep lives until it ran.
func (rt *Runtime) EnqueueJob(r *Realm, fn func() bool, keep ...Value) {
	j := job{kind: jobGo, fn: fn, realm: r}
	if len(keep) > 0 {
		c := rt.NewValues(uint32(len(keep)))
		for i, v := range keep {
			rt.SetAt(c, uint32(i), v)
		}
		j.a = CellValue(c)
	}
	rt.enqueue(j)
}

// HasJobs reports whether jobs wait.
func (rt *Runtime) HasJobs() bool { return rt.jobHead < len(rt.jobs) }

// RunJob runs the next job; false: it ended with an exception pending.
func (rt *Runtime) RunJob() bool {
	j := rt.jobs[rt.jobHead]
	rt.jobs[rt.jobHead] = job{}
	rt.jobHead++
	if rt.jobHead == len(rt.jobs) {
		rt.jobs, rt.jobHead = rt.jobs[:0], 0
		if rt.jobBytes > 1<<20 {
			rt.heap.External(-rt.jobBytes)
			rt.jobs, rt.jobBytes = nil, 0
		}
	} else if rt.jobHead > 1024 && rt.jobHead > len(rt.jobs)/2 {
		n := copy(rt.jobs, rt.jobs[rt.jobHead:])
		clear(rt.jobs[n:])
		rt.jobs, rt.jobHead = rt.jobs[:n], 0
	}
	realm, kept := rt.realm, len(rt.kept)
	if j.realm != nil {
		rt.realm = j.realm
	}
	rt.Keep(j.a)
	rt.Keep(j.b)
	rt.Keep(j.c)
	ok := rt.runJob(&j)
	rt.kept = rt.kept[:kept]
	rt.realm = realm
	if rt.fp.prev == nil && rt.nativeDepth == 0 && rt.attention.Load() != 0 && ok {
		ok = rt.safepoint()
	}
	return ok
}

func (rt *Runtime) runJob(j *job) bool {
	switch j.kind {
	case jobGo:
		return j.fn()
	case jobAwait:
		return rt.resumeAwait(j.a.Ref(), j.reject, j.b)
	case jobThenable:
		res, rej := rt.ResolvingFunctions(j.a.Ref())
		rt.Keep(res)
		rt.Keep(rej)
		if _, ok := rt.Call(j.c, j.b, res, rej); !ok {
			exc, ok := rt.TakeException()
			if !ok {
				return false
			}
			_, ok = rt.Call(rej, Undefined, exc)
			return ok
		}
		return true
	}
	c := j.a.Ref()
	h := Value(rt.mem[c+2])
	if j.reject {
		h = Value(rt.mem[c+3])
	}
	capability := &Capability{Value(rt.mem[c+4]), Value(rt.mem[c+5]), Value(rt.mem[c+6])}
	v, ok := j.b, !j.reject
	if h.IsObject() {
		if v, ok = rt.Call(h, Undefined, j.b); !ok {
			if v, ok = rt.TakeException(); !ok {
				return false
			}
			ok = false
		}
	}
	if capability.Promise.IsUndefined() {
		return true
	}
	rt.Keep(v)
	if ok {
		return rt.ResolveCapability(capability, v)
	}
	return rt.RejectCapability(capability, v)
}

// DropJobs empties the queue.
func (rt *Runtime) DropJobs() {
	rt.heap.External(-rt.jobBytes)
	rt.jobs, rt.jobHead, rt.jobBytes = nil, 0, 0
}

// RunJobs runs jobs until there are none. report is called with each exception that leaves a job, and the realm of the job. false: the script was
// ended.
func (rt *Runtime) RunJobs(report func(r *Realm, exc Value)) bool {
	rt.RunPosted()
	for rt.HasJobs() {
		r := rt.jobs[rt.jobHead].realm
		if !rt.RunJob() {
			exc, ok := rt.TakeException()
			if !ok {
				return false
			}
			if report != nil {
				report(r, exc)
			}
		}
	}
	rt.clearKeptDuringJob()
	return true
}

func init() {
	capabilityExecutor.is("", 2, func(c *Call) Value {
		if !c.Data(0).IsUndefined() || !c.Data(1).IsUndefined() {
			return c.TypeError("Promise executor has already been invoked with non-undefined arguments")
		}
		c.Rt.SetData(c.Callee, 0, c.Arg(0))
		c.Rt.SetData(c.Callee, 1, c.Arg(1))
		return Undefined
	})
	promiseResolveFn.is("", 1, func(c *Call) Value {
		done := c.Data(1).Ref()
		if c.Rt.At(done, 0) != True {
			c.Rt.SetAt(done, 0, True)
			c.Rt.ResolvePromise(c.Data(0).Ref(), c.Arg(0))
		}
		return Undefined
	})
	promiseRejectFn.is("", 1, func(c *Call) Value {
		done := c.Data(1).Ref()
		if c.Rt.At(done, 0) != True {
			c.Rt.SetAt(done, 0, True)
			c.Rt.rejectPromise(c.Data(0).Ref(), c.Arg(0))
		}
		return Undefined
	})
}
