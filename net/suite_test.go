package net_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/tests/conformance/urlsuite"
)

// suites finds the folder of the outside suites, or skips.
func suites(t testing.TB, sub string) string {
	t.Helper()
	root := os.Getenv("NISO_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	dir := filepath.Join(root, "suites", sub)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the outside suite is not here (set NISO_SHARED): %v", err)
	}
	return dir
}

func TestURLSuite(t *testing.T) {
	for _, p := range urlsuite.Parts(suites(t, "url")) {
		t.Logf("%s: %d passed of %d", p.Name, p.Passed, p.Total)
		for _, f := range p.Failures {
			t.Error(f)
		}
	}
}
