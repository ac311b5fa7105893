package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/internal/geom"
)

// heavyPages are documents whose passes take a while, each in another part of the engine.
var heavyPages = []struct{ name, html string }{
	{"paragraphs", "<p>" + strings.Repeat("text<p>", 12000)},
	{"long text", "<p>" + strings.Repeat("hello world ", 40000)},
	{"long word", "<p>" + strings.Repeat("a", 1<<20)},
	{"spans", "<p>" + strings.Repeat("<span>a</span><b> b</b>", 8000)},
	{"table", "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td>x", 20), 600) + "</table>"},
	{"spanned table", "<table>" + strings.Repeat("<tr><td colspan=90>x<td>y", 1500) + "</table>"},
	{"flex", "<div style='display:flex;flex-wrap:wrap'>" + strings.Repeat("<div style='flex:1 1 50px'>a b</div>", 8000) + "</div>"},
	{"grid", "<div style='display:grid;grid-template-columns:repeat(40,auto)'>" + strings.Repeat("<div>a b</div>", 8000) + "</div>"},
	{"dense grid", "<div style='display:grid;grid-auto-flow:dense'>" + strings.Repeat("<div style='grid-row:span 3;grid-column:span 4'>a</div>", 3000) + "</div>"},
	{"floats", strings.Repeat("<div style='float:left;width:7px;height:7px'></div>", 6000)},
	{"nested", strings.Repeat("<div>", 400) + strings.Repeat("<p>a", 4000)},
	{"columns", "<div style='columns:3'>" + strings.Repeat("<p>some text", 4000) + "</div>"},
	{"counters", "<style>p{counter-increment:c}p::before{content:counter(c)}</style>" + strings.Repeat("<p>a", 6000)},
	{"selectors", "<style>div:has(> b i) span{color:red} div ~ div:nth-last-child(2n+1) i{top:0}</style>" + strings.Repeat("<div><b><i>a</i></b><span>b</span></div>", 3000)},
	{"gradients", strings.Repeat("<div style='position:absolute;inset:0;opacity:.9;background:linear-gradient(45deg,red,blue)'>x</div>", 60)},
	{"shadows", strings.Repeat("<div style='position:absolute;inset:50px;border-radius:9px;box-shadow:0 0 60px red;filter:blur(3px)'>x</div>", 25)},
}

// A picture whose time is up is given up soon, wherever the passes are; the page is then as good as before.
func TestPassesStop(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	ctx := context.Background()
	b, err := NewBrowser(Options{VirtualTime: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var worst time.Duration
	for _, h := range heavyPages {
		cold := func() *Page {
			p, err := b.NewPage()
			if err != nil {
				t.Fatal(err)
			}
			if err := p.SetContent(ctx, h.html, ""); err != nil {
				t.Fatal(h.name, err)
			}
			return p
		}
		restyle := func(p *Page) { // a page that has all passes before it again
			if _, err := p.Eval(ctx, "document.documentElement.style.fontSize = '15px'; document.body.replaceChildren(...document.body.childNodes); 0"); err != nil {
				t.Fatal(h.name, err)
			}
		}
		p := cold()
		restyle(p)
		begun := time.Now()
		want, err := p.Screenshot(ctx, ScreenshotOptions{})
		if err != nil {
			t.Fatal(h.name, err)
		}
		whole := time.Since(begun)
		p.Close()
		p = cold()
		restyle(p)
		stopped := 0
		for i := 1; i < 12; i += 3 {
			limit := whole * time.Duration(i) / 12
			c, cancel := context.WithTimeout(ctx, limit)
			begun := time.Now()
			_, err := p.Screenshot(c, ScreenshotOptions{})
			late := time.Since(begun) - limit
			cancel()
			if err == nil {
				restyle(p)
				continue
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", h.name, err)
			}
			stopped++
			worst = max(worst, late)
			if late > 2*time.Second {
				t.Errorf("%s: stopped %v after its time of %v", h.name, late, limit)
			}
		}
		got, err := p.Screenshot(ctx, ScreenshotOptions{})
		if err != nil {
			t.Fatal(h.name, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: after %d passes that were ended, the page is another one", h.name, stopped)
		}
		p.Close()
		if testing.Verbose() {
			fmt.Printf("%-14s whole %6.0f ms, %d ended, worst so far %.0f ms late\n", h.name, float64(whole.Milliseconds()), stopped, float64(worst.Milliseconds()))
		}
	}
}

// A page closes soon in the middle of a pass.
func TestCloseStopsPass(t *testing.T) {
	b, err := NewBrowser(Options{VirtualTime: true, Grace: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, h := range heavyPages[:4] {
		p, err := b.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- p.SetContent(context.Background(), strings.Repeat(h.html, 8), "") }()
		time.Sleep(100 * time.Millisecond)
		begun := time.Now()
		if err := p.Close(); err != nil {
			t.Errorf("%s: %v", h.name, err)
		}
		if d := time.Since(begun); d > 2*time.Second {
			t.Errorf("%s: closed after %v", h.name, d)
		}
		if err := <-done; err != nil && !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", h.name, err)
		}
	}
}

// A page that takes more than it may ends with a reason, whoever makes it grow.
func TestPageBytes(t *testing.T) {
	for _, tt := range []struct{ name, html, script, part string }{
		{name: "document", html: strings.Repeat("<p>", 400000), part: "dom "},
		{name: "attributes", html: strings.Repeat("<p a=b c=d e=f g=h>", 100000), part: "dom "},
		{name: "boxes", html: "<table>" + strings.Repeat("<tr><td>x", 60000) + "</table>", part: "layout "},
		{name: "script", html: "<body>", script: "for (;;) document.body.append(document.createElement('p'), 'text')", part: "dom "},
		{name: "innerHTML", html: "<body>", script: "document.body.innerHTML = '<p>'.repeat(1e6)", part: "dom "},
	} {
		b, err := NewBrowser(Options{VirtualTime: true, Limits: Limits{PageBytes: 32 << 20}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		err = p.SetContent(ctx, tt.html, "")
		if err == nil && tt.script != "" {
			_, err = p.Eval(ctx, tt.script)
		}
		if err == nil {
			_, err = p.Screenshot(ctx, ScreenshotOptions{})
		}
		var crash *CrashError
		if !errors.As(err, &crash) || !strings.Contains(crash.Reason, "Limits.PageBytes") || !strings.Contains(crash.Reason, tt.part) {
			t.Errorf("%s: %v", tt.name, err)
		} else {
			t.Logf("%s: %v", tt.name, err)
		}
		cancel()
		b.Close()
	}
}

// What script does without end ends with the time of the call, however it goes on by itself, and so does the next call's.
func TestEndlessScripts(t *testing.T) {
	for name, script := range map[string]string{
		"loop":      "for (;;);",
		"jobs":      "(function f() { Promise.resolve().then(f) })()",
		"async":     "(async () => { for (;;) await 0 })()",
		"mutations": "new MutationObserver(() => document.body.id += 'x').observe(document.documentElement, {subtree: true, attributes: true}); document.head.id = 'y'",
		"listeners": "for (let i = 0; i < 1000; i++) addEventListener('x', () => { for (;;); }); dispatchEvent(new Event('x'))",
		"load":      "for (let i = 0; i < 1000; i++) addEventListener('load', () => { for (;;); })",
		"timers":    "for (let i = 0; i < 1000; i++) setTimeout(() => { for (;;); })",
		"frames":    "for (let i = 0; i < 1000; i++) requestAnimationFrame(() => { for (;;); })",
		"interval":  "setInterval(() => {})",
		"messages":  "onmessage = () => postMessage(0, '*'); postMessage(0, '*')",
		"caught":    "for (;;) try { for (;;); } catch {} finally { for (;;); }",
		"getter":    "Object.defineProperty(window, 'g', {get() { for (;;); }}); g",
		"recursion": "(function f() { try { f() } catch { f() } })()",
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, "<!DOCTYPE html><head></head><body><script>", script, "</script>")
			})
			for _, f := range []func(ctx context.Context) error{
				func(ctx context.Context) error { return p.Navigate(ctx, "http://a.test/") },
				func(ctx context.Context) error { return p.WaitScript(ctx, "window.never", time.Hour) },
				func(ctx context.Context) error { return p.WaitIdle(ctx, time.Hour) },
			} {
				ctx, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
				begun := time.Now()
				err := f(ctx)
				cancel()
				late := time.Since(begun) - 150*time.Millisecond
				var stuck *StuckError
				if errors.As(err, &stuck) {
					t.Fatalf("%v\n%s", err, stuck.Stack)
				}
				if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrNotReached) { // nothing is left once the script has ended
					t.Errorf("%v", err)
				}
				if late > 2*time.Second {
					t.Errorf("%v after the time was up", late)
				}
			}
		})
	}
}

// A picture that is too much for its time ends soon, in the middle of drawing, encoding or of waiting for another page's picture.
func TestLargePictureStops(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	ctx := context.Background()
	b, err := NewBrowser(Options{VirtualTime: true, Grace: 20 * time.Second}) // what is late shows as late, and not as stuck
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var p [2]*Page
	for i := range p {
		if p[i], err = b.NewPage(); err != nil {
			t.Fatal(err)
		}
		if err := p[i].SetContent(ctx, "<!DOCTYPE html><body style='width:9000px;height:9000px;background:"+strings.Repeat("conic-gradient(#f001,#00f1,#0f01,#f001),", 5)+"red'>", ""); err != nil {
			t.Fatal(err)
		}
	}
	large := geom.RectF{W: 9000, H: 9000}
	begun := time.Now()
	if _, err := p[0].Screenshot(ctx, ScreenshotOptions{Clip: &large}); err != nil {
		t.Fatal(err)
	}
	soon := time.Second + time.Since(begun)/3 // on a busy machine all is slow
	limited := func(p *Page, limit time.Duration, o ScreenshotOptions) {
		t.Helper()
		c, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		begun := time.Now()
		if _, err := p.Screenshot(c, o); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if late := time.Since(begun) - limit; late > soon {
			t.Errorf("%v after its time of %v", late, limit)
		}
	}
	for _, quality := range []int{0, 90} {
		for _, limit := range []time.Duration{50, 600} {
			limited(p[0], limit*time.Millisecond, ScreenshotOptions{Clip: &large, JPEGQuality: quality})
		}
	}
	done := make(chan error, 1)
	go func() { _, err := p[0].Picture(ctx, ScreenshotOptions{Clip: &large}); done <- err }()
	time.Sleep(20 * time.Millisecond)
	limited(p[1], 50*time.Millisecond, ScreenshotOptions{})
	if err := <-done; err != nil {
		t.Error(err)
	}
}
