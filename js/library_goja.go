//go:build niso_goja || !niso_vm

package js

import (
	_ "embed"
	"strings"
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/dop251/goja"
)

// helperProgram compiles the helpers of lowered text, once a process.
var helperProgram = func() func(string) (*Program, error) {
	var once sync.Once
	var p *Program
	var err error
	return func(expr string) (*Program, error) {
		once.Do(func() {
			f := &fileInfo{name: "<lowering>"}
			prg, perr := parse(f, expr)
			if perr != nil {
				err = perr
				return
			}
			p = &Program{name: f.name, size: len(expr), backend: programBackend{prg, f}}
		})
		return p, err
	}
}()

// run is Run without counting the program.
func (r *Realm) run(p *Program) (v Value, err error) {
	err = r.try(func() {
		res, err := r.vm.RunProgram(p.backend.prg)
		must(err)
		v.v = res
	})
	return v, err
}

// wrapCompilers makes indirect eval and the Function constructor lower what does not parse. Direct
// eval is an instruction of goja's and takes what goja parses.
func (r *Realm) wrapCompilers() {
	if o, ok := r.vm.Get("eval").(*goja.Object); ok && objectOf(o).self.tab == tabFunc {
		f := (*gFunc)(objectOf(o).self.data)
		eval := f.f
		f.f = func(fc goja.FunctionCall) (v goja.Value) {
			text, ok := fc.Argument(0).(goja.String)
			if !ok {
				return eval(fc)
			}
			src := stringOf(text)
			if x := expandProperties(src); x != src {
				fc.Arguments = []goja.Value{stringValue(x).v}
			}
			ex := r.vm.Try(func() { v = eval(fc) })
			if ex == nil {
				return v
			}
			if v, ok := r.runLowered(src, ex); ok {
				return v
			}
			panic(ex)
		}
	}
	if o, ok := r.vm.Get("Function").(*goja.Object); ok && objectOf(o).self.tab == tabFunc {
		f := (*gFunc)(objectOf(o).self.data)
		construct, call := f.construct, f.f
		retry := func(args []goja.Value, try func() goja.Value) (v goja.Value) {
			ex := r.vm.Try(func() { v = try() })
			if ex == nil {
				return v
			}
			var b strings.Builder
			b.WriteString("(function anonymous(")
			for i, a := range args {
				if i == len(args)-1 {
					break
				}
				if i > 0 {
					b.WriteString(",")
				}
				b.WriteString(a.String())
			}
			b.WriteString("\n) {\n")
			if len(args) > 0 {
				b.WriteString(args[len(args)-1].String())
			}
			b.WriteString("\n})")
			if v, ok := r.runLowered(b.String(), ex); ok {
				return v
			}
			panic(ex)
		}
		f.construct = func(args []goja.Value, nt *goja.Object) *goja.Object {
			return retry(args, func() goja.Value { return construct(args, nt) }).(*goja.Object)
		}
		f.f = func(fc goja.FunctionCall) goja.Value {
			return retry(fc.Arguments, func() goja.Value { return call(fc) })
		}
	}
}

// runLowered runs text that goja could not parse, if lowering helps and ex is that it did not parse.
func (r *Realm) runLowered(text string, ex *goja.Exception) (goja.Value, bool) {
	o, ok := ex.Value().(*goja.Object)
	if !ok || objectOf(o).self.tab != tabError || baseOf(o).prototype != baseOf(r.errors.ctors[SyntaxErrorType]).prototypeProperty() {
		return nil, false
	}
	f := &fileInfo{name: r.activeScript()}
	if _, err := parse(f, text); err == nil {
		return nil, false // it parses: the error is what running it threw
	}
	p, err := CompileScript(Source{Name: f.name, Text: text})
	if err != nil {
		return nil, false
	}
	v, rerr := r.Run(p)
	if rerr != nil {
		panic(r.thrown(rerr))
	}
	return v.raw(), true
}

// prototypeProperty is the value of the own data property "prototype" of a constructor.
func (b *gBase) prototypeProperty() *goja.Object {
	v := b.values["prototype"]
	w := (*iface)(ptr(&v))
	if w.tab == tabProp {
		v = (*gProp)(w.data).value
	}
	o, _ := v.(*goja.Object)
	return o
}

//go:embed lib.js
var libSource string

var libProgram = sync.OnceValues(func() (*Program, error) { return CompileScript(Source{Name: "<library>", Text: libSource}) })

// libFunction is one function of lib.js.
func (r *Realm) libFunction(name string) goja.Value {
	if r.lib == nil {
		p, err := libProgram()
		must(err)
		v, err := r.run(p)
		must(err)
		r.lib = v.v.(*goja.Object)
	}
	v := r.lib.Get(name)
	if v == nil {
		panic("js: lib.js has no " + name)
	}
	return v
}

// lazyLib makes the property of a function of lib.js when it is asked for.
func lazyLib(name string) propFactory {
	return func(vm *goja.Runtime) goja.Value {
		return dataProp(realmOf(vm).libFunction(name), Writable|Configurable)
	}
}

//go:linkname gObjectTemplate github.com/dop251/goja.getObjectTemplate
func gObjectTemplate() *gTemplate

//go:linkname gObjectProtoTemplate github.com/dop251/goja.getObjectProtoTemplate
func gObjectProtoTemplate() *gTemplate

//go:linkname gStringProtoTemplate github.com/dop251/goja.getStringProtoTemplate
func gStringProtoTemplate() *gTemplate

//go:linkname gNumberProtoTemplate github.com/dop251/goja.getNumberProtoTemplate
func gNumberProtoTemplate() *gTemplate

//go:linkname gMathTemplate github.com/dop251/goja.getMathTemplate
func gMathTemplate() *gTemplate

//go:linkname gIteratorPrototype github.com/dop251/goja.(*Runtime).getIteratorPrototype
func gIteratorPrototype(r *goja.Runtime) *goja.Object

var iteratorMethods = []string{"map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"}

var iteratorTemplate = newTemplate()

// extendTemplates adds to goja's templates, which are one for the process, what goja lacks. A realm
// pays nothing until script asks for one of them.
var extendTemplates = sync.OnceFunc(func() {
	add := func(t *gTemplate, object string, names ...string) {
		for _, n := range names {
			t.put(n, lazyLib(object+"."+n))
		}
	}
	add(gObjectTemplate(), "Object", "groupBy")
	add(gObjectProtoTemplate(), "Object.prototype", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__")
	add(gStringProtoTemplate(), "String.prototype", "isWellFormed", "toWellFormed", "anchor", "big", "blink", "bold", "fixed",
		"fontcolor", "fontsize", "italics", "link", "small", "strike", "sub", "sup")
	add(gNumberProtoTemplate(), "Number.prototype", "toLocaleString")
	add(gMathTemplate(), "Math", "sumPrecise")
	t := iteratorTemplate
	t.putSym(goja.SymIterator, func(vm *goja.Runtime) goja.Value {
		return dataProp(gNewNativeFunc(vm, func(fc goja.FunctionCall) goja.Value { return fc.This }, "[Symbol.iterator]", 0), Writable|Configurable)
	})
	tag := dataProp(stringValue("Iterator").v, Writable|Configurable)
	t.putSym(goja.SymToStringTag, func(*goja.Runtime) goja.Value { return tag })
	add(t, "Iterator.prototype", iteratorMethods...)
	t.put("constructor", lazyLib("Iterator"))
	t.protoFactory = func(vm *goja.Runtime) *goja.Object {
		return vm.Get("Object").ToObject(vm).Get("prototype").(*goja.Object)
	}
})

// patched are globals that get properties when they are first asked for.
var patched = map[string]func(r *Realm, o *goja.Object){
	"Symbol": func(r *Realm, o *goja.Object) {
		for name, s := range map[string]*goja.Symbol{"asyncIterator": symAsyncIterator, "dispose": symDispose, "asyncDispose": symAsyncDispose} {
			must(o.DefineDataProperty(name, s, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
		}
	},
	"Map":     func(r *Realm, o *goja.Object) { r.patch(o, "Map.groupBy") },
	"Promise": func(r *Realm, o *goja.Object) { r.patch(o, "Promise.withResolvers", "Promise.try") },
	"Date": func(r *Realm, o *goja.Object) {
		proto := o.Get("prototype").(*goja.Object)
		must(proto.DefineDataProperty("toGMTString", proto.Get("toUTCString"), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		r.patch(proto, "Date.prototype.getYear", "Date.prototype.setYear")
	},
	"Array": func(r *Realm, o *goja.Object) { r.patch(o, "Array.fromAsync") },
	"RegExp": func(r *Realm, o *goja.Object) {
		wrapRegExp(o)
		r.patch(o, "RegExp.escape")
	},
}

// patch gives a constructor functions of lib.js. Each is a native stand-in that fetches the real one when
// called, so that using Promise does not run the library.
func (r *Realm) patch(o *goja.Object, names ...string) {
	for _, n := range names {
		short := n[strings.LastIndexByte(n, '.')+1:]
		if v := o.Get(short); v != nil {
			continue
		}
		var f goja.Callable
		stand := gNewNativeFunc(r.vm, func(fc goja.FunctionCall) goja.Value {
			if f == nil {
				f, _ = goja.AssertFunction(r.libFunction(n))
			}
			return f2(f, fc.This, fc.Arguments)
		}, uniName(short), 1)
		must(o.DefineDataProperty(short, stand, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
}

// addGlobals adds the library's globals to the template of a global object.
func addGlobals(g *gTemplate) {
	extendTemplates()
	for name, fix := range patched {
		make := g.props[uniName(name)]
		g.put(name, func(vm *goja.Runtime) goja.Value {
			v := make(vm)
			o, w := v, (*iface)(ptr(&v))
			if w.tab == tabProp {
				o = (*gProp)(w.data).value
			}
			fix(realmOf(vm), o.(*goja.Object))
			return v
		})
	}
	g.put("Iterator", lazyLib("Iterator"))
	for _, c := range []*Class{weakRefClass, finalizationClass} {
		g.put(c.Name, func(vm *goja.Runtime) goja.Value {
			return dataProp(realmOf(vm).interfaceObject(c), Writable|Configurable)
		})
	}
}

// initLibrary puts the realm's lazy built-ins in place.
func (r *Realm) initLibrary() {
	extendTemplates()
	gNewTemplatedObject(r.vm, iteratorTemplate, gIteratorPrototype(r.vm))
}
