package vm

import (
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// A limitCase is a script that asks for more than there is. want is what it gives: "ok", "Name: message" of what it throws, "heap" for the end
// at the heap's limit, "interrupt" where only an interrupt ends it; several with "|" between.
type limitCase struct {
	name, want, src string
}

const (
	wantStack  = "RangeError: Maximum call stack size exceeded"
	wantLength = "RangeError: Invalid array length"
	wantBuffer = "RangeError: Array buffer allocation failed"
	wantString = "RangeError: Invalid string length"
	wantBigInt = "RangeError: Maximum BigInt size exceeded"
)

var limitCases = []limitCase{
	// Memory outside of the heap.
	{"buffer", wantBuffer, "new ArrayBuffer(1e13)"},
	{"buffer max", wantBuffer, "new ArrayBuffer(0, {maxByteLength: 1e13})"},
	{"buffer shared", wantBuffer, "new SharedArrayBuffer(1e13)"},
	{"buffer shared max", wantBuffer, "new SharedArrayBuffer(0, {maxByteLength: 1e13})"},
	{"typed array", "RangeError: Invalid typed array length: 1099511627776", "new Float64Array(2**40)"},
	{"typed array 2**29", wantBuffer, "new Float64Array(2**29)"},
	{"typed array of arraylike", "RangeError: Invalid typed array length: 1099511627776", "new Float64Array({length: 2**40})"},
	{"buffers kept", wantBuffer, "var a = []; for (var i = 0; i < 100; i++) a.push(new ArrayBuffer(2**22))"},
	{"typed arrays kept", wantBuffer, "var a = []; for (var i = 0; i < 1000; i++) a.push(new Uint8Array(2**22))"},
	{"buffers small kept", wantBuffer + "|heap", "var a = []; for (;;) a.push(new ArrayBuffer(2**16))"},
	{"buffers resizable kept", wantBuffer, "var a = []; for (var i = 0; i < 100; i++) a.push(new ArrayBuffer(0, {maxByteLength: 2**22}))"},
	{"buffers shared kept", wantBuffer, "var a = []; for (var i = 0; i < 100; i++) a.push(new SharedArrayBuffer(2**22))"},
	{"buffers slice kept", wantBuffer, "var a = [new ArrayBuffer(2**22)]; for (var i = 0; i < 100; i++) a.push(a[0].slice())"},
	{"buffers transfer kept", wantBuffer, "var a = []; for (var i = 0; i < 100; i++) a.push(new ArrayBuffer(1).transfer(2**22))"},
	{"buffers dropped", "ok", "for (var i = 0; i < 100; i++) new ArrayBuffer(2**22)"},
	{"buffers in callbacks", "ok", "Array.from({length: 100}, () => new Uint8Array(2**22)[0])"},
	{"buffers transferred", "ok", "var b = new ArrayBuffer(2**22); for (var i = 0; i < 100; i++) b = b.transfer(2**22 + i)"},

	// Strings.
	{"repeat", wantString, "'a'.repeat(1e13)"},
	{"repeat 2**52", wantString, "'a'.repeat(2**52)"},
	{"repeat 2**53", wantString, "'a'.repeat(2**53)"},
	{"repeat Infinity", "RangeError: Invalid count value: Infinity", "'a'.repeat(Infinity)"},
	{"repeat over the heap", "heap", "'a'.repeat(2**29 - 24)"},
	{"repeat wide", "heap", "'\\u1234'.repeat(2**28)"},
	{"repeat kept", "heap", "var a = []; for (;;) a.push('ab'.repeat(1e6))"},
	{"padStart", wantString, "'a'.padStart(1e13)"},
	{"padEnd", wantString, "'a'.padEnd(2**53 - 1, 'xy')"},
	{"padEnd over the heap", "heap", "'a'.padEnd(5e8, 'xy')"},
	{"doubling +", wantString, "var s = 'ab'; for (;;) s = s + s"},
	{"doubling +=", wantString, "var s = 'ab'; for (;;) s += s"},
	{"doubling template", wantString, "var s = 'ab'; for (;;) s = `${s}${s}`"},
	{"doubling concat", wantString, "var s = 'ab'; for (;;) s = s.concat(s, s)"},
	{"doubling read", "heap|" + wantString, "var s = 'ab'; for (;;) { s += s; s.charCodeAt(1) }"},
	{"doubling join", "heap|" + wantString, "var s = 'ab'; for (;;) s = [s, s].join('-')"},
	{"doubling replace", "heap|" + wantString, "var s = 'aa'; for (;;) s = s.replace(/a/g, 'aa')"},
	{"replace $&", "heap|" + wantString, "var s = 'a'.repeat(1e6); s.replace(/a/g, '$&'.repeat(1e3))"},
	{"replace $`", "heap|" + wantString, "var s = 'a'.repeat(1e5); s.replace(/a/g, '$`')"},
	{"replaceAll $`", "heap|" + wantString, "var s = 'a'.repeat(1e5); s.replaceAll('a', \"$`$'\")"},
	{"replace function", "heap|" + wantString, "var s = 'a'.repeat(1e5), t = 'b'.repeat(1e5); s.replace(/a/g, () => t)"},
	{"replaceAll function", "heap|" + wantString, "var s = 'a'.repeat(1e5), t = 'b'.repeat(1e5); s.replaceAll('a', () => t)"},
	{"join", wantString + "|heap", "var s = 'a'.repeat(1e6); new Array(1e4).fill(s).join()"},
	{"join separator", wantString + "|heap", "new Array(1e6).join('a'.repeat(1e6))"},
	{"join separator sparse", wantString, "new Array(2**32 - 1).join('ab')"},
	{"join sparse empty", "ok|interrupt", "new Array(2**32 - 1).join('')"},
	{"toString sparse", wantString, "String(new Array(2**32 - 1))"},
	{"toLocaleString sparse", wantString, "new Array(2**32 - 1).toLocaleString()"},
	{"raw", wantString + "|heap", "String.raw({raw: new Array(1e5).fill('a'.repeat(1e5))})"},
	{"raw arraylike", "interrupt", "String.raw({raw: {length: 2**53 - 1, get 0() { return '' }}})"},
	{"escape", "heap|" + wantString, "escape('\\u1234'.repeat(5e7))"},
	{"encodeURIComponent", "heap|" + wantString, "encodeURIComponent('\\u1234'.repeat(5e7))"},
	{"unescape", "ok|heap", "unescape('%41'.repeat(1e7))"},
	{"decodeURI", "ok|heap", "decodeURI('%41'.repeat(1e7))"},
	{"normalize", "ok|heap|interrupt", "'\\u1234\\u0301'.repeat(2e7).normalize('NFKD')"},
	{"localeCompare", "ok|heap|interrupt", "'\\u00e4b'.repeat(1e7).localeCompare('\\u00e4b'.repeat(1e7) + 'x')"},
	{"case", "ok|heap", "'\\u0130'.repeat(2e7).toLowerCase()"},
	{"split", "ok|heap", "'a'.repeat(4e6).split('')"},
	{"split regexp", "ok|heap|interrupt", "'a'.repeat(4e6).split(/(?:)/)"},
	{"match", "heap|interrupt", "'a'.repeat(4e6).match(/a/g)"},
	{"matchAll", "heap|interrupt", "[...'a'.repeat(4e6).matchAll(/a/g)]"},
	{"spread string", "heap|interrupt", "[...'a'.repeat(4e6)]"},
	{"indexOf", "ok|interrupt", "('a'.repeat(2e6) + '\\u1234').indexOf('a'.repeat(1e6) + 'b')"},
	{"lastIndexOf", "ok|interrupt", "'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6))"},
	{"fromCharCode", wantStack, "String.fromCharCode.apply(null, {length: 1e7})"},
	{"symbol", "ok|heap", "var a = []; for (var i = 0; i < 10; i++) a.push(Symbol('a'.repeat(1e7)), Symbol.for('b'.repeat(1e7) + i)), a[0].toString()"},
	{"symbols kept", "heap", "for (var i = 0; ; i++) Symbol.for('b'.repeat(1e6) + i)"},
	{"error message", "ok|heap", "var s = 'a'.repeat(5e7); try { null[s] } catch (e) { e.stack } try { s() } catch (e) { e.stack } new Error(s).stack; ({})[s]; try { s in s } catch (e) { e.message }"},
	{"toFixed", "RangeError: toFixed() digits argument must be between 0 and 100", "(1).toFixed(1e12)"},
	{"toString radix", "RangeError: toString() radix argument must be between 2 and 36", "(1).toString(1e12)"},

	// Arguments.
	{"apply", wantStack, "Math.max.apply(null, {length: 2**31})"},
	{"apply sparse", wantStack, "Math.max.apply(null, new Array(2**32 - 1))"},
	{"Reflect.apply", wantStack, "Reflect.apply(Math.max, null, {length: 2**53 - 1})"},
	{"Reflect.construct", wantStack, "Reflect.construct(Array, {length: 2**53 - 1})"},
	{"apply function", wantStack, "(function () {}).apply(null, {length: 1e7})"},
	{"spread call", wantStack, "Math.max(...new Array(1e6))"},
	{"spread call sparse", wantLength, "Math.max(...new Array(2**32 - 1))"},
	{"spread new", wantLength, "new Array(...new Array(2**32 - 1))"},
	{"spread array", wantLength, "[...new Array(2**32 - 1)]"},
	{"bind arguments", wantStack + "|heap", "var f = Math.max; for (;;) f = f.bind(null, 1, 2, 3, 4, 5, 6, 7, 8); "},
	{"bind many", wantStack + "|ok", "Math.max.bind.apply(Math.max, new Array(1e5))()"},

	// Arrays.
	{"length", wantLength, "new Array(4294967296)"},
	{"length set", wantLength, "[].length = 2**32"},
	{"sort sparse", "ok|interrupt", "new Array(4e9).sort()"},
	{"sort sparse function", "ok|interrupt", "var a = new Array(4e9); a[3999999999] = 1; a[7] = 2; a.sort((x, y) => x - y)"},
	{"fill sparse", "interrupt|heap", "new Array(4e9).fill(1)"},
	{"indexOf sparse", "ok|interrupt", "new Array(4e9).indexOf(1)"},
	{"lastIndexOf sparse", "ok|interrupt", "new Array(4e9).lastIndexOf(1)"},
	{"includes sparse", "ok|interrupt", "new Array(4e9).includes(1)"},
	{"reverse sparse", "ok|interrupt", "new Array(4e9).reverse()"},
	{"forEach sparse", "ok|interrupt", "new Array(4e9).forEach(x => x)"},
	{"reduce sparse", "TypeError: Reduce of empty array with no initial value|interrupt", "new Array(4e9).reduce(x => x)"},
	{"map sparse", "ok|interrupt", "new Array(4e9).map(x => x)"},
	{"slice sparse", "ok|interrupt", "new Array(4e9).slice(1)"},
	{"splice sparse", "ok|interrupt", "new Array(4e9).splice(1, 4e9)"},
	{"shift sparse", "ok|interrupt", "var a = new Array(4e9); a[3e9] = 1; a.shift()"},
	{"unshift sparse", "ok|interrupt", "var a = new Array(4e9); a[3e9] = 1; a.unshift(1)"},
	{"concat sparse", "ok|interrupt", "var a = new Array(4e9); a[3e9] = 1; a.concat([1])"},
	{"concat too long", wantLength + "|interrupt|TypeError: Invalid array length", "new Array(4e9).concat(new Array(4e9))"},
	{"copyWithin sparse", "ok|interrupt", "new Array(4e9).copyWithin(1)"},
	{"flat sparse", "ok|interrupt", "new Array(4e9).flat()"},
	{"find sparse", "interrupt", "new Array(4e9).find(x => x)"},
	{"toSorted sparse", "heap|interrupt", "new Array(4e9).toSorted()"},
	{"toReversed sparse", "heap|interrupt", "new Array(4e9).toReversed()"},
	{"with sparse", "heap|interrupt", "new Array(4e9).with(0, 1)"},
	{"keys sparse", "ok|interrupt", "Object.keys(new Array(4e9))"},
	{"entries sparse", "heap|interrupt", "[...new Array(4e9).entries()]"},
	{"arraylike sort", "interrupt", "Array.prototype.sort.call({length: 2**53 - 1})"},
	{"arraylike indexOf", "interrupt", "Array.prototype.indexOf.call({length: 2**53 - 1}, 1)"},
	{"arraylike reverse", "interrupt", "Array.prototype.reverse.call({length: 2**53 - 1})"},
	{"arraylike fill", "heap|interrupt", "Array.prototype.fill.call({length: 2**53 - 1}, 1)"},
	{"arraylike join", wantString + "|interrupt", "Array.prototype.join.call({length: 2**53 - 1}, 'x')"},
	{"arraylike shift", "interrupt", "Array.prototype.shift.call({length: 2**53 - 1})"},
	{"arraylike unshift", "interrupt", "Array.prototype.unshift.call({length: 2**53 - 2}, 1)"},
	{"arraylike copyWithin", "interrupt", "Array.prototype.copyWithin.call({length: 2**53 - 1}, 1)"},
	{"from arraylike", wantLength, "Array.from({length: 2**32})"},
	{"from arraylike long", "heap|interrupt", "Array.from({length: 2**32 - 1})"},
	{"from arraylike function", "heap|interrupt", "Array.from({length: 2**31}, (x, i) => ({i}))"},
	{"from iterator", "heap|interrupt", "Array.from((function* () { for (;;) yield 1 })())"},
	{"push", "heap", "var a = []; for (;;) a.push(a.length)"},
	{"concat doubling", "heap|" + wantLength, "var a = [1]; for (;;) a = a.concat(a)"},
	{"spread doubling", "heap|" + wantLength, "var a = [1]; for (;;) a = [...a, ...a]"},
	{"splice doubling", "heap|" + wantLength + "|" + wantStack, "var a = [1]; for (;;) a.splice(0, 0, ...a)"},
	{"index far", "heap|interrupt", "var a = []; for (var i = 0; ; i += 1000) a[i] = 1"},
	{"large literal index", "ok", "var a = []; a[4294967294] = 1; a.length"},
	{"flat deep", wantStack, "var a = []; for (var i = 0; i < 1e6; i++) a = [a]; a.flat(Infinity)"},
	{"flat cycle", wantStack, "var a = []; a[0] = a; a.flat(Infinity)"},
	{"toString deep", wantStack, "var a = []; for (var i = 0; i < 1e6; i++) a = [a]; String(a)"},
	{"toLocaleString deep", wantStack, "var a = []; for (var i = 0; i < 1e6; i++) a = [a]; a.toLocaleString()"},
	{"sort numbers", "ok|interrupt|heap", "var a = []; for (var i = 0; i < 3e6; i++) a.push((i * 7919) % 3000017); a.sort()"},
	{"sort function", "interrupt|ok", "var a = []; for (var i = 0; i < 2e6; i++) a.push((i * 7919) % 3000017); a.sort((x, y) => x - y)"},
	{"sort recursion", wantStack, "function f() { return [3, 1, 2].sort(f) } f()"},

	// Typed arrays.
	{"typed fill", "interrupt|ok", "var a = new Float64Array(2**20); for (;;) a.fill(1.5)"},
	{"typed sort", "interrupt|ok", "var a = new Float64Array(2**20); for (var i = 0; i < 1e6; i++) a[i * 4] = (i * 7919) % 3000017; a.sort()"},
	{"typed sort function", "ok|interrupt", "new Float64Array(2**20).sort((a, b) => b - a)"},
	{"typed set", "interrupt|ok", "var a = new Uint8Array(2**23), b = new Uint8Array(2**22); for (;;) a.set(b, 1)"},
	{"typed set other", "interrupt|ok", "var a = new Float32Array(2**20), b = new Float64Array(2**19); for (;;) a.set(b, 1)"},
	{"typed from", "RangeError: Invalid typed array length: 9007199254740991|interrupt|" + wantBuffer, "Uint8Array.from({length: 2**53 - 1})"},
	{"typed from iterator", "heap|interrupt", "Uint8Array.from((function* () { for (;;) yield 1 })())"},
	{"typed new iterator", "heap|interrupt", "new Uint8Array((function* () { for (;;) yield 1 })())"},
	{"typed join", "ok|heap|" + wantString, "new Uint8Array(2**23).join('abcdefgh')"},
	{"typed indexOf", "ok|interrupt", "var a = new Uint8Array(2**23); for (;;) a.indexOf(1)"},
	{"typed keys", "heap|interrupt", "Object.keys(new Uint8Array(2**23))"},
	{"typed map", "interrupt", "new Uint8Array(2**23).map(x => x)"},
	{"typed toHex", "interrupt", "var a = new Uint8Array(2**23); for (;;) a.toHex()"},
	{"shared grow", "RangeError: SharedArrayBuffer.prototype.grow: Invalid length parameter", "new SharedArrayBuffer(1, {maxByteLength: 100}).grow(1e12)"},
	{"resize", "RangeError: ArrayBuffer.prototype.resize: Invalid length parameter", "new ArrayBuffer(1, {maxByteLength: 100}).resize(1e12)"},
	{"atomics wait", "interrupt", "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)"},

	// BigInt.
	{"bigint shift", wantBigInt, "1n << (2n ** 40n)"},
	{"bigint shift huge", wantBigInt, "1n << (2n ** 80n)"},
	{"bigint pow", wantBigInt, "2n ** (2n ** 40n)"},
	{"bigint pow 3", wantBigInt, "3n ** (2n ** 64n)"},
	{"bigint pow huge", wantBigInt, "(2n ** 100000n) ** 100000n"},
	{"bigint pow long", wantBigInt + "|ok", "3n ** 600000000n"},
	{"bigint multiply", wantBigInt, "var x = 3n; for (;;) x = x * x"},
	{"bigint add", wantBigInt, "var x = 1n << 1048575n; for (;;) x = x + x"},
	{"bigint divide", "ok", "var x = (1n << 1000000n) - 1n, y = (1n << 500000n) - 1n; x / y; x % y"},
	{"bigint toString", "ok", "((1n << 1000000n) - 1n).toString()"},
	{"bigint toLocaleString", "ok", "((1n << 100000n) - 1n).toLocaleString()"},
	{"bigint parse", wantBigInt + "|SyntaxError: *", "BigInt('9'.repeat(1e8))"},
	{"bigint parse hex", "heap|" + wantBigInt + "|SyntaxError: *", "BigInt('0x' + 'f'.repeat(1e8))"},
	{"bigint literal", wantBigInt + "|SyntaxError: *", "eval('9'.repeat(1e7) + 'n')"},
	{"bigint compare", "ok", "1n < '9'.repeat(1e7)"},
	{"bigint asUintN", wantBigInt, "BigInt.asUintN(2 ** 53 - 1, -1n)"},
	{"bigint asIntN", "ok", "BigInt.asIntN(2 ** 53 - 1, -1n)"},
	{"bigint kept", "heap", "var a = []; for (var i = 0n; ; i++) a.push((1n << 100000n) + i)"},

	// JSON.
	{"JSON.parse [", "heap|SyntaxError: *", "JSON.parse('['.repeat(5e6))"},
	{"JSON.parse []", wantStack + "|ok", "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))"},
	{"JSON.parse {", "heap|SyntaxError: *", "JSON.parse('{\"a\":'.repeat(5e6))"},
	{"JSON.parse reviver", wantStack, "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5), (k, v) => v)"},
	{"JSON.parse long", "heap|ok|interrupt", "JSON.parse('[' + '{},'.repeat(1e7) + '1]')"},
	{"JSON.parse long string", "ok|heap", "JSON.parse('\"' + '\\\\u1234'.repeat(1e7) + '\"')"},
	{"JSON.parse reviver grows", "heap|interrupt", "JSON.parse('[1, [2]]', function (k, v) { if (k === '0' && this.length === 2) this[1].length = 2**31; return v })"},
	{"JSON.stringify deep", wantStack, "var o = {}; for (var i = 0; i < 1e6; i++) o = {o}; JSON.stringify(o)"},
	{"JSON.stringify deep array", wantStack, "var o = []; for (var i = 0; i < 1e6; i++) o = [o]; JSON.stringify(o)"},
	{"JSON.stringify toJSON", wantStack, "var o = {toJSON() { return JSON.stringify(o) }}; JSON.stringify(o)"},
	{"JSON.stringify toJSON new", wantStack, "JSON.stringify({toJSON() { return {x: this} }})"},
	{"JSON.stringify replacer", wantStack, "JSON.stringify({a: 1}, (k, v) => ({a: v}))"},
	{"JSON.stringify getter", wantStack, "function F() { } Object.defineProperty(F.prototype, 'x', {enumerable: true, get() { return 1 }}); var o = {get x() { return {get x() { return JSON.stringify(o) }} }}; JSON.stringify(o)"},
	{"JSON.stringify sparse", "heap|interrupt|" + wantString, "JSON.stringify(new Array(4e9))"},
	{"JSON.stringify string", "heap|" + wantString, "JSON.stringify('\\u0001'.repeat(1e8))"},
	{"JSON.stringify shared", "heap|" + wantString, "var o = []; for (var i = 0; i < 40; i++) o = [o, o]; JSON.stringify(o)"},
	{"JSON.stringify indent", "heap|" + wantString + "|" + wantStack, "var o = []; for (var i = 0; i < 1500; i++) o = [o]; for (i = 0; i < 20; i++) o = [o, o]; JSON.stringify(o, null, '          ')"},
	{"JSON.stringify list", "heap|interrupt", "JSON.stringify({}, new Array(4e9))"},

	// Source text.
	{"eval (", wantStack + "|SyntaxError: *", "(0, eval)('('.repeat(1e6))"},
	{"eval ()", wantStack + "|SyntaxError: *", "eval('('.repeat(1e6) + '1' + ')'.repeat(1e6))"},
	{"eval [", wantStack + "|SyntaxError: *", "eval('['.repeat(1e6) + ']'.repeat(1e6))"},
	{"eval {", "ok|" + wantStack + "|SyntaxError: *", "eval('{'.repeat(1e6) + '}'.repeat(1e6))"},
	{"eval {a:", wantStack + "|SyntaxError: *", "eval('({a:'.repeat(1e6) + '1' + '})'.repeat(1e6))"},
	{"eval !", "ok|" + wantStack + "|SyntaxError: *", "eval('!'.repeat(1e6) + '1')"},
	{"eval - ", "ok|" + wantStack + "|SyntaxError: *", "(0, eval)('- '.repeat(1e6) + '1')"},
	{"eval a?", "ok|" + wantStack + "|SyntaxError: *", "var a = 1; eval('a?'.repeat(1e6) + '1' + ':1'.repeat(1e6))"},
	{"eval a?b:", "ok|" + wantStack + "|SyntaxError: *", "var a = 0; eval('a?1:'.repeat(1e6) + '1')"},
	{"eval `${", wantStack + "|SyntaxError: *", "eval('`${'.repeat(1e6) + '1' + '}`'.repeat(1e6))"},
	{"eval +", "ok|" + wantStack + "|SyntaxError: *", "eval('1' + '+1'.repeat(1e6))"},
	{"eval **", "ok|" + wantStack + "|SyntaxError: *", "eval('1' + '**1'.repeat(1e6))"},
	{"eval ,", "ok|" + wantStack + "|SyntaxError: *", "eval('1' + ',1'.repeat(1e6))"},
	{"eval .a", "ok|" + wantStack + "|SyntaxError: *|TypeError: *", "var a = {}; a.a = a; eval('a' + '.a'.repeat(1e6))"},
	{"eval ()()", "ok|" + wantStack + "|SyntaxError: *", "function f() { return f } eval('f' + '()'.repeat(1e6))"},
	{"eval =>", "ok|" + wantStack + "|SyntaxError: *", "eval('a=>'.repeat(1e5) + '1')"},
	{"eval function", "ok|" + wantStack + "|SyntaxError: *", "eval('function f(){'.repeat(1e5) + '}'.repeat(1e5))"},
	{"eval class", "ok|" + wantStack + "|SyntaxError: *", "eval('(class{static x='.repeat(1e5) + '1' + '})'.repeat(1e5))"},
	{"eval new", "ok|" + wantStack + "|SyntaxError: *|TypeError: *", "eval('new '.repeat(1e6) + 'Object')"},
	{"eval if else", "heap|ok|" + wantStack + "|SyntaxError: *", "eval('if(0);else '.repeat(1e6) + '1')"},
	{"eval for", "ok|" + wantStack + "|SyntaxError: *", "eval('for(;0;)'.repeat(1e6) + '1')"},
	{"eval label", "ok|" + wantStack + "|SyntaxError: *", "var s = ''; for (var i = 0; i < 1e5; i++) s += 'l' + i + ':'; eval(s + '1')"},
	{"eval try", "ok|" + wantStack + "|SyntaxError: *", "eval('try{'.repeat(1e5) + '}finally{}'.repeat(1e5))"},
	{"eval destructuring", wantStack + "|SyntaxError: *", "eval('var ' + '['.repeat(1e6) + 'a' + ']'.repeat(1e6) + '=1')"},
	{"eval assignment", "ok|" + wantStack + "|SyntaxError: *", "var a; eval('a='.repeat(1e6) + '1')"},
	{"eval await", "ok|" + wantStack + "|SyntaxError: *", "(0, eval)('async()=>' + 'await '.repeat(1e6) + '1')"},
	{"eval many vars", "ok|" + wantStack + "|SyntaxError: *|heap", "var s = ''; for (var i = 0; i < 1e5; i++) s += 'var v' + i + ';'; eval(s)"},
	{"eval many strings", "ok|heap|SyntaxError: *|" + wantStack, "var s = '['; for (var i = 0; i < 1e5; i++) s += '\"x' + i + '\",'; eval(s + ']')"},
	{"eval many arguments", "ok|SyntaxError: *|" + wantStack, "eval('Math.max(' + '1,'.repeat(1e5) + '1)')"},
	{"eval many parameters", "ok|SyntaxError: *|" + wantStack, "var s = 'p'; for (var i = 0; i < 1e5; i++) s += ',p' + i; Function(s, '')()"},
	{"eval long name", "ok|heap", "eval('var ' + 'a'.repeat(1e7))"},
	{"eval long comment", "ok|heap|interrupt", "eval('/*' + '*'.repeat(5e7) + '*/1')"},
	{"eval arrow scan", "ok|" + wantStack + "|SyntaxError: *", "eval('async('.repeat(1e4) + ')'.repeat(1e4))"},
	{"eval arrow default", "ok|" + wantStack + "|SyntaxError: *", "eval('(a='.repeat(1e4) + '1' + ')=>1'.repeat(1e4))"},
	{"Function (", "SyntaxError: *|" + wantStack, "Function('('.repeat(1e6))"},
	{"Function {", "ok|SyntaxError: *|" + wantStack, "Function('{'.repeat(1e6) + '}'.repeat(1e6))()"},
	{"Function huge", "heap|ok", "Function('return \"' + 'a'.repeat(5e7) + '\"')()"},
	{"eval recursion", wantStack, "function f() { eval('f()') } f()"},
	{"eval recursion indirect", wantStack, "var f = () => (0, eval)('f()'); f()"},
	{"Function recursion", wantStack, "var f = () => Function('f()')(); f()"},
	{"eval loop", "heap|interrupt", "var a = []; for (var i = 0; ; i++) a.push((0, eval)('(function f' + i + '(a, b) { return a + b * ' + i + ' })')), a[i](1, 2)"},

	// Regular expressions.
	{"regexp (", "SyntaxError: *|" + wantStack, "new RegExp('('.repeat(1e6))"},
	{"regexp ()", "heap|ok|SyntaxError: *|" + wantStack, "new RegExp('('.repeat(1e6) + ')'.repeat(1e6)).test('a')"},
	{"regexp (?:)", "ok|SyntaxError: *|" + wantStack, "new RegExp('(?:'.repeat(1e6) + ')'.repeat(1e6)).test('a')"},
	{"regexp (?=)", "ok|SyntaxError: *|" + wantStack, "new RegExp('(?='.repeat(1e6) + ')'.repeat(1e6)).test('a')"},
	{"regexp [", "SyntaxError: *|" + wantStack, "new RegExp('['.repeat(1e6), 'v')"},
	{"regexp |", "heap|ok|SyntaxError: *|interrupt", "new RegExp('a|'.repeat(1e6)).test('b')"},
	{"regexp counted", "ok|SyntaxError: *|interrupt|heap", "new RegExp('(?:'.repeat(9) + 'a' + '){1000}'.repeat(9)).test('a'.repeat(1e5))"},
	{"regexp count huge", "ok|SyntaxError: *|interrupt|heap", "/(?:a{1,2147483647}){1,2147483647}b/.test('a'.repeat(1e5))"},
	{"regexp count empty", "ok|SyntaxError: *|interrupt|heap", "/(?:(?:){2147483647}){2147483647}b/.test('a')"},
	{"regexp long", "ok|SyntaxError: *|heap", "new RegExp('a'.repeat(1e7)).test('a')"},
	{"regexp exponential", "ok|interrupt", "/^(a+)+$/.test('a'.repeat(50) + 'b')"},
	{"regexp exponential 2", "ok|interrupt", "/(x+x+)+y/.test('x'.repeat(100))"},
	{"regexp backreference", "ok|interrupt", "/^(a*)*\\1$/.test('a'.repeat(60) + 'b')"},
	{"regexp lookbehind", "ok|interrupt", "/(?<=(a|aa)+)$b/.test('a'.repeat(1000))"},
	{"regexp quadratic", "ok|interrupt", "/a*b/.test('a'.repeat(1e7))"},
	{"regexp stack", "ok|interrupt|heap|" + wantStack, "/(?:a|b|c)*d/.test('abc'.repeat(1e7))"},
	{"regexp stack captures", "ok|interrupt|heap|" + wantStack, "/(?:(a)|(b)|(c))*d/.test('abc'.repeat(1e7))"},
	{"regexp recursion", wantStack, "function f() { return 'a'.replace(/a/, f) } f()"},
	{"regexps kept", "heap|interrupt", "var a = []; for (var i = 0; ; i++) { a.push(new RegExp('a'.repeat(1e4) + i)); a[i].test('b') }"},

	// Depth.
	{"function recursion", wantStack, "function f() { f() } f()"},
	{"constructor recursion", wantStack, "function F() { new F } new F"},
	{"class recursion", wantStack, "class A { constructor() { new A } } new A"},
	{"class field recursion", wantStack, "class A { x = new A } new A"},
	{"super recursion", wantStack, "class A { m() { return this.m() } } class B extends A { m() { return super.m() } } new B().m()"},
	{"toString recursion", wantStack, "var o = {toString() { return '' + o }}; '' + o"},
	{"valueOf recursion", wantStack, "var o = {valueOf() { return +o }}; +o"},
	{"toPrimitive recursion", wantStack, "var o = {[Symbol.toPrimitive]() { return `${o}` }}; `${o}`"},
	{"getter recursion", wantStack, "var o = {get x() { return this.x }}; o.x"},
	{"setter recursion", wantStack, "var o = {set x(v) { this.x = v }}; o.x = 1"},
	{"proxy recursion", wantStack, "var p = new Proxy({}, {get(t, k, r) { return r[k] }}); p.x"},
	{"proxy chain get", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); p.x"},
	{"proxy chain set", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); p.x = 1"},
	{"proxy chain has", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); 'x' in p"},
	{"proxy chain keys", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); Object.keys(p)"},
	{"proxy chain call", wantStack + "|ok", "var p = function () {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); p()"},
	{"proxy chain new", wantStack + "|ok", "var p = function () {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); new p"},
	{"proxy chain isArray", wantStack + "|ok", "var p = []; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); Array.isArray(p)"},
	{"proxy chain handler", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy({}, p); p.x"},
	{"proxy chain proto", wantStack + "|ok", "var p = {}; for (var i = 0; i < 1e6; i++) p = new Proxy(p, {}); Object.getPrototypeOf(p); p instanceof Object; Object.freeze(p)"},
	{"proxy own proto", wantStack, "var p = new Proxy({}, {}); Object.setPrototypeOf(p, p) || 1; var q = Object.create(p); Object.setPrototypeOf(p, q); q.x"},
	{"proxy for-in", wantStack + "|ok|interrupt", "var p = new Proxy({}, {getPrototypeOf() { return p }}); for (var k in p) ;"},
	{"proxy instanceof", "interrupt|" + wantStack, "var p = new Proxy({}, {getPrototypeOf() { return p }}); p instanceof Object"},
	{"proxy isPrototypeOf", "interrupt|" + wantStack, "var p = new Proxy({}, {getPrototypeOf() { return p }}); ({}).isPrototypeOf(p)"},
	{"proxy keys huge", "heap|interrupt|" + wantLength, "Object.keys(new Proxy({}, {ownKeys() { return {length: 2**32 - 1, get 0() { return 'a' }} }}))"},
	{"prototype chain", "ok", "var o = {}; for (var i = 0; i < 1e6; i++) o = Object.create(o); o.x; 'x' in o; o instanceof Array; o.y = 1; for (var k in o) ;"},
	{"prototype chain new", "ok", "class A {} ; for (var i = 0; i < 3000; i++) A = class extends A {}; A.name"},
	{"prototype chain super", wantStack, "class A {} ; for (var i = 0; i < 1e5; i++) A = class extends A {}; new A"},
	{"bind chain", wantStack + "|ok", "var f = function () {}; for (var i = 0; i < 1e6; i++) f = f.bind(); f()"},
	{"bind chain new", wantStack + "|ok", "var f = function () {}; for (var i = 0; i < 1e6; i++) f = f.bind(); new f"},
	{"bind chain instanceof", wantStack + "|ok", "var f = function () {}; for (var i = 0; i < 1e6; i++) f = f.bind(); ({}) instanceof f"},
	{"bind chain toString", wantStack + "|ok", "var f = function () {}; for (var i = 0; i < 1e4; i++) f = f.bind(); f.name.length; String(f)"},
	{"generators nested", wantStack + "|ok", "var g = function* () { yield 1 }, f = g; var h = function* (n) { if (n) yield* h(n - 1); else yield 1 }; [...h(1e5)]"},
	{"generators chain", wantStack + "|ok", "function* g(x) { yield* x } var x = [1]; for (var i = 0; i < 1e5; i++) x = g(x); [...x]"},
	{"async generators nested", wantStack + "|ok|heap", "async function* h(n) { if (n) yield* h(n - 1); else yield 1 } (async () => { for await (var x of h(1e4)) ; })()"},
	{"async recursion", wantStack + "|ok", "async function f() { await f() } f()"},
	{"iterator helpers chain", wantStack + "|ok", "var it = [1].values(); for (var i = 0; i < 1e5; i++) it = it.map(x => x); [...it]"},
	{"iterator infinite", "heap|interrupt", "var n = 0; ({next() { return {value: n++, done: false} }, __proto__: Iterator.prototype}).toArray()"},
	{"iterator drop", "interrupt", "({next() { return {value: 1, done: false} }, __proto__: Iterator.prototype}).drop(Infinity).next()"},
	{"promise chain", "ok", "var p = Promise.resolve(); for (var i = 0; i < 1e5; i++) p = p.then(() => 1)"},
	{"promise nest", "ok", "var p = Promise.resolve(1); for (var i = 0; i < 1e5; i++) { let q = p; p = new Promise(r => r(q)) }"},
	{"promise pending chain", "ok", "var go, p = new Promise(r => go = r); for (var i = 0; i < 1e5; i++) p = p.then(x => x); go(1)"},
	{"promise thenable recursion", "interrupt|heap", "var t = {then(r) { r(t) }}; Promise.resolve(t)"},
	{"promise jobs", "interrupt|heap", "function f() { Promise.resolve().then(f) } f()"},
	{"promise jobs grow", "interrupt|heap", "function f() { Promise.resolve().then(f); Promise.resolve().then(f) } f()"},
	{"promise all", "heap|interrupt", "Promise.all((function* () { for (;;) yield 1 })())"},
	{"then recursion", wantStack, "class P extends Promise { then(a, b) { return super.then(a, b).then(a, b) } } P.resolve(1).then(x => x)"},
	{"instanceof recursion", wantStack, "class A { static [Symbol.hasInstance](x) { return x instanceof A } } ({}) instanceof A"},
	{"species recursion", wantStack, "class A extends Array { static get [Symbol.species]() { return new A(1).map(x => x).constructor } } new A(1).map(x => x)"},
	{"sort comparator deep", wantStack, "function f() { [1, 2].sort(() => f()) } f()"},
	{"replace function deep", wantStack, "function f() { 'a'.replace('a', f) } f()"},
	{"reviver recursion", wantStack, "function f() { return JSON.parse('1', f) } f()"},
	{"map recursion", wantStack, "function f() { [1].map(f) } f()"},
	{"reduce recursion", wantStack, "function f() { [1, 2].reduce(f) } f()"},
	{"Map.forEach recursion", wantStack, "var m = new Map([[1, 1]]); function f() { m.forEach(f) } f()"},
	{"Reflect recursion", wantStack, "function f() { Reflect.apply(f, null, []) } f()"},
	{"apply recursion", wantStack, "function f() { f.apply() } f()"},
	{"call recursion", wantStack, "function g() { g.call() } g()"},
	{"tagged template recursion", wantStack, "function f() { f`` } f()"},
	{"spread recursion", wantStack, "function f() { f(...[1, 2, 3]) } f()"},
	{"destructuring recursion", wantStack, "var o = {get a() { var {a} = o; return a }}; o.a"},
	{"default parameter recursion", wantStack, "function f(a = f()) { } f()"},
	{"with recursion", wantStack, "var o = {get x() { with (o) return x }}; o.x"},
	{"stack recursion", "ok|" + wantStack, "Error.prepareStackTrace = function (e, f) { return new Error().stack }; new Error().stack"},
	{"stack recursion 2", "ok|" + wantStack, "Error.prepareStackTrace = function (e, f) { function g() { g() } g() }; try { null.x } catch (e) { e.stack }"},
	{"stack limit", "ok", "Error.stackTraceLimit = 1e12; function f(n) { return n ? f(n - 1) : new Error().stack.length } f(5000)"},
	{"stack kept", "heap|interrupt", "Error.stackTraceLimit = Infinity; var a = []; function f(n) { if (n) f(n - 1); else for (;;) a.push(new Error()) } f(1000)"},
	{"cause chain", "ok", "var e; for (var i = 0; i < 1e6; i++) e = new Error('x', {cause: e})"},
	{"scope chain", "ok", "var f = () => 1; for (let i = 0; i < 1e6; i++) { let g = f; f = () => g }"},
	{"deep list", "ok", "var l; for (var i = 0; i < 1e6; i++) l = {l}"},
	{"deep rope", "ok|" + wantString, "var s = ''; for (var i = 0; i < 1e6; i++) s = (i & 1) ? s + 'a' : 'b' + s; s.length; s[5]"},
	{"rope tree", "heap|" + wantString, "var s = 'ab'; for (var i = 0; i < 27; i++) s = (s + 'x') + s; s[0]"},

	// Collections and properties.
	{"Map", "heap|RangeError: Map maximum size exceeded", "var m = new Map(); for (var i = 0; i < 1e8; i++) m.set(i, i)"},
	{"Set", "heap|RangeError: Set maximum size exceeded", "var m = new Set(); for (var i = 0; i < 1e8; i++) m.add(i)"},
	{"Map iteration grows", "heap|interrupt|RangeError: Map maximum size exceeded", "var m = new Map([[0, 0]]); m.forEach((v, k) => m.set(k + 1, v))"},
	{"Set union", "heap|interrupt|RangeError: Set maximum size exceeded", "var n = 0; new Set().union({size: 1, has() {}, keys() { return {next() { return {value: n++, done: false}} } } })"},
	{"WeakMap", "heap|interrupt", "var m = new WeakMap(), a = []; for (var i = 0; i < 1e8; i++) { var k = {}; a.push(k); m.set(k, k) }"},
	{"groupBy", "heap|interrupt", "Object.groupBy((function* () { for (var i = 0; ; i++) yield i })(), x => 'k' + x)"},
	{"fromEntries", "heap|interrupt", "Object.fromEntries((function* () { for (var i = 0; ; i++) yield ['k' + i, i] })())"},
	{"properties", "heap|interrupt", "var o = {}; for (var i = 0; ; i++) o['k' + i] = i"},
	{"properties long", "heap", "var o = {}, s = 'a'.repeat(1e6); for (var i = 0; ; i++) o[s + i] = i"},
	{"properties symbols", "heap|interrupt", "var o = {}; for (;;) o[Symbol()] = 1"},
	{"properties globals", "heap|interrupt", "for (var i = 0; ; i++) globalThis['k' + i] = i"},
	{"properties deleted", "interrupt", "var o = {}; for (var i = 0; ; i++) { o['k' + i] = i; delete o['k' + i] }"},
	{"shapes", "heap|interrupt", "var a = []; for (var i = 0; ; i++) { var o = {}; o['a' + i] = 1; o['b' + i] = 2; a.push(o) }"},
	{"closures", "heap", "var a = []; for (;;) a.push(() => a)"},
	{"functions kept", "heap|interrupt", "var a = []; for (;;) a.push(Function('a', 'return a + 1'))"},
	{"regexp lastIndex", "ok", "var r = /a/g; r.lastIndex = 2**53; r.test('a'); r.lastIndex"},
	{"date", "ok", "new Date(8.64e15 + 1).getTime(); Date.parse('1'.repeat(1e7)); new Date(1e300, 1e300)"},
	{"number parse", "ok", "Number('1'.repeat(1e7)); parseFloat('0.' + '0'.repeat(1e7) + '1'); parseInt('9'.repeat(1e7))"},
	{"Object.assign string", "heap|interrupt", "Object.assign({}, 'a'.repeat(4e6))"},
	{"Object.keys string", "heap|interrupt", "Object.keys('a'.repeat(4e6))"},
	{"for-in string", "heap|interrupt", "for (var k in Object('a'.repeat(4e6))) ;"},
	{"freeze sparse", "ok|interrupt", "Object.freeze(new Array(4e9))"},
	{"getOwnPropertyDescriptors", "heap|interrupt", "Object.getOwnPropertyDescriptors('a'.repeat(4e6))"},
	{"endless", "interrupt", "for (;;) ;"},
	{"endless finally", "interrupt", "for (;;) try { for (;;) ; } finally { continue }"},
}

const (
	limitTestHeap  = 128 << 20
	limitTestAfter = 400 * time.Millisecond
)

var errLimitTest = errors.New("interrupted")

// runLimitCase gives what a script came to, how long it took, and how long it ran after the interrupt.
func runLimitCase(t testing.TB, c *limitCase) (got string, took, late time.Duration) {
	rt, err := New(Options{HeapLimit: limitTestHeap})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	rt.AllowWait(true)
	r := rt.NewRealm()
	after := 100 * time.Second
	if strings.Contains("|"+c.want+"|", "|interrupt|") {
		after = limitTestAfter
	}
	timer := time.AfterFunc(after, func() { rt.Interrupt(errLimitTest) })
	defer timer.Stop()
	start := time.Now()
	_, ok := r.RunString(c.name, c.src)
	if ok {
		got = "ok"
		ok = rt.RunJobs(func(_ *Realm, exc Value) { got = "job: " + rt.limitText(exc) })
	}
	if !ok {
		if exc, is := rt.TakeException(); is {
			got = rt.limitText(exc)
		} else {
			switch err := rt.TakeEnd(); err {
			case errLimitTest:
				got = "interrupt"
			case ErrHeapLimit:
				got = "heap"
			default:
				got = "ended: " + err.Error()
			}
		}
	}
	took = time.Since(start)
	timer.Stop()
	rt.interrupted()
	rt.TakeEnd() // of the text of what was thrown
	// The runtime goes on.
	for _, k := range []string{"a", "b", "s", "o", "m", "p", "f", "x"} {
		rt.ordinaryDefine(r.global, rt.Intern(k), &Desc{Value: Undefined, Flags: HasValue})
	}
	rt.jobs, rt.jobHead = nil, 0
	rt.Collect()
	if v, ok := r.RunString("after", "[1, 2, 3].map(x => x * 2).join() + (function* () { yield 4 })().next().value + '\\u1234'.length"); !ok || rt.GoString(v) != "2,4,641" {
		exc, _ := rt.TakeException()
		t.Errorf("%s: the runtime does not go on: %v %s", c.name, rt.TakeEnd(), rt.Describe(exc))
	}
	return got, took, took - after
}

func (rt *Runtime) limitText(exc Value) string {
	s, ok := rt.ToGoString(exc)
	if !ok && rt.pending == pendingEnd && rt.endReason == ErrHeapLimit {
		return "heap"
	}
	if !ok {
		return "error without text"
	}
	return clip(s)
}

func limitWanted(got, want string) bool {
	for _, w := range strings.Split(want, "|") {
		if p, wild := strings.CutSuffix(w, "*"); wild && strings.HasPrefix(got, p) || got == w {
			return true
		}
	}
	return false
}

func TestLimits(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20)) // deeper is deeper than any nesting is allowed to be
	verbose := os.Getenv("NISO_VM_LIMITS") != ""
	for i := range limitCases {
		c := &limitCases[i]
		if testing.Short() && i%7 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			got, took, late := runLimitCase(t, c)
			if verbose {
				t.Logf("CASE %s\t%s\t%d ms\tlate %d ms", c.name, got, took.Milliseconds(), max(late, 0).Milliseconds())
			}
			// A fast machine may be done, or at the heap's limit, before the interrupt comes.
			done := strings.Contains(c.want, "interrupt") && (got == "heap" || got == "ok" && took < 2*time.Second)
			if !done && !limitWanted(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if late > 5*time.Second {
				t.Errorf("ran for %v after it was interrupted", late)
			}
		})
	}
}
