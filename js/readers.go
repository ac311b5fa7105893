package js

// Each conversion exists twice: ToX converts a value (a dictionary member, an element, a
// callback's result), and X(i) converts argument i of a call and names it in the message.

// IntMode says what happens to numbers outside an integer type.
type IntMode uint8

const (
	Modulo       IntMode = iota // wrap around: the default of Web IDL
	EnforceRange                // throw
	Clamp                       // nearest
)

// ToBool is boolean. It cannot fail.
func (c *Conv) ToBool(v Value) bool { return v.Truthy() }

// ToInt is an integer type with its extended attribute. The result fits t; unsigned long long is
// in the bits of the int64.
func (c *Conv) ToInt(v Value, t IntType, m IntMode) int64 { panic("TODO") }

// ToLong is long.
func (c *Conv) ToLong(v Value) int32 { panic("TODO") }

// ToULong is unsigned long.
func (c *Conv) ToULong(v Value) uint32 { panic("TODO") }

// ToDouble is double: NaN and infinities throw.
func (c *Conv) ToDouble(v Value) float64 { panic("TODO") }

// ToUnrestrictedDouble is unrestricted double.
func (c *Conv) ToUnrestrictedDouble(v Value) float64 { panic("TODO") }

// ToFloat is float: rounded to single precision; not finite throws.
func (c *Conv) ToFloat(v Value) float32 { panic("TODO") }

// ToUnrestrictedFloat is unrestricted float.
func (c *Conv) ToUnrestrictedFloat(v Value) float32 { panic("TODO") }

// ToDOMString is DOMString, in WTF-8.
func (c *Conv) ToDOMString(v Value) string { panic("TODO") }

// ToDOMStringNullEmpty is [LegacyNullToEmptyString] DOMString.
func (c *Conv) ToDOMStringNullEmpty(v Value) string { panic("TODO") }

// ToNullableDOMString is DOMString?: ok is false for null and undefined.
func (c *Conv) ToNullableDOMString(v Value) (s string, ok bool) { panic("TODO") }

// ToUSVString is USVString: lone surrogates become U+FFFD.
func (c *Conv) ToUSVString(v Value) string { panic("TODO") }

// ToByteString is ByteString: code units above 255 throw. One byte a character.
func (c *Conv) ToByteString(v Value) string { panic("TODO") }

// ToEnum is an enumeration: the index of the string in names. Others throw.
func (c *Conv) ToEnum(v Value, typeName string, names []string) int { panic("TODO") }

// ToObject is object: primitives throw.
func (c *Conv) ToObject(v Value) Object { panic("TODO") }

// ToHost is an interface type: anything but an instance of cl throws.
func (c *Conv) ToHost(v Value, cl *Class) *Host { panic("TODO") }

// ToNullableHost is an interface type with ?: null and undefined give nil.
func (c *Conv) ToNullableHost(v Value, cl *Class) *Host { panic("TODO") }

// ToFunction is a callback function: what cannot be called throws.
func (c *Conv) ToFunction(v Value) Object { panic("TODO") }

// ToNullableFunction is a callback function with ?: null and undefined give none.
func (c *Conv) ToNullableFunction(v Value) Object { panic("TODO") }

// ToHandler is a [LegacyTreatNonObjectAsNull] callback function (event handlers): any object, none
// for primitives.
func (c *Conv) ToHandler(v Value) Object { panic("TODO") }

// ToCallbackInterface is a callback interface: any object (see [Realm.InvokeCallback]).
func (c *Conv) ToCallbackInterface(v Value) Object { panic("TODO") }

// ToPromise is Promise<T>: v itself or a promise resolved with it.
func (c *Conv) ToPromise(v Value) Value { panic("TODO") }

// ToBytes is a BufferSource: a view of the bytes, without copying. It is valid until script runs
// (which may detach the buffer).
func (c *Conv) ToBytes(v Value) []byte { panic("TODO") }

// ToSequence is sequence<T>: each is called with each value of the iterable until a conversion
// in it fails.
func (c *Conv) ToSequence(v Value, each func(v Value)) { panic("TODO") }

// ToRecord is record<K, V>: each is called with each own enumerable string key and its value.
func (c *Conv) ToRecord(v Value, each func(key string, v Value)) { panic("TODO") }

// IsIterable reports whether an object has an @@iterator method: how unions tell a sequence from
// a record or dictionary.
func (c *Conv) IsIterable(v Value) bool { panic("TODO") }

// Dict is a dictionary being read. Members are read in lexicographical order of the
// inherited-first dictionaries, which is the caller's doing.
type Dict struct {
	c *Conv
	o Object
}

// ToDict is a dictionary: undefined and null have no members, other primitives throw.
func (c *Conv) ToDict(v Value) Dict { panic("TODO") }

// Member is a member's value and whether it is present.
func (d Dict) Member(name string) (v Value, present bool) { panic("TODO") }

// Required is the value of a required member: absent throws.
func (d Dict) Required(name string) Value { panic("TODO") }

// Bool is argument i as boolean.
func (c *Call) Bool(i int) bool { return c.Arg(i).Truthy() }

// Int is argument i as an integer type.
func (c *Call) Int(i int, t IntType, m IntMode) int64 { panic("TODO") }

// Long is argument i as long.
func (c *Call) Long(i int) int32 { panic("TODO") }

// ULong is argument i as unsigned long.
func (c *Call) ULong(i int) uint32 { panic("TODO") }

// Double is argument i as double.
func (c *Call) Double(i int) float64 { panic("TODO") }

// UnrestrictedDouble is argument i as unrestricted double.
func (c *Call) UnrestrictedDouble(i int) float64 { panic("TODO") }

// DOMString is argument i as DOMString.
func (c *Call) DOMString(i int) string { panic("TODO") }

// DOMStringNullEmpty is argument i as [LegacyNullToEmptyString] DOMString.
func (c *Call) DOMStringNullEmpty(i int) string { panic("TODO") }

// NullableDOMString is argument i as DOMString?.
func (c *Call) NullableDOMString(i int) (s string, ok bool) { panic("TODO") }

// USVString is argument i as USVString.
func (c *Call) USVString(i int) string { panic("TODO") }

// ByteString is argument i as ByteString.
func (c *Call) ByteString(i int) string { panic("TODO") }

// Enum is argument i as an enumeration.
func (c *Call) Enum(i int, typeName string, names []string) int { panic("TODO") }

// Object is argument i as object.
func (c *Call) Object(i int) Object { panic("TODO") }

// HostArg is argument i as an instance of cl.
func (c *Call) HostArg(i int, cl *Class) *Host { panic("TODO") }

// NullableHostArg is argument i as an instance of cl or null.
func (c *Call) NullableHostArg(i int, cl *Class) *Host { panic("TODO") }

// Function is argument i as a callback function.
func (c *Call) Function(i int) Object { panic("TODO") }

// NullableFunction is argument i as a callback function or null.
func (c *Call) NullableFunction(i int) Object { panic("TODO") }

// CallbackInterface is argument i as a callback interface.
func (c *Call) CallbackInterface(i int) Object { panic("TODO") }

// Bytes is argument i as a BufferSource.
func (c *Call) Bytes(i int) []byte { panic("TODO") }

// Sequence is argument i as sequence<T>.
func (c *Call) Sequence(i int, each func(v Value)) { panic("TODO") }

// Dict is argument i as a dictionary.
func (c *Call) Dict(i int) Dict { panic("TODO") }
