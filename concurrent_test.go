package niso_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/niso-engine/niso"
)

// site answers all addresses; /never does not answer.
func site(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/never":
		<-r.Context().Done()
	case "/half":
		fmt.Fprint(w, "<p>half a page")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	default:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<!DOCTYPE html><title>%s</title><style>p { color: red }</style><body><button>b</button><p>%s<iframe srcdoc='<p>in'></iframe><script>var n = 0; setInterval(() => n++, 5)</script>", r.URL.Path, r.URL.Path)
	}
}

// endless are calls that do not end by themselves.
var endless = map[string]func(ctx context.Context, p *niso.Page) error{
	"Navigate":      func(ctx context.Context, p *niso.Page) error { return p.Navigate(ctx, "http://a.test/never") },
	"Navigate half": func(ctx context.Context, p *niso.Page) error { return p.Navigate(ctx, "http://a.test/half") },
	"Navigate script": func(ctx context.Context, p *niso.Page) error {
		return p.SetContent(ctx, "<script>for (;;);</script>", "")
	},
	"Eval": func(ctx context.Context, p *niso.Page) error { return p.Eval(ctx, "for (;;);", nil) },
	"Eval caught": func(ctx context.Context, p *niso.Page) error {
		return p.Eval(ctx, "for (;;) try { for (;;); } catch {}", nil)
	},
	"Eval of promises": func(ctx context.Context, p *niso.Page) error {
		return p.Eval(ctx, "(async () => { for (;;) await 0 })()", nil)
	},
	"Eval of a fetch": func(ctx context.Context, p *niso.Page) error { return p.Eval(ctx, "fetch('http://a.test/never')", nil) },
	"WaitFor": func(ctx context.Context, p *niso.Page) error {
		return p.WaitFor(ctx, niso.Script("(() => { for (const end = performance.now() + 1; performance.now() < end;); })()"))
	},
	"WaitFor loop": func(ctx context.Context, p *niso.Page) error {
		return p.WaitFor(ctx, niso.Script("(() => { for (;;); })()"))
	},
	"Click": func(ctx context.Context, p *niso.Page) error {
		if err := p.Eval(ctx, "document.querySelector('button').onclick = () => { for (;;); }; 0", nil); err != nil {
			return err
		}
		return p.Click(ctx, "button")
	},
	"Screenshot": func(ctx context.Context, p *niso.Page) error {
		for ctx.Err() == nil {
			if _, err := p.Screenshot(ctx, niso.Clip(0, 0, 12000, 12000)); err != nil {
				return err
			}
		}
		return p.Eval(ctx, "0", nil)
	},
}

func sitePage(t *testing.T, opts ...niso.Option) (*niso.Browser, *niso.Page) {
	t.Helper()
	b, err := niso.New(append(opts, niso.WithHandler("*", http.HandlerFunc(site)))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	p, err := b.NewPage(t.Context())
	if err == nil {
		err = p.Navigate(t.Context(), "http://a.test/start")
	}
	if err != nil {
		t.Fatal(err)
	}
	return b, p
}

// soon is how late a call may end, on a machine that has other things to do.
const soon = 3 * time.Second

// Each call ends soon after its context, with a *TimeoutError, and the page goes on.
func TestContextsEndCalls(t *testing.T) {
	for name, call := range endless {
		for clock, opts := range map[string][]niso.Option{"virtual": {niso.WithVirtualTime(time.Time{})}, "real": nil} {
			t.Run(name+" "+clock, func(t *testing.T) {
				_, p := sitePage(t, opts...)
				const limit = 100 * time.Millisecond
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				begun := time.Now()
				err := call(ctx, p)
				if late := time.Since(begun) - limit; late > soon {
					t.Errorf("ended %v late", late)
				}
				var te *niso.TimeoutError
				if !errors.As(err, &te) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%T %v", err, err)
				}
				var n int
				if err := p.Eval(t.Context(), "6*7", &n); err != nil || n != 42 {
					t.Errorf("after it: %d %v", n, err)
				}
				if err := p.Navigate(t.Context(), "http://a.test/next"); err != nil {
					t.Errorf("after it: %v", err)
				}
			})
		}
	}
}

// A page or its browser that is closed ends each call soon, with ErrClosed.
func TestCloseEndsCalls(t *testing.T) {
	for name, call := range endless {
		t.Run(name, func(t *testing.T) {
			b, p := sitePage(t, niso.WithVirtualTime(time.Time{}))
			q, err := b.NewPage(t.Context())
			if err == nil {
				err = q.Navigate(t.Context(), "http://a.test/start")
			}
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 2)
			for _, p := range []*niso.Page{p, q} {
				go func() { ended <- call(context.Background(), p) }()
			}
			time.Sleep(50 * time.Millisecond)
			begun := time.Now()
			for _, closer := range []func() error{p.Close, b.Close} {
				if err := closer(); err != nil {
					t.Errorf("closing: %v", err)
				}
				select {
				case err := <-ended:
					if !errors.Is(err, niso.ErrClosed) {
						t.Errorf("%T %v", err, err)
					}
				case <-time.After(2 * soon):
					t.Fatal("the call does not end")
				}
			}
			if late := time.Since(begun); late > 2*soon {
				t.Errorf("closed after %v", late)
			}
			if err := p.Eval(t.Context(), "0", nil); !errors.Is(err, niso.ErrClosed) {
				t.Errorf("after it: %v", err)
			}
			if _, err := b.NewPage(t.Context()); !errors.Is(err, niso.ErrClosed) {
				t.Errorf("a page of a closed browser: %v", err)
			}
		})
	}
}

// Many pages at once, each used by several goroutines, some closed in the middle, and the browser at last.
func TestManyPagesAtOnce(t *testing.T) {
	b, err := niso.New(niso.WithHandler("*", http.HandlerFunc(site)), niso.WithVirtualTime(time.Time{}), niso.WithViewport(300, 200), niso.WithConsole(func(m niso.Message) { _ = m.Page.URL() }))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	pages, rounds := 20, 6
	if testing.Short() {
		pages, rounds = 8, 3
	}
	var wg sync.WaitGroup
	for i := range pages {
		p, err := b.NewPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, err error) {
			if err != nil && !errors.Is(err, niso.ErrClosed) {
				t.Errorf("page %d: %s: %v", i, what, err)
			}
		}
		wg.Go(func() { // the owner
			for j := range rounds {
				at := fmt.Sprintf("http://p%d.test/%d", i, j)
				check("Navigate", p.Navigate(ctx, at))
				if i%5 == 4 && j == rounds/2 {
					check("Close", p.Close())
				}
			}
		})
		wg.Go(func() {
			for range rounds {
				var title string
				check("Eval", p.Eval(ctx, "console.log(document.title); if (origin !== 'null') localStorage.n = +(localStorage.n || 0) + 1; document.title", &title))
				_, err := p.Title(ctx)
				check("Title", err)
				check("Resize", p.Resize(ctx, 200+i, 100, 1))
			}
		})
		wg.Go(func() {
			for range rounds {
				data, err := p.Screenshot(ctx)
				if err == nil {
					_, err = png.Decode(bytes.NewReader(data))
				}
				check("Screenshot", err)
				_, err = p.DOM(ctx)
				check("DOM", err)
			}
		})
	}
	wg.Go(func() {
		for range rounds {
			_ = b.MemoryReport().Bytes("explicit")
		}
	})
	wg.Wait()
	busy := make(chan error, 1)
	p, err := b.NewPage(ctx)
	if err != nil {
		t.Fatal(err)
	}
	go func() { busy <- p.Eval(ctx, "for (;;);", nil) }()
	time.Sleep(20 * time.Millisecond)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if err := <-busy; !errors.Is(err, niso.ErrClosed) {
		t.Errorf("%v", err)
	}
}

// The picture of an element is its border box in whole px, wherever it is on the page.
func TestElementScreenshot(t *testing.T) {
	_, p := sitePage(t, niso.WithVirtualTime(time.Time{}))
	ctx := t.Context()
	if err := p.SetContent(ctx, `<!DOCTYPE html><body style="margin:0"><div style="overflow:auto;height:50px"><div style="height:500px"></div>
		<i id=a style="display:block;margin-left:10.5px;width:20px;height:7px;background:lime"></i></div><div style="height:5000px"></div><b id=b style="display:block;width:30px;height:3px;background:blue"></b><u id=c></u>`, ""); err != nil {
		t.Fatal(err)
	}
	for selector, want := range map[string]struct{ w, h int }{"#a": {21, 7}, "#b": {30, 3}} {
		img, err := p.Picture(ctx, niso.Element(selector))
		if err != nil {
			t.Errorf("%s: %v", selector, err)
			continue
		}
		r, g, b, _ := img.At(want.w/2, want.h/2).RGBA()
		if size := img.Bounds().Size(); size.X != want.w || size.Y != want.h || selector == "#a" && (g>>8 != 255 || b > 0) || selector == "#b" && (b>>8 != 255 || g > 0) || r > 0 {
			t.Errorf("%s: %v, in the middle %v", selector, size, img.At(want.w/2, want.h/2))
		}
	}
	var none *niso.NoElementError
	if _, err := p.Screenshot(ctx, niso.Element("#none")); !errors.As(err, &none) || none.Selector != "#none" {
		t.Errorf("%v", err)
	}
	if _, err := p.Screenshot(ctx, niso.Element("#c")); err == nil {
		t.Error("a picture of an element without a box")
	}
}
