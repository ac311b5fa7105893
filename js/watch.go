package js

import (
	"runtime/metrics"
	"sync"
	"time"
)

// watch ends a script that makes Go state without end (bytes of Blobs, messages that wait, lists of parameters), which the heap of the
// engine does not count: the script runs longer than watchEvery, and meanwhile what the collector of Go found alive
// grew by more than Options.HeapLimit. It is a backstop: what other pages make in that time is counted too.
type watch struct {
	mu      sync.Mutex
	timer   *time.Timer
	armed   bool
	running bool
	base    int64 // live bytes at the first look; -1 before
}

const watchEvery = 50 * time.Millisecond

// beginWatch and endWatch bracket the outermost entry from Go.
func (rt *Runtime) beginWatch() {
	if rt.opt.HeapLimit <= 0 || rt.closed {
		return
	}
	w := &rt.watch
	w.mu.Lock()
	w.running, w.base = true, -1
	switch {
	case w.timer == nil:
		w.timer = time.AfterFunc(watchEvery, rt.look)
	case !w.armed:
		w.timer.Reset(watchEvery)
	}
	w.armed = true
	w.mu.Unlock()
}

func (rt *Runtime) endWatch() {
	w := &rt.watch
	w.mu.Lock()
	w.running = false
	w.mu.Unlock()
}

// stop lets go of the runtime, which the timer holds until it runs.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running = false; w.timer != nil {
		w.timer.Stop()
		w.armed = false
	}
}

// look is what the timer runs.
func (rt *Runtime) look() {
	w := &rt.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.running {
		w.armed = false
		return
	}
	w.timer.Reset(watchEvery)
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	live := int64(s[0].Value.Uint64())
	switch {
	case w.base < 0:
		w.base = live
	case live-w.base > rt.opt.HeapLimit:
		rt.Interrupt(ErrHeapLimit)
	}
}
