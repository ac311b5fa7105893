//go:build niso_goja || !niso_vm

package js

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// This file is the only one that knows how goja lays out its objects. A browser needs of
// the engine what its API does not offer: a slot in an object that is read in one step, properties
// that are made when first asked for, a job queue that the host runs, stacks
// in another format, an overflow that script can catch. The structs here mirror goja's, and checkLayout
// compares them with the real ones when the program starts: another version of goja that differs
// stops with a clear message instead of reading wrong memory.

// word pair of an interface value
type iface struct{ tab, data unsafe.Pointer }

type gObject struct { // goja.Object
	self    iface
	runtime *goja.Runtime
}

type gBase struct { // goja.baseObject
	class                           string
	val                             *goja.Object
	prototype                       *goja.Object
	extensible                      bool
	values                          map[unistring.String]goja.Value
	propNames                       []unistring.String
	lastSortedPropLen, idxPropCount int
	symValues                       unsafe.Pointer
	privateElements                 unsafe.Pointer
}

type gProp struct { // goja.valueProperty
	value                                        goja.Value
	writable, configurable, enumerable, accessor bool
	getterFunc, setterFunc                       *goja.Object
}

type gFunc struct { // goja.nativeFuncObject
	gBase
	lenProp   gProp
	f         func(goja.FunctionCall) goja.Value
	construct func(args []goja.Value, newTarget *goja.Object) *goja.Object
}

type propFactory = func(*goja.Runtime) goja.Value

type gTemplate struct { // goja.objectTemplate
	propNames    []unistring.String
	props        map[unistring.String]propFactory
	symProps     map[*goja.Symbol]propFactory
	symPropNames []*goja.Symbol
	protoFactory func(*goja.Runtime) *goja.Object
}

type gTemplated struct { // goja.templatedObject
	gBase
	tmpl              *gTemplate
	protoMaterialised bool
}

type gError struct { // goja.errorObject
	gBase
	stack          []goja.StackFrame
	stackPropAdded bool
}

type gContext struct { // goja.context
	prg, stash, privEnv unsafe.Pointer
	newTarget, result   goja.Value
	pc, sb, args        int
}

type gException struct { // goja.Exception
	val   goja.Value
	stack []goja.StackFrame
}

//go:linkname gNewNativeFunc github.com/dop251/goja.(*Runtime).newNativeFunc
func gNewNativeFunc(r *goja.Runtime, f func(goja.FunctionCall) goja.Value, name unistring.String, length int) *goja.Object

//go:linkname gNewTemplatedObject github.com/dop251/goja.(*Runtime).newTemplatedObject
func gNewTemplatedObject(r *goja.Runtime, t *gTemplate, obj *goja.Object) *gTemplated

//go:linkname gGet github.com/dop251/goja.(*Object).get
func gGet(o *goja.Object, key, receiver goja.Value) goja.Value

//go:linkname gGetOwn github.com/dop251/goja.(*Object).getOwnProp
func gGetOwn(o *goja.Object, key goja.Value) goja.Value

//go:linkname gSet github.com/dop251/goja.(*Object).set
func gSet(o *goja.Object, key, v, receiver goja.Value, throw bool) bool

//go:linkname gHas github.com/dop251/goja.(*Object).hasProperty
func gHas(o *goja.Object, key goja.Value) bool

//go:linkname gDelete github.com/dop251/goja.(*Object).delete
func gDelete(o *goja.Object, key goja.Value, throw bool) bool

//go:linkname gDefineOwn github.com/dop251/goja.(*Object).defineOwnProperty
func gDefineOwn(o *goja.Object, key goja.Value, d goja.PropertyDescriptor, throw bool) bool

// Offsets within goja.Runtime and goja.vm, and words that identify goja's types.
var (
	offVM, offJobs                              uintptr
	offCallStack, offStack, offSP               uintptr
	offMaxDepth                                 uintptr
	tabBase, tabProp, tabASCII, tabUTF16        unsafe.Pointer
	tabFunc, tabError, tabTemplated, tabPromise unsafe.Pointer
)

var typeRuntime = reflect.TypeOf(goja.Runtime{})

func init() { checkLayout() }

func checkLayout() {
	rt := typeRuntime
	vm := field(rt, "vm").Type.Elem()
	offVM, offJobs = field(rt, "vm").Offset, field(rt, "jobQueue").Offset
	offCallStack, offStack = field(vm, "callStack").Offset, field(vm, "stack").Offset
	offSP, offMaxDepth = field(vm, "sp").Offset, field(vm, "maxCallStackSize").Offset
	same(field(vm, "callStack").Type.Elem(), gContext{})
	same(reflect.TypeOf(goja.Object{}), gObject{})
	same(reflect.TypeOf(goja.Exception{}), gException{})

	r := goja.New()
	selfType := reflect.TypeOf(goja.Object{}).Field(0).Type
	typeOf := func(o *goja.Object) reflect.Type {
		return reflect.NewAt(selfType, unsafe.Pointer(o)).Elem().Elem().Type().Elem()
	}
	obj := r.NewObject()
	same(typeOf(obj), gBase{})
	tabBase = objectOf(obj).self.tab
	f := r.ToValue(func(goja.FunctionCall) goja.Value { return nil }).(*goja.Object)
	same(typeOf(f), gFunc{})
	tabFunc = objectOf(f).self.tab
	same(typeOf(r.GlobalObject()), gTemplated{})
	tabTemplated = objectOf(r.GlobalObject()).self.tab
	tm, _ := typeOf(r.GlobalObject()).FieldByName("tmpl")
	same(tm.Type.Elem(), gTemplate{})
	pr, _, _ := r.NewPromise()
	tabPromise = objectOf(r.ToValue(pr).(*goja.Object)).self.tab
	e := r.NewTypeError("")
	same(typeOf(e), gError{})
	tabError = objectOf(e).self.tab

	if err := obj.DefineAccessorProperty("x", f, nil, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
	prop := baseOf(obj).values["x"]
	same(reflect.TypeOf(prop).Elem(), gProp{})
	tabProp = (*iface)(unsafe.Pointer(&prop)).tab
	// A string from Go is one that goja looks into later; one of its own is not.
	var sb goja.StringBuilder
	sb.WriteUTF8String("a")
	var a goja.Value = sb.String()
	u := goja.StringFromUTF16([]uint16{0x100})
	if t := reflect.TypeOf(a); t.Kind() != reflect.String || reflect.TypeOf(u).Kind() != reflect.Slice {
		panic("js: goja's strings are " + t.String() + " and " + reflect.TypeOf(u).String())
	}
	tabASCII = (*iface)(unsafe.Pointer(&a)).tab
	var uv goja.Value = u
	tabUTF16 = (*iface)(unsafe.Pointer(&uv)).tab
}

func field(t reflect.Type, name string) reflect.StructField {
	f, ok := t.FieldByName(name)
	if !ok {
		panic("js: goja's " + t.Name() + " has no field " + name)
	}
	return f
}

// same panics unless mirror has the fields of goja's struct at the same places.
func same(t reflect.Type, mirror any) {
	m := reflect.TypeOf(mirror)
	if t.Size() != m.Size() {
		panic(fmt.Sprintf("js: goja's %s has %d bytes, not %d", t.Name(), t.Size(), m.Size()))
	}
	var want, got []string
	flatten(t, 0, &want)
	flatten(m, 0, &got)
	if !reflect.DeepEqual(want, got) {
		panic(fmt.Sprintf("js: goja's %s is laid out as %v, not %v", t.Name(), want, got))
	}
}

func flatten(t reflect.Type, base uintptr, out *[]string) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if f.Type.Kind() == reflect.Struct && f.Type.Size() > 0 {
			flatten(f.Type, base+f.Offset, out)
			continue
		}
		name := f.Name
		if t == reflect.TypeOf(iface{}) {
			if i == 1 {
				continue
			}
			name = "self"
		}
		*out = append(*out, fmt.Sprintf("%s@%d", name, base+f.Offset))
	}
}

func objectOf(o *goja.Object) *gObject { return (*gObject)(unsafe.Pointer(o)) }
func baseOf(o *goja.Object) *gBase     { return (*gBase)(objectOf(o).self.data) }

func at[T any](p unsafe.Pointer, off uintptr) *T { return (*T)(unsafe.Add(p, off)) }

func vmOf(r *goja.Runtime) unsafe.Pointer     { return *at[unsafe.Pointer](unsafe.Pointer(r), offVM) }
func jobsOf(r *goja.Runtime) *[]func()        { return at[[]func()](unsafe.Pointer(r), offJobs) }
func callStackOf(r *goja.Runtime) *[]gContext { return at[[]gContext](vmOf(r), offCallStack) }

// propValue makes the property record that goja keeps for properties with attributes.
func propValue(p *gProp) (v goja.Value) {
	*(*iface)(unsafe.Pointer(&v)) = iface{tabProp, unsafe.Pointer(p)}
	return v
}

func dataProp(v goja.Value, f PropFlags) goja.Value {
	if f == DataDefault {
		return v
	}
	return propValue(&gProp{value: v, writable: f&Writable != 0, configurable: f&Configurable != 0, enumerable: f&Enumerable != 0})
}

// Host slots, measured: reading one takes 3–8 ns. A Go map by object took 129 ns a call and keeps every
// object alive or needs weak keys; Export 180 ns; a property with a hidden symbol shows in
// Reflect.ownKeys and costs a map an object. goja keeps in each object the name of its class, a string. A platform object's
// class is the first 8 bytes of its Host: the slot is found by one load and one comparison,
// and the object keeps it alive by itself.
const hostMagic uint64 = 0x6d726f6674616c50 // "Platform" read as little-endian

func (h *hostSlot) className() string {
	return unsafe.String((*byte)(unsafe.Pointer(&h.magic)), 8)
}

func hostOf(o *goja.Object) Host {
	c := *(*string)(objectOf(o).self.data) // the first field of every kind of object, or two pointers
	if len(c) != 8 {
		return Host{}
	}
	if p := (*uint64)(unsafe.Pointer(unsafe.StringData(c))); *p == hostMagic {
		return Host{(*hostSlot)(unsafe.Pointer(p))}
	}
	return Host{}
}

// hostCell is a platform object in one allocation: goja's object, its state, and the slot.
type hostCell struct {
	obj  gObject
	base gBase
	host hostSlot
}

func newHostCell(r *goja.Runtime, proto *goja.Object, c *Class, id uint32, state any) *goja.Object {
	h := &hostCell{}
	o := (*goja.Object)(unsafe.Pointer(&h.obj))
	h.obj = gObject{self: iface{tabBase, unsafe.Pointer(&h.base)}, runtime: r}
	h.host = hostSlot{magic: hostMagic, class: c, id: id, state: state}
	h.base.class = h.host.className()
	h.base.val, h.base.prototype, h.base.extensible = o, proto, true
	h.base.values = make(map[unistring.String]goja.Value)
	return o
}

// setHost gives an object that exists a host slot.
func setHost(o *goja.Object, h *hostSlot) { baseOf(o).class = h.className() }
