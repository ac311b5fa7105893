package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
)

// Colours of the icon of an image that could not be had.
const (
	iconEdge  list.Color = 0xc6d1e2ff
	iconShade list.Color = 0x8f8f91ff
	iconSky   list.Color = 0xc8d9f5ff
	iconHill  list.Color = 0x58ae39ff
	iconCloud list.Color = 0xf6f9feff
)

// brokenImage paints the icon of an image that could not be had: a torn sheet with hills and a sky, in a box of 16 by 16 px.
func (p *Painter) brokenImage(b layout.BoxID) {
	if p.box[b].flags&rowHidden != 0 {
		return
	}
	p.list.SetOwner(uint32(b))
	box := p.borderBox(b).F()
	x, y := round32(box.X)+1, round32(box.Y)+1
	poly := func(c list.Color, at ...float32) {
		p.path.Reset()
		for i := 0; i+1 < len(at); i += 2 {
			if i == 0 {
				p.path.MoveTo(x+at[i], y+at[i+1])
			} else {
				p.path.LineTo(x+at[i], y+at[i+1])
			}
		}
		p.path.Close()
		p.list.FillPath(p.list.AddPath(&p.path), false, list.Paint{Color: c})
	}
	rect := func(c list.Color, x0, y0, w, h float32) {
		p.list.FillRect(geom.RectF{X: x + x0, Y: y + y0, W: w, H: h}, c)
	}
	// Upper left part and lower right part, with the tear between them.
	poly(iconSky, 1, 1, 9, 1, 9, 5, 14, 5, 14, 7, 7, 14, 1, 14)
	rect(iconShade, -1, -1, 1, 16)
	rect(iconShade, 0, -1, 10, 1)
	rect(iconEdge, 0, 0, 1, 13)
	rect(iconEdge, 1, 0, 8, 1)
	rect(iconCloud, 3, 3, 3, 1)
	rect(iconCloud, 2, 4, 5, 1)
	poly(iconHill, 1, 13, 5, 9, 9, 9, 11, 10, 7, 14, 1, 14)
	rect(iconShade, 0, 14, 6, 1)
	rect(iconShade, 13, 4, 1, 3)
	poly(iconShade, 9, 0, 10.5, 0, 14, 3.5, 14, 4, 9, 4)
	poly(0xcacacaff, 10, 1, 13, 4, 10, 3)
	poly(iconHill, 9, 14, 11.5, 11.5, 13, 13, 13, 14)
	poly(iconSky, 11.5, 11.5, 13, 10, 13, 13)
	rect(iconShade, 13, 10, 1, 4)
	rect(iconShade, 9, 14, 5, 1)
}
