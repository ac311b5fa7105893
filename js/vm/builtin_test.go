package vm

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// TestBuiltins compares expressions with what node makes of them: testdata/builtins.txt is written by testdata/builtins.mjs. Each runs in a realm of its own.
func TestBuiltins(t *testing.T) {
	f, err := os.Open("testdata/builtins.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rt, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	rt.SetClock(time.UTC, nil)
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var row [2]string
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		got := describe(rt, row[0])
		if i := strings.Index(got, " (line "); i >= 0 {
			got = got[:i] // later engines have added line and column to errors of JSON
		}
		if got != row[1] {
			t.Errorf("%s\n\tgives %s\n\twant  %s", row[0], got, row[1])
		}
	}
}

// describe runs a script in a new realm: the type of its value and its String, or the exception.
func describe(rt *Runtime, src string) string {
	r := rt.NewRealm()
	old := rt.realm
	rt.realm = r
	defer func() { rt.realm = old }()
	v, ok := r.RunString("test", src)
	if ok {
		switch {
		case v.IsSymbol():
			return "symbol " + rt.GoString(rt.symbolText(v))
		case v == NegZero:
			return "number -0"
		}
		var s string
		if s, ok = rt.ToGoString(v); ok {
			return rt.TypeOf(v) + " " + s
		}
	}
	e, _ := rt.TakeException()
	s, ok := rt.ToGoString(e)
	if !ok {
		return "?"
	}
	return s
}
