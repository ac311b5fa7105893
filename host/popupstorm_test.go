package host

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/js/bind"
)

// Navigations, popups and frames without end come to an end, or let others be served.
func TestNavigationStorms(t *testing.T) {
	var said []string
	b, p := openSite(t, map[string]string{
		"/":      `<title>o</title><iframe id=k src=/b></iframe>`,
		"/b":     `<title>b</title>`,
		"/loop":  `<title>loop</title><script>setTimeout(() => location.href = '/loop?' + Math.random(), 1)</script>`,
		"/now":   `<title>now</title><script>location.href = '/now?' + Math.random()</script>`,
		"/popup": `<title>popup</title><script>open('/popup')</script>`,
	}, "http://a.test/", func(o *Options) { o.Console = func(_ *Page, m bind.ConsoleMessage) { said = append(said, m.Text) } })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, c := range []struct{ script, want string }{
		{"for (let i = 0; i < 10000; i++) location.hash = i; [history.length, location.hash]", `[50,"#9999"]`},
		{"for (let i = 0; i < 10000; i++) history.pushState(i, ''); [history.length, history.state, navigation.entries().length]", `[50,9999,50]`},
		{"for (let i = 0; i < 10000; i++) k.contentWindow.location.href = '/b?' + i; new Promise(r => k.onload = () => r(k.contentWindow.location.search))", `"?9999"`},
		{"for (let i = 0; i < 10000; i++) history.back(); new Promise(r => setTimeout(() => r(history.state !== 9999), 200))", `true`},
		{"for (let i = 0; i < 10000; i++) navigation.navigate('#n' + i).finished.catch(() => 0); new Promise(r => setTimeout(() => r(location.hash), 50))", `"#n9999"`},
		{"onpopstate = () => { if (n++ < 10000) history.pushState(n, '') }; var n = 0; location.hash = 'again'; navigation.onnavigate = e => { if (m++ < 100) navigation.navigate('#m' + m) }; var m = 0; location.hash = 'z'; navigation.onnavigate = null; [n > 0, m > 100]", `[true,true]`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
	// A page that goes on to itself for ever: each load is one, and who waits is told.
	for _, path := range []string{"loop", "now"} {
		if err := p.Navigate(ctx, "http://a.test/"+path); err != nil {
			t.Logf("/%s: %v", path, err)
		}
		if v, err := p.Eval(ctx, "document.title"); err != nil || v != `"`+path+`"` && path == "loop" {
			t.Errorf("/%s: %s %v", path, v, err)
		}
	}
	// Popups that open popups.
	said = nil
	if err := p.Navigate(ctx, "http://a.test/popup"); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if _, err := p.Eval(ctx, "new Promise(r => setTimeout(r, 20))"); err != nil {
			t.Fatal(err)
		}
		if len(b.Pages()) >= maxPages {
			break
		}
	}
	if n := len(b.Pages()); n != maxPages {
		t.Errorf("%d pages, want %d", n, maxPages)
	}
	eval(t, p, "for (let i = 0; i < 1000; i++) open('/b'); new Promise(r => setTimeout(r, 20))")
	if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "pages are open, and no more are opened by scripts") }) {
		t.Errorf("the page is not told: %.300q", said)
	}
}

// Popups that were opened and closed leave nothing; those of which the opener keeps a listener are seen in what is measured.
func TestPopupsGoBack(t *testing.T) {
	b, p := openSite(t, map[string]string{
		"/":  `<title>o</title><script>var keep = false; const popups = n => n === 0 ? 0 : new Promise(r => { const w = open('/b'); loaded = () => { w.x = [w, w.document, self]; w.setInterval(() => w.document, 10); w.close(); setTimeout(() => r(popups(n - 1)), 5) } }); var loaded</script>`,
		"/b": `<title>b</title><p>text</p><script>if (opener.keep) opener.addEventListener('x', () => document); history.pushState({a: new Array(100)}, ''); onload = () => opener.loaded()</script>`,
	}, "http://a.test/", nil)
	measure := func() (nodes, bytes int64) {
		for range 2 {
			if err := p.Collect(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		r := &perf.Report{}
		p.ReportMemory(r)
		for _, w := range r.Rows {
			if w.Path == "live/nodes" {
				nodes += w.Amount
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return nodes, int64(m.HeapAlloc)
	}
	open := func(n int) {
		for n > 0 {
			k := min(n, 50)
			eval(t, p, fmt.Sprintf("popups(%d)", k))
			n -= k
		}
	}
	open(100)
	nodes, bytes := measure()
	goroutines := runtime.NumGoroutine()
	open(1000)
	if n := len(b.Pages()); n != 1 {
		t.Fatalf("%d pages are open, want 1", n)
	}
	n, m := measure()
	if n != nodes || m > bytes+2<<20 {
		t.Errorf("%d nodes and %d bytes, after 1,000 popups %d and %d", nodes, bytes, n, m)
	}
	if g := runtime.NumGoroutine(); g > goroutines+5 {
		t.Errorf("%d goroutines, after 1,000 popups %d", goroutines, g)
	}
	// The measure sees what does leak.
	eval(t, p, "keep = true; 0")
	open(20)
	if n2, m2 := measure(); n2 < n+20*5 || m2 < m+20*4096 {
		t.Errorf("20 popups that are held are %d nodes and %d bytes more: the measure is blind", n2-n, m2-m)
	}
}

// The clock of a page without an opener goes as far as that of who opened it.
func TestClockOfNoOpener(t *testing.T) {
	var popup *Page
	_, p := openSite(t, map[string]string{
		"/":  `<title>o</title>`,
		"/b": `<title>b</title><script>var n = 0; setInterval(() => document.title = ++n, 10)</script>`,
	}, "http://a.test/", func(o *Options) { o.Popup = func(e Popup) { popup = e.Page } })
	eval(t, p, "open('/b', '', 'noopener'); 1")
	if err := popup.WaitLoad(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	n := 0
	for range 200 {
		eval(t, p, "new Promise(r => setTimeout(r, 1000))")
		var v string
		if err := popup.Do(t.Context(), func() error { v = popup.top.title(); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(v, &n); err == nil && n > 50 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("its timers ran %d times", n)
}

// Places of popups, and what other windows answer. As in Chromium, but for its bars.
func TestPlaceOfPopups(t *testing.T) {
	_, p := openSite(t, map[string]string{"/": `<title>o</title>`, "/b": `<title>b</title>`}, "http://a.test/", nil)
	for _, c := range []struct{ script, want string }{
		{"var w = open('/b', '', 'width=400,height=300,left=50,top=60'); var at = w => [w.outerWidth, w.outerHeight, w.screenX, w.screenY]; const wait = n => new Promise(r => setTimeout(r, n || 50)); wait().then(() => [...at(w), w.innerWidth, w.innerHeight])", "[400,300,50,60,400,300]"},
		{"w.resizeTo(500, 450); w.moveTo(5, 6); [...at(w), w.innerWidth]", "[500,450,5,6,400]"},
		{"wait().then(() => [...at(w), w.innerWidth, w.innerHeight])", "[500,450,5,6,500,450]"},
		{"w.resizeBy(-10, 5); w.moveBy(3, 4); at(w)", "[490,455,8,10]"},
		{"w.resizeTo(1, 1); wait().then(() => [w.innerWidth, w.innerHeight])", "[100,100]"},
		{"var v = open('/b'), was; wait().then(() => { was = String(at(v)); v.resizeTo(300, 300); v.moveTo(99, 99); resizeTo(1, 1); return was === String(at(v)) })", "true"},
		{"try { moveTo(1) } catch (e) { e.message }", `"Failed to execute 'moveTo' on 'Window': 2 arguments required, but only 1 present."`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
}
