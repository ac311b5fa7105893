package vm

// The global object has a property for each constructor and namespace that is defined. https://tc39.es/ecma262/#sec-global-object
var globalNames = []struct {
	name string
	id   Intrinsic
}{
	{"Object", ObjectCtor}, {"Function", FunctionCtor}, {"Array", ArrayCtor}, {"String", StringCtor}, {"Number", NumberCtor},
	{"Boolean", BooleanCtor}, {"Symbol", SymbolCtor}, {"BigInt", BigIntCtor}, {"Error", ErrorCtor}, {"TypeError", TypeErrorCtor},
	{"RangeError", RangeErrorCtor}, {"SyntaxError", SyntaxErrorCtor}, {"ReferenceError", ReferenceErrorCtor}, {"EvalError", EvalErrorCtor},
	{"URIError", URIErrorCtor}, {"AggregateError", AggregateErrorCtor}, {"Iterator", IteratorCtor},
	{"Promise", PromiseCtor}, {"RegExp", RegExpCtor}, {"Date", DateCtor}, {"Map", MapCtor}, {"Set", SetCtor}, {"WeakMap", WeakMapCtor},
	{"WeakSet", WeakSetCtor}, {"WeakRef", WeakRefCtor}, {"FinalizationRegistry", FinalizationRegistryCtor}, {"ArrayBuffer", ArrayBufferCtor},
	{"SharedArrayBuffer", SharedArrayBufferCtor}, {"DataView", DataViewCtor}, {"Int8Array", Int8ArrayCtor}, {"Uint8Array", Uint8ArrayCtor},
	{"Uint8ClampedArray", Uint8ClampedArrayCtor}, {"Int16Array", Int16ArrayCtor}, {"Uint16Array", Uint16ArrayCtor},
	{"Int32Array", Int32ArrayCtor}, {"Uint32Array", Uint32ArrayCtor}, {"Float16Array", Float16ArrayCtor}, {"Float32Array", Float32ArrayCtor},
	{"Float64Array", Float64ArrayCtor}, {"BigInt64Array", BigInt64ArrayCtor}, {"BigUint64Array", BigUint64ArrayCtor}, {"Math", MathObject},
	{"JSON", JSONObject}, {"Reflect", ReflectObject}, {"Atomics", AtomicsObject}, {"Proxy", ProxyCtor}, {"eval", EvalFunction},
	{"parseInt", ParseIntFunction}, {"parseFloat", ParseFloatFunction}, {"Intl", IntlObject},
}

// globalProps are functions of the global object that are no intrinsics: files of built-ins append to it in init functions.
var globalProps []prop

func init() {
	define(GlobalObject, objectDef{kind: KindGlobal})
	define(EvalFunction, objectDef{fn: func(c *Call) Value {
		v, _ := c.Realm.IndirectEval(c.Arg(0))
		return v
	}, name: "eval", len: 1})
}

// prepareGlobal gives the global object's table its rows, once all init functions have run.
func prepareGlobal() {
	d := defs[GlobalObject]
	d.props = []prop{
		value("globalThis", func(r *Realm) Value { return r.globalThis }),
		constant("NaN", NaN), constant("Infinity", Infinity), constant("undefined", Undefined),
	}
	for _, g := range globalNames {
		if defs[g.id] != nil {
			d.props = append(d.props, object(g.name, g.id))
		}
	}
	d.props = append(d.props, globalProps...)
}
