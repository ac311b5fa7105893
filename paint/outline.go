package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
)

// outline paints the outline of a box that has geometry of its own. https://drafts.csswg.org/css-ui/#outline-props
func (p *Painter) outline(b layout.BoxID) {
	st := p.tree.Style(b)
	if !outlined(st) || p.box[b].flags&(rowHidden|rowInFragments) != 0 {
		return
	}
	p.list.SetOwner(uint32(b))
	d := decoration{box: p.borderBox(b), sides: allSides}
	d.resolve(st)
	p.outlineAround(st, d.outer)
}

// inlineOutline paints the outline of an inline box, a rectangle for each line.
func (p *Painter) inlineOutline(b layout.BoxID) {
	t := p.tree
	st := t.Style(b)
	if !outlined(st) || p.box[b].flags&rowHidden != 0 || t.Has(b, layout.FlagAnonymous) {
		return
	}
	p.list.SetOwner(uint32(b))
	o := p.contentOrigin(p.box[b].cont)
	t.FragmentsOf(b, func(f *layout.Fragment) bool {
		d := decoration{box: f.Rect.Move(o), sides: allSides}
		d.resolve(st)
		p.outlineAround(st, d.outer)
		return true
	})
}

const (
	scrollbarWidth = 15
	scrollButton   = 18 // length of the buttons at the ends
	minThumb       = 17
)

// scrollbars draws classic scrollbars: track, buttons and thumb, as Chromium's on Linux.
func (p *Painter) scrollbars(b layout.BoxID) {
	t := p.tree
	st := t.Style(b)
	if c := t.First(b); b == t.Root() && c != 0 {
		st = t.Style(c)
	}
	track, thumb := list.Color(0xfcfcfcff), list.Color(0x8b8b8bff)
	if c := &st.UI.ScrollbarColor; !c.Auto {
		track, thumb = p.color(st, &c.Track), p.color(st, &c.Thumb)
	}
	p.list.SetOwner(uint32(b))
	in := p.borderBox(b).Inset(t.Border(b)).Snap()
	if b == t.Root() {
		in = p.viewportNow()
	}
	lo, hi := t.ScrollRange(b)
	at := t.Scroll(b)
	both := t.Has(b, layout.FlagScrollbarX) && t.Has(b, layout.FlagScrollbarY)
	bar := func(r geom.RectF, vertical bool, lo, hi, at geom.Unit) {
		p.list.FillRect(r, track)
		length := r.W
		if vertical {
			length = r.H
		}
		place := func(at, across, length, thick float32) geom.RectF {
			if vertical {
				return geom.RectF{X: r.X + across, Y: r.Y + at, W: thick, H: length}
			}
			return geom.RectF{X: r.X + at, Y: r.Y + across, W: length, H: thick}
		}
		button := min(scrollButton, floor32(length/2))
		for i := float32(0); i < 5; i++ { // the arrows, a row of pixels after the other
			if button == scrollButton {
				p.list.FillRect(place(6+i, 7-i, 1, 2*i+1), thumb)
				p.list.FillRect(place(length-8-i, 7-i, 1, 2*i+1), thumb)
			}
		}
		room := length - 2*button
		whole := (hi - lo).Px() + length
		if hi <= lo || room < minThumb {
			return
		}
		size := max(minThumb, round32(room*length/whole))
		pos := button + round32((room-size)*(at-lo).Px()/(hi-lo).Px())
		p.list.FillRRect(roundRect(place(pos, 4, size, 8), 4), thumb)
	}
	if both {
		x := in.Right() - scrollbarWidth
		if t.Has(b, layout.FlagRTL) {
			x = in.X
		}
		p.list.FillRect(geom.RectF{X: x, Y: in.Bottom() - scrollbarWidth, W: scrollbarWidth, H: scrollbarWidth}, track)
	}
	if t.Has(b, layout.FlagScrollbarY) {
		r := geom.RectF{X: in.Right() - scrollbarWidth, Y: in.Y, W: scrollbarWidth, H: in.H}
		if t.Has(b, layout.FlagRTL) {
			r.X = in.X
		}
		if both {
			r.H -= scrollbarWidth
		}
		bar(r, true, lo.Y, hi.Y, at.Y)
	}
	if t.Has(b, layout.FlagScrollbarX) {
		r := geom.RectF{X: in.X, Y: in.Bottom() - scrollbarWidth, W: in.W, H: scrollbarWidth}
		if both {
			r.W -= scrollbarWidth
			if t.Has(b, layout.FlagRTL) {
				r.X += scrollbarWidth
			}
		}
		bar(r, false, lo.X, hi.X, at.X)
	}
}
