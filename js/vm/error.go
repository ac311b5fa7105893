package vm

import (
	"fmt"
	"strings"
)

// What is pending when a function returned ok = false.
const (
	pendingNone  uint8 = iota
	pendingThrow       // exc was thrown; script may catch it
	pendingEnd         // the script is being ended: nothing catches that
)

// Throw makes v the pending exception. The result is always false, for return.
func (rt *Runtime) Throw(v Value) bool {
	if rt.pending == pendingEnd {
		return false
	}
	rt.exc, rt.pending, rt.thrown = v, pendingThrow, Thrown{}
	return false
}

// Pending reports whether an exception (or the end of the script) is pending.
func (rt *Runtime) Pending() bool { return rt.pending != pendingNone }

// TakeException clears the pending exception and returns it; ok is false for none and for the end of a script, which stays.
func (rt *Runtime) TakeException() (v Value, ok bool) {
	if rt.pending != pendingThrow {
		return Undefined, false
	}
	v = rt.exc
	rt.exc, rt.pending = Undefined, pendingNone
	return v, true
}

// Throw makes v the pending exception of the call; the result is undefined.
func (c *Call) Throw(v Value) Value {
	c.Rt.Throw(v)
	return Undefined
}

// NewError makes a native error object with a stack: proto is one of the error prototypes.
func (r *Realm) NewError(proto Intrinsic, message string) Value {
	rt := r.rt
	o := rt.NewKind(KindError, r.Intrinsic(proto))
	rt.put(o, KeyStack, Undefined, attrHidden) // before message in order
	rt.put(o, KeyMessage, rt.NewString(message), attrHidden)
	rt.captureStack(o, 0)
	return objectValue(o)
}

func (rt *Runtime) throwError(proto Intrinsic, format string, args ...any) {
	if rt.pending == pendingEnd {
		return
	}
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	rt.Throw(rt.realm.NewError(proto, msg))
}

// TypeError throws a TypeError. The message is WTF-8.
func (rt *Runtime) TypeError(format string, args ...any) bool {
	rt.throwError(TypeErrorPrototype, format, args...)
	return false
}

// RangeError throws a RangeError.
func (rt *Runtime) RangeError(format string, args ...any) bool {
	rt.throwError(RangeErrorPrototype, format, args...)
	return false
}

// SyntaxError throws a SyntaxError.
func (rt *Runtime) SyntaxError(format string, args ...any) bool {
	rt.throwError(SyntaxErrorPrototype, format, args...)
	return false
}

// ReferenceError throws a ReferenceError.
func (rt *Runtime) ReferenceError(format string, args ...any) bool {
	rt.throwError(ReferenceErrorPrototype, format, args...)
	return false
}

// brief is a value as messages name it, without running script: strings in quotes, objects as #<Name>.
func (rt *Runtime) brief(v Value) string {
	switch {
	case v.IsString():
		return `"` + clip(rt.GoString(v)) + `"`
	case v.IsSymbol():
		return rt.symbolString(v)
	case v.IsObject():
		return rt.briefObject(v.Ref())
	case v.isInternal() || v == Hole:
		return "undefined"
	}
	return rt.GoString(rt.primitiveString(v))
}

func clip(s string) string {
	if len(s) > 1000 {
		return strings.ToValidUTF8(s[:1000], "") + "..."
	}
	return s
}

// display is a primitive as ToString shows it, an object as brief does.
func (rt *Runtime) display(v Value) string {
	if v.IsString() {
		return clip(rt.GoString(v))
	}
	return rt.brief(v)
}

func (rt *Runtime) symbolString(v Value) string {
	d := rt.SymbolDescription(v)
	if d.IsUndefined() {
		return "Symbol()"
	}
	return "Symbol(" + rt.GoString(d) + ")"
}

// briefObject is an object as messages name it.
func (rt *Runtime) briefObject(o Ref) string {
	switch rt.kind(o) {
	case KindArray:
		return "[object Array]"
	case KindFunction, KindNative, KindBound:
		return clip(rt.SourceText(o))
	}
	if name := rt.ctorName(o); name != "" {
		return "#<" + name + ">"
	}
	return "[object Object]"
}

// ctorName is the name of an object's constructor, found without running script.
func (rt *Runtime) ctorName(o Ref) string {
	for p, n := o, 0; p != 0 && n < 100; p, n = rt.protoRef(p), n+1 {
		if rt.exotic(p) != nil && exotics[rt.kind(p)].getOwn != nil && rt.kind(p) == KindProxy {
			return "Object"
		}
		rt.touch(p, KeyConstructor)
		s := rt.shape(p)
		i, a := rt.find(s, KeyConstructor)
		if i < 0 {
			continue
		}
		if a&attrAccessor != 0 {
			return ""
		}
		c := rt.slot(p, s, uint32(i))
		if !c.IsObject() {
			return ""
		}
		return rt.funcName(c.Ref())
	}
	return "Object"
}

// funcName is the name property of a function if it is a data property with a string.
func (rt *Runtime) funcName(f Ref) string {
	if rt.exotic(f) != nil {
		return ""
	}
	d, found := rt.ordinaryGetOwn(f, KeyName)
	if !found || !d.Value.IsString() {
		return ""
	}
	return rt.GoString(d.Value)
}

// TakeEnd clears the end of a script and returns its reason; nil for none.
func (rt *Runtime) TakeEnd() error {
	if rt.pending != pendingEnd {
		return nil
	}
	rt.pending = pendingNone
	err := rt.endReason
	rt.endReason = nil
	return err
}
