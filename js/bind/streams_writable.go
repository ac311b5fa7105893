package bind

import (
	"github.com/niso-engine/niso/js"
)

// WritableStream is a destination of chunks. https://streams.spec.whatwg.org/#ws-class
type WritableStream struct {
	Object
	window       *Window
	state        writableState
	stored       js.Value // why it is erroring or errored
	writer       *WritableStreamDefaultWriter
	ctrl         *WritableStreamDefaultController
	backpressure bool
	closing      *js.Promise   // of a close that was asked for
	closeRunning *js.Promise   // of one that the sink performs
	writing      *js.Promise   // of the write that the sink performs
	writes       []*js.Promise // of those that wait
	abort        *pendingAbort
}

type writableState uint8

const (
	writableWritable writableState = iota
	writableClosed
	writableErroring
	writableErrored
)

type pendingAbort struct {
	promise     *js.Promise
	reason      js.Value
	wasErroring bool
}

// WritableStreamDefaultWriter writes to a stream. https://streams.spec.whatwg.org/#default-writer-class
type WritableStreamDefaultWriter struct {
	Object
	stream        *WritableStream // nil once released
	window        *Window
	ready, closed *js.Promise
	held          traced // the pipe that writes
}

// WritableStreamDefaultController feeds a sink. https://streams.spec.whatwg.org/#ws-default-controller-class
type WritableStreamDefaultController struct {
	Object
	stream              *WritableStream
	signal              *AbortSignal
	started             bool
	queue               chunkQueue
	hwm                 float64
	size                js.Object
	write, close, abort algorithm
}

func (s *WritableStream) trace(t *js.Tracer) {
	t.Mark(s.stored)
	mark(t, s.writer)
	mark(t, s.ctrl)
	markPromise(t, s.closing)
	markPromise(t, s.closeRunning)
	markPromise(t, s.writing)
	for _, p := range s.writes {
		markPromise(t, p)
	}
	if s.abort != nil {
		s.abort.trace(t)
	}
}

func (a *pendingAbort) trace(t *js.Tracer) {
	markPromise(t, a.promise)
	t.Mark(a.reason)
}

func (d *WritableStreamDefaultWriter) trace(t *js.Tracer) {
	mark(t, d.stream)
	markPromise(t, d.ready)
	markPromise(t, d.closed)
	if d.held != nil {
		d.held.trace(t)
	}
}

func (k *WritableStreamDefaultController) trace(t *js.Tracer) {
	mark(t, k.stream)
	mark(t, k.signal)
	k.queue.trace(t)
	t.MarkObject(k.size)
	k.write.trace(t)
	k.close.trace(t)
	k.abort.trace(t)
}

// ConstructWritableStream is new WritableStream. https://streams.spec.whatwg.org/#ws-constructor
func ConstructWritableStream(c *js.Call) js.Value {
	cb := callbacksOf(c)
	st := readStrategy(c, 1)
	abort, closing, start := cb.get("abort"), cb.get("close"), cb.get("start")
	_, typed := cb.d.Member("type")
	write := cb.get("write")
	if typed {
		c.RangeError("Invalid type is specified")
	}
	hwm := st.mark(c, 1)
	if c.Failed() {
		return js.Undefined
	}
	r := c.Realm()
	s := newWritable(windowOf(r), hwm, st.size, write, closing, abort)
	v := constructed(c, cls.WritableStream, s)
	if result := start.start(c, objectValue(r, s.ctrl)); !c.Failed() {
		s.ctrl.begin(r.PromiseOf(result))
	}
	return v
}

// newWritable is CreateWritableStream: the stream's start is over when begin's promise is.
func newWritable(w *Window, hwm float64, size js.Object, write, closing, abort algorithm) *WritableStream {
	s := &WritableStream{window: w, stored: js.Undefined}
	s.ctrl = &WritableStreamDefaultController{stream: s, signal: newAbortSignal(w), hwm: hwm, size: size, write: write, close: closing, abort: abort}
	s.setBackpressure(s.ctrl.full())
	return s
}

func (k *WritableStreamDefaultController) realm() *js.Realm { return k.stream.window.Realm }

func (k *WritableStreamDefaultController) begin(start js.Value) {
	r := k.realm()
	upon(r, start, func(js.Value) {
		k.started = true
		k.advance()
	}, func(e js.Value) {
		k.started = true
		k.stream.rejected(e)
	}, objectValue(r, k))
}

// Locked is WritableStream.locked.
func (s *WritableStream) Locked() bool { return s.writer != nil }

// Abort is WritableStream.abort.
func (s *WritableStream) Abort(c *js.Call) js.Value {
	if s.writer != nil {
		return c.TypeError("Cannot abort a locked stream")
	}
	return s.abortWith(c.Arg(0))
}

// abortWith is WritableStreamAbort.
func (s *WritableStream) abortWith(reason js.Value) js.Value {
	r := s.window.Realm
	over := func() bool { return s.state == writableClosed || s.state == writableErrored }
	if over() {
		return resolvedPromise(r, js.Undefined)
	}
	if s.ctrl.signal.abort(r, reason); over() {
		return resolvedPromise(r, js.Undefined)
	}
	if s.abort != nil {
		return s.abort.promise.Value()
	}
	a := &pendingAbort{promise: r.NewPromise(), reason: reason}
	if s.state == writableErroring {
		a.wasErroring, a.reason = true, js.Undefined
	}
	s.abort = a
	if !a.wasErroring {
		s.startErroring(reason)
	}
	return a.promise.Value()
}

// Close is WritableStream.close.
func (s *WritableStream) Close(c *js.Call) js.Value {
	switch {
	case s.writer != nil:
		return c.TypeError("Cannot close a locked stream")
	case s.closeQueued():
		return c.TypeError("Cannot close a writable stream that has already been requested to be closed")
	}
	return s.close(c)
}

// close is WritableStreamClose.
func (s *WritableStream) close(c *js.Call) js.Value {
	switch s.state {
	case writableClosed:
		return c.TypeError("Cannot close a writable stream that is closed")
	case writableErrored:
		return c.TypeError("Cannot close a writable stream that is errored")
	}
	return s.requestClose()
}

func (s *WritableStream) requestClose() js.Value {
	s.closing = s.window.Realm.NewPromise()
	v := s.closing.Value()
	if s.writer != nil && s.backpressure && s.state == writableWritable {
		s.writer.ready.Resolve(js.Undefined)
	}
	_ = s.ctrl.queue.push(s.window.Realm, streamChunk{close: true})
	s.ctrl.advance()
	return v
}

// closeQueued is CloseQueuedOrInFlight.
func (s *WritableStream) closeQueued() bool { return s.closing != nil || s.closeRunning != nil }

// rejected is DealWithRejection.
func (s *WritableStream) rejected(e js.Value) {
	if s.state == writableWritable {
		s.startErroring(e)
	} else {
		s.finishErroring()
	}
}

func (s *WritableStream) startErroring(reason js.Value) {
	s.state, s.stored = writableErroring, reason
	if s.writer != nil {
		s.writer.rejectReady(reason)
	}
	if s.writing == nil && s.closeRunning == nil && s.ctrl.started {
		s.finishErroring()
	}
}

func (s *WritableStream) finishErroring() {
	s.state = writableErrored
	s.ctrl.queue = chunkQueue{}
	l := s.writes
	s.writes = nil
	for _, p := range l {
		p.Reject(s.stored)
	}
	a := s.abort
	if a == nil {
		s.rejectClosed()
		return
	}
	s.abort = nil
	if a.wasErroring {
		a.promise.Reject(s.stored)
		s.rejectClosed()
		return
	}
	r := s.window.Realm
	k := s.ctrl
	p := k.abort.call(r, a.reason)
	k.clear()
	upon(r, p, func(js.Value) {
		a.promise.Resolve(js.Undefined)
		s.rejectClosed()
	}, func(e js.Value) {
		a.promise.Reject(e)
		s.rejectClosed()
	}, a.promise.Value(), objectValue(r, s))
}

// rejectClosed is RejectCloseAndClosedPromiseIfNeeded.
func (s *WritableStream) rejectClosed() {
	if s.closing != nil {
		s.closing.Reject(s.stored)
		s.closing = nil
	}
	if s.writer != nil {
		s.writer.closed.Reject(s.stored)
	}
}

// setBackpressure is UpdateBackpressure.
func (s *WritableStream) setBackpressure(b bool) {
	if s.writer != nil && b != s.backpressure {
		if b {
			s.writer.ready = handled(s.window.Realm)
		} else {
			s.writer.ready.Resolve(js.Undefined)
		}
	}
	s.backpressure = b
}

// GetWriter is WritableStream.getWriter.
func (s *WritableStream) GetWriter(c *js.Call) *WritableStreamDefaultWriter {
	return ConstructWritableStreamDefaultWriter(c, s)
}

// ConstructWritableStreamDefaultWriter is new WritableStreamDefaultWriter.
func ConstructWritableStreamDefaultWriter(c *js.Call, s *WritableStream) *WritableStreamDefaultWriter {
	if s.writer != nil {
		c.TypeError("Cannot create writer when WritableStream is locked")
		return nil
	}
	return s.acquire()
}

func (s *WritableStream) acquire() *WritableStreamDefaultWriter {
	r := s.window.Realm
	d := &WritableStreamDefaultWriter{stream: s, window: s.window, ready: handled(r), closed: handled(r)}
	s.writer = d
	switch s.state {
	case writableWritable:
		if s.closeQueued() || !s.backpressure {
			d.ready.Resolve(js.Undefined)
		}
	case writableErroring:
		d.ready.Reject(s.stored)
	case writableClosed:
		d.ready.Resolve(js.Undefined)
		d.closed.Resolve(js.Undefined)
	case writableErrored:
		d.ready.Reject(s.stored)
		d.closed.Reject(s.stored)
	}
	return d
}

// settled reports whether a promise has its outcome already.
func settled(r *js.Realm, p *js.Promise) bool {
	st, _ := r.PromiseState(p.Value())
	return st != js.Pending
}

// rejectReady is EnsureReadyPromiseRejected.
func (d *WritableStreamDefaultWriter) rejectReady(e js.Value) {
	if r := d.window.Realm; settled(r, d.ready) {
		d.ready = handled(r)
	}
	d.ready.Reject(e)
}

// Closed is WritableStreamDefaultWriter.closed.
func (d *WritableStreamDefaultWriter) Closed() js.Value { return d.closed.Value() }

// Ready is WritableStreamDefaultWriter.ready.
func (d *WritableStreamDefaultWriter) Ready() js.Value { return d.ready.Value() }

// DesiredSize is WritableStreamDefaultWriter.desiredSize.
func (d *WritableStreamDefaultWriter) DesiredSize(c *js.Call) Opt[float64] {
	s := d.stream
	if s == nil {
		c.TypeError("This writable stream writer has been released and cannot be used to get the desiredSize")
		return Opt[float64]{}
	}
	switch s.state {
	case writableErrored, writableErroring:
		return Opt[float64]{}
	case writableClosed:
		return Some(0.0)
	}
	return Some(s.ctrl.desired())
}

// Abort is WritableStreamDefaultWriter.abort.
func (d *WritableStreamDefaultWriter) Abort(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This writable stream writer has been released and cannot be aborted")
	}
	return d.stream.abortWith(c.Arg(0))
}

// Close is WritableStreamDefaultWriter.close.
func (d *WritableStreamDefaultWriter) Close(c *js.Call) js.Value {
	switch {
	case d.stream == nil:
		return c.TypeError("This writable stream writer has been released and cannot be closed")
	case d.stream.closeQueued():
		return c.TypeError("Cannot close a writable stream that has already been requested to be closed")
	}
	return d.stream.close(c)
}

// ReleaseLock is WritableStreamDefaultWriter.releaseLock.
func (d *WritableStreamDefaultWriter) ReleaseLock() {
	s := d.stream
	if s == nil {
		return
	}
	r := d.window.Realm
	e := r.NewError(js.TypeError, "This writable stream writer has been released and cannot be used to monitor the stream's state")
	d.rejectReady(e)
	if settled(r, d.closed) {
		d.closed = handled(r)
	}
	d.closed.Reject(e)
	s.writer, d.stream, d.held = nil, nil, nil
}

// Write is WritableStreamDefaultWriter.write.
func (d *WritableStreamDefaultWriter) Write(c *js.Call) js.Value {
	if d.stream == nil {
		return c.TypeError("This writable stream writer has been released and cannot be written to")
	}
	return d.write(c.Arg(0))
}

// write is WritableStreamDefaultWriterWrite.
func (d *WritableStreamDefaultWriter) write(chunk js.Value) js.Value {
	s := d.stream
	r := d.window.Realm
	size := s.ctrl.chunkSize(chunk)
	switch {
	case d.stream != s:
		return r.RejectedPromise(r.NewError(js.TypeError, "This writable stream writer has been released and cannot be written to"))
	case s.state == writableErrored, s.state == writableErroring && !s.closeQueued():
		return r.RejectedPromise(s.stored)
	case s.closeQueued():
		return r.RejectedPromise(r.NewError(js.TypeError, "Cannot write to a closing writable stream"))
	case s.state == writableClosed:
		return r.RejectedPromise(r.NewError(js.TypeError, "Cannot write to a closed writable stream"))
	}
	p := r.NewPromise()
	s.writes = append(s.writes, p)
	s.ctrl.put(chunk, size)
	return p.Value()
}

// Signal is WritableStreamDefaultController.signal.
func (k *WritableStreamDefaultController) Signal() *AbortSignal { return k.signal }

// Error is WritableStreamDefaultController.error.
func (k *WritableStreamDefaultController) Error(c *js.Call) js.Value {
	k.failIfNeeded(c.Arg(0))
	return js.Undefined
}

// failIfNeeded is ErrorIfNeeded.
func (k *WritableStreamDefaultController) failIfNeeded(e js.Value) {
	if k.stream.state == writableWritable {
		k.clear()
		k.stream.startErroring(e)
	}
}

func (k *WritableStreamDefaultController) clear() {
	k.write, k.close, k.abort, k.size = algorithm{}, algorithm{}, algorithm{}, js.Object{}
}

func (k *WritableStreamDefaultController) desired() float64 { return k.hwm - k.queue.total }

// full is GetBackpressure.
func (k *WritableStreamDefaultController) full() bool { return k.desired() <= 0 }

// chunkSize is GetChunkSize.
func (k *WritableStreamDefaultController) chunkSize(chunk js.Value) float64 {
	n, err := sizeOf(k.realm(), k.size, chunk)
	if err != nil {
		k.failIfNeeded(k.realm().ErrorValue(err))
		return 1
	}
	return n
}

// put is WritableStreamDefaultControllerWrite.
func (k *WritableStreamDefaultController) put(chunk js.Value, size float64) {
	if err := k.queue.push(k.realm(), streamChunk{value: chunk, size: size}); err != nil {
		k.failIfNeeded(k.realm().ErrorValue(err))
		return
	}
	if s := k.stream; !s.closeQueued() && s.state == writableWritable {
		s.setBackpressure(k.full())
	}
	k.advance()
}

// advance is AdvanceQueueIfNeeded.
func (k *WritableStreamDefaultController) advance() {
	s := k.stream
	switch {
	case !k.started || s.writing != nil:
	case s.state == writableErroring:
		s.finishErroring()
	case len(k.queue.items) == 0:
	case k.queue.items[0].close:
		k.processClose()
	default:
		k.processWrite(k.queue.items[0].value)
	}
}

func (k *WritableStreamDefaultController) processClose() {
	s := k.stream
	r := k.realm()
	s.closeRunning, s.closing = s.closing, nil
	k.queue.shift()
	p := k.close.call(r)
	k.clear()
	upon(r, p, func(js.Value) {
		s.closeRunning.Resolve(js.Undefined)
		s.closeRunning = nil
		if s.state == writableErroring {
			s.stored = js.Undefined
			if s.abort != nil {
				s.abort.promise.Resolve(js.Undefined)
				s.abort = nil
			}
		}
		s.state = writableClosed
		if s.writer != nil {
			s.writer.closed.Resolve(js.Undefined)
		}
	}, func(e js.Value) {
		s.closeRunning.Reject(e)
		s.closeRunning = nil
		if s.abort != nil {
			s.abort.promise.Reject(e)
			s.abort = nil
		}
		s.rejected(e)
	}, objectValue(r, s))
}

func (k *WritableStreamDefaultController) processWrite(chunk js.Value) {
	s := k.stream
	r := k.realm()
	s.writing = s.writes[0]
	s.writes = s.writes[1:]
	p := k.write.call(r, chunk, objectValue(r, k))
	upon(r, p, func(js.Value) {
		s.writing.Resolve(js.Undefined)
		s.writing = nil
		k.queue.shift()
		if !s.closeQueued() && s.state == writableWritable {
			s.setBackpressure(k.full())
		}
		k.advance()
	}, func(e js.Value) {
		if s.state == writableWritable {
			k.clear()
		}
		s.writing.Reject(e)
		s.writing = nil
		s.rejected(e)
	}, objectValue(r, s))
}
