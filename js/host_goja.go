//go:build niso_goja || !niso_vm

package js

// Host is what a platform object stands for. A page's node wrapper has the class HTMLDivElement,
// the node's id and, as state, what its group keeps. It is part of the object: it lives
// as long as the object does and no table leads to it. The zero Host is none: that of what
// is no platform object.
type Host struct{ p *hostSlot }

// hostSlot lies beside goja's object: see engine_goja.go.
type hostSlot struct {
	magic uint64
	class *Class
	state any
	id    uint32
}

// IsNone reports whether h is no platform object's.
func (h Host) IsNone() bool { return h.p == nil }

// Class is the object's most derived class.
func (h Host) Class() *Class { return h.p.class }

// ID is the object's number in the engine's columns; 0 if it has none.
func (h Host) ID() uint32 { return h.p.id }

// State is the object's Go state, nil if it has none.
func (h Host) State() any { return h.p.state }

// SetID renumbers the object (a node adopted into another document).
func (h Host) SetID(id uint32) { h.p.id = id }

// SetState replaces the object's Go state.
func (h Host) SetState(state any) { h.p.state = state }
