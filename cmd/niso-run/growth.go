package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/perf"
)

const (
	growthWarmUp = 5        // cycles before the first that counts: caches and pools fill
	growthBytes  = 64 << 10 // that live memory may grow by in growthOver cycles
	growthOver   = 20
)

// growthError: live memory grows with each cycle.
type growthError struct {
	what   string
	before int64 // after the warm-up
	after  int64 // at the end
	cycles int
}

func (e *growthError) Error() string {
	return fmt.Sprintf("%s grew from %d to %d in %d cycles", e.what, e.before, e.after, e.cycles)
}

// liveCounts is what is alive after a cycle.
type liveCounts struct{ bytes, nodes, documents, frames, goroutines int64 }

// runGrowth is the leak protocol: the same again and again, and what is alive after each cycle. A cycle opens and closes the page, or runs a
// driver script on one page.
func runGrowth(ctx context.Context, o *options, stdout, stderr io.Writer) error {
	ho := o.host(stderr)
	target, err := ho.Target(o.page, o.root, o.url)
	if err != nil {
		return err
	}
	cycles := o.cycles
	n, err := strconv.Atoi(o.growth)
	driver := ""
	if err == nil {
		cycles = n
	} else {
		b, err := os.ReadFile(o.growth)
		if err != nil {
			return fmt.Errorf("--growth: want a number of pages or the file of a script: %w", err)
		}
		driver = string(b)
	}
	b, err := host.NewBrowser(ho)
	if err != nil {
		return err
	}
	defer b.Close()
	defer reportOnSignal(b, o.memoryReport, stderr)()
	open := func() (*host.Page, error) {
		p, err := b.NewPage()
		if err != nil {
			return nil, err
		}
		if err = p.Navigate(ctx, target); err == nil {
			_, err = p.Picture(ctx, host.ScreenshotOptions{})
		}
		return p, err
	}
	cycle := func() error {
		p, err := open()
		if err != nil {
			return err
		}
		return p.Close()
	}
	if driver != "" {
		p, err := open()
		if err != nil {
			return err
		}
		cycle = func() error {
			if _, err := p.Eval(ctx, driver); err != nil {
				return fmt.Errorf("%s: %w", o.growth, err)
			}
			if err := p.Settle(ctx); err != nil {
				return err
			}
			return p.Collect(ctx)
		}
	}
	var counts []liveCounts
	for i := range growthWarmUp + cycles {
		if err := cycle(); err != nil {
			return err
		}
		c := countLive(b)
		if i >= growthWarmUp {
			counts = append(counts, c)
			if _, err := fmt.Fprintf(stdout, "%4d  %10d bytes  %6d nodes  %3d documents  %3d goroutines\n", i-growthWarmUp+1, c.bytes, c.nodes, c.documents, c.goroutines); err != nil {
				return err
			}
		}
	}
	return grew(counts)
}

// countLive collects garbage and counts what is left.
func countLive(b *host.Browser) (c liveCounts) {
	for range 3 { // wrappers go with the objects that the round before found dead
		runtime.GC()
		for _, p := range b.Pages() {
			_ = p.Do(context.Background(), func() error { return nil })
		}
	}
	r := &perf.Report{}
	for _, p := range b.Pages() {
		p.ReportMemory(r)
	}
	for _, w := range r.Rows {
		switch w.Path {
		case "live/nodes":
			c.nodes += w.Amount
		case "live/documents":
			c.documents += w.Amount
		case "live/frames":
			c.frames += w.Amount
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	c.bytes, c.goroutines = int64(m.HeapAlloc), int64(runtime.NumGoroutine())
	return c
}

// grew compares the least that was alive in the first and in the last quarter of the cycles: one cycle may be taken while something is on its way.
func grew(counts []liveCounts) error {
	q := max(1, len(counts)/4)
	between := len(counts) - q // from a cycle of the first quarter to its like in the last
	least := func(l []liveCounts, f func(liveCounts) int64) int64 {
		m := f(l[0])
		for _, c := range l {
			m = min(m, f(c))
		}
		return m
	}
	for _, k := range []struct {
		what  string
		of    func(liveCounts) int64
		slack int64
	}{
		{"documents", func(c liveCounts) int64 { return c.documents }, 0},
		{"frames", func(c liveCounts) int64 { return c.frames }, 0},
		{"goroutines", func(c liveCounts) int64 { return c.goroutines }, 0},
		{"nodes", func(c liveCounts) int64 { return c.nodes }, int64(between) / growthOver},
		{"live bytes", func(c liveCounts) int64 { return c.bytes }, max(growthBytes, growthBytes*int64(between)/growthOver)},
	} {
		a, b := least(counts[:q], k.of), least(counts[len(counts)-q:], k.of)
		if b-a > k.slack {
			return &growthError{k.what, a, b, between}
		}
	}
	return nil
}
