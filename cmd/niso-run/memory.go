package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/niso-engine/niso/internal/perf"
)

// runMemory is niso-run memory diff A B.
func runMemory(args []string, stdout, stderr io.Writer) int {
	if len(args) != 3 || args[0] != "diff" {
		fmt.Fprintln(stderr, "niso-run: want niso-run memory diff A.json[.gz] B.json[.gz]")
		return exitUsage
	}
	var r [2]*perf.Report
	for i, name := range args[1:] {
		var err error
		if r[i], err = readReport(name); err != nil {
			fmt.Fprintf(stderr, "niso-run: %s: %v\n", name, err)
			return exitError
		}
	}
	if err := perf.Diff(r[0], r[1]).WriteText(stdout); err != nil {
		fmt.Fprintf(stderr, "niso-run: %v\n", err)
		return exitError
	}
	return exitOK
}

func readReport(name string) (*perf.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		if pe, ok := errors.AsType[*os.PathError](err); ok { // the caller names the file
			err = pe.Err
		}
		return nil, err
	}
	defer f.Close()
	var rd io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		rd = z
	}
	r, err := perf.ReadJSON(rd)
	if err != nil {
		return nil, fmt.Errorf("%w; reports to compare are those of --memory-report NAME.json", err)
	}
	return r, nil
}
