package perf

import (
	"encoding/json"
	"io"
	"os"
)

// traceEvent is one event of Chrome's trace format, which Perfetto and DevTools open.
type traceEvent struct {
	Name string  `json:"name"`
	Cat  string  `json:"cat"`
	Ph   string  `json:"ph"`
	TS   float64 `json:"ts"`
	Dur  float64 `json:"dur,omitempty"`
	PID  int     `json:"pid"`
	TID  int     `json:"tid"`
	Args any     `json:"args,omitempty"`
}

// WriteTrace writes the recorded spans as Chrome trace events.
func (t *Timers) WriteTrace(w io.Writer) error {
	pid := os.Getpid()
	events := []traceEvent{
		{Name: "process_name", Ph: "M", PID: pid, TID: 1, Args: map[string]string{"name": "niso"}},
		{Name: "thread_name", Ph: "M", PID: pid, TID: 1, Args: map[string]string{"name": "page"}},
	}
	for _, s := range t.Spans() {
		events = append(events, traceEvent{Name: s.Phase.String(), Cat: "niso", Ph: "X", TS: float64(s.Start.Nanoseconds()) / 1000, Dur: float64(s.Dur.Nanoseconds()) / 1000, PID: pid, TID: 1})
	}
	return json.NewEncoder(w).Encode(map[string]any{"traceEvents": events, "displayTimeUnit": "ms"})
}
