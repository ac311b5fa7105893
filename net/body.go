package net

import (
	"io"
	"sync"
	"sync/atomic"
)

// chunkSize is what Next hands out at most.
const chunkSize = 64 << 10

// Body is the bytes of a response, after content decoding. It is read once: either
// chunk by chunk with Next, or whole with Bytes (which may follow some Next calls and then
// returns all bytes, also those handed out before). It is used by one goroutine at a
// time, except that Retain and Release may be called from any.
//
// The bytes belong to the body until its last reference is released. After that a mapped
// file is unmapped and must not be touched; a heap buffer stays as long as Go sees
// references to it, but is no longer counted. Keep text that outlives the body as a copy.
type Body struct {
	refs   atomic.Int32
	loader *Loader

	buf    []byte // all bytes so far (whole) or the current chunk's storage (streamed)
	off    int    // how much of buf Next has handed out
	src    io.Reader
	close  func() error // of src
	unmap  func([]byte) // of a mapped buf
	size   int64        // expected decoded length, -1 unknown
	limit  int64        // of decoded bytes
	total  int64        // decoded bytes read from src
	url    string       // for errors
	err    error        // what ended src; io.EOF is the good end
	onEnd  func(decoded int64, err error)
	endOne sync.Once

	counted int64 // bytes that the loader counts for this body
}

// newBufferBody makes a body of bytes that exist already.
func (l *Loader) newBufferBody(b []byte, unmap func([]byte)) *Body {
	o := &Body{loader: l, buf: b, unmap: unmap, size: int64(len(b)), total: int64(len(b)), err: io.EOF}
	o.refs.Store(1)
	o.count()
	return o
}

// newStreamBody makes a body that reads src, up to limit bytes.
func (l *Loader) newStreamBody(src io.Reader, closer func() error, size, limit int64, url string) *Body {
	o := &Body{loader: l, src: src, close: closer, size: size, limit: limit, url: url}
	o.refs.Store(1)
	return o
}

// Size is the length in bytes where known, else -1.
func (b *Body) Size() int64 {
	if b.src == nil {
		return int64(len(b.buf))
	}
	return b.size
}

// Mapped reports whether the bytes are a mapped file, which Release takes away.
func (b *Body) Mapped() bool { return b.unmap != nil }

// Next returns the next bytes, at most 64 KiB, valid until the last Release; io.EOF (with
// no bytes) ends the body, any other error is an [*Error]. It blocks for the network.
func (b *Body) Next() ([]byte, error) {
	for {
		if b.off < len(b.buf) {
			end := min(len(b.buf), b.off+chunkSize)
			c := b.buf[b.off:end:end]
			b.off = end
			return c, nil
		}
		if b.err != nil {
			return nil, b.err
		}
		b.fill()
	}
}

// Bytes reads the rest and returns the whole body as one buffer.
func (b *Body) Bytes() ([]byte, error) {
	for b.err == nil {
		b.fill()
	}
	b.off = len(b.buf)
	if b.err != io.EOF {
		return nil, b.err
	}
	return b.buf[:len(b.buf):len(b.buf)], nil
}

// fill reads once from src to the end of buf. The buffer has the exact size when the size is
// known, and doubles otherwise: views handed out before stay valid, the old array is theirs.
func (b *Body) fill() {
	if len(b.buf) == cap(b.buf) {
		n := 2 * cap(b.buf)
		switch {
		case b.buf == nil && b.size > 0 && b.size <= 1<<20:
			n = int(b.size) + 1 // one more byte, so that the end is seen without growing
		case b.buf == nil:
			n = 32 << 10
		case b.size >= int64(len(b.buf)) && int64(n) > b.size:
			n = int(b.size) + 1 // believed only as far as half of it has come
		}
		n = max(n, len(b.buf)+512)
		nb := make([]byte, len(b.buf), n)
		copy(nb, b.buf)
		b.buf = nb
		b.count()
	}
	n, err := b.src.Read(b.buf[len(b.buf):cap(b.buf)])
	b.buf = b.buf[:len(b.buf)+n]
	b.total += int64(n)
	if b.limit > 0 && b.total > b.limit {
		b.buf = b.buf[:len(b.buf)-int(b.total-b.limit)]
		err = tooLarge(b.url, b.limit)
	}
	if err != nil {
		if err != io.EOF {
			err = asError(err, b.url)
		}
		b.end(err)
	}
}

// end closes the source and tells whoever waits for the end.
func (b *Body) end(err error) {
	b.endOne.Do(func() {
		if b.err == nil {
			b.err = err
		}
		if b.close != nil {
			b.close()
		}
		if b.onEnd != nil {
			b.onEnd(b.total, b.err)
		}
	})
}

// count tells the loader how many bytes the body holds now.
func (b *Body) count() {
	if b.loader == nil {
		return
	}
	n := int64(cap(b.buf))
	if b.unmap != nil {
		b.loader.mapped.Add(n - b.counted)
	} else {
		b.loader.held.Add(n - b.counted)
	}
	b.counted = n
}

// drain reads a little of what is left, so that the connection can be used again.
func (b *Body) drain() {
	for n := 0; b.err == nil && n < 4; n++ {
		b.off = len(b.buf)
		if len(b.buf) > 64<<10 {
			return
		}
		b.fill()
	}
}

// Retain adds a reference, for a second consumer. The body begins with one.
func (b *Body) Retain() *Body {
	b.refs.Add(1)
	return b
}

// Release gives a reference back; the last one ends the load if it still runs and gives
// the bytes back. A nil body has none.
func (b *Body) Release() {
	if b == nil {
		return
	}
	n := b.refs.Add(-1)
	if n > 0 {
		return
	}
	if n < 0 {
		panic("net: Body released more often than retained")
	}
	b.end(&Error{Kind: Cancelled, URL: b.url, Msg: "the body was released"})
	buf := b.buf
	b.buf, b.src = nil, nil
	if b.loader != nil {
		if b.unmap != nil {
			b.loader.mapped.Add(-b.counted)
		} else {
			b.loader.held.Add(-b.counted)
		}
		b.counted = 0
	}
	if b.unmap != nil {
		b.unmap(buf)
		b.unmap = nil
	}
}
