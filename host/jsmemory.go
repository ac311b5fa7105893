package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// What NISO_JS_MEMORY and NISO_JS_HELD ask for: lines about the script heaps of all pages on standard error.
//
// NISO_JS_MEMORY=SECONDS collects garbage and prints one line of key=value pairs for each runtime, at most every SECONDS, at the end of a
// microtask checkpoint, and when the runtime is freed. NISO_JS_HELD=1 prints after each of these collections the objects that script holds, by
// interface.
type jsMemory struct {
	every time.Duration // 0: off
	held  bool
	last  time.Time
}

func newJSMemory() (m jsMemory) {
	m.held = os.Getenv("NISO_JS_HELD") == "1"
	v := os.Getenv("NISO_JS_MEMORY")
	if v == "" {
		if m.held {
			m.every = time.Minute
		}
		return m
	}
	s, err := strconv.ParseFloat(v, 64)
	if err != nil || s <= 0 {
		fmt.Fprintf(os.Stderr, "niso: NISO_JS_MEMORY=%s: want seconds, as in 60\n", v)
		return m
	}
	m.every = time.Duration(s * float64(time.Second))
	return m
}

// printJSMemory prints the lines if they are due; why says what brought them about.
func (a *agent) printJSMemory(why string) {
	m := &a.jsMemory
	if m.every == 0 || why == "checkpoint" && time.Since(m.last) < m.every {
		return
	}
	m.last = time.Now()
	a.runtime.Collect()
	a.world.EndTask()
	var b strings.Builder
	fmt.Fprintf(&b, "niso-js-memory %s %s t=%.3f", a.url(), why, a.loop.clock.Now().Seconds())
	for _, kv := range a.runtime.MemoryUsage() {
		fmt.Fprintf(&b, " %s=%d", kv.Key, kv.Value)
	}
	b.WriteByte('\n')
	if m.held {
		for _, h := range a.runtime.HeldHandles() {
			if h.Count > 0 {
				fmt.Fprintf(&b, "niso-js-held %s %s %d\n", a.url(), h.Class.Name, h.Count)
			}
		}
	}
	_, _ = os.Stderr.WriteString(b.String())
}
