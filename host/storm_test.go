package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Messages without end let neither timers nor waits starve.
func TestMessageStorm(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p := newHeadlessPage(t)
	if err := p.SetContent(ctx, `<!DOCTYPE html><script>
		var n = 0, timer = 0
		onmessage = () => { n++; postMessage(0, '*') }
		onload = () => { for (let i = 0; i < 100; i++) postMessage(0, '*'); setTimeout(() => timer = 1, 20) }
	</script>`, "http://a.test/"); err != nil {
		t.Fatal(err)
	}
	if err := p.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	is(t, p, "[timer, n > 1000]", "[1,true]")
	if err := p.WaitScript(ctx, "false", 50*time.Millisecond); err == nil || !strings.Contains(err.Error(), "passed on the page's clock") {
		t.Error(err)
	}
	if err := p.WaitIdle(ctx, 50*time.Millisecond); err != nil {
		t.Error(err)
	}
}

// Pages that have each other, or themselves, as frames come to an end. As in the HTML standard a frame whose address is that of a document around it
// stays empty; addresses that differ go as deep and as many as the limits.
// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#shared-attribute-processing-steps-for-iframe-and-frame-elements
func TestFrameBombs(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	loads := 0
	p, said := newSitePage(t, func(w http.ResponseWriter, r *http.Request) {
		loads++
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!DOCTYPE html>")
		switch r.URL.Path {
		case "/self":
			fmt.Fprint(w, "<iframe src=self></iframe><iframe src='#x'></iframe>")
		case "/a":
			fmt.Fprint(w, "<iframe src=b></iframe>")
		case "/b":
			fmt.Fprint(w, "<iframe src=a></iframe>")
		case "/deep":
			fmt.Fprintf(w, "<iframe src='deep?%d'></iframe>", loads)
		case "/wide":
			fmt.Fprintf(w, "<body><script>for (let i = 0; i < 12; i++) { const f = document.createElement('iframe'); f.src = 'wide?%d.' + i; document.body.append(f) }</script>", loads)
		case "/many":
			fmt.Fprint(w, "<body><script>for (let i = 0; i < 300; i++) { const f = document.createElement('iframe'); f.srcdoc = '<p>' + i; document.body.append(f) }</script>")
		}
	})
	frames := func() (n, depth int) {
		_ = p.Do(ctx, func() error {
			n = len(p.frames)
			for _, f := range p.frames {
				d := 0
				for ; f.parent != nil; f = f.parent {
					d++
				}
				depth = max(depth, d)
			}
			return nil
		})
		return n, depth
	}
	for _, tt := range []struct {
		path                 string
		loads, frames, depth int
		warned               bool
	}{
		{"self", 1, 3, 1, false},
		{"a", 2, 3, 2, false},
		{"deep", maxFrameDepth + 1, maxFrameDepth + 1, maxFrameDepth, true},
		{"many", 1, 301, 1, false},
		{"wide", maxFrames, maxFrames, 3, true},
	} {
		if tt.path == "wide" && testing.Short() {
			continue
		}
		loads, *said = 0, nil
		if err := p.Navigate(ctx, "http://a.test/"+tt.path); err != nil {
			t.Fatal(tt.path, err)
		}
		if n, depth := frames(); n != tt.frames || depth > tt.depth && tt.path != "wide" || loads != tt.loads {
			t.Errorf("%s: %d loads, %d frames, %d deep", tt.path, loads, n, depth)
		}
		if warned := strings.Contains(strings.Join(*said, "\n"), "frames"); warned != tt.warned || len(*said) > 1 {
			t.Errorf("%s: said %q", tt.path, *said)
		}
		if _, err := p.Screenshot(ctx, ScreenshotOptions{}); err != nil {
			t.Errorf("%s: %v", tt.path, err)
		}
	}
	if err := p.SetContent(ctx, "x", ""); err != nil {
		t.Fatal(err)
	}
	if n, _ := frames(); n != 1 {
		t.Errorf("%d frames are left", n)
	}
}

// An image whose error handler gives it another address that fails keeps the load event back for ever; the limits of the clock hold all the same.
func TestImageErrorStorm(t *testing.T) {
	p, _ := loadFiles(t, map[string]string{"index.html": `<!DOCTYPE html><script>n = 0, late = false; setTimeout(() => late = true, 1000)</script>
		<img src="no.png" onerror="n++; this.src = 'no' + n % 2 + '.png'">`})
	err := p.WaitLoad(context.Background(), 3*time.Second)
	if !errors.Is(err, ErrNotReached) {
		t.Errorf("waiting for the load gives %v", err)
	}
	is(t, p, `[n > 1000, late, document.readyState]`, `[true,true,"interactive"]`)
}
