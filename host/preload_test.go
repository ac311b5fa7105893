package host

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// site answers with files, and notes the order of requests. /slow.js comes once as many as there will be were asked for, or late.
type site struct {
	files map[string]string
	all   int

	mu    sync.Mutex
	asked []string
	seen  chan struct{} // closed when all were asked for
	late  bool          // slow.js was not waited for
}

func newSite(all int, files map[string]string) *site {
	return &site{files: files, all: all, seen: make(chan struct{})}
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.asked = append(s.asked, r.URL.Path[1:]); len(s.asked) == s.all+1 { // with the page
		close(s.seen)
	}
	s.mu.Unlock()
	text, ok := s.files[r.URL.Path[1:]]
	switch {
	case strings.HasSuffix(r.URL.Path, ".js"), strings.HasSuffix(r.URL.Path, ".mjs"):
		w.Header().Set("Content-Type", "text/javascript")
	case strings.HasSuffix(r.URL.Path, ".css"):
		w.Header().Set("Content-Type", "text/css")
	case strings.HasSuffix(r.URL.Path, ".svg"):
		w.Header().Set("Content-Type", "image/svg+xml")
		text, ok = `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>`, true
	default:
		w.Header().Set("Content-Type", "text/html")
	}
	if r.URL.Path == "/slow.js" {
		select {
		case <-s.seen:
		case <-time.After(2 * time.Second):
			s.mu.Lock()
			s.late = true
			s.mu.Unlock()
		}
	}
	if !ok && !strings.HasSuffix(r.URL.Path, "js") && !strings.HasSuffix(r.URL.Path, "css") {
		http.NotFound(w, r)
		return
	}
	fmt.Fprint(w, text)
}

func (s *site) load(t *testing.T) *Page {
	t.Helper()
	p, _ := newSitePage(t, s.serve)
	if err := p.Navigate(context.Background(), "http://site.test/index.html"); err != nil {
		t.Fatal(err)
	}
	return p
}

func (s *site) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.asked), func(p string) bool { return p == "index.html" })
}

// What lies behind a blocking script is loaded while that is on its way: each resource once, and nothing that the document will not ask for.
func TestPreload(t *testing.T) {
	for _, c := range []struct {
		name, html string
		want       string // what is asked for, sorted
	}{
		{"scripts", `<script src=slow.js></script><script src=a.js></script><script src=b.js defer></script><script src=c.js async></script><script src=z.js crossorigin></script>`, "a.js b.js c.js slow.js z.js"},
		{"kinds of scripts", `<script src=slow.js></script><script src=no.js type=text/plain></script><script src=no2.js nomodule></script><script type=module src=m.mjs></script>
<script language=vbscript src=no3.js></script><script src=z.js type="Text/JavaScript "></script>`, "m.mjs slow.js z.js"},
		{"sheets", `<script src=slow.js></script><link rel=stylesheet href=a.css><link rel="alternate stylesheet" href=b.css title=x><link rel=stylesheet href=c.css type=text/less>
<link rel=stylesheet disabled href=d.css><link rel="StyleSheet" href=z.css>`, "a.css slow.js z.css"},
		{"images", `<script src=slow.js></script><img src=a.svg><img src=lazy.svg loading=lazy style="margin-top: 99999px"><img srcset="b1.svg 1x, b2.svg 2x"><picture><source media="(width < 1px)" srcset=c1.svg><source srcset=c2.svg><img src=c3.svg></picture>
<img srcset="d1.svg 100w, d2.svg 5000w" sizes=100px><img src=z.svg crossorigin>`, "a.svg b1.svg c2.svg d1.svg slow.js z.svg"},
		{"no markup", `<script src=slow.js></script><template><script src=a.js></script><img src=a.svg></template><noscript><img src=b.svg><link rel=stylesheet href=b.css></noscript>
<!-- <script src=c.js></script> --><title><script src=d.js></script></title><textarea><img src=e.svg></textarea><style>/* <img src=f.svg> */</style><script>"<img src=g.svg>"</script>
<iframe srcdoc=x><img src=h.svg></iframe><svg><title>x</title><desc><p><img src=j.svg></desc></svg><script src=z.js></script>`, "j.svg slow.js z.js"},
		{"base", `<script src=slow.js></script><base href=/dir/><base href=/no/><script src=z.js></script>`, "dir/z.js slow.js"},
		{"links", `<script src=slow.js></script><link rel=preload as=script href=a.js><link rel=preload as=image href=a.svg media="(width < 1px)"><link rel=preload as=image imagesrcset="b.svg 1x, b2.svg 3x">
<link rel=modulepreload href=m.mjs><link rel=preload as=nothing href=no.js><link rel=preload as=style href=z.css><script src=a.js></script><script type=module src=m.mjs></script><link rel=stylesheet href=z.css>`, "a.js b.svg m.mjs slow.js z.css"},
		{"what was preloaded in another way", `<script src=slow.js></script><script src=a.js crossorigin></script><link rel=preload as=script href=z.js>`, "a.js slow.js z.js"},
		{"a sheet that blocks a script", `<link rel=stylesheet href=slow.js><script>1</script><script src=z.js></script>`, "slow.js z.js"},
		{"imports", `<script src=slow.js></script><style>@import "a.css"; @import url(b.css) screen; p { color: red } @import "c.css";</style><svg><script href=d.js></script></svg><script src=z.js></script>`, "a.css b.css d.js slow.js z.js"},
		{"the same twice", `<script src=slow.js></script><img src=a.svg><img src=a.svg><script src=z.js></script>`, "a.svg slow.js z.js"},
		{"behind what was written", `<script src=w.js></script><script src=z.js></script>`, "a.js slow.js w.js z.js"},
		{"in a shadow root", `<script src=slow.js></script><div><template shadowrootmode=open><img src=a.svg><template><img src=b.svg></template></template></div><script src=z.js></script>`, "a.svg slow.js z.js"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(len(strings.Fields(c.want)), map[string]string{"index.html": "<!DOCTYPE html><body>" + c.html, "w.js": "document.write('<script src=slow.js><' + '/script><script src=a.js><' + '/script>')"})
			s.load(t)
			got := s.requests()
			slices.Sort(got)
			if strings.Join(got, " ") != c.want || s.late {
				t.Errorf("asked for %s (%v: slow.js was late), want %s", strings.Join(got, " "), s.late, c.want)
			}
		})
	}
}

// What the page does not come to use is dropped.
func TestPreloadDropped(t *testing.T) {
	s := newSite(5, map[string]string{"index.html": `<!DOCTYPE html><script src=slow.js></script><script src=a.js></script><link rel=stylesheet href=b.css><img src=c.svg><script src=e.js></script>`,
		"slow.js": "document.write('<!--')"})
	p := s.load(t)
	if got := s.requests(); len(got) != 5 {
		t.Errorf("asked for %s", got)
	}
	is(t, p, `[document.scripts.length, document.images.length, document.styleSheets.length]`, "[1,0,0]")
	if err := p.Do(context.Background(), func() error {
		if n := len(p.top.preloads.entries); n != 0 {
			t.Errorf("%d preloads are left", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	kept := newSite(0, map[string]string{"index.html": "<!DOCTYPE html><script src=slow.js></script>"}).load(t).browser.loader.InFlight()
	for i := 0; p.browser.loader.InFlight() > kept; i++ {
		if i == 100 {
			t.Errorf("%d bytes are in flight, of the page and slow.js %d", p.browser.loader.InFlight(), kept)
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A link element that preloads tells how that ended, and keeps the load event back.
func TestLinkPreload(t *testing.T) {
	s := newSite(0, map[string]string{"a.js": "log.push('run')", "index.html": `<!DOCTYPE html><script>var log = []; addEventListener('load', () => log.push('window'))</script>
<link rel=preload as=script href=a.js onload="log.push('a'); s = document.createElement('script'); s.src = 'a.js'; s.onload = () => log.push('s'); document.head.append(s)">
<link rel=preload as=image href=missing onerror="log.push('missing')"><link rel=modulepreload href=m.mjs onload="log.push('m')"><link rel=preload as=fetch href=index.html onload="log.push('fetch')">
<link rel=preload as=script href=t.js type=text/plain onload="log.push('type')" onerror="log.push('type')">`})
	p := s.load(t)
	is(t, p, `log.slice().sort().join()`, `"a,fetch,m,missing,run,s,window"`)
	is(t, p, `log.at(-1)`, `"window"`)
	got := s.requests()
	slices.Sort(got)
	if want := "a.js m.mjs missing"; strings.Join(got, " ") != want {
		t.Errorf("asked for %v, want %s", got, want)
	}
}

// Scripts that block the parser, each of which takes its time, are waited for together.
func TestPreloadTime(t *testing.T) {
	const n, each = 10, 100 * time.Millisecond
	p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			time.Sleep(each)
			w.Header().Set("Content-Type", "text/javascript")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		for i := range n {
			fmt.Fprintf(w, "<script src=%d.js></script>\n", i)
		}
	})
	start := time.Now()
	if err := p.Navigate(context.Background(), "http://site.test/"); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > n*each*2/3 {
		t.Errorf("%d scripts of %v took %v", n, each, d)
	} else {
		t.Logf("%d scripts of %v took %v", n, each, d)
	}
}
