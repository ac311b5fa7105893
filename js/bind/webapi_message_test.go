package bind

import (
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/niso-engine/niso/dom/html"
)

func TestMessages(t *testing.T) {
	asyncOut(t, nil, `
		const {port1: a, port2: b} = new MessageChannel();
		const got = new Promise(r => { let n = 0; b.onmessage = e => { out(e.type, JSON.stringify(e.data), e.ports.length, e.origin === '', e.source, e.target === b, e.isTrusted); if (++n == 2) r() } });
		a.postMessage({x: [1, new Date(0)]}); a.postMessage('two'); out('sent');
		await got;
		const c = new MessageChannel(); b.onmessage = e => { e.ports[0].postMessage('via'); };
		c.port1.addEventListener('message', e => out('c1', e.data)); c.port1.start();
		a.postMessage('port', [c.port2]);
		for (const f of [() => c.port2.postMessage(1), () => a.postMessage(1, [a]), () => a.postMessage(() => 0), () => a.postMessage(document), () => structuredClone(new MessageChannel().port1)])
			try { f(); out('no error') } catch (e) { out(e.name, e.code) }
		await new Promise(r => setTimeout(r, 1));
		b.onclose = () => out('closed'); a.close(); a.postMessage('lost');
		await new Promise(r => setTimeout(r, 1));
		const buf = new ArrayBuffer(8), m = new Map([[1, {buf}]]); const cl = structuredClone(m, {transfer: [buf]});
		out(buf.byteLength, cl.get(1).buf.byteLength, cl instanceof Map);
		const f = structuredClone(new File(['ab'], 'n', {type: 'x/y', lastModified: 3})); out(f.name, f.lastModified, f instanceof File, await f.text());
		const ex = structuredClone(new DOMException('m', 'AbortError')); out(ex.name, ex.message, ex.code, ex instanceof DOMException);
		out(structuredClone(new DOMRect(1, 2, 3, 4)).right, structuredClone(new DOMMatrix([1, 2, 3, 4, 5, 6])).f, structuredClone(DOMQuad.fromRect({width: 2})).p2.x);
		onmessage = e => out('window', e.data, e.origin, e.source === window, e.target === window);
		postMessage('hi', '*'); postMessage('self', '/'); postMessage('other', 'http://other.test'); postMessage('opt', {targetOrigin: 'http://site.test'});
		try { postMessage('x', 'nonsense') } catch (e) { out(e.name + ': ' + e.message) }
		await new Promise(r => setTimeout(r, 1));
		reportError(new RangeError('reported'));
	`,
		"sent",
		`message {"x":[1,"1970-01-01T00:00:00.000Z"]} 0 true null true true`,
		`message "two" 0 true null true true`,
		"no error", "DataCloneError 25", "DataCloneError 25", "DataCloneError 25", "DataCloneError 25",
		"c1 via",
		"closed",
		"0 8 true",
		"n 3 true ab",
		"AbortError m 20 true",
		"4 6 2",
		"SyntaxError: Failed to execute 'postMessage' on 'Window': Invalid target origin 'nonsense' in a call to 'postMessage'.",
		"window hi http://site.test true true",
		"window self http://site.test true true",
		"window opt http://site.test true true",
	)
}

func TestStorage(t *testing.T) {
	h := newWebHost(t, nil)
	a := h.open("http://site.test/a", "")
	b := h.open("http://site.test/b", "")
	other := h.open("http://other.test/", "")
	for _, w := range []*Window{a, b, other} {
		h.eval(w, `addEventListener('storage', e => out(location.href, e.key, e.oldValue, e.newValue, e.url, e.storageArea === localStorage))`)
	}
	h.eval(a, `
		const s = localStorage;
		s.setItem('k', 1); s.other = 'v'; s['x y'] = null;
		out(s.length, s.k, s.getItem('none'), s.none, Object.keys(s), JSON.stringify(s), 'k' in s, s.key(0), s.key(9));
		delete s.other; s.removeItem('x y'); out(s.length, s === localStorage, String(s));
		s.setItem('getItem', 'shadowed'); out(typeof s.getItem, s.getItem('getItem'));
		try { s.setItem('big', 'x'.repeat(2000)) } catch (e) { out(e.name + ': ' + e.message, e.code) }
		sessionStorage.t = 1; out(sessionStorage.length, s.t);
		s.clear(); out(s.length);
	`)
	h.run()
	h.compare("3 1 null undefined k,other,x y {\"k\":\"1\",\"other\":\"v\",\"x y\":\"null\"} true k null",
		"1 true [object Storage]",
		"function shadowed",
		"QuotaExceededError: Failed to execute 'setItem' on 'Storage': Setting the value of 'big' exceeded the quota. 22",
		"1 undefined", "0",
		"http://site.test/b k null 1 http://site.test/a true",
		"http://site.test/b other null v http://site.test/a true",
		"http://site.test/b x y null null http://site.test/a true",
		"http://site.test/b other v null http://site.test/a true",
		"http://site.test/b x y null null http://site.test/a true",
		"http://site.test/b getItem null shadowed http://site.test/a true",
		"http://site.test/b null null null http://site.test/a true",
	)
}

// The messages are Chromium 156's.
func TestDOMParser(t *testing.T) {
	expectOut(t, nil, `
		const p = new DOMParser();
		const d = p.parseFromString('<p>x<script>out("not run")<\/script>', 'text/html');
		out(d.contentType, d.URL, d.documentElement.outerHTML, d.defaultView);
		const ser = n => new XMLSerializer().serializeToString(n);
		const x = p.parseFromString('<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "v">]><r a="1&#10;2&lt;" xmlns:q="u"><q:b/><![CDATA[<&]]><!--c--><?pi d?>t&amp;&#x1F600;</r>', 'application/xml');
		out(x.contentType, ser(x));
		out(x.documentElement.childNodes.length, x.querySelector('b').namespaceURI, x.documentElement.getAttribute('a').length);
		for (const s of ['', '<a>', '<a></b>', '<a b=c/>', '<a b="1" b="2"/>', '<a/><b/>', 'x', '<q:a/>', '<a>&nope;</a>', '<a>]]></a>', '<a b="<"/>', '<a>\u0001</a>'])
			out(p.parseFromString(s, 'text/xml').querySelector('parsererror div').textContent);
		const deep = p.parseFromString('<a>'.repeat(100000) + '</a>'.repeat(100000), 'text/xml'); out(deep.documentElement.tagName);
		try { p.parseFromString('', 'text/plain') } catch (e) { out(e.name + ': ' + e.message) }
	`,
		`text/html http://site.test/dir/page.html <html><head></head><body><p>x<script>out("not run")</script></p></body></html> null`,
		"application/xml <!DOCTYPE r><r a=\"1&#xA;2&lt;\" xmlns:q=\"u\"><q:b/><![CDATA[<&]]><!--c--><?pi d?>t&amp;😀</r>",
		"5 u 4",
		"error on line 1 at column 1: Unexpected end of stream: no root element found",
		"error on line 1 at column 4: Unexpected end of stream: still inside the root element",
		"error on line 1 at column 7: Unexpected closing tag: b != a",
		"error on line 1 at column 6: Unexpected token: c",
		"error on line 1 at column 10: Attribute 'b' is redefined",
		"error on line 1 at column 5: Unexpected token: <",
		"error on line 1 at column 1: Unexpected characters outside the root element: x",
		"error on line 1 at column 5: Element q:a prefix is unbound",
		"error on line 1 at column 9: Unexpected entity: nope",
		"error on line 1 at column 4: Unexpected token: ]]>",
		`error on line 1 at column 7: Unexpected token '<' before '"'`,
		"error on line 1 at column 4: Invalid character U+0001",
		"a",
		"TypeError: Failed to execute 'parseFromString' on 'DOMParser': The provided value 'text/plain' is not a valid enum value of type SupportedType.",
	)
}

func TestObservers(t *testing.T) {
	h := newWebHost(t, nil)
	w := h.open("http://site.test/", "<!doctype html><body>")
	// Without a user agent sheet elements are inline: the page says all.
	h.eval(w, `
		const div = (id, css, parent = document.body) => { const d = document.createElement('div'); d.id = id; d.setAttribute('style', 'display:block;' + css); parent.append(d); return d };
		document.documentElement.setAttribute('style', 'display:block'); document.body.setAttribute('style', 'display:block;margin:8px');
		globalThis.a = div('a', 'display:none'); globalThis.b = div('b', 'width:0;height:0'); globalThis.d = div('d', 'width:50px;height:20px;padding:3px 7px;border:2px solid');
		globalThis.ro = new ResizeObserver((l, o) => { for (const e of l) out('resize', e.target.id, e.contentRect.x, e.contentRect.y, e.contentRect.width, e.contentRect.height, e.borderBoxSize[0].inlineSize, e.contentBoxSize[0].blockSize, o === ro) });
		for (const x of [a, b, d]) ro.observe(x);
		ro.observe(d, {box: 'border-box'});
	`)
	h.run()
	h.eval(w, `d.setAttribute('style', 'display:block;width:60px;height:20px;padding:3px 7px;border:2px solid')`)
	h.frame = true
	h.run()
	h.eval(w, `ro.unobserve(d); d.setAttribute('style', 'display:block;width:70px;height:20px;padding:3px 7px;border:2px solid')`)
	h.frame = true
	h.run()
	h.compare("resize a 0 0 0 0 0 0 true", "resize b 0 0 0 0 0 0 true", "resize d 7 3 50 20 68 20 true", "resize d 7 3 60 20 78 20 true")
	h.out = nil
	h.eval(w, `
		d.setAttribute('style', 'display:block;width:50px;height:20px;padding:3px 7px;border:2px solid');
		const box = div('box', 'width:100px;height:100px;overflow:hidden'); div('in', 'height:50px', box); div('low', 'height:100px', box); div('far', 'height:10px;margin-top:2000px');
		globalThis.io = new IntersectionObserver((l, o) => { for (const e of l) out('seen', e.target.id, e.isIntersecting, e.intersectionRatio, e.intersectionRect.height, e.rootBounds.width, o === io) }, {threshold: [0, .5, 1]});
		for (const id of ['a', 'b', 'd', 'in', 'low', 'far']) io.observe(document.getElementById(id));
		globalThis.ir = new IntersectionObserver(l => { for (const e of l) out('root', e.target.id, e.isIntersecting, e.intersectionRatio) }, {root: box, rootMargin: '0px 0px 10%'});
		for (const id of ['low', 'far']) ir.observe(document.getElementById(id));
		out(io.rootMargin, io.thresholds, io.root, ir.rootMargin, ir.root === box);
		try { new IntersectionObserver(() => 0, {threshold: 2}) } catch (e) { out(e.name + ': ' + e.message) }
		try { new IntersectionObserver(() => 0, {rootMargin: '1em'}) } catch (e) { out(e.name + ': ' + e.message) }
	`)
	h.run()
	h.compare("0px 0px 0px 0px 0,0.5,1 null 0px 0px 10% 0px true",
		"RangeError: Failed to construct 'IntersectionObserver': Threshold values must be numbers between 0 and 1",
		"SyntaxError: Failed to construct 'IntersectionObserver': rootMargin must be specified in pixels or percent.",
		"seen a false 0 0 0 true", "seen b true 1 0 800 true", "seen d true 1 30 800 true", "seen in true 1 50 800 true", "seen low true 0.5 50 800 true", "seen far false 0 0 800 true",
		"root low true 0.6", "root far false 0",
	)
}

// What script drops goes, however its listeners refer to it; what is pending stays until it is done.
func TestWebObjectsAreCollected(t *testing.T) {
	h := newWebHost(t, testSites())
	w := h.open("http://site.test/dir/page.html", "<!doctype html><body>")
	h.eval(w, `
		globalThis.cycle = async () => {
			const x = new XMLHttpRequest(); x.open('GET', '/json'); x.responseType = 'json';
			const done = new Promise(r => x.onloadend = () => { x.kept = x; r(x.response.a.length) });
			x.send();
			const n = await done + (await (await fetch('/json')).json()).a.length;
			const {port1, port2} = new MessageChannel(); port2.onmessage = e => port2.x = port1; port1.postMessage(1);
			const r = await new Promise(k => { const f = new FileReader(); f.onload = () => k(f.result); f.readAsText(new Blob(['x'])) });
			const c = new AbortController(); c.signal.onabort = () => c; AbortSignal.any([c.signal]);
			const el = document.createElement('p'); document.body.append(el);
			const ro = new ResizeObserver(() => el); ro.observe(el); const io = new IntersectionObserver(() => el); io.observe(el);
			await new Promise(k => requestAnimationFrame(() => setTimeout(k)));
			el.remove();
			return n;
		};`)
	for range 10 {
		h.eval(w, `cycle()`)
		h.run()
	}
	h.collect()
	nodes, wrappers := h.world.Store.Live(), h.world.LiveWrappers()
	for range 40 {
		h.eval(w, `cycle()`)
		h.run()
	}
	h.collect()
	if n := h.world.Store.Live(); n > nodes+2 {
		t.Errorf("%d nodes live, %d after the warm-up", n, nodes)
	}
	if n := h.world.LiveWrappers(); n > wrappers+2 {
		t.Errorf("%d wrappers live, %d after the warm-up", n, wrappers)
	}
	s := w.web()
	if len(w.pending) != 0 {
		t.Errorf("%d pending activities are left", len(w.pending))
	}
	alive(&s.resize)
	alive(&s.intersection)
	if len(s.resize) > 2 || len(s.intersection) > 2 {
		t.Errorf("%d resize observers and %d intersection observers are left", len(s.resize), len(s.intersection))
	}
	if n := h.loader.InFlight(); n != 0 {
		t.Errorf("%d bytes of bodies were not released", n)
	}
	// A request that script dropped stays while it is pending.
	h.out = nil
	h.eval(w, `(() => { const x = new XMLHttpRequest(); x.open('GET', '/json'); x.onload = () => out('came', x.status); x.send() })()`)
	runtime.GC()
	h.run()
	h.compare("came 200")
}

func TestRequestIsCollected(t *testing.T) {
	h := newWebHost(t, testSites())
	w := h.open("http://site.test/", "")
	h.eval(w, `globalThis.x = new XMLHttpRequest(); x.open('GET', '/json'); x.onload = () => out(x.status); x.send()`)
	h.run()
	v, err := w.Realm.Get(w.Realm.Global(), "x")
	if err != nil {
		t.Fatal(err)
	}
	p := weak.Make(v.Object().Host().State().(*XMLHttpRequest))
	h.eval(w, `x = null`)
	for range 20 {
		h.collect()
		if p.Value() == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("the request is still held")
}

func FuzzXML(f *testing.F) {
	for _, s := range []string{"<a/>", `<?xml version="1.0"?><a b="&lt;">x<![CDATA[y]]></a>`, "<!DOCTYPE a [<!ELEMENT a ANY>]><a xmlns='u' xmlns:p='v'><p:q p:r=''/></a>", "<a>&#x1F600;</a", "<?p?><!--x--><a></a>"} {
		f.Add(s)
	}
	h := newWebHost(f, nil)
	f.Fuzz(func(t *testing.T, s string) {
		d := h.world.Store.NewDocument(false)
		d.Journal.Overflow = true
		if err := html.ParseXML(d, strings.ToValidUTF8(s, "\uFFFD")); err == nil && d.DocumentElement() == 0 {
			t.Errorf("%q is well-formed and has no element", s)
		}
		h.world.Store.DestroyDocument(d)
	})
}
