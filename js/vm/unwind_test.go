package vm

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// unwindSetup makes what the scripts of unwindCases change, and look, which reads and changes all of it.
const unwindSetup = `
function print(...x) { return String(x) }
var o = {a: 1, b: 'two', get c() { return 3 }}, d = {}, a = [1, 2, 3], sp = [1], m = new Map([[1, 'x'], ['k', {}]]), s = new Set([1, 'b']);
for (var i = 0; i < 40; i++) d['k' + i] = i;
sp[100000] = 1;
delete d.k3;
var wm = new WeakMap([[o, 1]]), ws = new WeakSet([o]), wr = new WeakRef(o);
class C { #p = 1; static #q = 2; x = [1]; get p() { return this.#p } set p(v) { this.#p = v } static q() { return C.#q } static has(o) { return #p in o } }
class D extends C { constructor() { super(); this.y = 1 } m() { return super.p } }
var c = new D(), str = 'ab', sym = Symbol('s'), big = 2n ** 70n, re = /(?<n>a)|b/dg, dt = new Date(0);
for (i = 0; i < 20; i++) str += 'c' + i;
function f(x, y = 1, ...r) { arguments[0]; return x + y + r.length }
function sloppy(x) { arguments[0] = 5; return [x, arguments] }
var args = sloppy(1, 2)[1], bound = f.bind(o, 1), px = new Proxy(o, {}), ta = new Uint8Array(8), fa = new Float64Array(4), buf = new ArrayBuffer(8, {maxByteLength: 64});
var sb = new SharedArrayBuffer(8, {maxByteLength: 64}), tb = new Uint16Array(buf), e = new Error('x');
var cnt = 0, resolve, pend = new Promise(r => resolve = r), gen = (function* () { try { for (;;) yield [cnt++] } finally { cnt = -1 } })();
pend.then(x => x);
var ag = (async function* () { for (;;) yield cnt++ })();
var reg = new FinalizationRegistry(x => x), its = [a.values(), m.entries(), s.values(), str[Symbol.iterator](), str.matchAll(re), [1, 2].values().map(x => [x])];
var lazy = {__proto__: Array.prototype}, fz = Object.freeze({z: 1}), scope = (function () { let x = {}, y = 2; return {get: () => x, set: v => { x = v; y++ }, y: () => y} })();
function look() {
	var seen = new Set(), list = [o, d, a, sp, m, s, wm, ws, wr, C, D, c, re, dt, f, sloppy, args, bound, px, ta, fa, buf, sb, tb, e, pend, gen, ag, reg, its, lazy, fz, scope], n = 0;
	while (list.length) {
		var x = list.pop();
		if ((typeof x !== 'object' && typeof x !== 'function') || x === null || seen.has(x) || n++ > 500) continue;
		seen.add(x);
		for (var k of Reflect.ownKeys(x)) {
			var p = Object.getOwnPropertyDescriptor(x, k);
			if (!p && x !== px) throw new Error('no property ' + String(k));
			if (p && 'value' in p) list.push(p.value);
			if (p && p.get) { list.push(p.get); try { x[k] } catch {} }
		}
		for (k in x) if (n < 50) x[k];
		list.push(Object.getPrototypeOf(x));
		if (x instanceof Map && x !== Map.prototype) { var z = 0; for (var [k, v] of x) { z++; if (x.get(k) !== v && v === v) throw new Error('map') ; list.push(k, v) } if (z !== x.size) throw new Error('map size') }
		if (x instanceof Set && x !== Set.prototype) { z = 0; for (k of x) { z++; if (!x.has(k)) throw new Error('set') } if (z !== x.size) throw new Error('set size') }
	}
	if (a.length !== [...a].length || Object.keys(d).length !== JSON.stringify(d).split(',').length) throw new Error('length');
	a.push(1); a.pop(); d.zz = 1; delete d.zz; o.zz = 1; delete o.zz; sp[50000] = 1; delete sp[50000]; m.set('q', 1); m.delete('q'); s.add('q'); s.delete('q');
	c.p++; D.prototype.m.call(c); C.q(); C.has(c); c.t = 1; f(1); f.u = 1; sloppy(1); bound(); px.v = 1; ta[0]++; tb[0]; gen.next(); scope.set(scope.get()); scope.y();
	str.length; str.charCodeAt(3); (str + 'x').slice(1, -1); re.lastIndex = 0; 'ab'.replace(re, 'x'); re.exec('ba'); wm.get(o); ws.has(o); wr.deref(); String(big); big * big; dt.toISOString(); e.stack; args.length; Array.from(args);
	for (var it of its) it.next();
	new D; class E extends D { k = 1 } new E; [...'abc']; ({...o, ...d}); [1, [2]].flat(); new Function('return 1')(); eval('1'); buf.resize(8); sb.byteLength;
	return 'fine';
}`

var unwindCases = []string{
	"for (var i = 0; i < 30; i++) o['n' + i] = {i}",
	"for (var i = 0; i < 30; i++) d['m' + i] = [i]; for (i = 0; i < 30; i++) delete d['k' + i]",
	"Object.defineProperty(o, 'g', {get() { return {} }, configurable: true}); Object.defineProperty(o, 'a', {enumerable: false}); Object.defineProperties(d, {x: {value: 1}, k5: {get() {}}})",
	"for (var i = 0; i < 100; i++) a.push({}); a.unshift([], {}); a.splice(1, 3, {}, {}, {}, {}); a.length = 5; a[20] = 1; a[5000] = 1; a.length = 50; a.sort((x, y) => 1); a.reverse(); a.fill({}, 3, 9); a.copyWithin(0, 5); a.shift()",
	"for (var i = 0; i < 30; i++) sp[i * 1000] = {}; sp.length = 3000; Object.defineProperty(sp, 5, {get() {}, configurable: true}); sp.push(1); sp.splice(1, 1)",
	"for (var i = 0; i < 60; i++) { m.set('q' + i, {}); s.add({}); s.add('w' + i) } for (i = 0; i < 60; i += 2) m.delete('q' + i); m.forEach((v, k) => m.size < 90 && m.set(k + 'z', v))",
	"for (var i = 0; i < 60; i++) { var k = {}; a.push(k); wm.set(k, {}); ws.add(k); reg.register(k, i) } ",
	"m.clear(); s.clear(); s = s.union(new Set([1, 2, {}])); Object.groupBy([1, 2, 3], x => 'g' + x); Map.groupBy([1, 2, 3], x => ({}))",
	"c = new D; c.p = {}; D.z = class extends D { #n = {}; static { this.w = new this } }; new D.z",
	"for (var i = 0; i < 30; i++) str += i + 'xyz'.repeat(i); str = str.replaceAll('c', 'dd').split('d').join('é\\u1234'); str = str.toUpperCase().normalize().padStart(500).trim() + `${str}${o}`",
	"f.prototype; f.name; f.length; f.a = {}; sloppy.prototype.x = 1; bound.name; new f; f.call(o, 1); f.apply(o, [1, 2, {}]); bound.b = 1; args[0] = {}; args[5] = 1; args.length = 9; delete args[1]",
	"px.n = {}; delete px.a; Object.setPrototypeOf(px, {zz: 1}); Object.setPrototypeOf(c, {ww: {}}); Object.setPrototypeOf(o, d); o.__proto__ = null; lazy.push(1, {}); Object.freeze(d); Object.seal(o)",
	"buf.resize(40); ta = ta.map(x => x + 1); ta.set([1, 2]); fa.sort(); buf = buf.transfer(60); sb.grow(60); ta = new Uint8Array([1, 2, 3]); ta = Uint8Array.from(new Set([1, 2])); ta.toReversed(); tb = new Uint16Array(new ArrayBuffer(16)); buf = new ArrayBuffer(8, {maxByteLength: 64})",
	"gen.next(); gen.next(); gen.return(1); gen = (function* () { yield* [{}, {}] })(); gen.next(); for (var x of gen) a.push(x)",
	"resolve({then(f) { f([1]) }}); pend.then(x => ({x})); Promise.all([pend, 1, {}]).then(x => x); Promise.reject({}).catch(() => {}); (async () => { await pend; await {}; return {} })(); ag.next(); ag.next(); ag.return()",
	"for (var it of its) { it.next(); it.next() } its[5] = [1, 2, 3].values().filter(x => x).flatMap(x => [x, x]).take(5); [...its[5]]; its[4] = str.matchAll(re)",
	"e = new TypeError('y', {cause: {}}); e.stack; Error.captureStackTrace(o); e.z = 1; try { null.x } catch (x) { e = x } e.message; new AggregateError([1, {}]); String(e)",
	"scope.set({}); scope = (() => { let l = []; for (let i = 0; i < 5; i++) l.push(() => i++); return {get: () => l, set: v => { l = [...v, () => {}].slice(-5) }, y: () => l[0]()} })()",
	"d = JSON.parse(JSON.stringify(d)); JSON.parse('[{\"a\": [1, {\"b\": \"c\\\\n\"}]}, 2]', (k, v) => v); JSON.stringify({o, a: [1, {}], toJSON() { return {q: [this.a]} }}, null, 2); d.big = JSON.rawJSON && 1",
	"big = big ** 5n * 3n - 1n; big = BigInt.asUintN(100, big); BigInt(String(big)); big << 100n; big / 7n; String(big)",
	"re.exec('aab'); re = new RegExp('(?<q>x+)|y', 'gu'); 'xxyx'.replace(re, (m, ...r) => String(r.length)); 'axb'.split(/(x)/); [...'xyx'.matchAll(re)]; 'x'.match(re); RegExp.$1; re[Symbol.split]('axb')",
	"globalThis.gv = {}; var gw = {}; globalThis['g' + 1] = 1; let_ = 1; Object.defineProperty(globalThis, 'gx', {get() { return {} }, configurable: true}); delete globalThis.gv; eval('var ev = {}; let el = {}; (() => [ev, el])'); new Function('a', 'b', 'return {a, b}')(1, 2)",
	"({a: o.n1, ...o.rest} = {a: {}, b: {}, c: 1}); var [q, ...w] = [1, {}, {}]; var {x: y = {}, ...z} = {p: 1, q: {}}; [o.u, a[3]] = [{}, {}]; a = [...a, ...s, ...'xy', {}]; f(...a, ...[{}]); new C(...a); o = {...o, ...a, [sym]: {}, ['x' + 1]() {}, get [str]() { return 1 }}",
	"with (o) { b = {}; var nb = a } switch (str) { case 'x': break; default: try { throw {} } catch ({q}) { } finally { o.fin = {} } } label: for (var k in {...d}) for (var j of [1, 2]) continue label; tag`a${o}b`; function tag(x) { x.raw; return [x] }",
	"Array.from({length: 5}, (x, i) => ({i})); Array.of({}, 1); a.concat([{}], sp); a.map(x => ({x})); a.flatMap(x => [x, {}]); a.toSorted(() => 0); a.with(0, {}); a.toSpliced(0, 1, {}); Object.entries(o); Object.fromEntries([['a', {}]]); Object.assign(o, d, {zz: {}}); Object.getOwnPropertyDescriptors(o); structured = Object.keys(sp)",
	"new Intl_; function Intl_() { this.a = {}; this.b = {}; return new Proxy(this, {get(t, k) { return {} }, ownKeys() { return ['a', 'b'] }, has() { return true }}) } var ip = new Intl_; ip.x; Object.keys(ip); 'q' in ip; ({...ip})",
	"Reflect.ownKeys(d); Reflect.construct(D, [], C); Reflect.defineProperty(a, 'length', {value: 2}); Symbol.for('zz' + a.length); o[Symbol('q')] = {}; o[Symbol.iterator] = function* () { yield {} }; [...o]; Symbol('x').description",
	"dt.setHours(3); dt.toString(); dt.toLocaleString(); new Date('2020-01-01').toJSON(); escape(str); encodeURIComponent(str); decodeURI('%41'); parseFloat('1.5'); (255).toString(16); (1.5).toFixed(3); Number('0x1f'); 'İ'.toLowerCase(); 'a'.localeCompare('b'); atob_ = Math.max(1, {valueOf() { return 2 }})",
}

// A script may be ended at any poll and at any allocation that may be large (here: of 12 words): what it was changing is whole, and the runtime goes on.
func TestUnwinding(t *testing.T) {
	rt, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	list := append([]string(nil), unwindCases...)
	if !testing.Short() {
		list = append(list, unwindCorpus(t)...)
	}
	for _, src := range list {
		for k := 1; unwind(t, rt, src, k); {
			k += 1 + k/64
		}
	}
}

// unwindCorpus are scripts of other tests.
func unwindCorpus(t *testing.T) (list []string) {
	b, err := os.ReadFile("testdata/language.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(b), "-- js --\n")[1:] {
		src, _, _ := strings.Cut(c, "-- want --\n")
		list = append(list, "(function () { "+src+"\n})()")
	}
	f, err := os.Open("testdata/builtins.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var row [2]string
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		quoted, _ := json.Marshal(row[0])
		list = append(list, "(function () { return eval("+string(quoted)+") })()")
	}
	return list
}

// unwind ends src at such a point, the kth. false: there are fewer.
func unwind(t *testing.T, rt *Runtime, src string, k int) (wasEnded bool) {
	r := rt.NewRealm()
	defer func() {
		if x := recover(); x != nil {
			t.Errorf("point %d of %s: panic: %v", k, src, x)
			panic(x)
		}
	}()
	if _, ok := r.RunString("setup", unwindSetup); !ok {
		exc, _ := rt.TakeException()
		t.Fatalf("setup: %s", rt.Describe(exc))
	}
	rt.Collect()
	past := rt.heap.Past
	rt.heap.Past = func() {
		if k--; k <= 0 && rt.guarded {
			rt.heap.Step = false
			panic(ended{ErrHeapLimit})
		}
	}
	rt.heap.Step, rt.heap.Large = true, 12
	rt.attention.Or(attendLimit)
	at := k
	_, ok := r.RunString("src", src)
	if ok {
		ok = rt.RunJobs(func(*Realm, Value) {})
	}
	rt.heap.Step, rt.heap.Past, rt.heap.Large = false, past, 1<<17
	rt.attention.And(^attendLimit)
	rt.TakeException()
	wasEnded = rt.TakeEnd() == ErrHeapLimit
	rt.heap.Poison = true
	rt.Collect()
	if v, ok := r.RunString("look", "look()"); !ok || rt.GoString(v) != "fine" {
		exc, _ := rt.TakeException()
		if s := rt.Describe(exc); wasEnded || !strings.Contains(s, "Error") {
			t.Errorf("point %d of %s: then %v %s", at, src, rt.TakeEnd(), s)
		}
	}
	rt.Collect()
	rt.heap.Poison = false
	rt.RunJobs(func(*Realm, Value) {})
	r.Close()
	return wasEnded
}
