package wptsuite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/niso-engine/niso"
)

// Status is how a test file ended.
type Status string

const (
	OK       Status = "OK"
	Error    Status = "ERROR"   // the harness met an error outside of a subtest
	Timeout  Status = "TIMEOUT" // of the page's clock
	TooSlow  Status = "SLOW"    // the machine's time was up; what had passed by then counts
	Crash    Status = "CRASH"   // the page, or the process, ended
	NoResult Status = "NONE"    // the page did not load, or no harness ran on it
	Flat     Status = "FLAT"    // a reference test whose picture is of one colour, which says nothing
)

// Subtest is one that did not pass.
type Subtest struct {
	Name    string `json:"name"`
	Status  string `json:"status"` // FAIL, TIMEOUT, NOTRUN, PRECONDITION_FAILED
	Message string `json:"message,omitempty"`
}

// Result of a test file.
type Result struct {
	Name     string        `json:"name"`
	Status   Status        `json:"status"`
	Message  string        `json:"message,omitempty"` // of what is not OK; of a crash with the engine's stack
	Passed   int           `json:"passed"`
	Total    int           `json:"total"` // subtests; 1 where there is none, and for a reference test
	Failures []Subtest     `json:"failures,omitempty"`
	Wall     time.Duration `json:"wall"`
}

// Full reports whether all of the file passed.
func (r *Result) Full() bool { return r.Status == OK && r.Passed == r.Total }

// grace is what a page that was interrupted gets to tell what has passed.
const grace = 5 * time.Second

// Run runs one test, which may take limit of the machine's time. console, if not nil, gets what the page writes to its console.
func (t *Tree) Run(test Test, limit time.Duration, console func(niso.Message)) *Result {
	r := &Result{Name: test.Name}
	start := time.Now()
	if test.Kind == Reference {
		t.runReference(r, test, limit)
	} else {
		t.runScript(r, test, limit, console)
	}
	r.Wall = time.Since(start)
	return r
}

// open loads a page of the tree. Where it does not load in time the page comes with the error.
func (t *Tree) open(ctx context.Context, path string, console func(niso.Message)) (*niso.Browser, *niso.Page, error) {
	d := &driver{Tree: t}
	opts := []niso.Option{niso.WithHandler("*", d), niso.WithOffline(), niso.WithVirtualTime(time.Time{}), niso.WithViewport(800, 600), niso.WithPopupPolicy(niso.PopupsAlways)}
	if console != nil {
		opts = append(opts, niso.WithConsole(console))
	}
	b, err := niso.New(opts...)
	if err != nil {
		return nil, nil, err
	}
	p, err := b.NewPage(ctx)
	d.page = p
	if err == nil {
		origin := Origin
		if strings.Contains(path, ".https.") {
			origin = "https://" + host + ":8443"
		}
		err = p.Navigate(ctx, origin+path)
	}
	return b, p, err
}

func (t *Tree) runScript(r *Result, test Test, limit time.Duration, console func(niso.Message)) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	b, p, err := t.open(ctx, test.Path, console)
	if b != nil {
		defer b.Close()
	}
	if err == nil || errors.Is(err, niso.ErrNotReached) {
		err = p.WaitFor(ctx, niso.Script("'__wptResults' in window"))
	}
	var text string
	slow := ctx.Err() != nil
	if p != nil && (err == nil || slow || errors.Is(err, niso.ErrNotReached)) {
		// A harness that is still waiting is told that its time is up, and tells then.
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		const results = "if (!('__wptResults' in window) && typeof timeout == 'function') timeout(); window.__wptResults || ''"
		if e := p.Eval(ctx, results, &text); e != nil && err == nil {
			err = e
		}
	}
	r.read(text)
	if text == "" {
		r.Status, r.Total = NoResult, 1
		if err != nil {
			r.Message = err.Error()
		}
	}
	if slow {
		r.Status = TooSlow
	}
	r.setCrash(err)
}

func (r *Result) setCrash(err error) {
	if e, ok := errors.AsType[*niso.CrashError](err); ok {
		r.Status, r.Message, r.Total = Crash, strings.TrimSpace(e.Error()+"\n"+e.Stack), max(r.Total, 1)
	}
}

// read takes over what report.js left.
//
// https://web-platform-tests.org/writing-tests/testharness-api.html#callback-api
func (r *Result) read(text string) {
	var res struct {
		Status   int
		Message  string
		Subtests []struct {
			Name, Message string
			Status        int
		}
	}
	if text == "" || json.Unmarshal([]byte(text), &res) != nil {
		return
	}
	name := func(l []string, i int) string {
		if i < 0 || i >= len(l) {
			return fmt.Sprintf("STATUS %d", i)
		}
		return l[i]
	}
	r.Status = Status(name([]string{string(OK), string(Error), string(Timeout), "PRECONDITION_FAILED"}, res.Status))
	r.Message = res.Message
	for _, s := range res.Subtests {
		if s.Status == 0 {
			r.Passed++
			continue
		}
		r.Failures = append(r.Failures, Subtest{s.Name, name([]string{"PASS", "FAIL", "TIMEOUT", "NOTRUN", "PRECONDITION_FAILED"}, s.Status), s.Message})
	}
	r.Total = max(1, len(res.Subtests))
}

// HasWorkers reports whether the engine runs workers, so that the tests that run in them can be selected.
func HasWorkers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	b, err := niso.New(niso.WithOffline())
	if err != nil {
		return false
	}
	defer b.Close()
	var has bool
	p, err := b.NewPage(ctx)
	return err == nil && p.Eval(ctx, "typeof Worker == 'function'", &has) == nil && has
}
