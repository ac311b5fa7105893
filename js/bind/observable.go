package bind

import (
	"errors"
	"slices"
	"weak"

	"github.com/niso-engine/niso/js"
)

// https://wicg.github.io/observable/

// Observable is the state of an Observable: what runs for a subscriber.
type Observable struct {
	Object
	window     *Window
	callback   js.Object           // a page's
	run        func(s *Subscriber) // the engine's, instead of callback
	holds      []traced            // what run refers to
	subscriber weak.Pointer[Subscriber]
}

func (o *Observable) trace(t *js.Tracer) {
	t.MarkObject(o.callback)
	for _, h := range o.holds {
		h.trace(t)
	}
}

// holdValue keeps a value.
type holdValue struct{ v js.Value }

func (h holdValue) trace(t *js.Tracer) { t.Mark(h.v) }

// values keeps values that come and go.
type values struct{ list []js.Value }

func (l *values) trace(t *js.Tracer) {
	for _, v := range l.list {
		t.Mark(v)
	}
}

type holdPromise struct{ p *js.Promise }

func (h holdPromise) trace(t *js.Tracer) { markPromise(t, h.p) }

// internalObserver is what a subscriber tells. https://wicg.github.io/observable/#internal-observer
type internalObserver struct {
	next     func(v js.Value)
	error    func(v js.Value)
	complete func()
	holds    []traced // what the functions refer to
	detach   func()   // takes the observer from the signal of its options
}

func (o *internalObserver) trace(t *js.Tracer) {
	for _, h := range o.holds {
		h.trace(t)
	}
}

// Subscriber is the state of a Subscriber. While it is active, whoever can produce values (the page's function, a listener, a promise's reaction) holds
// it, and nothing else does.
type Subscriber struct {
	Object
	window     *Window
	inactive   bool
	controller *AbortController
	teardowns  []js.Object
	observers  []*internalObserver
}

func (s *Subscriber) trace(t *js.Tracer) {
	mark(t, s.controller)
	for _, fn := range s.teardowns {
		t.MarkObject(fn)
	}
	for _, o := range s.observers {
		o.trace(t)
	}
}

// ConstructObservable is new Observable.
func ConstructObservable(c *js.Call, callback js.Object) *Observable {
	return &Observable{window: windowOf(c.Realm()), callback: callback}
}

// derive makes an observable of the engine's own.
func (o *Observable) derive(run func(s *Subscriber), holds ...traced) *Observable {
	return &Observable{window: o.window, run: run, holds: append(holds, using{o})}
}

// reportThrown reports what a callback threw; nil is nothing.
func (w *Window) reportThrown(err error) {
	if err != nil {
		w.Report(err)
	}
}

// Active is Subscriber.active.
func (s *Subscriber) Active() bool { return !s.inactive }

// Signal is Subscriber.signal.
func (s *Subscriber) Signal() *AbortSignal { return s.controller.signal }

// Next is Subscriber.next.
func (s *Subscriber) Next(v js.Value) {
	if s.inactive || s.window.closed {
		return
	}
	if len(s.observers) == 1 {
		s.observers[0].next(v)
		return
	}
	for _, o := range slices.Clone(s.observers) {
		o.next(v)
	}
}

// Error is Subscriber.error.
func (s *Subscriber) Error(v js.Value) {
	if s.inactive {
		s.window.Report(s.window.Realm.NewException(v))
		return
	}
	if s.window.closed {
		return
	}
	l := slices.Clone(s.observers)
	defer s.window.hold(observing(l))()
	s.close(v)
	for _, o := range l {
		o.error(v)
	}
}

// observing holds observers while they are told of the end.
type observing []*internalObserver

func (l observing) trace(t *js.Tracer) {
	for _, o := range l {
		o.trace(t)
	}
}

// Complete is Subscriber.complete.
func (s *Subscriber) Complete() {
	if s.inactive || s.window.closed {
		return
	}
	l := slices.Clone(s.observers)
	defer s.window.hold(observing(l))()
	s.close(js.Undefined)
	for _, o := range l {
		o.complete()
	}
}

// AddTeardown is Subscriber.addTeardown.
func (s *Subscriber) AddTeardown(fn js.Object) {
	switch {
	case s.window.closed:
	case s.inactive:
		s.tearDown(fn)
	default:
		s.teardowns = append(s.teardowns, fn)
	}
}

func (s *Subscriber) tearDown(fn js.Object) {
	_, err := s.window.Realm.Call(fn.Value(), js.Undefined)
	s.window.reportThrown(err)
}

// close is "close a subscription". The error is that of an abort algorithm. https://wicg.github.io/observable/#close-a-subscription
func (s *Subscriber) close(reason js.Value) error {
	if s.inactive {
		return nil
	}
	s.inactive = true
	l := s.teardowns
	var held values
	for _, fn := range l {
		held.list = append(held.list, fn.Value())
	}
	defer s.window.hold(&held)()
	for _, o := range s.observers {
		if o.detach != nil {
			o.detach()
		}
	}
	s.teardowns, s.observers = nil, nil
	err := s.controller.signal.abort(s.window.Realm, reason)
	for i := len(l) - 1; i >= 0 && !s.window.closed; i-- {
		s.tearDown(l[i])
	}
	return err
}

// Subscribe is Observable.subscribe.
func (o *Observable) Subscribe(c *js.Call) js.Value {
	w := o.window
	r := w.Realm
	in := &internalObserver{complete: func() {}}
	in.error = func(v js.Value) { w.Report(r.NewException(v)) }
	in.next = func(js.Value) {}
	call := func(fn js.Object, args ...js.Value) {
		_, err := r.Call(fn.Value(), js.Undefined, args...)
		w.reportThrown(err)
	}
	hold := func(fn js.Object) { in.holds = append(in.holds, holdValue{fn.Value()}) }
	switch v := c.Arg(0); {
	case v.IsCallable():
		fn := v.Object()
		hold(fn)
		in.next = func(v js.Value) { call(fn, v) }
	case v.IsObject() || v.IsNullish():
		d := readObserver(&c.Conv, v)
		if fn := d.Next; !fn.IsNone() {
			hold(fn)
			in.next = func(v js.Value) { call(fn, v) }
		}
		if fn := d.Error; !fn.IsNone() {
			hold(fn)
			in.error = func(v js.Value) { call(fn, v) }
		}
		if fn := d.Complete; !fn.IsNone() {
			hold(fn)
			in.complete = func() { call(fn) }
		}
	default:
		c.NotOfType("(Observer or ObserverCallback)")
	}
	opts := readSubscribeOptions(&c.Conv, c.Arg(1))
	if !c.Failed() {
		o.subscribe(in, opts.Signal)
	}
	return js.Undefined
}

// subscribe is "subscribe to an Observable". signal may be nil.
func (o *Observable) subscribe(in *internalObserver, signal *AbortSignal) {
	w := o.window
	if w.closed {
		return
	}
	s := o.subscriber.Value()
	fresh := s == nil || s.inactive
	if fresh {
		s = &Subscriber{window: w, controller: &AbortController{signal: newAbortSignal(w)}}
		objectValue(w.Realm, s) // what produces values holds it by its object
		o.subscriber = weak.Make(s)
	}
	defer w.hold(using{s})()
	s.observers = append(s.observers, in)
	if signal != nil {
		leave := func() error {
			i := slices.Index(s.observers, in)
			if s.inactive || i < 0 {
				return nil
			}
			s.observers = slices.Delete(slices.Clone(s.observers), i, i+1)
			if len(s.observers) == 0 {
				return s.close(signal.reason)
			}
			return nil
		}
		if signal.aborted {
			leave()
		} else {
			in.detach = signal.follow(leave, using{s}, in)
		}
	}
	if !fresh {
		return
	}
	if o.run != nil {
		o.run(s)
		return
	}
	if _, err := w.Realm.Call(o.callback.Value(), js.Undefined, objectValue(w.Realm, s)); err != nil {
		s.fail(err)
	}
}

// fail is error with what a callback threw. The end of the script is nothing that an observer hears of.
func (s *Subscriber) fail(err error) {
	var ex *js.Exception
	if errors.As(err, &ex) {
		s.Error(ex.Value)
		return
	}
	s.window.Report(err)
}

// pass makes an observer that tells s all that it hears but what next changes.
func (s *Subscriber) pass(next func(v js.Value), holds ...traced) *internalObserver {
	return &internalObserver{next: next, error: s.Error, complete: s.Complete, holds: append(holds, using{s})}
}

// Map is Observable.map.
func (o *Observable) Map(mapper js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		i := 0
		o.subscribe(s.pass(func(v js.Value) {
			r, err := o.window.Realm.Call(mapper.Value(), js.Undefined, v, js.Int(i))
			if err != nil {
				s.fail(err)
				return
			}
			i++
			s.Next(r)
		}, holdValue{mapper.Value()}), s.Signal())
	}, holdValue{mapper.Value()})
}

// Filter is Observable.filter.
func (o *Observable) Filter(predicate js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		i := 0
		o.subscribe(s.pass(func(v js.Value) {
			r, err := o.window.Realm.Call(predicate.Value(), js.Undefined, v, js.Int(i))
			if err != nil {
				s.fail(err)
				return
			}
			i++
			if r.Truthy() {
				s.Next(v)
			}
		}, holdValue{predicate.Value()}), s.Signal())
	}, holdValue{predicate.Value()})
}

// Take is Observable.take.
func (o *Observable) Take(amount uint64) *Observable {
	return o.derive(func(s *Subscriber) {
		left := amount
		if left == 0 {
			s.Complete()
			return
		}
		o.subscribe(s.pass(func(v js.Value) {
			s.Next(v)
			if left--; left == 0 {
				s.Complete()
			}
		}), s.Signal())
	})
}

// Drop is Observable.drop.
func (o *Observable) Drop(amount uint64) *Observable {
	return o.derive(func(s *Subscriber) {
		left := amount
		o.subscribe(s.pass(func(v js.Value) {
			if left > 0 {
				left--
				return
			}
			s.Next(v)
		}), s.Signal())
	})
}

// TakeUntil is Observable.takeUntil.
func (o *Observable) TakeUntil(notifier *Observable) *Observable {
	return o.derive(func(s *Subscriber) {
		end := func(js.Value) { s.Complete() }
		notifier.subscribe(&internalObserver{next: end, error: end, complete: func() {}, holds: []traced{using{s}}}, s.Signal())
		if s.inactive {
			return
		}
		o.subscribe(s.pass(s.Next), s.Signal())
	}, using{notifier})
}

// inner converts what a callback returned to an observable; nil after telling s of the error.
func (s *Subscriber) inner(v js.Value, err error) *Observable {
	if err == nil {
		var x *Observable
		if x, err = s.window.observableOf(v); err == nil {
			return x
		}
	}
	s.thrown(err)
	return nil
}

// FlatMap is Observable.flatMap.
func (o *Observable) FlatMap(mapper js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		i := 0
		busy, done := false, false
		queue := &values{}
		var process func(v js.Value)
		process = func(v js.Value) {
			x := s.inner(o.window.Realm.Call(mapper.Value(), js.Undefined, v, js.Int(i)))
			if x == nil {
				return
			}
			i++
			in := s.pass(s.Next, queue, holdValue{mapper.Value()}, using{o})
			in.complete = func() {
				switch {
				case len(queue.list) > 0:
					v := queue.list[0]
					queue.list = queue.list[1:]
					process(v)
				default:
					busy = false
					if done {
						s.Complete()
					}
				}
			}
			x.subscribe(in, s.Signal())
		}
		in := s.pass(func(v js.Value) {
			if busy {
				queue.list = append(queue.list, v)
				return
			}
			busy = true
			process(v)
		}, queue, holdValue{mapper.Value()})
		in.complete = func() {
			done = true
			if !busy {
				s.Complete()
			}
		}
		o.subscribe(in, s.Signal())
	}, holdValue{mapper.Value()})
}

// SwitchMap is Observable.switchMap.
func (o *Observable) SwitchMap(mapper js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		i := 0
		done := false
		var active *AbortSignal
		in := s.pass(nil, holdValue{mapper.Value()})
		in.next = func(v js.Value) {
			if active != nil {
				active.abort(o.window.Realm, js.Undefined)
			}
			mine := newAbortSignal(o.window)
			active = mine
			x := s.inner(o.window.Realm.Call(mapper.Value(), js.Undefined, v, js.Int(i)))
			i++
			if x == nil {
				return
			}
			inner := s.pass(s.Next, holdValue{mapper.Value()}, using{o})
			inner.complete = func() {
				if done {
					s.Complete()
				} else if active == mine {
					active = nil
				}
			}
			x.subscribe(inner, anySignal(o.window, []*AbortSignal{mine, s.Signal()}))
		}
		in.complete = func() {
			if done = true; active == nil {
				s.Complete()
			}
		}
		o.subscribe(in, s.Signal())
	}, holdValue{mapper.Value()})
}

// Catch is Observable.catch.
func (o *Observable) Catch(callback js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		in := s.pass(s.Next, holdValue{callback.Value()})
		in.error = func(v js.Value) {
			if x := s.inner(o.window.Realm.Call(callback.Value(), js.Undefined, v)); x != nil {
				x.subscribe(s.pass(s.Next), s.Signal())
			}
		}
		o.subscribe(in, s.Signal())
	}, holdValue{callback.Value()})
}

// Finally is Observable.finally.
func (o *Observable) Finally(callback js.Object) *Observable {
	return o.derive(func(s *Subscriber) {
		s.AddTeardown(callback)
		o.subscribe(s.pass(s.Next), s.Signal())
	}, holdValue{callback.Value()})
}

// Inspect is Observable.inspect.
func (o *Observable) Inspect(c *js.Call) js.Value {
	var d ObservableInspector
	switch v := c.Arg(0); {
	case v.IsCallable():
		d.Next = v.Object()
	case v.IsObject() || v.IsNullish():
		d = readObservableInspector(&c.Conv, v)
	default:
		c.NotOfType("(ObservableInspector or ObserverCallback)")
	}
	if c.Failed() {
		return js.Undefined
	}
	w := o.window
	held := &values{}
	for _, fn := range []js.Object{d.Next, d.Error, d.Complete, d.Subscribe, d.Abort} {
		if !fn.IsNone() {
			held.list = append(held.list, fn.Value())
		}
	}
	return objectValue(c.Realm(), o.derive(func(s *Subscriber) {
		call := func(fn js.Object, args ...js.Value) error {
			if fn.IsNone() {
				return nil
			}
			_, err := w.Realm.Call(fn.Value(), js.Undefined, args...)
			return err
		}
		if err := call(d.Subscribe); err != nil {
			s.fail(err)
			return
		}
		unfollow := func() {}
		if !d.Abort.IsNone() {
			signal := s.Signal()
			unfollow = signal.follow(func() error {
				w.reportThrown(call(d.Abort, signal.reason))
				return nil
			}, held)
		}
		in := s.pass(func(v js.Value) {
			if err := call(d.Next, v); err != nil {
				unfollow()
				s.fail(err)
				return
			}
			s.Next(v)
		}, held)
		in.error = func(v js.Value) {
			unfollow()
			if err := call(d.Error, v); err != nil {
				s.fail(err)
				return
			}
			s.Error(v)
		}
		in.complete = func() {
			unfollow()
			if err := call(d.Complete); err != nil {
				s.fail(err)
				return
			}
			s.Complete()
		}
		o.subscribe(in, s.Signal())
	}, held))
}

// consumer is what the operators that return a promise share: the promise, and the signal that ends the subscription.
type consumer struct {
	o       *Observable
	promise *js.Promise
	own     *AbortSignal // ends the subscription once the promise is settled
	index   int
	held    values // the callback, and what was gathered
}

func (k *consumer) trace(t *js.Tracer) {
	mark(t, k.o)
	markPromise(t, k.promise)
	mark(t, k.own)
	k.held.trace(t)
}

// consume subscribes an observer that make fills in, unless the signal is aborted. ends says that the operator may end the subscription.
func (o *Observable) consume(callback js.Object, signal *AbortSignal, ends bool, make func(k *consumer, in *internalObserver)) js.Value {
	w := o.window
	k := &consumer{o: o, promise: w.Realm.NewPromise()}
	if !callback.IsNone() {
		k.held.list = []js.Value{callback.Value()}
	}
	all := signal
	if ends {
		k.own = newAbortSignal(w)
		if all = k.own; signal != nil {
			all = anySignal(w, []*AbortSignal{k.own, signal})
		}
	}
	if signal != nil {
		if all.aborted {
			k.promise.Reject(all.reason)
			return k.promise.Value()
		}
		all.follow(func() error {
			k.promise.Reject(all.reason)
			return nil
		}, holdPromise{k.promise}, using{o})
	}
	in := &internalObserver{error: k.promise.Reject, complete: func() {}, holds: []traced{k}}
	if all != nil {
		in.holds = append(in.holds, using{all})
	}
	make(k, in)
	o.subscribe(in, all)
	return k.promise.Value()
}

// call calls the consumer's callback; false when it threw, which rejects the promise.
func (k *consumer) call(fn js.Object, args ...js.Value) (js.Value, bool) {
	w := k.o.window
	v, err := w.Realm.Call(fn.Value(), js.Undefined, append(args, js.Int(k.index))...)
	if err != nil {
		e := w.Realm.ErrorValue(err)
		k.promise.Reject(e)
		k.own.abort(w.Realm, e)
		return js.Undefined, false
	}
	k.index++
	return v, true
}

// settle resolves the promise and ends the subscription.
func (k *consumer) settle(v js.Value) {
	k.promise.Resolve(v)
	k.own.abort(k.o.window.Realm, js.Undefined)
}

// ToArray is Observable.toArray.
func (o *Observable) ToArray(d SubscribeOptions) js.Value {
	return o.consume(js.Object{}, d.Signal, false, func(k *consumer, in *internalObserver) {
		in.next = func(v js.Value) { k.held.list = append(k.held.list, v) }
		in.complete = func() { k.promise.Resolve(o.window.Realm.NewArray(k.held.list...).Value()) }
	})
}

// ForEach is Observable.forEach.
func (o *Observable) ForEach(fn js.Object, d SubscribeOptions) js.Value {
	return o.consume(fn, d.Signal, true, func(k *consumer, in *internalObserver) {
		in.next = func(v js.Value) { k.call(fn, v) }
		in.complete = func() { k.promise.Resolve(js.Undefined) }
	})
}

// until is every, some and find: the promise is of result once the predicate is as wanted, of otherwise if it never is.
func (o *Observable) until(fn js.Object, signal *AbortSignal, wanted bool, result func(v js.Value) js.Value, otherwise js.Value) js.Value {
	return o.consume(fn, signal, true, func(k *consumer, in *internalObserver) {
		in.next = func(v js.Value) {
			if is, ok := k.call(fn, v); ok && is.Truthy() == wanted {
				k.settle(result(v))
			}
		}
		in.complete = func() { k.promise.Resolve(otherwise) }
	})
}

// Every is Observable.every.
func (o *Observable) Every(fn js.Object, d SubscribeOptions) js.Value {
	return o.until(fn, d.Signal, false, func(js.Value) js.Value { return js.False }, js.True)
}

// Some is Observable.some.
func (o *Observable) Some(fn js.Object, d SubscribeOptions) js.Value {
	return o.until(fn, d.Signal, true, func(js.Value) js.Value { return js.True }, js.False)
}

// Find is Observable.find.
func (o *Observable) Find(fn js.Object, d SubscribeOptions) js.Value {
	return o.until(fn, d.Signal, true, func(v js.Value) js.Value { return v }, js.Undefined)
}

// First is Observable.first.
func (o *Observable) First(d SubscribeOptions) js.Value {
	return o.consume(js.Object{}, d.Signal, true, func(k *consumer, in *internalObserver) {
		in.next = k.settle
		in.complete = func() { k.promise.Reject(o.window.Realm.NewError(js.RangeError, "No values in Observable")) }
	})
}

// Last is Observable.last.
func (o *Observable) Last(d SubscribeOptions) js.Value {
	return o.consume(js.Object{}, d.Signal, false, func(k *consumer, in *internalObserver) {
		in.next = func(v js.Value) { k.held.list = append(k.held.list[:0], v) }
		in.complete = func() {
			if len(k.held.list) == 0 {
				k.promise.Reject(o.window.Realm.NewError(js.RangeError, "No values in Observable"))
				return
			}
			k.promise.Resolve(k.held.list[0])
		}
	})
}

// Reduce is Observable.reduce.
func (o *Observable) Reduce(c *js.Call) js.Value {
	fn := c.Function(0)
	d := readSubscribeOptions(&c.Conv, c.Arg(2))
	if c.Failed() {
		return js.Undefined
	}
	initial := c.Arg(1)
	return o.consume(fn, d.Signal, true, func(k *consumer, in *internalObserver) {
		if !initial.IsUndefined() {
			k.held.list = append(k.held.list, initial)
		}
		in.next = func(v js.Value) {
			if len(k.held.list) == 1 {
				k.held.list = append(k.held.list, v)
				k.index++
				return
			}
			if r, ok := k.call(fn, k.held.list[1], v); ok {
				k.held.list[1] = r
			}
		}
		in.complete = func() {
			if len(k.held.list) == 1 {
				k.promise.Reject(o.window.Realm.NewError(js.TypeError, "Reduce of empty array with no initial value"))
				return
			}
			k.promise.Resolve(k.held.list[1])
		}
	})
}

// When is EventTarget.when.
func (t *EventTarget) When(c *js.Call, typ string, d ObservableEventListenerOptions) *Observable {
	w := t.window
	if w == nil {
		w = windowOf(c.Realm())
	}
	this := holdValue{c.This()}
	passive := d.Passive.Value
	if !d.Passive.Set {
		passive = t.passiveDefault(typ)
	}
	return &Observable{window: w, holds: []traced{this}, run: func(s *Subscriber) {
		if s.inactive {
			return
		}
		t.syncFor(typ)
		t.addListener(&listener{typ: typ, capture: d.Capture, passive: passive, handler: &handler{typ: typ, subscriber: s}}, s.Signal())
	}}
}
