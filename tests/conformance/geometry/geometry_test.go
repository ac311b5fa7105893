package geometry

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/niso-engine/niso/layout"
)

func shared(t testing.TB) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = "../../../../shared"
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no reference pages: set NISO_SHARED to their folder")
	}
	if _, err := os.Stat("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"); err != nil {
		t.Skip("the reference was measured with the DejaVu fonts, which are not installed")
	}
	return dir
}

// TestP10k: at least 90 % of the elements stand within 1 px of where Chromium puts them.
func TestP10k(t *testing.T) {
	dir := filepath.Join(shared(t), "pages")
	ref, err := Read(filepath.Join(dir, "chromium", "p10k.geometry.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	passed, total, failures, err := Compare(filepath.Join(dir, "p10k.html"), ref, 1, layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d within 1 px", passed, total)
	for i, f := range failures {
		if i == 20 {
			break
		}
		t.Log(f)
	}
	if passed*10 < total*9 {
		t.Errorf("%d of %d elements within 1 px, want 90 %%", passed, total)
	}
}

// TestPage compares a page of one's own: GEOMETRY_PAGE and GEOMETRY_REF name the files.
func TestPage(t *testing.T) {
	page, name := os.Getenv("GEOMETRY_PAGE"), os.Getenv("GEOMETRY_REF")
	if page == "" {
		t.Skip("GEOMETRY_PAGE is not set")
	}
	ref, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	passed, total, failures, err := Compare(page, ref, 0.02, layout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d", passed, total)
	for _, f := range failures {
		t.Log(f)
	}
}
