package geometry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/niso-engine/niso/layout"
)

// TestPages compares the pages of testdata with what Chromium measured (the version is in each file): tables and columns, to
// a fiftieth of a px.
func TestPages(t *testing.T) {
	if _, err := os.Stat("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"); err != nil {
		t.Skip("the pages were measured with the DejaVu fonts, which are not installed")
	}
	pages, err := filepath.Glob("testdata/*.html")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	for _, page := range pages {
		t.Run(strings.TrimSuffix(filepath.Base(page), ".html"), func(t *testing.T) {
			ref, err := Read(strings.TrimSuffix(page, ".html") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			passed, total, failures, err := Compare(page, ref, 0.02, layout.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if passed != total {
				t.Errorf("%d of %d elements in place\n%s", passed, total, strings.Join(failures, "\n"))
			}
		})
	}
}
