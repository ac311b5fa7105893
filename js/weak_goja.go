//go:build niso_goja || !niso_vm

package js

import (
	"runtime"
	"sync"
	"weak"

	"github.com/dop251/goja"
)

// WeakRef and FinalizationRegistry stand on Go's weak pointers and cleanups. A target of a WeakRef lives until
// the microtask checkpoint is over, as the language asks.

type weakState struct {
	kept []*goja.Object // targets that this job saw

	mu   sync.Mutex
	dead []*finalization // whose targets were collected; cleanups run on other goroutines
}

type finalization struct {
	registry *finalizationRegistry
	held     Value
	token    weak.Pointer[goja.Object]
	cleanup  runtime.Cleanup
	gone     bool
}

type finalizationRegistry struct {
	realm    *Realm
	callback Object
	cells    map[*finalization]struct{}
}

var weakRefClass = &Class{Name: "WeakRef", NewLength: 1, New: func(c *Call) Value {
	t := c.Arg(0).Object()
	if t.IsNone() {
		return c.TypeError("target must be an object")
	}
	rt := c.Runtime()
	rt.weak.kept = append(rt.weak.kept, t.o)
	return c.NewThis(c.fn.class, 0, weak.Make(t.o)).Value()
}, Members: []Member{{Name: "deref", Flags: NotEnumerable, Call: func(c *Call) Value {
	o := c.State().(weak.Pointer[goja.Object]).Value()
	if o == nil {
		return Undefined
	}
	rt := c.Runtime()
	rt.weak.kept = append(rt.weak.kept, o)
	return Value{v: o}
}}}}

var finalizationClass = &Class{Name: "FinalizationRegistry", NewLength: 1, New: func(c *Call) Value {
	f := c.Function(0)
	if c.Failed() {
		return Undefined
	}
	return c.NewThis(c.fn.class, 0, &finalizationRegistry{realm: c.realm, callback: f, cells: map[*finalization]struct{}{}}).Value()
}, Members: []Member{
	{Name: "register", Length: 2, Flags: NotEnumerable, Call: func(c *Call) Value {
		reg := c.State().(*finalizationRegistry)
		t := c.Arg(0).Object()
		if t.IsNone() {
			return c.TypeError("target must be an object")
		}
		if SameValue(c.Arg(0), c.Arg(1)) {
			return c.TypeError("target and holdings must not be same")
		}
		cell := &finalization{registry: reg, held: c.Arg(1)}
		if o := c.Arg(2).Object(); !o.IsNone() {
			cell.token = weak.Make(o.o)
		}
		rt := c.Runtime()
		cell.cleanup = runtime.AddCleanup(t.o, func(cell *finalization) {
			rt.weak.mu.Lock()
			rt.weak.dead = append(rt.weak.dead, cell)
			rt.weak.mu.Unlock()
		}, cell)
		reg.cells[cell] = struct{}{}
		return Undefined
	}},
	{Name: "unregister", Length: 1, Flags: NotEnumerable, Call: func(c *Call) Value {
		reg := c.State().(*finalizationRegistry)
		t := c.Arg(0).Object()
		if t.IsNone() {
			return c.TypeError("unregister token must be an object")
		}
		found := false
		for cell := range reg.cells {
			if cell.token.Value() == t.o {
				cell.gone = true
				cell.cleanup.Stop()
				delete(reg.cells, cell)
				found = true
			}
		}
		return Bool(found)
	}},
}}

func init() { NewTable(weakRefClass, finalizationClass) }

// finalize queues the callbacks of targets that were collected. The host's tasks call it through RunJobs.
func (rt *Runtime) finalize() {
	rt.weak.mu.Lock()
	dead := rt.weak.dead
	rt.weak.dead = nil
	rt.weak.mu.Unlock()
	for _, cell := range dead {
		reg := cell.registry
		delete(reg.cells, cell)
		if cell.gone {
			continue
		}
		rt.EnqueueJob(reg.realm, func() error {
			_, err := reg.realm.Call(reg.callback.Value(), Undefined, cell.held)
			return err
		})
	}
}
