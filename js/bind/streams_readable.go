package bind

import (
	"github.com/niso-engine/niso/js"
)

// ReadableStream is a source of chunks. https://streams.spec.whatwg.org/#rs-class
type ReadableStream struct {
	Object
	window    *Window
	state     streamState
	stored    js.Value // why it is errored
	reader    streamReader
	ctrl      readableController
	disturbed bool
	body      *bodySource // of a body whose bytes nobody took from the stream yet
}

type streamState uint8

const (
	streamReadable streamState = iota
	streamClosed
	streamErrored
)

// readableController is a [ReadableStreamDefaultController] or [ReadableByteStreamController].
type readableController interface {
	platform
	pullSteps(q readRequest)
	cancelSteps(reason js.Value) js.Value
	releaseSteps()
	fail(e js.Value)
	requestClose() error
	canClose() bool
}

// streamReader is a [ReadableStreamDefaultReader] or [ReadableStreamBYOBReader].
type streamReader interface {
	platform
	base() *readerState
}

// readerState is what readers have in common.
type readerState struct {
	stream   *ReadableStream // nil once released
	window   *Window
	closed   *js.Promise
	requests []readRequest
	held     traced // the pipe that reads
}

// readRequest is who waits for a chunk; of a BYOB reader, for a view.
type readRequest struct {
	chunk   func(v js.Value)
	close   func(v js.Value) // v: the view that is given back
	failed  func(e js.Value)
	promise *js.Promise // what the functions use
	held    traced      // likewise
}

func (q *readRequest) trace(t *js.Tracer) {
	markPromise(t, q.promise)
	if q.held != nil {
		q.held.trace(t)
	}
}

// ReadableStreamDefaultReader reads a stream. https://streams.spec.whatwg.org/#default-reader-class
type ReadableStreamDefaultReader struct {
	Object
	readerState
}

func (s *ReadableStream) trace(t *js.Tracer) {
	t.Mark(s.stored)
	if s.reader != nil {
		mark(t, s.reader)
	}
	mark(t, s.ctrl)
	s.body.trace(t)
}

func (d *readerState) base() *readerState { return d }

func (d *readerState) trace(t *js.Tracer) {
	mark(t, d.stream)
	markPromise(t, d.closed)
	for i := range d.requests {
		d.requests[i].trace(t)
	}
	if d.held != nil {
		d.held.trace(t)
	}
}

func (d *ReadableStreamDefaultReader) trace(t *js.Tracer) { d.readerState.trace(t) }

// ConstructReadableStream is new ReadableStream. https://streams.spec.whatwg.org/#rs-constructor
func ConstructReadableStream(c *js.Call) js.Value {
	k := callbacksOf(c)
	st := readStrategy(c, 1)
	var auto Opt[uint64]
	if v, ok := k.d.Member("autoAllocateChunkSize"); ok {
		auto = Some(uint64(c.ToInt(v, js.UnsignedLongLong, js.EnforceRange)))
	}
	cancel, pull, start := k.get("cancel"), k.get("pull"), k.get("start")
	typ, isBytes := k.d.Member("type")
	if isBytes {
		if t := c.ToDOMString(typ); !c.Failed() && t != "bytes" {
			return c.RangeError("Invalid type is specified")
		}
	}
	if c.Failed() {
		return js.Undefined
	}
	r := c.Realm()
	s := &ReadableStream{window: windowOf(r), stored: js.Undefined}
	if !isBytes {
		d := &ReadableStreamDefaultController{stream: s, hwm: st.mark(c, 1), size: st.size, puller: puller{pull: pull, cancel: cancel}}
		if c.Failed() {
			return js.Undefined
		}
		s.ctrl = d
		v := constructed(c, cls.ReadableStream, s)
		if result := start.start(c, objectValue(r, d)); !c.Failed() {
			d.begin(r.PromiseOf(result))
		}
		return v
	}
	switch {
	case !st.size.IsNone():
		return c.RangeError("Cannot create byte stream with size() defined on the strategy")
	case auto.Set && auto.Value == 0:
		return c.TypeError("autoAllocateChunkSize cannot be 0")
	}
	b := &ReadableByteStreamController{stream: s, hwm: st.mark(c, 0), autoAllocate: auto.Value, puller: puller{pull: pull, cancel: cancel}}
	if c.Failed() {
		return js.Undefined
	}
	s.ctrl = b
	v := constructed(c, cls.ReadableStream, s)
	if result := start.start(c, objectValue(r, b)); !c.Failed() {
		b.begin(r.PromiseOf(result))
	}
	return v
}

// newStream is CreateReadableStream: a stream of the engine's own, whose start is over when begin's promise is.
func newStream(w *Window, hwm float64, pull, cancel algorithm) (*ReadableStream, *ReadableStreamDefaultController) {
	s := &ReadableStream{window: w, stored: js.Undefined}
	d := &ReadableStreamDefaultController{stream: s, hwm: hwm, puller: puller{pull: pull, cancel: cancel}}
	s.ctrl = d
	return s, d
}

// newByteStream is CreateReadableByteStream.
func newByteStream(w *Window, pull, cancel algorithm) (*ReadableStream, *ReadableByteStreamController) {
	s := &ReadableStream{window: w, stored: js.Undefined}
	b := &ReadableByteStreamController{stream: s, puller: puller{pull: pull, cancel: cancel}}
	s.ctrl = b
	return s, b
}

// ReadableStreamFrom is ReadableStream.from. https://streams.spec.whatwg.org/#readable-stream-from-iterable
func ReadableStreamFrom(c *js.Call) js.Value {
	r := c.Realm()
	v := c.Arg(0)
	var it, next js.Value
	if v.IsObject() || v.IsString() {
		o, err := r.ToObject(v)
		for _, sym := range []js.WellKnown{js.SymAsyncIterator, js.SymIterator} {
			var m js.Value
			if err == nil {
				m, err = r.GetKey(o, js.WellKnownKey(sym))
			}
			if err != nil {
				return c.Fail(err)
			}
			if m.IsNullish() {
				continue
			}
			if !m.IsCallable() {
				return c.TypeError("The object's iterator method is not a function.")
			}
			if it, err = r.Call(m, v); err != nil {
				return c.Fail(err)
			}
			if !it.IsObject() {
				return c.TypeError("The iterator is not an object.")
			}
			if next, err = r.Get(it.Object(), "next"); err != nil {
				return c.Fail(err)
			}
			break
		}
	}
	if !it.IsObject() {
		return c.TypeError("The object is not iterable.")
	}
	held := &fromIterable{it: it, next: next}
	var d *ReadableStreamDefaultController
	s, d := newStream(windowOf(r), 0, algorithm{held: held, run: func(...js.Value) js.Value {
		res, err := r.Call(next, it)
		if err != nil {
			return r.RejectedPromise(r.ErrorValue(err))
		}
		return r.Then(r.PromiseOf(res), func(res js.Value) (js.Value, error) {
			if !res.IsObject() {
				return js.Undefined, typeErr("The promise returned by the iterator.next() method must fulfill with an object")
			}
			done, err := r.Get(res.Object(), "done")
			if err != nil {
				return js.Undefined, err
			}
			if done.Truthy() {
				return js.Undefined, d.requestClose()
			}
			v, err := r.Get(res.Object(), "value")
			if err != nil {
				return js.Undefined, err
			}
			return r.Then(r.PromiseOf(v), func(v js.Value) (js.Value, error) { return js.Undefined, d.push(v) }, nil, objectValue(r, d)), nil
		}, nil, objectValue(r, d))
	}}, algorithm{held: held, run: func(a ...js.Value) js.Value {
		m, err := r.Get(it.Object(), "return")
		if err == nil && m.IsNullish() {
			return resolvedPromise(r, js.Undefined)
		}
		var res js.Value
		if err == nil {
			res, err = r.Call(m, it, a...)
		}
		if err != nil {
			return r.RejectedPromise(r.ErrorValue(err))
		}
		return r.Then(r.PromiseOf(res), func(res js.Value) (js.Value, error) {
			if !res.IsObject() {
				return js.Undefined, typeErr("The promise returned by the iterator.return() method must fulfill with an object")
			}
			return js.Undefined, nil
		}, nil)
	}})
	d.begin(resolvedPromise(r, js.Undefined))
	return objectValue(r, s)
}

type fromIterable struct{ it, next js.Value }

func (x *fromIterable) trace(t *js.Tracer) {
	t.Mark(x.it)
	t.Mark(x.next)
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

// cancel is ReadableStreamCancel. https://streams.spec.whatwg.org/#readable-stream-cancel
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
	if d, ok := s.reader.(*ReadableStreamBYOBReader); ok {
		for _, q := range d.take() {
			q.close(js.Undefined)
		}
	}
	p := s.ctrl.cancelSteps(reason)
	return r.Then(p, func(js.Value) (js.Value, error) { return js.Undefined, nil }, nil)
}

// GetReader is ReadableStream.getReader.
func (s *ReadableStream) GetReader(c *js.Call, o ReadableStreamGetReaderOptions) js.Value {
	if o.Mode.Set {
		return objectValue(c.Realm(), ConstructReadableStreamBYOBReader(c, s))
	}
	return objectValue(c.Realm(), ConstructReadableStreamDefaultReader(c, s))
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
	d := &ReadableStreamDefaultReader{}
	d.lock(s, d)
	return d
}

// lock is ReadableStreamReaderGenericInitialize.
func (d *readerState) lock(s *ReadableStream, reader streamReader) {
	d.stream, d.window, d.closed = s, s.window, handled(s.window.Realm)
	s.reader = reader
	switch s.state {
	case streamClosed:
		d.closed.Resolve(js.Undefined)
	case streamErrored:
		d.closed.Reject(s.stored)
	}
}

// take empties the list of requests.
func (d *readerState) take() []readRequest {
	l := d.requests
	d.requests = nil
	return l
}

func (d *readerState) shift() readRequest {
	q := d.requests[0]
	d.requests[0] = readRequest{}
	d.requests = d.requests[1:]
	return q
}

// Closed is the closed attribute of a reader.
func (d *readerState) Closed() js.Value { return d.closed.Value() }

// Cancel is a reader's cancel.
func (d *readerState) Cancel(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This readable stream reader has been released and cannot be used to cancel its previous owner stream")
	}
	return d.stream.cancel(c.Arg(0))
}

// readResult is a ReadableStreamReadResult: a dictionary, whose members come in the order of their names.
func readResult(r *js.Realm, v js.Value, done bool) js.Value {
	o := r.NewObject()
	_ = r.Define(o, js.NameKey("done"), js.Bool(done), js.DataDefault)
	_ = r.Define(o, js.NameKey("value"), v, js.DataDefault)
	return o.Value()
}

// request is a promise of what a read gives, and who fulfills it.
func (d *readerState) request(r *js.Realm) (*js.Promise, readRequest) {
	p := r.NewPromise()
	return p, readRequest{
		chunk:   func(v js.Value) { p.Resolve(readResult(r, v, false)) },
		close:   func(v js.Value) { p.Resolve(readResult(r, v, true)) },
		failed:  func(e js.Value) { p.Reject(e) },
		promise: p,
	}
}

// Read is ReadableStreamDefaultReader.read.
func (d *ReadableStreamDefaultReader) Read(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This readable stream reader has been released and cannot be used to read from its previous owner stream")
	}
	p, q := d.request(c.Realm())
	d.read(q)
	return p.Value()
}

// read is ReadableStreamDefaultReaderRead.
func (d *ReadableStreamDefaultReader) read(q readRequest) {
	s := d.stream
	s.disturbed = true
	switch s.state {
	case streamClosed:
		q.close(js.Undefined)
	case streamErrored:
		q.failed(s.stored)
	default:
		s.ctrl.pullSteps(q)
	}
}

// ReleaseLock is ReadableStreamDefaultReader.releaseLock.
func (d *ReadableStreamDefaultReader) ReleaseLock() { d.release("Releasing Default reader") }

// release is ReadableStreamReaderGenericRelease, and fails what was asked for.
func (d *readerState) release(message string) {
	s := d.stream
	if s == nil {
		return
	}
	r := d.window.Realm
	if s.state != streamReadable {
		d.closed = handled(r)
	}
	d.closed.Reject(r.NewError(js.TypeError, "This readable stream reader has been released and cannot be used to monitor the stream's state"))
	s.ctrl.releaseSteps()
	s.reader, d.stream, d.held = nil, nil, nil
	if l := d.take(); len(l) > 0 {
		e := r.NewError(js.TypeError, message)
		for _, q := range l {
			q.failed(e)
		}
	}
}

// close is ReadableStreamClose.
func (s *ReadableStream) close() {
	s.state = streamClosed
	if s.reader == nil {
		return
	}
	s.reader.base().closed.Resolve(js.Undefined)
	if d, ok := s.reader.(*ReadableStreamDefaultReader); ok {
		for _, q := range d.take() {
			q.close(js.Undefined)
		}
	}
}

// fail is ReadableStreamError.
func (s *ReadableStream) fail(e js.Value) {
	s.state, s.stored = streamErrored, e
	if s.reader == nil {
		return
	}
	d := s.reader.base()
	d.closed.Reject(e)
	for _, q := range d.take() {
		q.failed(e)
	}
}

// hasRequests reports whether somebody waits for a chunk with a default reader.
func (s *ReadableStream) hasRequests() bool {
	d, ok := s.reader.(*ReadableStreamDefaultReader)
	return ok && len(d.requests) > 0
}

// puller is when a controller calls its pull algorithm.
type puller struct {
	started, pulling, pullAgain bool
	pull, cancel                algorithm
}

func (p *puller) trace(t *js.Tracer) {
	p.pull.trace(t)
	p.cancel.trace(t)
}

// begin ends the start phase when the promise of the start algorithm is fulfilled.
func (p *puller) begin(r *js.Realm, start js.Value, k readableController, callPull func()) {
	upon(r, start, func(js.Value) {
		p.started = true
		callPull()
	}, k.fail, controllerValue(r, k))
}

// callPull calls the pull algorithm; again calls it once more where somebody asked meanwhile.
func (p *puller) callPull(r *js.Realm, k readableController, again func()) {
	if p.pulling {
		p.pullAgain = true
		return
	}
	p.pulling = true
	self := controllerValue(r, k)
	upon(r, p.pull.call(r, self), func(js.Value) {
		p.pulling = false
		if p.pullAgain {
			p.pullAgain = false
			again()
		}
	}, k.fail, self)
}

// clear is ClearAlgorithms: it lets go of the source.
func (p *puller) clear() { p.pull, p.cancel = algorithm{}, algorithm{} }

func controllerValue(r *js.Realm, k readableController) js.Value {
	switch k := k.(type) {
	case *ReadableStreamDefaultController:
		return objectValue(r, k)
	case *ReadableByteStreamController:
		return objectValue(r, k)
	}
	return js.Undefined
}

// ReadableStreamDefaultController feeds a stream. https://streams.spec.whatwg.org/#rs-default-controller-class
type ReadableStreamDefaultController struct {
	Object
	puller
	stream         *ReadableStream
	queue          chunkQueue
	closeRequested bool
	hwm            float64
	size           js.Object // of the strategy
}

func (k *ReadableStreamDefaultController) trace(t *js.Tracer) {
	k.puller.trace(t)
	mark(t, k.stream)
	k.queue.trace(t)
	t.MarkObject(k.size)
}

func (k *ReadableStreamDefaultController) begin(start js.Value) {
	k.puller.begin(k.stream.window.Realm, start, k, k.callPull)
}

func (k *ReadableStreamDefaultController) clear() {
	k.puller.clear()
	k.size = js.Object{}
}

func (k *ReadableStreamDefaultController) shouldPull() bool {
	return k.canClose() && k.started && (k.stream.hasRequests() || k.hwm-k.queue.total > 0)
}

func (k *ReadableStreamDefaultController) callPull() {
	if k.shouldPull() {
		k.puller.callPull(k.stream.window.Realm, k, k.callPull)
	}
}

func (k *ReadableStreamDefaultController) pullSteps(q readRequest) {
	if len(k.queue.items) == 0 {
		d := k.stream.reader.base()
		d.requests = append(d.requests, q)
		k.callPull()
		return
	}
	x := k.queue.shift()
	if k.closeRequested && len(k.queue.items) == 0 {
		k.clear()
		k.stream.close()
	} else {
		k.callPull()
	}
	q.chunk(x.value)
}

func (k *ReadableStreamDefaultController) cancelSteps(reason js.Value) js.Value {
	k.queue = chunkQueue{}
	p := k.cancel.call(k.stream.window.Realm, reason)
	k.clear()
	return p
}

func (k *ReadableStreamDefaultController) releaseSteps() {}

func (k *ReadableStreamDefaultController) fail(e js.Value) {
	if k.stream.state != streamReadable {
		return
	}
	k.queue = chunkQueue{}
	k.clear()
	k.stream.fail(e)
}

func (k *ReadableStreamDefaultController) canClose() bool {
	return !k.closeRequested && k.stream.state == streamReadable
}

func (k *ReadableStreamDefaultController) requestClose() error {
	if k.canClose() {
		k.closeRequested = true
		if len(k.queue.items) == 0 {
			k.clear()
			k.stream.close()
		}
	}
	return nil
}

// push is ReadableStreamDefaultControllerEnqueue.
func (k *ReadableStreamDefaultController) push(v js.Value) error {
	if !k.canClose() {
		return nil
	}
	s := k.stream
	if s.hasRequests() {
		q := s.reader.base().shift()
		q.chunk(v)
	} else {
		r := s.window.Realm
		size, err := sizeOf(r, k.size, v)
		if err == nil {
			err = k.queue.push(r, streamChunk{value: v, size: size})
		}
		if err != nil {
			k.fail(r.ErrorValue(err))
			return err
		}
	}
	k.callPull()
	return nil
}

// DesiredSize is ReadableStreamDefaultController.desiredSize.
func (k *ReadableStreamDefaultController) DesiredSize() Opt[float64] {
	return k.stream.desiredSize(k.hwm - k.queue.total)
}

// desiredSize is what a controller that wants n says.
func (s *ReadableStream) desiredSize(n float64) Opt[float64] {
	switch s.state {
	case streamErrored:
		return Opt[float64]{}
	case streamClosed:
		return Some(0.0)
	}
	return Some(n)
}

// Close is ReadableStreamDefaultController.close.
func (k *ReadableStreamDefaultController) Close(c *js.Call) {
	switch {
	case k.stream.state == streamErrored:
		c.TypeError("Cannot close an errored readable stream")
	case !k.canClose():
		c.TypeError("Cannot close a readable stream that has already been requested to be closed")
	default:
		_ = k.requestClose()
	}
}

// Enqueue is ReadableStreamDefaultController.enqueue.
func (k *ReadableStreamDefaultController) Enqueue(c *js.Call) js.Value {
	if k.checkPush(c) {
		c.Fail(k.push(c.Arg(0)))
	}
	return js.Undefined
}

// checkPush throws if no chunk may be enqueued.
func (k *ReadableStreamDefaultController) checkPush(c *js.Call) bool {
	switch {
	case k.canClose():
		return true
	case k.stream.state == streamErrored:
		c.TypeError("Cannot enqueue a chunk into an errored readable stream")
	default:
		c.TypeError("Cannot enqueue a chunk into a readable stream that is closed or has been requested to be closed")
	}
	return false
}

// Error is ReadableStreamDefaultController.error.
func (k *ReadableStreamDefaultController) Error(c *js.Call) js.Value {
	k.fail(c.Arg(0))
	return js.Undefined
}

// Tee is ReadableStream.tee.
func (s *ReadableStream) Tee(c *js.Call) []*ReadableStream {
	if s.locked() {
		c.TypeError("ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader")
		return nil
	}
	a, b := s.tee()
	return []*ReadableStream{a, b}
}

func (s *ReadableStream) tee() (a, b *ReadableStream) {
	if _, ok := s.ctrl.(*ReadableByteStreamController); ok {
		return s.teeBytes()
	}
	return s.teeDefault()
}

// teeing is what the branches of a teed stream share.
type teeing struct {
	stream    *ReadableStream
	reader    streamReader // of the stream
	branches  [2]*ReadableStream
	canceled  [2]bool
	reasons   [2]js.Value
	cancel    *js.Promise
	reading   bool
	readAgain [2]bool // of a default tee, the first
}

func (x *teeing) trace(t *js.Tracer) {
	mark(t, x.stream)
	mark(t, x.reader)
	mark(t, x.branches[0])
	mark(t, x.branches[1])
	t.Mark(x.reasons[0])
	t.Mark(x.reasons[1])
	markPromise(t, x.cancel)
}

// cancelBranch is the cancel algorithm of branch i.
func (x *teeing) cancelBranch(i int) algorithm {
	return algorithm{held: x, run: func(a ...js.Value) js.Value {
		x.canceled[i], x.reasons[i] = true, a[0]
		if x.canceled[1-i] {
			x.cancel.Resolve(x.stream.cancel(x.stream.window.Realm.NewArray(x.reasons[0], x.reasons[1]).Value()))
		}
		return x.cancel.Value()
	}}
}

// ended resolves the promise of the branches' cancel unless both were cancelled.
func (x *teeing) ended() {
	if !x.canceled[0] || !x.canceled[1] {
		x.cancel.Resolve(js.Undefined)
	}
}

// later queues a microtask of the tee. https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
func (x *teeing) later(f func(), keep js.Value) {
	w := x.stream.window
	release := w.hold(x)
	w.World.Runtime.EnqueueJob(w.Realm, func() error {
		release()
		f()
		return nil
	}, keep)
}

// teeDefault is ReadableStreamDefaultTee.
func (s *ReadableStream) teeDefault() (a, b *ReadableStream) {
	w := s.window
	r := w.Realm
	reader := s.acquire()
	x := &teeing{stream: s, reader: reader, cancel: r.NewPromise()}
	x.reasons = [2]js.Value{js.Undefined, js.Undefined}
	var ctrl [2]*ReadableStreamDefaultController
	var pull func()
	pull = func() {
		if x.reading {
			x.readAgain[0] = true
			return
		}
		x.reading = true
		reader.read(readRequest{
			chunk: func(v js.Value) {
				x.later(func() {
					x.readAgain[0] = false
					for i := range ctrl {
						if !x.canceled[i] {
							_ = ctrl[i].push(v)
						}
					}
					if x.reading = false; x.readAgain[0] {
						pull()
					}
				}, v)
			},
			close: func(js.Value) {
				x.reading = false
				for i := range ctrl {
					if !x.canceled[i] {
						_ = ctrl[i].requestClose()
					}
				}
				x.ended()
			},
			failed: func(js.Value) { x.reading = false },
			held:   x,
		})
	}
	for i := range ctrl {
		x.branches[i], ctrl[i] = newStream(w, 1, algorithm{held: x, run: func(...js.Value) js.Value {
			pull()
			return resolvedPromise(r, js.Undefined)
		}}, x.cancelBranch(i))
		ctrl[i].begin(resolvedPromise(r, js.Undefined))
	}
	upon(r, reader.Closed(), nil, func(e js.Value) {
		for i := range ctrl {
			ctrl[i].fail(e)
		}
		x.ended()
	}, objectValue(r, ctrl[0]), objectValue(r, ctrl[1]))
	return x.branches[0], x.branches[1]
}

// StreamIterator is the async iterator of a stream. https://streams.spec.whatwg.org/#rs-asynciterator
type StreamIterator struct {
	Object
	reader        *ReadableStreamDefaultReader
	preventCancel bool
	ongoing       js.Value // the promise of the last call, while it is not settled
	finished      bool
}

func (x *StreamIterator) trace(t *js.Tracer) {
	mark(t, x.reader)
	t.Mark(x.ongoing)
}

// Values is ReadableStream.values.
func (s *ReadableStream) Values(c *js.Call) js.Value {
	prevent := c.Dict(0, "ReadableStreamIteratorOptions").Bool("preventCancel", false)
	if c.Failed() {
		return js.Undefined
	}
	d := ConstructReadableStreamDefaultReader(c, s)
	if d == nil {
		return js.Undefined
	}
	r := c.Realm()
	return objectValue(r, &StreamIterator{reader: d, preventCancel: prevent, ongoing: js.Undefined})
}

// after calls steps when the call before is done. https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object
func (x *StreamIterator) after(r *js.Realm, steps func() js.Value, keep ...js.Value) js.Value {
	if x.ongoing.IsUndefined() {
		x.ongoing = steps()
	} else {
		f := func(js.Value) (js.Value, error) { return steps(), nil }
		x.ongoing = r.Then(x.ongoing, f, f, append(keep, objectValue(r, x))...)
	}
	return x.ongoing
}

// Next is the iterator's next.
func (x *StreamIterator) Next(c *js.Call) js.Value {
	r := c.Realm()
	return x.after(r, func() js.Value {
		if x.finished {
			return resolvedPromise(r, iterResult(r, js.Undefined, true))
		}
		p := r.NewPromise()
		d := x.reader
		end := false
		d.read(readRequest{
			chunk: p.Resolve,
			close: func(js.Value) {
				end = true
				d.ReleaseLock()
				p.Resolve(js.Undefined)
			},
			failed: func(e js.Value) {
				d.ReleaseLock()
				p.Reject(e)
			},
			promise: p,
			held:    using{x},
		})
		return r.Then(p.Value(), func(v js.Value) (js.Value, error) {
			x.ongoing, x.finished = js.Undefined, end
			return iterResult(r, v, end), nil
		}, func(e js.Value) (js.Value, error) {
			x.ongoing, x.finished = js.Undefined, true
			return js.Undefined, r.NewException(e)
		}, objectValue(r, x))
	})
}

// Return is the iterator's return.
func (x *StreamIterator) Return(c *js.Call) js.Value {
	r := c.Realm()
	v := c.Arg(0)
	p := x.after(r, func() js.Value {
		if x.finished {
			return resolvedPromise(r, js.Undefined)
		}
		x.finished = true
		d := x.reader
		if x.preventCancel {
			d.ReleaseLock()
			return resolvedPromise(r, js.Undefined)
		}
		p := d.stream.cancel(v)
		d.ReleaseLock()
		return p
	}, v)
	return r.Then(p, func(js.Value) (js.Value, error) { return iterResult(r, v, true), nil }, nil, v)
}

func init() {
	classReadableStream.Members = append(classReadableStream.Members, js.Member{Name: "values", Symbol: js.SymAsyncIterator, Intrinsic: "values", Flags: js.NotEnumerable})
}
