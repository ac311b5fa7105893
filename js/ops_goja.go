//go:build niso_goja || !niso_vm

package js

import (
	"github.com/dop251/goja"
)

// Key is a property key.
type Key struct {
	name string
	sym  *goja.Symbol
}

// NameKey is a string key.
func NameKey(name string) Key { return Key{name: name} }

// SymbolKey is the key of a Symbol value.
func SymbolKey(v Value) Key {
	s, _ := v.v.(*goja.Symbol)
	return Key{sym: s}
}

// IsSymbol reports whether k is a symbol.
func (k Key) IsSymbol() bool { return k.sym != nil }

// Name is the string of a string key, "" for a symbol.
func (k Key) Name() string { return k.name }

// KeyValue is a key as script sees it.
func (r *Realm) KeyValue(k Key) Value { return k.value() }

func (k Key) value() Value {
	if k.sym != nil {
		return Value{v: k.sym}
	}
	return stringValue(k.name)
}

// String makes a String value of WTF-8. ASCII is not copied.
func (r *Realm) String(s string) Value { return stringValue(s) }

// Str is the string of a String primitive in WTF-8, "" for all else. No script runs.
// ASCII is not copied.
func (v Value) Str() string { return stringOf(v.v) }

// Global is the global object.
func (r *Realm) Global() Object { return Object{r.global} }

// NewObject makes an empty ordinary object.
func (r *Realm) NewObject() Object { return Object{r.vm.NewObject()} }

// NewObjectWithProto makes an empty ordinary object with a prototype; none for null.
func (r *Realm) NewObjectWithProto(proto Object) Object { return Object{r.vm.CreateObject(proto.o)} }

// NewArray makes an Array of the values.
func (r *Realm) NewArray(items ...Value) Object {
	list := make([]any, len(items))
	for i, v := range items {
		list[i] = v.raw()
	}
	return Object{r.vm.NewArray(list...)}
}

// NewFunction makes a function object without a class: callbacks that Go hands to script.
// length is its length property; fewer arguments do not throw. keep are values that f uses: they live as
// long as the function.
func (r *Realm) NewFunction(name string, length int, f NativeFunc, keep ...Value) Object {
	return r.newFunction(name, length, f)
}

// Get is obj[name]. It may run script.
func (r *Realm) Get(obj Object, name string) (v Value, err error) {
	err = r.try(func() { v = Value{v: obj.o.Get(name)} })
	return v, err
}

// GetKey is obj[key].
func (r *Realm) GetKey(obj Object, key Key) (v Value, err error) {
	if key.sym == nil {
		return r.Get(obj, key.name)
	}
	err = r.try(func() { v = Value{v: obj.o.GetSymbol(key.sym)} })
	return v, err
}

// GetIndex is obj[i].
func (r *Realm) GetIndex(obj Object, i uint32) (Value, error) { return r.Get(obj, indexName(i)) }

// Set is obj[name] = v in strict code.
func (r *Realm) Set(obj Object, name string, v Value) error {
	return r.try(func() { must(obj.o.Set(name, v.raw())) })
}

// SetKey is obj[key] = v in strict code.
func (r *Realm) SetKey(obj Object, key Key, v Value) error {
	if key.sym == nil {
		return r.Set(obj, key.name, v)
	}
	return r.try(func() { must(obj.o.SetSymbol(key.sym, v.raw())) })
}

// SetIndex is obj[i] = v in strict code.
func (r *Realm) SetIndex(obj Object, i uint32, v Value) error { return r.Set(obj, indexName(i), v) }

// PropFlags are the attributes of a property to be defined.
type PropFlags uint8

const (
	Writable PropFlags = 1 << iota
	Enumerable
	Configurable
	// DataDefault is what assignment creates.
	DataDefault = Writable | Enumerable | Configurable
)

func flag(f, bit PropFlags) goja.Flag { return goja.ToFlag(f&bit != 0) }

// Define defines a data property, as Object.defineProperty does.
func (r *Realm) Define(obj Object, key Key, v Value, f PropFlags) error {
	return r.try(func() {
		w, c, e := flag(f, Writable), flag(f, Configurable), flag(f, Enumerable)
		if key.sym != nil {
			must(obj.o.DefineDataPropertySymbol(key.sym, v.raw(), w, c, e))
			return
		}
		must(obj.o.DefineDataProperty(key.name, v.raw(), w, c, e))
	})
}

// DefineAccessor defines an accessor property; get or set may be none.
func (r *Realm) DefineAccessor(obj Object, key Key, get, set Object, f PropFlags) error {
	return r.try(func() {
		g, s := get.Value().v, set.Value().v
		c, e := flag(f, Configurable), flag(f, Enumerable)
		if key.sym != nil {
			must(obj.o.DefineAccessorPropertySymbol(key.sym, g, s, c, e))
			return
		}
		must(obj.o.DefineAccessorProperty(key.name, g, s, c, e))
	})
}

// Delete is Reflect.deleteProperty(obj, key).
func (r *Realm) Delete(obj Object, key Key) (ok bool, err error) {
	v, err := r.reflect("deleteProperty", obj.Value(), key.value())
	return v.Truthy(), err
}

// Has is key in obj.
func (r *Realm) Has(obj Object, key Key) (bool, error) {
	v, err := r.reflect("has", obj.Value(), key.value())
	return v.Truthy(), err
}

// HasOwn is Object.hasOwn(obj, key).
func (r *Realm) HasOwn(obj Object, key Key) (bool, error) {
	v, err := r.reflect("getOwnPropertyDescriptor", obj.Value(), key.value())
	return !v.IsUndefined(), err
}

// OwnKeys are all own keys in order: Reflect.ownKeys(obj).
func (r *Realm) OwnKeys(obj Object) (keys []Key, err error) {
	v, err := r.reflect("ownKeys", obj.Value())
	if err != nil {
		return nil, err
	}
	err = r.try(func() {
		list := v.v.(*goja.Object)
		n := int(list.Get("length").ToInteger())
		for i := 0; i < n; i++ {
			switch k := list.Get(indexName(uint32(i))).(type) {
			case *goja.Symbol:
				keys = append(keys, Key{sym: k})
			default:
				keys = append(keys, Key{name: stringOf(k)})
			}
		}
	})
	return keys, err
}

// Keys are the own enumerable string keys in order: Object.keys(obj).
func (r *Realm) Keys(obj Object) (keys []string, err error) {
	err = r.try(func() { keys = obj.o.Keys() })
	return keys, err
}

// Prototype is obj's prototype, none for null.
func (r *Realm) Prototype(obj Object) (p Object, err error) {
	err = r.try(func() { p = Object{obj.o.Prototype()} })
	return p, err
}

// SetPrototype sets obj's prototype; none is null.
func (r *Realm) SetPrototype(obj, proto Object) error {
	return r.try(func() { must(obj.o.SetPrototype(proto.o)) })
}

// Freeze is Object.freeze(obj): FrozenArray attributes.
func (r *Realm) Freeze(obj Object) error {
	_, err := r.builtin("Object", "freeze", obj.Value())
	return err
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

// InvokeCallback calls a callback interface's object: the object itself if callable, else its
// method.
//
// https://webidl.spec.whatwg.org/#call-a-user-objects-operation
func (r *Realm) InvokeCallback(cb Object, method string, this Value, args ...Value) (Value, error) {
	if cb.Value().IsCallable() {
		return r.Call(cb.Value(), this, args...)
	}
	f, err := r.Get(cb, method)
	if err != nil {
		return Undefined, err
	}
	if !f.IsCallable() {
		return Undefined, r.NewException(r.NewError(TypeError, "the callback's "+method+" is not a function"))
	}
	return r.Call(f, cb.Value(), args...)
}

// InstanceOf is v instanceof ctor.
func (r *Realm) InstanceOf(v, ctor Value) (ok bool, err error) {
	o, isObj := ctor.v.(*goja.Object)
	if !isObj {
		return false, r.NewException(r.NewError(TypeError, "Right-hand side of 'instanceof' is not callable"))
	}
	err = r.try(func() { ok = r.vm.InstanceOf(v.raw(), o) })
	return ok, err
}

// Iterate calls step with each value of an iterable until it returns false; the iterator is
// then closed.
func (r *Realm) Iterate(iterable Value, step func(v Value) bool) error {
	return r.try(func() {
		r.vm.ForOf(iterable.raw(), func(v goja.Value) bool { return step(Value{v: v}) })
	})
}

// ToString is ToString(v).
func (r *Realm) ToString(v Value) (s string, err error) {
	if v.IsString() {
		return v.Str(), nil
	}
	if v.IsSymbol() {
		return "", r.NewException(r.NewError(TypeError, "Cannot convert a Symbol value to a string"))
	}
	if !v.IsObject() {
		return v.raw().String(), nil
	}
	err = r.try(func() {
		// goja's ToString of an object gives any primitive.
		switch p := v.raw().ToString().(type) {
		case goja.String:
			s = stringOf(p)
		case *goja.Symbol:
			panic(r.NewError(TypeError, "Cannot convert a Symbol value to a string").v)
		default:
			s = p.String()
		}
	})
	return s, err
}

// ToNumber is ToNumber(v).
func (r *Realm) ToNumber(v Value) (f float64, err error) {
	if v.Kind() == KindNumber {
		return v.v.ToFloat(), nil
	}
	if v.IsSymbol() || v.IsBigInt() {
		return 0, r.NewException(r.NewError(TypeError, "Cannot convert a "+kindNames[v.Kind()]+" value to a number"))
	}
	err = r.try(func() { f = v.raw().ToNumber().ToFloat() })
	return f, err
}

// ToObject is ToObject(v).
func (r *Realm) ToObject(v Value) (o Object, err error) {
	err = r.try(func() { o = Object{v.raw().ToObject(r.vm)} })
	return o, err
}

// JSONParse is JSON.parse(text).
func (r *Realm) JSONParse(text string) (Value, error) {
	return r.builtin("JSON", "parse", r.String(text))
}

// JSONStringify is JSON.stringify(v); undefined gives "".
func (r *Realm) JSONStringify(v Value) (string, error) {
	s, err := r.builtin("JSON", "stringify", v)
	return s.Str(), err
}

var kindNames = [...]string{"undefined", "null", "Boolean", "Number", "String", "Symbol", "BigInt", "Object"}
