package vm

// What a host needs of ArrayBuffers and their views.

// ViewInfo says what a view views.
type ViewInfo struct {
	Buffer Ref
	Ctor   Intrinsic // Int8ArrayCtor … or DataViewCtor
	Offset int       // in bytes
	Length int       // in elements; bytes of a DataView
	Size   int       // bytes of an element
	Shared bool      // the buffer is a SharedArrayBuffer
	Bad    bool      // the buffer was detached or has become too short: Length is 0
}

// View is what a typed array or DataView views; false for other objects.
func (rt *Runtime) View(o Ref) (v ViewInfo, ok bool) {
	k := rt.kind(o)
	if k != KindTypedArray && k != KindDataView {
		return v, false
	}
	v.Buffer, v.Offset, v.Ctor, v.Size = rt.Word(o, 0).Ref(), int(rt.Raw(o, 1)), DataViewCtor, 1
	v.Shared = rt.kind(v.Buffer) == KindSharedArrayBuffer
	length := rt.viewLength
	if k == KindTypedArray {
		t := rt.elementType(o)
		v.Ctor, v.Size = t.ctor(), t.size()
		length = rt.typedLength
	}
	n, good := length(o)
	if v.Bad = !good; good {
		v.Length = n
	}
	return v, true
}

// NewView makes a typed array or DataView (its constructor tells which) of n elements from a byte of a buffer on, which must
// have them.
func (r *Realm) NewView(ctor Intrinsic, buf Ref, offset, n int) Ref {
	rt := r.rt
	proto := r.Intrinsic(ctor + 1)
	if ctor != DataViewCtor {
		return rt.newTyped(proto, elementType((ctor-Int8ArrayCtor)/2), buf, uint64(offset), uint64(n))
	}
	o := rt.NewKind(KindDataView, proto)
	rt.SetWord(o, 0, objectValue(buf))
	rt.SetRaw(o, 1, uint64(offset))
	rt.SetRaw(o, 2, uint64(n))
	return o
}

// IsDetached reports whether an ArrayBuffer was detached.
func (rt *Runtime) IsDetached(buf Ref) bool {
	return rt.kind(buf) == KindArrayBuffer && rt.bufferOf(buf).detached
}

// RegExpText is the pattern and the flags of a RegExp, as it was made or last compiled.
func (rt *Runtime) RegExpText(o Ref) (source, flags string) {
	return rt.GoString(rt.Word(o, 0)), rt.regexpFlags(o).String()
}
