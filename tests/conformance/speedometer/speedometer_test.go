package speedometer

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSuite runs the suite that NISO_SPEEDOMETER_SUITE names, of the checkout NISO_SPEEDOMETER: for profiles.
func TestSuite(t *testing.T) {
	dir, name := os.Getenv("NISO_SPEEDOMETER"), os.Getenv("NISO_SPEEDOMETER_SUITE")
	if dir == "" || name == "" {
		t.Skip("NISO_SPEEDOMETER and NISO_SPEEDOMETER_SUITE are not set")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	r := RunSuite(ctx, dir, name, 1, nil)
	t.Logf("%.1f ms, %+v", r.Best(), r.Iterations)
	if p := r.Problems(nil); len(p) > 0 {
		t.Error(strings.Join(p, "\n"))
	}
}

func TestHandler(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.mjs"), []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/a.mjs": "text/javascript", "/conformance/": "text/html", "/conformance/driver.js": "text/javascript", "/none": "text/plain; charset=utf-8", "/../a.mjs": "text/javascript"} {
		w := httptest.NewRecorder()
		Handler(dir).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := w.Header().Get("Content-Type"); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
}

// States are read as they were written, and differences are problems.
func TestStates(t *testing.T) {
	r := &Result{Suite: "TodoMVC-x", Steps: []State{{Step: "Add", Path: "/p#a", Elements: 3, Text: 4, Hash: 5, Items: 100}, {Step: "Complete", Items: 100, Completed: 100}, {Step: "Delete"}}}
	file := filepath.Join(t.TempDir(), "states.tsv")
	if err := os.WriteFile(file, []byte(FormatStates(r)), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := ReadStates(file)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Problems(m[r.Suite]); len(p) > 0 {
		t.Error(p)
	}
	r.Steps[2].Items, r.Steps[0].Elements = 1, 2
	if p := r.Problems(m[r.Suite]); len(p) != 3 {
		t.Errorf("%d problems, not 3: %q", len(p), p)
	}
}
