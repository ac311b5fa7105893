package css

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/niso-engine/niso/internal/atom"
)

// chromium reads what Chromium makes of inputs (testdata/chromium.json): by kind, pairs of input and output.
func chromium(t *testing.T, kind string) [][2]any {
	b, err := os.ReadFile("testdata/chromium.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][2]any
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	return all[kind]
}

// text is an output that is a string; "" where Chromium refuses the input.
func text(v any) string {
	s, _ := v.(string)
	if len(s) > 4 && s[:4] == "ERR " {
		return ""
	}
	return s
}

func TestSelectorsAsChromium(t *testing.T) {
	// Where the specification goes further than Chromium.
	spec := map[string]string{
		":lang(en, 'fr')": ":lang(en, fr)",
		":lang(\"*-CH\")": ":lang(\\*-CH)",
		"[A = b s]":       "[A=\"b\" s]",
		":playing":        ":playing",
		":muted":          ":muted",
		":paused":         ":paused",
	}
	for _, c := range chromium(t, "sel") {
		in, want := c[0].(string), text(c[1])
		if w, ok := spec[in]; ok {
			want = w
		}
		s := &Selectors{Atoms: atom.NewTable()}
		got := ""
		if l, ok := s.Parse(in, nil); ok {
			got = s.Serialize(l)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

// pair is an output of two strings: the specified and the computed value.
func pair(v any) (a, b string) {
	if l, ok := v.([]any); ok {
		a, _ = l[0].(string)
		b, _ = l[1].(string)
	}
	return
}

func TestColorsAsChromium(t *testing.T) {
	env := &ColorEnv{Current: RGBA(0, 0, 0, 1)}
	for _, c := range chromium(t, "color") {
		in := c[0].(string)
		specified, computed := pair(c[1])
		got1, got2 := "", ""
		if k, ok := ParseColor(in); ok {
			got1, got2 = string(k.AppendTo(nil, true)), k.Resolve(env).String()
		}
		if got1 != specified {
			t.Errorf("%s: specified %q, want %q", in, got1, specified)
		}
		if !near(got2, computed) {
			t.Errorf("%s: computed %q, want %q", in, got2, computed)
		}
	}
}

var numbers = regexp.MustCompile(`[-+]?[0-9.]+(e[-+]?[0-9]+)?`)

// near compares texts, and the numbers in them within 2e-4: Chromium converts colours in single precision.
func near(a, b string) bool {
	x, y := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	if len(x) != len(y) || numbers.ReplaceAllString(a, "#") != numbers.ReplaceAllString(b, "#") {
		return false
	}
	for i := range x {
		v, _ := strconv.ParseFloat(x[i], 64)
		w, _ := strconv.ParseFloat(y[i], 64)
		if math.Abs(v-w) > 2e-4*max(1, math.Abs(w)) {
			return false
		}
	}
	return true
}

func TestCalcAsChromium(t *testing.T) {
	units := mediaUnits{16, 1280, 800}
	// The specification reduces products whose units cancel.
	spec := map[string]string{
		"calc(1px * 2px / 1px)":              "calc(2px)",
		"calc(1px * (1em / 1px))":            "calc(1em)",
		"calc(1px * atan2(1px, 1em) / 1deg)": "calc(1px * atan2(1px, 1em) / 1deg)",
	}
	for kind, accept := range map[string]Accept{
		"width": AcceptLengthPercent, "opacity": AcceptNumber | AcceptPercent, "rotate": AcceptAngle,
	} {
		for _, c := range chromium(t, kind) {
			in := c[0].(string)
			want, _ := pair(c[1])
			if w, ok := spec[in]; ok {
				want = w
			}
			got := ""
			p := NewValueParser(in)
			if n, ok := p.Numeric(accept, AnyRange); ok && p.AtEnd() {
				if kind == "opacity" && n.Unit == UnitPercent && n.Calc == nil {
					n.Num, n.Unit = n.Num/100, UnitNumber
				}
				got = string(n.AppendTo(nil))
				n.Eval(units, 100)
			}
			if got != want {
				t.Errorf("%s %s: got %q, want %q", kind, in, got, want)
			}
		}
	}
}

func TestMediaAsChromium(t *testing.T) {
	env := &MediaEnv{WidthPx: 1280, HeightPx: 800, DeviceWidthPx: 1280, DeviceHeightPx: 800,
		HoverNone: true, AnyHoverNone: true, Pointer: PointerNone, AnyPointer: PointerNone} // headless
	for _, c := range chromium(t, "media") {
		in := c[0].(string)
		l := ParseMedia(in)
		out, ok := c[1].([]any)
		if !ok {
			continue // the rule that the query was put in is not closed
		}
		if got := l.String(); got != out[0].(string) {
			t.Errorf("%q: got %q, want %q", in, got, out[0])
		}
		if got := l.Matches(env); got != out[1].(bool) {
			t.Errorf("%q: matches %v, want %v", in, got, out[1])
		}
	}
}

func TestEscapeAsChromium(t *testing.T) {
	for _, c := range chromium(t, "escape") {
		if got := EscapeIdent(c[0].(string)); got != c[1].(string) {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}
