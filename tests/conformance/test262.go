package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/niso-engine/niso/tests/conformance/test262"
)

// runTest262 is the command conformance test262: its data is no part of the shared suites and its flags are its own.
func runTest262(args []string) int {
	fs := flag.NewFlagSet("conformance test262", flag.ContinueOnError)
	data := fs.String("data", "", "checkout of github.com/tc39/test262")
	filter := fs.String("filter", "", "regular expression of paths below test/")
	jobs := fs.Int("jobs", runtime.NumCPU(), "tests at a time")
	parseOnly := fs.Bool("parse", false, "only check that sources parse, or fail to, as they should")
	failures := fs.String("failures", "", "file to write the failures to, or - for standard output")
	baseline := fs.String("baseline", "tests/conformance/test262/baseline.tsv", "file of passes that must be reached, where all tests run")
	update := fs.Bool("update-baseline", false, "store the passes reached")
	timeout := fs.Duration("timeout", 10*time.Second, "time that one test may take")
	stacks := fs.Bool("stacks", false, "show where a panic came from")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	o := test262.Options{Dir: *data, Jobs: *jobs, ParseOnly: *parseOnly, Timeout: *timeout, Stacks: *stacks}
	if *filter != "" {
		re, err := regexp.Compile(*filter)
		if err != nil {
			fmt.Fprintln(os.Stderr, "conformance: test262:", err)
			return 2
		}
		o.Filter = re
	}
	r, err := test262.Run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance: test262:", err)
		return 2
	}
	stored := map[string]int{}
	if *baseline != "" {
		stored = readBaseline(*baseline)
	}
	code, passed, total := 0, 0, 0
	for _, a := range r.Areas {
		fmt.Printf("%-40s %6d of %6d", a.Name, a.Passed, a.Total)
		if a.Skipped > 0 {
			fmt.Printf("  (%d left out)", a.Skipped)
		}
		fmt.Println()
		passed, total = passed+a.Passed, total+a.Total
		key := "test262/" + a.Name
		if want, ok := stored[key]; ok && a.Passed < want && !*update && o.Filter == nil && !*parseOnly {
			fmt.Fprintf(os.Stderr, "conformance: %s: %d passed, %d did before\n", key, a.Passed, want)
			code = 1
		}
		stored[key] = a.Passed
	}
	fmt.Printf("test262: %d passed of %d\n", passed, total)
	if *failures != "" {
		f := os.Stdout
		if *failures != "-" {
			if f, err = os.Create(*failures); err != nil {
				fmt.Fprintln(os.Stderr, "conformance:", err)
				return 1
			}
			defer f.Close()
		}
		for _, l := range r.Failures {
			fmt.Fprintln(f, l)
		}
	}
	if *update && *baseline != "" && o.Filter == nil && !*parseOnly {
		if err := writeBaseline(*baseline, stored); err != nil {
			fmt.Fprintln(os.Stderr, "conformance:", err)
			return 1
		}
	}
	return code
}
