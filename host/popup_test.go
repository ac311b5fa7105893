package host

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// popupSite serves pages by their path.
func popupSite(pages map[string]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := pages[r.Host+r.URL.Path]
		if !ok {
			text, ok = pages[r.URL.Path]
		}
		if !ok {
			w.WriteHeader(404)
			return
		}
		for strings.HasPrefix(text, "#") { // headers
			var line string
			line, text, _ = strings.Cut(text[1:], "\n")
			k, v, _ := strings.Cut(line, ": ")
			w.Header().Set(k, v)
		}
		if w.Header().Get("Content-Type") == "" {
			w.Header().Set("Content-Type", "text/html")
		}
		fmt.Fprint(w, text)
	})
}

// openSite is a page of a site; o may be changed before.
func openSite(t *testing.T, pages map[string]string, url string, change func(o *Options)) (*Browser, *Page) {
	t.Helper()
	o := Options{Handler: popupSite(pages), HandlerOrigin: "*", Offline: true, VirtualTime: true, Popups: PopupsAlways}
	if change != nil {
		change(&o)
	}
	b, err := NewBrowser(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	p, err := b.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Navigate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return b, p
}

func eval(t *testing.T, p *Page, script string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	v, err := p.Eval(ctx, script)
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return v
}

func TestPopup(t *testing.T) {
	var got []Popup
	b, p := openSite(t, map[string]string{
		"/":  `<title>opener</title><script>var heard = []; onmessage = e => heard.push(e.data, e.source === w, e.origin)</script>`,
		"/b": `<title>popup</title><script>opener.postMessage('hi ' + name, '*'); onmessage = e => opener.heard.push('back ' + e.data)</script>`,
	}, "http://a.test/", func(o *Options) { o.Popup = func(e Popup) { got = append(got, e) } })
	for _, c := range []struct{ script, want string }{
		{`var w = open('/b', 'foo', 'width=300,height=200'); [w.name, w.location.href, w.opener === self, w.document.URL, w.closed, w.length, w.parent === w, w.top === w, w.innerWidth, w.menubar.visible]`,
			`["foo","about:blank",true,"about:blank",false,0,true,true,300,false]`},
		{`new Promise(r => setTimeout(r, 100)).then(() => [w.document.title, heard, w.document.URL])`, `["popup",["hi foo",true,"http://a.test"],"http://a.test/b"]`},
		{`w.postMessage(1, '*'); new Promise(r => setTimeout(r, 100)).then(() => heard.at(-1))`, `"back 1"`},
		{`open('', 'foo') === w`, `true`},
		{`w.history.length + w.document.body.appendChild(document.createElement('p')).ownerDocument.title`, `"1popup"`},
		{`open('javascript:1', 'foo') === w`, `true`},
		{`w.close(); [w.closed, w.document !== null]`, `[true,true]`},
		{`new Promise(r => setTimeout(r, 10)).then(() => [w.closed, w.opener, w.parent, w.length, w.document.title])`, `[true,null,null,0,"popup"]`},
		{`open('/b', '_blank', 'noopener')`, `null`},
		{`try { open('http://[') } catch (e) { e.name + ': ' + e.message }`, `"SyntaxError: Failed to execute 'open' on 'Window': Unable to open a window with invalid URL 'http://[/'.\n"`},
		{`open('/b').opener === self`, `true`},
		{`w = open(); w.opener = null; w.opener`, `null`},
	} {
		if v := eval(t, p, c.script); v != c.want {
			t.Errorf("%s\n gives %s\n  want %s", c.script, v, c.want)
		}
	}
	if len(got) != 4 || got[0].Name != "foo" || got[0].URL != "http://a.test/b" || !got[0].Popup || got[0].Page.Opener() != p || got[1].Page.Opener() != nil {
		t.Errorf("told of %+v", got)
	}
	if n := len(b.Pages()); n != 4 {
		t.Errorf("%d pages are open, want 4", n)
	}
	select {
	case <-got[0].Page.Done():
	default:
		t.Error("the popup that closed itself is not done")
	}
	// The opener goes; what it opened stays.
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	q := got[2].Page
	if err := q.WaitLoad(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, q, `[document.title, opener]`); v != `["popup",null]` {
		t.Errorf("after the opener closed: %s", v)
	}
	if err := q.Navigate(t.Context(), "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, q, `document.title`); v != `"opener"` {
		t.Errorf("the popup went to %s", v)
	}
}

func TestPopupBlocked(t *testing.T) {
	n := 0
	_, p := openSite(t, map[string]string{
		"/": `<button id=b onclick="r = [window.open('/') !== null, navigator.userActivation.isActive, window.open('/') === null]">x</button><script>var r, early = open('/')</script><a id=a href="/" target=_blank>a</a>`,
	}, "http://a.test/", func(o *Options) { o.Popups = PopupsOfUser; o.Popup = func(Popup) { n++ } })
	if v := eval(t, p, `new Promise(r => setTimeout(r, 6000)).then(() => [early, r === undefined, navigator.userActivation.isActive, open('/')])`); v != `[null,true,false,null]` {
		t.Errorf("without a user: %s", v)
	}
	if err := p.Click(t.Context(), "#b"); err != nil {
		t.Fatal(err)
	}
	if v := eval(t, p, `r`); v != `[true,false,true]` {
		t.Errorf("of a click: %s", v)
	}
	if err := p.Click(t.Context(), "#a"); err != nil {
		t.Fatal(err)
	}
	if n != 2 {
		t.Errorf("%d popups, want 2", n)
	}
}
