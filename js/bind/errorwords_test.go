package bind

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"
)

// What conversions, brand checks, overloads and refusals throw says what Chromium's does: testdata/messages156.json has scripts, in strict mode, with the
// exceptions that Chromium 156 answered.
func TestErrorWords(t *testing.T) {
	text, err := os.ReadFile("testdata/messages156.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][2]string
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	h := newTestHost(t, "<!DOCTYPE html><body>text</body>")
	defer h.close()
	for _, c := range cases {
		v := h.eval("(() => { try { (0, eval)(" + strconv.Quote("'use strict';"+c[0]) + "); return '' } catch (e) { return e.name + ': ' + e.message } })()")
		if got := v.Str(); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
