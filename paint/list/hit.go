package list

import "github.com/niso-engine/niso/internal/geom"

// HitTest finds the items under a point of the list's outermost space and appends their indexes to dst, topmost first.
// It is exact for rectangles and rounded rectangles; of paths, lines and text it takes the bounds. Shadows, masks and what a clip
// cuts off receive no hits; what is transparent by opacity does. The recorder marks boxes that paint nothing with Hit.
func (l *List) HitTest(x, y float32, dst []uint32) []uint32 {
	type frame struct {
		p    geom.PointF
		item int
	}
	p := geom.PointF{X: x, Y: y}
	var stack []frame
	from := len(dst)
	for i := 0; i < len(l.items); i++ {
		it := &l.items[i]
		if it.Kind == End {
			if n := len(stack); n > 0 {
				p = stack[n-1].p
				stack = stack[:n-1]
			}
			continue
		}
		if it.Kind == MaskContent {
			if int(it.End) > i { // the mask is not content: go on at its End
				i = int(it.End) - 1
			}
			continue
		}
		b := it.Bounds
		inside := p.X >= b.X && p.Y >= b.Y && p.X < b.Right() && p.Y < b.Bottom()
		if it.Kind.IsGroup() {
			if int(it.End) <= i {
				break // never closed
			}
			q := p
			if inside {
				switch it.Kind {
				case ClipRect, ClipRRect:
					inside = l.RRect(it).Contains(p)
				case Transform:
					m, ok := l.Matrix(it).Invert()
					q, inside = m.MapPoint(p), ok
				}
			}
			if !inside {
				i = int(it.End)
				continue
			}
			stack = append(stack, frame{p, i})
			p = q
			continue
		}
		if !inside {
			continue
		}
		switch it.Kind {
		case BoxShadow:
			continue
		case FillRRect:
			if !l.RRect(it).Contains(p) {
				continue
			}
		case FillDRRect:
			if o, n := l.DRRect(it); !o.Contains(p) || n.Contains(p) {
				continue
			}
		}
		dst = append(dst, uint32(i))
	}
	for a, b := from, len(dst)-1; a < b; a, b = a+1, b-1 {
		dst[a], dst[b] = dst[b], dst[a]
	}
	return dst
}

// Contains reports whether p lies within the rounded rectangle (right and bottom edges excluded).
func (r *RRect) Contains(p geom.PointF) bool {
	b := r.Rect
	if p.X < b.X || p.Y < b.Y || p.X >= b.Right() || p.Y >= b.Bottom() {
		return false
	}
	left, top := p.X-b.X, p.Y-b.Y
	right, bottom := b.Right()-p.X, b.Bottom()-p.Y
	for i, d := range [4][2]float32{{left, top}, {right, top}, {right, bottom}, {left, bottom}} {
		c := r.Radii[i]
		if d[0] < c.X && d[1] < c.Y {
			u, v := (c.X-d[0])/c.X, (c.Y-d[1])/c.Y
			return u*u+v*v <= 1
		}
	}
	return true
}
