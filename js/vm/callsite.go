package vm

import "strings"

// CallSite objects are what Error.prepareStackTrace gets, as in V8 (https://v8.dev/docs/stack-trace-api): KindLib8, words: 0 function name or
// null, 1 file or null, 2 line or null, 3 column or null. How the frame was called is in the aux bits.
const (
	auxSiteNative uint16 = 1 << iota
	auxSiteConstruct
	auxSiteEval
	auxSiteAsync
	auxSiteTop
)

// prepareStack is Error.prepareStackTrace of the realm, undefined if there is none.
func (rt *Runtime) prepareStack() Value {
	o := rt.realm.intrinsics[ErrorCtor]
	if o == 0 || rt.flags(o)&flagLazy != 0 {
		return Undefined
	}
	d, found := rt.ordinaryGetOwn(o, KeyPrepareStackTrace)
	if !found || !rt.IsCallable(d.Value) {
		return Undefined
	}
	return d.Value
}

// preparedStack calls prepareStackTrace with the error and its frames; ok is false if it threw.
func (rt *Runtime) preparedStack(f Value, o Ref, frames []Frame) (Value, bool) {
	if rt.preparing {
		return Undefined, true
	}
	list := rt.realm.NewArrayLen(0)
	rt.KeepRef(list)
	rt.KeepRef(o)
	text := func(s string) Value {
		if s == "" {
			return Null
		}
		return rt.NewString(s)
	}
	for i := range frames {
		fr := &frames[i]
		s := rt.NewKind(KindLib8, rt.realm.Intrinsic(Spare8))
		name, construct := strings.CutPrefix(fr.Func, "new ")
		rt.SetWord(s, 0, text(name))
		rt.SetWord(s, 1, text(fr.File))
		rt.SetWord(s, 2, Null)
		rt.SetWord(s, 3, Null)
		if fr.Line > 0 {
			rt.SetWord(s, 2, Int(int32(fr.Line)))
			rt.SetWord(s, 3, Int(int32(fr.Column)))
		}
		aux := uint16(0)
		for bit, on := range map[uint16]bool{auxSiteNative: fr.Native, auxSiteConstruct: construct, auxSiteEval: fr.Eval, auxSiteAsync: fr.Async,
			auxSiteTop: !strings.Contains(name, ".")} {
			if on {
				aux |= bit
			}
		}
		rt.setAux(s, aux)
		rt.ArrayAppend(list, objectValue(s))
	}
	rt.preparing = true
	v, ok := rt.Call(f, objectValue(rt.realm.Intrinsic(ErrorCtor)), objectValue(o), objectValue(list))
	rt.preparing = false
	return v, ok
}

func init() {
	site := func(name string, f func(c *Call, o Ref) Value) prop {
		return method(name, 0, func(c *Call) Value {
			if !c.Rt.IsKind(c.This, KindLib8) {
				return c.TypeError("CallSite method %s expects CallSite as receiver", name)
			}
			return f(c, c.This.Ref())
		})
	}
	word := func(name string, i uint32) prop {
		return site(name, func(c *Call, o Ref) Value { return c.Rt.Word(o, i) })
	}
	bit := func(name string, b uint16) prop {
		return site(name, func(c *Call, o Ref) Value { return Bool(c.Rt.aux(o)&b != 0) })
	}
	nothing := func(name string, v Value) prop {
		return site(name, func(*Call, Ref) Value { return v })
	}
	// part is the part of "Type.method" before or after the dot.
	part := func(name string, after bool) prop {
		return site(name, func(c *Call, o Ref) Value {
			v := c.Rt.Word(o, 0)
			if !v.IsString() {
				return Null
			}
			s := c.Rt.GoString(v)
			i := strings.IndexByte(s, '.')
			switch {
			case after:
				return c.Rt.NewString(s[i+1:])
			case i < 0:
				return Null
			}
			return c.Rt.NewString(s[:i])
		})
	}
	define(Spare8, objectDef{props: []prop{
		part("getFunctionName", true), part("getMethodName", true), part("getTypeName", false),
		word("getFileName", 1), word("getLineNumber", 2), word("getColumnNumber", 3), word("getScriptNameOrSourceURL", 1),
		bit("isNative", auxSiteNative), bit("isConstructor", auxSiteConstruct), bit("isEval", auxSiteEval), bit("isAsync", auxSiteAsync),
		bit("isToplevel", auxSiteTop), nothing("isPromiseAll", False), nothing("getPromiseIndex", Null), nothing("getThis", Undefined),
		nothing("getFunction", Undefined), nothing("getEvalOrigin", Undefined),
		site("toString", func(c *Call, o Ref) Value {
			rt := c.Rt
			fr := Frame{Native: rt.aux(o)&auxSiteNative != 0, Async: rt.aux(o)&auxSiteAsync != 0}
			if v := rt.Word(o, 0); v.IsString() {
				fr.Func = rt.GoString(v)
			}
			if rt.aux(o)&auxSiteConstruct != 0 {
				fr.Func = "new " + fr.Func
			}
			if v := rt.Word(o, 1); v.IsString() {
				fr.File = rt.GoString(v)
			}
			if v := rt.Word(o, 2); v.IsInt() {
				fr.Line, fr.Column = int(v.int()), int(rt.Word(o, 3).int())
			}
			return rt.NewString(strings.TrimPrefix(fr.String(), "    at "))
		}),
	}})
}
