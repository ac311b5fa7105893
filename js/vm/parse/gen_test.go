package parse

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/niso-engine/niso/js/vm/code"
)

// dumpAll disassembles a program with all of its functions, those around first.
func dumpAll(t testing.TB, p *code.Program) string {
	var sb strings.Builder
	var inner func(f *code.Func)
	inner = func(f *code.Func) {
		for _, c := range f.Inner {
			sb.WriteString(c.Disassemble())
			inner(c)
		}
	}
	sb.WriteString(p.Main.Disassemble())
	inner(p.Main)
	if p.Module != nil && p.Module.Init != nil {
		fmt.Fprintf(&sb, "init %s", p.Module.Init.Disassemble())
	}
	for i := len(p.Records) - 1; i >= 0; i-- {
		f, err := Compile(p, i)
		if err != nil {
			t.Errorf("function %d: %v", i, err)
			continue
		}
		fmt.Fprintf(&sb, "%d: ", i)
		sb.WriteString(f.Disassemble())
		inner(f)
	}
	return sb.String()
}

func TestDump(t *testing.T) {
	src := os.Getenv("NISO_JS_DUMP")
	if src == "" {
		t.Skip("NISO_JS_DUMP holds no source")
	}
	p, err := Script(UTF8([]byte(src)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + dumpAll(t, p))
}
