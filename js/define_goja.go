//go:build niso_goja || !niso_vm

package js

import (
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// How classes become objects. A table keeps, for each class, templates: property names with functions
// that make the property. goja's templated objects copy nothing of a template until a
// property is asked for, so a realm pays 40 bytes for a class that no script touched, and a
// prototype of 200 members pays for those that were used.

type classBackend struct{}

// tableBackend are the templates of a table.
type tableBackend struct {
	byName map[string]*Class
	mu     sync.Mutex
	protos map[*Class]*gTemplate
	global map[*Class]*gTemplate // by class of the global, nil included
}

func (b *tableBackend) init(t *Table) {
	b.byName = map[string]*Class{}
	b.protos, b.global = map[*Class]*gTemplate{}, map[*Class]*gTemplate{}
	for _, c := range t.classes {
		b.byName[c.Name] = c
	}
}

// realmClass are the objects of a class in a realm, made when first needed.
type realmClass struct {
	class     *Class
	proto     *goja.Object
	ctor      *goja.Object // interface object or namespace
	instance  *gTemplate   // unforgeable members, nil for none
	functions map[string]*goja.Object
	exotic    *goja.ProxyTrapConfig
	pairIter  *goja.Object // prototype of iterators
	accessors map[string]*gProp
}

func (c *realmClass) ctorIfMade() Object { return Object{c.ctor} }

func (r *Realm) classOf(c *Class) *realmClass {
	rc := r.classes[c]
	if rc == nil {
		if len(c.ancestors) == 0 {
			panic("js: class " + c.Name + " is in no Table")
		}
		rc = &realmClass{class: c}
		r.classes[c] = rc
		for _, a := range c.ancestors {
			for i := range a.Members {
				if m := &a.Members[i]; m.Flags&Unforgeable != 0 && m.Flags&Static == 0 && a.Flags&ClassGlobal == 0 {
					if rc.instance == nil {
						rc.instance = newTemplate()
					}
					rc.instance.member(a, m)
				}
			}
		}
	}
	return rc
}

func newTemplate() *gTemplate { return &gTemplate{props: map[unistring.String]propFactory{}} }

func (t *gTemplate) put(name string, f propFactory) {
	n := uniName(name)
	if _, ok := t.props[n]; !ok {
		t.propNames = append(t.propNames, n)
	}
	t.props[n] = f
}

func (t *gTemplate) putSym(s *goja.Symbol, f propFactory) {
	if t.symProps == nil {
		t.symProps = map[*goja.Symbol]propFactory{}
	}
	if _, ok := t.symProps[s]; !ok {
		t.symPropNames = append(t.symPropNames, s)
	}
	t.symProps[s] = f
}

// propFlags are the attributes of the property of a member.
func (m *Member) propFlags() PropFlags {
	f := DataDefault
	if m.Flags&NotEnumerable != 0 || m.Symbol != NoSymbol {
		f &^= Enumerable
	}
	if m.Flags&(NotConfigurable|Unforgeable) != 0 {
		f &^= Configurable
	}
	if m.Flags&(NotWritable|Unforgeable) != 0 {
		f &^= Writable
	}
	return f
}

// member adds a member of class c to a template.
func (t *gTemplate) member(c *Class, m *Member) {
	var f propFactory
	switch {
	case m.Const != nil:
		v := dataProp(Number(*m.Const).v, Enumerable)
		f = func(*goja.Runtime) goja.Value { return v }
	case m.Intrinsic != "":
		f = func(vm *goja.Runtime) goja.Value {
			r := realmOf(vm)
			return dataProp(r.intrinsic(c, m.Intrinsic), m.propFlags())
		}
	case m.Get != nil:
		f = func(vm *goja.Runtime) goja.Value { return propValue(realmOf(vm).accessor(c, m)) }
	case m.Call != nil:
		f = func(vm *goja.Runtime) goja.Value {
			return dataProp(realmOf(vm).operation(c, m), m.propFlags())
		}
	default:
		panic("js: member " + c.Name + "." + m.Name + " is nothing")
	}
	if m.Symbol != NoSymbol {
		t.putSym(wellKnown[m.Symbol], f)
		return
	}
	t.put(m.Name, f)
}

func (c *Class) info(m *Member, f NativeFunc, kind nativeKind) *nativeInfo {
	return &nativeInfo{f: f, class: c, name: m.Name, kind: kind, length: m.Length, flags: m.Flags,
		noThis: m.Flags&Static != 0 || c.Flags&ClassNamespace != 0}
}

// operation is the function object of an operation, one a realm and class, so that aliases are the
// same function.
func (r *Realm) operation(c *Class, m *Member) *goja.Object {
	rc := r.classOf(c)
	key := m.Name
	if m.Flags&Static != 0 {
		key = "static " + key
	}
	if f := rc.functions[key]; f != nil {
		return f
	}
	f := r.native(c.info(m, m.Call, kindOperation), m.Name)
	if rc.functions == nil {
		rc.functions = map[string]*goja.Object{}
	}
	rc.functions[key] = f
	return f
}

// accessor is the property of an attribute; unforgeable ones are shared by all instances.
func (r *Realm) accessor(c *Class, m *Member) *gProp {
	rc := r.classOf(c)
	if p := rc.accessors[m.Name]; p != nil && m.Flags&Unforgeable != 0 {
		return p
	}
	p := &gProp{accessor: true, enumerable: m.Flags&NotEnumerable == 0 && m.Symbol == NoSymbol,
		configurable: m.Flags&(NotConfigurable|Unforgeable) == 0}
	get := c.info(m, m.Get, kindGetter)
	get.length = 0
	p.getterFunc = r.native(get, "get "+m.Name)
	set := m.Set
	switch {
	case set != nil:
	case m.Flags&Replaceable != 0:
		set = func(c *Call) Value {
			return c.Fail(c.realm.Define(c.this.Object(), NameKey(m.Name), c.Arg(0), DataDefault))
		}
	case m.Flags&LenientSetter != 0:
		set = func(c *Call) Value { return Undefined }
	}
	if set != nil {
		info := c.info(m, set, kindSetter)
		info.length = 1
		info.flags &^= ReturnsPromise
		p.setterFunc = r.native(info, "set "+m.Name)
	}
	if m.Flags&Unforgeable != 0 {
		if rc.accessors == nil {
			rc.accessors = map[string]*gProp{}
		}
		rc.accessors[m.Name] = p
	}
	return p
}

// intrinsic is a built-in function or another operation of the class.
func (r *Realm) intrinsic(c *Class, name string) goja.Value {
	if path := strings.Split(name, "."); len(path) > 1 {
		var v goja.Value = r.global
		for _, p := range path {
			o, ok := v.(*goja.Object)
			if !ok {
				panic("js: no intrinsic " + name)
			}
			v = o.Get(p)
		}
		return v
	}
	for i := range c.Members {
		if m := &c.Members[i]; m.Name == name && m.Call != nil && m.Symbol == NoSymbol {
			return r.operation(c, m)
		}
	}
	panic("js: " + c.Name + " has no operation " + name)
}

// protoTemplate is the template of c's interface prototype object.
func (b *tableBackend) protoTemplate(c *Class) *gTemplate {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.protos[c]; t != nil {
		return t
	}
	t := newTemplate()
	var unscopables []string
	if c.Flags&ClassGlobal == 0 {
		for i := range c.Members {
			m := &c.Members[i]
			if m.Flags&Static != 0 || m.Flags&Unforgeable != 0 {
				continue
			}
			t.member(c, m)
			if m.Flags&Unscopable != 0 {
				unscopables = append(unscopables, m.Name)
			}
		}
		if c.More != nil {
			more := c.More()
			for i := range more {
				t.member(c, &more[i])
			}
		}
		if c.Pairs != nil {
			c.putPairs(t)
		}
	} else {
		for i := range c.Members {
			if m := &c.Members[i]; m.Const != nil {
				t.member(c, m)
			}
		}
	}
	if c.Flags&ClassNoInterfaceObject == 0 {
		t.put("constructor", func(vm *goja.Runtime) goja.Value {
			return dataProp(realmOf(vm).interfaceObject(c), Writable|Configurable)
		})
	}
	tag := dataProp(stringValue(c.Name).v, Configurable)
	t.putSym(goja.SymToStringTag, func(*goja.Runtime) goja.Value { return tag })
	if unscopables != nil {
		t.putSym(goja.SymUnscopables, func(vm *goja.Runtime) goja.Value {
			o := vm.CreateObject(nil)
			for _, n := range unscopables {
				must(o.Set(n, true))
			}
			return dataProp(o, Configurable)
		})
	}
	t.protoFactory = func(vm *goja.Runtime) *goja.Object { return realmOf(vm).protoOfProto(c) }
	b.protos[c] = t
	return t
}

// protoOfProto is the prototype of c's prototype object.
func (r *Realm) protoOfProto(c *Class) *goja.Object {
	var parent *goja.Object
	if c.Parent != nil {
		parent = r.prototype(c.Parent)
	} else {
		parent = r.vm.Get("Object").ToObject(r.vm).Get("prototype").(*goja.Object)
		if c.Name == "DOMException" {
			parent = r.vm.Get("Error").ToObject(r.vm).Get("prototype").(*goja.Object)
		}
	}
	if c.Flags&ClassGlobal != 0 && c.Named != nil {
		return r.namedPropertiesObject(c, parent)
	}
	return parent
}

func (r *Realm) prototype(c *Class) *goja.Object {
	rc := r.classOf(c)
	if rc.proto == nil {
		rc.proto = gNewTemplatedObject(r.vm, r.table().backend.protoTemplate(c), nil).val
	}
	return rc.proto
}

func (r *Realm) table() *Table {
	if r.opt.Table == nil {
		return emptyTable
	}
	return r.opt.Table
}

var emptyTable = NewTable()

// ClassPrototype is the interface prototype object of c.
func (r *Realm) ClassPrototype(c *Class) Object { return Object{r.prototype(c)} }

// ClassObject is the interface object of c, or the namespace object.
func (r *Realm) ClassObject(c *Class) Object {
	if c.Flags&ClassNamespace != 0 {
		return Object{r.namespace(c)}
	}
	return Object{r.interfaceObject(c)}
}

// interfaceObject makes the constructor of c.
func (r *Realm) interfaceObject(c *Class) *goja.Object {
	rc := r.classOf(c)
	if rc.ctor == nil {
		o := r.constructor(c, c.Name, c.New, c.NewLength)
		rc.ctor = o
		b := baseOf(o)
		if c.Parent != nil && c.Parent.Flags&ClassNoInterfaceObject == 0 {
			b.prototype = r.interfaceObject(c.Parent)
		}
		must(o.DefineDataProperty("prototype", r.prototype(c), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
		t := newTemplate()
		for i := range c.Members {
			if m := &c.Members[i]; m.Const != nil || m.Flags&Static != 0 {
				t.member(c, m)
			}
		}
		t.copyTo(o)
	}
	return rc.ctor
}

// copyTo makes all properties of a template at once on an ordinary object.
func (t *gTemplate) copyTo(o *goja.Object) {
	b := baseOf(o)
	for _, n := range t.propNames {
		if _, ok := b.values[n]; !ok {
			b.propNames = append(b.propNames[:len(b.propNames):len(b.propNames)], n)
		}
		b.values[n] = t.props[n](objectOf(o).runtime)
	}
	for _, s := range t.symPropNames {
		v := t.symProps[s](objectOf(o).runtime)
		p := (*gProp)((*iface)((ptr)(&v)).data)
		must(o.DefineDataPropertySymbol(s, p.value, goja.ToFlag(p.writable), goja.ToFlag(p.configurable), goja.ToFlag(p.enumerable)))
	}
}

// constructor makes a function that can be called with new only.
func (r *Realm) constructor(c *Class, name string, f NativeFunc, length uint8) *goja.Object {
	info := &nativeInfo{f: f, class: c, name: name, kind: kindConstructor, length: length, noThis: true}
	o := gNewNativeFunc(r.vm, func(fc goja.FunctionCall) goja.Value {
		e := r.push()
		e.fn = info
		if f == nil {
			e.Throw(r.NewError(TypeError, "Illegal constructor"))
		} else {
			e.TypeError("Please use the 'new' operator, this DOM object constructor cannot be called as a function.")
		}
		err := e.err
		r.pop(e)
		panic(r.thrown(err))
	}, uniName(name), int(length))
	(*gFunc)(objectOf(o).self.data).construct = func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		if f == nil {
			panic(r.NewError(TypeError, "Illegal constructor").v)
		}
		e := r.push()
		e.fn = info
		e.backend.args = valuesOf(args)
		if e.newTarget.o = newTarget; newTarget == nil {
			e.newTarget.o = o
		}
		if len(args) < int(length) {
			e.tooFew(int(length), len(args))
		}
		var v Value
		if e.err == nil {
			v = f(e)
		}
		err := e.err
		r.pop(e)
		if err != nil {
			panic(r.thrown(err))
		}
		res, ok := v.v.(*goja.Object)
		if !ok {
			panic("js: constructor of " + name + " returned no object")
		}
		return res
	}
	return o
}

// namespace makes a namespace object.
func (r *Realm) namespace(c *Class) *goja.Object {
	rc := r.classOf(c)
	if rc.ctor == nil {
		t := newTemplate()
		for i := range c.Members {
			t.member(c, &c.Members[i])
		}
		tag := dataProp(stringValue(c.Name).v, Configurable)
		t.putSym(goja.SymToStringTag, func(*goja.Runtime) goja.Value { return tag })
		t.protoFactory = func(vm *goja.Runtime) *goja.Object {
			return vm.Get("Object").ToObject(vm).Get("prototype").(*goja.Object)
		}
		rc.ctor = gNewTemplatedObject(r.vm, t, nil).val
	}
	return rc.ctor
}

// globalTemplate is goja's template of the global object with the table's classes and the members
// of the global's own class.
func (t *Table) globalTemplate(c *Class, builtin *gTemplate) *gTemplate {
	b := &t.backend
	b.mu.Lock()
	defer b.mu.Unlock()
	if g := b.global[c]; g != nil {
		return g
	}
	g := newTemplate()
	for _, n := range builtin.propNames {
		g.propNames = append(g.propNames, n)
		g.props[n] = builtin.props[n]
	}
	for _, s := range builtin.symPropNames {
		if s == goja.SymToStringTag && c != nil {
			continue // goja's own "global": the class's prototype has one
		}
		g.putSym(s, builtin.symProps[s])
	}
	g.protoFactory = builtin.protoFactory
	addGlobals(g)
	for _, k := range t.classes {
		k := k
		if k.Flags&ClassNoInterfaceObject != 0 {
			continue
		}
		make := func(vm *goja.Runtime) goja.Value {
			return dataProp(realmOf(vm).ClassObject(k).o, Writable|Configurable)
		}
		g.put(k.Name, make)
		for _, a := range k.Aliases {
			g.put(a, make)
		}
		for i := range k.Factories {
			f := &k.Factories[i]
			g.put(f.Name, func(vm *goja.Runtime) goja.Value {
				r := realmOf(vm)
				o := r.constructor(k, f.Name, f.New, f.Length)
				must(o.DefineDataProperty("prototype", r.prototype(k), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
				return dataProp(o, Writable|Configurable)
			})
		}
	}
	if c != nil {
		for _, a := range c.ancestors {
			if a.Flags&ClassGlobal == 0 {
				continue
			}
			for i := range a.Members {
				if m := &a.Members[i]; m.Flags&Static == 0 && m.Const == nil {
					g.member(a, m)
				}
			}
		}
	}
	b.global[c] = g
	return g
}

// initGlobal gives the realm's global object its class and its lazy properties.
func (r *Realm) initGlobal() {
	g := (*gTemplated)(objectOf(r.global).self.data)
	g.tmpl = r.table().globalTemplate(r.opt.Global, g.tmpl)
	if c := r.opt.Global; c != nil {
		setHost(r.global, &hostSlot{magic: hostMagic, class: c, id: r.opt.ID, state: r.opt.State})
		must(r.global.SetPrototype(r.prototype(c)))
	}
}

// NewHost makes a platform object: an instance of c with c's prototype in this realm.
func (r *Realm) NewHost(c *Class, id uint32, state any) Object {
	return r.NewHostWithProto(c, id, state, Object{r.prototype(c)})
}

// NewHostWithProto is NewHost with another prototype (custom elements, newTarget.prototype).
func (r *Realm) NewHostWithProto(c *Class, id uint32, state any, proto Object) Object {
	r.rt.held.add(c)
	rc := r.classes[c]
	if rc == nil {
		rc = r.classOf(c)
	}
	var o *goja.Object
	if rc.instance != nil {
		t := gNewTemplatedObject(r.vm, rc.instance, nil)
		t.prototype, t.protoMaterialised = proto.o, true
		o = t.val
		setHost(o, &hostSlot{magic: hostMagic, class: c, id: id, state: state})
	} else {
		o = newHostCell(r.vm, proto.o, c, id, state)
	}
	if c.exotic() {
		o = r.exoticObject(rc, o)
	}
	return Object{o}
}

// HostSlot is the host slot of v; nil if v is no platform object. No script runs, and no
// proxy is looked through.
func HostSlot(v Value) Host {
	if o, ok := v.v.(*goja.Object); ok {
		return hostOf(o)
	}
	return Host{}
}

// Host is the host slot of o; nil if it is no platform object.
func (o Object) Host() Host {
	if o.o == nil {
		return Host{}
	}
	return hostOf(o.o)
}

// Symbols that goja lacks are one for all runtimes, like its own.
var (
	symAsyncIterator = goja.NewSymbol("Symbol.asyncIterator")
	symDispose       = goja.NewSymbol("Symbol.dispose")
	symAsyncDispose  = goja.NewSymbol("Symbol.asyncDispose")
)

var wellKnown = [wellKnownCount]*goja.Symbol{
	SymIterator: goja.SymIterator, SymAsyncIterator: symAsyncIterator, SymToStringTag: goja.SymToStringTag,
	SymToPrimitive: goja.SymToPrimitive, SymHasInstance: goja.SymHasInstance, SymUnscopables: goja.SymUnscopables,
	SymSpecies: goja.SymSpecies, SymDispose: symDispose,
}

// WellKnownKey is the key of a well-known symbol.
func WellKnownKey(s WellKnown) Key { return Key{sym: wellKnown[s]} }
