package js

import (
	"errors"

	"github.com/niso-engine/niso/js/vm"
	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// ModuleHooks connect modules to the host. All are called on the runtime's goroutine.
type ModuleHooks struct {
	// Resolve makes the URL of a specifier. referrer is the URL of the importing module or
	// script. An error rejects the import with a TypeError of its text.
	Resolve func(r *Realm, specifier, referrer string) (url string, err error)
	// Fetch gets the source of a module. It calls done once, now or later, on the
	// runtime's goroutine. typ is the import attribute "type": "" or "json".
	Fetch func(r *Realm, url, typ string, done func(ModuleSource, error))
	// Meta fills import.meta when a module that uses it is evaluated; "url" is set already. nil adds
	// nothing.
	Meta func(r *Realm, url string, meta Object)
}

// ModuleSource is a fetched module.
type ModuleSource struct {
	Source // Name is the final URL, after redirects
	// JSON: the text is a JSON module.
	JSON bool
}

// Module is one module of a realm's module map: parsed, perhaps linked and evaluated.
type Module struct {
	realm   *Realm
	url     string
	state   moduleState
	mod     *vm.Module
	err     error // of fetching or parsing
	thrown  *Root // the exception of err, one for all who import the module
	fetched []func()
}

// URL is the module's URL.
func (m *Module) URL() string { return m.url }

// moduleMap is the module map of a realm, with the modules that do not stand in it: inline ones.
//
// https://html.spec.whatwg.org/#module-map
type moduleMap struct {
	byKey map[string]*Module
	err   error // why a load failed: what the exception that the engine passes on was made of
}

type moduleState uint8

const (
	moduleFetching moduleState = iota
	moduleFailed               // no source, or it does not parse
	moduleReady
)

var errNoHooks = errors.New("modules cannot be loaded here")

// initModules connects the realm's modules to the host.
func (r *Realm) initModules() {
	r.vm.Modules = vm.ModuleHooks{
		Load: func(vr *vm.Realm, referrer *vm.Module, host any, spec string, attrs []code.Attribute, done func(*vm.Module)) {
			r := realmOf(vr)
			r.fetchFor(r.referrer(referrer, host), spec, attrs, func(m *Module, err error) {
				if err != nil {
					r.throwLoad(m, err)
					done(nil)
					return
				}
				done(m.mod)
			})
		},
		Meta: func(m *vm.Module, meta vm.Ref) {
			r := realmOf(m.Realm)
			h := r.rt.vm
			h.PutData(meta, h.InternASCII("url"), h.NewString(m.HostDef.(*Module).url))
			if f := r.opt.Modules.Meta; f != nil {
				f(r, m.HostDef.(*Module).url, r.made(meta))
			}
		},
	}
}

// referrer is the base of specifiers: the importing module's URL, or the name of the script.
func (r *Realm) referrer(m *vm.Module, host any) string {
	if m != nil {
		return m.HostDef.(*Module).url
	}
	if name, ok := host.(string); ok {
		return name
	}
	return r.activeScript()
}

// fetchFor gets the module that an import asks for.
func (r *Realm) fetchFor(referrer, spec string, attrs []code.Attribute, done func(*Module, error)) {
	typ := ""
	for _, a := range attrs {
		if a.Key != "type" {
			done(nil, errors.New("Import attribute key \""+a.Key+"\" with value \""+a.Value+"\" is not supported"))
			return
		}
		typ = a.Value
	}
	if r.opt.Modules.Resolve == nil {
		done(nil, errNoHooks)
		return
	}
	url, err := r.opt.Modules.Resolve(r, spec, referrer)
	if err != nil {
		done(nil, err)
		return
	}
	r.fetchModule(url, typ, func(m *Module) { done(m, m.err) })
}

// throwLoad makes the exception of a failed load pending; of one module it is always the same object.
func (r *Realm) throwLoad(m *Module, err error) {
	r.modules.err = err
	if m == nil {
		r.rt.throw(err)
		return
	}
	if m.thrown == nil {
		v := Undefined
		switch e := err.(type) {
		case *Exception:
			v = e.Value
		case *SyntaxError:
			v = r.NewError(e.errorType(), e.Message)
		default:
			v = r.NewError(TypeError, err.Error())
		}
		m.thrown = r.rt.NewRoot(v)
	}
	r.rt.vm.Throw(val(m.thrown.Value()))
}

// fetchModule gets one module; done runs now if it is there.
func (r *Realm) fetchModule(url, typ string, done func(*Module)) {
	mm := &r.modules
	key := typ + " " + url
	m := mm.byKey[key]
	if m == nil {
		m = &Module{realm: r, url: url}
		if mm.byKey == nil {
			mm.byKey = map[string]*Module{}
		}
		mm.byKey[key] = m
		if r.opt.Modules.Fetch == nil {
			m.fail(errNoHooks)
		} else {
			called := false
			r.opt.Modules.Fetch(r, url, typ, func(src ModuleSource, err error) {
				if called || r.closed {
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
	if m.state == moduleFetching {
		m.fetched = append(m.fetched, func() { done(m) })
		return
	}
	done(m)
}

func (m *Module) fail(err error) {
	m.err, m.state = err, moduleFailed
	m.notify()
}

func (m *Module) notify() {
	list := m.fetched
	m.fetched = nil
	for _, f := range list {
		f()
	}
}

// compile parses a fetched module.
func (m *Module) compile(src ModuleSource) {
	r := m.realm
	if src.Name != "" {
		m.url = src.Name
	}
	if src.JSON {
		v, err := r.JSONParse(src.Text)
		if err != nil {
			if e, ok := err.(*Exception); ok {
				m.thrown = r.rt.NewRoot(e.Value)
			}
			m.fail(err)
			return
		}
		m.mod = r.vm.NewSyntheticModule(m.url, val(v))
	} else {
		prg, err := r.parse(src.Source.Name, func(o parse.Options) (*code.Program, error) {
			o.Line, o.Col = src.Line, src.Column
			return parse.Module(sourceOf(src.Text), o)
		})
		if err != nil {
			m.fail(err)
			return
		}
		m.mod = r.vm.NewModule(prg, m.url)
	}
	m.mod.HostDef = m
	m.state = moduleReady
	m.notify()
}

// LoadModule fetches a module and all it imports. done runs on the runtime's goroutine, perhaps
// before LoadModule returns. The error is what the host's hooks gave, a *SyntaxError, or an *Exception with the
// SyntaxError of an import that the other module does not export.
func (r *Realm) LoadModule(url string, done func(*Module, error)) {
	r.fetchModule(url, "", func(m *Module) { m.loadGraph(done) })
}

// HasModule reports whether the module at a URL was asked for.
func (r *Realm) HasModule(url string) bool { return r.modules.byKey[" "+url] != nil }

// LoadInlineModule does it for a module whose text is there: <script type=module> without src. The name of
// the source is the base of its imports.
func (r *Realm) LoadInlineModule(src Source, done func(*Module, error)) {
	m := &Module{realm: r, url: src.Name}
	m.compile(ModuleSource{Source: src})
	m.loadGraph(done)
}

// loadGraph fetches what a module that was fetched imports, and links it.
func (m *Module) loadGraph(done func(*Module, error)) {
	if m.err != nil {
		done(nil, m.err)
		return
	}
	r := m.realm
	m.mod.LoadRequested(func(ok bool) {
		if !ok {
			err := r.modules.err
			r.modules.err = nil
			r.rt.vm.TakeException()
			done(nil, err)
			return
		}
		if err := r.try(m.mod.Link); err != nil {
			done(nil, err)
			return
		}
		done(m, nil)
	})
}

// Namespace is the module namespace object.
func (m *Module) Namespace() Object { return m.realm.made(m.mod.Namespace()) }

// Evaluate runs the module and what it imports, once. The promise settles when top-level awaits
// have; a module that throws rejects it. The error is an *Interrupted.
//
// https://tc39.es/ecma262/#sec-moduleevaluation
func (m *Module) Evaluate() (promise Value, err error) {
	r := m.realm
	err = r.try(func() bool {
		promise = r.rt.wrap(vm.ObjectValue(m.mod.Evaluate()))
		return !r.rt.vm.Pending()
	})
	return promise, err
}

// Import is import(specifier) as a script at referrer would do it.
func (r *Realm) Import(specifier, referrer string) Value {
	return r.rt.wrap(vm.ObjectValue(r.vm.Import(specifier, referrer)))
}
