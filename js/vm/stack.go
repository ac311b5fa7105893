package vm

import (
	"strconv"
	"strings"

	"github.com/niso-engine/niso/js/vm/code"
)

// Frame is one line of a stack.
type Frame struct {
	Func         string // name as V8 shows it: "f", "new P", "Object.m"; "" for code of a script
	File         string
	Line, Column int // from 1; 0 for native functions
	Native       bool
	Async        bool
	Eval         bool
}

// StackTrace is the running script's stack, innermost first, at most limit frames.
func (rt *Runtime) StackTrace(limit int) []Frame {
	return rt.stackFrames(limit, 0)
}

// stackFrames walks script frames and the natives between them. Frames above the function upTo (and it) are left out, if it is found.
func (rt *Runtime) stackFrames(limit int, upTo Ref) []Frame {
	var list []Frame
	native := rt.nativeDepth - 1
	skipping := upTo != 0
	add := func(o Ref, fr Frame) bool {
		if skipping {
			if o == upTo {
				skipping = false
			}
			return true
		}
		list = append(list, fr)
		return len(list) < limit
	}
	for f := rt.fp; f != nil; f = f.prev {
		for native >= 0 && (rt.calls[native].fp == f || rt.calls[native].fp == nil) {
			c := rt.calls[native]
			native--
			if c.fp == nil {
				break
			}
			if !add(c.Callee, Frame{Func: rt.nativeFrameName(c), Native: true}) {
				return list
			}
		}
		if f.c == nil {
			continue
		}
		if !add(f.callee(rt), rt.scriptFrame(f)) {
			return list
		}
	}
	return list
}

func (rt *Runtime) nativeFrameName(c *Call) string {
	n := &rt.natives[uint32(rt.mem[c.Callee+2])]
	name := ""
	if n.name != 0 {
		name = rt.GoString(rt.functionName(n.name, n.prefix))
	}
	if c.NewTarget.IsObject() {
		return "new " + name
	}
	if c.This.IsObject() && rt.kind(c.This.Ref()) != KindGlobal && rt.kind(c.This.Ref()) != KindGlobalProxy {
		if t := rt.ctorName(c.This.Ref()); t != "" {
			if rt.flags(c.This.Ref())&flagCallable != 0 {
				t = "Function"
			}
			return t + "." + name
		}
	}
	return name
}

func (rt *Runtime) scriptFrame(f *frame) Frame {
	p := f.c.fn.Program
	fr := Frame{File: p.Name}
	if p.SourceURL != "" {
		fr.File = p.SourceURL
	}
	if pos := f.c.fn.PosAt(int(f.pc) - 1); pos >= 0 {
		fr.Line, fr.Column = p.Position(pos)
	}
	if f.c.flags&code.Main != 0 {
		fr.Eval = p.Kind == code.Eval
		return fr
	}
	o := f.callee(rt)
	name := ""
	if rt.flags(o)&flagLazy != 0 {
		k := Key(rt.mem[o+4])
		if k == 0 {
			k = f.c.inst.name
		}
		name = rt.KeyStr(k).String()
		if k.IsSymbol() && k < symLast {
			name = "[" + name + "]"
		}
	} else if d, ok := rt.ordinaryGetOwn(o, KeyName); ok && d.Value.IsString() {
		name = rt.GoString(d.Value)
	}
	switch {
	case f.flags&frameConstruct != 0:
		if name == "" {
			name = "<anonymous>"
		}
		name = "new " + name
	case f.c.flags&code.Async != 0 && f.flags&frameResumed != 0:
		if name != "" {
			fr.Async = true
		}
	default:
		this := Value(rt.mem[f.bp-1])
		if this.IsObject() && f.c.flags&code.Arrow == 0 {
			t := this.Ref()
			if rt.kind(t) != KindGlobal && objectValue(t) != f.c.realm.globalThis && t != f.c.realm.global {
				cn := rt.ctorName(t)
				if rt.flags(t)&flagCallable != 0 {
					cn = "Function"
					if rt.kind(t) == KindFunction && rt.funcOf(t).flags&code.ClassCtor != 0 {
						cn = rt.funcName(t)
					}
				}
				if cn != "" {
					if name == "" {
						name = "<anonymous>"
					}
					if !strings.HasPrefix(name, cn+".") {
						name = cn + "." + name
					}
				}
			}
		}
	}
	fr.Func = name
	return fr
}

// String is the line of a stack, as V8 prints it.
func (f *Frame) String() string {
	at := f.File
	if f.Native {
		at = "<anonymous>"
	} else if at == "" {
		at = "<anonymous>"
	}
	if f.Line > 0 {
		at += ":" + strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
	}
	switch {
	case f.Func == "":
		return "    at " + at
	case f.Async:
		return "    at async " + f.Func + " (" + at + ")"
	}
	return "    at " + f.Func + " (" + at + ")"
}

// stackLimit is Error.stackTraceLimit.
func (rt *Runtime) stackLimit() int {
	o := rt.realm.intrinsics[ErrorCtor]
	if o == 0 || rt.flags(o)&flagLazy != 0 {
		return 10
	}
	d, found := rt.ordinaryGetOwn(o, KeyStackTraceLimit)
	if !found || !d.Value.IsNumber() {
		return 0
	}
	return int(min(max(d.Value.Num(), 0), 1000))
}

// captureStack gives an object its own property stack: name and message as they are now, then the frames, or what Error.prepareStackTrace
// makes of them (V8 asks it when stack is first read; here it is asked at once). upTo as for captureStackTrace.
func (rt *Runtime) captureStack(o, upTo Ref) {
	limit := rt.stackLimit()
	if limit == 0 && upTo == 0 && rt.realm.intrinsics[ErrorCtor] != 0 {
		if d, found := rt.ordinaryGetOwn(rt.realm.intrinsics[ErrorCtor], KeyStackTraceLimit); !found || !d.Value.IsNumber() {
			return
		}
	}
	frames := rt.stackFrames(limit, upTo)
	if limit == 0 {
		frames = nil
	}
	if f := rt.prepareStack(); !f.IsUndefined() && rt.pending == 0 && !rt.preparing {
		if v, ok := rt.preparedStack(f, o, frames); ok {
			rt.put(o, KeyStack, v, attrHidden)
		}
		return
	}
	var b strings.Builder
	for i := range frames {
		b.WriteByte('\n')
		b.WriteString(frames[i].String())
	}
	rt.put(o, KeyStack, rt.NewString(rt.errorHead(o)+b.String()), attrHidden)
}

// errorHead is "Name: message" of an error object, without running script.
func (rt *Runtime) errorHead(o Ref) string {
	name, msg := "", ""
	haveName := false
	for p := o; p != 0; p = rt.protoRef(p) {
		if rt.exotic(p) != nil {
			break
		}
		if !haveName {
			if d, ok := rt.ordinaryGetOwn(p, KeyName); ok && d.Value.IsString() {
				name, haveName = rt.GoString(d.Value), true
			}
		}
		if msg == "" {
			if d, ok := rt.ordinaryGetOwn(p, KeyMessage); ok && d.Value.IsString() {
				msg = rt.GoString(d.Value)
			}
		}
	}
	switch {
	case !haveName:
		name = "Error"
	case name == "":
		return msg
	}
	if msg == "" {
		return name
	}
	return name + ": " + msg
}

// calleeText is the source text of what the running instruction calls, for messages.
func (rt *Runtime) calleeText(f *frame) string {
	p := f.c.fn.Program
	pos := f.c.fn.PosAt(int(f.pc) - 1)
	if pos < 0 || pos >= p.Len() {
		return ""
	}
	return exprText(p, pos)
}

// exprText is the member expression that ends with the name at pos: a.b.c for the position of c.
func exprText(p *code.Program, pos int) string {
	isName := func(c uint16) bool {
		return c == '$' || c == '_' || c == '#' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127
	}
	end := pos
	for end < p.Len() && isName(p.At(end)) {
		end++
	}
	if end == pos {
		return ""
	}
	start := pos
	for start > 0 && (isName(p.At(start-1)) || p.At(start-1) == '.') && pos-start < 80 {
		start--
	}
	s := p.Slice(start, end)
	if s == "new" {
		return newText(p, end, isName)
	}
	s = strings.TrimLeft(s, ".0123456789")
	if start > 0 && (p.At(start-1) == ')' || p.At(start-1) == ']') {
		if f := calledText(p, start-1, isName); f != "" {
			return f + "(...)." + s
		}
		return "(intermediate value)." + s
	}
	return s
}

// newText is the constructor of the new expression whose keyword ends at pos, as V8 prints it: a name, or members of one.
func newText(p *code.Program, pos int, isName func(uint16) bool) string {
	for pos < p.Len() && (p.At(pos) == ' ' || p.At(pos) == '(') {
		pos++
	}
	start := pos
	for pos < p.Len() && (isName(p.At(pos)) || p.At(pos) == '.') && pos-start < 200 {
		pos++
	}
	s := p.Slice(start, pos)
	switch {
	case s == "" || s == "async" || s == "function" || s == "class" || s == "new":
		return "(intermediate value)"
	case pos < p.Len() && p.At(pos) == '(' && p.At(start-1) == '(': // of what a call gave
		depth := 0
		for ; pos < p.Len(); pos++ {
			if c := p.At(pos); c == '(' {
				depth++
			} else if c == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		s += "(...)"
		end := pos + 1
		for end < p.Len() && (isName(p.At(end)) || p.At(end) == '.') && end-pos < 200 {
			end++
		}
		if end > pos+1 && p.At(pos+1) == '.' {
			s += p.Slice(pos+1, end)
		}
	}
	return s
}

// calledText is the name that is called by the arguments that end at pos; "" if it is no plain one.
func calledText(p *code.Program, pos int, isName func(uint16) bool) string {
	if p.At(pos) != ')' {
		return ""
	}
	depth, end := 0, pos
	for ; end >= 0 && pos-end < 400; end-- {
		switch p.At(end) {
		case '"', '`':
			return "" // what is in strings is not looked into
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				start := end
				for start > 0 && (isName(p.At(start-1)) || p.At(start-1) == '.') && end-start < 200 {
					start--
				}
				if s := p.Slice(start, end); s != "" && s[0] != '.' && (start == 0 || p.At(start-1) != ')' && p.At(start-1) != ']') {
					return s
				}
				return ""
			}
		}
	}
	return ""
}

// CaptureStackTrace is Error.captureStackTrace(o, upTo).
func (rt *Runtime) CaptureStackTrace(o, upTo Ref) { rt.captureStack(o, upTo) }
