package niso_test

import (
	"context"
	"errors"
	"fmt"
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
		runtime.GC()
		peak = max(peak, live())
	}
	for range 3 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
		if err := p.Eval(ctx, "0", nil); err != nil {
			t.Fatal(err)
		}
	}
	if n := live(); n > 20 {
		t.Errorf("%d nodes live after all were dropped (at most %d before)", n, peak)
	}
}
