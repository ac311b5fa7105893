package host

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// DefaultGrace is Options.Grace if nobody says otherwise.
const DefaultGrace = 3 * time.Second

// watch is what is known of the page's goroutine from outside.
type watch struct {
	goroutine atomic.Int64
	compiling atomic.Pointer[string] // the script that is being compiled
	stuck     atomic.Bool            // did not answer within grace, once
	grace     time.Duration          // Options.Grace
}

// patience is how long to wait for the page: one that did not answer before is not waited for again.
func (w *watch) patience() time.Duration {
	if w.stuck.Load() {
		return w.grace / 10
	}
	return w.grace
}

// StuckError: the page was told to stop, and does not: it is in something that cannot be interrupted.
type StuckError struct {
	Doing string // what it does: "compiling https://…"
	Stack string // of the page's goroutine
	Err   error  // why it was told to stop: the context's error, or ErrClosed
}

func (e *StuckError) Error() string {
	return fmt.Sprintf("%v, and the page does not stop: it is %s", e.Err, e.Doing)
}
func (e *StuckError) Unwrap() error { return e.Err }

// stuck is the error of a page that does not answer.
func (p *Page) stuck(err error) error {
	p.watch.stuck.Store(true)
	stack := stackOf(p.watch.goroutine.Load())
	e := &StuckError{Doing: doing(stack), Stack: stack, Err: err}
	if s := p.watch.compiling.Load(); s != nil {
		e.Doing = "compiling " + *s
	}
	return e
}

// activities are the packages whose functions say what a page does, by the innermost frame of a stack.
var activities = [...]struct{ in, doing string }{
	{"js.Compile", "compiling a script"}, {"js.(*Realm)", "running a script"}, {"style", "computing styles"}, {"layout", "laying out"},
	{"paint/raster", "rasterizing"}, {"paint", "painting"}, {"dom/html", "parsing"}, {"dom", "changing the document"},
}

// doing says in words what the innermost known function of a stack does.
func doing(stack string) string {
	const module = "github.com/niso-engine/niso/"
	for line := range strings.Lines(stack) {
		name, ok := strings.CutPrefix(line, module)
		if !ok {
			continue
		}
		for _, a := range activities {
			if rest, ok := strings.CutPrefix(name, a.in); ok && (strings.Contains(a.in, ".") || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "/")) {
				return a.doing
			}
		}
	}
	return "busy in the engine"
}

// goroutineID is the number of the calling goroutine, as stacks give it.
func goroutineID() int64 {
	var b [64]byte
	return parseGoroutineID(b[:runtime.Stack(b[:], false)])
}

func parseGoroutineID(stack []byte) int64 {
	s, _, _ := bytes.Cut(bytes.TrimPrefix(stack, []byte("goroutine ")), []byte(" "))
	n, _ := strconv.ParseInt(string(s), 10, 64)
	return n
}

// stackOf is the stack of a goroutine; "" where it is not found. All goroutines stop for the time it takes.
func stackOf(id int64) string {
	b := make([]byte, 1<<20)
	b = b[:runtime.Stack(b, true)]
	for _, s := range bytes.Split(b, []byte("\n\n")) {
		if parseGoroutineID(s) == id {
			return string(s)
		}
	}
	return ""
}
