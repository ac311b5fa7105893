package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/niso-engine/niso"
	"github.com/niso-engine/niso/tests/conformance/speedometer"
)

const speedometerHelp = `usage: conformance speedometer -data DIR [flags] [suites]

Runs the applications of a checkout of Speedometer 3, or those that are named, with the steps of the benchmark, and prints a line each:
  suite  ok or FAIL  ms of the steps, of the fastest run  ×times of Chromium's, if known  problems
A suite is ok if it runs to its end without an uncaught error, and its page is after each step as in Chromium. One that was ok, as the baseline says, is an error
when it is not.

With -serve the checkout is served to other browsers: /conformance/?suite=NAME&iterationCount=N runs a suite and leaves its result in window.result. Results of
another browser, a JSON object a line, are read by -times, or are what chromium.tsv is made of (-states).

`

// runSpeedometer is the command conformance speedometer.
func runSpeedometer(args []string) int {
	f := flag.NewFlagSet("conformance speedometer", flag.ContinueOnError)
	data := f.String("data", os.Getenv("NISO_SPEEDOMETER"), "checkout of Speedometer (NISO_SPEEDOMETER)")
	iterations := f.Int("iterations", 1, "times that each suite runs")
	limit := f.Duration("timeout", 5*time.Minute, "machine's time that a suite may take")
	times := f.String("times", "", "file of Chromium's results, to compare times with")
	states := f.String("states", "", "file of Chromium's results, to store the states of")
	jsonFile := f.String("json", "", "file to write results to, a JSON object a line")
	serve := f.String("serve", "", "address to serve the checkout at, such as 127.0.0.1:8000")
	console := f.Bool("console", false, "show what pages write to their consoles")
	update := f.Bool("update-baseline", false, "store which suites are ok")
	baseline := f.String("baseline", "tests/conformance/speedometer/baseline.tsv", "file of the suites that were ok")
	chromium := f.String("chromium", "tests/conformance/speedometer/chromium.tsv", "file of Chromium's states")
	f.Usage = func() {
		fmt.Fprint(f.Output(), speedometerHelp)
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, "conformance: speedometer:", err)
		return 2
	}
	if *states != "" {
		if err := storeStates(*states, *chromium); err != nil {
			return fail(err)
		}
		return 0
	}
	if err := speedometer.Check(*data); err != nil {
		return fail(fmt.Errorf("give the checkout with -data or NISO_SPEEDOMETER: %w", err))
	}
	if *serve != "" {
		l, err := net.Listen("tcp", *serve)
		if err != nil {
			return fail(err)
		}
		fmt.Printf("http://%s/conformance/?suite=NAME\n", l.Addr())
		return fail((&http.Server{Handler: speedometer.Handler(*data), ReadHeaderTimeout: time.Minute}).Serve(l))
	}
	want, err := speedometer.ReadStates(*chromium)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail(err)
	}
	var theirs []*speedometer.Result
	if *times != "" {
		if theirs, err = readResults(*times); err != nil {
			return fail(err)
		}
	}
	names := f.Args()
	if len(names) == 0 {
		if names, err = speedometer.Suites(context.Background(), *data); err != nil {
			return fail(err)
		}
	}
	var out *os.File
	if *jsonFile != "" {
		if out, err = os.Create(*jsonFile); err != nil {
			return fail(err)
		}
		defer out.Close()
	}
	stored := readBaseline(*baseline)
	code, ok := 0, 0
	for _, name := range names {
		ctx, cancel := context.WithTimeout(context.Background(), *limit)
		r := speedometer.RunSuite(ctx, *data, name, *iterations, func(m niso.Message) {
			if *console {
				fmt.Printf("%s: %s: %s\n%s", name, m.Level, m.Text, m.Stack)
			}
		})
		cancel()
		problems := r.Problems(want[name])
		status, passed := "ok", 1
		if len(problems) > 0 || len(r.Steps) == 0 {
			status, passed = "FAIL", 0
		}
		ok += passed
		line := fmt.Sprintf("%-40s %-4s %9.1f ms", name, status, r.Best())
		if i := slices.IndexFunc(theirs, func(t *speedometer.Result) bool { return t.Suite == name }); i >= 0 && theirs[i].Best() > 0 {
			line += fmt.Sprintf("  ×%.1f", r.Best()/theirs[i].Best())
		}
		fmt.Println(strings.Join(append([]string{line}, problems...), "\n    "))
		if out != nil {
			b, _ := json.Marshal(r)
			fmt.Fprintf(out, "%s\n", b)
		}
		if passed < stored[name] && !*update {
			fmt.Fprintf(os.Stderr, "conformance: speedometer: %s is not ok any more\n", name)
			code = 1
		}
		stored[name] = passed
	}
	fmt.Printf("speedometer: %d ok of %d\n", ok, len(names))
	if *update {
		if err := writeBaseline(*baseline, stored); err != nil {
			return fail(err)
		}
	}
	return code
}

func readResults(file string) (l []*speedometer.Result, err error) {
	r, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for d := json.NewDecoder(r); d.More(); {
		var s speedometer.Result
		if err := d.Decode(&s); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		l = append(l, &s)
	}
	return l, nil
}

// storeStates writes the states of results to a file that ReadStates reads.
func storeStates(from, to string) error {
	l, err := readResults(from)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, r := range l {
		b.WriteString(speedometer.FormatStates(r))
	}
	return os.WriteFile(to, []byte(b.String()), 0o644)
}
