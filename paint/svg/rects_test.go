package svg_test

import (
	"testing"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/dom/html"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/svg"
	"github.com/niso-engine/niso/style"
)

// The rectangles are those of getBoundingClientRect in Chromium 156.
func TestClientRect(t *testing.T) {
	d := dom.NewStore(atom.NewTable()).NewDocument(false)
	err := html.ParseXML(d, `<svg `+ns+` viewBox="0 0 100 100"><rect id="r" x="10" y="10" width="20" height="10" stroke="red" stroke-width="4"/>
		<g id="g" transform="translate(5,5)"><line id="l" x2="10" y2="10" stroke="black"/><circle id="c" cx="50" cy="50" r="10"/></g>
		<rect id="rot" x="40" y="40" width="20" height="10" transform="rotate(45)"/>
		<defs><rect id="dr" width="5" height="5"/><symbol id="sym" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><g id="dg"><rect width="7" height="3"/></g></defs>
		<symbol id="sym2" viewBox="0 0 20 10"><path d="M2 2h10v4z"/></symbol>
		<use id="u1" href="#sym" width="30" height="20"/><use id="u2" href="#sym2" x="10"/><use id="u3" href="#dg" x="3" y="4"/>
		<svg id="n" x="10" y="10" width="30" height="30" viewBox="0 0 10 10"><rect id="nr" x="1" y="1" width="5" height="20"/></svg>
		<path id="pe" d=""/><rect id="none" width="5" height="5" display="none"/><rect id="zero" x="7" y="8" width="0" height="5"/>
		<path id="arc" d="M10 80a5 5 0 0 1 10 0z"/></svg>`)
	if err != nil {
		t.Fatal(err)
	}
	s := style.New(d)
	s.Update()
	p := svg.New(svg.Options{Doc: d, Styler: s})
	for id, want := range map[string]geom.RectF{
		"r": {X: 60, Y: 10, W: 20, H: 10}, "g": {X: 55, Y: 5, W: 60, H: 60}, "l": {X: 55, Y: 5, W: 10, H: 10}, "c": {X: 95, Y: 45, W: 20, H: 20},
		"rot": {X: 42.92893, Y: 56.56854, W: 21.213203, H: 21.213203}, "u1": {X: 55, W: 20, H: 20}, "u2": {X: 70, Y: 35, W: 50, H: 20},
		"u3": {X: 53, Y: 4, W: 7, H: 3}, "n": {X: 63, Y: 13, W: 15, H: 60}, "nr": {X: 63, Y: 13, W: 15, H: 60}, "pe": {X: 50},
		"zero": {X: 57, Y: 8, H: 5}, "arc": {X: 60, Y: 75, W: 10, H: 5}, "dr": {W: -1}, "none": {W: -1}, "dg": {W: -1},
	} {
		got, ok := p.ClientRect(d.DocumentElement(), d.ElementByID(d.Atoms.Intern(id)), 200, 100)
		if !ok {
			got = geom.RectF{W: -1}
		}
		const e = 0.001
		if max(got.X-want.X, want.X-got.X, got.Y-want.Y, want.Y-got.Y, got.W-want.W, want.W-got.W, got.H-want.H, want.H-got.H) > e {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
	}
}
