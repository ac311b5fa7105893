package style

import (
	"math"
	"strings"

	"github.com/niso-engine/niso/dom"
	"github.com/niso-engine/niso/internal/atom"
	"github.com/niso-engine/niso/style/css"
)

// ComputedText is the resolved value of a property, shorthand or custom property, as getComputedStyle gives it; "" for an unknown
// one. used may be nil: then computed values stand for used ones.
// https://drafts.csswg.org/cssom/#resolved-values
func (s *Styler) ComputedText(id dom.NodeID, p Pseudo, name string, used UsedValues) string {
	cs := s.Ensure(id, p)
	if cs == nil {
		return ""
	}
	r := resolver{s: s, cs: cs, used: used, id: id, pseudo: p}
	return r.text(name)
}

// Differs reports whether the computed value of a longhand or shorthand differs from the initial one or, where it is inherited and the
// element has a parent, from the parent's.
func (s *Styler) Differs(id dom.NodeID, name string) bool {
	cs := s.Ensure(id, PseudoNone)
	p, sh, ok := PropertyByName(name)
	if cs == nil || !ok {
		return false
	}
	var parent *Computed
	if el := s.doc.ParentElement(id); el != 0 {
		parent = s.Ensure(el, PseudoNone)
	}
	props := []PropertyID{p}
	if sh != 0 {
		props = sh.longhands()
	}
	for _, q := range props {
		if q >= PropertyCount { // flow-relative: the physical one it stands for tells
			continue
		}
		than := s.initial
		if parent != nil && q.Info().Inherited {
			than = parent
		}
		if !fieldTable[q].ops.equal(cs.Groups.at(q), than.Groups.at(q)) {
			return true
		}
	}
	return false
}

// resolver serializes the values of one record.
type resolver struct {
	s      *Styler
	cs     *Computed
	used   UsedValues
	id     dom.NodeID
	pseudo Pseudo
}

func (r *resolver) text(name string) string {
	if strings.HasPrefix(name, "--") {
		a := r.s.doc.Atoms.Lookup(name)
		if a == atom.None {
			return ""
		}
		v, ok := r.cs.Custom.Get(a)
		if !ok {
			v, _ = r.s.initialCustom(a)
		}
		return v
	}
	p, sh, ok := PropertyByName(lower(name))
	switch {
	case !ok:
		return ""
	case sh == 0:
		return string(r.longhand(nil, p))
	}
	l := sh.longhands()
	t := make([]string, len(l))
	for i, q := range l {
		t[i] = string(r.longhand(nil, q))
	}
	switch sh {
	case ShortAll:
		return ""
	case ShortBackground: // the colour of the last layer is a computed one
		if t[8] == "rgba(0, 0, 0, 0)" {
			t[8] = "transparent"
		}
	case ShortBorderTop, ShortBorderRight, ShortBorderBottom, ShortBorderLeft, ShortOutline, ShortColumnRule:
		if sh == ShortOutline {
			return t[0] + " " + t[1] + " " + t[2]
		}
		return strings.Join(t, " ")
	case ShortBorder:
		for i := 0; i < 12; i += 4 {
			if t[i] != t[i+1] || t[i] != t[i+2] || t[i] != t[i+3] {
				return ""
			}
		}
		return t[0] + " " + t[4] + " " + t[8]
	case ShortListStyle, ShortFlexFlow, ShortTextEmphasis:
		return strings.Join(t, " ")
	case ShortTextDecoration:
		if t[3] == string(appendColor(nil, Color{Kind: css.ColorCurrent}, &textCtx{cs: r.cs})) {
			t[3] = "currentcolor"
		}
	}
	text, _ := serializeShorthand(sh, t)
	return text
}

// longhand appends the resolved value of a longhand.
func (r *resolver) longhand(b []byte, p PropertyID) []byte {
	cs := r.cs
	p = p.physical(cs.Text.WritingMode, cs.Text.Direction)
	switch p {
	case PropWidth, PropHeight, PropTop, PropRight, PropBottom, PropLeft, PropMarginTop, PropMarginRight, PropMarginBottom, PropMarginLeft,
		PropPaddingTop, PropPaddingRight, PropPaddingBottom, PropPaddingLeft:
		// What is a plain length needs no layout, and is not rounded to what layout counts in.
		l := (*Length)(cs.Groups.at(p))
		if r.used != nil && (p == PropWidth || p == PropHeight || l.Kind != LengthFixed || l.unit == css.UnitPercent || l.Percent != 0) {
			if px, ok := r.used.UsedPx(r.id, r.pseudo, p); ok {
				return append(css.AppendNumber(b, px), "px"...)
			}
		}
	case PropMinWidth, PropMinHeight:
		l := cs.Box.MinWidth
		if p == PropMinHeight {
			l = cs.Box.MinHeight
		}
		if l.IsAuto() && !(r.parentBlockifies()) {
			return append(b, "0px"...)
		}
	case PropGridTemplateColumns, PropGridTemplateRows:
		if r.used != nil {
			if t, ok := r.used.UsedTracks(r.id, r.pseudo, p); ok {
				l := &cs.Flex.TemplateColumns
				if p == PropGridTemplateRows {
					l = &cs.Flex.TemplateRows
				}
				return appendUsedTracks(b, l, &t)
			}
		}
	case PropBorderTopWidth:
		return r.borderWidth(b, cs.Border.TopStyle, cs.Border.TopWidth)
	case PropBorderRightWidth:
		return r.borderWidth(b, cs.Border.RightStyle, cs.Border.RightWidth)
	case PropBorderBottomWidth:
		return r.borderWidth(b, cs.Border.BottomStyle, cs.Border.BottomWidth)
	case PropBorderLeftWidth:
		return r.borderWidth(b, cs.Border.LeftStyle, cs.Border.LeftWidth)
	case PropDisplay:
		if cs.Box.Display == DisplayInlineListItem {
			return append(b, "inline list-item"...)
		}
	case PropTransform:
		return r.transform(b)
	case PropTransformOrigin, PropPerspectiveOrigin:
		if r.used != nil {
			if w, h, ok := r.used.UsedBox(r.id, r.pseudo); ok {
				o := Point3D{X: cs.Effect.PerspectiveOrigin.X, Y: cs.Effect.PerspectiveOrigin.Y}
				if p == PropTransformOrigin {
					o = cs.Effect.TransformOrigin
				}
				b = appendPx(b, o.X.ResolvePx(float32(w)))
				b = appendPx(append(b, ' '), o.Y.ResolvePx(float32(h)))
				if o.Z != 0 {
					b = appendPx(append(b, ' '), o.Z)
				}
				return b
			}
		}
	case PropContent:
		if (r.pseudo == PseudoBefore || r.pseudo == PseudoAfter) && cs.Content.Content.Normal {
			return append(b, "none"...)
		}
	case PropLetterSpacing:
		if l := cs.Text.LetterSpacing; l.Kind == LengthFixed && l.Px == 0 && l.Percent == 0 {
			return append(b, "normal"...)
		}
	case PropWebkitTextFillColor, PropWebkitTextStrokeColor:
	case PropJustifyItems:
		a := cs.Flex.JustifyItems
		if a.Legacy && a.Kind == AlignNormal {
			return append(b, "normal"...)
		}
	}
	f := &fieldTable[p]
	return f.ops.text(b, cs.Groups.at(p), &textCtx{prop: p, cs: cs, s: r.s})
}

// appendUsedTracks appends the sizes of a grid's tracks with the names of its lines.
// https://drafts.csswg.org/css-grid-2/#resolved-track-list
func appendUsedTracks(b []byte, l *TrackList, t *UsedTracks) []byte {
	lines := [][]string{nil} // from the first explicit line on
	name := func(names []string) { lines[len(lines)-1] = append(lines[len(lines)-1], names...) }
	for i := range l.Items {
		it := &l.Items[i]
		name(it.Names)
		if it.Repeat == 0 {
			lines = append(lines, nil)
			continue
		}
		n := int(it.Repeat)
		if n < 0 {
			n = t.Repeats
		}
		for range n {
			for j := range it.Tracks {
				name(it.Tracks[j].Names)
				lines = append(lines, nil)
			}
			name(it.EndNames)
			if len(lines) > t.First+len(t.Px)+1 { // more than there are, beyond the limit of tracks
				break
			}
		}
	}
	name(l.EndNames)
	start := len(b)
	sep := func() {
		if len(b) > start {
			b = append(b, ' ')
		}
	}
	for i := 0; i <= len(t.Px); i++ {
		if k := i - t.First; k >= 0 && k < len(lines) && len(lines[k]) > 0 {
			sep()
			b = append(b, '[')
			for j, n := range lines[k] {
				if j > 0 {
					b = append(b, ' ')
				}
				b = css.AppendIdent(b, n)
			}
			b = append(b, ']')
		}
		if i < len(t.Px) {
			sep()
			b = append(css.AppendNumber(b, t.Px[i]), "px"...)
		}
	}
	if len(b) == start {
		return append(b, "none"...)
	}
	return b
}

func (r *resolver) parentBlockifies() bool {
	if p := flatParent(r.s.doc.Store, r.id); p != 0 {
		if c := r.s.Style(p); c != nil {
			return c.Flags&flagBlockifies != 0
		}
	}
	return false
}

func (r *resolver) borderWidth(b []byte, st BorderStyle, w float32) []byte {
	if st <= BorderStyleHidden {
		w = 0
	}
	return appendPx(b, w)
}

// Matrix4 is a 4×4 matrix, column by column.
type Matrix4 [16]float64

var identity4 = Matrix4{0: 1, 5: 1, 10: 1, 15: 1}

// Mul is a × b: b is applied first.
func (a Matrix4) Mul(b Matrix4) (m Matrix4) {
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				m[c*4+r] += a[k*4+r] * b[c*4+k]
			}
		}
	}
	return m
}

// Matrix is the matrix of a list of transform functions for a reference box of w × h px.
// https://drafts.csswg.org/css-transforms-2/#mathematical-description
func TransformMatrix4(list []TransformOp, w, h float64) (m Matrix4, is3D bool) {
	m = identity4
	for i := range list {
		op := &list[i]
		t := identity4
		v := func(i int) float64 { return float64(op.V[i]) }
		rad := math.Pi / 180
		switch op.Kind {
		case TransformTranslate:
			t[12], t[13], t[14] = float64(op.L[0].ResolvePx(float32(w))), float64(op.L[1].ResolvePx(float32(h))), float64(op.L[2].Px)
			is3D = is3D || op.Name == nameTranslateZ || op.Name == nameTranslate3D
		case TransformScale:
			t[0], t[5], t[10] = v(0), v(1), v(2)
			is3D = is3D || op.Name == nameScaleZ || op.Name == nameScale3D
		case TransformRotate:
			t = rotation(0, 0, 1, v(0)*rad)
			is3D = is3D || op.Name == nameRotateZ
		case TransformRotate3D:
			t = rotation(v(0), v(1), v(2), v(3)*rad)
			is3D = true
		case TransformSkew:
			t[4], t[1] = math.Tan(v(0)*rad), math.Tan(v(1)*rad)
		case TransformMatrix:
			t[0], t[1], t[4], t[5], t[12], t[13] = v(0), v(1), v(2), v(3), v(4), v(5)
		case TransformMatrix3D:
			for k := range t {
				t[k] = float64(op.M[k])
			}
			is3D = true
		case TransformPerspective:
			if op.V[0] > 0 {
				t[11] = -1 / max(1, v(0))
			}
			is3D = true
		}
		m = m.Mul(t)
	}
	return m, is3D
}

func rotation(x, y, z, a float64) Matrix4 {
	n := math.Sqrt(x*x + y*y + z*z)
	if n == 0 {
		return identity4
	}
	x, y, z = x/n, y/n, z/n
	c, s := math.Cos(a), math.Sin(a)
	t := 1 - c
	return Matrix4{
		t*x*x + c, t*x*y + s*z, t*x*z - s*y, 0,
		t*x*y - s*z, t*y*y + c, t*y*z + s*x, 0,
		t*x*z + s*y, t*y*z - s*x, t*z*z + c, 0,
		0, 0, 0, 1}
}

// transform is the resolved value: a matrix.
func (r *resolver) transform(b []byte) []byte {
	list := r.cs.Effect.Transform
	if list == nil {
		return append(b, "none"...)
	}
	var w, h float64
	if r.used != nil {
		w, h, _ = r.used.UsedBox(r.id, r.pseudo)
	}
	m, _ := TransformMatrix4(list, w, h)
	flat := m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0 && m[14] == 0 && m[15] == 1
	pick := []int{0, 1, 4, 5, 12, 13}
	if flat {
		b = append(b, "matrix("...)
	} else {
		b = append(b, "matrix3d("...)
		pick = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	}
	for i, k := range pick {
		if i > 0 {
			b = append(b, ", "...)
		}
		v := m[k]
		if math.Abs(v) < 1e-10 {
			v = 0
		}
		b = css.AppendNumber(b, v)
	}
	return append(b, ')')
}
