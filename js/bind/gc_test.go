package bind

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/js"
)

// What a collection between two tasks must leave alone, and that it may be forgotten without harm: each script runs, garbage is collected, and so on; the
// console is compared at the end. An engine with a heap of its own would find stale references where a trace is missing.
var collectionTests = []struct {
	name    string
	scripts []string
	want    []string
}{
	{"a tree lives with any of its wrappers", []string{
		`var c; { let d = document.createElement('div'); d.mark = 'root'; c = d.appendChild(document.createElement('i')).appendChild(new Text('t')); c.parentNode.mark = 'i' }`,
		`console.log(c.parentNode.mark, c.parentNode.parentNode.mark)`}, []string{"i root"}},
	{"shadow trees and template contents are of their element's tree", []string{
		`var s, t; { let d = document.createElement('div'); d.mark = 1; s = d.attachShadow({mode: 'closed'}); s.innerHTML = '<b></b>'; s.firstChild.mark = 2; s = s.firstChild;
		 let e = document.createElement('template'); e.mark = 3; e.innerHTML = '<u></u>'; t = e; e.content.firstChild.mark = 4 }`,
		`console.log(s.mark, s.getRootNode().host.mark, t.content.firstChild.mark)`}, []string{"2 1 4"}},
	{"nodes of the document keep what script put on them", []string{
		`document.querySelector('p').mark = {a: 1}; document.querySelector('p').addEventListener('x', e => console.log('heard', e.type))`,
		`console.log(document.querySelector('p').mark.a); document.querySelector('p').dispatchEvent(new Event('x'))`}, []string{"1", "heard x"}},
	{"a static list keeps its nodes", []string{
		`var l; { let d = document.createElement('div'); d.innerHTML = '<b></b><b></b>'; l = d.querySelectorAll('b'); d.mark = 'd'; l[1].mark = 'b' }`,
		`console.log(l[0].parentNode.mark, l[1].mark)`}, []string{"d b"}},
	{"live lists, token lists and maps keep their element", []string{
		`var l, k, m, ds, st, at; { let d = document.createElement('div'); d.setAttribute('class', 'x y'); d.append('t'); l = d.childNodes; k = d.children; at = d.attributes; m = d.classList; ds = d.dataset; st = d.style; d.mark = 'd' }`,
		`console.log(l[0].parentNode.mark, k.length, m.value, at[0].ownerElement.mark); ds.a = 'b'; st.color = 'red'; console.log(l[0].parentNode.getAttribute('data-a'), l[0].parentNode.style === st)`},
		[]string{"d 0 x y d", "b true"}},
	{"objects of a node that script dropped are the same again", []string{
		`var d = document.createElement('div'); d.childNodes.mark = 1; d.classList.mark = 2; d.style.mark = 3; d.dataset.mark = 4; d.attributes.mark = 5`,
		`console.log(d.childNodes.mark, d.classList.mark, d.style.mark, d.dataset.mark, d.attributes.mark)`}, []string{"1 2 3 4 5"}},
	{"an Attr keeps its element", []string{
		`var a; { let d = document.createElement('div'); d.mark = 'd'; d.setAttribute('x', 'y'); a = d.getAttributeNode('x'); a.mark = 'a' }`,
		`console.log(a.ownerElement.mark, a.ownerElement.getAttributeNode('x').mark)`}, []string{"d a"}},
	{"ranges keep their tree", []string{
		`var r, s; { let d = document.createElement('div'); d.append('text'); d.mark = 'd'; r = new Range(); r.setStart(d.firstChild, 2); r.mark = 'r';
		 let e = document.createElement('p'); e.mark = 'e'; s = new StaticRange({startContainer: e, startOffset: 0, endContainer: e, endOffset: 0}) }`,
		`console.log(r.startContainer.parentNode.mark, r.startOffset, s.endContainer.mark); r.startContainer.data = ''; console.log(r.startOffset)`}, []string{"d 2 e", "0"}},
	{"the selection keeps its range", []string{
		`getSelection().selectAllChildren(document.querySelector('p')); getSelection().mark = 's'; getSelection().getRangeAt(0).mark = 'r'`,
		`console.log(getSelection().mark, getSelection().getRangeAt(0).mark, String(getSelection().getRangeAt(0)))`}, []string{"s r para"}},
	{"traversals keep their root and filter", []string{
		`var w, it; { let d = document.createElement('div'); d.innerHTML = '<b></b><i></i>'; d.mark = 'd'; let name = 'I';
		 w = document.createTreeWalker(d, 1, n => n.nodeName == name ? 1 : 3); it = document.createNodeIterator(d, 1, {acceptNode: n => n.nodeName == name ? 1 : 3}) }`,
		`console.log(w.nextNode().nodeName, w.root.mark, it.nextNode().nodeName, it.root.mark)`,
		`console.log(w.currentNode.nodeName, it.referenceNode.nodeName)`}, []string{"I d I d", "I I"}},
	{"mutation records keep their nodes", []string{
		`var records, o = new MutationObserver(l => records = l); o.mark = 'o'; { let d = document.createElement('div'); d.mark = 'd'; globalThis.d = d; o.observe(d, {childList: true, subtree: true}) }`,
		`d.append(document.createElement('b')); d.firstChild.mark = 'b'; d.firstChild.remove(); d = null`,
		`console.log(records.length, records[0].target.mark, records[1].removedNodes[0].mark, records[0].addedNodes[0].mark)`}, []string{"2 d b b"}},
	{"a mutation observer lives with what it observes", []string{
		`{ let p = document.querySelector('p'), n = 0; new MutationObserver((l, o) => console.log(++n, l.length)).observe(p, {attributes: true}) }`,
		`document.querySelector('p').title = 'x'`, `document.querySelector('p').title = 'y'`}, []string{"1 1", "2 1"}},
	{"records that wait", []string{
		`var o = new MutationObserver(() => 0); { let d = document.createElement('div'); d.mark = 'd'; o.observe(d, {attributes: true}); d.title = 'x'; globalThis.l = o.takeRecords() }`,
		`console.log(l[0].target.mark)`}, []string{"d"}},
	{"an event keeps its targets", []string{
		`var e; { let d = document.createElement('div'), b = d.appendChild(document.createElement('b')); d.mark = 'd'; b.mark = 'b';
		 d.addEventListener('click', x => e = x); b.dispatchEvent(new MouseEvent('click', {bubbles: true, relatedTarget: document.createElement('u')})); e.relatedTarget.mark = 'u' }`,
		`console.log(e.target.mark, e.target.parentNode.mark, e.relatedTarget.mark, e.currentTarget)`}, []string{"b d u null"}},
	{"what events carry", []string{
		`var e = [new CustomEvent('x', {detail: {a: 1}}), new ErrorEvent('x', {error: {a: 2}}), new PopStateEvent('x', {state: {a: 3}}), new MessageEvent('x', {data: {a: 4}}),
		 new PromiseRejectionEvent('x', {promise: Promise.resolve(), reason: {a: 5}}), new UIEvent('x', {view: window}), new SubmitEvent('x', {submitter: document.createElement('button')})]; e[6].submitter.mark = 6`,
		`console.log(e[0].detail.a, e[1].error.a, e[2].state.a, e[3].data.a, e[4].reason.a, e[5].view === window, e[6].submitter.mark)`}, []string{"1 2 3 4 5 true 6"}},
	{"listeners and handlers", []string{
		`var t = new EventTarget(), d = document.createElement('div'); t.addEventListener('x', {handleEvent() { console.log('object') }}); d.onclick = () => console.log('handler');
		 d.setAttribute('onx', ''); document.querySelector('p').setAttribute('onclick', 'console.log("attribute", this.mark)'); document.querySelector('p').mark = 1; onresize = () => console.log('window')`,
		`t.dispatchEvent(new Event('x')); d.click(); document.querySelector('p').click(); dispatchEvent(new Event('resize'))`,
		`document.querySelector('p').click()`}, []string{"object", "handler", "attribute 1", "window", "attribute 1"}},
	{"timers, frames, idle callbacks and microtasks", []string{
		`setTimeout((a, b) => console.log('timer', a.x, b), 5, {x: 1}, 'b'); var n = 0, i = setInterval(a => { console.log('interval', a.x); if (++n == 2) clearInterval(i) }, 7, {x: 2});
		 requestAnimationFrame(() => { gc(); console.log('frame') }); requestAnimationFrame(() => console.log('second')); requestIdleCallback(d => console.log('idle', d.timeRemaining() > 0));
		 queueMicrotask(() => console.log('micro')); gc()`, `0`}, []string{"micro", "idle true", "frame", "second", "timer 1 b", "interval 2", "interval 2"}},
	{"promises", []string{
		`onunhandledrejection = e => { console.log('unhandled', e.reason.a); e.preventDefault(); gc() }; Promise.reject({a: 1}); Promise.reject({a: 2}); gc()`, `0`}, []string{"unhandled 1", "unhandled 2"}},
	{"custom elements", []string{
		`customElements.whenDefined('x-a').then(c => console.log('defined', c.name));
		 { let A = class extends HTMLElement { static observedAttributes = ['a']; constructor() { super(); gc(); this.mark = 1 } connectedCallback() { gc(); console.log('connected', this.mark) } attributeChangedCallback(n, o, v) { gc(); console.log(n, o, v) } };
		 globalThis.define = () => customElements.define('x-a', A) }`,
		`document.querySelector('p').innerHTML = '<x-a a=1></x-a><x-a></x-a>'; define()`,
		`document.createElement('x-a').setAttribute('a', 'b'); document.querySelector('p').append(new (customElements.get('x-a'))); console.log(document.querySelector('x-a').mark)`},
		[]string{"a null 1", "connected 1", "connected 1", "defined A", "a null b", "connected 1", "1"}},
	{"element internals", []string{
		`customElements.define('x-i', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.i = this.attachInternals(); this.i.mark = 1 } formAssociatedCallback(f) { gc(); console.log(f && f.mark) } });
		 var i; { let f = document.createElement('form'); f.mark = 'f'; let x = document.createElement('x-i'); x.mark = 'x'; i = x.i; f.append(x); document.body.append(f) }`,
		`console.log(i.form.mark, document.querySelector('x-i').i.mark)`}, []string{"f", "f 1"}},
	{"style sheets and rules", []string{
		`document.head.innerHTML = '<style>p { color: red } @media all { b { top: 0 } }</style>'; var s = document.styleSheets[0]; s.mark = 1; s.cssRules.mark = 2; s.cssRules[0].mark = 3; s.cssRules[0].style.mark = 4; s.media.mark = 5; s.cssRules[1].cssRules[0].mark = 6; s = null`,
		`s = document.styleSheets[0]; console.log(s.mark, s.cssRules.mark, s.cssRules[0].mark, s.cssRules[0].style.mark, s.media.mark, s.cssRules[1].cssRules[0].mark, s.ownerNode.localName)`},
		[]string{"1 2 3 4 5 6 style"}},
	{"a rule keeps its sheet", []string{
		`var r, l; { let s = new CSSStyleSheet; s.replaceSync('p { color: red }'); s.mark = 's'; r = s.cssRules[0].style; document.adoptedStyleSheets = [s]; l = document.adoptedStyleSheets.length }`,
		`console.log(r.parentRule.parentStyleSheet.mark, document.adoptedStyleSheets[0].mark, getComputedStyle(document.querySelector('p')).color)`}, []string{"s s rgb(255, 0, 0)"}},
	{"a media query list that is listened to", []string{
		`matchMedia('(min-width: 1px)').addEventListener('change', e => 0); matchMedia('(min-width: 2px)'); var m = matchMedia('(min-width: 3px)'); m.mark = 1`,
		`requestAnimationFrame(() => console.log(m.mark, m.matches))`}, []string{"1 true"}},
	{"objects of the window", []string{
		`for (const n of ['navigator', 'location', 'history', 'screen', 'performance', 'visualViewport', 'customElements', 'crypto', 'locationbar']) window[n].mark = n; history.pushState({a: 1}, ''); navigator.languages.length; document.fonts.mark = 'fonts'; document.implementation.mark = 'implementation'`,
		`for (const n of ['navigator', 'location', 'history', 'screen', 'performance', 'visualViewport', 'customElements', 'crypto', 'locationbar']) if (window[n].mark != n) console.log(n, window[n].mark);
		 console.log(history.state.a, navigator.languages[0], document.fonts.mark, document.implementation.mark)`}, []string{"1 en-US fonts implementation"}},
	{"entries of the timeline", []string{
		`performance.mark('m', {detail: {a: 1}}); performance.getEntriesByName('m')[0].mark = 2; { let n = 0; new PerformanceObserver(l => console.log('observed', l.getEntries()[0].detail.a)).observe({entryTypes: ['mark']}) }`,
		`console.log(performance.getEntriesByName('m')[0].mark, performance.getEntriesByName('m')[0].detail.a); performance.mark('n', {detail: {a: 3}})`}, []string{"2 1", "observed 3"}},
	{"fonts", []string{
		`var f = new FontFace('F', 'url(x)'); f.loaded.catch(e => console.log('failed', e.name)); { let g = new FontFace('G', 'url(y)'); g.mark = 'g'; document.fonts.add(g) } document.fonts.ready.then(s => console.log('ready', s === document.fonts))`,
		`f.load().catch(() => 0); document.fonts.load('12px G').then(l => console.log(l.length), e => console.log(e.name)); document.fonts.forEach(g => console.log(g.mark))`,
		`0`}, []string{"ready true", "g", "failed NetworkError", "NetworkError"}},
	{"documents that only script holds", []string{
		`var e; { let d = document.implementation.createHTMLDocument('t'); d.mark = 'd'; e = d.body; e.mark = 'e' } var x = new DOMParser().parseFromString('<a><b/></a>', 'text/xml').documentElement.firstChild; x.ownerDocument.mark = 'x'`,
		`console.log(e.ownerDocument.mark, e.parentNode.parentNode === e.ownerDocument, e.ownerDocument.title, x.ownerDocument.mark)`,
		`e.remove(); var y = e.ownerDocument.createElement('i'); e = null`, `console.log(y.ownerDocument.mark)`}, []string{"d true t x", "d"}},
	{"signals", []string{
		`var c = new AbortController(); c.signal.mark = 1; { let s = AbortSignal.any([c.signal]); s.onabort = e => console.log('dependent', e.target.reason) } AbortSignal.timeout(10).onabort = e => console.log('timeout', e.target.reason.name); var t = new EventTarget; t.addEventListener('x', () => console.log('not removed'), {signal: c.signal})`,
		`console.log(c.signal.mark); c.abort('why'); t.dispatchEvent(new Event('x'))`, `0`}, []string{"timeout TimeoutError", "1", "dependent why"}},
	{"messages", []string{
		`{ let {port1, port2} = new MessageChannel(); port2.onmessage = e => { gc(); console.log('port', e.data.a, e.target === port2); }; port1.postMessage({a: 1}); port1.postMessage({a: 2}) } gc();
		 onmessage = e => console.log('window', e.data.a); postMessage({a: 3}, '*'); var p; { let m = new MessageChannel(); p = m.port1; m.port2.onmessage = e => console.log('later', e.data) }`,
		`p.postMessage('x')`}, []string{"port 1 true", "port 2 true", "window 3", "later x"}},
	{"files", []string{
		`{ let r = new FileReader(); r.onload = e => console.log('read', e.target.result); r.readAsText(new Blob(['abc'])) } gc(); var f = new FormData; f.append('a', new File(['x'], 'n')); f.get('a').mark = 1`,
		`console.log(f.get('a').mark, f.get('a').name)`}, []string{"read abc", "1 n"}},
	{"streams", []string{
		`var k, s = new ReadableStream({start(c) { k = c }, pull(c) { console.log('pull'); c.enqueue({a: 1}) }}, {highWaterMark: 0}); var rd = s.getReader(); gc()`,
		`rd.read().then(x => console.log('chunk', x.value.a)); gc()`,
		`{ let c, s = new ReadableStream({start(x) { c = x }}); globalThis.push = v => c.enqueue(v); globalThis.end = () => c.close(); let [a, b] = s.tee(); (async () => { for await (const v of a) { gc(); console.log('a', v) } console.log('a ends') })(); b.getReader().read().then(x => console.log('b', x.value)) } gc()`,
		`push('x')`, `push('y')`, `end()`,
		`ReadableStream.from([1, 2])[Symbol.asyncIterator]().next().then(x => console.log('from', x.value)); new Response(new ReadableStream({start(c) { c.enqueue(new Uint8Array([65])); gc(); c.close() }})).text().then(t => console.log('text', t)); gc()`, `0`},
		[]string{"pull", "chunk 1", "b x", "a x", "a y", "a ends", "text A", "from 1"}},
	{"urls, points and requests", []string{
		`var p = new URL('http://a/?b=1').searchParams; var q = new DOMQuad(); q.p1.mark = 1; var r = new Request('/x', {headers: {a: 'b'}}); r.headers.mark = 2; r.signal.mark = 3; var rs = new Response('body'); rs.headers.mark = 4; var b = rs.body; b.mark = 5; b = null`,
		`console.log(p.get('b'), q.p1.mark, r.headers.mark, r.signal.mark, rs.headers.mark, rs.body.mark); rs.text().then(console.log)`}, []string{"1 1 2 3 4 5", "body"}},
	{"resize and intersection observers live with their targets", []string{
		`{ let p = document.querySelector('p'); new ResizeObserver(l => { gc(); console.log('resized', l[0].target === p, l[0].contentRect.width > 0) }).observe(p); new IntersectionObserver(l => { gc(); console.log('seen', l[0].isIntersecting) }).observe(p) } gc()`,
		`document.querySelector('p').style.width = '50px'; requestAnimationFrame(() => 0)`}, []string{"resized true true", "seen true", "resized true true"}},
	{"a wrapper is made again", []string{
		`document.querySelectorAll('*').length; document.querySelector('p').firstChild.data`,
		`var w = new WeakRef(document.createElement('div')); console.log(document.querySelector('p').firstChild.data)`,
		`console.log(w.deref() === undefined || w.deref() instanceof HTMLDivElement)`}, []string{"para", "true"}},
	{"dispatch on a tree that listeners take apart", []string{
		`{ let d = document.createElement('div'), b = d.appendChild(document.createElement('b')), i = b.appendChild(document.createElement('i')); let out = s => () => { gc(); console.log(s) };
		 d.addEventListener('x', out('d')); b.addEventListener('x', out('b')); i.addEventListener('x', () => { i.remove(); b.remove(); d = b = null; gc() }); i.dispatchEvent(new Event('x', {bubbles: true})) }`}, []string{"b", "d"}},
}

func TestCollections(t *testing.T) {
	for _, c := range collectionTests {
		t.Run(c.name, func(t *testing.T) {
			h := newTestHost(t, "<!doctype html><html><head></head><body><p>para</p></body></html>")
			defer h.close()
			gc := h.win.Realm.NewFunction("gc", 0, func(c *js.Call) js.Value {
				h.rt.Collect()
				return js.Undefined
			})
			if err := h.win.Realm.Set(h.win.Realm.Global(), "gc", gc.Value()); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range c.scripts {
				got = append(got, h.run(s)...)
				h.rt.Collect()
				h.world.EndTask()
			}
			if g, w := strings.Join(got, "\n"), strings.Join(c.want, "\n"); g != w {
				t.Errorf("got:\n%s\nwant:\n%s", indent(g), indent(w))
			}
		})
	}
}
