package test262

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/niso-engine/niso/js/vm"
	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// worker runs tests one after the other, each in a runtime of its own.
type worker struct {
	o Options
}

func newWorker(o Options) *worker { return &worker{o} }

// harness keeps the parsed files of the harness: programs are shared by all runtimes.
var harness sync.Map

func (w *worker) harness(name string) (*code.Program, error) {
	if p, ok := harness.Load(name); ok {
		return p.(*code.Program), nil
	}
	src, err := os.ReadFile(filepath.Join(w.o.Dir, "harness", filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	p, err := parse.Script(parse.UTF8(src), parse.Options{Name: name})
	if err != nil {
		return nil, err
	}
	harness.Store(name, p)
	return p, nil
}

var errTimeout = errors.New("timeout")

// run runs a test and says what is wrong with its outcome, or "".
func (w *worker) run(t *Test) (reason string) {
	if w.o.ParseOnly {
		return parseTest(t)
	}
	defer func() {
		if r := recover(); r != nil {
			reason = fmt.Sprintf("PANIC: %v", r)
			if w.o.Stacks {
				reason += "\n" + string(debug.Stack())
			}
		}
	}()
	rt, err := vm.New(vm.Options{HeapLimit: 1 << 30})
	if err != nil {
		return err.Error()
	}
	defer rt.Close()
	timer := time.AfterFunc(w.o.Timeout, func() { rt.Interrupt(errTimeout) })
	defer timer.Stop()
	r := &run{w: w, t: t, rt: rt, modules: map[string]*vm.Module{}}
	defer r.agents.stop()
	return r.test()
}

// run is one test's run.
type run struct {
	w       *worker
	t       *Test
	rt      *vm.Runtime
	modules map[string]*vm.Module
	printed []string
	agents  agents
	htmldda uint16 // host class of $262.IsHTMLDDA
}

// outcome describes the pending exception.
func (r *run) outcome() (name, text string) {
	exc, ok := r.rt.TakeException()
	if !ok {
		return "timeout", "timeout"
	}
	text = r.rt.Describe(exc)
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if exc.IsObject() {
		if c, ok := r.rt.Get(exc.Ref(), r.rt.Intern("constructor")); ok && c.IsObject() {
			if n, ok := r.rt.Get(c.Ref(), r.rt.Intern("name")); ok && n.IsString() {
				name = r.rt.GoString(n)
			}
		}
		r.rt.TakeException()
	}
	return name, text
}

func (r *run) test() string {
	t, m := r.t, r.t.Meta
	realm := r.rt.NewRealm()
	realm.Modules.Load = r.load
	r.rt.AllowWait(!m.Flags["CanBlockIsFalse"])
	r.define(realm)
	rt := r.rt
	rt.SetStress(os.Getenv("NISO_VM_STRESS") != "")
	if !m.Flags["raw"] {
		names := []string{"assert.js", "sta.js"}
		if m.Flags["async"] {
			names = append(names, "doneprintHandle.js")
		}
		for _, n := range append(names, m.Includes...) {
			p, err := r.w.harness(n)
			if err != nil {
				return "harness: " + err.Error()
			}
			if _, ok := realm.Run(p, nil); !ok {
				_, text := r.outcome()
				return "harness " + n + ": " + text
			}
		}
	}
	src := t.Source
	if t.Strict {
		src = append([]byte("\"use strict\";\n"), src...)
	}
	o := parse.Options{Name: t.Path}
	if m.Flags["module"] {
		return r.module(realm, src, o)
	}
	p, err := parse.Script(parse.UTF8(src), o)
	if m.Phase == "parse" {
		if err == nil {
			return "parses, but should not"
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	_, ok := realm.Run(p, t.Path)
	return r.judge(ok)
}

// judge compares how the test ended with what it should do.
func (r *run) judge(ok bool) string {
	m := r.t.Meta
	if !ok {
		name, text := r.outcome()
		if m.Phase == "runtime" && name == m.Error {
			return ""
		}
		return text
	}
	if failed := r.jobs(); failed != "" {
		return failed
	}
	if m.Phase == "runtime" {
		return "should throw a " + m.Error
	}
	if m.Flags["async"] {
		for _, l := range r.printed {
			if strings.HasPrefix(l, "Test262:AsyncTestFailure") {
				return l
			}
		}
		for _, l := range r.printed {
			if l == "Test262:AsyncTestComplete" {
				return ""
			}
		}
		return "async test did not complete"
	}
	return ""
}

func (r *run) jobs() (failed string) {
	if !r.rt.RunJobs(func(_ *vm.Realm, exc vm.Value) { failed = "job: " + r.rt.Describe(exc) }) {
		return "timeout"
	}
	return failed
}

func (r *run) module(realm *vm.Realm, src []byte, o parse.Options) string {
	m := r.t.Meta
	p, err := parse.Module(parse.UTF8(src), o)
	if m.Phase == "parse" {
		if err == nil {
			return "parses, but should not"
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	mod := realm.NewModule(p, r.t.Path)
	r.modules[r.t.Path] = mod
	loaded, ok := false, false
	mod.LoadRequested(func(b bool) { loaded, ok = true, b })
	if !loaded {
		return "modules are not loaded"
	}
	if ok {
		ok = mod.Link()
	}
	if !ok {
		name, text := r.outcome()
		if m.Phase == "resolution" && name == m.Error {
			return ""
		}
		return text
	}
	if m.Phase == "resolution" {
		return "links, but should not"
	}
	promise := mod.Evaluate()
	row := r.rt.AddRoot(vm.ObjectValue(promise))
	defer r.rt.DropRoot(row)
	if failed := r.jobs(); failed != "" {
		return failed
	}
	const pending, rejected = 0, 2
	state, v := r.rt.PromiseState(promise)
	if state == rejected {
		r.rt.Throw(v)
		return r.judge(false)
	}
	if state == pending && !m.Flags["async"] {
		return "module's promise is pending"
	}
	return r.judge(true)
}

// load is the hook that finds modules: files beside the one that asks.
func (r *run) load(realm *vm.Realm, referrer *vm.Module, host any, spec string, attrs []code.Attribute, done func(*vm.Module)) {
	from := r.t.Path
	if referrer != nil {
		from = referrer.Name
	}
	kind := ""
	for _, a := range attrs {
		if a.Key != "type" || a.Value != "json" {
			r.rt.SyntaxError("Import attribute '%s' is not supported", a.Key)
			done(nil)
			return
		}
		kind = a.Value
	}
	name := path.Join(path.Dir(from), spec)
	key := name + "\x00" + kind
	if kind == "" {
		key = name
	}
	if m := r.modules[key]; m != nil {
		done(m)
		return
	}
	src, err := os.ReadFile(filepath.Join(r.w.o.Dir, "test", filepath.FromSlash(name)))
	if err != nil {
		r.rt.TypeError("Cannot find module '%s'", spec)
		done(nil)
		return
	}
	if kind == "json" {
		json, ok := r.rt.Get(realm.Global(), r.rt.Intern("JSON"))
		if !ok {
			done(nil)
			return
		}
		v, ok := r.rt.Invoke(json, r.rt.Intern("parse"), r.rt.NewString(string(src)))
		if !ok {
			done(nil)
			return
		}
		m := realm.NewSyntheticModule(name, v)
		r.modules[key] = m
		done(m)
		return
	}
	m, ok := realm.ParseModule(name, string(src))
	if !ok {
		done(nil)
		return
	}
	r.modules[key] = m
	done(m)
}

// define makes print and $262 in a realm.
func (r *run) define(realm *vm.Realm) vm.Value {
	rt := r.rt
	global := realm.Global()
	fn := func(name string, length int, f vm.NativeFunc) vm.Value {
		return vm.ObjectValue(realm.NewFunction(rt.Intern(name), length, f))
	}
	set := func(o vm.Ref, name string, v vm.Value) { rt.Set(o, rt.Intern(name), v) }
	set(global, "print", fn("print", 1, func(c *vm.Call) vm.Value {
		s, ok := rt.ToGoString(c.Arg(0))
		if ok {
			r.printed = append(r.printed, s)
		}
		return vm.Undefined
	}))
	o := rt.NewObjectProto(realm.Intrinsic(vm.ObjectPrototype))
	v := vm.ObjectValue(o)
	set(global, "$262", v)
	set(o, "global", vm.ObjectValue(global))
	set(o, "gc", fn("gc", 0, func(c *vm.Call) vm.Value { return vm.Undefined }))
	set(o, "createRealm", fn("createRealm", 0, func(c *vm.Call) vm.Value {
		other := rt.NewRealm()
		other.Modules.Load = r.load
		return r.define(other)
	}))
	set(o, "evalScript", fn("evalScript", 1, func(c *vm.Call) vm.Value {
		s, ok := rt.ToGoString(c.Arg(0))
		if !ok {
			return vm.Undefined
		}
		v, ok := realm.RunString("evalScript", s)
		if !ok {
			return vm.Undefined
		}
		return v
	}))
	if r.htmldda == 0 {
		r.htmldda = rt.RegisterHostClass(&vm.HostClass{Name: "HTMLAllCollection", Undetectable: true, Call: func(*vm.Call) vm.Value { return vm.Null }})
	}
	set(o, "IsHTMLDDA", vm.ObjectValue(realm.NewHost(r.htmldda, 0, nil, realm.Intrinsic(vm.ObjectPrototype))))
	set(o, "agent", r.agents.define(rt, realm))
	set(o, "detachArrayBuffer", fn("detachArrayBuffer", 1, func(c *vm.Call) vm.Value {
		if !detach(rt, c.Arg(0)) {
			return c.TypeError("not an ArrayBuffer")
		}
		return vm.Null
	}))
	return v
}

// detach detaches an ArrayBuffer by transferring it.
func detach(rt *vm.Runtime, v vm.Value) bool {
	_, ok := rt.Invoke(v, rt.Intern("transfer"))
	if !ok {
		rt.TakeException()
	}
	return ok
}
