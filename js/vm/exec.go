package vm

import (
	"math"

	"github.com/niso-engine/niso/js/vm/code"
)

// exec runs one instruction whole: what the loop has no fast path for, or whose fast path did not fit. f.pc is after its first word.
// It leaves f.pc after the instruction or at the jump's target. false: an exception is pending.
func (rt *Runtime) exec(f *frame, ins uint32) bool {
	kept := len(rt.kept)
	ok := rt.execute(f, ins)
	rt.kept = rt.kept[:kept]
	return ok
}

func (rt *Runtime) execute(f *frame, ins uint32) bool {
	c := f.c
	a, b, cc := ins>>8&0xFF, ins>>16&0xFF, ins>>24
	bx := ins >> 16
	regs := rt.window(f.bp)
	op := code.Op(uint8(ins))
	switch op {
	case code.OpLoadThis:
		v := Value(rt.mem[f.bp-1])
		if c.flags&code.Strict == 0 && !v.IsObject() && v != Hole {
			if v.IsNullish() {
				v = c.realm.globalThis
			} else {
				o, ok := rt.ToObject(v)
				if !ok {
					return false
				}
				v = objectValue(o)
			}
			rt.mem[f.bp-1] = uint64(v)
		}
		regs[a] = v
	case code.OpLoadNewT:
		regs[a] = f.newT
	case code.OpLoadScope:
		regs[a] = internalValue(rt.scopeUp(f, b, cc))

	case code.OpNewScope:
		x := rt.fetch(f)
		d := c.fn.Scopes[x]
		regs[a] = internalValue(rt.newScope(rt.scopeUp(f, b, 0), uint32(d.Slots), uint32(d.TDZ)))
	case code.OpCopyScope:
		s := regs[a].Ref()
		n := rt.high(s)
		t := rt.newScope(Ref(rt.mem[s+1]), n, 0)
		for i := range n {
			rt.mem[uint32(t)+2+i] = rt.mem[uint32(s)+2+i]
		}
		regs[a] = internalValue(t)
	case code.OpGetSlotT, code.OpSetSlotT, code.OpGetEnvT, code.OpSetEnvT:
		return rt.throwTDZ(c.fn.NameAt(int(f.pc) - 1))
	case code.OpGetSlotW, code.OpSetSlotW:
		at := uint32(regs[b]) + 2 + rt.fetch(f)
		return rt.slotW(f, op == code.OpGetSlotW, at, a, cc)
	case code.OpGetEnvW, code.OpSetEnvW:
		x := rt.fetch(f)
		at := uint32(rt.scopeUp(f, code.NoReg, x>>16)) + 2 + x&0xFFFF
		return rt.slotW(f, op == code.OpGetEnvW, at, a, cc)
	case code.OpGetImport:
		return rt.getImport(f, a, b, cc)
	case code.OpGetImportW:
		x := rt.fetch(f)
		return rt.getImport(f, a, x>>16, x&0xFFFF)
	case code.OpCheckHole:
		return rt.throwTDZ(c.fn.Strings[rt.wide(f, bx)])
	case code.OpThrowTDZ:
		return rt.throwTDZ(c.fn.Strings[rt.wide(f, bx)])
	case code.OpThrowConst:
		return rt.TypeError("Assignment to constant variable.")

	case code.OpGetGlobal, code.OpGetGlobalU:
		v, ok := rt.getGlobal(f, &c.sites[bx], op == code.OpGetGlobalU)
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetGlobal:
		return rt.setGlobal(f, &c.sites[bx], regs[a])
	case code.OpInitGlobal:
		l := c.realm.lexical[c.sites[bx].key]
		rt.mem[l.cell+2] = uint64(regs[a])
	case code.OpInitGlobalFn:
		return rt.initGlobalFn(c.realm, c.sites[bx].key, regs[a], c.fn.Program.Decls.Deletable)
	case code.OpDelGlobal:
		k := c.sites[bx].key
		if _, lex := c.realm.lexical[k]; lex {
			regs[a] = False
			break
		}
		done, ok := rt.Delete(c.realm.global, k)
		if !ok {
			return false
		}
		regs[a] = Bool(done)
	case code.OpWide:
		return rt.execWide(f, ins>>8)

	case code.OpToObject:
		o, ok := rt.ToObject(regs[b])
		if !ok {
			return false
		}
		regs[a] = objectValue(o)
	case code.OpWithLookup:
		x := rt.fetch(f)
		return rt.withLookup(f, a, rt.scopeUp(f, b, cc), rt.nameKey(c, x))
	case code.OpEvalLookup:
		x := rt.fetch(f)
		v := Value(rt.mem[rt.scopeUp(f, b, cc)+2])
		if v.IsObject() && rt.hasOwnOrdinary(v.Ref(), rt.nameKey(c, x)) {
			regs[a] = v
		} else {
			regs[a] = Undefined
		}
	case code.OpGetDyn:
		s := &c.sites[rt.fetch(f)]
		o := regs[b].Ref()
		has, ok := rt.HasProperty(o, s.key)
		if !ok {
			return false
		}
		if !has {
			if c.flags&code.Strict != 0 {
				return rt.ReferenceError("%s is not defined", rt.KeyString(s.key))
			}
			regs[a] = Undefined
			break
		}
		v, ok := rt.Get(o, s.key)
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetDyn:
		s := &c.sites[rt.fetch(f)]
		o := regs[b].Ref()
		has, ok := rt.HasProperty(o, s.key)
		if !ok {
			return false
		}
		if !has && c.flags&code.Strict != 0 {
			return rt.ReferenceError("%s is not defined", rt.KeyString(s.key))
		}
		return rt.SetV(regs[b], s.key, regs[a], c.flags&code.Strict != 0)
	case code.OpDelDyn:
		done, ok := rt.Delete(regs[b].Ref(), c.sites[rt.fetch(f)].key)
		if !ok {
			return false
		}
		regs[a] = Bool(done)
	case code.OpEvalVar:
		x := rt.fetch(f)
		s := rt.scopeUp(f, b, cc)
		v := Value(rt.mem[s+2])
		if !v.IsObject() {
			v = objectValue(rt.NewObjectProto(0))
			rt.mem[s+2] = uint64(v)
		}
		k := rt.nameKey(c, x)
		if a == code.NoReg {
			if !rt.hasOwnOrdinary(v.Ref(), k) {
				rt.put(v.Ref(), k, Undefined, attrData)
			}
		} else {
			rt.put(v.Ref(), k, regs[a], attrData)
		}

	case code.OpGetProp, code.OpGetLength:
		return rt.getProp(f, a, regs[b], cc, op)
	case code.OpGetPropW:
		return rt.getProp(f, a, regs[b], rt.fetch(f), op)
	case code.OpGetMethod, code.OpGetMethodW:
		s := cc
		if op == code.OpGetMethodW {
			s = rt.fetch(f)
		}
		v := regs[b]
		if !rt.getProp(f, a, v, s, op) {
			return false
		}
		regs[a+1] = v
	case code.OpSetProp:
		return rt.setProp(f, regs[b], &c.sites[cc], regs[a])
	case code.OpSetPropW:
		return rt.setProp(f, regs[b], &c.sites[rt.fetch(f)], regs[a])
	case code.OpGetElem, code.OpGetElemM:
		o := regs[b]
		v, ok := rt.getElemV(o, regs[cc])
		if !ok {
			return false
		}
		regs[a] = v
		if op == code.OpGetElemM {
			regs[a+1] = o
		}
	case code.OpGetIdx:
		v, ok := rt.getElemV(regs[b], Int(int32(cc)))
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetElem:
		return rt.setElemV(regs[b], regs[cc], regs[a], c.flags&code.Strict != 0)
	case code.OpToKey:
		v := regs[b]
		if v.IsInt() && v.int() >= 0 || v.IsString() || v.IsSymbol() {
			regs[a] = v
			break
		}
		k, ok := rt.ToPropertyKey(v)
		if !ok {
			return false
		}
		if k.IsIndex() {
			regs[a] = Int(int32(k.Index()))
		} else {
			regs[a] = rt.KeyValue(k)
		}
	case code.OpToKeyOf:
		if regs[b].IsNullish() {
			return rt.TypeError("Cannot read properties of %s (reading '%s')", rt.brief(regs[b]), rt.safeKey(regs[cc]))
		}
		k, ok := rt.ToPropertyKey(regs[cc])
		if !ok {
			return false
		}
		if k.IsIndex() {
			regs[a] = Int(int32(k.Index()))
		} else {
			regs[a] = rt.KeyValue(k)
		}
	case code.OpDelElem:
		o, ok := rt.ToObject(regs[b])
		if !ok {
			return false
		}
		k, ok := rt.ToPropertyKey(regs[cc])
		if !ok {
			return false
		}
		done, ok := rt.Delete(o, k)
		if !ok {
			return false
		}
		if !done && c.flags&code.Strict != 0 {
			return rt.deleteFailed(o, k)
		}
		regs[a] = Bool(done)
	case code.OpIn:
		o := regs[cc]
		if !o.IsObject() {
			return rt.TypeError("Cannot use 'in' operator to search for '%s' in %s", rt.display(regs[b]), rt.display(o))
		}
		k, ok := rt.ToPropertyKey(regs[b])
		if !ok {
			return false
		}
		has, ok := rt.HasProperty(o.Ref(), k)
		if !ok {
			return false
		}
		regs[a] = Bool(has)
	case code.OpInstanceOf:
		is, ok := rt.InstanceOf(regs[b], regs[cc])
		if !ok {
			return false
		}
		regs[a] = Bool(is)
	case code.OpSuperBase:
		h := rt.homeObject(regs[b].Ref())
		p, ok := rt.Prototype(h)
		if !ok {
			return false
		}
		regs[a] = p
	case code.OpGetSuper:
		k, ok := rt.ToPropertyKey(regs[cc])
		if !ok {
			return false
		}
		base := regs[b]
		if !base.IsObject() {
			return rt.TypeError("Cannot read properties of %s (reading '%s')", rt.brief(base), rt.KeyString(k))
		}
		v, ok := rt.GetReceiver(base.Ref(), k, regs[b+1])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetSuper:
		k, ok := rt.ToPropertyKey(regs[cc])
		if !ok {
			return false
		}
		base := regs[b]
		if !base.IsObject() {
			return rt.TypeError("Cannot set properties of %s (setting '%s')", rt.brief(base), rt.KeyString(k))
		}
		done, ok := rt.SetReceiver(base.Ref(), k, regs[a], regs[b+1])
		if ok && !done && c.flags&code.Strict != 0 {
			return rt.setFailed(regs[b+1], k)
		}
		return ok
	case code.OpNewPrivate:
		v := rt.NewSymbol(rt.NewString(c.fn.Strings[rt.wide(f, bx)]))
		rt.setFlag(v.Ref(), symPrivate)
		regs[a] = v
	case code.OpGetPriv:
		s := &c.sites[rt.fetch(f)]
		v, ok := rt.getPrivate(regs[b], regs[cc], s)
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetPriv:
		s := &c.sites[rt.fetch(f)]
		return rt.setPrivate(regs[b], regs[cc], regs[a], s)
	case code.OpDefPriv:
		s := &c.sites[rt.fetch(f)]
		return rt.addPrivate(regs[b], regs[cc], regs[a], attrWritable, s)
	case code.OpDefPrivFn:
		return rt.addPrivate(regs[b], regs[cc], regs[a], 0, nil)
	case code.OpDefPrivAcc:
		return rt.addPrivate(regs[b], regs[cc], rt.newAccessor(regs[a], regs[a+1]), attrAccessor, nil)
	case code.OpHasPriv:
		o := regs[b]
		if !o.IsObject() {
			return rt.TypeError("Cannot use 'in' operator to search for '%s' in %s", rt.KeyString(rt.symbolKey(regs[cc].Ref())), rt.display(o))
		}
		i, _ := rt.find(rt.shape(o.Ref()), rt.symbolKey(regs[cc].Ref()))
		regs[a] = Bool(i >= 0)

	case code.OpTypeOf:
		regs[a] = rt.KeyValue(rt.typeKey(regs[b]))
	case code.OpTypeOfIs:
		regs[a] = Bool(rt.TypeOf(regs[b]) == code.TypeNames[cc])
	case code.OpAdd:
		v, ok := rt.add(regs[b], regs[cc])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSub, code.OpMul, code.OpDiv, code.OpMod, code.OpExp, code.OpAnd, code.OpOr, code.OpXor, code.OpShl, code.OpShr, code.OpUshr:
		v, ok := rt.arith(op, regs[b], regs[cc])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpAddI:
		v, ok := rt.add(regs[b], Int(int32(int8(cc))))
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSubI, code.OpMulI:
		v, ok := rt.arith(op-code.OpSubI+code.OpSub, regs[b], Int(int32(int8(cc))))
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpAndI, code.OpOrI, code.OpXorI, code.OpShlI, code.OpShrI, code.OpUshrI:
		v, ok := rt.arith(op-code.OpAndI+code.OpAnd, regs[b], Int(int32(cc)))
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpAddK:
		v, ok := rt.add(regs[b], c.consts[cc])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSubK, code.OpMulK, code.OpDivK, code.OpModK:
		v, ok := rt.arith(op-code.OpSubK+code.OpSub, regs[b], c.consts[cc])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpInc, code.OpDec:
		v, ok := rt.ToNumeric(regs[b])
		if !ok {
			return false
		}
		if v, ok = rt.increment(v, op == code.OpInc); !ok {
			return false
		}
		regs[a] = v
	case code.OpToNumeric:
		v, ok := rt.ToNumeric(regs[b])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpToNumber:
		v, ok := rt.ToNumberValue(regs[b])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpNeg:
		v, ok := rt.negate(regs[b])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpBitNot:
		v, ok := rt.bitNot(regs[b])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpNot:
		regs[a] = Bool(!rt.ToBoolean(regs[b]))
	case code.OpToString:
		v, ok := rt.ToString(regs[b])
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpConcat:
		v := regs[b]
		for i := uint32(1); i < cc; i++ {
			var ok bool
			if v, ok = rt.Concat(v, regs[b+i]); !ok {
				return false
			}
		}
		regs[a] = v
	case code.OpLt, code.OpLe, code.OpGt, code.OpGe:
		r, ok := rt.compare(op-code.OpLt, regs[b], regs[cc])
		if !ok {
			return false
		}
		regs[a] = Bool(r)
	case code.OpEq, code.OpNe:
		r, ok := rt.LooseEquals(regs[b], regs[cc])
		if !ok {
			return false
		}
		regs[a] = Bool(r == (op == code.OpEq))
	case code.OpSeq:
		regs[a] = Bool(rt.StrictEquals(regs[b], regs[cc]))
	case code.OpSne:
		regs[a] = Bool(!rt.StrictEquals(regs[b], regs[cc]))

	case code.OpJump:
		return rt.jump(f, int32(ins)>>8)
	case code.OpJTrue:
		if rt.ToBoolean(regs[a]) {
			return rt.jump(f, int32(ins)>>16)
		}
	case code.OpJFalse:
		if !rt.ToBoolean(regs[a]) {
			return rt.jump(f, int32(ins)>>16)
		}
	case code.OpJNullish, code.OpJNNullish:
		if regs[a].IsNullish() == (op == code.OpJNullish) {
			return rt.jump(f, int32(ins)>>16)
		}
	case code.OpJNull, code.OpJNNull:
		v := regs[a]
		if (v.IsNullish() || v.IsObject() && rt.isHTMLDDA(v.Ref())) == (op == code.OpJNull) {
			return rt.jump(f, int32(ins)>>16)
		}
	case code.OpJUndef, code.OpJNUndef:
		if regs[a].IsUndefined() == (op == code.OpJUndef) {
			return rt.jump(f, int32(ins)>>16)
		}
	case code.OpJLt, code.OpJNLt, code.OpJLe, code.OpJNLe, code.OpJGt, code.OpJNGt, code.OpJGe, code.OpJNGe:
		x := int32(rt.fetch(f))
		r, ok := rt.compare((op-code.OpJLt)/2, regs[a], regs[b])
		if !ok {
			return false
		}
		if r == ((op-code.OpJLt)&1 == 0) {
			return rt.jump(f, x)
		}
	case code.OpJLtI, code.OpJNLtI, code.OpJLeI, code.OpJNLeI, code.OpJGtI, code.OpJNGtI, code.OpJGeI, code.OpJNGeI:
		x := int32(rt.fetch(f))
		r, ok := rt.compare((op-code.OpJLtI)/2, regs[a], Int(int32(ins)>>16))
		if !ok {
			return false
		}
		if r == ((op-code.OpJLtI)&1 == 0) {
			return rt.jump(f, x)
		}
	case code.OpJEq, code.OpJNe:
		x := int32(rt.fetch(f))
		r, ok := rt.LooseEquals(regs[a], regs[b])
		if !ok {
			return false
		}
		if r == (op == code.OpJEq) {
			return rt.jump(f, x)
		}
	case code.OpJSeq, code.OpJSne:
		x := int32(rt.fetch(f))
		if rt.StrictEquals(regs[a], regs[b]) == (op == code.OpJSeq) {
			return rt.jump(f, x)
		}
	case code.OpJSeqI, code.OpJSneI:
		x := int32(rt.fetch(f))
		if rt.StrictEquals(regs[a], Int(int32(ins)>>16)) == (op == code.OpJSeqI) {
			return rt.jump(f, x)
		}
	case code.OpJEqI, code.OpJNeI:
		x := int32(rt.fetch(f))
		eq, ok := rt.LooseEquals(regs[a], Int(int32(ins)>>16))
		if !ok {
			return false
		}
		if eq == (op == code.OpJEqI) {
			return rt.jump(f, x)
		}
	case code.OpIncJLt, code.OpIncJLtI:
		x := int32(rt.fetch(f))
		v, ok := rt.ToNumeric(regs[a])
		if !ok {
			return false
		}
		if v, ok = rt.increment(v, true); !ok {
			return false
		}
		regs[a] = v
		y := Int(int32(ins) >> 16)
		if op == code.OpIncJLt {
			y = regs[b]
		}
		r, ok := rt.compare(0, v, y)
		if !ok {
			return false
		}
		if r {
			return rt.jump(f, x)
		}
	case code.OpSwitchInt:
		if v := regs[a]; v.IsInt() {
			s := &c.fn.Switches[bx]
			if i := int64(v.int()) - int64(s.Low); i >= 0 && i < int64(len(s.Offsets)) {
				f.pc += uint32(s.Offsets[i])
			}
		} else if v == NegZero {
			s := &c.fn.Switches[bx]
			if i := -int64(s.Low); i >= 0 && i < int64(len(s.Offsets)) {
				f.pc += uint32(s.Offsets[i])
			}
		}

	case code.OpCallSpread, code.OpNewSpread, code.OpSuperSpr, code.OpSuperCall, code.OpCallEval, code.OpSuperCtor, code.OpInitFields:
		return rt.execCall(f, ins)
	case code.OpNotInit:
		if regs[a] != Hole {
			return rt.ReferenceError("Super constructor may only be called once")
		}
	case code.OpCheckThis:
		if regs[a] == Hole {
			return rt.throwNoThis()
		}
	case code.OpThrow:
		return rt.Throw(regs[a])
	case code.OpThrowError:
		kind := [...]Intrinsic{ErrorPrototype, TypeErrorPrototype, ReferenceErrorPrototype, SyntaxErrorPrototype, RangeErrorPrototype}[a]
		rt.Throw(rt.realm.NewError(kind, c.fn.Strings[rt.wide(f, bx)]))
		return false
	case code.OpDebugger:
	default:
		return rt.execMore(f, ins)
	}
	return true
}

// execWide runs the instruction after Wide with its bx operand widened by high<<16.
func (rt *Runtime) execWide(f *frame, high uint32) bool {
	ins := f.c.code[f.pc]
	f.pc++
	c := f.c
	a := ins >> 8 & 0xFF
	bx := ins>>16 | high<<16
	regs := rt.window(f.bp)
	switch op := code.Op(uint8(ins)); op {
	case code.OpLoadK:
		regs[a] = c.consts[bx]
	case code.OpGetGlobal, code.OpGetGlobalU:
		v, ok := rt.getGlobal(f, &c.sites[bx], op == code.OpGetGlobalU)
		if !ok {
			return false
		}
		regs[a] = v
	case code.OpSetGlobal:
		return rt.setGlobal(f, &c.sites[bx], regs[a])
	case code.OpInitGlobal:
		l := c.realm.lexical[c.sites[bx].key]
		rt.mem[l.cell+2] = uint64(regs[a])
	case code.OpInitGlobalFn:
		return rt.initGlobalFn(c.realm, c.sites[bx].key, regs[a], c.fn.Program.Decls.Deletable)
	case code.OpDelGlobal:
		k := c.sites[bx].key
		if _, lex := c.realm.lexical[k]; lex {
			regs[a] = False
			return true
		}
		done, ok := rt.Delete(c.realm.global, k)
		regs[a] = Bool(done)
		return ok
	default:
		f.wide = high << 16
		ok := rt.exec(f, ins)
		f.wide = 0
		return ok
	}
	return true
}

// wide is a bx operand with what a Wide before it added.
func (rt *Runtime) wide(f *frame, bx uint32) uint32 { return bx | f.wide }

// fetch is the word X of the instruction.
func (rt *Runtime) fetch(f *frame) uint32 {
	x := f.c.code[f.pc]
	f.pc++
	return x
}

// jump jumps; back edges are safe points. The frame of a script that ends there is still where it jumped from, for the stack.
func (rt *Runtime) jump(f *frame, d int32) bool {
	if d < 0 && rt.attention.Load() != 0 && !rt.safepoint() {
		return false
	}
	f.pc += uint32(d)
	return true
}

// scopeUp is the scope cell hops up from the one in register b (NoReg: the closure's).
func (rt *Runtime) scopeUp(f *frame, b, hops uint32) Ref {
	var s Ref
	if b == code.NoReg {
		s = rt.funcEnv(f.callee(rt))
	} else {
		s = Ref(rt.mem[f.bp+b])
	}
	for ; hops > 0; hops-- {
		s = Ref(rt.mem[s+1])
	}
	return s
}

// newScope makes a scope cell; the first tdz slots hold the hole.
func (rt *Runtime) newScope(parent Ref, slots, tdz uint32) Ref {
	s := rt.heap.Alloc(kindScope, 2+slots)
	rt.setHigh(s, slots)
	rt.mem[s+1] = uint64(parent)
	for i := range tdz {
		rt.mem[uint32(s)+2+i] = uint64(Hole)
	}
	return s
}

func (rt *Runtime) slotW(f *frame, get bool, at, a, check uint32) bool {
	v := Value(rt.mem[at])
	if check != 0 && v == Hole {
		// Names are by the pc of the first word.
		return rt.throwTDZ(f.c.fn.NameAt(int(f.pc) - 2))
	}
	if get {
		rt.mem[f.bp+a] = uint64(v)
	} else {
		rt.mem[at] = rt.mem[f.bp+a]
	}
	return true
}

func (rt *Runtime) getImport(f *frame, a, hops, slot uint32) bool {
	cell := rt.scopeUp(f, code.NoReg, hops)
	v := Value(rt.mem[uint32(cell)+2+slot])
	if n := Value(rt.mem[uint32(cell)+3+slot]); n.IsInt() {
		v = Value(rt.mem[uint32(v)+2+uint32(n.int())])
	}
	if v == Hole {
		pc := int(f.pc) - 1
		if code.Op(uint8(f.c.code[pc])) != code.OpGetImport {
			pc--
		}
		return rt.throwTDZ(f.c.fn.NameAt(pc))
	}
	rt.mem[f.bp+a] = uint64(v)
	return true
}

func (rt *Runtime) throwTDZ(name string) bool {
	return rt.ReferenceError("Cannot access '%s' before initialization", name)
}

func (rt *Runtime) throwNoThis() bool {
	return rt.ReferenceError("Must call super constructor in derived class before accessing 'this' or returning from derived constructor")
}

// typeKey is typeof as a key.
func (rt *Runtime) typeKey(v Value) Key {
	switch {
	case v.IsNumber():
		return KeyNumber
	case v.IsString():
		return KeyString
	case v.IsUndefined():
		return KeyUndefined
	case v.IsNull():
		return KeyObject
	case v.IsBool():
		return KeyBoolean
	case v.IsSymbol():
		return KeySymbol
	case v.IsBigInt():
		return KeyBigInt
	case rt.isHTMLDDA(v.Ref()):
		return KeyUndefined
	case rt.flags(v.Ref())&flagCallable != 0:
		return KeyFunction
	}
	return KeyObject
}

// --- operators

// add is the addition operator.
func (rt *Runtime) add(x, y Value) (Value, bool) {
	if x.IsNumber() && y.IsNumber() {
		return Number(x.Num() + y.Num()), true
	}
	if x.IsString() && y.IsString() {
		return rt.Concat(x, y)
	}
	if x.IsObject() || y.IsObject() {
		var ok bool
		if x, ok = rt.ToPrimitive(x, HintDefault); !ok {
			return Undefined, false
		}
		rt.Keep(x)
		if y, ok = rt.ToPrimitive(y, HintDefault); !ok {
			return Undefined, false
		}
	}
	if x.IsString() || y.IsString() {
		s, ok := rt.ToString(x)
		if !ok {
			return Undefined, false
		}
		t, ok := rt.ToString(y)
		if !ok {
			return Undefined, false
		}
		return rt.Concat(s, t)
	}
	return rt.arith(code.OpAdd, x, y)
}

// compare is x < y (0), <= (1), > (2), >= (3).
func (rt *Runtime) compare(how code.Op, x, y Value) (bool, bool) {
	if x.IsNumber() && y.IsNumber() {
		return compareFloat(how, x.Num(), y.Num()), true
	}
	if x.IsObject() || y.IsObject() {
		var ok bool
		if x, ok = rt.ToPrimitive(x, HintNumber); !ok {
			return false, false
		}
		rt.Keep(x)
		if y, ok = rt.ToPrimitive(y, HintNumber); !ok {
			return false, false
		}
	}
	if x.IsString() && y.IsString() {
		return ordered(how, rt.Str(x).Compare(rt.Str(y))), true
	}
	if x.IsBigInt() || y.IsBigInt() {
		return rt.compareBig(how, x, y)
	}
	x, ok := rt.ToNumberValue(x)
	if !ok {
		return false, false
	}
	if y, ok = rt.ToNumberValue(y); !ok {
		return false, false
	}
	return compareFloat(how, x.Num(), y.Num()), true
}

func compareFloat(how code.Op, x, y float64) bool {
	switch how {
	case 0:
		return x < y
	case 1:
		return x <= y
	case 2:
		return x > y
	}
	return x >= y
}

func ordered(how code.Op, c int) bool {
	switch how {
	case 0:
		return c < 0
	case 1:
		return c <= 0
	case 2:
		return c > 0
	}
	return c >= 0
}

func (rt *Runtime) increment(v Value, up bool) (Value, bool) {
	d := 1.0
	if !up {
		d = -1
	}
	if v.IsBigInt() {
		return rt.bigAdd(v, int64(d))
	}
	return Number(v.Num() + d), true
}

// floatMod is the remainder of numbers.
func floatMod(x, y float64) float64 {
	if x == 0 || math.IsInf(y, 0) && !math.IsInf(x, 0) && x == x {
		if y == 0 || y != y {
			return math.NaN()
		}
		return x
	}
	if ax, ay := math.Abs(x), math.Abs(y); ax < 1<<53 && ay < 1<<53 && ay >= 1 && ax == math.Trunc(ax) && ay == math.Trunc(ay) {
		return math.Copysign(float64(int64(ax)%int64(ay)), x)
	}
	return math.Mod(x, y)
}
