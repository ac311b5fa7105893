package layout

import (
	"slices"

	"github.com/niso-engine/niso/internal/geom"
)

// Subgrids. https://drafts.csswg.org/css-grid-2/#subgrids
//
// The items of a subgrid take part in the sizing of the parent's tracks as virtual items; when those tracks have their sizes, the subgrid
// gets the ones that it spans, less its own edges.

// adopt takes up the tracks that the parent gave.
func (g *grid) adopt() {
	d := g.p.t.subgrids[g.b]
	if d == nil {
		return
	}
	if g.st.Flex.TemplateColumns.Subgrid {
		g.given[columns], g.parGap[columns] = d.sizes[columns], d.gap[columns]
	}
	if g.st.Flex.TemplateRows.Subgrid {
		g.given[rows], g.parGap[rows] = d.sizes[rows], d.gap[rows]
	}
}

// edgesOf are the margin, border and padding of a box at the start and end of an axis.
func (g *grid) edgesOf(b BoxID, axis int, rtl bool) (start, end geom.Unit) {
	x := &g.p.t.geo[b]
	if axis == rows {
		return x.margin.Top + x.border.Top + x.padding.Top, x.margin.Bottom + x.border.Bottom + x.padding.Bottom
	}
	start, end = x.margin.Left+x.border.Left+x.padding.Left, x.margin.Right+x.border.Right+x.padding.Right
	if rtl {
		start, end = end, start
	}
	return start, end
}

// passDown gives subgrids the sizes of the tracks that they span.
func (g *grid) passDown(axis int) {
	p, t := g.p, g.p.t
	for i := range g.items {
		it := &g.items[i]
		if !it.sub[axis] {
			continue
		}
		_, w := g.area(columns, it.pos[columns])
		p.edges(it.b, w)
		tr := g.tracks[axis][it.pos[axis].start:it.pos[axis].end]
		list := make([]geom.Unit, len(tr))
		for k := range tr {
			list[k] = tr[k].base
		}
		s, e := g.edgesOf(it.b, axis, g.rtl)
		list[0] = max(0, list[0]-s)
		list[len(list)-1] = max(0, list[len(list)-1]-e)
		gp := geom.Unit(0)
		if len(tr) > 1 { // gutters, with what justify-content puts between
			gp = tr[1].pos - tr[0].pos - tr[0].base
		}
		d := t.subgrids[it.b]
		if d == nil {
			d = &subTracks{}
			if t.subgrids == nil {
				t.subgrids = map[BoxID]*subTracks{}
			}
			t.subgrids[it.b] = d
		}
		if !slices.Equal(d.sizes[axis], list) || d.gap[axis] != gp {
			d.sizes[axis], d.gap[axis] = list, gp
			t.links[it.b].flags |= flagDirty
			t.saved[it.b].minContent = Indefinite
			p.measures.drop(it.b)
		}
	}
}

// subItems adds the items of subgrids as virtual items of this grid for the sizing of an axis' tracks.
func (g *grid) subItems(axis int) {
	p := g.p
	for i, n := 0, len(g.items); i < n; i++ {
		it := &g.items[i]
		if !it.sub[axis] {
			continue
		}
		base, span := it.pos[axis].start, int(it.pos[axis].span())
		_, areaW := g.area(columns, it.pos[columns])
		if axis == columns {
			p.edges(it.b, Indefinite)
		} else {
			p.edges(it.b, areaW)
		}
		start, end := g.edgesOf(it.b, axis, g.rtl)
		depth := p.grid.depth
		s := p.grid.push()
		s.p, s.b, s.st = p, it.b, p.style(it.b)
		s.rtl = p.t.links[it.b].flags&FlagRTL != 0
		s.given[axis] = make([]geom.Unit, span)
		s.parGap[axis] = g.gap[axis]
		other := 1 - axis
		if it.sub[other] {
			s.given[other] = make([]geom.Unit, it.pos[other].span())
			if d := p.t.subgrids[it.b]; d != nil && axis == rows && len(d.sizes[columns]) == len(s.given[other]) {
				s.given[other], s.parGap[other] = d.sizes[columns], d.gap[columns]
			}
		}
		s.cw, s.ch = Indefinite, Indefinite
		if axis == rows {
			fr := p.frame(it.b).W
			m := &p.t.geo[it.b].margin
			s.cw = max(0, areaW-m.Left-m.Right-fr)
		}
		s.prepare(s.cw, s.ch, [2]geom.Unit{}, [2]geom.Unit{geom.Max, geom.Max})
		if axis == rows {
			s.sizeTracks(columns, s.cw, sizeFinal, 0, geom.Max)
			s.position(columns, s.cw, s.st.Flex.JustifyContent)
		} else {
			s.subItems(axis) // subgrids within
		}
		for k := range s.items {
			v := s.items[k]
			if axis == rows && !v.virtual {
				_, v.areaW = s.area(columns, v.pos[columns])
			}
			at := v.pos[axis]
			if at.start == 0 {
				v.extra += start
			}
			if int(at.end) == span {
				v.extra += end
			}
			v.pos[axis] = gridSpan{start: base + at.start, end: base + at.end}
			v.pos[other] = it.pos[other]
			v.virtual, v.baseline = true, 0
			g.items = append(g.items, v)
			it = &g.items[i]
		}
		p.grid.depth = depth
	}
}
