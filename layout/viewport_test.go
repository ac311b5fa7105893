package layout_test

import (
	"testing"

	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/tests/conformance/taffysuite"
	"github.com/niso-engine/niso/text"
)

// TestPercentageHeightOfTheRoot: percentages of the root element's height refer to the initial containing block.
func TestPercentageHeightOfTheRoot(t *testing.T) {
	for _, c := range []struct {
		html       string
		root, body float32
	}{
		{`<!DOCTYPE html><style>html{height:100%}body{margin:0}</style>x`, 600, 18},
		{`<!DOCTYPE html><style>html,body{height:100%;margin:0}</style>x`, 600, 600},
		{`<!DOCTYPE html><style>html{height:50%}body{margin:0;min-height:100%}</style>x`, 300, 300},
	} {
		p := taffysuite.Load(c.html, 800, 600, text.NewCollection(text.Options{NoSystem: true}), layout.Options{})
		doc := p.Doc
		r, _ := p.Tree.BoundingClientRect(doc.DocumentElement())
		b, _ := p.Tree.BoundingClientRect(doc.Body())
		if r.H != c.root || b.H != c.body {
			t.Errorf("%s: the root is %v px tall and the body %v, want %v and %v", c.html, r.H, b.H, c.root, c.body)
		}
	}
}
