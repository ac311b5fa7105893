package layout

import (
	"math"
	"slices"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Placement of grid items. https://drafts.csswg.org/css-grid-2/#placement

// maxTracks bounds the tracks of an axis on each side of the first explicit line: placements beyond it are clamped, as the specification
// allows. https://drafts.csswg.org/css-grid-2/#overlarge-grids
const maxTracks = 1 << 17

// Axes of a grid: columns are laid out along x, rows along y.
const (
	columns = 0
	rows    = 1
)

// gridSpan is the lines between which an item stands, from the first explicit line; of an automatic placement only the span is known.
type gridSpan struct {
	start, end int32
	auto       bool
}

func (s gridSpan) span() int32 { return s.end - s.start }

// template gives the tracks of an axis' template, of which repeat(auto-…) has count repetitions, and the range of tracks that auto-fit made. names,
// when not nil, gets the names of each line.
func (g *grid) template(l *style.TrackList, count int, track func(*style.TrackSize), name func(line int, n string)) (fitStart, fitEnd int) {
	n := 0
	add := func(s *style.TrackSize) {
		if n < maxTracks {
			if track != nil {
				track(s)
			}
			n++
		}
	}
	names := func(list []string) {
		if name != nil {
			for _, s := range list {
				name(n, s)
			}
		}
	}
	for i := range l.Items {
		it := &l.Items[i]
		names(it.Names)
		if it.Repeat == 0 {
			add(&it.Size)
			continue
		}
		times := int(it.Repeat)
		if it.Repeat < 0 {
			times = count
		}
		from := n
		for k := 0; k < times && n < maxTracks; k++ {
			for j := range it.Tracks {
				names(it.Tracks[j].Names)
				if it.Tracks[j].Repeat == 0 {
					add(&it.Tracks[j].Size)
				}
			}
			names(it.EndNames)
		}
		if it.Repeat == -2 {
			fitStart, fitEnd = from, n
		}
	}
	names(l.EndNames)
	return fitStart, fitEnd
}

// autoRepeat is how often the tracks of repeat(auto-fill, …) fit. https://drafts.csswg.org/css-grid-2/#auto-repeat
func (g *grid) autoRepeat(l *style.TrackList, axis int, avail, least, most geom.Unit) int {
	fixed := func(s *style.TrackSize, pct geom.Unit) (geom.Unit, bool) {
		v := s.Max
		if v.Kind != style.TrackLength || v.Length.HasPercent() && pct == Indefinite {
			v = s.Min
		}
		if v.Kind != style.TrackLength || v.Length.HasPercent() && pct == Indefinite || s.FitContent {
			return 0, false
		}
		r := v.Length.Resolve(pct)
		if s.Min.Kind == style.TrackLength && !(s.Min.Length.HasPercent() && pct == Indefinite) {
			r = max(r, s.Min.Length.Resolve(pct))
		}
		return r, true
	}
	limit, floor := avail, false
	if limit == Indefinite {
		if most < geom.Max {
			limit = most
		} else if least > 0 {
			limit, floor = least, true
		}
	}
	var rep, other geom.Unit
	repTracks, others := 0, 0
	has := false
	for i := range l.Items {
		it := &l.Items[i]
		switch {
		case it.Repeat == 0:
			v, _ := fixed(&it.Size, avail)
			other, others = other+v, others+1
		case it.Repeat < 0:
			has = true
			for j := range it.Tracks {
				v, _ := fixed(&it.Tracks[j].Size, avail)
				rep, repTracks = rep+v, repTracks+1
			}
		default:
			for j := range it.Tracks {
				v, _ := fixed(&it.Tracks[j].Size, avail)
				other = geom.Unit(min(int64(geom.Max), int64(other)+int64(v)*int64(it.Repeat)))
				others += int(it.Repeat)
			}
		}
	}
	if !has || repTracks == 0 {
		return 0
	}
	if limit == Indefinite {
		return 1
	}
	gp := g.gap[axis]
	rep = max(rep, geom.One)
	free := int64(limit) - int64(other) - int64(gp)*int64(others)
	each := int64(rep) + int64(gp)*int64(repTracks)
	n := (free + int64(gp)) / each
	if floor && n*each-int64(gp) < free {
		n++
	}
	return int(max(1, min(n, int64(maxTracks/repTracks))))
}

// lineNames are the numbers of the lines that bear a name, in order.
func (g *grid) lineNames(axis int) map[string][]int32 {
	if g.names[axis] != nil {
		return g.names[axis]
	}
	m := map[string][]int32{}
	add := func(line int, n string) {
		l := m[n]
		if len(l) == 0 || l[len(l)-1] != int32(line) {
			m[n] = append(l, int32(line))
		}
	}
	g.template(g.lists[axis], g.repeats[axis], nil, add)
	for _, a := range g.st.Flex.TemplateAreas.Areas {
		s, e := a.ColStart, a.ColEnd
		if axis == rows {
			s, e = a.RowStart, a.RowEnd
		}
		m[a.Name+"-start"] = append(m[a.Name+"-start"], int32(s))
		m[a.Name+"-end"] = append(m[a.Name+"-end"], int32(e))
	}
	for _, l := range m {
		slices.Sort(l)
	}
	g.names[axis] = m
	return m
}

func clampLine(n int64) int32 { return int32(max(-maxTracks, min(n, maxTracks))) }

// line is the line number that a definite placement names. https://drafts.csswg.org/css-grid-2/#line-placement
func (g *grid) line(axis int, l *style.GridLine, end bool) int32 {
	last := int64(g.explicit[axis])
	if l.Name == "" {
		if l.Index > 0 {
			return clampLine(int64(l.Index) - 1)
		}
		return clampLine(last + 1 + int64(l.Index))
	}
	m := g.lineNames(axis)
	n := int64(l.Index)
	if n == 0 {
		suffix := "-start"
		if end {
			suffix = "-end"
		}
		if list := m[l.Name+suffix]; len(list) > 0 {
			return list[0]
		}
		n = 1
	}
	list := m[l.Name]
	k := int64(len(list))
	if n > 0 {
		if n <= k {
			return list[n-1]
		}
		return clampLine(last + n - k)
	}
	if -n <= k {
		return list[k+n]
	}
	return clampLine(n + k)
}

// spanTo is the line that a span reaches from another line.
func (g *grid) spanTo(axis int, from int32, l *style.GridLine, forward bool) int32 {
	n := max(1, int64(l.Index))
	if l.Name == "" {
		if !forward {
			n = -n
		}
		return clampLine(int64(from) + n)
	}
	list := g.lineNames(axis)[l.Name]
	if forward {
		for _, v := range list {
			if v > from {
				if n--; n == 0 {
					return v
				}
			}
		}
		return clampLine(int64(max(from, int32(g.explicit[axis]))) + n)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] < from {
			if n--; n == 0 {
				return list[i]
			}
		}
	}
	return clampLine(int64(min(from, 0)) - n)
}

// span resolves the two placement properties of an axis. https://drafts.csswg.org/css-grid-2/#grid-placement-errors
func (g *grid) span(axis int, a, b *style.GridLine) (s gridSpan) {
	defA, defB := !a.Auto && !a.Span, !b.Auto && !b.Span
	switch {
	case defA && defB:
		s.start, s.end = g.line(axis, a, false), g.line(axis, b, true)
		if s.start > s.end {
			s.start, s.end = s.end, s.start
		} else if s.start == s.end {
			s.end++
		}
	case defA:
		s.start = g.line(axis, a, false)
		s.end = s.start + 1
		if b.Span {
			s.end = max(s.end, g.spanTo(axis, s.start, b, true))
		}
	case defB:
		s.end = g.line(axis, b, true)
		s.start = s.end - 1
		if a.Span {
			s.start = min(s.start, g.spanTo(axis, s.end, a, false))
		}
	default:
		s.auto, s.end = true, 1
		sp := a
		if !a.Span {
			sp = b
		}
		if sp.Span && sp.Name == "" {
			s.end = clampLine(max(1, int64(sp.Index)))
		}
	}
	return s
}

// occupied knows the cells that items stand in: small areas by cell, large ones in a list.
type occupied struct {
	cells map[uint64]struct{}
	big   [][4]int32 // major start, end, minor start, end
}

const bigArea = 64

// free is a line at which nothing ends.
const free = -1 << 31

func (o *occupied) reset() {
	clear(o.cells)
	o.big = o.big[:0]
}

func cellKey(major, minor int32) uint64 { return uint64(uint32(major))<<32 | uint64(uint32(minor)) }

func (o *occupied) add(maj, min gridSpan) {
	if int64(maj.span())*int64(min.span()) > bigArea {
		o.big = append(o.big, [4]int32{maj.start, maj.end, min.start, min.end})
		return
	}
	if o.cells == nil {
		o.cells = map[uint64]struct{}{}
	}
	for i := maj.start; i < maj.end; i++ {
		for j := min.start; j < min.end; j++ {
			o.cells[cellKey(i, j)] = struct{}{}
		}
	}
}

// conflict is where something ends that stands in an area: an area of the same spans that begins before minor and before major
// is not free either. both are free when this one is.
func (o *occupied) conflict(maj, min gridSpan) (major, minor int32) {
	for _, r := range o.big {
		if r[0] < maj.end && maj.start < r[1] && r[2] < min.end && min.start < r[3] {
			return r[1], r[3]
		}
	}
	if len(o.cells) == 0 {
		return free, free
	}
	if int64(maj.span())*int64(min.span()) > int64(len(o.cells)) {
		for k := range o.cells {
			i, j := int32(k>>32), int32(k)
			if i >= maj.start && i < maj.end && j >= min.start && j < min.end {
				return i + 1, j + 1
			}
		}
		return free, free
	}
	for j := min.end - 1; j >= min.start; j-- {
		for i := maj.start; i < maj.end; i++ {
			if _, ok := o.cells[cellKey(i, j)]; ok {
				return i + 1, j + 1
			}
		}
	}
	return free, free
}

// place gives each item its lines. https://drafts.csswg.org/css-grid-2/#auto-placement-algo
func (g *grid) place() {
	major, minor := rows, columns
	if g.st.Flex.AutoFlow.Column {
		major, minor = columns, rows
	}
	dense := g.st.Flex.AutoFlow.Dense
	o := &g.occ
	o.reset()
	for a := range 2 {
		if n := int32(len(g.given[a])); g.given[a] != nil { // a subgrid has no implicit tracks
			for i := range g.items {
				s := &g.items[i].pos[a]
				if s.auto {
					s.end = max(1, min(s.end, n))
					continue
				}
				s.start = max(0, min(s.start, n-1))
				s.end = max(s.start+1, min(s.end, n))
			}
		}
	}
	// Where the implicit grid begins and ends.
	var lo, hi [2]int32
	hi[columns], hi[rows] = int32(g.explicit[columns]), int32(g.explicit[rows])
	simple := !dense // nothing stands in the way of the cursor
	for i := range g.items {
		it := &g.items[i]
		for a := range 2 {
			if s := it.pos[a]; !s.auto {
				lo[a], hi[a] = min(lo[a], s.start), max(hi[a], s.end)
			}
		}
		if !it.pos[major].auto || !it.pos[minor].auto || it.pos[major].span() > 1 {
			simple = false
		}
	}
	// 0. Items with both places.
	if !simple {
		for i := range g.items {
			it := &g.items[i]
			if !it.pos[major].auto && !it.pos[minor].auto {
				o.add(it.pos[major], it.pos[minor])
			}
		}
		// 1. Items locked to a row (of row flow).
		var cursor map[int32]int32
		for i := range g.items {
			it := &g.items[i]
			mj, mn := it.pos[major], &it.pos[minor]
			if mj.auto || !mn.auto {
				continue
			}
			at, span := lo[minor], mn.span()
			if !dense {
				if v, ok := cursor[mj.start]; ok {
					at = v
				}
			}
			s := gridSpan{start: at, end: at + span}
			for {
				g.p.t.opt.Stop.Poll()
				_, n := o.conflict(mj, s)
				if n == free {
					break
				}
				s = gridSpan{start: n, end: n + span}
			}
			s.end = min(s.end, 2*maxTracks)
			s.start = min(s.start, s.end-1)
			*mn = s
			o.add(mj, s)
			if !dense {
				if cursor == nil {
					cursor = map[int32]int32{}
				}
				cursor[mj.start] = s.end
			}
			hi[minor] = max(hi[minor], s.end)
		}
	}
	// 3. The columns of the implicit grid.
	for i := range g.items {
		if s := g.items[i].pos[minor]; s.auto {
			hi[minor] = max(hi[minor], lo[minor]+s.span())
		}
	}
	// 4. The others.
	cmaj, cmin := lo[major], lo[minor]
	// Where dense packing put the last item of the same spans and column (free: any): what is before is taken since.
	var packed map[[3]int32]int32
	if dense {
		packed = make(map[[3]int32]int32)
	}
	for i := range g.items {
		it := &g.items[i]
		mj, mn := &it.pos[major], &it.pos[minor]
		if !mj.auto {
			continue
		}
		jspan, nspan := mj.span(), mn.span()
		like := [3]int32{jspan, nspan, free}
		if dense {
			if !mn.auto {
				like[2] = mn.start
			}
			cmaj, cmin = lo[major], lo[minor]
			if at, ok := packed[like]; ok {
				cmaj = at
			}
		}
		if !mn.auto {
			if !dense && mn.start < cmin {
				cmaj++
			}
			cmin = mn.start
			s := gridSpan{start: cmaj, end: cmaj + jspan}
			for !simple && s.start < maxTracks {
				g.p.t.opt.Stop.Poll()
				n, _ := o.conflict(s, *mn)
				if n == free {
					break
				}
				s.start = min(n, maxTracks)
				s.end = s.start + jspan
			}
			cmaj = s.start
			*mj = s
		} else {
			s := gridSpan{start: cmin, end: cmin + nspan}
			m := gridSpan{start: cmaj, end: cmaj + jspan}
			whole, ends := s.start == lo[minor], int32(math.MaxInt32) // whether all of the row is looked at, and where the first that is in the way ends
			for m.start < maxTracks {
				g.p.t.opt.Stop.Poll()
				if s.end > hi[minor] {
					if m.start++; whole && ends != math.MaxInt32 {
						m.start = min(ends, maxTracks)
					}
					m.end = m.start + jspan
					s = gridSpan{start: lo[minor], end: lo[minor] + nspan}
					whole, ends = true, math.MaxInt32
					continue
				}
				if simple {
					break
				}
				e, n := o.conflict(m, s)
				if n == free {
					break
				}
				ends = min(ends, e)
				s = gridSpan{start: n, end: n + nspan}
			}
			*mj, *mn = m, s
			cmaj, cmin = m.start, s.start
			if simple {
				cmin = s.end
			}
		}
		if dense {
			packed[like] = mj.start
		}
		if !simple {
			o.add(*mj, *mn)
		}
		hi[major] = max(hi[major], mj.end)
	}
	for a := range 2 {
		if n := int32(len(g.given[a])); g.given[a] != nil && hi[a] > n {
			for i := range g.items {
				if s := &g.items[i].pos[a]; s.end > n {
					*s = gridSpan{start: max(0, n-s.span()), end: n}
				}
			}
			hi[a] = n
		}
	}
	// Lines are counted from the first of the implicit grid from here on.
	for a := range 2 {
		g.first[a], g.count[a] = int(-lo[a]), int(hi[a]-lo[a])
	}
	for i := range g.items {
		it := &g.items[i]
		for a := range 2 {
			it.pos[a].start -= lo[a]
			it.pos[a].end -= lo[a]
			it.pos[a].auto = false
		}
	}
}
