package vm

import (
	"github.com/niso-engine/niso/js/vm/code"
)

// A closure (KindFunction):
//
//	word 2   row of Runtime.funcs 32 | scope cell it captured 32
//	word 3   home object 32 | function with the fields of a class 32
//	word 4   Key of its name 32 (0: that of its code)
//
// Its length, name and prototype are made when they are first touched (flagLazy).
//
// A native function (KindNative):
//
//	word 2   row of Runtime.natives 32 | realm 16
//	words    aux Values that Go code gave it (Call.Data)

// Aux bits of a closure: how the name in word 4 is prefixed.
const (
	auxNameGet uint16 = 1 << iota
	auxNameSet
	auxNoName    // no own name property
	auxClassCtor // cannot be called
	auxHasFields // word 3 may have fields
)

// NativeFunc is a function of Go that script calls. Its result does not matter when an exception is pending.
type NativeFunc func(c *Call) Value

// nativeInfo is a row of natives: shared by all functions of one Go function.
type nativeInfo struct {
	fn     NativeFunc
	name   Key    // string, or symbol: shown in brackets
	prefix string // "get" or "set" for accessors
	length uint8
	flags  uint8
}

const (
	nativeCtor   uint8 = 1 << iota // has [[Construct]]
	nativeNoThis                   // for later use
)

// newFunction makes a function object of a kind with Function.prototype.
func (r *Realm) functionShape() Ref {
	if r.funcShape == 0 {
		r.funcShape = r.rt.rootShape(KindFunction, r.Intrinsic(FunctionPrototype), 0)
	}
	return r.funcShape
}

// newNative makes a function object of a row of natives with n data words.
func (r *Realm) newNative(row uint32, n int) Ref {
	rt := r.rt
	if r.nativeShape == 0 {
		r.nativeShape = rt.rootShape(KindNative, r.Intrinsic(FunctionPrototype), 0)
	}
	return r.newNativeShape(row, n, r.nativeShape)
}

func (r *Realm) newNativeShape(row uint32, n int, shape Ref) Ref {
	rt := r.rt
	o := rt.heap.Alloc(KindNative, 3+uint32(n))
	f := flagLazy | flagCallable
	if rt.natives[row].flags&nativeCtor != 0 {
		f |= flagConstructor
	}
	rt.mem[o] = uint64(KindNative) | uint64(f)<<8 | uint64(n)<<16 | uint64(shape)<<32
	rt.mem[o+2] = uint64(row) | uint64(r.index)<<32
	return o
}

// NewFunction makes a function object of a Go function made at run time. Its row lives as long as the function object.
func (r *Realm) NewFunction(name Key, length int, fn NativeFunc) Ref {
	row := r.rt.addNative(nativeInfo{fn: fn, name: name, length: uint8(length)})
	o := r.newNative(row, 0)
	r.rt.owners = append(r.rt.owners, nativeOwner{o, row})
	return o
}

type nativeOwner struct {
	cell Ref
	row  uint32
}

// NewBuiltin makes a function object of a static Go function with data: fn must be one of those passed to helper().
func (r *Realm) NewBuiltin(h *Helper, data ...Value) Ref {
	o := r.newNative(h.row, len(data))
	for i, v := range data {
		r.rt.mem[uint32(o)+3+uint32(i)] = uint64(v)
	}
	return o
}

// Data is data word i of a native function made by NewBuiltin.
func (rt *Runtime) Data(f Ref, i int) Value { return Value(rt.mem[uint32(f)+3+uint32(i)]) }

// SetData sets it.
func (rt *Runtime) SetData(f Ref, i int, v Value) { rt.mem[uint32(f)+3+uint32(i)] = uint64(v) }

func (rt *Runtime) addNative(n nativeInfo) uint32 {
	if k := len(rt.freeNatives); k > 0 {
		row := rt.freeNatives[k-1]
		rt.freeNatives = rt.freeNatives[:k-1]
		rt.natives[row] = n
		return row
	}
	rt.natives = append(rt.natives, n)
	return uint32(len(rt.natives) - 1)
}

// funcInst is a runtime's instance of one function: a row of Runtime.funcs, made with its first closure.
type funcInst struct {
	prog   *progInst
	record int32 // row of the program's records, -1: fn is set from the start
	flags  code.Flags
	length uint16
	mark   uint32 // cycle of the collector that reached it last
	name   Key
	fn     *code.Func
	c      *compiled // nil until its first call
}

// progInst is a program within a realm.
type progInst struct {
	program *code.Program
	realm   *Realm
	module  *Module   // of a module's program
	hostDef any       // what the host gave with the script: see import()
	mark    uint32    // cycle of the collector that counted its bytes
	outer   *progInst // of a direct eval
}

// compiled is what a function needs to run.
type compiled struct {
	code    []uint32
	nregs   uint32
	nparams uint32
	flags   code.Flags
	entry   uint8 // what a call has to do beyond the usual: entry* bits
	fn      *code.Func
	inst    *funcInst
	realm   *Realm
	consts  []Value
	sites   []site
	keys    []Key // by row of fn.Strings, 0: not looked up yet
	funcs   []uint32
	shapes  []Ref   // of ObjectLit, 0: not made yet
	objects []Value // template objects
	row     uint32
	slots   uint32 // inline capacity of objects this constructor makes
	learned bool

	// The last newTarget: its shape, where its prototype property is and was, and the shape of what it makes.
	ctorNew, ctorShape, ctorRoot Ref
	ctorSlot                     uint32
	ctorProto                    Value
}

// newClosure makes a function object.
func (rt *Runtime) newClosure(row uint32, env Ref) Ref {
	in := rt.funcs[row]
	r := in.prog.realm
	shape := r.functionShape()
	if in.flags&(code.Async|code.Generator) != 0 {
		shape = r.asyncShape(in.flags)
	}
	o := rt.heap.Alloc(KindFunction, 5)
	f := flagLazy | flagCallable
	if in.flags.IsConstructor() {
		f |= flagConstructor
	}
	aux := uint16(0)
	if in.flags&code.ClassCtor != 0 {
		aux |= auxClassCtor
	}
	rt.mem[o] = uint64(KindFunction) | uint64(f)<<8 | uint64(aux)<<16 | uint64(shape)<<32
	rt.mem[o+2] = uint64(row) | uint64(env)<<32
	return o
}

func (r *Realm) asyncShape(f code.Flags) Ref {
	p := AsyncFunctionPrototype
	switch f & (code.Async | code.Generator) {
	case code.Generator:
		p = GeneratorFunctionPrototype
	case code.Generator | code.Async:
		p = AsyncGeneratorFunctionPrototype
	}
	return r.rt.rootShape(KindFunction, r.Intrinsic(p), 0)
}

func (rt *Runtime) funcOf(o Ref) *funcInst { return rt.funcs[uint32(rt.mem[o+2])] }
func (rt *Runtime) funcEnv(o Ref) Ref      { return Ref(rt.mem[o+2] >> 32) }
func (rt *Runtime) homeObject(o Ref) Ref   { return Ref(rt.mem[o+3]) }
func (rt *Runtime) setHome(o, home Ref)    { rt.mem[o+3] = rt.mem[o+3]&^0xFFFFFFFF | uint64(home) }
func (rt *Runtime) fieldsOf(o Ref) Ref     { return Ref(rt.mem[o+3] >> 32) }
func (rt *Runtime) setFields(o, f Ref) {
	rt.mem[o+3] = rt.mem[o+3]&0xFFFFFFFF | uint64(f)<<32
	rt.setAux(o, rt.aux(o)|auxHasFields)
}

// setFunctionName is SetFunctionName: while the properties are not made it is a note in the cell.
func (rt *Runtime) setFunctionName(o Ref, k Key, prefix string) {
	if rt.kind(o) == KindFunction && rt.flags(o)&flagLazy != 0 && !k.IsIndex() {
		aux := rt.aux(o) &^ (auxNameGet | auxNameSet | auxNoName)
		switch prefix {
		case "get":
			aux |= auxNameGet
		case "set":
			aux |= auxNameSet
		}
		rt.setAux(o, aux)
		rt.mem[o+4] = rt.mem[o+4]&^0xFFFFFFFF | uint64(k)
		return
	}
	rt.put(o, KeyName, rt.functionName(k, prefix), attrConfigurable)
}

// functionName is the name that SetFunctionName gives. https://tc39.es/ecma262/#sec-setfunctionname
func (rt *Runtime) functionName(k Key, prefix string) Value {
	var v Value
	switch {
	case k.IsSymbol():
		c := rt.keyCell(k)
		d := Value(rt.mem[c+2])
		switch {
		case rt.flags(c)&symPrivate != 0:
			v = d
		case d.IsUndefined():
			v = rt.EmptyString()
		default:
			v = rt.NewString("[" + rt.GoString(d) + "]")
		}
	default:
		v = rt.KeyValue(k)
	}
	if prefix != "" {
		v, _ = rt.Concat(rt.NewASCII(prefix+" "), v)
	}
	return v
}

// materialize makes the properties of a lazy object if k may be among them.
func (rt *Runtime) materialize(o Ref, k Key) {
	g := rt.unguard()
	defer func() { rt.guarded = g }()
	switch rt.kind(o) {
	case KindFunction:
		if k != 0 && k != KeyLength && k != KeyName && k != KeyPrototype {
			return
		}
		rt.clearFlag(o, flagLazy)
		in := rt.funcOf(o)
		aux := rt.aux(o)
		rt.addProp(o, KeyLength, attrConfigurable, Int(int32(in.length)))
		if aux&auxNoName == 0 {
			name := Key(rt.mem[o+4])
			prefix := ""
			switch {
			case name == 0:
				name = in.name
			case aux&auxNameGet != 0:
				prefix = "get"
			case aux&auxNameSet != 0:
				prefix = "set"
			}
			rt.addProp(o, KeyName, attrConfigurable, rt.functionName(name, prefix))
		}
		if in.flags.HasPrototype() {
			r := in.prog.realm
			switch {
			case in.flags&code.ClassCtor != 0: // Class defines it
			case in.flags&code.Generator != 0:
				p := GeneratorPrototype
				if in.flags&code.Async != 0 {
					p = AsyncGeneratorPrototype
				}
				rt.addProp(o, KeyPrototype, attrWritable, objectValue(rt.NewObjectProto(r.Intrinsic(p))))
			default:
				p := r.NewObject()
				rt.addProp(p, KeyConstructor, attrHidden, objectValue(o))
				rt.addProp(o, KeyPrototype, attrWritable, objectValue(p))
			}
		}
	case KindNative:
		if r, def := rt.intrinsicOf(o); def != nil {
			rt.clearFlag(o, flagLazy)
			r.fill(o, def)
			return
		}
		if k != 0 && k != KeyLength && k != KeyName {
			return
		}
		rt.clearFlag(o, flagLazy)
		n := &rt.natives[uint32(rt.mem[o+2])]
		rt.addProp(o, KeyLength, attrConfigurable, Int(int32(n.length)))
		name := n.name
		if name == 0 {
			name = KeyEmpty
		}
		rt.addProp(o, KeyName, attrConfigurable, rt.functionName(name, n.prefix))
	default:
		rt.clearFlag(o, flagLazy)
		if r, def := rt.intrinsicOf(o); def != nil {
			r.fill(o, def)
			return
		}
		if f := rt.lazyFill; f != nil {
			f(o)
		}
	}
}

// FunctionRealm is GetFunctionRealm(f). https://tc39.es/ecma262/#sec-getfunctionrealm
func (rt *Runtime) FunctionRealm(f Ref) (*Realm, bool) {
	for {
		switch rt.kind(f) {
		case KindFunction:
			return rt.funcOf(f).prog.realm, true
		case KindNative:
			return rt.realms[rt.mem[f+2]>>32], true
		case KindBound:
			f = rt.Word(f, 0).Ref()
			continue
		case KindProxy:
			if rt.Word(f, 1).IsNull() {
				rt.TypeError("Cannot perform 'get' on a proxy that has been revoked")
				return nil, false
			}
			f = rt.Word(f, 0).Ref()
			continue
		}
		return rt.realm, true
	}
}

// ProtoFromCtor is GetPrototypeFromConstructor: the prototype of an object that newTarget (undefined: the intrinsic itself) makes.
func (rt *Runtime) ProtoFromCtor(newTarget Value, def Intrinsic) (Ref, bool) {
	if !newTarget.IsObject() {
		return rt.realm.Intrinsic(def), true
	}
	v, ok := rt.Get(newTarget.Ref(), KeyPrototype)
	if !ok {
		return 0, false
	}
	if v.IsObject() {
		return v.Ref(), true
	}
	r, ok := rt.FunctionRealm(newTarget.Ref())
	if !ok {
		return 0, false
	}
	return r.Intrinsic(def), true
}

// NewBound is BoundFunctionCreate: the properties length and name are up to the caller.
func (rt *Runtime) NewBound(target Ref, this Value, args []Value) Ref {
	o := rt.NewKind(KindBound, rt.shapeProto(rt.shape(target)))
	rt.setFlag(o, flagCallable|rt.flags(target)&flagConstructor)
	rt.SetWord(o, 0, objectValue(target))
	rt.SetWord(o, 1, this)
	if len(args) > 0 {
		c := rt.NewValues(uint32(len(args)))
		for i, v := range args {
			rt.SetAt(c, uint32(i), v)
		}
		rt.SetWord(o, 2, CellValue(c))
	}
	return o
}

// SourceText is the text that Function.prototype.toString gives.
func (rt *Runtime) SourceText(f Ref) string {
	switch rt.kind(f) {
	case KindFunction:
		if in := rt.funcOf(f); in.record >= 0 {
			if in.prog.program.Name == hostedName {
				name := Key(uint32(rt.mem[f+4]))
				if name == 0 {
					name = in.name
				}
				return "function " + rt.KeyString(name) + "() { [native code] }"
			}
			return in.prog.program.Text(int(in.record))
		}
	case KindNative:
		n := &rt.natives[uint32(rt.mem[f+2])]
		name := ""
		if n.name != 0 {
			name = rt.GoString(rt.functionName(n.name, n.prefix))
		}
		return "function " + name + "() { [native code] }"
	}
	return "function () { [native code] }"
}
