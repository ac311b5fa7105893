package paint

import (
	"cmp"
	"math"
	"slices"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// What changed is found by comparison: the list before and after are sequences of rows, each a hash of all that an item shows, with the
// groups around it, and where. Rows that only one of them has are dirty, and so are those that changed places with others. It does
// not matter what the journal says or which boxes were made again.

// inkRow is what an item paints. 20 bytes.
type inkRow struct {
	x0, y0, x1, y1 float32 // in the document, clips applied
	hash           uint32
}

// ink are the rows of the list, now and before.
type ink struct {
	now, old []inkRow
	stack    []inkState
	backs    []geom.RectF // backdrops that are filtered, in the document: one that changes below changes whole
	a, b     []uint32     // rows sorted by hash
	match    []uint32     // 1 + the new row of an old one
	valid    bool         // now is what the list says
}

// inkState is the state within a group.
type inkState struct {
	m     geom.Matrix
	clip  geom.RectF // in the document
	whole geom.RectF // around a filter's group: all of it changes with any item in it
	hash  uint32
}

const far = 1 << 26

// mix adds a word to a hash.
func mix(h, v uint32) uint32 {
	h ^= v
	h *= 0x9e3779b1
	return h ^ h>>15
}

func mixF(h uint32, v ...float32) uint32 {
	for _, x := range v {
		h = mix(h, math.Float32bits(x))
	}
	return h
}

func mixRect(h uint32, r *geom.RectF) uint32 {
	return mix(mix(mix(mix(h, math.Float32bits(r.X)), math.Float32bits(r.Y)), math.Float32bits(r.W)), math.Float32bits(r.H))
}

func mixRRect(h uint32, r *list.RRect) uint32 {
	h = mixRect(h, &r.Rect)
	for _, c := range r.Radii {
		h = mix(mix(h, math.Float32bits(c.X)), math.Float32bits(c.Y))
	}
	return h
}

func mixPath(h uint32, l *list.List, p list.PathRef) uint32 {
	if p == 0 {
		return h
	}
	verbs, pts := l.Path(p)
	for _, v := range verbs {
		h = mix(h, uint32(v))
	}
	for _, q := range pts {
		h = mix(mix(h, math.Float32bits(q.X)), math.Float32bits(q.Y))
	}
	return h
}

func mixGradient(h uint32, l *list.List, g list.GradientRef) uint32 {
	if g == 0 {
		return h
	}
	r, stops := l.Gradient(g)
	h = mixF(mix(h, uint32(r.Kind)), r.P0.X, r.P0.Y, r.P1.X, r.P1.Y, r.Focus.X, r.Focus.Y)
	if r.Repeating {
		h = mix(h, 1)
	}
	for _, s := range stops {
		h = mix(mix(h, math.Float32bits(s.Pos)), uint32(s.Color))
	}
	return h
}

// hashItem adds all that an item shows.
func hashItem(h uint32, l *list.List, it *list.Item) uint32 {
	h = mix(h, uint32(it.Kind)|uint32(it.Flags)<<8)
	switch it.Kind {
	case list.ClipRect, list.ClipRRect:
		return mixRRect(h, l.RRect(it))
	case list.ClipPath:
		return mixPath(h, l, list.PathRef(it.Arg))
	case list.Transform:
		m := l.Matrix(it)
		return mixF(h, float32(m.A), float32(m.B), float32(m.C), float32(m.D), float32(m.E), float32(m.F))
	case list.LayerGroup:
		y, filters := l.Layer(it)
		h = mix(mixF(h, y.Opacity), uint32(y.Blend))
		back, shape := l.Backdrop(y)
		if back != nil {
			h = mixRRect(h, shape)
		}
		for _, l := range [2][]list.Filter{filters, back} {
			for _, f := range l {
				h = mix(mix(mixF(h, f.Amount, f.DX, f.DY), uint32(f.Color)), uint32(f.Kind))
			}
		}
		return h
	case list.FillRect:
		return mix(mixRect(h, &it.Bounds), it.Arg)
	case list.FillRRect:
		return mix(mixRRect(h, l.RRect(it)), uint32(l.ItemColor(it)))
	case list.FillDRRect:
		o, n := l.DRRect(it)
		return mix(mixRRect(mixRRect(h, o), n), uint32(l.ItemColor(it)))
	case list.FillPath:
		f := l.Fill(it)
		return mixGradient(mix(mixPath(h, l, f.Path), uint32(f.Paint.Color)), l, f.Paint.Gradient)
	case list.StrokePath:
		s, dashes := l.Stroke(it)
		h = mixF(mixPath(h, l, s.Path), s.Width, s.MiterLimit, s.DashOffset)
		h = mix(mix(h, uint32(s.Cap)|uint32(s.Join)<<8), uint32(s.Paint.Color))
		return mixGradient(mixF(h, dashes...), l, s.Paint.Gradient)
	case list.DrawGradient, list.DrawImage:
		t := l.Tiled(it)
		h = mixRect(mixRect(mixRect(h, &t.Dest), &t.Tile), &t.Src)
		h = mix(mix(mixF(h, t.StepX, t.StepY), uint32(t.Image)), uint32(t.Quality))
		return mixGradient(h, l, t.Gradient)
	case list.BoxShadow:
		s := l.Shadow(it)
		h = mix(mixF(mixRRect(h, &s.Box), s.DX, s.DY, s.Blur, s.Spread), uint32(s.Color))
		if s.Inset {
			h = mix(h, 1)
		}
		return h
	case list.Text:
		t, glyphs := l.TextRun(it)
		h = mix(mix(mixF(h, t.Size, t.Origin.X, t.Origin.Y, t.Blur), uint32(t.Face)), uint32(t.Color))
		for i := range glyphs {
			g := &glyphs[i]
			h = mix(mix(h, math.Float32bits(g.X)^uint32(g.ID)<<1), math.Float32bits(g.Y))
		}
		return h
	case list.Line:
		n := l.LineOf(it)
		return mix(mix(mixF(h, n.P0.X, n.P0.Y, n.P1.X, n.P1.Y, n.Thickness), uint32(n.Color)), uint32(n.Style))
	}
	return mixRect(h, &it.Bounds)
}

// measure fills now from a list.
func (k *ink) measure(l *list.List) {
	k.now, k.backs = k.now[:0], k.backs[:0]
	items := l.Items()
	s := inkState{m: geom.Identity, clip: geom.RectF{X: -far, Y: -far, W: 2 * far, H: 2 * far}}
	stack := k.stack[:0]
	for i := range items {
		it := &items[i]
		switch {
		case it.Kind == list.End:
			s = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			continue
		case it.Kind == list.MaskContent:
			continue
		case it.Kind.IsGroup():
			stack = append(stack, s)
			s.hash = hashItem(s.hash, l, it)
			b := s.m.MapRect(it.Bounds).Intersect(s.clip)
			switch it.Kind {
			case list.Transform:
				s.m = s.m.Mul(*l.Matrix(it))
			case list.LayerGroup:
				y, f := l.Layer(it)
				if back, _ := l.Backdrop(y); back != nil {
					k.backs = append(k.backs, b)
					r := inkRow{b.X, b.Y, b.Right(), b.Bottom(), 0}
					r.hash = mixF(s.hash, r.x0, r.y0, r.x1, r.y1)
					k.now = append(k.now, r)
				}
				if len(f) > 0 && s.whole.Empty() {
					s.whole = b
				}
			default:
				s.clip = b
			}
			continue
		}
		b := s.whole
		if b.Empty() {
			b = s.m.MapRect(it.Bounds).Intersect(s.clip)
		}
		if !b.Empty() {
			r := inkRow{b.X, b.Y, b.Right(), b.Bottom(), 0}
			r.hash = mixF(hashItem(s.hash, l, it), r.x0, r.y0, r.x1, r.y1)
			k.now = append(k.now, r)
		}
	}
	k.stack = stack
	k.valid = true
}

func (r *inkRow) rect() geom.RectF {
	return geom.RectF{X: r.x0, Y: r.y0, W: r.x1 - r.x0, H: r.y1 - r.y0}
}

// diff adds what differs between old and now to the dirty rectangles.
func (p *Painter) diff() {
	k := &p.ink
	old, now := k.old, k.now
	for len(old) > 0 && len(now) > 0 && old[0] == now[0] {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && old[len(old)-1] == now[len(now)-1] {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	if len(old) == 0 && len(now) == 0 {
		return
	}
	k.a, k.b = sortedRows(k.a[:0], old), sortedRows(k.b[:0], now)
	k.match = slices.Grow(k.match[:0], len(old))[:len(old)]
	clear(k.match)
	for i, j := 0, 0; i < len(k.a) || j < len(k.b); {
		switch {
		case j == len(k.b) || i < len(k.a) && old[k.a[i]].hash < now[k.b[j]].hash:
			p.addDirty(old[k.a[i]].rect())
			i++
		case i == len(k.a) || old[k.a[i]].hash > now[k.b[j]].hash:
			p.addDirty(now[k.b[j]].rect())
			j++
		default:
			k.match[k.a[i]] = k.b[j] + 1
			i, j = i+1, j+1
		}
	}
	defer p.dirtyBackdrops()
	last := uint32(0)
	for i, m := range k.match {
		if m == 0 {
			continue
		}
		if m < last {
			p.addDirty(old[i].rect())
		} else {
			last = m
		}
	}
}

// dirtyBackdrops makes whole backdrops dirty that something changed below (or over: that is not told apart).
func (p *Painter) dirtyBackdrops() {
	for again := true; again; {
		again = false
		for _, b := range p.ink.backs {
			for i := range p.dirty {
				if d := p.dirty[i]; !d.Intersect(b).Empty() && d.Union(b) != d {
					p.dirty[i] = d.Union(b)
					again = true
				}
			}
		}
	}
}

// sortedRows are the rows by hash, equal ones in order.
func sortedRows(dst []uint32, rows []inkRow) []uint32 {
	for i := range rows {
		dst = append(dst, uint32(i))
	}
	slices.SortFunc(dst, func(a, b uint32) int {
		if c := cmp.Compare(rows[a].hash, rows[b].hash); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return dst
}

// maxDirty is how many dirty rectangles are told apart.
const maxDirty = 16

// addDirty adds a rectangle; near ones are joined.
func (p *Painter) addDirty(r geom.RectF) {
	if r.Empty() {
		return
	}
	near := r.Outset(8)
	for i := range p.dirty {
		if !p.dirty[i].Intersect(near).Empty() {
			p.dirty[i] = p.dirty[i].Union(r)
			return
		}
	}
	if len(p.dirty) == maxDirty {
		best, cost := 0, float32(math.Inf(1))
		for i := range p.dirty {
			u := p.dirty[i].Union(r)
			if c := u.W*u.H - p.dirty[i].W*p.dirty[i].H; c < cost {
				best, cost = i, c
			}
		}
		p.dirty[best] = p.dirty[best].Union(r)
		return
	}
	p.dirty = append(p.dirty, r)
}

// hashList is a hash of all that a list shows.
func hashList(h uint32, l *list.List) uint32 {
	items := l.Items()
	for i := range items {
		if it := &items[i]; it.Kind != list.End && it.Kind != list.MaskContent {
			h = hashItem(h, l, it)
		}
	}
	return mix(h, uint32(len(items)))
}

// embedsChanged reports whether a list that is shown within this one is another now.
func (p *Painter) embedsChanged() bool {
	h := uint32(0)
	for _, b := range p.embedBoxes {
		if c, ok := p.opt.Source.Content(p.tree.Node(b)); ok && c.List != nil {
			h = mix(hashList(h, c.List), uint32(c.Background))
		}
	}
	return h != p.embedHash
}
