package bind

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// bodySource is the bytes of a body: there from the beginning, or on their way. Clones share it.
type bodySource struct {
	data    []byte // all of them, once done
	err     error  // why they did not come
	done    bool
	total   int64 // bytes so far
	size    int64 // expected, -1 unknown
	waiting []waiting
	parts   [][]byte        // views of what came so far, until done
	lazy    *ReadableStream // the stream that has the bytes; see drain
	chunk   []func([]byte)  // called with each part as it comes, before it is kept
	cancel  context.CancelFunc
}

// waiting is who waits for the end of a body.
type waiting struct {
	f    func()
	uses traced
}

// trace marks who waits for the body, and what it failed with. nil is nothing.
func (s *bodySource) trace(t *js.Tracer) {
	if s == nil || !t.Once(s) {
		return
	}
	mark(t, s.lazy)
	for _, w := range s.waiting {
		if w.uses != nil {
			w.uses.trace(t)
		}
	}
	var ex *js.Exception
	if errors.As(s.err, &ex) {
		t.Mark(ex.Value)
	}
}

func bodyOf(b []byte) *bodySource {
	return &bodySource{data: b, done: true, total: int64(len(b)), size: int64(len(b))}
}

// errBodyCancelled ends a body that nobody wants any more.
var errBodyCancelled = errors.New("the body was cancelled")

// then calls f on the event loop once the body is there or failed. uses marks what f uses.
func (s *bodySource) then(uses traced, f func()) {
	if s.done {
		f()
		return
	}
	s.waiting = append(s.waiting, waiting{f, uses})
}

func (s *bodySource) finish(data []byte, err error) {
	if s.done {
		return
	}
	s.data, s.err, s.done = data, err, true
	l := s.waiting
	s.waiting, s.chunk, s.cancel, s.parts = nil, nil, nil, nil
	for _, x := range l {
		x.f()
	}
}

// fail ends a body that is on its way.
func (s *bodySource) fail(err error) {
	if !s.done {
		if s.cancel != nil {
			s.cancel()
		}
		s.finish(nil, err)
	}
}

// receive reads the body of a response in chunks. ctx ends it; cancel ends ctx.
func (w *Window) receive(ctx context.Context, cancel context.CancelFunc, body *net.Body) *bodySource {
	s := &bodySource{size: body.Size(), cancel: cancel}
	s.then(nil, w.hold(s))
	stop := context.AfterFunc(ctx, body.Release)
	release := func() {
		if stop() {
			body.Release()
		}
	}
	var next func()
	next = func() {
		done := w.Host.Begin()
		body.Retain()
		go func() {
			b, err := body.Next()
			end := errors.Is(err, io.EOF)
			var all []byte
			switch {
			case end:
				if all, err = body.Bytes(); err == nil && body.Mapped() {
					all = bytes.Clone(all)
				}
			case body.Mapped():
				b = bytes.Clone(b)
			}
			body.Release()
			done(func() {
				if s.done || w.closed {
					release()
					return
				}
				if err != nil || end {
					release()
					s.finish(all, err)
					return
				}
				s.total += int64(len(b))
				s.parts = append(s.parts, b)
				for _, f := range s.chunk {
					f(b)
				}
				if s.done {
					release()
					return
				}
				next()
			})
		}()
	}
	next()
	return s
}

// extractBody is "extract a body": its source, and the type that goes with it.
// https://fetch.spec.whatwg.org/#concept-bodyinit-extract
func extractBody(c *js.Conv, v js.Value) (s *bodySource, typ string) {
	if h := js.HostSlot(v); !h.IsNone() {
		switch {
		case h.Is(cls.Blob):
			b := blobOf(h)
			return bodyOf(b.data), b.typ
		case h.Is(cls.FormData):
			data, typ := encodeMultipart(h.State().(*FormData).entries)
			return bodyOf(data), typ
		case h.Is(cls.URLSearchParams):
			return bodyOf([]byte(h.State().(*URLSearchParams).String())), "application/x-www-form-urlencoded;charset=UTF-8"
		case h.Is(cls.ReadableStream):
			st := h.State().(*ReadableStream)
			if st.locked() || st.disturbed {
				c.TypeError("Response body object should not be disturbed or locked")
				return nil, ""
			}
			return &bodySource{lazy: st, size: -1}, ""
		}
	}
	if b, kind := js.Bytes(v); kind != js.NotBuffer {
		return bodyOf(bytes.Clone(b)), ""
	}
	return bodyOf([]byte(c.ToUSVString(v))), "text/plain;charset=UTF-8"
}

// bodyMixin is the Body mixin of Request and Response. https://fetch.spec.whatwg.org/#body-mixin
type bodyMixin struct {
	src     *bodySource // nil: a null body
	used    bool
	stream  *ReadableStream // src as a stream, once script asked for it
	headers *Headers
}

// Headers is the object's header list.
func (b *bodyMixin) Headers() *Headers { return b.headers }

// BodyUsed is Body.bodyUsed.
func (b *bodyMixin) BodyUsed() bool {
	return b.src != nil && (b.used || b.stream != nil && b.stream.disturbed)
}

func (b *bodyMixin) unusable() bool {
	return b.src != nil && (b.used || b.stream != nil && (b.stream.disturbed || b.stream.locked()))
}

// Body is Body.body.
func (b *bodyMixin) Body(c *js.Call) *ReadableStream {
	if b.src == nil {
		return nil
	}
	if b.stream == nil {
		b.stream = streamOfBody(windowOf(c.Realm()), b.src)
		b.stream.disturbed = b.used
	}
	return b.stream
}

// consume reads the whole body and resolves a promise with what pack makes of it.
// https://fetch.spec.whatwg.org/#concept-body-consume-body
func (b *bodyMixin) consume(c *js.Call, pack func(r *js.Realm, data []byte) (js.Value, error)) js.Value {
	if b.unusable() {
		if b.stream != nil && b.stream.locked() {
			return c.TypeError("body stream is locked")
		}
		return c.TypeError("body stream already read")
	}
	r := c.Realm()
	p := r.NewPromise()
	src := b.src
	if src == nil {
		src = bodyOf(nil)
	} else {
		b.used = true
		if b.stream != nil {
			src = b.stream.drain()
		}
	}
	w := windowOf(r)
	src.then(&pending{v: p.Value()}, func() {
		if w.closed {
			return
		}
		if src.err != nil {
			p.Reject(w.bodyError(src.err))
			return
		}
		v, err := pack(r, src.data)
		if err != nil {
			p.RejectError(err)
			return
		}
		p.Resolve(v)
	})
	return p.Value()
}

// bodyError is what reading a body fails with.
func (w *Window) bodyError(err error) js.Value {
	var ex *js.Exception
	if errors.As(err, &ex) {
		return ex.Value
	}
	return w.Realm.NewError(js.TypeError, "network error")
}

// Text is Body.text.
func (b *bodyMixin) Text(c *js.Call) js.Value {
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		return r.String(string(net.DecodeAll(data, net.UTF8))), nil
	})
}

// Json is Body.json.
func (b *bodyMixin) Json(c *js.Call) js.Value {
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		return r.JSONParse(string(net.DecodeAll(data, net.UTF8)))
	})
}

// ArrayBuffer is Body.arrayBuffer.
func (b *bodyMixin) ArrayBuffer(c *js.Call) js.Value {
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		return r.NewArrayBuffer(append([]byte{}, data...)).Value(), nil
	})
}

// Bytes is Body.bytes.
func (b *bodyMixin) Bytes(c *js.Call) js.Value {
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		return r.NewTypedArray(js.Uint8Array, append([]byte{}, data...)).Value(), nil
	})
}

// mime is the type of the body by the headers. https://fetch.spec.whatwg.org/#concept-body-mime-type
func (b *bodyMixin) mime() net.MIME { return net.MIMEFromHeader(b.headers.header()) }

// Blob is Body.blob.
func (b *bodyMixin) Blob(c *js.Call) js.Value {
	typ := b.mime().String()
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		return objectValue(r, &Blob{data: data, typ: typ}), nil
	})
}

// FormData is Body.formData.
func (b *bodyMixin) FormData(c *js.Call) js.Value {
	m := b.mime()
	return b.consume(c, func(r *js.Realm, data []byte) (js.Value, error) {
		f := &FormData{}
		switch m.Essence() {
		case "multipart/form-data":
			var ok bool
			if f.entries, ok = parseMultipart(data, m.Param("boundary"), windowOf(r)); ok {
				return objectValue(r, f), nil
			}
		case "application/x-www-form-urlencoded":
			for _, p := range net.ParseForm(string(data)) {
				f.entries = append(f.entries, formEntry{name: p.Name, value: p.Value})
			}
			return objectValue(r, f), nil
		}
		return js.Undefined, errors.New("Failed to fetch")
	})
}

// multipartEscape escapes names and file names. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
var multipartEscape = strings.NewReplacer("\n", "%0A", "\r", "%0D", `"`, "%22")

// formNewlines normalizes newlines.
func formNewlines(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n", "\r\n")
}

// encodeMultipart is the multipart/form-data encoding of entries in UTF-8, and its type.
func encodeMultipart(entries []formEntry) (data []byte, typ string) {
	return encodeMultipartIn(entries, net.UTF8)
}

// encodeMultipartIn is encodeMultipart for names and values in another encoding.
func encodeMultipartIn(entries []formEntry, enc *net.Encoding) (data []byte, typ string) {
	encoded := func(s string) string { return string(enc.AppendEncoded(nil, s)) }
	var raw [8]byte
	_, _ = rand.Read(raw[:])
	const digits = "0123456789abcdef"
	boundary := []byte("----FormBoundary")
	for _, b := range raw {
		boundary = append(boundary, digits[b>>4], digits[b&15])
	}
	var b bytes.Buffer
	for _, e := range entries {
		b.WriteString("--")
		b.Write(boundary)
		b.WriteString("\r\nContent-Disposition: form-data; name=\"" + multipartEscape.Replace(encoded(formNewlines(e.name))) + `"`)
		if e.file == nil {
			b.WriteString("\r\n\r\n" + encoded(formNewlines(e.value)))
		} else {
			typ := e.file.typ
			if typ == "" {
				typ = "application/octet-stream"
			}
			b.WriteString("; filename=\"" + multipartEscape.Replace(encoded(e.file.name)) + "\"\r\nContent-Type: " + typ + "\r\n\r\n")
			b.Write(e.file.data)
		}
		b.WriteString("\r\n")
	}
	b.WriteString("--")
	b.Write(boundary)
	b.WriteString("--\r\n")
	return b.Bytes(), "multipart/form-data; boundary=" + string(boundary)
}

// parseMultipart parses multipart/form-data. https://andreubotella.github.io/multipart-form-data/#multipart-form-data-parser
func parseMultipart(data []byte, boundary string, w *Window) (entries []formEntry, ok bool) {
	if boundary == "" {
		return nil, false
	}
	delim := []byte("--" + boundary)
	for bytes.HasPrefix(data, []byte("\r\n")) {
		data = data[2:]
	}
	for {
		var found bool
		if data, found = bytes.CutPrefix(data, delim); !found {
			return nil, false
		}
		if bytes.HasPrefix(data, []byte("--")) {
			return entries, true
		}
		if data, found = bytes.CutPrefix(data, []byte("\r\n")); !found {
			return nil, false
		}
		name, filename, typ, hasName, hasFile := "", "", "", false, false
		for {
			line, rest, found := bytes.Cut(data, []byte("\r\n"))
			if !found {
				return nil, false
			}
			data = rest
			if len(line) == 0 {
				break
			}
			key, val, found := strings.Cut(string(line), ":")
			if !found {
				return nil, false
			}
			val = strings.Trim(val, " \t")
			switch {
			case strings.EqualFold(key, "Content-Disposition"):
				if !strings.HasPrefix(strings.ToLower(val), "form-data") {
					return nil, false
				}
				name, hasName = dispositionParam(val, "name")
				filename, hasFile = dispositionParam(val, "filename")
			case strings.EqualFold(key, "Content-Type"):
				typ = val
			}
		}
		if !hasName {
			return nil, false
		}
		at := bytes.Index(data, append([]byte("\r\n"), delim...))
		if at < 0 {
			return nil, false
		}
		body := data[:at]
		data = data[at+2:]
		e := formEntry{name: name}
		if hasFile {
			if typ == "" {
				typ = "text/plain"
			}
			e.file = NewFile(filename, typ, bytes.Clone(body), w.Host.WallTime())
		} else {
			e.value = string(net.DecodeAll(body, net.UTF8))
		}
		entries = append(entries, e)
	}
}

// dispositionParam finds a quoted parameter.
func dispositionParam(s, name string) (string, bool) {
	for i := 0; ; {
		j := strings.Index(s[i:], name+`="`)
		if j < 0 {
			return "", false
		}
		j += i
		if j > 0 && s[j-1] != ' ' && s[j-1] != ';' {
			i = j + 1
			continue
		}
		v := s[j+len(name)+2:]
		end := strings.IndexByte(v, '"')
		if end < 0 {
			return "", false
		}
		v = strings.NewReplacer("%0A", "\n", "%0D", "\r", "%22", `"`).Replace(v[:end])
		return string(net.DecodeAll([]byte(v), net.UTF8)), true
	}
}
