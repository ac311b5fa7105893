package js

import (
	"slices"
	"strings"

	"github.com/niso-engine/niso/internal/perf"
)

// KeyValue is one figure of [Runtime.MemoryUsage].
type KeyValue struct {
	Key   string
	Value int64
}

// HeldCount is a number of platform objects of one class.
type HeldCount struct {
	Class *Class
	Count int64
}

// HeldHandles counts the platform objects that the last collection reached or that were made since, by class, most first.
func (rt *Runtime) HeldHandles() (list []HeldCount) {
	if rt.closed {
		return nil
	}
	for number, n := range rt.vm.HeldHosts() {
		if c := rt.classes[number]; n > 0 && c != nil {
			list = append(list, HeldCount{c, int64(n)})
		}
	}
	slices.SortFunc(list, func(a, b HeldCount) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return strings.Compare(a.Class.Name, b.Class.Name)
	})
	return list
}

// MemoryUsage are the runtime's figures by the names of NISO_JS_MEMORY. Counts are of what the last collection reached and of what was
// made since.
func (rt *Runtime) MemoryUsage() []KeyValue {
	if rt.closed {
		return nil
	}
	usage := rt.vm.MemoryUsage()
	list := make([]KeyValue, len(usage))
	for i, u := range usage {
		list[i] = KeyValue{u.Key, int64(u.Value)}
	}
	return list
}

// Collect runs a full collection, and gives back what is free. While script runs it is put off to where the engine can.
func (rt *Runtime) Collect() {
	if rt.closed {
		return
	}
	if rt.depth == 0 {
		clear(rt.calls[rt.ncalls:])
		rt.calls = rt.calls[:rt.ncalls:rt.ncalls]
	}
	rt.vm.Collect()
}

// ReportMemory adds the runtime's rows under prefix: its heap by kind, exactly, what lies outside of it, and the sources of its scripts.
func (rt *Runtime) ReportMemory(rep *perf.Report, prefix string) {
	if rt.closed {
		return
	}
	for _, row := range rt.vm.MemoryRows() {
		add := rep.Bytes
		if row.Cells {
			add = rep.MappedBytes
		}
		add(prefix+"/"+row.Path, int64(row.Bytes), row.Description)
	}
	glue := cap(rt.calls)*8 + len(rt.calls)*192 + cap(rt.classes)*8 + cap(rt.numbers)*2
	for _, r := range rt.realms {
		glue += cap(r.classes) * 8
	}
	rep.Bytes(prefix+"/glue", int64(glue), "Records of native calls and classes.")
	rep.Count("live/realms", int64(rt.vm.Realms()), "Global objects and what belongs to each: those of windows, also of windows that are gone and held by script.")
	rep.Count("live/script-roots", int64(len(rt.roots)), "Script values that Go code keeps alive.")
}
