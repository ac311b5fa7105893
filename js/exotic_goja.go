//go:build niso_goja || !niso_vm

package js

import (
	"unsafe"

	"github.com/dop251/goja"
)

type ptr = unsafe.Pointer

// Exotic platform objects (indexed and named properties, callable instances) are goja proxies with
// native traps around an ordinary platform object. The proxy is the object that script sees;
// both have the same host slot.
//
// https://webidl.spec.whatwg.org/#js-legacy-platform-objects

func (r *Realm) exoticObject(rc *realmClass, target *goja.Object) *goja.Object {
	if rc.exotic == nil {
		rc.exotic = r.traps(rc.class)
	}
	p := r.vm.ToValue(r.vm.NewProxy(target, rc.exotic)).(*goja.Object)
	setHost(p, hostOf(target).p)
	return p
}

// hidden is the named property visibility algorithm, without reading the property.
func (n *Named) hidden(target *goja.Object, key goja.Value) bool {
	if n.OverrideBuiltins {
		return false
	}
	return gHas(target, key)
}

func (r *Realm) traps(c *Class) *goja.ProxyTrapConfig {
	ix, nm, call := c.hooks()
	info := &nativeInfo{class: c, name: c.Name, kind: kindHook}
	t := &goja.ProxyTrapConfig{}
	hook := func(target *goja.Object, f func(c *Call)) { r.hook(hostOf(target), target, info, f) }
	t.PreventExtensions = func(*goja.Object) bool { return false }

	// Named properties, called for every name that is no index if there are indexed ones.
	getNamed := func(target *goja.Object, name string) (v Value, ok bool) {
		if nm == nil {
			return
		}
		if nm.hidden(target, stringValue(name).v) {
			return
		}
		hook(target, func(c *Call) { v, ok = nm.Get(c, name) })
		return
	}
	descNamed := func(target *goja.Object, name string) goja.PropertyDescriptor {
		key := stringValue(name).v
		if nm != nil && (nm.OverrideBuiltins || gGetOwn(target, key) == nil) {
			if v, ok := getNamed(target, name); ok {
				return goja.PropertyDescriptor{Value: v.raw(), Writable: goja.ToFlag(nm.Set != nil),
					Enumerable: goja.ToFlag(!nm.Unenumerable), Configurable: goja.FLAG_TRUE}
			}
		}
		return r.ownDescriptor(target, key)
	}
	if nm != nil {
		t.Get = func(target *goja.Object, name string, receiver goja.Value) goja.Value {
			if v, ok := getNamed(target, name); ok {
				return v.raw()
			}
			if v := gGet(target, stringValue(name).v, receiver); v != nil {
				return v
			}
			return goja.Undefined()
		}
		t.Has = func(target *goja.Object, name string) (ok bool) {
			if gHas(target, stringValue(name).v) {
				return true
			}
			hook(target, func(c *Call) { ok = nm.has(c, name) })
			return
		}
		t.Set = func(target *goja.Object, name string, v, receiver goja.Value) bool {
			key := stringValue(name).v
			if nm.Set != nil && sameHost(target, receiver) {
				// The setter gets every name. What a name reads is another matter: properties of the chain win there.
				hook(target, func(c *Call) { nm.Set(c, name, Value{v: v}) })
				return true
			}
			if nm.Set == nil && sameHost(target, receiver) {
				if _, ok := getNamed(target, name); ok {
					return false
				}
			}
			return r.setOrdinary(target, key, v, receiver)
		}
		t.DefineProperty = func(target *goja.Object, name string, d goja.PropertyDescriptor) bool {
			key := stringValue(name).v
			if nm.OverrideBuiltins || gGetOwn(target, key) == nil {
				_, exists := getNamed(target, name)
				if nm.Set == nil && exists {
					return false
				}
				if nm.Set != nil && (exists || !gHas(target, key)) {
					if d.Getter != nil || d.Setter != nil {
						return false
					}
					hook(target, func(c *Call) { nm.Set(c, name, Value{v: d.Value}) })
					return true
				}
			}
			return gDefineOwn(target, key, d, false)
		}
		t.DeleteProperty = func(target *goja.Object, name string) (ok bool) {
			key := stringValue(name).v
			if _, exists := getNamed(target, name); exists {
				if nm.Delete == nil {
					return false
				}
				hook(target, func(c *Call) { ok = nm.Delete(c, name) })
				return ok
			}
			return gDelete(target, key, false)
		}
		t.GetOwnPropertyDescriptor = descNamed
	}
	if ix != nil {
		index := func(target *goja.Object, i int) bool {
			return i >= 0 && uint64(i) < uint64(ix.Len(hostOf(target)))
		}
		t.GetIdx = func(target *goja.Object, i int, receiver goja.Value) goja.Value {
			if index(target, i) {
				var v Value
				hook(target, func(c *Call) { v = ix.Get(c, uint32(i)) })
				return v.raw()
			}
			name := noRuntime.ToValue(i)
			if t.Get != nil {
				return t.Get(target, name.String(), receiver)
			}
			if v := gGet(target, name, receiver); v != nil {
				return v
			}
			return goja.Undefined()
		}
		t.HasIdx = func(target *goja.Object, i int) bool {
			if index(target, i) {
				return true
			}
			if t.Has != nil {
				return t.Has(target, noRuntime.ToValue(i).String())
			}
			return gHas(target, noRuntime.ToValue(i))
		}
		t.SetIdx = func(target *goja.Object, i int, v, receiver goja.Value) bool {
			if !sameHost(target, receiver) {
				return r.setOrdinary(target, noRuntime.ToValue(i), v, receiver)
			}
			if i < 0 || ix.Set == nil {
				if nm != nil && (i < 0 || nm.Set != nil) {
					return t.Set(target, noRuntime.ToValue(i).String(), v, receiver)
				}
				return i < 0 && r.setOrdinary(target, noRuntime.ToValue(i), v, receiver) // indices are not set without a setter
			}
			hook(target, func(c *Call) { ix.Set(c, uint32(i), Value{v: v}) })
			return true
		}
		t.DefinePropertyIdx = func(target *goja.Object, i int, d goja.PropertyDescriptor) bool {
			if i < 0 {
				return gDefineOwn(target, noRuntime.ToValue(i), d, false)
			}
			if ix.Set == nil || d.Getter != nil || d.Setter != nil {
				return false
			}
			hook(target, func(c *Call) { ix.Set(c, uint32(i), Value{v: d.Value}) })
			return true
		}
		t.DeletePropertyIdx = func(target *goja.Object, i int) (ok bool) {
			if index(target, i) {
				if ix.Delete == nil {
					return false
				}
				hook(target, func(c *Call) { ok = ix.Delete(c, uint32(i)) })
				return ok
			}
			if t.DeleteProperty != nil {
				return t.DeleteProperty(target, noRuntime.ToValue(i).String())
			}
			return gDelete(target, noRuntime.ToValue(i), false)
		}
		t.GetOwnPropertyDescriptorIdx = func(target *goja.Object, i int) goja.PropertyDescriptor {
			if index(target, i) {
				var v Value
				hook(target, func(c *Call) { v = ix.Get(c, uint32(i)) })
				return goja.PropertyDescriptor{Value: v.raw(), Writable: goja.ToFlag(ix.Set != nil),
					Enumerable: goja.FLAG_TRUE, Configurable: goja.FLAG_TRUE}
			}
			return descNamed(target, noRuntime.ToValue(i).String())
		}
	}
	if ix != nil || nm != nil {
		t.OwnKeys = func(target *goja.Object) *goja.Object {
			h := hostOf(target)
			var keys []any
			seen := map[string]bool{}
			if ix != nil {
				for i, n := uint32(0), ix.Len(h); i < n; i++ {
					keys = append(keys, indexName(i))
				}
			}
			if nm != nil {
				for _, k := range nm.Keys(h) {
					v := stringValue(k).v
					if !seen[k] && !nm.hidden(target, v) {
						keys = append(keys, v)
						seen[k] = true
					}
				}
			}
			own, err := r.OwnKeys(Object{target})
			must(err)
			for _, k := range own {
				if k.sym != nil || !seen[k.name] {
					keys = append(keys, k.value().v)
				}
			}
			return r.vm.NewArray(keys...)
		}
	}
	if call != nil {
		ci := &nativeInfo{f: call, class: c, name: c.Name, kind: kindOperation, flags: AnyThis}
		t.Apply = func(target *goja.Object, this goja.Value, args []goja.Value) goja.Value {
			return r.invoke(ci, target, args)
		}
	}
	return t
}

func sameHost(target *goja.Object, receiver goja.Value) bool {
	o, ok := receiver.(*goja.Object)
	return ok && hostOf(o) == hostOf(target)
}

// setOrdinary is OrdinarySet on the target. A data property of the receiver (the proxy) would come back
// through its traps; it is put on the target.
func (r *Realm) setOrdinary(target *goja.Object, key, v, receiver goja.Value) bool {
	if !sameHost(target, receiver) {
		return gSet(target, key, v, receiver, false)
	}
	if own := gGetOwn(target, key); own == nil {
		// An accessor on the chain wants the proxy as this; a plain property is made on the target.
		if p := r.findSetter(target, key); p != nil {
			if p.setterFunc == nil {
				return false
			}
			f, _ := goja.AssertFunction(p.setterFunc)
			f2(f, receiver, []goja.Value{v})
			return true
		}
	}
	return gSet(target, key, v, target, false)
}

// findSetter is the accessor that key names on the prototype chain, nil for none.
func (r *Realm) findSetter(o *goja.Object, key goja.Value) *gProp {
	for o = o.Prototype(); o != nil; o = o.Prototype() {
		if v := gGetOwn(o, key); v != nil {
			if w := (*iface)(ptr(&v)); w.tab == tabProp {
				if p := (*gProp)(w.data); p.accessor {
					return p
				}
			}
			return nil
		}
	}
	return nil
}

// ownDescriptor is target's own property, the empty descriptor for none.
func (r *Realm) ownDescriptor(target *goja.Object, key goja.Value) (d goja.PropertyDescriptor) {
	v := gGetOwn(target, key)
	if v == nil {
		return
	}
	w := (*iface)(ptr(&v))
	if w.tab != tabProp {
		return goja.PropertyDescriptor{Value: v, Writable: goja.FLAG_TRUE, Enumerable: goja.FLAG_TRUE, Configurable: goja.FLAG_TRUE}
	}
	p := (*gProp)(w.data)
	d.Enumerable, d.Configurable = goja.ToFlag(p.enumerable), goja.ToFlag(p.configurable)
	if p.accessor {
		d.Getter, d.Setter = goja.Undefined(), goja.Undefined()
		if p.getterFunc != nil {
			d.Getter = p.getterFunc
		}
		if p.setterFunc != nil {
			d.Setter = p.setterFunc
		}
		return d
	}
	d.Value, d.Writable = p.value, goja.ToFlag(p.writable)
	return d
}

// namedPropertiesObject is the object with the window's named access, between Window.prototype and its
// parent.
//
// https://webidl.spec.whatwg.org/#named-properties-object
func (r *Realm) namedPropertiesObject(c *Class, parent *goja.Object) *goja.Object {
	nm := c.Named
	target := r.vm.CreateObject(parent)
	must(target.DefineDataPropertySymbol(goja.SymToStringTag, stringValue(c.Name+"Properties").v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	info := &nativeInfo{class: c, name: c.Name, kind: kindHook}
	get := func(target *goja.Object, name string) (v Value, ok bool) {
		if gHas(target, stringValue(name).v) {
			return
		}
		r.hook(hostOf(r.global), r.global, info, func(c *Call) { v, ok = nm.Get(c, name) })
		return
	}
	return r.vm.ToValue(r.vm.NewProxy(target, &goja.ProxyTrapConfig{
		Get: func(target *goja.Object, name string, receiver goja.Value) goja.Value {
			if v, ok := get(target, name); ok {
				return v.raw()
			}
			if v := gGet(target, stringValue(name).v, receiver); v != nil {
				return v
			}
			return nil // not found: a ReferenceError for a name in a script
		},
		Has: func(target *goja.Object, name string) bool {
			_, ok := get(target, name)
			return ok || gHas(target, stringValue(name).v)
		},
		GetOwnPropertyDescriptor: func(target *goja.Object, name string) goja.PropertyDescriptor {
			if v, ok := get(target, name); ok {
				return goja.PropertyDescriptor{Value: v.raw(), Writable: goja.FLAG_TRUE, Enumerable: goja.FLAG_FALSE, Configurable: goja.FLAG_TRUE}
			}
			return r.ownDescriptor(target, stringValue(name).v)
		},
		DefineProperty:    func(*goja.Object, string, goja.PropertyDescriptor) bool { return false },
		DeleteProperty:    func(*goja.Object, string) bool { return false },
		PreventExtensions: func(*goja.Object) bool { return false },
	})).(*goja.Object)
}

// Pair iterators: default iterator objects of iterable<K, V>.
//
// https://webidl.spec.whatwg.org/#js-iterator-objects

type pairIterator struct {
	host   Host
	kind   int // 0 key, 1 value, 2 entry
	i      int
	done   bool
	parent *Class
}

var pairIteratorClass = &Class{Name: "Iterator"}

func init() { pairIteratorClass.ancestors = []*Class{pairIteratorClass} }

func (c *Class) putPairs(t *gTemplate) {
	op := func(name string, kind int) *Member {
		return &Member{Name: name, Call: func(call *Call) Value {
			r := call.realm
			it := newHostCell(r.vm, r.pairIterProto(c), pairIteratorClass, 0, &pairIterator{host: call.host, kind: kind, parent: c})
			// The iterator keeps the object it walks, as its list belongs to it.
			hostOf(it).State().(*pairIterator).host = call.host
			return Value{v: it}
		}}
	}
	entries, keys, values := op("entries", 2), op("keys", 0), op("values", 1)
	t.member(c, entries)
	t.member(c, &Member{Name: "forEach", Length: 1, Call: func(call *Call) Value {
		f := call.Function(0)
		if call.Failed() {
			return Undefined
		}
		for i := 0; ; i++ {
			k, v, ok := c.Pairs.At(call, i)
			if !ok || call.Failed() {
				return Undefined
			}
			if _, err := call.realm.Call(f.Value(), call.Arg(1), v, k, call.this); err != nil {
				return call.Fail(err)
			}
		}
	}})
	t.member(c, keys)
	t.member(c, values)
	t.putSym(goja.SymIterator, func(vm *goja.Runtime) goja.Value {
		return dataProp(realmOf(vm).operation(c, entries), Writable|Configurable)
	})
}

func (r *Realm) pairIterProto(c *Class) *goja.Object {
	rc := r.classOf(c)
	if rc.pairIter == nil {
		arrayIter := r.vm.NewArray().GetSymbol(goja.SymIterator)
		f, _ := goja.AssertFunction(arrayIter)
		it := f2(f, r.vm.NewArray(), nil).(*goja.Object)
		o := r.vm.CreateObject(it.Prototype().Prototype()) // %IteratorPrototype%
		must(o.Set("next", r.newFunction("next", 0, func(call *Call) Value {
			h := HostSlot(call.this)
			var it *pairIterator
			if !h.IsNone() {
				it, _ = h.State().(*pairIterator)
			}
			if it == nil || it.parent != c {
				return call.TypeError("Illegal invocation")
			}
			res := call.realm.NewObject()
			var out Value
			if !it.done {
				call.host = it.host
				k, v, ok := c.Pairs.At(call, it.i)
				if call.Failed() {
					return Undefined
				}
				it.i++
				switch {
				case !ok:
					it.done = true
					it.host = Host{}
				case it.kind == 0:
					out = k
				case it.kind == 1:
					out = v
				default:
					out = call.realm.NewArray(k, v).Value()
				}
			}
			must(res.o.Set("value", out.raw()))
			must(res.o.Set("done", it.done))
			return res.Value()
		}).o))
		must(o.DefineDataPropertySymbol(goja.SymToStringTag, stringValue(c.Name+" Iterator").v, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
		rc.pairIter = o
	}
	return rc.pairIter
}
