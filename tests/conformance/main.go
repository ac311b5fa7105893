// Command conformance runs the suites that others wrote against the engine.
//
//	go run ./tests/conformance SUITE [-data PATH] [-baseline FILE] [-update-baseline] [-failures N]
//	go run ./tests/conformance pages -data DIR
//	go run ./tests/conformance test262 -data DIR [flags]
//	go run ./tests/conformance wpt -data DIR [flags] [path prefixes]
//	go run ./tests/conformance speedometer -data DIR [flags] [suites]
//	go run ./tests/conformance domcost [flags] [loops]
//
// SUITE is html5lib, html5lib-tokenizer, url, css-parsing, taffy, or all of these. pages loads the saved pages NAME.html of a folder and compares them with
// NAME.json, what Chromium made of each (see pagesuite); it is slow and prints a line a page. The program prints a line an area, and last `SUITE: P passed of T`
// for each suite. test262 (test262.go), wpt, web-platform-tests (wpt.go), speedometer (speedometer.go) and domcost (domcost.go) have flags of their own: see their -help. With a baseline (tests/conformance/baseline.tsv unless -data is given) fewer passes than stored are an error.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/tests/conformance/csssuite"
	"github.com/niso-engine/niso/tests/conformance/html5lib"
	"github.com/niso-engine/niso/tests/conformance/pagesuite"
	"github.com/niso-engine/niso/tests/conformance/taffysuite"
	"github.com/niso-engine/niso/tests/conformance/urlsuite"
)

// suite is one set of data with its runner.
type suite struct {
	name string
	dir  string // under the folder of suites
	run  func(dir string) (areas []area, failures []string, err error)
	slow bool // not among all; the data is given
}

type area struct {
	name          string
	passed, total int
}

// one makes a runner of a function that gives one pair of numbers.
func one(name string, f func(dir string) (passed, total int, failures []string)) func(string) ([]area, []string, error) {
	return func(dir string) ([]area, []string, error) {
		p, t, fails := f(dir)
		if t == 0 {
			return nil, fails, fmt.Errorf("no cases in %s", dir)
		}
		return []area{{name, p, t}}, fails, nil
	}
}

var suites = []suite{
	{"html5lib", "html5lib/tree-construction", one("tree-construction", html5lib.RunTree), false},
	{"html5lib-tokenizer", "html5lib/tokenizer", one("tokenizer", html5lib.RunTokenizer), false},
	{"url", "url", one("url", urlsuite.Run), false},
	{"css-parsing", "css-parsing", one("css-parsing", csssuite.Run), false},
	{"taffy", "taffy", func(dir string) ([]area, []string, error) {
		r, err := taffysuite.Run(dir, nil)
		if err != nil {
			return nil, nil, err
		}
		var l []area
		for name, t := range r.Total {
			l = append(l, area{name, r.Passed[name], t})
		}
		sort.Slice(l, func(i, j int) bool { return l[i].name < l[j].name })
		return l, r.Failures, nil
	}, false},
	{"pages", "", func(dir string) ([]area, []string, error) {
		p, t, fails, err := pagesuite.Run(dir, func(r *pagesuite.Result) { fmt.Println(r) })
		if err != nil {
			return nil, fails, err
		}
		return []area{{"pages", p, t}}, fails, nil
	}, true},
}

func main() {
	html5lib.Load = loadTree
	if len(os.Args) > 1 && os.Args[1] == "wpt" {
		os.Exit(runWPT(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == "speedometer" {
		os.Exit(runSpeedometer(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == "domcost" {
		os.Exit(runDOMCost(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == "test262" {
		os.Exit(runTest262(os.Args[2:]))
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	fs := flag.NewFlagSet("conformance", flag.ContinueOnError)
	data := fs.String("data", "", "folder of the suite's data, in the same format")
	baseline := fs.String("baseline", "", "file of passes that must be reached (tests/conformance/baseline.tsv)")
	update := fs.Bool("update-baseline", false, "store the passes reached")
	failures := fs.Int("failures", 0, "how many failures to print for each suite; -1: all")
	var name string
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	if err := fs.Parse(args); err != nil {
		return 2
	}
	for i := range suites {
		if suites[i].name == name || name == "all" {
			name = "ok"
		}
	}
	if name != "ok" || fs.NArg() > 0 {
		var names []string
		for _, s := range suites {
			names = append(names, s.name)
		}
		fmt.Fprintf(os.Stderr, "conformance: which suite? %s, or all\n", strings.Join(names, ", "))
		return 2
	}
	wanted := suites
	if a := os.Args[1]; a != "all" {
		i := slices.IndexFunc(suites, func(s suite) bool { return s.name == a })
		wanted = suites[i : i+1]
	}
	if *baseline == "" && *data == "" {
		*baseline = "tests/conformance/baseline.tsv"
	}
	stored := map[string]int{}
	if *baseline != "" {
		stored = readBaseline(*baseline)
	}
	code := 0
	for _, s := range wanted {
		if s.slow && len(wanted) > 1 {
			continue
		}
		dir := *data
		if s.slow && dir == "" {
			fmt.Fprintf(os.Stderr, "conformance: %s: give the folder of the data with -data\n", s.name)
			return 2
		}
		if dir == "" {
			root := os.Getenv("NISO_SHARED")
			if root == "" {
				root = "../shared"
			}
			dir = filepath.Join(root, "suites", filepath.FromSlash(s.dir))
		}
		areas, fails, err := s.run(dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "conformance: %s: %v\n", s.name, err)
			code = 1
			continue
		}
		passed, total := 0, 0
		for _, a := range areas {
			fmt.Printf("%-24s %6d of %6d\n", a.name, a.passed, a.total)
			passed, total = passed+a.passed, total+a.total
			key := s.name + "/" + a.name
			if want, ok := stored[key]; ok && a.passed < want && !*update {
				fmt.Fprintf(os.Stderr, "conformance: %s: %d passed, %d did before\n", key, a.passed, want)
				code = 1
			}
			stored[key] = a.passed
		}
		if *failures < 0 || *failures > len(fails) {
			*failures = len(fails)
		}
		for _, f := range fails[:*failures] {
			fmt.Println("  " + f)
		}
		fmt.Printf("%s: %d passed of %d\n", s.name, passed, total)
	}
	if *update && *baseline != "" {
		if err := writeBaseline(*baseline, stored); err != nil {
			fmt.Fprintln(os.Stderr, "conformance:", err)
			return 1
		}
	}
	return code
}

// readBaseline reads lines of suite/area TAB passes.
func readBaseline(name string) map[string]int {
	m := map[string]int{}
	b, err := os.ReadFile(name)
	if err != nil {
		return m
	}
	for _, line := range strings.Split(string(b), "\n") {
		k, v, ok := strings.Cut(line, "\t")
		if n, err := strconv.Atoi(v); ok && err == nil {
			m[k] = n
		}
	}
	return m
}

func writeBaseline(name string, m map[string]int) error {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%s\t%d\n", k, m[k])
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
