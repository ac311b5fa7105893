package host

import (
	"fmt"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/niso-engine/niso/internal/perf"
	"github.com/niso-engine/niso/internal/stop"
	"github.com/niso-engine/niso/js/bind"
)

// Limits.PageBytes: a page that takes more ends.
//
// What a page takes is the sum of its rows of the memory report. To make them costs some time, so that they are looked at only when the heap of the whole
// process, which the Go runtime knows at once, is larger than one page may be: twenty times a second while a page works, by what its passes poll and
// between its tasks, when the document grows, which a script may do in a single task, and when a call of the embedder is done.

// memoryTick is how often the heap of the process is looked at.
const memoryTick = 50 * time.Millisecond

// watchMemory asks pages that work to measure themselves, while any does. It ends when the browser is closed.
func (b *Browser) watchMemory() {
	tick := time.NewTicker(memoryTick)
	defer tick.Stop()
	for {
		tick.Stop()
		select {
		case <-b.ended:
			return
		case <-b.working:
		}
		tick.Reset(memoryTick)
		for idle := 0; idle < 4; {
			select {
			case <-b.ended:
				return
			case <-tick.C:
			}
			idle++
			over := heapBytes() > b.opt.Limits.PageBytes
			for _, p := range b.Pages() {
				if p.loop.working.Load() {
					idle = 0
					if over {
						p.stop.Set(stop.Measure)
					}
				}
			}
		}
	}
}

// heapBytes is what the process has allocated, with what is garbage by now and not yet freed.
func heapBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// measure ends the page if it takes more than it may, with those that it shares its heap with; on the page's goroutine, in the middle of anything.
func (a *agent) measure() {
	limit := a.browser.opt.Limits.PageBytes
	if limit < 0 || a.ctx.Err() != nil || a.first() == nil {
		return
	}
	begun := time.Now()
	if begun.Before(a.measureAgain) || heapBytes() <= limit {
		return
	}
	r := &perf.Report{}
	for _, p := range a.pages {
		if p.top == nil {
			continue
		}
		p.reportMemory(r)
		for _, f := range p.framesInOrder() {
			f.pictures.reportPixels(r, a.browser.images)
		}
	}
	var n int64
	parts := map[string]int64{}
	for _, row := range r.Rows {
		if row.Units == perf.Bytes {
			n += row.Amount
			parts[partOf(row.Path)] += row.Amount
		}
	}
	now := time.Now()
	a.measureAgain = now.Add(20 * now.Sub(begun)) // at most a twentieth of the time
	if n > limit {
		a.end(&CrashError{URL: a.url(), Reason: fmt.Sprintf("it takes %s, which is more than %s (Limits.PageBytes): %s", megabytes(n), megabytes(limit), largest(parts))})
	}
}

// end ends the pages for a reason; on their goroutine.
func (a *agent) end(why *CrashError) {
	a.crash = why
	a.say(bind.ConsoleMessage{Level: bind.ConsoleError, Text: why.Error()})
	a.cancel()
	a.stop.Set(stop.Closing)
	a.runtime.Interrupt(why)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// partOf is what a row of a page is of: dom, style, layout, …
func partOf(path string) string {
	if _, rest, ok := strings.Cut(path, "/active/window("); ok {
		if _, rest, ok = strings.Cut(rest, ")/"); ok {
			path = rest
		}
	}
	part, _, _ := strings.Cut(path, "/")
	if strings.HasPrefix(part, "js-realm(") {
		return "script"
	}
	return part
}

// largest tells of the three largest parts.
func largest(parts map[string]int64) string {
	var names []string
	for k := range parts {
		names = append(names, k)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := parts[b] - parts[a]; d != 0 {
			return int(max(-1, min(1, d)))
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	for i, k := range names[:min(3, len(names))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", k, megabytes(parts[k]))
	}
	return b.String()
}
