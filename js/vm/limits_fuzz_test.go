package vm

import (
	"encoding/json"
	"runtime"
	"testing"
	"time"
)

// hostileCalls calls built-in functions with values that ask for much: which ones, bytes say.
const hostileCalls = `
var fns = [], seen = new Set(), todo = [globalThis];
var skip = new Set(['gc', 'print', 'wait', 'waitAsync']);
while (todo.length) {
	var x = todo.pop();
	if ((typeof x !== 'object' && typeof x !== 'function') || x === null || seen.has(x)) continue;
	seen.add(x);
	for (var k of Reflect.ownKeys(x)) {
		var d = Object.getOwnPropertyDescriptor(x, k);
		if (!d || skip.has(k)) continue;
		for (var v of [d.value, d.get, d.set]) {
			if (typeof v === 'function' && !seen.has(v)) fns.push(v);
			todo.push(v);
		}
	}
	todo.push(Object.getPrototypeOf(x));
}
for (x of [[].values(), new Map().entries(), 'a'[Symbol.iterator](), (function* () {})(), (async function* () {})(), [].values().map(x => x), 'a'.matchAll(/a/g)])
	for (p = Object.getPrototypeOf(x); p; p = Object.getPrototypeOf(p)) for (k of Reflect.ownKeys(p)) { d = Object.getOwnPropertyDescriptor(p, k); for (v of [d.value, d.get]) if (typeof v === 'function') fns.push(v) }
var p;
function run(bytes) {
	var at = 0, n = 0;
	var next = () => bytes[at++ % bytes.length] + (at > bytes.length ? at * 7 : 0);
	var deep = [], chain = {}, px = {};
	for (var i = 0; i < 3000; i++) { deep = [deep]; chain = Object.create(chain); px = new Proxy(px, {}) }
	var values = [
		() => undefined, () => null, () => true, () => 0, () => -1, () => 1, () => 2 ** 31, () => 2 ** 32 - 1, () => 2 ** 53 - 1, () => 1e13, () => Infinity, () => NaN, () => 0.5,
		() => '', () => 'a', () => 'a'.repeat(1e5), () => '\u1234b'.repeat(1e6), () => '(a+)+$', () => '['.repeat(1e5), () => '("'.repeat(1000), () => '9'.repeat(1e5), () => '{"a":[' .repeat(999),
		() => 1n << 100n, () => 2n ** 40n, () => 1n << 1000000n, () => Symbol.iterator, () => Symbol('x'),
		() => [], () => [1, 2, 3], () => new Array(1e5).fill(1.5), () => new Array(4e9), () => [...'abc'.repeat(1000)], () => deep, () => ({}), () => ({length: 2 ** 53 - 1}), () => ({length: 1e9, 0: 1}),
		() => chain, () => px, () => new Proxy([], {get: (t, k) => k === 'length' ? 1e9 : t[k]}), () => new Proxy(function () {}, {ownKeys: () => ['a', 'b'], get: (t, k, r) => r}),
		() => new Map([[1, 2]]), () => new Set(values), () => new WeakMap(), () => new Date(), () => /(a*)*b/g, () => /./gsu, () => new Error('x'), () => Promise.resolve(1),
		() => new ArrayBuffer(1e5, {maxByteLength: 1e6}), () => new SharedArrayBuffer(100), () => new Uint8Array(1e5), () => new Float64Array(1e4), () => new BigInt64Array(9), () => new DataView(new ArrayBuffer(8)),
		() => function () { return values[next() % values.length]() }, () => x => x, () => (x, y) => y > x ? 1 : -1, () => { throw 1 }, () => fns[next() % fns.length], () => class extends Array {},
		() => ({toString() { return 'x'.repeat(1e4) }, valueOf() { return 1e9 }}), () => ({[Symbol.toPrimitive]: () => values[next() % values.length]()}), () => ({then(f) { f(this) }}), () => ({get a() { return this }, toJSON() { return {a: this} }}),
		() => ({next() { return {value: 1, done: false} }, __proto__: Iterator.prototype}), () => (function* () { for (;;) yield 1 })(), () => (async function* () { for (;;) yield 1 })(), () => ({[Symbol.iterator]: function* () { for (;;) yield [1, 2] }}),
		() => function f(x) { return f(x) }, () => globalThis, () => arguments,
	];
	var value = () => values[next() % values.length]();
	var last;
	for (i = 0; i < bytes.length / 6; i++) {
		try {
			var f = fns[(next() * 256 + next()) % fns.length], self = next() % 4 ? value() : last, args = [];
			for (var j = next() % 4; j > 0; j--) args.push(value());
			last = next() % 5 ? Reflect.apply(f, self, args) : Reflect.construct(f, args);
		} catch (e) { if (next() % 16 == 0) String(e) }
	}
}
`

// FuzzLimits runs random calls of built-in functions under tight limits. Nothing but errors and ends comes of it, in time, and a realm made after it works.
func FuzzLimits(f *testing.F) {
	for i := range 64 {
		b := make([]byte, 60)
		for j := range b {
			b[j] = byte(i*131 + j*j*17 + j*i*7)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 300 || len(b) == 0 {
			return
		}
		rt, err := New(Options{HeapLimit: 64 << 20, CallDepth: 500})
		if err != nil {
			t.Fatal(err)
		}
		defer rt.Close()
		r := rt.NewRealm()
		if _, ok := r.RunString("setup", hostileCalls); !ok {
			exc, _ := rt.TakeException()
			t.Fatal(rt.Describe(exc))
		}
		list := make([]int, len(b))
		for i, c := range b {
			list[i] = int(c)
		}
		text, _ := json.Marshal(list)
		const limit = 300 * time.Millisecond
		start := time.Now()
		timer := time.AfterFunc(limit, func() { rt.Interrupt(errLimitTest) })
		defer timer.Stop()
		stack := make([]byte, 1<<16)
		look := time.AfterFunc(limit+2*time.Second, func() { stack = stack[:runtime.Stack(stack, true)] })
		if _, ok := r.RunString("run", "run("+string(text)+")"); ok {
			rt.RunJobs(func(*Realm, Value) {})
		}
		if late := time.Since(start) - limit; late > 5*time.Second {
			t.Errorf("ran for %v after it was interrupted; meanwhile: %s", late, stack)
		}
		timer.Stop()
		look.Stop()
		rt.TakeException()
		rt.TakeEnd()
		rt.interrupted()
		rt.jobs, rt.jobHead = nil, 0
		rt.heap.Poison = true
		rt.Collect()
		if v, ok := rt.NewRealm().RunString("after", "[1, 2, 3].map(x => x * 2).join() + JSON.stringify({a: [1n + 1n + '']})"); !ok || rt.GoString(v) != `2,4,6{"a":["2"]}` {
			exc, _ := rt.TakeException()
			t.Errorf("then %v %s", rt.TakeEnd(), rt.Describe(exc))
		}
	})
}
