package style

import "math"

// Combining transforms. https://drafts.csswg.org/css-transforms-2/#interpolation-of-transforms

func blendTranslate(a, b TranslateValue, x *blend) (v TranslateValue, ok bool) {
	if !a.Set && !b.Set {
		return v, true
	}
	var ok2 bool
	v.Set = true
	v.X, ok = blendLength(a.X, b.X, x)
	v.Y, ok2 = blendLength(a.Y, b.Y, x)
	v.Z = x.num(a.Z, b.Z)
	return v, ok && ok2
}

func (s ScaleValue) factors() (x, y, z float32) {
	if !s.Set {
		return 1, 1, 1
	}
	return s.X, s.Y, s.Z
}

// scale combines factors, which count from 1.
func (x *blend) scale(a, b float32) float32 {
	return float32(1 + x.wa*(float64(a)-1) + x.wb*(float64(b)-1))
}

func blendScale(a, b ScaleValue, x *blend) (v ScaleValue, ok bool) {
	if !a.Set && !b.Set {
		return v, true
	}
	ax, ay, az := a.factors()
	bx, by, bz := b.factors()
	if x.add { // as transform functions one after the other
		return ScaleValue{true, ax * bx, ay * by, az * bz}, true
	}
	return ScaleValue{true, x.scale(ax, bx), x.scale(ay, by), x.scale(az, bz)}, true
}

func blendRotate(a, b RotateValue, x *blend) (v RotateValue, ok bool) {
	if !a.Set && !b.Set {
		return v, true
	}
	if !a.Set {
		a = RotateValue{Set: true, X: b.X, Y: b.Y, Z: b.Z}
	}
	if !b.Set {
		b = RotateValue{Set: true, X: a.X, Y: a.Y, Z: a.Z}
	}
	r := x.rotation([4]float32{a.X, a.Y, a.Z, a.Deg}, [4]float32{b.X, b.Y, b.Z, b.Deg})
	return RotateValue{true, r[0], r[1], r[2], r[3]}, true
}

// rotation combines rotations by degrees about axes.
func (x *blend) rotation(a, b [4]float32) [4]float32 {
	unit := func(v [4]float32) (u [3]float64, ok bool) {
		n := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
		if n == 0 {
			return [3]float64{0, 0, 1}, false
		}
		return [3]float64{float64(v[0]) / n, float64(v[1]) / n, float64(v[2]) / n}, true
	}
	u, okA := unit(a)
	v, okB := unit(b)
	const close = 1e-4
	switch {
	case !okA || a[3] == 0:
		return [4]float32{b[0], b[1], b[2], x.num(0, b[3])}
	case !okB || b[3] == 0:
		return [4]float32{a[0], a[1], a[2], x.num(a[3], 0)}
	case math.Abs(u[0]-v[0]) < close && math.Abs(u[1]-v[1]) < close && math.Abs(u[2]-v[2]) < close:
		return [4]float32{a[0], a[1], a[2], x.num(a[3], b[3])}
	}
	q := func(u [3]float64, deg float32) quaternion {
		h := float64(deg) * math.Pi / 360
		s := math.Sin(h)
		return quaternion{u[0] * s, u[1] * s, u[2] * s, math.Cos(h)}
	}
	r := q(u, a[3]).slerp(q(v, b[3]), x.wb)
	s := math.Sqrt(max(0, 1-r[3]*r[3]))
	if s < 1e-9 {
		return [4]float32{a[0], a[1], a[2], 0}
	}
	return [4]float32{float32(r[0] / s), float32(r[1] / s), float32(r[2] / s), float32(2 * math.Acos(min(max(r[3], -1), 1)) * 180 / math.Pi)}
}

type quaternion [4]float64 // x y z w

// slerp is the spherical interpolation. https://drafts.csswg.org/css-transforms-2/#interpolation-of-decomposed-3d-matrix-values
func (a quaternion) slerp(b quaternion, t float64) (r quaternion) {
	dot := a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
	dot = min(max(dot, -1), 1)
	if dot < 0 {
		for i := range b {
			b[i] = -b[i]
		}
		dot = -dot
	}
	if dot > 1-1e-9 {
		return a
	}
	theta := math.Acos(dot)
	w := math.Sin(t*theta) / math.Sqrt(1-dot*dot)
	k := math.Cos(t*theta) - dot*w
	for i := range r {
		r[i] = a[i]*k + b[i]*w
	}
	return r
}

// identityLike is the function of op's kind that does nothing.
func (op *TransformOp) identityLike() TransformOp {
	o := TransformOp{Kind: op.Kind, Name: op.Name}
	switch op.Kind {
	case TransformScale:
		o.V = [6]float32{1, 1, 1}
	case TransformRotate3D:
		o.V = [6]float32{op.V[0], op.V[1], op.V[2], 0}
	case TransformMatrix:
		o.V = [6]float32{1, 0, 0, 1, 0, 0}
	case TransformMatrix3D:
		o.M = &[16]float32{0: 1, 5: 1, 10: 1, 15: 1}
	}
	return o
}

func blendTransforms(a, b []TransformOp, x *blend) ([]TransformOp, bool) {
	if x.add {
		return append(append([]TransformOp(nil), a...), b...), true
	}
	if len(a) == 0 && len(b) == 0 {
		return nil, true
	}
	out := make([]TransformOp, 0, max(len(a), len(b)))
	for i := 0; i < max(len(a), len(b)); i++ {
		var s, t TransformOp
		switch {
		case i >= len(a):
			s, t = b[i].identityLike(), b[i]
		case i >= len(b):
			s, t = a[i], a[i].identityLike()
		default:
			s, t = a[i], b[i]
		}
		if op, ok := blendOp(s, t, x); ok {
			out = append(out, op)
			continue
		}
		// The rest as matrices.
		var ra, rb []TransformOp
		if i < len(a) {
			ra = a[i:]
		}
		if i < len(b) {
			rb = b[i:]
		}
		if percentTransform(ra) || percentTransform(rb) || x.wa+x.wb != 1 {
			return nil, false // the matrix depends on the size of the box
		}
		ma, _ := TransformMatrix4(ra, 0, 0)
		mb, _ := TransformMatrix4(rb, 0, 0)
		m, ok := blendMatrices(ma, mb, x.wb)
		if !ok {
			return nil, false
		}
		return append(out, matrixOp(m)), true
	}
	return out, true
}

func percentTransform(l []TransformOp) bool {
	for i := range l {
		if l[i].Kind == TransformTranslate && (l[i].L[0].HasPercent() || l[i].L[1].HasPercent()) {
			return true
		}
	}
	return false
}

// matrixOp is a matrix as a transform function.
func matrixOp(m Matrix4) TransformOp {
	if m.flat() {
		return TransformOp{Kind: TransformMatrix, Name: nameMatrix, V: [6]float32{float32(m[0]), float32(m[1]), float32(m[4]), float32(m[5]), float32(m[12]), float32(m[13])}}
	}
	o := TransformOp{Kind: TransformMatrix3D, Name: nameMatrix3D, M: new([16]float32)}
	for i := range m {
		o.M[i] = float32(m[i])
	}
	return o
}

// flat reports whether m maps the plane to itself.
func (m *Matrix4) flat() bool {
	return m[2] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 0 && m[9] == 0 && m[10] == 1 && m[11] == 0 && m[14] == 0 && m[15] == 1
}

// blendOp combines functions of one kind.
func blendOp(a, b TransformOp, x *blend) (o TransformOp, ok bool) {
	if a.Kind != b.Kind {
		rotate := func(op TransformOp) bool { return op.Kind == TransformRotate || op.Kind == TransformRotate3D }
		if !rotate(a) || !rotate(b) {
			return o, false
		}
		axis := func(op TransformOp) TransformOp {
			if op.Kind == TransformRotate {
				op = TransformOp{Kind: TransformRotate3D, V: [6]float32{0, 0, 1, op.V[0]}}
			}
			op.Name = nameRotate3D
			return op
		}
		a, b = axis(a), axis(b)
	}
	o = TransformOp{Kind: a.Kind, Name: a.Name}
	three := func(name uint8) bool {
		return name == nameTranslateZ || name == nameTranslate3D || name == nameScaleZ || name == nameScale3D
	}
	switch a.Kind {
	case TransformTranslate:
		if a.Name != b.Name {
			if o.Name = nameTranslate; three(a.Name) || three(b.Name) {
				o.Name = nameTranslate3D
			}
		}
		for i := range o.L {
			if o.L[i], ok = blendLength(a.L[i], b.L[i], &blend{prop: PropTransform, wa: x.wa, wb: x.wb}); !ok {
				return o, false
			}
		}
	case TransformScale:
		if a.Name != b.Name {
			if o.Name = nameScale; three(a.Name) || three(b.Name) {
				o.Name = nameScale3D
			}
		}
		for i := range 3 {
			o.V[i] = x.scale(a.V[i], b.V[i])
		}
	case TransformRotate:
		if a.Name != b.Name {
			o.Name = nameRotate
		}
		o.V[0] = x.num(a.V[0], b.V[0])
	case TransformRotate3D:
		if a.Name != b.Name {
			o.Name = nameRotate3D
		}
		r := x.rotation([4]float32(a.V[:4]), [4]float32(b.V[:4]))
		copy(o.V[:], r[:])
	case TransformSkew:
		if a.Name != b.Name {
			return o, false
		}
		o.V[0], o.V[1] = x.num(a.V[0], b.V[0]), x.num(a.V[1], b.V[1])
	case TransformPerspective:
		inv := func(d float32) float32 {
			if d <= 0 {
				return 0
			}
			return 1 / max(1, d)
		}
		if v := x.num(inv(a.V[0]), inv(b.V[0])); v > 0 {
			o.V[0] = 1 / v
		}
	case TransformMatrix, TransformMatrix3D:
		if x.wa+x.wb != 1 {
			return o, false
		}
		ma, _ := TransformMatrix4([]TransformOp{a}, 0, 0)
		mb, _ := TransformMatrix4([]TransformOp{b}, 0, 0)
		m, ok := blendMatrices(ma, mb, x.wb)
		return matrixOp(m), ok
	}
	return o, true
}

// blendMatrices interpolates by decomposition; false for a matrix that cannot be inverted.
func blendMatrices(a, b Matrix4, t float64) (Matrix4, bool) {
	if a.flat() && b.flat() {
		da, ok := decompose2D(a)
		db, ok2 := decompose2D(b)
		if !ok || !ok2 {
			return a, false
		}
		return da.interpolate(db, t).matrix(), true
	}
	da, ok := decompose3D(a)
	db, ok2 := decompose3D(b)
	if !ok || !ok2 {
		return a, false
	}
	return da.interpolate(db, t).matrix(), true
}

// parts2D is a decomposed matrix of the plane: translation, rotation, skew, scale.
// https://drafts.csswg.org/css-transforms-1/#decomposing-a-2d-matrix
type parts2D struct {
	tx, ty, sx, sy, skew, angle float64 // angle in degrees
}

func decompose2D(m Matrix4) (p parts2D, ok bool) {
	x, y := [2]float64{m[0], m[1]}, [2]float64{m[4], m[5]}
	det := x[0]*y[1] - x[1]*y[0]
	if det == 0 {
		return p, false
	}
	p.tx, p.ty = m[12], m[13]
	p.sx = math.Hypot(x[0], x[1])
	p.sy = det / p.sx
	if det < 0 && x[0] < y[1] {
		p.sx, p.sy = -p.sx, -p.sy
	}
	x[0], x[1] = x[0]/p.sx, x[1]/p.sx
	p.skew = (x[0]*y[0] + x[1]*y[1]) / p.sy
	p.angle = math.Atan2(x[1], x[0]) * 180 / math.Pi
	return p, true
}

func (a parts2D) interpolate(b parts2D, t float64) (r parts2D) {
	if a.sx < 0 && b.sy < 0 || a.sy < 0 && b.sx < 0 {
		a.sx, a.sy = -a.sx, -a.sy
		if a.angle < 0 {
			a.angle += 180
		} else {
			a.angle -= 180
		}
	}
	if a.angle == 0 {
		a.angle = 360
	}
	if b.angle == 0 {
		b.angle = 360
	}
	if math.Abs(a.angle-b.angle) > 180 {
		if a.angle > b.angle {
			a.angle -= 360
		} else {
			b.angle -= 360
		}
	}
	mix := func(x, y float64) float64 { return x + (y-x)*t }
	return parts2D{mix(a.tx, b.tx), mix(a.ty, b.ty), mix(a.sx, b.sx), mix(a.sy, b.sy), mix(a.skew, b.skew), mix(a.angle, b.angle)}
}

func (p parts2D) matrix() Matrix4 {
	m := identity4
	s, c := math.Sincos(p.angle * math.Pi / 180)
	m[0], m[1] = c*p.sx, s*p.sx
	m[4], m[5] = (c*p.skew-s)*p.sy, (s*p.skew+c)*p.sy
	m[12], m[13] = p.tx, p.ty
	return m
}

// parts3D is a decomposed matrix. https://drafts.csswg.org/css-transforms-2/#decomposing-a-3d-matrix
type parts3D struct {
	translate, scale, skew [3]float64
	perspective            [4]float64
	q                      quaternion
}

func dot3(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func decompose3D(m Matrix4) (p parts3D, ok bool) {
	if m[15] == 0 {
		return p, false
	}
	w := m[15]
	for i := range m {
		m[i] /= w
	}
	pm := m
	pm[3], pm[7], pm[11], pm[15] = 0, 0, 0, 1
	inv, ok := pm.invert()
	if !ok {
		return p, false
	}
	if m[3] != 0 || m[7] != 0 || m[11] != 0 {
		// The right side times the transposed inverse.
		rhs := [4]float64{m[3], m[7], m[11], m[15]}
		for c := range 4 {
			for k := range 4 {
				p.perspective[c] += rhs[k] * inv[c*4+k]
			}
		}
	} else {
		p.perspective[3] = 1
	}
	p.translate = [3]float64{m[12], m[13], m[14]}
	var row [3][3]float64
	for i := range 3 {
		row[i] = [3]float64{m[i*4], m[i*4+1], m[i*4+2]}
	}
	unit := func(v *[3]float64) float64 {
		n := math.Sqrt(dot3(*v, *v))
		if n != 0 {
			for i := range v {
				v[i] /= n
			}
		}
		return n
	}
	less := func(a *[3]float64, b [3]float64, f float64) {
		for i := range a {
			a[i] -= b[i] * f
		}
	}
	p.scale[0] = unit(&row[0])
	p.skew[0] = dot3(row[0], row[1])
	less(&row[1], row[0], p.skew[0])
	p.scale[1] = unit(&row[1])
	p.skew[1] = dot3(row[0], row[2])
	less(&row[2], row[0], p.skew[1])
	p.skew[2] = dot3(row[1], row[2])
	less(&row[2], row[1], p.skew[2])
	p.scale[2] = unit(&row[2])
	if p.scale[0] == 0 || p.scale[1] == 0 || p.scale[2] == 0 {
		return p, false
	}
	p.skew[0] /= p.scale[1]
	p.skew[1] /= p.scale[2]
	p.skew[2] /= p.scale[2]
	cross := [3]float64{row[1][1]*row[2][2] - row[1][2]*row[2][1], row[1][2]*row[2][0] - row[1][0]*row[2][2], row[1][0]*row[2][1] - row[1][1]*row[2][0]}
	if dot3(row[0], cross) < 0 {
		for i := range 3 {
			p.scale[i] = -p.scale[i]
			for k := range 3 {
				row[i][k] = -row[i][k]
			}
		}
	}
	q := &p.q
	q[0] = 0.5 * math.Sqrt(max(1+row[0][0]-row[1][1]-row[2][2], 0))
	q[1] = 0.5 * math.Sqrt(max(1-row[0][0]+row[1][1]-row[2][2], 0))
	q[2] = 0.5 * math.Sqrt(max(1-row[0][0]-row[1][1]+row[2][2], 0))
	q[3] = 0.5 * math.Sqrt(max(1+row[0][0]+row[1][1]+row[2][2], 0))
	if row[2][1] > row[1][2] { // the rows are the columns of the matrix
		q[0] = -q[0]
	}
	if row[0][2] > row[2][0] {
		q[1] = -q[1]
	}
	if row[1][0] > row[0][1] {
		q[2] = -q[2]
	}
	return p, true
}

func (a parts3D) interpolate(b parts3D, t float64) (r parts3D) {
	mix := func(x, y float64) float64 { return x + (y-x)*t }
	for i := range 3 {
		r.translate[i], r.scale[i], r.skew[i] = mix(a.translate[i], b.translate[i]), mix(a.scale[i], b.scale[i]), mix(a.skew[i], b.skew[i])
	}
	for i := range 4 {
		r.perspective[i] = mix(a.perspective[i], b.perspective[i])
	}
	r.q = a.q.slerp(b.q, t)
	return r
}

func (p parts3D) matrix() Matrix4 {
	m := identity4
	m[3], m[7], m[11], m[15] = p.perspective[0], p.perspective[1], p.perspective[2], p.perspective[3]
	t := identity4
	t[12], t[13], t[14] = p.translate[0], p.translate[1], p.translate[2]
	m = m.Mul(t)
	x, y, z, w := p.q[0], p.q[1], p.q[2], p.q[3]
	m = m.Mul(Matrix4{
		1 - 2*(y*y+z*z), 2 * (x*y + z*w), 2 * (x*z - y*w), 0,
		2 * (x*y - z*w), 1 - 2*(x*x+z*z), 2 * (y*z + x*w), 0,
		2 * (x*z + y*w), 2 * (y*z - x*w), 1 - 2*(x*x+y*y), 0,
		0, 0, 0, 1})
	skew := func(col, row int, v float64) {
		if v != 0 {
			k := identity4
			k[col*4+row] = v
			m = m.Mul(k)
		}
	}
	skew(2, 1, p.skew[2])
	skew(2, 0, p.skew[1])
	skew(1, 0, p.skew[0])
	s := identity4
	s[0], s[5], s[10] = p.scale[0], p.scale[1], p.scale[2]
	return m.Mul(s)
}

// invert is the inverse; false where there is none.
func (a Matrix4) invert() (Matrix4, bool) {
	inv := identity4
	for c := range 4 { // Gauss and Jordan, with the largest pivot
		best := c
		for r := c + 1; r < 4; r++ {
			if math.Abs(a[c*4+r]) > math.Abs(a[c*4+best]) {
				best = r
			}
		}
		p := a[c*4+best]
		if math.Abs(p) < 1e-12 {
			return inv, false
		}
		for k := range 4 {
			a[k*4+c], a[k*4+best] = a[k*4+best], a[k*4+c]
			inv[k*4+c], inv[k*4+best] = inv[k*4+best], inv[k*4+c]
		}
		for k := range 4 {
			a[k*4+c] /= p
			inv[k*4+c] /= p
		}
		for r := range 4 {
			if f := a[c*4+r]; r != c && f != 0 {
				for k := range 4 {
					a[k*4+r] -= f * a[k*4+c]
					inv[k*4+r] -= f * inv[k*4+c]
				}
			}
		}
	}
	return inv, true
}
