package list

import "slices"

// AppendList adds a copy of the items of m, whose groups must all be closed, with the current owner. Its
// coordinates are taken as they are: a transform around them moves them.
func (l *List) AppendList(m *List) {
	if m == l || len(m.open) > 0 {
		return
	}
	base := uint32(len(l.items))
	paths, gradients := uint32(len(l.paths)), uint32(len(l.gradients))
	if len(m.paths) > 0 {
		if paths == 0 {
			l.paths = append(l.paths, pathRow{})
			paths = 1
		}
		paths-- // row 0 of m is not copied
		v, q := uint32(len(l.verbs)), uint32(len(l.points))
		for _, r := range m.paths[1:] {
			r.verbFrom, r.verbTo, r.pointFrom, r.pointTo = r.verbFrom+v, r.verbTo+v, r.pointFrom+q, r.pointTo+q
			l.paths = append(l.paths, r)
		}
		l.verbs, l.points = append(l.verbs, m.verbs...), append(l.points, m.points...)
	}
	if len(m.gradients) > 0 {
		if gradients == 0 {
			l.gradients = append(l.gradients, GradientRow{})
			gradients = 1
		}
		gradients--
		s := uint32(len(l.stops))
		for _, r := range m.gradients[1:] {
			r.stopFrom, r.stopTo = r.stopFrom+s, r.stopTo+s
			l.gradients = append(l.gradients, r)
		}
		l.stops = append(l.stops, m.stops...)
	}
	path := func(p *PathRef) {
		if *p != 0 {
			*p += PathRef(paths)
		}
	}
	gradient := func(g *GradientRef) {
		if *g != 0 {
			*g += GradientRef(gradients)
		}
	}
	rrects, matrices, layers := uint32(len(l.rrects)), uint32(len(l.matrices)), uint32(len(l.layers))
	l.rrects, l.colors, l.matrices = append(l.rrects, m.rrects...), append(l.colors, m.colors...), append(l.matrices, m.matrices...)
	filters := uint32(len(l.filters))
	l.filters = append(l.filters, m.filters...)
	for _, r := range m.layers {
		r.filterFrom, r.filterTo = r.filterFrom+filters, r.filterTo+filters
		r.backFrom, r.backTo, r.shape = r.backFrom+filters, r.backTo+filters, r.shape+rrects
		l.layers = append(l.layers, r)
	}
	fills, strokes, dashes := uint32(len(l.fills)), uint32(len(l.strokes)), uint32(len(l.dashes))
	for _, r := range m.fills {
		path(&r.Path)
		gradient(&r.Paint.Gradient)
		l.fills = append(l.fills, r)
	}
	l.dashes = append(l.dashes, m.dashes...)
	for _, r := range m.strokes {
		path(&r.Path)
		gradient(&r.Paint.Gradient)
		r.dashFrom, r.dashTo = r.dashFrom+dashes, r.dashTo+dashes
		l.strokes = append(l.strokes, r)
	}
	tiled := uint32(len(l.tiled))
	for _, r := range m.tiled {
		gradient(&r.Gradient)
		l.tiled = append(l.tiled, r)
	}
	shadows, texts, glyphs, lines := uint32(len(l.shadows)), uint32(len(l.texts)), uint32(len(l.glyphs)), uint32(len(l.lines))
	l.shadows, l.glyphs, l.lines = append(l.shadows, m.shadows...), append(l.glyphs, m.glyphs...), append(l.lines, m.lines...)
	for _, r := range m.texts {
		r.glyphFrom, r.glyphTo = r.glyphFrom+glyphs, r.glyphTo+glyphs
		l.texts = append(l.texts, r)
	}
	l.items = slices.Grow(l.items, len(m.items))
	for _, it := range m.items {
		it.Owner = l.owner
		switch it.Kind {
		case End, MaskGroup:
			it.Arg += base // rows of items
		case ClipRect, ClipRRect, FillRRect, FillDRRect:
			it.Arg += rrects
		case ClipPath:
			if it.Arg != 0 {
				it.Arg += paths
			}
		case Transform:
			it.Arg += matrices
		case LayerGroup:
			it.Arg += layers
		case FillPath:
			it.Arg += fills
		case StrokePath:
			it.Arg += strokes
		case DrawGradient, DrawImage:
			it.Arg += tiled
		case BoxShadow:
			it.Arg += shadows
		case Text:
			it.Arg += texts
		case Line:
			it.Arg += lines
		}
		if it.Kind.IsGroup() || it.Kind == MaskContent {
			it.End += base
		}
		l.items = append(l.items, it)
	}
	l.include(m.top)
}

// Reserve makes room for a number of items and glyphs at once, where the list has not as much yet.
func (l *List) Reserve(items, glyphs int) {
	l.items = slices.Grow(l.items, max(0, items-len(l.items)))
	l.glyphs = slices.Grow(l.glyphs, max(0, glyphs-len(l.glyphs)))
}
