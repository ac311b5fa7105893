package vm

import (
	"unsafe"

	"github.com/niso-engine/niso/js/vm/heap"
)

// No script may take the process's time or memory:
//
//	a loop of the interpreter   looks at Runtime.attention at each back edge and call (safepoint)
//	a loop of a native          calls poll every so often
//	a large allocation          that takes the heap a quarter past its limit ends the script (heap.Heap.Past)
//	small ones                  that did make the next poll or safe point end it (heap.Heap.TooMuch)
//	bytes outside the heap      are counted (heap.Heap.External), or asked for first (reserve), by those who make many
//
// poll and Past unwind the goroutine's stack by a panic, which Guard turns into the end of the script: natives need no return path
// for it. They must leave what they change whole wherever they poll, and where they allocate what may be large.

// defaultHeapLimit is what V8 gives a page on a machine with enough memory.
const defaultHeapLimit = 4 << 30

// pollMask spaces polls in loops whose steps are short: if i&pollMask == 0 { rt.poll() }.
const pollMask = 1<<14 - 1

// ended is the panic of a script's end.
type ended struct{ reason error }

// poll ends the script if it was interrupted, or has filled the heap.
func (rt *Runtime) poll() {
	if rt.attention.Load()&(attendInterrupt|attendLimit) != 0 {
		rt.pollSlow()
	}
}

func (rt *Runtime) pollSlow() {
	if !rt.guarded {
		return
	}
	rt.heap.Reserve(0)
	if err := rt.interrupted(); err != nil {
		panic(ended{err})
	}
}

// interrupted takes the reason of an interrupt; nil for none.
func (rt *Runtime) interrupted() error {
	if rt.attention.Load()&attendInterrupt != 0 {
		rt.attention.And(^attendInterrupt)
		if p := rt.interruptReason.Swap(nil); p != nil {
			return *p
		}
	}
	return nil
}

// pastLimit ends the script for its heap.
func (rt *Runtime) pastLimit() {
	if rt.guarded {
		panic(ended{ErrHeapLimit})
	}
}

// reserve ends the script if the heap with n bytes more would be past its limit: natives ask before they make large things outside of it.
func (rt *Runtime) reserve(n int) { rt.heap.Reserve(n) }

// Guard runs f, in which polls and allocations may end the script; the result is then false, and the end is pending. Natives always run
// in one. Go code of the host that script calls, and all that it calls, is outside: nothing unwinds it.
func (rt *Runtime) Guard(f func() bool) (ok bool) {
	if rt.guarded {
		return f()
	}
	s := saved{fp: rt.fp, sp: rt.sp, realm: rt.realm, native: rt.nativeDepth, kept: len(rt.kept), proxies: rt.proxyDepth, joins: len(rt.joins),
		reactions: len(rt.reactions), preparing: rt.preparing}
	rt.guarded = true
	defer func() {
		rt.guarded = false
		x := recover()
		if x == nil {
			return
		}
		e, is := x.(ended)
		if !is {
			if x != heap.ErrLarge {
				panic(x)
			}
			e.reason = ErrHeapLimit
		}
		stack := rt.stackFrames(endFrames, 0) // of where it was, natives too
		rt.restore(&s)
		rt.attention.Or(attendGC)
		ok = rt.endAt(e.reason, stack)
	}()
	return f()
}

// guardValue is Guard of what gives a value.
func (rt *Runtime) guardValue(f func() (Value, bool)) (v Value, ok bool) {
	ok = rt.Guard(func() (ok bool) {
		v, ok = f()
		return ok
	})
	return v, ok
}

// countCode counts bytes of programs and functions against the heap's limit. Each collection makes the number exact.
func (rt *Runtime) countCode(bytes int) {
	rt.codeBytes += bytes
	rt.heap.External(bytes)
}

const funcBytes = int(unsafe.Sizeof(funcInst{}) + 8)

// bytes is what the instance of a function takes.
func (c *compiled) bytes() int {
	return int(unsafe.Sizeof(*c)) + int(unsafe.Sizeof(site{}))*cap(c.sites) + 8*cap(c.consts) + 8*cap(c.objects) + 4*cap(c.keys) + 4*cap(c.funcs) + 4*cap(c.shapes) + c.fn.Bytes()
}

// saved is what a script's end puts back.
type saved struct {
	fp                               *frame
	sp                               uint32
	realm                            *Realm
	native, kept, proxies, reactions int
	joins                            int
	preparing                        bool
}

func (rt *Runtime) restore(s *saved) {
	for f := rt.fp; f != s.fp && f != nil; f = f.prev {
		if f.c != nil && f.flags&frameGen != 0 {
			rt.SetWord(f.gen, 0, Undefined)
			rt.SetWord(f.gen, 1, Int(genDone))
		}
	}
	rt.fp, rt.sp, rt.realm, rt.nativeDepth, rt.proxyDepth, rt.preparing = s.fp, s.sp, s.realm, s.native, s.proxies, s.preparing
	rt.kept, rt.joins, rt.reactions = rt.kept[:s.kept], rt.joins[:s.joins], rt.reactions[:s.reactions]
	rt.ropeStack = rt.ropeStack[:0]
	rt.ret = Undefined
}

// hostCall runs a native of the host.
func (rt *Runtime) hostCall(f NativeFunc, c *Call) Value {
	rt.guarded = false
	v := f(c)
	rt.guarded = true
	return v
}

// unguard begins what must not be left half done: Go code of the host that script called, and the making of built-in objects. The result is
// what guarded is to be after it.
func (rt *Runtime) unguard() bool {
	g := rt.guarded
	rt.guarded = false
	return g
}
