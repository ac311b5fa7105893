package vm

import (
	"math"

	"github.com/niso-engine/niso/js/vm/code"
)

// site is an inline cache: where a property was found the last time.
type site struct {
	shape  Ref    // of the object that was asked; 0: nothing cached
	loc    uint32 // word within the object, or within its slots cell (icSlots)
	key    Key
	holder Ref    // icProto: the object on the prototype chain that has it; icAdd: the shape that the object gets
	epoch  uint32 // of icProto, icAdd, icLexical
	kind   uint8
}

// Kinds of a site: bits.
const (
	icSlots    uint8 = 1 << iota // in the slots cell
	icProto                      // of the prototype holder, while protoEpoch is epoch
	icAccessor                   // the word holds an accessor
	icReadOnly                   // not for stores
	icAdd                        // a store that adds it
	icLexical                    // a global lexical binding: holder is its cell
	icPrim                       // the object is a primitive: shape is that of its prototype
)

// run runs the frame fp and all it calls until the innermost frame that Go entered returns: true, with the result in rt.ret, or
// false with an exception pending.
//
// The loop below has no handler that calls anything and goes on with what it had in variables: handlers are either whole (fast paths), or
// go to slow, from where everything is read again. So the compiler keeps nothing across a call, and the fast paths keep
// their variables in registers.
func (rt *Runtime) run() bool {
	var (
		f    *frame
		c    *compiled
		pc   uint32
		ins  uint32
		regs *[256]Value
		ops  []uint32
		mem  = rt.mem
	)
reload:
	f = rt.fp
	c = f.c
	ops = c.code
	pc = f.pc
	regs = rt.window(f.bp)
next:
	for {
		ins = ops[pc]
		pc++
		switch code.Op(uint8(ins)) {
		case code.OpNop:
		case code.OpMove:
			regs[uint8(ins>>8)] = regs[uint8(ins>>16)]
		case code.OpLoadUndef:
			regs[uint8(ins>>8)] = Undefined
		case code.OpLoadNull:
			regs[uint8(ins>>8)] = Null
		case code.OpLoadTrue:
			regs[uint8(ins>>8)] = True
		case code.OpLoadFalse:
			regs[uint8(ins>>8)] = False
		case code.OpLoadHole:
			regs[uint8(ins>>8)] = Hole
		case code.OpLoadInt:
			regs[uint8(ins>>8)] = Int(int32(ins) >> 16)
		case code.OpLoadK:
			regs[uint8(ins>>8)] = c.consts[ins>>16]
		case code.OpLoadThis:
			v := Value(mem[f.bp-1])
			if v.tag() != tagObject && c.flags&code.Strict == 0 {
				goto slow
			}
			regs[uint8(ins>>8)] = v
		case code.OpLoadCallee:
			regs[uint8(ins>>8)] = Value(mem[f.bp-2])

		case code.OpGetSlot:
			regs[uint8(ins>>8)] = Value(mem[uint32(regs[uint8(ins>>16)])+2+ins>>24])
		case code.OpGetSlotT:
			v := Value(mem[uint32(regs[uint8(ins>>16)])+2+ins>>24])
			if v == Hole {
				goto slow
			}
			regs[uint8(ins>>8)] = v
		case code.OpSetSlot:
			mem[uint32(regs[uint8(ins>>16)])+2+ins>>24] = uint64(regs[uint8(ins>>8)])
		case code.OpSetSlotT:
			at := uint32(regs[uint8(ins>>16)]) + 2 + ins>>24
			if Value(mem[at]) == Hole {
				goto slow
			}
			mem[at] = uint64(regs[uint8(ins>>8)])
		case code.OpGetEnv:
			e := uint32(mem[uint32(mem[f.bp-2])+2] >> 32)
			for n := uint8(ins >> 16); n > 0; n-- {
				e = uint32(mem[e+1])
			}
			regs[uint8(ins>>8)] = Value(mem[e+2+ins>>24])
		case code.OpGetEnvT:
			e := uint32(mem[uint32(mem[f.bp-2])+2] >> 32)
			for n := uint8(ins >> 16); n > 0; n-- {
				e = uint32(mem[e+1])
			}
			v := Value(mem[e+2+ins>>24])
			if v == Hole {
				goto slow
			}
			regs[uint8(ins>>8)] = v
		case code.OpSetEnv:
			e := uint32(mem[uint32(mem[f.bp-2])+2] >> 32)
			for n := uint8(ins >> 16); n > 0; n-- {
				e = uint32(mem[e+1])
			}
			mem[e+2+ins>>24] = uint64(regs[uint8(ins>>8)])
		case code.OpSetEnvT:
			e := uint32(mem[uint32(mem[f.bp-2])+2] >> 32)
			for n := uint8(ins >> 16); n > 0; n-- {
				e = uint32(mem[e+1])
			}
			at := e + 2 + ins>>24
			if Value(mem[at]) == Hole {
				goto slow
			}
			mem[at] = uint64(regs[uint8(ins>>8)])
		case code.OpCheckHole:
			if regs[uint8(ins>>8)] == Hole {
				goto slow
			}
		case code.OpCheckThis:
			if regs[uint8(ins>>8)] == Hole {
				goto slow
			}

		case code.OpGetGlobal:
			s := &c.sites[ins>>16]
			if s.epoch != rt.protoEpoch {
				goto slow
			}
			if s.kind&icLexical != 0 {
				v := Value(mem[s.holder+2])
				if v == Hole {
					goto slow
				}
				regs[uint8(ins>>8)] = v
				continue next
			}
			if Ref(mem[s.holder]>>32) != s.shape || s.shape == 0 {
				goto slow
			}
			regs[uint8(ins>>8)] = Value(mem[uint32(mem[s.holder+1])+s.loc])
		case code.OpSetGlobal:
			s := &c.sites[ins>>16]
			if s.epoch != rt.protoEpoch || s.kind&icReadOnly != 0 {
				goto slow
			}
			if s.kind == icLexical {
				if Value(mem[s.holder+2]) == Hole {
					goto slow
				}
				mem[s.holder+2] = uint64(regs[uint8(ins>>8)])
				continue next
			}
			if Ref(mem[s.holder]>>32) != s.shape || s.shape == 0 {
				goto slow
			}
			mem[uint32(mem[s.holder+1])+s.loc] = uint64(regs[uint8(ins>>8)])

		case code.OpGetProp, code.OpGetMethod:
			v := regs[uint8(ins>>16)]
			s := &c.sites[ins>>24]
			if v>>tagShift != tagObject {
				if v>>tagShift != tagString || s.kind != icPrim|icProto|icSlots || s.epoch != rt.protoEpoch {
					goto slow
				}
				regs[uint8(ins>>8)] = Value(mem[uint32(mem[s.holder+1])+s.loc])
				if code.Op(uint8(ins)) == code.OpGetMethod {
					regs[uint8(ins>>8)+1] = v
				}
				continue next
			}
			if Ref(mem[uint32(v)]>>32) != s.shape {
				goto slow
			}
			at := uint32(v)
			if s.kind != 0 {
				if s.kind&icAccessor != 0 {
					goto slow
				}
				if s.kind&icProto != 0 {
					if s.epoch != rt.protoEpoch {
						goto slow
					}
					at = uint32(s.holder)
				}
				if s.kind&icSlots != 0 {
					at = uint32(mem[at+1])
				}
			}
			regs[uint8(ins>>8)] = Value(mem[at+s.loc])
			if code.Op(uint8(ins)) == code.OpGetMethod {
				regs[uint8(ins>>8)+1] = v
			}
		case code.OpGetLength:
			v := regs[uint8(ins>>16)]
			if v>>tagShift == tagString {
				regs[uint8(ins>>8)] = Int(int32(uint32(mem[uint32(v)] >> 32)))
				continue next
			}
			if v>>tagShift != tagObject || uint8(mem[uint32(v)]) != KindArray {
				goto slow
			}
			n := uint32(mem[uint32(v)+2])
			if n > math.MaxInt32 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(int32(n))
		case code.OpSetProp:
			v := regs[uint8(ins>>16)]
			s := &c.sites[ins>>24]
			if v>>tagShift != tagObject {
				goto slow
			}
			h := mem[uint32(v)]
			if Ref(h>>32) != s.shape {
				goto slow
			}
			at := uint32(v)
			if s.kind&^icSlots != 0 {
				if s.kind&^icSlots != icAdd || s.epoch != rt.protoEpoch || h&(uint64(flagProto)<<8) != 0 {
					goto slow
				}
				if s.kind&icSlots != 0 {
					at = uint32(mem[at+1])
					if at == 0 || s.loc > uint32(mem[at]>>32) {
						goto slow
					}
				}
				mem[uint32(v)] = h&0xFFFFFFFF | uint64(s.holder)<<32
				mem[at+s.loc] = uint64(regs[uint8(ins>>8)])
				continue next
			}
			if s.kind != 0 {
				at = uint32(mem[at+1])
			}
			mem[at+s.loc] = uint64(regs[uint8(ins>>8)])
		case code.OpGetElem:
			o, k := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if o>>tagShift != tagObject || k>>32 != tagInt<<16 {
				goto getElem
			}
			e := uint32(mem[uint32(o)+1] >> 32)
			h := mem[e]
			if uint8(h) != kindValues || uint32(k) >= uint32(h>>32) {
				goto getElem
			}
			v := Value(mem[e+1+uint32(k)])
			if v == Hole {
				goto getElem
			}
			regs[uint8(ins>>8)] = v
		case code.OpGetIdx:
			o, k := regs[uint8(ins>>16)], ins>>24
			if o>>tagShift != tagObject {
				goto slow
			}
			e := uint32(mem[uint32(o)+1] >> 32)
			h := mem[e]
			if uint8(h) != kindValues || k >= uint32(h>>32) {
				goto slow
			}
			v := Value(mem[e+1+k])
			if v == Hole {
				goto slow
			}
			regs[uint8(ins>>8)] = v
		case code.OpSetElem:
			o, k := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if o>>tagShift != tagObject || k>>32 != tagInt<<16 {
				goto setElem
			}
			e := uint32(mem[uint32(o)+1] >> 32)
			h := mem[e]
			if uint8(h) != kindValues || uint32(k) >= uint32(h>>32) || mem[uint32(o)]&(uint64(flagFrozenElems|flagExotic)<<8) != 0 {
				goto setElem
			}
			if at := e + 1 + uint32(k); Value(mem[at]) != Hole {
				mem[at] = uint64(regs[uint8(ins>>8)])
			} else {
				goto setElem
			}

		case code.OpAdd:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if bothInt(x, y) {
				s := int64(x.int()) + int64(y.int())
				if s == int64(int32(s)) {
					regs[uint8(ins>>8)] = Int(int32(s))
					continue next
				}
			} else if x >= minDouble && y >= minDouble {
				r := x.double() + y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpSub:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if bothInt(x, y) {
				s := int64(x.int()) - int64(y.int())
				if s == int64(int32(s)) {
					regs[uint8(ins>>8)] = Int(int32(s))
					continue next
				}
			} else if x >= minDouble && y >= minDouble {
				r := x.double() - y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpMul:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if bothInt(x, y) {
				s := int64(x.int()) * int64(y.int())
				if s == int64(int32(s)) && s != 0 {
					regs[uint8(ins>>8)] = Int(int32(s))
					continue next
				}
			} else if x >= minDouble && y >= minDouble {
				r := x.double() * y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpDiv:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if x >= minDouble && y >= minDouble {
				r := x.double() / y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpMod:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if bothInt(x, y) && x.int() >= 0 && y.int() > 0 {
				regs[uint8(ins>>8)] = Int(x.int() % y.int())
				continue next
			}
			goto slow
		case code.OpAnd:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			regs[uint8(ins>>8)] = x & y
		case code.OpOr:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			regs[uint8(ins>>8)] = x | y
		case code.OpXor:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() ^ y.int())
		case code.OpShl:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() << (uint32(y) & 31))
		case code.OpShr:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() >> (uint32(y) & 31))
		case code.OpUshr:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			r := uint32(x) >> (uint32(y) & 31)
			if r > math.MaxInt32 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(int32(r))
		case code.OpAddI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto mixed
			}
			s := int64(x.int()) + int64(int8(ins>>24))
			if s != int64(int32(s)) {
				goto mixed
			}
			regs[uint8(ins>>8)] = Int(int32(s))
		case code.OpSubI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto mixed
			}
			s := int64(x.int()) - int64(int8(ins>>24))
			if s != int64(int32(s)) {
				goto mixed
			}
			regs[uint8(ins>>8)] = Int(int32(s))
		case code.OpMulI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto mixed
			}
			s := int64(x.int()) * int64(int8(ins>>24))
			if s != int64(int32(s)) || s == 0 {
				goto mixed
			}
			regs[uint8(ins>>8)] = Int(int32(s))
		case code.OpAndI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() & int32(ins>>24))
		case code.OpOrI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() | int32(ins>>24))
		case code.OpXorI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() ^ int32(ins>>24))
		case code.OpShlI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() << (ins >> 24 & 31))
		case code.OpShrI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() >> (ins >> 24 & 31))
		case code.OpUshrI:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			r := uint32(x) >> (ins >> 24 & 31)
			if r > math.MaxInt32 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(int32(r))
		case code.OpAddK:
			x, y := regs[uint8(ins>>16)], c.consts[ins>>24]
			if x >= minDouble && y >= minDouble {
				r := x.double() + y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpSubK:
			x, y := regs[uint8(ins>>16)], c.consts[ins>>24]
			if x >= minDouble && y >= minDouble {
				r := x.double() - y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpMulK:
			x, y := regs[uint8(ins>>16)], c.consts[ins>>24]
			if x >= minDouble && y >= minDouble {
				r := x.double() * y.double()
				if i := int32(r); float64(i) != r && r == r {
					regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
					continue next
				}
			}
			goto mixed
		case code.OpDivK:
			goto mixed
		case code.OpModK:
			x, y := regs[uint8(ins>>16)], c.consts[ins>>24]
			if bothInt(x, y) && x.int() >= 0 && y.int() > 0 {
				regs[uint8(ins>>8)] = Int(x.int() % y.int())
				continue next
			}
			goto slow
		case code.OpInc:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 || uint32(x) == math.MaxInt32 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() + 1)
		case code.OpDec:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 || uint32(x) == 1<<31 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() - 1)
		case code.OpToNumeric, code.OpToNumber:
			x := regs[uint8(ins>>16)]
			if !x.IsNumber() {
				goto slow
			}
			regs[uint8(ins>>8)] = x
		case code.OpNeg:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 || uint32(x)&math.MaxInt32 == 0 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(-x.int())
		case code.OpBitNot:
			x := regs[uint8(ins>>16)]
			if x>>32 != tagInt<<16 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(^x.int())
		case code.OpNot:
			x := regs[uint8(ins>>16)]
			if x > True {
				if x>>tagShift == tagObject && !rt.undetectable {
					regs[uint8(ins>>8)] = False
					continue next
				}
				goto slow
			}
			regs[uint8(ins>>8)] = False
			if x != True {
				regs[uint8(ins>>8)] = True
			}
		case code.OpLt, code.OpGt, code.OpLe, code.OpGe:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if !bothInt(x, y) {
				goto slow
			}
			r := False
			switch code.Op(uint8(ins)) {
			case code.OpLt:
				if x.int() < y.int() {
					r = True
				}
			case code.OpLe:
				if x.int() <= y.int() {
					r = True
				}
			case code.OpGt:
				if x.int() > y.int() {
					r = True
				}
			default:
				if x.int() >= y.int() {
					r = True
				}
			}
			regs[uint8(ins>>8)] = r
		case code.OpSeq:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if x == y && x != NaN {
				regs[uint8(ins>>8)] = True
				continue next
			}
			if x.tag() == tagString || x >= minDouble || x.tag() == tagBigInt || y >= minDouble {
				goto slow
			}
			regs[uint8(ins>>8)] = False
		case code.OpSne:
			x, y := regs[uint8(ins>>16)], regs[uint8(ins>>24)]
			if x == y && x != NaN {
				regs[uint8(ins>>8)] = False
				continue next
			}
			if x.tag() == tagString || x >= minDouble || x.tag() == tagBigInt || y >= minDouble {
				goto slow
			}
			regs[uint8(ins>>8)] = True

		case code.OpJump:
			d := int32(ins) >> 8
			if d < 0 && rt.attention.Load() != 0 {
				goto slow
			}
			pc += uint32(d)
		case code.OpJTrue:
			x := regs[uint8(ins>>8)]
			if x > True {
				if x>>tagShift == tagObject {
					if rt.undetectable {
						goto slow
					}
					goto jump16
				}
				if x>>32 == tagInt<<16 {
					if uint32(x) != 0 {
						goto jump16
					}
					continue next
				}
				goto slow
			}
			if x == True {
				goto jump16
			}
		case code.OpJFalse:
			x := regs[uint8(ins>>8)]
			if x > True {
				if x>>tagShift == tagObject {
					if rt.undetectable {
						goto slow
					}
					continue next
				}
				if x>>32 == tagInt<<16 {
					if uint32(x) == 0 {
						goto jump16
					}
					continue next
				}
				goto slow
			}
			if x != True {
				goto jump16
			}
		case code.OpJNullish:
			if regs[uint8(ins>>8)] <= Null {
				goto jump16
			}
		case code.OpJNNullish:
			if regs[uint8(ins>>8)] > Null {
				goto jump16
			}
		case code.OpJNull:
			x := regs[uint8(ins>>8)]
			if x <= Null {
				goto jump16
			}
			if rt.undetectable {
				goto slow
			}
		case code.OpJNNull:
			if rt.undetectable {
				goto slow
			}
			if regs[uint8(ins>>8)] > Null {
				goto jump16
			}
		case code.OpJUndef:
			if regs[uint8(ins>>8)] == Undefined {
				goto jump16
			}
		case code.OpJNUndef:
			if regs[uint8(ins>>8)] != Undefined {
				goto jump16
			}

		case code.OpJLt:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() < y.int() {
				goto jumpX
			}
			pc++
		case code.OpJNLt:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() >= y.int() {
				goto jumpX
			}
			pc++
		case code.OpJLe:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() <= y.int() {
				goto jumpX
			}
			pc++
		case code.OpJNLe:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() > y.int() {
				goto jumpX
			}
			pc++
		case code.OpJGt:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() > y.int() {
				goto jumpX
			}
			pc++
		case code.OpJNGt:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() <= y.int() {
				goto jumpX
			}
			pc++
		case code.OpJGe:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() >= y.int() {
				goto jumpX
			}
			pc++
		case code.OpJNGe:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) {
				goto compare
			}
			if x.int() < y.int() {
				goto jumpX
			}
			pc++
		case code.OpJSeq, code.OpJEq:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if x == y && x != NaN {
				goto jumpX
			}
			if !bothInt(x, y) {
				goto slow
			}
			pc++
		case code.OpJSne, code.OpJNe:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if x == y && x != NaN {
				pc++
				continue next
			}
			if !bothInt(x, y) {
				goto slow
			}
			goto jumpX
		case code.OpJLtI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() < int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJNLtI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() >= int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJLeI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() <= int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJNLeI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() > int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJGtI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() > int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJNGtI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() <= int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJGeI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() >= int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJNGeI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 {
				goto compare
			}
			if x.int() < int32(ins)>>16 {
				goto jumpX
			}
			pc++
		case code.OpJSeqI:
			if regs[uint8(ins>>8)] == Int(int32(ins)>>16) {
				goto jumpX
			}
			if regs[uint8(ins>>8)] == NegZero {
				goto slow
			}
			pc++
		case code.OpJEqI:
			x := regs[uint8(ins>>8)]
			if x == Int(int32(ins)>>16) {
				goto jumpX
			}
			if !x.IsInt() {
				goto slow
			}
			pc++
		case code.OpJNeI:
			x := regs[uint8(ins>>8)]
			if x == Int(int32(ins)>>16) {
				pc++
				continue next
			}
			if !x.IsInt() {
				goto slow
			}
			goto jumpX
		case code.OpJSneI:
			if regs[uint8(ins>>8)] == Int(int32(ins)>>16) {
				pc++
				continue next
			}
			if regs[uint8(ins>>8)] == NegZero {
				goto slow
			}
			goto jumpX
		case code.OpIncJLt:
			x, y := regs[uint8(ins>>8)], regs[uint8(ins>>16)]
			if !bothInt(x, y) || uint32(x) == math.MaxInt32 || rt.attention.Load() != 0 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() + 1)
			if x.int()+1 < y.int() {
				pc += 1 + ops[pc]
				continue next
			}
			pc++
		case code.OpIncJLtI:
			x := regs[uint8(ins>>8)]
			if x>>32 != tagInt<<16 || uint32(x) == math.MaxInt32 || rt.attention.Load() != 0 {
				goto slow
			}
			regs[uint8(ins>>8)] = Int(x.int() + 1)
			if x.int()+1 < int32(ins)>>16 {
				pc += 1 + ops[pc]
				continue next
			}
			pc++

		case code.OpCall:
			f.pc = pc
			if rt.opCall(f, ins) {
				goto reload
			}
			goto throw
		case code.OpNew:
			f.pc = pc
			if rt.opNew(f, ins) {
				goto reload
			}
			goto throw
		case code.OpReturn:
			f.pc = pc
			switch rt.opReturn(f, regs[uint8(ins>>8)]) {
			case returnOn:
				goto reload
			case returnGo:
				return true
			}
			goto throw
		case code.OpReturnU:
			f.pc = pc
			switch rt.opReturn(f, Undefined) {
			case returnOn:
				goto reload
			case returnGo:
				return true
			}
			goto throw
		case code.OpReturnDrv, code.OpYield, code.OpYieldRaw, code.OpAwait, code.OpGenerator:
			f.pc = pc
			switch rt.opSuspend(f, ins) {
			case returnOn:
				goto reload
			case returnGo:
				return true
			}
			goto throw
		default:
			goto slow
		}
	}

getElem:
	f.pc = pc
	if rt.getElemOp(f, ins) {
		goto reload
	}
	goto throw
setElem:
	f.pc = pc
	if rt.setElemOp(f, ins) {
		goto reload
	}
	goto throw
mixed:
	// Numbers in any form.
	{
		op := code.Op(uint8(ins))
		x := regs[uint8(ins>>16)]
		var y Value
		switch {
		case op >= code.OpAddK:
			y = c.consts[ins>>24]
			op -= code.OpAddK - code.OpAdd
		case op >= code.OpAddI:
			y = Int(int32(int8(ins >> 24)))
			op -= code.OpAddI - code.OpAdd
		default:
			y = regs[uint8(ins>>24)]
		}
		var fx, fy, r float64
		switch {
		case x >= minDouble:
			fx = x.double()
		case x>>32 == tagInt<<16:
			fx = float64(x.int())
		default:
			goto slow
		}
		switch {
		case y >= minDouble:
			fy = y.double()
		case y>>32 == tagInt<<16:
			fy = float64(y.int())
		default:
			goto slow
		}
		switch op {
		case code.OpAdd:
			r = fx + fy
		case code.OpSub:
			r = fx - fy
		case code.OpMul:
			r = fx * fy
		default:
			r = fx / fy
		}
		if i := int32(r); float64(i) == r && (i != 0 || math.Float64bits(r) == 0) {
			regs[uint8(ins>>8)] = Int(i)
		} else if r == r {
			regs[uint8(ins>>8)] = Value(^math.Float64bits(r))
		} else {
			regs[uint8(ins>>8)] = NaN
		}
		goto next
	}
compare:
	{
		op := code.Op(uint8(ins))
		x := regs[uint8(ins>>8)]
		var y Value
		if op >= code.OpJLtI {
			y = Int(int32(ins) >> 16)
			op -= code.OpJLtI - code.OpJLt
		} else {
			y = regs[uint8(ins>>16)]
		}
		var fx, fy float64
		switch {
		case x >= minDouble:
			fx = x.double()
		case x>>32 == tagInt<<16:
			fx = float64(x.int())
		default:
			goto slow
		}
		switch {
		case y >= minDouble:
			fy = y.double()
		case y>>32 == tagInt<<16:
			fy = float64(y.int())
		default:
			goto slow
		}
		r := false
		switch (op - code.OpJLt) / 2 {
		case 0:
			r = fx < fy
		case 1:
			r = fx <= fy
		case 2:
			r = fx > fy
		default:
			r = fx >= fy
		}
		if r == ((op-code.OpJLt)&1 == 0) {
			goto jumpX
		}
		pc++
		goto next
	}
jump16:
	{
		d := int32(ins) >> 16
		if d < 0 && rt.attention.Load() != 0 {
			goto slow
		}
		pc += uint32(d)
		goto next
	}
jumpX:
	{
		d := ops[pc]
		if int32(d) < 0 && rt.attention.Load() != 0 {
			goto slow
		}
		pc += 1 + d
		goto next
	}
slow:
	f.pc = pc
	if rt.exec(f, ins) {
		goto reload
	}
throw:
	if rt.unwind() {
		goto reload
	}
	return rt.pending == 0
}

// How a return or a suspension goes on.
const (
	returnOn    uint8 = iota // another frame (or this one) runs
	returnGo                 // Go code that called it gets rt.ret
	returnThrow              // an exception is pending
)

// opCall is Call: a script function's frame is pushed, a native runs.
func (rt *Runtime) opCall(f *frame, ins uint32) bool {
	at := f.bp + ins>>8&0xFF
	n := ins >> 16 & 0xFF
	dst := f.bp + ins>>24
	v := Value(rt.mem[at])
	if v.IsObject() {
		o := v.Ref()
		switch uint8(rt.mem[o]) {
		case KindFunction:
			return rt.push(o, at+2, n, Undefined, dst, 0)
		case KindNative:
			r, ok := rt.callNative(o, at+2, n, Undefined)
			if !ok {
				return false
			}
			rt.mem[dst] = uint64(r)
			return true
		}
		if rt.flags(o)&flagCallable != 0 {
			r, ok := rt.callOther(o, at, n, Undefined)
			if !ok {
				return false
			}
			rt.mem[dst] = uint64(r)
			return true
		}
	}
	return rt.notFunction(f, v, "is not a function")
}

// opNew is New.
func (rt *Runtime) opNew(f *frame, ins uint32) bool {
	at := f.bp + ins>>8&0xFF
	v := Value(rt.mem[at])
	if !rt.IsConstructor(v) {
		return rt.notFunction(f, v, "is not a constructor")
	}
	return rt.construct(f, at, ins>>16&0xFF, v, f.bp+ins>>24)
}

// construct calls the constructor at stack word at.
func (rt *Runtime) construct(f *frame, at, n uint32, newTarget Value, dst uint32) bool {
	o := Ref(rt.mem[at])
	rt.mem[at+1] = uint64(Undefined)
	if rt.kind(o) == KindFunction {
		this, ok := rt.thisFor(o, newTarget)
		if !ok {
			return false
		}
		rt.mem[at+1] = uint64(this)
		return rt.push(o, at+2, n, newTarget, dst, frameConstruct)
	}
	r, ok := rt.callAt(at, n, newTarget)
	if !ok {
		return false
	}
	rt.mem[dst] = uint64(r)
	return true
}

// opReturn returns v from the frame.
func (rt *Runtime) opReturn(f *frame, v Value) uint8 {
	if f.flags != 0 {
		if f.flags&frameConstruct != 0 {
			if !v.IsObject() {
				v = Value(rt.mem[f.bp-1])
			}
			if v.IsObject() {
				rt.learnSlots(f.c, v.Ref())
			}
		}
		if f.flags&(frameAsync|frameGen) != 0 {
			return rt.returnAsync(f, v)
		}
		if f.flags&frameEntry != 0 {
			rt.pop()
			rt.ret = v
			return returnGo
		}
	}
	dst := f.dst
	p := f.prev
	rt.fp = p
	rt.sp = p.top
	rt.realm = p.c.realm
	rt.mem[dst] = uint64(v)
	return returnOn
}
