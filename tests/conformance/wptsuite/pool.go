package wptsuite

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Pool runs tests in processes of their own, of which each serves one test after the other with Serve.
type Pool struct {
	Jobs    int
	Timeout time.Duration    // of the machine's time, for each test
	Command func() *exec.Cmd // makes a process that calls Serve with its standard streams
	Report  func(*Result)    // is called as results come, by one goroutine at a time
}

// testsAProcess bounds what leaks, and what one test can do to others.
const testsAProcess = 500

// Run runs tests and gives their results in the order of the tests.
func (p *Pool) Run(tests []Test) ([]*Result, error) {
	results := make([]*Result, len(tests))
	var mu sync.Mutex
	var failed error
	next := 0
	var wg sync.WaitGroup
	for range max(p.Jobs, 1) {
		wg.Go(func() {
			var w *worker
			defer func() { w.close() }()
			for {
				mu.Lock()
				i := next
				next++
				stop := failed != nil
				mu.Unlock()
				if stop || i >= len(tests) {
					return
				}
				if w != nil && w.served >= testsAProcess {
					w.close()
					w = nil
				}
				if w == nil {
					var err error
					if w, err = startWorker(p.Command()); err != nil {
						mu.Lock()
						failed = err
						mu.Unlock()
						return
					}
				}
				r := w.run(tests[i], p.Timeout)
				if w.dead {
					w.close()
					w = nil
				}
				mu.Lock()
				results[i] = r
				if p.Report != nil {
					p.Report(r)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return results, failed
}

// job is one test as Serve reads it.
type job struct {
	Test    Test
	Timeout time.Duration
}

// Serve reads tests from r, a JSON object each, runs them, and writes their results to w.
func (t *Tree) Serve(r io.Reader, w io.Writer) error {
	dec, enc := json.NewDecoder(r), json.NewEncoder(w)
	for {
		var j job
		if err := dec.Decode(&j); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := enc.Encode(t.Run(j.Test, j.Timeout, nil)); err != nil {
			return err
		}
	}
}

type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr head
	served int
	dead   bool
}

func startWorker(cmd *exec.Cmd) (*worker, error) {
	w := &worker{cmd: cmd}
	cmd.Stderr = &w.stderr
	var err error
	if w.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.out = bufio.NewReader(out)
	return w, cmd.Start()
}

func (w *worker) close() {
	if w == nil {
		return
	}
	w.in.Close()
	if w.dead {
		_ = w.cmd.Process.Kill()
	}
	_ = w.cmd.Wait() // how it ended was told by the test that ended it
}

// run runs a test; a process that ends, or hangs beyond all limits, is the test's crash.
func (w *worker) run(test Test, limit time.Duration) *Result {
	w.served++
	start := time.Now()
	hung := time.AfterFunc(limit+4*grace, func() { _ = w.cmd.Process.Kill() })
	defer hung.Stop()
	r := &Result{}
	err := json.NewEncoder(w.in).Encode(job{test, limit})
	if err == nil {
		var line []byte
		if line, err = w.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, r)
		}
	}
	if err == nil {
		return r
	}
	w.dead = true
	w.in.Close()
	killed := time.AfterFunc(grace, func() { _ = w.cmd.Process.Kill() })
	_ = w.cmd.Wait() // all that it said is there then
	killed.Stop()
	wall := time.Since(start)
	message := "the process ended: " + w.stderr.String()
	if wall > limit+2*grace {
		message = fmt.Sprintf("the process did not end within %v", wall)
	}
	return &Result{Name: test.Name, Status: Crash, Message: message, Total: 1, Wall: wall}
}

// head keeps the first lines of what a process says before it dies; the rest is stacks of all goroutines.
type head struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (t *head) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.b.Len() < 4096 {
		t.b.Write(p[:min(len(p), 4096)])
	}
	return len(p), nil
}

func (t *head) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(t.b.String())
}
