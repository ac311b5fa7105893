package vm

import (
	"fmt"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// Run runs a script in the realm; the result is its completion value. ok is false when an exception is pending. Jobs do not run.
func (r *Realm) Run(p *code.Program, hostDefined any) (Value, bool) {
	rt := r.rt
	realm := rt.realm
	rt.realm = r
	defer func() { rt.realm = realm }()
	if !r.declare(p) {
		return Undefined, false
	}
	return rt.runMain(&progInst{program: p, realm: r, hostDef: hostDefined}, p.Main, 0, Undefined, r.globalThis, Undefined)
}

// RunString parses and runs a script.
func (r *Realm) RunString(name, src string) (Value, bool) {
	p, err := parse.Script(parse.UTF8([]byte(src)), parse.Options{Name: name})
	if err != nil {
		realm := r.rt.realm
		r.rt.realm = r
		r.rt.throwSyntax(err)
		r.rt.realm = realm
		return Undefined, false
	}
	return r.Run(p, nil)
}

// runMain runs the code of a program: a script, an eval, a module's function. env is the scope it stands in.
func (rt *Runtime) runMain(p *progInst, fn *code.Func, env Ref, callee, this, newTarget Value) (Value, bool) {
	source, records, _, rest := p.program.Bytes()
	rt.countCode(source + records + rest)
	in := &funcInst{prog: p, record: -1, fn: fn, flags: fn.Flags, name: KeyEmpty}
	row := rt.addFunc(in)
	o := rt.newClosure(row, env)
	if callee.IsObject() {
		// An eval sees the home object of the function it stands in.
		rt.setHome(o, rt.homeObject(callee.Ref()))
	}
	at := rt.sp
	if !rt.room(2) {
		return Undefined, false
	}
	rt.mem[at], rt.mem[at+1] = uint64(objectValue(o)), uint64(this)
	rt.sp = at + 2
	v, ok := rt.enter(o, at+2, 0, newTarget, frameEntry)
	rt.sp = at
	return v, ok
}

// declare is GlobalDeclarationInstantiation. https://tc39.es/ecma262/#sec-globaldeclarationinstantiation
func (r *Realm) declare(p *code.Program) bool {
	rt := r.rt
	d := &p.Decls
	g := r.global
	for _, l := range d.Lets {
		k := rt.Intern(l.Name)
		if _, has := r.lexical[k]; has {
			return rt.SyntaxError("Identifier '%s' has already been declared", l.Name)
		}
		desc, found, ok := rt.GetOwn(g, k)
		if !ok {
			return false
		}
		if found && (desc.Flags&DescConfigurable == 0 || r.varNames[k]) {
			return rt.SyntaxError("Identifier '%s' has already been declared", l.Name)
		}
	}
	if !r.declareVars(d, true) {
		return false
	}
	for _, l := range d.Lets {
		k := rt.Intern(l.Name)
		cell := rt.newScope(0, 1, 1)
		r.lexical[k] = lexRow{cell, l.Const}
		rt.protoEpoch++ // caches that found a global property of that name
	}
	return true
}

// declareVars declares the var names and functions of a script or a global eval.
func (r *Realm) declareVars(d *code.Decls, script bool) bool {
	rt := r.rt
	g := r.global
	for _, list := range [][]string{d.Vars, d.Funcs} {
		for _, n := range list {
			if _, has := r.lexical[rt.Intern(n)]; has {
				return rt.SyntaxError("Identifier '%s' has already been declared", n)
			}
		}
	}
	for _, n := range d.Funcs {
		k := rt.Intern(n)
		desc, found, ok := rt.GetOwn(g, k)
		if !ok {
			return false
		}
		can := found && (desc.Flags&DescConfigurable != 0 || desc.IsData() && desc.Flags&(DescWritable|DescEnumerable) == DescWritable|DescEnumerable)
		if !found {
			if can, ok = rt.IsExtensible(g); !ok {
				return false
			}
		}
		if !can {
			return rt.TypeError("Identifier '%s' has already been declared", n)
		}
	}
	declareVar := func(n string, must bool) bool {
		k := rt.Intern(n)
		has, ok := rt.HasOwn(g, k)
		if !ok {
			return false
		}
		if !has {
			ext, ok := rt.IsExtensible(g)
			if !ok {
				return false
			}
			if !ext {
				if must {
					return rt.TypeError("Cannot define global variable '%s', object is not extensible", n)
				}
				return true
			}
			desc := DataDesc(Undefined)
			if !d.Deletable {
				desc.Flags &^= DescConfigurable
			}
			if !rt.DefineOrThrow(g, k, desc) {
				return false
			}
		}
		if script {
			if r.varNames == nil {
				r.varNames = map[Key]bool{}
			}
			r.varNames[k] = true
		}
		return true
	}
	for _, n := range d.Vars {
		if !declareVar(n, true) {
			return false
		}
	}
	for _, n := range d.Annexed {
		if _, has := r.lexical[rt.Intern(n)]; has {
			continue
		}
		if !declareVar(n, false) {
			return false
		}
	}
	return true
}

// initGlobalFn is CreateGlobalFunctionBinding. https://tc39.es/ecma262/#sec-createglobalfunctionbinding
func (rt *Runtime) initGlobalFn(r *Realm, k Key, v Value, deletable bool) bool {
	g := r.global
	cur, found, ok := rt.GetOwn(g, k)
	if !ok {
		return false
	}
	d := Desc{Value: v, Flags: HasValue}
	if !found || cur.Flags&DescConfigurable != 0 {
		d = DataDesc(v)
		if !deletable {
			d.Flags &^= DescConfigurable
		}
	}
	if !rt.DefineOrThrow(g, k, d) {
		return false
	}
	if !deletable {
		if r.varNames == nil {
			r.varNames = map[Key]bool{}
		}
		r.varNames[k] = true
	}
	done, ok := rt.SetReceiver(g, k, v, objectValue(g))
	if ok && !done {
		return rt.setFailed(objectValue(g), k)
	}
	return ok
}

// IndirectEval is eval called as a function: PerformEval(x, false, false).
func (r *Realm) IndirectEval(src Value) (Value, bool) {
	if !src.IsString() {
		return src, true
	}
	rt := r.rt
	p, err := parse.Eval(rt.source(src), parse.Options{Poll: rt.parsePoll}, parse.EvalContext{})
	if err != nil {
		rt.throwSyntax(err)
		return Undefined, false
	}
	if !r.declareVars(&p.Decls, false) {
		return Undefined, false
	}
	return rt.runMain(&progInst{program: p, realm: r}, p.Main, 0, Undefined, r.globalThis, Undefined)
}

// parsePoll ends a long parse that was interrupted, or whose tree will take too much.
func (rt *Runtime) parsePoll(bytes int) {
	rt.poll()
	rt.reserve(2 * bytes)
}

// ParsePoll is [parse.Options.Poll] for source that the host has parsed in a [Runtime.Guard].
func (rt *Runtime) ParsePoll(bytes int) { rt.parsePoll(bytes) }

// source is a String as the source of a program.
func (rt *Runtime) source(v Value) code.Source {
	rt.reserve(2 * rt.StrLen(v))
	s := rt.Str(v).Copy()
	if s.W != nil {
		if s = narrow(s.W); s.W != nil {
			return code.Source{Wide: s.W}
		}
	}
	return parse.Latin1(s.L)
}

// directEval is eval in the place that a call site describes.
func (rt *Runtime) directEval(f *frame, src Value, e *code.EvalSite) (Value, bool) {
	if !src.IsString() {
		return src, true
	}
	c := f.c
	p, err := parse.Eval(rt.source(src), parse.Options{Poll: rt.parsePoll}, parse.EvalContext{Outer: c.fn.Program, Site: e})
	if err != nil {
		rt.throwSyntax(err)
		return Undefined, false
	}
	if !c.realm.declareVars(&p.Decls, false) {
		return Undefined, false
	}
	env := rt.scopeUp(f, uint32(e.Reg), 0)
	inst := *c.inst.prog
	inst.program = p
	inst.outer = c.inst.prog
	return rt.runMain(&inst, p.Main, env, Value(rt.mem[f.bp-2]), Value(rt.mem[f.bp-1]), f.newT)
}

// CreateDynamicFunction is Function() and its kin. https://tc39.es/ecma262/#sec-createdynamicfunction
func (c *Call) CreateDynamicFunction(kind parse.FunctionKind) Value {
	rt := c.Rt
	params := ""
	n := c.NArgs()
	for i := range max(n-1, 0) {
		s, ok := rt.ToGoString(c.Arg(i))
		if !ok {
			return Undefined
		}
		if i > 0 {
			params += ","
		}
		params += s
	}
	body := ""
	if n > 0 {
		var ok bool
		if body, ok = rt.ToGoString(c.Arg(n - 1)); !ok {
			return Undefined
		}
	}
	p, err := parse.Function(params, body, kind, parse.Options{Poll: rt.parsePoll})
	if err != nil {
		rt.throwSyntax(err)
		return Undefined
	}
	r := c.Realm
	v, ok := rt.runMain(&progInst{program: p, realm: r}, p.Main, 0, Undefined, r.globalThis, Undefined)
	if !ok {
		return Undefined
	}
	rt.setFunctionName(v.Ref(), rt.Intern("anonymous"), "")
	if nt := c.NewTarget; nt.IsObject() && nt != objectValue(c.Callee) {
		rt.Keep(v)
		def := [...]Intrinsic{FunctionPrototype, GeneratorFunctionPrototype, AsyncFunctionPrototype, AsyncGeneratorFunctionPrototype}[kind]
		proto, ok := rt.ProtoFromCtor(nt, def)
		if !ok {
			return Undefined
		}
		rt.ordinarySetProto(v.Ref(), proto)
	}
	return v
}

// throwParse throws the error of the parser.
func (rt *Runtime) throwParse(e *parse.Error) {
	kind := SyntaxErrorPrototype
	switch e.Kind {
	case code.ReferenceError:
		kind = ReferenceErrorPrototype
	case code.RangeError:
		kind = RangeErrorPrototype
	}
	rt.Throw(rt.realm.NewError(kind, e.Msg))
}

// Describe is the text of a thrown value for messages of Go code, without running script.
func (rt *Runtime) Describe(v Value) string {
	if !v.IsObject() {
		return rt.display(v)
	}
	o := v.Ref()
	if rt.exotic(o) == nil {
		if d, ok := rt.ordinaryGetOwn(o, KeyStack); ok && d.Value.IsString() {
			return rt.GoString(d.Value)
		}
	}
	name, msg := rt.ctorName(o), ""
	for p := o; p != 0; p = rt.protoRef(p) {
		if d, ok := rt.ordinaryGetOwn(p, KeyMessage); ok && d.Value.IsString() {
			msg = rt.GoString(d.Value)
			break
		}
	}
	return fmt.Sprintf("%s: %s", name, msg)
}
