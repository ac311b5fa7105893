package vm

import (
	"encoding/binary"
	"math"
)

// getElemOp and setElemOp are GetElem and SetElem of what the loop has no fast path for: elements of typed arrays directly, all
// else the long way.

func (rt *Runtime) getElemOp(f *frame, ins uint32) bool {
	regs := rt.window(f.bp)
	o, k := regs[ins>>16&0xFF], regs[ins>>24]
	if o.IsObject() && k.IsInt() && rt.kind(o.Ref()) == KindTypedArray {
		if data, at := rt.typedAt(o.Ref(), uint32(k.int())); data != nil {
			var v Value
			switch t := rt.elementType(o.Ref()); t {
			case elemFloat64:
				v = Number(math.Float64frombits(binary.LittleEndian.Uint64(data[at:])))
			case elemUint8, elemUint8Clamped:
				v = Int(int32(data[at]))
			case elemInt32:
				v = Int(int32(binary.LittleEndian.Uint32(data[at:])))
			default:
				v = rt.element(t, data[at:])
			}
			regs[ins>>8&0xFF] = v
			return true
		}
	}
	return rt.exec(f, ins)
}

func (rt *Runtime) setElemOp(f *frame, ins uint32) bool {
	regs := rt.window(f.bp)
	o, k := regs[ins>>16&0xFF], regs[ins>>24]
	if o.IsObject() && k.IsInt() && rt.kind(o.Ref()) == KindTypedArray {
		v := regs[ins>>8&0xFF]
		if data, at := rt.typedAt(o.Ref(), uint32(k.int())); data != nil && v.IsNumber() {
			switch t := rt.elementType(o.Ref()); {
			case t == elemFloat64:
				binary.LittleEndian.PutUint64(data[at:], math.Float64bits(v.Num()))
				return true
			case t == elemInt32 && v.IsInt():
				binary.LittleEndian.PutUint32(data[at:], uint32(v.int()))
				return true
			case !t.big():
				rt.putElement(t, data[at:], v)
				return true
			}
		}
	}
	return rt.exec(f, ins)
}

// typedAt is the bytes of a typed array's buffer and where element i is; nil where it has no such element or its length is not fixed.
func (rt *Runtime) typedAt(o Ref, i uint32) (data []byte, at int) {
	n := rt.mem[o+4]
	if uint64(i) >= n || n == tracking {
		return nil, 0
	}
	b := rt.buffers[rt.mem[uint32(rt.mem[o+2])+2]]
	if b.shared != nil {
		return nil, 0
	}
	size := rt.elementType(o).size()
	at = int(rt.mem[o+3]) + int(i)*size
	if at+size > len(b.data) {
		return nil, 0
	}
	return b.data, at
}
