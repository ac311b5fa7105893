//go:build !unix

package main

import "os"

// reportSignals ask for the memory report: there is none here.
var reportSignals []os.Signal
