package style

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestChromium sets each property of testdata/chromium156.json on a div, and compares the specified value, the computed value and
// cssText with what Chromium 156 gives. Its known list has the differences that are known and why.
func TestChromium(t *testing.T) {
	text, err := os.ReadFile("testdata/chromium156.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases [][5]string
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	doc, s := load(t, "<!DOCTYPE html><body><div></div>")
	div := doc.FirstChild(doc.Body())
	style := doc.AttrName(atomStyleAttr)
	same, known := 0, 0
	for _, c := range cases {
		prop, value := c[0], c[1]
		b := &DeclBlock{}
		b.Set(prop, value, false)
		doc.SetAttr(div, style, b.Text())
		s.Update()
		got := [3]string{b.Get(prop), s.ComputedText(div, PseudoNone, prop, nil), b.Text()}
		ok := true
		for i, name := range [...]string{"specified", "computed", "cssText"} {
			want := c[2+i]
			if i == 1 && usedInChromium[prop] {
				continue
			}
			if got[i] != want {
				if knownDifferences[prop+": "+value] {
					known++
					ok = false
					break
				}
				t.Errorf("%s: %s: %s is %q, Chromium has %q", prop, value, name, got[i], want)
				ok = false
			}
		}
		if ok {
			same++
		}
	}
	t.Logf("%d of %d the same, %d differ as known", same, len(cases), known)
}

// usedInChromium are properties whose resolved value there depends on layout.
var usedInChromium = map[string]bool{"width": true, "inline-size": true, "margin": true, "padding": true, "inset": true, "transform-origin": true,
	"margin-block": true, "margin-inline-start": true, "perspective-origin": true, "inset-inline": true, "transform": true,
	"grid-template-columns": true, "grid-template": true, "grid": true, "border-radius": false}

// knownDifferences are the lines of testdata/chromium156.known, which says why.
var knownDifferences = func() map[string]bool {
	m := map[string]bool{}
	text, _ := os.ReadFile("testdata/chromium156.known")
	for _, l := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(l, "#") {
			m[l] = true
		}
	}
	return m
}()
