package js

import (
	"slices"

	"github.com/niso-engine/niso/js/vm"
)

// exotic reports whether instances are legacy platform objects.
func (c *Class) exotic() bool {
	for k := c; k != nil; k = k.Parent {
		if k.Indexed != nil || k.CallInstance != nil || k.Named != nil && k.Flags&ClassGlobal == 0 {
			return true
		}
	}
	return false
}

// hooks are the nearest hooks of the class or its ancestors.
func (c *Class) hooks() (ix *Indexed, nm *Named, call NativeFunc) {
	for k := c; k != nil; k = k.Parent {
		if ix == nil {
			ix = k.Indexed
		}
		if nm == nil && k.Flags&ClassGlobal == 0 {
			nm = k.Named
		}
		if call == nil {
			call = k.CallInstance
		}
	}
	return
}

// has reports whether name is a supported property name.
func (n *Named) has(c *Call, name string) bool {
	if n.Has != nil {
		return n.Has(c, name)
	}
	_, ok := n.Get(c, name)
	return ok
}

// Legacy platform objects: instances with indexed or named properties, and those that can be called.
//
// https://webidl.spec.whatwg.org/#js-legacy-platform-objects

// legacy is what the internal methods of a class's instances need; shared by runtimes.
type legacy struct {
	class       *Class
	ix          *Indexed
	nm          *Named
	info        *nativeInfo
	ixInfo      *nativeInfo // of the class that declares the indexed properties, and the named ones
	nmInfo      *nativeInfo
	unforgeable map[string]bool // names that named properties never stand for
}

// hostExotic are the internal methods of the class's instances, nil for ordinary ones.
func (c *Class) hostExotic() *vm.HostExotic {
	ix, nm, _ := c.hooks()
	if ix == nil && nm == nil {
		return nil
	}
	l := &legacy{class: c, ix: ix, nm: nm, info: &nativeInfo{class: c, name: c.Name, kind: kindHook}, unforgeable: map[string]bool{}}
	for k := c; k != nil; k = k.Parent {
		info := &nativeInfo{class: k, name: k.Name, kind: kindHook}
		if k.Indexed != nil && l.ixInfo == nil {
			l.ixInfo = info
		}
		if k.Named != nil && l.nmInfo == nil {
			l.nmInfo = info
		}
	}
	for _, a := range c.ancestors {
		for i := range a.Members {
			if m := &a.Members[i]; m.Flags&Unforgeable != 0 && m.Flags&Static == 0 {
				l.unforgeable[m.Name] = true
			}
		}
	}
	return &vm.HostExotic{
		ChainFirst: nm == nil || !nm.OverrideBuiltins,
		GetOwn:     l.getOwn, Define: l.define, Has: l.has, Get: l.get, Set: l.set, Delete: l.delete, OwnKeys: l.ownKeys,
		PreventExt: func(*vm.Runtime, vm.Ref) (done, ok bool) { return false, true },
		Refused:    l.refused,
	}
}

// refused is what the error of a refused operation says, in Chromium's words.
func (l *legacy) refused(h *vm.Runtime, o vm.Ref, k vm.Key, op vm.Refusal, d *vm.Desc) string {
	p, info, kind, setter := property{kind: namedProperty}, l.nmInfo, "Named", false
	if i, isIndex := l.index(h, k); isIndex {
		p, info, kind, setter = property{kind: indexedProperty, index: i}, l.ixInfo, "Index", l.ix.Set != nil
		if op == vm.RefusedSet {
			kind = "Indexed"
		}
	} else {
		if l.nm == nil || !k.IsString() {
			return ""
		}
		setter = l.nm.Set != nil
		if found, _ := l.isNamed(h, o, k); !found && !(setter && op == vm.RefusedDefine) {
			return "" // of the object itself
		}
		p.name = h.KeyStr(k).String()
	}
	name := info.class.Name
	switch {
	case op == vm.RefusedDelete:
		return "Failed to delete " + p.what() + " from '" + name + "': " + kind + " property deleter is not supported."
	case op == vm.RefusedDefine && (setter || p.kind == indexedProperty && !d.IsData()):
		return "Failed to set " + p.what() + " on '" + name + "': Accessor properties are not allowed."
	}
	return "Failed to set " + p.what() + " on '" + name + "': " + kind + " property setter is not supported."
}

// hostCall is what calling an instance runs, nil for what cannot be called. Instances that can are undetectable too: there
// is one such class, that of document.all.
func (c *Class) hostCall() vm.NativeFunc {
	_, _, call := c.hooks()
	if call == nil {
		return nil
	}
	info := &nativeInfo{f: call, class: c, name: c.Name, kind: kindOperation, flags: AnyThis}
	return func(vc *vm.Call) vm.Value {
		vc.This = vm.ObjectValue(vc.Callee)
		return info.invoke(vc)
	}
}

// begin takes the Call of a hook of the object o, in the realm that made o.
func (l *legacy) begin(h *vm.Runtime, o vm.Ref) (c *Call, kept int) {
	r := realmOf(h.HostRealm(o))
	c = r.rt.push(r, l.info)
	c.host, c.this = Host{r.rt, o}, Value{v: vm.ObjectValue(o), rt: r.rt}
	return c, h.KeptMark()
}

// end gives it back; false with an exception pending. What the hook kept is kept no longer: a loop over a list must not keep all of it.
func (l *legacy) end(h *vm.Runtime, c *Call, kept int) bool {
	rt, err := c.realm.rt, c.err
	rt.pop(c)
	h.KeptReset(kept)
	if rt.ended != nil {
		err = rt.ended
	}
	if err != nil {
		rt.throw(err)
		return false
	}
	return true
}

func (l *legacy) host(h *vm.Runtime, o vm.Ref) Host { return Host{realmOf(h.HostRealm(o)).rt, o} }

// index is the array index that a key is, where there are indexed properties.
func (l *legacy) index(h *vm.Runtime, k vm.Key) (i uint32, ok bool) {
	if l.ix == nil {
		return 0, false
	}
	if k.IsIndex() {
		return k.Index(), true
	}
	return h.ArrayIndex(k)
}

func (l *legacy) supported(h *vm.Runtime, o vm.Ref, i uint32) bool { return i < l.ix.Len(l.host(h, o)) }

func (l *legacy) item(h *vm.Runtime, o vm.Ref, i uint32) (vm.Value, bool) {
	c, kept := l.begin(h, o)
	v := val(l.ix.Get(c, i))
	return v, l.end(h, c, kept)
}

func (l *legacy) setItem(h *vm.Runtime, o vm.Ref, i uint32, v vm.Value) bool {
	c, kept := l.begin(h, o)
	c.fn, c.set = l.ixInfo, property{kind: indexedProperty, index: i}
	l.ix.Set(c, i, Value{v: v, rt: c.realm.rt})
	return l.end(h, c, kept)
}

func (l *legacy) setNamed(h *vm.Runtime, o vm.Ref, k vm.Key, v vm.Value) bool {
	c, kept := l.begin(h, o)
	name := l.name(h, k)
	c.fn, c.set = l.nmInfo, property{kind: namedProperty, name: name}
	if l.ix == nil && k.IsIndex() { // Chromium has both ways into one set of names
		c.set.kind, c.set.index = indexedProperty, k.Index()
	}
	l.nm.Set(c, name, Value{v: v, rt: c.realm.rt})
	return l.end(h, c, kept)
}

// name is a key as the getter and the setter get it.
func (l *legacy) name(h *vm.Runtime, k vm.Key) string {
	if l.nm.Views {
		return h.KeyStr(k).View()
	}
	return h.KeyStr(k).String()
}

// hidden reports whether a name is never that of a named property, because the object or a prototype has it.
func (l *legacy) hidden(h *vm.Runtime, o vm.Ref, k vm.Key) (hidden, ok bool) {
	if l.nm.OverrideBuiltins {
		return false, true
	}
	return hasOrdinary(h, o, k)
}

// hasOrdinary is OrdinaryHasProperty of the object without its indexed and named properties.
func hasOrdinary(h *vm.Runtime, o vm.Ref, k vm.Key) (has, ok bool) {
	if _, own := h.OrdinaryGetOwn(o, k); own {
		return true, true
	}
	p, ok := h.Prototype(o)
	if !ok || !p.IsObject() {
		return false, ok
	}
	return h.HasProperty(p.Ref(), k)
}

// named is the value of a visible named property: the named property visibility algorithm and the getter.
//
// https://webidl.spec.whatwg.org/#dfn-named-property-visibility
func (l *legacy) named(h *vm.Runtime, o vm.Ref, k vm.Key) (v vm.Value, found, ok bool) {
	if l.nm == nil || !k.IsString() {
		return vm.Undefined, false, true
	}
	if hidden, ok := l.hidden(h, o, k); hidden || !ok {
		return vm.Undefined, false, ok
	}
	c, kept := l.begin(h, o)
	name := l.name(h, k)
	if l.nm.Has == nil || l.nm.Has(c, name) {
		var w Value
		w, found = l.nm.Get(c, name)
		v = val(w)
	}
	if !l.end(h, c, kept) {
		return vm.Undefined, false, false
	}
	return v, found, true
}

// isNamed is named without the value.
func (l *legacy) isNamed(h *vm.Runtime, o vm.Ref, k vm.Key) (found, ok bool) {
	if l.nm == nil || !k.IsString() {
		return false, true
	}
	if hidden, ok := l.hidden(h, o, k); hidden || !ok {
		return false, ok
	}
	return l.isName(h, o, k)
}

// isName reports whether k is a supported property name.
func (l *legacy) isName(h *vm.Runtime, o vm.Ref, k vm.Key) (found, ok bool) {
	c, kept := l.begin(h, o)
	found = l.nm.has(c, h.KeyStr(k).String())
	ok = l.end(h, c, kept)
	return found && ok, ok
}

func dataDesc(v vm.Value, writable, enumerable bool) vm.Desc {
	d := vm.DataDesc(v)
	if !writable {
		d.Flags &^= vm.DescWritable
	}
	if !enumerable {
		d.Flags &^= vm.DescEnumerable
	}
	return d
}

// https://webidl.spec.whatwg.org/#legacy-platform-object-getownproperty
func (l *legacy) getOwn(h *vm.Runtime, o vm.Ref, k vm.Key) (d vm.Desc, found, ok bool) {
	return l.ownProperty(h, o, k, false)
}

func (l *legacy) ownProperty(h *vm.Runtime, o vm.Ref, k vm.Key, ignoreNamed bool) (d vm.Desc, found, ok bool) {
	if i, isIndex := l.index(h, k); isIndex {
		if l.supported(h, o, i) {
			v, ok := l.item(h, o, i)
			return dataDesc(v, l.ix.Set != nil, true), ok, ok
		}
		ignoreNamed = true
	}
	if !ignoreNamed {
		if v, found, ok := l.named(h, o, k); found || !ok {
			return dataDesc(v, l.nm.Set != nil, !l.nm.Unenumerable), found, ok
		}
	}
	d, found = h.OrdinaryGetOwn(o, k)
	return d, found, true
}

func (l *legacy) has(h *vm.Runtime, o vm.Ref, k vm.Key) (has, ok bool) {
	if i, isIndex := l.index(h, k); isIndex {
		if l.supported(h, o, i) {
			return true, true
		}
		return hasOrdinary(h, o, k)
	}
	if has, ok := hasOrdinary(h, o, k); has || !ok || l.nm == nil || !k.IsString() {
		return has, ok
	}
	return l.isName(h, o, k)
}

func (l *legacy) get(h *vm.Runtime, o vm.Ref, k vm.Key, receiver vm.Value) (vm.Value, bool) {
	if i, isIndex := l.index(h, k); isIndex {
		if l.supported(h, o, i) {
			return l.item(h, o, i)
		}
	} else if l.nm != nil && k.IsString() {
		if v, found, ok := l.named(h, o, k); found || !ok {
			return v, ok
		}
	}
	return getOrdinary(h, o, k, receiver)
}

// getOrdinary is OrdinaryGet of the object without its indexed and named properties.
func getOrdinary(h *vm.Runtime, o vm.Ref, k vm.Key, receiver vm.Value) (vm.Value, bool) {
	if d, own := h.OrdinaryGetOwn(o, k); own {
		if !d.IsAccessor() {
			return d.Value, true
		}
		if d.Get.IsUndefined() {
			return vm.Undefined, true
		}
		return h.Call(d.Get, receiver)
	}
	p, ok := h.Prototype(o)
	if !ok || !p.IsObject() {
		return vm.Undefined, ok
	}
	return h.GetReceiver(p.Ref(), k, receiver)
}

// https://webidl.spec.whatwg.org/#legacy-platform-object-set
func (l *legacy) set(h *vm.Runtime, o vm.Ref, k vm.Key, v, receiver vm.Value) (done, ok bool) {
	if receiver == vm.ObjectValue(o) {
		if i, isIndex := l.index(h, k); isIndex && l.ix.Set != nil {
			ok := l.setItem(h, o, i, v)
			return ok, ok
		}
		if l.nm != nil && l.nm.Set != nil && k.IsString() {
			ok := l.setNamed(h, o, k, v)
			return ok, ok
		}
	}
	d, found, ok := l.ownProperty(h, o, k, true)
	if !ok {
		return false, false
	}
	return h.OrdinarySetWithOwn(o, k, v, receiver, d, found)
}

// https://webidl.spec.whatwg.org/#legacy-platform-object-defineownproperty
func (l *legacy) define(h *vm.Runtime, o vm.Ref, k vm.Key, d *vm.Desc) (done, ok bool) {
	if i, isIndex := l.index(h, k); isIndex {
		if !d.IsData() || l.ix.Set == nil {
			return false, true
		}
		ok := l.setItem(h, o, i, d.Value)
		return ok, ok
	}
	if l.nm != nil && k.IsString() && !(len(l.unforgeable) > 0 && l.unforgeable[h.KeyStr(k).String()]) {
		_, own := h.OrdinaryGetOwn(o, k)
		if l.nm.OverrideBuiltins || !own {
			if l.nm.Set != nil {
				if !d.IsData() {
					return false, true
				}
				ok := l.setNamed(h, o, k, d.Value)
				return ok, ok
			}
			if exists, ok := l.isName(h, o, k); exists || !ok {
				return false, ok
			}
		}
	}
	return h.OrdinaryDefine(o, k, d), true
}

// https://webidl.spec.whatwg.org/#legacy-platform-object-delete
func (l *legacy) delete(h *vm.Runtime, o vm.Ref, k vm.Key) (done, ok bool) {
	if i, isIndex := l.index(h, k); isIndex {
		if !l.supported(h, o, i) {
			return true, true
		}
		if l.ix.Delete == nil {
			return false, true
		}
		c, kept := l.begin(h, o)
		done = l.ix.Delete(c, i)
		ok = l.end(h, c, kept)
		return done && ok, ok
	}
	if exists, ok := l.isNamed(h, o, k); !ok {
		return false, false
	} else if exists {
		if l.nm.Delete == nil {
			return false, true
		}
		c, kept := l.begin(h, o)
		done = l.nm.Delete(c, h.KeyStr(k).String())
		ok = l.end(h, c, kept)
		return done && ok, ok
	}
	return h.OrdinaryDelete(o, k), true
}

// https://webidl.spec.whatwg.org/#legacy-platform-object-ownpropertykeys
func (l *legacy) ownKeys(h *vm.Runtime, o vm.Ref) ([]vm.Key, bool) {
	var keys []vm.Key
	n := uint32(0)
	if l.ix != nil {
		n = l.ix.Len(l.host(h, o))
		keys = make([]vm.Key, 0, n+4)
		for i := range n {
			keys = append(keys, h.IndexKey(uint64(i)))
		}
	}
	own := h.OrdinaryKeys(o, nil)
	if l.nm != nil {
		first := len(keys)
		seen := map[vm.Key]bool{}
		for _, name := range l.nm.Keys(l.host(h, o)) {
			k := h.Intern(name)
			if seen[k] || k.IsIndex() && k.Index() < n {
				continue
			}
			seen[k] = true
			hidden, ok := l.hidden(h, o, k)
			if !ok {
				return nil, false
			}
			if !hidden {
				keys = append(keys, k)
			}
		}
		if l.nm.OverrideBuiltins && len(keys) > first {
			own = slices.DeleteFunc(own, func(k vm.Key) bool { return slices.Contains(keys[first:], k) })
		}
	}
	return append(keys, own...), true
}

// namedPropertiesObject is the object with the window's named access, between Window.prototype and its
// parent.
//
// https://webidl.spec.whatwg.org/#named-properties-object
func (r *Realm) namedPropertiesObject(c *Class, parent vm.Ref) vm.Ref {
	rt := r.rt
	if rt.namedObjects == 0 {
		rt.namedObjects = rt.addHostClass(namedPropertiesClass, &vm.HostClass{Name: namedPropertiesClass.Name, Exotic: &vm.HostExotic{
			ChainFirst: true,
			GetOwn: func(h *vm.Runtime, o vm.Ref, k vm.Key) (d vm.Desc, found, ok bool) {
				if v, found, ok := globalNamed(h, o, k); found || !ok {
					nm := realmOf(h.HostRealm(o)).opt.Global.namedOfGlobal()
					return dataDesc(v, true, !nm.Unenumerable), found, ok
				}
				d, found = h.OrdinaryGetOwn(o, k)
				return d, found, true
			},
			Define:     func(*vm.Runtime, vm.Ref, vm.Key, *vm.Desc) (done, ok bool) { return false, true },
			Delete:     func(*vm.Runtime, vm.Ref, vm.Key) (done, ok bool) { return false, true },
			PreventExt: func(*vm.Runtime, vm.Ref) (done, ok bool) { return false, true },
			SetProto: func(h *vm.Runtime, o, proto vm.Ref) (done, ok bool) {
				p, ok := h.Prototype(o)
				return p.ObjectRef() == proto, ok
			},
		}})
	}
	o := r.vm.NewHost(rt.namedObjects, 0, nil, parent)
	rt.vm.Put(o, vm.SymToStringTag, rt.vm.NewString(c.Name+"Properties"), vm.DescConfigurable)
	return o
}

var namedPropertiesClass = &Class{Name: "WindowProperties"}

func init() { namedPropertiesClass.ancestors = []*Class{namedPropertiesClass} }

// namedOfGlobal are the named properties of a class of globals, the nearest ancestor's.
func (c *Class) namedOfGlobal() *Named {
	for k := c; k != nil; k = k.Parent {
		if k.Named != nil && k.Flags&ClassGlobal != 0 {
			return k.Named
		}
	}
	return nil
}

var globalHook = legacy{info: &nativeInfo{class: namedPropertiesClass, name: namedPropertiesClass.Name, kind: kindHook}}

// globalNamed is the named property of the global whose named properties object o is.
func globalNamed(h *vm.Runtime, o vm.Ref, k vm.Key) (v vm.Value, found, ok bool) {
	if !k.IsString() {
		return vm.Undefined, false, true
	}
	r := realmOf(h.HostRealm(o))
	nm := r.opt.Global.namedOfGlobal()
	if nm == nil {
		return vm.Undefined, false, true
	}
	// The named property visibility algorithm, on the global object: o itself does not count.
	for p := r.vm.Global(); p != 0; {
		if p != o {
			if _, own, ok := h.GetOwn(p, k); own || !ok {
				return vm.Undefined, false, ok
			}
		}
		q, ok := h.Prototype(p)
		if !ok {
			return vm.Undefined, false, false
		}
		p = q.ObjectRef()
	}
	c, kept := globalHook.begin(h, r.vm.Global())
	name := h.KeyStr(k).String()
	if nm.Has == nil || nm.Has(c, name) {
		var w Value
		w, found = nm.Get(c, name)
		v = val(w)
	}
	if !globalHook.end(h, c, kept) {
		return vm.Undefined, false, false
	}
	return v, found, true
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

// The iterator keeps the object it walks, as its list belongs to it.
var pairIteratorClass = &Class{Name: "Iterator", Trace: func(h Host, t *Tracer) {
	if it := h.State().(*pairIterator); !it.host.IsNone() {
		t.MarkObject(it.host.rt.object(it.host.ref))
	}
}}

func init() { NewTable(pairIteratorClass) }

// pairMembers are the members of the prototype of a class with Pairs.
func (c *Class) pairMembers() []Member {
	op := func(kind int) NativeFunc {
		return func(call *Call) Value {
			r := call.realm
			return r.NewHostWithProto(pairIteratorClass, 0, &pairIterator{host: call.host, kind: kind, parent: c}, r.pairIterProto(c)).Value()
		}
	}
	entries := op(2)
	return []Member{
		{Name: "entries", Call: entries},
		{Name: "forEach", Length: 1, Call: func(call *Call) Value {
			f := call.Function(0)
			if call.Failed() {
				return Undefined
			}
			h := call.realm.rt.vm
			for i, kept := 0, h.KeptMark(); ; i++ {
				k, v, ok := c.Pairs.At(call, i)
				if !ok || call.Failed() {
					return Undefined
				}
				if _, err := call.realm.Call(f.Value(), call.Arg(1), v, k, call.this); err != nil {
					return call.Fail(err)
				}
				h.KeptReset(kept)
			}
		}},
		{Name: "keys", Call: op(0)},
		{Name: "values", Call: op(1)},
		{Name: "entries", Symbol: SymIterator, Intrinsic: "entries"},
	}
}

// pairIterProto is the prototype of a class's iterators in the realm.
func (r *Realm) pairIterProto(c *Class) Object {
	if o := r.pairIters[c]; o != 0 {
		return r.rt.object(o)
	}
	h := r.rt.vm
	o := h.NewObjectProto(r.vm.Intrinsic(vm.IteratorPrototype))
	next := r.newFunction("next", 0, func(call *Call) Value {
		var it *pairIterator
		if s := HostSlot(call.this); !s.IsNone() {
			it, _ = s.State().(*pairIterator)
		}
		if it == nil || it.parent != c {
			return call.TypeError("Illegal invocation")
		}
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
		rt := call.realm.rt
		return rt.wrap(call.realm.vm.IterResult(val(out), it.done))
	})
	h.PutData(o, h.InternASCII("next"), vm.ObjectValue(next.ref()))
	h.Put(o, vm.SymToStringTag, h.NewString(c.Name+" Iterator"), vm.DescConfigurable)
	if r.pairIters == nil {
		r.pairIters = map[*Class]vm.Ref{}
	}
	r.pairIters[c] = o
	return r.rt.object(o)
}

// markExotic marks the objects that the realm made for classes with Pairs.
func (r *Realm) markExotic() {
	for _, o := range r.pairIters {
		r.rt.vm.Mark(vm.ObjectValue(o))
	}
}
