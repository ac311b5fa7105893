//go:build niso_vm

package js
import ("testing";"fmt")
func TestTmp(t *testing.T) {
	type group struct{ listeners []Object }
		node := &Class{Name: "Leaf", Trace: func(h Host, t *Tracer) {
			for _, o := range h.State().(*group).listeners {
				t.MarkObject(o)
			}
		}, Members: []Member{{Name: "listen", Length: 1, Call: func(c *Call) Value {
			f := c.Function(0)
			g := c.State().(*group)
			g.listeners = append(g.listeners, f)
			return Undefined
		}}}}
		rt := NewRuntime(Options{})
		defer rt.Close()
		r := rt.NewRealm(RealmOptions{Table: NewTable(node)})
		r.Set(r.Global(), "make", r.NewFunction("make", 0, func(c *Call) Value {
			return r.NewHost(node, 1, &group{}).Value()
		}).Value())
		cycle := func(n int) {
			if _, err := r.Eval("l.js", fmt.Sprintf("(function(){for(var i=0;i<%d;i++){let e=make();e.expando={e};e.listen(()=>e)}})()", n)); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range []int{2000,100000,100000} {
		cycle(n)
	rt.EndTurn()
	rt.Collect()
	fmt.Println(heapBytes(), rt.MemoryUsage())
	for _, row := range rt.vm.MemoryRows() { fmt.Print(row.Path,"=",row.Bytes," ") }
	fmt.Println()
		}
}
