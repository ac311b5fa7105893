package vm

// What built-ins that are not here yet will do.

func (rt *Runtime) typedFast(o Ref, i uint32) (Value, bool) { return Undefined, false }

func (rt *Runtime) typedSetFast(o Ref, i uint32, v Value) bool { return false }

func (rt *Runtime) newRegExpLiteral(r *Realm, pattern, flags string) (Value, bool) {
	return rt.Construct(objectValue(r.Intrinsic(RegExpCtor)), Undefined, rt.NewString(pattern), rt.NewString(flags))
}

func (rt *Runtime) typedLength(o Ref) (int, bool) { return 0, false }
