// Package atstart sets what has to be set before other packages make their tables: it imports little, so that it is initialized before them.
package atstart

import (
	"os"
	"runtime"
	"strings"
)

// ProfileRate is the sampling of the heap profile, in bytes a sample, when a memory report was asked for.
const ProfileRate = 512

// Before is how many bytes of the heap the packages took that were initialized before this one, which the heap profile does not see; 0 where no
// memory report was asked for.
var Before int64

// The heap profile costs 1.4 MB and some time, and only a memory report reads it.
func init() {
	runtime.MemProfileRate = 0
	if os.Getenv("NISO_MEMORY_REPORT") != "" {
		runtime.MemProfileRate = ProfileRate
	}
	for _, a := range os.Args[min(1, len(os.Args)):] {
		if name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "="); name == "memory-report" && a[0] == '-' {
			runtime.MemProfileRate = ProfileRate
		}
	}
	if runtime.MemProfileRate != 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		Before = int64(m.HeapAlloc)
	}
}
