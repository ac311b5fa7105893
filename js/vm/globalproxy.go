package vm

// A global proxy is what script gets for a global object where a host wants another one behind the same reference later: HTML's WindowProxy. Its internal
// methods are those of its global object, for script that may look into that.
//
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-windowproxy-exotic-object

// GlobalProxyHooks are what a host says of global proxies.
type GlobalProxyHooks struct {
	// Foreign reports whether script of the running realm may not look into a global object.
	Foreign func(rt *Runtime, global Ref) bool
	// Exotic are the internal methods of the proxies of such global objects, GetProto and PreventExt apart. All must be there.
	Exotic *HostExotic
	// Child is the value of a property whose key is an array index, for all script; Children is how many there are.
	Child    func(rt *Runtime, global Ref, i uint32) (Value, bool)
	Children func(rt *Runtime, global Ref) uint32
}

// SetGlobalProxyHooks sets them, before the first global proxy is made.
func (rt *Runtime) SetGlobalProxyHooks(h *GlobalProxyHooks) { rt.globalProxies = h }

// UseGlobalProxy makes a global proxy the realm's globalThis. The proxy is one that another realm had, and stands for this realm's global object from now on, or,
// for 0, a new one.
func (r *Realm) UseGlobalProxy(proxy Ref) Ref {
	rt := r.rt
	if proxy == 0 {
		proxy = rt.allocObject(KindGlobalProxy, rt.rootShape(KindGlobalProxy, 0, 0))
		rt.setFlag(proxy, flagExotic)
	} else {
		for _, o := range rt.realms {
			if o != nil && o.self == objectValue(proxy) {
				o.self = Undefined
			}
		}
	}
	rt.SetWord(proxy, 0, objectValue(r.global))
	r.globalThis = objectValue(proxy)
	r.self = r.globalThis
	return proxy
}

// GlobalThis is the value of globalThis.
func (r *Realm) GlobalThis() Value { return r.globalThis }

// GlobalBehind is the global object that a global proxy stands for now, and any other object itself.
func (rt *Runtime) GlobalBehind(o Ref) Ref {
	if rt.kind(o) == KindGlobalProxy {
		return rt.Word(o, 0).ObjectRef()
	}
	return o
}

func init() {
	foreign := func(rt *Runtime, o Ref) (global Ref, foreign bool) {
		global = rt.GlobalBehind(o)
		return global, rt.realm.global != global && rt.globalProxies.Foreign(rt, global)
	}
	exotics[KindGlobalProxy] = &exotic{
		getProto: func(rt *Runtime, o Ref) (Value, bool) {
			g, no := foreign(rt, o)
			if no {
				return Null, true
			}
			return rt.Prototype(g)
		},
		setProto: func(rt *Runtime, o, p Ref) (bool, bool) {
			g, no := foreign(rt, o)
			if no {
				return p == 0, true
			}
			now, ok := rt.Prototype(g)
			return now.ObjectRef() == p, ok
		},
		isExt:      func(*Runtime, Ref) (bool, bool) { return true, true },
		preventExt: func(*Runtime, Ref) (bool, bool) { return false, true },
		getOwn: func(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
			g, no := foreign(rt, o)
			if k.IsIndex() {
				if v, ok := rt.globalProxies.Child(rt, g, k.Index()); ok {
					d := DataDesc(v)
					d.Flags &^= DescWritable
					return d, true, true
				}
				if !no {
					return Desc{}, false, true
				}
			}
			if no {
				return rt.globalProxies.Exotic.GetOwn(rt, o, k)
			}
			return rt.GetOwn(g, k)
		},
		define: func(rt *Runtime, o Ref, k Key, d *Desc) (bool, bool) {
			g, no := foreign(rt, o)
			switch {
			case no:
				return rt.globalProxies.Exotic.Define(rt, o, k, d)
			case k.IsIndex():
				return false, true
			}
			return rt.Define(g, k, *d)
		},
		has: func(rt *Runtime, o Ref, k Key) (bool, bool) {
			g, no := foreign(rt, o)
			if k.IsIndex() {
				if _, ok := rt.globalProxies.Child(rt, g, k.Index()); ok {
					return true, true
				}
			}
			if no {
				return rt.globalProxies.Exotic.Has(rt, o, k)
			}
			return rt.HasProperty(g, k)
		},
		get: func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool) {
			g, no := foreign(rt, o)
			if k.IsIndex() {
				if v, ok := rt.globalProxies.Child(rt, g, k.Index()); ok {
					return v, true
				}
			}
			if no {
				return rt.globalProxies.Exotic.Get(rt, o, k, receiver)
			}
			return rt.GetReceiver(g, k, receiver)
		},
		set: func(rt *Runtime, o Ref, k Key, v, receiver Value) (bool, bool) {
			g, no := foreign(rt, o)
			switch {
			case no:
				return rt.globalProxies.Exotic.Set(rt, o, k, v, receiver)
			case k.IsIndex():
				return false, true
			}
			return rt.SetReceiver(g, k, v, receiver)
		},
		del: func(rt *Runtime, o Ref, k Key) (bool, bool) {
			g, no := foreign(rt, o)
			switch {
			case no:
				return rt.globalProxies.Exotic.Delete(rt, o, k)
			case k.IsIndex():
				_, is := rt.globalProxies.Child(rt, g, k.Index())
				return !is, true
			}
			return rt.Delete(g, k)
		},
		ownKeys: func(rt *Runtime, o Ref) ([]Key, bool) {
			g, no := foreign(rt, o)
			var keys []Key
			for i := range rt.globalProxies.Children(rt, g) {
				keys = append(keys, rt.IndexKey(uint64(i)))
			}
			var more []Key
			ok := true
			if no {
				more, ok = rt.globalProxies.Exotic.OwnKeys(rt, o)
			} else {
				more, ok = rt.OwnKeys(g)
			}
			return append(keys, more...), ok
		},
	}
}
