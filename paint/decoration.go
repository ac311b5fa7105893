package paint

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/style"
	"github.com/niso-engine/niso/style/css"
)

// sides of a box.
type sides uint8

const (
	sideTop sides = 1 << iota
	sideRight
	sideBottom
	sideLeft
	allSides = sideTop | sideRight | sideBottom | sideLeft
)

// decoration is what the background and border of a box or fragment are painted in.
type decoration struct {
	box             geom.Rect // border box in its space
	border, padding geom.Edges
	sides           sides      // those that the fragment has
	gap             geom.RectF // of a fieldset: where the legend interrupts the border
	noBackground    bool
	noBorder        bool // its table paints it

	outer, inner list.RRect // border edge and padding edge, snapped
	w            [4]float32 // border widths: top, right, bottom, left
}

// resolve finds the edges. https://drafts.csswg.org/css-backgrounds/#border-radius
func (d *decoration) resolve(st *style.Computed) {
	d.outer = list.RRect{Rect: d.box.Snap()}
	d.w = [4]float32{d.border.Top.Px(), d.border.Right.Px(), d.border.Bottom.Px(), d.border.Left.Px()}
	b := st.Border
	if b.TopLeftRadius != (style.Corner{}) || b.TopRightRadius != (style.Corner{}) || b.BottomRightRadius != (style.Corner{}) || b.BottomLeftRadius != (style.Corner{}) {
		w, h := d.box.W.Px(), d.box.H.Px()
		for i, c := range [4]*style.Corner{&b.TopLeftRadius, &b.TopRightRadius, &b.BottomRightRadius, &b.BottomLeftRadius} {
			d.outer.Radii[i] = list.Radius{X: c.X.ResolvePx(w), Y: c.Y.ResolvePx(h)}
		}
		for i, s := range [4]sides{sideTop | sideLeft, sideTop | sideRight, sideBottom | sideRight, sideBottom | sideLeft} {
			if d.sides&s != s {
				d.outer.Radii[i] = list.Radius{}
			}
		}
		d.outer = d.outer.Normalize()
	}
	d.inner = d.outer.Inset(d.w[0], d.w[1], d.w[2], d.w[3])
}

// content is the content edge.
func (d *decoration) content() list.RRect {
	return d.inner.Inset(d.padding.Top.Px(), d.padding.Right.Px(), d.padding.Bottom.Px(), d.padding.Left.Px())
}

// decorate paints shadows, background and border.
func (p *Painter) decorate(st *style.Computed, d *decoration) {
	if !d.noBackground {
		p.shadows(st, d, false)
		if st.Flags&style.FlagHasBackground != 0 {
			p.background(st, d)
		}
	}
	p.shadows(st, d, true)
	if st.Border.ImageSource.Kind != style.ImageNone && p.borderImage(st, d) {
		return
	}
	if st.Flags&style.FlagHasBorder != 0 && !d.noBorder {
		if !d.gap.Empty() {
			p.path.Reset()
			p.path.Rect(d.outer.Rect)
			p.path.Rect(d.gap)
			p.list.PushClipPath(p.list.AddPath(&p.path), true)
			p.border(st, d)
			p.list.Pop()
			return
		}
		p.border(st, d)
	}
}

// shadows paints box-shadow, the first on top. https://drafts.csswg.org/css-backgrounds/#box-shadow
func (p *Painter) shadows(st *style.Computed, d *decoration, inset bool) {
	l := st.Background.Shadow
	for i := len(l) - 1; i >= 0; i-- {
		s := &l[i]
		if s.Inset != inset {
			continue
		}
		box := d.outer
		if inset {
			box = d.inner
		}
		p.list.BoxShadow(list.Shadow{Box: box, DX: s.X, DY: s.Y, Blur: s.Blur, Spread: s.Spread, Color: p.color(st, &s.Color), Inset: inset})
	}
}

// dark reports whether the used color scheme of a record is dark.
func (p *Painter) dark(st *style.Computed) bool {
	s := st.Text.ColorScheme
	if s&(style.SchemeDark|style.SchemeLight) == 0 {
		s = p.PageSchemes
	}
	return s&style.SchemeDark != 0 && s&style.SchemeLight == 0
}

// absolute is the used colour.
func (p *Painter) absolute(st *style.Computed, c *style.Color) css.Color {
	if c.Kind == css.ColorAbsolute {
		return *c
	}
	env := css.ColorEnv{Current: st.Font.Color, Dark: p.dark(st)}
	if env.Current.Kind != css.ColorAbsolute {
		env.Current = env.Current.Resolve(&css.ColorEnv{Current: css.RGBA(0, 0, 0, 1), Dark: env.Dark})
	}
	return c.Resolve(&env)
}

// color is the used colour as the list has it.
func (p *Painter) color(st *style.Computed, c *style.Color) list.Color {
	var r, g, b, a uint8
	if c.Kind == css.ColorAbsolute {
		r, g, b, a = c.RGBA8()
	} else {
		u := p.absolute(st, c)
		r, g, b, a = u.RGBA8()
	}
	return list.RGBA(r, g, b, a)
}

// over is a on the opaque colour b.
func over(a, b list.Color) list.Color {
	ar, ag, ab, aa := a.Channels()
	br, bg, bb, _ := b.Channels()
	mix := func(x, y uint8) uint8 { return uint8((uint32(x)*uint32(aa) + uint32(y)*(255-uint32(aa)) + 127) / 255) }
	return list.RGBA(mix(ar, br), mix(ag, bg), mix(ab, bb), 255)
}
