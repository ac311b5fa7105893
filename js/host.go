package js

// Host is what a platform object stands for. A page's node wrapper has the class HTMLDivElement,
// the node's id and, as state, what its group keeps. It is part of the object: it lives
// as long as the object does and no table leads to it.
type Host struct {
	magic uint64
	class *Class
	state any
	id    uint32
}

// Class is the object's most derived class.
func (h *Host) Class() *Class { return h.class }

// ID is the object's number in the engine's columns; 0 if it has none.
func (h *Host) ID() uint32 { return h.id }

// State is the object's Go state, nil if it has none.
func (h *Host) State() any { return h.state }

// SetID renumbers the object (a node adopted into another document).
func (h *Host) SetID(id uint32) { h.id = id }

// SetState replaces the object's Go state.
func (h *Host) SetState(state any) { h.state = state }

// Is reports whether the object is an instance of c: Web IDL's brand check, two loads and a
// comparison. A nil Host is of no class.
func (h *Host) Is(c *Class) bool { return h != nil && h.class.Is(c) }

// HostOf is the host slot of v as an instance of c; nil if v is none.
func HostOf(v Value, c *Class) *Host {
	if h := HostSlot(v); h.Is(c) {
		return h
	}
	return nil
}
