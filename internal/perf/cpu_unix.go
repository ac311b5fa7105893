//go:build unix

package perf

import (
	"syscall"
	"time"
)

// CPUTime is the processor time that the process has taken. Tests that bound work measure it: unlike the wall's it does not depend on what
// else the machine does.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
