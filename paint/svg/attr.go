package svg

import (
	"math"
	"strconv"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/internal/geom"
	"github.com/niso-engine/niso/style"
)

const spaces = " \t\n\f\r"

// splitNumber takes a number from the start of s.
func splitNumber(s string) (v float64, rest string, ok bool) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i, digits = i+1, digits+1
	}
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			digits++
		}
	}
	if digits == 0 {
		return 0, s, false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' { // else the e of em or ex
			for i = j; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			}
		}
	}
	v, err := strconv.ParseFloat(s[:i], 64)
	return v, s[i:], err == nil && !math.IsInf(v, 0)
}

// numbers is a list of numbers divided by white space and commas; ok is false where something else is there.
func numbers(dst []float64, s string) (l []float64, ok bool) {
	for {
		s = strings.TrimLeft(s, spaces+",")
		if s == "" {
			return dst, true
		}
		v, rest, ok := splitNumber(s)
		if !ok {
			return dst, false
		}
		dst, s = append(dst, v), rest
	}
}

// viewBox is the value of a viewBox attribute. https://www.w3.org/TR/SVG2/coords.html#ViewBoxAttribute
func viewBox(s string) (r geom.RectF, ok bool) {
	var buf [4]float64
	l, ok := numbers(buf[:0], s)
	if !ok || len(l) != 4 || l[2] < 0 || l[3] < 0 {
		return r, false
	}
	return geom.RectF{X: float32(l[0]), Y: float32(l[1]), W: float32(l[2]), H: float32(l[3])}, true
}

// fit is the map of a view box to a viewport. https://www.w3.org/TR/SVG2/coords.html#ComputingAViewportsTransform
func fit(box geom.RectF, w, h float64, aspect string) geom.Matrix {
	sx, sy := w/float64(box.W), h/float64(box.H)
	f := strings.Fields(aspect)
	align, slice := "xMidYMid", false
	if len(f) > 0 && f[0] == "defer" {
		f = f[1:]
	}
	if len(f) > 0 {
		align = f[0]
	}
	if len(f) > 1 {
		slice = f[1] == "slice"
	}
	if align == "none" {
		return geom.Matrix{A: sx, D: sy, E: -float64(box.X) * sx, F: -float64(box.Y) * sy}
	}
	k := min(sx, sy)
	if slice {
		k = max(sx, sy)
	}
	m := geom.Matrix{A: k, D: k, E: -float64(box.X) * k, F: -float64(box.Y) * k}
	if len(align) != 8 {
		align = "xMidYMid"
	}
	part := func(s string, free float64) float64 {
		switch s {
		case "Min":
			return 0
		case "Max":
			return free
		}
		return free / 2
	}
	m.E += part(align[1:4], w-float64(box.W)*k)
	m.F += part(align[5:8], h-float64(box.H)*k)
	return m
}

// lengthPx is a length attribute in px; a percentage is one of basis.
func lengthPx(s string, basis float32, st *style.Computed) (px float32, ok bool) {
	s = strings.Trim(s, spaces)
	v, unit, ok := splitNumber(s)
	if !ok {
		return 0, false
	}
	em := 16.0
	if st != nil {
		em = float64(st.Font.SizePx)
	}
	switch strings.ToLower(unit) {
	case "", "px":
	case "%":
		v *= float64(basis) / 100
	case "em", "rem":
		v *= em
	case "ex", "ch":
		v *= em / 2
	case "pt":
		v *= 4.0 / 3
	case "pc":
		v *= 16
	case "cm":
		v *= 96 / 2.54
	case "mm":
		v *= 96 / 25.4
	case "q":
		v *= 96 / 101.6
	case "in":
		v *= 96
	default:
		return 0, false
	}
	return float32(v), true
}

// lengths is a list of length attributes.
func lengths(s string, basis float32, st *style.Computed) (l []float32) {
	for len(l) < 1<<16 {
		s = strings.TrimLeft(s, spaces+",")
		if s == "" {
			return l
		}
		i := strings.IndexAny(s, spaces+",")
		if i < 0 {
			i = len(s)
		}
		v, ok := lengthPx(s[:i], basis, st)
		if !ok {
			return l
		}
		l, s = append(l, v), s[i:]
	}
	return l
}

// ParseTransform is the map of a transform attribute: numbers without units. What is not one has no effect.
// https://drafts.csswg.org/css-transforms-1/#svg-syntax
func ParseTransform(s string) (m geom.Matrix, ok bool) {
	m = geom.Identity
	for {
		s = strings.TrimLeft(s, spaces+",")
		if s == "" {
			return m, true
		}
		open := strings.IndexByte(s, '(')
		end := strings.IndexByte(s, ')')
		if open < 0 || end < open {
			return geom.Identity, false
		}
		name := strings.Trim(s[:open], spaces)
		var buf [6]float64
		a, ok := numbers(buf[:0], s[open+1:end])
		if !ok || len(a) == 0 || len(a) > 6 {
			return geom.Identity, false
		}
		s = s[end+1:]
		var t geom.Matrix
		const rad = math.Pi / 180
		switch n := len(a); {
		case name == "translate" && n <= 2:
			t = geom.Translate(a[0], 0)
			if n == 2 {
				t.F = a[1]
			}
		case name == "scale" && n <= 2:
			t = geom.Scale(a[0], a[n-1])
		case name == "rotate" && n == 1:
			t = geom.Rotate(a[0] * rad)
		case name == "rotate" && n == 3:
			t = geom.Translate(a[1], a[2]).Mul(geom.Rotate(a[0] * rad)).Mul(geom.Translate(-a[1], -a[2]))
		case name == "skewX" && n == 1:
			t = geom.Matrix{A: 1, D: 1, C: math.Tan(a[0] * rad)}
		case name == "skewY" && n == 1:
			t = geom.Matrix{A: 1, D: 1, B: math.Tan(a[0] * rad)}
		case name == "matrix" && n == 6:
			t = geom.Matrix{A: a[0], B: a[1], C: a[2], D: a[3], E: a[4], F: a[5]}
		default:
			return geom.Identity, false
		}
		m = m.Mul(t)
	}
}

// attr is an attribute as a view.
func (p *Painter) attr(el dom.NodeID, a atom.Atom) string { return p.opt.Doc.Attr(el, a) }

// href is the address that an element refers to. https://www.w3.org/TR/SVG2/linking.html#linkRefAttrs
func (p *Painter) href(el dom.NodeID) string {
	d := p.opt.Doc
	if v, ok := d.LookupAttr(el, atomHref); ok {
		return strings.Trim(v, spaces)
	}
	for a := d.FirstAttr(el); a != 0; a = d.NextAttr(a) {
		at := d.AttrAt(a)
		if n := d.NameOf(at.Name); n.NS == dom.XLink && n.Local == atomHref {
			return strings.Trim(at.Value, spaces)
		}
	}
	return ""
}

// target is the element of this document that a URL names, 0 for none.
func (p *Painter) target(url string) dom.NodeID {
	i := strings.IndexByte(url, '#')
	if i < 0 {
		return 0
	}
	d := p.opt.Doc
	if base := url[:i]; base != "" && base != withoutFragment(d.URL) && base != withoutFragment(p.opt.Base) {
		return 0
	}
	id := d.Atoms.Lookup(url[i+1:])
	if id == atom.None && strings.Contains(url[i+1:], "%") {
		id = d.Atoms.Lookup(unescape(url[i+1:]))
	}
	if id == atom.None {
		return 0
	}
	return d.ElementByIDIn(p.root, id)
}

func withoutFragment(u string) string {
	if i := strings.IndexByte(u, '#'); i >= 0 {
		return u[:i]
	}
	return u
}

// unescape replaces %XX.
func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(v))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// NaturalSize is the size that the attributes of an svg element give it: 0 where there is none. The ratio is that of width and height, or
// of the view box. https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS
func NaturalSize(d *dom.Document, el dom.NodeID) (w, h, ratioW, ratioH float32) {
	get := func(a atom.Atom) float32 {
		s := d.Attr(el, a)
		if strings.HasSuffix(strings.TrimRight(s, spaces), "%") {
			return 0
		}
		v, ok := lengthPx(s, 0, nil)
		if !ok || !(v > 0) {
			return 0
		}
		return v
	}
	w, h = get(atomWidth), get(atomHeight)
	if w > 0 && h > 0 {
		return w, h, w, h
	}
	if b, ok := viewBox(d.Attr(el, atomViewBox)); ok && b.W > 0 && b.H > 0 {
		ratioW, ratioH = b.W, b.H
		if w > 0 {
			h = w * b.H / b.W
		} else if h > 0 {
			w = h * b.W / b.H
		}
	}
	return w, h, ratioW, ratioH
}
