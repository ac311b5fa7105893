package vm

import (
	"math"

	"github.com/niso-engine/niso/js/vm/num"
)

// The tables of the built-ins of builtin_*.go that have none of their own.
func init() {
	species := getter("@@species", arraySpecies).named("[Symbol.species]")

	defineClass(ObjectCtor, ObjectPrototype, "Object", 1, objectConstructor, []prop{
		method("assign", 2, objectAssign),
		method("create", 2, objectCreate),
		method("getOwnPropertyDescriptor", 2, objectGetOwnPropertyDescriptor),
		method("getOwnPropertyDescriptors", 1, objectGetOwnPropertyDescriptors),
		method("getOwnPropertyNames", 1, objectGetOwnPropertyNames),
		method("getOwnPropertySymbols", 1, objectGetOwnPropertySymbols),
		method("hasOwn", 2, objectHasOwn),
		method("is", 2, objectIs),
		method("preventExtensions", 1, objectPreventExtensions),
		method("seal", 1, objectSeal),
		method("defineProperties", 2, objectDefineProperties),
		method("defineProperty", 3, objectDefineProperty),
		method("freeze", 1, objectFreeze),
		method("getPrototypeOf", 1, objectGetPrototypeOf),
		method("setPrototypeOf", 2, objectSetPrototypeOf),
		method("isExtensible", 1, objectIsExtensible),
		method("isFrozen", 1, objectIsFrozen),
		method("isSealed", 1, objectIsSealed),
		method("keys", 1, objectKeys),
		method("entries", 1, objectEntries),
		method("fromEntries", 1, objectFromEntries),
		method("values", 1, objectValues),
		method("groupBy", 2, objectGroupBy),
	}, []prop{
		method("__defineGetter__", 2, objectProtoDefineGetter),
		method("__defineSetter__", 2, objectProtoDefineSetter),
		method("hasOwnProperty", 1, objectProtoHasOwnProperty),
		method("__lookupGetter__", 1, objectProtoLookupGetter),
		method("__lookupSetter__", 1, objectProtoLookupSetter),
		method("isPrototypeOf", 1, objectProtoIsPrototypeOf),
		method("propertyIsEnumerable", 1, objectProtoPropertyIsEnumerable),
		method("toString", 0, objectProtoToString),
		method("valueOf", 0, objectProtoValueOf),
		accessor("__proto__", objectProtoGetProto, objectProtoSetProto),
		method("toLocaleString", 0, objectProtoToLocaleString),
	})

	define(ReflectObject, objectDef{props: []prop{
		method("defineProperty", 3, reflectDefineProperty),
		method("deleteProperty", 2, reflectDeleteProperty),
		method("apply", 3, reflectApply),
		method("construct", 2, reflectConstruct),
		method("get", 2, reflectGet),
		method("getOwnPropertyDescriptor", 2, reflectGetOwnPropertyDescriptor),
		method("getPrototypeOf", 1, reflectGetPrototypeOf),
		method("has", 2, reflectHas),
		method("isExtensible", 1, reflectIsExtensible),
		method("ownKeys", 1, reflectOwnKeys),
		method("preventExtensions", 1, reflectPreventExtensions),
		method("set", 3, reflectSet),
		method("setPrototypeOf", 2, reflectSetPrototypeOf),
		text("@@toStringTag", "Reflect"),
	}})

	// Number, Boolean, Symbol, BigInt
	define(ParseIntFunction, objectDef{fn: globalParseInt, name: "parseInt", len: 2})
	define(ParseFloatFunction, objectDef{fn: globalParseFloat, name: "parseFloat", len: 1})
	defineClass(NumberCtor, NumberPrototype, "Number", 1, numberConstructor, []prop{
		method("isFinite", 1, numberIsFinite),
		method("isInteger", 1, numberIsInteger),
		method("isNaN", 1, numberIsNaN),
		method("isSafeInteger", 1, numberIsSafeInteger),
		object("parseFloat", ParseFloatFunction),
		object("parseInt", ParseIntFunction),
		constant("MAX_VALUE", Number(math.MaxFloat64)),
		constant("MIN_VALUE", Number(math.SmallestNonzeroFloat64)),
		constant("NaN", NaN),
		constant("NEGATIVE_INFINITY", Number(math.Inf(-1))),
		constant("POSITIVE_INFINITY", Infinity),
		constant("MAX_SAFE_INTEGER", Number(1<<53-1)),
		constant("MIN_SAFE_INTEGER", Number(-(1<<53 - 1))),
		constant("EPSILON", Number(0x1p-52)),
	}, []prop{
		method("toExponential", 1, numberToExponential),
		method("toFixed", 1, numberToFixed),
		method("toPrecision", 1, numberToPrecision),
		method("toString", 1, numberToString),
		method("valueOf", 0, numberValueOf),
		method("toLocaleString", 0, numberToLocaleString),
	})
	defs[NumberPrototype].kind = KindNumberObj
	defs[NumberPrototype].init = func(r *Realm, o Ref) { r.rt.SetWord(o, 0, Int(0)) }
	defineClass(BooleanCtor, BooleanPrototype, "Boolean", 1, booleanConstructor, nil, []prop{
		method("toString", 0, booleanToString),
		method("valueOf", 0, booleanValueOf),
	})
	defs[BooleanPrototype].kind = KindBooleanObj
	defs[BooleanPrototype].init = func(r *Realm, o Ref) { r.rt.SetWord(o, 0, False) }
	defineClass(BigIntCtor, BigIntPrototype, "BigInt", 1, bigintConstructor, []prop{
		method("asUintN", 2, bigintAsUintN),
		method("asIntN", 2, bigintAsIntN),
	}, []prop{
		method("toLocaleString", 0, bigintToLocaleString),
		method("toString", 0, bigintToString),
		method("valueOf", 0, bigintValueOf),
		text("@@toStringTag", "BigInt"),
	})

	define(MathObject, objectDef{props: []prop{
		method("abs", 1, mathAbs), method("acos", 1, math1(math.Acos)), method("acosh", 1, math1(math.Acosh)), method("asin", 1, math1(math.Asin)),
		method("asinh", 1, math1(math.Asinh)), method("atan", 1, math1(math.Atan)), method("atanh", 1, math1(math.Atanh)), method("atan2", 2, math2(mathAtan2)),
		method("ceil", 1, math1(math.Ceil)), method("cbrt", 1, math1(math.Cbrt)), method("expm1", 1, math1(math.Expm1)), method("clz32", 1, mathClz32),
		method("cos", 1, math1(math.Cos)), method("cosh", 1, math1(math.Cosh)), method("exp", 1, math1(math.Exp)), method("floor", 1, mathFloor),
		method("fround", 1, math1(mathFround)), method("f16round", 1, math1(mathF16round)), method("hypot", 2, mathHypot), method("imul", 2, mathImul),
		method("log", 1, math1(math.Log)), method("log1p", 1, math1(math.Log1p)), method("log2", 1, math1(math.Log2)), method("log10", 1, math1(math.Log10)),
		method("max", 2, mathMax), method("min", 2, mathMin), method("pow", 2, math2(num.Pow)), method("random", 0, mathRandom), method("round", 1, math1(num.Round)),
		method("sign", 1, math1(mathSign)), method("sin", 1, math1(math.Sin)), method("sinh", 1, math1(math.Sinh)), method("sqrt", 1, math1(math.Sqrt)),
		method("sumPrecise", 1, mathSumPrecise), method("tan", 1, math1(math.Tan)), method("tanh", 1, math1(math.Tanh)), method("trunc", 1, math1(math.Trunc)),
		constant("E", Number(math.E)), constant("LN10", Number(math.Ln10)), constant("LN2", Number(math.Ln2)), constant("LOG10E", Number(math.Log10E)),
		constant("LOG2E", Number(math.Log2E)), constant("PI", Number(math.Pi)), constant("SQRT1_2", Number(math.Sqrt2/2)), constant("SQRT2", Number(math.Sqrt2)),
		text("@@toStringTag", "Math"),
	}})

	// Array
	unscopable := []string{"at", "copyWithin", "entries", "fill", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "includes", "keys",
		"toReversed", "toSorted", "toSpliced", "values"}
	var hidden []prop
	for _, n := range unscopable {
		hidden = append(hidden, prop{name: n, num: True, hasVal: true, attrs: attrData})
	}
	define(ArrayUnscopables, objectDef{proto: noProto, props: hidden})
	defineClass(ArrayCtor, ArrayPrototype, "Array", 1, arrayConstructor, []prop{
		method("isArray", 1, arrayIsArray),
		method("from", 1, arrayFrom),
		value("fromAsync", func(r *Realm) Value { return r.hosted(hostedFromAsync) }),
		method("of", 0, arrayOf),
		species,
	}, []prop{
		method("at", 1, arrayAt),
		method("concat", 1, arrayConcat),
		method("copyWithin", 2, arrayCopyWithin),
		method("fill", 1, arrayFill),
		method("find", 1, arrayFind),
		method("findIndex", 1, arrayFindIndex),
		method("findLast", 1, arrayFindLast),
		method("findLastIndex", 1, arrayFindLastIndex),
		method("lastIndexOf", 1, arrayLastIndexOf),
		method("pop", 0, arrayPop),
		method("push", 1, arrayPush),
		method("reverse", 0, arrayReverse),
		method("shift", 0, arrayShift),
		method("unshift", 1, arrayUnshift),
		method("slice", 2, arraySlice),
		method("sort", 1, arraySort),
		method("splice", 2, arraySplice),
		method("includes", 1, arrayIncludes),
		method("indexOf", 1, arrayIndexOfMethod),
		method("join", 1, arrayJoin),
		method("keys", 0, arrayKeys),
		method("entries", 0, arrayEntries),
		method("values", 0, arrayValues),
		method("forEach", 1, arrayForEach),
		method("filter", 1, arrayFilter),
		method("flat", 0, arrayFlat),
		method("flatMap", 1, arrayFlatMap),
		method("map", 1, arrayMap),
		method("every", 1, arrayEvery),
		method("some", 1, arraySome),
		method("reduce", 1, arrayReduce),
		method("reduceRight", 1, arrayReduceRight),
		method("toReversed", 0, arrayToReversed),
		method("toSorted", 1, arrayToSorted),
		method("toSpliced", 2, arrayToSpliced),
		method("toLocaleString", 0, arrayToLocaleString),
		method("toString", 0, arrayToString),
		method("with", 2, arrayWith),
		alias("@@iterator", "values"),
		object("@@unscopables", ArrayUnscopables).with(attrConfigurable),
	})
	defs[ArrayPrototype].kind = KindArray
	define(ArrayIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, arrayIteratorNext), text("@@toStringTag", "Array Iterator")}})

	// Iterators
	iterTag := accessor("@@toStringTag", iteratorGetTag, iteratorSetTag).named("[Symbol.toStringTag]")
	define(IteratorCtor, objectDef{fn: iteratorConstructor, name: "Iterator", ctor: true, of: IteratorPrototype, props: []prop{
		{name: "prototype", obj: IteratorPrototype},
		method("from", 1, iteratorFrom),
		method("concat", 0, iteratorConcat),
	}})
	define(IteratorPrototype, objectDef{props: []prop{
		accessor("constructor", iteratorGetCtor, iteratorSetCtor),
		method("reduce", 1, iteratorReduce),
		method("toArray", 0, iteratorToArray),
		method("forEach", 1, iteratorForEach),
		method("some", 1, iteratorSome),
		method("every", 1, iteratorEvery),
		method("find", 1, iteratorFind),
		method("includes", 1, iteratorIncludes),
		method("join", 1, iteratorJoin),
		method("filter", 1, iteratorFilter),
		method("map", 1, iteratorMap),
		method("take", 1, iteratorTake),
		method("drop", 1, iteratorDrop),
		method("flatMap", 1, iteratorFlatMap),
		method("@@iterator", 0, iteratorSelf).named("[Symbol.iterator]"),
		method("@@dispose", 0, iteratorDispose).named("[Symbol.dispose]"),
		iterTag,
	}})
	define(AsyncIteratorPrototype, objectDef{props: []prop{
		method("@@asyncIterator", 0, iteratorSelf).named("[Symbol.asyncIterator]"),
		method("@@asyncDispose", 0, asyncIteratorDispose).named("[Symbol.asyncDispose]"),
	}})
	define(IteratorHelperPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, iteratorHelperNext), method("return", 0, iteratorHelperReturn), text("@@toStringTag", "Iterator Helper")}})
	define(WrapForValidIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, wrapIteratorNext), method("return", 0, wrapIteratorReturn)}})

	// String
	defineClass(StringCtor, StringPrototype, "String", 1, stringConstructor, []prop{
		method("fromCharCode", 1, stringFromCharCode),
		method("fromCodePoint", 1, stringFromCodePoint),
		method("raw", 1, stringRaw),
	}, []prop{
		method("anchor", 1, stringHTML("anchor", "a", "name")),
		method("at", 1, stringAt),
		method("big", 0, stringHTML("big", "big", "")),
		method("blink", 0, stringHTML("blink", "blink", "")),
		method("bold", 0, stringHTML("bold", "b", "")),
		method("charAt", 1, stringCharAt),
		method("charCodeAt", 1, stringCharCodeAt),
		method("codePointAt", 1, stringCodePointAt),
		method("concat", 1, stringConcat),
		method("endsWith", 1, stringEndsWith),
		method("fontcolor", 1, stringHTML("fontcolor", "font", "color")),
		method("fontsize", 1, stringHTML("fontsize", "font", "size")),
		method("fixed", 0, stringHTML("fixed", "tt", "")),
		method("includes", 1, stringIncludes),
		method("indexOf", 1, stringIndexOf),
		method("isWellFormed", 0, stringIsWellFormed),
		method("italics", 0, stringHTML("italics", "i", "")),
		method("lastIndexOf", 1, stringLastIndexOf),
		method("link", 1, stringHTML("link", "a", "href")),
		method("localeCompare", 1, stringLocaleCompare),
		method("match", 1, stringMatch),
		method("matchAll", 1, stringMatchAll),
		method("normalize", 0, stringNormalize),
		method("padEnd", 1, stringPadEnd),
		method("padStart", 1, stringPadStart),
		method("repeat", 1, stringRepeat),
		method("replace", 2, stringReplace),
		method("replaceAll", 2, stringReplaceAll),
		method("search", 1, stringSearch),
		method("slice", 2, stringSlice),
		method("small", 0, stringHTML("small", "small", "")),
		method("split", 2, stringSplit),
		method("strike", 0, stringHTML("strike", "strike", "")),
		method("sub", 0, stringHTML("sub", "sub", "")),
		method("substr", 2, stringSubstr),
		method("substring", 2, stringSubstring),
		method("sup", 0, stringHTML("sup", "sup", "")),
		method("startsWith", 1, stringStartsWith),
		method("toString", 0, stringToString),
		method("toWellFormed", 0, stringToWellFormed),
		method("trim", 0, stringTrim),
		method("trimStart", 0, stringTrimStart),
		alias("trimLeft", "trimStart"),
		method("trimEnd", 0, stringTrimEnd),
		alias("trimRight", "trimEnd"),
		method("toLocaleLowerCase", 0, stringToLocaleLowerCase),
		method("toLocaleUpperCase", 0, stringToLocaleUpperCase),
		method("toLowerCase", 0, stringToLowerCase),
		method("toUpperCase", 0, stringToUpperCase),
		method("valueOf", 0, stringValueOf),
		method("@@iterator", 0, stringIterator).named("[Symbol.iterator]"),
	})
	defs[StringPrototype].kind = KindStringObj
	defs[StringPrototype].init = func(r *Realm, o Ref) { r.rt.SetWord(o, 0, r.rt.EmptyString()) }
	define(StringIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, stringIteratorNext), text("@@toStringTag", "String Iterator")}})

	// RegExp
	statics := []prop{
		species,
		method("escape", 1, regexpEscape),
		accessor("input", regexpGetInput, regexpSetInput), accessor("$_", regexpGetInput, regexpSetInput).named("input"),
		accessor("lastMatch", regexpGetLastMatch, nil), accessor("$&", regexpGetLastMatch, nil).named("lastMatch"),
		accessor("lastParen", regexpGetLastParen, nil), accessor("$+", regexpGetLastParen, nil).named("lastParen"),
		accessor("leftContext", regexpGetLeftContext, nil), accessor("$`", regexpGetLeftContext, nil).named("leftContext"),
		accessor("rightContext", regexpGetRightContext, nil), accessor("$'", regexpGetRightContext, nil).named("rightContext"),
	}
	for i := 1; i <= 9; i++ {
		statics = append(statics, accessor("$"+string(rune('0'+i)), regexpLegacyGroup(i), nil))
	}
	props := []prop{
		method("exec", 1, regexpExecMethod),
		getter("flags", regexpGetFlags),
		getter("source", regexpGetSource),
		method("compile", 2, regexpCompile),
		method("toString", 0, regexpToString),
		method("test", 1, regexpTest),
		method("@@match", 1, regexpMatch).named("[Symbol.match]"),
		method("@@matchAll", 1, regexpMatchAll).named("[Symbol.matchAll]"),
		method("@@replace", 2, regexpReplace).named("[Symbol.replace]"),
		method("@@search", 1, regexpSearch).named("[Symbol.search]"),
		method("@@split", 2, regexpSplit).named("[Symbol.split]"),
	}
	for i, name := range []string{"hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky"} {
		props = append(props, getter(name, regexpFlagGetter(i, name)))
	}
	defineClass(RegExpCtor, RegExpPrototype, "RegExp", 2, regexpConstructor, statics, props)
	define(RegExpStringIteratorPrototype, objectDef{proto: IteratorPrototype, props: []prop{
		method("next", 0, regexpStringIteratorNext), text("@@toStringTag", "RegExp String Iterator")}})
}
