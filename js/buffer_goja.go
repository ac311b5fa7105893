//go:build niso_goja || !niso_vm

package js

import (
	"math"
	"reflect"
	"sync"
	"time"
	"unsafe"

	"github.com/dop251/goja"
)

type gBuffer struct { // goja.arrayBufferObject
	gBase
	detached bool
	data     []byte
}

type gView struct { // goja.dataViewObject
	gBase
	viewedArrayBuf      *gBuffer
	byteLen, byteOffset int
}

type gTyped struct { // goja.typedArrayObject
	gBase
	viewedArrayBuf *gBuffer
	defaultCtor    *goja.Object
	length, offset int
	elemSize       int
	typedArray     iface
}

type gDate struct { // goja.dateObject
	gBase
	msec int64
}

// bufferTabs identify goja's types of buffers and dates; found when first asked for.
var bufferTabs = sync.OnceValue(func() (t struct {
	buffer, view, typed, date unsafe.Pointer
	kinds                     map[unsafe.Pointer]BufferKind
}) {
	r := goja.New()
	r.SetParserOptions()
	typeOf := func(o *goja.Object) reflect.Type {
		return reflect.NewAt(reflect.TypeOf(goja.Object{}).Field(0).Type, unsafe.Pointer(o)).Elem().Elem().Type().Elem()
	}
	b := r.ToValue(r.NewArrayBuffer(make([]byte, 8))).(*goja.Object)
	same(typeOf(b), gBuffer{})
	t.buffer = objectOf(b).self.tab
	t.kinds = map[unsafe.Pointer]BufferKind{}
	for k := DataView; k < Float16Array; k++ { // goja has no Float16Array
		o, err := r.New(r.Get(bufferNames[k]), b)
		must(err)
		if k == DataView {
			same(typeOf(o), gView{})
			t.view = objectOf(o).self.tab
			continue
		}
		if k == Int8Array {
			t.typed = objectOf(o).self.tab
			if typeOf(o).Size() != unsafe.Sizeof(gTyped{}) || field(typeOf(o), "typedArray").Offset != unsafe.Offsetof(gTyped{}.typedArray) {
				panic("js: goja's typedArrayObject is laid out differently")
			}
		}
		t.kinds[(*gTyped)(objectOf(o).self.data).typedArray.tab] = k
	}
	d, err := r.New(r.Get("Date"))
	must(err)
	same(typeOf(d), gDate{})
	t.date = objectOf(d).self.tab
	return t
})

// NewArrayBuffer makes an ArrayBuffer over b, which belongs to it from then on.
func (r *Realm) NewArrayBuffer(b []byte) Object {
	return Object{r.vm.ToValue(r.vm.NewArrayBuffer(b)).(*goja.Object)}
}

// NewTypedArray makes a typed array over a new ArrayBuffer of b. The length of b must be a multiple
// of the element size.
func (r *Realm) NewTypedArray(kind BufferKind, b []byte) Object {
	return r.newView(kind, r.NewArrayBuffer(b), 0, len(b)/kind.ElementSize())
}

// newView makes a typed array or DataView; length is in elements.
func (r *Realm) newView(kind BufferKind, buf Object, offset, length int) Object {
	o, err := r.vm.New(r.intrinsicObject(bufferNames[kind]), buf.o, noRuntime.ToValue(offset), noRuntime.ToValue(length))
	must(err)
	return Object{o}
}

// Bytes is what a buffer source views, without copying; NotBuffer for all else. A
// detached buffer gives nil. The view is valid until script runs.
func Bytes(v Value) (b []byte, kind BufferKind) {
	o, ok := v.v.(*goja.Object)
	if !ok || !hostOf(o).IsNone() {
		return nil, NotBuffer
	}
	t := bufferTabs()
	var buf *gBuffer
	var off, n int
	switch self := objectOf(o).self; self.tab {
	case t.buffer:
		return (*gBuffer)(self.data).data, ArrayBuffer
	case t.view:
		d := (*gView)(self.data)
		buf, off, n, kind = d.viewedArrayBuf, d.byteOffset, d.byteLen, DataView
	case t.typed:
		d := (*gTyped)(self.data)
		buf, off, n, kind = d.viewedArrayBuf, d.offset*d.elemSize, d.length*d.elemSize, t.kinds[d.typedArray.tab]
	default:
		return nil, NotBuffer
	}
	if buf.detached || off+n > len(buf.data) {
		return nil, kind
	}
	return buf.data[off : off+n : off+n], kind
}

// viewOf is the ArrayBuffer of a view, with the view's offset in bytes and length in elements.
func viewOf(o *goja.Object) (buf *goja.Object, offset, length int) {
	t := bufferTabs()
	switch self := objectOf(o).self; self.tab {
	case t.view:
		d := (*gView)(self.data)
		return d.viewedArrayBuf.val, d.byteOffset, d.byteLen
	case t.typed:
		d := (*gTyped)(self.data)
		return d.viewedArrayBuf.val, d.offset * d.elemSize, d.length
	}
	return nil, 0, 0
}

// IsDetached reports whether v is a detached ArrayBuffer.
func IsDetached(v Value) bool {
	o, ok := v.v.(*goja.Object)
	if !ok || objectOf(o).self.tab != bufferTabs().buffer {
		return false
	}
	return (*gBuffer)(objectOf(o).self.data).detached
}

// DetachArrayBuffer detaches an ArrayBuffer and gives its bytes. It fails for what is no ArrayBuffer or
// is detached.
func (r *Realm) DetachArrayBuffer(buf Object) ([]byte, error) {
	if buf.IsNone() || objectOf(buf.o).self.tab != bufferTabs().buffer || IsDetached(buf.Value()) {
		return nil, r.NewException(r.NewError(TypeError, "Cannot perform DetachArrayBuffer on a detached ArrayBuffer"))
	}
	a := buf.o.Export().(goja.ArrayBuffer)
	b := a.Bytes()
	a.Detach()
	return b, nil
}

// NewDate makes a Date.
func (r *Realm) NewDate(t time.Time) Object {
	return r.newDate(float64(t.UnixNano()/1e6) + 0)
}

func (r *Realm) newDate(ms float64) Object {
	o, err := r.vm.New(r.intrinsicObject("Date"), noRuntime.ToValue(ms))
	must(err)
	return Object{o}
}

// DateOf is the time of a Date; ok is false for all else and for an invalid date.
func DateOf(v Value) (t time.Time, ok bool) {
	ms, ok := dateMS(v)
	if !ok || math.IsNaN(ms) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(ms)), true
}

// dateMS is the time value of a Date; ok is false for all else.
func dateMS(v Value) (float64, bool) {
	o, isObj := v.v.(*goja.Object)
	if !isObj || objectOf(o).self.tab != bufferTabs().date {
		return 0, false
	}
	if ms := (*gDate)(objectOf(o).self.data).msec; ms != math.MinInt64 {
		return float64(ms), true
	}
	return math.NaN(), true
}

// intrinsicObject is a built-in object of the realm, as it was when first asked for.
func (r *Realm) intrinsicObject(name string) *goja.Object {
	if o := r.intrinsics[name]; o != nil {
		return o
	}
	o := r.vm.Get(name).(*goja.Object)
	if r.intrinsics == nil {
		r.intrinsics = map[string]*goja.Object{}
	}
	r.intrinsics[name] = o
	return o
}
