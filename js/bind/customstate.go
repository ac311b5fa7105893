package bind

import (
	"slices"

	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/js"
)

// CustomStateSet is what ElementInternals.states is: the states that :state() selects the element by.
// https://html.spec.whatwg.org/multipage/custom-elements.html#customstateset
type CustomStateSet struct {
	Object
	el    *nodeState
	list  []string  // in the order of adding
	iters js.Object // a Set of the same, whose iterators script gets; none before it asks
}

func init() {
	classCustomStateSet.Members = append(classCustomStateSet.Members, js.Member{Name: "values", Symbol: js.SymIterator, Intrinsic: "values", Flags: js.NotEnumerable})
}

func (s *CustomStateSet) trace(t *js.Tracer) {
	s.el.mark(t)
	t.MarkObject(s.iters)
}

// States is ElementInternals.states.
func (x *ElementInternals) States() *CustomStateSet {
	if x.states == nil {
		x.states = &CustomStateSet{el: x.el}
	}
	return x.states
}

func (s *CustomStateSet) store(state string, on bool) {
	st := s.el.window.World.Store
	a := atom.None
	if on {
		a = st.Atoms.Intern(state)
	} else {
		a = st.Atoms.Lookup(state)
	}
	st.SetCustomState(s.el.id, a, on)
}

// Size is CustomStateSet.size.
func (s *CustomStateSet) Size() uint32 { return uint32(len(s.list)) }

// Has is CustomStateSet.has.
func (s *CustomStateSet) Has(state string) bool { return slices.Contains(s.list, state) }

// Add is CustomStateSet.add.
func (s *CustomStateSet) Add(c *js.Call) js.Value {
	state := c.DOMString(0)
	if c.Failed() {
		return js.Undefined
	}
	if !s.Has(state) {
		s.list = append(s.list, state)
		s.store(state, true)
		s.iterate(c, "add", c.Realm().String(state))
	}
	return c.This()
}

// Delete is CustomStateSet.delete.
func (s *CustomStateSet) Delete(c *js.Call) js.Value {
	state := c.DOMString(0)
	i := slices.Index(s.list, state)
	if c.Failed() || i < 0 {
		return js.Bool(false)
	}
	s.list = slices.Delete(s.list, i, i+1)
	s.store(state, false)
	s.iterate(c, "delete", c.Realm().String(state))
	return js.Bool(true)
}

// Clear is CustomStateSet.clear.
func (s *CustomStateSet) Clear(c *js.Call) js.Value {
	for _, state := range s.list {
		s.store(state, false)
	}
	s.list = nil
	s.iterate(c, "clear")
	return js.Undefined
}

// iterate calls a method of the Set, where there is one.
func (s *CustomStateSet) iterate(c *js.Call, method string, args ...js.Value) js.Value {
	if s.iters.IsNone() {
		return js.Undefined
	}
	v, err := c.Realm().InvokeMethod(s.iters, method, args...)
	if err != nil {
		return c.Fail(err)
	}
	return v
}

func (s *CustomStateSet) iterator(c *js.Call, method string) js.Value {
	r := c.Realm()
	if s.iters.IsNone() {
		ctor, err := r.Get(r.Global(), "Set")
		if err != nil {
			return c.Fail(err)
		}
		if s.iters, err = r.Construct(ctor, arrayOf(r, s.list, func(s string) js.Value { return r.String(s) })); err != nil {
			return c.Fail(err)
		}
	}
	return s.iterate(c, method)
}

// Values is CustomStateSet.values.
func (s *CustomStateSet) Values(c *js.Call) js.Value { return s.iterator(c, "values") }

// Keys is CustomStateSet.keys.
func (s *CustomStateSet) Keys(c *js.Call) js.Value { return s.iterator(c, "keys") }

// Entries is CustomStateSet.entries.
func (s *CustomStateSet) Entries(c *js.Call) js.Value { return s.iterator(c, "entries") }

// ForEach is CustomStateSet.forEach.
func (s *CustomStateSet) ForEach(c *js.Call) js.Value {
	f := c.Function(0)
	if c.Failed() {
		return js.Undefined
	}
	r := c.Realm()
	for i := 0; i < len(s.list); i++ {
		v := r.String(s.list[i])
		if _, err := r.Call(f.Value(), c.Arg(1), v, v, c.This()); err != nil {
			return c.Fail(err)
		}
	}
	return js.Undefined
}
