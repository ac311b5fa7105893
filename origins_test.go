package niso_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso"
)

// TestOrigins: a page neither runs script in a frame of another origin, nor reads its address, nor the rules of a style sheet that was not shared with it.
func TestOrigins(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/css":
			w.Header().Set("Content-Type", "text/css")
			_, _ = io.WriteString(w, "p{color:red}")
		case "/status":
			w.WriteHeader(0)
		default:
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<body><script>var v = 'secret'</script>")
		}
	})
	_, p := open(t, niso.WithHandler("*", h))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	const frame = `(url, act) => new Promise(res => {
		const f = document.createElement('iframe')
		f.name = 'q'
		const end = v => { f.remove(); res(v) }
		onmessage = e => end('ran ' + e.data)
		f.onload = () => { f.onload = null; try { const v = act(f); if (v !== undefined) end(v) } catch (e) { end(e.name) } setTimeout(() => end('nothing'), 300) }
		f.src = url
		document.body.append(f)
	})`
	const code = `'javascript:void parent.postMessage(v, "*")'`
	const link = `(url, act) => new Promise(res => {
		const l = document.createElement('link')
		l.rel = 'stylesheet'
		l.onload = () => { try { res(act(l.sheet)) } catch (e) { res(e.name) } }
		l.href = url
		document.head.append(l)
	})`
	for _, c := range []struct{ script, other, own string }{
		{"(" + frame + ")('URL', f => { f.contentWindow.location = " + code + " })", "nothing", "ran secret"},
		{"(" + frame + ")('URL', f => { f.contentWindow.location.replace(" + code + ") })", "nothing", "ran secret"},
		{"(" + frame + ")('URL', f => { f.src = " + code + " })", "nothing", "ran secret"},
		{"(" + frame + ")('URL', f => { const a = document.createElement('a'); a.target = 'q'; a.href = " + code + "; document.body.append(a); a.click() })", "nothing", "ran secret"},
		{"(" + frame + ")('URL', f => f.contentWindow.location.pathname)", "SecurityError", "/s"},
		{"(" + frame + ")('URL', f => f.contentWindow.location.href.slice(-2))", "SecurityError", "/s"},
		{"(" + link + ")('CSS', s => s.cssRules[0].cssText)", "SecurityError", "p { color: red; }"},
		{"(" + link + ")('CSS', s => String(s.insertRule('a{}')))", "SecurityError", "0"},
	} {
		for host, want := range map[string]string{"b.test": c.other, "a.test": c.own} {
			var got string
			s := strings.NewReplacer("URL", "http://"+host+"/s", "CSS", "http://"+host+"/css").Replace(c.script)
			if err := p.Eval(ctx, s, &got); err != nil || got != want {
				t.Errorf("%s: %q, not %q: %v", s[strings.LastIndex(s, "('http"):], got, want, err)
			}
		}
	}

	var le *niso.LoadError // and a handler's wrong status is an error of the load, not the end of the program
	if err := p.Navigate(ctx, "http://a.test/status"); !errors.As(err, &le) {
		t.Errorf("WriteHeader(0): %T %v", err, err)
	}
}
