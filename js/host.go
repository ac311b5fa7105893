package js

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
