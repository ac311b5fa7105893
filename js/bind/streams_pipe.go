package bind

import (
	"github.com/niso-engine/niso/js"
)

// pipe is a ReadableStreamPipeTo that goes on. https://streams.spec.whatwg.org/#readable-stream-pipe-to
type pipe struct {
	source       *ReadableStream
	dest         *WritableStream
	reader       *ReadableStreamDefaultReader
	writer       *WritableStreamDefaultWriter
	promise      *js.Promise
	prevent      struct{ close, abort, cancel bool }
	write        js.Value // the promise of the last write
	writes       int      // that were made
	shuttingDown bool
	signal       *AbortSignal
	forget       func() // takes back what the signal would do
}

func (p *pipe) trace(t *js.Tracer) {
	if !t.Once(p) {
		return
	}
	mark(t, p.source)
	mark(t, p.dest)
	mark(t, p.reader)
	mark(t, p.writer)
	markPromise(t, p.promise)
	t.Mark(p.write)
	mark(t, p.signal)
}

// PipeTo is ReadableStream.pipeTo.
func (s *ReadableStream) PipeTo(c *js.Call, dest *WritableStream, o StreamPipeOptions) js.Value {
	switch {
	case s.locked():
		return c.TypeError("Cannot pipe a locked stream")
	case dest.Locked():
		return c.TypeError("Cannot pipe to a locked stream")
	}
	return s.pipeTo(dest, o)
}

// PipeThrough is ReadableStream.pipeThrough.
func (s *ReadableStream) PipeThrough(c *js.Call, x ReadableWritablePair, o StreamPipeOptions) *ReadableStream {
	switch {
	case s.locked():
		c.TypeError("Cannot pipe a locked stream")
		return nil
	case x.Writable.Locked():
		c.TypeError("parameter 1's 'writable' is locked")
		return nil
	}
	c.Realm().MarkHandled(s.pipeTo(x.Writable, o))
	return x.Readable
}

func (s *ReadableStream) pipeTo(dest *WritableStream, o StreamPipeOptions) js.Value {
	r := s.window.Realm
	p := &pipe{source: s, dest: dest, reader: s.acquire(), writer: dest.acquire(), promise: r.NewPromise(), write: resolvedPromise(r, js.Undefined), signal: o.Signal}
	p.prevent.close, p.prevent.abort, p.prevent.cancel = o.PreventClose, o.PreventAbort, o.PreventCancel
	p.reader.held, p.writer.held = p, p
	s.disturbed = true
	v := p.promise.Value()
	if p.signal != nil {
		if p.signal.aborted {
			p.aborted()
			return v
		}
		p.forget = p.signal.addAlgorithm(p.aborted)
	}
	p.watch()
	p.next()
	return v
}

func (p *pipe) realm() *js.Realm { return p.source.window.Realm }

// keep is what reactions of the pipe use: all of it hangs on the reader.
func (p *pipe) keep() js.Value { return objectValue(p.realm(), p.reader) }

// aborted is what the signal does.
func (p *pipe) aborted() {
	r := p.realm()
	e := p.signal.reason
	p.shutDown(func() js.Value {
		var l []js.Value
		if !p.prevent.abort {
			if p.dest.state == writableWritable {
				l = append(l, p.dest.abortWith(e))
			}
		}
		if !p.prevent.cancel {
			if p.source.state == streamReadable {
				l = append(l, p.source.cancel(e))
			}
		}
		return waitForAll(r, l)
	}, &e)
}

// waitForAll is fulfilled when all promises are, and rejected with the first that is rejected. https://webidl.spec.whatwg.org/#wait-for-all
func waitForAll(r *js.Realm, l []js.Value) js.Value {
	p := r.NewPromise()
	left := len(l)
	if left == 0 {
		p.Resolve(js.Undefined)
	}
	for _, x := range l {
		upon(r, x, func(js.Value) {
			if left--; left == 0 {
				p.Resolve(js.Undefined)
			}
		}, p.Reject, p.Value())
	}
	return p.Value()
}

// watch has errors and ends of both sides propagate.
func (p *pipe) watch() {
	r := p.realm()
	abort := func() func() js.Value {
		if p.prevent.abort {
			return nil
		}
		return func() js.Value { return p.dest.abortWith(p.source.stored) }
	}
	cancel := func(e js.Value) func() js.Value {
		if p.prevent.cancel {
			return nil
		}
		return func() js.Value { return p.source.cancel(e) }
	}
	sourceFailed := func(e js.Value) { p.shutDown(abort(), &e) }
	destFailed := func(e js.Value) { p.shutDown(cancel(e), &e) }
	sourceClosed := func(js.Value) {
		if p.prevent.close {
			p.shutDown(nil, nil)
			return
		}
		p.shutDown(func() js.Value { // WritableStreamDefaultWriterCloseWithErrorPropagation
			switch d := p.dest; {
			case d.closeQueued(), d.state == writableClosed:
				return resolvedPromise(r, js.Undefined)
			case d.state == writableErrored:
				return r.RejectedPromise(d.stored)
			default:
				return d.requestClose()
			}
		}, nil)
	}
	switch p.source.state {
	case streamErrored:
		sourceFailed(p.source.stored)
	default:
		upon(r, p.reader.Closed(), nil, sourceFailed, p.keep())
	}
	switch p.dest.state {
	case writableErrored:
		destFailed(p.dest.stored)
	default:
		upon(r, p.writer.Closed(), nil, destFailed, p.keep())
	}
	switch p.source.state {
	case streamClosed:
		sourceClosed(js.Undefined)
	default:
		upon(r, p.reader.Closed(), sourceClosed, nil, p.keep())
	}
	if p.dest.closeQueued() || p.dest.state == writableClosed {
		e := r.NewError(js.TypeError, "Destination stream closed")
		p.shutDown(cancel(e), &e)
	}
}

// next moves a chunk when the destination is ready for it.
func (p *pipe) next() {
	if p.shuttingDown {
		return
	}
	r := p.realm()
	upon(r, p.writer.Ready(), func(js.Value) {
		if p.shuttingDown {
			return
		}
		p.reader.read(readRequest{
			chunk: func(v js.Value) {
				// In a microtask: enqueue must not call the sink.
				written := r.NewPromise()
				p.write, p.writes = written.Value(), p.writes+1
				p.source.window.World.Runtime.EnqueueJob(r, func() error {
					if p.writer.stream == nil { // the destination failed meanwhile
						return nil
					}
					written.Resolve(r.Then(p.writer.write(v), nil, func(js.Value) (js.Value, error) { return js.Undefined, nil }))
					p.next()
					return nil
				}, v, p.keep())
			},
			close:  func(js.Value) {},
			failed: func(js.Value) {},
			held:   p,
		})
	}, nil, p.keep())
}

// shutDown is "shutdown with an action", or without one; e is what the pipe then fails with.
func (p *pipe) shutDown(action func() js.Value, e *js.Value) {
	if p.shuttingDown {
		return
	}
	p.shuttingDown = true
	r := p.realm()
	keep := []js.Value{p.keep(), p.promise.Value()}
	if e != nil {
		keep = append(keep, *e)
	}
	act := func() {
		if action == nil {
			p.finish(e)
			return
		}
		upon(r, action(), func(js.Value) { p.finish(e) }, func(e js.Value) { p.finish(&e) }, keep...)
	}
	if p.dest.state != writableWritable || p.dest.closeQueued() {
		act()
		return
	}
	var wait func()
	wait = func() {
		n := p.writes
		upon(r, p.write, func(js.Value) {
			if p.writes != n {
				wait()
			} else {
				act()
			}
		}, nil, keep...)
	}
	wait()
}

// finish is "finalize".
func (p *pipe) finish(e *js.Value) {
	p.writer.ReleaseLock()
	p.reader.ReleaseLock()
	if p.forget != nil {
		p.forget()
	}
	if e != nil {
		p.promise.Reject(*e)
	} else {
		p.promise.Resolve(js.Undefined)
	}
}
