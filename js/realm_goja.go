//go:build niso_goja || !niso_vm

package js

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
	"weak"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// ErrHeapLimit is the reason of an [*Interrupted] for a heap past [Options.HeapLimit].
var ErrHeapLimit = errors.New("heap limit exceeded")

// Runtime is one heap with its job queue, limits and clock: a page group's or a worker's.
// All of it is used by one goroutine at a time, [Runtime.Interrupt] excepted.
type Runtime struct {
	opt  Options
	rand *rand.Rand

	mu     sync.Mutex // guards realms, pending and closed against Interrupt
	realms []*Realm
	closed bool

	interrupted atomic.Bool
	depth       int // entries from Go into script on the stack
	running     atomic.Bool
	entry       *Realm       // of the innermost try
	over        *Interrupted // the last script that was ended, as long as Options.Stopped holds
	runningJobs bool
	roots       map[*Root]struct{}
	held        heldTable
	weak        weakState
	hooks       traceHooks    // called by none: goja's objects are Go's
	stop        chan struct{} // ends the heap watch
}

// Realm is one global object with its built-ins.
//
// With goja each realm is an engine of its own: an object of one realm cannot be used in
// another, even of the same runtime.
type Realm struct {
	rt     *Runtime
	vm     *goja.Runtime
	global *goja.Object
	opt    RealmOptions

	// Data is the host's: whatever natives need of the page. Set from RealmOptions.Data.
	Data any

	classes    map[*Class]*realmClass
	calls      []*Call // one for each depth of native calls, reused
	ncalls     int
	overflow   bool // a stack overflow is being turned into a RangeError
	errors     errorState
	reflects   map[string]goja.Callable
	intrinsics map[string]*goja.Object
	modules    moduleMap
	files      map[weak.Pointer[fileInfo]]struct{} // sources of programs that ran here
	filesMax   int
	lib        *goja.Object // functions of lib.js, once used
	hasHelpers bool         // of lowered text, on the global object
}

// realmLink leads from goja's runtime back to the realm. It sits where goja keeps the
// mapper of Go field names, which nothing here uses.
type realmLink struct {
	goja.FieldNameMapper
	realm *Realm
}

var offMapper = field(typeRuntime, "fieldNameMapper").Offset

func realmOf(r *goja.Runtime) *Realm {
	m := *at[iface](unsafe.Pointer(r), offMapper)
	return (*realmLink)(m.data).realm
}

// NewRuntime makes a runtime.
func NewRuntime(o Options) *Runtime {
	if o.CallDepth <= 0 {
		o.CallDepth = 10000
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	seed := o.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	rt := &Runtime{opt: o, rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), roots: map[*Root]struct{}{}}
	if o.HeapLimit > 0 {
		rt.stop = make(chan struct{})
		go rt.watchHeap(rt.stop, o.HeapLimit)
	}
	return rt
}

// watchHeap interrupts script when the process's heap is past the limit.
func (rt *Runtime) watchHeap(stop chan struct{}, limit int64) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		if !rt.running.Load() {
			continue
		}
		if metrics.Read(sample); int64(sample[0].Value.Uint64()) <= limit {
			continue
		}
		runtime.GC() // garbage is no reason to end a page
		if metrics.Read(sample); int64(sample[0].Value.Uint64()) > limit && rt.running.Load() {
			rt.Interrupt(ErrHeapLimit)
		}
	}
}

// Close ends the runtime: roots are dropped, jobs and modules forgotten. Values and realms must
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
	if rt.stop != nil {
		close(rt.stop)
	}
	for _, r := range realms {
		r.drop()
	}
	for root := range rt.roots {
		root.v = Value{}
	}
	rt.roots = nil
}

// NewRealm makes a global object.
func (rt *Runtime) NewRealm(o RealmOptions) *Realm {
	vm := goja.New()
	r := &Realm{rt: rt, vm: vm, opt: o, Data: o.Data, global: vm.GlobalObject()}
	r.classes = map[*Class]*realmClass{}
	vm.SetFieldNameMapper(&realmLink{realm: r})
	vm.SetMaxCallStackSize(rt.opt.CallDepth)
	vm.SetTimeSource(func() time.Time { return rt.opt.Now() })
	vm.SetRandSource(rt.rand.Float64)
	vm.SetParserOptions(parser.WithDisableSourceMaps)
	if rt.opt.Rejection != nil {
		vm.SetPromiseRejectionTracker(func(p *goja.Promise, op goja.PromiseRejectionOperation) {
			rt.opt.Rejection(r, Value{v: vm.ToValue(p)}, op == goja.PromiseRejectionHandle)
		})
	}
	r.pushSentinel()
	r.errors.init(r)
	r.initLibrary()
	r.wrapCompilers()
	r.initGlobal()
	rt.mu.Lock()
	rt.realms = append(rt.realms, r)
	rt.mu.Unlock()
	return r
}

// pushSentinel puts a frame under all others. With a frame on the stack goja takes every entry
// for a nested one and leaves the job queue to the host; and the frame's "function"
// has a name getter, which goja reads while it collects the stack of an overflow: there the
// overflow becomes an ordinary RangeError (goja's own error cannot be caught).
func (r *Realm) pushSentinel() {
	poison := r.vm.NewObject()
	getter := gNewNativeFunc(r.vm, func(goja.FunctionCall) goja.Value {
		if !r.overflow && len(*callStackOf(r.vm)) > r.rt.opt.CallDepth {
			r.overflow = true
			e := r.NewError(RangeError, "Maximum call stack size exceeded")
			r.overflow = false
			panic(e.v)
		}
		return sentinelName
	}, "", 0)
	must(poison.DefineAccessorProperty("name", getter, nil, goja.FLAG_FALSE, goja.FLAG_FALSE))
	vm := vmOf(r.vm)
	*at[[]goja.Value](vm, offStack) = []goja.Value{poison, goja.Undefined()}
	*at[int](vm, offSP) = 2
	cs := callStackOf(r.vm)
	*cs = append(*cs, gContext{sb: 1, pc: -1})
}

const sentinel = "\x00niso"

var sentinelName = noRuntime.ToValue(sentinel)

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
	rt.interrupted.Store(true)
	for _, r := range rt.realms {
		r.vm.Interrupt(reason)
	}
}

// Interrupted reports whether an interrupt waits to end the script that runs: a native that takes long asks for it now and then, and returns.
func (rt *Runtime) Interrupted() bool { return rt.interrupted.Load() }

func (rt *Runtime) clearInterrupt() {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.interrupted.Store(false)
	for _, r := range rt.realms {
		r.vm.ClearInterrupt()
	}
}

// EnqueueJob puts a job (a microtask) into the queue. An error that the job returns is reported
// through [Options.Uncaught]. keep are values that job uses: they live until it ran.
func (rt *Runtime) EnqueueJob(r *Realm, job func() error, keep ...Value) {
	jobs := jobsOf(r.vm)
	*jobs = append(*jobs, func() {
		if err := job(); err != nil {
			if in, ok := err.(*Interrupted); ok {
				panic(in.raw)
			}
			r.ReportException(err)
		}
	})
}

// RunJobs runs jobs until the queue is empty: performing a microtask checkpoint. A job that throws
// is reported and the rest go on. It does nothing while script or a job is running. The
// error is an *Interrupted: the queue then keeps what was not run.
func (rt *Runtime) RunJobs() error {
	if rt.depth > 0 || rt.runningJobs || rt.closed {
		return nil
	}
	if rt.stopped() {
		return rt.over
	}
	rt.runningJobs = true
	defer func() {
		rt.runningJobs = false
		clear(rt.weak.kept)
		rt.weak.kept = rt.weak.kept[:0]
	}()
	rt.finalize()
	for again := true; again; {
		again = false
		for _, r := range rt.realms {
			jobs := jobsOf(r.vm)
			for len(*jobs) > 0 {
				again = true
				batch := *jobs
				*jobs = nil
				for i, job := range batch {
					batch[i] = nil
					err := r.try(job)
					if _, ok := err.(*Interrupted); ok {
						*jobs = append(batch[i+1:len(batch):len(batch)], *jobs...)
						return err
					}
					if err != nil {
						r.ReportException(err)
					}
				}
				if *jobs == nil {
					*jobs = batch[:0] // keep the room
				}
			}
		}
	}
	return nil
}

// HasJobs reports whether the queue has jobs.
func (rt *Runtime) HasJobs() bool {
	for _, r := range rt.realms {
		if len(*jobsOf(r.vm)) > 0 {
			return true
		}
	}
	return false
}

// EndTurn ends the host's turn: values in Go variables of the host are not kept beyond it. The host calls it when a task and its
// microtasks are done; while script is on the stack it does nothing.
func (rt *Runtime) EndTurn() {}

// Idle is EndTurn of a host that has nothing to do for a while.
func (rt *Runtime) Idle() bool { return false }

// Running reports whether script is on the stack.
func (rt *Runtime) Running() bool { return rt.depth > 0 }

// Entry is the realm that Go code entered last to run the script on the stack, not one whose functions that script calls; nil while none runs.
// https://html.spec.whatwg.org/multipage/webappapis.html#entry-settings-object
func (rt *Runtime) Entry() *Realm { return rt.entry }

// Runtime is the runtime of the realm.
func (r *Realm) Runtime() *Runtime { return r.rt }

// Name is the label given in RealmOptions.
func (r *Realm) Name() string { return r.opt.Name }

// Close forgets the realm and its jobs. Its objects are garbage once nothing else holds them.
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
	r.drop()
}

func (r *Realm) drop() {
	*jobsOf(r.vm) = nil
	r.modules = moduleMap{}
	r.files = nil
	for root := range r.rt.roots {
		if o, ok := root.v.v.(*goja.Object); ok && objectOf(o).runtime == r.vm {
			root.Release()
		}
	}
}

// try runs f, in which script may run and throw.
func (r *Realm) try(f func()) (err error) {
	rt := r.rt
	if rt.stopped() {
		return rt.over
	}
	ncalls := r.ncalls
	if rt.depth++; rt.depth == 1 {
		rt.running.Store(true)
	}
	outer := rt.entry
	rt.entry = r
	defer func() {
		rt.entry = outer
		if rt.depth--; rt.depth == 0 {
			rt.running.Store(false)
		}
		if x := recover(); x != nil {
			in, ok := x.(*goja.InterruptedError)
			if !ok {
				panic(x)
			}
			r.popTo(ncalls)
			rt.over = r.interrupted(in)
			err = rt.over
			if rt.depth == 0 {
				rt.clearInterrupt()
			}
		}
	}()
	if ex := r.vm.Try(f); ex != nil {
		r.popTo(ncalls)
		err = r.exception(ex)
	}
	return err
}

// stopped reports whether nothing is to run: rt.over says why.
func (rt *Runtime) stopped() bool {
	if rt.over != nil && (rt.opt.Stopped == nil || !rt.opt.Stopped()) {
		rt.over = nil
	}
	return rt.over != nil
}

// call calls fn. The entries of args that are zero are filled in.
func (r *Realm) call(fn, this Value, args []Value) (v Value, err error) {
	f, ok := goja.AssertFunction(fn.v)
	if !ok {
		return Undefined, r.NewException(r.NewError(TypeError, describe(fn)+" is not a function"))
	}
	raw := rawArgs(args)
	err = r.try(func() { v.v = f2(f, this.raw(), raw) })
	return v, err
}

// f2 calls and panics with what was thrown: within try.
func f2(f goja.Callable, this goja.Value, args []goja.Value) goja.Value {
	v, err := f(this, args...)
	if err != nil {
		panic(err)
	}
	return v
}

// rawArgs views values as goja's, undefined made explicit.
func rawArgs(args []Value) []goja.Value {
	for i := range args {
		if args[i].v == nil {
			args[i].v = goja.Undefined()
		}
	}
	return *(*[]goja.Value)(unsafe.Pointer(&args))
}

func (r *Realm) construct(fn Value, newTarget Object, args []Value) (o Object, err error) {
	f, ok := goja.AssertConstructor(fn.v)
	if !ok {
		return Object{}, r.NewException(r.NewError(TypeError, describe(fn)+" is not a constructor"))
	}
	raw := rawArgs(args)
	nt := newTarget.o
	if nt == nil {
		nt = fn.v.(*goja.Object)
	}
	err = r.try(func() {
		res, err := f(nt, raw...)
		must(err)
		o.o = res
	})
	return o, err
}

// builtin calls a function of a built-in object, as it was when first used.
func (r *Realm) builtin(object, name string, args ...Value) (Value, error) {
	key := object + "." + name
	f := r.reflects[key]
	if f == nil {
		err := r.try(func() {
			o := r.vm.GlobalObject().Get(object).ToObject(r.vm)
			f, _ = goja.AssertFunction(o.Get(name))
		})
		if err != nil {
			return Undefined, err
		}
		if f == nil {
			return Undefined, r.NewException(r.NewError(TypeError, key+" is not a function"))
		}
		if r.reflects == nil {
			r.reflects = map[string]goja.Callable{}
		}
		r.reflects[key] = f
	}
	raw := rawArgs(args)
	var v Value
	err := r.try(func() { v.v = f2(f, goja.Undefined(), raw) })
	return v, err
}

func (r *Realm) reflect(name string, args ...Value) (Value, error) {
	return r.builtin("Reflect", name, args...)
}

// must panics with err, within try or a native.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Root keeps a value until released.
type Root struct {
	rt *Runtime
	v  Value
}

// NewRoot keeps v. See the package comment for when that is right.
func (rt *Runtime) NewRoot(v Value) *Root {
	root := &Root{rt, v}
	if rt.roots != nil {
		rt.roots[root] = struct{}{}
	}
	return root
}

// Value is the value; undefined after Release or the runtime's end.
func (r *Root) Value() Value { return r.v }

// Release ends the root. A second call does nothing; a nil root is none.
func (r *Root) Release() {
	if r != nil && r.rt != nil {
		delete(r.rt.roots, r)
		r.v = Value{}
	}
}
