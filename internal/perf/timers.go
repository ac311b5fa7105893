package perf

import (
	"fmt"
	"strings"
	"time"
)

// Phase names one pass of the pipeline.
type Phase uint8

const (
	Load Phase = iota // waiting for bytes
	Parse
	Script
	Style
	Layout
	Paint
	Raster
	Composite
	Encode // picture to PNG
	phaseCount
)

var phaseNames = [phaseCount]string{"load", "parse", "script", "style", "layout", "paint", "raster", "composite", "encode"}

func (p Phase) String() string { return phaseNames[p] }

// Span is one run of a phase.
type Span struct {
	Phase      Phase
	Start, Dur time.Duration // since the timers' start
}

// Timers add up the time of each phase of one page. Only the page's loop
// starts and ends phases; phases nest, and the outer one is charged only for what the inner
// one did not take.
type Timers struct {
	start  time.Time
	self   [phaseCount]time.Duration
	runs   [phaseCount]int
	stack  []open
	record bool
	spans  []Span
}

type open struct {
	phase Phase
	begin time.Time
	inner time.Duration
}

// NewTimers starts the clock. With record each span is kept for a trace.
func NewTimers(record bool) *Timers { return &Timers{start: time.Now(), record: record} }

// Begin starts a phase; the returned Timers is t, for `defer t.Begin(perf.Style).End()`.
func (t *Timers) Begin(p Phase) *Timers {
	if t != nil {
		t.stack = append(t.stack, open{phase: p, begin: time.Now()})
	}
	return t
}

// End ends the phase begun last.
func (t *Timers) End() {
	if t == nil || len(t.stack) == 0 {
		return
	}
	o := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	d := time.Since(o.begin)
	t.self[o.phase] += d - o.inner
	t.runs[o.phase]++
	if n := len(t.stack); n > 0 {
		t.stack[n-1].inner += d
	}
	if t.record {
		t.spans = append(t.spans, Span{o.phase, o.begin.Sub(t.start), d})
	}
}

// Total is the time that the phase itself took, and how often it ran.
func (t *Timers) Total(p Phase) (time.Duration, int) {
	if t == nil {
		return 0, 0
	}
	return t.self[p], t.runs[p]
}

// Spans are the recorded runs, in order of their ends.
func (t *Timers) Spans() []Span {
	if t == nil {
		return nil
	}
	return t.spans
}

// String lists the phases that ran, in pipeline order.
func (t *Timers) String() string {
	var b strings.Builder
	for p := range phaseCount {
		if d, n := t.Total(p); n > 0 {
			fmt.Fprintf(&b, "%-10s %9.2f ms  %d\n", p, float64(d.Microseconds())/1000, n)
		}
	}
	return b.String()
}
