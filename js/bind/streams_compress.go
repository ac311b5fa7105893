package bind

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"iter"
	"runtime"

	"github.com/niso-engine/niso/js"
)

// CompressionStream compresses chunks of bytes. https://compression.spec.whatwg.org/#compression-stream
type CompressionStream struct {
	Object
	genericTransform
}

// DecompressionStream decompresses chunks of bytes. https://compression.spec.whatwg.org/#decompression-stream
type DecompressionStream struct {
	Object
	genericTransform
}

func (x *CompressionStream) trace(t *js.Tracer)   { x.genericTransform.trace(t) }
func (x *DecompressionStream) trace(t *js.Tracer) { x.genericTransform.trace(t) }

// chunkBytes are the bytes of a chunk, which are valid until script runs.
func chunkBytes(v js.Value) ([]byte, error) {
	b, kind := js.Bytes(v)
	if kind == js.NotBuffer {
		return nil, typeErr("The provided value is not of type '(ArrayBuffer or ArrayBufferView)'")
	}
	return b, nil
}

// chunkOf is a chunk of bytes, undefined for none.
func chunkOf(r *js.Realm, b []byte) js.Value {
	if len(b) == 0 {
		return js.Undefined
	}
	return r.NewTypedArray(js.Uint8Array, bytes.Clone(b)).Value()
}

// ConstructCompressionStream is new CompressionStream.
func ConstructCompressionStream(c *js.Call, format string) *CompressionStream {
	var out bytes.Buffer
	var w io.WriteCloser
	switch format {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "deflate":
		w = zlib.NewWriter(&out)
	case "deflate-raw":
		w, _ = flate.NewWriter(&out, flate.DefaultCompression)
	default:
		c.TypeError("Unsupported compression format: '%s'", format)
		return nil
	}
	x := &CompressionStream{}
	r := c.Realm()
	take := func(err error) (js.Value, error) {
		v := chunkOf(r, out.Bytes())
		out.Reset()
		return v, err
	}
	x.setUp(windowOf(r), func(v js.Value) (js.Value, error) {
		b, err := chunkBytes(v)
		if err == nil {
			_, err = w.Write(b)
		}
		return take(err)
	}, func() (js.Value, error) { return take(w.Close()) }, nil)
	return x
}

// ConstructDecompressionStream is new DecompressionStream.
func ConstructDecompressionStream(c *js.Call, format string) *DecompressionStream {
	switch format {
	case "gzip", "deflate", "deflate-raw":
	default:
		c.TypeError("Unsupported compression format: '%s'", format)
		return nil
	}
	x := &DecompressionStream{}
	r := c.Realm()
	w := windowOf(r)
	d := newDecompressor(format)
	x.setUp(w, func(v js.Value) (js.Value, error) {
		b, err := chunkBytes(v)
		if err != nil {
			return js.Undefined, err
		}
		out, err := d.write(b)
		if err != nil {
			return js.Undefined, typeErr("The compressed data was not valid: " + err.Error() + ".")
		}
		return chunkOf(r, out), nil
	}, func() (js.Value, error) {
		if err := d.end(); err != nil {
			return js.Undefined, typeErr("Compressed input was truncated.")
		}
		return js.Undefined, nil
	}, d.stop)
	return x
}

// decompressor is a decompression that gets its input bit by bit: the reader runs as a coroutine that waits when it needs more. The coroutine
// ends with the data, by stop, or when nobody holds the decompressor.
type decompressor struct {
	*decompression
	next func() ([]byte, bool)
	stop func()
}

// decompression is what a decompressor shares with its coroutine.
type decompression struct {
	input []byte
	ended bool // no input will follow
	over  bool // the compressed data has ended
	err   error
}

// errMoreData says that there was input after the end of the compressed data.
var errMoreData = errors.New("unexpected input after the end of stream")

func newDecompressor(format string) *decompressor {
	x := &decompression{}
	d := &decompressor{decompression: x}
	d.next, d.stop = iter.Pull(func(yield func([]byte) bool) {
		x.err = x.run(format, &decompressorInput{d: x, yield: yield}, yield)
		x.over = true
	})
	runtime.AddCleanup(d, func(stop func()) { stop() }, d.stop)
	return d
}

// decompressorInput gives the coroutine's reader its input. It is an io.ByteReader, so that nothing beyond the end of the data is read.
type decompressorInput struct {
	d     *decompression
	yield func([]byte) bool
}

func (in *decompressorInput) wait() error {
	for len(in.d.input) == 0 {
		if in.d.ended || !in.yield(nil) {
			return io.ErrUnexpectedEOF
		}
	}
	return nil
}

func (in *decompressorInput) Read(p []byte) (int, error) {
	if err := in.wait(); err != nil {
		return 0, err
	}
	n := copy(p, in.d.input)
	in.d.input = in.d.input[n:]
	return n, nil
}

func (in *decompressorInput) ReadByte() (byte, error) {
	if err := in.wait(); err != nil {
		return 0, err
	}
	b := in.d.input[0]
	in.d.input = in.d.input[1:]
	return b, nil
}

// run decompresses what in gives; it yields output, and nil where in waits.
func (d *decompression) run(format string, in *decompressorInput, yield func([]byte) bool) (err error) {
	var r io.Reader
	switch format {
	case "gzip":
		var z *gzip.Reader
		if z, err = gzip.NewReader(in); err == nil {
			z.Multistream(false)
			r = z
		}
	case "deflate":
		r, err = zlib.NewReader(in)
	default:
		r = flate.NewReader(in)
	}
	buf := make([]byte, 32<<10)
	for err == nil {
		var n int
		if n, err = r.Read(buf); n > 0 && !yield(buf[:n]) {
			return io.ErrUnexpectedEOF
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// write decompresses as much as b allows.
func (d *decompressor) write(b []byte) (out []byte, err error) {
	if d.over {
		if len(b) > 0 {
			return nil, errMoreData
		}
		return nil, nil
	}
	d.input = bytes.Clone(b)
	for !d.over {
		part, ok := d.next()
		if !ok || part == nil && len(d.input) == 0 {
			break
		}
		out = append(out, part...)
	}
	switch {
	case d.err != nil:
		return nil, d.err
	case len(d.input) > 0:
		return out, errMoreData
	}
	return out, nil
}

// end reports whether the compressed data was whole.
func (d *decompressor) end() error {
	d.ended = true
	for !d.over {
		if _, ok := d.next(); !ok {
			break
		}
	}
	return d.err
}
