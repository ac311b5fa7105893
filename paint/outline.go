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

const scrollbarWidth = 15

// scrollbars draws classic scrollbars: track and thumb.
func (p *Painter) scrollbars(b layout.BoxID) {
	t := p.tree
	st := t.Style(b)
	track, thumb := list.Color(0xfcfcfcff), list.Color(0xc1c1c1ff)
	if c := &st.UI.ScrollbarColor; !c.Auto {
		track, thumb = p.color(st, &c.Track), p.color(st, &c.Thumb)
	}
	p.list.SetOwner(uint32(b))
	in := p.borderBox(b).Inset(t.Border(b)).Snap()
	lo, hi := t.ScrollRange(b)
	at := t.Scroll(b)
	both := t.Has(b, layout.FlagScrollbarX) && t.Has(b, layout.FlagScrollbarY)
	bar := func(r geom.RectF, vertical bool, lo, hi, at geom.Unit) {
		p.list.FillRect(r, track)
		length := r.W
		if vertical {
			length = r.H
		}
		whole := (hi - lo).Px() + length
		if hi <= lo || length <= 0 {
			return
		}
		size := max(min(20, length), length*length/whole)
		pos := (length - size) * (at - lo).Px() / (hi - lo).Px()
		if vertical {
			r = geom.RectF{X: r.X + 4, Y: r.Y + pos, W: r.W - 8, H: size}
		} else {
			r = geom.RectF{X: r.X + pos, Y: r.Y + 4, W: size, H: r.H - 8}
		}
		k := list.Radius{X: 4, Y: 4}
		p.list.FillRRect(list.RRect{Rect: r, Radii: [4]list.Radius{k, k, k, k}}, thumb)
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
		}
		bar(r, false, lo.X, hi.X, at.X)
	}
}
