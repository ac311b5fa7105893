package layout

import (
	"cmp"
	"slices"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// Sizes of tracks. https://drafts.csswg.org/css-grid-2/#layout-algorithm

// Kinds of a track sizing function.
const (
	trackFixed uint8 = iota
	trackMinContent
	trackMaxContent
	trackAuto
	trackFlex
)

// gridTrack is a row or column. 48 bytes.
type gridTrack struct {
	base, limit geom.Unit
	gap         geom.Unit // gutter before the track
	pos         geom.Unit
	plan, inc   geom.Unit // of a step of intrinsic sizing
	fit         geom.Unit // limit of fit-content(); geom.Max: none
	fr          float32
	def         *style.TrackSize
	min, max    uint8
	grows       bool // infinitely growable
	collapsed   bool
}

// How a size is asked for.
const (
	sizeFinal uint8 = iota
	sizeMin         // under a min-content constraint
	sizeMax         // under a max-content constraint
)

var autoTrack = style.TrackSize{Min: style.TrackBreadth{Kind: style.TrackAuto}, Max: style.TrackBreadth{Kind: style.TrackAuto}}

// makeTracks lists the tracks of an axis with their sizing functions.
func (g *grid) makeTracks(axis int) {
	n := g.count[axis]
	tr := slices.Grow(g.tracks[axis][:0], n)[:n]
	clear(tr)
	g.tracks[axis] = tr
	auto := g.st.Flex.AutoColumns
	if axis == rows {
		auto = g.st.Flex.AutoRows
	}
	implicit := func(i int) *style.TrackSize {
		if len(auto) == 0 {
			return &autoTrack
		}
		k := i % len(auto)
		if k < 0 {
			k += len(auto)
		}
		return &auto[k]
	}
	first := g.first[axis]
	for i := 0; i < first && i < n; i++ {
		tr[i].def = implicit(i - first)
	}
	at := first
	fitS, fitE := g.template(g.lists[axis], g.repeats[axis], func(s *style.TrackSize) {
		if at < n {
			tr[at].def = s
		}
		at++
	}, nil)
	for i := 0; at+i < n; i++ {
		tr[at+i].def = implicit(i)
	}
	if fitE > fitS { // auto-fit: empty tracks collapse
		used := make([]bool, n+1)
		for i := range g.items {
			s := g.items[i].pos[axis]
			for k := s.start; k < s.end && int(k) < n; k++ {
				used[k] = true
			}
		}
		for k := fitS + first; k < fitE+first && k < n; k++ {
			tr[k].collapsed = !used[k]
		}
	}
}

// initTracks is https://drafts.csswg.org/css-grid-2/#algo-init ; percentages of what is not known are auto.
func (g *grid) initTracks(axis int, pct geom.Unit) {
	tr := g.tracks[axis]
	kind := func(b *style.TrackBreadth, isMax bool) (uint8, geom.Unit) {
		switch b.Kind {
		case style.TrackLength:
			if b.Length.HasPercent() && pct == Indefinite {
				return trackAuto, 0
			}
			return trackFixed, max(0, b.Length.Resolve(pct))
		case style.TrackFlex:
			if isMax {
				return trackFlex, 0
			}
		case style.TrackMinContent:
			return trackMinContent, 0
		case style.TrackMaxContent:
			return trackMaxContent, 0
		}
		return trackAuto, 0
	}
	seen := false
	for i := range tr {
		t := &tr[i]
		t.base, t.limit, t.fit, t.grows, t.gap, t.fr = 0, geom.Max, geom.Max, false, 0, 0
		if t.collapsed {
			t.min, t.max, t.limit = trackFixed, trackFixed, 0
			continue
		}
		if seen {
			t.gap = g.gap[axis]
		}
		seen = true
		d := t.def
		var v geom.Unit
		if d.FitContent {
			t.min, t.max = trackAuto, trackMaxContent
			if k, v := kind(&d.Max, true); k == trackFixed {
				t.fit = v
			}
			continue
		}
		if t.min, v = kind(&d.Min, false); t.min == trackFixed {
			t.base = v
		}
		if t.max, v = kind(&d.Max, true); t.max == trackFixed {
			t.limit = v
		}
		if t.max == trackFlex {
			t.fr = d.Max.Fr
		}
		t.limit = max(t.limit, t.base)
	}
}

// contributions of an item to an axis: minimum, min-content and max-content, of the margin box.
type contributions struct{ least, min, max geom.Unit }

// sizeTracks is the track sizing algorithm. https://drafts.csswg.org/css-grid-2/#algo-track-sizing
// avail is the inner size of the container; least and most are its limits when that is Indefinite.
func (g *grid) sizeTracks(axis int, avail geom.Unit, mode uint8, least, most geom.Unit) {
	tr := g.tracks[axis]
	if g.given[axis] != nil {
		for i := range tr {
			t := &tr[i]
			t.min, t.max, t.fit, t.base = trackFixed, trackFixed, geom.Max, 0
			if i < len(g.given[axis]) {
				t.base = g.given[axis][i]
			}
			if t.limit, t.gap = t.base, 0; i > 0 {
				t.gap = g.gap[axis]
			}
		}
		return
	}
	own := len(g.items)
	g.subItems(axis)
	defer func() { g.items = g.items[:own] }()
	pct := avail
	if mode != sizeFinal {
		pct = Indefinite
	}
	g.initTracks(axis, pct)
	g.intrinsic(axis, mode)
	var gaps geom.Unit
	for i := range tr {
		gaps += tr[i].gap
	}
	sum := func() (s geom.Unit) {
		for i := range tr {
			s += tr[i].base
		}
		return s + gaps
	}

	// Maximize tracks. https://drafts.csswg.org/css-grid-2/#algo-grow-tracks
	switch {
	case mode == sizeMin:
	case avail == Indefinite:
		for i := range tr {
			if t := &tr[i]; t.limit < geom.Max {
				t.base = max(t.base, t.limit)
			}
		}
		if most < geom.Max && sum() > most { // as if that were the size
			for i := range tr {
				tr[i].base = min(tr[i].base, max(tr[i].inc, 0))
			}
			g.maximize(tr, most-sum())
		}
	default:
		g.maximize(tr, avail-sum())
	}

	// Expand flexible tracks. https://drafts.csswg.org/css-grid-2/#algo-flex-tracks
	flexible := false
	for i := range tr {
		flexible = flexible || tr[i].max == trackFlex
	}
	if flexible && mode != sizeMin {
		var fr float64
		if avail != Indefinite {
			fr = g.findFr(tr, avail)
		} else {
			for i := range tr {
				if t := &tr[i]; t.max == trackFlex {
					fr = max(fr, float64(t.base)/max(1, float64(t.fr)))
				}
			}
			for i := range g.items {
				it := &g.items[i]
				s := it.pos[axis]
				if g.flexIn[axis].any(s) {
					fr = max(fr, g.findFr(tr[s.start:s.end], it.c.max))
				}
			}
			if least > 0 || most < geom.Max { // limits of the container
				s := gaps
				for i := range tr {
					t := &tr[i]
					if v := geom.Unit(fr * float64(t.fr)); t.max == trackFlex {
						s += max(v, t.base)
					} else {
						s += t.base
					}
				}
				if s < least {
					fr = g.findFr(tr, least)
				} else if s > most {
					fr = g.findFr(tr, most)
				}
			}
		}
		var rest float64
		for i := range tr {
			t := &tr[i]
			if t.max != trackFlex {
				continue
			}
			v := fr*float64(t.fr) + rest
			u := geom.FromPx64((v + 1e-4) / 64)
			if u > t.base {
				rest = v - float64(u)
				t.base = u
			}
		}
	}

	// Stretch auto tracks. https://drafts.csswg.org/css-grid-2/#algo-stretch
	a := g.st.Flex.JustifyContent
	if axis == rows {
		a = g.st.Flex.AlignContent
	}
	if mode == sizeFinal && (a.Kind == style.AlignAuto || a.Kind == style.AlignNormal || a.Kind == style.AlignStretch) {
		free := avail
		if free == Indefinite {
			free = least
		}
		free -= sum()
		n := geom.Unit(0)
		for i := range tr {
			if tr[i].max == trackAuto && !tr[i].collapsed {
				n++
			}
		}
		for i := range tr {
			if t := &tr[i]; t.max == trackAuto && !t.collapsed && free > 0 {
				d := free / n
				t.base += d
				free, n = free-d, n-1
			}
		}
	}
}

// maximize gives free space equally to tracks below their growth limits.
func (g *grid) maximize(tr []gridTrack, free geom.Unit) {
	if free <= 0 {
		return
	}
	list := g.list[:0]
	for i := range tr {
		if tr[i].base < tr[i].limit && tr[i].max != trackFlex {
			list = append(list, int32(i))
		}
	}
	g.list = list
	room := func(i int32) geom.Unit {
		t := &tr[i]
		return min(t.limit, max(t.fit, t.base)) - t.base
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(room(a), room(b)) })
	for k, i := range list {
		d := min(room(i), free/geom.Unit(len(list)-k))
		tr[i].base += d
		free -= d
	}
}

// findFr is the size of an fr. https://drafts.csswg.org/css-grid-2/#algo-find-fr-size
func (g *grid) findFr(tr []gridTrack, space geom.Unit) float64 {
	left := float64(space)
	var sum float64
	list := g.list[:0]
	for i := range tr {
		t := &tr[i]
		if i > 0 {
			left -= float64(t.gap)
		}
		if t.max == trackFlex {
			sum += float64(t.fr)
			list = append(list, int32(i))
		} else {
			left -= float64(t.base)
		}
	}
	g.list = list
	// A track whose base size is larger than its share counts as inflexible: those with the largest ratio first.
	ratio := func(i int32) float64 {
		if tr[i].fr == 0 {
			if tr[i].base > 0 {
				return 1e30
			}
			return 0
		}
		return float64(tr[i].base) / float64(tr[i].fr)
	}
	sorted := true
	for k := 1; k < len(list); k++ {
		if ratio(list[k]) > ratio(list[k-1]) {
			sorted = false
			break
		}
	}
	if !sorted {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(ratio(b), ratio(a)) })
	}
	for _, i := range list {
		fr := max(0, left) / max(1, sum)
		if ratio(i) <= fr {
			return fr
		}
		left -= float64(tr[i].base)
		sum -= float64(tr[i].fr)
	}
	return max(0, left) / max(1, sum)
}

// counts answers how many tracks of a kind lie in a span.
type counts []int32

func (c *counts) make(tr []gridTrack, is func(*gridTrack) bool) {
	*c = slices.Grow((*c)[:0], len(tr)+1)[:len(tr)+1]
	(*c)[0] = 0
	for i := range tr {
		(*c)[i+1] = (*c)[i]
		if is(&tr[i]) {
			(*c)[i+1]++
		}
	}
}

func (c counts) in(s gridSpan) int32    { return c[s.end] - c[s.start] }
func (c counts) any(s gridSpan) bool    { return c[s.end] > c[s.start] }
func (t *gridTrack) intrinsicMin() bool { return t.min != trackFixed }
func (t *gridTrack) intrinsicMax() bool { return t.max != trackFixed && t.max != trackFlex }

// Steps of intrinsic sizing for a group of items.
const (
	stepMinimum       uint8 = iota // intrinsic minimums
	stepContentMin                 // content-based minimums
	stepMaxContentMin              // max-content minimums
	stepLimitMin                   // intrinsic maximums
	stepLimitMax                   // max-content maximums
	stepCount
)

// intrinsic resolves intrinsic track sizes. https://drafts.csswg.org/css-grid-2/#algo-content
func (g *grid) intrinsic(axis int, mode uint8) {
	tr := g.tracks[axis]
	g.flexIn[axis].make(tr, func(t *gridTrack) bool { return t.max == trackFlex })
	g.intrIn.make(tr, func(t *gridTrack) bool { return t.intrinsicMin() || t.intrinsicMax() || t.max == trackFlex })
	g.autoMin.make(tr, func(t *gridTrack) bool { return t.min == trackAuto })
	g.fixedMax.make(tr, func(t *gridTrack) bool { return t.max == trackFixed || t.fit < geom.Max })
	if axis == rows && len(g.items) > 0 {
		g.shims()
	}
	order := g.bySpan[:0]
	for i := range g.items {
		it := &g.items[i]
		if !g.intrIn.any(it.pos[axis]) {
			it.c = contributions{}
			continue
		}
		g.contribute(axis, it)
		order = append(order, int32(i))
	}
	g.bySpan = order
	flexy := func(i int32) int {
		if g.flexIn[axis].any(g.items[i].pos[axis]) {
			return 1
		}
		return 0
	}
	key := func(i int32) int { return flexy(i)<<24 | int(g.items[i].pos[axis].span())*(1-flexy(i)) }
	sorted := true
	for k := 1; k < len(order) && sorted; k++ {
		sorted = key(order[k]) >= key(order[k-1])
	}
	if !sorted {
		slices.SortStableFunc(order, func(a, b int32) int { return key(a) - key(b) })
	}
	for len(order) > 0 {
		n := 1
		for n < len(order) && key(order[n]) == key(order[0]) {
			n++
		}
		flex := flexy(order[0]) == 1
		for s := range stepCount {
			g.step(axis, mode, s, order[:n], flex)
			if s == stepMaxContentMin {
				for i := range tr {
					tr[i].limit = max(tr[i].limit, tr[i].base)
				}
				if flex {
					break // their growth limits are infinite
				}
			}
		}
		order = order[n:]
	}
	for i := range tr {
		t := &tr[i]
		if t.limit >= geom.Max {
			t.limit = t.base
		}
		t.inc = t.base // what maximizing begins with
	}
}

// step grows tracks by the contributions of a group of items.
func (g *grid) step(axis int, mode, step uint8, group []int32, flex bool) {
	tr := g.tracks[axis]
	toLimit := step >= stepLimitMin
	affected := func(t *gridTrack) bool {
		if flex && t.max != trackFlex {
			return false
		}
		switch step {
		case stepMinimum:
			return t.intrinsicMin()
		case stepContentMin:
			return t.min == trackMinContent || t.min == trackMaxContent
		case stepMaxContentMin:
			return t.min == trackMaxContent || mode == sizeMax && t.min == trackAuto && t.fit == geom.Max
		case stepLimitMin:
			return t.intrinsicMax()
		}
		return t.max == trackMaxContent || t.max == trackAuto
	}
	any := false
	for _, i := range group {
		s := g.items[i].pos[axis]
		for k := s.start; k < s.end; k++ {
			if affected(&tr[k]) {
				any = true
				break
			}
		}
		if any {
			break
		}
	}
	if !any {
		return
	}
	lo, hi := int32(len(tr)), int32(0)
	for _, i := range group {
		s := g.items[i].pos[axis]
		lo, hi = min(lo, s.start), max(hi, s.end)
	}
	for k := lo; k < hi; k++ {
		tr[k].plan = -1 // not asked
	}
	for _, i := range group {
		it := &g.items[i]
		s := it.pos[axis]
		var want geom.Unit
		switch step {
		case stepMinimum:
			want = it.c.least
			if mode != sizeFinal {
				want = max(want, g.limited(axis, it, it.c.min))
			}
		case stepContentMin, stepLimitMin:
			want = it.c.min
		case stepMaxContentMin:
			if want = it.c.max; mode == sizeMax {
				// auto minimums take no more than a fixed maximum
				want = max(it.c.least, g.limited(axis, it, it.c.max))
			}
		default:
			want = it.c.max
		}
		g.spread(tr[s.start:s.end], want, step, toLimit, flex, affected)
	}
	for k := lo; k < hi; k++ {
		t := &tr[k]
		switch {
		case t.plan < 0:
		case !toLimit:
			t.base += t.plan
		case t.limit >= geom.Max:
			t.limit = t.base + t.plan
			t.grows = step == stepLimitMin
		default:
			t.limit += t.plan
		}
		if step == stepLimitMax {
			t.grows = false
		}
		t.plan = 0
	}
}

// limited is a contribution limited by the fixed maximums of all tracks that the item spans.
func (g *grid) limited(axis int, it *gridItem, v geom.Unit) geom.Unit {
	s := it.pos[axis]
	if g.fixedMax.in(s) != s.span() {
		return v
	}
	var sum geom.Unit
	for k := s.start; k < s.end; k++ {
		t := &g.tracks[axis][k]
		if t.fit < geom.Max {
			sum += t.fit
		} else {
			sum += t.limit
		}
		if k > s.start {
			sum += t.gap
		}
	}
	return max(min(v, sum), it.c.least)
}

// spread distributes what an item asks for beyond the sizes of its tracks into their planned increases.
// https://drafts.csswg.org/css-grid-2/#extra-space
func (g *grid) spread(tr []gridTrack, want geom.Unit, step uint8, toLimit, flex bool, affected func(*gridTrack) bool) {
	g.p.t.opt.Stop.Poll()
	if len(tr) == 1 { // the usual case, without lists
		t := &tr[0]
		if !affected(t) {
			return
		}
		cur := t.base
		if toLimit && t.limit < geom.Max {
			cur = t.limit
		}
		extra := want - cur
		if toLimit && t.fit < geom.Max {
			extra = min(extra, max(t.fit, t.base)-cur)
		}
		t.plan = max(t.plan, extra, 0)
		return
	}
	extra := want
	list := g.list[:0]
	var frs float64
	for k := range tr {
		t := &tr[k]
		if k > 0 {
			extra -= t.gap
		}
		if toLimit && t.limit < geom.Max {
			extra -= t.limit
		} else {
			extra -= t.base
		}
		if affected(t) {
			t.plan = max(t.plan, 0)
			list = append(list, int32(k))
			frs += float64(t.fr)
		}
		t.inc = 0
	}
	g.list = list
	if extra <= 0 || len(list) == 0 {
		return
	}
	room := func(i int32) geom.Unit {
		t := &tr[i]
		if toLimit {
			if t.limit < geom.Max && !t.grows {
				return 0
			}
			if t.fit < geom.Max {
				cur := t.base
				if t.limit < geom.Max {
					cur = t.limit
				}
				return max(0, t.fit-cur)
			}
			return geom.Max
		}
		if t.limit >= geom.Max {
			if t.fit < geom.Max {
				return max(0, t.fit-t.base)
			}
			return geom.Max
		}
		return max(0, min(t.limit, max(t.fit, t.base))-t.base)
	}
	if flex && frs > 0 {
		var share, given float64
		total := float64(extra)
		for _, i := range list {
			share += total * float64(tr[i].fr) / frs
			d := geom.FromPx64((share - given + 1e-4) / 64)
			given += float64(d)
			tr[i].inc += d
		}
		extra = 0
	} else {
		// Up to the limits.
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(room(a), room(b)) })
		for k, i := range list {
			d := min(room(i), extra/geom.Unit(len(list)-k))
			tr[i].inc += d
			extra -= d
		}
		// Beyond them.
		if extra > 0 {
			n := geom.Unit(0)
			beyond := func(t *gridTrack) bool {
				switch step {
				case stepMinimum, stepContentMin:
					return t.intrinsicMax()
				case stepMaxContentMin:
					return t.max == trackMaxContent || t.max == trackAuto
				}
				return true
			}
			for _, i := range list {
				if beyond(&tr[i]) {
					n++
				}
			}
			all := n == 0
			if all {
				n = geom.Unit(len(list))
			}
			for _, i := range list {
				t := &tr[i]
				if !all && !beyond(t) {
					continue
				}
				d := extra / n
				if toLimit && t.fit < geom.Max { // fit-content() is fixed from its limit on
					cur := t.base
					if t.limit < geom.Max {
						cur = t.limit
					}
					d = min(d, max(0, t.fit-cur-t.inc))
				}
				t.inc += d
				extra, n = extra-d, n-1
			}
		}
	}
	for _, i := range list {
		tr[i].plan = max(tr[i].plan, tr[i].inc)
	}
}
