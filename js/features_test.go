package js

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func shared(t testing.TB) string {
	dir := os.Getenv("NISO_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared data: set NISO_SHARED")
	}
	return dir
}

// TestFeatures counts the checks of the feature file that pass; fewer than before is a failure.
func TestFeatures(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(shared(t), "tools", "js-bench", "features.js"))
	if err != nil {
		t.Skip(err)
	}
	rt := NewRuntime(Options{})
	defer rt.Close()
	r := rt.NewRealm(RealmOptions{})
	// Two checks are of functions that the host adds.
	r.Set(r.Global(), "structuredClone", r.NewFunction("structuredClone", 1, func(c *Call) Value {
		v, err := c.Realm().StructuredClone(c.Arg(0), nil, nil)
		c.Fail(err)
		return v
	}).Value())
	r.Set(r.Global(), "queueMicrotask", r.NewFunction("queueMicrotask", 1, func(c *Call) Value { return Undefined }).Value())
	if _, err := r.Eval("features.js", string(src)); err != nil {
		t.Fatal(err)
	}
	n, _ := r.Eval("n", "TESTS.length")
	total, pass := int(n.Num()), 0
	var failed []string
	for i := 0; i < total; i++ {
		name, _ := r.Eval("name", fmt.Sprintf("TESTS[%d][0]", i))
		v, err := r.Eval("run", fmt.Sprintf("runTest(%d)", i))
		res := v.Str()
		if err != nil {
			res = err.Error()
		}
		if res == "ASYNC" {
			rt.RunJobs()
			v, _ := r.Eval("R", "R===true?'ok':'NO: R='+R")
			res = v.Str()
		}
		if res == "ok" {
			pass++
		} else {
			failed = append(failed, name.Str()+" — "+res)
		}
	}
	t.Logf("features: %d passed of %d\n%s", pass, total, strings.Join(failed, "\n"))
	const before = 72
	if pass < before {
		t.Errorf("%d checks pass, %d did before", pass, before)
	}
}

// Where a process may not reserve the address space of a heap, that is an error.
func TestNoAddressSpace(t *testing.T) {
	if os.Getenv("NISO_TEST_LIMITED") != "" {
		_, err := OpenRuntime(Options{})
		fmt.Println("opened:", err)
		return
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("no ulimit -v")
	}
	cmd := exec.Command("sh", "-c", `ulimit -v 12000000 && exec "$0" -test.run='^TestNoAddressSpace$'`, os.Args[0])
	cmd.Env = append(os.Environ(), "NISO_TEST_LIMITED=1")
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "ThreadSanitizer") {
		t.Skip("the race detector has no room either")
	}
	if err != nil || !strings.Contains(string(out), "opened: js: no room for a heap") {
		t.Errorf("%v: %s", err, out)
	}
}
