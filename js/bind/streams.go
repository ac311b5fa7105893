package bind

import (
	"math"

	"github.com/niso-engine/niso/js"
)

// What the streams have in common. https://streams.spec.whatwg.org/
//
// The Go names are the specification's, without the prefix of the class: ReadableStreamDefaultControllerCallPullIfNeeded is callPull of a
// [ReadableStreamDefaultController]. Streams of script and of the engine differ in their algorithms alone.

// algorithm is what a stream calls of its source, sink or transformer: a callback of script, or Go code. The zero value does nothing.
type algorithm struct {
	fn   js.Object // called on this; none: Go code
	this js.Value
	run  func(args ...js.Value) js.Value // gives a promise
	held traced                          // what run uses
}

func (a *algorithm) trace(t *js.Tracer) {
	t.MarkObject(a.fn)
	t.Mark(a.this)
	if a.held != nil {
		a.held.trace(t)
	}
}

// call gives a promise of what the algorithm does.
func (a *algorithm) call(r *js.Realm, args ...js.Value) js.Value {
	switch {
	case a.run != nil:
		return a.run(args...)
	case a.fn.IsNone():
		return resolvedPromise(r, js.Undefined)
	}
	v, err := r.Call(a.fn.Value(), a.this, args...)
	if err != nil {
		return r.RejectedPromise(r.ErrorValue(err))
	}
	return r.PromiseOf(v)
}

// callbacks reads the callbacks of an underlying source, sink or transformer. The members of the dictionary are to be asked for in the
// order of their names.
type callbacks struct {
	c *js.Conv
	d js.Dict
}

func callbacksOf(c *js.Call) callbacks {
	if !c.Has(0) {
		return callbacks{c: &c.Conv, d: c.ToDict(js.Undefined, "UnderlyingSource")}
	}
	return callbacks{c: &c.Conv, d: c.ToDict(c.ToObject(c.Arg(0)).Value(), "UnderlyingSource")}
}

func (k callbacks) get(name string) algorithm {
	a := algorithm{this: js.Undefined}
	if v, ok := k.d.Member(name); ok {
		a.fn, a.this = k.c.ToFunction(v), k.d.Object().Value()
	}
	return a
}

// start calls a start callback, whose exceptions are the constructor's.
func (a *algorithm) start(c *js.Call, controller js.Value) js.Value {
	if a.fn.IsNone() {
		return js.Undefined
	}
	v, err := c.Realm().Call(a.fn.Value(), a.this, controller)
	if err != nil {
		c.Fail(err)
	}
	return v
}

// strategy is a queuing strategy. https://streams.spec.whatwg.org/#qs
type strategy struct {
	hwm  Opt[float64]
	size js.Object // none: each chunk counts 1
}

func readStrategy(c *js.Call, i int) (s strategy) {
	d := c.Dict(i, "QueuingStrategy")
	if v, ok := d.Member("highWaterMark"); ok {
		s.hwm = Some(c.ToUnrestrictedDouble(v))
	}
	if v, ok := d.Member("size"); ok {
		s.size = c.ToFunction(v)
	}
	d.End()
	return s
}

// mark is the high water mark, def if the strategy has none. https://streams.spec.whatwg.org/#validate-and-normalize-high-water-mark
func (s *strategy) mark(c *js.Call, def float64) float64 {
	m := s.hwm.Or(def)
	if math.IsNaN(m) || m < 0 {
		c.RangeError("A queuing strategy's highWaterMark property must be a nonnegative, non-NaN number")
	}
	return m
}

// sizeOf is the size of a chunk by a strategy's function.
func sizeOf(r *js.Realm, size js.Object, chunk js.Value) (float64, error) {
	if size.IsNone() {
		return 1, nil
	}
	v, err := r.Call(size.Value(), js.Undefined, chunk)
	if err != nil {
		return 0, err
	}
	return r.ToNumber(v)
}

// chunkQueue is a queue with sizes. https://streams.spec.whatwg.org/#queue-with-sizes
type chunkQueue struct {
	items []streamChunk
	total float64
}

type streamChunk struct {
	value js.Value
	size  float64
	close bool // the sentinel of a writable stream
}

func (q *chunkQueue) trace(t *js.Tracer) {
	for _, x := range q.items {
		t.Mark(x.value)
	}
}

func (q *chunkQueue) push(r *js.Realm, x streamChunk) error {
	if math.IsNaN(x.size) || math.IsInf(x.size, 0) || x.size < 0 {
		return r.NewException(r.NewError(js.RangeError, "The return value of a queuing strategy's size function must be a finite, non-NaN, non-negative number"))
	}
	q.items = append(q.items, x)
	q.total += x.size
	return nil
}

func (q *chunkQueue) shift() streamChunk {
	x := q.items[0]
	q.items[0] = streamChunk{}
	q.items = q.items[1:]
	if q.total = max(0, q.total-x.size); len(q.items) == 0 {
		q.items = nil
	}
	return x
}

// upon reacts to a promise. The functions may be nil; keep is what they use.
func upon(r *js.Realm, p js.Value, fulfilled, rejected func(v js.Value), keep ...js.Value) js.Value {
	step := func(f func(js.Value)) func(js.Value) (js.Value, error) {
		return func(v js.Value) (js.Value, error) {
			if f != nil {
				f(v)
			}
			return js.Undefined, nil
		}
	}
	return r.Then(p, step(fulfilled), step(rejected), keep...)
}

// handled is a new promise whose rejection nobody needs to handle.
func handled(r *js.Realm) *js.Promise {
	p := r.NewPromise()
	r.MarkHandled(p.Value())
	return p
}

// iterResult is CreateIteratorResultObject.
func iterResult(r *js.Realm, v js.Value, done bool) js.Value {
	o := r.NewObject()
	_ = r.Define(o, js.NameKey("value"), v, js.DataDefault)
	_ = r.Define(o, js.NameKey("done"), js.Bool(done), js.DataDefault)
	return o.Value()
}

// CountQueuingStrategy counts chunks. https://streams.spec.whatwg.org/#cqs-class
type CountQueuingStrategy struct {
	Object
	hwm float64
}

// ByteLengthQueuingStrategy counts bytes. https://streams.spec.whatwg.org/#blqs-class
type ByteLengthQueuingStrategy struct {
	Object
	hwm float64
}

// ConstructCountQueuingStrategy is new CountQueuingStrategy.
func ConstructCountQueuingStrategy(i QueuingStrategyInit) *CountQueuingStrategy {
	return &CountQueuingStrategy{hwm: i.HighWaterMark}
}

// ConstructByteLengthQueuingStrategy is new ByteLengthQueuingStrategy.
func ConstructByteLengthQueuingStrategy(i QueuingStrategyInit) *ByteLengthQueuingStrategy {
	return &ByteLengthQueuingStrategy{hwm: i.HighWaterMark}
}

// HighWaterMark is CountQueuingStrategy.highWaterMark.
func (s *CountQueuingStrategy) HighWaterMark() float64 { return s.hwm }

// HighWaterMark is ByteLengthQueuingStrategy.highWaterMark.
func (s *ByteLengthQueuingStrategy) HighWaterMark() float64 { return s.hwm }

// Size is CountQueuingStrategy.size: one function a window.
func (s *CountQueuingStrategy) Size(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	if w.countSize.IsNone() {
		w.countSize = c.Realm().NewFunction("size", 0, func(*js.Call) js.Value { return js.Int(1) })
	}
	return w.countSize.Value()
}

// Size is ByteLengthQueuingStrategy.size: one function a window.
func (s *ByteLengthQueuingStrategy) Size(c *js.Call) js.Value {
	w := windowOf(c.Realm())
	if w.byteSize.IsNone() {
		w.byteSize = c.Realm().NewFunction("size", 1, func(c *js.Call) js.Value {
			o, err := c.Realm().ToObject(c.Arg(0))
			if err != nil {
				return c.Fail(err)
			}
			v, err := c.Realm().Get(o, "byteLength")
			if err != nil {
				return c.Fail(err)
			}
			return v
		})
	}
	return w.byteSize.Value()
}
