package test262

import (
	"slices"
	"testing"
)

func TestParseMeta(t *testing.T) {
	m := ParseMeta([]byte(`// copyright
/*---
description: >
    words, flags: [no]
flags: [async, onlyStrict]
includes:
  - a.js
  - b.js
negative:
  phase: parse
  type: SyntaxError
features: [x, y-z]
---*/
code`))
	if !m.Flags["async"] || !m.Flags["onlyStrict"] || m.Flags["no"] || m.Phase != "parse" || m.Error != "SyntaxError" ||
		!slices.Equal(m.Includes, []string{"a.js", "b.js"}) || !slices.Equal(m.Features, []string{"x", "y-z"}) {
		t.Errorf("%+v", m)
	}
	if got := modes(m); !slices.Equal(got, []bool{true}) {
		t.Errorf("modes %v", got)
	}
}
