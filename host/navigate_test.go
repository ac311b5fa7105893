package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/js/bind"
	"github.com/niso-engine/niso/net"
)

// newSitePage is a page of a browser whose network is a handler.
func newSitePage(t *testing.T, h http.HandlerFunc) (p *Page, said *[]string) {
	t.Helper()
	said = new([]string)
	p = newWindowPage(t, Options{VirtualTime: true, Handler: h, Console: func(_ *Page, m bind.ConsoleMessage) { *said = append(*said, m.Text) }})
	return p, said
}

// A navigation is of the window whose script or link began it: its address is the referrer, and relative addresses are relative to it.
func TestInitiator(t *testing.T) {
	ctx := context.Background()
	asked := make(chan string, 16)
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/top/page":
			fmt.Fprint(w, `<!DOCTYPE html><iframe name=f src=/child/page></iframe><a id=a target=f href=by-link>x</a><form id=g target=f action=by-form></form>`)
		case "/child/page":
			fmt.Fprint(w, `<!DOCTYPE html>child<script>onmessage = () => { location.href = 'by-own' }</script>`)
		default:
			asked <- r.URL.Path + " " + r.Referer()
		}
	})
	for script, want := range map[string]string{
		"f.location.href = 'by-href'":      "/top/by-href http://a.test/top/page",
		"f.location.replace('by-replace')": "/top/by-replace http://a.test/top/page",
		"f.location = 'by-location'":       "/top/by-location http://a.test/top/page",
		"a.click()":                        "/top/by-link http://a.test/top/page",
		"f.postMessage('own', '*')":        "/child/by-own http://a.test/child/page",
	} {
		if err := p.Navigate(ctx, "http://a.test/top/page"); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Eval(ctx, script+"; 0"); err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		if err := p.WaitIdle(ctx, time.Second); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-asked:
			if got != want {
				t.Errorf("%s: %q, want %q", script, got, want)
			}
		default:
			t.Errorf("%s: nothing was asked", script)
		}
	}
}

// After a load that failed the page is an empty one at the address that was asked for, as the error page of a browser: going back leads to what was
// there before, and loading it again tries once more.
func TestFailedLoad(t *testing.T) {
	ctx := context.Background()
	up := false
	p, said := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/down" && !up:
			w.WriteHeader(0) // no HTTP
		case r.URL.Path == "/nothing":
			w.WriteHeader(204)
		case r.URL.Path == "/frame":
			fmt.Fprint(w, "<iframe name=f src=/inner></iframe>")
		default:
			fmt.Fprint(w, "<title>", r.URL.Path, "</title>")
		}
	})
	at := func(step, url, title string) {
		t.Helper()
		u := p.URL()
		got, err := p.Title(ctx)
		if err != nil || u.Href() != url || got != title {
			t.Errorf("%s: at %s %q (%v), want %s %q", step, u.Href(), got, err, url, title)
		}
		if href, err := p.Eval(ctx, "location.href"); err != nil || href != `"`+url+`"` {
			t.Errorf("%s: location is %s (%v)", step, href, err)
		}
	}
	if err := p.Navigate(ctx, "http://a.test/one"); err != nil {
		t.Fatal(err)
	}
	var le *net.Error
	if err := p.Navigate(ctx, "http://a.test/down"); !errors.As(err, &le) {
		t.Fatal(err)
	}
	at("failed", "http://a.test/down", "")
	is(t, p, "[origin, document.body.childNodes.length, document.readyState, history.length]", `["null",0,"complete",2]`)
	if err := p.ReloadPage(ctx); !errors.As(err, &le) {
		t.Errorf("reload: %v", err)
	}
	at("failed again", "http://a.test/down", "")
	if ok, err := p.Travel(ctx, -1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	at("back", "http://a.test/one", "/one")
	if ok, err := p.Travel(ctx, -1); ok || err != nil {
		t.Error("back beyond the first", ok, err)
	}
	if ok, err := p.Travel(ctx, 1); !ok || !errors.As(err, &le) {
		t.Error("forward to what is still down:", ok, err)
	}
	if len(*said) != 0 {
		t.Errorf("the console repeats what Navigate, ReloadPage and Travel say: %q", *said)
	}
	if _, err := p.Eval(ctx, "location.reload()"); err != nil {
		t.Error(err)
	}
	if err := p.WaitIdle(ctx, time.Second); err != nil || len(*said) != 1 {
		t.Errorf("a script's navigation fails without a word: %q %v", *said, err)
	}
	if ok, err := p.Travel(ctx, -1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	at("back once more", "http://a.test/one", "/one")
	up = true
	if ok, err := p.Travel(ctx, 1); !ok || err != nil {
		t.Fatal(ok, err)
	}
	at("forward", "http://a.test/down", "/down")
	if err := p.Navigate(ctx, "http://a.test/nothing"); !errors.As(err, &le) || !strings.Contains(err.Error(), "204") {
		t.Errorf("204: %v", err)
	}
	at("204 leaves the page", "http://a.test/down", "/down")
	if err := p.Navigate(ctx, "no address"); err == nil {
		t.Error("no error for what is no URL")
	}
	at("no URL leaves the page", "http://a.test/down", "/down")

	up = false
	if err := p.Navigate(ctx, "http://a.test/frame"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Eval(ctx, "new Promise(r => { document.querySelector('iframe').onload = r; f.location = '/down' })"); err != nil {
		t.Fatal(err)
	}
	is(t, p, "document.querySelector('iframe').contentDocument === null", "true") // of another origin
	at("a frame that failed", "http://a.test/frame", "")
}

// What came of a page that was cut off is shown, and the load is an error.
func TestCutOffPage(t *testing.T) {
	ctx := context.Background()
	p, said := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		short := func(typ, text string) {
			w.Header().Set("Content-Type", typ)
			w.Header().Set("Content-Length", "100000")
			io.WriteString(w, text)
		}
		switch r.URL.Path {
		case "/page":
			short("text/html", "<!DOCTYPE html><title>came</title><p>some text")
		case "/script":
			short("text/javascript", "var ran = 1")
		case "/style":
			short("text/css", "p { color: red }")
		case "/text":
			short("text/plain", "some text")
		default:
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<title>whole</title><p>")
		}
	})
	var le *net.Error
	if err := p.Navigate(ctx, "http://a.test/page"); !errors.As(err, &le) || le.Kind != net.CutOff {
		t.Errorf("%v", err)
	}
	is(t, p, "[document.title, document.querySelector('p').textContent, document.readyState]", `["came","some text","complete"]`)
	if len(*said) != 1 || !strings.Contains((*said)[0], "http://a.test/page") || !strings.Contains((*said)[0], "of the 100000 bytes") {
		t.Errorf("said %q", *said)
	}
	if err := p.Navigate(ctx, "http://a.test/whole"); err != nil {
		t.Fatal(err)
	}
	is(t, p, `Promise.all([
		fetch('/text').then(r => r.text()).then(t => 'got ' + t, e => e.name),
		new Promise(r => { const x = new XMLHttpRequest(); x.open('GET', '/text'); x.onload = () => r('load'); x.onerror = () => r('error'); x.send() }),
		new Promise(r => { const s = document.createElement('script'); s.src = '/script'; s.onload = () => r('load'); s.onerror = () => r('error'); document.head.append(s) }),
		new Promise(r => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = '/style'; s.onload = () => r('load'); s.onerror = () => r('error'); document.head.append(s) }),
		new Promise(r => { const i = new Image; i.src = '/text'; i.onload = () => r('load'); i.onerror = () => r('error') }),
	]).then(l => [...l, typeof ran, getComputedStyle(document.querySelector('p')).color])`,
		`["TypeError","error","error","error","error","undefined","rgb(0, 0, 0)"]`)
}

// Where a page may lead itself and its frames, as in Chromium: not to files unless it is one, and itself not to data: URLs.
func TestWherePagesMayGo(t *testing.T) {
	ctx := context.Background()
	p, said := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!DOCTYPE html><title>", r.URL.Path, "</title><iframe name=f src=/frame></iframe><a id=a></a><form id=g></form>")
	})
	for script, refusal := range map[string]string{
		"location = 'data:text/html,x'":                                 "top frame to data URL",
		"a.href = 'data:text/html,x'; a.click()":                        "top frame to data URL",
		"g.action = 'data:text/html,x'; g.submit()":                     "top frame to data URL",
		"f.location = 'data:text/html,x'":                               "",
		"location = 'file:///etc/hostname'":                             "local resource: file:///etc/hostname",
		"f.location = 'file:///etc/hostname'":                           "local resource: file:///etc/hostname",
		"a.href = 'file:///etc/hostname'; a.click()":                    "local resource: file:///etc/hostname",
		"document.querySelector('iframe').src = 'file:///etc/hostname'": "local resource: file:///etc/hostname",
		"location = 'javascript:document.title = 1, undefined'":         "",
		"f.location = 'javascript:document.title = 1, undefined'":       "",
	} {
		if err := p.Navigate(ctx, "http://a.test/page"); err != nil {
			t.Fatal(err)
		}
		*said = nil
		if _, err := p.Eval(ctx, script+"; 0"); err != nil {
			t.Fatal(script, err)
		}
		if err := p.WaitIdle(ctx, time.Second); err != nil {
			t.Fatal(script, err)
		}
		if all := strings.Join(*said, "\n"); refusal == "" && all != "" || !strings.Contains(all, refusal) {
			t.Errorf("%s: said %q, want %q", script, all, refusal)
		}
		if u := p.URL(); u.Href() != "http://a.test/page" {
			t.Errorf("%s: the page is at %s", script, u.Href())
		}
	}
	if err := p.Navigate(ctx, "data:text/html,<title>by the embedder</title>"); err != nil {
		t.Error(err)
	}
}
