// Values that conversions must withstand, and the members of all interfaces to give them to. See conversion_fuzz_test.go.
{
	const D = document, W = window, frame = D.getElementById('frame'), other = frame.contentWindow
	const call = Reflect.apply, { getOwnPropertyDescriptor, getPrototypeOf } = Object, ownKeys = Reflect.ownKeys
	const P = D.getElementById('p'), HOLDER = D.createElement('div')
	let budget = 0 // how often hostile code may still run in a step
	const spend = () => { if (--budget < 0) throw new RangeError('spent') }

	// What hostile code does while a member converts its arguments.
	const deeds = [
		() => P.remove(), () => D.body.append(P), () => { D.body.textContent = '' }, () => getSelection()?.removeAllRanges(), () => frame.remove(),
		() => D.adoptNode(P), () => other.document?.adoptNode(P), () => { D.title = 'x' }, () => P.attachShadow?.({ mode: 'open' }),
		() => D.documentElement?.replaceWith(D.createElement('html')), () => D.styleSheets[0]?.deleteRule(0), () => history.pushState(1, '', '#y'),
		() => buffer.transfer?.(), () => resizable.resize(0), () => receiver?.remove?.(), () => receiver?.replaceWith?.(D.createElement('u')), () => receiver?.abort?.(),
		() => receiver?.replaceChildren?.(), () => receiver?.detach?.(), () => receiver?.close?.(), () => D.open(), () => D.execCommand('insertText', false, 'q'), () => { P.innerHTML = '<a><p>' },
		() => D.getElementById('f')?.reset(), () => D.getElementById('s')?.replaceChildren(), () => { D.body?.append(P, HOLDER) }, () => D.querySelector('dialog')?.showModal(),
	]
	let receiver, buffer = new ArrayBuffer(16), resizable = new ArrayBuffer(8, { maxByteLength: 16 })
	const deed = n => { spend(); try { deeds[n % deeds.length]() } catch { } }

	// A dictionary, whatever type it is read as: a member's value depends on its name.
	const dictionary = (seed, depth = 0) => new Proxy({}, {
		get(t, k) {
			spend()
			if (typeof k == 'symbol') return undefined
			let h = seed
			for (let i = 0; i < k.length; i++) h = h * 31 + k.charCodeAt(i) | 0
			h >>>= 0
			return h % 5 == 0 ? undefined : h % 7 == 0 && depth < 3 ? dictionary(h, depth + 1) : h % 11 == 0 ? words[h % words.length] : make(h, depth + 1)
		},
		ownKeys: () => ['a', 'type', 'x'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
	})
	const words = ['open', 'closed', 'text', 'auto', 'smooth', 'start', 'center', 'bytes', 'GET', 'POST', 'cors', 'include', 'utf-8', 'div', 'br', 'http://a.test/', 'x:y', 'text/html', 'application/xml',
		'beforeend', 'click', '(a)', '#p', ':has(*)', 'color: red', 'translate(1px)', '1px', '{}', 'width', 'a b', 'none', 'insertText', 'bold', 'body', 'select', 'id', 'http://www.w3.org/2000/svg', 'xmlns:x', '*', 'gzip']
	const big = 'x'.repeat(1 << 16)
	const revoked = () => { const r = Proxy.revocable(function () { }, {}); r.revoke(); return r.proxy }
	const shared = () => W.SharedArrayBuffer ? new SharedArrayBuffer(4) : new ArrayBuffer(4)
	const iterating = (...l) => ({ [Symbol.iterator]() { spend(); let i = 0; return { next: () => { spend(); return i < l.length ? { value: l[i++], done: false } : { done: true } }, return: () => { spend(); return 1 } } } })
	const values = [
		() => undefined, () => null, () => true, () => false, () => 0, () => -0, () => 1, () => 2, () => 3, () => -1, () => 0.5, () => NaN, () => Infinity, () => -Infinity, () => 1e308, () => 5e-324, () => 127, () => 255, () => 256, () => 65535, () => 65536,
		() => 2 ** 31 - 1, () => 2 ** 31, () => -(2 ** 31), () => 2 ** 32 - 1, () => 2 ** 32, () => 2 ** 53, () => -(2 ** 53), () => 2 ** 63, () => 1e21,
		() => '', () => 'a', () => '0', () => '1', () => '-1', () => '4294967295', () => ' ', () => 'length', () => '__proto__', () => 'constructor', () => '\ud800', () => '\udc00x\ud800', () => '\0', () => 'é', () => '€', () => '😀', () => big, () => '<b onclick=x>', () => '<![CDATA[',
		() => Symbol(), () => Symbol.iterator, () => 1n, () => 2n ** 70n, () => -1n,
		() => ({}), () => Object.create(null), () => [], () => [1, 2, 3], () => [['a', 'b']], () => [[]], () => [null, undefined], () => ['a', 'b'], () => { const a = []; a[0] = a; return a }, () => new Array(1000), () => ({ length: 2 ** 32 - 1 }), () => new Map([['a', 1]]), () => new Set([1]), () => new Date(NaN), () => /x/g, () => new Error('e'), () => Promise.resolve(1), () => Promise.reject(1),
		() => () => { }, () => function () { deed(0); return this }, () => () => { spend(); throw 1 }, () => class { }, () => async () => { spend() }, () => function* () { spend(); yield 1 }, () => ({ handleEvent: 1 }), () => ({ get handleEvent() { spend(); throw 2 } }), () => ({ acceptNode() { spend(); return 1 } }), () => eval, () => Function.prototype,
		revoked, () => new Proxy({}, { get() { spend(); throw 3 }, has() { throw 3 }, ownKeys() { throw 3 }, getPrototypeOf() { throw 3 } }), () => new Proxy([], {}), () => new Proxy(D, {}), () => new Proxy(P, {}), () => new Proxy(() => { }, {}), () => Object.create(P), () => Object.create(D),
		() => ({ toString() { spend(); throw 4 } }), () => ({ valueOf() { spend(); throw 5 }, toString() { return 'v' } }), () => ({ toString() { return {} }, valueOf() { return {} } }), () => ({ [Symbol.toPrimitive]() { spend(); return Symbol() } }), () => ({ [Symbol.toPrimitive]: 1 }), () => ({ [Symbol.toPrimitive]() { return 1n } }),
		() => ({ [Symbol.iterator]: 1 }), () => ({ [Symbol.iterator]() { return 1 } }), () => ({ get [Symbol.iterator]() { spend(); throw 6 } }), () => ({ [Symbol.iterator]: () => ({ next() { spend(); throw 7 } }) }), () => ({ [Symbol.iterator]: () => ({ next: () => 1 }) }), () => ({ [Symbol.iterator]: () => ({ next: () => { spend(); return { get value() { throw 8 } } } }) }),
		() => iterating(1, 2), () => iterating('a', 'b'), () => iterating(P, D), () => iterating(['a', 'b'], ['c', 'd']), () => iterating({}, { a: 1 }), () => ({ [Symbol.asyncIterator]() { spend(); return { next: async () => ({ done: true }) } } }),
		() => buffer, () => resizable, () => new Uint8Array(buffer), () => new Uint8Array(resizable), () => new DataView(new ArrayBuffer(4), 1), () => new Float64Array(2), () => new BigInt64Array(1), () => { const b = new ArrayBuffer(4), a = new Uint8Array(b); structuredClone(b, { transfer: [b] }); return a }, () => { const b = new ArrayBuffer(4); structuredClone(b, { transfer: [b] }); return b }, shared, () => new Uint16Array(shared()),
		() => D, () => W, () => P, () => D.body, () => D.documentElement, () => P.firstChild, () => D.createElement('i'), () => D.createElementNS('', 'x'), () => D.createTextNode('t'), () => D.createComment('c'), () => D.createDocumentFragment(), () => D.createAttribute('y'), () => D.implementation.createDocument('', 'r'), () => D.doctype, () => D.getElementById('h')?.shadowRoot,
		() => other, () => other.document, () => other.document?.body, () => other.document?.createElement('p'), () => new (other.Object || Object)(), () => new (other.Array || Array)(1, 2), () => new (other.Uint8Array || Uint8Array)(3), () => other.Function?.('return this'), () => new (other.Event || Event)('x'), () => frame,
		() => new Event('e'), () => new AbortController().signal, () => AbortSignal.abort(1), () => new Blob(['b']), () => new File(['b'], 'n'), () => new FormData(), () => new URLSearchParams('a=b'), () => new Headers([['a', 'b']]), () => new ReadableStream(), () => new WritableStream(), () => new MessageChannel().port1, () => new Range(), () => getSelection(), () => new CSSStyleSheet(), () => new DOMMatrix(), () => new Request('http://a.test/'), () => new Response('x'), () => D.createTreeWalker(P), () => D.getElementById('f'), () => D.getElementsByTagName('*'), () => P.attributes, () => P.style, () => P.dataset, () => P.classList, () => P.childNodes, () => D.styleSheets, () => D.styleSheets[0]?.cssRules, () => localStorage, () => navigator, () => location,
	]
	for (const n of [0, 2, 5, 9, 14, 15, 17, 20, 22]) values.push(() => ({ toString() { deed(n); return 'a' }, valueOf() { deed(n + 1); return 1 } }), () => iterating({ toString() { deed(n + 2); return 'b' } }), () => () => deed(n))
	const make = (n, depth = 0) => {
		const k = n % (values.length + 80)
		if (k < values.length) return values[k]()
		if (k < values.length + words.length) return words[k - values.length]
		if (k < values.length + words.length + 20) return dictionary(n * 7919 + 13, depth)
		return made.length ? made[(n * 31) % made.length] : undefined
	}

	// Members: those of the interface objects of the page and of their prototype objects.
	const script = new Set(['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'SuppressedError', 'ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array',
		'Int32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Proxy', 'Iterator', 'SharedArrayBuffer', 'DisposableStack', 'AsyncDisposableStack', 'Reflect', 'Math', 'JSON', 'Atomics', 'Intl', 'WebAssembly', 'globalThis',
		'eval', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'])
	const members = [], made = [], objects = new Map()
	const note = o => {
		if (o === null || typeof o != 'object' && typeof o != 'function' || made.includes(o)) return
		let p
		try { p = getPrototypeOf(o) } catch { return }
		for (; p; p = getPrototypeOf(p)) {
			if (!objects.has(p)) continue
			const l = objects.get(p)
			if (l.length < 40) l.push(o)
		}
		if (made.length < 400) made.push(o)
	}
	const constructors = []
	// The attributes of a style declaration are alike.
	const keys = (p, name) => ownKeys(p).filter((k, i) => name != 'CSSStyleProperties' || i % 100 == 0)
	for (const name of ownKeys(W)) {
		if (typeof name != 'string' || script.has(name)) continue
		const d = getOwnPropertyDescriptor(W, name)
		if (name == 'console' || name == 'CSS') { for (const k of ownKeys(d.value)) if (typeof d.value[k] == 'function') members.push({ kind: 1, f: d.value[k], name: name + '.' + String(k), fixed: d.value }) }
		else if (typeof d.value == 'function' && d.value.prototype && getOwnPropertyDescriptor(d.value, 'prototype').writable === false) {
			const C = d.value
			constructors.push(C)
			members.push({ kind: 0, f: C, name })
			objects.set(C.prototype, [])
			for (const k of keys(C.prototype, name)) {
				const d = getOwnPropertyDescriptor(C.prototype, k), at = C.prototype
				if (k == 'constructor') continue
				if (typeof d.value == 'function') members.push({ kind: 1, f: d.value, name: name + '.' + String(k), at })
				if (d.get) members.push({ kind: 2, f: d.get, name: name + '.' + String(k), at })
				if (d.set) members.push({ kind: 3, f: d.set, name: name + '.' + String(k) + '=', at })
			}
			for (const k of ownKeys(C)) { const d = getOwnPropertyDescriptor(C, k); if (typeof d.value == 'function' && k != 'prototype') members.push({ kind: 1, f: d.value, name: name + '.' + String(k), fixed: C }) }
		} else if (!['step', 'rest'].includes(name)) {
			if (typeof d.value == 'function') members.push({ kind: 1, f: d.value, name, fixed: W })
			if (d.get) members.push({ kind: 2, f: d.get, name, fixed: W })
			if (d.set) members.push({ kind: 3, f: d.set, name: name + '=', fixed: W })
		}
	}
	// What is alike a hundred times is there a few times, and what takes most arguments more often.
	const alike = {}, weights = [3, 6, 1, 2]
	const all = members.splice(0).filter(m => { const k = m.name.startsWith('CSSStyleProperties') ? 'style' + m.kind : /(^|\.)on/.test(m.name) ? 'on' + m.kind : ''; return !k || (alike[k] = (alike[k] ?? 0) + 1) % 64 == 1 })
	for (const m of all) for (let i = 0; i < weights[m.kind]; i++) members.push(m)
	const exotic = ['get', 'set', 'define', 'delete', 'keys', 'has'], exoticTypes = new Set
	for (const e of D.querySelectorAll('*')) note(e)
	for (const n of ['a', 'area', 'audio', 'base', 'body', 'br', 'data', 'datalist', 'del', 'dl', 'embed', 'font', 'frameset', 'head', 'hr', 'label', 'legend', 'li', 'link', 'map', 'menu', 'meta', 'meter', 'object', 'ol', 'optgroup', 'param', 'picture', 'pre', 'progress', 'q', 'script', 'source', 'span', 'time', 'track', 'ul', 'video', 'marquee', 'dir', 'col', 'x-y']) note(D.createElement(n))
	for (const v of values) { budget = 10; try { note(v()) } catch { } }
	const tries = [[], ['a'], ['http://a.test/'], [P], [() => { }], [[]], ['a', {}], [{}], [1, 2, 3, 4], ['a', { promise: Promise.resolve(), reason: 1 }], [null], [P, null]]
	for (const C of constructors) for (const l of tries) { budget = 10; try { note(new C(...l)); break } catch { } }
	for (let i = 0; i < made.length && i < 300; i++) for (let p = getPrototypeOf(made[i]); p && p != Object.prototype; p = getPrototypeOf(p)) for (const k of keys(p, p.constructor?.name)) {
		const d = getOwnPropertyDescriptor(p, k)
		if (d.get) try { note(call(d.get, made[i], [])) } catch { }
	}
	D.body.append(HOLDER)

	let steps = 0
	globalThis.step = (a, b, c, n, ...l) => {
		const m = members[(a * 256 + b) % members.length], args = l.map((x, i) => make(x + 256 * ((a + b + c + i) % 3)))
		budget = 200
		const list = m.fixed ? [m.fixed] : m.at ? objects.get(m.at) : []
		receiver = c % 16 == 15 || !list.length ? make(c) : list[(c + 7 * steps++) % list.length]
		let what = m.name
		try {
			let r
			if (n % 16 == 8 && receiver !== null && typeof receiver == 'object') { // properties without a member
				const k = [0, 1, 4294967294, 'a', '-', 'x-y', Symbol.iterator, 'length', 'item'][b % 9], w = what = exotic[a % exotic.length]
				r = w == 'get' ? receiver[k] : w == 'set' ? Reflect.set(receiver, k, args[0]) : w == 'define' ? Reflect.defineProperty(receiver, k, { value: args[0], configurable: !!(b & 1), writable: true }) : w == 'delete' ? Reflect.deleteProperty(receiver, k) : w == 'keys' ? ownKeys(receiver) : k in receiver
				if (w == 'get' && b & 2) for (const x of receiver) { spend(); note(x) }
			} else if (m.kind == 0) r = n % 16 == 3 ? call(m.f, receiver, args) : n % 16 == 5 ? Reflect.construct(m.f, args, other.Function ?? Function) : new m.f(...args)
			else r = call(m.f, receiver, m.kind == 3 && !args.length ? [make(c)] : args)
			note(r)
			if (r && typeof r.next == 'function' && typeof r != 'function') r.next()
			return what
		} catch (e) { return what + ' throws' }
	}
	// rest lets what was made be read once more.
	globalThis.rest = () => {
		for (const o of made.slice(-40)) { budget = 5; try { String(o); JSON.stringify(o)?.length; for (const k in o) { o[k]; if (--budget < 0) break } } catch { } }
	}
}
