package bind

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/internal/perf"
)

// The words of exceptions, and what a window that is gone does, are Chromium 156's.
func TestBroadcastChannel(t *testing.T) {
	h := newWebHost(t, nil)
	a := h.open("http://site.test/a", "<!doctype html><body>")
	b := h.open("http://site.test/b", "<!doctype html><body>")
	other := h.open("http://other.test/", "<!doctype html><body>")
	for _, w := range []*Window{other, b} {
		h.eval(w, `var z = new BroadcastChannel('c'); z.onmessage = e => out(location.href, e.data.n, e.origin, e.source, e.ports.length, e.lastEventId, e instanceof MessageEvent, e.isTrusted, e.target === z, e.bubbles, e.cancelable)`)
	}
	h.eval(a, `
		const tryIt = f => { try { out('ok', f()) } catch (e) { out(e.constructor.name, e.name + ': ' + e.message) } };
		tryIt(() => BroadcastChannel('x')); tryIt(() => new BroadcastChannel()); tryIt(() => new BroadcastChannel(Symbol()));
		const s = new BroadcastChannel('a\ud800b'); out(s.name.length, s.name.charCodeAt(1) === 0xd800, new BroadcastChannel(null).name);
		tryIt(() => s.postMessage()); tryIt(() => s.postMessage(Symbol('q'))); tryIt(() => s.postMessage(() => 0)); tryIt(() => s.postMessage(document));
		tryIt(() => s.postMessage(new MessageChannel().port1)); tryIt(() => s.postMessage({get x() { throw new RangeError('mine') }}));
		s.close(); s.close(); tryIt(() => s.postMessage(Symbol()));
		tryIt(() => BroadcastChannel.prototype.postMessage.call({}, 1));
		out(Object.getOwnPropertyNames(BroadcastChannel.prototype).sort(), BroadcastChannel.length, Object.getPrototypeOf(BroadcastChannel) === EventTarget, String(s));

		const [c1, c2, c3, c4] = Array.from('1234', () => new BroadcastChannel('c'));
		c1.onmessage = e => out('c1', e.data.n);
		c2.addEventListener('message', e => { out('c2', e.data.n); Promise.resolve().then(() => out('microtask')); c2.close(); c3.postMessage({n: 'from c3'}) });
		c3.onmessage = e => { out('c3', e.data.n, e.data.m.get('k').length); c4.close() };
		c4.onmessage = e => out('c4', e.data.n);
		const n = new BroadcastChannel('C'); n.onmessage = () => out('another name');
		c1.postMessage({n: 1, m: new Map([['k', [1, 2]]])});
		new BroadcastChannel('c').onmessage = e => out('c5', e.data.n);
		out('sent');
	`)
	h.run()
	h.compare(
		"TypeError TypeError: Failed to construct 'BroadcastChannel': Please use the 'new' operator, this DOM object constructor cannot be called as a function.",
		"TypeError TypeError: Failed to construct 'BroadcastChannel': 1 argument required, but only 0 present.",
		"TypeError TypeError: Failed to construct 'BroadcastChannel': Cannot convert a Symbol value to a string",
		"3 true null",
		"TypeError TypeError: Failed to execute 'postMessage' on 'BroadcastChannel': 1 argument required, but only 0 present.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'BroadcastChannel': Symbol(q) could not be cloned.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'BroadcastChannel': () => 0 could not be cloned.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'BroadcastChannel': HTMLDocument object could not be cloned.",
		"DOMException DataCloneError: Failed to execute 'postMessage' on 'BroadcastChannel': A MessagePort could not be cloned because it was not transferred.",
		"RangeError RangeError: mine",
		"DOMException InvalidStateError: Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed",
		"TypeError TypeError: Illegal invocation",
		"close,constructor,name,onmessage,onmessageerror,postMessage 1 true [object BroadcastChannel]",
		"sent",
		"http://site.test/b 1 http://site.test null 0  true true true false false",
		"c2 1", "microtask", "c3 1 2",
		"http://site.test/b from c3 http://site.test null 0  true true true false false",
		"c1 from c3", "c5 from c3",
	)
}

// A channel that is listened to stays, another one goes; all go with their window.
func TestBroadcastChannelLives(t *testing.T) {
	h := newWebHost(t, nil)
	a := h.open("http://site.test/a", "<!doctype html><body>")
	b := h.open("http://site.test/b", "<!doctype html><body>")
	h.eval(a, `for (let i = 0; i < 100; i++) new BroadcastChannel('c' + i % 3); new BroadcastChannel('c0').onmessage = e => out('a', e.data)`)
	h.eval(b, `new BroadcastChannel('c0').addEventListener('message', e => out('b', e.data), {once: true})`)
	h.collect()
	if n := h.world.channels.count.Load(); n != 2 || len(h.world.channels.open) != 1 {
		t.Errorf("%d channels of %d keys are left, want those that are listened to", n, len(h.world.channels.open))
	}
	h.eval(b, `new BroadcastChannel('c0').postMessage('x'.repeat(1000))`)
	r := &perf.Report{}
	h.world.ReportMemory(r, "p")
	if n := r.SumUnder("p/dom/broadcast-channels"); n < 1000 || n > 2600 {
		t.Errorf("%d bytes reported while one message of 1000 bytes waits", n)
	}
	h.run()
	h.collect()
	if n := len(h.out); n != 2 || !strings.HasPrefix(h.out[0], "a xx") || !strings.HasPrefix(h.out[1], "b xx") {
		t.Errorf("heard %.100q", h.out)
	}
	if n := h.world.channels.count.Load(); n != 1 {
		t.Errorf("%d channels left after the listener that listens once", n)
	}
	a.Close()
	h.eval(b, `{ const c = new BroadcastChannel('c0'); c.onmessage = () => out('never'); new BroadcastChannel('c0').postMessage(1); }`)
	b.Close()
	h.run()
	if len(h.out) != 2 || h.world.channels.count.Load() != 0 || len(h.world.channels.open) != 0 {
		t.Errorf("%d channels of closed windows left", h.world.channels.count.Load())
	}
}
