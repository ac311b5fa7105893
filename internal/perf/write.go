package perf

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"sort"
	"strings"
)

// Segment is a name as one segment of a path: '/' is written '\'.
func Segment(s string) string { return strings.ReplaceAll(s, "/", `\`) }

// AddProcess adds what the process as a whole takes: the Go heap and its overhead, resident memory, and what no reporter
// claimed. It must be called last, after all reporters.
func (r *Report) AddProcess() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/metadata/other:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/memory/classes/os-stacks:bytes"}, {Name: "/memory/classes/profiling/buckets:bytes"}}
	metrics.Read(s)
	get := func(i int) int64 { return int64(s[i].Value.Uint64()) }
	claimed := int64(0)
	for i := range r.Rows {
		w := &r.Rows[i]
		if w.Units == Bytes && w.Kind == Heap && strings.HasPrefix(w.Path, "explicit/") {
			claimed += w.Amount
		}
	}
	r.MappedBytes("explicit/heap-overhead/free-spans", get(0), "Heap pages that are free and not given back.")
	r.MappedBytes("explicit/heap-overhead/unused-in-spans", get(1), "Space in heap pages in use that holds no object.")
	r.MappedBytes("explicit/go/gc-metadata", get(3), "The collector's own tables.")
	r.MappedBytes("explicit/go/stacks", get(4), "Stacks of goroutines.")
	r.MappedBytes("explicit/go/os-stacks", get(5), "Stacks of threads.")
	r.MappedBytes("explicit/go/profiling", get(6), "Profiling buckets.")
	if rest := int64(m.HeapAlloc) - claimed; rest > 0 {
		r.Bytes("explicit/heap-unclassified", rest, "Heap bytes that no row claims: garbage not collected yet, and what nobody counts. Without a heap profile the script engine's heap and the tables made at start are among them.")
	}
	r.Other("heap-allocated", Bytes, int64(m.HeapAlloc), "Bytes of heap objects, garbage included.")
	r.Other("heap-committed/allocated", Bytes, int64(m.HeapInuse), "Heap pages in use.")
	r.Other("heap-committed/overhead", Bytes, int64(m.HeapSys-m.HeapReleased-m.HeapInuse), "Heap pages held for later.")
	r.Other("go-heap-released", Bytes, get(2), "Heap pages given back to the system.")
	r.Count("gc-cycles", int64(m.NumGC), "Collections so far.")
	r.Other("gc-cpu-percent", Percentage, int64(m.GCCPUFraction*10000), "Share of the processor time that the collector took.")
	r.Count("live/goroutines", int64(runtime.NumGoroutine()), "Goroutines.")
	for _, f := range residentFigures() {
		r.Other(f.path, Bytes, f.amount, f.description)
	}
}

type figure struct {
	path        string
	amount      int64
	description string
}

// residentFigures reads the system's figures of the process where it has them in /proc.
func residentFigures() (l []figure) {
	kb := func(file, key string) int64 {
		b, err := os.ReadFile(file)
		if err != nil {
			return 0
		}
		for _, line := range strings.Split(string(b), "\n") {
			if v, ok := strings.CutPrefix(line, key); ok {
				var n int64
				if _, err := fmt.Sscan(strings.TrimSpace(v), &n); err == nil {
					return n * 1024
				}
			}
		}
		return 0
	}
	if n := kb("/proc/self/status", "VmRSS:"); n > 0 {
		l = append(l, figure{"resident", n, "Memory that is resident, shared pages included."},
			figure{"resident-peak", kb("/proc/self/status", "VmHWM:"), "The largest resident size so far."},
			figure{"vsize", kb("/proc/self/status", "VmSize:"), "Address space."})
	}
	if n := kb("/proc/self/smaps_rollup", "Private_Dirty:"); n > 0 {
		l = append(l, figure{"resident-unique", n + kb("/proc/self/smaps_rollup", "Private_Clean:"), "Memory that is resident and of this process alone."})
	}
	return l
}

// jsonReport is a memory report as Firefox's about:memory loads it.
type jsonReport struct {
	Version                int       `json:"version"`
	HasMozMallocUsableSize bool      `json:"hasMozMallocUsableSize"`
	Reports                []jsonRow `json:"reports"`
}

type jsonRow struct {
	Process     string `json:"process"`
	Path        string `json:"path"`
	Kind        Kind   `json:"kind"`
	Units       Units  `json:"units"`
	Amount      int64  `json:"amount"`
	Description string `json:"description"`
}

// WriteJSON writes the report in the format of about:memory.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{Version: 1, HasMozMallocUsableSize: true, Reports: make([]jsonRow, len(r.Rows))}
	process := fmt.Sprintf("%s (pid %d)", orElse(r.Process, "niso"), os.Getpid())
	for i, row := range r.Rows {
		out.Reports[i] = jsonRow{process, row.Path, row.Kind, row.Units, row.Amount, row.Description}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func orElse(s, d string) string {
	if s == "" {
		return d
	}
	return s
}

// ReadJSON reads a report that WriteJSON, or Firefox, wrote.
func ReadJSON(rd io.Reader) (*Report, error) {
	var in jsonReport
	if err := json.NewDecoder(rd).Decode(&in); err != nil {
		return nil, fmt.Errorf("not a memory report: %w", err)
	}
	if in.Version != 1 {
		return nil, fmt.Errorf("a memory report of version %d; version 1 is understood", in.Version)
	}
	r := &Report{}
	for _, row := range in.Reports {
		r.Process = row.Process
		r.Rows = append(r.Rows, Row{row.Path, row.Kind, row.Units, row.Amount, row.Description})
	}
	return r, nil
}

// CheckFileName is an error where a name asks for a format of memory that is not written.
func CheckFileName(name string) error {
	for _, end := range [...]string{".trace.json", ".heapsnapshot"} {
		if strings.HasSuffix(name, end) {
			return fmt.Errorf("memory is not written as *%s; give a name that ends in .json, .json.gz, .pb.gz (pprof) or .txt", end)
		}
	}
	return nil
}

// WriteFile writes the report in the format that the name's ending asks for: .json, .json.gz, or text. Where it ends in .pb.gz the file is not the report but
// the heap profile of the process, for pprof.
func (r *Report) WriteFile(name string) (err error) {
	if err := CheckFileName(name); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	switch {
	case strings.HasSuffix(name, ".json.gz"):
		z := gzip.NewWriter(f)
		if err := r.WriteJSON(z); err != nil {
			return err
		}
		return z.Close()
	case strings.HasSuffix(name, ".json"):
		return r.WriteJSON(f)
	case strings.HasSuffix(name, ".pb.gz"):
		return pprof.Lookup("heap").WriteTo(f, 0)
	}
	return r.WriteText(f)
}

// node is a node of the report's trees.
type node struct {
	name     string
	amount   int64
	units    Units
	count    int // rows with this very path
	leaf     bool
	children []*node
}

func (n *node) child(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &node{name: name}
	n.children = append(n.children, c)
	return c
}

// trees builds a tree for each first segment.
func (r *Report) trees() []*node {
	root := &node{}
	for _, row := range r.Rows {
		n := root
		for _, s := range strings.Split(row.Path, "/") {
			n = n.child(s)
			n.units = row.Units
			n.amount += row.Amount
		}
		n.leaf = true
		n.count++
	}
	sort.SliceStable(root.children, func(i, j int) bool {
		a, b := root.children[i], root.children[j]
		if (a.name == "explicit") != (b.name == "explicit") {
			return a.name == "explicit"
		}
		if (len(a.children) > 0) != (len(b.children) > 0) {
			return len(a.children) > 0
		}
		return a.name < b.name
	})
	return root.children
}

// WriteText writes the report as about:memory shows it: largest first, what is under 1 % of its root
// folded, chains of single children on one line. MB is 2^20 bytes.
func (r *Report) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, t := range r.trees() {
		total := t.amount
		if len(t.children) == 0 {
			fmt.Fprintf(b, "%s ── %s\n", amount(t.units, t.amount), t.name)
			continue
		}
		fmt.Fprintf(b, "%s (100.0%%) -- %s\n", amount(t.units, total), t.name)
		writeChildren(b, t, total, "")
		b.WriteByte('\n')
	}
	return b.Flush()
}

func writeChildren(b *bufio.Writer, n *node, total int64, indent string) {
	kids := append([]*node(nil), n.children...)
	sort.SliceStable(kids, func(i, j int) bool {
		if a, b := abs(kids[i].amount), abs(kids[j].amount); a != b {
			return a > b
		}
		return kids[i].name < kids[j].name
	})
	shown := kids
	for i, k := range kids {
		if abs(k.amount)*100 < abs(total) && len(kids)-i >= 2 {
			var sum int64
			for _, t := range kids[i:] {
				sum += t.amount
			}
			shown = append(append([]*node(nil), kids[:i]...), &node{name: fmt.Sprintf("(%d tiny)", len(kids)-i), amount: sum, units: n.units, children: nil, count: -1})
			break
		}
	}
	width := 0
	for _, k := range shown {
		width = max(width, len(amount(k.units, k.amount)))
	}
	for i, k := range shown {
		branch, next := "├──", indent+"│  "
		if i == len(shown)-1 {
			branch, next = "└──", indent+"   "
		}
		name := k.name
		for len(k.children) == 1 && !k.leaf {
			k = k.children[0]
			name += "/" + k.name
		}
		mark := "──"
		switch {
		case k.count < 0:
			mark = "++"
		case len(k.children) > 0 && largest(k)*100 < abs(total):
			mark = "++"
		case len(k.children) > 0:
			mark = "--"
		}
		times := ""
		if k.count > 1 {
			times = fmt.Sprintf(" [%d]", k.count)
		}
		a := amount(k.units, k.amount)
		fmt.Fprintf(b, "%s%s%s%s (%05.2f%%) %s %s%s\n", indent, branch, strings.Repeat("─", width-len(a)), a, 100*float64(k.amount)/float64(max(1, abs(total))), mark, name, times)
		if mark == "--" {
			writeChildren(b, k, total, next)
		}
	}
}

func largest(n *node) (m int64) {
	for _, c := range n.children {
		m = max(m, abs(c.amount))
	}
	return m
}

func amount(u Units, n int64) string {
	switch u {
	case Bytes:
		return fmt.Sprintf("%.2f MB", float64(n)/(1<<20))
	case Percentage:
		return fmt.Sprintf("%.2f%%", float64(n)/100)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Memory is the process's memory as the system counts it, in bytes; 0 where it does not say.
type Memory struct{ Resident, Peak int64 }

// ResidentMB is Resident in MB of 2^20 bytes.
func (m Memory) ResidentMB() float64 { return float64(m.Resident) / (1 << 20) }

// PeakMB is Peak in MB of 2^20 bytes.
func (m Memory) PeakMB() float64 { return float64(m.Peak) / (1 << 20) }

// Footprint reads the process's memory.
func Footprint() (m Memory) {
	for _, f := range residentFigures() {
		switch f.path {
		case "resident":
			m.Resident = f.amount
		case "resident-peak":
			m.Peak = f.amount
		}
	}
	if m.Resident == 0 {
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		m.Resident, m.Peak = int64(s.Sys-s.HeapReleased), int64(s.Sys)
	}
	return m
}

// GiveBack collects garbage and gives free memory back to the system.
func GiveBack() { debug.FreeOSMemory() }

var volatile = regexp.MustCompile(`0x[0-9a-f]+|\bid=\d+|\bpid \d+|\btid \d+`)

// Diff is what b has more than a, by path; process ids, addresses and serials are made alike first.
func Diff(a, b *Report) *Report {
	type key struct {
		path  string
		kind  Kind
		units Units
	}
	sums := make(map[key]int64)
	var order []key
	add := func(r *Report, sign int64) {
		for _, w := range r.Rows {
			k := key{volatile.ReplaceAllString(w.Path, "NNN"), w.Kind, w.Units}
			if _, ok := sums[k]; !ok {
				order = append(order, k)
			}
			sums[k] += sign * w.Amount
		}
	}
	add(a, -1)
	add(b, 1)
	d := &Report{Process: b.Process}
	for _, k := range order {
		if n := sums[k]; n != 0 {
			d.Rows = append(d.Rows, Row{Path: k.path, Kind: k.kind, Units: k.units, Amount: n})
		}
	}
	return d
}

func abs(n int64) int64 { return max(n, -n) }
