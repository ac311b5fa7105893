package vm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// runScript runs a script with a function print and all jobs; the result is what it printed.
func runScript(t testing.TB, r *Realm, name, src string) string {
	t.Helper()
	var out strings.Builder
	rt := r.rt
	rt.PutHidden(r.global, rt.Intern("print"), objectValue(r.NewFunction(rt.Intern("print"), 1, func(c *Call) Value {
		for i, a := range c.Args() {
			if i > 0 {
				out.WriteByte(' ')
			}
			s, ok := rt.ToGoString(a)
			if !ok {
				return Undefined
			}
			out.WriteString(s)
		}
		out.WriteByte('\n')
		return Undefined
	})))
	if _, ok := r.RunString(name, src); !ok {
		exc, _ := rt.TakeException()
		out.WriteString("uncaught " + rt.Describe(exc) + "\n")
	}
	rt.RunJobs(func(_ *Realm, exc Value) { out.WriteString("job " + rt.Describe(exc) + "\n") })
	return out.String()
}

// TestScripts runs testdata/*.js, whose output in a trailing comment is what Node prints, plainly and with a collection at every
// safe point.
func TestScripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.js")
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, want, ok := strings.Cut(string(src), "\n/* want\n")
		if !ok {
			t.Fatalf("%s: no output to compare with", f)
		}
		want = strings.TrimSuffix(strings.TrimSpace(want), "*/")
		for _, stress := range []bool{false, true} {
			r := newTestRealm(t)
			r.rt.SetStress(stress)
			got := runScript(t, r, filepath.Base(f), string(src))
			if strings.TrimSpace(got) != strings.TrimSpace(want) {
				g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
				for i := range min(len(g), len(w)) {
					if g[i] != w[i] {
						t.Errorf("%s (stress %v): line %d is %q, want %q", f, stress, i+1, g[i], w[i])
						break
					}
				}
				if len(g) != len(w) {
					t.Errorf("%s (stress %v): %d lines, want %d", f, stress, len(g), len(w))
				}
			}
		}
	}
}

func TestInterrupt(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	stop := errors.New("stop")
	for _, src := range []string{"for (;;) ;", "function f() { try { for (;;) f2(); } finally { for (;;) ; } } function f2() {} f()",
		"[1].map(function () { for (;;) try { throw 1 } catch (e) {} })", "function g() { return g2() } function g2() { for (;;) [3, 1, 2].sort(() => 0) } new Promise(g)"} {
		go func() {
			time.Sleep(20 * time.Millisecond)
			rt.Interrupt(stop)
		}()
		if _, ok := r.RunString("x.js", src); ok || rt.pending != pendingEnd || rt.endReason != stop {
			t.Fatalf("%s: not interrupted: ok %v", src, ok)
		}
		if _, ok := rt.TakeException(); ok {
			t.Fatal("the end of a script was catchable")
		}
		if err := rt.TakeEnd(); err != stop {
			t.Fatal(err)
		}
		if v, ok := r.RunString("y.js", "1 + 1"); !ok || v != Int(2) {
			t.Fatal("the runtime does not go on after an interrupt")
		}
	}
}

func TestHeapLimit(t *testing.T) {
	rt, err := New(Options{HeapLimit: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	r := rt.NewRealm()
	if _, ok := r.RunString("x.js", "var a = []; for (;;) a.push({a: 1, b: 'x' + a.length})"); ok {
		t.Fatal("ended")
	}
	if err := rt.TakeEnd(); err != ErrHeapLimit {
		t.Fatal(err)
	}
	if v, ok := r.RunString("y.js", "a = null; 1 + 1"); !ok || v != Int(2) {
		t.Fatal("the runtime does not go on", ok)
	}
}

func TestDeepRecursion(t *testing.T) {
	r := newTestRealm(t)
	got := runScript(t, r, "x.js", `
		function f(n) { return f(n + 1) + 1 }
		try { f(0) } catch (e) { print(e instanceof RangeError, e.message) }
		function g() { [1].forEach(g) }
		try { g() } catch (e) { print(e instanceof RangeError, e.message) }
		var o = {get x() { return this.x }};
		try { o.x } catch (e) { print(e instanceof RangeError) }
		var p = {}; for (var i = 0; i < 200000; i++) p = Object.create(p);
		print(p.nothing, 'nothing' in p);
		var s = ''; for (var i = 0; i < 200000; i++) s = 'a' + s + 'b';
		print(s.length, s[200000], s.indexOf('ba'));
		var q = new Proxy({}, {}); for (var i = 0; i < 100000; i++) q = new Proxy(q, {});
		try { q.x; print('no error') } catch (e) { print(e instanceof RangeError) }
		var l = null; for (var i = 0; i < 1000000; i++) l = {l}; l = null;
		function h() { try { h() } finally { return 1 } }
		print(h());
	`)
	want := "true Maximum call stack size exceeded\ntrue Maximum call stack size exceeded\ntrue\nundefined false\n400000 b -1\ntrue\n1\n"
	if got != want {
		t.Errorf("got\n%s", got)
	}
	r.rt.Collect()
}

// TestCounters checks the counters against a walk of the heap.
func TestCounters(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	check := func() {
		t.Helper()
		var cells, bytes [256]int
		rt.heap.Walk(func(c Ref, words uint32) {
			cells[rt.kind(c)]++
			bytes[rt.kind(c)] += int(words) * 8
		})
		for k, c := range rt.heap.Counts() {
			if c.Cells != cells[k] || c.Bytes != bytes[k] {
				t.Errorf("kind %d: %d cells of %d bytes counted, %d of %d there", k, c.Cells, c.Bytes, cells[k], bytes[k])
			}
		}
	}
	check()
	runScript(t, r, "x.js", "var o = []; for (var i = 0; i < 20000; i++) o.push({i, s: 'x' + i, f() { return i }}); o.length = 100; [1, 2].map(x => new Map([[x, o]]))")
	check()
	rt.Collect()
	check()
	runScript(t, r, "y.js", "for (let i = 0; i < 20000; i++) ({a: [i], b: i + 0.5})")
	check()
	rt.Collect()
	check()
	for _, u := range rt.MemoryUsage() {
		if u.Value < 0 && u.Key != "malloc_limit" {
			t.Errorf("%s is %d", u.Key, u.Value)
		}
	}
}

// TestSmallRuntime pins what a runtime takes that ran a trivial script.
func TestSmallRuntime(t *testing.T) {
	r := newTestRealm(t)
	r.RunString("x.js", "var m = new Map(); m.set('a', [1, 2].map(x => x + 1)); Promise.resolve(1).then(x => m.set(x, JSON))")
	r.rt.RunJobs(nil)
	r.rt.Collect()
	inUse, _, columns := r.rt.heap.Stats()
	cells := 0
	for _, c := range r.rt.heap.Counts() {
		cells += c.Bytes
	}
	t.Logf("cells %d, pages %d, columns %d, keys %d, natives %d", cells, inUse, columns, 4*cap(r.rt.keys.cells)+4*cap(r.rt.keys.index), len(r.rt.natives))
	if inUse+columns > 640<<10 || cells > 64<<10 {
		t.Errorf("a trivial runtime takes %d bytes of pages, %d of cells", inUse, cells)
	}
}

func TestWeak(t *testing.T) {
	r := newTestRealm(t)
	rt := r.rt
	runScript(t, r, "x.js", `
		var wm = new WeakMap(), key = {}, log = [], ref = new WeakRef({gone: 1}), kept = new WeakRef(key);
		(function () { var k2 = {}; wm.set(key, k2); wm.set(k2, {deep: 1}); var cycle = {}; wm.set(cycle, cycle); })();
		var fr = new FinalizationRegistry(h => log.push(h)); fr.register({}, 'a'); fr.register(key, 'b');
	`)
	rt.Collect()
	if got := runScript(t, r, "y.js", "print(wm.get(wm.get(key)).deep, ref.deref(), kept.deref() === key, log.join())"); got != "1 undefined true \n" {
		t.Fatal(got)
	}
	rt.Collect()
	if got := runScript(t, r, "y.js", "print(log.join())"); got != "a\n" {
		t.Fatal(got)
	}
	n := rt.heap.Counts()[KindObject].Cells
	runScript(t, r, "z.js", "key = null; wm = null; ref = kept = null")
	rt.Collect()
	if m := rt.heap.Counts()[KindObject].Cells; m >= n {
		t.Fatalf("%d objects, then %d", n, m)
	}
}

func BenchmarkFib(b *testing.B) {
	r := newTestRealm(b)
	r.RunString("fib.js", "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }")
	f, _ := r.rt.Get(r.global, r.rt.Intern("fib"))
	for b.Loop() {
		if v, _ := r.rt.Call(f, Undefined, Int(20)); v != Int(6765) {
			b.Fatal(v)
		}
	}
}
