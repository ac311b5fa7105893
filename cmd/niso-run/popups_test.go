package main

import (
	"strings"
	"testing"
)

func TestPopups(t *testing.T) {
	p := page(t, "a.html", "<title>a</title><script>var early = open()</script>")
	for policy, want := range map[string]string{"activation": "[true,false]", "allow": "[false,false]", "block": "[true,true]"} {
		r := niso(t, "--page", p, "--popups", policy, "--eval", "[early === null, open('about:blank') === null]")
		if r.stdout != want+"\n" {
			t.Errorf("%s: %+v", policy, r)
		}
		if told := strings.Contains(r.stderr, "the page opened a window: about:blank"); told != (policy != "block") {
			t.Errorf("%s: %s", policy, r.stderr)
		}
	}
	niso(t, "--page", p, "--popups=always").want(t, exitUsage, "--popups=always: want activation, allow or block")
}
