// Package perf measures the engine from inside: how long each pass takes, and which
// subsystem owns which byte.
//
// A [Report] is the tree of memory that about:memory shows: each owner adds rows
// under `/`-separated paths. [Timers] add up the time of a page's passes, and record them
// as spans for a trace when one is asked for. All methods work on nil receivers, so
// that code which measures needs no condition.
package perf

// Kind says where the bytes of a row live, as in Firefox's memory reports.
type Kind uint8

const (
	NonHeap Kind = iota // mapped files, stacks: not from the Go heap
	Heap                // from the Go heap
	Other               // neither: counts, totals that the tree does not add up
)

// Units of a row's amount.
type Units uint8

const (
	Bytes Units = iota
	Count
	CountCumulative
	Percentage // in hundredths of a percent
)

// Row is one line of a report.
type Row struct {
	Path        string // segments split by '/'; a '/' within a segment is written '\'
	Kind        Kind
	Units       Units
	Amount      int64
	Description string // a sentence, ending in a full stop
}

// Report collects the rows of one memory report. The zero value is empty.
// It is used by one goroutine.
type Report struct {
	Process string
	Rows    []Row
}

// Bytes adds heap bytes under path, in the size that the allocator gave out (cap, not
// len). A zero amount adds nothing.
func (r *Report) Bytes(path string, amount int64, description string) {
	r.add(path, Heap, Bytes, amount, description)
}

// MappedBytes adds bytes that are not on the Go heap.
func (r *Report) MappedBytes(path string, amount int64, description string) {
	r.add(path, NonHeap, Bytes, amount, description)
}

// Count adds a number of things.
func (r *Report) Count(path string, n int64, description string) {
	r.add(path, Other, Count, n, description)
}

// Other adds bytes that stand outside the explicit tree, such as a total.
func (r *Report) Other(path string, u Units, amount int64, description string) {
	r.add(path, Other, u, amount, description)
}

func (r *Report) add(path string, k Kind, u Units, n int64, description string) {
	if r == nil || n == 0 {
		return
	}
	r.Rows = append(r.Rows, Row{path, k, u, n, description})
}

// SumUnder adds up the heap and non-heap bytes of the rows whose path begins with prefix.
func (r *Report) SumUnder(prefix string) (n int64) {
	for i := range r.Rows {
		if w := &r.Rows[i]; w.Units == Bytes && w.Kind != Other && len(w.Path) >= len(prefix) && w.Path[:len(prefix)] == prefix {
			n += w.Amount
		}
	}
	return n
}
