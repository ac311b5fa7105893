//go:build niso_goja || !niso_vm

package js

import (
	"github.com/dop251/goja"
)

// Runtime is one heap with its job queue, limits and clock: a page group's or a worker's.
// All of it is used by one goroutine at a time, [Runtime.Interrupt] excepted.
type Runtime struct {
	opt    Options
	realms []*Realm
}

// Realm is one global object with its built-ins.
//
// With goja each realm is an engine of its own: an object of one realm cannot be used in another.
type Realm struct {
	rt     *Runtime
	vm     *goja.Runtime
	global *goja.Object
	opt    RealmOptions

	// Data is the host's: whatever natives need of the page. Set from RealmOptions.Data.
	Data any
}

type (
	tableBackend   struct{}
	callBackend    struct{}
	programBackend struct{}
	moduleBackend  struct{}
	nativeInfo     struct{}
)

func (b *tableBackend) init(t *Table) {}

// NewRuntime makes a runtime.
func NewRuntime(o Options) *Runtime { panic("TODO") }

// Close ends the runtime: roots are dropped, jobs and modules forgotten. Values and realms must
// not be used after.
func (rt *Runtime) Close() { panic("TODO") }

// NewRealm makes a global object.
func (rt *Runtime) NewRealm(o RealmOptions) (*Realm, error) { panic("TODO") }

// Realms are the realms that were made and not closed.
func (rt *Runtime) Realms() []*Realm { return rt.realms }

// Interrupt ends the script that runs, or the next one, with [*Interrupted]: nothing in script
// can catch it. The only method for any goroutine. The interrupt is over when the outermost
// call into the runtime has returned.
func (rt *Runtime) Interrupt(reason error) { panic("TODO") }

// EnqueueJob puts a job (a microtask) into the queue. It must not panic for a script error: what it
// returns is reported through [Options.Uncaught].
func (rt *Runtime) EnqueueJob(r *Realm, job func() error) { panic("TODO") }

// RunJobs runs jobs until the queue is empty. A job that throws is reported and the rest go on.
// It does nothing while script or a job is running (performing a microtask checkpoint). The
// error is an *Interrupted: the queue keeps what was not run.
func (rt *Runtime) RunJobs() error { panic("TODO") }

// HasJobs reports whether the queue has jobs.
func (rt *Runtime) HasJobs() bool { panic("TODO") }

// Running reports whether script is on the stack.
func (rt *Runtime) Running() bool { panic("TODO") }

// Runtime is the runtime of the realm.
func (r *Realm) Runtime() *Runtime { return r.rt }

// Name is the label given in RealmOptions.
func (r *Realm) Name() string { return r.opt.Name }

// Close forgets the realm. Its objects are garbage once nothing else holds them.
func (r *Realm) Close() { panic("TODO") }

// NewHost makes a platform object: an instance of c with c's prototype in this realm.
func (r *Realm) NewHost(c *Class, id uint32, state any) Object { panic("TODO") }

// NewHostWithProto is NewHost with another prototype (custom elements, newTarget.prototype).
func (r *Realm) NewHostWithProto(c *Class, id uint32, state any, proto Object) Object { panic("TODO") }

// HostSlot is the host slot of v; nil if v is no platform object. No script runs, and no
// proxy is looked through.
func HostSlot(v Value) *Host { panic("TODO") }

// Host is the host slot of o; nil if it is no platform object.
func (o Object) Host() *Host { panic("TODO") }

// NewThis makes the object of a constructor call: an instance of c, the declaring class or a
// subclass of it, whose prototype is newTarget.prototype. State may be nil and be set later.
func (c *Call) NewThis(cl *Class, id uint32, state any) Object { panic("TODO") }

// ClassPrototype is the interface prototype object of c.
func (r *Realm) ClassPrototype(c *Class) Object { panic("TODO") }

// ClassObject is the interface object of c (or the namespace object).
func (r *Realm) ClassObject(c *Class) Object { panic("TODO") }

// NewError makes a native error object. Its stack is that of the running script.
func (r *Realm) NewError(t ErrorType, message string) Value { panic("TODO") }

// NewException makes the error of a thrown value.
func (r *Realm) NewException(v Value) *Exception { panic("TODO") }

// ReportException makes the report of an uncaught error and hands it to [Options.Uncaught].
func (r *Realm) ReportException(err error) { panic("TODO") }

// StackTrace is the running script's stack, innermost first, at most limit frames (0: all).
func (r *Realm) StackTrace(limit int) []Frame { panic("TODO") }

// CompileScript compiles a classic script. The error is a *SyntaxError.
func CompileScript(src Source) (*Program, error) { panic("TODO") }

// Run runs a classic script in the realm and gives its completion value. Jobs do not run.
func (r *Realm) Run(p *Program) (Value, error) { panic("TODO") }

// Eval compiles and runs a classic script.
func (r *Realm) Eval(name, text string) (Value, error) {
	p, err := CompileScript(Source{Name: name, Text: text})
	if err != nil {
		return Undefined, r.syntaxException(err)
	}
	return r.Run(p)
}

// CompileFunction makes a function of a body and parameter names in the global scope: event handler
// content attributes.
func (r *Realm) CompileFunction(src Source, name string, params ...string) (Object, error) {
	panic("TODO")
}

// LoadModule fetches a module and all it imports, and links them. done runs on the runtime's
// goroutine, perhaps before LoadModule returns.
func (r *Realm) LoadModule(url, referrer string, done func(*Module, error)) { panic("TODO") }

// LoadInlineModule does it for a module whose text is there: <script type=module> without src.
func (r *Realm) LoadInlineModule(src Source, done func(*Module, error)) { panic("TODO") }

// Evaluate runs the module and what it imports, once. The promise settles when top-level awaits
// have; a module that throws rejects it.
func (m *Module) Evaluate() (promise Value, err error) { panic("TODO") }

// Namespace is the module namespace object.
func (m *Module) Namespace() Object { panic("TODO") }

// Promise is a promise with the means to settle it. Keep the *Promise, not its Value, in pending
// activity: it is a Root of itself until settled.
type Promise struct {
	realm *Realm
}

// NewPromise makes a pending promise.
func (r *Realm) NewPromise() *Promise { panic("TODO") }

// Value is the promise object.
func (p *Promise) Value() Value { panic("TODO") }

// Resolve resolves the promise with v, which may be a thenable. The second settling does nothing.
func (p *Promise) Resolve(v Value) { panic("TODO") }

// Reject rejects the promise with v.
func (p *Promise) Reject(v Value) { panic("TODO") }

// RejectError rejects with what err holds, as [Conv.Fail] does.
func (p *Promise) RejectError(err error) { panic("TODO") }

// PromiseOf is a promise resolved with v, or v itself if it is a promise of this realm.
func (r *Realm) PromiseOf(v Value) Value { panic("TODO") }

// RejectedPromise is a promise rejected with v.
func (r *Realm) RejectedPromise(v Value) Value { panic("TODO") }

// State is the state and result of a promise; NotPromise for all else.
func (r *Realm) PromiseState(v Value) (PromiseState, Value) { panic("TODO") }

// Then reacts to a promise from Go ("upon fulfillment", "upon rejection"). A nil function
// passes the outcome on. An error that a function returns rejects the result. It marks the
// promise handled.
func (r *Realm) Then(promise Value, fulfilled, rejected func(v Value) (Value, error)) (result Value) {
	panic("TODO")
}

// MarkHandled keeps a promise's rejection from being reported.
func (r *Realm) MarkHandled(promise Value) { panic("TODO") }

// Root keeps a value until released.
type Root struct {
	rt *Runtime
	v  Value
}

// NewRoot keeps v.
func (rt *Runtime) NewRoot(v Value) *Root { panic("TODO") }

// Value is the value; undefined after Release.
func (r *Root) Value() Value { return r.v }

// Release ends the root. A second call does nothing; a nil root is none.
func (r *Root) Release() { panic("TODO") }

func (r *Realm) try(f func()) error                                   { panic("TODO") }
func (r *Realm) call(fn, this Value, args []Value) (Value, error)     { panic("TODO") }
func (r *Realm) reflect(name string, args ...Value) (Value, error)    { panic("TODO") }
func (r *Realm) builtin(o, name string, args ...Value) (Value, error) { panic("TODO") }
func (r *Realm) construct(fn Value, nt Object, args []Value) (Object, error) {
	panic("TODO")
}
func (r *Realm) newFunction(name string, n int, f NativeFunc) Object { panic("TODO") }
func (r *Realm) syntaxException(err error) error                     { panic("TODO") }
func (r *Realm) newDOMException(name, msg string) Value              { panic("TODO") }
func must(err error)                                                 { panic("TODO") }
func indexName(i uint32) string                                      { panic("TODO") }
func stringValue(s string) Value                                     { panic("TODO") }
func stringOf(v goja.Value) string                                   { panic("TODO") }
func describe(v Value) string                                        { panic("TODO") }

var kindNames = [...]string{"undefined", "null", "Boolean", "Number", "String", "Symbol", "BigInt", "Object"}

func (c *Conv) context() string { panic("TODO") }
