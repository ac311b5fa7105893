package paint

import (
	"slices"

	"github.com/niso-engine/niso/paint/list"
	"github.com/niso-engine/niso/text"
)

// gap is a stretch of a line, in px from the text's start, that is left out where glyphs cross it.
type gap struct{ from, to float32 }

// maxInkOutset is how far a gap reaches beyond the ink at most.
const maxInkOutset = 13

// inkGaps finds where the glyphs of p.runs, with their baseline at 0, cross the band from upper to lower (px down from the baseline), each
// widened by outset. https://drafts.csswg.org/css-text-decor-4/#text-decoration-skip-ink-property
func (p *Painter) inkGaps(upper, lower, outset float32) {
	p.gaps = p.gaps[:0]
	outset = min(outset, maxInkOutset)
	c := p.tree.Fonts().Collection()
	for _, r := range p.runs {
		for i := range p.glyphs[r.from:r.to] {
			g := &p.glyphs[r.from+i]
			e := p.glyphExtent(c, r.face, g.ID)
			if g.Y-e.low*r.size <= upper || g.Y-e.high*r.size >= lower {
				continue
			}
			p.contour.Reset()
			em := c.Outline(&p.contour, r.face, g.ID)
			if em <= 0 {
				continue
			}
			if from, to, ok := crossing(&p.contour, r.size/em, g, upper, lower); ok {
				p.gaps = append(p.gaps, gap{from - outset, to + outset})
			}
		}
	}
	slices.SortFunc(p.gaps, func(a, b gap) int {
		switch {
		case a.from < b.from:
			return -1
		case a.from > b.from:
			return 1
		}
		return 0
	})
}

// extent is how far a glyph reaches below and above the baseline, in em.
type extent struct{ low, high float32 }

// maxExtents bounds the table of extents.
const maxExtents = 1 << 12

func (p *Painter) glyphExtent(c *text.Collection, face text.FaceID, glyph uint16) extent {
	key := uint64(face)<<16 | uint64(glyph)
	e, ok := p.extents[key]
	if !ok {
		if b, em := c.GlyphBounds(face, glyph); em > 0 {
			e = extent{b.MinY / em, b.MaxY / em}
		}
		if p.extents == nil || len(p.extents) >= maxExtents {
			p.extents = make(map[uint64]extent)
		}
		p.extents[key] = e
	}
	return e
}

// crossing is the horizontal extent of the part of an outline within a band.
func crossing(o *text.Path, k float32, g *list.Glyph, upper, lower float32) (from, to float32, ok bool) {
	from, to = 1e9, -1e9
	// line takes the part of a segment within the band.
	line := func(a, b text.Point) {
		if a.Y > b.Y {
			a, b = b, a
		}
		if b.Y < upper || a.Y > lower {
			return
		}
		if a.Y < b.Y {
			d := (b.X - a.X) / (b.Y - a.Y)
			if b.Y > lower {
				b.X, b.Y = a.X+d*(lower-a.Y), lower
			}
			if a.Y < upper {
				a.X = a.X + d*(upper-a.Y)
			}
		}
		from, to = min(from, a.X, b.X), max(to, a.X, b.X)
	}
	pt := func(q text.Point) text.Point { return text.Point{X: g.X + q.X*k, Y: g.Y - q.Y*k} }
	var at, start text.Point
	n := 0
	const steps = 8
	for _, v := range o.Verbs {
		q := o.Points[n:]
		switch v {
		case text.MoveTo:
			at = pt(q[0])
			start = at
			n++
		case text.LineTo:
			z := pt(q[0])
			line(at, z)
			at = z
			n++
		case text.QuadTo:
			a, c, e := at, pt(q[0]), pt(q[1])
			for s := 1; s <= steps; s++ {
				u := float32(s) / steps
				w := 1 - u
				z := text.Point{X: w*w*a.X + 2*w*u*c.X + u*u*e.X, Y: w*w*a.Y + 2*w*u*c.Y + u*u*e.Y}
				line(at, z)
				at = z
			}
			n += 2
		case text.CubicTo:
			a, c, d, e := at, pt(q[0]), pt(q[1]), pt(q[2])
			for s := 1; s <= steps; s++ {
				u := float32(s) / steps
				w := 1 - u
				z := text.Point{X: w*w*w*a.X + 3*w*w*u*c.X + 3*w*u*u*d.X + u*u*u*e.X, Y: w*w*w*a.Y + 3*w*w*u*c.Y + 3*w*u*u*d.Y + u*u*u*e.Y}
				line(at, z)
				at = z
			}
			n += 3
		default: // the subpath ends
			line(at, start)
			at = start
		}
	}
	return from, to, from <= to
}
