package vm

import "testing"

// TestRealmClose: a closed realm lives as long as something of it is reachable, and then its row is used again.
func TestRealmClose(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	rt.SetStress(true)
	class := rt.RegisterHostClass(&HostClass{Name: "X"})
	other := rt.NewRealm()
	other.SetGlobalHost(class, 7, "state")
	dropped := ""
	rt.OnHostDrop(func(s any) { dropped += s.(string) })
	if _, ok := other.RunString("o.js", "var n = 40; globalThis.f = () => [n + 2].map(x => x), globalThis.arr = [3]; async function g() { await 1; n = 0 } g()"); !ok {
		t.Fatal()
	}
	get := func(name string) {
		v, _ := rt.Get(other.Global(), rt.Intern(name))
		rt.PutData(r.Global(), rt.Intern(name), v)
	}
	get("f")
	other.Close()
	if rt.HasJobs() {
		t.Error("jobs of a closed realm")
	}
	rt.Collect()
	run := func(src, want string) {
		t.Helper()
		v, ok := r.RunString("t.js", src)
		if !ok {
			e, _ := rt.TakeException()
			t.Fatal(src, rt.Describe(e))
		}
		if s, _ := rt.ToGoString(v); s != want {
			t.Errorf("%s: %s", src, s)
		}
	}
	run("f() + f().constructor.prototype.join.call([1,2], ':') + (f() instanceof Array)", "421:2false")
	if rt.realms[other.index] == nil || dropped != "" {
		t.Error("a realm of which a function is reachable is gone")
	}
	run("f = f().constructor.prototype; 1", "1")
	rt.KeptReset(0)
	rt.Collect()
	run("f.concat([5]).flat().join()", "5")
	if rt.realms[other.index] == nil {
		t.Error("a realm of which a prototype is reachable is gone")
	}
	run("f = 0", "0")
	rt.KeptReset(0)
	rt.Collect()
	if rt.realms[other.index] != nil || dropped != "state" {
		t.Error("a closed realm is still there", dropped)
	}
	if n := rt.NewRealm(); n.index != other.index {
		t.Error("its row is not used again")
	}
	run("[1,2].map(x => x + 1).join()", "2,3")
}

func TestCallDepth(t *testing.T) {
	rt, err := New(Options{CallDepth: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	r := rt.NewRealm()
	v, ok := r.RunString("t.js", "var n = 0; function f() { n++; f() } try { f() } catch (e) { n = n < 101 && n > 90 && e instanceof RangeError } n")
	if !ok || v != True {
		t.Error(rt.display(v))
	}
}
