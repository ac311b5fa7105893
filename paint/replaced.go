package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
)

// replaced paints what a replaced element shows. https://drafts.csswg.org/css-images-3/#the-object-fit
func (p *Painter) replaced(b layout.BoxID) {
	t := p.tree
	if t.BrokenImage(b) {
		p.brokenImage(b)
		return
	}
	if p.opt.Source == nil || p.box[b].flags&rowHidden != 0 {
		return
	}
	st := t.Style(b)
	c, ok := p.replacedContent(b, st)
	if !ok {
		return
	}
	p.list.SetOwner(uint32(b))
	d := decoration{box: p.borderBox(b), border: t.Border(b), padding: t.Padding(b), sides: allSides}
	d.resolve(st)
	shape := d.content()
	box := d.box.Inset(d.border).Inset(d.padding).Snap() // each edge snapped for itself
	shape.Rect = box
	if box.Empty() {
		return
	}
	if c.List != nil {
		p.embedBoxes = append(p.embedBoxes, b)
		p.embedHash = mix(hashList(p.embedHash, c.List), uint32(c.Background))
		p.list.PushClipRRect(shape)
		p.list.FillRect(box, c.Background)
		m := geom.Translate(float64(box.X), float64(box.Y))
		if c.W > 0 && c.H > 0 {
			r := objectRect(st, box, c.W, c.H)
			m = geom.Translate(float64(r.X), float64(r.Y)).Mul(geom.Scale(float64(r.W/c.W), float64(r.H/c.H)))
		}
		p.list.PushTransform(m)
		p.list.AppendList(c.List)
		p.list.Pop()
		p.list.Pop()
		return
	}
	if c.Vector != nil {
		r := box
		if c.W > 0 && c.H > 0 {
			r = objectRect(st, box, c.W, c.H)
		}
		if !c.Overflows {
			p.list.PushClipRRect(shape)
		}
		p.vector(c.Vector, r)
		if !c.Overflows {
			p.list.Pop()
		}
		return
	}
	w, h := c.W, c.H
	if c.Image == 0 || !(w > 0 && h > 0) {
		return
	}
	r := objectRect(st, box, w, h)
	clip := !shape.IsRect()
	if clip {
		p.list.PushClipRRect(shape)
	}
	px := geom.RectF{W: w, H: h}
	if c.PixelW > 0 && c.PixelH > 0 {
		px = geom.RectF{W: c.PixelW, H: c.PixelH}
	}
	p.list.DrawImage(c.Image, px, list.Tiling{Dest: r.Intersect(box), Tile: r}, quality(st))
	if clip {
		p.list.Pop()
	}
}

// replacedContent is the content of an element, or the image that content or a marker names.
func (p *Painter) replacedContent(b layout.BoxID, st *style.Computed) (Content, bool) {
	t := p.tree
	if t.Pseudo(b) == style.PseudoNone && t.Node(b) != 0 {
		return p.opt.Source.Content(t.Node(b))
	}
	if url := t.GeneratedImage(b); url != "" {
		i, ok := p.opt.Source.Image(url)
		return Content{Image: i.ID, Vector: i.Vector, W: i.W, H: i.H}, ok
	}
	return Content{}, false
}

// vector records a picture in a rectangle.
func (p *Painter) vector(v Vector, r geom.RectF) {
	l := v.List(r.W, r.H)
	if l == nil {
		return
	}
	p.list.PushTransform(geom.Translate(float64(r.X), float64(r.Y)))
	p.list.AppendList(l)
	p.list.Pop()
}

// objectRect is where content of a natural size goes in a content box.
func objectRect(st *style.Computed, box geom.RectF, w, h float32) geom.RectF {
	cw, ch := box.W, box.H
	k := min(box.W/w, box.H/h)
	switch st.Content.ObjectFit {
	case style.ObjectFitContain:
		cw, ch = w*k, h*k
	case style.ObjectFitCover:
		k = max(box.W/w, box.H/h)
		cw, ch = w*k, h*k
	case style.ObjectFitNone:
		cw, ch = w, h
	case style.ObjectFitScaleDown:
		k = min(k, 1)
		cw, ch = w*k, h*k
	}
	o := &st.Content.ObjectPosition
	return geom.RectF{X: box.X + o.X.ResolvePx(box.W-cw), Y: box.Y + o.Y.ResolvePx(box.H-ch), W: cw, H: ch}
}
