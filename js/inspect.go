package js

import (
	"math/big"

	"github.com/niso-engine/niso/js/vm"
)

// inspect says what an object is for the serializer. Platform objects and buffers are sorted out before.
func (r *Realm) inspect(o Object) (info cloneInfo, err error) {
	h, ref := r.rt.vm, o.ref()
	switch kind := h.Kind(ref); kind {
	case vm.KindObject, vm.KindArguments:
		info.tag = cloneObject
	case vm.KindArray:
		info.tag, info.num = cloneArray, float64(h.ArrayLen(ref))
	case vm.KindDate:
		info.tag = cloneDate
		info.node = cloneNode{tag: cloneDate, num: h.Word(ref, 0).Num()}
	case vm.KindStringObj:
		info.tag = cloneStringObject
		info.node = cloneNode{tag: cloneStringObject, str: h.GoString(h.Word(ref, 0))}
	case vm.KindBooleanObj:
		n := cloneNode{tag: cloneBoolObject}
		if h.Word(ref, 0) == vm.True {
			n.num = 1
		}
		info.tag, info.node = n.tag, n
	case vm.KindNumberObj:
		info.tag = cloneNumberObject
		info.node = cloneNode{tag: cloneNumberObject, num: h.Word(ref, 0).Num()}
	case vm.KindBigIntObj:
		info.tag = cloneBigIntObject
		info.node = cloneNode{tag: cloneBigIntObject, big: h.BigInt(h.Word(ref, 0))}
	case vm.KindRegExp:
		info.tag = cloneRegExp
		info.node.tag = cloneRegExp
		info.node.str, info.node.aux = h.RegExpText(ref)
	case vm.KindMap, vm.KindSet:
		info.tag = cloneSet
		if kind == vm.KindMap {
			info.tag = cloneMap
		}
		h.MapEach(ref, func(k, v vm.Value) bool {
			info.entries = append(info.entries, Value{v: k, rt: r.rt})
			if kind == vm.KindMap {
				info.entries = append(info.entries, Value{v: v, rt: r.rt})
			}
			return true
		})
		for _, e := range info.entries {
			h.Keep(e.v) // getters that run while they are serialized may delete them
		}
	case vm.KindError:
		info.tag = cloneError
		// The message and the cause count where they are data properties of its own, as they were before the getter of the name runs.
		message, hasMessage := h.OrdinaryGetOwn(ref, vm.KeyMessage)
		if cause, ok := h.OrdinaryGetOwn(ref, vm.KeyCause); ok && cause.IsData() {
			h.Keep(cause.Value)
			info.entries = []Value{{v: cause.Value, rt: r.rt}}
		}
		info.hasAux = hasMessage && message.IsData()
		h.Keep(message.Value)
		n, err := r.Get(o, "name")
		if err != nil {
			return info, err
		}
		if info.text, err = r.errorText(n); err != nil || !info.hasAux {
			return info, err
		}
		info.aux, err = r.errorText(Value{v: message.Value, rt: r.rt})
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

// BigInt makes a BigInt. One that is larger than the engine can hold is cut to 0: no BigInt of script is.
func (r *Realm) BigInt(n *big.Int) Value {
	v, ok := r.rt.vm.NewBigInt(n)
	if !ok {
		r.rt.vm.TakeException()
		v, _ = r.rt.vm.NewBigInt(new(big.Int))
	}
	return r.rt.wrap(v)
}

var builtinCtors = map[string]vm.Intrinsic{"RegExp": vm.RegExpCtor, "Map": vm.MapCtor, "Set": vm.SetCtor}

func (r *Realm) newBuiltin(name string, args ...Value) (Value, error) {
	o, err := r.construct(r.rt.wrap(vm.ObjectValue(r.vm.Intrinsic(builtinCtors[name]))), Object{}, args)
	return o.Value(), err
}

// errorText is ToString with the words of the native that clones.
func (r *Realm) errorText(v Value) (string, error) {
	if v.IsSymbol() {
		msg := "Cannot convert a Symbol value to a string"
		if rt := r.rt; rt.ncalls > 0 {
			msg = rt.calls[rt.ncalls-1].context() + msg
		}
		return "", r.NewException(r.NewError(TypeError, msg))
	}
	return r.ToString(v)
}
