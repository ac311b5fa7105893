package host

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// What object and embed elements come to show: events, number of frames, size, whether the fallback shows, the type of the content document, whether there is an SVG document.
// The expectations are what Chromium 156 does.
func TestObjects(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	png, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	bodies := map[string][2]string{
		"/": {"text/html", "<!doctype html><body>"}, "/html": {"text/html", "<!doctype html><p>hi"}, "/xml": {"text/xml", "<a/>"}, "/png": {"image/png", string(png)}, "/p.png": {"image/png", string(png)},
		"/svg": {"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="50"/>`}, "/text": {"text/plain", "hello"}, "/json": {"application/json", "{}"},
		"/bad.png": {"image/png", "nope"}, "/a.png": {"text/html", "<p>not png"},
	}
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		b, ok := bodies[r.URL.Path]
		w.Header().Set("Content-Type", b[0])
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprint(w, b[1])
	})
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tag, url, typ, want string }{
		{"object", "/html", "", "load 1 300x150 false text/html false"},
		{"object", "/svg", "", "load 1 40x50 false image/svg+xml true"},
		{"object", "/svg", "text/html", "load 1 40x50 false image/svg+xml true"},
		{"object", "/xml", "", "load 1 300x150 false text/xml false"},
		{"object", "/png", "", "load 1 300x150 false image/png false"},
		{"object", "/png", "image/png", "load 0 1x1 false null false"},
		{"object", "/p.png", "", "load 0 1x1 false null false"},
		{"object", "/text", "image/png", "load 1 300x150 false text/plain false"},
		{"object", "/bad.png", "", "error 0 inline true null false"},
		{"object", "/a.png", "", "load 1 300x150 false text/html false"},
		{"object", "/json", "", "load 1 300x150 false application/json false"},
		{"object", "/nosuch", "", "error 0 inline true null false"},
		{"object", "/html", "application/x-foo", "error 0 inline true null false"},
		{"object", "about:blank", "", "load 1 300x150 false text/html false"},
		{"object", "data:text/html,x", "", "load 1 300x150 false null false"},
		{"object", "data:application/x-foo,x", "", "error 0 inline true null false"},
		{"object", "javascript:1", "", "error 0 inline true null false"},
		{"object", "http://a b/", "", "error 0 inline true null false"},
		{"object", "", "", " 0 inline true null false"},
		{"object", "", "text/html", "load 1 300x150 false text/html false"},
		{"embed", "/html", "", "load 1 300x150 false - false"},
		{"embed", "/svg", "", "load 1 40x50 false - true"},
		{"embed", "/png", "image/png", "load 0 1x1 false - false"},
		{"embed", "/bad.png", "", "error 0 0x0 false - false"},
		{"embed", "/a.png", "", "error 0 0x0 false - false"},
		{"embed", "/nosuch", "", "load 1 300x150 false - false"},
		{"embed", "/html", "application/x-foo", " 0 300x150 false - false"},
		{"embed", "javascript:1", "", " 0 300x150 false - false"},
		{"embed", "", "text/html", "load 1 300x150 false - false"},
	} {
		script := fmt.Sprintf(`document.body.textContent = ''; var o = document.createElement(%q), ev = []
			o.onload = () => ev.push('load'); o.onerror = () => ev.push('error')
			if (%[2]q) o.setAttribute(%[1]q == 'object' ? 'data' : 'src', %[2]q)
			if (%[3]q) o.type = %[3]q
			o.innerHTML = '<i>fallback text</i>'
			document.body.append(o); 0`, c.tag, c.url, c.typ)
		if _, err := p.Eval(ctx, script); err != nil {
			t.Fatal(err)
		}
		if err := p.Settle(ctx); err != nil {
			t.Fatal(err)
		}
		got, err := p.Eval(ctx, `var b = o.getBoundingClientRect(), i = o.firstChild.getBoundingClientRect();
			[ev.join(), window.length, i.width > 0 ? 'inline' : b.width + 'x' + b.height, i.width > 0, o.localName == 'object' ? o.contentDocument && o.contentDocument.contentType : '-', !!o.getSVGDocument()].map(String).join(' ')`)
		if got = strings.Trim(got, `"`); err != nil || got != c.want {
			t.Errorf("%s %s %s: %s (%v), want %s", c.tag, c.url, c.typ, got, err, c.want)
		}
	}
}

// Objects are loaded once they are rendered, and hold the load event back; what is in an object is loaded where it fails. Removal gives all back.
func TestObjectRendered(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<!DOCTYPE html><script>var seen = []; onload = () => seen.push('load', frames.length)</script>
				<div id=d style="display:none"><object data=a></object><embed src=a></div>
				<object data=b><object data=never></object><embed src=never></object>
				<object data=missing><p><object data=c><object data=never></object></object><embed src=d></object>`)
		case "/missing":
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprintf(w, `<!DOCTYPE html><script>parent.seen.push(%q)</script>`, r.URL.Path)
		}
	})
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	is(t, p, "seen.slice(0, 3).sort().join() + seen.slice(3)", `"/b,/c,/dload,3"`)
	_, _ = p.Eval(ctx, "seen = []; d.style.display = ''")
	if err := p.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	is(t, p, "seen.join() + frames.length", `"/a,/a5"`)
	_, _ = p.Eval(ctx, "seen = []; document.querySelector('object[data=missing]').data = 'e'")
	if err := p.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	is(t, p, "seen.join() + frames.length", `"/e4"`)
	_, _ = p.Eval(ctx, "document.body.textContent = ''")
	is(t, p, "frames.length", "0")
	_ = p.Do(ctx, func() error {
		if n := len(p.top.objects.byNode) + len(p.top.children); n != 0 {
			t.Errorf("%d objects and frames are left", n)
		}
		return nil
	})
}

// What declares no encoding has that of the document around it, if both are of an origin; a style sheet that of its @charset rule before that of its document.
func TestEncodingInherited(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=windows-1253")
			fmt.Fprint(w, "<!DOCTYPE html><link rel=stylesheet href=s.css><iframe src=f></iframe><iframe src=g></iframe>")
		case "/s.css":
			w.Header().Set("Content-Type", "text/css")
			fmt.Fprint(w, "@charset \"utf-8\";body::before { content: 'é' }")
		case "/f":
			fmt.Fprint(w, "<!DOCTYPE html><p>\xe6")
		case "/g":
			fmt.Fprint(w, "<!DOCTYPE html><meta charset=windows-1251><p>\xe6")
		}
	})
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	is(t, p, "Array.from(frames, f => f.document.characterSet + f.document.body.textContent).join()", `"windows-1253ζ,windows-1251ж"`)
	is(t, p, "getComputedStyle(document.body, '::before').content", `"\"é\""`)
}
