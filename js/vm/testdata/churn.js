
function Node(k) { this.k = k; this.l = null; this.r = null; }
function add(t, k) { if (t === null) return new Node(k); if (k < t.k) t.l = add(t.l, k); else t.r = add(t.r, k); return t; }
var t = null; for (let i = 0; i < 60; i++) t = add(t, (i * 7919) % 101);
function sum(t) { return t === null ? 0 : t.k + sum(t.l) + sum(t.r); }
print(sum(t));
class A { #x = {v: 1}; constructor(y) { this.y = "s" + y } get x() { return this.#x.v } m() { return this.y + this.#x.v } }
class B extends A { z = [1, 2, 3]; m() { return super.m() + this.z[1] } }
var s = ""; for (let i = 0; i < 20; i++) { s += new B(i).m() + `,${i}`; } print(s);
function* g(n) { for (let i = 0; i < n; i++) { var x = yield {v: i, s: "a" + i}; } return "end" }
{ let it = g(5), r; while (!(r = it.next("q")).done) print(r.value.v + r.value.s); print(r.value) }
async function f(n) { let t = ""; for (let i = 0; i < n; i++) { t += await ("p" + i); } return t }
f(5).x; (async () => { print(await f(4)); })();
var o = {}; for (let i = 0; i < 300; i++) o["k" + i] = {i}; let c = 0; for (let k in o) c += o[k].i; print(c);
for (let i = 0; i < 300; i += 2) delete o["k" + i]; c = 0; for (let k in o) c += o[k].i; print(c);
var fs = []; for (let i = 0; i < 10; i++) fs[i] = () => i + "x"; s = ""; for (let i = 0; i < 10; i++) s += fs[i](); print(s);
function args() { arguments[0] = {a: "x" + arguments.length}; return arguments }
print(args(1, 2)[0].a, eval("({q: 'e' + 1})").q);
var big = []; for (let i = 0; i < 500; i++) big[i] = {i, s: "n" + i}; c = 0; for (let i = 0; i < 500; i++) c += big[i].i + big[i].s.length; print(c);

/* want
2981
s012,0s112,1s212,2s312,3s412,4s512,5s612,6s712,7s812,8s912,9s1012,10s1112,11s1212,12s1312,13s1412,14s1512,15s1612,16s1712,17s1812,18s1912,19
0a0
1a1
2a2
3a3
4a4
end
44850
22500
0x1x2x3x4x5x6x7x8x9x
x2 e1
126640
p0p1p2p3
*/
