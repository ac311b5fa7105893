package bind

import (
	"errors"

	"github.com/niso-engine/niso/js"
)

// Conversion of other things to observables. https://wicg.github.io/observable/#convert-to-an-observable

var errNoObservable = typeErr("Cannot convert value to an Observable. Input value must be an Observable, async iterable, iterable, or Promise.")

// ObservableFrom is Observable.from.
func ObservableFrom(c *js.Call, v js.Value) (*Observable, error) {
	return windowOf(c.Realm()).observableOf(v)
}

func (w *Window) observableOf(v js.Value) (*Observable, error) {
	if !v.IsObject() {
		return nil, errNoObservable
	}
	if h := js.HostOf(v, cls.Observable); !h.IsNone() {
		return h.State().(*Observable), nil
	}
	make := func(run func(s *Subscriber)) (*Observable, error) {
		return &Observable{window: w, run: run, holds: []traced{holdValue{v}}}, nil
	}
	m, err := w.iteratorMethod(v, js.SymAsyncIterator, "@@asyncIterator")
	switch {
	case err != nil:
		return nil, err
	case !m.IsUndefined():
		return make(func(s *Subscriber) { s.iterateAsync(v) })
	}
	if m, err = w.iteratorMethod(v, js.SymIterator, "@@iterator"); err != nil {
		return nil, err
	} else if !m.IsUndefined() {
		return make(func(s *Subscriber) { s.iterate(v) })
	}
	if st, _ := w.Realm.PromiseState(v); st != js.NotPromise {
		return make(func(s *Subscriber) {
			w.Realm.Then(v, func(v js.Value) (js.Value, error) {
				s.Next(v)
				s.Complete()
				return js.Undefined, nil
			}, func(v js.Value) (js.Value, error) {
				s.Error(v)
				return js.Undefined, nil
			}, s.obj.Value())
		})
	}
	return nil, errNoObservable
}

// iteratorMethod is GetMethod of an iterator method; undefined for none.
func (w *Window) iteratorMethod(v js.Value, sym js.WellKnown, name string) (js.Value, error) {
	m, err := w.Realm.GetKey(v.Object(), js.WellKnownKey(sym))
	switch {
	case err != nil:
		return js.Undefined, err
	case m.IsNullish():
		return js.Undefined, nil
	case !m.IsCallable():
		return js.Undefined, typeErr(name + " must be a callable.")
	}
	return m, nil
}

// iteration is an iterator with its next method, which is looked up once.
type iteration struct {
	w        *Window
	it, next js.Value
	err      error // of looking next up
	done     bool
}

func (i *iteration) trace(t *js.Tracer) {
	t.Mark(i.it)
	t.Mark(i.next)
}

func (w *Window) iteration(v, method js.Value) (*iteration, error) {
	it, err := w.Realm.Call(method, v)
	if err != nil {
		return nil, err
	}
	if !it.IsObject() {
		return nil, typeErr("Iterator object must be an object.")
	}
	i := &iteration{w: w, it: it}
	i.next, i.err = w.Realm.Get(it.Object(), "next")
	return i, nil
}

// step calls the iterator's next.
func (i *iteration) step() (js.Value, error) {
	if i.err != nil {
		return js.Undefined, i.err
	}
	if !i.next.IsCallable() {
		return js.Undefined, typeErr("Expected next() function on iterator.")
	}
	r, err := i.w.Realm.Call(i.next, i.it)
	if err == nil && !r.IsObject() {
		err = typeErr("Expected iterator.next() to return an Object.")
	}
	return r, err
}

// result takes an iterator's result apart.
func (i *iteration) result(r js.Value) (v js.Value, done bool, err error) {
	d, err := i.w.Realm.Get(r.Object(), "done")
	if err != nil || d.Truthy() {
		return js.Undefined, true, err
	}
	v, err = i.w.Realm.Get(r.Object(), "value")
	return v, false, err
}

// ret calls the iterator's return method; false if it has none.
func (i *iteration) ret(args ...js.Value) (r js.Value, has bool, err error) {
	m, err := i.w.Realm.Get(i.it.Object(), "return")
	if err != nil || m.IsNullish() {
		return js.Undefined, false, err
	}
	if !m.IsCallable() {
		return js.Undefined, false, typeErr("Expected return() to be a function.")
	}
	r, err = i.w.Realm.Call(m, i.it, args...)
	return r, true, err
}

// thrown tells the observers of an error, with a TypeError where it is not one of script.
func (s *Subscriber) thrown(err error) {
	var t typeErr
	if errors.As(err, &t) {
		s.Error(s.window.Realm.NewError(js.TypeError, string(t)))
		return
	}
	s.fail(err)
}

// iterate is the subscription to a sync iterable. https://wicg.github.io/observable/#from-iterable-conversion
func (s *Subscriber) iterate(v js.Value) {
	if s.Signal().aborted {
		return
	}
	m, err := s.window.iteratorMethod(v, js.SymIterator, "@@iterator")
	if err == nil && m.IsUndefined() {
		err = typeErr("@@iterator must not be undefined or null")
	}
	var i *iteration
	if err == nil {
		i, err = s.window.iteration(v, m)
	}
	if err != nil {
		s.thrown(err)
		return
	}
	if s.Signal().aborted {
		return
	}
	defer s.window.hold(i)()
	s.Signal().follow(func() error {
		if i.done {
			return nil
		}
		i.done = true
		r, has, err := i.ret()
		if err == nil && has && !r.IsObject() {
			err = s.window.Realm.NewException(s.window.Realm.NewError(js.TypeError, "Expected return() to return an Object."))
		}
		return err
	}, i)
	for !i.done {
		var v js.Value
		var done bool
		r, err := i.step()
		if err == nil {
			v, done, err = i.result(r)
		}
		if err != nil {
			i.done = true
			s.thrown(err)
			return
		}
		if done {
			i.done = true
			s.Complete()
			return
		}
		s.Next(v)
		if s.Signal().aborted || s.window.closed {
			return
		}
	}
}

// iterateAsync is the subscription to an async iterable. https://wicg.github.io/observable/#from-async-conversion
func (s *Subscriber) iterateAsync(v js.Value) {
	w := s.window
	if s.Signal().aborted {
		return
	}
	m, err := w.iteratorMethod(v, js.SymAsyncIterator, "@@asyncIterator")
	if err == nil && m.IsUndefined() { // it had one before
		if m, err = w.iteratorMethod(v, js.SymIterator, "@@iterator"); err == nil && m.IsUndefined() {
			err = typeErr("Object must be iterable")
		}
	}
	var i *iteration
	if err == nil {
		i, err = w.iteration(v, m)
	}
	if err != nil {
		s.thrown(err)
		return
	}
	if s.Signal().aborted {
		return
	}
	s.Signal().follow(func() error {
		if i.done {
			return nil
		}
		i.done = true
		r, has, err := i.ret(s.Signal().reason)
		switch {
		case err != nil:
			w.Realm.RejectedPromise(w.Realm.ErrorValue(err))
		case has:
			w.Realm.Then(w.Realm.PromiseOf(r), func(r js.Value) (js.Value, error) {
				if !r.IsObject() {
					return js.Undefined, w.Realm.NewException(w.Realm.NewError(js.TypeError, "Expected return() to resolve to an Object."))
				}
				return js.Undefined, nil
			}, nil)
		}
		return nil
	}, i)
	s.pull(i)
}

// pull asks an async iterator for its next value.
func (s *Subscriber) pull(i *iteration) {
	w := s.window
	if s.Signal().aborted || w.closed {
		return
	}
	r, err := i.step()
	var p js.Value
	if err != nil {
		i.done = true
		var t typeErr
		if errors.As(err, &t) {
			err = w.Realm.NewException(w.Realm.NewError(js.TypeError, string(t)))
		}
		p = w.Realm.RejectedPromise(w.Realm.ErrorValue(err))
	} else {
		p = w.Realm.PromiseOf(r)
	}
	w.Realm.Then(p, func(r js.Value) (js.Value, error) {
		var v js.Value
		var done bool
		err := error(typeErr("Expected next() Promise to resolve to an Object"))
		if r.IsObject() {
			v, done, err = i.result(r)
		}
		switch {
		case err != nil:
			i.done = true
			s.thrown(err)
		case done:
			i.done = true
			s.Complete()
		default:
			s.Next(v)
			s.pull(i)
		}
		return js.Undefined, nil
	}, func(e js.Value) (js.Value, error) {
		i.done = true
		s.Error(e)
		return js.Undefined, nil
	}, s.obj.Value(), i.it, i.next)
}
