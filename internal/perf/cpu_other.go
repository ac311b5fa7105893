//go:build !unix

package perf

import "time"

var begun = time.Now()

// CPUTime is the time since the process began, where the system's figure is not read.
func CPUTime() time.Duration { return time.Since(begun) }
