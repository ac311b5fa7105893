package host

import (
	"strings"
	"testing"
	"time"
)

// A BroadcastChannel reaches the pages and frames of its origin and no others; a frame that is gone neither sends nor hears, and what it does is as in
// Chromium 156.
func TestBroadcastChannelPages(t *testing.T) {
	site := map[string]string{"/": `<!doctype html><body><iframe></iframe>`}
	b, sender := openSite(t, site, "http://a.test/", nil)
	pages := map[string]*Page{}
	for _, url := range []string{"http://a.test/", "http://b.test/", "http://a.test:81/"} {
		p, err := b.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Navigate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		eval(t, p, `globalThis.got = []; const hear = (w, n) => { const c = new w.BroadcastChannel('c'); c.onmessage = e => got.push(n + e.data.x.get(1) + e.origin) };
			hear(self, 'top'); hear(frames[0], 'frame'); 0`)
		pages[url] = p
	}
	wait := func(p *Page, script, want string) {
		t.Helper()
		got := ""
		for deadline := time.Now().Add(10 * time.Second); got != want && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			got = strings.Trim(eval(t, p, script), `"`)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
	}
	eval(t, sender, `var c = new BroadcastChannel('c'); c.postMessage({x: new Map([[1, 'one']])}); new BroadcastChannel('other').postMessage(1); 0`)
	wait(pages["http://a.test/"], `got.join()`, `toponehttp://a.test,frameonehttp://a.test`)
	eval(t, pages["http://a.test/"], `document.querySelector('iframe').remove(); 0`)
	eval(t, sender, `c.postMessage({x: new Map([[1, 'two']])}); 0`)
	wait(pages["http://a.test/"], `got.slice(2).join()`, `toptwohttp://a.test`)
	for _, url := range []string{"http://b.test/", "http://a.test:81/"} {
		if got := eval(t, pages[url], `got.join()`); got != `""` {
			t.Errorf("%s heard %s", url, got)
		}
	}
	if got := eval(t, sender, `(() => {
		const W = frames[0].BroadcastChannel, a = new W('z'), out = [], run = f => { try { out.push(String(f())) } catch (e) { out.push(e.name) } };
		new BroadcastChannel('z').onmessage = () => document.title = 'heard';
		document.querySelector('iframe').remove();
		run(() => a.postMessage(1)); run(() => a.postMessage(Symbol())); run(() => new W('z')); run(() => new W('z').postMessage(1)); run(() => a.close()); run(() => a.postMessage(1));
		return out.join() })()`); got != `"undefined,undefined,[object BroadcastChannel],undefined,undefined,InvalidStateError"` {
		t.Errorf("of a frame that is gone: %s", got)
	}
	if got := eval(t, sender, `document.title`); got != `""` {
		t.Errorf("a frame that is gone was %s", got)
	}
	if err := pages["http://a.test/"].Close(); err != nil {
		t.Fatal(err)
	}
	eval(t, sender, `c.postMessage({x: new Map}); 0`)
}
