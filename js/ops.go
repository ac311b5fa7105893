package js

import (
	"github.com/niso-engine/niso/js/vm"
)

// Key is a property key.
type Key struct {
	name string
	sym  vm.Key   // a symbol, 0 for a string
	rt   *Runtime // of a symbol that is not well-known
}

// NameKey is a string key.
func NameKey(name string) Key { return Key{name: name} }

// SymbolKey is the key of a Symbol value.
func SymbolKey(v Value) Key {
	h := v.heap()
	if h == nil || !v.IsSymbol() {
		return Key{}
	}
	k, _ := h.ToPropertyKey(v.v)
	return v.rt.fromKey(k)
}

// fromKey is a key of the heap.
func (rt *Runtime) fromKey(k vm.Key) Key {
	switch {
	case !k.IsSymbol():
		return Key{name: rt.vm.KeyStr(k).String()}
	case k < lastWellKnown:
		return Key{sym: k}
	}
	return Key{sym: k, rt: rt}
}

// key is k in the runtime's heap. A symbol of another runtime is the key of no property: a new symbol's.
func (rt *Runtime) key(k Key) vm.Key {
	switch {
	case k.sym == 0:
		return rt.vm.Intern(k.name)
	case k.rt == nil || k.rt == rt:
		return k.sym
	}
	key, _ := rt.vm.ToPropertyKey(rt.vm.NewSymbol(vm.Undefined))
	return key
}

// IsSymbol reports whether k is a symbol.
func (k Key) IsSymbol() bool { return k.sym != 0 }

// Name is the string of a string key, "" for a symbol.
func (k Key) Name() string { return k.name }

// KeyValue is a key as script sees it.
func (r *Realm) KeyValue(k Key) Value {
	if k.sym == 0 {
		return r.String(k.name)
	}
	return r.rt.wrap(r.rt.vm.KeyValue(r.rt.key(k)))
}

var wellKnown = [wellKnownCount]vm.Key{
	SymIterator: vm.SymIterator, SymAsyncIterator: vm.SymAsyncIterator, SymToStringTag: vm.SymToStringTag,
	SymToPrimitive: vm.SymToPrimitive, SymHasInstance: vm.SymHasInstance, SymUnscopables: vm.SymUnscopables,
	SymSpecies: vm.SymSpecies, SymDispose: vm.SymDispose,
}

// lastWellKnown is past the keys of well-known symbols, which are the same in all runtimes.
const lastWellKnown = vm.SymAsyncDispose + 1

// WellKnownKey is the key of a well-known symbol.
func WellKnownKey(s WellKnown) Key { return Key{sym: wellKnown[s]} }

// Global is the global object.
func (r *Realm) Global() Object { return r.rt.object(r.vm.Global()) }

// This is the value of globalThis: the global proxy, or the global object where there is none.
func (r *Realm) This() Object { return r.rt.object(r.vm.GlobalThis().Ref()) }

// NewObject makes an empty ordinary object.
func (r *Realm) NewObject() Object { return r.made(r.vm.NewObject()) }

// NewObjectWithProto makes an empty ordinary object with a prototype; none for null.
func (r *Realm) NewObjectWithProto(proto Object) Object {
	return r.made(r.rt.vm.NewObjectProto(r.rt.use(proto)))
}

// NewArray makes an Array of the values.
func (r *Realm) NewArray(items ...Value) Object {
	list := make([]vm.Value, len(items))
	for i, v := range items {
		list[i] = r.rt.own(v)
	}
	return r.made(r.vm.NewArray(list...))
}

// Get is obj[name]. It may run script.
func (r *Realm) Get(obj Object, name string) (Value, error) {
	return r.get(obj, r.rt.vm.Intern(name))
}

func (r *Realm) get(obj Object, k vm.Key) (Value, error) {
	var v vm.Value
	err := r.on(obj, func(o vm.Ref) (ok bool) {
		v, ok = r.rt.vm.Get(o, k)
		return ok
	})
	if err != nil {
		return Undefined, err
	}
	return r.rt.wrap(v), nil
}

// GetKey is obj[key].
func (r *Realm) GetKey(obj Object, key Key) (Value, error) { return r.get(obj, r.rt.key(key)) }

// GetIndex is obj[i].
func (r *Realm) GetIndex(obj Object, i uint32) (Value, error) {
	return r.get(obj, r.rt.vm.IndexKey(uint64(i)))
}

// Set is obj[name] = v in strict code.
func (r *Realm) Set(obj Object, name string, v Value) error {
	return r.set(obj, r.rt.vm.Intern(name), v)
}

func (r *Realm) set(obj Object, k vm.Key, v Value) error {
	return r.on(obj, func(o vm.Ref) bool { return r.rt.vm.Set(o, k, r.rt.own(v)) })
}

// Set is Set(obj, name, v, false) as a step of the call: what it runs has the entry realm of the script that called, and a refusal is no error.
func (c *Call) Set(obj Object, name string, v Value) {
	r := c.realm
	rt := r.rt
	o := rt.use(obj)
	if o == 0 || c.Failed() {
		return
	}
	before := rt.vm.EnterRealm(r.vm)
	_, ok := rt.vm.SetReceiver(o, rt.vm.Intern(name), rt.own(v), vm.ObjectValue(o))
	rt.vm.EnterRealm(before)
	if !ok {
		c.Fail(rt.failureIn(r))
	}
}

// SetKey is obj[key] = v in strict code.
func (r *Realm) SetKey(obj Object, key Key, v Value) error { return r.set(obj, r.rt.key(key), v) }

// SetIndex is obj[i] = v in strict code.
func (r *Realm) SetIndex(obj Object, i uint32, v Value) error {
	return r.set(obj, r.rt.vm.IndexKey(uint64(i)), v)
}

// PropFlags are the attributes of a property to be defined.
type PropFlags uint8

const (
	Writable PropFlags = 1 << iota
	Enumerable
	Configurable
	// DataDefault is what assignment creates.
	DataDefault = Writable | Enumerable | Configurable
)

// desc are the flags of a descriptor: the attributes are the same bits.
func (f PropFlags) desc() vm.DescFlags { return vm.DescFlags(f) }

const _ = -uint(vm.DescFlags(DataDefault) ^ (vm.DescWritable | vm.DescEnumerable | vm.DescConfigurable))

// Define defines a data property, as Object.defineProperty does.
func (r *Realm) Define(obj Object, key Key, v Value, f PropFlags) error {
	return r.on(obj, func(o vm.Ref) bool {
		return r.rt.vm.DefineOrThrow(o, r.rt.key(key), vm.Desc{Value: r.rt.own(v),
			Flags: f.desc() | vm.HasValue | vm.HasWritable | vm.HasEnumerable | vm.HasConfigurable})
	})
}

// DefineAccessor defines an accessor property; get or set may be none.
func (r *Realm) DefineAccessor(obj Object, key Key, get, set Object, f PropFlags) error {
	return r.on(obj, func(o vm.Ref) bool {
		d := vm.Desc{Flags: (f &^ Writable).desc() | vm.HasGet | vm.HasSet | vm.HasEnumerable | vm.HasConfigurable}
		if g := r.rt.use(get); g != 0 {
			d.Get = vm.ObjectValue(g)
		}
		if s := r.rt.use(set); s != 0 {
			d.Set = vm.ObjectValue(s)
		}
		return r.rt.vm.DefineOrThrow(o, r.rt.key(key), d)
	})
}

// Delete is Reflect.deleteProperty(obj, key).
func (r *Realm) Delete(obj Object, key Key) (done bool, err error) {
	err = r.on(obj, func(o vm.Ref) (ok bool) {
		done, ok = r.rt.vm.Delete(o, r.rt.key(key))
		return ok
	})
	return done, err
}

// Has is key in obj.
func (r *Realm) Has(obj Object, key Key) (has bool, err error) {
	err = r.on(obj, func(o vm.Ref) (ok bool) {
		has, ok = r.rt.vm.HasProperty(o, r.rt.key(key))
		return ok
	})
	return has, err
}

// HasOwn is Object.hasOwn(obj, key).
func (r *Realm) HasOwn(obj Object, key Key) (has bool, err error) {
	err = r.on(obj, func(o vm.Ref) (ok bool) {
		has, ok = r.rt.vm.HasOwn(o, r.rt.key(key))
		return ok
	})
	return has, err
}

// OwnKeys are all own keys in order: Reflect.ownKeys(obj).
func (r *Realm) OwnKeys(obj Object) (keys []Key, err error) {
	err = r.on(obj, func(o vm.Ref) bool {
		list, ok := r.rt.vm.OwnKeys(o)
		for _, k := range list {
			key := r.rt.fromKey(k)
			if key.sym != 0 {
				r.rt.vm.Keep(r.rt.vm.KeyValue(k))
			}
			keys = append(keys, key)
		}
		return ok
	})
	return keys, err
}

// Keys are the own enumerable string keys in order: Object.keys(obj).
func (r *Realm) Keys(obj Object) (keys []string, err error) {
	err = r.on(obj, func(o vm.Ref) bool {
		h := r.rt.vm
		list, ok := h.OwnKeys(o)
		if !ok {
			return false
		}
		for _, k := range list {
			if !k.IsString() {
				continue
			}
			d, found, ok := h.GetOwn(o, k)
			if !ok {
				return false
			}
			if found && d.Has(vm.DescEnumerable) {
				keys = append(keys, h.KeyStr(k).String())
			}
		}
		return true
	})
	return keys, err
}

// Prototype is obj's prototype, none for null.
func (r *Realm) Prototype(obj Object) (Object, error) {
	var p vm.Value
	err := r.on(obj, func(o vm.Ref) (ok bool) {
		p, ok = r.rt.vm.Prototype(o)
		return ok
	})
	if err != nil {
		return Object{}, err
	}
	return r.rt.wrap(p).Object(), nil
}

// SetPrototype sets obj's prototype; none is null.
func (r *Realm) SetPrototype(obj, proto Object) error {
	return r.on(obj, func(o vm.Ref) bool {
		done, ok := r.rt.vm.SetPrototype(o, r.rt.use(proto))
		if ok && !done {
			return r.rt.vm.TypeError("Object.setPrototypeOf failed")
		}
		return ok
	})
}

// Freeze is Object.freeze(obj): FrozenArray attributes.
func (r *Realm) Freeze(obj Object) error {
	return r.on(obj, func(o vm.Ref) bool {
		done, ok := r.rt.vm.SetIntegrity(o, true)
		if ok && !done {
			return r.rt.vm.TypeError("Cannot freeze")
		}
		return ok
	})
}

// Call calls fn with this and arguments. Calling what is not callable gives a TypeError.
func (r *Realm) Call(fn, this Value, args ...Value) (Value, error) { return r.call(fn, this, args) }

// Construct is new fn(...args).
func (r *Realm) Construct(fn Value, args ...Value) (Object, error) {
	return r.construct(fn, Object{}, args)
}

// InvokeMethod is obj[name](...args).
func (r *Realm) InvokeMethod(obj Object, name string, args ...Value) (Value, error) {
	f, err := r.Get(obj, name)
	if err != nil {
		return Undefined, err
	}
	return r.Call(f, obj.Value(), args...)
}

// RealmOf is the realm that an object belongs to: that of a function, of what a bound function or a proxy stands for, of a platform object, of
// the prototype of another. nil for what tells none.
//
// https://webidl.spec.whatwg.org/#dfn-associated-realm
func (rt *Runtime) RealmOf(o Object) *Realm {
	if o.IsNone() {
		return nil
	}
	return realmOf(rt.vm.RealmOfObject(o.ref()))
}

// InvokeCallback calls a callback interface's object: the object itself if callable, else its
// method. An exception for what cannot be called names the interface, after a context, and is of this realm.
//
// https://webidl.spec.whatwg.org/#call-a-user-objects-operation
func (r *Realm) InvokeCallback(cb Object, context, iface, method string, this Value, args ...Value) (Value, error) {
	if v := cb.Value(); v.IsCallable() {
		return r.call(v, this, args)
	}
	f, err := r.Get(cb, method)
	if err != nil {
		return Undefined, err
	}
	if !f.IsCallable() {
		return Undefined, r.NewException(r.NewError(TypeError, context+"Failed to execute '"+method+"' on '"+iface+"': The provided callback is not callable."))
	}
	return r.call(f, cb.Value(), args)
}

// InstanceOf is v instanceof ctor.
func (r *Realm) InstanceOf(v, ctor Value) (is bool, err error) {
	err = r.try(func() (ok bool) {
		is, ok = r.rt.vm.InstanceOf(r.rt.own(v), r.rt.own(ctor))
		return ok
	})
	return is, err
}

// Iterate calls step with each value of an iterable until it returns false; the iterator is
// then closed.
func (r *Realm) Iterate(iterable Value, step func(v Value) bool) error {
	return r.try(func() bool {
		return r.rt.vm.IterateUntil(r.rt.own(iterable), func(x vm.Value) (more, ok bool) { return step(r.rt.wrap(x)), true })
	})
}

// ToString is ToString(v).
func (r *Realm) ToString(v Value) (s string, err error) {
	if v.IsString() {
		return v.Str(), nil
	}
	err = r.try(func() (ok bool) {
		s, ok = r.rt.vm.ToGoString(r.rt.own(v))
		return ok
	})
	return s, err
}

// ToNumber is ToNumber(v).
func (r *Realm) ToNumber(v Value) (f float64, err error) {
	if v.IsNumber() {
		return v.Num(), nil
	}
	err = r.try(func() (ok bool) {
		f, ok = r.rt.vm.ToNumber(r.rt.own(v))
		return ok
	})
	return f, err
}

// ToObject is ToObject(v).
func (r *Realm) ToObject(v Value) (Object, error) {
	var o vm.Ref
	err := r.try(func() (ok bool) {
		o, ok = r.rt.vm.ToObject(r.rt.own(v))
		return ok
	})
	if err != nil {
		return Object{}, err
	}
	return r.made(o), nil
}

// JSONParse is JSON.parse(text).
func (r *Realm) JSONParse(text string) (Value, error) {
	var v vm.Value
	err := r.try(func() (ok bool) {
		v, ok = r.vm.ParseJSON(r.rt.vm.NewString(text))
		return ok
	})
	if err != nil {
		return Undefined, err
	}
	return r.rt.wrap(v), nil
}

// JSONStringify is JSON.stringify(v); undefined gives "".
func (r *Realm) JSONStringify(v Value) (string, error) {
	var s vm.Value
	err := r.try(func() (ok bool) {
		c := vm.Call{Rt: r.rt.vm, Realm: r.vm}
		s, ok = c.StringifyJSON(r.rt.own(v))
		return ok
	})
	if err != nil || !s.IsString() {
		return "", err
	}
	return r.rt.vm.GoString(s), nil
}
