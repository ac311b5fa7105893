package vm

import "github.com/niso-engine/niso/js/vm/code"

// What a host needs of the engine beside the language's own operations.

// HasCell reports whether v refers to a cell of the heap: the collector must know of it.
func (v Value) HasCell() bool { return v.isCell() }

// EnterRealm makes r the running realm, and gives the one that was: a host that calls the engine says for whom.
func (rt *Runtime) EnterRealm(r *Realm) (before *Realm) {
	before = rt.realm
	rt.realm = r
	return before
}

// End makes the end of the script pending, as an interrupt does: for a native that learned of it and passes it on.
func (rt *Runtime) End(reason error) { rt.end(reason) }

// EndStack is the stack at the time the script was ended, innermost frame first.
func (rt *Runtime) EndStack() []Frame { return rt.endStack }

// Thrown is where an exception left a script function first; the zero Thrown is nowhere.
type Thrown struct {
	fn *code.Func
	pc uint32
}

// LastThrown is where the exception that was taken last came from: nowhere for one that no script function threw.
func (rt *Runtime) LastThrown() Thrown { return rt.thrown }

// ThrowFrom is Throw for an exception that was taken and goes on.
func (rt *Runtime) ThrowFrom(v Value, at Thrown) {
	rt.Throw(v)
	rt.thrown = at
}

// Frame is the place as a frame of a stack without a name; false for nowhere.
func (t Thrown) Frame() (Frame, bool) {
	if t.fn == nil {
		return Frame{}, false
	}
	p := t.fn.Program
	fr := Frame{File: p.Name}
	if p.SourceURL != "" {
		fr.File = p.SourceURL
	}
	if pos := t.fn.PosAt(int(t.pc) - 1); pos >= 0 {
		fr.Line, fr.Column = p.Position(pos)
	}
	return fr, true
}

// Put adds or overwrites a property of an ordinary object that Go code is making, with the attributes in flags (DescWritable …). v may be
// what NewAccessor gave.
func (rt *Runtime) Put(o Ref, k Key, v Value, flags DescFlags) {
	rt.put(o, k, v, putAttrs(flags, v.isInternal()))
}

func putAttrs(flags DescFlags, accessor bool) uint8 {
	a := uint8(0)
	if flags&DescWritable != 0 {
		a |= attrWritable
	}
	if flags&DescEnumerable != 0 {
		a |= attrEnumerable
	}
	if flags&DescConfigurable != 0 {
		a |= attrConfigurable
	}
	if accessor {
		a = a&^attrWritable | attrAccessor
	}
	return a
}

// NewKeeper is NewFunction for a function that keeps values alive as long as it lives.
func (r *Realm) NewKeeper(name Key, length int, fn NativeFunc, keep ...Value) Ref {
	row := r.rt.addNative(nativeInfo{fn: fn, name: name, length: uint8(length)})
	o := r.newNative(row, len(keep))
	for i, v := range keep {
		r.rt.SetData(o, i, v)
	}
	r.rt.owners = append(r.rt.owners, nativeOwner{o, row})
	return o
}

// IsObjectRef reports whether o is an object's cell.
func (rt *Runtime) IsObjectRef(o Ref) bool {
	return o != 0 && int(o) < len(rt.mem) && rt.kind(o) >= KindObject
}

// RealmOf is the realm of a function or a host object; nil for other values, which belong to none in particular.
func (rt *Runtime) RealmOf(v Value) *Realm {
	if !v.IsObject() {
		return nil
	}
	switch o := v.Ref(); rt.kind(o) {
	case KindGlobalProxy:
		return rt.HostRealm(rt.GlobalBehind(o))
	case KindHost, KindGlobal:
		return rt.HostRealm(o)
	case KindNative:
		return rt.realms[rt.mem[o+2]>>32]
	case KindFunction:
		return rt.funcOf(o).prog.realm
	}
	return nil
}

// RealmOfObject is RealmOf for objects of any kind: for what holds no realm, that of what a bound function or a proxy stands for, or of the nearest
// prototype that has one. nil if none has.
func (rt *Runtime) RealmOfObject(o Ref) *Realm {
	for n := 0; o != 0 && n < 1000; n++ {
		if r := rt.RealmOf(objectValue(o)); r != nil {
			return r
		}
		switch rt.kind(o) {
		case KindBound, KindProxy:
			t := rt.Word(o, 0)
			if !t.IsObject() { // revoked
				return nil
			}
			o = t.Ref()
			continue
		}
		for _, r := range rt.realms {
			if r != nil && r.Intrinsic(ObjectPrototype) == o {
				return r
			}
		}
		o = rt.protoRef(o)
	}
	return nil
}

// Brief is a short text of a value for messages, without running script: strings in quotes, objects as #<Name>.
func (rt *Runtime) Brief(v Value) string { return rt.brief(v) }

// ScriptRealm is the realm of the innermost script function on the stack, nil for none.
func (rt *Runtime) ScriptRealm() *Realm {
	for f := rt.fp; f != nil; f = f.prev {
		if f.c != nil {
			return f.c.realm
		}
	}
	return nil
}
