package vm

// https://tc39.es/ecma262/#sec-symbol-objects
func init() {
	var statics []prop
	for i, n := range symbolNames {
		k := SymIterator + Key(i)
		statics = append(statics, value(n[len("Symbol."):], func(r *Realm) Value { return r.rt.WellKnown(k) }).with(0))
	}
	statics = append(statics,
		method("for", 1, func(c *Call) Value {
			s, ok := c.Rt.ToString(c.Arg(0))
			if !ok {
				return Undefined
			}
			return c.Rt.SymbolFor(s)
		}),
		method("keyFor", 1, func(c *Call) Value {
			if !c.Arg(0).IsSymbol() {
				return c.TypeError("%s is not a symbol", c.Rt.brief(c.Arg(0)))
			}
			return c.Rt.SymbolKeyFor(c.Arg(0))
		}))
	this := func(c *Call, name string) Value {
		if c.This.IsSymbol() {
			return c.This
		}
		if c.Rt.IsKind(c.This, KindSymbolObj) {
			return c.Rt.Word(c.This.Ref(), 0)
		}
		c.TypeError("%s requires that 'this' be a Symbol", name)
		return Undefined
	}
	defineClass(SymbolCtor, SymbolPrototype, "Symbol", 0, func(c *Call) Value {
		if c.IsConstruct() {
			return c.TypeError("Symbol is not a constructor")
		}
		if c.Arg(0).IsUndefined() {
			return c.Rt.NewSymbol(Undefined)
		}
		s, ok := c.Rt.ToString(c.Arg(0))
		if !ok {
			return Undefined
		}
		return c.Rt.NewSymbol(s)
	}, statics, []prop{
		method("toString", 0, func(c *Call) Value {
			v := this(c, "Symbol.prototype.toString")
			if v.IsUndefined() {
				return Undefined
			}
			return c.Rt.NewString(c.Rt.symbolString(v))
		}),
		method("valueOf", 0, func(c *Call) Value { return this(c, "Symbol.prototype.valueOf") }),
		getter("description", func(c *Call) Value {
			v := this(c, "Symbol.prototype.description")
			if v.IsUndefined() {
				return Undefined
			}
			return c.Rt.SymbolDescription(v)
		}),
		method("@@toPrimitive", 1, func(c *Call) Value { return this(c, "Symbol.prototype [ @@toPrimitive ]") }).with(attrConfigurable),
		text("@@toStringTag", "Symbol"),
	})
}
