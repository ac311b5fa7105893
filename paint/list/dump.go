package list

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/internal/geom"
)

// Dump is the list as text, one item a line, groups indented: what tests compare and people read.
//
//	rect 0,0 100x50 #ff0000ff owner=3
//	clip-rrect 0,0 100x50 radii=8 owner=4
//	  text face=1 size=16 at=10,20 #000000ff glyphs=36@0 37@8.5 owner=5
func (l *List) Dump() string {
	var d dumper
	depth := 0
	for i := range l.items {
		it := &l.items[i]
		if it.Kind == End {
			depth = max(0, depth-1)
			continue
		}
		n := depth
		if it.Kind == MaskContent {
			n--
		}
		for range n {
			d.b.WriteString("  ")
		}
		d.item(l, it)
		if it.Owner != 0 {
			fmt.Fprintf(&d.b, " owner=%d", it.Owner)
		}
		d.b.WriteByte('\n')
		if it.Kind.IsGroup() {
			depth++
		}
	}
	return d.b.String()
}

type dumper struct{ b strings.Builder }

// num writes a number to a thousandth.
func num(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', -1, 64)
}

func (d *dumper) nums(sep string, v ...float32) {
	for i, x := range v {
		if i > 0 {
			d.b.WriteString(sep)
		}
		d.b.WriteString(num(float64(x)))
	}
}

func (d *dumper) filterList(l []Filter) {
	for _, f := range l {
		d.str(" " + filterNames[f.Kind] + "(")
		if f.Kind == FilterDropShadow {
			d.nums(",", f.DX, f.DY)
			d.str(" ")
		}
		d.nums("", f.Amount)
		if f.Kind == FilterDropShadow {
			d.color(f.Color)
		}
		d.str(")")
	}
}

func (d *dumper) str(s string) { d.b.WriteString(s) }

func (d *dumper) rect(r geom.RectF) {
	d.str(" ")
	d.nums(",", r.X, r.Y)
	d.str(" ")
	d.nums("x", r.W, r.H)
}

func (d *dumper) rrect(r *RRect) {
	d.rect(r.Rect)
	if r.IsRect() {
		return
	}
	c := r.Radii
	d.str(" radii=")
	if c[0] == c[1] && c[1] == c[2] && c[2] == c[3] {
		d.radius(c[0])
		return
	}
	for i, v := range c {
		if i > 0 {
			d.str(",")
		}
		d.radius(v)
	}
}

func (d *dumper) radius(r Radius) {
	d.nums("", r.X)
	if r.X != r.Y {
		d.str("/")
		d.nums("", r.Y)
	}
}

func (d *dumper) color(c Color) { fmt.Fprintf(&d.b, " #%08x", uint32(c)) }

func (d *dumper) paint(l *List, p Paint) {
	if p.Gradient == 0 {
		d.color(p.Color)
		return
	}
	d.gradient(l, p.Gradient)
}

func (d *dumper) gradient(l *List, g GradientRef) {
	r, stops := l.Gradient(g)
	d.str(" ")
	if r.Repeating {
		d.str("repeating-")
	}
	d.str([...]string{"linear", "radial", "conic"}[r.Kind])
	d.str("(")
	d.nums(",", r.P0.X, r.P0.Y)
	d.str(" ")
	d.nums(",", r.P1.X, r.P1.Y)
	for _, s := range stops {
		d.color(s.Color)
		d.str("@")
		d.nums("", s.Pos)
	}
	d.str(")")
}

func (d *dumper) path(l *List, p PathRef) {
	verbs, pts := l.Path(p)
	d.str(" ")
	for i, v := range verbs {
		if i > 0 {
			d.str(" ")
		}
		d.str([...]string{"M", "L", "Q", "C", "Z"}[v])
		for k := range v.Points() {
			if k > 0 {
				d.str(" ")
			}
			d.nums(",", pts[k].X, pts[k].Y)
		}
		pts = pts[v.Points():]
	}
}

func (d *dumper) item(l *List, it *Item) {
	d.str(it.Kind.String())
	if it.Flags&EvenOdd != 0 {
		d.str(" evenodd")
	}
	if it.Kind == MaskGroup && it.Flags&Inverse != 0 {
		d.str(" inverse")
	}
	if it.Flags&Luminance != 0 {
		d.str(" luminance")
	}
	switch it.Kind {
	case ClipRect, ClipRRect:
		d.rrect(l.RRect(it))
	case ClipPath:
		if it.Arg != 0 {
			d.path(l, PathRef(it.Arg))
		}
	case Transform:
		m := l.Matrix(it)
		for _, v := range [6]float64{m.A, m.B, m.C, m.D, m.E, m.F} {
			d.str(" " + num(v))
		}
	case LayerGroup:
		y, filters := l.Layer(it)
		if y.Opacity != 1 {
			d.str(" opacity=")
			d.nums("", y.Opacity)
		}
		if y.Blend != BlendNormal {
			d.str(" blend=" + y.Blend.String())
		}
		d.filterList(filters)
		if back, shape := l.Backdrop(y); back != nil {
			d.str(" backdrop")
			d.rrect(shape)
			d.filterList(back)
		}
	case FillRect:
		d.rect(it.Bounds)
		d.color(l.ItemColor(it))
	case FillRRect:
		d.rrect(l.RRect(it))
		d.color(l.ItemColor(it))
	case FillDRRect:
		o, n := l.DRRect(it)
		d.rrect(o)
		d.str(" without")
		d.rrect(n)
		d.color(l.ItemColor(it))
	case FillPath:
		f := l.Fill(it)
		d.path(l, f.Path)
		d.paint(l, f.Paint)
	case StrokePath:
		s, dashes := l.Stroke(it)
		d.path(l, s.Path)
		d.str(" width=")
		d.nums("", s.Width)
		if s.Cap != ButtCap {
			d.str([...]string{"", " round-cap", " square-cap"}[s.Cap])
		}
		if s.Join != MiterJoin {
			d.str([...]string{"", " round-join", " bevel-join"}[s.Join])
		}
		if len(dashes) > 0 {
			d.str(" dashes=")
			d.nums(",", dashes...)
			if s.DashOffset != 0 {
				d.str("+")
				d.nums("", s.DashOffset)
			}
		}
		d.paint(l, s.Paint)
	case DrawGradient, DrawImage:
		t := l.Tiled(it)
		d.rect(it.Bounds)
		if t.Tile != it.Bounds {
			d.str(" tile=")
			d.nums(",", t.Tile.X, t.Tile.Y)
			d.str(",")
			d.nums("x", t.Tile.W, t.Tile.H)
		}
		if t.StepX != 0 || t.StepY != 0 {
			d.str(" step=")
			d.nums(",", t.StepX, t.StepY)
		}
		if it.Kind == DrawGradient {
			d.gradient(l, t.Gradient)
			break
		}
		fmt.Fprintf(&d.b, " image=%d src=", t.Image)
		d.nums(",", t.Src.X, t.Src.Y)
		d.str(",")
		d.nums("x", t.Src.W, t.Src.H)
		if t.Quality == Pixelated {
			d.str(" pixelated")
		}
	case BoxShadow:
		s := l.Shadow(it)
		d.rrect(&s.Box)
		if s.Inset {
			d.str(" inset")
		}
		d.str(" by=")
		d.nums(",", s.DX, s.DY)
		d.str(" blur=")
		d.nums("", s.Blur)
		d.str(" spread=")
		d.nums("", s.Spread)
		d.color(s.Color)
	case Text:
		t, glyphs := l.TextRun(it)
		fmt.Fprintf(&d.b, " face=%d size=", t.Face)
		d.nums("", t.Size)
		d.str(" at=")
		d.nums(",", t.Origin.X, t.Origin.Y)
		if t.Blur > 0 {
			d.str(" blur=")
			d.nums("", t.Blur)
		}
		d.color(t.Color)
		d.str(" glyphs=")
		for i, g := range glyphs {
			if i > 0 {
				d.str(" ")
			}
			fmt.Fprintf(&d.b, "%d@", g.ID)
			d.nums("", g.X)
			if g.Y != 0 {
				d.str(",")
				d.nums("", g.Y)
			}
		}
	case Line:
		n := l.LineOf(it)
		d.str(" " + lineNames[n.Style] + " ")
		d.nums(",", n.P0.X, n.P0.Y)
		d.str(" ")
		d.nums(",", n.P1.X, n.P1.Y)
		d.str(" thickness=")
		d.nums("", n.Thickness)
		d.color(n.Color)
	case Hit:
		d.rect(it.Bounds)
	}
}
