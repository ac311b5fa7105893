package js

import (
	"fmt"
	"math"
	"slices"

	"github.com/niso-engine/niso/js/vm"
)

// Each conversion exists twice: ToX converts a value (a dictionary member, an element, a
// callback's result), and X(i) converts argument i of a call and names it in the message.

// IntMode says what happens to numbers outside an integer type.
type IntMode uint8

const (
	Modulo       IntMode = iota // wrap around: the default of Web IDL
	EnforceRange                // throw
	Clamp                       // nearest
)

var intNames = [...]string{"byte", "octet", "short", "unsigned short", "long", "unsigned long", "long long", "unsigned long long"}

// bounds of integer types; 64-bit ones are those of exact doubles.
var intMin = [...]float64{-128, 0, -32768, 0, -1 << 31, 0, -(1<<53 - 1), 0}
var intMax = [...]float64{127, 255, 32767, 65535, 1<<31 - 1, 1<<32 - 1, 1<<53 - 1, 1<<53 - 1}

// context is the beginning of a message: what was being done.
func (c *Conv) context() string {
	if c.prefix == "" && c.fn != nil {
		f := c.fn
		switch {
		case f.class == nil:
		case c.set.kind != noProperty:
			c.prefix = "Failed to set " + c.set.what() + " on '" + f.class.Name + "': "
		case f.kind == kindConstructor:
			c.prefix = "Failed to construct '" + f.name + "': "
		case f.kind == kindGetter:
			c.prefix = "Failed to read the '" + f.name + "' property from '" + f.class.Name + "': "
		case f.kind == kindSetter:
			c.prefix = "Failed to set the '" + f.name + "' property on '" + f.class.Name + "': "
		case f.kind == kindOperation:
			c.prefix = "Failed to execute '" + f.name + "' on '" + f.class.Name + "': "
		}
	}
	if len(c.path) == 0 {
		return c.prefix
	}
	s := c.prefix
	for _, m := range c.path {
		s += "Failed to read the '" + m.member + "' property from '" + m.dict + "': "
	}
	return s
}

// primitive is ToPrimitive of an object that is being converted, any other value itself. An error of the conversion itself says what was being done; one of
// script that it ran is script's.
func (c *Conv) primitive(v Value, hint vm.Hint) Value {
	if !v.IsObject() {
		return v
	}
	var p vm.Value
	err := c.realm.try(func() (ok bool) {
		p, ok = c.realm.rt.vm.ToPrimitive(c.realm.rt.own(v), hint)
		return ok
	})
	if err == nil {
		return c.realm.rt.wrap(p)
	}
	if ex, ok := err.(*Exception); ok && c.realm.message(ex.Value) == "Cannot convert object to primitive value" {
		c.TypeError("Cannot convert object to primitive value")
	}
	c.Fail(err)
	return Undefined
}

// message is the message of a native error, found without running script; "" for what is none.
func (r *Realm) message(v Value) string {
	if !v.IsObject() {
		return ""
	}
	d, ok := r.rt.vm.OrdinaryGetOwn(v.Object().ref(), r.rt.vm.Intern("message"))
	if !ok || !d.Value.IsString() {
		return ""
	}
	return r.rt.wrap(d.Value).Str()
}

// subject names the value being converted.
func (c *Conv) subject() string {
	if c.arg > 0 && (c.fn == nil || c.fn.kind != kindSetter) {
		return fmt.Sprintf("parameter %d", c.arg)
	}
	return "The provided value"
}

func (c *Conv) tooFew(want, have int) {
	s := "s"
	if want == 1 {
		s = ""
	}
	c.TypeError("%d argument%s required, but only %d present.", want, s, have)
}

// ToBool is boolean. It cannot fail.
func (c *Conv) ToBool(v Value) bool { return v.Truthy() }

// number is ToNumber with the failure kept.
func (c *Conv) number(v Value) float64 {
	if c.err != nil {
		return 0
	}
	if v = c.primitive(v, vm.HintNumber); c.err != nil {
		return 0
	}
	f, err := c.realm.ToNumber(v)
	if err != nil { // of a symbol, a BigInt
		switch {
		case v.IsSymbol():
			c.TypeError("Cannot convert a Symbol value to a number")
		case v.IsBigInt():
			c.TypeError("Cannot convert a BigInt value to a number")
		}
		c.Fail(err)
		return 0
	}
	return f
}

// ToInt is an integer type with its extended attribute. The result fits t; unsigned long long is
// in the bits of the int64.
//
// https://webidl.spec.whatwg.org/#abstract-opdef-converttoint
func (c *Conv) ToInt(v Value, t IntType, m IntMode) int64 {
	x := c.number(v)
	if c.err != nil {
		return 0
	}
	switch m {
	case EnforceRange:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			c.TypeError("Value is not of type '%s'.", intNames[t])
			return 0
		}
		if x = math.Trunc(x); x < intMin[t] || x > intMax[t] {
			c.TypeError("Value is outside the '%s' value range.", intNames[t])
			return 0
		}
		return int64(x)
	case Clamp:
		if math.IsNaN(x) {
			return 0
		}
		return int64(math.RoundToEven(min(max(x, intMin[t]), intMax[t])))
	}
	return modulo(x, t)
}

func modulo(x float64, t IntType) int64 {
	if i := int64(x); float64(i) == x && i > -1<<53 && i < 1<<53 {
		return wrapInt(i, t)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	// Reduce modulo 2^64 exactly: the mantissa shifted by the exponent.
	x = math.Trunc(x)
	fr, exp := math.Frexp(math.Abs(x))
	mant := uint64(math.Ldexp(fr, 53))
	var u uint64
	switch exp -= 53; {
	case exp >= 64:
	case exp >= 0:
		u = mant << exp
	default:
		u = mant >> -exp
	}
	if x < 0 {
		u = -u
	}
	return wrapInt(int64(u), t)
}

func wrapInt(i int64, t IntType) int64 {
	switch t {
	case Byte:
		return int64(int8(i))
	case Octet:
		return int64(uint8(i))
	case Short:
		return int64(int16(i))
	case UnsignedShort:
		return int64(uint16(i))
	case Long:
		return int64(int32(i))
	case UnsignedLong:
		return int64(uint32(i))
	}
	return i
}

// ToLong is long.
func (c *Conv) ToLong(v Value) int32 { return int32(c.ToInt(v, Long, Modulo)) }

// ToULong is unsigned long.
func (c *Conv) ToULong(v Value) uint32 { return uint32(c.ToInt(v, UnsignedLong, Modulo)) }

// ToDouble is double: NaN and infinities throw.
func (c *Conv) ToDouble(v Value) float64 { return c.finite(c.number(v), "double") }

func (c *Conv) finite(f float64, typ string) float64 {
	if c.err == nil && (math.IsNaN(f) || math.IsInf(f, 0)) {
		c.TypeError("The provided %s value is non-finite.", typ)
		return 0
	}
	return f
}

// ToUnrestrictedDouble is unrestricted double.
func (c *Conv) ToUnrestrictedDouble(v Value) float64 { return c.number(v) }

// ToFloat is float: rounded to single precision; not finite throws.
func (c *Conv) ToFloat(v Value) float32 {
	return float32(c.finite(float64(float32(c.number(v))), "float"))
}

// ToUnrestrictedFloat is unrestricted float.
func (c *Conv) ToUnrestrictedFloat(v Value) float32 { return float32(c.number(v)) }

// ToDOMString is DOMString, in WTF-8.
func (c *Conv) ToDOMString(v Value) string {
	if c.err != nil {
		return ""
	}
	if v = c.primitive(v, vm.HintString); c.err != nil {
		return ""
	}
	s, err := c.realm.ToString(v)
	if err != nil { // of a symbol
		if v.IsSymbol() {
			c.TypeError("Cannot convert a Symbol value to a string")
		}
		c.Fail(err)
		return ""
	}
	return s
}

// View is a string argument in WTF-8 that is not copied where it is ASCII, but read where it lies in the heap. It is valid while its value is held by
// the call: until the native returns, whatever runs in between. Whoever keeps it, or a part of it, clones it first. A native whose Go implementation takes a View
// gets one from the generated glue.
type View = string

// ToView is DOMString, read where it lies. v is an argument of the call that runs, or a value that it holds otherwise.
func (c *Conv) ToView(v Value) View {
	if c.err == nil && v.v.IsString() {
		return c.realm.rt.vm.StringView(v.v)
	}
	return c.ToDOMString(v)
}

// ToDOMStringNullEmpty is [LegacyNullToEmptyString] DOMString.
func (c *Conv) ToDOMStringNullEmpty(v Value) string {
	if v.IsNull() {
		return ""
	}
	return c.ToDOMString(v)
}

// ToNullableDOMString is DOMString?: ok is false for null and undefined.
func (c *Conv) ToNullableDOMString(v Value) (s string, ok bool) {
	if v.IsNullish() {
		return "", false
	}
	return c.ToDOMString(v), true
}

// ToUSVString is USVString: lone surrogates become U+FFFD.
func (c *Conv) ToUSVString(v Value) string { return ToUSV(c.ToDOMString(v)) }

// ToByteString is ByteString: code units above 255 throw. One byte a character.
func (c *Conv) ToByteString(v Value) string {
	s := c.ToDOMString(v)
	ascii := true
	for _, r := range s { // a lone surrogate ranges as U+FFFD, above 255 as well
		if r > 255 {
			c.TypeError("String contains non ISO-8859-1 code point.")
			return ""
		}
		ascii = ascii && r < 128
	}
	if ascii {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// ToEnum is an enumeration: the index of the string in names. Others throw. (The setter of an attribute
// ignores them instead: it looks the string up itself.)
func (c *Conv) ToEnum(v Value, typeName string, names []string) int {
	s := c.ToDOMString(v)
	if c.err != nil {
		return 0
	}
	i := slices.Index(names, s)
	if i < 0 {
		c.TypeError("The provided value '%s' is not a valid enum value of type %s.", s, typeName)
		return 0
	}
	return i
}

// ToObject is object: primitives throw.
func (c *Conv) ToObject(v Value) Object {
	if c.err != nil {
		return Object{}
	}
	if !v.IsObject() {
		c.notOfType("object")
	}
	return v.Object()
}

func (c *Conv) notOfType(typ string) {
	c.TypeError("%s is not of type '%s'.", c.subject(), typ)
}

// NotOfType fails a conversion to a type that a message names: a dictionary with required members, a union.
func (c *Conv) NotOfType(typ string) { c.TypeError("The provided value is not of type '%s'.", typ) }

// notConvertible fails a conversion to an interface or callback type: arguments are told by their position.
func (c *Conv) notConvertible(typ string) {
	if c.arg > 0 && len(c.path) == 0 && (c.fn == nil || c.fn.kind != kindSetter) {
		c.TypeError("parameter %d is not of type '%s'.", c.arg, typ)
		return
	}
	if c.set.kind != noProperty && len(c.path) == 0 { // a setter's arguments are the property and the value
		c.TypeError("parameter 2 is not of type '%s'.", typ)
		return
	}
	c.TypeError("Failed to convert value to '%s'.", typ)
}

// ToHost is an interface type: anything but an instance of cl throws.
func (c *Conv) ToHost(v Value, cl *Class) Host {
	if c.err != nil {
		return Host{}
	}
	h := HostOf(v, cl)
	if h.IsNone() {
		c.notConvertible(cl.Name)
	}
	return h
}

// ToNullableHost is an interface type with ?: null and undefined give none.
func (c *Conv) ToNullableHost(v Value, cl *Class) Host {
	if v.IsNullish() {
		return Host{}
	}
	return c.ToHost(v, cl)
}

// ToFunction is a callback function: what cannot be called throws.
func (c *Conv) ToFunction(v Value) Object {
	if c.err != nil {
		return Object{}
	}
	if !v.IsCallable() {
		c.notConvertible("Function")
		return Object{}
	}
	return v.Object()
}

// ToNullableFunction is a callback function with ?: null and undefined give none.
func (c *Conv) ToNullableFunction(v Value) Object {
	if v.IsNullish() {
		return Object{}
	}
	return c.ToFunction(v)
}

// ToHandler is a [LegacyTreatNonObjectAsNull] callback function (event handlers): any object, none
// for primitives.
func (c *Conv) ToHandler(v Value) Object { return v.Object() }

// ToCallbackInterface is a callback interface: any object (see [Realm.InvokeCallback]).
func (c *Conv) ToCallbackInterface(v Value) Object {
	if c.err == nil && !v.IsObject() {
		c.notConvertible("Object")
	}
	return v.Object()
}

// ToPromise is Promise<T>: v itself or a promise resolved with it.
func (c *Conv) ToPromise(v Value) Value {
	if c.err != nil {
		return Undefined
	}
	return c.realm.PromiseOf(v)
}

// ToBytes is a BufferSource: a view of the bytes, without copying. It is valid until script runs
// (which may detach the buffer).
func (c *Conv) ToBytes(v Value) []byte {
	if c.err != nil {
		return nil
	}
	b, kind := Bytes(v)
	if kind == NotBuffer {
		c.TypeError("The provided value is not of type '(ArrayBuffer or ArrayBufferView)'.")
	}
	return b
}

// ToSequence is sequence<T>: each is called with each value of the iterable until a conversion
// in it fails.
//
// https://webidl.spec.whatwg.org/#js-sequence
func (c *Conv) ToSequence(v Value, each func(v Value)) {
	if c.err != nil {
		return
	}
	if !v.IsObject() {
		c.TypeError("The provided value cannot be converted to a sequence.")
		return
	}
	method := c.iteratorMethod(v)
	if method.IsNullish() {
		if c.err == nil {
			c.TypeError("The object must have a callable @@iterator property.")
		}
		return
	}
	arg := c.arg
	c.arg = 0
	err := c.realm.try(func() bool {
		return c.realm.rt.vm.IterateMethod(c.realm.rt.own(v), c.realm.rt.own(method), func(x vm.Value) (more, ok bool) {
			each(c.realm.rt.wrap(x))
			return c.err == nil, true
		})
	})
	if ex, ok := err.(*Exception); ok && c.realm.message(ex.Value) == "Result of the Symbol.iterator method is not an object" {
		c.TypeError("Iterator object must be an object.")
	}
	c.Fail(err)
	c.arg = arg
}

// ToRecord is record<K, V>: each is called with each own enumerable string key and its value.
//
// https://webidl.spec.whatwg.org/#js-record
func (c *Conv) ToRecord(v Value, each func(key string, v Value)) {
	o := c.ToObject(v)
	if c.err != nil {
		return
	}
	keys, err := c.realm.Keys(o)
	if err != nil {
		c.Fail(err)
		return
	}
	for _, k := range keys {
		v, err := c.realm.Get(o, k)
		if err != nil {
			c.Fail(err)
			return
		}
		if each(k, v); c.err != nil {
			return
		}
	}
}

// IsIterable reports whether an object has an @@iterator method: how unions tell a sequence from
// a record or dictionary.
func (c *Conv) IsIterable(v Value) bool {
	return !c.iteratorMethod(v).IsNullish()
}

// iteratorMethod is GetMethod(v, @@iterator), undefined for what has none.
func (c *Conv) iteratorMethod(v Value) Value {
	if c.err != nil || !v.IsObject() {
		return Undefined
	}
	m, err := c.realm.GetKey(v.Object(), WellKnownKey(SymIterator))
	if err != nil {
		c.Fail(err)
		return Undefined
	}
	if !m.IsNullish() && !m.IsCallable() {
		c.TypeError("@@iterator must be a callable.")
		return Undefined
	}
	return m
}

// Dict is a dictionary being read. Members are read in the order that the caller asks: Web IDL's is
// inherited dictionaries first, then lexicographical.
type Dict struct {
	c     *Conv
	o     Object
	name  string
	depth int // members of other dictionaries that this one is in
}

// ToDict is a dictionary of the type of that name: undefined and null have no members, other primitives throw. Whoever asks it for Member or
// Required says End when it has converted all of them.
func (c *Conv) ToDict(v Value, name string) Dict {
	if c.err == nil && !v.IsNullish() && !v.IsObject() {
		c.NotOfType(name)
		return Dict{c: c}
	}
	return Dict{c, v.Object(), name, len(c.path)}
}

// Object is the object that the dictionary is read from; none if it was not given.
func (d Dict) Object() Object { return d.o }

// As is the same dictionary seen as the type that it inherits from, or that inherits from it.
func (d Dict) As(name string) Dict {
	d.name = name
	return d
}

// End says that the members have been converted.
func (d Dict) End() {
	if c := d.c; len(c.path) > d.depth && c.err == nil {
		c.path = c.path[:d.depth]
	}
}

// Member is a member's value and whether it is present. Until the next one, or End, failures are those of this member.
func (d Dict) Member(name string) (v Value, present bool) {
	if d.o.IsNone() || d.c.err != nil {
		return Undefined, false
	}
	d.c.path = append(d.c.path[:d.depth], dictMember{d.name, name})
	v, err := d.c.realm.Get(d.o, name)
	if err != nil {
		d.c.Fail(err)
		return Undefined, false
	}
	return v, !v.IsUndefined()
}

// Required is the value of a required member: absent throws.
func (d Dict) Required(name string) Value {
	if d.c.err != nil {
		return Undefined
	}
	if d.o.IsNone() {
		d.c.NotOfType(d.name)
		return Undefined
	}
	v, ok := d.Member(name)
	if !ok && d.c.err == nil {
		d.c.TypeError("Required member is undefined.")
	}
	return v
}

// Bool is a boolean member with its default.
func (d Dict) Bool(name string, def bool) bool {
	if v, ok := d.Member(name); ok {
		def = v.Truthy()
	}
	d.End()
	return def
}

// DOMString is a DOMString member with its default.
func (d Dict) DOMString(name, def string) string {
	if v, ok := d.Member(name); ok {
		def = d.c.ToDOMString(v)
	}
	d.End()
	return def
}

// Double is a double member with its default.
func (d Dict) Double(name string, def float64) float64 {
	if v, ok := d.Member(name); ok {
		def = d.c.ToDouble(v)
	}
	d.End()
	return def
}

// Int is an integer member with its default.
func (d Dict) Int(name string, t IntType, m IntMode, def int64) int64 {
	if v, ok := d.Member(name); ok {
		def = d.c.ToInt(v, t, m)
	}
	d.End()
	return def
}

// at notes which argument is converted, for messages.
func (c *Call) at(i int) Value {
	if c.err == nil {
		c.arg = i + 1
	}
	return c.Arg(i)
}

// Bool is argument i as boolean.
func (c *Call) Bool(i int) bool { return c.Arg(i).Truthy() }

// Int is argument i as an integer type.
func (c *Call) Int(i int, t IntType, m IntMode) int64 { return c.ToInt(c.at(i), t, m) }

// Long is argument i as long.
func (c *Call) Long(i int) int32 { return c.ToLong(c.at(i)) }

// ULong is argument i as unsigned long.
func (c *Call) ULong(i int) uint32 { return c.ToULong(c.at(i)) }

// Double is argument i as double.
func (c *Call) Double(i int) float64 { return c.ToDouble(c.at(i)) }

// UnrestrictedDouble is argument i as unrestricted double.
func (c *Call) UnrestrictedDouble(i int) float64 { return c.ToUnrestrictedDouble(c.at(i)) }

// DOMString is argument i as DOMString.
func (c *Call) DOMString(i int) string { return c.ToDOMString(c.at(i)) }

// View is argument i as DOMString, read where it lies.
func (c *Call) View(i int) View { return c.ToView(c.at(i)) }

// ViewNullEmpty is argument i as [LegacyNullToEmptyString] DOMString, read where it lies.
func (c *Call) ViewNullEmpty(i int) View {
	if c.Arg(i).IsNull() {
		return ""
	}
	return c.View(i)
}

// DOMStringNullEmpty is argument i as [LegacyNullToEmptyString] DOMString.
func (c *Call) DOMStringNullEmpty(i int) string { return c.ToDOMStringNullEmpty(c.at(i)) }

// NullableDOMString is argument i as DOMString?.
func (c *Call) NullableDOMString(i int) (s string, ok bool) { return c.ToNullableDOMString(c.at(i)) }

// USVString is argument i as USVString.
func (c *Call) USVString(i int) string { return c.ToUSVString(c.at(i)) }

// ByteString is argument i as ByteString.
func (c *Call) ByteString(i int) string { return c.ToByteString(c.at(i)) }

// Enum is argument i as an enumeration.
func (c *Call) Enum(i int, typeName string, names []string) int {
	return c.ToEnum(c.at(i), typeName, names)
}

// Object is argument i as object.
func (c *Call) Object(i int) Object { return c.ToObject(c.at(i)) }

// HostArg is argument i as an instance of cl.
func (c *Call) HostArg(i int, cl *Class) Host { return c.ToHost(c.at(i), cl) }

// NullableHostArg is argument i as an instance of cl or null.
func (c *Call) NullableHostArg(i int, cl *Class) Host { return c.ToNullableHost(c.at(i), cl) }

// Function is argument i as a callback function.
func (c *Call) Function(i int) Object { return c.ToFunction(c.at(i)) }

// NullableFunction is argument i as a callback function or null.
func (c *Call) NullableFunction(i int) Object { return c.ToNullableFunction(c.at(i)) }

// CallbackInterface is argument i as a callback interface.
func (c *Call) CallbackInterface(i int) Object { return c.ToCallbackInterface(c.at(i)) }

// Bytes is argument i as a BufferSource.
func (c *Call) Bytes(i int) []byte { return c.ToBytes(c.at(i)) }

// Sequence is argument i as sequence<T>.
func (c *Call) Sequence(i int, each func(v Value)) { c.ToSequence(c.at(i), each) }

// Dict is argument i as a dictionary.
func (c *Call) Dict(i int, name string) Dict { return c.ToDict(c.at(i), name) }

// String makes a String value.
func (c *Conv) String(s string) Value { return c.realm.String(s) }

// NullableString is a String, or null if ok is false.
func (c *Conv) NullableString(s string, ok bool) Value {
	if !ok {
		return Null
	}
	return c.realm.String(s)
}
