package vm

import (
	"math"
	"runtime"
	"sync"
	"time"

	"github.com/niso-engine/niso/js/vm/num"
)

// atomicLock makes the read-modify-write operations of all runtimes on shared memory atomic among each other.
var atomicLock sync.Mutex

// atomicView is ValidateIntegerTypedArray. With waitable only Int32Array and BigInt64Array will do.
func (c *Call) atomicView(waitable bool) (o Ref, n int64, ok bool) {
	rt := c.Rt
	if o, n, ok = c.validTyped(c.Arg(0), "Atomics"); !ok {
		return
	}
	t := rt.elementType(o)
	if waitable && t != elemInt32 && t != elemBigInt64 || t == elemUint8Clamped || t >= elemFloat16 && t <= elemFloat64 {
		if waitable {
			c.TypeError("[object Array] is not an int32 or BigInt64 typed array.")
		} else {
			c.TypeError("[object Array] is not an integer typed array.")
		}
		return 0, 0, false
	}
	return o, n, true
}

// atomicIndex is ValidateAtomicAccess.
func (c *Call) atomicIndex(n int64) (int, bool) {
	i, ok := c.Rt.ToIndex(c.Arg(1), "Invalid atomic access index")
	if ok && i >= n {
		c.RangeError("Invalid atomic access index")
		return 0, false
	}
	return int(i), ok
}

// atomicValue converts an operand.
func (c *Call) atomicValue(o Ref, i int) (Value, bool) {
	if c.Rt.elementType(o).big() {
		v, ok := c.Rt.ToBigInt(c.Arg(i))
		c.Rt.Keep(v)
		return v, ok
	}
	f, ok := c.Rt.ToIntegerOrInfinity(c.Arg(i))
	return Number(f), ok
}

// atomicChange replaces an element by what f makes of the old one and the operand, and gives the old one.
func atomicChange(f func(old, x uint64) uint64) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, n, ok := c.atomicView(false)
		if !ok {
			return Undefined
		}
		i, ok := c.atomicIndex(n)
		if !ok {
			return Undefined
		}
		v, ok := c.atomicValue(o, 2)
		if !ok {
			return Undefined
		}
		b, t, ok := c.atomicBytes(o, i)
		if !ok {
			return Undefined
		}
		var x [8]byte
		rt.putElement(t, x[:], v)
		atomicLock.Lock()
		old := loadBytes(b)
		storeBytes(b, f(old, loadBytes(x[:len(b)])))
		atomicLock.Unlock()
		return rt.elementOf(t, old)
	}
}

// atomicBytes are the bytes of an element, after conversions that may have detached or shrunk the buffer.
func (c *Call) atomicBytes(o Ref, i int) ([]byte, elementType, bool) {
	n, ok := c.Rt.typedLength(o)
	if !ok {
		detachedError(c, "Atomics")
		return nil, 0, false
	}
	if i >= n {
		c.RangeError("Invalid atomic access index")
		return nil, 0, false
	}
	t := c.Rt.elementType(o)
	b := c.Rt.Bytes(o)
	return b[i*t.size() : (i+1)*t.size()], t, true
}

func loadBytes(b []byte) (x uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		x = x<<8 | uint64(b[i])
	}
	return x
}

func storeBytes(b []byte, x uint64) {
	for i := range b {
		b[i] = byte(x)
		x >>= 8
	}
}

func (rt *Runtime) elementOf(t elementType, x uint64) Value {
	var b [8]byte
	storeBytes(b[:], x)
	return rt.element(t, b[:])
}

func atomicsLoad(c *Call) Value {
	o, n, ok := c.atomicView(false)
	if !ok {
		return Undefined
	}
	i, ok := c.atomicIndex(n)
	if !ok {
		return Undefined
	}
	b, t, ok := c.atomicBytes(o, i)
	if !ok {
		return Undefined
	}
	atomicLock.Lock()
	x := loadBytes(b)
	atomicLock.Unlock()
	return c.Rt.elementOf(t, x)
}

func atomicsStore(c *Call) Value {
	o, n, ok := c.atomicView(false)
	if !ok {
		return Undefined
	}
	i, ok := c.atomicIndex(n)
	if !ok {
		return Undefined
	}
	v, ok := c.atomicValue(o, 2)
	if !ok {
		return Undefined
	}
	b, t, ok := c.atomicBytes(o, i)
	if !ok {
		return Undefined
	}
	var x [8]byte
	c.Rt.putElement(t, x[:], v)
	atomicLock.Lock()
	copy(b, x[:])
	atomicLock.Unlock()
	return v
}

func atomicsCompareExchange(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.atomicView(false)
	if !ok {
		return Undefined
	}
	i, ok := c.atomicIndex(n)
	if !ok {
		return Undefined
	}
	want, ok := c.atomicValue(o, 2)
	if !ok {
		return Undefined
	}
	v, ok := c.atomicValue(o, 3)
	if !ok {
		return Undefined
	}
	b, t, ok := c.atomicBytes(o, i)
	if !ok {
		return Undefined
	}
	var w, x [8]byte
	rt.putElement(t, w[:], want)
	rt.putElement(t, x[:], v)
	atomicLock.Lock()
	old := loadBytes(b)
	if old == loadBytes(w[:len(b)]) {
		copy(b, x[:])
	}
	atomicLock.Unlock()
	return rt.elementOf(t, old)
}

func atomicsIsLockFree(c *Call) Value {
	f, ok := c.Rt.ToIntegerOrInfinity(c.Arg(0))
	return Bool(ok && (f == 1 || f == 2 || f == 4 || f == 8))
}

func atomicsPause(c *Call) Value {
	if v := c.Arg(0); !v.IsUndefined() && !(v.IsNumber() && isIntegral(v.Num())) {
		return c.TypeError("%s is not an integer", c.Rt.display(v))
	}
	runtime.Gosched()
	return Undefined
}

// AllowWait says whether Atomics.wait may block the runtime: in workers.
func (rt *Runtime) AllowWait(allow bool) { rt.mayWait = allow }

// atomicWait is DoWait up to the point where the agent waits: what there is to wait for, or the result when there is nothing.
func (c *Call) atomicWait(async bool) (s *SharedBytes, at int, timeout float64, result string, ok bool) {
	rt := c.Rt
	o, n, ok := c.atomicView(true)
	if !ok {
		return
	}
	row := rt.viewBuffer(o)
	if row.shared == nil {
		c.TypeError("[object Int32Array] is not a shared typed array.")
		return nil, 0, 0, "", false
	}
	i, ok := c.atomicIndex(n)
	if !ok {
		return
	}
	want, ok := c.waitValue(o)
	if !ok {
		return
	}
	timeout, ok = rt.ToNumber(c.Arg(3))
	if !ok {
		return
	}
	if timeout != timeout {
		timeout = math.Inf(1)
	}
	timeout = max(timeout, 0)
	if !async && !rt.mayWait {
		c.TypeError("Atomics.wait cannot be called in this context")
		return nil, 0, 0, "", false
	}
	b, t, ok := c.atomicBytes(o, i)
	if !ok {
		return
	}
	at = int(rt.Raw(o, 1)) + i*t.size()
	s = row.shared
	var x [8]byte
	rt.putElement(t, x[:], want)
	// The caller adds its waiter under this lock.
	s.mu.Lock()
	atomicLock.Lock()
	same := loadBytes(b) == loadBytes(x[:len(b)])
	atomicLock.Unlock()
	switch {
	case !same:
		result = "not-equal"
	case async && timeout == 0:
		result = "timed-out"
	default:
		if s.waiters == nil {
			s.waiters = map[int][]*waiter{}
		}
		return s, at, timeout, "", true
	}
	s.mu.Unlock()
	return s, at, timeout, result, true
}

// maxTimeout is the longest time that is waited for, in milliseconds: longer ones are for ever.
const maxTimeout = 1e12

// https://tc39.es/ecma262/#sec-atomics.wait
func atomicsWait(c *Call) Value {
	rt := c.Rt
	s, at, timeout, result, ok := c.atomicWait(false)
	if !ok {
		return Undefined
	}
	if result != "" {
		return rt.NewASCII(result)
	}
	w := &waiter{wake: make(chan struct{})}
	s.waiters[at] = append(s.waiters[at], w)
	s.mu.Unlock()
	var end <-chan time.Time
	if timeout < maxTimeout {
		timer := time.NewTimer(time.Duration(timeout * float64(time.Millisecond)))
		defer timer.Stop()
		end = timer.C
	}
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	for {
		select {
		case <-w.wake:
			return rt.NewASCII("ok")
		case <-end:
			if s.remove(at, w) {
				return rt.NewASCII("timed-out")
			}
			return rt.NewASCII("ok")
		case <-poll.C:
			if err := rt.interrupted(); err != nil {
				s.remove(at, w)
				rt.end(err)
				return Undefined
			}
		}
	}
}

// https://tc39.es/ecma262/#sec-atomics.waitasync
func atomicsWaitAsync(c *Call) Value {
	rt := c.Rt
	s, at, timeout, result, ok := c.atomicWait(true)
	if !ok {
		return Undefined
	}
	r := c.Realm.NewObject()
	async, v := result == "", Undefined
	if !async {
		v = rt.NewASCII(result)
	} else {
		p := objectValue(c.Realm.NewPromise())
		v = p
		root := rt.AddRoot(p)
		w := &waiter{}
		rt.asyncWaits.Add(1)
		settle := func(result string) {
			rt.Post(func() {
				rt.asyncWaits.Add(-1)
				rt.ResolvePromise(p.Ref(), rt.NewASCII(result))
				rt.DropRoot(root)
			})
		}
		w.fire = func() { settle("ok") }
		s.waiters[at] = append(s.waiters[at], w)
		s.mu.Unlock()
		if timeout < maxTimeout {
			time.AfterFunc(time.Duration(timeout*float64(time.Millisecond)), func() {
				if s.remove(at, w) {
					settle("timed-out")
				}
			})
		}
	}
	rt.PutData(r, rt.InternASCII("async"), Bool(async))
	rt.PutData(r, KeyValue, v)
	return objectValue(r)
}

// A mailbox takes functions from other goroutines, to be run on the runtime's own.
type mailbox struct {
	mu    sync.Mutex
	posts []func()
	note  chan struct{} // holds one token while there are posts
	wake  func()
}

// Post has f run on the runtime's goroutine, at its next RunJobs or RunPosted. Any goroutine may call it; the host is told through OnPost.
func (rt *Runtime) Post(f func()) {
	m := &rt.mail
	m.mu.Lock()
	m.posts = append(m.posts, f)
	wake := m.wake
	m.mu.Unlock()
	select {
	case m.note <- struct{}{}:
	default:
	}
	if wake != nil {
		wake()
	}
}

// OnPost sets what is called, on any goroutine, when something was posted.
func (rt *Runtime) OnPost(wake func()) {
	rt.mail.mu.Lock()
	rt.mail.wake = wake
	rt.mail.mu.Unlock()
}

// RunPosted runs what was posted.
func (rt *Runtime) RunPosted() {
	m := &rt.mail
	m.mu.Lock()
	posts := m.posts
	m.posts = nil
	m.mu.Unlock()
	for _, f := range posts {
		f()
	}
}

// AwaitPost waits, for hosts without an event loop, until something is posted, as long as an Atomics.waitAsync is pending; false where none is, or
// the time is over.
func (rt *Runtime) AwaitPost(timeout time.Duration) bool {
	if rt.asyncWaits.Load() == 0 {
		return false
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-rt.mail.note:
		return true
	case <-timer.C:
		return false
	}
}

func (c *Call) waitValue(o Ref) (Value, bool) {
	if c.Rt.elementType(o).big() {
		v, ok := c.Rt.ToBigInt(c.Arg(2))
		c.Rt.Keep(v)
		return v, ok
	}
	f, ok := c.Rt.ToNumber(c.Arg(2))
	return Int(num.ToInt32(f)), ok
}

// remove takes a waiter off its list; false where it was woken.
func (s *SharedBytes) remove(at int, w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, x := range s.waiters[at] {
		if x == w {
			s.waiters[at] = append(s.waiters[at][:i:i], s.waiters[at][i+1:]...)
			return true
		}
	}
	return false
}

// https://tc39.es/ecma262/#sec-atomics.notify
func atomicsNotify(c *Call) Value {
	rt := c.Rt
	o, n, ok := c.atomicView(true)
	if !ok {
		return Undefined
	}
	i, ok := c.atomicIndex(n)
	if !ok {
		return Undefined
	}
	count := math.Inf(1)
	if !c.Arg(2).IsUndefined() {
		if count, ok = rt.ToIntegerOrInfinity(c.Arg(2)); !ok {
			return Undefined
		}
		count = max(count, 0)
	}
	row := rt.viewBuffer(o)
	if row.shared == nil {
		return Int(0)
	}
	at := int(rt.Raw(o, 1)) + i*rt.elementType(o).size()
	s := row.shared
	s.mu.Lock()
	defer s.mu.Unlock()
	woken := 0
	for float64(woken) < count && len(s.waiters[at]) > 0 {
		if w := s.waiters[at][0]; w.fire != nil {
			w.fire()
		} else {
			close(w.wake)
		}
		s.waiters[at] = s.waiters[at][1:]
		woken++
	}
	return Int(int32(woken))
}

func init() {
	define(AtomicsObject, objectDef{props: []prop{
		method("load", 2, atomicsLoad),
		method("store", 3, atomicsStore),
		method("add", 3, atomicChange(func(a, b uint64) uint64 { return a + b })),
		method("sub", 3, atomicChange(func(a, b uint64) uint64 { return a - b })),
		method("and", 3, atomicChange(func(a, b uint64) uint64 { return a & b })),
		method("or", 3, atomicChange(func(a, b uint64) uint64 { return a | b })),
		method("xor", 3, atomicChange(func(a, b uint64) uint64 { return a ^ b })),
		method("exchange", 3, atomicChange(func(a, b uint64) uint64 { return b })),
		method("compareExchange", 4, atomicsCompareExchange),
		method("isLockFree", 1, atomicsIsLockFree),
		method("wait", 4, atomicsWait),
		method("waitAsync", 4, atomicsWaitAsync),
		method("notify", 3, atomicsNotify),
		method("pause", 0, atomicsPause),
		text("@@toStringTag", "Atomics"),
	}})
}
