package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/niso-engine/niso/js/vm/code"
)

// The functions of a source with units above 255 are compiled one by one without work for the rest of it.
func TestCompileWide(t *testing.T) {
	var b strings.Builder
	b.WriteString("// 日本語\n")
	const functions = 2000
	for i := range functions {
		fmt.Fprintf(&b, "function f%d(a) { return a + %d }\n", i, i)
	}
	b.WriteString("/*" + strings.Repeat("x", 1<<20) + "*/")
	prog, err := Script(UTF8([]byte(b.String())), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if prog.Wide == nil {
		t.Fatal("the source is not wide")
	}
	img := prog.Image()
	for row := range prog.Records {
		if _, err := Compile(prog, row); err != nil {
			t.Fatal(err)
		}
	}
	if again := prog.Image(); &again[0] != &img[0] {
		t.Error("the image was made anew though it was still there")
	}
	for i, u := range prog.Wide[:20] {
		if want := byte(min(u, 0x80)); img[i] != want {
			t.Errorf("unit %d: %#x, not %#x", i, img[i], want)
		}
	}
	var latin code.Program
	latin.Latin1 = []byte("ä")
	if b := latin.Image(); &b[0] != &latin.Latin1[0] {
		t.Error("the image of a narrow source is a copy")
	}
}
