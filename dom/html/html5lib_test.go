package html_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/tests/conformance/html5lib"
)

// suites is the folder of the suites' data; the test is skipped without it.
func suites(t testing.TB) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "suites", "html5lib")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the html5lib data is not there: set NISO_SHARED")
	}
	return dir
}

func TestHTML5LibTokenizer(t *testing.T) {
	passed, total, failures := html5lib.RunTokenizer(filepath.Join(suites(t), "tokenizer"))
	t.Logf("html5lib tokenizer: %d passed of %d", passed, total)
	report(t, failures)
}

func TestHTML5LibTree(t *testing.T) {
	passed, total, failures := html5lib.RunTree(filepath.Join(suites(t), "tree-construction"))
	t.Logf("html5lib tree construction: %d passed of %d", passed, total)
	report(t, failures)
}

func report(t *testing.T, failures []string) {
	for i, f := range failures {
		if i == 20 {
			t.Errorf("… and %d more", len(failures)-i)
			break
		}
		t.Error(f)
	}
}
