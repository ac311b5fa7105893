package js

import (
	"github.com/niso-engine/niso/js/vm"
)

// Is reports whether the object is an instance of c: Web IDL's brand check, two loads and a
// comparison. The zero Host is of no class.
func (h Host) Is(c *Class) bool { return !h.IsNone() && h.Class().Is(c) }

// HostOf is the host slot of v as an instance of c; none if v is no instance.
func HostOf(v Value, c *Class) Host {
	if h := HostSlot(v); h.Is(c) {
		return h
	}
	return Host{}
}

// Host is what a platform object stands for. A page's node wrapper has the class HTMLDivElement,
// the node's id and, as state, what its group keeps. It is part of the object: it lives
// as long as the object does and no table leads to it. The zero Host is none: that of what
// is no platform object.
type Host struct {
	rt  *Runtime
	ref vm.Ref
}

// IsNone reports whether h is no platform object's.
func (h Host) IsNone() bool { return h.rt == nil }

// Class is the object's most derived class.
func (h Host) Class() *Class {
	n, _ := h.rt.vm.HostOf(vm.ObjectValue(h.ref))
	return h.rt.classes[n]
}

// ID is the object's number in the engine's columns; 0 if it has none.
func (h Host) ID() uint32 {
	_, id := h.rt.vm.HostOf(vm.ObjectValue(h.ref))
	return id
}

// State is the object's Go state, nil if it has none.
func (h Host) State() any { return h.rt.vm.HostState(h.ref) }

// SetID renumbers the object (a node adopted into another document).
func (h Host) SetID(id uint32) { h.rt.vm.SetHostID(h.ref, id) }

// SetState replaces the object's Go state.
func (h Host) SetState(state any) { h.rt.vm.SetHostState(h.ref, state) }

// hostOf is the host slot of a value of the runtime; none if it is no platform object.
func (rt *Runtime) hostOf(v vm.Value) Host {
	if n, _ := rt.vm.HostOf(v); n != 0 {
		return Host{rt, rt.vm.GlobalBehind(v.Ref())}
	}
	return Host{}
}

// HostSlot is the host slot of v; none if v is no platform object. No script runs, and no
// proxy is looked through.
func HostSlot(v Value) Host {
	if v.heap() == nil {
		return Host{}
	}
	return v.rt.hostOf(v.v)
}

// Host is the host slot of o; none if it is no platform object.
func (o Object) Host() Host { return HostSlot(o.peek()) }
