package paint

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/paint/list"
)

// What changed is found by comparison: for each box a hash of all that it painted and the rectangle around it, before and after. A box
// that paints the same in the same place is not dirty, whatever the journal says of it; one that moved is, whether or not the journal
// names it. Only a change of order among equal boxes is taken from the journal.

// inkRow is what a box painted. 20 bytes.
type inkRow struct {
	x0, y0, x1, y1 float32 // in the document, clips applied; nothing where x0 >= x1
	hash           uint32
}

// inkRows are the rows of all boxes, now and before.
type inkRows struct {
	now, old []inkRow
	stack    []inkState
	valid    bool // now is what the list says
}

// inkState is the state within a group.
type inkState struct {
	m    geom.Matrix
	clip geom.RectF // in the document
	hash uint32
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
	h = mixF(mix(h, uint32(r.Kind)), r.P0.X, r.P0.Y, r.P1.X, r.P1.Y)
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
		for _, f := range filters {
			h = mix(mix(mixF(h, f.Amount, f.DX, f.DY), uint32(f.Color)), uint32(f.Kind))
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
func (k *inkRows) measure(l *list.List, rows int) {
	if cap(k.now) < rows {
		k.now = make([]inkRow, rows)
	}
	k.now = k.now[:rows]
	clear(k.now)
	items := l.Items()
	s := inkState{m: geom.Identity, clip: geom.RectF{X: -far, Y: -far, W: 2 * far, H: 2 * far}}
	stack := k.stack[:0]
	for i := range items {
		it := &items[i]
		if it.Kind == list.End {
			s = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			continue
		}
		if it.Kind == list.MaskContent {
			continue
		}
		if it.Kind.IsGroup() {
			stack = append(stack, s)
			s.hash = hashItem(s.hash, l, it)
			b := s.m.MapRect(it.Bounds)
			switch it.Kind {
			case list.Transform:
				s.m = s.m.Mul(*l.Matrix(it))
			default:
				s.clip = s.clip.Intersect(b)
			}
			if it.Kind == list.LayerGroup {
				// A filter paints where its content has nothing: the whole group changes with any of it.
				if _, f := l.Layer(it); len(f) > 0 {
					k.add(it.Owner, b.Intersect(s.clip), s.hash)
				}
			}
			continue
		}
		k.add(it.Owner, s.m.MapRect(it.Bounds).Intersect(s.clip), hashItem(s.hash, l, it))
	}
	k.stack = stack
	k.valid = true
}

func (k *inkRows) add(owner uint32, b geom.RectF, hash uint32) {
	if int(owner) >= len(k.now) {
		return
	}
	r := &k.now[owner]
	r.hash = mix(r.hash, hash)
	if b.Empty() {
		return
	}
	if r.x0 >= r.x1 {
		r.x0, r.y0, r.x1, r.y1 = b.X, b.Y, b.Right(), b.Bottom()
		return
	}
	r.x0, r.y0, r.x1, r.y1 = min(r.x0, b.X), min(r.y0, b.Y), max(r.x1, b.Right()), max(r.y1, b.Bottom())
}

func (r *inkRow) rect() geom.RectF {
	if r.x0 >= r.x1 {
		return geom.RectF{}
	}
	return geom.RectF{X: r.x0, Y: r.y0, W: r.x1 - r.x0, H: r.y1 - r.y0}
}

// diff adds what differs between old and now to the dirty rectangles.
func (p *Painter) diff() {
	k := &p.ink
	for i := range max(len(k.now), len(k.old)) {
		var a, b inkRow
		if i < len(k.old) {
			a = k.old[i]
		}
		if i < len(k.now) {
			b = k.now[i]
		}
		if a != b {
			p.addDirty(a.rect())
			p.addDirty(b.rect())
		}
	}
}

// markOrder makes dirty what boxes that the journal names paint with all that is in them, where their order may have changed.
func (p *Painter) markOrder(changes []layout.Change) {
	for i := range changes {
		b := changes[i].Box
		if b == 0 || int(b) >= len(p.box) || p.box[b].layer == 0 || changes[i].Kind != layout.ChangePaint {
			continue
		}
		t := p.tree
		if t.Kind(b) == layout.KindNone {
			continue
		}
		var u geom.RectF
		for x := b; ; {
			if int(x) < len(p.ink.now) {
				u = u.Union(p.ink.now[x].rect())
			}
			if c := t.First(x); c != 0 {
				x = c
				continue
			}
			for x != b && t.Next(x) == 0 {
				x = t.Parent(x)
			}
			if x == b {
				break
			}
			x = t.Next(x)
		}
		p.addDirty(u)
	}
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
