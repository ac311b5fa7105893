//go:build niso_goja || !niso_vm

package js

import (
	"math/big"
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

type gMapEntry struct { // goja.mapEntry
	key, value                goja.Value
	iterPrev, iterNext, hNext *gMapEntry
}

type gMap struct { // goja.mapObject and setObject
	gBase
	m *struct { // goja.orderedMap
		hash                unsafe.Pointer
		hashTable           map[uint64]*gMapEntry
		iterFirst, iterLast *gMapEntry
		size                int
	}
}

type gPrimitive struct { // goja.primitiveValueObject
	gBase
	pValue goja.Value
}

var selfTypes sync.Map // word of goja's type → its name

// selfType is the name of goja's type behind an object.
func selfType(o *goja.Object) string {
	tab := objectOf(o).self.tab
	if n, ok := selfTypes.Load(tab); ok {
		return n.(string)
	}
	t := reflect.NewAt(reflect.TypeOf(goja.Object{}).Field(0).Type, unsafe.Pointer(o)).Elem().Elem().Type().Elem()
	switch t.Name() {
	case "mapObject", "setObject":
		same(t, gMap{})
		m, _ := t.FieldByName("m")
		if m.Type.Elem().Size() != unsafe.Sizeof(*gMap{}.m) || field(m.Type.Elem(), "iterFirst").Offset != unsafe.Offsetof(gMap{}.m.iterFirst) {
			panic("js: goja's orderedMap is laid out differently")
		}
		same(field(m.Type.Elem(), "iterFirst").Type.Elem(), gMapEntry{})
	case "primitiveValueObject":
		same(t, gPrimitive{})
	}
	selfTypes.Store(tab, t.Name())
	return t.Name()
}

// inspect says what an object is for the serializer. Platform objects and buffers are sorted out before.
func (r *Realm) inspect(o Object) (info cloneInfo, err error) {
	switch name := selfType(o.o); name {
	case "baseObject", "argumentsObject", "templatedObject", "objectGoMapSimple", "lazyObject":
		info.tag = cloneObject
	case "arrayObject", "sparseArrayObject", "templatedArrayObject":
		n, err := r.Get(o, "length")
		info.tag, info.num = cloneArray, n.Num()
		return info, err
	case "dateObject":
		ms, _ := dateMS(o.Value())
		info.tag = cloneDate
		info.node = cloneNode{tag: cloneDate, num: ms}
	case "stringObject":
		s, err := r.ToString(o.Value())
		info.tag = cloneStringObject
		info.node = cloneNode{tag: cloneStringObject, str: s}
		return info, err
	case "primitiveValueObject":
		p := Value{v: (*gPrimitive)(objectOf(o.o).self.data).pValue}
		n := cloneNode{}
		switch p.Kind() {
		case KindBoolean:
			n.tag = cloneBoolObject
			if p.IsTrue() {
				n.num = 1
			}
		case KindNumber:
			n.tag, n.num = cloneNumberObject, p.Num()
		case KindBigInt:
			n.tag, n.big = cloneBigIntObject, p.BigInt()
		default:
			info.text = "Object"
			return info, nil
		}
		info.tag, info.node = n.tag, n
	case "regexpObject":
		src, err := r.Get(o, "source")
		if err != nil {
			return info, err
		}
		flags, err := r.Get(o, "flags")
		info.tag = cloneRegExp
		info.node = cloneNode{tag: cloneRegExp, str: src.Str(), aux: flags.Str()}
		return info, err
	case "mapObject", "setObject":
		info.tag = cloneSet
		if name == "mapObject" {
			info.tag = cloneMap
		}
		for e := (*gMap)(objectOf(o.o).self.data).m.iterFirst; e != nil; e = e.iterNext {
			if e.key == nil {
				continue
			}
			info.entries = append(info.entries, Value{v: e.key})
			if info.tag == cloneMap {
				info.entries = append(info.entries, Value{v: e.value})
			}
		}
	case "errorObject":
		info.tag = cloneError
		n, err := r.Get(o, "name")
		if err != nil {
			return info, err
		}
		if info.text, err = r.ToString(n); err != nil {
			return info, err
		}
		if own, err := r.HasOwn(o, NameKey("message")); err != nil || !own {
			return info, err
		}
		m, err := r.Get(o, "message")
		if err != nil {
			return info, err
		}
		info.aux, err = r.ToString(m)
		info.hasAux = true
		return info, err
	default:
		info.text = describe(o.Value())
		if f := o.Value(); f.IsCallable() {
			info.text, err = r.ToString(f)
		}
		return info, err
	}
	return info, nil
}

// view is the buffer of a view, its offset in bytes and its length in elements.
func (r *Realm) view(o Object) (Object, int, int) {
	buf, off, n := viewOf(o.o)
	return Object{buf}, off, n
}

// BigInt makes a BigInt.
func (r *Realm) BigInt(n *big.Int) Value { return Value{v: noRuntime.ToValue(new(big.Int).Set(n))} }

func (r *Realm) newBuiltin(name string, args ...Value) (Value, error) {
	o, err := r.construct(Value{v: r.intrinsicObject(name)}, Object{}, args)
	return o.Value(), err
}
