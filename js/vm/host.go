package vm

// Host objects are what a host makes for things of its own (KindHost, KindGlobal):
//
//	word 2   id 32 | class 16 | realm 16: read in one step from this
//	word 3   row of Runtime.hosts with Go state, 0 for none
//
// The rows die with their objects: sweeping drops the state.

// HostClass is a class of host objects. It must not change once it is registered; runtimes may share it.
type HostClass struct {
	Name string
	// Trace marks what Go state of an object holds (Runtime.Mark). It must not run script.
	Trace func(rt *Runtime, o Ref, state any)
	// Exotic replaces internal methods; nil for ordinary objects.
	Exotic *HostExotic
	// Call makes instances callable; nil if they are not. The call's realm is that of the object.
	Call NativeFunc
	// Undetectable instances have an [[IsHTMLDDA]] internal slot: false, of type undefined and == null (document.all).
	//
	// https://tc39.es/ecma262/#sec-IsHTMLDDA-internal-slot
	Undetectable bool

	// Error gives instances an [[ErrorData]] internal slot: Error.isError is true of them.
	Error bool
}

// HostExotic are internal methods of host objects; nil ones are ordinary. Ordinary… functions of Runtime do what ordinary objects do.
type HostExotic struct {
	// ChainFirst says that names which the object or its prototypes have as ordinary properties are never others': inline
	// caches may remember them.
	ChainFirst bool

	GetOwn     func(rt *Runtime, o Ref, k Key) (d Desc, found, ok bool)
	Define     func(rt *Runtime, o Ref, k Key, d *Desc) (done, ok bool)
	Has        func(rt *Runtime, o Ref, k Key) (has, ok bool)
	Get        func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool)
	Set        func(rt *Runtime, o Ref, k Key, v, receiver Value) (done, ok bool)
	Delete     func(rt *Runtime, o Ref, k Key) (done, ok bool)
	OwnKeys    func(rt *Runtime, o Ref) ([]Key, bool)
	PreventExt func(rt *Runtime, o Ref) (done, ok bool)
	SetProto   func(rt *Runtime, o, proto Ref) (done, ok bool)

	// Refused is what the TypeError of an operation that the object refused says, "" for what it says of ordinary objects. d is nil but for RefusedDefine.
	Refused func(rt *Runtime, o Ref, k Key, op Refusal, d *Desc) string
}

// Refusal is an internal method that returned false.
type Refusal uint8

const (
	RefusedSet Refusal = iota
	RefusedDefine
	RefusedDelete
)

// refused throws the TypeError of an operation that a host object refused; false where it is none that has words of its own.
func (rt *Runtime) refused(o Ref, k Key, op Refusal, d *Desc) bool {
	if rt.kind(o) != KindHost {
		return false
	}
	x := rt.hostClasses[uint16(rt.mem[o+2]>>32)].Exotic
	if x == nil || x.Refused == nil {
		return false
	}
	g := rt.unguard()
	text := x.Refused(rt, o, k, op, d)
	rt.guarded = g
	if text == "" {
		return false
	}
	rt.TypeError("%s", text)
	return true
}

type hostRow struct {
	cell  Ref
	state any
}

// hostBytes is about what goes with a host object that has Go state: a node of a document, its attributes, the state itself.
const hostBytes = 256

func (rt *Runtime) isHostError(v Value) bool {
	return v.IsObject() && rt.kind(v.Ref()) == KindHost && rt.hostClasses[uint16(rt.mem[v.Ref()+2]>>32)].Error
}

// RegisterHostClass gives a class its number in the runtime, from 1 on.
func (rt *Runtime) RegisterHostClass(c *HostClass) uint16 {
	if len(rt.hostClasses) == 0 {
		rt.hostClasses = append(rt.hostClasses, nil)
		rt.hosts = append(rt.hosts, hostRow{})
	}
	rt.hostClasses = append(rt.hostClasses, c)
	rt.hostCounts = append(rt.hostCounts, 0)
	return uint16(len(rt.hostClasses) - 1)
}

// NewHost makes a host object: 48 bytes, with room for two properties. Its state is kept until the object dies; nil takes no row.
func (r *Realm) NewHost(class uint16, id uint32, state any, proto Ref) Ref {
	rt := r.rt
	o := rt.allocObject(KindHost, rt.rootShape(KindHost, proto, 2))
	rt.hostCounts[class-1]++
	r.initHost(o, class, id, state)
	return o
}

// NewHost makes a host object of the current realm.
func (rt *Runtime) NewHost(class uint16, id uint32, state any, proto Ref) Ref {
	return rt.realm.NewHost(class, id, state, proto)
}

// HostRealm is the realm that a host object was made in.
func (rt *Runtime) HostRealm(o Ref) *Realm { return rt.realms[rt.mem[o+2]>>48] }

func (r *Realm) initHost(o Ref, class uint16, id uint32, state any) {
	rt := r.rt
	c := rt.hostClasses[class]
	if c.Exotic != nil {
		rt.setFlag(o, flagExotic)
	}
	if c.Call != nil {
		rt.setFlag(o, flagCallable)
	}
	if c.Undetectable {
		rt.undetectable = true
	}
	rt.SetRaw(o, 0, uint64(id)|uint64(class)<<32|uint64(r.index)<<48)
	if state != nil {
		rt.SetHostState(o, state)
	}
}

// SetGlobalHost makes the realm's global object a host object of a class.
func (r *Realm) SetGlobalHost(class uint16, id uint32, state any) {
	r.initHost(r.global, class, id, state)
}

// HostOf is the class and id of a host object, those of a global object for a proxy of it; class 0 for any other value.
func (rt *Runtime) HostOf(v Value) (class uint16, id uint32) {
	if !v.IsObject() {
		return 0, 0
	}
	o := v.Ref()
	switch rt.kind(o) {
	case KindHost, KindGlobal:
	case KindGlobalProxy:
		o = rt.GlobalBehind(o)
	default:
		return 0, 0
	}
	w := rt.mem[o+2]
	return uint16(w >> 32), uint32(w)
}

// SetHostID changes the id of a host object.
func (rt *Runtime) SetHostID(o Ref, id uint32) {
	rt.mem[o+2] = rt.mem[o+2]&^0xFFFFFFFF | uint64(id)
}

// isHTMLDDA reports whether o has an [[IsHTMLDDA]] internal slot (document.all).
func (rt *Runtime) isHTMLDDA(o Ref) bool {
	return rt.undetectable && rt.kind(o) == KindHost && rt.hostClasses[uint16(rt.mem[o+2]>>32)].Undetectable
}

// HostState is the Go state of a host object, nil for none.
func (rt *Runtime) HostState(o Ref) any {
	if row := rt.mem[o+3]; row != 0 {
		return rt.hosts[row].state
	}
	return nil
}

// SetHostState sets it.
func (rt *Runtime) SetHostState(o Ref, state any) {
	row := uint32(rt.mem[o+3])
	if row == 0 {
		if n := len(rt.freeHosts); n > 0 {
			row = rt.freeHosts[n-1]
			rt.freeHosts = rt.freeHosts[:n-1]
		} else {
			row = uint32(len(rt.hosts))
			rt.hosts = append(rt.hosts, hostRow{})
		}
		rt.mem[o+3] = uint64(row)
		rt.heap.External(hostBytes)
	}
	rt.hosts[row] = hostRow{o, state}
}

func (rt *Runtime) traceHostObject(o Ref, kind uint8) {
	w := rt.mem[o+2]
	class := uint16(w >> 32)
	if class == 0 {
		return
	}
	if kind == KindHost {
		rt.hostCounts[class-1]++
	}
	if c := rt.hostClasses[class]; c.Trace != nil {
		c.Trace(rt, o, rt.HostState(o))
	}
}

func (rt *Runtime) sweepHosts() {
	for row := 1; row < len(rt.hosts); row++ {
		if h := &rt.hosts[row]; h.cell != 0 && !rt.heap.Marked(h.cell) {
			if rt.hostDrop != nil {
				rt.hostDrop(h.state)
			}
			*h = hostRow{}
			rt.heap.External(-hostBytes)
			rt.freeHosts = append(rt.freeHosts, uint32(row))
		}
	}
}

// trimHosts gives back what the table of rows has beyond its last one in use.
func (rt *Runtime) trimHosts() {
	n := len(rt.hosts)
	for n > 1 && rt.hosts[n-1].cell == 0 {
		n--
	}
	if cap(rt.hosts) < 2*n+256 {
		return
	}
	rt.hosts = append(make([]hostRow, 0, n+n/4), rt.hosts[:n]...)
	rt.freeHosts = nil
	for row := n - 1; row > 0; row-- { // the lowest is taken first
		if rt.hosts[row].cell == 0 {
			rt.freeHosts = append(rt.freeHosts, uint32(row))
		}
	}
}

// OnHostDrop sets a hook that gets the Go state of each host object that a collection found dead. It must not use the runtime.
func (rt *Runtime) OnHostDrop(f func(state any)) { rt.hostDrop = f }

// HeldHosts are the host objects that the last collection reached and those made since, by class number.
func (rt *Runtime) HeldHosts() []int { return append([]int{0}, rt.hostCounts...) }

// OnDrop sets a hook that runs after each marking, before dead cells can be used again: what alive reports is whether an object lives.
func (rt *Runtime) OnDrop(f func(alive func(o Ref) bool)) { rt.onDrop = f }

// OnTrace sets a hook that marks roots of the host (Runtime.Mark).
func (rt *Runtime) OnTrace(f func()) { rt.traceRoots = f }

// OnRejection sets HostPromiseRejectionTracker: handled is false for a promise rejected without handler, true when it gets one.
func (rt *Runtime) OnRejection(f func(p Ref, handled bool)) { rt.rejection = f }

// --- lazy objects of the host

// lazyHost is an object of NewLazyObject that was not looked at yet.
type lazyHost struct {
	realm *Realm
	fill  func(o Ref)
}

// NewLazyObject makes an object of the running realm and of a kind whose properties fill gives when they are first looked at.
func (rt *Runtime) NewLazyObject(kind uint8, proto Ref, fill func(o Ref)) Ref {
	shape := rt.uniqueShape(proto, 2+uint32(kinds[kind].words), 0, 4)
	o := rt.allocObject(kind, shape)
	rt.setFlag(o, flagLazy)
	if rt.lazyHost == nil {
		rt.lazyHost = map[Ref]lazyHost{}
		rt.lazyFill = func(o Ref) {
			if l := rt.lazyHost[o]; l.fill != nil {
				delete(rt.lazyHost, o)
				l.fill(o)
			}
		}
	}
	rt.lazyHost[o] = lazyHost{rt.realm, fill}
	return o
}

// PutLazy adds an absent property whose value is made when it is first read, by the hook of SetLazyMake from the number. Only for objects of
// NewLazyObject and the global object. For an accessor make gives what NewAccessor gave. The attributes are those of flags (DescWritable …).
func (r *Realm) PutLazy(o Ref, k Key, n uint32, flags DescFlags, accessor bool) {
	r.rt.touch(o, k)
	r.rt.addProp(o, k, putAttrs(flags, accessor), Value(tagInternal)<<tagShift|Value(lazyHostBit|r.index+1)<<32|Value(n))
}

const lazyHostBit = 1 << 15

// SetLazyMake sets the function that makes values of PutLazy.
func (rt *Runtime) SetLazyMake(f func(r *Realm, n uint32) Value) { rt.lazyMake = f }

// NewAccessor makes what the slot of an accessor property holds.
func (rt *Runtime) NewAccessor(get, set Value) Value { return rt.newAccessor(get, set) }

// NewConstructor makes a constructor of a Go function, with a prototype object (0: none) and a parent (0: Function.prototype).
func (r *Realm) NewConstructor(name Key, length int, fn NativeFunc, proto, parent Ref) Ref {
	rt := r.rt
	row := rt.addNative(nativeInfo{fn: fn, name: name, length: uint8(length), flags: nativeCtor})
	if parent == 0 {
		parent = r.Intrinsic(FunctionPrototype)
	}
	o := r.newNativeShape(row, 0, rt.rootShape(KindNative, parent, 0))
	rt.owners = append(rt.owners, nativeOwner{o, row})
	rt.touch(o, KeyName)
	if proto != 0 {
		rt.addProp(o, KeyPrototype, 0, objectValue(proto))
	}
	return o
}

func init() {
	hook := func(rt *Runtime, o Ref) *HostExotic {
		if c := rt.hostClasses[uint16(rt.mem[o+2]>>32)]; c.Exotic != nil {
			return c.Exotic
		}
		return &HostExotic{}
	}
	x := &exotic{}
	x.getOwn = func(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
		if h := hook(rt, o); h.GetOwn != nil {
			g := rt.unguard()
			d, found, ok := h.GetOwn(rt, o, k)
			rt.guarded = g
			return d, found, ok
		}
		d, found := rt.ordinaryGetOwn(o, k)
		return d, found, true
	}
	x.define = func(rt *Runtime, o Ref, k Key, d *Desc) (bool, bool) {
		if h := hook(rt, o); h.Define != nil {
			g := rt.unguard()
			done, ok := h.Define(rt, o, k, d)
			rt.guarded = g
			return done, ok
		}
		return rt.ordinaryDefine(o, k, d), true
	}
	x.has = func(rt *Runtime, o Ref, k Key) (bool, bool) {
		h := hook(rt, o)
		if h.Has != nil {
			g := rt.unguard()
			has, ok := h.Has(rt, o, k)
			rt.guarded = g
			return has, ok
		}
		if _, found, ok := x.getOwn(rt, o, k); found || !ok {
			return found, ok
		}
		if p := rt.shapeProto(rt.shape(o)); p != 0 {
			return rt.HasProperty(p, k)
		}
		return false, true
	}
	x.get = func(rt *Runtime, o Ref, k Key, receiver Value) (Value, bool) {
		if h := hook(rt, o); h.Get != nil {
			g := rt.unguard()
			v, ok := h.Get(rt, o, k, receiver)
			rt.guarded = g
			return v, ok
		}
		d, found, ok := x.getOwn(rt, o, k)
		if !ok {
			return Undefined, false
		}
		if found {
			return rt.descGet(&d, receiver)
		}
		if p := rt.shapeProto(rt.shape(o)); p != 0 {
			return rt.GetReceiver(p, k, receiver)
		}
		return Undefined, true
	}
	x.set = func(rt *Runtime, o Ref, k Key, v, receiver Value) (bool, bool) {
		if h := hook(rt, o); h.Set != nil {
			g := rt.unguard()
			done, ok := h.Set(rt, o, k, v, receiver)
			rt.guarded = g
			return done, ok
		}
		return rt.OrdinarySet(o, k, v, receiver)
	}
	x.del = func(rt *Runtime, o Ref, k Key) (bool, bool) {
		if h := hook(rt, o); h.Delete != nil {
			g := rt.unguard()
			done, ok := h.Delete(rt, o, k)
			rt.guarded = g
			return done, ok
		}
		return rt.ordinaryDelete(o, k), true
	}
	x.ownKeys = func(rt *Runtime, o Ref) ([]Key, bool) {
		if h := hook(rt, o); h.OwnKeys != nil {
			g := rt.unguard()
			keys, ok := h.OwnKeys(rt, o)
			rt.guarded = g
			return keys, ok
		}
		return rt.ordinaryKeys(o, nil), true
	}
	x.preventExt = func(rt *Runtime, o Ref) (bool, bool) {
		if h := hook(rt, o); h.PreventExt != nil {
			g := rt.unguard()
			done, ok := h.PreventExt(rt, o)
			rt.guarded = g
			return done, ok
		}
		rt.ordinaryPreventExt(o)
		return true, true
	}
	x.setProto = func(rt *Runtime, o, p Ref) (bool, bool) {
		if h := hook(rt, o); h.SetProto != nil {
			g := rt.unguard()
			done, ok := h.SetProto(rt, o, p)
			rt.guarded = g
			return done, ok
		}
		return rt.ordinarySetProto(o, p), true
	}
	exotics[KindHost] = x
	exotics[KindGlobal] = x
}

// OrdinarySet is OrdinarySet by the object's own [[GetOwnProperty]].
func (rt *Runtime) OrdinarySet(o Ref, k Key, v, receiver Value) (done, ok bool) {
	d, found, ok := rt.GetOwn(o, k)
	if !ok {
		return false, false
	}
	return rt.OrdinarySetWithOwn(o, k, v, receiver, d, found)
}

// OrdinarySetWithOwn is OrdinarySetWithOwnDescriptor: d is the object's own property, if found.
//
// https://tc39.es/ecma262/#sec-ordinarysetwithowndescriptor
func (rt *Runtime) OrdinarySetWithOwn(o Ref, k Key, v, receiver Value, d Desc, found bool) (done, ok bool) {
	if !found {
		if p := rt.shapeProto(rt.shape(o)); p != 0 {
			return rt.SetReceiver(p, k, v, receiver)
		}
		d = DataDesc(Undefined)
	}
	return rt.setFound(&d, k, v, receiver)
}

// OrdinaryGetOwn, OrdinaryDefine, OrdinaryDelete and OrdinaryKeys are the ordinary internal methods, for HostExotic.
func (rt *Runtime) OrdinaryGetOwn(o Ref, k Key) (Desc, bool)  { return rt.ordinaryGetOwn(o, k) }
func (rt *Runtime) OrdinaryDefine(o Ref, k Key, d *Desc) bool { return rt.ordinaryDefine(o, k, d) }
func (rt *Runtime) OrdinaryDelete(o Ref, k Key) bool          { return rt.ordinaryDelete(o, k) }
func (rt *Runtime) OrdinaryKeys(o Ref, keys []Key) []Key      { return rt.ordinaryKeys(o, keys) }
