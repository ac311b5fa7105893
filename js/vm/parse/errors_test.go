package parse

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/niso-engine/niso/js/vm/code"
)

// differs are the sources where the specification (or a better message) parts from V8 of Node 20.
var differs = map[string]string{
	"'use strict';f()=1": "Invalid left-hand side in assignment", // an early error; V8 throws at run time
}

// TestErrors compares with what V8 says of the same scripts (testdata/v8errors.tsv: source in JSON, message, line and marked range).
func TestErrors(t *testing.T) {
	f, err := os.Open("testdata/v8errors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	bad := 0
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
			bad++
			t.Errorf("%s\n\tgot  %s\n\twant %s", cols[0], got, want)
		}
	}
	_ = code.Script
	t.Log(bad, "differ")
}
