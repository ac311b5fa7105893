package bind

import (
	"encoding/base64"
	"strings"
	"time"

	"github.com/niso-engine/niso/js"
	"github.com/niso-engine/niso/net"
)

// Blob is immutable bytes with a type. Slices share the bytes.
// https://w3c.github.io/FileAPI/#blob-section
type Blob struct {
	Object
	data []byte
	typ  string
}

// File is a Blob with a name.
// https://w3c.github.io/FileAPI/#file-section
type File struct {
	Blob
	name     string
	path     string // below the folder that the user chose, "" for a file by itself
	modified int64  // ms since the epoch
}

// blobType is the type as objects have it: lower case, "" where a character is not printable ASCII.
func blobType(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7E {
			return ""
		}
	}
	return strings.ToLower(s)
}

// blobBytes joins blob parts. https://w3c.github.io/FileAPI/#process-blob-parts
func blobBytes(c *js.Conv, parts []js.Value, native bool) (out []byte) {
	total := 0
	type part struct {
		b []byte
		s string
	}
	list := make([]part, 0, len(parts))
	for _, v := range parts {
		var p part
		if h := js.HostOf(v, cls.Blob); !h.IsNone() {
			p.b = blobOf(h).data
		} else if b, kind := js.Bytes(v); kind != js.NotBuffer {
			p.b = append([]byte(nil), b...) // a later part may run script
		} else {
			p.s = c.ToUSVString(v)
			if native {
				p.s = strings.ReplaceAll(strings.ReplaceAll(p.s, "\r\n", "\n"), "\r", "\n")
			}
		}
		if c.Failed() {
			return nil
		}
		total += len(p.b) + len(p.s)
		list = append(list, p)
	}
	if len(list) == 1 && list[0].b != nil {
		return list[0].b
	}
	out = make([]byte, 0, total)
	for _, p := range list {
		out = append(append(out, p.b...), p.s...)
	}
	return out
}

func blobOf(h js.Host) *Blob { return h.State().(interface{ asBlob() *Blob }).asBlob() }

// blobParts reads a sequence of parts; the members are converted in order.
func blobParts(c *js.Call, i int) (parts []js.Value) {
	c.Sequence(i, func(v js.Value) { parts = append(parts, v) })
	return parts
}

// ConstructBlob is new Blob.
func ConstructBlob(c *js.Call) js.Value {
	var parts []js.Value
	if c.Has(0) {
		parts = blobParts(c, 0)
	}
	o := readBlobPropertyBag(&c.Conv, c.Arg(1))
	data := blobBytes(&c.Conv, parts, o.Endings == "native")
	if c.Failed() {
		return js.Undefined
	}
	return constructed(c, cls.Blob, &Blob{data: data, typ: blobType(o.Type)})
}

// ConstructFile is new File.
func ConstructFile(c *js.Call) js.Value {
	parts := blobParts(c, 0)
	name := c.USVString(1)
	o := readFilePropertyBag(&c.Conv, c.Arg(2))
	data := blobBytes(&c.Conv, parts, o.Endings == "native")
	if c.Failed() {
		return js.Undefined
	}
	f := &File{Blob: Blob{data: data, typ: blobType(o.Type)}, name: name, modified: o.LastModified.Value}
	if !o.LastModified.Set {
		f.modified = windowOf(c.Realm()).Host.WallTime().UnixMilli()
	}
	return constructed(c, cls.File, f)
}

// NewFile makes a File of the engine's own: what a person chose in a file input.
func NewFile(name, typ string, data []byte, modified time.Time) *File {
	return &File{Blob: Blob{data: data, typ: blobType(typ)}, name: name, modified: modified.UnixMilli()}
}

// Size is Blob.size.
func (b *Blob) Size() uint64 { return uint64(len(b.data)) }

// Type is Blob.type.
func (b *Blob) Type() string { return b.typ }

// Slice is Blob.slice.
func (b *Blob) Slice(start, end Opt[int64], typ Opt[string]) *Blob {
	size := int64(len(b.data))
	at := func(o Opt[int64], d int64) int64 {
		v := o.Or(d)
		if v < 0 {
			return max(0, size+v)
		}
		return min(v, size)
	}
	from, to := at(start, 0), at(end, size)
	to = max(from, to)
	return &Blob{data: b.data[from:to:to], typ: blobType(typ.Value)}
}

// Text is Blob.text.
func (b *Blob) Text(c *js.Call) js.Value {
	return resolvedPromise(c.Realm(), c.String(string(net.DecodeAll(b.data, net.UTF8))))
}

// ArrayBuffer is Blob.arrayBuffer.
func (b *Blob) ArrayBuffer(c *js.Call) js.Value {
	return resolvedPromise(c.Realm(), c.Realm().NewArrayBuffer(append([]byte{}, b.data...)).Value())
}

// Bytes is Blob.bytes.
func (b *Blob) Bytes(c *js.Call) js.Value {
	return resolvedPromise(c.Realm(), c.Realm().NewTypedArray(js.Uint8Array, append([]byte{}, b.data...)).Value())
}

func resolvedPromise(r *js.Realm, v js.Value) js.Value {
	p := r.NewPromise()
	p.Resolve(v)
	return p.Value()
}

// Name is File.name.
func (f *File) Name() string { return f.name }

// LastModified is File.lastModified.
func (f *File) LastModified() int64 { return f.modified }

// FileList is a list of files. https://w3c.github.io/FileAPI/#filelist-section
type FileList struct {
	Object
	files []*File
}

// Length is FileList.length.
func (l *FileList) Length() uint32 { return uint32(len(l.files)) }

// Item is FileList.item.
func (l *FileList) Item(i uint32) *File {
	if int(i) < len(l.files) {
		return l.files[i]
	}
	return nil
}

func (l *FileList) trace(t *js.Tracer) { markAll(t, l.files) }

// URLCreateObjectURL is URL.createObjectURL. https://w3c.github.io/FileAPI/#dfn-createObjectURL
func URLCreateObjectURL(c *js.Call) js.Value {
	h := js.HostOf(c.Arg(0), cls.Blob)
	if h.IsNone() {
		return c.TypeError("Overload resolution failed.")
	}
	b := blobOf(h)
	w := windowOf(c.Realm())
	return c.String(w.Host.AddBlobURL(w.opt.Origin.String(), b.data, b.typ))
}

// URLRevokeObjectURL is URL.revokeObjectURL.
func URLRevokeObjectURL(c *js.Call, url string) {
	w := windowOf(c.Realm())
	u, err := net.Parse(url, nil)
	if err != nil || u.Scheme() != "blob" || u.Origin() != w.opt.Origin && u.Origin().String() != w.opt.Origin.String() {
		return
	}
	w.Host.RevokeBlobURL(u.HrefWithoutFragment())
}

// FileReader reads a Blob with events. https://w3c.github.io/FileAPI/#APIASynch
type FileReader struct {
	EventTarget
	state  uint16
	result js.Value
	err    js.Value
	serial int    // of the read: aborted ones are passed by
	end    func() // ends what keeps it while it reads
}

// The states of a FileReader.
const (
	readerEmpty uint16 = iota
	readerLoading
	readerDone
)

// ConstructFileReader is new FileReader.
func ConstructFileReader(c *js.Call) *FileReader {
	return &FileReader{EventTarget: EventTarget{window: windowOf(c.Realm())}, result: js.Null, err: js.Null}
}

func (f *FileReader) trace(t *js.Tracer) {
	f.EventTarget.trace(t)
	t.Mark(f.result)
	t.Mark(f.err)
}

// ReadyState is FileReader.readyState.
func (f *FileReader) ReadyState() uint16 { return f.state }

// Result is FileReader.result.
func (f *FileReader) Result() js.Value { return f.result }

// Error is FileReader.error.
func (f *FileReader) Error() js.Value { return f.err }

// ReadAsArrayBuffer is FileReader.readAsArrayBuffer.
func (f *FileReader) ReadAsArrayBuffer(c *js.Call, b *Blob) {
	f.read(c, b, func(r *js.Realm) js.Value { return r.NewArrayBuffer(append([]byte{}, b.data...)).Value() })
}

// ReadAsBinaryString is FileReader.readAsBinaryString.
func (f *FileReader) ReadAsBinaryString(c *js.Call, b *Blob) {
	f.read(c, b, func(r *js.Realm) js.Value { return r.String(latin1(string(b.data))) })
}

// ReadAsText is FileReader.readAsText.
func (f *FileReader) ReadAsText(c *js.Call, b *Blob, label Opt[string]) {
	f.read(c, b, func(r *js.Realm) js.Value {
		enc := net.LookupEncoding(label.Value)
		if enc == nil {
			if m, ok := net.ParseMIME(b.typ); ok {
				enc = net.LookupEncoding(m.Param("charset"))
			}
		}
		if enc == nil {
			enc = net.UTF8
		}
		return r.String(string(net.DecodeText(b.data, enc)))
	})
}

// ReadAsDataURL is FileReader.readAsDataURL.
func (f *FileReader) ReadAsDataURL(c *js.Call, b *Blob) {
	f.read(c, b, func(r *js.Realm) js.Value {
		t := b.typ
		if t == "" {
			t = "application/octet-stream"
		}
		return r.String("data:" + t + ";base64," + base64.StdEncoding.EncodeToString(b.data))
	})
}

// read is the read operation. https://w3c.github.io/FileAPI/#readOperation
func (f *FileReader) read(c *js.Call, b *Blob, pack func(*js.Realm) js.Value) {
	if f.state == readerLoading {
		c.DOMException("InvalidStateError", "The object is already busy reading Blobs.")
		return
	}
	w := f.window
	f.state, f.result, f.err = readerLoading, js.Null, js.Null
	f.serial++
	serial := f.serial
	if f.end != nil {
		f.end()
	}
	f.end = w.keepActive(c.This())
	total := float64(len(b.data))
	w.Host.Post(w, SourceMedia, func() {
		if f.serial != serial {
			return
		}
		f.fire("loadstart", 0, total)
		w.Host.Post(w, SourceMedia, func() {
			if f.serial != serial || f.state != readerLoading {
				return
			}
			if total > 0 {
				f.fire("progress", total, total)
				if f.serial != serial || f.state != readerLoading {
					return
				}
			}
			f.state = readerDone
			f.result = pack(w.Realm)
			f.fire("load", total, total)
			f.ended(serial, "loadend", total)
		})
	})
}

// ended fires loadend, unless another read has begun, and lets go of the reader.
func (f *FileReader) ended(serial int, typ string, total float64) {
	if f.serial == serial && f.state != readerLoading {
		f.fire(typ, total, total)
	}
	if f.serial == serial && f.state != readerLoading {
		f.end()
	}
}

// Abort is FileReader.abort.
func (f *FileReader) Abort() {
	if f.state != readerLoading {
		f.result = js.Null
		return
	}
	f.state, f.result = readerDone, js.Null
	f.serial++
	serial := f.serial
	f.err = NewDOMException(f.window.Realm, "AbortError", "An ongoing operation was aborted, typically with a call to abort().")
	f.fire("abort", 0, 0)
	f.ended(serial, "loadend", 0)
}

func (f *FileReader) fire(typ string, loaded, total float64) {
	f.window.fireProgress(f, typ, loaded, total, total > 0)
}

// Stream is Blob.stream.
func (b *Blob) Stream(c *js.Call) *ReadableStream {
	return streamOfBody(windowOf(c.Realm()), bodyOf(b.data))
}
