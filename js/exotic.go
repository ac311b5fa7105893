package js

// exotic reports whether instances are legacy platform objects.
func (c *Class) exotic() bool {
	for k := c; k != nil; k = k.Parent {
		if k.Indexed != nil || k.CallInstance != nil || k.Named != nil && k.Flags&ClassGlobal == 0 {
			return true
		}
	}
	return false
}

// hooks are the nearest hooks of the class or its ancestors.
func (c *Class) hooks() (ix *Indexed, nm *Named, call NativeFunc) {
	for k := c; k != nil; k = k.Parent {
		if ix == nil {
			ix = k.Indexed
		}
		if nm == nil && k.Flags&ClassGlobal == 0 {
			nm = k.Named
		}
		if call == nil {
			call = k.CallInstance
		}
	}
	return
}

// has reports whether name is a supported property name.
func (n *Named) has(c *Call, name string) bool {
	if n.Has != nil {
		return n.Has(c, name)
	}
	_, ok := n.Get(c, name)
	return ok
}
