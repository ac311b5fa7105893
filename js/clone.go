package js

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/niso-engine/niso/js/vm"
)

// Serialized is the result of StructuredSerialize: it holds no values of a realm, and may go to another
// realm, runtime or goroutine, or be kept. Buffers in it are copies; transferred ones moved, and
// the first StructuredDeserialize takes them.
//
// Nodes are numbered in the order of serialization; a node names others by number, so that cycles and shared
// objects come back as they were.
type Serialized struct {
	nodes    []cloneNode
	root     int
	transfer []int // nodes of the transfer list, in its order
}

type cloneTag uint8

const (
	cloneUndefined cloneTag = iota
	cloneNull
	cloneBool
	cloneNumber
	cloneString
	cloneBigInt
	cloneBoolObject
	cloneNumberObject
	cloneStringObject
	cloneBigIntObject
	cloneDate
	cloneRegExp
	cloneBuffer
	cloneMovedBuffer
	cloneView
	cloneMap
	cloneSet
	cloneError
	cloneArray
	cloneObject
	clonePlatform
	cloneMovedPlatform
)

// cloneNode is one value. Which fields count depends on tag.
type cloneNode struct {
	tag  cloneTag
	kind BufferKind
	num  float64  // number, date, bool, array length
	str  string   // string, regexp source, error name
	aux  string   // regexp flags, error message
	big  *big.Int // bigint
	data []byte   // buffer
	host any      // platform object's data
	keys []string // own properties
	refs []int    // values of keys; entries of Map and Set; view's buffer; error's cause, if it has one
	off  int      // view
	len  int      // view, in elements
}

// Size is about how many bytes the data takes: what storage quotas count.
func (s *Serialized) Size() (n int) {
	for i := range s.nodes {
		d := &s.nodes[i]
		n += 16 + len(d.str) + len(d.aux) + len(d.data) + 8*len(d.refs)
		for _, k := range d.keys {
			n += len(k)
		}
	}
	return n
}

// CloneHooks let the host clone platform objects. Each may be nil.
type CloneHooks struct {
	// Write serializes a platform object; an error is thrown as DataCloneError.
	Write func(r *Realm, h Host) (data any, err error)
	// Read makes the platform object of data in r.
	Read func(r *Realm, data any) (Object, error)
	// Transferable reports whether objects of its type can be transferred.
	Transferable func(h Host) bool
	// Transfer takes a transferable platform object away from its realm; index is its place in the transfer list, for the error's words.
	Transfer func(r *Realm, h Host, index int) (data any, err error)
	// Receive makes the transferred object in r.
	Receive func(r *Realm, data any) (Object, error)
}

// maxCloneDepth bounds nesting: past it serialization throws, as Chromium's does.
const maxCloneDepth = 10000

type serializer struct {
	r     *Realm
	hooks *CloneHooks
	out   *Serialized
	seen  map[Object]int
	moved map[Object]bool
	depth int
}

// StructuredSerialize is HTML's StructuredSerializeWithTransfer: plain data, Map, Set, Date, RegExp,
// Boolean, Number, String and BigInt objects, errors, ArrayBuffer and its views, and what hooks write.
// It throws a DataCloneError for the rest.
//
// https://html.spec.whatwg.org/#structuredserializewithtransfer
func (r *Realm) StructuredSerialize(v Value, transfer []Value, hooks *CloneHooks) (*Serialized, error) {
	if hooks == nil {
		hooks = &CloneHooks{}
	}
	s := &serializer{r: r, hooks: hooks, out: &Serialized{}, seen: map[Object]int{}, moved: map[Object]bool{}}
	for at, t := range transfer {
		o := t.Object()
		h := o.Host()
		_, kind := Bytes(t)
		tag := cloneMovedBuffer
		switch {
		case !o.IsNone() && h.IsNone() && kind == ArrayBuffer:
			if s.moved[o] {
				return nil, s.fail(fmt.Sprintf("ArrayBuffer at index %d is a duplicate of an earlier ArrayBuffer.", at))
			}
		case !h.IsNone() && hooks.Transferable != nil && hooks.Transferable(h):
			if s.moved[o] {
				return nil, s.fail(fmt.Sprintf("Message port at index %d is a duplicate of an earlier port.", at))
			}
			tag = cloneMovedPlatform
		default:
			return nil, s.fail(fmt.Sprintf("Value at index %d does not have a transferable type.", at))
		}
		s.moved[o] = true
		i := len(s.out.nodes)
		s.seen[o] = i
		s.out.transfer = append(s.out.transfer, i)
		s.out.nodes = append(s.out.nodes, cloneNode{tag: tag})
	}
	root, err := s.value(v)
	if err != nil {
		return nil, err
	}
	s.out.root = root
	// Only when all has been serialized does anything move; what a getter detached meanwhile does not.
	for at, t := range transfer {
		if t.Object().Host().IsNone() && IsDetached(t) {
			return nil, s.fail(fmt.Sprintf("ArrayBuffer at index %d is already detached.", at))
		}
	}
	for at, t := range transfer {
		n := &s.out.nodes[s.out.transfer[at]]
		if h := t.Object().Host(); !h.IsNone() {
			if n.host, err = hooks.Transfer(r, h, at); err != nil {
				return nil, s.failErr(err)
			}
			continue
		}
		if n.data, err = r.DetachArrayBuffer(t.Object()); err != nil {
			return nil, s.failErr(err)
		}
	}
	return s.out, nil
}

func (s *serializer) fail(msg string) error {
	if rt := s.r.rt; rt.ncalls > 0 { // what a native clones for
		msg = rt.calls[rt.ncalls-1].context() + msg
	}
	return s.r.NewException(s.r.newDOMException("DataCloneError", msg))
}

func (s *serializer) failErr(err error) error {
	switch err.(type) {
	case *Exception, *Interrupted:
		return err
	}
	return s.fail(err.Error())
}

func (s *serializer) value(v Value) (int, error) {
	n := cloneNode{}
	switch v.Kind() {
	case KindUndefined:
	case KindNull:
		n.tag = cloneNull
	case KindBoolean:
		n.tag = cloneBool
		if v.IsTrue() {
			n.num = 1
		}
	case KindNumber:
		n.tag, n.num = cloneNumber, v.Num()
	case KindString:
		n.tag, n.str = cloneString, v.Str()
	case KindBigInt:
		n.tag, n.big = cloneBigInt, v.BigInt()
	case KindSymbol:
		return 0, s.fail(describe(v) + " could not be cloned.")
	default:
		return s.object(v)
	}
	s.out.nodes = append(s.out.nodes, n)
	return len(s.out.nodes) - 1, nil
}

func (s *serializer) object(v Value) (int, error) {
	o, r := v.Object(), s.r
	if i, ok := s.seen[o]; ok {
		return i, nil
	}
	if s.depth++; s.depth > maxCloneDepth {
		return 0, r.NewException(r.NewError(RangeError, "Maximum call stack size exceeded"))
	}
	defer func() { s.depth-- }()
	i := len(s.out.nodes)
	s.out.nodes = append(s.out.nodes, cloneNode{})
	s.seen[o] = i
	n := cloneNode{}
	deep := false
	if h := o.Host(); !h.IsNone() {
		if s.hooks.Write == nil {
			return 0, s.fail(h.Class().Name + " object could not be cloned.")
		}
		data, err := s.hooks.Write(r, h)
		if err != nil {
			return 0, s.failErr(err)
		}
		n.tag, n.host = clonePlatform, data
		s.out.nodes[i] = n
		return i, nil
	}
	switch b, kind := Bytes(v); {
	case kind == ArrayBuffer:
		if IsDetached(v) {
			return 0, s.fail("An ArrayBuffer is detached and could not be cloned.")
		}
		n.tag, n.data = cloneBuffer, append([]byte{}, b...)
	case kind != NotBuffer:
		buf, off, length := r.View(o)
		ref, err := s.value(buf.Value())
		if err != nil {
			return 0, err
		}
		n = cloneNode{tag: cloneView, kind: kind, refs: []int{ref}, off: off, len: length}
	default:
		info, err := r.inspect(o)
		if err != nil {
			return 0, err
		}
		switch info.tag {
		case cloneUndefined: // not cloneable
			return 0, s.fail(info.text + " could not be cloned.")
		case cloneMap, cloneSet:
			n.tag = info.tag
			for _, e := range info.entries {
				ref, err := s.value(e)
				if err != nil {
					return 0, err
				}
				n.refs = append(n.refs, ref)
			}
		case cloneError:
			n.tag, n.str, n.aux = cloneError, info.text, info.aux
			n.num = math.NaN() // whether there is a message
			if info.hasAux {
				n.num = 1
			}
			for _, cause := range info.entries {
				ref, err := s.value(cause)
				if err != nil {
					return 0, err
				}
				n.refs = append(n.refs, ref)
			}
			st, err := r.Get(o, "stack")
			if err != nil {
				return 0, err
			}
			if st.IsString() {
				n.keys = []string{st.Str()}
			}
		case cloneArray, cloneObject:
			n.tag, n.num, deep = info.tag, info.num, true
		default:
			n = info.node
		}
	}
	if deep {
		keys, err := r.Keys(o)
		if err != nil {
			return 0, err
		}
		for _, k := range keys {
			// A getter may have deleted it.
			if own, err := r.HasOwn(o, NameKey(k)); err != nil {
				return 0, err
			} else if !own {
				continue
			}
			v, err := r.Get(o, k)
			if err != nil {
				return 0, err
			}
			ref, err := s.value(v)
			if err != nil {
				return 0, err
			}
			n.keys, n.refs = append(n.keys, k), append(n.refs, ref)
		}
	}
	s.out.nodes[i] = n
	return i, nil
}

// cloneInfo is what an object is for the serializer.
type cloneInfo struct {
	tag     cloneTag
	node    cloneNode // for what has no references
	num     float64
	text    string
	aux     string
	hasAux  bool
	entries []Value
}

// StructuredDeserialize makes the value in the realm. transferred are the transferred objects.
//
// https://html.spec.whatwg.org/#structureddeserializewithtransfer
func (r *Realm) StructuredDeserialize(s *Serialized, hooks *CloneHooks) (v Value, transferred []Value, err error) {
	if hooks == nil {
		hooks = &CloneHooks{}
	}
	values := make([]Value, len(s.nodes))
	// First make every object, then fill: nodes may name later ones.
	for i := range s.nodes {
		if values[i], err = r.makeClone(&s.nodes[i], hooks); err != nil {
			return Undefined, nil, err
		}
	}
	for i := range s.nodes {
		if n := &s.nodes[i]; n.tag == cloneView {
			if buf := values[n.refs[0]]; buf.IsObject() {
				if b, _ := Bytes(buf); n.off+n.len*n.kind.ElementSize() > len(b) {
					return Undefined, nil, r.NewException(r.newDOMException("DataCloneError", "A view is larger than its buffer."))
				}
				values[i] = r.NewView(n.kind, buf.Object(), n.off, n.len).Value()
			}
		}
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		switch n.tag {
		case cloneArray, cloneObject:
			for k, key := range n.keys {
				if err = r.Define(values[i].Object(), NameKey(key), values[n.refs[k]], DataDefault); err != nil {
					return Undefined, nil, err
				}
			}
		case cloneError:
			for _, ref := range n.refs {
				if err = r.Define(values[i].Object(), NameKey("cause"), values[ref], Writable|Configurable); err != nil {
					return Undefined, nil, err
				}
			}
		case cloneMap, cloneSet: // the entries themselves: what script made of set and add does not matter
			step := 1
			if n.tag == cloneMap {
				step = 2
			}
			if err = r.on(values[i].Object(), func(o vm.Ref) bool {
				for k := 0; k+step <= len(n.refs); k += step {
					r.rt.vm.MapPut(o, values[n.refs[k]].v, values[n.refs[k+step-1]].v)
				}
				return true
			}); err != nil {
				return Undefined, nil, err
			}
		}
	}
	for _, t := range s.transfer {
		transferred = append(transferred, values[t])
	}
	return values[s.root], transferred, nil
}

var errMoved = errors.New("a transferred object was already received")

func (r *Realm) makeClone(n *cloneNode, hooks *CloneHooks) (Value, error) {
	wrap := func(v Value) (Value, error) {
		o, err := r.ToObject(v)
		return o.Value(), err
	}
	switch n.tag {
	case cloneNull:
		return Null, nil
	case cloneBool:
		return Bool(n.num != 0), nil
	case cloneNumber:
		return Number(n.num), nil
	case cloneString:
		return r.String(n.str), nil
	case cloneBigInt:
		return r.BigInt(n.big), nil
	case cloneBoolObject:
		return wrap(Bool(n.num != 0))
	case cloneNumberObject:
		return wrap(Number(n.num))
	case cloneStringObject:
		return wrap(r.String(n.str))
	case cloneBigIntObject:
		return wrap(r.BigInt(n.big))
	case cloneDate:
		return r.newDate(n.num).Value(), nil
	case cloneRegExp:
		return r.newBuiltin("RegExp", r.String(n.str), r.String(n.aux))
	case cloneBuffer:
		return r.NewArrayBuffer(append([]byte{}, n.data...)).Value(), nil
	case cloneMovedBuffer:
		b := n.data
		if b == nil {
			return Undefined, r.NewException(r.newDOMException("DataCloneError", errMoved.Error()))
		}
		n.data = nil
		return r.NewArrayBuffer(b).Value(), nil
	case cloneMap:
		return r.newBuiltin("Map")
	case cloneSet:
		return r.newBuiltin("Set")
	case cloneError:
		t := Error
		for i, name := range errorNames {
			if name == n.str {
				t = ErrorType(i)
			}
		}
		e := r.NewError(t, n.aux)
		if math.IsNaN(n.num) {
			if _, err := r.Delete(e.Object(), NameKey("message")); err != nil {
				return Undefined, err
			}
		}
		stack := Undefined
		if len(n.keys) > 0 {
			stack = r.String(n.keys[0])
		}
		return e, r.Define(e.Object(), NameKey("stack"), stack, Writable|Configurable)
	case cloneArray:
		a := r.NewArray()
		return a.Value(), r.Set(a, "length", Number(n.num))
	case cloneObject:
		return r.NewObject().Value(), nil
	case clonePlatform:
		o, err := hooks.Read(r, n.host)
		return o.Value(), err
	case cloneMovedPlatform:
		o, err := hooks.Receive(r, n.host)
		return o.Value(), err
	}
	return Undefined, nil
}

// StructuredClone is both.
func (r *Realm) StructuredClone(v Value, transfer []Value, hooks *CloneHooks) (Value, error) {
	s, err := r.StructuredSerialize(v, transfer, hooks)
	if err != nil {
		return Undefined, err
	}
	v, _, err = r.StructuredDeserialize(s, hooks)
	return v, err
}
