package svg

import (
	"math"
	"strconv"

	"github.com/niso-engine/niso/paint/list"
)

// AppendPath appends SVG path data, moved by dx, dy; what follows an error is left out. https://www.w3.org/TR/SVG2/paths.html#PathData
func AppendPath(out *list.Path, d string, dx, dy float32) {
	i := 0
	space := func() {
		for i < len(d) && (d[i] == ' ' || d[i] == ',' || d[i] == '\n' || d[i] == '\t' || d[i] == '\r' || d[i] == '\f') {
			i++
		}
	}
	num := func() (float32, bool) {
		space()
		j := i
		if j < len(d) && (d[j] == '+' || d[j] == '-') {
			j++
		}
		digits := 0
		for j < len(d) && d[j] >= '0' && d[j] <= '9' {
			j, digits = j+1, digits+1
		}
		if j < len(d) && d[j] == '.' {
			for j++; j < len(d) && d[j] >= '0' && d[j] <= '9'; j++ {
				digits++
			}
		}
		if digits == 0 {
			return 0, false
		}
		if j < len(d) && (d[j] == 'e' || d[j] == 'E') {
			k := j + 1
			if k < len(d) && (d[k] == '+' || d[k] == '-') {
				k++
			}
			if k < len(d) && d[k] >= '0' && d[k] <= '9' {
				for j = k; j < len(d) && d[j] >= '0' && d[j] <= '9'; j++ {
				}
			}
		}
		v, err := strconv.ParseFloat(d[i:j], 32)
		i = j
		return float32(v), err == nil
	}
	flag := func() (bool, bool) {
		space()
		if i < len(d) && (d[i] == '0' || d[i] == '1') {
			i++
			return d[i-1] == '1', true
		}
		return false, false
	}
	var x, y, sx, sy, cx, cy float32 // current point, start of the subpath, last control point
	var cmd, last byte
	for {
		space()
		if i >= len(d) {
			return
		}
		if c := d[i]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			cmd = c
			i++
		} else if cmd == 0 {
			return
		}
		rel := cmd >= 'a'
		var v [6]float32
		get := func(n int) bool {
			for k := range n {
				var ok bool
				if v[k], ok = num(); !ok {
					return false
				}
			}
			return true
		}
		ox, oy := float32(0), float32(0)
		if rel {
			ox, oy = x, y
		}
		op := cmd &^ 0x20
		if last == 0 && op != 'M' {
			return
		}
		switch op {
		case 'M':
			if !get(2) {
				return
			}
			x, y = ox+v[0], oy+v[1]
			sx, sy = x, y
			out.MoveTo(dx+x, dy+y)
			cmd = 'L' | cmd&0x20
		case 'L', 'H', 'V':
			switch op {
			case 'L':
				if !get(2) {
					return
				}
				x, y = ox+v[0], oy+v[1]
			case 'H':
				if !get(1) {
					return
				}
				x = ox + v[0]
			case 'V':
				if !get(1) {
					return
				}
				y = oy + v[0]
			}
			out.LineTo(dx+x, dy+y)
		case 'C', 'S':
			ax, ay := 2*x-cx, 2*y-cy
			if last != 'C' {
				ax, ay = x, y
			}
			k := 0
			if op == 'C' {
				if !get(6) {
					return
				}
				ax, ay, k = ox+v[0], oy+v[1], 2
			} else if !get(4) {
				return
			}
			cx, cy = ox+v[k], oy+v[k+1]
			x, y = ox+v[k+2], oy+v[k+3]
			out.CubicTo(dx+ax, dy+ay, dx+cx, dy+cy, dx+x, dy+y)
			op = 'C'
		case 'Q', 'T':
			ax, ay := 2*x-cx, 2*y-cy
			if last != 'Q' {
				ax, ay = x, y
			}
			k := 0
			if op == 'Q' {
				if !get(4) {
					return
				}
				ax, ay, k = ox+v[0], oy+v[1], 2
			} else if !get(2) {
				return
			}
			cx, cy = ax, ay
			x, y = ox+v[k], oy+v[k+1]
			out.QuadTo(dx+cx, dy+cy, dx+x, dy+y)
			op = 'Q'
		case 'A':
			if !get(3) {
				return
			}
			large, ok1 := flag()
			sweep, ok2 := flag()
			rx, ry, rot := v[0], v[1], v[2]
			if !ok1 || !ok2 || !get(2) {
				return
			}
			nx, ny := ox+v[0], oy+v[1]
			arcTo(out, dx, dy, x, y, nx, ny, rx, ry, rot, large, sweep)
			x, y = nx, ny
		case 'Z':
			out.Close()
			x, y = sx, sy
			cmd = 0
		default:
			return
		}
		last = op
	}
}

// arcTo appends an elliptical arc as cubic curves. https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter
func arcTo(out *list.Path, dx, dy, x0, y0, x1, y1, rx, ry, rot float32, large, sweep bool) {
	a, b := math.Abs(float64(rx)), math.Abs(float64(ry))
	if a == 0 || b == 0 || x0 == x1 && y0 == y1 {
		out.LineTo(dx+x1, dy+y1)
		return
	}
	sin, cos := math.Sincos(float64(rot) * math.Pi / 180)
	hx, hy := float64(x0-x1)/2, float64(y0-y1)/2
	px, py := cos*hx+sin*hy, -sin*hx+cos*hy
	if l := px*px/(a*a) + py*py/(b*b); l > 1 {
		a, b = a*math.Sqrt(l), b*math.Sqrt(l)
	}
	f := math.Sqrt(max(0, (a*a*b*b-a*a*py*py-b*b*px*px)/(a*a*py*py+b*b*px*px)))
	if large == sweep {
		f = -f
	}
	qx, qy := f*a*py/b, -f*b*px/a
	cx, cy := cos*qx-sin*qy+float64(x0+x1)/2, sin*qx+cos*qy+float64(y0+y1)/2
	from := math.Atan2((py-qy)/b, (px-qx)/a)
	to := math.Atan2((-py-qy)/b, (-px-qx)/a)
	d := to - from
	if sweep && d < 0 {
		d += 2 * math.Pi
	} else if !sweep && d > 0 {
		d -= 2 * math.Pi
	}
	n := int(math.Ceil(math.Abs(d) / (math.Pi / 2)))
	if n < 1 || n > 8 {
		n = max(1, min(n, 8))
	}
	step := d / float64(n)
	k := 4.0 / 3 * math.Tan(step/4)
	pt := func(u, v float64) (float32, float32) {
		return dx + float32(cx+cos*a*u-sin*b*v), dy + float32(cy+sin*a*u+cos*b*v)
	}
	for i := range n {
		t0 := from + float64(i)*step
		s0, c0 := math.Sincos(t0)
		s1, c1 := math.Sincos(t0 + step)
		ax, ay := pt(c0-k*s0, s0+k*c0)
		bx, by := pt(c1+k*s1, s1-k*c1)
		ex, ey := pt(c1, s1)
		if i == n-1 {
			ex, ey = dx+x1, dy+y1
		}
		out.CubicTo(ax, ay, bx, by, ex, ey)
	}
}
