package vm

// https://tc39.es/ecma262/#sec-object-value
func objectConstructor(c *Call) Value {
	rt := c.Rt
	if nt := c.NewTarget; !nt.IsUndefined() && nt != objectValue(c.Callee) {
		o, ok := c.newFromConstructor(KindObject, ObjectPrototype)
		if !ok {
			return Undefined
		}
		return objectValue(o)
	}
	if c.Arg(0).IsNullish() {
		return objectValue(c.Realm.NewObject())
	}
	o, _ := rt.ToObject(c.Arg(0))
	return objectValue(o)
}

// https://tc39.es/ecma262/#sec-object.assign
func objectAssign(c *Call) Value {
	rt := c.Rt
	to, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(objectValue(to))
	for i := 1; i < c.NArgs(); i++ {
		if c.Arg(i).IsNullish() {
			continue
		}
		from, _ := rt.ToObject(c.Arg(i))
		rt.Keep(objectValue(from))
		keys, ok := rt.OwnKeys(from)
		if !ok {
			return Undefined
		}
		for _, k := range keys {
			rt.poll()
			d, found, ok := rt.GetOwn(from, k)
			if !ok {
				return Undefined
			}
			if !found || d.Flags&DescEnumerable == 0 {
				continue
			}
			v, ok := rt.Get(from, k)
			if !ok || !rt.Set(to, k, v) {
				return Undefined
			}
		}
	}
	return objectValue(to)
}

// https://tc39.es/ecma262/#sec-object.create
func objectCreate(c *Call) Value {
	rt := c.Rt
	p := c.Arg(0)
	if !p.IsObject() && !p.IsNull() {
		rt.TypeError("Object prototype may only be an Object or null: %s", rt.display(p))
		return Undefined
	}
	o := rt.NewObjectProto(p.ObjectRef())
	if a := c.Arg(1); !a.IsUndefined() {
		rt.Keep(objectValue(o))
		if !objectDefineAll(c, o, a) {
			return Undefined
		}
	}
	return objectValue(o)
}

// objectDefineAll is ObjectDefineProperties.
func objectDefineAll(c *Call, o Ref, props Value) bool {
	rt := c.Rt
	p, ok := rt.ToObject(props)
	if !ok {
		return false
	}
	rt.Keep(objectValue(p))
	keys, ok := rt.OwnKeys(p)
	if !ok {
		return false
	}
	type entry struct {
		k Key
		d Desc
	}
	var list []entry
	for _, k := range keys {
		rt.poll()
		d, found, ok := rt.GetOwn(p, k)
		if !ok {
			return false
		}
		if !found || d.Flags&DescEnumerable == 0 {
			continue
		}
		v, ok := rt.Get(p, k)
		if !ok {
			return false
		}
		d, ok = rt.ToDesc(v)
		if !ok {
			return false
		}
		rt.keepDesc(&d)
		list = append(list, entry{k, d})
	}
	for i := range list {
		if !rt.DefineOrThrow(o, list[i].k, list[i].d) {
			return false
		}
	}
	return true
}

func (rt *Runtime) keepDesc(d *Desc) {
	rt.Keep(d.Value)
	rt.Keep(d.Get)
	rt.Keep(d.Set)
}

// ToDesc is ToPropertyDescriptor. https://tc39.es/ecma262/#sec-topropertydescriptor
func (rt *Runtime) ToDesc(v Value) (d Desc, ok bool) {
	if !v.IsObject() {
		rt.TypeError("Property description must be an object: %s", rt.display(v))
		return d, false
	}
	rt.Keep(v)
	o := v.Ref()
	field := func(k Key, bit DescFlags) (Value, bool) {
		has, ok := rt.HasProperty(o, k)
		if !has || !ok {
			return Undefined, ok
		}
		d.Flags |= bit
		return rt.Get(o, k)
	}
	for i, k := range [...]Key{KeyEnumerable, KeyConfigurable} {
		x, ok := field(k, HasEnumerable<<i)
		if !ok {
			return d, false
		}
		if rt.ToBoolean(x) {
			d.Flags |= DescEnumerable << i
		}
	}
	if d.Value, ok = field(KeyValue, HasValue); !ok {
		return d, false
	}
	rt.Keep(d.Value)
	w, ok := field(KeyWritable, HasWritable)
	if !ok {
		return d, false
	}
	if rt.ToBoolean(w) {
		d.Flags |= DescWritable
	}
	if d.Get, ok = field(KeyGet, HasGet); !ok {
		return d, false
	}
	if d.Flags&HasGet != 0 && !d.Get.IsUndefined() && !rt.IsCallable(d.Get) {
		rt.TypeError("Getter must be a function: %s", rt.display(d.Get))
		return d, false
	}
	rt.Keep(d.Get)
	if d.Set, ok = field(KeySet, HasSet); !ok {
		return d, false
	}
	if d.Flags&HasSet != 0 && !d.Set.IsUndefined() && !rt.IsCallable(d.Set) {
		rt.TypeError("Setter must be a function: %s", rt.display(d.Set))
		return d, false
	}
	if d.IsAccessor() && d.IsData() {
		rt.TypeError("Invalid property descriptor. Cannot both specify accessors and a value or writable attribute")
		return d, false
	}
	return d, true
}

// FromDesc is FromPropertyDescriptor of a descriptor that was found.
func (rt *Runtime) FromDesc(d *Desc) Value {
	o := rt.realm.NewObject()
	if d.Flags&HasValue != 0 {
		rt.PutData(o, KeyValue, d.Value)
	}
	if d.Flags&HasWritable != 0 {
		rt.PutData(o, KeyWritable, Bool(d.Flags&DescWritable != 0))
	}
	if d.Flags&HasGet != 0 {
		rt.PutData(o, KeyGet, d.Get)
	}
	if d.Flags&HasSet != 0 {
		rt.PutData(o, KeySet, d.Set)
	}
	if d.Flags&HasEnumerable != 0 {
		rt.PutData(o, KeyEnumerable, Bool(d.Flags&DescEnumerable != 0))
	}
	if d.Flags&HasConfigurable != 0 {
		rt.PutData(o, KeyConfigurable, Bool(d.Flags&DescConfigurable != 0))
	}
	return objectValue(o)
}

func objectDefineProperties(c *Call) Value {
	o := c.Arg(0)
	if !o.IsObject() {
		c.Rt.TypeError("Object.defineProperties called on non-object")
		return Undefined
	}
	objectDefineAll(c, o.Ref(), c.Arg(1))
	return o
}

func objectDefineProperty(c *Call) Value {
	rt := c.Rt
	o := c.Arg(0)
	if !o.IsObject() {
		rt.TypeError("Object.defineProperty called on non-object")
		return Undefined
	}
	k, ok := rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	d, ok := rt.ToDesc(c.Arg(2))
	if !ok {
		return Undefined
	}
	rt.DefineOrThrow(o.Ref(), k, d)
	return o
}

const (
	wantKeys = iota
	wantValues
	wantEntries
)

func objectList(c *Call, want int) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(objectValue(o))
	a := c.Realm.NewArray()
	rt.Keep(objectValue(a))
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return Undefined
	}
	for _, k := range keys {
		rt.poll()
		if k.IsSymbol() {
			continue
		}
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return Undefined
		}
		if !found || d.Flags&DescEnumerable == 0 {
			continue
		}
		if want == wantKeys {
			rt.ArrayAppend(a, rt.KeyValue(k))
			continue
		}
		v := d.Value
		if d.IsAccessor() || rt.exotic(o) != nil {
			if v, ok = rt.Get(o, k); !ok {
				return Undefined
			}
		}
		if want == wantEntries {
			v = objectValue(c.Realm.NewArray(rt.KeyValue(k), v))
		}
		rt.ArrayAppend(a, v)
	}
	return objectValue(a)
}

func objectKeys(c *Call) Value    { return objectList(c, wantKeys) }
func objectValues(c *Call) Value  { return objectList(c, wantValues) }
func objectEntries(c *Call) Value { return objectList(c, wantEntries) }

func objectIntegrity(c *Call, frozen bool, verb string) Value {
	v := c.Arg(0)
	if !v.IsObject() {
		return v
	}
	done, ok := c.Rt.SetIntegrity(v.Ref(), frozen)
	if ok && !done {
		c.Rt.TypeError("Cannot %s", verb)
	}
	return v
}

func objectFreeze(c *Call) Value { return objectIntegrity(c, true, "freeze") }
func objectSeal(c *Call) Value   { return objectIntegrity(c, false, "seal") }

func objectPreventExtensions(c *Call) Value {
	v := c.Arg(0)
	if !v.IsObject() {
		return v
	}
	done, ok := c.Rt.PreventExtensions(v.Ref())
	if ok && !done {
		c.Rt.TypeError("Cannot prevent extensions")
	}
	return v
}

func objectIsFrozen(c *Call) Value {
	if v := c.Arg(0); v.IsObject() {
		is, _ := c.Rt.TestIntegrity(v.Ref(), true)
		return Bool(is)
	}
	return True
}

func objectIsSealed(c *Call) Value {
	if v := c.Arg(0); v.IsObject() {
		is, _ := c.Rt.TestIntegrity(v.Ref(), false)
		return Bool(is)
	}
	return True
}

func objectIsExtensible(c *Call) Value {
	if v := c.Arg(0); v.IsObject() {
		is, _ := c.Rt.IsExtensible(v.Ref())
		return Bool(is)
	}
	return False
}

// https://tc39.es/ecma262/#sec-object.fromentries
func objectFromEntries(c *Call) Value {
	rt := c.Rt
	if c.Arg(0).IsNullish() {
		rt.TypeError("%s is not iterable", rt.brief(c.Arg(0)))
		return Undefined
	}
	o := c.Realm.NewObject()
	rt.Keep(objectValue(o))
	if !rt.iterateEntries(c.Arg(0), func(k, v Value) bool {
		key, ok := rt.ToPropertyKey(k)
		return ok && rt.CreateDataOrThrow(o, key, v)
	}) {
		return Undefined
	}
	return objectValue(o)
}

// iterateEntries calls f with the entries of an iterable of pairs, closing the iterator where f fails.
func (rt *Runtime) iterateEntries(iterable Value, f func(k, v Value) bool) bool {
	return rt.Iterate(iterable, func(e Value) bool {
		if !e.IsObject() {
			rt.TypeError("Iterator value %s is not an entry object", rt.display(e))
			return false
		}
		rt.Keep(e)
		k, ok := rt.Get(e.Ref(), IntKey(0))
		if !ok {
			return false
		}
		rt.Keep(k)
		v, ok := rt.Get(e.Ref(), IntKey(1))
		if !ok {
			return false
		}
		rt.Keep(v)
		return f(k, v)
	})
}

func objectGetOwnPropertyDescriptor(c *Call) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(objectValue(o))
	k, ok := rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	d, found, ok := rt.GetOwn(o, k)
	if !found || !ok {
		return Undefined
	}
	return rt.FromDesc(&d)
}

func objectGetOwnPropertyDescriptors(c *Call) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(objectValue(o))
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return Undefined
	}
	r := c.Realm.NewObject()
	rt.Keep(objectValue(r))
	for _, k := range keys {
		rt.poll()
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return Undefined
		}
		if found {
			rt.PutData(r, k, rt.FromDesc(&d))
		}
	}
	return objectValue(r)
}

func objectOwn(c *Call, symbols bool) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	rt.Keep(objectValue(o))
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return Undefined
	}
	a := c.Realm.NewArray()
	for _, k := range keys {
		rt.poll()
		if k.IsSymbol() == symbols {
			rt.ArrayAppend(a, rt.KeyValue(k))
		}
	}
	return objectValue(a)
}

func objectGetOwnPropertyNames(c *Call) Value   { return objectOwn(c, false) }
func objectGetOwnPropertySymbols(c *Call) Value { return objectOwn(c, true) }

func objectGetPrototypeOf(c *Call) Value {
	o, ok := c.Rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	p, _ := c.Rt.Prototype(o)
	return p
}

func objectSetPrototypeOf(c *Call) Value {
	rt := c.Rt
	v, p := c.Arg(0), c.Arg(1)
	if v.IsNullish() {
		rt.TypeError("Object.setPrototypeOf called on null or undefined")
		return Undefined
	}
	if !p.IsObject() && !p.IsNull() {
		rt.TypeError("Object prototype may only be an Object or null: %s", rt.display(p))
		return Undefined
	}
	if v.IsObject() {
		rt.setProtoOrThrow(v.Ref(), p.ObjectRef())
	}
	return v
}

// setProtoOrThrow is [[SetPrototypeOf]] with the TypeError of its failure.
func (rt *Runtime) setProtoOrThrow(o, p Ref) bool {
	done, ok := rt.SetPrototype(o, p)
	if !ok || done {
		return ok
	}
	ext, ok := rt.IsExtensible(o)
	switch {
	case !ok:
	case rt.immutableProto(o), rt.kind(o) == KindGlobal, rt.kind(o) == KindGlobalProxy:
		name := "Object.prototype"
		if o != rt.realm.intrinsics[ObjectPrototype] {
			name = rt.briefObject(o)
		}
		rt.TypeError("Immutable prototype object '%s' cannot have their prototype set", name)
	case !ext:
		rt.TypeError("%s is not extensible", rt.briefObject(o))
	case rt.kind(o) == KindProxy:
		rt.TypeError("'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'")
	default:
		rt.TypeError("Cyclic __proto__ value")
	}
	return false
}

func objectIs(c *Call) Value { return Bool(c.Rt.SameValue(c.Arg(0), c.Arg(1))) }

func objectHasOwn(c *Call) Value {
	o, ok := c.Rt.ToObject(c.Arg(0))
	if !ok {
		return Undefined
	}
	c.Rt.Keep(objectValue(o))
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	has, _ := c.Rt.HasOwn(o, k)
	return Bool(has)
}

// groupBy gathers the values of an iterable by key. coerce gives the key that f's result stands for.
//
// https://tc39.es/ecma262/#sec-groupby
func groupBy(c *Call, put func(key, v Value) bool) bool {
	rt := c.Rt
	items, f := c.Arg(0), c.Arg(1)
	if items.IsNullish() {
		rt.TypeError("%s is not iterable", rt.brief(items))
		return false
	}
	if !rt.IsCallable(f) {
		rt.TypeError("%s is not a function", rt.display(f))
		return false
	}
	i := int64(0)
	return rt.Iterate(items, func(v Value) bool {
		rt.Keep(v)
		k, ok := rt.Call(f, Undefined, v, Int64(i))
		i++
		return ok && put(k, v)
	})
}

func objectGroupBy(c *Call) Value {
	rt := c.Rt
	o := rt.NewObjectProto(0)
	rt.Keep(objectValue(o))
	if !groupBy(c, func(k, v Value) bool {
		key, ok := rt.ToPropertyKey(k)
		if !ok {
			return false
		}
		if g, found := rt.ordinaryGetOwn(o, key); found {
			rt.ArrayAppend(g.Value.Ref(), v)
		} else {
			rt.PutData(o, key, objectValue(c.Realm.NewArray(v)))
		}
		return true
	}) {
		return Undefined
	}
	return objectValue(o)
}

// --- Object.prototype

func objectProtoHasOwnProperty(c *Call) Value {
	k, ok := c.Rt.ToPropertyKey(c.Arg(0))
	if !ok {
		return Undefined
	}
	o, ok := c.Rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	has, _ := c.Rt.HasOwn(o, k)
	return Bool(has)
}

func objectProtoIsPrototypeOf(c *Call) Value {
	rt := c.Rt
	if !c.Arg(0).IsObject() {
		return False
	}
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	for v := c.Arg(0); ; {
		v, ok = rt.Prototype(v.Ref())
		if !ok {
			return Undefined
		}
		if !v.IsObject() {
			return False
		}
		if v.Ref() == o {
			return True
		}
	}
}

func objectProtoPropertyIsEnumerable(c *Call) Value {
	k, ok := c.Rt.ToPropertyKey(c.Arg(0))
	if !ok {
		return Undefined
	}
	o, ok := c.Rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	d, found, _ := c.Rt.GetOwn(o, k)
	return Bool(found && d.Flags&DescEnumerable != 0)
}

func objectProtoToLocaleString(c *Call) Value {
	f, ok := c.Rt.GetV(c.This, KeyToString)
	if !ok {
		return Undefined
	}
	v, _ := c.Rt.Call(f, c.This)
	return v
}

// https://tc39.es/ecma262/#sec-object.prototype.tostring
func objectProtoToString(c *Call) Value {
	rt := c.Rt
	switch {
	case c.This.IsUndefined():
		return rt.NewASCII("[object Undefined]")
	case c.This.IsNull():
		return rt.NewASCII("[object Null]")
	}
	o, _ := rt.ToObject(c.This)
	rt.Keep(objectValue(o))
	isArray, ok := rt.IsArray(objectValue(o))
	if !ok {
		return Undefined
	}
	tag := "Object"
	switch k := rt.kind(o); {
	case isArray:
		tag = "Array"
	case rt.flags(o)&flagCallable != 0:
		tag = "Function"
	case k == KindArguments || k == KindError || k == KindBooleanObj || k == KindNumberObj || k == KindStringObj || k == KindDate || k == KindRegExp:
		tag = kinds[k].name
	}
	t, ok := rt.Get(o, SymToStringTag)
	if !ok {
		return Undefined
	}
	b := rt.builder()
	b.WriteASCII("[object ")
	if t.IsString() {
		b.WriteStr(rt.Str(t))
	} else {
		b.WriteASCII(tag)
	}
	b.WriteUnit(']')
	v, _ := b.Value(rt)
	return v
}

func objectProtoValueOf(c *Call) Value {
	o, ok := c.Rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	return objectValue(o)
}

func objectProtoGetProto(c *Call) Value {
	o, ok := c.Rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	v, _ := c.Rt.Prototype(o)
	return v
}

func objectProtoSetProto(c *Call) Value {
	rt := c.Rt
	if c.This.IsNullish() {
		rt.TypeError("Object.prototype.__proto__ called on null or undefined")
		return Undefined
	}
	if p := c.Arg(0); c.This.IsObject() && (p.IsObject() || p.IsNull()) {
		rt.setProtoOrThrow(c.This.Ref(), p.ObjectRef())
	}
	return Undefined
}

func objectProtoDefineAccessor(c *Call, setter bool) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	f := c.Arg(1)
	d := Desc{Get: f, Flags: HasGet | HasEnumerable | HasConfigurable | DescEnumerable | DescConfigurable}
	name := "Object.prototype.__defineGetter__"
	if setter {
		d.Get, d.Set = Undefined, f
		d.Flags = d.Flags&^HasGet | HasSet
		name = "Object.prototype.__defineSetter__"
	}
	if !rt.IsCallable(f) {
		rt.TypeError("%s: Expecting function", name)
		return Undefined
	}
	k, ok := rt.ToPropertyKey(c.Arg(0))
	if ok {
		rt.DefineOrThrow(o, k, d)
	}
	return Undefined
}

func objectProtoDefineGetter(c *Call) Value { return objectProtoDefineAccessor(c, false) }
func objectProtoDefineSetter(c *Call) Value { return objectProtoDefineAccessor(c, true) }

func objectProtoLookupAccessor(c *Call, setter bool) Value {
	rt := c.Rt
	o, ok := rt.ToObject(c.This)
	if !ok {
		return Undefined
	}
	k, ok := rt.ToPropertyKey(c.Arg(0))
	for ok {
		d, found, ok2 := rt.GetOwn(o, k)
		if !ok2 {
			return Undefined
		}
		if found {
			switch {
			case !d.IsAccessor():
				return Undefined
			case setter:
				return d.Set
			}
			return d.Get
		}
		p, ok2 := rt.Prototype(o)
		if !ok2 || !p.IsObject() {
			return Undefined
		}
		o = p.Ref()
	}
	return Undefined
}

func objectProtoLookupGetter(c *Call) Value { return objectProtoLookupAccessor(c, false) }
func objectProtoLookupSetter(c *Call) Value { return objectProtoLookupAccessor(c, true) }

// --- Reflect

// https://tc39.es/ecma262/#sec-reflection
func (c *Call) reflectTarget(name string) (Ref, bool) {
	if v := c.Arg(0); v.IsObject() {
		return v.Ref(), true
	}
	c.Rt.TypeError("Reflect.%s called on non-object", name)
	return 0, false
}

func reflectApply(c *Call) Value {
	rt := c.Rt
	if !rt.IsCallable(c.Arg(0)) {
		rt.TypeError("Function.prototype.apply was called on %s, which is %s and not a function", rt.display(c.Arg(0)), rt.aTypeOf(c.Arg(0)))
		return Undefined
	}
	args, ok := rt.ArgumentsFromArrayLike(c.Arg(2))
	if !ok {
		return Undefined
	}
	v, _ := rt.Call(c.Arg(0), c.Arg(1), args...)
	return v
}

func (rt *Runtime) aTypeOf(v Value) string {
	if t := rt.TypeOf(v); t == "object" || t == "undefined" {
		return "an " + t
	} else {
		return "a " + t
	}
}

func reflectConstruct(c *Call) Value {
	rt := c.Rt
	f, nt := c.Arg(0), c.Arg(0)
	if !rt.IsConstructor(f) {
		rt.TypeError("%s is not a constructor", rt.display(f))
		return Undefined
	}
	if c.NArgs() > 2 {
		nt = c.Arg(2)
		if !rt.IsConstructor(nt) {
			rt.TypeError("%s is not a constructor", rt.display(nt))
			return Undefined
		}
	}
	args, ok := rt.ArgumentsFromArrayLike(c.Arg(1))
	if !ok {
		return Undefined
	}
	v, _ := rt.Construct(f, nt, args...)
	return v
}

func reflectDefineProperty(c *Call) Value {
	o, ok := c.reflectTarget("defineProperty")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	d, ok := c.Rt.ToDesc(c.Arg(2))
	if !ok {
		return Undefined
	}
	done, _ := c.Rt.Define(o, k, d)
	return Bool(done)
}

func reflectDeleteProperty(c *Call) Value {
	o, ok := c.reflectTarget("deleteProperty")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	done, _ := c.Rt.Delete(o, k)
	return Bool(done)
}

func reflectGet(c *Call) Value {
	o, ok := c.reflectTarget("get")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	receiver := c.Arg(0)
	if c.NArgs() > 2 {
		receiver = c.Arg(2)
	}
	v, _ := c.Rt.GetReceiver(o, k, receiver)
	return v
}

func reflectGetOwnPropertyDescriptor(c *Call) Value {
	o, ok := c.reflectTarget("getOwnPropertyDescriptor")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	d, found, ok := c.Rt.GetOwn(o, k)
	if !found || !ok {
		return Undefined
	}
	return c.Rt.FromDesc(&d)
}

func reflectGetPrototypeOf(c *Call) Value {
	o, ok := c.reflectTarget("getPrototypeOf")
	if !ok {
		return Undefined
	}
	v, _ := c.Rt.Prototype(o)
	return v
}

func reflectHas(c *Call) Value {
	o, ok := c.reflectTarget("has")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	has, _ := c.Rt.HasProperty(o, k)
	return Bool(has)
}

func reflectIsExtensible(c *Call) Value {
	o, ok := c.reflectTarget("isExtensible")
	if !ok {
		return Undefined
	}
	is, _ := c.Rt.IsExtensible(o)
	return Bool(is)
}

func reflectOwnKeys(c *Call) Value {
	o, ok := c.reflectTarget("ownKeys")
	if !ok {
		return Undefined
	}
	keys, ok := c.Rt.OwnKeys(o)
	if !ok {
		return Undefined
	}
	return objectValue(c.keyArray(keys))
}

func (c *Call) keyArray(keys []Key) Ref {
	a := c.Realm.NewArray()
	for _, k := range keys {
		c.Rt.poll()
		c.Rt.ArrayAppend(a, c.Rt.KeyValue(k))
	}
	return a
}

func reflectPreventExtensions(c *Call) Value {
	o, ok := c.reflectTarget("preventExtensions")
	if !ok {
		return Undefined
	}
	done, _ := c.Rt.PreventExtensions(o)
	return Bool(done)
}

func reflectSet(c *Call) Value {
	o, ok := c.reflectTarget("set")
	if !ok {
		return Undefined
	}
	k, ok := c.Rt.ToPropertyKey(c.Arg(1))
	if !ok {
		return Undefined
	}
	receiver := c.Arg(0)
	if c.NArgs() > 3 {
		receiver = c.Arg(3)
	}
	done, _ := c.Rt.SetReceiver(o, k, c.Arg(2), receiver)
	return Bool(done)
}

func reflectSetPrototypeOf(c *Call) Value {
	o, ok := c.reflectTarget("setPrototypeOf")
	if !ok {
		return Undefined
	}
	p := c.Arg(1)
	if !p.IsObject() && !p.IsNull() {
		c.Rt.TypeError("Object prototype may only be an Object or null: %s", c.Rt.display(p))
		return Undefined
	}
	done, _ := c.Rt.SetPrototype(o, p.ObjectRef())
	return Bool(done)
}
