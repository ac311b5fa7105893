package vm

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestBuiltins compares expressions with what node makes of them: testdata/builtins.txt is written by testdata/builtins.mjs. Each runs in a realm of its own.
func TestBuiltins(t *testing.T) { testBuiltins(t, false) }

// TestBuiltinsStress does it with a collection at every safe point.
func TestBuiltinsStress(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	testBuiltins(t, true)
}

func testBuiltins(t *testing.T, stress bool) {
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
	rt.SetStress(stress)
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

func FuzzJSON(f *testing.F) {
	f.Add(`{"a":[1,2.5e3,"x\\u0041\\n"],"b":{"c":true,"1":null}}`)
	f.Add(`[[[[]]],"\u2028"]`)
	rt, err := New(Options{})
	if err != nil {
		f.Fatal(err)
	}
	r := rt.NewRealm()
	f.Fuzz(func(t *testing.T, text string) {
		v, ok := r.ParseJSON(rt.NewString(text))
		if ok != json.Valid([]byte(text)) && utf8.ValidString(text) {
			t.Fatalf("%q: %v", text, ok)
		}
		if !ok {
			rt.TakeException()
			return
		}
		rt.Keep(v)
		c := &Call{Rt: rt, Realm: r}
		s, ok := c.StringifyJSON(v)
		if !ok {
			rt.TakeException()
			return
		}
		w, ok := r.ParseJSON(s)
		if !ok {
			t.Fatalf("%q does not read back", rt.GoString(s))
		}
		s2, _ := c.StringifyJSON(w)
		if rt.GoString(s) != rt.GoString(s2) {
			t.Fatalf("%q and %q", rt.GoString(s), rt.GoString(s2))
		}
		rt.KeptReset(0)
		rt.Collect()
	})
}
