package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/niso-engine/niso/host"
	"github.com/niso-engine/niso/internal/perf"
)

// scenario is a benchmark page and what is done with it.
type scenario struct {
	name   string
	page   string
	frames int // rendering opportunities measured after the load; 0: the load alone
	// missing is what the page does in its frames that the engine does not do yet: the frames are not measured then, as they would look free.
	missing string
}

var scenarios = []scenario{
	{name: "p10k", page: "p10k.html"},
	{name: "nodes10k", page: "nodes10k.html", frames: 60},
	{name: "nodes10k_grid", page: "nodes10k_grid.html", frames: 30},
	{name: "nodes10k_float", page: "nodes10k_float.html", frames: 30},
	{name: "mutation", page: "mutation.html", frames: 60},
	{name: "mutation_class", page: "mutation_class.html", frames: 60},
	{name: "p10k_scroll", page: "p10k_scroll.html", frames: 60},
	{name: "animations", page: "animations.html", frames: 60, missing: "CSS animations do not run yet"},
}

// benchPhases are the columns of the table.
var benchPhases = []perf.Phase{perf.Parse, perf.Script, perf.Style, perf.Layout, perf.Paint, perf.Raster}

// benchRun is what one run of a scenario gave.
type benchRun struct {
	load    time.Duration
	loadBy  [16]time.Duration
	frame   []time.Duration
	frameBy [16]time.Duration
	mem     perf.Memory
}

// runBench is niso-run bench perf.
func runBench(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || args[0] != "perf" {
		fmt.Fprintln(stderr, "niso-run: want niso-run bench perf [-only NAME] [-runs N] [-pages DIR] [-chromium=false]")
		return exitUsage
	}
	fs := flag.NewFlagSet("bench perf", flag.ContinueOnError)
	fs.SetOutput(stderr)
	only := fs.String("only", "", "the scenario to run; all if empty")
	runs := fs.Int("runs", 5, "runs of each; medians are printed")
	pages := fs.String("pages", defaultPages(), "folder of the benchmark pages")
	withChromium := fs.Bool("chromium", true, "measure Chromium beside, where it is installed")
	if err := fs.Parse(args[1:]); err != nil {
		return exitUsage
	}
	if *only != "" && !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == *only }) {
		fmt.Fprintf(stderr, "niso-run: there is no scenario %q\n", *only)
		return exitUsage
	}
	chromium := ""
	if *withChromium {
		chromium = findChromium()
	}
	fmt.Fprintf(stdout, "medians of %d runs, ms; a frame is the mean of the frames of a run\n", *runs)
	fmt.Fprintf(stdout, "%-16s %-8s %8s", "scenario", "engine", "total")
	for _, p := range benchPhases {
		fmt.Fprintf(stdout, " %8s", p)
	}
	fmt.Fprintf(stdout, " %8s %9s\n", "p95", "MB peak")
	for _, s := range scenarios {
		if *only != "" && s.name != *only {
			continue
		}
		file := filepath.Join(*pages, s.page)
		if _, err := os.Stat(file); err != nil {
			fmt.Fprintf(stderr, "niso-run: %s: %v; give the folder of the pages with -pages\n", s.name, err)
			return exitError
		}
		var all []benchRun
		var theirs []chromiumRun
		for range *runs { // one after the other, so that both see the same machine
			r, err := benchOnce(s, file)
			if err != nil {
				fmt.Fprintf(stderr, "niso-run: %s: %v\n", s.name, err)
				return exitError
			}
			all = append(all, r)
			if chromium != "" {
				c, err := chromiumOnce(chromium, s, file)
				if err != nil {
					fmt.Fprintf(stderr, "niso-run: Chromium is left out: %v\n", err)
					chromium = ""
					continue
				}
				theirs = append(theirs, c)
			}
		}
		printBench(stdout, s, all, theirs)
	}
	return exitOK
}

func defaultPages() string {
	root := os.Getenv("NISO_SHARED")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	return filepath.Join(root, "pages")
}

// benchOnce runs a scenario in a browser of its own.
func benchOnce(s scenario, file string) (r benchRun, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	o := host.Options{Width: 1280, Height: 800, VirtualTime: true, Offline: true}
	target, err := o.Target(file, "", "")
	if err != nil {
		return r, err
	}
	b, err := host.NewBrowser(o)
	if err != nil {
		return r, err
	}
	defer b.Close()
	p, err := b.NewPage()
	if err != nil {
		return r, err
	}
	perf.GiveBack()
	begun := time.Now()
	if err := p.Navigate(ctx, target); err != nil {
		return r, err
	}
	if _, err := p.Picture(ctx, host.ScreenshotOptions{}); err != nil {
		return r, err
	}
	r.load = time.Since(begun)
	before, err := p.Timers(ctx)
	if err != nil {
		return r, err
	}
	for _, ph := range benchPhases {
		r.loadBy[ph], _ = before.Total(ph)
	}
	r.mem = perf.Footprint()
	if s.missing != "" {
		return r, nil
	}
	for range s.frames {
		t := time.Now()
		if err := p.Frame(ctx); err != nil {
			return r, err
		}
		r.frame = append(r.frame, time.Since(t))
	}
	after, err := p.Timers(ctx)
	if err != nil {
		return r, err
	}
	for _, ph := range benchPhases {
		d, _ := after.Total(ph)
		r.frameBy[ph] = (d - r.loadBy[ph]) / time.Duration(max(1, s.frames))
	}
	r.mem = perf.Footprint()
	return r, nil
}

func printBench(w io.Writer, s scenario, ours []benchRun, theirs []chromiumRun) {
	row := func(name, engine string, total time.Duration, by func(perf.Phase) time.Duration, p95 time.Duration, mb float64) {
		fmt.Fprintf(w, "%-16s %-8s %8.2f", name, engine, msOf(total))
		for _, ph := range benchPhases {
			if d := by(ph); d >= 0 {
				fmt.Fprintf(w, " %8.2f", msOf(d))
			} else {
				fmt.Fprintf(w, " %8s", "-")
			}
		}
		if p95 > 0 {
			fmt.Fprintf(w, " %8.2f", msOf(p95))
		} else {
			fmt.Fprintf(w, " %8s", "-")
		}
		if mb > 0 {
			fmt.Fprintf(w, " %9.1f", mb)
		}
		fmt.Fprintln(w)
	}
	med := func(f func(benchRun) time.Duration) time.Duration { return median(ours, f) }
	cmed := func(f func(chromiumRun) time.Duration) time.Duration { return median(theirs, f) }
	row(s.name+" load", "niso", med(func(r benchRun) time.Duration { return r.load }),
		func(p perf.Phase) time.Duration { return med(func(r benchRun) time.Duration { return r.loadBy[p] }) }, 0, float64(ours[0].mem.Peak)/(1<<20))
	if len(theirs) > 0 {
		row("", "chromium", cmed(func(r chromiumRun) time.Duration { return r.load.task }), func(p perf.Phase) time.Duration {
			return cmed(func(r chromiumRun) time.Duration { return r.load.of(p) })
		}, 0, 0)
	}
	if s.frames == 0 {
		return
	}
	if s.missing != "" {
		fmt.Fprintf(w, "%-16s %-8s not measured: %s\n", s.name+" frame", "niso", s.missing)
	} else {
		row(s.name+" frame", "niso", med(func(r benchRun) time.Duration { return mean(r.frame) }),
			func(p perf.Phase) time.Duration { return med(func(r benchRun) time.Duration { return r.frameBy[p] }) },
			med(func(r benchRun) time.Duration { return percentile(r.frame, 95) }), 0)
	}
	if len(theirs) > 0 {
		row("", "chromium", cmed(func(r chromiumRun) time.Duration { return r.frame.task }), func(p perf.Phase) time.Duration {
			return cmed(func(r chromiumRun) time.Duration { return r.frame.of(p) })
		}, 0, 0)
	}
}

func msOf(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median[T any](l []T, f func(T) time.Duration) time.Duration {
	if len(l) == 0 {
		return 0
	}
	v := make([]time.Duration, len(l))
	for i, x := range l {
		v[i] = f(x)
	}
	slices.Sort(v)
	return v[len(v)/2]
}

func mean(l []time.Duration) (m time.Duration) {
	for _, d := range l {
		m += d
	}
	return m / time.Duration(max(1, len(l)))
}

func percentile(l []time.Duration, p int) time.Duration {
	if len(l) == 0 {
		return 0
	}
	v := slices.Clone(l)
	slices.Sort(v)
	return v[min(len(v)-1, len(v)*p/100)]
}

// findChromium is the browser to measure beside, "" where none is installed.
func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			f := filepath.Join(dir, name)
			if fi, err := os.Stat(f); err == nil && !fi.IsDir() && !strings.HasSuffix(dir, "node_modules/.bin") {
				return f
			}
		}
	}
	return ""
}
