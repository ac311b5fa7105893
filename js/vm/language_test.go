package vm

import (
	"os"
	"strings"
	"testing"
)

// TestLanguage runs the scripts of testdata/language.txt and compares what they print with what Node printed.
func TestLanguage(t *testing.T) {
	b, err := os.ReadFile("testdata/language.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(b), "-- js --\n")[1:] {
		src, want, _ := strings.Cut(c, "-- want --\n")
		for _, stress := range []bool{false, true} {
			if got := runPrinting(t, src, stress); got != want {
				t.Errorf("stress %v: %s\n got: %q\nwant: %q", stress, src, got, want)
			}
		}
	}
}

// runPrinting runs a script with a function print, then its jobs, and returns what was printed.
func runPrinting(t *testing.T, src string, stress bool) string {
	rt, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	var out strings.Builder
	r := rt.NewRealm()
	print := r.NewFunction(rt.Intern("print"), 1, func(c *Call) Value {
		for i := range c.NArgs() {
			s, ok := rt.ToGoString(c.Arg(i))
			if !ok {
				return Undefined
			}
			out.WriteString(s + " ")
		}
		out.WriteString("\n")
		return Undefined
	})
	rt.Set(r.Global(), rt.Intern("print"), ObjectValue(print))
	rt.SetStress(stress)
	if _, ok := r.RunString("test.js", src); !ok {
		exc, _ := rt.TakeException()
		out.WriteString("EXC " + rt.Describe(exc) + "\n")
	}
	rt.RunJobs(func(_ *Realm, exc Value) { out.WriteString("JOB " + rt.Describe(exc) + "\n") })
	return out.String()
}
