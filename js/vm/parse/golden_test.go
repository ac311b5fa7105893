package parse

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/code.txt")

// TestCode compares the code of small sources with testdata/code.txt.
func TestCode(t *testing.T) {
	const file = "testdata/code.txt"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.Split(string(b), "-- js --\n")[1:] {
		src, want, _ := strings.Cut(c, "-- code --\n")
		p, err := Script(UTF8([]byte(src)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := dumpAll(t, p)
		out.WriteString("-- js --\n" + src + "-- code --\n" + got)
		if got != want && !*update {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", src, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
