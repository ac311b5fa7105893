package vm

import (
	"github.com/niso-engine/niso/js/vm/code"
)

// getProp is GetProp, GetLength and GetMethod with the site's cache.
func (rt *Runtime) getProp(f *frame, a uint32, base Value, siteRow uint32, op code.Op) bool {
	s := &f.c.sites[siteRow]
	k := s.key
	o := base.ObjectRef()
	if o == 0 {
		if base.IsNullish() {
			return rt.TypeError("Cannot read properties of %s (reading '%s')", rt.brief(base), rt.KeyString(k))
		}
		if base.IsString() {
			if v, own := rt.stringOwn(base, k); own {
				rt.mem[f.bp+a] = uint64(v)
				return true
			}
		}
		o = rt.protoOf(base)
		if base.IsString() {
			rt.fillSite(s, o, true)
		}
		v, ok := rt.GetReceiver(o, k, base)
		if !ok {
			return false
		}
		rt.mem[f.bp+a] = uint64(v)
		return true
	}
	self := base == f.c.realm.self
	if self {
		o = f.c.realm.global // what script asks of its own window needs no hooks
	}
	if rt.flags(o)&flagExotic == 0 || rt.plainNamed(o, k) {
		if rt.shape(o) != s.shape || s.kind&icAccessor == 0 && !self || s.kind&icProto != 0 && s.epoch != rt.protoEpoch {
			rt.fillSite(s, o, false)
		}
		if rt.shape(o) == s.shape && (s.kind&icAccessor != 0 || self) {
			at := uint32(o)
			if s.kind&icProto != 0 {
				at = uint32(s.holder)
			}
			if s.kind&icSlots != 0 {
				at = uint32(rt.mem[at+1])
			}
			if s.kind&icAccessor == 0 {
				rt.mem[f.bp+a] = rt.mem[at+s.loc]
				return true
			}
			g := Value(rt.mem[uint32(rt.mem[at+s.loc])+1])
			if g.IsUndefined() {
				rt.mem[f.bp+a] = uint64(Undefined)
				return true
			}
			v, ok := rt.Call(g, base)
			if !ok {
				return false
			}
			rt.mem[f.bp+a] = uint64(v)
			return true
		}
	}
	v, ok := rt.GetReceiver(o, k, base)
	if !ok {
		return false
	}
	rt.mem[f.bp+a] = uint64(v)
	return true
}

// plainNamed reports whether the property k of an exotic object is an ordinary one: k is no index.
func (rt *Runtime) plainNamed(o Ref, k Key) bool {
	switch rt.kind(o) {
	case KindArguments:
		return true
	case KindStringObj:
		return k != KeyLength
	case KindTypedArray:
		if k.IsSymbol() {
			return true
		}
		s := rt.KeyStr(k)
		return s.Len() > 0 && s.At(0) >= 'a' // no number begins so
	case KindHost:
		return rt.hostClasses[uint16(rt.mem[o+2]>>32)].Exotic.ChainFirst
	}
	return false
}

// fillSite remembers where a read of the site's key on o finds it. prim: o is the prototype of a primitive.
func (rt *Runtime) fillSite(s *site, o Ref, prim bool) {
	s.shape, s.kind = 0, 0
	if s.key.IsIndex() {
		return
	}
	first := rt.shape(o)
	for p := o; p != 0; {
		if rt.flags(p)&flagExotic != 0 && !rt.plainNamed(p, s.key) {
			return
		}
		rt.touch(p, s.key)
		if p == o {
			first = rt.shape(o)
		}
		sh := rt.shape(p)
		i, attrs := rt.find(sh, s.key)
		if i < 0 {
			if rt.kind(p) == KindArray && s.key == KeyLength {
				return
			}
			if rt.isUnique(sh) && p == o && rt.flags(o)&flagProto == 0 && !prim {
				return // it may come to have it without another shape
			}
			p = rt.shapeProto(sh)
			continue
		}
		rt.slot(p, sh, uint32(i)) // made if it was lazy
		at := rt.slotAt(p, sh, uint32(i))
		s.kind = 0
		if uint32(i) < rt.shapeCap(sh) {
			s.loc = at - uint32(p)
		} else {
			s.kind |= icSlots
			s.loc = at - uint32(rt.mem[p+1])
		}
		if attrs&attrAccessor != 0 {
			s.kind |= icAccessor
		}
		if attrs&attrWritable == 0 {
			s.kind |= icReadOnly
		}
		s.kind &^= icReadOnly // reads do not look at it
		if p != o || prim {
			s.kind |= icProto
			s.holder = p
			s.epoch = rt.protoEpoch
		}
		if prim {
			s.kind |= icPrim
			if s.kind&icSlots == 0 {
				s.kind = 0
			}
			return // shape stays 0: objects do not fit
		}
		s.shape = first
		return
	}
}

// setProp is SetProp with the site's cache.
func (rt *Runtime) setProp(f *frame, base Value, s *site, v Value) bool {
	k := s.key
	strict := f.c.flags&code.Strict != 0
	o := base.ObjectRef()
	if base == f.c.realm.self && rt.setOwnGlobal(f.c.realm.global, k, v) {
		return true
	}
	if o == 0 || rt.flags(o)&flagExotic != 0 || k.IsIndex() || rt.kind(o) == KindArray && k == KeyLength {
		return rt.SetV(base, k, v, strict)
	}
	rt.touch(o, k)
	sh := rt.shape(o)
	i, attrs := rt.find(sh, k)
	if i >= 0 {
		if attrs&(attrAccessor|attrWritable) == attrWritable {
			at := rt.slotAt(o, sh, uint32(i))
			s.shape, s.kind = sh, 0
			if uint32(i) < rt.shapeCap(sh) {
				s.loc = at - uint32(o)
			} else {
				s.kind = icSlots
				s.loc = at - uint32(rt.mem[o+1])
			}
			rt.mem[at] = uint64(v)
			return true
		}
		return rt.SetV(base, k, v, strict)
	}
	// Absent: does the chain leave it to the object itself?
	for p := rt.shapeProto(sh); p != 0; p = rt.shapeProto(rt.shape(p)) {
		if rt.flags(p)&flagExotic != 0 {
			return rt.SetV(base, k, v, strict)
		}
		rt.touch(p, k)
		if i, _ := rt.find(rt.shape(p), k); i >= 0 || rt.kind(p) == KindArray && k == KeyLength {
			return rt.SetV(base, k, v, strict)
		}
	}
	if rt.flags(o)&flagNonExtensible != 0 {
		return rt.SetV(base, k, v, strict)
	}
	if _, large := rt.largeIndex(k); large {
		return rt.SetV(base, k, v, strict)
	}
	if rt.flags(o)&flagLazy != 0 {
		rt.touch(o, 0) // what is lazy comes first
		return rt.SetV(base, k, v, strict)
	}
	rt.addProp(o, k, attrData, v)
	if to := rt.shape(o); to != sh && !rt.isUnique(to) && !rt.isUnique(sh) && rt.flags(o)&flagProto == 0 {
		n := rt.shapeCount(sh)
		at := rt.slotAt(o, to, n)
		s.shape, s.holder, s.epoch, s.kind = sh, to, rt.protoEpoch, icAdd
		if n < rt.shapeCap(to) {
			s.loc = at - uint32(o)
		} else {
			s.kind |= icSlots
			s.loc = at - uint32(rt.mem[o+1])
		}
	} else {
		s.shape = 0
	}
	return true
}

// setOwnGlobal sets a property that a global object has as writable data; false: it is not that simple.
func (rt *Runtime) setOwnGlobal(g Ref, k Key, v Value) bool {
	if rt.flags(g)&flagExotic != 0 || k.IsIndex() {
		return false
	}
	rt.touch(g, k)
	sh := rt.shape(g)
	i, attrs := rt.find(sh, k)
	if i < 0 || attrs&(attrAccessor|attrWritable) != attrWritable {
		return false
	}
	rt.mem[rt.slotAt(g, sh, uint32(i))] = uint64(v)
	return true
}

// getElemV is base[k].
func (rt *Runtime) getElemV(base, k Value) (Value, bool) {
	o := base.ObjectRef()
	if o == 0 {
		if base.IsString() && k.IsInt() && uint32(k.int()) < rt.high(base.Ref()) {
			return rt.unitString(rt.StrAt(base, int(k.int()))), true
		}
		if base.IsNullish() {
			return Undefined, rt.TypeError("Cannot read properties of %s (reading '%s')", rt.brief(base), rt.safeKey(k))
		}
		key, ok := rt.ToPropertyKey(k)
		if !ok {
			return Undefined, false
		}
		return rt.GetV(base, key)
	}
	if k.IsInt() && k.int() >= 0 {
		if rt.kind(o) == KindTypedArray {
			if v, ok := rt.typedFast(o, uint32(k.int())); ok {
				return v, true
			}
		}
		return rt.GetReceiver(o, keyIndex|Key(k.int()), base)
	}
	key, ok := rt.ToPropertyKey(k)
	if !ok {
		return Undefined, false
	}
	return rt.GetReceiver(o, key, base)
}

// safeKey is a key as messages show it, without running script.
func (rt *Runtime) safeKey(k Value) string {
	if k.IsObject() {
		return rt.brief(k)
	}
	return rt.display(k)
}

// setElemV is base[k] = v.
func (rt *Runtime) setElemV(base, k, v Value, strict bool) bool {
	o := base.ObjectRef()
	if o != 0 && k.IsInt() && k.int() >= 0 {
		i := uint32(k.int())
		switch rt.kind(o) {
		case KindArray:
			// Append, or a hole within.
			if rt.flags(o)&(flagNonExtensible|flagSealedElems|flagProto) == 0 && rt.aux(o)&auxFrozenLength == 0 && rt.plainChain(o) {
				n := rt.ArrayLen(o)
				e := rt.elems(o)
				if (e == 0 || rt.kind(e) == kindValues) && (i < n && e != 0 && i < rt.high(e) || i == n) {
					rt.SetAt(rt.growElems(o, i+1), i, v)
					if i == n {
						rt.setLen(o, n+1)
					}
					return true
				}
			}
		case KindTypedArray:
			if rt.typedSetFast(o, i, v) {
				return true
			}
		}
		return rt.SetV(base, keyIndex|Key(k.int()), v, strict)
	}
	if base.IsNullish() {
		return rt.TypeError("Cannot set properties of %s (setting '%s')", rt.brief(base), rt.safeKey(k))
	}
	key, ok := rt.ToPropertyKey(k)
	if !ok {
		return false
	}
	return rt.SetV(base, key, v, strict)
}

// plainChain reports whether no prototype of an Array has elements, so that its holes are absent everywhere.
func (rt *Runtime) plainChain(o Ref) bool {
	for p := rt.shapeProto(rt.shape(o)); p != 0; p = rt.shapeProto(rt.shape(p)) {
		if rt.mem[p+1]>>32 != 0 || rt.flags(p)&flagExotic != 0 {
			return false
		}
	}
	return true
}

// InstanceOf is v instanceof target. https://tc39.es/ecma262/#sec-instanceofoperator
func (rt *Runtime) InstanceOf(v, target Value) (bool, bool) {
	for {
		if !target.IsObject() {
			return false, rt.TypeError("Right-hand side of 'instanceof' is not an object")
		}
		h, ok := rt.GetMethod(target, SymHasInstance)
		if !ok {
			return false, false
		}
		if !h.IsUndefined() && !rt.isPlainHasInstance(h) {
			r, ok := rt.Call(h, target, v)
			return ok && rt.ToBoolean(r), ok
		}
		if !rt.IsCallable(target) {
			return false, rt.TypeError("Right-hand side of 'instanceof' is not callable")
		}
		if rt.kind(target.Ref()) != KindBound {
			return rt.OrdinaryHasInstance(target, v)
		}
		rt.poll()
		target = rt.Word(target.Ref(), 0)
	}
}

func (rt *Runtime) isPlainHasInstance(h Value) bool {
	if !rt.IsKind(h, KindNative) {
		return false
	}
	n := &rt.natives[uint32(rt.mem[h.Ref()+2])]
	return n.name == SymHasInstance
}

// OrdinaryHasInstance is OrdinaryHasInstance(c, v).
func (rt *Runtime) OrdinaryHasInstance(c, v Value) (bool, bool) {
	if !rt.IsCallable(c) {
		return false, true
	}
	if rt.kind(c.Ref()) == KindBound {
		return rt.InstanceOf(v, rt.Word(c.Ref(), 0))
	}
	if !v.IsObject() {
		return false, true
	}
	p, ok := rt.Get(c.Ref(), KeyPrototype)
	if !ok {
		return false, false
	}
	if !p.IsObject() {
		return false, rt.TypeError("Function has non-object prototype '%s' in instanceof check", rt.display(p))
	}
	o := v.Ref()
	for {
		q, ok := rt.Prototype(o)
		if !ok {
			return false, false
		}
		if !q.IsObject() {
			return false, true
		}
		if q == p {
			return true, true
		}
		o = q.Ref()
	}
}

// --- private members: properties under private names, which no proxy and no extensibility stands in front of

func (rt *Runtime) getPrivate(base, name Value, s *site) (Value, bool) {
	if base.IsObject() {
		o := base.Ref()
		sh := rt.shape(o)
		if i, attrs := rt.find(sh, rt.symbolKey(name.Ref())); i >= 0 {
			v := Value(rt.mem[rt.slotAt(o, sh, uint32(i))])
			if attrs&attrAccessor != 0 {
				g := Value(rt.mem[v.Ref()+1])
				if g.IsUndefined() {
					return Undefined, rt.TypeError("'%s' was defined without a getter", rt.KeyString(s.key))
				}
				return rt.Call(g, base)
			}
			return v, true
		}
	}
	return Undefined, rt.TypeError("Cannot read private member %s from an object whose class did not declare it", rt.KeyString(s.key))
}

func (rt *Runtime) setPrivate(base, name, v Value, s *site) bool {
	if base.IsObject() {
		o := base.Ref()
		sh := rt.shape(o)
		if i, attrs := rt.find(sh, rt.symbolKey(name.Ref())); i >= 0 {
			at := rt.slotAt(o, sh, uint32(i))
			if attrs&attrAccessor != 0 {
				g := Value(rt.mem[uint32(rt.mem[at])+2])
				if g.IsUndefined() {
					return rt.TypeError("'%s' was defined without a setter", rt.KeyString(s.key))
				}
				_, ok := rt.Call(g, base, v)
				return ok
			}
			if attrs&attrWritable == 0 {
				return rt.TypeError("Private method '%s' is not writable", rt.KeyString(s.key))
			}
			rt.mem[at] = uint64(v)
			return true
		}
	}
	return rt.TypeError("Cannot write private member %s to an object whose class did not declare it", rt.KeyString(s.key))
}

func (rt *Runtime) addPrivate(base, name, v Value, attrs uint8, s *site) bool {
	o := base.Ref()
	k := rt.symbolKey(name.Ref())
	rt.touch(o, 0)
	if i, had := rt.find(rt.shape(o), k); i >= 0 {
		if had&attrs&attrAccessor != 0 {
			// The other half of a pair.
			acc, with := Ref(rt.mem[rt.slotAt(o, rt.shape(o), uint32(i))]), v.Ref()
			for j := Ref(1); j <= 2; j++ {
				if Value(rt.mem[acc+j]).IsUndefined() && !Value(rt.mem[with+j]).IsUndefined() {
					rt.mem[acc+j] = rt.mem[with+j]
					return true
				}
			}
		}
		return rt.TypeError("Cannot initialize %s twice on the same object", rt.KeyString(k))
	}
	rt.addProp(o, k, attrs, v)
	return true
}

// --- globals

// getGlobal reads a global: a lexical binding or a property of the global object.
func (rt *Runtime) getGlobal(f *frame, s *site, typeof bool) (Value, bool) {
	r := f.c.realm
	if l, ok := r.lexical[s.key]; ok {
		v := Value(rt.mem[l.cell+2])
		if v == Hole {
			return Undefined, rt.throwTDZ(rt.KeyString(s.key))
		}
		s.kind, s.holder, s.epoch = icLexical, l.cell, rt.protoEpoch
		if l.constant {
			s.kind |= icReadOnly
		}
		return v, true
	}
	g := r.global
	if rt.flags(g)&flagExotic == 0 {
		rt.touch(g, s.key)
		sh := rt.shape(g)
		if i, attrs := rt.find(sh, s.key); i >= 0 {
			v := rt.slot(g, sh, uint32(i))
			if attrs&attrAccessor == 0 {
				if n := rt.shapeCap(sh); uint32(i) >= n {
					s.kind, s.shape, s.holder, s.epoch, s.loc = 0, sh, g, rt.protoEpoch, uint32(i)-n+1
					if attrs&attrWritable == 0 {
						s.kind = icReadOnly
					}
				}
				return v, true
			}
			return rt.callGetter(v, objectValue(g))
		}
	}
	has, ok := rt.HasProperty(g, s.key)
	if !ok {
		return Undefined, false
	}
	if !has {
		if typeof {
			return Undefined, true
		}
		return Undefined, rt.ReferenceError("%s is not defined", rt.KeyString(s.key))
	}
	return rt.GetReceiver(g, s.key, r.globalThis)
}

// setGlobal assigns a global.
func (rt *Runtime) setGlobal(f *frame, s *site, v Value) bool {
	r := f.c.realm
	if l, ok := r.lexical[s.key]; ok {
		if Value(rt.mem[l.cell+2]) == Hole {
			return rt.throwTDZ(rt.KeyString(s.key))
		}
		if l.constant {
			return rt.TypeError("Assignment to constant variable.")
		}
		rt.mem[l.cell+2] = uint64(v)
		s.kind, s.holder, s.epoch = icLexical, l.cell, rt.protoEpoch
		return true
	}
	g := r.global
	strict := f.c.flags&code.Strict != 0
	if rt.flags(g)&flagExotic == 0 {
		rt.touch(g, s.key)
		sh := rt.shape(g)
		if i, attrs := rt.find(sh, s.key); i >= 0 && attrs&(attrAccessor|attrWritable) == attrWritable {
			rt.mem[rt.slotAt(g, sh, uint32(i))] = uint64(v)
			if n := rt.shapeCap(sh); uint32(i) >= n {
				s.kind, s.shape, s.holder, s.epoch, s.loc = 0, sh, g, rt.protoEpoch, uint32(i)-n+1
			}
			return true
		}
	}
	if strict {
		has, ok := rt.HasProperty(g, s.key)
		if !ok {
			return false
		}
		if !has {
			return rt.ReferenceError("%s is not defined", rt.KeyString(s.key))
		}
	}
	done, ok := rt.SetReceiver(g, s.key, v, objectValue(g))
	if ok && !done && strict {
		return rt.setFailed(objectValue(g), s.key)
	}
	return ok
}

// withLookup is the lookup of a name in a with statement's object.
func (rt *Runtime) withLookup(f *frame, a uint32, scope Ref, k Key) bool {
	v := Value(rt.mem[scope+2])
	rt.mem[f.bp+a] = uint64(Undefined)
	has, ok := rt.HasProperty(v.Ref(), k)
	if !has || !ok {
		return ok
	}
	u, ok := rt.Get(v.Ref(), SymUnscopables)
	if !ok {
		return false
	}
	if u.IsObject() {
		b, ok := rt.Get(u.Ref(), k)
		if !ok {
			return false
		}
		if rt.ToBoolean(b) {
			return true
		}
	}
	rt.mem[f.bp+a] = uint64(v)
	return true
}
