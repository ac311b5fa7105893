// Writes builtins.txt: expressions and what node makes of them. node builtins.mjs > builtins.txt
import vm from 'vm';
const exprs = String.raw`
[3,1,2].sort()
[1,10,2,undefined,,3].sort().length
[1,2,3,4].copyWithin(0,2)
[1,[2,[3,[4]]]].flat(2)
[1,2,3].at(-1)
Array.from("a😀b")
Array.from({length:3,0:"x"})
Array(3).fill(0)
[1,2,3].splice(1,1)
[,1,,2].findLastIndex(x=>x===undefined)
[1,2,3].toSpliced(0,1,"a","b")
[3,2,1].toSorted()
[1,2,3].with(1,9)
[1,2,3].with(5,9)
[..."abc"].entries().next().value
[1,2,3].reduce((a,b)=>a+b)
[].reduce((a,b)=>a+b)
new Array(-1)
[].concat([1],[2,[3]],4)
[1,2,3].join("-")
[null,undefined,1].join()
var a=[1];a.push(a);String(a)
[1,2,3].includes(NaN)
[NaN].includes(NaN)
[NaN].indexOf(NaN)
[1,2,3].map(5)
Array.prototype.map.call("abc",x=>x+x)
Object.entries({b:1,a:2,1:3,0:4})
Object.getOwnPropertyNames("ab")
JSON.stringify(Object.getOwnPropertyDescriptor({get x(){return 1}},"x"))
Object.fromEntries([["a",1],["b",2]]).b
Object.fromEntries([1])
Object.defineProperty(1,"x",{})
Object.defineProperty({},"x",1)
Object.defineProperty({},"x",{get:1})
Object.freeze([1,2]).push(3)
"use strict";Object.freeze({a:1}).a=2
"use strict";Object.freeze([1])[0]=2
"use strict";({get x(){return 1}}).x=2
Object.create(1)
Object.setPrototypeOf({},1)
Object.assign({},null,{a:1},"xy")[1]
Object.prototype.toString.call(null)
Object.prototype.toString.call([])
Object.prototype.toString.call(function(){})
Object.prototype.toString.call(new Date)
Object.prototype.toString.call(/x/)
Object.prototype.toString.call(new Map)
({}).__proto__===Object.prototype
Object.is(-0,0)
Object.keys(Object.assign([1,2],{x:1}))
(123.456).toFixed(2)
(0.000001234).toString()
(1e21).toLocaleString()
(1234567.891).toLocaleString()
(25).toString(36)
(0.1).toString(3)
(1).toFixed(101)
(1).toPrecision(0)
(1).toString(1)
Number("0x1f")
Number("1_000")
parseInt("0b11")
parseFloat("3.14abc")
Number.prototype.toString.call("x")
BigInt("0x1f")
BigInt("abc")
BigInt(1.5)
1n+1
BigInt.asIntN(8,255n)
(123n).toString(16)
1n/0n
Math.max()
Math.max(1,NaN,3)
Math.hypot(3,4,12)
Math.sign(-3)
Math.round(-0.5)
Math.fround(5.5)
Math.clz32(1)
Math.cbrt(27)
Math.trunc(-4.7)
Math.atan2(1,1)
"abc".at(-1)
"abc".padStart(6,"xy")
"abc".repeat(-1)
"abc".repeat(3)
"a-b-c".split("-",2)
"abc".split("")
"aXbX".replaceAll("X","$&$&")
"abc".replace("b","[$"+"\u0060$'$&]")
"abc".replaceAll(/b/,"x")
"x".localeCompare("y")
["b","a","C","ä","z"].sort((x,y)=>x.localeCompare(y))
"İstanbul".toLowerCase().length
"ΑΣ".toLowerCase()
"ﬁ".toUpperCase()
"straße".toUpperCase()
"\u0041\u030a".normalize()==="\u00c5"
"x".normalize("foo")
"\ud800".isWellFormed()
"a\ud800b".toWellFormed()
String.raw({raw:["a","b"]},1)
"abc".substr(-2,1)
"abc".substring(2,0)
"abc".slice(-2)
" \u00a0x\ufeff".trim()
"abc".localeCompare()
"a".codePointAt(5)
String.fromCodePoint(0x1f600)
String.fromCodePoint(-1)
"abc".big()
"abc".link('"')
"abc".startsWith(/a/)
String.prototype.trim.call(null)
"aaa".lastIndexOf("a")
"abcabc".indexOf("c",3)
/(\d+)-(?<b>\d+)/.exec("10-20").groups.b
/a/g[Symbol.replace]("banana","o")
"banana".match(/a/g)
"banana".match(/x/g)
[..."a1b2".matchAll(/[a-z](\d)/g)].map(m=>m[1])
"a1b2".matchAll(/x/)
"2020-01-02".replace(/(\d+)-(\d+)-(\d+)/,"$3/$2/$1")
"abc".replace(/(?<x>b)/,"[$<x>]")
"abc".replace(/b/,(m,i,s)=>m+i+s)
"one, two;three".split(/[,;]\s*/)
"abc".split(/(b)/)
"aBc".search(/[A-Z]/)
/a/y.test("ba")
/a|b/gi.flags
new RegExp("/").source
new RegExp("\n").toString()
RegExp("[")
new RegExp("a","gg")
/(a)(b)?/.exec("a").length
var r=/o/g;r.lastIndex=5;r.exec("foo");r.lastIndex
RegExp.prototype.toString.call({source:"a",flags:"b"})
/./su.dotAll
/\p{L}+/u.exec("héé1")[0]
/(?<=\$)\d+/.exec("$42")[0]
"x".replace(/x/,"$0$1$$")
new Map([[1,2]]).get(1)
new Map([1])
Map()
new Map([[NaN,1]]).get(NaN)
[...new Map([[1,2],[3,4]]).keys()]
new Set("hello").size
[...new Set([1,2,3]).entries()][0]
Map.prototype.get.call({},1)
new Map(5)
new WeakMap().set(1,1)
new Set([1]).forEach(1)
Map.groupBy?1:1
Reflect.ownKeys({b:1,[Symbol.iterator]:2,1:3}).length
Reflect.has(1,"x")
Reflect.construct(Date,[0]).getTime()
Reflect.construct(1)
Reflect.apply(Math.max,null,[1,2])
Reflect.getPrototypeOf([])===Array.prototype
encodeURIComponent("é ✓/")
encodeURIComponent("\ud800")
decodeURIComponent("%")
decodeURI("%2F%41")
escape("ü✓")
unescape("%u2713%FC")
isNaN("x")
JSON.stringify({a:[1,{b:2}]},null,2)
JSON.stringify("\u2028\ud800")
JSON.stringify({a:1,b:2},["b"])
JSON.stringify({a:1n})
JSON.stringify(undefined)
JSON.stringify({toJSON(){return 5}})
JSON.stringify([undefined,()=>1,Symbol()])
JSON.stringify({date:new Date(0)})
JSON.stringify({a:1,b:[1,2]},(k,v)=>typeof v=="number"?v*2:v)
JSON.parse('{"a":{"b":[1,2,3]}}').a.b[2]
JSON.parse('{"__proto__":1}').__proto__
JSON.parse("{")
JSON.parse("[1,]")
JSON.parse("{'a':1}")
JSON.parse('{"a" 1}')
JSON.parse("nul")
JSON.parse("abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz")
JSON.parse("1 2")
JSON.parse('"\\x"')
JSON.parse("-")
JSON.parse("1.e")
JSON.parse("[1 2]")
JSON.parse("")
JSON.parse(undefined)
new Date(2020,0,31,10,20,30,40).toISOString()
new Date(NaN).toISOString()
new Date("2020-02-30").getMonth()
Date.UTC(2020,1,29)
new Date(0).toUTCString()
new Date(8.64e15+1).getTime()
new Date(2020,5).toString()
new Date(2020,5,1,13,5).toLocaleString().replace(/\u202f/," ")
new Date(2020,5,1).toLocaleDateString()
Date.prototype.getTime.call({})
new Date(0)[Symbol.toPrimitive]("number")
new Date(0)[Symbol.toPrimitive]("x")
typeof (new Date(0)+1)
new Uint8Array([1,2,300])
new Uint8Array(-1)
new Uint16Array(new ArrayBuffer(3))
new Uint16Array(new ArrayBuffer(4),1)
Uint8Array(1)
new Float32Array([1.1])[0]
new Uint8ClampedArray([300,-5,1.5])
new Int8Array([128])[0]
new Uint8Array([3,1,2]).sort().toReversed()
new Uint8Array([1,2,3]).subarray(1).length
new Uint8Array(4).fill(7,1,3)
Uint8Array.from([1,2],x=>x*2)
new Uint8Array([1,2]).set([1,2,3])
new BigInt64Array([1])
new DataView(new ArrayBuffer(4)).getInt32(1)
new DataView(1)
new ArrayBuffer(-1)
new Uint8Array([1,2,3]).join("+")
Object.prototype.toString.call(new Uint8Array)
Symbol("x").toString()
Symbol("x")+""
Symbol.for("a")===Symbol.for("a")
Symbol("d").description
new Symbol
new Error("x",{cause:1}).cause
new AggregateError([1],"m").errors
String(new TypeError("t"))
(function(a,b){}).length
(function(){}).bind(1).name
Function("a","b","return a+b")(1,2)
Function("}")
(()=>{}).toString()
Math.max.toString()
[1,2,3].values().toString()
undefined.x
null.foo()
let q;q.x
({}).x.y
var o={};o.a.b.c
x
[...1]
[...undefined]
new (class{})().foo()
var [z]=null
var {z}=null
1()
Symbol()+1
({}) instanceof 1
"x" in 1
const k=1;k=2
new Promise(1)
Promise()
Promise.resolve(1) instanceof Promise
class A{constructor(){}};A()
class C extends Object{constructor(){}};new C
new Proxy({},{get:(t,k)=>k}).foo
new Proxy(1,{})
Proxy({}, {})
structuredClone===1
Array.isArray(new Proxy([],{}))
function* g(){yield 1};[...g()].join()
[..."ab"].map((x,i)=>x+i)
isFinite("12")
new Intl.NumberFormat===1
`.trim().split('\n').filter(e => !/structuredClone|Intl/.test(e));
for (const e of exprs) {
	let out;
	try {
		const v = vm.runInNewContext(e);
		out = typeof v + ' ' + String(typeof v === 'symbol' ? v.toString() : v === null || v === undefined ? v : Object.is(v, -0) ? '-0' : v);
	} catch (err) { out = `${err}`; }
	console.log(JSON.stringify([e, out]));
}
