package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/niso-engine/niso/internal/perf"
)

// The answers are Chromium's.

func newFramesPage(t *testing.T) (*Page, *[]string) {
	p, said := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/b":
			fmt.Fprint(w, "<!DOCTYPE html><title>B</title><body>text<script>var val = 7; function f() { return document.title + [1, 2].map(x => x * 2) }</script>")
		case "/c":
			fmt.Fprint(w, "<title>C</title>c")
		default:
			fmt.Fprint(w, "<!DOCTYPE html><body>")
		}
	})
	if err := p.Navigate(context.Background(), "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	return p, said
}

const frameHelpers = `
var load = (src, attrs = {}) => new Promise(done => { const f = Object.assign(document.createElement('iframe'), attrs); f.onload = () => { f.onload = null; done(f) }; f.src = src; document.body.append(f) });
var err = f => { try { return String(f()) } catch (e) { return e.name } };`

func TestWindowsOfOneOrigin(t *testing.T) {
	p, _ := newFramesPage(t)
	for _, c := range [][2]string{
		{frameHelpers + "var i = document.createElement('iframe'); i.name = 'n'; document.body.append(i); var w = i.contentWindow, d = i.contentDocument; d.URL", `"about:blank"`},
		{"[w === i.contentWindow, w.document === d, d.defaultView === w, d.compatMode]", `[true,true,true,"BackCompat"]`},
		{"[window === self, window === globalThis, window === this, window === frames]", "[true,true,true,true]"},
		{"[w.parent === window, w.top === window, w.frameElement === i, w.origin]", `[true,true,true,"http://a.test"]`},
		{"[d instanceof Document, d instanceof w.Document, w.Array === Array, w instanceof w.Window, w instanceof Window]", "[false,true,false,true,false]"},
		{"[window.length, window[0] === w, window.n === w, Object.keys(window)[0], Reflect.ownKeys(w).includes('Array'), 0 in window, 1 in window]", `[1,true,true,"0",true,true,false]`},
		{"[Reflect.set(window, 0, 1), Reflect.defineProperty(window, 0, {value: 1}), Reflect.deleteProperty(window, 0), Reflect.deleteProperty(window, 7)]", "[false,false,false,true]"},
		{"[Reflect.preventExtensions(window), Reflect.setPrototypeOf(window, null), Reflect.setPrototypeOf(window, Window.prototype)]", "[false,false,true]"},
		{"d.body.innerHTML = '<p>hi</p>'; var el = d.querySelector('p'); [el.ownerDocument === d, el instanceof w.HTMLParagraphElement, el instanceof HTMLParagraphElement]", "[true,true,false]"},
		{"document.body.append(el); [el.ownerDocument === document, el instanceof w.HTMLParagraphElement, el.isConnected]", "[true,true,true]"},
		{"w.x = 5; [w.eval('this === window && globalThis.x + x'), w.x, 'x' in window]", "[10,5,false]"},
		{"w.eval('function boom() { throw new TypeError(1) }'); var e; try { w.boom() } catch (x) { e = x } [e instanceof TypeError, e instanceof w.TypeError]", "[false,true]"},
		{"var r = []; w.addEventListener('q', function (e) { r.push(this === w, e.target === w, e.currentTarget === w, w.event === undefined, window.event === e) }); w.dispatchEvent(new Event('q')); r", "[true,true,true,true,true]"},
		{"r = []; el.onclick = w.eval('(function (e) { parent.r.push(window.event === e, parent.event === undefined) })'); el.click(); r", "[true,true]"},
		{"r = []; w.onerror = () => (r.push('frame'), true); window.onerror = () => (r.push('top'), true); w.onq = 0; w.onresize = () => { throw 1 }; w.dispatchEvent(new Event('resize')); el.onclick = w.eval('(() => { throw 1 })'); el.click(); window.onerror = w.onerror = null; r", "[\"top\",\"frame\"]"},
		{"new Promise(done => w.setTimeout(function () { done([this === w, w.Promise === Promise]) }))", "[true,false]"},
		{"new Promise(done => { w.onmessage = e => done([e.source === window, e.origin, e.data]); w.postMessage('m', '*') })", `[true,"http://a.test","m"]`},
		{"new Promise(done => { onmessage = e => done([e.source === w, e.data]); w.eval('parent.postMessage(1, \"*\")') })", "[true,1]"},
		// A navigation: the WindowProxy stays, what it stands for does not.
		{"load('/b').then(f => { j = f; jw = f.contentWindow; jd = jw.document; jf = jw.f; return [jw.val, jd.title, jw.f(), jw === f.contentWindow] })", `[7,"B","B2,4",true]`},
		{"new Promise(done => { j.onload = () => done([jw === j.contentWindow, jw.document === jd, jw.document.title, jw.val === undefined, jd.title, jf(), jd.defaultView]); j.src = '/c' })", `[true,false,"C",true,"B","B2,4",null]`},
		// And the end of the frame.
		{"jd = jw.document; b = jd.createElement('b'); j.remove(); [j.contentWindow, j.contentDocument, jw.closed, jw.parent, jw.top, jw.length, jw.document === jd, jd.defaultView, b.ownerDocument === jd, window.length]", "[null,null,true,null,null,0,true,null,true,1]"},
		{"load('/b', {sandbox: 'allow-scripts'}).then(f => [f.contentDocument, err(() => f.contentWindow.document)])", `[null,"SecurityError"]`},
		{"load('/b', {sandbox: 'allow-scripts allow-same-origin'}).then(f => f.contentDocument.title)", `"B"`},
	} {
		is(t, p, c[0], c[1])
	}
	// What a frame left behind lives while it is held: collections in between.
	for range 3 {
		if err := p.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		is(t, p, "[jd.title, b.ownerDocument === jd, jd.createElement('i').localName, jd.body.firstChild.data, jf()]", `["C",true,"i","c","B2,4"]`)
	}
}

func TestWindowsOfOtherOrigins(t *testing.T) {
	p, _ := newFramesPage(t)
	is(t, p, frameHelpers+"load('http://b.test/b').then(f => { i = f; w = f.contentWindow; return window.length })", "1")
	for script, want := range map[string]string{
		"i.contentDocument":                            "null",
		"err(() => w.document)":                        `"SecurityError"`,
		"err(() => w.val)":                             `"SecurityError"`,
		"err(() => w[0])":                              `"SecurityError"`,
		"err(() => 'x' in w)":                          `"SecurityError"`,
		"err(() => w.x = 1)":                           `"SecurityError"`,
		"err(() => delete w.x)":                        `"SecurityError"`,
		"err(() => w.frameElement)":                    `"SecurityError"`,
		"err(() => w.addEventListener)":                `"SecurityError"`,
		"err(() => w.location.href)":                   `"SecurityError"`,
		"err(() => w.location.reload)":                 `"SecurityError"`,
		"err(() => w.location.x = 1)":                  `"SecurityError"`,
		"err(() => w.location.toString())":             `"SecurityError"`,
		"err(() => Object.defineProperty(w, 'x', {}))": `"SecurityError"`,
		"err(() => { for (const k in w) return k })":   `"undefined"`,
		"err(() => EventTarget.prototype.addEventListener.call(w, 'x', () => 0))":                                                                 `"SecurityError"`,
		"err(() => Object.getOwnPropertyDescriptor(window, 'document').get.call(w))":                                                              `"SecurityError"`,
		"[w.length, w.closed, w.parent === window, w.top === window, w.self === w, w.window === w, w.frames === w, w.opener]":                     "[0,false,true,true,true,true,true,null]",
		"[w.then === undefined, w[Symbol.toStringTag] === undefined, Object.getPrototypeOf(w), w instanceof Window]":                              "[true,true,null,false]",
		"[w.postMessage === w.postMessage, w.postMessage instanceof Function, w.postMessage === postMessage, w.postMessage.length, w.close.name]": `[true,true,false,1,"close"]`,
		"Object.getOwnPropertyNames(w).sort().join()":                                                                                             `"blur,close,closed,focus,frames,length,location,opener,parent,postMessage,self,then,top,window"`,
		"Object.getOwnPropertyNames(w.location).sort().join()":                                                                                    `"href,replace,then"`,
		"JSON.stringify(Object.getOwnPropertyDescriptor(w, 'close'))":                                                                             `"{\"writable\":false,\"enumerable\":false,\"configurable\":true}"`,
		"(d => [typeof d.get, d.set, d.enumerable, d.configurable])(Object.getOwnPropertyDescriptor(w, 'closed'))":                                `["function",null,false,true]`,
		"(d => [d.get, typeof d.set])(Object.getOwnPropertyDescriptor(w.location, 'href'))":                                                       `[null,"function"]`,
	} {
		is(t, p, script, want)
	}
	is(t, p, "new Promise(done => { i.onload = () => done([w === i.contentWindow, w.document.title]); w.location = '/c' })", `[true,"C"]`)
}

// What is left of a frame that went is script's to use in any way: nothing of it may bring down the page.
func TestMembersOfWhatIsLeft(t *testing.T) {
	p, _ := newFramesPage(t)
	got, err := p.Eval(context.Background(), frameHelpers+`load('/b').then(f => {
		const w = f.contentWindow, d = w.document, objects = [w, d, d.body, d.documentElement, w.location, w.history, w.navigator, w.performance, w.screen, w.getSelection(), d.styleSheets, d.fonts,
			d.createElement('input'), d.createElement('form'), d.createElement('iframe'), d.createElement('img'), d.createElement('select'), d.createElement('dialog'), d.createElement('a'), d.createElement('style'), d.createElement('canvas'),
			d.createRange(), d.createTextNode('x'), new w.Event('x'), new w.AbortController(), new w.XMLHttpRequest(), new w.URL('http://a.test/'), w.getComputedStyle(d.body), w.matchMedia('all'), w.customElements, new w.MutationObserver(() => 0)];
		for (const o of objects.slice(12, 21)) d.body.append(o);
		f.remove();
		window.kept = objects;
		const skip = new Set(['alert', 'confirm', 'prompt', 'print', 'constructor', 'parent', 'top']);
		let n = 0;
		const use = () => {
			for (const o of objects) for (let p = o; p; p = Object.getPrototypeOf(p)) for (const k of Reflect.ownKeys(p)) {
				if (skip.has(k)) continue;
				const g = Object.getOwnPropertyDescriptor(p, k);
				try { if (g.get) g.get.call(o) } catch {}
				try { if (g.set) g.set.call(o, g.get ? g.get.call(o) : '') } catch {}
				try { if (typeof g.value == 'function' && p != w) g.value.call(o) } catch {}
				try { if (typeof g.value == 'function' && p != w) g.value.call(o, d.body, d.body) } catch {}
				try { if (typeof g.value == 'function' && /^[a-z]/.test(String(k)) && p == w) g.value.call(o, '1', '2') } catch {}
				n++;
			}
		};
		use(); use();
		return n > 1000;
	})`)
	if ce, ok := errors.AsType[*CrashError](err); ok {
		t.Fatal(ce.Reason, ce.Stack)
	} else if err != nil || got != "true" {
		t.Fatal(got, err)
	}
	for range 3 {
		if err := p.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	is(t, p, "kept[1].nodeName + kept.length", `"#document31"`)
}

// Frames that come and go leave nothing, and those of which script holds one object leave that frame.
func TestFramesGoBack(t *testing.T) {
	p, _ := newFramesPage(t)
	ctx := context.Background()
	measure := func() (nodes int64) {
		if err := p.Collect(ctx); err != nil {
			t.Fatal(err)
		}
		r := &perf.Report{}
		p.ReportMemory(r)
		for _, w := range r.Rows {
			if w.Path == "live/nodes" {
				nodes += w.Amount
			}
		}
		return nodes
	}
	is(t, p, frameHelpers+"var kept = []; var cycle = (n, keep) => n == 0 ? 0 : load('/b').then(f => { const d = f.contentDocument; d.x = { d, w: f.contentWindow }; d.body.onclick = () => d; f.contentWindow.setInterval(() => d, 10); if (keep) kept.push(keep(f)); f.remove(); return cycle(n - 1, keep) }); cycle(3)", "0")
	nodes := measure()
	is(t, p, "cycle(20)", "0")
	if n := measure(); n != nodes {
		t.Errorf("%d nodes, %d after 20 frames", nodes, n)
	}
	// A frame that is navigated again and again.
	is(t, p, "var go = (f, n) => n == 0 ? (f.remove(), 0) : new Promise(done => { f.contentDocument.x = f; f.contentWindow.y = [f.contentDocument]; f.onload = () => done(go(f, n - 1)); f.src = n % 2 ? '/b' : '/c' }); load('/b').then(f => go(f, 20))", "0")
	if n := measure(); n != nodes {
		t.Errorf("%d nodes, %d after a frame of 20 documents", nodes, n)
	}
	for _, keep := range []string{"f => f.contentWindow", "f => f.contentDocument.body.firstChild", "f => f.contentWindow.f", "f => f.contentDocument.createElement('b')"} {
		is(t, p, "cycle(5, "+keep+")", "0")
		if n := measure(); n < nodes+5*5 {
			t.Errorf("%s: %d nodes, %d where 5 frames are held", keep, nodes, n)
		}
		is(t, p, "kept = []; 0", "0")
		if n := measure(); n != nodes {
			t.Errorf("%s: %d nodes, %d when the frames are held no more", keep, nodes, n)
		}
	}
}
