package bind

import (
	"bytes"

	"github.com/niso-engine/niso/js"
)

// bodyPart is how many bytes of a body that is there are enqueued at once.
const bodyPart = 64 << 10

// streamOfBody is the bytes of a body as a stream.
func streamOfBody(w *Window, src *bodySource) *ReadableStream {
	r := w.Realm
	held := &pending{x: src}
	var s *ReadableStream
	var k *ReadableByteStreamController
	put := func(b []byte) {
		if len(b) > 0 && k.canClose() {
			b = bytes.Clone(b)
			_ = k.push(viewed{buffer: r.NewArrayBuffer(b), bufferSize: len(b), n: len(b), kind: js.Uint8Array})
		}
	}
	end := func() {
		if src.err != nil {
			k.fail(w.bodyError(src.err))
			return
		}
		if _ = k.requestClose(); len(k.pending) > 0 && s.state == streamClosed {
			k.respondedClosed()
		}
	}
	if src.done {
		// Only when somebody reads: an unread stream costs nothing.
		data := src.data
		s, k = newByteStream(w, algorithm{held: held, run: func(...js.Value) js.Value {
			n := min(len(data), bodyPart)
			part := data[:n]
			data = data[n:]
			put(part)
			if len(data) == 0 {
				end()
			}
			return resolvedPromise(r, js.Undefined)
		}}, algorithm{})
		s.body = src
		k.started = true
		return s
	}
	s, k = newByteStream(w, algorithm{}, algorithm{held: held, run: func(...js.Value) js.Value {
		src.fail(errBodyCancelled)
		return resolvedPromise(r, js.Undefined)
	}})
	s.body = src
	k.started = true
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
			close:  func(js.Value) { src.finish(all, nil) },
			failed: func(e js.Value) { src.finish(nil, s.window.Realm.NewException(e)) },
			held:   src,
		})
	}
	next()
	return src
}
