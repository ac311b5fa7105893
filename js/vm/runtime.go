package vm

import (
	"errors"
	"math"
	"os"
	"sync/atomic"

	"github.com/niso-engine/niso/js/vm/heap"
)

// Options of a runtime. The zero value is fine.
type Options struct {
	HeapLimit  int // bytes of the heap, ArrayBuffers among them, above which scripts are ended; 0: 4 GB
	StackWords int // size of the value stack in words; 0: 256K
	CallDepth  int // how many calls of script functions may nest before a RangeError; 0: 10,000
}

// ErrHeapLimit is the reason that a script is ended for when its heap is past the limit.
var ErrHeapLimit = errors.New("heap limit exceeded")

// Runtime is one heap with all that lives in it. One goroutine at a time uses it; only Interrupt is for any.
type Runtime struct {
	mem  heap.Mem
	heap *heap.Heap

	// The interpreter.
	sp          uint32 // words of the value stack below are in use
	stackEnd    uint32
	maxDepth    uint32 // of frames
	fp          *frame
	ret         Value // result of run
	stress      bool
	calls       []*Call
	nativeDepth int
	guarded     bool // see Guard
	exc         Value
	pending     uint8
	endReason   error
	endStack    []Frame
	thrown      Thrown
	attention   atomic.Uint32 // bits: attend*
	realm       *Realm        // of the running function

	kept []Value // Keep

	// Tables of rows that cells refer to by number.
	keys        keyTable
	numStatic   uint32
	symbolFor   map[string]Ref
	realms      []*Realm
	freeRealms  []uint32
	anyClosed   bool // a realm was closed and is not gone: what leads to realms is looked at when marking
	natives     []nativeInfo
	freeNatives []uint32
	owners      []nativeOwner
	funcs       []*funcInst
	freeFuncs   []uint32
	transitions map[transKey]Ref
	lazyObjects map[Ref]lazyObject

	protoEpoch   uint32 // changes when an object that is a prototype gets or loses properties
	indexedProto bool   // some prototype has had elements

	units     [256]Ref // strings of one unit
	ropeStack []Ref
	rows      []uint64
	markEpoch uint32

	roots     []rootRow
	freeRoots []uint32

	// Hooks of the façade; nil: none.
	lazyFill      func(o Ref)
	globalProxies *GlobalProxyHooks

	state // of built-ins: see state.go
}

// Bits of Runtime.attention.
const (
	attendGC uint32 = 1 << iota
	attendInterrupt
	attendLimit // the heap is a quarter past its limit
)

// New makes a runtime. NISO_VM_STRESS in the environment turns the collector's stress mode on.
func New(o Options) (*Runtime, error) {
	initStatic()
	if o.StackWords == 0 {
		o.StackWords = 256 << 10
	}
	if o.CallDepth == 0 {
		o.CallDepth = 10000
	}
	if o.HeapLimit == 0 {
		o.HeapLimit = min(defaultHeapLimit, math.MaxInt)
	}
	h, err := heap.New(o.StackWords, o.HeapLimit)
	if err != nil {
		return nil, err
	}
	rt := &Runtime{heap: h, mem: h.Mem, stackEnd: uint32(o.StackWords), sp: 16, maxDepth: uint32(o.CallDepth)}
	h.Wanted = func() { rt.attention.Or(attendGC) }
	h.Past = rt.pastLimit
	h.TooMuch = func() { rt.attention.Or(attendLimit) }
	rt.numStatic = uint32(len(static.names))
	rt.keys.cells = make([]Ref, rt.numStatic, rt.numStatic+64)
	rt.keys.index = make([]uint32, 256)
	rt.natives = staticNatives[:len(staticNatives):len(staticNatives)]
	rt.funcs = make([]*funcInst, 1)
	rt.transitions = map[transKey]Ref{}
	rt.lazyObjects = map[Ref]lazyObject{}
	rt.fp = &frame{top: rt.sp}
	rt.initState()
	if os.Getenv("NISO_VM_STRESS") != "" {
		rt.SetStress(true)
	}
	return rt, nil
}

// Close frees all memory. No value may be used after.
func (rt *Runtime) Close() {
	if rt.mem == nil {
		return
	}
	rt.heap.Close()
	*rt = Runtime{}
}

// Interrupt ends the running script, or the next one, with a reason. Any goroutine may call it.
func (rt *Runtime) Interrupt(reason error) {
	rt.interruptReason.Store(&reason)
	rt.attention.Or(attendInterrupt)
}

// Interrupted reports whether an interrupt waits for the next safe point: a native that takes long asks for it, and returns.
func (rt *Runtime) Interrupted() bool { return rt.attention.Load()&attendInterrupt != 0 }

// rootRow is a value kept from Go.
type rootRow struct {
	v    Value
	used bool
}

// AddRoot keeps a value until DropRoot.
func (rt *Runtime) AddRoot(v Value) uint32 {
	if n := len(rt.freeRoots); n > 0 {
		row := rt.freeRoots[n-1]
		rt.freeRoots = rt.freeRoots[:n-1]
		rt.roots[row] = rootRow{v, true}
		return row
	}
	rt.roots = append(rt.roots, rootRow{v, true})
	return uint32(len(rt.roots) - 1)
}

// RootValue is the value of a root.
func (rt *Runtime) RootValue(row uint32) Value { return rt.roots[row].v }

// DropRoot ends a root.
func (rt *Runtime) DropRoot(row uint32) {
	rt.roots[row] = rootRow{}
	rt.freeRoots = append(rt.freeRoots, row)
}

// Realm is a global object with its intrinsics.
type Realm struct {
	rt         *Runtime
	index      uint32
	closed     bool
	mark       uint32 // cycle of the collector that reached a closed realm last
	intrinsics [numIntrinsics]Ref
	fixed      []Ref // prototypes of the global object that are immutable prototype exotic objects; it holds them
	global     Ref
	globalThis Value
	self       Value // globalThis while that is a global proxy of this realm's global object; else undefined

	// Trace marks what the host has of the realm, when the collector reached it. nil: nothing.
	Trace func()

	objectShape, arrayShape, funcShape, nativeShape, iterResultShape, promiseShape Ref
	valuesFn                                                                       Ref // %Array.prototype.values%

	Modules ModuleHooks

	lexical  map[Key]lexRow // let, const and class of scripts
	varNames map[Key]bool   // var and function names that scripts declared

	// Data is for the host.
	Data any
}

// lexRow is a global lexical binding: a scope cell of one slot.
type lexRow struct {
	cell     Ref
	constant bool
}

// NewRealm makes a realm. Its objects are made when they are first needed.
func (rt *Runtime) NewRealm() *Realm {
	r := &Realm{rt: rt, index: uint32(len(rt.realms)), lexical: map[Key]lexRow{}}
	if n := len(rt.freeRealms); n > 0 {
		r.index = rt.freeRealms[n-1]
		rt.freeRealms = rt.freeRealms[:n-1]
		rt.realms[r.index] = r
	} else {
		rt.realms = append(rt.realms, r)
	}
	if rt.realm == nil {
		rt.realm = r
	}
	r.global = r.Intrinsic(GlobalObject)
	r.globalThis = objectValue(r.global)
	return r
}

// Realms is the number of realms, with those that were closed and of which something is still held.
func (rt *Runtime) Realms() int { return len(rt.realms) - len(rt.freeRealms) }

// Close ends a realm: its jobs are dropped, and it goes, with its modules, once nothing of it is reachable any more. What another realm
// still holds of it works as before.
func (r *Realm) Close() {
	rt := r.rt
	if r.closed {
		return
	}
	r.closed, rt.anyClosed = true, true
	n := rt.jobHead
	for _, j := range rt.jobs[rt.jobHead:] {
		if j.realm != r {
			rt.jobs[n] = j
			n++
		}
	}
	clear(rt.jobs[n:])
	rt.jobs = rt.jobs[:n]
	if rt.realm == r && rt.nativeDepth == 0 && rt.fp.prev == nil {
		rt.realm = nil
		for _, o := range rt.realms {
			if o != nil && !o.closed {
				rt.realm = o
				break
			}
		}
	}
}

// reachRealm marks a closed realm of which something was reached.
func (rt *Runtime) reachRealm(r *Realm) {
	if r == nil || !r.closed || r.mark == rt.markEpoch {
		return
	}
	r.mark = rt.markEpoch
	rt.markRealm(r)
	for _, m := range rt.modules {
		if m != nil && m.Realm == r {
			rt.markModule(m)
		}
	}
}

// reachLazy does it for the realm that a lazy property is of.
func (rt *Runtime) reachLazy(v Value) {
	if !v.isLazy() {
		return
	}
	row := uint32(v >> 32 & 0xFFFF)
	if row&lazyHostBit != 0 {
		row &= lazyHostBit - 1
	}
	rt.reachRealm(rt.realms[row-1])
}

// reachRealmOf does it for the realms that an object leads to.
func (rt *Runtime) reachRealmOf(o Ref, kind uint8) {
	switch kind {
	case KindFunction:
		rt.reachRealm(rt.funcOf(o).prog.realm)
	case KindNative:
		rt.reachRealm(rt.realms[rt.mem[o+2]>>32])
	case KindHost, KindGlobal:
		if rt.mem[o+2]>>32&0xFFFF != 0 {
			rt.reachRealm(rt.HostRealm(o))
		}
	case KindModuleNamespace:
		rt.reachRealm(rt.moduleOf(o).Realm)
	}
	if rt.flags(o)&flagLazy != 0 {
		if l, ok := rt.lazyObjects[o]; ok {
			rt.reachRealm(l.realm)
		}
		if l, ok := rt.lazyHost[o]; ok {
			rt.reachRealm(l.realm)
		}
	}
	s := rt.shape(o)
	base := uint32(o) + rt.shapeBase(s)
	for i := range rt.shapeCap(s) {
		rt.reachLazy(Value(rt.mem[base+i]))
	}
}

// sweepRealms forgets closed realms that nothing leads to.
func (rt *Runtime) sweepRealms() {
	if !rt.anyClosed {
		return
	}
	rt.anyClosed = false
	for i, r := range rt.realms {
		switch {
		case r == nil || !r.closed:
		case r.mark == rt.markEpoch:
			rt.anyClosed = true
		default:
			rt.realms[i] = nil
			rt.freeRealms = append(rt.freeRealms, uint32(i))
			for row, m := range rt.modules {
				if m != nil && m.Realm == r {
					rt.modules[row] = nil
					rt.freeModules = append(rt.freeModules, uint32(row))
				}
			}
		}
	}
}

// Runtime is the realm's runtime.
func (r *Realm) Runtime() *Runtime { return r.rt }

// Global is the global object.
func (r *Realm) Global() Ref { return r.global }

// CurrentRealm is the realm of the running function.
func (rt *Runtime) CurrentRealm() *Realm { return rt.realm }
