//go:build niso_goja || !niso_vm

package js

import (
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/niso-engine/niso/js/internal/lower"
)

// moduleMap is the module map of a realm.
//
// https://html.spec.whatwg.org/#module-map
type moduleMap struct {
	byKey   map[string]*Module
	byNS    map[*goja.Object]*Module
	current *Module      // whose body began to run last: helpers act on it
	helpers *goja.Object // __niso_h
}

type moduleState uint8

const (
	moduleFetching moduleState = iota
	moduleFailed               // no source, or it does not parse
	moduleReady
	moduleEvaluating // on the stack of an evaluation
	moduleWaiting    // for a top-level await of its own or of an import
	moduleDone
)

type moduleBackend struct {
	state   moduleState
	prog    *Program
	json    string
	isJSON  bool
	imports []lower.Import
	deps    map[string]*Module // static imports by specifier
	order   []*Module          // the same in the order of evaluation
	ns      *goja.Object
	exports map[string]*goja.Object // getters
	stars   []*Module               // modules that export * from this one
	err     error                   // of fetching, parsing or evaluation
	fetched []func()
	settled []func()
	promise *Promise // of Evaluate
	meta    bool
}

var errNoHooks = errors.New("modules cannot be loaded here")

// fetchModule gets one module; done runs now if it is there.
func (r *Realm) fetchModule(url, typ string, done func(*Module)) {
	mm := &r.modules
	key := typ + " " + url
	m := mm.byKey[key]
	if m == nil {
		m = r.newModule(url)
		mm.byKey[key] = m
		if r.opt.Modules.Fetch == nil {
			m.fail(errNoHooks)
		} else {
			called := false
			r.opt.Modules.Fetch(r, url, typ, func(src ModuleSource, err error) {
				if called {
					return
				}
				called = true
				if err == nil && src.JSON != (typ == "json") {
					err = errors.New("Failed to load module script: the server responded with another type than the import asks for: " + url)
				}
				if err != nil {
					m.fail(err)
					return
				}
				m.compile(src)
			})
		}
	}
	if m.backend.state == moduleFetching {
		m.backend.fetched = append(m.backend.fetched, func() { done(m) })
		return
	}
	done(m)
}

func (r *Realm) newModule(url string) *Module {
	if r.modules.byKey == nil {
		r.modules.byKey, r.modules.byNS = map[string]*Module{}, map[*goja.Object]*Module{}
	}
	return &Module{realm: r, url: url}
}

func (m *Module) fail(err error) {
	m.backend.err, m.backend.state = err, moduleFailed
	m.notify()
}

func (m *Module) notify() {
	list := m.backend.fetched
	m.backend.fetched = nil
	for _, f := range list {
		f()
	}
}

// compile parses a fetched module.
func (m *Module) compile(src ModuleSource) {
	b := &m.backend
	if src.Name != "" {
		m.url = src.Name
	}
	if src.JSON {
		b.isJSON, b.json = true, trimBOM(src.Text)
	} else if err := m.parse(src.Source); err != nil {
		m.fail(err)
		return
	}
	b.state = moduleReady
	b.ns = m.realm.vm.CreateObject(nil)
	must(b.ns.DefineDataPropertySymbol(goja.SymToStringTag, stringValue("Module").v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	b.exports = map[string]*goja.Object{}
	m.realm.modules.byNS[b.ns] = m
	m.notify()
}

func (m *Module) parse(src Source) error {
	p, imports, err := compileModule(src)
	if err != nil {
		return err
	}
	m.backend.prog, m.backend.imports = p, imports
	m.backend.meta = strings.Contains(src.Text, "import.meta")
	m.realm.noteProgram(p)
	return nil
}

func compileModule(src Source) (*Program, []lower.Import, error) {
	text := trimBOM(src.Text)
	f := &fileInfo{name: src.Name, line: src.Line, column: src.Column}
	if tooDeep(text) {
		return nil, nil, &SyntaxError{Message: "Source nests too deep", Frame: Frame{File: src.Name}}
	}
	res, lerr := lower.Module(text)
	if lerr != nil {
		return nil, nil, (&lowerError{lerr}).in(f, &SyntaxError{Message: lerr.Message, Frame: Frame{File: src.Name}})
	}
	if res.Map != nil {
		f.smap = newSourceMap(res.Map)
	}
	prg, err := parse(f, res.Code)
	if err != nil {
		return nil, nil, err
	}
	f.bytes = len(src.Text) + len(res.Code)
	return &Program{name: src.Name, size: len(src.Text), lowered: len(res.Code), module: true,
		backend: programBackend{prg, f}}, res.Imports, nil
}

// loadGraph fetches all that m imports. done gets the first error.
func (r *Realm) loadGraph(m *Module, done func(error)) {
	seen := map[*Module]bool{}
	pending, over := 1, false
	finish := func(err error) {
		if over {
			return
		}
		if pending--; err != nil || pending == 0 {
			over = true
			done(err)
		}
	}
	// A work list: a chain of imports may be long.
	var list []*Module
	draining := false
	var visit func(*Module)
	var drain func()
	drain = func() {
		if draining {
			return
		}
		draining = true
		for len(list) > 0 && !over {
			m := list[len(list)-1]
			list = list[:len(list)-1]
			b := &m.backend
			if b.state == moduleFailed {
				finish(b.err)
				break
			}
			if b.deps == nil {
				b.deps = map[string]*Module{}
			}
			for _, im := range b.imports {
				if im.Dynamic {
					continue
				}
				im := im
				if d := b.deps[im.Specifier]; d != nil {
					visit(d)
					continue
				}
				url, err := r.resolveModule(im.Specifier, m.url)
				if err != nil {
					finish(err)
					break
				}
				pending++
				r.fetchModule(url, im.Type, func(d *Module) {
					b.deps[im.Specifier] = d
					visit(d)
					finish(nil)
					drain()
				})
			}
			if !over {
				finish(nil)
			}
		}
		draining = false
	}
	visit = func(m *Module) {
		if !seen[m] {
			seen[m] = true
			pending++
			list = append(list, m)
		}
	}
	visit(m)
	drain()
	finish(nil)
}

func (r *Realm) resolveModule(spec, referrer string) (string, error) {
	if r.opt.Modules.Resolve == nil {
		return "", errNoHooks
	}
	return r.opt.Modules.Resolve(r, spec, referrer)
}

// LoadModule fetches a module and all it imports. done runs on the runtime's goroutine, perhaps
// before LoadModule returns.
func (r *Realm) LoadModule(url string, done func(*Module, error)) {
	r.loadModule(url, "", done)
}

func (r *Realm) loadModule(url, typ string, done func(*Module, error)) {
	r.fetchModule(url, typ, func(m *Module) {
		if m.backend.state == moduleFailed {
			done(nil, m.backend.err)
			return
		}
		r.loadGraph(m, func(err error) {
			if err != nil {
				m = nil
			}
			done(m, err)
		})
	})
}

// LoadInlineModule does it for a module whose text is there: <script type=module> without src. The name of
// the source is the base of its imports.
func (r *Realm) LoadInlineModule(src Source, done func(*Module, error)) {
	m := r.newModule(src.Name)
	m.compile(ModuleSource{Source: src})
	if m.backend.state == moduleFailed {
		done(nil, m.backend.err)
		return
	}
	r.loadGraph(m, func(err error) {
		if err != nil {
			m = nil
		}
		done(m, err)
	})
}

// Namespace is the module namespace object.
func (m *Module) Namespace() Object { return Object{m.backend.ns} }

// Evaluate runs the module and what it imports, once. The promise settles when top-level awaits
// have; a module that throws rejects it. The error is an *Interrupted.
//
// https://tc39.es/ecma262/#sec-moduleevaluation
func (m *Module) Evaluate() (promise Value, err error) {
	b := &m.backend
	if b.promise != nil {
		return b.promise.Value(), nil
	}
	b.promise = m.realm.NewPromise()
	p := b.promise
	v := p.Value()
	err = m.evaluate()
	m.whenSettled(func() {
		if b.err != nil {
			p.RejectError(b.err)
		} else {
			p.Resolve(Undefined)
		}
	})
	return v, err
}

func (m *Module) whenSettled(f func()) {
	if m.backend.state == moduleDone {
		f()
		return
	}
	m.backend.settled = append(m.backend.settled, f)
}

// evaluate runs imports first, in order, without recursion: chains may be long.
func (m *Module) evaluate() error {
	type frame struct {
		m     *Module
		next  int
		waits []*Module
	}
	start := func(m *Module) frame {
		b := &m.backend
		b.state = moduleEvaluating
		if b.order == nil {
			for _, im := range b.imports {
				if d := b.deps[im.Specifier]; !im.Dynamic && d != nil && !slices.Contains(b.order, d) {
					b.order = append(b.order, d)
				}
			}
		}
		return frame{m: m}
	}
	if m.backend.state != moduleReady {
		return nil
	}
	stack := []frame{start(m)}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		b := &f.m.backend
		if f.next < len(b.order) && b.err == nil {
			d := b.order[f.next]
			switch d.backend.state {
			case moduleReady:
				stack = append(stack, start(d))
				continue // f.next moves on when d is seen settled or waiting
			case moduleWaiting:
				f.waits = append(f.waits, d)
			case moduleDone:
				if d.backend.err != nil {
					b.err = d.backend.err
				}
			}
			f.next++
			continue
		}
		done := *f
		stack = stack[:len(stack)-1]
		switch {
		case b.err != nil:
			done.m.settle(b.err)
		case len(done.waits) > 0:
			b.state = moduleWaiting
			n := len(done.waits)
			for _, d := range done.waits {
				d.whenSettled(func() {
					if d.backend.err != nil && b.err == nil {
						done.m.settle(d.backend.err)
					}
					if n--; n == 0 && b.state == moduleWaiting && b.err == nil {
						if in, ok := done.m.execute().(*Interrupted); ok {
							done.m.settle(in)
						}
					}
				})
			}
		default:
			if err := done.m.execute(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Module) settle(err error) {
	b := &m.backend
	if b.state == moduleDone {
		return
	}
	b.err, b.state = err, moduleDone
	list := b.settled
	b.settled = nil
	for _, f := range list {
		f()
	}
}

// execute runs the module's own code. The error is an *Interrupted.
func (m *Module) execute() error {
	r, b := m.realm, &m.backend
	if b.isJSON {
		v, err := r.JSONParse(b.json)
		if err != nil {
			m.settle(err)
			return nil
		}
		m.export("default", r.NewFunction("", 0, func(*Call) Value { return v }).o, false)
		m.settle(nil)
		return nil
	}
	if err := r.installHelpers(); err != nil {
		return m.over(err)
	}
	f, err := r.Run(b.prog)
	if err != nil {
		return m.over(err)
	}
	meta := Undefined
	if b.meta {
		o := Object{r.vm.CreateObject(nil)}
		must(o.o.Set("url", stringValue(m.url).v))
		if r.opt.Modules.Meta != nil {
			r.opt.Modules.Meta(r, m.url, o)
		}
		meta = o.Value()
	}
	require := r.NewFunction("require", 1, func(c *Call) Value {
		spec := c.ToDOMString(c.Arg(0))
		if c.Failed() {
			return Undefined
		}
		if s, ok := strings.CutPrefix(spec, lower.Static); ok {
			if d := b.deps[s]; d != nil {
				return Value{v: d.backend.ns}
			}
		}
		typ := ""
		for _, im := range b.imports {
			if im.Dynamic && im.Specifier == spec {
				typ = im.Type
			}
		}
		return r.importDynamic(spec, typ, m.url)
	})
	var body Value
	run := r.NewFunction("", 1, func(c *Call) Value {
		body, _ = r.Call(c.Arg(0), Undefined)
		return Undefined
	})
	export := r.NewFunction("", 1, func(c *Call) Value {
		m.exportAll(c.Arg(0).Object())
		return Undefined
	})
	outer := r.modules.current
	r.modules.current = m
	_, err = r.Call(f, Undefined, require.Value(), r.NewObject().Value(), meta, run.Value(), export.Value(), Value{v: r.moduleHelpers()})
	r.modules.current = outer
	if err != nil {
		return m.over(err)
	}
	if body.IsUndefined() {
		m.settle(nil)
		return nil
	}
	b.state = moduleWaiting
	r.Then(body, func(Value) (Value, error) {
		m.settle(nil)
		return Undefined, nil
	}, func(v Value) (Value, error) {
		m.settle(r.NewException(v))
		return Undefined, nil
	})
	return nil
}

func (m *Module) over(err error) error {
	m.settle(err)
	if in, ok := err.(*Interrupted); ok {
		return in
	}
	return nil
}

// export adds an export; a star export gives way to one of the same name.
func (m *Module) export(name string, getter *goja.Object, star bool) {
	b := &m.backend
	if star && (name == "default" || b.exports[name] != nil) {
		return
	}
	if b.exports[name] != nil {
		return
	}
	b.exports[name] = getter
	must(b.ns.DefineAccessorProperty(name, getter, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
	for _, d := range b.stars {
		d.export(name, getter, true)
		d.sortNames()
	}
}

// exportAll adds the exports that an object has getters for (as values).
func (m *Module) exportAll(all Object) {
	if all.IsNone() {
		return
	}
	names := all.o.Keys()
	slices.SortFunc(names, strings.Compare)
	for _, n := range names {
		if g, ok := all.o.Get(n).(*goja.Object); ok {
			m.export(n, g, false)
		}
	}
	m.sortNames()
}

// sortNames puts the names of the namespace object in order.
func (m *Module) sortNames() { slices.Sort(baseOf(m.backend.ns).propNames) }

// moduleHelpers are the functions that stand for esbuild's.
func (r *Realm) moduleHelpers() *goja.Object {
	mm := &r.modules
	if mm.helpers != nil {
		return mm.helpers
	}
	h := r.vm.NewObject()
	def := func(name string, f NativeFunc) { must(h.Set(name, r.newFunction(name, 0, f).o)) }
	def("export", func(c *Call) Value {
		if m := mm.current; m != nil {
			m.exportAll(c.Arg(1).Object())
		}
		return Undefined
	})
	def("toESM", func(c *Call) Value { return c.Arg(0) })
	def("toCommonJS", func(c *Call) Value {
		if m := mm.current; m != nil {
			return Value{v: m.backend.ns}
		}
		return Undefined
	})
	def("reExport", func(c *Call) Value {
		from, m := mm.byNS[c.Arg(1).Object().o], mm.current
		if from == nil || m == nil || from == m {
			return Undefined
		}
		names := make([]string, 0, len(from.backend.exports))
		for n := range from.backend.exports {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			m.export(n, from.backend.exports[n], true)
		}
		m.sortNames()
		if from.backend.state != moduleDone {
			from.backend.stars = append(from.backend.stars, m)
		}
		return Undefined
	})
	mm.helpers = h
	return h
}

// importDynamic is import(spec): a promise of the namespace.
func (r *Realm) importDynamic(spec, typ, referrer string) Value {
	p := r.NewPromise()
	v := p.Value()
	url, err := r.resolveModule(spec, referrer)
	if err != nil {
		p.RejectError(err)
		return v
	}
	r.loadModule(url, typ, func(m *Module, err error) {
		if err != nil {
			p.RejectError(err)
			return
		}
		ev, err := m.Evaluate()
		if err != nil {
			p.RejectError(err)
			return
		}
		r.Then(ev, func(Value) (Value, error) {
			p.Resolve(m.Namespace().Value())
			return Undefined, nil
		}, func(reason Value) (Value, error) {
			p.Reject(reason)
			return Undefined, nil
		})
	})
	return v
}

// Import is import(specifier) as a script at referrer would do it.
func (r *Realm) Import(specifier, referrer string) Value {
	return r.importDynamic(specifier, "", referrer)
}

// installHelpers puts what lowered text uses on the global object, once.
func (r *Realm) installHelpers() error {
	if r.hasHelpers {
		return nil
	}
	r.hasHelpers = true
	names, expr := lower.Helpers()
	p, serr := helperProgram(expr)
	if serr != nil {
		return serr
	}
	v, err := r.run(p)
	if err != nil {
		return err
	}
	for n := range names {
		f := v.Object().o.Get(n)
		must(r.global.DefineDataProperty(n, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	imp := r.newFunction("import", 1, func(c *Call) Value {
		spec, err := r.ToString(c.Arg(0))
		if err != nil {
			return r.RejectedPromise(r.ErrorValue(err))
		}
		return r.importDynamic(spec, "", r.activeScript())
	})
	return r.Define(Object{r.global}, NameKey("__niso_import"), imp.Value(), Writable|Configurable)
}

// activeScript is the name of the innermost script on the stack.
func (r *Realm) activeScript() string {
	for _, s := range r.vm.CaptureCallStack(0, nil) {
		if f := fileOf(s.SrcName()); f != nil {
			return f.name
		}
	}
	return ""
}
