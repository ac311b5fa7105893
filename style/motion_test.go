package style

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
)

// number finds the numbers of a value.
var number = regexp.MustCompile(`-?[0-9.]+(e-?[0-9]+)?`)

// closeValues reports whether two values are the same but for small differences of their numbers.
func closeValues(a, b string) bool {
	if number.ReplaceAllString(a, "#") != number.ReplaceAllString(b, "#") {
		return false
	}
	x, y := number.FindAllString(a, -1), number.FindAllString(b, -1)
	for i := range x {
		f, _ := strconv.ParseFloat(x[i], 64)
		g, _ := strconv.ParseFloat(y[i], 64)
		if math.Abs(f-g) > 0.02+2e-4*math.Abs(g) {
			return false
		}
	}
	return true
}

// TestBlendChromium compares interpolated values and easing functions with what Chromium computes for the same paused animations.
func TestBlendChromium(t *testing.T) {
	file, err := os.ReadFile("testdata/motion.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var css, body strings.Builder
	var lines [][]string
	for _, l := range strings.Split(strings.TrimSpace(string(file)), "\n")[1:] {
		f := strings.Split(l, "\t")
		at, _ := strconv.ParseFloat(f[3], 64)
		i := len(lines)
		lines = append(lines, f)
		prop, from, to, easing := f[0], f[1], f[2], "linear"
		if prop == "easing" {
			prop, from, to, easing = "left", "0px", "1000px", f[1]
		}
		fmt.Fprintf(&css, "@keyframes k%d { from { %s: %s } to { %s: %s } }\n", i, prop, from, prop, to)
		rel := ""
		if f[0] == "easing" {
			rel = "position: relative; "
		}
		fmt.Fprintf(&body, `<div id=d%d style="%sanimation: k%d 1000s %s %vs paused both"></div>`, i, rel, i, easing, -at*1000)
	}
	doc, s := load(t, "<!DOCTYPE html><style>"+css.String()+"</style><body>"+body.String())
	s.Update()
	s.Tick(0)
	s.Update()
	for i, f := range lines {
		prop := f[0]
		if prop == "easing" {
			prop = "left"
		}
		if got := s.ComputedText(byID(t, doc, fmt.Sprint("d", i)), PseudoNone, prop, nil); !closeValues(got, f[4]) {
			t.Errorf("%s from %q to %q at %s: %q, Chromium has %q", f[0], f[1], f[2], f[3], got, f[4])
		}
	}
	if d := s.Verify(); d != "" {
		t.Error("verify:", d)
	}
}

func byID(t *testing.T, doc *dom.Document, id string) dom.NodeID {
	t.Helper()
	for n := doc.Following(doc.Node, doc.Node); n != 0; n = doc.Following(n, doc.Node) {
		if doc.Kind(n) == dom.KindElement && doc.Attr(n, atom.Static("id")) == id {
			return n
		}
	}
	t.Fatalf("no element #%s", id)
	return 0
}
