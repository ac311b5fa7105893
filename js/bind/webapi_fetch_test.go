package bind

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// testSites serves http://site.test (the page's own origin), http://cors.test (which allows it) and http://closed.test (which does not).
func testSites() map[string]http.Handler {
	own := http.NewServeMux()
	own.HandleFunc("/dir/text", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain;charset=utf-8")
		w.Header().Add("X-Two", "a")
		w.Header().Add("X-Two", "b")
		w.Header().Set("Set-Cookie", "c=1; Path=/")
		fmt.Fprint(w, "\uFEFFhé")
	})
	own.HandleFunc("/dir/latin", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain;charset=iso-8859-1")
		_, _ = w.Write([]byte{'h', 0xE9})
	})
	own.HandleFunc("/json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"a":[1,2,{"b":null}]}`)
	})
	own.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s|%s|%s|%s", r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type"), r.Header.Get("X-Mine"), b)
	})
	own.HandleFunc("/headers", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "origin=%s referer=%s cookie=%s", r.Header.Get("Origin"), r.Header.Get("Referer"), r.Header.Get("Cookie"))
	})
	own.HandleFunc("/status/", func(w http.ResponseWriter, r *http.Request) {
		switch strings.TrimPrefix(r.URL.Path, "/status/") {
		case "204":
			w.WriteHeader(204)
		case "404":
			w.WriteHeader(404)
			fmt.Fprint(w, "none")
		}
	})
	own.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/json#x", 302) })
	own.HandleFunc("/doc.xml", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		fmt.Fprint(w, `<?xml version="1.0"?><r xmlns:p="urn:p"><p:c a="1">t</p:c></r>`)
	})
	own.HandleFunc("/doc.html", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>T</title><p>x`)
	})
	own.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "300000")
		for range 3 {
			_, _ = io.WriteString(w, strings.Repeat("x", 100000))
		}
	})
	own.HandleFunc("/hang", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	})
	cors := http.NewServeMux()
	cors.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		w.Header().Set("Access-Control-Allow-Headers", "x-mine")
		w.Header().Set("Access-Control-Allow-Methods", "PUT")
		w.Header().Set("Access-Control-Expose-Headers", "X-Shown")
		w.Header().Set("X-Shown", "1")
		w.Header().Set("X-Hidden", "1")
		fmt.Fprintf(w, "%s origin=%s referer=%s", r.Method, r.Header.Get("Origin"), r.Header.Get("Referer"))
	})
	closed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secret") })
	return map[string]http.Handler{"http://site.test": own, "http://cors.test": cors, "http://closed.test": closed}
}

func TestHeaders(t *testing.T) {
	expectOut(t, nil, `
		const h = new Headers({'X-B': ' 2 ', a: '1'});
		h.append('x-b', '3'); h.append('Set-Cookie', 'p=1'); h.append('set-cookie', 'q=2');
		out(JSON.stringify([...h]), h.get('X-b'), h.get('none'), h.has('A'), JSON.stringify(h.getSetCookie()));
		h.delete('x-B'); h.set('a', 'é'); out([...h.keys()], h.get('a').length);
		for (const f of [() => h.set('a b', ''), () => h.append('a', 'x\ny'), () => new Headers([['a']]), () => new Headers(1), () => h.get('€'), () => h.set('x', '€')])
			try { f(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
		const rq = new Request('/x', {headers: {Host: 'h', 'X-Ok': '1', 'Sec-Foo': '2', Cookie: 'c'}});
		out(JSON.stringify([...rq.headers]));
		const nc = new Request('/x', {mode: 'no-cors', headers: {Accept: 'text/html', 'X-A': '1', 'Content-Type': 'application/json'}});
		out(JSON.stringify([...nc.headers]));
		const rs = new Response('', {headers: {'Set-Cookie': 'x', 'X': 'y'}});
		out(JSON.stringify([...rs.headers]));
		try { Response.error().headers.set('a', 'b') } catch (e) { out(e.name + ': ' + e.message) }
	`,
		`[["a","1"],["set-cookie","p=1"],["set-cookie","q=2"],["x-b","2, 3"]] 2, 3 null true ["p=1","q=2"]`,
		"a,set-cookie,set-cookie 1",
		"TypeError: Failed to execute 'set' on 'Headers': Invalid name",
		"TypeError: Failed to execute 'append' on 'Headers': Invalid value",
		"TypeError: Failed to construct 'Headers': Invalid value",
		"TypeError: Failed to construct 'Headers': The provided value is not of type '(record<ByteString, ByteString> or sequence<sequence<ByteString>>)'.",
		"TypeError: Failed to execute 'get' on 'Headers': String contains non ISO-8859-1 code point.",
		"TypeError: Failed to execute 'set' on 'Headers': String contains non ISO-8859-1 code point.",
		`[["x-ok","1"]]`,
		`[["accept","text/html"]]`,
		`[["content-type","text/plain;charset=UTF-8"],["x","y"]]`,
		"TypeError: Failed to execute 'set' on 'Headers': Headers are immutable",
	)
}

func TestRequestResponse(t *testing.T) {
	asyncOut(t, nil, `
		const r = new Request('../a?b#c', {method: 'post', body: 'x', referrer: '', credentials: 'include', keepalive: true});
		out(r.url, r.method, r.mode, r.credentials, r.redirect, r.cache, '[' + r.referrer + ']', r.destination === '', r.keepalive, r.headers.get('content-type'));
		out(r.bodyUsed, await r.clone().text(), r.bodyUsed, await r.text(), r.bodyUsed);
		try { await r.text() } catch (e) { out(e.name + ': ' + e.message) }
		for (const f of [() => new Request('http://u:p@h/'), () => new Request('/', {body: 'x'}), () => new Request('/', {method: 'TRACE'}), () => new Request('/', {method: 'a b'}),
			() => new Request('http://['), () => new Request('/', {mode: 'navigate'}), () => new Request(r), () => new Request('/', {mode: 'nope'}), () => r.clone()])
			try { f(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
		const s = new Response('{"a":1}', {status: 201, statusText: 'Made', headers: {'content-type': 'application/json'}});
		out(s.status, s.statusText, s.ok, s.type, '[' + s.url + ']', s.redirected, (await s.json()).a);
		out(new Response().body, await new Response().text() === '', new Response(new URLSearchParams({a: 'b c'})).headers.get('content-type'));
		for (const f of [() => new Response('', {status: 199}), () => new Response('x', {status: 204}), () => Response.redirect('/x', 200), () => Response.json(undefined)])
			try { f(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
		const rd = Response.redirect('/x'); out(rd.status, rd.headers.get('location'), Response.error().type, Response.error().status);
		const j = Response.json({q: [1]}); out(j.headers.get('content-type'), await j.text());
		out([...await new Response(new Uint8Array([1, 2])).bytes()], (await new Response('abc').arrayBuffer()).byteLength);
		const b = await new Response('abc', {headers: {'content-type': 'Text/HTML; Charset=x'}}).blob(); out(b.type, b.size);
		const fd = new FormData(); fd.append('n', 'v\n"'); fd.append('f', new File(['data'], 'a"b.txt', {type: 'text/x'}));
		const fr = new Response(fd); out(/^multipart\/form-data; boundary=/.test(fr.headers.get('content-type')));
		const back = await fr.formData(); out(JSON.stringify(back.get('n')), back.get('f').name, back.get('f').type, await back.get('f').text());
		const ue = await new Response('a=1&b=%C3%BC', {headers: {'content-type': 'application/x-www-form-urlencoded'}}).formData(); out(JSON.stringify([...ue]));
		await new Response('{').json().catch(e => out(e.name));
		await new Response('x').formData().catch(e => out(e.name + ': ' + e.message));
	`,
		"http://site.test/a?b#c POST cors include follow default [] true true text/plain;charset=UTF-8",
		"false x false x true",
		"TypeError: Failed to execute 'text' on 'Request': body stream already read",
		"TypeError: Failed to construct 'Request': Request cannot be constructed from a URL that includes credentials: http://u:p@h/",
		"TypeError: Failed to construct 'Request': Request with GET/HEAD method cannot have body.",
		"TypeError: Failed to construct 'Request': 'TRACE' HTTP method is unsupported.",
		"TypeError: Failed to construct 'Request': 'a b' is not a valid HTTP method.",
		"TypeError: Failed to construct 'Request': Failed to parse URL from http://[",
		"TypeError: Failed to construct 'Request': Cannot construct a Request with a RequestInit whose mode member is set as 'navigate'.",
		"TypeError: Failed to construct 'Request': Cannot construct a Request with a Request object that has already been used.",
		"TypeError: Failed to construct 'Request': Failed to read the 'mode' property from 'RequestInit': The provided value 'nope' is not a valid enum value of type RequestMode.",
		"TypeError: Failed to execute 'clone' on 'Request': Request body is already used",
		"201 Made true default [] false 1",
		"null true application/x-www-form-urlencoded;charset=UTF-8",
		"RangeError: Failed to construct 'Response': The status provided (199) is outside the range [200, 599].",
		"TypeError: Failed to construct 'Response': Response with null body status cannot have body",
		"RangeError: Failed to execute 'redirect' on 'Response': Invalid status code",
		"TypeError: Failed to execute 'json' on 'Response': The data is not JSON serializable",
		"302 http://site.test/x error 0",
		`application/json {"q":[1]}`,
		"1,2 3",
		"text/html;charset=x 3",
		"true",
		`"v\r\n\"" a"b.txt text/x data`,
		`[["a","1"],["b","ü"]]`,
		"SyntaxError",
		"TypeError: Failed to fetch",
	)
}

func TestFetch(t *testing.T) {
	h := asyncOut(t, testSites(), `
		let r = await fetch('text');
		out(r.status, r.type, r.url, r.ok, r.redirected, r.headers.get('x-two'), r.headers.get('set-cookie'), r.bodyUsed);
		out(JSON.stringify(await r.text()), r.bodyUsed);
		r = await fetch('/redirect#frag'); out(r.url, r.redirected, JSON.stringify(await r.json()));
		r = await fetch('/echo?q', {method: 'PUT', headers: {'X-Mine': 'm'}, body: new URLSearchParams('a=b')}); out(await r.text());
		r = await fetch('/status/404'); out(r.status, r.ok, await r.text());
		r = await fetch('/status/204'); out(r.status, r.body, await r.text() === '');
		r = await fetch('/headers'); out(await r.text());
		r = await fetch('/headers', {method: 'POST', referrerPolicy: 'origin', credentials: 'omit'}); out(await r.text());
		r = await fetch('http://cors.test/x'); out(r.type, r.headers.get('x-shown'), r.headers.get('x-hidden'), await r.text());
		r = await fetch('http://cors.test/x', {method: 'PUT', headers: {'X-Mine': '1'}}); out(await r.text());
		r = await fetch('http://closed.test/x', {mode: 'no-cors'}); out(r.type, r.status, '[' + r.url + ']', r.ok, [...r.headers].length, (await r.text()) === '');
		await fetch('http://closed.test/x').catch(e => out(e.name + ': ' + e.message));
		await fetch('http://cors.test/x', {mode: 'same-origin'}).catch(e => out(e.name + ': ' + e.message));
		await fetch('http://nowhere.test/').catch(e => out(e.name + ': ' + e.message));
		await fetch('http://[').catch(e => out(e.name + ': ' + e.message));
		await fetch('/x', {method: 'GET', body: ''}).catch(e => out(e.name + ': ' + e.message));
		r = await fetch('/redirect', {redirect: 'manual'}); out(r.type, r.status, r.url);
		await fetch('/redirect', {redirect: 'error'}).catch(e => out(e.name + ': ' + e.message));
		r = await fetch('data:text/plain,a%20b'); out(r.type, await r.text(), r.headers.get('content-type'));
		const u = URL.createObjectURL(new Blob(['blob!'], {type: 'text/x'})); r = await fetch(u); out(await r.text(), r.headers.get('content-type'));
		URL.revokeObjectURL(u); await fetch(u).catch(e => out(e.name + ': ' + e.message));
		const c = new AbortController(); setTimeout(() => c.abort(), 5);
		await fetch('/hang', {signal: c.signal}).catch(e => out(e.name + ': ' + e.message));
		await fetch('/json', {signal: AbortSignal.abort('now')}).catch(e => out(e));
		const a = await fetch('/json'), b = a.clone(); out(await a.text() === await b.text());
		out(fetch.length, fetch.name, Object.prototype.toString.call(fetch('/json')));
	`,
		`200 basic http://site.test/dir/text true false a, b null false`,
		`"hé" true`,
		`http://site.test/json true {"a":[1,2,{"b":null}]}`,
		"PUT /echo?q|application/x-www-form-urlencoded;charset=UTF-8|m|a=b",
		"404 false none",
		"204 null true",
		"origin= referer=http://site.test/dir/page.html cookie=c=1",
		"origin=http://site.test referer=http://site.test/ cookie=",
		"cors 1 null GET origin=http://site.test referer=http://site.test/",
		"PUT origin=http://site.test referer=http://site.test/",
		"opaque 0 [] false 0 true",
		"TypeError: Failed to fetch", "TypeError: Failed to fetch", "TypeError: Failed to fetch",
		"TypeError: Failed to execute 'fetch' on 'Window': Failed to parse URL from http://[",
		"TypeError: Failed to execute 'fetch' on 'Window': Request with GET/HEAD method cannot have body.",
		"opaqueredirect 0 http://site.test/redirect",
		"TypeError: Failed to fetch",
		"basic a b text/plain",
		"blob! text/x",
		"TypeError: Failed to fetch",
		"AbortError: signal is aborted without reason",
		"now",
		"true",
		"1 fetch [object Promise]",
	)
	cors := ""
	for _, c := range h.console {
		if strings.Contains(c, "blocked by CORS policy") {
			cors = c
		}
	}
	if !strings.HasPrefix(cors, "error: Access to fetch at 'http://closed.test/x' from origin 'http://site.test' has been blocked by CORS policy") {
		t.Errorf("console: %q", cors)
	}
}

func TestXMLHttpRequest(t *testing.T) {
	expectOut(t, testSites(), `
		const x = new XMLHttpRequest();
		const log = [];
		x.onreadystatechange = () => log.push('rs' + x.readyState);
		for (const e of ['loadstart', 'progress', 'load', 'loadend', 'abort', 'error', 'timeout']) {
			x.addEventListener(e, ev => log.push(e + ' ' + ev.loaded + '/' + ev.total + (ev.lengthComputable ? '' : '?')));
			x.upload.addEventListener(e, ev => log.push('up-' + e + ' ' + ev.loaded + '/' + ev.total));
		}
		x.open('post', '/echo');
		x.setRequestHeader('X-Mine', 'a'); x.setRequestHeader('x-mine', 'b'); x.setRequestHeader('Cookie', 'no');
		x.send('bödy');
		x.addEventListener('loadend', () => {
			out(log.join(','));
			out(x.status, x.statusText, x.responseURL, x.responseText, x.response === x.responseText, x.responseXML);
			try { x.setRequestHeader('a', 'b') } catch (e) { out(e.name + ': ' + e.message) }
			try { x.responseType = 'json' } catch (e) { out(e.name + ': ' + e.message) }
			second();
		});
		function get(url, type, f, set) {
			const x = new XMLHttpRequest(); x.open('GET', url); if (type) x.responseType = type; if (set) set(x);
			x.onloadend = () => f(x); x.send();
		}
		function second() {
			get('text', '', x => { out(JSON.stringify(x.responseText), x.getResponseHeader('X-Two'), x.getResponseHeader('set-cookie'), x.getResponseHeader('nope'));
			out(JSON.stringify(x.getAllResponseHeaders().split('\r\n').filter(l => /^(x-two|content-type)/.test(l))));
			get('latin', '', x => { out(x.responseText);
			get('latin', '', x => { out(x.responseText);
			get('/json', 'json', x => { out(JSON.stringify(x.response), x.response === x.response); try { x.responseText } catch (e) { out(e.name + ': ' + e.message) }
			get('/json', 'arraybuffer', x => { out(x.response instanceof ArrayBuffer, x.response.byteLength, x.response === x.response);
			get('/json', 'blob', x => { out(x.response.type, x.response.size);
			get('/doc.xml', '', x => { out(x.responseXML.documentElement.tagName, x.responseXML.contentType, x.responseXML.querySelector('[a]').namespaceURI, x.responseXML === x.responseXML);
			get('/doc.html', 'document', x => { out(x.response.title, x.responseXML === x.response, x.response.defaultView);
			get('/doc.html', '', x => { out(x.responseXML);
			get('http://closed.test/', '', x => { out(x.status, '[' + x.responseText + ']', x.readyState);
			get('/big', '', x => { out(x.responseText.length); third();
			}) }) }) }) }) }) }) }) }, x => x.overrideMimeType('text/plain;charset=utf-8')) }) });
		}
		function third() {
			const s = new XMLHttpRequest(); s.open('GET', '/json', false); s.send(); out('sync', s.status, s.responseText, s.readyState);
			const f = new XMLHttpRequest(); f.open('GET', 'http://closed.test/', false);
			try { f.send() } catch (e) { out(e.name + ': ' + e.message) }
			const a = new XMLHttpRequest(), l = []; a.open('GET', '/hang');
			for (const e of ['abort', 'loadend', 'error', 'readystatechange']) a['on' + e] = () => l.push(e + a.readyState);
			a.send(); a.abort(); out(l.join(), a.readyState);
			const t = new XMLHttpRequest(); t.open('GET', '/hang'); t.timeout = 20; t.ontimeout = e => out(e.type, t.readyState, t.status); t.send();
			for (const g of [() => new XMLHttpRequest().send(), () => new XMLHttpRequest().open('TRACE', '/'), () => new XMLHttpRequest().open('G T', '/'), () => new XMLHttpRequest().open('GET', 'http://['),
				() => XMLHttpRequest(), () => { const x = new XMLHttpRequest(); x.open('GET', '/', false); x.timeout = 1 }])
				try { g(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
			out(XMLHttpRequest.DONE, x.HEADERS_RECEIVED, x instanceof EventTarget, String(x.upload));
		}
	`,
		"rs1,loadstart 0/0?,up-loadstart 0/5,up-progress 5/5,up-load 5/5,up-loadend 5/5,rs2,rs3,progress 46/0?,rs4,load 46/0?,loadend 46/0?",
		"200 OK http://site.test/echo POST /echo|text/plain;charset=UTF-8|a, b|bödy true null",
		"InvalidStateError: Failed to execute 'setRequestHeader' on 'XMLHttpRequest': The object's state must be OPENED.",
		"InvalidStateError: Failed to set the 'responseType' property on 'XMLHttpRequest': The response type cannot be set if the object's state is LOADING or DONE.",
		`"hé" a, b null null`,
		`["content-type: text/plain;charset=utf-8","x-two: a, b"]`,
		"hé",
		"h\uFFFD",
		`{"a":[1,2,{"b":null}]} true`,
		"InvalidStateError: Failed to read the 'responseText' property from 'XMLHttpRequest': The value is only accessible if the object's 'responseType' is '' or 'text' (was 'json').",
		"true 22 true",
		"application/json 22",
		"r text/xml urn:p true",
		"T true null",
		"null",
		"0 [] 4",
		"300000",
		`sync 200 {"a":[1,2,{"b":null}]} 4`,
		"NetworkError: Failed to execute 'send' on 'XMLHttpRequest': Failed to load 'http://closed.test/'.",
		"readystatechange4,abort4,loadend4 0",
		"InvalidStateError: Failed to execute 'send' on 'XMLHttpRequest': The object's state must be OPENED.",
		"SecurityError: Failed to execute 'open' on 'XMLHttpRequest': 'TRACE' HTTP method is unsupported.",
		"SyntaxError: Failed to execute 'open' on 'XMLHttpRequest': 'G T' is not a valid HTTP method.",
		"SyntaxError: Failed to execute 'open' on 'XMLHttpRequest': Invalid URL",
		"TypeError: Failed to construct 'XMLHttpRequest': Please use the 'new' operator, this DOM object constructor cannot be called as a function.",
		"InvalidAccessError: Failed to set the 'timeout' property on 'XMLHttpRequest': Timeouts cannot be set for synchronous requests made from a document.",
		"4 2 true [object XMLHttpRequestUpload]",
		"timeout 4 0",
	)
}

func TestBlobs(t *testing.T) {
	asyncOut(t, nil, `
		const b = new Blob(['a\r\nb', new Uint8Array([99]), new Blob(['d'])], {type: 'Text/Plain'});
		out(b.size, b.type, JSON.stringify(await b.text()), String(b));
		const s = b.slice(1, -1, 'X/Y'); out(s.size, s.type, (await b.slice(-2).text()), b.slice(9, 1).size, b.slice(0, 1).type === '');
		out(JSON.stringify(await new Blob(['a\r\nb\rc'], {endings: 'native'}).text()), new Blob([], {type: 'é'}).type === '');
		const f = new File(['x'], 'n.txt', {lastModified: 5, type: 'text/x'}); out(f.name, f.lastModified, f.type, f instanceof Blob, new File([], 'a').lastModified === Date.now());
		for (const g of [() => new Blob('x'), () => new File('x', 'y'), () => new File([]), () => new Blob([], {endings: 'x'})]) try { g(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
		out([...new Uint8Array(await b.slice(0, 2).arrayBuffer())], [...await b.bytes()].length);
		const read = (m, blob, ...a) => new Promise(r => { const f = new FileReader(), l = []; for (const e of ['loadstart', 'progress', 'load', 'loadend']) f['on' + e] = () => { l.push(e + f.readyState); if (e == 'loadend') r([f.result, l.join()]) }; f[m](blob, ...a) });
		out(await read('readAsText', new Blob([new Uint8Array([0xE9])]), 'latin1'));
		out(await read('readAsDataURL', new Blob(['hi'], {type: 'text/plain'})));
		out((await read('readAsArrayBuffer', new Blob(['hi'])))[0].byteLength, (await read('readAsBinaryString', new Blob([new Uint8Array([255])])))[0].charCodeAt(0));
		const r = new FileReader(); r.onabort = () => out('abort', r.readyState, r.error.name, r.result); r.onloadend = () => out('loadend'); r.onload = () => out('not');
		r.readAsText(new Blob(['x'])); try { r.readAsText(new Blob([])) } catch (e) { out(e.name + ': ' + e.message) } r.abort();
		const fd = new FormData(); fd.append('a', '1'); fd.append('a', new Blob(['z'])); fd.set('b', 2); fd.append('a', new File([], 'q'), 'r');
		out(fd.getAll('a').map(v => typeof v == 'string' ? v : v.name), fd.get('b'), fd.has('c'), [...fd.keys()]);
		fd.set('a', 'only'); fd.delete('b'); out(JSON.stringify([...fd]));
		try { fd.append('a', 'b', 'c') } catch (e) { out(e.name + ': ' + e.message) }
		out((await new Response(new Blob(['ab']).stream()).text()));
	`,
		`6 text/plain "a\r\nbcd" [object Blob]`,
		"4 x/y cd 0 true",
		`"a\nb\nc" true`,
		"n.txt 5 text/x true true",
		"TypeError: Failed to construct 'Blob': The provided value cannot be converted to a sequence.",
		"TypeError: Failed to construct 'File': The provided value cannot be converted to a sequence.",
		"TypeError: Failed to construct 'File': 2 arguments required, but only 1 present.",
		"TypeError: Failed to construct 'Blob': Failed to read the 'endings' property from 'BlobPropertyBag': The provided value 'x' is not a valid enum value of type EndingType.",
		"97,13 6",
		"é,loadstart1,progress1,load2,loadend2",
		"data:text/plain;base64,aGk=,loadstart1,progress1,load2,loadend2",
		"2 255",
		"InvalidStateError: Failed to execute 'readAsText' on 'FileReader': The object is already busy reading Blobs.",
		"abort 2 AbortError null",
		"loadend",
		"1,blob,r 2 false a,a,b,a",
		`[["a","only"]]`,
		"TypeError: Failed to execute 'append' on 'FormData': parameter 2 is not of type 'Blob'.",
		"ab",
	)
}

func TestStreams(t *testing.T) {
	asyncOut(t, testSites(), `
		let k; const s = new ReadableStream({start(c) { k = c; c.enqueue('a') }, pull(c) { out('pull', c.desiredSize) }, cancel(r) { out('cancel', r) }}, {highWaterMark: 2});
		const r = s.getReader(); out(s.locked, JSON.stringify(await r.read()));
		setTimeout(() => { k.enqueue('b'); k.close() }, 1);
		out(JSON.stringify(await r.read()), JSON.stringify(await r.read()), await r.closed);
		try { s.getReader() } catch (e) { out(e.name + ': ' + e.message) }
		r.releaseLock(); out(s.locked); await r.read().catch(e => out(e.name + ': ' + e.message));
		const l = []; for await (const v of new ReadableStream({start(c) { c.enqueue(1); c.enqueue(2); c.close() }})) l.push(v); out(l);
		const e = new ReadableStream({start(c) { c.error(new RangeError('x')) }}); await e.getReader().read().catch(e => out(e.name));
		const [a, b] = ReadableStream.from(['p', 'q']).tee(); const all = async s => { const l = []; for await (const v of s) l.push(v); return l }; out(await all(a), await all(b));
		const c = new ReadableStream({cancel(r) { out('cancel', r) }}); await c.cancel('why'); out((await c.getReader().read()).done);
		const f = await fetch('/big'); let n = 0; for await (const chunk of f.body) { n += chunk.length; if (!(chunk instanceof Uint8Array)) out('not bytes') } out(n, f.bodyUsed);
		await f.text().catch(e => out(e.name + ': ' + e.message));
		const enc = new TextEncoder(); const rs = new Response(new ReadableStream({start(c) { c.enqueue(enc.encode('st')); c.enqueue(enc.encode('ream')); c.close() }}));
		out(await rs.clone().text(), await rs.text());
		await new Response(new ReadableStream({start(c) { c.enqueue('text'); c.close() }})).text().catch(e => out(e.name + ': ' + e.message));
		const up = await fetch('/echo', {method: 'POST', duplex: 'half', body: new Blob(['up']).stream()}); out(await up.text());
		out(new CountQueuingStrategy({highWaterMark: 3}).size(), new ByteLengthQueuingStrategy({highWaterMark: 3}).size(new Uint8Array(5)));
	`,
		"pull 2", `true {"done":false,"value":"a"}`,
		"pull 2", "pull 2", `{"done":false,"value":"b"} {"done":true} undefined`,
		"TypeError: Failed to execute 'getReader' on 'ReadableStream': ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader",
		"false",
		"TypeError: Failed to execute 'read' on 'ReadableStreamDefaultReader': This readable stream reader has been released and cannot be used to read from its previous owner stream",
		"1,2",
		"RangeError",
		"p,q p,q",
		"cancel why", "true",
		"300000 true",
		"TypeError: Failed to execute 'text' on 'Response': body stream already read",
		"stream stream",
		"TypeError: Received non-Uint8Array chunk",
		"POST /echo|||up",
		"1 5",
	)
}

func TestFormDataOfForm(t *testing.T) {
	h := newWebHost(t, nil)
	w := h.open("http://site.test/", `<form id=f><input name=a value=1><input type=checkbox name=b checked><input type=checkbox name=c>
		<select name=s><option>x<option selected>y</select><textarea name=t>z</textarea><input type=file name=u><input disabled name=d value=1><button id=k name=k value=go></button></form><button id=o></button>`)
	h.eval(w, `
		const f = document.getElementById('f'), show = d => JSON.stringify([...d].map(([k, v]) => [k, typeof v == 'string' ? v : [v.name, v.size, v.type]]));
		out(show(new FormData(f)));
		out(new FormData(f, document.getElementById('k')).get('k'));
		for (const g of [() => new FormData(f, document.getElementById('o')), () => new FormData(f, f), () => new FormData({})]) try { g(); out('no error') } catch (e) { out(e.name + ': ' + e.message) }
	`)
	h.compare(`[["a","1"],["b","on"],["s","y"],["t","z"],["u",["",0,"application/octet-stream"]]]`, "go",
		"NotFoundError: Failed to construct 'FormData': The specified element is not owned by this form element.",
		"TypeError: Failed to construct 'FormData': The specified element is not a submit button.",
		"TypeError: Failed to construct 'FormData': parameter 1 is not of type 'HTMLFormElement'.")
}
