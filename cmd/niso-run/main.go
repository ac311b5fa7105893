// Command niso-run loads a page without a window: it renders, scripts, dumps, takes pictures and measures.
//
//	niso-run app.html --screenshot app.png
//	niso-run --root dist --url http://localhost/index.html --wait-until idle --dump=text
//
// niso-run help lists everything.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/niso-engine/niso/host"
	_ "github.com/niso-engine/niso/internal/perf/atstart"
)

// Exit codes.
const (
	exitOK        = 0
	exitError     = 1
	exitUsage     = 2
	exitGrowth    = 3
	exitDeadline  = 124
	exitCancelled = 130
)

func main() {
	log.SetOutput(io.Discard) // net/http tells it of what servers do wrong
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with its surroundings given.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stderr = &lockedWriter{w: stderr}
	if len(args) > 0 {
		switch args[0] {
		case "help", "-h", "-help", "--help":
			fmt.Fprint(stdout, helpText)
			return exitOK
		case "version", "--version":
			fmt.Fprintln(stdout, version())
			return exitOK
		case "bench":
			return runBench(args[1:], stdout, stderr)
		case "memory":
			return runMemory(args[1:], stdout, stderr)
		}
	}
	opt, err := parseArgs(args)
	if err != nil {
		fmt.Fprintf(stderr, "niso-run: %v\nTry niso-run help.\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if opt.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(opt.timeout))
		defer cancel()
	}
	if opt.growth != "" {
		return exitCode(runGrowth(ctx, opt, stdout, stderr), opt, stderr)
	}
	return exitCode(runPage(ctx, opt, stdin, stdout, stderr), opt, stderr)
}

// lockedWriter is for any goroutine: pages write to standard error from theirs.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// exitCode tells of an error and gives the process's exit code for it.
func exitCode(err error, o *options, stderr io.Writer) int {
	var growth *growthError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &growth):
		fmt.Fprintf(stderr, "niso-run: %v\n", err)
		return exitGrowth
	case errors.Is(err, context.DeadlineExceeded):
		var s *host.ScriptTimeoutError
		var stuck *host.StuckError
		if errors.As(err, &stuck) {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over, and the page does not stop: it is %s\n", time.Duration(time.Duration(o.timeout)), stuck.Doing)
		} else if errors.As(err, &s) {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over: a script was running in %s; raise --timeout if it is not an endless loop\n", time.Duration(time.Duration(o.timeout)), s.Where)
		} else {
			fmt.Fprintf(stderr, "niso-run: the %v of --timeout are over before all was done; raise it, or see with --time what takes so long\n", time.Duration(o.timeout))
		}
		return exitDeadline
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "niso-run: cancelled")
		return exitCancelled
	}
	fmt.Fprintf(stderr, "niso-run: %v\n", err)
	return exitError
}

func version() string {
	v := "niso-run (devel)"
	if bi, ok := debug.ReadBuildInfo(); ok {
		if bi.Main.Version != "" {
			v = "niso-run " + bi.Main.Version
		}
		v += " " + bi.GoVersion
	}
	return v
}
