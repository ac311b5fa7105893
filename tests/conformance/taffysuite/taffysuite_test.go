package taffysuite

import (
	"os"
	"path/filepath"
	"sort"
	"testing"
)

// shared is the folder of the suites' data.
func shared(t testing.TB) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = "../../../../shared"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no suites: set NISO_SHARED to their folder")
	}
	return dir
}

// floor is how many cases of each category passed when last measured: fewer is a loss.
var floor = map[string]int{"block": 720, "float": 56, "leaf": 44, "contain": 24, "blockflex": 28, "blockgrid": 36}

func TestFixtures(t *testing.T) {
	r, err := Run(filepath.Join(shared(t), "suites", "taffy"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for c := range r.Total {
		names = append(names, c)
	}
	sort.Strings(names)
	for _, c := range names {
		t.Logf("%-10s %d of %d", c, r.Passed[c], r.Total[c])
		if r.Passed[c] < floor[c] {
			t.Errorf("%s: %d passed, %d before", c, r.Passed[c], floor[c])
		}
	}
	if out := os.Getenv("TAFFY_FAILURES"); out != "" {
		f, err := os.Create(out)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, s := range r.Failures {
			f.WriteString(s + "\n")
		}
	}
}
