package host

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestParseRefresh(t *testing.T) {
	for _, c := range []struct {
		in, want string
	}{
		{"", "none"}, {"x", "none"}, {"-1", "none"}, {"5", "5 self"}, {" 5 ;", "5 self"}, {".5", "0 self"}, {"2.9.1", "2 self"}, {"5x", "none"}, {"99999999999999999999", "2147484 self"},
		{"0;u", "0 u"}, {"0;URL = a ", "0 a "}, {"0,a", "0 a"}, {"0 a", "0 a"}, {"0;;a", "0 ;a"}, {"0;url a", "0 url a"}, {"0;ur=a", "0 ur=a"},
		{"0;url='a\"b'c", "0 a\"b"}, {"0;\"a", "0 a"}, {"0;url=", "0 "}, {"0;url=''", "0 "},
	} {
		s, ref, has, ok := parseRefresh(c.in)
		got := "none"
		if ok {
			if got = fmt.Sprint(s, " self"); has {
				got = fmt.Sprint(s, " ", ref)
			}
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// Where pages end that refresh, three seconds after their load. The expectations are what Chromium 156 does.
func TestRefresh(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	const meta = `<!DOCTYPE html><meta http-equiv=Refresh id=m content="%s">`
	pages := map[string]string{
		"two":     fmt.Sprintf(meta, "2;url=b") + fmt.Sprintf(meta, "1;url=a"),
		"two2":    fmt.Sprintf(meta, "1;url=b") + fmt.Sprintf(meta, "2;url=a"),
		"equal":   fmt.Sprintf(meta, "1;url=b") + fmt.Sprintf(meta, "1;url=a"),
		"content": `<!DOCTYPE html><meta http-equiv=refresh id=m><script>m.content = '1;url=a'</script>`,
		"equiv":   `<!DOCTYPE html><meta content="1;url=a" id=m><script>m.httpEquiv = 'refresh'</script>`,
		"late":    `<!DOCTYPE html><script>onload = () => setTimeout(() => { document.head.innerHTML = '<meta http-equiv=refresh content="0;url=a">' }, 100)</script>`,
		"removed": fmt.Sprintf(meta, "1;url=a") + `<script>m.remove()</script>`,
		"shadow":  `<!DOCTYPE html><div id=d></div><script>d.attachShadow({mode: 'open'}).innerHTML = '<meta http-equiv=refresh content="0;url=a">'</script>`,
		"stop":    fmt.Sprintf(meta, "1;url=a") + `<script>onload = () => setTimeout(() => stop(), 200)</script>`,
		"script":  fmt.Sprintf(meta, "0;url=javascript:document.title=1"),
		"away":    fmt.Sprintf(meta, "1;url=b") + `<script>onload = () => setTimeout(() => { location = 'a' }, 200)</script>`,
		"base":    `<!DOCTYPE html><base href="/x/">` + fmt.Sprintf(meta, "0;url=a"),
		"header":  `<!DOCTYPE html>`,
		"data":    fmt.Sprintf(meta, "0;url=data:text/html,x"),
	}
	for path, want := range map[string]string{
		"two": "/a 1", "two2": "/b 1", "equal": "/a 1", "content": "/a 1", "equiv": "/a 1", "late": "/a 1", "removed": "/a 1", "shadow": "/shadow 1", "stop": "/stop 1", "script": "/script 1",
		"away": "/a 2", "base": "/x/a 1", "header": "/a 1", "data": "/data 1",
	} {
		t.Run(path, func(t *testing.T) {
			p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if r.URL.Path == "/header" {
					w.Header().Set("Refresh", "1; url=/a")
				}
				fmt.Fprint(w, pages[r.URL.Path[1:]])
			})
			if err := p.Navigate(ctx, "http://a.test/"+path); err != nil {
				t.Fatal(err)
			}
			_ = p.WaitScript(ctx, "false", 3*time.Second)
			is(t, p, "location.pathname + ' ' + history.length", `"`+want+`"`)
		})
	}
}

// Sandboxed frames do not refresh by a meta element, and do by a header.
func TestRefreshSandboxed(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<!DOCTYPE html><iframe sandbox=allow-same-origin src=meta></iframe><iframe sandbox=allow-same-origin src=header></iframe><iframe sandbox="allow-same-origin allow-scripts" src=meta></iframe>`)
		case "/meta":
			fmt.Fprint(w, `<!DOCTYPE html><meta http-equiv=refresh content="0;url=a">`)
		case "/header":
			w.Header().Set("Refresh", "0;url=a")
		}
	})
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	_ = p.WaitScript(ctx, "false", time.Second)
	is(t, p, "Array.from(frames, f => f.location.pathname).join()", `"/meta,/a,/a"`)
}

// A page that refreshes at once, for ever, is loaded, and a wait for idleness ends with its time.
func TestRefreshStorm(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	loads := 0
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		loads++
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Refresh", "0")
		fmt.Fprint(w, `<!DOCTYPE html><meta http-equiv=refresh content=0>`)
	})
	if err := p.Navigate(ctx, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	if err := p.WaitIdle(ctx, 5*time.Second); err != nil && !strings.Contains(err.Error(), "clock") {
		t.Error(err)
	}
	if loads < maxSwiftRefreshes || loads > 2*maxSwiftRefreshes {
		t.Errorf("%d loads", loads)
	}
}
