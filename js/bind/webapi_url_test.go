package bind

import "testing"

// The values are those of the URL, Encoding, DOM and Geometry standards and of Chromium 156.

func TestURL(t *testing.T) {
	expectOut(t, nil, `
		const u = new URL('../x?a=1&b=2#h', 'https://user:pw@example.org:8080/p/q/r');
		out(u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash);
		u.search = '?q=%20+z';
		out(u.searchParams.get('q') === '  z', u.searchParams.size);
		const p = u.searchParams;
		p.append('é', '&=');
		out(u.search, p === u.searchParams);
		p.delete('q'); p.delete('é');
		out(u.href);
		u.href = 'data:text/plain,x';
		out(u.origin, u + '', JSON.stringify({u}));
		try { new URL('x') } catch (e) { out(e.name, e.message) }
		try { new URL('x', 'y') } catch (e) { out(e.name, e.message) }
		out(URL.canParse('a:b'), URL.canParse('b'), URL.parse('b'), URL.parse('/b', 'http://h').href);
		out(webkitURL === URL, Object.prototype.toString.call(p));
	`,
		"https://user:pw@example.org:8080/p/x?a=1&b=2#h https://example.org:8080 https: user pw example.org:8080 example.org 8080 /p/x ?a=1&b=2 #h",
		"true 1",
		"?q=++z&%C3%A9=%26%3D true",
		"https://user:pw@example.org:8080/p/x#h",
		`null data:text/plain,x {"u":"data:text/plain,x"}`,
		"TypeError Failed to construct 'URL': Invalid URL",
		"TypeError Failed to construct 'URL': Invalid base URL",
		"true false null http://h/b",
		"true [object URLSearchParams]",
	)
}

func TestURLSearchParams(t *testing.T) {
	expectOut(t, nil, `
		const p = new URLSearchParams('?z=1&a=2&z=3&&=&b');
		out(p, p.size);
		out(JSON.stringify([...p]), JSON.stringify([...p.keys()]), p.getAll('z'), p.has('z', '3'), p.has('z', '4'));
		p.sort(); out(p);
		p.set('z', 'x'); out(p);
		p.delete('z', 'y'); out(p.has('z'));
		out(new URLSearchParams({a: 1, b: 'ü'}), new URLSearchParams([['a', 'b'], ['a', 'c']]), new URLSearchParams(new Map([['k', 'v']])));
		try { new URLSearchParams([['a']]) } catch (e) { out(e.name, e.message) }
		const q = new URLSearchParams('\u{1F600}=1&\uFFFD=2'); q.sort(); out([...q.values()]);
		const l = []; const it = new URLSearchParams('a=1&b=2&c=3'); for (const [k] of it) { l.push(k); it.delete('b') } out(l);
		it.forEach((v, k, o) => out(v, k, o === it));
	`,
		"z=1&a=2&z=3&=&b= 5",
		`[["z","1"],["a","2"],["z","3"],["",""],["b",""]] ["z","a","z","","b"] 1,3 true false`,
		"=&a=2&b=&z=1&z=3",
		"=&a=2&b=&z=x",
		"true",
		"a=1&b=%C3%BC a=b&a=c k=v",
		"TypeError Failed to construct 'URLSearchParams': Sequence initializer must only contain pair elements",
		"1,2",
		"a,c",
		"1 a true",
		"3 c true",
	)
}

func TestEncoding(t *testing.T) {
	expectOut(t, nil, `
		const e = new TextEncoder();
		out(e.encoding, [...e.encode('aé€😀\ud800')], e.encode().length);
		const b = new Uint8Array(5);
		out(JSON.stringify(e.encodeInto('a€😀', b)), [...b]);
		const d = new TextDecoder();
		out(d.encoding, d.fatal, d.ignoreBOM, d.decode(), d.decode(new Uint8Array([0xEF, 0xBB, 0xBF, 0x61, 0xFF])));
		out(d.decode(new Uint8Array([0xE2, 0x82]), {stream: true}) + '|' + d.decode(new Uint8Array([0xAC]), {stream: true}) + '|' + d.decode(new Uint8Array([0xE2])));
		out(new TextDecoder('utf-8', {ignoreBOM: true}).decode(new Uint8Array([0xEF, 0xBB, 0xBF, 0x61])).length);
		try { new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xFF])) } catch (e) { out(e.name + ': ' + e.message) }
		try { new TextDecoder('nope') } catch (e) { out(e.name + ': ' + e.message) }
		out(new TextDecoder('latin1').encoding, new TextDecoder('sjis').decode(new Uint8Array([0x82, 0xA0])), new TextDecoder('utf-16').decode(new Uint16Array([0x61, 0x20AC])));
		out(new TextDecoder().decode(new DataView(new Uint8Array([1, 0x62, 0x63]).buffer, 1)));
		out(atob(' YW Jj '), btoa('\xff\x00'), atob('4A=='));
		try { atob('a') } catch (e) { out(e.name + ': ' + e.message) }
		try { btoa('€') } catch (e) { out(e.name + ': ' + e.message, e.code) }
	`,
		"utf-8 97,195,169,226,130,172,240,159,152,128,239,191,189 0",
		`{"read":2,"written":4} 97,226,130,172,0`,
		"utf-8 false false  a\uFFFD",
		"|€|\uFFFD",
		"2",
		"TypeError: Failed to execute 'decode' on 'TextDecoder': The encoded data was not valid.",
		"RangeError: Failed to construct 'TextDecoder': The encoding label provided ('nope') is invalid.",
		"windows-1252 あ a€",
		"bc",
		"abc /wA= à",
		"InvalidCharacterError: Failed to execute 'atob' on 'Window': The string to be decoded is not correctly encoded.",
		"InvalidCharacterError: Failed to execute 'btoa' on 'Window': The string to be encoded contains characters outside of the Latin1 range. 5",
	)
}

func TestAbortSignal(t *testing.T) {
	expectOut(t, nil, `
		const c = new AbortController(), s = c.signal;
		out(s.aborted, s.reason, s === c.signal);
		s.onabort = e => out('onabort', e.type, e.isTrusted, e.target === s);
		const any = AbortSignal.any([s, new AbortController().signal]);
		any.addEventListener('abort', () => out('any', any.reason.name));
		c.abort(); c.abort('again');
		out(s.aborted, s.reason.name, s.reason.message, s.reason.code, s.reason instanceof DOMException);
		try { s.throwIfAborted() } catch (e) { out('threw', e === s.reason) }
		out(AbortSignal.abort('why').reason, AbortSignal.any([AbortSignal.abort(7)]).reason);
		const t = new EventTarget(), k = new AbortController();
		t.addEventListener('x', () => out('x'), {signal: k.signal});
		t.dispatchEvent(new Event('x')); k.abort(); t.dispatchEvent(new Event('x'));
		const tm = AbortSignal.timeout(30);
		tm.onabort = () => out('timeout', tm.reason.name, tm.reason.message, performance.now() >= 30);
	`,
		"false undefined true",
		"onabort abort true true",
		"any AbortError",
		"true AbortError signal is aborted without reason 20 true",
		"threw true",
		"why 7",
		"x",
		"timeout TimeoutError signal timed out true",
	)
}

func TestGeometry(t *testing.T) {
	expectOut(t, nil, `
		const r = new DOMRect(10, 20, -5, 6);
		out(JSON.stringify(r), r instanceof DOMRectReadOnly);
		r.width = 8; out(r.right, DOMRect.fromRect({x: 1, height: 2}).bottom);
		const p = new DOMPoint(1, 2);
		out(JSON.stringify(p), JSON.stringify(DOMPoint.fromPoint({z: 3})));
		out(p.matrixTransform({e: 10, f: 20}).x);
		const q = DOMQuad.fromRect({x: 0, y: 0, width: 10, height: 5});
		out(JSON.stringify(q.p3), JSON.stringify(q.getBounds()), DOMQuad.fromQuad({}).p1.w);
		const m = new DOMMatrix([1, 2, 3, 4, 5, 6]);
		out(m, m.is2D, m.isIdentity, m.m21, m.d);
		out(m.translate(10, 20), m.scale(2), m.rotate(90), m.inverse());
		out(m.multiply(new DOMMatrix([2, 0, 0, 2, 1, 1])), new DOMMatrix([2, 0, 0, 2, 1, 1]).preMultiplySelf(m));
		out(new DOMMatrix('translate(10px, 20px) scale(2) rotate(180deg)'));
		out(new DOMMatrix('translate3d(1px, 2px, 3px)'));
		out(new DOMMatrix([1, 1, 1, 1, 0, 0]).inverse().a, new DOMMatrix([1, 1, 1, 1, 0, 0]).inverse().is2D);
		try { new DOMMatrix('foo(1)') } catch (e) { out(e.name + ': ' + e.message) }
		try { new DOMMatrix([1]) } catch (e) { out(e.name + ': ' + e.message) }
		try { DOMMatrix.fromMatrix({a: 1, m11: 2}) } catch (e) { out(e.name) }
		const n = new DOMMatrix(); n.m13 = 1; out(n.is2D, [...n.toFloat32Array()].slice(0, 4), n.rotateFromVector(0, 1).b);
		out(new DOMMatrix().rotateAxisAngle(0, 0, 1, 90).b, new DOMMatrix().skewX(45).c.toFixed(3), new DOMMatrix().flipX().a);
		out(JSON.stringify(new DOMPoint(1, 0).matrixTransform(new DOMMatrix().rotate(90))));
		out(new WebKitCSSMatrix('matrix(1,0,0,1,5,6)').e, Object.keys(new DOMMatrix().toJSON()).length);
	`,
		`{"x":10,"y":20,"width":-5,"height":6,"top":20,"right":10,"bottom":26,"left":5} true`,
		"18 2",
		`{"x":1,"y":2,"z":0,"w":1} {"x":0,"y":0,"z":3,"w":1}`,
		"11",
		`{"x":10,"y":5,"z":0,"w":1} {"x":0,"y":0,"width":10,"height":5,"top":0,"right":10,"bottom":5,"left":0} 1`,
		"matrix(1, 2, 3, 4, 5, 6) true false 3 4",
		"matrix(1, 2, 3, 4, 75, 106) matrix(2, 4, 6, 8, 5, 6) matrix(3, 4, -1, -2, 5, 6) matrix(-2, 1, 1.5, -0.5, 1, -2)",
		"matrix(2, 4, 6, 8, 9, 12) matrix(2, 4, 6, 8, 9, 12)",
		"matrix(-2, 0, 0, -2, 10, 20)",
		"matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1)",
		"NaN false",
		"SyntaxError: Failed to construct 'DOMMatrix': Failed to parse 'foo(1)'.",
		"TypeError: Failed to construct 'DOMMatrix': The sequence must contain 6 elements for a 2D matrix or 16 elements for a 3D matrix.",
		"TypeError",
		"false 1,0,1,0 1",
		"1 1.000 -1",
		`{"x":0,"y":1,"z":0,"w":1}`,
		"5 24",
	)
}

func TestCrypto(t *testing.T) {
	asyncOut(t, nil, `
		const a = crypto.getRandomValues(new Uint8Array(64));
		out(a.length, a.some(x => x), crypto === window.crypto);
		out(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()));
		try { crypto.getRandomValues(new Float32Array(1)) } catch (e) { out(e.name) }
		try { crypto.getRandomValues(new Uint8Array(65537)) } catch (e) { out(e.name + ': ' + e.message) }
		out(crypto.subtle === undefined, isSecureContext);
	`,
		"64 true true", "true", "TypeMismatchError",
		"QuotaExceededError: Failed to execute 'getRandomValues' on 'Crypto': The ArrayBufferView's byte length (65537) exceeds the number of bytes of entropy available via this API (65536).",
		"true false")
	h := newWebHost(t, nil)
	w := h.open("https://site.test/", "")
	h.eval(w, `const hex = b => [...new Uint8Array(b)].map(x => x.toString(16).padStart(2, '0')).join('');
		const abc = new TextEncoder().encode('abc');
		(async () => {
			out(hex(await crypto.subtle.digest('SHA-256', abc)));
			out(hex(await crypto.subtle.digest({name: 'sha-1'}, abc)));
			out((await crypto.subtle.digest('SHA-512', new Uint8Array(100000))).byteLength);
			await crypto.subtle.digest('MD5', abc);
		})().catch(e => out(e.name))`)
	h.run()
	h.compare("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "a9993e364706816aba3e25717850c26c9cd0d89d", "64", "NotSupportedError")
}
