package js

import (
	"fmt"
	"runtime"
	"testing"
	"time"
	"weak"
)

func heapBytes() int64 {
	for i := 0; i < 3; i++ {
		runtime.GC()
		time.Sleep(2 * time.Millisecond) // cleanups run
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// collect ends the host's turn, collects what is garbage and gives the bytes that are in use.
func collect(rt *Runtime) int64 {
	rt.EndTurn()
	rt.Collect()
	n := heapBytes()
	for _, u := range rt.MemoryUsage() {
		if u.Key == "memory_used_size" {
			n += u.Value
		}
	}
	return n
}

// TestHostObjectsCollected makes and drops 100,000 platform objects, with listeners that close over them, and
// looks whether the heap grows. The control keeps the listeners in a table of the document, which is
// the classic leak, and must be seen to grow.
func TestHostObjectsCollected(t *testing.T) {
	type group struct{ listeners []Object }
	run := func(leak bool) int64 {
		var table []Object
		node := &Class{Name: "Leaf", Trace: func(h Host, t *Tracer) {
			for _, o := range h.State().(*group).listeners {
				t.MarkObject(o)
			}
		}, Members: []Member{{Name: "listen", Length: 1, Call: func(c *Call) Value {
			f := c.Function(0)
			if leak {
				table = append(table, f)
			}
			g := c.State().(*group)
			g.listeners = append(g.listeners, f)
			return Undefined
		}}}}
		rt := NewRuntime(Options{})
		defer rt.Close()
		rt.OnTrace(func(t *Tracer) {
			for _, o := range table {
				t.MarkObject(o)
			}
		})
		r := rt.NewRealm(RealmOptions{Table: NewTable(node)})
		r.Set(r.Global(), "make", r.NewFunction("make", 0, func(c *Call) Value {
			return r.NewHost(node, 1, &group{}).Value()
		}).Value())
		cycle := func(n int) {
			if _, err := r.Eval("l.js", fmt.Sprintf("(function(){for(var i=0;i<%d;i++){let e=make();e.expando={e};e.listen(()=>e)}})()", n)); err != nil {
				t.Fatal(err)
			}
		}
		cycle(2000)
		before := collect(rt)
		cycle(100000)
		grown := collect(rt) - before
		runtime.KeepAlive(table)
		return grown
	}
	if n := run(false); n > 1<<20 {
		t.Errorf("100,000 dropped objects left %d bytes", n)
	} else {
		t.Logf("100,000 dropped objects left %d bytes", n)
	}
	if n := run(true); n < 10<<20 {
		t.Errorf("the control that leaks left only %d bytes: the test sees nothing", n)
	} else {
		t.Logf("control: %d bytes", n)
	}
}

// TestGroupCleanup shows the pattern of the bindings: a group object held by the wrappers' state, and
// one cleanup on the group.
func TestGroupCleanup(t *testing.T) {
	type group struct {
		wrappers []Object
		_        [8]byte
	}
	node := &Class{Name: "Leaf", Trace: func(h Host, t *Tracer) {
		for _, o := range h.State().(*group).wrappers {
			t.MarkObject(o)
		}
	}}
	NewTable(node)
	rt, r := newTestRealm(t, Options{})
	gone := make(chan int, 1)
	func() {
		g := &group{}
		runtime.AddCleanup(g, func(id int) { gone <- id }, 7)
		for i := uint32(1); i <= 50; i++ {
			g.wrappers = append(g.wrappers, r.NewHost(node, i, g))
		}
		r.Set(r.Global(), "one", g.wrappers[17].Value())
	}()
	collect(rt)
	select {
	case <-gone:
		t.Fatal("the tree went while script held a node of it")
	default:
	}
	r.Eval("x", "one=null")
	collect(rt)
	select {
	case id := <-gone:
		if id != 7 {
			t.Error(id)
		}
	case <-time.After(5 * time.Second):
		t.Error("the tree stayed")
	}
}

func TestWeakRef(t *testing.T) {
	rt, r := newTestRealm(t, Options{})
	if _, err := r.Eval("w.js", `
var got=[];
var reg=new FinalizationRegistry(h=>got.push(h));
var w;(function(){let o={big:new Array(10)};w=new WeakRef(o);reg.register(o,'held');let p={};reg.register(p,'not',p);reg.unregister(p);globalThis.p=p})();
if(w.deref().big.length!==10)throw 1;`); err != nil {
		t.Fatal(err)
	}
	collect(rt)
	if v, _ := r.Eval("w.js", "w.deref()!==undefined"); !v.IsTrue() {
		t.Error("the target went before the job was over")
	}
	rt.RunJobs()
	r.Eval("w.js", "0") // the stack forgets
	collect(rt)
	rt.RunJobs()
	if v, _ := r.Eval("w.js", "w.deref()===undefined&&got.join()==='held'"); !v.IsTrue() {
		v, _ := r.Eval("w.js", "String(w.deref())+got.join()")
		t.Error(v.Str())
	}
}

// TestRealmCollected closes realms and looks whether they go.
func TestRealmCollected(t *testing.T) {
	var refs []weak.Pointer[Realm]
	for i := 0; i < 5; i++ {
		func() {
			rt := NewRuntime(Options{})
			r := rt.NewRealm(RealmOptions{Table: testTable, Global: windowClass})
			r.Eval("r.js", "var a=[1,2].map(x=>x);Promise.resolve().then(()=>{});window.x=Element.make(1);new URLSearchParams")
			rt.RunJobs()
			refs = append(refs, weak.Make(r))
			rt.Close()
		}()
	}
	heapBytes()
	for i, w := range refs {
		if w.Value() != nil {
			t.Errorf("realm %d stayed", i)
		}
	}
}

// TestRealmBytes says what a realm costs before script runs.
func TestRealmBytes(t *testing.T) {
	rt := NewRuntime(Options{})
	defer rt.Close()
	rt.NewRealm(RealmOptions{Table: testTable, Global: windowClass})
	before := heapBytes()
	const n = 20
	var realms []*Realm
	for i := 0; i < n; i++ {
		realms = append(realms, rt.NewRealm(RealmOptions{Table: testTable, Global: windowClass}))
	}
	per := (heapBytes() - before) / n
	t.Logf("a realm: %d bytes", per)
	if per > 64<<10 {
		t.Errorf("a realm takes %d bytes", per)
	}
	runtime.KeepAlive(realms)
}

// benchScript measures one turn of a script loop.
func benchScript(b *testing.B, setup, body string) {
	_, r := newTestRealm(b, Options{})
	if _, err := r.Eval("setup.js", setup); err != nil {
		b.Fatal(err)
	}
	p, err := CompileScript(Source{Name: "b.js", Text: "(function(n){for(var i=0;i<n;i++){" + body + "}})"})
	if err != nil {
		b.Fatal(err)
	}
	f, err := r.Run(p)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := r.Call(f, Undefined, Int(b.N)); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkEmptyLoop(b *testing.B)    { benchScript(b, "", "") }
func BenchmarkNativeGetter(b *testing.B) { benchScript(b, "var e=Element.make(3),x", "x=e.nodeType") }
func BenchmarkNativeSetter(b *testing.B) {
	benchScript(b, "var e=Element.make(3)", "e.textContent='abc'")
}
func BenchmarkNativeMethod(b *testing.B) { benchScript(b, "var e=Element.make(3)", "e.remove()") }
func BenchmarkNativeMethod1(b *testing.B) {
	benchScript(b, "var e=Element.make(3),f=Element.make(4)", "e.appendChild(f)")
}
func BenchmarkGlobalMethod(b *testing.B) { benchScript(b, "", "alert()") }
func BenchmarkNewHost(b *testing.B)      { benchScript(b, "", "Element.make(3)") }
func BenchmarkIndexedGet(b *testing.B)   { benchScript(b, "var l=list(),x", "x=l[1]") }
func BenchmarkNamedGet(b *testing.B)     { benchScript(b, "var d=dataset(),x", "x=d.a") }
func BenchmarkListLength(b *testing.B)   { benchScript(b, "var l=list(),x", "x=l.length") }

func BenchmarkHostSlot(b *testing.B) {
	_, r := newTestRealm(b, Options{})
	v := r.NewHost(nodeClass, 9, nil).Value()
	b.ReportAllocs()
	n := uint32(0)
	for i := 0; i < b.N; i++ {
		if h := HostOf(v, eventTargetClass); !h.IsNone() {
			n += h.ID()
		}
	}
	if n == 0 {
		b.Fatal()
	}
}

func BenchmarkCallFunction(b *testing.B) {
	_, r := newTestRealm(b, Options{})
	f, _ := r.Eval("f.js", "(function(a){return a})")
	arg := Int(3)
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := r.Call(f, Undefined, arg); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewRealm(b *testing.B) {
	rt := NewRuntime(Options{})
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		rt.NewRealm(RealmOptions{Table: testTable, Global: windowClass}).Close()
	}
}

// BenchmarkHostBytes is the heap that a wrapper takes.
func BenchmarkHostBytes(b *testing.B) {
	_, r := newTestRealm(b, Options{})
	r.ClassPrototype(elementClass)
	plain := &Class{Name: "Plain"}
	NewTable(plain)
	list := make([]Object, 100000)
	before := heapBytes()
	for i := range list {
		list[i] = r.NewHost(plain, uint32(i), nil)
	}
	b.ReportMetric(float64(heapBytes()-before)/float64(len(list)), "B/wrapper")
	runtime.KeepAlive(list)
}

func BenchmarkString(b *testing.B) {
	_, r := newTestRealm(b, Options{})
	s := "hello, an attribute value of middling length"
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if len(r.String(s).Str()) != len(s) {
			b.Fatal()
		}
	}
}

func BenchmarkStackTrace(b *testing.B) { benchScript(b, "", "new Error('x')") }
