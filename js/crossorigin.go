package js

import "github.com/niso-engine/niso/js/vm"

// Guard is what a class says whose instances script of other origins meets: windows, which it reaches through their global proxies, and their locations.
//
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#cross-origin-objects
type Guard struct {
	// Foreign reports whether script of r may not look into an instance: IsPlatformObjectSameOrigin is false.
	Foreign func(r *Realm, h Host) bool
	// Members are CrossOriginProperties: what such script may use all the same.
	Members []CrossOrigin
	// Denied is the error that anything else throws, made for script of r.
	Denied func(r *Realm, h Host) Value

	// Of a class of global objects: the properties of their proxies whose keys are array indices, which all script sees, and those with names that
	// other origins see too.
	Child    func(h Host, i uint32) (Value, bool)
	Children func(h Host) uint32
	Named    func(h Host, name string) (Value, bool)
}

// CrossOrigin is a member that script of other origins may use: an operation unless it is got or set.
type CrossOrigin struct {
	Name     string
	Get, Set bool
}

// allows reports whether script that may not look into an instance may run a native function on it.
func (g *Guard) allows(n *nativeInfo) bool {
	for _, m := range g.Members {
		if m.Name != n.name {
			continue
		}
		switch n.kind {
		case kindGetter:
			return m.Get
		case kindSetter:
			return m.Set
		case kindOperation:
			return !m.Get && !m.Set
		}
	}
	return false
}

// guardOf is the guard of the object behind o, nil for none.
func (rt *Runtime) guardOf(o vm.Ref) (g *Guard, h Host) {
	ref := rt.vm.GlobalBehind(o)
	if n, _ := rt.vm.HostOf(vm.ObjectValue(ref)); n != 0 {
		return rt.classes[n].Guard, Host{rt, ref}
	}
	return nil, Host{}
}

// foreign reports whether script of the running realm may not look into o.
func (rt *Runtime) foreign(o vm.Ref) bool {
	g, h := rt.guardOf(o)
	r := realmOf(rt.vm.CurrentRealm())
	return g != nil && r != nil && g.Foreign(r, h)
}

// globalProxyHooks are those of the runtime's global proxies.
func (rt *Runtime) globalProxyHooks() *vm.GlobalProxyHooks {
	x := &crossOrigin{rt}
	return &vm.GlobalProxyHooks{
		Foreign: func(_ *vm.Runtime, global vm.Ref) bool { return rt.foreign(global) },
		Exotic:  &vm.HostExotic{GetOwn: x.getOwn, Define: x.define, Has: x.has, Get: x.get, Set: x.set, Delete: x.delete, OwnKeys: x.ownKeys},
		Child: func(_ *vm.Runtime, global vm.Ref, i uint32) (vm.Value, bool) {
			if g, h := rt.guardOf(global); g != nil && g.Child != nil {
				v, ok := g.Child(h, i)
				return val(v), ok
			}
			return vm.Undefined, false
		},
		Children: func(_ *vm.Runtime, global vm.Ref) uint32 {
			if g, h := rt.guardOf(global); g != nil && g.Children != nil {
				return g.Children(h)
			}
			return 0
		},
	}
}

// guarded are the internal methods of the instances of a class with a Guard that are not global objects.
func (rt *Runtime) guarded() *vm.HostExotic {
	x := &crossOrigin{rt}
	return &vm.HostExotic{
		GetOwn: func(h *vm.Runtime, o vm.Ref, k vm.Key) (d vm.Desc, found, ok bool) {
			if rt.foreign(o) {
				return x.getOwn(h, o, k)
			}
			d, found = h.OrdinaryGetOwn(o, k)
			return d, found, true
		},
		Define: func(h *vm.Runtime, o vm.Ref, k vm.Key, d *vm.Desc) (done, ok bool) {
			if rt.foreign(o) {
				return x.define(h, o, k, d)
			}
			return h.OrdinaryDefine(o, k, d), true
		},
		Delete: func(h *vm.Runtime, o vm.Ref, k vm.Key) (done, ok bool) {
			if rt.foreign(o) {
				return x.delete(h, o, k)
			}
			return h.OrdinaryDelete(o, k), true
		},
		Has: func(h *vm.Runtime, o vm.Ref, k vm.Key) (has, ok bool) {
			if rt.foreign(o) {
				return x.has(h, o, k)
			}
			return hasOrdinary(h, o, k)
		},
		Get: func(h *vm.Runtime, o vm.Ref, k vm.Key, receiver vm.Value) (vm.Value, bool) {
			if rt.foreign(o) {
				return x.get(h, o, k, receiver)
			}
			return getOrdinary(h, o, k, receiver)
		},
		Set: func(h *vm.Runtime, o vm.Ref, k vm.Key, v, receiver vm.Value) (done, ok bool) {
			if rt.foreign(o) {
				return x.set(h, o, k, v, receiver)
			}
			d, found := h.OrdinaryGetOwn(o, k)
			return h.OrdinarySetWithOwn(o, k, v, receiver, d, found)
		},
		OwnKeys: func(h *vm.Runtime, o vm.Ref) ([]vm.Key, bool) {
			if rt.foreign(o) {
				return x.ownKeys(h, o)
			}
			return h.OrdinaryKeys(o, nil), true
		},
		PreventExt: func(*vm.Runtime, vm.Ref) (done, ok bool) { return false, true },
		SetProto: func(h *vm.Runtime, o, proto vm.Ref) (done, ok bool) {
			p, ok := h.Prototype(o)
			return p.ObjectRef() == proto, ok
		},
	}
}

// crossOrigin are the internal methods of objects for script of other origins.
type crossOrigin struct{ rt *Runtime }

// deny throws a SecurityError.
func (x *crossOrigin) deny(o vm.Ref) bool {
	g, h := x.rt.guardOf(o)
	v := g.Denied(realmOf(x.rt.vm.CurrentRealm()), h)
	x.rt.vm.Throw(val(v))
	return false
}

// fallbackKeys are the keys that every such object has, with undefined.
//
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginpropertyfallback-(-p-)
func (x *crossOrigin) fallbackKeys() []vm.Key {
	return []vm.Key{x.rt.vm.InternASCII("then"), vm.SymToStringTag, vm.SymHasInstance, vm.SymIsConcatSpreadable}
}

// https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossorigingetownpropertyhelper-(-o,-p-)
func (x *crossOrigin) getOwn(h *vm.Runtime, o vm.Ref, k vm.Key) (d vm.Desc, found, ok bool) {
	g, host := x.rt.guardOf(o)
	if k.IsString() {
		name := h.KeyStr(k).String()
		for i := range g.Members {
			if m := &g.Members[i]; m.Name == name {
				return realmOf(h.CurrentRealm()).crossMember(host.Class(), m), true, true
			}
		}
		if g.Named != nil {
			if v, ok := g.Named(host, name); ok {
				return dataDesc(val(v), false, false), true, true
			}
		}
	}
	for _, f := range x.fallbackKeys() {
		if f == k {
			return dataDesc(vm.Undefined, false, false), true, true
		}
	}
	return vm.Desc{}, false, x.deny(o)
}

// crossMember is a member as script of the realm sees it on objects of other origins: functions of its own, the same each time.
func (r *Realm) crossMember(c *Class, m *CrossOrigin) vm.Desc {
	if d, ok := r.cross[m]; ok {
		return d
	}
	var w *memberRow
	rows := c.rows()
	for i := range rows {
		if rows[i].m.Name == m.Name && rows[i].m.Symbol == NoSymbol {
			w = &rows[i]
		}
	}
	d := vm.Desc{Get: vm.Undefined, Set: vm.Undefined, Flags: vm.DescConfigurable}
	if m.Get {
		d.Get = vm.ObjectValue(r.function(c.getter(w), "get "+m.Name))
	}
	if m.Set {
		d.Set = vm.ObjectValue(r.function(c.setter(w), "set "+m.Name))
	}
	if m.Get || m.Set {
		d.Flags |= vm.HasGet | vm.HasSet | vm.HasEnumerable | vm.HasConfigurable
	} else {
		d = dataDesc(vm.ObjectValue(r.function(info(&w.call, func() *nativeInfo { return c.info(w.m, w.m.Call, kindOperation) }), m.Name)), false, false)
	}
	if r.cross == nil {
		r.cross = map[*CrossOrigin]vm.Desc{}
	}
	r.cross[m] = d
	return d
}

// markCross marks the functions of crossMember.
func (r *Realm) markCross() {
	h := r.rt.vm
	for _, d := range r.cross {
		h.Mark(d.Value)
		h.Mark(d.Get)
		h.Mark(d.Set)
	}
}

func (x *crossOrigin) define(_ *vm.Runtime, o vm.Ref, _ vm.Key, _ *vm.Desc) (done, ok bool) {
	return false, x.deny(o)
}

func (x *crossOrigin) delete(_ *vm.Runtime, o vm.Ref, _ vm.Key) (done, ok bool) {
	return false, x.deny(o)
}

func (x *crossOrigin) has(h *vm.Runtime, o vm.Ref, k vm.Key) (has, ok bool) {
	_, has, ok = x.getOwn(h, o, k)
	return has, ok
}

// https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginget-(-o,-p,-receiver-)
func (x *crossOrigin) get(h *vm.Runtime, o vm.Ref, k vm.Key, receiver vm.Value) (vm.Value, bool) {
	d, _, ok := x.getOwn(h, o, k)
	switch {
	case !ok:
		return vm.Undefined, false
	case !d.IsAccessor():
		return d.Value, true
	case d.Get.IsUndefined():
		return vm.Undefined, x.deny(o)
	}
	return h.Call(d.Get, receiver)
}

// https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginset-(-o,-p,-v,-receiver-)
func (x *crossOrigin) set(h *vm.Runtime, o vm.Ref, k vm.Key, v, receiver vm.Value) (done, ok bool) {
	d, _, ok := x.getOwn(h, o, k)
	if !ok {
		return false, false
	}
	if d.IsAccessor() && !d.Set.IsUndefined() {
		_, ok = h.Call(d.Set, receiver, v)
		return ok, ok
	}
	return false, x.deny(o)
}

// https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginownpropertykeys-(-o-)
func (x *crossOrigin) ownKeys(h *vm.Runtime, o vm.Ref) ([]vm.Key, bool) {
	g, _ := x.rt.guardOf(o)
	var keys []vm.Key
	for i := range g.Members {
		keys = append(keys, h.Intern(g.Members[i].Name))
	}
	return append(keys, x.fallbackKeys()...), true
}
