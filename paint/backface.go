package paint

import (
	"math"

	"github.com/niso-engine/niso/layout"
	"github.com/niso-engine/niso/style"
)

// mat3 is the linear part of a transform in space, by rows.
type mat3 [9]float64

func (a mat3) mul(b mat3) (c mat3) {
	for i := range 3 {
		for j := range 3 {
			c[i*3+j] = a[i*3]*b[j] + a[i*3+1]*b[3+j] + a[i*3+2]*b[6+j]
		}
	}
	return c
}

var identity3 = mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}

// linear3 is the linear part of a record's own transform.
func linear3(e *style.EffectGroup) mat3 {
	m := identity3
	if r := &e.Rotate; r.Set {
		x, y, z := float64(r.X), float64(r.Y), float64(r.Z)
		if n := math.Sqrt(x*x + y*y + z*z); n > 0 {
			x, y, z = x/n, y/n, z/n
			s, c := math.Sincos(float64(r.Deg) * math.Pi / 180)
			k := 1 - c
			m = m.mul(mat3{x*x*k + c, x*y*k - z*s, x*z*k + y*s, y*x*k + z*s, y*y*k + c, y*z*k - x*s, z*x*k - y*s, z*y*k + x*s, z*z*k + c})
		}
	}
	if s := &e.Scale; s.Set {
		m = m.mul(mat3{float64(s.X), 0, 0, 0, float64(s.Y), 0, 0, 0, float64(s.Z)})
	}
	if len(e.Transform) > 0 {
		t, _ := style.TransformMatrix4(e.Transform, 0, 0)
		m = m.mul(mat3{t[0], t[4], t[8], t[1], t[5], t[9], t[2], t[6], t[10]})
	}
	return m
}

// facesAway reports whether a box with a hidden backface shows that to the viewer: by its own transform and those of the boxes around it that
// keep its depth. https://drafts.csswg.org/css-transforms-2/#backface-visibility-property
func (p *Painter) facesAway(b layout.BoxID) bool {
	t := p.tree
	if t.Style(b).Effect.BackfaceVisibility != style.BackfaceVisibilityHidden {
		return false
	}
	m := identity3
	for {
		st := t.Style(b)
		if st.Flags&style.FlagHasTransform != 0 {
			m = linear3(st.Effect).mul(m)
		}
		if b = t.Parent(b); b == 0 || t.Style(b).Effect.TransformStyle != style.TransformStylePreserve3d {
			break
		}
	}
	// The normal's z is that of the inverse: its cofactor by the determinant.
	z := m[0]*m[4] - m[1]*m[3]
	det := m[0]*(m[4]*m[8]-m[5]*m[7]) - m[1]*(m[3]*m[8]-m[5]*m[6]) + m[2]*(m[3]*m[7]-m[4]*m[6])
	return z*det < 0
}
