// Package speedometer runs the applications of Speedometer 3, from a checkout of the benchmark, each with its own steps, and compares what its page is
// like after each step with what it is like in Chromium.
//
// A page of the checkout's origin, made by [Handler], runs a suite with the benchmark's own runner (driver.js). Any browser can: Chromium's states
// (chromium.tsv) are those that the same driver left there.
package speedometer

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/niso-engine/niso"
)

// Origin is where the checkout is served, without a socket.
const Origin = "http://speedometer.test"

// State is what a document is like after a step.
type State struct {
	Step      string `json:"step"`
	Path      string `json:"path"`      // of the frame's location, with the fragment
	Elements  int    `json:"elements"`  // with those of open shadow trees
	Text      int    `json:"text"`      // UTF-16 code units of texts, but for scripts, styles and space around
	Hash      uint32 `json:"hash"`      // of the same text
	Items     int    `json:"items"`     // todos in the list
	Completed int    `json:"completed"` // those that are
	Shapes    int    `json:"shapes"`    // of SVG
	Canvases  int    `json:"canvases"`
}

// Run is one time that a suite ran through.
type Run struct {
	Total   float64 `json:"total"`   // ms of all steps, as the benchmark counts
	Prepare float64 `json:"prepare"` // ms until the first
	Steps   []struct {
		Name string  `json:"name"`
		Time float64 `json:"time"` // ms
	} `json:"steps"`
}

// Result is a suite.
type Result struct {
	Suite      string        `json:"suite"`
	Steps      []State       `json:"steps"` // of the last run
	Iterations []Run         `json:"iterations"`
	Error      string        `json:"error,omitempty"`    // that ended the runner
	Uncaught   []string      `json:"uncaught,omitempty"` // errors of the page
	Wall       time.Duration `json:"-"`
}

// Best is the time of the fastest run, in ms; 0 if none ended.
func (r *Result) Best() float64 {
	best := 0.0
	for i, it := range r.Iterations {
		if i == 0 || it.Total < best {
			best = it.Total
		}
	}
	return best
}

//go:embed driver.js
var driver string

const page = `<!DOCTYPE html><html><head><meta charset="utf-8"><base href="/"><title>Speedometer</title><style>body { margin: 0 }</style></head>
<body><script type="module" src="/conformance/driver.js"></script></body></html>`

// Handler serves a checkout, and the driver below /conformance/.
func Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/conformance/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(page))
		case "/conformance/driver.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte(driver))
		default:
			serveFile(w, r, http.Dir(dir))
		}
	})
}

// serveFile serves a file, or the index.html of a folder, without the redirections that http.FileServer makes.
func serveFile(w http.ResponseWriter, r *http.Request, dir http.Dir) {
	name := r.URL.Path
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	f, err := dir.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	if strings.HasSuffix(name, ".mjs") {
		w.Header().Set("Content-Type", "text/javascript")
	}
	http.ServeContent(w, r, name, time.Time{}, f)
}

// Check says whether dir is a checkout of the benchmark.
func Check(dir string) error {
	_, err := os.Stat(filepath.Join(dir, "resources", "benchmark-runner.mjs"))
	return err
}

// open loads the page of the driver with a query.
func open(ctx context.Context, dir, query string, console func(niso.Message)) (*niso.Browser, *niso.Page, error) {
	b, err := niso.New(niso.WithHandler(Origin, Handler(dir)), niso.WithOffline(), niso.WithViewport(1280, 800), niso.WithConsole(console))
	if err != nil {
		return nil, nil, err
	}
	p, err := b.NewPage(ctx)
	if err == nil {
		err = p.Navigate(ctx, Origin+"/conformance/"+query)
	}
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	return b, p, nil
}

// Suites are the names of the suites that a checkout has.
func Suites(ctx context.Context, dir string) (names []string, err error) {
	b, p, err := open(ctx, dir, "", func(niso.Message) {})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := p.WaitFor(ctx, niso.Script("'suites' in window")); err != nil {
		return nil, err
	}
	return names, p.Eval(ctx, "window.suites", &names)
}

// RunSuite runs a suite iterations times in a page of its own. console, if not nil, gets what the page writes to its console.
func RunSuite(ctx context.Context, dir, name string, iterations int, console func(niso.Message)) *Result {
	r := &Result{Suite: name}
	start := time.Now()
	defer func() { r.Wall = time.Since(start) }()
	var uncaught []string
	b, p, err := open(ctx, dir, "?suite="+name+"&iterationCount="+strconv.Itoa(iterations), func(m niso.Message) {
		if m.Level == "error" && strings.HasPrefix(m.Text, "Uncaught") {
			uncaught = append(uncaught, m.Text)
		}
		if console != nil {
			console(m)
		}
	})
	if err != nil {
		r.Error = err.Error()
		return r
	}
	defer b.Close()
	for { // a minute of the page's clock is not enough for some
		started := time.Now()
		err = p.WaitFor(ctx, niso.Script("'result' in window"))
		if !errors.Is(err, niso.ErrNotReached) || time.Since(started) < 10*time.Second {
			break
		}
	}
	var text string
	if err == nil {
		err = p.Eval(ctx, "window.result", &text)
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), r)
	}
	r.Uncaught = uncaught
	switch {
	case errors.Is(err, niso.ErrNotReached):
		r.Error = "the page came to rest before the suite ended"
	case err != nil:
		r.Error = err.Error()
	}
	return r
}

// Problems are what is wrong with a result, given the states that it should have; none are known where want is empty.
func (r *Result) Problems(want []State) (l []string) {
	if r.Error != "" {
		l = append(l, r.Error)
	}
	for _, u := range r.Uncaught {
		l = append(l, u)
	}
	if strings.HasPrefix(r.Suite, "TodoMVC") && len(r.Steps) == 3 {
		for i, s := range []struct{ items, completed int }{{100, 0}, {100, 100}, {0, 0}} {
			if g := r.Steps[i]; g.Items != s.items || g.Completed != s.completed {
				l = append(l, fmt.Sprintf("%s: %d todos, %d completed; %d and %d should be", g.Step, g.Items, g.Completed, s.items, s.completed))
			}
		}
	}
	for i, w := range want {
		if i >= len(r.Steps) {
			l = append(l, w.Step+": did not run")
			continue
		}
		if g := r.Steps[i]; g != w {
			l = append(l, fmt.Sprintf("%s: %v, in Chromium %v", w.Step, g, w))
		}
	}
	return l
}

// ReadStates reads states: lines of a suite, a step, and the fields of a [State], separated by tabs.
func ReadStates(file string) (map[string][]State, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m := map[string][]State{}
	for n, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 10 {
			return nil, fmt.Errorf("%s:%d: %d fields, not 10", file, n+1, len(f))
		}
		s := State{Step: f[1], Path: f[2]}
		for i, p := range []*int{&s.Elements, &s.Text, nil, &s.Items, &s.Completed, &s.Shapes, &s.Canvases} {
			v, err := strconv.ParseUint(f[3+i], 10, 32)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
			}
			if p == nil {
				s.Hash = uint32(v)
			} else {
				*p = int(v)
			}
		}
		m[f[0]] = append(m[f[0]], s)
	}
	return m, nil
}

// FormatStates is the lines of a result, as [ReadStates] reads them.
func FormatStates(r *Result) string {
	var b strings.Builder
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", r.Suite, s.Step, s.Path, s.Elements, s.Text, s.Hash, s.Items, s.Completed, s.Shapes, s.Canvases)
	}
	return b.String()
}
