package niso_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/niso-engine/niso"
)

func open(t testing.TB, opts ...niso.Option) (*niso.Browser, *niso.Page) {
	t.Helper()
	b, err := niso.New(append([]niso.Option{niso.WithVirtualTime(time.Time{}), niso.WithOffline()}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	p, err := b.NewPage(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b, p
}

// TestTwoGoroutines uses one page from many goroutines at once.
func TestTwoGoroutines(t *testing.T) {
	_, p := open(t)
	ctx := context.Background()
	if err := p.SetContent(ctx, "<p id=p>0</p>", ""); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				if err := p.Eval(ctx, "p.textContent = +p.textContent + 1", nil); err != nil {
					t.Error(err)
				}
				if _, err := p.Text(ctx); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	var n int
	if err := p.Eval(ctx, "+p.textContent", &n); err != nil || n != 160 {
		t.Errorf("160 increments gave %d, %v", n, err)
	}
}

func TestErrors(t *testing.T) {
	_, p := open(t)
	ctx := context.Background()
	var le *niso.LoadError
	if err := p.Navigate(ctx, "http://example.org/"); !errors.As(err, &le) {
		t.Errorf("offline: %T %v", err, err)
	}
	if err := p.Navigate(ctx, "not a url"); !errors.As(err, &le) {
		t.Errorf("no URL: %T %v", err, err)
	}
	var se *niso.ScriptError
	if err := p.Eval(ctx, "null.x", nil); !errors.As(err, &se) || !strings.Contains(err.Error(), "TypeError") {
		t.Errorf("a script that throws: %T %v", err, err)
	}
	if err := p.Eval(ctx, "Promise.reject(new RangeError('no'))", nil); !errors.As(err, &se) || !strings.Contains(err.Error(), "RangeError: no") {
		t.Errorf("a promise that is rejected: %T %v", err, err)
	}
	if err := p.Eval(ctx, "1 +", nil); !errors.As(err, &se) {
		t.Errorf("a syntax error: %T %v", err, err)
	}
	var ne *niso.NoElementError
	if err := p.Click(ctx, "#none"); !errors.As(err, &ne) {
		t.Errorf("no element: %T %v", err, err)
	}
	if err := p.WaitFor(ctx, niso.Selector("#none")); !errors.Is(err, niso.ErrNotReached) {
		t.Errorf("what never comes: %T %v", err, err)
	}
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	var te *niso.TimeoutError
	err := p.Eval(short, "for(;;);", nil)
	if !errors.As(err, &te) || te.Script == "" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an endless loop: %T %v", err, err)
	}
	var n int
	if err := p.Eval(ctx, "1+1", &n); err != nil || n != 2 {
		t.Errorf("after the loop was ended: %d, %v", n, err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Eval(ctx, "1", nil); !errors.Is(err, niso.ErrClosed) {
		t.Errorf("after Close: %T %v", err, err)
	}
}

func TestCloseGivesMemoryBack(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	b, err := niso.New(niso.WithVirtualTime(time.Time{}), niso.WithOffline())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx := context.Background()
	big := "<style>p{color:red} .a .b{margin:1px}</style>" + strings.Repeat("<p class='a'>text <b class=b>bold</b></p>", 5000) +
		"<script>var keep=[];for(let i=0;i<20000;i++)keep.push({i, s:'x'+i});document.body.addEventListener('click',()=>keep)</script>"
	heap := func() int64 {
		for range 4 {
			runtime.GC()
			time.Sleep(10 * time.Millisecond)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	cycle := func(keep bool) (open int64) {
		p, err := b.NewPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetContent(ctx, big, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Screenshot(ctx); err != nil {
			t.Fatal(err)
		}
		open = heap()
		if !keep {
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
		return open
	}
	cycle(false)
	before := heap()
	var open int64
	for range 3 {
		open = cycle(false)
	}
	after := heap()
	t.Logf("heap %.1f MB before, %.1f MB with a page open, %.1f MB after it was closed", mb(before), mb(open), mb(after))
	if open-before < 4<<20 {
		t.Fatalf("the page takes %d bytes: too few for the test to mean anything", open-before)
	}
	if after-before > (open-before)/20 {
		t.Errorf("three pages left %d bytes of %d behind", after-before, open-before)
	}
	// The control: a page that is not closed shows.
	cycle(true)
	if kept := heap(); kept-before < (open-before)/2 {
		t.Errorf("a page that is open does not show: %d bytes", kept-before)
	}
}

func mb(n int64) float64 { return float64(n) / (1 << 20) }

func TestNodesMadeAndDroppedGoBack(t *testing.T) {
	_, p := open(t)
	ctx := context.Background()
	if err := p.SetContent(ctx, "<ul id=u></ul>", ""); err != nil {
		t.Fatal(err)
	}
	live := func() (n int64) {
		r, err := p.MemoryReport(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Rows() {
			if row.Path == "live/nodes" {
				n += row.Amount
			}
		}
		return n
	}
	var peak int64
	for i := range 30 {
		err := p.Eval(ctx, fmt.Sprintf(`for (let i = 0; i < 500; i++) { const li = document.createElement('li'); li.onclick = () => li; li.append('item ' + i); u.append(li) }
			while (u.lastChild) u.lastChild.remove(); %d`, i), nil)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC() // an engine that keeps its objects in Go's heap needs it
		peak = max(peak, live())
	}
	// A page at rest collects garbage when there may be a megabyte of it: 1,000 nodes a round are more in a few.
	if peak > 10000 {
		t.Errorf("%d of the 30,000 nodes that were made and dropped lived at once", peak)
	}
	if n := live(); n > 5000 {
		t.Errorf("%d nodes live after all were dropped", n)
	}
}

// liveHeap is what is alive on the heap.
func liveHeap() int64 {
	for range 6 {
		runtime.GC()
		time.Sleep(50 * time.Millisecond) // cleanups, and what ends after its page, run on goroutines of their own
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// growthOf opens pages n times, closes them if asked to, and gives by how many bytes the live heap grew after the first tenth.
func growthOf(t *testing.T, n int, closed bool) int64 {
	b, err := niso.New(niso.WithVirtualTime(time.Time{}), niso.WithOffline(), niso.WithViewport(200, 100))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx := context.Background()
	var first int64
	for i := range n {
		if i == n/10 {
			first = liveHeap()
		}
		p, err := b.NewPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		html := fmt.Sprintf(`<style>.c%d{color:red}</style><p class=c%d>text<input><script>addEventListener('x', () => document); setTimeout(() => 0, 1e6); localStorage.n = %d</script>`, i, i, i)
		if err := p.SetContent(ctx, html, "http://a.test/"); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Screenshot(ctx); err != nil {
			t.Fatal(err)
		}
		if closed {
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return liveHeap() - first
}

func TestOpenAndCloseIsFlat(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	before := runtime.NumGoroutine()
	grew := growthOf(t, n, true)
	t.Logf("%d pages opened and closed: %d bytes", n, grew)
	if limit := int64(64<<10) + int64(n)*500; grew > limit {
		t.Errorf("%d pages that were closed left %d bytes, more than %d", n, grew, limit)
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		t.Errorf("%d goroutines, %d before", n, before)
	}
	// The control: pages that are not closed show.
	if kept := growthOf(t, 20, false); kept < 18*50<<10 {
		t.Errorf("18 pages that are open show as %d bytes only", kept)
	}
}

func TestPictures(t *testing.T) {
	_, p := open(t, niso.WithViewport(60, 40), niso.WithLimits(niso.Limits{SurfacePixels: 10000}))
	ctx := context.Background()
	if err := p.SetContent(ctx, "<!DOCTYPE html><body style='margin:0;height:100px;background:#00f'>", ""); err != nil {
		t.Fatal(err)
	}
	img, err := p.Picture(ctx, niso.Clip(10, 20, 30, 15))
	if err != nil || img.Bounds().Dx() != 30 || img.Bounds().Dy() != 15 {
		t.Errorf("a part of the page: %v, %v", img, err)
	}
	for _, o := range []niso.ScreenshotOption{niso.Clip(0, 0, 0, 0), niso.Clip(0, 0, 10, 0), niso.Clip(0, 0, -5, 5), niso.Clip(0, 0, math.NaN(), 5), niso.Clip(0, 0, 200, 200), niso.Clip(0, 0, math.Inf(1), 1)} {
		var se *niso.PictureSizeError
		if _, err := p.Screenshot(ctx, o); !errors.As(err, &se) || se.Max != 10000 {
			t.Errorf("%T %v", err, err)
		}
	}
	b, err := p.Screenshot(ctx, niso.FullPage(), niso.JPEG(80))
	if err != nil {
		t.Fatal(err)
	}
	if c, err := jpeg.DecodeConfig(bytes.NewReader(b)); err != nil || c.Width != 60 || c.Height != 100 {
		t.Errorf("%v, %v", c, err)
	}
	for _, q := range []int{0, 101} {
		if _, err := p.Screenshot(ctx, niso.JPEG(q)); err == nil {
			t.Errorf("a JPEG of quality %d", q)
		}
	}
}

func TestEvalResults(t *testing.T) {
	_, p := open(t)
	ctx := context.Background()
	for _, c := range []struct {
		script string
		want   any
	}{
		{"1.5", 1.5}, {"'é\\ud83d\\ude00'", "é😀"}, {"true", true}, {"null", nil}, {"[1,'a']", []any{1.0, "a"}}, {"({a:{b:1}})", map[string]any{"a": map[string]any{"b": 1.0}}},
		{"NaN", nil}, {"new Date(0)", "1970-01-01T00:00:00.000Z"}, {"document.body", map[string]any{}}, {"undefined", nil}, {"() => 1", nil},
		{"Promise.resolve(7)", 7.0}, {"new Promise(r => setTimeout(() => r('late'), 5000))", "late"},
	} {
		var got any = "as it was"
		if err := p.Eval(ctx, c.script, &got); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s is %#v, %v; want %#v", c.script, got, err, c.want)
		}
	}
	for _, script := range []string{"10n", "var o = {}; o.o = o; o"} {
		var se *niso.ScriptError
		if err := p.Eval(ctx, script, new(any)); !errors.As(err, &se) {
			t.Errorf("%s: %T %v", script, err, err)
		}
	}
	if err := p.Eval(ctx, "'text'", new(int)); err == nil {
		t.Error("a string went into an int")
	}
	if err := p.Eval(ctx, "new Promise(() => 0)", nil); !errors.Is(err, niso.ErrNotReached) {
		t.Errorf("a promise that is never settled: %v", err)
	}
}

// TestAllMethodsAtOnce calls all that a page can do from many goroutines, while others close it and read the browser's report.
func TestAllMethodsAtOnce(t *testing.T) {
	b, p := open(t)
	ctx := context.Background()
	html := "<title>t</title><input id=i><button id=b>b</button>" + strings.Repeat("<p>text", 20)
	if err := p.SetContent(ctx, html, ""); err != nil {
		t.Fatal(err)
	}
	calls := []func() error{
		func() error { return p.SetContent(ctx, html, "") },
		func() error { return p.Eval(ctx, "document.body.append('x')", nil) },
		func() error { return p.Click(ctx, "#b") },
		func() error { return p.Type(ctx, "#i", "ab") },
		func() error { return p.Press(ctx, "Tab") },
		func() error { return p.Scroll(ctx, 0, 50) },
		func() error { return p.Resize(ctx, 300, 200, 1) },
		func() error { return p.WaitFor(ctx, niso.Selector("p")) },
		func() error { return p.WaitFor(ctx, niso.Idle(time.Second)) },
		func() error { _, err := p.Screenshot(ctx); return err },
		func() error { _, err := p.DOM(ctx); return err },
		func() error { _, err := p.Title(ctx); return err },
		func() error { _, err := p.Status(ctx); return err },
		func() error { _, err := p.MemoryReport(ctx); return err },
		func() error { _ = b.MemoryReport().String(); return nil },
		func() error { _ = p.URL(); return nil },
		func() error {
			short, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			_ = p.Eval(short, "for (let i = 0; i < 1e5; i++);", nil) // may be ended or not
			return nil
		},
	}
	var wg sync.WaitGroup
	for i, f := range calls {
		wg.Go(func() {
			for range 5 {
				var ne *niso.NoElementError
				if err := f(); err != nil && !errors.As(err, &ne) && !errors.Is(err, niso.ErrNotReached) {
					t.Errorf("call %d: %T %v", i, err, err)
				}
			}
		})
	}
	wg.Wait()
	for range 3 { // closing while others work: they end, with ErrClosed at the latest
		wg.Go(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, f := range calls {
		wg.Go(func() {
			var te *niso.TimeoutError
			if err := f(); err != nil && !errors.Is(err, niso.ErrClosed) && !errors.As(err, &te) {
				t.Logf("while it closes: %v", err)
			}
		})
	}
	wg.Wait()
	if err := p.Eval(ctx, "1", nil); !errors.Is(err, niso.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// A wait whose context ends is an error that says so, and does not reach the calls after it; a script that runs when the page is closed ends with ErrClosed.
func TestWaitsThatEnd(t *testing.T) {
	for _, opts := range [][]niso.Option{nil, {niso.WithVirtualTime(time.Time{})}} {
		ctx := context.Background()
		b, err := niso.New(opts...)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		p, err := b.NewPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetContent(ctx, "<p>x<script>setInterval(() => {}, 1)</script>", ""); err != nil {
			t.Fatal(err)
		}
		works := func(after string) {
			t.Helper()
			for range 2 {
				n := 0
				if err := p.Eval(ctx, "40 + 2", &n); err != nil || n != 42 {
					t.Errorf("Eval after %s: %d, %v", after, n, err)
				}
			}
		}
		short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		var te *niso.TimeoutError
		if err := p.WaitFor(short, niso.Script("(() => { for (;;); })()")); !errors.As(err, &te) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a condition without end: %v", err)
		}
		cancel()
		works("a condition without end")
		gone, cancel := context.WithCancel(ctx)
		cancel()
		for name, c := range map[string]niso.Condition{"script": niso.Script("false"), "selector": niso.Selector(".a"), "idle": niso.Idle(time.Second)} {
			if err := p.WaitFor(gone, c); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled: %v", name, err)
			}
			works(name)
		}
		if opts == nil { // the machine's clock
			short, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
			if err := p.WaitFor(short, niso.Script("false")); !errors.As(err, &te) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a condition that is never met: %v", err)
			}
			cancel()
			works("a condition that is never met")
		} else if err := p.WaitFor(ctx, niso.Script("false")); !errors.Is(err, niso.ErrNotReached) || !strings.Contains(err.Error(), "the script false") {
			t.Errorf("a condition that is never met: %v", err)
		}
		go func() {
			time.Sleep(50 * time.Millisecond)
			p.Close()
		}()
		if err := p.Eval(ctx, "for (;;);", nil); !errors.Is(err, niso.ErrClosed) {
			t.Errorf("a script that runs at Close: %v", err)
		}
	}
}

// What a script made and let go of is in no report after Collect.
func TestCollect(t *testing.T) {
	_, p := open(t)
	ctx := context.Background()
	if err := p.SetContent(ctx, "<script>for (let i = 0; i < 1000; i++) document.createElement('p')</script>", ""); err != nil {
		t.Fatal(err)
	}
	nodes := func() int64 {
		r, err := p.MemoryReport(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Rows() {
			if row.Path == "live/nodes" {
				return row.Amount
			}
		}
		t.Fatal("no live/nodes")
		return 0
	}
	before := nodes()
	if err := p.Collect(ctx); err != nil {
		t.Fatal(err)
	}
	if after := nodes(); before < 1000 || after > 20 {
		t.Errorf("%d nodes before, %d after", before, after)
	}
}
