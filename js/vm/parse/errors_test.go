package parse

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// differs are the sources where the specification (or a better message) parts from V8 of Node 20.
var differs = map[string]string{
	"'use strict';f()=1":             "Invalid left-hand side in assignment", // an early error; V8 throws at run time
	"class A{#constructor}":          "Classes may not have a private field named '#constructor'",
	"for(let of b);":                 "The left-hand side of a for-of loop may not start with 'let'.",
	"#a":                             "Unexpected identifier '#a'",
	"async x\n=>1":                   "Unexpected identifier 'x'",
	"function*g(){ (yield)=>1 }":     "Unexpected identifier 'yield'",
	"async function f(){(await)=>1}": "Unexpected reserved word",
}

// TestErrors compares with what V8 says of the same scripts (testdata/v8errors.tsv: source in JSON, message, line and marked range).
func TestErrors(t *testing.T) {
	f, err := os.Open("testdata/v8errors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		cols := strings.Split(sc.Text(), "\t")
		var src string
		if err := json.Unmarshal([]byte(cols[0]), &src); err != nil {
			t.Fatal(err)
		}
		want := strings.TrimPrefix(cols[1], "SyntaxError: ")
		if d, ok := differs[src]; ok {
			want = d
		}
		_, err := Script(UTF8([]byte(src)), Options{})
		got := "ok"
		if err != nil {
			got = err.(*Error).Msg
		}
		if got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", cols[0], got, want)
		}
	}
}
