//go:build niso_goja || !niso_vm

package js

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// errorState is how errors of a realm get V8's stacks. Every error object, the engine's own included,
// is made by one of the realm's error constructors; they are wrapped so that each new error
// drops the frames past stackTraceLimit and hides goja's own stack property. What script
// reads is an accessor on Error.prototype that prints the frames when asked.
type errorState struct {
	ctors [errorTypeCount]*goja.Object
	ctor  *goja.Object  // Error
	then  goja.Callable // Promise.prototype.then as it was when first used
}

var errorNames = [errorTypeCount]string{"Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"}

func (s *errorState) init(r *Realm) {
	wrap := func(o *goja.Object) {
		f := (*gFunc)(objectOf(o).self.data)
		construct := f.construct
		f.construct = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
			e := construct(args, newTarget)
			r.adoptError(e)
			return e
		}
		call := f.f
		f.f = func(fc goja.FunctionCall) goja.Value {
			v := call(fc)
			if e, ok := v.(*goja.Object); ok {
				r.adoptError(e)
			}
			return v
		}
	}
	for i, name := range errorNames {
		o := r.vm.Get(name).(*goja.Object)
		s.ctors[i] = o
		wrap(o)
	}
	wrap(r.vm.Get("AggregateError").(*goja.Object))
	e := s.ctors[Error]
	s.ctor = e
	must(e.Set("stackTraceLimit", 10))
	capture := r.newFunction("captureStackTrace", 2, func(c *Call) Value {
		o := c.Arg(0).Object()
		if o.IsNone() {
			return c.Throw(r.NewError(TypeError, "Invalid argument"))
		}
		frames := r.framesBelow(c.Arg(1))
		text := r.stackText(o.Value(), frames)
		return c.Fail(r.Define(o, NameKey("stack"), text, Writable|Configurable))
	})
	must(e.DefineDataProperty("captureStackTrace", capture.o, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	proto := e.Get("prototype").(*goja.Object)
	get := r.newFunction("get stack", 0, func(c *Call) Value {
		o, _ := c.this.v.(*goja.Object)
		if o == nil || objectOf(o).self.tab != tabError {
			return Undefined
		}
		text := r.stackText(c.this, r.frames((*gError)(objectOf(o).self.data).stack))
		if err := r.Define(Object{o}, NameKey("stack"), text, Writable|Configurable); err != nil {
			return c.Fail(err)
		}
		return text
	})
	set := r.newFunction("set stack", 1, func(c *Call) Value {
		if o := c.this.Object(); !o.IsNone() {
			return c.Fail(r.Define(o, NameKey("stack"), c.Arg(0), Writable|Configurable))
		}
		return Undefined
	})
	must(proto.DefineAccessorProperty("stack", get.o, set.o, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// adoptError takes over the stack of a new error object.
func (r *Realm) adoptError(o *goja.Object) {
	if objectOf(o).self.tab != tabError {
		return
	}
	e := (*gError)(objectOf(o).self.data)
	e.stackPropAdded = true
	n := 10
	switch l := baseOf(r.errors.ctor).values["stackTraceLimit"].(type) {
	case nil:
		n = 0
	default:
		if w := (*iface)(unsafe.Pointer(&l)); w.tab == tabProp {
			l = (*gProp)(w.data).value
		}
		if l != nil && goja.IsNumber(l) {
			n = int(l.ToInteger())
		} else {
			n = 0
		}
	}
	if n = max(n, 0); n < len(e.stack) {
		e.stack = append([]goja.StackFrame(nil), e.stack[:n]...)
	}
}

// frames are goja's frames as ours, positions mapped back to the source.
func (r *Realm) frames(st []goja.StackFrame) []Frame {
	out := make([]Frame, 0, len(st))
	for i := range st {
		if f, ok := frameOf(&st[i]); ok {
			out = append(out, f)
		}
	}
	return out
}

func frameOf(s *goja.StackFrame) (Frame, bool) {
	name := s.FuncName()
	switch {
	case name == sentinel:
		return Frame{}, false
	case name == "<anonymous>" || name == "<native>":
		name = ""
	}
	src := s.SrcName()
	if src == "<native>" {
		return Frame{Function: name, File: "<anonymous>"}, true
	}
	p := s.Position()
	return mapPosition(name, src, p.Line, p.Column), true
}

// framesBelow is the running script's stack without fn and what it called; all frames if fn does not
// run.
func (r *Realm) framesBelow(fn Value) []Frame {
	st := r.vm.CaptureCallStack(0, nil)
	fs := r.frames(st)
	if len(fs) > 0 && fs[0].Function == "captureStackTrace" {
		fs = fs[1:]
	}
	if o, ok := fn.v.(*goja.Object); ok {
		if name := stringOf(o.Get("name")); name != "" {
			for i, f := range fs {
				if f.Function == name {
					fs = fs[i+1:]
					break
				}
			}
		}
	}
	limit := 10
	if l := r.errors.ctor.Get("stackTraceLimit"); l != nil && goja.IsNumber(l) {
		limit = int(l.ToInteger())
	}
	return fs[:min(len(fs), max(limit, 0))]
}

// stackText is the stack property of an error: V8's text, or what Error.prepareStackTrace makes.
func (r *Realm) stackText(e Value, frames []Frame) Value {
	if p := r.errors.ctor.Get("prepareStackTrace"); p != nil {
		if f, ok := goja.AssertFunction(p); ok {
			sites := make([]Value, len(frames))
			for i, f := range frames {
				sites[i] = r.callSite(f)
			}
			v, err := f(r.errors.ctor, e.raw(), r.NewArray(sites...).o)
			if err == nil {
				return Value{v: v}
			}
		}
	}
	var b strings.Builder
	b.WriteString(r.errorHeader(e))
	for _, f := range frames {
		b.WriteString("\n    at ")
		b.WriteString(f.String())
	}
	return stringValue(b.String())
}

// callSite is a CallSite object of V8's stack trace API.
func (r *Realm) callSite(f Frame) Value {
	o := r.vm.NewObject()
	method := func(name string, v Value) {
		must(o.Set(name, r.newFunction(name, 0, func(*Call) Value { return v }).o))
	}
	null := func(s string) Value {
		if s == "" {
			return Null
		}
		return stringValue(s)
	}
	method("getFunctionName", null(f.Function))
	method("getMethodName", Null)
	method("getTypeName", Null)
	method("getThis", Undefined)
	method("getFunction", Undefined)
	method("getFileName", null(f.File))
	method("getScriptNameOrSourceURL", null(f.File))
	method("getLineNumber", Int(f.Line))
	method("getColumnNumber", Int(f.Column))
	method("getEvalOrigin", Undefined)
	method("isNative", Bool(f.Line == 0))
	method("isToplevel", Bool(f.Function == ""))
	method("isEval", False)
	method("isConstructor", False)
	method("isAsync", False)
	method("toString", stringValue(f.String()))
	return Value{v: o}
}

// errorHeader is ErrorUtils::ToString: name and message.
func (r *Realm) errorHeader(e Value) (s string) {
	o, ok := e.v.(*goja.Object)
	if !ok {
		return describe(e)
	}
	err := r.try(func() {
		get := func(key, other string) string {
			v := o.Get(key)
			if v == nil || goja.IsUndefined(v) {
				return other
			}
			s, err := r.ToString(Value{v: v})
			must(err)
			return s
		}
		name, msg := get("name", "Error"), get("message", "")
		switch {
		case name == "":
			s = msg
		case msg == "":
			s = name
		default:
			s = name + ": " + msg
		}
	})
	if err != nil {
		return "Error"
	}
	return s
}

// NewError makes a native error object. Its stack is that of the running script.
func (r *Realm) NewError(t ErrorType, message string) Value {
	f := (*gFunc)(objectOf(r.errors.ctors[t]).self.data)
	return Value{v: f.construct([]goja.Value{stringValue(message).v}, r.errors.ctors[t])}
}

func (r *Realm) newDOMException(name, message string) Value {
	if f := r.rt.opt.DOMException; f != nil {
		return f(r, name, message)
	}
	e := r.NewError(Error, message)
	must(e.v.(*goja.Object).DefineDataProperty("name", stringValue(name).v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return e
}

// NewException makes the error of a thrown value.
func (r *Realm) NewException(v Value) *Exception { return &Exception{Value: v, realm: r} }

func (r *Realm) exception(ex *goja.Exception) *Exception {
	return &Exception{Value: Value{v: ex.Value()}, realm: r, raw: ex}
}

func (r *Realm) interrupted(in *goja.InterruptedError) *Interrupted {
	reason, ok := in.Value().(error)
	if !ok {
		reason = fmt.Errorf("%v", in.Value())
	}
	return &Interrupted{Reason: reason, Stack: r.frames(in.Stack()), raw: in}
}

// Exception is a value that script threw and could have caught.
type Exception struct {
	Value Value // what was thrown
	realm *Realm
	raw   *goja.Exception
}

// Stack is where it was thrown, innermost first; nil if not known.
func (e *Exception) Stack() []Frame {
	if o, ok := e.Value.v.(*goja.Object); ok && objectOf(o).self.tab == tabError {
		return e.realm.frames((*gError)(objectOf(o).self.data).stack)
	}
	if e.raw != nil {
		return e.realm.frames(e.raw.Stack())
	}
	return nil
}

// Error is the stack that script would see or, for what is no error object, its text. It may run script.
func (e *Exception) Error() string {
	if o, ok := e.Value.v.(*goja.Object); ok && e.realm != nil {
		if objectOf(o).self.tab == tabError {
			if v, err := e.realm.Get(Object{o}, "stack"); err == nil && v.IsString() {
				return v.Str()
			}
		}
		return e.realm.errorHeader(e.Value)
	}
	return describe(e.Value)
}

// Interrupted ends script that nothing may catch: [Runtime.Interrupt], the heap limit.
type Interrupted struct {
	Reason error   // what was given to Interrupt, or ErrHeapLimit
	Stack  []Frame // which script and line was running, innermost first
	raw    *goja.InterruptedError
}

func (e *Interrupted) Error() string {
	for _, f := range e.Stack {
		if f.Line > 0 {
			return fmt.Sprintf("script interrupted: %v, at %s", e.Reason, f)
		}
	}
	return "script interrupted: " + e.Reason.Error()
}

// Unwrap gives the reason.
func (e *Interrupted) Unwrap() error { return e.Reason }

// ReportException makes the report of an uncaught error and hands it to [Options.Uncaught].
//
// https://html.spec.whatwg.org/#report-an-exception
func (r *Realm) ReportException(err error) {
	if err == nil || r.rt.opt.Uncaught == nil {
		return
	}
	r.rt.opt.Uncaught(r.MakeReport(err))
}

// MakeReport is the report of an error.
func (r *Realm) MakeReport(err error) *Report {
	rep := &Report{Realm: r}
	switch e := err.(type) {
	case *Exception:
		rep.Value, rep.Stack = e.Value, e.Stack()
		if o, ok := e.Value.v.(*goja.Object); ok && (objectOf(o).self.tab == tabError || !hostOf(o).IsNone()) {
			rep.Message = "Uncaught " + r.errorHeader(e.Value)
		} else {
			rep.Message = "Uncaught " + describe(e.Value)
		}
	case *Interrupted:
		rep.Message, rep.Stack = e.Error(), e.Stack
	case *SyntaxError:
		rep.Value, rep.Message, rep.Stack = r.NewError(SyntaxErrorType, e.Message), "Uncaught SyntaxError: "+e.Message, []Frame{e.Frame}
	default:
		rep.Message = err.Error()
	}
	for _, f := range rep.Stack {
		if f.Line > 0 {
			rep.File, rep.Line, rep.Column = f.File, f.Line, f.Column
			break
		}
	}
	return rep
}

// syntaxException is a SyntaxError of CompileScript as script would catch it.
func (r *Realm) syntaxException(err error) error {
	if s, ok := err.(*SyntaxError); ok {
		e := r.NewError(SyntaxErrorType, s.Message)
		return r.NewException(e)
	}
	return r.NewException(r.NewError(TypeError, err.Error()))
}

// StackTrace is the running script's stack, innermost first, at most limit frames (0: all).
func (r *Realm) StackTrace(limit int) []Frame {
	fs := r.frames(r.vm.CaptureCallStack(0, nil))
	if limit > 0 && len(fs) > limit {
		fs = fs[:limit]
	}
	return fs
}

// describe is a short text of a value for messages. It runs no script.
func describe(v Value) string {
	switch v.Kind() {
	case KindUndefined:
		return "undefined"
	case KindNull:
		return "null"
	case KindString:
		return v.Str()
	case KindSymbol:
		return v.v.String()
	case KindObject:
		if h := HostSlot(v); !h.IsNone() {
			return "#<" + h.Class().Name + ">"
		}
		if v.IsCallable() {
			return "function"
		}
		return "#<" + baseOf(v.v.(*goja.Object)).class + ">"
	}
	return v.v.String()
}
