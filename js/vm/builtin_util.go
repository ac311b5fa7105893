package vm

// newFromConstructor is OrdinaryCreateFromConstructor for the running constructor.
func (c *Call) newFromConstructor(kind uint8, proto Intrinsic) (Ref, bool) {
	p, ok := c.Rt.ProtoFromCtor(c.NewTarget, proto)
	if !ok {
		return 0, false
	}
	o := c.Rt.NewKind(kind, p)
	c.Rt.KeepRef(o)
	return o, true
}
