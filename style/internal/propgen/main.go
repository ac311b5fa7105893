// Command propgen turns style/properties.txt into style/properties_gen.go.
//
// Run by go generate ./style; a test checks that the result is up to date.
package main

import (
	"fmt"
	"os"

	"github.com/niso-engine/niso/style/internal/propgen/gen"
)

func main() {
	src, err := os.ReadFile("properties.txt")
	if err != nil {
		fatal(err)
	}
	out, err := gen.Generate(string(src))
	if err != nil {
		fatal(err)
	}
	if err := os.WriteFile("properties_gen.go", out, 0o644); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "propgen:", err)
	os.Exit(1)
}
