package vm

// https://tc39.es/ecma262/#sec-error-objects
func init() {
	proto := func(name string) []prop {
		return []prop{
			value("name", func(r *Realm) Value { return r.rt.NewASCII(name) }),
			value("message", func(r *Realm) Value { return r.rt.EmptyString() }),
		}
	}
	defineClass(ErrorCtor, ErrorPrototype, "Error", 1, errorCtor(ErrorPrototype), []prop{
		method("captureStackTrace", 2, errorCapture),
		method("isError", 1, func(c *Call) Value { return Bool(c.Rt.IsKind(c.Arg(0), KindError) || c.Rt.isHostError(c.Arg(0))) }),
		{name: "stackTraceLimit", num: Int(10), hasVal: true, attrs: attrData},
	}, append(proto("Error"), method("toString", 0, errorToString)))
	native := func(ctor, p Intrinsic, name string) {
		defineClass(ctor, p, name, 1, errorCtor(p), nil, proto(name))
		defs[ctor].proto, defs[p].proto = ErrorCtor, ErrorPrototype
	}
	native(TypeErrorCtor, TypeErrorPrototype, "TypeError")
	native(RangeErrorCtor, RangeErrorPrototype, "RangeError")
	native(SyntaxErrorCtor, SyntaxErrorPrototype, "SyntaxError")
	native(ReferenceErrorCtor, ReferenceErrorPrototype, "ReferenceError")
	native(EvalErrorCtor, EvalErrorPrototype, "EvalError")
	native(URIErrorCtor, URIErrorPrototype, "URIError")
	defineClass(AggregateErrorCtor, AggregateErrorPrototype, "AggregateError", 2, aggregateError, nil, proto("AggregateError"))
	defs[AggregateErrorCtor].proto, defs[AggregateErrorPrototype].proto = ErrorCtor, ErrorPrototype
	defineClass(SuppressedErrorCtor, SuppressedErrorPrototype, "SuppressedError", 3, suppressedError, nil, proto("SuppressedError"))
	defs[SuppressedErrorCtor].proto, defs[SuppressedErrorPrototype].proto = ErrorCtor, ErrorPrototype
}

// newErrorObject is the beginning of every error constructor: the object with message and cause; its stack when all is there.
func (c *Call) newErrorObject(def Intrinsic, message, options Value) (Ref, bool) {
	rt := c.Rt
	nt := c.NewTarget
	if nt.IsUndefined() {
		nt = objectValue(c.Callee)
	}
	p, ok := rt.ProtoFromCtor(nt, def)
	if !ok {
		return 0, false
	}
	o := rt.NewKind(KindError, p)
	rt.KeepRef(o)
	rt.put(o, KeyStack, Undefined, attrHidden)
	if !message.IsUndefined() {
		s, ok := rt.ToString(message)
		if !ok {
			return 0, false
		}
		rt.put(o, KeyMessage, s, attrHidden)
	}
	if options.IsObject() {
		has, ok := rt.HasProperty(options.Ref(), KeyCause)
		if !ok {
			return 0, false
		}
		if has {
			v, ok := rt.Get(options.Ref(), KeyCause)
			if !ok {
				return 0, false
			}
			rt.put(o, KeyCause, v, attrHidden)
		}
	}
	return o, true
}

func errorCtor(proto Intrinsic) NativeFunc {
	return func(c *Call) Value {
		o, ok := c.newErrorObject(proto, c.Arg(0), c.Arg(1))
		if !ok {
			return Undefined
		}
		c.Rt.captureStack(o, c.Callee)
		return objectValue(o)
	}
}

func aggregateError(c *Call) Value {
	rt := c.Rt
	o, ok := c.newErrorObject(AggregateErrorPrototype, c.Arg(1), c.Arg(2))
	if !ok {
		return Undefined
	}
	list := c.Realm.NewArrayLen(0)
	rt.KeepRef(list)
	if !rt.Iterate(c.Arg(0), func(x Value) bool { rt.ArrayAppend(list, x); return true }) {
		return Undefined
	}
	rt.put(o, KeyErrors, objectValue(list), attrHidden)
	rt.captureStack(o, c.Callee)
	return objectValue(o)
}

func suppressedError(c *Call) Value {
	rt := c.Rt
	o, ok := c.newErrorObject(SuppressedErrorPrototype, c.Arg(2), Undefined)
	if !ok {
		return Undefined
	}
	rt.put(o, rt.InternASCII("error"), c.Arg(0), attrHidden)
	rt.put(o, rt.InternASCII("suppressed"), c.Arg(1), attrHidden)
	rt.captureStack(o, c.Callee)
	return objectValue(o)
}

// errorCapture is V8's Error.captureStackTrace.
func errorCapture(c *Call) Value {
	rt := c.Rt
	if !c.Arg(0).IsObject() {
		return c.TypeError("Invalid argument")
	}
	o := c.Arg(0).Ref()
	if rt.exotic(o) != nil {
		return Undefined
	}
	if rt.flags(o)&flagNonExtensible != 0 {
		return c.TypeError("Cannot define property stack, object is not extensible")
	}
	up := c.Arg(1).ObjectRef()
	if up == 0 {
		up = c.Callee
	}
	rt.captureStack(o, up)
	return Undefined
}

// https://tc39.es/ecma262/#sec-error.prototype.tostring
func errorToString(c *Call) Value {
	rt := c.Rt
	if !c.This.IsObject() {
		return c.TypeError("Error.prototype.toString requires that 'this' be a JSReceiver")
	}
	get := func(k Key, def Value) (Value, bool) {
		v, ok := rt.Get(c.This.Ref(), k)
		if !ok {
			return Undefined, false
		}
		if v.IsUndefined() {
			return def, true
		}
		v, ok = rt.ToString(v)
		rt.Keep(v)
		return v, ok
	}
	name, ok := get(KeyName, rt.NewASCII("Error"))
	if !ok {
		return Undefined
	}
	rt.Keep(name)
	msg, ok := get(KeyMessage, rt.EmptyString())
	if !ok {
		return Undefined
	}
	if rt.StrLen(name) == 0 {
		return msg
	}
	if rt.StrLen(msg) == 0 {
		return name
	}
	v, ok := rt.Concat(name, rt.NewASCII(": "))
	if ok {
		v, _ = rt.Concat(v, msg)
	}
	return v
}
