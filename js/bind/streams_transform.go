package bind

import (
	"github.com/niso-engine/niso/js"
)

// TransformStream is a writable stream whose chunks come out of a readable one, changed. https://streams.spec.whatwg.org/#ts-class
type TransformStream struct {
	Object
	window       *Window
	readable     *ReadableStream
	writable     *WritableStream
	source       *ReadableStreamDefaultController // of readable
	ctrl         *TransformStreamDefaultController
	backpressure bool
	changed      *js.Promise // of the next change of backpressure
}

// TransformStreamDefaultController is what a transformer puts its chunks into. https://streams.spec.whatwg.org/#ts-default-controller-class
type TransformStreamDefaultController struct {
	Object
	stream                   *TransformStream
	transform, flush, cancel algorithm
	finish                   *js.Promise // of flush or cancel, once one was called
}

func (s *TransformStream) trace(t *js.Tracer) {
	mark(t, s.readable)
	mark(t, s.writable)
	mark(t, s.source)
	mark(t, s.ctrl)
	markPromise(t, s.changed)
}

func (k *TransformStreamDefaultController) trace(t *js.Tracer) {
	mark(t, k.stream)
	k.transform.trace(t)
	k.flush.trace(t)
	k.cancel.trace(t)
	markPromise(t, k.finish)
}

// ConstructTransformStream is new TransformStream. https://streams.spec.whatwg.org/#ts-constructor
func ConstructTransformStream(c *js.Call) js.Value {
	cb := callbacksOf(c)
	ws, rs := readStrategy(c, 1), readStrategy(c, 2)
	cancel, flush := cb.get("cancel"), cb.get("flush")
	_, readableType := cb.d.Member("readableType")
	start, transform := cb.get("start"), cb.get("transform")
	_, writableType := cb.d.Member("writableType")
	if readableType {
		c.RangeError("Invalid readableType was specified")
	}
	if writableType {
		c.RangeError("Invalid writableType was specified")
	}
	rhwm := rs.mark(c, 0)
	whwm := ws.mark(c, 1)
	if c.Failed() {
		return js.Undefined
	}
	r := c.Realm()
	begin := r.NewPromise()
	s := newTransform(windowOf(r), begin.Value(), whwm, ws.size, rhwm, rs.size, transform, flush, cancel)
	v := constructed(c, cls.TransformStream, s)
	if result := start.start(c, objectValue(r, s.ctrl)); !c.Failed() {
		begin.Resolve(result)
	}
	return v
}

// newTransform is CreateTransformStream. Both sides start when the promise begin is fulfilled.
func newTransform(w *Window, begin js.Value, whwm float64, wsize js.Object, rhwm float64, rsize js.Object, transform, flush, cancel algorithm) *TransformStream {
	s := &TransformStream{window: w}
	r := w.Realm
	held := using{s}
	s.ctrl = &TransformStreamDefaultController{stream: s, transform: transform, flush: flush, cancel: cancel}
	s.writable = newWritable(w, whwm, wsize,
		algorithm{held: held, run: func(a ...js.Value) js.Value { return s.write(a[0]) }},
		algorithm{held: held, run: func(...js.Value) js.Value { return s.close() }},
		algorithm{held: held, run: func(a ...js.Value) js.Value { return s.abort(a[0]) }})
	s.readable, s.source = newStream(w, rhwm,
		algorithm{held: held, run: func(...js.Value) js.Value {
			s.setBackpressure(false)
			return s.changed.Value()
		}},
		algorithm{held: held, run: func(a ...js.Value) js.Value { return s.cancel(a[0]) }})
	s.source.size = rsize
	s.writable.ctrl.begin(begin)
	s.source.begin(begin)
	s.changed = r.NewPromise()
	s.backpressure = true
	return s
}

// Readable is TransformStream.readable.
func (s *TransformStream) Readable() *ReadableStream { return s.readable }

// Writable is TransformStream.writable.
func (s *TransformStream) Writable() *WritableStream { return s.writable }

func (s *TransformStream) setBackpressure(b bool) {
	s.changed.Resolve(js.Undefined)
	s.changed = s.window.Realm.NewPromise()
	s.backpressure = b
}

// fail is TransformStreamError.
func (s *TransformStream) fail(e js.Value) {
	s.source.fail(e)
	s.failWritable(e)
}

// failWritable is ErrorWritableAndUnblockWrite.
func (s *TransformStream) failWritable(e js.Value) {
	s.ctrl.clear()
	s.writable.ctrl.failIfNeeded(e)
	s.unblock()
}

func (s *TransformStream) unblock() {
	if s.backpressure {
		s.setBackpressure(false)
	}
}

// write is SinkWriteAlgorithm.
func (s *TransformStream) write(chunk js.Value) js.Value {
	if !s.backpressure {
		return s.ctrl.perform(chunk)
	}
	r := s.window.Realm
	return r.Then(s.changed.Value(), func(js.Value) (js.Value, error) {
		if s.writable.state == writableErroring {
			return js.Undefined, r.NewException(s.writable.stored)
		}
		return s.ctrl.perform(chunk), nil
	}, nil, chunk, objectValue(r, s))
}

// finishing is the promise of the flush or cancel that ends the stream: run, and what comes after it, happen once. reason is what they use.
func (k *TransformStreamDefaultController) finishing(reason js.Value, run func() js.Value, fulfilled func(), rejected func(e js.Value)) js.Value {
	if k.finish != nil {
		return k.finish.Value()
	}
	r := k.stream.window.Realm
	k.finish = r.NewPromise()
	p := run()
	k.clear()
	upon(r, p, func(js.Value) { fulfilled() }, func(e js.Value) {
		rejected(e)
		k.finish.Reject(e)
	}, objectValue(r, k), reason)
	return k.finish.Value()
}

// abort is SinkAbortAlgorithm.
func (s *TransformStream) abort(reason js.Value) js.Value {
	k := s.ctrl
	return k.finishing(reason, func() js.Value { return k.cancel.call(s.window.Realm, reason) }, func() {
		if s.readable.state == streamErrored {
			k.finish.Reject(s.readable.stored)
			return
		}
		s.source.fail(reason)
		k.finish.Resolve(js.Undefined)
	}, s.source.fail)
}

// close is SinkCloseAlgorithm.
func (s *TransformStream) close() js.Value {
	k := s.ctrl
	r := s.window.Realm
	return k.finishing(js.Undefined, func() js.Value { return k.flush.call(r, objectValue(r, k)) }, func() {
		if s.readable.state == streamErrored {
			k.finish.Reject(s.readable.stored)
			return
		}
		_ = s.source.requestClose()
		k.finish.Resolve(js.Undefined)
	}, s.source.fail)
}

// cancel is SourceCancelAlgorithm.
func (s *TransformStream) cancel(reason js.Value) js.Value {
	k := s.ctrl
	fail := func(e js.Value) {
		s.writable.ctrl.failIfNeeded(e)
		s.unblock()
	}
	return k.finishing(reason, func() js.Value { return k.cancel.call(s.window.Realm, reason) }, func() {
		if s.writable.state == writableErrored {
			k.finish.Reject(s.writable.stored)
			return
		}
		fail(reason)
		k.finish.Resolve(js.Undefined)
	}, fail)
}

func (k *TransformStreamDefaultController) clear() {
	k.transform, k.flush, k.cancel = algorithm{}, algorithm{}, algorithm{}
}

// perform is PerformTransform.
func (k *TransformStreamDefaultController) perform(chunk js.Value) js.Value {
	r := k.stream.window.Realm
	if k.transform.run == nil && k.transform.fn.IsNone() { // the identity
		if err := k.push(chunk); err != nil {
			return k.performed(r.RejectedPromise(r.ErrorValue(err)))
		}
		return resolvedPromise(r, js.Undefined)
	}
	return k.performed(k.transform.call(r, chunk, objectValue(r, k)))
}

// performed has the stream fail with what a transform failed with.
func (k *TransformStreamDefaultController) performed(p js.Value) js.Value {
	r := k.stream.window.Realm
	return r.Then(p, nil, func(e js.Value) (js.Value, error) {
		k.stream.fail(e)
		return js.Undefined, r.NewException(e)
	}, objectValue(r, k))
}

// push is TransformStreamDefaultControllerEnqueue.
func (k *TransformStreamDefaultController) push(chunk js.Value) error {
	s := k.stream
	r := s.window.Realm
	if !s.source.canClose() {
		return typeErr("Cannot enqueue a chunk into a readable stream that is closed or has been requested to be closed")
	}
	if err := s.source.push(chunk); err != nil {
		s.failWritable(r.ErrorValue(err))
		return r.NewException(s.readable.stored)
	}
	if full := !s.source.shouldPull(); full != s.backpressure {
		s.setBackpressure(true)
	}
	return nil
}

// DesiredSize is TransformStreamDefaultController.desiredSize.
func (k *TransformStreamDefaultController) DesiredSize() Opt[float64] {
	return k.stream.source.DesiredSize()
}

// Enqueue is TransformStreamDefaultController.enqueue.
func (k *TransformStreamDefaultController) Enqueue(c *js.Call) js.Value {
	if k.stream.source.checkPush(c) {
		c.Fail(k.push(c.Arg(0)))
	}
	return js.Undefined
}

// Error is TransformStreamDefaultController.error.
func (k *TransformStreamDefaultController) Error(c *js.Call) js.Value {
	k.stream.fail(c.Arg(0))
	return js.Undefined
}

// Terminate is TransformStreamDefaultController.terminate.
func (k *TransformStreamDefaultController) Terminate() {
	s := k.stream
	_ = s.source.requestClose()
	s.failWritable(s.window.Realm.NewError(js.TypeError, "The transform stream has been terminated"))
}

// genericTransform is the mixin of the engine's own transform streams. https://streams.spec.whatwg.org/#generictransformstream
type genericTransform struct{ transform *TransformStream }

func (g *genericTransform) trace(t *js.Tracer) { mark(t, g.transform) }

// Readable is GenericTransformStream.readable.
func (g *genericTransform) Readable() *ReadableStream { return g.transform.readable }

// Writable is GenericTransformStream.writable.
func (g *genericTransform) Writable() *WritableStream { return g.transform.writable }

// setUp makes the stream: step changes a chunk and flush ends it; both give what is to be enqueued, undefined for nothing. done, unless nil, is
// called when neither will be any more.
func (g *genericTransform) setUp(w *Window, step func(chunk js.Value) (js.Value, error), flush func() (js.Value, error), done func()) {
	r := w.Realm
	run := func(f func(a []js.Value) (js.Value, error)) algorithm {
		return algorithm{run: func(a ...js.Value) js.Value {
			v, err := f(a)
			if err == nil && !v.IsUndefined() {
				err = g.transform.ctrl.push(v)
			}
			if err != nil {
				if done != nil {
					done()
				}
				return r.RejectedPromise(r.ErrorValue(err))
			}
			return resolvedPromise(r, js.Undefined)
		}}
	}
	g.transform = newTransform(w, resolvedPromise(r, js.Undefined), 1, js.Object{}, 0, js.Object{},
		run(func(a []js.Value) (js.Value, error) { return step(a[0]) }),
		run(func([]js.Value) (js.Value, error) {
			v, err := flush()
			if done != nil {
				done()
			}
			return v, err
		}),
		algorithm{run: func(...js.Value) js.Value {
			if done != nil {
				done()
			}
			return resolvedPromise(r, js.Undefined)
		}})
}
