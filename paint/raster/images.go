package raster

import (
	"math"

	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/paint/list"
)

// picture is a decoded image, or a level of it, as the painter reads it.
type picture struct {
	pix  []uint32
	w, h int
}

// imageShader samples a picture through a map from the device.
type imageShader struct {
	p      *painter
	pic    picture
	inv    geom.Matrix // device → coordinates of the list
	t      *list.TiledRow
	src    geom.RectF // part of pic that fills a tile
	smooth bool
	wrapX  bool // copies touch, so that sampling goes on in the next one
	wrapY  bool

	// Where axes are kept, a column's place in the picture is found once a draw: its left neighbour, its right neighbour and
	// the share of the latter in 1/256. A negative one lies in a gap.
	cols []column
	x0   int
	unit bool // the columns are neighbours, without shares
}

type column struct {
	a, b int32
	f    int32
}

// set prepares the shader for what of t lies in d.
func (s *imageShader) set(p *painter, pic *picture, t *list.TiledRow, src geom.RectF, d rect) bool {
	inv, ok := p.m.Invert()
	if !ok || pic.w <= 0 || pic.h <= 0 || t.Tile.Empty() {
		return false
	}
	s.p, s.pic, s.inv, s.t, s.src = p, *pic, inv, t, src
	s.smooth = t.Quality != list.Pixelated
	s.wrapX = t.StepX > 0 && t.StepX-t.Tile.W < 1.0/128 && src.X == 0 && src.W == float32(pic.w)
	s.wrapY = t.StepY > 0 && t.StepY-t.Tile.H < 1.0/128 && src.Y == 0 && src.H == float32(pic.h)
	s.cols = s.cols[:0]
	s.unit = false
	if inv.B == 0 && inv.C == 0 {
		s.unit = true
		for x := d.x0; x < d.x1; x++ {
			c := s.place(inv.A*(float64(x)+0.5)+inv.E, true)
			if c.a < 0 || c.f != 0 || len(s.cols) > 0 && c.a != s.cols[len(s.cols)-1].a+1 {
				s.unit = false
			}
			s.cols = append(s.cols, c)
		}
		s.x0 = d.x0
	}
	return true
}

// place finds the pixels that a coordinate of the list falls on, in x or in y.
func (s *imageShader) place(v float64, horizontal bool) column {
	var tile, size, step, from, extent float64
	var n int
	var wrap bool
	if horizontal {
		tile, size, step, from, extent, n, wrap = float64(s.t.Tile.X), float64(s.t.Tile.W), float64(s.t.StepX), float64(s.src.X), float64(s.src.W), s.pic.w, s.wrapX
	} else {
		tile, size, step, from, extent, n, wrap = float64(s.t.Tile.Y), float64(s.t.Tile.H), float64(s.t.StepY), float64(s.src.Y), float64(s.src.H), s.pic.h, s.wrapY
	}
	u := v - tile
	if step > 0 {
		u -= math.Floor(u/step) * step
		if u >= size && !wrap {
			return column{a: -1}
		}
	}
	u = from + u*extent/size
	lo, hi := int(math.Floor(from)), int(math.Ceil(from+extent))-1
	lo, hi = max(0, min(lo, n-1)), max(0, min(hi, n-1))
	in := func(i int) int32 {
		if wrap {
			if i < 0 {
				i += n
			} else if i >= n {
				i -= n
			}
		}
		return int32(max(lo, min(i, hi)))
	}
	if !s.smooth {
		i := in(int(math.Floor(u)))
		return column{i, i, 0}
	}
	f := math.Floor((u-0.5)*256 + 0.5)
	if !(math.Abs(f) < 1<<40) {
		f = 0
	}
	k := int(f)
	return column{in(k >> 8), in(k>>8 + 1), int32(k & 255)}
}

// row shades the pixels from (x, y) to the right.
func (s *imageShader) row(dst []uint32, x, y int) {
	w := s.pic.w
	if len(s.cols) == 0 {
		for i := range dst {
			u, v := s.inv.Apply(float64(x+i)+0.5, float64(y)+0.5)
			cx, cy := s.place(u, true), s.place(v, false)
			if cx.a < 0 || cy.a < 0 {
				dst[i] = 0
				continue
			}
			top := lerpPixel(s.pic.pix[int(cy.a)*w+int(cx.a)], s.pic.pix[int(cy.a)*w+int(cx.b)], uint32(cx.f))
			bottom := lerpPixel(s.pic.pix[int(cy.b)*w+int(cx.a)], s.pic.pix[int(cy.b)*w+int(cx.b)], uint32(cx.f))
			dst[i] = lerpPixel(top, bottom, uint32(cy.f))
		}
		return
	}
	cy := s.place(s.inv.D*(float64(y)+0.5)+s.inv.F, false)
	if cy.a < 0 {
		clear(dst)
		return
	}
	cols := s.cols[x-s.x0 : x-s.x0+len(dst)]
	a := s.pic.pix[int(cy.a)*w : int(cy.a)*w+w]
	if cy.f == 0 {
		if s.unit {
			copy(dst, a[cols[0].a:])
			return
		}
		for i, c := range cols {
			switch {
			case c.a < 0:
				dst[i] = 0
			case c.f == 0:
				dst[i] = a[c.a]
			default:
				dst[i] = lerpPixel(a[c.a], a[c.b], uint32(c.f))
			}
		}
		return
	}
	b := s.pic.pix[int(cy.b)*w : int(cy.b)*w+w]
	f := uint32(cy.f)
	for i, c := range cols {
		if c.a < 0 {
			dst[i] = 0
			continue
		}
		dst[i] = lerpPixel(lerpPixel(a[c.a], a[c.b], uint32(c.f)), lerpPixel(b[c.a], b[c.b], uint32(c.f)), f)
	}
}

// lerpPixel is a + (b-a)·f/256 in each channel.
func lerpPixel(a, b, f uint32) uint32 {
	if a == b || f == 0 {
		return a
	}
	g := 256 - f
	rb := ((a&laneMask)*g + (b&laneMask)*f + 0x00800080) >> 8 & laneMask
	ag := ((a>>8&laneMask)*g + (b>>8&laneMask)*f + 0x00800080) & 0xff00ff00
	return rb | ag
}

// mipLevel is the halving of an image that is nearest to the size it is shown in.
func mipLevel(t *list.TiledRow, m *geom.Matrix) int {
	if t.Quality == list.Pixelated {
		return 0
	}
	area := float64(t.Tile.W) * float64(t.Tile.H) * math.Abs(m.A*m.D-m.B*m.C)
	ratio := float64(t.Src.W) * float64(t.Src.H) / area
	if !(ratio > 1) {
		return 0
	}
	return int(min(16, math.Round(math.Log2(ratio)/2)))
}

func (p *painter) drawImage(i int, t *list.TiledRow, d rect) {
	img := &p.prep.images[p.prep.aux[i]]
	if img.pix == nil {
		return
	}
	src := geom.RectF{X: t.Src.X * img.sx, Y: t.Src.Y * img.sy, W: t.Src.W * img.sx, H: t.Src.H * img.sy}
	p.src.shader.kind = shadeImage
	if !p.src.shader.img.set(p, &img.picture, t, src, d) {
		return
	}
	p.fillRect(p.l.Items()[i].Bounds, d)
}
