package js

import "strconv"

// ObservableArray is an array that script can change by assignment and by the methods of arrays, and whose owner learns of it.
// https://webidl.spec.whatwg.org/#es-observable-array
type ObservableArray struct {
	realm  *Realm
	proxy  Object
	target Object // with the items
}

// Value is the array as script sees it. Who keeps the array marks it.
func (a *ObservableArray) Value() Value { return a.proxy.Value() }

// Replace gives the array other items; its owner is not asked.
func (a *ObservableArray) Replace(items []Value) error { return a.realm.fill(a.target, items) }

// NewObservableArray makes an observable array. change is called with what it would contain before it does; an error of it is thrown, and refuses
// the change. keep lives as long as the array.
func (r *Realm) NewObservableArray(items []Value, change func(c *Call, items []Value) error, keep ...Value) (*ObservableArray, error) {
	target := r.NewArray(items...)
	handler := r.NewObject()
	traps := map[string]NativeFunc{
		"defineProperty": func(c *Call) Value {
			key, desc := c.Arg(1), c.Arg(2).Object()
			v, err := r.Get(desc, "value")
			if err != nil {
				return c.Fail(err)
			}
			list, err := r.listOf(target)
			if err != nil {
				return c.Fail(err)
			}
			name := ""
			if key.IsString() {
				name = key.Str()
			}
			switch i, isIndex := arrayIndex(name); {
			case name == "length":
				n, err := r.ToNumber(v)
				if err != nil {
					return c.Fail(err)
				}
				if n < 0 || n != float64(uint32(n)) {
					return c.Throw(r.NewError(RangeError, "Invalid array length"))
				}
				if int(n) > len(list) {
					return Bool(false)
				}
				list = list[:int(n)]
			case isIndex:
				if int(i) > len(list) {
					return Bool(false)
				}
				if int(i) == len(list) {
					list = append(list, v)
				} else {
					list[i] = v
				}
			default:
				k := keyOf(key)
				if err := r.Define(target, k, v, Writable|Enumerable|Configurable); err != nil {
					return c.Fail(err)
				}
				return Bool(true)
			}
			return r.observe(c, target, list, change)
		},
		"deleteProperty": func(c *Call) Value {
			name := ""
			if key := c.Arg(1); key.IsString() {
				name = key.Str()
			}
			list, err := r.listOf(target)
			if err != nil {
				return c.Fail(err)
			}
			i, isIndex := arrayIndex(name)
			switch {
			case name == "length":
				return Bool(false)
			case !isIndex:
				ok, err := r.Delete(target, keyOf(c.Arg(1)))
				if err != nil {
					return c.Fail(err)
				}
				return Bool(ok)
			case int(i) >= len(list):
				return Bool(true)
			case int(i) != len(list)-1:
				return Bool(false)
			}
			return r.observe(c, target, list[:i], change)
		},
		"preventExtensions": func(*Call) Value { return Bool(false) },
	}
	keep = append(keep, target.Value())
	for name, f := range traps {
		if err := r.Set(handler, name, r.NewFunction(name, 0, f, keep...).Value()); err != nil {
			return nil, err
		}
	}
	if err := r.SetPrototype(handler, Object{}); err != nil {
		return nil, err
	}
	return &ObservableArray{r, r.made(r.rt.vm.NewProxy(target.ref(), handler.ref())), target}, nil
}

// observe makes list what target contains, if change agrees.
func (r *Realm) observe(c *Call, target Object, list []Value, change func(c *Call, items []Value) error) Value {
	if err := change(c, list); err != nil {
		return c.Fail(err)
	}
	if c.Failed() { // change threw by the call
		return Undefined
	}
	if err := r.fill(target, list); err != nil {
		return c.Fail(err)
	}
	return Bool(true)
}

// fill makes list what an array of the realm contains.
func (r *Realm) fill(array Object, list []Value) error {
	for i, v := range list {
		if err := r.SetIndex(array, uint32(i), v); err != nil {
			return err
		}
	}
	return r.Set(array, "length", Number(float64(len(list))))
}

// listOf are the items of an array of the realm.
func (r *Realm) listOf(array Object) (list []Value, err error) {
	n, err := r.Get(array, "length")
	if err != nil {
		return nil, err
	}
	for i := range uint32(n.Num()) {
		v, err := r.GetIndex(array, i)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// keyOf is the property key that a string or symbol is.
func keyOf(v Value) Key {
	if v.IsSymbol() {
		return SymbolKey(v)
	}
	return NameKey(v.Str())
}

// arrayIndex is the index that a property name is.
func arrayIndex(name string) (uint32, bool) {
	n, err := strconv.ParseUint(name, 10, 32)
	return uint32(n), err == nil && n < 1<<32-1 && strconv.FormatUint(n, 10) == name
}
