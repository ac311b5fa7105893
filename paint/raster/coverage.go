package raster

// coverage turns closed polygons into the part of each pixel that they cover, within a clip.
//
// Each edge is cut at scanlines and pixel columns. A piece that falls by dy within a pixel, at mean
// distance m from the pixel's left side, takes dy·(1-m) of the pixel itself and dy of all pixels to its
// right; adding these differences up from the left gives each pixel's signed area. All is integer: dy in
// 1/256 px, m in 1/512, so that a full pixel is 2^17 and equal edges in opposite directions cancel to the bit.
//
// The cuts are functions of the edge's own ends and of absolute coordinates, never of where the clip begins,
// so each tile sees the same numbers.
type coverage struct {
	clip  rect
	w     int     // clip.w() + 1: what falls to the right of the last pixel has a place
	acc   []int32 // all zero between uses
	rows  []touched
	y0    int // rows touched: [y0, y1)
	y1    int
	limit rect // clip in fixed point
}

type touched struct{ lo, hi int32 } // columns written, hi exclusive; lo ≥ hi: none

const (
	fixShift = 8
	fixOne   = 1 << fixShift
	fullArea = 1 << 17
	// maxFix bounds device coordinates: ±2^21 px.
	maxFix = 1 << 29
)

// begin starts a shape within a clip, which must not be empty.
func (c *coverage) begin(clip rect) {
	c.clip = clip
	c.w = clip.w() + 1
	if n := c.w * clip.h(); cap(c.acc) < n {
		c.acc = make([]int32, n)
	} else {
		c.acc = c.acc[:n]
	}
	if n := clip.h(); cap(c.rows) < n {
		c.rows = make([]touched, n)
	} else {
		c.rows = c.rows[:n]
	}
	for i := range c.rows {
		c.rows[i] = touched{int32(c.w), 0}
	}
	c.y0, c.y1 = clip.y1, clip.y0
	c.limit = rect{clip.x0 << fixShift, clip.y0 << fixShift, clip.x1 << fixShift, clip.y1 << fixShift}
}

// line adds the edge from a to b, in fixed point.
func (c *coverage) line(ax, ay, bx, by int) {
	if ay == by {
		return
	}
	dir := int32(1)
	if ay > by {
		ax, ay, bx, by = bx, by, ax, ay
		dir = -1
	}
	if ay >= c.limit.y1 || by <= c.limit.y0 || ax >= c.limit.x1 && bx >= c.limit.x1 {
		return
	}
	top, bottom := max(ay, c.limit.y0), min(by, c.limit.y1)
	row, last := top>>fixShift, (bottom-1)>>fixShift
	c.y0, c.y1 = min(c.y0, row), max(c.y1, last+1)
	if ax <= c.limit.x0 && bx <= c.limit.x0 { // all to the left: whole rows of cover
		for y := top; row <= last; row++ {
			end := min(bottom, (row+1)<<fixShift)
			t := &c.rows[row-c.clip.y0]
			t.lo, t.hi = 0, max(t.hi, 1)
			c.acc[(row-c.clip.y0)*c.w] += dir * int32(end-y) * 512
			y = end
		}
		return
	}
	if ax == bx { // vertical, and inside
		px := ax>>fixShift - c.clip.x0
		fx := int32(ax&(fixOne-1)) * 2
		for y := top; row <= last; row++ {
			end := min(bottom, (row+1)<<fixShift)
			t := &c.rows[row-c.clip.y0]
			t.lo, t.hi = min(t.lo, int32(px)), max(t.hi, int32(px+2))
			o := (row-c.clip.y0)*c.w + px
			d := dir * int32(end-y)
			c.acc[o] += d * (512 - fx)
			c.acc[o+1] += d * fx
			y = end
		}
		return
	}
	slope := (bx - ax) << 16 / (by - ay)
	x := ax + slope*(top-ay)>>16
	for y := top; row <= last; row++ {
		end := min(bottom, (row+1)<<fixShift)
		xe := bx
		if end != by {
			xe = ax + slope*(end-ay)>>16
		}
		c.piece(row, x, xe, int32(end-y), dir)
		x, y = xe, end
	}
}

// piece adds what an edge does within one scanline: from xa to xb while falling by dy.
func (c *coverage) piece(row, xa, xb int, dy, dir int32) {
	t := &c.rows[row-c.clip.y0]
	acc := c.acc[(row-c.clip.y0)*c.w:]
	acc = acc[:c.w]
	if xa > xb { // the areas are the same read from the left
		xa, xb = xb, xa
	}
	if xa >= c.limit.x1 {
		return
	}
	if xb <= c.limit.x0 {
		t.lo, t.hi = 0, max(t.hi, 1)
		acc[0] += dir * dy * 512
		return
	}
	px := xa >> fixShift
	if px == max(xa, xb-1)>>fixShift && xa >= c.limit.x0 {
		i := px - c.clip.x0
		fx := int32(xa + xb - px<<(fixShift+1))
		d := dir * dy
		t.lo, t.hi = min(t.lo, int32(i)), max(t.hi, int32(i+2))
		acc[i] += d * (512 - fx)
		acc[i+1] += d * fx
		return
	}
	// Several columns: the fall at each column's side is k·(x-xa), and all of it at xb.
	k := int(dy) << 16 / (xb - xa)
	x, y := xa, int32(0)
	if x < c.limit.x0 {
		x = c.limit.x0
		y = int32(k * (x - xa) >> 16)
		t.lo, t.hi = 0, max(t.hi, 1)
		acc[0] += dir * y * 512
	}
	stop := min(xb, c.limit.x1)
	px = x >> fixShift
	t.lo = min(t.lo, int32(px-c.clip.x0))
	for x < stop {
		xe, ye := (px+1)<<fixShift, dy
		if xe >= xb {
			xe = xb
		} else {
			ye = int32(k * (xe - xa) >> 16)
		}
		i := px - c.clip.x0
		fx := int32(x + xe - px<<(fixShift+1))
		d := dir * (ye - y)
		acc[i] += d * (512 - fx)
		acc[i+1] += d * fx
		x, y, px = xe, ye, px+1
	}
	t.hi = max(t.hi, int32(px-c.clip.x0+1))
}

// span is a part of a scanline, in columns of the clip, with one coverage per pixel, or with a single one.
type spanFunc func(y, x0, x1 int, cov []uint8, all uint8)

// finish hands the spans that are covered to emit, in device px, and zeroes the accumulator. cov is scratch
// of at least clip.w() bytes.
func (c *coverage) finish(evenOdd bool, cov []uint8, emit spanFunc) {
	width := c.clip.w()
	for y := c.y0; y < c.y1; y++ {
		t := c.rows[y-c.clip.y0]
		if t.lo >= t.hi {
			continue
		}
		lo, hi := int(t.lo), int(t.hi)
		acc := c.acc[(y-c.clip.y0)*c.w:]
		acc = acc[lo:hi]
		out := cov[lo:hi:max(hi, lo)]
		sum := int32(0)
		// The spans are cut where the coverage is the same for long, so that
		// inner parts of large shapes cost a fill and not a pixel each.
		start, same := 0, 0 // same: first pixel of the current run of untouched accumulators
		for i, v := range acc {
			if v != 0 {
				acc[i] = 0
				sum += v
				if run := i - same; run >= 16 {
					if same > start {
						c.emitRow(y, lo+start, min(lo+same, width), out[start:same], emit)
					}
					if a := out[same]; a != 0 {
						emit(y, c.clip.x0+lo+same, c.clip.x0+min(lo+i, width), nil, a)
					}
					start = i
				}
				same = i + 1
				out[i] = area(sum, evenOdd)
				continue
			}
			if i == 0 {
				out[0] = 0
			} else {
				out[i] = out[i-1]
			}
		}
		tail := len(acc)
		if tail-same >= 16 {
			if same > start {
				c.emitRow(y, lo+start, min(lo+same, width), out[start:same], emit)
			}
			if a := out[same]; a != 0 {
				emit(y, c.clip.x0+lo+same, c.clip.x0+min(hi, width), nil, a)
			}
		} else if start < tail {
			c.emitRow(y, lo+start, min(hi, width), out[start:], emit)
		}
		if hi < width {
			if a := area(sum, evenOdd); a != 0 {
				emit(y, c.clip.x0+hi, c.clip.x1, nil, a)
			}
		}
	}
}

func (c *coverage) emitRow(y, x0, x1 int, cov []uint8, emit spanFunc) {
	if x0 < x1 {
		emit(y, c.clip.x0+x0, c.clip.x0+x1, cov[:x1-x0], 0)
	}
}

// area is the coverage of a signed area.
func area(sum int32, evenOdd bool) uint8 {
	if sum < 0 {
		sum = -sum
	}
	if evenOdd {
		sum &= 2*fullArea - 1
		if sum > fullArea {
			sum = 2*fullArea - sum
		}
	} else if uint32(sum) > fullArea {
		sum = fullArea
	}
	return uint8((sum*255 + fullArea/2) >> 17)
}
