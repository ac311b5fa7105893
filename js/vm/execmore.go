package vm

import (
	"github.com/niso-engine/niso/js/vm/code"
)

// execMore goes on where execute has no case: literals, classes, iteration and the rest.
func (rt *Runtime) execMore(f *frame, ins uint32) bool {
	c := f.c
	a, b, cc := ins>>8&0xFF, ins>>16&0xFF, ins>>24
	bx := ins >> 16
	regs := rt.window(f.bp)
	r := c.realm
	switch op := code.Op(uint8(ins)); op {
	case code.OpNewObject:
		regs[a] = objectValue(r.NewObject())
	case code.OpObjectLit:
		x := rt.fetch(f)
		names := c.fn.Shapes[x]
		s := c.shapes[x]
		if s == 0 {
			s = rt.literalShape(r, c, names)
			c.shapes[x] = s
		}
		o := rt.allocObject(KindObject, s)
		n := rt.shapeCap(s)
		m := rt.mem
		for i := range min(n, uint32(len(names))) {
			m[uint32(o)+2+i] = uint64(regs[b+i])
		}
		if k := uint32(len(names)); k > n {
			rt.growSlots(o, k-n)
			for i := n; i < k; i++ {
				rt.mem[rt.slotAt(o, s, i)] = uint64(regs[b+i])
			}
		}
		regs[a] = objectValue(o)
	case code.OpNewArray:
		regs[a] = objectValue(r.NewArray(rt.stackSlice(f.bp+b, cc)...))
	case code.OpArrayLit:
		k := c.fn.Arrays[rt.wide(f, bx)]
		o := r.NewArrayLen(uint32(len(k)))
		if len(k) > 0 {
			e := rt.growElems(o, uint32(len(k)))
			for i := range k {
				rt.SetAt(e, uint32(i), rt.constant(c.fn, &k[i]))
			}
		}
		regs[a] = objectValue(o)
	case code.OpArrayAppend:
		o := regs[a].Ref()
		for i := range cc {
			rt.ArrayAppend(o, regs[b+i])
		}
	case code.OpArrayHole:
		o := regs[a].Ref()
		n := rt.ArrayLen(o) + rt.wide(f, bx)
		rt.setLen(o, n)
		if n < 1<<20 {
			rt.growElems(o, n)
		}
	case code.OpArraySpread:
		return rt.arraySpread(f, regs[a].Ref(), regs[b])
	case code.OpRegExp:
		k := &c.fn.Consts[rt.wide(f, bx)]
		v, ok := rt.newRegExpLiteral(r, c.fn.Strings[k.Str], k.FlagText())
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpTemplate:
		i := rt.wide(f, bx)
		if c.objects[i].IsUndefined() {
			c.objects[i] = rt.templateObject(r, &c.fn.Templates[i])
		}
		regs[a] = c.objects[i]
	case code.OpDefField, code.OpDefFieldW:
		x := cc
		if op == code.OpDefFieldW {
			x = rt.fetch(f)
		}
		o, k := regs[b].Ref(), c.sites[x].key
		if rt.kind(o) == KindObject && rt.flags(o)&(flagExotic|flagLazy|flagNonExtensible) == 0 && !k.IsIndex() {
			if _, large := rt.largeIndex(k); !large {
				if i, _ := rt.find(rt.shape(o), k); i < 0 {
					rt.addProp(o, k, attrData, regs[a])
					break
				}
			}
		}
		return rt.CreateDataOrThrow(o, k, regs[a])
	case code.OpDefElem:
		k, ok := rt.ToPropertyKey(regs[cc])
		if !ok {
			return false
		}
		return rt.CreateDataOrThrow(regs[b].Ref(), k, regs[a])
	case code.OpDefMethod:
		return rt.defMethod(regs[a], regs[b].Ref(), regs[cc], rt.fetch(f))
	case code.OpSetProto:
		if v := regs[b]; v.IsObject() || v.IsNull() {
			_, ok := rt.SetPrototype(regs[a].Ref(), v.ObjectRef())
			return ok
		}
	case code.OpCopyProps:
		return rt.copyProps(regs[a].Ref(), regs[b], nil)
	case code.OpCopyRest:
		n := rt.fetch(f)
		o := r.NewObject()
		skip := make([]Key, n)
		for i := range n {
			skip[i] = rt.primitiveKey(regs[cc+i])
		}
		src := regs[b]
		rt.KeepRef(o)
		if !rt.copyProps(o, src, skip) {
			return false
		}
		regs[a] = objectValue(o)
	case code.OpSetName:
		prefix := [...]string{"", "get", "set"}[cc]
		rt.setFunctionName(regs[a].Ref(), rt.primitiveKey(regs[b]), prefix)
	case code.OpSetHome:
		rt.setHome(regs[a].Ref(), regs[b].Ref())
	case code.OpClosure:
		x := rt.fetch(f)
		regs[a] = objectValue(rt.newClosure(rt.closureRow(c, x), rt.scopeUp(f, b, 0)))
	case code.OpClass:
		return rt.newClass(f, a, b, cc, rt.fetch(f))
	case code.OpClassInit:
		rt.setFields(regs[a].Ref(), regs[b].Ref())

	case code.OpGetIter:
		return rt.getIter(f, a, regs[b])
	case code.OpGetAIter:
		return rt.getAsyncIter(f, a, regs[b])
	case code.OpIterNext:
		x := int32(rt.fetch(f))
		v, done, ok := rt.iterNext(f, a)
		if !ok {
			return false
		}
		if done {
			return rt.jump(f, x)
		}
		regs[b] = v
	case code.OpIterStep:
		v := Undefined
		if !regs[a].IsUndefined() {
			var done, ok bool
			if v, done, ok = rt.iterNext(f, a); !ok {
				return false
			}
			if done {
				v = Undefined
			}
		}
		regs[b] = v
	case code.OpIterRest:
		o := r.NewArrayLen(0)
		regs[b] = objectValue(o)
		if regs[a].IsUndefined() {
			break
		}
		rt.KeepRef(o)
		for {
			v, done, ok := rt.iterNext(f, a)
			if !ok {
				return false
			}
			if done {
				break
			}
			rt.ArrayAppend(o, v)
		}
		regs[b] = objectValue(o)
	case code.OpIterClose, code.OpIterCloseT:
		return rt.iterClose(f, a, op == code.OpIterCloseT)
	case code.OpIterCall:
		var v Value
		var ok bool
		rt.realIter(f, a)
		if cc == 1 {
			v, ok = rt.Call(regs[a+1], regs[a], regs[b])
		} else {
			v, ok = rt.Call(regs[a+1], regs[a])
		}
		if !ok {
			return false
		}
		regs[b] = v
	case code.OpIterRet:
		x := int32(rt.fetch(f))
		it := regs[a]
		if it.IsUndefined() {
			return rt.jump(f, x)
		}
		rt.realIter(f, a)
		it = regs[a]
		regs[a] = Undefined
		rt.Keep(it)
		m, ok := rt.GetMethod(it, KeyReturn)
		if !ok {
			return false
		}
		if m.IsUndefined() {
			return rt.jump(f, x)
		}
		v, ok := rt.Call(m, it)
		if !ok {
			return false
		}
		regs[b] = v
	case code.OpIterDone:
		if !regs[b].IsObject() {
			return rt.TypeError("Iterator result %s is not an object", rt.display(regs[b]))
		}
		v, ok := rt.Get(regs[b].Ref(), KeyDone)
		if !ok {
			return false
		}
		regs[a] = Bool(rt.ToBoolean(v))
	case code.OpCheckObject:
		if !regs[a].IsObject() {
			return rt.TypeError("Iterator result %s is not an object", rt.display(regs[a]))
		}
	case code.OpForIn:
		return rt.forIn(f, a, regs[b])
	case code.OpForInNext:
		x := int32(rt.fetch(f))
		v, done, ok := rt.forInNext(f, a)
		if !ok {
			return false
		}
		if done {
			return rt.jump(f, x)
		}
		regs[b] = v
	case code.OpCheckDestr:
		if v := regs[a]; v.IsNullish() {
			return rt.TypeError("%s%s.", c.fn.Strings[rt.wide(f, bx)], rt.brief(v))
		}
	case code.OpImportCall:
		return rt.importCall(f, a, b, cc)
	case code.OpImportMeta:
		return rt.importMeta(f, a, b)
	case code.OpMapArgs:
		rt.mapArguments(regs[a].Ref(), regs[b].Ref(), c.fn.ArgMap)
	default:
		panic("vm: instruction " + op.String())
	}
	return true
}

// literalShape is the shape of an object literal's names.
func (rt *Runtime) literalShape(r *Realm, c *compiled, names []uint32) Ref {
	n := min(max(uint32(len(names)), 2), 16)
	s := rt.rootShape(KindObject, r.Intrinsic(ObjectPrototype), n)
	for _, i := range names {
		s = rt.transition(s, rt.nameKey(c, i), attrData)
	}
	return s
}

// templateObject is GetTemplateObject. https://tc39.es/ecma262/#sec-gettemplateobject
func (rt *Runtime) templateObject(r *Realm, t *code.Template) Value {
	o, raw := r.NewArrayLen(0), r.NewArrayLen(0)
	for i, s := range t.Cooked {
		v := Undefined
		if !s.Undefined {
			v = rt.NewString(s.Str)
		}
		rt.ArrayAppend(o, v)
		rt.ArrayAppend(raw, rt.NewString(t.Raw[i]))
	}
	rt.SetIntegrity(raw, true)
	rt.put(o, KeyRaw, objectValue(raw), 0)
	rt.SetIntegrity(o, true)
	return objectValue(o)
}

// arraySpread appends what iterating v gives.
func (rt *Runtime) arraySpread(f *frame, o Ref, v Value) bool {
	if v.IsObject() && rt.plainIterable(v.Ref()) {
		src := v.Ref()
		n := rt.ArrayLen(src)
		if n == 0 {
			return true
		}
		to := rt.ArrayLen(o)
		if uint64(to)+uint64(n) > maxDense {
			return rt.RangeError("Invalid array length")
		}
		e := rt.growElems(o, to+n)
		for i := range n {
			if i&pollMask == 0 {
				rt.poll()
			}
			x, _, found := rt.getElem(src, i)
			if !found {
				// A hole: the prototype chain has no elements where the iterator is the plain one and it matters little where not.
				y, ok := rt.Get(src, IntKey(i))
				if !ok {
					return false
				}
				x = y
			}
			rt.SetAt(e, to+i, x)
		}
		rt.setLen(o, to+n)
		return true
	}
	return rt.Iterate(v, func(x Value) bool {
		rt.ArrayAppend(o, x)
		return true
	})
}

// copyProps is CopyDataProperties. https://tc39.es/ecma262/#sec-copydataproperties
func (rt *Runtime) copyProps(to Ref, src Value, skip []Key) bool {
	if src.IsNullish() {
		return true
	}
	o, ok := rt.ToObject(src)
	if !ok {
		return false
	}
	rt.KeepRef(o)
	keys, ok := rt.OwnKeys(o)
	if !ok {
		return false
	}
next:
	for _, k := range keys {
		rt.poll()
		for _, s := range skip {
			if s == k {
				continue next
			}
		}
		d, found, ok := rt.GetOwn(o, k)
		if !ok {
			return false
		}
		if !found || d.Flags&DescEnumerable == 0 {
			continue
		}
		v, ok := rt.Get(o, k)
		if !ok {
			return false
		}
		if done, ok := rt.CreateData(to, k, v); !ok || !done {
			return false
		}
	}
	return true
}

// defMethod is DefMethod.
func (rt *Runtime) defMethod(fv Value, o Ref, key Value, flags uint32) bool {
	k, ok := rt.ToPropertyKey(key)
	if !ok {
		return false
	}
	fn := fv.Ref()
	if flags&code.MethodAnonymous != 0 {
		if rt.kind(fn) == KindFunction {
			named := false
			if rt.funcOf(fn).flags&code.ClassCtor != 0 {
				_, named = rt.ordinaryGetOwn(fn, KeyName)
				named = named && rt.aux(fn)&auxNoName == 0
				if rt.aux(fn)&auxNoName != 0 {
					_, named = rt.classOwnName(fn)
				}
			}
			if !named {
				rt.setFunctionName(fn, k, "")
			}
		}
		return rt.CreateDataOrThrow(o, k, fv)
	}
	rt.setHome(fn, o)
	d := Desc{Flags: DescConfigurable | HasConfigurable | HasEnumerable}
	if flags&code.MethodEnumerable != 0 {
		d.Flags |= DescEnumerable
	}
	switch {
	case flags&code.MethodGet != 0:
		rt.setFunctionName(fn, k, "get")
		d.Get = fv
		d.Flags |= HasGet
	case flags&code.MethodSet != 0:
		rt.setFunctionName(fn, k, "set")
		d.Set = fv
		d.Flags |= HasSet
	default:
		rt.setFunctionName(fn, k, "")
		d.Value = fv
		d.Flags |= HasValue | HasWritable | DescWritable
	}
	return rt.DefineOrThrow(o, k, d)
}

// classOwnName reports a static member called name.
func (rt *Runtime) classOwnName(fn Ref) (Desc, bool) { return rt.ordinaryGetOwn(fn, KeyName) }

// newClass is Class.
func (rt *Runtime) newClass(f *frame, a, b, name, x uint32) bool {
	c := f.c
	r := c.realm
	regs := rt.window(f.bp)
	protoParent, ctorParent := r.Intrinsic(ObjectPrototype), r.Intrinsic(FunctionPrototype)
	if b != code.NoReg {
		h := regs[b]
		switch {
		case h.IsNull():
			protoParent = 0
		case !rt.IsConstructor(h):
			return rt.TypeError("Class extends value %s is not a constructor or null", rt.display(h))
		default:
			p, ok := rt.Get(h.Ref(), KeyPrototype)
			if !ok {
				return false
			}
			if !p.IsObject() && !p.IsNull() {
				return rt.TypeError("Class extends value does not have valid prototype property %s", rt.display(p))
			}
			protoParent, ctorParent = p.ObjectRef(), h.Ref()
		}
	}
	proto := rt.NewObjectProto(protoParent)
	fn := rt.newClosure(rt.closureRow(c, x&0xFFFFFF), rt.scopeUp(f, x>>24, 0))
	if ctorParent != r.Intrinsic(FunctionPrototype) {
		rt.setShape(fn, rt.rootShape(KindFunction, ctorParent, 0))
	}
	if name != code.NoReg {
		rt.setFunctionName(fn, rt.primitiveKey(regs[name]), "")
	}
	rt.setHome(fn, proto)
	rt.touch(fn, 0)
	rt.addProp(fn, KeyPrototype, 0, objectValue(proto))
	rt.addProp(proto, KeyConstructor, attrHidden, objectValue(fn))
	regs[a], regs[a+1] = objectValue(fn), objectValue(proto)
	return true
}

// execCall runs calls that are not Call and New.
func (rt *Runtime) execCall(f *frame, ins uint32) bool {
	c := f.c
	a, b, cc := ins>>8&0xFF, ins>>16&0xFF, ins>>24
	regs := rt.window(f.bp)
	at := f.bp + a
	dst := f.bp + cc
	switch op := code.Op(uint8(ins)); op {
	case code.OpCallEval:
		x := rt.fetch(f)
		v := regs[a]
		if v.IsObject() && v.Ref() == c.realm.intrinsics[EvalFunction] {
			arg := Undefined
			if b > 0 {
				arg = regs[a+2]
			}
			r, ok := rt.directEval(f, arg, &c.fn.Evals[x])
			if !ok {
				return false
			}
			regs[cc] = r
			return true
		}
		return rt.opCall(f, ins)
	case code.OpSuperCtor:
		p, ok := rt.Prototype(regs[b].Ref())
		if !ok {
			return false
		}
		regs[a] = p
		return true
	case code.OpInitFields:
		fn := regs[b].Ref()
		if rt.kind(fn) != KindFunction {
			return true
		}
		init := rt.fieldsOf(fn)
		if init == 0 {
			return true
		}
		_, ok := rt.Call(objectValue(init), regs[a])
		return ok
	case code.OpSuperCall:
		if !rt.IsConstructor(regs[a]) {
			return rt.notSuper(f, regs[a])
		}
		return rt.construct(f, at, b, regs[a+1], dst)
	}
	// Spread: the arguments are in the array a+2.
	arr := regs[a+2].Ref()
	n := rt.ArrayLen(arr)
	callee, this := regs[a], regs[a+1]
	to := f.top
	if to+n+2+512 > rt.stackEnd || n > 1<<24 {
		rt.stackOverflow()
		return false
	}
	m := rt.mem
	m[to], m[to+1] = uint64(callee), uint64(this)
	e := rt.elems(arr)
	for i := range n {
		v := rt.At(e, i)
		if v == Hole {
			v = Undefined
		}
		m[to+2+i] = uint64(v)
	}
	rt.sp = to + 2 + n
	var ok bool
	switch code.Op(uint8(ins)) {
	case code.OpCallSpread:
		if !rt.IsCallable(callee) {
			rt.sp = f.top
			return rt.notFunction(f, callee, "is not a function")
		}
		o := callee.Ref()
		if rt.kind(o) == KindFunction {
			if ok = rt.push(o, to+2, n, Undefined, dst, 0); !ok && rt.fp == f {
				rt.sp = f.top
			}
			return ok
		}
		var v Value
		if v, ok = rt.callAt(to, n, Undefined); ok {
			m[dst] = uint64(v)
		}
	case code.OpNewSpread, code.OpSuperSpr:
		nt := callee
		if code.Op(uint8(ins)) == code.OpSuperSpr {
			nt = this
			if !rt.IsConstructor(callee) {
				rt.sp = f.top
				return rt.notSuper(f, callee)
			}
		} else if !rt.IsConstructor(callee) {
			rt.sp = f.top
			return rt.notFunction(f, callee, "is not a constructor")
		}
		ok = rt.construct(f, to, n, nt, dst)
		if ok && rt.fp != f {
			return true
		}
	}
	if rt.fp == f {
		rt.sp = f.top
	}
	return ok
}

// notFunction throws the TypeError of a call of what cannot be called: with the source text of the callee.
func (rt *Runtime) notFunction(f *frame, v Value, what string) bool {
	text := rt.calleeText(f)
	if text == "" {
		text = rt.brief(v)
	}
	return rt.TypeError("%s %s", text, what)
}

// notSuper throws the TypeError of super() where the parent is no constructor.
func (rt *Runtime) notSuper(f *frame, v Value) bool {
	return rt.TypeError("Super constructor %s of anonymous class is not a constructor", rt.display(v))
}
