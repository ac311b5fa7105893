package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTarget(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"a.html", "b#c.html", "site/index.html", "empty/x"} {
		name := filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := func(n string) string { return filepath.Join(dir, n) }
	for _, c := range []struct {
		page, root, url string
		want            string // its end
		fileRoot        string
		err             string
	}{
		{page: at("a.html"), want: "/a.html", fileRoot: dir},
		{page: at("a.html#part"), want: "/a.html#part", fileRoot: dir},
		{page: at("b#c.html"), want: "/b%23c.html", fileRoot: dir},
		{page: at("site"), want: "/site/index.html", fileRoot: at("site")},
		{page: at("site/index.html"), root: dir, want: "/site/index.html", fileRoot: dir},
		{page: at("empty"), err: "index.html"},
		{page: at("a.html?q=1#part"), want: "/a.html?q=1#part", fileRoot: dir},
		{page: "example.org", err: "https://example.org"},
		{page: "www.example.co.uk/a.html?b", err: "https://www.example.co.uk/a.html?b"},
		{page: "localhost:8080/a", err: "https://localhost:8080/a"},
		{page: at("missing.html"), want: "/missing.html", fileRoot: dir},
		{page: "file://" + at("a.html"), want: "/a.html", fileRoot: dir},
		{page: "data:text/html,x", want: "data:text/html,x"},
		{page: "about:blank", want: "about:blank"},
		{page: "http://example.com", want: "http://example.com/"},
		{page: "http://[", err: "http://["},
		{url: "http://localhost/app.html", root: dir, want: "http://localhost/app.html"},
		{url: "file:///x", root: dir, err: "http or https"},
	} {
		var o Options
		got, err := o.Target(c.page, c.root, c.url)
		switch {
		case err != nil:
			if c.err == "" || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q %q: %v, want %q", c.page, c.url, err, c.err)
			}
		case c.err != "":
			t.Errorf("%q %q: %s, want an error", c.page, c.url, got)
		case !strings.HasSuffix(got, c.want) || o.FileRoot != c.fileRoot:
			t.Errorf("%q %q: %s with the file root %s, want %s with %s", c.page, c.url, got, o.FileRoot, c.want, c.fileRoot)
		case c.url != "" && (o.Root != dir || o.RootOrigin != "http://localhost"):
			t.Errorf("%q: the root %s is served as %s", c.url, o.Root, o.RootOrigin)
		}
	}
}
