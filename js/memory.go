package js

import "github.com/niso-engine/niso/internal/perf"

// KeyValue is one figure of [Runtime.MemoryUsage].
type KeyValue struct {
	Key   string
	Value int64
}

// HeldCount is a number of live platform objects of one class.
type HeldCount struct {
	Class *Class
	Count int64
}

// MemoryUsage are the runtime's figures by the names of NISO_JS_MEMORY, in their order. What the
// engine cannot know is left out rather than printed as zero.
func (rt *Runtime) MemoryUsage() []KeyValue { panic("TODO") }

// HeldHandles counts platform objects that were made and not yet collected, by class.
func (rt *Runtime) HeldHandles() []HeldCount { panic("TODO") }

// Collect runs a full collection. With goja that is the process's.
func (rt *Runtime) Collect() { panic("TODO") }

// ReportMemory adds the runtime's rows under prefix.
func (rt *Runtime) ReportMemory(rep *perf.Report, prefix string) { panic("TODO") }
