package js

import (
	"strings"
	"unsafe"

	"github.com/niso-engine/niso/js/vm/code"
	"github.com/niso-engine/niso/js/vm/parse"
)

// Source is the text of a script or module and where it comes from.
type Source struct {
	// Name is the URL that stacks and reports show.
	Name string
	// Text is the source. CompileScript keeps it: it must not be changed (a string made of
	// an owned buffer or a mapped file without copying is fine, for as long as it lasts).
	Text string
	// Line and Column say where Text begins in Name, both from 0: inline scripts.
	Line, Column int
}

// Program is compiled source: immutable, shared by realms, runtimes and goroutines.
type Program struct {
	prg    *code.Program
	name   string
	size   int // bytes of source
	module bool
}

// Name is the source's name.
func (p *Program) Name() string { return p.name }

// SourceBytes are the bytes of source text that the program keeps.
func (p *Program) SourceBytes() int { return p.size }

// sourceOf is text as the engine takes it: ASCII is used where it lies.
func sourceOf(text string) code.Source {
	text = strings.TrimPrefix(text, "\ufeff")
	return parse.UTF8(unsafe.Slice(unsafe.StringData(text), len(text)))
}

// CompileScript compiles a classic script. The error is a *SyntaxError.
//
// ASCII text is not copied: the program reads it from where it lies, and compiles a function when it is first called.
func CompileScript(src Source) (*Program, error) {
	prg, err := parse.Script(sourceOf(src.Text), parse.Options{Name: src.Name, Line: src.Line, Col: src.Column})
	if err != nil {
		return nil, syntaxError(err, src.Name)
	}
	return newProgram(prg), nil
}

// Compile is CompileScript for a page: it ends when the runtime is interrupted, or has no room for what a large source becomes. The error is
// a *SyntaxError or an *Interrupted.
func (r *Realm) Compile(src Source) (*Program, error) {
	prg, err := r.parse(src.Name, func(o parse.Options) (*code.Program, error) {
		o.Line, o.Col = src.Line, src.Column
		return parse.Script(sourceOf(src.Text), o)
	})
	if err != nil {
		return nil, err
	}
	return newProgram(prg), nil
}

// parse runs a parse that ends with the runtime's script.
func (r *Realm) parse(name string, f func(parse.Options) (*code.Program, error)) (prg *code.Program, err error) {
	var failed error
	h := r.rt.vm
	if err = r.try(func() bool {
		return h.Guard(func() bool {
			prg, failed = f(parse.Options{Name: name, Poll: h.ParsePoll})
			return true
		})
	}); err != nil {
		if in, ok := err.(*Interrupted); ok && len(in.Stack) == 0 {
			in.Stack = []Frame{{File: name}}
		}
		return nil, err
	}
	if failed != nil {
		return nil, syntaxError(failed, name)
	}
	return prg, nil
}

func newProgram(prg *code.Program) *Program {
	size, _, _, _ := prg.Bytes()
	return &Program{name: prg.Name, size: size, module: prg.Kind == code.Module, prg: prg}
}

// syntaxError is the parser's error.
func syntaxError(err error, name string) *SyntaxError {
	e, ok := err.(*parse.Error)
	if !ok {
		return &SyntaxError{Message: err.Error(), Frame: Frame{File: name}}
	}
	return &SyntaxError{Message: e.Msg, Range: e.Kind == code.RangeError, Frame: Frame{File: name, Line: e.Line, Column: e.Col}}
}

// Run runs a classic script in the realm and gives its completion value. Jobs do not run.
func (r *Realm) Run(p *Program) (v Value, err error) {
	err = r.try(func() bool {
		// The script's name is what its import() resolves specifiers by.
		res, ok := r.vm.Run(p.prg, p.name)
		v = r.rt.wrap(res)
		return ok
	})
	if err != nil {
		return Undefined, err
	}
	return v, nil
}

// Eval compiles and runs a classic script.
func (r *Realm) Eval(name, text string) (Value, error) {
	p, err := r.Compile(Source{Name: name, Text: text})
	if err != nil {
		return Undefined, r.syntaxException(err)
	}
	return r.Run(p)
}

// CompileFunction makes a function of a body and parameter names in the global scope: event handler
// content attributes. The error is an exception that holds a SyntaxError.
func (r *Realm) CompileFunction(src Source, name string, params ...string) (Object, error) {
	list := strings.Join(params, ",")
	// The body must be a function body by itself: "}, {" must not end the function.
	if _, err := r.parse(src.Name, func(o parse.Options) (*code.Program, error) {
		o.Line = src.Line - 2
		return parse.Function(list, src.Text, parse.Normal, o)
	}); err != nil {
		return Object{}, r.syntaxException(err)
	}
	prg, err := r.parse(src.Name, func(o parse.Options) (*code.Program, error) {
		o.Line = src.Line - 1
		return parse.Script(sourceOf("(function "+name+"("+list+") {\n"+src.Text+"\n})"), o)
	})
	if err != nil {
		return Object{}, r.syntaxException(err)
	}
	v, err := r.Run(newProgram(prg))
	return v.Object(), err
}

// activeScript is the name of the innermost script on the stack.
func (r *Realm) activeScript() string {
	for _, f := range r.rt.vm.StackTrace(64) {
		if f.File != "" && !f.Native {
			return f.File
		}
	}
	return ""
}
