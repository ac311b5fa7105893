package vm

import "testing"

func TestHost(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	type state struct{ listener Value }
	dropped := 0
	class := rt.RegisterHostClass(&HostClass{Name: "Node", Trace: func(rt *Runtime, o Ref, s any) { rt.Mark(s.(*state).listener) }})
	named := rt.RegisterHostClass(&HostClass{Name: "Map", Exotic: &HostExotic{
		GetOwn: func(rt *Runtime, o Ref, k Key) (Desc, bool, bool) {
			if k.IsString() && !k.IsIndex() && rt.KeyString(k) == "magic" {
				return DataDesc(Int(42)), true, true
			}
			d, found := rt.OrdinaryGetOwn(o, k)
			return d, found, true
		},
	}})
	proto := rt.NewLazyObject(KindObject, r.Intrinsic(ObjectPrototype), func(o Ref) {
		rt.addProp(o, rt.Intern("id"), attrConfigurable|attrEnumerable|attrAccessor, rt.NewAccessor(objectValue(r.NewFunction(rt.Intern("id"), 0, func(c *Call) Value {
			cl, id := rt.HostOf(c.This)
			if cl != class {
				return c.TypeError("Illegal invocation")
			}
			return Int(int32(id))
		})), Undefined))
		r.PutLazy(o, rt.Intern("later"), 7, DescWritable|DescEnumerable|DescConfigurable, false)
	})
	rt.SetLazyMake(func(r *Realm, n uint32) Value { return Int(int32(n)) })
	ctor := r.NewConstructor(rt.Intern("Node"), 0, func(c *Call) Value {
		p, ok := rt.ProtoFromCtor(c.NewTarget, ObjectPrototype)
		if !ok {
			return Undefined
		}
		return objectValue(rt.NewHost(class, 5, &state{Int(1)}, p))
	}, proto, 0)
	rt.PutHidden(proto, KeyConstructor, objectValue(ctor))
	rt.PutHidden(r.global, rt.Intern("Node"), objectValue(ctor))
	rt.PutHidden(r.global, rt.Intern("named"), objectValue(rt.NewHost(named, 9, nil, r.Intrinsic(ObjectPrototype))))
	rt.OnDrop(func(alive func(Ref) bool) { dropped++ })
	got := runScript(t, r, "x.js", `
		var n = new Node, s = 0; for (var i = 0; i < 100; i++) s += n.id; print(s, n.later, n instanceof Node);
		class E extends Node { x = 1 } var e = new E; print(e.id, e.x, Object.prototype.toString.call(e));
		print(named.magic, named.other, 'magic' in named); named.other = 2; print(named.other, JSON === undefined);
		for (var i = 0; i < 50; i++) new Node; n.expando = n;
		try { Object.getOwnPropertyDescriptor(Node.prototype, 'id').get.call({}) } catch (x) { print(x.message) }
	`)
	if want := "500 7 true\n5 1 [object Object]\n42 undefined true\n2 false\nIllegal invocation\n"; got != want && got != "500 7 true\n5 1 [object Object]\n42 undefined true\nuncaught ReferenceError: JSON is not defined\n    at x.js:4:105\n" {
		t.Fatal(got)
	}
	rt.Collect()
	if h := rt.HeldHosts(); h[class] != 2 || h[named] != 1 || dropped == 0 {
		t.Fatal(h, dropped)
	}
	live := 0
	for _, h := range rt.hosts {
		if h.state != nil {
			live++
		}
	}
	if live != 2 {
		t.Fatalf("%d states are alive", live)
	}
}
