package bind

import (
	"bytes"
	"math"

	"github.com/niso-engine/niso/js"
)

// ReadableStream is a stream with a default controller. Byte streams with their own readers, and writable streams, are absent.
// https://streams.spec.whatwg.org/#rs-class
type ReadableStream struct {
	Object
	window    *Window
	state     streamState
	stored    js.Value // why it is errored
	reader    *ReadableStreamDefaultReader
	disturbed bool
	ctrl      *ReadableStreamDefaultController
	body      *bodySource // of a body whose bytes nobody took from the stream yet
}

type streamState uint8

const (
	streamReadable streamState = iota
	streamClosed
	streamErrored
)

// ReadableStreamDefaultController feeds a stream. https://streams.spec.whatwg.org/#rs-default-controller-class
type ReadableStreamDefaultController struct {
	Object
	stream         *ReadableStream
	queue          []streamChunk
	total          float64
	started        bool
	closeRequested bool
	pulling        bool
	pullAgain      bool
	hwm            float64
	size           js.Object // of the strategy; none: 1
	source         js.Value  // the underlying source that the callbacks are called on
	pull, cancel   js.Object
	goPull         func()                // of the engine's own streams
	goCancel       func(reason js.Value) // likewise
	held           traced                // what goPull and goCancel use
}

type streamChunk struct {
	value js.Value
	size  float64
}

// ReadableStreamDefaultReader reads a stream. https://streams.spec.whatwg.org/#default-reader-class
type ReadableStreamDefaultReader struct {
	Object
	stream   *ReadableStream // nil once released
	window   *Window
	closed   *js.Promise
	promise  js.Value // of closed
	settled  bool
	requests []readRequest
}

// readRequest is who waits for a chunk.
type readRequest struct {
	chunk   func(v js.Value)
	close   func()
	failed  func(e js.Value)
	promise *js.Promise // what the functions use
	held    traced      // likewise
}

func (s *ReadableStream) trace(t *js.Tracer) {
	t.Mark(s.stored)
	mark(t, s.reader)
	mark(t, s.ctrl)
	s.body.trace(t)
}

func (k *ReadableStreamDefaultController) trace(t *js.Tracer) {
	mark(t, k.stream)
	t.MarkObject(k.size)
	t.Mark(k.source)
	t.MarkObject(k.pull)
	t.MarkObject(k.cancel)
	for _, x := range k.queue {
		t.Mark(x.value)
	}
	if k.held != nil {
		k.held.trace(t)
	}
}

func (d *ReadableStreamDefaultReader) trace(t *js.Tracer) {
	mark(t, d.stream)
	t.Mark(d.promise)
	for _, q := range d.requests {
		if q.promise != nil {
			t.Mark(q.promise.Value())
		}
		if q.held != nil {
			q.held.trace(t)
		}
	}
}

func newStream(w *Window, hwm float64) *ReadableStream {
	s := &ReadableStream{window: w, stored: js.Undefined}
	s.ctrl = &ReadableStreamDefaultController{stream: s, hwm: hwm, source: js.Undefined}
	return s
}

// ConstructReadableStream is new ReadableStream.
func ConstructReadableStream(c *js.Call) js.Value {
	src := c.Arg(0)
	if c.Has(0) {
		c.ToObject(src)
	}
	strategy := c.Dict(1)
	if c.Failed() {
		return js.Undefined
	}
	s := newStream(windowOf(c.Realm()), 1)
	k := s.ctrl
	var start js.Object
	if src.IsObject() {
		d := c.ToDict(src)
		fn := func(name string) js.Object {
			if v, ok := d.Member(name); ok {
				return c.ToFunction(v)
			}
			return js.Object{}
		}
		k.source = src
		k.cancel, k.pull, start = fn("cancel"), fn("pull"), fn("start")
		if v, ok := d.Member("type"); ok {
			if t := c.ToDOMString(v); !c.Failed() {
				if t == "bytes" {
					return c.TypeError("byte streams are not supported")
				}
				return c.TypeError("The provided value '%s' is not a valid enum value of type ReadableStreamType.", t)
			}
		}
	}
	if v, ok := strategy.Member("highWaterMark"); ok {
		k.hwm = c.ToUnrestrictedDouble(v)
		if !c.Failed() && (math.IsNaN(k.hwm) || k.hwm < 0) {
			return c.RangeError("A queuing strategy's highWaterMark property must be a nonnegative, non-NaN number")
		}
	}
	if v, ok := strategy.Member("size"); ok {
		k.size = c.ToFunction(v)
	}
	if c.Failed() {
		return js.Undefined
	}
	v := constructed(c, cls.ReadableStream, s)
	r := c.Realm()
	result := js.Undefined
	if !start.IsNone() {
		var err error
		if result, err = r.Call(start.Value(), src, objectValue(r, k)); err != nil {
			return c.Fail(err)
		}
	}
	k.begin(result)
	return v
}

// begin ends the start phase once result, a promise perhaps, is fulfilled.
func (k *ReadableStreamDefaultController) begin(result js.Value) {
	r := k.stream.window.Realm
	r.Then(r.PromiseOf(result), func(js.Value) (js.Value, error) {
		k.started = true
		k.callPull()
		return js.Undefined, nil
	}, func(e js.Value) (js.Value, error) {
		k.fail(e)
		return js.Undefined, nil
	}, objectValue(r, k))
}

// ReadableStreamFrom is ReadableStream.from. https://streams.spec.whatwg.org/#readable-stream-from-iterable
func ReadableStreamFrom(c *js.Call) js.Value {
	r := c.Realm()
	v := c.Arg(0)
	var it js.Value
	if v.IsObject() || v.IsString() {
		o, err := r.ToObject(v)
		if err != nil {
			return c.Fail(err)
		}
		for _, sym := range []js.WellKnown{js.SymAsyncIterator, js.SymIterator} {
			m, err := r.GetKey(o, js.WellKnownKey(sym))
			if err != nil {
				return c.Fail(err)
			}
			if m.IsCallable() {
				if it, err = r.Call(m, v); err != nil {
					return c.Fail(err)
				}
				break
			}
		}
	}
	if !it.IsObject() {
		return c.TypeError("The object is not iterable.")
	}
	s := newStream(windowOf(r), 0)
	k := s.ctrl
	k.source = it
	k.goPull = func() {
		next, err := r.InvokeMethod(it.Object(), "next")
		if err != nil {
			k.fail(r.ErrorValue(err))
			return
		}
		k.pulling = true
		self := objectValue(r, k)
		r.Then(r.PromiseOf(next), func(res js.Value) (js.Value, error) {
			if !res.IsObject() {
				k.fail(r.NewError(js.TypeError, "The iterator's result is not an object."))
				return js.Undefined, nil
			}
			done, err := r.Get(res.Object(), "done")
			if err != nil {
				return js.Undefined, err
			}
			if done.Truthy() {
				k.requestClose()
				return js.Undefined, nil
			}
			v, err := r.Get(res.Object(), "value")
			if err != nil {
				return js.Undefined, err
			}
			return r.Then(r.PromiseOf(v), func(v js.Value) (js.Value, error) {
				k.pulling = false
				_ = k.push(v)
				return js.Undefined, nil
			}, func(e js.Value) (js.Value, error) { k.fail(e); return js.Undefined, nil }, objectValue(r, k)), nil
		}, func(e js.Value) (js.Value, error) { k.fail(e); return js.Undefined, nil }, self)
	}
	k.goCancel = func(reason js.Value) {
		if m, err := r.Get(it.Object(), "return"); err == nil && m.IsCallable() {
			_, _ = r.Call(m, it, reason)
		}
	}
	k.started = true
	return objectValue(r, s)
}

func (s *ReadableStream) locked() bool { return s.reader != nil }

// Locked is ReadableStream.locked.
func (s *ReadableStream) Locked() bool { return s.locked() }

// Cancel is ReadableStream.cancel.
func (s *ReadableStream) Cancel(c *js.Call) js.Value {
	if s.locked() {
		return c.TypeError("Cannot cancel a locked stream")
	}
	return s.cancel(c.Arg(0))
}

// cancel is "readable stream cancel". https://streams.spec.whatwg.org/#readable-stream-cancel
func (s *ReadableStream) cancel(reason js.Value) js.Value {
	r := s.window.Realm
	s.disturbed = true
	switch s.state {
	case streamClosed:
		return resolvedPromise(r, js.Undefined)
	case streamErrored:
		return r.RejectedPromise(s.stored)
	}
	s.close()
	k := s.ctrl
	k.queue, k.total = nil, 0
	result := js.Undefined
	fn, goCancel := k.cancel, k.goCancel
	src := k.source
	k.clear()
	switch {
	case goCancel != nil:
		goCancel(reason)
	case !fn.IsNone():
		v, err := r.Call(fn.Value(), src, reason)
		if err != nil {
			return r.RejectedPromise(r.ErrorValue(err))
		}
		result = v
	}
	return r.Then(r.PromiseOf(result), func(js.Value) (js.Value, error) { return js.Undefined, nil }, nil)
}

// GetReader is ReadableStream.getReader.
func (s *ReadableStream) GetReader(c *js.Call, o ReadableStreamGetReaderOptions) *ReadableStreamDefaultReader {
	if o.Mode.Set {
		c.TypeError("Cannot use a BYOB reader with a non-byte stream")
		return nil
	}
	if s.locked() {
		c.TypeError("ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader")
		return nil
	}
	return s.acquire()
}

// ConstructReadableStreamDefaultReader is new ReadableStreamDefaultReader.
func ConstructReadableStreamDefaultReader(c *js.Call, s *ReadableStream) *ReadableStreamDefaultReader {
	if s.locked() {
		c.TypeError("ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader")
		return nil
	}
	return s.acquire()
}

func (s *ReadableStream) acquire() *ReadableStreamDefaultReader {
	r := s.window.Realm
	d := &ReadableStreamDefaultReader{stream: s, window: s.window, closed: r.NewPromise()}
	d.promise = d.closed.Value()
	r.MarkHandled(d.promise)
	s.reader = d
	switch s.state {
	case streamClosed:
		d.settleClosed(nil)
	case streamErrored:
		d.settleClosed(&s.stored)
	}
	return d
}

func (d *ReadableStreamDefaultReader) settleClosed(e *js.Value) {
	if d.settled {
		return
	}
	d.settled = true
	if e != nil {
		d.closed.Reject(*e)
	} else {
		d.closed.Resolve(js.Undefined)
	}
	d.closed = nil
}

// Closed is ReadableStreamDefaultReader.closed.
func (d *ReadableStreamDefaultReader) Closed() js.Value { return d.promise }

// Cancel is ReadableStreamDefaultReader.cancel.
func (d *ReadableStreamDefaultReader) Cancel(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This readable stream reader has been released and cannot be used to cancel its previous owner stream")
	}
	return d.stream.cancel(c.Arg(0))
}

// Read is ReadableStreamDefaultReader.read.
func (d *ReadableStreamDefaultReader) Read(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This readable stream reader has been released and cannot be used to read from its previous owner stream")
	}
	r := c.Realm()
	p := r.NewPromise()
	d.read(readRequest{
		chunk:   func(v js.Value) { p.Resolve(iterResult(r, v, false)) },
		close:   func() { p.Resolve(iterResult(r, js.Undefined, true)) },
		failed:  func(e js.Value) { p.Reject(e) },
		promise: p,
	})
	return p.Value()
}

func iterResult(r *js.Realm, v js.Value, done bool) js.Value {
	o := r.NewObject()
	_ = r.Define(o, js.NameKey("done"), js.Bool(done), js.DataDefault)
	_ = r.Define(o, js.NameKey("value"), v, js.DataDefault)
	return o.Value()
}

// read is "readable stream default reader read".
func (d *ReadableStreamDefaultReader) read(q readRequest) {
	s := d.stream
	s.disturbed = true
	switch s.state {
	case streamClosed:
		q.close()
		return
	case streamErrored:
		q.failed(s.stored)
		return
	}
	k := s.ctrl
	if len(k.queue) > 0 {
		x := k.queue[0]
		k.queue[0] = streamChunk{}
		k.queue = k.queue[1:]
		k.total = max(0, k.total-x.size)
		if k.closeRequested && len(k.queue) == 0 {
			k.clear()
			s.close()
		} else {
			k.callPull()
		}
		q.chunk(x.value)
		return
	}
	d.requests = append(d.requests, q)
	k.callPull()
}

// ReleaseLock is ReadableStreamDefaultReader.releaseLock.
func (d *ReadableStreamDefaultReader) ReleaseLock() { d.release() }

func (d *ReadableStreamDefaultReader) release() {
	s := d.stream
	if s == nil {
		return
	}
	r := d.window.Realm
	e := r.NewError(js.TypeError, "Releasing Default reader")
	if d.settled {
		d.promise = r.RejectedPromise(e)
		r.MarkHandled(d.promise)
	} else {
		d.settleClosed(&e)
	}
	s.reader, d.stream = nil, nil
	l := d.requests
	d.requests = nil
	for _, q := range l {
		q.failed(e)
	}
}

// close is "readable stream close".
func (s *ReadableStream) close() {
	if s.state != streamReadable {
		return
	}
	s.state = streamClosed
	if d := s.reader; d != nil {
		d.settleClosed(nil)
		l := d.requests
		d.requests = nil
		for _, q := range l {
			q.close()
		}
	}
}

// clear lets go of the source.
func (k *ReadableStreamDefaultController) clear() {
	k.pull, k.cancel, k.size = js.Object{}, js.Object{}, js.Object{}
	k.goPull, k.goCancel, k.held = nil, nil, nil
	k.source = js.Undefined
}

// fail is "readable stream default controller error".
func (k *ReadableStreamDefaultController) fail(e js.Value) {
	s := k.stream
	if s.state != streamReadable {
		return
	}
	k.queue, k.total = nil, 0
	k.clear()
	s.state, s.stored = streamErrored, e
	if d := s.reader; d != nil {
		d.settleClosed(&e)
		l := d.requests
		d.requests = nil
		for _, q := range l {
			q.failed(e)
		}
	}
}

func (k *ReadableStreamDefaultController) canClose() bool {
	return !k.closeRequested && k.stream.state == streamReadable
}

func (k *ReadableStreamDefaultController) requestClose() {
	if !k.canClose() {
		return
	}
	k.closeRequested = true
	if len(k.queue) == 0 {
		k.clear()
		k.stream.close()
	}
}

// push is "readable stream default controller enqueue".
func (k *ReadableStreamDefaultController) push(v js.Value) error {
	if !k.canClose() {
		return nil
	}
	s := k.stream
	if d := s.reader; d != nil && len(d.requests) > 0 {
		q := d.requests[0]
		d.requests = d.requests[1:]
		q.chunk(v)
	} else {
		size := 1.0
		if !k.size.IsNone() {
			r := s.window.Realm
			res, err := r.Call(k.size.Value(), js.Undefined, v)
			if err == nil {
				size, err = r.ToNumber(res)
			}
			if err == nil && (math.IsNaN(size) || math.IsInf(size, 0) || size < 0) {
				err = r.NewException(r.NewError(js.RangeError, "The return value of a queuing strategy's size function must be a finite, non-NaN, non-negative number"))
			}
			if err != nil {
				k.fail(r.ErrorValue(err))
				return err
			}
		}
		k.queue = append(k.queue, streamChunk{v, size})
		k.total += size
	}
	k.callPull()
	return nil
}

// callPull is "call pull if needed".
func (k *ReadableStreamDefaultController) callPull() {
	s := k.stream
	if !k.canClose() || !k.started {
		return
	}
	if !(s.reader != nil && len(s.reader.requests) > 0) && k.hwm-k.total <= 0 {
		return
	}
	if k.pulling {
		k.pullAgain = true
		return
	}
	if k.goPull != nil {
		k.goPull()
		return
	}
	if k.pull.IsNone() {
		return
	}
	k.pulling = true
	r := s.window.Realm
	self := objectValue(r, k)
	res, err := r.Call(k.pull.Value(), k.source, self)
	if err != nil {
		k.fail(r.ErrorValue(err))
		return
	}
	r.Then(r.PromiseOf(res), func(js.Value) (js.Value, error) {
		k.pulling = false
		if k.pullAgain {
			k.pullAgain = false
			k.callPull()
		}
		return js.Undefined, nil
	}, func(e js.Value) (js.Value, error) {
		k.fail(e)
		return js.Undefined, nil
	}, self)
}

// DesiredSize is ReadableStreamDefaultController.desiredSize.
func (k *ReadableStreamDefaultController) DesiredSize() Opt[float64] {
	switch k.stream.state {
	case streamErrored:
		return Opt[float64]{}
	case streamClosed:
		return Some(0.0)
	}
	return Some(k.hwm - k.total)
}

// Close is ReadableStreamDefaultController.close.
func (k *ReadableStreamDefaultController) Close(c *js.Call) {
	if !k.canClose() {
		c.TypeError("Cannot close a readable stream that has been requested to be closed")
		return
	}
	k.requestClose()
}

// Enqueue is ReadableStreamDefaultController.enqueue.
func (k *ReadableStreamDefaultController) Enqueue(c *js.Call) js.Value {
	if !k.canClose() {
		return c.TypeError("Cannot enqueue a chunk into a closed readable stream")
	}
	return c.Fail(k.push(c.Arg(0)))
}

// Error is ReadableStreamDefaultController.error.
func (k *ReadableStreamDefaultController) Error(c *js.Call) js.Value {
	k.fail(c.Arg(0))
	return js.Undefined
}

// Tee is ReadableStream.tee.
func (s *ReadableStream) Tee(c *js.Call) []*ReadableStream {
	if s.locked() {
		c.TypeError("Cannot tee a locked stream")
		return nil
	}
	a, b := s.tee()
	return []*ReadableStream{a, b}
}

// teeing is what the branches of a teed stream share.
type teeing struct {
	reader   *ReadableStreamDefaultReader // of the stream
	branches [2]*ReadableStream
	canceled [2]bool
	reasons  [2]js.Value
	reading  bool
}

func (x *teeing) trace(t *js.Tracer) {
	mark(t, x.reader)
	mark(t, x.branches[0])
	mark(t, x.branches[1])
	t.Mark(x.reasons[0])
	t.Mark(x.reasons[1])
}

// tee is "readable stream default tee". https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
func (s *ReadableStream) tee() (a, b *ReadableStream) {
	w := s.window
	r := w.Realm
	x := &teeing{reader: s.acquire(), branches: [2]*ReadableStream{newStream(w, 1), newStream(w, 1)}}
	pull := func() {
		if x.reading {
			return // the chunk goes to both
		}
		x.reading = true
		x.reader.read(readRequest{
			chunk: func(v js.Value) {
				release := w.hold(x)
				w.World.Runtime.EnqueueJob(r, func() error {
					release()
					x.reading = false
					for i, br := range x.branches {
						if !x.canceled[i] {
							_ = br.ctrl.push(v)
						}
					}
					return nil
				}, v)
			},
			close: func() {
				x.reading = false
				for i, br := range x.branches {
					if !x.canceled[i] {
						br.ctrl.requestClose()
					}
				}
			},
			failed: func(e js.Value) {
				x.reading = false
				for _, br := range x.branches {
					br.ctrl.fail(e)
				}
			},
			held: x,
		})
	}
	for i, br := range x.branches {
		br.ctrl.goPull = pull
		br.ctrl.goCancel = func(reason js.Value) {
			x.canceled[i], x.reasons[i] = true, reason
			if x.canceled[0] && x.canceled[1] {
				s.cancel(r.NewArray(x.reasons[0], x.reasons[1]).Value())
			}
		}
		br.ctrl.held = x
		br.ctrl.started = true
	}
	x.branches[0].ctrl.begin(js.Undefined)
	return x.branches[0], x.branches[1]
}

// Values is ReadableStream.values: an async iterator. https://streams.spec.whatwg.org/#rs-asynciterator
func (s *ReadableStream) Values(c *js.Call) js.Value {
	prevent := false
	if o := c.Arg(0); o.IsObject() {
		prevent = c.ToDict(o).Bool("preventCancel", false)
	}
	if c.Failed() {
		return js.Undefined
	}
	if s.locked() {
		return c.TypeError("ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader")
	}
	r := c.Realm()
	d := s.acquire()
	o := r.NewObject()
	def := func(name string, n int, f js.NativeFunc) {
		_ = r.Define(o, js.NameKey(name), r.NewFunction(name, n, f, objectValue(r, d)).Value(), js.DataDefault)
	}
	def("next", 0, func(c *js.Call) js.Value {
		p := r.NewPromise()
		if d.stream == nil {
			p.Resolve(iterResult(r, js.Undefined, true))
			return p.Value()
		}
		d.read(readRequest{
			chunk:   func(v js.Value) { p.Resolve(iterResult(r, v, false)) },
			close:   func() { d.release(); p.Resolve(iterResult(r, js.Undefined, true)) },
			failed:  func(e js.Value) { d.release(); p.Reject(e) },
			promise: p,
		})
		return p.Value()
	})
	def("return", 1, func(c *js.Call) js.Value {
		v := c.Arg(0)
		if d.stream == nil {
			return resolvedPromise(r, iterResult(r, v, true))
		}
		st := d.stream
		if prevent {
			d.release()
			return resolvedPromise(r, iterResult(r, v, true))
		}
		p := st.cancel(v)
		d.release()
		return r.Then(p, func(js.Value) (js.Value, error) { return iterResult(r, v, true), nil }, nil, v)
	})
	_ = r.Define(o, js.WellKnownKey(js.SymAsyncIterator), r.NewFunction("[Symbol.asyncIterator]", 0, func(c *js.Call) js.Value { return c.This() }).Value(), js.Writable|js.Configurable)
	return o.Value()
}

func init() {
	classReadableStream.Members = append(classReadableStream.Members, js.Member{Name: "values", Symbol: js.SymAsyncIterator, Intrinsic: "values", Flags: js.NotEnumerable})
}

// streamOfBody is the bytes of a body as a stream.
func streamOfBody(w *Window, src *bodySource) *ReadableStream {
	s := newStream(w, 0)
	s.body = src
	k := s.ctrl
	k.started = true
	put := func(b []byte) {
		if len(b) > 0 && k.canClose() {
			_ = k.push(w.Realm.NewTypedArray(js.Uint8Array, bytes.Clone(b)).Value())
		}
	}
	end := func() {
		if src.err != nil {
			k.fail(w.bodyError(src.err))
		} else {
			k.requestClose()
		}
	}
	if src.done {
		// Only when somebody reads: an unread stream costs nothing.
		k.goPull = func() {
			data := src.data
			k.goPull = nil
			for len(data) > 0 {
				n := min(len(data), 64<<10)
				put(data[:n])
				data = data[n:]
			}
			end()
		}
		return s
	}
	k.goCancel = func(js.Value) { src.fail(errBodyCancelled) }
	for _, b := range src.parts {
		put(b)
	}
	src.chunk = append(src.chunk, put)
	src.then(using{s}, end)
	return s
}

// draining is a body that is read from a stream.
type draining struct {
	src    *bodySource
	reader *ReadableStreamDefaultReader
}

func (x *draining) trace(t *js.Tracer) {
	x.src.trace(t)
	mark(t, x.reader)
}

// drain reads all of a stream, which is locked from now on.
func (s *ReadableStream) drain() *bodySource {
	if s.body != nil && !s.disturbed {
		s.disturbed = true
		s.acquire()
		return s.body
	}
	src := &bodySource{size: -1}
	d := s.acquire()
	var all []byte
	var next func()
	next = func() {
		d.read(readRequest{
			chunk: func(v js.Value) {
				b, kind := js.Bytes(v)
				if kind != js.Uint8Array {
					e := s.window.Realm.NewError(js.TypeError, "Received non-Uint8Array chunk")
					src.fail(s.window.Realm.NewException(e))
					s.cancel(e)
					return
				}
				all = append(all, b...)
				src.total = int64(len(all))
				release := s.window.hold(&draining{src, d})
				s.window.World.Runtime.EnqueueJob(s.window.Realm, func() error { release(); next(); return nil })
			},
			close:  func() { src.finish(all, nil) },
			failed: func(e js.Value) { src.finish(nil, s.window.Realm.NewException(e)) },
			held:   src,
		})
	}
	next()
	return src
}

// CountQueuingStrategy counts chunks. https://streams.spec.whatwg.org/#cqs-class
type CountQueuingStrategy struct {
	Object
	hwm float64
}

// ByteLengthQueuingStrategy counts bytes. https://streams.spec.whatwg.org/#blqs-class
type ByteLengthQueuingStrategy struct {
	Object
	hwm float64
}

// ConstructCountQueuingStrategy is new CountQueuingStrategy.
func ConstructCountQueuingStrategy(i QueuingStrategyInit) *CountQueuingStrategy {
	return &CountQueuingStrategy{hwm: i.HighWaterMark}
}

// ConstructByteLengthQueuingStrategy is new ByteLengthQueuingStrategy.
func ConstructByteLengthQueuingStrategy(i QueuingStrategyInit) *ByteLengthQueuingStrategy {
	return &ByteLengthQueuingStrategy{hwm: i.HighWaterMark}
}

// HighWaterMark is CountQueuingStrategy.highWaterMark.
func (s *CountQueuingStrategy) HighWaterMark() float64 { return s.hwm }

// HighWaterMark is ByteLengthQueuingStrategy.highWaterMark.
func (s *ByteLengthQueuingStrategy) HighWaterMark() float64 { return s.hwm }

// Size is CountQueuingStrategy.size.
func (s *CountQueuingStrategy) Size(c *js.Call) js.Value {
	return c.Realm().NewFunction("size", 0, func(*js.Call) js.Value { return js.Int(1) }).Value()
}

// Size is ByteLengthQueuingStrategy.size.
func (s *ByteLengthQueuingStrategy) Size(c *js.Call) js.Value {
	return c.Realm().NewFunction("size", 1, func(c *js.Call) js.Value {
		o, err := c.Realm().ToObject(c.Arg(0))
		if err != nil {
			return c.Fail(err)
		}
		v, err := c.Realm().Get(o, "byteLength")
		if err != nil {
			return c.Fail(err)
		}
		return v
	}).Value()
}
