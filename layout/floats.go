package layout

import (
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

// bfc is a block formatting context while it is laid out: the margin boxes of its floats, in the coordinates of the border
// box of the box that makes it. https://www.w3.org/TR/CSS22/visuren.html#floats
type bfc struct {
	floats []floatBox
	first  int       // floats before this one end above all that is placed from now on
	chain  int       // floats from this one on were placed while the margins around them were not known to end
	top    geom.Unit // of the last float: no later float stands higher
	bottom [2]geom.Unit
	clamp  lineClamp
}

// lineClamp counts the lines of a block formatting context that -webkit-line-clamp cuts off. https://drafts.csswg.org/css-overflow-4/#propdef--webkit-line-clamp
type lineClamp struct {
	on   bool
	left int  // lines that may come before the cut
	over bool // something comes after it
}

type floatBox struct {
	geom.Rect
	right bool
}

const far = geom.Max

func (f *bfc) reset() {
	f.floats, f.first, f.chain, f.top = f.floats[:0], 0, 0, -far
	f.bottom, f.clamp = [2]geom.Unit{-far, -far}, lineClamp{}
}

// reaches reports whether a float ends below y.
func (f *bfc) reaches(y geom.Unit) bool { return max(f.bottom[0], f.bottom[1]) > y }

// clearY is the bottom of the floats that clear names; -far if there are none.
func (f *bfc) clearY(left, right bool) geom.Unit {
	y := geom.Unit(-far)
	if left {
		y = f.bottom[0]
	}
	if right {
		y = max(y, f.bottom[1])
	}
	return y
}

// adjoins reports whether a float of the current chain of margins stands on one of the sides.
func (f *bfc) adjoins(left, right bool) bool {
	for i := f.chain; i < len(f.floats); i++ {
		if f.floats[i].right && right || !f.floats[i].right && left {
			return true
		}
	}
	return false
}

// space is what floats leave of left to right between y and y+h, and where the first of those floats ends.
func (f *bfc) space(y, h, left, right geom.Unit) (l, r, next geom.Unit) {
	l, r, next = left, right, far
	if !f.reaches(y) {
		return
	}
	i := 0
	if y >= f.top {
		for f.first < len(f.floats) && f.floats[f.first].Bottom() <= f.top {
			f.first++
		}
		i = f.first
	}
	end := y + max(h, 1)
	for ; i < len(f.floats); i++ {
		b := &f.floats[i]
		if b.Y >= end || b.Bottom() <= y || b.H <= 0 {
			continue
		}
		if b.right {
			if b.X < r {
				r = b.X
			}
		} else if b.Right() > l {
			l = b.Right()
		}
		next = min(next, b.Bottom())
	}
	return
}

// find is the highest place at or below y where a box of the size fits between left and right beside the floats.
func (f *bfc) find(y, w, h, left, right geom.Unit) (at, l, r geom.Unit) {
	for {
		l, r, next := f.space(y, h, left, right)
		if r-l >= w || next == far || (l <= left && r >= right) {
			return y, l, r
		}
		y = next
	}
}

// place gives a float of a margin box its place, not above y, and notes it.
func (f *bfc) place(y, left, right geom.Unit, size geom.Size, toRight bool) geom.Point {
	y = max(y, f.top)
	y, l, r := f.find(y, size.W, size.H, left, right)
	x := l
	side := 0
	if toRight {
		x, side = r-size.W, 1
	}
	f.floats = append(f.floats, floatBox{geom.Rect{X: x, Y: y, W: size.W, H: size.H}, toRight})
	f.top = y
	f.bottom[side] = max(f.bottom[side], y+size.H)
	return geom.Point{X: x, Y: y}
}

// sides are the sides that a clear value names in a container.
func sides(c style.Clear, rtl bool) (left, right bool) {
	switch c {
	case style.ClearLeft:
		return true, false
	case style.ClearRight:
		return false, true
	case style.ClearBoth:
		return true, true
	case style.ClearInlineStart:
		return !rtl, rtl
	case style.ClearInlineEnd:
		return rtl, !rtl
	}
	return false, false
}

// floatsRight reports whether a float value means the right side in a container.
func floatsRight(f style.Float, rtl bool) bool {
	switch f {
	case style.FloatRight:
		return true
	case style.FloatInlineStart:
		return rtl
	case style.FloatInlineEnd:
		return !rtl
	}
	return false
}
