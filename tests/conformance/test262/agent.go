package test262

import (
	"sync"
	"time"

	"github.com/niso-engine/niso/js/vm"
)

// agents are the workers of one test ($262.agent): each is a goroutine with a runtime of its own.
type agents struct {
	mu      sync.Mutex
	list    []*agent
	reports []string
	wg      sync.WaitGroup
	start   time.Time
}

type agent struct {
	rt    *vm.Runtime
	inbox chan broadcast
	quit  chan struct{}
}

type broadcast struct {
	shared *vm.SharedBytes
	id     int32
	taken  chan struct{}
}

// stop ends all agents.
func (a *agents) stop() {
	for _, g := range a.list {
		g.rt.Interrupt(errTimeout)
		close(g.quit)
	}
	a.wg.Wait()
}

// define makes $262.agent in the main realm.
func (a *agents) define(rt *vm.Runtime, realm *vm.Realm) vm.Value {
	a.start = time.Now()
	o := a.common(rt, realm)
	set := func(name string, length int, f vm.NativeFunc) {
		rt.Set(o, rt.Intern(name), vm.ObjectValue(realm.NewFunction(rt.Intern(name), length, f)))
	}
	set("start", 1, func(c *vm.Call) vm.Value {
		src, ok := rt.ToGoString(c.Arg(0))
		if !ok {
			return vm.Undefined
		}
		other, err := vm.New(vm.Options{HeapLimit: 1 << 28})
		if err != nil {
			return c.TypeError("%s", err.Error())
		}
		g := &agent{rt: other, inbox: make(chan broadcast), quit: make(chan struct{})}
		a.list = append(a.list, g)
		a.wg.Add(1)
		go a.run(g, src)
		return vm.Undefined
	})
	set("broadcast", 1, func(c *vm.Call) vm.Value {
		id, _ := rt.ToInt32(c.Arg(1))
		b := broadcast{shared: rt.Shared(c.Arg(0).Ref()), id: id, taken: make(chan struct{}, len(a.list))}
		for _, g := range a.list {
			select {
			case g.inbox <- b:
			case <-time.After(5 * time.Second):
				return c.TypeError("an agent does not receive")
			}
		}
		for range a.list {
			<-b.taken
		}
		return vm.Undefined
	})
	set("getReport", 0, func(c *vm.Call) vm.Value {
		a.mu.Lock()
		defer a.mu.Unlock()
		if len(a.reports) == 0 {
			return vm.Null
		}
		s := a.reports[0]
		a.reports = a.reports[1:]
		return rt.NewString(s)
	})
	return vm.ObjectValue(o)
}

// common makes what main thread and agents have.
func (a *agents) common(rt *vm.Runtime, realm *vm.Realm) vm.Ref {
	o := rt.NewObjectProto(realm.Intrinsic(vm.ObjectPrototype))
	set := func(name string, length int, f vm.NativeFunc) {
		rt.Set(o, rt.Intern(name), vm.ObjectValue(realm.NewFunction(rt.Intern(name), length, f)))
	}
	set("sleep", 1, func(c *vm.Call) vm.Value {
		ms, _ := rt.ToNumber(c.Arg(0))
		time.Sleep(time.Duration(ms * float64(time.Millisecond)))
		return vm.Undefined
	})
	set("monotonicNow", 0, func(c *vm.Call) vm.Value {
		return vm.Number(float64(time.Since(a.start)) / float64(time.Millisecond))
	})
	set("leaving", 0, func(c *vm.Call) vm.Value { return vm.Undefined })
	set("report", 1, func(c *vm.Call) vm.Value {
		s, ok := rt.ToGoString(c.Arg(0))
		if ok {
			a.mu.Lock()
			a.reports = append(a.reports, s)
			a.mu.Unlock()
		}
		return vm.Undefined
	})
	return o
}

// run is an agent's goroutine.
func (a *agents) run(g *agent, src string) {
	defer a.wg.Done()
	rt := g.rt
	defer rt.Close()
	defer func() { _ = recover() }()
	rt.AllowWait(true)
	realm := rt.NewRealm()
	o := a.common(rt, realm)
	var callback uint32
	have := false
	rt.Set(o, rt.Intern("receiveBroadcast"), vm.ObjectValue(realm.NewFunction(rt.Intern("receiveBroadcast"), 1, func(c *vm.Call) vm.Value {
		callback, have = rt.AddRoot(c.Arg(0)), true
		return vm.Undefined
	})))
	host := rt.NewObjectProto(realm.Intrinsic(vm.ObjectPrototype))
	rt.Set(host, rt.Intern("agent"), vm.ObjectValue(o))
	rt.Set(realm.Global(), rt.Intern("$262"), vm.ObjectValue(host))
	if _, ok := realm.RunString("agent", src); !ok {
		return
	}
	rt.RunJobs(nil)
	for {
		select {
		case <-g.quit:
			return
		case b := <-g.inbox:
			b.taken <- struct{}{}
			if !have {
				continue
			}
			v := vm.ObjectValue(realm.NewSharedArrayBuffer(b.shared))
			have = false
			rt.Call(rt.RootValue(callback), vm.Undefined, v, vm.Number(float64(b.id)))
			rt.TakeException()
			rt.RunJobs(nil)
		}
	}
}
