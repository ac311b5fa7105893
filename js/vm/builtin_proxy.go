package vm

// A proxy: word 0 target, word 1 handler (null when revoked). https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots

// maxProxyDepth bounds chains of proxies and of prototypes that are proxies.
const maxProxyDepth = 1000

// proxyTrap finds a trap: the target, the handler, and the trap (undefined for none).
func (rt *Runtime) proxyTrap(o Ref, name Key) (target Ref, handler, trap Value, ok bool) {
	handler = rt.Word(o, 1)
	if handler.IsNull() {
		return 0, Undefined, Undefined, rt.TypeError("Cannot perform '%s' on a proxy that has been revoked", rt.KeyString(name))
	}
	target = rt.Word(o, 0).Ref()
	if rt.proxyDepth >= maxProxyDepth {
		rt.stackOverflow()
		return 0, Undefined, Undefined, false
	}
	rt.KeepRef(target)
	rt.Keep(handler)
	trap, ok = rt.GetMethod(handler, name)
	if ok && !trap.IsUndefined() {
		rt.Keep(trap)
	}
	return target, handler, trap, ok
}

// deep counts the nesting of proxy operations on the goroutine's stack.
func (rt *Runtime) deep() func() {
	rt.proxyDepth++
	kept := len(rt.kept)
	return func() {
		rt.proxyDepth--
		if rt.nativeDepth == 0 && rt.proxyDepth == 0 {
			rt.kept = rt.kept[:kept]
		}
	}
}

func (rt *Runtime) newProxy(target, handler Value) (Ref, bool) {
	if !target.IsObject() || !handler.IsObject() {
		return 0, rt.TypeError("Cannot create proxy with a non-object as target or handler")
	}
	o := rt.NewKind(KindProxy, 0)
	rt.setFlag(o, flagExotic|rt.flags(target.Ref())&(flagCallable|flagConstructor))
	rt.SetWord(o, 0, target)
	rt.SetWord(o, 1, handler)
	return o, true
}

// NewProxy is ProxyCreate(target, handler).
func (rt *Runtime) NewProxy(target, handler Ref) Ref {
	o, _ := rt.newProxy(objectValue(target), objectValue(handler))
	return o
}

func init() {
	define(ProxyCtor, objectDef{fn: func(c *Call) Value {
		if !c.IsConstruct() {
			return c.TypeError("Constructor Proxy requires 'new'")
		}
		o, ok := c.Rt.newProxy(c.Arg(0), c.Arg(1))
		if !ok {
			return Undefined
		}
		return objectValue(o)
	}, name: "Proxy", len: 2, ctor: true, props: []prop{
		method("revocable", 2, func(c *Call) Value {
			p, ok := c.Rt.newProxy(c.Arg(0), c.Arg(1))
			if !ok {
				return Undefined
			}
			o := c.Realm.NewObject()
			c.Rt.addProp(o, KeyProxy, attrData, objectValue(p))
			c.Rt.addProp(o, KeyRevoke, attrData, objectValue(c.Realm.NewBuiltin(&proxyRevoke, objectValue(p))))
			return objectValue(o)
		}),
	}})
	proxyRevoke.is("", 0, func(c *Call) Value {
		if p := c.Data(0); p.IsObject() {
			c.Rt.SetData(c.Callee, 0, Null)
			c.Rt.SetWord(p.Ref(), 0, Null)
			c.Rt.SetWord(p.Ref(), 1, Null)
		}
		return Undefined
	})
	exotics[KindProxy] = &exotic{
		getProto: proxyGetProto, setProto: proxySetProto, isExt: proxyIsExt, preventExt: proxyPreventExt, getOwn: proxyGetOwn,
		define: proxyDefine, has: proxyHas, get: proxyGet, set: proxySet, del: proxyDelete, ownKeys: proxyOwnKeys,
	}
}

var proxyRevoke Helper

func proxyGetProto(rt *Runtime, o Ref) (Value, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyGetPrototypeOf)
	if !ok {
		return Undefined, false
	}
	if trap.IsUndefined() {
		return rt.Prototype(target)
	}
	p, ok := rt.Call(trap, handler, objectValue(target))
	if !ok {
		return Undefined, false
	}
	if !p.IsObject() && !p.IsNull() {
		return Undefined, rt.TypeError("'getPrototypeOf' on proxy: trap returned neither object nor null")
	}
	rt.Keep(p)
	ext, ok := rt.IsExtensible(target)
	if !ok || ext {
		return p, ok
	}
	tp, ok := rt.Prototype(target)
	if ok && tp != p {
		return Undefined, rt.TypeError("'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype")
	}
	return p, ok
}

func proxySetProto(rt *Runtime, o, proto Ref) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeySetPrototypeOf)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.SetPrototype(target, proto)
	}
	r, ok := rt.Call(trap, handler, objectValue(target), ObjectValue(proto))
	if !ok || !rt.ToBoolean(r) {
		return false, ok
	}
	ext, ok := rt.IsExtensible(target)
	if !ok || ext {
		return true, ok
	}
	tp, ok := rt.Prototype(target)
	if ok && tp != ObjectValue(proto) {
		return false, rt.TypeError("'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target")
	}
	return true, ok
}

func proxyIsExt(rt *Runtime, o Ref) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyIsExtensible)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.IsExtensible(target)
	}
	r, ok := rt.Call(trap, handler, objectValue(target))
	if !ok {
		return false, false
	}
	ext, ok := rt.IsExtensible(target)
	if ok && ext != rt.ToBoolean(r) {
		return false, rt.TypeError("'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is '%t')", ext)
	}
	return ext, ok
}

func proxyPreventExt(rt *Runtime, o Ref) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyPreventExtensions)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.PreventExtensions(target)
	}
	r, ok := rt.Call(trap, handler, objectValue(target))
	if !ok || !rt.ToBoolean(r) {
		return false, ok
	}
	ext, ok := rt.IsExtensible(target)
	if ok && ext {
		return false, rt.TypeError("'preventExtensions' on proxy: the proxy target is extensible")
	}
	return true, ok
}

func (d *Desc) complete() {
	if !d.IsAccessor() {
		d.Flags |= HasValue | HasWritable
	} else {
		d.Flags |= HasGet | HasSet
	}
	d.Flags |= HasEnumerable | HasConfigurable
}

func proxyGetOwn(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyGetOwnPropertyDescriptor)
	if !ok {
		return Desc{}, false, false
	}
	if trap.IsUndefined() {
		return rt.GetOwn(target, k)
	}
	name := rt.KeyString(k)
	r, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k))
	if !ok {
		return Desc{}, false, false
	}
	if !r.IsObject() && !r.IsUndefined() {
		return Desc{}, false, rt.TypeError("'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property '%s'", name)
	}
	rt.Keep(r)
	td, found, ok := rt.GetOwn(target, k)
	if !ok {
		return Desc{}, false, false
	}
	if r.IsUndefined() {
		if !found {
			return Desc{}, false, true
		}
		if td.Flags&DescConfigurable == 0 {
			return Desc{}, false, rt.TypeError("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '%s' which is non-configurable in the proxy target", name)
		}
		ext, ok := rt.IsExtensible(target)
		if ok && !ext {
			return Desc{}, false, rt.TypeError("'getOwnPropertyDescriptor' on proxy: trap returned undefined for property '%s' which exists in the non-extensible proxy target", name)
		}
		return Desc{}, false, ok
	}
	ext, ok := rt.IsExtensible(target)
	if !ok {
		return Desc{}, false, false
	}
	d, ok := rt.ToDesc(r)
	if !ok {
		return Desc{}, false, false
	}
	d.complete()
	if !rt.isCompatible(ext, &d, &td, found) {
		return Desc{}, false, rt.TypeError("'getOwnPropertyDescriptor' on proxy: trap returned descriptor for property '%s' that is incompatible with the existing property in the proxy target", name)
	}
	if d.Flags&DescConfigurable == 0 {
		if !found || td.Flags&DescConfigurable != 0 || d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 && td.Flags&DescWritable != 0 {
			return Desc{}, false, rt.TypeError("'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property '%s' which is either non-existent or configurable in the proxy target", name)
		}
	}
	return d, true, true
}

// isCompatible is IsCompatiblePropertyDescriptor.
func (rt *Runtime) isCompatible(ext bool, d, cur *Desc, found bool) bool {
	if !found {
		return ext
	}
	return rt.compatible(d, cur)
}

func proxyDefine(rt *Runtime, o Ref, k Key, d *Desc) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyDefineProperty)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.Define(target, k, *d)
	}
	name := rt.KeyString(k)
	r, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k), rt.FromDesc(d))
	if !ok || !rt.ToBoolean(r) {
		return false, ok
	}
	td, found, ok := rt.GetOwn(target, k)
	if !ok {
		return false, false
	}
	ext, ok := rt.IsExtensible(target)
	if !ok {
		return false, false
	}
	fixed := d.Flags&HasConfigurable != 0 && d.Flags&DescConfigurable == 0
	if !found {
		if !ext {
			return false, rt.TypeError("'defineProperty' on proxy: trap returned truish for adding property '%s'  to the non-extensible proxy target", name)
		}
		if fixed {
			return false, rt.TypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '%s' which is either non-existent or configurable in the proxy target", name)
		}
		return true, true
	}
	if !rt.compatible(d, &td) {
		return false, rt.TypeError("'defineProperty' on proxy: trap returned truish for adding property '%s'  that is incompatible with the existing property in the proxy target", name)
	}
	if fixed && td.Flags&DescConfigurable != 0 {
		return false, rt.TypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '%s' which is either non-existent or configurable in the proxy target", name)
	}
	if td.IsData() && td.Flags&(DescConfigurable|DescWritable) == DescWritable && d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 {
		return false, rt.TypeError("'defineProperty' on proxy: trap returned truish for defining non-configurable property '%s' which cannot be non-writable", name)
	}
	return true, true
}

func proxyHas(rt *Runtime, o Ref, k Key) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyHas)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.HasProperty(target, k)
	}
	name := rt.KeyString(k)
	r, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k))
	if !ok {
		return false, false
	}
	if rt.ToBoolean(r) {
		return true, true
	}
	td, found, ok := rt.GetOwn(target, k)
	if !ok || !found {
		return false, ok
	}
	if td.Flags&DescConfigurable == 0 {
		return false, rt.TypeError("'has' on proxy: trap returned falsish for property '%s' which exists in the proxy target as non-configurable", name)
	}
	ext, ok := rt.IsExtensible(target)
	if ok && !ext {
		return false, rt.TypeError("'has' on proxy: trap returned falsish for property '%s' but the proxy target is not extensible", name)
	}
	return false, ok
}

func proxyGet(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyGet)
	if !ok {
		return Undefined, false
	}
	if trap.IsUndefined() {
		return rt.GetReceiver(target, k, receiver)
	}
	v, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k), receiver)
	if !ok {
		return Undefined, false
	}
	rt.Keep(v)
	td, found, ok := rt.GetOwn(target, k)
	if !ok || !found || td.Flags&DescConfigurable != 0 {
		return v, ok
	}
	if td.IsData() && td.Flags&DescWritable == 0 && !rt.SameValue(v, td.Value) {
		return Undefined, rt.TypeError("'get' on proxy: property '%s' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '%s' but got '%s')", rt.KeyString(k), rt.display(td.Value), rt.display(v))
	}
	if td.IsAccessor() && td.Get.IsUndefined() && !v.IsUndefined() {
		return Undefined, rt.TypeError("'get' on proxy: property '%s' is a non-configurable accessor property on the proxy target and does not have a getter function, but the trap did not return 'undefined' (got '%s')", rt.KeyString(k), rt.display(v))
	}
	return v, true
}

func proxySet(rt *Runtime, o Ref, k Key, v, receiver Value) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeySet)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.SetReceiver(target, k, v, receiver)
	}
	rt.Keep(v)
	r, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k), v, receiver)
	if !ok || !rt.ToBoolean(r) {
		return false, ok
	}
	td, found, ok := rt.GetOwn(target, k)
	if !ok || !found || td.Flags&DescConfigurable != 0 {
		return true, ok
	}
	if td.IsData() && td.Flags&DescWritable == 0 && !rt.SameValue(v, td.Value) {
		return false, rt.TypeError("'set' on proxy: trap returned truish for property '%s' which exists in the proxy target as a non-configurable and non-writable data property with a different value", rt.KeyString(k))
	}
	if td.IsAccessor() && td.Set.IsUndefined() {
		return false, rt.TypeError("'set' on proxy: trap returned truish for property '%s' which exists in the proxy target as a non-configurable and non-writable accessor property without a setter", rt.KeyString(k))
	}
	return true, true
}

func proxyDelete(rt *Runtime, o Ref, k Key) (bool, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyDeleteProperty)
	if !ok {
		return false, false
	}
	if trap.IsUndefined() {
		return rt.Delete(target, k)
	}
	name := rt.KeyString(k)
	r, ok := rt.Call(trap, handler, objectValue(target), rt.KeyValue(k))
	if !ok || !rt.ToBoolean(r) {
		return false, ok
	}
	td, found, ok := rt.GetOwn(target, k)
	if !ok || !found {
		return true, ok
	}
	if td.Flags&DescConfigurable == 0 {
		return false, rt.TypeError("'deleteProperty' on proxy: trap returned truish for property '%s' which is non-configurable in the proxy target", name)
	}
	ext, ok := rt.IsExtensible(target)
	if ok && !ext {
		return false, rt.TypeError("'deleteProperty' on proxy: trap returned truish for property '%s' but the proxy target is non-extensible", name)
	}
	return true, ok
}

func proxyOwnKeys(rt *Runtime, o Ref) ([]Key, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyOwnKeys)
	if !ok {
		return nil, false
	}
	if trap.IsUndefined() {
		return rt.OwnKeys(target)
	}
	r, ok := rt.Call(trap, handler, objectValue(target))
	if !ok {
		return nil, false
	}
	rt.Keep(r)
	list, ok := rt.ListFromArrayLike(r)
	if !ok {
		return nil, false
	}
	keys := make([]Key, 0, len(list))
	seen := map[Key]bool{}
	for _, v := range list {
		if !v.IsString() && !v.IsSymbol() {
			return nil, rt.TypeError("%s is not a valid property name", rt.brief(v))
		}
		k := rt.primitiveKey(v)
		if seen[k] {
			return nil, rt.TypeError("'ownKeys' on proxy: trap returned duplicate entries")
		}
		seen[k] = true
		keys = append(keys, k)
	}
	ext, ok := rt.IsExtensible(target)
	if !ok {
		return nil, false
	}
	tkeys, ok := rt.OwnKeys(target)
	if !ok {
		return nil, false
	}
	fixed := false
	for _, k := range tkeys {
		rt.poll()
		d, found, ok := rt.GetOwn(target, k)
		if !ok {
			return nil, false
		}
		if found && d.Flags&DescConfigurable == 0 {
			fixed = true
			if !seen[k] {
				return nil, rt.TypeError("'ownKeys' on proxy: trap result did not include '%s'", rt.KeyString(k))
			}
		}
	}
	if ext {
		return keys, true
	}
	_ = fixed
	for _, k := range tkeys {
		rt.poll()
		if !seen[k] {
			return nil, rt.TypeError("'ownKeys' on proxy: trap result did not include '%s'", rt.KeyString(k))
		}
		delete(seen, k)
	}
	if len(seen) > 0 {
		return nil, rt.TypeError("'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible")
	}
	return keys, true
}

func (rt *Runtime) proxyCall(o Ref, this Value, args []Value) (Value, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyApply)
	if !ok {
		return Undefined, false
	}
	if trap.IsUndefined() {
		return rt.Call(objectValue(target), this, args...)
	}
	return rt.Call(trap, handler, objectValue(target), this, objectValue(rt.realm.NewArray(args...)))
}

func (rt *Runtime) proxyConstruct(o Ref, args []Value, newTarget Value) (Value, bool) {
	defer rt.deep()()
	target, handler, trap, ok := rt.proxyTrap(o, KeyConstruct)
	if !ok {
		return Undefined, false
	}
	if trap.IsUndefined() {
		return rt.Construct(objectValue(target), newTarget, args...)
	}
	v, ok := rt.Call(trap, handler, objectValue(target), objectValue(rt.realm.NewArray(args...)), newTarget)
	if ok && !v.IsObject() {
		return Undefined, rt.TypeError("proxy [[Construct]] must return an object")
	}
	return v, ok
}
