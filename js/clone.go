package js

// Serialized is the result of StructuredSerialize: it holds no values and may go to another realm,
// runtime, goroutine or to storage (see its encoding).
type Serialized struct {
	root  int
	nodes []clonedNode
}

type clonedNode struct{}

// CloneHooks let the host clone platform objects.
type CloneHooks struct {
	// Write serializes a platform object; an error is thrown (DataCloneError). nil: none can be.
	Write func(r *Realm, h *Host) (data any, err error)
	// Read makes the platform object of data in r.
	Read func(r *Realm, data any) (Object, error)
	// Transfer takes a transferable platform object away from its realm.
	Transfer func(r *Realm, h *Host) (data any, err error)
	// Receive makes the transferred object in r.
	Receive func(r *Realm, data any) (Object, error)
}

// StructuredSerialize is HTML's StructuredSerializeWithTransfer: plain data, Map, Set, Date, RegExp,
// Boolean, Number, String and BigInt objects, errors, ArrayBuffer and its views, and what hooks write.
// It throws a DataCloneError for the rest.
//
// https://html.spec.whatwg.org/#structuredserializewithtransfer
func (r *Realm) StructuredSerialize(v Value, transfer []Value, hooks *CloneHooks) (*Serialized, error) {
	panic("TODO")
}

// StructuredDeserialize makes the value in the realm. transferred are the transferred objects.
// Buffers that were transferred move: a second call does not have them.
func (r *Realm) StructuredDeserialize(s *Serialized, hooks *CloneHooks) (v Value, transferred []Value, err error) {
	panic("TODO")
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
