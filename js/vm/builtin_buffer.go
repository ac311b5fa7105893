package vm

// --- ArrayBuffer and SharedArrayBuffer

// https://tc39.es/ecma262/#sec-arraybuffer-constructor
func bufferConstructor(proto Intrinsic, name string, shared bool) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		if c.NewTarget.IsUndefined() {
			return c.TypeError("Constructor %s requires 'new'", name)
		}
		n, ok := rt.ToIndex(c.Arg(0), "Invalid array buffer length")
		if !ok {
			return Undefined
		}
		limit := int64(-1)
		if o := c.Arg(1); o.IsObject() {
			v, ok := rt.Get(o.Ref(), KeyMaxByteLength)
			if !ok {
				return Undefined
			}
			if !v.IsUndefined() {
				if limit, ok = rt.ToIndex(v, "Invalid array buffer max length"); !ok {
					return Undefined
				}
			}
		}
		if limit >= 0 && n > limit {
			return c.RangeError("Invalid array buffer max length")
		}
		p, ok := rt.ProtoFromCtor(c.NewTarget, proto)
		if !ok {
			return Undefined
		}
		rt.KeepRef(p)
		data, ok := rt.allocBytes(max(n, limit))
		if !ok {
			return Undefined
		}
		row := &bufferRow{max: int(limit)}
		if shared {
			row.shared = &SharedBytes{data: data, max: int(limit)}
			row.shared.length.Store(n)
		} else {
			row.data = data[:n]
		}
		return objectValue(rt.newBuffer(p, row))
	}
}

func (c *Call) thisBuffer(shared bool, method string) (*bufferRow, bool) {
	kind, name := uint8(KindArrayBuffer), "ArrayBuffer.prototype."
	if shared {
		kind, name = KindSharedArrayBuffer, "SharedArrayBuffer.prototype."
	}
	if !c.Rt.IsKind(c.This, kind) {
		c.Incompatible(name + method)
		return nil, false
	}
	return c.Rt.bufferOf(c.This.Ref()), true
}

func bufferGet(shared bool, method string, get func(b *bufferRow) Value) NativeFunc {
	return func(c *Call) Value {
		b, ok := c.thisBuffer(shared, method)
		if !ok {
			return Undefined
		}
		return get(b)
	}
}

func bufferByteLength(b *bufferRow) Value { return Int64(int64(len(b.bytes()))) }

func bufferMaxByteLength(b *bufferRow) Value {
	if b.max >= 0 && !b.detached {
		return Int64(int64(b.max))
	}
	return bufferByteLength(b)
}

func detachedError(c *Call, method string) Value {
	return c.TypeError("Cannot perform %s on a detached ArrayBuffer", method)
}

func bufferResize(c *Call) Value {
	rt := c.Rt
	b, ok := c.thisBuffer(false, "resize")
	if !ok {
		return Undefined
	}
	if b.max < 0 {
		return c.Incompatible("ArrayBuffer.prototype.resize")
	}
	n, ok := rt.ToIndex(c.Arg(0), "ArrayBuffer.prototype.resize: Invalid length parameter")
	if !ok {
		return Undefined
	}
	if b.detached {
		return detachedError(c, "ArrayBuffer.prototype.resize")
	}
	if n > int64(b.max) {
		return c.RangeError("ArrayBuffer.prototype.resize: Invalid length parameter")
	}
	if old := len(b.data); int(n) < old {
		clear(b.data[n:])
	}
	b.data = b.data[:n]
	return Undefined
}

func sharedGrow(c *Call) Value {
	b, ok := c.thisBuffer(true, "grow")
	if !ok {
		return Undefined
	}
	if b.shared.max < 0 {
		return c.Incompatible("SharedArrayBuffer.prototype.grow")
	}
	n, ok := c.Rt.ToIndex(c.Arg(0), "SharedArrayBuffer.prototype.grow: Invalid length parameter")
	if !ok {
		return Undefined
	}
	for {
		cur := b.shared.length.Load()
		if n > int64(b.shared.max) || n < cur {
			return c.RangeError("SharedArrayBuffer.prototype.grow: Invalid length parameter")
		}
		if b.shared.length.CompareAndSwap(cur, n) {
			return Undefined
		}
	}
}

func bufferSlice(shared bool) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		b, ok := c.thisBuffer(shared, "slice")
		if !ok {
			return Undefined
		}
		if b.detached {
			return detachedError(c, "ArrayBuffer.prototype.slice")
		}
		n := int64(len(b.bytes()))
		from, ok := rt.RelativeIndex(c.Arg(0), n, 0)
		if !ok {
			return Undefined
		}
		to, ok := rt.RelativeIndex(c.Arg(1), n, n)
		if !ok {
			return Undefined
		}
		count := max(to-from, 0)
		def := ArrayBufferCtor
		if shared {
			def = SharedArrayBufferCtor
		}
		ctor, ok := c.speciesOf(c.This.Ref(), objectValue(c.Realm.Intrinsic(def)))
		if !ok {
			return Undefined
		}
		v, ok := rt.Construct(ctor, Undefined, Int64(count))
		if !ok {
			return Undefined
		}
		if !v.IsObject() || rt.kind(v.Ref()) != rt.kind(c.This.Ref()) {
			return c.TypeError("Method ArrayBuffer.prototype.slice called on incompatible receiver %s", rt.display(v))
		}
		nb := rt.bufferOf(v.Ref())
		switch {
		case nb.detached:
			return detachedError(c, "ArrayBuffer.prototype.slice")
		case v == c.This || nb.shared != nil && nb.shared == b.shared:
			return c.TypeError("ArrayBuffer subclass returned this from species constructor")
		case int64(len(nb.bytes())) < count:
			return c.TypeError("Species constructor returned a too small ArrayBuffer")
		case b.detached:
			return detachedError(c, "ArrayBuffer.prototype.slice")
		}
		if cur := int64(len(b.bytes())); from < cur {
			copy(nb.bytes(), b.bytes()[from:min(from+count, cur)])
		}
		return v
	}
}

func bufferTransfer(fixed bool) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		b, ok := c.thisBuffer(false, "transfer")
		if !ok {
			return Undefined
		}
		n := int64(len(b.data))
		if !c.Arg(0).IsUndefined() {
			if n, ok = rt.ToIndex(c.Arg(0), "Invalid array buffer length"); !ok {
				return Undefined
			}
		}
		if b.detached {
			return detachedError(c, "ArrayBuffer.prototype.transfer")
		}
		limit := -1
		if b.max >= 0 && !fixed {
			limit = b.max
			if n > int64(limit) {
				return c.RangeError("Invalid array buffer length")
			}
		}
		row := &bufferRow{max: limit}
		switch {
		case limit >= 0 || int(n) == len(b.data) && b.max < 0:
			data := rt.take(b)
			if int(n) < len(data) {
				clear(data[n:])
			}
			row.data = data[:n]
		default:
			if row.data, ok = rt.allocBytes(n); !ok {
				return Undefined
			}
			copy(row.data, rt.take(b))
		}
		return objectValue(rt.newBuffer(c.Realm.Intrinsic(ArrayBufferPrototype), row))
	}
}

func bufferIsView(c *Call) Value {
	return Bool(c.Rt.IsKind(c.Arg(0), KindTypedArray) || c.Rt.IsKind(c.Arg(0), KindDataView))
}

// --- DataView

// https://tc39.es/ecma262/#sec-dataview-constructor
func dataViewConstructor(c *Call) Value {
	rt := c.Rt
	if c.NewTarget.IsUndefined() {
		return c.TypeError("Constructor DataView requires 'new'")
	}
	if !rt.isBuffer(c.Arg(0)) {
		return c.TypeError("First argument to DataView constructor must be an ArrayBuffer")
	}
	buf := c.Arg(0)
	b := rt.bufferOf(buf.Ref())
	at, ok := rt.ToIndex(c.Arg(1), "Start offset is outside the bounds of the buffer")
	if !ok {
		return Undefined
	}
	if b.detached {
		return detachedError(c, "DataView")
	}
	if at > int64(len(b.bytes())) {
		return c.RangeError("Start offset %d is outside the bounds of the buffer", at)
	}
	resizable := b.max >= 0
	length := uint64(0)
	if c.Arg(2).IsUndefined() {
		length = tracking
		if !resizable {
			length = uint64(int64(len(b.bytes())) - at)
		}
	} else {
		n, ok := rt.ToIndex(c.Arg(2), "Invalid DataView length")
		if !ok {
			return Undefined
		}
		if at+n > int64(len(b.bytes())) {
			return c.RangeError("Invalid DataView length %d", n)
		}
		length = uint64(n)
	}
	o, ok := c.newFromConstructor(KindDataView, DataViewPrototype)
	if !ok {
		return Undefined
	}
	if b.detached {
		return detachedError(c, "DataView")
	}
	if cur := int64(len(b.bytes())); at > cur || length != tracking && at+int64(length) > cur {
		return c.RangeError("Invalid DataView length")
	}
	rt.SetWord(o, 0, buf)
	rt.SetRaw(o, 1, uint64(at))
	rt.SetRaw(o, 2, length)
	return objectValue(o)
}

func (c *Call) thisView(method string) (Ref, bool) {
	return c.thisKind(KindDataView, "DataView.prototype."+method)
}

func dataViewGet(t elementType, name string) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, ok := c.thisView(name)
		if !ok {
			return Undefined
		}
		at, ok := rt.ToIndex(c.Arg(0), "Offset is outside the bounds of the DataView")
		if !ok {
			return Undefined
		}
		little := rt.ToBoolean(c.Arg(1))
		n, ok := rt.viewLength(o)
		if !ok {
			return detachedError(c, "DataView.prototype."+name)
		}
		if at+int64(t.size()) > int64(n) {
			return c.RangeError("Offset is outside the bounds of the DataView")
		}
		var tmp [8]byte
		swap(tmp[:t.size()], rt.viewBuffer(o).bytes()[int64(rt.Raw(o, 1))+at:], little)
		return rt.element(t, tmp[:])
	}
}

func dataViewSet(t elementType, name string) NativeFunc {
	return func(c *Call) Value {
		rt := c.Rt
		o, ok := c.thisView(name)
		if !ok {
			return Undefined
		}
		at, ok := rt.ToIndex(c.Arg(0), "Offset is outside the bounds of the DataView")
		if !ok {
			return Undefined
		}
		v, ok := rt.toElement(t, c.Arg(1))
		if !ok {
			return Undefined
		}
		little := rt.ToBoolean(c.Arg(2))
		n, ok := rt.viewLength(o)
		if !ok {
			return detachedError(c, "DataView.prototype."+name)
		}
		if at+int64(t.size()) > int64(n) {
			return c.RangeError("Offset is outside the bounds of the DataView")
		}
		var tmp [8]byte
		rt.putElement(t, tmp[:], v)
		swap(rt.viewBuffer(o).bytes()[int64(rt.Raw(o, 1))+at:][:t.size()], tmp[:], little)
		return Undefined
	}
}

// swap copies bytes, from or to little endian.
func swap(dst, src []byte, little bool) {
	n := len(dst)
	for i := range dst {
		if little {
			dst[i] = src[i]
		} else {
			dst[i] = src[n-1-i]
		}
	}
}

func init() {
	species := getter("@@species", arraySpecies).named("[Symbol.species]")
	defineClass(ArrayBufferCtor, ArrayBufferPrototype, "ArrayBuffer", 1, bufferConstructor(ArrayBufferPrototype, "ArrayBuffer", false), []prop{
		method("isView", 1, bufferIsView), species,
	}, []prop{
		getter("byteLength", bufferGet(false, "byteLength", bufferByteLength)),
		method("slice", 2, bufferSlice(false)),
		getter("maxByteLength", bufferGet(false, "maxByteLength", bufferMaxByteLength)),
		getter("resizable", bufferGet(false, "resizable", func(b *bufferRow) Value { return Bool(b.max >= 0) })),
		method("resize", 1, bufferResize),
		method("transfer", 0, bufferTransfer(false)),
		method("transferToFixedLength", 0, bufferTransfer(true)),
		getter("detached", bufferGet(false, "detached", func(b *bufferRow) Value { return Bool(b.detached) })),
		text("@@toStringTag", "ArrayBuffer"),
	})
	// A detached buffer has length 0: its data is nil, and a resizable one tells so by max.
	defineClass(SharedArrayBufferCtor, SharedArrayBufferPrototype, "SharedArrayBuffer", 1, bufferConstructor(SharedArrayBufferPrototype, "SharedArrayBuffer", true), []prop{species}, []prop{
		getter("byteLength", bufferGet(true, "byteLength", bufferByteLength)),
		method("slice", 2, bufferSlice(true)),
		getter("maxByteLength", bufferGet(true, "maxByteLength", bufferMaxByteLength)),
		getter("growable", bufferGet(true, "growable", func(b *bufferRow) Value { return Bool(b.shared.max >= 0) })),
		method("grow", 1, sharedGrow),
		text("@@toStringTag", "SharedArrayBuffer"),
	})
	props := []prop{
		getter("buffer", func(c *Call) Value {
			o, ok := c.thisView("buffer")
			if !ok {
				return Undefined
			}
			return c.Rt.Word(o, 0)
		}),
		getter("byteLength", func(c *Call) Value {
			o, ok := c.thisView("byteLength")
			if !ok {
				return Undefined
			}
			n, ok := c.Rt.viewLength(o)
			if !ok {
				return detachedError(c, "DataView.prototype.byteLength")
			}
			return Int64(int64(n))
		}),
		getter("byteOffset", func(c *Call) Value {
			o, ok := c.thisView("byteOffset")
			if !ok {
				return Undefined
			}
			if _, ok := c.Rt.viewLength(o); !ok {
				return detachedError(c, "DataView.prototype.byteOffset")
			}
			return Int64(int64(c.Rt.Raw(o, 1)))
		}),
		text("@@toStringTag", "DataView"),
	}
	for t := range numElementTypes {
		if t != elemUint8Clamped {
			props = append(props, method("get"+elementNames[t], 1, dataViewGet(t, "get"+elementNames[t])), method("set"+elementNames[t], 2, dataViewSet(t, "set"+elementNames[t])))
		}
	}
	defineClass(DataViewCtor, DataViewPrototype, "DataView", 1, dataViewConstructor, nil, props)
}
