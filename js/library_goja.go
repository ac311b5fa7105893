//go:build niso_goja || !niso_vm

package js

import (
	"strings"
	"sync"

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
			ex := r.vm.Try(func() { v = eval(fc) })
			if ex == nil {
				return v
			}
			if v, ok := r.runLowered(stringOf(text), ex); ok {
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

// addGlobals adds the library's globals to the template of a global object.
func addGlobals(g *gTemplate) {}
