package vm

import "slices"

// DescFlags say which fields a Desc has and what its attributes are.
type DescFlags uint16

const (
	DescWritable DescFlags = 1 << iota
	DescEnumerable
	DescConfigurable
	HasWritable
	HasEnumerable
	HasConfigurable
	HasValue
	HasGet
	HasSet

	descData = DescWritable | DescEnumerable | DescConfigurable | HasWritable | HasEnumerable | HasConfigurable | HasValue
)

// Desc is a Property Descriptor. https://tc39.es/ecma262/#sec-property-descriptor-specification-type
type Desc struct {
	Value    Value
	Get, Set Value // a callable or undefined
	Flags    DescFlags
}

// DataDesc is the descriptor of a writable, enumerable, configurable data property.
func DataDesc(v Value) Desc { return Desc{Value: v, Flags: descData} }

func (d *Desc) IsAccessor() bool { return d.Flags&(HasGet|HasSet) != 0 }
func (d *Desc) IsData() bool     { return d.Flags&(HasValue|HasWritable) != 0 }
func (d *Desc) Has(f DescFlags) bool {
	return d.Flags&f != 0
}

func (d *Desc) attrs() uint8 {
	a := uint8(d.Flags) & (attrWritable | attrEnumerable | attrConfigurable)
	if d.IsAccessor() {
		a = a&^attrWritable | attrAccessor
	}
	return a
}

// exotic are the internal methods of a kind that are not the ordinary ones; nil fields are.
// Only objects with flagExotic are asked.
type exotic struct {
	getProto   func(rt *Runtime, o Ref) (Value, bool)
	setProto   func(rt *Runtime, o Ref, proto Ref) (done, ok bool)
	isExt      func(rt *Runtime, o Ref) (ext, ok bool)
	preventExt func(rt *Runtime, o Ref) (done, ok bool)
	getOwn     func(rt *Runtime, o Ref, k Key) (d Desc, found, ok bool)
	define     func(rt *Runtime, o Ref, k Key, d *Desc) (done, ok bool)
	has        func(rt *Runtime, o Ref, k Key) (has, ok bool)
	get        func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool)
	set        func(rt *Runtime, o Ref, k Key, v, receiver Value) (done, ok bool)
	del        func(rt *Runtime, o Ref, k Key) (done, ok bool)
	ownKeys    func(rt *Runtime, o Ref) ([]Key, bool)
}

var exotics [numKinds]*exotic

func (rt *Runtime) exotic(o Ref) *exotic {
	if rt.flags(o)&flagExotic == 0 {
		return nil
	}
	return exotics[rt.kind(o)]
}

// --- making objects

// allocObject makes an object of a kind with a root shape.
func (rt *Runtime) allocObject(kind uint8, shape Ref) Ref {
	o := rt.heap.Alloc(kind, rt.shapeBase(shape)+rt.shapeCap(shape))
	rt.mem[o] |= uint64(shape) << 32
	return o
}

// plainSlots is the inline capacity of plain objects.
const plainSlots = 4

// NewObject makes a plain object with Object.prototype of a realm.
func (r *Realm) NewObject() Ref {
	return r.rt.allocObject(KindObject, r.plainShape())
}

func (r *Realm) plainShape() Ref {
	if r.objectShape == 0 {
		r.objectShape = r.rt.rootShape(KindObject, r.Intrinsic(ObjectPrototype), plainSlots)
	}
	return r.objectShape
}

// NewObjectProto makes a plain object with a prototype; 0 is null.
func (rt *Runtime) NewObjectProto(proto Ref) Ref {
	return rt.allocObject(KindObject, rt.rootShape(KindObject, proto, plainSlots))
}

// NewKind makes an object of a kind with a prototype. Its internal words are zero.
func (rt *Runtime) NewKind(kind uint8, proto Ref) Ref {
	o := rt.allocObject(kind, rt.rootShape(kind, proto, 0))
	if exotics[kind] != nil && kind != KindArguments {
		rt.setFlag(o, flagExotic)
	}
	return o
}

// --- own properties of ordinary objects: what the other functions of this file stand on

// touch makes the properties of a lazy object, if it may have k among them (0: any).
func (rt *Runtime) touch(o Ref, k Key) {
	if rt.flags(o)&flagLazy != 0 {
		rt.materialize(o, k)
	}
}

// slot is the value of property i of an object, made if it is lazy.
func (rt *Runtime) slot(o, s Ref, i uint32) Value {
	at := rt.slotAt(o, s, i)
	v := Value(rt.mem[at])
	if v.isLazy() {
		v = rt.makeLazy(v)
		// Making it may have added properties elsewhere, but not moved this one.
		rt.mem[rt.slotAt(o, s, i)] = uint64(v)
	}
	return v
}

// ordinaryGetOwn is OrdinaryGetOwnProperty, array length and string elements included.
// https://tc39.es/ecma262/#sec-ordinarygetownproperty
func (rt *Runtime) ordinaryGetOwn(o Ref, k Key) (d Desc, found bool) {
	if k.IsIndex() {
		v, attrs, ok := rt.getElem(o, k.Index())
		if !ok {
			return d, false
		}
		return rt.slotDesc(v, attrs), true
	}
	rt.touch(o, k)
	if rt.kind(o) == KindArray && k == KeyLength {
		d = Desc{Value: Uint(rt.ArrayLen(o)), Flags: HasValue | HasWritable | HasEnumerable | HasConfigurable}
		if rt.aux(o)&auxFrozenLength == 0 {
			d.Flags |= DescWritable
		}
		return d, true
	}
	s := rt.shape(o)
	i, attrs := rt.find(s, k)
	if i < 0 {
		if e := rt.mem[o+1] >> 32; e != 0 && k.IsString() && rt.kind(Ref(e)) == kindSparse {
			if x, ok := arrayIndexOf(rt.KeyStr(k)); ok {
				if v, attrs, ok := rt.getElem(o, x); ok {
					return rt.slotDesc(v, attrs), true
				}
			}
		}
		return d, false
	}
	return rt.slotDesc(rt.slot(o, s, uint32(i)), attrs), true
}

func (rt *Runtime) slotDesc(v Value, attrs uint8) Desc {
	d := Desc{Flags: DescFlags(attrs&attrData) | HasEnumerable | HasConfigurable}
	if attrs&attrAccessor != 0 {
		a := v.Ref()
		d.Get, d.Set = Value(rt.mem[a+1]), Value(rt.mem[a+2])
		d.Flags = d.Flags&^DescWritable | HasGet | HasSet
		return d
	}
	d.Value = v
	d.Flags |= HasValue | HasWritable
	return d
}

func (rt *Runtime) newAccessor(get, set Value) Value {
	a := rt.heap.Alloc(kindAccessor, 3)
	rt.mem[a+1], rt.mem[a+2] = uint64(get), uint64(set)
	return internalValue(a)
}

// largeIndex is the array index of a string key of 2^31 and above.
func (rt *Runtime) largeIndex(k Key) (uint32, bool) {
	if k >= keySymbol || k < Key(rt.numStatic) {
		return 0, false
	}
	return arrayIndexOf(rt.KeyStr(k))
}

// --- the essential internal methods

// GetOwn is [[GetOwnProperty]].
func (rt *Runtime) GetOwn(o Ref, k Key) (d Desc, found, ok bool) {
	if x := rt.exotic(o); x != nil && x.getOwn != nil {
		return x.getOwn(rt, o, k)
	}
	d, found = rt.ordinaryGetOwn(o, k)
	return d, found, true
}

// Define is [[DefineOwnProperty]].
func (rt *Runtime) Define(o Ref, k Key, d Desc) (done, ok bool) {
	if x := rt.exotic(o); x != nil && x.define != nil {
		return x.define(rt, o, k, &d)
	}
	if rt.kind(o) == KindArray {
		return rt.arrayDefine(o, k, &d)
	}
	return rt.ordinaryDefine(o, k, &d), true
}

// ordinaryDefine is OrdinaryDefineOwnProperty. https://tc39.es/ecma262/#sec-validateandapplypropertydescriptor
func (rt *Runtime) ordinaryDefine(o Ref, k Key, d *Desc) bool {
	cur, found := rt.ordinaryGetOwn(o, k)
	if !found {
		if rt.flags(o)&flagNonExtensible != 0 {
			return false
		}
		rt.putNew(o, k, d)
		return true
	}
	if !rt.compatible(d, &cur) {
		return false
	}
	rt.putOver(o, k, d, &cur)
	return true
}

// compatible is step 2 and on of ValidateAndApplyPropertyDescriptor: whether cur may become d.
func (rt *Runtime) compatible(d, cur *Desc) bool {
	if cur.Flags&DescConfigurable != 0 {
		return true
	}
	if d.Flags&DescConfigurable != 0 {
		return false
	}
	if d.Flags&HasEnumerable != 0 && (d.Flags^cur.Flags)&DescEnumerable != 0 {
		return false
	}
	if !d.IsAccessor() && !d.IsData() {
		return true
	}
	if d.IsAccessor() != cur.IsAccessor() {
		return false
	}
	if cur.IsAccessor() {
		return (d.Flags&HasGet == 0 || d.Get == cur.Get) && (d.Flags&HasSet == 0 || d.Set == cur.Set)
	}
	if cur.Flags&DescWritable == 0 {
		if d.Flags&DescWritable != 0 {
			return false
		}
		if d.Flags&HasValue != 0 && !rt.SameValue(d.Value, cur.Value) {
			return false
		}
	}
	return true
}

// putNew adds an absent property.
func (rt *Runtime) putNew(o Ref, k Key, d *Desc) {
	v := d.Value
	attrs := d.attrs()
	if d.IsAccessor() {
		v = rt.newAccessor(d.Get, d.Set)
	}
	if k.IsIndex() {
		rt.defineElem(o, k.Index(), v, attrs)
		return
	}
	if x, ok := rt.largeIndex(k); ok {
		rt.defineElem(o, x, v, attrs)
		return
	}
	rt.touch(o, 0) // what is lazy comes first
	rt.addProp(o, k, attrs, v)
}

// putOver changes the property cur into d, which is compatible.
func (rt *Runtime) putOver(o Ref, k Key, d, cur *Desc) {
	n := *cur
	if d.IsAccessor() && !cur.IsAccessor() {
		n = Desc{Flags: cur.Flags&(DescEnumerable|DescConfigurable) | HasGet | HasSet}
	} else if d.IsData() && cur.IsAccessor() {
		n = Desc{Flags: cur.Flags&(DescEnumerable|DescConfigurable) | HasValue | HasWritable}
	}
	for i := range 3 {
		has, bit := HasWritable<<i, DescWritable<<i
		if d.Flags&has != 0 {
			n.Flags = n.Flags&^bit | d.Flags&bit
		}
	}
	if d.Flags&HasValue != 0 {
		n.Value = d.Value
	}
	if d.Flags&HasGet != 0 {
		n.Get = d.Get
	}
	if d.Flags&HasSet != 0 {
		n.Set = d.Set
	}
	v, attrs := n.Value, n.attrs()
	if n.IsAccessor() {
		v = rt.newAccessor(n.Get, n.Set)
	}
	x, large := rt.largeIndex(k)
	if k.IsIndex() || large {
		if k.IsIndex() {
			x = k.Index()
		}
		rt.defineElem(o, x, v, attrs)
		return
	}
	if attrs != cur.attrs() {
		rt.setAttrs(o, k, attrs)
	}
	s := rt.shape(o)
	i, _ := rt.find(s, k)
	rt.mem[rt.slotAt(o, s, uint32(i))] = uint64(v)
}

// HasProperty is [[HasProperty]].
func (rt *Runtime) HasProperty(o Ref, k Key) (has, ok bool) {
	for {
		if x := rt.exotic(o); x != nil {
			if x.has != nil {
				return x.has(rt, o, k)
			}
			if x.getOwn != nil {
				if _, found, ok := x.getOwn(rt, o, k); found || !ok {
					return found, ok
				}
			} else if rt.hasOwnOrdinary(o, k) {
				return true, true
			}
			if x.getProto != nil {
				p, ok := x.getProto(rt, o)
				if !ok {
					return false, false
				}
				if o = p.ObjectRef(); o == 0 {
					return false, true
				}
				continue
			}
		} else if rt.hasOwnOrdinary(o, k) {
			return true, true
		}
		if o = rt.shapeProto(rt.shape(o)); o == 0 {
			return false, true
		}
	}
}

func (rt *Runtime) hasOwnOrdinary(o Ref, k Key) bool {
	if k.IsIndex() {
		_, _, ok := rt.getElem(o, k.Index())
		return ok
	}
	rt.touch(o, k)
	if i, _ := rt.find(rt.shape(o), k); i >= 0 {
		return true
	}
	if rt.kind(o) == KindArray && k == KeyLength {
		return true
	}
	if x, ok := rt.largeIndex(k); ok {
		_, _, ok := rt.getElem(o, x)
		return ok
	}
	return false
}

// HasOwn is HasOwnProperty.
func (rt *Runtime) HasOwn(o Ref, k Key) (has, ok bool) {
	if x := rt.exotic(o); x != nil && x.getOwn != nil {
		_, found, ok := x.getOwn(rt, o, k)
		return found, ok
	}
	return rt.hasOwnOrdinary(o, k), true
}

// Get is Get(O, P).
func (rt *Runtime) Get(o Ref, k Key) (Value, bool) { return rt.GetReceiver(o, k, objectValue(o)) }

// GetReceiver is [[Get]](P, Receiver).
func (rt *Runtime) GetReceiver(o Ref, k Key, receiver Value) (Value, bool) {
	for {
		if x := rt.exotic(o); x != nil {
			if x.get != nil {
				return x.get(rt, o, k, receiver)
			}
			if x.getOwn != nil {
				d, found, ok := x.getOwn(rt, o, k)
				if !ok {
					return Undefined, false
				}
				if found {
					return rt.descGet(&d, receiver)
				}
				o = rt.shapeProto(rt.shape(o))
				if o == 0 {
					return Undefined, true
				}
				continue
			}
		}
		if k.IsIndex() {
			if v, attrs, ok := rt.getElem(o, k.Index()); ok {
				if attrs&attrAccessor != 0 {
					return rt.callGetter(v, receiver)
				}
				return v, true
			}
		} else {
			rt.touch(o, k)
			s := rt.shape(o)
			if i, attrs := rt.find(s, k); i >= 0 {
				v := rt.slot(o, s, uint32(i))
				if attrs&attrAccessor != 0 {
					return rt.callGetter(v, receiver)
				}
				return v, true
			}
			if rt.kind(o) == KindArray && k == KeyLength {
				return Uint(rt.ArrayLen(o)), true
			}
			if x, ok := rt.largeIndex(k); ok {
				if v, attrs, ok := rt.getElem(o, x); ok {
					if attrs&attrAccessor != 0 {
						return rt.callGetter(v, receiver)
					}
					return v, true
				}
			}
		}
		if o = rt.shapeProto(rt.shape(o)); o == 0 {
			return Undefined, true
		}
	}
}

func (rt *Runtime) callGetter(acc, receiver Value) (Value, bool) {
	g := Value(rt.mem[acc.Ref()+1])
	if g.IsUndefined() {
		return Undefined, true
	}
	return rt.Call(g, receiver)
}

func (rt *Runtime) descGet(d *Desc, receiver Value) (Value, bool) {
	if d.IsAccessor() {
		if d.Get.IsUndefined() {
			return Undefined, true
		}
		return rt.Call(d.Get, receiver)
	}
	return d.Value, true
}

// GetV is GetV(V, P): a primitive's property is looked up on its prototype. TypeError for undefined and null.
func (rt *Runtime) GetV(v Value, k Key) (Value, bool) {
	if v.IsObject() {
		return rt.Get(v.Ref(), k)
	}
	if v.IsString() {
		if r, ok := rt.stringOwn(v, k); ok {
			return r, true
		}
	}
	o := rt.protoOf(v)
	if o == 0 {
		rt.TypeError("Cannot read properties of %s (reading '%s')", rt.brief(v), rt.KeyString(k))
		return Undefined, false
	}
	return rt.GetReceiver(o, k, v)
}

// protoOf is the prototype that properties of a primitive come from; 0 for undefined and null.
func (rt *Runtime) protoOf(v Value) Ref {
	r := rt.realm
	switch {
	case v.IsObject():
		return v.Ref()
	case v.IsString():
		return r.Intrinsic(StringPrototype)
	case v.IsNumber():
		return r.Intrinsic(NumberPrototype)
	case v.IsBool():
		return r.Intrinsic(BooleanPrototype)
	case v.IsSymbol():
		return r.Intrinsic(SymbolPrototype)
	case v.IsBigInt():
		return r.Intrinsic(BigIntPrototype)
	}
	return 0
}

// stringOwn is an own property of a String: an element or its length.
func (rt *Runtime) stringOwn(v Value, k Key) (Value, bool) {
	if k == KeyLength {
		return Int(int32(rt.StrLen(v))), true
	}
	if k.IsIndex() && int(k.Index()) < rt.StrLen(v) {
		return rt.unitString(rt.StrAt(v, int(k.Index()))), true
	}
	return Undefined, false
}

// GetMethod is GetMethod(V, P): undefined for none, TypeError for what cannot be called.
func (rt *Runtime) GetMethod(v Value, k Key) (Value, bool) {
	f, ok := rt.GetV(v, k)
	if !ok {
		return Undefined, false
	}
	if f.IsNullish() {
		return Undefined, true
	}
	if !rt.IsCallable(f) {
		rt.TypeError("%s is not a function", rt.brief(f))
		return Undefined, false
	}
	return f, true
}

// Set is Set(O, P, V, true): a failed assignment is a TypeError.
func (rt *Runtime) Set(o Ref, k Key, v Value) (ok bool) {
	done, ok := rt.SetReceiver(o, k, v, objectValue(o))
	if ok && !done {
		return rt.setFailed(objectValue(o), k)
	}
	return ok
}

// setFailed throws the TypeError of a failed assignment.
func (rt *Runtime) setFailed(o Value, k Key) bool {
	if o.IsObject() {
		if rt.refused(o.Ref(), k, RefusedSet, nil) {
			return false
		}
		d, found, ok := rt.GetOwn(o.Ref(), k)
		if !ok {
			return false
		}
		holder := o.Ref()
		if !found {
			for p := rt.protoRef(o.Ref()); p != 0 && !found; p = rt.protoRef(p) {
				if d, found, ok = rt.GetOwn(p, k); !ok {
					return false
				}
				holder = p
			}
			if !found {
				rt.TypeError("Cannot add property %s, object is not extensible", rt.KeyString(k))
				return false
			}
		}
		if d.IsAccessor() {
			rt.TypeError("Cannot set property %s of %s which has only a getter", rt.KeyString(k), rt.briefObject(holder))
			return false
		}
		rt.TypeError("Cannot assign to read only property '%s' of %s '%s'", rt.KeyString(k), rt.TypeOf(o), rt.briefObject(o.Ref()))
		return false
	}
	rt.TypeError("Cannot create property '%s' on %s '%s'", rt.KeyString(k), rt.TypeOf(o), rt.display(o))
	return false
}

func (rt *Runtime) protoRef(o Ref) Ref {
	if x := rt.exotic(o); x != nil && x.getProto != nil {
		return 0
	}
	return rt.shapeProto(rt.shape(o))
}

// SetReceiver is [[Set]](P, V, Receiver). done is false for an assignment that failed.
// https://tc39.es/ecma262/#sec-ordinaryset
func (rt *Runtime) SetReceiver(o Ref, k Key, v, receiver Value) (done, ok bool) {
	for {
		if x := rt.exotic(o); x != nil {
			if x.set != nil {
				return x.set(rt, o, k, v, receiver)
			}
			if x.getOwn != nil {
				d, found, ok := x.getOwn(rt, o, k)
				if !ok {
					return false, false
				}
				if found {
					return rt.setFound(&d, k, v, receiver)
				}
				if o = rt.shapeProto(rt.shape(o)); o == 0 {
					break
				}
				continue
			}
		}
		if k.IsIndex() {
			i := k.Index()
			if cur, attrs, found := rt.getElem(o, i); found {
				if attrs == attrData && receiver == objectValue(o) {
					rt.putElem(o, i, v)
					return true, true
				}
				d := rt.slotDesc(cur, attrs)
				return rt.setFound(&d, k, v, receiver)
			}
		} else {
			rt.touch(o, k)
			s := rt.shape(o)
			if i, attrs := rt.find(s, k); i >= 0 {
				if attrs&(attrAccessor|attrWritable) == attrWritable && receiver == objectValue(o) {
					rt.mem[rt.slotAt(o, s, uint32(i))] = uint64(v)
					return true, true
				}
				d := rt.slotDesc(rt.slot(o, s, uint32(i)), attrs)
				return rt.setFound(&d, k, v, receiver)
			}
			if rt.kind(o) == KindArray && k == KeyLength || rt.mem[o+1]>>32 != 0 {
				if d, found := rt.ordinaryGetOwn(o, k); found {
					return rt.setFound(&d, k, v, receiver)
				}
			}
		}
		if o = rt.shapeProto(rt.shape(o)); o == 0 {
			break
		}
	}
	// Absent on the whole chain.
	if !receiver.IsObject() {
		return false, true
	}
	r := receiver.Ref()
	if rt.flags(r)&(flagExotic|flagLazy) == 0 && (k.IsString() || k.IsSymbol()) && !k.IsIndex() && rt.kind(r) != KindArray {
		// An ordinary receiver that does not have it (the chain began there, or its own lookup tells).
		if _, found := rt.ordinaryGetOwn(r, k); !found {
			if rt.flags(r)&flagNonExtensible != 0 {
				return false, true
			}
			if _, large := rt.largeIndex(k); !large {
				rt.addProp(r, k, attrData, v)
				return true, true
			}
		}
	}
	d := DataDesc(Undefined)
	return rt.setFound(&d, k, v, receiver)
}

// setFound is OrdinarySetWithOwnDescriptor once the property's descriptor is known.
func (rt *Runtime) setFound(d *Desc, k Key, v, receiver Value) (done, ok bool) {
	if d.IsAccessor() {
		if d.Set.IsUndefined() {
			return false, true
		}
		_, ok := rt.Call(d.Set, receiver, v)
		return ok, ok
	}
	if d.Flags&DescWritable == 0 || !receiver.IsObject() {
		return false, true
	}
	r := receiver.Ref()
	cur, found, ok := rt.GetOwn(r, k)
	if !ok {
		return false, false
	}
	if found {
		if cur.IsAccessor() || cur.Flags&DescWritable == 0 {
			return false, true
		}
		return rt.Define(r, k, Desc{Value: v, Flags: HasValue})
	}
	return rt.Define(r, k, DataDesc(v))
}

// SetV is PutValue on a primitive or object base: strict says whether failure throws.
func (rt *Runtime) SetV(base Value, k Key, v Value, strict bool) (ok bool) {
	o := base.ObjectRef()
	if o == 0 {
		if o = rt.protoOf(base); o == 0 {
			rt.TypeError("Cannot set properties of %s (setting '%s')", rt.brief(base), rt.KeyString(k))
			return false
		}
		if base.IsString() {
			if _, own := rt.stringOwn(base, k); own {
				if strict {
					rt.TypeError("Cannot assign to read only property '%s' of string '%s'", rt.KeyString(k), rt.GoString(base))
					return false
				}
				return true
			}
		}
	}
	done, ok := rt.SetReceiver(o, k, v, base)
	if ok && !done && strict {
		return rt.setFailed(base, k)
	}
	return ok
}

// Delete is [[Delete]].
func (rt *Runtime) Delete(o Ref, k Key) (done, ok bool) {
	if x := rt.exotic(o); x != nil {
		if x.del != nil {
			return x.del(rt, o, k)
		}
		if x.getOwn != nil {
			d, found, ok := x.getOwn(rt, o, k)
			if !found || !ok {
				return ok, ok
			}
			if d.Flags&DescConfigurable == 0 {
				return false, true
			}
		}
	}
	return rt.ordinaryDelete(o, k), true
}

func (rt *Runtime) ordinaryDelete(o Ref, k Key) bool {
	if k.IsIndex() {
		return rt.deleteElem(o, k.Index())
	}
	rt.touch(o, k)
	i, attrs := rt.find(rt.shape(o), k)
	if i < 0 {
		if rt.kind(o) == KindArray && k == KeyLength {
			return false
		}
		if x, ok := rt.largeIndex(k); ok {
			return rt.deleteElem(o, x)
		}
		return true
	}
	if attrs&attrConfigurable == 0 {
		return false
	}
	rt.removeProp(o, k)
	return true
}

// DeleteOrThrow is DeletePropertyOrThrow.
func (rt *Runtime) DeleteOrThrow(o Ref, k Key) (ok bool) {
	rt.poll()
	done, ok := rt.Delete(o, k)
	if ok && !done {
		return rt.deleteFailed(o, k)
	}
	return ok
}

// deleteFailed throws the TypeError of a failed deletion.
func (rt *Runtime) deleteFailed(o Ref, k Key) bool {
	if !rt.refused(o, k, RefusedDelete, nil) {
		rt.TypeError("Cannot delete property '%s' of %s", rt.KeyString(k), rt.briefObject(o))
	}
	return false
}

// OwnKeys is [[OwnPropertyKeys]]: integer indices ascending, strings, symbols. Private names are not among them.
func (rt *Runtime) OwnKeys(o Ref) ([]Key, bool) {
	if x := rt.exotic(o); x != nil && x.ownKeys != nil {
		return x.ownKeys(rt, o)
	}
	return rt.ordinaryKeys(o, nil), true
}

// ordinaryKeys appends the keys of an ordinary object.
func (rt *Runtime) ordinaryKeys(o Ref, keys []Key) []Key {
	rt.touch(o, 0)
	keys = rt.elemKeys(o, keys)
	if rt.kind(o) == KindArray {
		keys = append(keys, KeyLength)
	}
	s := rt.shape(o)
	symbols := 0
	rt.shapeEntries(s, func(_ uint32, k Key, _ uint8) {
		if k.IsSymbol() {
			symbols++
		} else {
			keys = append(keys, k)
		}
	})
	if symbols > 0 {
		rt.shapeEntries(s, func(_ uint32, k Key, _ uint8) {
			if k.IsSymbol() && !rt.isPrivateKey(k) {
				keys = append(keys, k)
			}
		})
	}
	return keys
}

// Prototype is [[GetPrototypeOf]]: an object or null.
func (rt *Runtime) Prototype(o Ref) (Value, bool) {
	if x := rt.exotic(o); x != nil && x.getProto != nil {
		return x.getProto(rt, o)
	}
	return ObjectValue(rt.shapeProto(rt.shape(o))), true
}

// SetPrototype is [[SetPrototypeOf]]; 0 is null.
func (rt *Runtime) SetPrototype(o, proto Ref) (done, ok bool) {
	if x := rt.exotic(o); x != nil && x.setProto != nil {
		return x.setProto(rt, o, proto)
	}
	return rt.ordinarySetProto(o, proto), true
}

// https://tc39.es/ecma262/#sec-ordinarysetprototypeof
func (rt *Runtime) ordinarySetProto(o, proto Ref) bool {
	rt.touch(o, 0)
	s := rt.shape(o)
	if rt.shapeProto(s) == proto {
		return true
	}
	if rt.flags(o)&flagNonExtensible != 0 || rt.immutableProto(o) {
		return false
	}
	for p := proto; p != 0; {
		if p == o {
			return false
		}
		if x := rt.exotic(p); x != nil && x.getProto != nil {
			break
		}
		p = rt.shapeProto(rt.shape(p))
	}
	if proto != 0 {
		rt.setFlag(proto, flagProto)
	}
	rt.rebuild(o, proto, false, nil)
	return true
}

// immutableProto reports whether o is an immutable prototype exotic object: Object.prototype, or one that FixPrototype was given.
func (rt *Runtime) immutableProto(o Ref) bool {
	if rt.flags(o)&flagProto == 0 {
		return false
	}
	return slices.ContainsFunc(rt.realms, func(r *Realm) bool {
		return r != nil && (r.intrinsics[ObjectPrototype] == o || slices.Contains(r.fixed, o))
	})
}

// FixPrototype makes a prototype of the realm's global object, which keeps it, an immutable prototype exotic object.
func (r *Realm) FixPrototype(o Ref) { r.fixed = append(r.fixed, o) }

// IsExtensible is [[IsExtensible]].
func (rt *Runtime) IsExtensible(o Ref) (ext, ok bool) {
	if x := rt.exotic(o); x != nil && x.isExt != nil {
		return x.isExt(rt, o)
	}
	return rt.flags(o)&flagNonExtensible == 0, true
}

// PreventExtensions is [[PreventExtensions]].
func (rt *Runtime) PreventExtensions(o Ref) (done, ok bool) {
	if x := rt.exotic(o); x != nil && x.preventExt != nil {
		return x.preventExt(rt, o)
	}
	rt.ordinaryPreventExt(o)
	return true, true
}

func (rt *Runtime) ordinaryPreventExt(o Ref) {
	rt.touch(o, 0)
	if rt.flags(o)&flagNonExtensible == 0 {
		rt.setFlag(o, flagNonExtensible)
		// Caches that add properties go by the shape.
		rt.makeUnique(o)
	}
}

// --- helpers on top

// CreateData is CreateDataProperty.
func (rt *Runtime) CreateData(o Ref, k Key, v Value) (done, ok bool) {
	return rt.Define(o, k, DataDesc(v))
}

// CreateDataOrThrow is CreateDataPropertyOrThrow.
func (rt *Runtime) CreateDataOrThrow(o Ref, k Key, v Value) (ok bool) {
	rt.poll()
	done, ok := rt.CreateData(o, k, v)
	if ok && !done {
		rt.TypeError("Cannot redefine property: %s", rt.KeyString(k))
		return false
	}
	return ok
}

// DefineOrThrow is DefinePropertyOrThrow.
func (rt *Runtime) DefineOrThrow(o Ref, k Key, d Desc) (ok bool) {
	done, ok := rt.Define(o, k, d)
	if ok && !done {
		if rt.refused(o, k, RefusedDefine, &d) {
			return false
		}
		if ext, ok := rt.IsExtensible(o); ok && !ext {
			if has, ok := rt.HasOwn(o, k); ok && !has {
				rt.TypeError("Cannot define property %s, object is not extensible", rt.KeyString(k))
				return false
			} else if !ok {
				return false
			}
		} else if !ok {
			return false
		}
		rt.TypeError("Cannot redefine property: %s", rt.KeyString(k))
		return false
	}
	return ok
}

// PutHidden adds or overwrites a writable, configurable, not enumerable property of an ordinary object: for
// objects that Go code is making.
func (rt *Runtime) PutHidden(o Ref, k Key, v Value) { rt.put(o, k, v, attrHidden) }

// PutData does it for an enumerable one.
func (rt *Runtime) PutData(o Ref, k Key, v Value) { rt.put(o, k, v, attrData) }

func (rt *Runtime) put(o Ref, k Key, v Value, attrs uint8) {
	if k.IsIndex() {
		rt.defineElem(o, k.Index(), v, attrs)
		return
	}
	rt.touch(o, k)
	s := rt.shape(o)
	if i, a := rt.find(s, k); i >= 0 {
		if a != attrs {
			rt.setAttrs(o, k, attrs)
			s = rt.shape(o)
			i, _ = rt.find(s, k)
		}
		rt.mem[rt.slotAt(o, s, uint32(i))] = uint64(v)
		return
	}
	rt.addProp(o, k, attrs, v)
}

// EnumerableOwn calls f with the enumerable own string keys and their values in order (EnumerableOwnProperties); f returns false to
// stop with an exception pending.
func (rt *Runtime) EnumerableOwn(o Ref, f func(k Key, v Value) bool) (ok bool) {
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return false
	}
	for _, k := range keys {
		if k.IsSymbol() {
			continue
		}
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return false
		}
		if !found || d.Flags&DescEnumerable == 0 {
			continue
		}
		v, ok := rt.Get(o, k)
		if !ok || !f(k, v) {
			return false
		}
	}
	return true
}

// SetIntegrity is SetIntegrityLevel: sealed, or frozen. https://tc39.es/ecma262/#sec-setintegritylevel
func (rt *Runtime) SetIntegrity(o Ref, frozen bool) (done, ok bool) {
	done, ok = rt.PreventExtensions(o)
	if !done || !ok {
		return done, ok
	}
	if rt.exotic(o) == nil {
		rt.freezeElems(o, frozen)
		if rt.kind(o) == KindArray && frozen {
			rt.setAux(o, rt.aux(o)|auxFrozenLength)
		}
		rt.rebuild(o, rt.shapeProto(rt.shape(o)), true, func(k Key, a uint8) (uint8, bool) {
			if rt.isPrivateKey(k) {
				return a, true
			}
			a &^= attrConfigurable
			if frozen && a&attrAccessor == 0 {
				a &^= attrWritable
			}
			return a, true
		})
		return true, true
	}
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return false, false
	}
	for _, k := range keys {
		d := Desc{Flags: HasConfigurable}
		if frozen {
			cur, found, ok := rt.GetOwn(o, k)
			if !ok {
				return false, false
			}
			if !found {
				continue
			}
			if !cur.IsAccessor() {
				d.Flags |= HasWritable
			}
		}
		if !rt.DefineOrThrow(o, k, d) {
			return false, false
		}
	}
	return true, true
}

// TestIntegrity is TestIntegrityLevel.
func (rt *Runtime) TestIntegrity(o Ref, frozen bool) (is, ok bool) {
	ext, ok := rt.IsExtensible(o)
	if ext || !ok {
		return false, ok
	}
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return false, false
	}
	for _, k := range keys {
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return false, false
		}
		if found && (d.Flags&DescConfigurable != 0 || frozen && d.IsData() && d.Flags&DescWritable != 0) {
			return false, true
		}
	}
	return true, true
}
