package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The generated files in the package are what the generator makes of its IDL and Go files.
func TestCurrent(t *testing.T) {
	const dir = "../.."
	out, err := Generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range out {
		old, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(old) != string(text) {
			t.Errorf("%s is not current: run go generate ./js/bind", name)
		}
	}
	have, _ := filepath.Glob(filepath.Join(dir, "*_gen.go"))
	for _, f := range have {
		if out[filepath.Base(f)] == nil {
			t.Errorf("%s is made from no IDL file", f)
		}
	}
}
