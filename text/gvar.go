package text

// vary moves the points of a glyph by the face's coordinates; pts have no phantom points.
// https://learn.microsoft.com/typography/opentype/spec/gvar
func (r *glyfReader) vary(pts []glyfPoint, glyph int) {
	g := r.o.gvar
	axes := len(r.coords)
	if len(g) < 20 || u16(g, 4) != axes || glyph >= u16(g, 12) {
		return
	}
	var a, b int
	if u16(g, 14)&1 != 0 {
		a, b = int(u32(g, 20+4*glyph)), int(u32(g, 24+4*glyph))
	} else {
		a, b = 2*u16(g, 20+2*glyph), 2*u16(g, 22+2*glyph)
	}
	data := sub(from(g, int(u32(g, 16))), a, b-a)
	if len(data) < 4 {
		return
	}
	sharedTuples := from(g, int(u32(g, 8)))
	sharedCount := u16(g, 6)
	count := u16(data, 0)
	serial := from(data, u16(data, 2))
	n := len(pts) + 4 // phantom points
	var shared []int32
	allShared := true
	if count&0x8000 != 0 {
		var used int
		shared, allShared, used = packedPoints(serial, n)
		serial = from(serial, used)
	}
	orig := append([]glyfPoint(nil), pts...)
	dx, dy := make([]float32, n), make([]float32, n)
	touched := make([]bool, n)
	at := 4
	for range count & 0xfff {
		h := sub(data, at, 4)
		if h == nil {
			return
		}
		size, index := u16(h, 0), u16(h, 2)
		at += 4
		var peak, lo, hi []byte
		if index&0x8000 != 0 {
			peak = sub(data, at, 2*axes)
			at += 2 * axes
		} else if k := index & 0xfff; k < sharedCount {
			peak = sub(sharedTuples, 2*axes*k, 2*axes)
		}
		if index&0x4000 != 0 {
			lo, hi = sub(data, at, 2*axes), sub(data, at+2*axes, 2*axes)
			at += 4 * axes
			if lo == nil || hi == nil {
				return
			}
		}
		body := sub(serial, 0, size)
		if body == nil || peak == nil {
			return
		}
		serial = serial[size:]
		scalar := tupleScalar(r.coords, peak, lo, hi)
		if scalar == 0 {
			continue
		}
		points, all := shared, allShared
		if index&0x2000 != 0 {
			var used int
			points, all, used = packedPoints(body, n)
			body = from(body, used)
		}
		k := len(points)
		if all {
			k = n
		}
		xs, used := packedDeltas(body, k)
		ys, _ := packedDeltas(from(body, used), k)
		if len(xs) < k || len(ys) < k {
			return
		}
		if all {
			for i := range pts {
				pts[i].x += float32(xs[i]) * scalar
				pts[i].y += float32(ys[i]) * scalar
			}
			continue
		}
		clear(touched)
		clear(dx)
		clear(dy)
		for i, p := range points {
			if int(p) < n {
				touched[p] = true
				dx[p], dy[p] = float32(xs[i]), float32(ys[i])
			}
		}
		interpolate(orig, dx, dy, touched)
		for i := range pts {
			pts[i].x += dx[i] * scalar
			pts[i].y += dy[i] * scalar
		}
	}
}

func tupleScalar(coords []int16, peak, lo, hi []byte) float32 {
	s := float32(1)
	for i, c := range coords {
		p, v := i16(peak, 2*i), int(c)
		if p == 0 || v == p {
			continue
		}
		a, z := min(p, 0), max(p, 0)
		if lo != nil {
			a, z = i16(lo, 2*i), i16(hi, 2*i)
			if a > p || p > z || a < 0 && z > 0 {
				continue
			}
		}
		switch {
		case v <= a || v >= z:
			return 0
		case v < p:
			s *= float32(v-a) / float32(p-a)
		default:
			s *= float32(z-v) / float32(z-p)
		}
	}
	return s
}

// packedPoints reads point numbers; all means every point.
func packedPoints(b []byte, n int) (points []int32, all bool, used int) {
	if len(b) == 0 {
		return nil, false, 0
	}
	count := int(b[0])
	used = 1
	if count&0x80 != 0 {
		if len(b) < 2 {
			return nil, false, 1
		}
		count = count&0x7f<<8 | int(b[1])
		used = 2
	}
	if count == 0 {
		return nil, true, used
	}
	if count > n {
		return nil, false, used
	}
	last := int32(0)
	for len(points) < count && used < len(b) {
		run := int(b[used])
		used++
		for k := run&0x7f + 1; k > 0 && len(points) < count; k-- {
			if run&0x80 != 0 {
				last += int32(u16(b, used))
				used += 2
			} else {
				if used >= len(b) {
					break
				}
				last += int32(b[used])
				used++
			}
			points = append(points, last)
		}
	}
	return points, false, used
}

func packedDeltas(b []byte, n int) (out []int16, used int) {
	out = make([]int16, 0, n)
	for len(out) < n && used < len(b) {
		c := b[used]
		used++
		for k := int(c&0x3f) + 1; k > 0 && len(out) < n; k-- {
			switch {
			case c&0x80 != 0:
				out = append(out, 0)
			case c&0x40 != 0:
				if used+2 > len(b) {
					return out, used
				}
				out = append(out, int16(i16(b, used)))
				used += 2
			default:
				if used >= len(b) {
					return out, used
				}
				out = append(out, int16(int8(b[used])))
				used++
			}
		}
	}
	return out, used
}

// interpolate gives the points of a contour that no delta names what lies between their neighbours' (IUP).
func interpolate(orig []glyfPoint, dx, dy []float32, touched []bool) {
	start := 0
	for e := range orig {
		if !orig[e].end {
			continue
		}
		first := -1
		for i := start; i <= e; i++ {
			if touched[i] {
				first = i
				break
			}
		}
		if first >= 0 {
			n := e - start + 1
			prev := first
			for k := 1; k <= n; k++ {
				i := start + (first-start+k)%n
				if !touched[i] {
					continue
				}
				for j := start + (prev-start+1)%n; j != i; j = start + (j-start+1)%n {
					dx[j] = iup(orig[j].x, orig[prev].x, orig[i].x, dx[prev], dx[i])
					dy[j] = iup(orig[j].y, orig[prev].y, orig[i].y, dy[prev], dy[i])
				}
				prev = i
			}
		}
		start = e + 1
	}
}

func iup(v, a, b, da, db float32) float32 {
	if a == b {
		if da == db {
			return da
		}
		return 0
	}
	if a > b {
		a, b, da, db = b, a, db, da
	}
	switch {
	case v <= a:
		return da
	case v >= b:
		return db
	}
	return da + (db-da)*(v-a)/(b-a)
}
