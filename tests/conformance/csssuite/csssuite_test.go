package csssuite

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSuite(t *testing.T) {
	shared := os.Getenv("NISO_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "..", "shared")
	}
	dir := filepath.Join(shared, "suites", "css-parsing")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no css-parsing data: set NISO_SHARED to the folder that has suites/css-parsing")
	}
	passed, total, failures := Run(dir)
	for _, f := range failures {
		t.Error(f)
	}
	t.Logf("css-parsing: %d passed of %d", passed, total)
}
