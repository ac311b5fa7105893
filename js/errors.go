package js

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js/vm"
	numbers "github.com/niso-engine/niso/js/vm/num"
)

// SyntaxError is what CompileScript and module loading return for source that does not parse.
// Running code sees it as a SyntaxError object, or a RangeError where Range says so.
type SyntaxError struct {
	Message string
	Range   bool // the source may be right, but nests deeper than the stack has room for
	Frame   Frame
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: %s (%s)", errorNames[e.errorType()], e.Message, e.Frame)
}

func (e *SyntaxError) errorType() ErrorType {
	if e.Range {
		return RangeError
	}
	return SyntaxErrorType
}

// Frame is one call on a stack.
type Frame struct {
	Function string // empty at top level and for anonymous functions
	File     string // script's name as given to CompileScript; "<native>" within Go
	Line     int    // 1-based line of the original source, 0 if unknown
	Column   int    // 1-based column of the original source, 0 if unknown
}

// String is the frame as V8 prints it, without "at".
func (f Frame) String() string {
	pos := f.File
	if f.Line > 0 {
		pos = fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	}
	if f.Function == "" {
		return pos
	}
	return f.Function + " (" + pos + ")"
}

// Report is an uncaught error as ErrorEvent and the console show it.
type Report struct {
	Realm   *Realm
	Value   Value
	Message string // "Uncaught TypeError: …"
	File    string
	Line    int
	Column  int
	Stack   []Frame
}

var errorNames = [errorTypeCount]string{"Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"}

var errorProtos = [errorTypeCount]vm.Intrinsic{vm.ErrorPrototype, vm.EvalErrorPrototype, vm.RangeErrorPrototype, vm.ReferenceErrorPrototype,
	vm.SyntaxErrorPrototype, vm.TypeErrorPrototype, vm.URIErrorPrototype}

// failure takes what is pending in the heap: an *Interrupted, or an *Exception of the realm that runs.
func (rt *Runtime) failure() error { return rt.failureIn(realmOf(rt.vm.CurrentRealm())) }

func (rt *Runtime) failureIn(r *Realm) error {
	if reason := rt.vm.TakeEnd(); reason != nil {
		in := rt.ended
		if in == nil {
			in = &Interrupted{Reason: reason, Stack: framesOf(rt.vm.EndStack())}
		}
		rt.ended, rt.over = nil, in
		if rt.depth > 0 {
			rt.ended = in
		}
		return in
	}
	exc, _ := rt.vm.TakeException()
	return r.caught(exc)
}

// caught is the error of an exception that was taken from the heap.
func (r *Realm) caught(exc vm.Value) *Exception {
	return &Exception{Value: r.rt.wrap(exc), realm: r, at: r.rt.vm.LastThrown()}
}

// throw makes err pending in the heap.
func (rt *Runtime) throw(err error) {
	switch e := err.(type) {
	case *Exception:
		if e.Value.rt == rt || !e.Value.v.HasCell() {
			rt.vm.ThrowFrom(e.Value.v, e.at)
			return
		}
	case *Interrupted:
		if rt.ended == nil && rt.depth > 0 {
			rt.ended = e
		}
		rt.vm.End(e.Reason)
		return
	case *SyntaxError:
		if e.Range {
			rt.vm.RangeError("%s", e.Message)
			return
		}
		rt.vm.SyntaxError("%s", e.Message)
		return
	}
	rt.vm.TypeError("%s", err.Error())
}

func framesOf(list []vm.Frame) []Frame {
	out := make([]Frame, len(list))
	for i := range list {
		out[i] = frameOf(&list[i])
	}
	return out
}

func frameOf(f *vm.Frame) Frame {
	out := Frame{Function: f.Func, File: f.File, Line: f.Line, Column: f.Column}
	if f.Native || f.File == "" {
		out.File = "<anonymous>"
	}
	if f.Async && f.Func != "" {
		out.Function = "async " + f.Func
	}
	return out
}

// stackFrames reads the frames of an error's stack property, which the engine wrote as V8 does.
func stackFrames(stack string) []Frame {
	_, stack, ok := strings.Cut(stack, "\n    at ")
	if !ok {
		return nil
	}
	var list []Frame
	for _, line := range strings.Split(stack, "\n    at ") {
		var f Frame
		if name, at, ok := strings.Cut(line, " ("); ok && strings.HasSuffix(at, ")") {
			f.Function, line = name, at[:len(at)-1]
		}
		f.File = line
		if i := strings.LastIndexByte(line, ':'); i > 0 {
			if j := strings.LastIndexByte(line[:i], ':'); j > 0 {
				l, err := strconv.Atoi(line[j+1 : i])
				c, err2 := strconv.Atoi(line[i+1:])
				if err == nil && err2 == nil {
					f.File, f.Line, f.Column = line[:j], l, c
				}
			}
		}
		list = append(list, f)
	}
	return list
}

// NewError makes a native error object. Its stack is that of the running script.
func (r *Realm) NewError(t ErrorType, message string) Value {
	before := r.rt.vm.EnterRealm(r.vm)
	v := r.rt.wrap(r.vm.NewError(errorProtos[t], message))
	r.rt.vm.EnterRealm(before)
	return v
}

func (r *Realm) newDOMException(name, message string) Value {
	if f := r.rt.opt.DOMException; f != nil {
		return f(r, name, message)
	}
	e := r.NewError(Error, message)
	h := r.rt.vm
	h.Put(e.v.Ref(), vm.KeyName, h.NewString(name), vm.DescWritable|vm.DescConfigurable)
	return e
}

// NewException makes the error of a thrown value.
func (r *Realm) NewException(v Value) *Exception { return &Exception{Value: v, realm: r} }

// Exception is a value that script threw and could have caught.
type Exception struct {
	Value Value // what was thrown
	realm *Realm
	at    vm.Thrown
}

// isError reports whether v is an error object of the language.
func isError(v Value) bool {
	h := v.heap()
	return h != nil && h.IsKind(v.v, vm.KindError)
}

// stackText is the stack property of an error object, if it is a string of its own. No script runs.
func stackText(v Value) (string, bool) {
	if !isError(v) {
		return "", false
	}
	h := v.heap()
	d, ok := h.OrdinaryGetOwn(v.v.Ref(), vm.KeyStack)
	if !ok || !d.Value.IsString() {
		return "", false
	}
	return h.GoString(d.Value), true
}

// OwnStack is the stack property of an object if it is a string of its own, "" otherwise. No script runs.
func (r *Realm) OwnStack(o Object) string {
	h := r.rt.vm
	if ref := r.rt.use(o); ref != 0 {
		if d, ok := h.OrdinaryGetOwn(ref, vm.KeyStack); ok && d.IsData() && d.Value.IsString() {
			return h.GoString(d.Value)
		}
	}
	return ""
}

// Stack is where it was thrown, innermost first; nil if not known.
func (e *Exception) Stack() []Frame {
	if s, ok := stackText(e.Value); ok {
		if list := stackFrames(s); list != nil {
			return list
		}
	}
	if f, ok := e.at.Frame(); ok {
		return []Frame{frameOf(&f)}
	}
	return nil
}

// Error is the stack that script would see or, for what is no error object, its text. It may run script.
func (e *Exception) Error() string {
	if e.Value.IsObject() && e.realm != nil {
		if isError(e.Value) {
			if v, err := e.realm.Get(e.Value.Object(), "stack"); err == nil && v.IsString() {
				return v.Str()
			}
		}
		return e.realm.errorHeader(e.Value)
	}
	return describe(e.Value)
}

// errorHeader is ErrorUtils::ToString: name and message.
func (r *Realm) errorHeader(e Value) string {
	o := e.Object()
	if o.IsNone() {
		return describe(e)
	}
	get := func(key, other string) (string, error) {
		v, err := r.Get(o, key)
		if err != nil || v.IsUndefined() {
			return other, err
		}
		return r.ToString(v)
	}
	name, err := get("name", "Error")
	if err != nil {
		return "Error"
	}
	msg, err := get("message", "")
	switch {
	case err != nil:
		return "Error"
	case name == "":
		return msg
	case msg == "":
		return name
	}
	return name + ": " + msg
}

// Interrupted ends script that nothing may catch: [Runtime.Interrupt], the heap limit.
type Interrupted struct {
	Reason error   // what was given to Interrupt, or ErrHeapLimit
	Stack  []Frame // which script and line was running, innermost first
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
		if isError(e.Value) || !HostSlot(e.Value).IsNone() {
			rep.Message = "Uncaught " + r.errorHeader(e.Value)
		} else {
			rep.Message = "Uncaught " + describe(e.Value)
		}
	case *Interrupted:
		rep.Message, rep.Stack = e.Error(), e.Stack
	case *SyntaxError:
		rep.Value, rep.Message, rep.Stack = r.NewError(e.errorType(), e.Message), "Uncaught "+errorNames[e.errorType()]+": "+e.Message, []Frame{e.Frame}
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
	switch e := err.(type) {
	case *SyntaxError:
		return r.NewException(r.NewError(e.errorType(), e.Message))
	case *Interrupted:
		return e
	}
	return r.NewException(r.NewError(TypeError, err.Error()))
}

// StackTrace is the running script's stack, innermost first, at most limit frames (0: all).
func (r *Realm) StackTrace(limit int) []Frame {
	if r.rt.closed {
		return nil
	}
	if limit <= 0 {
		limit = 1 << 20
	}
	return framesOf(r.rt.vm.StackTrace(limit))
}

// describe is a short text of a value for messages. It runs no script.
func describe(v Value) string {
	switch v.Kind() {
	case KindUndefined:
		return "undefined"
	case KindNull:
		return "null"
	case KindBoolean:
		return strconv.FormatBool(v.IsTrue())
	case KindNumber:
		return numbers.NumberString(v.Num())
	case KindString:
		return v.Str()
	}
	if v.heap() == nil {
		return "[value of a closed runtime]"
	}
	if h := HostSlot(v); !h.IsNone() {
		return "#<" + h.Class().Name + ">"
	}
	return v.heap().Brief(v.v)
}
