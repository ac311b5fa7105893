package vm

// How built-ins are written: each intrinsic object has an entry in defs, made by init functions of builtin_*.go through define, defineClass and
// defineHelper. The tables are static; all realms of all runtimes share them. Realm.Intrinsic makes an object when it is
// first asked for, with no property; the first look at its properties fills in their keys, and each function is made
// when its property is first read.

// Intrinsic is a row of a realm's intrinsic objects.
type Intrinsic uint16

// prop is one property of an intrinsic object.
type prop struct {
	name    string // "@@iterator" for well-known symbols
	fn      NativeFunc
	get     NativeFunc
	set     NativeFunc
	length  uint8
	attrs   uint8
	obj     Intrinsic            // the value is another intrinsic
	val     func(r *Realm) Value // or is made
	alias   string               // or is that of another property of the same object
	fname   string               // name of the function where it is not that of the property
	hasVal  bool
	num     Value  // or is a constant number, Boolean …
	key     Key    // resolved by prepareBuiltins
	row     uint32 // natives: fn, or get
	setRow  uint32
	aliasOf int
}

// method is a function property.
func method(name string, length int, fn NativeFunc) prop {
	return prop{name: name, length: uint8(length), fn: fn, attrs: attrHidden}
}

// getter is an accessor property without a setter.
func getter(name string, get NativeFunc) prop {
	return prop{name: name, get: get, attrs: attrConfigurable | attrAccessor}
}

// accessor is an accessor property.
func accessor(name string, get, set NativeFunc) prop {
	return prop{name: name, get: get, set: set, attrs: attrConfigurable | attrAccessor}
}

// constant is a property that is neither writable nor configurable: v is a Number or Boolean.
func constant(name string, v Value) prop { return prop{name: name, num: v, hasVal: true} }

// text is a read-only, configurable string property: @@toStringTag.
func text(name, s string) prop {
	return prop{name: name, attrs: attrConfigurable, val: func(r *Realm) Value { return r.rt.NewASCII(s) }}
}

// value is a hidden (writable, configurable) property whose value is made when it is first read.
func value(name string, val func(r *Realm) Value) prop {
	return prop{name: name, val: val, attrs: attrHidden}
}

// object is a hidden property with an intrinsic object.
func object(name string, id Intrinsic) prop { return prop{name: name, obj: id, attrs: attrHidden} }

// alias is a hidden property with the same value as another of the same object (Array.prototype[@@iterator] is values).
func alias(name, of string) prop { return prop{name: name, alias: of, attrs: attrHidden} }

// with gives a property other attributes: p.with(attrConfigurable).
func (p prop) with(attrs uint8) prop {
	p.attrs = attrs | p.attrs&attrAccessor
	return p
}

// named gives a function property another name.
func (p prop) named(s string) prop {
	p.fname = s
	return p
}

// objectDef is how an intrinsic object is made.
type objectDef struct {
	kind  uint8     // KindObject when 0; KindNative where fn is set
	proto Intrinsic // its prototype; 0: Object.prototype, or Function.prototype for functions; noProto: null
	fn    NativeFunc
	name  string // of the function
	len   uint8
	ctor  bool      // the function is a constructor
	of    Intrinsic // a constructor: the intrinsic that is its property prototype
	props []prop
	init  func(r *Realm, o Ref) // sets internal words

	id  Intrinsic
	row uint32
}

// noProto as objectDef.proto: null.
const noProto Intrinsic = 0xFFFF

var defs [numIntrinsics]*objectDef

// define says how an intrinsic object is made.
func define(id Intrinsic, d objectDef) {
	if defs[id] != nil {
		panic("vm: intrinsic defined twice: " + d.name)
	}
	d.id = id
	defs[id] = &d
}

// defineClass defines a constructor and its prototype object: "prototype" and "constructor" link them. statics are the constructor's properties.
func defineClass(ctor, proto Intrinsic, name string, length int, fn NativeFunc, statics, props []prop) {
	define(ctor, objectDef{fn: fn, name: name, len: uint8(length), ctor: true, of: proto, props: append([]prop{
		{name: "prototype", obj: proto},
	}, statics...)})
	define(proto, objectDef{props: append([]prop{object("constructor", ctor)}, props...)})
}

// Helper is a native function without a property: made at run time with data words (Realm.NewBuiltin).
type Helper struct {
	fn     NativeFunc
	name   string
	length uint8
	ctor   bool
	row    uint32
}

var helpers []*Helper

// is says what a helper does: called in an init function, so that the function may refer to the helper's variable.
func (h *Helper) is(name string, length int, fn NativeFunc) {
	h.name, h.length, h.fn = name, uint8(length), fn
	helpers = append(helpers, h)
}

// staticNatives are the rows that all runtimes share. Row 0 is none.
var staticNatives []nativeInfo

// prepareBuiltins resolves the names of the static tables: once a process.
func prepareBuiltins() {
	prepareGlobal()
	staticNatives = make([]nativeInfo, 1, 2048)
	add := func(fn NativeFunc, name Key, prefix string, length, flags uint8) uint32 {
		staticNatives = append(staticNatives, nativeInfo{fn: fn, name: name, prefix: prefix, length: length, flags: flags})
		return uint32(len(staticNatives) - 1)
	}
	for _, h := range helpers {
		f := uint8(0)
		if h.ctor {
			f = nativeCtor
		}
		h.row = add(h.fn, staticKey(h.name), "", h.length, f)
	}
	for _, d := range defs {
		if d == nil {
			continue
		}
		if d.fn != nil {
			f := uint8(0)
			if d.ctor {
				f = nativeCtor
			}
			d.row = add(d.fn, staticKey(d.name), "", d.len, f)
		}
		for i := range d.props {
			p := &d.props[i]
			p.key = staticKey(p.name)
			name := p.key
			if p.fname != "" {
				name = staticKey(p.fname)
			}
			if p.fn != nil {
				p.row = add(p.fn, name, "", p.length, 0)
			}
			if p.get != nil {
				p.row = add(p.get, name, "get", 0, 0)
			}
			if p.set != nil {
				p.setRow = add(p.set, name, "set", 1, 0)
			}
			if p.alias != "" {
				p.aliasOf = -1
				for j := range d.props {
					if d.props[j].name == p.alias {
						p.aliasOf = j
					}
				}
				if p.aliasOf < 0 {
					panic("vm: alias of nothing: " + p.alias)
				}
			}
		}
	}
}

// Intrinsic is an intrinsic object of the realm, made when it is first asked for.
func (r *Realm) Intrinsic(id Intrinsic) Ref {
	if o := r.intrinsics[id]; o != 0 {
		return o
	}
	return r.makeIntrinsic(id)
}

func (r *Realm) makeIntrinsic(id Intrinsic) Ref {
	rt := r.rt
	g := rt.unguard()
	defer func() { rt.guarded = g }()
	d := defs[id]
	if d == nil {
		d = &objectDef{id: id}
	}
	proto := Ref(0)
	switch {
	case d.proto == noProto:
	case d.proto != 0:
		proto = r.Intrinsic(d.proto)
	case d.fn != nil:
		proto = r.Intrinsic(FunctionPrototype)
	case id != ObjectPrototype:
		proto = r.Intrinsic(ObjectPrototype)
	}
	kind := d.kind
	if kind == 0 {
		kind = KindObject
	}
	if d.fn != nil {
		kind = KindNative
	}
	base := 2 + uint32(kinds[kind].words)
	// A shape of its own: its slots may be lazy.
	shape := rt.newShape(proto, 0, base, 0)
	rt.setFlag(shape, shapeUnique)
	if proto != 0 {
		rt.setFlag(proto, flagProto)
	}
	var o Ref
	if kind == KindNative {
		o = r.newNativeShape(d.row, 0, shape)
	} else {
		o = rt.allocObject(kind, shape)
		rt.setFlag(o, flagLazy)
		if exotics[kind] != nil && kind != KindGlobal {
			rt.setFlag(o, flagExotic)
		}
	}
	rt.mem[shape+3] = uint64(rt.newTable(4))
	rt.lazyObjects[o] = lazyObject{r, d}
	r.intrinsics[id] = o
	if d.init != nil {
		d.init(r, o)
	}
	return o
}

// lazyObject is an intrinsic whose properties were not touched yet.
type lazyObject struct {
	realm *Realm
	def   *objectDef
}

// intrinsicOf takes the definition of an intrinsic that is about to be filled.
func (rt *Runtime) intrinsicOf(o Ref) (*Realm, *objectDef) {
	l, ok := rt.lazyObjects[o]
	if !ok {
		return nil, nil
	}
	delete(rt.lazyObjects, o)
	return l.realm, l.def
}

// fill gives an intrinsic its properties; functions and objects among them are made when they are read.
func (r *Realm) fill(o Ref, d *objectDef) {
	rt := r.rt
	s := rt.shape(o)
	n := uint32(len(d.props))
	if d.fn != nil {
		n += 2
	}
	rt.mem[s+3] = uint64(rt.newTable(max(n+2, 4)))
	rt.growSlots(o, n)
	if d.fn != nil {
		rt.addProp(o, KeyLength, attrConfigurable, Int(int32(d.len)))
		rt.addProp(o, KeyName, attrConfigurable, rt.KeyValue(rt.natives[d.row].name))
	}
	for i := range d.props {
		p := &d.props[i]
		v := p.num
		if !p.hasVal {
			v = Value(tagInternal)<<tagShift | Value(r.index+1)<<32 | Value(d.id)<<16 | Value(i)
		}
		if p.key.IsIndex() {
			rt.defineElem(o, p.key.Index(), rt.makeLazy(v), p.attrs)
			continue
		}
		rt.addProp(o, p.key, p.attrs, v)
	}
}

// makeLazy makes the value of a lazy slot.
func (rt *Runtime) makeLazy(v Value) Value {
	g := rt.unguard()
	defer func() { rt.guarded = g }()
	if v>>32&lazyHostBit != 0 {
		return rt.lazyMake(rt.realms[uint32(v>>32&(lazyHostBit-1))-1], uint32(v))
	}
	r := rt.realms[uint32(v>>32&0xFFFF)-1]
	d := defs[Intrinsic(v>>16)]
	p := &d.props[uint16(v)]
	switch {
	case p.alias != "":
		q := &d.props[p.aliasOf]
		o := r.intrinsics[d.id]
		s := rt.shape(o)
		if i, a := rt.find(s, q.key); i >= 0 && a&attrAccessor == 0 {
			if w := Value(rt.mem[rt.slotAt(o, s, uint32(i))]); w.isLazy() || rt.isBuiltin(w, q.row) {
				return rt.slot(o, s, uint32(i))
			}
		}
		// The other one was changed before this one was read: what it was is made again.
		return objectValue(r.newNative(q.row, 0))
	case p.fn != nil:
		return objectValue(r.newNative(p.row, 0))
	case p.get != nil || p.set != nil:
		g, s := Undefined, Undefined
		if p.get != nil {
			g = objectValue(r.newNative(p.row, 0))
		}
		if p.set != nil {
			s = objectValue(r.newNative(p.setRow, 0))
		}
		return rt.newAccessor(g, s)
	case p.obj != 0:
		return objectValue(r.Intrinsic(p.obj))
	case p.val != nil:
		return p.val(r)
	}
	return Undefined
}

// isBuiltin reports whether v is a native function of a row.
func (rt *Runtime) isBuiltin(v Value, row uint32) bool {
	return rt.IsKind(v, KindNative) && uint32(rt.mem[v.Ref()+2]) == row
}

// isNative reports whether v is the static native function that an intrinsic was defined with.
func (rt *Runtime) isIntrinsicFn(v Value, id Intrinsic) bool {
	return v.IsObject() && defs[id] != nil && rt.isBuiltin(v, defs[id].row)
}
