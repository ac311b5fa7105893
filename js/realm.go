package js

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/niso-engine/niso/js/vm"
)

// ErrHeapLimit is the reason of an [*Interrupted] for a heap past [Options.HeapLimit].
var ErrHeapLimit = vm.ErrHeapLimit

// errClosed is what a closed runtime answers.
var errClosed = errors.New("js: the runtime is closed")

// Runtime is one heap with its job queue, limits and clock: a page group's or a worker's.
// All of it is used by one goroutine at a time, [Runtime.Interrupt] excepted.
type Runtime struct {
	opt    Options
	vm     *vm.Runtime
	number uint32 // in references: see runtimes

	mu     sync.Mutex // guards realms and closed against Interrupt
	realms []*Realm
	closed bool

	watch       watch
	depth       int          // entries from Go on the stack
	entries     []*Realm     // of those but jobs
	ended       *Interrupted // the end of the script that runs, when Go code on the stack learned of it
	over        *Interrupted // the last script that was ended, as long as Options.Stopped holds
	runningJobs bool
	calls       []*Call // one for each depth of native calls, reused
	ncalls      int

	classes []*Class // by number of host class; 0 none
	numbers []uint16 // host class by Class.number

	namedObjects uint16 // host class of named properties objects, once there is one

	roots  map[*Root]struct{}
	hooks  traceHooks
	tracer Tracer
}

// Realm is one global object with its built-ins. The realms of a runtime share its heap: an object of one can be used in another.
type Realm struct {
	rt  *Runtime
	vm  *vm.Realm
	opt RealmOptions

	// Data is the host's: whatever natives need of the page. Set from RealmOptions.Data.
	Data any

	classes []*realmClass // by Class.number
	modules moduleMap
	closed  bool

	pairIters map[*Class]vm.Ref        // prototypes of pair iterators
	cross     map[*CrossOrigin]vm.Desc // functions for objects of other origins
}

// runtimes are the runtimes that live, by the low half of their numbers; the high half says how often the row was used. A reference
// ([Object]) leads to its runtime through it; one that outlives the runtime leads nowhere.
var runtimes struct {
	rows atomic.Pointer[[]*Runtime]
	mu   sync.Mutex
	free []uint32 // rows with the use that comes next
}

func (rt *Runtime) register() {
	t := &runtimes
	t.mu.Lock()
	defer t.mu.Unlock()
	rows := []*Runtime{nil}
	if p := t.rows.Load(); p != nil {
		rows = append([]*Runtime(nil), *p...)
	}
	if n := len(t.free); n > 0 {
		rt.number = t.free[n-1]
		t.free = t.free[:n-1]
		rows[rt.number&0xFFFF] = rt
	} else {
		if len(rows) == 1<<16 {
			panic("js: too many runtimes")
		}
		rt.number = 1<<16 | uint32(len(rows))
		rows = append(rows, rt)
	}
	t.rows.Store(&rows)
}

func (rt *Runtime) unregister() {
	t := &runtimes
	t.mu.Lock()
	defer t.mu.Unlock()
	rows := append([]*Runtime(nil), *t.rows.Load()...)
	rows[rt.number&0xFFFF] = nil
	t.rows.Store(&rows)
	if next := rt.number + 1<<16; next > 1<<16 {
		t.free = append(t.free, next)
	}
}

// runtime is the runtime of a reference, nil for none and for one that was closed.
func (o Object) runtime() *Runtime {
	n := uint32(o.w >> 32)
	if n == 0 {
		return nil
	}
	if rt := (*runtimes.rows.Load())[n&0xFFFF]; rt != nil && rt.number == n {
		return rt
	}
	return nil
}

// NewRuntime is OpenRuntime where there is address space; it panics where there is none.
func NewRuntime(o Options) *Runtime {
	rt, err := OpenRuntime(o)
	if err != nil {
		panic(err.Error())
	}
	return rt
}

// OpenRuntime makes a runtime. It must be closed: its heap is not Go's. It is an error that the address space of a heap cannot be
// reserved, as under a limit of the process's.
func OpenRuntime(o Options) (*Runtime, error) {
	if o.CallDepth <= 0 {
		o.CallDepth = 10000
	}
	h, err := vm.New(vm.Options{HeapLimit: int(o.HeapLimit), CallDepth: o.CallDepth})
	if err != nil {
		return nil, fmt.Errorf("js: no room for a heap: %w", err)
	}
	rt := &Runtime{opt: o, vm: h, classes: []*Class{nil}, roots: map[*Root]struct{}{}}
	rt.register()
	if o.Seed != 0 {
		h.SetSeed(o.Seed)
	}
	if now := o.Now; now != nil {
		h.SetClock(nil, func() float64 { return float64(now().UnixNano()/int64(time.Microsecond)) / 1000 })
	}
	h.SetLazyMake(lazyMake)
	h.SetGlobalProxyHooks(rt.globalProxyHooks())
	rt.tracer.visit = func(v Value) {
		if v.rt == rt {
			h.Mark(v.v)
		}
	}
	h.OnTrace(rt.trace)
	h.OnHostDrop(func(state any) {
		for _, f := range rt.hooks.dropped {
			f(state)
		}
	})
	h.OnDrop(func(func(vm.Ref) bool) {
		for _, f := range rt.hooks.collected {
			f()
		}
	})
	if f := o.Rejection; f != nil {
		h.OnRejection(func(p vm.Ref, handled bool) {
			if r := realmOf(h.CurrentRealm()); r != nil {
				f(r, rt.wrap(vm.ObjectValue(p)), handled)
			}
		})
	}
	return rt, nil
}

// trace marks what Go code holds of the heap.
func (rt *Runtime) trace() {
	t := &rt.tracer
	t.begin()
	for root := range rt.roots {
		t.visit(root.v)
	}
	if rt.ended == nil {
		for _, c := range rt.calls[:rt.ncalls] {
			if e, ok := c.err.(*Exception); ok {
				t.visit(e.Value)
			}
		}
	}
	for _, f := range rt.hooks.trace {
		f(t)
	}
}

// Close ends the runtime: roots are dropped, jobs and modules forgotten, its memory is given back. Values and realms must
// not be used after. A second call does nothing.
func (rt *Runtime) Close() {
	rt.mu.Lock()
	realms := rt.realms
	closed := rt.closed
	rt.realms, rt.closed = nil, true
	rt.mu.Unlock()
	if closed {
		return
	}
	rt.watch.stop()
	for _, r := range realms {
		r.drop()
	}
	for root := range rt.roots {
		root.v = Value{}
	}
	rt.roots, rt.hooks = nil, traceHooks{}
	rt.unregister()
	rt.vm.Close()
}

// NewRealm makes a global object.
func (rt *Runtime) NewRealm(o RealmOptions) *Realm {
	r := &Realm{rt: rt, vm: rt.vm.NewRealm(), opt: o, Data: o.Data}
	r.vm.Data = r
	r.vm.Trace = r.mark
	rt.mu.Lock()
	rt.realms = append(rt.realms, r)
	rt.mu.Unlock()
	before := rt.vm.EnterRealm(r.vm)
	r.initModules()
	r.initGlobal()
	rt.vm.EnterRealm(before)
	return r
}

// realmOf is the realm that stands on one of the engine's; nil for none.
func realmOf(r *vm.Realm) *Realm {
	if r == nil {
		return nil
	}
	p, _ := r.Data.(*Realm)
	return p
}

// Realms are the realms that were made and not closed.
func (rt *Runtime) Realms() []*Realm {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return append([]*Realm(nil), rt.realms...)
}

// Interrupt ends the script that runs, or the next one, with [*Interrupted]: nothing in script
// can catch it. The only method for any goroutine. The interrupt is over when the outermost
// call into the runtime has returned.
func (rt *Runtime) Interrupt(reason error) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if !rt.closed {
		rt.vm.Interrupt(reason)
	}
}

// Interrupted reports whether an interrupt waits to end the script that runs: a native that takes long asks for it now and then, and returns.
func (rt *Runtime) Interrupted() bool { return !rt.closed && rt.vm.Interrupted() }

// EnqueueJob puts a job (a microtask) into the queue. An error that the job returns is reported
// through [Options.Uncaught]. What is in keep lives until the job has run.
func (rt *Runtime) EnqueueJob(r *Realm, job func() error, keep ...Value) {
	if rt.closed {
		return
	}
	rt.vm.EnqueueJob(r.vm, func() bool {
		if err := job(); err != nil {
			if _, ok := err.(*Interrupted); ok {
				rt.throw(err)
				return false
			}
			r.ReportException(err)
		}
		return true
	}, raw(keep)...)
}

// raw are values for the heap.
func raw(list []Value) []vm.Value {
	if len(list) == 0 {
		return nil
	}
	out := make([]vm.Value, len(list))
	for i, v := range list {
		out[i] = v.v
	}
	return out
}

// RunJobs runs jobs until the queue is empty: performing a microtask checkpoint. A job that throws
// is reported and the rest go on. It does nothing while script or a job is running. The
// error is an *Interrupted: what was not run is then dropped, as V8 does, for each job may queue the next one without end.
func (rt *Runtime) RunJobs() error {
	if rt.depth > 0 || rt.runningJobs || rt.closed {
		return nil
	}
	if rt.stopped() {
		return rt.over
	}
	rt.runningJobs, rt.ended = true, nil
	rt.depth++
	rt.beginWatch()
	ok := rt.vm.RunJobs(func(vr *vm.Realm, exc vm.Value) {
		if r := realmOf(vr); r != nil && !r.closed {
			r.ReportException(r.caught(exc))
		}
	})
	rt.runningJobs = false
	rt.depth--
	rt.endWatch()
	if !ok {
		err := rt.failure()
		rt.vm.DropJobs()
		return err
	}
	return nil
}

// HasJobs reports whether the queue has jobs.
func (rt *Runtime) HasJobs() bool { return !rt.closed && rt.vm.HasJobs() }

// Running reports whether script is on the stack.
func (rt *Runtime) Running() bool { return rt.depth > 0 }

// Incumbent is the realm of the script function that runs, the innermost on the stack; nil while none does.
// https://html.spec.whatwg.org/multipage/webappapis.html#incumbent-settings-object
func (rt *Runtime) Incumbent() *Realm { return realmOf(rt.vm.ScriptRealm()) }

// Entry is the realm that Go code entered last to run the script on the stack, not one whose functions that script calls; nil while none runs.
// https://html.spec.whatwg.org/multipage/webappapis.html#entry-settings-object
func (rt *Runtime) Entry() *Realm {
	if n := len(rt.entries); n > 0 {
		return rt.entries[n-1]
	}
	return nil
}

// EndTurn says that the host holds no value in Go variables any more but what is in Roots and in Go state that is traced: its turn of
// the event loop is over. It does nothing while script runs.
func (rt *Runtime) EndTurn() {
	if rt.depth == 0 && !rt.closed {
		rt.vm.Turn(false)
	}
}

// Idle is EndTurn of a host that has nothing to do for a while: garbage is collected if there may be much. It reports whether it was.
func (rt *Runtime) Idle() bool { return rt.depth == 0 && !rt.closed && rt.vm.Turn(true) }

// Runtime is the runtime of the realm.
func (r *Realm) Runtime() *Runtime { return r.rt }

// FunctionRealm is the realm of a function: of what a bound function or a proxy stands for. It is nil where there is none, as for a proxy that was revoked.
// https://tc39.es/ecma262/#sec-getfunctionrealm
func (rt *Runtime) FunctionRealm(f Object) *Realm {
	before := rt.vm.CurrentRealm()
	r, ok := rt.vm.FunctionRealm(f.ref())
	if !ok {
		rt.vm.TakeException()
		rt.vm.EnterRealm(before)
		return nil
	}
	return realmOf(r)
}

// Name is the label given in RealmOptions.
func (r *Realm) Name() string { return r.opt.Name }

// Close forgets the realm, its jobs and the roots of its objects. Its objects are garbage once nothing else holds them.
func (r *Realm) Close() {
	rt := r.rt
	rt.mu.Lock()
	for i, o := range rt.realms {
		if o == r {
			rt.realms = append(rt.realms[:i:i], rt.realms[i+1:]...)
			break
		}
	}
	rt.mu.Unlock()
	if r.closed || rt.closed {
		return
	}
	for root := range rt.roots {
		if root.realm == r {
			root.Release()
		}
	}
	r.drop()
	r.vm.Close()
}

// drop forgets what no script reaches. Classes stay: what other realms still hold of this one works as before, and marks them.
func (r *Realm) drop() {
	r.closed = true
	r.modules = moduleMap{}
}

// try runs f, which uses the heap for this realm, and in which script may run and throw: f is false with an exception pending.
func (r *Realm) try(f func() bool) error {
	before, err := r.enter()
	if err != nil {
		return err
	}
	ok := f()
	r.exit(before)
	if !ok {
		return r.rt.failureIn(r)
	}
	return nil
}

// enter and exit bracket what try runs.
func (r *Realm) enter() (before *vm.Realm, err error) {
	rt := r.rt
	if rt.closed {
		return nil, errClosed
	}
	if rt.depth == 0 {
		if rt.stopped() {
			return nil, rt.over
		}
		rt.ended = nil
		rt.beginWatch()
	} else if rt.ended != nil {
		return nil, rt.ended
	}
	rt.depth++
	rt.entries = append(rt.entries, r)
	return rt.vm.EnterRealm(r.vm), nil
}

func (r *Realm) exit(before *vm.Realm) {
	rt := r.rt
	rt.vm.EnterRealm(before)
	if rt.depth--; rt.depth == 0 {
		rt.endWatch()
	}
	rt.entries = rt.entries[:len(rt.entries)-1]
}

// stopped reports whether nothing is to run: rt.over says why.
func (rt *Runtime) stopped() bool {
	if rt.over != nil && (rt.opt.Stopped == nil || !rt.opt.Stopped()) {
		rt.over = nil
	}
	return rt.over != nil
}

// call calls fn.
func (r *Realm) call(fn, this Value, args []Value) (Value, error) {
	rt := r.rt
	before, err := r.enter()
	if err != nil {
		return Undefined, err
	}
	if f := realmOf(rt.vm.RealmOf(rt.own(fn))); f != nil { // https://webidl.spec.whatwg.org/#invoke-a-callback-function: the entry is the callback's
		rt.entries[len(rt.entries)-1] = f
	}
	var buf [8]vm.Value
	list := buf[:0]
	for _, a := range args {
		list = append(list, rt.own(a))
	}
	v, ok := rt.vm.Call(rt.own(fn), rt.own(this), list...)
	r.exit(before)
	if !ok {
		return Undefined, rt.failureIn(r)
	}
	return rt.wrap(v), nil
}

// own is v for the heap: undefined in place of a value of another runtime's heap.
func (rt *Runtime) own(v Value) vm.Value {
	if v.rt != rt && v.v.HasCell() {
		return vm.Undefined
	}
	return v.v
}

// use is the cell of an object of this runtime, 0 for none.
func (rt *Runtime) use(o Object) vm.Ref {
	if uint32(o.w>>32) == rt.number && rt.vm.IsObjectRef(o.ref()) {
		return o.ref()
	}
	return 0
}

// on is try for an operation on an object.
func (r *Realm) on(obj Object, f func(o vm.Ref) bool) error {
	before, err := r.enter()
	if err != nil {
		return err
	}
	ok := false
	if o := r.rt.use(obj); o != 0 {
		ok = f(o)
	} else {
		r.rt.vm.TypeError("Object of another runtime, or none")
	}
	r.exit(before)
	if !ok {
		return r.rt.failureIn(r)
	}
	return nil
}

func (r *Realm) construct(fn Value, newTarget Object, args []Value) (Object, error) {
	rt := r.rt
	if fn.rt != rt || !fn.IsConstructor() {
		return Object{}, r.NewException(r.NewError(TypeError, describe(fn)+" is not a constructor"))
	}
	before, err := r.enter()
	if err != nil {
		return Object{}, err
	}
	list := make([]vm.Value, len(args))
	for i, a := range args {
		list[i] = rt.own(a)
	}
	nt := vm.Undefined
	if o := rt.use(newTarget); o != 0 {
		nt = vm.ObjectValue(o)
	}
	v, ok := rt.vm.Construct(fn.v, nt, list...)
	r.exit(before)
	if !ok {
		return Object{}, rt.failureIn(r)
	}
	return rt.wrap(v).Object(), nil
}

// Root keeps a value until released.
type Root struct {
	rt    *Runtime
	realm *Realm // of a function or platform object: the realm's end is the root's
	v     Value
}

// NewRoot keeps v. See the package comment for when that is right.
func (rt *Runtime) NewRoot(v Value) *Root {
	root := &Root{rt: rt, v: v}
	if rt.roots != nil {
		if h := v.heap(); h != nil && v.rt == rt {
			root.realm = realmOf(h.RealmOf(v.v))
		}
		rt.roots[root] = struct{}{}
	}
	return root
}

// Value is the value; undefined after Release or the runtime's end.
func (r *Root) Value() Value {
	if r.v.heap() != nil {
		return r.rt.wrap(r.v.v)
	}
	return r.v
}

// Release ends the root. A second call does nothing; a nil root is none.
func (r *Root) Release() {
	if r != nil && r.rt != nil {
		delete(r.rt.roots, r)
		r.v = Value{}
	}
}
