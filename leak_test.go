package niso_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso"
)

// busyPage uses of everything that might keep a page: a frame, a shadow tree, custom elements, listeners, observers, timers, what is pending, a range.
const busyPage = `<!doctype html><style>.a{color:red} @keyframes k{to{color:blue}} p{animation:k 9s infinite}</style>
<x-box id=box title=1>slotted</x-box><p class=a id=p>text <b>bold</b></p><input value=v><iframe src="/frame"></iframe><iframe srcdoc="<p>in<script>parent.fromFrame = document</script>"></iframe>
<script>
class XBox extends HTMLElement {
	static observedAttributes = ['title'];
	constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<style>:host{display:block}</style><slot></slot><i>shadow</i>'; this.self = this }
	connectedCallback() { addEventListener('resize', () => this) }
	attributeChangedCallback() {}
}
customElements.define('x-box', XBox);
let seen = [];
new MutationObserver(l => seen.push(l)).observe(document, {childList: true, subtree: true, attributes: true, characterData: true});
new ResizeObserver(l => seen.push(l)).observe(box);
new IntersectionObserver(l => seen.push(l)).observe(p);
for (const t of ['click', 'x', 'scroll']) { document.addEventListener(t, () => seen); box.shadowRoot.addEventListener(t, () => box); p.addEventListener(t, e => e) }
p.addEventListener('x', () => seen, {signal: (window.ac = new AbortController()).signal});
setInterval(() => seen, 1e6); setTimeout(() => seen, 1e6); requestIdleCallback(() => seen);
fetch('/never').then(() => seen, () => seen);
const xhr = new XMLHttpRequest(); xhr.onload = () => seen; xhr.open('GET', '/never'); xhr.send();
const range = document.createRange(); range.setStart(p.firstChild, 1); range.setEnd(p, 2); getSelection().addRange(range);
const gone = document.createElement('div'); gone.innerHTML = '<u>never inserted</u>'; gone.onclick = () => gone; gone.style.color = 'red';
p.animate({opacity: [0, 1]}, {duration: 1e6, iterations: Infinity});
const ch = new MessageChannel(); ch.port1.onmessage = () => seen; ch.port2.postMessage({a: 1});
window.url = URL.createObjectURL(new Blob(['blob']));
localStorage.n = 1; document.cookie = 'a=b'; new Promise(() => seen);
window.it = document.createTreeWalker(document); window.ni = document.createNodeIterator(document);
window.parsed = new DOMParser().parseFromString('<p>', 'text/html'); parsed.body.append(document.createElement('q'));
p.attributes; p.classList.add('k'); p.dataset.a = 1; box.title = 2; document.styleSheets[0].cssRules[0].style.color; matchMedia('(width > 1px)').onchange = () => seen;
</script>`

// busySite serves busyPage, and holds requests of /never until they are cancelled.
func busySite(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	switch r.URL.Path {
	case "/":
		fmt.Fprint(w, busyPage)
	case "/frame":
		fmt.Fprint(w, `<p>frame<script>addEventListener('x', () => parent); setInterval(() => parent.p, 1e6); parent.inFrame = () => document; fetch('/never')</script>`)
	case "/never":
		<-r.Context().Done()
	default:
		w.WriteHeader(404)
	}
}

// processState is what a process holds.
type processState struct {
	heap, rss         int64 // live bytes of the Go heap; resident bytes, 0 where /proc is not there
	goroutines, files int
}

func (s processState) String() string {
	return fmt.Sprintf("live heap %.2f MB, resident %.1f MB, %d goroutines, %d files", mb(s.heap), mb(s.rss), s.goroutines, s.files)
}

func stateOfProcess() (s processState) {
	s.heap = liveHeap()
	debug.FreeOSMemory()
	s.goroutines = runtime.NumGoroutine()
	if d, err := os.ReadDir("/proc/self/fd"); err == nil {
		s.files = len(d)
	}
	if b, err := os.ReadFile("/proc/self/statm"); err == nil {
		var total, resident int64
		if _, err := fmt.Sscan(string(b), &total, &resident); err == nil {
			s.rss = resident * int64(os.Getpagesize())
		}
	}
	return s
}

// busyPages opens the page n times, closes it unless it is to be kept, and gives the state after the first tenth and at the end.
func busyPages(t *testing.T, n int, keep bool) (first, last processState) {
	b, err := niso.New(niso.WithVirtualTime(time.Time{}), niso.WithOffline(), niso.WithViewport(200, 100), niso.WithHandler("http://a.test", http.HandlerFunc(busySite)))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx := context.Background()
	for i := range n {
		if i == n/10 {
			first = stateOfProcess()
		}
		if n >= 1000 && i > 0 && i%(n/10) == 0 {
			t.Logf("%5d pages: %v", i, stateOfProcess())
		}
		p, err := b.NewPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Navigate(ctx, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // the page does what it is there for
			var got string
			err := p.Eval(ctx, "[frames.length, box.shadowRoot.textContent.length > 9, seen.length > 1, inFrame().title, fromFrame.querySelector('p').firstChild.data, range + ''].join()", &got)
			if want := "2,true,true,,in,ext bold"; err != nil || got != want {
				t.Fatalf("the page is %q, %v; want %q", got, err, want)
			}
		}
		if _, err := p.Screenshot(ctx); err != nil {
			t.Fatal(err)
		}
		if !keep {
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return first, stateOfProcess()
}

// Pages that are closed leave nothing behind: no memory, goroutine or file. NISO_LEAK_PAGES is how many are opened.
func TestBusyPagesLeaveNothing(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	if s := os.Getenv("NISO_LEAK_PAGES"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil || n < 10 {
			t.Fatalf("NISO_LEAK_PAGES=%s", s)
		}
	}
	grown := func(n int, a, b processState) (what []string) {
		if d := b.heap - a.heap; d > 64<<10+int64(n)*100 {
			what = append(what, fmt.Sprintf("the live heap by %d bytes", d))
		}
		if d := b.rss - a.rss; d > 16<<20+int64(n)*200 { // what the runtime has mapped comes and goes
			what = append(what, fmt.Sprintf("resident memory by %d bytes", d))
		}
		if d := b.goroutines - a.goroutines; d > 2 {
			what = append(what, fmt.Sprintf("goroutines by %d", d))
		}
		if d := b.files - a.files; d > 2 {
			what = append(what, fmt.Sprintf("files by %d", d))
		}
		return what
	}
	first, last := busyPages(t, n, false)
	t.Logf("after %d pages: %v", n/10, first)
	t.Logf("after %d pages: %v", n, last)
	if w := grown(n, first, last); w != nil {
		t.Errorf("%d pages that were closed: %s grew", n, strings.Join(w, ", "))
	}
	// The control: pages that are not closed show, in memory and goroutines.
	first, last = busyPages(t, 20, true)
	if w := strings.Join(grown(20, first, last), ", "); !strings.Contains(w, "live heap") || !strings.Contains(w, "goroutines") {
		t.Errorf("18 pages that are open show as %q only (%v, then %v)", w, first, last)
	}
}

// liveRows is what a page has: the counts of its report, and the sum of its bytes.
func liveRows(t *testing.T, p *niso.Page) map[string]int64 {
	t.Helper()
	ctx := context.Background()
	var r *niso.MemoryReport
	for range 3 {
		if err := p.Collect(ctx); err != nil {
			t.Fatal(err)
		}
	}
	r, err := p.MemoryReport(ctx)
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int64{"live heap": liveHeap(), "goroutines": int64(runtime.NumGoroutine())}
	for _, row := range r.Rows() {
		if strings.HasPrefix(row.Path, "live/") || strings.HasPrefix(row.Path, "held/") {
			n[row.Path] += row.Amount
		} else if _, part, ok := strings.Cut(row.Path, "/active/window("); ok {
			n["bytes of the page"] += row.Amount
			_, part, _ = strings.Cut(part, "/")
			n[part] += row.Amount
		}
	}
	return n
}

// Things a page does again and again, with how often in a cycle. None may leave anything behind.
var churns = []struct {
	name   string
	times  int
	script string
	most   int64 // bytes that tables of styles and lines grow by before they are packed
}{
	{"remove and add", 500, `const e = document.querySelector('#s'); e.remove(); if (i % 2) await 0; document.body.append(e)`, 0},
	{"innerHTML", 300, `host.innerHTML = '<p class=c' + i % 7 + ' style="color:red" onclick="f()">text <b>bold</b><input><select><option>o</select><template><i>t</i></template></p>';
		host.querySelector('p').onclick = () => host; host.firstChild.style.top = i + 'px'; host.querySelector('b').foo = host.firstChild; if (i % 16 == 0) await 0`, 32 << 10},
	{"elements in cycles", 500, `const a = document.createElement('div'), b = document.createElement('p'); a.append(b); b.addEventListener('x', () => a); a.other = b; b.getRootNode(); a.childNodes.length; a.attributes`, 0},
	{"custom elements", 200, `const e = document.createElement('x-e'); host.append(e); e.title = i; e.remove()`, 0},
	{"observers", 200, `const d = document.createElement('div'); host.append(d); const m = new MutationObserver(() => d); m.observe(d, {attributes: true, childList: true, subtree: true});
		new ResizeObserver(() => d).observe(d); new IntersectionObserver(() => d).observe(d); d.title = 1; if (i % 2) m.disconnect(); await 0; d.remove()`, 0},
	{"ranges", 300, `const d = document.createElement('div'); d.append('some text'); const r = document.createRange(); r.setStart(d.firstChild, 2); r.setEnd(d, 1); d.r = r; document.createNodeIterator(d).nextNode();
		const s = document.createRange(); s.selectNode(document.body)`, 0},
	{"timers", 300, `const t = setInterval(() => t, 1e6); clearInterval(t); setTimeout(() => i, 0); clearTimeout(setTimeout(() => 0, 1e6)); cancelAnimationFrame(requestAnimationFrame(() => 0)); cancelIdleCallback(requestIdleCallback(() => 0))`, 0},
	{"styles", 200, `const s = document.createElement('style'); s.textContent = '.s' + i % 5 + '{top:' + i % 11 + 'px} @media (width > 1px) { p { color: red } }'; document.head.append(s);
		s.sheet.cssRules[0].style.left = '1px'; s.sheet.insertRule('i{color:blue}'); getComputedStyle(host).color; s.remove(); const c = new CSSStyleSheet(); c.replaceSync('b{color:red}'); document.adoptedStyleSheets = [c]; host.offsetTop; document.adoptedStyleSheets = []`, 640 << 10},
	{"shadow trees", 200, `const e = document.createElement('div'); e.attachShadow({mode: 'open'}).innerHTML = '<style>p{color:red}</style><slot></slot><p>s'; host.append(e); e.offsetTop; e.remove()`, 640 << 10},
	{"documents", 100, `const d = new DOMParser().parseFromString('<p>one<p>two', 'text/html'); d.body.onclick = () => d; document.implementation.createHTMLDocument('t').body.append(d.body.firstChild)`, 0},
	{"requests", 20, `const a = new AbortController(); const f = fetch('/never', {signal: a.signal}).catch(() => 0); a.abort(); await f; await (await fetch('/ok')).text();
		const x = new XMLHttpRequest(); x.open('GET', '/never'); x.send(); x.abort()`, 0},
	{"messages and blobs", 100, `const c = new MessageChannel(); c.port1.onmessage = () => c; c.port2.postMessage([1]); URL.revokeObjectURL(URL.createObjectURL(new Blob(['x']))); if (i % 5 == 0) await new Promise(r => setTimeout(r)); c.port1.close()`, 0},
	{"animations", 50, `const d = document.createElement('p'); host.append(d); const a = d.animate({opacity: [0, 1]}, i % 2 ? 5 : 1e6); a.finished.catch(() => 0); a.onfinish = () => d; d.remove(); if (i % 2 == 0) a.cancel()`, 0},
	{"frames", 30, `const f = document.createElement('iframe'); f.srcdoc = '<p>in<script>parent.last = 0; addEventListener("x", () => parent)<\/script>'; await new Promise(r => { f.onload = r; host.append(f) });
		f.contentWindow.x = f; f.contentDocument.body.onclick = () => f; f.remove()`, 0},
	{"blank frames", 50, `const f = document.createElement('iframe'); host.append(f); f.contentDocument.body.innerHTML = '<p>x'; host.append(f.contentDocument.body.firstChild); f.remove(); host.textContent = ''`, 0},
	{"frames that go on", 10, `const f = document.createElement('iframe'); f.src = '/frame?' + i; await new Promise(r => { f.onload = r; host.append(f) }); await new Promise(r => { f.onload = r; f.contentWindow.location.href = '/frame?b' + i }); f.remove()`, 0},
	{"windows", 10, `const w = open('/frame?' + i); await new Promise(r => loaded = r); w.x = w; w.document.body.onclick = () => w; w.close(); await new Promise(r => setTimeout(r, 1))`, 0},
	{"blank windows", 10, `const w = open(''); w.document.body.innerHTML = '<p>x'; w.close(); await new Promise(r => setTimeout(r, 1))`, 0},
}

func churnSite(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	switch r.URL.Path {
	case "/":
		fmt.Fprint(w, `<!doctype html><style>p{color:green}</style><div id=host></div><div id=s><p>one<p>two</div><script>
			customElements.define('x-e', class extends HTMLElement { static observedAttributes = ['title']; constructor() { super(); this.attachShadow({mode: 'open'}).append('s') } connectedCallback() { this.t = () => this } attributeChangedCallback() {} });
			async function churn(n, f) { for (let i = 0; i < n; i++) await f(i); host.textContent = ''; await new Promise(r => setTimeout(r, 20)) }
			var kept = []</script>`)
	case "/frame":
		fmt.Fprint(w, `<title>f</title><p>frame<script>addEventListener('x', () => document); setInterval(() => 0, 1e6); if (opener) onload = () => opener.loaded()</script>`)
	case "/never":
		<-r.Context().Done()
	}
}

// What a page makes and lets go of is gone, of whatever kind it is. NISO_LEAK_TIMES multiplies how often it is done.
func TestChurnWithinAPageIsFlat(t *testing.T) {
	factor := 1
	if s := os.Getenv("NISO_LEAK_TIMES"); s != "" {
		var err error
		if factor, err = strconv.Atoi(s); err != nil || factor < 1 {
			t.Fatalf("NISO_LEAK_TIMES=%s", s)
		}
	}
	ctx := context.Background()
	openChurn := func(t *testing.T) *niso.Page {
		_, p := open(t, niso.WithHandler("http://a.test", http.HandlerFunc(churnSite)), niso.WithPopupPolicy(niso.PopupsAlways), niso.WithViewport(200, 100),
			niso.WithConsole(func(m niso.Message) { t.Logf("console: %s", m.Text) }))
		if err := p.Navigate(ctx, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		return p
	}
	// growth runs the script in cycles and says what grew over the last of them, but for bytes that tables may still grow by.
	growth := func(t *testing.T, times int, script string, most int64) (grew []string) {
		const cycles = 3
		p := openChurn(t)
		cycle := func() {
			if err := p.Eval(ctx, fmt.Sprintf("churn(%d, async i => { %s }); ", times*factor, script), nil); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Screenshot(ctx); err != nil {
				t.Fatal(err)
			}
			if err := p.Collect(ctx); err != nil { // so that tables are as large in each cycle
				t.Fatal(err)
			}
		}
		cycle()
		cycle()
		before := liveRows(t, p)
		for range cycles {
			cycle()
		}
		after := liveRows(t, p)
		n := int64(cycles * times * factor)
		for k, v := range after {
			slack := int64(2)
			switch {
			case k == "live/nodes", k == "live/wrapped-nodes":
				slack = 2 + n/100
			case !strings.HasPrefix(k, "live/") && !strings.HasPrefix(k, "held/") && k != "goroutines":
				slack = 64<<10 + n*4 + most // bytes: tables that grow to their most
			}
			if d := v - before[k]; d > slack {
				grew = append(grew, fmt.Sprintf("%s by %d, from %d", k, d, before[k]))
			}
		}
		sort.Strings(grew)
		return grew
	}
	for _, c := range churns {
		t.Run(c.name, func(t *testing.T) {
			times := c.times
			if testing.Short() {
				times = max(5, times/5)
			}
			if grew := growth(t, times, c.script, c.most); grew != nil {
				t.Errorf("%s grew", strings.Join(grew, "; "))
			}
		})
	}
	// The controls: what is kept shows.
	for _, c := range []struct{ name, script, what string }{
		{"kept nodes", "kept.push(document.createElement('p'))", "live/nodes"},
		{"kept documents", "kept.push(document.implementation.createHTMLDocument())", "live/documents"},
		{"kept frames", "const f = document.createElement('iframe'); document.body.append(f)", "live/frames"},
		{"kept windows", "open('')", "live/realms"},
		{"kept windows of frames", "const f = document.createElement('iframe'); document.body.append(f); kept.push(f.contentWindow.eval('() => 0')); f.remove()", "live/realms"},
		{"kept bytes", "kept.push(new Uint8Array(10000))", "bytes of the page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if grew := growth(t, 10, c.script, 0); !strings.Contains(strings.Join(grew, "; "), c.what) {
				t.Errorf("only this grew: %s", strings.Join(grew, "; "))
			}
		})
	}
}
