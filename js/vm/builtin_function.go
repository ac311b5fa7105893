package vm

import "github.com/niso-engine/niso/js/vm/parse"

// https://tc39.es/ecma262/#sec-function-objects
func init() {
	defineClass(FunctionCtor, FunctionPrototype, "Function", 1, func(c *Call) Value { return c.CreateDynamicFunction(parse.Normal) }, nil, nil)
	p := defs[FunctionPrototype]
	p.fn, p.proto = func(c *Call) Value { return Undefined }, ObjectPrototype
	p.props = []prop{
		object("constructor", FunctionCtor),
		method("apply", 2, functionApply),
		method("bind", 1, functionBind),
		method("call", 1, functionCall),
		method("toString", 0, functionToString),
		method("@@hasInstance", 1, functionHasInstance).with(0),
		{name: "caller", obj: 0, attrs: attrConfigurable | attrAccessor, val: poison},
		{name: "arguments", obj: 0, attrs: attrConfigurable | attrAccessor, val: poison},
	}
	kin := func(ctor, proto, inst Intrinsic, name string, kind parse.FunctionKind) {
		define(ctor, objectDef{fn: func(c *Call) Value { return c.CreateDynamicFunction(kind) }, name: name, len: 1, ctor: true, proto: FunctionCtor,
			props: []prop{{name: "prototype", obj: proto}}})
		d := objectDef{proto: FunctionPrototype, props: []prop{object("constructor", ctor).with(attrConfigurable)}}
		if inst != 0 {
			d.props = append(d.props, object("prototype", inst).with(attrConfigurable))
		}
		d.props = append(d.props, text("@@toStringTag", name))
		define(proto, d)
	}
	kin(GeneratorFunctionCtor, GeneratorFunctionPrototype, GeneratorPrototype, "GeneratorFunction", parse.GeneratorFunction)
	kin(AsyncFunctionCtor, AsyncFunctionPrototype, 0, "AsyncFunction", parse.AsyncFunction)
	kin(AsyncGeneratorFunctionCtor, AsyncGeneratorFunctionPrototype, AsyncGeneratorPrototype, "AsyncGeneratorFunction", parse.AsyncGeneratorFunction)
}

// poison is the accessor of caller and arguments: %ThrowTypeError% both.
func poison(r *Realm) Value {
	t := objectValue(r.Intrinsic(ThrowTypeError))
	return r.rt.newAccessor(t, t)
}

func functionCall(c *Call) Value {
	rt := c.Rt
	if !rt.IsCallable(c.This) {
		return c.TypeError("Function.prototype.call was called on %s, which is %s and not a function", rt.brief(c.This), rt.TypeOf(c.This))
	}
	var args []Value
	if c.NArgs() > 1 {
		args = c.args[1:]
	}
	v, _ := rt.Call(c.This, c.Arg(0), args...)
	return v
}

func functionApply(c *Call) Value {
	rt := c.Rt
	if !rt.IsCallable(c.This) {
		return c.TypeError("Function.prototype.apply was called on %s, which is %s and not a function", rt.brief(c.This), rt.TypeOf(c.This))
	}
	if c.Arg(1).IsNullish() {
		v, _ := rt.Call(c.This, c.Arg(0))
		return v
	}
	args, ok := rt.ArgumentsFromArrayLike(c.Arg(1))
	if !ok {
		return Undefined
	}
	v, _ := rt.Call(c.This, c.Arg(0), args...)
	return v
}

// https://tc39.es/ecma262/#sec-function.prototype.bind
func functionBind(c *Call) Value {
	rt := c.Rt
	if !rt.IsCallable(c.This) {
		return c.TypeError("Bind must be called on a function")
	}
	target := c.This.Ref()
	var args []Value
	if c.NArgs() > 1 {
		args = c.args[1:]
	}
	proto, ok := rt.Prototype(target)
	if !ok {
		return Undefined
	}
	o := rt.NewBound(target, c.Arg(0), args)
	rt.KeepRef(o)
	if proto.ObjectRef() != rt.shapeProto(rt.shape(o)) {
		rt.ordinarySetProto(o, proto.ObjectRef())
	}
	length := Int(0)
	has, ok := rt.HasOwn(target, KeyLength)
	if !ok {
		return Undefined
	}
	if has {
		v, ok := rt.Get(target, KeyLength)
		if !ok {
			return Undefined
		}
		if v.IsNumber() {
			f, _ := rt.ToIntegerOrInfinity(v)
			length = Number(max(f-float64(len(args)), 0))
		}
	}
	rt.put(o, KeyLength, length, attrConfigurable)
	name, ok := rt.Get(target, KeyName)
	if !ok {
		return Undefined
	}
	if !name.IsString() {
		name = rt.EmptyString()
	}
	name, ok = rt.Concat(rt.NewASCII("bound "), name)
	if !ok {
		return Undefined
	}
	rt.put(o, KeyName, name, attrConfigurable)
	return objectValue(o)
}

func functionToString(c *Call) Value {
	if !c.Rt.IsCallable(c.This) {
		return c.TypeError("Function.prototype.toString requires that 'this' be a Function")
	}
	return c.Rt.NewString(c.Rt.SourceText(c.This.Ref()))
}

func functionHasInstance(c *Call) Value {
	is, _ := c.Rt.OrdinaryHasInstance(c.This, c.Arg(0))
	return Bool(is)
}
