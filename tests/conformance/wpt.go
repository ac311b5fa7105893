package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/niso-engine/niso"
	"github.com/niso-engine/niso/tests/conformance/wptsuite"
)

const wptHelp = `usage: conformance wpt [flags] [path prefixes]

Runs web-platform-tests: those whose paths below the tree begin with one of the prefixes, or all. It prints a line an area,
  area  files  passed  subtests  passed  of Chromium
and last the subtests that passed. A file that passes less than the baseline says is an error, but for one that the machine was too slow for.

`

// runWPT is the command conformance wpt.
func runWPT(args []string) int {
	fs := flag.NewFlagSet("conformance wpt", flag.ContinueOnError)
	data := fs.String("data", os.Getenv("NISO_WPT"), "tree of web-platform-tests (NISO_WPT)")
	chromium := fs.String("chromium", os.Getenv("NISO_WPT_CHROMIUM"), "file of Chromium's passes: a line FILE tab PASSED/TOTAL each (NISO_WPT_CHROMIUM)")
	listed := fs.Bool("listed", false, "only files that Chromium's passes are known of")
	references := fs.Bool("reftests", false, "run reference tests, which compare pictures, and not those of testharness.js")
	jobs := fs.Int("jobs", runtime.NumCPU(), "pages at a time, each in a process of its own")
	timeout := fs.Duration("timeout", 60*time.Second, "machine's time that one file may take")
	failures := fs.String("failures", "", "file to write what fails to, or - for standard output")
	jsonFile := fs.String("json", "", "file to write results to, a JSON object a line; - for standard output")
	tsv := fs.String("tsv", "", "file to write lines of FILE tab PASSED/TOTAL to; - for standard output")
	console := fs.Bool("console", false, "show what pages write to their consoles; all runs in one process")
	baseline := fs.String("baseline", "", "file of passes that must be reached (tests/conformance/wptsuite/baseline.tsv or, for reference tests, reftests.tsv)")
	update := fs.Bool("update-baseline", false, "store the passes reached by the files that ran")
	worker := fs.Bool("worker", false, "read tests from standard input and write results; for the program itself")
	fs.Usage = func() {
		fmt.Fprint(fs.Output(), wptHelp)
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, "conformance: wpt:", err)
		return 2
	}
	tree, err := wptsuite.OpenTree(*data)
	if err != nil {
		return fail(fmt.Errorf("give the tree with -data or NISO_WPT: %w", err))
	}
	if *worker {
		if err := tree.Serve(os.Stdin, os.Stdout); err != nil {
			return fail(err)
		}
		return 0
	}
	run := wptRun{chromium: map[string]int{}, baseline: map[string]int{}, update: *update, areas: map[string]*wptArea{}}
	if *chromium != "" {
		if run.chromium, err = wptsuite.ReadPasses(*chromium); err != nil {
			return fail(err)
		}
	}
	if *baseline == "" {
		*baseline = "tests/conformance/wptsuite/baseline.tsv"
		if *references {
			*baseline = "tests/conformance/wptsuite/reftests.tsv"
		}
	}
	if run.baseline, err = wptsuite.ReadPasses(*baseline); err != nil {
		return fail(err)
	}
	sel := wptsuite.Selection{Prefixes: fs.Args(), Workers: wptsuite.HasWorkers()}
	if *references {
		sel.Kind = wptsuite.Reference
	}
	if *listed {
		sel.Only = map[string]bool{}
		for name := range run.chromium {
			sel.Only[name] = true
		}
	}
	tests, leftOut, err := tree.Tests(sel)
	if err != nil {
		return fail(err)
	}
	if err := run.open(*failures, *jsonFile, *tsv); err != nil {
		return fail(err)
	}
	if *console {
		for _, t := range tests {
			run.report(tree.Run(t, *timeout, func(m niso.Message) { fmt.Printf("%s: %s\n", m.Level, m.Text) }))
		}
	} else {
		pool := wptsuite.Pool{Jobs: *jobs, Timeout: *timeout, Report: run.report, Command: func() *exec.Cmd {
			return exec.Command(os.Args[0], "wpt", "-worker", "-data", *data)
		}}
		if _, err := pool.Run(tests); err != nil {
			return fail(err)
		}
	}
	if err := run.close(); err != nil {
		return fail(err)
	}
	run.print(leftOut)
	if *update {
		if err := writeBaseline(*baseline, run.baseline); err != nil {
			return fail(err)
		}
	}
	return run.code
}

// wptArea counts the files of a folder.
type wptArea struct {
	files, full, flat, passed, total int
	shared, chromium                 int // passes of ours and of Chromium's in files that both ran
}

func (a *wptArea) add(b *wptArea) {
	a.files, a.full, a.flat, a.passed, a.total = a.files+b.files, a.full+b.full, a.flat+b.flat, a.passed+b.passed, a.total+b.total
	a.shared, a.chromium = a.shared+b.shared, a.chromium+b.chromium
}

func (a *wptArea) String() string {
	s := fmt.Sprintf("%6d %6d %8d %8d", a.files, a.full, a.total, a.passed)
	if a.chromium > 0 {
		s += fmt.Sprintf(" %6.1f%%", 100*float64(a.shared)/float64(a.chromium))
	}
	if a.flat > 0 {
		s += fmt.Sprintf("  (%d flat pictures left out)", a.flat)
	}
	return s
}

type wptRun struct {
	chromium, baseline map[string]int
	update             bool
	areas              map[string]*wptArea
	outputs            []*wptOutput
	code               int
}

// wptOutput is a file that each result is written to.
type wptOutput struct {
	w     *bufio.Writer
	close func() error
	write func(io.Writer, *wptsuite.Result)
}

// open opens the files of results that are asked for.
func (run *wptRun) open(failures, jsonFile, tsv string) error {
	for _, o := range []struct {
		name  string
		write func(io.Writer, *wptsuite.Result)
	}{{failures, writeFailures}, {jsonFile, writeJSON}, {tsv, writeTSV}} {
		if o.name == "" {
			continue
		}
		f, closeFile := os.Stdout, func() error { return nil }
		if o.name != "-" {
			var err error
			if f, err = os.Create(o.name); err != nil {
				return err
			}
			closeFile = f.Close
		}
		run.outputs = append(run.outputs, &wptOutput{bufio.NewWriter(f), closeFile, o.write})
	}
	return nil
}

func (run *wptRun) close() error {
	var first error
	for _, o := range run.outputs {
		err := o.w.Flush()
		if e := o.close(); err == nil {
			err = e
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func writeFailures(w io.Writer, r *wptsuite.Result) {
	if r.Full() || r.Status == wptsuite.Flat {
		return
	}
	fmt.Fprintf(w, "%s\t%d/%d\t%s\t%s\n", r.Name, r.Passed, r.Total, r.Status, r.Message)
	for _, s := range r.Failures {
		fmt.Fprintf(w, "\t%s\t%s\t%s\n", s.Status, s.Name, strings.ReplaceAll(s.Message, "\n", "\n\t\t"))
	}
}

func writeJSON(w io.Writer, r *wptsuite.Result) { _ = json.NewEncoder(w).Encode(r) } // the flush tells errors

func writeTSV(w io.Writer, r *wptsuite.Result) {
	if r.Status != wptsuite.Flat {
		fmt.Fprintf(w, "%s\t%d/%d\n", r.Name, r.Passed, r.Total)
	}
}

// report counts a result and compares it with the baseline.
func (run *wptRun) report(r *wptsuite.Result) {
	for _, o := range run.outputs {
		o.write(o.w, r)
		_ = o.w.Flush() // close tells errors
	}
	a := &wptArea{files: 1, passed: r.Passed, total: r.Total}
	if r.Full() {
		a.full = 1
	}
	if r.Status == wptsuite.Flat {
		a = &wptArea{flat: 1}
	}
	if c, ok := run.chromium[r.Name]; ok {
		a.shared, a.chromium = r.Passed, c
	}
	name := areaOf(r.Name)
	if run.areas[name] == nil {
		run.areas[name] = &wptArea{}
	}
	run.areas[name].add(a)
	if r.Status == wptsuite.Crash {
		fmt.Fprintf(os.Stderr, "conformance: wpt: %s: crash: %s\n", r.Name, r.Message)
	}
	want, known := run.baseline[r.Name]
	if known && r.Passed < want && !run.update {
		fmt.Fprintf(os.Stderr, "conformance: wpt: %s: %d passed, %d did before (%s)\n", r.Name, r.Passed, want, r.Status)
		if r.Status != wptsuite.TooSlow {
			run.code = 1
		}
	}
	if r.Status == wptsuite.Flat {
		delete(run.baseline, r.Name)
	} else if r.Status != wptsuite.TooSlow || r.Passed > want {
		run.baseline[r.Name] = r.Passed
	}
}

func areaOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 {
		return parts[0]
	}
	return parts[0] + "/" + parts[1]
}

func (run *wptRun) print(leftOut map[string]int) {
	const row = "%-40s %s\n"
	fmt.Printf("%-40s %6s %6s %8s %8s %s\n", "area", "files", "passed", "subtests", "passed", "of Chromium")
	var all wptArea
	for _, name := range slices.Sorted(maps.Keys(run.areas)) {
		fmt.Printf(row, name, run.areas[name])
		all.add(run.areas[name])
	}
	fmt.Printf(row, "all", &all)
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(leftOut)) {
		reasons = append(reasons, fmt.Sprintf("%d with %s", leftOut[reason], reason))
	}
	if len(reasons) > 0 {
		fmt.Println("left out:", strings.Join(reasons, ", "))
	}
	fmt.Printf("WPT: %d passed of %d\n", all.passed, all.total)
}
