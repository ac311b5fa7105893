package vm

import "github.com/niso-engine/niso/js/vm/code"

// newArguments makes the arguments object of a call. Its elements hold the values; those that are mapped to parameters (mapArguments)
// are holes, and word 1 has their slots in the scope cell of word 0.
func (rt *Runtime) newArguments(c *compiled, callee Ref, bp, n uint32) Value {
	r := c.realm
	o := rt.allocObject(KindArguments, rt.rootShape(KindArguments, r.Intrinsic(ObjectPrototype), 3))
	if n > 0 {
		e := rt.growElems(o, n)
		for i := range n {
			rt.SetAt(e, i, Value(rt.mem[bp+i]))
		}
	}
	rt.addProp(o, KeyLength, attrHidden, Int(int32(n)))
	if c.flags&(code.Strict|code.SimpleParams) == code.SimpleParams {
		rt.addProp(o, KeyCallee, attrHidden, objectValue(callee))
	} else {
		t := objectValue(r.Intrinsic(ThrowTypeError))
		rt.addProp(o, KeyCallee, attrAccessor, rt.newAccessor(t, t))
	}
	values := Undefined
	if p := r.Intrinsic(ArrayPrototype); true {
		values, _ = rt.Get(p, rt.InternASCII("values"))
		if d := defs[ArrayPrototype]; d != nil {
			values = r.arrayValues()
		}
	}
	rt.addProp(o, SymIterator, attrHidden, values)
	return objectValue(o)
}

// arrayValues is %Array.prototype.values%.
func (r *Realm) arrayValues() Value {
	if r.valuesFn == 0 {
		v, _ := r.rt.Get(r.Intrinsic(ArrayPrototype), r.rt.InternASCII("values"))
		r.valuesFn = v.ObjectRef()
	}
	return objectValue(r.valuesFn)
}

// mapArguments maps the first arguments to scope slots.
func (rt *Runtime) mapArguments(o, scope Ref, slots []uint16) {
	e := rt.elems(o)
	if e == 0 {
		return
	}
	n := Value(rt.mem[rt.slotAt(o, rt.shape(o), 0)]).int()
	m := min(uint32(len(slots)), uint32(n))
	if m == 0 {
		return
	}
	list := rt.NewValues(m)
	any := false
	for i := range m {
		if slots[i] == 0xFFFF {
			rt.SetAt(list, i, Undefined)
			continue
		}
		any = true
		rt.SetAt(list, i, Int(int32(slots[i])))
		rt.SetAt(e, i, Hole)
	}
	if any {
		rt.SetWord(o, 0, internalValue(scope))
		rt.SetWord(o, 1, internalValue(list))
		rt.setFlag(o, flagExotic)
	}
}

// mapped is the word of a mapped argument's variable, 0 for none. The element itself is a hole while it has the usual
// attributes; once it has others the elements are sparse and say which.
func (rt *Runtime) mapped(o Ref, k Key) uint32 {
	if !k.IsIndex() {
		return 0
	}
	list := rt.Word(o, 1).Ref()
	if k.Index() >= rt.high(list) {
		return 0
	}
	s := rt.At(list, k.Index())
	if !s.IsInt() {
		return 0
	}
	return uint32(rt.Word(o, 0).Ref()) + 2 + uint32(s.int())
}

// unmap ends the mapping of an argument.
func (rt *Runtime) unmap(o Ref, k Key) { rt.SetAt(rt.Word(o, 1).Ref(), k.Index(), Undefined) }

func (rt *Runtime) mappedDesc(o Ref, k Key, at uint32) Desc {
	attrs := uint8(attrData)
	if _, a, found := rt.getElem(o, k.Index()); found {
		attrs = a
	}
	return rt.slotDesc(Value(rt.mem[at]), attrs)
}

// https://tc39.es/ecma262/#sec-arguments-exotic-objects
func init() {
	define(ThrowTypeError, objectDef{fn: func(c *Call) Value {
		// caller and arguments of a sloppy function are nothing, as everywhere on the web.
		if o := c.This.ObjectRef(); o != 0 && c.Rt.kind(o) == KindFunction {
			if f := c.Rt.funcOf(o).flags; f&(code.Strict|code.Arrow|code.Method|code.Generator|code.Async) == 0 {
				return Undefined
			}
		}
		return c.TypeError("'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the arguments objects for calls to them")
	}, init: func(r *Realm, o Ref) {
		rt := r.rt
		rt.touch(o, 0)
		rt.setAttrs(o, KeyLength, 0)
		rt.setAttrs(o, KeyName, 0)
		rt.ordinaryPreventExt(o)
	}})
	exotics[KindArguments] = &exotic{
		getOwn: func(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
			if at := rt.mapped(o, k); at != 0 {
				return rt.mappedDesc(o, k, at), true, true
			}
			d, found := rt.ordinaryGetOwn(o, k)
			return d, found, true
		},
		define: func(rt *Runtime, o Ref, k Key, d *Desc) (bool, bool) {
			at := rt.mapped(o, k)
			if at == 0 {
				return rt.ordinaryDefine(o, k, d), true
			}
			cur := rt.mappedDesc(o, k, at)
			if !rt.compatible(d, &cur) {
				return false, true
			}
			if !d.IsAccessor() && d.Flags&HasValue == 0 && d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 {
				e := *d
				e.Value = cur.Value
				e.Flags |= HasValue
				d = &e
			}
			// The element gets its value and attributes; while it stays mapped the value is that of the variable.
			rt.makeSparse(o)
			rt.putOver(o, k, d, &cur)
			if d.IsAccessor() {
				rt.unmap(o, k)
				return true, true
			}
			if d.Flags&HasValue != 0 {
				rt.mem[at] = uint64(d.Value)
			}
			if d.Flags&HasWritable != 0 && d.Flags&DescWritable == 0 {
				rt.unmap(o, k)
			}
			return true, true
		},
		set: func(rt *Runtime, o Ref, k Key, v, receiver Value) (bool, bool) {
			if at := rt.mapped(o, k); at != 0 && receiver == objectValue(o) {
				rt.mem[at] = uint64(v)
				return true, true
			}
			if at := rt.mapped(o, k); at != 0 {
				d := rt.mappedDesc(o, k, at)
				return rt.setFound(&d, k, v, receiver)
			}
			if d, found := rt.ordinaryGetOwn(o, k); found {
				return rt.setFound(&d, k, v, receiver)
			}
			p := rt.shapeProto(rt.shape(o))
			if p == 0 {
				d := DataDesc(Undefined)
				return rt.setFound(&d, k, v, receiver)
			}
			return rt.SetReceiver(p, k, v, receiver)
		},
		del: func(rt *Runtime, o Ref, k Key) (bool, bool) {
			if at := rt.mapped(o, k); at != 0 {
				if rt.mappedDesc(o, k, at).Flags&DescConfigurable == 0 {
					return false, true
				}
				rt.unmap(o, k)
			}
			return rt.ordinaryDelete(o, k), true
		},
		ownKeys: func(rt *Runtime, o Ref) ([]Key, bool) {
			list := rt.Word(o, 1).Ref()
			var keys []Key
			rest := rt.ordinaryKeys(o, nil)
			j := 0
			for i := range rt.high(list) {
				k := IntKey(i)
				for j < len(rest) && rest[j].IsIndex() && rest[j] < k {
					keys = append(keys, rest[j])
					j++
				}
				if rt.mapped(o, k) != 0 {
					if j < len(rest) && rest[j] == k {
						j++
					}
					keys = append(keys, k)
				}
			}
			return append(keys, rest[j:]...), true
		},
	}
}
