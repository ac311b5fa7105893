package deps

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/niso-engine/niso"

// policy lists, for each package or tree of packages ("x/..."), which packages of the module its files may import. Packages of
// internal/ are free to all, but for what is said of them. The first entry that fits a package counts.
var policy = []struct {
	pkg  string
	uses []string
}{
	{"internal/geom", nil},
	{"internal/atom", nil},
	{"internal/col", nil},
	{"internal/perf", nil},
	{"internal/perf/...", nil},
	{"internal/stop", nil},
	{"internal/deps", nil},
	{"net/...", nil},
	{"text/...", []string{"text/..."}},
	{"style/css", nil},
	{"style/internal/...", nil},
	{"dom", nil},
	{"dom/edit", []string{"dom", "text"}},
	{"dom/xpath", []string{"dom"}},
	{"dom/html", []string{"dom"}},
	{"dom/html/...", []string{"dom", "dom/html/...", "net"}},
	{"style", []string{"dom", "style/css"}},
	{"layout", []string{"dom", "style", "style/css", "text"}},
	{"paint/list", []string{"text"}},
	{"paint/image", nil},
	{"paint/svg", []string{"dom", "style", "style/css", "text", "paint/list", "paint/image"}},
	{"paint/raster", []string{"paint/list", "paint/image", "text"}},
	{"paint", []string{"layout", "style", "style/css", "text", "dom", "paint/list", "paint/image", "paint/svg"}},
	{"storage", []string{"net"}},
	{"js/vm/heap", nil},
	{"js/vm/...", []string{"js/internal/...", "js/vm/..."}},
	{"js/internal/...", nil},
	{"js/vm/code", nil},
	{"js/vm/parse", []string{"js/vm/code", "js/vm/num", "js/vm/regexp"}},
	{"js", []string{"js/internal/...", "js/vm/..."}},
	{"js/bind/internal/...", nil},
	{"js/bind", []string{"js", "dom", "dom/edit", "dom/xpath", "dom/html/...", "style", "style/css", "layout", "net", "storage", "text"}},
	{"host/...", []string{"js", "js/bind", "dom", "dom/html/...", "style", "style/css", "layout", "paint/...", "text", "net", "storage", "host"}},
	{"", []string{"host", "js/bind", "net"}},
	{"cmd/...", []string{"", "host/...", "js/bind", "net", "paint/..."}},
	{"tests/...", []string{"..."}},
}

// outside lists who may import which modules of others: what they do is not what this project is about.
var outside = map[string][]string{
	"github.com/andybalholm/brotli":  {"net", "text"},
	"github.com/klauspost/compress":  {"net", "paint/image", "paint/raster"},
	"github.com/go-text/typesetting": {"text/..."},
	"golang.org/x/image":             {"paint/image"},
	"golang.org/x/net/idna":          {"net"},
	"golang.org/x/net/publicsuffix":  {"net"},
	"golang.org/x/net/websocket":     {"cmd/..."},
	"golang.org/x/text/encoding":     {"net"},
	"golang.org/x/text/transform":    {"net"},
	"golang.org/x/text/cases":        {"js/vm"},
	"golang.org/x/text/collate":      {"js/vm"},
	"golang.org/x/text/language":     {"js/vm"},
	"golang.org/x/text/unicode/norm": {"js/vm"},
}

// mayUse reports whether package pkg may import a package of another module.
func mayUse(pkg, path string) bool {
	for prefix, users := range outside {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			return slices.ContainsFunc(users, func(u string) bool { return fits(u, pkg) })
		}
	}
	return false
}

func fits(pattern, pkg string) bool {
	if p, ok := strings.CutSuffix(pattern, "..."); ok {
		return strings.HasPrefix(pkg+"/", p) || p == ""
	}
	return pattern == pkg
}

// TestImports checks every file that is not a test against the policy.
func TestImports(t *testing.T) {
	root := filepath.Join("..", "..")
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == ".git" || n == "testdata" || path != root && strings.HasPrefix(n, ".") {
				return filepath.SkipDir
			}
			if filepath.Base(filepath.Dir(path)) == "cmd" && d.Name() == "niso-gio" {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, filepath.Dir(path))
		pkg := filepath.ToSlash(rel)
		if pkg == "." {
			pkg = ""
		}
		i := slices.IndexFunc(policy, func(e struct {
			pkg  string
			uses []string
		}) bool {
			return fits(e.pkg, pkg)
		})
		if i < 0 {
			t.Errorf("%s: package %q is not in the policy", path, pkg)
			return nil
		}
		for _, im := range f.Imports {
			p, _ := strconv.Unquote(im.Path.Value)
			if p != module && !strings.HasPrefix(p, module+"/") {
				if strings.Contains(strings.SplitN(p, "/", 2)[0], ".") && !mayUse(pkg, p) {
					t.Errorf("%s: %q may not import %s", path, pkg, p)
				}
				continue
			}
			dep := strings.TrimPrefix(strings.TrimPrefix(p, module), "/")
			if strings.HasPrefix(dep, "internal/") || dep == pkg {
				continue
			}
			if !slices.ContainsFunc(policy[i].uses, func(u string) bool { return fits(u, dep) }) {
				t.Errorf("%s: %q may not import %q", path, pkg, dep)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
