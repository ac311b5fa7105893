package host

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/js/bind"
)

// TestRandomDOM makes random calls of the DOM, see testdata/domfuzz.js, and random input, on pages with frames, shadow trees, custom elements, observers. After
// each few calls the links of all trees must be consistent, incremental styles and layout those of a cold pass, and what script sees in agreement with itself.
// NISO_DOMFUZZ=DURATION runs as long, from the seed NISO_DOMFUZZ_SEED on, and checks too that a document that is gone leaves nothing: not yet so after all
// sequences, as those of the seeds 2 and 6.
func TestRandomDOM(t *testing.T) {
	src, err := os.ReadFile("testdata/domfuzz.js")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := time.ParseDuration(os.Getenv("NISO_DOMFUZZ"))
	seed, _ := strconv.Atoi(os.Getenv("NISO_DOMFUZZ_SEED"))
	last := seed + 6
	if testing.Short() {
		last = seed + 2
	}
	until := time.Now().Add(d)
	for failed := 0; seed < last && d == 0 || time.Now().Before(until); seed++ {
		if why := randomDOM(string(src), seed, d != 0); why != "" {
			t.Errorf("seed %d: %s", seed, why)
			if failed++; failed == 50 {
				return
			}
		}
	}
}

// randomDOM runs one page; it tells what was wrong, "" for nothing.
func randomDOM(src string, seed int, leaks bool) (why string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	verify := ""
	b, err := NewBrowser(Options{Width: 400, Height: 300, Offline: true, VirtualTime: true, Verify: true, Console: func(_ *Page, m bind.ConsoleMessage) {
		if strings.HasPrefix(m.Text, "verify:") && verify == "" {
			verify = m.Text
		}
	}})
	if err != nil {
		return err.Error()
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		return err.Error()
	}
	const page = `<!DOCTYPE html><html><head><style>.a{color:red} .b>p{margin:3px} p:nth-child(2n){width:50%} x-a{display:inline-block}</style></head><body><p>some text</p></body></html>`
	calls := func() string {
		v, err := p.Eval(ctx, "calls.slice(-60).join(' ')")
		if err != nil {
			return err.Error()
		}
		return v
	}
	if err := p.SetContent(ctx, page, "http://a.test/"); err != nil {
		return err.Error()
	}
	if _, err := p.Eval(ctx, src+fmt.Sprintf("\nstart(%d)", seed*7919+17)); err != nil {
		return err.Error()
	}
	for i := range 12 {
		v, err := p.Eval(ctx, "step(25)")
		if err != nil {
			if strings.Contains(err.Error(), "step is not defined") { // a call took the document away
				break
			}
			return fmt.Sprintf("round %d: %v", i, err)
		}
		if v != "0" {
			w, _ := p.Eval(ctx, "wrong.join()")
			return fmt.Sprintf("round %d: %s after %s", i, w, calls())
		}
		switch (seed + i) % 4 {
		case 0:
			err = p.MouseDown(ctx, float32(seed*31%400), float32(i*17%300), ButtonLeft, 0)
			if err == nil {
				err = p.MouseUp(ctx, float32((seed*31+i)%400), float32(i*23%300), ButtonLeft, 0)
			}
		case 1:
			err = p.Press(ctx, []string{"Tab", "Enter", "a", "Backspace", "ArrowDown", "Control+a", "Escape", " ", "Control+z", "Control+x", "Control+v", "Shift+ArrowUp"}[(seed/4+i)%12])
		}
		if err == nil {
			err = p.Settle(ctx)
		}
		if err != nil {
			return fmt.Sprintf("round %d: %v after %s", i, err, calls())
		}
		if err := p.Do(ctx, func() error { why = linksOf(p); return nil }); err != nil {
			return err.Error()
		}
		if why != "" || verify != "" {
			return fmt.Sprintf("round %d: %s%s after %s", i, why, verify, calls())
		}
	}
	if !leaks {
		return ""
	}
	_, _ = p.Eval(ctx, "finish()") // where a call took the document away there is none
	// Another document: nothing of this one is left.
	if err := p.SetContent(ctx, page, "http://b.test/"); err != nil {
		return err.Error()
	}
	_ = p.Settle(ctx)
	_ = p.Collect(ctx)
	_ = p.Collect(ctx)
	fresh, err := b.NewPage()
	if err != nil {
		return err.Error()
	}
	if err := fresh.SetContent(ctx, page, "http://b.test/"); err != nil {
		return err.Error()
	}
	_ = fresh.Settle(ctx)
	_ = fresh.Collect(ctx)
	count := func(p *Page) (s string) {
		if err := p.Do(ctx, func() error {
			s = fmt.Sprint(p.dom.Live(), " nodes, ", p.dom.Documents(), " documents, ", len(p.frames), " frames")
			return nil
		}); err != nil {
			return err.Error()
		}
		return s
	}
	if got, want := count(p), count(fresh); got != want {
		return fmt.Sprintf("left are %s, of %s", got, want)
	}
	return ""
}

// linksOf tells what is wrong with the links of the documents of a page.
func linksOf(p *Page) string {
	s := p.dom
	var roots []dom.NodeID
	for _, f := range p.framesInOrder() {
		if f.doc != nil {
			roots = append(roots, f.doc.Node)
		}
	}
	for len(roots) > 0 {
		root := roots[len(roots)-1]
		roots = roots[:len(roots)-1]
		doc := s.DocumentOf(root)
		for n := root; n != 0; n = s.Following(n, root) {
			if !s.Alive(n) {
				return fmt.Sprintf("node %d of a document is not alive", n)
			}
			if s.DocumentOf(n) != doc {
				return fmt.Sprintf("node %d is of another document than its root", n)
			}
			if !s.IsConnected(n) {
				return fmt.Sprintf("node %d of a document is not connected", n)
			}
			prev := dom.NodeID(0)
			for c := s.FirstChild(n); c != 0; prev, c = c, s.Next(c) {
				if s.Parent(c) != n || s.Prev(c) != prev {
					return fmt.Sprintf("the links of node %d, a child of %d, are wrong", c, n)
				}
			}
			if s.LastChild(n) != prev {
				return fmt.Sprintf("the last child of node %d is %d, not %d", n, prev, s.LastChild(n))
			}
			if r := s.ShadowRoot(n); r != 0 {
				if s.Host(r) != n {
					return fmt.Sprintf("the host of shadow root %d is not %d", r, n)
				}
				roots = append(roots, r)
			}
		}
	}
	return ""
}
