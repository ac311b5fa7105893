package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDownloads: files get names of their own, and none leaves the folder.
func TestDownloads(t *testing.T) {
	dir := t.TempDir()
	p := page(t, "a.html", `<a id=a download="../x.txt" href="data:text/plain,one"></a>`)
	r := niso(t, "--page", p, "--downloads", dir, "--eval", "a.click()", "--eval", "a.href='data:,two';a.click()")
	if strings.Count(r.stderr, "niso-run: downloaded data:") != 2 {
		t.Errorf("%+v", r)
	}
	l, err := os.ReadDir(dir)
	if err != nil || len(l) != 2 {
		t.Fatal(l, err)
	}
	one, _ := os.ReadFile(filepath.Join(dir, l[0].Name()))
	two, _ := os.ReadFile(filepath.Join(dir, l[1].Name()))
	if !strings.HasSuffix(l[0].Name(), " (1).txt") || !strings.HasSuffix(l[1].Name(), "x.txt") || string(one)+string(two) != "twoone" && string(one)+string(two) != "onetwo" {
		t.Errorf("%v %q %q", l, one, two)
	}
	niso(t, "--page", p, "--downloads", filepath.Join(dir, "none")).want(t, exitError, "there is no folder")
}

// TestFormOfFile: a form's fields become the query of a file: URL, as in Chromium.
func TestFormOfFile(t *testing.T) {
	p := page(t, "a.html", `<form id=f><input name=a value="b c"></form>`)
	if r := niso(t, "--page", p, "--eval", "f.submit()", "--eval", "location.search"); r.stdout != "undefined\n\"?a=b+c\"\n" {
		t.Errorf("%+v", r)
	}
}
