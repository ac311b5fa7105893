package css

import (
	"encoding/json"
	"os"
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
