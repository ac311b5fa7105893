package vm

import (
	"fmt"
	"testing"
)

func newTestRealm(t testing.TB) *Realm {
	t.Helper()
	rt, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rt.Close)
	return rt.NewRealm()
}

func keysString(rt *Runtime, o Ref) string {
	keys, _ := rt.OwnKeys(o)
	s := ""
	for _, k := range keys {
		s += rt.KeyString(k) + " "
	}
	return s
}

func TestProperties(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	o := r.NewObject()
	for i := range 300 {
		k := rt.Intern(fmt.Sprint("p", i))
		if !rt.Set(o, k, Int(int32(i))) {
			t.Fatal("set")
		}
	}
	rt.Set(o, rt.Intern("7"), True)
	rt.Set(o, rt.Intern("3"), False)
	rt.Set(o, SymIterator, Null)
	for i := range 300 {
		v, ok := rt.Get(o, rt.Intern(fmt.Sprint("p", i)))
		if !ok || v != Int(int32(i)) {
			t.Fatalf("p%d = %x", i, v)
		}
	}
	for i := 0; i < 300; i += 2 {
		if done, ok := rt.Delete(o, rt.Intern(fmt.Sprint("p", i))); !done || !ok {
			t.Fatal("delete")
		}
	}
	want := "3 7 "
	for i := 1; i < 300; i += 2 {
		want += fmt.Sprintf("p%d ", i)
	}
	want += "Symbol(Symbol.iterator) "
	if got := keysString(rt, o); got != want {
		t.Fatalf("keys %s", got)
	}
	for i := range 300 {
		v, _ := rt.Get(o, rt.Intern(fmt.Sprint("p", i)))
		w := Undefined
		if i%2 == 1 {
			w = Int(int32(i))
		}
		if v != w {
			t.Fatalf("p%d = %x after deletes", i, v)
		}
	}
	if done, _ := rt.SetIntegrity(o, true); !done {
		t.Fatal("freeze")
	}
	if rt.Set(o, rt.Intern("p1"), Null) {
		t.Fatal("set of a frozen property")
	}
	exc, _ := rt.TakeException()
	m, _ := rt.Get(exc.Ref(), KeyMessage)
	if s := rt.GoString(m); s != "Cannot assign to read only property 'p1' of object '[object Object]'" && s != "Cannot assign to read only property 'p1' of object '#<Object>'" {
		t.Fatal(s)
	}
}

func TestShapesShared(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	a, b := r.NewObject(), r.NewObject()
	for _, n := range []string{"x", "y", "z", "w", "v", "u", "t", "s"} {
		rt.Set(a, rt.Intern(n), True)
		rt.Set(b, rt.Intern(n), rt.NewString(n))
	}
	if rt.shape(a) != rt.shape(b) {
		t.Fatal("shapes differ")
	}
	s := rt.shape(a)
	rt.Delete(a, rt.Intern("s"))
	rt.Set(a, rt.Intern("s"), Null)
	if rt.shape(a) != s {
		t.Fatal("the last property deleted and added again gives another shape")
	}
	p := r.NewObject()
	rt.SetPrototype(a, p)
	rt.SetPrototype(b, p)
	if rt.shape(a) != rt.shape(b) || keysString(rt, a) != "x y z w v u t s " {
		t.Fatal("prototype change", keysString(rt, a))
	}
	v, _ := rt.Get(b, rt.Intern("u"))
	if rt.GoString(v) != "u" {
		t.Fatal("value lost")
	}
}

func TestArrays(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	a := r.NewArray(Int(1), Int(2))
	rt.Set(a, IntKey(4), Int(5))
	if rt.ArrayLen(a) != 5 || keysString(rt, a) != "0 1 4 length " {
		t.Fatal(rt.ArrayLen(a), keysString(rt, a))
	}
	rt.Set(a, IntKey(1000000), Int(6))
	rt.Set(a, rt.IndexKey(4294967294), Int(7))
	rt.Set(a, rt.IndexKey(4294967295), Int(8))
	if rt.ArrayLen(a) != 4294967295 || keysString(rt, a) != "0 1 4 1000000 4294967294 length 4294967295 " {
		t.Fatal(rt.ArrayLen(a), keysString(rt, a))
	}
	rt.Set(a, KeyLength, Int(3))
	if keysString(rt, a) != "0 1 length 4294967295 " {
		t.Fatal(keysString(rt, a))
	}
	if rt.Set(a, KeyLength, Int(-1)) {
		t.Fatal("length -1")
	}
	exc, _ := rt.TakeException()
	if m, _ := rt.Get(exc.Ref(), KeyMessage); rt.GoString(m) != "Invalid array length" {
		t.Fatal(rt.GoString(m))
	}
}

func TestStrings(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	v := rt.EmptyString()
	want := ""
	for i := range 3000 {
		p := fmt.Sprint(i, ",")
		if i == 2000 {
			p = "é€😀"
		}
		want += p
		v, _ = rt.Concat(v, rt.NewString(p))
	}
	if got := rt.GoString(v); got != want {
		t.Fatal("concatenation")
	}
	w := rt.NewString(want)
	if !rt.StrictEquals(v, w) || rt.stringKey(v.Ref()) != rt.stringKey(w.Ref()) {
		t.Fatal("equal strings")
	}
	s := rt.Substring(v, 0, 50)
	if rt.GoString(s) != want[:50] || rt.stringKey(s.Ref()) != rt.Intern(want[:50]) {
		t.Fatal("slice of a wide string")
	}
	for _, x := range []string{"length", "0", "4294967295", "-1", "x y", "é", "€"} {
		if got := rt.KeyString(rt.Intern(x)); got != x {
			t.Fatal(got)
		}
	}
	if rt.Intern("length") != KeyLength {
		t.Fatal("static name")
	}
}

func TestNumbers(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	for s, want := range map[string]Value{"": Int(0), " 12 ": Int(12), "-0": NegZero, "1e3": Int(1000), "0x1F": Int(31), "x": NaN, "2147483648": Number(2147483648)} {
		if v, _ := rt.ToNumberValue(rt.NewString(s)); v != want {
			t.Errorf("ToNumber(%q) = %x", s, v)
		}
	}
	for f, want := range map[float64]int32{1: 1, -1: -1, 4294967296: 0, 4294967297: 1, 2147483648: -2147483648, -2147483649: 2147483647, 1e21: -559939584, 18446744073709551616: 0} {
		if got := toInt32(f); got != want {
			t.Errorf("ToInt32(%v) = %d, want %d", f, got, want)
		}
	}
	for v, want := range map[Value]string{Undefined: "undefined", Null: "null", True: "true", Int(-5): "-5", Number(0.1): "0.1", NaN: "NaN", Infinity: "Infinity", NegZero: "0"} {
		s, _ := rt.ToString(v)
		if got := rt.GoString(s); got != want {
			t.Errorf("ToString = %s, want %s", got, want)
		}
	}
	for _, c := range []struct {
		a, b Value
		want bool
	}{{Null, Undefined, true}, {Null, Int(0), false}, {True, Int(1), true}, {rt.NewString("1"), Int(1), true}, {NaN, NaN, false}, {NegZero, Int(0), true}} {
		if eq, _ := rt.LooseEquals(c.a, c.b); eq != c.want {
			t.Errorf("%x == %x is %v", c.a, c.b, eq)
		}
	}
}
