package vm

import (
	"testing"
	"time"
)

// TestAtomicsWait has a second runtime wait for the first one to notify it, and a promise that another runtime settles.
func TestAtomicsWait(t *testing.T) {
	newRuntime := func() (*Runtime, *Realm) {
		rt, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		rt.AllowWait(true)
		return rt, rt.NewRealm()
	}
	run := func(rt *Runtime, r *Realm, src string) string {
		v, ok := r.RunString("test", src)
		if !ok {
			e, _ := rt.TakeException()
			return rt.Describe(e)
		}
		s, _ := rt.ToGoString(v)
		return s
	}
	rt, r := newRuntime()
	defer rt.Close()
	buf, ok := r.RunString("test", `var b = new SharedArrayBuffer(8); var a = new Int32Array(b); b`)
	if !ok {
		t.Fatal("no buffer")
	}
	shared := rt.Shared(buf.Ref())
	done := make(chan string)
	go func() {
		rt, r := newRuntime()
		defer rt.Close()
		rt.PutHidden(r.Global(), rt.Intern("b"), ObjectValue(r.NewSharedArrayBuffer(shared)))
		done <- run(rt, r, `Atomics.wait(new Int32Array(b), 0, 0, 10000)`)
		done <- run(rt, r, `var n = 0; while (!(n = Atomics.notify(new Int32Array(b), 1))); n`)
	}()
	if got := run(rt, r, `while (Atomics.notify(a, 0) == 0); Atomics.wait(a, 0, 1)`); got != "not-equal" {
		t.Error(got)
	}
	if got := <-done; got != "ok" {
		t.Error(got)
	}
	run(rt, r, `var got = ""; Atomics.waitAsync(a, 1, 0).value.then(v => { got = v })`)
	if got := <-done; got != "1" {
		t.Error(got)
	}
	if !rt.AwaitPost(10 * time.Second) {
		t.Error("nothing was posted")
	}
	rt.RunJobs(nil)
	if got := run(rt, r, `got`); got != "ok" {
		t.Error(got)
	}
	if got := run(rt, r, `Atomics.wait(a, 0, 0, 1)`); got != "timed-out" {
		t.Error(got)
	}
}
