package perf

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
)

// HeapOwner is somebody whose bytes only the heap profile tells: what packages allocated that is still alive.
type HeapOwner struct {
	Packages    []string // import paths; packages below them count too
	Path        string   // of the row
	Description string
	// Counted are parts of the paths of rows that count some of these bytes already: they are taken off.
	Counted []string
}

// MaxProfileRate is the coarsest sampling of the heap profile, in bytes a sample, that rows are made from: with 2,000 samples a MB an
// owner of 100 KB is known within a tenth.
const MaxProfileRate = 512

// BeforeProfile is how many bytes the program's tables took when the heap profile was switched on; whoever switches it on sets it.
var BeforeProfile int64

// AddHeapProfile adds the bytes of owners, and those of tables that packages made when the program started, by the runtime's heap profile
// as of the last collection. It adds nothing when the profile is off or coarser than MaxProfileRate (runtime.MemProfileRate is to be set
// before anything allocates). Call it after all reporters.
func (r *Report) AddHeapProfile(owners []HeapOwner) {
	rate := runtime.MemProfileRate
	if r == nil || rate <= 0 || rate > MaxProfileRate {
		return
	}
	var records []runtime.MemProfileRecord
	for n, _ := runtime.MemProfile(nil, false); ; {
		records = make([]runtime.MemProfileRecord, n+64)
		var ok bool
		if n, ok = runtime.MemProfile(records, false); ok {
			records = records[:n]
			break
		}
	}
	var static float64
	sums := make([]float64, len(owners))
	for i := range records {
		pkg, atStart := allocator(records[i].Stack())
		bytes := unsampled(records[i].InUseObjects(), records[i].InUseBytes(), rate)
		if atStart {
			static += bytes
			continue
		}
		if o := slices.IndexFunc(owners, func(o HeapOwner) bool { return o.owns(pkg) }); o >= 0 {
			sums[o] += bytes
		}
	}
	how := fmt.Sprintf(" Measured by who allocated it, in the heap profile (one sample in %d bytes).", rate)
	if rate == 1 {
		how = " Measured by who allocated it, in the heap profile."
	}
	r.Bytes("explicit/static-tables", BeforeProfile+int64(static), "Tables that packages made when the program started: names, properties, interfaces, characters."+how)
	for i, o := range owners {
		n := int64(sums[i])
		for _, w := range r.Rows {
			if w.Units == Bytes && w.Kind == Heap && slices.ContainsFunc(o.Counted, func(s string) bool { return strings.Contains(w.Path, s) }) {
				n -= w.Amount
			}
		}
		r.Bytes(o.Path, max(0, n), o.Description+how)
	}
	runtime.GC() // the records are large: they are not to count as heap that nobody claims
}

func (o *HeapOwner) owns(pkg string) bool {
	return slices.ContainsFunc(o.Packages, func(p string) bool { return pkg == p || strings.HasPrefix(pkg, p) && pkg[len(p)] == '/' })
}

// allocator is the package on whose behalf a stack allocates: the innermost that is not of the standard library. atStart: the program was
// initializing its packages.
func allocator(stack []uintptr) (pkg string, atStart bool) {
	frames := runtime.CallersFrames(stack)
	for {
		f, more := frames.Next()
		if f.Function == "runtime.doInit1" {
			return pkg, true
		}
		if pkg == "" {
			if p := packageOf(f.Function); strings.Contains(p, ".") {
				pkg = p
			}
		}
		if !more {
			return pkg, false
		}
	}
}

// packageOf is the import path of a function's package.
func packageOf(function string) string {
	function, _, _ = strings.Cut(function, "[") // type arguments have paths of their own
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}

// unsampled is how many bytes stand behind sampled ones: an object of n bytes is sampled with the probability 1-exp(-n/rate).
func unsampled(objects, bytes int64, rate int) float64 {
	if objects <= 0 || bytes <= 0 || rate <= 1 {
		return float64(max(0, bytes))
	}
	return float64(bytes) / (1 - math.Exp(-float64(bytes)/float64(objects)/float64(rate)))
}
