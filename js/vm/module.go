package vm

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// Module is a Cyclic (Source Text) Module Record, or a Synthetic one (a JSON module).
//
// https://tc39.es/ecma262/#sec-source-text-module-records
type Module struct {
	Realm   *Realm
	Name    string // URL
	Program *code.Program
	HostDef any

	inst      *progInst
	scope     Ref
	row       uint32
	status    moduleStatus
	requested []*Module
	namespace Ref
	meta      Ref
	err       Value
	hasErr    bool

	dfsIndex, dfsAncestor int
	cycleRoot             *Module
	asyncEval             bool
	asyncOrder            int // 0: unset; -1: done
	pendingAsync          int
	asyncParents          []*Module
	capability            Ref // promise of a cycle root's evaluation

	// Synthetic modules.
	synthetic bool
	names     []string
	value     Value // of the default export
}

type moduleStatus uint8

const (
	moduleNew moduleStatus = iota
	moduleUnlinked
	moduleLinking
	moduleLinked
	moduleEvaluating
	moduleEvaluatingAsync
	moduleEvaluated
)

// ModuleHooks are what a host does for modules.
type ModuleHooks struct {
	// Load gives the module that referrer (a *Module, or nil for a script with hostDefined) asks for: done is called now or later on the runtime's
	// goroutine, with an exception pending for a failure (m nil).
	Load func(r *Realm, referrer *Module, hostDefined any, specifier string, attrs []code.Attribute, done func(m *Module))
	// Meta fills import.meta.
	Meta func(m *Module, meta Ref)
}

// NewModule makes the record of a parsed module.
func (r *Realm) NewModule(p *code.Program, name string) *Module {
	m := &Module{Realm: r, Name: name, Program: p, status: moduleNew}
	m.inst = &progInst{program: p, realm: r, module: m}
	r.rt.addModule(m)
	return m
}

// NewSyntheticModule makes a module whose default export is v: JSON modules.
func (r *Realm) NewSyntheticModule(name string, v Value) *Module {
	m := &Module{Realm: r, Name: name, synthetic: true, names: []string{"default"}, value: v, status: moduleLinked}
	r.rt.addModule(m)
	m.scope = r.rt.newScope(0, 2, 0)
	r.rt.mem[m.scope+3] = uint64(v)
	return m
}

// ParseModule parses and makes a module record; false: a SyntaxError is pending.
func (r *Realm) ParseModule(name, src string) (*Module, bool) {
	p, err := parse.Module(parse.UTF8([]byte(src)), parse.Options{Name: name})
	if err != nil {
		realm := r.rt.realm
		r.rt.realm = r
		r.rt.throwSyntax(err)
		r.rt.realm = realm
		return nil, false
	}
	return r.NewModule(p, name), true
}

func (rt *Runtime) addModule(m *Module) {
	if n := len(rt.freeModules); n > 0 {
		m.row = rt.freeModules[n-1]
		rt.freeModules = rt.freeModules[:n-1]
		rt.modules[m.row] = m
		return
	}
	m.row = uint32(len(rt.modules))
	rt.modules = append(rt.modules, m)
}

func (rt *Runtime) markModules() {
	for _, m := range rt.modules {
		if m != nil && !m.Realm.closed {
			rt.markModule(m)
		}
	}
}

func (rt *Runtime) markModule(m *Module) {
	rt.heap.Mark(m.scope)
	rt.heap.Mark(m.namespace)
	rt.heap.Mark(m.meta)
	rt.heap.Mark(m.capability)
	rt.markValue(m.err)
	rt.markValue(m.value)
}

// LoadRequested loads all that a module imports; done is called with ok, an exception is pending if not.
func (m *Module) LoadRequested(done func(ok bool)) {
	seen := map[*Module]bool{}
	pending := 1
	failed := false
	var load func(m *Module)
	finish := func() {
		if pending--; pending == 0 && !failed {
			done(true)
		}
	}
	load = func(m *Module) {
		if seen[m] || m.synthetic {
			return
		}
		seen[m] = true
		reqs := m.Program.Module.Requests
		if m.requested == nil {
			m.requested = make([]*Module, len(reqs))
		}
		if m.status == moduleNew {
			m.status = moduleUnlinked
		}
		for i := range reqs {
			if failed {
				return
			}
			if q := m.requested[i]; q != nil { // of a load before, which may have ended with an error further on
				load(q)
				continue
			}
			pending++
			m.Realm.rt.loadModule(m.Realm, m, nil, reqs[i].Specifier, reqs[i].Attributes, func(q *Module) {
				if q != nil {
					m.requested[i] = q
				}
				if failed {
					m.Realm.rt.TakeException()
					return
				}
				if q == nil {
					failed = true
					done(false)
					return
				}
				load(q)
				finish()
			})
		}
	}
	load(m)
	finish()
}

func (rt *Runtime) loadModule(r *Realm, referrer *Module, host any, spec string, attrs []code.Attribute, done func(*Module)) {
	if r.Modules.Load == nil {
		rt.TypeError("Cannot resolve module specifier '%s'", spec)
		done(nil)
		return
	}
	r.Modules.Load(r, referrer, host, spec, attrs, done)
}

// binding is a resolved export: a slot of a module's scope, or a namespace.
type binding struct {
	m         *Module
	slot      int
	namespace bool
}

// resolveExport is ResolveExport: found is false for none; ambiguous for two different ones.
func (m *Module) resolveExport(name string, seen map[*Module][]string) (b binding, found, ambiguous bool) {
	if m.synthetic {
		return binding{m: m, slot: 1}, name == "default", false
	}
	if slices.Contains(seen[m], name) {
		return b, false, false
	}
	seen[m] = append(seen[m], name)
	rec := m.Program.Module
	for _, e := range rec.Exports {
		if e.Name == name {
			// An import that is exported is the binding it imports.
			for _, i := range rec.Imports {
				if i.Slot == e.Slot {
					if q := m.requested[i.Request]; i.All {
						return binding{m: q, namespace: true}, true, false
					} else {
						return q.resolveExport(i.Name, seen)
					}
				}
			}
			return binding{m: m, slot: int(e.Slot)}, true, false
		}
	}
	for _, e := range rec.Indirect {
		if e.Name == name {
			q := m.requested[e.Request]
			if e.All {
				return binding{m: q, namespace: true}, true, false
			}
			return q.resolveExport(e.Import, seen)
		}
	}
	if name == "default" {
		return b, false, false
	}
	for _, s := range rec.Stars {
		c, ok, amb := m.requested[s].resolveExport(name, seen)
		if amb {
			return c, false, true
		}
		if !ok {
			continue
		}
		if !found {
			b, found = c, true
		} else if b != c {
			return b, false, true
		}
	}
	return b, found, false
}

// exportedNames is GetExportedNames.
func (m *Module) exportedNames(seen map[*Module]bool) []string {
	if m.synthetic {
		return m.names
	}
	if seen[m] {
		return nil
	}
	seen[m] = true
	rec := m.Program.Module
	var names []string
	for _, e := range rec.Exports {
		names = append(names, e.Name)
	}
	for _, e := range rec.Indirect {
		names = append(names, e.Name)
	}
	for _, s := range rec.Stars {
		for _, n := range m.requested[s].exportedNames(seen) {
			if n != "default" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// Link is Link(): false with an exception pending.
func (m *Module) Link() bool {
	rt := m.Realm.rt
	realm := rt.realm
	rt.realm = m.Realm
	defer func() { rt.realm = realm }()
	var stack []*Module
	if _, ok := m.link(&stack, 0); !ok {
		for _, x := range stack {
			x.status = moduleUnlinked
		}
		return false
	}
	return true
}

func (m *Module) link(stack *[]*Module, index int) (int, bool) {
	if m.synthetic || m.status >= moduleLinking {
		return index, true
	}
	m.status = moduleLinking
	m.dfsIndex, m.dfsAncestor = index, index
	index++
	*stack = append(*stack, m)
	for _, q := range m.requested {
		var ok bool
		if index, ok = q.link(stack, index); !ok {
			return index, false
		}
		if q.status == moduleLinking {
			m.dfsAncestor = min(m.dfsAncestor, q.dfsAncestor)
		}
	}
	if !m.initEnvironment() {
		return index, false
	}
	if m.dfsAncestor == m.dfsIndex {
		for {
			n := len(*stack) - 1
			x := (*stack)[n]
			*stack = (*stack)[:n]
			x.status = moduleLinked
			if x == m {
				break
			}
		}
	}
	return index, true
}

// ensureScope makes a module's scope cell.
func (m *Module) ensureScope() Ref {
	if m.scope == 0 {
		rt := m.Realm.rt
		d := m.Program.Module.Scope
		m.scope = rt.newScope(0, uint32(d.Slots), 0)
		for i := uint32(1); i < uint32(d.TDZ); i++ {
			rt.mem[uint32(m.scope)+2+i] = uint64(Hole)
		}
		rt.mem[m.scope+2] = uint64(Int(int32(m.row)))
	}
	return m.scope
}

// initEnvironment is InitializeEnvironment.
func (m *Module) initEnvironment() bool {
	rt := m.Realm.rt
	rec := m.Program.Module
	for _, e := range rec.Indirect {
		if e.All {
			continue
		}
		if _, found, amb := m.resolveExport(e.Name, map[*Module][]string{}); !found {
			return m.noExport(e.Import, m.Program.Module.Requests[e.Request].Specifier, amb)
		}
	}
	scope := m.ensureScope()
	for _, i := range rec.Imports {
		q := m.requested[i.Request]
		at := uint32(scope) + 2 + uint32(i.Slot)
		if i.All {
			rt.mem[at], rt.mem[at+1] = uint64(objectValue(q.Namespace())), uint64(Undefined)
			continue
		}
		b, found, amb := q.resolveExport(i.Name, map[*Module][]string{})
		if !found {
			return m.noExport(i.Name, rec.Requests[i.Request].Specifier, amb)
		}
		if b.namespace {
			rt.mem[at], rt.mem[at+1] = uint64(objectValue(b.m.Namespace())), uint64(Undefined)
			continue
		}
		rt.mem[at], rt.mem[at+1] = uint64(internalValue(b.m.ensureOrScope())), uint64(Int(int32(b.slot)))
	}
	if rec.Init != nil {
		_, ok := rt.runMain(m.inst, rec.Init, scope, Undefined, Undefined, Undefined)
		return ok
	}
	return true
}

func (m *Module) ensureOrScope() Ref {
	if m.synthetic {
		return m.scope
	}
	return m.ensureScope()
}

func (m *Module) noExport(name, spec string, ambiguous bool) bool {
	if ambiguous {
		return m.Realm.rt.SyntaxError("The requested module '%s' contains conflicting star exports for name '%s'", spec, name)
	}
	return m.Realm.rt.SyntaxError("The requested module '%s' does not provide an export named '%s'", spec, name)
}

// Evaluate is Evaluate(): the promise of the evaluation.
func (m *Module) Evaluate() Ref {
	rt := m.Realm.rt
	realm := rt.realm
	rt.realm = m.Realm
	defer func() { rt.realm = realm }()
	if m.synthetic {
		p := rt.newPromise(m.Realm)
		rt.ResolvePromise(p, Undefined)
		return p
	}
	if m.status >= moduleEvaluatingAsync && m.cycleRoot != nil {
		m = m.cycleRoot
	}
	if m.capability != 0 {
		return m.capability
	}
	m.capability = rt.newPromise(m.Realm)
	var stack []*Module
	_, ok := m.evaluate(&stack, 0)
	if !ok {
		exc, thrown := rt.TakeException()
		for _, x := range stack {
			x.status = moduleEvaluated
			x.err, x.hasErr = exc, true
			x.cycleRoot = x
		}
		m.err, m.hasErr = exc, true
		if thrown {
			rt.rejectPromise(m.capability, exc)
		}
		return m.capability
	}
	if !m.asyncEval || m.asyncOrder < 0 {
		rt.ResolvePromise(m.capability, Undefined)
	}
	return m.capability
}

func (m *Module) evaluate(stack *[]*Module, index int) (int, bool) {
	rt := m.Realm.rt
	if m.synthetic {
		return index, true
	}
	if m.status >= moduleEvaluatingAsync {
		if m.hasErr {
			return index, rt.Throw(m.err)
		}
		return index, true
	}
	if m.status == moduleEvaluating {
		return index, true
	}
	m.status = moduleEvaluating
	m.dfsIndex, m.dfsAncestor = index, index
	m.pendingAsync = 0
	index++
	*stack = append(*stack, m)
	for _, q := range m.requested {
		if q.synthetic {
			continue
		}
		var ok bool
		if index, ok = q.evaluate(stack, index); !ok {
			return index, false
		}
		if q.status == moduleEvaluating {
			m.dfsAncestor = min(m.dfsAncestor, q.dfsAncestor)
		} else {
			q = q.cycleRoot
			if q.hasErr {
				return index, rt.Throw(q.err)
			}
		}
		if q.asyncEval && q.asyncOrder >= 0 {
			m.pendingAsync++
			q.asyncParents = append(q.asyncParents, m)
		}
	}
	if m.pendingAsync > 0 || m.Program.Module.HasTLA {
		m.asyncEval = true
		rt.asyncModules++
		m.asyncOrder = rt.asyncModules
		if m.pendingAsync == 0 {
			m.executeAsync()
		}
	} else if _, ok := m.execute(); !ok {
		return index, false
	}
	if m.dfsAncestor == m.dfsIndex {
		for {
			n := len(*stack) - 1
			x := (*stack)[n]
			*stack = (*stack)[:n]
			x.status = moduleEvaluated
			if x.asyncEval {
				x.status = moduleEvaluatingAsync
			}
			x.cycleRoot = m
			if x == m {
				break
			}
		}
	}
	return index, true
}

func (m *Module) execute() (Value, bool) {
	return m.Realm.rt.runMain(m.inst, m.Program.Main, m.scope, Undefined, Undefined, Undefined)
}

// executeAsync is ExecuteAsyncModule.
func (m *Module) executeAsync() {
	rt := m.Realm.rt
	v, ok := m.execute()
	if !ok {
		if exc, thrown := rt.TakeException(); thrown {
			m.asyncRejected(exc)
		}
		return
	}
	if !rt.IsKind(v, KindPromise) {
		m.asyncFulfilled()
		return
	}
	on := rt.NewGoFunction(m.Realm, func(Value) { m.asyncFulfilled() })
	off := rt.NewGoFunction(m.Realm, func(exc Value) { m.asyncRejected(exc) })
	rt.PerformThen(v.Ref(), on, off, nil)
}

// NewGoFunction is a function object that calls f with its first argument.
func (rt *Runtime) NewGoFunction(r *Realm, f func(v Value)) Value {
	return objectValue(r.NewFunction(KeyEmpty, 1, func(c *Call) Value {
		f(c.Arg(0))
		return Undefined
	}))
}

// asyncFulfilled is AsyncModuleExecutionFulfilled.
func (m *Module) asyncFulfilled() {
	rt := m.Realm.rt
	if m.status == moduleEvaluated {
		return
	}
	m.asyncOrder = -1
	m.status = moduleEvaluated
	if m.capability != 0 {
		rt.ResolvePromise(m.capability, Undefined)
	}
	var list []*Module
	m.gather(&list)
	slices.SortFunc(list, func(a, b *Module) int { return a.asyncOrder - b.asyncOrder })
	for _, x := range list {
		if x.status == moduleEvaluated {
			continue
		}
		if x.Program.Module.HasTLA {
			x.executeAsync()
			continue
		}
		if _, ok := x.execute(); !ok {
			if exc, thrown := rt.TakeException(); thrown {
				x.asyncRejected(exc)
			}
			continue
		}
		x.asyncOrder = -1
		x.status = moduleEvaluated
		if x.capability != 0 {
			rt.ResolvePromise(x.capability, Undefined)
		}
	}
}

// gather is GatherAvailableAncestors.
func (m *Module) gather(list *[]*Module) {
	for _, p := range m.asyncParents {
		if slices.Contains(*list, p) || p.cycleRoot != nil && p.cycleRoot.hasErr {
			continue
		}
		if p.pendingAsync--; p.pendingAsync == 0 {
			*list = append(*list, p)
			if !p.Program.Module.HasTLA {
				p.gather(list)
			}
		}
	}
}

// asyncRejected is AsyncModuleExecutionRejected.
func (m *Module) asyncRejected(exc Value) {
	if m.status == moduleEvaluated {
		return
	}
	m.err, m.hasErr = exc, true
	m.status = moduleEvaluated
	m.asyncOrder = -1
	if m.capability != 0 {
		m.Realm.rt.rejectPromise(m.capability, exc)
	}
	for _, p := range m.asyncParents {
		p.asyncRejected(exc)
	}
}

// Namespace is GetModuleNamespace.
func (m *Module) Namespace() Ref {
	if m.namespace != 0 {
		return m.namespace
	}
	rt := m.Realm.rt
	var names []string
	for _, n := range m.exportedNames(map[*Module]bool{}) {
		if _, found, _ := m.resolveExport(n, map[*Module][]string{}); found {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return rt.KeyStr(rt.Intern(a)).Compare(rt.KeyStr(rt.Intern(b)))
	})
	o := rt.NewKind(KindModuleNamespace, 0)
	rt.addProp(o, SymToStringTag, 0, rt.NewASCII("Module"))
	rt.setFlag(o, flagNonExtensible)
	rt.makeUnique(o)
	rt.SetRaw(o, 0, uint64(m.row))
	m.namespace = o
	m.names = names
	return o
}

func (rt *Runtime) moduleOf(o Ref) *Module { return rt.modules[rt.Raw(o, 0)] }

// nsValue is the binding of an export of a namespace.
func (rt *Runtime) nsValue(o Ref, k Key) (v Value, found, ok bool) {
	m := rt.moduleOf(o)
	name := rt.KeyStr(k).String()
	if !slices.Contains(m.names, name) {
		return Undefined, false, true
	}
	b, _, _ := m.resolveExport(name, map[*Module][]string{})
	if b.namespace {
		return objectValue(b.m.Namespace()), true, true
	}
	if b.m.scope == 0 {
		return Undefined, true, rt.throwTDZ(name)
	}
	at := uint32(b.m.scope) + 2 + uint32(b.slot)
	v = Value(rt.mem[at])
	if v == Hole {
		return Undefined, true, rt.throwTDZ(name)
	}
	return v, true, true
}

// https://tc39.es/ecma262/#sec-module-namespace-exotic-objects
func init() {
	exotics[KindModuleNamespace] = &exotic{
		setProto: func(rt *Runtime, o, p Ref) (bool, bool) { return p == 0, true },
		isExt:    func(rt *Runtime, o Ref) (bool, bool) { return false, true },
		getOwn: func(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
			if k.IsSymbol() {
				d, found := rt.ordinaryGetOwn(o, k)
				return d, found, true
			}
			v, found, ok := rt.nsValue(o, k)
			d := DataDesc(v)
			d.Flags &^= DescConfigurable
			return d, found, ok
		},
		define: func(rt *Runtime, o Ref, k Key, d *Desc) (bool, bool) {
			if k.IsSymbol() {
				return rt.ordinaryDefine(o, k, d), true
			}
			v, found, ok := rt.nsValue(o, k)
			if !ok || !found {
				return false, ok
			}
			if d.Flags&DescConfigurable != 0 || d.Flags&HasEnumerable != 0 && d.Flags&DescEnumerable == 0 || d.IsAccessor() ||
				d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 || d.Flags&HasValue != 0 && !rt.SameValue(d.Value, v) {
				return false, true
			}
			return true, true
		},
		has: func(rt *Runtime, o Ref, k Key) (bool, bool) {
			if k.IsSymbol() {
				return rt.hasOwnOrdinary(o, k), true
			}
			return slices.Contains(rt.moduleOf(o).names, rt.KeyStr(k).String()), true
		},
		get: func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool) {
			if k.IsSymbol() {
				d, _ := rt.ordinaryGetOwn(o, k)
				return d.Value, true
			}
			v, _, ok := rt.nsValue(o, k)
			return v, ok
		},
		set: func(rt *Runtime, o Ref, k Key, v, receiver Value) (bool, bool) { return false, true },
		del: func(rt *Runtime, o Ref, k Key) (bool, bool) {
			if k.IsSymbol() {
				return rt.ordinaryDelete(o, k), true
			}
			return !slices.Contains(rt.moduleOf(o).names, rt.KeyStr(k).String()), true
		},
		ownKeys: func(rt *Runtime, o Ref) ([]Key, bool) {
			var keys []Key
			for _, n := range rt.moduleOf(o).names {
				keys = append(keys, rt.Intern(n))
			}
			return rt.ordinaryKeys(o, keys), true
		},
	}
}

// importMeta is ImportMeta.
func (rt *Runtime) importMeta(f *frame, a, hops uint32) bool {
	scope := rt.scopeUp(f, code.NoReg, hops)
	m := rt.modules[Value(rt.mem[scope+2]).int()]
	if m.meta == 0 {
		g := rt.unguard()
		m.meta = rt.NewObjectProto(0)
		if h := m.Realm.Modules.Meta; h != nil {
			h(m, m.meta)
		}
		rt.guarded = g
	}
	rt.mem[f.bp+a] = uint64(objectValue(m.meta))
	return true
}

// importCall is import(). https://tc39.es/ecma262/#sec-import-call-runtime-semantics-evaluation
func (rt *Runtime) importCall(f *frame, a, b, hops uint32) bool {
	r := f.c.realm
	p := rt.newPromise(r)
	spec, options := Value(rt.mem[f.bp+b]), Value(rt.mem[f.bp+b+1])
	rt.mem[f.bp+a] = uint64(objectValue(p))
	rt.KeepRef(p)
	rt.Keep(spec)
	rt.Keep(options)
	reject := func() bool {
		exc, ok := rt.TakeException()
		if ok {
			rt.rejectPromise(p, exc)
		}
		return ok
	}
	s, ok := rt.ToGoString(spec)
	if !ok {
		return reject()
	}
	var attrs []code.Attribute
	if !options.IsUndefined() {
		if !options.IsObject() {
			rt.TypeError("The second argument of import() must be an object")
			return reject()
		}
		w, ok := rt.Get(options.Ref(), KeyWith)
		if !ok {
			return reject()
		}
		if !w.IsUndefined() {
			if !w.IsObject() {
				rt.TypeError("The 'with' option must be an object")
				return reject()
			}
			rt.Keep(w)
			ok = rt.EnumerableOwn(w.Ref(), func(k Key, v Value) bool {
				if !v.IsString() {
					return rt.TypeError("Import attribute value must be a string")
				}
				attrs = append(attrs, code.Attribute{Key: rt.KeyString(k), Value: rt.GoString(v)})
				return true
			})
			if !ok {
				return reject()
			}
			slices.SortFunc(attrs, func(x, y code.Attribute) int { return strings.Compare(x.Key, y.Key) })
		}
	}
	var referrer *Module
	host := any(nil)
	for q := f.c.inst.prog; q != nil; q = q.outer {
		if q.module != nil {
			referrer = q.module
		}
		if q.hostDef != nil {
			host = q.hostDef
		}
	}
	g := rt.unguard()
	r.importInto(p, referrer, host, s, attrs)
	rt.guarded = g
	return true
}

// Import is import(specifier) in a script of hostDefined (see Run).
func (r *Realm) Import(specifier string, hostDefined any) Ref {
	p := r.rt.newPromise(r)
	r.importInto(p, nil, hostDefined, specifier, nil)
	return p
}

// importInto loads, links and evaluates a module and settles the promise with its namespace.
func (r *Realm) importInto(p Ref, referrer *Module, host any, spec string, attrs []code.Attribute) {
	rt := r.rt
	root := rt.AddRoot(objectValue(p))
	rt.loadModule(r, referrer, host, spec, attrs, func(m *Module) {
		defer rt.DropRoot(root)
		fail := func() {
			if exc, ok := rt.TakeException(); ok {
				rt.rejectPromise(p, exc)
			}
		}
		if m == nil {
			fail()
			return
		}
		root2 := rt.AddRoot(objectValue(p))
		m.LoadRequested(func(ok bool) {
			if !ok {
				rt.DropRoot(root2)
				fail()
				return
			}
			// Never while modules are being evaluated: the promise of the loading is reacted to.
			rt.EnqueueJob(r, func() bool {
				defer rt.DropRoot(root2)
				if !m.Link() {
					fail()
					return rt.pending == 0
				}
				done := m.Evaluate()
				rt.KeepRef(done)
				target := objectValue(p)
				on := r.NewBuiltin(&importDone, target, Int(int32(m.row)))
				off := r.NewBuiltin(&importFailed, target)
				rt.PerformThen(done, objectValue(on), objectValue(off), nil)
				return true
			})
		})
	})
}

var importDone Helper

var importFailed Helper

func init() {
	importDone.is("", 0, func(c *Call) Value {
		c.Rt.ResolvePromise(c.Data(0).Ref(), objectValue(c.Rt.modules[c.Data(1).int()].Namespace()))
		return Undefined
	})
	importFailed.is("", 1, func(c *Call) Value {
		c.Rt.rejectPromise(c.Data(0).Ref(), c.Arg(0))
		return Undefined
	})
}
