//go:build niso_goja || !niso_vm

package js

import (
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/niso-engine/niso/internal/perf"
)

// OwnHeap says whether the engine has a heap of its own, whose collector must be told what Go code holds
// ([Class.Trace], [Runtime.OnTrace]). goja's objects are Go's: what is not traced lives all the same.
const OwnHeap = false

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

// heldTable counts platform objects that were made. goja has no finalizer that one object could have at a
// bearable price, so what was collected is not known here: the bindings, which know
// which nodes have wrappers, take back what their groups gave up ([Runtime.Dropped]).
type heldTable struct {
	counts map[*Class]*int64
	last   *Class
	n      *int64
}

func (h *heldTable) add(c *Class) {
	if c != h.last {
		if h.counts == nil {
			h.counts = map[*Class]*int64{}
		}
		p := h.counts[c]
		if p == nil {
			p = new(int64)
			h.counts[c] = p
		}
		h.last, h.n = c, p
	}
	*h.n++
}

// Dropped tells the runtime that n platform objects of class c were collected. The runtime's goroutine
// calls it, from what a group's cleanup queued.
func (rt *Runtime) Dropped(c *Class, n int) {
	if p := rt.held.counts[c]; p != nil {
		*p -= int64(n)
	}
}

// HeldHandles counts platform objects that were made and not reported dropped, by class, most first.
func (rt *Runtime) HeldHandles() (list []HeldCount) {
	for c, n := range rt.held.counts {
		if *n > 0 {
			list = append(list, HeldCount{c, *n})
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

// MemoryUsage are the runtime's figures by the names of NISO_JS_MEMORY. What the engine cannot know is left
// out rather than printed as zero: goja allocates from the process's heap, so malloc_size
// and malloc_count are the whole process's, and there are no counts by kind.
func (rt *Runtime) MemoryUsage() []KeyValue {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/objects:objects"}}
	metrics.Read(s)
	source, shared := rt.sourceBytes()
	limit := rt.opt.HeapLimit
	if limit == 0 {
		limit = -1
	}
	return []KeyValue{
		{"malloc_size", int64(s[0].Value.Uint64())},
		{"malloc_count", int64(s[1].Value.Uint64())},
		{"malloc_limit", limit},
		{"source_size", source},
		{"source_shared", shared},
	}
}

// sourceBytes are the bytes of source kept, and how many of them another realm of the runtime keeps too.
func (rt *Runtime) sourceBytes() (size, shared int64) {
	seen := map[*fileInfo]bool{}
	for _, r := range rt.Realms() {
		for w := range r.files {
			f := w.Value()
			switch {
			case f == nil:
			case seen[f]:
				shared += int64(f.bytes)
			default:
				seen[f] = true
				size += int64(f.bytes)
			}
		}
	}
	return size, shared
}

// Collect runs a full collection. With goja that is the process's.
func (rt *Runtime) Collect() {
	for _, r := range rt.Realms() {
		clear(r.calls[r.ncalls:])
		r.calls = r.calls[:r.ncalls:r.ncalls]
	}
	runtime.GC()
}

// ReportMemory adds the runtime's rows under prefix: what the façade itself keeps. Objects of goja
// are in the Go heap and cannot be told apart.
func (rt *Runtime) ReportMemory(rep *perf.Report, prefix string) {
	seen := map[*fileInfo]bool{}
	for _, r := range rt.Realms() {
		var maps int64
		for w := range r.files {
			f := w.Value()
			if f == nil || seen[f] {
				continue
			}
			seen[f] = true
			rep.Bytes(prefix+"/sources/source("+strings.ReplaceAll(f.name, "/", "\\")+")", int64(f.bytes), "Source text of a script, lowered text included.")
			if f.smap != nil {
				maps += int64(f.smap.bytes)
			}
		}
		rep.Bytes(prefix+"/source-maps", maps, "Source maps of lowered scripts.")
		rep.Bytes(prefix+"/glue", int64(cap(r.calls))*8+int64(len(r.calls))*256+int64(len(r.classes))*200, "Records of native calls and classes.")
	}
	rep.Count("live/script-roots", int64(len(rt.roots)), "Script values that Go code keeps alive.")
}
