//go:build unix

package main

import (
	"os"
	"syscall"
)

// reportSignals ask for the memory report.
var reportSignals = []os.Signal{syscall.SIGUSR1}
