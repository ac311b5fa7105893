package bind

import (
	"github.com/niso-engine/niso/js"
)

// ReadableByteStreamController feeds a stream of bytes. https://streams.spec.whatwg.org/#rbs-controller-class
type ReadableByteStreamController struct {
	Object
	puller
	stream         *ReadableStream
	queue          []byteChunk
	total          int
	closeRequested bool
	hwm            float64
	autoAllocate   uint64 // 0: not
	pending        []*pullInto
	request        *ReadableStreamBYOBRequest
}

// byteChunk is a part of an ArrayBuffer that belongs to the controller.
type byteChunk struct {
	buffer js.Object
	off, n int
}

// pullInto is a buffer that is to be filled. https://streams.spec.whatwg.org/#pull-into-descriptor
type pullInto struct {
	buffer     js.Object
	bufferSize int
	off, n     int // the part to fill
	filled     int
	minimum    int // from which on it is handed over
	kind       js.BufferKind
	reader     pullReader
}

// pullReader is the kind of reader that a pull-into descriptor is for.
type pullReader uint8

const (
	noReader pullReader = iota
	defaultReader
	byobReader
)

// maxAutoAllocate bounds the buffers that a controller makes by itself.
const maxAutoAllocate = 1 << 31

func (k *ReadableByteStreamController) trace(t *js.Tracer) {
	k.puller.trace(t)
	mark(t, k.stream)
	for _, x := range k.queue {
		t.MarkObject(x.buffer)
	}
	for _, p := range k.pending {
		t.MarkObject(p.buffer)
	}
	mark(t, k.request)
}

func (k *ReadableByteStreamController) realm() *js.Realm { return k.stream.window.Realm }

func (k *ReadableByteStreamController) begin(start js.Value) {
	k.puller.begin(k.realm(), start, k, k.callPull)
}

// transferBuffer moves the bytes of a buffer to a new one. https://streams.spec.whatwg.org/#transfer-array-buffer
func transferBuffer(r *js.Realm, buf js.Object) (js.Object, error) {
	b, err := r.DetachArrayBuffer(buf)
	if err != nil {
		return js.Object{}, err
	}
	return r.NewArrayBuffer(b), nil
}

// viewed is a view in parts.
type viewed struct {
	buffer     js.Object
	bufferSize int
	off, n     int // in bytes
	kind       js.BufferKind
}

// viewArg reads argument i, an ArrayBufferView.
func viewArg(c *js.Call, i int) (x viewed) {
	_, kind := js.Bytes(c.Arg(i))
	if kind == js.NotBuffer || kind == js.ArrayBuffer {
		c.TypeError("parameter %d is not of type 'ArrayBufferView'.", i+1)
		return
	}
	x.kind = kind
	var length int
	x.buffer, x.off, length = c.Realm().View(c.Arg(i).Object())
	x.n = length * kind.ElementSize()
	b, _ := js.Bytes(x.buffer.Value())
	x.bufferSize = len(b)
	return
}

func (k *ReadableByteStreamController) shouldPull() bool {
	if !k.canClose() || !k.started {
		return false
	}
	return k.stream.reader != nil && len(k.stream.reader.base().requests) > 0 || k.hwm-float64(k.total) > 0
}

func (k *ReadableByteStreamController) callPull() {
	if k.shouldPull() {
		k.puller.callPull(k.realm(), k, k.callPull)
	}
}

func (k *ReadableByteStreamController) canClose() bool {
	return !k.closeRequested && k.stream.state == streamReadable
}

func (k *ReadableByteStreamController) invalidate() {
	if k.request != nil {
		k.request.ctrl, k.request.view = nil, js.Null
		k.request = nil
	}
}

func (k *ReadableByteStreamController) clearPending() {
	k.invalidate()
	k.pending = nil
}

func (k *ReadableByteStreamController) shiftPending() *pullInto {
	k.invalidate()
	p := k.pending[0]
	k.pending = k.pending[1:]
	return p
}

func (k *ReadableByteStreamController) cancelSteps(reason js.Value) js.Value {
	k.clearPending()
	k.queue, k.total = nil, 0
	p := k.cancel.call(k.realm(), reason)
	k.clear()
	return p
}

func (k *ReadableByteStreamController) releaseSteps() {
	if len(k.pending) > 0 {
		k.pending[0].reader = noReader
		k.pending = k.pending[:1]
	}
}

func (k *ReadableByteStreamController) pullSteps(q readRequest) {
	if k.total > 0 {
		k.fillRequest(q)
		return
	}
	if n := k.autoAllocate; n > 0 {
		r := k.realm()
		if n > maxAutoAllocate {
			q.failed(r.NewError(js.RangeError, "Array buffer allocation failed"))
			return
		}
		k.pending = append(k.pending, &pullInto{buffer: r.NewArrayBuffer(make([]byte, n)), bufferSize: int(n), n: int(n), minimum: 1, kind: js.Uint8Array, reader: defaultReader})
	}
	d := k.stream.reader.base()
	d.requests = append(d.requests, q)
	k.callPull()
}

// fillRequest is FillReadRequestFromQueue.
func (k *ReadableByteStreamController) fillRequest(q readRequest) {
	x := k.queue[0]
	k.queue = k.queue[1:]
	k.total -= x.n
	k.drained()
	q.chunk(k.realm().NewView(js.Uint8Array, x.buffer, x.off, x.n).Value())
}

// drained is HandleQueueDrain.
func (k *ReadableByteStreamController) drained() {
	if k.total == 0 && k.closeRequested {
		k.clear()
		k.stream.close()
	} else {
		k.callPull()
	}
}

func (k *ReadableByteStreamController) requestClose() error {
	if !k.canClose() {
		return nil
	}
	if k.total > 0 {
		k.closeRequested = true
		return nil
	}
	if len(k.pending) > 0 {
		if p := k.pending[0]; p.filled%p.kind.ElementSize() != 0 {
			r := k.realm()
			e := r.NewError(js.TypeError, "Cannot close while a request for an element is partly filled")
			k.fail(e)
			return r.NewException(e)
		}
	}
	k.clear()
	k.stream.close()
	return nil
}

func (k *ReadableByteStreamController) fail(e js.Value) {
	if k.stream.state != streamReadable {
		return
	}
	k.clearPending()
	k.queue, k.total = nil, 0
	k.clear()
	k.stream.fail(e)
}

func (k *ReadableByteStreamController) queueChunk(buffer js.Object, off, n int) {
	k.queue = append(k.queue, byteChunk{buffer, off, n})
	k.total += n
}

// queueClone is EnqueueClonedChunkToQueue.
func (k *ReadableByteStreamController) queueClone(buffer js.Object, off, n int) {
	b, _ := js.Bytes(buffer.Value())
	k.queueChunk(k.realm().NewArrayBuffer(append([]byte{}, b[off:off+n]...)), 0, n)
}

// queueDetached is EnqueueDetachedPullIntoToQueue.
func (k *ReadableByteStreamController) queueDetached(p *pullInto) {
	if p.filled > 0 {
		k.queueClone(p.buffer, p.off, p.filled)
	}
	k.shiftPending()
}

// push is ReadableByteStreamControllerEnqueue.
func (k *ReadableByteStreamController) push(x viewed) error {
	if !k.canClose() {
		return nil
	}
	r := k.realm()
	buffer, err := transferBuffer(r, x.buffer)
	if err != nil {
		return err
	}
	if len(k.pending) > 0 {
		p := k.pending[0]
		k.invalidate()
		if p.buffer, err = transferBuffer(r, p.buffer); err != nil {
			return err
		}
		if p.reader == noReader {
			k.queueDetached(p)
		}
	}
	s := k.stream
	switch d := s.reader.(type) {
	case *ReadableStreamDefaultReader:
		for len(d.requests) > 0 && k.total > 0 {
			k.fillRequest(d.shift())
		}
		if len(d.requests) == 0 {
			k.queueChunk(buffer, x.off, x.n)
			break
		}
		if len(k.pending) > 0 {
			k.shiftPending()
		}
		q := d.shift()
		q.chunk(r.NewView(js.Uint8Array, buffer, x.off, x.n).Value())
	case *ReadableStreamBYOBReader:
		k.queueChunk(buffer, x.off, x.n)
		k.commitAll(k.processPending())
	default:
		k.queueChunk(buffer, x.off, x.n)
	}
	k.callPull()
	return nil
}

// processPending is ProcessPullIntoDescriptorsUsingQueue.
func (k *ReadableByteStreamController) processPending() (filled []*pullInto) {
	for len(k.pending) > 0 && k.total > 0 {
		p := k.pending[0]
		if !k.fill(p) {
			break
		}
		k.shiftPending()
		filled = append(filled, p)
	}
	return filled
}

// fill is FillPullIntoDescriptorFromQueue: whether p has what it needs.
func (k *ReadableByteStreamController) fill(p *pullInto) (ready bool) {
	left := min(k.total, p.n-p.filled)
	if aligned := (p.filled + left) / p.kind.ElementSize() * p.kind.ElementSize(); aligned >= p.minimum {
		left = aligned - p.filled
		ready = true
	}
	dst, _ := js.Bytes(p.buffer.Value())
	for left > 0 {
		x := &k.queue[0]
		n := min(left, x.n)
		src, _ := js.Bytes(x.buffer.Value())
		copy(dst[p.off+p.filled:][:n], src[x.off:])
		if x.off, x.n = x.off+n, x.n-n; x.n == 0 {
			k.queue[0] = byteChunk{}
			k.queue = k.queue[1:]
		}
		k.total -= n
		p.filled += n
		left -= n
	}
	return ready
}

func (k *ReadableByteStreamController) commitAll(l []*pullInto) {
	for _, p := range l {
		k.commit(p)
	}
}

// commit is CommitPullIntoDescriptor.
func (k *ReadableByteStreamController) commit(p *pullInto) {
	v, err := k.convert(p)
	if err != nil || k.stream.reader == nil || len(k.stream.reader.base().requests) == 0 {
		return
	}
	q := k.stream.reader.base().shift()
	if k.stream.state == streamClosed {
		q.close(v)
	} else {
		q.chunk(v)
	}
}

// convert is ConvertPullIntoDescriptor: a view of what was filled.
func (k *ReadableByteStreamController) convert(p *pullInto) (js.Value, error) {
	r := k.realm()
	buffer, err := transferBuffer(r, p.buffer)
	if err != nil {
		return js.Undefined, err
	}
	return r.NewView(p.kind, buffer, p.off, p.filled/p.kind.ElementSize()).Value(), nil
}

// pullInto is ReadableByteStreamControllerPullInto.
func (k *ReadableByteStreamController) pullInto(x viewed, minimum int, q readRequest) {
	r := k.realm()
	buffer, err := transferBuffer(r, x.buffer)
	if err != nil {
		q.failed(r.ErrorValue(err))
		return
	}
	p := &pullInto{buffer: buffer, bufferSize: x.bufferSize, off: x.off, n: x.n, minimum: minimum * x.kind.ElementSize(), kind: x.kind, reader: byobReader}
	d := k.stream.reader.base()
	switch {
	case len(k.pending) > 0:
		k.pending = append(k.pending, p)
		d.requests = append(d.requests, q)
		return
	case k.stream.state == streamClosed:
		q.close(r.NewView(p.kind, p.buffer, p.off, 0).Value())
		return
	case k.total > 0:
		if k.fill(p) {
			v, err := k.convert(p)
			if err != nil {
				q.failed(r.ErrorValue(err))
				return
			}
			k.drained()
			q.chunk(v)
			return
		}
		if k.closeRequested {
			e := r.NewError(js.TypeError, "Insufficient bytes to fill elements in the given buffer")
			k.fail(e)
			q.failed(e)
			return
		}
	}
	k.pending = append(k.pending, p)
	d.requests = append(d.requests, q)
	k.callPull()
}

// respond is ReadableByteStreamControllerRespond.
func (k *ReadableByteStreamController) respond(c *js.Call, n uint64) {
	p := k.pending[0]
	if k.stream.state == streamClosed {
		if n != 0 {
			c.TypeError("bytesWritten must be 0 when calling respond() on a closed stream")
			return
		}
	} else {
		if n == 0 {
			c.TypeError("bytesWritten must be greater than 0 when calling respond() on a readable stream")
			return
		}
		if n > uint64(p.n-p.filled) {
			c.RangeError("bytesWritten out of range")
			return
		}
	}
	buffer, err := transferBuffer(k.realm(), p.buffer)
	if err != nil {
		c.Fail(err)
		return
	}
	p.buffer = buffer
	k.responded(int(n))
}

// respondWith is ReadableByteStreamControllerRespondWithNewView.
func (k *ReadableByteStreamController) respondWith(c *js.Call, x viewed) {
	p := k.pending[0]
	switch {
	case k.stream.state == streamClosed && x.n != 0:
		c.TypeError("The view's length must be 0 when calling respondWithNewView() on a closed stream")
	case k.stream.state != streamClosed && x.n == 0:
		c.TypeError("The view's length must be greater than 0 when calling respondWithNewView() on a readable stream")
	case p.off+p.filled != x.off:
		c.RangeError("The region specified by view does not match byobRequest")
	case p.bufferSize != x.bufferSize:
		c.RangeError("The buffer of view has different capacity than byobRequest")
	case p.filled+x.n > p.n:
		c.RangeError("The region specified by view is larger than byobRequest")
	}
	if c.Failed() {
		return
	}
	buffer, err := transferBuffer(k.realm(), x.buffer)
	if err != nil {
		c.Fail(err)
		return
	}
	p.buffer = buffer
	k.responded(x.n)
}

// responded is RespondInternal.
func (k *ReadableByteStreamController) responded(n int) {
	p := k.pending[0]
	k.invalidate()
	if k.stream.state == streamClosed {
		if p.reader == noReader {
			k.shiftPending()
		}
		if d, ok := k.stream.reader.(*ReadableStreamBYOBReader); ok {
			var l []*pullInto
			for len(l) < len(d.requests) && len(k.pending) > 0 {
				l = append(l, k.shiftPending())
			}
			k.commitAll(l)
		}
	} else {
		k.respondedReadable(n, p)
	}
	k.callPull()
}

// respondedReadable is RespondInReadableState.
func (k *ReadableByteStreamController) respondedReadable(n int, p *pullInto) {
	p.filled += n
	if p.reader == noReader {
		k.queueDetached(p)
		k.commitAll(k.processPending())
		return
	}
	if p.filled < p.minimum {
		return
	}
	k.shiftPending()
	if rest := p.filled % p.kind.ElementSize(); rest > 0 {
		k.queueClone(p.buffer, p.off+p.filled-rest, rest)
		p.filled -= rest
	}
	l := k.processPending()
	k.commit(p)
	k.commitAll(l)
}

// ByobRequest is ReadableByteStreamController.byobRequest.
func (k *ReadableByteStreamController) ByobRequest() *ReadableStreamBYOBRequest {
	if k.request == nil && len(k.pending) > 0 {
		p := k.pending[0]
		k.request = &ReadableStreamBYOBRequest{ctrl: k, view: k.realm().NewView(js.Uint8Array, p.buffer, p.off+p.filled, p.n-p.filled).Value()}
	}
	return k.request
}

// DesiredSize is ReadableByteStreamController.desiredSize.
func (k *ReadableByteStreamController) DesiredSize() Opt[float64] {
	return k.stream.desiredSize(k.hwm - float64(k.total))
}

// Close is ReadableByteStreamController.close.
func (k *ReadableByteStreamController) Close(c *js.Call) {
	switch {
	case k.closeRequested:
		c.TypeError("Cannot close a readable stream that has already been requested to be closed")
	case k.stream.state != streamReadable:
		c.TypeError("Cannot close a readable stream that is not readable")
	default:
		c.Fail(k.requestClose())
	}
}

// Enqueue is ReadableByteStreamController.enqueue.
func (k *ReadableByteStreamController) Enqueue(c *js.Call) js.Value {
	x := viewArg(c, 0)
	switch {
	case c.Failed():
	case x.n == 0:
		c.TypeError("chunk is empty")
	case x.bufferSize == 0:
		c.TypeError("chunk's buffer is empty")
	case k.closeRequested:
		c.TypeError("close requested already")
	case k.stream.state != streamReadable:
		c.TypeError("stream is not readable")
	default:
		c.Fail(k.push(x))
	}
	return js.Undefined
}

// Error is ReadableByteStreamController.error.
func (k *ReadableByteStreamController) Error(c *js.Call) js.Value {
	k.fail(c.Arg(0))
	return js.Undefined
}

// ReadableStreamBYOBRequest is the part of a buffer that a source may fill. https://streams.spec.whatwg.org/#rs-byob-request-class
type ReadableStreamBYOBRequest struct {
	Object
	ctrl *ReadableByteStreamController // nil once answered
	view js.Value
}

func (q *ReadableStreamBYOBRequest) trace(t *js.Tracer) {
	mark(t, q.ctrl)
	t.Mark(q.view)
}

// View is ReadableStreamBYOBRequest.view.
func (q *ReadableStreamBYOBRequest) View() js.Value { return q.view }

// Respond is ReadableStreamBYOBRequest.respond.
func (q *ReadableStreamBYOBRequest) Respond(c *js.Call, n uint64) {
	if q.ctrl == nil {
		c.TypeError("This BYOB request has been invalidated")
		return
	}
	if b, _, _ := c.Realm().View(q.view.Object()); js.IsDetached(b.Value()) {
		c.TypeError("view is detached")
		return
	}
	q.ctrl.respond(c, n)
}

// RespondWithNewView is ReadableStreamBYOBRequest.respondWithNewView.
func (q *ReadableStreamBYOBRequest) RespondWithNewView(c *js.Call) js.Value {
	x := viewArg(c, 0)
	switch {
	case c.Failed():
	case q.ctrl == nil:
		c.TypeError("This BYOB request has been invalidated")
	case js.IsDetached(x.buffer.Value()):
		c.TypeError("ArrayBufferView is detached")
	default:
		q.ctrl.respondWith(c, x)
	}
	return js.Undefined
}

// ReadableStreamBYOBReader reads a stream of bytes into buffers of its user. https://streams.spec.whatwg.org/#byob-reader-class
type ReadableStreamBYOBReader struct {
	Object
	readerState
}

func (d *ReadableStreamBYOBReader) trace(t *js.Tracer) { d.readerState.trace(t) }

// ConstructReadableStreamBYOBReader is new ReadableStreamBYOBReader.
func ConstructReadableStreamBYOBReader(c *js.Call, s *ReadableStream) *ReadableStreamBYOBReader {
	if s.locked() {
		c.TypeError("ReadableStreamBYOBReader constructor can only accept readable streams that are not yet locked to a reader")
		return nil
	}
	if _, ok := s.ctrl.(*ReadableByteStreamController); !ok {
		c.TypeError("Cannot use a BYOB reader with a non-byte stream")
		return nil
	}
	return s.acquireBYOB()
}

func (s *ReadableStream) acquireBYOB() *ReadableStreamBYOBReader {
	d := &ReadableStreamBYOBReader{}
	d.lock(s, d)
	return d
}

// Read is ReadableStreamBYOBReader.read.
func (d *ReadableStreamBYOBReader) Read(c *js.Call) js.Value {
	x := viewArg(c, 0)
	least := uint64(c.Dict(1, "ReadableStreamBYOBReaderReadOptions").Int("min", js.UnsignedLongLong, js.EnforceRange, 1))
	length := uint64(x.n) / uint64(max(1, x.kind.ElementSize()))
	switch {
	case c.Failed():
	case js.IsDetached(x.buffer.Value()):
		c.TypeError("This readable stream reader cannot be used to read as the view's buffer has been detached")
	case x.n == 0:
		c.TypeError("This readable stream reader cannot be used to read as the view has byte length equal to 0")
	case x.bufferSize == 0:
		c.TypeError("This readable stream reader cannot be used to read as the viewed array buffer has 0 byte length")
	case least == 0:
		c.TypeError("min cannot be 0")
	case least > length:
		c.RangeError("min cannot be larger than view's length")
	case d.stream == nil:
		c.TypeError("This readable stream reader has been released and cannot be used to read from its previous owner stream")
	}
	if c.Failed() {
		return js.Undefined
	}
	p, q := d.request(c.Realm())
	d.read(x, int(least), q)
	return p.Value()
}

// read is ReadableStreamBYOBReaderRead.
func (d *ReadableStreamBYOBReader) read(x viewed, least int, q readRequest) {
	s := d.stream
	s.disturbed = true
	if s.state == streamErrored {
		q.failed(s.stored)
		return
	}
	s.ctrl.(*ReadableByteStreamController).pullInto(x, least, q)
}

// ReleaseLock is ReadableStreamBYOBReader.releaseLock.
func (d *ReadableStreamBYOBReader) ReleaseLock() { d.release("Releasing BYOB reader") }

// teeBytes is ReadableByteStreamTee. https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee
func (s *ReadableStream) teeBytes() (a, b *ReadableStream) {
	w := s.window
	r := w.Realm
	x := &teeing{stream: s, reader: s.acquire(), cancel: r.NewPromise()}
	x.reasons = [2]js.Value{js.Undefined, js.Undefined}
	var ctrl [2]*ReadableByteStreamController
	var pull func(i int)
	follow := func(d streamReader) {
		upon(r, d.base().Closed(), nil, func(e js.Value) {
			if x.reader != d {
				return
			}
			ctrl[0].fail(e)
			ctrl[1].fail(e)
			x.ended()
		}, objectValue(r, x.branches[0]), objectValue(r, x.branches[1]))
	}
	view := func(v js.Value) viewed {
		_, kind := js.Bytes(v)
		buf, off, n := r.View(v.Object())
		all, _ := js.Bytes(buf.Value())
		return viewed{buf, len(all), off, n * kind.ElementSize(), kind}
	}
	clone := func(v js.Value) viewed {
		b, _ := js.Bytes(v)
		return view(r.NewTypedArray(js.Uint8Array, append([]byte{}, b...)).Value())
	}
	done := func() {
		x.reading = false
		switch {
		case x.readAgain[0]:
			pull(0)
		case x.readAgain[1]:
			pull(1)
		}
	}
	pullDefault := func() {
		if d, ok := x.reader.(*ReadableStreamBYOBReader); ok {
			d.ReleaseLock()
			x.reader = s.acquire()
			follow(x.reader)
		}
		x.reader.(*ReadableStreamDefaultReader).read(readRequest{
			chunk: func(v js.Value) {
				x.later(func() {
					x.readAgain = [2]bool{}
					second := v
					if !x.canceled[0] && !x.canceled[1] {
						c := clone(v)
						second = r.NewView(js.Uint8Array, c.buffer, c.off, c.n).Value()
					}
					if !x.canceled[0] {
						_ = ctrl[0].push(view(v))
					}
					if !x.canceled[1] {
						_ = ctrl[1].push(view(second))
					}
					done()
				}, v)
			},
			close: func(js.Value) {
				x.reading = false
				for i := range ctrl {
					if !x.canceled[i] {
						_ = ctrl[i].requestClose()
					}
				}
				for i := range ctrl {
					if len(ctrl[i].pending) > 0 {
						ctrl[i].respondedClosed()
					}
				}
				x.ended()
			},
			failed: func(js.Value) { x.reading = false },
			held:   x,
		})
	}
	pullBYOB := func(into js.Value, i int) {
		if d, ok := x.reader.(*ReadableStreamDefaultReader); ok {
			d.ReleaseLock()
			x.reader = s.acquireBYOB()
			follow(x.reader)
		}
		x.reader.(*ReadableStreamBYOBReader).read(view(into), 1, readRequest{
			chunk: func(v js.Value) {
				x.later(func() {
					x.readAgain = [2]bool{}
					if !x.canceled[1-i] {
						c := clone(v)
						if !x.canceled[i] {
							ctrl[i].respondWithView(view(v))
						}
						_ = ctrl[1-i].push(c)
					} else if !x.canceled[i] {
						ctrl[i].respondWithView(view(v))
					}
					done()
				}, v)
			},
			close: func(v js.Value) {
				x.reading = false
				for _, j := range [2]int{i, 1 - i} {
					if !x.canceled[j] {
						_ = ctrl[j].requestClose()
					}
				}
				if !v.IsUndefined() {
					if !x.canceled[i] {
						ctrl[i].respondWithView(view(v))
					}
					if !x.canceled[1-i] && len(ctrl[1-i].pending) > 0 {
						ctrl[1-i].respondedClosed()
					}
				}
				x.ended()
			},
			failed: func(js.Value) { x.reading = false },
			held:   x,
		})
	}
	pull = func(i int) {
		if x.reading {
			x.readAgain[i] = true
			return
		}
		x.reading = true
		if q := ctrl[i].ByobRequest(); q != nil {
			pullBYOB(q.view, i)
		} else {
			pullDefault()
		}
	}
	for i := range ctrl {
		x.branches[i], ctrl[i] = newByteStream(w, algorithm{held: x, run: func(...js.Value) js.Value {
			pull(i)
			return resolvedPromise(r, js.Undefined)
		}}, x.cancelBranch(i))
		ctrl[i].begin(resolvedPromise(r, js.Undefined))
	}
	follow(x.reader)
	return x.branches[0], x.branches[1]
}

// respondedClosed answers the first request of a closed stream with nothing.
func (k *ReadableByteStreamController) respondedClosed() {
	if b, err := transferBuffer(k.realm(), k.pending[0].buffer); err == nil {
		k.pending[0].buffer = b
		k.responded(0)
	}
}

// respondWithView answers the first request with a view that is known to fit.
func (k *ReadableByteStreamController) respondWithView(x viewed) {
	if len(k.pending) == 0 {
		return
	}
	if b, err := transferBuffer(k.realm(), x.buffer); err == nil {
		k.pending[0].buffer = b
		k.responded(x.n)
	}
}
