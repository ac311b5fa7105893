package bind

import (
	"errors"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js"
)

// What the generated code calls.

// Opt is a value that may be absent: null, undefined, or an optional argument that was not passed.
type Opt[T any] struct {
	Value T
	Set   bool
}

// Some is a value that is there.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Set: true} }

// Or is the value, or d where it is absent.
func (o Opt[T]) Or(d T) T {
	if o.Set {
		return o.Value
	}
	return d
}

func optString(r *js.Realm, o Opt[string]) js.Value {
	if !o.Set {
		return js.Null
	}
	return r.String(o.Value)
}

func optNumber[T bool | int32 | uint32 | uint16 | float64](o Opt[T]) js.Value {
	if !o.Set {
		return js.Null
	}
	switch v := any(o.Value).(type) {
	case bool:
		return js.Bool(v)
	case int32:
		return js.Int(v)
	case uint32:
		return js.Int(v)
	case uint16:
		return js.Int(v)
	case float64:
		return js.Number(v)
	}
	return js.Null
}

func objectOrNull(o js.Object) js.Value {
	if o.IsNone() {
		return js.Null
	}
	return o.Value()
}

// nodeValue is the wrapper of a node, null for 0.
func nodeValue(r *js.Realm, id dom.NodeID) js.Value {
	if id == 0 {
		return js.Null
	}
	return windowOf(r).World.Wrapper(r, id).Value()
}

func arrayOf[T any](r *js.Realm, l []T, f func(T) js.Value) js.Value {
	vals := make([]js.Value, len(l))
	for i, x := range l {
		vals[i] = f(x)
	}
	return r.NewArray(vals...).Value()
}

// throwErr makes the call throw what err is: an exception of the DOM, or of script.
func throwErr(c *js.Call, err error) js.Value {
	var e *dom.Exception
	if errors.As(err, &e) {
		return c.DOMException(e.Name, "%s", e.Message)
	}
	var t typeErr
	if errors.As(err, &t) {
		return c.TypeError("%s", string(t))
	}
	return c.Fail(err)
}

// exception is a DOMException as a Go error.
func exception(name, message string) error { return &dom.Exception{Name: name, Message: message} }

// putForwards sets an attribute of the object that another attribute gives. https://webidl.spec.whatwg.org/#PutForwards
func putForwards(c *js.Call, name, to string) js.Value {
	target, err := c.Realm().Get(c.This().Object(), name)
	switch {
	case err != nil:
		return c.Fail(err)
	case !target.IsObject():
		return c.TypeError("The attribute value is not an object")
	}
	c.Set(target.Object(), to, c.Arg(0))
	return js.Undefined
}

// enumIndex is the index of argument 0 among the names of an enumeration, -1 for none: setters ignore others.
func enumIndex(c *js.Call, names []string) int {
	v := c.DOMString(0)
	if c.Failed() {
		return -1
	}
	for i, n := range names {
		if n == v {
			return i
		}
	}
	return -1
}

// isBufferSource reports an ArrayBuffer or a view.
func isBufferSource(v js.Value) bool {
	_, k := js.Bytes(v)
	return k != js.NotBuffer
}

func isBufferView(v js.Value) bool {
	_, k := js.Bytes(v)
	return k != js.NotBuffer && k != js.ArrayBuffer
}

func isBufferKind(v js.Value, want js.BufferKind) bool {
	_, k := js.Bytes(v)
	return k == want
}
